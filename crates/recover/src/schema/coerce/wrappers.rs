//! What a model puts around what was asked for: a member of an object, JSON in a string, a list of one.

use crate::node::{Data, Marks, Node};
use crate::parse::{Parsed, Parser};
use crate::repair::{Repair, Repairs};
use std::borrow::Cow;

/// Members under which a model puts what was asked for.
pub(super) const WRAPPERS: &[&str] = &[
    "arguments",
    "properties",
    "parameters",
    "params",
    "args",
    "input",
    "output",
    "result",
    "response",
    "data",
    "json",
    "answer",
    "value",
    "function",
    "function_call",
    "functionCall",
    "tool_call",
    "toolCall",
    "tool_calls",
    "tool_input",
    "action_input",
    "final",
    "final_answer",
];

/// The one member of an object under which a model puts what was asked for.
fn only_wrapper(members: &[(String, Node)]) -> Option<&(String, Node)> {
    let mut wrappers = members.iter().filter(|(k, _)| WRAPPERS.contains(&k.as_str()));
    wrappers.next().filter(|_| wrappers.next().is_none())
}

/// An object that was closed, with all that is in it: what comes after it in a list that is cut changes nothing in it.
pub(super) fn is_whole_object(node: &Node) -> bool {
    matches!(node.data, Data::Object(_)) && !node.any(Marks::UNCLOSED)
}

/// The object that a wrapper holds: itself, as JSON in a string, or alone in a list; and what was mended in it.
pub(super) fn wrapped_object(node: &Node) -> Option<(Node, Repairs)> {
    let object = match &node.data {
        Data::Text(text) if !node.marks.has(Marks::GUESSED.with(Marks::UNCLOSED)) => return encoded(text),
        Data::Object(_) => Some(node.clone()),
        Data::Array(items) if !node.marks.has(Marks::ELIDED) => match &**items {
            [only] if is_whole_object(only) => Some(only.clone()),
            [only] if !node.marks.has(Marks::UNCLOSED) && matches!(only.data, Data::Object(_)) => Some(only.clone()),
            _ => None,
        },
        _ => None,
    };
    object.map(|object| (object, Repairs::default()))
}

/// The object under the one wrapper among the members of another.
pub(super) fn wrapped_within(members: &[(String, Node)]) -> Option<Node> {
    let (_, next) = only_wrapper(members)?;
    wrapped_object(next).map(|(next, _)| next)
}

/// Strings in strings in strings: nobody means more.
pub(super) const MAX_ENCODED: usize = 3;

/// The container that a string holds as JSON, or in a dialect of which nothing is a guess: `"{'a': True,}"`; and what
/// was mended in it.
pub(super) fn encoded(text: &str) -> Option<(Node, Repairs)> {
    let mut text = Cow::Borrowed(text.trim());
    for _ in 0..MAX_ENCODED {
        let parsed = match text.as_bytes().first()? {
            b'{' | b'[' => Parser::container(&text, 0, true, false).0?,
            b'"' => Parser::root_string(&text, 0)?,
            _ => return None,
        };
        if parsed.end != text.len() {
            return None;
        }
        match parsed.node.data {
            Data::Text(inner) if parsed.repairs.is_empty() => text = Cow::Owned(inner.trim().to_owned()),
            Data::Text(_) => return None,
            _ if parsed.repairs.is_empty() || is_of_a_dialect(&parsed) => return Some((parsed.node, parsed.repairs)),
            _ => return None,
        }
    }
    None
}

/// Whether what was read is in another dialect, in which nothing is missing and nothing is a guess.
fn is_of_a_dialect(parsed: &Parsed) -> bool {
    use Repair::{Comment, PythonLiteral, RawNewline, SingleQuotes, TrailingComma, UnquotedKey};
    const DIALECT: [Repair; 6] = [Comment, PythonLiteral, RawNewline, SingleQuotes, TrailingComma, UnquotedKey];
    parsed.repairs.list().iter().all(|repair| DIALECT.contains(repair)) && !parsed.node.any(Marks::DOUBTS)
}
