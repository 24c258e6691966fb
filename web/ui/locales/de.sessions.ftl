# Wie voll eine Unterhaltung ist, und wo sie weitergeht
page-meter-hint = Wie voll diese Unterhaltung ist
page-meter-context = Ktx { $n } %
page-fullness = Wie voll diese Unterhaltung ist
page-full-context = Der Kontext ist zu { $n } % voll
page-full-storage = Der Speicher ist zu { $n } % voll
page-gauge-context = Kontext
page-gauge-measured = { $used } von { $of } Token, gezählt, wie { $model } zählt
page-gauge-estimated = { $used } von { $of } Token, geschätzt: { $model } hat hier noch nichts gezählt
page-gauge-storage = Speicher
page-gauge-stored = { $used } von { $of }
page-gauge-messages = { $n ->
    [one] 1 Nachricht ist nicht zusammengefasst.
   *[other] { $n } Nachrichten sind nicht zusammengefasst.
}
page-going-on-compared = Übergabe und Verlängerung im Vergleich
page-hand-off = Übergeben
page-extend = Verlängern
page-handoff-told = Was die neue Unterhaltung erfährt
page-handed-off = { $title } macht hier weiter
page-extended = { $n ->
    [one] 1 Nachricht ist zusammengefasst. Nichts wurde entfernt.
   *[other] { $n } Nachrichten sind zusammengefasst. Nichts wurde entfernt.
}
page-carried = Womit diese Unterhaltung weitergeht
page-carried-handoff = Übergeben
page-carried-extended = { $n ->
    [one] 1 Nachricht zusammengefasst
   *[other] { $n } Nachrichten zusammengefasst
}
page-carried-parent = Die Unterhaltung davor
page-carried-told = Was dem Modell gesagt wird
page-bugs = { $n ->
    [one] 1 Fehler, { $open } offen
   *[other] { $n } Fehler, { $open } offen
}
page-bug-message = Nachricht { $n }
page-bugs-copy = Bericht kopieren
page-bugs-copied = Der Bericht ist kopiert
page-recovery-legacy_next_steps = Ein nächster Schritt kam in der alten Form
page-recovery-guardrail_stop = Ein Schritt wurde aufgegeben
page-compare-new = Neue Unterhaltung
page-compare-new-handoff = Ja
page-compare-new-extend = Nein, dieselbe
page-compare-context = Das Modell erfährt
page-compare-context-handoff = Die Zusammen­fassung und den nächsten Schritt
page-compare-context-extend = Die Zusammen­fassung und den nächsten Schritt
page-compare-history = Was gesagt wurde
page-compare-history-handoff = Bleibt in der alten
page-compare-history-extend = Bleibt hier
page-compare-rollback = Rückgängig
page-compare-rollback-handoff = Alle früheren Änderungen
page-compare-rollback-extend = Alle früheren Änderungen
page-compare-speed = Tempo
page-compare-speed-handoff = Wieder kurze Prompts
page-compare-speed-extend = Wieder kurze Prompts
page-compare-storage = Speicher
page-compare-storage-handoff = Beginnt bei 0
page-compare-storage-extend = Zählt ab 0, nichts wird entfernt
page-compare-when = Wann
page-compare-when-handoff = Ein anderer Teil der Arbeit beginnt
page-compare-when-extend = Dieselbe Arbeit geht weiter
page-no-conversations = Noch keine Gespräche.
page-waits = wartet auf Sie
page-messages = { $n ->
    [one] 1 Nachricht
   *[other] { $n } Nachrichten
}
page-session-search = Gespräche durchsuchen
page-session-kept = Welche Gespräche
page-session-none-found = Nichts gefunden. Versuchen Sie es mit weniger Wörtern.
page-session-none-here = Hier liegt nichts.
page-session-name = Neuer Name von { $title }
page-session-rename = { $title } umbenennen
page-session-archive = { $title } archivieren
page-session-delete = { $title } löschen
page-session-restore = { $title } zurückholen
