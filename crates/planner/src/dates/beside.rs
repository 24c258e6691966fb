//! What stands right behind a phrase and belongs to it. A phrase is read with it or asked about, and never read as if
//! it were not there: "at 5 or 6", "3pm UTC", "tomorrow at 25".

use super::calendar;
use super::guard;
use super::impossible::NO_TIME;
use super::scan::{Candidate, Scan};
use super::things;
use super::when::{self, Class};
use super::{Role, What, agreed, offsets, relative, repeats, times, words};
use countersign_core::recurrence::Recurrence;

/// Names of zones in letters; which one is meant differs by country ("IST"), so none is converted.
const ZONES: [&str; 29] = [
    "utc", "gmt", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "akst", "akdt", "hst", "cet", "cest", "bst",
    "wet", "west", "eet", "eest", "msk", "ist", "jst", "kst", "sgt", "aest", "aedt", "nzst", "nzdt",
];

/// What stands next to a day: "the night before christmas".
const NEIGHBOURS: [&str; 8] = ["day", "week", "weekend", "month", "morning", "afternoon", "evening", "night"];

/// In front of a number they make it a time, which is read with what is behind it.
const ANNOUNCE: [&str; 10] = ["for", "at", "to", "by", "until", "till", "from", "around", "about", "between"];

/// In front of "before" and "after" they leave open by how much.
const NEARLY: [&str; 9] =
    ["a little", "a bit", "little", "just", "shortly", "slightly", "some time", "sometime", "soon"];

/// Words that a repetition begins with.
const EVERY: [&str; 10] =
    ["every", "each", "yearly", "annually", "monthly", "weekly", "daily", "repeat", "repeats", "repeating"];

/// The most tokens before a phrase that are looked at.
const LONGEST: usize = 6;

/// The reading with what belongs to it.
pub(super) fn complete(scan: &Scan, reading: Candidate) -> Candidate {
    let (timed, dated) = match &reading.what {
        What::Time { .. } | What::DateTime { .. } | What::Recurrence { time: Some(_), .. } => (true, true),
        What::Date { .. } | What::Range { .. } | What::Recurrence { .. } => (false, true),
        _ => (false, false),
    };
    let found = if timed {
        elsewhere(scan, reading.end).or_else(|| second_time(scan, reading.end, &reading.what))
    } else {
        None
    };
    let found = found.or_else(|| if dated { no_hour(scan, reading.end) } else { None });
    let found = found.or_else(|| match &reading.what {
        What::Recurrence { rule, .. } => unruled(scan, reading.end, rule),
        _ => None,
    });
    let found = found.or_else(|| trailing(scan, reading.end, &reading.what));
    let found = found.or_else(|| in_brackets(scan, &reading)).or_else(|| weekday_behind(scan, &reading));
    // "dec 5 or so"
    let vague = if dated { scan.any_words(reading.end, &["or so", "or thereabouts"]) } else { None };
    // "friday at the latest" is a deadline.
    let latest = if dated && found.is_none() {
        scan.any_words(reading.end, &["at the latest", "at latest", "or earlier", "or sooner"])
    } else {
        None
    };
    if let Some(end) = latest.filter(|end| scan.ends(*end) && reading.role == Role::When) {
        return Candidate { end, role: Role::Due, ..reading };
    }
    let found = found.or_else(|| vague.map(|end| (end, reading.what.clone())));
    match found.filter(|(end, _)| scan.ends(*end)) {
        Some((end, what)) => Candidate { end, what, ..reading },
        None => reading,
    }
}

/// "jun 13 (sun)": the weekday of the day in front, or of none.
fn in_brackets(scan: &Scan, reading: &Candidate) -> Option<(usize, What)> {
    let What::Date { date, .. } = reading.what else { return None };
    let at = reading.end;
    let (day, _) = words::weekday(scan.word(at + 1)).filter(|_| scan.mark(at) == Some('('))?;
    let end = (scan.mark(at + 2) == Some(')')).then_some(at + 3)?;
    Some((end, if day == date.weekday() { reading.what.clone() } else { in_part() }))
}

/// "2026-12-05 sat", "dec 5 friday": the weekday of the day in front, or a slip, which is asked about. Letters that are a word as
/// well are the weekday where they are the right one, or where a mark or nothing follows.
fn weekday_behind(scan: &Scan, reading: &Candidate) -> Option<(usize, What)> {
    let What::Date { date, .. } = reading.what else { return None };
    let at = reading.end;
    let figure = at.checked_sub(1).is_some_and(|before| scan.number(before).is_some());
    let (end, day, form) = relative::name(scan, at).filter(|_| figure && !scan.glued(at))?;
    // "friday week", "saturday night" are days of their own.
    let more = when::day(scan, at).is_some_and(|(after, _)| after > end) || when::time_after(scan, end).is_some();
    let apart = scan.at_end(end) || form == words::Form::Full;
    if more || day != date.weekday() && !apart {
        return None;
    }
    if day == date.weekday() {
        return Some((end, reading.what.clone()));
    }
    let (options, note) = agreed::slip(scan, date, day);
    Some((end, What::Ambiguous { options, note }))
}

