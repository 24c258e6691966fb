# Ce qu’une commande ferait et a fait, et les règles : chargés quand ils sont montrés
page-cmd-words = Mots
page-cmd-shell = S’exécute dans un shell, telle quelle.
page-cmd-judged = Jugée
page-judged-allow = dans la liste des commandes connues
page-judged-prompt = demande une signature
page-judged-never = ne s’exécute jamais
page-class-read_only = lecture seule
page-class-unknown = inconnue
page-class-project = exécute du code du projet
page-class-write = écrit des fichiers
page-class-network = utilise le réseau
page-class-interpreter = exécute du code dans un interpréteur
page-class-shell = demande un shell
page-class-destructive = supprime ou écrase
page-class-control_plane = touche à ce qui vous protège
page-cmd-why = Pourquoi
page-cmd-sandbox = Confinée par
page-cmd-environment = Environnement
page-sandbox-bwrap = bubblewrap : pas de réseau, n’écrit que dans le dossier de travail
page-sandbox-landlock = Landlock : pas de réseau, n’écrit que dans le dossier de travail
page-sandbox-none = rien : elle peut tout ce que vous pouvez
page-cmd-note-files = Ce qu’elle fait aux fichiers est noté et annulable, jusqu’à 2 000 fichiers et 64 Mo.
page-cmd-note = Ce que fait une commande n’est pas annulable.
page-cmd-try = Essayer dans une copie
page-try-busy = Essai dans une copie…
page-try-came = Dans la copie
page-try-again = Essayer encore dans une copie
page-try-made = { $n ->
    [one] Elle a modifié 1 fichier dans une copie. Rien n’est réel avant votre signature.
   *[other] Elle a modifié { $n } fichiers dans une copie. Rien n’est réel avant votre signature.
}
page-try-nothing = Elle n’a modifié aucun fichier dans la copie. Rien n’a été changé.
page-try-left = Ne peut pas être proposé : { $paths }
page-left-why = { $why ->
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
page-cmd-running = En cours
page-cmd-stop = Arrêter
page-cmd-stopping = Arrêt…
page-cmd-live = Ce qu’elle écrit
page-cmd-outcome = Résultat
page-cmd-signal = terminée par le signal { $signal }
page-cmd-timeout = arrêtée : trop longue
page-cmd-stopped = arrêtée par vous
page-cmd-output = Sortie
page-cmd-all = Sortie entière, { $size }
page-cmd-dropped = { $size } de plus n’ont pas été gardés.
page-cmd-silent = Elle n’a rien affiché.
page-rule-new = Signer une règle
page-rule-kind = Ce qu’elle laisse passer
page-rule-kind-command = Une commande
page-rule-kind-read_only = Lecture
page-rule-kind-files = Fichiers
page-rule-hint-command = Les commandes qui commencent exactement par ces mots, à la racine de l’espace de travail ; ce qui ne fait que lire, dans tous les dossiers. Les options qui pourraient faire autre chose, et ce qui détruit, demandent toujours.
page-rule-hint-read_only = Les commandes qui ne font que regarder, comme ls et git status, dans l’espace de travail.
page-rule-hint-files = Créer et modifier des fichiers dans ce dossier. Supprimer et renommer demandent toujours.
page-rule-words = Mots
page-rule-folder = Dossier
page-rule-try = Essayer une commande
page-rule-check = Ce qui correspondrait
page-rule-sign = Signer la règle
page-rule-made = Règle signée : { $name }.
page-rule-revoke = Révoquer
page-rule-revoked = Règle révoquée : { $name } demande de nouveau.
page-rule-lets = passe.
page-rule-lets-not = ne passe pas.
page-rule-uses = utilisée { $n }×
page-rule-uses-of = utilisée { $n } sur { $cap }
page-rule-until = jusqu’au { $date }
page-rule-signed = Signée
page-rule-source = Faite à partir de
page-rule-last = Dernier usage
page-rule-no-match = Ne laisse pas passer
page-rule-status-active = active
page-rule-status-used_up = épuisée
page-rule-status-expired = expirée
page-rule-status-suspended = suspendue
page-rule-status-revoked = révoquée
page-cmd-once = Exécuter une fois
page-cmd-add = Ajouter et exécuter
page-cmd-skip = Passer
page-cmd-remember = Les commandes qui commencent ainsi s’exécutent désormais sans question :
page-cmd-shorter = Plus court
page-cmd-longer = Plus long
page-cmd-scope = dans { $workspace }
page-cmd-add-run = Retenir et exécuter
page-cmd-remembered = Retenu : { $words }
page-cmd-no-rule = Aucune règle ne peut laisser passer cette commande ; signez-la chaque fois.
page-analyze = Analyser la sortie
page-rule-kind-exact = Une commande
page-rule-kind-todos = Changements de tâches
page-rule-kind-not_proposed = N’est plus proposé
page-rule-revoked-silent = Règle révoquée : les agents peuvent de nouveau proposer cela ({ $name }).
page-copy-ran = Exécutée dans une copie du dossier, car une règle l’a signée.
page-copy-made = { $n ->
    [one] Voir ce qu’elle a fait ({ $n } fichier)
   *[other] Voir ce qu’elle a fait ({ $n } fichiers)
}
page-copy-nothing = Il n’y a rien à signer.
page-copy-ignored = { $n ->
    [one] { $n } fichier modifié est parti
   *[other] { $n } fichiers modifiés sont partis
} avec la copie, par les règles d’exclusion.
page-copy-left = Parti avec la copie : { $paths }
page-cmd-lost = Parti avec son dossier temporaire privé ({ $n }) : { $paths }
page-cmd-kept = Se trouve maintenant dans { $folder }.
page-rule-copied = S’exécute dans une copie du dossier ; ce qui change vous attend.
page-expired = Expiré. Rien ne peut plus en être signé ; rien n’a été modifié.
page-expired-rest = Expiré. Ce qui n’a pas été appliqué ne peut plus être signé.
page-propose-anew = Le proposer à nouveau
page-cut-open = L’application de #{ $id } a été interrompue et n’est pas encore terminée.
page-cut-unknown = De #{ $id }, on ne sait pas ce que tout est devenu.
page-cut-put_back = L’application de #{ $id } a été interrompue : tous les fichiers sont comme avant. Signez et appliquez de nouveau.
page-cut-finished = L’application de #{ $id } a été interrompue et est maintenant terminée.
page-cut-damaged = Une partie de la base de données n’est plus lisible : rien n’y est plus écrit. Exportez les tâches, arrêtez le serveur, puis lancez countersign doctor.
page-cut-stored = { $n ->
    [one] L’enregistré n’est pas ce que dit le registre à { $n } endroit. Le registre est intact : countersign rebuild --write le corrige.
   *[other] L’enregistré n’est pas ce que dit le registre à { $n } endroits. Le registre est intact : countersign rebuild --write le corrige.
}
page-cut-ledger = Le registre est rompu à l’entrée { $seq } : ce qui y est écrit ne prouve rien. Ce que vous faites maintenant est gardé tout de même.
page-rule-no-folder = Ouvrez un dossier dans les réglages : une règle y vaut.

## Calls of tools (MCP)
page-tool-server = Serveur
page-tool-name = Outil
page-tool-says = Son serveur dit
page-tool-arguments = Arguments
page-tool-done = Fait, dit le serveur
page-tool-not-done = Pas fait, dit le serveur
page-tool-gave = Ce qu’il a donné
page-tool-silent = Il n’a rien donné.
page-tool-note = Un autre programme le fait une fois que vous avez signé. On ne peut pas l’annuler ici.
page-rules-text = Ce qui s’exécute sans question parce que vous l’avez signé. Chaque usage est dans le journal ; la première annulation de ce qu’une règle a laissé passer la suspend.
page-rules-empty = Aucune règle n’est signée
page-rules-empty-text = Tout attend votre signature.
page-run-title = Commandes
page-run-pause = Pause
page-run-resume = Continuer
page-run-stop = Arrêter
page-run-close = Fermer
page-run-progress = Commandes terminées
page-run-steps = Commandes dans l’ordre
page-run-next = Ensuite :
page-run-succeeded = réussies
page-run-failed = échouées
page-run-inserted = ajoutée par le modèle
page-run-sign = Signer { $id }
page-run-says = { $model } dit :
page-run-step-queued = en file
page-run-step-running = en cours
page-run-step-succeeded = réussie
page-run-step-failed = échouée
page-run-step-unknown = issue inconnue
page-run-step-replaced = remplacée
page-run-step-skipped = passée

## Another build
page-update = Countersign a été mis à jour.
page-update-hint = Cette page est celle de la version précédente.
page-update-reload = Recharger
page-update-unkept = Ce qui est écrit ici se perd au rechargement. Envoyez-le d’abord, ou appuyez de nouveau sur « Recharger ».
