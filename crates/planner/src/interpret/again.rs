//! "Same for the plumber", "and the gym too": the instruction before, for another todo.

use super::correct::object_of;
use super::lexicon::{Verb, one_of};
use super::resolve::which;
use super::run::{Run, Stop};
use super::split::{lead, verb_or_typo};
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::operation::Operation;

const SAME: &str = "same for|the same for|do the same for|same with|the same with|do the same with|same goes for|\
    the same goes for|ditto for|likewise for|and the same for|ditto|same thing for|the same thing for|do that for|\
    and do the same for|so should|same to|the same to";
/// In front of what is so as well: "the report is done and so are the slides".
const SO: &str = "so is|so are|so was|so were|as is|as are|so has|so have";
const TOO: &str = "too|as well|also|likewise|the same|ditto|same";

/// Whether a text asks for the instruction before once more.
pub(super) fn repeats(c: &Clause, at: usize) -> bool {
    other(c, at).is_some()
}

/// Whether a text says that something is so of another todo as well.
pub(super) fn so(c: &Clause) -> bool {
    c.any(0, SO).is_some_and(|e| e < c.len())
}

/// The name of the other todo.
fn other(c: &Clause, at: usize) -> Option<String> {
    if let Some(e) = c.any(at, SAME).or_else(|| c.any(0, SO)).filter(|e| *e < c.len()) {
        return Some(c.slice(e..c.len()).to_owned());
    }
    let end = (at + 1..c.len()).find(|i| c.any(*i, TOO) == Some(c.len()))?;
    Some(c.slice(at..end).to_owned())
}

/// "same for the plumber" with nothing before it: what should happen is asked.
pub(super) fn unknown(run: &Run<'_>, c: &Clause, at: usize) -> Option<Stop> {
    let e = c.any(at, SAME).filter(|e| *e < c.len() && run.before.is_none())?;
    let name = c.slice(e..c.len());
    let ids = match run.find(&content(name), Want::Open) {
        Match::One(id) => vec![id],
        Match::Tie(ids) => ids,
        Match::Weak(_) | Match::None => return None,
    };
    let question = format!("What should happen to “{name}”?");
    Some(match ids.as_slice() {
        [id] => super::resolve::deeds(run, question, *id),
        _ => which(run, question, &ids),
    })
}

/// The instruction before with this clause's todo in the place of its own; `None` when this is no such clause.
pub(super) fn instruction(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    if let Some(said) = none_then(run, c, at) {
        return Some(said);
    }
    for_another(run, &other(c, at)?)
}

/// The instruction before, for the todo of that name.
pub(super) fn for_another(run: &Run<'_>, name: &str) -> Option<String> {
    let before = Clause::new(run.before.as_deref()?, run.clock);
    let l = lead(&before);
    let known = run.names(&content(name))
        || super::fields::list(name).iter().all(|n| matches!(run.find(&content(n), Want::Open), Match::One(_)));
    if !known {
        return None;
    }
    let Some(head) = verb_or_typo(&before, l.at, l.ing, run)
        .filter(|h| h.verb != Verb::Create || one_of(before.word(h.at), "put|place"))
    else {
        // What was told of one is told of the other.
        let (i, _) = before.seek(l.at + 1, "is|are|was|were|has been|have been|done|finished")?;
        return Some(format!("{name} {}", before.slice(i..before.len())));
    };
    let noun = before.slice(head.next..before.len());
    let object = object_of(noun, run);
    let rest = match noun.get(object.len()..)? {
        // "tag gutters outdoor": the label stands behind the name without a word of its own.
        "" if head.verb == Verb::Label => {
            let said = Clause::new(noun, run.clock);
            let names = |end: &usize| matches!(run.find(&content(said.slice(0..*end)), Want::Open), Match::One(_));
            let end = (1..said.len()).rev().find(names)?;
            &format!(" {}", said.slice(end..said.len()))
        }
        rest => rest,
    };
    Some(format!("{} {name}{rest}", before.slice(head.at..head.next)))
}

/// "no retro on the 27th and none on the 4th": the same series is left out once more.
fn none_then(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let day = c.any(at, "none|nor|neither|not").filter(|e| *e < c.len())?;
    let only = c.found.iter().any(|f| c.toks_of(&f.span) == (day..c.len()) || c.toks_of(&f.span) == (day + 1..c.len()));
    let Some(Operation::SkipOccurrence { id, .. }) = run.ops.last() else { return None };
    only.then(|| id.id().map(|id| format!("skip #{id} {}", c.slice(day..c.len())))).flatten()
}

/// "…, move them there": what the clause before has said of the same todos.
pub(super) fn already_said(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    const SAID: &str = "move it there|move them there|put it there|put them there|push it there|push them there|shift it there|\
        shift them there|move it then|move them then|schedule it then|schedule them then|so move it|so move them|\
        reschedule them|reschedule it|so do that|do that";
    /// Behind a report: what was told is to be kept.
    const KEPT: &str = "mark it|mark that|mark them|mark it off|mark it done|mark it as done|tick it|tick it off|check it off|\
        cross it off|tick that off|check that off|cross that off|tick them off|check them off|cross them off|mark them done";
    let done = |op: &Operation| {
        matches!(op, Operation::Complete { .. } | Operation::CompleteOccurrence { .. } | Operation::BulkComplete { .. })
    };
    c.any(at, SAID) == Some(c.len())
        && matches!(run.ops.last(), Some(Operation::Update { .. } | Operation::BulkUpdate { .. }))
        || c.any(at, KEPT) == Some(c.len()) && run.ops.last().is_some_and(done)
}
