//! Names of members: one word in any case and any style.

use super::super::Property;

/// Whether `key` can only be this property: by its name or an alias, in any case and style.
pub(super) fn names(property: &Property, key: &str) -> bool {
    same_word(key, &property.name) || property.aliases.iter().any(|alias| same_word(key, alias))
}

/// `scheduledFor`, `scheduled_for`, `Scheduled-For`, `SCHEDULED FOR` are one word.
pub(super) fn same_word(a: &str, b: &str) -> bool {
    a == b || (letters(a).next().is_some() && letters(a).eq(letters(b)))
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase)
}
