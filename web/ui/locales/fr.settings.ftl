page-zone-now = En usage : { $zone }. En changer ne déplace aucune tâche.
page-zone-machine = Celui de la machine
page-opt-week-monday = lundi
page-opt-week-sunday = dimanche
page-opt-week-saturday = samedi
page-order-hint = Une date à deux lectures donne lieu à une question, sauf choix ici.
page-opt-order-ask = Demander
page-opt-order-dmy = 5 juin
page-opt-order-mdy = 6 mai
page-opt-order-ymd = Année d’abord
page-opt-next-firstDay = son premier jour
page-opt-next-sameDay = le même jour
page-until-hint = Quand vous ne dites pas jusqu’à quand.
page-opt-until-none = jamais
page-opt-until-endOfYear = en fin d’année
page-opt-until-1y = après un an
page-part-morning = Matin
page-part-noon = Midi
page-part-afternoon = Après-midi
page-part-evening = Soir
page-part-night = Nuit
page-asisign-hint = Signer une ligne l’applique aussi, aussitôt.
page-keys-hint = Des lettres comme y et n agissent sur la ligne qui a le focus.
page-opt-theme-auto = Comme le système
page-opt-theme-light = Clair
page-opt-theme-dark = Sombre
page-opt-language-auto = Comme le navigateur
page-import = Importer
page-import-text = Un fichier devient un lot que vous revoyez ; rien n’est importé sans signature.
page-import-format = Format
page-import-guess = Deviner
page-import-file = Fichier
page-import-paste = Ou collez du texte
page-import-button = Importer le texte
page-import-nothing = Il n’y a rien à importer.
page-import-big = Le fichier dépasse 30 Mo.
page-import-same = { $n ->
    [one] 1 tâche est déjà là, telle que dans le fichier.
   *[other] { $n } tâches sont déjà là, telles que dans le fichier.
}
page-import-problems = { $n ->
    [one] 1 endroit du fichier n’a pu être lu et manque.
   *[other] { $n } endroits du fichier n’ont pu être lus et manquent.
}
page-about = À propos
page-about-version = Version
page-about-model = Modèle
page-about-planner = aucun : le planificateur intégré répond
page-about-todos = Tâches
page-about-ledger = Tête du registre
page-about-no-ledger = vide
page-models = Modèles
page-models-none = Planificateur intégré seul
page-models-none-text = Les phrases simples sur les tâches se passent de modèle. Pour le reste :
page-models-how-ollama = Lancez Ollama sur cette machine et téléchargez un modèle ; il est trouvé au prochain démarrage.
page-models-how-env = Ou nommez un serveur et son modèle, puis redémarrez :
page-models-how-file = Ou décrivez modèles, rôles et prix dans ce fichier du dossier de données :
page-models-probe = Sonder
page-models-probing = Interrogation…
page-models-for = Utilisé pour { $roles }
page-models-idle = Utilisé pour rien
page-lamp-up = répond
page-lamp-unknown = pas encore interrogé
page-role-router = orientation
page-role-propose = proposition
page-role-repair = correction
page-role-chat = réponse
page-role-summarise = résumé
page-role-plan = planification
page-role-execute = exécution des étapes
page-role-supervise = surveillance des commandes
page-role-vision = lecture des images
page-role-image = création d’images
page-can-context = lit { $n } jetons
page-form-schema = respecte une forme
page-form-json_mode = écrit du JSON
page-form-prompt_only = on lui demande une forme
page-can-tools = outils
page-can-vision = images
page-can-thinking = réfléchit d’abord
page-can-logprobs = dit s’il est sûr
page-wake-hint = Le planificateur intégré regarde alors vos tâches et propose. Vide : seulement à votre demande.
page-attention-hint = Après beaucoup de signatures en quelques secondes. Compté dans cette page seulement.
page-wakeon-hint = label:NOM, #NUMÉRO d’une tâche ou is:overdue, séparés par des virgules. Les étiquettes sont les listes des tâches.
page-notice-hint-on = Une notification silencieuse quand quelque chose est proposé et que cette page est en arrière-plan.
page-notice-hint-off = Une notification silencieuse quand quelque chose est proposé et que cette page est en arrière-plan.
page-notice-hint-denied = Le navigateur bloque les notifications de cette page ; ses réglages changent cela.
page-notice-hint-never = Ce navigateur n’a pas de notifications.
page-megabytes-hint = En mégaoctets. À 85 %, une prolongation est proposée.
page-mirror-hint = Écrit plan_doc.md, chat_history.log et session.json de chaque conversation à côté des données.
page-taken = Ce que sont devenues les propositions
page-taken-planner = Planificateur intégré
page-taken-line = { $hits } messages gardés sur { $n } tranchés ; éléments : { $signed } signés, { $rejected } refusés, { $undone } annulés

## Servers of tools (MCP)
page-mcp = Autres outils (MCP)
page-mcp-text = Programmes dont les agents peuvent utiliser les outils, nommés dans mcp.json à côté de la base. Ce qui change quelque chose attend votre signature.
page-mcp-none = Aucun n’est nommé dans
page-mcp-idle = pas démarré
page-mcp-running = en marche
page-mcp-failed = a échoué
page-mcp-off = désactivé
page-mcp-free = Non confiné : il peut ce que vous pouvez.
page-mcp-confined = Confiné : sans réseau, n’écrit que dans un dossier à lui.
page-mcp-elsewhere = S’exécute ailleurs : ce que contient un appel y part, et ce programme ne le confine pas.
page-mcp-at-idle = pas encore interrogé
page-mcp-at-running = répond
page-mcp-at-test = Demander ses outils
page-mcp-tools = { $n ->
    [one] 1 outil
   *[other] { $n } outils
}
page-mcp-looks = lit
page-mcp-signed = attend une signature
page-mcp-reads = Les agents peuvent appeler sans demander ce qui ne fait que lire
page-mcp-test = Démarrer et montrer les outils
