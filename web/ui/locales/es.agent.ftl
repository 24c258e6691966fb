# What an agent's run shows: fetched when one is first drawn
page-agent-tools = { $n ->
    [one] 1 llamada a herramienta
   *[other] { $n } llamadas a herramientas
}
page-agent-queued = Espera su firma
page-agent-thinks = Piensa:
page-agent-rated = se valora en { $n } %
page-agent-pause = Esperar tras este paso
page-agent-pausing = Espera tras este paso.
page-agent-paused = El agente espera
page-agent-left =
    { $done ->
        [one] { $done } paso hecho
       *[other] { $done } pasos hechos
    }, { $left ->
        [one] { $left } pendiente
       *[other] { $left } pendientes
    }.
page-agent-waiting = { $n ->
    [one] 1 cambio en cola.
   *[other] { $n } cambios en cola.
}
page-agent-continue = Continuar
page-agent-continue-auto = Continuar sin esperar
page-agent-stop = Parar aquí
page-agent-approval = { $n ->
    [one] 1 llamada a herramienta necesita su permiso
   *[other] { $n } llamadas a herramientas necesitan su permiso
}
page-agent-approval-there = Permita o deniegue cada llamada en la revisión.
page-agent-approval-time = Sin respuesta se deniega al cabo de un minuto.
page-agent-allow = { $n ->
    [one] Permitir esta llamada
   *[other] Permitir { $n } llamadas
}
page-agent-deny = No permitir
page-agent-answer = Responder
page-agent-summary = Resumen del trabajo
page-agent-summary-pending = Aún sin guardar
page-agent-summary-saved = Guardado
page-agent-summary-discarded = Descartado
page-agent-summary-action = Acción
page-agent-summary-details = Detalles
page-agent-summary-result = Resultado
page-agent-summary-tools = Herramientas
page-agent-summary-criteria = Criterios
page-agent-criterion-new = nuevo
page-agent-summary-decisions = Decisiones
page-agent-save = Guardar resumen
page-agent-save-edited = Guardar lo editado
page-agent-edit = Editar resumen
page-agent-discard = Descartar resumen
page-agent-summary-rejected = Descartado
page-agent-summary-goal = Objetivo
page-agent-here = Lo que escriba abajo va a esta ejecución.
page-agent-apart = Lo que escriba abajo empieza algo nuevo.
page-agent-to-run = Decirlo a esta ejecución
page-agent-to-new = Empezar otra cosa
page-agent-auto = Seguir por sí solo
page-agent-plan = Solo mirar y planear
page-sub-found = { $n ->
    [one] 1 subtarea encontrada
   *[other] { $n } subtareas encontradas
}
page-agent-split = Dividir en subtareas
page-sub-tasks = Subtareas
page-sub-best = recomendado
page-sub-speed = unos { $n } s
page-sub-risk = Riesgo: { $risk }
page-sub-risk-none = bajo
page-sub-risk-some = algo
page-sub-risk-high = alto
page-sub-way-dependency-graph = En paralelo
page-sub-way-sequential = Una tras otra
page-sub-way-parallel = Rápido y suelto
page-sub-way-why-dependency-graph = Varias a la vez, cada una tras las que necesita; no hay dos que escriban el mismo archivo.
page-sub-way-why-sequential = Una tras otra, cada una sobre lo que dejó la anterior.
page-sub-way-why-parallel = Todas a la vez. Lo que se solapa con otra falla y se puede repetir.
page-sub-start = Empezar { $letter }
page-sub-by-hand = Esperarme tras cada ronda
page-sub-size = Finura
page-sub-size-auto = Que decida el producto
page-sub-size-fine = Fina
page-sub-size-medium = Media
page-sub-size-coarse = Gruesa
page-sub-size-auto-why = Según cuántos archivos e instrucciones hay y cuántas respuestas se cortaron últimamente.
page-sub-size-why-fine = Respuestas cortas que rara vez se cortan, y se pierde poco si una falla; más llamadas.
page-sub-size-why-medium = Menos llamadas, y cada una ve algo más; respuestas más largas.
page-sub-size-why-coarse = Las menos llamadas, y cada una ve mucho; las respuestas largas se cortan más.
page-sub-size-of = { $n } × unos { $tokens } tokens
page-sub-edit = Editar el plan
page-sub-words = Qué hace la subtarea { $n }
page-sub-up = Subir
page-sub-down = Bajar
page-sub-remove = Quitar
page-sub-up-of = Subir la subtarea { $n }
page-sub-down-of = Bajar la subtarea { $n }
page-sub-remove-of = Quitar la subtarea { $n }
page-sub-save = Guardar el plan
page-sub-none = No hacer ninguna
page-sub-after = después de { $list }
page-sub-waits = Esperando: { $n } (depende de { $list })
page-sub-retry = Repetir { $n }
page-sub-left =
    { $done ->
        [one] { $done } hecha
       *[other] { $done } hechas
    }, { $left ->
        [one] { $left } pendiente
       *[other] { $left } pendientes
    }, { $failed ->
        [one] { $failed } fallida
       *[other] { $failed } fallidas
    }.
page-sub-pause = Pausar tras lo que está en curso
page-plan-view = Formulario o Markdown
page-plan-tab-markdown = Markdown
page-plan-status = Estado
page-plan-goal = Objetivo
page-plan-met = Cumplido: { $what }
page-plan-criterion = Criterio { $n }
page-plan-remove = Quitar { $what }
page-plan-add = Añadir un criterio
page-plan-log = { $n ->
    [one] 1 entrada del registro
   *[other] { $n } entradas del registro
}
page-plan-changes = Qué cambia
page-plan-count = { $n ->
    [0] No cambia nada
    [one] 1 cambio
   *[other] { $n } cambios
}
page-plan-same = El plan ya dice lo mismo. No se ha cambiado nada.
page-plan-unread = La línea { $line } no se entendió y se conserva en «Other»: { $text }
page-plan-back = Volver a editar
page-plan-show = Mostrar cambios
page-plan-save = { $n ->
    [one] Guardar 1 cambio
   *[other] Guardar { $n } cambios
}
page-plan-saved = Guardado como versión { $version } del plan
page-plan-edited = plan_doc.md se ha editado en la carpeta de la sesión.
page-plan-take = Aceptarlo
page-plan-mend = Que un modelo lo arregle
page-plan-mending = El modelo escribe …
page-plan-tab-form = Formulario
page-plan-status-planning = Planificando
page-plan-status-in_progress = En curso
page-plan-status-blocked = Bloqueado
page-plan-status-completed = Terminado
page-plan-status-failed = Fallido
page-plan-field-status = Estado
page-plan-field-goal = Objetivo
page-plan-field-acceptanceCriteria = Terminado cuando
page-plan-field-decisionsMade = Decidido
page-plan-field-decisionsRejected = Descartado
page-plan-field-executionLog = Registro
page-plan-field-other = Otros
page-plan-missing-goal = En este estado un plan necesita un objetivo.
page-plan-missing-criterion = En este estado un plan necesita al menos un criterio.
