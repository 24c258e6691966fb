//! What the words directly before a document say of it: that it is not meant, or stands for something else.
//! A small closed list, looked for in the document's own clause only: prose is not understood here.

use super::reasoning::only_tags;

/// How much before a document is looked at.
const REACH: usize = 160;

/// What is said of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Said {
    /// Nothing against it.
    Plain,
    /// It is an example, or what would be wrong.
    Example,
    /// It is not to be.
    Denied,
}

/// Words that deny what follows them in their clause.
const DENIES: [&str; 21] = [
    "not",
    "never",
    "dont",
    "cannot",
    "cant",
    "wont",
    "avoid",
    "without",
    "nicht",
    "nie",
    "niemals",
    "kein",
    "keine",
    "nunca",
    "jamás",
    "jamais",
    "pas",
    "nu",
    "niciodată",
    "refuse",
    "refused",
];

/// Words after a denial that turn it round: `do not forget`, `not only`.
const TURNED: [&str; 8] = ["forget", "only", "just", "hesitate", "worry", "miss", "yet", "sure"];

/// Words behind which a clause begins anew.
const ANEW: [&str; 6] = ["but", "so", "then", "therefore", "here", "hence"];

/// Words that make of what follows an example, or a mistake.
const EXAMPLES: [&str; 14] = [
    "example",
    "examples",
    "sample",
    "instance",
    "hypothetical",
    "wrong",
    "incorrect",
    "invalid",
    "beispiel",
    "beispielsweise",
    "ejemplo",
    "exemple",
    "exemplu",
    "falsch",
];

/// Pairs of words that do the same, and whether they deny.
const PAIRS: [(&str, &str, Said); 5] = [
    ("instead", "of", Said::Denied),
    ("rather", "than", Said::Denied),
    ("such", "as", Said::Example),
    ("would", "be", Said::Example),
    ("would", "have", Said::Example),
];

/// What the clause says that ends at `start`; nothing before `from` belongs to it.
pub(super) fn of(text: &str, from: usize, start: usize) -> Said {
    let Some(before) = near(text, from, start) else { return Said::Plain };
    let near = before.trim_end();
    // A fence stands on a line of its own, between the words and the document.
    let (words, fenced) = match near.rfind('\n').map_or((0, near), |at| (at, near.get(at..).unwrap_or_default())) {
        (at, line) if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") => {
            (near.get(..at).unwrap_or_default(), true)
        }
        _ => (near, false),
    };
    let apart = fenced || before.get(near.len()..).is_some_and(|space| space.contains('\n'));
    let words = words.trim_end();
    let led = words.trim_end_matches(['*', '_']);
    if apart && !led.ends_with(':') {
        return Said::Plain;
    }
    let words =
        led.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '`' | '"' | '(' | '*' | '“' | ','));
    let lower = words.to_lowercase();
    if ["e.g.", "z.b.", "p. ex.", "p. ej."].iter().any(|short| lower.ends_with(short)) {
        return Said::Example;
    }
    clause(words.trim_end_matches(['.']).rsplit(ends_a_clause).next().unwrap_or_default())
}

/// A sign that ends a clause.
fn ends_a_clause(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ';' | ',' | ':' | '\n' | '(' | ')' | '—' | '–' | '{' | '}' | '[' | ']' | '>')
}

fn clause(words: &str) -> Said {
    let mut said = Said::Plain;
    let mut last = String::new();
    let mut denied = false;
    for word in words.split_whitespace() {
        let plain: String = word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let shortened = word.to_lowercase().replace('’', "'").ends_with("n't");
        if denied && TURNED.contains(&plain.as_str()) || ANEW.contains(&plain.as_str()) {
            said = Said::Plain;
        }
        denied = shortened || DENIES.contains(&plain.as_str());
        let pair = PAIRS.iter().find(|(first, second, _)| *first == last && *second == plain).map(|pair| pair.2);
        let example = EXAMPLES.contains(&plain.as_str()).then_some(Said::Example);
        said = said.max(if denied { Said::Denied } else { pair.or(example).unwrap_or(Said::Plain) });
        last = plain;
    }
    said
}

/// Whether words stand on the lines on which a document begins and ends: it is named in a sentence rather than given.
pub(super) fn is_inline(text: &str, from: usize, start: usize, end: usize) -> bool {
    let after = text.get(end..).unwrap_or_default();
    let after = after.get(..after.floor_char_boundary(REACH)).unwrap_or(after);
    let after = after.lines().next().unwrap_or_default().trim();
    let before = near(text, from, start).unwrap_or_default().rsplit('\n').next().unwrap_or_default().trim();
    let words = |said: &str| said.chars().any(|c| c.is_alphanumeric() || c == '.') && !only_tags(said);
    let led = before.is_empty() || before.trim_end_matches(['*', '_', '`']).ends_with(':');
    words(after) || (!led && words(before))
}

fn near(text: &str, from: usize, start: usize) -> Option<&str> {
    let least = text.floor_char_boundary(start.saturating_sub(REACH)).max(from);
    text.get(least..start).filter(|before| !before.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Said, is_inline, of};

    #[test]
    fn only_the_clause_before_a_document_speaks_of_it() {
        for (before, said) in [
            ("", Said::Plain),
            ("Sure: ", Said::Plain),
            ("Do not delete #10: ", Said::Denied),
            ("I must never send ", Said::Denied),
            ("I won’t do this:\n```json\n", Said::Denied),
            ("Use this instead of ", Said::Denied),
            ("Lösche das nicht: ", Said::Denied),
            ("(The wrong answer would have been ", Said::Example),
            ("Example: ", Said::Example),
            ("The prompt said, e.g. ", Said::Example),
            ("an empty answer would be ", Said::Example),
            // Another clause, another sentence, or a denial that is turned round.
            ("I cannot see a date, so: ", Said::Plain),
            ("I cannot see a date so here it is: ", Said::Plain),
            ("I am not sure. Here: ", Said::Plain),
            ("Do not forget: ", Said::Plain),
            ("I will not touch files.\n\n", Said::Plain),
            ("That is not all\n", Said::Plain),
            ("Here is the answer, not an example. Answer:\n```json\n", Said::Plain),
            ("Notes: ", Said::Plain),
        ] {
            assert_eq!(of(&format!("{before}{{}}"), 0, before.len()), said, "{before}");
        }
        let text = "Never do it: {} {}";
        assert_eq!(of(text, 15, 16), Said::Plain, "it belongs to the one before");
    }

    #[test]
    fn a_document_in_a_sentence_is_told_from_one_that_is_given() {
        for (before, after, inline) in [
            ("", "", false),
            ("Answer: ", "", false),
            ("Words.\n", "\nWords.", false),
            ("```json\n", "\n```", false),
            ("<answer>", "</answer>", false),
            ("An empty answer is ", "", true),
            ("Answer: ", ".", true),
        ] {
            let text = format!("{before}{{}}{after}");
            assert_eq!(is_inline(&text, 0, before.len(), before.len() + 2), inline, "{text}");
        }
    }
}
