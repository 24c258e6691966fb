//! Any edit is read or refused; applied to any file it changes it as it says or not at all; a diff that
//! is shown makes the one text of the other.

use countersign_edits::{Format, apply, diff, parse, select};

/// The first byte chooses the form; a NUL byte parts the edit from the file.
pub(crate) fn holds(data: &[u8]) {
    let [form, rest @ ..] = data else { return };
    let mut parts = rest.splitn(2, |b| *b == 0);
    let edit = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let old = parts.next().unwrap_or_default();
    let format =
        [Format::Auto, Format::SearchReplace, Format::Unified, Format::ApplyPatch, Format::Lines, Format::Whole]
            [usize::from(*form % 6)];
    let Ok(edits) = parse(&edit, format) else { return };
    for edit in &edits {
        let _ = apply(old, edit);
    }
    let text = String::from_utf8_lossy(old);
    let shown = diff(&text, &edit);
    // Hunks are numbered from 1.
    let all: Vec<usize> = (1..=shown.hunks.len()).collect();
    assert_eq!(select(&text, &edit, &all), edit);
    assert_eq!(select(&text, &edit, &[]), text);
}
