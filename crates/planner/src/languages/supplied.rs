//! "Lösche", then "den Zahnarzt": the todo that an order of one word left out, named by the answer to its question.

use super::{bare_order, in_own_words, sentence, whole, words};
use crate::interpret::{Answer, Context, Decision, Pending};
use countersign_core::operation::Operation;
use countersign_core::todos::Todos;

/// Whether the question was put to such an order about a todo that is there.
fn left_out(pending: &Pending) -> bool {
    bare_order(&pending.instruction).is_some_and(|asked| asked.question.as_deref() == Some(super::WHICH))
}

/// The order with what names the todo in it, read as if it had been said at once; `None` where that is no order about a
/// todo.
fn together(
    instruction: &str,
    text: &str,
    todos: &Todos,
    clock: &crate::dates::Clock,
    english: &impl Fn(&str) -> Answer,
) -> Option<Answer> {
    let orders = |w: &words::Word| super::detect::ALL.into_iter().any(|l| sentence::ordered(l, &w.fold).is_some());
    let all = words::words(text, None);
    if text.trim_end().ends_with('?') || all.first().is_none_or(orders) {
        return None;
    }
    let said = format!("{} {}", instruction.trim(), text.trim());
    let heard = super::hear(&said, todos, clock)?;
    let order = heard.english.as_ref()?;
    let answer = english(order);
    let about = match answer.decision {
        Decision::Plan => answer.ops.iter().all(|op| op.target().is_some() || op.predicate().is_some()),
        // Which of several, or when.
        Decision::Clarify => !answer.options.is_empty() || answer.sections.iter().any(|s| s.kind == "when"),
        Decision::Chat | Decision::Unsure => false,
    };
    let makes = answer.ops.iter().any(|op| matches!(op, Operation::Create(_)));
    let mut answer = whole(in_own_words(answer, &heard.pieces, order, &said), &heard.pieces, &said, todos);
    answer.answers_pending = true;
    (about && !makes).then_some(answer)
}

/// What the answer to such a question comes to.
pub(super) fn answered(
    text: &str,
    todos: &Todos,
    clock: &crate::dates::Clock,
    ctx: &Context,
    english: &impl Fn(&str, &Context) -> Answer,
) -> Option<Answer> {
    let pending = ctx.clarify.as_ref().filter(|p| p.answers.is_empty() && left_out(p))?;
    let fresh = Context { clarify: None, ..ctx.clone() };
    together(&pending.instruction, text, todos, clock, &|said| english(said, &fresh))
}

/// A question that came of such an answer is about the order with the answer in it.
pub(super) fn folded(
    todos: &Todos,
    clock: &crate::dates::Clock,
    ctx: &Context,
    english: &impl Fn(&str, &Context) -> Answer,
) -> Option<Context> {
    let pending = ctx.clarify.as_ref().filter(|p| left_out(p))?;
    let (first, later) = pending.answers.split_first()?;
    let fresh = Context { clarify: None, ..ctx.clone() };
    together(&pending.instruction, first, todos, clock, &|said| english(said, &fresh))?;
    let instruction = format!("{} {}", pending.instruction.trim(), first.trim());
    let pending = Pending { instruction, answers: later.to_vec(), ..pending.clone() };
    Some(Context { clarify: Some(pending), ..ctx.clone() })
}
