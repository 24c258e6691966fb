# Was das Terminal sagt. Die Kennungen und Variablen sind die von en.ftl; ein Test sieht darauf.

## Überall
cli-plain-mode = Schlichte Ausgabe: keine Farben, keine Zeichen, Auswahl nach Nummern.
cli-nothing-changed = Nichts wurde geändert.
cli-no-model = Nur der eingebaute Planer: Es ist kein Modell eingerichtet.
cli-value-none = nichts
cli-monday = Mo
cli-tuesday = Di
cli-wednesday = Mi
cli-thursday = Do
cli-friday = Fr
cli-saturday = Sa
cli-sunday = So
cli-usage-no-command = Es fehlt ein Befehl.
cli-drift = ! „{ $title }“ hat sich seither geändert: { $field } war { $base }, ist jetzt { $now }, vorgeschlagen { $proposed }
cli-drift-gone = „{ $title }“ wurde inzwischen gelöscht
cli-drift-there = „{ $title }“ ist schon da
cli-plain-change = { $field } von { $before } auf { $after }
cli-plain-runs = läuft
cli-plain-keys = Geben Sie eine Zahl von 1 bis { $count } ein.
cli-plain-keys-or = Geben Sie eine Zahl von 1 bis { $count } ein, oder einen Satz, der sagt, was anders sein soll.
cli-quoted = „{ $text }“
cli-list-added = dazu { $what }
cli-list-removed = weg { $what }
cli-list-ticked = abgehakt { $what }
cli-list-unticked = Haken weg bei { $what }
cli-list-reworded = { $before } wird { $after }
cli-list-order = in anderer Reihenfolge
cli-list-more = und { $count } weitere

## Änderungssätze
cli-to-add = { $count } neu
cli-to-change = { $count } ändern
cli-to-delete = { $count } löschen
cli-to-run = { $count } ausführen
cli-to-nothing = nichts zu tun
cli-base = Stand { $base }
cli-blast = { $deletes ->
    [one] Löscht 1 Aufgabe. Das lässt sich nicht zurücknehmen.
   *[other] Löscht { $deletes } Aufgaben. Das lässt sich nicht zurücknehmen.
}
cli-blast-reversible = { $deletes ->
    [one] Löscht 1 Aufgabe. Lässt sich zurücknehmen.
   *[other] Löscht { $deletes } Aufgaben. Lässt sich zurücknehmen.
}
cli-deletes-single = Das löscht alle Aufgaben, die sich nicht wiederholen.
cli-set-expired = Abgelaufen: Nichts davon kann mehr unterschrieben werden. Dasselbe neu vorschlagen: countersign rebase { $set } all
cli-set-resolved = Daran ist nichts mehr zu entscheiden.
cli-pending-next = Weiter: countersign sign { $set } all · reject { $set } { $item } -m "warum" · apply { $set } --all
cli-failed-next = { $count } fehlgeschlagen. Noch einmal unterschreiben: countersign sign { $set } { $item } · weglegen: countersign reject { $set } { $item }
cli-deferred-next = { $count } aufgeschoben. Wieder aufnehmen: countersign sign { $set } { $item } · weglegen: countersign reject { $set } { $item }
cli-invalid-next = Davon ist nichts zu unterschreiben. Einen Eintrag berichtigen: countersign edit { $set }.{ $item } · weglegen: countersign reject { $set } all
cli-signed-next = { $count } unterschrieben, nicht angewendet. Weiter: countersign apply { $set }
cli-drifted-next = { $count } überholt: { $count ->
    [one] Worauf es aufbaut, hat sich geändert. Noch einmal ansehen: countersign show { $set } · auf den jetzigen Stand bringen: countersign rebase { $set } all
   *[other] Worauf sie aufbauen, hat sich geändert. Noch einmal ansehen: countersign show { $set } · auf den jetzigen Stand bringen: countersign rebase { $set } all
}
cli-rebase-one = --content ist für einen einzelnen Punkt.
cli-rebase-nothing = Dort ist nichts veraltet.
cli-rebase-conflict = Beides ansehen: countersign show { $set }.{ $item }. Dann den eigenen Text geben: countersign rebase { $set }.{ $item } --content DATEI, oder verwerfen: countersign reject { $set } { $item }. Nichts ist geändert worden.
cli-more-todos = und { $count } weitere
cli-more-items = und { $count } weitere
cli-item-why = warum
cli-item-status = Stand
cli-item-reason = Grund
cli-item-needs = braucht
cli-item-entry = angewendet mit
cli-item-digest = Prüfsumme
cli-item-operation = Operation
cli-needs = braucht { $items }
cli-excluded = { $count } ausgenommen
cli-irreversible = lässt sich nicht zurücknehmen
cli-reversible = lässt sich zurücknehmen
cli-changes-nothing = ändert nichts
cli-only-looks = liest nur: nichts zurückzunehmen
cli-left-as-it-was = hat in seinem Ordner nichts geändert: nichts zurückzunehmen
cli-risk-some = etwas Risiko
cli-risk-high = hohes Risiko
cli-verb-add = hinzufügen
cli-verb-change = ändern
cli-verb-delete = löschen
cli-verb-run = ausführen
cli-status-invalid = ungültig
cli-status-pending = offen
cli-status-confirmed = unterschrieben
cli-status-rejected = abgelehnt
cli-status-rejected-with = abgelehnt mit { $item }
cli-log-put-back = zurückgelegt
cli-status-deferred = zurückgestellt
cli-status-retracted = zurückgezogen
cli-status-withdrawn = zurückgezogen
cli-status-replaced = ersetzt
cli-status-drifted = überholt
cli-status-blocked = wartet
cli-status-applying = wird angewendet
cli-status-applied = angewendet
cli-status-failed = gescheitert
cli-status-unknown = Ausgang unbekannt
cli-status-undone = zurückgenommen
cli-status-expired = abgelaufen
cli-verdict-undecided = Entscheidung zurückgenommen
cli-undo-hint = Zurücknehmen: countersign undo { $what }

## Eingang
cli-inbox-empty = Nichts wartet.
cli-inbox-more = Ältere stehen hier nicht: countersign inbox --before { $set }
cli-inbox-total = { $count ->
    [one] 1 Änderungssatz wartet.
   *[other] { $count } Änderungssätze warten.
}
cli-inbox-idle = { $count ->
    [one] 1 weiterer kann so nichts bewirken: Bearbeiten Sie ihn (countersign edit), oder legen Sie ihn weg (countersign reject).
   *[other] { $count } weitere können so nichts bewirken: Bearbeiten Sie sie (countersign edit), oder legen Sie sie weg (countersign reject).
}
cli-state-open = { $open } offen
cli-state-signed = { $open } offen, { $signed } unterschrieben
cli-state-resolved = erledigt
cli-state-expired = abgelaufen

## Entscheiden
cli-stale = #{ $set } beginnt nicht mehr mit { $base }: Es hat sich geändert, seit es gezeigt wurde.
cli-stale-hint = Noch einmal ansehen: countersign show { $set }. Nichts wurde geändert.
cli-items-missing = Welche Posten?
cli-items-twice = Der Posten ist zweimal genannt.
cli-items-hint = Zum Beispiel: { $set }.2 oder { $set } 1,3-5 oder { $set } all.
cli-nothing-to-decide = In #{ $set } lässt sich nichts so entscheiden.
cli-invalid-items = { $count ->
    [one] 1 von { $total } Einträgen hat einen Fehler
   *[other] { $count } von { $total } Einträgen haben Fehler
}. Es wurde nichts geändert.
cli-invalid-items-hint = Berichtigen Sie den Vorschlag, oder lassen Sie --yes weg, um den Rest selbst zu unterschreiben.
cli-unknown-language = Auf „{ $tag }“ gibt es keine Texte.
cli-unknown-language-hint = Zur Wahl stehen en, de, es, fr und ro.
cli-show-hint = Siehe countersign show { $set }.
cli-no-item = #{ $set } hat keinen Posten { $item }; der letzte ist { $last }.
cli-apply-item = Angewendet wird nur ein ganzer Änderungssatz: was unterschrieben ist, alles oder nichts.
cli-apply-item-hint = Einen Posten unterschreiben und anwenden: countersign apply { $set } --sign { $item }.
cli-nothing-signed = In #{ $set } ist nichts unterschrieben. Nichts wurde geändert.
cli-nothing-signed-hint = Zuerst unterschreiben: countersign sign { $set } all. Oder beides: countersign apply { $set } --all.
cli-nothing-left = Von #{ $set } ist nichts mehr anzuwenden. Nichts wurde geändert.
cli-nothing-left-hint = Was daraus wurde: countersign show { $set }.
cli-taken-back = #{ $set } wurde angewendet und wieder zurückgenommen. Nichts wurde geändert.
cli-taken-back-hint = Um es wiederzuhaben, nehmen Sie zurück, was es zurückgenommen hat: countersign log nennt es.
cli-applied-already = #{ $set } ist schon angewendet. Nichts weiter wurde geändert.
cli-applied-rest-waits = In #{ $set } ist nichts weiter unterschrieben; auf eine Unterschrift warten: { $waits }. Nichts weiter wurde geändert.
cli-effect-deletes = { $count ->
    [one] Das löscht 1 Aufgabe oder Datei.
   *[other] Das löscht { $count } Aufgaben oder Dateien.
}
cli-effect-updates = { $count ->
    [one] Das ändert 1 Aufgabe oder Datei.
   *[other] Das ändert { $count } Aufgaben oder Dateien.
}
cli-effect-both = Das löscht { $deletes } und ändert { $updates } der Aufgaben und Dateien.
cli-confirm-needed = { $effect } Nichts wurde geändert.
cli-confirm-needed-hint = Wenn das so gemeint ist, noch einmal mit --confirm aufrufen.
cli-confirm-sensitive = Das ändert { $files }: danach wird gebaut, installiert oder ausgeführt. Nichts wurde geändert.
cli-confirm-sensitive-ask = Das ändert { $files }: danach wird gebaut, installiert oder ausgeführt. Zum Fortfahren { $number } eingeben:
cli-confirm-ask = { $effect } Zum Fortfahren { $number } eingeben:
cli-confirm-declined = Nicht bestätigt. Nichts wurde geändert.
cli-confirm-declined-hint = Wenn es so gemeint ist, noch einmal aufrufen und die Zahl eingeben, oder mit --confirm.
cli-cannot-apply-hint = Auch unterschreiben, was gebraucht wird, oder diese Posten ablehnen oder ändern, oder den Rest allein mit --best-effort anwenden. Nichts wurde geändert.
cli-apply-ask = { $count ->
    [one] 1 unterschriebene Änderung anwenden? [Y/n]
   *[other] { $count } unterschriebene Änderungen anwenden? [Y/n]
}
cli-apply-all-ask = Alles unterschreiben und anwenden? [y/N]
cli-lasting-ask = { $count ->
    [one] Das lässt sich nicht rückgängig machen. Auch ausführen? [y/N]
   *[other] Diese { $count } lassen sich nicht rückgängig machen. Auch ausführen? [y/N]
}
cli-invalid-left = Ausgelassen, weil ungültig: { $items }.
cli-needs-left = Ausgelassen wegen dem, was es braucht: { $items }.
cli-lasting-left = Ausgelassen, weil es sich nicht rückgängig machen lässt: { $items }.
cli-lasting-left-hint = Mit seiner Nummer unterschreiben, z. B. countersign sign { $set } { $item }, oder --confirm angeben.
cli-deferred-left = { $count ->
    [one] Alles in #{ $set } ist entschieden: ein Posten ist zurückgestellt.
   *[other] Alles in #{ $set } ist entschieden: { $count } Posten sind zurückgestellt.
}
cli-deferred-left-hint = Mit seiner Nummer unterschreiben: countersign sign { $set } { $item }
cli-run-all-besides = { $count ->
    [one] Dazu eine Änderung, die kein Befehl ist: { $items }
   *[other] Dazu { $count } Änderungen, die keine Befehle sind: { $items }
}
cli-item-ask = { $item } { $label }  { $y } unterschreiben, { $n } ablehnen, { $d } zurückstellen, { $a } alles unterschreiben und anwenden, { $q } aufhören:
cli-item-keys = Tippen Sie y, n, d, a oder q, oder sagen Sie in einem Satz, was anders sein soll.
cli-apply-keys = Tippen Sie y oder n, oder sagen Sie in einem Satz, was anders sein soll.
cli-yes-no = Tippen Sie y oder n.
cli-typed-early = Was vor der Frage getippt wurde, ist ausgelassen: Es beantwortet nichts.

