//! The days of a rule: its weekdays, and the days of each month.

use countersign_core::recurrence::{ByDay, Recurrence};
use jiff::civil::Weekday;

use super::scan::{Hit, Scan};
use super::words::{self, Form};
use super::{listed, periods};

/// "mon wed and fri", "mondays, wednesdays & fridays", "monday through friday", "weekdays".
pub(super) fn weekdays(scan: &Scan, at: usize) -> Hit<Vec<Weekday>> {
    let workdays = || Weekday::Monday.cycle_forward().take(5).collect();
    if let Some(end) = scan.any_words(at, &["week day", "week days"]) {
        return Some((end, workdays()));
    }
    match scan.word(at) {
        "weekday" | "weekdays" | "workday" | "workdays" => return Some((at + 1, workdays())),
        "weekend" | "weekends" => return Some((at + 1, vec![Weekday::Saturday, Weekday::Sunday])),
        _ => {}
    }
    let named = |at: usize| {
        let (day, form) = words::weekday(scan.word(at))?;
        let dotted = form == Form::Short
            && scan.mark(at + 1) == Some('.')
            && scan.glued(at + 1)
            && words::weekday(scan.word(at + 2)).is_some();
        Some((if dotted { at + 2 } else { at + 1 }, day))
    };
    if let Some((end, mut days)) = listed::lettered(scan, at) {
        days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
        return Some((end, days));
    }
    let (mut end, first) = named(at)?;
    let mut days = vec![first];
    let to = scan.is(end, &["to", "through", "thru"]) || scan.mark(end) == Some('-');
    if let (true, Some((end, last))) = (to, named(end + 1)) {
        let count = usize::try_from(first.until(last)).ok()? + 1;
        return Some((end, first.cycle_forward().take(count).collect()));
    }
    loop {
        let mut next = end;
        while scan.is(next, &["and", "plus"]) || matches!(scan.mark(next), Some(',' | '&' | '/' | '+')) {
            next += 1;
        }
        match named(next) {
            Some((next_end, day)) => {
                end = next_end;
                if !days.contains(&day) {
                    days.push(day);
                }
            }
            None => {
                days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
                return Some((end, days));
            }
        }
    }
}

/// Days of a month in a repetition.
pub(super) enum MonthDays {
    Days(Vec<i8>),
    Weekdays(Vec<ByDay>),
}

impl MonthDays {
    /// The rule with these days; "the 31st" means the last day (TODOS.md rule 8).
    pub(super) fn onto(self, mut rule: Recurrence) -> (Recurrence, Option<String>) {
        let mut note = None;
        match self {
            MonthDays::Weekdays(by_day) => rule.by_day = by_day,
            MonthDays::Days(days) => {
                if days.contains(&31) {
                    note = Some("the 31st is read as the last day of every month".to_owned());
                }
                let short = |day: &i8| matches!(day, 29 | 30);
                if let Some(day) = days.iter().find(|day| short(day)) {
                    note = Some(format!("months without a {day}th are skipped"));
                }
                rule.by_month_day = days.into_iter().map(|day| if day == 31 { -1 } else { day }).collect();
            }
        }
        (rule, note)
    }
}

/// "15th", "1st and 15th", "last day", "first monday", "first and third monday", "last friday".
pub(super) fn month_days(scan: &Scan, at: usize) -> Hit<MonthDays> {
    if let Some(end) = scan.any_words(at, &["last day", "final day", "end"]) {
        return Some((end, MonthDays::Days(vec![-1])));
    }
    let (mut end, first) = periods::which(scan, at)?;
    let mut numbers = vec![first];
    loop {
        let mut next = end;
        while scan.is(next, &["and", "the"]) || matches!(scan.mark(next), Some(',' | '&' | '/')) {
            next += 1;
        }
        if let Some(last) = scan.words(next, "last day") {
            (end, _) = (last, numbers.push(-1));
            break;
        }
        match periods::which(scan, next).filter(|_| next > end) {
            Some((next_end, number)) => {
                end = next_end;
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            None => break,
        }
    }
    if let Some((weekday_end, day)) = words::weekday(scan.word(end)).map(|(day, _)| (end + 1, day)) {
        let nth = |number: &i64| i8::try_from(*number).ok().filter(|nth| (1..=5).contains(&nth.abs()));
        let by_day: Option<Vec<ByDay>> =
            numbers.iter().map(|number| nth(number).map(|nth| ByDay::nth(nth, day))).collect();
        return Some((weekday_end, MonthDays::Weekdays(by_day?)));
    }
    let end = scan.skip_word(end, "day");
    let days: Option<Vec<i8>> = numbers.iter().map(|number| i8::try_from(*number).ok()).collect();
    let days = days?;
    let known = days.iter().all(|day| matches!(day, 1..=31 | -1));
    // "last" alone is not a day.
    let bare_last = numbers == [-1] && !scan.is(end.saturating_sub(1), &["day"]);
    (known && !bare_last).then_some((end, MonthDays::Days(days)))
}
