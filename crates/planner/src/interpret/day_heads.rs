//! Days in front of what is to be done on them: "monday: buy film and call nina, tuesday: email bob", "on friday: buy film; call
//! nina". Each thing is said again with its day behind it.

use super::bare::is_everyday;
use super::fronted::on;
use super::lexicon::one_of;
use super::run::Run;
use super::text::Clause;
use crate::dates::{Role, What};
use std::ops::Range;

/// A day, and the words that are to be done on it.
struct Head {
    day: String,
    things: Range<usize>,
}

/// The message with each thing behind its day; `None` where it begins with no day, or what stands behind one is not all things
/// to do.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    if !text.contains([':', ';', ',', '.', '-', '–']) && !text.contains(" and ") || text.contains(['\n', '?', '"']) {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let heads = heads(&c)?;
    // One day in front of things with commas between them is read as it stands.
    let all: Vec<Vec<Range<usize>>> = heads.iter().map(|head| things(&c, head.things.clone())).collect();
    let marked =
        heads.iter().any(|head| head.things.clone().any(|i| c.toks.get(i).is_some_and(|t| t.after == Some(';'))));
    if heads.len() < 2 && !marked && !dashed(&c, heads.first()?) {
        return None;
    }
    let mut said = Vec::new();
    for (head, things) in heads.iter().zip(&all) {
        for thing in things {
            // The last may be a word alone: "sunday rest".
            let alone = thing.len() == 1 && things.len() == 1 && heads.len() > 1;
            let done = is_everyday(c.word(thing.start)) && thing.len() > 1;
            if thing.is_empty() || !(alone || done) {
                return None;
            }
            said.push(format!("{} {}", c.slice(thing.clone()).trim_end_matches(['.', ',', ';']), head.day));
        }
    }
    (said.len() > 1).then(|| said.join("; "))
}

/// The days with what stands behind each; `None` where the first does not begin the message, or a date is none of them.
fn heads(c: &Clause) -> Option<Vec<Head>> {
    let mut out: Vec<Head> = Vec::new();
    for found in &c.found {
        let at = c.toks_of(&found.span);
        let timed = matches!(found.what, What::Time { .. });
        let day =
            matches!(found.what, What::Date { .. } | What::Range { date: Some(_), .. }) && found.role == Role::When;
        let first = at.start - usize::from(at.start > 0 && one_of(c.word(at.start - 1), "for|on"));
        let paused = first == 0 || c.toks.get(first - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')));
        let joined = first > 0 && one_of(c.word(first - 1), "and|then");
        let begins = paused || joined;
        match (day && begins, out.last_mut()) {
            (true, last) => {
                if let Some(last) = last {
                    last.things.end = first - usize::from(joined);
                }
                let led = c.any(at.start, "for the|for|on the|on").unwrap_or(at.start);
                let said = c.slice(led.min(at.end - 1)..at.end).trim_end_matches([':', ',', '-']);
                out.push(Head { day: on(said), things: at.end..c.len() });
            }
            // An hour of one of the things.
            (false, Some(_)) if timed => {}
            _ => return None,
        }
    }
    let first = c.found.first().map(|f| c.toks_of(&f.span).start)?;
    (first <= 1 && out.iter().all(|head| !head.things.is_empty())).then_some(out)
}

/// What stands between marks and "and" behind a day.
fn things(c: &Clause, of: Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = of.start;
    let mut i = of.start;
    let after = |i: usize| c.toks.get(i).and_then(|t| t.after);
    // "buy milk, eggs and bread; call nina": the stronger mark is what parts them.
    let strong = of.clone().any(|i| i + 1 < of.end && matches!(after(i), Some(';' | '.')));
    while i < of.end {
        let mark = if i > from { after(i - 1) } else { None };
        let marked = matches!(mark, Some(';' | '.')) || !strong && mark == Some(',');
        let joined = !strong && one_of(c.word(i), "and|then|&|-|–");
        // "buy film and paper" is one thing: the next begins with what is done.
        let next = if joined { i + 1 } else { i };
        let begins = if joined { is_everyday(c.word(next)) } else { marked };
        if begins && next < of.end {
            if i > from {
                out.push(from..i);
            }
            from = next;
        }
        i = next.max(i + 1);
    }
    out.push(from..of.end);
    out
}

/// "tomorrow - buy film, call nina": a dash behind the only day.
fn dashed(c: &Clause, head: &Head) -> bool {
    let begin = head.things.start;
    let front = begin.checked_sub(1).and_then(|i| c.toks.get(i)).map_or(0, |t| t.end);
    let gap = c.toks.get(begin).and_then(|t| c.text.get(front..t.start)).unwrap_or_default();
    gap.contains(" - ") || gap.contains(['–', '—']) || one_of(c.word(begin), "-|–")
}
