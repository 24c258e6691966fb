//! Operations on todos: a list, one alone, or calls of tools, spelled one way (S0-67, C2, C3).

use crate::kinds::{self, Kind};
use crate::reply::{ARGS, LISTS, TOOL, decoded};
use crate::{fields, fold};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Deeper than this nobody wraps an operation.
const DEEPEST: u32 = 6;
/// Lists of operations, folded.
const OPERATIONS: [&str; 4] = ["operations", "ops", "actions", "functioncalls"];

/// What a step says of itself beside a tool's arguments, folded.
const ENVELOPE: [&str; 8] = ["step", "description", "message", "question", "context", "resumeto", "reads", "plan"];

/// Objects that a call is put into.
const CALLS: [&str; 6] = ["function", "tool_call", "toolCall", "functionCall", "function_call", "operation"];

/// The operations that a value names: objects with `op` and its fields beside it. One alone counts
/// only in a value that is `whole`: of one that was cut the last fields are missing.
///
/// `needs` of one are the numbers of those before it in this list, from 1: models name them so, counting what they
/// listed, or by the name that they gave one (C2).
pub fn operations(value: &Value, whole: bool) -> Vec<Value> {
    let mut out = Vec::new();
    gather(value, whole, 0, &mut out);
    let listed: Vec<(usize, Option<String>)> = out.iter().map(|one| (one.entry, one.name.clone())).collect();
    let numbers = |needed: &Value, before: usize| -> Vec<usize> {
        let word = needed.as_str().map(str::trim);
        let number = needed.as_u64().or_else(|| word?.parse().ok());
        let is = |(entry, name): &(usize, Option<String>)| match (name, word) {
            (Some(name), Some(word)) if name == word => true,
            _ => number.is_some_and(|number| number == *entry as u64),
        };
        (1..).zip(listed.iter().take(before)).filter(|(_, one)| is(one)).map(|(n, _)| n).collect()
    };
    let resolved = |(at, one): (usize, Found)| {
        let mut op = one.op;
        let all = one.needs.iter().flat_map(|needed| numbers(needed, at));
        let needs: Vec<usize> = all.collect::<BTreeSet<_>>().into_iter().collect();
        if let (false, Some(map)) = (needs.is_empty(), op.as_object_mut()) {
            map.insert("needs".to_owned(), json!(needs));
        }
        op
    };
    out.into_iter().enumerate().map(resolved).collect()
}

/// An operation as it was found.
struct Found {
    op: Value,
    /// Its place in what was listed, from 1: one that names several todos is several.
    entry: usize,
    /// What its model calls it.
    name: Option<String>,
    /// What it needs, as its model says it.
    needs: Vec<Value>,
}

fn gather(value: &Value, whole: bool, depth: u32, out: &mut Vec<Found>) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::String(_) if whole => match decoded(value) {
            Value::String(_) => {}
            held => gather(&held, whole, depth + 1, out),
        },
        Value::Array(list) => list.iter().for_each(|one| entry(one, depth, out)),
        Value::Object(map) => match listed(map) {
            Some(Value::Array(list)) => list.iter().for_each(|one| entry(one, depth, out)),
            Some(text) => gather(text, whole, depth + 1, out),
            None if whole && is_one(map) => entry(value, depth, out),
            None => {}
        },
        _ => {}
    }
}

/// An object that may be an operation, or a call of one.
fn is_one(map: &Map<String, Value>) -> bool {
    let about = |key: &String| {
        let key = key.as_str();
        ARGS.contains(&key)
            || CALLS.contains(&key)
            || key == "args"
            || matches!(fields::field(&fold(key)), Some("id" | "todo" | "title"))
    };
    name(map).0.is_some() || map.keys().any(about)
}

/// The list of operations in an object: by its name, or the only one whose entries all name a kind.
fn listed(map: &Map<String, Value>) -> Option<&Value> {
    let called = |key: &str| {
        let key = fold(key);
        OPERATIONS.contains(&key.as_str()) || LISTS.iter().any(|list| fold(list) == key)
    };
    let list = |v: &Value| v.is_array() || v.as_str().is_some_and(|t| t.trim_start().starts_with(['[', '{']));
    if let Some((_, found)) = map.iter().find(|(key, value)| called(key) && list(value)) {
        return Some(found);
    }
    let names = |one: &Value| one.as_object().is_some_and(|one| name(one).1.is_some());
    let mut all = map.values().filter(|v| v.as_array().is_some_and(|l| !l.is_empty() && l.iter().all(names)));
    all.next().filter(|_| all.next().is_none())
}

