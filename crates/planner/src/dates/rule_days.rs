//! The days of a rule: its weekdays, and the days of each month.

use countersign_core::recurrence::{ByDay, Frequency, Recurrence};
use jiff::civil::Weekday;

use super::scan::{Hit, Scan};
use super::words::{self, Form};
use super::{guard, listed, periods, when};

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
    if let Some((end, mut days)) = listed::lettered(scan, at) {
        days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
        return Some((end, days));
    }
    if let Some(span) = span(scan, at) {
        return Some(span);
    }
    let (mut end, first) = named(scan, at)?;
    let mut days = vec![first];
    loop {
        let next = joined(scan, end);
        // "every tuesday and every thursday", but no "… and every thursday yoga".
        let again = scan.skip_any(next, &["every", "each"]);
        let and = scan.is(next.wrapping_sub(1), &["and"]) || scan.mark(next.wrapping_sub(1)) == Some('&');
        let each = again > next && and && at > 0 && scan.is(at - 1, &["every", "each"]);
        let closed = |end: usize| guard::safe_next(scan, end) || when::time_after(scan, end).is_some();
        let day = if each { named(scan, again).filter(|(end, _)| closed(*end)) } else { named(scan, next) };
        match day {
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

/// A weekday with the dot of an abbreviation, where the phrase goes on: "tues. and thurs", "mon. at 9".
fn named(scan: &Scan, at: usize) -> Hit<Weekday> {
    let (day, form) = words::weekday(scan.word(at))?;
    let more = |next: usize| {
        words::weekday(scan.word(joined(scan, next))).is_some() || !scan.at_end(next) && guard::safe_next(scan, next)
    };
    let dotted = form == Form::Short && scan.mark(at + 1) == Some('.') && scan.glued(at + 1) && more(at + 2);
    Some((if dotted { at + 2 } else { at + 1 }, day))
}

/// The index behind what stands between two days.
fn joined(scan: &Scan, at: usize) -> usize {
    let mut end = at;
    while scan.is(end, &["and", "plus"]) || matches!(scan.mark(end), Some(',' | '&' | '/' | '+')) {
        end += 1;
    }
    end
}

/// "monday to friday", "mon-fri": from one day to another.
fn span(scan: &Scan, at: usize) -> Hit<Vec<Weekday>> {
    let (end, first) = named(scan, at)?;
    let to = scan.is(end, &["to", "through", "thru"]) || scan.mark(end) == Some('-');
    let (end, last) = named(scan, end + 1).filter(|_| to)?;
    let count = usize::try_from(first.until(last)).ok()? + 1;
    Some((end, first.cycle_forward().take(count).collect()))
}

/// "from monday to friday" beside "every week": the days it has. Behind a verb of moving it goes from one to the other.
pub(super) fn from_to(scan: &Scan, at: usize) -> Hit<Vec<Weekday>> {
    let start = scan.words(at, "from").filter(|_| !scan.moved_before(at))?;
    span(scan, start)
}

/// "every week [mon wed fri]", "weekly [from monday to friday]": several days right behind how often it comes. Only those that go
/// from one to another are of a repetition by the day: "every day [monday to friday]".
pub(super) fn behind(scan: &Scan, at: usize, frequency: Frequency) -> Hit<Vec<Weekday>> {
    let (end, days) = from_to(scan, at).or_else(|| match frequency {
        Frequency::Daily => span(scan, at),
        _ => weekdays(scan, at).filter(|_| named(scan, at).is_some() || listed::lettered(scan, at).is_some()),
    })?;
    (days.len() > 1 && !in_one_week(scan, end)).then_some((end, days))
}

/// "from monday to friday [next week]", "monday to wednesday [the 25th]": what names the week they are in, and so no week after.
fn in_one_week(scan: &Scan, at: usize) -> bool {
    when::plain_day(scan, scan.skip_word(at, "of")).is_some()
}

/// Days of a month in a repetition.
pub(super) enum MonthDays {
    Days(Vec<i8>),
    Weekdays(Vec<ByDay>),
    /// "the second to last day": counted from the end of the month, which a rule says of its last day only.
    FromEnd,
}

/// Why no rule has [`MonthDays::FromEnd`].
pub(super) const FROM_END: &str = "only the last day is counted from the end of a month: name the day by its number";

impl MonthDays {
    /// The rule with these days; "the 31st" means the last day (TODOS.md rule 8).
    pub(super) fn onto(self, mut rule: Recurrence) -> (Recurrence, Option<String>) {
        let mut note = None;
        match self {
            MonthDays::Weekdays(by_day) => rule.by_day = by_day,
            MonthDays::FromEnd => {}
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
    if days.iter().any(|day| *day < -1) && days.iter().all(|day| (-31..=31).contains(day)) {
        return Some((end, MonthDays::FromEnd));
    }
    let known = days.iter().all(|day| matches!(day, 1..=31 | -1));
    // "last" alone is not a day.
    let bare_last = numbers == [-1] && !scan.is(end.saturating_sub(1), &["day"]);
    (known && !bare_last).then_some((end, MonthDays::Days(days)))
}
