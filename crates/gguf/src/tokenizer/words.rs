//! A text in words, before bytes are merged: the regular expressions that tokenizers were trained with
//! (names and expressions as in llama.cpp's `llama-vocab.cpp`).

use crate::error::{GgufError, Result, unsupported};
use regex::Regex;

/// GPT-2's. `\s+(?!\S)` is written `\s+` here: see [`Splitter::split`].
const GPT2: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+";
/// Qwen 2's: digits one by one, line breaks apart.
const QWEN2: &str =
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+";
/// Llama 3's: digits in threes.
const LLAMA3: &str =
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+";

/// Divides texts.
#[derive(Debug)]
pub(super) struct Splitter {
    words: Regex,
    /// Every digit stands alone before the rest is divided (SmolLM).
    digits_apart: bool,
    /// Spaces with a line break among them are a word of their own, not given back.
    breaks: bool,
}

impl Splitter {
    /// The one of this name, and whether whole words win over merges.
    pub(super) fn of(name: &str) -> Result<(Self, bool)> {
        let (pattern, digits_apart, breaks) = match name {
            "qwen2" | "deepseek-r1-qwen" => (QWEN2, false, true),
            "llama-bpe" | "llama3" | "llama-v3" => (LLAMA3, false, true),
            "smollm" => (GPT2, true, false),
            "default" | "gpt-2" | "gpt2" => (GPT2, false, false),
            other => return unsupported(format!("tokenizers that divide texts as {other:?}")),
        };
        let words = Regex::new(pattern).map_err(|e| GgufError::Unsupported(e.to_string()))?;
        Ok((Self { words, digits_apart, breaks }, pattern == LLAMA3))
    }

    /// Gives the words of a text; together they are the text.
    pub(super) fn split(&self, text: &str, word: &mut dyn FnMut(&str)) {
        if !self.digits_apart {
            return self.words(text, word);
        }
        let mut rest = text;
        while let Some((at, digit)) = rest.char_indices().find(|(_, c)| c.is_numeric()) {
            self.words(&rest[..at], word);
            word(&rest[at..at + digit.len_utf8()]);
            rest = &rest[at + digit.len_utf8()..];
        }
        self.words(rest, word);
    }

    fn words(&self, text: &str, word: &mut dyn FnMut(&str)) {
        let mut at = 0;
        while let Some(found) = self.words.find_at(text, at) {
            // Nothing is lost if an expression leaves something out.
            if found.start() > at {
                word(&text[at..found.start()]);
            }
            // `\s+(?!\S)|\s+`: spaces before a word leave it the last one.
            let spaces = found.as_str().chars().all(char::is_whitespace)
                && !(self.breaks && found.as_str().contains(['\r', '\n']));
            let last = found.as_str().char_indices().next_back().map_or(0, |(i, _)| i);
            let end = if spaces && last > 0 && found.end() < text.len() { found.start() + last } else { found.end() };
            word(&text[found.start()..end]);
            at = end;
        }
        if at < text.len() {
            word(&text[at..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(name: &str, text: &str) -> Vec<String> {
        let mut out = Vec::new();
        Splitter::of(name).unwrap().0.split(text, &mut |word| out.push(word.to_owned()));
        out
    }

    #[test]
    fn words_of_each_kind() {
        assert_eq!(
            split("qwen2", "I'll pay  $12 now\n\n  ok"),
            ["I", "'ll", " pay", " ", " $", "1", "2", " now", "\n\n", " ", " ok"]
        );
        assert_eq!(split("qwen2", "a   \n b  "), ["a", "   \n", " b", "  "]);
        assert_eq!(split("llama-bpe", "12345 it's"), ["123", "45", " it", "'s"]);
        assert_eq!(split("smollm", "at 12 or\n\nso  x"), ["at", " ", "1", "2", " or", "\n", "\n", "so", " ", " x"]);
        assert_eq!(split("default", "at 12"), ["at", " 12"]);
        assert_eq!(split("qwen2", "grüße, 漢字"), ["grüße", ",", " 漢字"]);
        assert!(Splitter::of("tekken").is_err());
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "[ \\n\\ta-zé漢0-9'!-]{0,40}", any in "\\PC{0,40}") {
            for name in ["qwen2", "llama-bpe", "smollm", "default"] {
                prop_assert_eq!(split(name, &text).concat(), text.clone());
                prop_assert_eq!(split(name, &any).concat(), any.clone());
            }
        }
    }
}
