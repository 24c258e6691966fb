## The inbox and its cards
page-inbox-open = { $n ->
    [one] { $n } propunere de decis
    [few] { $n } propuneri de decis
   *[other] { $n } de propuneri de decis
}
    [one] { $n } deschisă
   *[other] { $n } deschise
}
page-inbox-signed = { $n ->
    [one] { $n } semnată
   *[other] { $n } semnate
}
page-inbox-empty = Nimic nu așteaptă.
page-inbox-empty-text = Propunerile amânate sau nevăzute așteaptă aici șapte zile.
page-tidy = Ordonează
page-tidy-hint = Caută planuri întârziate, dubluri, date ratate și zile pline și propune. Nimic nu se schimbă.
page-woke = { $n ->
    [0] Nimic de propus.
    [one] 1 modificare propusă.
    [few] { $n } modificări propuse.
   *[other] { $n } de modificări propuse.
}
page-woke-waits = { $n ->
    [one] Nimic nou: 1 modificare așteaptă deja.
    [few] Nimic nou: { $n } modificări așteaptă deja.
   *[other] Nimic nou: { $n } de modificări așteaptă deja.
}
page-suggests = { $n ->
    [one] { $agent } sugerează 1 modificare
    [few] { $agent } sugerează { $n } modificări
   *[other] { $agent } sugerează { $n } de modificări
}
page-dismiss = Amână tot
page-woke-rules = { $n ->
    [one] Regulile dvs. au făcut 1 schimbare.
    [few] Regulile dvs. au făcut { $n } schimbări.
   *[other] Regulile dvs. au făcut { $n } de schimbări.
}
page-inbox-unknown = rezultat necunoscut pentru { $n }
page-suggests-rules = { $n ->
    [one] Din deciziile dvs.: se propune 1 regulă
    [few] Din deciziile dvs.: se propun { $n } reguli
   *[other] Din deciziile dvs.: se propun { $n } de reguli
}
page-agent-says = { $agent } spune:
page-why = De ce

## Questions that stop an action
page-effect-deletes = { $n ->
    [one] Șterge 1 sarcină
    [few] Șterge { $n } sarcini
   *[other] Șterge { $n } de sarcini
}
page-effect-updates = { $n ->
    [one] Schimbă 1 sarcină
    [few] Schimbă { $n } sarcini
   *[other] Schimbă { $n } de sarcini
}
page-effect-both = Șterge { $deletes } și schimbă { $updates } sarcini
page-confirm-title = { $effect }?
page-confirm-deletes = Sarcini care se vor șterge: { $n }.
page-confirm-both = Sarcini în total: { $n }.
page-confirm-updates = Sarcini care se vor schimba: { $n }.
page-effect-sensitive = { $n ->
    [one] Schimbă 1 fișier care decide ce se rulează
    [few] Schimbă { $n } fișiere care decid ce se rulează
   *[other] Schimbă { $n } de fișiere care decid ce se rulează
}
page-confirm-sensitive = Aceste fișiere decid ce se compilează, se instalează sau se rulează. Citiți-le încă o dată modificările.
page-confirm-type = Scrieți { $n } pentru a continua
page-confirm-hold = Țineți apăsat butonul, sau Enter pe el, o clipă.
page-confirm-lasts = { $n ->
    [one] Acest lucru nu poate fi anulat:
   *[other] Acestea nu pot fi anulate:
}
page-effect-applies = Aplică { $n }
page-effect-gone = Șterge { $n } sarcini și fișiere
page-confirm-safe = Încă nu s-a schimbat nimic. Se poate anula din istoric.
page-undo-conflict = Ceva mai nou stă în cale
page-undo-conflict-text = Ce vreți să anulați s-a schimbat între timp. Nu s-a schimbat nimic.
page-undo-would = Anularea ar pune
page-undo-stop = Oprește
page-undo-keep = Păstrează ce e mai nou
page-undo-these = Anulați-le și pe acestea
page-undo-deletes = Prin anulare se șterg ({ $n }):
page-undo-both = Anulează ambele
page-undo-outside-text = Ce vreți să anulați s-a schimbat între timp în afara Countersign. Nu s-a schimbat nimic.
page-undo-outside-keep = Îl las, anulez restul
page-undo-content-now = alt conținut
page-undo-content-back = conținutul de dinainte

