//! A text of which only a part is shown is looked at before it is cut: half a token is no token any more by its
//! shape, and still half of what nobody else may know.

use crate::find;

/// So many bytes around a cut are looked at; no secret that is found by its shape is longer, but for key blocks,
/// which are known without their ends.
const AROUND: usize = 8 * 1024;

/// The first `most` characters of a text; fewer where the cut would fall into a secret, of which nothing is left.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    let Some((mut at, _)) = text.char_indices().nth(most) else { return text };
    let from = text.floor_char_boundary(at.saturating_sub(AROUND));
    let to = text.floor_char_boundary(at.saturating_add(AROUND));
    let mut secrets: Vec<_> = find(text.get(from..to).unwrap_or_default())
        .into_iter()
        .map(|(place, _)| from + place.start..from + place.end)
        .collect();
    secrets.sort_by_key(|place| std::cmp::Reverse(place.end));
    for place in secrets {
        if place.contains(&at) {
            at = place.start;
        }
    }
    text.get(..at).unwrap_or_default()
}

/// The same with a mark where something is left out.
#[must_use]
pub fn abridged(text: &str, most: usize) -> String {
    match beginning(text, most) {
        whole if whole.len() == text.len() => whole.to_owned(),
        begun => format!("{begun}…"),
    }
}
