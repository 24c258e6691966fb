//! A question of one line that stands where the sign bar is: why an item is turned down, a new value,
//! what is left out, whether something grave is meant.

use super::call::{Call, Effect, Typed};
use super::state::{Page, State};
use crate::args::Items;
use crate::screen::line::Line;
use crate::texts::say;
use countersign_core::change_set::Verdict;
use countersign_core::wire::ItemView;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Map, Value, json};

/// Why an item is turned down: a fixed list, so that reasons add up (UI.md "Keys").
pub(crate) const REASONS: [&str; 9] = [
    "wrong-target",
    "wrong-value",
    "my-wording",
    "not-now",
    "not-needed",
    "too-risky",
    "already-done",
    "duplicate",
    "other",
];

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Asked {
    /// Why the item under the cursor is turned down.
    Reason,
    /// A value of the item with this number; the fields it could be, and which one it is.
    Edit { n: u32, fields: Vec<(String, Value)>, at: usize },
    /// Which targets of the item are left out or taken in again.
    Exclude { n: u32 },
    /// Which items or lines are shown.
    Filter,
    /// Whether what cannot be taken back is meant.
    Sure { call: Call, text: String },
    /// The number of things that a large change is about.
    Count { call: Call, text: String, number: u64 },
    /// Later changes are in the way of an undo: Countersign's own, or some from `outside`, which it cannot take back.
    /// `keeps`: something is left to take back where they are kept.
    Conflict { entry: i64, lines: Vec<String>, outside: bool, keeps: bool },
}

/// The question, and what was typed so far.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Prompt {
    pub(crate) asked: Asked,
    pub(crate) line: Line,
}

impl Prompt {
    /// With nothing typed.
    pub(crate) fn new(asked: Asked) -> Self {
        Self { asked, line: Line::default() }
    }

    /// For the values of an item, from its first; none where it has none that a line can hold.
    pub(crate) fn edit(item: &ItemView) -> Option<Self> {
        let fields = editable(item);
        let line = Line::of(written(&fields.first()?.1));
        Some(Self { asked: Asked::Edit { n: item.n, fields, at: 0 }, line })
    }

    /// The same again with what was typed for a field.
    pub(crate) fn again(item: &ItemView, typed: &Typed) -> Option<Self> {
        let fields = editable(item);
        let at = fields.iter().position(|(name, _)| *name == typed.field)?;
        Some(Self { asked: Asked::Edit { n: item.n, fields, at }, line: Line::of(&typed.text) })
    }
}

/// Fields that a todo may get though the proposal does not name them.
const OFFERED: [&str; 8] = ["title", "scheduledFor", "timeOfDay", "dueDate", "priority", "notes", "labels", "estimate"];

