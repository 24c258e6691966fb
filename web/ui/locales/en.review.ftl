## The inbox and its cards
page-inbox-open = { $n ->
    [one] { $n } item to decide
   *[other] { $n } items to decide
}
page-inbox-signed = { $n } signed
page-inbox-empty = Nothing is waiting.
page-inbox-empty-text = Proposals you put off, and those you have not looked at, wait here for seven days.
page-tidy = Tidy up
page-tidy-hint = Looks for overdue plans, doubles, missed dates and full days, and proposes. Nothing is changed.
page-woke = { $n ->
    [0] Nothing to propose.
    [one] 1 change proposed.
   *[other] { $n } changes proposed.
}
page-woke-waits = { $n ->
    [one] Nothing new: 1 change waits already.
   *[other] Nothing new: { $n } changes wait already.
}
page-suggests = { $n ->
    [one] { $agent } suggests 1 change
   *[other] { $agent } suggests { $n } changes
}
page-dismiss = Dismiss
page-woke-rules = { $n ->
    [one] 1 change was made by your rules.
   *[other] { $n } changes were made by your rules.
}
page-inbox-unknown = outcome of { $n } unknown
page-suggests-rules = { $n ->
    [one] What you decided suggests 1 rule
   *[other] What you decided suggests { $n } rules
}
page-agent-says = { $agent } says:
page-why = Why

## Questions that stop an action
page-effect-deletes = { $n ->
    [one] Delete 1 todo
   *[other] Delete { $n } todos
}
page-effect-updates = { $n ->
    [one] Change 1 todo
   *[other] Change { $n } todos
}
page-effect-both = Delete { $deletes } and change { $updates } todos
page-confirm-title = { $effect }?
page-confirm-deletes = This will delete { $n } todos.
page-confirm-both = These are { $n } todos together.
page-confirm-updates = This will change { $n } todos.
page-effect-sensitive = { $n ->
    [one] Change 1 file that decides what runs
   *[other] Change { $n } files that decide what runs
}
page-confirm-sensitive = These files decide what gets built, installed or run. Read their changes once more.
page-confirm-type = Type { $n } to go on
page-confirm-hold = Hold the button, or Enter on it, for a moment.
page-confirm-lasts = { $n ->
    [one] This cannot be undone:
   *[other] These cannot be undone:
}
page-effect-applies = Apply { $n }
page-effect-gone = Delete { $n } todos and files
page-confirm-safe = Nothing has been changed yet. It can be undone from History.
page-undo-conflict = Something later is in the way
page-undo-conflict-text = What you want to take back was changed again since. Nothing has been changed.
page-undo-would = Undo would put
page-undo-stop = Stop
page-undo-keep = Keep the later changes
page-undo-these = Undo these too
page-undo-deletes = { $n ->
    [one] Taking it back deletes:
   *[other] Taking it back deletes { $n }:
}
page-undo-both = Undo both
page-undo-outside-text = What you want to take back was changed outside Countersign since. Nothing has been changed.
page-undo-outside-keep = Leave that, take back the rest
page-undo-content-now = other content
page-undo-content-back = the content from before

## The keys
page-keys = Keys
page-keys-note = Single letters act only while a row has the focus; they can be turned off in Settings.
page-keys-off = Single letters are turned off in Settings.
page-key-move = next, previous item
page-key-sign = sign; on Todos, complete
page-key-reject = reject, then a reason
page-key-reason = pick a reason
page-key-defer = put off
page-key-undecide = take the decision back
page-key-open = open, close details
page-key-why = why
page-key-edit = edit before signing
page-key-exclude = leave a target out
page-key-rebase = rebase an outdated item
page-key-hunk = previous, next part of a file
page-key-sign-apply = sign this, and apply it with what is signed already
page-key-apply = apply what is marked
page-key-slash = write a message; in a change set, filter its items; elsewhere, search
page-key-leave = from the message to the items; what is written stays
page-key-pages = Desk, Inbox, Todos, History, Library, Rules, Settings
page-key-modes = Auto, Chat, Plan
page-key-help = this help

