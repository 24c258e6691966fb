//! `countersign agent` and `countersign continue`: an agent's run as it happens, and what it waits
//! for, asked at once in a terminal.

mod steps;
pub(crate) mod subtasks;

use super::sessions::find;
use super::watch::watch;
use super::{Session, ask, review};
use crate::args;
use crate::client::{Client, escape, read};
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::texts::say;
use countersign_agent::summary::{Verdict, verdict};
use countersign_core::wire::{
    AgentCall, AgentStep, AgentTool, AgentWait, CriterionUpdate, ErrorBody, RunStatus, RunView, StepStatus,
    SummaryState, ToolStatus, WorkSummary,
};
use serde_json::{Map, Value, json};

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, args: &args::Agent) -> Result<Exit> {
    let mut permissions = Map::new();
    permissions.extend(args.ask.iter().map(|tool| (tool.clone(), json!("ask"))));
    permissions.extend(args.deny.iter().map(|tool| (tool.clone(), json!("deny"))));
    let workspace = super::ask::around(s, args.workspace.as_deref()).await?;
    let mode = if args.plan { "plan" } else { "execute" };
    let split = if args.split { "always" } else { "auto" };
    let agent =
        json!({ "workspace": workspace, "auto": args.auto, "permissions": permissions, "mode": mode, "split": split });
    let body = json!({ "session": args.session, "message": args.message.join(" "), "mode": "agent", "agent": agent, "apart": true });
    let begun = s.client.post("/api/runs", &body).await?;
    let id = begun["run"].as_str().unwrap_or_default().to_owned();
    attend(s, &id, 0).await
}

/// Runs the verb `continue`.
pub(crate) async fn go_on(s: &mut Session<'_>, args: &args::Continue) -> Result<Exit> {
    let view = waiting(s, args).await?;
    let message = args.message.join(" ");
    let wait = view.agent.as_ref().and_then(|a| a.wait.clone());
    if let Some(input) = subtasks::input(args) {
        return give(s, &view, &input).await;
    }
    let said = args.stop || args.allow || args.deny || args.auto || args.answer.is_some() || !message.is_empty();
    if let Some(summary) = pending(&view)
        && (said || args.summary.is_some())
    {
        let said = args.summary.as_deref().unwrap_or(&message);
        let Some(input) = kept(args, said) else {
            // It is asked again, in full (R35).
            if !s.screen.is_json() {
                card(s.screen, summary)?;
            }
            return Err(Failure::new("unclear", say!("cli-agent-summary-waits"), say!("cli-agent-next-summary")));
        };
        return give(s, &view, &input).await;
    }
    let input = match (&wait, &args.answer, &args.summary) {
        _ if args.stop => json!({ "kind": "stop" }),
        (_, Some(answer), _) => json!({ "kind": "answer", "text": answer }),
        (_, _, Some(verdict)) => json!({ "kind": "summary", "verdict": verdict }),
        (Some(AgentWait::Approval { calls }), ..) if args.allow || args.deny => allow(calls, args.allow),
        (Some(AgentWait::Answer { .. }), ..) if !message.is_empty() => json!({ "kind": "answer", "text": message }),
        // Which of the calls may run, by their numbers.
        (Some(wait @ AgentWait::Approval { .. }), ..) if !message.is_empty() => {
            match countersign_agent::word::input(&message, wait) {
                Some(input) => json!(input),
                None => return Err(Failure::new("unclear", say!("cli-agent-keys-approval"), "")),
            }
        }
        // Nothing was said, and it does not wait for "go on": it is asked here, where that is possible.
        (
            Some(AgentWait::Answer { .. } | AgentWait::Approval { .. } | AgentWait::Subtasks { choose: true, .. }),
            ..,
        )
        | (None, ..)
            if !said && view.status != RunStatus::Running =>
        {
            return attend_wait(s, view).await;
        }
        _ => {
            let auto = args.auto.then_some(true);
            json!({ "kind": "continue", "auto": auto, "message": Some(message).filter(|m| !m.is_empty()) })
        }
    };
    give(s, &view, &input).await
}

/// Says this to a run, and shows what comes of it.
async fn give(s: &mut Session<'_>, view: &RunView, input: &Value) -> Result<Exit> {
    let seen = last_event(&s.client, &view.id.0).await?;
    s.client.post(&format!("/api/runs/{}/input", view.id), input).await?;
    attend(s, &view.id.0, seen).await
}

fn allow(calls: &[AgentCall], all: bool) -> Value {
    let names: Vec<&String> = calls.iter().map(|c| &c.call).filter(|_| all).collect();
    json!({ "kind": "approval", "allow": names })
}

