//! Names and values of fields, and kinds of ledger entries, as a person reads them. What a program reads is
//! never said so.

use crate::screen::clean;
use crate::texts::{again, say};
use countersign_core::label::inside;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::ChecklistItem;
use serde_json::Value;

/// The name of a field. What a proposal builds on may be one part of it: `occurrence:2026-11-23`.
pub(crate) fn field(name: &str) -> String {
    let (key, of) = name.split_once(':').unwrap_or((name, ""));
    let said = match key {
        "title" => say!("cli-field-title"),
        "notes" => say!("cli-field-notes"),
        "scheduledFor" => say!("cli-field-scheduledFor"),
        "timeOfDay" => say!("cli-field-timeOfDay"),
        "dueDate" => say!("cli-field-dueDate"),
        "priority" => say!("cli-field-priority"),
        "status" => say!("cli-field-status"),
        "statusReason" => say!("cli-field-statusReason"),
        "estimate" => say!("cli-field-estimate"),
        "labels" => say!("cli-field-labels"),
        "label" => say!("cli-field-label"),
        "checklist" => say!("cli-field-checklist"),
        "recurrence" => say!("cli-field-recurrence"),
        "completedDates" => say!("cli-field-completedDates"),
        "skippedDates" => say!("cli-field-skippedDates"),
        "moved" => say!("cli-field-moved"),
        "extra" => say!("cli-field-extra"),
        "occurrence" => say!("cli-field-occurrence"),
        "exists" => say!("cli-field-exists"),
        "content" => say!("cli-field-content"),
        "undo" => say!("cli-field-undo"),
        other => clean(other),
    };
    if of.is_empty() { said } else { format!("{said} {}", clean(of)) }
}

/// A value of a field, at most `most` characters of it.
pub(crate) fn value(name: &str, value: &Value, most: usize) -> String {
    let none = || say!("cli-value-none");
    let text = match (name, value) {
        (_, Value::Null) => none(),
        (_, Value::String(text)) if text.is_empty() => none(),
        ("priority" | "status", Value::String(word)) => word_of(word),
        ("undo", Value::String(word)) => match word.as_str() {
            "files" => say!("cli-reversible"),
            "nothing" => say!("cli-changes-nothing"),
            _ => say!("cli-irreversible"),
        },
        ("scheduledFor" | "dueDate", Value::String(text)) => dated(text),
        (_, Value::String(text)) => clean(text),
        ("estimate", Value::Number(n)) if n.is_u64() => minutes(n.as_u64().unwrap_or_default()),
        (_, Value::Array(list)) if list.is_empty() => none(),
        ("completedDates" | "skippedDates", Value::Array(list)) if list.iter().all(Value::is_string) => {
            list.iter().filter_map(Value::as_str).map(dated).collect::<Vec<_>>().join(", ")
        }
        (_, Value::Array(list)) if list.iter().all(Value::is_string) => {
            list.iter().filter_map(Value::as_str).map(|one| entry(one, usize::MAX)).collect::<Vec<_>>().join(", ")
        }
        (_, Value::Array(list)) => {
            let lines = list.iter().map(|one| line(one).unwrap_or_else(|| clean(&one.to_string())));
            lines.collect::<Vec<_>>().join(", ")
        }
        (_, Value::Object(all)) if all.is_empty() => none(),
        ("extra", Value::Object(_)) => leaves(value).join(", "),
        ("moved", Value::Object(days)) => {
            let one = |(from, to): (&String, &Value)| format!("{} → {}", dated(from), moment(to).unwrap_or_default());
            days.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        (name, to @ Value::Object(_)) if name.starts_with("occurrence:") && to.get("date").is_some() => {
            moment(to).unwrap_or_default()
        }
        (_, Value::Object(_)) => match (line(value), Recurrence::parse(value)) {
            (Some(line), _) => line,
            (None, Ok(rule)) => again(&rule.describe()),
            (None, Err(_)) => clean(&value.to_string()),
        },
        (_, Value::Bool(true)) => say!("cli-value-yes"),
        (_, Value::Bool(false)) => say!("cli-value-no"),
        (_, Value::Number(_)) => clean(&value.to_string()),
    };
    cut(text, most)
}

fn cut(text: String, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text,
    }
}

/// A text in the language's quotation marks. Those within are others: nothing of it can end the quotation.
pub(crate) fn in_quotes(text: &str) -> String {
    say!("cli-quoted", text = inside(text))
}

/// One entry of a list, at most `most` characters of it: in quotation marks where it is more than a word, so that
/// none looks like two.
pub(super) fn entry(text: &str, most: usize) -> String {
    let word = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_./#@&'".contains(c));
    let short = cut(text.to_owned(), most);
    if word { clean(&short) } else { in_quotes(&short) }
}

