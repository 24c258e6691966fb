//! One point of the clock: "9am", "9:30", "quarter to 5", "17h30", "nine o'clock", "noon".

use super::guard;
use super::lengths;
use super::scan::{Hit, Scan};
use super::things;
use super::times::Sure;
use super::words;

/// The half of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Am,
    Pm,
}

/// One point of time, before a range or a part of the day is looked at.
pub(super) struct Point {
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) half: Option<Half>,
    pub(super) exact: bool,
    /// With its minutes in figures: "6:45".
    pub(super) written: bool,
    pub(super) sure: Sure,
    /// "an hour before": minutes to go from it.
    pub(super) shift: i64,
    pub(super) note: Option<String>,
}

impl Point {
    fn new(hour: u32, minute: u32, sure: Sure) -> Self {
        Point { hour, minute, half: None, exact: false, written: false, sure, shift: 0, note: None }
    }
}

fn half(scan: &Scan, at: usize) -> Hit<Half> {
    // "p.m." and, with its blank, "p. m."
    let dotted = |letter: &str| {
        scan.word(at) == letter
            && scan.mark(at + 1) == Some('.')
            && scan.glued(at + 1)
            && scan.word(at + 2) == "m"
            && (scan.glued(at + 2) || scan.mark(at + 3) == Some('.') && scan.glued(at + 3))
    };
    let end_of_dotted = || {
        let end = at + 3;
        if scan.mark(end) == Some('.') && scan.glued(end) { end + 1 } else { end }
    };
    match scan.word(at) {
        "am" => Some((at + 1, Half::Am)),
        "pm" => Some((at + 1, Half::Pm)),
        "a" if dotted("a") => Some((end_of_dotted(), Half::Am)),
        "p" if dotted("p") => Some((end_of_dotted(), Half::Pm)),
        "a" if scan.glued(at) && !lettered(scan, at) => Some((at + 1, Half::Am)),
        "p" if scan.glued(at) && !lettered(scan, at) => Some((at + 1, Half::Pm)),
        _ => None,
    }
}

/// "the rent from 3A", "unit 3a": a number with the letter behind it, which is the name of something.
fn lettered(scan: &Scan, at: usize) -> bool {
    let announced = scan.is(at.wrapping_sub(2), &["at", "@", "till", "until"]);
    !announced && (scan.capital(at) || things::numbers(scan.word_before(at.wrapping_sub(1))))
}

pub(super) fn point(scan: &Scan, at: usize) -> Hit<Point> {
    offset(scan, at).or_else(|| plain(scan, at))
}

/// "an hour before noon", "30 minutes before 3pm", "half an hour after 5".
fn offset(scan: &Scan, at: usize) -> Hit<Point> {
    // "for an hour before noon" says how long.
    if scan.is(at.wrapping_sub(1), &["for", "takes", "take", "lasting", "another"]) {
        return None;
    }
    let (end, minutes) = lengths::length(scan, at)?;
    let direction = match scan.word(end) {
        "before" => -1,
        "after" | "past" | "from" => 1,
        _ => return None,
    };
    let (end, point) = plain(scan, end + 1)?;
    let hour = matches!(point.sure, Sure::BareHour | Sure::Phrase) && !guard::safe_next(scan, end);
    let midnight = if point.sure == Sure::Named && point.hour == 0 && direction < 0 { 24 * 60 } else { 0 };
    let shift = midnight + direction * i64::from(minutes);
    (!hour).then_some((end, Point { shift, sure: Sure::Yes, ..point }))
}

fn plain(scan: &Scan, at: usize) -> Hit<Point> {
    let (end, point) =
        named(scan, at).or_else(|| spoken(scan, at)).or_else(|| numeric(scan, at)).or_else(|| word_hour(scan, at))?;
    let (end, point) = match ish(scan, end) {
        Some(end) => {
            let sure = if point.sure == Sure::BareHour && !things::counted(scan, end) { Sure::Yes } else { point.sure };
            (end, Point { sure, note: super::calendar::join(point.note, Some("about".to_owned())), ..point })
        }
        None => (end, point),
    };
    // "by one day" is an amount.
    let counted = matches!(words::unit(scan, end), Some((_, (unit, _))) if unit != words::Unit::BusinessDay);
    (point.sure != Sure::BareHour || !counted).then_some((end, point))
}

