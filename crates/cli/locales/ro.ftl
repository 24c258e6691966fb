# Ce spune terminalul. Numele și variabilele sunt cele din en.ftl; un test are grijă de asta.

## Peste tot
cli-plain-mode = Ieșire simplă: fără culori, fără simboluri, opțiuni numerotate.
cli-nothing-changed = Nu s-a schimbat nimic.
cli-no-model = Doar planificatorul încorporat: niciun model nu este configurat.
cli-value-none = nimic
cli-monday = lun
cli-tuesday = mar
cli-wednesday = mie
cli-thursday = joi
cli-friday = vin
cli-saturday = sâm
cli-sunday = dum
cli-usage-no-command = Lipsește o comandă.
cli-drift = ! „{ $title }” s-a schimbat între timp: { $field } era { $base }, acum este { $now }, propus { $proposed }
cli-drift-gone = „{ $title }” a fost șters între timp
cli-drift-there = „{ $title }” există deja
cli-plain-change = { $field } din { $before } în { $after }
cli-plain-runs = rulează
cli-plain-keys = Scrieți un număr de la 1 la { $count }.
cli-plain-keys-or = Scrieți un număr de la 1 la { $count }, sau o propoziție care spune ce trebuie schimbat.
cli-quoted = „{ $text }”
cli-list-added = adăugat { $what }
cli-list-removed = scos { $what }
cli-list-ticked = bifat { $what }
cli-list-unticked = debifat { $what }
cli-list-reworded = { $before } devine { $after }
cli-list-order = în altă ordine
cli-list-more = și încă { $count }

## Seturi de schimbări
cli-to-add = { $count } de adăugat
cli-to-change = { $count } de schimbat
cli-to-delete = { $count } de șters
cli-to-run = { $count } de rulat
cli-to-nothing = nimic de făcut
cli-base = baza { $base }
cli-blast = { $deletes ->
    [one] Șterge 1 sarcină. Nu se poate anula.
    [few] Șterge { $deletes } sarcini. Nu se poate anula.
   *[other] Șterge { $deletes } de sarcini. Nu se poate anula.
}
cli-blast-reversible = { $deletes ->
    [one] Șterge 1 sarcină. Se poate anula.
    [few] Șterge { $deletes } sarcini. Se poate anula.
   *[other] Șterge { $deletes } de sarcini. Se poate anula.
}
cli-deletes-single = Șterge toate sarcinile care nu se repetă.
cli-set-expired = A expirat: nimic din el nu mai poate fi semnat. Propuneți același lucru din nou: countersign rebase { $set } all
cli-set-resolved = Nu mai e nimic de decis.
cli-pending-next = Mai departe: countersign sign { $set } all · reject { $set } { $item } -m "de ce" · apply { $set } --all
cli-failed-next = { $count } cu eroare. Semnați din nou: countersign sign { $set } { $item } · lăsați deoparte: countersign reject { $set } { $item }
cli-deferred-next = { $count } pentru mai târziu. Reluați: countersign sign { $set } { $item } · renunțați: countersign reject { $set } { $item }
cli-invalid-next = Nimic din el nu se poate semna. Corectați un element: countersign edit { $set }.{ $item } · puneți-l deoparte: countersign reject { $set } all
cli-signed-next = { $count } cu semnătură, fără aplicare. Mai departe: countersign apply { $set }
cli-drifted-next = { $count } fără bază: { $count ->
    [one] s-a schimbat lucrul pe care se sprijină. Priviți din nou: countersign show { $set } · refaceți-l pe ce este acum: countersign rebase { $set } all
   *[other] s-au schimbat lucrurile pe care se sprijină. Priviți din nou: countersign show { $set } · refaceți-l pe ce este acum: countersign rebase { $set } all
}
cli-rebase-one = --content este pentru un singur punct.
cli-rebase-nothing = Acolo nu este nimic depășit.
cli-rebase-conflict = Priviți ambele: countersign show { $set }.{ $item }. Apoi dați textul dumneavoastră: countersign rebase { $set }.{ $item } --content FIȘIER, sau renunțați: countersign reject { $set } { $item }. Nu s-a schimbat nimic.
cli-more-todos = și încă { $count }
cli-more-items = și încă { $count }
cli-item-why = de ce
cli-item-status = stare
cli-item-reason = motiv
cli-item-needs = cere
cli-item-entry = aplicat de
cli-item-digest = amprentă
cli-item-operation = operație
cli-needs = cere { $items }
cli-excluded = { $count } lăsate deoparte
cli-irreversible = nu se poate anula
cli-reversible = se poate anula
cli-changes-nothing = nu schimbă nimic
cli-only-looks = doar citește: nimic de anulat
cli-left-as-it-was = nu a schimbat nimic în dosarul ei: nimic de anulat
cli-risk-some = ceva risc
cli-risk-high = risc mare
cli-verb-add = adaugă
cli-verb-change = schimbă
cli-verb-delete = șterge
cli-verb-run = rulează
cli-status-invalid = nevalid
cli-status-pending = în așteptare
cli-status-confirmed = semnat
cli-status-rejected = respins
cli-status-rejected-with = respins împreună cu { $item }
cli-log-put-back = pus la loc
cli-status-deferred = amânat
cli-status-retracted = retras
cli-status-withdrawn = retras
cli-status-replaced = înlocuit
cli-status-drifted = fără bază
cli-status-blocked = blocat
cli-status-applying = se aplică
cli-status-applied = aplicat
cli-status-failed = eșuat
cli-status-unknown = rezultat necunoscut
cli-status-undone = anulat
cli-status-expired = expirat
cli-verdict-undecided = decizie retrasă
cli-undo-hint = Anulare: countersign undo { $what }

## Primite
cli-inbox-empty = Nu așteaptă nimic.
cli-inbox-more = Cele mai vechi nu sunt arătate aici: countersign inbox --before { $set }
cli-inbox-total = { $count ->
    [one] Așteaptă 1 set de schimbări.
    [few] Așteaptă { $count } seturi de schimbări.
   *[other] Așteaptă { $count } de seturi de schimbări.
}
cli-inbox-idle = { $count ->
    [one] Încă unul nu poate face nimic așa cum este: îndreptați-l (countersign edit) sau dați-l la o parte (countersign reject).
    [few] Încă { $count } nu pot face nimic așa cum sunt: îndreptați-le (countersign edit) sau dați-le la o parte (countersign reject).
   *[other] Încă { $count } de seturi nu pot face nimic așa cum sunt: îndreptați-le (countersign edit) sau dați-le la o parte (countersign reject).
}
cli-state-open = { $open } de decis
cli-state-signed = { $open } de decis, { $signed } cu semnătură
cli-state-resolved = rezolvat
cli-state-expired = expirat

## Decizii
cli-stale = #{ $set } nu mai începe cu { $base }: s-a schimbat de când a fost arătat.
cli-stale-hint = Priviți din nou: countersign show { $set }. Nu s-a schimbat nimic.
cli-items-missing = Care puncte?
cli-items-twice = Punctul este numit de două ori.
cli-items-hint = De exemplu: { $set }.2, sau { $set } 1,3-5, sau { $set } all.
cli-nothing-to-decide = În #{ $set } nu se poate decide nimic așa.
cli-invalid-items = { $count ->
    [one] 1 din { $total } elemente are o problemă
    [few] { $count } din { $total } elemente au probleme
   *[other] { $count } din { $total } elemente au probleme
}. Nu s-a schimbat nimic.
cli-invalid-items-hint = Corectați propunerea sau renunțați la --yes ca să semnați restul chiar dumneavoastră.
cli-unknown-language = Nu există texte în „{ $tag }”.
cli-unknown-language-hint = Alegeți en, de, es, fr sau ro.
cli-show-hint = Vedeți countersign show { $set }.
cli-no-item = #{ $set } nu are punctul { $item }; ultimul este { $last }.
cli-apply-item = Se aplică doar un set întreg: ce este semnat, totul sau nimic.
cli-apply-item-hint = Ca să semnați și să aplicați un punct: countersign apply { $set } --sign { $item }.
cli-nothing-signed = În #{ $set } nu este semnat nimic. Nu s-a schimbat nimic.
cli-nothing-signed-hint = Semnați întâi: countersign sign { $set } all. Sau ambele: countersign apply { $set } --all.
cli-nothing-left = Din #{ $set } nu mai este nimic de aplicat. Nu s-a schimbat nimic.
cli-nothing-left-hint = Vedeți ce s-a ales de el: countersign show { $set }.
cli-taken-back = #{ $set } a fost aplicat și apoi anulat. Nu s-a schimbat nimic.
cli-taken-back-hint = Ca să îl aveți din nou, anulați ce l-a anulat: countersign log îl numește.
cli-applied-already = #{ $set } este aplicat deja. Nu s-a schimbat nimic în plus.
cli-applied-rest-waits = În #{ $set } nu mai este semnat nimic; așteaptă o semnătură: { $waits }. Nu s-a schimbat nimic în plus.
cli-effect-deletes = { $count ->
    [one] Aceasta șterge o sarcină sau un fișier.
    [few] Aceasta șterge { $count } sarcini sau fișiere.
   *[other] Aceasta șterge { $count } de sarcini sau fișiere.
}
cli-effect-updates = { $count ->
    [one] Aceasta schimbă o sarcină sau un fișier.
    [few] Aceasta schimbă { $count } sarcini sau fișiere.
   *[other] Aceasta schimbă { $count } de sarcini sau fișiere.
}
cli-effect-both = Aceasta șterge { $deletes } și schimbă { $updates } dintre sarcini și fișiere.
cli-confirm-needed = { $effect } Nu s-a schimbat nimic.
cli-confirm-needed-hint = Dacă asta vreți, rulați din nou cu --confirm.
cli-confirm-sensitive = { $files } decide ce se compilează, se instalează sau se rulează. Nu s-a schimbat nimic.
cli-confirm-sensitive-ask = { $files } decide ce se compilează, se instalează sau se rulează. Scrieți { $number } pentru a continua:
cli-confirm-ask = { $effect } Scrieți { $number } ca să continuați:
cli-confirm-declined = Neconfirmat. Nu s-a schimbat nimic.
cli-confirm-declined-hint = Dacă asta vreți, rulați din nou și scrieți numărul, sau adăugați --confirm.
cli-cannot-apply-hint = Semnați și ce este nevoie, respingeți sau schimbați aceste puncte, ori aplicați doar restul cu --best-effort. Nu s-a schimbat nimic.
cli-apply-ask = { $count ->
    [one] Aplicați 1 schimbare semnată? [Y/n]
    [few] Aplicați { $count } schimbări semnate? [Y/n]
   *[other] Aplicați { $count } de schimbări semnate? [Y/n]
}
cli-apply-all-ask = Semnați și aplicați totul? [y/N]
cli-lasting-ask = { $count ->
    [one] Aceasta nu se poate anula. Se execută și ea? [y/N]
    [few] Acestea { $count } nu se pot anula. Se execută și ele? [y/N]
   *[other] Acestea { $count } nu se pot anula. Se execută și ele? [y/N]
}
cli-invalid-left = Lăsat deoparte, fiindcă nu este valid: { $items }.
cli-needs-left = Lăsat deoparte din cauza a ceea ce cere: { $items }.
cli-lasting-left = Lăsat deoparte, pentru că nu se poate anula: { $items }.
cli-lasting-left-hint = Semnați-l după număr, de ex. countersign sign { $set } { $item }, sau indicați --confirm.
cli-deferred-left = { $count ->
    [one] Totul din #{ $set } e hotărât: un punct e amânat.
    [few] Totul din #{ $set } e hotărât: { $count } puncte sunt amânate.
   *[other] Totul din #{ $set } e hotărât: { $count } de puncte sunt amânate.
}
cli-deferred-left-hint = Semnați-l după număr: countersign sign { $set } { $item }
cli-run-all-besides = { $count ->
    [one] Pe lângă ele o schimbare care nu e comandă: { $items }
    [few] Pe lângă ele { $count } schimbări care nu sunt comenzi: { $items }
   *[other] Pe lângă ele { $count } de schimbări care nu sunt comenzi: { $items }
}
cli-item-ask = { $item } { $label }  { $y } semnează, { $n } respinge, { $d } amână, { $a } semnează și aplică tot, { $q } oprește:
cli-item-keys = Scrieți y, n, d, a sau q, ori spuneți într-o propoziție ce trebuie schimbat.
cli-apply-keys = Scrieți y sau n, ori spuneți într-o propoziție ce trebuie schimbat.
cli-yes-no = Scrieți y sau n.
cli-typed-early = Ce s-a scris înainte de întrebare este lăsat deoparte: nu răspunde la nimic.

