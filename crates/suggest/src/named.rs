//! Titles that name a day, a time or how much it matters, where the field is empty.

use crate::Suggestion;
use countersign_core::label::day;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todo::{Priority, Todo};
use countersign_core::todos::{Todos, words};
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, interpret};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Words without which a title names no day and no hour: reading a title costs more than looking for them.
const DAYS: [&str; 28] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "today",
    "tonight",
    "tomorrow",
    "weekend",
    "week",
    "month",
    "morning",
    "noon",
    "afternoon",
    "evening",
    "am",
    "pm",
    "at",
    "oclock",
];
/// Words without which it says nothing of how much it matters.
const WEIGHTS: [&str; 5] = ["urgent", "urgently", "asap", "important", "priority"];
/// So many titles are read, the newest first: old ones were read by earlier wakes.
const READ: usize = 1_000;

fn has(title: &str, hints: &[&str], digits: bool) -> bool {
    let hint = |w: &String| hints.contains(&w.as_str()) || digits && w.starts_with(|c: char| c.is_ascii_digit());
    words(title).iter().any(hint)
}

/// The title is read as it was meant when it was written; a day that is over says nothing.
pub(crate) fn in_titles(open: &[&Todo], clock: &Clock, zone: &TimeZone) -> Vec<Suggestion> {
    let nothing = Todos::default();
    let blank = |t: &Todo| t.scheduled_for.is_none() && !t.recurrence.is_repeating();
    open.iter()
        .rev()
        .filter(|t| {
            blank(t) && has(&t.title, &DAYS, true) || t.priority == Priority::Medium && has(&t.title, &WEIGHTS, false)
        })
        .take(READ)
        .filter_map(|todo| {
            let mut then = clock.clone();
            if todo.created_at > Timestamp::UNIX_EPOCH {
                then.now = todo.created_at.to_zoned(zone.clone()).datetime().min(clock.now);
            }
            let answer = interpret(&format!("add {}", todo.title), &nothing, &then, &Context::default());
            let [Operation::Create(read)] = answer.ops.as_slice() else { return None };
            if answer.decision != Decision::Plan || read.recurrence.as_ref().is_some_and(|r| r.is_repeating()) {
                return None;
            }
            let mut set = Patch::default();
            let mut says = Vec::new();
            if blank(todo)
                && let Some(date) = read.scheduled_for.filter(|d| *d >= clock.now.date())
            {
                set.scheduled_for = Some(Some(date));
                says.push(day(date));
                if todo.time_of_day.is_none()
                    && let Some(time) = read.time_of_day
                {
                    set.time_of_day = Some(Some(time));
                    says.push(time.to_string());
                }
            }
            if todo.priority == Priority::Medium && read.priority == Some(Priority::High) {
                set.priority = Some(Priority::High);
                says.push("high priority".to_owned());
            }
            if set.is_empty() {
                return None;
            }
            let phrases: Vec<String> = answer.consumed.iter().map(|c| format!("\u{201c}{}\u{201d}", c.text)).collect();
            let why =
                format!("The title says {}, read as {}; the field is empty.", phrases.join(" and "), says.join(", "));
            Some(Suggestion::update("named", todo, &todo.title, set, why))
        })
        .collect()
}
