//! Two instructions told by trying: what stands on either side of a comma or an "and" is read alone, and where each
//! side by itself changes a todo that is there, they are two. Behind something new, a label or a reason, whose words run on,
//! what reads alone as an order or a report about todos that are there is none of these words (TODOS.md rule 6).

use super::bare::is_everyday;
use super::begun::ORDERS;
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, verb_at};
use super::text::Clause;
use countersign_core::ids::TodoId;
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
    ends.iter().any(|end| stands(run, right.slice(0..*end)).is_some()) && stands(run, &left.text).is_some()
}

/// How a text is read that stands alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// As any clause.
    Plain,
    /// By a frame only.
    Framed,
}

/// Whether a text begins with an order or a report of its own about todos that are there: "tick off eggs", "i paid the
/// rent", "the laptop needs two hours".
pub(super) fn speaks_alone(run: &Run<'_>, c: &Clause) -> bool {
    alone(run, c).is_some()
}

/// Whether a text alone changes todos that are there, and makes nothing new.
pub(super) fn changes(run: &Run<'_>, text: &str) -> bool {
    !run.trying && stands(run, text).is_some()
}

/// The todos that a text alone changes.
pub(super) fn changed(run: &Run<'_>, text: &str) -> Vec<TodoId> {
    let read = if run.trying { None } else { stands(run, text) };
    read.map(|read| super::standing::ids(&read.ops)).unwrap_or_default()
}

/// Whether a text begins with such an order, and how that is read. A name and a day ("the dentist tomorrow") may be more of
/// what stands in front.
pub(super) fn alone(run: &Run<'_>, c: &Clause) -> Option<Way> {
    let at = lead(c).at;
    let head = verb_at(c, at, false);
    let ours = |h: super::split::Head| h.verb != Verb::Create || one_of(c.word(h.at), "put|place|stick");
    let ordered = head.is_some_and(|h| ours(h) && h.next < c.len());
    if run.trying || !ordered && !reports(c, at) {
        return None;
    }
    // "… and finish the report": with nothing but a name behind it, an everyday verb may be more of what is to be done.
    let plain = head.filter(|h| ordered && is_everyday(c.word(h.at)));
    let errand = plain.is_some_and(|h| !one_of(&c.slice(h.at..h.next).to_lowercase(), ORDERS));
    let status = |op: &Operation| {
        matches!(op, Operation::Complete { .. } | Operation::SetStatus { .. } | Operation::Delete { .. })
    };
    ends(c).iter().find_map(|end| {
        stands(run, c.slice(0..*end)).filter(|read| !errand || !read.ops.iter().any(status)).map(|read| read.way)
    })
}

/// ". no swimming next week": a series that does not take place then, and no "no" that takes back what stands in front, which
/// is about something else. Behind a comma only what names no day could be put right so.
pub(super) fn is_off(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    if run.trying || c.word(at) != "no" || c.toks.get(at).is_none_or(|t| t.after.is_some()) {
        return false;
    }
    let line = c.slice(at..c.len()).lines().next().unwrap_or_default();
    let right = Clause::new(line, run.clock);
    let days = |op: &Operation| matches!(op, Operation::SkipOccurrence { .. });
    let off = |end: &usize| stands(run, right.slice(0..*end)).is_some_and(|read| read.ops.iter().all(days));
    if !ends(&right).iter().any(off) {
        return false;
    }
    let from = (0..at).rev().find(|i| !one_of(c.word(*i), "also|then|and|so|please|plus")).map_or(0, |i| i + 1);
    let front = c.text.get(..c.toks.get(from).map_or(0, |t| t.start)).unwrap_or_default().trim_end_matches(' ');
    let ended = !front.ends_with(',');
    let Some(before) = super::split::clauses(front, run).pop() else { return false };
    let said = Clause::new(&before, run.clock);
    if super::mood::spares(run, &said, lead(&said).at) {
        return true;
    }
    let mut probe = run.beside();
    let read = probe.clause(&before);
    let other = |op: &Operation| match op {
        Operation::Create(_) => true,
        Operation::SkipOccurrence { .. } | Operation::MoveOccurrence { .. } => false,
        Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } => {
            ended || set.scheduled_for.is_none() && set.time_of_day.is_none() && set.due_date.is_none()
        }
        _ => ended,
    };
    read.is_ok() && !probe.ops.is_empty() && probe.ops.iter().all(other)
}

/// Whether it is told what somebody did or does, or what is so of what is named first.
fn reports(c: &Clause, at: usize) -> bool {
    /// The longest name that something is told of.
    const NAME: usize = 8;
    const OF_IT: &str = "is|are|was|were|isn't|aren't|has|have|needs|need|takes|take|will|should|must|can|could|starts|begins|ends|\
        moves|goes|moved|went";
    const MINE: &str = "i|we|i'll|we'll|i've|we've|i'm|we're";
    let plain = |i: &usize| c.toks.get(*i).is_some_and(|t| !t.quoted);
    let of_it = (at + 1..c.len().min(at + NAME)).filter(plain).any(|i| one_of(c.word(i), OF_IT));
    let mine = one_of(c.word(at), MINE) || super::frames::is_past(c.word(at)) && !is_everyday(c.word(at));
    let last = c.word(c.len().saturating_sub(1));
    let done = c.word(at) == "do" && (last == "instead" || at > 0 && one_of(c.word(at - 1), "let's|lets"));
    at + 1 < c.len() && (mine || of_it || done)
}

/// Where the first instruction of a text may end: at its first two marks or joining words, and at its end.
fn ends(c: &Clause) -> Vec<usize> {
    let stops = (2..c.len()).filter(|i| {
        one_of(c.word(*i), "and|&|+|then|but|also|plus")
            || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | '!')))
    });
    let mut out: Vec<usize> = stops.take(2).collect();
    out.push(c.len());
    out.retain(|end| *end <= MOST_WORDS);
    out
}

/// What a text alone changes of todos that are there.
struct Read {
    ops: Vec<Operation>,
    way: Way,
}

/// The same, where it does so without a question and without a word left over.
fn stands(run: &Run<'_>, text: &str) -> Option<Read> {
    let text = text.trim();
    let c = Clause::new(text, run.clock);
    if c.len() < 2 || verb_at(&c, lead(&c).at, false).is_some_and(|h| h.next >= c.len()) {
        return None;
    }
    let sure = |code: &String| {
        !matches!(code.as_str(), "weak_match" | "not_found" | "no_change" | "all_todos" | "nothing_changes")
    };
    let holds = |read: &Run<'_>| {
        !read.ops.is_empty()
            && read.ops.iter().all(|op| !matches!(op, Operation::Create(_) | Operation::Undo { .. }))
            && read.warnings.iter().all(sure)
            && read.unaccounted(&[text.to_owned()]).is_none()
    };
    let mut probe = run.beside();
    if probe.clause(text).is_ok() && holds(&probe) {
        return Some(Read { ops: probe.ops, way: Way::Plain });
    }
    // "drop off Felix tuesday": something to do, and no frame around who is named in it.
    let made = probe.ops.iter().any(|op| matches!(op, Operation::Create(_)));
    if made && is_everyday(c.word(lead(&c).at)) {
        return None;
    }
    let framed = super::second::framed(&run.beside(), text).filter(holds)?;
    Some(Read { ops: framed.ops, way: Way::Framed })
}
