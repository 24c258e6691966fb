//! What is kept of a format in `todo.extra` is written back into files as it stands, so it must be
//! such as reading a file of that format leaves there. A JSON file or an old database may hold
//! anything: what says something that the todo says itself, opens or ends a part of a file, or is
//! no value of its kind, is left out and named.

use crate::format::Format;
use crate::ics::component::{OVERRIDE_SAID, RANGES, USED_ONCE};
use crate::ics::property::Line;
use crate::{Env, identity, moment, taskwarrior, todoist};
use countersign_core::todo::Todo;
use serde_json::{Map, Value};

/// Inner components that may stand in a kept VTODO.
const INNER: &str = "VALARM";
/// Longest single value, in bytes.
const LONGEST: usize = 10_000;

/// The todo without what is no such thing, and names of what was left out; `None` where all is.
pub(crate) fn purged(todo: &Todo, only: Option<Format>, env: &Env<'_>) -> Option<(Todo, Vec<String>)> {
    let mut left_out = Vec::new();
    let mut changed: Option<Todo> = None;
    for format in Format::ALL {
        // Native JSON is the todo itself.
        if format == Format::Json || only.is_some_and(|only| only != format) {
            continue;
        }
        let Some(kept) = todo.extra.get(format.name()) else { continue };
        let before = left_out.len();
        let clean = match kept.as_object() {
            Some(kept) => object(todo, format, kept, env, &mut left_out),
            None => {
                left_out.push(format.name().to_owned());
                Map::new()
            }
        };
        if left_out.len() > before {
            let extra = &mut changed.get_or_insert_with(|| todo.clone()).extra;
            if clean.is_empty() {
                extra.remove(format.name());
            } else {
                extra.insert(format.name().to_owned(), Value::Object(clean));
            }
        }
    }
    changed.map(|todo| (todo, left_out))
}

fn object(
    todo: &Todo,
    format: Format,
    kept: &Map<String, Value>,
    env: &Env<'_>,
    left_out: &mut Vec<String>,
) -> Map<String, Value> {
    let mut clean = Map::new();
    for (key, value) in kept {
        let genuine = match format {
            Format::Ics => ics(todo, key, value),
            Format::Taskwarrior => Some(value).filter(|value| task(key, value)).cloned(),
            Format::TodoTxt => Some(value).filter(|value| todo_txt(key, value)).cloned(),
            Format::Markdown => Some(value).filter(|value| markdown(key, value)).cloned(),
            Format::Todoist => Some(value).filter(|value| row(key, value, env)).cloned(),
            Format::Json => None,
        };
        if genuine.as_ref() != Some(value) {
            left_out.push(format!("{} {}", format.name(), key.chars().take(40).collect::<String>()));
        }
        if let Some(value) = genuine {
            clean.insert(key.clone(), value);
        }
    }
    clean
}

/// A text of one line.
fn line(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| text.len() <= LONGEST && !text.chars().any(|c| c.is_control() && c != '\t'))
}

fn ics(todo: &Todo, key: &str, value: &Value) -> Option<Value> {
    let is = |holds: bool| holds.then(|| value.clone());
    let digits = |text: &str, most: usize| text.len() <= most && text.bytes().all(|b| b.is_ascii_digit());
    let repeating = todo.recurrence.is_repeating();
    let of_others = |name: &str| {
        let ours = USED_ONCE.contains(&name) || name == "CATEGORIES" || (name == "EXDATE" && repeating);
        !ours
    };
    match key {
        "lines" => lines(value, of_others),
        "rule" => lines(value, |name| matches!(name, "RRULE" | "EXDATE")),
        "occurrences" => {
            let days = value.as_object()?.iter().filter(|(date, _)| moment::date(date).is_some());
            let others = |name: &str| !OVERRIDE_SAID.contains(&name) && name != "RRULE" && name != crate::ics::OURS;
            let clean: Map<String, Value> =
                days.filter_map(|(date, value)| Some((date.clone(), lines(value, others)?))).collect();
            (!clean.is_empty()).then_some(Value::Object(clean))
        }
        "ranges" => {
            let range = |(date, range): (&String, &Value)| {
                moment::date(date).is_some() && range.as_str().is_some_and(|range| RANGES.contains(&range))
            };
            is(value.as_object().is_some_and(|all| all.iter().all(range)))
        }
        "SUMMARY" | "DESCRIPTION" => is(line(value).is_some_and(|l| named(l).as_deref() == Some(key))),
        "priority" => is(value.as_str().is_some_and(|p| digits(p, 1))),
        "percent" => is(value.as_str().is_some_and(|p| digits(p, 3))),
        "dueTime" => is(value.as_str().is_some_and(|p| digits(p, 6))),
        "completed" => {
            is(value.as_str().is_some_and(|p| p.len() <= 16 && p.bytes().all(|b| b.is_ascii_alphanumeric())))
        }
        "undated" => is(line(value).is_some()),
        _ => None,
    }
}

