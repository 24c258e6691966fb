//! What went wrong in a conversation, as its runs have told it: answers that were cut, mended or in an
//! old form, models that failed, agents that gave up (S1-36, S1-38).

use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::Actor;
use countersign_core::ids::{RunId, SessionId};
use countersign_core::ledger::Event;
use countersign_core::session::SessionChange;
use countersign_core::wire::{Bug, Bugs, RunEvent, StepStatus, WorkReply};
use std::collections::{BTreeMap, BTreeSet};

/// Notes of a run that are bugs; the others tell what was done about them, or of waiting.
const FILED: [&str; 12] = [
    "truncated",
    "repaired",
    "dropped",
    "blocked",
    "prompt_cut",
    "shortened",
    "fallback",
    "model_failed",
    "legacy_next_steps",
    "corrected",
    "mixed",
    "plan_failed",
];
/// What follows from an answer that was cut, and is no bug of its own then.
const OF_A_CUT: [&str; 2] = ["repaired", "dropped"];

impl Engine {
    /// The bugs of a conversation, newest first; each kind once a message.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn session_bugs(&self, id: &SessionId) -> Result<Bugs> {
        let store = &self.0.store;
        let row = self.0.session_row(id).await?;
        let marks = store.marks(id).await?;
        let runs = store.runs(id).await?;
        let places: BTreeMap<&RunId, usize> = runs.iter().enumerate().map(|(at, run)| (&run.id, at)).collect();
        let events = store.session_events(id, &["recovery", "step", "reply"]).await?;
        let replies: BTreeMap<RunId, WorkReply> = events
            .iter()
            .filter_map(|(run, event)| match &event.event {
                RunEvent::Reply(reply) => Some((run.clone(), reply.clone())),
                _ => None,
            })
            .collect();
        let cut: BTreeSet<RunId> = events
            .iter()
            .filter(|(_, event)| matches!(&event.event, RunEvent::Recovery { what, .. } if what == "truncated"))
            .map(|(run, _)| run.clone())
            .collect();
        let (mut bugs, mut seen) = (Vec::new(), BTreeSet::new());
        for (run, event) in events {
            let (what, description) = match event.event {
                RunEvent::Recovery { what, message, .. } if FILED.contains(&what.as_str()) => (what, message),
                RunEvent::Step(step) if step.status == StepStatus::Failed => {
                    let why = step.result.unwrap_or_default();
                    ("guardrail_stop".to_owned(), format!("Step {} \"{}\": {why}", step.n, step.title))
                }
                _ => continue,
            };
            let Some(at) = places.get(&run).copied() else { continue };
            let Some(row) = runs.get(at) else { continue };
            let follows = OF_A_CUT.contains(&what.as_str()) && cut.contains(&run);
            if follows || !seen.insert((at, what.clone())) {
                continue;
            }
            bugs.push(Bug {
                id: event.n,
                kind: kind(&what, replies.get(&run)).to_owned(),
                what,
                exchange: at as u64 + 1,
                run,
                by: "script".to_owned(),
                description,
                at: row.finished_at.unwrap_or(row.created_at),
                resolved: marks.resolved.contains(&event.n),
            });
        }
        bugs.reverse();
        let open = bugs.iter().filter(|bug| !bug.resolved).count() as u64;
        let report = report(&super::title(&row, &marks), id, &bugs);
        Ok(Bugs { bugs, open, report })
    }

    /// Settles a bug, or opens it again. What is so already leaves no entry.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn settle_bug(&self, id: &SessionId, bug: i64, resolved: bool, actor: Actor) -> Result<Bugs> {
        let (engine, id) = (self.clone(), id.clone());
        self.detached(async move {
            let known = engine.session_bugs(&id).await?.bugs;
            let found = known
                .iter()
                .find(|one| one.id == bug)
                .ok_or_else(|| EngineError::NotFound(format!("bug {bug} of this session")))?;
            if found.resolved != resolved {
                let mut write = Write::begin(&engine.0).await?;
                let change = SessionChange::BugSettled { bug, resolved };
                write.append(&actor, Event::Session { session: id.clone(), change }).await?;
                write.finish().await?;
            }
            engine.session_bugs(&id).await
        })
        .await
    }
}

/// F/S1's types: of a blocked change by its file's name, of what was mended in an answer JSON.
fn kind(what: &str, reply: Option<&WorkReply>) -> &'static str {
    let target = reply
        .and_then(|reply| reply.blocked.as_ref())
        .and_then(|blocked| blocked.parts.iter().find(|part| part.kind == "file"))
        .map(|part| part.target.to_lowercase());
    let end = target.as_deref().and_then(|path| path.rsplit_once('.')).map(|(_, end)| end);
    match (what, end) {
        ("repaired" | "dropped" | "legacy_next_steps", _) => "JSON",
        ("blocked", Some("html" | "htm")) => "HTML",
        ("blocked", Some("css" | "scss")) => "CSS",
        ("blocked", Some("json")) => "JSON",
        ("blocked", Some("js" | "mjs" | "cjs" | "jsx")) => "JS",
        ("blocked", Some("ts" | "tsx" | "mts")) => "TypeScript",
        ("blocked", Some("md" | "markdown")) => "Markdown",
        ("blocked", Some("sql")) => "SQL",
        _ => "Other",
    }
}

/// All of it as Markdown, to be passed on: every text is in one line and in a code span, so that it stays
/// a text, and secrets of a known shape are hidden.
fn report(title: &str, id: &SessionId, bugs: &[Bug]) -> String {
    let open = bugs.iter().filter(|bug| !bug.resolved).count();
    let code = |text: &str| code(&countersign_redact::redacted(text));
    let mut out = format!("# Bugs of session {}\n\nId {id}. {} bugs, {open} open.\n", code(title), bugs.len());
    for bug in bugs {
        let mark = if bug.resolved { 'x' } else { ' ' };
        out.push_str(&format!(
            "\n- [{mark}] {} {} · message {} · {:.0} · by {}\n  {}\n",
            bug.kind,
            bug.what,
            bug.exchange,
            bug.at,
            bug.by,
            code(&bug.description)
        ));
    }
    out
}

fn code(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("`{}`", line.replace('`', "'"))
}
