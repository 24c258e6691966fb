//! Whether a sentence reports that what a title asks for has been done, or denies it.

use crate::cues::{DONE_SIGNS, supposed};
use crate::words::{Words, denies};
use countersign_core::todo::Todo;
use countersign_core::todos::words as folded;
use countersign_planner::interpret::near;
use std::collections::BTreeSet;

/// Whether the words say that what this title asks for has been done.
pub(crate) fn done_by(words: &Words, todo: &Todo) -> bool {
    let title = folded(&todo.title);
    let said_past = words.all.iter().enumerate().any(|(n, w)| {
        let denied = words.before(n, 4).any(|w| denies(&w.fold))
            || words
                .before(n, 2)
                .any(|w| matches!(w.fold.as_str(), "be" | "get" | "to" | "must" | "should" | "if" | "was"));
        !denied
            && !supposed(words, n)
            && !w.quoted
            && near::bases(&w.fold).iter().any(|b| title.contains(b))
            && !title.contains(&w.fold)
    });
    let sign = || {
        DONE_SIGNS.iter().filter(|(verb, _)| title.iter().any(|t| t == verb)).any(|(_, signs)| {
            signs.split('|').flat_map(|s| words.find(s)).any(|at| {
                let after_to = words.before(at.start, 2).any(|w| {
                    matches!(w.fold.as_str(), "be" | "get" | "to" | "must" | "should" | "if" | "till" | "until")
                });
                !words.before(at.start, 4).any(|w| denies(&w.fold)) && !after_to && !supposed(words, at.start)
            })
        })
    };
    // The verb alone may belong to something else: another word must name the todo, or it has none.
    let named = {
        let said: BTreeSet<String> = near::naming(&words.text).iter().flat_map(|w| near::forms(w)).collect();
        let names: Vec<&String> = title.iter().skip(1).filter(|t| t.len() > 2).collect();
        names.is_empty() || names.iter().any(|t| said.contains(*t))
    };
    (said_past || sign()) && named
}

/// Whether the words deny that what this closed todo asks for has been done.
pub(super) fn undone_by(words: &Words, todo: &Todo) -> bool {
    let title = folded(&todo.title);
    words.all.iter().enumerate().any(|(n, w)| {
        near::bases(&w.fold).iter().any(|b| title.contains(b)) && words.before(n, 4).any(|w| denies(&w.fold))
    })
}
