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

/// A model's sentences as plain text of one paragraph (S0-61); empty when nothing is left, or when it
/// claims to have done something.
pub(crate) fn sanitised(text: &str, most: usize) -> String {
    // Reasoning and fenced blocks are not for the person.
    let out = unthought(text).replace("<response>", " ").replace("</response>", " ");
    let unfenced: String = out.split("```").step_by(2).collect::<Vec<_>>().join(" ");
    let plain: String =
        unfenced.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| *c != '*' && *c != '`').collect();
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

/// Whether a text says that something has been done, which no text of a model can know (R23).
pub(crate) fn claims(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    [
        "i've added",
        "i have added",
        "i added",
        "i've deleted",
        "i have deleted",
        "i deleted",
        "i've moved",
        "i have moved",
        "i moved",
        "i've completed",
        "i have completed",
        "i completed",
        "i've updated",
        "i have updated",
        "i updated",
        "i've marked",
        "i have marked",
        "i marked",
        "i've created",
        "i have created",
        "i created",
        "i've rescheduled",
        "i have rescheduled",
        "i rescheduled",
        "i've removed",
        "i have removed",
        "i removed",
        "i've changed",
        "i have changed",
        "i changed",
        "has been added",
        "has been deleted",
        "has been moved",
        "has been completed",
        "has been updated",
        "has been marked",
        "has been created",
        "has been removed",
        "have been updated",
        "have been deleted",
        "have been moved",
        "have been added",
        "have been marked",
        "i've set",
        "i have set",
    ]
    .iter()
    .any(|claim| lower.contains(claim))
}
