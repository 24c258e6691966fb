### Texts of the page (page-…) and texts shared by page and terminal (ui-…). Français.

## Shared words
ui-product = Countersign
ui-pages = Pages
ui-start-page = Countersign, page d’accueil
ui-skip = Aller aux pages
ui-help = Aide clavier
ui-close = Fermer
ui-cancel = Annuler
ui-save = Enregistrer
ui-saved = Enregistré.
ui-undo = Annuler
ui-dismiss = Masquer
ui-notices = Avis
ui-loading = Chargement…
ui-today = Aujourd’hui
ui-tomorrow = Demain
ui-yesterday = Hier
ui-yes = oui
ui-no = non
ui-becomes = devient
ui-nothing-changed = Rien n’a été modifié.
ui-nothing-changed-yet = Rien n’a encore été modifié.
ui-offline = Serveur injoignable. Rien n’a été modifié. Nouvel essai…
ui-offline-unsure = Serveur injoignable. On ne sait pas si la dernière modification est arrivée. Nouvel essai…
ui-online = Serveur de nouveau joignable.
ui-unreachable = serveur injoignable
ui-remove = Retirer { $what }
ui-hours = { $n } h
ui-minutes = { $n } min
ui-hours-minutes = { $h } h { $m } min
ui-dates-more = … { $dates } ({ $n } dates)

## Fields of a todo
ui-field-title = Titre
ui-field-command = Commande
ui-field-notes = Notes
ui-field-scheduledFor = Date
ui-field-timeOfDay = Heure
ui-field-dueDate = Échéance
ui-field-priority = Priorité
ui-field-status = État
ui-field-statusReason = Motif
ui-field-reason = Motif
ui-field-estimate = Durée, minutes
ui-field-labels = Étiquettes
ui-field-labels_add = Ajouter des étiquettes
ui-field-labels_remove = Retirer des étiquettes
ui-field-checklist = Liste de contrôle
ui-field-checklist_add = Ajouter à la liste
ui-field-checklist_check = Cocher
ui-field-checklist_uncheck = Décocher
ui-field-recurrence = Répétition
ui-field-completed = Terminée
ui-field-completedDates = Dates terminées
ui-field-skippedDates = Dates sautées
ui-field-moved = Dates déplacées
ui-field-extra = Autres propriétés
ui-field-occurrenceDate = Occurrence
ui-field-exists = Existe
ui-field-occurrence = Occurrence
ui-field-label = Étiquette
ui-occurrence-open = ouverte
ui-occurrence-completed = terminée
ui-occurrence-skipped = sautée
ui-occurrence-moved = déplacée au { $date }
ui-field-to-date = À la date
ui-field-to-time = À l’heure
ui-field-id = Tâche
ui-field-op = Action
ui-field-where = Quelles tâches
ui-field-target = Tâche
ui-field-verb = Action
ui-field-until = Fin de la répétition
ui-field-shift = Déplacement
ui-field-title_contains = Un mot du titre
ui-field-list = Votre liste
ui-field-overdue = En retard
ui-field-repeating = Qui se répètent
ui-priority-low = Basse
ui-priority-medium = Moyenne
ui-priority-high = Haute
ui-status-open = Ouverte
ui-status-in_progress = En cours
ui-status-groomed = Préparée
ui-status-blocked = Bloquée
ui-status-on_hold = En attente
ui-status-done = Terminée
ui-status-rejected = Écartée
ui-check = Cocher { $title }
ui-checklist-line = Ligne { $n } de la liste
ui-checklist-add = Ajouter une ligne, Entrée

## Repetition
ui-repeats-none = Pas de répétition
ui-repeats-daily = Chaque jour
ui-repeats-weekly = Chaque semaine
ui-repeats-monthly = Chaque mois
ui-repeats-yearly = Chaque année
ui-repeat-every = Tous les
ui-repeat-until-label = Jusqu’au
ui-weekdays = Jours de la semaine
ui-repeat-none = pas de répétition
ui-repeat-daily = { $n ->
    [one] chaque jour
   *[other] tous les { $n } jours
}
ui-repeat-weekly = { $n ->
    [one] chaque semaine
   *[other] toutes les { $n } semaines
}
ui-repeat-monthly = { $n ->
    [one] chaque mois
   *[other] tous les { $n } mois
}
ui-repeat-yearly = { $n ->
    [one] chaque année
   *[other] tous les { $n } ans
}
ui-repeat-on = le { $days }
ui-repeat-until = jusqu’au { $date }
ui-repeat-count = { $n ->
    [one] une fois
   *[other] { $n } fois
}
ui-repeat-after = après achèvement
ui-last-day = dernier jour
ui-month-day = { $day }
ui-nth-1 = 1er { $day }
ui-nth-2 = 2e { $day }
ui-nth-3 = 3e { $day }
ui-nth-4 = 4e { $day }
ui-nth-5 = 5e { $day }
ui-nth--1 = dernier { $day }

