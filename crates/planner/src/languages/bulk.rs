//! An order about a set: which of the phrases beside the set choose from it, and which say what becomes of it
//! (TODOS.md rule 12). What could be either is not read: of a set nobody may take the one for the other.

use super::clause::{Clauses, Framed};
use super::objects::{self, Object};
use super::pattern::Phrase;
use super::table::{Deed, Kind, Language, has};
use super::words::{Word, words};

/// In front of where something goes, by language.
const AIMS: [(&str, &str); 4] = [
    ("de", "auf nach zu zum zur bis"),
    ("es", "a al hasta"),
    ("fr", "a au aux jusqu'a jusqu'au jusqu'"),
    ("ro", "pe la pana"),
];

/// Verbs that give a mark, and no day.
const MARKS: &str = "markier markiere markieren kennzeichne kennzeichnen marca marcar marque marquer marquez marcheaza marcati marcheze";

/// Whether an order is about a set.
pub(super) fn is_set(object: &Object) -> bool {
    matches!(object, Object::Bulk { .. } | Object::SoMany { .. })
}

/// Words that say "all of …" in front: no name of a todo begins so, unless there is such a todo.
pub(super) fn of_all(l: &Language, said: &[Word]) -> bool {
    let Some(first) = said.first().filter(|w| !w.quoted && has(l.all, &w.fold)) else { return false };
    // "todo" is what a todo is called, too, and "jede" and "cada" begin a habit.
    let behind = said.get(1).map_or("", |w| w.fold.as_str());
    match first.fold.as_str() {
        "todo" => behind == "lo",
        "cada" | "jede" | "jedes" | "chaque" | "fiecare" => false,
        _ => true,
    }
}

/// Whether a phrase can say which todos of a set are meant.
pub(super) fn chooses(phrase: &Phrase) -> bool {
    matches!(phrase.kind, Kind::When | Kind::Of | Kind::Level | Kind::Label)
}

/// The phrases that choose, and those that say what becomes of the set; `None` where that is not told.
pub(super) fn parted(c: &Clauses<'_>, f: &Framed<'_>) -> Option<(Vec<Phrase>, Vec<Phrase>)> {
    let (said, begin) = placed(c, f)?;
    let fold = |at: usize| said.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
    let aims = AIMS.iter().find(|(code, _)| *code == c.language.code).map_or("", |(_, list)| list);
    let level = |p: &Phrase| matches!(p.kind, Kind::Level | Kind::Label);
    let aimed = |p: &Phrase| !level(p) && has(aims, fold(p.at.start));
    let joined = |p: &Phrase| {
        p.at.start.checked_sub(1).is_some_and(|at| {
            has(c.language.and, fold(at)) || said.get(at).is_some_and(|w| matches!(w.after, Some(',')))
        })
    };
    let clock = |p: &Phrase| matches!(p.kind, Kind::At | Kind::Part);
    // "morgen um 9", "um 9 am Freitag": one moment.
    let moment = |a: &Phrase, b: &Phrase| {
        a.at.end == b.at.start
            && (clock(a) && (b.kind == Kind::When || clock(b)) || a.kind == Kind::When && clock(b))
            && (aimed(a) || !aimed(b))
    };
    let (mut chosen, other): (Vec<Phrase>, Vec<Phrase>) = f.phrases.iter().cloned().partition(|p| p.kind == Kind::Of);
    let (mut given, mut behind): (Vec<Phrase>, Vec<Phrase>) = other.into_iter().partition(|p| p.at.end <= begin);
    behind.sort_by_key(|p| p.at.start);
    // Whoever moves something gives it no level: "verschiebe alle mit niedriger Priorität".
    let moves = f.deed == Deed::Move;
    let last_gives = behind.last().is_some_and(|last| !(moves && level(last)));
    if given.is_empty() && last_gives {
        given.extend(behind.pop());
        while let (Some(before), Some(first)) = (behind.last(), given.first()) {
            if !moment(before, first) && !joined(first) {
                break;
            }
            given.insert(0, behind.pop()?);
        }
    }
    if behind.iter().any(|p| aimed(p) || !chooses(p)) || given.iter().any(|p| moves && level(p)) {
        return None;
    }
    // "markiere alle am Montag": a mark is no day.
    let marks = f.words.first().is_some_and(|w| !w.quoted && has(MARKS, &w.fold));
    // "alles für heute": without a verb only what aims at a day moves to it.
    let bare = f.stars.first().is_some_and(|star| star.len() == f.words.len());
    if given.iter().any(|p| matches!(p.kind, Kind::When | Kind::At | Kind::Part) && (marks || bare && !aimed(p))) {
        return None;
    }
    chosen.extend(behind);
    // The level stands in front of the noun, dates behind it.
    chosen.sort_by_key(|p| (p.kind != Kind::Level, p.at.start));
    Some((chosen, given))
}

/// The words of the clause, found again in the message by those that are in no phrase, and where the set begins in them.
fn placed(c: &Clauses<'_>, f: &Framed<'_>) -> Option<(Vec<Word>, usize)> {
    let all = words(c.text, Some(c.language));
    let star = f.stars.first()?.start;
    let first = f.words.first()?.span.start;
    let at = all.iter().position(|w| w.span.start == first)?;
    let titled = |p: &&Phrase| !matches!(p.kind, Kind::Of | Kind::Shift);
    let found = |some: &dyn Fn(&&Phrase) -> bool| {
        let taken = |at: &usize| f.phrases.iter().filter(some).any(|p| p.at.contains(at));
        let places: Vec<usize> = (0..all.len()).filter(|at| !taken(at)).take(f.words.len()).collect();
        let shift = at.checked_sub(*places.first()?)?;
        let same = |(place, word): (&usize, &Word)| all.get(shift + place).is_some_and(|w| w.span == word.span);
        let begin = *places.get(star)?;
        (places.len() == f.words.len() && places.iter().zip(&f.words).all(same)).then_some((shift, begin))
    };
    let (shift, begin) = found(&|_| true).or_else(|| found(&titled))?;
    Some((all.get(shift..)?.to_vec(), begin))
}

/// "tot ce e …", "alles, was … ist": what it is that is so is said by a phrase beside it, or nothing is.
pub(super) fn awaits(c: &Clauses<'_>, f: &Framed<'_>) -> bool {
    let star = f.stars.first().and_then(|star| f.words.get(star.clone())).unwrap_or_default();
    objects::awaits(c.language, star)
}
