page-model-says = Le modèle dit
page-saw-none = Aucun modèle n’a été interrogé.
page-saw-part = Partie de la demande
page-saw-size = Jetons, estimés
page-saw-cut = raccourcie
page-saw-hidden = Non envoyé au modèle
page-saw-sent = Envoyé
page-saw-schema = Forme demandée
page-saw-raw = Réponse, telle que reçue
page-saw-parsed = Ce qui en a été pris
page-saw-finish = Arrêt
page-saw-sure = Jeton le moins sûr
page-saw-error = Échec
page-loaded-cut = son début
page-not-loaded = Non chargé : { $reason }
page-urls-noted = Noté, non téléchargé : { $urls }
page-reply-section = Section { $n }
page-reply-code = Code
page-blocked-parts = Non utilisé :
page-reply-steps = Étapes
page-step-done = fait
page-step-open = à faire
page-what-was-done = Ce qui a été fait
page-turn-done = ✓ Terminé
page-turn-blocked = ✕ Bloqué
page-turn-pending = En attente
page-turn-applied = { $n ->
    [one] { $n } appliqué
   *[other] { $n } appliqués
}
page-turn-run = Exécuter { $n }
page-turn-tokens = { $n ->
    [one] 1 jeton
   *[other] { $n } jetons
}
page-next = Étapes suivantes
page-images-shown = { $n ->
    [one] 1 image montrée : { $names }
   *[other] { $n } images montrées : { $names }
}
page-images-described = { $n ->
    [one] Un autre modèle décrit 1 image : { $names }
   *[other] Un autre modèle décrit { $n } images : { $names }
}
