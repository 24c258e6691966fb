## The inbox and its cards
page-inbox-open = { $n ->
    [one] { $n } Punkt zu entscheiden
   *[other] { $n } Punkte zu entscheiden
}
page-inbox-signed = { $n } unterschrieben
page-inbox-empty = Nichts wartet.
page-inbox-empty-text = Zurückgestellte und ungesehene Vorschläge warten hier sieben Tage.
page-tidy = Aufräumen
page-tidy-hint = Sucht überfällige Pläne, Doppeltes, versäumte Termine und volle Tage und schlägt vor. Nichts wird geändert.
page-woke = { $n ->
    [0] Nichts vorzuschlagen.
    [one] 1 Änderung vorgeschlagen.
   *[other] { $n } Änderungen vorgeschlagen.
}
page-woke-waits = { $n ->
    [one] Nichts Neues: 1 Änderung wartet schon.
   *[other] Nichts Neues: { $n } Änderungen warten schon.
}
page-suggests = { $n ->
    [one] { $agent } schlägt 1 Änderung vor
   *[other] { $agent } schlägt { $n } Änderungen vor
}
page-dismiss = Zurückstellen
page-woke-rules = { $n ->
    [one] 1 Änderung haben Ihre Regeln gemacht.
   *[other] { $n } Änderungen haben Ihre Regeln gemacht.
}
page-inbox-unknown = Ausgang von { $n } unbekannt
page-suggests-rules = { $n ->
    [one] Aus Ihren Entscheidungen: 1 Regel vorgeschlagen
   *[other] Aus Ihren Entscheidungen: { $n } Regeln vorgeschlagen
}
page-agent-says = { $agent } sagt:
page-why = Warum

## Questions that stop an action
page-effect-deletes = { $n ->
    [one] 1 Aufgabe löschen
   *[other] { $n } Aufgaben löschen
}
page-effect-updates = { $n ->
    [one] 1 Aufgabe ändern
   *[other] { $n } Aufgaben ändern
}
page-effect-both = { $deletes } Aufgaben löschen und { $updates } ändern
page-confirm-title = { $effect }?
page-confirm-deletes = Das löscht { $n } Aufgaben.
page-confirm-both = Das sind zusammen { $n } Aufgaben.
page-confirm-updates = Das ändert { $n } Aufgaben.
page-effect-sensitive = { $n ->
    [one] 1 Datei ändern, die bestimmt, was läuft
   *[other] { $n } Dateien ändern, die bestimmen, was läuft
}
page-confirm-sensitive = Diese Dateien entscheiden, was gebaut, installiert oder ausgeführt wird. Lesen Sie ihre Änderungen noch einmal.
page-confirm-type = Zum Fortfahren { $n } eintippen
page-confirm-hold = Halten Sie die Schaltfläche, oder auf ihr Enter, einen Moment gedrückt.
page-confirm-lasts = Das lässt sich nicht rückgängig machen:
page-effect-applies = { $n } anwenden
page-effect-gone = { $n } Aufgaben und Dateien löschen
page-confirm-safe = Noch wurde nichts geändert. Im Verlauf lässt es sich rückgängig machen.
page-undo-conflict = Etwas Späteres steht im Weg
page-undo-conflict-text = Was Sie zurücknehmen wollen, wurde seither noch geändert. Es wurde nichts geändert.
page-undo-would = Rücknahme ergäbe
page-undo-stop = Aufhören
page-undo-keep = Spätere Änderungen behalten
page-undo-these = Diese auch rückgängig machen
page-undo-deletes = { $n ->
    [one] Das Rückgängigmachen löscht:
   *[other] Das Rückgängigmachen löscht { $n }:
}
page-undo-both = Beides zurücknehmen
page-undo-outside-text = Was Sie zurücknehmen wollen, wurde seither außerhalb von Countersign geändert. Es wurde nichts geändert.
page-undo-outside-keep = Das lassen, den Rest zurücknehmen
page-undo-content-now = anderer Inhalt
page-undo-content-back = der Inhalt von vorher

