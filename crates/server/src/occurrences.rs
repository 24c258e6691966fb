//! Series as rows of a list: one per occurrence in a range (S0 `GET /api/todos`).

use countersign_core::ids::TodoId;
use countersign_core::predicate::overdue;
use countersign_core::recurrence::Anchor;
use countersign_core::todo::standing::Standing;
use countersign_core::todo::{Status, Todo};
use jiff::civil::Date;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A todo as the engine keeps it.
#[derive(Debug, Clone)]
pub(crate) struct Shared(pub(crate) Arc<Todo>);

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// A todo, one occurrence of a series, or a series with the one that is open.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TodoRow {
    #[serde(flatten)]
    #[schema(value_type = countersign_core::todo::Todo)]
    pub(crate) todo: Shared,
    /// The series this is an occurrence of.
    #[serde(skip_serializing_if = "Option::is_none")]
    master_id: Option<TodoId>,
    /// Which one: its original date, also when it was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    occurrence_date: Option<Date>,
    /// Where the series stands today: the occurrence that is open, and how many were missed before it. In a list of
    /// occurrences it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    open_occurrence: Option<Standing>,
}

impl TodoRow {
    /// A row that is not one occurrence.
    pub(crate) fn of(todo: Arc<Todo>, today: Date) -> Self {
        let open_occurrence = todo.standing(today);
        Self { todo: Shared(todo), master_id: None, occurrence_date: None, open_occurrence }
    }
}

/// Past its day, the day it is due, or the day of the occurrence that is open. `where.overdue` of a change is stricter: it
/// takes series by the day they are due only, as dates of series are left out of bulk changes.
pub(crate) fn is_late(todo: &Todo, today: Date) -> bool {
    overdue(todo, today) || todo.standing(today).is_some_and(|open| open.date < today)
}

/// The rows a todo has from `from` to `to`, both inclusive; a series has one per occurrence. Skipped
/// ones are left out, moved ones are where they were moved to.
pub(crate) fn rows(todo: &Arc<Todo>, from: Date, to: Date) -> Vec<TodoRow> {
    let within = |d: &Date| (from..=to).contains(d);
    let rule = &todo.recurrence;
    let Some(start) = todo.scheduled_for else { return Vec::new() };
    if !rule.is_repeating() {
        let row = TodoRow { todo: Shared(todo.clone()), master_id: None, occurrence_date: None, open_occurrence: None };
        return if within(&start) { vec![row] } else { Vec::new() };
    }
    let planned = match rule.anchor {
        Anchor::Schedule => rule.occurrences(start, from, to),
        // every!: only the next date is known; the one after is counted from its completion.
        Anchor::Completion => rule.first(start).filter(within).into_iter().collect(),
    };
    // Original date to shown date. A completed date stays even when the rule has changed since.
    let done = todo.completed_dates.range(from..=to).copied();
    let mut shown: BTreeMap<Date, Date> = planned.into_iter().chain(done).map(|d| (d, d)).collect();
    shown.retain(|d, _| !todo.skipped_dates.contains(d) && !todo.moved.contains_key(d));
    let moved = todo.moved.iter().filter(|(original, m)| within(&m.date) && !todo.skipped_dates.contains(original));
    shown.extend(moved.map(|(original, m)| (*original, m.date)));
    shown.into_iter().map(|(original, date)| occurrence(todo, original, date)).collect()
}

fn occurrence(series: &Todo, original: Date, date: Date) -> TodoRow {
    let mut todo = series.clone();
    todo.scheduled_for = Some(date);
    if let Some(time) = series.moved.get(&original).and_then(|m| m.time) {
        todo.time_of_day = Some(time);
    }
    if series.completed_dates.contains(&original) {
        todo.status = Status::Done;
    }
    TodoRow {
        todo: Shared(Arc::new(todo)),
        master_id: Some(series.id),
        occurrence_date: Some(original),
        open_occurrence: None,
    }
}

/// By date, then time (none first), then number.
pub(crate) fn sort(rows: &mut [TodoRow]) {
    rows.sort_by_cached_key(|r| (r.todo.0.scheduled_for, r.todo.0.time_of_day, r.todo.0.id));
}
