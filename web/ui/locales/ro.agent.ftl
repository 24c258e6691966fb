# What an agent's run shows: fetched when one is first drawn
page-agent-tools = { $n ->
    [one] 1 apel de unealtă
    [few] { $n } apeluri de unelte
   *[other] { $n } de apeluri de unelte
}
page-agent-queued = Așteaptă semnătura dumneavoastră
page-agent-thinks = Gândește:
page-agent-rated = se apreciază la { $n } %
page-agent-pause = Așteaptă după acest pas
page-agent-pausing = Așteaptă după acest pas.
page-agent-paused = Agentul așteaptă
page-agent-left =
    { $done ->
        [one] { $done } pas gata
        [few] { $done } pași gata
       *[other] { $done } de pași gata
    }, { $left ->
        [one] { $left } rămas
       *[other] { $left } rămași
    }.
page-agent-waiting = { $n ->
    [one] 1 schimbare în așteptare.
    [few] { $n } schimbări în așteptare.
   *[other] { $n } de schimbări în așteptare.
}
page-agent-continue = Continuă
page-agent-continue-auto = Continuă fără să aștepte
page-agent-stop = Oprește aici
page-agent-approval = { $n ->
    [one] 1 apel de unealtă cere permisiunea dumneavoastră
    [few] { $n } apeluri de unelte cer permisiunea dumneavoastră
   *[other] { $n } de apeluri de unelte cer permisiunea dumneavoastră
}
page-agent-approval-there = Permiteți sau refuzați fiecare apel în verificare.
page-agent-approval-time = Fără răspuns se refuză după un minut.
page-agent-allow = { $n ->
    [one] Permite acest apel
    [few] Permite { $n } apeluri
   *[other] Permite { $n } de apeluri
}
page-agent-deny = Nu permite
page-agent-answer = Răspunde
page-agent-summary = Rezumatul muncii
page-agent-summary-pending = Încă nepăstrat
page-agent-summary-saved = Păstrat
page-agent-summary-discarded = Abandonat
page-agent-summary-action = Acțiune
page-agent-summary-details = Detalii
page-agent-summary-result = Rezultat
page-agent-summary-tools = Unelte
page-agent-summary-criteria = Criterii
page-agent-criterion-new = nou
page-agent-summary-decisions = Decizii
page-agent-save = Păstrează rezumatul
page-agent-save-edited = Păstrează varianta editată
page-agent-edit = Editează rezumatul
page-agent-discard = Abandonează rezumatul
page-agent-summary-rejected = Respins
page-agent-summary-goal = Scop
page-agent-here = Ce scrieți mai jos merge la această rulare.
page-agent-apart = Ce scrieți mai jos începe altceva.
page-agent-to-run = Spuneți-i acestei rulări
page-agent-to-new = Începeți altceva
page-agent-auto = Continuă singur
page-agent-plan = Doar privește și planifică
page-sub-found = { $n ->
    [one] 1 subsarcină găsită
    [few] { $n } subsarcini găsite
   *[other] { $n } de subsarcini găsite
}
page-agent-split = Împarte în subsarcini
page-sub-tasks = Subsarcini
page-sub-best = recomandat
page-sub-speed = circa { $n } s
page-sub-risk = Risc: { $risk }
page-sub-risk-none = mic
page-sub-risk-some = oarecare
page-sub-risk-high = mare
page-sub-way-dependency-graph = În paralel
page-sub-way-sequential = Una după alta
page-sub-way-parallel = Rapid și liber
page-sub-way-why-dependency-graph = Mai multe deodată, fiecare după cele de care depinde; niciodată două nu scriu același fișier.
page-sub-way-why-sequential = Una după alta, fiecare pe ce a lăsat precedenta.
page-sub-way-why-parallel = Toate deodată. Ce se suprapune cu alta eșuează și poate fi reluat.
page-sub-start = Pornește { $letter }
page-sub-by-hand = Așteaptă-mă după fiecare rundă
page-sub-size = Finețe
page-sub-size-auto = Decide produsul
page-sub-size-fine = Fină
page-sub-size-medium = Medie
page-sub-size-coarse = Grosieră
page-sub-size-auto-why = După câte fișiere și instrucțiuni sunt și cât de des au fost tăiate răspunsurile în ultima vreme.
page-sub-size-why-fine = Răspunsuri scurte, rar tăiate, și se pierde puțin dacă una eșuează; mai multe apeluri.
page-sub-size-why-medium = Mai puține apeluri, și fiecare vede ceva mai mult; răspunsuri mai lungi.
page-sub-size-why-coarse = Cele mai puține apeluri, și fiecare vede mult; răspunsurile lungi sunt tăiate mai des.
page-sub-size-of = { $n } × circa { $tokens } tokeni
page-sub-edit = Modifică planul
page-sub-words = Ce face subsarcina { $n }
page-sub-up = Sus
page-sub-down = Jos
page-sub-remove = Elimină
page-sub-up-of = Mută subsarcina { $n } în sus
page-sub-down-of = Mută subsarcina { $n } în jos
page-sub-remove-of = Elimină subsarcina { $n }
page-sub-save = Salvează planul
page-sub-none = Nu face niciuna
page-sub-after = după { $list }
page-sub-waits = În așteptare: { $n } (depinde de { $list })
page-sub-retry = Reia { $n }
page-sub-left =
    { $done } gata, { $left ->
        [one] { $left } rămasă
       *[other] { $left } rămase
    }, { $failed ->
        [one] { $failed } eșuată
       *[other] { $failed } eșuate
    }.
