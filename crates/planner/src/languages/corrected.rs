//! "Lösch die Milch, nein, die Miete", "mueve el dentista al lunes, no, al martes": an order that is put right before its
//! sentence ends. What is said last counts (TODOS.md rule 16).

use super::clause::{Clauses, Framed, Outcome};
use super::dated;
use super::objects::{self, Object};
use super::pattern::Reader;
use super::table::{Deed, Language, has};
use super::words::Word;

/// Says that something is put right, behind a mark.
const NO: &str = "nein nee ne no non nan nu ba quatsch";

/// Which of them also say "not" (Spanish, Romanian).
const NOT: &str = "no nu";

/// In front of such a word.
const SIGHS: &str = "ach oh oje ay ah euh hm ups aia of";

/// Says it where a name or a day follows, and is only polite or says nothing elsewhere; words of a phrase are joined by `_`.
const MEANT: [(&str, &str); 4] = [
    (
        "de",
        "ich_meine ich_meinte ich_meinte_naturlich doch lieber doch_lieber besser doch_besser eher stattdessen sorry entschuldigung \
        entschuldige verzeihung tschuldigung pardon ah aeh eh moment halt",
    ),
    (
        "es",
        "digo mejor mejor_dicho mas_bien quiero_decir quise_decir perdon perdona perdone disculpa disculpe lo_siento en_realidad \
        espera sino",
    ),
    (
        "fr",
        "plutot enfin je_veux_dire je_voulais_dire pardon desole desolee excuse excusez en_fait finalement attends \
        c_est-a-dire",
    ),
    (
        "ro",
        "adica mai_bine mai_degraba scuze pardon iertare scuzati vreau_sa_zic voiam_sa_zic vreau_sa_spun voiam_sa_spun de_fapt stai \
        degraba",
    ),
];

/// Words of such a phrase.
const MOST_JOINED: usize = 3;

/// How many words at the front put something right, and whether one of them says no.
pub(super) fn turn(language: &Language, said: &[Word]) -> Option<(usize, bool)> {
    let meant = MEANT.iter().find(|(code, _)| *code == language.code).map_or("", |(_, list)| list);
    let phrase = |said: &[Word], list: &'static str| {
        (1..=MOST_JOINED.min(said.len())).rev().find(|n| {
            let front = said.get(..*n).unwrap_or_default();
            let joined = front.iter().map(|w| w.fold.as_str()).collect::<Vec<_>>().join("_");
            front.iter().all(|w| !w.quoted) && has(list, &joined)
        })
    };
    let (mut at, mut no, mut any) = (0, false, false);
    while let Some(rest) = said.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(n) = phrase(rest, NO) {
            (at, no, any) = (at + n, true, true);
        } else if let Some(n) = phrase(rest, meant) {
            (at, any) = (at + n, true);
        } else if let Some(n) = phrase(rest, SIGHS) {
            at += n;
        } else if no && rest.first().is_some_and(|w| !w.quoted && has(language.corrections, &w.fold)) {
            at += 1;
        } else {
            break;
        }
    }
    any.then_some((at, no))
}

/// Whether a stretch between marks may put right what stands in front of it: no mere courtesy there.
pub(super) fn sets_right(language: &Language, stretch: &[Word]) -> bool {
    turn(language, stretch).is_some_and(|(count, _)| count == stretch.len())
}

/// What a sentence with such a turn comes to; `None` where there is none.
pub(super) fn read<'a>(reader: &Clauses<'a>, all: &'a [Word]) -> Option<Outcome> {
    let marked = |at: usize| all.get(at).is_some_and(|w| !w.quoted && w.after.is_some());
    let turns = |at: usize| {
        let (count, no) = turn(reader.language, all.get(at..)?).filter(|_| marked(at - 1))?;
        Some((at, at + count, no))
    };
    let (at, end, no) = (1..all.len()).find_map(turns)?;
    let left = all.get(..at)?;
    let rest = all.get(end..).filter(|rest| !rest.is_empty())?;
    let paused = marked(end - 1);
    let said = another_day(reader, left, rest).or_else(|| another_name(reader, left, rest));
    // "borra la cena, no el pan": without a pause behind it the word may say that the bread is not meant.
    let denied = !paused && all.get(end - 1).is_some_and(|w| has(NOT, &w.fold));
    match said {
        Some(_) if denied => Some(Outcome::Unknown),
        Some(said) => Some(said),
        // "…, no olvides el pan" denies something else, and sets nothing right.
        None => (paused && no).then_some(Outcome::Unknown),
    }
}

/// "… am Montag, nein, Dienstag"
fn another_day<'a>(reader: &Clauses<'a>, left: &'a [Word], rest: &'a [Word]) -> Option<Outcome> {
    let when = dated::english(&Reader::new(reader.language, rest, reader.clock), rest)?;
    let Outcome::Said(first) = reader.clause(left) else { return None };
    let own = reader.text.get(rest.first()?.span.start..rest.last()?.span.end)?.to_owned();
    let when = when.strip_prefix("on ").or_else(|| when.strip_prefix("at ")).unwrap_or(&when);
    Some(Outcome::Said(first.put_right(when, own)))
}

/// "lösch die Milch, nein, die Miete": the same order about another todo that is there.
fn another_name<'a>(reader: &Clauses<'a>, left: &'a [Word], rest: &'a [Word]) -> Option<Outcome> {
    let named = |words: &[Word]| objects::named(reader.language, reader.text, words, 0..words.len(), reader.todos);
    if !matches!(named(rest), Object::One { .. }) {
        return None;
    }
    let phrases = Reader::new(reader.language, left, reader.clock).phrases();
    reader.framed(left, &phrases, false).iter().find_map(|framed| {
        let [star] = framed.stars.as_slice() else { return None };
        if matches!(framed.deed, Deed::Add | Deed::Note | Deed::Rename) {
            return None;
        }
        // "borra A y B, perdón, C": which of the two it takes the place of is not said.
        let before = framed.words.get(star.clone())?;
        let several = before.iter().enumerate().any(|(at, w)| {
            let joins = !w.quoted && (has(reader.language.and, &w.fold) || w.after == Some(','));
            joins && at + 1 < before.len()
        });
        if several && !matches!(named(before), Object::One { .. }) {
            return Some(Outcome::Unknown);
        }
        let mut words = framed.words.clone();
        words.splice(star.clone(), rest.iter().map(|w| Word { after: None, ..w.clone() }));
        let stars = std::iter::once(star.start..star.start + rest.len()).collect();
        let other = Framed { deed: framed.deed, words, stars, phrases: &phrases };
        match reader.carry_out(&other, left, false) {
            said @ Outcome::Said(_) => Some(said),
            Outcome::Talk | Outcome::Unknown => None,
        }
    })
}
