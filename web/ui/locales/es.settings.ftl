page-zone-now = En uso: { $zone }. Cambiarla no mueve ninguna tarea.
page-zone-machine = La del equipo
page-opt-week-monday = lunes
page-opt-week-sunday = domingo
page-opt-week-saturday = sábado
page-order-hint = Si una fecha tiene dos lecturas se pregunta, salvo que elija una.
page-opt-order-ask = Preguntar
page-opt-order-dmy = 5 de junio
page-opt-order-mdy = 6 de mayo
page-opt-order-ymd = Año primero
page-opt-next-firstDay = su primer día
page-opt-next-sameDay = el mismo día
page-until-hint = Cuando no dice hasta cuándo.
page-opt-until-none = nunca
page-opt-until-endOfYear = a fin de año
page-opt-until-1y = tras un año
page-part-morning = Mañana
page-part-noon = Mediodía
page-part-afternoon = Tarde
page-part-evening = Atardecer
page-part-night = Noche
page-asisign-hint = Firmar una línea también la aplica, al momento.
page-keys-hint = Letras como y y n actúan sobre la línea con el foco.
page-opt-theme-auto = Como el sistema
page-opt-theme-light = Claro
page-opt-theme-dark = Oscuro
page-opt-language-auto = Como el navegador
page-import = Importar
page-import-text = Un archivo se convierte en cambios que usted revisa; nada se importa sin su firma.
page-import-format = Formato
page-import-guess = Averiguar
page-import-file = Archivo
page-import-paste = O pegue texto
page-import-button = Importar texto
page-import-nothing = No hay nada que importar.
page-import-big = El archivo pasa de 30 MB.
page-import-same = { $n ->
    [one] 1 tarea ya está, igual que en el archivo.
   *[other] { $n } tareas ya están, igual que en el archivo.
}
page-import-problems = { $n ->
    [one] 1 parte del archivo no se pudo leer y queda fuera.
   *[other] { $n } partes del archivo no se pudieron leer y quedan fuera.
}
page-about = Acerca de
page-about-version = Versión
page-about-model = Modelo
page-about-planner = ninguno: responde el planificador integrado
page-about-todos = Tareas
page-about-ledger = Cabeza del libro
page-about-no-ledger = vacío
page-models = Modelos
page-models-none = Solo el planificador integrado
page-models-none-text = Las frases sencillas sobre tareas no necesitan modelo. Para lo demás:
page-models-how-ollama = Inicie Ollama en este equipo y descargue un modelo; se encuentra al próximo arranque.
page-models-how-env = O nombre un servidor y su modelo, y arranque de nuevo:
page-models-how-file = O describa modelos, funciones y precios en este archivo de la carpeta de datos:
page-models-probe = Probar
page-models-probing = Preguntando…
page-models-for = Se usa para { $roles }
page-models-idle = No se usa para nada
page-lamp-up = responde
page-lamp-unknown = aún sin preguntar
page-role-router = clasificar
page-role-propose = proponer
page-role-repair = corregir
page-role-chat = responder
page-role-summarise = resumir
page-role-plan = planificar
page-role-execute = ejecutar pasos
page-role-supervise = supervisar órdenes
page-role-vision = mirar imágenes
page-role-image = crear imágenes
page-can-context = lee { $n } tokens
page-form-schema = respeta una forma
page-form-json_mode = escribe JSON
page-form-prompt_only = se le pide una forma
page-can-tools = herramientas
page-can-vision = imágenes
page-can-thinking = piensa antes
page-can-logprobs = dice lo seguro que está
page-wake-hint = El planificador integrado mira entonces sus tareas y propone. Vacío: solo cuando usted lo diga.
page-attention-hint = Tras muchas firmas en pocos segundos. Se cuenta solo en esta página.
page-wakeon-hint = label:NOMBRE, #NÚMERO de una tarea o is:overdue, separados por comas. Las etiquetas son las listas de las tareas.
page-notice-hint-on = Un aviso silencioso cuando se propone algo con esta página en segundo plano.
page-notice-hint-off = Un aviso silencioso cuando se propone algo con esta página en segundo plano.
page-notice-hint-denied = El navegador bloquea los avisos de esta página; se cambia en sus ajustes.
page-notice-hint-never = Este navegador no tiene avisos.
page-megabytes-hint = En megabytes. Al 85 % se ofrece una ampliación.
page-mirror-hint = Escribe plan_doc.md, chat_history.log y session.json de cada conversación junto a los datos.
page-taken = Qué fue de las propuestas
page-taken-planner = Planificador integrado
page-taken-line = { $hits } de { $n } mensajes decididos se conservaron; elementos: { $signed } firmados, { $rejected } rechazados, { $undone } deshechos

## Servers of tools (MCP)
page-mcp = Otras herramientas (MCP)
page-mcp-text = Programas cuyas herramientas pueden usar los agentes, nombrados en mcp.json junto a la base de datos. Lo que cambia algo espera su firma.
page-mcp-none = No se nombra ninguno en
page-mcp-idle = sin iniciar
page-mcp-running = en marcha
page-mcp-failed = falló
page-mcp-off = desactivado
page-mcp-free = Sin confinar: puede lo mismo que usted.
page-mcp-confined = Confinado: sin red, solo escribe en una carpeta propia.
page-mcp-elsewhere = Funciona en otro lugar: lo que lleva una llamada va allí, y este programa no lo confina.
page-mcp-at-idle = sin preguntar aún
page-mcp-at-running = responde
page-mcp-at-test = Preguntar por sus herramientas
page-mcp-tools = { $n ->
    [one] 1 herramienta
   *[other] { $n } herramientas
}
page-mcp-looks = lee
page-mcp-signed = espera una firma
page-mcp-reads = Los agentes pueden llamar sin preguntar a lo que solo lee
page-mcp-test = Iniciar y mostrar herramientas
