//! Weekdays in a row behind something to do, without a mark: "gym mon wed fri 7am". Three or more are each week's.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, sets, verb_at};
use super::text::Clause;

const DAYS: &str =
    "mon|monday|tue|tues|tuesday|wed|weds|wednesday|thu|thur|thurs|thursday|fri|friday|sat|saturday|sun|sunday";

/// "late shift mon-wed": from one weekday to another, in words; which of them is meant is not told.
pub(super) fn spanned(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let days = |word: &str| {
        let (from, to) = word.split_once(['-', '–'])?;
        (one_of(from, DAYS) && one_of(to, DAYS)).then(|| (from.to_owned(), to.to_owned()))
    };
    let (at, (from, to)) = (1..c.len()).find_map(|at| Some((at, days(c.word(at))?)))?;
    let read = c.found.iter().any(|f| c.toks_of(&f.span).contains(&at));
    let tok = c.toks.get(at).filter(|t| !read && !t.quoted)?;
    Some(format!("{}{from} to {to}{}", text.get(..tok.start)?, text.get(tok.end..)?))
}

/// The message with such a row as a repetition.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    /// Two may be two days, or the one or the other.
    const FEWEST: usize = 3;
    let c = Clause::new(text, run.clock);
    let day = |i: usize| one_of(c.word(i), DAYS);
    let from = (1..c.len()).find(|i| day(*i))?;
    let mut days = Vec::new();
    let mut at = from;
    // With a mark or "and" between them they may be days to choose from.
    while day(at) && (at == from || c.toks.get(at - 1).is_some_and(|t| t.after.is_none())) {
        if !days.contains(&c.word(at)) {
            days.push(c.word(at));
        }
        at += 1;
    }
    let ordered = verb_at(&c, lead(&c).at, false).is_some_and(|h| h.verb != Verb::Create);
    let tied = one_of(
        c.word(from - 1),
        "every|each|by|until|till|from|before|after|between|due|to|not|or|skip|next|last|this|only",
    );
    let closed =
        at == c.len() || one_of(c.word(at), "at|from") || c.found.iter().any(|f| c.toks_of(&f.span).contains(&at));
    let marked = c.toks.get(at - 1).is_some_and(|t| t.after.is_some());
    let ruled = (0..c.len()).any(|i| one_of(c.word(i), "every|each|weekly|daily"));
    if days.len() < FEWEST
        || ordered
        || tied
        || ruled
        || !(closed || marked)
        || sets(c.slice(0..from))
        || text.ends_with('?')
    {
        return None;
    }
    let front = c.slice(0..from - usize::from(c.word(from - 1) == "on"));
    let (last, first) = days.split_last()?;
    let behind = c.toks.get(at - 1).and_then(|t| text.get(t.end..)).unwrap_or_default();
    (!front.is_empty()).then(|| format!("{front} every {} and {last}{behind}", first.join(", ")))
}
