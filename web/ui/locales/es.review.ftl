## The inbox and its cards
page-inbox-open = { $n ->
    [one] { $n } propuesta por decidir
   *[other] { $n } propuestas por decidir
}
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
page-confirm-both = Son { $n } tareas en total.
page-confirm-updates = Esto cambiará { $n } tareas.
page-effect-sensitive = { $n ->
    [one] Cambiar 1 archivo que decide qué se ejecuta
   *[other] Cambiar { $n } archivos que deciden qué se ejecuta
}
page-confirm-sensitive = Estos archivos deciden qué se compila, instala o ejecuta. Lea sus cambios una vez más.
page-confirm-type = Escriba { $n } para continuar
page-confirm-hold = Mantenga pulsado el botón, o Intro sobre él, un momento.
page-confirm-lasts = Esto no se puede deshacer:
page-effect-applies = Aplicar { $n }
page-effect-gone = Eliminar { $n } tareas y archivos
page-confirm-safe = Aún no se ha cambiado nada. Se puede deshacer en el historial.
page-undo-conflict = Hay algo posterior en medio
page-undo-conflict-text = Lo que quiere deshacer se cambió después. No se ha cambiado nada.
page-undo-would = Deshacer pondría
page-undo-stop = Parar
page-undo-keep = Conservar lo posterior
page-undo-these = Deshacer también estos
page-undo-deletes = { $n ->
    [one] Al deshacerlo se elimina:
   *[other] Al deshacerlo se eliminan { $n }:
}
page-undo-both = Deshacer ambos
page-undo-outside-text = Lo que quiere deshacer se cambió después fuera de Countersign. No se ha cambiado nada.
page-undo-outside-keep = Dejarlo y deshacer el resto
page-undo-content-now = otro contenido
page-undo-content-back = el contenido de antes

## The keys
page-keys = Teclas
page-keys-note = Las letras sueltas solo actúan con el foco en una línea; se pueden quitar en Ajustes.
page-keys-off = Las letras sueltas están quitadas en Ajustes.
page-key-move = línea siguiente, anterior
page-key-sign = firmar; en Tareas, completar
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
page-key-slash = escribir un mensaje; en un conjunto de cambios, filtrar; en lo demás, buscar
page-key-leave = del mensaje a los puntos; lo escrito se queda
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
page-source-sent = operaciones enviadas con su clave, por usted o un programa
page-source-direct = su propia edición
page-source-compat = un programa con su clave
page-source-import = una importación ({ $what })
page-source-undo = deshacer la entrada { $what }
page-source-rewind = volver a la entrada { $what }
page-origin-text = No viene de ninguna conversación. Lo que diga aquí empieza una.
page-check-valid = Todos los valores son válidos.
page-check-current = Aquello en que se basa no ha cambiado.
page-check-drifted = { $n ->
    [one] 1 campo ha cambiado.
   *[other] { $n } campos han cambiado.
}
page-digest = Usted firma exactamente esto:
page-drift-title = Anticuada.
page-drift-line = Línea { $line }
page-drift-text = Algo en que se basa ha cambiado desde la propuesta.
page-drift-gone = «{ $title }» se borró entretanto. No queda nada que cambiar.
page-drift-table = Qué ha cambiado
page-drift-what = Campo
page-drift-base = Antes
page-drift-now = Ahora
page-drift-changed = cambiado entretanto
page-drift-changed-size = cambiado entretanto ({ $size })
page-drift-proposed = Propuesto
page-rebase = Actualizar
page-drop = Descartar
page-drift-file = El archivo ya no es aquel para el que se hizo. Actualizar rehace el cambio sobre lo que hay ahora, si todavía encaja; o descártelo.
page-why-rule = Firmado por
page-why-rule-n = regla { $n }: { $name }
page-source-agent = { $what }, otro programa
page-source-wake = { $what }, por iniciativa propia
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
page-memory-text = Lo que dijo a lo propuesto. Los agentes lo saben, y lo que rechazó no se propone de nuevo. Lo que quite de aquí ya no lo sabrán.
page-memory-forget = Olvidar: { $label }
page-memory-restore = Recordar de nuevo: { $label }
page-memory-forgotten = Olvidado. Los agentes ya no lo sabrán; el historial lo conserva.
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
page-week-hint = Arrastre una tarea a otro día, o al borde para otra semana; o selecciónela y pulse Alt+← o Alt+→, y para una semana Alt+RePág o Alt+AvPág.
page-label-x = Tareas con la etiqueta { $label }
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
page-orphan = «{ $title }» se eliminó mientras lo cambiaba. Lo que escribió se guarda aquí.
page-orphan-add = Añadirla como tarea nueva
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
page-again-too-title = Lo firmado se ejecuta también
page-again-too-text = { $n ->
    [one] Una línea ya está firmada y va con ello:
   *[other] { $n } líneas ya están firmadas y van con ello:
}
page-again-too = Ejecutar las { $n }
page-needs-item = Línea { $n }: { $label }
page-needs-too = { $n ->
    [one] Firmar también esa línea
   *[other] Firmar también esas { $n } líneas
}
page-needs-without = { $n ->
    [one] Aplicar solo la otra línea
   *[other] Aplicar solo las otras { $n } líneas
}
page-left-needs = La línea { $n } queda fuera, «{ $label }»: necesita { $needs }.
page-needs-refused = «{ $label }» necesita { $list }.
page-needs-refused-hint = Firme eso primero o deje ambas. No se ha cambiado nada.
page-cannot-apply-hint = Rechace o edite estas líneas y aplique después el resto. No se ha cambiado nada.
page-inbox-idle = Nada que decidir