/// The values of an operation that a line can hold.
fn editable(item: &ItemView) -> Vec<(String, Value)> {
    let values = match item.op["op"].as_str() {
        Some("create" | "update") => &item.op,
        Some("bulk_update") => &item.op["set"],
        _ => return Vec::new(),
    };
    let plain = |value: &Value| !value.is_object() && !value.as_array().is_some_and(|a| a.iter().any(Value::is_object));
    let named = values.as_object().into_iter().flatten();
    let mut fields: Vec<(String, Value)> = named
        .filter(|(name, value)| !matches!(name.as_str(), "op" | "id" | "where") && plain(value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    for name in OFFERED {
        if !fields.iter().any(|(known, _)| known == name) {
            fields.push((name.to_owned(), Value::Null));
        }
    }
    fields
}

/// A value as it is typed.
fn written(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(written).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// A typed text as the value of a field; the server checks it.
fn value_of(name: &str, text: &str) -> Value {
    match (name, text.trim()) {
        (_, "") => Value::Null,
        ("labels" | "labels_add" | "labels_remove", text) => {
            json!(text.split([' ', ',']).filter(|label| !label.is_empty()).collect::<Vec<_>>())
        }
        ("estimate", text) => text.parse::<i64>().map_or_else(|_| json!(text), |n| json!(n)),
        ("completed", text) => text.parse::<bool>().map_or_else(|_| json!(text), |yes| json!(yes)),
        (_, text) => json!(text),
    }
}

impl State {
    /// A key while a question is open.
    pub(crate) fn prompt_key(&mut self, mut prompt: Prompt, key: &KeyEvent) -> Vec<Effect> {
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match (key.code, &mut prompt.asked) {
            (KeyCode::Esc, Asked::Filter) => {
                self.filter_line().take();
                self.filtered();
                return Vec::new();
            }
            (KeyCode::Esc, _) => return Vec::new(),
            // A digit picks a reason as long as nothing has been typed.
            (KeyCode::Char(c @ '1'..='9'), Asked::Reason) if plain && prompt.line.is_empty() => {
                let at = c.to_digit(10).map_or(0, |n| n as usize).saturating_sub(1);
                let reason = REASONS.get(at).map(|reason| (*reason).to_owned());
                return self.verdict(Verdict::Rejected, reason);
            }
            (KeyCode::Char(c), Asked::Sure { call, .. }) if plain => {
                let call = call.clone();
                return if c == 'y' { self.applying(call) } else { self.say(say!("cli-nothing-changed")) };
            }
            (KeyCode::Char(c), Asked::Conflict { entry, outside, keeps, .. }) if plain => {
                let (entry, outside, keeps) = (*entry, *outside, *keeps);
                return match c {
                    '1' if outside => vec![Effect::Ask(Call::Undo { entry, conflicts: "keep" })],
                    '1' => vec![Effect::Ask(Call::Undo { entry, conflicts: "with_later" })],
                    '2' if !outside && keeps => vec![Effect::Ask(Call::Undo { entry, conflicts: "keep" })],
                    _ => self.say(say!("cli-nothing-changed")),
                };
            }
            (KeyCode::Tab | KeyCode::Down | KeyCode::BackTab | KeyCode::Up, Asked::Edit { fields, at, .. }) => {
                let on = matches!(key.code, KeyCode::Tab | KeyCode::Down);
                let count = fields.len().max(1);
                *at = if on { *at + 1 } else { *at + count - 1 } % count;
                prompt.line = Line::of(fields.get(*at).map(|(_, value)| written(value)).unwrap_or_default());
            }
            (KeyCode::Enter, _) => return self.answered(prompt),
            (_, Asked::Filter) => {
                if prompt.line.key(key) {
                    *self.filter_line() = prompt.line.clone();
                    self.filtered();
                }
            }
            _ => drop(prompt.line.key(key)),
        }
        self.prompt = Some(prompt);
        Vec::new()
    }

    /// A question was answered with Enter.
    fn answered(&mut self, prompt: Prompt) -> Vec<Effect> {
        let text = prompt.line.text().trim().to_owned();
        match prompt.asked {
            Asked::Reason => self.verdict(Verdict::Rejected, Some(text).filter(|text| !text.is_empty())),
            Asked::Filter => Vec::new(),
            Asked::Sure { .. } | Asked::Conflict { .. } => self.say(say!("cli-nothing-changed")),
            Asked::Count { call, number, .. } if text == number.to_string() => self.applying(call),
            Asked::Count { .. } => self.say(say!("cli-nothing-changed")),
            Asked::Edit { n, fields, at } => {
                let Some((name, before)) = fields.get(at) else { return Vec::new() };
                if written(before).trim() == text {
                    return Vec::new();
                }
                let value = value_of(name, &text);
                let typed = Typed { field: name.clone(), text };
                self.edited(n, Some(typed), |item| match item.op["set"].as_object() {
                    Some(set) => {
                        let mut set: Map<String, Value> = set.clone();
                        set.insert(name.clone(), value.clone());
                        json!({ "digest": item.digest, "args": { "set": set } })
                    }
                    None => json!({ "digest": item.digest, "args": { name.as_str(): value } }),
                })
            }
            Asked::Exclude { n } => match text.parse::<Items>() {
                Err(_) => self.say(say!("cli-desk-numbers")),
                Ok(chosen) => self.edited(n, None, |item| {
                    let all = (1u32..).zip(&item.targets);
                    let picked = all.filter(|(n, _)| match &chosen {
                        Items::All => true,
                        Items::These(numbers) => numbers.contains(n),
                    });
                    let (back, out): (Vec<_>, Vec<_>) = picked.map(|(_, t)| t).partition(|target| target.excluded);
                    let ids = |targets: Vec<&countersign_core::change_set::BulkTarget>| {
                        targets.iter().map(|target| target.id.0).collect::<Vec<_>>()
                    };
                    json!({ "digest": item.digest, "exclude": ids(out), "include": ids(back) })
                }),
            },
        }
    }

    fn edited(&mut self, n: u32, typed: Option<Typed>, change: impl Fn(&ItemView) -> Value) -> Vec<Effect> {
        let Some(set) = self.sheet.set() else { return Vec::new() };
        let Some(item) = set.items.iter().find(|item| item.n == n) else { return Vec::new() };
        vec![Effect::Ask(Call::Edit { set: set.id.0, n, change: change(item), typed })]
    }

    /// The filter of what is on the screen.
    pub(crate) fn filter_line(&mut self) -> &mut Line {
        match self.page {
            Page::Desk => &mut self.sheet.filter,
            Page::Inbox | Page::Todos | Page::Ledger => &mut self.lists.filter,
        }
    }

    /// Another filter: the cursor stays on a row that is there.
    fn filtered(&mut self) {
        match self.page {
            Page::Desk => self.sheet.settle(),
            page => self.lists.step(page, 0),
        }
    }
}
