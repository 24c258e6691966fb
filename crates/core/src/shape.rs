//! The shape of a change to a todo: its kind, what it sets, who proposes it, and what the todo is
//! like. Closed values only, never free text: what rules about todos are made of (UI capability 5).

use crate::change_set::{ChangeItem, ChangeSet, Source};
use crate::dedup::fingerprint_of;
use crate::effect::Moment;
use crate::label::quoted;
use crate::operation::{Operation, Target, parse};
use crate::problem::Problem;
use crate::todo::Todo;
use crate::todos::{Todos, View};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Who proposes where a person asked for it in words.
pub const YOU: &str = "you";
/// Stands for a value that is free text: rules say nothing about it.
const ANY: &str = "any";
/// Stands for a date that is neither today nor tomorrow.
const OTHER: &str = "other";
/// Kinds of operations that have a shape.
const KINDS: [&str; 7] =
    ["update", "delete", "complete", "set_status", "complete_occurrence", "skip_occurrence", "move_occurrence"];
/// Kinds that a rule can let through: never deleting, and what is done is the person's word.
const UNASKED: [&str; 3] = ["update", "set_status", "skip_occurrence"];
/// Statuses that a rule can let through (F/S2: DONE and REJECTED are the person's alone; BLOCKED and
/// ON HOLD want a reason, which is free text).
const STATUSES: [&str; 3] = ["open", "in_progress", "groomed"];
const MOST: usize = 20;
const LONGEST: usize = 100;

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Kind of the operation, e.g. `update`.
    pub op: String,
    /// Of each field it sets the value: `today`, `tomorrow`, `none` or `other` for dates, `any` for
    /// free text, labels as a list, all else as it is.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub sets: BTreeMap<String, Value>,
    /// Who proposes it: an agent's name, or `you`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What the built-in agent saw, e.g. `overdue`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Labels that the todo has, in lower case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Whether it repeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeating: Option<bool>,
    /// Whether its day, or the day it is due, is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overdue: Option<bool>,
}

impl Shape {
    /// The shape of an item as it stands; none for what no rule can be about: new todos, several at
    /// once, what is taken back or came from a file, files and commands.
    pub fn of(set: &ChangeSet, item: &ChangeItem, todos: &Todos, moment: Moment) -> Option<Self> {
        let by = match &set.source {
            Source::Request => YOU,
            Source::Wake { agent, .. } | Source::Agent { agent } => agent.as_str(),
            _ => return None,
        };
        Self::observed(item.op.as_ref()?, by, item.topic.as_deref(), todos, moment.today)
    }

    /// As [`Self::of`], of an operation that is no item yet.
    pub fn observed(op: &Operation, by: &str, topic: Option<&str>, todos: &dyn View, today: Date) -> Option<Self> {
        if !KINDS.contains(&op.name()) {
            return None;
        }
        let Some(Target::Todo(id)) = op.target() else { return None };
        let todo = todos.todo(id)?;
        let Value::Object(fields) = op.to_value() else { return None };
        let sets = fields.into_iter().filter(|(name, _)| name != "op" && name != "id");
        let mut labels: Vec<String> = todo.labels.iter().map(|l| l.to_lowercase()).collect();
        labels.sort();
        Some(Self {
            op: op.name().to_owned(),
            sets: sets.map(|(name, value)| (name.clone(), closed(&name, value, today))).collect(),
            by: Some(by.to_owned()),
            finding: topic.and_then(|t| t.split(':').next()).map(str::to_owned),
            labels,
            repeating: Some(todo.recurrence.is_repeating()),
            overdue: Some(overdue(todo, today)),
        })
    }

    /// Under what like decisions are found: everything but what the todo is like.
    pub fn key(&self) -> String {
        fingerprint_of(&json!({ "op": self.op, "sets": self.sets, "by": self.by, "finding": self.finding }))
    }

