//! A reply that steps, calls or answers: every dialect brought to one flat map and a list of calls.

use countersign_recover::Request;
use serde_json::{Map, Value, json};

/// A reply without its dialect.
#[derive(Debug, Default)]
pub struct Flat {
    /// Members by their canonical names; no calls in it.
    pub map: Map<String, Value>,
    /// Names and arguments.
    pub calls: Vec<(String, Value)>,
    /// It holds a final answer in the dialect that has one (`response`).
    pub answer: bool,
}

/// Objects that some models put a step into; keys beside them win (S3-10).
const HOISTED: [&str; 5] = ["step", "next_step", "function", "output", "controller"];
/// Other names of a tool's name.
pub(crate) const TOOL: [&str; 5] = ["tool_name", "toolName", "name", "function_name", "recipient_name"];
/// Other names of its arguments (C3).
pub(crate) const ARGS: [&str; 8] =
    ["tool_args", "toolArgs", "arguments", "tool_input", "toolInput", "parameters", "params", "input"];
/// Lists of calls (C2).
pub(crate) const LISTS: [&str; 5] = ["tool_calls", "toolCalls", "calls", "tools", "operations"];

/// A text that holds a JSON object as that object; anything else stays.
pub fn double_encoded(value: &Value) -> Value {
    match decoded(value) {
        Value::Array(_) if value.is_string() => value.clone(),
        decoded => decoded,
    }
}

/// A text that holds JSON as what it holds, whole; anything else stays.
pub(crate) fn decoded(value: &Value) -> Value {
    let Value::String(text) = value else { return value.clone() };
    if text.trim().is_empty() {
        return json!({});
    }
    let got = countersign_recover::recover(&Request { input: text, schema: None, finish: None });
    match got.value().map(|v| v.into_inner().to_serde()) {
        Some(value @ (Value::Object(_) | Value::Array(_))) if got.complete && got.dropped.is_empty() => value,
        _ => value.clone(),
    }
}

/// Brings any dialect to one. `known` says whether a tool has that name: the value under `name` may be anything.
pub fn flat(value: Value, known: &dyn Fn(&str) -> bool) -> Flat {
    let mut flat = Flat::default();
    match value {
        // A list is one of calls, or holds one reply.
        Value::Array(list) => match <[Value; 1]>::try_from(list) {
            Ok([one]) => return self::flat(one, known),
            Err(list) => flat.calls = list.into_iter().filter_map(call).collect(),
        },
        Value::Object(map) => object(map, known, &mut flat),
        _ => {}
    }
    flat
}

fn object(mut map: Map<String, Value>, known: &dyn Fn(&str) -> bool, flat: &mut Flat) {
    for name in HOISTED {
        if let Some(Value::Object(_)) = map.get(name)
            && let Some(Value::Object(inner)) = map.shift_remove(name)
        {
            for (key, value) in inner {
                map.entry(key).or_insert(value);
            }
        }
    }
    map.retain(|_, value| !value.is_null());
    for name in LISTS {
        if let Some(Value::Array(_)) = map.get(name)
            && let Some(Value::Array(list)) = map.shift_remove(name)
        {
            flat.calls.extend(list.into_iter().filter_map(call));
        }
    }
    // The structured reply of S1: files and commands beside a summary (C2).
    if let Some(Value::Array(files)) = map.shift_remove("fileChanges") {
        flat.calls.extend(files.into_iter().filter_map(file_change));
    }
    if let Some(Value::Array(commands)) = map.shift_remove("commands") {
        flat.calls.extend(commands.into_iter().filter_map(|command| match command {
            Value::String(text) => Some(("shell_exec".to_owned(), json!({ "command": text }))),
            Value::Object(_) => Some(("shell_exec".to_owned(), command)),
            _ => None,
        }));
    }
    let list = !flat.calls.is_empty();
    // `content` is a tool's argument when a tool is called, and a message otherwise.
    let called = map.contains_key("tool") || TOOL.iter().any(|k| map.contains_key(*k) && named(&map, k, known));
    flat.answer = ["response", "final_answer", "answer"]
        .iter()
        .any(|k| map.get(*k).and_then(Value::as_str).is_some_and(|t| !t.trim().is_empty()));
    for name in ["response", "final_answer", "answer", "content"] {
        let argument = called && name == "content";
        if !argument
            && !map.contains_key("message")
            && let Some(value) = map.shift_remove(name)
        {
            map.insert("message".to_owned(), value);
        }
    }
    if list
        && !map.contains_key("action")
        && !map.contains_key("message")
        && let Some(summary) = map.shift_remove("summary")
    {
        // The text beside operations is their summary, no final answer.
        map.insert("description".to_owned(), summary);
    }
    if called && let Some(call) = take_call(&mut map) {
        flat.calls.insert(0, call);
    }
    for kind in ["function", "tool_call", "tool_use"] {
        if map.get("type").and_then(Value::as_str) == Some(kind) {
            map.insert("type".to_owned(), json!("tool"));
        }
    }
    // "Plan" and the like beside an action are nobody's business here.
    flat.map = map;
}