## The keys
page-keys = Tasten
page-keys-note = Einzelne Buchstaben wirken nur, wenn eine Zeile den Fokus hat; abschaltbar in den Optionen.
page-keys-off = Einzelne Buchstaben sind in den Optionen abgeschaltet.
page-key-move = nächste, vorige Zeile
page-key-sign = unterschreiben; bei den Aufgaben: erledigen
page-key-reject = ablehnen, dann ein Grund
page-key-reason = Grund wählen
page-key-defer = zurückstellen
page-key-undecide = Entscheidung zurücknehmen
page-key-open = Einzelheiten auf, zu
page-key-why = warum
page-key-edit = vor dem Unterschreiben bearbeiten
page-key-exclude = ein Ziel ausnehmen
page-key-rebase = Veraltetes neu aufsetzen
page-key-hunk = voriger, nächster Teil einer Datei
page-key-sign-apply = diese unterschreiben und mit den schon unterschriebenen anwenden
page-key-apply = Markiertes anwenden
page-key-slash = eine Nachricht schreiben; in einem Änderungssatz dessen Punkte filtern; sonst suchen
page-key-leave = von der Nachricht zu den Punkten; was geschrieben ist, bleibt
page-key-pages = Pult, Eingang, Aufgaben, Verlauf, Ablage, Regeln, Optionen
page-key-modes = Auto, Chat, Plan
page-key-help = diese Hilfe

## What an item would do, and why
page-inspector = Einzelheiten
page-tab-preview = Vorschau
page-tab-why = Warum
page-tab-checks = Prüfungen
page-tab-raw = Roh
page-preview-none = Es würde sich nichts ändern.
page-targets = { $n ->
    [one] 1 Aufgabe
   *[other] { $n } Aufgaben
}
page-targets-excluded = { $n } ausgenommen
page-why-asked = Gewünscht
page-why-by = Vorgeschlagen aus
page-why-when = Vorgeschlagen am
page-why-reason = Ihr Grund
page-why-decided = Entschieden am
page-source-request = Ihrem Wunsch
page-source-planner = Ihrem Wunsch, vom eingebauten Planer
page-source-sent = Operationen, mit Ihrem Schlüssel geschickt, von Ihnen oder einem Programm
page-source-direct = Ihrer eigenen Änderung
page-source-compat = einem Programm mit Ihrem Schlüssel
page-source-import = einem Import ({ $what })
page-source-undo = Rücknahme von Eintrag { $what }
page-source-rewind = Rückkehr zu Eintrag { $what }
page-origin-text = Es gehört zu keinem Gespräch. Was Sie hier sagen, beginnt eines.
page-check-valid = Alle Werte sind gültig.
page-check-current = Worauf es aufbaut, ist unverändert.
page-check-drifted = { $n ->
    [one] 1 Feld hat sich geändert.
   *[other] { $n } Felder haben sich geändert.
}
page-digest = Genau das unterschreiben Sie:
page-drift-title = Veraltet.
page-drift-line = Zeile { $line }
page-drift-text = Worauf dies aufbaut, hat sich seit dem Vorschlag geändert.
page-drift-gone = „{ $title }“ wurde inzwischen gelöscht. Es ist nichts mehr zu ändern.
page-drift-table = Was sich geändert hat
page-drift-what = Feld
page-drift-base = Damals
page-drift-now = Jetzt
page-drift-changed = inzwischen geändert
page-drift-changed-size = inzwischen geändert ({ $size })
page-drift-proposed = Vorschlag
page-rebase = Neu aufsetzen
page-drop = Verwerfen
page-drift-file = Die Datei ist nicht mehr die, für die dies gemacht wurde. „Neu aufsetzen“ macht die Änderung für den jetzigen Stand, wo sie noch passt; oder verwerfen.
page-why-rule = Unterschrieben von
page-why-rule-n = Regel { $n }: { $name }
page-source-agent = { $what }, ein anderes Programm
page-source-wake = { $what }, von sich aus
page-rule-revocable = Kann auf der Seite Regeln widerrufen werden

## Many at once
page-same = { $n ->
    [one] Dieselbe Änderung, einmal
   *[other] Dieselbe Änderung ×{ $n }
}
page-same-shown = { $samples } gezeigt, { $outliers } anders
page-same-sign = { $n } unterschreiben
page-same-reject = { $n } ablehnen
page-same-all = Alle { $n } zeigen
page-hasty = { $n } in { $seconds } s unterschrieben. Noch einmal ansehen?
page-hasty-deletes = { $deletes ->
    [one] { $n } in { $seconds } s unterschrieben, 1 davon löscht. Noch einmal ansehen?
   *[other] { $n } in { $seconds } s unterschrieben, { $deletes } davon löschen. Noch einmal ansehen?
}
page-look-again = Noch einmal ansehen

