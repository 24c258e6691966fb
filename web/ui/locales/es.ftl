### Texts of the page (page-…) and texts shared by page and terminal (ui-…). Español.

## Shared words
ui-product = Countersign
ui-pages = Páginas
ui-start-page = Countersign, página inicial
ui-skip = Ir a las páginas
ui-help = Ayuda del teclado
ui-close = Cerrar
ui-cancel = Cancelar
ui-save = Guardar
ui-saved = Guardado.
ui-undo = Deshacer
ui-dismiss = Descartar
ui-notices = Avisos
ui-loading = Cargando…
ui-today = Hoy
ui-tomorrow = Mañana
ui-yesterday = Ayer
ui-yes = sí
ui-no = no
ui-becomes = pasa a
ui-nothing-changed = No se ha cambiado nada.
ui-nothing-changed-yet = Aún no se ha cambiado nada.
ui-offline = No se alcanza el servidor. No se ha cambiado nada. Reintentando…
ui-offline-unsure = No se alcanza el servidor. No se sabe si llegó el último cambio. Reintentando…
ui-online = Servidor accesible de nuevo.
ui-unreachable = no se alcanza el servidor
ui-remove = Quitar { $what }
ui-hours = { $n } h
ui-minutes = { $n } min
ui-hours-minutes = { $h } h { $m } min
ui-dates-more = … { $dates } ({ $n } fechas)

## Fields of a todo
ui-field-title = Título
ui-field-command = Comando
ui-field-notes = Notas
ui-field-scheduledFor = Fecha
ui-field-timeOfDay = Hora
ui-field-dueDate = Vence
ui-field-priority = Prioridad
ui-field-status = Estado
ui-field-statusReason = Motivo
ui-field-reason = Motivo
ui-field-estimate = Estimación, minutos
ui-field-labels = Etiquetas
ui-field-labels_add = Añadir etiquetas
ui-field-labels_remove = Quitar etiquetas
ui-field-checklist = Lista de control
ui-field-checklist_add = Añadir a la lista
ui-field-checklist_check = Marcar
ui-field-checklist_uncheck = Desmarcar
ui-field-recurrence = Se repite
ui-field-completed = Hecha
ui-field-completedDates = Fechas hechas
ui-field-skippedDates = Fechas omitidas
ui-field-moved = Fechas movidas
ui-field-extra = Otras propiedades
ui-field-occurrenceDate = Ocurrencia
ui-field-exists = Existe
ui-field-occurrence = Ocurrencia
ui-field-label = Etiqueta
ui-occurrence-open = abierta
ui-occurrence-completed = hecha
ui-occurrence-skipped = omitida
ui-occurrence-moved = movida al { $date }
ui-field-to-date = A la fecha
ui-field-to-time = A la hora
ui-field-id = Tarea
ui-field-op = Acción
ui-field-where = Qué tareas
ui-field-target = Tarea
ui-field-verb = Acción
ui-field-until = Fin de la repetición
ui-field-shift = Desplazamiento
ui-field-title_contains = Una palabra del título
ui-field-list = Su lista
ui-field-overdue = Atrasadas
ui-field-repeating = Que se repiten
ui-priority-low = Baja
ui-priority-medium = Media
ui-priority-high = Alta
ui-status-open = Abierta
ui-status-in_progress = En curso
ui-status-groomed = Preparada
ui-status-blocked = Bloqueada
ui-status-on_hold = En pausa
ui-status-done = Hecha
ui-status-rejected = Descartada
ui-check = Marcar { $title }
ui-checklist-line = Línea { $n } de la lista
ui-checklist-add = Añadir una línea, Intro

## Repetition
ui-repeats-none = No se repite
ui-repeats-daily = Cada día
ui-repeats-weekly = Cada semana
ui-repeats-monthly = Cada mes
ui-repeats-yearly = Cada año
ui-repeat-every = Cada
ui-repeat-until-label = Hasta
ui-weekdays = Días de la semana
ui-repeat-none = no se repite
ui-repeat-daily = { $n ->
    [one] cada día
   *[other] cada { $n } días
}
ui-repeat-weekly = { $n ->
    [one] cada semana
   *[other] cada { $n } semanas
}
ui-repeat-monthly = { $n ->
    [one] cada mes
   *[other] cada { $n } meses
}
ui-repeat-yearly = { $n ->
    [one] cada año
   *[other] cada { $n } años
}
ui-repeat-on = el { $days }
ui-repeat-until = hasta { $date }
ui-repeat-count = { $n ->
    [one] una vez
   *[other] { $n } veces
}
ui-repeat-after = tras completarla
ui-last-day = último día
ui-month-day = día { $day }
ui-nth-1 = 1.er { $day }
ui-nth-2 = 2.º { $day }
ui-nth-3 = 3.er { $day }
ui-nth-4 = 4.º { $day }
ui-nth-5 = 5.º { $day }
ui-nth--1 = último { $day }

