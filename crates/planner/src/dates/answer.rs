//! The JSON of the `dates` verb.

use jiff::civil::{Date, Time};
use serde::{Serialize, Serializer};

use super::What;
use super::calendar;

/// What kind of thing a phrase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A day.
    Date,
    /// A day and a time.
    Datetime,
    /// A time of day.
    Time,
    /// A period.
    Range,
    /// Several readings.
    Ambiguous,
    /// A day that does not exist.
    Invalid,
    /// No date.
    None,
}

/// One answer of the `dates` verb; the caller adds the `id`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PhraseAnswer {
    /// What it is.
    pub kind: Kind,
    /// The day; for a period its first, if that is not past.
    pub date: Option<Date>,
    /// `HH:MM`.
    #[serde(serialize_with = "hours_and_minutes")]
    pub time: Option<Time>,
    /// First day of a period.
    pub from: Option<Date>,
    /// Last day of a period, inclusive.
    pub to: Option<Date>,
    /// Why, where it is not obvious; the readings of an ambiguous or invalid phrase.
    pub note: Option<String>,
}

fn hours_and_minutes<S: Serializer>(time: &Option<Time>, out: S) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => out.collect_str(&time.strftime("%H:%M")),
        None => out.serialize_none(),
    }
}

fn reading(date: Date, label: &str) -> String {
    let day = calendar::short(date);
    if label == day { day } else { format!("{day} ({label})") }
}

impl PhraseAnswer {
    pub(super) fn none() -> Self {
        PhraseAnswer { kind: Kind::None, date: None, time: None, from: None, to: None, note: None }
    }

    pub(super) fn of(what: &What) -> Self {
        let none = PhraseAnswer::none();
        match what.clone() {
            What::Date { date, note } => PhraseAnswer { kind: Kind::Date, date: Some(date), note, ..none },
            What::DateTime { date, time, note } => {
                PhraseAnswer { kind: Kind::Datetime, date: Some(date), time: Some(time), note, ..none }
            }
            What::Time { time, date, note } => {
                PhraseAnswer { kind: Kind::Time, date: Some(date), time: Some(time), note, ..none }
            }
            What::Range { from, to, date, note } => {
                PhraseAnswer { kind: Kind::Range, date, from: Some(from), to: Some(to), note, ..none }
            }
            What::Recurrence { rule, start, note, .. } => {
                let starts = start.map(|start| format!(", first {}", calendar::short(start)));
                let rule = format!("a repetition: {}{}", rule.describe(), starts.unwrap_or_default());
                PhraseAnswer { note: calendar::join(Some(rule), note), ..none }
            }
            What::Duration { minutes } => PhraseAnswer { note: Some(format!("a duration: {minutes} min")), ..none },
            What::Either { times, .. } => {
                let [first, second] = times.map(|time| time.strftime("%H:%M").to_string());
                let note = format!("two times are named: {first} or {second}");
                PhraseAnswer { kind: Kind::Ambiguous, note: Some(note), ..none }
            }
            What::Ambiguous { options, note } => {
                let readings: Vec<String> = (options.iter()).map(|(date, label)| reading(*date, label)).collect();
                let note = if readings.is_empty() { note } else { format!("{note}: {}", readings.join(" or ")) };
                PhraseAnswer { kind: Kind::Ambiguous, note: Some(note), ..none }
            }
            What::Invalid { options, note } => {
                let days: Vec<String> = options.iter().map(|day| calendar::short(*day)).collect();
                let days = match days.is_empty() {
                    true => String::new(),
                    false => format!("; did you mean {}?", days.join(" or ")),
                };
                PhraseAnswer { kind: Kind::Invalid, note: Some(format!("{note}{days}")), ..none }
            }
        }
    }
}