## The memory of decisions, in History
page-memory = Gedächtnis der Entscheidungen
page-memory-text = Was Sie zu Vorschlägen gesagt haben. Agenten erfahren davon, und was Sie abgelehnt haben, wird nicht noch einmal vorgeschlagen. Was Sie hier herausnehmen, erfahren sie nicht mehr.
page-memory-forget = Vergessen: { $label }
page-memory-restore = Wieder merken: { $label }
page-memory-forgotten = Vergessen. Agenten erfahren davon nichts mehr; der Verlauf behält es.
page-memory-filter = Entscheidung
page-memory-empty = Noch keine Entscheidungen.
page-memory-empty-text = Was Sie unterschreiben, ablehnen oder zurückstellen, steht hier.
page-proposed-by = von { $agent }
page-proposed-by-planner = vom Planer
page-proposed-by-rules = aus Ihren Entscheidungen

## Todos and History
page-todos-empty = Noch keine Aufgaben.
page-todos-empty-text = Oben eine eingeben, mit Tag und Uhrzeit: „die Bank anrufen Freitag 9 Uhr“.
page-week-before = Woche davor
page-week-after = Woche danach
page-week-hint = Aufgabe auf einen anderen Tag ziehen, für eine andere Woche an den Rand; oder auswählen und Alt+← oder Alt+→ drücken, um eine Woche Alt+Bild↑ oder Alt+Bild↓.
page-label-x = Aufgaben mit dem Etikett { $label }
page-history-filter = Zeigen
page-history-empty = Noch nichts da.
page-history-empty-text = Jeder Vorschlag, jede Entscheidung und Änderung steht hier und lässt sich zurücknehmen.

## Aufgaben, die bearbeitet werden
page-applied-x = Angewendet: { $what }
page-undone-x = Rückgängig gemacht: { $what }
page-crossed = Jemand hat diese Aufgabe anderswo geändert, während sie hier offen war.
page-crossed-choose = Es wurde nichts gespeichert. Wählen Sie, welcher Wert bleibt, und speichern Sie dann.
page-crossed-theirs = Jetzt dort:
page-crossed-mine = Ihrer:
page-crossed-history = Beide Änderungen von „{ $title }“ stehen im Verlauf.
page-draft = nicht gespeichert
page-orphan = „{ $title }“ wurde gelöscht, während Sie sie geändert haben. Was Sie geschrieben haben, ist hier aufgehoben.
page-orphan-add = Als neue Aufgabe hinzufügen
page-draft-kept = Das haben Sie hier geschrieben und nicht gespeichert.
page-draft-discard = Verwerfen

## Was eine andere Zeile braucht
page-inbox-drifted = { $n } veraltet
page-needs-title = { $n ->
    [one] Dafür wird eine andere Zeile gebraucht
   *[other] Dafür werden { $n } andere Zeilen gebraucht
}
page-needs-text = „{ $label }“ lässt sich nur zusammen damit anwenden:
page-again-too-title = Was unterschrieben ist, wird mit ausgeführt
page-again-too-text = { $n ->
    [one] Eine Zeile ist schon unterschrieben und geht mit:
   *[other] { $n } Zeilen sind schon unterschrieben und gehen mit:
}
page-again-too = Alle { $n } ausführen
page-needs-item = Zeile { $n }: { $label }
page-needs-too = { $n ->
    [one] Auch diese Zeile unterschreiben
   *[other] Auch diese { $n } Zeilen unterschreiben
}
page-needs-without = { $n ->
    [one] Nur die andere Zeile anwenden
   *[other] Nur die anderen { $n } Zeilen anwenden
}
page-left-needs = Zeile { $n } bleibt weg, „{ $label }“: sie braucht { $needs }.
page-needs-refused = „{ $label }“ braucht { $list }.
page-needs-refused-hint = Unterschreiben Sie zuerst das, oder lassen Sie beides. Es wurde nichts geändert.
page-cannot-apply-hint = Lehnen Sie diese Zeilen ab oder ändern Sie sie, und wenden Sie dann den Rest an. Es wurde nichts geändert.
page-inbox-idle = Nichts zu entscheiden

