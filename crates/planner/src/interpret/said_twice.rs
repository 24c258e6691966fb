//! "No gym and no yoga next week", "cancel gym and cancel yoga tomorrow": an order that is said once more of the next of
//! several series is said of all of them, with the day behind the last.

use super::lexicon::one_of;
use super::run::Run;
use super::split::lead;
use super::text::Clause;

/// Orders about a day of a series that are said again.
const ORDERS: &str = "no|skip|cancel|pause|miss|drop|delete|complete";

/// The message with the order said once; `None` where it is, or where a day is said of the first series.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let mut said: Option<String> = None;
    while let Some(less) = once_less(said.as_deref().unwrap_or(text), run) {
        said = Some(less);
    }
    said
}

fn once_less(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let order = c.word(at);
    if !one_of(order, ORDERS) {
        return None;
    }
    let and = |i: usize| one_of(c.word(i - 1), "and|&");
    let listed = |i: usize| c.toks.get(i - 1).is_some_and(|t| t.after == Some(','));
    let again = (at + 2..c.len()).find(|i| c.word(*i) == order && (and(*i) || listed(*i)))?;
    let end = again - usize::from(and(again));
    let names = super::fields::list(c.slice(at + 1..end).trim_end_matches(','));
    if names.is_empty() || !names.iter().all(|name| run.one_series(name).is_some()) {
        return None;
    }
    let (before, behind) = (c.slice(0..again).trim_end_matches(','), c.slice(again + 1..c.len()));
    let mark = if listed(again) { "," } else { "" };
    (!behind.is_empty()).then(|| format!("{before}{mark} {behind}"))
}
