//! What stands in front of how often it comes: its days, "monday to friday every week", "november 21 every year", and its time,
//! "at noon mondays to fridays".

use countersign_core::recurrence::{ByDay, Frequency};

use super::adverbs;
use super::calendar;
use super::holidays::{self, Yearly};
use super::repeats::{Core, every, frequency, monthly, no_working_day, working_day};
use super::rule_days;
use super::scan::{Hit, Scan};
use super::tails::Building;
use super::{absolute, when};

/// "the 15th of every month", "first monday of each month", "monday every other week", "from monday to friday every week".
pub(super) fn of_every(scan: &Scan, at: usize) -> Hit<Core> {
    if let Some(end) = working_day(scan, scan.skip_word(at, "the")) {
        let every = scan.any_words(
            end,
            &["of every month", "of each month", "every month", "each month", "monthly", "in every month"],
        )?;
        return Some((every, no_working_day()));
    }
    if let Some((end, days)) = rule_days::month_days(scan, at) {
        let every = scan.any_words(
            end,
            &["of every month", "of each month", "every month", "each month", "monthly", "in every month"],
        )?;
        return Some((every, Core::Rule(monthly(days, 1))));
    }
    if let Some(hit) = of_every_year(scan, at) {
        return Some(hit);
    }
    let (end, days) = rule_days::weekdays(scan, at).or_else(|| rule_days::from_to(scan, at))?;
    let (time_end, time) = match when::time_after(scan, end) {
        Some((time_end, clocked)) => (time_end, scan.settle(&clocked, None).map(|settled| settled.time)),
        None => (end, None),
    };
    let (end, core) = every(scan, time_end).or_else(|| adverbs::adverb(scan, time_end, time_end, true))?;
    let Core::Rule(mut building) = core else {
        return None;
    };
    if building.rule.frequency != Frequency::Weekly || !building.rule.by_day.is_empty() {
        return None;
    }
    building.rule.by_day = days.into_iter().map(ByDay::every).collect();
    building.time = time;
    Some((end, Core::Rule(building)))
}

/// "november 21 every year", "christmas yearly": the day in front of how often it comes.
fn of_every_year(scan: &Scan, at: usize) -> Hit<Core> {
    let holiday = holidays::each_year(scan, at);
    let (end, day) = match holiday {
        Some((end, holiday)) => (end, holiday),
        None => {
            let (end, month, day) = absolute::month_and_day(scan, at)?;
            // In a leap year all days are there that any year has.
            calendar::ymd(2028, month, day)?;
            (end, Yearly::Day(month, i8::try_from(day).ok()?))
        }
    };
    let (time_end, time) = match when::time_after(scan, end) {
        Some((time_end, clocked)) => (time_end, scan.settle(&clocked, None).map(|settled| settled.time)),
        None => (end, None),
    };
    let (end, core) = every(scan, time_end).or_else(|| adverbs::adverb(scan, time_end, time_end, true))?;
    let Core::Rule(building) = core else { return None };
    let plain = building.rule.by_day.is_empty() && building.yearly.is_none();
    if building.rule.frequency != Frequency::Yearly || !plain {
        return None;
    }
    let note = match day {
        Yearly::Day(month, day) => format!("on {} {day}", absolute::month_name(month)),
        _ => "its date differs from year to year".to_owned(),
    };
    Some((end, Core::Rule(Building { time, ..building }.each_year(day).noted(note))))
}

/// "at 8pm on the 1st and 15th of every month", "at noon mondays to fridays", "at 7 weekdays": its time in front of it.
pub(super) fn timed(scan: &Scan, at: usize) -> Hit<Core> {
    let (end, clocked) = when::time_after(scan, at)?;
    let settled = scan.settle(&clocked, None).filter(|settled| settled.days == 0 && !settled.clash)?;
    let announced = || scan.word(at) == "at" || scan.mark(at) == Some('@');
    let (end, core) = match scan.any_words(end, &["on the", "on", "the"]) {
        Some(start) => of_every(scan, start).or_else(|| adverbs::plural(scan, end, start)),
        None => None,
    }
    .or_else(|| {
        let led = announced().then_some(end)?;
        adverbs::plural(scan, led, led)
            .or_else(|| adverbs::adverb(scan, led, led, false))
            .or_else(|| frequency(scan, led))
            .or_else(|| of_every(scan, led))
    })?;
    match core {
        Core::Rule(building) if building.time.is_none() => {
            Some((end, Core::Rule(Building { time: Some(settled.time), ..building })))
        }
        _ => None,
    }
}
