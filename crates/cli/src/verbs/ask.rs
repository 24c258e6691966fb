//! `countersign ask`: a sentence in, an answer, a question or a proposal out.

use super::watch::watch;
use super::{Session, earlier, interview, review};
use crate::args::{self, Mode, SetRef};
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::screen::clean;
use crate::show;
use crate::texts::say;
use countersign_core::ids::SetId;
use countersign_core::wire::{
    Clarify, ClarifySection, ErrorBody, ItemView, RunStatus, RunView, SetView, WorkspaceView,
};
use serde_json::{Value, json};
use std::ops::Range;

/// What a message came to.
pub(crate) struct Outcome {
    pub(crate) run: Value,
    pub(crate) view: RunView,
    pub(crate) set: Option<(Value, SetView)>,
    /// What was told of the models on the way, with what to do.
    pub(crate) told: Vec<Value>,
}

/// What of that is said without being asked for: an answer that was cut, mended, left out in parts, or was none (UI rule
/// 10). That something waited, or that secrets were kept back, is not.
const SAID: [&str; 6] = ["truncated", "model_failed", "corrected", "repaired", "dropped", "prompt_cut"];

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, args: &args::Ask) -> Result<Exit> {
    let session = match (&args.session, args.continue_) {
        (Some(id), _) => Some(id.clone()),
        (None, true) => Some(last_session(s).await?),
        (None, false) => None,
    };
    let mode = match args.mode {
        Mode::Auto => "auto",
        Mode::Chat => "chat",
        Mode::Plan => "plan",
    };
    let about = match args.about {
        Some(SetRef { set, item: Some(item) }) => json!({ "set": set, "item": item }),
        Some(SetRef { .. }) => {
            return Err(Failure::new("invalid_item", say!("cli-work-about"), say!("cli-work-about-hint")));
        }
        None => Value::Null,
    };
    let workspace = around(s, args.workspace.as_deref()).await?;
    let message = args.message.join(" ");
    let images = super::images::keep(s, &args.image).await?;
    let body = json!({ "session": session, "message": message.as_str(), "mode": mode, "workspace": workspace, "about": about, "images": images });
    let begun = match s.client.post("/api/runs", &body).await {
        Ok(begun) => begun,
        Err(failure) => {
            super::images::unkeep(s, &images).await;
            return Err(failure);
        }
    };
    let outcome = finished(s, begun["run"].as_str().unwrap_or_default(), mode).await?;
    if s.screen.is_json() {
        let set = outcome.set.as_ref().map(|(value, _)| value);
        s.screen.json(&json!({ "run": outcome.run, "change_set": set, "told": outcome.told }))?;
        return Ok(exit(&outcome));
    }
    if session.is_none() {
        earlier::told(s, &outcome, &message).await?;
    }
    let exit = interview::follow(s, outcome).await?;
    // Only what goes on can be nearly full.
    if let Some(session) = &session {
        super::sessions::offered(s, session).await?;
    }
    Ok(exit)
}

/// The open folder that is named, else the innermost one around the current folder, if there is one.
pub(crate) async fn around(s: &Session<'_>, named: Option<&str>) -> Result<Option<String>> {
    let open: Vec<WorkspaceView> = read(&s.client.get("/api/workspaces").await?["workspaces"])?;
    if let Some(name) = named {
        if open.iter().any(|w| w.id.0 == name) {
            return Ok(Some(name.to_owned()));
        }
        let names: Vec<String> = open.iter().map(|w| clean(&w.id.0)).collect();
        let hint = match names.is_empty() {
            true => say!("cli-workspace-hint"),
            false => say!("cli-workspace-open", names = names.join(", ")),
        };
        return Err(Failure::new("unknown_workspace", say!("cli-workspace-unknown", name = clean(name)), hint));
    }
    let here = super::here()?;
    let around = open.iter().filter(|w| here.starts_with(&w.root)).max_by_key(|w| w.root.len());
    Ok(around.map(|w| w.id.0.clone()))
}

/// Sends a message and waits for the end of its run.
pub(crate) async fn send(s: &mut Session<'_>, body: &Value) -> Result<Outcome> {
    let begun = s.client.post("/api/runs", body).await?;
    let mode = body["mode"].as_str().unwrap_or("auto");
    finished(s, begun["run"].as_str().unwrap_or_default(), mode).await
}

/// Waits for the end of a run.
pub(crate) async fn finished(s: &mut Session<'_>, id: &str, mode: &str) -> Result<Outcome> {
    // What it said is stored and read below; what went wrong with the model is told here.
    let mut told: Vec<Value> = Vec::new();
    let error = watch(s, id, 0, mode, |_, name, data| {
        // Asked once more, a model often fails in the same way.
        if name == "recovery" && !told.contains(data) {
            told.push(data.clone());
        }
        Ok(())
    })
    .await?;
    let run = s.client.get(&format!("/api/runs/{id}")).await?;
    let view: RunView = read(&run)?;
    match view.status {
        RunStatus::Failed => return Err(failed(error)),
        RunStatus::Cancelled => return Err(stopped(s, &view, error)?),
        _ => {}
    }
    if !s.screen.is_json() {
        for one in told.iter().filter(|one| one["what"].as_str().is_some_and(|what| SAID.contains(&what))) {
            let part = |key: &str| one[key].as_str().unwrap_or_default();
            let line = format!("{} {}", show::sentence(part("message")), clean(part("hint")));
            s.screen.error(line.trim_end())?;
        }
    }
    let set = match view.change_set {
        Some(set) => Some(review::fetch(s, set.0).await?),
        None => None,
    };
    Ok(Outcome { run, view, set, told })
}

