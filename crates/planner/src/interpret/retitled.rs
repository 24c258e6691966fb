//! A new title said as another value: "change buy milk to buy bread".

use super::fields::unquoted;
use super::lexicon::one_of;
use super::run::{Ref, Run, Said, Stop};
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates;
use countersign_core::operation::Patch;

/// "change buy milk to buy bread": no other value, so a title.
pub(super) fn renamed(run: &mut Run<'_>, c: &Clause, from: usize, end: usize) -> Said<bool> {
    if !one_of(c.word(from.saturating_sub(1)), "change|update|edit|modify|correct|switch|replace|amend|alter") {
        return Ok(false);
    }
    // "offer to Nowak into offer to Kowalski": as much of it as names the todo, up to "into" where that is said.
    let joins =
        |words: &'static str| (from + 1..end.saturating_sub(1)).rev().filter(move |i| one_of(c.word(*i), words));
    for i in joins("into").chain(joins("to|with")) {
        let left = c.slice(from..i);
        if let Match::One(id) = run.find(&content(left), Want::Open) {
            let right = match c.toks.get(i + 1) {
                Some(tok) if tok.quoted => c.slice(i + 1..c.len()),
                tok => c.text.get(tok.map_or(0, |t| t.start)..).unwrap_or_default(),
            };
            let title = unquoted(right.trim_end_matches(['.', '!']));
            if !dates::find(&title, run.clock).is_empty() {
                // More likely a date that was not understood than a title.
                return Err(Stop::Unsure);
            }
            run.last = vec![Ref::Todo(id)];
            run.consumed.push(countersign_core::wire::Consumed { text: title.clone(), taken_as: "title".to_owned() });
            run.patch(Ref::Todo(id), Patch { title: Some(title), ..Patch::default() });
            return Ok(true);
        }
    }
    Ok(false)
}