fn named(text: &str) -> Option<String> {
    Line { number: 0, text: text.to_owned() }.name()
}

/// Content lines of properties that may stand there, and whole alarms; nothing where none is left.
fn lines(value: &Value, may: impl Fn(&str) -> bool) -> Option<Value> {
    let mut clean: Vec<Value> = Vec::new();
    // An alarm is taken when it ends.
    let mut inner: Option<Vec<Value>> = None;
    for value in value.as_array()? {
        let Some((text, name)) = line(value).and_then(|text| Some((text, named(text)?))) else { continue };
        let kind = text.split_once(':').map_or("", |(_, kind)| kind).trim().to_ascii_uppercase();
        match (name.as_str(), &mut inner) {
            ("BEGIN", None) if kind == INNER => inner = Some(vec![value.clone()]),
            // One that opens another is none.
            ("BEGIN", _) => inner = None,
            ("END", open) => {
                if let Some(open) = open.take().filter(|_| kind == INNER) {
                    clean.extend(open);
                    clean.push(value.clone());
                }
            }
            (_, Some(open)) => open.push(value.clone()),
            (name, None) if may(name) => clean.push(value.clone()),
            _ => {}
        }
    }
    (!clean.is_empty()).then_some(Value::Array(clean))
}

fn task(key: &str, value: &Value) -> bool {
    match key {
        "priority" => value.as_str() == Some(""),
        "due" => value.as_str().is_some_and(|due| moment::from_compact_utc(due).is_some()),
        // Compared with the notes before they are written.
        "annotations" => value.is_array(),
        "undated" => value.is_string(),
        "parent" => value.as_str().is_some_and(identity::is_uuid),
        key => !taskwarrior::USED.contains(&key),
    }
}

fn todo_txt(key: &str, value: &Value) -> bool {
    let word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    match key {
        "pri" => value.as_str().is_some_and(|p| p.len() <= 1 && p.bytes().all(|b| b.is_ascii_uppercase())),
        "projects" => value.as_array().is_some_and(|all| all.iter().all(|one| line(one).is_some())),
        "rec" | "rrule" => line(value).is_some_and(word),
        "undated" => value.is_boolean() || line(value).is_some(),
        _ => false,
    }
}

fn markdown(key: &str, value: &Value) -> bool {
    match key {
        "heading" => line(value).is_some_and(|text| !text.trim().is_empty()),
        // A rule stands among marks, labels and comments, of which it may not be one.
        "rule" => {
            line(value).is_some_and(|text| !text.contains(['#', '<']) && !text.chars().any(crate::markdown::is_mark))
        }
        "undated" => line(value).is_some(),
        _ => false,
    }
}

fn row(key: &str, value: &Value, env: &Env<'_>) -> bool {
    match key {
        "priority" => value.as_str().is_some_and(|p| matches!(p, "4" | "")),
        "heading" | "phrase" | "undated" => value.is_string(),
        // Kept because nobody understood it; a date would be the todo's own.
        "date" => value.as_str().is_some_and(|date| !todoist::is_date(date, env)),
        "columns" => value
            .as_object()
            .is_some_and(|all| all.iter().all(|(name, value)| !todoist::is_ours(name) && value.is_string())),
        _ => false,
    }
}