/// What a word says to the summary that waits; `None` where that is not clear.
fn kept(args: &args::Continue, said: &str) -> Option<Value> {
    let verdict = match verdict(said) {
        Verdict::Save => "save",
        Verdict::Discard => "discard",
        // With what it is to say instead.
        Verdict::Edit if args.action.is_some() || args.details.is_some() => "edit",
        Verdict::Edit | Verdict::Unclear => return None,
    };
    Some(json!({ "kind": "summary", "verdict": verdict, "action": args.action, "details": args.details }))
}

/// The summary of a run that is neither kept nor discarded.
fn pending(view: &RunView) -> Option<&WorkSummary> {
    let summary = view.agent.as_ref()?.summary.as_ref()?;
    (summary.state == SummaryState::Pending && view.status == RunStatus::Done).then_some(summary)
}

/// Conversations that are looked through for one that waits.
const LOOKED: usize = 20;

/// The run that is meant: by its id, or what waits, runs or was cut off in a conversation, the last one where none is
/// named. What waits in another is only named: an answer is never given to what nobody was shown.
async fn waiting(s: &Session<'_>, args: &args::Continue) -> Result<RunView> {
    if let Some(id) = &args.run {
        return read(&s.client.get(&format!("/api/runs/{}", escape(id))).await?);
    }
    let sessions = s.client.get("/api/sessions").await?;
    let all = sessions["sessions"].as_array().into_iter().flatten();
    let all: Vec<(&str, &str)> =
        all.filter_map(|one| Some((one["id"].as_str()?, one["title"].as_str().unwrap_or_default()))).collect();
    let meant = match &args.session {
        Some(name) => Some(find(s, name).await?),
        None => all.first().map(|(id, _)| (*id).to_owned()),
    };
    if let Some(id) = &meant
        && let Some(run) = waits_in(s, id).await?
    {
        return Ok(run);
    }
    for (id, title) in all.iter().take(LOOKED).filter(|(id, _)| meant.as_deref() != Some(*id)) {
        if waits_in(s, id).await?.is_some() {
            let here = if args.session.is_some() { say!("cli-agent-none-in") } else { say!("cli-agent-none-here") };
            let hint = say!("cli-agent-elsewhere", title = show::in_quotes(title), session = *id);
            return Err(Failure::new("nothing_waits", here, hint));
        }
    }
    Err(Failure::new("nothing_waits", say!("cli-agent-none"), say!("cli-agent-none-hint")))
}

/// The last run of an agent in a conversation that waits for something, or runs.
async fn waits_in(s: &Session<'_>, session: &str) -> Result<Option<RunView>> {
    let found = s.client.get(&format!("/api/sessions/{}", escape(session))).await?;
    let runs: Vec<RunView> = read(&found["runs"])?;
    let waits = |run: &RunView| matches!(run.status, RunStatus::Waiting | RunStatus::Running) || pending(run).is_some();
    Ok(runs.into_iter().rev().find(|run| run.agent.is_some() && waits(run)))
}

/// How many events a run has told: what was shown before is not shown again.
pub(crate) async fn last_event(client: &Client, id: &str) -> Result<i64> {
    let text = client.text(&format!("/api/runs/{id}/events")).await?;
    Ok(text.lines().filter_map(|l| l.strip_prefix("id:")?.trim().parse().ok()).max().unwrap_or(0))
}

/// Shows a run to its end; what it waits for is asked where somebody can answer.
async fn attend(s: &mut Session<'_>, id: &str, after: i64) -> Result<Exit> {
    let mut after = after;
    loop {
        let error = shown(s, id, after).await?;
        let value = s.client.get(&format!("/api/runs/{id}")).await?;
        let view: RunView = read(&value)?;
        if s.screen.is_json() {
            s.screen.json(&json!({ "run": value }))?;
            return exit(s, &view).await;
        }
        match view.status {
            RunStatus::Failed => {
                return Err(ask::failed(error));
            }
            RunStatus::Cancelled => {
                s.screen.line(say!("cli-agent-cancelled"))?;
                return Ok(Exit::Failed);
            }
            _ => {}
        }
        if !question(s, &view)? {
            return finish(s, &view).await;
        }
        let Some(input) = asked(s, &view).await? else {
            s.screen.line(next(&view))?;
            return exit(s, &view).await;
        };
        after = last_event(&s.client, id).await?;
        s.client.post(&format!("/api/runs/{id}/input"), &input).await?;
        if view.status == RunStatus::Done {
            return finish(s, &read(&s.client.get(&format!("/api/runs/{id}")).await?)?).await;
        }
    }
}

