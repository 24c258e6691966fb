page-lib-find = Buscar en estas salidas
page-lib-sort = Ordenar por
page-lib-sort-created_at = más recientes primero
page-lib-sort-size_chars = más largas primero
page-lib-sort-tool_name = por herramienta
page-lib-command = Comando
page-lib-empty = Aún no hay ninguna salida guardada.
page-lib-empty-text = Aquí se guardan las respuestas largas de las herramientas y lo que escriben los comandos. También se puede guardar un archivo:
page-lib-chars = { $n ->
    [one] 1 carácter
   *[other] { $n } caracteres
}
page-lib-elements = { $n ->
    [one] 1 elemento
   *[other] { $n } elementos
}
page-lib-failed = falló
page-lib-count = { $n } de { $total }
page-lib-kind-json = JSON
page-lib-kind-json_lines = líneas JSON
page-lib-kind-text = texto
page-lib-back = Biblioteca
page-lib-tree = Lo que contiene
page-lib-path = JSONPath
page-lib-path-hint = Por ejemplo $.items[*].name, $..id o $.items[?@.price > 10].
page-lib-extract = Buscar valores
page-lib-matches = { $n ->
    [0] Ningún valor
    [one] 1 valor
   *[other] { $n } valores
}
page-lib-first = se muestran los primeros { $n }
page-lib-use = Buscar { $path }
page-lib-words = Líneas que contienen
page-lib-search = Buscar
page-lib-lines = { $n ->
    [one] 1 línea
   *[other] { $n } líneas
}
page-lib-text = El texto
page-lib-type-object = objeto
page-lib-type-array = lista
page-lib-type-string = texto
page-lib-type-number = número
page-lib-type-boolean = sí o no
page-lib-type-null = nada
page-lib-found = Los valores encontrados
page-lib-tab-outputs = Salidas
page-lib-tab-images = Imágenes
page-lib-dropped = { $size } más sin guardar
page-lib-files = Los archivos de sus carpetas no figuran aquí: se quedan donde están, y sus cambios esperan en la bandeja.
page-lib-files-open = Abrir una carpeta