/// A line of a checklist: `[x] eggs`.
pub(super) fn checklist_line(line: &ChecklistItem, most: usize) -> String {
    format!("[{}] {}", if line.checked { 'x' } else { ' ' }, entry(&line.title, most))
}

/// A date with its weekday.
fn dated(text: &str) -> String {
    text.parse().map_or_else(|_| clean(text), super::day)
}

/// `1 h 30 min`.
fn minutes(all: u64) -> String {
    match (all / 60, all % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// What a file said besides, without the signs of JSON: `ics priority 4`.
fn leaves(value: &Value) -> Vec<String> {
    match value {
        Value::Object(map) => {
            let within = |(key, of): (&String, &Value)| {
                leaves(of).into_iter().map(move |leaf| format!("{} {leaf}", clean(key))).collect::<Vec<_>>()
            };
            map.iter().flat_map(within).collect()
        }
        Value::Array(list) => list.iter().flat_map(leaves).collect(),
        Value::String(text) if text.is_empty() => vec![say!("cli-value-none")],
        Value::String(text) => vec![clean(text)],
        other => vec![other.to_string()],
    }
}

/// A line of a checklist, if it is one.
fn line(value: &Value) -> Option<String> {
    value.get("checked")?;
    let line: ChecklistItem = serde_json::from_value(value.clone()).ok()?;
    Some(checklist_line(&line, usize::MAX))
}

/// Where a date of a series was moved: `Wed 2026-11-25 07:30`.
fn moment(value: &Value) -> Option<String> {
    let date = dated(value.get("date")?.as_str()?);
    Some(match value.get("time").and_then(Value::as_str) {
        Some(time) => format!("{date} {}", clean(time)),
        None => date,
    })
}

fn word_of(word: &str) -> String {
    match word {
        "low" => say!("cli-priority-low"),
        "medium" => say!("cli-priority-medium"),
        "high" => say!("cli-priority-high"),
        "open" => say!("cli-todo-open"),
        "in_progress" => say!("cli-todo-in-progress"),
        "groomed" => say!("cli-todo-groomed"),
        "blocked" => say!("cli-todo-blocked"),
        "on_hold" => say!("cli-todo-on-hold"),
        "done" => say!("cli-todo-done"),
        "rejected" => say!("cli-todo-rejected"),
        other => clean(other),
    }
}

/// The kind of a ledger entry.
pub(crate) fn kind(name: &str) -> String {
    match name {
        "proposed" => say!("cli-kind-proposed"),
        "extended" => say!("cli-kind-extended"),
        "revised" => say!("cli-kind-revised"),
        "decided" => say!("cli-kind-decided"),
        "applying" => say!("cli-kind-applying"),
        "applied" => say!("cli-kind-applied"),
        "expired" => say!("cli-kind-expired"),
        "settings" => say!("cli-kind-settings"),
        "audit" => say!("cli-kind-audit"),
        "rule_made" => say!("cli-kind-rule-made"),
        "rule_used" => say!("cli-kind-rule-used"),
        "rule_suspended" => say!("cli-kind-rule-suspended"),
        "rule_revoked" => say!("cli-kind-rule-revoked"),
        "rule_kept" => say!("cli-kind-rule-kept"),
        "memory" => say!("cli-kind-memory"),
        "session" => say!("cli-kind-session"),
        "plan" => say!("cli-kind-plan"),
        other => clean(other),
    }
}

#[cfg(test)]
mod tests {
    use super::value;
    use serde_json::json;

    #[test]
    fn a_checklist_is_words_and_nothing_of_it_is_json() {
        let list =
            json!([{ "id": "a", "title": "eggs", "checked": true }, { "id": "b", "title": "milk", "checked": false }]);
        assert_eq!(value("checklist", &list, usize::MAX), "[x] eggs, [ ] milk");
        assert_eq!(value("checklist", &list, 8), "[x] egg…");
        assert_eq!(value("checklist:a", &list[0], usize::MAX), "[x] eggs");
        assert_eq!(value("labels", &json!(["a", "b c"]), usize::MAX), "a, “b c”");
        let moved = json!({ "2026-11-23": { "date": "2026-11-25", "time": "07:30" }, "2026-11-30": { "date": "2026-12-01", "time": null } });
        assert_eq!(
            value("moved", &moved, usize::MAX),
            "Mon 2026-11-23 → Wed 2026-11-25 07:30, Mon 2026-11-30 → Tue 2026-12-01"
        );
        assert_eq!(value("moved", &json!({}), usize::MAX), value("moved", &json!(null), usize::MAX));
        assert_eq!(value("occurrence:2026-11-23", &moved["2026-11-23"], usize::MAX), "Wed 2026-11-25 07:30");
        let rule = json!({ "type": "weekly", "interval": 1, "byDay": ["MO"] });
        assert!(!value("recurrence", &rule, usize::MAX).contains('{'));
    }
}
