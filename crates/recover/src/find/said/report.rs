//! Reports: what somebody else gave, and what a source says was done (`The plugin came back with {…}`, `laut Protokoll
//! wurde {…} gesendet`). Decided by who speaks and in which tense: the subject is neither whoever answers nor whoever
//! reads, and the verb is past. A question that a sentence puts behind the document (`{…}, is that right?`) leaves it open.

use super::words::report::{BY, GAVE, PASSIVE, PREPOSITIONS, SOURCE_OF, WISHED, YOURS};
use super::words::shown::{GIVEN, SOURCES};
use super::words::{self, back, before, is};
use super::{Said, offered};

/// Longest subject of a report.
const SUBJECT: usize = 5;

/// How many words of a passive stand at once behind a document.
const PASSIVES: usize = 4;

/// What the last clause before a document says; `colon`: it announces it.
pub(super) fn before(led: &str, colon: bool) -> Said {
    let clauses = offered::sentence(led);
    let Some(last) = clauses.last() else { return Said::Plain };
    if is_given_by_another(last, colon) { Said::Quoted } else { Said::Plain }
}

/// What the sentence says that a document stands in: `led` is what stands before it there, `behind` what stands after it.
pub(super) fn around(led: &str, behind: &str) -> Said {
    if is_tagged(behind) {
        return Said::Example;
    }
    let sentence = behind.split(['.', '!', '?', '\n', ';']).next().unwrap_or_default();
    let clauses = offered::sentence(led);
    let source = clauses.first().is_some_and(|first| is_of_a_source(first));
    if source && is_passive(clauses.last().map(Vec::as_slice).unwrap_or_default(), &words::of(sentence)) {
        return Said::Quoted;
    }
    Said::Plain
}

/// `The bot came up with`, `le service a renvoyé`: the subject is another, and what it did is over.
fn is_given_by_another(clause: &[String], colon: bool) -> bool {
    let given = clause.iter().rev().take_while(|word| GIVEN.has(word) || PREPOSITIONS.has(word)).count();
    let Some((verb, subject)) = clause.get(..clause.len() - given).and_then(<[String]>::split_last) else {
        return false;
    };
    // `The action needed: {…}` is no sentence; behind a verb that the document is the object of there is no colon.
    let regular = !colon && verb.len() > 4 && verb.ends_with("ed");
    let past = GAVE.has(verb) || (regular && !WISHED.has(verb));
    let own = |word: &String| is(before::I, word) || YOURS.has(word) || is(before::OWN, word) && word != "my";
    // `my answer ended with`, and not `my predecessor had sent`
    let small = |word: &String| PASSIVE.has(word) || PREPOSITIONS.has(word) || word == "a";
    let is_it = |word: &String| back::BE.has(word) && !small(word);
    let answer = |word: &String| back::ANSWERS.has(word) || is(words::ANSWERS, word) || is_it(word);
    past && (1..=SUBJECT).contains(&subject.len())
        && !subject.iter().any(|word| own(word) || answer(word))
        && !subject.iter().all(small)
        && subject.first().is_some_and(|first| is_determiner(first) || SOURCES.has(first))
}

/// What a subject begins with that names something.
fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "a"
            | "an"
            | "another"
            | "my"
            | "our"
            | "some"
            | "der"
            | "die"
            | "das"
            | "ein"
            | "eine"
            | "mein"
            | "meine"
            | "le"
            | "la"
            | "un"
            | "une"
            | "mon"
            | "ma"
            | "el"
            | "una"
            | "mi"
            | "someone"
            | "somebody"
            | "jemand"
            | "quelquun"
            | "alguien"
            | "cineva"
    )
}

/// `According to the log`, `laut Protokoll`, `selon le journal`; what the reader said is no source of another.
fn is_of_a_source(clause: &[String]) -> bool {
    let led = clause.iter().position(|word| SOURCE_OF.has(word)).filter(|at| *at < 2);
    let what = led.and_then(|at| clause.get(at + 1..)).unwrap_or_default();
    !what.is_empty() && !what.iter().any(|word| YOURS.has(word) || is(words::FORMS, word))
}

