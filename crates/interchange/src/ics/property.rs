//! Content lines (RFC 5545, 3.1): unfolding with line numbers, folding, escaping; calcard reads
//! names, parameters and values, one line at a time, so that a broken line spoils no other.

use super::zones::Zones;
use crate::moment;
use calcard::common::PartialDateTime;
use calcard::icalendar::{ICalendarEntry, ICalendarParameterName, ICalendarRecurrenceRule, ICalendarValue};
use calcard::{Entry, Parser};
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

/// A line of a component, unfolded, with the number of its first physical line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) number: u32,
    pub(crate) text: String,
}

impl Line {
    /// The name in capitals; `None` for what is no content line.
    pub(crate) fn name(&self) -> Option<String> {
        let end = self.text.find([':', ';'])?;
        let name = self.text.get(..end)?;
        let fits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (fits && self.text.contains(':')).then(|| name.to_ascii_uppercase())
    }

    /// What stands after the name of a line without parameters.
    pub(crate) fn bare_value(&self) -> &str {
        self.text.split_once(':').map_or("", |(_, value)| value).trim()
    }
}

/// Physical lines to logical ones: a line that begins with a blank goes on with the one before it.
/// A lone CR ends a line like the other two endings do.
pub(crate) fn unfold(text: &str) -> Vec<Line> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<Line> = Vec::new();
    for (number, physical) in (1..).zip(text.split('\n')) {
        match (physical.strip_prefix([' ', '\t']), lines.last_mut()) {
            (Some(more), Some(last)) => last.text.push_str(more),
            _ => lines.push(Line { number, text: physical.to_owned() }),
        }
    }
    lines.retain(|line| !line.text.trim().is_empty());
    lines
}

/// Appends a logical line, folded at 75 octets, never within a character.
pub(crate) fn fold(out: &mut String, line: &str) {
    let mut width = 0;
    for c in line.chars() {
        if width + c.len_utf8() > 75 {
            out.push_str("\r\n ");
            width = 1;
        }
        out.push(c);
        width += c.len_utf8();
    }
    out.push_str("\r\n");
}

/// A TEXT value (RFC 5545, 3.3.11).
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push('\t'),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A line as calcard reads it.
pub(crate) fn parse(line: &str) -> Option<ICalendarEntry> {
    let text = format!("BEGIN:VTODO\r\n{line}\r\nEND:VTODO\r\n");
    match Parser::new(&text).entry() {
        Entry::ICalendar(calendar) => calendar.components.into_iter().next()?.entries.into_iter().next(),
        _ => None,
    }
}

/// The text of a single-valued property.
pub(crate) fn text(entry: &ICalendarEntry) -> String {
    let mut values = entry.values.iter().filter_map(ICalendarValue::as_text);
    values.next().unwrap_or_default().to_owned()
}

/// The texts of a list.
pub(crate) fn texts(entry: &ICalendarEntry) -> Vec<String> {
    entry.values.iter().filter_map(ICalendarValue::as_text).map(str::to_owned).collect()
}

/// Its rule.
pub(crate) fn rule(entry: &ICalendarEntry) -> Option<&ICalendarRecurrenceRule> {
    match entry.values.first() {
        Some(ICalendarValue::RecurrenceRule(rule)) => Some(rule),
        _ => None,
    }
}

/// A date, and a time if the value has one, on some wall clock.
pub(crate) type Civil = (Date, Option<Time>);

/// Its dates, with what the file itself says (in the zone it names).
pub(crate) fn moments(entry: &ICalendarEntry, zones: &Zones) -> Vec<Option<Moment>> {
    let said = entry.parameter(&ICalendarParameterName::Tzid).and_then(|v| v.as_text());
    let zone = said.map(|name| zones.named(name));
    let unknown_zone = matches!(zone, Some(None));
    let zone = zone.flatten();
    let read = |value: &ICalendarValue| {
        let ICalendarValue::PartialDateTime(value) = value else {
            return None;
        };
        let local = civil(value, zone.as_ref(), &zones.here)?;
        let floating = PartialDateTime { tz_hour: None, tz_minute: None, ..(**value).clone() };
        let there = civil(&floating, None, &zones.here)?;
        let zone = if value.tz_hour.is_some() { Some(TimeZone::UTC) } else { zone.clone() };
        Some(Moment { local, there, zone: zone.filter(|_| there.1.is_some()), unknown_zone })
    };
    entry.values.iter().map(read).collect()
}

/// One date value.
#[derive(Debug, Clone)]
pub(crate) struct Moment {
    /// On the person's wall clock.
    pub(crate) local: Civil,
    /// As written.
    pub(crate) there: Civil,
    /// The zone it is written in; none for a date and for a floating time, which is the same on every clock.
    pub(crate) zone: Option<TimeZone>,
    /// The zone it names is not known; it was read as the person's own.
    pub(crate) unknown_zone: bool,
}

impl Moment {
    /// On a wall clock in `zone`.
    pub(crate) fn on(&self, zone: &TimeZone) -> Civil {
        match (self.there, &self.zone) {
            ((date, Some(time)), Some(from)) if from != zone => {
                let at = moment::instant(date.to_datetime(time), from).map(|at| moment::civil(at, zone));
                at.map_or(self.there, |at| (at.date(), Some(at.time())))
            }
            _ => self.there,
        }
    }
}

/// A value on the wall clock of `here`: converted from UTC or from `zone`, else as it stands.
pub(crate) fn civil(value: &PartialDateTime, zone: Option<&TimeZone>, here: &TimeZone) -> Option<Civil> {
    let small = |n: Option<u8>| i8::try_from(n.unwrap_or(0)).ok();
    let date =
        Date::new(i16::try_from(value.year?).ok()?, small(Some(value.month?))?, small(Some(value.day?))?).ok()?;
    if value.hour.is_none() {
        return Some((date, None));
    }
    // A leap second is the last second of its minute.
    let second = value.second.unwrap_or(0).min(59);
    let time = Time::new(small(value.hour)?, small(value.minute)?, small(Some(second))?, 0).ok()?;
    let at = date.to_datetime(time);
    let moment = match (value.tz_hour, zone) {
        (Some(_), _) => Some(moment::instant(at, &TimeZone::UTC)?),
        // On the person's own clock there is nothing to convert: in the hour that is left out in spring, too, a
        // series keeps the time it has on its other dates.
        (None, Some(zone)) if zone != here => Some(moment::instant(at, zone)?),
        (None, _) => None,
    };
    let at: DateTime = moment.map_or(at, |moment| moment::civil(moment, here));
    Some((at.date(), Some(at.time())))
}
