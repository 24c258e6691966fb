### Texts of the page (page-…) and texts shared by page and terminal (ui-…). Română.

## Shared words
ui-product = Countersign
ui-pages = Pagini
ui-start-page = Countersign, pagina de start
ui-skip = Salt la pagini
ui-help = Ajutor pentru taste
ui-close = Închide
ui-cancel = Renunță
ui-save = Salvează
ui-saved = Salvat.
ui-undo = Anulează
ui-dismiss = Ascunde
ui-notices = Avize
ui-loading = Se încarcă…
ui-today = Azi
ui-tomorrow = Mâine
ui-yesterday = Ieri
ui-yes = da
ui-no = nu
ui-becomes = devine
ui-nothing-changed = Nu s-a schimbat nimic.
ui-nothing-changed-yet = Încă nu s-a schimbat nimic.
ui-offline = Serverul nu răspunde. Nu s-a schimbat nimic. Se reîncearcă…
ui-offline-unsure = Serverul nu răspunde. Nu se știe dacă ultima schimbare a ajuns. Se reîncearcă…
ui-online = Serverul este din nou accesibil.
ui-unreachable = serverul nu răspunde
ui-remove = Scoate { $what }
ui-hours = { $n } h
ui-minutes = { $n } min
ui-hours-minutes = { $h } h { $m } min
ui-dates-more = … { $dates } ({ $n } date)

## Fields of a todo
ui-field-title = Titlu
ui-field-command = Comandă
ui-field-notes = Note
ui-field-scheduledFor = Data
ui-field-timeOfDay = Ora
ui-field-dueDate = Termen
ui-field-priority = Prioritate
ui-field-status = Stare
ui-field-statusReason = Motiv
ui-field-reason = Motiv
ui-field-estimate = Estimare, minute
ui-field-labels = Etichete
ui-field-labels_add = Etichete de adăugat
ui-field-labels_remove = Etichete de scos
ui-field-checklist = Listă de bifat
ui-field-checklist_add = De adăugat în listă
ui-field-checklist_check = Bifează
ui-field-checklist_uncheck = Debifează
ui-field-recurrence = Se repetă
ui-field-completed = Terminată
ui-field-completedDates = Date terminate
ui-field-skippedDates = Date sărite
ui-field-moved = Date mutate
ui-field-extra = Alte proprietăți
ui-field-occurrenceDate = Apariție
ui-field-exists = Există
ui-field-occurrence = Apariție
ui-field-label = Etichetă
ui-occurrence-open = deschisă
ui-occurrence-completed = terminată
ui-occurrence-skipped = sărită
ui-occurrence-moved = mutată pe { $date }
ui-field-to-date = Pe data
ui-field-to-time = La ora
ui-field-id = Sarcină
ui-field-op = Acțiune
ui-field-where = Ce sarcini
ui-field-target = Sarcină
ui-field-verb = Acțiune
ui-field-until = Sfârșitul repetării
ui-field-shift = Mutare
ui-field-title_contains = Un cuvânt din titlu
ui-field-list = Lista dumneavoastră
ui-field-overdue = Restante
ui-field-repeating = Care se repetă
ui-priority-low = Mică
ui-priority-medium = Medie
ui-priority-high = Mare
ui-status-open = Deschisă
ui-status-in_progress = În lucru
ui-status-groomed = Pregătită
ui-status-blocked = Blocată
ui-status-on_hold = În așteptare
ui-status-done = Terminată
ui-status-rejected = Abandonată
ui-check = Bifează { $title }
ui-checklist-line = Linia { $n } din listă
ui-checklist-add = Adaugă o linie, Enter

## Repetition
ui-repeats-none = Nu se repetă
ui-repeats-daily = Zilnic
ui-repeats-weekly = Săptămânal
ui-repeats-monthly = Lunar
ui-repeats-yearly = Anual
ui-repeat-every = La fiecare
ui-repeat-until-label = Până la
ui-weekdays = Zilele săptămânii
ui-repeat-none = nu se repetă
ui-repeat-daily = { $n ->
    [one] zilnic
    [few] la { $n } zile
   *[other] la { $n } de zile
}
ui-repeat-weekly = { $n ->
    [one] săptămânal
    [few] la { $n } săptămâni
   *[other] la { $n } de săptămâni
}
ui-repeat-monthly = { $n ->
    [one] lunar
    [few] la { $n } luni
   *[other] la { $n } de luni
}
ui-repeat-yearly = { $n ->
    [one] anual
    [few] la { $n } ani
   *[other] la { $n } de ani
}
ui-repeat-on = { $days }
ui-repeat-until = până la { $date }
ui-repeat-count = { $n ->
    [one] o dată
    [few] de { $n } ori
   *[other] de { $n } de ori
}
ui-repeat-after = după terminare
ui-last-day = ultima zi
ui-month-day = ziua { $day }
ui-nth-1 = prima { $day }
ui-nth-2 = a 2-a { $day }
ui-nth-3 = a 3-a { $day }
ui-nth-4 = a 4-a { $day }
ui-nth-5 = a 5-a { $day }
ui-nth--1 = ultima { $day }

