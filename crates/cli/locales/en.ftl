# What the terminal says. Number first, verb, consequence; errors say what failed and what is safe,
# their hints what to do next.

## Everywhere
cli-plain-mode = Plain output: no colour, no symbols, choices are numbered.
cli-nothing-changed = Nothing has been changed.
cli-no-model = Built-in planner only: no model is configured.
cli-value-none = none
cli-monday = Mon
cli-tuesday = Tue
cli-wednesday = Wed
cli-thursday = Thu
cli-friday = Fri
cli-saturday = Sat
cli-sunday = Sun
cli-usage-no-command = A command is missing.
cli-drift = ! “{ $title }” has changed since: { $field } was { $base }, is now { $now }, proposed { $proposed }
cli-drift-gone = “{ $title }” was deleted since
cli-drift-there = “{ $title }” is there already
cli-plain-change = { $field } from { $before } to { $after }
cli-plain-runs = runs
cli-plain-keys = Type a number from 1 to { $count }.
cli-plain-keys-or = Type a number from 1 to { $count }, or a sentence that says what should be different.
cli-quoted = “{ $text }”
cli-list-added = added { $what }
cli-list-removed = removed { $what }
cli-list-ticked = ticked { $what }
cli-list-unticked = unticked { $what }
cli-list-reworded = from { $before } to { $after }
cli-list-order = in another order
cli-list-more = and { $count } more

## Change sets
cli-to-add = { $count } to add
cli-to-change = { $count } to change
cli-to-delete = { $count } to delete
cli-to-run = { $count } to run
cli-to-nothing = nothing to do
cli-base = base { $base }
cli-blast = { $deletes ->
    [one] Deletes 1 todo. This cannot be undone.
   *[other] Deletes { $deletes } todos. This cannot be undone.
}
cli-blast-reversible = { $deletes ->
    [one] Deletes 1 todo. Can be undone.
   *[other] Deletes { $deletes } todos. Can be undone.
}
cli-deletes-single = This deletes every todo that does not repeat.
cli-set-expired = It has expired: nothing of it can be signed any more. Propose the same anew: countersign rebase { $set } all
cli-set-resolved = Nothing of it is left to decide.
cli-pending-next = Next: countersign sign { $set } all · reject { $set } { $item } -m "why" · apply { $set } --all
cli-failed-next = { $count } failed. Sign it again: countersign sign { $set } { $item } · put it away: countersign reject { $set } { $item }
cli-deferred-next = { $count } put off. Take it up: countersign sign { $set } { $item } · put it away: countersign reject { $set } { $item }
cli-invalid-next = Nothing of it can be signed. Mend an item: countersign edit { $set }.{ $item } · put it away: countersign reject { $set } all
cli-signed-next = { $count } signed, not applied. Next: countersign apply { $set }
cli-drifted-next = { $count } drifted: what { $count ->
    [one] it builds on has changed. Look again: countersign show { $set } · make it for what is there now: countersign rebase { $set } all
   *[other] they build on has changed. Look again: countersign show { $set } · make it for what is there now: countersign rebase { $set } all
}
cli-rebase-one = --content is for one item.
cli-rebase-nothing = Nothing there is out of date.
cli-rebase-conflict = Look at both: countersign show { $set }.{ $item }. Then give your own text: countersign rebase { $set }.{ $item } --content FILE, or drop it: countersign reject { $set } { $item }. Nothing has been changed.
cli-more-todos = and { $count } more
cli-more-items = and { $count } more
cli-item-why = why
cli-item-status = status
cli-item-reason = reason
cli-item-needs = needs
cli-item-entry = applied by
cli-item-digest = digest
cli-item-operation = operation
cli-needs = needs { $items }
cli-excluded = { $count } left out
cli-irreversible = cannot be undone
cli-reversible = can be undone
cli-changes-nothing = changes nothing
cli-only-looks = only looks: nothing to undo
cli-left-as-it-was = changed nothing in its folder: nothing to undo
cli-risk-some = some risk
cli-risk-high = high risk
cli-verb-add = add
cli-verb-change = change
cli-verb-delete = delete
cli-verb-run = run
cli-status-invalid = invalid
cli-status-pending = pending
cli-status-confirmed = signed
cli-status-rejected = rejected
cli-status-rejected-with = rejected with { $item }
cli-log-put-back = put back
cli-status-deferred = deferred
cli-status-retracted = retracted
cli-status-withdrawn = withdrawn
cli-status-replaced = replaced
cli-status-drifted = drifted
cli-status-blocked = blocked
cli-status-applying = applying
cli-status-applied = applied
cli-status-failed = failed
cli-status-unknown = outcome unknown
cli-status-undone = undone
cli-status-expired = expired
cli-verdict-undecided = decision taken back
cli-undo-hint = Undo: countersign undo { $what }

## Inbox
cli-inbox-empty = Nothing is waiting.
cli-inbox-more = Older ones are not shown here: countersign inbox --before { $set }
cli-inbox-total = { $count ->
    [one] 1 change set waits.
   *[other] { $count } change sets wait.
}
cli-inbox-idle = { $count ->
    [one] 1 more can do nothing as it is: mend it (countersign edit) or put it away (countersign reject).
   *[other] { $count } more can do nothing as they are: mend them (countersign edit) or put them away (countersign reject).
}
cli-state-open = { $open } open
cli-state-signed = { $open } open, { $signed } signed
cli-state-resolved = resolved
cli-state-expired = expired

## Deciding
cli-stale = #{ $set } no longer begins with { $base }: it has changed since it was shown.
cli-stale-hint = Look again: countersign show { $set }. Nothing has been changed.
cli-items-missing = Which items?
cli-items-twice = The item is named twice.
cli-items-hint = For example: { $set }.2, or { $set } 1,3-5, or { $set } all.
cli-nothing-to-decide = Nothing in #{ $set } can be decided that way.
cli-invalid-items = { $count ->
    [one] 1 of { $total ->
        [one] 1 item
       *[other] { $total } items
    } has a problem
   *[other] { $count } of { $total } items have problems
}. Nothing has been changed.
cli-invalid-items-hint = Correct the proposal, or leave out --yes to sign the rest of it yourself.
cli-unknown-language = Nothing is said in “{ $tag }”.
cli-unknown-language-hint = Choose en, de, es, fr or ro.
cli-show-hint = See countersign show { $set }.
cli-no-item = #{ $set } has no item { $item }; its last is { $last }.
cli-apply-item = Only a whole change set is applied: its signed items, all or nothing.
cli-apply-item-hint = To sign and apply one item: countersign apply { $set } --sign { $item }.
cli-nothing-signed = Nothing in #{ $set } is signed. Nothing has been changed.
cli-nothing-signed-hint = Sign first: countersign sign { $set } all. Or both: countersign apply { $set } --all.
cli-nothing-left = Nothing of #{ $set } is left to apply. Nothing has been changed.
cli-nothing-left-hint = See what became of it: countersign show { $set }.
cli-taken-back = #{ $set } was applied and has been taken back. Nothing has been changed.
cli-taken-back-hint = To have it again, undo what took it back: countersign log names it.
cli-applied-already = #{ $set } is applied already. Nothing more has been changed.
cli-applied-rest-waits = Nothing more in #{ $set } is signed; waiting for a signature: { $waits }. Nothing more has been changed.
cli-effect-deletes = { $count ->
    [one] This deletes 1 todo or file.
   *[other] This deletes { $count } todos or files.
}
cli-effect-updates = { $count ->
    [one] This updates 1 todo or file.
   *[other] This updates { $count } todos or files.
}
cli-effect-both = This deletes { $deletes } and updates { $updates } of the todos and files.
cli-confirm-needed = { $effect } Nothing has been changed.
cli-confirm-needed-hint = If that is meant, run it again with --confirm.
cli-confirm-sensitive = This changes { $files }, which decides what gets built, installed or run. Nothing has been changed.
cli-confirm-sensitive-ask = This changes { $files }, which decides what gets built, installed or run. Type { $number } to go on:
cli-confirm-ask = { $effect } Type { $number } to go on:
cli-confirm-declined = Not confirmed. Nothing has been changed.
cli-confirm-declined-hint = If it is meant, run it again and type the number, or add --confirm.
cli-cannot-apply-hint = Sign what is needed too, or reject or edit these items, or apply the rest alone with --best-effort. Nothing has been changed.
cli-apply-ask = { $count ->
    [one] Apply 1 signed change? [Y/n]
   *[other] Apply { $count } signed changes? [Y/n]
}
cli-apply-all-ask = Sign and apply all of it? [y/N]
cli-lasting-ask = { $count ->
    [one] This cannot be undone. Carry it out too? [y/N]
   *[other] These { $count } cannot be undone. Carry them out too? [y/N]
}
cli-invalid-left = Left out, because it is invalid: { $items }.
cli-needs-left = Left out, because of what it needs: { $items }.
cli-lasting-left = Left out, because it cannot be undone: { $items }.
cli-lasting-left-hint = Sign it by its number, e.g. countersign sign { $set } { $item }, or say --confirm.
cli-deferred-left = { $count ->
    [one] All of #{ $set } is decided: one item was put off.
   *[other] All of #{ $set } is decided: { $count } items were put off.
}
cli-deferred-left-hint = Sign it by its number: countersign sign { $set } { $item }
cli-run-all-besides = { $count ->
    [one] With them one change that is no command: { $items }
   *[other] With them { $count } changes that are no commands: { $items }
}
cli-item-ask = { $item } { $label }  { $y } sign, { $n } reject, { $d } defer, { $a } sign all and apply, { $q } stop:
cli-item-keys = Type y, n, d, a or q, or say in a sentence what should be different.
cli-apply-keys = Type y or n, or say in a sentence what should be different.
cli-yes-no = Type y or n.
cli-typed-early = Left out what was typed before the question stood here: it answers nothing.

