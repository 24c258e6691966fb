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
page-agent-approval-there = Allow or refuse each call in the review.
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
page-agent-criterion-new = new
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
page-sub-found = { $n ->
    [one] Found 1 sub-task
   *[other] Found { $n } sub-tasks
}
page-agent-split = Split into sub-tasks
page-sub-tasks = Sub-tasks
page-sub-best = recommended
page-sub-speed = about { $n } s
page-sub-risk = Risk: { $risk }
page-sub-risk-none = low
page-sub-risk-some = some
page-sub-risk-high = high
page-sub-way-dependency-graph = Parallel
page-sub-way-sequential = Sequential
page-sub-way-parallel = Fast & Loose
page-sub-way-why-dependency-graph = Several at once, each after those it depends on; no two write one file.
page-sub-way-why-sequential = One after the other, each on what the one before left.
page-sub-way-why-parallel = All at once. What overlaps with another fails and can be retried.
page-sub-start = Start { $letter }
page-sub-by-hand = Wait for me after each round
page-sub-size = Granularity
page-sub-size-auto = Let the product decide
page-sub-size-fine = Fine
page-sub-size-medium = Medium
page-sub-size-coarse = Coarse
page-sub-size-auto-why = By how many files and instructions there are, and how often replies were cut lately.
page-sub-size-why-fine = Short answers that are rarely cut, and little is lost when one fails; more calls.
page-sub-size-why-medium = Fewer calls, and each sees a little more; longer answers.
page-sub-size-why-coarse = Fewest calls, and each sees much; long answers are cut more often.
page-sub-size-of = { $n } × about { $tokens } tokens
page-sub-edit = Edit plan
page-sub-words = What sub-task { $n } does
page-sub-up = Up
page-sub-down = Down
page-sub-remove = Remove
page-sub-up-of = Move sub-task { $n } up
page-sub-down-of = Move sub-task { $n } down
page-sub-remove-of = Remove sub-task { $n }
page-sub-save = Save plan
page-sub-none = Do none of them
page-sub-after = after { $list }
page-sub-waits = Waiting: { $n } (depends on { $list })
page-sub-retry = Retry { $n }
page-sub-left = { $done } done, { $left } left, { $failed } failed.
page-sub-pause = Pause after what is under way
page-plan-view = Form or Markdown
page-plan-tab-markdown = Markdown
page-plan-status = Status
page-plan-goal = Goal
page-plan-met = Met: { $what }
page-plan-criterion = Criterion { $n }
page-plan-remove = Remove { $what }
page-plan-add = Add a criterion
page-plan-log = { $n ->
    [one] 1 log entry
   *[other] { $n } log entries
}
page-plan-changes = What changes
page-plan-count = { $n ->
    [0] Nothing changes
    [one] 1 change
   *[other] { $n } changes
}
page-plan-same = This is what the plan says already. Nothing has been changed.
page-plan-unread = Line { $line } was not understood and is kept under “Other”: { $text }
page-plan-back = Back to editing
page-plan-show = Show changes
page-plan-save = { $n ->
    [one] Save 1 change
   *[other] Save { $n } changes
}
page-plan-saved = Saved as version { $version } of the plan
page-plan-edited = plan_doc.md was edited in the session’s folder.
page-plan-take = Take it over
page-plan-mend = Have a model mend it
page-plan-mending = The model writes …
page-plan-tab-form = Form
page-plan-status-planning = Planning
page-plan-status-in_progress = In progress
page-plan-status-blocked = Blocked
page-plan-status-completed = Completed
page-plan-status-failed = Failed
page-plan-field-status = Status
page-plan-field-goal = Goal
page-plan-field-acceptanceCriteria = Done when
page-plan-field-decisionsMade = Decisions made
page-plan-field-decisionsRejected = Decided against
page-plan-field-executionLog = Log
page-plan-field-other = Other
page-plan-missing-goal = In this status a plan needs a goal.
page-plan-missing-criterion = In this status a plan needs at least one criterion.