## Întrebări
cli-consumed = „{ $text }” a fost citit ca { $meaning }.
cli-consumed-part = „{ $text }” ca { $meaning }
cli-consumed-list = Citit: { $parts }.
cli-warning = Avertisment: { $code }
cli-answer-hint = Răspundeți: countersign ask --session { $session } "…"
cli-answer-earlier = Dacă asta răspunde la „{ $title }”: countersign ask --session { $session } "…"
cli-answer-prompt = { $first }–{ $last }, sau alte cuvinte:
cli-answer-prompt-one = { $first }, sau alte cuvinte:
cli-answer-free = Răspunsul dumneavoastră:
cli-run-failed = Cererea a eșuat. Nu s-a schimbat nimic.
cli-run-failed-hint = Încercați din nou sau rulați countersign doctor.
cli-no-session = Nu există nicio conversație de continuat.
cli-no-session-hint = Lăsați --continue deoparte.
cli-status = { $todos ->
    [one] 1 sarcină
    [few] { $todos } sarcini
   *[other] { $todos } de sarcini
}, { $inbox ->
    [0] nu așteaptă nimic.
    [one] așteaptă 1 set de schimbări: countersign inbox
    [few] așteaptă { $inbox } seturi de schimbări: countersign inbox
   *[other] așteaptă { $inbox } de seturi de schimbări: countersign inbox
}
cli-prompt-help = Spuneți ce să se schimbe, de ex. „sună la dentist vineri la 9”. Ctrl+D încheie; countersign --help arată toate comenzile.

## Istoric
cli-log-empty = Încă nu s-a întâmplat nimic.
cli-log-current = curent
cli-log-undoable = se poate anula
cli-log-changed = schimbată după scriere: nu dovedește nimic
cli-log-unreadable = nu poate fi citită
cli-log-more = Mai multe: countersign log --before { $entry }
cli-log-hint = Vedeți countersign log.
cli-redo-hint = countersign ask redo reface ce a fost anulat ultima dată.
cli-actor-user = dvs. ({ $via })
cli-via-page = pagină
cli-via-terminal = terminal
cli-via-api = program
cli-via-editor = editor
cli-actor-system = sistem
cli-verify-ok = { $count ->
    [one] Registrul este întreg: 1 intrare, legată de cea dinainte.
    [few] Registrul este întreg: { $count } intrări, fiecare legată de cea dinainte.
   *[other] Registrul este întreg: { $count } de intrări, fiecare legată de cea dinainte.
}
cli-verify-head = Cea mai nouă: @{ $entry } { $hash }
cli-doubles = { $count ->
    [one] Aceste sarcini au aceeași identitate: { $todos }
    [few] În { $count } cazuri sarcinile au aceeași identitate: { $todos }
   *[other] În { $count } de cazuri sarcinile au aceeași identitate: { $todos }
}
cli-doubles-todo = Un export se citește înapoi doar cu una din fiecare. Comparați-le (countersign todos show), apoi ștergeți-le pe toate în afară de una.
cli-verify-empty = Registrul este gol.
cli-verify-broken = Registrul este rupt la @{ $entry }: { $what }.
cli-broken-missing = lipsește o intrare
cli-broken-changed = o intrare a fost schimbată după scriere
cli-broken-reordered = o intrare stă în locul alteia
cli-broken-unreadable = o intrare nu poate fi citită
cli-verify-means = Până la @{ $last } intrările sunt cum au fost scrise. Ce stă la @{ $entry } și după nu dovedește nimic.
cli-verify-means-none = Nicio intrare nu dovedește nimic.
cli-verify-next = Nu s-a schimbat nimic. Copiați dosarul de date în altă parte, apoi comparați cu o copie mai veche sau cu un export din audit.jsonl. Sarcinile așa cum sunt: countersign export json -o todos.json
cli-verify-differs = { $count ->
    [one] Ce este păstrat nu este ce spune registrul într-un loc:
    [few] Ce este păstrat nu este ce spune registrul în { $count } locuri:
   *[other] Ce este păstrat nu este ce spune registrul în { $count } de locuri:
}
cli-verify-differs-next = Registrul este întreg și nu s-a schimbat nimic. countersign rebuild --write îndreaptă ce este păstrat. Dacă nu poate, countersign doctor spune ce este de făcut.
cli-differences-more = { $count ->
    [one] și încă 1
    [few] și încă { $count }
   *[other] și încă { $count }
}
cli-stored-differs = { $count ->
    [one] Ce este păstrat nu este ce spune registrul într-un loc.
    [few] Ce este păstrat nu este ce spune registrul în { $count } locuri.
   *[other] Ce este păstrat nu este ce spune registrul în { $count } de locuri.
} Registrul este întreg. Vedeți: countersign verify
cli-rebuild-equal = { $entries ->
    [one] { $entries } intrare dă
    [few] { $entries } intrări dau
   *[other] { $entries } de intrări dau
} { $todos ->
    [one] { $todos } sarcină
    [few] { $todos } sarcini
   *[other] { $todos } de sarcini
} și { $sets ->
    [one] { $sets } set de schimbări
    [few] { $sets } seturi de schimbări
   *[other] { $sets } de seturi de schimbări
}: la fel ca în depozit.
cli-rebuild-differs = { $count ->
    [one] 1 diferență. Nu s-a schimbat nimic; countersign rebuild --write înlocuiește ce este păstrat.
    [few] { $count } diferențe. Nu s-a schimbat nimic; countersign rebuild --write înlocuiește ce este păstrat.
   *[other] { $count } de diferențe. Nu s-a schimbat nimic; countersign rebuild --write înlocuiește ce este păstrat.
}
cli-rebuild-written = { $count ->
    [one] 1 diferență; ce era păstrat a fost înlocuit cu ce spune registrul.
    [few] { $count } diferențe; ce era păstrat a fost înlocuit cu ce spune registrul.
   *[other] { $count } de diferențe; ce era păstrat a fost înlocuit cu ce spune registrul.
}
cli-not-applied = Din #{ $set } nu este aplicat nimic din ce ați numit. Nu s-a schimbat nimic.
cli-nothing-to-undo = Nu este nimic de anulat.
cli-undo-stays = Din #{ $set } se poate anula aceasta; ce a făcut { $entries } rămâne.
cli-in-the-way = Stă în cale: @{ $entry } punctul { $item }, { $label }
cli-changed-since = „{ $title }”: { $field } era { $base } atunci, este { $now } acum
cli-changed-outside = „{ $title }” s-a schimbat de atunci în afara Countersign
cli-gone-outside = „{ $title }” nu mai e: a fost șters sau mutat în afara Countersign

## Sarcini
cli-todos-none = Nicio sarcină.
cli-todos-count = { $count ->
    [one] 1 sarcină
    [few] { $count } sarcini
   *[other] { $count } de sarcini
}
cli-mark-done = făcută
cli-mark-open = deschisă
cli-mark-rejected = abandonată
cli-overdue = { $date } întârziată
cli-missed = { $count ->
        [one] una ratată
       *[other] { $count } ratate
    } înainte
cli-open-occurrence = deschisă
cli-due = termen { $date }
cli-priority-high = mare
cli-priority-low = mică
cli-today = { $date } · azi
cli-day-empty = nimic
cli-add-unread = „{ $said }” rămâne în titlu: todos add nu interpretează cuvintele. --on, --at, --every și --due pun o dată; countersign { $title } o citește și o propune.
cli-edit-nothing = Nu este dat niciun câmp. Nu s-a schimbat nimic.
cli-edit-nothing-hint = De exemplu: --on friday, --title "…", --clear date.
cli-edit-one = Spuneți ce element se editează. Nu s-a schimbat nimic.
cli-edit-one-hint = De exemplu: countersign edit { $set }.1 --on friday
cli-edit-json = Operația nu este JSON: { $why }. Nu s-a schimbat nimic.
cli-edit-json-hint = De exemplu: --operation '{"{"}"op":"complete","id":5{"}"}'
cli-done-series = Sarcina { $id } se repetă: se face dată cu dată.
cli-done-series-hint = Spuneți care: countersign todos done { $id } --on { $date }.
cli-date-unread = „{ $text }” nu a fost înțeles
cli-date-unclear = „{ $text }” nu este clar: { $note }
cli-date-hint = Nu s-a schimbat nimic. De exemplu: vineri, mâine, săptămâna viitoare, 2026-12-01.
cli-date-clear-hint = Pentru a scoate una: --clear date.
cli-time-hint = Nu s-a schimbat nimic. De exemplu: 9:00, ora 14.
cli-every-hint = Nu s-a schimbat nimic. De exemplu: în fiecare luni, în fiecare zi lucrătoare, la fiecare 2 săptămâni.

## Fișiere
cli-file-unreadable = { $file } nu poate fi citit: { $cause }
cli-file-unreadable-hint = Numiți un fișier text în UTF-8 pe care îl puteți citi.
cli-file-too-long = are peste { $most } MB
cli-cause-missing = nu există fișierul sau dosarul
cli-cause-denied = nu aveți voie cu el
cli-cause-folder = este un dosar
cli-cause-way = o parte a căii nu este un dosar
cli-cause-full = discul este plin
cli-cause-read-only = discul este doar pentru citire
cli-cause-text = nu este în UTF-8
cli-file-unwritable = { $file } nu poate fi scris: { $cause }
cli-file-unwritable-hint = Ce era acolo este tot acolo. Numiți alt loc cu -o.
cli-exported = { $file }: { $bytes } octeți scriși.
cli-export-warning = Avertisment: { $message }
cli-import-problem = { $place }: { $message }
cli-import-unchanged = { $count ->
    [one] 1 sarcină este deja aici, la fel.
    [few] { $count } sarcini sunt deja aici, la fel.
   *[other] { $count } de sarcini sunt deja aici, la fel.
}
cli-import-nothing = În fișier nu diferă nimic. Nu s-a schimbat nimic.
cli-import-unread = Nimic din fișier nu a putut fi citit. Nu s-a schimbat nimic.

## Setări
cli-settings-effective = În vigoare: zona { $zone }, azi { $today }
cli-settings-set = { $name } este acum { $value }
cli-setting-unknown = Nu există setarea „{ $name }”.
cli-setting-unknown-hint = Vedeți countersign settings get.

## Server
cli-serve-data = Date: { $dir }
cli-serve-signed-out = Toate paginile autentificate au fost deconectate: deschideți adresa pentru a intra din nou.
cli-token-wrong = Tokenul este gol sau are caractere pe care un antet nu le poate purta.
cli-token-hint = Folosiți caractere ASCII vizibile, fără spații.
cli-token-short = Tokenul are numai { $length } caractere: cine îl ghicește poate tot ce puteți dumneavoastră. Omiteți-l pentru unul la întâmplare, sau faceți unul: openssl rand -hex 16
cli-already-running = Un server rulează deja la { $url } (procesul { $pid }).
cli-already-running-hint = Deschideți pagina lui cu adresa pe care o scrie countersign open.
cli-already-running-signed-in = Nimeni nu a fost deconectat: opriți întâi acel server (kill { $pid }), apoi porniți-l cu --sign-out.
cli-not-running = Niciun server nu rulează pentru acest dosar de date.
cli-not-running-hint = Porniți unul: countersign serve
cli-port-in-use = Portul { $port } este ocupat de alt program.
cli-port-in-use-hint = Luați altul: countersign serve --port 0 găsește unul liber.
cli-cannot-listen = Nu se poate asculta pe portul { $port }: { $cause }
cli-server-ended = Serverul de la { $url } s-a încheiat; se continuă fără el.
cli-server-lost = Serverul de la { $url } nu răspunde: { $cause }
cli-server-lost-hint = Ce a confirmat este în siguranță. Vedeți cu countersign log dacă ultima cerere a ajuns.
cli-answer-unreadable = { $what } nu a putut fi citit: { $cause }
cli-answer-unreadable-hint = Serverul poate fi de altă versiune: opriți-l și porniți-l pe acesta.
cli-answer-status = Serverul a răspuns cu starea { $status }.
cli-now-remote = Rulează un server, iar el are ceasul lui.
cli-now-remote-hint = Lăsați --now deoparte sau opriți serverul.