## Sheets, lists and pages
ui-delete = Borrar
page-in-folder = en { $folders }
page-set-empty = Este conjunto está vacío.
page-blast-deletes = { $n ->
    [one] Borra 1 tarea.
   *[other] Borra { $n } tareas.
}
page-blast-creates = { $n ->
    [one] Añade 1 tarea.
   *[other] Añade { $n } tareas.
}
page-blast-updates = { $n ->
    [one] Cambia 1 tarea.
   *[other] Cambia { $n } tareas.
}
page-none-signable = Nada de ello se puede firmar.
page-put-away = Retirarlo
page-undoable-dot = Se puede deshacer.
page-only-looks-dot = Solo lee: nada que deshacer.
page-left-as-it-was-dot = No cambió nada en su carpeta: nada que deshacer.
page-not-undoable-dot = No se puede deshacer.
page-undoable-but-some = Se puede deshacer, salvo { $n } de los comandos.
page-undoable-but-runs = { $n ->
    [one] Se puede deshacer, salvo el comando.
   *[other] Se puede deshacer, salvo los comandos.
}
page-expires = { $n ->
    [one] Caduca mañana.
   *[other] Caduca en { $n } días.
}
page-expires-today = Caduca hoy.
page-later = Decidir luego
page-later-hint = Aplaza todo lo abierto; sigue en la entrada
page-early = Aún se comprueba; las líneas pueden cambiar. Ya puede decidir.
page-strip-drifted = { $n ->
    [one] 1 línea está anticuada: ha cambiado aquello en que se basa. Decídala de nuevo.
   *[other] { $n } líneas están anticuadas: ha cambiado aquello en que se basan. Decídalas de nuevo.
}
page-filter-shown = Se muestran { $n } de { $of }. Los botones valen para todos.
page-ask-again = Preguntar otra vez
page-receipt = Entrada { $entry } · { $hash }
page-receipt-failed = Hecho: { $done }. Fallido: { $failed }.
page-receipt-going = Hecho hasta ahora: { $done }.{ $failed ->
    [0] {""}
   *[other] {" "}Fallido: { $failed }.
}
page-undo-some = Deshacer { $n } de { $of }
page-running = Ejecutando { $n } de { $of }
page-n-running = en curso
page-undo-all = Deshacer todo
page-undo-item = Deshacer
page-undo-entry = Deshacerlo todo
page-undo-x = Deshacer: { $label }
page-rewind = Volver hasta aquí
page-reviewed = Revisado
page-n-items = { $n ->
    [one] propuesta
   *[other] propuestas
}
page-n-marked = { $n ->
    [one] marcada
   *[other] marcadas
}
page-n-open = { $n ->
    [one] abierta
   *[other] abiertas
}
page-n-failed = con fallo
page-n-unknown = sin saberse
page-n-invalid = { $n ->
    [one] no se puede firmar
   *[other] no se pueden firmar
}
page-filter = Filtrar líneas
page-filter-none = Ninguna línea coincide.
page-sign-group = Firmar todas
page-todos-n = { $n } tareas
page-rejected-with = Rechazado con { $n }
page-because = porque: { $reason }
page-add-reason = Añadir motivo
page-sign = Firmar
page-sign-x = Firmar: { $label }
page-reject-x = Rechazar: { $label }
page-details-x = Detalles: { $label }
page-signed-x = Firmada: { $label }
page-rejected-x = Rechazada: { $label }
page-reject = Rechazar
page-reject-reason = Rechazar con motivo
page-reject-why = ¿Por qué rechazar { $label }?
page-reject-text = Una cifra, sus palabras o solo Intro
page-defer = Aplazar
page-edit-item = Editar: { $label }
page-edit-more = Cambiar otro campo
page-edit-note = La línea editada se comprueba otra vez y necesita una nueva decisión.
page-group-files = Archivos
page-blast-written = { $n ->
    [one] Escribe 1 archivo.
   *[other] Escribe { $n } archivos.
}
page-blast-erased = { $n ->
    [one] Borra 1 archivo.
   *[other] Borra { $n } archivos.
}
page-blast-runs = { $n ->
    [one] Ejecuta 1 comando.
   *[other] Ejecuta { $n } comandos.
}
page-file-rename = Renombrar
page-file-chmod = Permisos
page-lines =
    { $added ->
        [one] { $added } línea añadida
       *[other] { $added } líneas añadidas
    }, { $removed ->
        [one] { $removed } quitada
       *[other] { $removed } quitadas
    }
