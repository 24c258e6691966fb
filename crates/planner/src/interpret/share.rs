//! A share of a set: "one of the work tasks", "any of them", "none of the errands". Which of them is meant is for the
//! person to say (TODOS.md rule 13); nothing is done to all of a set of which one was spoken of.

use super::Decision;
use super::lexicon::one_of;
use super::resolve::{Targets, which};
use super::run::{Run, Said, Stop};
use super::target::{self, Want};
use super::text::{Tok, tokens};

/// How much of a set is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// As many.
    Some(usize),
    /// An unsaid number: "some of", "half of".
    Few,
    None,
    /// All but as many.
    But(usize),
}

/// In front of a number: "just one of", "at least two of".
const ONLY: &str = "just|only|any|exactly|at|least|most|about|maybe";

/// How many a word says; folded, in five languages.
fn number(word: &str) -> Option<Share> {
    const ONE: &str = "one|1|either|any|einen|eine|eines|eins|einer|uno|una|un|une|l'un|l'une|unul";
    const FEW: &str = "some|few|several|half|most|couple|many|einige|manche|ein paar|algunos|algunas|varios|varias|unos|unas|\
        quelques-uns|quelques-unes|certains|certaines|cateva|cativa|unele|unii|die halfte|la mitad|la moitie|jumatate";
    const NO: &str =
        "none|neither|keinen|keine|keiner|keines|ninguno|ninguna|aucun|aucune|niciunul|niciuna|niciun|nicio";
    const COUNTS: [&str; 6] = ["two|2|zwei|dos|deux|doua|doi", "three|3", "four|4", "five|5", "six|6", "seven|7"];
    if one_of(word, ONE) {
        return Some(Share::Some(1));
    }
    if one_of(word, FEW) {
        return Some(Share::Few);
    }
    if one_of(word, NO) {
        return Some(Share::None);
    }
    COUNTS.iter().position(|words| one_of(word, words)).map(|n| Share::Some(n + 2))
}

/// The share that is spoken of at a place, and where its set begins.
fn at(toks: &[Tok], from: usize) -> Option<(Share, usize)> {
    let word = |i: usize| toks.get(i).filter(|t| !t.quoted).map_or("", |t| t.fold.as_str());
    let but = one_of(word(from), "all|everything|every") && one_of(word(from + 1), "but|except|bar");
    let mut i = if but { from + 2 } else { from };
    while one_of(word(i), ONLY) && !one_of(word(i + 1), "of|von|de|din|dintre") {
        i += 1;
    }
    let mut share = number(word(i))?;
    i += 1;
    // "not one of", "a couple of", "one or two of"
    if one_of(word(i), "or") && number(word(i + 1)).is_some() {
        (share, i) = (Share::Few, i + 2);
    }
    if from > 0 && one_of(word(from - 1), "not") && share == Share::Some(1) {
        share = Share::None;
    }
    if !one_of(word(i), "of|von|der|de|des|din|dintre") {
        return None;
    }
    let article = "the|my|our|these|those|them|all|your|his|her|their|den|diesen|meinen|meiner|los|las|mis|mes|les|ces|ele|ei|cele|cei|\
        ellos|ellas|ihnen|eux|elles";
    let set =
        one_of(word(i), "der|des") || one_of(word(i + 1), article) || word(i) == "of" && is_possessed(word(i + 1));
    // "one of us" is a film.
    (set && i + 1 < toks.len()).then_some(match (but, share) {
        (true, Share::Some(n)) => (Share::But(n), i + 1),
        (true, _) => (Share::Few, i + 1),
        _ => (share, i + 1),
    })
}

/// "today's", "work" in "one of today's tasks".
fn is_possessed(word: &str) -> bool {
    word.ends_with("'s")
}

/// The share with which a text begins, and the set behind it.
fn begins(text: &str) -> Option<(Share, &str)> {
    let toks = tokens(text);
    let from = usize::from(toks.first().is_some_and(|t| !t.quoted && one_of(&t.fold, "a|not")));
    let (share, next) = at(&toks, from)?;
    Some((share, text.get(toks.get(next)?.start..)?))
}

impl Run<'_> {
    /// The todos of a share of a set; `None` where the text speaks of no share.
    pub(super) fn share_of(&mut self, text: &str, want: Want) -> Option<Said<Targets>> {
        let (share, set) = begins(text)?;
        if !target::same_title(self.todos, text).is_empty() {
            return None;
        }
        if let Some(chosen) = self.chosen() {
            return Some(Ok(chosen));
        }
        if share == Share::None {
            self.left_alone = true;
            return Some(Err(Stop::Chat));
        }
        let all = match self.objects(set, want) {
            Ok(all) => all,
            Err(stop) => return Some(Err(stop)),
        };
        let mut ids = all.ids();
        ids.retain(|id| all.explicit || self.todo(*id).is_some_and(|t| want.fits(t)));
        Some(match share {
            Share::Some(n) if ids.len() <= n => Ok(all),
            Share::Some(_) => Err(which(self, format!("Which one do you mean by “{}”?", text.trim()), &ids)),
            Share::Few | Share::None | Share::But(_) => Err(Stop::Unsure),
        })
    }
}

/// What is left of a plan whose message speaks of a share: a plan for more than that is none.
pub(super) fn beyond(toks: &[Tok], touched: usize) -> Option<Decision> {
    let share = (0..toks.len()).find_map(|from| at(toks, from)).map(|(share, _)| share)?;
    match share {
        Share::None => Some(Decision::Chat),
        Share::Some(n) if touched <= n => None,
        Share::Some(_) | Share::Few | Share::But(_) => Some(Decision::Unsure),
    }
}
