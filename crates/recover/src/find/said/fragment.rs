//! Sentences without a verb behind an answer: they call it an example or only an idea (`Placeholder.`, `nur ein
//! Vorschlag`), leave it to whoever reads (`If you agree.`), or give another value (`Actually 13.`, `not 12 but 13`). All of
//! their words are of closed lists, so that words of something else are none.

use super::held::Held;
use super::words::corrected::{AGAIN, FIELDS};
use super::words::fragment::{BESIDE, BUT, ONLY, SO, THOUGHTS, WANT, YOU};
use super::words::{self, back, before, is, shown};
use super::{Candidate, Said, asked, says_nothing};

/// Longest sentence of these kinds, in words.
const LONGEST: usize = 7;

/// So much behind the documents is looked at.
const REACH: usize = 240;

/// How many sentences are looked at.
const SENTENCES: usize = 3;

/// Brings to the documents of a text what a sentence without a verb behind the last of them says.
pub(super) fn judge(text: &str, candidates: &mut [Candidate]) {
    let Some(last) = candidates.iter().rfind(|candidate| !candidate.weak) else { return };
    let behind = text.get(last.end()..).unwrap_or_default();
    let behind = behind.get(..behind.floor_char_boundary(REACH)).unwrap_or(behind);
    if last.said != Said::Plain || last.inline && !stands_apart(behind) || says_nothing(behind) {
        return;
    }
    let held = Held::of(&last.node);
    let said = asked::sentences(without_marks(behind));
    let said = said.into_iter().filter(|one| one.contains(char::is_alphanumeric)).take(SENTENCES);
    let said = said.map(|sentence| of(sentence, &held)).max().unwrap_or(Said::Plain);
    if said != Said::Plain {
        candidates.iter_mut().for_each(|candidate| candidate.said = candidate.said.max(said));
    }
}

/// Whether what follows a document is set off from it by a line, a bracket or the mark of a comment.
fn stands_apart(behind: &str) -> bool {
    let rest = behind.trim_start_matches([' ', '\t', '`', '*']);
    rest.starts_with(['\n', '\r', '(', '[', '#', '<', '—', '–', '-', '/'])
}

/// Without the tags, fences and marks of a comment before the words.
fn without_marks(behind: &str) -> &str {
    let mut rest = behind;
    loop {
        let before = rest.len();
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "`~*_(/#[—–-!\"}]".contains(c));
        if rest.starts_with("<!--") {
            rest = rest.get(4..).unwrap_or_default();
        } else if rest.starts_with('<') {
            rest = rest.find('>').and_then(|at| rest.get(at + 1..)).unwrap_or_default();
        }
        if rest.len() == before {
            return rest;
        }
    }
}

/// What a sentence without a verb says of a document that holds these words.
pub(super) fn of(sentence: &str, held: &Held) -> Said {
    let words = words::of(&sentence.replace('’', "'"));
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    let ends = sentence.trim_end_matches(|c: char| c.is_whitespace() || "*/>-_)".contains(c));
    if words.is_empty() || words.len() > LONGEST || ends.ends_with(['?', '？', ':', '：']) {
        return Said::Plain;
    }
    if is_name(&words) || is_left_to_you(&words) {
        Said::Example
    } else if is_another_value(sentence, &words, held) {
        Said::Denied
    } else {
        Said::Plain
    }
}

/// `Example only`, `Platzhalter`, `nur ein Vorschlag`: what it is called, and nothing more.
fn is_name(words: &[&str]) -> bool {
    let example = |word: &&str| {
        (is(words::EXAMPLES, word) || back::STANDINS.has(word))
            && !shown::BAD.has(word)
            && !matches!(*word, "made" | "like")
    };
    let thought = |word: &&str| THOUGHTS.has(word);
    let small = |word: &&str| ONLY.has(word) || BESIDE.has(word);
    let only = words.iter().any(|word| ONLY.has(word));
    let named = words.iter().any(example) || only && words.iter().any(thought);
    let denied = words.iter().any(|word| back::NOT.has(word) || is(words::DENIES, word));
    let real = words.iter().any(|word| matches!(*word, "real" | "data" | "values"));
    named && (!denied || real) && words.iter().all(|word| example(word) || thought(word) || small(word))
}

