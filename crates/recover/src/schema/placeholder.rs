//! Values of a form that the model says again instead of filling it in: `"title": "<title>"`, `"title": "<string>"`,
//! `"title": "YOUR_TITLE_HERE"`.

use super::Types;
use super::coerce::keys;

/// Whether a text is its own key in brackets or to be filled in by somebody, or the name of a type in angle
/// brackets.
pub(super) fn is_placeholder(key: &str, text: &str) -> bool {
    const BRACKETS: [(&str, &str); 4] = [("<", ">"), ("{{", "}}"), ("{", "}"), ("[", "]")];
    // `YOUR_TITLE_HERE`, `<your title>`: whoever reads it is to fill it in.
    let bare = text.strip_prefix('<').and_then(|name| name.strip_suffix('>'));
    let yours = bare.unwrap_or(text);
    let yours =
        yours.get(.."your".len()).filter(|your| your.eq_ignore_ascii_case("your")).and(yours.get("your".len()..));
    let marked = bare.is_some() || (text.contains('_') && !text.contains(char::is_lowercase));
    if let Some(name) = yours.filter(|name| marked && name.starts_with(['_', ' ', '-'])) {
        let name = name.trim_start_matches(['_', ' ', '-']);
        return keys::same_word(name.strip_suffix("_HERE").or_else(|| name.strip_suffix(" here")).unwrap_or(name), key);
    }
    // A key in another style is hardly longer.
    let short = text.len() <= key.len().max(SHORT) + SHORT;
    let held = BRACKETS.iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let Some(name) = held.filter(|_| short || text.starts_with('<')) else { return false };
    let is_type = text.starts_with('<') && Types::NAMES.iter().any(|(known, _)| *known == name);
    // `<city name>`, `<the city>`: the key and what is said of it.
    let mut words = name.split([' ', '_', '-']);
    let says = |word: &str| word.bytes().all(|b| b.is_ascii_alphabetic());
    let described = text.starts_with('<')
        && name.len() <= DESCRIPTION
        && name.split([' ', '_', '-']).all(says)
        && words.any(|word| keys::same_word(word, key));
    is_type || described || keys::same_word(name, key)
}

/// Longest description of what is to be filled in.
const DESCRIPTION: usize = 40;

/// Longest name of a type, and what a key in another style may have more.
const SHORT: usize = 8;
