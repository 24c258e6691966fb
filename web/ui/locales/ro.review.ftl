## The inbox and its cards
page-inbox-open = { $n ->
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
page-confirm-updates = Sarcini care se vor schimba: { $n }.
page-effect-sensitive = { $n ->
    [one] Schimbă 1 fișier care decide ce se rulează
    [few] Schimbă { $n } fișiere care decid ce se rulează
   *[other] Schimbă { $n } de fișiere care decid ce se rulează
}
page-confirm-sensitive = Aceste fișiere decid ce se compilează, se instalează sau se rulează. Citiți-le încă o dată modificările.
page-confirm-type = Scrieți { $n } pentru a continua
page-confirm-hold = Țineți apăsat butonul, sau Enter pe el, o clipă.
page-effect-gone = Șterge { $n } sarcini și fișiere
page-confirm-safe = Încă nu s-a schimbat nimic. Se poate anula din istoric.
page-undo-conflict = Ceva mai nou stă în cale
page-undo-conflict-text = Ce vreți să anulați s-a schimbat între timp. Nu s-a schimbat nimic.
page-undo-would = Anularea ar pune
page-undo-stop = Oprește
page-undo-keep = Păstrează ce e mai nou
page-undo-both = Anulează ambele

## The keys
page-keys = Taste
page-keys-note = Literele simple acționează doar când un rând are focus; se pot opri din setări.
page-keys-off = Literele simple sunt oprite din setări.
page-key-move = rândul următor, anterior
page-key-sign = semnează
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
page-key-slash = scrie un mesaj; într-un set de schimbări, filtrează rândurile
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
page-source-direct = propria dvs. modificare
page-source-compat = un program cu cheia dvs.
page-source-import = un import ({ $what })
page-source-undo = anularea intrării { $what }
page-source-rewind = întoarcerea la intrarea { $what }
page-check-valid = Toate valorile sunt valide.
page-check-current = Nimic din cele pe care se bazează nu s-a schimbat.
page-check-drifted = { $n ->
    [one] 1 câmp s-a schimbat.
    [few] { $n } câmpuri s-au schimbat.
   *[other] { $n } de câmpuri s-au schimbat.
}
page-digest = Semnați exact aceasta:
page-drift-title = Învechit.
page-drift-text = Ceva pe care se bazează s-a schimbat de la propunere.
page-drift-table = Ce s-a schimbat
page-drift-what = Câmp
page-drift-base = Atunci
page-drift-now = Acum
page-drift-proposed = Propus
page-rebase = Actualizează
page-drop = Renunță
page-drift-file = Fișierul nu mai este cel pentru care s-a făcut. „Actualizează” reface modificarea pe ce este acum, dacă se mai potrivește; sau renunțați.
page-why-rule = Semnat de
page-why-rule-n = regula { $n }: { $name }
page-source-agent = { $what }, alt program
page-source-wake = { $what }, trezit de la sine
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
page-memory-text = Ce ați spus la propuneri. Agenții află, iar ce ați respins nu se propune din nou.
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
page-week-hint = Trageți o sarcină pe altă zi sau alegeți-o și apăsați Alt+← ori Alt+→.
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
page-needs-item = Rândul { $n }: { $label }
page-needs-too = { $n ->
    [one] Semnați și acel rând
    [few] Semnați și acele { $n } rânduri
   *[other] Semnați și acele { $n } de rânduri
}
page-needs-refused = „{ $label }” are nevoie de { $list }.
page-needs-refused-hint = Semnați întâi acel rând sau lăsați-le pe ambele. Nu s-a schimbat nimic.
page-cannot-apply-hint = Respingeți sau modificați aceste rânduri, apoi aplicați restul. Nu s-a schimbat nimic.
page-inbox-idle = Nimic de decis
