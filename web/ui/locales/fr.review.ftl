## The inbox and its cards
page-inbox-open = { $n ->
    [one] { $n } proposition à décider
   *[other] { $n } propositions à décider
}
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
page-confirm-both = Cela fait { $n } tâches en tout.
page-confirm-updates = Cela modifiera { $n } tâches.
page-effect-sensitive = { $n ->
    [one] Modifier 1 fichier qui décide de ce qui s’exécute
   *[other] Modifier { $n } fichiers qui décident de ce qui s’exécute
}
page-confirm-sensitive = Ces fichiers décident de ce qui est compilé, installé ou exécuté. Relisez leurs modifications.
page-confirm-type = Tapez { $n } pour continuer
page-confirm-hold = Maintenez le bouton, ou Entrée sur lui, un instant.
page-confirm-lasts = Ceci ne peut pas être annulé :
page-effect-applies = Appliquer { $n }
page-effect-gone = Supprimer { $n } tâches et fichiers
page-confirm-safe = Rien n’a encore été modifié. Le journal permet d’annuler.
page-undo-conflict = Un changement plus récent s’y oppose
page-undo-conflict-text = Ce que vous voulez annuler a été modifié depuis. Rien n’a été modifié.
page-undo-would = Annuler mettrait
page-undo-stop = Arrêter
page-undo-keep = Garder le plus récent
page-undo-these = Annuler aussi celles-ci
page-undo-deletes = { $n ->
    [one] L’annulation supprime :
   *[other] L’annulation en supprime { $n } :
}
page-undo-both = Annuler les deux
page-undo-outside-text = Ce que vous voulez annuler a été modifié depuis hors de Countersign. Rien n’a été modifié.
page-undo-outside-keep = Le laisser, annuler le reste
page-undo-content-now = un autre contenu
page-undo-content-back = le contenu d’avant

## The keys
page-keys = Touches
page-keys-note = Les lettres seules n’agissent que sur une ligne qui a le focus ; les réglages permettent de les couper.
page-keys-off = Les lettres seules sont coupées dans les réglages.
page-key-move = ligne suivante, précédente
page-key-sign = signer ; dans Tâches, terminer
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
page-key-slash = écrire un message ; dans un lot, filtrer ; ailleurs, chercher
page-key-leave = du message aux points ; ce qui est écrit reste
page-key-pages = Bureau, À signer, Tâches, Journal, Archives, Règles, Réglages
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
page-source-sent = des opérations envoyées avec votre clé, par vous ou un programme
page-source-direct = votre propre modification
page-source-compat = un programme avec votre clé
page-source-import = une importation ({ $what })
page-source-undo = l’annulation de l’entrée { $what }
page-source-rewind = le retour à l’entrée { $what }
page-origin-text = Il ne vient d’aucune conversation. Ce que vous dites ici en commence une.
page-check-valid = Toutes les valeurs sont valides.
page-check-current = Ce sur quoi cela repose n’a pas changé.
page-check-drifted = { $n ->
    [one] 1 champ a changé.
   *[other] { $n } champs ont changé.
}
page-digest = Vous signez exactement ceci :
page-drift-title = Périmée.
page-drift-line = Ligne { $line }
page-drift-text = Ce sur quoi cela repose a changé depuis la proposition.
page-drift-gone = « { $title } » a été supprimé entre-temps. Il n’y a plus rien à modifier.
page-drift-table = Ce qui a changé
page-drift-what = Champ
page-drift-base = Avant
page-drift-now = Maintenant
page-drift-changed = modifié entre-temps
page-drift-changed-size = modifié entre-temps ({ $size })
page-drift-proposed = Proposé
page-rebase = Mettre à jour
page-drop = Écarter
page-drift-file = Le fichier n’est plus celui pour lequel ceci a été fait. « Mettre à jour » refait la modification sur l’état présent, si elle y trouve encore sa place ; sinon écartez-la.
page-why-rule = Signé par
page-why-rule-n = règle { $n } : { $name }
page-source-agent = { $what }, un autre programme
page-source-wake = { $what }, de sa propre initiative
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
page-memory-text = Ce que vous avez répondu aux propositions. Les agents le savent, et ce que vous avez refusé n’est pas proposé de nouveau. Ce que vous retirez ici, ils ne le savent plus.
page-memory-forget = Oublier : { $label }
page-memory-restore = Mémoriser de nouveau : { $label }
page-memory-forgotten = Oublié. Les agents n’en savent plus rien ; l’historique le garde.
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
page-week-hint = Glissez une tâche vers un autre jour, ou au bord pour une autre semaine ; ou choisissez-la et tapez Alt+← ou Alt+→, et pour une semaine Alt+PgPréc ou Alt+PgSuiv.
page-label-x = Tâches avec l’étiquette { $label }
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
page-orphan = « { $title } » a été supprimé pendant que vous le modifiiez. Ce que vous avez écrit est gardé ici.
page-orphan-add = L’ajouter comme nouvelle tâche
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
page-again-too-title = Ce qui est signé est exécuté aussi
page-again-too-text = { $n ->
    [one] Une ligne est déjà signée et part avec :
   *[other] { $n } lignes sont déjà signées et partent avec :
}
page-again-too = Exécuter les { $n }
page-needs-item = Ligne { $n } : { $label }
page-needs-too = { $n ->
    [one] Signer aussi cette ligne
   *[other] Signer aussi ces { $n } lignes
}
page-needs-without = { $n ->
    [one] Appliquer seulement l’autre ligne
   *[other] Appliquer seulement les { $n } autres lignes
}
page-left-needs = La ligne { $n } est laissée de côté, « { $label } » : elle a besoin de { $needs }.
page-needs-refused = « { $label } » a besoin de { $list }.
page-needs-refused-hint = Signez d’abord celle-là, ou laissez les deux. Rien n’a été modifié.
page-cannot-apply-hint = Refusez ou modifiez ces lignes, puis appliquez le reste. Rien n’a été modifié.
page-inbox-idle = Rien à décider

