//! From when to when on a day: "9-11", "from noon to 1", "between 2 and 3pm", "workshop 9 to 11 on friday".

use super::guard;
use super::hours::{Half, Point, named, numeric, spoken, word_hour};
use super::scan::{Hit, Scan};
use super::things;
use super::times::{Clocked, Sure, time};
use super::words::{self, Form};

/// In front of two hours they say that a stretch begins.
const LEADS: [&str; 2] = ["from", "between"];

/// Between two hours they join them.
const JOINS: [&str; 4] = ["to", "until", "till", "til"];

/// Beside two numbers they say that something is counted or changed, and no hours.
const COUNTED: [&str; 34] = [
    "count",
    "page",
    "pages",
    "chapter",
    "chapters",
    "level",
    "levels",
    "grade",
    "score",
    "number",
    "numbers",
    "size",
    "price",
    "raise",
    "lower",
    "reduce",
    "increase",
    "decrease",
    "grow",
    "read",
    "exercise",
    "exercises",
    "ages",
    "age",
    "kids",
    "team",
    "people",
    "go",
    "scale",
    "upgrade",
    "rate",
    "bid",
    "estimate",
    "priority",
];

/// In front of "from 3 to 4" they say how much something was and is.
const RAISES: [&str; 9] = ["raise", "lower", "reduce", "increase", "decrease", "grow", "scale", "upgrade", "estimate"];

/// The end of a stretch, and the half of the day it lends to its beginning.
pub(super) struct End {
    pub(super) end: usize,
    pub(super) lent: Option<Half>,
    pub(super) until: (u32, u32, Option<Half>),
    pub(super) sure: Sure,
}

/// Hours from one to the other around the clock.
fn hours_between(first: u32, last: u32) -> u32 {
    (last + 24 - first.min(24)) % 12
}

fn is_counted(scan: &Scan, at: usize) -> bool {
    (0..at).any(|i| scan.is(i, &COUNTED))
}

/// "9-11", "9 to 11" and "from 9 to 11" right behind a day, where a move may go: "move it to friday from 9 to 11".
pub(super) fn beside_day(scan: &Scan, at: usize) -> Hit<Clocked> {
    // "2026-12-02": month and day.
    let dated = at > 0 && scan.mark(at - 1) == Some('-') && scan.glued(at);
    let closed =
        |end: usize| guard::safe_next(scan, end) || day_in_front(scan) == Some(at) && !things::counted(scan, end);
    let at_hours = at + usize::from(scan.word(at) == "at" || scan.mark(at) == Some('@'));
    if let Some((end, time)) = two_hours(scan, at_hours, |join| dashed(scan, join)) {
        return (!dated && closed(end)).then_some((end, time));
    }
    let led = scan.word(at) == "from";
    let begin = at + usize::from(led);
    let apart = |join: usize| scan.mark(join) == Some('-') && !scan.glued(join) && !scan.glued(join + 1);
    let (end, time) = two_hours(scan, begin, |join| scan.is(join, &JOINS) || apart(join))?;
    // "from friday 9 to 11" may be the day that was, and an hour of it.
    let was = !led && scan.moved_before(at) && (0..at).any(|i| scan.word(i) == "from");
    let rises = time.end.is_some_and(|(last, _, _)| (1..=10).contains(&hours_between(time.hour, last)));
    let hours = rises && !dated && !was && closed(end) && !is_counted(scan, at);
    hours.then(|| {
        if scan.is(end, &["in", "at"]) { time.clone().in_part_behind(scan, end) } else { None }.unwrap_or((end, time))
    })
}

/// "2-4 weds", "9 to 11 on friday": in front of a day. "5 to 6 tuesday" behind a verb of moving is from the one to the other.
pub(super) fn in_front(scan: &Scan, at: usize) -> Hit<Clocked> {
    // "at 10 to 3 on monday" is ten minutes before three.
    let point = scan.is(at.wrapping_sub(1), &["at", "around", "by", "about"]);
    let worded = |join: usize| scan.word(join) == "to" && !scan.moved_before(join) && !point;
    two_hours(scan, at, |join| dashed(scan, join) || worded(join))
}

/// Whether the two hours that stand there are no other numbers: "workshop 9 to 11 on friday", and not "pages 9 to 11",
/// "win 3 to 1".
pub(super) fn are_hours(scan: &Scan, at: usize, time: &Clocked) -> bool {
    let Some((last, _, _)) = time.end else { return false };
    let rising = time.hour < last;
    let before = scan.word_before(at);
    let plural = before.ends_with('s') && !before.ends_with("ss");
    let worded = (1..=8).contains(&hours_between(time.hour, last)) && !plural && !is_counted(scan, at);
    if dashed(scan, at + 1) { rising } else { worded }
}

/// The index behind the day that a sentence begins with: "on wednesday", "tomorrow", "march 3".
fn day_in_front(scan: &Scan) -> Option<usize> {
    let at = scan.skip_any(scan.skip_word(0, "on"), &["this", "next", "coming"]);
    if matches!(words::weekday(scan.word(at)), Some((_, Form::Full))) || scan.is(at, &["today", "tomorrow"]) {
        return Some(scan.skip_mark(at + 1, ','));
    }
    words::month(scan.word(at))?;
    let day = scan.digits(at + 1, 1).or(scan.digits(at + 1, 2)).is_some();
    day.then(|| scan.skip_mark(at + 2, ','))
}