## The keys
page-keys = Taste
page-keys-note = Literele simple acționează doar când un rând are focus; se pot opri din setări.
page-keys-off = Literele simple sunt oprite din setări.
page-key-move = rândul următor, anterior
page-key-sign = semnează; la Sarcini, termină
page-key-reject = respinge, apoi un motiv
page-key-reason = alege un motiv
page-key-defer = amână
page-key-undecide = retrage decizia
page-key-open = deschide, închide detaliile
page-key-why = de ce
page-key-edit = modifică înainte de semnare
page-key-exclude = exclude o țintă
page-key-rebase = actualizează un rând învechit
page-key-hunk = partea anterioară, următoare a unui fișier
page-key-sign-apply = semnează acest rând și îl aplică împreună cu ce e deja semnat
page-key-apply = aplică ce e marcat
page-key-slash = scrie un mesaj; într-un set de schimbări, filtrează; altundeva, caută
page-key-leave = de la mesaj la puncte; ce e scris rămâne
page-key-pages = Birou, De semnat, Sarcini, Istoric, Bibliotecă, Reguli, Setări
page-key-modes = Auto, Chat, Plan
page-key-help = acest ajutor

## What an item would do, and why
page-inspector = Detalii
page-tab-preview = Previzualizare
page-tab-why = De ce
page-tab-checks = Verificări
page-tab-raw = Brut
page-preview-none = Nu s-ar schimba nimic.
page-targets = { $n ->
    [one] 1 sarcină
    [few] { $n } sarcini
   *[other] { $n } de sarcini
}
page-targets-excluded = { $n ->
    [one] { $n } exclusă
   *[other] { $n } excluse
}
page-why-asked = Cerut
page-why-by = Propus din
page-why-when = Propus la
page-why-reason = Motivul dvs.
page-why-decided = Decis la
page-source-request = cererea dvs.
page-source-planner = cererea dvs., de planificatorul integrat
page-source-sent = operații trimise cu cheia dvs., de dvs. sau de un program
page-source-direct = propria dvs. modificare
page-source-compat = un program cu cheia dvs.
page-source-import = un import ({ $what })
page-source-undo = anularea intrării { $what }
page-source-rewind = întoarcerea la intrarea { $what }
page-origin-text = Nu vine din nicio conversație. Ce spuneți aici începe una.
page-check-valid = Toate valorile sunt valide.
page-check-current = Nimic din cele pe care se bazează nu s-a schimbat.
page-check-drifted = { $n ->
    [one] 1 câmp s-a schimbat.
    [few] { $n } câmpuri s-au schimbat.
   *[other] { $n } de câmpuri s-au schimbat.
}
page-digest = Semnați exact aceasta:
page-drift-title = Învechit.
page-drift-line = Rândul { $line }
page-drift-text = Ceva pe care se bazează s-a schimbat de la propunere.
page-drift-gone = „{ $title }” a fost șters între timp. Nu mai e nimic de schimbat.
page-drift-table = Ce s-a schimbat
page-drift-what = Câmp
page-drift-base = Atunci
page-drift-now = Acum
page-drift-changed = schimbat între timp
page-drift-changed-size = schimbat între timp ({ $size })
page-drift-proposed = Propus
page-rebase = Actualizează
page-drop = Renunță
page-drift-file = Fișierul nu mai este cel pentru care s-a făcut. „Actualizează” reface modificarea pe ce este acum, dacă se mai potrivește; sau renunțați.
page-why-rule = Semnat de
page-why-rule-n = regula { $n }: { $name }
page-source-agent = { $what }, alt program
page-source-wake = { $what }, din proprie inițiativă
page-rule-revocable = Poate fi revocată pe pagina Reguli

## Many at once
page-same = { $n ->
    [one] Aceeași modificare, o dată
   *[other] Aceeași modificare ×{ $n }
}
page-same-shown =
    { $samples ->
        [one] { $samples } afișată
       *[other] { $samples } afișate
    }, { $outliers ->
        [one] { $outliers } diferită
       *[other] { $outliers } diferite
    }
page-same-sign = Semnează { $n }
page-same-reject = Respinge { $n }
page-same-all = Arată toate { $n }
page-hasty = { $n } semnate în { $seconds } s. Mai priviți o dată?
page-hasty-deletes = { $deletes ->
    [one] { $n } semnate în { $seconds } s, 1 este ștergere. Mai priviți o dată?
    [few] { $n } semnate în { $seconds } s, { $deletes } sunt ștergeri. Mai priviți o dată?
   *[other] { $n } semnate în { $seconds } s, { $deletes } de ștergeri. Mai priviți o dată?
}
page-look-again = Mai privește

