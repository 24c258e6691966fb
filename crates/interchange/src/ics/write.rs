//! A todo as a VTODO, its moved and completed occurrences as overrides of it.
//!
//! Times are floating, as they are here (TODOS.md rule 5), so no time zones need to be described.

use super::component::{Component, END_OF_DAY, Interpreted, number};
use super::property::{self, Line, escape, fold};
use super::zones::Zones;
use super::{OURS, component, rule};
use crate::format::Format;
use crate::reading::Reading;
use crate::residue::residue;
use crate::{Env, kept, moment};
use countersign_core::todo::{Status, TimeOfDay, Todo};
use jiff::civil::Date;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Writes a calendar.
pub(crate) fn write(todos: &mut dyn Iterator<Item = &Todo>, env: &Env<'_>) -> String {
    let mut out = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Countersign//Countersign//EN\r\n");
    for todo in todos {
        let mut lines = master(todo);
        let occurrences = overrides(todo);
        if let Some(ours) = ours(todo, &lines, &occurrences, env) {
            lines.push(ours);
        }
        for component in std::iter::once(lines).chain(occurrences) {
            out.push_str("BEGIN:VTODO\r\n");
            for line in component {
                fold(&mut out, &line);
            }
            out.push_str("END:VTODO\r\n");
        }
    }
    out.push_str("END:VCALENDAR\r\n");
    out
}

/// The line that says what the others cannot, found by reading them back.
fn ours(todo: &Todo, master: &[String], overrides: &[Vec<String>], env: &Env<'_>) -> Option<String> {
    let zones = Zones::known(&env.zone);
    let Interpreted { todo: mut plain, clock, .. } = as_component(master).interpret(env, &zones);
    crate::fit::fit(&mut plain, Format::Ics).ok()?;
    for lines in overrides {
        as_component(lines).apply_override(&mut plain, &clock, env, &zones);
    }
    let residue = residue(&plain, todo);
    (!residue.is_empty()).then(|| format!("{OURS}:{}", escape(&printable(&Value::Object(residue).to_string()))))
}

