//! What was read, in the words that were typed: a sentence may be put in other words before it is read, and whoever
//! wrote it is quoted with none of those. A slip stays one: what it was taken for the plan says.

use super::lexicon::one_of;
use super::target::is_typo;
use countersign_core::wire::Consumed;
use std::ops::Range;

/// Says nothing by itself.
const JOINS: &str = "from|of|for|to|on|at|the|a|an|in|by|as|is|and|with|until|till";

/// A word as it was typed, without its marks, and where it stands in its message.
struct Typed {
    bare: String,
    at: Range<usize>,
}

/// Of each part, what was typed in a row; a part of which nothing was typed is left out.
pub(super) fn as_typed(consumed: Vec<Consumed>, typed: &[&str]) -> Vec<Consumed> {
    let whole: Vec<String> = typed.iter().map(|text| text.to_lowercase()).collect();
    let words: Vec<Vec<Typed>> = typed.iter().map(|text| spelled(text)).collect();
    let quoted = consumed.into_iter().filter_map(|part| {
        let lower = part.text.to_lowercase();
        if whole.iter().any(|text| text.contains(&lower)) {
            return Some(Consumed { text: ended(&part.text).to_owned(), ..part });
        }
        let said: Vec<&str> = part.text.split_whitespace().collect();
        let (run, text, at) = longest(&said, &words)?;
        let tells = run.iter().any(|word| !one_of(&bare(word), JOINS));
        let said = typed
            .get(text)?
            .get(at)?
            .trim_matches(|c: char| matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '(' | ')'));
        tells.then(|| Consumed { text: ended(said).to_owned(), taken_as: part.taken_as.clone() })
    });
    quoted.collect()
}

/// The words of a text in their places.
fn spelled(text: &str) -> Vec<Typed> {
    let mut out: Vec<Typed> = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_whitespace(), from) {
            (false, None) => from = Some(at),
            (true, Some(begun)) => {
                out.push(Typed { bare: bare(text.get(begun..at).unwrap_or_default()), at: begun..at });
                from = None;
            }
            _ => {}
        }
    }
    out
}

/// The longest run of these words that somebody typed, the first of several; in which message, and where.
fn longest<'w>(said: &'w [&'w str], typed: &[Vec<Typed>]) -> Option<(&'w [&'w str], usize, Range<usize>)> {
    let fold: Vec<String> = said.iter().map(|word| bare(word)).collect();
    let mut best: Option<(Range<usize>, usize, Range<usize>)> = None;
    for from in 0..fold.len() {
        for (n, words) in typed.iter().enumerate() {
            for start in 0..words.len() {
                let pairs = fold.iter().skip(from).zip(words.iter().skip(start));
                let length = pairs.take_while(|(word, typed)| is_same(word, &typed.bare)).count();
                let longer = length > best.as_ref().map_or(0, |(range, ..)| range.len());
                if let (true, Some(first), Some(last)) =
                    (longer, words.get(start), words.get(start + length - usize::from(length > 0)))
                {
                    best = Some((from..from + length, n, first.at.start..last.at.end));
                }
            }
        }
    }
    let (range, text, at) = best?;
    Some((said.get(range)?, text, at))
}

/// Whether a word is the typed one, or what a slip or a shortening of it was taken for; a number is exactly itself.
fn is_same(word: &str, typed: &str) -> bool {
    let figures = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    word == typed || !figures(word) && !figures(typed) && (is_typo(typed, word) || is_short(typed, word))
}

/// "nxt", "fri": the first letter, and others in their order.
fn is_short(typed: &str, word: &str) -> bool {
    let mut letters = word.chars();
    let begins = typed.chars().next() == word.chars().next();
    begins && typed.chars().count() > 1 && typed.chars().all(|c| letters.any(|letter| letter == c))
}

/// A word without the marks around it.
fn bare(word: &str) -> String {
    let inner = word.trim_matches(|c: char| c.is_ascii_punctuation() && !matches!(c, '#' | '!' | '+' | '-'));
    if inner.is_empty() { word.to_lowercase() } else { inner.to_lowercase() }
}

/// Without a preposition at the end: what it led to is not quoted.
fn ended(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some((rest, last)) = text.rsplit_once(' ')
        && one_of(&last.to_lowercase(), JOINS)
    {
        text = rest.trim_end();
    }
    text
}
