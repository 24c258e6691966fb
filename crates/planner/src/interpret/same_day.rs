//! "Move it to next week, same day", "move this week's tasks to the same day next month": a day of that week or month is
//! meant, and not its first (TODOS.md rule 3).

use super::lexicon::{Verb, one_of};
use super::run::{Run, Said, Stop};
use super::split::{lead, verb_at};
use super::text::Clause;
use crate::dates::{self, What};
use jiff::civil::Date;

/// Names the day of the week or the month that it is on.
const SAME: &str = "on the same weekday|on the same day|same weekday|the same weekday|same day of the week|the same day of the week|\
    same day|the same day|same date|the same date|keeping the same day|keeping the day|but keep the day|but the same day|but same day";

/// The order as one of so many weeks or months later; `Err` where what it moves is of another week than this one.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Said<Option<String>> {
    let c = Clause::new(text, run.clock);
    let head = verb_at(&c, lead(&c).at, false).filter(|h| matches!(h.verb, Verb::Move | Verb::Set | Verb::Schedule));
    let Some(head) = head else { return Ok(None) };
    let last = c.len() - usize::from(c.len() > 1 && one_of(c.word(c.len() - 1), "please|pls|thanks"));
    let goes = c.found.iter().find_map(|f| {
        let What::Range { from, to, .. } = f.what else { return None };
        let words = c.toks_of(&f.span);
        let to_it = |at: usize| at > head.next && c.word(at) == "to";
        let behind = c.any(words.end, SAME) == Some(last) && words.end < last;
        let start = if to_it(words.start) { words.start + 1 } else { words.start };
        if behind && to_it(start.checked_sub(1)?) {
            return Some((start - 1, from, to));
        }
        // "to the same day next week"
        let named = |at: &usize| {
            let end = c.any(at + 1, SAME);
            end.is_some_and(|end| end == words.start || end + 1 == words.start && one_of(c.word(end), "in|of|on"))
        };
        let to_same = (head.next + 1..words.start).find(|at| to_it(*at) && named(at)).filter(|_| words.end == last)?;
        Some((to_same, from, to))
    });
    let Some((cut, from, to)) = goes else { return Ok(None) };
    let Some((now, length)) = away(from, to, run) else { return Ok(None) };
    let name = c.slice(head.next..cut);
    let Some(targets) = run.clone().refer(name) else { return Ok(None) };
    let moved = targets.ids().into_iter().filter_map(|id| run.todo(id));
    let of_another = |day: Option<Date>| day.is_none_or(|day| !(now.0..=now.1).contains(&day));
    let mut open = moved.filter(|t| !t.recurrence.is_repeating() && !t.status.is_closed());
    if open.any(|t| of_another(t.scheduled_for)) {
        return Err(Stop::Unsure);
    }
    Ok(Some(format!("{} {length} later", c.slice(0..cut))))
}

/// The week or month that is now, and how far from it that one is.
fn away(from: Date, to: Date, run: &Run<'_>) -> Option<((Date, Date), String)> {
    let today = run.today();
    let days = from.until(to).ok()?.get_days();
    if days == 6 {
        let first = dates::in_week(today, from.weekday(), run.clock);
        let weeks = first.until(from).ok()?.get_days() / 7;
        let end = first.saturating_add(jiff::Span::new().days(6));
        return (weeks > 0).then(|| ((first, end), counted(weeks, "week")));
    }
    if from.day() != 1 || to != from.last_of_month() {
        return None;
    }
    let months = i32::from(from.year() - today.year()) * 12 + i32::from(from.month() - today.month());
    (months > 0).then(|| ((today.first_of_month(), today.last_of_month()), counted(months, "month")))
}

fn counted(count: i32, unit: &str) -> String {
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}
