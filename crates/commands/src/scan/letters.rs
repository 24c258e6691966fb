//! Characters that a person reads otherwise than a program does.

/// Characters that nobody sees, or that reorder what is seen.
pub(super) fn unseen(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n'))
        || (c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n'))
        || countersign_core::hidden::unseen(c)
}

/// Whether a text has letters of another script beside Latin ones that a person takes for Latin: `.еnv`. A word
/// that is all in one script is read as what it is.
pub(super) fn disguised(text: &str) -> bool {
    let mut letters = text.chars().map(|c| (c.is_ascii_alphabetic(), looks_latin(c)));
    let Some(mut before) = letters.next() else { return false };
    letters.any(|now| {
        let found = (before.0 && now.1) || (before.1 && now.0);
        before = now;
        found
    })
}

fn looks_latin(c: char) -> bool {
    const CYRILLIC: &str = "асеһіјоорԛѕԁԝхуАВЕЅІЈКМНОРСТУХҮ";
    const GREEK: &str = "οαινκρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
    CYRILLIC.contains(c) || GREEK.contains(c) || matches!(c, '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}')
}

/// Characters that a person takes for `-`, `"` or `'` where a word begins.
pub(super) fn resembles(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2018}'..='\u{201F}' | '\u{FE58}' | '\u{FE63}' | '\u{FF02}' | '\u{FF07}' | '\u{FF0D}')
}
