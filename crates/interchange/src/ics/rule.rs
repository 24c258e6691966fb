//! RRULE (RFC 5545, 3.3.10) ↔ our rule. Ours counts yearly days within the month of `scheduledFor`.

use super::property;
use crate::{Env, moment};
use calcard::common::PartialDateTime;
use calcard::icalendar::{ICalendarFrequency, ICalendarRecurrenceRule, ICalendarWeekday};
use countersign_core::recurrence::{Anchor, ByDay, Frequency, Recurrence};
use countersign_core::todo::{TimeOfDay, Todo};
use jiff::civil::{Date, Time, Weekday};
use jiff::tz::TimeZone;

/// Whether every part of a rule is one that may stand there. A reader that passes over a part it cannot read would
/// follow another rule.
pub(crate) fn sound(text: &str) -> bool {
    let mut seen: Vec<String> = Vec::new();
    let numbers = |value: &str, most: i64, negative: bool| {
        value.split(',').all(|one| {
            one.trim_start_matches('+').parse::<i64>().is_ok_and(|n| n.abs() <= most && (n > 0 || negative && n < 0))
        })
    };
    text.trim().trim_end_matches(';').split(';').all(|part| {
        let Some((key, value)) = part.split_once('=') else { return false };
        let (key, value) = (key.trim().to_ascii_uppercase(), value.trim().to_ascii_uppercase());
        let first = !seen.contains(&key);
        let fits = match key.as_str() {
            "INTERVAL" | "COUNT" => numbers(&value, i64::from(u32::MAX), false) && !value.contains(','),
            "BYMONTHDAY" => numbers(&value, 31, true),
            "BYSETPOS" | "BYYEARDAY" => numbers(&value, 366, true),
            "BYWEEKNO" => numbers(&value, 53, true),
            "BYDAY" => value.split(',').filter(|day| !day.is_empty()).all(|day| {
                let (nth, name) = day.split_at_checked(day.len().saturating_sub(2)).unwrap_or((day, ""));
                matches!(name, "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU")
                    && (nth.is_empty() || numbers(nth, 53, true))
            }),
            // The others are looked at where they are read.
            _ => !value.is_empty(),
        };
        seen.push(key);
        first && fits
    })
}

/// Where a series is counted: the clock that its days are days of, and the time it has there.
#[derive(Debug)]
pub(crate) struct Counted {
    /// The zone it is written in, else the person's.
    pub(crate) zone: TimeZone,
    /// None where it has only days.
    pub(crate) time: Option<Time>,
}

impl Counted {
    /// Of a series without a zone of its own.
    pub(crate) fn here(todo: &Todo, env: &Env<'_>) -> Self {
        Self { zone: env.zone.clone(), time: todo.time_of_day.map(TimeOfDay::time) }
    }
}

/// Our rule, or `None` if it cannot say the same dates.
pub(crate) fn read(rule: &ICalendarRecurrenceRule, start: Date, counted: &Counted) -> Option<Recurrence> {
    let beyond = !rule.bysecond.is_empty()
        || !rule.byminute.is_empty()
        || !rule.byhour.is_empty()
        || !rule.byyearday.is_empty()
        || !rule.byweekno.is_empty()
        || rule.rscale.is_some()
        || rule.skip.is_some()
        || rule.count == Some(0)
        || rule.interval == Some(0);
    let frequency = match rule.freq {
        ICalendarFrequency::Daily => Frequency::Daily,
        ICalendarFrequency::Weekly => Frequency::Weekly,
        ICalendarFrequency::Monthly => Frequency::Monthly,
        ICalendarFrequency::Yearly => Frequency::Yearly,
        _ => return None,
    };
    let monthly = matches!(frequency, Frequency::Monthly | Frequency::Yearly);
    if beyond || !month_is_implied(rule, frequency, start) {
        return None;
    }
    let mut by_day = rule.byday.iter().map(by_day).collect::<Option<Vec<_>>>()?;
    match (rule.bysetpos.as_slice(), by_day.as_mut_slice()) {
        ([], _) => {}
        // The second Friday is also said as: of the Fridays, the second.
        ([nth], [only]) if monthly && only.nth.is_none() && rule.bymonthday.is_empty() => {
            only.nth = Some(i8::try_from(*nth).ok().filter(|n| (1..=5).contains(&n.abs()))?);
        }
        _ => return None,
    }
    if !monthly && by_day.iter().any(|d| d.nth.is_some())
        || frequency == Frequency::Weekly && !rule.bymonthday.is_empty()
    {
        return None;
    }
    if frequency == Frequency::Yearly && rule.bymonth.is_empty() && !(by_day.is_empty() && rule.bymonthday.is_empty()) {
        return None; // Days of any month of the year.
    }
    if !rule.bymonthday.iter().all(|d| matches!(d, 1..=31 | -1)) {
        return None;
    }
    let interval = u32::from(rule.interval.unwrap_or(1));
    let other_weeks = rule.wkst.is_some_and(|day| day != ICalendarWeekday::Monday);
    if frequency == Frequency::Weekly && interval > 1 && other_weeks && by_day.len() > 1 {
        return None; // Which days share a week depends on where it begins.
    }
    let until = match &rule.until {
        Some(until) => Some(last_day(until, counted)?),
        None => None,
    };
    let mut read = Recurrence::every(frequency, interval);
    read.by_day = distinct(by_day);
    read.by_month_day = distinct(rule.bymonthday.clone());
    read.until = until;
    read.count = rule.count;
    Some(read)
}