## Asking
# What a phrase of the sentence was read as.
cli-meaning = { $meaning ->
    [scheduledFor] the date
    [timeOfDay] the time
    [dueDate] the deadline
    [until] the end of the repetition
    [recurrence] the repetition
    [estimate] the estimate
    [shift] the move
    [labels] labels
    [checklist] checklist lines
    [completed] done
    [title_contains] a word of the title
    [list] your list
    [priority] the priority
    [title] the title
    [notes] notes
    [status] the status
    [reason] the reason
    [overdue] overdue
    [repeating] repeating
   *[other] { $meaning }
}
cli-consumed = “{ $text }” was read as { $meaning }.
cli-consumed-part = “{ $text }” as { $meaning }
cli-consumed-list = Read { $parts }.
cli-warning = Warning: { $code }
cli-answer-hint = Answer: countersign ask --session { $session } "…"
cli-answer-earlier = If that answers “{ $title }”: countersign ask --session { $session } "…"
cli-more-options = … and { $count } more: “more” shows them, or say which in your own words.
cli-answer-prompt = { $first }–{ $last }, or other words:
cli-answer-prompt-one = { $first }, or other words:
cli-answer-free = Your answer:
cli-run-failed = The request failed. Nothing has been changed.
cli-run-failed-hint = Try again, or run countersign doctor.
cli-no-session = There is no conversation to go on with.
cli-no-session-hint = Leave --continue out.
cli-status = { $todos ->
    [one] 1 todo
   *[other] { $todos } todos
}, { $inbox ->
    [0] nothing is waiting.
    [one] 1 change set waits: countersign inbox
   *[other] { $inbox } change sets wait: countersign inbox
}
cli-prompt-help = Say what should change, e.g. "call the dentist on friday at 9 and buy cake". Ctrl+D ends; countersign --help lists all commands.

## History
cli-log-empty = Nothing has happened yet.
cli-log-current = current
cli-log-undoable = can be undone
cli-log-changed = changed since it was written: proof of nothing
cli-log-unreadable = cannot be read
cli-log-more = More: countersign log --before { $entry }
cli-log-hint = See countersign log.
cli-redo-hint = countersign ask redo brings back what was undone last.
cli-actor-user = you ({ $via })
cli-via-page = page
cli-via-terminal = terminal
cli-via-api = program
cli-via-editor = editor
cli-actor-system = system
cli-verify-ok = { $count ->
    [one] The ledger is sound: 1 entry, each bound to the one before.
   *[other] The ledger is sound: { $count } entries, each bound to the one before.
}
cli-verify-head = Newest: @{ $entry } { $hash }
cli-doubles = { $count ->
    [one] These todos have the same identity: { $todos }
   *[other] In { $count } cases todos have the same identity: { $todos }
}
cli-doubles-todo = An export is read back with one of each only. Compare them (countersign todos show), then delete all but one.
cli-verify-empty = The ledger is empty.
cli-verify-broken = The ledger is broken at @{ $entry }: { $what }.
cli-broken-missing = an entry is missing
cli-broken-changed = an entry was changed after it was written
cli-broken-reordered = an entry stands in another's place
cli-broken-unreadable = an entry cannot be read
cli-verify-means = Entries up to @{ $last } are as they were written. What stands at @{ $entry } and after it is not proof of anything.
cli-verify-means-none = No entry is proof of anything.
cli-verify-next = Nothing has been changed. Copy the data folder away, then compare with an earlier copy or an export of audit.jsonl. The todos as they are: countersign export json -o todos.json
cli-verify-differs = { $count ->
    [one] What is stored is not what the ledger says in 1 place:
   *[other] What is stored is not what the ledger says in { $count } places:
}
cli-verify-differs-next = The ledger is whole, and nothing has been changed. countersign rebuild --write puts right what is stored. Where it cannot, countersign doctor says what to do.
cli-differences-more = { $count ->
    [one] and 1 more
   *[other] and { $count } more
}
cli-stored-differs = { $count ->
    [one] What is stored is not what the ledger says in 1 place.
   *[other] What is stored is not what the ledger says in { $count } places.
} The ledger is whole. See: countersign verify
cli-rebuild-equal = { $entries ->
    [one] { $entries } ledger entry makes
   *[other] { $entries } ledger entries make
} { $todos ->
    [one] { $todos } todo
   *[other] { $todos } todos
} and { $sets ->
    [one] { $sets } change set
   *[other] { $sets } change sets
}: the same as stored.
cli-rebuild-differs = { $count ->
    [one] 1 difference. Nothing has been changed; countersign rebuild --write replaces what is stored.
   *[other] { $count } differences. Nothing has been changed; countersign rebuild --write replaces what is stored.
}
cli-rebuild-written = { $count ->
    [one] 1 difference; what is stored was replaced by what the ledger says.
   *[other] { $count } differences; what is stored was replaced by what the ledger says.
}
cli-not-applied = Nothing of #{ $set } that was named is applied. Nothing has been changed.
cli-nothing-to-undo = There is nothing to undo.
cli-undo-stays = Of #{ $set } this can be taken back; what { $entries } did stays.
cli-in-the-way = In the way: @{ $entry } item { $item }, { $label }
cli-changed-since = “{ $title }”: { $field } was { $base } then, is { $now } now
cli-changed-outside = “{ $title }” was changed outside Countersign since
cli-gone-outside = “{ $title }” is gone: it was deleted or moved outside Countersign

## Todos
cli-todos-none = No todos.
cli-todos-count = { $count ->
    [one] 1 todo
   *[other] { $count } todos
}
cli-mark-done = done
cli-mark-open = open
cli-mark-rejected = rejected
cli-overdue = { $date } overdue
cli-missed = { $count } missed before
cli-open-occurrence = open
cli-due = due { $date }
cli-priority-high = high
cli-priority-low = low
cli-today = { $date } · today
cli-day-empty = nothing
cli-add-unread = “{ $said }” stays in the title: the words of todos add are not read. --on, --at, --every and --due set a date; countersign { $title } reads one and proposes it.
cli-edit-nothing = No field is given. Nothing has been changed.
cli-edit-nothing-hint = For example: --on friday, --title "…", --clear date.
cli-edit-one = Say which item to edit. Nothing has been changed.
cli-edit-one-hint = For example: countersign edit { $set }.1 --on friday
cli-edit-json = The operation is not JSON: { $why }. Nothing has been changed.
cli-edit-json-hint = For example: --operation '{"{"}"op":"complete","id":5{"}"}'
cli-done-series = Todo { $id } repeats: it is done one date at a time.
cli-done-series-hint = Say which: countersign todos done { $id } --on { $date }.
cli-date-unread = “{ $text }” was not understood
cli-date-unclear = “{ $text }” is unclear: { $note }
cli-date-hint = Nothing has been changed. For example: friday, tomorrow, next week, 2026-12-01.
cli-date-clear-hint = To take one off: --clear date.
cli-time-hint = Nothing has been changed. For example: 9:00, 2pm.
cli-every-hint = Nothing has been changed. For example: monday, weekday, 2 weeks, month until december.

## Files
cli-file-unreadable = { $file } cannot be read: { $cause }
cli-file-unreadable-hint = Name a text file in UTF-8 that you may read.
cli-file-too-long = it is longer than { $most } MB
cli-cause-missing = there is no such file or folder
cli-cause-denied = you may not do that with it
cli-cause-folder = it is a folder
cli-cause-way = a part of its path is no folder
cli-cause-full = the disk is full
cli-cause-read-only = the disk is read-only
cli-cause-text = it is not in UTF-8
cli-file-unwritable = { $file } cannot be written: { $cause }
cli-file-unwritable-hint = What was there before is still there. Name another place with -o.
cli-exported = { $file }: { $bytes } bytes written.
cli-export-warning = Warning: { $message }
cli-import-problem = { $place }: { $message }
cli-import-unchanged = { $count ->
    [one] 1 todo is here already, the same.
   *[other] { $count } todos are here already, the same.
}
cli-import-nothing = Nothing in the file differs. Nothing has been changed.
cli-import-unread = Nothing in the file could be read. Nothing has been changed.

## Settings
cli-settings-effective = In effect: zone { $zone }, today { $today }
cli-settings-set = { $name } is now { $value }
cli-setting-unknown = There is no setting “{ $name }”.
cli-setting-unknown-hint = See countersign settings get.

## Server
cli-serve-data = Data: { $dir }
cli-serve-signed-out = Every page that was signed in is signed out: open the address to sign in again.
cli-token-wrong = The token is empty or holds characters that a header cannot carry.
cli-token-hint = Use visible ASCII characters without spaces.
cli-token-short = The token has only { $length } characters: whoever guesses it may do all that you may. Leave it out for a random one, or make one: openssl rand -hex 16
cli-already-running = A server runs already at { $url } (process { $pid }).
cli-already-running-hint = Open its page with the address that countersign open prints.
cli-already-running-signed-in = Nobody was signed out: stop that server first (kill { $pid }), then start it with --sign-out.
cli-not-running = No server runs for this data folder.
cli-not-running-hint = Start one: countersign serve
cli-port-in-use = Port { $port } is taken by another program.
cli-port-in-use-hint = Take another: countersign serve --port 0 finds a free one.
cli-cannot-listen = Port { $port } cannot be listened on: { $cause }
cli-server-ended = The server at { $url } has ended; going on without it.
cli-server-lost = The server at { $url } does not answer: { $cause }
cli-server-lost-hint = What it acknowledged is safe. Look with countersign log whether the last request arrived.
cli-answer-unreadable = { $what } could not be read: { $cause }
cli-answer-unreadable-hint = The server may be of another version: stop it and start this one.
cli-answer-status = The server answered with status { $status }.
cli-now-remote = A server runs, and it has its own clock.
cli-now-remote-hint = Leave --now out, or stop the server.

