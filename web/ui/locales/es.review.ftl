## The inbox and its cards
page-inbox-open = { $n ->
    [one] { $n } abierta
   *[other] { $n } abiertas
}
page-inbox-signed = { $n ->
    [one] { $n } firmada
   *[other] { $n } firmadas
}
page-inbox-empty = Nada espera.
page-inbox-empty-text = Las propuestas aplazadas o sin ver esperan aquí siete días.
page-tidy = Ordenar
page-tidy-hint = Busca planes vencidos, duplicados, fechas perdidas y días llenos, y propone. No se cambia nada.
page-woke = { $n ->
    [0] Nada que proponer.
    [one] 1 cambio propuesto.
   *[other] { $n } cambios propuestos.
}
page-woke-waits = { $n ->
    [one] Nada nuevo: 1 cambio ya está esperando.
   *[other] Nada nuevo: { $n } cambios ya están esperando.
}
page-suggests = { $n ->
    [one] { $agent } sugiere 1 cambio
   *[other] { $agent } sugiere { $n } cambios
}
page-dismiss = Aplazar todo
page-woke-rules = { $n ->
    [one] Sus reglas han hecho 1 cambio.
   *[other] Sus reglas han hecho { $n } cambios.
}
page-inbox-unknown = resultado de { $n } desconocido
page-suggests-rules = { $n ->
    [one] Según sus decisiones: se propone 1 regla
   *[other] Según sus decisiones: se proponen { $n } reglas
}
page-agent-says = { $agent } dice:
page-why = Por qué

## Questions that stop an action
page-effect-deletes = { $n ->
    [one] Borrar 1 tarea
   *[other] Borrar { $n } tareas
}
page-effect-updates = { $n ->
    [one] Cambiar 1 tarea
   *[other] Cambiar { $n } tareas
}
page-effect-both = Borrar { $deletes } y cambiar { $updates } tareas
page-confirm-title = ¿{ $effect }?
page-confirm-deletes = Esto borrará { $n } tareas.
page-confirm-updates = Esto cambiará { $n } tareas.
page-effect-sensitive = { $n ->
    [one] Cambiar 1 archivo que decide qué se ejecuta
   *[other] Cambiar { $n } archivos que deciden qué se ejecuta
}
page-confirm-sensitive = Estos archivos deciden qué se compila, instala o ejecuta. Lea sus cambios una vez más.
page-confirm-type = Escriba { $n } para continuar
page-confirm-hold = Mantenga pulsado el botón, o Intro sobre él, un momento.
page-effect-gone = Eliminar { $n } tareas y archivos
page-confirm-safe = Aún no se ha cambiado nada. Se puede deshacer en el historial.
page-undo-conflict = Hay algo posterior en medio
page-undo-conflict-text = Lo que quiere deshacer se cambió después. No se ha cambiado nada.
page-undo-would = Deshacer pondría
page-undo-stop = Parar
page-undo-keep = Conservar lo posterior
page-undo-both = Deshacer ambos

## The keys
page-keys = Teclas
page-keys-note = Las letras sueltas solo actúan con el foco en una línea; se pueden quitar en Ajustes.
page-keys-off = Las letras sueltas están quitadas en Ajustes.
page-key-move = línea siguiente, anterior
page-key-sign = firmar
page-key-reject = rechazar, luego un motivo
page-key-reason = elegir un motivo
page-key-defer = aplazar
page-key-undecide = retirar la decisión
page-key-open = abrir, cerrar detalles
page-key-why = por qué
page-key-edit = editar antes de firmar
page-key-exclude = excluir un objetivo
page-key-rebase = actualizar lo anticuado
page-key-hunk = parte anterior, siguiente de un archivo
page-key-sign-apply = firmar esta y aplicarla con lo ya firmado
page-key-apply = aplicar lo marcado
page-key-slash = escribir un mensaje; en un conjunto de cambios, filtrar sus líneas
page-key-pages = Mesa, Entrada, Tareas, Historial, Biblioteca, Reglas, Ajustes
page-key-modes = Auto, Chat, Plan
page-key-help = esta ayuda

