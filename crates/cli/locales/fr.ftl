# Ce que dit le terminal. Les noms et les variables sont ceux de en.ftl ; un test y veille.

## Partout
cli-plain-mode = Sortie simple : sans couleur, sans symboles, choix numérotés.
cli-nothing-changed = Rien n'a été changé.
cli-no-model = Planificateur intégré seulement : aucun modèle n'est configuré.
cli-value-none = rien
cli-monday = lun.
cli-tuesday = mar.
cli-wednesday = mer.
cli-thursday = jeu.
cli-friday = ven.
cli-saturday = sam.
cli-sunday = dim.
cli-usage-no-command = Il manque une commande.
cli-drift = ! « { $title } » a changé depuis : { $field } était { $base }, est maintenant { $now }, proposé { $proposed }
cli-drift-gone = « { $title } » a été supprimé depuis
cli-drift-there = « { $title } » est déjà là
cli-plain-change = { $field } de { $before } à { $after }
cli-plain-runs = en cours
cli-plain-keys = Tapez un nombre de 1 à { $count }.
cli-plain-keys-or = Tapez un nombre de 1 à { $count }, ou une phrase qui dit ce qui doit changer.
cli-quoted = « { $text } »
cli-list-added = ajouté { $what }
cli-list-removed = retiré { $what }
cli-list-ticked = coché { $what }
cli-list-unticked = décoché { $what }
cli-list-reworded = { $before } devient { $after }
cli-list-order = dans un autre ordre
cli-list-more = et { $count } de plus

## Ensembles de changements
cli-to-add = { $count ->
    [one] { $count } ajout
   *[other] { $count } ajouts
}
cli-to-change = { $count ->
    [one] { $count } changement
   *[other] { $count } changements
}
cli-to-delete = { $count ->
    [one] { $count } suppression
   *[other] { $count } suppressions
}
cli-to-run = { $count ->
    [one] { $count } exécution
   *[other] { $count } exécutions
}
cli-to-nothing = rien à faire
cli-base = base { $base }
cli-blast = { $deletes ->
    [one] Supprime { $deletes } tâche. C'est irréversible.
   *[other] Supprime { $deletes } tâches. C'est irréversible.
}
cli-blast-reversible = { $deletes ->
    [one] Supprime { $deletes } tâche. Réversible.
   *[other] Supprime { $deletes } tâches. Réversible.
}
cli-deletes-single = Cela supprime toutes les tâches qui ne se répètent pas.
cli-set-expired = C'est expiré : plus rien ne peut en être signé. Proposer la même chose à nouveau : countersign rebase { $set } all
cli-set-resolved = Il n'y reste rien à décider.
cli-pending-next = Suite : countersign sign { $set } all · reject { $set } { $item } -m "pourquoi" · apply { $set } --all
cli-failed-next = { $count } en échec. Signer à nouveau : countersign sign { $set } { $item } · écarter : countersign reject { $set } { $item }
cli-deferred-next = { $count } pour plus tard. Reprendre : countersign sign { $set } { $item } · écarter : countersign reject { $set } { $item }
cli-invalid-next = Rien n’y est signable. Corriger un élément : countersign edit { $set }.{ $item } · l’écarter : countersign reject { $set } all
cli-signed-next = { $count } avec signature, pas appliqué. Suite : countersign apply { $set }
cli-drifted-next = { $count } sans base : { $count ->
    [one] ce sur quoi il repose a changé. À revoir : countersign show { $set } · le refaire sur l'état présent : countersign rebase { $set } all
   *[other] ce sur quoi ils reposent a changé. À revoir : countersign show { $set } · le refaire sur l'état présent : countersign rebase { $set } all
}
cli-rebase-one = --content est pour un seul point.
cli-rebase-nothing = Rien n’y est périmé.
cli-rebase-conflict = Regardez les deux : countersign show { $set }.{ $item }. Puis donnez votre texte : countersign rebase { $set }.{ $item } --content FICHIER, ou écartez-le : countersign reject { $set } { $item }. Rien n'a été changé.
cli-more-todos = et { $count } de plus
cli-more-items = et { $count } de plus
cli-item-why = pourquoi
cli-item-status = état
cli-item-reason = motif
cli-item-needs = exige
cli-item-entry = appliqué par
cli-item-digest = empreinte
cli-item-operation = opération
cli-needs = exige { $items }
cli-excluded = { $count } laissés de côté
cli-irreversible = irréversible
cli-reversible = réversible
cli-changes-nothing = ne change rien
cli-only-looks = lecture seule : rien à annuler
cli-left-as-it-was = n’a rien changé dans son dossier : rien à annuler
cli-risk-some = un certain risque
cli-risk-high = risque élevé
cli-verb-add = ajouter
cli-verb-change = changer
cli-verb-delete = supprimer
cli-verb-run = exécuter
cli-status-invalid = non valide
cli-status-pending = en attente
cli-status-confirmed = signé
cli-status-rejected = refusé
cli-status-rejected-with = refusé avec { $item }
cli-log-put-back = remis
cli-status-deferred = reporté
cli-status-retracted = retiré
cli-status-withdrawn = retiré
cli-status-replaced = remplacé
cli-status-drifted = sans base
cli-status-blocked = bloqué
cli-status-applying = en cours
cli-status-applied = appliqué
cli-status-failed = échoué
cli-status-unknown = issue inconnue
cli-status-undone = annulé
cli-status-expired = expiré
cli-verdict-undecided = décision reprise
cli-undo-hint = Annuler : countersign undo { $what }

## Boîte de réception
cli-inbox-empty = Rien n'attend.
cli-inbox-more = Les plus anciens ne sont pas montrés ici : countersign inbox --before { $set }
cli-inbox-total = { $count ->
    [one] { $count } ensemble de changements attend.
   *[other] { $count } ensembles de changements attendent.
}
cli-inbox-idle = { $count ->
    [one] { $count } autre ne peut rien faire tel quel : corrigez-le (countersign edit) ou écartez-le (countersign reject).
   *[other] { $count } autres ne peuvent rien faire tels quels : corrigez-les (countersign edit) ou écartez-les (countersign reject).
}
cli-state-open = { $open } à décider
cli-state-signed = { $open } à décider, { $signed } avec signature
cli-state-resolved = réglé
cli-state-expired = expiré

## Décider
cli-stale = #{ $set } ne commence plus par { $base } : il a changé depuis qu'il a été montré.
cli-stale-hint = À revoir : countersign show { $set }. Rien n'a été changé.
cli-items-missing = Quels points ?
cli-items-twice = Le point est nommé deux fois.
cli-items-hint = Par exemple : { $set }.2, ou { $set } 1,3-5, ou { $set } all.
cli-nothing-to-decide = Dans #{ $set }, rien ne peut être décidé ainsi.
cli-invalid-items = { $count ->
    [one] 1 élément sur { $total } pose problème
   *[other] { $count } éléments sur { $total } posent problème
}. Rien n'a été changé.
cli-invalid-items-hint = Corrigez la proposition, ou retirez --yes pour signer le reste vous-même.
cli-unknown-language = Aucun texte n'existe en « { $tag } ».
cli-unknown-language-hint = Choisissez en, de, es, fr ou ro.
cli-show-hint = Voir countersign show { $set }.
cli-no-item = #{ $set } n'a pas de point { $item } ; le dernier est { $last }.
cli-apply-item = On n'applique qu'un ensemble entier : ce qui est signé, tout ou rien.
cli-apply-item-hint = Pour signer et appliquer un point : countersign apply { $set } --sign { $item }.
cli-nothing-signed = Dans #{ $set }, rien n'est signé. Rien n'a été changé.
cli-nothing-signed-hint = Signez d'abord : countersign sign { $set } all. Ou les deux : countersign apply { $set } --all.
cli-nothing-left = Dans #{ $set }, il ne reste rien à appliquer. Rien n'a été changé.
cli-nothing-left-hint = Voyez ce qu'il en est advenu : countersign show { $set }.
cli-taken-back = #{ $set } a été appliqué, puis annulé. Rien n'a été changé.
cli-taken-back-hint = Pour le retrouver, annulez ce qui l'a annulé : countersign log le nomme.
cli-applied-already = #{ $set } est déjà appliqué. Rien de plus n'a été changé.
cli-applied-rest-waits = Dans #{ $set }, rien d'autre n'est signé ; en attente d'une signature : { $waits }. Rien de plus n'a été changé.
cli-effect-deletes = { $count ->
    [one] Ceci supprime { $count } tâche ou fichier.
   *[other] Ceci supprime { $count } tâches ou fichiers.
}
cli-effect-updates = { $count ->
    [one] Ceci modifie { $count } tâche ou fichier.
   *[other] Ceci modifie { $count } tâches ou fichiers.
}
cli-effect-both = Ceci supprime { $deletes } et modifie { $updates } des tâches et des fichiers.
cli-confirm-needed = { $effect } Rien n'a été changé.
cli-confirm-needed-hint = Si c'est voulu, recommencez avec --confirm.
cli-confirm-sensitive = { $files } décide de ce qui est compilé, installé ou exécuté. Rien n'a été changé.
cli-confirm-sensitive-ask = { $files } décide de ce qui est compilé, installé ou exécuté. Tapez { $number } pour continuer :
cli-confirm-ask = { $effect } Tapez { $number } pour continuer :
cli-confirm-declined = Non confirmé. Rien n'a été changé.
cli-confirm-declined-hint = Si c'est voulu, recommencez et tapez le nombre, ou ajoutez --confirm.
cli-cannot-apply-hint = Signez aussi ce qu'il faut, refusez ou modifiez ces points, ou appliquez le reste seul avec --best-effort. Rien n'a été changé.
cli-apply-ask = { $count ->
    [one] Appliquer { $count } changement signé ? [Y/n]
   *[other] Appliquer { $count } changements signés ? [Y/n]
}
cli-apply-all-ask = Tout signer et appliquer ? [y/N]
cli-lasting-ask = { $count ->
    [one] Ceci ne peut pas être annulé. L’exécuter aussi ? [y/N]
   *[other] Ces { $count } points ne peuvent pas être annulés. Les exécuter aussi ? [y/N]
}
cli-invalid-left = Laissé de côté, car invalide : { $items }.
cli-needs-left = Laissé de côté à cause de ce que cela exige : { $items }.
cli-lasting-left = Laissé de côté, car cela ne peut pas être annulé : { $items }.
cli-lasting-left-hint = Signez-le par son numéro, p. ex. countersign sign { $set } { $item }, ou indiquez --confirm.
cli-deferred-left = { $count ->
    [one] Tout dans #{ $set } est décidé : un point est reporté.
   *[other] Tout dans #{ $set } est décidé : { $count } points sont reportés.
}
cli-deferred-left-hint = Signez-le par son numéro : countersign sign { $set } { $item }
cli-run-all-besides = { $count ->
    [one] Avec elles, un changement qui n’est pas une commande : { $items }
   *[other] Avec elles, { $count } changements qui ne sont pas des commandes : { $items }
}
cli-item-ask = { $item } { $label }  { $y } signer, { $n } refuser, { $d } reporter, { $a } tout signer et appliquer, { $q } arrêter :
cli-item-keys = Tapez y, n, d, a ou q, ou dites en une phrase ce qui doit changer.
cli-apply-keys = Tapez y ou n, ou dites en une phrase ce qui doit changer.
cli-yes-no = Tapez y ou n.
cli-typed-early = Ce qui a été tapé avant la question est laissé de côté : cela ne répond à rien.

