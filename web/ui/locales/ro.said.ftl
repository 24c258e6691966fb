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
page-set-label = Set de schimbări { $id }
page-set-ready = Gata
page-set-applied = Aplicat
page-set-partly = Decis în parte
page-set-signed = Semnat
page-set-drifted = Învechit
page-set-applying = Se aplică
page-set-undone = Anulat
page-set-rejected = Respins
page-set-withdrawn = Retras
page-set-replaced = Înlocuit
page-set-expired = Expirat
page-set-failed = Eșuat
page-set-unknown = Rezultat necunoscut
page-set-invalid = Nu se poate semna
page-docket-wrong = Încă { $n } nu se pot semna.
page-look = Vezi
page-apply-none = Aplică
page-apply = Aplică { $n }
page-apply-all = Aplică toate ({ $n })
page-apply-rest = Semnează și aplică { $n }
page-take-up = { $n ->
    [one] Reia 1
   *[other] Reia { $n }
}
page-apply-deletes = { $n ->
    [one] Șterge 1 sarcină
    [few] Șterge { $n } sarcini
   *[other] Șterge { $n } de sarcini
}
page-apply-run = { $n ->
    [one] Rulează 1 comandă
    [few] Rulează { $n } comenzi
   *[other] Rulează { $n } de comenzi
}
page-run-one = Rulează „{ $what }”
page-run-one-again = Rulează din nou „{ $what }”
page-run-again = { $n ->
    [one] Rulează din nou 1 comandă
    [few] Rulează din nou { $n } comenzi
   *[other] Rulează din nou { $n } de comenzi
}
page-run-some-again = { $n ->
    [one] Rulează din nou 1 comandă
    [few] Rulează { $n } comenzi, { $again } din nou
   *[other] Rulează { $n } de comenzi, { $again } din nou
}
page-do-again = { $n ->
    [one] Încearcă din nou 1 eșuat
    [few] Încearcă din nou { $n } eșuate
   *[other] Încearcă din nou { $n } de eșuate
}
ui-retry = Încearcă din nou
page-route-plan = ca plan
page-route-chat = ca chat
page-route-clarify = lipsește un răspuns
page-route-unsure = nesigur
page-understood = Înțeles
page-taken-as = înțeles ca
page-run-interrupted = Serverul s-a oprit înainte de final. Nu s-a schimbat nimic.
page-no-answer = Niciun răspuns.
page-route-agent = Agent
page-route-work = ca lucru cu fișiere
page-route-image = ca imagini
page-section-which = Care?
page-section-when = Când?
page-section-series = Data aceasta sau seria?
page-section-duplicate = Există deja una
page-section-value = Ce valoare?
page-answer = Răspunde
page-answer-free = Sau răspundeți mai jos cu cuvintele dvs.
page-saw-repairs = Corectat
page-saw-dropped = Lăsat deoparte
page-saw-violations = A încălcat forma
page-speaker-system = Sistem
page-speaker-user = Dvs.
page-speaker-assistant = Model
page-lasting = { $n ->
    [one] 1 dintre acestea nu poate fi anulat.
   *[other] { $n } dintre acestea nu pot fi anulate.
}
page-apply-undoable = { $n ->
    [one] Aplică 1 care poate fi anulat
   *[other] Aplică { $n } care pot fi anulate
}
page-n-applied = { $n ->
    [one] aplicată
   *[other] aplicate
}
page-n-rejected = { $n ->
    [one] respinsă
   *[other] respinse
}
page-n-deferred = { $n ->
    [one] amânată
   *[other] amânate
}
page-n-undone = { $n ->
    [one] anulată
   *[other] anulate
}
page-warn-deletes-single = Șterge toate sarcinile care nu se repetă.
