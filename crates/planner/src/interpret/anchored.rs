//! A day that is counted from a todo's: "two days before the dentist", "the eve of the party", "the same day as the team
//! lunch", "a week after it is due". It is said again as that day, before anything else reads it. Where the todo has a
//! day and another deadline, both are said: which of the two it is counted from is asked. A todo that is not found, is
//! not the only one or has no day leaves the words as they are.

use super::amount::{self, Amount, Unit};
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::series;
use super::target::{Match, Want, content};
use super::text::{Clause, fold};
use crate::dates::{Clock, What};
use countersign_core::todo::Todo;
use jiff::Span;
use jiff::civil::{Date, Weekday};

/// In front of the name: that very day.
const SAME: &str = "the same day as|same day as|the day of|the date of|the same date as|same date as|the same day that";

/// In front of that they say what changes.
const CHANGES: &str = "clear|remove|delete|drop|take|empty|unset|erase|wipe|strip|change|move|set|shift|update|reschedule|push|postpone|delay|edit|adjust|switch|make|put|bring";

/// In front of the name: the day before it.
const EVE: &str = "the eve of|eve of";

/// Words that a name may end before.
const ENDS: &str = "at|and|to|by|then|please|pls|instead|i|we|in|is|are|was|again|with|for";

/// Behind the name: its deadline is meant.
const IS_DUE: &str = "is due|are due|has to be done|must be done|'s due date";

/// Instead of a name: the todo that the order is about.
const ITS_DEADLINE: &str = "it is due|it's due|its due|its due date|its deadline|the due date|the deadline|they are due|they're due|their due date";

/// A name may have so many words.
const LONGEST: usize = 6;

/// How far from the todo's day.
#[derive(Clone, Copy)]
struct Offset {
    amount: Amount,
    /// "the friday before the flight": the nearest such day on that side of it.
    weekday: Option<Weekday>,
    part: Option<&'static str>,
    /// "move it after the dentist": that day, or the one next to it.
    either: bool,
}

/// A todo's day as the base to count from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// The day it is for, or else its deadline.
    Day,
    Deadline,
}

/// The message with the day in place of the words for it; `None` where it names none.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    const KEYS: [&str; 12] = [
        " before ",
        " after ",
        " prior to ",
        "eve of ",
        " day as ",
        "day of ",
        "date as ",
        " when ",
        "whenever ",
        " until ",
        " till ",
        " til ",
    ];
    let lower = format!(" {}", fold(text));
    if run.todos.is_empty() || !KEYS.iter().any(|key| lower.contains(key)) {
        return None;
    }
    let c = Clause::new(text, run.clock);
    (0..c.len()).filter(|i| c.toks.get(*i).is_some_and(|t| !t.quoted)).find_map(|i| at(run, &c, i))
}

/// The same for the words that begin at `i`.
fn at(run: &Run<'_>, c: &Clause, i: usize) -> Option<String> {
    let (name, offset, wants) = opening(c, i)?;
    // "two days before christmas" is a day by itself.
    if c.found
        .iter()
        .map(|f| c.toks_of(&f.span))
        .any(|r| r.contains(&name) || r.start < name && r.end >= name && i < name)
    {
        return None;
    }
    let (end, base, todo) = anchor(run, c, i, name)?;
    if wants == Some(Base::Deadline) && base != Base::Deadline {
        return None;
    }
    let dates = days(run.today(), todo, base);
    let mut said: Vec<String> = dates.iter().map(|date| counted(todo, *date, offset)).collect::<Option<_>>()?;
    if offset.either {
        said.extend(dates.iter().map(Date::to_string));
        said.sort();
        said.dedup();
    }
    let day = said.join(" or ");
    let first = c.toks.get(i)?;
    // "until the eve of the party" keeps its word, "buy flowers the day before the party" gets one.
    let before = i.checked_sub(1).map_or("", |before| c.word(before));
    let led = one_of(before, "on|to|until|till|by|before|for|from|after|due|onto");
    let on = match offset.either {
        _ if led => "",
        true => "to ",
        false => "on ",
    };
    let tail = c.toks.get(end - 1).map_or(c.text.len(), |t| t.end);
    Some(format!("{}{on}{day}{}", c.text.get(..first.start)?, c.text.get(tail..)?))
}