page-sub-pause = Pauză după ce e în lucru
page-plan-view = Formular sau Markdown
page-plan-tab-markdown = Markdown
page-plan-status = Stare
page-plan-goal = Obiectiv
page-plan-met = Îndeplinit: { $what }
page-plan-criterion = Criteriul { $n }
page-plan-remove = Elimină { $what }
page-plan-add = Adaugă un criteriu
page-plan-log = { $n ->
    [one] 1 intrare în jurnal
    [few] { $n } intrări în jurnal
   *[other] { $n } de intrări în jurnal
}
page-plan-changes = Ce se schimbă
page-plan-count = { $n ->
    [0] Nu se schimbă nimic
    [one] 1 schimbare
    [few] { $n } schimbări
   *[other] { $n } de schimbări
}
page-plan-same = Planul spune deja asta. Nu s-a schimbat nimic.
page-plan-unread = Linia { $line } nu a fost înțeleasă și rămâne sub „Other”: { $text }
page-plan-back = Înapoi la editare
page-plan-show = Arată schimbările
page-plan-save = { $n ->
    [one] Salvează 1 schimbare
    [few] Salvează { $n } schimbări
   *[other] Salvează { $n } de schimbări
}
page-plan-saved = Salvat ca versiunea { $version } a planului
page-plan-edited = plan_doc.md a fost editat în dosarul sesiunii.
page-plan-take = Preia-l
page-plan-mend = Lasă un model să îl repare
page-plan-mending = Modelul scrie …
page-plan-tab-form = Formular
page-plan-status-planning = În pregătire
page-plan-status-in_progress = În lucru
page-plan-status-blocked = Blocat
page-plan-status-completed = Terminat
page-plan-status-failed = Eșuat
page-plan-field-status = Stare
page-plan-field-goal = Obiectiv
page-plan-field-acceptanceCriteria = Gata când
page-plan-field-decisionsMade = Decis
page-plan-field-decisionsRejected = Respins
page-plan-field-executionLog = Jurnal
page-plan-field-other = Altele
page-plan-missing-goal = În această stare un plan are nevoie de un obiectiv.
page-plan-missing-criterion = În această stare un plan are nevoie de cel puțin un criteriu.