## Reasons for turning a proposal down
ui-reason-wrong-target = Mauvaise cible
ui-reason-wrong-value = Mauvaise valeur
ui-reason-my-wording = Ma formulation
ui-reason-not-now = Pas maintenant
ui-reason-not-needed = Inutile
ui-reason-too-risky = Trop risqué
ui-reason-already-done = Déjà fait
ui-reason-duplicate = Doublon
ui-reason-other = Autre

## Errors with words of their own; all others carry the server's
ui-error-not_found = Cela n’existe plus.
ui-error-idempotency_mismatch = La même clé a servi à autre chose. Rien n’a été modifié.

## Pages
page-desk = Bureau
page-inbox = À signer
page-todos = Tâches
page-history = Journal
page-inbox-count = { $n ->
    [one] { $n } lot attend
   *[other] { $n } lots attendent
}
page-locked = Cette page a besoin de sa clé
page-locked-text = La clé se trouve dans l’adresse affichée au démarrage du serveur. Pour une nouvelle, lancez :

## Thread
page-conversation = Conversation
page-conversations = Conversations
page-new-conversation = Nouvelle conversation
page-untitled = Sans titre
page-messages-label = Messages
page-you = Vous
page-message = Message
page-placeholder = Demandez ou décrivez un changement…
page-answer-here = Répondez avec vos mots…
page-desk-empty = Que faut-il changer ?
page-desk-empty-text = Dites-le en une phrase. Countersign propose ; rien ne change avant votre signature, et les changements des tâches et des fichiers peuvent être annulés.
page-example-1 = Ajoute « Payer le loyer » demain à 9 h, priorité haute
page-example-2 = Chaque lundi : arroser les plantes
page-example-3 = Qu’est-ce qui est dû cette semaine ?
page-mode = Mode
page-mode-auto = Auto
page-mode-chat = Chat
page-mode-plan = Plan
page-mode-auto-hint = Auto : choisit entre réponse et proposition
page-mode-chat-hint = Chat : des réponses seulement
page-mode-plan-hint = Plan : toujours une proposition ou une question
page-planner-only = planificateur intégré
page-send = Envoyer
page-stop = Arrêter
page-stage-sent = Envoyé
page-stage-routing = Orientation
page-stage-proposing = Proposition
page-stage-validating = Vérification
page-stage-repairing = Correction
page-stage-summarizing = Résumé
page-failure = Désolé, je n’ai pas pu traiter cela. ({ $error })
page-run-cancelled = Arrêté. Rien n’a été modifié.
page-open-sheet = Revoir le lot n° { $id }

## Clarify
page-show-more = Afficher { $n } de plus

