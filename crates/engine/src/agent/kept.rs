//! What a run leaves in its conversation's plan document: a work summary that the person kept (S4-12), and where
//! the plan stands with the work (S4-14).

use crate::runs::title_of;
use countersign_core::ledger::Event;
use countersign_core::wire::WorkSummary;
use countersign_plan::{Criterion, Decision, LogEntry, Plan, Work, shortened};
use countersign_store::RunRow;
use jiff::Timestamp;

/// The plan with what was done, what was met and what was decided; old log entries are shortened
/// (S4-19). A plan without a goal takes the request.
pub(super) fn logged(before: Plan, summary: &WorkSummary, run: &RunRow, now: Timestamp) -> Event {
    let mut plan = before.clone();
    if plan.goal.trim().is_empty() {
        plan.goal = summary.goal.clone().unwrap_or_else(|| title_of(&run.message));
    }
    plan.execution_log.push(LogEntry {
        timestamp: now,
        action: summary.action.clone(),
        details: summary.details.clone(),
        result: summary.result.clone(),
        tools_used: summary.tools_used.clone(),
    });
    for update in &summary.criteria {
        let known = plan.acceptance_criteria.iter_mut().find(|one| alike(&one.description, &update.description));
        match known {
            Some(one) => one.completed = update.completed,
            // Nobody has agreed to it before: that it is met is not for a model to say with it.
            None => plan.acceptance_criteria.push(Criterion {
                description: update.description.clone(),
                completed: false,
                notes: String::new(),
            }),
        }
    }
    for (texts, decided) in
        [(&summary.decisions, &mut plan.decisions_made), (&summary.rejected, &mut plan.decisions_rejected)]
    {
        for text in texts {
            let (title, rationale) = text.split_once(": ").unwrap_or((text, ""));
            if !decided.iter().any(|one| alike(&one.title, title)) {
                let (title, rationale) = (title.to_owned(), rationale.to_owned());
                decided.push(Decision { title, rationale, alternatives: Vec::new(), timestamp: now });
            }
        }
    }
    plan.status = plan.moved(Work::Kept).unwrap_or(plan.status);
    entry(&before, shortened(&plan, now), run, now)
}

/// The plan as the work moves it; nothing where it stays as it is (S4-14).
pub(super) fn moved(before: &Plan, work: Work, run: &RunRow, now: Timestamp) -> Option<Event> {
    let status = before.moved(work)?;
    Some(entry(before, Plan { status, ..before.clone() }, run, now))
}

/// Marks what the plan does not have, as it is added then (S4-12).
pub(super) fn held_against(plan: &Plan, summary: &mut WorkSummary) {
    for update in &mut summary.criteria {
        update.new = !plan.acceptance_criteria.iter().any(|one| alike(&one.description, &update.description));
        update.completed &= !update.new;
    }
}

/// The next version as a ledger entry.
fn entry(before: &Plan, mut plan: Plan, run: &RunRow, now: Timestamp) -> Event {
    plan.metadata.version += 1;
    plan.metadata.updated_at = now;
    let mut changed: Vec<String> = countersign_plan::diff(before, &plan).into_iter().map(|one| one.field).collect();
    changed.dedup();
    Event::Plan { session: run.session.clone(), plan: Box::new(plan), changed }
}

/// The same words, whatever their case and spaces.
fn alike(a: &str, b: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    words(a) == words(b)
}
