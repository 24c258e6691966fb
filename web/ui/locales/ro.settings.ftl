page-zone-now = În uz: { $zone }. Schimbarea ei nu mută nicio sarcină.
page-zone-machine = Al calculatorului
page-opt-week-monday = luni
page-opt-week-sunday = duminică
page-opt-week-saturday = sâmbătă
page-order-hint = Pentru o dată cu două înțelesuri se întreabă, dacă nu alegeți aici.
page-opt-order-ask = Întreabă
page-opt-order-dmy = 5 iunie
page-opt-order-mdy = 6 mai
page-opt-order-ymd = Anul întâi
page-opt-next-firstDay = prima ei zi
page-opt-next-sameDay = aceeași zi
page-until-hint = Când nu spuneți până când.
page-opt-until-none = niciodată
page-opt-until-endOfYear = la sfârșitul anului
page-opt-until-1y = după un an
page-part-morning = Dimineață
page-part-noon = Prânz
page-part-afternoon = După-amiază
page-part-evening = Seară
page-part-night = Noapte
page-asisign-hint = Semnarea unui rând îl și aplică, pe loc.
page-keys-hint = Litere ca y și n acționează asupra rândului cu focus.
page-opt-theme-auto = Ca sistemul
page-opt-theme-light = Luminos
page-opt-theme-dark = Întunecat
page-opt-language-auto = Ca browserul
page-import = Import
page-import-text = Un fișier devine un set pe care îl verificați; nimic nu se importă fără semnătură.
page-import-format = Format
page-import-guess = Ghicește
page-import-file = Fișier
page-import-paste = Sau lipiți text
page-import-button = Importă textul
page-import-nothing = Nu este nimic de importat.
page-import-big = Fișierul depășește 30 MB.
page-import-same = { $n ->
    [one] 1 sarcină există deja, ca în fișier.
    [few] { $n } sarcini există deja, ca în fișier.
   *[other] { $n } de sarcini există deja, ca în fișier.
}
page-import-problems = { $n ->
    [one] 1 loc din fișier nu s-a putut citi și lipsește.
    [few] { $n } locuri din fișier nu s-au putut citi și lipsesc.
   *[other] { $n } de locuri din fișier nu s-au putut citi și lipsesc.
}
page-about = Despre
page-about-version = Versiune
page-about-model = Model
page-about-planner = niciunul: răspunde planificatorul integrat
page-about-todos = Sarcini
page-about-ledger = Capul registrului
page-about-no-ledger = gol
page-models = Modele
page-models-none = Doar planificatorul integrat
page-models-none-text = Propozițiile simple despre sarcini nu cer un model. Pentru rest:
page-models-how-ollama = Porniți Ollama pe acest calculator și descărcați un model; este găsit la pornirea următoare.
page-models-how-env = Sau numiți un server și modelul lui și porniți din nou:
page-models-how-file = Sau descrieți modele, roluri și prețuri în acest fișier din dosarul de date:
page-models-probe = Verifică
page-models-probing = Se întreabă…
page-models-for = Folosit pentru { $roles }
page-models-idle = Nefolosit
page-lamp-up = răspunde
page-lamp-unknown = neîntrebat încă
page-role-router = clasificare
page-role-propose = propunere
page-role-repair = corectare
page-role-chat = răspuns
page-role-summarise = rezumat
page-role-plan = planificare
page-role-execute = executarea pașilor
page-role-supervise = supravegherea comenzilor
page-role-vision = privirea imaginilor
page-role-image = crearea imaginilor
page-can-context = citește { $n } de tokeni
page-form-schema = respectă o formă
page-form-json_mode = scrie JSON
page-form-prompt_only = i se cere o formă
page-can-tools = unelte
page-can-vision = imagini
page-can-thinking = gândește întâi
page-can-logprobs = spune cât de sigur e
page-wake-hint = Planificatorul încorporat privește atunci sarcinile și propune. Gol: doar la cererea dvs.
page-attention-hint = După multe semnături în câteva secunde. Numărate doar în această pagină.
page-wakeon-hint = label:NUME, #NUMĂRUL unei sarcini sau is:overdue, despărțite prin virgule. Etichetele sunt listele sarcinilor.
page-notice-hint-on = O notificare tăcută când s-a propus ceva cât timp pagina este în fundal.
page-notice-hint-off = O notificare tăcută când s-a propus ceva cât timp pagina este în fundal.
page-notice-hint-denied = Browserul blochează notificările acestei pagini; setările lui schimbă asta.
page-notice-hint-never = Acest browser nu are notificări.
page-megabytes-hint = În megabyți. La 85 % se oferă o extindere.
page-mirror-hint = Scrie plan_doc.md, chat_history.log și session.json ale fiecărei conversații lângă date.
page-taken = Ce s-a ales de propuneri
page-taken-planner = Planificatorul încorporat
page-taken-line = { $hits } din { $n } mesaje decise au fost păstrate; elemente: { $signed } semnate, { $rejected } respinse, { $undone } anulate

## Servers of tools (MCP)
page-mcp = Alte unelte (MCP)
page-mcp-text = Programe ale căror unelte pot fi folosite de agenți, numite în mcp.json lângă baza de date. Ce schimbă ceva așteaptă semnătura dumneavoastră.
page-mcp-none = Niciunul nu este numit în
page-mcp-idle = nepornit
page-mcp-running = rulează
page-mcp-failed = a eșuat
page-mcp-off = oprit
page-mcp-free = Neizolat: poate tot ce puteți și dumneavoastră.
page-mcp-confined = Izolat: fără rețea, scrie doar într-un dosar al lui.
page-mcp-elsewhere = Rulează în altă parte: ce conține un apel ajunge acolo, iar acest program nu îl izolează.
page-mcp-at-idle = neîntrebat încă
page-mcp-at-running = răspunde
page-mcp-at-test = Cere uneltele lui
page-mcp-tools = { $n ->
    [one] 1 unealtă
    [few] { $n } unelte
   *[other] { $n } de unelte
}
page-mcp-looks = citește
page-mcp-signed = așteaptă o semnătură
page-mcp-reads = Agenții pot apela fără să întrebe ce doar citește
page-mcp-test = Pornește și arată uneltele
page-set-time = Timp și cuvinte
page-set-work = Mod de lucru
page-set-name-parts = Părțile zilei
page-export = Export
page-export-text = Totul vă aparține, în formate pe care le citesc alte programe.
page-folders = Dosare
page-folders-text = Fișierele se schimbă și comenzile rulează doar în dosare deschise de dvs., doar cu semnătură.
page-folders-path = Dosar pe calculatorul serverului
page-folders-open = Deschide
page-folders-close = Închide
page-folders-gone = nu există
page-folders-opened = Deschis: { $root }
page-folders-closed = Închis: { $root }. Fișierele rămân cum sunt.
page-export-loses = { $format } lasă ceva deoparte:
page-export-anyway = Descarcă totuși { $format }
