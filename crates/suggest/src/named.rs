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

/// Words without which a title names nothing: reading a title costs more than looking for them.
const HINTS: [&str; 32] = [
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
    "urgent",
    "asap",
    "important",
    "priority",
    "at",
    "oclock",
];

fn may_name(title: &str) -> bool {
    words(title).iter().any(|w| HINTS.contains(&w.as_str()) || w.chars().next().is_some_and(|c| c.is_ascii_digit()))
}

/// The title is read as it was meant when it was written; a day that is over says nothing.
pub(crate) fn in_titles(open: &[&Todo], clock: &Clock, zone: &TimeZone) -> Vec<Suggestion> {
    let nothing = Todos::default();
    let blank = |t: &Todo| t.scheduled_for.is_none() && !t.recurrence.is_repeating();
    open.iter()
        .filter(|t| (blank(t) || t.priority == Priority::Medium) && may_name(&t.title))
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
