//! What a redirection opens, by its descriptor and its operator: `2> f`, `0< f`, `<> f`, `<&5`, `{x}< f`.

/// What it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opens {
    /// What it names is written.
    pub(crate) write: bool,
    /// What it names becomes the command's input.
    input: bool,
    /// It names a descriptor, and not a file.
    copies: bool,
}

impl Opens {
    /// What an operator does behind what stands right before it: nothing, a number, or `{name}`.
    pub(crate) fn new(descriptor: &str, operator: &str) -> Self {
        let input = match descriptor {
            "" => operator.starts_with('<'),
            descriptor => descriptor.bytes().all(|b| b == b'0'),
        };
        Self { write: operator.contains('>'), input, copies: operator.contains('&') }
    }

    /// Whether `to` is a descriptor, and no file: `2>&1`, `>&-`.
    pub(crate) fn names_descriptor(self, to: &str) -> bool {
        self.copies && !to.is_empty() && to.trim_end_matches('-').bytes().all(|b| b.is_ascii_digit())
    }

    /// Whether the command's input is there, and not empty or what it was before.
    pub(crate) fn feeds(self, from: &str) -> bool {
        match self.copies {
            true => self.input && !matches!(from.trim_end_matches('-'), "" | "0"),
            false => self.input && from != "/dev/null",
        }
    }
}

/// Whether a word that stands right before a redirection is its descriptor: a number, or `{name}` for one that the
/// shell chooses.
pub(crate) fn is_descriptor(word: &str) -> bool {
    let named = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match named {
        Some(named) => !named.is_empty() && named.chars().all(name),
        None => !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_becomes_the_input_is_told_by_descriptor_and_operator() {
        for (descriptor, operator, from, feeds) in [
            ("", "<", "f", true),
            ("", "<>", "f", true),
            ("0", "<", "f", true),
            ("00", "<>", "f", true),
            ("", "<&", "5", true),
            ("", "<&", "5-", true),
            ("0", ">&", "5", true),
            ("", "<", "0", true),
            ("", "<&", "-", false),
            ("", "<&", "0", false),
            ("", "<", "/dev/null", false),
            ("5", "<", "f", false),
            ("10", "<", "f", false),
            ("{x}", "<", "f", false),
            ("", ">", "f", false),
            ("2", ">&", "1", false),
            ("", "&>", "f", false),
        ] {
            assert_eq!(Opens::new(descriptor, operator).feeds(from), feeds, "{descriptor}{operator}{from}");
        }
    }

    #[test]
    fn a_number_or_a_name_in_braces_is_a_descriptor() {
        for word in ["0", "2", "10", "{x}", "{fd_1}"] {
            assert!(is_descriptor(word), "{word}");
        }
        for word in ["", "a", "2a", "{}", "{a b}", "{a", "-2"] {
            assert!(!is_descriptor(word), "{word}");
        }
    }
}