## Sheets, lists and pages
ui-delete = Löschen
page-in-folder = in { $folders }
page-set-empty = Dieser Änderungssatz ist leer.
page-blast-deletes = { $n ->
    [one] Löscht 1 Aufgabe.
   *[other] Löscht { $n } Aufgaben.
}
page-blast-creates = { $n ->
    [one] Legt 1 Aufgabe an.
   *[other] Legt { $n } Aufgaben an.
}
page-blast-updates = { $n ->
    [one] Ändert 1 Aufgabe.
   *[other] Ändert { $n } Aufgaben.
}
page-none-signable = Davon ist nichts zu unterschreiben.
page-put-away = Weglegen
page-undoable-dot = Umkehrbar.
page-only-looks-dot = Liest nur: nichts zurückzunehmen.
page-left-as-it-was-dot = Hat in seinem Ordner nichts geändert: nichts zurückzunehmen.
page-not-undoable-dot = Nicht umkehrbar.
page-undoable-but-some = Umkehrbar bis auf { $n } der Befehle.
page-undoable-but-runs = { $n ->
    [one] Umkehrbar bis auf den Befehl.
   *[other] Umkehrbar bis auf die Befehle.
}
page-expires = { $n ->
    [one] Läuft morgen ab.
   *[other] Läuft in { $n } Tagen ab.
}
page-expires-today = Läuft heute ab.
page-later = Später entscheiden
page-later-hint = Stellt alles Offene zurück; es bleibt im Eingang
page-early = Wird noch geprüft; Zeilen können sich ändern. Sie können schon entscheiden.
page-strip-drifted = { $n ->
    [one] 1 Zeile ist veraltet: Worauf sie aufbaut, hat sich geändert. Bitte neu entscheiden.
   *[other] { $n } Zeilen sind veraltet: Worauf sie aufbauen, hat sich geändert. Bitte neu entscheiden.
}
page-filter-shown = { $n } von { $of } gezeigt. Die Knöpfe meinen alle.
page-ask-again = Nachfragen
page-receipt = Eintrag { $entry } · { $hash }
page-receipt-failed = { $done } erledigt, { $failed } fehlgeschlagen.
page-receipt-going = Bisher { $done } erledigt{ $failed ->
    [0] .
   *[other] , { $failed } fehlgeschlagen.
}
page-undo-some = { $n } von { $of } rückgängig machen
page-running = { $n } von { $of } läuft
page-n-running = { $n ->
    [one] läuft
   *[other] laufen
}
page-undo-all = Alles rückgängig
page-undo-item = Rückgängig
page-undo-entry = Ganz rückgängig
page-undo-x = Rückgängig: { $label }
page-rewind = Hierher zurück
page-reviewed = Geprüft
page-n-items = { $n ->
    [one] Punkt
   *[other] Punkte
}
page-n-marked = markiert
page-n-open = offen
page-n-failed = fehlgeschlagen
page-n-unknown = unbekannt
page-n-invalid = nicht unterschreibbar
page-filter = Zeilen filtern
page-filter-none = Keine Zeile passt.
page-sign-group = Alle unterschreiben
page-todos-n = { $n } Aufgaben
page-rejected-with = Abgelehnt mit { $n }
page-because = weil: { $reason }
page-add-reason = Grund angeben
page-sign = Unterschreiben
page-sign-x = Unterschreiben: { $label }
page-reject-x = Ablehnen: { $label }
page-details-x = Einzelheiten: { $label }
page-signed-x = Unterschrieben: { $label }
page-rejected-x = Abgelehnt: { $label }
page-reject = Ablehnen
page-reject-reason = Mit Grund ablehnen
page-reject-why = Warum { $label } ablehnen?
page-reject-text = Eine Ziffer, eigene Worte oder nur Eingabe
page-defer = Zurückstellen
page-edit-item = Bearbeiten: { $label }
page-edit-more = Weiteres Feld ändern
page-edit-note = Die bearbeitete Zeile wird neu geprüft und braucht eine neue Entscheidung.
page-group-files = Dateien
page-blast-written = { $n ->
    [one] Schreibt 1 Datei.
   *[other] Schreibt { $n } Dateien.
}
page-blast-erased = { $n ->
    [one] Löscht 1 Datei.
   *[other] Löscht { $n } Dateien.
}
page-blast-runs = { $n ->
    [one] Führt 1 Befehl aus.
   *[other] Führt { $n } Befehle aus.
}
page-file-rename = Umbenennen
page-file-chmod = Rechte
page-lines =
    { $added ->
        [one] { $added } Zeile
       *[other] { $added } Zeilen
    } dazu, { $removed } weg
