//! Texts between quotation marks, of whichever kind people write.

/// Marks that open, each with what closes it. `„` is closed one way in German, another in Polish.
const MARKS: [(char, char); 13] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('„', '“'),
    ('„', '”'),
    ('”', '”'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
    ('‘', '’'),
    ('‚', '‘'),
    ('「', '」'),
];

/// A text between quotation marks at the very beginning, and what follows them. A mark in front of a letter
/// closes nothing: it is the apostrophe of a word.
pub(super) fn leading(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let inner = text.get(first.len_utf8()..)?;
    let ends = MARKS.iter().filter(|(open, _)| *open == first).filter_map(|(_, close)| {
        inner.match_indices(*close).map(|(at, _)| (at, at + close.len_utf8())).find(|(at, end)| {
            let goes_on = inner.get(*end..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric);
            *at > 0 && !goes_on
        })
    });
    let (at, end) = ends.min()?;
    Some((inner.get(..at)?, inner.get(end..)?))
}

/// The text of the only pair of marks around all of it.
pub(super) fn whole(text: &str) -> Option<&str> {
    if let Some(block) = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) {
        return (!block.contains("```")).then_some(block);
    }
    MARKS.iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(*open)?.strip_suffix(*close)?;
        (!inner.contains(*open) && !inner.contains(*close)).then_some(inner)
    })
}

#[cfg(test)]
mod tests {
    use super::{leading, whole};

    #[test]
    fn a_quoted_text_ends_at_its_own_mark_and_not_in_a_word() {
        for (text, want) in [
            ("\"a b\" c", Some(("a b", " c"))),
            ("'it's a b.txt': x", Some(("it's a b.txt", ": x"))),
            ("„a b“ c", Some(("a b", " c"))),
            ("„a b” c", Some(("a b", " c"))),
            ("«a \"b\" c» d", Some(("a \"b\" c", " d"))),
            ("`a", None),
            ("\"\" a", None),
            ("a \"b\"", None),
            ("", None),
        ] {
            assert_eq!(leading(text), want, "{text}");
        }
        assert_eq!(whole("“a b”"), Some("a b"));
        assert_eq!(whole("```\na `b`\n```"), Some("\na `b`\n"));
        assert_eq!(whole("\"a\" and \"b\""), None);
    }
}