## Data folder
cli-no-data = There is no data yet in { $dir }. It is made at first use, e.g. by countersign todos add.
cli-no-home = There is no home folder to keep data in.
cli-no-home-hint = Name one with --data DIR.
cli-data-in-use = Another process uses { $dir }.
cli-data-in-use-hint = Wait for it to end, or use another folder with --data DIR. Nothing has been changed.
cli-data-unwritable = { $dir } cannot be written: { $cause }
cli-data-unwritable-hint = What is stored there is safe and was not touched. Make the folder writable for you, or use another with --data DIR.
cli-looking = { $dir } cannot be written: this is a copy of it. Everything can be read and exported, nothing can be changed.
cli-serve-looking = { $why } This server answers from a copy: everything can be read and exported, nothing can be changed. Mend that: it goes on by itself.
cli-serve-waits = { $count ->
    [one] A command runs. It is waited for { $seconds } s, then stopped; Ctrl+C stops it at once.
   *[other] { $count } commands run. They are waited for { $seconds } s, then stopped; Ctrl+C stops them at once.
}

## Time
cli-zone-unknown = “{ $zone }” is no zone that is known.
cli-zone-hint = Use an IANA name such as Europe/Berlin or America/New_York.
cli-now-wrong = “{ $text }” is not a time.
cli-now-hint = Use 2026-11-21T10:00, or with a zone 2026-11-21T10:00[Europe/Berlin].

## Black-box verbs
cli-finish-unknown = No runtime stops with “{ $word }”.
cli-finish-unknown-hint = Use stop, length or aborted, or leave --finish out.
cli-schema-invalid = The schema cannot be used: { $cause }.
cli-schema-invalid-hint = It must be a JSON Schema (draft 2020-12); references stay inside the file.
cli-input-not-utf8 = Standard input is not UTF-8: { $cause }.
cli-input-not-utf8-hint = Convert it first, for example with iconv.
cli-dates-none = No date.
cli-dates-range = { $from } to { $to }
cli-dates-at = { $date } at { $time }

cli-explain-allow = Allow ({ $class }): may run unasked once you have signed the auto-run rule.
cli-explain-prompt = Prompt ({ $class }): always an item to sign.
cli-explain-fails = Refused here ({ $class }): where it would run, it must fail.
cli-explain-refused = Refused ({ $class }): it cannot be proposed like this.
cli-explain-never = Never ({ $class }): refused, also when signed.
cli-explain-part = { $command }: { $verdict }
cli-explain-part-why = { $command }: { $verdict }; { $why }
cli-window-backwards = --from { $from } is after --to { $to }.
cli-window-backwards-hint = Give the earlier date first.
cli-patch-usage = Give --file, or --batch.
cli-patch-applies = Applies: { $added } added, { $removed } removed.
cli-patch-no-change = Changes nothing.
cli-patch-deletes = Deletes the file.
cli-patch-renames = Renames the file to { $path }.
cli-patch-copies = Copies the file to { $path }.
cli-patch-mode = Sets its permissions to { $mode }.
cli-patch-refused = Refused ({ $reason }): { $message }
cli-patch-place = line { $line } ({ $kind })
cli-patch-near = Closest, line { $line }:
cli-patch-more = … { $count ->
    [one] { $count } more row
   *[other] { $count } more rows
}
cli-occurrences-usage = Give the rule as JSON and --scheduled-for, or --batch.
cli-snapshot-hint = A snapshot is {"{"}"todos":[…]{"}"}, as countersign export json writes it.
cli-snapshot-unreadable = The snapshot { $file } cannot be read: { $cause }
cli-snapshot-shape = The snapshot { $file } has no list "todos".
cli-snapshot-todo = The snapshot { $file } cannot be used: todos[{ $place }]: { $cause }
cli-snapshot-id = id must be a number of at least 1
cli-snapshot-title = title is empty
cli-snapshot-twice = id { $id } is there twice

## Doctor
cli-doctor-ok = ok
cli-doctor-warn = warn
cli-doctor-bad = bad
cli-doctor-zone = The zone is { $zone }.
cli-doctor-zone-unknown = The machine names no zone; dates are those of UTC.
cli-doctor-zone-unknown-todo = Set one: countersign settings set zone Europe/Berlin
cli-doctor-data = { $dir } can be written.
cli-doctor-data-none = { $dir } is not there yet; it is made at first use.
cli-doctor-data-open = Other users can write in { $dir }.
cli-doctor-data-open-todo = Make it yours alone: chmod 700.
cli-doctor-data-writable = Other users can change { $files }.
cli-doctor-data-writable-todo = Take that from them: chmod go-w.
cli-doctor-server = A server runs at { $url } (process { $pid }).
cli-doctor-no-server = No server runs; commands open the data themselves.
cli-doctor-sqlite = The SQLite library is 3.51.3 or later.
cli-doctor-database = The database is sound.
cli-doctor-database-none = There is no database yet.
cli-doctor-database-busy = Another command uses the database; it was not checked.
cli-doctor-unreadable = { $file } cannot be read as a database of this program: { $cause }
cli-doctor-unreadable-todo = Nothing was written to it. 1. Copy { $dir } to a safe place. 2. An earlier copy of the folder can be used as it is: countersign --data COPY doctor. 3. An export goes into a new folder: countersign --data NEW import todos.json --yes
cli-doctor-database-damaged = { $file } is damaged: { $damage }
cli-doctor-database-damaged-todo = 1. Copy { $dir } to a safe place. 2. If the ledger below is sound, todos and change sets can be made again from it: countersign rebuild --write. 3. Otherwise save what can be read, and begin a new folder with it: countersign export json -o rescue.json, then countersign --data NEW import rescue.json --yes
cli-doctor-projections = Todos and change sets are what the ledger says.
cli-doctor-projections-differ = { $count ->
    [one] 1 difference between what is stored and what the ledger says.
   *[other] { $count } differences between what is stored and what the ledger says.
}
cli-doctor-projections-differ-todo = See them with countersign rebuild; countersign rebuild --write puts them right.
cli-doctor-terminal = A terminal: questions can be asked.
cli-doctor-no-terminal = No terminal: nothing is asked, what would need an answer is refused.
cli-serve-model = Model: { $model }.
cli-workspace-none = No workspace is open here.
cli-workspace-gone = (the folder is gone)
cli-workspace-opened = { $root } is open as { $id }. Nothing in it is changed without your signature.
cli-workspace-closed = { $id } is closed. Its files and its history stay as they are.
cli-workspace-unknown = No open folder is called “{ $name }”.
cli-workspace-open = Open are: { $names }
cli-workspace-hint = Open a folder: countersign workspace open DIR
cli-propose-hint = The file holds {"{"}"operations": […]{"}"}, a list of operations, or one, or an edit that names its files, e.g. a diff; for other edits add --path.
cli-propose-patch-hint = Send a unified diff, search/replace blocks or *** Begin Patch, whole.
cli-propose-empty = There is nothing to read: no edit and no operations were given.
cli-propose-empty-hint = Give a file, or send it on standard input, e.g. git diff | countersign propose --patch -
cli-propose-no-path = The edit does not say which file it is for.
cli-propose-no-path-hint = Name it with --path.
cli-propose-no-file = there is no such file
cli-propose-no-text = the file is no text
cli-diff-all = See all of it before you sign: countersign show { $item } --all
cli-diff-binary = The file is no text; the change can only be signed as a whole.
cli-diff-hunk = part { $n }
cli-diff-more = … and { $count ->
    [one] { $count } more row
   *[other] { $count } more rows
}
cli-diff-since = Since it was proposed, the file has changed:
cli-doctor-sandbox-bwrap = Commands run in bubblewrap: only the workspace can be written, secrets are hidden, no network.
cli-doctor-sandbox-landlock = Commands run under Landlock and seccomp: { $missing }.
cli-doctor-sandbox-none = There is no sandbox; every command is asked about: { $missing }.
cli-doctor-sandbox-todo = Install bubblewrap (apt install bubblewrap) and see that it may make namespaces.

