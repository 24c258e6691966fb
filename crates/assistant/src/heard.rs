//! What keeps a request from meaning what its words would do: what is denied, and what somebody else thinks or says
//! should be done, is nothing to propose.

use crate::cues::{Deed, cues};
use crate::words::{Words, denies};
use countersign_core::todos::words as folded;
use std::ops::Range;

/// Begins why something is so: what is denied there denies nothing else.
const WHY: &str = "because|since|as|cause|cos|cuz";

/// What others do with an opinion.
const THINKS: &str = "thinks|thought|believes|believed|reckons|reckoned|suggests|suggested|recommends|recommended|insists|insisted|\
    advises|advised|argues|argued|claims|claimed|feels|felt|hopes|hoped|wishes|wished";

/// What others do with words: of what should be, an opinion as well.
const SAYS: &str = "says|said|told|tells|writes|wrote|keeps|kept";

const MODALS: &str = "should|shouldn't|ought|must|mustn't|might|could|would|may";

/// Whether what is said denies a deed, or only reports that somebody is for it. `title` = the todo it would be done to.
pub(crate) fn withheld(words: &Words, deed: Deed, title: &str) -> bool {
    reported(words) || wished(words) || denied(words, deed, title)
}

fn word(words: &Words, at: usize) -> &str {
    words.all.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str())
}

fn one_of(word: &str, list: &str) -> bool {
    list.split('|').any(|one| one == word)
}

/// "mom thinks i should delete the draft"
fn reported(words: &Words) -> bool {
    let others = |at: usize| !one_of(word(words, at), "i|we|i've|we've|i'd|we'd|i'll|just|really|always");
    (1..words.all.len()).filter(|at| others(at - 1)).any(|at| {
        one_of(word(words, at), THINKS)
            || one_of(word(words, at), SAYS) && (at + 1..words.all.len()).any(|i| one_of(word(words, i), MODALS))
    })
}

/// "i wish i had cleaned the garage"
fn wished(words: &Words) -> bool {
    (1..words.all.len())
        .any(|at| one_of(word(words, at), "wish|wished|hope|hoped") && one_of(word(words, at - 1), "i|we|just|really"))
}

/// "i won't clean the garage on sunday": a denial that is none of the deed's own words, in a part of the sentence that
/// speaks of the deed or the todo.
fn denied(words: &Words, deed: Deed, title: &str) -> bool {
    // What is no longer important is less so: a level has its denials read with it.
    if matches!(deed, Deed::Priority | Deed::PriorityAll | Deed::Create | Deed::Note | Deed::Block | Deed::Hold) {
        return false;
    }
    let back = if deed == Deed::Reopen { 4 } else { 0 };
    let own: Vec<Range<usize>> = cues(words)
        .into_iter()
        .filter(|cue| cue.deed == deed)
        .map(|cue| cue.at.start.saturating_sub(back)..cue.at.end)
        .collect();
    let named = folded(title);
    let is_named = |at: usize| named.iter().any(|w| w == word(words, at));
    let denial = |at: usize| {
        let said = word(words, at);
        let no = one_of(said, "no|nobody|nothing|nowhere") && words.all.get(at).is_some_and(|w| !w.ends);
        // "the bike isn't fixed" is a report that something is open again.
        let reports =
            deed == Deed::Reopen && !one_of(said, "don't|dont|won't|wont|can't|cannot|never|shouldn't|mustn't");
        (no || denies(said)) && !reports && !is_named(at) && !own.iter().any(|range| range.contains(&at))
    };
    parts(words).into_iter().any(|part| {
        let speaks = part.clone().any(|at| is_named(at) || own.iter().any(|range| range.contains(&at)));
        speaks && !one_of(word(words, part.start), WHY) && part.clone().any(denial)
    })
}

/// The parts of a sentence between its marks and joining words.
fn parts(words: &Words) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    for at in 0..words.all.len() {
        let joins = one_of(word(words, at), "but|so|and|because|since|cause|cos|cuz");
        if joins && at > from {
            out.push(from..at);
            from = at;
        }
        if words.all.get(at).is_some_and(|w| w.ends) || at + 1 == words.all.len() {
            out.push(from..at + 1);
            from = at + 1;
        }
    }
    out
}
