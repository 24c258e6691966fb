//! Lines that go on in the next one.

/// A text with each line joined to the next one that a backslash at its end joins it to; none where there is no
/// such line. `unquoted`: as a shell does it, which takes it for itself in single quotes and in a comment.
pub(crate) fn joined(text: &str, unquoted: bool) -> Option<String> {
    let mut joined = String::with_capacity(text.len());
    let (mut escaped, mut quote, mut before) = (false, None, ' ');
    for c in text.chars() {
        let literal = unquoted && matches!(quote, Some('\'' | '#'));
        if c == '\n' && escaped {
            joined.pop();
            escaped = false;
            continue;
        }
        let begins = before.is_whitespace() || matches!(before, ';' | '|' | '&' | '(');
        quote = match c {
            _ if escaped => quote,
            '\n' if quote == Some('#') => None,
            '#' if quote.is_none() && begins => Some('#'),
            '\'' | '"' if quote == Some(c) => None,
            '\'' | '"' if quote.is_none() => Some(c),
            _ => quote,
        };
        escaped = c == '\\' && !escaped && !literal;
        before = c;
        joined.push(c);
    }
    (joined.len() < text.len()).then_some(joined)
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn a_line_is_joined_to_the_next_one_where_a_shell_does_it() {
        for (text, unquoted, all) in [
            ("rm a.t\\\nxt", Some("rm a.txt"), Some("rm a.txt")),
            ("rm \"a.t\\\nxt\"", Some("rm \"a.txt\""), Some("rm \"a.txt\"")),
            ("rm 'a.t\\\nxt'", None, Some("rm 'a.txt'")),
            ("ls # don't \\\nrm a", None, Some("ls # don't rm a")),
            ("# don't\nrm a.t\\\nxt", Some("# don't\nrm a.txt"), Some("# don't\nrm a.txt")),
            ("rm a\\\\\nls", None, None),
            ("rm a\nls", None, None),
        ] {
            assert_eq!(joined(text, true).as_deref(), unquoted, "{text}");
            assert_eq!(joined(text, false).as_deref(), all, "{text}");
        }
    }
}
