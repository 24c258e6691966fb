# Lo que haría e hizo un comando, y las reglas: se traen cuando se muestran por primera vez
page-cmd-words = Palabras
page-cmd-shell = Se ejecuta en un shell, tal como está escrita.
page-cmd-judged = Valoración
page-judged-allow = en la lista de comandos conocidos
page-judged-prompt = necesita una firma
page-judged-never = nunca se ejecuta
page-class-read_only = solo lee
page-class-unknown = desconocida
page-class-project = ejecuta código del proyecto
page-class-write = escribe archivos
page-class-network = usa la red
page-class-interpreter = ejecuta código en un intérprete
page-class-shell = necesita un shell
page-class-destructive = borra o sobrescribe
page-class-control_plane = alcanza lo que le protege
page-cmd-why = Por qué
page-cmd-sandbox = Confinada por
page-cmd-environment = Entorno
page-sandbox-bwrap = bubblewrap: sin red, escribe solo en la carpeta de trabajo
page-sandbox-landlock = Landlock: sin red, escribe solo en la carpeta de trabajo
page-sandbox-none = nada: puede lo mismo que usted
page-cmd-note-files = Lo que hace a los archivos queda registrado y se puede deshacer, hasta 2 000 archivos y 64 MB.
page-cmd-note = Lo que hace un comando no se puede deshacer.
page-cmd-try = Probar en una copia
page-try-busy = Probando en una copia…
page-try-came = En la copia
page-try-again = Probar otra vez en una copia
page-try-made = { $n ->
    [one] Cambió 1 archivo en una copia. Nada es real hasta que lo firme.
   *[other] Cambió { $n } archivos en una copia. Nada es real hasta que lo firme.
}
page-try-nothing = No cambió archivos en la copia. No se ha cambiado nada.
page-try-left = No se puede proponer: { $paths }
page-left-why = { $why ->
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
page-cmd-running = En marcha
page-cmd-stop = Detener
page-cmd-stopping = Deteniendo…
page-cmd-live = Lo que escribe
page-cmd-outcome = Resultado
page-cmd-signal = terminada por la señal { $signal }
page-cmd-timeout = parada: tardó demasiado
page-cmd-stopped = parada por usted
page-cmd-output = Salida
page-cmd-all = Salida completa, { $size }
page-cmd-dropped = { $size } más no se guardaron.
page-cmd-silent = No imprimió nada.
page-rule-new = Firmar una regla
page-rule-kind = Lo que deja pasar
page-rule-kind-command = Un comando
page-rule-kind-read_only = Lectura
page-rule-kind-files = Archivos
page-rule-hint-command = Comandos que empiezan exactamente con estas palabras, en la raíz del espacio de trabajo; lo que solo lee, en cualquier carpeta. Las opciones que podrían hacer otra cosa, y lo que destruye, siguen preguntando.
page-rule-hint-read_only = Comandos que solo miran, como ls y git status, dentro del espacio de trabajo.
page-rule-hint-files = Crear y cambiar archivos en esta carpeta. Borrar y renombrar siguen preguntando.
page-rule-words = Palabras
page-rule-folder = Carpeta
page-rule-try = Probar un comando
page-rule-check = Qué coincidiría
page-rule-sign = Firmar la regla
page-rule-made = Regla firmada: { $name }.
page-rule-revoke = Revocar
page-rule-revoked = Regla revocada: { $name } vuelve a preguntar.
page-rule-lets = pasa.
page-rule-lets-not = no pasa.
page-rule-uses = usada { $n }×
page-rule-uses-of = usada { $n } de { $cap }
page-rule-until = hasta { $date }
page-rule-signed = Firmada
page-rule-source = Hecha a partir de
page-rule-last = Último uso
page-rule-no-match = No deja pasar
page-rule-status-active = activa
page-rule-status-used_up = agotada
page-rule-status-expired = caducada
page-rule-status-suspended = suspendida
page-rule-status-revoked = revocada
page-cmd-once = Ejecutar una vez
page-cmd-add = Añadir y ejecutar
page-cmd-skip = Omitir
page-cmd-remember = Los comandos que empiezan así se ejecutan sin preguntar desde ahora:
page-cmd-shorter = Más corto
page-cmd-longer = Más largo
page-cmd-scope = en { $workspace }
page-cmd-add-run = Recordar y ejecutar
page-cmd-remembered = Recordado: { $words }
page-cmd-no-rule = Ninguna regla puede dejar pasar este comando; fírmelo cada vez.
page-analyze = Analizar la salida
page-rule-kind-exact = Un comando
page-rule-kind-todos = Cambios de tareas
page-rule-kind-not_proposed = Ya no se propone
page-rule-revoked-silent = Regla revocada: los agentes pueden volver a proponer esto ({ $name }).
page-copy-ran = Se ejecutó en una copia de la carpeta, porque lo firmó una regla.
page-copy-made = { $n ->
    [one] Ver lo que hizo ({ $n } archivo)
   *[other] Ver lo que hizo ({ $n } archivos)
}
page-copy-nothing = No hay nada que firmar.
page-copy-ignored = { $n ->
    [one] { $n } archivo cambiado se fue
   *[other] { $n } archivos cambiados se fueron
} con la copia: quedan fuera por las reglas de exclusión.
page-copy-left = Se fue con la copia: { $paths }
page-cmd-lost = Se fue con su carpeta privada de temporales ({ $n }): { $paths }
page-cmd-kept = Ahora está en { $folder }.
page-rule-copied = Se ejecuta en una copia de la carpeta; lo que cambia le espera.
page-expired = Caducado. Ya no se puede firmar nada; no se ha cambiado nada.
page-expired-rest = Caducado. Lo que no se aplicó ya no se puede firmar.
page-propose-anew = Proponerlo de nuevo
page-cut-open = La aplicación de #{ $id } se interrumpió y aún no ha terminado.
page-cut-unknown = De #{ $id } no se sabe en qué quedó todo.
page-cut-put_back = La aplicación de #{ $id } se interrumpió: todos los archivos están como estaban. Fírmela y aplíquela otra vez.
page-cut-finished = La aplicación de #{ $id } se interrumpió y ya está terminada.
page-cut-damaged = Una parte de la base de datos ya no se puede leer: no se escribe nada más en ella. Exporte las tareas, termine el servidor y ejecute countersign doctor.
page-cut-stored = { $n ->
    [one] Lo guardado no es lo que dice el libro en 1 sitio. El libro está íntegro: countersign rebuild --write lo corrige.
   *[other] Lo guardado no es lo que dice el libro en { $n } sitios. El libro está íntegro: countersign rebuild --write lo corrige.
}
page-cut-ledger = El libro está dañado en la entrada { $seq }: lo que está escrito ahí no prueba nada. Lo que haga ahora se guarda igualmente.
page-rule-no-folder = Abra una carpeta en Ajustes: una regla vale en ella.

## Calls of tools (MCP)
page-tool-server = Servidor
page-tool-name = Herramienta
page-tool-says = Su servidor dice
page-tool-arguments = Argumentos
page-tool-done = Hecho, dice el servidor
page-tool-not-done = No hecho, dice el servidor
page-tool-gave = Lo que dio
page-tool-silent = No dio nada.
page-tool-note = Lo hace otro programa cuando usted firma. Aquí no se puede deshacer.
page-rules-text = Lo que se ejecuta sin preguntar porque usted lo firmó. Cada uso está en el historial; la primera vez que se deshace algo que una regla dejó pasar, la suspende.
page-rules-empty = No hay ninguna regla firmada
page-rules-empty-text = Todo espera su firma.
page-run-title = Comandos
page-run-pause = Pausa
page-run-resume = Seguir
page-run-stop = Parar
page-run-close = Cerrar
page-run-progress = Comandos terminados
page-run-steps = Comandos en orden
page-run-next = Siguiente:
page-run-succeeded = bien
page-run-failed = fallidos
page-run-inserted = añadido por el modelo
page-run-sign = Firmar { $id }
page-run-says = { $model } dice:
page-run-step-queued = en cola
page-run-step-running = en marcha
page-run-step-succeeded = bien
page-run-step-failed = fallido
page-run-step-unknown = resultado desconocido
page-run-step-replaced = sustituido
page-run-step-skipped = omitido

## Another build
page-update = Countersign se ha actualizado.
page-update-hint = Esta página es de la versión anterior.
page-update-reload = Recargar
page-update-unkept = Lo escrito aquí se pierde al recargar. Envíelo antes o pulse «Recargar» otra vez.
