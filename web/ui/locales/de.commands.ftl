# Was ein Befehl täte und tat, und die Regeln: geholt, wenn sie zum ersten Mal gezeigt werden
page-cmd-words = Wörter
page-cmd-shell = Läuft in einer Shell, wie geschrieben.
page-cmd-judged = Beurteilt
page-judged-allow = auf der Liste bekannter Befehle
page-judged-prompt = braucht eine Unterschrift
page-judged-never = läuft nie
page-class-read_only = liest nur
page-class-unknown = unbekannt
page-class-project = führt Code des Projekts aus
page-class-write = schreibt Dateien
page-class-network = nutzt das Netz
page-class-interpreter = führt Code in einem Interpreter aus
page-class-shell = braucht eine Shell
page-class-destructive = löscht oder überschreibt
page-class-control_plane = greift an, was Sie schützt
page-cmd-why = Warum
page-cmd-sandbox = Eingesperrt durch
page-cmd-environment = Umgebung
page-sandbox-bwrap = bubblewrap: kein Netz, schreibt nur im Arbeitsordner
page-sandbox-landlock = Landlock: kein Netz, schreibt nur im Arbeitsordner
page-sandbox-none = nichts: Er kann, was Sie können
page-cmd-note-files = Was er an Dateien tut, wird festgehalten und ist umkehrbar, bis 2 000 Dateien und 64 MB.
page-cmd-note = Was ein Befehl tut, ist nicht umkehrbar.
page-cmd-try = In einer Kopie ausprobieren
page-try-busy = Wird in einer Kopie versucht …
page-try-came = In der Kopie
page-try-again = Noch einmal in einer Kopie versuchen
page-try-made = { $n ->
    [one] Er hat in einer Kopie 1 Datei geändert. Nichts ist echt, bevor Sie unterschreiben.
   *[other] Er hat in einer Kopie { $n } Dateien geändert. Nichts ist echt, bevor Sie unterschreiben.
}
page-try-nothing = Er hat in der Kopie keine Datei geändert. Nichts wurde geändert.
page-try-left = Kann nicht vorgeschlagen werden: { $paths }
page-left-why = { $why ->
    [link] {" "}(ein Link)
    [link_out] {" "}(ein Link, der aus dem Ordner führt)
    [pipe] {" "}(eine Pipe)
    [socket] {" "}(ein Socket)
    [device] {" "}(ein Gerät)
    [git] {" "}(gehört git selbst)
    [secret] {" "}(enthält Geheimnisse)
    [name] {" "}(der Name ist kein Pfad)
    [too_large] {" "}(größer als 20 MB)
    [folder] {" "}(ein Ordner, der leer oder gebaut ist oder andere einlässt)
    [moved] {" "}(wurde dorthin verschoben, wo nichts vorgeschlagen werden kann)
    [turned] {" "}(aus einer Datei wurde ein Ordner, oder umgekehrt)
    [rest] {" "}(mehr, als auf einmal vorgeschlagen wird)
   *[other] {""}
}
page-cmd-running = Läuft
page-cmd-stop = Anhalten
page-cmd-stopping = Wird angehalten…
page-cmd-live = Was er schreibt
page-cmd-outcome = Ergebnis
page-cmd-signal = durch Signal { $signal } beendet
page-cmd-timeout = angehalten: zu lange
page-cmd-stopped = von Ihnen angehalten
page-cmd-output = Ausgabe
page-cmd-all = Ganze Ausgabe, { $size }
page-cmd-dropped = { $size } mehr wurden nicht behalten.
page-cmd-silent = Er gab nichts aus.
page-rule-new = Eine Regel unterschreiben
page-rule-kind = Was sie durchlässt
page-rule-kind-command = Ein Befehl
page-rule-kind-read_only = Lesen
page-rule-kind-files = Dateien
page-rule-hint-command = Befehle, die mit genau diesen Wörtern beginnen, im obersten Ordner des Arbeitsbereichs; was nur liest, in jedem Ordner. Optionen, die anderes tun könnten, und was zerstört, fragen weiterhin.
page-rule-hint-read_only = Befehle, die nur nachsehen, etwa ls und git status, im Arbeitsbereich.
page-rule-hint-files = Dateien in diesem Ordner anlegen und ändern. Löschen und Umbenennen fragen weiterhin.
page-rule-words = Wörter
page-rule-folder = Ordner
page-rule-try = Einen Befehl probieren
page-rule-check = Was würde passen
page-rule-sign = Regel unterschreiben
page-rule-made = Regel unterschrieben: { $name }.
page-rule-revoke = Widerrufen
page-rule-revoked = Regel widerrufen: { $name } fragt wieder.
page-rule-lets = wird durchgelassen.
page-rule-lets-not = wird nicht durchgelassen.
page-rule-uses = { $n }× benutzt
page-rule-uses-of = { $n } von { $cap } benutzt
page-rule-until = bis { $date }
page-rule-signed = Unterschrieben
page-rule-source = Gemacht aus
page-rule-last = Zuletzt benutzt
page-rule-no-match = Nicht
page-rule-status-active = aktiv
page-rule-status-used_up = aufgebraucht
page-rule-status-expired = abgelaufen
page-rule-status-suspended = ausgesetzt
page-rule-status-revoked = widerrufen
page-cmd-once = Einmal ausführen
page-cmd-add = Merken & ausführen
page-cmd-skip = Überspringen
page-cmd-remember = Befehle, die so beginnen, laufen ab jetzt ohne Rückfrage:
page-cmd-shorter = Kürzer
page-cmd-longer = Länger
page-cmd-scope = in { $workspace }
page-cmd-add-run = Merken und ausführen
page-cmd-remembered = Gemerkt: { $words }
page-cmd-no-rule = Keine Regel kann diesen Befehl durchlassen; unterschreiben Sie ihn jedes Mal.
page-analyze = Ausgabe auswerten
page-rule-kind-exact = Ein Befehl
page-rule-kind-todos = Änderungen an Aufgaben
page-rule-kind-not_proposed = Wird nicht mehr vorgeschlagen
page-rule-revoked-silent = Regel widerrufen: Agenten dürfen das wieder vorschlagen ({ $name }).
page-copy-ran = Er lief in einer Kopie des Ordners, weil eine Regel ihn unterschrieb.
page-copy-made = { $n ->
    [one] Ansehen, was er tat ({ $n } Datei)
   *[other] Ansehen, was er tat ({ $n } Dateien)
}
page-copy-nothing = Es gibt nichts zu unterschreiben.
page-copy-ignored = { $n ->
    [one] { $n } geänderte Datei ist
   *[other] { $n } geänderte Dateien sind
} mit der Kopie verschwunden: Ignore-Regeln lassen sie aus.
page-copy-left = Mit der Kopie verschwunden: { $paths }
page-cmd-lost = Mit seinem eigenen Ordner für temporäre Dateien verschwunden ({ $n }): { $paths }
page-cmd-kept = Liegt jetzt in { $folder }.
page-rule-copied = Läuft in einer Kopie des Ordners; was sich ändert, wartet auf Sie.
page-expired = Abgelaufen. Davon lässt sich nichts mehr unterschreiben; es wurde nichts geändert.
page-expired-rest = Abgelaufen. Was davon nicht angewendet wurde, lässt sich nicht mehr unterschreiben.
page-propose-anew = Neu vorschlagen
page-cut-open = Das Anwenden von #{ $id } wurde abgebrochen und ist noch nicht beendet.
page-cut-unknown = Bei #{ $id } ist nicht bei allem bekannt, was daraus wurde.
page-cut-put_back = Das Anwenden von #{ $id } wurde abgebrochen: Alle Dateien sind wie vorher. Unterschreiben und anwenden Sie es erneut.
page-cut-finished = Das Anwenden von #{ $id } wurde abgebrochen und ist jetzt zu Ende geführt.
page-cut-damaged = Ein Teil der Datenbank ist nicht mehr lesbar: Es wird nichts mehr in sie geschrieben. Exportieren Sie die Aufgaben, beenden Sie den Server, und rufen Sie dann countersign doctor auf.
page-cut-stored = { $n ->
    [one] Was gespeichert ist, weicht an einer Stelle vom Buch ab. Das Buch ist ganz: countersign rebuild --write bringt es in Ordnung.
   *[other] Was gespeichert ist, weicht an { $n } Stellen vom Buch ab. Das Buch ist ganz: countersign rebuild --write bringt es in Ordnung.
}
page-cut-ledger = Das Buch ist bei Eintrag { $seq } beschädigt: Was dort steht, beweist nichts. Was Sie jetzt tun, wird trotzdem aufgezeichnet.
page-rule-no-folder = Öffnen Sie in den Optionen einen Ordner: darin gilt eine Regel.