fn in_part() -> What {
    What::Ambiguous { options: Vec::new(), note: "only a part of this date could be read".to_owned() }
}

/// "next friday after next", "friday from now", "every friday week", "this friday the 45th".
fn trailing(scan: &Scan, at: usize, read: &What) -> Option<(usize, What)> {
    let open = |what: What| match read {
        What::Ambiguous { .. } | What::Invalid { .. } => read.clone(),
        _ => what,
    };
    let said = scan.any_words(at, &["after next", "before last", "from now", "from today", "ago"]);
    // "at 10 from now on"
    let counted = said.filter(|end| scan.word(*end) != "on" && !matches!(read, What::Time { .. }));
    if let Some(end) = counted {
        return Some((end, open(in_part())));
    }
    if at > 0 && words::unit(scan, at - 1).is_some_and(|(end, _)| end == at) {
        let more = || words::quantity(scan, at + 1).map(|(end, _)| end).filter(|end| guard::safe_next(scan, *end));
        let counted = || when::plain_day(scan, at + 1).map(|(end, _)| end);
        let end = match scan.word(at) {
            // "in a week or two"
            "or" => more(),
            // "within a week of friday"
            "of" | "from" | "after" | "before" => counted(),
            _ => None,
        };
        if let Some(end) = end {
            return Some((end, open(in_part())));
        }
    }
    // "friday 12", "tomorrow 8": a figure at the end is a day or an hour.
    let dated = matches!(read, What::Date { .. } | What::Range { .. });
    // "call tues 9": no Tuesday soon is a 9th, and nine is an hour of the day.
    let hour = |n: i64| match read {
        What::Date { date, .. } if at > 0 && words::weekday(scan.word(at - 1)).is_some() => {
            (7..=11).contains(&n) && (0..5).all(|week| i64::from(calendar::add_days(*date, 7 * week).day()) != n)
        }
        _ => false,
    };
    let figure =
        scan.digits(at, 1).or(scan.digits(at, 2)).filter(|n| dated && (1..=31).contains(n) && !hour(i64::from(*n)));
    let worded = at > 0 && !scan.word(at - 1).is_empty() && scan.number(at.wrapping_sub(2)).is_none();
    if figure.is_some() && worded && scan.at_end(at + 1) && scan.ends(at + 1) && !things::pays(scan, at) {
        return Some((at + 1, open(in_part())));
    }
    let weekday = at > 0 && words::weekday(scan.word(at - 1)).is_some();
    let closed = |end: usize| weekday && (guard::safe_next(scan, end) || when::time_after(scan, end).is_some());
    if scan.is(at, &["week", "wk", "fortnight"]) && closed(at + 1) {
        return Some((at + 1, open(in_part())));
    }
    let start = scan.skip_word(at, "the");
    let (end, day) = scan.number(start).and_then(|_| words::ordinal(scan, start)).filter(|(end, _)| closed(*end))?;
    let impossible = || What::Invalid { options: Vec::new(), note: format!("no month has a day {day}") };
    Some((end, open(if (1..=31).contains(&day) { in_part() } else { impossible() })))
}