## What an item would do, and why
page-inspector = Details
page-tab-preview = Preview
page-tab-why = Why
page-tab-checks = Checks
page-tab-raw = Raw
page-preview-none = Nothing would change.
page-targets = { $n ->
    [one] 1 todo
   *[other] { $n } todos
}
page-targets-excluded = { $n } left out
page-why-asked = Asked for
page-why-by = Proposed from
page-why-when = Proposed at
page-why-reason = Your reason
page-why-decided = Decided at
page-source-request = your request
page-source-planner = your request, by the built-in planner
page-source-sent = operations sent with your key, by you or a program
page-source-direct = your own edit
page-source-compat = a program with your key
page-source-import = an import ({ $what })
page-source-undo = taking back entry { $what }
page-source-rewind = going back to entry { $what }
page-origin-text = It came of no conversation. What you say here begins one.
page-check-valid = Every value is valid.
page-check-current = Nothing it builds on has changed.
page-check-drifted = { $n ->
    [one] 1 field has changed since.
   *[other] { $n } fields have changed since.
}
page-digest = You sign exactly this:
page-drift-title = Out of date.
page-drift-line = Line { $line }
page-drift-text = Something this builds on has changed since it was proposed.
page-drift-gone = “{ $title }” was deleted since. There is nothing left to change.
page-drift-table = What has changed
page-drift-what = Field
page-drift-base = Then
page-drift-now = Now
page-drift-changed = changed meanwhile
page-drift-changed-size = changed meanwhile ({ $size })
page-drift-proposed = Proposed
page-rebase = Rebase
page-drop = Drop
page-drift-file = The file on disk is no longer the one this was made for. Rebase makes the change for what is there now, where it still fits; or drop it.
page-why-rule = Signed by
page-why-rule-n = rule { $n }: { $name }
page-source-agent = { $what }, another program
page-source-wake = { $what }, of its own accord
page-rule-revocable = Can be revoked on the Rules page

## Many at once
page-same = { $n ->
    [one] The same change, once
   *[other] The same change ×{ $n }
}
page-same-shown = { $samples } shown, { $outliers } different
page-same-sign = Sign { $n }
page-same-reject = Reject { $n }
page-same-all = Show all { $n }
page-hasty = { $n } signed in { $seconds } s. Look again?
page-hasty-deletes = { $deletes ->
    [one] { $n } signed in { $seconds } s, 1 was a deletion. Look again?
   *[other] { $n } signed in { $seconds } s, { $deletes } were deletions. Look again?
}
page-look-again = Look again

## The memory of decisions, in History
page-memory = Decision memory
page-memory-text = What you said to what was proposed. Agents are told of it, and what you turned down is not proposed again. Forget a line, and they are told of it no more.
page-memory-forget = Forget: { $label }
page-memory-restore = Remember again: { $label }
page-memory-forgotten = Forgotten. Agents are told of it no more; the history keeps it.
page-memory-filter = Verdict
page-memory-empty = No decisions yet.
page-memory-empty-text = What you sign, reject or put off is remembered here.
page-proposed-by = by { $agent }
page-proposed-by-planner = by the planner
page-proposed-by-rules = from what you decided

## Todos and History
page-todos-empty = No todos yet.
page-todos-empty-text = Type one above, with its date and time: "call the bank friday 9am".
page-week-before = Week before
page-week-after = Week after
page-week-hint = Drag a todo to another day, or to the edge for another week; or select it and press Alt+← or Alt+→, by a week Alt+PgUp or Alt+PgDn.
page-label-x = Todos with the label { $label }
page-history-filter = Show
page-history-empty = Nothing here yet.
page-history-empty-text = Every proposal, decision and change is written down here, and can be taken back.

## Todos that are edited
page-applied-x = Applied: { $what }
page-undone-x = Undone: { $what }
page-crossed = Somebody changed this todo elsewhere while it was open here.
page-crossed-choose = Nothing has been saved. Choose which value stays, then save.
page-crossed-theirs = Now there:
page-crossed-mine = Yours:
page-crossed-history = Both changes of “{ $title }” are in History.
page-draft = not saved
page-orphan = “{ $title }” was deleted while you were changing it. What you wrote is kept here.
page-orphan-add = Add it as a new todo
page-draft-kept = This is what you wrote here and did not save.
page-draft-discard = Discard it

## What needs another item
page-inbox-drifted = { $n } out of date
page-needs-title = { $n ->
    [one] It needs another item
   *[other] It needs { $n } other items
}
page-needs-text = “{ $label }” can be applied only with:
page-again-too-title = What is signed is carried out too
page-again-too-text = { $n ->
    [one] One item is signed already and goes with it:
   *[other] { $n } items are signed already and go with it:
}
page-again-too = Carry out all { $n }
page-needs-item = Item { $n }: { $label }
page-needs-too = { $n ->
    [one] Sign that item too
   *[other] Sign these { $n } items too
}
page-needs-without = { $n ->
    [one] Apply only the other item
   *[other] Apply only the other { $n } items
}
page-left-needs = Item { $n } is left out, “{ $label }”: it needs { $needs }.
page-needs-refused = “{ $label }” needs { $list }.
page-needs-refused-hint = Sign that first, or leave both. Nothing has been changed.
page-cannot-apply-hint = Reject or edit these items, then apply the rest. Nothing has been changed.
page-inbox-idle = Nothing to decide

