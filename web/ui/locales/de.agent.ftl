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
page-agent-left = { $done } Schritte erledigt, { $left } übrig.
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
page-agent-folder = Ordner