/// As [`attend`], for a run that waits already.
async fn attend_wait(s: &mut Session<'_>, view: RunView) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(&json!({ "run": view }))?;
        return exit(s, &view).await;
    }
    question(s, &view)?;
    let Some(input) = asked(s, &view).await? else {
        s.screen.line(next(&view))?;
        return exit(s, &view).await;
    };
    let seen = last_event(&s.client, &view.id.0).await?;
    s.client.post(&format!("/api/runs/{}/input", view.id), &input).await?;
    Box::pin(attend(s, &view.id.0, seen)).await
}

/// Shows the events of a run as they come, until it ends or waits.
async fn shown(s: &mut Session<'_>, id: &str, after: i64) -> Result<Option<ErrorBody>> {
    watch(s, id, after, "agent", |screen, name, data| {
        if screen.is_json() {
            return screen.json(&json!({ "event": name, "data": data }));
        }
        line(screen, name, data)?.map_or(Ok(()), |line| screen.line(line))
    })
    .await
}

/// A step, where it stands.
pub(crate) fn of_step(screen: &Screen, step: &AgentStep) -> String {
    let why = step.result.as_deref().map(clean);
    steps::line(screen, &step.n.to_string(), step.status, &clean(&step.title), why.as_deref())
}

/// An event as a line; `None` = it is not shown.
fn line(screen: &Screen, name: &str, data: &Value) -> Result<Option<String>> {
    Ok(match name {
        "step" => {
            let step: AgentStep = read(data)?;
            let again = step.status == StepStatus::Running && step.iterations > 0;
            let shown = (!again && step.status != StepStatus::Waiting).then(|| of_step(screen, &step));
            shown.map(|line| if step.status == StepStatus::Pending { screen.ink(Ink::Faint, line) } else { line })
        }
        "subtask" => subtasks::line(screen, &read(data)?),
        "tool" => {
            let tool: AgentTool = read(data)?;
            let call = format!("{} {}", tool.tool, short(&tool.args));
            let result = clean(tool.result.as_deref().unwrap_or_default());
            match (tool.status, screen.is_plain()) {
                (ToolStatus::Running, _) => None,
                (ToolStatus::Completed, false) => Some(say!("cli-agent-tool-completed", call = call, result = result)),
                (ToolStatus::Completed, true) => Some(say!("cli-plain-tool-completed", call = call, result = result)),
                (ToolStatus::Queued, false) => Some(say!("cli-agent-tool-queued", call = call)),
                (ToolStatus::Queued, true) => Some(say!("cli-plain-tool-queued", call = call)),
                (ToolStatus::Failed | ToolStatus::Denied, false) => {
                    Some(say!("cli-agent-tool-failed", call = call, result = result))
                }
                (ToolStatus::Failed | ToolStatus::Denied, true) => {
                    Some(say!("cli-plain-tool-failed", call = call, result = result))
                }
            }
        }
        "thinking" => {
            let text = data["text"].as_str().unwrap_or_default();
            (!text.is_empty()).then(|| screen.ink(Ink::Faint, format!("  {} {}", show::sign(screen), clean(text))))
        }
        "recovery" => data["message"].as_str().map(|m| screen.ink(Ink::Faint, format!("    {}", clean(m)))),
        _ => None,
    })
}

