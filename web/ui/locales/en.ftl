### Texts of the page (page-…) and texts shared by page and terminal (ui-…). English.

## Shared words
ui-product = Countersign
ui-pages = Pages
ui-start-page = Countersign, start page
ui-skip = Skip to the pages
ui-help = Keyboard help
ui-close = Close
ui-cancel = Cancel
ui-save = Save
ui-saved = Saved.
ui-undo = Undo
ui-dismiss = Dismiss
ui-notices = Notices
ui-loading = Loading…
ui-today = Today
ui-tomorrow = Tomorrow
ui-yesterday = Yesterday
ui-yes = yes
ui-no = no
ui-becomes = becomes
ui-nothing-changed = Nothing has been changed.
ui-nothing-changed-yet = Nothing has been changed yet.
ui-offline = Server not reachable. Nothing has been changed. Retrying…
ui-offline-unsure = Server not reachable. Whether your last change arrived is not known. Retrying…
ui-online = Server reachable again.
ui-unreachable = server not reachable
ui-remove = Remove { $what }
ui-hours = { $n } h
ui-minutes = { $n } min
ui-hours-minutes = { $h } h { $m } min
ui-dates-more = … { $dates } ({ $n } dates)

## Fields of a todo
ui-field-title = Title
ui-field-command = Command
ui-field-notes = Notes
ui-field-scheduledFor = Date
ui-field-timeOfDay = Time
ui-field-dueDate = Due
ui-field-priority = Priority
ui-field-status = Status
ui-field-statusReason = Reason
ui-field-reason = Reason
ui-field-estimate = Estimate, minutes
ui-field-labels = Labels
ui-field-labels_add = Add labels
ui-field-labels_remove = Remove labels
ui-field-checklist = Checklist
ui-field-checklist_add = Add to checklist
ui-field-checklist_check = Tick
ui-field-checklist_uncheck = Untick
ui-field-recurrence = Repeats
ui-field-completed = Completed
ui-field-completedDates = Completed dates
ui-field-skippedDates = Skipped dates
ui-field-moved = Moved dates
ui-field-extra = Other properties
ui-field-occurrenceDate = Occurrence
ui-field-exists = There
ui-field-occurrence = Occurrence
ui-field-label = Label
ui-occurrence-open = open
ui-occurrence-completed = completed
ui-occurrence-skipped = skipped
ui-occurrence-moved = moved to { $date }
ui-field-to-date = To date
ui-field-to-time = To time
ui-field-id = Todo
ui-field-op = Action
ui-field-where = Which todos
ui-field-target = Todo
ui-field-verb = Action
ui-field-until = End of the repetition
ui-field-shift = Move
ui-field-title_contains = A word of the title
ui-field-list = Your list
ui-field-overdue = Overdue
ui-field-repeating = Repeating
ui-priority-low = Low
ui-priority-medium = Medium
ui-priority-high = High
ui-status-open = Open
ui-status-in_progress = In progress
ui-status-groomed = Groomed
ui-status-blocked = Blocked
ui-status-on_hold = On hold
ui-status-done = Done
ui-status-rejected = Rejected
ui-check = Tick { $title }
ui-checklist-line = Checklist line { $n }
ui-checklist-add = Add a line, Enter

## Repetition
ui-repeats-none = Does not repeat
ui-repeats-daily = Daily
ui-repeats-weekly = Weekly
ui-repeats-monthly = Monthly
ui-repeats-yearly = Yearly
ui-repeat-every = Every
ui-repeat-until-label = Until
ui-weekdays = Weekdays
ui-repeat-none = does not repeat
ui-repeat-daily = { $n ->
    [one] daily
   *[other] every { $n } days
}
ui-repeat-weekly = { $n ->
    [one] weekly
   *[other] every { $n } weeks
}
ui-repeat-monthly = { $n ->
    [one] monthly
   *[other] every { $n } months
}
ui-repeat-yearly = { $n ->
    [one] yearly
   *[other] every { $n } years
}
ui-repeat-on = on { $days }
ui-repeat-until = until { $date }
ui-repeat-count = { $n ->
    [one] once
   *[other] { $n } times
}
ui-repeat-after = after completion
ui-last-day = the last day
ui-month-day = day { $day }
ui-nth-1 = 1st { $day }
ui-nth-2 = 2nd { $day }
ui-nth-3 = 3rd { $day }
ui-nth-4 = 4th { $day }
ui-nth-5 = 5th { $day }
ui-nth--1 = last { $day }

## Reasons for turning a proposal down
ui-reason-wrong-target = Wrong target
ui-reason-wrong-value = Wrong value
ui-reason-my-wording = My wording
ui-reason-not-now = Not now
ui-reason-not-needed = Not needed
ui-reason-too-risky = Too risky
ui-reason-already-done = Already done
ui-reason-duplicate = Duplicate
ui-reason-other = Other

## Errors with words of their own; all others carry the server's
ui-error-not_found = That is not there any more.
ui-error-idempotency_mismatch = The same key was used for something else. Nothing has been changed.