## Demander
cli-consumed = « { $text } » a été lu comme { $meaning }.
cli-consumed-part = « { $text } » comme { $meaning }
cli-consumed-list = Lu : { $parts }.
cli-warning = Attention : { $code }
cli-answer-hint = Répondre : countersign ask --session { $session } "…"
cli-answer-earlier = Si cela répond à « { $title } » : countersign ask --session { $session } "…"
cli-answer-prompt = { $first }–{ $last }, ou d'autres mots :
cli-answer-prompt-one = { $first }, ou d'autres mots :
cli-answer-free = Votre réponse :
cli-run-failed = La demande a échoué. Rien n'a été changé.
cli-run-failed-hint = Réessayez, ou lancez countersign doctor.
cli-no-session = Il n'y a pas de conversation à poursuivre.
cli-no-session-hint = Omettez --continue.
cli-status = { $todos ->
    [one] { $todos } tâche
   *[other] { $todos } tâches
}, { $inbox ->
    [0] rien n'attend.
    [one] { $inbox } ensemble de changements attend : countersign inbox
   *[other] { $inbox } ensembles de changements attendent : countersign inbox
}
cli-prompt-help = Dites ce qui doit changer, p. ex. « appeler le dentiste vendredi à 9h ». Ctrl+D termine ; countersign --help liste toutes les commandes.

## Historique
cli-log-empty = Rien ne s'est encore passé.
cli-log-current = actuel
cli-log-undoable = réversible
cli-log-changed = modifiée après coup : ne prouve rien
cli-log-unreadable = illisible
cli-log-more = Suite : countersign log --before { $entry }
cli-log-hint = Voir countersign log.
cli-redo-hint = countersign ask redo rétablit ce qui a été annulé en dernier.
cli-actor-user = vous ({ $via })
cli-via-page = page
cli-via-terminal = terminal
cli-via-api = programme
cli-via-editor = éditeur
cli-actor-system = système
cli-verify-ok = { $count ->
    [one] Le registre est intact : { $count } entrée, liée à la précédente.
   *[other] Le registre est intact : { $count } entrées, chacune liée à la précédente.
}
cli-verify-head = La dernière : @{ $entry } { $hash }
cli-doubles = { $count ->
    [one] Ces tâches ont la même identité : { $todos }
   *[other] Dans { $count } cas, des tâches ont la même identité : { $todos }
}
cli-doubles-todo = Un export n'est relu qu'avec une seule de chaque. Comparez-les (countersign todos show), puis supprimez-les toutes sauf une.
cli-verify-empty = Le registre est vide.
cli-verify-broken = Le registre est rompu à @{ $entry } : { $what }.
cli-broken-missing = une entrée manque
cli-broken-changed = une entrée a été modifiée après coup
cli-broken-reordered = une entrée est à la place d'une autre
cli-broken-unreadable = une entrée est illisible
cli-verify-means = Jusqu'à @{ $last }, les entrées sont telles qu'écrites. Ce qui est à @{ $entry } et après ne prouve rien.
cli-verify-means-none = Aucune entrée ne prouve quoi que ce soit.
cli-verify-next = Rien n'a été changé. Copiez le dossier de données ailleurs, puis comparez avec une copie antérieure ou un export de audit.jsonl. Les tâches telles quelles : countersign export json -o todos.json
cli-verify-differs = { $count ->
    [one] L'enregistré n'est pas ce que dit le registre à { $count } endroit :
   *[other] L'enregistré n'est pas ce que dit le registre à { $count } endroits :
}
cli-verify-differs-next = Le registre est intact et rien n'a été changé. countersign rebuild --write corrige l'enregistré. Si ce n’est pas possible, countersign doctor dit quoi faire.
cli-differences-more = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
cli-stored-differs = { $count ->
    [one] L'enregistré n'est pas ce que dit le registre à { $count } endroit.
   *[other] L'enregistré n'est pas ce que dit le registre à { $count } endroits.
} Le registre est intact. Voir : countersign verify
cli-rebuild-equal = { $entries ->
    [one] { $entries } entrée donne
   *[other] { $entries } entrées donnent
} { $todos ->
    [one] { $todos } tâche
   *[other] { $todos } tâches
} et { $sets ->
    [one] { $sets } ensemble de changements
   *[other] { $sets } ensembles de changements
} : la même chose que l'enregistré.
cli-rebuild-differs = { $count ->
    [one] { $count } différence. Rien n'a été changé ; countersign rebuild --write remplace l'enregistré.
   *[other] { $count } différences. Rien n'a été changé ; countersign rebuild --write remplace l'enregistré.
}
cli-rebuild-written = { $count ->
    [one] { $count } différence ; l'enregistré a été remplacé par ce que dit le registre.
   *[other] { $count } différences ; l'enregistré a été remplacé par ce que dit le registre.
}
cli-not-applied = De #{ $set }, rien de ce qui est nommé n'est appliqué. Rien n'a été changé.
cli-nothing-to-undo = Il n’y a rien à annuler.
cli-undo-stays = De #{ $set } ceci peut être annulé ; ce que { $entries } a fait reste.
cli-in-the-way = Fait obstacle : @{ $entry } point { $item }, { $label }
cli-changed-since = « { $title } » : { $field } était { $base } alors, est { $now } maintenant
cli-changed-outside = « { $title } » a été modifié depuis hors de Countersign
cli-gone-outside = « { $title } » n’est plus là : supprimé ou déplacé hors de Countersign

## Tâches
cli-todos-none = Aucune tâche.
cli-todos-count = { $count ->
    [one] { $count } tâche
   *[other] { $count } tâches
}
cli-mark-done = faite
cli-mark-open = ouverte
cli-mark-rejected = abandonnée
cli-overdue = { $date } en retard
cli-missed = { $count } { $count ->
        [one] manquée
       *[other] manquées
    } avant
cli-open-occurrence = ouverte
cli-due = échéance { $date }
cli-priority-high = haute
cli-priority-low = basse
cli-today = { $date } · aujourd'hui
cli-day-empty = rien
cli-add-unread = « { $said } » reste dans le titre : todos add n'interprète pas les mots. --on, --at, --every et --due fixent une date ; countersign { $title } la lit et la propose.
cli-edit-nothing = Aucun champ n'est donné. Rien n'a été changé.
cli-edit-nothing-hint = Par exemple : --on friday, --title "…", --clear date.
cli-edit-one = Dites quel élément modifier. Rien n'a été changé.
cli-edit-one-hint = Par exemple : countersign edit { $set }.1 --on friday
cli-edit-json = L'opération n'est pas du JSON : { $why }. Rien n'a été changé.
cli-edit-json-hint = Par exemple : --operation '{"{"}"op":"complete","id":5{"}"}'
cli-done-series = La tâche { $id } se répète : elle se fait date par date.
cli-done-series-hint = Dites laquelle : countersign todos done { $id } --on { $date }.
cli-date-unread = « { $text } » n'a pas été compris
cli-date-unclear = « { $text } » n'est pas clair : { $note }
cli-date-hint = Rien n'a été changé. Par exemple : vendredi, demain, la semaine prochaine, 2026-12-01.
cli-date-clear-hint = Pour en enlever une : --clear date.
cli-time-hint = Rien n'a été changé. Par exemple : 9:00, 14h.
cli-every-hint = Rien n'a été changé. Par exemple : chaque lundi, toutes les 2 semaines.

## Fichiers
cli-file-unreadable = { $file } ne peut pas être lu : { $cause }
cli-file-unreadable-hint = Nommez un fichier texte en UTF-8 que vous pouvez lire.
cli-file-too-long = plus de { $most } Mo
cli-cause-missing = ce fichier ou dossier n'existe pas
cli-cause-denied = vous n'en avez pas le droit
cli-cause-folder = c'est un dossier
cli-cause-way = une partie du chemin n'est pas un dossier
cli-cause-full = le disque est plein
cli-cause-read-only = le disque est en lecture seule
cli-cause-text = ce n'est pas de l'UTF-8
cli-file-unwritable = { $file } ne peut pas être écrit : { $cause }
cli-file-unwritable-hint = Ce qui y était y est encore. Nommez un autre endroit avec -o.
cli-exported = { $file } : { $bytes } octets écrits.
cli-export-warning = Attention : { $message }
cli-import-problem = { $place } : { $message }
cli-import-unchanged = { $count ->
    [one] { $count } tâche est déjà là, identique.
   *[other] { $count } tâches sont déjà là, identiques.
}
cli-import-nothing = Rien ne diffère dans le fichier. Rien n'a été changé.
cli-import-unread = Rien dans le fichier n'a pu être lu. Rien n'a été changé.

## Réglages
cli-settings-effective = En vigueur : fuseau { $zone }, aujourd'hui { $today }
cli-settings-set = { $name } est maintenant { $value }
cli-setting-unknown = Il n'y a pas de réglage « { $name } ».
cli-setting-unknown-hint = Voir countersign settings get.

## Serveur
cli-serve-data = Données : { $dir }
cli-serve-signed-out = Toutes les pages connectées sont déconnectées : ouvrez l’adresse pour vous reconnecter.
cli-token-wrong = Le jeton est vide ou contient des caractères qu'un en-tête ne peut porter.
cli-token-hint = Utilisez des caractères ASCII visibles, sans espaces.
cli-token-short = Le jeton n'a que { $length } caractères : qui le devine peut tout ce que vous pouvez. Omettez-le pour en avoir un au hasard, ou faites-en un : openssl rand -hex 16
cli-already-running = Un serveur tourne déjà à { $url } (processus { $pid }).
cli-already-running-hint = Ouvrez sa page avec l'adresse qu'affiche countersign open.
cli-already-running-signed-in = Personne n’a été déconnecté : arrêtez d’abord ce serveur (kill { $pid }), puis relancez-le avec --sign-out.
cli-not-running = Aucun serveur ne tourne pour ce dossier de données.
cli-not-running-hint = Lancez-en un : countersign serve
cli-port-in-use = Le port { $port } est pris par un autre programme.
cli-port-in-use-hint = Prenez-en un autre : countersign serve --port 0 en trouve un libre.
cli-cannot-listen = Impossible d'écouter sur le port { $port } : { $cause }
cli-server-ended = Le serveur à { $url } s’est arrêté ; on continue sans lui.
cli-server-lost = Le serveur à { $url } ne répond pas : { $cause }
cli-server-lost-hint = Ce qu'il a confirmé est en sûreté. Vérifiez avec countersign log si la dernière demande est arrivée.
cli-answer-unreadable = { $what } n'a pas pu être lu : { $cause }
cli-answer-unreadable-hint = Le serveur est peut-être d'une autre version : arrêtez-le et lancez celui-ci.
cli-answer-status = Le serveur a répondu avec l'état { $status }.
cli-now-remote = Un serveur tourne, et il a sa propre horloge.
cli-now-remote-hint = Omettez --now, ou arrêtez le serveur.

## Dossier de données
cli-no-data = Il n'y a pas encore de données dans { $dir }. Elles naissent au premier usage, p. ex. par countersign todos add.
cli-no-home = Il n'y a pas de dossier personnel où garder des données.
cli-no-home-hint = Nommez-en un avec --data DIR.
cli-data-in-use = Un autre processus utilise { $dir }.
cli-data-in-use-hint = Attendez qu'il finisse, ou prenez un autre dossier avec --data DIR. Rien n'a été changé.
cli-data-unwritable = { $dir } ne peut pas être écrit : { $cause }
cli-data-unwritable-hint = Ce qui y est enregistré est en sûreté et n'a pas été touché. Rendez le dossier inscriptible pour vous, ou prenez-en un autre avec --data DIR.
cli-looking = { $dir } ne peut pas être écrit : ceci en est une copie. Tout peut être lu et exporté, rien ne peut être modifié.
cli-serve-looking = { $why } Ce serveur répond à partir d’une copie : tout peut être lu et exporté, rien ne peut être modifié. Corrigez cela : il reprend de lui-même.
cli-serve-waits = { $count ->
    [one] Une commande tourne. On l’attend { $seconds } s, puis elle est arrêtée ; Ctrl+C l’arrête tout de suite.
   *[other] { $count } commandes tournent. On les attend { $seconds } s, puis elles sont arrêtées ; Ctrl+C les arrête tout de suite.
}

