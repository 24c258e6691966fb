//! The order that a message goes on from: the last one the person gave, with what was made of it since.

use super::run::{Ref, Run, Settled};
use super::text::Clause;
use super::{Answer, Decision, Pending, pending, question};
use super::{Context, Turn};
use crate::languages;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};

/// How many turns of the conversation may have gone on from one another.
const MOST_BACK: usize = 12;

/// So many answers may have completed an order.
const MOST_ANSWERS: usize = 3;

/// An order of before, read again.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    /// In the planner's English, with what later messages corrected in it.
    pub(super) said: String,
    /// Whether `said` is all of it: some of what came after it could only be done to the operations.
    pub(super) whole: bool,
    /// What it comes to, where that is sure.
    pub(super) ops: Vec<Operation>,
    /// What it was about.
    pub(super) last: Vec<Ref>,
    /// The series that the set it names leaves out.
    pub(super) left_out: Vec<TodoId>,
    /// The todos that it was asked of, where an answer chose among them.
    pub(super) asked: Vec<TodoId>,
    /// What was said and done before it.
    pub(super) earlier: Context,
}

impl Standing {
    /// The todos that it changes, in order.
    pub(super) fn ids(&self) -> Vec<TodoId> {
        ids(&self.ops)
    }

    /// A run that reads it put otherwise, in its own place: what it goes on from itself is what was said before it.
    pub(super) fn anew<'r>(&'r self, run: &Run<'r>) -> Run<'r> {
        let mut read = Run::new(run.todos, run.clock, &self.earlier, Settled::new());
        read.trying = true;
        read
    }
}

/// The todos that operations change, in order.
pub(super) fn ids(ops: &[Operation]) -> Vec<TodoId> {
    let mut ids = Vec::new();
    for op in ops {
        let named = op.predicate().and_then(|p| p.ids.clone()).unwrap_or_default();
        ids.extend(op.target().and_then(Target::id).into_iter().chain(named));
    }
    ids.dedup();
    ids
}

/// The place of the message right before this one that is no mere thanks, among the turns without this one.
fn place<'r>(run: &'r Run<'_>, text: &str) -> Option<(&'r [Turn], usize)> {
    let own = |turn: &Turn| turn.role != "assistant";
    let mut turns = run.ctx.turns.as_slice();
    // Some tell the message itself as the last turn.
    if let [before @ .., last] = turns
        && own(last)
        && last.text.trim() == text.trim()
    {
        turns = before;
    }
    let talk = |turn: &Turn| question::is_small_talk(&Clause::new(&turn.text, run.clock));
    let at = turns.iter().rposition(|turn| own(turn) && !talk(turn))?;
    Some((turns, at))
}

/// What was said before the order.
pub(super) fn before(run: &Run<'_>, text: &str) -> Option<Vec<Turn>> {
    let (turns, at) = place(run, text)?;
    Some(turns.get(at.saturating_sub(MOST_BACK)..at)?.to_vec())
}

/// The message right before this one that is no mere thanks, where it is an order.
pub(super) fn order(run: &Run<'_>, text: &str) -> Option<Standing> {
    let (turns, at) = place(run, text)?;
    let (before, own) = (turns.get(at.saturating_sub(MOST_BACK)..at)?, turns.get(at)?.text.trim());
    let earlier = Context { history: run.ctx.history.clone(), turns: before.to_vec(), ..Context::default() };
    let goes_on = languages::following::english(own, run.todos, run.clock, &earlier);
    let heard = goes_on.or_else(|| languages::hear(own, run.todos, run.clock).and_then(|heard| heard.english));
    let mut said = heard.unwrap_or_else(|| own.to_owned());
    let again = |said: &str| {
        let mut read = Run::new(run.todos, run.clock, &earlier, Settled::new());
        read.trying = true;
        (read.all(said).is_ok(), read)
    };
    let (mut sure, mut read) = again(&said);
    // "buy bread" made a todo that is called so by now: it is there, and the order was one to make it.
    if (!sure || read.ops.is_empty()) && run.made_of(own).len() == 1 {
        said = format!("add {said}");
        (sure, read) = again(&said);
    }
    let heard = if read.heard.is_empty() { said } else { read.heard };
    let said = heard.trim().trim_end_matches(['.', '!']).to_owned();
    let ops = if sure { read.ops } else { Vec::new() };
    if ops.is_empty()
        && let Some(answered) = answered(&said, before, run)
    {
        return Some(answered);
    }
    let (whole, last, left_out) = (read.carried.is_none(), read.last, read.left_out);
    Some(Standing { said, whole, ops, last, left_out, asked: Vec::new(), earlier })
}

/// The order that an answer completed: "the second one", said to the question which one to move.
fn answered(said: &str, before: &[Turn], run: &Run<'_>) -> Option<Standing> {
    let own = |(at, turn): (usize, &Turn)| (turn.role != "assistant").then_some(at);
    let mut answers: Vec<String> = Vec::new();
    for at in before.iter().enumerate().filter_map(own).collect::<Vec<_>>().into_iter().rev().take(MOST_ANSWERS) {
        let text = before.get(at)?.text.trim();
        let heard = languages::hear(text, run.todos, run.clock).and_then(|heard| heard.english);
        let instruction = heard.unwrap_or_else(|| text.to_owned());
        let turns = before.get(..at)?.to_vec();
        let fresh = Context { history: run.ctx.history.clone(), turns, ..Context::default() };
        let asks = Run::new(run.todos, run.clock, &fresh, Settled::new()).message(&instruction);
        let in_english =
            |answer: &str| languages::answer(answer, text, run.todos, run.clock).unwrap_or_else(|| answer.to_owned());
        if asks.decision == Decision::Clarify {
            let answers = answers.iter().rev().map(|answer| in_english(answer)).collect();
            let pending = Pending { instruction: instruction.clone(), answers, ..Pending::default() };
            let chosen = pending::answer(&in_english(said), &pending, run.todos, run.clock, &fresh)?;
            return settled(instruction, chosen, asks.options, fresh);
        }
        answers.push(text.to_owned());
    }
    None
}

/// An order with what an answer came to, where that is sure.
fn settled(said: String, chosen: Answer, asked: Vec<TodoId>, earlier: Context) -> Option<Standing> {
    if chosen.decision != Decision::Plan {
        return None;
    }
    let last = ids(&chosen.ops).into_iter().map(Ref::Todo).collect();
    Some(Standing { said, whole: false, ops: chosen.ops, last, left_out: Vec::new(), asked, earlier })
}
