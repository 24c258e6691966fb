//! "Water plants on mon, wed and fri": one of the days, each of them, or every week on them, is for the person to say.

use super::Answer;
use super::lexicon::one_of;
use super::run::{Ask, Stop, Topic};
use super::text::Clause;
use crate::dates::{self, Clock, Found, What};
use countersign_core::wire::ClarifyOption;
use jiff::civil::Date;
use serde_json::Value;
use std::ops::Range;

/// What a question about such days says of them.
pub(super) const MORE_THAN_ONE: &str = "There is more than one date.";

/// The choice that makes one todo for each of the days.
pub(super) const EACH: &str = "each";

/// Its label.
const ONE_EACH: &str = "one on each day";

/// Answers that mean it.
const ALL: &str = "both|both days|both of them|all|all of them|all three|all four|all five|all days|all the days|all of these|all of those|\
    all three of them|every one of them|each|each one|each of them|each day|each of these|each of those|one each|one for each|\
    one a day|one each day|one for each day|one on each|one per day|one todo each|one todo a day|one todo for each|one todo per day|\
    two todos|three todos|separate todos|separately";

/// The days that stand side by side, from word `from` on, with the place of each; none where there are others as well.
fn days(c: &Clause, from: usize) -> Vec<(Range<usize>, Vec<Date>)> {
    let day = |f: &Found| match &f.what {
        What::Date { date, .. } | What::DateTime { date, .. } => Some(vec![*date]),
        // "dec 3 and 5" and "mon/wed", and no "12 dec 24".
        What::Ambiguous { options, note }
            if note == MORE_THAN_ONE
                && c.toks_of(&f.span)
                    .any(|i| one_of(c.word(i), "and|&|plus") || c.word(i).contains('/') || listed(c, i)) =>
        {
            Some(options.iter().map(|(date, _)| *date).collect())
        }
        _ => None,
    };
    // "mon/wed/fri at 7": a time of its own behind them is said of all.
    let time = |f: &&Found| matches!(f.what, What::Time { .. });
    let found = match c.found.as_slice() {
        [front @ .., last] if time(&last) => front,
        all => all,
    };
    let all: Option<Vec<_>> = found.iter().map(|f| Some((c.toks_of(&f.span), day(f)?))).collect();
    let all = all.unwrap_or_default();
    let behind = all.first().is_some_and(|(at, _)| at.start > from);
    if behind && in_a_row(c, &all) { all } else { Vec::new() }
}

/// Whether nothing but a joining word or a mark stands between days.
fn in_a_row(c: &Clause, all: &[(Range<usize>, Vec<Date>)]) -> bool {
    let between = |pair: &[(Range<usize>, Vec<Date>)]| match pair {
        [(a, _), (b, _)] => {
            let joined = a.end < b.start || c.toks.get(a.end - 1).is_some_and(|t| t.after.is_some());
            joined && (a.end..b.start).all(|i| one_of(c.word(i), "and|&|plus|on"))
        }
        _ => false,
    };
    all.windows(2).all(between)
}

/// Where days in a row end that a clause begins with: each of them a weekday by its whole name.
pub(super) fn in_front(c: &Clause) -> Option<usize> {
    const DAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
    let start = c.any(0, "on").unwrap_or(0);
    let ends = |at: usize| one_of(c.word(at), DAYS).then_some(at + 1);
    let mut end = ends(start)?;
    let mut count = 1;
    while let Some(next) = c.any(end, "and|&|plus").or(Some(end)).and_then(ends) {
        (end, count) = (next, count + 1);
    }
    (count > 1 && end < c.len()).then_some(end)
}

/// Whether a mark between days stands behind a word.
fn listed(c: &Clause, i: usize) -> bool {
    c.toks.get(i).is_some_and(|t| matches!(t.after, Some(',' | '/' | '&')))
}

