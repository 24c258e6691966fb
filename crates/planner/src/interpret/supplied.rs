//! The todo that an order left out, named by the answer to "Which todo do you mean?": "delete", then "the gym"; "move to
//! friday", then "#2 and #3".

use super::bare::is_everyday;
use super::lexicon::one_of;
use super::run::{Run, Settled};
use super::split::{lead, verb_at};
use super::text::Clause;
use super::{Answer, Context, Decision};
use crate::dates::Clock;
use countersign_core::todos::Todos;

/// The question of an order without an object.
pub(super) const WHICH: &str = "Which todo do you mean?";

/// The order with what the answer names in it; none where that is no todo, or the answer is an order of its own.
pub(super) fn order(text: &str, before: &Answer, todos: &Todos, clock: &Clock) -> Option<String> {
    let (_, clause) = before.open.as_ref().filter(|_| before.question.as_deref() == Some(WHICH))?;
    let said = Clause::new(text, clock);
    let at = lead(&said).at;
    if text.trim_end().ends_with('?') || verb_at(&said, at, false).is_some() || !said.found.is_empty() {
        return None;
    }
    let asked = Clause::new(clause, clock);
    let began = lead(&asked);
    let head = verb_at(&asked, began.at, began.ing)?;
    let behind = (head.next..asked.len()).find(|i| !one_of(asked.word(*i), "it|that|this|them|those|these|one|todo"));
    let rest = behind.map_or("", |from| asked.slice(from..asked.len()));
    let whole = format!("{} {} {rest}", asked.slice(0..head.next), said.slice(at..said.len()));
    let whole = whole.trim_end().to_owned();
    let read = Run::new(todos, clock, &Context::default(), Settled::new()).message(&whole);
    let about = match read.decision {
        Decision::Plan => read.ops.iter().all(|op| op.target().is_some() || op.predicate().is_some()),
        // More than one is called so, or more is to be known of it.
        Decision::Clarify => !read.options.is_empty() && !is_everyday(said.word(at)),
        Decision::Chat | Decision::Unsure => false,
    };
    about.then_some(whole)
}
