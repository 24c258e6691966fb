//! "Add saturday to gym", "remove monday from gym", "no gym on mondays": one weekday more or less for what repeats by the
//! week, and no todo of that name, nor one date of it: a plain weekday is part of its rule (TODOS.md rule 11).

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
        "no" | "skip" => no_more_on(run, &c, at + 1),
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
    Some(on_days(run, id, days))
}

/// "no gym on mondays", "no more yoga on thursdays and fridays": the days that are left, where weekdays in the plural end it.
/// A day in the singular is one date.
fn no_more_on(run: &Run<'_>, c: &Clause, from: usize) -> Option<Said<String>> {
    let each = |i: usize| one_of(c.word(i), "every|each");
    let day = |i: usize| match c.word(i) {
        "weekends" => Some(vec![Weekday::Saturday, Weekday::Sunday]),
        "weekend" if each(i - 1) => Some(vec![Weekday::Saturday, Weekday::Sunday]),
        word if each(i - 1) => Some(vec![crate::dates::weekday(word)?]),
        word => Some(vec![crate::dates::weekday(word.strip_suffix('s')?)?]),
    };
    let mut first = c.len();
    while first > from && (day(first - 1).is_some() || each(first - 1) || one_of(c.word(first - 1), "and|&|or")) {
        first -= 1;
    }
    let said: Vec<Weekday> = (first..c.len()).filter_map(day).flatten().collect();
    let end = if one_of(c.word(first.checked_sub(1)?), "on|any") { first - 1 } else { first };
    let from = c.any(from, "more").unwrap_or(from);
    let name = c.slice(from..end.max(from));
    let Match::One(id) = run.find(&content(name), Want::Open) else { return None };
    let rule = &run.todo(id).filter(|todo| todo.recurrence.is_repeating() && !said.is_empty())?.recurrence;
    let week = || (0..7).filter_map(|n| Weekday::from_monday_zero_offset(n).ok());
    let own: Vec<Weekday> = match rule.frequency {
        Frequency::Daily if rule.interval == 1 => week().collect(),
        Frequency::Weekly if rule.interval == 1 => rule.by_day.iter().map(|own| own.day).collect(),
        _ => Vec::new(),
    };
    let fits = said.iter().all(|day| own.contains(day));
    let left: Vec<Weekday> = own.into_iter().filter(|day| !said.contains(day)).collect();
    Some(on_days(run, id, (fits && !left.is_empty()).then_some(left)))
}

/// The order that a todo repeats on these days; a question where there are none.
fn on_days(run: &Run<'_>, id: TodoId, days: Option<Vec<Weekday>>) -> Said<String> {
    let Some(mut days) = days else {
        let title = run.todo(id).map_or("", |todo| todo.title.as_str());
        return Err(super::resolve::deeds(run, format!("What should change about “{title}”?"), id));
    };
    days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
    days.dedup();
    let names: Vec<String> = days.iter().map(|day| format!("{day:?}").to_lowercase()).collect();
    Ok(format!("change #{id} to every {}", names.join(" and ")))
}