/// Arguments on one line.
fn short(args: &Value) -> String {
    let text: String = clean(&args.to_string());
    match text.char_indices().nth(100) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

/// Shows what a run waits for; false when it waits for nothing.
fn question(s: &mut Session<'_>, view: &RunView) -> Result<bool> {
    let Some(agent) = &view.agent else { return Ok(false) };
    match &agent.wait {
        Some(AgentWait::Continue { done, left, queued }) => {
            s.screen.line(say!("cli-agent-paused", done = *done, left = *left, queued = *queued))?;
        }
        Some(AgentWait::Answer { question, context }) => {
            show::asked(s.screen, question)?;
            if let Some(context) = context {
                show::quoted(s.screen, context)?;
            }
        }
        Some(AgentWait::Approval { calls }) => {
            s.screen.line(say!("cli-agent-approval", count = calls.len()))?;
            for (n, call) in (1..).zip(calls) {
                s.screen.line(format!("  {n}. {} {}", call.tool, short(&call.args)))?;
            }
        }
        Some(wait @ AgentWait::Subtasks { .. }) => {
            for line in subtasks::card(s.screen, agent.subtasks.as_ref(), wait) {
                s.screen.line(line)?;
            }
        }
        Some(AgentWait::Summary { .. }) | None => match pending(view) {
            Some(summary) => {
                text(s, view)?;
                card(s.screen, summary)?;
            }
            None => return Ok(false),
        },
    }
    Ok(true)
}

/// The command that answers what a run waits for, where nobody can be asked.
fn next(view: &RunView) -> String {
    match view.agent.as_ref().and_then(|agent| agent.wait.as_ref()) {
        Some(AgentWait::Continue { .. }) => say!("cli-agent-next-continue"),
        Some(AgentWait::Answer { .. }) => say!("cli-agent-next-answer"),
        Some(AgentWait::Approval { .. }) => say!("cli-agent-next-approval"),
        Some(AgentWait::Subtasks { choose: true, .. }) => say!("cli-subtasks-next-choose"),
        Some(AgentWait::Subtasks { .. }) => say!("cli-subtasks-next"),
        Some(AgentWait::Summary { .. }) | None => say!("cli-agent-next-summary"),
    }
}

/// The summary of the work, and whose words are whose.
pub(crate) fn card(screen: &mut Screen, summary: &WorkSummary) -> Result<()> {
    screen.line(say!("cli-agent-summary"))?;
    let tools = summary.tools_used.join(", ");
    // What came of it and by which tools, the product counted; the rest is a model's words.
    for (name, value) in
        [(say!("cli-agent-summary-result"), &summary.result), (say!("cli-agent-summary-tools"), &tools)]
    {
        if !value.is_empty() {
            screen.line(format!("  {name}: {}", clean(value)))?;
        }
    }
    let quote = |text: &String| show::in_quotes(text);
    let one = |text: &str| Some(show::in_quotes(text)).filter(|_| !text.is_empty()).into_iter().collect();
    let criteria: Vec<String> = summary.criteria.iter().map(|criterion| told(screen, criterion)).collect();
    let lists: [(String, Vec<String>); 6] = [
        (say!("cli-agent-summary-action"), one(&summary.action)),
        (say!("cli-agent-summary-details"), one(&summary.details)),
        (say!("cli-agent-summary-criteria"), criteria),
        (say!("cli-agent-summary-decisions"), summary.decisions.iter().map(quote).collect()),
        (say!("cli-agent-summary-rejected"), summary.rejected.iter().map(quote).collect()),
        (say!("cli-agent-summary-goal"), one(summary.goal.as_deref().unwrap_or_default())),
    ];
    for (name, values) in lists {
        match values.as_slice() {
            [] => {}
            [only] => screen.line(format!("  {name}: {only}"))?,
            several => {
                screen.line(format!("  {name}:"))?;
                several.iter().try_for_each(|value| screen.line(format!("    {value}")))?;
            }
        }
    }
    Ok(())
}

/// A criterion, and whether it is met.
fn told(screen: &Screen, criterion: &CriterionUpdate) -> String {
    let (mark, state) = match (criterion.completed, criterion.new) {
        (true, _) => ("✓ ", say!("cli-agent-criterion-met")),
        (false, true) => ("🚧 ", say!("cli-agent-criterion-new")),
        (false, false) => ("🚧 ", say!("cli-agent-criterion-open")),
    };
    let mark = if screen.is_plain() { "" } else { mark };
    format!("{mark}{} ({state})", show::in_quotes(&criterion.description))
}

fn text(s: &mut Session<'_>, view: &RunView) -> Result<()> {
    for line in view.text.iter().flat_map(|t| t.lines()) {
        s.screen.line(clean(line))?;
    }
    show::said(s.screen, view.said.as_deref())
}

/// Asks for what it waits for; `None` when nobody can answer or says nothing.
async fn asked(s: &mut Session<'_>, view: &RunView) -> Result<Option<Value>> {
    if !s.screen.can_ask() {
        return Ok(None);
    }
    let wait = view.agent.as_ref().and_then(|a| a.wait.as_ref());
    let keys_of = s.keys(match wait {
        Some(AgentWait::Continue { .. }) => &["y", "a", "s"],
        Some(AgentWait::Summary { .. }) | None => &["s", "e", "d"],
        Some(AgentWait::Answer { .. } | AgentWait::Approval { .. } | AgentWait::Subtasks { .. }) => &[],
    });
    let key = |key| keys_of.shown(key);
    loop {
        let (ask, keys) = match wait {
            Some(AgentWait::Continue { .. }) => (
                say!("cli-agent-ask-continue", y = key("y"), a = key("a"), s = key("s")),
                say!("cli-agent-keys-continue"),
            ),
            Some(AgentWait::Answer { .. }) => (">".to_owned(), String::new()),
            Some(AgentWait::Approval { .. }) => (say!("cli-agent-ask-approval"), say!("cli-agent-keys-approval")),
            Some(AgentWait::Subtasks { choose, .. }) => subtasks::asks(*choose),
            Some(AgentWait::Summary { .. }) | None => (
                say!("cli-agent-ask-summary", s = key("s"), e = key("e"), d = key("d")),
                say!("cli-agent-keys-summary"),
            ),
        };
        let keys = if s.screen.is_plain() { by_number(wait).unwrap_or(keys) } else { keys };
        let Some(said) = s.choose(&ask, keys_of).await? else { return Ok(None) };
        let word = said.trim().to_lowercase();
        let input = match wait {
            // A sentence says what should be different from here on (S1-37).
            Some(wait @ AgentWait::Continue { .. }) => match word.as_str() {
                "" => None,
                "c" => Some(json!({ "kind": "continue" })),
                "a" => Some(json!({ "kind": "continue", "auto": true })),
                "s" | "n" | "no" => Some(json!({ "kind": "stop" })),
                _ => countersign_agent::word::input(said.trim(), wait).map(|input| json!(input)),
            },
            Some(AgentWait::Answer { .. }) => (!word.is_empty()).then(|| json!({ "kind": "answer", "text": said })),
            Some(wait @ AgentWait::Subtasks { .. }) if !word.is_empty() => match word.as_str() {
                "s" => Some(json!({ "kind": "stop" })),
                _ => countersign_agent::word::input(said.trim(), wait).map(|input| json!(input)),
            },
            Some(AgentWait::Subtasks { .. }) => None,
            Some(wait @ AgentWait::Approval { .. }) => {
                countersign_agent::word::input(said.trim(), wait).map(|input| json!(input))
            }
            // The server understands the words; what is unclear is asked again (R35).
            Some(AgentWait::Summary { .. }) | None => match word.as_str() {
                "e" | "edit" => {
                    let action = s.ask(&say!("cli-agent-edit-action")).await?;
                    let details = s.ask(&say!("cli-agent-edit-details")).await?;
                    Some(json!({ "kind": "summary", "verdict": "edit", "action": action, "details": details }))
                }
                "s" | "save" | "y" | "yes" => Some(json!({ "kind": "summary", "verdict": "save" })),
                "d" | "discard" | "n" | "no" => Some(json!({ "kind": "summary", "verdict": "discard" })),
                _ => None,
            },
        };
        match input {
            Some(input) => return Ok(Some(input)),
            None if keys.is_empty() => {}
            None => s.screen.line(keys)?,
        }
    }
}

/// What plain output says of the keys that are numbered there.
fn by_number(wait: Option<&AgentWait>) -> Option<String> {
    match wait {
        Some(AgentWait::Continue { .. }) => Some(say!("cli-plain-keys-or", count = 3u32)),
        Some(AgentWait::Summary { .. }) | None => Some(say!("cli-plain-keys", count = 3u32)),
        Some(AgentWait::Answer { .. } | AgentWait::Approval { .. } | AgentWait::Subtasks { .. }) => None,
    }
}

/// The end: its text and its change set.
async fn finish(s: &mut Session<'_>, view: &RunView) -> Result<Exit> {
    let summary = view.agent.as_ref().and_then(|a| a.summary.as_ref());
    match summary.map(|s| s.state) {
        Some(SummaryState::Saved) => s.screen.line(say!("cli-agent-summary-saved"))?,
        Some(SummaryState::Discarded) => s.screen.line(say!("cli-agent-summary-discarded"))?,
        Some(SummaryState::Pending) | None => text(s, view)?,
    }
    let Some(set) = view.change_set else { return Ok(Exit::Clear) };
    let set = review::set(s, set.0).await?;
    show::set(s.screen, &set)?;
    ask::show_diffs(s, set.id, set.items.iter()).await?;
    show::after(s.screen, &set)?;
    Ok(show::exit(&set))
}

/// What it means for the exit code that it waits, or what it proposes.
async fn exit(s: &mut Session<'_>, view: &RunView) -> Result<Exit> {
    match (view.status, view.change_set) {
        (RunStatus::Failed | RunStatus::Cancelled | RunStatus::Interrupted, _) => Ok(Exit::Failed),
        (RunStatus::Waiting | RunStatus::Running, _) => Ok(Exit::Pending),
        (RunStatus::Done, Some(set)) => Ok(show::exit(&review::set(s, set.0).await?)),
        (RunStatus::Done, None) => Ok(Exit::Clear),
    }
}
