# Bilder
page-gallery = { $n ->
    [one] 1 Bild
   *[other] { $n } Bilder
}
page-image-alt = Bild { $n }: { $prompt }
page-image-alt-given = Mitgegebenes Bild { $n }: { $prompt }
page-image-bytes = { $n } kB
page-image-selected = Bild { $n } ist ausgewählt
page-image-unselected = Bild { $n } ist nicht ausgewählt
page-image-select = Bild { $n } auswählen
page-image-anew = Bild { $n } neu machen
page-image-progress = { $n } von { $of }
page-image-failed = Bild { $n } ist misslungen: { $why }
page-image-save = { $n ->
    [one] 1 ausgewähltes Bild speichern
   *[other] { $n } ausgewählte Bilder speichern
}
page-image-revised = Auftrag, wie ihn der Anbieter fasst
page-image-earlier = { $n ->
    [one] 1 frühere Fassung ist aufbewahrt
   *[other] { $n } frühere Fassungen sind aufbewahrt
}
page-image-delete = Weglegen
page-image-deleted = Bild { $n } wurde weggelegt.
page-image-prompt = Auftrag
page-image-refine = Dazu
page-image-refine-example = z. B. ohne Schrift
page-image-anew-note = Das neue Bild nimmt den Platz von diesem ein; dieses bleibt aufbewahrt.
page-image-anew-go = Machen
page-image-no-folder = Kein Ordner ist offen, in den gespeichert werden kann. Öffnen Sie einen im Terminal oder unter Optionen:
page-image-workspace = Offener Ordner
page-image-folder = Ordner im geöffneten Ordner; leer = der geöffnete Ordner selbst
page-image-save-note = { $n ->
    [one] Es wird { $name } oder bekommt die nächste freie Nummer. Nichts wird geschrieben, bevor Sie unterschreiben.
   *[other] Sie werden { $name } und so weiter, ab der nächsten freien Nummer. Nichts wird geschrieben, bevor Sie unterschreiben.
}
page-image-propose = { $n ->
    [one] 1 Datei vorschlagen
   *[other] { $n } Dateien vorschlagen
}
page-image-proposed = { $n ->
    [one] 1 Bild ist als Datei vorgeschlagen, im Änderungssatz { $id }. Es wurde nichts geändert.
   *[other] { $n } Bilder sind als Dateien vorgeschlagen, im Änderungssatz { $id }. Es wurde nichts geändert.
}
page-image-preview = Das Bild, das { $path } enthielte
page-attach-kind = { $name } ist kein PNG, JPEG, WebP oder GIF.
page-attach-large = { $name } hat mehr als 20 MB.
page-attach-many = Mit einer Nachricht gehen höchstens { $n } Bilder.
page-attach-added = { $name } geht mit der Nachricht.
page-attached = Bilder, die mit der Nachricht gehen
page-attach-remove = { $name } herausnehmen
page-images-empty = Noch keine Bilder
page-images-empty-text = Bilder, die Sie gemacht haben, und solche, die mit Nachrichten gingen, sind hier aufbewahrt.
page-image-stopped = Angehalten. { $n ->
    [0] Es wurde nichts geändert.
    [one] 1 Bild wurde vorher gemacht und ist aufbewahrt.
   *[other] { $n } Bilder wurden vorher gemacht und sind aufbewahrt.
}
page-image-spent = { $cost } wurden ausgegeben.
page-image-restore = Zurückholen
page-image-folder-of = Ordner in { $name }; leer = { $name } selbst
page-attach-mode = Bilder gehen mit Nachrichten im Modus Auto, Chat oder Plan. Nehmen Sie sie heraus, oder wählen Sie einen anderen Modus.
page-attach-keeping = Die Bilder werden aufbewahrt …
page-images-away = Auch die entfernten
