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
page-set-label = Lot de changements { $id }
page-set-ready = Prêt
page-set-applied = Appliqué
page-set-partly = Décidé en partie
page-set-signed = Signé
page-set-drifted = Périmé
page-set-applying = En cours
page-set-undone = Annulé
page-set-rejected = Refusé
page-set-withdrawn = Retiré
page-set-replaced = Remplacé
page-set-expired = Expiré
page-set-failed = Échoué
page-set-unknown = Issue inconnue
page-set-invalid = Ne peut être signé
page-docket-wrong = { $n } de plus ne peuvent pas être signés.
page-look = Voir
page-apply-none = Appliquer
page-apply = Appliquer { $n }
page-apply-all = Tout appliquer ({ $n })
page-apply-rest = Signer et appliquer { $n }
page-take-up = { $n ->
    [one] Reprendre 1
   *[other] Reprendre { $n }
}
page-apply-deletes = { $n ->
    [one] Supprimer 1 tâche
   *[other] Supprimer { $n } tâches
}
page-apply-run = { $n ->
    [one] Exécuter 1 commande
   *[other] Exécuter { $n } commandes
}
page-run-one = Exécuter « { $what } »
page-run-one-again = Exécuter à nouveau « { $what } »
page-run-again = { $n ->
    [one] Exécuter à nouveau 1 commande
   *[other] Exécuter à nouveau { $n } commandes
}
page-run-some-again = { $n ->
    [one] Exécuter à nouveau 1 commande
   *[other] Exécuter { $n } commandes, dont { $again } à nouveau
}
page-do-again = { $n ->
    [one] Réessayer 1 échec
   *[other] Réessayer { $n } échecs
}
ui-retry = Réessayer
page-route-plan = comme plan
page-route-chat = comme chat
page-route-clarify = une réponse manque
page-route-unsure = pas sûr
page-understood = Compris
page-taken-as = compris comme
page-run-interrupted = Le serveur s’est arrêté avant la fin. Rien n’a été modifié.
page-no-answer = Pas de réponse.
page-route-agent = Agent
page-route-work = comme travail sur des fichiers
page-route-image = en images
page-section-which = Laquelle ?
page-section-when = Quand ?
page-section-series = Cette date ou la série ?
page-section-duplicate = Il y en a déjà une
page-section-value = Quelle valeur ?
page-answer = Répondre
page-answer-free = Ou répondez ci-dessous avec vos mots.
page-saw-repairs = Corrigé
page-saw-dropped = Laissé de côté
page-saw-violations = A enfreint la forme
page-speaker-system = Système
page-speaker-user = Vous
page-speaker-assistant = Modèle
page-lasting = { $n ->
    [one] 1 parmi eux ne peut pas être annulé.
   *[other] { $n } parmi eux ne peuvent pas être annulés.
}
page-apply-undoable = { $n ->
    [one] Appliquer 1 qui peut être annulé
   *[other] Appliquer { $n } qui peuvent être annulés
}
page-n-applied = { $n ->
    [one] appliquée
   *[other] appliquées
}
page-n-rejected = { $n ->
    [one] refusée
   *[other] refusées
}
page-n-deferred = { $n ->
    [one] reportée
   *[other] reportées
}
page-n-undone = { $n ->
    [one] annulée
   *[other] annulées
}
page-warn-deletes-single = Cela supprime toutes les tâches qui ne se répètent pas.
