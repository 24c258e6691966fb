//! Words before a document that leave it out, only think of it, or undo with it what was done: `so I did not include it:`,
//! `DRAFT (do not apply):`, `a delete operation looks like:`, `maybe {…}`, `Error: invalid input {…}`.

use super::words::aside::{BESIDE, ERRORS, GIVEN, IT, MAYBE, ONE, SO, TAKER, TOOK_AWAY, TRIALS, USES};
use super::words::unmeant::LOOKS_SO;
use super::words::{self, back, before, is};
use super::{Said, offered};

/// Longest clause of these kinds.
const LONGEST: usize = 10;

/// What the words before a document say of it.
pub(super) fn before(led: &str, colon: bool) -> Said {
    let clauses = offered::sentence(led);
    let Some(last) = clauses.last().filter(|last| last.len() <= LONGEST) else { return Said::Plain };
    let last: Vec<&str> = last.iter().map(String::as_str).collect();
    let aside = match colon {
        true => is_left_out(&last) || is_forbidden_in_brackets(led),
        false => is_taken_away(&last),
    };
    if aside {
        return Said::Denied;
    }
    if !colon && is_an_error(led) {
        return Said::Quoted;
    }
    let only = clauses.len() == 1;
    let trial = colon && only && matches!(last.as_slice(), [title] if TRIALS.has(title));
    let trial = trial || colon && only && last == ["dry", "run"];
    let maybe = !colon && (last.last().is_some_and(|last| MAYBE.has(last)) || last.ends_with(&["tal", "vez"]));
    if trial || maybe || is_one_of_a_kind(&last) { Said::Example } else { Said::Plain }
}

/// `I did not include it:`, `das habe ich nicht aufgenommen:`: nothing is said but that it was not given.
fn is_left_out(last: &[&str]) -> bool {
    let denied = last.iter().any(|word| back::NOT.has(word) || is(words::DENIES, word) || word.ends_with("nt"));
    let given = last.iter().any(|word| GIVEN.has(word));
    let pointed = last.iter().any(|word| IT.has(word));
    denied && given && pointed && last.iter().all(|word| BESIDE.has(word) || GIVEN.has(word) || IT.has(word))
}

/// `I removed {…}`: what follows is what is no more.
fn is_taken_away(last: &[&str]) -> bool {
    let Some((verb, led)) = last.split_last() else { return false };
    let taker = |word: &&str| TAKER.has(word);
    TOOK_AWAY.has(verb) && (led.iter().any(taker) || led.is_empty() && TAKER.has(verb)) && led.len() <= 3
}

/// `Draft (do not apply):`, `Vorschlag (nicht anwenden):`
fn is_forbidden_in_brackets(led: &str) -> bool {
    let title = led.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '*'));
    let Some((_, inside)) = title.strip_suffix(')').and_then(|title| title.rsplit_once('(')) else { return false };
    let said = words::of(inside);
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|word| !matches!(*word, "please" | "bitte")).collect();
    let verb = match said.as_slice() {
        ["do", "not", verb, ..] | ["ne", "pas", verb, ..] => verb,
        ["dont" | "never" | "nicht" | "no" | "nu", verb, ..] => verb,
        _ => return false,
    };
    // `(not applied yet)` tells of what is, and forbids nothing.
    said.len() <= 5 && (back::USE.has(verb) || USES.has(verb) || is(words::DO, verb) || is(before::SENDS, verb))
}

/// `Error: invalid input {…}`: a message shows what it is of.
fn is_an_error(led: &str) -> bool {
    let line = led.rsplit('\n').next().unwrap_or_default();
    let sentence = line.rsplit(['.', '!', '?']).next().unwrap_or_default();
    let Some((label, message)) = sentence.split_once(':') else { return false };
    let message = words::of(message);
    let named = matches!(words::of(label).as_slice(), [label] if ERRORS.has(label));
    named && !message.is_empty() && !message.iter().any(|word| is(before::I, word) || is(before::ANEW, word))
}

/// `A delete operation looks like:`, `une suppression ressemble à ceci :`: one of its kind, and not the answer.
fn is_one_of_a_kind(last: &[&str]) -> bool {
    let Some((first, rest)) = last.split_first() else { return false };
    let looks = rest.iter().position(|word| LOOKS_SO.has(word) && !SO.has(word));
    let behind = looks.and_then(|at| rest.get(at + 1..)).unwrap_or_default();
    let so = |word: &&str| SO.has(word) || LOOKS_SO.has(word);
    ONE.has(first) && looks.is_some_and(|at| at > 0 && at <= 4) && !behind.is_empty() && behind.iter().all(so)
}
