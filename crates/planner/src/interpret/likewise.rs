//! "The milk is done and the parcel too": what is told of one is told of the next.

use super::lexicon::one_of;
use super::run::Run;
use super::target::content;
use super::text::Clause;

/// What a todo may be, behind "is".
const STATES: &str = "done|finished|completed|complete|bought|paid|sent|urgent|important|cancelled|canceled|off|overdue|over|ready|\
    packed|booked|returned|fixed|cleaned|submitted|filed|collected|ordered|delivered|sorted";

/// The message with what is told of the first said of the second as well.
pub(super) fn told(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let len = c.len();
    let end = (1..len).find(|i| c.any(*i, "too|as well|also|likewise") == Some(len))?;
    let is = (1..end).find(|i| one_of(c.word(*i), "is|are|was|were"))?;
    let state = c.any(is + 1, "now|already|all").unwrap_or(is + 1);
    let joint = state + 1;
    let next = c.any(joint, "and so|and|so|plus|&").or_else(|| {
        let paused = c.toks.get(state).is_some_and(|t| matches!(t.after, Some(',' | ';')));
        paused.then_some(joint)
    })?;
    // "…, and so is the parcel"
    let next = c.any(next, "is|are").unwrap_or(next);
    let (first, other) = (c.slice(0..is), c.slice(next..end));
    let named = |name: &str| run.names(&content(name));
    let plain = one_of(c.word(state), STATES) && c.found.is_empty() && next < end;
    (plain && named(first) && named(other)).then(|| {
        let state = c.slice(state..joint);
        format!("{first} is {state} and {other} is {state}")
    })
}
