//! Documents all of whose braces stand twice, as templates have them.

use super::between::Between;
use crate::parse::scan::Scan;

/// With one brace for two of each between the strings. None where one of them stands alone: the first says that they are
/// doubled, and none in a string does.
pub(super) fn with_single_braces(text: &str) -> Option<String> {
    let (words, document) = text.split_at(text.find('{')?);
    let in_a_string = words.matches('"').count() % 2 == 1;
    if in_a_string || !document.starts_with("{{") {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    plain.push_str(words);
    let mut between = Between::new(document, ends);
    // The brace whose other one comes next.
    let mut half = None;
    for (at, sign) in document.char_indices() {
        match half.take() {
            Some(other) if other != sign => return None,
            Some(_) => {}
            None => {
                plain.push(sign);
                half = (matches!(sign, '{' | '}') && !between.is_in_a_string()).then_some(sign);
            }
        }
        between.pass(at, sign, sign);
    }
    half.is_none().then_some(plain)
}

fn ends(scan: &Scan<'_>, at: usize) -> bool {
    matches!(scan.at(scan.skip_space(at)), b',' | b':' | b'}' | b']' | 0)
}