## What an item would do, and why
page-inspector = Detalles
page-tab-preview = Vista previa
page-tab-why = Por qué
page-tab-checks = Controles
page-tab-raw = Original
page-preview-none = No cambiaría nada.
page-targets = { $n ->
    [one] 1 tarea
   *[other] { $n } tareas
}
page-targets-excluded = { $n ->
    [one] { $n } excluida
   *[other] { $n } excluidas
}
page-why-asked = Pedido
page-why-by = Propuesto desde
page-why-when = Propuesto el
page-why-reason = Su motivo
page-why-decided = Decidido el
page-source-request = su petición
page-source-planner = su petición, por el planificador integrado
page-source-direct = su propia edición
page-source-compat = un programa con su clave
page-source-import = una importación ({ $what })
page-source-undo = deshacer la entrada { $what }
page-source-rewind = volver a la entrada { $what }
page-check-valid = Todos los valores son válidos.
page-check-current = Aquello en que se basa no ha cambiado.
page-check-drifted = { $n ->
    [one] 1 campo ha cambiado.
   *[other] { $n } campos han cambiado.
}
page-digest = Usted firma exactamente esto:
page-drift-title = Anticuada.
page-drift-text = Algo en que se basa ha cambiado desde la propuesta.
page-drift-table = Qué ha cambiado
page-drift-what = Campo
page-drift-base = Antes
page-drift-now = Ahora
page-drift-proposed = Propuesto
page-rebase = Actualizar
page-drop = Descartar
page-drift-file = El archivo ya no es aquel para el que se hizo. Actualizar rehace el cambio sobre lo que hay ahora, si todavía encaja; o descártelo.
page-why-rule = Firmado por
page-why-rule-n = regla { $n }: { $name }
page-source-agent = { $what }, otro programa
page-source-wake = { $what }, que despertó por sí mismo
page-rule-revocable = Se puede revocar en la página Reglas

## Many at once
page-same = { $n ->
    [one] El mismo cambio, una vez
   *[other] El mismo cambio ×{ $n }
}
page-same-shown =
    { $samples ->
        [one] { $samples } mostrado
       *[other] { $samples } mostrados
    }, { $outliers ->
        [one] { $outliers } distinto
       *[other] { $outliers } distintos
    }
page-same-sign = Firmar { $n }
page-same-reject = Rechazar { $n }
page-same-all = Mostrar los { $n }
page-hasty = { $n } firmados en { $seconds } s. ¿Mirar de nuevo?
page-hasty-deletes = { $deletes ->
    [one] { $n } firmados en { $seconds } s, 1 elimina. ¿Mirar de nuevo?
   *[other] { $n } firmados en { $seconds } s, { $deletes } eliminan. ¿Mirar de nuevo?
}
page-look-again = Mirar de nuevo

## The memory of decisions, in History
page-memory = Memoria de decisiones
page-memory-text = Lo que dijo a lo propuesto. Los agentes lo saben, y lo que rechazó no se propone de nuevo.
page-memory-filter = Decisión
page-memory-empty = Aún no hay decisiones.
page-memory-empty-text = Lo que firme, rechace o aplace se recuerda aquí.
page-proposed-by = de { $agent }
page-proposed-by-planner = del planificador
page-proposed-by-rules = según sus decisiones

## Todos and History
page-todos-empty = Aún no hay tareas.
page-todos-empty-text = Escriba una arriba, con día y hora: «llamar al banco el viernes a las 9».
page-week-before = Semana anterior
page-week-after = Semana siguiente
page-week-hint = Arrastre una tarea a otro día, o selecciónela y pulse Alt+← o Alt+→.
page-history-filter = Mostrar
page-history-empty = Aún no hay nada.
page-history-empty-text = Cada propuesta, decisión y cambio queda escrito aquí y se puede deshacer.

## Tareas que se editan
page-applied-x = Aplicado: { $what }
page-undone-x = Deshecho: { $what }
page-crossed = Alguien cambió esta tarea en otro lugar mientras estaba abierta aquí.
page-crossed-choose = No se ha guardado nada. Elija qué valor queda y guarde después.
page-crossed-theirs = Ahora allí:
page-crossed-mine = El suyo:
page-crossed-history = Los dos cambios de «{ $title }» están en el historial.
page-draft = sin guardar
page-draft-kept = Esto es lo que escribió aquí y no guardó.
page-draft-discard = Descartarlo

## Lo que necesita otra línea
page-inbox-drifted = { $n ->
    [one] { $n } anticuada
   *[other] { $n } anticuadas
}
page-needs-title = { $n ->
    [one] Necesita otra línea
   *[other] Necesita otras { $n } líneas
}
page-needs-text = «{ $label }» solo se puede aplicar junto con:
page-needs-item = Línea { $n }: { $label }
page-needs-too = { $n ->
    [one] Firmar también esa línea
   *[other] Firmar también esas { $n } líneas
}
page-needs-refused = «{ $label }» necesita { $list }.
page-needs-refused-hint = Firme eso primero o deje ambas. No se ha cambiado nada.
page-cannot-apply-hint = Rechace o edite estas líneas y aplique después el resto. No se ha cambiado nada.
page-inbox-idle = Nada que decidir
