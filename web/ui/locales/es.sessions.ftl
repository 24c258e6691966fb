# Cómo de llena está una conversación y dónde continúa
page-meter-hint = Cómo de llena está esta conversación
page-meter-context = ctx { $n } %
page-fullness = Cómo de llena está esta conversación
page-full-context = El contexto está lleno al { $n } %
page-full-storage = El almacenamiento está lleno al { $n } %
page-gauge-context = Contexto
page-gauge-measured = { $used } de { $of } tokens, contados como cuenta { $model }
page-gauge-estimated = { $used } de { $of } tokens, estimados: { $model } aún no ha contado nada aquí
page-gauge-storage = Almacenamiento
page-gauge-stored = { $used } de { $of }
page-gauge-messages = { $n ->
    [one] 1 mensaje sin resumir.
   *[other] { $n } mensajes sin resumir.
}
page-going-on-compared = Traspaso y ampliación comparados
page-hand-off = Traspasar
page-extend = Ampliar
page-handoff-told = Lo que se dice a la conversación nueva
page-handed-off = { $title } continúa desde aquí
page-extended = { $n ->
    [one] 1 mensaje resumido. No se ha quitado nada.
   *[other] { $n } mensajes resumidos. No se ha quitado nada.
}
page-carried = Con qué continúa esta conversación
page-carried-handoff = Traspasada
page-carried-extended = { $n ->
    [one] 1 mensaje resumido
   *[other] { $n } mensajes resumidos
}
page-carried-parent = La conversación anterior
page-carried-told = Lo que se dice al modelo
page-bugs = { $n ->
    [one] 1 error, { $open } sin resolver
   *[other] { $n } errores, { $open } sin resolver
}
page-bug-message = mensaje { $n }
page-bugs-copy = Copiar el informe
page-bugs-copied = El informe está copiado
page-recovery-legacy_next_steps = Un paso siguiente vino en la forma antigua
page-recovery-guardrail_stop = Se abandonó un paso
page-compare-new = Conversación nueva
page-compare-new-handoff = Sí
page-compare-new-extend = No, la misma
page-compare-context = Al modelo se le dice
page-compare-context-handoff = El resumen y el paso siguiente
page-compare-context-extend = El resumen y el paso siguiente
page-compare-history = Lo dicho
page-compare-history-handoff = Queda en la anterior
page-compare-history-extend = Queda aquí
page-compare-rollback = Deshacer
page-compare-rollback-handoff = Todos los cambios anteriores
page-compare-rollback-extend = Todos los cambios anteriores
page-compare-speed = Velocidad
page-compare-speed-handoff = De nuevo textos cortos
page-compare-speed-extend = De nuevo textos cortos
page-compare-storage = Almacenamiento
page-compare-storage-handoff = Empieza en 0
page-compare-storage-extend = Cuenta desde 0, no se quita nada
page-compare-when = Cuándo
page-compare-when-handoff = Empieza otra parte del trabajo
page-compare-when-extend = Sigue el mismo trabajo
page-no-conversations = Aún no hay conversaciones.
page-waits = le espera
page-messages = { $n ->
    [one] 1 mensaje
   *[other] { $n } mensajes
}
page-session-search = Buscar conversaciones
page-session-kept = Qué conversaciones
page-session-none-found = No se encontró nada. Pruebe con menos palabras.
page-session-none-here = Aquí no hay nada.
page-session-name = Nuevo nombre de { $title }
page-session-rename = Cambiar el nombre de { $title }
page-session-archive = Archivar { $title }
page-session-delete = Eliminar { $title }
page-session-restore = Recuperar { $title }
