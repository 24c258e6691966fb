//! What keeps a request from meaning what its words would do: what is denied, and what somebody else thinks or says
//! should be done, is nothing to propose.

use crate::cues::{Deed, cues};
use crate::words::{Word, Words, denies};
use countersign_core::todos::words as folded;
use std::ops::Range;

/// Begins why something is so: what is denied there denies nothing else.
const WHY: &str = "because|since|as|cause|cos|cuz";

/// What others do with an opinion.
const THINKS: &str = "thinks|thought|believes|believed|reckons|reckoned|suggests|suggested|recommends|recommended|insists|insisted|\
    advises|advised|argues|argued|claims|claimed|feels|felt|hopes|hoped|wishes|wished";

/// What others do with words: of what should be, an opinion as well.
const SAYS: &str = "says|said|told|tells|writes|wrote|keeps|kept";

/// Said of what somebody does not do, or did not.
const WILL_NOT: &str = "won't|wont|can't|cant|cannot|couldn't|wouldn't|shan't|didn't|didnt|never";

const MODALS: &str = "should|shouldn't|ought|must|mustn't|might|could|would|may";

/// Whether what is said denies a deed, or only reports that somebody is for it. `title` = the todo it would be done to.
pub(crate) fn withheld(words: &Words, deed: Deed, title: &str) -> bool {
    reported(words) || wished(words) || denied(words, deed, title)
}

/// In front of what does not take place, in the languages that are read.
const NO: &str = "no|without|kein|keine|keinen|keinem|ohne|sin|ningún|ninguna|sans|pas|fără|fara|niciun|nicio";

/// In front of the days on which something does not take place.
const BUT: &str =
    "except|but|excluding|außer|ausser|nicht|salvo|excepto|menos|sauf|excepté|ne|afară|afara|excepția|exceptând|nu";

/// "no gym on mondays": that something does not take place orders nothing but to leave it out, and of what repeats not even
/// that it goes for good; nor do days on which it does not ("gym except mondays") say when it repeats.
pub(crate) fn takes_no_place(words: &Words, deed: Deed, title: &str, series: bool) -> bool {
    let but = |w: &Word| !w.quoted && (one_of(&w.fold, BUT) || one_of(&w.fold, NO) || denies(&w.fold));
    if deed == Deed::Repeat && words.all.iter().any(but) {
        return true;
    }
    let fits = matches!(deed, Deed::Skip | Deed::Hold | Deed::Create) || deed == Deed::Delete && !series;
    let named = folded(title);
    let small = |w: &str| one_of(w, "de|d'|du|más|more|mehr|mai|the|my|al|el|la|le");
    let none = |at: usize| {
        let mut before = (0..at).rev().map(|at| word(words, at)).skip_while(|w| small(w));
        before.next().is_some_and(|w| one_of(w, NO))
    };
    !fits && (1..words.all.len()).any(|at| named.iter().any(|w| w == word(words, at)) && none(at))
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

/// "i won't clean the garage on sunday": one statement that somebody will not, cannot or did not do it. In several parts
/// a denial is mostly why something is ordered: "no time for the faucet, push it to saturday".
fn denied(words: &Words, deed: Deed, title: &str) -> bool {
    // What is no longer important is less so, and what was not done is open again: these have their denials read with them.
    if matches!(
        deed,
        Deed::Priority | Deed::PriorityAll | Deed::Create | Deed::Note | Deed::Block | Deed::Hold | Deed::Reopen
    ) {
        return false;
    }
    let own: Vec<Range<usize>> = cues(words).into_iter().filter(|cue| cue.deed == deed).map(|cue| cue.at).collect();
    let named = folded(title);
    let is_named = |at: usize| named.iter().any(|w| w == word(words, at));
    let denial = |at: usize| {
        let said = word(words, at);
        let not = said == "not" && at > 0 && one_of(word(words, at - 1), "will|can|could|would|did|i'm|am|we're");
        (one_of(said, WILL_NOT) || not) && !is_named(at) && !own.iter().any(|range| range.contains(&at))
    };
    match parts(words).as_slice() {
        [whole] => !one_of(word(words, whole.start), WHY) && whole.clone().any(denial),
        _ => false,
    }
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
