//! From the flags of `todos add` and `edit` to the fields of an operation. Dates may be words; the
//! planner reads them, with the person's own settings.

use crate::args::{Changes, Clear, Fields};
use crate::client::{Client, read};
use crate::failure::{Failure, Result};
use crate::texts::say;
use countersign_core::settings::{DefaultUntil, Settings};
use countersign_planner::dates::{self, Clock, What};
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

/// The clock and settings of the data folder.
pub(crate) async fn clock(client: &Client) -> Result<Clock> {
    let view = client.get("/api/settings").await?;
    let settings: Settings = read(&view["settings"])?;
    let now: Timestamp = read(&view["effective"]["now"])?;
    let zone: String = read(&view["effective"]["zone"])?;
    let place = TimeZone::get(&zone).unwrap_or(TimeZone::UTC);
    let mut clock = Clock::new(now.to_zoned(place).datetime(), zone);
    countersign_engine::settings_to_clock(&settings, &mut clock);
    Ok(clock)
}

/// What was given, as fields of `create` or `update`.
pub(crate) fn fields(given: &Fields, clock: &Clock, into: &mut Map<String, Value>) -> Result<()> {
    let mut when = When::default();
    if let Some(text) = &given.every {
        when.every(text, clock, into)?;
    }
    if let Some(text) = &given.on {
        when.on(text, clock)?;
    }
    if let Some(text) = &given.at {
        when.time = Some(time(text, clock)?);
    }
    if let Some(date) = when.date {
        into.insert("scheduledFor".to_owned(), json!(date));
    }
    if let Some(time) = when.time {
        into.insert("timeOfDay".to_owned(), json!(time.strftime("%H:%M").to_string()));
    }
    if let Some(text) = &given.due {
        into.insert("dueDate".to_owned(), json!(day(text, clock)?.0));
    }
    if let Some(priority) = given.priority {
        into.insert("priority".to_owned(), json!(priority));
    }
    if let Some(minutes) = given.estimate {
        into.insert("estimate".to_owned(), json!(minutes));
    }
    if let Some(notes) = &given.notes {
        into.insert("notes".to_owned(), json!(notes));
    }
    Ok(())
}

/// The fields that follow from what was typed for one: a day or a time in words says what `--on`, `--due` and `--at`
/// say. Nothing where the text is the value.
pub(crate) async fn typed(client: &Client, field: &str, text: &str) -> Result<Map<String, Value>> {
    let text = (!text.is_empty()).then(|| text.to_owned());
    let given = match field {
        "scheduledFor" => Fields { on: text, ..Fields::default() },
        "timeOfDay" => Fields { at: text, ..Fields::default() },
        "dueDate" => Fields { due: text, ..Fields::default() },
        _ => return Ok(Map::new()),
    };
    let mut into = Map::new();
    fields(&given, &clock(client).await?, &mut into)?;
    Ok(into)
}

/// What is to be another, as fields of an operation; `added` is the field for labels that are put on.
pub(crate) fn changes(given: &Changes, added: &str, clock: &Clock) -> Result<Map<String, Value>> {
    let mut op = Map::new();
    if let Some(title) = &given.title {
        op.insert("title".to_owned(), json!(title));
    }
    clear(&given.clear, &mut op);
    fields(&given.fields, clock, &mut op)?;
    for (name, labels) in [(added, &given.fields.label), ("labels_remove", &given.unlabel)] {
        if !labels.is_empty() {
            op.insert(name.to_owned(), json!(labels));
        }
    }
    Ok(op)
}

/// Gives a repetition of a new todo that says no end the one that the person has set.
pub(crate) fn ends(fields: &mut Map<String, Value>, clock: &Clock) {
    let begins = fields.get("scheduledFor").and_then(Value::as_str).and_then(|date| date.parse::<Date>().ok());
    if let (Some(Value::Object(rule)), Some(begins)) = (fields.get_mut("recurrence"), begins)
        && !rule.contains_key("until")
        && !rule.contains_key("count")
    {
        rule.insert("until".to_owned(), json!(clock.default_until.last_day(begins)));
    }
}

