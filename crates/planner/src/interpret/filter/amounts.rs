//! What is said of the todos of a set besides days, levels and labels: how long they take, and whether they have a time.

use super::Filter;
use crate::interpret::lexicon::one_of;
use crate::interpret::text::Clause;

const ESTIMATED: &str = "with an estimate|with estimates|with any estimate|with some estimate|with a time estimate|with an estimated time|\
    that have an estimate|that has an estimate|which have an estimate|having an estimate|estimated at";
const UNESTIMATED: &str = "without an estimate|without estimates|without any estimate|without any estimates|with no estimate|with no estimates|\
    that have no estimate|that has no estimate|that don't have an estimate|unestimated";
const TIMED: &str = "with a time|with a set time|with times|with any time|with a time set|with a time of day|that have a time|that has a time|\
    that have a set time";
const UNTIMED: &str = "without a time|without a set time|without times|without any time|with no time|with no time set|that have no time|that has no time";
/// Behind one of these stands a length.
const OVER: &str =
    "over|above|of over|of above|of more than|more than|longer than|of longer than|greater than|higher than|exceeding";
const UNDER: &str =
    "under|below|of under|of below|of less than|less than|shorter than|of shorter than|lower than|smaller than";
const LEAST: &str = "at least|of at least";
const MOST: &str = "at most|of at most|up to|of up to|no more than|of no more than";
const EXACT: &str = "of|of exactly|exactly";
/// The same without the word "estimate".
const LASTING: [(&str, &str); 4] = [
    (
        "that take more than|that take longer than|that take over|taking more than|taking longer than|taking over|longer than",
        OVER,
    ),
    ("that take less than|that take under|taking less than|taking under|shorter than", UNDER),
    ("that take at least|taking at least", LEAST),
    ("that take at most|that take up to|taking at most|taking up to", MOST),
];

/// The condition at a word, with the index behind it.
pub(in crate::interpret) fn said(c: &Clause, at: usize) -> Option<(usize, Filter)> {
    let of = |bounds: (u32, u32)| Filter { estimate: Some(bounds), ..Filter::default() };
    if let Some(end) = c.any(at, UNESTIMATED) {
        return Some((end, Filter { unestimated: true, ..Filter::default() }));
    }
    if let Some(end) = c.any(at, ESTIMATED) {
        let compared = [OVER, UNDER, LEAST, MOST, EXACT].into_iter().find_map(|how| Some((how, c.any(end, how)?)));
        return match compared {
            Some((how, next)) => length(c, next).map(|(end, minutes)| (end, of(bounds(how, minutes)))),
            None => match length(c, end) {
                Some((end, minutes)) => Some((end, of((minutes, minutes)))),
                None => Some((end, of((1, u32::MAX)))),
            },
        };
    }
    for (lead, how) in LASTING {
        if let Some((end, minutes)) = c.any(at, lead).and_then(|next| length(c, next)) {
            return Some((end, of(bounds(how, minutes))));
        }
    }
    // "with a time estimate" is none of these.
    if let Some(end) = c.any(at, UNTIMED) {
        return Some((end, Filter { timed: Some(false), ..Filter::default() }));
    }
    c.any(at, TIMED).map(|end| (end, Filter { timed: Some(true), ..Filter::default() }))
}

fn bounds(how: &str, minutes: u32) -> (u32, u32) {
    match how {
        OVER => (minutes.saturating_add(1), u32::MAX),
        UNDER => (1, minutes.saturating_sub(1)),
        LEAST => (minutes, u32::MAX),
        MOST => (1, minutes),
        _ => (minutes, minutes),
    }
}

/// "1 hour", "90 min", "2h", "half an hour": the index behind it, and its minutes.
fn length(c: &Clause, at: usize) -> Option<(usize, u32)> {
    if let Some(end) = c.any(at, "half an hour|half hour|a half hour") {
        return Some((end, 30));
    }
    let word = c.word(at);
    let digits = word.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(word.len());
    let (figure, unit) = word.split_at_checked(digits)?;
    let count = match figure.parse::<u32>() {
        Ok(count) => count,
        Err(_) if one_of(word, "a|an|one") => 1,
        Err(_) => number(word)?,
    };
    let (unit, end) = if unit.is_empty() || figure.is_empty() { (c.word(at + 1), at + 2) } else { (unit, at + 1) };
    let each = match unit {
        "minute" | "minutes" | "min" | "mins" | "m" => 1,
        "hour" | "hours" | "hr" | "hrs" | "h" => 60,
        _ => return None,
    };
    Some((end, count.checked_mul(each)?))
}

fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 11] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.iter().position(|said| *said == word).and_then(|at| u32::try_from(at + 2).ok())
}
