//! Expansion of a rule into civil dates.
//!
//! A rule is a row of periods (days, weeks, months, years) counted from the one that holds
//! `scheduledFor`; each period yields its dates on its own. So any window is reached by division, not
//! by walking there: `contains` on a ten-year-old daily rule costs the same as on a new one. Only a
//! `count` on a monthly, yearly or filtered rule is walked, and that walk ends with the calendar.
//!
//! Yearly rules stay in the month of `scheduledFor`: `byDay` and `byMonthDay` pick days within it.

use std::collections::VecDeque;

use jiff::Span;
use jiff::civil::{Date, Weekday};

use super::{Anchor, ByDay, Frequency, Recurrence};

/// The most dates one expansion returns (TODOS.md rule 7: the expansion is bounded, not the data).
pub const MAX_OCCURRENCES: usize = 1_000;

impl Recurrence {
    /// The first date of the series: the first match on or after `start`. `None` when there is none
    /// (`until` before it, or a day that never comes).
    pub fn first(&self, start: Date) -> Option<Date> {
        self.iter(start).next()
    }

    /// All dates of the series, lazily, in order.
    pub fn iter(&self, start: Date) -> Occurrences<'_> {
        self.iter_from(start, start)
    }

    /// The dates of the series on or after `from`, lazily; `start` is still where it is counted from.
    pub fn iter_from(&self, start: Date, from: Date) -> Occurrences<'_> {
        let from = from.max(start);
        Occurrences {
            rule: self,
            start,
            from,
            bound: self.bound(start),
            next_period: Some(self.period_of(start, from)),
            ready: VecDeque::new(),
            empty_periods: 0,
        }
    }

    /// The dates of the series from `from` to `to`, both inclusive; at most [`MAX_OCCURRENCES`].
    pub fn occurrences(&self, start: Date, from: Date, to: Date) -> Vec<Date> {
        self.iter_from(start, from).take_while(|date| *date <= to).take(MAX_OCCURRENCES).collect()
    }

    /// Whether `date` is one of the dates of the series.
    pub fn contains(&self, start: Date, date: Date) -> bool {
        if date < start {
            return false;
        }
        let dates = self.period(start, self.period_of(start, date));
        dates.is_some_and(|dates| dates.contains(&date)) && date <= self.bound(start)
    }

    /// The first date of the series after `date`.
    pub fn next_after(&self, start: Date, date: Date) -> Option<Date> {
        self.iter_from(start, date.tomorrow().ok()?).next()
    }

    /// The last date of the series on or before `date`.
    pub fn prev_on_or_before(&self, start: Date, date: Date) -> Option<Date> {
        let limit = date.min(self.bound(start));
        if limit < start {
            return None;
        }
        let mut empty = 0;
        for index in (0..=self.period_of(start, limit)).rev() {
            let dates = self.period(start, index).unwrap_or_default();
            if let Some(found) = dates.iter().rev().find(|found| **found <= limit) {
                return Some(*found);
            }
            empty += 1;
            if self.never_again(empty) {
                break;
            }
        }
        None
    }

    /// The next date of an `every!` series after it was completed on `done`.
    ///
    /// Counted from the day of completion; a plain monthly or yearly rule is clamped to the end of a
    /// short month, since there is no fixed day to wait for.
    pub fn next_after_completion(&self, done: Date) -> Option<Date> {
        let plain = self.by_day.is_empty() && self.by_month_day.is_empty();
        let next = match (self.frequency, plain) {
            (Frequency::Monthly, true) => Span::new().try_months(self.interval).ok(),
            (Frequency::Yearly, true) => Span::new().try_years(self.interval).ok(),
            _ => {
                // The count and the end belong to the series, not to a rule restarted at `done`.
                let restarted = Recurrence { until: None, count: None, anchor: Anchor::Completion, ..self.clone() };
                return restarted.next_after(done, done).filter(|date| self.until.is_none_or(|until| *date <= until));
            }
        };
        next.and_then(|span| done.checked_add(span).ok()).filter(|date| self.until.is_none_or(|until| *date <= until))
    }

    /// The last date the rule allows: `until`, or the `count`-th match, or the end of the calendar.
    fn bound(&self, start: Date) -> Date {
        let until = self.until.unwrap_or(Date::MAX);
        match self.count {
            None => until,
            Some(count) => until.min(self.counted(start, count).unwrap_or(Date::MAX)),
        }
    }

    /// The `count`-th match from the start.
    fn counted(&self, start: Date, count: u32) -> Option<Date> {
        let count = i64::from(count.max(1));
        match self.frequency {
            Frequency::Daily if self.by_day.is_empty() && self.by_month_day.is_empty() => {
                let days = (count - 1).checked_mul(self.step())?;
                from_number(number(start).checked_add(days)?)
            }
            Frequency::Weekly => {
                let first = self.period(start, 0)?;
                let full = self.period(start, 1)?;
                let (had, per_week) = (first.len() as i64, full.len() as i64);
                if count <= had {
                    return first.get(usize::try_from(count - 1).ok()?).copied();
                }
                let rest = count - had - 1;
                let week = self.period(start, 1 + rest / per_week)?;
                week.get(usize::try_from(rest % per_week).ok()?).copied()
            }
            _ => {
                let unbounded = Recurrence { until: None, count: None, ..self.clone() };
                let skipped = usize::try_from(count - 1).ok()?;
                unbounded.iter(start).nth(skipped)
            }
        }
    }

    fn step(&self) -> i64 {
        i64::from(self.interval.max(1))
    }

    /// The index of the last period that begins on or before `date`.
    fn period_of(&self, start: Date, date: Date) -> i64 {
        let distance = match self.frequency {
            Frequency::None => return 0,
            Frequency::Daily => number(date) - number(start),
            Frequency::Weekly => (monday(date) - monday(start)) / 7,
            Frequency::Monthly => month_number(date) - month_number(start),
            Frequency::Yearly => i64::from(date.year()) - i64::from(start.year()),
        };
        distance.div_euclid(self.step())
    }

    /// The dates of one period, sorted, none before `start`; `None` past the end of the calendar.
    fn period(&self, start: Date, index: i64) -> Option<Vec<Date>> {
        let offset = index.checked_mul(self.step())?;
        let mut dates = match self.frequency {
            Frequency::None => match index {
                0 => vec![start],
                _ => return None,
            },
            Frequency::Daily => {
                let date = from_number(number(start).checked_add(offset)?)?;
                match self.admits(date) {
                    true => vec![date],
                    false => Vec::new(),
                }
            }
            Frequency::Weekly => {
                let monday = monday(start).checked_add(offset.checked_mul(7)?)?;
                let own = [ByDay::every(start.weekday())];
                let days = match self.by_day.is_empty() {
                    true => &own[..],
                    false => &self.by_day[..],
                };
                if monday > number(Date::MAX) {
                    return None;
                }
                days.iter().filter_map(|by| from_number(monday + i64::from(by.day.to_monday_zero_offset()))).collect()
            }
            Frequency::Monthly => self.within(start, month_from(month_number(start).checked_add(offset)?)?),
            Frequency::Yearly => {
                let year = i64::from(start.year()).checked_add(offset)?;
                let first = Date::new(i16::try_from(year).ok()?, start.month(), 1).ok()?;
                self.within(start, first)
            }
        };
        dates.retain(|date| *date >= start);
        dates.sort_unstable();
        dates.dedup();
        Some(dates)
    }

    /// Whether the filters of a daily rule let a date through.
    fn admits(&self, date: Date) -> bool {
        let weekday = self.by_day.is_empty() || self.by_day.iter().any(|by| by.day == date.weekday());
        let day = self.by_month_day.is_empty()
            || (self.by_month_day.iter()).any(|day| resolve_day(*day, date).is_some_and(|found| found == date));
        weekday && day
    }

    /// The dates the rule picks in the month that begins on `first`.
    fn within(&self, start: Date, first: Date) -> Vec<Date> {
        let by_weekday = || self.by_day.iter().flat_map(|by| weekdays_of(*by, first));
        match (self.by_month_day.is_empty(), self.by_day.is_empty()) {
            (true, true) => resolve_day(start.day(), first).into_iter().collect(),
            (true, false) => by_weekday().collect(),
            (false, no_weekday) => {
                let allowed: Vec<Date> = by_weekday().collect();
                (self.by_month_day.iter())
                    .filter_map(|day| resolve_day(*day, first))
                    .filter(|date| no_weekday || allowed.contains(date))
                    .collect()
            }
        }
    }

    /// Whether so many empty periods in a row prove that no date will ever come.
    fn never_again(&self, empty_periods: u32) -> bool {
        // Steps of whole days walk through all weekdays they can reach within seven of them.
        self.frequency == Frequency::Daily && self.by_month_day.is_empty() && empty_periods > 7
    }
}

