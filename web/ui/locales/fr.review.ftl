## The inbox and its cards
page-inbox-open = { $n ->
    [one] { $n } ouverte
   *[other] { $n } ouvertes
}
page-inbox-signed = { $n ->
    [one] { $n } signée
   *[other] { $n } signées
}
page-inbox-empty = Rien n’attend.
page-inbox-empty-text = Les propositions reportées ou non vues attendent ici sept jours.
page-tidy = Ranger
page-tidy-hint = Cherche plans en retard, doublons, dates manquées et journées pleines, et propose. Rien n’est modifié.
page-woke = { $n ->
    [0] Rien à proposer.
    [one] 1 changement proposé.
   *[other] { $n } changements proposés.
}
page-woke-waits = { $n ->
    [one] Rien de nouveau : 1 changement attend déjà.
   *[other] Rien de nouveau : { $n } changements attendent déjà.
}
page-suggests = { $n ->
    [one] { $agent } propose 1 changement
   *[other] { $agent } propose { $n } changements
}
page-dismiss = Tout reporter
page-woke-rules = { $n ->
    [one] Vos règles ont fait 1 changement.
   *[other] Vos règles ont fait { $n } changements.
}
page-inbox-unknown = issue de { $n } inconnue
page-suggests-rules = { $n ->
    [one] D’après vos décisions : 1 règle proposée
   *[other] D’après vos décisions : { $n } règles proposées
}
page-agent-says = { $agent } dit :
page-why = Pourquoi

## Questions that stop an action
page-effect-deletes = { $n ->
    [one] Supprimer 1 tâche
   *[other] Supprimer { $n } tâches
}
page-effect-updates = { $n ->
    [one] Modifier 1 tâche
   *[other] Modifier { $n } tâches
}
page-effect-both = Supprimer { $deletes } et modifier { $updates } tâches
page-confirm-title = { $effect } ?
page-confirm-deletes = Cela supprimera { $n } tâches.
page-confirm-updates = Cela modifiera { $n } tâches.
page-effect-sensitive = { $n ->
    [one] Modifier 1 fichier qui décide de ce qui s’exécute
   *[other] Modifier { $n } fichiers qui décident de ce qui s’exécute
}
page-confirm-sensitive = Ces fichiers décident de ce qui est compilé, installé ou exécuté. Relisez leurs modifications.
page-confirm-type = Tapez { $n } pour continuer
page-confirm-hold = Maintenez le bouton, ou Entrée sur lui, un instant.
page-effect-gone = Supprimer { $n } tâches et fichiers
page-confirm-safe = Rien n’a encore été modifié. Le journal permet d’annuler.
page-undo-conflict = Un changement plus récent s’y oppose
page-undo-conflict-text = Ce que vous voulez annuler a été modifié depuis. Rien n’a été modifié.
page-undo-would = Annuler mettrait
page-undo-stop = Arrêter
page-undo-keep = Garder le plus récent
page-undo-both = Annuler les deux

## The keys
page-keys = Touches
page-keys-note = Les lettres seules n’agissent que sur une ligne qui a le focus ; les réglages permettent de les couper.
page-keys-off = Les lettres seules sont coupées dans les réglages.
page-key-move = ligne suivante, précédente
page-key-sign = signer
page-key-reject = refuser, puis un motif
page-key-reason = choisir un motif
page-key-defer = reporter
page-key-undecide = retirer la décision
page-key-open = ouvrir, fermer les détails
page-key-why = pourquoi
page-key-edit = modifier avant de signer
page-key-exclude = exclure une cible
page-key-rebase = mettre à jour une ligne périmée
page-key-hunk = partie précédente, suivante d’un fichier
page-key-sign-apply = signer celle-ci et l’appliquer avec ce qui est déjà signé
page-key-apply = appliquer ce qui est marqué
page-key-slash = écrire un message ; dans un lot de changements, filtrer ses lignes
page-key-pages = Bureau, À signer, Tâches, Journal, Bibliothèque, Règles, Réglages
page-key-modes = Auto, Chat, Plan
page-key-help = cette aide

