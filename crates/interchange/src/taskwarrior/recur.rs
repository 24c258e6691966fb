//! `recur:` of Taskwarrior: words, `3days`, and ISO 8601 durations such as `P2W`.

use crate::ics::rule::{is_plain, plain};
use countersign_core::recurrence::{Anchor, Frequency, Recurrence};
use jiff::civil::{Date, Weekday};

/// The rule of a word; `None` for hours, seconds and what is no rule.
pub(super) fn read(text: &str) -> Option<Recurrence> {
    let text = text.trim().to_ascii_lowercase();
    let every = |frequency, interval| Some(plain(frequency, interval, Anchor::Schedule));
    match text.as_str() {
        "daily" | "day" => return every(Frequency::Daily, 1),
        "weekdays" => return Some(weekdays()),
        "weekly" | "week" => return every(Frequency::Weekly, 1),
        "biweekly" | "fortnight" | "fortnightly" | "sennight" => {
            return every(Frequency::Weekly, if text == "sennight" { 1 } else { 2 });
        }
        "monthly" | "month" => return every(Frequency::Monthly, 1),
        "bimonthly" => return every(Frequency::Monthly, 2),
        "quarterly" | "quarter" => return every(Frequency::Monthly, 3),
        "semiannual" => return every(Frequency::Monthly, 6),
        "annual" | "yearly" | "year" => return every(Frequency::Yearly, 1),
        "biannual" | "biyearly" => return every(Frequency::Yearly, 2),
        _ => {}
    }
    let amount = text.strip_prefix('p').unwrap_or(&text);
    let digits = amount.bytes().take_while(u8::is_ascii_digit).count();
    let (count, unit) = amount.split_at(digits);
    let count: u32 = if count.is_empty() { 1 } else { count.parse().ok().filter(|n| *n > 0)? };
    let (frequency, times) = match unit {
        "d" | "day" | "days" => (Frequency::Daily, 1),
        "w" | "wk" | "wks" | "week" | "weeks" => (Frequency::Weekly, 1),
        "m" | "mo" | "mos" | "mth" | "mths" | "month" | "months" => (Frequency::Monthly, 1),
        "q" | "qtr" | "qtrs" | "quarter" | "quarters" => (Frequency::Monthly, 3),
        "y" | "yr" | "yrs" | "year" | "years" => (Frequency::Yearly, 1),
        _ => return None,
    };
    every(frequency, count.checked_mul(times)?)
}

fn weekdays() -> Recurrence {
    use Weekday::{Friday, Monday, Thursday, Tuesday, Wednesday};
    Recurrence::weekly_on(1, [Monday, Tuesday, Wednesday, Thursday, Friday])
}

/// The word for a rule; `None` if there is none that means the same dates.
pub(super) fn write(rule: &Recurrence, start: Date) -> Option<String> {
    let bare = Recurrence { until: None, count: None, anchor: Anchor::Schedule, ..rule.clone() };
    if bare == weekdays() {
        return Some("weekdays".to_owned());
    }
    if !is_plain(&bare, start) || rule.count.is_some() {
        return None;
    }
    let (word, unit) = match rule.frequency {
        Frequency::None => return None,
        Frequency::Daily => ("daily", "days"),
        Frequency::Weekly => ("weekly", "weeks"),
        Frequency::Monthly => ("monthly", "months"),
        Frequency::Yearly => ("yearly", "years"),
    };
    Some(if rule.interval == 1 { word.to_owned() } else { format!("{}{unit}", rule.interval) })
}
