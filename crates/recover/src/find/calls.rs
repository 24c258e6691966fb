//! Calls that are written without JSON, brought to it: each argument in tags of its own, as Qwen's coders, Anthropic's,
//! DeepSeek's and GLM's models write them, or in the notation of Python.

mod open;
mod python;

use crate::gate;
pub(crate) use open::before_an_open_call;
pub(super) use python::{literals, of_bare_python, of_python};
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

/// A call as far as it goes.
struct Read<'t> {
    name: &'t str,
    args: Map<String, Value>,
    /// What comes after it; none where it is not closed.
    after: Option<&'t str>,
    /// The argument that is not closed.
    open: Option<(&'t str, &'t str)>,
}

impl<'t> Read<'t> {
    fn new(name: &'t str) -> Self {
        Self { name, args: Map::new(), after: None, open: None }
    }
}

/// Where an argument ends in what begins behind its mark. What only looks like its end has other words behind it than
/// `next`, or closes what was opened in the argument.
fn end_of(inside: &str, open: &str, close: &str, next: &[&str]) -> Option<usize> {
    let mut depth = 0_usize;
    inside.match_indices('<').map(|(at, _)| at).find(|&at| {
        let mark = inside.get(at..).unwrap_or_default();
        let Some(behind) = mark.strip_prefix(close) else {
            depth += usize::from(mark.starts_with(open));
            return false;
        };
        let ends = depth == 0 && next.iter().any(|next| behind.trim_start().starts_with(next));
        depth = depth.saturating_sub(1);
        ends
    })
}

/// Whether what ends an argument stands behind a call, where none has begun: then the call did not end where it seemed
/// to, but in the words of an argument.
fn goes_on(after: &str, open: &str, argument_close: &str) -> bool {
    after.split(open).next().is_some_and(|after| after.contains(argument_close))
}

fn in_form(text: &str, form: &CallForm) -> Option<(String, usize)> {
    let read = read_form(text, form)?;
    let after = read.after.filter(|after| !goes_on(after, form.open, form.parameter_close))?;
    Some((call(read.name, read.args), text.len() - after.len()))
}

fn read_form<'t>(text: &'t str, form: &CallForm) -> Option<Read<'t>> {
    let (name, mut rest) = text.strip_prefix(form.open)?.split_once('>')?;
    let mut read = Read::new(unquoted(name));
    if read.name.is_empty() {
        return None;
    }
    loop {
        rest = rest.trim_start();
        read.after = rest.strip_prefix(form.close);
        let argument = rest.strip_prefix(form.parameter).filter(|_| read.after.is_none());
        let Some((key, inside)) = argument.and_then(|argument| argument.split_once('>')) else { return Some(read) };
        let Some(at) = end_of(inside, form.parameter, form.parameter_close, &[form.parameter, form.close]) else {
            read.open = Some((unquoted(key), inside));
            return Some(read);
        };
        let (value, after) = (inside.get(..at)?, inside.get(at + form.parameter_close.len()..)?);
        read.args.insert(unquoted(key).to_owned(), argument_of(unquoted(key), without_breaks(unquoted(key), value)));
        rest = after;
    }
}

fn in_pairs(text: &str) -> Option<(String, usize)> {
    let read = read_pairs(text)?;
    let [(open, _), _, (_, value_close)] = PAIRED;
    let after = read.after.filter(|after| !goes_on(after, open, value_close))?;
    Some((call(read.name, read.args), text.len() - after.len()))
}

fn read_pairs(text: &str) -> Option<Read<'_>> {
    let [(open, close), key, value] = PAIRED;
    let inside = text.strip_prefix(open)?;
    let (name, _) = inside.get(..inside.floor_char_boundary(NAME))?.split_once(key.0)?;
    let mut rest = inside.get(name.len()..)?;
    let mut read = Read::new(name.trim());
    loop {
        rest = rest.trim_start();
        read.after = rest.strip_prefix(close);
        let named = rest.strip_prefix(key.0).filter(|_| read.after.is_none());
        let Some((named, behind)) = named.and_then(|named| named.split_once(key.1)) else { return Some(read) };
        let Some(inside) = behind.trim_start().strip_prefix(value.0) else { return Some(read) };
        let Some(at) = end_of(inside, value.0, value.1, &[key.0, close]) else {
            read.open = Some((named.trim(), inside));
            return Some(read);
        };
        read.args.insert(named.trim().to_owned(), argument_of(named.trim(), inside.get(..at)?));
        rest = inside.get(at + value.1.len()..)?;
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

/// The line breaks beside the tags are theirs; of a body only where one stands at either side.
fn without_breaks<'t>(key: &str, value: &'t str) -> &'t str {
    let inside = value.strip_prefix("\r\n").or_else(|| value.strip_prefix('\n'));
    if inside.is_none() && gate::body(key).is_some() {
        return value;
    }
    let value = inside.unwrap_or(value);
    value.strip_suffix("\r\n").or_else(|| value.strip_suffix('\n')).unwrap_or(value)
}

/// An argument's value: its words, unless they can only be JSON. A body is a text whatever it holds.
fn argument_of(key: &str, text: &str) -> Value {
    if gate::body(key).is_some() {
        return Value::String(text.to_owned());
    }
    let json = text.trim().starts_with(['{', '[']) || matches!(text.trim(), "true" | "false" | "null");
    let value = json.then(|| serde_json::from_str(text).ok()).flatten();
    value.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// What Apertus puts its calls between.
const KEYED: (&str, &str) = ("<|tools_prefix|>", "<|tools_suffix|>");

/// Calls of which each is an object with its name as the key of its arguments, as calls with a name.
pub(super) fn of_keys(text: &str) -> Option<String> {
    let (before, rest) = text.split_once(KEYED.0)?;
    let (inside, after) = rest.split_once(KEYED.1).unwrap_or((rest, ""));
    let calls: Vec<Map<String, Value>> = serde_json::from_str(inside.trim()).ok()?;
    let named = |keyed: Map<String, Value>| {
        let mut members = keyed.into_iter();
        match (members.next(), members.next()) {
            (Some((name, Value::Object(args))), None) => Some(call(&name, args)),
            _ => None,
        }
    };
    let calls = calls.into_iter().map(named).collect::<Option<Vec<String>>>()?;
    match calls.as_slice() {
        [] => None,
        [one] => Some(format!("{before}{one}{after}")),
        calls => Some(format!("{before}[{}]{after}", calls.join(","))),
    }
}

/// The text with JSON in the place of each call in tags; none where it has no such call, or one that is cut.
pub(super) fn in_json(text: &str) -> Option<String> {
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

/// Whether a call begins whose arguments stand in tags, or that has none, as far as the text goes.
fn begins(text: &str) -> bool {
    let Some(form) = CALL_FORMS.iter().find(|form| text.starts_with(form.open)) else { return begins_pairs(text) };
    let inside = text.get(form.open.len()..).unwrap_or_default();
    let name = inside.get(..inside.floor_char_boundary(NAME)).unwrap_or_default();
    let Some((name, _)) = name.split_once('>') else { return name.len() == inside.len() };
    let rest = inside.get(name.len() + 1..).unwrap_or_default().trim_start();
    [form.parameter, form.close].iter().any(|mark| rest.starts_with(mark) || mark.starts_with(rest))
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
    let pairs = CALL_FORMS.iter().map(|form| (form.open, form.close)).chain([PAIRED[0]]);
    let last = |mark: &str| text.rfind(mark);
    pairs.into_iter().any(|(open, close)| last(open) > last(close)) || python::is_open(text)
}