page-sensitive = Mire dos veces
page-sensitive-why = Mire dos veces: este archivo { $reason }.
page-unread = Sin leer
page-unread-why = Aún no se han mostrado líneas de este cambio.
page-diff-no-end = sin fin de línea
page-hunk = Parte { $n } de { $of }, línea { $line }
page-hunk-out = omitida
page-hunks-none = No queda ninguna parte: no se escribiría nada.
page-lines-more = { $n ->
    [one] Hay 1 línea más sin mostrar.
   *[other] Hay { $n } líneas más sin mostrar.
}
page-lines-rest = Mostrar todo
page-diff-binary = No es texto
page-diff-same = El texto queda como está.
page-diff-empty = El archivo está vacío.
page-text-edit = Editar texto
page-text-of = Texto de { $path }
page-text-odd = Este texto mezcla fines de línea o es demasiado largo; no se puede editar aquí.
page-diff-since = Desde que se propuso, el archivo ha cambiado:
page-view = Vista
page-search = Buscar tareas
page-search-none = Ninguna tarea coincide.
page-search-none-text = Se busca en títulos, notas y etiquetas, y se perdonan las erratas.
page-found = { $n ->
    [one] 1 encontrada
   *[other] { $n } encontradas
}
page-found-most = Los { $n } que mejor encajan. Otra palabra lo acota.
page-due = vence { $date }
page-due-here = vence
page-missed = { $n } { $n ->
    [one] perdida
   *[other] perdidas
  } antes
