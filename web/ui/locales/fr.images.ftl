# Images
page-gallery = { $n ->
    [one] 1 image
   *[other] { $n } images
}
page-image-alt = Image { $n } : { $prompt }
page-image-alt-given = Image jointe { $n } : { $prompt }
page-image-bytes = { $n } ko
page-image-selected = L’image { $n } est choisie
page-image-unselected = L’image { $n } n’est pas choisie
page-image-select = Choisir l’image { $n }
page-image-anew = Refaire l’image { $n }
page-image-progress = { $n } sur { $of }
page-image-failed = L’image { $n } a échoué : { $why }
page-image-save = { $n ->
    [one] Enregistrer 1 image choisie
   *[other] Enregistrer { $n } images choisies
}
page-image-revised = Demande selon le fournisseur
page-image-earlier = { $n ->
    [one] 1 version antérieure est conservée
   *[other] { $n } versions antérieures sont conservées
}
page-image-delete = Retirer
page-image-deleted = L’image { $n } a été retirée.
page-image-prompt = Demande
page-image-refine = En plus
page-image-refine-example = p. ex. sans texte
page-image-anew-note = La nouvelle image prend la place de celle-ci, qui est conservée.
page-image-anew-go = La faire
page-image-no-folder = Aucun dossier n’est ouvert pour enregistrer. Ouvrez-en un dans un terminal ou dans Réglages :
page-image-workspace = Dossier ouvert
page-image-folder = Dossier dans le dossier ouvert ; vide = le dossier ouvert lui-même
page-image-save-note = { $n ->
    [one] Elle devient { $name }, ou prend le prochain numéro libre. Rien n’est écrit avant votre signature.
   *[other] Elles deviennent { $name } et ainsi de suite, à partir du prochain numéro libre. Rien n’est écrit avant votre signature.
}
page-image-propose = { $n ->
    [one] Proposer 1 fichier
   *[other] Proposer { $n } fichiers
}
page-image-proposed = { $n ->
    [one] 1 image est proposée comme fichier dans le lot { $id }. Rien n’a été modifié.
   *[other] { $n } images sont proposées comme fichiers dans le lot { $id }. Rien n’a été modifié.
}
page-image-preview = L’image que contiendrait { $path }
page-attach-kind = { $name } n’est ni PNG, ni JPEG, ni WebP, ni GIF.
page-attach-large = { $name } dépasse 20 Mo.
page-attach-many = Au plus { $n } images accompagnent un message.
page-attach-added = { $name } accompagne le message.
page-attached = Images qui accompagnent le message
page-attach-remove = Enlever { $name }
page-images-empty = Pas encore d’images
page-images-empty-text = Les images que vous avez faites et celles de vos messages sont conservées ici.
page-image-stopped = Arrêté. { $n ->
    [0] Rien n’a été modifié.
    [one] 1 image a été faite avant, et est conservée.
   *[other] { $n } images ont été faites avant, et sont conservées.
}
page-image-spent = { $cost } ont été dépensés.
page-image-restore = Remettre
page-image-folder-of = Dossier dans { $name } ; vide = { $name } lui-même
page-attach-mode = Les images accompagnent des messages en mode Auto, Chat ou Plan. Retirez-les, ou choisissez un autre mode.
page-attach-keeping = Conservation des images …
page-images-away = Aussi celles qui ont été retirées