## Reasons for turning a proposal down
ui-reason-wrong-target = Țintă greșită
ui-reason-wrong-value = Valoare greșită
ui-reason-my-wording = Formularea mea
ui-reason-not-now = Nu acum
ui-reason-not-needed = Nu e nevoie
ui-reason-too-risky = Prea riscant
ui-reason-already-done = Deja făcut
ui-reason-duplicate = Dublură
ui-reason-other = Altceva

## Errors with words of their own; all others carry the server's
ui-error-not_found = Asta nu mai există.
ui-error-idempotency_mismatch = Aceeași cheie a fost folosită pentru altceva. Nu s-a schimbat nimic.

## Pages
page-desk = Birou
page-inbox = De semnat
page-todos = Sarcini
page-history = Istoric
page-inbox-count = { $n ->
    [one] 1 set de schimbări așteaptă
    [few] { $n } seturi de schimbări așteaptă
   *[other] { $n } de seturi de schimbări așteaptă
}
page-locked = Pagina are nevoie de cheia ei
page-locked-text = Cheia este în adresa afișată de server la pornire. Pentru una nouă, rulați:

## Thread
page-conversation = Conversație
page-conversations = Conversații
page-new-conversation = Conversație nouă
page-untitled = Fără titlu
page-messages-label = Mesaje
page-you = Dvs.
page-message = Mesaj
page-placeholder = Întrebați sau descrieți o schimbare…
page-answer-here = Răspundeți cu cuvintele dvs.…
page-desk-empty = Ce să se schimbe?
page-desk-empty-text = Spuneți într-o propoziție. Countersign propune; nimic nu se schimbă până nu semnați, iar schimbările din sarcini și fișiere pot fi anulate.
page-example-1 = Adaugă „Plătește chiria” mâine la 9, prioritate mare
page-example-2 = În fiecare luni: udă plantele
page-example-3 = Ce e scadent săptămâna asta?
page-mode = Mod
page-mode-auto = Auto
page-mode-chat = Chat
page-mode-plan = Plan
page-mode-auto-hint = Auto: alege între răspuns și propunere
page-mode-chat-hint = Chat: doar răspunsuri
page-mode-plan-hint = Plan: mereu o propunere sau o întrebare
page-planner-only = planificator integrat
page-send = Trimite
page-stop = Oprește
page-stage-sent = Trimis
page-stage-routing = Clasificare
page-stage-proposing = Propunere
page-stage-validating = Verificare
page-stage-repairing = Corectare
page-stage-summarizing = Rezumat
page-failure = Îmi pare rău, nu am putut prelucra asta. ({ $error })
page-run-cancelled = Oprit. Nu s-a schimbat nimic.
page-open-sheet = Verifică setul #{ $id }

## Clarify
page-show-more = Arată încă { $n }