/// The key that says what an entry does, and what that is. `name` may also be a title, and `type` or
/// `action` say only that something is called.
fn name(map: &Map<String, Value>) -> (Option<&String>, Option<Kind>) {
    let keys = ["op", "kind", "tool"].into_iter().chain(TOOL).chain(["function", "action", "type", "operation"]);
    let said: Vec<&String> = keys
        .filter_map(|key| map.get_key_value(key).filter(|(_, value)| value.is_string()).map(|(key, _)| key))
        .collect();
    let read = |key: &&String| map.get(*key).and_then(Value::as_str).and_then(kinds::read);
    match said.iter().find_map(|key| Some((*key, read(key)?))) {
        Some((key, kind)) => (Some(key), Some(kind)),
        None => (said.into_iter().find(|key| *key != "name"), None),
    }
}

/// One entry: an operation, or a call that holds one or several.
fn entry(value: &Value, depth: u32, out: &mut Vec<Found>) {
    let Value::Object(mut map) = decoded(value) else {
        if value.is_array() {
            gather(value, true, depth + 1, out);
        }
        return;
    };
    // Of a runtime's own call the number beside it is the call's, not a todo's.
    let mut wire = false;
    for key in CALLS {
        if let Some(Value::Object(_)) = map.get(key)
            && let Some(Value::Object(inner)) = map.shift_remove(key)
        {
            map.shift_remove("id");
            wire = true;
            inner.into_iter().for_each(|(key, value)| drop(map.insert(key, value)));
        }
    }
    let needs = match map.shift_remove("needs") {
        Some(Value::Array(list)) => list,
        Some(Value::Null) | None => Vec::new(),
        Some(one) => vec![one],
    };
    // Its own name stands where a todo's number does (C2).
    let mut called_so = map.get("id").filter(|id| id.is_string()).cloned();
    let (key, mut kind) = (name(&map).0.cloned(), name(&map).1);
    let mut said = key.as_ref().and_then(|key| map.shift_remove(key));
    let called = key.as_deref().is_some_and(|key| key == "tool" || TOOL.contains(&key));
    if let Some(args) = ["args"].into_iter().chain(ARGS).find_map(|key| map.shift_remove(key)) {
        let args = decoded(&args);
        let several = args.is_array() || args.as_object().is_some_and(|args| listed(args).is_some());
        // A call of another name holds what is meant; its own name means nothing here.
        if several || kind.is_none() && args.as_object().is_some_and(|args| name(args).1.is_some()) {
            return gather(&args, true, depth + 1, out);
        }
        match args {
            Value::Object(inner) => {
                if called && !wire && !map.get("id").is_some_and(Value::is_i64) {
                    called_so = map.shift_remove("id").filter(Value::is_string).or(called_so);
                }
                if !inner.is_empty() {
                    // What stands around arguments is about the step (C2).
                    map.retain(|key, _| !ENVELOPE.contains(&fold(key).as_str()));
                }
                inner.into_iter().for_each(|(key, value)| drop(map.insert(key, value)));
            }
            other => drop(map.insert("args".to_owned(), other)),
        }
    }
    if said.is_none() {
        let inner = name(&map).0.cloned();
        kind = name(&map).1;
        said = inner.and_then(|key| map.shift_remove(&key));
    }
    if key.as_deref() == Some("type") && kind.is_none() {
        // What a thing is, not what is to be done with it.
        said = None;
    }
    if said.is_some() {
        // Beside it these say nothing more.
        ["op", "kind", "tool", "action", "type"].iter().for_each(|key| drop(map.shift_remove(*key)));
    }
    let entry = out.last().map_or(0, |last| last.entry) + 1;
    let name = called_so.as_ref().and_then(Value::as_str).map(|word| word.trim().to_owned());
    spelled(kind, said, map, |op| out.push(Found { op, entry, name: name.clone(), needs: needs.clone() }));
}

/// An operation under our names. A list of todos is one operation for each of them.
fn spelled(kind: Option<Kind>, said: Option<Value>, map: Map<String, Value>, mut push: impl FnMut(Value)) {
    let op = kind.as_ref().map(|kind| kind.op);
    let mut map = fields::named(map, op);
    if let Some(Kind { says, value, .. }) = kind {
        if let Some((key, value)) = says {
            map.entry(key).or_insert(value);
        }
        if let Some(field) = value.filter(|field| !map.contains_key(*field)) {
            let other = if field.starts_with("labels") { "labels" } else { "value" };
            if let Some(value) = map.shift_remove(other).or_else(|| map.shift_remove("value")) {
                map.insert(field.to_owned(), value);
            }
        }
    }
    let mut whole = Map::new();
    if let Some(op) = op.map(|op| json!(op)).or(said) {
        whole.insert("op".to_owned(), op);
    }
    whole.extend(map);
    let single = matches!(op, Some("update" | "delete" | "complete" | "set_status"));
    let many = whole.get("ids").and_then(Value::as_array).filter(|_| single && !whole.contains_key("id")).cloned();
    match many {
        Some(ids) => ids.into_iter().for_each(|id| {
            let mut one = whole.clone();
            one.shift_remove("ids");
            one.insert("id".to_owned(), id);
            push(Value::Object(one));
        }),
        None => push(Value::Object(whole)),
    }
}