/// The words in front of a name: where it begins, how far its day is, and whether only a deadline will do.
fn opening(c: &Clause, i: usize) -> Option<(usize, Offset, Option<Base>)> {
    // "by two days. after that …", "to friday, after that …": the next order begins there.
    let goes_on = |at: usize| {
        let paused = at.checked_sub(1).and_then(|i| c.toks.get(i)).is_some_and(|t| t.after.is_some());
        paused && one_of(c.word(at), "after|before") && one_of(c.word(at + 1), "that|this|which")
    };
    if goes_on(i) {
        return None;
    }
    let days = |n: i64, part| Offset { amount: Amount { n, unit: Unit::Days }, weekday: None, part, either: false };
    if ends_a_rule(c, i) {
        return Some((i, days(0, None), None));
    }
    // "change the date of the dentist to friday": what changes.
    let changes = i.checked_sub(1).is_some_and(|before| one_of(c.word(before), CHANGES));
    if let Some(name) = c.any(i, SAME).filter(|_| !changes) {
        return Some((name, days(0, None), None));
    }
    if let Some(name) = c.any(i, EVE) {
        return Some((name, days(-1, None), None));
    }
    if one_of(c.word(i), "when|whenever") {
        return Some((i + 1, days(0, None), Some(Base::Deadline)));
    }
    if one_of(c.word(i), "before|after") && moves(c, i) {
        let n = if c.word(i) == "before" { -1 } else { 1 };
        return Some((i + 1, Offset { either: true, ..days(n, None) }, None));
    }
    let the = i + usize::from(c.word(i) == "the");
    let (amount, part, next) = match c.word(the) {
        "day" => (Amount { n: 1, unit: Unit::Days }, None, the + 1),
        "night" | "evening" => (Amount { n: 1, unit: Unit::Days }, Some("in the evening"), the + 1),
        "morning" => (Amount { n: 1, unit: Unit::Days }, Some("in the morning"), the + 1),
        day if the > i && crate::dates::weekday(day).is_some() => (Amount { n: 1, unit: Unit::Days }, None, the + 1),
        _ => {
            let (amount, next) = amount::leading(c, i)?;
            (amount, None, next)
        }
    };
    let (sign, name) = match c.word(next) {
        _ if goes_on(next) => return None,
        "before" => (-1, next + 1),
        "after" => (1, next + 1),
        "prior" if c.word(next + 1) == "to" => (-1, next + 2),
        _ => return None,
    };
    let weekday = crate::dates::weekday(c.word(the)).filter(|_| the > i);
    Some((name, Offset { amount: Amount { n: amount.n * sign, ..amount }, weekday, part, either: false }, None))
}

/// "every friday until [the flight]": behind a repetition, the day of a todo as its end.
fn ends_a_rule(c: &Clause, i: usize) -> bool {
    let Some(until) = i.checked_sub(1).filter(|until| one_of(c.word(*until), "until|till|til")) else { return false };
    let rule = |f: &&crate::dates::Found| matches!(f.what, What::Recurrence { .. });
    c.found.iter().find(rule).is_some_and(|f| c.toks_of(&f.span).end <= until)
}

/// Whether what stands in front of a place is something that is moved.
fn moves(c: &Clause, i: usize) -> bool {
    let head = super::split::verb_at(c, super::split::lead(c).at, false);
    head.is_some_and(|head| matches!(head.verb, Verb::Move | Verb::Schedule | Verb::Advance) && head.next < i)
}