/// JSON whose texts hold no control characters: iCalendar allows none, JSON escapes only some.
fn printable(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_control() {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// The lines as the reader gathers them; nothing within them is a boundary but what is kept.
fn as_component(lines: &[String]) -> Component {
    let mut reading = Reading::new(Format::Ics);
    let boundary = |text: &str| Line { number: 0, text: text.to_owned() };
    let lines = lines.iter().map(|l| boundary(l));
    let all = std::iter::once(boundary("BEGIN:VTODO")).chain(lines).chain([boundary("END:VTODO")]).collect();
    super::gather(all, &mut reading).pop().unwrap_or_else(|| component::Component::new(0))
}

fn master(todo: &Todo) -> Vec<String> {
    let mut lines = vec![
        format!("UID:{}", escape(&todo.uid)),
        format!("DTSTAMP:{}", moment::compact_utc(todo.updated_at)),
        format!("CREATED:{}", moment::compact_utc(todo.created_at)),
        format!("LAST-MODIFIED:{}", moment::compact_utc(todo.updated_at)),
    ];
    // A title may hold a line break here; SUMMARY may not.
    lines.push(with_parameters(todo, "SUMMARY", &crate::fit::one_line(&todo.title)));
    if !todo.notes.is_empty() {
        lines.push(with_parameters(todo, "DESCRIPTION", &todo.notes));
    }
    lines.extend(times(todo));
    let kept_priority = kept::text(todo, Format::Ics, "priority")
        .filter(|raw| component::priority(raw.parse().unwrap_or(0)) == Some(todo.priority));
    match kept_priority {
        Some("") => {}
        Some(raw) => lines.push(format!("PRIORITY:{raw}")),
        None => lines.push(format!("PRIORITY:{}", number(todo.priority))),
    }
    lines.extend(standing(todo));
    if !todo.labels.is_empty() {
        lines.push(format!("CATEGORIES:{}", todo.labels.iter().map(|l| escape(l)).collect::<Vec<_>>().join(",")));
    }
    let again = todo.scheduled_for.and_then(|start| rule::write(&todo.recurrence, start, todo.time_of_day.is_some()));
    match again {
        Some(rule) => {
            lines.push(format!("RRULE:{rule}"));
            lines.extend(todo.skipped_dates.iter().map(|date| dated("EXDATE", *date, todo.time_of_day)));
        }
        None => lines.extend(kept_lines(todo, "rule")),
    }
    lines.extend(kept_lines(todo, "lines"));
    lines
}

fn with_parameters(todo: &Todo, name: &str, text: &str) -> String {
    let raw = kept::text(todo, Format::Ics, name)
        .filter(|raw| property::parse(raw).is_some_and(|entry| property::text(&entry) == text));
    raw.map_or_else(|| format!("{name}:{}", escape(text)), str::to_owned)
}

fn dated(name: &str, date: Date, time: Option<TimeOfDay>) -> String {
    match time {
        Some(time) => format!("{name}:{}", moment::compact(date.to_datetime(time.time()))),
        None => format!("{name};VALUE=DATE:{}", moment::compact_date(date)),
    }
}

fn times(todo: &Todo) -> Vec<String> {
    let start = todo.scheduled_for.map(|date| dated("DTSTART", date, todo.time_of_day));
    let due = todo.due_date.map(|due| match (todo.scheduled_for, todo.time_of_day) {
        (Some(_), Some(_)) => {
            let kept = kept::text(todo, Format::Ics, "dueTime")
                .filter(|t| t.len() == 6 && t.bytes().all(|b| b.is_ascii_digit()));
            format!("DUE:{}T{}", moment::compact_date(due), kept.unwrap_or(END_OF_DAY))
        }
        (_, time) => dated("DUE", due, time),
    });
    start.into_iter().chain(due).collect()
}

fn standing(todo: &Todo) -> Vec<String> {
    let word = match todo.status {
        Status::Open | Status::Groomed | Status::Blocked | Status::OnHold => "NEEDS-ACTION",
        Status::InProgress => "IN-PROCESS",
        Status::Done => "COMPLETED",
        Status::Rejected => "CANCELLED",
    };
    let mut lines = vec![format!("STATUS:{word}")];
    if todo.status == Status::Done {
        let stamp =
            kept::text(todo, Format::Ics, "completed").filter(|raw| raw.bytes().all(|b| b.is_ascii_alphanumeric()));
        lines.push(format!("COMPLETED:{}", stamp.map_or_else(|| moment::compact_utc(todo.updated_at), str::to_owned)));
        lines.push("PERCENT-COMPLETE:100".to_owned());
    } else if let Some(percent) =
        kept::text(todo, Format::Ics, "percent").and_then(|p| p.parse::<u8>().ok()).filter(|p| *p < 100)
    {
        lines.push(format!("PERCENT-COMPLETE:{percent}"));
    }
    lines
}

/// Kept lines, each one line whatever came of them since.
fn kept_lines(todo: &Todo, key: &str) -> Vec<String> {
    strings(kept::get(todo, Format::Ics, key))
}

fn strings(value: Option<&Value>) -> Vec<String> {
    let lines = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    lines.filter(|line| !line.contains(['\r', '\n'])).map(str::to_owned).collect()
}

fn overrides(todo: &Todo) -> Vec<Vec<String>> {
    if !todo.recurrence.is_repeating() {
        return Vec::new();
    }
    let kept = kept::get(todo, Format::Ics, "occurrences").and_then(Value::as_object);
    let dates: BTreeSet<Date> = todo.moved.keys().chain(&todo.completed_dates).copied().collect();
    let ranges = kept::get(todo, Format::Ics, "ranges").and_then(Value::as_object);
    let of_kept = [kept, ranges].into_iter().flatten().flat_map(Map::keys).filter_map(|date| moment::date(date));
    let all: BTreeSet<Date> = dates.into_iter().chain(of_kept).collect();
    let named = |date: Date| {
        let range = ranges.and_then(|all| all.get(&date.to_string())).and_then(Value::as_str);
        range.map_or_else(|| "RECURRENCE-ID".to_owned(), |range| format!("RECURRENCE-ID;RANGE={range}"))
    };
    all.into_iter()
        .map(|date| {
            let mut lines = vec![
                format!("UID:{}", escape(&todo.uid)),
                format!("DTSTAMP:{}", moment::compact_utc(todo.updated_at)),
                dated(&named(date), date, todo.time_of_day),
            ];
            match todo.moved.get(&date) {
                Some(moved) => lines.push(dated("DTSTART", moved.date, moved.time.or(todo.time_of_day))),
                None => lines.push(dated("DTSTART", date, todo.time_of_day)),
            }
            let own = strings(kept.and_then(|all| all.get(&date.to_string())));
            if !own.iter().any(|l| l.to_ascii_uppercase().starts_with("SUMMARY")) {
                lines.push(format!("SUMMARY:{}", escape(&crate::fit::one_line(&todo.title))));
            }
            if todo.completed_dates.contains(&date) {
                lines.push("STATUS:COMPLETED".to_owned());
                lines.push("PERCENT-COMPLETE:100".to_owned());
            }
            lines.extend(own);
            lines
        })
        .collect()
}