/// Whether the value under this key is a tool's name: `name` may be anything.
fn named(map: &Map<String, Value>, key: &str, known: &dyn Fn(&str) -> bool) -> bool {
    let Some(name) = map.get(key).and_then(Value::as_str) else { return false };
    key != "name" || known(name) || ARGS.iter().chain(&["args"]).any(|a| map.contains_key(*a))
}

/// One entry of a list of calls.
fn call(value: Value) -> Option<(String, Value)> {
    let Value::Object(mut map) = value else { return None };
    for name in ["function", "tool_call"] {
        if let Some(Value::Object(_)) = map.get(name)
            && let Some(Value::Object(inner)) = map.shift_remove(name)
        {
            for (key, value) in inner {
                map.entry(key).or_insert(value);
            }
        }
    }
    if !map.contains_key("tool") && !TOOL.iter().any(|k| map.contains_key(*k)) {
        // An operation says what it is by `op` or `kind`, with its arguments beside it (C2).
        let key = ["op", "kind", "action", "type"].into_iter().find(|k| map.get(*k).is_some_and(Value::is_string))?;
        let name = map.shift_remove(key)?;
        map.insert("tool".to_owned(), name);
    }
    take_call(&mut map)
}

/// Takes name and arguments out of a map; without arguments of their own the other members are it.
fn take_call(map: &mut Map<String, Value>) -> Option<(String, Value)> {
    let name = std::iter::once("tool").chain(TOOL).find_map(|key| map.shift_remove(key))?;
    let name = match name {
        Value::String(name) => name,
        other => other.to_string(),
    };
    let given = std::iter::once("args").chain(ARGS).find_map(|key| map.shift_remove(key));
    let args = match given {
        Some(Value::Array(pairs)) => pairs_of(&pairs).unwrap_or(Value::Array(pairs)),
        Some(value) => double_encoded(&value),
        None => {
            let own = [
                "thinking",
                "action",
                "type",
                "description",
                "message",
                "reason",
                "question",
                "context",
                "resume_to",
                "id",
                "why",
                "summary",
                "needs",
                "reads",
                "plan",
            ];
            let others: Vec<String> = map.keys().filter(|k| !own.contains(&k.as_str())).cloned().collect();
            Value::Object(others.into_iter().filter_map(|k| map.shift_remove(&k).map(|v| (k, v))).collect())
        }
    };
    Some((name, args))
}

/// Arguments as a list of names and values, as strict providers are sometimes asked for them.
fn pairs_of(pairs: &[Value]) -> Option<Value> {
    let pair = |p: &Value| Some((p.get("name")?.as_str()?.to_owned(), p.get("value")?.clone()));
    pairs.iter().map(pair).collect::<Option<Map<_, _>>>().map(Value::Object)
}

/// A file change of S1 as a call.
fn file_change(value: Value) -> Option<(String, Value)> {
    let path = ["path", "filePath", "file_path", "file"].iter().find_map(|k| value.get(*k)).cloned()?;
    let kind = ["action", "type", "op"].iter().find_map(|k| value.get(*k).and_then(Value::as_str)).unwrap_or("write");
    if kind == "delete" || kind == "delete_file" {
        return Some(("delete_file".to_owned(), json!({ "path": path })));
    }
    let content = ["content", "newContent", "new_content"].iter().find_map(|k| value.get(*k)).cloned()?;
    Some(("write_file".to_owned(), json!({ "path": path, "content": content })))
}
