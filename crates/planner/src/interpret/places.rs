//! Several of a list by their places: "the first two", "the middle one", "1 to 3"; and what an answer leaves out of
//! it: "all but the first", "not anna, the other one" (TODOS.md rule 13).

use super::choice::{choose, is_all, ordinal};
use super::lexicon::one_of;
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::todos::{Todos, words};

/// The todos at the places that are named; empty = the list has no such places, or the numbers may be the todos' own.
pub(super) fn several(spoken: &str, options: &[TodoId]) -> Option<Vec<TodoId>> {
    let said: Vec<&str> =
        spoken.split([' ', '-', '–']).filter(|w| !w.is_empty() && !one_of(w, "the|of|them")).collect();
    let said = match said.as_slice() {
        ["from" | "number" | "numbers", rest @ ..] | rest => rest,
    };
    let n = options.len();
    let range = match said {
        ["first", count] => 0..counted(count)?,
        ["last", count] => n.checked_sub(counted(count)?).map_or(n..n + 1, |from| from..n),
        ["middle"] | ["middle", "one"] => match n % 2 {
            0 => return Some(Vec::new()),
            _ => n / 2..n / 2 + 1,
        },
        [from, "to" | "through" | "until", to] | [from, to] if place(from).is_some() => {
            let (from, to) = (place(from)?, place(to)?);
            let own = |at: usize| {
                let number = i64::try_from(at + 1).ok();
                options.iter().position(|id| Some(id.0) == number).is_some_and(|place| place != at)
            };
            let digits = said.iter().any(|w| w.bytes().all(|b| b.is_ascii_digit()));
            // "1 2" is a list, and "one 2" nothing.
            if !spoken.contains(['-', '–']) && said.len() == 2 || from >= to {
                return None;
            }
            if digits && (own(from) || own(to)) {
                return Some(Vec::new());
            }
            from..to + 1
        }
        _ => return None,
    };
    Some(options.get(range).map(<[TodoId]>::to_vec).unwrap_or_default())
}

/// "two", "3": so many of a list.
fn counted(word: &str) -> Option<usize> {
    match word {
        "two" => Some(2),
        "three" => Some(3),
        "four" => Some(4),
        "five" => Some(5),
        _ => word.parse().ok().filter(|n| *n > 1),
    }
}

/// The place that a number or an ordinal is.
fn place(word: &str) -> Option<usize> {
    match word.parse::<usize>() {
        Ok(n) => n.checked_sub(1),
        Err(_) => ordinal(word, 7).filter(|_| !one_of(word, "last|final|bottom|top|former|latter")),
    }
}

/// What is left of the list when an answer leaves some of it out; empty = it does not say which.
pub(super) fn left(spoken: &str, options: &[TodoId], todos: &Todos, clock: &Clock) -> Option<Vec<TodoId>> {
    let said: Vec<String> = spoken.split([' ', ',']).filter(|w| !w.is_empty()).map(str::to_owned).collect();
    let (head, out) = parted(&said)?;
    let text = head.join(" ");
    let other = text.is_empty() || one_of(&text, "the other|the other one|other|other one");
    let pick = |words: &[String]| choose(&words.join(" "), words, options, todos, clock);
    let base = if other || is_all(&text) { pick(&["all".to_owned()])? } else { pick(head)? };
    // "all but one" counts, and does not say which.
    if let [count] = out
        && one_of(count, "one|two|three|four|five")
    {
        return Some(Vec::new());
    }
    let out = match pick(out) {
        Some(out) if !out.is_empty() => out,
        // "not sure" is no answer at all.
        _ => return (!other).then(Vec::new),
    };
    let left: Vec<TodoId> = base.into_iter().filter(|id| !out.contains(id)).collect();
    Some(if other && left.len() != 1 { Vec::new() } else { left })
}

/// Whether an answer leaves out some of what it takes.
pub(super) fn leaves_out(text: &str) -> bool {
    parted(&words(text)).is_some()
}

/// The words for what an answer leaves out of all there is.
pub(super) fn left_out(text: &str) -> Option<Vec<String>> {
    let said = words(text);
    parted(&said).filter(|(head, _)| head.is_empty()).map(|(_, out)| out.to_vec())
}

/// What an answer takes, and what it takes out of that.
fn parted(said: &[String]) -> Option<(&[String], &[String])> {
    const OUT: &str = "except|excluding|without|minus|besides|not";
    let next = |at: usize| said.get(at).map_or("", String::as_str);
    let (at, word) = said.iter().enumerate().find(|(at, word)| match word.as_str() {
        "but" => next(at + 1) == "not" || is_all(&said[..*at].join(" ")),
        "other" => next(at + 1) == "than",
        "apart" | "aside" => next(at + 1) == "from",
        word => one_of(word, OUT),
    })?;
    let head = said.get(..at)?;
    let mut out = said.get(at + 1..)?;
    while let [first, rest @ ..] = out
        && one_of(first, "for|from|than|not")
    {
        out = rest;
    }
    // "not anna, the other one"
    if word == "not"
        && head.is_empty()
        && let [rest @ .., the, last] = out
        && (the == "other" && last == "one" || the == "the" && last == "other")
    {
        out = match rest {
            [rest @ .., the] if the == "the" => rest,
            rest => rest,
        };
        if let [rest @ .., but] = out
            && but == "but"
        {
            out = rest;
        }
    }
    Some((head, out))
}
