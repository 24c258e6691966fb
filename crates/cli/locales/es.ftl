# Lo que dice el terminal. Los nombres y las variables son los de en.ftl; una prueba lo vigila.

## En todas partes
cli-plain-mode = Salida sencilla: sin color, sin símbolos, opciones numeradas.
cli-nothing-changed = No se ha cambiado nada.
cli-no-model = Solo el planificador integrado: no hay ningún modelo configurado.
cli-value-none = nada
cli-monday = lun
cli-tuesday = mar
cli-wednesday = mié
cli-thursday = jue
cli-friday = vie
cli-saturday = sáb
cli-sunday = dom
cli-usage-no-command = Falta un comando.
cli-drift = ! «{ $title }» ha cambiado desde entonces: { $field } era { $base }, ahora es { $now }, propuesto { $proposed }
cli-drift-gone = «{ $title }» se eliminó desde entonces
cli-drift-there = «{ $title }» ya está ahí
cli-plain-change = { $field } de { $before } a { $after }
cli-plain-runs = se ejecuta
cli-plain-keys = Escriba un número del 1 al { $count }.
cli-plain-keys-or = Escriba un número del 1 al { $count }, o una frase que diga qué debe cambiar.
cli-quoted = «{ $text }»
cli-list-added = se añade { $what }
cli-list-removed = se quita { $what }
cli-list-ticked = se marca { $what }
cli-list-unticked = se desmarca { $what }
cli-list-reworded = { $before } pasa a { $after }
cli-list-order = en otro orden
cli-list-more = y { $count } más

## Conjuntos de cambios
cli-to-add = { $count ->
    [one] { $count } nueva
   *[other] { $count } nuevas
}
cli-to-change = { $count ->
    [one] { $count } cambio
   *[other] { $count } cambios
}
cli-to-delete = { $count ->
    [one] { $count } borrado
   *[other] { $count } borrados
}
cli-to-run = { $count ->
    [one] { $count } ejecución
   *[other] { $count } ejecuciones
}
cli-to-nothing = nada que hacer
cli-base = base { $base }
cli-blast = { $deletes ->
    [one] Borra 1 tarea. No se puede deshacer.
   *[other] Borra { $deletes } tareas. No se puede deshacer.
}
cli-blast-reversible = { $deletes ->
    [one] Borra 1 tarea. Se puede deshacer.
   *[other] Borra { $deletes } tareas. Se puede deshacer.
}
cli-deletes-single = Esto elimina todas las tareas que no se repiten.
cli-set-expired = Ha caducado: ya no se puede firmar nada. Proponer lo mismo de nuevo: countersign rebase { $set } all
cli-set-resolved = No queda nada por decidir.
cli-pending-next = Siguiente: countersign sign { $set } all · reject { $set } { $item } -m "por qué" · apply { $set } --all
cli-failed-next = { $count } con error. Firmar otra vez: countersign sign { $set } { $item } · descartar: countersign reject { $set } { $item }
cli-deferred-next = { $count } para más tarde. Retomar: countersign sign { $set } { $item } · descartar: countersign reject { $set } { $item }
cli-invalid-next = Nada de ello se puede firmar. Corregir un elemento: countersign edit { $set }.{ $item } · retirarlo: countersign reject { $set } all
cli-signed-next = { $count } con firma, sin aplicar. Siguiente: countersign apply { $set }
cli-drifted-next = { $count } sin base: { $count ->
    [one] aquello en que se apoya ha cambiado. Mírelo otra vez: countersign show { $set } · rehacerlo sobre lo que hay ahora: countersign rebase { $set } all
   *[other] aquello en que se apoyan ha cambiado. Mírelo otra vez: countersign show { $set } · rehacerlo sobre lo que hay ahora: countersign rebase { $set } all
}
cli-rebase-one = --content es para un solo punto.
cli-rebase-nothing = Allí no hay nada desactualizado.
cli-rebase-conflict = Mire ambos: countersign show { $set }.{ $item }. Luego dé su propio texto: countersign rebase { $set }.{ $item } --content ARCHIVO, o descártelo: countersign reject { $set } { $item }. No se ha cambiado nada.
cli-more-todos = y { $count } más
cli-more-items = y { $count } más
cli-item-why = por qué
cli-item-status = estado
cli-item-reason = motivo
cli-item-needs = necesita
cli-item-entry = aplicado por
cli-item-digest = resumen
cli-item-operation = operación
cli-needs = necesita { $items }
cli-excluded = { $count } fuera
cli-irreversible = no se puede deshacer
cli-reversible = se puede deshacer
cli-changes-nothing = no cambia nada
cli-only-looks = solo lee: nada que deshacer
cli-left-as-it-was = no cambió nada en su carpeta: nada que deshacer
cli-risk-some = algún riesgo
cli-risk-high = riesgo alto
cli-verb-add = añadir
cli-verb-change = cambiar
cli-verb-delete = borrar
cli-verb-run = ejecutar
cli-status-invalid = no válido
cli-status-pending = pendiente
cli-status-confirmed = firmado
cli-status-rejected = rechazado
cli-status-rejected-with = rechazado con { $item }
cli-log-put-back = devuelto
cli-status-deferred = aplazado
cli-status-retracted = retirado
cli-status-withdrawn = retirado
cli-status-replaced = sustituido
cli-status-drifted = sin base
cli-status-blocked = bloqueado
cli-status-applying = aplicándose
cli-status-applied = aplicado
cli-status-failed = fallido
cli-status-unknown = resultado desconocido
cli-status-undone = deshecho
cli-status-expired = caducado
cli-verdict-undecided = decisión retirada
cli-undo-hint = Deshacer: countersign undo { $what }

## Bandeja
cli-inbox-empty = No espera nada.
cli-inbox-more = Los más antiguos no se muestran aquí: countersign inbox --before { $set }
cli-inbox-total = { $count ->
    [one] Espera 1 conjunto de cambios.
   *[other] Esperan { $count } conjuntos de cambios.
}
cli-inbox-idle = { $count ->
    [one] 1 más no puede hacer nada tal como está: corríjalo (countersign edit) o apártelo (countersign reject).
   *[other] { $count } más no pueden hacer nada tal como están: corríjalos (countersign edit) o apártelos (countersign reject).
}
cli-state-open = { $open } por decidir
cli-state-signed = { $open } por decidir, { $signed } con firma
cli-state-resolved = resuelto
cli-state-expired = caducado

## Decidir
cli-stale = #{ $set } ya no empieza por { $base }: ha cambiado desde que se mostró.
cli-stale-hint = Mírelo otra vez: countersign show { $set }. No se ha cambiado nada.
cli-items-missing = ¿Qué puntos?
cli-items-twice = El punto se nombra dos veces.
cli-items-hint = Por ejemplo: { $set }.2, o { $set } 1,3-5, o { $set } all.
cli-nothing-to-decide = En #{ $set } no hay nada que se pueda decidir así.
cli-invalid-items = { $count ->
    [one] 1 de { $total } elementos tiene un problema
   *[other] { $count } de { $total } elementos tienen problemas
}. No se ha cambiado nada.
cli-invalid-items-hint = Corrija la propuesta, o quite --yes para firmar usted el resto.
cli-unknown-language = No hay textos en «{ $tag }».
cli-unknown-language-hint = Elija en, de, es, fr o ro.
cli-show-hint = Véase countersign show { $set }.
cli-no-item = #{ $set } no tiene el punto { $item }; el último es { $last }.
cli-apply-item = Solo se aplica un conjunto entero: lo que lleva firma, todo o nada.
cli-apply-item-hint = Para firmar y aplicar un punto: countersign apply { $set } --sign { $item }.
cli-nothing-signed = En #{ $set } no hay nada firmado. No se ha cambiado nada.
cli-nothing-signed-hint = Firme primero: countersign sign { $set } all. O ambas cosas: countersign apply { $set } --all.
cli-nothing-left = De #{ $set } no queda nada por aplicar. No se ha cambiado nada.
cli-nothing-left-hint = Vea qué fue de ello: countersign show { $set }.
cli-taken-back = #{ $set } se aplicó y se ha deshecho. No se ha cambiado nada.
cli-taken-back-hint = Para tenerlo de nuevo, deshaga lo que lo deshizo: countersign log lo nombra.
cli-applied-already = #{ $set } ya está aplicado. No se ha cambiado nada más.
cli-applied-rest-waits = En #{ $set } no hay nada más firmado; esperan una firma: { $waits }. No se ha cambiado nada más.
cli-effect-deletes = { $count ->
    [one] Esto borra 1 tarea o archivo.
   *[other] Esto borra { $count } tareas o archivos.
}
cli-effect-updates = { $count ->
    [one] Esto cambia 1 tarea o archivo.
   *[other] Esto cambia { $count } tareas o archivos.
}
cli-effect-both = Esto borra { $deletes } y cambia { $updates } de las tareas y los archivos.
cli-confirm-needed = { $effect } No se ha cambiado nada.
cli-confirm-needed-hint = Si es lo que quiere, repítalo con --confirm.
cli-confirm-sensitive = { $files } decide qué se compila, instala o ejecuta. No se ha cambiado nada.
cli-confirm-sensitive-ask = { $files } decide qué se compila, instala o ejecuta. Escriba { $number } para seguir:
cli-confirm-ask = { $effect } Escriba { $number } para seguir:
cli-confirm-declined = Sin confirmar. No se ha cambiado nada.
cli-confirm-declined-hint = Si es lo que quiere, repítalo y escriba el número, o añada --confirm.
cli-cannot-apply-hint = Firme también lo que hace falta, rechace o edite estos puntos, o aplique solo el resto con --best-effort. No se ha cambiado nada.
cli-apply-ask = { $count ->
    [one] ¿Aplicar 1 cambio firmado? [Y/n]
   *[other] ¿Aplicar { $count } cambios firmados? [Y/n]
}
cli-apply-all-ask = ¿Firmar y aplicar todo? [y/N]
cli-lasting-ask = { $count ->
    [one] Esto no se puede deshacer. ¿Llevarlo a cabo también? [y/N]
   *[other] Estos { $count } no se pueden deshacer. ¿Llevarlos a cabo también? [y/N]
}
cli-invalid-left = Se omite por no ser válido: { $items }.
cli-needs-left = Se omite por lo que necesita: { $items }.
cli-lasting-left = Omitido, porque no se puede deshacer: { $items }.
cli-lasting-left-hint = Fírmelo por su número, p. ej. countersign sign { $set } { $item }, o indique --confirm.
cli-deferred-left = { $count ->
    [one] Todo lo de #{ $set } está decidido: un punto se aplazó.
   *[other] Todo lo de #{ $set } está decidido: { $count } puntos se aplazaron.
}
cli-deferred-left-hint = Fírmelo por su número: countersign sign { $set } { $item }
cli-run-all-besides = { $count ->
    [one] Con ellos, un cambio que no es un comando: { $items }
   *[other] Con ellos, { $count } cambios que no son comandos: { $items }
}
cli-item-ask = { $item } { $label }  { $y } firmar, { $n } rechazar, { $d } aplazar, { $a } firmar y aplicar todo, { $q } parar:
cli-item-keys = Escriba y, n, d, a o q, o diga en una frase qué debe cambiar.
cli-apply-keys = Escriba y o n, o diga en una frase qué debe cambiar.
cli-yes-no = Escriba y o n.
cli-typed-early = Se omite lo escrito antes de que apareciera la pregunta: no responde nada.