page-sensitive = Genau hinsehen
page-sensitive-why = Genau hinsehen: Diese Datei { $reason }.
page-unread = Ungelesen
page-unread-why = Zeilen dieser Änderung wurden noch nicht gezeigt.
page-diff-no-end = ohne Zeilenende
page-hunk = Teil { $n } von { $of }, Zeile { $line }
page-hunk-out = ausgelassen
page-hunks-none = Kein Teil bleibt: Es würde nichts geschrieben.
page-lines-more = { $n ->
    [one] 1 weitere Zeile wird nicht gezeigt.
   *[other] { $n } weitere Zeilen werden nicht gezeigt.
}
page-lines-rest = Alle zeigen
page-diff-binary = Kein Text
page-diff-same = Der Text bleibt, wie er ist.
page-diff-empty = Die Datei ist leer.
page-text-edit = Text bearbeiten
page-text-of = Text von { $path }
page-text-odd = Dieser Text mischt Zeilenenden oder ist zu lang; hier lässt er sich nicht bearbeiten.
page-diff-since = Seit dem Vorschlag hat sich die Datei geändert:
page-view = Ansicht
page-search = Aufgaben suchen
page-search-none = Keine Aufgabe passt.
page-search-none-text = Gesucht wird in Titeln, Notizen und Etiketten, auch mit Tippfehlern.
page-found = { $n ->
    [one] 1 gefunden
   *[other] { $n } gefunden
}
page-found-most = Die { $n } besten Treffer. Ein weiteres Wort grenzt ein.
page-due = fällig { $date }
page-due-here = fällig
page-missed = davor { $n } verpasst
page-has-notes = hat Notizen
page-complete-x = { $title } erledigen
page-reopen-x = Wieder öffnen: { $title }
page-delete-x = { $title } löschen
page-completed-x = Erledigt: { $title }
page-reopened-x = Wieder offen: { $title }
page-deleted-x = Gelöscht: { $title }
page-skipped-x = Ausgelassen: { $title }
page-moved-x = Verschoben auf { $date }: { $title }
page-saved-x = Gespeichert: { $title }
page-edit-todo = { $title } bearbeiten
page-skip-date = Diesen Termin auslassen
page-complete-date = Diesen Termin erledigen
page-add = Aufgabe hinzufügen
page-add-hint = Neue Aufgabe: die Bank anrufen Freitag 9 Uhr
page-add-button = Hinzufügen
page-add-desk = Eingabe bringt das aufs Pult, wo es vorgeschlagen oder beantwortet wird.
page-add-lost = Keine Antwort vom Server. Der Text bleibt stehen; Enter versucht es noch einmal.
page-unanswered = Keine Antwort vom Server: Es ist nicht bekannt, ob das geschehen ist.
page-this-week = Diese Woche
page-free = Frei
page-move-earlier = Einen Tag früher: { $title }
page-move-later = Einen Tag später: { $title }
page-move-to = Auf ein Datum verschieben: { $title }
page-earlier = Einen Tag früher
page-later-day = Einen Tag später
page-verified = { $n ->
    [one] Buch geprüft, 1 Eintrag
   *[other] Buch geprüft, { $n } Einträge
}
page-differs = { $n ->
    [one] Buch heil, 1 Abweichung im Gespeicherten
   *[other] Buch heil, { $n } Abweichungen im Gespeicherten
}
page-broken = Buch bei Eintrag { $seq } beschädigt
page-entry-changed = Nachträglich geändert: beweist nichts
page-entry-unreadable = Unlesbar
page-entry-current = aktuell
page-entry-files = { $n ->
    [one] 1 Datei
   *[other] { $n } Dateien
}
page-by-you = Sie, { $via }
page-kind-not-applied = Nicht angewendet
page-inbox-by = Vorgeschlagen von { $agent }
page-filter-applied = Änderungen
page-filter-decided = Entscheidungen
page-filter-proposed = Vorschläge
page-filter-settings = Optionen
page-via-page = Seite
page-via-terminal = Terminal
page-via-api = Programm
page-via-editor = Editor
page-kind-applied = Angewendet
page-kind-decided = Entschieden
page-kind-proposed = Vorgeschlagen
page-kind-revised = Überarbeitet
page-kind-expired = Abgelaufen
page-kind-settings = Optionen geändert
page-kind-audit = Vermerkt
page-filter-memory = Gedächtnis
page-kind-extended = Ergänzt
page-kind-session = Gespräch
page-kind-plan = Plan
page-kind-rule_made = Regel unterschrieben
page-kind-rule_suspended = Regel ausgesetzt
page-kind-rule_revoked = Regel widerrufen
page-kind-rule_used = Regel angewandt
page-kind-rule_kept = Regel hielt zurück
page-kind-memory = Gedächtnis
page-kind-applying = Begonnen
page-filter-all = Alles
page-verdict-confirmed = unterschrieben
page-verdict-rejected = abgelehnt
page-verdict-deferred = zurückgestellt
page-verdict-retracted = zurückgezogen
page-verdict-withdrawn = zurückgezogen
page-verdict-replaced = ersetzt
page-verdict-undecided = Entscheidung zurückgenommen
page-verdict-expired = abgelaufen
page-verdict-forgotten = vergessen
page-verdict-undone = rückgängig
page-outcome-rolled_back = Es schlug fehl, und alles wurde zurückgesetzt.
page-outcome-needs_recovery = Es schlug fehl und ließ sich nicht ganz zurücksetzen. Siehe Verlauf.
page-outcome-unknown = Niemand kann sagen, was geschah.
page-unsaved-title = { $n ->
    [one] Was Sie bei einem Punkt geschrieben haben, ist nicht gespeichert
   *[other] Was Sie bei { $n } Punkten geschrieben haben, ist nicht gespeichert
}
page-unsaved-text = Wird so angewendet, wie es ist, geht es verloren. Sie können zurückgehen und es erst speichern.
page-unsaved-apply = Verwerfen und anwenden
page-picked = { $n ->
    [one] 1 Aufgabe ausgewählt
   *[other] { $n } Aufgaben ausgewählt
}
page-picked-is = ausgewählt
page-picked-completed = { $n ->
    [one] 1 Aufgabe erledigt
   *[other] { $n } Aufgaben erledigt
}
page-picked-moved = { $n ->
    [one] 1 Aufgabe verschoben: { $date }
   *[other] { $n } Aufgaben verschoben: { $date }
}
page-picked-deleted = { $n ->
    [one] 1 Aufgabe gelöscht
   *[other] { $n } Aufgaben gelöscht
}
page-pick-complete = Erledigen
page-pick-date = Neuer Tag
page-pick-move = Verschieben
page-picked-n = { $n } ausgewählt
page-picked-sets = { $n ->
    [one] 1 Änderungssatz ausgewählt
   *[other] { $n } Änderungssätze ausgewählt
}
page-picked-rejected = { $n ->
    [one] 1 Änderungssatz abgelehnt
   *[other] { $n } Änderungssätze abgelehnt
}
page-pick-all = Alle auswählen
page-pick-x = Auswählen: { $label }
page-pick-none = Auswahl aufheben
page-key-pick = auswählen; mit Umschalt und Pfeil mehrere
page-key-week = in der Woche eine Aufgabe um einen Tag, um eine Woche verschieben
page-apply-later = Noch nicht angewendet: es wartet, bis der Server wieder da ist.
page-history-search = Verlauf durchsuchen
page-history-none = Nichts passt.
page-history-none-text = Gesucht wird in dem, was vorgeschlagen, entschieden und geändert wurde, und in seinen Nummern.
page-history-found = { $n ->
    [one] 1 Eintrag der letzten { $of }
   *[other] { $n } Einträge der letzten { $of }
}
page-diff-beside = Nebeneinander
page-gone-withdrawn = Zurückgezogen, als Sie sagten: „{ $message }“.
page-gone-replaced = Änderungssatz #{ $id } trat an seine Stelle, als Sie sagten: „{ $message }“.