## What an item would do, and why
page-inspector = Détails
page-tab-preview = Aperçu
page-tab-why = Pourquoi
page-tab-checks = Contrôles
page-tab-raw = Brut
page-preview-none = Rien ne changerait.
page-targets = { $n ->
    [one] 1 tâche
   *[other] { $n } tâches
}
page-targets-excluded = { $n ->
    [one] { $n } exclue
   *[other] { $n } exclues
}
page-why-asked = Demandé
page-why-by = Proposé d’après
page-why-when = Proposé le
page-why-reason = Votre motif
page-why-decided = Décidé le
page-source-request = votre demande
page-source-planner = votre demande, par le planificateur intégré
page-source-direct = votre propre modification
page-source-compat = un programme avec votre clé
page-source-import = une importation ({ $what })
page-source-undo = l’annulation de l’entrée { $what }
page-source-rewind = le retour à l’entrée { $what }
page-check-valid = Toutes les valeurs sont valides.
page-check-current = Ce sur quoi cela repose n’a pas changé.
page-check-drifted = { $n ->
    [one] 1 champ a changé.
   *[other] { $n } champs ont changé.
}
page-digest = Vous signez exactement ceci :
page-drift-title = Périmée.
page-drift-text = Ce sur quoi cela repose a changé depuis la proposition.
page-drift-table = Ce qui a changé
page-drift-what = Champ
page-drift-base = Avant
page-drift-now = Maintenant
page-drift-proposed = Proposé
page-rebase = Mettre à jour
page-drop = Écarter
page-drift-file = Le fichier n’est plus celui pour lequel ceci a été fait. « Mettre à jour » refait la modification sur l’état présent, si elle y trouve encore sa place ; sinon écartez-la.
page-why-rule = Signé par
page-why-rule-n = règle { $n } : { $name }
page-source-agent = { $what }, un autre programme
page-source-wake = { $what }, réveillé de lui-même
page-rule-revocable = Peut être révoquée sur la page Règles

## Many at once
page-same = { $n ->
    [one] Le même changement, une fois
   *[other] Le même changement ×{ $n }
}
page-same-shown =
    { $samples ->
        [one] { $samples } montré
       *[other] { $samples } montrés
    }, { $outliers ->
        [one] { $outliers } différent
       *[other] { $outliers } différents
    }
page-same-sign = Signer { $n }
page-same-reject = Refuser { $n }
page-same-all = Montrer les { $n }
page-hasty = { $n } signés en { $seconds } s. Regarder encore ?
page-hasty-deletes = { $deletes ->
    [one] { $n } signés en { $seconds } s, dont 1 suppression. Regarder encore ?
   *[other] { $n } signés en { $seconds } s, dont { $deletes } suppressions. Regarder encore ?
}
page-look-again = Regarder encore

## The memory of decisions, in History
page-memory = Mémoire des décisions
page-memory-text = Ce que vous avez répondu aux propositions. Les agents le savent, et ce que vous avez refusé n’est pas proposé de nouveau.
page-memory-filter = Décision
page-memory-empty = Pas encore de décisions.
page-memory-empty-text = Ce que vous signez, refusez ou reportez est retenu ici.
page-proposed-by = de { $agent }
page-proposed-by-planner = par le planificateur
page-proposed-by-rules = d’après vos décisions

## Todos and History
page-todos-empty = Pas encore de tâche.
page-todos-empty-text = Écrivez-en une ci-dessus, avec jour et heure : « appeler la banque vendredi à 9 h ».
page-week-before = Semaine précédente
page-week-after = Semaine suivante
page-week-hint = Glissez une tâche vers un autre jour, ou choisissez-la et tapez Alt+← ou Alt+→.
page-history-filter = Afficher
page-history-empty = Rien encore.
page-history-empty-text = Chaque proposition, décision et changement est noté ici et peut être annulé.

## Tâches que l’on modifie
page-applied-x = Appliqué : { $what }
page-undone-x = Annulé : { $what }
page-crossed = Quelqu’un a modifié cette tâche ailleurs pendant qu’elle était ouverte ici.
page-crossed-choose = Rien n’a été enregistré. Choisissez la valeur qui reste, puis enregistrez.
page-crossed-theirs = Là-bas maintenant :
page-crossed-mine = La vôtre :
page-crossed-history = Les deux modifications de « { $title } » sont dans le journal.
page-draft = non enregistré
page-draft-kept = Voici ce que vous aviez écrit ici sans l’enregistrer.
page-draft-discard = L’abandonner

## Ce qui a besoin d’une autre ligne
page-inbox-drifted = { $n ->
    [one] { $n } périmée
   *[other] { $n } périmées
}
page-needs-title = { $n ->
    [one] Il faut une autre ligne
   *[other] Il faut { $n } autres lignes
}
page-needs-text = « { $label } » ne peut être appliqué qu’avec :
page-needs-item = Ligne { $n } : { $label }
page-needs-too = { $n ->
    [one] Signer aussi cette ligne
   *[other] Signer aussi ces { $n } lignes
}
page-needs-refused = « { $label } » a besoin de { $list }.
page-needs-refused-hint = Signez d’abord celle-là, ou laissez les deux. Rien n’a été modifié.
page-cannot-apply-hint = Refusez ou modifiez ces lignes, puis appliquez le reste. Rien n’a été modifié.
page-inbox-idle = Rien à décider