## Calls of tools (MCP)
page-tool-server = Server
page-tool-name = Werkzeug
page-tool-says = Sein Server sagt
page-tool-arguments = Argumente
page-tool-done = Getan, sagt der Server
page-tool-not-done = Nicht getan, sagt der Server
page-tool-gave = Was es ergab
page-tool-silent = Es ergab nichts.
page-tool-note = Das tut ein anderes Programm, sobald Sie unterschrieben haben. Hier lässt es sich nicht zurücknehmen.
page-rules-text = Was ohne Rückfrage läuft, weil Sie es unterschrieben haben. Jede Benutzung steht im Verlauf; die erste Rücknahme von etwas, das eine Regel durchließ, setzt sie aus.
page-rules-empty = Keine Regel ist unterschrieben
page-rules-empty-text = Alles wartet auf Ihre Unterschrift.
page-run-title = Befehle
page-run-pause = Pause
page-run-resume = Weiter
page-run-stop = Stopp
page-run-close = Schließen
page-run-progress = Beendete Befehle
page-run-steps = Befehle der Reihe nach
page-run-next = Als Nächstes:
page-run-succeeded = gelungen
page-run-failed = gescheitert
page-run-inserted = vom Modell eingefügt
page-run-sign = { $id } unterschreiben
page-run-says = { $model } sagt:
page-run-step-queued = wartet
page-run-step-running = läuft
page-run-step-succeeded = gelungen
page-run-step-failed = gescheitert
page-run-step-unknown = Ausgang unbekannt
page-run-step-replaced = ersetzt
page-run-step-skipped = übergangen

## Another build
page-update = Countersign wurde aktualisiert.
page-update-hint = Diese Seite ist noch die der Version davor.
page-update-reload = Neu laden
page-update-unkept = Was hier steht, geht beim Neuladen verloren. Senden Sie es vorher, oder drücken Sie „Neu laden“ noch einmal.