fn dashed(scan: &Scan, join: usize) -> bool {
    scan.mark(join) == Some('-') && scan.glued(join) && scan.glued(join + 1)
}

/// Two bare hours, joined as `joined` says of the place between them.
fn two_hours(scan: &Scan, at: usize, joined: impl Fn(usize) -> bool) -> Hit<Clocked> {
    let bare = |at: usize| numeric(scan, at).filter(|(end, point)| *end == at + 1 && point.sure == Sure::BareHour);
    let (join, first) = bare(at).filter(|(join, _)| joined(*join))?;
    let (end, last) = bare(join + 1)?;
    let until = (last.hour, last.minute, last.half);
    Some((end, Clocked::at(first).until(until)))
}

/// Whether a phrase says when it ends: "from 9 to 10", "7-11pm", "between 9 and 11".
pub(super) fn lasts(scan: &Scan) -> bool {
    (0..scan.len()).any(|at| {
        let spans = |hit: &(usize, Clocked)| hit.1.has_end();
        // "2026-12-04" is a day.
        let within = scan.glued(at) && at > 0 && scan.mark(at - 1) == Some('-');
        time(scan, at, true).filter(spans).or_else(|| beside_day(scan, at)).filter(|_| !within).is_some()
    })
}

/// The end of a stretch whose first hour stands at `begin` up to `at`.
pub(super) fn end(scan: &Scan, begin: usize, at: usize, first: &Point) -> Option<End> {
    let joined = scan.mark(at) == Some('-') || scan.is(at, &JOINS);
    let between = scan.word(at) == "and" && {
        // "between 2 and 3pm"
        (1..=6).any(|back| at.checked_sub(back).is_some_and(|at| scan.word(at) == "between"))
    };
    if !joined && !between {
        return None;
    }
    let until = at + 1;
    let (end, second) = numeric(scan, until)
        .or_else(|| named(scan, until))
        .or_else(|| spoken(scan, until).filter(|(_, point)| point.sure == Sure::Yes))
        .or_else(|| word_hour(scan, until))?;
    let sure = |point: &Point| matches!(point.sure, Sure::Yes | Sure::Named);
    // "from 9 to 10 on tuesday"; "move it from 9 to 10" is no range, and without a day neither is the first. Nothing goes
    // from an hour "between 2 and 3" or "9-10".
    let led = scan.is(begin.wrapping_sub(1), &LEADS) || (1..=4).any(|back| scan.is(at.wrapping_sub(back), &LEADS));
    let moved = scan.moved_before(at) && !between && !dashed(scan, at);
    let near = hours_between(first.hour, second.hour);
    // In front of all else, and right behind a day that is there, nothing is said yet that two numbers could count: "from 9
    // to 11 workshop", "noon to 2 lunch".
    let day = day_in_front(scan);
    let alone = !things::counted(scan, end) && !scan.is(end, &COUNTED) && !is_counted(scan, at);
    let front = (begin == usize::from(led) || day.is_some() && day == begin.checked_sub(usize::from(led))) && alone;
    // "tomorrow call Bob 9 to 10": the last words, of a day.
    let before = scan.word_before(begin);
    let plural = before.ends_with('s') && !before.ends_with("ss") || things::numbers(before) || before.is_empty();
    let last = scan.at_end(end) && day.is_some_and(|end| end < begin) && !plural && alone && (1..=4).contains(&near);
    // "raise the limit from 3 to 4 on friday"
    let raised = (0..begin).any(|i| scan.is(i, &RAISES));
    let bare = (led && !raised || front && begin > 0 || last)
        && !moved
        && first.sure == Sure::BareHour
        && second.sure == Sure::BareHour;
    // "from noon to 1", "9:15 to 10", "9:15-10": the end as an hour alone, and nothing that it counts.
    let open = sure(first) && second.sure == Sure::BareHour && (1..=24).contains(&second.hour);
    let closed = guard::safe_next(scan, end) || front || led && !things::counted(scan, end);
    let ended = open && closed && !moved;
    if !bare && !ended && (!sure(&second) || !(sure(first) || first.sure == Sure::BareHour)) {
        return None;
    }
    let lent = match (first.half, second.half) {
        // "11-1pm" begins in the morning.
        (None, Some(Half::Pm)) if first.hour != 12 && (second.hour == 12 || first.hour > second.hour) => Some(Half::Am),
        (None, half) if !first.exact => half,
        _ => None,
    };
    // "yoga from 6 to 7", at the end: two hours near each other, of which nothing else is counted.
    let from = (1..=4).any(|back| at.checked_sub(back).is_some_and(|at| scan.word(at) == "from"));
    let closing = from && scan.at_end(end) && (1..=4).contains(&near) && !is_counted(scan, at);
    let rises = !dashed(scan, at) || first.hour < second.hour;
    let hours = bare && (closing || last && rises || front && rises && (1..=8).contains(&near));
    let sure = if bare && !hours { Sure::BareHour } else { Sure::Yes };
    Some(End { end, lent, until: (second.hour, second.minute, second.half), sure })
}