## The memory of decisions, in History
page-memory = Memoria deciziilor
page-memory-text = Ce ați spus la propuneri. Agenții află, iar ce ați respins nu se propune din nou. Ce scoateți de aici nu mai află.
page-memory-forget = Uită: { $label }
page-memory-restore = Ține minte din nou: { $label }
page-memory-forgotten = Uitat. Agenții nu mai află de asta; istoricul o păstrează.
page-memory-filter = Decizie
page-memory-empty = Încă nu există decizii.
page-memory-empty-text = Ce semnați, respingeți sau amânați se păstrează aici.
page-proposed-by = de la { $agent }
page-proposed-by-planner = de la planificator
page-proposed-by-rules = din deciziile dvs.

## Todos and History
page-todos-empty = Încă nu există sarcini.
page-todos-empty-text = Scrieți una mai sus, cu zi și oră: „sună la bancă vineri la 9”.
page-week-before = Săptămâna dinainte
page-week-after = Săptămâna următoare
page-week-hint = Trageți o sarcină pe altă zi sau la margine pentru altă săptămână; ori alegeți-o și apăsați Alt+← sau Alt+→, iar pentru o săptămână Alt+PgUp sau Alt+PgDn.
page-label-x = Sarcini cu eticheta { $label }
page-history-filter = Arată
page-history-empty = Încă nimic aici.
page-history-empty-text = Fiecare propunere, decizie și schimbare se scrie aici și se poate anula.

## Sarcini care se editează
page-applied-x = Aplicat: { $what }
page-undone-x = Anulat: { $what }
page-crossed = Cineva a schimbat această sarcină în altă parte cât timp era deschisă aici.
page-crossed-choose = Nu s-a salvat nimic. Alegeți ce valoare rămâne, apoi salvați.
page-crossed-theirs = Acum acolo:
page-crossed-mine = A dumneavoastră:
page-crossed-history = Ambele schimbări ale „{ $title }” sunt în istoric.
page-draft = nesalvat
page-orphan = „{ $title }” a fost șters în timp ce îl modificați. Ce ați scris este păstrat aici.
page-orphan-add = Adăugați-l ca sarcină nouă
page-draft-kept = Aceasta ați scris aici și nu ați salvat.
page-draft-discard = Renunțați la ea

## Ce are nevoie de alt rând
page-inbox-drifted = { $n ->
    [one] { $n } învechit
    [few] { $n } învechite
   *[other] { $n } de rânduri învechite
}
page-needs-title = { $n ->
    [one] Are nevoie de alt rând
    [few] Are nevoie de alte { $n } rânduri
   *[other] Are nevoie de alte { $n } de rânduri
}
page-needs-text = „{ $label }” se poate aplica numai împreună cu:
page-again-too-title = Ce este semnat se execută și el
page-again-too-text = { $n ->
    [one] Un rând este deja semnat și merge împreună:
    [few] { $n } rânduri sunt deja semnate și merg împreună:
   *[other] { $n } de rânduri sunt deja semnate și merg împreună:
}
page-again-too = Execută toate { $n }
page-needs-item = Rândul { $n }: { $label }
page-needs-too = { $n ->
    [one] Semnați și acel rând
    [few] Semnați și acele { $n } rânduri
   *[other] Semnați și acele { $n } de rânduri
}
page-needs-without = { $n ->
    [one] Aplicați doar celălalt rând
    [few] Aplicați doar celelalte { $n } rânduri
   *[other] Aplicați doar celelalte { $n } de rânduri
}
page-left-needs = Rândul { $n } rămâne pe dinafară, „{ $label }”: are nevoie de { $needs }.
page-needs-refused = „{ $label }” are nevoie de { $list }.
page-needs-refused-hint = Semnați întâi acel rând sau lăsați-le pe ambele. Nu s-a schimbat nimic.
page-cannot-apply-hint = Respingeți sau modificați aceste rânduri, apoi aplicați restul. Nu s-a schimbat nimic.
page-inbox-idle = Nimic de decis