## Preguntar
cli-consumed = «{ $text }» se ha leído como { $meaning }.
cli-consumed-part = «{ $text }» como { $meaning }
cli-consumed-list = Se ha leído { $parts }.
cli-warning = Aviso: { $code }
cli-answer-hint = Responder: countersign ask --session { $session } "…"
cli-answer-earlier = Si eso responde a «{ $title }»: countersign ask --session { $session } "…"
cli-answer-prompt = { $first }–{ $last }, u otras palabras:
cli-answer-prompt-one = { $first }, u otras palabras:
cli-answer-free = Su respuesta:
cli-run-failed = La petición ha fallado. No se ha cambiado nada.
cli-run-failed-hint = Inténtelo de nuevo, o ejecute countersign doctor.
cli-no-session = No hay ninguna conversación que continuar.
cli-no-session-hint = Omita --continue.
cli-status = { $todos ->
    [one] 1 tarea
   *[other] { $todos } tareas
}, { $inbox ->
    [0] no espera nada.
    [one] espera 1 conjunto de cambios: countersign inbox
   *[other] esperan { $inbox } conjuntos de cambios: countersign inbox
}
cli-prompt-help = Diga qué debe cambiar, p. ej. «llamar al dentista el viernes a las 9». Ctrl+D termina; countersign --help enumera todos los comandos.

## Historial
cli-log-empty = Aún no ha pasado nada.
cli-log-current = actual
cli-log-undoable = se puede deshacer
cli-log-changed = cambiada después de escribirse: no prueba nada
cli-log-unreadable = no se puede leer
cli-log-more = Más: countersign log --before { $entry }
cli-log-hint = Véase countersign log.
cli-redo-hint = countersign ask redo rehace lo último que se deshizo.
cli-actor-user = usted ({ $via })
cli-via-page = página
cli-via-terminal = terminal
cli-via-api = programa
cli-via-editor = editor
cli-actor-system = sistema
cli-verify-ok = { $count ->
    [one] El registro es íntegro: 1 entrada, ligada a la anterior.
   *[other] El registro es íntegro: { $count } entradas, cada una ligada a la anterior.
}
cli-verify-head = La última: @{ $entry } { $hash }
cli-doubles = { $count ->
    [one] Estas tareas tienen la misma identidad: { $todos }
   *[other] En { $count } casos hay tareas con la misma identidad: { $todos }
}
cli-doubles-todo = Una exportación se vuelve a leer solo con una de cada. Compárelas (countersign todos show) y elimine todas menos una.
cli-verify-empty = El registro está vacío.
cli-verify-broken = El registro está roto en @{ $entry }: { $what }.
cli-broken-missing = falta una entrada
cli-broken-changed = una entrada se cambió después de escribirse
cli-broken-reordered = una entrada está en el lugar de otra
cli-broken-unreadable = una entrada no se puede leer
cli-verify-means = Hasta @{ $last } las entradas están como se escribieron. Lo que hay en @{ $entry } y después no prueba nada.
cli-verify-means-none = Ninguna entrada prueba nada.
cli-verify-next = No se ha cambiado nada. Copie la carpeta de datos a otro sitio y compárela con una copia anterior o una exportación de audit.jsonl. Las tareas como están: countersign export json -o todos.json
cli-verify-differs = { $count ->
    [one] Lo guardado no es lo que dice el registro en 1 sitio:
   *[other] Lo guardado no es lo que dice el registro en { $count } sitios:
}
cli-verify-differs-next = El registro está íntegro y no se ha cambiado nada. countersign rebuild --write corrige lo guardado. Si no puede, countersign doctor dice qué hacer.
cli-differences-more = { $count ->
    [one] y 1 más
   *[other] y { $count } más
}
cli-stored-differs = { $count ->
    [one] Lo guardado no es lo que dice el registro en 1 sitio.
   *[other] Lo guardado no es lo que dice el registro en { $count } sitios.
} El registro está íntegro. Más: countersign verify
cli-rebuild-equal = { $entries ->
    [one] { $entries } entrada da
   *[other] { $entries } entradas dan
} { $todos ->
    [one] { $todos } tarea
   *[other] { $todos } tareas
} y { $sets ->
    [one] { $sets } conjunto de cambios
   *[other] { $sets } conjuntos de cambios
}: lo mismo que está guardado.
cli-rebuild-differs = { $count ->
    [one] 1 diferencia. No se ha cambiado nada; countersign rebuild --write sustituye lo guardado.
   *[other] { $count } diferencias. No se ha cambiado nada; countersign rebuild --write sustituye lo guardado.
}
cli-rebuild-written = { $count ->
    [one] 1 diferencia; lo guardado se ha sustituido por lo que dice el registro.
   *[other] { $count } diferencias; lo guardado se ha sustituido por lo que dice el registro.
}
cli-not-applied = De #{ $set } no hay aplicado nada de lo nombrado. No se ha cambiado nada.
cli-nothing-to-undo = No hay nada que deshacer.
cli-undo-stays = De #{ $set } puede deshacerse esto; lo que hizo { $entries } se queda.
cli-in-the-way = Lo impide: @{ $entry } punto { $item }, { $label }
cli-changed-since = «{ $title }»: { $field } era { $base } entonces, es { $now } ahora
cli-changed-outside = «{ $title }» se cambió después fuera de Countersign
cli-gone-outside = «{ $title }» no está: se borró o se movió fuera de Countersign

## Tareas
cli-todos-none = No hay tareas.
cli-todos-count = { $count ->
    [one] 1 tarea
   *[other] { $count } tareas
}
cli-mark-done = hecha
cli-mark-open = abierta
cli-mark-rejected = descartada
cli-overdue = { $date } con retraso
cli-missed = { $count } { $count ->
        [one] perdida
       *[other] perdidas
    } antes
cli-open-occurrence = abierta
cli-due = vence { $date }
cli-priority-high = alta
cli-priority-low = baja
cli-today = { $date } · hoy
cli-day-empty = nada
cli-add-unread = «{ $said }» se queda en el título: todos add no interpreta las palabras. --on, --at, --every y --due ponen una fecha; countersign { $title } la lee y la propone.
cli-edit-nothing = No se da ningún campo. No se ha cambiado nada.
cli-edit-nothing-hint = Por ejemplo: --on friday, --title "…", --clear date.
cli-edit-one = Diga qué elemento se edita. No se ha cambiado nada.
cli-edit-one-hint = Por ejemplo: countersign edit { $set }.1 --on friday
cli-edit-json = La operación no es JSON: { $why }. No se ha cambiado nada.
cli-edit-json-hint = Por ejemplo: --operation '{"{"}"op":"complete","id":5{"}"}'
cli-done-series = La tarea { $id } se repite: se hace fecha por fecha.
cli-done-series-hint = Diga cuál: countersign todos done { $id } --on { $date }.
cli-date-unread = «{ $text }» no se ha entendido
cli-date-unclear = «{ $text }» no está claro: { $note }
cli-date-hint = No se ha cambiado nada. Por ejemplo: viernes, mañana, la próxima semana, 2026-12-01.
cli-date-clear-hint = Para quitar una: --clear date.
cli-time-hint = No se ha cambiado nada. Por ejemplo: 9:00, a las 2 de la tarde.
cli-every-hint = No se ha cambiado nada. Por ejemplo: cada lunes, cada día laborable, cada 2 semanas.

## Archivos
cli-file-unreadable = { $file } no se puede leer: { $cause }
cli-file-unreadable-hint = Nombre un archivo de texto en UTF-8 que pueda leer.
cli-file-too-long = ocupa más de { $most } MB
cli-cause-missing = no existe ese archivo o carpeta
cli-cause-denied = no tiene permiso para eso
cli-cause-folder = es una carpeta
cli-cause-way = una parte de la ruta no es una carpeta
cli-cause-full = el disco está lleno
cli-cause-read-only = el disco es de solo lectura
cli-cause-text = no está en UTF-8
cli-file-unwritable = { $file } no se puede escribir: { $cause }
cli-file-unwritable-hint = Lo que había antes sigue ahí. Nombre otro lugar con -o.
cli-exported = { $file }: { $bytes } bytes escritos.
cli-export-warning = Aviso: { $message }
cli-import-problem = { $place }: { $message }
cli-import-unchanged = { $count ->
    [one] 1 tarea ya está aquí, igual.
   *[other] { $count } tareas ya están aquí, iguales.
}
cli-import-nothing = En el archivo no hay nada distinto. No se ha cambiado nada.
cli-import-unread = No se pudo leer nada del archivo. No se ha cambiado nada.

## Ajustes
cli-settings-effective = En vigor: zona { $zone }, hoy { $today }
cli-settings-set = { $name } es ahora { $value }
cli-setting-unknown = No hay ningún ajuste «{ $name }».
cli-setting-unknown-hint = Véase countersign settings get.

## Servidor
cli-serve-data = Datos: { $dir }
cli-serve-signed-out = Todas las páginas con sesión abierta la han cerrado: abra la dirección para volver a entrar.
cli-token-wrong = El token está vacío o contiene caracteres que una cabecera no puede llevar.
cli-token-hint = Use caracteres ASCII visibles sin espacios.
cli-token-short = El token tiene solo { $length } caracteres: quien lo adivine puede todo lo que usted puede. Omítalo para tener uno al azar, o haga uno: openssl rand -hex 16
cli-already-running = Ya hay un servidor en { $url } (proceso { $pid }).
cli-already-running-hint = Abra su página con la dirección que imprime countersign open.
cli-already-running-signed-in = No se ha cerrado la sesión de nadie: detenga antes ese servidor (kill { $pid }) e inícielo con --sign-out.
cli-not-running = No hay ningún servidor para esta carpeta de datos.
cli-not-running-hint = Inicie uno: countersign serve
cli-port-in-use = El puerto { $port } lo ocupa otro programa.
cli-port-in-use-hint = Tome otro: countersign serve --port 0 encuentra uno libre.
cli-cannot-listen = No se puede escuchar en el puerto { $port }: { $cause }
cli-server-ended = El servidor en { $url } ha terminado; se sigue sin él.
cli-server-lost = El servidor en { $url } no responde: { $cause }
cli-server-lost-hint = Lo que confirmó está a salvo. Mire con countersign log si llegó la última petición.
cli-answer-unreadable = { $what } no se ha podido leer: { $cause }
cli-answer-unreadable-hint = El servidor puede ser de otra versión: deténgalo e inicie este.
cli-answer-status = El servidor respondió con el estado { $status }.
cli-now-remote = Hay un servidor en marcha, y tiene su propio reloj.
cli-now-remote-hint = Omita --now, o pare el servidor.

