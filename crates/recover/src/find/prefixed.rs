//! Texts with the letters before their quotes that Python knows: `u"x"`, `r'x'`.

use super::between::Between;

/// The text without such letters between its strings; none where there are less than two, or where a backslash behind one would
/// mean something else.
pub(super) fn without_prefixes(text: &str) -> Option<String> {
    let quoted = |rest: &str| rest.starts_with(['"', '\'']);
    if !text.match_indices(['u', 'r']).any(|(at, _)| text.get(at + 1..).is_some_and(quoted)) {
        return None;
    }
    let mut between = Between::new(text, |scan, at| matches!(scan.at(scan.skip_space(at)), b',' | b':' | b'}' | b']'));
    let (mut plain, mut dropped, mut before) = (String::with_capacity(text.len()), 0_usize, '\0');
    for (at, sign) in text.char_indices() {
        let rest = text.get(at + sign.len_utf8()..)?;
        let begins = !between.is_in_a_string() && matches!(before, '{' | '[' | ',' | ':');
        if begins && matches!(sign, 'u' | 'r') && quoted(rest) {
            let mark = rest.chars().next()?;
            let inside = rest.get(1..)?.split(mark).next()?;
            if sign == 'r' && inside.contains('\\') {
                return None;
            }
            dropped += 1;
            continue;
        }
        plain.push(sign);
        between.pass(at, sign, sign);
        before = if sign.is_whitespace() { before } else { sign };
    }
    // One alone may be a letter that changed places with its quote.
    (dropped > 1).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::without_prefixes;

    #[test]
    fn letters_before_quotes_are_dropped_between_strings_alone() {
        for (text, plain) in [
            ("{u'a': u\"b\", 'c': r'd'}", Some("{'a': \"b\", 'c': 'd'}")),
            ("[u'x', \"u'y'\", u'z']", Some("['x', \"u'y'\", 'z']")),
            ("{\"a\": u\"nder\"}", None),
            ("{\"a\": \"see u'b'\"}", None),
            ("{'a': r'\\d'}", None),
            ("{\"a\": 1}", None),
        ] {
            assert_eq!(without_prefixes(text).as_deref(), plain, "{text}");
        }
    }
}
