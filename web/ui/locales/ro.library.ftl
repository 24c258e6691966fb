page-lib-find = Caută în aceste ieșiri
page-lib-sort = Sortează
page-lib-sort-created_at = cele mai noi întâi
page-lib-sort-size_chars = cele mai lungi întâi
page-lib-sort-tool_name = după unealtă
page-lib-command = Comandă
page-lib-empty = Încă nu este păstrată nicio ieșire.
page-lib-empty-text = Aici se păstrează răspunsurile lungi ale uneltelor și ce scriu comenzile. Se poate păstra și un fișier:
page-lib-chars = { $n ->
    [one] 1 caracter
    [few] { $n } caractere
   *[other] { $n } de caractere
}
page-lib-elements = { $n ->
    [one] 1 element
    [few] { $n } elemente
   *[other] { $n } de elemente
}
page-lib-failed = eșuat
page-lib-count = { $n } din { $total }
page-lib-kind-json = JSON
page-lib-kind-json_lines = linii JSON
page-lib-kind-text = text
page-lib-back = Bibliotecă
page-lib-tree = Ce conține
page-lib-path = JSONPath
page-lib-path-hint = De exemplu $.items[*].name, $..id sau $.items[?@.price > 10].
page-lib-extract = Găsește valori
page-lib-matches = { $n ->
    [0] Nicio valoare
    [one] 1 valoare
    [few] { $n } valori
   *[other] { $n } de valori
}
page-lib-first = se arată primele { $n }
page-lib-use = Găsește { $path }
page-lib-words = Linii care conțin
page-lib-search = Caută
page-lib-lines = { $n ->
    [one] 1 linie
    [few] { $n } linii
   *[other] { $n } de linii
}
page-lib-text = Textul
page-lib-type-object = obiect
page-lib-type-array = listă
page-lib-type-string = text
page-lib-type-number = număr
page-lib-type-boolean = da sau nu
page-lib-type-null = nimic
page-lib-found = Valorile găsite
page-lib-tab-outputs = Ieșiri
page-lib-tab-images = Imagini
page-lib-dropped = încă { $size } nepăstrați
page-lib-files = Fișierele dosarelor dumneavoastră nu apar aici: rămân unde sunt, iar schimbările lor așteaptă în primite.
page-lib-files-open = Deschide un dosar
