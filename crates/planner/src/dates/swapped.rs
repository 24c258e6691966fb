//! A repetition on another day or at another time, in words: "every monday at 7pm" on tuesday, or at 8pm. All else of it
//! stays.

use super::{Clock, What, whole, words};
use countersign_core::recurrence::Recurrence;
use jiff::civil::Time;

/// The repetition on the day that `day` names; `None` where it has no one day of that kind.
pub(crate) fn on_another_day(old: &str, day: &str, clock: &Clock) -> Option<String> {
    let (rule, time) = repeated(old, clock)?;
    let day = ["on ", "to ", "the "].iter().fold(day.trim(), |day, lead| day.trim_start_matches(lead));
    let said = exchanged(&old.split_whitespace().collect::<Vec<_>>(), day.trim_end_matches(" of the month"))?;
    let (other, at) = repeated(&said, clock)?;
    let same = other.frequency == rule.frequency && other.interval == rule.interval && other.until == rule.until;
    (same && at == time && other != rule).then_some(said)
}

/// The repetition at that time.
pub(crate) fn at_another_time(old: &str, time: Time, clock: &Clock) -> Option<String> {
    let (rule, was) = repeated(old, clock)?;
    let plain = match was {
        Some(_) => without_time(old, clock)?.0,
        None => old.to_owned(),
    };
    let said = format!("{plain} at {}", time.strftime("%H:%M"));
    let (same, at) = repeated(&said, clock)?;
    (same == rule && at == Some(time)).then_some(said)
}

/// A phrase of a day or a repetition without its time, and the time.
pub(crate) fn without_time(phrase: &str, clock: &Clock) -> Option<(String, Time)> {
    let said: Vec<&str> = phrase.split_whitespace().collect();
    let parts = (0..said.len()).flat_map(|from| (from + 1..=said.len()).map(move |to| (from, to)));
    parts.rev().find_map(|(from, to)| {
        let Some(What::Time { time, .. }) = whole(&said.get(from..to)?.join(" "), clock) else { return None };
        let rest = [said.get(..from)?, said.get(to..)?].concat().join(" ");
        match whole(&rest, clock)? {
            What::Date { .. } | What::Recurrence { time: None, .. } => Some((rest, time)),
            _ => None,
        }
    })
}

fn repeated(phrase: &str, clock: &Clock) -> Option<(Recurrence, Option<Time>)> {
    match whole(phrase, clock)? {
        What::Recurrence { rule, time, .. } => Some((rule, time)),
        _ => None,
    }
}

/// The words with another weekday, day of the month or day of the year in the place of the only one there is.
fn exchanged(said: &[&str], day: &str) -> Option<String> {
    let plain = |word: &str| word.trim_matches([',', '.']).to_lowercase();
    let weekday = |word: &str| words::weekday(&plain(word)).is_some();
    let month = |word: &str| words::month(&plain(word)).is_some();
    let sole = |is: &dyn Fn(&str) -> bool| {
        let mut at = (0..said.len()).filter(|at| said.get(*at).is_some_and(|word| is(word)));
        at.next().filter(|_| at.next().is_none())
    };
    let put = |at: usize, until: usize, word: &str| {
        let (before, after) = (said.get(..at)?, said.get(until..)?);
        Some([before, &[word], after].concat().join(" "))
    };
    if weekday(day) {
        let at = sole(&weekday)?;
        let habit = said.get(at).is_some_and(|word| plain(word).ends_with("days"));
        return put(at, at + 1, &if habit && !day.ends_with('s') { format!("{day}s") } else { day.to_owned() });
    }
    if said.iter().any(|word| weekday(word)) {
        return None;
    }
    // "every december 3"
    let yearly = sole(&month).and_then(|at| {
        let number = |at: usize| said.get(at).and_then(|word| figure(&plain(word))).is_some();
        [at.wrapping_sub(1), at + 1].into_iter().find(|at| number(*at)).map(|figure| (at, figure))
    });
    if let Some((month_at, at)) = yearly {
        let (from, to) = (month_at.min(at), month_at.max(at) + 1);
        let dated = day.split(' ').count() == 2 && day.split(' ').any(month);
        return if dated { put(from, to, day) } else { figure(day).and_then(|_| put(at, at + 1, day)) };
    }
    nth(day)?;
    match sole(&|word: &str| nth(&plain(word)).is_some()) {
        Some(at) => put(at, at + 1, day),
        None => {
            let at = sole(&|word: &str| matches!(plain(word).as_str(), "month" | "monthly" | "months"))?;
            put(at + 1, at + 1, &format!("on the {day}"))
        }
    }
}

/// "15th".
fn nth(word: &str) -> Option<u8> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?;
    digits.parse().ok().filter(|n| (1..=31).contains(n))
}

/// "15th" or "15".
fn figure(word: &str) -> Option<u8> {
    nth(word).or_else(|| word.parse().ok()).filter(|n| (1..=31).contains(n))
}
