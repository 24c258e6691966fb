# What an agent's run shows: fetched when one is first drawn
page-agent-tools = { $n ->
    [one] 1 appel d'outil
   *[other] { $n } appels d'outils
}
page-agent-queued = Attend votre signature
page-agent-thinks = Pense :
page-agent-rated = s'évalue à { $n } %
page-agent-pause = Attendre après cette étape
page-agent-pausing = Il attend après cette étape.
page-agent-paused = L'agent attend
page-agent-left =
    { $done ->
        [one] { $done } étape faite
       *[other] { $done } étapes faites
    }, { $left ->
        [one] { $left } restante
       *[other] { $left } restantes
    }.
page-agent-waiting = { $n ->
    [one] 1 modification en attente.
   *[other] { $n } modifications en attente.
}
page-agent-continue = Continuer
page-agent-continue-auto = Continuer sans attendre
page-agent-stop = S'arrêter ici
page-agent-approval = { $n ->
    [one] 1 appel d'outil demande votre permission
   *[other] { $n } appels d'outils demandent votre permission
}
page-agent-approval-there = Autorisez ou refusez chaque appel dans la revue.
page-agent-approval-time = Sans réponse, c'est refusé après une minute.
page-agent-allow = { $n ->
    [one] Autoriser cet appel
   *[other] Autoriser { $n } appels
}
page-agent-deny = Ne pas autoriser
page-agent-answer = Répondre
page-agent-summary = Résumé du travail
page-agent-summary-pending = Pas encore gardé
page-agent-summary-saved = Gardé
page-agent-summary-discarded = Abandonné
page-agent-summary-action = Action
page-agent-summary-details = Détails
page-agent-summary-result = Résultat
page-agent-summary-tools = Outils
page-agent-summary-criteria = Critères
page-agent-criterion-new = nouveau
page-agent-summary-decisions = Décisions
page-agent-save = Garder le résumé
page-agent-save-edited = Garder la version modifiée
page-agent-edit = Modifier le résumé
page-agent-discard = Abandonner le résumé
page-agent-summary-rejected = Écarté
page-agent-summary-goal = But
page-agent-here = Ce que vous écrivez ci-dessous va à cette exécution.
page-agent-apart = Ce que vous écrivez ci-dessous commence autre chose.
page-agent-to-run = Le dire à cette exécution
page-agent-to-new = Commencer autre chose
page-agent-auto = Continuer de lui-même
page-agent-plan = Seulement regarder et planifier
page-sub-found = { $n ->
    [one] 1 sous-tâche trouvée
   *[other] { $n } sous-tâches trouvées
}
page-agent-split = Diviser en sous-tâches
page-sub-tasks = Sous-tâches
page-sub-best = recommandé
page-sub-speed = environ { $n } s
page-sub-risk = Risque : { $risk }
page-sub-risk-none = faible
page-sub-risk-some = un peu
page-sub-risk-high = élevé
page-sub-way-dependency-graph = En parallèle
page-sub-way-sequential = L’une après l’autre
page-sub-way-parallel = Vite et libre
page-sub-way-why-dependency-graph = Plusieurs à la fois, chacune après celles dont elle dépend ; jamais deux n’écrivent le même fichier.
page-sub-way-why-sequential = L’une après l’autre, chacune sur ce que la précédente a laissé.
page-sub-way-why-parallel = Toutes à la fois. Ce qui chevauche une autre échoue et peut être recommencé.
page-sub-start = Démarrer { $letter }
page-sub-by-hand = M’attendre après chaque tour
page-sub-size = Finesse
page-sub-size-auto = Laisser le produit décider
page-sub-size-fine = Fine
page-sub-size-medium = Moyenne
page-sub-size-coarse = Grossière
page-sub-size-auto-why = Selon le nombre de fichiers et d’instructions, et les réponses coupées récemment.
page-sub-size-why-fine = Des réponses courtes, rarement coupées, et peu se perd si l’une échoue ; plus d’appels.
page-sub-size-why-medium = Moins d’appels, et chacune voit un peu plus ; des réponses plus longues.
page-sub-size-why-coarse = Le moins d’appels, et chacune voit beaucoup ; les longues réponses sont plus souvent coupées.
page-sub-size-of = { $n } × environ { $tokens } jetons
page-sub-edit = Modifier le plan
page-sub-words = Ce que fait la sous-tâche { $n }
page-sub-up = Monter
page-sub-down = Descendre
page-sub-remove = Retirer
page-sub-up-of = Monter la sous-tâche { $n }
page-sub-down-of = Descendre la sous-tâche { $n }
page-sub-remove-of = Retirer la sous-tâche { $n }
page-sub-save = Enregistrer le plan
page-sub-none = N’en faire aucune
page-sub-after = après { $list }
page-sub-waits = En attente : { $n } (dépend de { $list })
page-sub-retry = Recommencer { $n }
page-sub-left =
    { $done ->
        [one] { $done } faite
       *[other] { $done } faites
    }, { $left ->
        [one] { $left } restante
       *[other] { $left } restantes
    }, { $failed ->
        [one] { $failed } échouée
       *[other] { $failed } échouées
    }.
page-sub-pause = Suspendre après ce qui est en cours
page-plan-view = Formulaire ou Markdown
page-plan-tab-markdown = Markdown
page-plan-status = État
page-plan-goal = Objectif
page-plan-met = Rempli : { $what }
page-plan-criterion = Critère { $n }
page-plan-remove = Retirer { $what }
page-plan-add = Ajouter un critère
page-plan-log = { $n ->
    [one] 1 entrée du journal
   *[other] { $n } entrées du journal
}
page-plan-changes = Ce qui change
page-plan-count = { $n ->
    [0] Rien ne change
    [one] 1 changement
   *[other] { $n } changements
}
page-plan-same = Le plan dit déjà cela. Rien n’a été changé.
page-plan-unread = La ligne { $line } n’a pas été comprise et reste sous « Other » : { $text }
page-plan-back = Revenir à l’édition
page-plan-show = Montrer les changements
page-plan-save = { $n ->
    [one] Enregistrer 1 changement
   *[other] Enregistrer { $n } changements
}
page-plan-saved = Enregistré comme version { $version } du plan
page-plan-edited = plan_doc.md a été modifié dans le dossier de la session.
page-plan-take = Le reprendre
page-plan-mend = Le faire réparer par un modèle
page-plan-mending = Le modèle écrit …
page-plan-tab-form = Formulaire
page-plan-status-planning = En préparation
page-plan-status-in_progress = En cours
page-plan-status-blocked = Bloqué
page-plan-status-completed = Terminé
page-plan-status-failed = Échoué
page-plan-field-status = État
page-plan-field-goal = Objectif
page-plan-field-acceptanceCriteria = Terminé quand
page-plan-field-decisionsMade = Décidé
page-plan-field-decisionsRejected = Écarté
page-plan-field-executionLog = Journal
page-plan-field-other = Autre
page-plan-missing-goal = Dans cet état, un plan a besoin d’un objectif.
page-plan-missing-criterion = Dans cet état, un plan a besoin d’au moins un critère.