## Commands
cli-run-ask = { $y } run once, { $a } add & run, { $n } skip:
cli-run-keys = Type y, a or n.
cli-run-stopping = Stopping the command …
cli-run-no-workspace = There is no open workspace and no folder { $name }: { $cause }
cli-run-no-workspace-hint = Name an open workspace or a folder to open as one.
cli-run-open-ask = { $root } is not open as a workspace. Open it, so that signed commands may run in it? y/n:
cli-run-not-open = { $root } is not open as a workspace. Nothing has been run.
cli-run-not-open-hint = Open it: countersign workspace open . — or name it: countersign run --workspace . "…"
cli-sandbox-hint = Set it to bwrap, landlock or none, or to nothing.
cli-item-runs-in = runs in
cli-item-judged = judged
cli-verdict = { $verdict ->
    [allow] on the list of known commands
    [prompt] wants a signature
   *[never] never runs
}
cli-class = { $class ->
    [read_only] only looks
    [project] runs code of the project
    [write] writes files
    [network] uses the network
    [interpreter] runs code in an interpreter
    [shell] needs a shell
    [destructive] deletes or overwrites
    [control_plane] reaches what guards you
   *[unknown] unknown
}
cli-item-sandbox = sandbox
cli-item-environment = environment
cli-item-words = words
cli-item-exit = exit code
cli-item-output = output
cli-agent-none = No agent's run waits.
cli-agent-none-hint = Begin one with countersign agent, or name it with --run.
cli-agent-none-here = Nothing waits in the last conversation.
cli-agent-none-in = Nothing waits in this conversation.
cli-agent-elsewhere = Another waits: { $title }. Say it to that one: countersign continue --session { $session }
cli-agent-summary-waits = The summary of the work waits: keep it, change it or discard it first. Nothing was kept.
cli-agent-cancelled = Stopped. Nothing has been changed.
cli-agent-stopping = Stopping the run …
cli-agent-step-pending = { $mark }{ $n }. { $title } (to do)
cli-agent-step-running = { $mark }{ $n }. { $title } (working)
cli-agent-step-completed = { $mark }{ $n }. { $title } (done)
cli-agent-step-failed = { $mark }{ $n }. { $title } (failed): { $why }
cli-agent-step-cancelled = { $mark }{ $n }. { $title } (not begun)
cli-agent-tool-completed = {"    "}{ $call } → { $result }
cli-agent-tool-queued = {"    "}{ $call } → waits for your signature
cli-agent-tool-failed = {"    "}{ $call } ❌ { $result }
cli-plain-tool-completed = {"    "}{ $call }: { $result }
cli-plain-tool-queued = {"    "}{ $call }: waits for your signature
cli-plain-tool-failed = {"    "}{ $call } (failed): { $result }
cli-agent-paused = { $done } done, { $left } left, { $queued ->
    [one] 1 change
   *[other] { $queued } changes
} queued.
cli-agent-approval = { $count ->
    [one] 1 tool call wants
   *[other] { $count } tool calls want
} your permission; after a minute without an answer it is denied.
cli-agent-summary = Summary of the work, not kept yet:
cli-agent-summary-action = Action
cli-agent-summary-details = Details
cli-agent-summary-result = Result
cli-agent-summary-tools = Tools
cli-agent-summary-saved = The summary is kept.
cli-agent-summary-discarded = The summary is discarded. The run's own record stays.
cli-agent-ask-continue = { $y } go on, { $a } go on without waiting, { $s } stop here, or say what should be different:
cli-agent-keys-continue = Type y, a, s or a sentence.
cli-agent-ask-approval = y allow, n do not allow, or the numbers of those to allow:
cli-agent-keys-approval = Type y, n, or numbers such as 1, 3.
cli-agent-ask-summary = { $s } save, { $e } edit, { $d } discard:
cli-agent-keys-summary = Type s, e or d. Nothing is kept until then.
cli-agent-edit-action = Action:
cli-agent-edit-details = Details:

## Work in a project folder
cli-work-loaded = { $count ->
    [one] 1 file loaded: { $names }
   *[other] { $count } files loaded: { $names }
}
cli-work-cut = its beginning
cli-work-left-out = Not loaded: { $reason }
cli-work-urls = Noted, not fetched: { $urls }
cli-work-step-done = done:
cli-work-step-open = open:
cli-work-next = You could say next:
cli-work-diff-more = … more: countersign show { $item }
cli-work-about = --about names a set, not a command.
cli-work-about-hint = Name the item, e.g. --about 14.2.

## Agents
cli-acp-waits = Waiting for an editor that speaks the Agent Client Protocol on standard input. This is started by an editor: countersign help acp.
cli-acp-sign = Sign
cli-acp-reject = Turn down
cli-acp-later = Later
cli-acp-words = In my own words
cli-acp-step-failed = { $title } (failed)
cli-acp-step-cancelled = { $title } (not begun)
cli-acp-go-on = Go on
cli-acp-stop = Stop here
cli-acp-allow = Allow
cli-acp-deny = Do not allow
cli-acp-keep = Keep it
cli-acp-discard = Drop it
cli-acp-confirm-title = Apply change set { $set } all the same?
cli-acp-confirm = Apply it
cli-acp-drifted = { $count } of { $total } drifted: what they build on has changed. Apply the signed ones without them ({ $signed })?
cli-acp-left = Nothing of it is done: it waits in Countersign.
cli-acp-rest = { $count ->
    [one] 1 change waits. Decide it with /inbox here, or elsewhere: countersign show { $set }
   *[other] { $count } changes wait. Decide them with /inbox here, or elsewhere: countersign show { $set }
}
cli-acp-unshown = The change is too long to be shown here, is no text, or was made for an older version of the file. Look at it: countersign show { $item }
cli-acp-unread = Only text, files and pictures are read here. The rest of the prompt was left out.
cli-acp-unsaved = { $path } has changes in the editor that are not saved. What is on the disk is read and changed: save it first.
cli-acp-mode = { $mode ->
    [chat] Answers only.
    [plan] Always a proposal or a question.
    [agent] A model works on it in steps, with tools.
   *[other] Chosen by what you say.
}
cli-acp-inbox = Decide everything that waits for your signature
cli-acp-no-session = The conversation { $id } is not open here.
cli-acp-no-session-hint = Load it, or begin a new one.
cli-acp-no-mode = There is no mode { $mode }.
cli-mcp-waits = Waiting for a program that speaks the Model Context Protocol on standard input. This is started by an editor or agent: countersign help mcp.
cli-set-in = in { $folders }
cli-proposed-by = Proposed by { $agent }
cli-wake-proposed = { $count ->
    [0] Nothing new to propose.
    [one] 1 change proposed.
   *[other] { $count } changes proposed.
}
cli-wake-waits = { $count ->
    [one] 1 finding waits already.
   *[other] { $count } findings wait already.
}
cli-wake-refused = { $count ->
    [one] 1 finding is not proposed again: you turned it down or put it off, or it is so already.
   *[other] { $count } findings are not proposed again: you turned them down or put them off, or it is so already.
}
cli-wake-retracted = { $count ->
    [one] 1 earlier proposal was taken back: it no longer holds.
   *[other] { $count } earlier proposals were taken back: they no longer hold.
}
cli-wake-left = { $count ->
    [one] 1 more is left for later: enough waits already.
   *[other] { $count } more are left for later: enough waits already.
}
cli-decisions-empty = No decisions yet.
cli-decisions-none = No decision is like that.
cli-decisions-more = Older ones: countersign decisions --before { $next }
cli-decisions-forgotten = Forgotten: { $label } ({ $at }). Agents are told of it no more.
cli-decisions-restored = Remembered again: { $label } ({ $at }).
cli-decisions-waiting = Waits for you:
cli-decisions-notes = Its own notes:
cli-reason-wrong-target = wrong target
cli-reason-wrong-value = wrong value
cli-reason-my-wording = my wording
cli-reason-not-now = not now
cli-reason-not-needed = not needed
cli-reason-too-risky = too risky
cli-reason-already-done = already done
cli-reason-duplicate = duplicate
cli-reason-other = other

## Stored outputs
cli-outputs-none = No output is stored here.
cli-outputs-more = … and { $count } more
cli-outputs-failed = failed
cli-outputs-size = { $count ->
    [one] 1 character
   *[other] { $count } characters
}
cli-outputs-array = { $name }: { $count ->
    [one] 1 element
   *[other] { $count } elements
}
cli-outputs-matches = { $count ->
    [one] 1 line
   *[other] { $count } lines
}
cli-outputs-next = More with --offset { $offset }
cli-outputs-default-hint = Write JSON: null, 0 or "text" with its quotes.

## Models
cli-model-size-unknown = unknown size
cli-model-up = answers
cli-model-down = does not answer
cli-model-unasked = not asked
cli-model-installed = { $count ->
    [0] Nothing is installed.
    [one] 1 model is installed:
   *[other] { $count } models are installed:
  }
cli-model-partial = { $name }: { $received } are downloaded; pull it again to go on, or remove it.
cli-model-curated = Can be pulled:
cli-model-needs = { $download } to download, { $memory } of memory
cli-model-score = { $right } % of { $cases } cases fully right
cli-model-unmeasured = not measured here
cli-model-free = { $free } are free in { $folder }
cli-model-offer = { $name }: { $size } from { $source }
cli-model-resumes = { $received } are here already; the download goes on there.
cli-model-licence = Licence: { $licence }
cli-model-unpinned = No checksum is known beforehand; the one of the file that comes is kept.
cli-model-room = { $free } are free on that disk.
cli-model-ask = Download and accept the licence? y/n:
cli-model-unconfirmed = The licence { $licence } is not confirmed. Nothing has been downloaded.
cli-model-unconfirmed-hint = Read it, then add --yes.
cli-model-progress = { $received } of { $total }
cli-model-checking = Checking …
cli-model-waiting = Another process is pulling the same; waiting for it.
cli-model-pulled = { $name } is installed: { $size }.
cli-model-use-it = Use it: countersign model use { $name }
cli-model-stopped = The pull of { $name } was stopped. Nothing was installed.
cli-model-stopped-hint = Pull it again; it goes on where it stopped.
cli-model-chosen = { $name } answers messages from now on.
cli-model-overridden = Not yet: the environment decides. In use: { $used }
cli-model-none = There is no model { $name } here.
cli-model-none-hint = countersign model list shows what is here and what can be pulled.
cli-model-sound = { $name } is the file that was installed: { $size }, checksum and header fit.
cli-model-answers = { $name } answers: { $abilities }
cli-model-remove-ask = Remove { $name } ({ $size })? y/n:
cli-model-kept = { $name } is still there. Nothing has been changed.
cli-model-kept-hint = Add --yes to remove it.
cli-model-removed = { $name } is removed; { $size } are free again
cli-eval-no-model-hint = Name one: --model NAME, or --model none for the planner alone.
cli-eval-bad-cases = { $count ->
    [one] 1 line is no case.
   *[other] { $count } lines are no cases.
  }
