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
page-turn-run = { $n } ausführen
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