    /// Whether a change of this shape falls under a rule of shape `self`.
    pub fn covers(&self, seen: &Self) -> bool {
        let fits = |rule: &Option<String>, seen: &Option<String>| rule.is_none() || rule == seen;
        let is = |rule: Option<bool>, seen: Option<bool>| rule.is_none() || rule == seen;
        self.op == seen.op
            && self.sets == seen.sets
            && fits(&self.by, &seen.by)
            && fits(&self.finding, &seen.finding)
            && self.labels.iter().all(|label| seen.labels.contains(label))
            && is(self.repeating, seen.repeating)
            && is(self.overdue, seen.overdue)
    }

    /// What several changes of one key have in common.
    pub fn common(seen: &[&Self]) -> Option<Self> {
        let mut common = (*seen.first()?).clone();
        common.labels.retain(|label| seen.iter().all(|s| s.labels.contains(label)));
        let agree = |of: fn(&Self) -> Option<bool>| of(&common).filter(|v| seen.iter().all(|s| of(s) == Some(*v)));
        let (repeating, late) = (agree(|s| s.repeating), agree(|s| s.overdue));
        // That nothing is late says nothing about what a todo is.
        (common.repeating, common.overdue) = (repeating, late.filter(|late| *late));
        Some(common)
    }

    /// What is wrong with it, if anything.
    pub fn defect(&self) -> Option<Problem> {
        let bad = |why: String| Some(Problem::new("invalid_rule", why).at("/grant/shape"));
        if !KINDS.contains(&self.op.as_str()) {
            return bad(format!("{} is not a kind of change that a rule can be about", quoted(&self.op)));
        }
        let fields: BTreeSet<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
        if let Some(unknown) = self.sets.keys().find(|name| !fields.contains(name.as_str())) {
            return bad(format!("{} is not a field of a todo", quoted(unknown)));
        }
        // What no change has is no rule: it would stand there and never let anything through.
        let named = match self.op.as_str() {
            "set_status" => self.sets.contains_key("status"),
            "complete_occurrence" | "skip_occurrence" | "move_occurrence" => self.sets.contains_key("occurrenceDate"),
            "update" => !self.sets.is_empty(),
            _ => true,
        };
        if !named {
            return bad(format!("it does not say what {} sets", quoted(&self.op)));
        }
        if let Some(label) = self.labels.iter().find(|label| **label != label.to_lowercase()) {
            return bad(format!("the label {} is not in lower case", quoted(label)));
        }
        let short = |text: &String| !text.is_empty() && text.len() <= LONGEST && !text.contains(char::is_control);
        let plain = |value: &Value| match value {
            Value::String(text) => short(text),
            Value::Array(list) => {
                list.len() <= MOST && list.iter().all(|v| v.as_str().is_some_and(|t| short(&t.to_owned())))
            }
            Value::Number(_) | Value::Bool(_) => true,
            Value::Null | Value::Object(_) => false,
        };
        let texts = self.by.iter().chain(&self.finding).chain(&self.labels);
        if !self.sets.values().all(plain) || !texts.clone().all(short) || self.labels.len() > MOST {
            return bad("a value of the shape is empty, too long or of the wrong kind".to_owned());
        }
        None
    }

    /// Why nobody may sign a rule that lets this through, if so: it deletes, it decides what is done,
    /// it takes over a free text, or it is about every todo.
    pub fn never_unasked(&self) -> Option<Problem> {
        let never = |why: &str| Some(Problem::new("rule_never", why).at("/grant/shape"));
        if !UNASKED.contains(&self.op.as_str()) {
            return never("to delete a todo, to move one date of a series, and what is done are asked about each time");
        }
        for (name, value) in &self.sets {
            let word = value.as_str().unwrap_or_default();
            let found = self.finding.is_some();
            match name.as_str() {
                _ if word == ANY => return never("a free text is asked about each time"),
                "status" if !STATUSES.contains(&word) => return never("what is done is asked about each time"),
                "completed" => return never("what is done is asked about each time"),
                "occurrenceDate" if word != "past" => return never("a date that is to come is asked about each time"),
                // The built-in agent's own rules find it in the list; a model could name any.
                "scheduledFor" | "dueDate" if word == OTHER && !found => {
                    return never("a date other than today and tomorrow is asked about each time");
                }
                _ => {}
            }
        }
        let narrow = !self.labels.is_empty() || self.overdue == Some(true) || self.finding.is_some();
        (!narrow).then(|| {
            Problem::new("rule_too_wide", "a rule for every todo is too wide; name a label, or what was found")
                .at("/grant/shape")
        })
    }

