//! Calls that are written without JSON, brought to it: each argument in tags of its own, as Qwen's coders, Anthropic's,
//! DeepSeek's and GLM's models write them, or in the notation of Python.

use serde_json::{Map, Value, json};

/// How a call with its arguments is written in tags.
#[derive(Debug, Clone, Copy)]
pub struct CallForm {
    /// What stands before the name.
    pub open: &'static str,
    /// What ends the call.
    pub close: &'static str,
    /// What stands before the name of an argument.
    parameter: &'static str,
    /// What ends the argument.
    parameter_close: &'static str,
}

/// The forms that are known.
pub const CALL_FORMS: [CallForm; 3] = [
    CallForm { open: "<function=", close: "</function>", parameter: "<parameter=", parameter_close: "</parameter>" },
    CallForm {
        open: "<invoke name=",
        close: "</invoke>",
        parameter: "<parameter name=",
        parameter_close: "</parameter>",
    },
    CallForm {
        open: "<｜DSML｜invoke name=",
        close: "</｜DSML｜invoke>",
        parameter: "<｜DSML｜parameter name=",
        parameter_close: "</｜DSML｜parameter>",
    },
];

/// What GLM puts a call, a key and a value between.
const PAIRED: [(&str, &str); 3] =
    [("<tool_call>", "</tool_call>"), ("<arg_key>", "</arg_key>"), ("<arg_value>", "</arg_value>")];

/// Longest name.
const NAME: usize = 120;

/// The call that `text` begins with, whose arguments stand in tags, as JSON; and its length. None where it is cut.
#[must_use]
pub fn call_in_tags(text: &str) -> Option<(String, usize)> {
    match CALL_FORMS.iter().find(|form| text.starts_with(form.open)) {
        Some(form) => in_form(text, form),
        None => in_pairs(text),
    }
}

fn in_form(text: &str, form: &CallForm) -> Option<(String, usize)> {
    let (name, mut rest) = text.strip_prefix(form.open)?.split_once('>')?;
    let mut args = Map::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(form.close) {
            let name = unquoted(name);
            return (!name.is_empty()).then(|| (call(name, args), text.len() - after.len()));
        }
        let (key, inside) = rest.strip_prefix(form.parameter)?.split_once('>')?;
        // What only looks like its end has other words behind it.
        let ends =
            |after: &str| after.trim_start().starts_with(form.parameter) || after.trim_start().starts_with(form.close);
        let mut closes = inside.match_indices(form.parameter_close);
        let (at, _) = closes.find(|(at, mark)| inside.get(at + mark.len()..).is_some_and(ends))?;
        let (value, after) = (inside.get(..at)?, inside.get(at + form.parameter_close.len()..)?);
        args.insert(unquoted(key).to_owned(), argument(without_breaks(value)));
        rest = after;
    }
}

fn in_pairs(text: &str) -> Option<(String, usize)> {
    let [(open, close), key, value] = PAIRED;
    let inside = text.strip_prefix(open)?;
    let (name, _) = inside.get(..inside.floor_char_boundary(NAME))?.split_once(key.0)?;
    let mut rest = inside.get(name.len()..)?;
    let between = |text: &'_ str, (open, close): (&str, &str)| {
        let inside = text.trim_start().strip_prefix(open)?;
        let at = inside.find(close)?;
        Some((at, text.len() - inside.len(), close.len()))
    };
    let mut args = Map::new();
    loop {
        if let Some(after) = rest.trim_start().strip_prefix(close) {
            return Some((call(name.trim(), args), text.len() - after.len()));
        }
        let (at, begin, end) = between(rest, key)?;
        let named = rest.get(begin..begin + at)?.trim();
        rest = rest.get(begin + at + end..)?;
        let (at, begin, end) = between(rest, value)?;
        args.insert(named.to_owned(), argument(rest.get(begin..begin + at)?));
        rest = rest.get(begin + at + end..)?;
    }
}

fn call(name: &str, args: Map<String, Value>) -> String {
    json!({ "name": name, "arguments": args }).to_string()
}

/// A name without its quotes, and without what is said of it behind them.
fn unquoted(name: &str) -> &str {
    let name = name.trim();
    match name.strip_prefix('"').and_then(|name| name.split_once('"')) {
        Some((name, _)) => name,
        None => name.trim_matches(['"', '\'']),
    }
}

/// The line breaks beside the tags are theirs.
fn without_breaks(value: &str) -> &str {
    let value = value.strip_prefix('\n').unwrap_or(value);
    value.strip_suffix('\n').unwrap_or(value)
}

