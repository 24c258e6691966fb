//! Short sentences behind a document that take it back, by one form in all the languages of the product: what was given is
//! called an example or not what was asked for (`no es la tarea correcta`), something else was meant (`je voulais dire la
//! tâche 8`), somebody thinks again, asks which, or says that it is done already, that nothing has to change or that there is
//! no such thing. All of their words are of closed lists, so that a sentence of something else is none.

use super::held::Held;
use super::words::denial::YOU;
use super::words::refused::OBJECTS;
use super::words::retracted::{
    ALL, ALREADY, AS, ASKED, BEEN, CHANGES, DONE, EXISTS, FIRST, IS, LEAVES, MEANT, MISSING, NEEDED, NONE, POINTS,
    RIGHT, SMALL, STAYS, TELL, THOUGHT_AGAIN, WRONG,
};
use super::words::{self, Words, back, is, shown};
use super::{Said, unmeant};

/// Longest sentence of these kinds.
const LONGEST: usize = 12;

/// What a sentence says of the document before it.
pub(super) fn of(clauses: &[Vec<String>]) -> Said {
    let all: Vec<&str> = clauses.iter().flatten().map(String::as_str).collect();
    if all.len() > LONGEST || all.iter().any(|word| back::ELSE.has(word)) {
        return Said::Plain;
    }
    let begun = all.iter().take_while(|word| back::HEDGES.has(word) && !back::NOT.has(word)).count();
    let said = all.get(begun..).unwrap_or_default();
    let begins = |all_of: &[&[&str]]| all_of.iter().any(|words| said.starts_with(words) || all.starts_with(words));
    let denied = begins(&MEANT)
        || begins(&THOUGHT_AGAIN) && !all.iter().any(|word| STAYS.has(word))
        || is_not_what_was_asked_for(said)
        || asks_which(said)
        || is_done_already(said)
        || is_no_change(said)
        || leaves_all(said)
        || clauses.iter().any(|clause| unmeant::is_advised_against(clause));
    if denied { Said::Denied } else { is_called(said) }
}

/// `Ce n'était qu'un exemple`, `no es la tarea correcta`, `das ist die falsche Aufgabe`
fn is_called(said: &[&str]) -> Said {
    let points = |word: &&&str| is(words::THIS, word) || POINTS.has(word);
    let subject = said.iter().take(2).take_while(points).count();
    let be = said.iter().take(subject + 2).rposition(|word| IS.has(word));
    let Some((led, rest)) = be.map(|at| said.split_at(at + 1)) else { return Said::Plain };
    let denied = said.iter().any(|word| back::NOT.has(word));
    let shown = |word: &str| is(words::EXAMPLES, word) || back::DRAFTS.has(word) || back::STANDINS.has(word);
    let thing = |word: &str| OBJECTS.has(word) || back::ANSWERS.has(word) || is(words::ANSWERS, word) || word == "id";
    let small = |word: &&str| SMALL.has(word) || back::NOT.has(word) || back::QUITE.has(word);
    let only_these = |list: &dyn Fn(&str) -> bool| rest.iter().all(|word| small(word) || thing(word) || list(word));
    let has = |list: &Words| rest.iter().any(|word| list.has(word));
    let led = led.iter().all(|word| points(&word) || IS.has(word) || back::NOT.has(word));
    match rest.last() {
        Some(last) if led && !denied && shown(last) && only_these(&shown) => Said::Example,
        Some(_) if led && denied && has(&RIGHT) && only_these(&|word| RIGHT.has(word)) => Said::Denied,
        Some(_) if led && !denied && has(&WRONG) && only_these(&|word| WRONG.has(word)) => Said::Denied,
        _ => Said::Plain,
    }
}

/// `Eso no es lo que pediste`, `das ist nicht das, was du wolltest`
fn is_not_what_was_asked_for(said: &[&str]) -> bool {
    // `En fait, …`
    let said = if said.first().is_some_and(|first| matches!(*first, "en" | "de")) {
        said.get(2..).unwrap_or_default()
    } else {
        said
    };
    let points = said.first().is_some_and(|first| is(words::THIS, first) || POINTS.has(first));
    let denied = said.iter().take(4).any(|word| back::NOT.has(word));
    let be = said.iter().take(3).any(|word| IS.has(word));
    points && denied && be && said.last().is_some_and(|last| ASKED.has(last))
}

/// `First tell me which one`, `dime primero cuál`
fn asks_which(said: &[&str]) -> bool {
    let first = said.iter().take_while(|word| FIRST.has(word)).count();
    let tells = said.get(first).is_some_and(|verb| TELL.has(verb));
    tells && said.iter().any(|word| shown::WHICH.has(word)) && said.len() <= LONGEST / 2 + 1
}

/// `It has already been deleted`, `ya se ha borrado`
fn is_done_already(said: &[&str]) -> bool {
    let Some((done, rest)) = said.split_last() else { return false };
    DONE.has(done) && rest.iter().any(|word| ALREADY.has(word)) && rest.iter().all(|word| BEEN.has(word))
}

/// `Es sind keine Änderungen nötig`, `no se necesita ningún cambio`
fn is_no_change(said: &[&str]) -> bool {
    let has = |list: &Words| said.iter().any(|word| list.has(word));
    has(&NONE) && has(&CHANGES) && has(&NEEDED) && !has(&YOU) && said.len() <= LONGEST / 2 + 1
}

/// `Leave everything as it is`, `laissez tout comme c'est`
fn leaves_all(said: &[&str]) -> bool {
    let leaves = said.first().is_some_and(|verb| LEAVES.has(verb));
    leaves && said.iter().take(3).any(|word| ALL.has(word)) && said.iter().any(|word| AS.has(word))
}

/// `There is no todo 9`, `la tâche 9 n'existe pas`: of a number that the document has, which names nothing.
pub(super) fn is_missing(clause: &[String], held: &Held) -> bool {
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let named = clause.iter().any(|word| number(word) && held.says(word));
    let exists = clause.iter().any(|word| EXISTS.has(word) || matches!(word.as_str(), "ny" | "nexiste" | "isnt"));
    let denied = clause
        .iter()
        .any(|word| back::NOT.has(word) || NONE.has(word) || matches!(word.as_str(), "ny" | "nexiste" | "keinen"));
    let small = |word: &String| MISSING.has(word) || OBJECTS.has(word) || number(word);
    named && exists && denied && clause.iter().all(small)
}