    /// Why nobody may sign a rule that keeps this from being proposed, if so: it would keep away whatever
    /// agents find.
    pub fn silences_all(&self) -> Option<Problem> {
        let changes = matches!(self.op.as_str(), "update" | "set_status");
        let of = !self.labels.is_empty() || self.by.is_some() || self.finding.is_some() || self.overdue == Some(true);
        let wide = if changes { self.sets.is_empty() } else { !of };
        wide.then(|| {
            let why = match changes {
                true => "a rule against every change is too wide; name what it sets",
                false => "a rule against all of a kind is too wide; name an agent, a label, or what was found",
            };
            Problem::new("rule_too_wide", why).at("/grant/shape")
        })
    }

    /// In words: `set date today, of overdue todos labelled bills, found as overdue by planner`.
    pub fn name(&self) -> String {
        let what: Vec<String> = self.sets.iter().map(|(name, value)| said(name, value)).collect();
        let what = match self.op.as_str() {
            "update" | "set_status" => format!("set {}", what.join(", ")),
            "delete" => "delete".to_owned(),
            other => format!("{} ({})", other.replace('_', " "), what.join(", ")),
        };
        let mut which = vec!["of"];
        which.extend(self.overdue.filter(|late| *late).map(|_| "overdue"));
        which.extend(self.repeating.map(|r| if r { "repeating" } else { "one-off" }));
        which.push("todos");
        let mut name = format!("{what}, {}", which.join(" "));
        if !self.labels.is_empty() {
            name.push_str(&format!(" labelled {}", self.labels.join(", ")));
        }
        if let Some(finding) = &self.finding {
            name.push_str(&format!(", found as {finding}"));
        }
        match self.by.as_deref() {
            Some(YOU) => name.push_str(", asked for by you"),
            Some(agent) => name.push_str(&format!(", proposed by {agent}")),
            None => {}
        }
        name
    }
}

/// Fields of operations with the words they have in a rule's name.
const FIELDS: [(&str, &str); 20] = [
    ("title", "title"),
    ("notes", "notes"),
    ("scheduledFor", "date"),
    ("timeOfDay", "time"),
    ("dueDate", "due date"),
    ("priority", "priority"),
    ("completed", "done"),
    ("status", "status"),
    ("reason", "reason"),
    ("estimate", "estimate"),
    ("labels", "labels"),
    ("labels_add", "added labels"),
    ("labels_remove", "removed labels"),
    ("checklist", "checklist"),
    ("checklist_add", "checklist lines"),
    ("checklist_check", "ticked lines"),
    ("checklist_uncheck", "unticked lines"),
    ("recurrence", "repetition"),
    ("occurrenceDate", "date"),
    ("to", "new date"),
];

