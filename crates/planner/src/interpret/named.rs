//! What a clause names in a title's own words, as they stand there one behind the other: "the flights to lisbon" of "Book
//! flights to Lisbon". No word within such a name is a preposition of the order ("rename the flights to lisbon to Plan B"), and
//! a name that puts another right takes its place whole ("delete buy winter boots for leo, no, book flights to lisbon").

use super::lexicon::{STOP, Verb, lists, one_of};
use super::run::Run;
use super::split::{clauses, lead, verb_at};
use super::target::{Match, Want, content};
use super::text::{Clause, tokens};
use crate::dates::{self, What};
use countersign_core::ids::TodoId;
use std::ops::Range;

/// In front of a name.
const ARTICLES: &str = "the|my|our";
/// With these no name ends.
const LINKS: &str = "to|for|with|on|at|from|in|of|and|the|a|an|about|by|as|is|are";
/// A name has no more words.
const LONGEST: usize = 8;

/// The longest name that begins at a word, and the todo that it is of.
pub(super) fn at(run: &Run<'_>, c: &Clause, from: usize) -> Option<(usize, TodoId)> {
    let start = from + usize::from(one_of(c.word(from), ARTICLES));
    if let Some(number) = c.word(start).strip_prefix('#').and_then(|n| n.parse().ok()).map(TodoId) {
        return run.todo(number).map(|todo| (start + 1, todo.id));
    }
    let paused = |i: &usize| c.toks.get(*i).is_none_or(|t| t.quoted || t.after.is_some());
    let last = (start..c.len()).find(paused).map_or(c.len(), |i| i + 1).min(start + LONGEST);
    (start + 1..=last).rev().find_map(|end| {
        let plain = one_of(c.word(end - 1), LINKS) || c.toks.get(end - 1).is_none_or(|t| t.quoted);
        if plain || end == start + 1 && lists(STOP, c.word(start)) {
            return None;
        }
        let Match::One(id) = run.find(&content(c.slice(start..end)), Want::Open) else { return None };
        let title = tokens(&run.todo(id)?.title);
        let said = (start..end).map(|i| c.word(i));
        let stands = title.windows(end - start).any(|words| words.iter().map(|t| t.fold.as_str()).eq(said.clone()));
        stands.then_some((end, id))
    })
}

/// The one todo that a clause names so, and where.
fn only(run: &Run<'_>, c: &Clause, from: usize, head: Option<usize>) -> Option<(Range<usize>, TodoId)> {
    let mut found: Option<(Range<usize>, TodoId)> = None;
    let mut i = from;
    while i < c.len() {
        // "review" of "review the contract" is the order.
        let Some((end, id)) = at(run, c, i).filter(|(end, _)| head != Some(i) || *end > i + 1) else {
            i += 1;
            continue;
        };
        match &found {
            Some((_, before)) if *before != id => return None,
            Some(_) => {}
            None => found = Some((i..end, id)),
        }
        i = end;
    }
    found
}

/// "the report is done, sorry, the contract", "skip yoga tomorrow, no, the piano lesson today": what was said, of the todo that
/// is meant instead; `None` where one of the two names no todo, or the same.
pub(super) fn instead(left: &str, right: &str, run: &Run<'_>) -> Option<String> {
    let mut pieces = clauses(left, run);
    let last = pieces.pop()?;
    let c = Clause::new(&last, run.clock);
    let l = lead(&c);
    let head = verb_at(&c, l.at, l.ing);
    let tags = || (0..c.len()).any(|i| one_of(c.word(i), "label|tag") || c.word(i).starts_with('#'));
    if head.is_some_and(|h| h.verb == Verb::Create) && !tags() {
        return None;
    }
    let (was, id) = only(run, &c, l.at, head.map(|h| h.at))?;
    // "the kitchen and the garage, sorry, the bathroom": which of them it takes the place of is not said.
    if one_of(c.word(was.end), "and|or|&|plus") {
        return None;
    }
    let r = Clause::new(right, run.clock);
    let whole = || match run.find(&content(right), Want::Open) {
        Match::One(id) if r.found.is_empty() && r.len() <= LONGEST => Some((r.len(), id)),
        _ => None,
    };
    let (end, new) = at(run, &r, 0).filter(|(end, _)| *end == r.len() || !r.found.is_empty()).or_else(whole)?;
    let day = |text: &str| matches!(dates::whole(text, run.clock), Some(What::Date { .. } | What::DateTime { .. }));
    let (said, behind) = (r.slice(end..r.len()), c.slice(was.end..c.len()));
    let behind = match (said.is_empty(), day(said) && day(behind)) {
        (true, _) => behind,
        (false, true) => said,
        (false, false) => return None,
    };
    let order = format!("{} {} {behind}", c.slice(0..was.start), r.slice(0..end));
    pieces.push(order.trim().to_owned());
    (new != id).then(|| pieces.join("; "))
}