## Pages
page-desk = Desk
page-inbox = Inbox
page-todos = Todos
page-history = History
page-inbox-count = { $n ->
    [one] 1 change set waits
   *[other] { $n } change sets wait
}
page-locked = This page needs its key
page-locked-text = The key is in the address that the server prints when it starts. For a fresh one, run:

## Thread
page-conversation = Conversation
page-conversations = Conversations
page-new-conversation = New conversation
page-untitled = Untitled
page-messages-label = Messages
page-you = You
page-message = Message
page-placeholder = Ask, or describe a change…
page-answer-here = Answer in your own words…
page-desk-empty = What should change?
page-desk-empty-text = Say it in a sentence. Countersign proposes; nothing changes until you sign it, and changes to todos and files can be undone.
page-example-1 = Add "Pay rent" tomorrow 9am, high priority
page-example-2 = Every Monday: water the plants
page-example-3 = What is due this week?
page-mode = Mode
page-mode-auto = Auto
page-mode-chat = Chat
page-mode-plan = Plan
page-mode-auto-hint = Auto: decides between an answer and a proposal
page-mode-chat-hint = Chat: answers only
page-mode-plan-hint = Plan: always a proposal or a question
page-planner-only = built-in planner
page-send = Send
page-stop = Stop
page-stage-sent = Sent
page-stage-routing = Routing
page-stage-proposing = Proposing
page-stage-validating = Validating
page-stage-repairing = Repairing
page-stage-summarizing = Summarizing
page-failure = Sorry, I could not process that. ({ $error })
page-run-cancelled = Stopped. Nothing has been changed.
page-open-sheet = Review change set #{ $id }

## Clarify
page-show-more = Show { $n } more

## Change sets
page-folder = Folder
page-folder-any = the folder that is named
page-set-title = Change set #{ $id }
page-set-missing = Change set #{ $id } is not there.
page-count-add = { $n } to add
page-count-change = { $n } to change
page-count-delete = { $n } to delete
page-count-run = { $n } to run
page-count-none = no changes
page-review = Review
page-sheet = Review
page-sheet-empty = Nothing is waiting.
page-sheet-empty-text = Proposed changes appear here, one row each. You decide them one by one.
page-undoable = Can be undone
page-not-undoable = Cannot be undone
page-undo-nothing = Changes nothing
page-version-note = { $changed ->
    [0] v{ $version }: your marks kept
    [one] v{ $version }: 1 changed, your marks kept
   *[other] v{ $version }: { $changed } changed, your marks kept
}
page-version-waiting = { $changed ->
    [0] v{ $version } is there · Show
    [one] v{ $version }: 1 changed · Show
   *[other] v{ $version }: { $changed } changed · Show
}
page-unsure = The server did not answer in time, so it is not known whether this was applied. Asking again is safe: it is applied at most once.
page-applied-before = Applied as entry { $entry }.
page-applying = Applying { $n }…
page-verb-add = Add
page-verb-change = Change
page-verb-delete = Delete
page-verb-run = Run
page-status-marked = Marked
page-status-invalid = Invalid
page-status-pending = To review
page-status-confirmed = Signed
page-status-rejected = Rejected
page-status-deferred = Deferred
page-status-unheard = Not sent yet
page-status-retracted = Taken back
page-status-withdrawn = Withdrawn
page-status-replaced = Replaced
page-status-drifted = Out of date
page-status-blocked = Needs another
page-status-applying = Applying
page-status-applied = Applied
page-status-failed = Failed
page-status-unknown = Unknown
page-status-undone = Undone
page-status-expired = Expired
page-risk-some = Some risk
page-risk-high = High risk
page-needs = needs { $list }
page-no-title = A todo without a title
page-cannot-sign = { $label } cannot be signed as it stands.
page-decided = { $label }: { $verdict }. { $n } of { $of } marked.
page-decided-many = { $n ->
    [one] 1 item: { $verdict }.
   *[other] { $n } items: { $verdict }.
}
page-rebased = { $label }: rebased. Decide it again.
page-edited = { $label }: edited. Decide it again.
page-edit = Edit
page-drifted-refused = { $n ->
    [one] 1 item has become out of date. Nothing has been changed.
   *[other] { $n } items have become out of date. Nothing has been changed.
}
page-drifted-hint = Look at them and decide again.
page-stale = This change set has changed since you saw it. Nothing has been changed.
page-stale-hint = Look at it again, then apply.
page-applied-elsewhere = Applied in another window.
page-unheard = Your decision was not stored: { $list }

## Inspector
page-preview-deleted = Deleted
page-preview-more = and { $n } more

## Files and commands
page-apply-erase = { $n ->
    [one] Delete 1 file
   *[other] Delete { $n } files
}
page-file-create = New file
page-file-edit = Edit
page-file-delete = Delete file
page-diff-added = added
page-diff-removed = removed
page-file-size = Size
ui-field-content = Content
ui-field-undo = Undo
ui-no-file = no file
ui-content = content { $hash }
page-cmd-folder = Folder
page-cmd-never = Blocked
page-cmd-exit = exit { $code }