## Reasons for turning a proposal down
ui-reason-wrong-target = Objetivo equivocado
ui-reason-wrong-value = Valor equivocado
ui-reason-my-wording = Mis palabras
ui-reason-not-now = Ahora no
ui-reason-not-needed = No hace falta
ui-reason-too-risky = Demasiado riesgo
ui-reason-already-done = Ya está hecho
ui-reason-duplicate = Duplicado
ui-reason-other = Otro

## Errors with words of their own; all others carry the server's
ui-error-not_found = Eso ya no existe.
ui-error-idempotency_mismatch = La misma clave se usó para otra cosa. No se ha cambiado nada.

## Pages
page-desk = Mesa
page-inbox = Entrada
page-todos = Tareas
page-history = Historial
page-inbox-count = { $n ->
    [one] 1 conjunto de cambios espera
   *[other] { $n } conjuntos de cambios esperan
}
page-locked = Esta página necesita su clave
page-locked-text = La clave está en la dirección que el servidor muestra al arrancar. Para una nueva, ejecute:

## Thread
page-conversation = Conversación
page-conversations = Conversaciones
page-new-conversation = Nueva conversación
page-untitled = Sin título
page-messages-label = Mensajes
page-you = Usted
page-message = Mensaje
page-placeholder = Pregunte o describa un cambio…
page-answer-here = Responda con sus palabras…
page-desk-empty = ¿Qué debe cambiar?
page-desk-empty-text = Dígalo en una frase. Countersign propone; nada cambia hasta que usted firma, y los cambios en tareas y archivos se pueden deshacer.
page-example-1 = Añade «Pagar el alquiler» mañana a las 9, prioridad alta
page-example-2 = Cada lunes: regar las plantas
page-example-3 = ¿Qué vence esta semana?
page-mode = Modo
page-mode-auto = Auto
page-mode-chat = Chat
page-mode-plan = Plan
page-mode-auto-hint = Auto: elige entre respuesta y propuesta
page-mode-chat-hint = Chat: solo respuestas
page-mode-plan-hint = Plan: siempre una propuesta o una pregunta
page-planner-only = planificador integrado
page-send = Enviar
page-stop = Parar
page-stage-sent = Enviado
page-stage-routing = Clasificando
page-stage-proposing = Proponiendo
page-stage-validating = Comprobando
page-stage-repairing = Corrigiendo
page-stage-summarizing = Resumiendo
page-failure = Lo siento, no pude procesarlo. ({ $error })
page-run-cancelled = Parado. No se ha cambiado nada.
page-open-sheet = Revisar los cambios n.º { $id }

## Clarify
page-show-more = Mostrar { $n } más