## Carpeta de datos
cli-no-data = Aún no hay datos en { $dir }. Se crean con el primer uso, p. ej. con countersign todos add.
cli-no-home = No hay carpeta personal donde guardar datos.
cli-no-home-hint = Nombre una con --data DIR.
cli-data-in-use = Otro proceso usa { $dir }.
cli-data-in-use-hint = Espere a que termine, o use otra carpeta con --data DIR. No se ha cambiado nada.
cli-data-unwritable = No se puede escribir en { $dir }: { $cause }
cli-data-unwritable-hint = Lo guardado allí está a salvo y no se ha tocado. Haga que pueda escribir en la carpeta, o use otra con --data DIR.
cli-looking = No se puede escribir en { $dir }: esto es una copia. Todo se puede leer y exportar, nada se puede cambiar.
cli-serve-looking = { $why } Este servidor responde desde una copia: todo se puede leer y exportar, nada se puede cambiar. Corríjalo: continúa por sí solo.
cli-serve-waits = { $count ->
    [one] Hay un comando en marcha. Se le esperan { $seconds } s y luego se detiene; Ctrl+C lo detiene enseguida.
   *[other] Hay { $count } comandos en marcha. Se les esperan { $seconds } s y luego se detienen; Ctrl+C los detiene enseguida.
}

## Tiempo
cli-zone-unknown = «{ $zone }» no es una zona conocida.
cli-zone-hint = Use un nombre IANA como Europe/Berlin o America/New_York.
cli-now-wrong = «{ $text }» no es una hora.
cli-now-hint = Use 2026-11-21T10:00, o con zona 2026-11-21T10:00[Europe/Berlin].

## Para guiones
cli-dates-none = Ninguna fecha.
cli-dates-range = { $from } a { $to }
cli-dates-at = { $date } a las { $time }
cli-window-backwards = --from { $from } es posterior a --to { $to }.
cli-window-backwards-hint = Dé primero la fecha anterior.
cli-occurrences-usage = Dé la regla como JSON y --scheduled-for, o --batch.
cli-snapshot-hint = Una instantánea es {"{"}"todos":[…]{"}"}, como la escribe countersign export json.
cli-snapshot-unreadable = La instantánea { $file } no se puede leer: { $cause }
cli-snapshot-shape = La instantánea { $file } no tiene la lista "todos".
cli-snapshot-todo = La instantánea { $file } no se puede usar: todos[{ $place }]: { $cause }
cli-snapshot-id = id debe ser un número desde 1
cli-snapshot-title = title está vacío
cli-snapshot-twice = id { $id } está dos veces

## Examen
cli-doctor-ok = bien
cli-doctor-warn = aviso
cli-doctor-bad = mal
cli-doctor-zone = La zona es { $zone }.
cli-doctor-zone-unknown = La máquina no nombra ninguna zona; las fechas son las de UTC.
cli-doctor-zone-unknown-todo = Fije una: countersign settings set zone Europe/Berlin
cli-doctor-data = Se puede escribir en { $dir }.
cli-doctor-data-none = { $dir } aún no existe; se crea con el primer uso.
cli-doctor-data-open = Otros usuarios pueden escribir en { $dir }.
cli-doctor-data-open-todo = Hágala solo suya: chmod 700.
cli-doctor-data-writable = Otros usuarios pueden cambiar { $files }.
cli-doctor-data-writable-todo = Quíteles ese permiso: chmod go-w.
cli-doctor-server = Hay un servidor en { $url } (proceso { $pid }).
cli-doctor-no-server = No hay servidor; los comandos abren los datos ellos mismos.
cli-doctor-sqlite = La biblioteca SQLite es 3.51.3 o posterior.
cli-doctor-database = La base de datos está bien.
cli-doctor-database-none = Aún no hay base de datos.
cli-doctor-database-busy = Otro comando usa la base de datos; no se ha examinado.
cli-doctor-unreadable = { $file } no se puede leer como base de datos de este programa: { $cause }
cli-doctor-unreadable-todo = No se ha escrito nada en ella. 1. Copie { $dir } a un lugar seguro. 2. Una copia anterior de la carpeta sirve como está: countersign --data COPY doctor. 3. Una exportación va a una carpeta nueva: countersign --data NEW import todos.json --yes
cli-doctor-database-damaged = { $file } está dañado: { $damage }
cli-doctor-database-damaged-todo = 1. Copie { $dir } a un lugar seguro. 2. Si el registro de abajo es íntegro, las tareas y los conjuntos se pueden rehacer con él: countersign rebuild --write. 3. Si no, salve lo que se pueda leer y empiece con ello una carpeta nueva: countersign export json -o rescue.json, luego countersign --data NEW import rescue.json --yes
cli-doctor-projections = Las tareas y los conjuntos de cambios son lo que dice el registro.
cli-doctor-projections-differ = { $count ->
    [one] 1 diferencia entre lo guardado y lo que dice el registro.
   *[other] { $count } diferencias entre lo guardado y lo que dice el registro.
}
cli-doctor-projections-differ-todo = Mírelas con countersign rebuild; countersign rebuild --write las corrige.
cli-doctor-terminal = Un terminal: se puede preguntar.
cli-doctor-no-terminal = Sin terminal: no se pregunta nada; lo que necesitaría respuesta se rechaza.

## Otros
cli-meaning = { $meaning ->
    [scheduledFor] la fecha
    [timeOfDay] la hora
    [dueDate] el plazo
    [until] el fin de la repetición
    [recurrence] la repetición
    [estimate] la estimación
    [shift] el desplazamiento
    [labels] etiquetas
    [checklist] líneas de la lista de control
    [completed] hecha
    [title_contains] una palabra del título
    [list] su lista
    [priority] la prioridad
    [title] el título
    [notes] notas
    [status] el estado
    [reason] el motivo
    [overdue] atrasadas
    [repeating] que se repiten
   *[other] { $meaning }
}
cli-more-options = … y { $count } más: «more» las muestra, o diga cuál con sus palabras.
cli-finish-unknown = Ningún servidor se detiene con «{ $word }».
cli-finish-unknown-hint = Use stop, length o aborted, o quite --finish.
cli-schema-invalid = El esquema no se puede usar: { $cause }.
cli-schema-invalid-hint = Debe ser un JSON Schema (draft 2020-12); las referencias quedan dentro del archivo.
cli-input-not-utf8 = La entrada estándar no está en UTF-8: { $cause }.
cli-input-not-utf8-hint = Conviértala antes, p. ej. con iconv.
cli-explain-allow = Permitida ({ $class }): puede ejecutarse sin preguntar una vez que haya firmado la regla de ejecución automática.
cli-explain-prompt = Con pregunta ({ $class }): siempre un punto por firmar.
cli-explain-fails = Rechazada aquí ({ $class }): donde se ejecutaría, fallaría.
cli-explain-refused = Rechazada ({ $class }): así no se puede proponer.
cli-explain-never = Nunca ({ $class }): se rechaza, también con firma.
cli-explain-part = { $command }: { $verdict }
cli-explain-part-why = { $command }: { $verdict }; { $why }
cli-patch-usage = Dé --file, o --batch.
cli-patch-applies = Se aplica: { $added } añadidas, { $removed } quitadas.
cli-patch-no-change = No cambia nada.
cli-patch-deletes = Borra el archivo.
cli-patch-renames = Cambia el nombre del archivo a { $path }.
cli-patch-copies = Copia el archivo a { $path }.
cli-patch-mode = Pone sus permisos en { $mode }.
cli-patch-refused = Rechazado ({ $reason }): { $message }
cli-patch-place = línea { $line } ({ $kind })
cli-patch-near = Lo más parecido, línea { $line }:
cli-patch-more = … líneas que faltan: { $count }
cli-serve-model = Modelo: { $model }.
cli-workspace-none = Aquí no hay ninguna carpeta de trabajo abierta.
cli-workspace-gone = (la carpeta ya no existe)
cli-workspace-opened = { $root } está abierta como { $id }. Nada en ella se cambia sin su firma.
cli-workspace-closed = { $id } está cerrada. Sus archivos y su historial quedan como están.
cli-workspace-unknown = Ninguna carpeta abierta se llama «{ $name }».
cli-workspace-open = Abiertas están: { $names }
cli-workspace-hint = Abra una carpeta: countersign workspace open DIR
cli-propose-hint = El archivo contiene {"{"}"operations": […]{"}"}, una lista de operaciones, una sola, o una edición que nombra sus archivos, por ejemplo un diff; para otras añada --path.
cli-propose-patch-hint = Envíe un diff unificado, bloques de buscar y reemplazar o *** Begin Patch, completo.
cli-propose-empty = No hay nada que leer: no se ha dado ninguna edición ni operación.
cli-propose-empty-hint = Dé un archivo, o envíelo por la entrada estándar, p. ej. git diff | countersign propose --patch -
cli-propose-no-path = La edición no dice para qué archivo es.
cli-propose-no-path-hint = Nómbrelo con --path.
cli-propose-no-file = no existe ese archivo
cli-propose-no-text = el archivo no es texto
cli-diff-all = Véalo entero antes de firmar: countersign show { $item } --all
cli-diff-binary = El archivo no es texto; el cambio solo se puede firmar entero.
cli-diff-hunk = parte { $n }
cli-diff-more = … líneas que faltan: { $count }
cli-diff-since = Desde que se propuso, el archivo ha cambiado:
cli-doctor-sandbox-bwrap = Los comandos se ejecutan en bubblewrap: solo se puede escribir en la carpeta de trabajo, los secretos quedan ocultos, sin red.
cli-doctor-sandbox-landlock = Los comandos se ejecutan bajo Landlock y seccomp: { $missing }.
cli-doctor-sandbox-none = No hay sandbox; se pregunta por cada comando: { $missing }.
cli-doctor-sandbox-todo = Instale bubblewrap (apt install bubblewrap) y compruebe que pueda crear espacios de nombres.
cli-run-ask = { $y } ejecutar una vez, { $a } añadir y ejecutar, { $n } omitir:
cli-run-keys = Escriba y, a o n.
cli-run-stopping = Deteniendo el comando …
cli-run-no-workspace = No hay ninguna carpeta de trabajo abierta ni carpeta { $name }: { $cause }
cli-run-no-workspace-hint = Nombre una carpeta de trabajo abierta o una carpeta que abrir como tal.
cli-run-open-ask = { $root } no está abierta como carpeta de trabajo. ¿Abrirla para que los comandos firmados se ejecuten en ella? y/n:
cli-run-not-open = { $root } no está abierta como carpeta de trabajo. No se ha ejecutado nada.
cli-run-not-open-hint = Ábrala: countersign workspace open . — o nómbrela: countersign run --workspace . "…"
cli-sandbox-hint = Póngalo en bwrap, landlock o none, o déjelo vacío.
cli-item-runs-in = se ejecuta en
cli-item-judged = juzgada
cli-verdict = { $verdict ->
    [allow] en la lista de comandos conocidos
    [prompt] necesita una firma
   *[never] nunca se ejecuta
}
cli-class = { $class ->
    [read_only] solo lee
    [project] ejecuta código del proyecto
    [write] escribe archivos
    [network] usa la red
    [interpreter] ejecuta código en un intérprete
    [shell] necesita un shell
    [destructive] borra o sobrescribe
    [control_plane] alcanza lo que le protege
   *[unknown] desconocida
}
cli-item-sandbox = sandbox
cli-item-environment = entorno
cli-item-words = palabras
cli-item-exit = código de salida
cli-item-output = salida
cli-agent-none = Ninguna ejecución del agente espera.
cli-agent-none-hint = Empiece una con countersign agent, o nómbrela con --run.
cli-agent-none-here = En la última conversación no espera nada.
cli-agent-none-in = En esta conversación no espera nada.
cli-agent-elsewhere = Otra espera: { $title }. Dígalo en ella: countersign continue --session { $session }
cli-agent-summary-waits = El resumen del trabajo espera: primero guárdelo, cámbielo o descártelo. No se guardó nada.
cli-agent-cancelled = Detenida. No se ha cambiado nada.
cli-agent-stopping = Deteniendo la ejecución …
cli-agent-step-pending = { $mark }{ $n }. { $title } (por hacer)
cli-agent-step-running = { $mark }{ $n }. { $title } (en curso)
cli-agent-step-completed = { $mark }{ $n }. { $title } (hecho)
cli-agent-step-failed = { $mark }{ $n }. { $title } (fallido): { $why }
cli-agent-step-cancelled = { $mark }{ $n }. { $title } (sin empezar)
cli-agent-tool-completed = {"    "}{ $call } → { $result }
cli-agent-tool-queued = {"    "}{ $call } → espera su firma
cli-agent-tool-failed = {"    "}{ $call } ❌ { $result }
cli-plain-tool-completed = {"    "}{ $call }: { $result }
cli-plain-tool-queued = {"    "}{ $call }: espera su firma
cli-plain-tool-failed = {"    "}{ $call } (ha fallado): { $result }
cli-agent-paused = { $done } hechos, { $left } pendientes, { $queued ->
    [one] 1 cambio
   *[other] { $queued } cambios
} en cola.
cli-agent-approval = { $count ->
    [one] 1 llamada a una herramienta pide
   *[other] { $count } llamadas a herramientas piden
} su permiso; tras un minuto sin respuesta se deniega.
cli-agent-summary = Resumen del trabajo, aún sin guardar:
cli-agent-summary-action = Acción
cli-agent-summary-details = Detalles
cli-agent-summary-result = Resultado
cli-agent-summary-tools = Herramientas
cli-agent-summary-saved = El resumen queda guardado.
cli-agent-summary-discarded = El resumen se descarta. El registro de la ejecución permanece.
cli-agent-ask-continue = { $y } seguir, { $a } seguir sin esperar, { $s } parar aquí, o diga qué debe cambiar:
cli-agent-keys-continue = Escriba y, a, s o una frase.
cli-agent-ask-approval = y permitir, n no permitir, o los números de las que se permiten:
cli-agent-keys-approval = Escriba y, n o números como 1, 3.
cli-agent-ask-summary = { $s } guardar, { $e } editar, { $d } descartar:
cli-agent-keys-summary = Escriba s, e o d. Hasta entonces no se guarda nada.
cli-agent-edit-action = Acción:
cli-agent-edit-details = Detalles:

## Trabajo en una carpeta de proyecto
cli-work-loaded = { $count ->
    [one] 1 archivo cargado: { $names }
   *[other] { $count } archivos cargados: { $names }
}
cli-work-cut = su comienzo
cli-work-left-out = No cargado: { $reason }
cli-work-urls = Anotado, no descargado: { $urls }
cli-work-step-done = hecho:
cli-work-step-open = pendiente:
cli-work-next = Puede decir a continuación:
cli-work-diff-more = … más: countersign show { $item }
cli-work-about = --about nombra un conjunto, no un comando.
cli-work-about-hint = Nombre el elemento, p. ej. --about 14.2.

## Agentes
cli-acp-waits = Esperando a un editor que hable el Agent Client Protocol en la entrada estándar. Lo inicia un editor: countersign help acp.
cli-acp-sign = Firmar
cli-acp-reject = Rechazar
cli-acp-later = Más tarde
cli-acp-words = Con mis palabras
cli-acp-step-failed = { $title } (ha fallado)
cli-acp-step-cancelled = { $title } (no empezado)
cli-acp-go-on = Seguir
cli-acp-stop = Parar aquí
cli-acp-allow = Permitir
cli-acp-deny = No permitir
cli-acp-keep = Conservarlo
cli-acp-discard = Descartarlo
cli-acp-confirm-title = ¿Aplicar de todos modos el conjunto { $set }?
cli-acp-confirm = Aplicarlo
cli-acp-drifted = { $count } de { $total } ya no encajan: cambió aquello en lo que se basan. ¿Aplicar los firmados sin ellos ({ $signed })?
cli-acp-left = Nada de esto está hecho: espera en Countersign.
cli-acp-rest = { $count ->
    [one] 1 cambio espera. Decídalo aquí con /inbox, o en otro lugar: countersign show { $set }
   *[other] { $count } cambios esperan. Decídalos aquí con /inbox, o en otro lugar: countersign show { $set }
}
cli-acp-unshown = El cambio es demasiado largo para mostrarse aquí, no es texto o se hizo para una versión anterior del archivo. Véalo: countersign show { $item }
cli-acp-unread = Aquí solo se leen texto, archivos e imágenes. El resto de la petición se dejó fuera.
cli-acp-unsaved = { $path } tiene en el editor cambios sin guardar. Se lee y se cambia lo que está en el disco: guárdelo primero.
cli-acp-mode = { $mode ->
    [chat] Solo respuestas.
    [plan] Siempre una propuesta o una pregunta.
    [agent] Un modelo trabaja en ello por pasos, con herramientas.
   *[other] Según lo que diga.
}
cli-acp-inbox = Decidir todo lo que espera su firma
cli-acp-no-session = La conversación { $id } no está abierta aquí.
cli-acp-no-session-hint = Cárguela o empiece una nueva.
cli-acp-no-mode = No hay modo { $mode }.
cli-mcp-waits = Esperando a un programa que hable el Model Context Protocol en la entrada estándar. Lo inicia un editor o un agente: countersign help mcp.
cli-set-in = en { $folders }
cli-proposed-by = Propuesto por { $agent }
cli-wake-proposed = { $count ->
    [0] Nada nuevo que proponer.
    [one] 1 cambio propuesto.
   *[other] { $count } cambios propuestos.
}
cli-wake-waits = { $count ->
    [one] 1 hallazgo ya está esperando.
   *[other] { $count } hallazgos ya están esperando.
}
cli-wake-refused = { $count ->
    [one] 1 hallazgo no se propone de nuevo: lo rechazó o lo aplazó, o ya es así.
   *[other] { $count } hallazgos no se proponen de nuevo: los rechazó o los aplazó, o ya es así.
}
cli-wake-retracted = { $count ->
    [one] 1 propuesta anterior se ha retirado: ya no es válida.
   *[other] { $count } propuestas anteriores se han retirado: ya no son válidas.
}
cli-wake-left = { $count ->
    [one] 1 más queda para después: ya hay bastante esperando.
   *[other] { $count } más quedan para después: ya hay bastante esperando.
}
cli-decisions-empty = Aún no hay decisiones.
cli-decisions-none = Ninguna decisión es así.
cli-decisions-more = Anteriores: countersign decisions --before { $next }
cli-decisions-forgotten = Olvidado: { $label } ({ $at }). Los agentes ya no lo sabrán.
cli-decisions-restored = Recordado de nuevo: { $label } ({ $at }).
cli-decisions-waiting = Espera su decisión:
cli-decisions-notes = Las notas del agente:
cli-reason-wrong-target = destino equivocado
cli-reason-wrong-value = valor equivocado
cli-reason-my-wording = mi redacción
cli-reason-not-now = ahora no
cli-reason-not-needed = no hace falta
cli-reason-too-risky = demasiado arriesgado
cli-reason-already-done = ya está hecho
cli-reason-duplicate = duplicado
cli-reason-other = otro

## Stored outputs
cli-outputs-none = Aquí no hay ninguna salida guardada.
cli-outputs-more = … y { $count } más
cli-outputs-failed = falló
cli-outputs-size = { $count ->
    [one] 1 carácter
   *[other] { $count } caracteres
}
cli-outputs-array = { $name }: { $count ->
    [one] 1 elemento
   *[other] { $count } elementos
}
cli-outputs-matches = { $count ->
    [one] 1 línea
   *[other] { $count } líneas
}
cli-outputs-next = Más con --offset { $offset }
cli-outputs-default-hint = Escriba JSON: null, 0 o "texto" con sus comillas.

## Modelos
cli-model-size-unknown = tamaño desconocido
cli-model-up = responde
cli-model-down = no responde
cli-model-unasked = sin preguntar
cli-model-installed = { $count ->
    [0] No hay nada instalado.
    [one] 1 modelo está instalado:
   *[other] { $count } modelos están instalados:
  }
cli-model-partial = { $name }: hay { $received } descargados; pull continúa, remove los quita.
cli-model-curated = Se pueden descargar con pull:
cli-model-needs = { $download } por descargar, { $memory } de memoria
cli-model-score = { $right } % de { $cases } casos del todo bien
cli-model-unmeasured = no medido aquí
cli-model-free = { $free } libres en { $folder }
cli-model-offer = { $name }: { $size } de { $source }
cli-model-resumes = { $received } ya están aquí; la descarga sigue desde ahí.
cli-model-licence = Licencia: { $licence }
cli-model-unpinned = No se conoce la suma de control de antemano; se guarda la del archivo que llegue.
cli-model-room = Hay { $free } libres en ese disco.
cli-model-ask = ¿Descargar y aceptar la licencia? y/n:
cli-model-unconfirmed = La licencia { $licence } no está confirmada. No se ha descargado nada.
cli-model-unconfirmed-hint = Léala y añada --yes.
cli-model-progress = { $received } de { $total }
cli-model-checking = Comprobando …
cli-model-waiting = Otro proceso descarga lo mismo; se espera.
cli-model-pulled = { $name } está instalado: { $size }.
cli-model-use-it = Para usarlo: countersign model use { $name }
cli-model-stopped = La descarga de { $name } se detuvo. No se instaló nada.
cli-model-stopped-hint = pull continúa donde se detuvo.
cli-model-chosen = { $name } responde desde ahora.
cli-model-overridden = Aún no: decide el entorno. En uso: { $used }
cli-model-none = No hay ningún modelo { $name } aquí.
cli-model-none-hint = countersign model list muestra lo que hay y lo que se puede descargar.
cli-model-sound = { $name } es el archivo instalado: { $size }, la suma y la cabecera coinciden.
cli-model-answers = { $name } responde: { $abilities }
cli-model-remove-ask = ¿Quitar { $name } ({ $size })? y/n:
cli-model-kept = { $name } sigue ahí. No se ha cambiado nada.
cli-model-kept-hint = Añada --yes para quitarlo.
cli-model-removed = { $name } se ha quitado; { $size } libres de nuevo
cli-eval-no-model-hint = Indique uno: --model NAME, o --model none para el planificador solo.
cli-eval-bad-cases = { $count ->
    [one] 1 línea no es un caso.
   *[other] { $count } líneas no son casos.
  }
cli-eval-other-run = Ese archivo es de otra ejecución. No se ha cambiado nada.
cli-eval-other-run-hint = Indique otro archivo, o empiece con el mismo modelo, casos y partes.
cli-eval-not-a-run = Ese archivo no es de una ejecución.
cli-eval-not-a-run-hint = Indique un archivo hecho con --out.
cli-eval-other-cases = Ese archivo es de otros casos: no hay nada que comparar.
cli-eval-other-cases-hint = Indique una ejecución de los mismos casos.
cli-eval-progress = { $done } de { $all }
cli-eval-valid = utilizable
cli-eval-operation = operación correcta
cli-eval-target = tareas correctas
cli-eval-right = del todo bien
cli-eval-wrong-sure = mal, pero seguro
cli-eval-offered = preguntó, con lo correcto entre las respuestas
cli-eval-cost = Modelo preguntado en { $asked } casos: { $read } → { $written } tokens; mediana { $first } s hasta el primer token, { $each } s por caso; { $all } s en total.
cli-eval-failed = El modelo falló en { $count ->
    [one] { $count } caso
   *[other] { $count } casos
}: { $why }
cli-eval-no-cases = No hay ningún caso que juzgar.
cli-eval-no-cases-hint = Indique un archivo con casos, un tipo que aparezca en él, y --most de 1 o más.
cli-eval-against = De { $n } pares, solo esta ejecución acierta en { $this }, solo la otra en { $other } (McNemar exacto, p = { $p }).