## Models in the thread
page-stage-chatting = Answering
page-usage-tokens = { $in } → { $out } tokens
page-usage-tokens-hint = Tokens read → written
page-place-local = local
page-place-hosted = hosted
page-place-local-hint = The model runs on this machine; nothing left it.
page-place-hosted-hint = The model runs elsewhere: the prompt left this machine.
page-mended = mended
page-noted = notes
page-recovery = Recovery
page-recovery-repaired = The answer had to be mended.
page-recovery-dropped = Parts of the answer were left out.
page-recovery-fallback = The summary is the product’s own: the model gave none.
page-recovery-prompt_cut = The model’s server read less than it was sent.
page-recovery-shortened = Parts of the prompt were cut to what the model reads.
page-recovery-redacted = Secrets were kept from the model.
page-recovery-tool_server = Another program’s tools could not be used.
page-recovery-larger_context = The plan needs more room: a model that reads more is asked.
page-recovery-retry = The model was asked again.
page-recovery-truncated = Part of the reply was cut off.
page-recovery-model_failed = The model did not answer.
page-recovery-unread_events = Part of what happened cannot be read: “countersign verify” names it.
page-again = Retry
page-continue = Continue
page-saw = What the model saw

## Confirming and undoing

## Inbox
page-more = Show more

## Todos
page-view-list = List
page-view-week = Week
page-group-overdue = Overdue
page-group-today = Today
page-group-upcoming = Upcoming
page-group-unscheduled = No date
page-group-done = Done
page-repeats = repeats

## History
page-entry = entry { $seq }
page-open-set = Change set #{ $id }

## Settings
page-lamp-down = does not answer
page-folders-none = No folder is open.

## Keys
page-mode-agent = Agent
page-mode-agent-hint = Agent: works in steps with tools; you sign what it would change
page-stage-planning = Planning
page-stage-executing = Working
page-agent-steps = Steps
page-agent-step-pending = to do
page-agent-step-waiting = waits
page-agent-step-running = working
page-agent-step-completed = done
page-agent-step-failed = failed
page-agent-step-cancelled = not begun
page-agent-step-denied = denied
page-recovery-corrected = A reply could not be used; the model was asked again
page-recovery-mixed = A reply mixed tool calls with an answer
page-recovery-not_proposed = A reply says that something is proposed, and nothing is
page-recovery-plan_failed = The steps could not be read

## Rules, and runs of several commands
page-settings = Settings
page-rules = Rules
page-rule-workspace = Workspace
ui-field-days = Days
ui-field-cap = Uses
page-rule-cap-any = any number
page-rule-past = Would have matched { $matched } earlier decisions: { $signed } signed, { $rejected } rejected.
page-rule-match = Lets through
page-run-is-running = Running
page-run-is-paused = Waits
page-run-is-done = Done
page-run-is-stopped = Stopped

## Work in a project folder
page-stage-analyzing = Analyzing…
page-recovered-title = AI response had errors – Recovery succeeded!
page-recovery-recovered = Part of the reply was recovered.
page-recovery-blocked = File changes and commands of the reply are blocked.
page-loaded = { $n ->
    [one] 1 file loaded:
   *[other] { $n } files loaded:
}
page-next-filled = The text is in the message field.
page-now = Now
page-now-details = See details
page-files = Files
page-files-found = { $n ->
    [one] 1 file
   *[other] { $n } files
}
page-analyze-message = I ran the command: `{ $command }`

## Agents
page-agent-planner = The planner
page-category-status = Status
page-category-checklist = Checklist
page-category-dates = Estimates and dates
page-category-change = Other fields
page-category-add = New
page-category-delete = Delete
ui-toasts = Short messages

## Library
page-library = Library

page-model-removed = { $name } is removed.
page-model-installed = { $name } is installed.
page-model-sound = { $name } is the file that was installed.
page-model-chosen = { $name } answers messages from now on.
page-model-overridden = Not yet: COUNTERSIGN_MODEL decides.
page-offer = No model answers here; plain sentences need none. For the rest:
page-offer-get = Get { $title } ({ $size })

page-session-state-active = Active
page-session-state-archived = Archived
page-session-state-deleted = Deleted
page-session-archived = { $title } is archived
page-session-deleted = { $title } is deleted
page-session-restored = { $title } is back
page-plan = Plan

## Learned rules, subscriptions, notices
page-rule-silences = Not proposed any more
page-agent-rules = What you decided
page-category-rule = Rules
page-notice-title = Something was proposed
page-notice-text = { $n ->
    [one] 1 change waits. Nothing has been changed.
   *[other] { $n } changes wait. Nothing has been changed.
}
page-mode-image = Image
page-mode-image-hint = Image: pictures of whatever you write
page-attach = Add pictures
page-stage-painting = Painting