## Change sets
page-folder = Dossier
page-folder-any = le dossier nommé
page-set-title = Lot n° { $id }
page-set-missing = Le lot n° { $id } n’existe pas.
page-count-add = { $n ->
    [one] { $n } ajout
   *[other] { $n } ajouts
}
page-count-change = { $n ->
    [one] { $n } changement
   *[other] { $n } changements
}
page-count-delete = { $n ->
    [one] { $n } suppression
   *[other] { $n } suppressions
}
page-count-run = { $n ->
    [one] { $n } exécution
   *[other] { $n } exécutions
}
page-count-none = aucun changement
page-review = Revoir
page-sheet = Revue
page-sheet-empty = Rien n’attend.
page-sheet-empty-text = Les changements proposés apparaissent ici, un par ligne. Vous décidez de chacun.
page-undoable = Annulable
page-not-undoable = Non annulable
page-undo-nothing = Ne change rien
page-version-note = { $changed ->
    [0] v{ $version } : vos marques restent
    [one] v{ $version } : 1 modifiée, vos marques restent
   *[other] v{ $version } : { $changed } modifiées, vos marques restent
}
page-version-waiting = { $changed ->
    [0] v{ $version } est là · Afficher
    [one] v{ $version } : 1 modifiée · Afficher
   *[other] v{ $version } : { $changed } modifiées · Afficher
}
page-unsure = Le serveur n’a pas répondu à temps ; on ne sait pas si cela a été appliqué. Redemander est sans danger : c’est appliqué une fois au plus.
page-applied-before = Appliqué à l’entrée { $entry }.
page-applying = En cours : { $n }…
page-verb-add = Ajouter
page-verb-change = Modifier
page-verb-delete = Supprimer
page-verb-run = Exécuter
page-status-marked = Marquée
page-status-invalid = Non valide
page-status-pending = À revoir
page-status-confirmed = Signée
page-status-rejected = Refusée
page-status-deferred = Reportée
page-status-unheard = Pas encore envoyé
page-status-retracted = Retirée
page-status-withdrawn = Retirée
page-status-replaced = Remplacée
page-status-drifted = Périmée
page-status-blocked = Dépend d’une autre
page-status-applying = En cours
page-status-applied = Appliquée
page-status-failed = Échouée
page-status-unknown = Inconnue
page-status-undone = Annulée
page-status-expired = Expirée
page-risk-some = Un certain risque
page-risk-high = Risque élevé
page-needs = dépend de { $list }
page-no-title = Une tâche sans titre
page-cannot-sign = { $label } ne peut être signée ainsi.
page-decided =
    { $label } : { $verdict }. { $n ->
        [one] { $n } marquée
       *[other] { $n } marquées
    } sur { $of }.
page-decided-many = { $n ->
    [one] 1 ligne : { $verdict }.
   *[other] { $n } lignes : { $verdict }.
}
page-rebased = { $label } : mise à jour. Décidez de nouveau.
page-edited = { $label } : modifiée. Décidez de nouveau.
page-edit = Modifier
page-drifted-refused = { $n ->
    [one] 1 ligne est devenue périmée. Rien n’a été modifié.
   *[other] { $n } lignes sont devenues périmées. Rien n’a été modifié.
}
page-drifted-hint = Regardez-les et décidez de nouveau.
page-stale = Ce lot a changé depuis que vous l’avez vu. Rien n’a été modifié.
page-stale-hint = Regardez-le de nouveau, puis appliquez.
page-applied-elsewhere = Appliqué dans une autre fenêtre.
page-unheard = Votre décision n’a pas été enregistrée : { $list }

## Inspector
page-preview-deleted = Supprimée
page-preview-more = et { $n } de plus

## Fichiers et commandes
page-apply-erase = { $n ->
    [one] Supprimer 1 fichier
   *[other] Supprimer { $n } fichiers
}
page-file-create = Nouveau fichier
page-file-edit = Modifier
page-file-delete = Supprimer le fichier
page-diff-added = ajoutée
page-diff-removed = retirée
page-file-size = Taille
ui-field-content = Contenu
ui-field-undo = Annulation
ui-no-file = aucun fichier
ui-content = contenu { $hash }
page-cmd-folder = Dossier
page-cmd-never = Bloquée
page-cmd-exit = sortie { $code }

## Modèles dans la conversation
page-stage-chatting = Réponse
page-usage-tokens = { $in } → { $out } jetons
page-usage-tokens-hint = Jetons lus → écrits
page-place-local = local
page-place-hosted = externe
page-place-local-hint = Le modèle tourne sur cette machine ; rien n’en est sorti.
page-place-hosted-hint = Le modèle tourne ailleurs : la demande a quitté cette machine.
page-mended = corrigé
page-noted = remarques
page-recovery = Récupération
page-recovery-repaired = La réponse a dû être corrigée.
page-recovery-dropped = Des parties de la réponse ont été laissées de côté.
page-recovery-fallback = Le résumé est le nôtre : le modèle n’en a pas donné.
page-recovery-prompt_cut = Le serveur du modèle a lu moins que ce qui a été envoyé.
page-recovery-shortened = Des parties de la demande ont été réduites à ce que le modèle lit.
page-recovery-redacted = Des secrets n’ont pas été envoyés au modèle.
page-recovery-tool_server = Les outils d’un autre programme n’ont pas pu être utilisés.
page-recovery-larger_context = Le plan demande plus de place : un modèle qui lit davantage est interrogé.
page-recovery-retry = Le modèle a été interrogé de nouveau.
page-recovery-truncated = Une partie de la réponse a été coupée.
page-recovery-model_failed = Le modèle n’a pas répondu.
page-recovery-unread_events = Une partie de ce qui s’est passé ne peut pas être lue : « countersign verify » dit laquelle.
page-again = Réessayer
page-continue = Continuer
page-saw = Ce que le modèle a vu

