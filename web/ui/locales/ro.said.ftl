page-model-says = Modelul spune
page-saw-none = Nu a fost întrebat niciun model.
page-saw-part = Parte a cererii
page-saw-size = Tokeni, estimați
page-saw-cut = scurtată
page-saw-hidden = Netrimis modelului
page-saw-sent = Trimis
page-saw-schema = Forma cerută
page-saw-raw = Răspuns, așa cum a venit
page-saw-parsed = Ce s-a luat din el
page-saw-finish = S-a oprit
page-saw-sure = Cel mai nesigur token
page-saw-error = A eșuat
page-loaded-cut = începutul lui
page-not-loaded = Neîncărcat: { $reason }
page-urls-noted = Notat, nedescărcat: { $urls }
page-reply-section = Secțiunea { $n }
page-reply-code = Cod
page-blocked-parts = Nu se folosește:
page-reply-steps = Pași
page-step-done = gata
page-step-open = de făcut
page-what-was-done = Ce s-a făcut
page-turn-done = ✓ Gata
page-turn-blocked = ✕ Blocat
page-turn-pending = În așteptare
page-turn-applied = { $n ->
    [one] { $n } aplicat
    [few] { $n } aplicate
   *[other] { $n } aplicate
}
page-turn-run = Rulează { $n }
page-turn-tokens = { $n ->
    [one] 1 token
    [few] { $n } tokenuri
   *[other] { $n } de tokenuri
}
page-next = Pașii următori
page-images-shown = { $n ->
    [one] 1 imagine arătată: { $names }
    [few] { $n } imagini arătate: { $names }
   *[other] { $n } de imagini arătate: { $names }
}
page-images-described = { $n ->
    [one] Alt model descrie 1 imagine: { $names }
    [few] Alt model descrie { $n } imagini: { $names }
   *[other] Alt model descrie { $n } de imagini: { $names }
}