## Fragen
cli-consumed = „{ $text }“ wurde als { $meaning } gelesen.
cli-consumed-part = „{ $text }“ als { $meaning }
cli-consumed-list = Gelesen: { $parts }.
cli-warning = Warnung: { $code }
cli-answer-hint = Antworten: countersign ask --session { $session } "…"
cli-answer-earlier = Falls das „{ $title }“ beantwortet: countersign ask --session { $session } "…"
cli-answer-prompt = { $first }–{ $last } oder andere Worte:
cli-answer-prompt-one = { $first } oder andere Worte:
cli-answer-free = Ihre Antwort:
cli-run-failed = Die Anfrage ist gescheitert. Nichts wurde geändert.
cli-run-failed-hint = Noch einmal versuchen oder countersign doctor aufrufen.
cli-no-session = Es gibt kein Gespräch, das weitergehen könnte.
cli-no-session-hint = --continue weglassen.
cli-status = { $todos ->
    [one] 1 Aufgabe
   *[other] { $todos } Aufgaben
}, { $inbox ->
    [0] nichts wartet.
    [one] 1 Änderungssatz wartet: countersign inbox
   *[other] { $inbox } Änderungssätze warten: countersign inbox
}
cli-prompt-help = Sagen Sie, was sich ändern soll, z. B. „Zahnarzt am Freitag um 9 anrufen“. Strg+D beendet; countersign --help nennt alle Befehle.

## Verlauf
cli-log-empty = Noch ist nichts geschehen.
cli-log-current = aktuell
cli-log-undoable = lässt sich zurücknehmen
cli-log-changed = nachträglich geändert: beweist nichts
cli-log-unreadable = unlesbar
cli-log-more = Mehr: countersign log --before { $entry }
cli-log-hint = Siehe countersign log.
cli-redo-hint = countersign ask redo stellt wieder her, was zuletzt zurückgenommen wurde.
cli-actor-user = Sie ({ $via })
cli-via-page = Seite
cli-via-terminal = Terminal
cli-via-api = Programm
cli-via-editor = Editor
cli-actor-system = System
cli-verify-ok = { $count ->
    [one] Das Journal ist in Ordnung: 1 Eintrag, an den davor gebunden.
   *[other] Das Journal ist in Ordnung: { $count } Einträge, jeder an den davor gebunden.
}
cli-verify-head = Neuester: @{ $entry } { $hash }
cli-doubles = { $count ->
    [one] Diese Aufgaben haben dieselbe Kennung: { $todos }
   *[other] In { $count } Fällen haben Aufgaben dieselbe Kennung: { $todos }
}
cli-doubles-todo = Eine Ausgabe wird nur mit je einer davon wieder eingelesen. Bitte vergleichen (countersign todos show), dann alle bis auf eine löschen.
cli-verify-empty = Das Journal ist leer.
cli-verify-broken = Das Journal ist bei @{ $entry } gebrochen: { $what }.
cli-broken-missing = ein Eintrag fehlt
cli-broken-changed = ein Eintrag wurde nachträglich geändert
cli-broken-reordered = ein Eintrag steht an der Stelle eines anderen
cli-broken-unreadable = ein Eintrag ist unlesbar
cli-verify-means = Bis @{ $last } sind die Einträge, wie sie geschrieben wurden. Was bei @{ $entry } und danach steht, beweist nichts.
cli-verify-means-none = Kein Eintrag beweist etwas.
cli-verify-next = Nichts wurde geändert. Den Datenordner wegkopieren, dann mit einer früheren Kopie oder einer Ausgabe von audit.jsonl vergleichen. Die Aufgaben, wie sie sind: countersign export json -o todos.json
cli-verify-differs = { $count ->
    [one] Was gespeichert ist, weicht an einer Stelle von dem ab, was das Journal sagt:
   *[other] Was gespeichert ist, weicht an { $count } Stellen von dem ab, was das Journal sagt:
}
cli-verify-differs-next = Das Journal ist ganz, und nichts wurde geändert. countersign rebuild --write bringt in Ordnung, was gespeichert ist. Wo das nicht geht, sagt countersign doctor, was zu tun ist.
cli-differences-more = { $count ->
    [one] und eine weitere
   *[other] und { $count } weitere
}
cli-stored-differs = { $count ->
    [one] Was gespeichert ist, weicht an einer Stelle von dem ab, was das Journal sagt.
   *[other] Was gespeichert ist, weicht an { $count } Stellen von dem ab, was das Journal sagt.
} Das Journal ist ganz. Näheres: countersign verify
cli-rebuild-equal = { $entries ->
    [one] { $entries } Eintrag ergibt
   *[other] { $entries } Einträge ergeben
} { $todos ->
    [one] { $todos } Aufgabe
   *[other] { $todos } Aufgaben
} und { $sets ->
    [one] { $sets } Änderungssatz
   *[other] { $sets } Änderungssätze
}: dasselbe wie gespeichert.
cli-rebuild-differs = { $count ->
    [one] 1 Unterschied. Nichts wurde geändert; countersign rebuild --write ersetzt, was gespeichert ist.
   *[other] { $count } Unterschiede. Nichts wurde geändert; countersign rebuild --write ersetzt, was gespeichert ist.
}
cli-rebuild-written = { $count ->
    [one] 1 Unterschied; was gespeichert war, wurde durch das ersetzt, was das Journal sagt.
   *[other] { $count } Unterschiede; was gespeichert war, wurde durch das ersetzt, was das Journal sagt.
}
cli-not-applied = Von #{ $set } ist nichts Genanntes angewendet. Nichts wurde geändert.
cli-nothing-to-undo = Es gibt nichts zurückzunehmen.
cli-undo-stays = Von #{ $set } lässt sich dies zurücknehmen; was { $entries } getan hat, bleibt.
cli-in-the-way = Im Weg: @{ $entry } Posten { $item }, { $label }
cli-changed-since = „{ $title }“: { $field } war damals { $base }, ist jetzt { $now }
cli-changed-outside = „{ $title }“ wurde seither außerhalb von Countersign geändert
cli-gone-outside = „{ $title }“ ist weg: außerhalb von Countersign gelöscht oder verschoben

## Aufgaben
cli-todos-none = Keine Aufgaben.
cli-todos-count = { $count ->
    [one] 1 Aufgabe
   *[other] { $count } Aufgaben
}
cli-mark-done = erledigt
cli-mark-open = offen
cli-mark-rejected = verworfen
cli-overdue = { $date } überfällig
cli-missed = davor { $count } verpasst
cli-open-occurrence = offen
cli-due = fällig { $date }
cli-priority-high = hoch
cli-priority-low = niedrig
cli-today = { $date } · heute
cli-day-empty = nichts
cli-add-unread = „{ $said }“ bleibt im Titel: todos add liest die Wörter nicht. --on, --at, --every und --due setzen ein Datum; countersign { $title } liest eines und schlägt es vor.
cli-edit-nothing = Es ist kein Feld genannt. Nichts wurde geändert.
cli-edit-nothing-hint = Zum Beispiel: --on friday, --title "…", --clear date.
cli-edit-one = Sagen Sie, welcher Posten geändert werden soll. Nichts wurde geändert.
cli-edit-one-hint = Zum Beispiel: countersign edit { $set }.1 --on friday
cli-edit-json = Die Operation ist kein JSON: { $why }. Nichts wurde geändert.
cli-edit-json-hint = Zum Beispiel: --operation '{"{"}"op":"complete","id":5{"}"}'
cli-done-series = Aufgabe { $id } wiederholt sich: Sie wird Tag für Tag erledigt.
cli-done-series-hint = Sagen Sie, welcher: countersign todos done { $id } --on { $date }.
cli-date-unread = „{ $text }“ wurde nicht verstanden
cli-date-unclear = „{ $text }“ ist unklar: { $note }
cli-date-hint = Nichts wurde geändert. Zum Beispiel: freitag, morgen, nächste Woche, 2026-12-01.
cli-date-clear-hint = Eines wegnehmen: --clear date.
cli-time-hint = Nichts wurde geändert. Zum Beispiel: 9:00, 14 Uhr.
cli-every-hint = Nichts wurde geändert. Zum Beispiel: jeden Montag, jeden Werktag, alle 2 Wochen.

## Dateien
cli-file-unreadable = { $file } ist nicht lesbar: { $cause }
cli-file-unreadable-hint = Nennen Sie eine Textdatei in UTF-8, die Sie lesen dürfen.
cli-file-too-long = mehr als { $most } MB
cli-cause-missing = die Datei oder den Ordner gibt es nicht
cli-cause-denied = das dürfen Sie damit nicht
cli-cause-folder = es ist ein Ordner
cli-cause-way = ein Teil des Pfads ist kein Ordner
cli-cause-full = der Datenträger ist voll
cli-cause-read-only = der Datenträger ist schreibgeschützt
cli-cause-text = es ist nicht in UTF-8
cli-file-unwritable = { $file } lässt sich nicht schreiben: { $cause }
cli-file-unwritable-hint = Was vorher da war, ist noch da. Nennen Sie mit -o einen anderen Ort.
cli-exported = { $file }: { $bytes } Bytes geschrieben.
cli-export-warning = Warnung: { $message }
cli-import-problem = { $place }: { $message }
cli-import-unchanged = { $count ->
    [one] 1 Aufgabe ist schon genau so da.
   *[other] { $count } Aufgaben sind schon genau so da.
}
cli-import-nothing = In der Datei ist nichts anders. Nichts wurde geändert.
cli-import-unread = Nichts in der Datei war lesbar. Nichts wurde geändert.

## Einstellungen
cli-settings-effective = Gültig: Zone { $zone }, heute { $today }
cli-settings-set = { $name } ist jetzt { $value }
cli-setting-unknown = Eine Einstellung „{ $name }“ gibt es nicht.
cli-setting-unknown-hint = Siehe countersign settings get.

## Server
cli-serve-data = Daten: { $dir }
cli-serve-signed-out = Jede angemeldete Seite ist abgemeldet: Öffnen Sie die Adresse, um sich wieder anzumelden.
cli-token-wrong = Das Token ist leer oder hält Zeichen, die eine Kopfzeile nicht tragen kann.
cli-token-hint = Nehmen Sie sichtbare ASCII-Zeichen ohne Leerzeichen.
cli-token-short = Das Token hat nur { $length } Zeichen: Wer es errät, darf alles, was Sie dürfen. Lassen Sie es weg für ein zufälliges, oder machen Sie eins: openssl rand -hex 16
cli-already-running = Ein Server läuft schon unter { $url } (Prozess { $pid }).
cli-already-running-hint = Öffnen Sie seine Seite mit der Adresse, die countersign open nennt.
cli-already-running-signed-in = Niemand wurde abgemeldet: Beenden Sie erst jenen Server (kill { $pid }), dann starten Sie ihn mit --sign-out.
cli-not-running = Für diesen Datenordner läuft kein Server.
cli-not-running-hint = Starten: countersign serve
cli-port-in-use = Port { $port } ist von einem anderen Programm belegt.
cli-port-in-use-hint = Einen anderen nehmen: countersign serve --port 0 findet einen freien.
cli-cannot-listen = Auf Port { $port } kann nicht gehört werden: { $cause }
cli-server-ended = Der Server unter { $url } ist beendet; es geht ohne ihn weiter.
cli-server-lost = Der Server unter { $url } antwortet nicht: { $cause }
cli-server-lost-hint = Was er bestätigt hat, ist sicher. Sehen Sie mit countersign log nach, ob die letzte Anfrage ankam.
cli-answer-unreadable = { $what } war nicht lesbar: { $cause }
cli-answer-unreadable-hint = Der Server ist vielleicht von anderer Version: Halten Sie ihn an und starten Sie diesen.
cli-answer-status = Der Server antwortete mit Status { $status }.
cli-now-remote = Ein Server läuft, und er hat seine eigene Uhr.
cli-now-remote-hint = --now weglassen oder den Server anhalten.

