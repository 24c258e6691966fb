//! "A week later", "by two days", "the day before", said to "When?": counted from the day and the time that the todo has, and not
//! from now.

use super::amount::{Unit, exact};
use super::lexicon::{Verb, one_of};
use super::pending::Choice;
use super::split::{lead, verb_at};
use super::text::Clause;
use super::{Answer, run::Topic};
use crate::dates::{self, Clock, What};

/// In front of an amount.
const FRONT: &str = "to|by|make|it|about|just|only|please|move|push|another|for|maybe";

/// The answer to "When?" that counts from where the todo is; `None` where it is none.
pub(super) fn answer(text: &str, before: &Answer, clock: &Clock) -> Option<Choice> {
    let (_, clause) = before.open.as_ref()?;
    let c = Clause::new(clause, clock);
    let l = lead(&c);
    let moves = verb_at(&c, l.at, l.ing).is_some_and(|head| head.verb == Verb::Move);
    let asks = before.sections.iter().any(|s| s.kind == "when") && before.topic != Topic::Occurrence;
    if !moves || !asks || !c.found.is_empty() {
        return None;
    }
    let said = Clause::new(text, clock);
    let mut words: Vec<&str> = (0..said.len()).map(|at| said.word(at)).collect();
    while words.last().is_some_and(|w| one_of(w, "please|thanks|then|instead")) {
        words.pop();
    }
    let led = words.iter().take_while(|w| one_of(w, FRONT)).count();
    let by = words.iter().take(led).any(|w| one_of(w, "by|another"));
    let words = words.get(led..)?;
    // The time that it has is the one that it keeps.
    let same = words.len() - words.iter().rev().take_while(|w| one_of(w, "at|the|same|time|hour")).count();
    if same < words.len() && words.ends_with(&["same", "time"]) {
        let day = words.get(..same)?.join(" ");
        let dated = matches!(dates::whole(&day, clock), Some(What::Date { .. }));
        return dated.then_some(Choice::When(day));
    }
    let (back, words) = match words {
        ["earlier" | "later" | "sooner" | "before" | "after" | "back" | "forward"] => return Some(Choice::Unclear),
        [rest @ .., "earlier" | "sooner" | "before"] => (true, rest),
        [rest @ .., "later" | "after" | "back"] | ["back", rest @ ..] => (false, rest),
        ["previous" | "preceding", unit] => (true, std::slice::from_ref(unit)),
        ["the", "previous" | "preceding", unit] => (true, std::slice::from_ref(unit)),
        ["the", "next" | "following", unit @ "day"] | ["the", "following", unit] => (false, std::slice::from_ref(unit)),
        rest => (false, rest),
    };
    let amount = match words {
        ["the", unit] | [unit] => format!("one {unit}"),
        words => words.join(" "),
    };
    // "tomorrow" is a day; "2h" is a length by itself.
    let amount = exact(&Clause::new(&amount, clock)).or_else(|| exact(&Clause::new(&words.join(" "), clock)))?;
    let plain =
        matches!(dates::whole(text, clock), Some(What::Date { .. } | What::DateTime { .. } | What::Range { .. }));
    let counts = by || back || said.len() > led + words.len();
    if plain && !counts {
        return None;
    }
    let unit = match amount.unit {
        Unit::Minutes => "minutes",
        Unit::Days => "days",
        Unit::WorkDays => "business days",
        Unit::Months => "months",
    };
    let way = if back { "earlier" } else { "later" };
    Some(Choice::Instead(format!("{clause} {} {unit} {way}", amount.n)))
}
