//! Sentences that show a document, advise against it or find it somewhere without any of the words for that beside it: `to
//! give you an idea`, `so würde es aussehen, wenn …`, `in the readme you will find {…}`, `{…}, which I did not do`.

use super::words::unmeant::{
    DID, DISSUADES, FOUND, FOUND_THERE, IDEAS, IN, INSIDE, LOOKS, LOOKS_SO, RECOMMENDS, REMARKS, REMOVED, SHOWS, TO,
    WARNS, WHEN,
};
use super::words::{self, back, before as before_words, is, shown};
use super::{Said, lead, offered};

/// Longest clause that ends by turning against what comes next.
const LONGEST: usize = 8;

/// Longest clause that is a verb with what it is of.
const SHORT: usize = 4;

/// What the last sentence before a document says of it.
pub(super) fn before(led: &str, colon: bool) -> Said {
    let clauses = offered::sentence(led);
    let Some(last) = clauses.last() else { return Said::Plain };
    let all: Vec<&str> = clauses.iter().flatten().map(String::as_str).collect();
    if is_advised_against(last) || colon && clauses.iter().any(|clause| is_advised_against(clause)) {
        return Said::Denied;
    }
    if gives_an_idea(&all) || is_one_of_its_kind(&all) || would_look(&clauses, &all) || in_brackets(led) {
        return Said::Example;
    }
    if found_somewhere(&all) { Said::Quoted } else { Said::Plain }
}

/// What the sentence says that a document stands in.
pub(super) fn around(led: &str, behind: &str) -> Said {
    let rest = words::of(behind.split(['.', '!', '?', '\n']).next().unwrap_or_default());
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let clauses: Vec<Vec<String>> = behind.split(lead::ends_a_clause).map(words::of).collect();
    if clauses.iter().any(|clause| did_not(clause) || does_not(clause)) || is_to_avoid(&rest) {
        return Said::Denied;
    }
    let led: Vec<String> = offered::sentence(led).into_iter().flatten().collect();
    let led: Vec<&str> = led.iter().map(String::as_str).collect();
    let sentence: Vec<&str> = led.iter().chain(&rest).copied().collect();
    let holds = matches!(led.as_slice(), [.., "has" | "had" | "hat" | "tiene"])
        && led.iter().take(3).any(|word| shown::SOURCES.has(word))
        && rest.iter().take(2).any(|word| INSIDE.has(word));
    if holds || found_somewhere(&sentence) { Said::Quoted } else { Said::Plain }
}

/// `To give you an idea of the format`, `merely to demonstrate the syntax`
fn gives_an_idea(all: &[&str]) -> bool {
    let to = all.iter().position(|word| TO.has(word));
    let shows = to.and_then(|to| all.get(to + 1..)).is_some_and(|rest| rest.iter().take(3).any(|word| SHOWS.has(word)));
    let what = |word: &&str| IDEAS.has(word) || is(words::FORMS, word) || shown::STANDS_FOR_FORMS.has(word);
    let as_asked = all.iter().any(|word| back::RIGHT.has(word) && *word != "it" && *word != "what");
    shows && all.iter().any(what) && !as_asked
}

/// `The kind of thing I mean is`, `this was meant as a joke`
fn is_one_of_its_kind(all: &[&str]) -> bool {
    let kind = all.windows(3).any(|three| matches!(three, ["kind" | "sort" | "type", "of", thing] if *thing != "todo"));
    let be = all.last().is_some_and(|last| back::BE.has(last));
    let this = all.first().is_some_and(|first| is(words::THIS, first));
    let meant = all.iter().any(|word| shown::AS.has(word)) && all.last().is_some_and(|last| back::DRAFTS.has(last));
    let denied = all.iter().any(|word| back::NOT.has(word));
    kind && be || this && meant && !denied
}

/// `So würde es aussehen, wenn …`, `here is how it looks when someone …`: how something would look, or looks in a case; of the
/// answer it is said politely.
fn would_look(clauses: &[Vec<String>], all: &[&str]) -> bool {
    let looks = all.iter().position(|word| LOOKS.has(word) || LOOKS_SO.has(word));
    let Some(at) = looks else { return false };
    let would = all.iter().any(|word| offered::is_conditional(word) || LOOKS.has(word) || *word == "ar");
    let when = all.get(at..).is_some_and(|rest| rest.iter().skip(1).any(|word| WHEN.has(word)));
    let named = clauses.iter().any(|clause| offered::names_the_answer(clause));
    (would || when) && !named
}