/// The todo that is named from `name` on, where its name ends, and which of its days is meant.
fn anchor<'r>(run: &'r Run<'_>, c: &Clause, from: usize, name: usize) -> Option<(usize, Base, &'r Todo)> {
    if let Some(end) = c.any(name, ITS_DEADLINE) {
        let about = run.topic(c.slice(0..from));
        let [id] = about[..] else { return None };
        return Some((end, Base::Deadline, run.todo(id)?));
    }
    let closes = |end: usize| {
        end == c.len()
            || c.toks.get(end - 1).is_some_and(|t| t.after.is_some())
            || one_of(c.word(end), ENDS)
            || c.found.iter().any(|f| c.toks_of(&f.span).start == end)
    };
    let paused = (name..c.len()).find(|k| c.toks.get(*k).is_some_and(|t| t.after.is_some())).map_or(c.len(), |k| k + 1);
    let last = paused.min(name + LONGEST);
    (name + 1..=last).rev().filter(|end| closes(*end)).find_map(|end| {
        // "the report's due date"
        let (named, due) =
            match c.slice(name..end).strip_suffix(" due date").or(c.slice(name..end).strip_suffix(" deadline")) {
                Some(front) => (front, true),
                None => (c.slice(name..end), false),
            };
        let query = content(named);
        let Match::One(id) = run.find(&query, Want::Dated) else { return None };
        let todo = run.todo(id).filter(|todo| Want::Open.fits(todo))?;
        let behind = c.any(end, IS_DUE);
        let base = if due || behind.is_some() { Base::Deadline } else { Base::Day };
        Some((behind.unwrap_or(end), base, todo))
    })
}

/// The days that may be meant: one, or two of which it is not said which.
fn days(today: Date, todo: &Todo, base: Base) -> Vec<Date> {
    if todo.recurrence.is_repeating() {
        return series::next_open(todo, today, today).into_iter().collect();
    }
    match (base, todo.scheduled_for, todo.due_date) {
        (Base::Deadline, _, Some(due)) => vec![due],
        (Base::Day, Some(day), Some(due)) if day != due => vec![day, due],
        (_, day, due) => day.or(due).into_iter().collect(),
    }
}

/// The same for another language, which found the todo: so far from its day ("-2 weeks"). `None` where it has no day, or
/// a day and another deadline: which of the two it is counted from would be to be asked.
pub(crate) fn counted_from(todo: &Todo, far: &str, clock: &Clock) -> Option<String> {
    let (n, unit) = far.split_once(' ')?;
    let n: i64 = n.parse().ok()?;
    let (unit, factor) = amount::unit(unit)?;
    let offset = Offset { amount: Amount { n: n * factor, unit }, weekday: None, part: None, either: false };
    let days = days(clock.today(), todo, Base::Day);
    let [day] = days[..] else { return None };
    counted(todo, day, offset)
}

/// A day so far from the todo's, as a date is said.
fn counted(todo: &Todo, date: Date, offset: Offset) -> Option<String> {
    let Offset { amount: Amount { n, unit }, part, weekday, .. } = offset;
    if let Some(weekday) = weekday {
        let side = i32::try_from(n.signum()).ok()?;
        return Some(date.nth_weekday(side, weekday).ok()?.to_string());
    }
    let moved = match unit {
        Unit::Minutes => {
            let at = date.to_datetime(todo.time_of_day?.time()).checked_add(Span::new().try_minutes(n).ok()?).ok()?;
            return Some(at.strftime("%Y-%m-%d at %H:%M").to_string());
        }
        Unit::Days => date.checked_add(Span::new().try_days(n).ok()?).ok()?,
        Unit::WorkDays => crate::dates::work_days_on(date, n),
        Unit::Months => date.checked_add(Span::new().try_months(n).ok()?).ok()?,
    };
    let part = part.map_or_else(String::new, |part| format!(" {part}"));
    Some(format!("{}{part}", moved.strftime("%Y-%m-%d")))
}
