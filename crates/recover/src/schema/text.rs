//! Regular expressions of ECMA-262, as schemas write them, in the syntax of our engine.

/// `\d`, `\w` and their opposites are ASCII in ECMA-262.
pub(super) fn pattern(ecma: &str) -> String {
    let mut out = String::with_capacity(ecma.len());
    let mut chars = ecma.chars().peekable();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('d') => out.push_str(if in_class { "0-9" } else { "[0-9]" }),
                Some('w') => out.push_str(if in_class { "A-Za-z0-9_" } else { "[A-Za-z0-9_]" }),
                Some('D') if !in_class => out.push_str("[^0-9]"),
                Some('W') if !in_class => out.push_str("[^A-Za-z0-9_]"),
                Some(
                    c @ ('/' | '"' | '\'' | '@' | '#' | '%' | '&' | ',' | ':' | ';' | '=' | '!' | '~' | '`' | ' '),
                ) => {
                    if matches!(c, '#' | '&' | '~' | ' ') {
                        out.push('\\');
                    }
                    out.push(c);
                }
                Some('c') => {
                    let letter = chars.next().unwrap_or('@');
                    let code = u32::from(letter.to_ascii_uppercase()).wrapping_sub(64) & 0x1f;
                    out.push_str(&format!("\\x{{{code:x}}}"));
                }
                Some('-') => out.push_str("\\-"),
                Some(c) => {
                    out.push('\\');
                    out.push(c);
                }
                None => out.push('\\'),
            },
            '[' if in_class => out.push_str("\\["),
            '[' => {
                in_class = true;
                out.push('[');
                if chars.peek() == Some(&'^') {
                    chars.next();
                    out.push('^');
                }
                if chars.peek() == Some(&']') {
                    // `[]` matches nothing, `[^]` anything.
                    chars.next();
                    in_class = false;
                    out.truncate(out.len() - 1);
                    out.push_str(if out.ends_with('[') { "^\\s\\S]" } else { "\\s\\S]" });
                }
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            '&' | '~' if in_class => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn classes_are_ascii_as_in_ecma_262() {
        for (ecma, ours) in [
            (r"^\d+$", "^[0-9]+$"),
            (r"[\w-]+", "[A-Za-z0-9_-]+"),
            (r"\/a\/", "/a/"),
            (r"\W\D", "[^A-Za-z0-9_][^0-9]"),
            (r"\cC", r"\x{3}"),
            (r"[[a]", r"[\[a]"),
            (r"^\S$", r"^\S$"),
        ] {
            assert_eq!(pattern(ecma), ours, "{ecma}");
        }
    }
}
