//! A text of which only a part is shown is looked at before it is cut: half a token is no token any more by its
//! shape, and still half of what nobody else may know.

use crate::find;
use std::ops::Range;

/// So many bytes around a cut are looked at; no secret that is found by its shape is longer, but for key blocks,
/// which are known without their ends.
const AROUND: usize = 8 * 1024;

/// So often a cut is looked at again.
const TRIED: usize = 4;

/// The first `most` characters of a text; fewer where the cut would fall into a secret, of which nothing is left.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    let Some((mut at, _)) = text.char_indices().nth(most) else { return text };
    let from = text.floor_char_boundary(at.saturating_sub(AROUND));
    let to = text.floor_char_boundary(at.saturating_add(AROUND));
    let mut secrets = places(text, from..to);
    secrets.sort_by_key(|place| std::cmp::Reverse(place.end));
    for place in &secrets {
        if place.contains(&at) {
            at = place.start;
        }
    }
    // What is told a secret by what stands behind it is told one no more where that is cut off.
    secrets.retain(|place| place.end <= at);
    for _ in 0..TRIED {
        let told = places(text, from..at);
        let is_told = |place: &Range<usize>| told.iter().any(|told| told.start <= place.start && place.end <= told.end);
        match secrets.iter().filter(|place| place.end <= at && !is_told(place)).map(|place| place.start).min() {
            Some(start) => at = start,
            None => return text.get(..at).unwrap_or_default(),
        }
    }
    let first = secrets.iter().map(|place| place.start).min().unwrap_or(at);
    text.get(..first.min(at)).unwrap_or_default()
}

/// Where secrets stand in a part of a text.
fn places(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let found = find(text.get(part.clone()).unwrap_or_default());
    found.into_iter().map(|(place, _)| part.start + place.start..part.start + place.end).collect()
}

/// The same with a mark where something is left out.
#[must_use]
pub fn abridged(text: &str, most: usize) -> String {
    match beginning(text, most) {
        whole if whole.len() == text.len() => whole.to_owned(),
        begun => format!("{begun}…"),
    }
}