cli-eval-other-run = That file is of another run. Nothing has been changed.
cli-eval-other-run-hint = Name another file, or start with the same model, cases and parts.
cli-eval-not-a-run = That file is not of a run.
cli-eval-not-a-run-hint = Name a file that was made with --out.
cli-eval-other-cases = That file is of other cases: nothing can be compared.
cli-eval-other-cases-hint = Name a run of the same cases.
cli-eval-progress = { $done } of { $all }
cli-eval-valid = can be used
cli-eval-operation = right operation
cli-eval-target = right todos
cli-eval-right = fully right
cli-eval-wrong-sure = wrong, but sure
cli-eval-offered = asked, the right one among the answers
cli-eval-cost = Model asked in { $asked } cases: { $read } → { $written } tokens; median { $first } s to the first token, { $each } s each; { $all } s in all.
cli-eval-failed = The model failed in { $count ->
    [one] { $count } case
   *[other] { $count } cases
}: { $why }
cli-eval-no-cases = There is no case to judge.
cli-eval-no-cases-hint = Name a file with cases, a kind that is in it, and --most of 1 or more.
cli-eval-against = Of { $n } pairs only this run is right in { $this }, only the other in { $other } (McNemar exact, p = { $p }).

# Standing rules, and runs of several commands.
cli-actor-rule = rule { $rule } ({ $name })
cli-rules-none = No rule is signed. Everything waits for your signature.
cli-rule-active = active
cli-rule-used-up = used up
cli-rule-expired = expired
cli-rule-suspended = suspended
cli-rule-revoked-word = revoked
cli-rule-uses = used { $uses }×
cli-rule-uses-of = used { $uses } of { $cap }
cli-rule-until = until { $date }
cli-rule-from = from { $item }
cli-rule-made = Rule { $id } signed: no more asking for { $name } in { $workspace } until { $date }.
cli-rule-revoked = Rule { $id } revoked: { $name } waits for your signature again.
cli-rule-judged = judged
cli-rule-lets = The rule lets it through.
cli-rule-lets-not = The rule does not let it through.
cli-rule-waits = No rule lets it through; it waits for your signature.
cli-rule-covered = Runs unasked by rule { $rules }.
cli-rule-past = Would have matched { $matched ->
    [one] { $matched } earlier decision
   *[other] { $matched } earlier decisions
}: { $signed } signed, { $rejected } rejected.
cli-rule-suggested = Add & Run would remember: { $prefixes }
cli-rule-never = No rule can let this command through.
cli-rule-never-hint = Sign it each time. Nothing has been changed.
cli-rule-one-command = Only one command can be remembered at a time.
cli-rule-words = { $most ->
    [one] Only 1 word of it can be remembered.
   *[other] Remember 1 to { $most } words of it.
}
cli-rule-words-hint = Give a number of words, or none for the shortest that is safe.
cli-rule-ask = Remember “{ $prefix }” in { $workspace } for { $days ->
    [one] { $days } day
   *[other] { $days } days
}? y yes, a number for so many words, n no:
cli-rule-keys = Type y, n or a number of words.
cli-run-all-hint = Sign them: countersign run-all { $set } --all
cli-run-all-model = { $model }: { $why }
cli-run-all-remaining = Still to run: { $commands }
cli-run-all-unsigned = { $item } wants your signature: { $command }
cli-run-all-resume = Go on: countersign run-all { $set } --resume
cli-run-all-will-pause = It pauses when the command that runs has ended. Go on then: countersign run-all { $set } --resume
cli-run-all-again = Run the rest: countersign run-all { $set }


# Sessions and plans
cli-sessions-none = No session is here.
cli-sessions-unfound = No session has these words.
cli-session-untitled = (no name yet)
cli-session-messages = { $count ->
    [one] 1 message
   *[other] { $count } messages
}
cli-session-is-archived = archived
cli-session-is-deleted = deleted
cli-session-begun = Session { $id } is begun.
cli-session-renamed = Session { $id } is called { $title } now.
cli-session-archived = Session { $id } is archived. It is found by sessions list --state archived.
cli-session-deleted = Session { $id } is deleted. Bring it back: countersign sessions restore { $id }
cli-session-restored = Session { $title } is back.
cli-session-ambiguous = More than one session begins with { $id }.
cli-session-hint = List them: countersign sessions list --state all
cli-plan-same = It says what the plan says already. Nothing has been changed.
cli-plan-save = Save this? [y/N]
cli-plan-unsaved = Nothing has been changed. Save it: the same with --yes
cli-plan-mended = The document as the model put it:
cli-plan-mended-next = Nothing has been changed. To save exactly this: put it into a file (-o FILE does) and countersign plan import FILE --yes
cli-plan-mended-file = Nothing has been changed. To save exactly this: countersign plan import { $file } --yes
cli-plan-field-status = status
cli-plan-field-goal = goal
cli-plan-field-criteria = acceptance criterion
cli-plan-field-made = decided
cli-plan-field-rejected = decided against
cli-plan-field-log = execution log
cli-plan-field-other = other
cli-plan-saved = Saved as version { $version } of the plan.
cli-plan-unread = line { $line } was not understood and is kept under "Other": { $text }
cli-plan-needs-goal = It has no goal; in this status a plan needs one.
cli-plan-needs-criterion = It has no acceptance criterion; in this status a plan needs one.
cli-plan-no-criterion = The plan has no criterion { $n }.
cli-instructions-there = { $file } is there already. Nothing was written.
cli-instructions-there-hint = Write the template to another file, and take over what you want of it.
cli-plan-hint = Look at it: countersign plan show
cli-session-exported = Written to { $folder }: plan_doc.md, chat_history.log, session.json
cli-session-plan-kept = The plan document there had been edited: it is kept as { $file }. Take it over: countersign plan import

## Learned rules and subscriptions
cli-wake-by-rules = { $count ->
    [one] 1 change was made by your rules.
   *[other] { $count } changes were made by your rules.
}
cli-wake-on = Wakes on changes of: { $list }
cli-wake-on-none = Wakes on no change.
cli-rule-flags = { $flag } stands behind the words, where it would be one of them.
cli-rule-flags-hint = Put { $flag } before the words. Nothing has been changed.
cli-run-covered = Rule { $rule } lets it run already: no new rule was made.
cli-rule-revoked-silent = Rule { $id } revoked: agents may propose this again ({ $name }).
cli-preview-timed-out = It was ended after { $seconds } s.
cli-preview-exit = It ended with exit code { $code }.
cli-preview-signal = Signal { $signal } ended it.
cli-preview-ignored = { $count ->
    [one] 1 changed file is
   *[other] { $count } changed files are
} left out by ignore rules.
cli-preview-left-out = Cannot be proposed: { $path }{ $why ->
    [link] {" "}(a link)
    [link_out] {" "}(a link that leads out of the folder)
    [pipe] {" "}(a pipe)
    [socket] {" "}(a socket)
    [device] {" "}(a device)
    [git] {" "}(a file of git’s own)
    [secret] {" "}(it holds secrets)
    [name] {" "}(its name is no path)
    [too_large] {" "}(larger than 20 MB)
    [folder] {" "}(a folder that is empty, built, or lets in others)
    [moved] {" "}(it was moved to where nothing can be proposed)
    [turned] {" "}(a file became a folder, or a folder a file)
    [rest] {" "}(more than is proposed at once)
   *[other] {""}
}
cli-preview-nothing = It changes no files. Nothing has been changed.
cli-preview-landlock = Tried without bubblewrap: absolute paths into the folder were out of reach. Programs that need them may have failed for that alone.
cli-preview-not-tried = It was not tried in a copy: the command does not wait to be signed.
cli-preview-not-tried-hint = countersign show { $set } says what became of it.
cli-meter-context = Context: { $percent } % of { $model }, { $used } of { $of } tokens, { $count ->
    [one] 1 message
   *[other] { $count } messages
 } not summed up.
cli-meter-measured = Counted as the model counts.
cli-meter-estimated = Estimated: the model has counted nothing here yet.
cli-meter-storage = Storage: { $percent } % of { $of } MB, { $used } KB.
cli-meter-offer-context = The context is nearly full. Go on in a new session: countersign sessions handoff. In this one: countersign sessions extend. As it is: countersign sessions stay
cli-meter-offer-storage = The storage is nearly full. Go on in this session: countersign sessions extend. In a new one: countersign sessions handoff. As it is: countersign sessions stay
cli-handed-off = Session { $id } “{ $title }” goes on from here. It can undo what was changed before.
cli-extended = Session { $id } is extended: { $count ->
    [one] 1 message is
   *[other] { $count } messages are
 } summed up. Nothing was removed.
cli-go-on = Go on: countersign ask --session { $id } "…"
cli-go-on-with = Next: { $next }
    Go on: countersign ask --session { $id } "…"
cli-nothing-offered = Nothing is offered. Nothing has been changed.
cli-offer-declined = The session goes on as it is. It is not asked again at this size.
cli-bugs = { $count ->
    [0] No bugs.
    [one] 1 bug, { $open } open.
   *[other] { $count } bugs, { $open } open.
}
cli-bug-message = message { $n }
cli-folder-edited = The plan document there was edited. See what it changes and take it over: countersign plan import
cli-plan-not-edited = The plan document in the session's folder was not edited.
cli-plan-not-edited-hint = Name a file, or edit plan_doc.md there: countersign sessions folder
cli-agent-summary-criteria = Criteria
cli-agent-criterion-met = met
cli-agent-criterion-open = not met yet
cli-agent-criterion-new = new, not met yet
cli-agent-summary-decisions = Decided
cli-agent-summary-rejected = Decided against
cli-agent-summary-goal = Goal
## Calibration
cli-calibrate-messages = { $count ->
    [one] 1 message
   *[other] { $count } messages
}
cli-calibrate-decisions = By decision
cli-calibrate-stages = By stage
cli-calibrate-proposers = By proposer
cli-calibrate-thresholds = Thresholds
cli-calibrate-group = { $key }: { $messages }; items { $signed } signed, { $rejected } rejected, { $undone } undone, { $undecided } undecided; kept { $kept }
cli-calibrate-threshold = { $name } { $now }: kept { $above } at or above, { $below } below
cli-calibrate-suggested = Suggested: { $value }; kept { $kept } at or above it.
cli-calibrate-nothing = No suggestion: { $n ->
    [one] { $n } message was
   *[other] { $n } messages were
} decided on, at least { $enough } that are mostly kept speak for one.
cli-calibrate-share = { $hits } of { $n } ({ $low }–{ $high } %)
cli-calibrate-none = 0 of 0
cli-agent-next-continue = Next: countersign continue · continue --auto (without waiting) · continue --stop
cli-agent-next-answer = Next: countersign continue --answer "…" · continue --stop
cli-agent-next-approval = Next: countersign continue --allow · continue 1,3 · continue --deny (not allowed after 60 s without an answer)
cli-agent-next-summary = Next: countersign continue --summary save · continue --summary edit --action "…" --details "…" · continue --summary discard
cli-run-by-rule = Rule “{ $rule }” let it run. More: countersign show { $set }

