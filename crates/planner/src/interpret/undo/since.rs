//! "undo everything since noon", "undo all of today": the changes of a stretch of time.

use super::{Batch, content};
use crate::dates::{Clock, Role, What, find, find_possessive};
use jiff::civil::{Date, DateTime, Time};
use jiff::{Timestamp, tz::TimeZone};

/// A stretch of the past; without an end it reaches until now.
pub(super) struct Stretch {
    from: DateTime,
    to: Option<DateTime>,
    zone: TimeZone,
    /// The words that name it.
    said: Vec<String>,
    /// The warning that says which was taken, where the words may mean another time.
    pub(super) taken: Option<&'static str>,
}

impl Stretch {
    /// The one that a message names. `None` where it names none, several, or one that is not past.
    pub(super) fn of(text: &str, clock: &Clock) -> Option<Stretch> {
        let own = find(text, clock);
        // "yesterday's changes"
        let mut found = if own.is_empty() { find_possessive(text, clock) } else { own }.into_iter();
        let (one, None) = (found.next()?, found.next()) else { return None };
        let zone = TimeZone::get(&clock.zone).ok()?;
        let since = matches!(one.role, Role::From | Role::After);
        let words = text.get(one.span)?.to_lowercase();
        let said = content(&words);
        let midnight = |date: Date| date.to_datetime(Time::midnight());
        let (from, last) = match one.what {
            What::Time { time, .. } => (of_today(time, clock)?, None),
            What::DateTime { date, time, .. } => (past(date, clock)?.to_datetime(time), None),
            What::Date { date, .. } if since => (midnight(past(date, clock)?), None),
            What::Date { date, .. } => (midnight(date), Some(date)),
            What::Range { from, to, .. } => (midnight(from), Some(to)),
            _ => return None,
        };
        let to = match last {
            _ if since => None,
            Some(last) => Some(midnight(last.tomorrow().ok()?)),
            // "everything at noon" is no stretch.
            None => return None,
        };
        let today = clock.today();
        let of_today = words.split(' ').filter_map(crate::dates::weekday).any(|day| day == today.weekday());
        let taken = match one.what {
            What::Time { .. } if from.date() < today => Some("since_yesterday"),
            // Said on a friday, "since friday" may be since this morning.
            What::Date { .. } | What::DateTime { .. } if since && of_today => {
                Some(if from.date() < today { "since_last_week" } else { "since_today" })
            }
            _ => None,
        };
        (from <= clock.now).then_some(Stretch { from, to, zone, said, taken })
    }

    /// Whether all of these words name it.
    pub(super) fn names(&self, left: &[String]) -> bool {
        left.iter().all(|w| self.said.contains(w))
    }

    /// Whether a change was made in it.
    pub(super) fn holds(&self, batch: &Batch) -> bool {
        let at = batch.at.as_deref().and_then(|at| at.parse::<Timestamp>().ok());
        at.map(|at| at.to_zoned(self.zone.clone()).datetime())
            .is_some_and(|at| at >= self.from && self.to.is_none_or(|to| at < to))
    }
}

/// When that time was last.
fn of_today(time: Time, clock: &Clock) -> Option<DateTime> {
    let today = clock.today().to_datetime(time);
    if today <= clock.now { Some(today) } else { Some(clock.today().yesterday().ok()?.to_datetime(time)) }
}

/// A day that was: a weekday is read as the next one, and here it is the last.
fn past(date: Date, clock: &Clock) -> Option<Date> {
    let ahead = date.since(clock.today()).ok()?.get_days();
    match ahead {
        ..=0 => Some(date),
        1..=7 => date.checked_sub(jiff::Span::new().days(7)).ok(),
        _ => None,
    }
}
