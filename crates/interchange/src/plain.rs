//! Words of a title that a format would take for something else, a label or a key: an invisible word joiner
//! before them says that they are words. Other programs see no tag there either, and no change.

use std::ops::Range;

const JOINER: char = '\u{2060}';

/// The word as one that means nothing but itself.
pub(crate) fn marked(word: &str) -> String {
    format!("{JOINER}{word}")
}

/// The word behind the mark, if it has one.
pub(crate) fn unmarked(word: &str) -> &str {
    word.strip_prefix(JOINER).unwrap_or(word)
}

/// A title as it is written where `means` tells the words that would be taken for something else. A word that
/// begins with a mark of its own gets another one.
pub(crate) fn title(title: &str, means: impl Fn(usize, &str) -> bool) -> String {
    let words = title.split(' ').enumerate();
    let written = words.map(
        |(at, word)| {
            if word.starts_with(JOINER) || means(at, word) { marked(word) } else { word.to_owned() }
        },
    );
    written.collect::<Vec<_>>().join(" ")
}

/// Where a tag of the title is read as a label and a word at once: between words that are none; anywhere in a
/// title that is nothing but the labels, `alone`.
pub(crate) fn between(title: &str, alone: bool, tag: impl Fn(&str) -> bool) -> Range<usize> {
    let words: Vec<&str> = title.split(' ').collect();
    let first = words.iter().position(|word| !tag(word));
    let last = words.iter().rposition(|word| !tag(word));
    match first.zip(last) {
        Some((first, last)) => first..last,
        None if alone => 0..words.len(),
        None => 0..0,
    }
}