fn distinct<T: PartialEq>(given: Vec<T>) -> Vec<T> {
    let mut seen = Vec::with_capacity(given.len().min(366));
    for one in given {
        if !seen.contains(&one) {
            seen.push(one);
        }
    }
    seen
}

fn month_is_implied(rule: &ICalendarRecurrenceRule, frequency: Frequency, start: Date) -> bool {
    match rule.bymonth.as_slice() {
        [] => true,
        [only] => frequency == Frequency::Yearly && !only.is_leap() && i8::try_from(only.month()) == Ok(start.month()),
        _ => false,
    }
}

fn by_day(day: &calcard::icalendar::ICalendarDay) -> Option<ByDay> {
    let nth = match day.ordwk {
        None => None,
        Some(nth) => Some(i8::try_from(nth).ok().filter(|n| (1..=5).contains(&n.abs()))?),
    };
    let day = match day.weekday {
        ICalendarWeekday::Monday => Weekday::Monday,
        ICalendarWeekday::Tuesday => Weekday::Tuesday,
        ICalendarWeekday::Wednesday => Weekday::Wednesday,
        ICalendarWeekday::Thursday => Weekday::Thursday,
        ICalendarWeekday::Friday => Weekday::Friday,
        ICalendarWeekday::Saturday => Weekday::Saturday,
        ICalendarWeekday::Sunday => Weekday::Sunday,
    };
    Some(ByDay { nth, day })
}

/// The last day a series may have: its days and its time are those of its own clock, and so is its end. On the day
/// of an end that comes before the time of the series there is no date of it any more.
fn last_day(until: &PartialDateTime, counted: &Counted) -> Option<Date> {
    let said = PartialDateTime { tz_hour: None, tz_minute: None, ..until.clone() };
    let (date, at) = property::civil(&said, None, &counted.zone)?;
    let Some(at) = at else { return Some(date) };
    let at = date.to_datetime(at);
    let utc = until.tz_hour.is_some();
    let Some(time) = counted.time else {
        // Of a series of days this is a day, which some programs write as its midnight in UTC.
        let day =
            if utc && at.time() != Time::midnight() { property::civil(until, None, &counted.zone)?.0 } else { date };
        return Some(day);
    };
    let written = if utc { TimeZone::UTC } else { counted.zone.clone() };
    let end = moment::instant(at, &written)?;
    let day = moment::civil(end, &counted.zone).date();
    let fits = moment::instant(day.to_datetime(time), &counted.zone)? <= end;
    if fits { Some(day) } else { day.yesterday().ok() }
}

/// The value of an RRULE; `None` for a todo that does not repeat. Completion as anchor has no word.
pub(crate) fn write(rule: &Recurrence, start: Date, timed: bool) -> Option<String> {
    let name = match rule.frequency {
        Frequency::None => return None,
        Frequency::Daily => "DAILY",
        Frequency::Weekly => "WEEKLY",
        Frequency::Monthly => "MONTHLY",
        Frequency::Yearly => "YEARLY",
    };
    let mut text = format!("FREQ={name}");
    let mut part = |key: &str, value: String| text.push_str(&format!(";{key}={value}"));
    if rule.interval != 1 {
        part("INTERVAL", rule.interval.to_string());
    }
    let days = !rule.by_day.is_empty() || !rule.by_month_day.is_empty();
    if rule.frequency == Frequency::Yearly && days {
        part("BYMONTH", start.month().to_string());
    }
    if !rule.by_month_day.is_empty() {
        part("BYMONTHDAY", rule.by_month_day.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    }
    if !rule.by_day.is_empty() {
        part("BYDAY", rule.by_day.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    }
    if let Some(until) = rule.until {
        // The same kind of value as DTSTART (RFC 5545, 3.3.10).
        let end = if timed { "T235959" } else { "" };
        part("UNTIL", moment::compact_date(until) + end);
    } else if let Some(count) = rule.count {
        part("COUNT", count.to_string());
    }
    Some(text)
}

/// Whether the rule is as plain as "every so many weeks", its days being those of `start`.
pub(crate) fn is_plain(rule: &Recurrence, start: Date) -> bool {
    let own_day = match rule.by_day.as_slice() {
        [] => true,
        [only] => rule.frequency == Frequency::Weekly && only.day == start.weekday(),
        _ => false,
    };
    own_day && rule.by_month_day.is_empty() && rule.until.is_none() && rule.count.is_none()
}

/// The rule with nothing but how often, from the schedule or from completion.
pub(crate) fn plain(frequency: Frequency, interval: u32, anchor: Anchor) -> Recurrence {
    Recurrence { anchor, ..Recurrence::every(frequency, interval) }
}