/// Fields to empty.
fn clear(fields: &[Clear], into: &mut Map<String, Value>) {
    for field in fields {
        let (name, value) = match field {
            Clear::Date => ("scheduledFor", Value::Null),
            Clear::Time => ("timeOfDay", Value::Null),
            Clear::Due => ("dueDate", Value::Null),
            Clear::Estimate => ("estimate", Value::Null),
            Clear::Notes => ("notes", json!("")),
            Clear::Labels => ("labels", json!([])),
            Clear::Repeat => ("recurrence", json!({ "type": "none" })),
        };
        into.insert(name.to_owned(), value);
    }
}

#[derive(Default)]
struct When {
    date: Option<Date>,
    time: Option<Time>,
}

impl When {
    fn every(&mut self, text: &str, clock: &Clock, into: &mut Map<String, Value>) -> Result<()> {
        // An end that is not said is the old one's, or what the person has set: only the operation's todo tells.
        let unsaid = Clock { default_until: DefaultUntil::None, ..clock.clone() };
        // "monday" is a day by itself, and each of them here.
        let each = format!("every {text}");
        let read = |phrase| match dates::whole_in(None, phrase, &unsaid) {
            Some(What::Recurrence { rule, start, time, .. }) => Some((rule, start, time)),
            _ => None,
        };
        match read(text).or_else(|| read(&each)) {
            Some((rule, start, time)) => {
                let mut rule = json!(rule);
                if let (Value::Object(rule), false) = (&mut rule, dates::endless(text, &unsaid)) {
                    rule.retain(|field, value| !(value.is_null() && ["until", "count"].contains(&field.as_str())));
                }
                into.insert("recurrence".to_owned(), rule);
                (self.date, self.time) = (start, time);
                Ok(())
            }
            None => Err(misread("invalid_recurrence", text, clock, say!("cli-every-hint"))),
        }
    }

    fn on(&mut self, text: &str, clock: &Clock) -> Result<()> {
        let (date, time) = day(text, clock)?;
        self.date = Some(date);
        self.time = time.or(self.time);
        Ok(())
    }
}

fn day(text: &str, clock: &Clock) -> Result<(Date, Option<Time>)> {
    match dates::whole_in(None, text, clock) {
        Some(What::Date { date, .. } | What::Range { date: Some(date), .. }) => Ok((date, None)),
        Some(What::DateTime { date, time, .. }) => Ok((date, Some(time))),
        _ => Err(misread("invalid_date", text, clock, say!("cli-date-hint"))),
    }
}

/// A time of day. In a field of its own figures with minutes are of the 24-hour clock (`6:45`): only a bare hour says less
/// than it means.
fn time(text: &str, clock: &Clock) -> Result<Time> {
    let figures = text.trim().split_once(':').filter(|(_, minute)| minute.len() == 2);
    let figures = figures.and_then(|(hour, minute)| Some((hour.parse().ok()?, minute.parse().ok()?)));
    if let Some(time) = figures.and_then(|(hour, minute)| Time::new(hour, minute, 0, 0).ok()) {
        return Ok(time);
    }
    match dates::whole_in(None, text, clock) {
        Some(What::Time { time, .. }) => Ok(time),
        _ => Err(misread("invalid_timeOfDay", text, clock, say!("cli-time-hint"))),
    }
}

/// Why a phrase was not taken: what the planner says about it, e.g. both readings of 5/6.
fn misread(code: &'static str, text: &str, clock: &Clock, hint: String) -> Failure {
    let message = match dates::phrase(text, clock).note {
        Some(note) => say!("cli-date-unclear", text = text, note = note),
        None => say!("cli-date-unread", text = text),
    };
    Failure::new(code, message, hint)
}
