//! What the person can set. Defaults are the worked answers of TODOS.md.

use crate::todo::TimeOfDay;
use jiff::Span;
use jiff::civil::{Date, Weekday};
use serde::{Deserialize, Serialize};

/// Order of numbers in a date such as 5/6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DateOrder {
    /// 5/6 = May 6.
    Mdy,
    /// 5/6 = 5 June.
    Dmy,
    /// 2026/5/6.
    Ymd,
}

/// First day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum WeekStart {
    /// The default.
    #[default]
    Monday,
    /// As in the US.
    Sunday,
    /// As in parts of the Middle East.
    Saturday,
}

impl WeekStart {
    /// As a weekday.
    pub fn weekday(self) -> Weekday {
        match self {
            Self::Monday => Weekday::Monday,
            Self::Sunday => Weekday::Sunday,
            Self::Saturday => Weekday::Saturday,
        }
    }
}

/// How long a new series runs when nothing is said (TODOS.md rule 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum DefaultUntil {
    /// For ever.
    #[default]
    None,
    /// As in the source design S0-5.
    EndOfYear,
    /// One year.
    #[serde(rename = "+1y")]
    OneYear,
}

impl DefaultUntil {
    /// The last day of a series that begins on this one and says no end.
    pub fn last_day(self, begins: Date) -> Option<Date> {
        match self {
            Self::None => None,
            Self::EndOfYear => Some(begins.last_of_year()),
            Self::OneYear => Some(begins.saturating_add(Span::new().years(1))),
        }
    }
}

/// What "next month" means as a date (TODOS.md rule 3: products disagree).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum NextMonth {
    /// Its first day.
    #[default]
    FirstDay,
    /// The same day, clamped.
    SameDay,
}

/// The hours behind words for parts of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DayParts {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub morning: TimeOfDay,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub noon: TimeOfDay,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub afternoon: TimeOfDay,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub evening: TimeOfDay,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub night: TimeOfDay,
}

impl Default for DayParts {
    fn default() -> Self {
        let hour = |h| TimeOfDay::new(jiff::civil::Time::constant(h, 0, 0, 0));
        Self { morning: hour(9), noon: hour(12), afternoon: hour(14), evening: hour(19), night: hour(20) }
    }
}

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// IANA zone, e.g. `Europe/Berlin`; null = the machine's.
    pub zone: Option<String>,
    /// First day of the week.
    pub week_start: WeekStart,
    /// Order of 5/6; null = ask.
    pub date_order: Option<DateOrder>,
    /// Hours of the day's parts.
    pub day_parts: DayParts,
    /// How long a new series runs.
    pub default_until: DefaultUntil,
    /// "next month" as a date.
    pub next_month: NextMonth,
    /// ✓ also applies (C27); off by default.
    pub apply_as_i_sign: bool,
    /// Single-letter keys in the page (WCAG 2.1.4).
    pub single_keys: SingleKeys,
    /// BCP 47 tag of the page's and terminal's language.
    pub language: Option<String>,
    /// When the built-in agent wakes every day by itself, `HH:MM`; null = only when it is woken.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub wake_at: Option<TimeOfDay>,
    /// Changes that wake the built-in agent: `label:bills`, `#5`, `is:overdue`.
    pub wake_on: Vec<String>,
    /// Whether the page says so when many items were signed very quickly (UI capability 8).
    pub attention: Attention,
    /// How many megabytes a conversation may take before an extension is offered; 1 to 10 000.
    pub session_megabytes: Megabytes,
    /// Whether each conversation's folder is kept up to date beside the data (S4-21).
    pub mirror: Mirror,
}

/// A number of megabytes, of a million bytes each. One that no number of bytes can be is read as 0, so that
/// it is refused with its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Megabytes(pub u32);

impl Megabytes {
    /// In bytes.
    pub fn bytes(self) -> u64 {
        u64::from(self.0) * 1_000_000
    }
}

impl<'de> Deserialize<'de> for Megabytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        i64::deserialize(deserializer).map(|n| Self(u32::try_from(n).unwrap_or(0)))
    }
}

impl Default for Megabytes {
    fn default() -> Self {
        Self(20)
    }
}

/// Whether conversations are mirrored as files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mirror {
    /// They are written on request (C12).
    #[default]
    Off,
    /// They are written whenever something is said or changed.
    On,
}

/// Whether quick signing is pointed out. Nothing of it leaves the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Attention {
    /// It is.
    #[default]
    On,
    /// It is not.
    Off,
}

/// Whether single letters act on a focused row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SingleKeys {
    /// They do.
    #[default]
    On,
    /// They do not.
    Off,
}