## Change sets
page-folder = Carpeta
page-folder-any = la carpeta que se nombre
page-set-title = Cambios n.º { $id }
page-set-missing = Los cambios n.º { $id } no existen.
page-count-add = { $n ->
    [one] { $n } nueva
   *[other] { $n } nuevas
}
page-count-change = { $n ->
    [one] { $n } cambio
   *[other] { $n } cambios
}
page-count-delete = { $n ->
    [one] { $n } borrado
   *[other] { $n } borrados
}
page-count-run = { $n ->
    [one] { $n } ejecución
   *[other] { $n } ejecuciones
}
page-count-none = sin cambios
page-review = Revisar
page-sheet = Revisión
page-sheet-empty = Nada espera.
page-sheet-empty-text = Los cambios propuestos aparecen aquí, uno por línea. Usted decide cada uno.
page-undoable = Se puede deshacer
page-not-undoable = No se puede deshacer
page-undo-nothing = No cambia nada
page-version-note = { $changed ->
    [0] v{ $version }: sus marcas siguen
    [one] v{ $version }: 1 cambiada, sus marcas siguen
   *[other] v{ $version }: { $changed } cambiadas, sus marcas siguen
}
page-version-waiting = { $changed ->
    [0] v{ $version } está lista · Mostrar
    [one] v{ $version }: 1 cambiada · Mostrar
   *[other] v{ $version }: { $changed } cambiadas · Mostrar
}
page-unsure = El servidor no respondió a tiempo y no se sabe si se aplicó. Preguntar otra vez es seguro: se aplica como mucho una vez.
page-applied-before = Aplicado como entrada { $entry }.
page-applying = Aplicando { $n }…
page-verb-add = Añadir
page-verb-change = Cambiar
page-verb-delete = Borrar
page-verb-run = Ejecutar
page-status-marked = Marcada
page-status-invalid = No válida
page-status-pending = Por revisar
page-status-confirmed = Firmada
page-status-rejected = Rechazada
page-status-deferred = Aplazada
page-status-unheard = Aún sin enviar
page-status-retracted = Retirada
page-status-withdrawn = Retirada
page-status-replaced = Sustituida
page-status-drifted = Anticuada
page-status-blocked = Necesita otra
page-status-applying = Aplicando
page-status-applied = Aplicada
page-status-failed = Fallida
page-status-unknown = Desconocida
page-status-undone = Deshecha
page-status-expired = Caducada
page-risk-some = Algo de riesgo
page-risk-high = Mucho riesgo
page-needs = necesita { $list }
page-no-title = Una tarea sin título
page-cannot-sign = { $label } no se puede firmar así.
page-decided =
    { $label }: { $verdict }. { $n } de { $of } { $n ->
        [one] marcada
       *[other] marcadas
    }.
page-decided-many = { $n ->
    [one] 1 línea: { $verdict }.
   *[other] { $n } líneas: { $verdict }.
}
page-rebased = { $label }: actualizada. Decídala de nuevo.
page-edited = { $label }: editada. Decídala de nuevo.
page-edit = Editar
page-drifted-refused = { $n ->
    [one] 1 línea ha quedado anticuada. No se ha cambiado nada.
   *[other] { $n } líneas han quedado anticuadas. No se ha cambiado nada.
}
page-drifted-hint = Mírelas y decida de nuevo.
page-stale = Estos cambios ya no son los que usted vio. No se ha cambiado nada.
page-stale-hint = Mírelos otra vez y luego aplique.
page-applied-elsewhere = Aplicado en otra ventana.
page-unheard = Su decisión no se guardó: { $list }

## Inspector
page-preview-deleted = Borrada
page-preview-more = y { $n } más

## Archivos y comandos
page-apply-erase = { $n ->
    [one] Borrar 1 archivo
   *[other] Borrar { $n } archivos
}
page-file-create = Archivo nuevo
page-file-edit = Editar
page-file-delete = Borrar archivo
page-diff-added = añadida
page-diff-removed = quitada
page-file-size = Tamaño
ui-field-content = Contenido
ui-field-undo = Deshacer
ui-no-file = ningún archivo
ui-content = contenido { $hash }
page-cmd-folder = Carpeta
page-cmd-never = Bloqueada
page-cmd-exit = salida { $code }

## Modelos en la conversación
page-stage-chatting = Respondiendo
page-usage-tokens = { $in } → { $out } tokens
page-usage-tokens-hint = Tokens leídos → escritos
page-place-local = local
page-place-hosted = externo
page-place-local-hint = El modelo funciona en este equipo; nada ha salido de él.
page-place-hosted-hint = El modelo funciona fuera: la petición ha salido de este equipo.
page-mended = corregido
page-noted = avisos
page-recovery = Recuperación
page-recovery-repaired = Hubo que corregir la respuesta.
page-recovery-dropped = Se omitieron partes de la respuesta.
page-recovery-fallback = El resumen es propio: el modelo no dio ninguno.
page-recovery-prompt_cut = El servidor del modelo leyó menos de lo enviado.
page-recovery-shortened = Partes de la petición se acortaron a lo que lee el modelo.
page-recovery-redacted = Los secretos no se enviaron al modelo.
page-recovery-tool_server = No se pudieron usar las herramientas de otro programa.
page-recovery-larger_context = El plan necesita más espacio: se pregunta a un modelo que lee más.
page-recovery-retry = Se preguntó otra vez al modelo.
page-recovery-truncated = Parte de la respuesta se cortó.
page-recovery-model_failed = El modelo no respondió.
page-recovery-unread_events = Una parte de lo que ocurrió no se puede leer: «countersign verify» dice cuál.
page-again = Reintentar
page-continue = Continuar
page-saw = Lo que vio el modelo