## Dosarul de date
cli-no-data = Încă nu sunt date în { $dir }. Apar la prima folosire, de ex. prin countersign todos add.
cli-no-home = Nu există un dosar personal în care să se țină date.
cli-no-home-hint = Numiți unul cu --data DIR.
cli-data-in-use = Alt proces folosește { $dir }.
cli-data-in-use-hint = Așteptați să se termine sau folosiți alt dosar cu --data DIR. Nu s-a schimbat nimic.
cli-data-unwritable = Nu se poate scrie în { $dir }: { $cause }
cli-data-unwritable-hint = Ce este păstrat acolo este în siguranță și nu a fost atins. Faceți dosarul accesibil la scriere pentru dumneavoastră sau folosiți altul cu --data DIR.
cli-looking = Nu se poate scrie în { $dir }: aceasta este o copie. Totul se poate citi și exporta, nimic nu se poate schimba.
cli-serve-looking = { $why } Acest server răspunde dintr-o copie: totul se poate citi și exporta, nimic nu se poate schimba. Remediați: continuă de la sine.
cli-serve-waits = { $count ->
    [one] Rulează o comandă. Este așteptată { $seconds } s, apoi este oprită; Ctrl+C o oprește imediat.
    [few] Rulează { $count } comenzi. Sunt așteptate { $seconds } s, apoi sunt oprite; Ctrl+C le oprește imediat.
   *[other] Rulează { $count } de comenzi. Sunt așteptate { $seconds } s, apoi sunt oprite; Ctrl+C le oprește imediat.
}

## Timp
cli-zone-unknown = „{ $zone }” nu este o zonă cunoscută.
cli-zone-hint = Folosiți un nume IANA precum Europe/Berlin sau America/New_York.
cli-now-wrong = „{ $text }” nu este o oră.
cli-now-hint = Folosiți 2026-11-21T10:00, sau cu zonă 2026-11-21T10:00[Europe/Berlin].

## Pentru scripturi
cli-dates-none = Nicio dată.
cli-dates-range = { $from } până la { $to }
cli-dates-at = { $date } la { $time }
cli-window-backwards = --from { $from } este după --to { $to }.
cli-window-backwards-hint = Dați întâi data mai veche.
cli-occurrences-usage = Dați regula ca JSON și --scheduled-for, sau --batch.
cli-snapshot-hint = Un instantaneu este {"{"}"todos":[…]{"}"}, cum îl scrie countersign export json.
cli-snapshot-unreadable = Instantaneul { $file } nu poate fi citit: { $cause }
cli-snapshot-shape = Instantaneul { $file } nu are lista "todos".
cli-snapshot-todo = Instantaneul { $file } nu poate fi folosit: todos[{ $place }]: { $cause }
cli-snapshot-id = id trebuie să fie un număr de la 1 în sus
cli-snapshot-title = title este gol
cli-snapshot-twice = id { $id } apare de două ori

## Verificare
cli-doctor-ok = bun
cli-doctor-warn = atenție
cli-doctor-bad = rău
cli-doctor-zone = Zona este { $zone }.
cli-doctor-zone-unknown = Mașina nu numește nicio zonă; datele sunt cele din UTC.
cli-doctor-zone-unknown-todo = Stabiliți una: countersign settings set zone Europe/Berlin
cli-doctor-data = Se poate scrie în { $dir }.
cli-doctor-data-none = { $dir } nu există încă; apare la prima folosire.
cli-doctor-data-open = Alți utilizatori pot scrie în { $dir }.
cli-doctor-data-open-todo = Păstrați-l doar pentru dumneavoastră: chmod 700.
cli-doctor-data-writable = Alți utilizatori pot modifica { $files }.
cli-doctor-data-writable-todo = Luați-le acest drept: chmod go-w.
cli-doctor-server = Un server rulează la { $url } (procesul { $pid }).
cli-doctor-no-server = Niciun server nu rulează; comenzile deschid singure datele.
cli-doctor-sqlite = Biblioteca SQLite este 3.51.3 sau mai nouă.
cli-doctor-database = Baza de date este în regulă.
cli-doctor-database-none = Încă nu există o bază de date.
cli-doctor-database-busy = Altă comandă folosește baza de date; nu a fost verificată.
cli-doctor-unreadable = { $file } nu poate fi citit ca bază de date a acestui program: { $cause }
cli-doctor-unreadable-todo = Nu s-a scris nimic în el. 1. Copiați { $dir } într-un loc sigur. 2. O copie mai veche a dosarului se poate folosi așa cum este: countersign --data COPY doctor. 3. Un export intră într-un dosar nou: countersign --data NEW import todos.json --yes
cli-doctor-database-damaged = { $file } este deteriorat: { $damage }
cli-doctor-database-damaged-todo = 1. Copiați { $dir } într-un loc sigur. 2. Dacă registrul de mai jos este întreg, sarcinile și seturile se pot reface din el: countersign rebuild --write. 3. Altfel salvați ce se poate citi și începeți cu asta un dosar nou: countersign export json -o rescue.json, apoi countersign --data NEW import rescue.json --yes
cli-doctor-projections = Sarcinile și seturile de schimbări sunt ce spune registrul.
cli-doctor-projections-differ = { $count ->
    [one] 1 diferență între ce este păstrat și ce spune registrul.
    [few] { $count } diferențe între ce este păstrat și ce spune registrul.
   *[other] { $count } de diferențe între ce este păstrat și ce spune registrul.
}
cli-doctor-projections-differ-todo = Vedeți-le cu countersign rebuild; countersign rebuild --write le îndreaptă.
cli-doctor-terminal = Un terminal: se pot pune întrebări.
cli-doctor-no-terminal = Fără terminal: nu se întreabă nimic; ce ar cere un răspuns este refuzat.

## Altele
cli-meaning = { $meaning ->
    [scheduledFor] data
    [timeOfDay] ora
    [dueDate] termenul
    [until] sfârșitul repetării
    [recurrence] repetarea
    [estimate] estimarea
    [shift] mutarea
    [labels] etichete
    [checklist] linii din lista de bifat
    [completed] terminată
    [title_contains] un cuvânt din titlu
    [list] lista dumneavoastră
    [priority] prioritatea
    [title] titlul
    [notes] note
    [status] starea
    [reason] motivul
    [overdue] restante
    [repeating] care se repetă
   *[other] { $meaning }
}
cli-more-options = … și încă { $count }: „more” le arată, sau spuneți care, cu cuvintele dumneavoastră.
cli-finish-unknown = Niciun server nu se oprește cu „{ $word }”.
cli-finish-unknown-hint = Folosiți stop, length sau aborted, sau omiteți --finish.
cli-schema-invalid = Schema nu poate fi folosită: { $cause }.
cli-schema-invalid-hint = Trebuie să fie un JSON Schema (draft 2020-12); referințele rămân în fișier.
cli-input-not-utf8 = Intrarea standard nu este în UTF-8: { $cause }.
cli-input-not-utf8-hint = Convertiți-o întâi, de ex. cu iconv.
cli-explain-allow = Permisă ({ $class }): poate rula fără întrebare după ce ați semnat regula de rulare automată.
cli-explain-prompt = Cu întrebare ({ $class }): mereu un punct de semnat.
cli-explain-fails = Refuzată aici ({ $class }): acolo unde ar rula, ar eșua.
cli-explain-refused = Refuzată ({ $class }): așa nu poate fi propusă.
cli-explain-never = Niciodată ({ $class }): se refuză, chiar și cu semnătură.
cli-explain-part = { $command }: { $verdict }
cli-explain-part-why = { $command }: { $verdict }; { $why }
cli-patch-usage = Dați --file, sau --batch.
cli-patch-applies = Se aplică: { $added } în plus, { $removed } în minus.
cli-patch-no-change = Nu schimbă nimic.
cli-patch-deletes = Șterge fișierul.
cli-patch-renames = Redenumește fișierul în { $path }.
cli-patch-copies = Copiază fișierul în { $path }.
cli-patch-mode = Îi pune drepturile pe { $mode }.
cli-patch-refused = Refuzat ({ $reason }): { $message }
cli-patch-place = linia { $line } ({ $kind })
cli-patch-near = Cel mai apropiat, linia { $line }:
cli-patch-more = … linii rămase: { $count }
cli-serve-model = Model: { $model }.
cli-workspace-none = Aici nu este deschis niciun dosar de lucru.
cli-workspace-gone = (dosarul nu mai există)
cli-workspace-opened = { $root } este deschis ca { $id }. Nimic din el nu se schimbă fără semnătura dumneavoastră.
cli-workspace-closed = { $id } este închis. Fișierele și istoricul lui rămân cum sunt.
cli-workspace-unknown = Niciun dosar deschis nu se numește „{ $name }”.
cli-workspace-open = Deschise sunt: { $names }
cli-workspace-hint = Deschideți un dosar: countersign workspace open DIR
cli-propose-hint = Fișierul conține {"{"}"operations": […]{"}"}, o listă de operații, una singură, sau o modificare care își numește fișierele, de exemplu un diff; pentru altele adăugați --path.
cli-propose-patch-hint = Trimiteți un diff unificat, blocuri căutare/înlocuire sau *** Begin Patch, întreg.
cli-propose-empty = Nu este nimic de citit: nu s-a dat nicio modificare și nicio operație.
cli-propose-empty-hint = Dați un fișier sau trimiteți-l la intrarea standard, de ex. git diff | countersign propose --patch -
cli-propose-no-path = Modificarea nu spune pentru ce fișier este.
cli-propose-no-path-hint = Numiți-l cu --path.
cli-propose-no-file = nu există acest fișier
cli-propose-no-text = fișierul nu este text
cli-diff-all = Vedeți tot înainte să semnați: countersign show { $item } --all
cli-diff-binary = Fișierul nu este text; schimbarea se poate semna doar întreagă.
cli-diff-hunk = partea { $n }
cli-diff-more = … linii rămase: { $count }
cli-diff-since = De când a fost propus, fișierul s-a schimbat:
cli-doctor-sandbox-bwrap = Comenzile rulează în bubblewrap: se poate scrie doar în dosarul de lucru, secretele sunt ascunse, fără rețea.
cli-doctor-sandbox-landlock = Comenzile rulează sub Landlock și seccomp: { $missing }.
cli-doctor-sandbox-none = Nu există sandbox; se întreabă la fiecare comandă: { $missing }.
cli-doctor-sandbox-todo = Instalați bubblewrap (apt install bubblewrap) și vedeți să poată crea spații de nume.
cli-run-ask = { $y } rulează o dată, { $a } adaugă și rulează, { $n } sare peste:
cli-run-keys = Tastați y, a sau n.
cli-run-stopping = Se oprește comanda …
cli-run-no-workspace = Nu există niciun dosar de lucru deschis și niciun dosar { $name }: { $cause }
cli-run-no-workspace-hint = Numiți un dosar de lucru deschis sau un dosar de deschis ca atare.
cli-run-open-ask = { $root } nu este deschis ca dosar de lucru. Îl deschideți, pentru ca acolo să ruleze comenzi semnate? y/n:
cli-run-not-open = { $root } nu este deschis ca dosar de lucru. Nu s-a rulat nimic.
cli-run-not-open-hint = Deschideți-l: countersign workspace open . — sau numiți-l: countersign run --workspace . "…"
cli-sandbox-hint = Puneți bwrap, landlock sau none, sau lăsați gol.
cli-item-runs-in = rulează în
cli-item-judged = judecată
cli-verdict = { $verdict ->
    [allow] pe lista comenzilor cunoscute
    [prompt] cere o semnătură
   *[never] nu rulează niciodată
}
cli-class = { $class ->
    [read_only] doar citește
    [project] rulează cod din proiect
    [write] scrie fișiere
    [network] folosește rețeaua
    [interpreter] rulează cod într-un interpretor
    [shell] cere un shell
    [destructive] șterge sau suprascrie
    [control_plane] atinge ce vă protejează
   *[unknown] necunoscută
}
cli-item-sandbox = sandbox
cli-item-environment = mediu
cli-item-words = cuvinte
cli-item-exit = cod de ieșire
cli-item-output = ieșire
cli-agent-none = Nicio rulare a agentului nu așteaptă.
cli-agent-none-hint = Începeți una cu countersign agent sau numiți-o cu --run.
cli-agent-none-here = În ultima conversație nu așteaptă nimic.
cli-agent-none-in = În această conversație nu așteaptă nimic.
cli-agent-elsewhere = Așteaptă alta: { $title }. Spuneți-i aceleia: countersign continue --session { $session }
cli-agent-summary-waits = Rezumatul lucrării așteaptă: mai întâi păstrați-l, schimbați-l sau renunțați la el. Nu s-a păstrat nimic.
cli-agent-cancelled = Oprită. Nu s-a schimbat nimic.
cli-agent-stopping = Se oprește rularea …
cli-agent-step-pending = { $mark }{ $n }. { $title } (de făcut)
cli-agent-step-running = { $mark }{ $n }. { $title } (în lucru)
cli-agent-step-completed = { $mark }{ $n }. { $title } (gata)
cli-agent-step-failed = { $mark }{ $n }. { $title } (eșuat): { $why }
cli-agent-step-cancelled = { $mark }{ $n }. { $title } (neînceput)
cli-agent-tool-completed = {"    "}{ $call } → { $result }
cli-agent-tool-queued = {"    "}{ $call } → așteaptă semnătura dumneavoastră
cli-agent-tool-failed = {"    "}{ $call } ❌ { $result }
cli-plain-tool-completed = {"    "}{ $call }: { $result }
cli-plain-tool-queued = {"    "}{ $call }: așteaptă semnătura dumneavoastră
cli-plain-tool-failed = {"    "}{ $call } (a eșuat): { $result }
cli-agent-paused = { $done } gata, { $left } rămase, { $queued ->
    [one] 1 schimbare
    [few] { $queued } schimbări
   *[other] { $queued } de schimbări
} în așteptare.
cli-agent-approval = { $count ->
    [one] 1 apel de unealtă cere
    [few] { $count } apeluri de unelte cer
   *[other] { $count } de apeluri de unelte cer
} permisiunea dumneavoastră; după un minut fără răspuns este refuzată.
cli-agent-summary = Rezumatul muncii, încă nepăstrat:
cli-agent-summary-action = Acțiune
cli-agent-summary-details = Detalii
cli-agent-summary-result = Rezultat
cli-agent-summary-tools = Unelte
cli-agent-summary-saved = Rezumatul este păstrat.
cli-agent-summary-discarded = Rezumatul este abandonat. Înregistrarea rulării rămâne.
cli-agent-ask-continue = { $y } continuă, { $a } continuă fără să aștepte, { $s } oprește aici, sau spuneți ce trebuie schimbat:
cli-agent-keys-continue = Scrieți y, a, s sau o propoziție.
cli-agent-ask-approval = y permite, n nu permite, sau numerele celor permise:
cli-agent-keys-approval = Tastați y, n sau numere ca 1, 3.
cli-agent-ask-summary = { $s } păstrează, { $e } editează, { $d } abandonează:
cli-agent-keys-summary = Scrieți s, e sau d. Până atunci nu se păstrează nimic.
cli-agent-edit-action = Acțiune:
cli-agent-edit-details = Detalii:

## Lucru într-un dosar de proiect
cli-work-loaded = { $count ->
    [one] 1 fișier încărcat: { $names }
    [few] { $count } fișiere încărcate: { $names }
   *[other] { $count } de fișiere încărcate: { $names }
}
cli-work-cut = începutul lui
cli-work-left-out = Neîncărcat: { $reason }
cli-work-urls = Notat, nedescărcat: { $urls }
cli-work-step-done = gata:
cli-work-step-open = de făcut:
cli-work-next = Puteți spune în continuare:
cli-work-diff-more = … mai mult: countersign show { $item }
cli-work-about = --about numește un set, nu o comandă.
cli-work-about-hint = Numiți elementul, de ex. --about 14.2.

## Agenți
cli-acp-waits = Se așteaptă un editor care vorbește Agent Client Protocol la intrarea standard. Îl pornește un editor: countersign help acp.
cli-acp-sign = Semnează
cli-acp-reject = Respinge
cli-acp-later = Mai târziu
cli-acp-words = Cu cuvintele mele
cli-acp-step-failed = { $title } (eșuat)
cli-acp-step-cancelled = { $title } (neînceput)
cli-acp-go-on = Continuă
cli-acp-stop = Oprește aici
cli-acp-allow = Permite
cli-acp-deny = Nu permite
cli-acp-keep = Păstrează-l
cli-acp-discard = Renunță la el
cli-acp-confirm-title = Aplicați totuși setul { $set }?
cli-acp-confirm = Aplică-l
cli-acp-drifted = { $count } din { $total } nu se mai potrivesc: s-a schimbat ceea ce stă la baza lor. Aplicați cele semnate fără ele ({ $signed })?
cli-acp-left = Nimic din acestea nu este făcut: așteaptă în Countersign.
cli-acp-rest = { $count ->
    [one] O schimbare așteaptă. Decideți aici cu /inbox, sau în altă parte: countersign show { $set }
    [few] { $count } schimbări așteaptă. Decideți aici cu /inbox, sau în altă parte: countersign show { $set }
   *[other] { $count } de schimbări așteaptă. Decideți aici cu /inbox, sau în altă parte: countersign show { $set }
}
cli-acp-unshown = Schimbarea e prea lungă pentru a fi arătată aici, nu e text sau a fost făcută pentru o versiune mai veche a fișierului. Priviți-o: countersign show { $item }
cli-acp-unread = Aici se citesc doar text, fișiere și imagini. Restul cererii a fost lăsat deoparte.
cli-acp-unsaved = { $path } are în editor schimbări nesalvate. Se citește și se schimbă ce e pe disc: salvați întâi.
cli-acp-mode = { $mode ->
    [chat] Doar răspunsuri.
    [plan] Întotdeauna o propunere sau o întrebare.
    [agent] Un model lucrează la asta pas cu pas, cu unelte.
   *[other] După ce spuneți.
}
cli-acp-inbox = Decideți tot ce așteaptă semnătura dvs.
cli-acp-no-session = Conversația { $id } nu e deschisă aici.
cli-acp-no-session-hint = Încărcați-o sau începeți una nouă.
cli-acp-no-mode = Nu există modul { $mode }.
cli-mcp-waits = Se așteaptă un program care vorbește Model Context Protocol la intrarea standard. Îl pornește un editor sau un agent: countersign help mcp.
cli-set-in = în { $folders }
cli-proposed-by = Propus de { $agent }
cli-wake-proposed = { $count ->
    [0] Nimic nou de propus.
    [one] 1 modificare propusă.
    [few] { $count } modificări propuse.
   *[other] { $count } de modificări propuse.
}
cli-wake-waits = { $count ->
    [one] 1 constatare așteaptă deja.
    [few] { $count } constatări așteaptă deja.
   *[other] { $count } de constatări așteaptă deja.
}
cli-wake-refused = { $count ->
    [one] 1 constatare nu se propune din nou: ați respins-o sau ați amânat-o, ori este deja așa.
    [few] { $count } constatări nu se propun din nou: le-ați respins sau le-ați amânat, ori este deja așa.
   *[other] { $count } de constatări nu se propun din nou: le-ați respins sau le-ați amânat, ori este deja așa.
}
cli-wake-retracted = { $count ->
    [one] 1 propunere anterioară a fost retrasă: nu mai este valabilă.
    [few] { $count } propuneri anterioare au fost retrase: nu mai sunt valabile.
   *[other] { $count } de propuneri anterioare au fost retrase: nu mai sunt valabile.
}
cli-wake-left = { $count ->
    [one] încă 1 rămâne pentru mai târziu: așteaptă deja destule.
    [few] încă { $count } rămân pentru mai târziu: așteaptă deja destule.
   *[other] încă { $count } de constatări rămân pentru mai târziu: așteaptă deja destule.
}
cli-decisions-empty = Încă nu există decizii.
cli-decisions-none = Nicio decizie nu corespunde.
cli-decisions-more = Mai vechi: countersign decisions --before { $next }
cli-decisions-forgotten = Uitat: { $label } ({ $at }). Agenții nu mai află de asta.
cli-decisions-restored = Din nou în memorie: { $label } ({ $at }).
cli-decisions-waiting = Așteaptă decizia dumneavoastră:
cli-decisions-notes = Notițele agentului:
cli-reason-wrong-target = țintă greșită
cli-reason-wrong-value = valoare greșită
cli-reason-my-wording = formularea mea
cli-reason-not-now = nu acum
cli-reason-not-needed = nu este nevoie
cli-reason-too-risky = prea riscant
cli-reason-already-done = deja făcut
cli-reason-duplicate = dublură
cli-reason-other = altceva

## Stored outputs
cli-outputs-none = Aici nu este păstrată nicio ieșire.
cli-outputs-more = … și încă { $count }
cli-outputs-failed = eșuat
cli-outputs-size = { $count ->
    [one] 1 caracter
    [few] { $count } caractere
   *[other] { $count } de caractere
}
cli-outputs-array = { $name }: { $count ->
    [one] 1 element
    [few] { $count } elemente
   *[other] { $count } de elemente
}
cli-outputs-matches = { $count ->
    [one] 1 linie
    [few] { $count } linii
   *[other] { $count } de linii
}
cli-outputs-next = Mai mult cu --offset { $offset }
cli-outputs-default-hint = Scrieți JSON: null, 0 sau "text" cu ghilimele.

## Modele
cli-model-size-unknown = mărime necunoscută
cli-model-up = răspunde
cli-model-down = nu răspunde
cli-model-unasked = neîntrebat
cli-model-installed = { $count ->
    [0] Nu este instalat nimic.
    [one] 1 model este instalat:
   *[other] { $count } modele sunt instalate:
  }
cli-model-partial = { $name }: { $received } sunt descărcați; pull continuă, remove îi șterge.
cli-model-curated = Se pot descărca cu pull:
cli-model-needs = { $download } de descărcat, { $memory } de memorie
cli-model-score = { $right } % din { $cases } cazuri complet corecte
cli-model-unmeasured = nemăsurat aici
cli-model-free = { $free } libere în { $folder }
cli-model-offer = { $name }: { $size } din { $source }
cli-model-resumes = { $received } sunt deja aici; descărcarea continuă de acolo.
cli-model-licence = Licență: { $licence }
cli-model-unpinned = Nu se cunoaște dinainte suma de control; se păstrează cea a fișierului primit.
cli-model-room = { $free } sunt liberi pe acel disc.
cli-model-ask = Descarc și accept licența? y/n:
cli-model-unconfirmed = Licența { $licence } nu este confirmată. Nu s-a descărcat nimic.
cli-model-unconfirmed-hint = Citiți-o, apoi adăugați --yes.
cli-model-progress = { $received } din { $total }
cli-model-checking = Se verifică …
cli-model-waiting = Alt proces descarcă același lucru; se așteaptă.
cli-model-pulled = { $name } este instalat: { $size }.
cli-model-use-it = Pentru a-l folosi: countersign model use { $name }
cli-model-stopped = Descărcarea { $name } a fost oprită. Nu s-a instalat nimic.
cli-model-stopped-hint = pull continuă de unde s-a oprit.
cli-model-chosen = { $name } răspunde de acum înainte.
cli-model-overridden = Încă nu: decide mediul. În uz: { $used }
cli-model-none = Nu există aici niciun model { $name }.
cli-model-none-hint = countersign model list arată ce este aici și ce se poate descărca.
cli-model-sound = { $name } este fișierul instalat: { $size }, suma și antetul se potrivesc.
cli-model-answers = { $name } răspunde: { $abilities }
cli-model-remove-ask = Șterg { $name } ({ $size })? y/n:
cli-model-kept = { $name } este tot acolo. Nu s-a schimbat nimic.
cli-model-kept-hint = Adăugați --yes pentru a-l șterge.
cli-model-removed = { $name } este șters; { $size } sunt din nou libere
cli-eval-no-model-hint = Numiți unul: --model NAME, sau --model none doar pentru planificator.
cli-eval-bad-cases = { $count ->
    [one] 1 linie nu este un caz.
   *[other] { $count } linii nu sunt cazuri.
  }
cli-eval-other-run = Fișierul este al altei rulări. Nu s-a schimbat nimic.
cli-eval-other-run-hint = Numiți alt fișier, sau porniți cu același model, aceleași cazuri și părți.
cli-eval-not-a-run = Fișierul nu este al unei rulări.
cli-eval-not-a-run-hint = Numiți un fișier făcut cu --out.
cli-eval-other-cases = Fișierul este al altor cazuri: nu se poate compara nimic.
cli-eval-other-cases-hint = Numiți o rulare a acelorași cazuri.
cli-eval-progress = { $done } din { $all }
cli-eval-valid = utilizabil
cli-eval-operation = operație corectă
cli-eval-target = sarcini corecte
cli-eval-right = complet corect
cli-eval-wrong-sure = greșit, dar sigur
cli-eval-offered = a întrebat, cu varianta corectă printre răspunsuri
cli-eval-cost = Model întrebat în { $asked } cazuri: { $read } → { $written } tokeni; mediana { $first } s până la primul token, { $each } s pe caz; { $all } s în total.
cli-eval-failed = Modelul a eșuat în { $count ->
    [one] { $count } caz
    [few] { $count } cazuri
   *[other] { $count } de cazuri
}: { $why }
cli-eval-no-cases = Nu există niciun caz de judecat.
cli-eval-no-cases-hint = Numiți un fișier cu cazuri, un fel care apare în el, și --most de cel puțin 1.
cli-eval-against = Din { $n } perechi, doar această rulare este corectă în { $this }, doar cealaltă în { $other } (McNemar exact, p = { $p }).