# Standing rules, and runs of several commands.
cli-actor-rule = regla { $rule } ({ $name })
cli-rules-none = No hay ninguna regla firmada. Todo espera su firma.
cli-rule-active = activa
cli-rule-used-up = agotada
cli-rule-expired = caducada
cli-rule-suspended = suspendida
cli-rule-revoked-word = revocada
cli-rule-uses = usada { $uses }×
cli-rule-uses-of = usada { $uses } de { $cap }
cli-rule-until = hasta { $date }
cli-rule-from = de { $item }
cli-rule-made = Regla { $id } firmada: { $name } se ejecuta sin preguntar en { $workspace } hasta { $date }.
cli-rule-revoked = Regla { $id } revocada: { $name } vuelve a esperar su firma.
cli-rule-judged = juzgado
cli-rule-lets = La regla lo deja pasar.
cli-rule-lets-not = La regla no lo deja pasar.
cli-rule-waits = Ninguna regla lo deja pasar; espera su firma.
cli-rule-covered = Se ejecuta sin preguntar por la regla { $rules }.
cli-rule-past = Habría coincidido con { $matched ->
    [one] { $matched } decisión anterior
   *[other] { $matched } decisiones anteriores
}: { $signed ->
    [one] { $signed } firmada
   *[other] { $signed } firmadas
}, { $rejected ->
    [one] { $rejected } rechazada
   *[other] { $rejected } rechazadas
}.
cli-rule-suggested = Añadir y ejecutar recordaría: { $prefixes }
cli-rule-never = Ninguna regla puede dejar pasar este comando.
cli-rule-never-hint = Fírmelo cada vez. No se ha cambiado nada.
cli-rule-one-command = Solo se puede recordar un comando a la vez.
cli-rule-words = { $most ->
    [one] Solo se puede recordar 1 palabra.
   *[other] Se pueden recordar de 1 a { $most } palabras.
}
cli-rule-words-hint = Dé un número de palabras, o ninguno para el más corto que sea seguro.
cli-rule-ask = ¿Recordar «{ $prefix }» en { $workspace } durante { $days ->
    [one] { $days } día
   *[other] { $days } días
}? y sí, un número para tantas palabras, n no:
cli-rule-keys = Escriba y, n o un número de palabras.
cli-run-all-hint = Fírmelos: countersign run-all { $set } --all
cli-run-all-model = { $model }: { $why }
cli-run-all-remaining = Quedan por ejecutar: { $commands }
cli-run-all-unsigned = { $item } necesita su firma: { $command }
cli-run-all-resume = Seguir: countersign run-all { $set } --resume
cli-run-all-will-pause = Se detendrá cuando termine el comando en curso. Después, seguir: countersign run-all { $set } --resume
cli-run-all-again = Ejecutar el resto: countersign run-all { $set }


# Sesiones y planes
cli-sessions-none = Aquí no hay ninguna sesión.
cli-sessions-unfound = Ninguna sesión contiene esas palabras.
cli-session-untitled = (aún sin nombre)
cli-session-messages = { $count ->
    [one] 1 mensaje
   *[other] { $count } mensajes
}
cli-session-is-archived = archivada
cli-session-is-deleted = eliminada
cli-session-begun = La sesión { $id } ha comenzado.
cli-session-renamed = La sesión { $id } se llama ahora { $title }.
cli-session-archived = La sesión { $id } está archivada. Se encuentra con sessions list --state archived.
cli-session-deleted = La sesión { $id } está eliminada. Para recuperarla: countersign sessions restore { $id }
cli-session-restored = La sesión { $title } está de vuelta.
cli-session-ambiguous = Más de una sesión empieza por { $id }.
cli-session-hint = Verlas todas: countersign sessions list --state all
cli-plan-same = El plan ya dice lo mismo. No se ha cambiado nada.
cli-plan-save = ¿Guardar esto? [y/N]
cli-plan-unsaved = No se ha cambiado nada. Para guardar: lo mismo con --yes
cli-plan-mended = El documento tal como lo ha dejado el modelo:
cli-plan-mended-next = No se ha cambiado nada. Para guardar exactamente esto: póngalo en un archivo (con -o ARCHIVO) y countersign plan import ARCHIVO --yes
cli-plan-mended-file = No se ha cambiado nada. Para guardar exactamente esto: countersign plan import { $file } --yes
cli-plan-field-status = estado
cli-plan-field-goal = objetivo
cli-plan-field-criteria = criterio de aceptación
cli-plan-field-made = decidido
cli-plan-field-rejected = descartado
cli-plan-field-log = registro de ejecución
cli-plan-field-other = otros
cli-plan-saved = Guardado como versión { $version } del plan.
cli-plan-unread = la línea { $line } no se entendió y se conserva en «Other»: { $text }
cli-plan-needs-goal = No tiene objetivo; en este estado un plan necesita uno.
cli-plan-needs-criterion = No tiene criterio de aceptación; en este estado un plan necesita uno.
cli-plan-no-criterion = El plan no tiene el criterio { $n }.
cli-instructions-there = { $file } ya existe. No se ha escrito nada.
cli-instructions-there-hint = Escriba la plantilla en otro archivo y tome de ella lo que quiera.
cli-plan-hint = Verlo: countersign plan show
cli-session-exported = Escrito en { $folder }: plan_doc.md, chat_history.log, session.json
cli-session-plan-kept = El documento del plan estaba editado: se conserva como { $file }. Para adoptarlo: countersign plan import

## Learned rules and subscriptions
cli-wake-by-rules = { $count ->
    [one] Sus reglas han hecho 1 cambio.
   *[other] Sus reglas han hecho { $count } cambios.
}
cli-wake-on = Se despierta con cambios de: { $list }
cli-wake-on-none = No se despierta con ningún cambio.
cli-rule-flags = { $flag } está detrás de las palabras, donde sería una de ellas.
cli-rule-flags-hint = Ponga { $flag } delante de las palabras. No se ha cambiado nada.
cli-run-covered = La regla { $rule } ya lo deja ejecutar: no se ha hecho ninguna regla nueva.
cli-rule-revoked-silent = Regla { $id } revocada: los agentes pueden volver a proponer esto ({ $name }).
cli-preview-timed-out = Terminado tras { $seconds } s.
cli-preview-exit = Terminó con el código { $code }.
cli-preview-signal = Lo terminó la señal { $signal }.
cli-preview-ignored = { $count ->
    [one] 1 archivo cambiado queda
   *[other] { $count } archivos cambiados quedan
} fuera por las reglas de exclusión.
cli-preview-left-out = No se puede proponer: { $path }{ $why ->
    [link] {" "}(un enlace)
    [link_out] {" "}(un enlace que lleva fuera de la carpeta)
    [pipe] {" "}(una tubería)
    [socket] {" "}(un socket)
    [device] {" "}(un dispositivo)
    [git] {" "}(pertenece a git)
    [secret] {" "}(contiene secretos)
    [name] {" "}(el nombre no es una ruta)
    [too_large] {" "}(mayor de 20 MB)
    [folder] {" "}(una carpeta vacía, compilada o que deja entrar a otros)
    [moved] {" "}(se movió adonde nada se puede proponer)
    [turned] {" "}(un archivo pasó a ser carpeta, o al revés)
    [rest] {" "}(más de lo que se propone de una vez)
   *[other] {""}
}
cli-preview-nothing = No cambia archivos. No se ha cambiado nada.
cli-preview-landlock = Probado sin bubblewrap: las rutas absolutas a la carpeta quedaban fuera de alcance. Los programas que las necesitan pueden haber fallado solo por eso.
cli-preview-not-tried = No se ha probado en una copia: el comando no espera una firma.
cli-preview-not-tried-hint = countersign show { $set } dice qué ha sido de él.
cli-meter-context = Contexto: { $percent } % de { $model }, { $used } de { $of } tokens, { $count ->
    [one] 1 mensaje
   *[other] { $count } mensajes
 } sin resumir.
cli-meter-measured = Contado como cuenta el modelo.
cli-meter-estimated = Estimado: el modelo aún no ha contado nada aquí.
cli-meter-storage = Almacenamiento: { $percent } % de { $of } MB, { $used } KB.
cli-meter-offer-context = El contexto está casi lleno. Seguir en una sesión nueva: countersign sessions handoff. En esta: countersign sessions extend. Tal como está: countersign sessions stay
cli-meter-offer-storage = El almacenamiento está casi lleno. Seguir en esta sesión: countersign sessions extend. En una nueva: countersign sessions handoff. Tal como está: countersign sessions stay
cli-handed-off = La sesión { $id } «{ $title }» continúa desde aquí. Puede deshacer lo que se cambió antes.
cli-extended = La sesión { $id } se ha ampliado: { $count ->
    [one] 1 mensaje resumido
   *[other] { $count } mensajes resumidos
 }. No se ha quitado nada.
cli-go-on = Continuar: countersign ask --session { $id } "…"
cli-go-on-with = A continuación: { $next }
    Continuar: countersign ask --session { $id } "…"
cli-nothing-offered = No se ofrece nada. No se ha cambiado nada.
cli-offer-declined = La sesión sigue tal como está. No se volverá a preguntar con este tamaño.
cli-bugs = { $count ->
    [0] Ningún error.
    [one] 1 error, { $open } sin resolver.
   *[other] { $count } errores, { $open } sin resolver.
}
cli-bug-message = mensaje { $n }
cli-folder-edited = El documento del plan se ha editado allí. Ver qué cambia y aceptarlo: countersign plan import
cli-plan-not-edited = El documento del plan en la carpeta de la sesión no se ha editado.
cli-plan-not-edited-hint = Indique un archivo, o edite allí plan_doc.md: countersign sessions folder
cli-agent-summary-criteria = Criterios
cli-agent-criterion-met = cumplido
cli-agent-criterion-open = aún no cumplido
cli-agent-criterion-new = nuevo, aún no cumplido
cli-agent-summary-decisions = Decidido
cli-agent-summary-rejected = Descartado
cli-agent-summary-goal = Objetivo
## Calibración
cli-calibrate-messages = { $count ->
    [one] 1 mensaje
   *[other] { $count } mensajes
}
cli-calibrate-decisions = Por decisión
cli-calibrate-stages = Por etapa
cli-calibrate-proposers = Por quien propone
cli-calibrate-thresholds = Umbrales
cli-calibrate-group = { $key }: { $messages }; elementos: { $signed } firmados, { $rejected } rechazados, { $undone } deshechos, { $undecided } sin decidir; conservados { $kept }
cli-calibrate-threshold = { $name } { $now }: conservados { $above } desde el umbral, { $below } por debajo
cli-calibrate-suggested = Propuesta: { $value }; conservados { $kept } desde ahí.
cli-calibrate-nothing = Sin propuesta: se decidió sobre { $n ->
    [one] { $n } mensaje
   *[other] { $n } mensajes
}; hacen falta al menos { $enough } conservados en su mayoría.
cli-calibrate-share = { $hits } de { $n } ({ $low }–{ $high } %)
cli-calibrate-none = 0 de 0
cli-agent-next-continue = Siguiente: countersign continue · continue --auto (sin esperar) · continue --stop
cli-agent-next-answer = Siguiente: countersign continue --answer "…" · continue --stop
cli-agent-next-approval = Siguiente: countersign continue --allow · continue 1,3 · continue --deny (sin respuesta en 60 s no se permite)
cli-agent-next-summary = Siguiente: countersign continue --summary save · continue --summary edit --action "…" --details "…" · continue --summary discard
cli-run-by-rule = La regla «{ $rule }» lo dejó ejecutarse. Más: countersign show { $set }