/// "6ish", "noon-ish".
fn ish(scan: &Scan, at: usize) -> Option<usize> {
    let start = if scan.mark(at) == Some('-') && scan.glued(at) { at + 1 } else { at };
    (scan.word(start) == "ish" && scan.glued(start)).then_some(start + 1)
}

pub(super) fn named(scan: &Scan, at: usize) -> Hit<Point> {
    if let Some(stem) = scan.word(at).strip_suffix("ish") {
        let hit = clock_word(scan, at, stem)?;
        return Some((hit.0, Point { note: Some("about".to_owned()), ..hit.1 }));
    }
    let at = scan.skip_any(at, &["twelve", "12"]);
    clock_word(scan, at, scan.word(at))
}

fn clock_word(scan: &Scan, at: usize, word: &str) -> Hit<Point> {
    match word {
        "noon" | "midday" | "noontime" => {
            let noon = scan.clock.prefs.noon;
            let minute = u32::from(noon.minute().unsigned_abs());
            let point = Point::new(u32::from(noon.hour().unsigned_abs()), minute, Sure::Named);
            Some((at + 1, Point { exact: true, ..point }))
        }
        "midnight" => {
            let note = Some("00:00 begins the day".to_owned());
            Some((at + 1, Point { exact: true, note, ..Point::new(0, 0, Sure::Named) }))
        }
        _ => None,
    }
}

/// In front of two hours they say from when to when: "open ten to six".
const SPANS: [&str; 10] = ["from", "between", "open", "opens", "hours", "work", "works", "working", "shift", "shop"];

/// "half past 9", "quarter to 5", "ten to five", "20 past 4", "half nine".
pub(super) fn spoken(scan: &Scan, at: usize) -> Hit<Point> {
    let start = scan.skip_word(at, "a");
    let (end, minutes) = match scan.word(start) {
        "half" => (start + 1, 30),
        "quarter" => (start + 1, 15),
        _ => match scan.number(start) {
            Some(number) => (start + 1, number),
            None => words::number_word(scan, start)?,
        },
    };
    if !(1..60).contains(&minutes) {
        return None;
    }
    let plain_number = minutes != 30 && minutes != 15 || scan.number(start).is_some();
    let counted = scan.skip_any(end, &["minutes", "mins", "min"]);
    let (said_minutes, end) = (counted > end, counted);
    let before = match scan.word(end) {
        "past" | "after" => false,
        "to" | "before" | "til" | "till" | "of" => true,
        _ if scan.word(start) == "half" => {
            let (end, hour) = hour_number(scan, end)?;
            let note = Some(format!("half {hour} read as half past {hour}"));
            return Some((end, Point { note, ..Point::new(hour, 30, Sure::Phrase) }));
        }
        _ => return None,
    };
    // "9 to 5" is a job, not a time; numbers of minutes are said in fives.
    if plain_number && (minutes % 5 != 0 || scan.number(start).is_some() && before && !said_minutes) {
        return None;
    }
    let twelve = scan.is(end + 1, &["noon", "midday", "midnight"]);
    let (end, hour) = match scan.word(end + 1) {
        "noon" | "midday" => (end + 2, 12),
        "midnight" => (end + 2, 24),
        _ => hour_number(scan, end + 1)?,
    };
    let (end, half) = match half(scan, end) {
        Some((end, half)) => (end, Some(half)),
        None => (scan.any_words(end, &["o'clock", "oclock", "o clock"]).unwrap_or(end), None),
    };
    // "ten to twelve guests" counts up, and "ten to six" nobody counts; "from ten to six" is how long.
    let falls = before && minutes > hour && scan.number(start).is_none() && guard::safe_next(scan, end);
    // "call mom five past nine": nothing else is said so.
    let past =
        scan.number(start).is_none() && guard::safe_next(scan, end) && (start..end).any(|i| scan.is(i, &["past"]));
    let clock = past || falls && !scan.is(at.wrapping_sub(1), &SPANS);
    let sure = if plain_number && half.is_none() && !twelve && !clock { Sure::Phrase } else { Sure::Yes };
    let minute = if before { 60 - minutes } else { minutes };
    let exact = hour == 24;
    let hour = match (before, hour, half) {
        // "quarter to 1" is 12:45; the half of the day is the one of the hour named.
        (true, 1, Some(_)) => 12,
        (true, 1, None) => 12,
        (true, 24, _) => 23,
        (false, 24, _) => 0,
        // "quarter to 7" in the morning and "quarter to 12" keep the reading of the hour named.
        (true, 7, None) => {
            return Some((end, Point { exact: true, ..Point::new(6, minute, sure) }));
        }
        (true, hour, _) => hour - 1,
        (false, hour, _) => hour,
    };
    let half = match (before, hour, half) {
        // A quarter to noon is in the morning, a quarter to midnight in the evening.
        (true, 11, Some(Half::Pm)) => Some(Half::Am),
        (true, 11, Some(Half::Am)) => Some(Half::Pm),
        (_, _, half) => half,
    };
    Some((end, Point { half, exact, ..Point::new(hour, minute, sure) }))
}

