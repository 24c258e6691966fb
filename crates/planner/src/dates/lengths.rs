//! Lengths of time on the clock: "30 min", "an hour and a half", "1h30".

use super::scan::{Candidate, Hit, Scan};
use super::words::{self, Quantity, Unit};
use super::{Role, What};

/// "for 30 min", "takes 2 hours", "~45m": how long it takes.
pub(super) fn estimate(scan: &Scan, at: usize) -> Option<Candidate> {
    let announced = scan
        .any_words(at, &["for", "for about", "for around", "takes", "takes about", "takes around", "estimate", "est"]);
    let start = match announced {
        Some(end) => scan.skip_mark(scan.skip_mark(end, ':'), '~'),
        None if scan.mark(at) == Some('~') => at + 1,
        None => return None,
    };
    let (end, minutes) = length(scan, start).or_else(|| written(scan, start).filter(|_| announced.is_some()))?;
    // "~16h" is the hour of a day.
    let hour = announced.is_none() && minutes > 12 * 60 && scan.word(end - 1) == "h";
    if hour {
        return None;
    }
    let what = What::Duration { minutes };
    Some(Candidate { end, role: Role::Estimate, what })
}

/// "1:30 hours", "0:45 h": a length as the clock writes it.
fn written(scan: &Scan, at: usize) -> Hit<u32> {
    let hours = scan.digits(at, 1).or(scan.digits(at, 2))?;
    let colon = scan.mark(at + 1) == Some(':') && scan.glued(at + 1) && scan.glued(at + 2);
    let minutes = scan.digits(at + 2, 2).filter(|minutes| colon && *minutes < 60)?;
    let unit = scan.is(at + 3, &["hours", "hour", "hrs", "hr", "h"]);
    let length = hours * 60 + minutes;
    (unit && length > 0).then_some((at + 4, length))
}

/// "2 hours and 30 minutes", "1h30", "an hour and a half".
pub(super) fn length(scan: &Scan, at: usize) -> Hit<u32> {
    // "a quarter of an hour": a quarter alone is three months.
    let quarters =
        scan.any_words(at, &["a quarter of an hour", "quarter of an hour", "a quarter hour", "quarter hour"]);
    let quarters = quarters.map(|end| (end, 15)).or_else(|| {
        let three = ["three quarters of an hour", "3 quarters of an hour", "three quarter hours"];
        Some((scan.any_words(at, &three)?, 45))
    });
    if quarters.is_some() {
        return quarters;
    }
    let (end, Quantity::Halves(halves)) = words::quantity(scan, at)? else {
        return None;
    };
    // "1 h 30 min": the letter stands apart where minutes follow.
    let apart = scan.word(end) == "h" && rest_minutes(scan, end + 1).is_some();
    let (end, (unit, _)) = if apart { (end + 1, (Unit::Hour, 1)) } else { words::unit(scan, end)? };
    let per_half = match unit {
        Unit::Minute => 1,
        Unit::Hour => 30,
        _ => return None,
    };
    let mut minutes = halves.checked_mul(per_half)?;
    if unit == Unit::Minute {
        minutes /= 2;
    }
    let mut end = end;
    if unit == Unit::Hour {
        if let Some(more) = scan.words(end, "and a half") {
            (end, minutes) = (more, minutes + 30);
        } else if let Some(more) = scan.words(end, "and a quarter") {
            (end, minutes) = (more, minutes + 15);
        } else if let Some((more, extra)) = rest_minutes(scan, scan.skip_word(end, "and")) {
            (end, minutes) = (more, minutes + extra);
        }
    }
    let minutes = u32::try_from(minutes).ok().filter(|minutes| *minutes > 0)?;
    Some((end, minutes))
}

fn rest_minutes(scan: &Scan, at: usize) -> Hit<i64> {
    let minutes = scan.number(at).filter(|minutes| *minutes < 60)?;
    match words::unit(scan, at + 1) {
        Some((end, (Unit::Minute, _))) => Some((end, i64::from(minutes))),
        _ if scan.glued(at) && scan.digits(at, 2).is_some() => Some((at + 1, i64::from(minutes))),
        _ => None,
    }
}
