//! A new todo and changes of todos, and what in them contradicts itself.

use super::fields::Fields;
use super::values::{checklist, date_value, estimate, labels, lines, notes, priority, status, time_value, title};
use crate::operation::{Draft, Operation, Patch};
use crate::problem::Problem;
use crate::recurrence::{Recurrence, RecurrencePatch};
use crate::todo::Status;
use serde_json::Value;
use std::collections::BTreeSet;

fn recurrence(f: &mut Fields<'_>) -> Option<RecurrencePatch> {
    let code = f.code("invalid_recurrence", "invalid_set_recurrence");
    let value = f.take("recurrence")?;
    match RecurrencePatch::parse(value) {
        Ok(rule) => Some(rule),
        Err(why) => {
            let path = format!("{}/recurrence", f.prefix);
            f.push(Problem::new(code, format!("recurrence is not valid: {why}")).at(path));
            None
        }
    }
}

/// The rule of a new todo: whole, since there is none it could be a part of (R6).
fn whole_recurrence(f: &mut Fields<'_>) -> Option<Recurrence> {
    let rule = recurrence(f)?.alone();
    if rule.is_none() {
        let path = format!("{}/recurrence", f.prefix);
        f.push(Problem::new("invalid_recurrence", "recurrence is not valid: type is missing").at(path));
    }
    rule
}

pub(super) fn draft(f: &mut Fields<'_>) -> Draft {
    let name = f.read("title", "invalid_title", title);
    if name.is_none() && !f.map.contains_key("title") {
        f.push(Problem::new("invalid_title", "title is missing").at("/title"));
    }
    let done = f.read("completed", "invalid_completed", Value::as_bool);
    let status = f.read("status", "invalid_status", status);
    agree(f, status, done);
    let status = status.or(done.filter(|d| *d).map(|_| Status::Done));
    let draft = Draft {
        title: name.unwrap_or_default(),
        notes: f.read("notes", "invalid_notes", notes).unwrap_or_default(),
        scheduled_for: f.nullable("scheduledFor", "invalid_scheduledFor", date_value).flatten(),
        time_of_day: f.nullable("timeOfDay", "invalid_timeOfDay", time_value).flatten(),
        due_date: f.nullable("dueDate", "invalid_dueDate", date_value).flatten(),
        priority: f.nullable("priority", "invalid_priority", priority).flatten(),
        status,
        estimate: f.nullable("estimate", "invalid_estimate", estimate).flatten(),
        labels: f.read("labels", "invalid_labels", labels).unwrap_or_default(),
        checklist: f.read("checklist", "invalid_checklist", checklist).unwrap_or_default(),
        recurrence: whole_recurrence(f),
    };
    if draft.recurrence.as_ref().is_some_and(Recurrence::is_repeating)
        && draft.scheduled_for.is_none()
        && !f.problems.iter().any(|p| p.code == "invalid_scheduledFor")
    {
        f.push(
            Problem::new("missing_anchor_for_recurrence", "a repeating todo has no scheduledFor").at("/scheduledFor"),
        );
    }
    draft
}

pub(super) fn patch(f: &mut Fields<'_>) -> Patch {
    let set = Patch {
        title: f.read("title", "invalid_title", title),
        notes: f.read("notes", "invalid_notes", notes),
        scheduled_for: f.nullable(
            "scheduledFor",
            f.code("invalid_scheduledFor", "invalid_set_scheduledFor"),
            date_value,
        ),
        time_of_day: f.nullable("timeOfDay", f.code("invalid_timeOfDay", "invalid_set_timeOfDay"), time_value),
        due_date: f.nullable("dueDate", "invalid_dueDate", date_value),
        priority: f.read("priority", f.code("invalid_priority", "invalid_set_priority"), priority),
        completed: f.read("completed", "invalid_completed", Value::as_bool),
        status: f.read("status", "invalid_status", status),
        estimate: f.nullable("estimate", "invalid_estimate", estimate),
        labels: f.read("labels", "invalid_labels", labels),
        checklist: f.read("checklist", "invalid_checklist", checklist),
        recurrence: recurrence(f),
        labels_add: f.read("labels_add", "invalid_labels", labels).unwrap_or_default(),
        labels_remove: f.read("labels_remove", "invalid_labels", labels).unwrap_or_default(),
        checklist_add: f.read("checklist_add", "invalid_checklist", lines).unwrap_or_default(),
        checklist_check: f.read("checklist_check", "invalid_checklist", lines).unwrap_or_default(),
        checklist_uncheck: f.read("checklist_uncheck", "invalid_checklist", lines).unwrap_or_default(),
    };
    agree(f, set.status, set.completed);
    set
}