## Sheets, lists and pages
ui-delete = Șterge
page-in-folder = în { $folders }
page-set-empty = Setul este gol.
page-blast-deletes = { $n ->
    [one] Șterge 1 sarcină.
    [few] Șterge { $n } sarcini.
   *[other] Șterge { $n } de sarcini.
}
page-blast-creates = { $n ->
    [one] Adaugă 1 sarcină.
    [few] Adaugă { $n } sarcini.
   *[other] Adaugă { $n } de sarcini.
}
page-blast-updates = { $n ->
    [one] Schimbă 1 sarcină.
    [few] Schimbă { $n } sarcini.
   *[other] Schimbă { $n } de sarcini.
}
page-none-signable = Nimic din el nu se poate semna.
page-put-away = Pune-l deoparte
page-undoable-dot = Se poate anula.
page-only-looks-dot = Doar citește: nimic de anulat.
page-left-as-it-was-dot = Nu a schimbat nimic în dosarul ei: nimic de anulat.
page-not-undoable-dot = Nu se poate anula.
page-undoable-but-some = Se poate anula, în afară de { $n } dintre comenzi.
page-undoable-but-runs = { $n ->
    [one] Se poate anula, în afară de comandă.
    [few] Se poate anula, în afară de comenzi.
   *[other] Se poate anula, în afară de comenzi.
}
page-expires = { $n ->
    [one] Expiră mâine.
    [few] Expiră în { $n } zile.
   *[other] Expiră în { $n } de zile.
}
page-expires-today = Expiră azi.
page-later = Decid mai târziu
page-later-hint = Amână tot ce e deschis; rămâne de semnat
page-early = Încă se verifică; rândurile se pot schimba. Puteți decide deja.
page-strip-drifted = { $n ->
    [one] 1 rând e învechit: s-a schimbat ceva pe care se bazează. Decideți din nou.
    [few] { $n } rânduri sunt învechite: s-a schimbat ceva pe care se bazează. Decideți din nou.
   *[other] { $n } de rânduri sunt învechite: s-a schimbat ceva pe care se bazează. Decideți din nou.
}
page-filter-shown = Se arată { $n } din { $of }. Butoanele se referă la toate.
page-ask-again = Întreabă din nou
page-receipt = Intrarea { $entry } · { $hash }
page-receipt-failed = { $done } făcute, { $failed } eșuate.
page-receipt-going = { $done } făcute până acum{ $failed ->
    [0] .
   *[other] , { $failed } eșuate.
}
page-undo-some = Anulează { $n } din { $of }
page-running = Se execută { $n } din { $of }
page-n-running = în curs
page-undo-all = Anulează tot
page-undo-item = Anulează
page-undo-entry = Anulează totul
page-undo-x = Anulează: { $label }
page-rewind = Înapoi până aici
page-reviewed = Verificat
page-n-items = { $n ->
    [one] propunere
    [few] propuneri
   *[other] de propuneri
}
page-n-marked = { $n ->
    [one] marcată
   *[other] marcate
}
page-n-open = { $n ->
    [one] deschisă
   *[other] deschise
}
page-n-failed = { $n ->
    [one] eșuată
   *[other] eșuate
}
page-n-unknown = { $n ->
    [one] necunoscută
   *[other] necunoscute
}
page-n-invalid = { $n ->
    [one] nu se poate semna
   *[other] nu se pot semna
}
page-filter = Filtrează rândurile
page-filter-none = Niciun rând nu se potrivește.
page-sign-group = Semnează toate
page-todos-n = { $n ->
    [few] { $n } sarcini
   *[other] { $n } de sarcini
}
page-rejected-with = Respins împreună cu { $n }
page-because = pentru că: { $reason }
page-add-reason = Adaugă un motiv
page-sign = Semnează
page-sign-x = Semnează: { $label }
page-reject-x = Respinge: { $label }
page-details-x = Detalii: { $label }
page-signed-x = Semnat: { $label }
page-rejected-x = Respins: { $label }
page-reject = Respinge
page-reject-reason = Respinge cu motiv
page-reject-why = De ce respingeți { $label }?
page-reject-text = O cifră, cuvintele dvs. sau doar Enter
page-defer = Amână
page-edit-item = Modifică: { $label }
page-edit-more = Schimbă alt câmp
page-edit-note = Rândul modificat se verifică din nou și cere o nouă decizie.
page-group-files = Fișiere
page-blast-written = { $n ->
    [one] Scrie 1 fișier.
    [few] Scrie { $n } fișiere.
   *[other] Scrie { $n } de fișiere.
}
page-blast-erased = { $n ->
    [one] Șterge 1 fișier.
    [few] Șterge { $n } fișiere.
   *[other] Șterge { $n } de fișiere.
}
page-blast-runs = { $n ->
    [one] Rulează 1 comandă.
    [few] Rulează { $n } comenzi.
   *[other] Rulează { $n } de comenzi.
}
page-file-rename = Redenumește
page-file-chmod = Permisiuni
page-lines =
    { $added ->
        [one] { $added } linie adăugată
        [few] { $added } linii adăugate
       *[other] { $added } de linii adăugate
    }, { $removed ->
        [one] { $removed } scoasă
       *[other] { $removed } scoase
    }
