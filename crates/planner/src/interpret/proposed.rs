//! What a conversation proposed and nobody carried out yet, spoken of: corrected, named, withdrawn, narrowed. A message that
//! points at it (`languages::pointing`) is about that before it is anything new, and about no todo that is there.

mod point;
mod scene;

use super::run::{Run, Settled};
use super::{Answer, Context, Decision, Pending, standing};
use crate::dates::Clock;
use crate::languages::pointing::Deed;
use crate::languages::{self, pointing};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::label;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, normal_title};
use countersign_core::wire::{ClarifyOption, ClarifySection};
use point::Came;
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// An item that the conversation proposed and that waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposed {
    /// Its change set.
    pub set: SetId,
    /// Its number there.
    pub n: u32,
    /// What it would do.
    pub op: Operation,
    /// It is signed, and not applied.
    pub signed: bool,
    /// It is drawn as marked: what it was read from left no doubt.
    pub marked: bool,
    /// It is of what was proposed last, and nothing else was spoken of since: "it".
    pub recent: bool,
}

/// A proposed item that a message takes back, or puts otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Its change set.
    pub set: SetId,
    /// Its number there.
    pub n: u32,
    /// The message's own proposal takes its place; else it is not wanted.
    pub replaced: bool,
    /// It was drawn as marked.
    pub marked: bool,
}

impl Proposed {
    fn taken(&self, replaced: bool) -> Taken {
        Taken { set: self.set, n: self.n, replaced, marked: self.marked }
    }
}

/// What a message that points at proposals comes to; `None` where it points at none. What only says "it" is looked at
/// by [`meant`].
pub(super) fn pointed(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let scene = Scene::of(todos, clock, ctx)?;
    if let Some(pending) = &ctx.clarify {
        return answered(text, pending, &scene);
    }
    let asked =
        ctx.turns.iter().rev().find(|t| t.role == "assistant").is_some_and(|t| t.text.trim_end().ends_with('?'));
    let came = scene.refused(text, asked).or_else(|| scene.named(text))?;
    Some(told(came, &scene, text))
}

/// The same of a message that was read as something else, or not at all: "it" is what was proposed last.
pub(super) fn meant(text: &str, read: &Answer, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    // The order that it goes on from, put otherwise, is what waits.
    let whole = || read.decision == Decision::Chat || stands(text, todos, clock, ctx);
    if ctx.clarify.is_some() || read.withdraws && ctx.proposed && whole() {
        return None;
    }
    let scene = Scene::of(todos, clock, ctx)?;
    let came = scene.unnamed(text)?;
    Some(told(came, &scene, text))
}

/// All that was proposed last, for a message that puts it otherwise as a whole, or takes it back.
pub(super) fn last(read: &Answer, ctx: &Context) -> Vec<Taken> {
    if !(read.withdraws && ctx.proposed) {
        return Vec::new();
    }
    let replaced = read.decision == Decision::Plan;
    let set = ctx.proposals.last().map(|p| p.set);
    ctx.proposals.iter().filter(|p| Some(p.set) == set).map(|p| p.taken(replaced)).collect()
}

/// Whether a message says no to something, or lets it be.
pub(super) fn denies(text: &str) -> bool {
    const DENIES: &str = "no|not|don't|dont|never|keep|leave|nicht|kein|keine|keinen|nein|lass|behalte|pas|non|laisse|garde|nu|lasa|deja|conserva";
    super::text::tokens(text).iter().any(|t| !t.quoted && super::lexicon::one_of(&t.fold, DENIES))
}

/// How many todos an operation is about.
fn count(op: &Operation) -> usize {
    op.predicate().and_then(|p| p.ids.as_ref()).map_or(0, Vec::len)
}

/// What the items that are not wanted would have done, in words.
pub(super) fn labels(takes: &[Taken], todos: &Todos, ctx: &Context) -> Vec<String> {
    let gone = |p: &&Proposed| takes.iter().any(|t| !t.replaced && t.set == p.set && t.n == p.n);
    ctx.proposals.iter().filter(gone).map(|p| label::label(&p.op, todos, count(&p.op))).collect()
}

/// Whether the order before the message is what waits, as it waits.
fn stands(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> bool {
    let run = Run::new(todos, clock, ctx, Settled::new());
    let set = ctx.proposals.last().map(|p| p.set);
    let waits: Vec<&Operation> = ctx.proposals.iter().filter(|p| Some(p.set) == set).map(|p| &p.op).collect();
    standing::order(&run, text).is_some_and(|order| order.ops.iter().collect::<Vec<_>>() == waits)
}

/// The answer to a question which of the proposals is meant.
fn answered(text: &str, pending: &Pending, scene: &Scene<'_>) -> Option<Answer> {
    let asked = scene.named(&pending.instruction).or_else(|| scene.unnamed(&pending.instruction))?;
    let Came::Ask { pointed, among, also } = asked else { return None };
    let said = text.trim();
    let labels: Vec<String> = among.iter().map(|at| scene.label(*at)).collect();
    let place = number(said).and_then(|n| n.checked_sub(1));
    // The todo that is there is meant after all.
    let there = |(at, id): &(usize, &TodoId)| scene.label_of(**id) == said || place == Some(among.len() + at);
    if let Some((_, id)) = also.iter().enumerate().find(there) {
        return scene.there(&pending.instruction, *id).map(|answer| Answer { answers_pending: true, ..answer });
    }
    let called = |at: &usize| scene.todo(*at).is_some_and(|todo| normal_title(&todo.title) == normal_title(said));
    let by_label = among.iter().zip(&labels).filter(|(_, label)| *label == said).map(|(at, _)| *at).collect::<Vec<_>>();
    let by_title: Vec<usize> = among.iter().copied().filter(called).collect();
    let chosen = match (by_label.as_slice(), place.and_then(|at| among.get(at)), by_title.as_slice()) {
        ([_, ..], _, _) => Some(by_label),
        (_, Some(at), _) => Some(vec![*at]),
        (_, _, [_]) => Some(by_title),
        _ => pointing::which(said, scene.clock).iter().find_map(|which| scene.among(which, &among)),
    };
    match chosen {
        Some(chosen) => {
            let came = scene.take(&pointed.of_several(), &chosen)?;
            Some(Answer { answers_pending: true, ..told(came, scene, &pending.instruction) })
        }
        None if languages::refuses(said, scene.clock) => {
            Some(Answer { dropped: true, answers_pending: true, ..Answer::of(Decision::Chat) })
        }
        None => None,
    }
}

/// A bare number, as the choices of a question are numbered: "1", "2.".
fn number(said: &str) -> Option<usize> {
    said.trim_end_matches(['.', ')']).parse().ok()
}

fn told(came: Came, scene: &Scene<'_>, text: &str) -> Answer {
    match came {
        Came::Answer(answer) => *answer,
        Came::Ask { pointed, among, also } => {
            let labels = among.iter().map(|at| scene.label(*at)).chain(also.iter().map(|id| scene.label_of(*id)));
            let options = labels.map(|label| ClarifyOption { value: json!(label), label }).collect();
            let mut asked = Answer::of(Decision::Clarify);
            let kept = matches!(pointed.deed, Deed::Keep(_));
            let question = if kept { "Which of these should be withdrawn?" } else { "Which one do you mean?" };
            asked.question = Some(question.to_owned());
            asked.sections = vec![ClarifySection { kind: "value".to_owned(), options }];
            asked.open = Some((0, text.to_owned()));
            asked
        }
    }
}