## Change sets
page-folder = Dosar
page-folder-any = dosarul numit
page-set-title = Setul #{ $id }
page-set-missing = Setul #{ $id } nu există.
page-count-add = { $n } de adăugat
page-count-change = { $n } de schimbat
page-count-delete = { $n } de șters
page-count-run = { $n } de rulat
page-count-none = nicio schimbare
page-review = Verifică
page-sheet = Verificare
page-sheet-empty = Nimic nu așteaptă.
page-sheet-empty-text = Schimbările propuse apar aici, câte una pe rând. Decideți fiecare în parte.
page-undoable = Se poate anula
page-not-undoable = Nu se poate anula
page-undo-nothing = Nu schimbă nimic
page-version-note = { $changed ->
    [0] v{ $version }: marcajele rămân
    [one] v{ $version }: 1 schimbat, marcajele rămân
   *[other] v{ $version }: { $changed } schimbate, marcajele rămân
}
page-version-waiting = { $changed ->
    [0] v{ $version } este aici · Arată
    [one] v{ $version }: 1 schimbat · Arată
   *[other] v{ $version }: { $changed } schimbate · Arată
}
page-unsure = Serverul nu a răspuns la timp; nu se știe dacă s-a aplicat. Se poate întreba din nou fără risc: se aplică cel mult o dată.
page-applied-before = Aplicat ca intrarea { $entry }.
page-applying = Se aplică: { $n }…
page-verb-add = Adaugă
page-verb-change = Schimbă
page-verb-delete = Șterge
page-verb-run = Rulează
page-status-marked = Marcat
page-status-invalid = Nevalid
page-status-pending = De verificat
page-status-confirmed = Semnat
page-status-rejected = Respins
page-status-deferred = Amânat
page-status-unheard = Netrimis încă
page-status-retracted = Retras
page-status-withdrawn = Retrasă
page-status-replaced = Înlocuită
page-status-drifted = Învechit
page-status-blocked = Depinde de altul
page-status-applying = Se aplică
page-status-applied = Aplicat
page-status-failed = Eșuat
page-status-unknown = Necunoscut
page-status-undone = Anulat
page-status-expired = Expirat
page-risk-some = Un oarecare risc
page-risk-high = Risc mare
page-needs = depinde de { $list }
page-no-title = O sarcină fără titlu
page-cannot-sign = { $label } nu se poate semna așa.
page-decided =
    { $label }: { $verdict }. { $n } din { $of } { $n ->
        [one] marcată
       *[other] marcate
    }.
page-decided-many = { $n ->
    [one] 1 rând: { $verdict }.
    [few] { $n } rânduri: { $verdict }.
   *[other] { $n } de rânduri: { $verdict }.
}
page-rebased = { $label }: actualizat. Decideți din nou.
page-edited = { $label }: modificat. Decideți din nou.
page-edit = Modifică
page-drifted-refused = { $n ->
    [one] 1 rând s-a învechit. Nu s-a schimbat nimic.
    [few] { $n } rânduri s-au învechit. Nu s-a schimbat nimic.
   *[other] { $n } de rânduri s-au învechit. Nu s-a schimbat nimic.
}
page-drifted-hint = Uitați-vă și decideți din nou.
page-stale = Setul s-a schimbat de când l-ați văzut. Nu s-a schimbat nimic.
page-stale-hint = Uitați-vă din nou, apoi aplicați.
page-applied-elsewhere = Aplicat în altă fereastră.
page-unheard = Decizia dvs. nu a fost păstrată: { $list }

## Inspector
page-preview-deleted = Ștearsă
page-preview-more = și încă { $n }

## Fișiere și comenzi
page-apply-erase = { $n ->
    [one] Șterge 1 fișier
    [few] Șterge { $n } fișiere
   *[other] Șterge { $n } de fișiere
}
page-file-create = Fișier nou
page-file-edit = Modifică
page-file-delete = Șterge fișierul
page-diff-added = adăugată
page-diff-removed = scoasă
page-file-size = Mărime
ui-field-content = Conținut
ui-field-undo = Anulare
ui-no-file = niciun fișier
ui-content = conținut { $hash }
page-cmd-folder = Dosar
page-cmd-never = Blocată
page-cmd-exit = ieșire { $code }

## Modele în conversație
page-stage-chatting = Răspuns
page-usage-tokens = { $in } → { $out } tokeni
page-usage-tokens-hint = Tokeni citiți → scriși
page-place-local = local
page-place-hosted = extern
page-place-local-hint = Modelul rulează pe acest calculator; nimic nu a ieșit din el.
page-place-hosted-hint = Modelul rulează în altă parte: cererea a părăsit acest calculator.
page-mended = corectat
page-noted = observații
page-recovery = Recuperare
page-recovery-repaired = Răspunsul a trebuit corectat.
page-recovery-dropped = Părți din răspuns au fost lăsate deoparte.
page-recovery-fallback = Rezumatul este al nostru: modelul nu a dat niciunul.
page-recovery-prompt_cut = Serverul modelului a citit mai puțin decât i s-a trimis.
page-recovery-shortened = Părți din cerere au fost scurtate la cât citește modelul.
page-recovery-redacted = Secretele nu au fost trimise modelului.
page-recovery-tool_server = Uneltele altui program nu au putut fi folosite.
page-recovery-larger_context = Planul are nevoie de mai mult loc: este întrebat un model care citește mai mult.
page-recovery-retry = Modelul a fost întrebat din nou.
page-recovery-truncated = O parte din răspuns a fost tăiată.
page-recovery-model_failed = Modelul nu a răspuns.
page-recovery-unread_events = O parte din ce s-a întâmplat nu poate fi citită: „countersign verify” spune care.
page-again = Reîncearcă
page-continue = Continuă
page-saw = Ce a văzut modelul

