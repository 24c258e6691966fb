//! "Deshaz el cambio de nombre", "annule la suppression": a change that is taken back by what it is called.

use super::clause::{Clauses, Framed};
use super::table::{has, meaning};

/// The order to take it back, in English, with what else names it; `None` where no change is called so.
pub(super) fn english(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let star = f.words.get(f.stars.first()?.clone())?;
    let all = || (0..star.len()).flat_map(|from| (from + 1..=star.len()).map(move |to| from..to));
    let called = all().filter_map(|at| {
        let said: Vec<&str> = star.get(at.clone())?.iter().map(|w| w.fold.as_str()).collect();
        Some((meaning(c.language.changes, &said.join("_"))?, at))
    });
    let (kind, at) = called.max_by_key(|(_, at)| at.len())?;
    let plain = |w: &&super::words::Word| w.quoted || !has(c.language.stop, &w.fold) && !has(c.language.edges, &w.fold);
    let others = star.iter().enumerate().filter(|(n, _)| !at.contains(n)).map(|(_, word)| word);
    let named: Vec<&str> = others.filter(plain).filter_map(|w| c.text.get(w.span.clone())).collect();
    Some(if named.is_empty() { format!("undo the {kind}") } else { format!("undo the {kind} of {}", named.join(" ")) })
}