page-sensitive = Priviți de două ori
page-sensitive-why = Priviți de două ori: acest fișier { $reason }.
page-unread = Necitit
page-unread-why = Linii ale acestei modificări nu au fost încă arătate.
page-diff-no-end = fără sfârșit de linie
page-hunk = Partea { $n } din { $of }, linia { $line }
page-hunk-out = lăsată deoparte
page-hunks-none = Nicio parte păstrată: nu s-ar scrie nimic.
page-lines-more = { $n ->
    [one] Încă 1 linie nu este arătată.
    [few] Încă { $n } linii nu sunt arătate.
   *[other] Încă { $n } de linii nu sunt arătate.
}
page-lines-rest = Arată tot
page-diff-binary = Nu este text
page-diff-same = Textul rămâne cum este.
page-diff-empty = Fișierul este gol.
page-text-edit = Modifică textul
page-text-of = Textul din { $path }
page-text-odd = Acest text amestecă sfârșituri de linie sau este prea lung; nu poate fi modificat aici.
page-diff-since = De când a fost propus, fișierul s-a schimbat:
page-view = Vedere
page-search = Caută sarcini
page-search-none = Nicio sarcină nu se potrivește.
page-search-none-text = Se caută în titluri, note și etichete, cu îngăduință la greșeli de scriere.
page-found = { $n ->
    [one] 1 găsită
    [few] { $n } găsite
   *[other] { $n } găsite
}
page-found-most = Cele { $n } mai potrivite. Încă un cuvânt restrânge căutarea.
page-due = termen { $date }
page-due-here = termen
page-missed = { $n } { $n ->
    [one] ratată
    [few] ratate
   *[other] de ratate
  } înainte