## Confirming and undoing

## Inbox
page-more = Arată mai mult

## Todos
page-view-list = Listă
page-view-week = Săptămână
page-group-overdue = Întârziate
page-group-today = Azi
page-group-upcoming = Urmează
page-group-unscheduled = Fără dată
page-group-done = Terminate
page-repeats = se repetă

## History
page-entry = intrarea { $seq }
page-open-set = Setul #{ $id }

## Settings
page-lamp-down = nu răspunde
page-folders-none = Niciun dosar deschis.

## Keys
page-mode-agent = Agent
page-mode-agent-hint = Agent: lucrează în pași cu unelte; semnați ce ar schimba
page-stage-planning = Planificare
page-stage-executing = Lucru
page-agent-steps = Pași
page-agent-step-pending = de făcut
page-agent-step-waiting = așteaptă
page-agent-step-running = în lucru
page-agent-step-completed = gata
page-agent-step-failed = eșuat
page-agent-step-cancelled = neînceput
page-agent-step-denied = refuzat
page-recovery-corrected = Un răspuns nu a putut fi folosit; modelul a fost întrebat din nou
page-recovery-mixed = Un răspuns a amestecat apeluri de unelte cu un răspuns
page-recovery-not_proposed = Un răspuns spune că ceva este propus, și nimic nu este
page-recovery-plan_failed = Pașii nu au putut fi citiți

## Rules, and runs of several commands
page-settings = Setări
page-rules = Reguli
page-rule-workspace = Spațiu de lucru
ui-field-days = Zile
ui-field-cap = Folosiri
page-rule-cap-any = oricâte
page-rule-past =
    S-ar fi potrivit cu { $matched } decizii anterioare: { $signed ->
        [one] { $signed } semnată
       *[other] { $signed } semnate
    }, { $rejected ->
        [one] { $rejected } respinsă
       *[other] { $rejected } respinse
    }.
page-rule-match = Lasă să treacă
page-run-is-running = Rulează
page-run-is-paused = Așteaptă
page-run-is-done = Gata
page-run-is-stopped = Oprit

## Lucru într-un dosar de proiect
page-stage-analyzing = Se analizează…
page-recovered-title = Răspunsul avea erori; ce se putea citi a fost recuperat.
page-recovery-recovered = O parte a răspunsului a fost recuperată.
page-recovery-blocked = Modificările de fișiere și comenzile din răspuns sunt blocate.
page-loaded = { $n ->
    [one] 1 fișier încărcat:
    [few] { $n } fișiere încărcate:
   *[other] { $n } de fișiere încărcate:
}
page-next-filled = Textul este în câmpul mesajului.
page-now = Acum
page-now-details = Vezi detalii
page-files = Fișiere
page-files-found = { $n ->
    [one] 1 fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}
page-analyze-message = Am rulat comanda: `{ $command }`

## Agents
page-agent-planner = Planificatorul
page-category-status = Stare
page-category-checklist = Listă de verificare
page-category-dates = Estimări și date
page-category-change = Alte câmpuri
page-category-add = Nou
page-category-delete = Ștergere
ui-toasts = Mesaje scurte

## Library
page-library = Bibliotecă

page-model-removed = { $name } este șters.
page-model-installed = { $name } este instalat.
page-model-sound = { $name } este fișierul instalat.
page-model-chosen = { $name } răspunde de acum înainte.
page-model-overridden = Încă nu: decide COUNTERSIGN_MODEL.
page-offer = Aici nu răspunde niciun model; propozițiile simple nu au nevoie. Pentru rest:
page-offer-get = Obține { $title } ({ $size })

page-session-state-active = Active
page-session-state-archived = Arhivate
page-session-state-deleted = Șterse
page-session-archived = { $title } este arhivată
page-session-deleted = { $title } este ștearsă
page-session-restored = { $title } este înapoi
page-plan = Plan

## Learned rules, subscriptions, notices
page-rule-silences = Nu se mai propune
page-agent-rules = Ce ați decis
page-category-rule = Reguli
page-notice-title = S-a propus ceva
page-notice-text = { $n ->
    [one] 1 schimbare așteaptă. Nu s-a schimbat nimic.
    [few] { $n } schimbări așteaptă. Nu s-a schimbat nimic.
   *[other] { $n } de schimbări așteaptă. Nu s-a schimbat nimic.
}
page-mode-image = Imagine
page-mode-image-hint = Imagine: imagini din ce scrieți
page-attach = Adăugați imagini
page-stage-painting = Pictează