/// `wurde {…} gesendet`, `{…} a été exécuté`, `se envió {…}`: a passive that is past.
fn is_passive(led: &[String], behind: &[String]) -> bool {
    let be = |word: &String| PASSIVE.has(word);
    let done = |word: &String| is(words::after::DONE, word) || GAVE.has(word) || BY.has(word);
    let near = behind.get(..behind.len().min(PASSIVES)).unwrap_or_default();
    let denied = near.iter().any(|word| back::NOT.has(word));
    let begun = led.last().is_some_and(be) && near.iter().any(done);
    let after = near.first().is_some_and(|first| be(first) || first == "a") && near.iter().skip(1).any(done);
    let reflexive = led.windows(2).any(|pair| pair[0] == "se" && GAVE.has(&pair[1]));
    !denied && (begun || after || reflexive)
}

/// `{…} — is that what you had in mind?`, `{…}, stimmt das?`: the sentence that gives it asks whether it is right. What
/// else there is to ask is of something else.
fn is_tagged(behind: &str) -> bool {
    let rest = behind.trim_start_matches(['`', '"', '”', '“', '»', '*', '_', ')']).trim_start();
    let Some(asked) = rest.strip_prefix([',', '—', '–', '-']) else { return false };
    let Some(end) = asked.find(['.', '!', '?', '\n', '{']) else { return false };
    let (clause, end) = asked.split_at(end);
    let words = words::of(clause);
    let begins = words.first().is_some_and(|first| {
        back::BE.has(first) || back::THIS.has(first) || matches!(first.as_str(), "right" | "correct" | "ok" | "okay")
    });
    // `passt das so?`
    let begins = begins || words.get(1).is_some_and(|second| back::THIS.has(second));
    let points = words.iter().any(|word| back::THIS.has(word) || back::RIGHT.has(word));
    let other = words.iter().any(|word| back::ELSE.has(word) || word == "there");
    end.starts_with('?') && begins && points && !other
}

#[cfg(test)]
mod tests {
    use super::{Said, around, before};

    #[test]
    fn what_another_gave_is_a_report() {
        for (led, colon, said) in [
            ("The plugin came back with ", false, Said::Quoted),
            ("The bot came up with ", false, Said::Quoted),
            ("Le service a renvoyé ", false, Said::Quoted),
            ("Der Dienst lieferte ", false, Said::Quoted),
            ("My predecessor had answered ", false, Said::Quoted),
            ("The crawler fetched ", false, Said::Quoted),
            ("I came up with ", false, Said::Plain),
            ("My answer ended with ", false, Said::Plain),
            ("The plan comes with ", false, Said::Plain),
            ("The user wanted ", false, Said::Plain),
            ("The change you asked for was this: ", true, Said::Plain),
            ("The action needed: ", true, Said::Plain),
            ("The service came back, so now: ", true, Said::Plain),
            ("As requested ", false, Said::Plain),
        ] {
            assert_eq!(before(led, colon), said, "{led}");
        }
    }

    #[test]
    fn what_a_source_says_was_done_is_a_report_and_a_question_in_the_sentence_leaves_it_open() {
        for (led, behind, said) in [
            ("Laut Protokoll wurde ", " gesendet.", Said::Quoted),
            ("According to the history, ", " was sent.", Said::Quoted),
            ("Selon le protocole, ", " a été envoyé.", Said::Quoted),
            ("Según el registro, se envió ", ".", Said::Quoted),
            ("According to your request, ", " is sent.", Said::Plain),
            ("According to your message, ", " was sent.", Said::Plain),
            ("Laut deiner Nachricht: ", "", Said::Plain),
            ("Done: ", " was sent.", Said::Plain),
            ("", " — is that what you had in mind?", Said::Example),
            ("", ", is that correct?", Said::Example),
            ("", " — passt das so?", Said::Example),
            ("", " — c'est bien ça ?", Said::Example),
            ("", " — is there anything else?", Said::Plain),
            ("", " — that is what you had in mind.", Said::Plain),
            ("", ". Is that all?", Said::Plain),
        ] {
            assert_eq!(around(led, behind), said, "{led}{{…}}{behind}");
        }
    }
}
