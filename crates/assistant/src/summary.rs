//! Words for the person, from facts: never what a model wrote about what it did (R23).

use crate::outcome::ProposedOp;
use countersign_core::change_set::propose;
use countersign_core::effect::bulk_targets;
use countersign_core::ids::TodoId;
use countersign_core::label::{label, quoted};
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View};
use jiff::civil::Date;

/// One to three sentences on what is proposed: number first, verb, consequence.
pub(crate) fn of(operations: &[ProposedOp], left_out: &[TodoId], todos: &Todos, today: Date) -> String {
    let valid: Vec<&Operation> = operations.iter().filter(|o| o.is_valid()).filter_map(|o| o.op.as_ref()).collect();
    let invalid = operations.len() - valid.len();
    let changes = |n: usize| if n == 1 { "1 change".to_owned() } else { format!("{n} changes") };
    let mut text = match valid.as_slice() {
        [] => "Nothing could be proposed. Name a todo and what should happen to it.".to_owned(),
        many => {
            let shown: Vec<String> = many.iter().take(3).map(|op| lower(&say(op, todos, today))).collect();
            let more = many.len().saturating_sub(3);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            let undoable = many.iter().any(|op| matches!(op, Operation::Delete { .. } | Operation::BulkDelete { .. }));
            let undoable = if undoable { " (undoable)" } else { "" };
            format!(
                "{} proposed: {}{more}{undoable}. Nothing happens until you sign.",
                changes(many.len()),
                shown.join("; ")
            )
        }
    };
    if invalid > 0 && !valid.is_empty() {
        text.push_str(&format!(" {} could not be used.", changes(invalid)));
    }
    if let Some(problem) = propose::left_out(left_out, todos).filter(|_| !valid.is_empty()) {
        text.push_str(&format!(" {}.", problem.message));
    }
    text
}

/// The operation in words.
pub(crate) fn say(op: &Operation, todos: &Todos, today: Date) -> String {
    let count = match op.predicate() {
        None => 1,
        Some(_) => bulk_targets(op, todos, today).taken.len(),
    };
    label(op, todos, count)
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// A compact line of S0-72: `op #id “title≤60” @date|@unscheduled prio:x`.
pub(crate) fn line(op: &Operation, todos: &Todos, today: Date) -> String {
    let todo = op.target().and_then(|t| t.id()).and_then(|id| todos.todo(id));
    let subject = todo.map_or_else(String::new, |t| {
        let date = t.scheduled_for.map_or_else(|| "@unscheduled".to_owned(), |d| format!("@{d}"));
        let prio =
            serde_json::to_value(t.priority).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let done = if t.completed() { " [done]" } else { "" };
        format!(" #{} {} {date} prio:{prio}{done}", t.id, quoted(&t.title))
    });
    format!("{}{subject}: {}", op.name(), say(op, todos, today))
}

/// A text in which nothing steers a screen: control characters and line separators are spaces; what
/// turns the order of letters, or is not seen, is gone.
pub(crate) fn harmless(text: &str) -> String {
    let unseen = |c: &char| {
        matches!(*c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            || matches!(u32::from(*c), 0xE0000..=0xE007F)
    };
    let space = |c: char| if c.is_control() && c != '\n' || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c };
    text.chars().filter(|c| !unseen(c)).map(space).collect()
}

/// Markdown's links and pictures as their words: an address of a model's is no place to go to.
pub(crate) fn unlinked(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('[') {
        let link = rest.get(at + 1..).and_then(|inner| inner.split_once("](")).and_then(|(words, target)| {
            let (_, behind) = target.split_once(')')?;
            (!words.contains(['[', ']', '\n'])).then_some((words, behind))
        });
        let before = rest.get(..at).unwrap_or_default();
        match link {
            Some((words, behind)) => {
                out.push_str(before.strip_suffix('!').unwrap_or(before));
                out.push_str(words);
                rest = behind;
            }
            None => {
                out.push_str(before);
                out.push('[');
                rest = rest.get(at + 1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// A model's text without what it thought.
fn unthought(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("<think>") {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).and_then(|r| r.split_once("</think>")).map_or("", |(_, tail)| tail);
    }
    out.push_str(rest);
    out.rsplit("</think>").next().unwrap_or_default().to_owned()
}

/// Nothing was said: the text is blank, or only thought.
pub(crate) fn is_empty(text: &str) -> bool {
    unthought(text).trim().is_empty()
}

/// A model's words of several lines as people are shown them: nothing in them steers a screen or leads
/// elsewhere.
pub fn worded(text: &str) -> String {
    harmless(&unlinked(text)).trim().to_owned()
}

/// A model's words so far as people are shown them: plain text of one paragraph.
pub fn spoken(text: &str) -> String {
    sanitised(text, 4_000)
}

/// A model's sentences as plain text of one paragraph (S0-61); empty when nothing is left.
pub(crate) fn sanitised(text: &str, most: usize) -> String {
    // Reasoning and fenced blocks are not for the person.
    let out = unthought(text).replace("<response>", " ").replace("</response>", " ");
    let unfenced: String = out.split("```").step_by(2).collect::<Vec<_>>().join(" ");
    let plain: String = harmless(&unlinked(&unfenced)).chars().filter(|c| *c != '*' && *c != '`').collect();
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.starts_with(['{', '[']) || loops(&line) {
        return String::new();
    }
    match line.char_indices().nth(most) {
        None => line,
        Some((at, _)) => {
            let head = line.get(..at).unwrap_or_default();
            let end = head.rfind(['.', '!', '?']).map(|e| e + 1);
            end.and_then(|e| head.get(..e)).map_or_else(|| format!("{head}…"), str::to_owned)
        }
    }
}

/// The first sentences of a text, at most so many (S0-60). One ends at a full stop, question or
/// exclamation mark before a space and what can begin another: not in `e.g. this` or `3.5`.
pub(crate) fn sentences(text: &str, most: usize) -> &str {
    let mut left = most;
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let Some((space, ' ')) = chars.peek().copied() else { continue };
        let begins = text.get(space + 1..).and_then(|rest| rest.chars().next()).is_some_and(|c| !c.is_lowercase());
        if matches!(c, '.' | '!' | '?' | '…') && begins {
            left -= 1;
            if left == 0 {
                return text.get(..space).unwrap_or(text);
            }
        }
    }
    text
}

/// The same words over and over.
fn loops(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    (1..=8).any(|n| words.len() >= 5 * n && words.windows(2 * n).filter(|w| w[..n] == w[n..]).count() >= 3 * n)
}