fn hour_number(scan: &Scan, at: usize) -> Hit<u32> {
    let (end, hour) = match scan.number(at) {
        Some(hour) => (at + 1, hour),
        None => words::number_word(scan, at)?,
    };
    (1..=12).contains(&hour).then_some((end, hour))
}

pub(super) fn numeric(scan: &Scan, at: usize) -> Hit<Point> {
    let hour = scan.number(at)?;
    let two_digits = scan.digits(at, 2).is_some();
    let glued_minutes = |mark: char| {
        let found = scan.mark(at + 1) == Some(mark) && scan.glued(at + 1) && scan.glued(at + 2);
        scan.digits(at + 2, 2).filter(|minute| found && *minute < 60)
    };
    // "930am"
    let joined = scan.digits(at, 3).or(scan.digits(at, 4)).filter(|joined| joined % 100 < 60 && scan.glued(at + 1));
    if let Some((hour, minute)) = joined.map(|n| (n / 100, n % 100)).filter(|(hour, _)| (1..=12).contains(hour))
        && let Some((end, half)) = half(scan, at + 1)
    {
        return Some((end, Point { half: Some(half), ..Point::new(hour, minute, Sure::Yes) }));
    }
    // "16 hours 30", of a clock of 24 hours.
    if two_digits && (13..=23).contains(&hour) && scan.is(at + 1, &["hours", "hrs", "hour"]) {
        let minute = scan.digits(at + 2, 2).filter(|minute| *minute < 60);
        let end = if minute.is_some() { at + 3 } else { at + 2 };
        let sure = if minute.is_some() || scan.is(at.wrapping_sub(1), &["at"]) { Sure::Phrase } else { return None };
        return Some((end, Point { exact: true, ..Point::new(hour, minute.unwrap_or_default(), sure) }));
    }
    if let Some(military) = scan.digits(at, 4) {
        let (hour, minute) = (military / 100, military % 100);
        let named = scan.is(at + 1, &["hours", "hrs"]) || scan.word(at + 1) == "h" && scan.glued(at + 1);
        if hour > 23 || minute > 59 {
            return None;
        }
        let end = if named { at + 2 } else { at + 1 };
        // "at 2027" would be a year: only with a leading zero, or said to be hours.
        let sure = if named { Sure::Yes } else { Sure::Phrase };
        let leading_zero = military < 1000;
        return (named || leading_zero).then(|| (end, Point { exact: true, ..Point::new(hour, minute, sure) }));
    }
    // "24:00" ends its day.
    if hour > 23 && (hour, glued_minutes(':')) != (24, Some(0)) {
        return None;
    }
    let (end, minute, mut sure) = if let Some(minute) = glued_minutes(':') {
        let seconds = scan.mark(at + 3) == Some(':') && scan.glued(at + 3) && scan.digits(at + 4, 2).is_some();
        if seconds {
            return None;
        }
        (at + 3, minute, Sure::Yes)
    } else if let Some(minute) = glued_minutes('.') {
        // "3.12." is a day where days are written so, and no time.
        if scan.lenient() && scan.word_before(at).is_empty() && scan.mark(at + 3) == Some('.') && scan.glued(at + 3) {
            return None;
        }
        (at + 3, minute, Sure::Phrase)
    } else if scan.word(at + 1) == "h" && scan.glued(at + 1) {
        match scan.digits(at + 2, 2).filter(|minute| scan.glued(at + 2) && *minute < 60) {
            // "workout tomorrow 1h30" says how long; "at 1h30" and "17h30" say when.
            Some(minute) if !two_digits && hour <= 4 => (at + 3, minute, Sure::Phrase),
            Some(minute) => (at + 3, minute, Sure::Yes),
            // "call bob 17h": nothing takes so many hours.
            None if hour > 12 && scan.at_end(at + 2) => (at + 2, 0, Sure::Yes),
            None => (at + 2, 0, Sure::Phrase),
        }
    } else {
        (at + 1, 0, Sure::BareHour)
    };
    let hours = end > at + 1;
    if let Some((half_end, half)) = half(scan, end) {
        // "13pm" and "0am" are slips of the pen; the half is not needed to read the first.
        return match hour {
            1..=12 => Some((half_end, Point { half: Some(half), ..Point::new(hour, minute, Sure::Yes) })),
            13..=23 if half == Half::Pm => {
                Some((half_end, Point { exact: true, ..Point::new(hour, minute, Sure::Yes) }))
            }
            _ => None,
        };
    }
    if let Some(end) = scan.any_words(end, &["o'clock", "oclock", "o clock"]) {
        return (hour <= 23 && !hours).then(|| (end, Point { exact: hour > 12, ..Point::new(hour, 0, Sure::Yes) }));
    }
    if let (Some(word), false) = (named_twelve(scan, at), hours) {
        return Some(word);
    }
    // "9 in" is read by the caller; "09:30" and "17h30" are on the 24-hour clock already.
    let exact = hours && two_digits && hour < 10 || hour > 12 || hour == 0;
    if exact && sure == Sure::Phrase && !hours {
        sure = Sure::BareHour;
    }
    let written = hours && scan.mark(at + 1) == Some(':');
    Some((end, Point { exact, written, ..Point::new(hour, minute, sure) }))
}

/// "12 noon", "12 midnight".
fn named_twelve(scan: &Scan, at: usize) -> Hit<Point> {
    if scan.number(at) != Some(12) {
        return None;
    }
    named(scan, at + 1)
}

/// "nine", "nine o'clock", "nine thirty", "nine pm".
pub(super) fn word_hour(scan: &Scan, at: usize) -> Hit<Point> {
    let (end, hour) = words::number_word(scan, at).filter(|(_, hour)| (1..=12).contains(hour))?;
    if let Some(end) = scan.any_words(end, &["o'clock", "oclock", "o clock"]) {
        return Some((end, Point::new(hour, 0, Sure::Yes)));
    }
    let minutes = words::number_word(scan, end).filter(|(_, minute)| (10..60).contains(minute));
    let (end, minute) = minutes.unwrap_or((end, 0));
    if let Some((end, half)) = half(scan, end) {
        return Some((end, Point { half: Some(half), ..Point::new(hour, minute, Sure::Yes) }));
    }
    Some((end, Point::new(hour, minute, Sure::BareHour)))
}