# Standing rules, and runs of several commands.
cli-actor-rule = regula { $rule } ({ $name })
cli-rules-none = Nicio regulă nu este semnată. Totul așteaptă semnătura dumneavoastră.
cli-rule-active = activă
cli-rule-used-up = epuizată
cli-rule-expired = expirată
cli-rule-suspended = suspendată
cli-rule-revoked-word = revocată
cli-rule-uses = folosită de { $uses }×
cli-rule-uses-of = folosită { $uses } din { $cap }
cli-rule-until = până la { $date }
cli-rule-from = din { $item }
cli-rule-made = Regula { $id } semnată: { $name } rulează fără întrebare în { $workspace } până la { $date }.
cli-rule-revoked = Regula { $id } revocată: { $name } așteaptă din nou semnătura dumneavoastră.
cli-rule-judged = judecată
cli-rule-lets = Regula o lasă să treacă.
cli-rule-lets-not = Regula nu o lasă să treacă.
cli-rule-waits = Nicio regulă nu o lasă să treacă; așteaptă semnătura dumneavoastră.
cli-rule-covered = Rulează fără întrebare după regula { $rules }.
cli-rule-past = S-ar fi potrivit cu { $matched ->
    [one] { $matched } decizie anterioară
    [few] { $matched } decizii anterioare
   *[other] { $matched } de decizii anterioare
}: { $signed ->
    [one] { $signed } semnată
   *[other] { $signed } semnate
}, { $rejected ->
    [one] { $rejected } respinsă
   *[other] { $rejected } respinse
}.
cli-rule-suggested = Adaugă și rulează ar reține: { $prefixes }
cli-rule-never = Nicio regulă nu poate lăsa să treacă această comandă.
cli-rule-never-hint = Semnați-o de fiecare dată. Nu s-a schimbat nimic.
cli-rule-one-command = Se poate reține o singură comandă o dată.
cli-rule-words = { $most ->
    [one] Se poate reține doar 1 cuvânt din ea.
   *[other] Se pot reține de la 1 la { $most } cuvinte din ea.
}
cli-rule-words-hint = Dați un număr de cuvinte, sau niciunul pentru cel mai scurt care e sigur.
cli-rule-ask = Rețineți „{ $prefix }” în { $workspace } pentru { $days ->
    [one] { $days } zi
    [few] { $days } zile
   *[other] { $days } de zile
}? y da, un număr pentru atâtea cuvinte, n nu:
cli-rule-keys = Tastați y, n sau un număr de cuvinte.
cli-run-all-hint = Semnați-le: countersign run-all { $set } --all
cli-run-all-model = { $model }: { $why }
cli-run-all-remaining = Mai sunt de rulat: { $commands }
cli-run-all-unsigned = { $item } așteaptă semnătura dumneavoastră: { $command }
cli-run-all-resume = Continuați: countersign run-all { $set } --resume
cli-run-all-will-pause = Se oprește când se termină comanda care rulează. Apoi continuați: countersign run-all { $set } --resume
cli-run-all-again = Rulați restul: countersign run-all { $set }


# Sesiuni și planuri
cli-sessions-none = Aici nu este nicio sesiune.
cli-sessions-unfound = Nicio sesiune nu conține aceste cuvinte.
cli-session-untitled = (încă fără nume)
cli-session-messages = { $count ->
    [one] 1 mesaj
    [few] { $count } mesaje
   *[other] { $count } de mesaje
}
cli-session-is-archived = arhivată
cli-session-is-deleted = ștearsă
cli-session-begun = Sesiunea { $id } a început.
cli-session-renamed = Sesiunea { $id } se numește acum { $title }.
cli-session-archived = Sesiunea { $id } este arhivată. O găsiți cu sessions list --state archived.
cli-session-deleted = Sesiunea { $id } este ștearsă. O aduceți înapoi cu: countersign sessions restore { $id }
cli-session-restored = Sesiunea { $title } este înapoi.
cli-session-ambiguous = Mai multe sesiuni încep cu { $id }.
cli-session-hint = Vedeți-le pe toate: countersign sessions list --state all
cli-plan-same = Planul spune deja asta. Nu s-a schimbat nimic.
cli-plan-save = Salvez asta? [y/N]
cli-plan-unsaved = Nu s-a schimbat nimic. Pentru salvare: la fel, cu --yes
cli-plan-mended = Documentul așa cum l-a pus modelul:
cli-plan-mended-next = Nu s-a schimbat nimic. Pentru a salva exact aceasta: puneți-o într-un fișier (cu -o FIȘIER) și countersign plan import FIȘIER --yes
cli-plan-mended-file = Nu s-a schimbat nimic. Pentru a salva exact aceasta: countersign plan import { $file } --yes
cli-plan-field-status = stare
cli-plan-field-goal = obiectiv
cli-plan-field-criteria = criteriu de acceptare
cli-plan-field-made = decis
cli-plan-field-rejected = respins
cli-plan-field-log = jurnal de execuție
cli-plan-field-other = altele
cli-plan-saved = Salvat ca versiunea { $version } a planului.
cli-plan-unread = linia { $line } nu a fost înțeleasă și rămâne sub „Other”: { $text }
cli-plan-needs-goal = Nu are un obiectiv; în această stare un plan are nevoie de unul.
cli-plan-needs-criterion = Nu are un criteriu de acceptare; în această stare un plan are nevoie de unul.
cli-plan-no-criterion = Planul nu are criteriul { $n }.
cli-instructions-there = { $file } există deja. Nu s-a scris nimic.
cli-instructions-there-hint = Scrieți șablonul în alt fișier și preluați din el ce doriți.
cli-plan-hint = Vedeți-l: countersign plan show
cli-session-exported = Scris în { $folder }: plan_doc.md, chat_history.log, session.json
cli-session-plan-kept = Documentul planului fusese modificat acolo: rămâne ca { $file }. Pentru preluare: countersign plan import

## Learned rules and subscriptions
cli-wake-by-rules = { $count ->
    [one] Regulile dumneavoastră au făcut 1 schimbare.
    [few] Regulile dumneavoastră au făcut { $count } schimbări.
   *[other] Regulile dumneavoastră au făcut { $count } de schimbări.
}
cli-wake-on = Se trezește la schimbări ale: { $list }
cli-wake-on-none = Nu se trezește la nicio schimbare.
cli-rule-flags = { $flag } stă după cuvinte, unde ar fi unul dintre ele.
cli-rule-flags-hint = Puneți { $flag } înaintea cuvintelor. Nu s-a schimbat nimic.
cli-run-covered = Regula { $rule } o lasă deja să ruleze: nu s-a făcut nicio regulă nouă.
cli-rule-revoked-silent = Regula { $id } revocată: agenții pot propune din nou asta ({ $name }).
cli-preview-timed-out = Oprită după { $seconds } s.
cli-preview-exit = S-a încheiat cu codul { $code }.
cli-preview-signal = A oprit-o semnalul { $signal }.
cli-preview-ignored = { $count ->
    [one] 1 fișier schimbat rămâne
    [few] { $count } fișiere schimbate rămân
   *[other] { $count } de fișiere schimbate rămân
} pe dinafară din cauza regulilor de ignorare.
cli-preview-left-out = Nu poate fi propus: { $path }{ $why ->
    [link] {" "}(o legătură)
    [link_out] {" "}(o legătură care duce în afara dosarului)
    [pipe] {" "}(o conductă)
    [socket] {" "}(un socket)
    [device] {" "}(un dispozitiv)
    [git] {" "}(aparține lui git)
    [secret] {" "}(conține secrete)
    [name] {" "}(numele nu este o cale)
    [too_large] {" "}(mai mare de 20 MB)
    [folder] {" "}(un dosar gol, construit sau care lasă pe alții să intre)
    [moved] {" "}(mutat unde nu se poate propune nimic)
    [turned] {" "}(un fișier a devenit dosar, sau invers)
    [rest] {" "}(mai mult decât se propune odată)
   *[other] {""}
}
cli-preview-nothing = Nu schimbă niciun fișier. Nu s-a schimbat nimic.
cli-preview-landlock = Încercat fără bubblewrap: căile absolute către dosar nu puteau fi atinse. Programele care au nevoie de ele pot să fi eșuat doar din această cauză.
cli-preview-not-tried = Nu a fost încercată într-o copie: comanda nu așteaptă o semnătură.
cli-preview-not-tried-hint = countersign show { $set } spune ce s-a ales de ea.
cli-meter-context = Context: { $percent } % din { $model }, { $used } din { $of } tokeni, { $count ->
    [one] 1 mesaj
    [few] { $count } mesaje
   *[other] { $count } de mesaje
 } încă nerezumate.
cli-meter-measured = Numărat așa cum numără modelul.
cli-meter-estimated = Estimat: modelul nu a numărat încă nimic aici.
cli-meter-storage = Stocare: { $percent } % din { $of } MB, { $used } KB.
cli-meter-offer-context = Contextul este aproape plin. Continuați într-o sesiune nouă: countersign sessions handoff. În aceasta: countersign sessions extend. Așa cum este: countersign sessions stay
cli-meter-offer-storage = Spațiul este aproape plin. Continuați în această sesiune: countersign sessions extend. Într-una nouă: countersign sessions handoff. Așa cum este: countersign sessions stay
cli-handed-off = Sesiunea { $id } „{ $title }” continuă de aici. Poate anula ce s-a schimbat înainte.
cli-extended = Sesiunea { $id } a fost extinsă: { $count ->
    [one] 1 mesaj rezumat
    [few] { $count } mesaje rezumate
   *[other] { $count } de mesaje rezumate
 }. Nu s-a șters nimic.
cli-go-on = Continuați: countersign ask --session { $id } "…"
cli-go-on-with = Urmează: { $next }
    Continuați: countersign ask --session { $id } "…"
cli-nothing-offered = Nu se oferă nimic. Nu s-a schimbat nimic.
cli-offer-declined = Sesiunea continuă așa cum este. La această mărime nu se mai întreabă.
cli-bugs = { $count ->
    [0] Nicio eroare.
    [one] 1 eroare, { $open } nerezolvate.
    [few] { $count } erori, { $open } nerezolvate.
   *[other] { $count } de erori, { $open } nerezolvate.
}
cli-bug-message = mesajul { $n }
cli-folder-edited = Documentul planului a fost editat acolo. Vedeți ce schimbă și preluați-l: countersign plan import
cli-plan-not-edited = Documentul planului din dosarul sesiunii nu a fost editat.
cli-plan-not-edited-hint = Numiți un fișier sau editați plan_doc.md acolo: countersign sessions folder
cli-agent-summary-criteria = Criterii
cli-agent-criterion-met = îndeplinit
cli-agent-criterion-open = încă neîndeplinit
cli-agent-criterion-new = nou, încă neîndeplinit
cli-agent-summary-decisions = Decis
cli-agent-summary-rejected = Respins
cli-agent-summary-goal = Scop
## Calibrare
cli-calibrate-messages = { $count ->
    [one] 1 mesaj
    [few] { $count } mesaje
   *[other] { $count } de mesaje
}
cli-calibrate-decisions = După decizie
cli-calibrate-stages = După etapă
cli-calibrate-proposers = După cine propune
cli-calibrate-thresholds = Praguri
cli-calibrate-group = { $key }: { $messages }; elemente: { $signed } semnate, { $rejected } respinse, { $undone } anulate, { $undecided } nedecise; păstrate { $kept }
cli-calibrate-threshold = { $name } { $now }: păstrate { $above } de la prag în sus, { $below } sub el
cli-calibrate-suggested = Propunere: { $value }; păstrate { $kept } de acolo în sus.
cli-calibrate-nothing = Nicio propunere: s-a decis asupra a { $n ->
    [one] { $n } mesaj
    [few] { $n } mesaje
   *[other] { $n } de mesaje
}; e nevoie de cel puțin { $enough } păstrate în majoritate.
cli-calibrate-share = { $hits } din { $n } ({ $low }–{ $high } %)
cli-calibrate-none = 0 din 0
cli-agent-next-continue = Mai departe: countersign continue · continue --auto (fără a aștepta) · continue --stop
cli-agent-next-answer = Mai departe: countersign continue --answer "…" · continue --stop
cli-agent-next-approval = Mai departe: countersign continue --allow · continue 1,3 · continue --deny (după 60 s fără răspuns nu se permite)
cli-agent-next-summary = Mai departe: countersign continue --summary save · continue --summary edit --action "…" --details "…" · continue --summary discard
cli-run-by-rule = Regula „{ $rule }” l-a lăsat să ruleze. Mai mult: countersign show { $set }