page-has-notes = are note
page-complete-x = Termină { $title }
page-reopen-x = Redeschide: { $title }
page-delete-x = Șterge { $title }
page-completed-x = Terminată: { $title }
page-reopened-x = Redeschisă: { $title }
page-deleted-x = Ștearsă: { $title }
page-skipped-x = Sărită: { $title }
page-moved-x = Mutată pe { $date }: { $title }
page-saved-x = Salvată: { $title }
page-edit-todo = Modifică { $title }
page-skip-date = Sari peste data aceasta
page-complete-date = Termină data aceasta
page-add = Adaugă o sarcină
page-add-hint = Sarcină nouă: sună la bancă vineri la 9
page-add-button = Adaugă
page-add-desk = Enter o duce la birou, unde urmează o propunere sau un răspuns.
page-add-lost = Serverul nu răspunde. Textul rămâne; Enter încearcă din nou.
page-unanswered = Serverul nu răspunde: nu se știe dacă acest lucru s-a făcut.
page-this-week = Săptămâna aceasta
page-free = Liber
page-move-earlier = Cu o zi mai devreme: { $title }
page-move-later = Cu o zi mai târziu: { $title }
page-move-to = Mută la o dată: { $title }
page-earlier = Cu o zi mai devreme
page-later-day = Cu o zi mai târziu
page-verified = { $n ->
    [one] Registru verificat, 1 intrare
    [few] Registru verificat, { $n } intrări
   *[other] Registru verificat, { $n } de intrări
}
page-differs = { $n ->
    [one] Registru întreg, 1 diferență în ce este păstrat
    [few] Registru întreg, { $n } diferențe în ce este păstrat
   *[other] Registru întreg, { $n } de diferențe în ce este păstrat
}
page-broken = Registru stricat la intrarea { $seq }
page-entry-changed = Schimbată după scriere: nu dovedește nimic
page-entry-unreadable = Nu poate fi citită
page-entry-current = curent
page-entry-files = { $n ->
    [one] 1 fișier
    [few] { $n } fișiere
   *[other] { $n } de fișiere
}
page-by-you = dvs., { $via }
page-kind-not-applied = Neaplicat
page-inbox-by = Propus de { $agent }
page-filter-applied = Schimbări
page-filter-decided = Decizii
page-filter-proposed = Propuneri
page-filter-settings = Setări
page-via-page = pagină
page-via-terminal = terminal
page-via-api = program
page-via-editor = editor
page-kind-applied = Aplicat
page-kind-decided = Decis
page-kind-proposed = Propus
page-kind-revised = Revizuit
page-kind-expired = Expirat
page-kind-settings = Setări schimbate
page-kind-audit = Notat
page-filter-memory = Memorie
page-kind-extended = Adăugat
page-kind-session = Conversație
page-kind-plan = Plan
page-kind-rule_made = Regulă semnată
page-kind-rule_suspended = Regulă suspendată
page-kind-rule_revoked = Regulă revocată
page-kind-rule_used = Regulă folosită
page-kind-rule_kept = Regula a reținut
page-kind-memory = Memorie
page-kind-applying = Început
page-filter-all = Tot
page-verdict-confirmed = semnat
page-verdict-rejected = respins
page-verdict-deferred = amânat
page-verdict-retracted = retras
page-verdict-withdrawn = retrasă
page-verdict-replaced = înlocuită
page-verdict-undecided = decizie retrasă
page-verdict-expired = expirat
page-verdict-forgotten = uitate
page-verdict-undone = anulat
page-outcome-rolled_back = A eșuat și totul a fost pus la loc.
page-outcome-needs_recovery = A eșuat și nu totul a putut fi pus la loc. Vedeți istoricul.
page-outcome-unknown = Nimeni nu poate spune ce s-a întâmplat.
page-unsaved-title = { $n ->
    [one] Ce ați scris la o propunere nu este salvat
    [few] Ce ați scris la { $n } propuneri nu este salvat
   *[other] Ce ați scris la { $n } de propuneri nu este salvat
}
page-unsaved-text = Aplicat așa cum este, se pierde. Vă puteți întoarce să salvați mai întâi.
page-unsaved-apply = Renunță la el și aplică
page-picked = { $n ->
    [one] o sarcină aleasă
    [few] { $n } sarcini alese
   *[other] { $n } de sarcini alese
}
page-picked-is = aleasă
page-picked-completed = { $n ->
    [one] o sarcină finalizată
    [few] { $n } sarcini finalizate
   *[other] { $n } de sarcini finalizate
}
page-picked-moved = { $n ->
    [one] o sarcină mutată: { $date }
    [few] { $n } sarcini mutate: { $date }
   *[other] { $n } de sarcini mutate: { $date }
}
page-picked-deleted = { $n ->
    [one] o sarcină ștearsă
    [few] { $n } sarcini șterse
   *[other] { $n } de sarcini șterse
}
page-pick-complete = Finalizează
page-pick-date = Zi nouă
page-pick-move = Mută
page-picked-n = Alese: { $n }
page-picked-sets = { $n ->
    [one] 1 set de schimbări ales
    [few] { $n } seturi de schimbări alese
   *[other] { $n } de seturi de schimbări alese
}
page-picked-rejected = { $n ->
    [one] 1 set de schimbări respins
    [few] { $n } seturi de schimbări respinse
   *[other] { $n } de seturi de schimbări respinse
}
page-pick-all = Alege tot
page-pick-x = Alege: { $label }
page-pick-none = Nu alege nimic
page-key-pick = alege; cu Shift și o săgeată, mai multe
page-key-week = în săptămână, mută o sarcină cu o zi, cu o săptămână
page-apply-later = Încă neaplicat: așteaptă până revine serverul.
page-history-search = Caută în istoric
page-history-none = Nimic nu se potrivește.
page-history-none-text = Se caută în ce s-a propus, decis și schimbat, și în numerele lor.
page-history-found = { $n ->
    [one] o înregistrare din ultimele { $of }
    [few] { $n } înregistrări din ultimele { $of }
   *[other] { $n } de înregistrări din ultimele { $of }
}
page-diff-beside = Alăturat
page-gone-withdrawn = Retras când ați spus „{ $message }”.
page-gone-replaced = Setul #{ $id } i-a luat locul când ați spus „{ $message }”.
