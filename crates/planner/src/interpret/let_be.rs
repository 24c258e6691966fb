//! "Delete the train. Never mind, keep it", "move it to friday. Never mind. Complete the tap": a word that takes back, in a
//! sentence of its own, takes back the order in front of it, and what stands behind is read without it (TODOS.md rule 16).

use super::correct::{RETRACTED, STRONG};
use super::lexicon::one_of;
use super::run::{Run, Said, Stop};
use super::split::{clauses, lead, of_it, plausible, verb_at};
use super::text::Clause;

/// Points at what was ordered.
const IT: &str = "it|that|this|them|those|these|they|one|it's|that's|they're";

/// The message without what is taken back; `Err` where nothing is to be done, or where of several orders it is not said which.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Said<Option<String>> {
    let c = Clause::new(text, run.clock);
    let pause = |i: usize| {
        c.toks.get(i).is_some_and(|t| !t.quoted && matches!(t.after, Some('.' | ',' | ';' | '!' | '\u{2026}')))
    };
    let parted =
        |i: usize| pause(i) || c.toks.get(i).zip(c.toks.get(i + 1)).is_some_and(|(a, b)| gap(&c, a.end, b.start));
    let taken = |i: usize| {
        let corrects = c.any(i, STRONG);
        c.any(i, RETRACTED).filter(|end| *end < c.len() && parted(i - 1) && parted(end - 1) && corrects != Some(*end))
    };
    let Some((at, end)) = (1..c.len()).rev().find_map(|i| Some((i, taken(i)?))) else { return Ok(None) };
    let (before, behind) = (c.slice(0..at).trim_end_matches([',', '.', ';', '!', ' ']), c.slice(end..c.len()));
    let orders = |text: &str| {
        let c = Clause::new(text, run.clock);
        let l = lead(&c);
        verb_at(&c, l.at, l.ing).is_some()
    };
    // "thanks, never mind. Delete the train": nothing was ordered.
    if clauses(before, run).iter().all(|clause| !orders(clause) && !plausible(clause, run)) {
        return Ok(None);
    }
    let rest = Clause::new(behind, run.clock);
    let l = lead(&rest);
    let head = verb_at(&rest, l.at, l.ing);
    let points = (0..rest.len()).any(|i| one_of(rest.word(i), IT));
    if clauses(before, run).len() > 1 {
        return Err(Stop::Unsure);
    }
    match head {
        // "keep it", "it isn't done", "I'll do it myself"
        _ if points && !of_it(&rest) || one_of(rest.word(l.at), "keep|leave|don't|dont") => Err(Stop::Chat),
        Some(_) if !points => Ok(Some(behind.to_owned())),
        _ => Ok(Some(format!("{before}, no wait, {behind}"))),
    }
}

/// Whether a line or a dash parts two words.
fn gap(c: &Clause, from: usize, to: usize) -> bool {
    c.text.get(from..to).is_some_and(|gap| gap.contains(['\n', '\u{2014}', '\u{2013}']) || gap.contains(" - "))
}