# Where a run stands, in one line: mode, stage, and what it was taken for or the tool that runs.
cli-run-mode = { $mode ->
    [chat] Chat
    [plan] Plan
    [agent] Agent
    [image] Images
   *[auto] Auto
}
cli-run-stage = { $stage ->
    [analyzing] Analyzing
    [routing] Routing
    [proposing] Proposing
    [validating] Validating
    [repairing] Repairing
    [summarizing] Summarizing
    [chatting] Answering
    [planning] Planning
    [executing] Working
    [image] Images
    [painting] Painting
   *[other] { $stage }
}
cli-run-route = { $route ->
    [plan] as a plan
    [chat] as chat
    [clarify] needs one answer
    [work] as work on files
    [agent] as agent
    [image] as pictures
   *[other] { $route }
}
# What a command that a rule signed did in a copy of its folder, and what went with a command.
cli-copy-made = { $count ->
    [one] It ran in a copy: 1 changed file waits for your signature. countersign show { $set }
   *[other] It ran in a copy: { $count } changed files wait for your signature. countersign show { $set }
}
cli-copy-nothing = It ran in a copy. There is nothing to sign.
cli-copy-gone = It ran in a copy, and what it did there is gone: { $why }
cli-copy-more = Not named: { $count }
cli-lost = { $count ->
    [one] 1 file in its private folder for temporary files went with it: { $paths }.
   *[other] { $count } files in its private folder for temporary files went with it: { $paths }.
}
cli-lost-least = At least { $count ->
    [one] { $count } file in its private folder for temporary files went with it
   *[other] { $count } files in its private folder for temporary files went with it
}: { $paths }.
cli-lost-more = { $paths } and { $count } more
cli-lost-kept = { $count ->
    [one] 1 file from its private folder for temporary files is in { $folder } now: { $paths }.
   *[other] { $count } files from its private folder for temporary files are in { $folder } now: { $paths }.
}
cli-lost-least-kept = At least { $count ->
    [one] { $count } file from its private folder for temporary files is in { $folder } now
   *[other] { $count } files from its private folder for temporary files are in { $folder } now
}: { $paths }.
cli-rule-copied = in a copy
cli-rule-made-cap = { $cap ->
    [one] It may be used once.
   *[other] It may be used { $cap } times.
}
cli-rule-made-copied = Commands under it run in a copy of the folder: what they change there waits for your signature.

## Names of fields, words of their values, and kinds of entries of the log.
cli-field-title = title
cli-field-notes = notes
cli-field-scheduledFor = date
cli-field-timeOfDay = time
cli-field-dueDate = due
cli-field-priority = priority
cli-field-status = status
cli-field-statusReason = reason
cli-field-estimate = estimate
cli-field-labels = labels
cli-field-label = label
cli-field-checklist = checklist
cli-field-recurrence = recurrence
cli-field-completedDates = completed dates
cli-field-skippedDates = skipped dates
cli-field-moved = moved dates
cli-field-extra = other properties
cli-field-occurrence = occurrence
cli-field-exists = exists
cli-field-content = content
cli-field-undo = undo
cli-priority-medium = medium
cli-todo-open = open
cli-todo-in-progress = in_progress
cli-todo-groomed = groomed
cli-todo-blocked = blocked
cli-todo-on-hold = on_hold
cli-todo-done = done
cli-todo-rejected = rejected
cli-kind-proposed = proposed
cli-kind-extended = extended
cli-kind-revised = revised
cli-kind-decided = decided
cli-kind-applying = applying
cli-kind-applied = applied
cli-kind-expired = expired
cli-kind-settings = settings
cli-kind-audit = audit
cli-kind-rule-made = rule_made
cli-kind-rule-used = rule_used
cli-kind-rule-suspended = rule_suspended
cli-kind-rule-revoked = rule_revoked
cli-kind-rule-kept = rule_kept
cli-kind-memory = memory
cli-kind-session = session
cli-kind-plan = plan

cli-withdrawn = What it would change was changed since by somebody else. Nothing has been changed.
cli-withdrawn-hint = Say it again without --yes: it then waits, and countersign rebase makes it for what is there now.
cli-doctor-projections-broken-todo = The ledger is broken, so nothing is made again from it. 1. Save the todos as they are: countersign export json -o todos.json. 2. Go on with an earlier copy of the folder: countersign --data COPY doctor; or in a new folder: countersign --data NEW import todos.json --yes
cli-value-yes = yes
cli-value-no = no
## Pictures
cli-images-none = No picture is kept here.
cli-images-none-hint = Make one: countersign image "a lighthouse at dusk".
cli-images-size = { $kind } { $width }×{ $height }, { $kilobytes } kB
cli-images-gone = taken away
cli-images-next = Next: countersign images save { $ids } --folder FOLDER · images regenerate ID · images show ID -o FILE
cli-images-prompt = Prompt
cli-images-revised = Prompt as the provider put it
cli-images-url = From
cli-images-model = Model
cli-images-time = Made
cli-images-earlier = { $count ->
    [one] { $count } earlier version is kept.
   *[other] { $count } earlier versions are kept.
  }
cli-images-deleted = { $id } was taken away. countersign images restore { $id } brings it back.
cli-images-restored = { $id } is there again.
cli-images-proposed = { $count ->
    [one] { $count } picture is proposed as a file in change set { $set }. Nothing is written until you sign.
   *[other] { $count } pictures are proposed as files in change set { $set }. Nothing is written until you sign.
  }
cli-images-seen = { $count ->
    [one] Shown { $count } picture: { $names }
   *[other] Shown { $count } pictures: { $names }
  }
cli-images-described = { $count ->
    [one] Another model describes { $count } picture: { $names }
   *[other] Another model describes { $count } pictures: { $names }
  }
cli-images-large = the picture has more than 20 MB.
cli-images-large-hint = Make it smaller. Nothing has been sent.
cli-images-same = No text model wrote different prompts: all pictures are made from the same one, numbered.
cli-doctor-projections-not-compared = What is stored was not compared: the ledger it comes from is broken.
cli-run-running = Running the command
cli-run-goes-on = The command may go on. Look with: countersign inbox
cli-images-no-file = { $file } is no file.
cli-images-file-hint = Name a PNG, JPEG, WebP or GIF file that you may read. Nothing has been sent.
cli-session-cancelled = Stopped.
cli-session-interrupted = Interrupted: the server ended in the middle of it. What it acknowledged is kept.
cli-session-unread = Part of what happened cannot be read; “countersign verify” names it.

