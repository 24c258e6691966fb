//! What another version of a plan changes, for review before it is taken over (R31).

use crate::plan::{Criterion, Decision, LogEntry, Plan};
use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// The field that says where a plan stands.
const STATUS: &str = "status";

/// What happens to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It goes.
    Removed,
    /// It is another.
    Changed,
}

/// One difference between two plans.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanChange {
    /// `status`, `goal`, `acceptanceCriteria`, `decisionsMade`, `decisionsRejected`, `executionLog`, `other`.
    pub field: String,
    /// What happens.
    pub kind: ChangeKind,
    /// The part as it is; nothing where it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The part as it would be; nothing where it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// The differences of everything but the id and the document's own metadata. None at all exactly
/// when the two are otherwise equal.
pub fn diff(before: &Plan, after: &Plan) -> Vec<PlanChange> {
    let mut out = Vec::new();
    text(STATUS, before.status.name(), after.status.name(), &mut out);
    text("goal", &before.goal, &after.goal, &mut out);
    list("acceptanceCriteria", &before.acceptance_criteria, &after.acceptance_criteria, criterion, &mut out);
    list("decisionsMade", &before.decisions_made, &after.decisions_made, decision, &mut out);
    list("decisionsRejected", &before.decisions_rejected, &after.decisions_rejected, decision, &mut out);
    list("executionLog", &before.execution_log, &after.execution_log, entry, &mut out);
    text("other", &before.other, &after.other, &mut out);
    out
}

/// Whether the two differ in nothing but where the plan stands.
pub fn only_moved(before: &Plan, after: &Plan) -> bool {
    diff(before, after).iter().all(|change| change.field == STATUS)
}

fn text(field: &str, before: &str, after: &str, out: &mut Vec<PlanChange>) {
    if before == after {
        return;
    }
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let (before, after) = (some(before), some(after));
    let kind = match (&before, &after) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    };
    out.push(PlanChange { field: field.to_owned(), kind, before, after });
}

/// Parts that stayed are left out; a stretch that became another is paired in order.
fn list<T: Ord + std::hash::Hash>(
    field: &str,
    before: &[T],
    after: &[T],
    show: fn(&T) -> String,
    out: &mut Vec<PlanChange>,
) {
    for op in capture_diff_slices(Algorithm::Myers, before, after) {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let old = before.get(op.old_range()).unwrap_or_default();
        let new = after.get(op.new_range()).unwrap_or_default();
        for n in 0..old.len().max(new.len()) {
            let (before, after) = (old.get(n).map(show), new.get(n).map(show));
            let kind = match (&before, &after) {
                (None, _) => ChangeKind::Added,
                (_, None) => ChangeKind::Removed,
                _ => ChangeKind::Changed,
            };
            out.push(PlanChange { field: field.to_owned(), kind, before, after });
        }
    }
}

fn criterion(one: &Criterion) -> String {
    let mut out = format!("[{}] {}", if one.completed { "x" } else { " " }, one.description);
    labelled(&mut out, "Notes", &one.notes);
    out
}

fn decision(one: &Decision) -> String {
    let mut out = one.title.clone();
    labelled(&mut out, "Rationale", &one.rationale);
    labelled(&mut out, "Alternatives considered", &one.alternatives.join(", "));
    labelled(&mut out, "Time", &one.timestamp.to_string());
    out
}

fn entry(one: &LogEntry) -> String {
    let mut out = format!("{} - {}", one.timestamp, one.action);
    labelled(&mut out, "Tools", &one.tools_used.join(", "));
    labelled(&mut out, "Details", &one.details);
    labelled(&mut out, "Result", &one.result);
    out
}

fn labelled(out: &mut String, label: &str, text: &str) {
    if !text.is_empty() {
        out.push_str(&format!("\n{label}: {text}"));
    }
}
