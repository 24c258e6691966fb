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
page-turn-run = Run { $n }
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
