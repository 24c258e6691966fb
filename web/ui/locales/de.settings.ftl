page-zone-now = In Gebrauch: { $zone }. Ein Wechsel verschiebt keine Aufgabe.
page-zone-machine = Die des Rechners
page-opt-week-monday = Montag
page-opt-week-sunday = Sonntag
page-opt-week-saturday = Samstag
page-order-hint = Nach einem Datum mit zwei Lesarten wird gefragt, wenn Sie hier nichts wählen.
page-opt-order-ask = Fragen
page-opt-order-dmy = 5. Juni
page-opt-order-mdy = 6. Mai
page-opt-order-ymd = Jahr zuerst
page-opt-next-firstDay = sein erster Tag
page-opt-next-sameDay = derselbe Tag
page-until-hint = Wenn Sie kein Ende nennen.
page-opt-until-none = nie
page-opt-until-endOfYear = am Jahresende
page-opt-until-1y = nach einem Jahr
page-part-morning = Morgen
page-part-noon = Mittag
page-part-afternoon = Nachmittag
page-part-evening = Abend
page-part-night = Nacht
page-asisign-hint = Wer eine Zeile unterschreibt, wendet sie sofort an.
page-keys-hint = Buchstaben wie y und n wirken auf die Zeile mit dem Fokus.
page-opt-theme-auto = Wie das System
page-opt-theme-light = Hell
page-opt-theme-dark = Dunkel
page-opt-language-auto = Wie der Browser
page-import = Import
page-import-text = Eine Datei wird zu einem Änderungssatz, den Sie prüfen; importiert wird erst nach der Unterschrift.
page-import-format = Format
page-import-guess = Herausfinden
page-import-file = Datei
page-import-paste = Oder Text einfügen
page-import-button = Text importieren
page-import-nothing = Es gibt nichts zu importieren.
page-import-big = Die Datei ist größer als 30 MB.
page-import-same = { $n ->
    [one] 1 Aufgabe ist schon da, so wie in der Datei.
   *[other] { $n } Aufgaben sind schon da, so wie in der Datei.
}
page-import-problems = { $n ->
    [one] 1 Stelle der Datei war nicht lesbar und fehlt.
   *[other] { $n } Stellen der Datei waren nicht lesbar und fehlen.
}
page-about = Über
page-about-version = Version
page-about-model = Modell
page-about-planner = keines: Der eingebaute Planer antwortet
page-about-todos = Aufgaben
page-about-ledger = Kopf des Buchs
page-about-no-ledger = leer
page-models = Modelle
page-models-none = Nur der eingebaute Planer
page-models-none-text = Einfache Sätze über Aufgaben brauchen kein Modell. Für alles andere:
page-models-how-ollama = Ollama auf diesem Rechner starten und ein Modell laden; es wird beim nächsten Start gefunden.
page-models-how-env = Oder einen Server und sein Modell nennen und neu starten:
page-models-how-file = Oder Modelle, Rollen und Preise in dieser Datei des Datenordners beschreiben:
page-models-probe = Prüfen
page-models-probing = Wird gefragt…
page-models-for = Genutzt für { $roles }
page-models-idle = Für nichts genutzt
page-lamp-up = antwortet
page-lamp-unknown = noch nicht gefragt
page-role-router = Einordnen
page-role-propose = Vorschlagen
page-role-repair = Nachbessern
page-role-chat = Antworten
page-role-summarise = Zusammenfassen
page-role-plan = Planen
page-role-execute = Ausführen von Schritten
page-role-supervise = Überwachen von Befehlen
page-role-vision = Ansehen von Bildern
page-role-image = Erstellen von Bildern
page-can-context = liest { $n } Token
page-form-schema = hält sich an eine Form
page-form-json_mode = schreibt JSON
page-form-prompt_only = wird um eine Form gebeten
page-can-tools = Werkzeuge
page-can-vision = Bilder
page-can-thinking = denkt zuerst
page-can-logprobs = sagt, wie sicher es ist
page-wake-hint = Der eingebaute Planer sieht dann Ihre Aufgaben durch und schlägt vor. Leer: nur auf Ihr Wort.
page-attention-hint = Nach vielen Unterschriften in wenigen Sekunden. Nur in dieser Seite gezählt.
page-wakeon-hint = label:NAME, #NUMMER einer Aufgabe oder is:overdue, durch Kommas getrennt. Etiketten sind die Listen der Aufgaben.
page-notice-hint-on = Eine stumme Meldung, wenn etwas vorgeschlagen wurde, während diese Seite im Hintergrund ist.
page-notice-hint-off = Eine stumme Meldung, wenn etwas vorgeschlagen wurde, während diese Seite im Hintergrund ist.
page-notice-hint-denied = Der Browser blockiert Meldungen dieser Seite; das ändern seine Einstellungen.
page-notice-hint-never = Dieser Browser kennt keine Meldungen.
page-megabytes-hint = In Megabyte. Bei 85 % wird eine Verlängerung angeboten.
page-mirror-hint = Schreibt plan_doc.md, chat_history.log und session.json jeder Unterhaltung neben die Daten.
page-taken = Was aus Vorschlägen wurde
page-taken-planner = Eingebauter Planer
page-taken-line = { $hits } von { $n } entschiedenen Nachrichten behalten; Punkte: { $signed } unterschrieben, { $rejected } abgelehnt, { $undone } zurückgenommen

## Servers of tools (MCP)
page-mcp = Andere Werkzeuge (MCP)
page-mcp-text = Programme, deren Werkzeuge Agenten benutzen dürfen, genannt in mcp.json neben der Datenbank. Was etwas ändert, wartet auf Ihre Unterschrift.
page-mcp-none = Keines steht in
page-mcp-idle = nicht gestartet
page-mcp-running = läuft
page-mcp-failed = fehlgeschlagen
page-mcp-off = abgeschaltet
page-mcp-free = Nicht eingeschlossen: Es kann, was Sie können.
page-mcp-confined = Eingeschlossen: kein Netz, schreibt nur in einen eigenen Ordner.
page-mcp-elsewhere = Läuft anderswo: Was ein Aufruf enthält, geht dorthin, und dieses Programm schließt ihn nicht ein.
page-mcp-at-idle = noch nicht gefragt
page-mcp-at-running = antwortet
page-mcp-at-test = Nach Werkzeugen fragen
page-mcp-tools = { $n ->
    [one] 1 Werkzeug
   *[other] { $n } Werkzeuge
}
page-mcp-looks = liest
page-mcp-signed = wartet auf eine Unterschrift
page-mcp-reads = Agenten dürfen ungefragt aufrufen, was nur liest
page-mcp-test = Starten und Werkzeuge zeigen
