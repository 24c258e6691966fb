### Texte der Seite (page-…) und gemeinsame Texte (ui-…). Deutsch.

## Gemeinsames
ui-product = Countersign
ui-pages = Seiten
ui-start-page = Countersign, Startseite
ui-skip = Zu den Seiten springen
ui-help = Tastenhilfe
ui-close = Schließen
ui-cancel = Abbrechen
ui-save = Speichern
ui-saved = Gespeichert.
ui-undo = Rückgängig
ui-dismiss = Ausblenden
ui-notices = Hinweise
ui-loading = Wird geladen…
ui-today = Heute
ui-tomorrow = Morgen
ui-yesterday = Gestern
ui-yes = ja
ui-no = nein
ui-becomes = wird zu
ui-nothing-changed = Es wurde nichts geändert.
ui-nothing-changed-yet = Noch wurde nichts geändert.
ui-offline = Server nicht erreichbar. Es wurde nichts geändert. Neuer Versuch läuft…
ui-offline-unsure = Server nicht erreichbar. Ob die letzte Änderung ankam, ist nicht bekannt. Neuer Versuch läuft…
ui-online = Server wieder erreichbar.
ui-unreachable = Server nicht erreichbar
ui-remove = { $what } entfernen
ui-hours = { $n } Std.
ui-minutes = { $n } min
ui-hours-minutes = { $h } Std. { $m } min
ui-dates-more = … { $dates } ({ $n } Termine)

## Felder
ui-field-title = Titel
ui-field-command = Befehl
ui-field-notes = Notizen
ui-field-scheduledFor = Datum
ui-field-timeOfDay = Uhrzeit
ui-field-dueDate = Fällig
ui-field-priority = Priorität
ui-field-status = Status
ui-field-statusReason = Grund
ui-field-reason = Grund
ui-field-estimate = Aufwand, Minuten
ui-field-labels = Etiketten
ui-field-labels_add = Etiketten dazu
ui-field-labels_remove = Etiketten weg
ui-field-checklist = Checkliste
ui-field-checklist_add = Zur Checkliste
ui-field-checklist_check = Abhaken
ui-field-checklist_uncheck = Haken entfernen
ui-field-recurrence = Wiederholung
ui-field-completed = Erledigt
ui-field-completedDates = Erledigte Termine
ui-field-skippedDates = Ausgelassene Termine
ui-field-moved = Verschobene Termine
ui-field-extra = Weitere Angaben
ui-field-occurrenceDate = Termin
ui-field-exists = Vorhanden
ui-field-occurrence = Termin
ui-field-label = Etikett
ui-occurrence-open = offen
ui-occurrence-completed = erledigt
ui-occurrence-skipped = ausgelassen
ui-occurrence-moved = verschoben auf { $date }
ui-field-to-date = Auf Datum
ui-field-to-time = Auf Uhrzeit
ui-field-id = Aufgabe
ui-field-op = Handlung
ui-field-where = Welche Aufgaben
ui-field-target = Aufgabe
ui-field-verb = Handlung
ui-field-until = Ende der Wiederholung
ui-field-shift = Verschiebung
ui-field-title_contains = Wort des Titels
ui-field-list = Ihre Liste
ui-field-overdue = Überfällig
ui-field-repeating = Sich wiederholend
ui-priority-low = Niedrig
ui-priority-medium = Mittel
ui-priority-high = Hoch
ui-status-open = Offen
ui-status-in_progress = In Arbeit
ui-status-groomed = Vorbereitet
ui-status-blocked = Blockiert
ui-status-on_hold = Zurückgestellt
ui-status-done = Erledigt
ui-status-rejected = Verworfen
ui-check = { $title } abhaken
ui-checklist-line = Zeile { $n } der Checkliste
ui-checklist-add = Zeile hinzufügen, Eingabe

## Wiederholung
ui-repeats-none = Keine Wiederholung
ui-repeats-daily = Täglich
ui-repeats-weekly = Wöchentlich
ui-repeats-monthly = Monatlich
ui-repeats-yearly = Jährlich
ui-repeat-every = Alle
ui-repeat-until-label = Bis
ui-weekdays = Wochentage
ui-repeat-none = keine Wiederholung
ui-repeat-daily = { $n ->
    [one] täglich
   *[other] alle { $n } Tage
}
ui-repeat-weekly = { $n ->
    [one] wöchentlich
   *[other] alle { $n } Wochen
}
ui-repeat-monthly = { $n ->
    [one] monatlich
   *[other] alle { $n } Monate
}
ui-repeat-yearly = { $n ->
    [one] jährlich
   *[other] alle { $n } Jahre
}
ui-repeat-on = am { $days }
ui-repeat-until = bis { $date }
ui-repeat-count = { $n ->
    [one] einmal
   *[other] { $n }-mal
}
ui-repeat-after = nach dem Erledigen
ui-last-day = letzten Tag
ui-month-day = { $day }.
ui-nth-1 = 1. { $day }
ui-nth-2 = 2. { $day }
ui-nth-3 = 3. { $day }
ui-nth-4 = 4. { $day }
ui-nth-5 = 5. { $day }
ui-nth--1 = letzten { $day }

