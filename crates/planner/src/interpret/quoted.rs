//! What was read, in the words that were typed: a sentence may be put in other words before it is read, and whoever
//! wrote it is quoted with none of those. A slip is quoted as what it was taken for, so that one sees it.

use super::lexicon::one_of;
use super::target::is_typo;
use countersign_core::wire::Consumed;

/// Says nothing by itself.
const JOINS: &str = "from|of|for|to|on|at|the|a|an|in|by|as|is|and|with|until|till";

/// Of each part, what was typed in a row; a part of which nothing was typed is left out.
pub(super) fn as_typed(consumed: Vec<Consumed>, typed: &[&str]) -> Vec<Consumed> {
    let whole: Vec<String> = typed.iter().map(|text| text.to_lowercase()).collect();
    let words: Vec<Vec<String>> = whole.iter().map(|text| text.split_whitespace().map(bare).collect()).collect();
    let quoted = consumed.into_iter().filter_map(|part| {
        let lower = part.text.to_lowercase();
        if whole.iter().any(|text| text.contains(&lower)) {
            return Some(Consumed { text: ended(&part.text).to_owned(), ..part });
        }
        let said: Vec<&str> = part.text.split_whitespace().collect();
        let run = longest(&said, &words);
        let tells = run.iter().any(|word| !one_of(&bare(word), JOINS));
        tells.then(|| Consumed { text: ended(&run.join(" ")).to_owned(), taken_as: part.taken_as.clone() })
    });
    quoted.collect()
}

/// The longest run of these words that somebody typed; the first of several.
fn longest<'w>(said: &'w [&'w str], typed: &[Vec<String>]) -> &'w [&'w str] {
    let fold: Vec<String> = said.iter().map(|word| bare(word)).collect();
    let mut best = 0..0;
    for (from, at) in (0..fold.len()).flat_map(|from| typed.iter().map(move |words| (from, words))) {
        for start in 0..at.len() {
            let pairs = fold.iter().skip(from).zip(at.iter().skip(start));
            let length = pairs.take_while(|(word, typed)| is_same(word, typed)).count();
            if length > best.len() {
                best = from..from + length;
            }
        }
    }
    said.get(best).unwrap_or_default()
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
