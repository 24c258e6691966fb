//! Whether two rules mean the same dates, however they are said and wherever they are counted from.

use countersign_core::recurrence::Recurrence;
use jiff::civil::Date;

/// So many dates are compared; the end of a series is compared as well.
const COMPARED: usize = 120;

/// Whether two series, each with the date it begins on, have the same dates from `from` on.
pub(crate) fn same_from(a: (&Recurrence, Date), b: (&Recurrence, Date), from: Date) -> bool {
    let left = |(rule, start): (&Recurrence, Date)| {
        let had = || rule.iter(start).take_while(|date| *date < from).count();
        rule.count.map(|count| usize::try_from(count).unwrap_or(usize::MAX).saturating_sub(had()))
    };
    let kind = |(rule, _): (&Recurrence, Date)| (rule.frequency, rule.interval, rule.anchor, rule.until);
    let (one, other) = (a.0.iter_from(a.1, from), b.0.iter_from(b.1, from));
    kind(a) == kind(b) && one.take(COMPARED).eq(other.take(COMPARED)) && left(a) == left(b)
}
