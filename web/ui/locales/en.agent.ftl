# What an agent's run shows: fetched when one is first drawn
page-agent-tools = { $n ->
    [one] 1 tool call
   *[other] { $n } tool calls
}
page-agent-queued = Waits for your signature
page-agent-thinks = Thinks:
page-agent-rated = self-rated { $n } %
page-agent-pause = Wait after this step
page-agent-pausing = It waits after this step.
page-agent-paused = The agent waits
page-agent-left = { $done } of its steps done, { $left } left.
page-agent-waiting = { $n ->
    [one] 1 change queued.
   *[other] { $n } changes queued.
}
page-agent-continue = Continue
page-agent-continue-auto = Continue without waiting
page-agent-stop = Stop here
page-agent-approval = { $n ->
    [one] 1 tool call needs your permission
   *[other] { $n } tool calls need your permission
}
page-agent-approval-time = Without an answer it is denied after a minute.
page-agent-allow = { $n ->
    [one] Allow this call
   *[other] Allow { $n } calls
}
page-agent-deny = Do not allow
page-agent-answer = Answer
page-agent-summary = Summary of the work
page-agent-summary-pending = Not kept yet
page-agent-summary-saved = Kept
page-agent-summary-discarded = Discarded
page-agent-summary-action = Action
page-agent-summary-details = Details
page-agent-summary-result = Result
page-agent-summary-tools = Tools
page-agent-summary-criteria = Criteria
page-agent-summary-decisions = Decisions
page-agent-save = Save summary
page-agent-save-edited = Save as edited
page-agent-edit = Edit summary
page-agent-discard = Discard summary
page-agent-summary-rejected = Decided against
page-agent-summary-goal = Goal
page-agent-here = What you write below goes to this run.
page-agent-apart = What you write below begins something new.
page-agent-to-run = Say it to this run
page-agent-to-new = Start something else
page-agent-auto = Go on by itself
page-agent-plan = Only look and plan
page-agent-folder = Folder