/// The dates of a series, in order. Made by [`Recurrence::iter`] and [`Recurrence::iter_from`].
#[derive(Debug, Clone)]
pub struct Occurrences<'r> {
    rule: &'r Recurrence,
    start: Date,
    from: Date,
    bound: Date,
    next_period: Option<i64>,
    ready: VecDeque<Date>,
    empty_periods: u32,
}

impl Iterator for Occurrences<'_> {
    type Item = Date;

    fn next(&mut self) -> Option<Date> {
        loop {
            if let Some(date) = self.ready.pop_front() {
                if date > self.bound {
                    self.next_period = None;
                    self.ready.clear();
                    return None;
                }
                return Some(date);
            }
            let index = self.next_period?;
            let Some(dates) = self.rule.period(self.start, index) else {
                self.next_period = None;
                return None;
            };
            self.next_period = index.checked_add(1);
            (self.ready).extend(dates.into_iter().filter(|date| *date >= self.from));
            self.empty_periods = match self.ready.is_empty() {
                true => self.empty_periods + 1,
                false => 0,
            };
            if self.rule.never_again(self.empty_periods) {
                self.next_period = None;
            }
        }
    }
}

impl std::iter::FusedIterator for Occurrences<'_> {}

const EPOCH: Date = Date::constant(1970, 1, 1);

