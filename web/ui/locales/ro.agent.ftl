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
page-agent-left = { $done } pași gata, { $left } rămași.
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
page-agent-folder = Dosar
