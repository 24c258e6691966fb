//! A question that another request came behind: what was said in between, and which answers still mean it.

use super::chosen;
use super::run::{Run, Settled};
use super::target::{content, inflections};
use super::{Answer, Context, Decision, Pending};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::todos::{Todos, View, words};

/// So many messages later a question is no longer among what is told of the conversation.
const LONG_AGO: usize = 6;

/// The conversation as it was when the sentence that caused the question was said: what came after it is no part of it.
pub(super) fn at_that_time(pending: &Pending, ctx: &Context) -> Context {
    let said = asked_at(pending, ctx).unwrap_or(ctx.turns.len());
    let turns = ctx.turns.get(..said).unwrap_or_default().to_vec();
    Context { history: ctx.history.clone(), turns, ..Context::default() }
}

/// The turn with the sentence that caused the question.
fn asked_at(pending: &Pending, ctx: &Context) -> Option<usize> {
    ctx.turns.iter().rposition(|turn| turn.role != "assistant" && turn.text.trim() == pending.instruction.trim())
}

/// Whether another request was made between the question and its answers.
#[derive(Debug, Default)]
pub(super) struct Overtaken {
    /// Before each of the earlier answers.
    pub(super) answers: Vec<bool>,
    /// Before this message.
    pub(super) last: bool,
}

impl Overtaken {
    pub(super) fn by(text: &str, pending: &Pending, todos: &Todos, clock: &Clock, ctx: &Context) -> Self {
        let Some(asked) = asked_at(pending, ctx) else {
            let said = ctx.turns.iter().filter(|turn| turn.role != "assistant").count();
            return Self { last: said >= LONG_AGO, ..Self::default() };
        };
        let mut out = Self::default();
        let itself =
            |at: usize| at + 1 == ctx.turns.len() && ctx.turns.get(at).is_some_and(|t| t.text.trim() == text.trim());
        let said = ctx.turns.iter().enumerate().skip(asked + 1);
        for (at, turn) in said.filter(|(at, turn)| turn.role != "assistant" && !itself(*at)) {
            if pending.answers.get(out.answers.len()).is_some_and(|answer| answer.trim() == turn.text.trim()) {
                out.answers.push(out.last);
                continue;
            }
            let before = Context { turns: ctx.turns.get(..at).unwrap_or_default().to_vec(), ..Context::default() };
            let said = crate::languages::hear(&turn.text, todos, clock).and_then(|heard| heard.english);
            let said = said.as_deref().unwrap_or(&turn.text);
            let read = Run::new(todos, clock, &before, Settled::new()).message(said);
            out.last |= matches!(read.decision, Decision::Plan | Decision::Clarify);
        }
        out
    }
}

/// Whether an answer names what it chooses: a number, a label, a value, or a word of a title.
pub(super) fn names(text: &str, options: &[TodoId], before: &Answer, todos: &Todos) -> bool {
    let titled = |word: &String| {
        let forms = inflections(word);
        options.iter().filter_map(|id| todos.todo(*id)).any(|t| words(&t.title).iter().any(|w| forms.contains(w)))
    };
    text.contains('#') || chosen::labelled_so(text, before, todos).is_some() || content(text).iter().any(titled)
}