page-has-notes = tiene notas
page-complete-x = Completar { $title }
page-reopen-x = Reabrir: { $title }
page-delete-x = Borrar { $title }
page-completed-x = Hecha: { $title }
page-reopened-x = Reabierta: { $title }
page-deleted-x = Borrada: { $title }
page-skipped-x = Omitida: { $title }
page-moved-x = Movida al { $date }: { $title }
page-saved-x = Guardada: { $title }
page-edit-todo = Editar { $title }
page-skip-date = Omitir esta fecha
page-complete-date = Completar esta fecha
page-add = Añadir una tarea
page-add-hint = Nueva tarea: llamar al banco el viernes a las 9
page-add-button = Añadir
page-add-desk = Intro lo lleva a la mesa, donde se propone o se responde.
page-add-lost = El servidor no responde. El texto se conserva; Intro lo intenta de nuevo.
page-unanswered = El servidor no responde: no se sabe si esto se hizo.
page-this-week = Esta semana
page-free = Libre
page-move-earlier = Un día antes: { $title }
page-move-later = Un día después: { $title }
page-move-to = Mover a una fecha: { $title }
page-earlier = Un día antes
page-later-day = Un día después
page-verified = { $n ->
    [one] Libro verificado, 1 entrada
   *[other] Libro verificado, { $n } entradas
}
page-differs = { $n ->
    [one] Libro íntegro, 1 diferencia en lo guardado
   *[other] Libro íntegro, { $n } diferencias en lo guardado
}
page-broken = Libro dañado en la entrada { $seq }
page-entry-changed = Cambiada después de escribirse: no prueba nada
page-entry-unreadable = No se puede leer
page-entry-current = actual
page-entry-files = { $n ->
    [one] 1 archivo
   *[other] { $n } archivos
}
page-by-you = usted, { $via }
page-kind-not-applied = No aplicado
page-inbox-by = Propuesto por { $agent }
page-filter-applied = Cambios
page-filter-decided = Decisiones
page-filter-proposed = Propuestas
page-filter-settings = Ajustes
page-via-page = página
page-via-terminal = terminal
page-via-api = programa
page-via-editor = editor
page-kind-applied = Aplicado
page-kind-decided = Decidido
page-kind-proposed = Propuesto
page-kind-revised = Revisado
page-kind-expired = Caducado
page-kind-settings = Ajustes cambiados
page-kind-audit = Anotado
page-filter-memory = Memoria
page-kind-extended = Añadido
page-kind-session = Conversación
page-kind-plan = Plan
page-kind-rule_made = Regla firmada
page-kind-rule_suspended = Regla suspendida
page-kind-rule_revoked = Regla revocada
page-kind-rule_used = Regla usada
page-kind-rule_kept = La regla retuvo
page-kind-memory = Memoria
page-kind-applying = Iniciado
page-filter-all = Todo
page-verdict-confirmed = firmada
page-verdict-rejected = rechazada
page-verdict-deferred = aplazada
page-verdict-retracted = retirada
page-verdict-withdrawn = retirada
page-verdict-replaced = sustituida
page-verdict-undecided = decisión retirada
page-verdict-expired = caducado
page-verdict-forgotten = olvidadas
page-verdict-undone = deshecha
page-outcome-rolled_back = Falló y todo volvió a su sitio.
page-outcome-needs_recovery = Falló y no todo volvió a su sitio. Mire el historial.
page-outcome-unknown = Nadie puede decir qué pasó.
page-unsaved-title = { $n ->
    [one] Lo que escribió en una propuesta no está guardado
   *[other] Lo que escribió en { $n } propuestas no está guardado
}
page-unsaved-text = Si se aplica como está, se pierde. Puede volver y guardarlo antes.
page-unsaved-apply = Descartarlo y aplicar
page-picked = { $n ->
    [one] 1 tarea elegida
   *[other] { $n } tareas elegidas
}
page-picked-is = elegida
page-picked-completed = { $n ->
    [one] 1 tarea completada
   *[other] { $n } tareas completadas
}
page-picked-moved = { $n ->
    [one] 1 tarea movida: { $date }
   *[other] { $n } tareas movidas: { $date }
}
page-picked-deleted = { $n ->
    [one] 1 tarea borrada
   *[other] { $n } tareas borradas
}
page-pick-complete = Completar
page-pick-date = Nuevo día
page-pick-move = Mover
page-picked-n = Selección: { $n }
page-picked-sets = { $n ->
    [one] 1 conjunto de cambios elegido
   *[other] { $n } conjuntos de cambios elegidos
}
page-picked-rejected = { $n ->
    [one] 1 conjunto de cambios rechazado
   *[other] { $n } conjuntos de cambios rechazados
}
page-pick-all = Elegir todo
page-pick-x = Elegir: { $label }
page-pick-none = No elegir ninguna
page-key-pick = elegir; con Mayús y una flecha, varias
page-key-week = en la semana, mover una tarea un día, una semana
page-apply-later = Aún sin aplicar: espera a que vuelva el servidor.
page-history-search = Buscar en el historial
page-history-none = Nada coincide.
page-history-none-text = Se busca en lo que se propuso, se decidió y se cambió, y en sus números.
page-history-found = { $n ->
    [one] 1 entrada de las últimas { $of }
   *[other] { $n } entradas de las últimas { $of }
}
page-diff-beside = Lado a lado
page-gone-withdrawn = Retirado cuando usted dijo «{ $message }».
page-gone-replaced = Los cambios n.º { $id } ocuparon su lugar cuando usted dijo «{ $message }».