## The desk
cli-desk-deletes = { $count ->
    [one] Deletes 1 todo.
   *[other] Deletes { $count } todos.
}
cli-desk-adds = { $count ->
    [one] Adds 1 todo.
   *[other] Adds { $count } todos.
}
cli-desk-changes = { $count ->
    [one] Changes 1 todo.
   *[other] Changes { $count } todos.
}
cli-desk-erases = { $count ->
    [one] Deletes 1 file.
   *[other] Deletes { $count } files.
}
cli-desk-writes = { $count ->
    [one] Writes 1 file.
   *[other] Writes { $count } files.
}
cli-desk-runs = { $count ->
    [one] Runs 1 command.
   *[other] Runs { $count } commands.
}
cli-desk-undoable = Can be undone.
cli-desk-only-looks = Only looks: nothing to undo.
cli-desk-for-good = Cannot be undone.
cli-desk-marked = marked
cli-desk-n-marked = { $count } marked
cli-desk-n-applied = { $count } applied
cli-n-signed = { $count } signed
cli-desk-n-rejected = { $count } rejected
cli-desk-n-deferred = { $count } deferred
cli-desk-n-drifted = { $count } drifted
cli-desk-n-open = { $count } open
cli-n-undone = { $count } undone
cli-n-failed = { $count } failed
cli-n-unknown = { $count } with unknown outcome
cli-desk-effect = Apply { $count }
cli-desk-effect-delete = { $count ->
    [one] Delete 1 todo
   *[other] Delete { $count } todos
}
cli-desk-effect-erase = { $count ->
    [one] Delete 1 file
   *[other] Delete { $count } files
}
cli-desk-effect-run = { $count ->
    [one] Run 1 command
   *[other] Run { $count } commands
}
cli-desk-sure = { $effect }? y goes on; any other key: nothing is changed.
cli-desk-applying = Applying … { $seconds } s
cli-desk-applying-already = An apply is under way. Nothing more has been sent.
cli-desk-set-ready = Ready
cli-desk-set-partly = Partly decided
cli-desk-set-applying = Applying
cli-desk-set-empty = This change set is empty.
cli-desk-filter-none = Nothing matches the filter.
cli-desk-early = Still being checked; items may change.
cli-desk-renewed = { $count ->
    [one] v{ $version }: 1 item changed, your marks are kept.
   *[other] v{ $version }: { $count } items changed, your marks are kept.
}
cli-desk-drifted = { $count ->
    [one] 1 item has drifted: what it builds on has changed. r makes it for what is there now.
   *[other] { $count } items have drifted: what they build on has changed. r makes one for what is there now.
}
cli-desk-unsure = Nobody answered, so it is not known whether this was applied. a asks again: it is applied at most once.
cli-desk-receipt = Entry @{ $entry } · { $hash } · g l, then u takes it back
cli-desk-applied-before = Applied as entry { $entry }.
cli-desk-filtered = Filter: { $words } (/ changes it)
cli-desk-deleted = Deleted
cli-desk-group-add = Add
cli-desk-group-change = Change
cli-desk-group-delete = Delete
cli-desk-group-run = Run
cli-desk-group-files = Files
cli-desk-group-none = Nothing more of this group can be signed together; what cannot be undone is signed one by one.
cli-desk-empty = What should change?
cli-desk-empty-text = Say it in a sentence. Countersign proposes; nothing changes until you sign it, and changes to todos and files can be undone.
cli-desk-example-1 = Add "Pay rent" tomorrow 9am, high priority
cli-desk-example-2 = Every Monday: water the plants
cli-desk-example-3 = What is due this week?
cli-desk-sheet-empty = Proposed changes appear here, one row each. You decide them one by one.
cli-desk-sheet-inbox = g i opens the inbox (from the composer: Esc first).
cli-desk-placeholder = Ask, or describe a change…
cli-desk-answer-here = A number, or your own words…
cli-desk-review-here = Enter: review what is proposed · or say what is next…
cli-desk-answer-how = Answer below with a number, or in your own words.
cli-desk-section-which = Which?
cli-desk-section-when = When?
cli-desk-section-series = This date or the series?
cli-desk-section-duplicate = There is one already
cli-desk-section-value = Which value?
cli-desk-sent = Sent
cli-desk-planner = built-in planner
cli-desk-interrupted = The server stopped before this was finished. Nothing has been changed.
cli-desk-waits = It waits for you: answer below
cli-desk-how-continue = Answer below: continue, continue without waiting, stop, or what should be different.
cli-desk-how-approval = Answer below: yes, no, or the numbers of those to allow.
cli-desk-how-summary = Type save or discard below, or edit and what was done | the details.
cli-desk-no-agent = No model is set: nobody can work by itself here.
cli-desk-waiting = { $count } waiting
cli-desk-away = The server does not answer. Nothing has been changed. Trying again …
cli-desk-away-short = server away
cli-desk-reading = Reading …
cli-desk-page-desk = Desk
cli-desk-page-inbox = Inbox
cli-desk-page-todos = Todos
cli-desk-page-ledger = Ledger
cli-desk-tab-preview = Preview
cli-desk-tab-why = Why
cli-desk-tab-checks = Checks
cli-desk-tab-raw = Raw
cli-desk-side-before = before
cli-desk-side-after = after
cli-desk-check-valid = Every value is valid.
cli-desk-check-current = Nothing it builds on has changed.
cli-desk-why-asked = Asked for
cli-desk-why-by = Proposed from
cli-desk-why-when = Proposed at
cli-desk-why-decided = Decided at
cli-desk-why-expires = Expires
cli-desk-source-request = your request
cli-desk-source-sent = operations sent with your key, by you or a program
cli-desk-source-direct = your own edit
cli-desk-source-compat = a program with your key
cli-desk-source-import = an import ({ $what })
cli-desk-source-undo = taking back entry { $what }
cli-desk-source-rewind = going back to entry { $what }
cli-desk-ask-reason = Reject: { $label }
cli-desk-ask-reason-how = A digit, your own words, or just Enter. Esc goes back.
cli-desk-ask-edit-how = Field { $n } of { $of }: ↑ ↓ another field, Enter saves, Esc goes back. It wants a new decision then.
cli-desk-ask-exclude = Leave out, or take in again: numbers such as 1,3-5
cli-desk-ask-filter = Filter: words, Enter keeps it, Esc clears it
cli-desk-ask-count = Type { $number } and Enter to go on; anything else leaves it as it is.
cli-desk-ask-conflict = Later changes are in the way. 1 takes them back too, 2 keeps them, any other key: nothing is changed.
cli-desk-ask-later = Later changes are in the way. 1 takes them back too, any other key: nothing is changed.
cli-desk-ask-outside = That was changed outside Countersign. Press 1 to leave it and take back the rest; any other key: nothing is changed.
cli-desk-numbers = Numbers such as 1,3-5, or all. Nothing has been changed.
cli-desk-applying-wait = Something is being applied: the desk closes once that is done. Ctrl+C stops commands.
cli-desk-nothing-runs = Nothing runs. Ctrl+D closes the desk.
cli-desk-nothing-marked = Nothing is marked: y signs an item. Nothing has been changed.
cli-desk-nothing-decided = There is no decision to take back here.
cli-desk-picked = { $count ->
    [one] 1 marked: n rejects it, d defers it, Esc unmarks it.
   *[other] { $count } marked: n rejects them, d defers them, Esc unmarks them.
}
cli-desk-picked-rejected = { $count ->
    [one] 1 change set rejected. u takes that back.
   *[other] { $count } change sets rejected. u takes that back.
}
cli-desk-picked-deferred = { $count ->
    [one] 1 change set deferred. u takes that back.
   *[other] { $count } change sets deferred. u takes that back.
}
cli-desk-picked-back = { $count ->
    [one] 1 change set waits again.
   *[other] { $count } change sets wait again.
}
cli-desk-picked-unsigned = What was signed wants your signature anew.
cli-desk-picked-none = Nothing in them wants that decision.
cli-desk-picked-busy = The decision before is still being made.
cli-desk-fixed = { $item } is { $status }: it cannot be decided any more.
cli-desk-sign-drifted = { $item } has drifted and cannot be signed as it stands. r makes it for what is there now, n drops it.
cli-desk-sign-blocked = { $item } needs { $items } first: sign that, then this.
cli-desk-rejected-with = { $item } is rejected with { $other }: press u here or there to take that back.
cli-desk-no-edit = { $item } has no value that can be typed in one line. The page can edit more.
cli-desk-no-targets = { $item } has no targets to leave out.
cli-desk-not-drifted = { $item } has not drifted: it fits what is there.
cli-desk-not-undoable = This entry cannot be taken back.
cli-desk-no-set-here = There is no change set here.
cli-desk-decide-again = It wants a decision again. Nothing has been changed.
cli-desk-undo-proposed = #{ $set } would take it back. Nothing has been changed.
cli-desk-plain = The desk redraws the whole screen; --plain never does.
cli-desk-plain-hint = Use the inline client: countersign --plain, or countersign ask. Nothing has been changed.
cli-desk-no-terminal = The desk needs a terminal for input and output.
cli-desk-no-terminal-hint = Without one, use countersign ask, countersign inbox and countersign sign. Nothing has been changed.
cli-desk-dumb = TERM=dumb: this terminal cannot be drawn on.
cli-desk-keys-sheet = y sign  n reject  d defer  u undo  e edit  w why  a apply
cli-desk-keys-applying = Ctrl+C stops the commands; what they have done stands
cli-desk-keys-done = Nothing is left to sign here. i writes, g i opens the inbox
cli-desk-keys-composer = Enter send  Tab sheet  Alt+1 … 4 mode  F1 keys  Ctrl+C stop  Ctrl+D close
cli-desk-keys-pane = j k item  Enter details  i write  Tab conversation  g page  / filter  ? keys  q close
cli-desk-keys-thread = j k message  Enter its change set  i write  g page  ? keys  q close
cli-desk-keys-inbox = j k set  Enter review  Space mark  n reject  d defer  u take back  / filter  g d desk  ? keys  q close
cli-desk-keys-todos = j k todo  / filter  i say what should change  g d desk  ? keys  q close
cli-desk-keys-ledger = j k entry  Enter its change set  u take it back  / filter  g d desk  ? keys  q close
cli-desk-help-title = Keys (any other key closes this, j k scroll)
cli-desk-help-sheet = On the change set
cli-desk-help-write = Writing
cli-desk-help-anywhere = Everywhere
cli-desk-help-move = next, previous item
cli-desk-help-inspect = details · back
cli-desk-help-tabs = Preview, Why, Checks, Raw
cli-desk-help-sign = sign; apply carries it out
cli-desk-help-reject = reject, then a reason or your own words
cli-desk-help-defer = defer; it stays in the inbox
cli-desk-help-undecide = take the decision back, here or the last one
cli-desk-help-edit = edit a value before signing
cli-desk-help-why = why: request, proposer, decision
cli-desk-help-side = preview: both sides, before, after
cli-desk-help-exclude = leave a target out of a bulk item
cli-desk-help-rebase = make a drifted item for what is there now
cli-desk-help-group = sign the group, never what cannot be undone
cli-desk-help-this = sign this and apply it with what is signed
cli-desk-help-apply = apply what is marked
cli-desk-help-filter = filter
cli-desk-help-focus = to the composer · to the next part
cli-desk-help-send = send; what is under way is replaced
cli-desk-help-answer = answer a question by number
cli-desk-help-modes = Auto, Chat, Plan, Agent
cli-desk-help-recall = earlier messages
cli-desk-help-newline = a new line
cli-desk-help-scroll = scroll the conversation, or the details
cli-desk-help-inbox = In the inbox
cli-desk-help-pick = mark a change set
cli-desk-help-picked = reject or defer the marked ones, else the one at the cursor
cli-desk-help-picked-back = take that back
cli-desk-help-pages = Desk, Inbox, Todos, Ledger
cli-desk-help-undo = in the ledger: propose to take an entry back
cli-desk-help-stop = stop what is under way
cli-desk-help-help = these keys
cli-desk-help-suspend = to the shell; fg comes back
cli-desk-help-quit = close the desk
cli-signed-drifted = What was signed in #{ $set } builds on what was changed since. Nothing has been changed.
cli-undo-command = The last thing was a command, @{ $entry }: { $label }. What a command did to files is not taken back.
cli-undo-command-before = Nothing has been changed. The change before it: countersign undo @{ $before }
cli-undo-command-alone = Nothing has been changed.
cli-withdrawn-confirm = If that is meant, propose it again with --confirm; the proposal was taken back.
cli-disk-full = The disk of { $dir } is full: { $cause }
cli-disk-full-hint = What is stored there is safe and was not touched. Free some space, and try again.
cli-answer-lost = The answer could not be written: { $cause }.
cli-answer-lost-hint = What was asked for was carried out all the same. Look at it before you ask again: countersign log
cli-recovered-done = Applying #{ $set } was cut off before. It is finished now: all of it is applied.
cli-recovered-open = Applying #{ $set } was cut off before. What became of it, and what to do: countersign show { $set }
cli-recovered-put-back = Applying #{ $set } was cut off before. All files are as they were. Sign and apply it again: countersign show { $set }
cli-recovered-waits = Applying #{ $set } was cut off before, and is not ended yet: { $why }
cli-state-unknown = outcome of { $count } unknown