# Where a run stands, in one line: mode, stage, and what it was taken for or the tool that runs.
cli-run-mode = { $mode ->
    [chat] Chat
    [plan] Plan
    [agent] Agente
    [image] Imágenes
   *[auto] Auto
}
cli-run-stage = { $stage ->
    [analyzing] Analizando
    [routing] Clasificando
    [proposing] Proponiendo
    [validating] Comprobando
    [repairing] Corrigiendo
    [summarizing] Resumiendo
    [chatting] Respondiendo
    [planning] Planificando
    [executing] Trabajando
    [image] Imágenes
    [painting] Pintando
   *[other] { $stage }
}
cli-run-route = { $route ->
    [plan] como plan
    [chat] como chat
    [clarify] falta una respuesta
    [work] como trabajo en archivos
    [agent] como agente
    [image] como imágenes
   *[other] { $route }
}
# Lo que hizo en una copia un comando firmado por una regla, y lo que se fue con un comando.
cli-copy-made = { $count ->
    [one] Se ejecutó en una copia: 1 archivo cambiado espera su firma. countersign show { $set }
   *[other] Se ejecutó en una copia: { $count } archivos cambiados esperan su firma. countersign show { $set }
}
cli-copy-nothing = Se ejecutó en una copia. No hay nada que firmar.
cli-copy-gone = Se ejecutó en una copia, y lo que hizo allí se ha perdido: { $why }
cli-copy-more = Sin nombrar: { $count }
cli-lost = { $count ->
    [one] 1 archivo de su carpeta privada de temporales se fue con él: { $paths }.
   *[other] { $count } archivos de su carpeta privada de temporales se fueron con él: { $paths }.
}
cli-lost-least = Al menos { $count ->
    [one] { $count } archivo de su carpeta privada de temporales se fue con él
   *[other] { $count } archivos de su carpeta privada de temporales se fueron con él
}: { $paths }.
cli-lost-more = { $paths } y { $count } más
cli-lost-kept = { $count ->
    [one] 1 archivo de su carpeta privada de temporales está ahora en { $folder }: { $paths }.
   *[other] { $count } archivos de su carpeta privada de temporales están ahora en { $folder }: { $paths }.
}
cli-lost-least-kept = Al menos { $count ->
    [one] { $count } archivo de su carpeta privada de temporales está ahora en { $folder }
   *[other] { $count } archivos de su carpeta privada de temporales están ahora en { $folder }
}: { $paths }.
cli-rule-copied = en una copia
cli-rule-made-cap = { $cap ->
    [one] Puede usarse una vez.
   *[other] Puede usarse { $cap } veces.
}
cli-rule-made-copied = Los comandos bajo ella se ejecutan en una copia de la carpeta: lo que cambian allí espera su firma.

## Nombres de campos, palabras de sus valores y clases de entradas del historial.
cli-field-title = título
cli-field-notes = notas
cli-field-scheduledFor = fecha
cli-field-timeOfDay = hora
cli-field-dueDate = vencimiento
cli-field-priority = prioridad
cli-field-status = estado
cli-field-statusReason = motivo
cli-field-estimate = duración
cli-field-labels = etiquetas
cli-field-label = etiqueta
cli-field-checklist = lista
cli-field-recurrence = repetición
cli-field-completedDates = fechas completadas
cli-field-skippedDates = fechas omitidas
cli-field-moved = fechas movidas
cli-field-extra = otros datos
cli-field-occurrence = fecha de la serie
cli-field-exists = existe
cli-field-content = contenido
cli-field-undo = deshacer
cli-priority-medium = media
cli-todo-open = abierta
cli-todo-in-progress = en curso
cli-todo-groomed = preparada
cli-todo-blocked = bloqueada
cli-todo-on-hold = en espera
cli-todo-done = hecha
cli-todo-rejected = rechazada
cli-kind-proposed = propuesto
cli-kind-extended = ampliado
cli-kind-revised = revisado
cli-kind-decided = decidido
cli-kind-applying = empezado
cli-kind-applied = aplicado
cli-kind-expired = caducado
cli-kind-settings = ajustes
cli-kind-audit = anotado
cli-kind-rule-made = regla firmada
cli-kind-rule-used = regla usada
cli-kind-rule-suspended = regla suspendida
cli-kind-rule-revoked = regla revocada
cli-kind-rule-kept = regla retuvo
cli-kind-memory = memoria
cli-kind-session = conversación
cli-kind-plan = plan

cli-withdrawn = Lo que cambiaría lo cambió otro desde entonces. No se ha cambiado nada.
cli-withdrawn-hint = Dígalo otra vez sin --yes: entonces espera, y countersign rebase lo hace para lo que hay ahora.
cli-doctor-projections-broken-todo = El historial está dañado, así que no se rehace nada a partir de él. 1. Guarde las tareas tal como están: countersign export json -o todos.json. 2. Siga con una copia anterior de la carpeta: countersign --data COPIA doctor; o en una carpeta nueva: countersign --data NUEVA import todos.json --yes
cli-value-yes = sí
cli-value-no = no
## Imágenes
cli-images-none = Aquí no se guarda ninguna imagen.
cli-images-none-hint = Haga una: countersign image "un faro al anochecer".
cli-images-size = { $kind } { $width }×{ $height }, { $kilobytes } kB
cli-images-gone = retirada
cli-images-next = Siguiente: countersign images save { $ids } --folder CARPETA · images regenerate ID · images show ID -o ARCHIVO
cli-images-prompt = Petición
cli-images-revised = Petición según el proveedor
cli-images-url = De
cli-images-model = Modelo
cli-images-time = Hecha
cli-images-earlier = { $count ->
    [one] Se guarda { $count } versión anterior.
   *[other] Se guardan { $count } versiones anteriores.
  }
cli-images-deleted = { $id } se ha retirado. countersign images restore { $id } la recupera.
cli-images-restored = { $id } está de nuevo.
cli-images-proposed = { $count ->
    [one] { $count } imagen propuesta como archivo en el conjunto { $set }. No se escribe nada hasta que firme.
   *[other] { $count } imágenes propuestas como archivos en el conjunto { $set }. No se escribe nada hasta que firme.
  }
cli-images-seen = { $count ->
    [one] Se muestra { $count } imagen: { $names }
   *[other] Se muestran { $count } imágenes: { $names }
  }
cli-images-described = { $count ->
    [one] Otro modelo describe { $count } imagen: { $names }
   *[other] Otro modelo describe { $count } imágenes: { $names }
  }
cli-images-large = la imagen tiene más de 20 MB.
cli-images-large-hint = Hágala más pequeña. No se ha enviado nada.
cli-images-same = Ningún modelo de texto escribió peticiones distintas: todas las imágenes se hacen de la misma, numerada.
cli-doctor-projections-not-compared = Lo guardado no se ha comparado: el registro del que procede está dañado.
cli-run-running = El comando se ejecuta
cli-run-goes-on = El comando quizá siga. Mire con: countersign inbox
cli-images-no-file = { $file } no es un archivo.
cli-images-file-hint = Nombre un archivo PNG, JPEG, WebP o GIF que pueda leer. No se ha enviado nada.
cli-session-cancelled = Detenida.
cli-session-interrupted = Interrumpida: el servidor terminó en medio. Lo que había confirmado se conserva.
cli-session-unread = Una parte de lo que ocurrió no se puede leer; «countersign verify» dice cuál.