## Sheets, lists and pages
ui-delete = Supprimer
page-in-folder = dans { $folders }
page-set-empty = Ce lot est vide.
page-blast-deletes = { $n ->
    [one] Supprime 1 tâche.
   *[other] Supprime { $n } tâches.
}
page-blast-creates = { $n ->
    [one] Ajoute 1 tâche.
   *[other] Ajoute { $n } tâches.
}
page-blast-updates = { $n ->
    [one] Modifie 1 tâche.
   *[other] Modifie { $n } tâches.
}
page-none-signable = Rien n’y est signable.
page-put-away = L’écarter
page-undoable-dot = Annulable.
page-only-looks-dot = Lecture seule : rien à annuler.
page-left-as-it-was-dot = N’a rien changé dans son dossier : rien à annuler.
page-not-undoable-dot = Non annulable.
page-undoable-but-some = Annulable, sauf { $n } des commandes.
page-undoable-but-runs = { $n ->
    [one] Annulable, sauf la commande.
   *[other] Annulable, sauf les commandes.
}
page-expires = { $n ->
    [one] Expire demain.
   *[other] Expire dans { $n } jours.
}
page-expires-today = Expire aujourd’hui.
page-later = Décider plus tard
page-later-hint = Reporte tout ce qui est ouvert ; cela reste à signer
page-early = Vérification en cours ; des lignes peuvent changer. Vous pouvez déjà décider.
page-strip-drifted = { $n ->
    [one] 1 ligne est périmée : ce sur quoi elle repose a changé. Décidez-la de nouveau.
   *[other] { $n } lignes sont périmées : ce sur quoi elles reposent a changé. Décidez-les de nouveau.
}
page-filter-shown = Filtre : { $n } sur { $of }. Les boutons valent pour tous.
page-ask-again = Redemander
page-receipt = Entrée { $entry } · { $hash }
page-receipt-failed = Fait : { $done }. Échoué : { $failed }.
page-receipt-going = Fait jusqu’ici : { $done }.{ $failed ->
    [0] {""}
   *[other] {" "}Échoué : { $failed }.
}
page-undo-some = Annuler { $n } sur { $of }
page-running = Exécution de { $n } sur { $of }
page-n-running = en cours
page-undo-all = Tout annuler
page-undo-item = Annuler
page-undo-entry = Annuler le tout
page-undo-x = Annuler : { $label }
page-rewind = Revenir ici
page-reviewed = Revu
page-n-items = { $n ->
    [one] proposition
   *[other] propositions
}
page-n-marked = { $n ->
    [one] marquée
   *[other] marquées
}
page-n-open = { $n ->
    [one] ouverte
   *[other] ouvertes
}
page-n-failed = en échec
page-n-unknown = sans résultat connu
page-n-invalid = { $n ->
    [one] impossible à signer
   *[other] impossibles à signer
}
page-filter = Filtrer les lignes
page-filter-none = Aucune ligne ne correspond.
page-sign-group = Tout signer
page-todos-n = { $n } tâches
page-rejected-with = Refusé avec { $n }
page-because = motif : { $reason }
page-add-reason = Ajouter un motif
page-sign = Signer
page-sign-x = Signer : { $label }
page-reject-x = Refuser : { $label }
page-details-x = Détails : { $label }
page-signed-x = Signée : { $label }
page-rejected-x = Refusée : { $label }
page-reject = Refuser
page-reject-reason = Refuser avec motif
page-reject-why = Pourquoi refuser { $label } ?
page-reject-text = Un chiffre, vos mots, ou Entrée
page-defer = Reporter
page-edit-item = Modifier : { $label }
page-edit-more = Changer un autre champ
page-edit-note = La ligne modifiée est vérifiée de nouveau et attend une nouvelle décision.
page-group-files = Fichiers
page-blast-written = { $n ->
    [one] Écrit 1 fichier.
   *[other] Écrit { $n } fichiers.
}
page-blast-erased = { $n ->
    [one] Supprime 1 fichier.
   *[other] Supprime { $n } fichiers.
}
page-blast-runs = { $n ->
    [one] Exécute 1 commande.
   *[other] Exécute { $n } commandes.
}
page-file-rename = Renommer
page-file-chmod = Droits
page-lines =
    { $added ->
        [one] { $added } ligne ajoutée
       *[other] { $added } lignes ajoutées
    }, { $removed ->
        [one] { $removed } retirée
       *[other] { $removed } retirées
    }
