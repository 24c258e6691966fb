//! Values of a form that the model says again instead of filling it in: `"title": "<title>"`, `"title": "<string>"`.

use super::Types;
use super::coerce::keys;

/// Whether a text is its own key in brackets, or the name of a type in angle brackets.
pub(super) fn is_placeholder(key: &str, text: &str) -> bool {
    const BRACKETS: [(&str, &str); 4] = [("<", ">"), ("{{", "}}"), ("{", "}"), ("[", "]")];
    // A key in another style is hardly longer.
    let short = text.len() <= key.len().max(SHORT) + SHORT;
    let held = BRACKETS.iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let Some(name) = held.filter(|_| short) else { return false };
    let is_type = text.starts_with('<') && Types::NAMES.iter().any(|(known, _)| *known == name);
    is_type || keys::same_word(name, key)
}

/// Longest name of a type, and what a key in another style may have more.
const SHORT: usize = 8;
