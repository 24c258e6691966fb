page-lib-find = In diesen Ausgaben suchen
page-lib-sort = Sortieren nach
page-lib-sort-created_at = neueste zuerst
page-lib-sort-size_chars = längste zuerst
page-lib-sort-tool_name = nach Werkzeug
page-lib-command = Befehl
page-lib-empty = Noch ist keine Ausgabe gespeichert.
page-lib-empty-text = Lange Antworten von Werkzeugen und was Befehle ausgeben, werden hier aufbewahrt. Auch eine Datei lässt sich aufbewahren:
page-lib-chars = { $n ->
    [one] 1 Zeichen
   *[other] { $n } Zeichen
}
page-lib-elements = { $n ->
    [one] 1 Element
   *[other] { $n } Elemente
}
page-lib-failed = fehlgeschlagen
page-lib-count = { $n } von { $total }
page-lib-kind-json = JSON
page-lib-kind-json_lines = JSON-Zeilen
page-lib-kind-text = Text
page-lib-back = Ablage
page-lib-tree = Was sie enthält
page-lib-path = JSONPath
page-lib-path-hint = Zum Beispiel $.items[*].name, $..id oder $.items[?@.price > 10].
page-lib-extract = Werte finden
page-lib-matches = { $n ->
    [0] Kein Wert
    [one] 1 Wert
   *[other] { $n } Werte
}
page-lib-first = die ersten { $n } werden gezeigt
page-lib-use = { $path } finden
page-lib-words = Zeilen mit
page-lib-search = Suchen
page-lib-lines = { $n ->
    [one] 1 Zeile
   *[other] { $n } Zeilen
}
page-lib-text = Der Text
page-lib-type-object = Objekt
page-lib-type-array = Liste
page-lib-type-string = Text
page-lib-type-number = Zahl
page-lib-type-boolean = Ja oder Nein
page-lib-type-null = nichts
page-lib-found = Die gefundenen Werte
page-lib-tab-outputs = Ausgaben
page-lib-tab-images = Bilder
page-lib-dropped = { $size } mehr nicht gespeichert
page-lib-files = Dateien Ihrer Ordner sind hier nicht aufgeführt: Sie bleiben, wo sie sind, und Änderungen an ihnen warten im Eingang.
page-lib-files-open = Einen Ordner öffnen
