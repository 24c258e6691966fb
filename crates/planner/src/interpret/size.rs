//! Texts that are no sentence any more: data, which would take too long to be taken apart.

use super::lexicon::one_of;

/// More pieces than these are data, not a sentence: trying where to split them takes the square of their number.
const MOST_PIECES: usize = 40;

/// More words in a row without a mark or a joining word are no sentence: how they go together takes the cube of their
/// number to find out.
const MOST_IN_A_ROW: usize = 60;

/// Whether a text is longer, or has more parts, than a sentence has.
pub(super) fn is_too_long(text: &str) -> bool {
    text.chars().nth(crate::dates::MOST_CHARS).is_some() || pieces(text) > MOST_PIECES || in_a_row(text) > MOST_IN_A_ROW
}

/// The longest run of words without a mark behind one of them or a joining word.
fn in_a_row(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for word in text.split_whitespace() {
        run += 1;
        longest = longest.max(run);
        if word.ends_with([',', ';', '.', '!', '?', ':']) || joins(word) {
            run = 0;
        }
    }
    longest
}

pub(super) fn joins(word: &str) -> bool {
    one_of(&word.to_lowercase(), "and|then|&|und|y|et|si|și")
}

/// How many pieces the marks and joining words of a text could split it into.
fn pieces(text: &str) -> usize {
    let marks = text.matches([',', ';', '\n', '.', '!', '?']).count();
    // A joining word is tried at more places than a mark.
    marks + 3 * text.split_whitespace().filter(|word| joins(word)).count() + 1
}