## A database that is not what was written
cli-is-a-folder = It is a folder.
cli-is-no-file = It is no regular file.
cli-file-in-the-way = { $file } is in the way: { $cause }
cli-file-in-the-way-hint = What is stored is safe and was not touched. Move that away or make it yours, or take another folder with --data DIR.
cli-looking-damaged = { $what } What is shown here is read from the ledger, in a copy of { $dir }; nothing was changed. To set it right: countersign rebuild --write
cli-looking-broken = { $what } What is shown here is what can be read of { $dir }, in a copy; nothing was changed. Save it: countersign export json -o todos.json. Go on with an earlier copy of the folder, or in a new one: countersign --data NEW import todos.json --yes
cli-ledger-broken = { $what } What is done now is kept all the same; what stands there is not proof of anything. See: countersign verify
cli-looking-missing = { $what } This is a copy of what is left in { $dir }: it can be read and exported, and nothing was changed. What to do: countersign doctor
cli-restored-ask = Go on with what is there, and note it as all there is? [y/N]
cli-restored-aside-ask = Move what is there aside, and begin with an empty database? Nothing is deleted. [y/N]
cli-rebuild-aside = The database as it was is kept in { $dir }.
cli-restored-kept = The database and its log are kept as they were in { $dir }.
cli-restored-aside = Moved to { $dir }.
cli-restored-would = countersign restored --yes would do this: Go on with what is there, and note it as all there is.
cli-restored-aside-would = countersign restored --yes would do this: Move what is there aside, and begin with an empty database. Nothing is deleted.
cli-restored-anew = The ledger begins anew; it is empty.
cli-restored = The ledger goes on from @{ $entry }.
cli-restored-not = It was not confirmed. Nothing has been changed.
cli-restored-not-hint = Answer y in a terminal, or: countersign restored --yes
cli-restored-nothing = Nothing is missing. Nothing has been changed.
cli-saved = Saved as { $dir }/{ $file }. It is a database by itself.
cli-saved-here = Saved here earlier: { $files }.
cli-saved-here-todo = A .db is a database by itself: copy it to countersign.db in a new folder, and look: countersign --data NEW doctor. A .json goes into one: countersign --data NEW import FILE
cli-replaced = The database in { $dir } was removed or replaced while the server ran.
cli-replaced-hint = All that was acknowledged is in { $file }. Move what is in the database's place away, and put that file there.
cli-replaced-lost = It could not be saved: { $cause }
cli-damaged = A part of the database in { $dir } could not be read any more while the server ran; nothing was written to it since.
cli-damaged-hint = The todos as they were are in { $file }. Copy the folder away. countersign doctor says what can be read, and countersign rebuild --write makes anew what the ledger holds.
cli-damaged-now = A part of the database cannot be read any more, and nothing more is written to it. countersign export json -o todos.json saves the todos; then end the server and run countersign doctor.
cli-cut = The database in { $dir } was cut or overwritten while the server ran.
cli-cut-hint = The todos as they were are in { $file }. What is left of the database has not been touched: countersign doctor says what is missing.
cli-too-few-files = This process may only open { $count } files, which is too few.
cli-too-few-files-hint = Raise the limit and try again: ulimit -n 1024. Nothing has been changed.
cli-contents = { $count ->
    [one] { $count } stored content of a file, which an undo would put back, is as it was.
   *[other] { $count } stored contents of files, which an undo would put back, are as they were.
}
cli-contents-part = { $count ->
    [one] { $count } stored content of a file is as it was
   *[other] { $count } stored contents of files are as they were
}; { $unread ->
    [one] { $unread } older one was not read.
   *[other] { $unread } older ones were not read.
}
cli-contents-unread = { $count ->
    [one] { $count } older content of a file was not read.
   *[other] { $count } older contents of files were not read.
}
cli-contents-lost = { $count ->
    [one] { $count } stored content is
   *[other] { $count } stored contents are
} missing or damaged.
cli-contents-lost-sets = These change sets cannot be taken back: { $sets }.
cli-contents-lost-waiting = These wait and cannot be applied: { $sets }.
cli-contents-lost-images = These pictures are lost: { $images }.
cli-contents-lost-todo = Nothing has been changed. An earlier copy of the data folder may still hold them: countersign --data COPY doctor
cli-drift-unseen = “{ $title }” cannot be looked at: { $cause }
cli-all-drifted = { $count } of { $total } drifted, so nothing of it is applied: what they build on has changed. Nothing has been changed.
cli-all-drifted-hint = Make them for what is there now: countersign rebase { $set } all. The rest without them: countersign apply { $set } --all --best-effort
cli-expired = #{ $set } expired: nothing of it can be decided any more.
cli-expired-hint = Propose the same anew: countersign rebase { $set } all
cli-doctor-workspace-gone = The folder of workspace { $name } is gone: { $dir }
cli-doctor-workspace-gone-todo = Put it back; until then nothing in it can be changed or taken back. Or close it: countersign workspace close { $name }
cli-drift-unseen-hint = Put the folder back and make it readable for you, or open it again if it was closed (countersign workspace open DIR); then say it again. Nothing has been changed.
cli-undo-conflict-hint = Say --conflicts with-later to undo these too, or --conflicts keep to leave what was changed since. Nothing has been changed.
cli-undo-later-hint = Say --conflicts with-later to undo these too. Nothing has been changed.
cli-undo-deletes = Taking it back deletes: { $names }
cli-undo-outside-hint = Say --conflicts keep to leave what was changed there, and take back the rest. Nothing has been changed.
cli-no-folder = The folder you are in is not there any more: { $cause }
cli-no-folder-hint = Go to one that is there (cd), and say it again.
cli-input-too-long-hint = Give it in parts of at most { $most } MB.
cli-output-dropped = { $count } bytes of its output beyond 50 MB were not stored.
cli-run-not-shown = { $count } more bytes of output are stored and not shown here: countersign outputs
cli-outputs-dropped = { $count } bytes more were not stored
cli-token-seen = Other programs of yours can read --token in the list of processes. Give it as COUNTERSIGN_TOKEN instead.
cli-model-says = The model says:
cli-model-asks = The model asks:
cli-agent-says = { $agent } says
cli-agent-planner = the planner
cli-agent-rules = what you decided
cli-subtasks-found = Found { $count } sub-tasks:
cli-subtasks-paused = { $done ->
    [one] { $done } sub-task
   *[other] { $done } sub-tasks
} done, { $left } left, { $failed } failed; changes queued: { $queued }.
cli-subtasks-after = (after { $list })
cli-subtasks-way-a = several at once, each after those it depends on (recommended)
cli-subtasks-way-b = one after the other
cli-subtasks-way-c = fast and loose: all at once; what overlaps fails
cli-subtasks-way = {"  "}{ $letter } { $name }: about { $seconds } s, { $cost }
cli-subtasks-ask-choose = A, B or C begins, s stops, or say what all are to keep to:
cli-subtasks-keys-choose = Type A, B, C, s or a sentence.
cli-subtasks-ask = y go on, retry N begins a failed one again, s stop here and propose what is done:
cli-subtasks-keys = Type y, retry and a number, s or a sentence.
cli-subtasks-next-choose = Next: countersign continue --start A (or B, C) · continue --granularity coarse · continue --keep 3,1 · continue --stop
cli-subtasks-next = Next: countersign continue --retry N · continue · continue --stop

## Servers of tools
cli-mcp-servers-unused = None of its servers is used until that is mended.
cli-mcp-servers-none = No servers of tools: { $file } names none.
cli-mcp-servers-free = not confined
cli-mcp-servers-confined = confined by { $sandbox }
cli-mcp-servers-elsewhere = runs elsewhere
cli-mcp-servers-looks = [looks]
cli-mcp-servers-signed = [waits for a signature]
cli-mcp-servers-idle = not started
cli-mcp-servers-running = runs
cli-mcp-servers-unasked = not asked yet
cli-mcp-servers-answers = answers
cli-mcp-servers-failed = failed
cli-mcp-servers-off = switched off
cli-mcp-servers-reads-allowed = reads allowed
cli-mcp-servers-reads-asked = reads asked about
cli-doctor-mcp-servers = { $count ->
    [one] 1 server of tools is named in mcp.json
   *[other] { $count } servers of tools are named in mcp.json
}
cli-item-tool = tool
cli-item-says = its server says
cli-item-arguments = arguments