## Gründe
ui-reason-wrong-target = Falsches Ziel
ui-reason-wrong-value = Falscher Wert
ui-reason-my-wording = Mein Wortlaut
ui-reason-not-now = Nicht jetzt
ui-reason-not-needed = Nicht nötig
ui-reason-too-risky = Zu riskant
ui-reason-already-done = Schon erledigt
ui-reason-duplicate = Doppelt
ui-reason-other = Anderes

## Fehler
ui-error-not_found = Das gibt es nicht mehr.
ui-error-idempotency_mismatch = Derselbe Schlüssel wurde für etwas anderes benutzt. Es wurde nichts geändert.

## Seiten
page-desk = Pult
page-inbox = Eingang
page-todos = Aufgaben
page-history = Verlauf
page-inbox-count = { $n ->
    [one] 1 Änderungssatz wartet
   *[other] { $n } Änderungssätze warten
}
page-locked = Diese Seite braucht ihren Schlüssel
page-locked-text = Der Schlüssel steht in der Adresse, die der Server beim Start ausgibt. Einen neuen gibt:

## Gespräch
page-conversation = Gespräch
page-conversations = Gespräche
page-new-conversation = Neues Gespräch
page-untitled = Ohne Titel
page-messages-label = Nachrichten
page-you = Sie
page-message = Nachricht
page-placeholder = Fragen oder eine Änderung beschreiben…
page-answer-here = Mit eigenen Worten antworten…
page-desk-empty = Was soll sich ändern?
page-desk-empty-text = Ein Satz genügt. Countersign schlägt vor; nichts ändert sich, bevor Sie unterschreiben, und Änderungen an Aufgaben und Dateien lassen sich rückgängig machen.
page-example-1 = Trage „Miete zahlen“ für morgen 9 Uhr ein, hohe Priorität
page-example-2 = Jeden Montag: Pflanzen gießen
page-example-3 = Was ist diese Woche fällig?
page-mode = Modus
page-mode-auto = Auto
page-mode-chat = Chat
page-mode-plan = Plan
page-mode-auto-hint = Auto: wählt zwischen Antwort und Vorschlag
page-mode-chat-hint = Chat: nur Antworten
page-mode-plan-hint = Plan: immer ein Vorschlag oder eine Frage
page-planner-only = eingebauter Planer
page-send = Senden
page-stop = Anhalten
page-stage-sent = Gesendet
page-stage-routing = Einordnen
page-stage-proposing = Vorschlagen
page-stage-validating = Prüfen
page-stage-repairing = Nachbessern
page-stage-summarizing = Zusammenfassen
page-failure = Das konnte ich leider nicht verarbeiten. ({ $error })
page-run-cancelled = Angehalten. Es wurde nichts geändert.
page-open-sheet = Änderungen #{ $id } prüfen

## Rückfrage
page-show-more = { $n } weitere zeigen

