//! Dates, wall-clock times and moments, in the writings of the formats.

use countersign_core::todo::TimeOfDay;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

/// `2026-11-21`, and nothing else.
pub(crate) fn date(text: &str) -> Option<Date> {
    let shape = text.len() == 10
        && text.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    shape.then(|| text.parse().ok()).flatten()
}

/// The wall clock of a moment.
pub(crate) fn civil(moment: Timestamp, zone: &TimeZone) -> DateTime {
    zone.to_datetime(moment)
}

/// The moment of a wall-clock time: the first of two in a fold, the shifted one in a gap (TODOS.md rule 5).
pub(crate) fn instant(at: DateTime, zone: &TimeZone) -> Option<Timestamp> {
    zone.to_ambiguous_timestamp(at).compatible().ok()
}

/// The moment a date, and a time if there is one, begins.
pub(crate) fn begins(date: Date, time: Option<TimeOfDay>, zone: &TimeZone) -> Option<Timestamp> {
    instant(date.to_datetime(time.map_or(Time::midnight(), TimeOfDay::time)), zone)
}

/// `20261121`.
pub(crate) fn compact_date(date: Date) -> String {
    format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())
}

/// `20261121T170000`.
pub(crate) fn compact(at: DateTime) -> String {
    format!("{}T{:02}{:02}{:02}", compact_date(at.date()), at.hour(), at.minute(), at.second())
}

/// `20261121T220000Z`.
pub(crate) fn compact_utc(moment: Timestamp) -> String {
    format!("{}Z", compact(civil(moment, &TimeZone::UTC)))
}

/// Reads `20261121T220000Z`, or an RFC 3339 moment.
pub(crate) fn from_compact_utc(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    if bytes.len() != 16 || bytes.get(8) != Some(&b'T') || bytes.get(15) != Some(&b'Z') {
        return text.parse().ok();
    }
    let number = |from: usize, to: usize| {
        text.get(from..to).filter(|t| t.bytes().all(|b| b.is_ascii_digit()))?.parse::<i16>().ok()
    };
    let small = |from: usize| number(from, from + 2).and_then(|n| i8::try_from(n).ok());
    let at = DateTime::new(number(0, 4)?, small(4)?, small(6)?, small(9)?, small(11)?, small(13)?, 0).ok()?;
    instant(at, &TimeZone::UTC)
}
