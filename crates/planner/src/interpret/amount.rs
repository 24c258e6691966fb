//! "By two days", "an hour later": amounts of time to shift by.

use super::lexicon::one_of;
use super::run::{Ask, Run, Said};
use super::text::Clause;
use crate::dates;
use jiff::Span;
use jiff::civil::Date;
use serde_json::json;
use std::ops::Range;

/// A length of time to shift by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) n: i64,
    pub(super) unit: Unit,
}
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Minutes,
    Days,
    WorkDays,
    Months,
}

pub(super) fn number(word: &str) -> Option<i64> {
    let words =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match word {
        "a" | "an" | "another" => Some(1),
        _ => word
            .parse()
            .ok()
            .filter(|n| (0..=1_000).contains(n))
            .or_else(|| words.iter().position(|w| *w == word).and_then(|n| i64::try_from(n).ok())),
    }
}

fn amount(c: &Clause, i: usize) -> Option<(Amount, usize)> {
    part_hours(c, i).or_else(|| joined(c, i)).or_else(|| plain(c, i))
}

/// "an hour and a half", "two and a half hours", "1.5 hours", "2h30m".
fn part_hours(c: &Clause, i: usize) -> Option<(Amount, usize)> {
    let minutes = |n: i64, end: usize| Some((Amount { n, unit: Unit::Minutes }, end));
    let hours = |at: usize| matches!(unit(c.word(at)), Some((Unit::Minutes, 60)));
    let part = |at: usize| match c.word(at) {
        "half" => Some(30),
        "quarter" => Some(15),
        _ => None,
    };
    if let Some((tenths, end)) = decimal(c, i).filter(|(_, end)| hours(*end)) {
        return minutes(tenths * 6, end + 1);
    }
    if let Some((hour, minute)) = c.word(i).split_once('h') {
        let figure = |said: &str| said.parse::<i64>().ok().filter(|n| (0..1_000).contains(n));
        let minute = figure(minute.trim_end_matches("min").trim_end_matches('m'))?;
        return minutes(figure(hour)? * 60 + minute, i + 1);
    }
    let n = number(c.word(i))?;
    let and = |at: usize| c.at(at, "and a").and_then(|at| Some((part(at)?, at + 1)));
    // "two and a half hours"
    if let Some((more, end)) = and(i + 1).filter(|(_, end)| hours(*end)) {
        return minutes(n * 60 + more, end + 1);
    }
    let (more, end) = and(i + 2).filter(|_| hours(i + 1))?;
    minutes(n * 60 + more, end)
}

/// "1.5" as tenths, and the index behind it.
fn decimal(c: &Clause, i: usize) -> Option<(i64, usize)> {
    let (whole, tenth) = c.word(i).split_once(['.', ','])?;
    let tenth: i64 = tenth.parse().ok().filter(|_| tenth.len() == 1)?;
    Some((whole.parse::<i64>().ok().filter(|n| (0..100).contains(n))? * 10 + tenth, i + 1))
}

/// "2 weeks and 3 days", "2 hours 30 minutes": two lengths of one kind, the second in the smaller unit.
fn joined(c: &Clause, i: usize) -> Option<(Amount, usize)> {
    let (first, end) = plain(c, i)?;
    let next = if c.word(end) == "and" { end + 1 } else { end };
    let (second, end) = plain(c, next).filter(|(second, _)| second.unit == first.unit && second.n < first.n)?;
    let kind = |at: usize| unit(c.word(at)).map(|(_, factor)| factor);
    let smaller =
        matches!((kind(next - 1 - usize::from(c.word(next - 1) == "and")), kind(end - 1)), (Some(a), Some(b)) if a > b);
    (smaller && number(c.word(next)).is_some()).then_some((Amount { n: first.n + second.n, ..first }, end))
}

fn plain(c: &Clause, i: usize) -> Option<(Amount, usize)> {
    let (n, mut next) = match c.at(i, "a couple of").or_else(|| c.at(i, "a couple")).or_else(|| c.at(i, "couple of")) {
        Some(e) => (2, e),
        None if c.at(i, "a quarter of an hour").is_some() => {
            return Some((Amount { n: 15, unit: Unit::Minutes }, i + 5));
        }
        None if c.at(i, "half an hour").is_some() => return Some((Amount { n: 30, unit: Unit::Minutes }, i + 3)),
        None if c.at(i, "half a year").is_some() => return Some((Amount { n: 6, unit: Unit::Months }, i + 3)),
        None => match number(c.word(i)) {
            // "half a month" is no month.
            Some(_) if i.checked_sub(1).is_some_and(|before| c.word(before) == "half") => return None,
            Some(n) => (n, i + 1),
            // "2h", "30min", "2d"
            None => {
                let w = c.word(i);
                let digits = w.bytes().take_while(u8::is_ascii_digit).count();
                let n = number(w.get(..digits).filter(|d| !d.is_empty())?)?;
                let (unit, factor) = unit(w.get(digits..)?)?;
                return Some((Amount { n: n * factor, unit }, i + 1));
            }
        },
    };
    if matches!(c.word(next), "more" | "full" | "whole") {
        next += 1;
    }
    if one_of(c.word(next), "workday|workdays|weekday|weekdays") {
        return Some((Amount { n, unit: Unit::WorkDays }, next + 1));
    }
    if one_of(c.word(next), "business|working|work") && one_of(c.word(next + 1), "day|days") {
        return Some((Amount { n, unit: Unit::WorkDays }, next + 2));
    }
    let (unit, factor) = unit(c.word(next))?;
    Some((Amount { n: n * factor, unit }, next + 1))
}