/// `If you agree`, `wenn du einverstanden bist`, `si estás de acuerdo`: a condition that stands alone.
fn is_left_to_you(words: &[&str]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    let condition = is(before::ONLY_IF, first) || matches!(*first, "unless" | "provided" | "sofern");
    let wants = rest.iter().any(|word| WANT.has(word));
    condition && wants && rest.iter().all(|word| WANT.has(word) || YOU.has(word) || SO.has(word))
}

/// `Actually 13`, `wait, id 13`, `not 12 but 13`, `or 13`: a number that the document has not, and who thinks again.
fn is_another_value(sentence: &str, words: &[&str], held: &Held) -> bool {
    let number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    let known = |number: &str| held.says(number) || held.says(number.trim_start_matches('0'));
    let mut parts = sentence.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    if parts.all(known) {
        return false;
    }
    let new = |word: &&str| number(word) && !known(word);
    let first = words.first().is_some_and(|first| AGAIN.has(first) || back::NOT.has(first) || is(before::OR, first));
    let small = |word: &&str| {
        AGAIN.has(word)
            || BUT.has(word)
            || BESIDE.has(word)
            || FIELDS.has(word)
            || back::NOT.has(word)
            || is(before::OR, word)
            || held.names(word)
    };
    let denied = |at: usize| words.get(..at).and_then(<[&str]>::last).is_some_and(|word| back::NOT.has(word));
    let given = (0..words.len()).any(|at| words.get(at).is_some_and(new) && !denied(at));
    first && given && words.iter().all(|word| number(word) || small(word))
}

#[cfg(test)]
mod tests {
    use super::{Held, Said, of};
    use crate::parse::Parser;

    fn said(sentence: &str) -> Said {
        let text = r#"{"operations":[{"op":"delete","id":12,"due":"2026-12-01"}]}"#;
        let node = Parser::container(text, 0, true, false).0.map(|read| read.node);
        of(sentence, &node.map(|node| Held::of(&node)).unwrap_or_default())
    }

    #[test]
    fn a_name_a_condition_or_another_value_is_all_that_is_said() {
        for (sentence, meant) in [
            ("Example only.", Said::Example),
            ("Just an example.", Said::Example),
            ("Placeholder.", Said::Example),
            ("placeholder */", Said::Example),
            ("Hypothetical.", Said::Example),
            ("Only a suggestion.", Said::Example),
            ("Nur ein Vorschlag.", Said::Example),
            ("Nur ein Beispiel", Said::Example),
            ("Juste un exemple.", Said::Example),
            ("Solo una sugerencia.", Said::Example),
            ("Doar o propunere.", Said::Example),
            ("If you agree.", Said::Example),
            ("if you confirm", Said::Example),
            ("Wenn du einverstanden bist.", Said::Example),
            ("Si vous êtes d'accord.", Said::Example),
            ("Si estás de acuerdo.", Said::Example),
            ("Dacă ești de acord.", Said::Example),
            ("Actually 13.", Said::Denied),
            ("Wait, id 13.", Said::Denied),
            ("Not 12 but 13.", Said::Denied),
            ("nicht 12 sondern 13", Said::Denied),
            ("or 13", Said::Denied),
        ] {
            assert_eq!(said(sentence), meant, "{sentence}");
        }
        for sentence in [
            "Done.",
            "My suggestion.",
            "A proposal.",
            "If you agree, sign it below.",
            "If you want more, just ask.",
            "Actually 12.",
            "Not 13.",
            "Actually, the date is 2026-12-01.",
            "13 todos.",
            "No other changes.",
            "Not an example.",
            "Only todo 12.",
            "Is this only an example?",
            "Example:",
            "Pending your approval.",
        ] {
            assert_eq!(said(sentence), Said::Plain, "{sentence}");
        }
    }
}
