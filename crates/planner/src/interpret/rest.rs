//! "stop gym until december 10", "pause stand-up until dec 1": a series rests for a while and goes on after it. Its days
//! until then are left out; its end is not that day.

use super::run::{Ask, Run, Said, Stop};
use super::series::{self, Span};
use crate::dates::{self, Found, Role, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todo::Todo;
use jiff::civil::Date;

/// More days than that are not left out one by one.
pub(super) const MOST: usize = 100;

/// The last day of a rest that a phrase names: with "until december 10" it is over on that day, with "until december"
/// on the first of it.
pub(super) fn last_day(found: &Found, text: &str) -> Option<Date> {
    let said = text.get(found.span.clone())?.to_lowercase();
    let until = ["until", "till", "til ", "up until", "through", "thru"].iter().any(|word| said.starts_with(word));
    let What::Date { date, note } = &found.what else { return None };
    let period = note.as_ref().is_some_and(|note| note.starts_with("last day"));
    let with = period || found.role == Role::After || said.starts_with("thr");
    let last = if with { *date } else { date.yesterday().ok()? };
    (until && matches!(found.role, Role::Until | Role::After)).then_some(last)
}

/// The question about a rest of more days than are left out one by one.
pub(super) fn too_many(todo: &Todo, many: usize) -> Stop {
    let title = &todo.title;
    Ask::plain(format!("That leaves out {many} days of “{title}”. Until which earlier day should it rest?"))
}

impl Run<'_> {
    /// The last day of a rest, for a text that only says until when.
    pub(super) fn rest_until(&self, text: &str) -> Option<Date> {
        // "until after halloween": that day, too.
        let after = ["until after ", "till after ", "til after "].iter().find_map(|front| text.strip_prefix(front));
        if let Some(What::Date { date, .. }) = after.and_then(|day| dates::whole(day, self.clock)) {
            return Some(date);
        }
        let found = dates::find(text, self.clock);
        let [one] = found.as_slice() else { return None };
        last_day(one, text).filter(|_| one.span == (0..text.len()))
    }

    /// Leaves out the days of series up to and with `last`; `false` where not all of the todos repeat.
    pub(super) fn rest(&mut self, ids: &[TodoId], last: Date) -> Said<bool> {
        let today = self.today();
        let series: Vec<_> =
            ids.iter().filter_map(|id| self.todo(*id)).filter(|t| t.recurrence.is_repeating()).collect();
        if series.is_empty() || series.len() < ids.len() {
            return Ok(false);
        }
        for todo in series {
            let days: Vec<Date> = series::within(todo, Span { from: today, to: last, weekday: false }, today)
                .into_iter()
                .filter(|day| !todo.completed_dates.contains(day))
                .collect();
            if days.is_empty() {
                let title = &todo.title;
                return Err(Ask::plain(format!("“{title}” does not occur until then. What should happen to it?")));
            }
            if days.len() > MOST {
                return Err(too_many(todo, days.len()));
            }
            for occurrence_date in days {
                self.push(Operation::SkipOccurrence { id: todo.id.into(), occurrence_date });
            }
        }
        Ok(true)
    }
}