## Sheets, lists and pages
ui-delete = Delete
page-in-folder = in { $folders }
page-set-empty = This change set is empty.
page-blast-deletes = { $n ->
    [one] Deletes 1 todo.
   *[other] Deletes { $n } todos.
}
page-blast-creates = { $n ->
    [one] Adds 1 todo.
   *[other] Adds { $n } todos.
}
page-blast-updates = { $n ->
    [one] Changes 1 todo.
   *[other] Changes { $n } todos.
}
page-none-signable = Nothing of it can be signed.
page-put-away = Put it away
page-undoable-dot = Can be undone.
page-only-looks-dot = Only looks: nothing to undo.
page-left-as-it-was-dot = Changed nothing in its folder: nothing to undo.
page-not-undoable-dot = Cannot be undone.
page-undoable-but-some = Can be undone, but for { $n } of the commands.
page-undoable-but-runs = { $n ->
    [one] Can be undone, but for the command.
   *[other] Can be undone, but for the commands.
}
page-expires = { $n ->
    [one] Expires tomorrow.
   *[other] Expires in { $n } days.
}
page-expires-today = Expires today.
page-later = Decide later
page-later-hint = Puts everything that is open off; it stays in the inbox
page-early = Still being checked; items may change. You can decide already.
page-strip-drifted = { $n ->
    [one] 1 item is out of date: something it builds on has changed since. Decide it again.
   *[other] { $n } items are out of date: something they build on has changed since. Decide them again.
}
page-filter-shown = { $n } of { $of } shown. The buttons mean all of them.
page-ask-again = Ask again
page-receipt = Entry { $entry } · { $hash }
page-receipt-failed = { $done } done, { $failed } failed.
page-receipt-going = { $done } done so far{ $failed ->
    [0] .
   *[other] , { $failed } failed.
}
page-undo-some = Undo { $n } of { $of }
page-running = Running { $n } of { $of }
page-n-running = running
page-undo-all = Undo all
page-undo-item = Undo
page-undo-entry = Undo all of it
page-undo-x = Undo: { $label }
page-rewind = Rewind to here
page-reviewed = Reviewed
page-n-items = { $n ->
    [one] item
   *[other] items
}
page-n-marked = marked
page-n-open = open
page-n-failed = failed
page-n-unknown = unknown
page-n-invalid = cannot be signed
page-filter = Filter items
page-filter-none = No item matches.
page-sign-group = Sign all
page-todos-n = { $n } todos
page-rejected-with = Rejected with { $n }
page-because = because: { $reason }
page-add-reason = Add a reason
page-sign = Sign
page-sign-x = Sign: { $label }
page-reject-x = Reject: { $label }
page-details-x = Details: { $label }
page-signed-x = Signed: { $label }
page-rejected-x = Rejected: { $label }
page-reject = Reject
page-reject-reason = Reject with a reason
page-reject-why = Why reject { $label }?
page-reject-text = A digit, your own words, or just Enter
page-defer = Defer
page-edit-item = Edit: { $label }
page-edit-more = Change another field
page-edit-note = The edited item is checked again and wants a new decision.
page-group-files = Files
page-blast-written = { $n ->
    [one] Writes 1 file.
   *[other] Writes { $n } files.
}
page-blast-erased = { $n ->
    [one] Deletes 1 file.
   *[other] Deletes { $n } files.
}
page-blast-runs = { $n ->
    [one] Runs 1 command.
   *[other] Runs { $n } commands.
}
page-file-rename = Rename
page-file-chmod = Permissions
page-lines =
    { $added ->
        [one] { $added } line
       *[other] { $added } lines
    } added, { $removed } removed
