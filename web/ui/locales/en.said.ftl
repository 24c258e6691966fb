page-model-says = The model says
page-saw-none = No model was asked.
page-saw-part = Part of the prompt
page-saw-size = Tokens, estimated
page-saw-cut = shortened
page-saw-hidden = Kept from the model
page-saw-sent = Sent
page-saw-schema = Form asked for
page-saw-raw = Answer, as it came
page-saw-parsed = Taken from it
page-saw-finish = Stopped
page-saw-sure = Least sure token
page-saw-error = Failed
page-loaded-cut = its beginning
page-not-loaded = Not loaded: { $reason }
page-urls-noted = Noted, not fetched: { $urls }
page-reply-section = Section { $n }
page-reply-code = Code
page-blocked-parts = Not used:
page-reply-steps = Steps
page-step-done = done
page-step-open = open
page-what-was-done = What was done
page-turn-done = ✓ Done
page-turn-blocked = ✕ Blocked
page-turn-pending = Pending
page-turn-applied = { $n } applied
page-turn-tokens = { $n ->
    [one] 1 token
   *[other] { $n } tokens
}
page-next = Next steps
page-images-shown = { $n ->
    [one] 1 picture shown: { $names }
   *[other] { $n } pictures shown: { $names }
}
page-images-described = { $n ->
    [one] Another model describes 1 picture: { $names }
   *[other] Another model describes { $n } pictures: { $names }
}
page-set-label = Change set { $id }
page-set-ready = Ready
page-set-applied = Applied
page-set-partly = Partly decided
page-set-signed = Signed
page-set-drifted = Out of date
page-set-applying = Applying
page-set-undone = Undone
page-set-rejected = Turned down
page-set-withdrawn = Withdrawn
page-set-replaced = Replaced
page-set-expired = Expired
page-set-failed = Failed
page-set-unknown = Outcome unknown
page-set-invalid = Cannot be signed
page-docket-wrong = { $n } more cannot be signed.
page-look = Look
page-apply-none = Apply
page-apply = Apply { $n }
page-apply-all = Apply all { $n }
page-apply-rest = Sign and apply { $n }
page-take-up = { $n ->
    [one] Take up 1 again
   *[other] Take up { $n } again
}
page-apply-deletes = { $n ->
    [one] Delete 1 todo
   *[other] Delete { $n } todos
}
page-apply-run = { $n ->
    [one] Run 1 command
   *[other] Run { $n } commands
}
page-run-one = Run “{ $what }”
page-run-one-again = Run “{ $what }” again
page-run-again = { $n ->
    [one] Run 1 command again
   *[other] Run { $n } commands again
}
page-run-some-again = { $n ->
    [one] Run 1 command, again
   *[other] Run { $n } commands, { $again } of them again
}
page-do-again = { $n ->
    [one] Try 1 that failed again
   *[other] Try { $n } that failed again
}
ui-retry = Try again
page-route-plan = as a plan
page-route-chat = as chat
page-route-clarify = needs one answer
page-route-unsure = not sure
page-understood = Understood
page-taken-as = taken as
page-run-interrupted = The server stopped before this was finished. Nothing has been changed.
page-no-answer = No answer.
page-route-agent = Agent
page-route-work = as work on files
page-route-image = as pictures
page-section-which = Which?
page-section-when = When?
page-section-series = This date or the series?
page-section-duplicate = There is one already
page-section-value = Which value?
page-answer = Answer
page-answer-free = Or answer in your own words below.
page-saw-repairs = Mended
page-saw-dropped = Left out
page-saw-violations = Broke the form
page-speaker-system = System
page-speaker-user = You
page-speaker-assistant = Model
page-lasting = { $n ->
    [one] 1 of these cannot be undone.
   *[other] { $n } of these cannot be undone.
}
page-apply-undoable = { $n ->
    [one] Apply 1 that can be undone
   *[other] Apply { $n } that can be undone
}
page-n-applied = applied
page-n-rejected = rejected
page-n-deferred = deferred
page-n-undone = undone
page-warn-deletes-single = This deletes every todo that does not repeat.