/// Days since 1970-01-01.
fn number(date: Date) -> i64 {
    i64::from((date - EPOCH).get_days())
}

fn from_number(days: i64) -> Option<Date> {
    EPOCH.checked_add(Span::new().try_days(days).ok()?).ok().filter(|date| *date <= Date::MAX)
}

/// The number of the Monday of a date's week: intervals of weeks are counted from Mondays.
fn monday(date: Date) -> i64 {
    number(date) - i64::from(date.weekday().to_monday_zero_offset())
}

fn month_number(date: Date) -> i64 {
    i64::from(date.year()) * 12 + i64::from(date.month()) - 1
}

fn month_from(number: i64) -> Option<Date> {
    let year = i16::try_from(number.div_euclid(12)).ok()?;
    let month = i8::try_from(number.rem_euclid(12) + 1).ok()?;
    Date::new(year, month, 1).ok()
}

/// A day of `month`'s month, negative from its end; `None` when the month is too short.
fn resolve_day(day: i8, month: Date) -> Option<Date> {
    let day = match day < 0 {
        true => month.days_in_month() + 1 + day,
        false => day,
    };
    Date::new(month.year(), month.month(), day).ok()
}

fn weekdays_of(by: ByDay, first: Date) -> Vec<Date> {
    let nth = |nth: i8| nth_weekday(first, nth, by.day);
    match by.nth {
        Some(wanted) => nth(wanted).into_iter().collect(),
        None => (1..=5).filter_map(nth).collect(),
    }
}

fn nth_weekday(first: Date, nth: i8, day: Weekday) -> Option<Date> {
    first.nth_weekday_of_month(nth, day).ok()
}
