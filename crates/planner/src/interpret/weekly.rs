//! "Add saturday to gym", "remove monday from gym": one weekday more or less for what repeats by the week, and no todo of
//! that name, nor one date of it: a plain weekday is part of its rule (TODOS.md rule 11).

use super::attach::addressed;
use super::lexicon::one_of;
use super::run::{Run, Said};
use super::split::lead;
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::recurrence::Frequency;
use jiff::civil::Weekday;

/// The message with the days that the todo then has; as it is where something else is added. Where the todo does not repeat
/// by the week, or no weekday is named, what is meant is asked.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    let c = Clause::new(&text, run.clock);
    let at = lead(&c).at;
    let other = match c.word(at) {
        "add" => other_days(run, &c, at + 1, "to", true),
        "remove" | "drop" | "take" | "delete" | "strike" => other_days(run, &c, at + 1, "from|off", false),
        _ => None,
    };
    other.unwrap_or(Ok(text))
}

/// The order that adds the days named from word `from` on, or takes them away.
fn other_days(run: &Run<'_>, c: &Clause, from: usize, preps: &'static str, more: bool) -> Option<Said<String>> {
    let (to, name) = addressed(run, c, from, preps)?;
    let day =
        |i: usize| crate::dates::weekday(c.word(i)).or_else(|| crate::dates::weekday(c.word(i).strip_suffix('s')?));
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
    let id = match name.strip_prefix('#').and_then(|number| number.parse().ok()) {
        Some(number) => TodoId(number),
        None => match run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) {
            Match::One(id) => id,
            _ => return None,
        },
    };
    let todo = run.todo(id)?;
    let rule = &todo.recurrence;
    let said: Option<Vec<Weekday>> = (from..to).filter(|i| !joins(*i)).map(day).collect();
    let weekly = rule.frequency == Frequency::Weekly && rule.interval == 1 && !rule.by_day.is_empty();
    let own = || rule.by_day.iter().map(|own| own.day);
    let days: Option<Vec<Weekday>> = match said {
        Some(said) if weekly && more => Some(own().chain(said).collect()),
        Some(said) if weekly && said.iter().all(|day| own().any(|own| own == *day)) => {
            let left: Vec<Weekday> = own().filter(|day| !said.contains(day)).collect();
            (!left.is_empty()).then_some(left)
        }
        // One of its dates, or a day that it has not.
        _ if !more => return None,
        _ => None,
    };
    let Some(mut days) = days else {
        return Some(Err(super::resolve::deeds(run, format!("What should change about “{}”?", todo.title), id)));
    };
    days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
    days.dedup();
    let names: Vec<String> = days.iter().map(|day| format!("{day:?}").to_lowercase()).collect();
    Some(Ok(format!("change #{id} to every {}", names.join(" and "))))
}
