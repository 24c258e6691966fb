//! An hour right in front of its day: "half nine monday", "dinner 7 tonight", "plumber 2-4 weds", "5 to 6 tonight".

use super::scan::{Hit, Scan};
use super::times::{self, Clocked, Sure};
use super::when::{self, Day};
use super::{hours, stretches, things};

/// The hour, the day behind it, and the index after both.
pub(super) fn read(scan: &Scan, at: usize) -> Hit<(Day, Clocked)> {
    if scan.word(at) == "half" {
        let (end, time) = times::time(scan, at, true)?;
        let (day_end, day) = when::day(scan, scan.skip_word(end, "on"))?;
        return Some((day_end, (day, time)));
    }
    // "pages 2-4 tuesday", "a table for 7 tonight", "pay 9 tonight": so many, or the name of something.
    let before = scan.word_before(at);
    let plural = before.strip_suffix('s').unwrap_or(before);
    let counts = things::numbers(before) || things::numbers(plural) || things::amount(scan, at);
    if before.is_empty() || counts || matches!(before, "for" | "x" | "with" | "about" | "are" | "is" | "order" | "buy")
    {
        return None;
    }
    if let Some((end, time)) = stretches::in_front(scan, at) {
        let (day_end, day) = when::day(scan, scan.skip_word(end, "on"))?;
        // "5 to 6 tuesday" may be as many, "10-3 monday" a day.
        let hours = stretches::are_hours(scan, at, &time) || day.part.is_some();
        return hours.then_some((day_end, (day, time)));
    }
    evening(scan, at)
}

/// "dinner 7 tonight": an hour that the part of the day settles; of less than five there may be so many.
fn evening(scan: &Scan, at: usize) -> Hit<(Day, Clocked)> {
    hours::numeric(scan, at).filter(|(_, point)| (5..=12).contains(&point.hour) && point.sure == Sure::BareHour)?;
    let (end, time) = times::time(scan, at, true).filter(|(end, _)| *end == at + 1)?;
    let (day_end, day) = when::day(scan, end).filter(|(_, day)| day.part.is_some())?;
    Some((day_end, (day, time)))
}