## Temps
cli-zone-unknown = « { $zone } » n'est pas un fuseau connu.
cli-zone-hint = Utilisez un nom IANA tel que Europe/Berlin ou America/New_York.
cli-now-wrong = « { $text } » n'est pas une heure.
cli-now-hint = Utilisez 2026-11-21T10:00, ou avec un fuseau 2026-11-21T10:00[Europe/Berlin].

## Pour les scripts
cli-dates-none = Aucune date.
cli-dates-range = { $from } à { $to }
cli-dates-at = { $date } à { $time }
cli-window-backwards = --from { $from } est après --to { $to }.
cli-window-backwards-hint = Donnez d'abord la date la plus ancienne.
cli-occurrences-usage = Donnez la règle en JSON et --scheduled-for, ou --batch.
cli-snapshot-hint = Un instantané est {"{"}"todos":[…]{"}"}, comme l'écrit countersign export json.
cli-snapshot-unreadable = L'instantané { $file } ne peut pas être lu : { $cause }
cli-snapshot-shape = L'instantané { $file } n'a pas de liste "todos".
cli-snapshot-todo = L'instantané { $file } ne peut pas servir : todos[{ $place }] : { $cause }
cli-snapshot-id = id doit être un nombre à partir de 1
cli-snapshot-title = title est vide
cli-snapshot-twice = id { $id } y est deux fois

## Examen
cli-doctor-ok = bon
cli-doctor-warn = attention
cli-doctor-bad = mauvais
cli-doctor-zone = Le fuseau est { $zone }.
cli-doctor-zone-unknown = La machine ne nomme aucun fuseau ; les dates sont celles d'UTC.
cli-doctor-zone-unknown-todo = Fixez-en un : countersign settings set zone Europe/Berlin
cli-doctor-data = { $dir } peut être écrit.
cli-doctor-data-none = { $dir } n'existe pas encore ; il naît au premier usage.
cli-doctor-data-open = D’autres utilisateurs peuvent écrire dans { $dir }.
cli-doctor-data-open-todo = Réservez-le-vous : chmod 700.
cli-doctor-data-writable = D’autres utilisateurs peuvent modifier { $files }.
cli-doctor-data-writable-todo = Retirez-leur ce droit : chmod go-w.
cli-doctor-server = Un serveur tourne à { $url } (processus { $pid }).
cli-doctor-no-server = Aucun serveur ne tourne ; les commandes ouvrent les données elles-mêmes.
cli-doctor-sqlite = La bibliothèque SQLite est en version 3.51.3 ou plus récente.
cli-doctor-database = La base de données est saine.
cli-doctor-database-none = Il n'y a pas encore de base de données.
cli-doctor-database-busy = Une autre commande utilise la base de données ; elle n'a pas été examinée.
cli-doctor-unreadable = { $file } ne peut pas être lu comme base de données de ce programme : { $cause }
cli-doctor-unreadable-todo = Rien n'y a été écrit. 1. Copiez { $dir } en lieu sûr. 2. Une copie antérieure du dossier sert telle quelle : countersign --data COPY doctor. 3. Un export va dans un nouveau dossier : countersign --data NEW import todos.json --yes
cli-doctor-database-damaged = { $file } est endommagé : { $damage }
cli-doctor-database-damaged-todo = 1. Copiez { $dir } en lieu sûr. 2. Si le registre ci-dessous est intact, tâches et ensembles peuvent être refaits à partir de lui : countersign rebuild --write. 3. Sinon, sauvez ce qui est lisible et commencez avec cela un nouveau dossier : countersign export json -o rescue.json, puis countersign --data NEW import rescue.json --yes
cli-doctor-projections = Les tâches et les ensembles de changements sont ce que dit le registre.
cli-doctor-projections-differ = { $count ->
    [one] { $count } différence entre l'enregistré et ce que dit le registre.
   *[other] { $count } différences entre l'enregistré et ce que dit le registre.
}
cli-doctor-projections-differ-todo = Voyez-les avec countersign rebuild ; countersign rebuild --write les corrige.
cli-doctor-terminal = Un terminal : des questions sont possibles.
cli-doctor-no-terminal = Pas de terminal : rien n'est demandé ; ce qui exigerait une réponse est refusé.