# Where a run stands, in one line: mode, stage, and what it was taken for or the tool that runs.
cli-run-mode = { $mode ->
    [chat] Chat
    [plan] Plan
    [agent] Agent
    [image] Imagini
   *[auto] Auto
}
cli-run-stage = { $stage ->
    [analyzing] Analiză
    [routing] Clasificare
    [proposing] Propunere
    [validating] Verificare
    [repairing] Corectare
    [summarizing] Rezumat
    [chatting] Răspuns
    [planning] Planificare
    [executing] Lucru
    [image] Imagini
    [painting] Pictează
   *[other] { $stage }
}
cli-run-route = { $route ->
    [plan] ca plan
    [chat] ca chat
    [clarify] lipsește un răspuns
    [work] ca lucru cu fișiere
    [agent] ca agent
    [image] ca imagini
   *[other] { $route }
}
# Ce a făcut într-o copie o comandă semnată de o regulă și ce a dispărut odată cu o comandă.
cli-copy-made = { $count ->
    [one] A rulat într-o copie: 1 fișier schimbat așteaptă semnătura. countersign show { $set }
    [few] A rulat într-o copie: { $count } fișiere schimbate așteaptă semnătura. countersign show { $set }
   *[other] A rulat într-o copie: { $count } de fișiere schimbate așteaptă semnătura. countersign show { $set }
}
cli-copy-nothing = A rulat într-o copie. Nu este nimic de semnat.
cli-copy-gone = A rulat într-o copie, iar ce a făcut acolo s-a pierdut: { $why }
cli-copy-more = Nenumite: { $count }
cli-lost = { $count ->
    [one] 1 fișier din dosarul ei privat de fișiere temporare a dispărut odată cu ea: { $paths }.
    [few] { $count } fișiere din dosarul ei privat de fișiere temporare au dispărut odată cu ea: { $paths }.
   *[other] { $count } de fișiere din dosarul ei privat de fișiere temporare au dispărut odată cu ea: { $paths }.
}
cli-lost-least = Cel puțin { $count ->
    [one] { $count } fișier din dosarul ei privat de fișiere temporare a dispărut odată cu ea
    [few] { $count } fișiere din dosarul ei privat de fișiere temporare au dispărut odată cu ea
   *[other] { $count } de fișiere din dosarul ei privat de fișiere temporare au dispărut odată cu ea
}: { $paths }.
cli-lost-more = { $paths } și încă { $count }
cli-lost-kept = { $count ->
    [one] 1 fișier din dosarul ei privat de fișiere temporare este acum în { $folder }: { $paths }.
    [few] { $count } fișiere din dosarul ei privat de fișiere temporare sunt acum în { $folder }: { $paths }.
   *[other] { $count } de fișiere din dosarul ei privat de fișiere temporare sunt acum în { $folder }: { $paths }.
}
cli-lost-least-kept = Cel puțin { $count ->
    [one] { $count } fișier din dosarul ei privat de fișiere temporare este acum în { $folder }
    [few] { $count } fișiere din dosarul ei privat de fișiere temporare sunt acum în { $folder }
   *[other] { $count } de fișiere din dosarul ei privat de fișiere temporare sunt acum în { $folder }
}: { $paths }.
cli-rule-copied = într-o copie
cli-rule-made-cap = { $cap ->
    [one] Poate fi folosită o dată.
    [few] Poate fi folosită de { $cap } ori.
   *[other] Poate fi folosită de { $cap } de ori.
}
cli-rule-made-copied = Comenzile de sub ea rulează într-o copie a dosarului: ce schimbă acolo așteaptă semnătura.

## Nume de câmpuri, cuvinte ale valorilor lor și feluri de intrări din istoric.
cli-field-title = titlu
cli-field-notes = note
cli-field-scheduledFor = dată
cli-field-timeOfDay = oră
cli-field-dueDate = termen
cli-field-priority = prioritate
cli-field-status = stare
cli-field-statusReason = motiv
cli-field-estimate = durată
cli-field-labels = etichete
cli-field-label = etichetă
cli-field-checklist = listă
cli-field-recurrence = repetare
cli-field-completedDates = date finalizate
cli-field-skippedDates = date omise
cli-field-moved = date mutate
cli-field-extra = alte date
cli-field-occurrence = apariție
cli-field-exists = există
cli-field-content = conținut
cli-field-undo = anulare
cli-priority-medium = medie
cli-todo-open = deschisă
cli-todo-in-progress = în lucru
cli-todo-groomed = pregătită
cli-todo-blocked = blocată
cli-todo-on-hold = în așteptare
cli-todo-done = finalizată
cli-todo-rejected = respinsă
cli-kind-proposed = propus
cli-kind-extended = completat
cli-kind-revised = revizuit
cli-kind-decided = decis
cli-kind-applying = început
cli-kind-applied = aplicat
cli-kind-expired = expirat
cli-kind-settings = setări
cli-kind-audit = notat
cli-kind-rule-made = regulă semnată
cli-kind-rule-used = regulă folosită
cli-kind-rule-suspended = regulă suspendată
cli-kind-rule-revoked = regulă revocată
cli-kind-rule-kept = regulă a reținut
cli-kind-memory = memorie
cli-kind-session = conversație
cli-kind-plan = plan

cli-withdrawn = Ce ar schimba a fost schimbat între timp de altcineva. Nu s-a schimbat nimic.
cli-withdrawn-hint = Spuneți din nou fără --yes: atunci așteaptă, iar countersign rebase o face pentru ce este acum acolo.
cli-doctor-projections-broken-todo = Istoricul este stricat, așa că nimic nu se reface din el. 1. Salvați sarcinile așa cum sunt: countersign export json -o todos.json. 2. Continuați cu o copie mai veche a dosarului: countersign --data COPIE doctor; sau într-un dosar nou: countersign --data NOU import todos.json --yes
cli-value-yes = da
cli-value-no = nu
## Imagini
cli-images-none = Aici nu se păstrează nicio imagine.
cli-images-none-hint = Faceți una: countersign image "un far la amurg".
cli-images-size = { $kind } { $width }×{ $height }, { $kilobytes } kB
cli-images-gone = retrasă
cli-images-next = Mai departe: countersign images save { $ids } --folder DOSAR · images regenerate ID · images show ID -o FIȘIER
cli-images-prompt = Cerere
cli-images-revised = Cererea în cuvintele furnizorului
cli-images-url = De la
cli-images-model = Model
cli-images-time = Făcută
cli-images-earlier = { $count ->
    [one] Se păstrează { $count } versiune anterioară.
    [few] Se păstrează { $count } versiuni anterioare.
   *[other] Se păstrează { $count } de versiuni anterioare.
  }
cli-images-deleted = { $id } a fost retrasă. countersign images restore { $id } o aduce înapoi.
cli-images-restored = { $id } este din nou aici.
cli-images-proposed = { $count ->
    [one] { $count } imagine este propusă ca fișier în setul { $set }. Nu se scrie nimic până nu semnați.
    [few] { $count } imagini sunt propuse ca fișiere în setul { $set }. Nu se scrie nimic până nu semnați.
   *[other] { $count } de imagini sunt propuse ca fișiere în setul { $set }. Nu se scrie nimic până nu semnați.
  }
cli-images-seen = { $count ->
    [one] S-a arătat { $count } imagine: { $names }
    [few] S-au arătat { $count } imagini: { $names }
   *[other] S-au arătat { $count } de imagini: { $names }
  }
cli-images-described = { $count ->
    [one] Alt model descrie { $count } imagine: { $names }
    [few] Alt model descrie { $count } imagini: { $names }
   *[other] Alt model descrie { $count } de imagini: { $names }
  }
cli-images-large = imaginea are peste 20 MB.
cli-images-large-hint = Faceți-o mai mică. Nu s-a trimis nimic.
cli-images-same = Niciun model de text nu a scris cereri diferite: toate imaginile sunt făcute din aceeași, numerotată.
cli-doctor-projections-not-compared = Ce este păstrat nu a fost comparat: registrul din care provine este stricat.
cli-run-running = Comanda rulează
cli-run-goes-on = Comanda poate continua. Vedeți cu: countersign inbox
cli-images-no-file = { $file } nu este un fișier.
cli-images-file-hint = Numiți un fișier PNG, JPEG, WebP sau GIF pe care îl puteți citi. Nu s-a trimis nimic.
cli-session-cancelled = Oprită.
cli-session-interrupted = Întreruptă: serverul s-a oprit la mijloc. Ce confirmase se păstrează.
cli-session-unread = O parte din ce s-a întâmplat nu poate fi citită; „countersign verify” spune care.

