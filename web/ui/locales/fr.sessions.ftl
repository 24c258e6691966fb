# À quel point une conversation est pleine, et où elle continue
page-meter-hint = À quel point cette conversation est pleine
page-meter-context = ctx { $n } %
page-fullness = À quel point cette conversation est pleine
page-full-context = Le contexte est plein à { $n } %
page-full-storage = Le stockage est plein à { $n } %
page-gauge-context = Contexte
page-gauge-measured = { $used } jetons sur { $of }, comptés comme { $model } compte
page-gauge-estimated = { $used } jetons sur { $of }, estimés : { $model } n’a encore rien compté ici
page-gauge-storage = Stockage
page-gauge-stored = { $used } sur { $of }
page-gauge-messages = { $n ->
    [one] 1 message n’est pas résumé.
   *[other] { $n } messages ne sont pas résumés.
}
page-going-on-compared = Transmission et prolongation comparées
page-hand-off = Transmettre
page-extend = Prolonger
page-handoff-told = Ce que la nouvelle conversation apprend
page-handed-off = { $title } continue à partir d’ici
page-extended = { $n ->
    [one] 1 message résumé. Rien n’a été retiré.
   *[other] { $n } messages résumés. Rien n’a été retiré.
}
page-carried = Avec quoi cette conversation continue
page-carried-handoff = Transmise
page-carried-extended = { $n ->
    [one] 1 message résumé
   *[other] { $n } messages résumés
}
page-carried-parent = La conversation précédente
page-carried-told = Ce qui est dit au modèle
page-bugs = { $n ->
    [one] 1 erreur, { $open } à régler
   *[other] { $n } erreurs, { $open } à régler
}
page-bug-message = message { $n }
page-bugs-copy = Copier le rapport
page-bugs-copied = Le rapport est copié
page-recovery-legacy_next_steps = Une étape suivante est venue sous l’ancienne forme
page-recovery-guardrail_stop = Une étape a été abandonnée
page-compare-new = Nouvelle conversation
page-compare-new-handoff = Oui
page-compare-new-extend = Non, la même
page-compare-context = Le modèle apprend
page-compare-context-handoff = Le résumé et l’étape suivante
page-compare-context-extend = Le résumé et l’étape suivante
page-compare-history = Ce qui a été dit
page-compare-history-handoff = Reste dans l’ancienne
page-compare-history-extend = Reste ici
page-compare-rollback = Annuler
page-compare-rollback-handoff = Toutes les modifications d’avant
page-compare-rollback-extend = Toutes les modifications d’avant
page-compare-speed = Vitesse
page-compare-speed-handoff = De nouveau des textes courts
page-compare-speed-extend = De nouveau des textes courts
page-compare-storage = Stockage
page-compare-storage-handoff = Commence à 0
page-compare-storage-extend = Compte depuis 0, rien n’est retiré
page-compare-when = Quand
page-compare-when-handoff = Une autre partie du travail commence
page-compare-when-extend = Le même travail continue
page-no-conversations = Pas encore de conversation.
page-waits = vous attend
page-messages = { $n ->
    [one] 1 message
   *[other] { $n } messages
}
page-session-search = Chercher dans les conversations
page-session-kept = Quelles conversations
page-session-none-found = Rien n’a été trouvé. Essayez avec moins de mots.
page-session-none-here = Rien ici.
page-session-name = Nouveau nom de { $title }
page-session-rename = Renommer { $title }
page-session-archive = Archiver { $title }
page-session-delete = Supprimer { $title }
page-session-restore = Rétablir { $title }