/// An argument's value: its words, unless they can only be JSON.
fn argument(text: &str) -> Value {
    let json = text.trim().starts_with(['{', '[']) || matches!(text.trim(), "true" | "false" | "null");
    let value = json.then(|| serde_json::from_str(text).ok()).flatten();
    value.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// The text with JSON in the place of each call in tags; none where it has no such call, or one that is cut.
pub(super) fn in_json(text: &str) -> Option<String> {
    let begins = |rest: &str| CALL_FORMS.iter().any(|form| rest.starts_with(form.open)) || begins_pairs(rest);
    let (mut plain, mut rest, mut any) = (String::new(), text, false);
    while let Some(at) = rest.match_indices('<').map(|(at, _)| at).find(|&at| rest.get(at..).is_some_and(begins)) {
        let (before, mark) = rest.split_at(at);
        // Inside a JSON text a mark is somebody's words.
        if before.contains("{\"") {
            return None;
        }
        let (call, len) = call_in_tags(mark)?;
        plain.push_str(before);
        plain.push_str(&call);
        rest = mark.get(len..)?;
        any = true;
    }
    plain.push_str(rest);
    any.then_some(plain)
}

fn begins_pairs(text: &str) -> bool {
    let inside = text.strip_prefix(PAIRED[0].0);
    let name = inside.and_then(|inside| inside.trim_start().split('<').next());
    name.is_some_and(|name| {
        let key = text.get(PAIRED[0].0.len()..).and_then(|rest| rest.trim_start().get(name.len()..));
        name.len() <= NAME && key.is_some_and(|key| key.starts_with(PAIRED[1].0))
    })
}

/// Whether a text ends inside of a call in tags.
pub(crate) fn ends_in_a_call(text: &str) -> bool {
    let pairs = CALL_FORMS.iter().map(|form| (form.open, form.close)).chain([PAIRED[0], PYTHON]);
    let last = |mark: &str| text.rfind(mark);
    let in_python = begins_a_call(text.trim_start()) && !text.trim_end().ends_with(')');
    in_python || pairs.into_iter().any(|(open, close)| last(open) > last(close))
}

/// The fence of code that Gemma calls with.
const TOOL_CODE: &str = "```tool_code\n";

/// An object, as a call that makes it.
const DICT: &str = "dict(";

/// The tokens of models that call in the notation of Python.
const PYTHON: (&str, &str) = ("<|tool_call_start|>", "<|tool_call_end|>");

/// Calls in the notation of Python as JSON, where they are the whole text: `[add(title="x", count=2)]`, or stand between
/// the tokens that say so; then the words around them stay.
pub(super) fn of_python(text: &str) -> Option<String> {
    if let Some((before, (inside, after))) =
        text.split_once(PYTHON.0).and_then(|(before, rest)| Some((before, rest.split_once(PYTHON.1)?)))
    {
        let listed = inside.trim().strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
        return Some(format!("{before}{}{after}", calls_of_python(listed.unwrap_or(inside))?));
    }
    let text = text.trim();
    let fenced = text.strip_prefix(TOOL_CODE).and_then(|inside| inside.strip_suffix("```")).map(str::trim);
    let printed = fenced.and_then(|inside| inside.strip_prefix("print(")?.strip_suffix(')'));
    let listed = text.strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
    calls_of_python(printed.or(fenced).or(listed)?)
}

/// The same without a mark around it that says so, and an object as Python makes one: `add(title="x")`, `dict(title="x")`.
pub(super) fn of_bare_python(text: &str) -> Option<String> {
    let text = text.trim();
    let fenced = text.strip_prefix("```python\n").and_then(|inside| inside.strip_suffix("```")).map(str::trim);
    let bare = fenced.unwrap_or(text);
    if !begins_a_call(bare) {
        return None;
    }
    let Some(inside) = bare.strip_prefix(DICT) else { return calls_of_python(bare) };
    let (members, after) = arguments(inside)?;
    after.is_empty().then(|| format!("{{{}}}", members.join(",")))
}

/// Whether a text begins with a call that names its first argument: `add(title=`.
fn begins_a_call(text: &str) -> bool {
    let name = |text: &str| text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|end| *end > 0);
    let inside = name(text).and_then(|end| text.get(end..)?.strip_prefix('('));
    let value = inside.map(str::trim_start).and_then(|inside| inside.get(name(inside)?..));
    value.is_some_and(|value| value.trim_start().starts_with('=') && !value.trim_start().starts_with("=="))
}

fn calls_of_python(calls: &str) -> Option<String> {
    let mut rest = calls.trim();
    let mut calls = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.')))?;
        let (name, after) = rest.split_at(end);
        let (args, after) = arguments(after.strip_prefix('(')?)?;
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        calls.push(format!("{{\"name\":\"{name}\",\"arguments\":{{{}}}}}", args.join(",")));
        let after = after.trim_start();
        rest = if after.is_empty() { after } else { after.strip_prefix([',', ';']).unwrap_or(after).trim_start() };
    }
    match calls.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        _ => Some(format!("[{}]", calls.join(","))),
    }
}

/// The arguments up to the bracket that ends them, each a member of an object; and what comes after it.
fn arguments(text: &str) -> Option<(Vec<String>, &str)> {
    let (mut args, mut rest) = (Vec::new(), text.trim_start());
    loop {
        if let Some(after) = rest.strip_prefix(')') {
            return Some((args, after));
        }
        let (key, value) = rest.split_once('=')?;
        let key = key.trim();
        let value = value.trim_start();
        if let Some(inside) = value.strip_prefix(DICT) {
            let (members, after) = arguments(inside)?;
            args.push(format!("\"{key}\":{{{}}}", members.join(",")));
            rest = after.trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
            continue;
        }
        let known = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{' | '-'))
            || ["True", "False", "None", "true", "false", "null"].iter().any(|word| value.starts_with(word));
        if key.is_empty() || !known || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return None;
        }
        let end = end_of_value(value)?;
        args.push(format!("\"{key}\":{}", value.get(..end)?.trim()));
        rest = value.get(end..)?;
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
}

/// Where a value ends that a comma or a bracket follows. None where its text has three quotes, or no end.
fn end_of_value(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    if text.starts_with("\"\"\"") || text.starts_with("'''") {
        return None;
    }
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[' | b'{' | b'(') => depth += 1,
            (None, b',' | b')') if depth == 0 => return Some(at),
            (None, b']' | b'}' | b')') => depth = depth.checked_sub(1)?,
            (None, _) => {}
        }
    }
    None
}
