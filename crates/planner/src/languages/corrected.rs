//! "Lösch die Milch, nein, die Miete", "mueve el dentista al lunes, no, al martes": an order that is put right before its
//! sentence ends. What is said last counts (TODOS.md rule 16).

use super::clause::{Clauses, Framed, Outcome, Said};
use super::dated;
use super::objects::{self, Object};
use super::pattern::Reader;
use super::table::{Deed, has};
use super::words::Word;

/// Begins what sets it right, behind a mark.
const NO: &str = "nein nee ne no non nan nu ba quatsch perdon pardon sorry scuze";

/// Which of them also say "not" (Spanish, Romanian).
const NOT: &str = "no nu";

/// In front of such a word.
const SIGHS: &str = "ach oh oje ay ah euh hm ups aia of";

/// What a sentence with such a turn comes to; `None` where there is none.
pub(super) fn read<'a>(reader: &Clauses<'a>, all: &'a [Word]) -> Option<Outcome> {
    let marked = |at: usize| all.get(at).is_some_and(|w| !w.quoted && w.after.is_some());
    let said = |w: &Word, list: &str| !w.quoted && has(list, &w.fold);
    let turn = |at: usize| {
        let words = all.get(at..)?.iter();
        let count = words.take_while(|w| said(w, NO) || said(w, SIGHS) || said(w, reader.language.corrections)).count();
        let denies = all.get(at..at + count)?.iter().any(|w| said(w, NO));
        (marked(at - 1) && denies).then_some((at, at + count))
    };
    let (at, end) = (1..all.len()).find_map(turn)?;
    let left = all.get(..at)?;
    let rest = all.get(end..).filter(|rest| !rest.is_empty())?;
    let paused = marked(end - 1);
    let said = another_day(reader, left, rest).or_else(|| another_name(reader, left, rest));
    // "borra la cena, no el pan": without a pause behind it the word may say that the bread is not meant.
    let denied = !paused && all.get(end - 1).is_some_and(|w| has(NOT, &w.fold));
    match said {
        Some(_) if denied => Some(Outcome::Unknown),
        Some(said) => Some(Outcome::Said(said)),
        // "…, no olvides el pan" denies something else, and sets nothing right.
        None => paused.then_some(Outcome::Unknown),
    }
}

/// "… am Montag, nein, Dienstag"
fn another_day<'a>(reader: &Clauses<'a>, left: &'a [Word], rest: &'a [Word]) -> Option<Said> {
    let when = dated::english(&Reader { language: reader.language, words: rest, clock: reader.clock }, rest)?;
    let Outcome::Said(first) = reader.clause(left) else { return None };
    let own = reader.text.get(rest.first()?.span.start..rest.last()?.span.end)?.to_owned();
    let when = when.strip_prefix("on ").or_else(|| when.strip_prefix("at ")).unwrap_or(&when);
    Some(first.put_right(when, own))
}

/// "lösch die Milch, nein, die Miete": the same order about another todo that is there.
fn another_name<'a>(reader: &Clauses<'a>, left: &'a [Word], rest: &'a [Word]) -> Option<Said> {
    let all = 0..rest.len();
    if !matches!(objects::named(reader.language, reader.text, rest, all, reader.todos), Object::One { .. }) {
        return None;
    }
    let phrases = Reader { language: reader.language, words: left, clock: reader.clock }.phrases();
    reader.framed(left, &phrases, false).iter().find_map(|framed| {
        let [star] = framed.stars.as_slice() else { return None };
        if matches!(framed.deed, Deed::Add | Deed::Note | Deed::Rename) {
            return None;
        }
        let mut words = framed.words.clone();
        words.splice(star.clone(), rest.iter().map(|w| Word { after: None, ..w.clone() }));
        let stars = std::iter::once(star.start..star.start + rest.len()).collect();
        let other = Framed { deed: framed.deed, words, stars, phrases: &phrases };
        match reader.carry_out(&other, left, false) {
            Outcome::Said(said) => Some(said),
            Outcome::Talk | Outcome::Unknown => None,
        }
    })
}
