//! A person's search words as an FTS5 query.

/// More words than this narrow nothing further, and FTS5 bounds the depth of an expression.
const MOST_WORDS: usize = 16;

/// Every word quoted, all required, the last as a prefix; `None` when there is no word.
///
/// FTS5 has a query language (`OR`, `NEAR`, `*`, `^`, `:`, `-`); inside double quotes it is all
/// plain text, so no input is an error in it. Words end at white space, at punctuation (quotes are
/// gone with it) and at a NUL, which would end the query early; FTS5 divides them further where
/// its tokenizer does. What has no letter or digit has no token and would match nothing: left out.
pub(crate) fn expression(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_ascii_punctuation() || c == '\0')
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .take(MOST_WORDS)
        .collect();
    if words.is_empty() {
        return None;
    }
    Some(format!("\"{}\"*", words.join("\" \"")))
}

#[cfg(test)]
mod tests {
    use super::expression;

    #[test]
    fn words_are_quoted_and_the_last_is_a_prefix() {
        for (text, query) in [
            ("milk", Some("\"milk\"*")),
            ("  buy\tmilk ", Some("\"buy\" \"milk\"*")),
            ("a \" OR b", Some("\"a\" \"OR\" \"b\"*")),
            ("say:\"hi\"-there", Some("\"say\" \"hi\" \"there\"*")),
            ("x\0y", Some("\"x\" \"y\"*")),
            ("--- (*) ^", None),
            ("", None),
        ] {
            assert_eq!(expression(text).as_deref(), query, "{text:?}");
        }
    }
}