/// The amount that a text is, and nothing else.
pub(super) fn exact(c: &Clause) -> Option<Amount> {
    amount(c, 0).filter(|(_, end)| *end == c.len()).map(|(amount, _)| amount)
}

/// An amount of time at word `i`, and the index behind it.
pub(super) fn leading(c: &Clause, i: usize) -> Option<(Amount, usize)> {
    amount(c, i)
}

/// "15 minutes to everything": so much more for what is there, and no title.
pub(super) fn is_added(run: &Run<'_>, title: &str) -> bool {
    let c = Clause::new(title, run.clock);
    let to = length(&c, 0).filter(|to| c.word(*to) == "to" && to + 1 < c.len());
    to.is_some_and(|to| super::split::sets(c.slice(to + 1..c.len())))
}

/// The index behind an amount of time at word `i`.
pub(super) fn length(c: &Clause, i: usize) -> Option<usize> {
    amount(c, i).map(|(_, end)| end)
}

pub(super) fn unit(word: &str) -> Option<(Unit, i64)> {
    Some(match word {
        "minute" | "minutes" | "min" | "mins" => (Unit::Minutes, 1),
        "hour" | "hours" | "hr" | "hrs" | "h" => (Unit::Minutes, 60),
        "day" | "days" | "d" => (Unit::Days, 1),
        "week" | "weeks" | "wk" | "wks" | "w" => (Unit::Days, 7),
        "fortnight" | "fortnights" => (Unit::Days, 14),
        "month" | "months" => (Unit::Months, 1),
        "quarter" | "quarters" => (Unit::Months, 3),
        "year" | "years" => (Unit::Months, 12),
        _ => return None,
    })
}

/// "by two days", "a week later", "back 30 minutes": the amount, signed, with its words taken.
pub(super) fn shift_amount(c: &mut Clause, from: usize, sign: i64) -> Said<Option<Amount>> {
    let mut passed = from;
    for i in from..c.len() {
        if c.is_used(i) || i < passed {
            continue;
        }
        let Some((mut a, mut end)) = amount(c, i) else { continue };
        // "to friday 15h15": the hour of that day.
        let clock = c.found.iter().any(|f| {
            let said = c.toks_of(&f.span);
            matches!(f.what, dates::What::DateTime { .. }) && said.start < i && end <= said.end
        });
        // "reschedule it for a week on monday": the day, and not by how much.
        let counted = i > from
            && c.word(i - 1) == "for"
            && c.found.iter().any(|f| {
                let said = c.toks_of(&f.span);
                matches!(f.what, dates::What::Date { .. }) && said.start <= i && end < said.end
            });
        if clock || counted {
            passed = end;
            continue;
        }
        let before = i.checked_sub(1).filter(|b| *b >= from).map(|b| c.word(b).to_owned()).unwrap_or_default();
        let after = c.word(end).to_owned();
        // "to a week later" is as much later as without its "to".
        let to = before == "to" && one_of(&after, "later|earlier|sooner");
        if !to && one_of(&before, "in|to|within|every|last|next|until|till|after")
            || one_of(&after, "from|ago|after|before|old|task|time")
        {
            // "in two hours and 15 minutes", "in a couple of days" are one length.
            passed = match amount(c, end + 1).filter(|_| after == "and") {
                Some((_, end)) => end,
                None => end,
            };
            continue;
        }
        let led = one_of(&before, "by|back|for|out|off|forward|up|ahead|down");
        let tail = one_of(&after, "later|earlier|back|forward|sooner|ahead|out|further|on|off|down");
        if !led && !tail && end != c.len() && (end..c.len()).any(|k| !c.is_used(k)) {
            continue;
        }
        // "up by 30 minutes", "back by an hour"
        let way = match before.as_str() {
            "by" if i > from + 1 => c.word(i - 2).to_owned(),
            _ => String::new(),
        };
        let words = [before.as_str(), after.as_str(), way.as_str()];
        let mut sign = sign;
        if words.iter().any(|w| matches!(*w, "earlier" | "sooner" | "up")) {
            sign = -1;
        } else if words.contains(&"later") || words.contains(&"back") || words.contains(&"out") {
            sign = 1;
        } else if words.iter().any(|w| matches!(*w, "forward" | "ahead")) && sign > 0 {
            // Half the readers take this for earlier, half for later.
            return Err(Ask::about(
                "Earlier or later?",
                "value",
                vec![(json!("earlier"), "Earlier".to_owned()), (json!("later"), "Later".to_owned())],
            ));
        }
        let mut start = i - usize::from(to);
        if led {
            start -= 1;
            if start > from && one_of(c.word(start - 1), "back|out|off|forward|up|ahead") {
                start -= 1;
            }
        }
        if tail {
            end += 1;
        }
        a.n *= sign;
        c.take(start..end, "shift");
        return Ok(Some(a));
    }
    Ok(None)
}