## Confirming and undoing

## Inbox
page-more = Mostrar más

## Todos
page-view-list = Lista
page-view-week = Semana
page-group-overdue = Atrasadas
page-group-today = Hoy
page-group-upcoming = Próximas
page-group-unscheduled = Sin fecha
page-group-done = Hechas
page-repeats = se repite

## History
page-entry = entrada { $seq }
page-open-set = Cambios n.º { $id }

## Settings
page-lamp-down = no responde
page-folders-none = No hay carpetas abiertas.

## Keys
page-mode-agent = Agente
page-mode-agent-hint = Agente: trabaja por pasos con herramientas; usted firma lo que cambiaría
page-stage-planning = Planificando
page-stage-executing = Trabajando
page-agent-steps = Pasos
page-agent-step-pending = por hacer
page-agent-step-waiting = espera
page-agent-step-running = en curso
page-agent-step-completed = hecho
page-agent-step-failed = fallido
page-agent-step-cancelled = sin empezar
page-agent-step-denied = denegado
page-recovery-corrected = Una respuesta no servía; se volvió a preguntar al modelo
page-recovery-mixed = Una respuesta mezcló llamadas a herramientas con una respuesta
page-recovery-not_proposed = Una respuesta dice que algo está propuesto, y no hay nada
page-recovery-plan_failed = No se pudieron leer los pasos

## Rules, and runs of several commands
page-settings = Ajustes
page-rules = Reglas
page-rule-workspace = Espacio de trabajo
ui-field-days = Días
ui-field-cap = Usos
page-rule-cap-any = los que sean
page-rule-past =
    Habría coincidido con { $matched } decisiones anteriores: { $signed ->
        [one] { $signed } firmada
       *[other] { $signed } firmadas
    }, { $rejected ->
        [one] { $rejected } rechazada
       *[other] { $rejected } rechazadas
    }.
page-rule-match = Deja pasar
page-run-is-running = En marcha
page-run-is-paused = Espera
page-run-is-done = Terminado
page-run-is-stopped = Parado

## Trabajo en una carpeta de proyecto
page-stage-analyzing = Analizando…
page-recovered-title = La respuesta tenía errores: se recuperó lo legible.
page-recovery-recovered = Se recuperó parte de la respuesta.
page-recovery-blocked = Los cambios de archivos y los comandos de la respuesta están bloqueados.
page-loaded = { $n ->
    [one] 1 archivo cargado:
   *[other] { $n } archivos cargados:
}
page-next-filled = El texto está en el campo del mensaje.
page-now = Ahora
page-now-details = Ver detalles
page-files = Archivos
page-files-found = { $n ->
    [one] 1 archivo
   *[other] { $n } archivos
}
page-analyze-message = Ejecuté el comando: `{ $command }`

## Agents
page-agent-planner = El planificador
page-category-status = Estado
page-category-checklist = Lista de control
page-category-dates = Estimaciones y fechas
page-category-change = Otros campos
page-category-add = Nuevo
page-category-delete = Eliminar
ui-toasts = Mensajes breves

## Library
page-library = Biblioteca

page-model-removed = { $name } se ha quitado.
page-model-installed = { $name } está instalado.
page-model-sound = { $name } es el archivo que se instaló.
page-model-chosen = { $name } responde desde ahora.
page-model-overridden = Aún no: decide COUNTERSIGN_MODEL.
page-offer = Aquí no responde ningún modelo; las frases sencillas no lo necesitan. Para lo demás:
page-offer-get = Obtener { $title } ({ $size })

page-session-state-active = Activas
page-session-state-archived = Archivadas
page-session-state-deleted = Eliminadas
page-session-archived = { $title } está archivada
page-session-deleted = { $title } está eliminada
page-session-restored = { $title } está de vuelta
page-plan = Plan

## Learned rules, subscriptions, notices
page-rule-silences = Ya no se propone
page-agent-rules = Lo que usted decidió
page-category-rule = Reglas
page-notice-title = Se ha propuesto algo
page-notice-text = { $n ->
    [one] 1 cambio espera. No se ha cambiado nada.
   *[other] { $n } cambios esperan. No se ha cambiado nada.
}
page-mode-image = Imagen
page-mode-image-hint = Imagen: imágenes de lo que escriba
page-attach = Añadir imágenes
page-stage-painting = Pintando
