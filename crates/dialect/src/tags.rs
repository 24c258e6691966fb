//! Calls that a text marks by itself: Hermes' and Qwen's tags, Llama's and Qwen-Coder's functions,
//! Mistral's marker, Anthropic's and DeepSeek's `invoke`; and those whose name is in the marks ([`named`]).

mod named;

use countersign_recover::{CALL_FORMS, CallForm, Thought, call_in_tags, spoken_from, thought};

/// Hermes' and Qwen's tags.
const TOOL_CALL: (&str, &str) = ("<tool_call>", "</tool_call>");
/// Mistral's marker.
const TOOL_CALLS: &str = "[TOOL_CALLS]";

/// What a call reads as that was cut: no value of it is whole.
const CUT: &str = r#"{"name":"#;

/// The calls that a text marks, each as JSON text: where there are several, or where what is marked
/// is no JSON by itself. Nothing of what was thought.
pub fn tagged(text: &str) -> Option<Vec<String>> {
    let said = said(text)?;
    let text = said.as_str();
    let marks =
        [TOOL_CALL.0, TOOL_CALLS].into_iter().chain(CALL_FORMS.iter().map(|form| form.open)).chain(named::marks());
    let Some((first, mark)) = marks.filter_map(|mark| Some((text.find(mark)?, mark))).min() else {
        return named::acted(text);
    };
    // Inside a JSON text a mark is somebody's words.
    let before = text.get(..first)?;
    if before.contains("{\"") {
        return None;
    }
    let text = text.get(first..)?;
    match mark {
        _ if mark == TOOL_CALL.0 => {
            let pieces: Vec<&str> = inside(text);
            let read = |piece: &str| function(piece).or_else(|| Some(vec![paired(piece)?]));
            let marked = pieces.iter().any(|piece| read(piece).is_some());
            (pieces.len() > 1 || marked)
                .then(|| pieces.into_iter().flat_map(|p| read(p).unwrap_or_else(|| vec![p.to_owned()])).collect())
        }
        TOOL_CALLS => Some(text.split(mark).skip(1).map(after_marker).collect()),
        _ => function(text).or_else(|| named::marked(text, mark, CUT)),
    }
}

/// The text without its reasoning, in any model's marks; nothing where it ends inside of it. What
/// stands in a call that is closed is the call's, marks and all.
fn said(text: &str) -> Option<String> {
    let (mut said, mut rest) = (String::new(), text.get(spoken_from(text)..)?);
    while let Some(at) = rest.find(['<', '[', '◁']) {
        let (before, mark) = rest.split_at(at);
        said.push_str(before);
        let kept = match thought(mark) {
            Some(Thought::Opens(end)) => {
                rest = mark.get(end?..)?;
                continue;
            }
            Some(Thought::Closes(len)) => {
                said.clear();
                rest = mark.get(len..)?;
                continue;
            }
            // Nothing says where such calls end.
            None if mark.starts_with(TOOL_CALLS) => mark.len(),
            None => closed_call(mark).unwrap_or_else(|| mark.chars().next().map_or(0, char::len_utf8)),
        };
        let (kept, after) = mark.split_at(kept);
        said.push_str(kept);
        rest = after;
    }
    said.push_str(rest);
    Some(said)
}

/// Length of the call that `text` begins with; none where another begins before it is closed, as after
/// a draft that was left.
fn closed_call(text: &str) -> Option<usize> {
    let forms = CALL_FORMS.iter().map(|form| (form.open, form.close));
    let (open, close) = std::iter::once(TOOL_CALL).chain(forms).find(|(open, _)| text.starts_with(open))?;
    let inside = text.get(open.len()..)?;
    let own = inside.find(open).map_or(inside, |next| inside.split_at(next).0);
    Some(open.len() + own.find(close)? + close.len())
}

/// What stands in `<tool_call>` tags; one that is not closed reaches to the end.
fn inside(text: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some((_, after)) = rest.split_once(TOOL_CALL.0) {
        let (inside, behind) = after.split_once(TOOL_CALL.1).unwrap_or((after, ""));
        found.push(inside.trim());
        rest = behind;
    }
    found
}

/// Mistral's: a list or an object, or a name with its arguments behind it.
fn after_marker(piece: &str) -> String {
    let piece = piece.trim();
    match piece.split_once("[ARGS]").or_else(|| piece.find('{').map(|at| piece.split_at(at))) {
        Some((name, args)) if !piece.starts_with(['[', '{']) => {
            named::call(name.split("[CALL_ID]").next().unwrap_or_default(), args)
        }
        _ => piece.to_owned(),
    }
}

/// GLM's: a name, then keys and values, each in its tags.
fn paired(piece: &str) -> Option<String> {
    let call = piece.contains("<arg_key>").then(|| call_in_tags(&format!("{}{piece}{}", TOOL_CALL.0, TOOL_CALL.1)));
    call.map(|call| call.map_or_else(|| CUT.to_owned(), |(call, _)| call))
}

/// The functions that a text begins with; nothing where it begins with none. Behind one that is cut all may be its own.
fn function(text: &str) -> Option<Vec<String>> {
    let mut rest = text.trim_start();
    let form = CALL_FORMS.iter().find(|form| rest.starts_with(form.open))?;
    let mut calls = Vec::new();
    while let Some(piece) = rest.find(form.open).and_then(|at| rest.get(at..)) {
        let Some((call, len)) = one(piece, form) else {
            calls.push(CUT.to_owned());
            break;
        };
        calls.push(call);
        rest = piece.get(len..).unwrap_or_default();
    }
    Some(calls)
}

/// One function with its arguments, as JSON, and its length; nothing where it was cut.
fn one(piece: &str, form: &CallForm) -> Option<(String, usize)> {
    let (name, body) = piece.strip_prefix(form.open)?.split_once('>')?;
    if body.trim_start().starts_with('{') {
        let (body, after) = body.split_once(form.close)?;
        return Some((named::call(name.trim().trim_matches(['"', '\'']), body), piece.len() - after.len()));
    }
    call_in_tags(piece)
}