pub(super) fn shifted(date: Date, a: Amount) -> Date {
    match a.unit {
        Unit::Minutes => date,
        Unit::Days => date.saturating_add(Span::new().days(a.n.clamp(-100_000, 100_000))),
        Unit::WorkDays => dates::work_days_on(date, a.n.clamp(-1_000, 1_000)),
        Unit::Months => date.saturating_add(Span::new().months(a.n.clamp(-10_000, 10_000))),
    }
}

/// "a quarter later": of an hour as well as of a year; `None` where it is said which, or where nothing is shifted so.
pub(super) fn quarter(c: &Clause, from: usize) -> Option<String> {
    let at = (from..c.len()).find(|i| c.word(*i) == "quarter" && !c.toks.get(*i).is_some_and(|t| t.quoted))?;
    let one = at > from && one_of(c.word(at - 1), "a|one|another");
    let later = one_of(c.word(at + 1), "later|earlier|sooner|back|forward");
    let by = at + 1 == c.len() && at > from + 1 && c.word(at - 2) == "by";
    (one && (later || by)).then(|| c.slice(at - 1..if later { at + 2 } else { at + 1 }).to_owned())
}

/// A length of which it is said that it is so much later than what is there, and that is no amount of ours: it would be
/// counted from now.
pub(super) fn unread(c: &Clause, from: usize) -> Option<String> {
    let counted = |at: &Range<usize>| at.start >= from && one_of(c.word(at.end - 1), "later|earlier|sooner");
    let open = |at: &Range<usize>| !at.is_empty() && !at.clone().any(|i| c.is_used(i));
    let at = c.found.iter().map(|f| c.toks_of(&f.span)).filter(open).find(counted)?;
    let no_later = at.end >= 2 && c.word(at.end - 2) == "no";
    (!no_later).then(|| c.slice(at).to_owned())
}

/// Whether a clause ends with a date counted from the one that is: "a week earlier".
pub(super) fn compares(c: &Clause) -> bool {
    c.found.last().is_some_and(|f| {
        let said = c.toks_of(&f.span);
        said.end == c.len() && one_of(c.word(said.end - 1), "later|earlier|sooner")
    })
}

/// "2h later", "2h30m later", "3d earlier": a length written short, in words.
pub(super) fn spelled(text: &str) -> String {
    let said: Vec<&str> = text.split(' ').collect();
    let long = |at: usize, word: &str| -> Option<String> {
        let next = said.get(at + 1)?.trim_end_matches(['.', ',', '!']);
        let unit = word.find(|ch: char| !ch.is_ascii_digit()).filter(|at| (1..=3).contains(at))?;
        let (count, unit) = word.split_at(unit);
        let later = one_of(next, "later|earlier|sooner");
        let hours: i64 = count.parse().ok().filter(|_| later)?;
        Some(match unit {
            "h" => format!("{count} hours"),
            "d" => format!("{count} days"),
            "w" => format!("{count} weeks"),
            _ => {
                let minutes = unit.strip_prefix('h')?.trim_end_matches("min").trim_end_matches('m');
                let minutes: i64 = minutes.parse().ok().filter(|n| (0..60).contains(n))?;
                format!("{} minutes", hours * 60 + minutes)
            }
        })
    };
    let out = said.iter().enumerate().map(|(at, word)| long(at, word).unwrap_or_else(|| (*word).to_owned()));
    out.collect::<Vec<_>>().join(" ")
}

/// "move it to one day later", "move it to the following week": counted from the date that is, not from now.
pub(super) fn compared(run: &Run<'_>, text: &str) -> String {
    const AFTER: [(&str, &str); 3] = [
        ("to the following day|to the next day|to the day after|to the day after that", "a day later"),
        ("to the following week|to the week after|to the week after that", "a week later"),
        ("to the following month|to the month after|to the month after that", "a month later"),
    ];
    let c = Clause::new(text, run.clock);
    for i in 2..c.len() {
        if let Some((_, by)) = AFTER.iter().find(|(said, _)| c.any(i, said) == Some(c.len())) {
            return format!("{} {by}", c.slice(0..i));
        }
    }
    let counted = |i: usize| c.word(i) == "to" && length(&c, i + 1).is_some_and(|e| e + 1 == c.len());
    match (2..c.len()).find(|i| counted(*i)) {
        Some(i) if one_of(c.word(c.len() - 1), "later|earlier|sooner") => {
            format!("{} {}", c.slice(0..i), c.slice(i + 1..c.len()))
        }
        _ => text.to_owned(),
    }
}