/// What stands right before a phrase and belongs to it, where the phrase was read without: "the second [friday at 9]",
/// "3 days [after friday the 24th]". The index where all of it begins; nothing before `free` belongs to it.
pub(super) fn begun(scan: &Scan, free: usize, at: usize, reading: &Candidate) -> Option<(usize, What)> {
    let full = matches!(words::weekday(scan.word(at)), Some((_, words::Form::Full)));
    let timed = matches!(reading.what, What::Time { .. } | What::DateTime { .. });
    let begins = |from: usize| {
        let start = scan.skip_word(from, "the");
        let ends = |hit: Option<usize>| hit == Some(at);
        let numbered = full
            && (ends(words::ordinal(scan, start).map(|hit| hit.0)) || ends(scan.any_words(start, &["next", "last"])));
        // "for two hours before friday" is how long.
        let long = matches!(offsets::length_end(scan, from), Some((end, clock)) if end == at && (timed || !clock))
            && !scan.is(from.wrapping_sub(1), &["for", "takes", "take", "lasting"]);
        let beside = !timed && ends(scan.any_words(start, &NEIGHBOURS));
        // "a little before noon", "late tomorrow": how much, how late nobody knows.
        let near = scan.is(at, &["before", "after"]) && ends(scan.any_words(from, &NEARLY));
        let day = matches!(reading.what, What::Date { .. }) && times::part(scan.word(reading.end - 1)).is_none();
        let vague = day
            && from > 0
            && scan.is(from, &["early", "late"])
            && from + 1 == at
            && !scan.is(at, &ANNOUNCE)
            && !scan.is(at, &["on", "due", "in"])
            && !scan.is(from - 1, &["too", "so", "very", "up", "be", "running"]);
        let counted = scan.is(at, &["before", "after", "from", "following"]) && (long || beside);
        // "call bob 8 tomorrow morning": the hour may be that morning's, and the morning has one of its own.
        let hour = from + 1 == at
            && matches!(reading.what, What::DateTime { .. })
            && scan.number(from).is_some_and(|n| (1..=12).contains(&n))
            && from > 0
            && !scan.is(from - 1, &ANNOUNCE)
            && !things::numbers(scan.word(from - 1))
            && (times::part(scan.word(reading.end - 1)).is_some() || scan.word(reading.end - 1) == "tonight")
            && (times::part(scan.word(at)).is_none() && scan.number(at).is_none())
            // "chapter 3 by sunday evening": a date of its own.
            && !scan.is(at, &ANNOUNCE)
            && !scan.is(at, &["on", "before"]);
        // "q1 next year"
        let year = scan.is(at, &["next", "this", "last"]) && scan.word(at + 1) == "year";
        let quarter = scan.word(from) == "q" && scan.number(from + 1).is_some_and(|n| n < 5) && from + 2 == at;
        let of_year = year && (quarter || when::plain_day(scan, from).is_some_and(|(end, _)| end == at));
        // "32nd of november"
        let beyond = scan.is(at.wrapping_sub(1), &["of"])
            && words::month(scan.word(at)).is_some()
            && words::ordinal(scan, start).is_some_and(|(end, day)| end + 1 == at && day > 31);
        beyond || numbered || counted || hour || near || vague || of_year
    };
    let from = (free.max(at.saturating_sub(LONGEST))..at).find(|from| begins(*from))?;
    let what = match &reading.what {
        What::Ambiguous { .. } | What::Invalid { .. } => reading.what.clone(),
        _ => in_part(),
    };
    Some((from, what))
}

/// "10am tokyo time", "9am Pacific": where it is that time; the index after it.
fn place(scan: &Scan, at: usize) -> Option<usize> {
    const AMERICAN: [&str; 4] = ["pacific", "eastern", "central", "mountain"];
    let zone = |words: &str| {
        let city = words.replace(' ', "_");
        jiff::tz::db()
            .available()
            .any(|name| name.as_str().rsplit_once('/').is_some_and(|(_, last)| last.eq_ignore_ascii_case(&city)))
    };
    let time = |end: usize| (scan.word(end) == "time").then_some(end + 1);
    if AMERICAN.contains(&scan.word(at)) {
        let end = scan.skip_any(at + 1, &["standard", "daylight"]);
        return time(end).or_else(|| guard::safe_next(scan, end).then_some(end));
    }
    (1..=3).find_map(|count| {
        let end = time(at + count)?;
        let words: Vec<&str> = (at..at + count).map(|at| scan.word(at)).collect();
        (words.iter().all(|word| !word.is_empty()) && zone(&words.join(" "))).then_some(end)
    })
}

/// "3pm UTC": a time has no zone (TODOS.md rule 5), and one of another is not this one.
fn elsewhere(scan: &Scan, at: usize) -> Option<(usize, What)> {
    let zone = scan.word(at);
    if let Some(end) = place(scan, at) {
        let note = "times here are in your own zone: say which time it is there".to_owned();
        return Some((end, What::Ambiguous { options: Vec::new(), note }));
    }
    // "at 5 est 30 min" estimates.
    // "3pm PT"
    let american = scan.is(at, &["pt", "et", "ct", "mt"])
        && scan.is(at.wrapping_sub(1), &["am", "pm"])
        && guard::safe_next(scan, at + 1);
    let named = (ZONES.contains(&zone) || american) && scan.number(at + 1).is_none();
    let note = || format!("times here are in your own zone: say which time {} is there", zone.to_uppercase());
    named.then(|| (at + 1, What::Ambiguous { options: Vec::new(), note: note() }))
}

/// "at 5 or 6", "noon 3pm": two times.
fn second_time(scan: &Scan, at: usize, first: &What) -> Option<(usize, What)> {
    // "noon 3pm"
    let alone = scan.word(at) != "or";
    let (end, time) = times::time(scan, if alone { at } else { scan.skip_any(at + 1, &["at"]) }, true)?;
    let sure = time.sure == times::Sure::Yes || !alone && guard::safe_next(scan, end);
    let other = scan.settle(&time, None).filter(|other| other.days == 0)?.time;
    let what = match *first {
        What::DateTime { date, time, .. } => What::Either { date: Some(date), times: [time, other] },
        What::Time { time, .. } => What::Either { date: None, times: [time, other] },
        _ => What::Ambiguous { options: Vec::new(), note: "two times are named".to_owned() },
    };
    sure.then_some((end, what))
}

