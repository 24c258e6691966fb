//! A label that is to be called otherwise: "rename the tag home to house", "replace the home tag with house everywhere".

use super::assign::patch_all;
use super::fields::{raw, unquoted};
use super::lexicon::one_of;
use super::run::{Run, Said};
use super::target::Want;
use super::text::{Clause, fold};
use countersign_core::operation::Patch;

const VERBS: &str = "rename|replace|change|swap|turn|relabel|retag";
const NOUN: &str = "label|tag|labels|tags";
const EVERYWHERE: &str = "everywhere|on everything|on all todos|on all|for everything|for all|throughout|in everything";

/// Reads such an order; whether it is one. "Change the label of the gutters to house" is about the gutters.
pub(super) fn handle(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let Some((label, new)) = named(c, at) else { return Ok(false) };
    let own = |label: &str| {
        let all = run.todos.iter().flat_map(|todo| &todo.labels);
        all.into_iter().find(|own| fold(own) == fold(label)).cloned()
    };
    let Some(old) = own(&label) else { return Ok(false) };
    let targets = run.objects(&format!("everything tagged {old}"), Want::Open)?;
    let patch = Patch { labels_add: vec![new], labels_remove: vec![old], ..Patch::default() };
    run.note(c.clone());
    patch_all(run, &targets, patch)?;
    Ok(true)
}

/// The label as it is said, and its new name.
fn named(c: &Clause, at: usize) -> Option<(String, String)> {
    if !one_of(c.word(at), VERBS) {
        return None;
    }
    let end = (at + 1..c.len()).find(|i| c.any(*i, EVERYWHERE) == Some(c.len())).unwrap_or(c.len());
    let from = c.any(at + 1, "all the|all|the|my|our|every").unwrap_or(at + 1);
    let (label, rest) = match (one_of(c.word(from), NOUN), one_of(c.word(from + 1), NOUN)) {
        (true, _) => (from + 1, from + 2),
        (false, true) => (from, from + 2),
        (false, false) => return None,
    };
    let to = c.any(rest, "to|with|into|by|as|->|→")?;
    let article = to + usize::from(one_of(c.word(to), "the|label|tag"));
    let plain = |i: usize| unquoted(raw(c, i).trim_start_matches('#'));
    (article + 1 == end && label < rest).then(|| (plain(label), plain(article)))
}
