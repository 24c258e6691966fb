//! The desk as a value: keys and answers in, effects and pictures out.

mod deciding;
mod picked;
mod pictures;
mod talking;

use super::call::{Call, Effect, Told};
use super::state::{Event, Focus, State};
use crate::texts;
use countersign_core::wire::{ErrorBody, SetView};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::{Value, json};

/// An empty desk of this size, in English.
fn desk(columns: u16, rows: u16) -> State {
    texts::speak("en");
    let mut state = State::new((columns, rows), None);
    let status = json!({ "todos": 2, "inbox": 1, "model": null, "zone": "UTC", "today": "2026-11-22" });
    tell(&mut state, Call::Status, status);
    state
}

/// An answer to a call.
fn tell(state: &mut State, call: Call, value: Value) -> Vec<Effect> {
    state.update(Event::Told(Told::Answer(call, value)))
}

/// A refusal of a call.
fn refuse(state: &mut State, call: Call, code: &str, details: Value) -> Vec<Effect> {
    let message = format!("refused: {code}");
    let details = Some(details).filter(|details| !details.is_null());
    let body = ErrorBody { error: code.to_owned(), message, details, hint: Some("Try again.".to_owned()) };
    state.update(Event::Told(Told::Refused(call, body)))
}

/// Presses keys one after the other: characters, or names such as `<enter>`, `<esc>`, `<tab>`, `<C-c>`, `<A-2>`.
fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let mut wanted = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let (key, taken) = match rest.strip_prefix('<').and_then(|named| named.split_once('>')) {
            Some((name, _)) => (named(name), name.len() + 2),
            None => (KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE), c.len_utf8()),
        };
        wanted.extend(state.update(Event::Key(key)));
        rest = &rest[taken..];
    }
    wanted
}

fn named(name: &str) -> KeyEvent {
    let with = |modifiers: KeyModifiers, rest: &str| {
        let mut key =
            if rest.len() == 1 { KeyEvent::from(KeyCode::Char(rest.chars().next().unwrap())) } else { named(rest) };
        key.modifiers |= modifiers;
        key
    };
    if let Some(rest) = name.strip_prefix("C-") {
        return with(KeyModifiers::CONTROL, rest);
    }
    if let Some(rest) = name.strip_prefix("A-") {
        return with(KeyModifiers::ALT, rest);
    }
    KeyEvent::from(match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "f1" => KeyCode::F(1),
        other => panic!("no key is called {other}"),
    })
}

/// An item as the server gives it, with what a test says about it.
fn item(n: u32, verb: &str, title: &str, more: Value) -> Value {
    let exists = verb != "add";
    let mut item = json!({
        "n": n, "request": 0, "id": format!("14.{n}"), "kind": "todo", "verb": verb,
        "op": { "op": if verb == "add" { "create" } else if verb == "delete" { "delete" } else { "update" }, "title": title },
        "label": format!("{verb} \"{title}\""), "target": title, "why": "you asked", "status": "pending", "reason": null,
        "digest": format!("digest-{n}"), "needs": [], "problems": [], "warnings": [], "targets": [], "risk": "none",
        "reversible": true, "preselected": false, "preview": [{ "id": n, "title": title, "before_exists": exists,
        "after_exists": verb != "delete", "fields": [{ "field": "scheduledFor", "before": null, "after": "2026-11-23" }] }],
        "preview_total": 1, "drift": [], "file": null, "command": null, "failure": null, "applied_by": null,
        "decided_at": null, "decided_by": null,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        item[name] = value.clone();
    }
    item
}

/// A set with these items.
fn set_of(id: i64, items: Vec<Value>) -> Value {
    let count = |verb: &str| items.iter().filter(|item| item["verb"] == verb).count();
    json!({
        "id": id, "title": "a request", "source": { "kind": "request" }, "status": "pending", "version": 1,
        "digest": "set-digest", "run": null, "session": null,
        "counts": { "add": count("add"), "change": count("change"), "delete": count("delete"), "run": count("run") },
        "blast": { "creates": count("add"), "updates": count("change"), "deletes": count("delete"), "reversible": true },
        "items": items, "created_at": "2026-11-22T10:00:00Z", "expires_at": "2026-11-29T10:00:00Z", "resolved_at": null,
    })
}

/// A desk with set 14 on the sheet, and the keyboard there.
fn reviewing(items: Vec<Value>) -> State {
    let mut state = desk(120, 40);
    state.begin(Some((14, None)), None);
    tell(&mut state, Call::Set { id: 14 }, set_of(14, items));
    assert_eq!(state.focus, Focus::Sheet);
    state
}

/// A run's record.
fn run(id: &str, message: &str, more: Value) -> Value {
    let mut run = json!({
        "id": id, "session": "s1", "status": "done", "mode": "auto", "message": message, "decision": "plan",
        "text": "1 change proposed.", "change_set": null, "clarify": null, "consumed": [], "model": null,
        "usage": { "calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "elapsed_ms": 0, "cost_micros": 0, "hosted": false },
        "notes": [], "traced": false, "created_at": "2026-11-22T10:00:00Z", "finished_at": null,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        run[name] = value.clone();
    }
    run
}

/// Sends a message, and has the server name its run.
fn said(state: &mut State, text: &str, id: &str) -> Vec<Effect> {
    let mut wanted = press(state, &format!("{text}<enter>"));
    let sent = wanted.iter().find_map(|effect| match effect {
        Effect::Ask(call @ Call::Send { .. }) => Some(call.clone()),
        _ => None,
    });
    wanted.extend(tell(state, sent.unwrap(), json!({ "run": id, "session": "s1" })));
    wanted
}

/// The statuses of the set on the sheet, one word for each item.
fn statuses(state: &State) -> Vec<&'static str> {
    state.sheet.set().map(|set: &SetView| set.items.iter().map(|item| item.status.name()).collect()).unwrap_or_default()
}
