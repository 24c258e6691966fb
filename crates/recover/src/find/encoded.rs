//! Documents that were escaped once too often, for a string or for a page.

/// A quote in a page.
pub(super) const QUOTES: [&str; 3] = ["&quot;", "&#34;", "&#x22;"];

/// Text that was made for a page: each quote is an entity, and so are the other characters that must be.
pub(super) fn without_entities(text: &str) -> String {
    const ENTITIES: &[(&str, char)] = &[
        ("&quot;", '"'),
        ("&#34;", '"'),
        ("&#x22;", '"'),
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&#39;", '\''),
        ("&#x27;", '\''),
        ("&apos;", '\''),
    ];
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (length, meant) =
            ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)).map_or((1, '&'), |(e, c)| (e.len(), *c));
        plain.push(meant);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    plain
}

/// Takes one level of escapes off what stands between `\"` and `\"`, and around. What stands between
/// plain quotes has only one.
pub(super) fn once_unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut open, mut level) = (false, 1);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                (open, level) = (!open, usize::from(open));
                plain.push('"');
            }
            '\\' if open && level == 0 => {
                plain.push(c);
                plain.extend(chars.next());
            }
            '\\' => match chars.next() {
                Some('"') => {
                    open = !open;
                    plain.push('"');
                }
                Some('\\') => {
                    plain.push('\\');
                    // The escape that is left covers what follows, a quote too.
                    let rest = chars.as_str();
                    if let Some((covered, after)) = covered(rest).filter(|_| open) {
                        plain.push(covered);
                        chars = after.chars();
                    }
                }
                Some('n') => plain.push('\n'),
                Some('t') => plain.push('\t'),
                Some('r') => plain.push('\r'),
                Some('/') => plain.push('/'),
                Some(other) => plain.extend(['\\', other]),
                None => {}
            },
            c => plain.push(c),
        }
    }
    plain
}

/// The character that an escape covers of which one level was taken off, and what comes after it. A quote
/// may lack its own level inside a text, `\"say \\"hi\\" now\"`, but not where it may end it.
fn covered(rest: &str) -> Option<(char, &str)> {
    for (escaped, meant) in [("\\\"", '"'), ("\\\\", '\\')] {
        if let Some(after) = rest.strip_prefix(escaped) {
            return Some((meant, after));
        }
    }
    let after = rest.strip_prefix('"')?;
    (!after.trim_start().starts_with([',', '}', ']', ':'])).then_some(('"', after))
}

/// Whether a backslash stands before the first quote in brackets: `{\n  \"a\": [`, escaped once too often.
pub(super) fn escaped_start(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(['{', '[', ' ', '\n', '\r', '\t']);
        match ["\\n", "\\t", "\\r"].iter().find_map(|e| rest.strip_prefix(e)) {
            Some(after) => rest = after,
            None => return rest.starts_with("\\\""),
        }
    }
}