## Divers
cli-meaning = { $meaning ->
    [scheduledFor] la date
    [timeOfDay] l'heure
    [dueDate] l'échéance
    [until] la fin de la répétition
    [recurrence] la répétition
    [estimate] la durée
    [shift] le déplacement
    [labels] étiquettes
    [checklist] lignes de la liste de contrôle
    [completed] terminée
    [title_contains] un mot du titre
    [list] votre liste
    [priority] la priorité
    [title] le titre
    [notes] notes
    [status] l'état
    [reason] le motif
    [overdue] en retard
    [repeating] qui se répètent
   *[other] { $meaning }
}
cli-more-options = … et { $count } de plus : « more » les affiche, ou dites lequel avec vos propres mots.
cli-finish-unknown = Aucun serveur ne s’arrête avec « { $word } ».
cli-finish-unknown-hint = Utilisez stop, length ou aborted, ou omettez --finish.
cli-schema-invalid = Le schéma ne peut pas servir : { $cause }.
cli-schema-invalid-hint = Ce doit être un JSON Schema (draft 2020-12) ; les références restent dans le fichier.
cli-input-not-utf8 = L'entrée standard n'est pas en UTF-8 : { $cause }.
cli-input-not-utf8-hint = Convertissez-la d'abord, p. ex. avec iconv.
cli-explain-allow = Permise ({ $class }) : peut s'exécuter sans question une fois que vous avez signé la règle d'exécution automatique.
cli-explain-prompt = Sur demande ({ $class }) : toujours un élément à signer.
cli-explain-fails = Refusée ici ({ $class }) : là où elle s'exécuterait, elle échouerait.
cli-explain-refused = Refusée ({ $class }) : telle quelle, elle ne peut pas être proposée.
cli-explain-never = Jamais ({ $class }) : refusée, même signée.
cli-explain-part = { $command } : { $verdict }
cli-explain-part-why = { $command } : { $verdict } ; { $why }
cli-patch-usage = Donnez --file, ou --batch.
cli-patch-applies = S'applique : { $added } en plus, { $removed } en moins.
cli-patch-no-change = Ne change rien.
cli-patch-deletes = Supprime le fichier.
cli-patch-renames = Renomme le fichier en { $path }.
cli-patch-copies = Copie le fichier vers { $path }.
cli-patch-mode = Met ses droits à { $mode }.
cli-patch-refused = Refusé ({ $reason }) : { $message }
cli-patch-place = ligne { $line } ({ $kind })
cli-patch-near = Au plus proche, ligne { $line } :
cli-patch-more = … lignes restantes : { $count }
cli-serve-model = Modèle : { $model }.
cli-workspace-none = Aucun dossier de travail n'est ouvert ici.
cli-workspace-gone = (le dossier n'existe plus)
cli-workspace-opened = { $root } est ouvert sous { $id }. Rien n'y est changé sans votre signature.
cli-workspace-closed = { $id } est fermé. Ses fichiers et son historique restent tels quels.
cli-workspace-unknown = Aucun dossier ouvert ne s’appelle « { $name } ».
cli-workspace-open = Sont ouverts : { $names }
cli-workspace-hint = Ouvrez un dossier : countersign workspace open DIR
cli-propose-hint = Le fichier contient {"{"}"operations": […]{"}"}, une liste d'opérations, une seule, ou une modification qui nomme ses fichiers, par exemple un diff ; pour les autres ajoutez --path.
cli-propose-patch-hint = Envoyez un diff unifié, des blocs chercher/remplacer ou *** Begin Patch, en entier.
cli-propose-empty = Il n'y a rien à lire : ni modification ni opérations n'ont été données.
cli-propose-empty-hint = Donnez un fichier, ou envoyez-le sur l'entrée standard, p. ex. git diff | countersign propose --patch -
cli-propose-no-path = La modification ne dit pas pour quel fichier elle est.
cli-propose-no-path-hint = Nommez-le avec --path.
cli-propose-no-file = ce fichier n'existe pas
cli-propose-no-text = le fichier n'est pas un texte
cli-diff-all = Voyez tout avant de signer : countersign show { $item } --all
cli-diff-binary = Le fichier n'est pas du texte ; le changement ne peut être signé qu'en entier.
cli-diff-hunk = partie { $n }
cli-diff-more = … lignes restantes : { $count }
cli-diff-since = Depuis la proposition, le fichier a changé :
cli-doctor-sandbox-bwrap = Les commandes s'exécutent dans bubblewrap : seul le dossier de travail peut être écrit, les secrets sont cachés, pas de réseau.
cli-doctor-sandbox-landlock = Les commandes s'exécutent sous Landlock et seccomp : { $missing }.
cli-doctor-sandbox-none = Il n'y a pas de bac à sable ; chaque commande fait l'objet d'une question : { $missing }.
cli-doctor-sandbox-todo = Installez bubblewrap (apt install bubblewrap) et veillez à ce qu'il puisse créer des espaces de noms.
cli-run-ask = { $y } exécuter une fois, { $a } ajouter et exécuter, { $n } passer :
cli-run-keys = Tapez y, a ou n.
cli-run-stopping = Arrêt de la commande …
cli-run-no-workspace = Il n'y a ni dossier de travail ouvert ni dossier { $name } : { $cause }
cli-run-no-workspace-hint = Nommez un dossier de travail ouvert, ou un dossier à ouvrir comme tel.
cli-run-open-ask = { $root } n'est pas ouvert comme dossier de travail. L'ouvrir, pour que les commandes signées puissent y tourner ? y/n :
cli-run-not-open = { $root } n'est pas ouvert comme dossier de travail. Rien n'a été exécuté.
cli-run-not-open-hint = Ouvrez-le : countersign workspace open . — ou nommez-le : countersign run --workspace . "…"
cli-sandbox-hint = Mettez bwrap, landlock ou none, ou laissez vide.
cli-item-runs-in = s'exécute dans
cli-item-judged = jugée
cli-verdict = { $verdict ->
    [allow] dans la liste des commandes connues
    [prompt] demande une signature
   *[never] ne s’exécute jamais
}
cli-class = { $class ->
    [read_only] lecture seule
    [project] exécute du code du projet
    [write] écrit des fichiers
    [network] utilise le réseau
    [interpreter] exécute du code dans un interpréteur
    [shell] demande un shell
    [destructive] supprime ou écrase
    [control_plane] touche à ce qui vous protège
   *[unknown] inconnue
}
cli-item-sandbox = bac à sable
cli-item-environment = environnement
cli-item-words = mots
cli-item-exit = code de sortie
cli-item-output = sortie
cli-agent-none = Aucune exécution de l'agent n'attend.
cli-agent-none-hint = Commencez-en une avec countersign agent, ou nommez-la avec --run.
cli-agent-none-here = Rien n’attend dans la dernière conversation.
cli-agent-none-in = Rien n’attend dans cette conversation.
cli-agent-elsewhere = Une autre attend : { $title }. Dites-le à celle-ci : countersign continue --session { $session }
cli-agent-summary-waits = Le résumé du travail attend : d’abord le garder, le modifier ou l’abandonner. Rien n’a été gardé.
cli-agent-cancelled = Arrêtée. Rien n'a été changé.
cli-agent-stopping = Arrêt de l'exécution …
cli-agent-step-pending = { $mark }{ $n }. { $title } (à faire)
cli-agent-step-running = { $mark }{ $n }. { $title } (en cours)
cli-agent-step-completed = { $mark }{ $n }. { $title } (fait)
cli-agent-step-failed = { $mark }{ $n }. { $title } (échoué) : { $why }
cli-agent-step-cancelled = { $mark }{ $n }. { $title } (pas commencé)
cli-agent-tool-completed = {"    "}{ $call } → { $result }
cli-agent-tool-queued = {"    "}{ $call } → attend votre signature
cli-agent-tool-failed = {"    "}{ $call } ❌ { $result }
cli-plain-tool-completed = {"    "}{ $call }: { $result }
cli-plain-tool-queued = {"    "}{ $call } : attend votre signature
cli-plain-tool-failed = {"    "}{ $call } (échoué) : { $result }
cli-agent-paused = { $done } faites, { $left } restantes, { $queued ->
    [one] 1 modification
   *[other] { $queued } modifications
} en attente.
cli-agent-approval = { $count ->
    [one] 1 appel d'outil demande
   *[other] { $count } appels d'outils demandent
} votre permission ; après une minute sans réponse, elle est refusée.
cli-agent-summary = Résumé du travail, pas encore gardé :
cli-agent-summary-action = Action
cli-agent-summary-details = Détails
cli-agent-summary-result = Résultat
cli-agent-summary-tools = Outils
cli-agent-summary-saved = Le résumé est gardé.
cli-agent-summary-discarded = Le résumé est abandonné. La trace de l'exécution reste.
cli-agent-ask-continue = { $y } continuer, { $a } continuer sans attendre, { $s } s'arrêter ici, ou dites ce qui doit changer :
cli-agent-keys-continue = Tapez y, a, s ou une phrase.
cli-agent-ask-approval = y autoriser, n ne pas autoriser, ou les numéros de ceux à autoriser :
cli-agent-keys-approval = Tapez y, n ou des numéros comme 1, 3.
cli-agent-ask-summary = { $s } garder, { $e } modifier, { $d } abandonner :
cli-agent-keys-summary = Tapez s, e ou d. Rien n'est gardé jusque-là.
cli-agent-edit-action = Action :
cli-agent-edit-details = Détails :

## Travail dans un dossier de projet
cli-work-loaded = { $count ->
    [one] 1 fichier chargé : { $names }
   *[other] { $count } fichiers chargés : { $names }
}
cli-work-cut = son début
cli-work-left-out = Non chargé : { $reason }
cli-work-urls = Noté, non téléchargé : { $urls }
cli-work-step-done = fait :
cli-work-step-open = à faire :
cli-work-next = Vous pourriez dire ensuite :
cli-work-diff-more = … suite : countersign show { $item }
cli-work-about = --about nomme un lot, pas une commande.
cli-work-about-hint = Nommez l’élément, p. ex. --about 14.2.

## Agents
cli-acp-waits = En attente d’un éditeur qui parle l’Agent Client Protocol sur l’entrée standard. C’est un éditeur qui démarre ceci : countersign help acp.
cli-acp-sign = Signer
cli-acp-reject = Refuser
cli-acp-later = Plus tard
cli-acp-words = Avec mes mots
cli-acp-step-failed = { $title } (échoué)
cli-acp-step-cancelled = { $title } (pas commencé)
cli-acp-go-on = Continuer
cli-acp-stop = S’arrêter ici
cli-acp-allow = Permettre
cli-acp-deny = Ne pas permettre
cli-acp-keep = Le garder
cli-acp-discard = L’abandonner
cli-acp-confirm-title = Appliquer quand même l’ensemble { $set } ?
cli-acp-confirm = L’appliquer
cli-acp-drifted = { $count } sur { $total } ne correspondent plus : ce sur quoi ils reposent a changé. Appliquer ceux qui sont signés sans eux ({ $signed }) ?
cli-acp-left = Rien de cela n’est fait : cela attend dans Countersign.
cli-acp-rest = { $count ->
    [one] 1 modification attend. Décidez-en ici avec /inbox, ou ailleurs : countersign show { $set }
   *[other] { $count } modifications attendent. Décidez-en ici avec /inbox, ou ailleurs : countersign show { $set }
}
cli-acp-unshown = La modification est trop longue pour être montrée ici, n’est pas du texte ou a été faite pour une version antérieure du fichier. Regardez-la : countersign show { $item }
cli-acp-unread = Seuls le texte, les fichiers et les images sont lus ici. Le reste de la demande a été laissé de côté.
cli-acp-unsaved = { $path } a dans l’éditeur des modifications non enregistrées. C’est ce qui est sur le disque qui est lu et modifié : enregistrez d’abord.
cli-acp-mode = { $mode ->
    [chat] Des réponses seulement.
    [plan] Toujours une proposition ou une question.
    [agent] Un modèle y travaille par étapes, avec des outils.
   *[other] Selon ce que vous dites.
}
cli-acp-inbox = Décider de tout ce qui attend votre signature
cli-acp-no-session = La conversation { $id } n’est pas ouverte ici.
cli-acp-no-session-hint = Chargez-la, ou commencez-en une nouvelle.
cli-acp-no-mode = Il n’y a pas de mode { $mode }.
cli-mcp-waits = En attente d’un programme qui parle le Model Context Protocol sur l’entrée standard. C’est un éditeur ou un agent qui démarre ceci : countersign help mcp.
cli-set-in = dans { $folders }
cli-proposed-by = Proposé par { $agent }
cli-wake-proposed = { $count ->
    [0] Rien de nouveau à proposer.
    [one] 1 changement proposé.
   *[other] { $count } changements proposés.
}
cli-wake-waits = { $count ->
    [one] 1 constat attend déjà.
   *[other] { $count } constats attendent déjà.
}
cli-wake-refused = { $count ->
    [one] 1 constat n’est pas proposé de nouveau : vous l’avez refusé ou reporté, ou c’est déjà le cas.
   *[other] { $count } constats ne sont pas proposés de nouveau : vous les avez refusés ou reportés, ou c’est déjà le cas.
}
cli-wake-retracted = { $count ->
    [one] 1 proposition antérieure a été retirée : elle n’est plus valable.
   *[other] { $count } propositions antérieures ont été retirées : elles ne sont plus valables.
}
cli-wake-left = { $count ->
    [one] 1 autre est laissé pour plus tard : il y en a déjà assez en attente.
   *[other] { $count } autres sont laissés pour plus tard : il y en a déjà assez en attente.
}
cli-decisions-empty = Pas encore de décisions.
cli-decisions-none = Aucune décision ne correspond.
cli-decisions-more = Plus anciennes : countersign decisions --before { $next }
cli-decisions-forgotten = Oublié : { $label } ({ $at }). Les agents n’en savent plus rien.
cli-decisions-restored = De nouveau en mémoire : { $label } ({ $at }).
cli-decisions-waiting = En attente de votre décision :
cli-decisions-notes = Ses propres notes :
cli-reason-wrong-target = mauvaise cible
cli-reason-wrong-value = mauvaise valeur
cli-reason-my-wording = ma formulation
cli-reason-not-now = pas maintenant
cli-reason-not-needed = inutile
cli-reason-too-risky = trop risqué
cli-reason-already-done = déjà fait
cli-reason-duplicate = doublon
cli-reason-other = autre

## Stored outputs
cli-outputs-none = Aucune sortie n’est conservée ici.
cli-outputs-more = … et { $count } de plus
cli-outputs-failed = échec
cli-outputs-size = { $count ->
    [one] { $count } caractère
   *[other] { $count } caractères
}
cli-outputs-array = { $name } : { $count ->
    [one] { $count } élément
   *[other] { $count } éléments
}
cli-outputs-matches = { $count ->
    [one] { $count } ligne
   *[other] { $count } lignes
}
cli-outputs-next = Suite avec --offset { $offset }
cli-outputs-default-hint = Écrivez du JSON : null, 0 ou "texte" avec ses guillemets.

## Modèles
cli-model-size-unknown = taille inconnue
cli-model-up = répond
cli-model-down = ne répond pas
cli-model-unasked = non interrogé
cli-model-installed = { $count ->
    [0] Rien n’est installé.
    [one] 1 modèle est installé :
   *[other] { $count } modèles sont installés :
  }
cli-model-partial = { $name } : { $received } sont téléchargés ; pull continue, remove les enlève.
cli-model-curated = Disponibles avec pull :
cli-model-needs = { $download } à télécharger, { $memory } de mémoire
cli-model-score = { $right } % de { $cases } cas tout à fait justes
cli-model-unmeasured = non mesuré ici
cli-model-free = { $free } libres dans { $folder }
cli-model-offer = { $name } : { $size } de { $source }
cli-model-resumes = { $received } sont déjà là ; le téléchargement reprend.
cli-model-licence = Licence : { $licence }
cli-model-unpinned = Aucune somme de contrôle n’est connue d’avance ; celle du fichier reçu est gardée.
cli-model-room = { $free } sont libres sur ce disque.
cli-model-ask = Télécharger et accepter la licence ? y/n :
cli-model-unconfirmed = La licence { $licence } n’est pas confirmée. Rien n’a été téléchargé.
cli-model-unconfirmed-hint = Lisez-la, puis ajoutez --yes.
cli-model-progress = { $received } sur { $total }
cli-model-checking = Vérification …
cli-model-waiting = Un autre processus télécharge la même chose ; attente.
cli-model-pulled = { $name } est installé : { $size }.
cli-model-use-it = Pour l’utiliser : countersign model use { $name }
cli-model-stopped = Le téléchargement de { $name } a été arrêté. Rien n’a été installé.
cli-model-stopped-hint = pull reprend là où il s’est arrêté.
cli-model-chosen = { $name } répond désormais.
cli-model-overridden = Pas encore : l’environnement décide. Utilisé : { $used }
cli-model-none = Il n’y a pas de modèle { $name } ici.
cli-model-none-hint = countersign model list montre ce qui est là et ce qui peut être téléchargé.
cli-model-sound = { $name } est le fichier installé : { $size }, somme et en-tête conformes.
cli-model-answers = { $name } répond : { $abilities }
cli-model-remove-ask = Enlever { $name } ({ $size }) ? y/n :
cli-model-kept = { $name } est toujours là. Rien n’a été changé.
cli-model-kept-hint = Ajoutez --yes pour l’enlever.
cli-model-removed = { $name } est enlevé ; { $size } sont de nouveau libres
cli-eval-no-model-hint = Indiquez-en un : --model NAME, ou --model none pour le planificateur seul.
cli-eval-bad-cases = { $count ->
    [one] 1 ligne n’est pas un cas.
   *[other] { $count } lignes ne sont pas des cas.
  }
cli-eval-other-run = Ce fichier est d’un autre essai. Rien n’a été changé.
cli-eval-other-run-hint = Indiquez un autre fichier, ou commencez avec les mêmes modèle, cas et parties.
cli-eval-not-a-run = Ce fichier n’est pas celui d’un essai.
cli-eval-not-a-run-hint = Indiquez un fichier fait avec --out.
cli-eval-other-cases = Ce fichier est d’autres cas : rien ne peut être comparé.
cli-eval-other-cases-hint = Indiquez un essai des mêmes cas.
cli-eval-progress = { $done } sur { $all }
cli-eval-valid = utilisable
cli-eval-operation = bonne opération
cli-eval-target = bonnes tâches
cli-eval-right = tout à fait juste
cli-eval-wrong-sure = faux, mais sûr
cli-eval-offered = demandé, la bonne parmi les réponses
cli-eval-cost = Modèle interrogé dans { $asked } cas : { $read } → { $written } jetons ; médiane { $first } s jusqu’au premier jeton, { $each } s par cas ; { $all } s en tout.
cli-eval-failed = Le modèle a échoué dans { $count } cas : { $why }
cli-eval-no-cases = Il n’y a aucun cas à juger.
cli-eval-no-cases-hint = Indiquez un fichier avec des cas, un genre qui s’y trouve, et --most d’au moins 1.
cli-eval-against = Sur { $n } paires, seul cet essai est juste dans { $this }, seul l’autre dans { $other } (McNemar exact, p = { $p }).

# Standing rules, and runs of several commands.
cli-actor-rule = règle { $rule } ({ $name })
cli-rules-none = Aucune règle n’est signée. Tout attend votre signature.
cli-rule-active = active
cli-rule-used-up = épuisée
cli-rule-expired = expirée
cli-rule-suspended = suspendue
cli-rule-revoked-word = révoquée
cli-rule-uses = utilisée { $uses }×
cli-rule-uses-of = utilisée { $uses } sur { $cap }
cli-rule-until = jusqu’au { $date }
cli-rule-from = de { $item }
cli-rule-made = Règle { $id } signée : { $name } s’exécute sans question dans { $workspace } jusqu’au { $date }.
cli-rule-revoked = Règle { $id } révoquée : { $name } attend de nouveau votre signature.
cli-rule-judged = jugé
cli-rule-lets = La règle la laisse passer.
cli-rule-lets-not = La règle ne la laisse pas passer.
cli-rule-waits = Aucune règle ne la laisse passer ; elle attend votre signature.
cli-rule-covered = S’exécute sans question par la règle { $rules }.
cli-rule-past = Aurait correspondu à { $matched ->
    [one] { $matched } décision passée
   *[other] { $matched } décisions passées
} : { $signed ->
    [one] { $signed } signée
   *[other] { $signed } signées
}, { $rejected ->
    [one] { $rejected } rejetée
   *[other] { $rejected } rejetées
}.
cli-rule-suggested = Ajouter et exécuter retiendrait : { $prefixes }
cli-rule-never = Aucune règle ne peut laisser passer cette commande.
cli-rule-never-hint = Signez-la chaque fois. Rien n’a été modifié.
cli-rule-one-command = Une seule commande peut être retenue à la fois.
cli-rule-words = { $most ->
    [one] On ne peut en retenir que 1 mot.
   *[other] On peut en retenir de 1 à { $most } mots.
}
cli-rule-words-hint = Donnez un nombre de mots, ou aucun pour le plus court qui soit sûr.
cli-rule-ask = Retenir « { $prefix } » dans { $workspace } pendant { $days ->
    [one] { $days } jour
   *[other] { $days } jours
} ? y oui, un nombre pour autant de mots, n non :
cli-rule-keys = Tapez y, n ou un nombre de mots.
cli-run-all-hint = Signez-les : countersign run-all { $set } --all
cli-run-all-model = { $model } : { $why }
cli-run-all-remaining = Reste à exécuter : { $commands }
cli-run-all-unsigned = { $item } attend votre signature : { $command }
cli-run-all-resume = Continuer : countersign run-all { $set } --resume
cli-run-all-will-pause = La suite s’arrêtera dès que la commande en cours sera terminée. Ensuite, continuer : countersign run-all { $set } --resume
cli-run-all-again = Exécuter le reste : countersign run-all { $set }


# Sessions et plans
cli-sessions-none = Aucune session ici.
cli-sessions-unfound = Aucune session ne contient ces mots.
cli-session-untitled = (encore sans nom)
cli-session-messages = { $count ->
    [one] 1 message
   *[other] { $count } messages
}
cli-session-is-archived = archivée
cli-session-is-deleted = supprimée
cli-session-begun = La session { $id } est commencée.
cli-session-renamed = La session { $id } s’appelle maintenant { $title }.
cli-session-archived = La session { $id } est archivée. On la retrouve avec sessions list --state archived.
cli-session-deleted = La session { $id } est supprimée. Pour la rétablir : countersign sessions restore { $id }
cli-session-restored = La session { $title } est de retour.
cli-session-ambiguous = Plusieurs sessions commencent par { $id }.
cli-session-hint = Les voir toutes : countersign sessions list --state all
cli-plan-same = Le plan dit déjà cela. Rien n’a été changé.
cli-plan-save = Enregistrer ceci ? [y/N]
cli-plan-unsaved = Rien n’a été changé. Pour enregistrer : la même chose avec --yes
cli-plan-mended = Le document tel que le modèle l’a mis :
cli-plan-mended-next = Rien n’a été changé. Pour enregistrer exactement ceci : le mettre dans un fichier (avec -o FICHIER) et countersign plan import FICHIER --yes
cli-plan-mended-file = Rien n’a été changé. Pour enregistrer exactement ceci : countersign plan import { $file } --yes
cli-plan-field-status = état
cli-plan-field-goal = objectif
cli-plan-field-criteria = critère d’acceptation
cli-plan-field-made = décidé
cli-plan-field-rejected = écarté
cli-plan-field-log = journal d’exécution
cli-plan-field-other = autre
cli-plan-saved = Enregistré comme version { $version } du plan.
cli-plan-unread = la ligne { $line } n’a pas été comprise et reste sous « Other » : { $text }
cli-plan-needs-goal = Il n’a pas d’objectif ; dans cet état, un plan en a besoin.
cli-plan-needs-criterion = Il n’a pas de critère d’acceptation ; dans cet état, un plan en a besoin.
cli-plan-no-criterion = Le plan n’a pas de critère { $n }.
cli-instructions-there = { $file } existe déjà. Rien n’a été écrit.
cli-instructions-there-hint = Écrivez le modèle dans un autre fichier et reprenez-en ce que vous voulez.
cli-plan-hint = Le voir : countersign plan show
cli-session-exported = Écrit dans { $folder } : plan_doc.md, chat_history.log, session.json
cli-session-plan-kept = Le document du plan y avait été modifié : il est conservé sous { $file }. Pour le reprendre : countersign plan import

## Learned rules and subscriptions
cli-wake-by-rules = { $count ->
    [one] Vos règles ont fait 1 changement.
   *[other] Vos règles ont fait { $count } changements.
}
cli-wake-on = Se réveille lors de changements de : { $list }
cli-wake-on-none = Ne se réveille lors d’aucun changement.
cli-rule-flags = { $flag } est derrière les mots, où il serait l’un d’eux.
cli-rule-flags-hint = Placez { $flag } avant les mots. Rien n’a été modifié.
cli-run-covered = La règle { $rule } la laisse déjà s’exécuter : aucune nouvelle règle n’a été faite.
cli-rule-revoked-silent = Règle { $id } révoquée : les agents peuvent de nouveau proposer cela ({ $name }).
cli-preview-timed-out = Arrêtée après { $seconds } s.
cli-preview-exit = Terminée avec le code { $code }.
cli-preview-signal = Le signal { $signal } l'a terminée.
cli-preview-ignored = { $count ->
    [one] 1 fichier modifié est écarté
   *[other] { $count } fichiers modifiés sont écartés
} par les règles d'exclusion.
cli-preview-left-out = Ne peut pas être proposé : { $path }{ $why ->
    [link] {" "}(un lien)
    [link_out] {" "}(un lien qui mène hors du dossier)
    [pipe] {" "}(un tube)
    [socket] {" "}(un socket)
    [device] {" "}(un périphérique)
    [git] {" "}(appartient à git)
    [secret] {" "}(contient des secrets)
    [name] {" "}(le nom n’est pas un chemin)
    [too_large] {" "}(plus de 20 Mo)
    [folder] {" "}(un dossier vide, construit, ou qui laisse entrer d’autres)
    [moved] {" "}(déplacé là où rien ne peut être proposé)
    [turned] {" "}(un fichier est devenu un dossier, ou l’inverse)
    [rest] {" "}(plus que ce qui est proposé à la fois)
   *[other] {""}
}
cli-preview-nothing = Elle ne change aucun fichier. Rien n'a été changé.
cli-preview-landlock = Essayé sans bubblewrap : les chemins absolus vers le dossier étaient hors d'atteinte. Les programmes qui en ont besoin ont pu échouer pour cette seule raison.
cli-preview-not-tried = Elle n'a pas été essayée dans une copie : la commande n'attend pas de signature.
cli-preview-not-tried-hint = countersign show { $set } dit ce qu'elle est devenue.
cli-meter-context = Contexte : { $percent } % de { $model }, { $used } jetons sur { $of }, { $count ->
    [one] 1 message
   *[other] { $count } messages
 } à résumer.
cli-meter-measured = Compté comme le modèle compte.
cli-meter-estimated = Estimé : le modèle n'a encore rien compté ici.
cli-meter-storage = Stockage : { $percent } % de { $of } Mo, { $used } Ko.
cli-meter-offer-context = Le contexte est presque plein. Continuer dans une nouvelle session : countersign sessions handoff. Dans celle-ci : countersign sessions extend. Telle quelle : countersign sessions stay
cli-meter-offer-storage = Le stockage est presque plein. Continuer dans cette session : countersign sessions extend. Dans une nouvelle : countersign sessions handoff. Telle quelle : countersign sessions stay
cli-handed-off = La session { $id } « { $title } » continue à partir d'ici. Elle peut annuler ce qui a été modifié avant.
cli-extended = La session { $id } est prolongée : { $count ->
    [one] 1 message résumé
   *[other] { $count } messages résumés
 }. Rien n'a été retiré.
cli-go-on = Continuer : countersign ask --session { $id } "…"
cli-go-on-with = Ensuite : { $next }
    Continuer : countersign ask --session { $id } "…"
cli-nothing-offered = Rien n'est proposé. Rien n'a été modifié.
cli-offer-declined = La session continue telle quelle. La question n'est plus posée à cette taille.
cli-bugs = { $count ->
    [0] Aucune erreur.
    [one] 1 erreur, { $open } non résolue(s).
   *[other] { $count } erreurs, { $open } non résolue(s).
}
cli-bug-message = message { $n }
cli-folder-edited = Le document de plan y a été modifié. Voir ce qui change et le reprendre : countersign plan import
cli-plan-not-edited = Le document de plan dans le dossier de la session n'a pas été modifié.
cli-plan-not-edited-hint = Indiquez un fichier, ou modifiez-y plan_doc.md : countersign sessions folder
cli-agent-summary-criteria = Critères
cli-agent-criterion-met = rempli
cli-agent-criterion-open = pas encore rempli
cli-agent-criterion-new = nouveau, pas encore rempli
cli-agent-summary-decisions = Décidé
cli-agent-summary-rejected = Écarté
cli-agent-summary-goal = But
## Étalonnage
cli-calibrate-messages = { $count ->
    [one] 1 message
   *[other] { $count } messages
}
cli-calibrate-decisions = Par décision
cli-calibrate-stages = Par étape
cli-calibrate-proposers = Par auteur de la proposition
cli-calibrate-thresholds = Seuils
cli-calibrate-group = { $key } : { $messages } ; éléments : { $signed } signés, { $rejected } refusés, { $undone } annulés, { $undecided } sans décision ; gardés { $kept }
cli-calibrate-threshold = { $name } { $now } : gardés { $above } à partir du seuil, { $below } en dessous
cli-calibrate-suggested = Proposition : { $value } ; gardés { $kept } à partir de là.
cli-calibrate-nothing = Aucune proposition : { $n ->
    [one] { $n } message a été tranché
   *[other] { $n } messages ont été tranchés
}, il en faut au moins { $enough } gardés pour la plupart.
cli-calibrate-share = { $hits } sur { $n } ({ $low }–{ $high } %)
cli-calibrate-none = 0 sur 0
cli-agent-next-continue = Suite : countersign continue · continue --auto (sans attendre) · continue --stop
cli-agent-next-answer = Suite : countersign continue --answer "…" · continue --stop
cli-agent-next-approval = Suite : countersign continue --allow · continue 1,3 · continue --deny (refusé après 60 s sans réponse)
cli-agent-next-summary = Suite : countersign continue --summary save · continue --summary edit --action "…" --details "…" · continue --summary discard
cli-run-by-rule = La règle « { $rule } » l’a laissé s’exécuter. Plus : countersign show { $set }

# Where a run stands, in one line: mode, stage, and what it was taken for or the tool that runs.
cli-run-mode = { $mode ->
    [chat] Chat
    [plan] Plan
    [agent] Agent
    [image] Images
   *[auto] Auto
}
cli-run-stage = { $stage ->
    [analyzing] Analyse
    [routing] Orientation
    [proposing] Proposition
    [validating] Vérification
    [repairing] Correction
    [summarizing] Résumé
    [chatting] Réponse
    [planning] Planification
    [executing] Travail
    [image] Images
    [painting] Peinture
   *[other] { $stage }
}
cli-run-route = { $route ->
    [plan] comme plan
    [chat] comme chat
    [clarify] une réponse manque
    [work] comme travail sur des fichiers
    [agent] comme agent
    [image] en images
   *[other] { $route }
}
# Ce qu’une commande signée par une règle a fait dans une copie, et ce qui est parti avec une commande.
cli-copy-made = { $count ->
    [one] Exécutée dans une copie : 1 fichier modifié attend votre signature. countersign show { $set }
   *[other] Exécutée dans une copie : { $count } fichiers modifiés attendent votre signature. countersign show { $set }
}
cli-copy-nothing = Exécutée dans une copie. Il n’y a rien à signer.
cli-copy-gone = Exécutée dans une copie ; ce qu’elle y a fait est perdu : { $why }
cli-copy-more = Sans être nommés : { $count }
cli-lost = { $count ->
    [one] 1 fichier de son dossier temporaire privé est parti avec elle : { $paths }.
   *[other] { $count } fichiers de son dossier temporaire privé sont partis avec elle : { $paths }.
}
cli-lost-least = Au moins { $count ->
    [one] { $count } fichier de son dossier temporaire privé est parti avec elle
   *[other] { $count } fichiers de son dossier temporaire privé sont partis avec elle
} : { $paths }.
cli-lost-more = { $paths } et { $count } de plus
cli-lost-kept = { $count ->
    [one] 1 fichier de son dossier temporaire privé est maintenant dans { $folder } : { $paths }.
   *[other] { $count } fichiers de son dossier temporaire privé sont maintenant dans { $folder } : { $paths }.
}
cli-lost-least-kept = Au moins { $count ->
    [one] { $count } fichier de son dossier temporaire privé est maintenant dans { $folder }
   *[other] { $count } fichiers de son dossier temporaire privé sont maintenant dans { $folder }
} : { $paths }.
cli-rule-copied = dans une copie
cli-rule-made-cap = Elle peut servir { $cap } fois.
cli-rule-made-copied = Les commandes qu’elle permet s’exécutent dans une copie du dossier : ce qu’elles y changent attend votre signature.

## Noms des champs, mots de leurs valeurs et genres d’entrées de l’historique.
cli-field-title = titre
cli-field-notes = notes
cli-field-scheduledFor = date
cli-field-timeOfDay = heure
cli-field-dueDate = échéance
cli-field-priority = priorité
cli-field-status = état
cli-field-statusReason = motif
cli-field-estimate = durée
cli-field-labels = étiquettes
cli-field-label = étiquette
cli-field-checklist = liste
cli-field-recurrence = répétition
cli-field-completedDates = dates terminées
cli-field-skippedDates = dates sautées
cli-field-moved = dates déplacées
cli-field-extra = autres données
cli-field-occurrence = occurrence
cli-field-exists = existe
cli-field-content = contenu
cli-field-undo = annulation
cli-priority-medium = moyenne
cli-todo-open = ouverte
cli-todo-in-progress = en cours
cli-todo-groomed = préparée
cli-todo-blocked = bloquée
cli-todo-on-hold = en attente
cli-todo-done = terminée
cli-todo-rejected = refusée
cli-kind-proposed = proposé
cli-kind-extended = complété
cli-kind-revised = révisé
cli-kind-decided = décidé
cli-kind-applying = commencé
cli-kind-applied = appliqué
cli-kind-expired = expiré
cli-kind-settings = réglages
cli-kind-audit = noté
cli-kind-rule-made = règle signée
cli-kind-rule-used = règle utilisée
cli-kind-rule-suspended = règle suspendue
cli-kind-rule-revoked = règle révoquée
cli-kind-rule-kept = règle a retenu
cli-kind-memory = mémoire
cli-kind-session = conversation
cli-kind-plan = plan

cli-withdrawn = Ce qu’elle changerait a été changé entre-temps par quelqu’un d’autre. Rien n’a été changé.
cli-withdrawn-hint = Redites-le sans --yes : la proposition attend alors, et countersign rebase la refait pour ce qui est là maintenant.
cli-doctor-projections-broken-todo = L’historique est abîmé : rien n’est refait à partir de lui. 1. Sauvez les tâches telles qu’elles sont : countersign export json -o todos.json. 2. Continuez avec une copie antérieure du dossier : countersign --data COPIE doctor ; ou dans un nouveau dossier : countersign --data NOUVEAU import todos.json --yes
cli-value-yes = oui
cli-value-no = non
## Images
cli-images-none = Aucune image n’est conservée ici.
cli-images-none-hint = Faites-en une : countersign image "un phare au crépuscule".
cli-images-size = { $kind } { $width }×{ $height }, { $kilobytes } ko
cli-images-gone = retirée
cli-images-next = Ensuite : countersign images save { $ids } --folder DOSSIER · images regenerate ID · images show ID -o FICHIER
cli-images-prompt = Demande
cli-images-revised = Demande selon le fournisseur
cli-images-url = Depuis
cli-images-model = Modèle
cli-images-time = Faite
cli-images-earlier = { $count ->
    [one] { $count } version antérieure est conservée.
   *[other] { $count } versions antérieures sont conservées.
  }
cli-images-deleted = { $id } a été retirée. countersign images restore { $id } la ramène.
cli-images-restored = { $id } est de retour.
cli-images-proposed = { $count ->
    [one] { $count } image est proposée comme fichier dans le lot { $set }. Rien n’est écrit avant votre signature.
   *[other] { $count } images sont proposées comme fichiers dans le lot { $set }. Rien n’est écrit avant votre signature.
  }
cli-images-seen = { $count ->
    [one] { $count } image montrée : { $names }
   *[other] { $count } images montrées : { $names }
  }
cli-images-described = { $count ->
    [one] Un autre modèle décrit { $count } image : { $names }
   *[other] Un autre modèle décrit { $count } images : { $names }
  }
cli-images-large = l’image dépasse 20 Mo.
cli-images-large-hint = Réduisez-la. Rien n’a été envoyé.
cli-images-same = Aucun modèle de texte n’a écrit de demandes différentes : toutes les images viennent de la même, numérotée.
cli-doctor-projections-not-compared = L’enregistré n’a pas été comparé : le registre dont il provient est abîmé.
cli-run-running = La commande s’exécute
cli-run-goes-on = La commande continue peut-être. Voyez avec : countersign inbox
cli-images-no-file = { $file } n'est pas un fichier.
cli-images-file-hint = Nommez un fichier PNG, JPEG, WebP ou GIF que vous pouvez lire. Rien n'a été envoyé.
cli-session-cancelled = Arrêtée.
cli-session-interrupted = Interrompue : le serveur s’est arrêté au milieu. Ce qu’il avait confirmé est conservé.
cli-session-unread = Une partie de ce qui s’est passé ne peut pas être lue ; « countersign verify » dit laquelle.

## The desk
cli-desk-deletes = { $count ->
    [one] Supprime 1 tâche.
   *[other] Supprime { $count } tâches.
}
cli-desk-adds = { $count ->
    [one] Ajoute 1 tâche.
   *[other] Ajoute { $count } tâches.
}
cli-desk-changes = { $count ->
    [one] Modifie 1 tâche.
   *[other] Modifie { $count } tâches.
}
cli-desk-erases = { $count ->
    [one] Supprime 1 fichier.
   *[other] Supprime { $count } fichiers.
}
cli-desk-writes = { $count ->
    [one] Écrit 1 fichier.
   *[other] Écrit { $count } fichiers.
}
cli-desk-runs = { $count ->
    [one] Exécute 1 commande.
   *[other] Exécute { $count } commandes.
}
cli-desk-undoable = Annulable.
cli-desk-only-looks = Lecture seule : rien à annuler.
cli-desk-for-good = Non annulable.
cli-desk-marked = marqué
cli-desk-n-marked = { $count } avec marque
cli-desk-n-applied = { $count } avec effet
cli-n-signed = { $count ->
    [one] { $count } signé
   *[other] { $count } signés
}
cli-desk-n-rejected = { $count } avec refus
cli-desk-n-deferred = { $count } pour plus tard
cli-desk-n-drifted = { $count } sans base
cli-desk-n-open = { $count } à décider
cli-n-undone = { $count } annulés
cli-n-failed = { $count } en échec
cli-n-unknown = { $count } au résultat inconnu
cli-desk-effect = Appliquer { $count }
cli-desk-effect-delete = { $count ->
    [one] Supprimer 1 tâche
   *[other] Supprimer { $count } tâches
}
cli-desk-effect-erase = { $count ->
    [one] Supprimer 1 fichier
   *[other] Supprimer { $count } fichiers
}
cli-desk-effect-run = { $count ->
    [one] Exécuter { $count } commande
   *[other] Exécuter { $count } commandes
}
cli-desk-sure = { $effect } ? y continue ; avec une autre touche, rien ne change.
cli-desk-applying = Application … { $seconds } s
cli-desk-applying-already = Une application est en cours. Rien de plus n'a été envoyé.
cli-desk-set-ready = Prêt
cli-desk-set-partly = Décidé en partie
cli-desk-set-applying = En cours
cli-desk-set-empty = Cet ensemble de changements est vide.
cli-desk-filter-none = Rien ne correspond au filtre.
cli-desk-early = Vérification en cours ; les points peuvent changer.
cli-desk-renewed = { $count ->
    [one] v{ $version } : { $count } point changé, vos marques restent.
   *[other] v{ $version } : { $count } points changés, vos marques restent.
}
cli-desk-drifted = { $count ->
    [one] { $count } point est sans base : ce sur quoi il repose a changé. r le refait.
   *[other] { $count } points sont sans base : ce sur quoi ils reposent a changé. r en refait un.
}
cli-desk-unsure = Personne n'a répondu ; on ne sait pas si c'est appliqué. a redemande : c'est appliqué une fois au plus.
cli-desk-receipt = Entrée @{ $entry } · { $hash } · g l puis u l'annule
cli-desk-applied-before = Appliqué à l’entrée { $entry }.
cli-desk-filtered = Filtre : { $words } (/ le change)
cli-desk-deleted = Supprimée
cli-desk-group-add = Ajouter
cli-desk-group-change = Modifier
cli-desk-group-delete = Supprimer
cli-desk-group-run = Exécuter
cli-desk-group-files = Fichiers
cli-desk-group-none = De ce groupe, rien de plus ne peut être signé ensemble ; l'irréversible se signe un par un.
cli-desk-empty = Que faut-il changer ?
cli-desk-empty-text = Dites-le en une phrase. Countersign propose ; rien ne change avant votre signature, et les changements des tâches et des fichiers peuvent être annulés.
cli-desk-example-1 = Ajoute « Payer le loyer » demain à 9 h, priorité haute
cli-desk-example-2 = Chaque lundi : arroser les plantes
cli-desk-example-3 = Qu'est-ce qui est dû cette semaine ?
cli-desk-sheet-empty = Les changements proposés apparaissent ici, un par ligne. Vous décidez de chacun.
cli-desk-sheet-inbox = g i ouvre la boîte (depuis la saisie : d'abord Échap).
cli-desk-placeholder = Demandez ou décrivez un changement…
cli-desk-answer-here = Un numéro ou vos mots…
cli-desk-review-here = Entrée : voir la proposition · ou dites la suite…
cli-desk-answer-how = Répondez ci-dessous par un numéro ou avec vos mots.
cli-desk-section-which = Laquelle ?
cli-desk-section-when = Quand ?
cli-desk-section-series = Cette date ou la série ?
cli-desk-section-duplicate = Il y en a déjà une
cli-desk-section-value = Quelle valeur ?
cli-desk-sent = Envoyé
cli-desk-planner = planificateur intégré
cli-desk-interrupted = Le serveur s'est arrêté avant la fin. Rien n'a été changé.
cli-desk-waits = Cela vous attend : répondez ci-dessous
cli-desk-how-continue = Répondez ci-dessous : continuer, continuer sans attendre, arrêter, ou ce qui doit changer.
cli-desk-how-approval = Répondez ci-dessous : oui, non, ou les numéros de ceux à autoriser.
cli-desk-how-summary = Tapez ci-dessous enregistrer ou ignorer, ou modifier et ce qui a été fait | les détails.
cli-desk-no-agent = Aucun modèle n’est réglé : personne ne peut travailler seul ici.
cli-desk-waiting = { $count } en attente
cli-desk-away = Le serveur ne répond pas. Rien n'a été changé. Nouvel essai …
cli-desk-away-short = sans serveur
cli-desk-reading = Lecture …
cli-desk-page-desk = Bureau
cli-desk-page-inbox = À signer
cli-desk-page-todos = Tâches
cli-desk-page-ledger = Registre
cli-desk-tab-preview = Aperçu
cli-desk-tab-why = Pourquoi
cli-desk-tab-checks = Contrôles
cli-desk-tab-raw = Brut
cli-desk-side-before = avant
cli-desk-side-after = après
cli-desk-check-valid = Toutes les valeurs sont valides.
cli-desk-check-current = Ce sur quoi cela repose n’a pas changé.
cli-desk-why-asked = Demandé
cli-desk-why-by = Proposé d’après
cli-desk-why-when = Proposé le
cli-desk-why-decided = Décidé le
cli-desk-why-expires = Expire
cli-desk-source-request = votre demande
cli-desk-source-sent = des opérations envoyées avec votre clé, par vous ou un programme
cli-desk-source-direct = votre propre modification
cli-desk-source-compat = un programme avec votre clé
cli-desk-source-import = une importation ({ $what })
cli-desk-source-undo = l’annulation de l’entrée { $what }
cli-desk-source-rewind = le retour à l’entrée { $what }
cli-desk-ask-reason = Refuser : { $label }
cli-desk-ask-reason-how = Un chiffre, vos mots ou juste Entrée. Échap revient.
cli-desk-ask-edit-how = Champ { $n } sur { $of } : ↑ ↓ autre champ, Entrée enregistre, Échap revient. Il faudra décider de nouveau.
cli-desk-ask-exclude = Écarter ou reprendre : numéros comme 1,3-5
cli-desk-ask-filter = Filtre : des mots, Entrée le garde, Échap l'efface
cli-desk-ask-count = Tapez { $number } et Entrée pour continuer ; sinon tout reste tel quel.
cli-desk-ask-conflict = Des changements plus récents gênent. 1 les annule aussi, 2 les garde, une autre touche : rien ne change.
cli-desk-ask-later = Des changements plus récents gênent. 1 les annule aussi, une autre touche : rien ne change.
cli-desk-ask-outside = Cela a été modifié hors de Countersign. La touche 1 le laisse et annule le reste ; une autre touche : rien ne change.
cli-desk-numbers = Des numéros comme 1,3-5, ou all. Rien n'a été changé.
cli-desk-applying-wait = Une application est en cours : le bureau ferme une fois finie. Ctrl+C arrête les commandes.
cli-desk-nothing-runs = Rien ne tourne. Ctrl+D ferme le bureau.
cli-desk-nothing-marked = Rien n'est marqué : y signe un point. Rien n'a été changé.
cli-desk-nothing-decided = Il n'y a ici aucune décision à reprendre.
cli-desk-picked = { $count ->
    [one] { $count } marqué : n le refuse, d le reporte, Échap le démarque.
   *[other] { $count } marqués : n les refuse, d les reporte, Échap les démarque.
}
cli-desk-picked-rejected = { $count ->
    [one] { $count } ensemble de changements refusé. u reprend cela.
   *[other] { $count } ensembles de changements refusés. u reprend cela.
}
cli-desk-picked-deferred = { $count ->
    [one] { $count } ensemble de changements reporté. u reprend cela.
   *[other] { $count } ensembles de changements reportés. u reprend cela.
}
cli-desk-picked-back = { $count ->
    [one] { $count } ensemble de changements attend de nouveau.
   *[other] { $count } ensembles de changements attendent de nouveau.
}
cli-desk-picked-unsigned = Ce qui était signé demande de nouveau votre signature.
cli-desk-picked-none = Rien n'y attend cette décision.
cli-desk-picked-busy = La décision précédente est encore en cours.
cli-desk-fixed = { $item } est { $status } : cela ne peut plus être décidé.
cli-desk-sign-drifted = { $item } est sans base et ne peut pas être signé ainsi. r le refait, n l'écarte.
cli-desk-sign-blocked = { $item } a besoin de { $items } d'abord : signez cela, puis ceci.
cli-desk-rejected-with = { $item } est refusé avec { $other } : u ici ou là-bas revient dessus.
cli-desk-no-edit = { $item } n'a aucune valeur qui tienne en une ligne. La page peut modifier davantage.
cli-desk-no-targets = { $item } n'a pas de cibles à écarter.
cli-desk-not-drifted = { $item } n'est pas sans base : cela convient à ce qui est là.
cli-desk-not-undoable = Cette entrée ne peut pas être annulée.
cli-desk-no-set-here = Il n'y a pas d'ensemble de changements ici.
cli-desk-decide-again = Il faut en décider de nouveau. Rien n'a été changé.
cli-desk-undo-proposed = #{ $set } l'annulerait. Rien n'a été changé.
cli-desk-plain = Le bureau redessine tout l'écran ; --plain ne le fait jamais.
cli-desk-plain-hint = Utilisez le client ligne à ligne : countersign --plain, ou countersign ask. Rien n'a été changé.
cli-desk-no-terminal = Le bureau a besoin d'un terminal pour l'entrée et la sortie.
cli-desk-no-terminal-hint = Sans terminal : countersign ask, countersign inbox et countersign sign. Rien n'a été changé.
cli-desk-dumb = TERM=dumb : on ne peut pas dessiner sur ce terminal.
cli-desk-keys-sheet = y signer  n refuser  d reporter  u reprendre  e modifier  w pourquoi  a appliquer
cli-desk-keys-applying = Ctrl+C arrête les commandes ; ce qu'elles ont fait reste
cli-desk-keys-done = Il ne reste rien à signer ici. i écrit, g i ouvre la boîte
cli-desk-keys-composer = Entrée envoyer  Tab feuille  Alt+1 … 4 mode  F1 touches  Ctrl+C arrêter  Ctrl+D fermer
cli-desk-keys-pane = j k point  Entrée détails  i écrire  Tab conversation  g page  / filtre  ? touches  q fermer
cli-desk-keys-thread = j k message  Entrée son ensemble  i écrire  g page  ? touches  q fermer
cli-desk-keys-inbox = j k ensemble  Entrée revoir  Espace marquer  n refuser  d reporter  u reprendre  / filtre  g d bureau  ? touches  q fermer
cli-desk-keys-todos = j k tâche  / filtre  i dire quoi changer  g d bureau  ? touches  q fermer
cli-desk-keys-ledger = j k entrée  Entrée son ensemble  u annuler  / filtre  g d bureau  ? touches  q fermer
cli-desk-help-title = Touches (une autre touche ferme, j k défilent)
cli-desk-help-sheet = Sur l'ensemble de changements
cli-desk-help-write = En écrivant
cli-desk-help-anywhere = Partout
cli-desk-help-move = point suivant, précédent
cli-desk-help-inspect = détails · retour
cli-desk-help-tabs = Aperçu, Pourquoi, Contrôles, Brut
cli-desk-help-sign = signer ; s'applique ensuite
cli-desk-help-reject = refuser, puis un motif ou vos mots
cli-desk-help-defer = reporter ; reste dans la boîte
cli-desk-help-undecide = reprendre la décision, celle-ci ou la dernière
cli-desk-help-edit = modifier une valeur avant de signer
cli-desk-help-why = pourquoi : demande, proposition, décision
cli-desk-help-side = aperçu : les deux côtés, avant, après
cli-desk-help-exclude = écarter une cible d'un point multiple
cli-desk-help-rebase = refaire ce qui est sans base
cli-desk-help-group = signer le groupe, jamais l'irréversible
cli-desk-help-this = signer ceci et l'appliquer avec ce qui est signé
cli-desk-help-apply = appliquer ce qui est marqué
cli-desk-help-filter = filtrer
cli-desk-help-focus = vers la saisie · vers la partie suivante
cli-desk-help-send = envoyer ; ce qui est en cours est remplacé
cli-desk-help-answer = répondre à une question par un numéro
cli-desk-help-modes = Auto, Chat, Plan, Agent
cli-desk-help-recall = messages précédents
cli-desk-help-newline = nouvelle ligne
cli-desk-help-scroll = faire défiler la conversation ou les détails
cli-desk-help-inbox = Dans « À signer »
cli-desk-help-pick = marquer un ensemble de changements
cli-desk-help-picked = refuser ou reporter ceux qui sont marqués, sinon celui du curseur
cli-desk-help-picked-back = reprendre cette décision
cli-desk-help-pages = Bureau, À signer, Tâches, Registre
cli-desk-help-undo = dans le registre : proposer d'annuler une entrée
cli-desk-help-stop = arrêter ce qui est en cours
cli-desk-help-help = ces touches
cli-desk-help-suspend = vers le shell ; fg revient
cli-desk-help-quit = fermer le bureau
cli-signed-drifted = Ce qui est signé dans #{ $set } repose sur ce qui a changé depuis. Rien n’a été changé.
cli-undo-command = La dernière chose était une commande, @{ $entry } : { $label }. Ce qu’une commande a fait aux fichiers n’est pas annulé.
cli-undo-command-before = Rien n’a été changé. Le changement d’avant : countersign undo @{ $before }
cli-undo-command-alone = Rien n’a été changé.
cli-withdrawn-confirm = Si c’est voulu, proposez-le à nouveau avec --confirm ; la proposition a été retirée.
cli-disk-full = Le disque de { $dir } est plein : { $cause }
cli-disk-full-hint = Ce qui y est enregistré est en sûreté et n'a pas été touché. Libérez de la place, puis réessayez.
cli-answer-lost = La réponse n'a pas pu être écrite : { $cause }.
cli-answer-lost-hint = Ce qui était demandé a tout de même été fait. Regardez avant de le redemander : countersign log
cli-recovered-done = L'application de #{ $set } avait été coupée. Elle est terminée : tout est appliqué.
cli-recovered-open = L'application de #{ $set } avait été coupée. Ce qu'il en est et ce qu'il faut faire : countersign show { $set }
cli-recovered-put-back = L’application de #{ $set } a été interrompue auparavant. Tous les fichiers sont comme avant. Signez et appliquez de nouveau : countersign show { $set }
cli-recovered-waits = L’application de #{ $set } a été interrompue auparavant et n’est pas encore terminée : { $why }
cli-state-unknown = issue de { $count } inconnue

## A database that is not what was written
cli-is-a-folder = C’est un dossier.
cli-is-no-file = Ce n’est pas un fichier ordinaire.
cli-file-in-the-way = { $file } gêne : { $cause }
cli-file-in-the-way-hint = Ce qui est enregistré est en sûreté et n'a pas été touché. Écartez-le ou rendez-le accessible, ou prenez un autre dossier avec --data DIR.
cli-looking-damaged = { $what } Ce qui est montré ici est lu dans le registre, dans une copie de { $dir } ; rien n’a été changé. Pour réparer : countersign rebuild --write
cli-looking-broken = { $what } Ce qui est montré ici est ce qui est lisible de { $dir }, dans une copie ; rien n’a été changé. Pour le sauver : countersign export json -o todos.json. Continuez avec une copie antérieure du dossier, ou dans un nouveau : countersign --data NEW import todos.json --yes
cli-ledger-broken = { $what } Ce qui est fait maintenant est gardé tout de même ; ce qui est écrit là ne prouve rien. Voir : countersign verify
cli-looking-missing = { $what } Ceci est une copie de ce qui reste dans { $dir } : on peut la lire et l’exporter, et rien n’a été changé. Que faire : countersign doctor
cli-restored-ask = Continuer avec ce qui est là et le noter comme étant tout ? [y/N]
cli-restored-aside-ask = Écarter ce qui est là et commencer avec une base vide ? Rien n’est supprimé. [y/N]
cli-rebuild-aside = La base de données telle qu’elle était est gardée dans { $dir }.
cli-restored-kept = La base de données et son journal sont gardés tels quels dans { $dir }.
cli-restored-aside = Déplacé vers { $dir }.
cli-restored-would = countersign restored --yes ferait ceci : Continuer avec ce qui est là et le noter comme étant tout.
cli-restored-aside-would = countersign restored --yes ferait ceci : Écarter ce qui est là et commencer avec une base vide. Rien n’est supprimé.
cli-restored-anew = Le registre commence à nouveau ; il est vide.
cli-restored = Le registre continue depuis @{ $entry }.
cli-restored-not = Ce n’a pas été confirmé. Rien n’a été changé.
cli-restored-not-hint = Répondez y dans un terminal, ou : countersign restored --yes
cli-restored-nothing = Rien ne manque. Rien n’a été changé.
cli-saved = Enregistré dans { $dir }/{ $file }. C’est une base à part entière.
cli-saved-here = Enregistré ici auparavant : { $files }.
cli-saved-here-todo = Un .db est une base à part entière : copiez-le sous le nom countersign.db dans un nouveau dossier et regardez : countersign --data NOUVEAU doctor. Un .json y entre ainsi : countersign --data NOUVEAU import FICHIER
cli-replaced = La base de { $dir } a été retirée ou remplacée pendant que le serveur tournait.
cli-replaced-hint = Tout ce qui avait été confirmé est dans { $file }. Écartez ce qui est à la place de la base et mettez-y ce fichier.
cli-replaced-lost = Elle n’a pas pu être sauvée : { $cause }
cli-damaged = Une partie de la base de données dans { $dir } n’était plus lisible pendant que le serveur tournait ; rien n’y a été écrit depuis.
cli-damaged-hint = Les tâches telles qu’elles étaient sont dans { $file }. Mettez le dossier à l’abri. countersign doctor dit ce qui est lisible, et countersign rebuild --write refait ce que contient le registre.
cli-damaged-now = Une partie de la base de données n’est plus lisible et rien n’y est plus écrit. countersign export json -o todos.json sauve les tâches ; arrêtez ensuite le serveur et lancez countersign doctor.
cli-cut = La base de données dans { $dir } a été tronquée ou écrasée pendant que le serveur tournait.
cli-cut-hint = Les tâches telles qu’elles étaient sont dans { $file }. Ce qui reste de la base de données n’a pas été touché : countersign doctor dit ce qui manque.
cli-too-few-files = Ce processus ne peut ouvrir que { $count } fichiers, c’est trop peu.
cli-too-few-files-hint = Relevez la limite et réessayez : ulimit -n 1024. Rien n’a été changé.
cli-contents = { $count ->
    [one] { $count } contenu de fichier enregistré, qu’une annulation remettrait, est intact.
   *[other] { $count } contenus de fichiers enregistrés, qu’une annulation remettrait, sont intacts.
}
cli-contents-part = { $count ->
    [one] { $count } contenu enregistré est intact
   *[other] { $count } contenus enregistrés sont intacts
} ; { $unread ->
    [one] { $unread } plus ancien n’a pas été lu.
   *[other] { $unread } plus anciens n’ont pas été lus.
}
cli-contents-unread = { $count ->
    [one] { $count } contenu plus ancien n’a pas été lu.
   *[other] { $count } contenus plus anciens n’ont pas été lus.
}
cli-contents-lost = { $count ->
    [one] { $count } contenu enregistré manque ou est abîmé.
   *[other] { $count } contenus enregistrés manquent ou sont abîmés.
}
cli-contents-lost-sets = Ces ensembles de changements ne peuvent pas être annulés : { $sets }.
cli-contents-lost-waiting = Ceux-ci attendent et ne peuvent pas être appliqués : { $sets }.
cli-contents-lost-images = Ces images sont perdues : { $images }.
cli-contents-lost-todo = Rien n’a été changé. Une copie antérieure du dossier les a peut-être encore : countersign --data COPIE doctor
cli-drift-unseen = « { $title } » ne peut pas être examiné : { $cause }
cli-all-drifted = { $count } sur { $total } ne correspondent plus, donc rien n’est appliqué : ce sur quoi ils reposent a changé. Rien n’a été changé.
cli-all-drifted-hint = Les adapter à ce qui est là : countersign rebase { $set } all. Le reste sans eux : countersign apply { $set } --all --best-effort
cli-expired = #{ $set } a expiré : plus rien ne peut y être décidé.
cli-expired-hint = Proposer la même chose à nouveau : countersign rebase { $set } all
cli-doctor-workspace-gone = Le dossier de l’espace de travail { $name } a disparu : { $dir }
cli-doctor-workspace-gone-todo = Remettez-le ; d’ici là, rien ne peut y être changé ni annulé. Ou fermez-le : countersign workspace close { $name }
cli-drift-unseen-hint = Remettez le dossier et rendez-le lisible, ou rouvrez-le s’il a été fermé (countersign workspace open DIR) ; puis redites-le. Rien n’a été changé.
cli-undo-conflict-hint = Avec --conflicts with-later, cela est annulé aussi ; avec --conflicts keep, ce qui a changé depuis reste. Rien n’a été changé.
cli-undo-later-hint = Avec --conflicts with-later, cela est annulé aussi. Rien n’a été changé.
cli-undo-deletes = L’annulation supprime : { $names }
cli-undo-outside-hint = Avec --conflicts keep, ce qui y a été modifié reste, et le reste est annulé. Rien n’a été changé.
cli-no-folder = Le dossier où vous êtes n’existe plus : { $cause }
cli-no-folder-hint = Allez dans un dossier qui existe (cd), puis redites-le.
cli-input-too-long-hint = Donnez-le par parties d’au plus { $most } Mo.
cli-output-dropped = { $count } octets de sa sortie, au-delà de 50 Mo, n’ont pas été conservés.
cli-run-not-shown = { $count } octets de plus sont conservés et ne sont pas affichés ici : countersign outputs
cli-outputs-dropped = { $count } octets de plus n’ont pas été conservés
cli-token-seen = D’autres de vos programmes peuvent lire --token dans la liste des processus. Donnez-le plutôt par COUNTERSIGN_TOKEN.
cli-model-says = Le modèle dit :
cli-model-asks = Le modèle demande :
cli-agent-says = { $agent } dit
cli-agent-planner = le planificateur
cli-agent-rules = ce que vous avez décidé
cli-subtasks-found = { $count } sous-tâches trouvées :
cli-subtasks-paused = { $done ->
    [one] { $done } sous-tâche faite
   *[other] { $done } sous-tâches faites
}, { $left ->
    [one] { $left } restante
   *[other] { $left } restantes
}, { $failed ->
    [one] { $failed } échouée
   *[other] { $failed } échouées
} ; modifications en attente : { $queued }.
cli-subtasks-after = (après { $list })
cli-subtasks-way-a = plusieurs à la fois, chacune après celles dont elle dépend (recommandé)
cli-subtasks-way-b = l'une après l'autre
cli-subtasks-way-c = vite et libre : toutes à la fois ; ce qui se chevauche échoue
cli-subtasks-way = {"  "}{ $letter } { $name } : environ { $seconds } s, { $cost }
cli-subtasks-ask-choose = A, B ou C commence, s s'arrête, ou dites ce que toutes doivent respecter :
cli-subtasks-keys-choose = Tapez A, B, C, s ou une phrase.
cli-subtasks-ask = y continuer, retry N recommence une échouée, s s'arrêter ici et proposer ce qui est fait :
cli-subtasks-keys = Tapez y, retry et un numéro, s ou une phrase.
cli-subtasks-next-choose = Suite : countersign continue --start A (ou B, C) · continue --granularity coarse · continue --keep 3,1 · continue --stop
cli-subtasks-next = Suite : countersign continue --retry N · continue · continue --stop

## Servers of tools
cli-mcp-servers-unused = Aucun de ses serveurs n’est utilisé tant que ce n’est pas corrigé.
cli-mcp-servers-none = Aucun serveur d’outils : { $file } n’en nomme aucun.
cli-mcp-servers-free = non confiné
cli-mcp-servers-confined = confiné par { $sandbox }
cli-mcp-servers-elsewhere = s’exécute ailleurs
cli-mcp-servers-looks = [lit]
cli-mcp-servers-signed = [attend une signature]
cli-mcp-servers-idle = pas démarré
cli-mcp-servers-running = en marche
cli-mcp-servers-unasked = pas encore interrogé
cli-mcp-servers-answers = répond
cli-mcp-servers-failed = a échoué
cli-mcp-servers-off = désactivé
cli-mcp-servers-reads-allowed = lectures permises
cli-mcp-servers-reads-asked = lectures demandées
cli-doctor-mcp-servers = { $count ->
    [one] mcp.json nomme 1 serveur d’outils
   *[other] mcp.json nomme { $count } serveurs d’outils
}
cli-item-tool = outil
cli-item-says = son serveur dit
cli-item-arguments = arguments
