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
page-agent-left = { $done } pasos hechos, { $left } pendientes.
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
page-agent-folder = Carpeta
