//! The time zones of a calendar: those it names, and those it describes itself (VTIMEZONE, RFC 5545, 3.6.5).

use super::property::{self, Line};
use calcard::common::timezone::Tz;
use calcard::icalendar::{ICalendarFrequency, ICalendarWeekday};
use jiff::tz::TimeZone;
use std::collections::HashMap;
use std::str::FromStr;

/// The zones that the times of a calendar may be written in.
#[derive(Debug)]
pub(crate) struct Zones {
    /// Where the person is.
    pub(crate) here: TimeZone,
    /// What the file describes and we know by no name of its own.
    described: HashMap<String, TimeZone>,
}

impl Zones {
    /// Those that are known by name.
    pub(crate) fn known(here: &TimeZone) -> Self {
        Self { here: here.clone(), described: HashMap::new() }
    }

    /// Those of a file.
    pub(crate) fn of(lines: &[Line], here: &TimeZone) -> Self {
        let mut zones = Self::known(here);
        let mut open: Option<Described> = None;
        for line in lines {
            let boundary = line.bare_value().to_ascii_uppercase();
            match (line.name().as_deref(), open.as_mut()) {
                (Some("BEGIN"), _) if boundary == "VTIMEZONE" => open = Some(Described::default()),
                (Some("END"), Some(_)) if boundary == "VTIMEZONE" => {
                    let Some(zone) = open.take() else { continue };
                    if let (Some(name), Some(zone)) = (zone.own("TZID"), zone.read()) {
                        zones.described.entry(name).or_insert(zone);
                    }
                }
                (Some("BEGIN"), Some(zone)) => zone.observances.push((boundary, Vec::new())),
                (Some(name), Some(zone)) => match zone.observances.last_mut() {
                    Some((_, lines)) => lines.push((name.to_owned(), line.clone())),
                    None => zone.lines.push((name.to_owned(), line.clone())),
                },
                _ => {}
            }
        }
        zones
    }

    /// The zone of a TZID: by its name, else as the file describes it.
    pub(crate) fn named(&self, name: &str) -> Option<TimeZone> {
        known(name).or_else(|| self.described.get(name.trim()).cloned())
    }
}

/// A zone by an IANA name, alone, behind the name of a registry (`/freeassociation.sourceforge.net/America/New_York`),
/// or as Mozilla and Outlook write it.
fn known(name: &str) -> Option<TimeZone> {
    let iana = |name: &str| TimeZone::get(name).ok();
    let listed = |name: &str| iana(&Tz::from_str(name).ok()?.name()?);
    let behind = || {
        let after = name.trim().strip_prefix('/')?;
        after.match_indices('/').find_map(|(at, _)| iana(after.get(at + 1..)?))
    };
    iana(name).or_else(|| listed(name)).or_else(behind)
}

/// A VTIMEZONE: its own lines, and those of each of its observances.
#[derive(Default)]
struct Described {
    lines: Vec<(String, Line)>,
    observances: Vec<(String, Vec<(String, Line)>)>,
}

impl Described {
    fn own(&self, name: &str) -> Option<String> {
        value(&self.lines, name)
    }

    /// The zone it says it is, else the one its rules make, else the one of its number at Microsoft.
    fn read(&self) -> Option<TimeZone> {
        let numbered = || known(&Tz::from_ms_cdo_zone_id(&self.own("X-MICROSOFT-CDO-TZID")?)?.name()?);
        self.own("X-LIC-LOCATION").and_then(|name| known(&name)).or_else(|| self.ruled()).or_else(numbered)
    }

    /// A zone of one offset, or of two that change on the same weekdays each year. A longer history is not guessed at.
    fn ruled(&self) -> Option<TimeZone> {
        let of = |kind: &str| -> Vec<_> { self.observances.iter().filter(|(k, _)| k == kind).collect() };
        let rules = match (of("STANDARD").as_slice(), of("DAYLIGHT").as_slice()) {
            ([(_, standard)], []) => format!("<STD>{}", offset(standard)?),
            ([(_, standard)], [(_, daylight)]) => format!(
                "<STD>{}<DST>{},{},{}",
                offset(standard)?,
                offset(daylight)?,
                change(daylight)?,
                change(standard)?
            ),
            _ => return None,
        };
        TimeZone::posix(&rules).ok()
    }
}

fn value(lines: &[(String, Line)], name: &str) -> Option<String> {
    let entry = lines.iter().find(|(n, _)| n == name)?;
    // As a COMMENT the value is one text, with nothing escaped in it.
    let read = property::parse(&format!("COMMENT:{}", entry.1.bare_value()))?;
    Some(property::text(&read).trim().to_owned()).filter(|text| !text.is_empty())
}

/// `TZOFFSETTO` as POSIX has it, where the west is positive.
fn offset(observance: &[(String, Line)]) -> Option<String> {
    let text = value(observance, "TZOFFSETTO")?;
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => ("-", digits),
        ("-", digits) => ("", digits),
        _ => return None,
    };
    let part = |at: usize| digits.get(at..at + 2).filter(|two| two.bytes().all(|b| b.is_ascii_digit()));
    match digits.len() {
        4 => Some(format!("{sign}{}:{}", part(0)?, part(2)?)),
        6 => Some(format!("{sign}{}:{}:{}", part(0)?, part(2)?, part(4)?)),
        _ => None,
    }
}

/// When an observance begins each year, as POSIX has it: `M3.2.0/02:00:00`.
fn change(observance: &[(String, Line)]) -> Option<String> {
    let lines = |name: &str| observance.iter().filter(|(n, _)| n == name).map(|(_, line)| line).collect::<Vec<_>>();
    let (starts, rules) = (lines("DTSTART"), lines("RRULE"));
    let ([begins], [rule], true) = (starts.as_slice(), rules.as_slice(), lines("RDATE").is_empty()) else {
        return None;
    };
    let begins = property::parse(&begins.text)?;
    let (date, time) = property::moments(&begins, &Zones::known(&TimeZone::UTC)).into_iter().next()??.there;
    let time = time?;
    let entry = property::parse(&rule.text)?;
    let said = property::rule(&entry)?;
    let plain = super::rule::sound(rule.bare_value())
        && said.freq == ICalendarFrequency::Yearly
        && said.interval.unwrap_or(1) == 1
        && said.until.is_none()
        && said.count.is_none()
        && said.bysetpos.is_empty()
        && said.bymonthday.is_empty()
        && said.byyearday.is_empty()
        && said.byweekno.is_empty();
    let ([day], true) = (said.byday.as_slice(), plain) else { return None };
    let week = match day.ordwk? {
        -1 => 5,
        nth @ 1..=4 => nth,
        _ => return None,
    };
    let month = match said.bymonth.as_slice() {
        [] => date.month(),
        [only] if !only.is_leap() => i8::try_from(only.month()).ok()?,
        _ => return None,
    };
    let day = match day.weekday {
        ICalendarWeekday::Sunday => 0,
        ICalendarWeekday::Monday => 1,
        ICalendarWeekday::Tuesday => 2,
        ICalendarWeekday::Wednesday => 3,
        ICalendarWeekday::Thursday => 4,
        ICalendarWeekday::Friday => 5,
        ICalendarWeekday::Saturday => 6,
    };
    Some(format!("M{month}.{week}.{day}/{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second()))
}
