//! Who is spoken to: "countersign, move the dentist to friday", "hey countersign buy film", "…, countersign". Said of nobody else,
//! in any language, and no part of what is meant.

use super::lexicon::one_of;
use std::borrow::Cow;

/// Names of this program, and of others that people are used to speak to.
const NAMES: &str = "countersign|assistant|siri|alexa|cortana|jarvis";

/// The name of this program.
const OWN: &str = "countersign";

/// In front of a name.
const HAILS: &str = "hey|hi|hello|ok|okay|dear|yo|oi|hallo|hola|bonjour|salut|bună|buna|oye|dis|hej";

const MARKS: [char; 7] = [',', ':', '!', ';', '-', '–', '—'];

/// The message without it. "Countersign the lease" has no mark behind the word: there it says what to do.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let rest = behind(text).unwrap_or(text);
    match in_front(rest) {
        Some((front, "")) => Cow::Borrowed(front),
        Some((front, end)) => Cow::Owned(format!("{front}{end}")),
        None => Cow::Borrowed(rest),
    }
}

/// What stands behind a name at the beginning.
fn behind(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    let named = |word: &str| one_of(&word.trim_end_matches(MARKS).to_lowercase(), NAMES);
    let rest = if one_of(&first.trim_end_matches(MARKS).to_lowercase(), HAILS) {
        let (name, rest) = rest.trim_start().split_once(char::is_whitespace)?;
        named(name).then_some(rest)?
    } else {
        // "countersign - …" has its mark apart.
        let same_line = text.get(first.len()..)?;
        let apart = [" - ", " – ", " — "].iter().find_map(|mark| same_line.strip_prefix(mark));
        apart.or_else(|| first.ends_with(MARKS).then_some(rest)).filter(|_| named(first))?
    };
    let rest = rest.trim_start();
    (!rest.is_empty()).then_some(rest)
}

/// What stands in front of a name at the end, and the mark behind that.
fn in_front(text: &str) -> Option<(&str, &str)> {
    let bare = text.trim_end_matches(['.', '!', '?', ' ']);
    let (front, name) = bare.rsplit_once(',')?;
    let end = if text.get(bare.len()..).is_some_and(|end| end.contains('?')) { "?" } else { "" };
    // "email tom, alexa" may be about a person.
    (name.trim().eq_ignore_ascii_case(OWN) && !front.trim().is_empty()).then_some((front.trim_end(), end))
}
