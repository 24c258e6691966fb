//! Names of members: one word in any case and any style.

use super::super::Property;

/// Marks of the structure that may have slipped into a key's quotes.
const SLIPPED: &[char] = &['{', '}', '[', ']', '(', ')', ',', ':', ';', '"', '\'', ' ', '\t', '\n', '\r'];

/// Whether `key` can only be this property: by its name or an alias, in any case and style, whatever marks of the
/// structure stand on the wrong side of its quotes.
pub(in crate::schema) fn names(property: &Property, key: &str) -> bool {
    // Hardly a key has any.
    let plain = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let trimmed = plain(key.as_bytes().first()) && plain(key.as_bytes().last());
    let key = if trimmed { key } else { key.trim_matches(SLIPPED) };
    same_word(key, &property.name) || property.aliases.iter().any(|alias| same_word(key, alias))
}

/// `scheduledFor`, `scheduled_for`, `Scheduled-For`, `SCHEDULED FOR` are one word.
pub(crate) fn same_word(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a == b || same_letters(ascii_letters(a), ascii_letters(b));
    }
    a == b || same_letters(letters(a), letters(b))
}

/// Whether there are any, and both have the same.
fn same_letters<T: PartialEq>(mut a: impl Iterator<Item = T>, mut b: impl Iterator<Item = T>) -> bool {
    matches!((a.next(), b.next()), (Some(x), Some(y)) if x == y) && a.eq(b)
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase)
}

/// The same of a text that has no others.
fn ascii_letters(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|b| !matches!(b, b'_' | b'-' | b' ')).map(|b| b.to_ascii_lowercase())
}
