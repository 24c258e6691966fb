//! What stands right behind a phrase and belongs to it. A phrase is read with it or asked about, and never read as if
//! it were not there: "at 5 or 6", "3pm UTC", "tomorrow at 25".

use super::guard;
use super::impossible::NO_TIME;
use super::scan::{Candidate, Scan};
use super::{What, times};

/// Names of zones in letters; which one is meant differs by country ("IST"), so none is converted.
const ZONES: [&str; 29] = [
    "utc", "gmt", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "akst", "akdt", "hst", "cet", "cest", "bst",
    "wet", "west", "eet", "eest", "msk", "ist", "jst", "kst", "sgt", "aest", "aedt", "nzst", "nzdt",
];

/// The reading with what belongs to it.
pub(super) fn complete(scan: &Scan, reading: Candidate) -> Candidate {
    let (timed, dated) = match &reading.what {
        What::Time { .. } | What::DateTime { .. } | What::Recurrence { time: Some(_), .. } => (true, true),
        What::Date { .. } | What::Range { .. } | What::Recurrence { .. } => (false, true),
        _ => (false, false),
    };
    let found = if timed { elsewhere(scan, reading.end).or_else(|| second_time(scan, reading.end)) } else { None };
    let found = found.or_else(|| if dated { no_hour(scan, reading.end) } else { None });
    match found {
        Some((end, what)) => Candidate { end, what, ..reading },
        None => reading,
    }
}

/// "3pm UTC": a time has no zone (TODOS.md rule 5), and one of another is not this one.
fn elsewhere(scan: &Scan, at: usize) -> Option<(usize, What)> {
    let zone = scan.word(at);
    // "at 5 est 30 min" estimates.
    let named = ZONES.contains(&zone) && scan.number(at + 1).is_none();
    let note = || format!("times here are in your own zone: say which time {} is there", zone.to_uppercase());
    named.then(|| (at + 1, What::Ambiguous { options: Vec::new(), note: note() }))
}

/// "at 5 or 6": two times.
fn second_time(scan: &Scan, at: usize) -> Option<(usize, What)> {
    if scan.word(at) != "or" {
        return None;
    }
    let (end, time) = times::time(scan, scan.skip_any(at + 1, &["at"]), true)?;
    let sure = time.sure == times::Sure::Yes || guard::safe_next(scan, end);
    let note = "two times are named".to_owned();
    sure.then_some((end, What::Ambiguous { options: Vec::new(), note }))
}

/// "tomorrow at 25", "friday at 9:5": what "at" announces at the end is a time, and no clock shows it.
fn no_hour(scan: &Scan, at: usize) -> Option<(usize, What)> {
    let start = if scan.word(at) == "at" || scan.mark(at) == Some('@') { at + 1 } else { return None };
    let hour = scan.digits(start, 1).or(scan.digits(start, 2))?;
    let colon = scan.mark(start + 1) == Some(':') && scan.glued(start + 1) && scan.glued(start + 2);
    let (end, said) = match scan.number(start + 2).filter(|_| colon) {
        Some(minute) => (start + 3, format!("{hour}:{minute}")),
        None => (start + 1, hour.to_string()),
    };
    let what = What::Invalid { options: Vec::new(), note: format!("{NO_TIME}{said}") };
    (scan.at_end(end) && scan.ends(end)).then_some((end, what))
}