/// The same days as a rule: days of the week that were said by their names, days of the month by their numbers.
fn rule(c: &Clause, said: &[(Range<usize>, Vec<Date>)], clock: &Clock) -> Option<(String, String)> {
    const NAMES: &str =
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|weds";
    let all: Vec<Date> = said.iter().flat_map(|(_, days)| days.iter().copied()).collect();
    let words = || said.iter().flat_map(|(at, _)| at.clone()).flat_map(|i| c.word(i).split('/'));
    let number = |w: &str| w.trim_end_matches(|ch: char| ch.is_ascii_alphabetic()).parse::<u8>().is_ok();
    let plain = |w: &str| w.is_empty() || one_of(w, "on|and|the|&|at|noon|am|pm");
    let named = words().filter(|w| one_of(w, NAMES)).count();
    let numbered = words().filter(|w| number(w) && w.ends_with(['t', 'd', 'h'])).count();
    let rule = if named == all.len() {
        let names: Vec<String> = all.iter().map(|day| day.strftime("%A").to_string().to_lowercase()).collect();
        words().all(|w| plain(w) || one_of(w, NAMES) || w.starts_with(|ch: char| ch.is_ascii_digit())).then_some(())?;
        format!("every {}", joined(&names))
    } else if numbered == all.len() && words().all(|w| plain(w) || number(w)) {
        let numbers: Vec<String> = all.iter().map(|day| day.strftime("%-d").to_string()).collect();
        let numbers: Vec<String> = numbers.iter().map(|n| format!("{n}{}", ending(n))).collect();
        format!("every month on the {}", joined(&numbers))
    } else {
        return None;
    };
    match dates::whole(&rule, clock)? {
        What::Recurrence { rule: read, .. } => Some((rule, read.describe())),
        _ => None,
    }
}

fn joined(names: &[String]) -> String {
    match names {
        [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        all => all.join(""),
    }
}

fn ending(number: &str) -> &'static str {
    match number {
        "1" | "21" | "31" => "st",
        "2" | "22" => "nd",
        "3" | "23" => "rd",
        _ => "th",
    }
}

/// The question which of several days is meant, with the repetition on them and one todo for each as choices too.
pub(super) fn offered(stop: Stop, c: &Clause, from: usize, clock: &Clock) -> Stop {
    let Stop::Ask(ask) = stop else { return stop };
    let said = days(c, from);
    let [section] = ask.sections.as_slice() else { return Stop::Ask(ask) };
    if !ask.question.ends_with(MORE_THAN_ONE) || said.is_empty() || section.kind != "when" {
        return Stop::Ask(ask);
    }
    let mut section = section.clone();
    let option =
        |value: &str, label: &str| ClarifyOption { value: Value::String(value.to_owned()), label: label.to_owned() };
    section.options.extend(rule(c, &said, clock).map(|(value, label)| option(&value, &label)));
    section.options.push(option(EACH, ONE_EACH));
    Stop::Ask(Box::new(Ask { sections: vec![section], topic: Topic::Days, ..*ask }))
}

/// An answer to it that means each of the days, or the repetition.
pub(super) fn answered(spoken: &str, values: &[&str], clock: &Clock) -> Option<String> {
    if !values.contains(&EACH) {
        return None;
    }
    if one_of(spoken, ALL) {
        return Some(EACH.to_owned());
    }
    let rule = |text: &str| match dates::whole(text, clock) {
        Some(What::Recurrence { rule, .. }) => Some((rule.frequency, rule.interval)),
        _ => None,
    };
    let own = rule(spoken)?;
    values.iter().find(|value| rule(value) == Some(own)).map(|value| (*value).to_owned())
}

/// Whether an answer is one of the choices, or a day; a repetition that was not offered says nothing of the days.
pub(super) fn fits(answer: &str, before: &Answer, clock: &Clock) -> bool {
    let offered = before.sections.iter().flat_map(|s| &s.options).any(|o| o.value == answer);
    offered || matches!(dates::whole(answer, clock), Some(What::Date { .. } | What::DateTime { .. }))
}

/// The clause with one choice in the place of the days; a time that was said of them stays.
pub(super) fn with(clause: &str, choice: &str, clock: &Clock) -> Option<String> {
    let c = Clause::new(clause, clock);
    let said = days(&c, 0);
    let (first, last) = (said.first()?.0.start, said.last()?.0.end);
    let time = c.found.iter().find_map(|f| match f.what {
        What::DateTime { time, .. } => Some(time.strftime(" at %H:%M").to_string()),
        _ => None,
    });
    let front = c.slice(0..first);
    let front = front.strip_suffix(" on").unwrap_or(front);
    let choice = if choice.starts_with("every ") { choice.to_owned() } else { format!("on {choice}") };
    Some(format!("{front} {choice}{} {}", time.unwrap_or_default(), c.slice(last..c.len())).trim_end().to_owned())
}

/// The clause once for each of its days.
pub(super) fn each(c: &Clause, clock: &Clock) -> Vec<String> {
    let all = days(c, 0).into_iter().flat_map(|(_, days)| days);
    all.filter_map(|day| with(&c.text, &day.to_string(), clock)).collect()
}