page-sensitive = Look twice
page-sensitive-why = Look twice: this file { $reason }.
page-unread = Unread
page-unread-why = Lines of this change have not been shown yet.
page-diff-no-end = no line end
page-hunk = Part { $n } of { $of }, line { $line }
page-hunk-out = left out
page-hunks-none = No part is kept: nothing would be written.
page-lines-more = { $n ->
    [one] 1 more line is not shown.
   *[other] { $n } more lines are not shown.
}
page-lines-rest = Show all
page-diff-binary = Not text
page-diff-same = The text stays as it is.
page-diff-empty = The file is empty.
page-text-edit = Edit text
page-text-of = Text of { $path }
page-text-odd = This text mixes line ends, or is too long, so it cannot be edited here.
page-diff-since = Since it was proposed, the file has changed:
page-view = View
page-search = Search todos
page-search-none = No todo matches.
page-search-none-text = Search looks at titles, notes and labels, and forgives typing errors.
page-found = { $n ->
    [one] 1 found
   *[other] { $n } found
}
page-found-most = The { $n } that fit best. Another word narrows it.
page-due = due { $date }
page-due-here = due
page-missed = { $n } missed before
page-has-notes = has notes
page-complete-x = Complete { $title }
page-reopen-x = Open again: { $title }
page-delete-x = Delete { $title }
page-completed-x = Completed: { $title }
page-reopened-x = Open again: { $title }
page-deleted-x = Deleted: { $title }
page-skipped-x = Skipped: { $title }
page-moved-x = Moved to { $date }: { $title }
page-saved-x = Saved: { $title }
page-edit-todo = Edit { $title }
page-skip-date = Skip this date
page-complete-date = Complete this date
page-add = Add a todo
page-add-hint = Add a todo: call the bank friday 9am
page-add-button = Add
page-add-desk = Enter takes this to the Desk, where it is proposed or answered.
page-add-lost = No answer from the server. The text is kept; Enter tries again.
page-unanswered = No answer from the server: it is not known whether this was done.
page-this-week = This week
page-free = Free
page-move-earlier = Move one day earlier: { $title }
page-move-later = Move one day later: { $title }
page-move-to = Move to a date: { $title }
page-earlier = One day earlier
page-later-day = One day later
page-verified = { $n ->
    [one] Ledger verified, 1 entry
   *[other] Ledger verified, { $n } entries
}
page-differs = { $n ->
    [one] Ledger sound, 1 difference in what is stored
   *[other] Ledger sound, { $n } differences in what is stored
}
page-broken = Ledger broken at entry { $seq }
page-entry-changed = Changed since it was written: proof of nothing
page-entry-unreadable = Cannot be read
page-entry-current = current
page-entry-files = { $n ->
    [one] 1 file
   *[other] { $n } files
}
page-by-you = you, { $via }
page-kind-not-applied = Not applied
page-inbox-by = Proposed by { $agent }
page-filter-applied = Changes
page-filter-decided = Decisions
page-filter-proposed = Proposals
page-filter-settings = Settings
page-via-page = page
page-via-terminal = terminal
page-via-api = program
page-via-editor = editor
page-kind-applied = Applied
page-kind-decided = Decided
page-kind-proposed = Proposed
page-kind-revised = Revised
page-kind-expired = Expired
page-kind-settings = Settings changed
page-kind-audit = Noted
page-filter-memory = Memory
page-kind-extended = Added
page-kind-session = Conversation
page-kind-plan = Plan
page-kind-rule_made = Rule signed
page-kind-rule_suspended = Rule suspended
page-kind-rule_revoked = Rule revoked
page-kind-rule_used = Rule used
page-kind-rule_kept = Rule kept from proposing
page-kind-memory = Memory
page-kind-applying = Begun
page-filter-all = All
page-verdict-confirmed = signed
page-verdict-rejected = rejected
page-verdict-deferred = deferred
page-verdict-retracted = taken back
page-verdict-withdrawn = withdrawn
page-verdict-replaced = replaced
page-verdict-undecided = decision taken back
page-verdict-expired = expired
page-verdict-forgotten = forgotten
page-verdict-undone = undone
page-outcome-rolled_back = It failed and everything was put back.
page-outcome-needs_recovery = It failed and could not be put back entirely. Look at History.
page-outcome-unknown = Nobody can say what happened.
page-unsaved-title = { $n ->
    [one] What you wrote at one item is not saved
   *[other] What you wrote at { $n } items is not saved
}
page-unsaved-text = Applied as it stands, it is lost. You can go back and save it first.
page-unsaved-apply = Discard it and apply
page-picked = { $n ->
    [one] 1 todo chosen
   *[other] { $n } todos chosen
}
page-picked-is = chosen
page-picked-completed = { $n ->
    [one] 1 todo completed
   *[other] { $n } todos completed
}
page-picked-moved = { $n ->
    [one] 1 todo moved to { $date }
   *[other] { $n } todos moved to { $date }
}
page-picked-deleted = { $n ->
    [one] 1 todo deleted
   *[other] { $n } todos deleted
}
page-pick-complete = Complete
page-pick-date = New day
page-pick-move = Move
page-picked-n = { $n } chosen
page-picked-sets = { $n ->
    [one] 1 change set chosen
   *[other] { $n } change sets chosen
}
page-picked-rejected = { $n ->
    [one] 1 change set rejected
   *[other] { $n } change sets rejected
}
page-pick-all = Choose all
page-pick-x = Choose: { $label }
page-pick-none = Choose none
page-key-pick = choose; with Shift and an arrow, several
page-key-week = in the week, move a todo by a day, by a week
page-apply-later = Not applied yet: it waits until the server is back.
page-history-search = Search the history
page-history-none = Nothing matches.
page-history-none-text = Search looks at what was proposed, decided and changed, and at its numbers.
page-history-found = { $n ->
    [one] 1 entry of the last { $of }
   *[other] { $n } entries of the last { $of }
}
page-diff-beside = Side by side
page-gone-withdrawn = Withdrawn when you said “{ $message }”.
page-gone-replaced = Change set #{ $id } took its place when you said “{ $message }”.