## Änderungssätze
page-folder = Ordner
page-folder-any = der Ordner, der genannt ist
page-set-title = Änderungssatz #{ $id }
page-set-missing = Änderungssatz #{ $id } gibt es nicht.
page-count-add = { $n } neu
page-count-change = { $n } ändern
page-count-delete = { $n } löschen
page-count-run = { $n } ausführen
page-count-none = keine Änderungen
page-review = Prüfen
page-sheet = Prüfung
page-sheet-empty = Nichts wartet.
page-sheet-empty-text = Vorgeschlagene Änderungen erscheinen hier, je eine Zeile. Sie entscheiden einzeln.
page-undoable = Umkehrbar
page-not-undoable = Nicht umkehrbar
page-undo-nothing = Ändert nichts
page-version-note = { $changed ->
    [0] v{ $version }: Ihre Haken bleiben
    [one] v{ $version }: 1 geändert, Ihre Haken bleiben
   *[other] v{ $version }: { $changed } geändert, Ihre Haken bleiben
}
page-version-waiting = { $changed ->
    [0] v{ $version } ist da · Zeigen
    [one] v{ $version }: 1 geändert · Zeigen
   *[other] v{ $version }: { $changed } geändert · Zeigen
}
page-unsure = Der Server hat nicht rechtzeitig geantwortet; ob es angewendet wurde, ist offen. Nachfragen ist sicher: Angewendet wird höchstens einmal.
page-applied-before = Angewendet als Eintrag { $entry }.
page-applying = Wird angewendet: { $n }…
page-verb-add = Neu
page-verb-change = Ändern
page-verb-delete = Löschen
page-verb-run = Ausführen
page-status-marked = Markiert
page-status-invalid = Ungültig
page-status-pending = Zu prüfen
page-status-confirmed = Unterschrieben
page-status-rejected = Abgelehnt
page-status-deferred = Zurückgestellt
page-status-unheard = Noch nicht gesendet
page-status-retracted = Zurückgezogen
page-status-withdrawn = Zurückgezogen
page-status-replaced = Ersetzt
page-status-drifted = Veraltet
page-status-blocked = Braucht andere
page-status-applying = Wird angewendet
page-status-applied = Angewendet
page-status-failed = Fehlgeschlagen
page-status-unknown = Unbekannt
page-status-undone = Rückgängig
page-status-expired = Abgelaufen
page-risk-some = Etwas Risiko
page-risk-high = Hohes Risiko
page-needs = braucht { $list }
page-no-title = Eine Aufgabe ohne Titel
page-cannot-sign = { $label } lässt sich so nicht unterschreiben.
page-decided = { $label }: { $verdict }. { $n } von { $of } markiert.
page-decided-many = { $n ->
    [one] 1 Zeile: { $verdict }.
   *[other] { $n } Zeilen: { $verdict }.
}
page-rebased = { $label }: neu aufgesetzt. Bitte neu entscheiden.
page-edited = { $label }: bearbeitet. Bitte neu entscheiden.
page-edit = Bearbeiten
page-drifted-refused = { $n ->
    [one] 1 Zeile ist veraltet. Es wurde nichts geändert.
   *[other] { $n } Zeilen sind veraltet. Es wurde nichts geändert.
}
page-drifted-hint = Bitte ansehen und neu entscheiden.
page-stale = Dieser Änderungssatz hat sich geändert, seit Sie ihn sahen. Es wurde nichts geändert.
page-stale-hint = Noch einmal ansehen, dann anwenden.
page-applied-elsewhere = In einem anderen Fenster angewendet.
page-unheard = Ihre Entscheidung wurde nicht gespeichert: { $list }

## Einzelheiten
page-preview-deleted = Gelöscht
page-preview-more = und { $n } weitere

## Dateien und Befehle
page-apply-erase = { $n ->
    [one] 1 Datei löschen
   *[other] { $n } Dateien löschen
}
page-file-create = Neue Datei
page-file-edit = Bearbeiten
page-file-delete = Datei löschen
page-diff-added = neu
page-diff-removed = entfernt
page-file-size = Größe
ui-field-content = Inhalt
ui-field-undo = Rückgängig machen
ui-no-file = keine Datei
ui-content = Inhalt { $hash }
page-cmd-folder = Ordner
page-cmd-never = Gesperrt
page-cmd-exit = Exit { $code }

## Modelle im Gespräch
page-stage-chatting = Antworten
page-usage-tokens = { $in } → { $out } Token
page-usage-tokens-hint = Token gelesen → geschrieben
page-place-local = lokal
page-place-hosted = extern
page-place-local-hint = Das Modell läuft auf diesem Rechner; nichts hat ihn verlassen.
page-place-hosted-hint = Das Modell läuft anderswo: Die Anfrage hat diesen Rechner verlassen.
page-mended = nachgebessert
page-noted = Hinweise
page-recovery = Wiederherstellung
page-recovery-repaired = Die Antwort musste nachgebessert werden.
page-recovery-dropped = Teile der Antwort wurden weggelassen.
page-recovery-fallback = Die Zusammenfassung ist unsere eigene: Das Modell gab keine.
page-recovery-prompt_cut = Der Modellserver las weniger, als ihm geschickt wurde.
page-recovery-shortened = Teile der Eingabe wurden auf das gekürzt, was das Modell liest.
page-recovery-redacted = Geheimnisse wurden dem Modell vorenthalten.
page-recovery-tool_server = Die Werkzeuge eines anderen Programms konnten nicht benutzt werden.
page-recovery-larger_context = Der Plan braucht mehr Platz: Ein Modell, das mehr liest, wird gefragt.
page-recovery-retry = Das Modell wurde noch einmal gefragt.
page-recovery-truncated = Ein Teil der Antwort fehlt.
page-recovery-model_failed = Das Modell hat nicht geantwortet.
page-recovery-unread_events = Ein Teil dessen, was geschah, ist nicht lesbar: „countersign verify“ nennt ihn.
page-again = Wiederholen
page-continue = Weiter
page-saw = Was das Modell sah