/// The end of a run that was stopped: what was made before is named, and what it cost.
fn stopped(s: &mut Session<'_>, view: &RunView, error: Option<ErrorBody>) -> Result<Failure> {
    let made = !view.images.is_empty() || view.usage.cost_micros > 0;
    let Some(mut error) = error.filter(|_| made) else {
        return Ok(Failure::new("cancelled", say!("cli-agent-cancelled"), ""));
    };
    if s.screen.is_json() {
        let ids: Vec<&str> = view.images.iter().map(|image| image.id.0.as_str()).collect();
        error.details = Some(json!({ "run": view.id, "images": ids }));
    } else {
        super::images::gallery(s, &view.images)?;
    }
    Ok(Failure::Answered(Box::new(error)))
}

/// What the outcome means for the exit code: a question waits as a proposal does.
pub(crate) fn exit(outcome: &Outcome) -> Exit {
    match (&outcome.set, &outcome.view.clarify) {
        (Some((_, set)), _) => show::exit(set),
        (None, Some(_)) => Exit::Pending,
        // Nothing could be done about it, and nothing waits.
        (None, None) if outcome.view.decision.as_deref() == Some("unsure") => Exit::Failed,
        (None, None) if outcome.view.reply.as_ref().is_some_and(|reply| reply.blocked.is_some()) => Exit::Failed,
        (None, None) => Exit::Clear,
    }
}

/// The diffs of the files that some items of a set would change.
pub(crate) async fn show_diffs<'i>(
    s: &mut Session<'_>,
    set: SetId,
    items: impl Iterator<Item = &'i ItemView>,
) -> Result<()> {
    for item in items.filter(|i| i.file.is_some() && i.problems.is_empty()).take(FILES) {
        if item.op["op"] != "write_file" {
            continue;
        }
        let diff = s.client.get(&format!("/api/change-sets/{set}/items/{}/diff", item.n)).await?;
        show::diff(s.screen, item, &diff)?;
    }
    Ok(())
}

/// Files whose diff is shown with a reply.
const FILES: usize = 10;

/// Shows the text, and what the sentence was taken for.
pub(crate) fn show_answer(s: &mut Session<'_>, view: &RunView) -> Result<()> {
    if let Some(context) = &view.context {
        show::context(s.screen, context)?;
    }
    if let Some(text) = &view.text {
        for line in text.lines() {
            s.screen.line(clean(line))?;
        }
    }
    show::said(s.screen, view.said.as_deref())?;
    if let Some(reply) = &view.reply {
        show::reply(s.screen, reply)?;
    }
    super::images::gallery(s, &view.images)?;
    if !view.consumed.is_empty() {
        let parts: Vec<String> = view
            .consumed
            .iter()
            .map(|part| say!("cli-consumed-part", text = clean(&part.text), meaning = show::read_as(&part.taken_as)))
            .collect();
        s.screen.line(s.screen.ink(crate::screen::Ink::Faint, say!("cli-consumed-list", parts = parts.join(", "))))?;
    }
    Ok(())
}

/// Choices shown at first (S0-36).
const SHOWN: usize = 7;

/// Shows a question with its choices, numbered; of many the first seven.
pub(crate) fn show_question(s: &mut Session<'_>, clarify: &Clarify, said: bool) -> Result<()> {
    if !said {
        s.screen.line(clean(&clarify.question))?;
    }
    let mut first = 1;
    for section in &clarify.sections {
        show_choices(s, section, first, 0..SHOWN)?;
        if let Some(count) = section.options.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            s.screen.line(format!("  {}", say!("cli-more-options", count = count)))?;
        }
        first += section.options.len();
    }
    Ok(())
}

/// The choices of a section at some places, numbered on from `first`.
fn show_choices(s: &mut Session<'_>, section: &ClarifySection, first: usize, places: Range<usize>) -> Result<()> {
    for (at, option) in section.options.iter().enumerate().filter(|(at, _)| places.contains(at)) {
        s.screen.line(format!("  {}. {}", first + at, clean(&option.label)))?;
    }
    Ok(())
}

/// The rest of a section's choices.
pub(crate) fn show_more(s: &mut Session<'_>, section: &ClarifySection, first: usize) -> Result<()> {
    show_choices(s, section, first, SHOWN..section.options.len())
}

pub(crate) async fn last_session(s: &Session<'_>) -> Result<String> {
    let value = s.client.get("/api/sessions").await?;
    match value["sessions"][0]["id"].as_str() {
        Some(id) => Ok(id.to_owned()),
        None => Err(Failure::new("no_session", say!("cli-no-session"), say!("cli-no-session-hint"))),
    }
}

/// A run that failed, by the error that it ended with.
pub(crate) fn failed(error: Option<ErrorBody>) -> Failure {
    error.map_or_else(
        || Failure::new("run_failed", say!("cli-run-failed"), say!("cli-run-failed-hint")),
        |body| Failure::Answered(Box::new(body)),
    )
}
