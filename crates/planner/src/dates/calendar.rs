//! Calendar arithmetic. What a user counts out may lie beyond the calendar, and then there is no such day; the small
//! steps from a day that is on it stay at its end.

use jiff::Span;
use jiff::civil::{Date, Weekday};

/// So many days later; `None` beyond the calendar.
pub(super) fn days_on(date: Date, days: i64) -> Option<Date> {
    date.checked_add(Span::new().try_days(days).ok()?).ok()
}

/// The same day `months` later, clamped to the end of a short month (Jan 31 → Feb 28); `None` beyond the calendar.
pub(super) fn months_on(date: Date, months: i64) -> Option<Date> {
    date.checked_add(Span::new().try_months(months).ok()?).ok()
}

/// So many working days later; `None` beyond the calendar.
pub(super) fn business_days_on(date: Date, days: i64) -> Option<Date> {
    let step = if days < 0 { -1 } else { 1 };
    // Five of them make a week, wherever they begin.
    let weeks = (days.abs() - 1).max(0) / 5;
    let mut at = days_on(date, weeks.checked_mul(7)? * step)?;
    let mut left = days.abs() - weeks * 5;
    while left > 0 {
        at = days_on(at, step)?;
        if !is_weekend(at) {
            left -= 1;
        }
    }
    Some(at)
}

fn end(forward: bool) -> Date {
    if forward { Date::MAX } else { Date::MIN }
}

pub(super) fn add_days(date: Date, days: i64) -> Date {
    days_on(date, days).unwrap_or(end(days > 0))
}

/// As [`months_on`], for small steps.
pub(super) fn add_months(date: Date, months: i64) -> Date {
    months_on(date, months).unwrap_or(end(months > 0))
}

/// As [`business_days_on`], for small steps.
pub(super) fn add_business_days(date: Date, days: i64) -> Date {
    business_days_on(date, days).unwrap_or(end(days > 0))
}

pub(super) fn is_weekend(date: Date) -> bool {
    matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// The first `day` strictly after `date`.
pub(super) fn after(date: Date, day: Weekday) -> Date {
    on_or_after(add_days(date, 1), day)
}

pub(super) fn on_or_after(date: Date, day: Weekday) -> Date {
    add_days(date, i64::from(date.weekday().until(day)))
}

/// The last `day` strictly before `date`.
pub(super) fn before(date: Date, day: Weekday) -> Date {
    add_days(after(date, day), if date.weekday() == day { -14 } else { -7 })
}

/// First and last day of the week around `date`.
pub(super) fn week(date: Date, start: Weekday) -> (Date, Date) {
    let first = add_days(date, -i64::from(date.weekday().since(start)));
    (first, add_days(first, 6))
}

/// `day` in the week around `date`.
pub(super) fn in_week(date: Date, day: Weekday, start: Weekday) -> Date {
    on_or_after(week(date, start).0, day)
}

pub(super) fn month(date: Date) -> (Date, Date) {
    (date.first_of_month(), date.last_of_month())
}

pub(super) fn quarter(date: Date) -> (Date, Date) {
    let into = i64::from((date.month() - 1) % 3);
    let first = add_months(date.first_of_month(), -into);
    (first, add_months(first, 2).last_of_month())
}

pub(super) fn year(date: Date) -> (Date, Date) {
    (date.first_of_year(), date.last_of_year())
}

/// The weekend of the week that is going on (on a Sunday it began yesterday).
pub(super) fn weekend(today: Date) -> (Date, Date) {
    let sunday = on_or_after(today, Weekday::Sunday);
    (add_days(sunday, -1), sunday)
}

pub(super) fn ymd(year: i16, month: i8, day: u32) -> Option<Date> {
    Date::new(year, month, i8::try_from(day).ok()?).ok()
}

/// The days a date that does not exist could have meant: the end of its month and the day after.
pub(super) fn neighbours(year: i16, month: i8) -> Vec<Date> {
    let last = Date::new(year, month, 1).map(Date::last_of_month);
    last.into_iter().flat_map(|last| [last, add_days(last, 1)]).collect()
}

/// Western Easter Sunday (the anonymous Gregorian computus, Meeus 1991).
pub(super) fn easter(year: i16) -> Option<Date> {
    let y = i32::from(year);
    let (a, b, c) = (y % 19, y / 100, y % 100);
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let n = h + l - 7 * m + 114;
    ymd(year, i8::try_from(n / 31).ok()?, u32::try_from(n % 31 + 1).ok()?)
}

/// Easter Sunday of the Orthodox churches, by the calendar of today (the Julian computus, Meeus 1991, chapter 8).
pub(super) fn orthodox_easter(year: i16) -> Option<Date> {
    let y = i32::from(year);
    let (a, b, c) = (y % 4, y % 7, y % 19);
    let d = (19 * c + 15) % 30;
    let n = d + (2 * a + 4 * b - d + 34) % 7 + 114;
    let julian = ymd(year, i8::try_from(n / 31).ok()?, u32::try_from(n % 31 + 1).ok()?)?;
    Some(add_days(julian, i64::from(y / 100 - y / 400 - 2)))
}

pub(super) fn short(date: Date) -> String {
    date.strftime("%a %Y-%m-%d").to_string()
}

/// Two notes as one.
pub(super) fn join(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) if first != second => Some(format!("{first}; {second}")),
        (Some(note), _) | (None, Some(note)) => Some(note),
        (None, None) => None,
    }
}
