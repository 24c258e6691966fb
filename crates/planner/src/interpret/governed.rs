//! What denies, reports or wishes an order governs all that is joined to it: "I refuse to delete the lunch and complete
//! the call" orders neither half. Where such a clause ends is told by a clear break: a new sentence, "but", "instead", a
//! "please" of its own.

use super::bare::is_everyday;
use super::lexicon::{Verb, one_of};
use super::run::{Run, Said, Stop};
use super::split::{lead, names_something, verb_at};
use super::telling::is_finite;
use super::text::Clause;

/// Joins a verb to the one before it.
const JOINS: &str = "and|or|nor|&|plus";

/// Breaks what is joined.
const BREAKS: &str = "but|so|instead|rather|because|please|pls|plz|kindly";

/// In front of what is still to be done, and no order: what is joined to it is still to be done, too.
const STILL: &str = "i still have to|i still need to|i still must|i still ought to|i still should|i've still got to|i have still to|i have yet to|\
    i've yet to|we still have to|we still need to|we still must|we've still got to|we have yet to|we've yet to";

/// Orders a reminder of what follows, all of it.
const REMINDS: &str = "remind me to|remind us to|remember to|don't forget to|dont forget to|do not forget to|don't let me forget to|note to self to";

/// In front of what is not to be done.
const DENIES: &str = "under no circumstances|under no condition|under no conditions|on no account|by no means|in no case|in no event|refuse to|\
    i refuse to|we refuse to|i decline to|try not to|try to not|try and not|make sure not to|be sure not to|be careful not to|take care not to";

/// What somebody said to do.
const TOLD: &str = "told|asked|advised|ordered|begged|wants|wanted|urged|reminded|warned|forbade|encouraged|expects|expected|instructed";

/// Whether the clause at `n` governs the next, so that neither may be read without the other.
pub(super) fn whole(run: &Run<'_>, text: &str, clauses: &[String], n: usize, outcome: &Said<()>) -> bool {
    let Some(clause) = clauses.get(n) else { return false };
    let c = Clause::new(clause, run.clock);
    // "…, and then don't": what is taken back with it, nobody can tell.
    if n > 0 && !run.ops.is_empty() && one_of(c.text.to_lowercase().trim(), "don't|dont|do not|don't do it|not|never") {
        return true;
    }
    let Some(next) = clauses.get(n + 1) else { return false };
    if !joined(text, clause, next) || !is_bare_order(run, next) {
        return false;
    }
    let at = lead(&c).at;
    match outcome {
        Err(Stop::Chat) => orders_within(run, &c),
        Ok(()) => {
            let reminded = c.any(0, REMINDS).or_else(|| c.any(at, REMINDS));
            c.any(0, STILL).is_some() && ours(&Clause::new(next, run.clock), 0)
                || reminded.is_some_and(|end| is_order(run, &c, end))
        }
        Err(_) => false,
    }
}

/// Whether nothing but "and" or "or" stands between two clauses of a text.
fn joined(text: &str, clause: &str, next: &str) -> bool {
    let Some((_, rest)) = text.split_once(clause) else { return false };
    let Some(at) = rest.find(next) else { return false };
    let gap = rest.get(..at).unwrap_or_default();
    let words: Vec<String> = gap.split([' ', ',']).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    !gap.contains(['.', '!', '?', ';', '\n', '—', '–'])
        && words.iter().any(|w| one_of(w, JOINS))
        && !words.iter().any(|w| one_of(w, BREAKS))
}

/// Whether a clause begins with its verb, and says nothing that sets it apart from what stands before.
fn is_bare_order(run: &Run<'_>, next: &str) -> bool {
    let c = Clause::new(next, run.clock);
    let apart = (0..c.len()).any(|i| one_of(c.word(i), BREAKS) && c.toks.get(i).is_some_and(|t| !t.quoted));
    !apart && (verb_at(&c, 0, false).is_some() || is_everyday(c.word(0)))
}

fn ours(c: &Clause, at: usize) -> bool {
    verb_at(c, at, false).is_some_and(|head| head.verb != Verb::Create && head.next < c.len())
}

/// Whether a verb of ours stands at a place, with a todo behind it.
fn is_order(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    verb_at(c, at, false).is_some_and(|head| {
        head.verb != Verb::Create && head.next < c.len() && names_something(c.slice(head.next..c.len()), run)
    })
}

/// Whether a clause holds an order behind its first words: "I refuse to delete the lunch".
fn orders_within(run: &Run<'_>, c: &Clause) -> bool {
    (1..c.len()).any(|i| {
        let errand = c.word(i - 1) == "to" && is_everyday(c.word(i)) && names_something(c.slice(i..c.len()), run);
        errand || is_order(run, c, i)
    })
}

/// "under no circumstances skip the gym", "the doctor told me to skip the gym": what is not to be done, and what
/// somebody said. Neither is an order, and neither makes a todo of these words.
pub(super) fn reported(run: &mut Run<'_>, c: &Clause, at: usize) -> Option<Stop> {
    if c.any(at, DENIES).is_some_and(|end| is_order(run, c, end)) {
        (run.left_alone, run.refused) = (true, true);
        return Some(Stop::Chat);
    }
    if verb_at(c, at, false).is_some() || c.toks.get(at).is_some_and(|t| t.quoted) {
        return None;
    }
    let told = (at + 1..c.len()).find_map(|i| {
        let whom = one_of(c.word(i), TOLD).then(|| c.any(i + 1, "me to|us to|me not to|us not to")).flatten();
        whom.or_else(|| {
            is_finite(c, i).then(|| c.any(i + 1, "whether to|if i should|if we should|whether i should")).flatten()
        })
    })?;
    is_order(run, c, told).then(|| {
        run.refused = true;
        Stop::Unsure
    })
}