page-sensitive = À regarder de près
page-sensitive-why = À regarder de près : ce fichier { $reason }.
page-unread = Non lu
page-unread-why = Des lignes de ce changement n’ont pas encore été affichées.
page-diff-no-end = sans fin de ligne
page-hunk = Partie { $n } sur { $of }, ligne { $line }
page-hunk-out = laissée de côté
page-hunks-none = Aucune partie gardée : rien ne serait écrit.
page-lines-more = { $n ->
    [one] 1 autre ligne n’est pas affichée.
   *[other] { $n } autres lignes ne sont pas affichées.
}
page-lines-rest = Tout afficher
page-diff-binary = Ce n’est pas du texte
page-diff-same = Le texte reste tel quel.
page-diff-empty = Le fichier est vide.
page-text-edit = Modifier le texte
page-text-of = Texte de { $path }
page-text-odd = Ce texte mêle les fins de ligne ou est trop long ; il ne peut pas être modifié ici.
page-diff-since = Depuis la proposition, le fichier a changé :
page-view = Vue
page-search = Chercher des tâches
page-search-none = Aucune tâche ne correspond.
page-search-none-text = La recherche lit titres, notes et étiquettes, et pardonne les fautes de frappe.
page-found = { $n ->
    [one] 1 trouvée
   *[other] { $n } trouvées
}
page-found-most = Les { $n } meilleurs résultats. Un mot de plus précise la recherche.
page-due = échéance { $date }
page-due-here = échéance
page-missed = { $n } { $n ->
    [one] manquée
   *[other] manquées
  } avant
