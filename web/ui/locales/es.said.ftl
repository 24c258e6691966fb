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
page-turn-run = Ejecutar { $n }
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
