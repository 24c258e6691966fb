//! "milk: done. report: friday. rent: high.": several todos, each with what becomes of it behind its name. Each is said again
//! as an order of its own.

use super::lexicon::one_of;
use super::run::Run;
use super::split::verb_at;
use super::target::{Match, Want, content};
use super::text::Clause;
use super::value::value;

const DONE: &str = "done|finished|complete|completed|✓|✔|✅";

/// A name has so many words at most.
const LONGEST: usize = 6;

/// The orders; `None` unless every part is a name of a todo and what becomes of it.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    if text.matches(':').count() < 2 {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let heads: Vec<usize> = (1..c.len()).filter(|i| c.toks.get(i - 1).is_some_and(|t| t.after == Some(':'))).collect();
    // A part begins behind the mark that ends the one before.
    let begins = |head: usize| {
        (head.saturating_sub(LONGEST)..head)
            .rev()
            .find(|i| *i == 0 || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some('.' | ';' | ',' | '!'))))
    };
    let starts: Vec<usize> = heads.iter().map(|head| begins(*head)).collect::<Option<_>>()?;
    let ends = starts.iter().skip(1).copied().chain([c.len()]);
    if starts.first() != Some(&0) || c.toks.iter().any(|t| t.quoted) {
        return None;
    }
    let orders = starts.iter().zip(&heads).zip(ends).map(|((start, head), end)| {
        let name = c.slice(*start..*head).trim_end_matches(':');
        let Match::One(id) = run.find(&content(name), Want::Open) else { return None };
        let said = c.slice(*head..end).trim_end_matches(['.', ';', ',', '!', ' ']);
        if one_of(&said.to_lowercase(), DONE) {
            return Some(format!("complete #{id}"));
        }
        if verb_at(&c, *head, false).is_some() || *head >= end {
            return None;
        }
        let valued = value(run, said).ok()??;
        let dated = valued.when.date.is_some() || valued.when.time.is_some();
        Some(if dated { format!("move #{id} to {said}") } else { format!("set #{id} to {said}") })
    });
    let orders: Vec<String> = orders.collect::<Option<_>>()?;
    (orders.len() > 1).then(|| orders.join("; "))
}