fn said(name: &str, value: &Value) -> String {
    let word = FIELDS.iter().find(|(field, _)| *field == name).map_or(name, |(_, word)| word);
    match value {
        Value::String(text) if text == ANY => word.to_owned(),
        Value::String(text) => format!("{word} {text}"),
        Value::Array(list) => {
            format!("{word} {}", list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "))
        }
        minutes if name == "estimate" => format!("estimate {minutes} min"),
        other => format!("{word} {other}"),
    }
}

/// A value as rules compare it.
fn closed(name: &str, value: Value, today: Date) -> Value {
    let date = |text: &str| parse::date(text);
    match (name, &value) {
        ("scheduledFor" | "dueDate", Value::String(text)) => match date(text) {
            Some(day) if day == today => json!("today"),
            Some(day) if today.tomorrow().is_ok_and(|next| day == next) => json!("tomorrow"),
            _ => json!(OTHER),
        },
        ("occurrenceDate", Value::String(text)) => match date(text) {
            Some(day) if day < today => json!("past"),
            Some(day) if day == today => json!("today"),
            _ => json!("future"),
        },
        ("labels" | "labels_add" | "labels_remove", Value::Array(list)) => {
            let mut labels: Vec<String> = list.iter().filter_map(Value::as_str).map(str::to_lowercase).collect();
            labels.sort();
            json!(labels)
        }
        (_, Value::Null) => json!("none"),
        ("priority" | "status" | "completed" | "estimate" | "timeOfDay", _) => value,
        _ => json!(ANY),
    }
}

/// As the built-in agent sees it: open, and its day or the day it is due is over.
fn overdue(todo: &Todo, today: Date) -> bool {
    !todo.status.is_closed()
        && !todo.recurrence.is_repeating()
        && todo.scheduled_for.or(todo.due_date).is_some_and(|day| day < today)
}

/// Under what decisions on like operations are found; none for what no rule is learned about. Of
/// commands and files that is what the rule would say: the words, the folder.
pub fn habit(shape: Option<&Shape>, op: &Value) -> Option<String> {
    if let Some(shape) = shape {
        return Some(shape.key());
    }
    let Value::Object(fields) = op else { return None };
    let text = |fields: &Map<String, Value>, name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
    match text(fields, "op")?.as_str() {
        "run_command" => {
            let mut key = json!({ "run": text(fields, "command")?, "workspace": text(fields, "workspace")? });
            // Elsewhere the same words may be another program.
            if let Some(cwd) = text(fields, "cwd").filter(|cwd| !cwd.is_empty()) {
                key["cwd"] = json!(cwd);
            }
            Some(fingerprint_of(&key))
        }
        "write_file" => {
            let (path, workspace) = (text(fields, "path")?, text(fields, "workspace")?);
            let (folder, _) = path.rsplit_once('/')?;
            Some(fingerprint_of(&json!({ "write": folder, "workspace": workspace })))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(value: Value) -> Shape {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn what_rules_let_through_is_narrow_and_closed() {
        let code = |value: Value| shape(value).never_unasked().map(|p| p.code.into_owned());
        let late = |sets: Value| json!({ "op": "update", "sets": sets, "overdue": true });
        for (value, expected) in [
            (late(json!({ "scheduledFor": "today" })), None),
            (late(json!({ "scheduledFor": "other" })), Some("rule_never")),
            (late(json!({ "title": "any" })), Some("rule_never")),
            (late(json!({ "completed": true })), Some("rule_never")),
            (late(json!({ "priority": "high", "notes": "any" })), Some("rule_never")),
            (json!({ "op": "update", "sets": { "priority": "high" } }), Some("rule_too_wide")),
            (json!({ "op": "update", "sets": { "priority": "high" }, "repeating": false }), Some("rule_too_wide")),
            (json!({ "op": "update", "sets": { "priority": "high" }, "by": "you" }), Some("rule_too_wide")),
            (json!({ "op": "update", "sets": { "priority": "high" }, "labels": ["x"] }), None),
            (json!({ "op": "update", "sets": { "scheduledFor": "other" }, "finding": "named" }), None),
            (json!({ "op": "set_status", "sets": { "status": "groomed" }, "labels": ["x"] }), None),
            (json!({ "op": "set_status", "sets": { "status": "done" }, "labels": ["x"] }), Some("rule_never")),
            (json!({ "op": "delete", "labels": ["x"] }), Some("rule_never")),
            (json!({ "op": "complete", "sets": { "completed": true }, "labels": ["x"] }), Some("rule_never")),
            (json!({ "op": "skip_occurrence", "sets": { "occurrenceDate": "past" }, "finding": "missed" }), None),
            (
                json!({ "op": "skip_occurrence", "sets": { "occurrenceDate": "future" }, "finding": "missed" }),
                Some("rule_never"),
            ),
        ] {
            assert_eq!(code(value.clone()).as_deref(), expected, "{value}");
        }
        let silent = |value: Value| shape(value).silences_all().map(|p| p.code.into_owned());
        for (value, wide) in [
            (json!({ "op": "update" }), true),
            (json!({ "op": "update", "by": "planner" }), true),
            (json!({ "op": "set_status", "labels": ["x"] }), true),
            (json!({ "op": "delete" }), true),
            (json!({ "op": "delete", "repeating": true }), true),
            (json!({ "op": "complete", "sets": { "completed": true } }), true),
            (json!({ "op": "delete", "by": "helper" }), false),
            (json!({ "op": "delete", "labels": ["x"] }), false),
            (json!({ "op": "update", "sets": { "priority": "high" } }), false),
            (json!({ "op": "skip_occurrence", "finding": "missed" }), false),
        ] {
            assert_eq!(silent(value.clone()).as_deref(), wide.then_some("rule_too_wide"), "{value}");
        }
        for wrong in [
            json!({ "op": "create" }),
            json!({ "op": "bulk_delete" }),
            json!({ "op": "update", "sets": { "colour": "red" } }),
            json!({ "op": "update", "sets": { "priority": null } }),
            json!({ "op": "update", "sets": { "priority": "high" }, "labels": [""] }),
            json!({ "op": "update", "sets": { "priority": "high" }, "labels": ["Bills"] }),
            json!({ "op": "update", "labels": ["bills"], "sets": {} }),
            json!({ "op": "set_status", "labels": ["bills"], "sets": { "priority": "low" } }),
            json!({ "op": "skip_occurrence", "labels": ["bills"] }),
        ] {
            assert!(shape(wrong.clone()).defect().is_some(), "{wrong}");
        }
    }

    #[test]
    fn what_three_have_in_common_covers_them_and_not_another() {
        let seen = |labels: Value, overdue: bool| {
            shape(json!({ "op": "update", "sets": { "scheduledFor": "today" }, "by": "planner", "finding": "overdue",
                "labels": labels, "repeating": false, "overdue": overdue }))
        };
        let all =
            [seen(json!(["bills", "home"]), true), seen(json!(["bills"]), true), seen(json!(["bills", "work"]), true)];
        let common = Shape::common(&all.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(common, seen(json!(["bills"]), true));
        assert!(all.iter().all(|s| common.covers(s)));
        assert!(!common.covers(&seen(json!(["work"]), true)) && !common.covers(&seen(json!(["bills"]), false)));
        assert!(!common.covers(&Shape { by: Some("other".to_owned()), ..all[0].clone() }));
        assert!(!common.covers(&Shape { op: "delete".to_owned(), ..all[0].clone() }));
        assert_eq!(
            common.name(),
            "set date today, of overdue one-off todos labelled bills, found as overdue, proposed by planner"
        );
        assert_eq!((common.defect(), common.never_unasked()), (None, None));
        let mixed = [seen(json!(["a"]), true), seen(json!(["b"]), false)];
        let wide = Shape { finding: None, ..Shape::common(&mixed.iter().collect::<Vec<_>>()).unwrap() };
        assert_eq!((wide.labels.len(), wide.overdue), (0, None));
        assert_eq!(wide.never_unasked().unwrap().code, "rule_too_wide");
    }

    #[test]
    fn like_commands_and_files_are_found_under_one_key() {
        let key = |op: Value| habit(None, &op);
        let run = |text: &str| json!({ "op": "run_command", "workspace": "w", "cwd": "", "command": text });
        let below = |cwd: &str| json!({ "op": "run_command", "workspace": "w", "cwd": cwd, "command": "npm ci" });
        let write = |path: &str| json!({ "op": "write_file", "workspace": "w", "path": path, "content": "0" });
        assert_eq!(key(run("npm ci")), key(run("npm ci")));
        assert_ne!(key(run("npm ci")), key(run("npm i")));
        assert_ne!(key(run("npm ci")), key(below("a")));
        assert_ne!(key(below("b")), key(below("a")));
        assert_eq!(key(write("docs/a.md")), key(write("docs/b.md")));
        assert_ne!(key(write("docs/a.md")), key(write("docs/x/b.md")));
        assert_eq!((key(write("a.md")), key(json!({ "op": "delete_file", "path": "docs/a.md" }))), (None, None));
    }
}