## Datenordner
cli-no-data = In { $dir } sind noch keine Daten. Sie entstehen beim ersten Gebrauch, z. B. mit countersign todos add.
cli-no-home = Es gibt keinen persönlichen Ordner für die Daten.
cli-no-home-hint = Nennen Sie einen mit --data DIR.
cli-data-in-use = Ein anderer Prozess benutzt { $dir }.
cli-data-in-use-hint = Warten Sie, bis er endet, oder nehmen Sie mit --data DIR einen anderen Ordner. Nichts wurde geändert.
cli-data-unwritable = { $dir } lässt sich nicht schreiben: { $cause }
cli-data-unwritable-hint = Was dort gespeichert ist, ist sicher und blieb unberührt. Machen Sie den Ordner für sich schreibbar oder nehmen Sie mit --data DIR einen anderen.
cli-looking = { $dir } lässt sich nicht schreiben: Das hier ist eine Kopie davon. Alles lässt sich lesen und exportieren, nichts ändern.
cli-serve-looking = { $why } Dieser Server antwortet aus einer Kopie: Alles lässt sich lesen und exportieren, nichts ändern. Beheben Sie das: Er macht von selbst weiter.
cli-serve-waits = { $count ->
    [one] Ein Befehl läuft. Auf ihn wird { $seconds } s gewartet, dann wird er angehalten; Strg+C hält ihn sofort an.
   *[other] { $count } Befehle laufen. Auf sie wird { $seconds } s gewartet, dann werden sie angehalten; Strg+C hält sie sofort an.
}

## Zeit
cli-zone-unknown = „{ $zone }“ ist keine bekannte Zone.
cli-zone-hint = Nehmen Sie einen IANA-Namen wie Europe/Berlin oder America/New_York.
cli-now-wrong = „{ $text }“ ist keine Zeit.
cli-now-hint = Nehmen Sie 2026-11-21T10:00 oder mit Zone 2026-11-21T10:00[Europe/Berlin].

## Für Skripte
cli-dates-none = Kein Datum.
cli-dates-range = { $from } bis { $to }
cli-dates-at = { $date } um { $time }
cli-window-backwards = --from { $from } ist nach --to { $to }.
cli-window-backwards-hint = Nennen Sie das frühere Datum zuerst.
cli-occurrences-usage = Nennen Sie die Regel als JSON und --scheduled-for, oder --batch.
cli-snapshot-hint = Eine Momentaufnahme ist {"{"}"todos":[…]{"}"}, wie countersign export json sie schreibt.
cli-snapshot-unreadable = Die Momentaufnahme { $file } ist nicht lesbar: { $cause }
cli-snapshot-shape = Die Momentaufnahme { $file } hat keine Liste "todos".
cli-snapshot-todo = Die Momentaufnahme { $file } ist nicht brauchbar: todos[{ $place }]: { $cause }
cli-snapshot-id = id muss eine Zahl ab 1 sein
cli-snapshot-title = title ist leer
cli-snapshot-twice = id { $id } ist zweimal da

## Prüfung
cli-doctor-ok = gut
cli-doctor-warn = Warnung
cli-doctor-bad = schlecht
cli-doctor-zone = Die Zone ist { $zone }.
cli-doctor-zone-unknown = Das Gerät nennt keine Zone; Tage sind die von UTC.
cli-doctor-zone-unknown-todo = Setzen Sie eine: countersign settings set zone Europe/Berlin
cli-doctor-data = { $dir } ist schreibbar.
cli-doctor-data-none = { $dir } gibt es noch nicht; es entsteht beim ersten Gebrauch.
cli-doctor-data-open = Andere Benutzer können in { $dir } schreiben.
cli-doctor-data-open-todo = Machen Sie ihn zu Ihrem allein: chmod 700.
cli-doctor-data-writable = Andere Benutzer können { $files } ändern.
cli-doctor-data-writable-todo = Nehmen Sie ihnen das: chmod go-w.
cli-doctor-server = Ein Server läuft unter { $url } (Prozess { $pid }).
cli-doctor-no-server = Kein Server läuft; Befehle öffnen die Daten selbst.
cli-doctor-sqlite = Die SQLite-Bibliothek ist 3.51.3 oder neuer.
cli-doctor-database = Die Datenbank ist in Ordnung.
cli-doctor-database-none = Es gibt noch keine Datenbank.
cli-doctor-database-busy = Ein anderer Befehl benutzt die Datenbank; sie wurde nicht geprüft.
cli-doctor-unreadable = { $file } ist nicht als Datenbank dieses Programms lesbar: { $cause }
cli-doctor-unreadable-todo = Nichts wurde hineingeschrieben. 1. Kopieren Sie { $dir } an einen sicheren Ort. 2. Eine frühere Kopie des Ordners ist so brauchbar, wie sie ist: countersign --data COPY doctor. 3. Eine Ausgabe kommt in einen neuen Ordner: countersign --data NEW import todos.json --yes
cli-doctor-database-damaged = { $file } ist beschädigt: { $damage }
cli-doctor-database-damaged-todo = 1. Kopieren Sie { $dir } an einen sicheren Ort. 2. Ist das Journal unten in Ordnung, lassen sich Aufgaben und Änderungssätze daraus neu machen: countersign rebuild --write. 3. Sonst retten Sie, was lesbar ist, und beginnen Sie damit einen neuen Ordner: countersign export json -o rescue.json, dann countersign --data NEW import rescue.json --yes
cli-doctor-projections = Aufgaben und Änderungssätze sind, was das Journal sagt.
cli-doctor-projections-differ = { $count ->
    [one] 1 Unterschied zwischen dem Gespeicherten und dem, was das Journal sagt.
   *[other] { $count } Unterschiede zwischen dem Gespeicherten und dem, was das Journal sagt.
}
cli-doctor-projections-differ-todo = Ansehen mit countersign rebuild; countersign rebuild --write bringt sie in Ordnung.
cli-doctor-terminal = Ein Terminal: Fragen sind möglich.
cli-doctor-no-terminal = Kein Terminal: Nichts wird gefragt; was eine Antwort bräuchte, wird abgelehnt.

## Weiteres
cli-meaning = { $meaning ->
    [scheduledFor] Datum
    [timeOfDay] Uhrzeit
    [dueDate] Frist
    [until] Ende der Wiederholung
    [recurrence] Wiederholung
    [estimate] Aufwand
    [shift] Verschiebung
    [labels] Etiketten
    [checklist] Zeilen der Checkliste
    [completed] erledigt
    [title_contains] Wort des Titels
    [list] Ihre Liste
    [priority] Priorität
    [title] Titel
    [notes] Notizen
    [status] Status
    [reason] Grund
    [overdue] überfällig
    [repeating] sich wiederholend
   *[other] { $meaning }
}
cli-more-options = … und { $count } weitere: „more“ zeigt sie, oder sagen Sie mit eigenen Worten, was gemeint ist.
cli-finish-unknown = Kein Server hört mit „{ $word }“ auf.
cli-finish-unknown-hint = Verwenden Sie stop, length oder aborted, oder lassen Sie --finish weg.
cli-schema-invalid = Das Schema ist nicht brauchbar: { $cause }.
cli-schema-invalid-hint = Es muss ein JSON-Schema (Draft 2020-12) sein; Verweise bleiben in der Datei.
cli-input-not-utf8 = Die Standardeingabe ist nicht in UTF-8: { $cause }.
cli-input-not-utf8-hint = Wandeln Sie sie zuerst um, z. B. mit iconv.
cli-explain-allow = Erlaubt ({ $class }): darf ungefragt laufen, sobald Sie die Regel zum Selbstausführen unterschrieben haben.
cli-explain-prompt = Nachfrage ({ $class }): immer ein Punkt zum Unterschreiben.
cli-explain-fails = Hier abgelehnt ({ $class }): Wo es laufen würde, muss es scheitern.
cli-explain-refused = Abgelehnt ({ $class }): So kann es nicht vorgeschlagen werden.
cli-explain-never = Nie ({ $class }): wird abgelehnt, auch unterschrieben.
cli-explain-part = { $command }: { $verdict }
cli-explain-part-why = { $command }: { $verdict }; { $why }
cli-patch-usage = Nennen Sie --file, oder --batch.
cli-patch-applies = Passt: { $added } hinzugefügt, { $removed } entfernt.
cli-patch-no-change = Ändert nichts.
cli-patch-deletes = Löscht die Datei.
cli-patch-renames = Benennt die Datei um in { $path }.
cli-patch-copies = Kopiert die Datei nach { $path }.
cli-patch-mode = Setzt ihre Rechte auf { $mode }.
cli-patch-refused = Abgelehnt ({ $reason }): { $message }
cli-patch-place = Zeile { $line } ({ $kind })
cli-patch-near = Am ähnlichsten, Zeile { $line }:
cli-patch-more = … weitere Zeilen: { $count }
cli-serve-model = Modell: { $model }.
cli-workspace-none = Hier ist kein Arbeitsordner offen.
cli-workspace-gone = (der Ordner ist nicht mehr da)
cli-workspace-opened = { $root } ist offen als { $id }. Ohne Ihre Unterschrift wird darin nichts geändert.
cli-workspace-closed = { $id } ist geschlossen. Die Dateien und der Verlauf bleiben, wie sie sind.
cli-workspace-unknown = Kein offener Ordner heißt „{ $name }“.
cli-workspace-open = Offen sind: { $names }
cli-workspace-hint = Einen Ordner öffnen: countersign workspace open DIR
cli-propose-hint = Die Datei enthält {"{"}"operations": […]{"}"}, eine Liste von Operationen, eine einzelne oder eine Bearbeitung, die ihre Dateien nennt, etwa einen Diff; für andere dazu --path.
cli-propose-patch-hint = Schicken Sie einen Unified Diff, Suchen/Ersetzen-Blöcke oder *** Begin Patch, vollständig.
cli-propose-empty = Es ist nichts zu lesen: weder eine Änderung noch Operationen kamen an.
cli-propose-empty-hint = Geben Sie eine Datei an, oder senden Sie sie über die Standardeingabe, z. B. git diff | countersign propose --patch -
cli-propose-no-path = Die Änderung sagt nicht, für welche Datei sie ist.
cli-propose-no-path-hint = Nennen Sie sie mit --path.
cli-propose-no-file = Diese Datei gibt es nicht
cli-propose-no-text = Die Datei ist kein Text
cli-diff-all = Sehen Sie alles, bevor Sie unterschreiben: countersign show { $item } --all
cli-diff-binary = Die Datei ist kein Text; die Änderung lässt sich nur als Ganzes unterschreiben.
cli-diff-hunk = Teil { $n }
cli-diff-more = … weitere Zeilen: { $count }
cli-diff-since = Seit dem Vorschlag hat sich die Datei geändert:
cli-doctor-sandbox-bwrap = Befehle laufen in bubblewrap: Nur der Arbeitsordner ist schreibbar, Geheimnisse sind verborgen, kein Netz.
cli-doctor-sandbox-landlock = Befehle laufen unter Landlock und seccomp: { $missing }.
cli-doctor-sandbox-none = Es gibt keine Sandbox; bei jedem Befehl wird gefragt: { $missing }.
cli-doctor-sandbox-todo = Installieren Sie bubblewrap (apt install bubblewrap) und sorgen Sie dafür, dass es Namensräume anlegen darf.
cli-run-ask = { $y } einmal ausführen, { $a } merken & ausführen, { $n } überspringen:
cli-run-keys = Geben Sie y, a oder n ein.
cli-run-stopping = Der Befehl wird angehalten …
cli-run-no-workspace = Es gibt weder einen offenen Arbeitsordner noch einen Ordner { $name }: { $cause }
cli-run-no-workspace-hint = Nennen Sie einen offenen Arbeitsordner oder einen Ordner, der als solcher geöffnet werden soll.
cli-run-open-ask = { $root } ist nicht als Arbeitsordner offen. Öffnen, damit unterschriebene Befehle darin laufen dürfen? y/n:
cli-run-not-open = { $root } ist nicht als Arbeitsordner offen. Nichts ist gelaufen.
cli-run-not-open-hint = Öffnen: countersign workspace open . – oder nennen: countersign run --workspace . "…"
cli-sandbox-hint = Setzen Sie es auf bwrap, landlock oder none, oder lassen Sie es leer.
cli-item-runs-in = läuft in
cli-item-judged = beurteilt
cli-verdict = { $verdict ->
    [allow] auf der Liste bekannter Befehle
    [prompt] braucht eine Unterschrift
   *[never] läuft nie
}
cli-class = { $class ->
    [read_only] liest nur
    [project] führt Code des Projekts aus
    [write] schreibt Dateien
    [network] nutzt das Netz
    [interpreter] führt Code in einem Interpreter aus
    [shell] braucht eine Shell
    [destructive] löscht oder überschreibt
    [control_plane] greift an, was Sie schützt
   *[unknown] unbekannt
}
cli-item-sandbox = Sandbox
cli-item-environment = Umgebung
cli-item-words = Wörter
cli-item-exit = Exit-Code
cli-item-output = Ausgabe
cli-agent-none = Kein Agentenlauf wartet.
cli-agent-none-hint = Mit countersign agent einen beginnen oder ihn mit --run nennen.
cli-agent-none-here = Im letzten Gespräch wartet nichts.
cli-agent-none-in = In diesem Gespräch wartet nichts.
cli-agent-elsewhere = Ein anderes wartet: { $title }. Sagen Sie es diesem: countersign continue --session { $session }
cli-agent-summary-waits = Die Zusammenfassung der Arbeit wartet: erst behalten, ändern oder verwerfen. Nichts wurde behalten.
cli-agent-cancelled = Angehalten. Nichts wurde geändert.
cli-agent-stopping = Der Lauf wird angehalten …
cli-agent-step-pending = { $mark }{ $n }. { $title } (offen)
cli-agent-step-running = { $mark }{ $n }. { $title } (in Arbeit)
cli-agent-step-completed = { $mark }{ $n }. { $title } (erledigt)
cli-agent-step-failed = { $mark }{ $n }. { $title } (gescheitert): { $why }
cli-agent-step-cancelled = { $mark }{ $n }. { $title } (nicht begonnen)
cli-agent-tool-completed = {"    "}{ $call } → { $result }
cli-agent-tool-queued = {"    "}{ $call } → wartet auf Ihre Unterschrift
cli-agent-tool-failed = {"    "}{ $call } ❌ { $result }
cli-plain-tool-completed = {"    "}{ $call }: { $result }
cli-plain-tool-queued = {"    "}{ $call }: wartet auf Ihre Unterschrift
cli-plain-tool-failed = {"    "}{ $call } (gescheitert): { $result }
cli-agent-paused = { $done } erledigt, { $left } übrig, { $queued ->
    [one] 1 Änderung
   *[other] { $queued } Änderungen
} vorgemerkt.
cli-agent-approval = { $count ->
    [one] 1 Werkzeugaufruf braucht
   *[other] { $count } Werkzeugaufrufe brauchen
} Ihre Erlaubnis; nach einer Minute ohne Antwort gilt sie als verweigert.
cli-agent-summary = Zusammenfassung der Arbeit, noch nicht behalten:
cli-agent-summary-action = Handlung
cli-agent-summary-details = Einzelheiten
cli-agent-summary-result = Ergebnis
cli-agent-summary-tools = Werkzeuge
cli-agent-summary-saved = Die Zusammenfassung ist behalten.
cli-agent-summary-discarded = Die Zusammenfassung ist verworfen. Die Aufzeichnung des Laufs bleibt.
cli-agent-ask-continue = { $y } weiter, { $a } ohne Warten weiter, { $s } hier aufhören, oder sagen, was anders werden soll:
cli-agent-keys-continue = y, a, s oder einen Satz eingeben.
cli-agent-ask-approval = y erlauben, n nicht erlauben, oder die Nummern der erlaubten:
cli-agent-keys-approval = y, n oder Nummern wie 1, 3 eingeben.
cli-agent-ask-summary = { $s } behalten, { $e } bearbeiten, { $d } verwerfen:
cli-agent-keys-summary = s, e oder d eingeben. Bis dahin wird nichts behalten.
cli-agent-edit-action = Handlung:
cli-agent-edit-details = Einzelheiten:

## Arbeit in einem Projektordner
cli-work-loaded = { $count ->
    [one] 1 Datei geladen: { $names }
   *[other] { $count } Dateien geladen: { $names }
}
cli-work-cut = ihr Anfang
cli-work-left-out = Nicht geladen: { $reason }
cli-work-urls = Vermerkt, nicht abgerufen: { $urls }
cli-work-step-done = erledigt:
cli-work-step-open = offen:
cli-work-next = Als Nächstes ließe sich sagen:
cli-work-diff-more = … mehr: countersign show { $item }
cli-work-about = --about nennt einen Satz von Änderungen, keinen Befehl.
cli-work-about-hint = Nennen Sie den Posten, z. B. --about 14.2.

## Agenten
cli-acp-waits = Wartet auf einen Editor, der auf der Standardeingabe das Agent Client Protocol spricht. Gestartet wird dies von einem Editor: countersign help acp.
cli-acp-sign = Unterschreiben
cli-acp-reject = Ablehnen
cli-acp-later = Später
cli-acp-words = In eigenen Worten
cli-acp-step-failed = { $title } (gescheitert)
cli-acp-step-cancelled = { $title } (nicht begonnen)
cli-acp-go-on = Weiter
cli-acp-stop = Hier aufhören
cli-acp-allow = Erlauben
cli-acp-deny = Nicht erlauben
cli-acp-keep = Behalten
cli-acp-discard = Verwerfen
cli-acp-confirm-title = Änderungssatz { $set } trotzdem anwenden?
cli-acp-confirm = Anwenden
cli-acp-drifted = { $count } von { $total } passen nicht mehr: Worauf sie beruhen, hat sich geändert. Die unterschriebenen ohne sie anwenden ({ $signed })?
cli-acp-left = Nichts davon ist getan: es wartet in Countersign.
cli-acp-rest = { $count ->
    [one] 1 Änderung wartet. Entscheiden Sie hier mit /inbox oder anderswo: countersign show { $set }
   *[other] { $count } Änderungen warten. Entscheiden Sie hier mit /inbox oder anderswo: countersign show { $set }
}
cli-acp-unshown = Die Änderung ist zu lang, um hier gezeigt zu werden, ist kein Text oder wurde für einen älteren Stand der Datei gemacht. Ansehen: countersign show { $item }
cli-acp-unread = Hier werden nur Text, Dateien und Bilder gelesen. Der Rest der Anfrage blieb weg.
cli-acp-unsaved = { $path } hat im Editor Änderungen, die nicht gespeichert sind. Gelesen und geändert wird, was auf der Platte steht: Speichern Sie zuerst.
cli-acp-mode = { $mode ->
    [chat] Nur Antworten.
    [plan] Immer ein Vorschlag oder eine Frage.
    [agent] Ein Modell arbeitet schrittweise daran, mit Werkzeugen.
   *[other] Je nachdem, was Sie sagen.
}
cli-acp-inbox = Alles entscheiden, was auf Ihre Unterschrift wartet
cli-acp-no-session = Das Gespräch { $id } ist hier nicht offen.
cli-acp-no-session-hint = Laden Sie es, oder beginnen Sie ein neues.
cli-acp-no-mode = Es gibt keinen Modus { $mode }.
cli-mcp-waits = Wartet auf ein Programm, das auf der Standardeingabe das Model Context Protocol spricht. Gestartet wird dies von einem Editor oder Agenten: countersign help mcp.
cli-set-in = in { $folders }
cli-proposed-by = Vorgeschlagen von { $agent }
cli-wake-proposed = { $count ->
    [0] Nichts Neues vorzuschlagen.
    [one] 1 Änderung vorgeschlagen.
   *[other] { $count } Änderungen vorgeschlagen.
}
cli-wake-waits = { $count ->
    [one] 1 Befund wartet schon.
   *[other] { $count } Befunde warten schon.
}
cli-wake-refused = { $count ->
    [one] 1 Befund wird nicht noch einmal vorgeschlagen: abgelehnt, zurückgestellt oder schon so.
   *[other] { $count } Befunde werden nicht noch einmal vorgeschlagen: abgelehnt, zurückgestellt oder schon so.
}
cli-wake-retracted = { $count ->
    [one] 1 früherer Vorschlag wurde zurückgenommen: Er trifft nicht mehr zu.
   *[other] { $count } frühere Vorschläge wurden zurückgenommen: Sie treffen nicht mehr zu.
}
cli-wake-left = { $count ->
    [one] 1 weiterer bleibt für später: Es wartet schon genug.
   *[other] { $count } weitere bleiben für später: Es wartet schon genug.
}
cli-decisions-empty = Noch keine Entscheidungen.
cli-decisions-none = Keine Entscheidung ist so.
cli-decisions-more = Ältere: countersign decisions --before { $next }
cli-decisions-forgotten = Vergessen: { $label } ({ $at }). Agenten erfahren davon nichts mehr.
cli-decisions-restored = Wieder im Gedächtnis: { $label } ({ $at }).
cli-decisions-waiting = Wartet auf Sie:
cli-decisions-notes = Seine eigenen Notizen:
cli-reason-wrong-target = falsches Ziel
cli-reason-wrong-value = falscher Wert
cli-reason-my-wording = meine Formulierung
cli-reason-not-now = nicht jetzt
cli-reason-not-needed = nicht nötig
cli-reason-too-risky = zu riskant
cli-reason-already-done = schon erledigt
cli-reason-duplicate = doppelt
cli-reason-other = anderes

## Stored outputs
cli-outputs-none = Hier ist keine Ausgabe gespeichert.
cli-outputs-more = … und { $count } weitere
cli-outputs-failed = fehlgeschlagen
cli-outputs-size = { $count } Zeichen
cli-outputs-array = { $name }: { $count ->
    [one] 1 Element
   *[other] { $count } Elemente
}
cli-outputs-matches = { $count ->
    [one] 1 Zeile
   *[other] { $count } Zeilen
}
cli-outputs-next = Weiter mit --offset { $offset }
cli-outputs-default-hint = Schreiben Sie JSON: null, 0 oder "Text" mit Anführungszeichen.

## Modelle
cli-model-size-unknown = unbekannte Größe
cli-model-up = antwortet
cli-model-down = antwortet nicht
cli-model-unasked = nicht gefragt
cli-model-installed = { $count ->
    [0] Nichts ist installiert.
    [one] 1 Modell ist installiert:
   *[other] { $count } Modelle sind installiert:
  }
cli-model-partial = { $name }: { $received } sind geladen; mit pull geht es weiter, mit remove ist es weg.
cli-model-curated = Zu haben mit pull:
cli-model-needs = { $download } zu laden, { $memory } Arbeitsspeicher
cli-model-score = { $right } % von { $cases } Fällen ganz richtig
cli-model-unmeasured = hier nicht gemessen
cli-model-free = { $free } sind frei in { $folder }
cli-model-offer = { $name }: { $size } von { $source }
cli-model-resumes = { $received } sind schon da; dort geht es weiter.
cli-model-licence = Lizenz: { $licence }
cli-model-unpinned = Vorab ist keine Prüfsumme bekannt; die der geladenen Datei wird gemerkt.
cli-model-room = { $free } sind auf diesem Datenträger frei.
cli-model-ask = Laden und die Lizenz annehmen? y/n:
cli-model-unconfirmed = Die Lizenz { $licence } ist nicht bestätigt. Nichts wurde geladen.
cli-model-unconfirmed-hint = Lesen, dann --yes anfügen.
cli-model-progress = { $received } von { $total }
cli-model-checking = Wird geprüft …
cli-model-waiting = Ein anderer Prozess lädt dasselbe; es wird gewartet.
cli-model-pulled = { $name } ist installiert: { $size }.
cli-model-use-it = Benutzen: countersign model use { $name }
cli-model-stopped = Das Laden von { $name } wurde angehalten. Nichts wurde installiert.
cli-model-stopped-hint = Mit pull geht es dort weiter.
cli-model-chosen = { $name } antwortet von jetzt an.
cli-model-overridden = Noch nicht: die Umgebung entscheidet. Benutzt wird: { $used }
cli-model-none = Hier gibt es kein Modell { $name }.
cli-model-none-hint = countersign model list zeigt, was da ist und was zu haben ist.
cli-model-sound = { $name } ist die installierte Datei: { $size }, Prüfsumme und Kopf stimmen.
cli-model-answers = { $name } antwortet: { $abilities }
cli-model-remove-ask = { $name } ({ $size }) entfernen? y/n:
cli-model-kept = { $name } ist noch da. Nichts wurde geändert.
cli-model-kept-hint = Mit --yes wird es entfernt.
cli-model-removed = { $name } ist entfernt; { $size } sind wieder frei
cli-eval-no-model-hint = Eines nennen: --model NAME, oder --model none für den Planer allein.
cli-eval-bad-cases = { $count ->
    [one] 1 Zeile ist kein Fall.
   *[other] { $count } Zeilen sind keine Fälle.
  }
