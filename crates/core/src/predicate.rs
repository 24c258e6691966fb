//! `where`: conditions on todos that AND together (TODOS.md rule 12, R2).

use crate::ids::TodoId;
use crate::todo::{Priority, Status, Todo};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Dates from…to, inclusive; at least one end is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct DateRange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub from: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub to: Option<Date>,
}

impl DateRange {
    /// Holds the date.
    pub fn contains(&self, date: Date) -> bool {
        self.from.is_none_or(|f| f <= date) && self.to.is_none_or(|t| date <= t)
    }
}

/// All given conditions must hold. Empty is refused where it is read (R2): everything must be
/// said with `all: true`.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[allow(missing_docs)]
pub struct Predicate {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<TodoId>>,
    /// Case-folded part of title or notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Case-folded part of the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_contains: Option<String>,
    /// On scheduledFor; drops unscheduled ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduled_range: Option<DateRange>,
    /// On dueDate; drops those without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_range: Option<DateRange>,
    /// Open with scheduledFor or dueDate before today; series are overdue by dueDate only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overdue: Option<bool>,
    /// One of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Vec<Priority>>,
    /// All of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeating: Option<bool>,
    /// One of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Vec<Status>>,
    /// Everything, said explicitly.
    #[serde(skip_serializing_if = "is_false")]
    pub all: bool,
}

fn is_false(b: &bool) -> bool {
    !*b
}

impl Predicate {
    /// These todos.
    pub fn ids(ids: impl IntoIterator<Item = TodoId>) -> Self {
        Self { ids: Some(ids.into_iter().collect()), ..Self::default() }
    }

    /// No condition at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the todo meets every condition. `today` is the civil date of the user's zone.
    pub fn matches(&self, todo: &Todo, today: Date) -> bool {
        let folded = |needle: &str, hay: &[&str]| {
            let needle = needle.to_lowercase();
            hay.iter().any(|h| h.to_lowercase().contains(&needle))
        };
        self.ids.as_ref().is_none_or(|ids| ids.contains(&todo.id))
            && self.text.as_ref().is_none_or(|t| folded(t, &[&todo.title, &todo.notes]))
            && self.title_contains.as_ref().is_none_or(|t| folded(t, &[&todo.title]))
            && self.scheduled_range.is_none_or(|r| todo.scheduled_for.is_some_and(|d| r.contains(d)))
            && self.due_range.is_none_or(|r| todo.due_date.is_some_and(|d| r.contains(d)))
            && self.overdue.is_none_or(|want| overdue(todo, today) == want)
            && self.priority.as_ref().is_none_or(|p| p.contains(&todo.priority))
            && self.labels.as_ref().is_none_or(|all| {
                all.iter().all(|l| todo.labels.iter().any(|have| have.to_lowercase() == l.to_lowercase()))
            })
            && self.completed.is_none_or(|c| todo.completed() == c)
            && self.repeating.is_none_or(|r| todo.recurrence.is_repeating() == r)
            && self.status.as_ref().is_none_or(|s| s.contains(&todo.status))
    }
}

/// Wanting work since before today.
pub fn overdue(todo: &Todo, today: Date) -> bool {
    let past = |d: Option<Date>| d.is_some_and(|d| d < today);
    !todo.status.is_closed() && (past(todo.due_date) || (past(todo.scheduled_for) && !todo.recurrence.is_repeating()))
}
