# Imagini
page-gallery = { $n ->
    [one] 1 imagine
    [few] { $n } imagini
   *[other] { $n } de imagini
}
page-image-alt = Imaginea { $n }: { $prompt }
page-image-alt-given = Imaginea dată { $n }: { $prompt }
page-image-bytes = { $n } kB
page-image-selected = Imaginea { $n } este aleasă
page-image-unselected = Imaginea { $n } nu este aleasă
page-image-select = Alegeți imaginea { $n }
page-image-anew = Refaceți imaginea { $n }
page-image-progress = { $n } din { $of }
page-image-failed = Imaginea { $n } nu a reușit: { $why }
page-image-save = { $n ->
    [one] Salvați 1 imagine aleasă
    [few] Salvați { $n } imagini alese
   *[other] Salvați { $n } de imagini alese
}
page-image-revised = Cererea în cuvintele furnizorului
page-image-earlier = { $n ->
    [one] Se păstrează 1 versiune anterioară
    [few] Se păstrează { $n } versiuni anterioare
   *[other] Se păstrează { $n } de versiuni anterioare
}
page-image-delete = Retrageți
page-image-deleted = Imaginea { $n } a fost retrasă.
page-image-prompt = Cerere
page-image-refine = În plus
page-image-refine-example = de ex. fără text
page-image-anew-note = Imaginea nouă ia locul acesteia; aceasta se păstrează.
page-image-anew-go = Faceți-o
page-image-no-folder = Niciun dosar nu este deschis pentru salvare. Deschideți unul în terminal sau în Setări:
page-image-workspace = Dosar deschis
page-image-folder = Dosar în dosarul deschis; gol = dosarul deschis însuși
page-image-save-note = { $n ->
    [one] Devine { $name } sau primește următorul număr liber. Nimic nu se scrie până nu semnați.
   *[other] Devin { $name } și așa mai departe, de la următorul număr liber. Nimic nu se scrie până nu semnați.
}
page-image-propose = { $n ->
    [one] Propuneți 1 fișier
    [few] Propuneți { $n } fișiere
   *[other] Propuneți { $n } de fișiere
}
page-image-proposed = { $n ->
    [one] 1 imagine este propusă ca fișier în setul { $id }. Nu s-a schimbat nimic.
    [few] { $n } imagini sunt propuse ca fișiere în setul { $id }. Nu s-a schimbat nimic.
   *[other] { $n } de imagini sunt propuse ca fișiere în setul { $id }. Nu s-a schimbat nimic.
}
page-image-preview = Imaginea pe care ar avea-o { $path }
page-attach-kind = { $name } nu este PNG, JPEG, WebP sau GIF.
page-attach-large = { $name } are peste 20 MB.
page-attach-many = Cu un mesaj merg cel mult { $n } imagini.
page-attach-added = { $name } merge cu mesajul.
page-attached = Imagini care merg cu mesajul
page-attach-remove = Scoateți { $name }
page-images-empty = Încă nicio imagine
page-images-empty-text = Aici se păstrează imaginile făcute și cele care au mers cu mesaje.
page-image-stopped = Oprit. { $n ->
    [0] Nu s-a schimbat nimic.
    [one] 1 imagine a fost făcută înainte și se păstrează.
   *[other] { $n } imagini au fost făcute înainte și se păstrează.
}
page-image-spent = S-a cheltuit { $cost }.
page-image-restore = Readuceți
page-image-folder-of = Dosar în { $name }; gol = { $name } însuși
page-attach-mode = Imaginile merg cu mesaje în modul Auto, Chat sau Plan. Scoateți-le sau alegeți alt mod.
page-attach-keeping = Imaginile se păstrează …
page-images-away = Și cele retrase
