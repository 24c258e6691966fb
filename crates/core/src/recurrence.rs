//! Repeating todos: the rule, and its expansion into civil dates (TODOS.md "Shapes", rules 7–9).
//!
//! Pure calendar arithmetic on civil dates; never a clock, never a zone.
//! Reading and writing JSON is in `wire`, the arithmetic in `expand`, English in `describe`.

mod describe;
mod expand;
mod merge;
mod wire;

pub use describe::weekday_name;
pub use expand::{MAX_OCCURRENCES, Occurrences};
pub use merge::RecurrencePatch;

use jiff::civil::{Date, Weekday};
use serde::{Deserialize, Serialize};

/// How often a rule repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Frequency {
    /// Does not repeat.
    #[default]
    None,
    /// Every `interval` days.
    Daily,
    /// Every `interval` weeks on `byDay`.
    Weekly,
    /// Every `interval` months on `byDay` (with ordinal) or `byMonthDay`.
    Monthly,
    /// Every `interval` years.
    Yearly,
}

/// What the next occurrence is counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The schedule: dates are fixed in advance.
    #[default]
    Schedule,
    /// The last completion (`every!`).
    Completion,
}

/// A weekday, in monthly and yearly rules with an ordinal: `MO`, `1MO`, `-1FR` (RFC 5545 BYDAY).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ByDay {
    /// `Some(1..=5)` from the start of the month, `Some(-5..=-1)` from its end.
    pub nth: Option<i8>,
    /// The weekday.
    pub day: Weekday,
}

/// A repetition rule. JSON: `{"type":"weekly","interval":1,"byDay":["MO"],"byMonthDay":[],"until":null,"count":null,"anchor":"schedule"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Recurrence {
    /// How often.
    #[serde(rename = "type")]
    pub frequency: Frequency,
    /// Every how many days, weeks, months or years; at least 1.
    pub interval: u32,
    /// Weekdays; empty = taken from `scheduledFor`.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub by_day: Vec<ByDay>,
    /// Days of the month 1…31, or -1 for the last; empty = taken from `scheduledFor`.
    pub by_month_day: Vec<i8>,
    /// Last date, inclusive.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub until: Option<Date>,
    /// Number of occurrences from the start.
    pub count: Option<u32>,
    /// Schedule or completion.
    pub anchor: Anchor,
}

impl Default for Recurrence {
    fn default() -> Self {
        Recurrence::every(Frequency::None, 1)
    }
}

impl Recurrence {
    /// The rule of a todo that does not repeat.
    pub fn none() -> Self {
        Recurrence::default()
    }

    /// A plain rule: every `interval` days, weeks, months or years, days taken from `scheduledFor`.
    pub fn every(frequency: Frequency, interval: u32) -> Self {
        Recurrence {
            frequency,
            interval: interval.max(1),
            by_day: Vec::new(),
            by_month_day: Vec::new(),
            until: None,
            count: None,
            anchor: Anchor::Schedule,
        }
    }

    /// A weekly rule on these weekdays.
    pub fn weekly_on(interval: u32, days: impl IntoIterator<Item = Weekday>) -> Self {
        Recurrence {
            by_day: days.into_iter().map(ByDay::every).collect(),
            ..Recurrence::every(Frequency::Weekly, interval)
        }
    }

    /// Whether the rule repeats at all.
    pub fn is_repeating(&self) -> bool {
        self.frequency != Frequency::None
    }
}

impl ByDay {
    /// The weekday in every week.
    pub fn every(day: Weekday) -> Self {
        ByDay { nth: None, day }
    }

    /// The `nth` such weekday of the month (negative: from its end).
    pub fn nth(nth: i8, day: Weekday) -> Self {
        ByDay { nth: Some(nth), day }
    }
}