## The desk
cli-desk-deletes = { $count ->
    [one] Șterge 1 sarcină.
    [few] Șterge { $count } sarcini.
   *[other] Șterge { $count } de sarcini.
}
cli-desk-adds = { $count ->
    [one] Adaugă 1 sarcină.
    [few] Adaugă { $count } sarcini.
   *[other] Adaugă { $count } de sarcini.
}
cli-desk-changes = { $count ->
    [one] Schimbă 1 sarcină.
    [few] Schimbă { $count } sarcini.
   *[other] Schimbă { $count } de sarcini.
}
cli-desk-erases = { $count ->
    [one] Șterge 1 fișier.
    [few] Șterge { $count } fișiere.
   *[other] Șterge { $count } de fișiere.
}
cli-desk-writes = { $count ->
    [one] Scrie 1 fișier.
    [few] Scrie { $count } fișiere.
   *[other] Scrie { $count } de fișiere.
}
cli-desk-runs = { $count ->
    [one] Rulează 1 comandă.
    [few] Rulează { $count } comenzi.
   *[other] Rulează { $count } de comenzi.
}
cli-desk-undoable = Se poate anula.
cli-desk-only-looks = Doar citește: nimic de anulat.
cli-desk-for-good = Nu se poate anula.
cli-desk-marked = marcat
cli-desk-n-marked = { $count } cu marcaj
cli-desk-n-applied = { $count } cu efect
cli-n-signed = { $count ->
    [one] { $count } semnată
    [few] { $count } semnate
   *[other] { $count } de semnate
}
cli-desk-n-rejected = { $count } cu refuz
cli-desk-n-deferred = { $count } pentru mai târziu
cli-desk-n-drifted = { $count } fără bază
cli-desk-n-open = { $count } de decis
cli-n-undone = { $count } anulate
cli-n-failed = { $count } cu eroare
cli-n-unknown = { $count } cu rezultat necunoscut
cli-desk-effect = Aplică { $count }
cli-desk-effect-delete = { $count ->
    [one] Șterge 1 sarcină
    [few] Șterge { $count } sarcini
   *[other] Șterge { $count } de sarcini
}
cli-desk-effect-erase = { $count ->
    [one] Șterge 1 fișier
    [few] Șterge { $count } fișiere
   *[other] Șterge { $count } de fișiere
}
cli-desk-effect-run = { $count ->
    [one] Rulează 1 comandă
    [few] Rulează { $count } comenzi
   *[other] Rulează { $count } de comenzi
}
cli-desk-sure = { $effect }? y continuă; cu altă tastă nu se schimbă nimic.
cli-desk-applying = Se aplică … { $seconds } s
cli-desk-applying-already = Se aplică deja. Nu s-a mai trimis nimic.
cli-desk-set-ready = Gata
cli-desk-set-partly = Decis în parte
cli-desk-set-applying = Se aplică
cli-desk-set-empty = Acest set de schimbări este gol.
cli-desk-filter-none = Nimic nu se potrivește cu filtrul.
cli-desk-early = Încă se verifică; punctele se pot schimba.
cli-desk-renewed = { $count ->
    [one] v{ $version }: 1 punct schimbat, marcajele dumneavoastră rămân.
    [few] v{ $version }: { $count } puncte schimbate, marcajele dumneavoastră rămân.
   *[other] v{ $version }: { $count } de puncte schimbate, marcajele dumneavoastră rămân.
}
cli-desk-drifted = { $count ->
    [one] 1 punct este fără bază: s-a schimbat ceva pe care se sprijină. r îl reface.
    [few] { $count } puncte sunt fără bază: s-a schimbat ceva pe care se sprijină. r reface unul.
   *[other] { $count } de puncte sunt fără bază: s-a schimbat ceva pe care se sprijină. r reface unul.
}
cli-desk-unsure = Nu a răspuns nimeni; nu se știe dacă s-a aplicat. a întreabă din nou: se aplică cel mult o dată.
cli-desk-receipt = Intrarea @{ $entry } · { $hash } · g l, apoi u o anulează
cli-desk-applied-before = Aplicat ca intrarea { $entry }.
cli-desk-filtered = Filtru: { $words } (/ îl schimbă)
cli-desk-deleted = Ștearsă
cli-desk-group-add = Adaugă
cli-desk-group-change = Schimbă
cli-desk-group-delete = Șterge
cli-desk-group-run = Rulează
cli-desk-group-files = Fișiere
cli-desk-group-none = Din acest grup nu se mai poate semna nimic împreună; ce e ireversibil se semnează pe rând.
cli-desk-empty = Ce să se schimbe?
cli-desk-empty-text = Spuneți într-o propoziție. Countersign propune; nimic nu se schimbă până nu semnați, iar schimbările din sarcini și fișiere pot fi anulate.
cli-desk-example-1 = Adaugă „Plătește chiria” mâine la 9, prioritate mare
cli-desk-example-2 = În fiecare luni: udă plantele
cli-desk-example-3 = Ce e scadent săptămâna asta?
cli-desk-sheet-empty = Schimbările propuse apar aici, câte una pe rând. Le decideți una câte una.
cli-desk-sheet-inbox = g i deschide intrările (din textul dumneavoastră: întâi Esc).
cli-desk-placeholder = Întrebați sau descrieți o schimbare…
cli-desk-answer-here = Un număr sau cuvintele dumneavoastră…
cli-desk-review-here = Enter: vedeți propunerea · sau spuneți mai departe…
cli-desk-answer-how = Răspundeți mai jos cu un număr sau cu cuvintele dumneavoastră.
cli-desk-section-which = Care?
cli-desk-section-when = Când?
cli-desk-section-series = Data aceasta sau seria?
cli-desk-section-duplicate = Există deja una
cli-desk-section-value = Ce valoare?
cli-desk-sent = Trimis
cli-desk-planner = planificator încorporat
cli-desk-interrupted = Serverul s-a oprit înainte de final. Nu s-a schimbat nimic.
cli-desk-waits = Vă așteaptă: răspundeți mai jos
cli-desk-how-continue = Răspundeți mai jos: continuă, continuă fără să aștepți, oprește, sau ce trebuie schimbat.
cli-desk-how-approval = Răspundeți mai jos: da, nu, sau numerele celor permise.
cli-desk-how-summary = Scrieți mai jos salvează sau renunță, ori editează și ce s-a făcut | detaliile.
cli-desk-no-agent = Nu este setat niciun model: nimeni nu poate lucra singur aici.
cli-desk-waiting = { $count } în așteptare
cli-desk-away = Serverul nu răspunde. Nu s-a schimbat nimic. Se încearcă din nou …
cli-desk-away-short = fără server
cli-desk-reading = Se citește …
cli-desk-page-desk = Birou
cli-desk-page-inbox = De semnat
cli-desk-page-todos = Sarcini
cli-desk-page-ledger = Registru
cli-desk-tab-preview = Previzualizare
cli-desk-tab-why = De ce
cli-desk-tab-checks = Verificări
cli-desk-tab-raw = Brut
cli-desk-side-before = înainte
cli-desk-side-after = după
cli-desk-check-valid = Toate valorile sunt valide.
cli-desk-check-current = Nimic din ce o susține nu s-a schimbat.
cli-desk-why-asked = Cerut
cli-desk-why-by = Propus din
cli-desk-why-when = Propus la
cli-desk-why-decided = Decis la
cli-desk-why-expires = Expiră
cli-desk-source-request = cererea dumneavoastră
cli-desk-source-sent = operații trimise cu cheia dvs., de dvs. sau de un program
cli-desk-source-direct = propria dumneavoastră modificare
cli-desk-source-compat = un program cu cheia dumneavoastră
cli-desk-source-import = un import ({ $what })
cli-desk-source-undo = anularea intrării { $what }
cli-desk-source-rewind = întoarcerea la intrarea { $what }
cli-desk-ask-reason = Respinge: { $label }
cli-desk-ask-reason-how = O cifră, cuvintele dumneavoastră sau doar Enter. Esc revine.
cli-desk-ask-edit-how = Câmpul { $n } din { $of }: ↑ ↓ alt câmp, Enter salvează, Esc revine. Apoi trebuie decis din nou.
cli-desk-ask-exclude = Lăsați afară sau luați înapoi: numere precum 1,3-5
cli-desk-ask-filter = Filtru: cuvinte, Enter îl păstrează, Esc îl șterge
cli-desk-ask-count = Scrieți { $number } și Enter ca să continuați; altfel rămâne cum este.
cli-desk-ask-conflict = Schimbări mai noi stau în cale. 1 le anulează și pe ele, 2 le păstrează, altă tastă: nu se schimbă nimic.
cli-desk-ask-later = Schimbări mai noi stau în cale. 1 le anulează și pe ele, altă tastă: nu se schimbă nimic.
cli-desk-ask-outside = S-a schimbat în afara Countersign. Tasta 1 îl lasă și anulează restul; altă tastă: nu se schimbă nimic.
cli-desk-numbers = Numere precum 1,3-5, sau all. Nu s-a schimbat nimic.
cli-desk-applying-wait = Se aplică ceva: biroul se închide după aceea. Ctrl+C oprește comenzile.
cli-desk-nothing-runs = Nu rulează nimic. Ctrl+D închide biroul.
cli-desk-nothing-marked = Nimic nu e marcat: y semnează un punct. Nu s-a schimbat nimic.
cli-desk-nothing-decided = Aici nu e nicio decizie de retras.
cli-desk-picked = { $count ->
    [one] 1 marcat: n îl respinge, d îl amână, Esc îl demarchează.
    [few] { $count } marcate: n le respinge, d le amână, Esc le demarchează.
   *[other] { $count } de seturi marcate: n le respinge, d le amână, Esc le demarchează.
}
cli-desk-picked-rejected = { $count ->
    [one] 1 set de schimbări respins. u retrage asta.
    [few] { $count } seturi de schimbări respinse. u retrage asta.
   *[other] { $count } de seturi de schimbări respinse. u retrage asta.
}
cli-desk-picked-deferred = { $count ->
    [one] 1 set de schimbări amânat. u retrage asta.
    [few] { $count } seturi de schimbări amânate. u retrage asta.
   *[other] { $count } de seturi de schimbări amânate. u retrage asta.
}
cli-desk-picked-back = { $count ->
    [one] 1 set de schimbări așteaptă din nou.
    [few] { $count } seturi de schimbări așteaptă din nou.
   *[other] { $count } de seturi de schimbări așteaptă din nou.
}
cli-desk-picked-unsigned = Ce era semnat cere din nou semnătura dvs.
cli-desk-picked-none = Nimic din ele nu așteaptă acea decizie.
cli-desk-picked-busy = Decizia dinainte încă se ia.
cli-desk-fixed = { $item } este { $status }: nu se mai poate decide.
cli-desk-sign-drifted = { $item } este fără bază și nu poate fi semnat așa. r îl reface, n îl respinge.
cli-desk-sign-blocked = { $item } are nevoie întâi de { $items }: semnați aceea, apoi aceasta.
cli-desk-rejected-with = { $item } este respins împreună cu { $other }: u aici sau acolo retrage respingerea.
cli-desk-no-edit = { $item } nu are nicio valoare care încape într-un rând. Pagina poate modifica mai mult.
cli-desk-no-targets = { $item } nu are ținte de lăsat afară.
cli-desk-not-drifted = { $item } nu este fără bază: se potrivește cu ce există.
cli-desk-not-undoable = Această intrare nu poate fi anulată.
cli-desk-no-set-here = Aici nu este niciun set de schimbări.
cli-desk-decide-again = Trebuie decis din nou. Nu s-a schimbat nimic.
cli-desk-undo-proposed = #{ $set } l-ar anula. Nu s-a schimbat nimic.
cli-desk-plain = Biroul redesenează tot ecranul; --plain nu o face niciodată.
cli-desk-plain-hint = Folosiți clientul pe rânduri: countersign --plain, sau countersign ask. Nu s-a schimbat nimic.
cli-desk-no-terminal = Biroul are nevoie de un terminal pentru intrare și ieșire.
cli-desk-no-terminal-hint = Fără el: countersign ask, countersign inbox și countersign sign. Nu s-a schimbat nimic.
cli-desk-dumb = TERM=dumb: pe acest terminal nu se poate desena.
cli-desk-keys-sheet = y semnează  n respinge  d amână  u retrage  e modifică  w de ce  a aplică
cli-desk-keys-applying = Ctrl+C oprește comenzile; ce au făcut rămâne
cli-desk-keys-done = Nu mai e nimic de semnat aici. i scrie, g i deschide intrările
cli-desk-keys-composer = Enter trimite  Tab foaie  Alt+1 … 4 mod  F1 taste  Ctrl+C oprește  Ctrl+D închide
cli-desk-keys-pane = j k punct  Enter detalii  i scrie  Tab conversație  g pagină  / filtru  ? taste  q închide
cli-desk-keys-thread = j k mesaj  Enter setul lui  i scrie  g pagină  ? taste  q închide
cli-desk-keys-inbox = j k set  Enter verifică  Spațiu marchează  n respinge  d amână  u retrage  / filtru  g d birou  ? taste  q închide
cli-desk-keys-todos = j k sarcină  / filtru  i spune ce să se schimbe  g d birou  ? taste  q închide
cli-desk-keys-ledger = j k intrare  Enter setul ei  u anulează  / filtru  g d birou  ? taste  q închide
cli-desk-help-title = Taste (altă tastă închide, j k derulează)
cli-desk-help-sheet = În setul de schimbări
cli-desk-help-write = La scris
cli-desk-help-anywhere = Peste tot
cli-desk-help-move = punctul următor, anterior
cli-desk-help-inspect = detalii · înapoi
cli-desk-help-tabs = Previzualizare, De ce, Verificări, Brut
cli-desk-help-sign = semnează; se aplică după
cli-desk-help-reject = respinge, apoi un motiv sau cuvintele dumneavoastră
cli-desk-help-defer = amână; rămâne la intrări
cli-desk-help-undecide = retrage decizia, aceasta sau ultima
cli-desk-help-edit = modifică o valoare înainte de semnare
cli-desk-help-why = de ce: cerere, propunere, decizie
cli-desk-help-side = previzualizare: ambele părți, înainte, după
cli-desk-help-exclude = lasă o țintă afară dintr-un punct multiplu
cli-desk-help-rebase = refă ce este fără bază
cli-desk-help-group = semnează grupul, niciodată ce e ireversibil
cli-desk-help-this = semnează acesta și îl aplică împreună cu ce e semnat
cli-desk-help-apply = aplică ce e marcat
cli-desk-help-filter = filtrează
cli-desk-help-focus = la text · la partea următoare
cli-desk-help-send = trimite; ce rulează este înlocuit
cli-desk-help-answer = răspunde la o întrebare cu un număr
cli-desk-help-modes = Auto, Chat, Plan, Agent
cli-desk-help-recall = mesaje anterioare
cli-desk-help-newline = rând nou
cli-desk-help-scroll = derulează conversația sau detaliile
cli-desk-help-inbox = În „De semnat”
cli-desk-help-pick = marchează un set de schimbări
cli-desk-help-picked = respinge sau amână cele marcate, altfel cel de la cursor
cli-desk-help-picked-back = retrage decizia aceea
cli-desk-help-pages = Birou, De semnat, Sarcini, Registru
cli-desk-help-undo = în registru: propune anularea unei intrări
cli-desk-help-stop = oprește ce rulează
cli-desk-help-help = aceste taste
cli-desk-help-suspend = la shell; fg revine
cli-desk-help-quit = închide biroul
cli-signed-drifted = Ce este semnat în #{ $set } se bazează pe ceva schimbat între timp. Nu s-a schimbat nimic.
cli-undo-command = Ultimul lucru a fost o comandă, @{ $entry }: { $label }. Ce a făcut o comandă fișierelor nu se anulează.
cli-undo-command-before = Nu s-a schimbat nimic. Schimbarea dinainte: countersign undo @{ $before }
cli-undo-command-alone = Nu s-a schimbat nimic.
cli-withdrawn-confirm = Dacă asta doriți, propuneți din nou cu --confirm; propunerea a fost retrasă.
cli-disk-full = Discul pentru { $dir } este plin: { $cause }
cli-disk-full-hint = Ce este păstrat acolo este în siguranță și nu a fost atins. Eliberați spațiu și încercați din nou.
cli-answer-lost = Răspunsul nu a putut fi scris: { $cause }.
cli-answer-lost-hint = Ce s-a cerut a fost totuși făcut. Uitați-vă înainte să cereți din nou: countersign log
cli-recovered-done = Aplicarea lui #{ $set } fusese întreruptă. Acum este încheiată: totul este aplicat.
cli-recovered-open = Aplicarea lui #{ $set } fusese întreruptă. Ce s-a ales de ea și ce e de făcut: countersign show { $set }
cli-recovered-put-back = Aplicarea #{ $set } a fost întreruptă înainte. Toate fișierele sunt ca înainte. Semnați și aplicați din nou: countersign show { $set }
cli-recovered-waits = Aplicarea #{ $set } a fost întreruptă înainte și nu s-a încheiat încă: { $why }
cli-state-unknown = rezultatul a { $count } necunoscut

