//! "Postpone the dentist to tuesday", where it is on the friday before that: a verb that says later, and a day that is earlier, or
//! the other way round. Which day is meant is asked; "move" and "reschedule" say neither.

use super::change::Goes;
use super::fields::{self, When, ask_when, day};
use super::lexicon::one_of;
use super::resolve::Targets;
use super::run::{Run, Said, Topic};
use super::series;
use super::target::content;
use super::text::Clause;
use crate::dates;
use countersign_core::todo::Todo;
use jiff::Span;
use jiff::civil::Date;

/// They say later by themselves.
const LATER: &str = "postpone|delay|defer|snooze";

/// And with the second word: "push it back", "put the dentist off".
const LATER_WITH: [(&str, &str); 3] = [("push|bump|slide|kick", "back|off|out"), ("put|hold", "off"), ("set", "back")];

const EARLIER: &str = "prepone";

const EARLIER_WITH: [(&str, &str); 2] = [("bring|pull", "forward|forwards|in|up"), ("move", "up|forward|forwards")];

/// Where the verb of an order moves what it names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Later,
    Earlier,
}

/// What was said of when, or the answer to it, where the day is on the wrong side of the one that is.
pub(super) fn checked(run: &mut Run<'_>, c: &Clause, targets: &Targets, when: When, goes: &Goes<'_>) -> Said<When> {
    let Some(way) = way(c, run, targets).or_else(|| way(&Clause::new(&run.said, run.clock), run, targets)) else {
        return Ok(when);
    };
    let date = if goes.due { when.due.or(when.date) } else { when.date };
    let (Some(to), true) = (date, when.rule.is_none()) else { return Ok(when) };
    if let Some(answered) = fields::settled(run) {
        let date = answered.date.or(when.date);
        let due = if goes.due { date } else { when.due };
        return Ok(When { date, due, time: answered.time.or(when.time), ..when });
    }
    let today = run.today();
    let todos = targets.ids().into_iter().filter_map(|id| run.todo(id));
    let wrong = |at: &Date| match way {
        Way::Later => to < *at,
        // What is past already comes no earlier.
        Way::Earlier => to > *at && *at >= today,
    };
    let dated =
        todos.filter_map(|todo| Some((standing(run, todo, targets, goes.due)?, todo))).filter(|(at, _)| wrong(at));
    let furthest = match way {
        Way::Later => dated.max_by_key(|(at, todo)| (*at, todo.id)),
        Way::Earlier => dated.min_by_key(|(at, todo)| (*at, todo.id)),
    };
    let Some((at, todo)) = furthest else { return Ok(when) };
    let other = beyond(run, at, to, way, &when, goes).filter(|day| *day >= run.today() && *day != to);
    let side = if way == Way::Later { "earlier" } else { "later" };
    let note = format!("“{}” is on {}: that would be {side}.", todo.title, day(at));
    // No other reading of the words knows better.
    run.refused = true;
    Err(ask_when(&note, std::iter::once(to).chain(other).map(|date| (date, String::new()))).on(Topic::Side))
}

/// The day that a todo is on so far.
fn standing(run: &Run<'_>, todo: &Todo, targets: &Targets, due: bool) -> Option<Date> {
    if due {
        return todo.due_date;
    }
    if !todo.recurrence.is_repeating() {
        return todo.scheduled_for;
    }
    if targets.bulk {
        return None;
    }
    match targets.span {
        Some(span) => series::within(todo, span, run.today()).first().copied(),
        None => series::next_open(todo, run.today(), run.today()),
    }
}

/// The same weekday, or the period of the same kind, on the side of a day that the verb says.
fn beyond(run: &Run<'_>, at: Date, to: Date, way: Way, when: &When, goes: &Goes<'_>) -> Option<Date> {
    let week = |by: i32| to.checked_add(Span::new().days(by * 7)).ok();
    match () {
        _ if when.weekday && way == Way::Later => (1..60).find_map(|n| week(n).filter(|day| *day > at)),
        _ if when.weekday => (1..60).find_map(|n| week(-n).filter(|day| *day < at)),
        _ if way == Way::Later && goes.said.ends_with("next month") => {
            at.first_of_month().checked_add(Span::new().months(1)).ok()
        }
        _ if way == Way::Later && goes.said.ends_with("next week") => {
            dates::in_week(at, run.clock.week_start, run.clock).checked_add(Span::new().days(7)).ok()
        }
        _ => None,
    }
}

/// Which way the words of an order say; what is part of a title says nothing.
fn way(c: &Clause, run: &Run<'_>, targets: &Targets) -> Option<Way> {
    let first = targets.ids().first().and_then(|id| run.todo(*id));
    let named: Vec<String> = first.map(|todo| content(&todo.title)).unwrap_or_default();
    let own = |i: usize| named.iter().any(|word| word == c.word(i));
    let has = |from: usize, words: &'static str| (from..c.len()).find(|i| one_of(c.word(*i), words) && !own(*i));
    let with = |(verb, particle): &(&'static str, &'static str)| {
        has(0, verb).is_some_and(|at| has(at + 1, particle).is_some())
    };
    if has(0, LATER).is_some() || LATER_WITH.iter().any(with) {
        return Some(Way::Later);
    }
    (has(0, EARLIER).is_some() || EARLIER_WITH.iter().any(with)).then_some(Way::Earlier)
}