## Confirming and undoing

## Inbox
page-more = Afficher plus

## Todos
page-view-list = Liste
page-view-week = Semaine
page-group-overdue = En retard
page-group-today = Aujourd’hui
page-group-upcoming = À venir
page-group-unscheduled = Sans date
page-group-done = Terminées
page-repeats = se répète

## History
page-entry = entrée { $seq }
page-open-set = Lot n° { $id }

## Settings
page-lamp-down = ne répond pas
page-folders-none = Aucun dossier n’est ouvert.

## Keys
page-mode-agent = Agent
page-mode-agent-hint = Agent : travaille par étapes avec des outils ; vous signez ce qu'il changerait
page-stage-planning = Planification
page-stage-executing = Travail
page-agent-steps = Étapes
page-agent-step-pending = à faire
page-agent-step-waiting = attend
page-agent-step-running = en cours
page-agent-step-completed = fait
page-agent-step-failed = échoué
page-agent-step-cancelled = pas commencé
page-agent-step-denied = refusé
page-recovery-corrected = Une réponse était inutilisable ; le modèle a été interrogé à nouveau
page-recovery-mixed = Une réponse mêlait appels d'outils et réponse
page-recovery-not_proposed = Une réponse dit que quelque chose est proposé, et rien ne l’est
page-recovery-plan_failed = Les étapes n'ont pas pu être lues

## Rules, and runs of several commands
page-settings = Réglages
page-rules = Règles
page-rule-workspace = Espace de travail
ui-field-days = Jours
ui-field-cap = Usages
page-rule-cap-any = sans limite
page-rule-past =
    Aurait correspondu à { $matched } décisions passées : { $signed ->
        [one] { $signed } signée
       *[other] { $signed } signées
    }, { $rejected ->
        [one] { $rejected } rejetée
       *[other] { $rejected } rejetées
    }.
page-rule-match = Laisse passer
page-run-is-running = En cours
page-run-is-paused = En attente
page-run-is-done = Terminé
page-run-is-stopped = Arrêté

## Travail dans un dossier de projet
page-stage-analyzing = Analyse…
page-recovered-title = La réponse contenait des erreurs ; le lisible est récupéré.
page-recovery-recovered = Une partie de la réponse a été récupérée.
page-recovery-blocked = Les modifications de fichiers et les commandes de la réponse sont bloquées.
page-loaded = { $n ->
    [one] 1 fichier chargé :
   *[other] { $n } fichiers chargés :
}
page-next-filled = Le texte est dans le champ du message.
page-now = Maintenant
page-now-details = Voir les détails
page-files = Fichiers
page-files-found = { $n ->
    [one] 1 fichier
   *[other] { $n } fichiers
}
page-analyze-message = J’ai exécuté la commande : `{ $command }`

## Agents
page-agent-planner = Le planificateur
page-category-status = Statut
page-category-checklist = Liste de contrôle
page-category-dates = Estimations et dates
page-category-change = Autres champs
page-category-add = Nouveau
page-category-delete = Supprimer
ui-toasts = Messages brefs

## Library
page-library = Archives

page-model-removed = { $name } est enlevé.
page-model-installed = { $name } est installé.
page-model-sound = { $name } est le fichier qui a été installé.
page-model-chosen = { $name } répond désormais.
page-model-overridden = Pas encore : COUNTERSIGN_MODEL décide.
page-offer = Aucun modèle ne répond ici ; les phrases simples s’en passent. Pour le reste :
page-offer-get = Obtenir { $title } ({ $size })

page-session-state-active = Actives
page-session-state-archived = Archivées
page-session-state-deleted = Supprimées
page-session-archived = { $title } est archivée
page-session-deleted = { $title } est supprimée
page-session-restored = { $title } est de retour
page-plan = Plan

## Learned rules, subscriptions, notices
page-rule-silences = N’est plus proposé
page-agent-rules = Ce que vous avez décidé
page-category-rule = Règles
page-notice-title = Quelque chose a été proposé
page-notice-text = { $n ->
    [one] 1 changement attend. Rien n’a été modifié.
   *[other] { $n } changements attendent. Rien n’a été modifié.
}
page-mode-image = Image
page-mode-image-hint = Image : des images de ce que vous écrivez
page-attach = Ajouter des images
page-stage-painting = Peinture
