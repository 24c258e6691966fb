//! "Add saturday to gym": another weekday for what repeats by the week, and no todo of that name.

use super::attach::addressed;
use super::lexicon::one_of;
use super::run::{Run, Said};
use super::split::lead;
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::recurrence::Frequency;
use jiff::civil::Weekday;

/// The message with the days that the todo then has; as it is where something else is added. Where the todo does not repeat
/// by the week, or no weekday is named, what is meant is asked.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    let c = Clause::new(&text, run.clock);
    let at = lead(&c).at;
    let more = (c.word(at) == "add").then(|| more_days(run, &c, at + 1)).flatten();
    more.unwrap_or(Ok(text))
}

/// The order that adds the days named from word `from` on.
fn more_days(run: &Run<'_>, c: &Clause, from: usize) -> Option<Said<String>> {
    let (to, name) = addressed(run, c, from, "to")?;
    let day = |i: usize| crate::dates::weekday(c.word(i));
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let joins = |i: usize| one_of(c.word(i), "and|&|every|a|on|the");
    if !(from..to).any(|i| dated(i) || day(i).is_some())
        || !(from..to).all(|i| dated(i) || joins(i) || day(i).is_some())
    {
        return None;
    }
    let due = |i: usize| one_of(c.word(i), "deadline|due|date|time|by|until");
    if (from..to).any(due) {
        return None;
    }
    let Match::One(id) = run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) else { return None };
    let todo = run.todo(id)?;
    let rule = &todo.recurrence;
    let new: Option<Vec<Weekday>> = (from..to).filter(|i| !joins(*i)).map(day).collect();
    let weekly = rule.frequency == Frequency::Weekly && rule.interval == 1 && !rule.by_day.is_empty();
    let Some(new) = new.filter(|_| weekly) else {
        return Some(Err(super::resolve::deeds(run, format!("What should change about “{}”?", todo.title), id)));
    };
    let mut days: Vec<Weekday> = rule.by_day.iter().map(|own| own.day).chain(new).collect();
    days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
    days.dedup();
    let names: Vec<String> = days.iter().map(|day| format!("{day:?}").to_lowercase()).collect();
    Some(Ok(format!("change #{id} to every {}", names.join(" and "))))
}