## A database that is not what was written
cli-is-a-folder = Este un dosar.
cli-is-no-file = Nu este un fișier obișnuit.
cli-file-in-the-way = { $file } stă în cale: { $cause }
cli-file-in-the-way-hint = Ce este păstrat este în siguranță și nu a fost atins. Mutați-l sau faceți-l accesibil, ori folosiți alt dosar cu --data DIR.
cli-looking-damaged = { $what } Ce se vede aici este citit din registru, într-o copie a { $dir }; nu s-a schimbat nimic. Ca să fie reparat: countersign rebuild --write
cli-looking-broken = { $what } Ce se vede aici este ce se poate citi din { $dir }, într-o copie; nu s-a schimbat nimic. Ca să salvați: countersign export json -o todos.json. Continuați cu o copie mai veche a dosarului, sau într-unul nou: countersign --data NEW import todos.json --yes
cli-ledger-broken = { $what } Ce se face acum se păstrează totuși; ce scrie acolo nu dovedește nimic. Vedeți: countersign verify
cli-looking-missing = { $what } Aceasta este o copie a ce a rămas în { $dir }: se poate citi și exporta, și nu s-a schimbat nimic. Ce e de făcut: countersign doctor
cli-restored-ask = Continuați cu ce este acolo și îl notați ca fiind tot? [y/N]
cli-restored-aside-ask = Puneți deoparte ce este acolo și începeți cu o bază de date goală? Nu se șterge nimic. [y/N]
cli-rebuild-aside = Baza de date, așa cum era, este păstrată în { $dir }.
cli-restored-kept = Baza de date și jurnalul ei sunt păstrate așa cum erau în { $dir }.
cli-restored-aside = Mutat în { $dir }.
cli-restored-would = countersign restored --yes ar face aceasta: Continuă cu ce este acolo și îl notează ca fiind tot.
cli-restored-aside-would = countersign restored --yes ar face aceasta: Pune deoparte ce este acolo și începe cu o bază de date goală. Nu se șterge nimic.
cli-restored-anew = Registrul începe din nou; este gol.
cli-restored = Registrul continuă de la @{ $entry }.
cli-restored-not = Nu s-a confirmat. Nu s-a schimbat nimic.
cli-restored-not-hint = Răspundeți y într-un terminal, sau: countersign restored --yes
cli-restored-nothing = Nu lipsește nimic. Nu s-a schimbat nimic.
cli-saved = Salvat ca { $dir }/{ $file }. Este o bază de date de sine stătătoare.
cli-saved-here = Salvat aici mai demult: { $files }.
cli-saved-here-todo = Un .db este o bază de date de sine stătătoare: copiați-l drept countersign.db într-un dosar nou și priviți: countersign --data NOU doctor. Un .json intră așa: countersign --data NOU import FIȘIER
cli-replaced = Baza de date din { $dir } a fost scoasă sau înlocuită cât timp rula serverul.
cli-replaced-hint = Tot ce s-a confirmat este în { $file }. Mutați ce stă în locul bazei de date și puneți acolo acest fișier.
cli-replaced-lost = Nu a putut fi salvată: { $cause }
cli-damaged = O parte din baza de date din { $dir } nu a mai putut fi citită în timp ce serverul rula; de atunci nu s-a mai scris nimic în ea.
cli-damaged-hint = Sarcinile, așa cum erau, sunt în { $file }. Copiați deoparte dosarul. countersign doctor spune ce se poate citi, iar countersign rebuild --write reface ce este în registru.
cli-damaged-now = O parte din baza de date nu mai poate fi citită și nu se mai scrie nimic în ea. countersign export json -o todos.json salvează sarcinile; opriți apoi serverul și rulați countersign doctor.
cli-cut = Baza de date din { $dir } a fost trunchiată sau suprascrisă în timp ce serverul rula.
cli-cut-hint = Sarcinile, așa cum erau, sunt în { $file }. Ce a rămas din baza de date nu a fost atins: countersign doctor spune ce lipsește.
cli-too-few-files = Acest proces poate deschide doar { $count } fișiere, prea puține.
cli-too-few-files-hint = Ridicați limita și încercați din nou: ulimit -n 1024. Nu s-a schimbat nimic.
cli-contents = { $count ->
    [one] { $count } conținut de fișier păstrat, pe care o anulare l-ar pune la loc, este neschimbat.
    [few] { $count } conținuturi de fișiere păstrate, pe care o anulare le-ar pune la loc, sunt neschimbate.
   *[other] { $count } de conținuturi de fișiere păstrate, pe care o anulare le-ar pune la loc, sunt neschimbate.
}
cli-contents-part = { $count ->
    [one] { $count } conținut păstrat este neschimbat
    [few] { $count } conținuturi păstrate sunt neschimbate
   *[other] { $count } de conținuturi păstrate sunt neschimbate
}; { $unread ->
    [one] { $unread } mai vechi nu a fost citit.
   *[other] { $unread } mai vechi nu au fost citite.
}
cli-contents-unread = { $count ->
    [one] { $count } conținut mai vechi nu a fost citit.
    [few] { $count } conținuturi mai vechi nu au fost citite.
   *[other] { $count } de conținuturi mai vechi nu au fost citite.
}
cli-contents-lost = { $count ->
    [one] { $count } conținut păstrat lipsește sau este deteriorat.
    [few] { $count } conținuturi păstrate lipsesc sau sunt deteriorate.
   *[other] { $count } de conținuturi păstrate lipsesc sau sunt deteriorate.
}
cli-contents-lost-sets = Aceste seturi de schimbări nu se pot anula: { $sets }.
cli-contents-lost-waiting = Acestea așteaptă și nu se pot aplica: { $sets }.
cli-contents-lost-images = Aceste imagini sunt pierdute: { $images }.
cli-contents-lost-todo = Nu s-a schimbat nimic. O copie mai veche a dosarului poate le mai are: countersign --data COPIE doctor
cli-drift-unseen = „{ $title }” nu poate fi văzut: { $cause }
cli-all-drifted = { $count } din { $total } nu se mai potrivesc, deci nu se aplică nimic: s-a schimbat ceea ce stă la baza lor. Nu s-a schimbat nimic.
cli-all-drifted-hint = Adaptați-le la ce este acum: countersign rebase { $set } all. Restul fără ele: countersign apply { $set } --all --best-effort
cli-expired = #{ $set } a expirat: nu se mai poate decide nimic din el.
cli-expired-hint = Propuneți același lucru din nou: countersign rebase { $set } all
cli-doctor-workspace-gone = Dosarul spațiului de lucru { $name } nu mai există: { $dir }
cli-doctor-workspace-gone-todo = Puneți-l la loc; până atunci nu se poate schimba sau anula nimic în el. Sau închideți-l: countersign workspace close { $name }
cli-drift-unseen-hint = Puneți dosarul la loc și faceți-l lizibil, sau deschideți-l din nou dacă a fost închis (countersign workspace open DIR); apoi spuneți din nou. Nu s-a schimbat nimic.
cli-undo-conflict-hint = Cu --conflicts with-later se anulează și acestea; cu --conflicts keep rămâne ce s-a schimbat de atunci. Nu s-a schimbat nimic.
cli-undo-later-hint = Cu --conflicts with-later se anulează și acestea. Nu s-a schimbat nimic.
cli-undo-deletes = Prin anulare se șterge: { $names }
cli-undo-outside-hint = Cu --conflicts keep rămâne ce s-a schimbat acolo și se anulează restul. Nu s-a schimbat nimic.
cli-no-folder = Dosarul în care sunteți nu mai există: { $cause }
cli-no-folder-hint = Mergeți într-unul care există (cd) și spuneți din nou.
cli-input-too-long-hint = Dați-l în părți de cel mult { $most } MB.
cli-output-dropped = { $count } octeți din ieșirea ei, peste 50 MB, nu au fost păstrați.
cli-run-not-shown = Încă { $count } octeți de ieșire sunt păstrați și nu apar aici: countersign outputs
cli-outputs-dropped = încă { $count } octeți nu au fost păstrați
cli-token-seen = Alte programe ale dumneavoastră pot citi --token din lista de procese. Dați-l mai degrabă prin COUNTERSIGN_TOKEN.
cli-model-says = Modelul spune:
cli-model-asks = Modelul întreabă:
cli-agent-says = { $agent } spune
cli-agent-planner = planificatorul
cli-agent-rules = ce ați decis
cli-subtasks-found = { $count } subsarcini găsite:
cli-subtasks-paused = { $done ->
    [one] { $done } subsarcină gata
    [few] { $done } subsarcini gata
   *[other] { $done } de subsarcini gata
}, { $left ->
    [one] { $left } rămasă
   *[other] { $left } rămase
}, { $failed ->
    [one] { $failed } eșuată
   *[other] { $failed } eșuate
}; schimbări în așteptare: { $queued }.
cli-subtasks-after = (după { $list })
cli-subtasks-way-a = mai multe deodată, fiecare după cele de care depinde (recomandat)
cli-subtasks-way-b = una după alta
cli-subtasks-way-c = rapid și liber: toate deodată; ce se suprapune eșuează
cli-subtasks-way = {"  "}{ $letter } { $name }: circa { $seconds } s, { $cost }
cli-subtasks-ask-choose = A, B sau C începe, s oprește, sau spuneți ce trebuie să respecte toate:
cli-subtasks-keys-choose = Scrieți A, B, C, s sau o propoziție.
cli-subtasks-ask = y continuă, retry N reia una eșuată, s oprește aici și propune ce e gata:
cli-subtasks-keys = Scrieți y, retry și un număr, s sau o propoziție.
cli-subtasks-next-choose = Mai departe: countersign continue --start A (sau B, C) · continue --granularity coarse · continue --keep 3,1 · continue --stop
cli-subtasks-next = Mai departe: countersign continue --retry N · continue · continue --stop

## Servers of tools
cli-mcp-servers-unused = Niciunul dintre servere nu este folosit până nu se îndreaptă.
cli-mcp-servers-none = Niciun server de unelte: { $file } nu numește niciunul.
cli-mcp-servers-free = neizolat
cli-mcp-servers-confined = izolat prin { $sandbox }
cli-mcp-servers-elsewhere = rulează în altă parte
cli-mcp-servers-looks = [citește]
cli-mcp-servers-signed = [așteaptă o semnătură]
cli-mcp-servers-idle = nepornit
cli-mcp-servers-running = rulează
cli-mcp-servers-unasked = neîntrebat încă
cli-mcp-servers-answers = răspunde
cli-mcp-servers-failed = a eșuat
cli-mcp-servers-off = oprit
cli-mcp-servers-reads-allowed = citirile sunt permise
cli-mcp-servers-reads-asked = citirile se întreabă
cli-doctor-mcp-servers = { $count ->
    [one] mcp.json numește 1 server de unelte
    [few] mcp.json numește { $count } servere de unelte
   *[other] mcp.json numește { $count } de servere de unelte
}
cli-item-tool = unealtă
cli-item-says = serverul ei spune
cli-item-arguments = argumente
