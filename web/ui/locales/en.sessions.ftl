# How full a conversation is, and where it goes on
page-meter-hint = How full this conversation is
page-meter-context = ctx { $n } %
page-fullness = How full this conversation is
page-full-context = The context is { $n } % full
page-full-storage = The storage is { $n } % full
page-gauge-context = Context
page-gauge-measured = { $used } of { $of } tokens, counted as { $model } counts
page-gauge-estimated = { $used } of { $of } tokens, estimated: { $model } has counted nothing here yet
page-gauge-storage = Storage
page-gauge-stored = { $used } of { $of }
page-gauge-messages = { $n ->
    [one] 1 message is not summed up.
   *[other] { $n } messages are not summed up.
}
page-going-on-compared = Handoff and extension compared
page-hand-off = Hand off
page-extend = Extend
page-handoff-told = What the new conversation is told
page-handed-off = { $title } goes on from here
page-extended = { $n ->
    [one] 1 message is summed up. Nothing was removed.
   *[other] { $n } messages are summed up. Nothing was removed.
}
page-carried = What this conversation goes on with
page-carried-handoff = Handed off
page-carried-extended = { $n ->
    [one] 1 message summed up
   *[other] { $n } messages summed up
}
page-carried-parent = The conversation before
page-carried-told = What the model is told
page-bugs = { $n ->
    [one] 1 bug, { $open } open
   *[other] { $n } bugs, { $open } open
}
page-bug-message = message { $n }
page-bugs-copy = Copy the report
page-bugs-copied = The report is copied
page-recovery-legacy_next_steps = A next step came in the old form
page-recovery-guardrail_stop = A step was given up
page-compare-new = New conversation
page-compare-new-handoff = Yes
page-compare-new-extend = No, the same
page-compare-context = The model is told
page-compare-context-handoff = The sum and the next step
page-compare-context-extend = The sum and the next step
page-compare-history = What was said
page-compare-history-handoff = Stays in the old one
page-compare-history-extend = Stays here
page-compare-rollback = Undo
page-compare-rollback-handoff = All earlier changes
page-compare-rollback-extend = All earlier changes
page-compare-speed = Speed
page-compare-speed-handoff = Short prompts again
page-compare-speed-extend = Short prompts again
page-compare-storage = Storage
page-compare-storage-handoff = Begins at 0
page-compare-storage-extend = Counts from 0, nothing is removed
page-compare-when = When
page-compare-when-handoff = Another part of the work begins
page-compare-when-extend = The same work goes on
page-no-conversations = No conversations yet.
page-waits = waits for you
page-messages = { $n ->
    [one] 1 message
   *[other] { $n } messages
}
page-session-search = Search conversations
page-session-kept = Which conversations
page-session-none-found = Nothing was found. Try fewer words.
page-session-none-here = Nothing is kept here.
page-session-name = New name of { $title }
page-session-rename = Rename { $title }
page-session-archive = Archive { $title }
page-session-delete = Delete { $title }
page-session-restore = Bring { $title } back
