//! Why an item was turned down: a fixed list, so that reasons add up whatever the language, or the
//! person's own words (UI "Keys").

/// The fixed reasons by the code that is stored, in the order they are offered, with their words.
pub const REASONS: [(&str, &str); 9] = [
    ("wrong-target", "wrong target"),
    ("wrong-value", "wrong value"),
    ("my-wording", "my wording"),
    ("not-now", "not now"),
    ("not-needed", "not needed"),
    ("too-risky", "too risky"),
    ("already-done", "already done"),
    ("duplicate", "duplicate"),
    ("other", "other"),
];

/// Of what was withdrawn by the words of a message, and of what another proposal took the place of so. Not offered: nobody
/// turned it down.
pub const WITHDRAWN: &str = "withdrawn";
#[allow(missing_docs)]
pub const REPLACED: &str = "replaced";

/// The code of a fixed reason, given as its code or its words in any case; none for free text.
pub fn code(reason: &str) -> Option<&'static str> {
    let said = reason.trim().to_lowercase().replace(['_', ' '], "-");
    REASONS.iter().map(|(code, _)| *code).find(|code| *code == said)
}

/// A reason in words, as a model and the ledger are told it.
pub fn words(reason: &str) -> &str {
    REASONS.iter().find(|(code, _)| *code == reason).map_or(reason, |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::{code, words};

    #[test]
    fn codes_are_known_by_their_words_and_free_text_stays() {
        assert_eq!(
            (code("Wrong value"), code("not_now"), code(" duplicate ")),
            (Some("wrong-value"), Some("not-now"), Some("duplicate"))
        );
        assert_eq!((code("wrong"), words("wrong-value"), words("it rains")), (None, "wrong value", "it rains"));
    }
}
