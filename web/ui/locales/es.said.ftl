page-model-says = El modelo dice
page-saw-none = No se preguntó a ningún modelo.
page-saw-part = Parte de la petición
page-saw-size = Tokens, estimados
page-saw-cut = recortada
page-saw-hidden = No enviado al modelo
page-saw-sent = Enviado
page-saw-schema = Forma pedida
page-saw-raw = Respuesta, tal como llegó
page-saw-parsed = Lo que se tomó
page-saw-finish = Se detuvo
page-saw-sure = Token menos seguro
page-saw-error = Falló
page-loaded-cut = su comienzo
page-not-loaded = No cargado: { $reason }
page-urls-noted = Anotado, no descargado: { $urls }
page-reply-section = Sección { $n }
page-reply-code = Código
page-blocked-parts = No se usa:
page-reply-steps = Pasos
page-step-done = hecho
page-step-open = pendiente
page-what-was-done = Lo que se hizo
page-turn-done = ✓ Hecho
page-turn-blocked = ✕ Bloqueado
page-turn-pending = Pendiente
page-turn-applied = { $n ->
    [one] { $n } aplicado
   *[other] { $n } aplicados
}
page-turn-tokens = { $n ->
    [one] 1 token
   *[other] { $n } tokens
}
page-next = Siguientes pasos
page-images-shown = { $n ->
    [one] 1 imagen mostrada: { $names }
   *[other] { $n } imágenes mostradas: { $names }
}
page-images-described = { $n ->
    [one] Otro modelo describe 1 imagen: { $names }
   *[other] Otro modelo describe { $n } imágenes: { $names }
}
page-set-label = Conjunto de cambios { $id }
page-set-ready = Listo
page-set-applied = Aplicado
page-set-partly = Decidido en parte
page-set-signed = Firmado
page-set-drifted = Anticuado
page-set-applying = Aplicando
page-set-undone = Deshecho
page-set-rejected = Rechazado
page-set-withdrawn = Retirado
page-set-replaced = Sustituido
page-set-expired = Caducado
page-set-failed = Fallido
page-set-unknown = Resultado desconocido
page-set-invalid = No se puede firmar
page-docket-wrong = { $n } más no se pueden firmar.
page-look = Ver
page-apply-none = Aplicar
page-apply = Aplicar { $n }
page-apply-all = Aplicar las { $n }
page-apply-rest = Firmar y aplicar { $n }
page-take-up = { $n ->
    [one] Retomar 1
   *[other] Retomar { $n }
}
page-apply-deletes = { $n ->
    [one] Borrar 1 tarea
   *[other] Borrar { $n } tareas
}
page-apply-run = { $n ->
    [one] Ejecutar 1 comando
   *[other] Ejecutar { $n } comandos
}
page-run-one = Ejecutar «{ $what }»
page-run-one-again = Ejecutar de nuevo «{ $what }»
page-run-again = { $n ->
    [one] Ejecutar de nuevo 1 comando
   *[other] Ejecutar de nuevo { $n } comandos
}
page-run-some-again = { $n ->
    [one] Ejecutar de nuevo 1 comando
   *[other] Ejecutar { $n } comandos, { $again } de nuevo
}
page-do-again = { $n ->
    [one] Intentar de nuevo 1 que falló
   *[other] Intentar de nuevo { $n } que fallaron
}
ui-retry = Intentar de nuevo
page-route-plan = como plan
page-route-chat = como chat
page-route-clarify = falta una respuesta
page-route-unsure = no está claro
page-understood = Entendido
page-taken-as = entendido como
page-run-interrupted = El servidor se detuvo antes de acabar. No se ha cambiado nada.
page-no-answer = Sin respuesta.
page-route-agent = Agente
page-route-work = como trabajo en archivos
page-route-image = como imágenes
page-section-which = ¿Cuál?
page-section-when = ¿Cuándo?
page-section-series = ¿Esta fecha o la serie?
page-section-duplicate = Ya hay una
page-section-value = ¿Qué valor?
page-answer = Responder
page-answer-free = O responda abajo con sus palabras.
page-saw-repairs = Corregido
page-saw-dropped = Omitido
page-saw-violations = Rompió la forma
page-speaker-system = Sistema
page-speaker-user = Usted
page-speaker-assistant = Modelo
page-lasting = { $n ->
    [one] 1 de estos no se puede deshacer.
   *[other] { $n } de estos no se pueden deshacer.
}
page-apply-undoable = { $n ->
    [one] Aplicar 1 que se puede deshacer
   *[other] Aplicar { $n } que se pueden deshacer
}
page-n-applied = { $n ->
    [one] aplicada
   *[other] aplicadas
}
page-n-rejected = { $n ->
    [one] rechazada
   *[other] rechazadas
}
page-n-deferred = { $n ->
    [one] aplazada
   *[other] aplazadas
}
page-n-undone = { $n ->
    [one] deshecha
   *[other] deshechas
}
page-warn-deletes-single = Esto elimina todas las tareas que no se repiten.
