//! Two instructions told by trying: what stands on either side of a comma or an "and" is read alone, and where each
//! side by itself changes a todo that is there, they are two.

use super::run::Run;
use super::split::{lead, verb_at};
use super::text::Clause;
use countersign_core::operation::Operation;

/// Longer sides are not tried: reading takes time.
const MOST_WORDS: usize = 16;
/// Messages with more words are not split by trying.
const MOST_IN_ALL: usize = 60;

/// Whether each side is an instruction of its own about todos that are there. Of the right side only what reaches to
/// the next mark or "and" need be one.
pub(super) fn both_stand(run: &Run<'_>, left: &Clause, right: &Clause) -> bool {
    if run.trying || left.len() > MOST_WORDS || left.len() + right.len() > MOST_IN_ALL {
        return false;
    }
    let ends = ends(right);
    // Mostly the right side is no instruction: that is found out first.
    ends.iter().any(|end| stands(run, right.slice(0..*end))) && stands(run, &left.text)
}

/// Where the first instruction of a text may end: at its first two marks or joining words, and at its end.
fn ends(c: &Clause) -> Vec<usize> {
    let stops = (2..c.len()).filter(|i| {
        super::lexicon::one_of(c.word(*i), "and|then|but|also|plus")
            || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | '!')))
    });
    let mut out: Vec<usize> = stops.take(2).collect();
    out.push(c.len());
    out.retain(|end| *end <= MOST_WORDS);
    out
}

/// Whether a text alone changes todos that are there, without a question and without a word left over.
fn stands(run: &Run<'_>, text: &str) -> bool {
    let text = text.trim();
    let c = Clause::new(text, run.clock);
    if c.len() < 2 || verb_at(&c, lead(&c).at, false).is_some_and(|h| h.next >= c.len()) {
        return false;
    }
    let mut probe = run.beside();
    let read = probe.clause(text);
    let sure = |code: &String| {
        !matches!(code.as_str(), "weak_match" | "not_found" | "no_change" | "all_todos" | "nothing_changes")
    };
    read.is_ok()
        && !probe.ops.is_empty()
        && probe.ops.iter().all(|op| !matches!(op, Operation::Create(_) | Operation::Undo { .. }))
        && probe.warnings.iter().all(sure)
        && probe.unaccounted(&[text.to_owned()]).is_none()
}