cli-eval-other-run = Diese Datei gehört zu einem anderen Lauf. Nichts wurde geändert.
cli-eval-other-run-hint = Eine andere Datei nennen, oder mit demselben Modell, denselben Fällen und Teilen beginnen.
cli-eval-not-a-run = Diese Datei ist nicht die eines Laufs.
cli-eval-not-a-run-hint = Eine Datei nennen, die mit --out entstanden ist.
cli-eval-other-cases = Diese Datei ist von anderen Fällen: Es lässt sich nichts vergleichen.
cli-eval-other-cases-hint = Einen Lauf derselben Fälle nennen.
cli-eval-progress = { $done } von { $all }
cli-eval-valid = brauchbar
cli-eval-operation = richtige Operation
cli-eval-target = richtige Aufgaben
cli-eval-right = ganz richtig
cli-eval-wrong-sure = falsch, aber sicher
cli-eval-offered = gefragt, das Richtige unter den Antworten
cli-eval-cost = Modell gefragt in { $asked } Fällen: { $read } → { $written } Tokens; Median { $first } s bis zum ersten Token, { $each } s je Fall; { $all } s insgesamt.
cli-eval-failed = Das Modell hat in { $count ->
    [one] { $count } Fall
   *[other] { $count } Fällen
} versagt: { $why }
cli-eval-no-cases = Es gibt keinen Fall zu beurteilen.
cli-eval-no-cases-hint = Eine Datei mit Fällen nennen, eine Art, die darin vorkommt, und --most ab 1.
cli-eval-against = Von { $n } Paaren ist nur dieser Lauf richtig in { $this }, nur der andere in { $other } (McNemar exakt, p = { $p }).

# Standing rules, and runs of several commands.
cli-actor-rule = Regel { $rule } ({ $name })
cli-rules-none = Keine Regel ist unterschrieben. Alles wartet auf Ihre Unterschrift.
cli-rule-active = aktiv
cli-rule-used-up = aufgebraucht
cli-rule-expired = abgelaufen
cli-rule-suspended = ausgesetzt
cli-rule-revoked-word = widerrufen
cli-rule-uses = { $uses }× benutzt
cli-rule-uses-of = { $uses } von { $cap } benutzt
cli-rule-until = bis { $date }
cli-rule-from = aus { $item }
cli-rule-made = Regel { $id } unterschrieben: { $name } läuft in { $workspace } bis { $date } ohne Rückfrage.
cli-rule-revoked = Regel { $id } widerrufen: { $name } wartet wieder auf Ihre Unterschrift.
cli-rule-judged = beurteilt
cli-rule-lets = Die Regel lässt es durch.
cli-rule-lets-not = Die Regel lässt es nicht durch.
cli-rule-waits = Keine Regel lässt es durch; es wartet auf Ihre Unterschrift.
cli-rule-covered = Läuft ohne Rückfrage nach Regel { $rules }.
cli-rule-past = Hätte auf { $matched ->
    [one] { $matched } frühere Entscheidung
   *[other] { $matched } frühere Entscheidungen
} gepasst: { $signed } unterschrieben, { $rejected } abgelehnt.
cli-rule-suggested = Merken & Ausführen würde sich merken: { $prefixes }
cli-rule-never = Keine Regel kann diesen Befehl durchlassen.
cli-rule-never-hint = Unterschreiben Sie ihn jedes Mal. Nichts wurde geändert.
cli-rule-one-command = Es kann nur ein Befehl auf einmal gemerkt werden.
cli-rule-words = { $most ->
    [one] Merken lässt sich davon nur 1 Wort.
   *[other] Merken lassen sich 1 bis { $most } Wörter davon.
}
cli-rule-words-hint = Nennen Sie eine Anzahl Wörter, oder keine für die kürzeste sichere.
cli-rule-ask = „{ $prefix }“ in { $workspace } für { $days ->
    [one] { $days } Tag
   *[other] { $days } Tage
} merken? y ja, eine Zahl für so viele Wörter, n nein:
cli-rule-keys = Geben Sie y, n oder eine Anzahl Wörter ein.
cli-run-all-hint = Unterschreiben: countersign run-all { $set } --all
cli-run-all-model = { $model }: { $why }
cli-run-all-remaining = Noch auszuführen: { $commands }
cli-run-all-unsigned = { $item } braucht Ihre Unterschrift: { $command }
cli-run-all-resume = Weiter: countersign run-all { $set } --resume
cli-run-all-will-pause = Es hält an, sobald der laufende Befehl zu Ende ist. Dann weiter: countersign run-all { $set } --resume
cli-run-all-again = Den Rest ausführen: countersign run-all { $set }


# Sitzungen und Pläne
cli-sessions-none = Hier ist keine Sitzung.
cli-sessions-unfound = Keine Sitzung enthält diese Wörter.
cli-session-untitled = (noch ohne Namen)
cli-session-messages = { $count ->
    [one] 1 Nachricht
   *[other] { $count } Nachrichten
}
cli-session-is-archived = archiviert
cli-session-is-deleted = gelöscht
cli-session-begun = Sitzung { $id } ist begonnen.
cli-session-renamed = Sitzung { $id } heißt jetzt { $title }.
cli-session-archived = Sitzung { $id } ist archiviert. Sie finden sie mit sessions list --state archived.
cli-session-deleted = Sitzung { $id } ist gelöscht. Zurückholen: countersign sessions restore { $id }
cli-session-restored = Sitzung { $title } ist wieder da.
cli-session-ambiguous = Mehr als eine Sitzung beginnt mit { $id }.
cli-session-hint = Alle zeigen: countersign sessions list --state all
cli-plan-same = Das steht schon so im Plan. Es wurde nichts geändert.
cli-plan-save = So speichern? [y/N]
cli-plan-unsaved = Es wurde nichts geändert. Speichern: dasselbe mit --yes
cli-plan-mended = Das Dokument, wie das Modell es gefasst hat:
cli-plan-mended-next = Es wurde nichts geändert. Genau das speichern: in eine Datei schreiben (mit -o DATEI) und countersign plan import DATEI --yes
cli-plan-mended-file = Es wurde nichts geändert. Genau das speichern: countersign plan import { $file } --yes
cli-plan-field-status = Status
cli-plan-field-goal = Ziel
cli-plan-field-criteria = Abnahmekriterium
cli-plan-field-made = entschieden
cli-plan-field-rejected = dagegen entschieden
cli-plan-field-log = Ausführungsprotokoll
cli-plan-field-other = Sonstiges
cli-plan-saved = Gespeichert als Version { $version } des Plans.
cli-plan-unread = Zeile { $line } wurde nicht verstanden und bleibt unter „Other“ erhalten: { $text }
cli-plan-needs-goal = Es fehlt ein Ziel; in diesem Status braucht ein Plan eines.
cli-plan-needs-criterion = Es fehlt ein Abnahmekriterium; in diesem Status braucht ein Plan eines.
cli-plan-no-criterion = Der Plan hat kein Kriterium { $n }.
cli-instructions-there = { $file } ist schon da. Es wurde nichts geschrieben.
cli-instructions-there-hint = Schreiben Sie die Vorlage in eine andere Datei und übernehmen Sie daraus, was Sie wollen.
cli-plan-hint = Ansehen: countersign plan show
cli-session-exported = Geschrieben nach { $folder }: plan_doc.md, chat_history.log, session.json
cli-session-plan-kept = Das Plandokument dort war bearbeitet: Es bleibt erhalten als { $file }. Übernehmen: countersign plan import

