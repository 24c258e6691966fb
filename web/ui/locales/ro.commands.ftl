# Ce ar face și a făcut o comandă, și regulile: aduse când sunt arătate prima dată
page-cmd-words = Cuvinte
page-cmd-shell = Rulează într-un shell, așa cum e scrisă.
page-cmd-judged = Apreciere
page-judged-allow = pe lista comenzilor cunoscute
page-judged-prompt = cere o semnătură
page-judged-never = nu rulează niciodată
page-class-read_only = doar citește
page-class-unknown = necunoscută
page-class-project = rulează cod din proiect
page-class-write = scrie fișiere
page-class-network = folosește rețeaua
page-class-interpreter = rulează cod într-un interpretor
page-class-shell = cere un shell
page-class-destructive = șterge sau suprascrie
page-class-control_plane = atinge ce vă protejează
page-cmd-why = De ce
page-cmd-sandbox = Izolată de
page-cmd-environment = Mediu
page-sandbox-bwrap = bubblewrap: fără rețea, scrie doar în dosarul de lucru
page-sandbox-landlock = Landlock: fără rețea, scrie doar în dosarul de lucru
page-sandbox-none = nimic: poate tot ce puteți dvs.
page-cmd-note-files = Ce face cu fișierele se reține și se poate anula, până la 2 000 de fișiere și 64 MB.
page-cmd-note = Ce face o comandă nu se poate anula.
page-cmd-try = Încearcă într-o copie
page-try-busy = Se încearcă într-o copie…
page-try-came = În copie
page-try-again = Încearcă din nou într-o copie
page-try-made = { $n ->
    [one] A schimbat 1 fișier într-o copie. Nimic nu este real până nu semnați.
    [few] A schimbat { $n } fișiere într-o copie. Nimic nu este real până nu semnați.
   *[other] A schimbat { $n } de fișiere într-o copie. Nimic nu este real până nu semnați.
}
page-try-nothing = Nu a schimbat niciun fișier în copie. Nu s-a schimbat nimic.
page-try-left = Nu poate fi propus: { $paths }
page-left-why = { $why ->
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
page-cmd-running = Rulează
page-cmd-stop = Oprește
page-cmd-stopping = Se oprește…
page-cmd-live = Ce scrie
page-cmd-outcome = Rezultat
page-cmd-signal = oprită de semnalul { $signal }
page-cmd-timeout = oprită: a durat prea mult
page-cmd-stopped = oprită de dvs.
page-cmd-output = Ieșire
page-cmd-all = Toată ieșirea, { $size }
page-cmd-dropped = Încă { $size } nu s-au păstrat.
page-cmd-silent = Nu a afișat nimic.
page-rule-new = Semnați o regulă
page-rule-kind = Ce lasă să treacă
page-rule-kind-command = O comandă
page-rule-kind-read_only = Citire
page-rule-kind-files = Fișiere
page-rule-hint-command = Comenzile care încep exact cu aceste cuvinte, în rădăcina spațiului de lucru; ce doar citește, în orice dosar. Opțiunile care ar putea face altceva, și ce distruge, întreabă în continuare.
page-rule-hint-read_only = Comenzile care doar privesc, precum ls și git status, în spațiul de lucru.
page-rule-hint-files = Crearea și modificarea fișierelor din acest dosar. Ștergerea și redenumirea întreabă în continuare.
page-rule-words = Cuvinte
page-rule-folder = Dosar
page-rule-try = Încercați o comandă
page-rule-check = Ce s-ar potrivi
page-rule-sign = Semnează regula
page-rule-made = Regulă semnată: { $name }.
page-rule-revoke = Revocă
page-rule-revoked = Regulă revocată: { $name } întreabă din nou.
page-rule-lets = trece.
page-rule-lets-not = nu trece.
page-rule-uses = folosită de { $n }×
page-rule-uses-of = folosită { $n } din { $cap }
page-rule-until = până la { $date }
page-rule-signed = Semnată
page-rule-source = Făcută din
page-rule-last = Ultima folosire
page-rule-no-match = Nu lasă
page-rule-status-active = activă
page-rule-status-used_up = epuizată
page-rule-status-expired = expirată
page-rule-status-suspended = suspendată
page-rule-status-revoked = revocată
page-cmd-once = Rulează o dată
page-cmd-add = Adaugă și rulează
page-cmd-skip = Sari
page-cmd-remember = Comenzile care încep așa rulează de acum fără întrebare:
page-cmd-shorter = Mai scurt
page-cmd-longer = Mai lung
page-cmd-scope = în { $workspace }
page-cmd-add-run = Reține și rulează
page-cmd-remembered = Reținut: { $words }
page-cmd-no-rule = Nicio regulă nu poate lăsa să treacă această comandă; semnați-o de fiecare dată.
page-analyze = Analizează ieșirea
page-rule-kind-exact = O comandă
page-rule-kind-todos = Schimbări ale sarcinilor
page-rule-kind-not_proposed = Nu se mai propune
page-rule-revoked-silent = Regulă revocată: agenții pot propune din nou asta ({ $name }).
page-copy-ran = A rulat într-o copie a dosarului, pentru că o regulă a semnat-o.
page-copy-made = { $n ->
    [one] Vezi ce a făcut ({ $n } fișier)
    [few] Vezi ce a făcut ({ $n } fișiere)
   *[other] Vezi ce a făcut ({ $n } de fișiere)
}
page-copy-nothing = Nu este nimic de semnat.
page-copy-ignored = { $n ->
    [one] { $n } fișier schimbat a dispărut
    [few] { $n } fișiere schimbate au dispărut
   *[other] { $n } de fișiere schimbate au dispărut
} cu copia, din cauza regulilor de ignorare.
page-copy-left = A dispărut cu copia: { $paths }
page-cmd-lost = A dispărut cu dosarul ei privat de fișiere temporare ({ $n }): { $paths }
page-cmd-kept = Acum se află în { $folder }.
page-rule-copied = Rulează într-o copie a dosarului; ce se schimbă vă așteaptă.
page-expired = Expirat. Nimic nu mai poate fi semnat; nu s-a schimbat nimic.
page-expired-rest = Expirat. Ce nu a fost aplicat nu mai poate fi semnat.
page-propose-anew = Propuneți din nou
page-cut-open = Aplicarea #{ $id } a fost întreruptă și nu s-a încheiat încă.
page-cut-unknown = La #{ $id } nu se știe ce s-a ales de tot.
page-cut-put_back = Aplicarea #{ $id } a fost întreruptă: toate fișierele sunt ca înainte. Semnați și aplicați din nou.
page-cut-finished = Aplicarea #{ $id } a fost întreruptă și este acum încheiată.
page-cut-damaged = O parte din baza de date nu mai poate fi citită: nu se mai scrie nimic în ea. Exportați sarcinile, opriți serverul, apoi rulați countersign doctor.
page-cut-stored = { $n ->
    [one] Ce este păstrat nu este ce spune registrul într-un loc. Registrul este întreg: countersign rebuild --write îl îndreaptă.
    [few] Ce este păstrat nu este ce spune registrul în { $n } locuri. Registrul este întreg: countersign rebuild --write îl îndreaptă.
   *[other] Ce este păstrat nu este ce spune registrul în { $n } de locuri. Registrul este întreg: countersign rebuild --write îl îndreaptă.
}
page-cut-ledger = Registrul este stricat la intrarea { $seq }: ce scrie acolo nu dovedește nimic. Ce faceți acum se păstrează totuși.
page-rule-no-folder = Deschideți un dosar în setări: o regulă e valabilă în el.

## Calls of tools (MCP)
page-tool-server = Server
page-tool-name = Unealtă
page-tool-says = Serverul ei spune
page-tool-arguments = Argumente
page-tool-done = Făcut, spune serverul
page-tool-not-done = Nefăcut, spune serverul
page-tool-gave = Ce a dat
page-tool-silent = Nu a dat nimic.
page-tool-note = Îl face alt program după ce semnați. Aici nu poate fi anulat.
page-rules-text = Ce rulează fără întrebare pentru că ați semnat. Fiecare folosire este în istoric; prima anulare a ceva ce o regulă a lăsat să treacă o suspendă.
page-rules-empty = Nicio regulă nu este semnată
page-rules-empty-text = Totul așteaptă semnătura dumneavoastră.
page-run-title = Comenzi
page-run-pause = Pauză
page-run-resume = Continuă
page-run-stop = Oprește
page-run-close = Închide
page-run-progress = Comenzi încheiate
page-run-steps = Comenzile în ordine
page-run-next = Urmează:
page-run-succeeded = reușite
page-run-failed = eșuate
page-run-inserted = adăugată de model
page-run-sign = Semnați { $id }
page-run-says = { $model } spune:
page-run-step-queued = în rând
page-run-step-running = rulează
page-run-step-succeeded = reușită
page-run-step-failed = eșuată
page-run-step-unknown = rezultat necunoscut
page-run-step-replaced = înlocuită
page-run-step-skipped = sărită

## Another build
page-update = Countersign a fost actualizat.
page-update-hint = Această pagină este a versiunii dinainte.
page-update-reload = Reîncărcați
page-update-unkept = Ce este scris aici se pierde la reîncărcare. Trimiteți-l întâi sau apăsați din nou „Reîncărcați”.
