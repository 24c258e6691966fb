page-lib-find = Chercher dans ces sorties
page-lib-sort = Trier par
page-lib-sort-created_at = plus récentes d’abord
page-lib-sort-size_chars = plus longues d’abord
page-lib-sort-tool_name = par outil
page-lib-command = Commande
page-lib-empty = Aucune sortie n’est encore conservée.
page-lib-empty-text = Les longues réponses des outils et ce qu’écrivent les commandes sont conservés ici. Un fichier peut l’être aussi :
page-lib-chars = { $n ->
    [one] { $n } caractère
   *[other] { $n } caractères
}
page-lib-elements = { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
page-lib-failed = échec
page-lib-count = { $n } sur { $total }
page-lib-kind-json = JSON
page-lib-kind-json_lines = lignes JSON
page-lib-kind-text = texte
page-lib-back = Archives
page-lib-tree = Ce qu’elle contient
page-lib-path = JSONPath
page-lib-path-hint = Par exemple $.items[*].name, $..id ou $.items[?@.price > 10].
page-lib-extract = Trouver les valeurs
page-lib-matches = { $n ->
    [0] Aucune valeur
    [one] { $n } valeur
   *[other] { $n } valeurs
}
page-lib-first = les { $n } premières sont affichées
page-lib-use = Trouver { $path }
page-lib-words = Lignes qui contiennent
page-lib-search = Chercher
page-lib-lines = { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
}
page-lib-text = Le texte
page-lib-type-object = objet
page-lib-type-array = liste
page-lib-type-string = texte
page-lib-type-number = nombre
page-lib-type-boolean = oui ou non
page-lib-type-null = rien
page-lib-found = Les valeurs trouvées
page-lib-tab-outputs = Sorties
page-lib-tab-images = Images
page-lib-dropped = { $size } de plus non conservés
page-lib-files = Les fichiers de vos dossiers ne figurent pas ici : ils restent où ils sont, et leurs modifications attendent dans la boîte.
page-lib-files-open = Ouvrir un dossier