/// "every monday and the 15th", "every jan 14, apr 14", "every monday except the first one": more than one rule can say.
fn unruled(scan: &Scan, at: usize, rule: &Recurrence) -> Option<(usize, What)> {
    let question = |end: usize, note: &str| Some((end, What::Ambiguous { options: Vec::new(), note: note.to_owned() }));
    let left_out = scan.any_words(
        at,
        &[
            "except",
            "excluding",
            "but not",
            "other than",
            "apart from",
            "aside from",
            "with the exception of",
            "unless",
        ],
    );
    if let Some(end) = left_out {
        return question(end, "a repetition cannot leave that out: name the days it has");
    }
    // "every year on easter"
    if scan.is(at, &["on", "at"])
        && let Some((end, _)) = when::day(scan, at + 1).filter(|(_, day)| day.class == Class::Holiday)
    {
        return question(end, "a repetition and a date beside it: say one todo for each");
    }
    let (end, only) = further(scan, at)?;
    let comma = scan.mark(at) == Some(',');
    // "every day, dec 5" begins then.
    let begins = comma && only && !names_days(scan, at, rule);
    let closed = !begins && if comma { closes(scan, end) } else { guard::safe_next(scan, end) };
    if closed { question(end, "a repetition and a date beside it: say one todo for each") } else { None }
}

/// Whether a rule says itself on which days it is; what it was read from ends before `end`.
fn names_days(scan: &Scan, end: usize, rule: &Recurrence) -> bool {
    let from = (0..end).rev().find(|at| scan.is(*at, &EVERY)).unwrap_or(0);
    !rule.by_day.is_empty() || !rule.by_month_day.is_empty() || repeats::names_day(scan, from..end)
}

/// Where nothing stands that a day could be said of.
fn closes(scan: &Scan, at: usize) -> bool {
    scan.at_end(at) || scan.is(at, &["until", "till", "through", "starting", "from", "for", "every", "each", "due"])
}

/// ", apr 14, jun 15 and sep 15": the days that are said beside those of a repetition, each perhaps with its time; the
/// index after the last, and whether it is one alone.
fn further(scan: &Scan, at: usize) -> Option<(usize, bool)> {
    let mut days = 0;
    let mut end = at;
    while let Some(next) = joined(scan, end) {
        let day = when::day(scan, scan.skip_word(next, "on"));
        let Some((after, _)) = day.filter(|(_, day)| day.class != Class::Phrase) else { break };
        let timed = when::time_after(scan, after).map(|(end, _)| end);
        (end, days) = (timed.unwrap_or(after), days + 1);
    }
    // "every 3 days, 5 days"
    let lengths = || {
        let (end, _) = words::quantity(scan, joined(scan, at)?)?;
        words::unit(scan, end).filter(|(_, (unit, _))| !unit.is_clock()).map(|(end, _)| (end, false))
    };
    if days > 0 { Some((end, days == 1)) } else { lengths() }
}

/// What stands between two days: the index after it.
fn joined(scan: &Scan, at: usize) -> Option<usize> {
    let mut end = scan.skip_mark(at, ',');
    if scan.is(end, &["and", "plus", "or"]) || scan.mark(end) == Some('&') {
        end += 1;
    }
    (end > at).then_some(end)
}

/// "tomorrow at 25", "friday at 9:5", "tomorrow 3:3": what "at" or a colon announces at the end is a time, and no clock shows
/// it.
fn no_hour(scan: &Scan, at: usize) -> Option<(usize, What)> {
    let announced = scan.word(at) == "at" || scan.mark(at) == Some('@');
    let start = if announced { at + 1 } else { at };
    let hour = scan.digits(start, 1).or(scan.digits(start, 2))?;
    let colon = scan.mark(start + 1) == Some(':') && scan.glued(start + 1) && scan.glued(start + 2);
    let (end, said, shown) = match scan.number(start + 2).filter(|_| colon) {
        Some(minute) if scan.digits(start + 2, 2).is_some() => (start + 3, format!("{hour}:{minute:02}"), minute < 60),
        Some(minute) => (start + 3, format!("{hour}:{minute}"), false),
        None if announced => (start + 1, hour.to_string(), true),
        None => return None,
    };
    let what = What::Invalid { options: Vec::new(), note: format!("{NO_TIME}{said}") };
    (!(shown && hour < 24) && scan.at_end(end) && scan.ends(end)).then_some((end, what))
}
