//! What is past: plans that were not kept, dates of series that were missed, work that looks done.

use crate::Suggestion;
use countersign_core::label::day;
use countersign_core::operation::{Operation, Patch, Target};
use countersign_core::recurrence::Anchor;
use countersign_core::todo::Todo;
use jiff::civil::Date;

/// Further back than this a plan is no longer one: the date is taken away instead of moved.
const FORGOTTEN_DAYS: i32 = 60;

/// "2 days ago".
fn ago(date: Date, today: Date) -> String {
    match days(date, today) {
        1 => "yesterday".to_owned(),
        n => format!("{n} days ago"),
    }
}

fn days(from: Date, to: Date) -> i32 {
    from.until(to).map_or(0, |span| span.get_days())
}

/// One-off todos planned for a day that is over: to today; very old ones lose their date.
pub(crate) fn overdue(open: &[&Todo], today: Date) -> Vec<Suggestion> {
    let mut found: Vec<(Date, Suggestion)> = Vec::new();
    for todo in open.iter().filter(|t| !t.recurrence.is_repeating()) {
        let Some(date) = todo.scheduled_for.or(todo.due_date).filter(|d| *d < today) else { continue };
        let planned = if todo.scheduled_for.is_some() { "Planned for" } else { "Due on" };
        let seen = date.to_string();
        let why = format!("{planned} {}, {}, and still open.", day(date), ago(date, today));
        let (set, why) = if days(date, today) > FORGOTTEN_DAYS
            && todo.scheduled_for.is_some()
            && todo.due_date.is_none()
        {
            (
                Patch { scheduled_for: Some(None), time_of_day: todo.time_of_day.map(|_| None), ..Patch::default() },
                format!("{why} Nobody missed it: keep it without a date."),
            )
        } else {
            (Patch { scheduled_for: Some(Some(today)), ..Patch::default() }, why)
        };
        found.push((date, Suggestion::update("overdue", todo, &seen, set, why)));
    }
    found.sort_by_key(|(date, s)| (std::cmp::Reverse(*date), s.op.target()));
    found.into_iter().map(|(_, s)| s).collect()
}

/// Series whose last dates passed without being done: on to the next one.
pub(crate) fn missed(open: &[&Todo], today: Date) -> Vec<Suggestion> {
    let mut found = Vec::new();
    for todo in open.iter().filter(|t| t.recurrence.is_repeating() && t.recurrence.anchor == Anchor::Schedule) {
        let Some(start) = todo.scheduled_for else { continue };
        let rule = &todo.recurrence;
        let yesterday = today.yesterday().unwrap_or(today);
        let Some(open) = todo.standing(yesterday).filter(|open| open.date <= yesterday) else { continue };
        let (last, missed) = (open.occurrence_date, open.missed + 1);
        let Some(next) = rule.next_after(start, yesterday) else { continue };
        // Whatever date is next: who does not want it once does not want it every week.
        let seen = "";
        let id = Target::Todo(todo.id);
        found.push(match missed {
            1 => Suggestion::new(
                "missed",
                todo,
                seen,
                Operation::SkipOccurrence { id, occurrence_date: last },
                format!("{} passed without being done; the next is {}.", day(last), day(next)),
            ),
            // A rule that counts its dates would end later: only the last is skipped.
            n if rule.count.is_some() => Suggestion::new(
                "missed",
                todo,
                seen,
                Operation::SkipOccurrence { id, occurrence_date: last },
                format!("{n} dates passed without being done, the last {}.", day(last)),
            ),
            n => Suggestion::update(
                "missed",
                todo,
                seen,
                Patch { scheduled_for: Some(Some(next)), ..Patch::default() },
                format!("{n} dates passed without being done, the last {}: begin again on {}.", day(last), day(next)),
            ),
        });
    }
    found
}

/// Repetitions without a date to count from.
pub(crate) fn unanchored(open: &[&Todo], today: Date) -> Vec<Suggestion> {
    let loose = open.iter().filter(|t| t.recurrence.is_repeating() && t.scheduled_for.is_none());
    loose
        .filter_map(|todo| {
            let first = todo.recurrence.first(today)?;
            let set = Patch { scheduled_for: Some(Some(first)), ..Patch::default() };
            Some(Suggestion::update(
                "unanchored",
                todo,
                "",
                set,
                format!("It repeats and has no date to count from; the first would be {}.", day(first)),
            ))
        })
        .collect()
}

/// Work that looks done: every line of the checklist is ticked, or the title says so.
pub(crate) fn finished(open: &[&Todo]) -> Vec<Suggestion> {
    let said = |title: &str| {
        let title = title.trim().to_lowercase();
        ["[x]", "✓", "✔", "☑", "done:", "done -", "(done)"]
            .into_iter()
            .find(|mark| title.starts_with(mark) || title.ends_with(mark))
    };
    open.iter()
        .filter(|t| !t.recurrence.is_repeating())
        .filter_map(|todo| {
            let ticked = !todo.checklist.is_empty() && todo.checklist.iter().all(|line| line.checked);
            let why = match said(&todo.title) {
                Some(mark) => format!("Its title says \u{201c}{mark}\u{201d}."),
                None if ticked && todo.checklist.len() == 1 => "The only line of its checklist is ticked.".to_owned(),
                None if ticked => format!("All {} lines of its checklist are ticked.", todo.checklist.len()),
                None => return None,
            };
            let op = Operation::Complete { id: Target::Todo(todo.id), completed: true };
            Some(Suggestion::new("finished", todo, &todo.checklist.len().to_string(), op, why))
        })
        .collect()
}
