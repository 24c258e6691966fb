//! What is no new todo: in the middle of it an order or a report about what is there begins, or another todo is named.

use crate::dates::What;
use crate::interpret::lexicon::one_of;
use crate::interpret::run::Run;
use crate::interpret::target::{Match, Want, content};
use crate::interpret::text::Clause;
use countersign_core::ids::TodoId;
use std::ops::Range;

/// "… and move wednesday's", "the report went out": an order or a report is in the middle of it.
pub(super) fn is_strange(run: &Run<'_>, c: &Clause, from: usize) -> bool {
    const OURS: &str = "move|reschedule|postpone|delete|complete|rename|skip|reopen|tick|untick|cancel";
    let within = c.free(from..c.len()).into_iter().skip(1).any(|i| {
        one_of(c.word(i), "and|then") && one_of(c.word(i + 1), OURS)
            || one_of(c.word(i), "is|are|was|were|went|has|have|done|finished|completed") && {
                let paused = |k: &usize| c.toks.get(*k - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')));
                let begin = (from + 1..i).rev().find(paused).unwrap_or(from);
                matches!(run.find(&content(c.slice(begin..i)), Want::Open), Match::One(_))
            }
    });
    within || runs_on(run, c, from)
}

/// "invoice monday dentist friday", "dentist friday dry cleaning done": two todos that are there, with a day between them.
fn runs_on(run: &Run<'_>, c: &Clause, from: usize) -> bool {
    const LINKS: &str = "for|at|about|with|before|after|to|and|of|from|in|on|re|regarding";
    let day = |i: usize| {
        let of = c.found.iter().find(|f| c.toks_of(&f.span).contains(&i));
        of.is_some_and(|f| matches!(f.what, What::Date { .. } | What::DateTime { .. }))
    };
    let mut parts: Vec<Range<usize>> = Vec::new();
    for i in (from..c.len()).filter(|i| !day(*i)) {
        match parts.last_mut() {
            Some(part) if part.end == i => part.end = i + 1,
            _ => parts.push(i..i + 1),
        }
    }
    let [first, second, ..] = &parts[..] else { return false };
    // "prepare monday report on thursday": what is done with it, and no name.
    let verb = first.len() == 1 && crate::interpret::is_errand(c.word(first.start));
    if verb || one_of(c.word(second.start), LINKS) {
        return false;
    }
    let name = |part: &Range<usize>| -> Option<TodoId> {
        let told = part.len() > 1 && one_of(c.word(part.end - 1), "done|finished|completed");
        match run.find(&content(c.slice(part.start..part.end - usize::from(told))), Want::Open) {
            Match::One(id) => Some(id),
            _ => None,
        }
    };
    name(first).is_some_and(|id| name(second).is_some_and(|other| other != id))
}