pub(super) fn sub_patch(f: &mut Fields<'_>) -> Option<Patch> {
    let value = f.take("set");
    let Some(Value::Object(map)) = value else {
        f.push(Problem::new("missing_set", "set is missing or is not an object").at("/set"));
        return None;
    };
    let mut inner = Fields::new(map, "/set");
    inner.in_set = true;
    let set = patch(&mut inner);
    let problems = inner.finish();
    if problems.is_empty() && set.is_empty() {
        f.push(Problem::new("missing_set", "set is empty").at("/set"));
    }
    f.problems.extend(problems);
    Some(set)
}

/// `completed` is `status == done`: saying both is fine when they agree.
fn agree(f: &mut Fields<'_>, status: Option<Status>, completed: Option<bool>) {
    if let (Some(status), Some(completed)) = (status, completed)
        && (status == Status::Done) != completed
    {
        let path = format!("{}/completed", f.prefix);
        f.push(
            Problem::new("invalid_completed", "completed contradicts status")
                .at(path)
                .hinting("Send one of completed and status."),
        );
    }
}

/// Labels that a todo gets are words, in which nothing steers a terminal or ends a line. What is stored with such a
/// one, by an earlier version, is read as it is, and can be named to be taken away.
pub(super) fn plain_labels(f: &mut Fields<'_>, op: Option<&Operation>) {
    let (labels, within): (Vec<&String>, _) = match op {
        Some(Operation::Create(draft)) => (draft.labels.iter().collect(), ""),
        Some(Operation::Update { set, .. }) => (set.labels.iter().flatten().chain(&set.labels_add).collect(), ""),
        Some(Operation::BulkUpdate { set, .. }) => {
            (set.labels.iter().flatten().chain(&set.labels_add).collect(), "/set")
        }
        _ => return,
    };
    if let Some(label) = labels.into_iter().find(|label| label.contains(char::is_control)) {
        f.bad_in(within, "invalid_labels", "labels", &Value::from(label.as_str()));
    }
}

/// Only `set_status` carries a reason, so the other ways to a status that needs one are closed.
/// What the product itself made, an import say, is past this question.
pub(super) fn ask_reason(f: &mut Fields<'_>, op: Option<&Operation>) {
    let (to, path) = match op {
        Some(Operation::Create(draft)) => (draft.status, "/status"),
        Some(Operation::Update { set, .. }) => (set.status, "/status"),
        Some(Operation::BulkUpdate { set, .. }) => (set.status, "/set/status"),
        _ => return,
    };
    if matches!(to, Some(Status::Blocked | Status::OnHold)) {
        f.push(
            Problem::new("missing_reason", "blocked and on_hold need a reason")
                .at(path)
                .hinting("Use set_status with a reason, for one todo at a time."),
        );
    }
}

/// A line of a checklist is found by its id: two of one id could not be told apart.
pub(super) fn lines_apart(f: &mut Fields<'_>, op: Option<&Operation>) {
    let (lines, path) = match op {
        Some(Operation::Create(draft)) => (Some(&draft.checklist), "/checklist"),
        Some(Operation::Update { set, .. }) => (set.checklist.as_ref(), "/checklist"),
        Some(Operation::BulkUpdate { set, .. }) => (set.checklist.as_ref(), "/set/checklist"),
        _ => return,
    };
    let mut seen = BTreeSet::new();
    let twice = lines.into_iter().flatten().find(|line| !line.id.is_empty() && !seen.insert(line.id.as_str()));
    if let Some(line) = twice {
        f.push(
            Problem::new("invalid_checklist", format!("two lines of the checklist have the id \"{}\"", line.id))
                .at(path)
                .hinting("Give each line an id of its own, or none."),
        );
    }
}
