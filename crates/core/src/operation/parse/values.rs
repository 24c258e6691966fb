//! Single values from JSON: `None` is a defect, named by whoever asks.

use super::date;
use crate::exact;
use crate::ids::TodoId;
use crate::operation::Target;
use crate::todo::{ChecklistItem, Priority, Status, TimeOfDay};
use jiff::civil::Date;
use serde_json::Value;
use std::collections::BTreeSet;

const MAX_TITLE: usize = 500;
const MAX_NOTES: usize = 20_000;

pub(super) fn clean(text: &str) -> bool {
    !text.contains('\0')
}

/// Shows something: neither white space, nor a control character, nor one that draws nothing.
fn visible(c: char) -> bool {
    let nothing = matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}');
    !nothing && !c.is_whitespace() && !c.is_control()
}

pub(super) fn title(v: &Value) -> Option<String> {
    let t = v.as_str()?.trim();
    (!t.is_empty() && t.chars().count() <= MAX_TITLE && clean(t) && t.chars().any(visible)).then(|| t.to_owned())
}
pub(super) fn notes(v: &Value) -> Option<String> {
    if v.is_null() {
        return Some(String::new());
    }
    v.as_str().filter(|t| t.chars().count() <= MAX_NOTES && clean(t)).map(str::to_owned)
}
pub(super) fn date_value(v: &Value) -> Option<Date> {
    v.as_str().and_then(date)
}
pub(super) fn time_value(v: &Value) -> Option<TimeOfDay> {
    v.as_str().and_then(TimeOfDay::parse)
}
pub(super) fn priority(v: &Value) -> Option<Priority> {
    match v.as_str()?.to_lowercase().as_str() {
        "low" => Some(Priority::Low),
        "medium" => Some(Priority::Medium),
        "high" => Some(Priority::High),
        _ => None,
    }
}
pub(super) fn status(v: &Value) -> Option<Status> {
    exact::from_value(v.clone()).ok()
}
pub(super) fn estimate(v: &Value) -> Option<u32> {
    v.as_u64().filter(|m| (1..=1440).contains(m)).and_then(|m| u32::try_from(m).ok())
}
fn text(v: &Value, max_len: usize) -> Option<String> {
    let t = v.as_str()?.trim();
    (!t.is_empty() && t.chars().count() <= max_len && clean(t)).then(|| t.to_owned())
}
fn texts(v: &Value, max_len: usize, max_count: usize) -> Option<Vec<String>> {
    v.as_array().filter(|list| list.len() <= max_count)?.iter().map(|v| text(v, max_len)).collect()
}
pub(super) fn labels(v: &Value) -> Option<Vec<String>> {
    let mut seen = BTreeSet::new();
    texts(v, 60, 20).map(|l| {
        l.into_iter()
            .map(|t| t.trim_start_matches(|c: char| c == '#' || c.is_whitespace()).to_owned())
            .filter(|t| !t.is_empty() && seen.insert(t.to_lowercase()))
            .collect()
    })
}
fn line(v: &Value) -> Option<String> {
    text(v, 400)
}
pub(super) fn lines(v: &Value) -> Option<Vec<String>> {
    v.as_array().filter(|list| list.len() <= 200)?.iter().map(line).collect()
}
pub(super) fn checklist(v: &Value) -> Option<Vec<ChecklistItem>> {
    let list = v.as_array().filter(|l| l.len() <= 200)?;
    list.iter()
        .map(|v| match v {
            Value::String(_) => Some(ChecklistItem { id: String::new(), title: line(v)?, checked: false }),
            Value::Object(m) if m.keys().all(|k| ["id", "title", "checked"].contains(&k.as_str())) => {
                let id = match m.get("id") {
                    None => String::new(),
                    Some(v) => v.as_str().filter(|s| s.len() <= 64)?.to_owned(),
                };
                let checked = m.get("checked").map_or(Some(false), Value::as_bool)?;
                Some(ChecklistItem { id, title: line(m.get("title")?)?, checked })
            }
            _ => None,
        })
        .collect()
}
/// A todo number: an integer, never 0 or less. `1.0` is one (JSON Schema, 6.1.1), up to where each has its own.
pub(super) fn todo_id(v: &Value) -> Option<TodoId> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let whole = || v.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < EXACT)?.to_string().parse().ok();
    v.as_i64().or_else(whole).filter(|n| *n > 0).map(TodoId)
}
pub(super) fn target(v: &Value) -> Option<Target> {
    if let Some(n) = v.as_str().and_then(|s| s.strip_prefix('@')) {
        return n.parse().ok().filter(|n| *n > 0).map(Target::New);
    }
    todo_id(v).map(Target::Todo)
}
/// One or several of a handful of words; a longer list than there can be of them is a mistake.
pub(super) fn some_of<T>(v: &Value, f: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    const MOST: usize = 20;
    v.as_array().is_none_or(|list| list.len() <= MOST).then(|| one_or_many(v, f))?
}
pub(super) fn one_or_many<T>(v: &Value, f: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    match v {
        // No upper limit: a frozen bulk operation lists as many as there are todos.
        Value::Array(list) if !list.is_empty() => list.iter().map(f).collect(),
        Value::Array(_) => None,
        one => f(one).map(|t| vec![t]),
    }
}