/// `(For illustration only) {…}`
fn in_brackets(led: &str) -> bool {
    let inside =
        led.trim_end().strip_suffix(')').and_then(|led| led.rsplit_once('(')).map(|(_, inside)| words::of(inside));
    inside.is_some_and(|inside| {
        let named =
            |word: &String| is(words::EXAMPLES, word) || shown::ILLUSTRATES.has(word) || back::STANDINS.has(word);
        let denied = inside.iter().any(|word| back::NOT.has(word));
        inside.len() <= LONGEST && inside.iter().any(named) && !denied
    })
}

/// `I'd advise against it`, `I would not go as far as`, `far be it from me to suggest`
pub(super) fn is_advised_against(clause: &[String]) -> bool {
    let clause: Vec<&str> = clause.iter().map(String::as_str).collect();
    let denied = clause.iter().any(|word| back::NOT.has(word) || is(words::DENIES, word) || *word == "wouldnt");
    match clause.as_slice() {
        ["far", "be", "it", "from", ..] => true,
        [.., "as" | "so", "far", "as", "to", _] | [.., "as" | "so", "far", "as"] => denied,
        // `Je déconseille ceci`, `no recomiendo esto`
        [.., verb, this] if is(words::THIS, this) && (DISSUADES.has(verb) || RECOMMENDS.has(verb)) => {
            DISSUADES.has(verb) || denied || clause.contains(&"no")
        }
        // `Je le déconseille`
        [.., this, verb] if DISSUADES.has(verb) => {
            clause.len() <= SHORT && (is(words::THIS, this) || is(words::after::CLITICS, this))
        }
        [verb, this] if RECOMMENDS.has(verb) => denied && is(words::THIS, this),
        [.., warns, "against", this] => WARNS.has(warns) && is(words::THIS, this),
        [.., this, verb] if clause.len() <= LONGEST => {
            // `Davon rate ich ab`
            let from = clause.iter().any(|word| matches!(*word, "davon" | "dagegen"));
            from && (WARNS.has(this) || WARNS.has(verb) || *verb == "ab")
        }
        _ => false,
    }
}

/// `In the readme you will find`, `en el correo se lee`: the place, which is a text that somebody else wrote, and a verb of
/// finding or reading; and not what whoever speaks puts there.
fn found_somewhere(all: &[&str]) -> bool {
    let source = |word: &&str| shown::SOURCES.has(word) || FOUND_THERE.has(word);
    let place = (0..all.len()).any(|at| {
        let within = all.get(at).is_some_and(|word| IN.has(word));
        within && all.iter().skip(at + 1).take(2).any(source)
    });
    let found = all.iter().any(|word| FOUND.has(word));
    // `As you have seen in the manual, I answer …`
    let gives = all.iter().any(|word| is(words::ANSWERS, word) || is(before_words::I, word) || REMARKS.has(word));
    place && found && !gives
}

/// `…, which I did not do`, `…, was ich nicht getan habe`
fn did_not(clause: &[String]) -> bool {
    let which = clause
        .first()
        .is_some_and(|first| is(words::after::WHICH, first) || matches!(first.as_str(), "lo" | "ce" | "ceea"));
    let denied = clause.iter().any(|word| back::NOT.has(word) || is(words::DENIES, word) || word == "no");
    let did = clause.iter().rev().take(2).any(|word| DID.has(word));
    let other = clause.iter().any(|word| back::ELSE.has(word));
    which && denied && did && !other && clause.len() <= LONGEST
}

/// `tue es aber nicht`
fn does_not(clause: &[String]) -> bool {
    match clause {
        [verb, this, .., no] => {
            is(words::DO, verb) && is(words::THIS, this) && is(words::DENIES, no) && clause.len() <= LONGEST
        }
        _ => false,
    }
}

/// `as a case to avoid`
fn is_to_avoid(rest: &[&str]) -> bool {
    match rest {
        ["as" | "als" | "comme" | "como" | "ca", .., last] => {
            rest.len() <= LONGEST && (back::WRONG.has(last) || shown::FORBIDDEN.has(last) || *last == "avoid")
        }
        _ => false,
    }
}

/// Whether an example is what a clause is of, rather than what it names: `the example is deleted`.
pub(super) fn is_of_the_example(behind: &[impl AsRef<str>]) -> bool {
    let mut behind = behind.iter().map(AsRef::as_ref);
    let be = behind.next().is_some_and(|verb| back::BE.has(verb) || matches!(verb, "wird" | "werden" | "will" | "se"));
    be && behind.take(2).any(|word| REMOVED.has(word))
}