## The desk
cli-desk-deletes = { $count ->
    [one] Borra 1 tarea.
   *[other] Borra { $count } tareas.
}
cli-desk-adds = { $count ->
    [one] Añade 1 tarea.
   *[other] Añade { $count } tareas.
}
cli-desk-changes = { $count ->
    [one] Cambia 1 tarea.
   *[other] Cambia { $count } tareas.
}
cli-desk-erases = { $count ->
    [one] Borra 1 archivo.
   *[other] Borra { $count } archivos.
}
cli-desk-writes = { $count ->
    [one] Escribe 1 archivo.
   *[other] Escribe { $count } archivos.
}
cli-desk-runs = { $count ->
    [one] Ejecuta 1 comando.
   *[other] Ejecuta { $count } comandos.
}
cli-desk-undoable = Se puede deshacer.
cli-desk-only-looks = Solo lee: nada que deshacer.
cli-desk-for-good = No se puede deshacer.
cli-desk-marked = marcado
cli-desk-n-marked = { $count } con marca
cli-desk-n-applied = { $count } con aplicación
cli-n-signed = { $count ->
    [one] { $count } firmado
   *[other] { $count } firmados
}
cli-desk-n-rejected = { $count } con rechazo
cli-desk-n-deferred = { $count } para después
cli-desk-n-drifted = { $count } sin base
cli-desk-n-open = { $count } por decidir
cli-n-undone = { $count } deshechos
cli-n-failed = { $count } con error
cli-n-unknown = { $count } con resultado desconocido
cli-desk-effect = Aplicar { $count }
cli-desk-effect-delete = { $count ->
    [one] Borrar 1 tarea
   *[other] Borrar { $count } tareas
}
cli-desk-effect-erase = { $count ->
    [one] Borrar 1 archivo
   *[other] Borrar { $count } archivos
}
cli-desk-effect-run = { $count ->
    [one] Ejecutar 1 comando
   *[other] Ejecutar { $count } comandos
}
cli-desk-sure = ¿{ $effect }? y sigue; con otra tecla no se cambia nada.
cli-desk-applying = Aplicando … { $seconds } s
cli-desk-applying-already = Ya se está aplicando. No se ha enviado nada más.
cli-desk-set-ready = Listo
cli-desk-set-partly = Decidido en parte
cli-desk-set-applying = Aplicando
cli-desk-set-empty = Este conjunto de cambios está vacío.
cli-desk-filter-none = Nada coincide con el filtro.
cli-desk-early = Aún se comprueba; los puntos pueden cambiar.
cli-desk-renewed = { $count ->
    [one] v{ $version }: ha cambiado 1 punto, sus marcas siguen.
   *[other] v{ $version }: han cambiado { $count } puntos, sus marcas siguen.
}
cli-desk-drifted = { $count ->
    [one] 1 punto está sin base: ha cambiado aquello en lo que se apoya. r lo rehace.
   *[other] { $count } puntos están sin base: ha cambiado aquello en lo que se apoyan. r rehace uno.
}
cli-desk-unsure = Nadie ha contestado; no se sabe si se aplicó. a pregunta otra vez: se aplica una vez como mucho.
cli-desk-receipt = Entrada @{ $entry } · { $hash } · g l y luego u lo deshace
cli-desk-applied-before = Aplicado como entrada { $entry }.
cli-desk-filtered = Filtro: { $words } (/ lo cambia)
cli-desk-deleted = Borrada
cli-desk-group-add = Añadir
cli-desk-group-change = Cambiar
cli-desk-group-delete = Borrar
cli-desk-group-run = Ejecutar
cli-desk-group-files = Archivos
cli-desk-group-none = De este grupo no se puede firmar nada más a la vez; lo irreversible se firma de uno en uno.
cli-desk-empty = ¿Qué debe cambiar?
cli-desk-empty-text = Dígalo en una frase. Countersign propone; nada cambia hasta que usted firma, y los cambios de tareas y archivos se pueden deshacer.
cli-desk-example-1 = Añade «Pagar el alquiler» mañana a las 9, prioridad alta
cli-desk-example-2 = Cada lunes: regar las plantas
cli-desk-example-3 = ¿Qué vence esta semana?
cli-desk-sheet-empty = Los cambios propuestos aparecen aquí, uno por línea. Usted decide cada uno.
cli-desk-sheet-inbox = g i abre la entrada (desde el texto: antes Esc).
cli-desk-placeholder = Pregunte o describa un cambio…
cli-desk-answer-here = Un número o sus palabras…
cli-desk-review-here = Enter: revisar lo propuesto · o diga qué más…
cli-desk-answer-how = Conteste abajo con un número o con sus palabras.
cli-desk-section-which = ¿Cuál?
cli-desk-section-when = ¿Cuándo?
cli-desk-section-series = ¿Esta fecha o la serie?
cli-desk-section-duplicate = Ya hay una
cli-desk-section-value = ¿Qué valor?
cli-desk-sent = Enviado
cli-desk-planner = planificador integrado
cli-desk-interrupted = El servidor paró antes de terminar. No se ha cambiado nada.
cli-desk-waits = Le espera: responda abajo
cli-desk-how-continue = Responda abajo: continuar, continuar sin esperar, parar, o qué debe cambiar.
cli-desk-how-approval = Responda abajo: sí, no, o los números de las que se permiten.
cli-desk-how-summary = Escriba abajo guardar o descartar, o editar y lo que se hizo | los detalles.
cli-desk-no-agent = No hay ningún modelo: aquí nadie puede trabajar por sí solo.
cli-desk-waiting = { $count } en espera
cli-desk-away = El servidor no contesta. No se ha cambiado nada. Se intenta otra vez …
cli-desk-away-short = sin servidor
cli-desk-reading = Leyendo …
cli-desk-page-desk = Mesa
cli-desk-page-inbox = Entrada
cli-desk-page-todos = Tareas
cli-desk-page-ledger = Libro
cli-desk-tab-preview = Vista previa
cli-desk-tab-why = Por qué
cli-desk-tab-checks = Controles
cli-desk-tab-raw = Original
cli-desk-side-before = antes
cli-desk-side-after = después
cli-desk-check-valid = Todos los valores son válidos.
cli-desk-check-current = Aquello en que se basa no ha cambiado.
cli-desk-why-asked = Pedido
cli-desk-why-by = Propuesto desde
cli-desk-why-when = Propuesto el
cli-desk-why-decided = Decidido el
cli-desk-why-expires = Caduca
cli-desk-source-request = su petición
cli-desk-source-sent = operaciones enviadas con su clave, por usted o un programa
cli-desk-source-direct = su propio cambio
cli-desk-source-compat = un programa con su clave
cli-desk-source-import = una importación ({ $what })
cli-desk-source-undo = deshacer la entrada { $what }
cli-desk-source-rewind = volver a la entrada { $what }
cli-desk-ask-reason = Rechazar: { $label }
cli-desk-ask-reason-how = Una cifra, sus palabras o solo Enter. Esc vuelve.
cli-desk-ask-edit-how = Campo { $n } de { $of }: ↑ ↓ otro campo, Enter guarda, Esc vuelve. Después hay que decidir de nuevo.
cli-desk-ask-exclude = Dejar fuera o volver a incluir: números como 1,3-5
cli-desk-ask-filter = Filtro: palabras, Enter lo deja, Esc lo borra
cli-desk-ask-count = Escriba { $number } y Enter para seguir; con otra cosa queda como está.
cli-desk-ask-conflict = Hay cambios posteriores en medio. 1 los deshace también, 2 los deja, otra tecla: no se cambia nada.
cli-desk-ask-later = Hay cambios posteriores en medio. 1 los deshace también, otra tecla: no se cambia nada.
cli-desk-ask-outside = Se cambió fuera de Countersign. La tecla 1 lo deja y deshace el resto; otra tecla: no se cambia nada.
cli-desk-numbers = Números como 1,3-5, o all. No se ha cambiado nada.
cli-desk-applying-wait = Se está aplicando algo: la mesa se cierra cuando acabe. Ctrl+C detiene los comandos.
cli-desk-nothing-runs = No hay nada en marcha. Ctrl+D cierra la mesa.
cli-desk-nothing-marked = No hay nada marcado: y firma un punto. No se ha cambiado nada.
cli-desk-nothing-decided = Aquí no hay ninguna decisión que retirar.
cli-desk-picked = { $count ->
    [one] 1 marcado: n lo rechaza, d lo aplaza, Esc lo desmarca.
   *[other] { $count } marcados: n los rechaza, d los aplaza, Esc los desmarca.
}
cli-desk-picked-rejected = { $count ->
    [one] 1 conjunto de cambios rechazado. u lo retira.
   *[other] { $count } conjuntos de cambios rechazados. u lo retira.
}
cli-desk-picked-deferred = { $count ->
    [one] 1 conjunto de cambios aplazado. u lo retira.
   *[other] { $count } conjuntos de cambios aplazados. u lo retira.
}
cli-desk-picked-back = { $count ->
    [one] 1 conjunto de cambios espera de nuevo.
   *[other] { $count } conjuntos de cambios esperan de nuevo.
}
cli-desk-picked-unsigned = Lo que estaba firmado necesita su firma otra vez.
cli-desk-picked-none = Nada de ellos espera esa decisión.
cli-desk-picked-busy = La decisión anterior aún se está tomando.
cli-desk-fixed = { $item } está { $status }: ya no se puede decidir.
cli-desk-sign-drifted = { $item } está sin base y no se puede firmar así. r lo rehace, n lo descarta.
cli-desk-sign-blocked = { $item } necesita antes { $items }: firme eso y luego esto.
cli-desk-rejected-with = { $item } está rechazado con { $other }: pulse u aquí o allí para deshacerlo.
cli-desk-no-edit = { $item } no tiene ningún valor que quepa en una línea. La página edita más.
cli-desk-no-targets = { $item } no tiene objetivos que dejar fuera.
cli-desk-not-drifted = { $item } no está sin base: encaja con lo que hay.
cli-desk-not-undoable = Esta entrada no se puede deshacer.
cli-desk-no-set-here = Aquí no hay ningún conjunto de cambios.
cli-desk-decide-again = Hay que decidirlo de nuevo. No se ha cambiado nada.
cli-desk-undo-proposed = #{ $set } lo desharía. No se ha cambiado nada.
cli-desk-plain = La mesa redibuja toda la pantalla; --plain nunca lo hace.
cli-desk-plain-hint = Use el cliente por líneas: countersign --plain, o countersign ask. No se ha cambiado nada.
cli-desk-no-terminal = La mesa necesita un terminal para entrada y salida.
cli-desk-no-terminal-hint = Sin él, use countersign ask, countersign inbox y countersign sign. No se ha cambiado nada.
cli-desk-dumb = TERM=dumb: en este terminal no se puede dibujar.
cli-desk-keys-sheet = y firmar  n rechazar  d aplazar  u retirar  e editar  w por qué  a aplicar
cli-desk-keys-applying = Ctrl+C detiene los comandos; lo que han hecho queda
cli-desk-keys-done = No queda nada que firmar aquí. i escribe, g i abre la entrada
cli-desk-keys-composer = Enter enviar  Tab hoja  Alt+1 … 4 modo  F1 teclas  Ctrl+C parar  Ctrl+D cerrar
cli-desk-keys-pane = j k punto  Enter detalles  i escribir  Tab conversación  g página  / filtro  ? teclas  q cerrar
cli-desk-keys-thread = j k mensaje  Enter su conjunto  i escribir  g página  ? teclas  q cerrar
cli-desk-keys-inbox = j k conjunto  Enter revisar  Espacio marcar  n rechazar  d aplazar  u retirar  / filtro  g d mesa  ? teclas  q cerrar
cli-desk-keys-todos = j k tarea  / filtro  i decir qué cambiar  g d mesa  ? teclas  q cerrar
cli-desk-keys-ledger = j k entrada  Enter su conjunto  u deshacer  / filtro  g d mesa  ? teclas  q cerrar
cli-desk-help-title = Teclas (otra tecla cierra, j k desplazan)
cli-desk-help-sheet = En el conjunto de cambios
cli-desk-help-write = Al escribir
cli-desk-help-anywhere = En todas partes
cli-desk-help-move = punto siguiente, anterior
cli-desk-help-inspect = detalles · volver
cli-desk-help-tabs = Vista previa, Por qué, Controles, Original
cli-desk-help-sign = firmar; se aplica después
cli-desk-help-reject = rechazar, luego un motivo o sus palabras
cli-desk-help-defer = aplazar; queda en la entrada
cli-desk-help-undecide = retirar la decisión, esta o la última
cli-desk-help-edit = editar un valor antes de firmar
cli-desk-help-why = por qué: petición, propuesta, decisión
cli-desk-help-side = vista previa: ambos lados, antes, después
cli-desk-help-exclude = dejar un objetivo fuera de un punto múltiple
cli-desk-help-rebase = rehacer lo que está sin base
cli-desk-help-group = firmar el grupo, nunca lo irreversible
cli-desk-help-this = firmar esto y aplicarlo con lo firmado
cli-desk-help-apply = aplicar lo marcado
cli-desk-help-filter = filtrar
cli-desk-help-focus = al texto · a la parte siguiente
cli-desk-help-send = enviar; lo que está en marcha se sustituye
cli-desk-help-answer = contestar una pregunta con un número
cli-desk-help-modes = Auto, Chat, Plan, Agent
cli-desk-help-recall = mensajes anteriores
cli-desk-help-newline = línea nueva
cli-desk-help-scroll = desplazar la conversación o los detalles
cli-desk-help-inbox = En la entrada
cli-desk-help-pick = marcar un conjunto de cambios
cli-desk-help-picked = rechazar o aplazar los marcados, o el del cursor
cli-desk-help-picked-back = deshacer esa decisión
cli-desk-help-pages = Mesa, Entrada, Tareas, Libro
cli-desk-help-undo = en el libro: proponer deshacer una entrada
cli-desk-help-stop = parar lo que está en marcha
cli-desk-help-help = estas teclas
cli-desk-help-suspend = a la shell; fg vuelve
cli-desk-help-quit = cerrar la mesa
cli-signed-drifted = Lo firmado en #{ $set } se basa en algo que cambió desde entonces. No se ha cambiado nada.
cli-undo-command = Lo último fue un comando, @{ $entry }: { $label }. Lo que un comando hizo a los archivos no se deshace.
cli-undo-command-before = No se ha cambiado nada. El cambio anterior: countersign undo @{ $before }
cli-undo-command-alone = No se ha cambiado nada.
cli-withdrawn-confirm = Si es lo que quiere, propóngalo otra vez con --confirm; la propuesta se retiró.
cli-disk-full = El disco de { $dir } está lleno: { $cause }
cli-disk-full-hint = Lo guardado allí está a salvo y no se ha tocado. Libere algo de espacio e inténtelo otra vez.
cli-answer-lost = No se pudo escribir la respuesta: { $cause }.
cli-answer-lost-hint = Lo pedido se hizo de todos modos. Mírelo antes de pedirlo otra vez: countersign log
cli-recovered-done = La aplicación de #{ $set } se había interrumpido. Ahora está terminada: todo está aplicado.
cli-recovered-open = La aplicación de #{ $set } se había interrumpido. Qué fue de ella y qué hacer: countersign show { $set }
cli-recovered-put-back = La aplicación de #{ $set } se interrumpió antes. Todos los archivos están como estaban. Fírmela y aplíquela otra vez: countersign show { $set }
cli-recovered-waits = La aplicación de #{ $set } se interrumpió antes y aún no ha terminado: { $why }
cli-state-unknown = resultado de { $count } desconocido

