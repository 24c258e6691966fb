//! Days that hold more than a day holds.

use crate::Suggestion;
use countersign_core::ids::TodoId;
use countersign_core::label::day;
use countersign_core::operation::Patch;
use countersign_core::todo::{Priority, Todo};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// So many timed or important todos are a full day.
const FULL: usize = 6;
/// So many estimated minutes are a full day.
const FULL_MINUTES: u32 = 600;
/// Days that are looked at, from today.
const DAYS: i64 = 7;

#[derive(Default)]
struct Day<'t> {
    heavy: usize,
    minutes: u32,
    movable: Vec<&'t Todo>,
    /// Those that make it full, where it is.
    full_by: Vec<TodoId>,
}

impl<'t> Day<'t> {
    fn take(&mut self, todo: &'t Todo) {
        let (binds, takes) = (is_heavy(todo), todo.estimate.unwrap_or(0));
        if self.heavy <= FULL && binds || self.minutes <= FULL_MINUTES && takes > 0 {
            self.full_by.push(todo.id);
        }
        self.heavy += usize::from(binds);
        self.minutes += takes;
        if !todo.recurrence.is_repeating() {
            self.movable.push(todo);
        }
    }
}

/// A todo that binds its day.
fn is_heavy(todo: &Todo) -> bool {
    todo.time_of_day.is_some() || todo.priority == Priority::High
}

/// Moves the least pressing todos of a full day to the emptiest day that follows within the week.
/// Series and what is due before stay.
pub(crate) fn crowded(open: &[&Todo], today: Date) -> Vec<Suggestion> {
    let last = today.saturating_add((DAYS - 1).days());
    let mut week: BTreeMap<Date, Day<'_>> =
        (0..DAYS).map(|n| (today.saturating_add(n.days()), Day::default())).collect();
    for todo in open {
        let Some(start) = todo.scheduled_for else { continue };
        let dates =
            if todo.recurrence.is_repeating() { todo.recurrence.occurrences(start, today, last) } else { vec![start] };
        for date in dates {
            if let Some(on) = week.get_mut(&date) {
                on.take(todo);
            }
        }
    }
    let mut found = Vec::new();
    let dates: Vec<Date> = week.keys().copied().collect();
    for date in dates {
        let Some(full) = week.get_mut(&date) else { continue };
        let (heavy, minutes) = (full.heavy, full.minutes);
        let mut movable = std::mem::take(&mut full.movable);
        // What matters least and has no hour goes first.
        movable.sort_by_key(|t| (t.priority, t.time_of_day.is_some(), std::cmp::Reverse(t.id)));
        for todo in movable {
            let Some(full) = week.get(&date) else { continue };
            let by_number = full.heavy > FULL;
            if !(by_number && is_heavy(todo) || full.minutes > FULL_MINUTES && todo.estimate.is_some()) {
                continue;
            }
            let until = todo.due_date.unwrap_or(last);
            let free = week
                .iter()
                .filter(|(d, _)| **d > date && **d <= until)
                .min_by_key(|(d, on)| (on.heavy, on.minutes, **d));
            let Some((to, heavy_there)) =
                free.filter(|(_, on)| on.heavy < FULL && on.minutes < FULL_MINUTES).map(|(d, on)| (*d, on.heavy))
            else {
                continue;
            };
            let why = if by_number {
                format!("{} holds {heavy} timed or high-priority todos; {} holds {heavy_there}.", day(date), day(to))
            } else {
                format!("{} holds {} h of estimated work; {} has room.", day(date), minutes.div_ceil(60), day(to))
            };
            let set = Patch { scheduled_for: Some(Some(to)), ..Patch::default() };
            let full_by = full.full_by.iter().copied();
            found.push(Suggestion::update("crowded", todo, &date.to_string(), set, why).because_of(full_by));
            for (at, sign) in [(date, false), (to, true)] {
                if let Some(on) = week.get_mut(&at) {
                    let (one, time) = (usize::from(is_heavy(todo)), todo.estimate.unwrap_or(0));
                    (on.heavy, on.minutes) =
                        if sign { (on.heavy + one, on.minutes + time) } else { (on.heavy - one, on.minutes - time) };
                }
            }
        }
    }
    found
}
