# Cât de plină este o conversație și unde continuă
page-meter-hint = Cât de plină este această conversație
page-meter-context = ctx { $n } %
page-fullness = Cât de plină este această conversație
page-full-context = Contextul este plin în proporție de { $n } %
page-full-storage = Spațiul este plin în proporție de { $n } %
page-gauge-context = Context
page-gauge-measured = { $used } din { $of } tokeni, numărați așa cum numără { $model }
page-gauge-estimated = { $used } din { $of } tokeni, estimați: { $model } nu a numărat încă nimic aici
page-gauge-storage = Spațiu
page-gauge-stored = { $used } din { $of }
page-gauge-messages = { $n ->
    [one] 1 mesaj nu este rezumat.
    [few] { $n } mesaje nu sunt rezumate.
   *[other] { $n } de mesaje nu sunt rezumate.
}
page-going-on-compared = Predarea și extinderea comparate
page-hand-off = Predă
page-extend = Extinde
page-handoff-told = Ce i se spune conversației noi
page-handed-off = { $title } continuă de aici
page-extended = { $n ->
    [one] 1 mesaj rezumat. Nu s-a șters nimic.
    [few] { $n } mesaje rezumate. Nu s-a șters nimic.
   *[other] { $n } de mesaje rezumate. Nu s-a șters nimic.
}
page-carried = Cu ce continuă această conversație
page-carried-handoff = Predată
page-carried-extended = { $n ->
    [one] 1 mesaj rezumat
    [few] { $n } mesaje rezumate
   *[other] { $n } de mesaje rezumate
}
page-carried-parent = Conversația dinainte
page-carried-told = Ce i se spune modelului
page-bugs = { $n ->
    [one] 1 eroare, { $open } nerezolvate
    [few] { $n } erori, { $open } nerezolvate
   *[other] { $n } de erori, { $open } nerezolvate
}
page-bug-message = mesajul { $n }
page-bugs-copy = Copiază raportul
page-bugs-copied = Raportul este copiat
page-recovery-legacy_next_steps = Un pas următor a venit în forma veche
page-recovery-guardrail_stop = S-a renunțat la un pas
page-compare-new = Conversație nouă
page-compare-new-handoff = Da
page-compare-new-extend = Nu, aceeași
page-compare-context = Modelului i se spune
page-compare-context-handoff = Rezumatul și pasul următor
page-compare-context-extend = Rezumatul și pasul următor
page-compare-history = Ce s-a spus
page-compare-history-handoff = Rămâne în cea veche
page-compare-history-extend = Rămâne aici
page-compare-rollback = Anulare
page-compare-rollback-handoff = Toate schimbările dinainte
page-compare-rollback-extend = Toate schimbările dinainte
page-compare-speed = Viteză
page-compare-speed-handoff = Din nou texte scurte
page-compare-speed-extend = Din nou texte scurte
page-compare-storage = Spațiu
page-compare-storage-handoff = Începe de la 0
page-compare-storage-extend = Numără de la 0, nu se șterge nimic
page-compare-when = Când
page-compare-when-handoff = Începe altă parte a lucrării
page-compare-when-extend = Aceeași lucrare continuă
page-no-conversations = Încă nu există conversații.
page-waits = vă așteaptă
page-messages = { $n ->
    [one] 1 mesaj
    [few] { $n } mesaje
   *[other] { $n } de mesaje
}
page-session-search = Caută în conversații
page-session-kept = Care conversații
page-session-none-found = Nu s-a găsit nimic. Încercați cu mai puține cuvinte.
page-session-none-here = Aici nu este nimic.
page-session-name = Numele nou pentru { $title }
page-session-rename = Redenumește { $title }
page-session-archive = Arhivează { $title }
page-session-delete = Șterge { $title }
page-session-restore = Adu înapoi { $title }
