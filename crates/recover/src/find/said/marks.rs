//! The marks of a call between words and a document: tags, tokens, and the name of what is called.

use crate::find::reasoning::{self, Tag};

/// How many words may be among the marks.
const WORDS: usize = 4;

/// Shortest name of what is called.
const SHORTEST: usize = 3;

/// What is said without the tags and tokens.
pub(super) fn untagged(text: &str) -> String {
    let (mut said, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('<') {
        said.push_str(rest.get(..at).unwrap_or_default());
        let end = rest.get(at..).and_then(|tag| tag.find('>'));
        rest = end.and_then(|end| rest.get(at + end + 1..)).unwrap_or_default();
    }
    said + rest
}

/// The words before the marks that `before` ends with, and a line break in their place.
pub(super) fn without(before: &str) -> &str {
    // `functools[`, `write_file{`: the name of what is called stands at once before its arguments.
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let rest = before.trim_end_matches(name);
    let before = if before.len() - rest.len() >= SHORTEST && !rest.trim().is_empty() { rest } else { before };
    let mut starts = before.match_indices(['<', '[']).map(|(at, _)| at);
    let first = starts.find(|&at| before.get(at..).is_some_and(|rest| !rest.starts_with("</") && are_marks(rest)));
    let Some(words) = first.and_then(|at| before.get(..at)) else { return before };
    if words.trim().is_empty() { before } else { words }
}

/// Whether there are nothing but marks, the first of which stands at the beginning.
fn are_marks(text: &str) -> bool {
    // The tag of a page may have words behind it, which are said.
    let named = mark(text).and_then(|length| text.get(..length)).is_some_and(|mark| mark.contains(['_', '|', '｜']));
    let (mut rest, mut words) = (text, if named { 0 } else { WORDS });
    loop {
        rest = rest.trim_start().trim_start_matches('`');
        if rest.is_empty() {
            return true;
        }
        let length = mark(rest).or_else(|| {
            words += 1;
            let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '=' | '-');
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            (words <= WORDS && end > 0 && rest.len() < text.len()).then_some(end)
        });
        match length.and_then(|length| rest.get(length..)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
}

/// Length of a tag, a token or a marker in brackets.
fn mark(text: &str) -> Option<usize> {
    if let Some(inside) = text.strip_prefix('[') {
        let end = inside.find(']')?;
        let name = inside.get(..end)?;
        let is_marker = name.len() > 2 && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        return is_marker.then_some(end + 2);
    }
    match reasoning::tag(text.starts_with('<').then_some(text)?)? {
        Tag::Other { len } => Some(len),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn the_marks_of_a_call_are_no_words() {
        for (before, words) in [
            ("I will not do this: <tool_call>\n", "I will not do this: "),
            ("Not this: [TOOL_CALLS]write_file[ARGS]", "Not this: "),
            ("No: <｜tool▁call▁begin｜>function<｜tool▁sep｜>update\n```json\n", "No: "),
            ("No: <start_function_call>call:update", "No: "),
            ("No: <|channel|>commentary to=functions.a <|constrain|>json<|message|>", "No: "),
            ("No: functools", "No: "),
            ("functools", "functools"),
            ("<tool_call>", "<tool_call>"),
            ("<b>I will not do this:</b> because ", "<b>I will not do this:</b> because "),
            ("Sure. <b>Not this:</b> ", "Sure. <b>Not this:</b> "),
            ("see [1]: ", "see [1]: "),
            ("a < b: ", "a < b: "),
        ] {
            assert_eq!(without(before), words, "{before}");
        }
    }
}
