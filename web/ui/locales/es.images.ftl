# Imágenes
page-gallery = { $n ->
    [one] 1 imagen
   *[other] { $n } imágenes
}
page-image-alt = Imagen { $n }: { $prompt }
page-image-alt-given = Imagen adjunta { $n }: { $prompt }
page-image-bytes = { $n } kB
page-image-selected = La imagen { $n } está seleccionada
page-image-unselected = La imagen { $n } no está seleccionada
page-image-select = Seleccionar la imagen { $n }
page-image-anew = Rehacer la imagen { $n }
page-image-progress = { $n } de { $of }
page-image-failed = La imagen { $n } falló: { $why }
page-image-save = { $n ->
    [one] Guardar 1 imagen seleccionada
   *[other] Guardar { $n } imágenes seleccionadas
}
page-image-revised = Petición según el proveedor
page-image-earlier = { $n ->
    [one] Se guarda 1 versión anterior
   *[other] Se guardan { $n } versiones anteriores
}
page-image-delete = Retirar
page-image-deleted = La imagen { $n } se ha retirado.
page-image-prompt = Petición
page-image-refine = Además
page-image-refine-example = p. ej. sin texto
page-image-anew-note = La imagen nueva ocupa el lugar de esta; esta se conserva.
page-image-anew-go = Hacerla
page-image-no-folder = No hay ninguna carpeta abierta donde guardar. Abra una en un terminal o en Ajustes:
page-image-workspace = Carpeta abierta
page-image-folder = Carpeta dentro de la carpeta abierta; vacío = la carpeta abierta misma
page-image-save-note = { $n ->
    [one] Será { $name }, o el siguiente número libre. No se escribe nada hasta que firme.
   *[other] Serán { $name } y así sucesivamente, desde el siguiente número libre. No se escribe nada hasta que firme.
}
page-image-propose = { $n ->
    [one] Proponer 1 archivo
   *[other] Proponer { $n } archivos
}
page-image-proposed = { $n ->
    [one] 1 imagen propuesta como archivo en el conjunto { $id }. No se ha cambiado nada.
   *[other] { $n } imágenes propuestas como archivos en el conjunto { $id }. No se ha cambiado nada.
}
page-image-preview = La imagen que tendría { $path }
page-attach-kind = { $name } no es PNG, JPEG, WebP ni GIF.
page-attach-large = { $name } tiene más de 20 MB.
page-attach-many = Con un mensaje van como mucho { $n } imágenes.
page-attach-added = { $name } va con el mensaje.
page-attached = Imágenes que van con el mensaje
page-attach-remove = Quitar { $name }
page-images-empty = Aún no hay imágenes
page-images-empty-text = Aquí se guardan las imágenes que ha hecho y las que fueron con mensajes.
page-image-stopped = Detenido. { $n ->
    [0] No se ha cambiado nada.
    [one] Antes se hizo 1 imagen, y se conserva.
   *[other] Antes se hicieron { $n } imágenes, y se conservan.
}
page-image-spent = Se gastó { $cost }.
page-image-restore = Recuperar
page-image-folder-of = Carpeta dentro de { $name }; vacío = { $name } misma
page-attach-mode = Las imágenes van con mensajes en modo Auto, Chat o Plan. Quítelas o elija otro modo.
page-attach-keeping = Guardando las imágenes …
page-images-away = También las retiradas
