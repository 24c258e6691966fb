//! Moments in a plan's Markdown: written in UTC, read in any zone.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

/// `YYYY-MM-DD HH:mm` in UTC, as in a log heading (S4-15).
pub(crate) fn minute(at: Timestamp) -> String {
    let civil = at.to_zoned(TimeZone::UTC).datetime();
    format!("{} {:02}:{:02}", civil.date(), civil.hour(), civil.minute())
}

/// Reads a moment: RFC 3339 with any offset, a zoned time, or a date with or without a time of day,
/// which is UTC.
pub(crate) fn read(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(at) = text.parse::<Timestamp>() {
        return Some(at);
    }
    if let Ok(zoned) = text.parse::<jiff::Zoned>() {
        return Some(zoned.timestamp());
    }
    let text = text.strip_suffix("UTC").unwrap_or(text).trim_end();
    let midnight = |date: Date| date.to_datetime(Time::midnight());
    let civil = text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(midnight)).ok()?;
    let clamped = if civil.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Some(civil.to_zoned(TimeZone::UTC).map_or(clamped, |zoned| zoned.timestamp()))
}

/// Splits a log heading into its moment and the action: `2026-11-22 06:15 - action`.
pub(crate) fn split(heading: &str) -> Option<(Timestamp, &str, &str)> {
    let (when, action) = match heading.split_once(" - ") {
        Some(parts) => parts,
        None => match heading.strip_suffix(" -") {
            Some(when) => (when, ""),
            None => heading.split_once(" – ").or_else(|| heading.split_once(" — "))?,
        },
    };
    read(when).map(|at| (at, when.trim(), action.trim_matches([' ', '\t'])))
}