page-has-notes = a des notes
page-complete-x = Terminer { $title }
page-reopen-x = Rouvrir : { $title }
page-delete-x = Supprimer { $title }
page-completed-x = Terminée : { $title }
page-reopened-x = Rouverte : { $title }
page-deleted-x = Supprimée : { $title }
page-skipped-x = Sautée : { $title }
page-moved-x = Déplacée au { $date } : { $title }
page-saved-x = Enregistrée : { $title }
page-edit-todo = Modifier { $title }
page-skip-date = Sauter cette date
page-complete-date = Terminer cette date
page-add = Ajouter une tâche
page-add-hint = Nouvelle tâche : appeler la banque vendredi à 9 h
page-add-button = Ajouter
page-add-desk = Entrée l’apporte au bureau, où une proposition ou une réponse suit.
page-add-lost = Pas de réponse du serveur. Le texte est gardé ; Entrée réessaie.
page-unanswered = Pas de réponse du serveur : on ne sait pas si cela a été fait.
page-this-week = Cette semaine
page-free = Libre
page-move-earlier = Un jour plus tôt : { $title }
page-move-later = Un jour plus tard : { $title }
page-move-to = Déplacer à une date : { $title }
page-earlier = Un jour plus tôt
page-later-day = Un jour plus tard
page-verified = { $n ->
    [one] Registre vérifié, 1 entrée
   *[other] Registre vérifié, { $n } entrées
}
page-differs = { $n ->
    [one] Registre intact, { $n } différence dans l’enregistré
   *[other] Registre intact, { $n } différences dans l’enregistré
}
page-broken = Registre rompu à l’entrée { $seq }
page-entry-changed = Modifiée après coup : ne prouve rien
page-entry-unreadable = Illisible
page-entry-current = actuel
page-entry-files = { $n ->
    [one] 1 fichier
   *[other] { $n } fichiers
}
page-by-you = vous, { $via }
page-kind-not-applied = Non appliqué
page-inbox-by = Proposé par { $agent }
page-filter-applied = Changements
page-filter-decided = Décisions
page-filter-proposed = Propositions
page-filter-settings = Réglages
page-via-page = page
page-via-terminal = terminal
page-via-api = programme
page-via-editor = éditeur
page-kind-applied = Appliqué
page-kind-decided = Décidé
page-kind-proposed = Proposé
page-kind-revised = Révisé
page-kind-expired = Expiré
page-kind-settings = Réglages modifiés
page-kind-audit = Noté
page-filter-memory = Mémoire
page-kind-extended = Ajouté
page-kind-session = Conversation
page-kind-plan = Plan
page-kind-rule_made = Règle signée
page-kind-rule_suspended = Règle suspendue
page-kind-rule_revoked = Règle révoquée
page-kind-rule_used = Règle appliquée
page-kind-rule_kept = La règle a retenu
page-kind-memory = Mémoire
page-kind-applying = Commencé
page-filter-all = Tout
page-verdict-confirmed = signée
page-verdict-rejected = refusée
page-verdict-deferred = reportée
page-verdict-retracted = retirée
page-verdict-withdrawn = retirée
page-verdict-replaced = remplacée
page-verdict-undecided = décision retirée
page-verdict-expired = expiré
page-verdict-forgotten = oubliées
page-verdict-undone = annulée
page-outcome-rolled_back = Échec ; tout a été remis en place.
page-outcome-needs_recovery = Échec ; tout n’a pas pu être remis en place. Voyez le journal.
page-outcome-unknown = Nul ne peut dire ce qui s’est passé.
page-unsaved-title = { $n ->
    [one] Ce que vous avez écrit pour une proposition n’est pas enregistré
   *[other] Ce que vous avez écrit pour { $n } propositions n’est pas enregistré
}
page-unsaved-text = Appliqué tel quel, c’est perdu. Vous pouvez revenir et l’enregistrer d’abord.
page-unsaved-apply = L’abandonner et appliquer
page-picked = { $n ->
    [one] { $n } tâche choisie
   *[other] { $n } tâches choisies
}
page-picked-is = choisie
page-picked-completed = { $n ->
    [one] { $n } tâche terminée
   *[other] { $n } tâches terminées
}
page-picked-moved = { $n ->
    [one] { $n } tâche déplacée : { $date }
   *[other] { $n } tâches déplacées : { $date }
}
page-picked-deleted = { $n ->
    [one] { $n } tâche supprimée
   *[other] { $n } tâches supprimées
}
page-pick-complete = Terminer
page-pick-date = Nouveau jour
page-pick-move = Déplacer
page-picked-n = Choix : { $n }
page-picked-sets = { $n ->
    [one] { $n } lot choisi
   *[other] { $n } lots choisis
}
page-picked-rejected = { $n ->
    [one] { $n } lot refusé
   *[other] { $n } lots refusés
}
page-pick-all = Tout choisir
page-pick-x = Choisir : { $label }
page-pick-none = Ne rien choisir
page-key-pick = choisir ; avec Maj et une flèche, plusieurs
page-key-week = dans la semaine, déplacer une tâche d’un jour, d’une semaine
page-apply-later = Pas encore appliqué : cela attend le retour du serveur.
page-history-search = Chercher dans l’historique
page-history-none = Rien ne correspond.
page-history-none-text = La recherche porte sur ce qui a été proposé, décidé et modifié, et sur ses numéros.
page-history-found = { $n ->
    [one] { $n } entrée sur les { $of } dernières
   *[other] { $n } entrées sur les { $of } dernières
}
page-diff-beside = Côte à côte
page-gone-withdrawn = Retiré quand vous avez dit « { $message } ».
page-gone-replaced = Le lot n° { $id } a pris sa place quand vous avez dit « { $message } ».