## A database that is not what was written
cli-is-a-folder = Es una carpeta.
cli-is-no-file = No es un archivo normal.
cli-file-in-the-way = { $file } estorba: { $cause }
cli-file-in-the-way-hint = Lo guardado está a salvo y no se ha tocado. Apártelo o hágalo suyo, o use otra carpeta con --data DIR.
cli-looking-damaged = { $what } Lo que se ve aquí se ha leído del registro, en una copia de { $dir }; no se ha cambiado nada. Para repararlo: countersign rebuild --write
cli-looking-broken = { $what } Aquí se ve lo que se puede leer de { $dir }, en una copia; no se ha cambiado nada. Para salvarlo: countersign export json -o todos.json. Siga con una copia anterior de la carpeta, o en una nueva: countersign --data NEW import todos.json --yes
cli-ledger-broken = { $what } Lo que se haga ahora se guarda igualmente; lo que está escrito ahí no prueba nada. Más: countersign verify
cli-looking-missing = { $what } Esto es una copia de lo que queda en { $dir }: se puede leer y exportar, y no se ha cambiado nada. Qué hacer: countersign doctor
cli-restored-ask = ¿Seguir con lo que hay y anotarlo como todo lo que hay? [y/N]
cli-restored-aside-ask = ¿Apartar lo que hay y empezar con una base de datos vacía? No se borra nada. [y/N]
cli-rebuild-aside = La base de datos, tal como estaba, se guarda en { $dir }.
cli-restored-kept = La base de datos y su registro se conservan como estaban en { $dir }.
cli-restored-aside = Movido a { $dir }.
cli-restored-would = countersign restored --yes haría esto: Seguir con lo que hay y anotarlo como todo lo que hay.
cli-restored-aside-would = countersign restored --yes haría esto: Apartar lo que hay y empezar con una base de datos vacía. No se borra nada.
cli-restored-anew = El registro empieza de nuevo; está vacío.
cli-restored = El registro sigue desde @{ $entry }.
cli-restored-not = No se confirmó. No se ha cambiado nada.
cli-restored-not-hint = Responda y en un terminal, o: countersign restored --yes
cli-restored-nothing = No falta nada. No se ha cambiado nada.
cli-saved = Guardado como { $dir }/{ $file }. Es una base de datos por sí sola.
cli-saved-here = Guardado aquí antes: { $files }.
cli-saved-here-todo = Un .db es una base de datos por sí solo: cópielo como countersign.db en una carpeta nueva y mire: countersign --data NUEVA doctor. Un .json entra en ella así: countersign --data NUEVA import ARCHIVO
cli-replaced = La base de datos de { $dir } fue retirada o sustituida mientras el servidor funcionaba.
cli-replaced-hint = Todo lo confirmado está en { $file }. Aparte lo que ocupa el lugar de la base de datos y ponga ahí ese archivo.
cli-replaced-lost = No se pudo guardar: { $cause }
cli-damaged = Una parte de la base de datos de { $dir } dejó de poder leerse mientras el servidor funcionaba; desde entonces no se ha escrito nada en ella.
cli-damaged-hint = Las tareas tal como estaban se encuentran en { $file }. Copie aparte la carpeta. countersign doctor dice qué se puede leer, y countersign rebuild --write rehace lo que está en el registro.
cli-damaged-now = Una parte de la base de datos ya no se puede leer y no se escribe nada más en ella. countersign export json -o todos.json guarda las tareas; después termine el servidor y ejecute countersign doctor.
cli-cut = La base de datos en { $dir } se recortó o se sobrescribió mientras el servidor funcionaba.
cli-cut-hint = Las tareas tal como estaban se encuentran en { $file }. Lo que queda de la base de datos no se ha tocado: countersign doctor dice qué falta.
cli-too-few-files = Este proceso solo puede abrir { $count } archivos, que son pocos.
cli-too-few-files-hint = Suba el límite e inténtelo de nuevo: ulimit -n 1024. No se ha cambiado nada.
cli-contents = { $count ->
    [one] { $count } contenido de archivo guardado, que un deshacer restauraría, está como estaba.
   *[other] { $count } contenidos de archivos guardados, que un deshacer restauraría, están como estaban.
}
cli-contents-part = { $count ->
    [one] { $count } contenido guardado está como estaba
   *[other] { $count } contenidos guardados están como estaban
}; { $unread ->
    [one] { $unread } más antiguo no se leyó.
   *[other] { $unread } más antiguos no se leyeron.
}
cli-contents-unread = { $count ->
    [one] { $count } contenido más antiguo no se leyó.
   *[other] { $count } contenidos más antiguos no se leyeron.
}
cli-contents-lost = { $count ->
    [one] { $count } contenido guardado falta o está dañado.
   *[other] { $count } contenidos guardados faltan o están dañados.
}
cli-contents-lost-sets = Estos conjuntos de cambios no se pueden deshacer: { $sets }.
cli-contents-lost-waiting = Estos esperan y no se pueden aplicar: { $sets }.
cli-contents-lost-images = Estas imágenes se han perdido: { $images }.
cli-contents-lost-todo = No se ha cambiado nada. Quizá los tenga una copia anterior de la carpeta: countersign --data COPIA doctor
cli-drift-unseen = «{ $title }» no se puede mirar: { $cause }
cli-all-drifted = { $count } de { $total } ya no encajan, así que no se aplica nada: cambió aquello en lo que se basan. No se ha cambiado nada.
cli-all-drifted-hint = Adaptarlos a lo que hay ahora: countersign rebase { $set } all. El resto sin ellos: countersign apply { $set } --all --best-effort
cli-expired = #{ $set } caducó: ya no se puede decidir nada de él.
cli-expired-hint = Proponer lo mismo de nuevo: countersign rebase { $set } all
cli-doctor-workspace-gone = La carpeta del espacio de trabajo { $name } ya no está: { $dir }
cli-doctor-workspace-gone-todo = Devuélvala a su sitio; hasta entonces no se puede cambiar ni deshacer nada en ella. O ciérrelo: countersign workspace close { $name }
cli-drift-unseen-hint = Devuelva la carpeta a su sitio y hágala legible, o ábrala de nuevo si se cerró (countersign workspace open DIR); luego dígalo otra vez. No se ha cambiado nada.
cli-undo-conflict-hint = Con --conflicts with-later se deshace también esto; con --conflicts keep se queda lo que se cambió desde entonces. No se ha cambiado nada.
cli-undo-later-hint = Con --conflicts with-later se deshace también eso. No se ha cambiado nada.
cli-undo-deletes = Al deshacerlo se elimina: { $names }
cli-undo-outside-hint = Con --conflicts keep se queda lo que se cambió allí y se deshace el resto. No se ha cambiado nada.
cli-no-folder = La carpeta en la que está ya no existe: { $cause }
cli-no-folder-hint = Vaya a una que exista (cd) y dígalo otra vez.
cli-input-too-long-hint = Délo en partes de como mucho { $most } MB.
cli-output-dropped = { $count } bytes de su salida, más allá de 50 MB, no se guardaron.
cli-run-not-shown = Otros { $count } bytes de salida están guardados y no se muestran aquí: countersign outputs
cli-outputs-dropped = otros { $count } bytes no se guardaron
cli-token-seen = Otros programas suyos pueden leer --token en la lista de procesos. Delo como COUNTERSIGN_TOKEN.
cli-model-says = El modelo dice:
cli-model-asks = El modelo pregunta:
cli-agent-says = { $agent } dice
cli-agent-planner = el planificador
cli-agent-rules = lo que usted decidió
cli-subtasks-found = { $count } subtareas encontradas:
cli-subtasks-paused = { $done ->
    [one] { $done } subtarea hecha
   *[other] { $done } subtareas hechas
}, { $left ->
    [one] { $left } pendiente
   *[other] { $left } pendientes
}, { $failed ->
    [one] { $failed } fallida
   *[other] { $failed } fallidas
}; cambios en espera: { $queued }.
cli-subtasks-after = (después de { $list })
cli-subtasks-way-a = varias a la vez, cada una tras las que necesita (recomendado)
cli-subtasks-way-b = una tras otra
cli-subtasks-way-c = rápido y suelto: todas a la vez; lo que se solapa falla
cli-subtasks-way = {"  "}{ $letter } { $name }: unos { $seconds } s, { $cost }
cli-subtasks-ask-choose = A, B o C empieza, s se detiene, o diga a qué deben atenerse todas:
cli-subtasks-keys-choose = Escriba A, B, C, s o una frase.
cli-subtasks-ask = y seguir, retry N repite una fallida, s parar aquí y proponer lo hecho:
cli-subtasks-keys = Escriba y, retry y un número, s o una frase.
cli-subtasks-next-choose = Siguiente: countersign continue --start A (o B, C) · continue --granularity coarse · continue --keep 3,1 · continue --stop
cli-subtasks-next = Siguiente: countersign continue --retry N · continue · continue --stop

## Servers of tools
cli-mcp-servers-unused = No se usa ninguno de sus servidores hasta que se corrija.
cli-mcp-servers-none = No hay servidores de herramientas: { $file } no nombra ninguno.
cli-mcp-servers-free = sin confinar
cli-mcp-servers-confined = confinado por { $sandbox }
cli-mcp-servers-elsewhere = funciona en otro lugar
cli-mcp-servers-looks = [lee]
cli-mcp-servers-signed = [espera una firma]
cli-mcp-servers-idle = sin iniciar
cli-mcp-servers-running = en marcha
cli-mcp-servers-unasked = sin preguntar aún
cli-mcp-servers-answers = responde
cli-mcp-servers-failed = falló
cli-mcp-servers-off = desactivado
cli-mcp-servers-reads-allowed = lecturas permitidas
cli-mcp-servers-reads-asked = las lecturas se preguntan
cli-doctor-mcp-servers = { $count ->
    [one] mcp.json nombra 1 servidor de herramientas
   *[other] mcp.json nombra { $count } servidores de herramientas
}
cli-item-tool = herramienta
cli-item-says = su servidor dice
cli-item-arguments = argumentos
