//! Times that no clock shows: "25:00", "9:75", "at 30pm". Asked about rather than passed over, since the
//! rest of the sentence would be taken without them.

use super::scan::{Candidate, Scan};
use super::when::day;
use super::{Role, What};

/// What the note of such a time begins with.
pub(crate) const NO_TIME: &str = "there is no time ";

/// A reading at `at`; empty where the clock could show it, or nothing says that a time is meant.
pub(super) fn read(scan: &Scan, at: usize) -> Vec<Candidate> {
    let start = scan.skip_any(at, &["at", "by", "until", "till", "from", "around"]);
    let start = if start == at { scan.skip_mark(at, '@') } else { start };
    let Some((end, said)) = no_time(scan, start) else { return Vec::new() };
    let half = scan.is(end, &["am", "pm"]);
    let end = if half { end + 1 } else { end };
    // "the ratio 16:90" and "John 3:65" are no times.
    let dated = |at: usize| day(scan, at).is_some();
    let before = at.checked_sub(1).is_some_and(dated);
    if !(scan.lenient() || start > at || half || before || dated(end)) || !scan.ends(end) {
        return Vec::new();
    }
    let what = What::Invalid { options: Vec::new(), note: format!("{NO_TIME}{said}") };
    vec![Candidate { end, role: Role::When, what }]
}

fn no_time(scan: &Scan, at: usize) -> Option<(usize, String)> {
    let hour = scan.digits(at, 1).or(scan.digits(at, 2))?;
    let colon = scan.mark(at + 1) == Some(':') && scan.glued(at + 1) && scan.glued(at + 2);
    match scan.digits(at + 2, 2).filter(|_| colon) {
        Some(minute) => {
            let longer = scan.mark(at + 3) == Some(':') && scan.glued(at + 3);
            let shown = hour < 24 && minute < 60;
            (!shown && !longer).then(|| (at + 3, format!("{hour}:{minute:02}")))
        }
        None => {
            let (am, pm) = (scan.is(at + 1, &["am"]), scan.is(at + 1, &["pm"]));
            let never = hour > 23 && (am || pm) || am && (hour == 0 || hour > 12) || pm && hour == 0;
            // "25 o'clock", "24h"
            let clock = hour > 23 && scan.is(at + 1, &["o'clock", "oclock", "h", "hrs"]);
            (never || clock).then(|| (if clock { at + 2 } else { at + 1 }, hour.to_string()))
        }
    }
}
