# What an agent's run shows: fetched when one is first drawn
page-agent-tools = { $n ->
    [one] 1 Werkzeugaufruf
   *[other] { $n } Werkzeugaufrufe
}
page-agent-queued = Wartet auf Ihre Unterschrift
page-agent-thinks = Denkt:
page-agent-rated = Selbsteinschätzung { $n } %
page-agent-pause = Nach diesem Schritt warten
page-agent-pausing = Er wartet nach diesem Schritt.
page-agent-paused = Der Agent wartet
page-agent-left =
    { $done ->
        [one] { $done } Schritt
       *[other] { $done } Schritte
    } erledigt, { $left } übrig.
page-agent-waiting = { $n ->
    [one] 1 Änderung vorgemerkt.
   *[other] { $n } Änderungen vorgemerkt.
}
page-agent-continue = Weiter
page-agent-continue-auto = Ohne Warten weiter
page-agent-stop = Hier aufhören
page-agent-approval = { $n ->
    [one] 1 Werkzeugaufruf braucht Ihre Erlaubnis
   *[other] { $n } Werkzeugaufrufe brauchen Ihre Erlaubnis
}
page-agent-approval-there = Jeder Aufruf wird in der Prüfung erlaubt oder verweigert.
page-agent-approval-time = Ohne Antwort gilt es nach einer Minute als verweigert.
page-agent-allow = { $n ->
    [one] Diesen Aufruf erlauben
   *[other] { $n } Aufrufe erlauben
}
page-agent-deny = Nicht erlauben
page-agent-answer = Antworten
page-agent-summary = Zusammenfassung der Arbeit
page-agent-summary-pending = Noch nicht behalten
page-agent-summary-saved = Behalten
page-agent-summary-discarded = Verworfen
page-agent-summary-action = Handlung
page-agent-summary-details = Einzelheiten
page-agent-summary-result = Ergebnis
page-agent-summary-tools = Werkzeuge
page-agent-summary-criteria = Kriterien
page-agent-criterion-new = neu
page-agent-summary-decisions = Entscheidungen
page-agent-save = Zusammenfassung behalten
page-agent-save-edited = Bearbeitet behalten
page-agent-edit = Zusammenfassung bearbeiten
page-agent-discard = Zusammenfassung verwerfen
page-agent-summary-rejected = Dagegen entschieden
page-agent-summary-goal = Ziel
page-agent-here = Was Sie unten schreiben, geht an diesen Lauf.
page-agent-apart = Was Sie unten schreiben, beginnt etwas Neues.
page-agent-to-run = Diesem Lauf sagen
page-agent-to-new = Etwas anderes beginnen
page-agent-auto = Von selbst weiter
page-agent-plan = Nur ansehen und planen
page-sub-found = { $n ->
    [one] 1 Teilaufgabe gefunden
   *[other] { $n } Teilaufgaben gefunden
}
page-agent-split = In Teilaufgaben aufteilen
page-sub-tasks = Teilaufgaben
page-sub-best = empfohlen
page-sub-speed = etwa { $n } s
page-sub-risk = Risiko: { $risk }
page-sub-risk-none = gering
page-sub-risk-some = etwas
page-sub-risk-high = hoch
page-sub-way-dependency-graph = Parallel
page-sub-way-sequential = Nacheinander
page-sub-way-parallel = Schnell und lose
page-sub-way-why-dependency-graph = Mehrere zugleich, jede nach denen, auf die sie baut; keine zwei schreiben dieselbe Datei.
page-sub-way-why-sequential = Eine nach der anderen, jede auf dem, was die vorige ließ.
page-sub-way-why-parallel = Alle zugleich. Was sich mit einer anderen überschneidet, scheitert und kann wiederholt werden.
page-sub-start = { $letter } starten
page-sub-by-hand = Nach jeder Runde auf mich warten
page-sub-size = Feinheit
page-sub-size-auto = Das Produkt entscheidet
page-sub-size-fine = Fein
page-sub-size-medium = Mittel
page-sub-size-coarse = Grob
page-sub-size-auto-why = Nach der Zahl der Dateien und Anweisungen und danach, wie oft Antworten zuletzt abgeschnitten wurden.
page-sub-size-why-fine = Kurze Antworten, die selten abgeschnitten werden, und wenig geht verloren, wenn eine scheitert; mehr Aufrufe.
page-sub-size-why-medium = Weniger Aufrufe, und jede sieht etwas mehr; längere Antworten.
page-sub-size-why-coarse = Die wenigsten Aufrufe, und jede sieht viel; lange Antworten werden öfter abgeschnitten.
page-sub-size-of = { $n } × etwa { $tokens } Token
page-sub-edit = Plan bearbeiten
page-sub-words = Was Teilaufgabe { $n } tut
page-sub-up = Hinauf
page-sub-down = Hinunter
page-sub-remove = Entfernen
page-sub-up-of = Teilaufgabe { $n } hinauf
page-sub-down-of = Teilaufgabe { $n } hinunter
page-sub-remove-of = Teilaufgabe { $n } entfernen
page-sub-save = Plan speichern
page-sub-none = Keine davon ausführen
page-sub-after = nach { $list }
page-sub-waits = Wartet: { $n } (baut auf { $list })
page-sub-retry = { $n } wiederholen
page-sub-left = { $done } erledigt, { $left } übrig, { $failed } gescheitert.
page-sub-pause = Nach dem Laufenden anhalten
page-plan-view = Formular oder Markdown
page-plan-tab-markdown = Markdown
page-plan-status = Status
page-plan-goal = Ziel
page-plan-met = Erfüllt: { $what }
page-plan-criterion = Kriterium { $n }
page-plan-remove = { $what } entfernen
page-plan-add = Kriterium hinzufügen
page-plan-log = { $n ->
    [one] 1 Protokolleintrag
   *[other] { $n } Protokolleinträge
}
page-plan-changes = Was sich ändert
page-plan-count = { $n ->
    [0] Nichts ändert sich
    [one] 1 Änderung
   *[other] { $n } Änderungen
}
page-plan-same = Das steht schon so im Plan. Es wurde nichts geändert.
page-plan-unread = Zeile { $line } wurde nicht verstanden und bleibt unter „Other“ erhalten: { $text }
page-plan-back = Zurück zum Bearbeiten
page-plan-show = Änderungen zeigen
page-plan-save = { $n ->
    [one] 1 Änderung speichern
   *[other] { $n } Änderungen speichern
}
page-plan-saved = Gespeichert als Version { $version } des Plans
page-plan-edited = plan_doc.md wurde im Ordner der Sitzung bearbeitet.
page-plan-take = Übernehmen
page-plan-mend = Von einem Modell richten lassen
page-plan-mending = Das Modell schreibt …
page-plan-tab-form = Formular
page-plan-status-planning = In Planung
page-plan-status-in_progress = In Arbeit
page-plan-status-blocked = Blockiert
page-plan-status-completed = Fertig
page-plan-status-failed = Gescheitert
page-plan-field-status = Status
page-plan-field-goal = Ziel
page-plan-field-acceptanceCriteria = Fertig, wenn
page-plan-field-decisionsMade = Entschieden
page-plan-field-decisionsRejected = Verworfen
page-plan-field-executionLog = Protokoll
page-plan-field-other = Weiteres
page-plan-missing-goal = In diesem Status braucht ein Plan ein Ziel.
page-plan-missing-criterion = In diesem Status braucht ein Plan mindestens ein Kriterium.
