page-model-says = Das Modell sagt
page-saw-none = Es wurde kein Modell gefragt.
page-saw-part = Teil der Anfrage
page-saw-size = Token, geschätzt
page-saw-cut = gekürzt
page-saw-hidden = Dem Modell vorenthalten
page-saw-sent = Gesendet
page-saw-schema = Verlangte Form
page-saw-raw = Antwort, wie sie kam
page-saw-parsed = Daraus entnommen
page-saw-finish = Aufgehört
page-saw-sure = Unsicherstes Token
page-saw-error = Fehlgeschlagen
page-loaded-cut = ihr Anfang
page-not-loaded = Nicht geladen: { $reason }
page-urls-noted = Vermerkt, nicht abgerufen: { $urls }
page-reply-section = Abschnitt { $n }
page-reply-code = Code
page-blocked-parts = Nicht verwendet:
page-reply-steps = Schritte
page-step-done = erledigt
page-step-open = offen
page-what-was-done = Was getan wurde
page-turn-done = ✓ Fertig
page-turn-blocked = ✕ Blockiert
page-turn-pending = Ausstehend
page-turn-applied = { $n } angewandt
page-turn-tokens = { $n ->
    [one] 1 Token
   *[other] { $n } Tokens
}
page-next = Nächste Schritte
page-images-shown = { $n ->
    [one] 1 Bild gezeigt: { $names }
   *[other] { $n } Bilder gezeigt: { $names }
}
page-images-described = { $n ->
    [one] Ein anderes Modell beschreibt 1 Bild: { $names }
   *[other] Ein anderes Modell beschreibt { $n } Bilder: { $names }
}
page-set-label = Änderungssatz { $id }
page-set-ready = Bereit
page-set-applied = Angewendet
page-set-partly = Teils entschieden
page-set-signed = Unterschrieben
page-set-drifted = Veraltet
page-set-applying = Wird angewendet
page-set-undone = Rückgängig
page-set-rejected = Abgelehnt
page-set-withdrawn = Zurückgezogen
page-set-replaced = Ersetzt
page-set-expired = Abgelaufen
page-set-failed = Fehlgeschlagen
page-set-unknown = Ausgang unbekannt
page-set-invalid = Nicht unterschreibbar
page-docket-wrong = { $n } weitere lassen sich nicht unterschreiben.
page-look = Ansehen
page-apply-none = Anwenden
page-apply = { $n } anwenden
page-apply-all = Alle { $n } anwenden
page-apply-rest = { $n } unterschreiben und anwenden
page-take-up = { $n ->
    [one] 1 wieder aufnehmen
   *[other] { $n } wieder aufnehmen
}
page-apply-deletes = { $n ->
    [one] 1 Aufgabe löschen
   *[other] { $n } Aufgaben löschen
}
page-apply-run = { $n ->
    [one] 1 Befehl ausführen
   *[other] { $n } Befehle ausführen
}
page-run-one = „{ $what }“ ausführen
page-run-one-again = „{ $what }“ noch einmal ausführen
page-run-again = { $n ->
    [one] 1 Befehl noch einmal ausführen
   *[other] { $n } Befehle noch einmal ausführen
}
page-run-some-again = { $n ->
    [one] 1 Befehl noch einmal ausführen
   *[other] { $n } Befehle ausführen, { $again } davon noch einmal
}
page-do-again = { $n ->
    [one] 1 Fehlgeschlagenes noch einmal versuchen
   *[other] { $n } Fehlgeschlagene noch einmal versuchen
}
ui-retry = Noch einmal
page-route-plan = als Plan
page-route-chat = als Chat
page-route-clarify = braucht eine Antwort
page-route-unsure = nicht sicher
page-understood = Verstanden
page-taken-as = verstanden als
page-run-interrupted = Der Server hielt an, bevor das fertig war. Es wurde nichts geändert.
page-no-answer = Keine Antwort.
page-route-agent = Agent
page-route-work = als Arbeit an Dateien
page-route-image = als Bilder
page-section-which = Welche?
page-section-when = Wann?
page-section-series = Dieser Termin oder die Serie?
page-section-duplicate = Es gibt schon eine
page-section-value = Welcher Wert?
page-answer = Antworten
page-answer-free = Oder unten mit eigenen Worten antworten.
page-saw-repairs = Nachgebessert
page-saw-dropped = Weggelassen
page-saw-violations = Brach die Form
page-speaker-system = System
page-speaker-user = Sie
page-speaker-assistant = Modell
page-lasting = { $n ->
    [one] 1 davon lässt sich nicht rückgängig machen.
   *[other] { $n } davon lassen sich nicht rückgängig machen.
}
page-apply-undoable = { $n ->
    [one] 1 anwenden, das rückgängig zu machen ist
   *[other] { $n } anwenden, die rückgängig zu machen sind
}
page-n-applied = angewendet
page-n-rejected = abgelehnt
page-n-deferred = zurückgestellt
page-n-undone = rückgängig
page-warn-deletes-single = Das löscht alle Aufgaben, die sich nicht wiederholen.
