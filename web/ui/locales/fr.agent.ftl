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
page-agent-left = { $done } étapes faites, { $left } restantes.
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
page-agent-folder = Dossier
