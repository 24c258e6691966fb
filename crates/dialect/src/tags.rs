//! Calls that a text marks by itself: Hermes' and Qwen's tags, Llama's and Qwen-Coder's functions,
//! Mistral's marker, Anthropic's `invoke`.

use serde_json::{Map, Value, json};

/// How a function with its parameters is written.
struct Form {
    open: &'static str,
    close: &'static str,
    parameter: &'static str,
    parameter_close: &'static str,
}

const FORMS: [Form; 2] = [
    Form { open: "<function=", close: "</function>", parameter: "<parameter=", parameter_close: "</parameter>" },
    Form { open: "<invoke name=", close: "</invoke>", parameter: "<parameter name=", parameter_close: "</parameter>" },
];

/// What a call reads as that was cut: no value of it is whole.
const CUT: &str = r#"{"name":"#;

/// The calls that a text marks, each as JSON text: where there are several, or where what is marked
/// is no JSON by itself. Nothing of what was thought.
pub fn tagged(text: &str) -> Option<Vec<String>> {
    let text = text.rsplit_once("</think>").map_or(text, |(_, after)| after);
    let marks = ["<tool_call>", "[TOOL_CALLS]", FORMS[0].open, FORMS[1].open];
    let (first, mark) = marks.iter().filter_map(|mark| Some((text.find(mark)?, *mark))).min()?;
    // Inside a JSON text a mark is somebody's words.
    let before = text.get(..first)?;
    if before.contains("<think>") || before.contains("{\"") {
        return None;
    }
    let text = text.get(first..)?;
    match mark {
        "<tool_call>" => {
            let pieces: Vec<&str> = inside(text);
            let marked = pieces.iter().any(|piece| function(piece).is_some());
            (pieces.len() > 1 || marked)
                .then(|| pieces.into_iter().flat_map(|p| function(p).unwrap_or_else(|| vec![p.to_owned()])).collect())
        }
        "[TOOL_CALLS]" => Some(text.split(mark).skip(1).map(named).collect()),
        _ => function(text),
    }
}

/// What stands in `<tool_call>` tags; one that is not closed reaches to the end.
fn inside(text: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some((_, after)) = rest.split_once("<tool_call>") {
        let (inside, behind) = after.split_once("</tool_call>").unwrap_or((after, ""));
        found.push(inside.trim());
        rest = behind;
    }
    found
}

/// Mistral's: a list or an object, or a name with its arguments behind it.
fn named(piece: &str) -> String {
    let piece = piece.trim();
    match piece.split_once("[ARGS]").or_else(|| piece.find('{').map(|at| piece.split_at(at))) {
        Some((name, args)) if !piece.starts_with(['[', '{']) => {
            format!("{{\"name\":{},\"arguments\":{}}}", json!(name.trim()), args.trim())
        }
        _ => piece.to_owned(),
    }
}

/// The functions that a text begins with; nothing where it begins with none.
fn function(text: &str) -> Option<Vec<String>> {
    let text = text.trim_start();
    let form = FORMS.iter().find(|form| text.starts_with(form.open))?;
    let mut found = Vec::new();
    for piece in text.split(form.open).skip(1) {
        found.push(one(piece, form).unwrap_or_else(|| CUT.to_owned()));
    }
    Some(found)
}

/// One function with its arguments, as JSON; nothing where it was cut.
fn one(piece: &str, form: &Form) -> Option<String> {
    let (name, body) = piece.split_once('>')?;
    let (body, _) = body.split_once(form.close)?;
    let name = json!(unquoted(name));
    if body.trim_start().starts_with('{') {
        return Some(format!("{{\"name\":{name},\"arguments\":{}}}", body.trim()));
    }
    let mut args = Map::new();
    for parameter in body.split(form.parameter).skip(1) {
        let (key, value) = parameter.split_once('>')?;
        let (value, _) = value.split_once(form.parameter_close)?;
        let line = value.strip_prefix('\n').unwrap_or(value);
        args.insert(unquoted(key).to_owned(), value_of(line.strip_suffix('\n').unwrap_or(line)));
    }
    Some(json!({ "name": name, "arguments": args }).to_string())
}

fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['"', '\''])
}

/// A parameter's value: its words, unless they can only be JSON.
fn value_of(text: &str) -> Value {
    let json = text.trim().starts_with(['{', '[']) || matches!(text.trim(), "true" | "false" | "null");
    let value = json.then(|| serde_json::from_str(text).ok()).flatten();
    value.unwrap_or_else(|| Value::String(text.to_owned()))
}