## Bestätigen und zurücknehmen

## Eingang
page-more = Mehr zeigen

## Aufgaben
page-view-list = Liste
page-view-week = Woche
page-group-overdue = Überfällig
page-group-today = Heute
page-group-upcoming = Demnächst
page-group-unscheduled = Ohne Datum
page-group-done = Erledigt
page-repeats = wiederholt sich

## Verlauf
page-entry = Eintrag { $seq }
page-open-set = Änderungssatz #{ $id }

## Optionen
page-lamp-down = antwortet nicht
page-folders-none = Kein Ordner ist offen.

## Tasten
page-mode-agent = Agent
page-mode-agent-hint = Agent: arbeitet in Schritten mit Werkzeugen; Sie unterschreiben, was er ändern würde
page-stage-planning = Planen
page-stage-executing = Arbeiten
page-agent-steps = Schritte
page-agent-step-pending = offen
page-agent-step-waiting = wartet
page-agent-step-running = in Arbeit
page-agent-step-completed = erledigt
page-agent-step-failed = gescheitert
page-agent-step-cancelled = nicht begonnen
page-agent-step-denied = verweigert
page-recovery-corrected = Eine Antwort war unbrauchbar; das Modell wurde noch einmal gefragt
page-recovery-mixed = Eine Antwort mischte Werkzeugaufrufe mit einer Antwort
page-recovery-not_proposed = Eine Antwort sagt, etwas sei vorgeschlagen, und nichts ist es
page-recovery-plan_failed = Die Schritte waren nicht zu lesen

## Rules, and runs of several commands
page-settings = Optionen
page-rules = Regeln
page-rule-workspace = Arbeitsbereich
ui-field-days = Tage
ui-field-cap = Benutzungen
page-rule-cap-any = beliebig viele
page-rule-past = Hätte auf { $matched } frühere Entscheidungen gepasst: { $signed } unterschrieben, { $rejected } abgelehnt.
page-rule-match = Lässt durch
page-run-is-running = Läuft
page-run-is-paused = Wartet
page-run-is-done = Fertig
page-run-is-stopped = Gestoppt

## Arbeit in einem Projektordner
page-stage-analyzing = Wird untersucht…
page-recovered-title = Die Antwort hatte Fehler – das Lesbare ist gerettet.
page-recovery-recovered = Ein Teil der Antwort wurde gerettet.
page-recovery-blocked = Dateiänderungen und Befehle der Antwort sind gesperrt.
page-loaded = { $n ->
    [one] 1 Datei geladen:
   *[other] { $n } Dateien geladen:
}
page-next-filled = Der Text steht im Nachrichtenfeld.
page-now = Jetzt
page-now-details = Einzelheiten
page-files = Dateien
page-files-found = { $n ->
    [one] 1 Datei
   *[other] { $n } Dateien
}
page-analyze-message = Ich habe den Befehl ausgeführt: `{ $command }`

## Agents
page-agent-planner = Der Planer
page-category-status = Status
page-category-checklist = Checkliste
page-category-dates = Schätzungen und Termine
page-category-change = Andere Felder
page-category-add = Neu
page-category-delete = Löschen
ui-toasts = Kurzmeldungen

## Library
page-library = Ablage

page-model-removed = { $name } ist entfernt.
page-model-installed = { $name } ist installiert.
page-model-sound = { $name } ist die installierte Datei.
page-model-chosen = { $name } antwortet von jetzt an.
page-model-overridden = Noch nicht: COUNTERSIGN_MODEL entscheidet.
page-offer = Hier antwortet kein Modell; einfache Sätze brauchen keines. Für den Rest:
page-offer-get = { $title } laden ({ $size })

page-session-state-active = Aktiv
page-session-state-archived = Archiviert
page-session-state-deleted = Gelöscht
page-session-archived = { $title } ist archiviert
page-session-deleted = { $title } ist gelöscht
page-session-restored = { $title } ist wieder da
page-plan = Plan

## Learned rules, subscriptions, notices
page-rule-silences = Wird nicht mehr vorgeschlagen
page-agent-rules = Was Sie entschieden haben
page-category-rule = Regeln
page-notice-title = Es wurde etwas vorgeschlagen
page-notice-text = { $n ->
    [one] 1 Änderung wartet. Es wurde nichts geändert.
   *[other] { $n } Änderungen warten. Es wurde nichts geändert.
}
page-mode-image = Bild
page-mode-image-hint = Bild: Bilder von dem, was Sie schreiben
page-attach = Bilder hinzufügen
page-stage-painting = Malt
