//! Texts that end inside of a call whose arguments stand without JSON around them: what an argument holds that is not
//! closed is no answer, whatever it looks like.

use super::{CALL_FORMS, Read, begins, call_in_tags, python, read_form, read_pairs};
use crate::find::reasoning;
use crate::gate;
use crate::parse::Parser;
use serde_json::Value;

/// What of a text is looked at where it ends inside of such a call, or where the call cannot be told from what it holds:
/// what stands before it, and as JSON what is closed in a list or an object that is its argument. None where it does not
/// end so.
pub(crate) fn before_an_open_call(text: &str) -> Option<String> {
    // In the words of such a call a mark of another is none.
    if let Some(open) = python::open(text) {
        return Some(open);
    }
    if python::of_python(text).or_else(|| python::of_bare_python(text)).is_some() {
        return None;
    }
    let from = reasoning::spoken_from(text);
    let mut looked = from;
    let mut marks = text.get(from..)?.match_indices('<').map(|(at, _)| from + at);
    let mut passed = from;
    while let Some(at) = marks.find(|&at| at >= passed) {
        let mark = text.get(at..)?;
        if let Some(reasoning::Tag::Open { len, close }) = reasoning::tag(mark) {
            let end = mark.get(len..).and_then(|inside| close.find(inside))?;
            passed = at + len + end;
            looked = passed;
            continue;
        }
        if !begins(mark) {
            continue;
        }
        // In a document it is what somebody says.
        while let Some(start) = document(text, looked, at) {
            let end = Parser::container(text, start, false, false).0.map_or(start + 1, |read| read.end);
            if end > at {
                return None;
            }
            looked = end.max(start + 1);
        }
        match call_in_tags(mark) {
            Some((_, len)) => (passed, looked) = (at + len, at + len),
            None if is_thought_of(text.get(from..at)?, mark) => return None,
            None => return Some(format!("{}{}", text.get(..at)?, in_json(mark).unwrap_or_default())),
        }
    }
    None
}

/// Whether a call is only thought of: words stand before it, and what ends the reasoning that they begin behind it.
fn is_thought_of(before: &str, mark: &str) -> bool {
    let behind = reasoning::closing_tag(mark).and_then(|end| mark.get(end..));
    let answers = |rest: &str| rest.starts_with('\n') || rest.trim_start().starts_with(['{', '[', '<', '`']);
    !before.is_empty() && !reasoning::only_tags(before) && behind.is_some_and(answers)
}

/// Where a document may begin in a part of a text.
fn document(text: &str, from: usize, to: usize) -> Option<usize> {
    let part = text.get(from..to)?;
    let begins = |at: &usize| {
        let next = part.get(at + 1..).unwrap_or_default().trim_start();
        next.starts_with(['"', '\'', '{', '[', '“', '‘'])
    };
    part.match_indices(['{', '[']).map(|(at, _)| at).find(begins).map(|at| from + at)
}

/// A call that is not closed, as JSON that is not closed, where the argument that the text ends in is a list or an object
/// and no body.
fn in_json(text: &str) -> Option<String> {
    let form = CALL_FORMS.iter().find(|form| text.starts_with(form.open));
    let (read, close) = match form {
        Some(form) => (read_form(text, form)?, form.parameter_close),
        None => (read_pairs(text)?, super::PAIRED[2].1),
    };
    let Read { name, mut args, open, .. } = read;
    let (key, inside) = match open {
        Some((key, inside)) => (key.to_owned(), inside.to_owned()),
        // The last argument is closed, and the call is not.
        None => {
            let key = args.keys().next_back()?.clone();
            let value = args.remove(&key)?;
            (key, value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        }
    };
    let records = inside.trim_start().strip_prefix('[').map_or(inside.trim_start(), str::trim_start).starts_with('{');
    if !records || gate::body(&key).is_some() {
        return None;
    }
    let inside = without_a_part_of(&inside, close);
    let before: String = args.iter().map(|(key, value)| format!("{}:{value},", Value::from(key.as_str()))).collect();
    Some(format!("{{\"name\":{},\"arguments\":{{{before}{}:{inside}", Value::from(name), Value::from(key)))
}

/// Without the beginning of what ends an argument, where a text ends in it.
fn without_a_part_of<'t>(text: &'t str, close: &str) -> &'t str {
    let Some(at) = text.rfind('<') else { return text };
    let (before, mark) = text.split_at(at);
    if close.starts_with(mark) || mark.starts_with(close) { before } else { text }
}
