//! Where a series stands on a day (TODOS.md rule 10): one open occurrence, and how many were missed before it.

use super::{TimeOfDay, Todo};
use crate::recurrence::Anchor;
use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Missed occurrences are looked for so many days back (rule 7: the expansion is bounded, not the data).
const DAYS_BACK: i64 = 366;

/// The open occurrence of a series: the latest that is due, else the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// Which one: its original date.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = "date"))]
    pub occurrence_date: Date,
    /// Where it takes place: another date than the original if it was moved.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = "date"))]
    pub date: Date,
    /// When on that day.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub time_of_day: Option<TimeOfDay>,
    /// So many before it passed and were neither done nor skipped, since the last one that was; at most a year back.
    pub missed: usize,
}

impl Todo {
    /// Where it stands on `today`. `None` = it does not repeat, is closed, or has no occurrence left.
    ///
    /// What passed before an occurrence that was done, skipped or put off is over: nobody is asked about it again.
    pub fn standing(&self, today: Date) -> Option<Standing> {
        let start = self.scheduled_for.filter(|_| self.recurrence.is_repeating() && !self.status.is_closed())?;
        let due = self.due(start, today);
        let (date, original) = due.iter().max().copied().or_else(|| self.coming(start, today))?;
        let time = self.moved.get(&original).and_then(|moved| moved.time).or(self.time_of_day);
        Some(Standing { occurrence_date: original, date, time_of_day: time, missed: due.len().saturating_sub(1) })
    }

    /// The day, and the time if there is one, that a list shows it on: of a series those of its open occurrence.
    pub fn shown_on(&self, today: Date) -> (Option<Date>, Option<TimeOfDay>) {
        match self.standing(today) {
            Some(open) => (Some(open.date), open.time_of_day),
            None => (self.scheduled_for, self.time_of_day),
        }
    }

    fn is_open_on(&self, original: Date) -> bool {
        !self.completed_dates.contains(&original) && !self.skipped_dates.contains(&original)
    }

    /// The open occurrences that take place by `today`, since the last that was dealt with: where they are and which.
    fn due(&self, start: Date, today: Date) -> Vec<(Date, Date)> {
        let put_off = self.moved.iter().filter(|(original, to)| **original <= today && to.date > today);
        let dealt_with = [self.completed_dates.range(..=today), self.skipped_dates.range(..=today)]
            .into_iter()
            .filter_map(|mut dates| dates.next_back().copied())
            .chain(put_off.map(|(original, _)| *original))
            .max();
        let since = dealt_with.map_or(start, |date| date.saturating_add(Span::new().days(1)));
        let rule = &self.recurrence;
        let planned = match rule.anchor {
            Anchor::Schedule => {
                let window = today.saturating_sub(Span::new().days(DAYS_BACK)).max(since);
                let mut dates = rule.occurrences(start, window, today);
                if dates.is_empty() {
                    dates.extend(rule.prev_on_or_before(start, today).filter(|date| *date >= since));
                }
                dates
            }
            // every!: the next is counted from the day on which this one is done.
            Anchor::Completion => rule.first(start).filter(|date| *date <= today).into_iter().collect(),
        };
        let there = planned.into_iter().filter(|date| !self.moved.contains_key(date)).map(|date| (date, date));
        let moved = self.moved.iter().filter(|(_, to)| to.date <= today).map(|(original, to)| (to.date, *original));
        there.chain(moved).filter(|(_, original)| *original >= since && self.is_open_on(*original)).collect()
    }

    /// The first open occurrence after `today`.
    fn coming(&self, start: Date, today: Date) -> Option<(Date, Date)> {
        let rule = &self.recurrence;
        let tomorrow = today.tomorrow().ok()?;
        let planned = match rule.anchor {
            Anchor::Schedule => rule
                .iter_from(start, tomorrow)
                .take(crate::recurrence::MAX_OCCURRENCES)
                .find(|date| self.is_open_on(*date) && !self.moved.contains_key(date)),
            Anchor::Completion => rule.first(start).filter(|date| self.is_open_on(*date)),
        };
        let moved = self.moved.iter().filter(|(original, to)| to.date > today && self.is_open_on(**original));
        planned.map(|date| (date, date)).into_iter().chain(moved.map(|(original, to)| (to.date, *original))).min()
    }
}