## Learned rules and subscriptions
cli-wake-by-rules = { $count ->
    [one] 1 Änderung haben Ihre Regeln gemacht.
   *[other] { $count } Änderungen haben Ihre Regeln gemacht.
}
cli-wake-on = Wacht auf bei Änderungen an: { $list }
cli-wake-on-none = Wacht bei keiner Änderung auf.
cli-rule-flags = { $flag } steht hinter den Wörtern und wäre dort eines von ihnen.
cli-rule-flags-hint = Setzen Sie { $flag } vor die Wörter. Es wurde nichts geändert.
cli-run-covered = Regel { $rule } lässt ihn schon laufen: Es wurde keine neue Regel gemacht.
cli-rule-revoked-silent = Regel { $id } widerrufen: Agenten dürfen das wieder vorschlagen ({ $name }).
cli-preview-timed-out = Nach { $seconds } s beendet.
cli-preview-exit = Beendet mit Exit-Code { $code }.
cli-preview-signal = Signal { $signal } hat ihn beendet.
cli-preview-ignored = { $count ->
    [one] 1 geänderte Datei bleibt
   *[other] { $count } geänderte Dateien bleiben
} wegen der Ignore-Regeln außen vor.
cli-preview-left-out = Kann nicht vorgeschlagen werden: { $path }{ $why ->
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
cli-preview-nothing = Er ändert keine Dateien. Nichts wurde geändert.
cli-preview-landlock = Ohne bubblewrap ausprobiert: absolute Pfade in den Ordner waren unerreichbar. Programme, die sie brauchen, können allein daran gescheitert sein.
cli-preview-not-tried = Er wurde nicht in einer Kopie versucht: Der Befehl wartet nicht auf eine Unterschrift.
cli-preview-not-tried-hint = countersign show { $set } sagt, was aus ihm wurde.
cli-meter-context = Kontext: { $percent } % von { $model }, { $used } von { $of } Token, { $count ->
    [one] 1 Nachricht
   *[other] { $count } Nachrichten
 } nicht zusammengefasst.
cli-meter-measured = Gezählt, wie das Modell zählt.
cli-meter-estimated = Geschätzt: Das Modell hat hier noch nichts gezählt.
cli-meter-storage = Speicher: { $percent } % von { $of } MB, { $used } KB.
cli-meter-offer-context = Der Kontext ist fast voll. In einer neuen Sitzung weiter: countersign sessions handoff. In dieser: countersign sessions extend. So wie sie ist: countersign sessions stay
cli-meter-offer-storage = Der Speicher ist fast voll. In dieser Sitzung weiter: countersign sessions extend. In einer neuen: countersign sessions handoff. So wie sie ist: countersign sessions stay
cli-handed-off = Sitzung { $id } „{ $title }“ macht hier weiter. Sie kann rückgängig machen, was vorher geändert wurde.
cli-extended = Sitzung { $id } ist verlängert: { $count ->
    [one] 1 Nachricht ist
   *[other] { $count } Nachrichten sind
 } zusammengefasst. Nichts wurde entfernt.
cli-go-on = Weiter: countersign ask --session { $id } "…"
cli-go-on-with = Als Nächstes: { $next }
    Weiter: countersign ask --session { $id } "…"
cli-nothing-offered = Nichts steht zur Wahl. Nichts wurde geändert.
cli-offer-declined = Die Sitzung geht weiter, wie sie ist. Bei dieser Größe wird nicht noch einmal gefragt.
cli-bugs = { $count ->
    [0] Keine Fehler.
    [one] 1 Fehler, { $open } offen.
   *[other] { $count } Fehler, { $open } offen.
}
cli-bug-message = Nachricht { $n }
cli-folder-edited = Das Plandokument dort wurde bearbeitet. Ansehen, was es ändert, und übernehmen: countersign plan import
cli-plan-not-edited = Das Plandokument im Ordner der Sitzung wurde nicht bearbeitet.
cli-plan-not-edited-hint = Eine Datei nennen, oder plan_doc.md dort bearbeiten: countersign sessions folder
cli-agent-summary-criteria = Kriterien
cli-agent-criterion-met = erfüllt
cli-agent-criterion-open = noch nicht erfüllt
cli-agent-criterion-new = neu, noch nicht erfüllt
cli-agent-summary-decisions = Entschieden
cli-agent-summary-rejected = Dagegen entschieden
cli-agent-summary-goal = Ziel
## Kalibrierung
cli-calibrate-messages = { $count ->
    [one] 1 Nachricht
   *[other] { $count } Nachrichten
}
cli-calibrate-decisions = Nach Entscheidung
cli-calibrate-stages = Nach Stufe
cli-calibrate-proposers = Nach Vorschlagendem
cli-calibrate-thresholds = Schwellen
cli-calibrate-group = { $key }: { $messages }; Punkte: { $signed } unterschrieben, { $rejected } abgelehnt, { $undone } zurückgenommen, { $undecided } offen; behalten { $kept }
cli-calibrate-threshold = { $name } { $now }: ab der Schwelle behalten { $above }, darunter { $below }
cli-calibrate-suggested = Vorschlag: { $value }; ab da behalten { $kept }.
cli-calibrate-nothing = Kein Vorschlag: über { $n ->
    [one] { $n } Nachricht
   *[other] { $n } Nachrichten
} wurde entschieden, es braucht mindestens { $enough }, die meist behalten wurden.
cli-calibrate-share = { $hits } von { $n } ({ $low }–{ $high } %)
cli-calibrate-none = 0 von 0
cli-agent-next-continue = Weiter: countersign continue · continue --auto (ohne zu warten) · continue --stop
cli-agent-next-answer = Weiter: countersign continue --answer "…" · continue --stop
cli-agent-next-approval = Weiter: countersign continue --allow · continue 1,3 · continue --deny (nach 60 s ohne Antwort nicht erlaubt)
cli-agent-next-summary = Weiter: countersign continue --summary save · continue --summary edit --action "…" --details "…" · continue --summary discard
cli-run-by-rule = Die Regel „{ $rule }“ ließ es laufen. Mehr: countersign show { $set }

# Where a run stands, in one line: mode, stage, and what it was taken for or the tool that runs.
cli-run-mode = { $mode ->
    [chat] Chat
    [plan] Plan
    [agent] Agent
    [image] Bilder
   *[auto] Auto
}
cli-run-stage = { $stage ->
    [analyzing] Untersuchen
    [routing] Einordnen
    [proposing] Vorschlagen
    [validating] Prüfen
    [repairing] Nachbessern
    [summarizing] Zusammenfassen
    [chatting] Antworten
    [planning] Planen
    [executing] Arbeiten
    [image] Bilder
    [painting] Malt
   *[other] { $stage }
}
cli-run-route = { $route ->
    [plan] als Plan
    [chat] als Chat
    [clarify] braucht eine Antwort
    [work] als Arbeit an Dateien
    [agent] als Agent
    [image] als Bilder
   *[other] { $route }
}
# Was ein Befehl, den eine Regel unterschrieb, in einer Kopie tat, und was mit einem Befehl verschwand.
cli-copy-made = { $count ->
    [one] Lief in einer Kopie: 1 geänderte Datei wartet auf Ihre Unterschrift. countersign show { $set }
   *[other] Lief in einer Kopie: { $count } geänderte Dateien warten auf Ihre Unterschrift. countersign show { $set }
}
cli-copy-nothing = Lief in einer Kopie. Es gibt nichts zu unterschreiben.
cli-copy-gone = Lief in einer Kopie, und was er dort tat, ist weg: { $why }
cli-copy-more = Nicht genannt: { $count }
cli-lost = { $count ->
    [one] 1 Datei in seinem eigenen Ordner für temporäre Dateien verschwand mit ihm: { $paths }.
   *[other] { $count } Dateien in seinem eigenen Ordner für temporäre Dateien verschwanden mit ihm: { $paths }.
}
cli-lost-least = Mindestens { $count ->
    [one] { $count } Datei in seinem eigenen Ordner für temporäre Dateien verschwand mit ihm
   *[other] { $count } Dateien in seinem eigenen Ordner für temporäre Dateien verschwanden mit ihm
}: { $paths }.
cli-lost-more = { $paths } und { $count } weitere
cli-lost-kept = { $count ->
    [one] 1 Datei aus seinem eigenen Ordner für temporäre Dateien liegt jetzt in { $folder }: { $paths }.
   *[other] { $count } Dateien aus seinem eigenen Ordner für temporäre Dateien liegen jetzt in { $folder }: { $paths }.
}
cli-lost-least-kept = Mindestens { $count ->
    [one] { $count } Datei aus seinem eigenen Ordner für temporäre Dateien liegt jetzt in { $folder }
   *[other] { $count } Dateien aus seinem eigenen Ordner für temporäre Dateien liegen jetzt in { $folder }
}: { $paths }.
cli-rule-copied = in einer Kopie
cli-rule-made-cap = { $cap ->
    [one] Sie gilt für einen Befehl.
   *[other] Sie gilt für { $cap } Befehle.
}
cli-rule-made-copied = Befehle unter ihr laufen in einer Kopie des Ordners: Was sie dort ändern, wartet auf Ihre Unterschrift.

## Namen von Feldern, Wörter ihrer Werte und Arten von Einträgen des Verlaufs.
cli-field-title = Titel
cli-field-notes = Notizen
cli-field-scheduledFor = Datum
cli-field-timeOfDay = Uhrzeit
cli-field-dueDate = fällig
cli-field-priority = Priorität
cli-field-status = Status
cli-field-statusReason = Grund
cli-field-estimate = Aufwand
cli-field-labels = Etiketten
cli-field-label = Etikett
cli-field-checklist = Checkliste
cli-field-recurrence = Wiederholung
cli-field-completedDates = erledigte Termine
cli-field-skippedDates = ausgelassene Termine
cli-field-moved = verschobene Termine
cli-field-extra = weitere Angaben
cli-field-occurrence = Termin
cli-field-exists = vorhanden
cli-field-content = Inhalt
cli-field-undo = Rückgängig machen
cli-priority-medium = mittel
cli-todo-open = offen
cli-todo-in-progress = in Arbeit
cli-todo-groomed = vorbereitet
cli-todo-blocked = blockiert
cli-todo-on-hold = zurückgestellt
cli-todo-done = erledigt
cli-todo-rejected = abgelehnt
cli-kind-proposed = vorgeschlagen
cli-kind-extended = ergänzt
cli-kind-revised = überarbeitet
cli-kind-decided = entschieden
cli-kind-applying = begonnen
cli-kind-applied = angewendet
cli-kind-expired = abgelaufen
cli-kind-settings = Einstellungen
cli-kind-audit = vermerkt
cli-kind-rule-made = Regel unterschrieben
cli-kind-rule-used = Regel benutzt
cli-kind-rule-suspended = Regel ausgesetzt
cli-kind-rule-revoked = Regel widerrufen
cli-kind-rule-kept = Regel hielt zurück
cli-kind-memory = Gedächtnis
cli-kind-session = Gespräch
cli-kind-plan = Plan

cli-withdrawn = Was es ändern würde, hat seitdem jemand anderes geändert. Nichts wurde geändert.
cli-withdrawn-hint = Sagen Sie es noch einmal ohne --yes: Dann wartet es, und countersign rebase macht es für das, was jetzt da ist.
cli-doctor-projections-broken-todo = Der Verlauf ist beschädigt, daher wird nichts aus ihm wiederhergestellt. 1. Sichern Sie die Aufgaben, wie sie sind: countersign export json -o todos.json. 2. Arbeiten Sie mit einer früheren Kopie des Ordners weiter: countersign --data KOPIE doctor; oder in einem neuen Ordner: countersign --data NEU import todos.json --yes
cli-value-yes = ja
cli-value-no = nein
## Bilder
cli-images-none = Hier ist kein Bild aufbewahrt.
cli-images-none-hint = Machen Sie eines: countersign image "ein Leuchtturm am Abend".
cli-images-size = { $kind } { $width }×{ $height }, { $kilobytes } kB
cli-images-gone = weggelegt
cli-images-next = Weiter: countersign images save { $ids } --folder ORDNER · images regenerate ID · images show ID -o DATEI
cli-images-prompt = Auftrag
cli-images-revised = Auftrag, wie ihn der Anbieter fasst
cli-images-url = Von
cli-images-model = Modell
cli-images-time = Gemacht
cli-images-earlier = { $count ->
    [one] { $count } frühere Fassung ist aufbewahrt.
   *[other] { $count } frühere Fassungen sind aufbewahrt.
  }
cli-images-deleted = { $id } wurde weggelegt. countersign images restore { $id } holt es zurück.
cli-images-restored = { $id } ist wieder da.
cli-images-proposed = { $count ->
    [one] { $count } Bild ist als Datei vorgeschlagen, im Änderungssatz { $set }. Geschrieben wird erst, wenn Sie unterschreiben.
   *[other] { $count } Bilder sind als Dateien vorgeschlagen, im Änderungssatz { $set }. Geschrieben wird erst, wenn Sie unterschreiben.
  }
cli-images-seen = { $count ->
    [one] Gezeigt: { $count } Bild: { $names }
   *[other] Gezeigt: { $count } Bilder: { $names }
  }
cli-images-described = { $count ->
    [one] Ein anderes Modell beschreibt { $count } Bild: { $names }
   *[other] Ein anderes Modell beschreibt { $count } Bilder: { $names }
  }
cli-images-large = das Bild hat mehr als 20 MB.
cli-images-large-hint = Machen Sie es kleiner. Es wurde nichts gesendet.
cli-images-same = Kein Textmodell schrieb verschiedene Aufträge: alle Bilder sind aus demselben gemacht, nummeriert.
cli-doctor-projections-not-compared = Das Gespeicherte wurde nicht verglichen: Das Journal, aus dem es stammt, ist beschädigt.
cli-run-running = Der Befehl läuft
cli-run-goes-on = Der Befehl läuft vielleicht weiter. Nachsehen: countersign inbox
cli-images-no-file = { $file } ist keine Datei.
cli-images-file-hint = Nennen Sie eine PNG-, JPEG-, WebP- oder GIF-Datei, die Sie lesen dürfen. Nichts wurde gesendet.
cli-session-cancelled = Angehalten.
cli-session-interrupted = Unterbrochen: Der Server endete mittendrin. Was er bestätigt hatte, ist da.
cli-session-unread = Ein Teil dessen, was geschah, ist nicht lesbar; „countersign verify“ nennt ihn.

## The desk
cli-desk-deletes = { $count ->
    [one] Löscht 1 Aufgabe.
   *[other] Löscht { $count } Aufgaben.
}
cli-desk-adds = { $count ->
    [one] Legt 1 Aufgabe an.
   *[other] Legt { $count } Aufgaben an.
}
cli-desk-changes = { $count ->
    [one] Ändert 1 Aufgabe.
   *[other] Ändert { $count } Aufgaben.
}
cli-desk-erases = { $count ->
    [one] Löscht 1 Datei.
   *[other] Löscht { $count } Dateien.
}
cli-desk-writes = { $count ->
    [one] Schreibt 1 Datei.
   *[other] Schreibt { $count } Dateien.
}
cli-desk-runs = { $count ->
    [one] Führt 1 Befehl aus.
   *[other] Führt { $count } Befehle aus.
}
cli-desk-undoable = Umkehrbar.
cli-desk-only-looks = Liest nur: nichts zurückzunehmen.
cli-desk-for-good = Nicht umkehrbar.
cli-desk-marked = vorgemerkt
cli-desk-n-marked = { $count } vorgemerkt
cli-desk-n-applied = { $count } angewendet
cli-n-signed = { $count } unterschrieben
cli-desk-n-rejected = { $count } abgelehnt
cli-desk-n-deferred = { $count } zurückgestellt
cli-desk-n-drifted = { $count } überholt
cli-desk-n-open = { $count } offen
cli-n-undone = { $count } zurückgenommen
cli-n-failed = { $count } fehlgeschlagen
cli-n-unknown = { $count } mit unbekanntem Ausgang
cli-desk-effect = { $count } anwenden
cli-desk-effect-delete = { $count ->
    [one] 1 Aufgabe löschen
   *[other] { $count } Aufgaben löschen
}
cli-desk-effect-erase = { $count ->
    [one] 1 Datei löschen
   *[other] { $count } Dateien löschen
}
cli-desk-effect-run = { $count ->
    [one] 1 Befehl ausführen
   *[other] { $count } Befehle ausführen
}
cli-desk-sure = { $effect }? y macht weiter; jede andere Taste: Nichts wird geändert.
cli-desk-applying = Wird angewendet … { $seconds } s
cli-desk-applying-already = Es wird gerade angewendet. Mehr ist nicht gesendet worden.
cli-desk-set-ready = Bereit
cli-desk-set-partly = Teils entschieden
cli-desk-set-applying = Wird angewendet
cli-desk-set-empty = Dieser Änderungssatz ist leer.
cli-desk-filter-none = Nichts passt zum Filter.
cli-desk-early = Wird noch geprüft; Punkte können sich ändern.
cli-desk-renewed = { $count ->
    [one] v{ $version }: 1 Punkt geändert, Ihre Vermerke bleiben.
   *[other] v{ $version }: { $count } Punkte geändert, Ihre Vermerke bleiben.
}
cli-desk-drifted = { $count ->
    [one] 1 Punkt ist überholt: Worauf er aufbaut, hat sich geändert. r setzt ihn neu auf.
   *[other] { $count } Punkte sind überholt: Worauf sie aufbauen, hat sich geändert. r setzt einen neu auf.
}
cli-desk-unsure = Niemand hat geantwortet; ob es angewendet wurde, ist offen. a fragt nach: Angewendet wird höchstens einmal.
cli-desk-receipt = Eintrag @{ $entry } · { $hash } · g l, dann u nimmt es zurück
cli-desk-applied-before = Angewendet als Eintrag { $entry }.
cli-desk-filtered = Filter: { $words } (/ ändert ihn)
cli-desk-deleted = Gelöscht
cli-desk-group-add = Neu
cli-desk-group-change = Ändern
cli-desk-group-delete = Löschen
cli-desk-group-run = Ausführen
cli-desk-group-files = Dateien
cli-desk-group-none = Von dieser Gruppe kann nichts mehr gemeinsam unterschrieben werden; Endgültiges wird einzeln unterschrieben.
cli-desk-empty = Was soll sich ändern?
cli-desk-empty-text = Sagen Sie es in einem Satz. Countersign schlägt vor; nichts ändert sich, bevor Sie unterschreiben, und Änderungen an Aufgaben und Dateien lassen sich zurücknehmen.
cli-desk-example-1 = Trage „Miete zahlen“ für morgen 9 Uhr ein, hohe Priorität
cli-desk-example-2 = Jeden Montag: Pflanzen gießen
cli-desk-example-3 = Was ist diese Woche fällig?
cli-desk-sheet-empty = Vorgeschlagene Änderungen erscheinen hier, je eine Zeile. Sie entscheiden einzeln.
cli-desk-sheet-inbox = g i öffnet den Eingang (aus dem Eingabefeld: zuerst Esc).
cli-desk-placeholder = Fragen oder eine Änderung beschreiben…
cli-desk-answer-here = Eine Nummer oder eigene Worte…
cli-desk-review-here = Enter: Vorschlag ansehen · oder weiter sagen…
cli-desk-answer-how = Unten mit einer Nummer oder mit eigenen Worten antworten.
cli-desk-section-which = Welche?
cli-desk-section-when = Wann?
cli-desk-section-series = Dieser Termin oder die Serie?
cli-desk-section-duplicate = Es gibt schon eine
cli-desk-section-value = Welcher Wert?
cli-desk-sent = Gesendet
cli-desk-planner = eingebauter Planer
cli-desk-interrupted = Der Server hielt an, bevor das fertig war. Nichts wurde geändert.
cli-desk-waits = Es wartet auf Sie: unten antworten
cli-desk-how-continue = Unten antworten: weiter, weiter ohne zu warten, anhalten, oder was anders sein soll.
cli-desk-how-approval = Unten antworten: ja, nein, oder die Nummern der erlaubten.
cli-desk-how-summary = Unten speichern oder verwerfen eingeben, oder ändern und was getan wurde | die Einzelheiten.
cli-desk-no-agent = Kein Modell ist eingestellt: hier kann niemand selbständig arbeiten.
cli-desk-waiting = { $count } warten
cli-desk-away = Der Server antwortet nicht. Nichts wurde geändert. Neuer Versuch …
cli-desk-away-short = Server weg
cli-desk-reading = Wird gelesen …
cli-desk-page-desk = Pult
cli-desk-page-inbox = Eingang
cli-desk-page-todos = Aufgaben
cli-desk-page-ledger = Verlauf
cli-desk-tab-preview = Vorschau
cli-desk-tab-why = Warum
cli-desk-tab-checks = Prüfungen
cli-desk-tab-raw = Roh
cli-desk-side-before = vorher
cli-desk-side-after = nachher
cli-desk-check-valid = Alle Werte sind gültig.
cli-desk-check-current = Worauf es aufbaut, ist unverändert.
cli-desk-why-asked = Gewünscht
cli-desk-why-by = Vorgeschlagen aus
cli-desk-why-when = Vorgeschlagen am
cli-desk-why-decided = Entschieden am
cli-desk-why-expires = Läuft ab
cli-desk-source-request = Ihrem Wunsch
cli-desk-source-sent = Operationen, mit Ihrem Schlüssel geschickt, von Ihnen oder einem Programm
cli-desk-source-direct = Ihrer eigenen Änderung
cli-desk-source-compat = einem Programm mit Ihrem Schlüssel
cli-desk-source-import = einem Import ({ $what })
cli-desk-source-undo = Rücknahme von Eintrag { $what }
cli-desk-source-rewind = Rückkehr zu Eintrag { $what }
cli-desk-ask-reason = Ablehnen: { $label }
cli-desk-ask-reason-how = Eine Ziffer, eigene Worte oder nur Enter. Esc geht zurück.
cli-desk-ask-edit-how = Feld { $n } von { $of }: ↑ ↓ anderes Feld, Enter speichert, Esc geht zurück. Danach ist neu zu entscheiden.
cli-desk-ask-exclude = Weglassen oder wieder aufnehmen: Nummern wie 1,3-5
cli-desk-ask-filter = Filter: Wörter, Enter behält ihn, Esc leert ihn
cli-desk-ask-count = { $number } und Enter macht weiter; alles andere lässt es, wie es ist.
cli-desk-ask-conflict = Spätere Änderungen sind im Weg. 1 nimmt auch sie zurück, 2 behält sie, jede andere Taste: Nichts wird geändert.
cli-desk-ask-later = Spätere Änderungen sind im Weg. 1 nimmt auch sie zurück, jede andere Taste: Nichts wird geändert.
cli-desk-ask-outside = Das wurde außerhalb von Countersign geändert. Taste 1 lässt es und nimmt den Rest zurück, jede andere Taste: Nichts wird geändert.
cli-desk-numbers = Nummern wie 1,3-5 oder all. Nichts wurde geändert.
cli-desk-applying-wait = Es wird gerade angewendet: Das Pult schließt, wenn das getan ist. Strg+C hält Befehle an.
cli-desk-nothing-runs = Es läuft nichts. Strg+D schließt das Pult.
cli-desk-nothing-marked = Nichts ist vorgemerkt: y unterschreibt einen Punkt. Nichts wurde geändert.
cli-desk-nothing-decided = Hier ist keine Entscheidung zurückzunehmen.
cli-desk-picked = { $count ->
    [one] 1 markiert: n lehnt ihn ab, d stellt ihn zurück, Esc hebt die Markierung auf.
   *[other] { $count } markiert: n lehnt sie ab, d stellt sie zurück, Esc hebt die Markierung auf.
}
cli-desk-picked-rejected = { $count ->
    [one] 1 Änderungssatz abgelehnt. u nimmt das zurück.
   *[other] { $count } Änderungssätze abgelehnt. u nimmt das zurück.
}
cli-desk-picked-deferred = { $count ->
    [one] 1 Änderungssatz zurückgestellt. u nimmt das zurück.
   *[other] { $count } Änderungssätze zurückgestellt. u nimmt das zurück.
}
cli-desk-picked-back = { $count ->
    [one] 1 Änderungssatz wartet wieder.
   *[other] { $count } Änderungssätze warten wieder.
}
cli-desk-picked-unsigned = Was unterschrieben war, braucht Ihre Unterschrift neu.
cli-desk-picked-none = Nichts darin wartet auf diese Entscheidung.
cli-desk-picked-busy = Die Entscheidung davor wird noch getroffen.
cli-desk-fixed = { $item } ist { $status }: Es lässt sich nicht mehr entscheiden.
cli-desk-sign-drifted = { $item } ist überholt und so nicht zu unterschreiben. r setzt es neu auf, n verwirft es.
cli-desk-sign-blocked = { $item } braucht zuerst { $items }: erst das unterschreiben, dann dies.
cli-desk-rejected-with = { $item } ist mit { $other } abgelehnt: u hier oder dort nimmt das zurück.
cli-desk-no-edit = { $item } hat keinen Wert, der in eine Zeile passt. Die Seite kann mehr bearbeiten.
cli-desk-no-targets = { $item } hat keine Ziele zum Weglassen.
cli-desk-not-drifted = { $item } ist nicht überholt: Es passt zu dem, was da ist.
cli-desk-not-undoable = Dieser Eintrag lässt sich nicht zurücknehmen.
cli-desk-no-set-here = Hier ist kein Änderungssatz.
cli-desk-decide-again = Es ist neu zu entscheiden. Nichts wurde geändert.
cli-desk-undo-proposed = #{ $set } würde es zurücknehmen. Nichts wurde geändert.
cli-desk-plain = Das Pult zeichnet den ganzen Bildschirm neu; --plain tut das nie.
cli-desk-plain-hint = Nehmen Sie den zeilenweisen Client: countersign --plain, oder countersign ask. Nichts wurde geändert.
cli-desk-no-terminal = Das Pult braucht ein Terminal für Eingabe und Ausgabe.
cli-desk-no-terminal-hint = Ohne eines: countersign ask, countersign inbox und countersign sign. Nichts wurde geändert.
cli-desk-dumb = TERM=dumb: Auf diesem Terminal lässt sich nicht zeichnen.
cli-desk-keys-sheet = y unterschreiben  n ablehnen  d zurückstellen  u zurück  e ändern  w warum  a anwenden
cli-desk-keys-applying = Strg+C hält die Befehle an; was sie getan haben, bleibt
cli-desk-keys-done = Hier ist nichts mehr zu unterschreiben. i schreibt, g i öffnet den Eingang
cli-desk-keys-composer = Enter senden  Tab Blatt  Alt+1 … 4 Modus  F1 Tasten  Strg+C anhalten  Strg+D schließen
cli-desk-keys-pane = j k Punkt  Enter Details  i schreiben  Tab Gespräch  g Seite  / Filter  ? Tasten  q schließen
cli-desk-keys-thread = j k Nachricht  Enter ihr Änderungssatz  i schreiben  g Seite  ? Tasten  q schließen
cli-desk-keys-inbox = j k Satz  Enter prüfen  Leertaste markieren  n ablehnen  d zurückstellen  u zurücknehmen  / Filter  g d Pult  ? Tasten  q schließen
cli-desk-keys-todos = j k Aufgabe  / Filter  i sagen, was sich ändern soll  g d Pult  ? Tasten  q schließen
cli-desk-keys-ledger = j k Eintrag  Enter sein Änderungssatz  u zurücknehmen  / Filter  g d Pult  ? Tasten  q schließen
cli-desk-help-title = Tasten (jede andere Taste schließt, j k blättern)
cli-desk-help-sheet = Im Änderungssatz
cli-desk-help-write = Schreiben
cli-desk-help-anywhere = Überall
cli-desk-help-move = nächster, voriger Punkt
cli-desk-help-inspect = Details · zurück
cli-desk-help-tabs = Vorschau, Warum, Prüfungen, Roh
cli-desk-help-sign = unterschreiben; angewendet wird später
cli-desk-help-reject = ablehnen, dann ein Grund oder eigene Worte
cli-desk-help-defer = zurückstellen; bleibt im Eingang
cli-desk-help-undecide = die Entscheidung zurücknehmen, diese oder die letzte
cli-desk-help-edit = einen Wert vor dem Unterschreiben ändern
cli-desk-help-why = warum: Wunsch, Vorschlag, Entscheidung
cli-desk-help-side = Vorschau: beide Seiten, vorher, nachher
cli-desk-help-exclude = ein Ziel eines Sammelpunkts weglassen
cli-desk-help-rebase = Überholtes neu aufsetzen
cli-desk-help-group = die Gruppe unterschreiben, nie Endgültiges
cli-desk-help-this = dies unterschreiben und mit dem Unterschriebenen anwenden
cli-desk-help-apply = Vorgemerktes anwenden
cli-desk-help-filter = Filter
cli-desk-help-focus = ins Eingabefeld · zum nächsten Teil
cli-desk-help-send = senden; was läuft, wird ersetzt
cli-desk-help-answer = eine Frage mit einer Nummer beantworten
cli-desk-help-modes = Auto, Chat, Plan, Agent
cli-desk-help-recall = frühere Nachrichten
cli-desk-help-newline = neue Zeile
cli-desk-help-scroll = im Gespräch oder in den Details blättern
cli-desk-help-inbox = Im Eingang
cli-desk-help-pick = einen Änderungssatz markieren
cli-desk-help-picked = die markierten, sonst den am Cursor, ablehnen, zurückstellen
cli-desk-help-picked-back = das zurücknehmen
cli-desk-help-pages = Pult, Eingang, Aufgaben, Verlauf
cli-desk-help-undo = im Verlauf: vorschlagen, einen Eintrag zurückzunehmen
cli-desk-help-stop = anhalten, was läuft
cli-desk-help-help = diese Tasten
cli-desk-help-suspend = zur Shell; fg kommt zurück
cli-desk-help-quit = das Pult schließen
cli-signed-drifted = Was in #{ $set } unterschrieben ist, baut auf etwas auf, das seitdem geändert wurde. Nichts wurde geändert.
cli-undo-command = Das Letzte war ein Befehl, @{ $entry }: { $label }. Was ein Befehl an Dateien getan hat, wird nicht zurückgenommen.
cli-undo-command-before = Nichts wurde geändert. Die Änderung davor: countersign undo @{ $before }
cli-undo-command-alone = Nichts wurde geändert.
cli-withdrawn-confirm = Wenn das gemeint ist, schlagen Sie es noch einmal mit --confirm vor; der Vorschlag wurde zurückgenommen.
cli-disk-full = Der Datenträger von { $dir } ist voll: { $cause }
cli-disk-full-hint = Was dort gespeichert ist, ist sicher und blieb unberührt. Schaffen Sie etwas Platz und versuchen Sie es noch einmal.
cli-answer-lost = Die Antwort ließ sich nicht ausgeben: { $cause }.
cli-answer-lost-hint = Was verlangt war, wurde trotzdem ausgeführt. Sehen Sie es an, bevor Sie es noch einmal verlangen: countersign log
cli-recovered-done = Das Anwenden von #{ $set } war abgebrochen worden. Jetzt ist es zu Ende geführt: Alles ist angewandt.
cli-recovered-open = Das Anwenden von #{ $set } war abgebrochen worden. Was daraus wurde und was zu tun ist: countersign show { $set }
cli-recovered-put-back = Das Anwenden von #{ $set } wurde zuvor abgebrochen. Alle Dateien sind wie vorher. Unterschreiben und anwenden Sie es erneut: countersign show { $set }
cli-recovered-waits = Das Anwenden von #{ $set } wurde zuvor abgebrochen und ist noch nicht beendet: { $why }
cli-state-unknown = Ausgang von { $count } unbekannt

## A database that is not what was written
cli-is-a-folder = Es ist ein Ordner.
cli-is-no-file = Es ist keine normale Datei.
cli-file-in-the-way = { $file } ist im Weg: { $cause }
cli-file-in-the-way-hint = Was gespeichert ist, ist sicher und blieb unberührt. Räumen Sie es weg oder machen Sie es sich zugänglich, oder nehmen Sie mit --data DIR einen anderen Ordner.
cli-looking-damaged = { $what } Was hier zu sehen ist, ist aus dem Journal gelesen, in einer Kopie von { $dir }; geändert wurde nichts. So wird es wieder gut: countersign rebuild --write
cli-looking-broken = { $what } Hier ist zu sehen, was von { $dir } lesbar ist, in einer Kopie; geändert wurde nichts. So retten Sie es: countersign export json -o todos.json. Weiter geht es mit einer früheren Kopie des Ordners oder in einem neuen: countersign --data NEW import todos.json --yes
cli-ledger-broken = { $what } Was jetzt geschieht, wird trotzdem aufgezeichnet; was dort steht, beweist nichts. Näheres: countersign verify
cli-looking-missing = { $what } Das hier ist eine Kopie von dem, was in { $dir } noch da ist: Es lässt sich lesen und exportieren, geändert wurde nichts. Was zu tun ist: countersign doctor
cli-restored-ask = Mit dem weitermachen, was da ist, und es als alles vermerken? [y/N]
cli-restored-aside-ask = Was da ist, beiseitelegen und mit einer leeren Datenbank beginnen? Nichts wird gelöscht. [y/N]
cli-rebuild-aside = Die Datenbank, wie sie war, liegt in { $dir }.
cli-restored-kept = Die Datenbank und ihr Log bleiben, wie sie waren, in { $dir }.
cli-restored-aside = Nach { $dir } verschoben.
cli-restored-would = countersign restored --yes täte Folgendes: Mit dem weitermachen, was da ist, und es als alles vermerken.
cli-restored-aside-would = countersign restored --yes täte Folgendes: Was da ist, beiseitelegen und mit einer leeren Datenbank beginnen. Nichts wird gelöscht.
cli-restored-anew = Das Journal beginnt neu; es ist leer.
cli-restored = Das Journal geht ab @{ $entry } weiter.
cli-restored-not = Es wurde nicht bestätigt. Nichts wurde geändert.
cli-restored-not-hint = Antworten Sie im Terminal mit y, oder: countersign restored --yes
cli-restored-nothing = Es fehlt nichts. Nichts wurde geändert.
cli-saved = Gespeichert als { $dir }/{ $file }. Das ist für sich eine Datenbank.
cli-saved-here = Früher hier gespeichert: { $files }.
cli-saved-here-todo = Eine .db ist für sich eine Datenbank: Kopieren Sie sie als countersign.db in einen neuen Ordner und sehen Sie nach: countersign --data NEU doctor. Eine .json kommt so hinein: countersign --data NEU import DATEI
cli-replaced = Die Datenbank in { $dir } wurde entfernt oder ersetzt, während der Server lief.
cli-replaced-hint = Alles, was bestätigt wurde, ist in { $file }. Räumen Sie weg, was an der Stelle der Datenbank liegt, und legen Sie diese Datei dorthin.
cli-replaced-lost = Sie ließ sich nicht sichern: { $cause }
cli-damaged = Ein Teil der Datenbank in { $dir } war nicht mehr lesbar, während der Server lief; seither wurde nichts in sie geschrieben.
cli-damaged-hint = Die Aufgaben, wie sie waren, sind in { $file }. Sichern Sie den Ordner. countersign doctor sagt, was lesbar ist, und countersign rebuild --write stellt wieder her, was im Journal steht.
cli-damaged-now = Ein Teil der Datenbank ist nicht mehr lesbar, und es wird nichts mehr in sie geschrieben. countersign export json -o todos.json sichert die Aufgaben; beenden Sie danach den Server und rufen Sie countersign doctor auf.
cli-cut = Die Datenbank in { $dir } wurde gekürzt oder überschrieben, während der Server lief.
cli-cut-hint = Die Aufgaben, wie sie waren, sind in { $file }. Was von der Datenbank da ist, wurde nicht angerührt: countersign doctor sagt, was fehlt.
cli-too-few-files = Dieser Prozess darf nur { $count } Dateien öffnen, das sind zu wenige.
cli-too-few-files-hint = Heben Sie die Grenze an und versuchen Sie es noch einmal: ulimit -n 1024. Nichts wurde geändert.
cli-contents = { $count ->
    [one] { $count } gespeicherter Dateiinhalt, den ein Zurücknehmen wiederherstellt, ist unverändert.
   *[other] { $count } gespeicherte Dateiinhalte, die ein Zurücknehmen wiederherstellt, sind unverändert.
}
cli-contents-part = { $count ->
    [one] { $count } gespeicherter Dateiinhalt ist unverändert
   *[other] { $count } gespeicherte Dateiinhalte sind unverändert
}; { $unread ->
    [one] { $unread } älterer wurde nicht gelesen.
   *[other] { $unread } ältere wurden nicht gelesen.
}
cli-contents-unread = { $count ->
    [one] { $count } älterer Dateiinhalt wurde nicht gelesen.
   *[other] { $count } ältere Dateiinhalte wurden nicht gelesen.
}
cli-contents-lost = { $count ->
    [one] { $count } gespeicherter Inhalt fehlt oder ist
   *[other] { $count } gespeicherte Inhalte fehlen oder sind
} beschädigt.
cli-contents-lost-sets = Diese Änderungssätze lassen sich nicht zurücknehmen: { $sets }.
cli-contents-lost-waiting = Diese warten und lassen sich nicht anwenden: { $sets }.
cli-contents-lost-images = Diese Bilder sind verloren: { $images }.
cli-contents-lost-todo = Nichts wurde geändert. Eine frühere Kopie des Datenordners hat sie vielleicht noch: countersign --data KOPIE doctor
cli-drift-unseen = „{ $title }“ lässt sich nicht ansehen: { $cause }
cli-all-drifted = { $count } von { $total } passen nicht mehr, darum wird nichts davon angewendet: Worauf sie beruhen, hat sich geändert. Nichts wurde geändert.
cli-all-drifted-hint = An das anpassen, was da ist: countersign rebase { $set } all. Den Rest ohne sie: countersign apply { $set } --all --best-effort
cli-expired = #{ $set } ist abgelaufen: Nichts davon lässt sich noch entscheiden.
cli-expired-hint = Dasselbe neu vorschlagen: countersign rebase { $set } all
cli-doctor-workspace-gone = Der Ordner des Arbeitsbereichs { $name } ist weg: { $dir }
cli-doctor-workspace-gone-todo = Legen Sie ihn zurück; bis dahin lässt sich darin nichts ändern oder zurücknehmen. Oder schließen Sie ihn: countersign workspace close { $name }
cli-drift-unseen-hint = Legen Sie den Ordner zurück und machen Sie ihn für sich lesbar, oder öffnen Sie ihn wieder, falls er geschlossen wurde (countersign workspace open DIR); dann sagen Sie es noch einmal. Nichts wurde geändert.
cli-undo-conflict-hint = Mit --conflicts with-later wird auch das rückgängig gemacht, mit --conflicts keep bleibt, was seither geändert wurde. Nichts wurde geändert.
cli-undo-later-hint = Mit --conflicts with-later wird auch das rückgängig gemacht. Nichts wurde geändert.
cli-undo-deletes = Das Zurücknehmen löscht: { $names }
cli-undo-outside-hint = Mit --conflicts keep bleibt, was dort geändert wurde, und der Rest wird zurückgenommen. Nichts wurde geändert.
cli-no-folder = Der Ordner, in dem Sie sind, ist nicht mehr da: { $cause }
cli-no-folder-hint = Gehen Sie in einen, den es gibt (cd), und sagen Sie es noch einmal.
cli-input-too-long-hint = Geben Sie es in Teilen von höchstens { $most } MB.
cli-output-dropped = { $count } Bytes seiner Ausgabe jenseits von 50 MB wurden nicht gespeichert.
cli-run-not-shown = { $count } weitere Bytes Ausgabe sind gespeichert und stehen nicht hier: countersign outputs
cli-outputs-dropped = { $count } weitere Bytes wurden nicht gespeichert
cli-token-seen = Andere Ihrer Programme können --token in der Prozessliste lesen. Geben Sie es stattdessen als COUNTERSIGN_TOKEN an.
cli-model-says = Das Modell sagt:
cli-model-asks = Das Modell fragt:
cli-agent-says = { $agent } sagt
cli-agent-planner = der Planer
cli-agent-rules = was Sie entschieden haben
cli-subtasks-found = { $count } Teilaufgaben gefunden:
cli-subtasks-paused = { $done ->
    [one] { $done } Teilaufgabe
   *[other] { $done } Teilaufgaben
} erledigt, { $left } übrig, { $failed } gescheitert; vorgemerkte Änderungen: { $queued }.
cli-subtasks-after = (nach { $list })
cli-subtasks-way-a = mehrere zugleich, jede nach denen, auf die sie baut (empfohlen)
cli-subtasks-way-b = eine nach der anderen
cli-subtasks-way-c = schnell und lose: alle zugleich; was sich überschneidet, scheitert
cli-subtasks-way = {"  "}{ $letter } { $name }: etwa { $seconds } s, { $cost }
cli-subtasks-ask-choose = A, B oder C beginnt, s hört auf, oder sagen, woran sich alle halten sollen:
cli-subtasks-keys-choose = A, B, C, s oder einen Satz eingeben.
cli-subtasks-ask = y weiter, retry N beginnt eine gescheiterte neu, s hier aufhören und Erledigtes vorschlagen:
cli-subtasks-keys = y, retry mit Nummer, s oder einen Satz eingeben.
cli-subtasks-next-choose = Weiter: countersign continue --start A (oder B, C) · continue --granularity coarse · continue --keep 3,1 · continue --stop
cli-subtasks-next = Weiter: countersign continue --retry N · continue · continue --stop

## Servers of tools
cli-mcp-servers-unused = Keiner der Server wird benutzt, bis das behoben ist.
cli-mcp-servers-none = Keine Werkzeugserver: { $file } nennt keinen.
cli-mcp-servers-free = nicht eingeschlossen
cli-mcp-servers-confined = eingeschlossen durch { $sandbox }
cli-mcp-servers-elsewhere = läuft anderswo
cli-mcp-servers-looks = [liest]
cli-mcp-servers-signed = [wartet auf eine Unterschrift]
cli-mcp-servers-idle = nicht gestartet
cli-mcp-servers-running = läuft
cli-mcp-servers-unasked = noch nicht gefragt
cli-mcp-servers-answers = antwortet
cli-mcp-servers-failed = fehlgeschlagen
cli-mcp-servers-off = abgeschaltet
cli-mcp-servers-reads-allowed = Lesen erlaubt
cli-mcp-servers-reads-asked = Lesen wird gefragt
cli-doctor-mcp-servers = { $count ->
    [one] 1 Werkzeugserver steht in mcp.json
   *[other] { $count } Werkzeugserver stehen in mcp.json
}
cli-item-tool = Werkzeug
cli-item-says = sein Server sagt
cli-item-arguments = Argumente
