# What a command would run and did, and the rules: fetched when they are first drawn
page-cmd-words = Words
page-cmd-shell = It runs in a shell, as written.
page-cmd-judged = Judged
page-judged-allow = on the list of known commands
page-judged-prompt = wants a signature
page-judged-never = never runs
page-class-read_only = only looks
page-class-unknown = unknown
page-class-project = runs code of the project
page-class-write = writes files
page-class-network = uses the network
page-class-interpreter = runs code in an interpreter
page-class-shell = needs a shell
page-class-destructive = deletes or overwrites
page-class-control_plane = reaches what guards you
page-cmd-why = Why
page-cmd-sandbox = Confined by
page-cmd-environment = Environment
page-sandbox-bwrap = bubblewrap: no network, writes only in the workspace
page-sandbox-landlock = Landlock: no network, writes only in the workspace
page-sandbox-none = nothing: it can do what you can
page-cmd-note-files = What it does to files is recorded and can be undone, up to 2 000 files and 64 MB.
page-cmd-note = What a command does cannot be undone.
page-cmd-try = Try it in a copy
page-try-busy = Trying it in a copy…
page-try-came = In the copy
page-try-again = Try it again in a copy
page-try-made = { $n ->
    [one] It changed 1 file in a copy. Nothing is real until you sign it.
   *[other] It changed { $n } files in a copy. Nothing is real until you sign it.
}
page-try-nothing = It changed no files in the copy. Nothing has been changed.
page-try-left = Cannot be proposed: { $paths }
page-left-why = { $why ->
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
page-cmd-running = Running
page-cmd-stop = Stop
page-cmd-stopping = Stopping…
page-cmd-live = What it writes
page-cmd-outcome = Outcome
page-cmd-signal = ended by signal { $signal }
page-cmd-timeout = stopped: it took too long
page-cmd-stopped = stopped by you
page-cmd-output = Output
page-cmd-all = Whole output, { $size }
page-cmd-dropped = { $size } more were not kept.
page-cmd-silent = It printed nothing.
page-rule-new = Sign a rule
page-rule-kind = What it lets through
page-rule-kind-command = A command
page-rule-kind-read_only = Reading
page-rule-kind-files = Files
page-rule-hint-command = Commands that begin with exactly these words, in the root of the workspace; what only looks, in every folder. Options that could do something else, and what destroys, still ask.
page-rule-hint-read_only = Commands that only look, such as ls and git status, inside the workspace.
page-rule-hint-files = Making and changing files in this folder. Deleting and renaming still ask.
page-rule-words = Words
page-rule-folder = Folder
page-rule-try = Try a command
page-rule-check = What would match
page-rule-sign = Sign rule
page-rule-made = Rule signed: { $name }.
page-rule-revoke = Revoke
page-rule-revoked = Rule revoked: { $name } asks again.
page-rule-lets = is let through.
page-rule-lets-not = is not let through.
page-rule-uses = used { $n }×
page-rule-uses-of = used { $n } of { $cap }
page-rule-until = until { $date }
page-rule-signed = Signed
page-rule-source = Made from
page-rule-last = Last used
page-rule-no-match = Does not
page-rule-status-active = active
page-rule-status-used_up = used up
page-rule-status-expired = expired
page-rule-status-suspended = suspended
page-rule-status-revoked = revoked
page-cmd-once = Run once
page-cmd-add = Add & run
page-cmd-skip = Skip
page-cmd-remember = Commands that begin so run unasked from now on:
page-cmd-shorter = Shorter
page-cmd-longer = Longer
page-cmd-scope = in { $workspace }
page-cmd-add-run = Remember and run
page-cmd-remembered = Remembered: { $words }
page-cmd-no-rule = No rule can let this command through; sign it each time.
page-analyze = Analyze output
page-rule-kind-exact = One command
page-rule-kind-todos = Changes of todos
page-rule-kind-not_proposed = Not proposed any more
page-rule-revoked-silent = Rule revoked: agents may propose this again ({ $name }).
page-copy-ran = It ran in a copy of the folder, because a rule signed it.
page-copy-made = { $n ->
    [one] Look at what it did ({ $n } file)
   *[other] Look at what it did ({ $n } files)
}
page-copy-nothing = There is nothing to sign.
page-copy-ignored = { $n ->
    [one] { $n } changed file
   *[other] { $n } changed files
} went with the copy: left out by ignore rules.
page-copy-left = Went with the copy: { $paths }
page-cmd-lost = Went with its private folder for temporary files ({ $n }): { $paths }
page-cmd-kept = Put into { $folder }.
page-rule-copied = Runs in a copy of the folder; what it changes waits for you.
page-expired = Expired. Nothing of it can be signed any more; nothing has been changed.
page-expired-rest = Expired. What of it was not applied can no longer be signed.
page-propose-anew = Propose it anew
page-cut-open = Applying #{ $id } was cut off and is not ended yet.
page-cut-unknown = Of #{ $id }, what became of something is not known.
page-cut-put_back = Applying #{ $id } was cut off: all files are as they were. Sign and apply it again.
page-cut-finished = Applying #{ $id } was cut off and is finished now.
page-cut-damaged = A part of the database cannot be read any more: nothing more is written to it. Export the todos, end the server, then run countersign doctor.
page-cut-stored = { $n ->
    [one] What is stored is not what the ledger says in 1 place. The ledger is whole: countersign rebuild --write puts it right.
   *[other] What is stored is not what the ledger says in { $n } places. The ledger is whole: countersign rebuild --write puts it right.
}
page-cut-ledger = The ledger is broken at entry { $seq }: what stands there is not proof of anything. What you do now is kept all the same.
page-rule-no-folder = Open a folder in Settings: a rule holds in one.

## Calls of tools (MCP)
page-tool-server = Server
page-tool-name = Tool
page-tool-says = Its server says
page-tool-arguments = Arguments
page-tool-done = Done, says the server
page-tool-not-done = Not done, says the server
page-tool-gave = What it gave
page-tool-silent = It gave nothing.
page-tool-note = Another program does this, once you have signed it. It cannot be taken back here.
page-rules-text = What runs unasked because you signed it. Each use is in the history; the first undo of something a rule let through suspends it.
page-rules-empty = No rule is signed
page-rules-empty-text = Everything waits for your signature.
page-run-title = Commands
page-run-pause = Pause
page-run-resume = Go on
page-run-stop = Stop
page-run-close = Close
page-run-progress = Commands that ended
page-run-steps = Commands in order
page-run-next = Next:
page-run-succeeded = succeeded
page-run-failed = failed
page-run-inserted = put in by the model
page-run-sign = Sign { $id }
page-run-says = { $model } says:
page-run-step-queued = queued
page-run-step-running = running
page-run-step-succeeded = succeeded
page-run-step-failed = failed
page-run-step-unknown = outcome unknown
page-run-step-replaced = replaced
page-run-step-skipped = passed over

## Another build
page-update = Countersign has been updated.
page-update-hint = This page is still the version before.
page-update-reload = Reload
page-update-unkept = What is written here is not kept when the page is read anew. Send it first, or press Reload again.
