//! Text ↔ tokens, as the file says: byte-pair encoding over bytes (GPT-2's), special tokens, exact
//! bytes back.

mod merges;
mod words;

use crate::error::{Result, damaged, unsupported};
use crate::file::{Header, Value};
use merges::Merges;
use std::collections::HashMap;
use words::Splitter;

/// ggml's kinds of tokens that stand for themselves in a text.
const CONTROL: u64 = 3;
const USER_DEFINED: u64 = 4;
const UNUSED: u64 = 5;
/// Longest token, in bytes; longer ones are damage.
const LONGEST: usize = 4_096;

/// The tokens of a model.
#[derive(Debug)]
pub struct Tokenizer {
    /// What each token stands for.
    bytes: Vec<Vec<u8>>,
    /// Control tokens: they never stand for text.
    control: Vec<bool>,
    /// Tokens that are found in a template's text before it is divided, longest first.
    special: Vec<(String, u32)>,
    by_bytes: HashMap<Vec<u8>, u32>,
    merges: Merges,
    splitter: Splitter,
    /// A word that is a token is that token, whatever the merges say (Llama 3).
    whole_words: bool,
    /// Token that begins a text, where one is added.
    begin: Option<u32>,
    /// Tokens that end an answer.
    ends: Vec<u32>,
    end: u32,
}

/// GPT-2's letters for bytes: printable Latin-1 for itself, the rest from U+0100 on.
fn letters() -> [char; 256] {
    let mut letters = ['\0'; 256];
    let mut next = 256_u32;
    for (byte, letter) in (0_u32..).zip(&mut letters) {
        let printable = matches!(byte, 33..=126 | 161..=172 | 174..=255);
        *letter = char::from_u32(if printable { byte } else { next }).unwrap_or_default();
        next += u32::from(!printable);
    }
    letters
}

impl Tokenizer {
    /// The tokenizer of a file.
    pub(crate) fn read(header: &Header<'_>) -> Result<Self> {
        match header.text("tokenizer.ggml.model") {
            Some("gpt2") => {}
            Some(other) => return unsupported(format!("tokenizers of the kind {other:?}")),
            None => return damaged("it has no tokenizer"),
        }
        let (splitter, whole_words) = Splitter::of(header.text("tokenizer.ggml.pre").unwrap_or("default"))?;
        let Some(texts) = header.texts("tokenizer.ggml.tokens") else { return damaged("it has no tokens") };
        let kinds = match header.values.get("tokenizer.ggml.token_type") {
            Some(Value::Numbers(kinds)) if kinds.len() == texts.len() => kinds,
            _ => return damaged("its tokens have no kinds"),
        };
        let kinds: Vec<u64> = kinds.iter().map(|k| if let Value::Unsigned(k) = k { *k } else { 0 }).collect();
        let bytes_of: HashMap<char, u8> = letters().into_iter().zip(0..=255).collect();
        let spelled = |text: &str| text.chars().map(|c| bytes_of.get(&c).copied()).collect::<Option<Vec<u8>>>();
        let (mut bytes, mut special) = (Vec::with_capacity(texts.len()), Vec::new());
        for ((text, kind), id) in texts.iter().zip(&kinds).zip(0_u32..) {
            if text.len() > LONGEST {
                return damaged(format!("token {id} is {} bytes long", text.len()));
            }
            let plain = !matches!(*kind, CONTROL | USER_DEFINED | UNUSED);
            if matches!(*kind, CONTROL | USER_DEFINED) && !text.is_empty() {
                special.push(((*text).to_owned(), id));
            }
            let own = if plain { spelled(text) } else { None };
            bytes.push(own.unwrap_or_else(|| text.as_bytes().to_vec()));
        }
        special.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.1.cmp(&b.1)));
        let plain = |id: usize| !matches!(kinds[id], CONTROL | USER_DEFINED | UNUSED);
        let mut by_bytes = HashMap::with_capacity(bytes.len());
        for (id, own) in bytes.iter().enumerate().filter(|(id, _)| plain(*id)) {
            by_bytes.entry(own.clone()).or_insert(id as u32);
        }
        let Some(pairs) = header.texts("tokenizer.ggml.merges") else { return damaged("its tokenizer has no merges") };
        let merges = Merges::read(pairs, &spelled, &by_bytes);
        let id = |key: &str| match header.whole(&format!("tokenizer.ggml.{key}")) {
            Some(id) if id < texts.len() => Ok(Some(id as u32)),
            Some(id) => damaged(format!("{key} is {id}, beyond its tokens")),
            None => Ok(None),
        };
        let (eos, eot) = (id("eos_token_id")?, id("eot_token_id")?);
        // Templates end a turn with one of these, whatever the header names as the end.
        let turns = ["<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<|endoftext|>", "</s>", "<|eom_id|>"];
        let named = special.iter().filter(|(text, _)| turns.contains(&text.as_str())).map(|(_, id)| *id);
        let ends: Vec<u32> = eos.into_iter().chain(eot).chain(named).collect();
        let Some(end) = ends.first().copied() else { return damaged("no token of it ends an answer") };
        let begin = if header.flag("tokenizer.ggml.add_bos_token") == Some(true) { id("bos_token_id")? } else { None };
        let control = kinds.iter().map(|k| matches!(*k, CONTROL | UNUSED)).collect();
        Ok(Self { bytes, control, special, by_bytes, merges, splitter, whole_words, begin, ends, end })
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none: never.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Tokens of a text in which special tokens stand for themselves, as templates write them. A
    /// character of `guarded` stands for the one beside it and is part of no special token.
    pub(crate) fn template(&self, text: &str, guarded: &[(char, char)]) -> Vec<u32> {
        let mut out: Vec<u32> = self.begin.into_iter().collect();
        let mut rest = text;
        loop {
            let next = self.next_special(rest);
            let (before, found) = next.map_or((rest, None), |(at, i)| (&rest[..at], Some(i)));
            let plain: String = before
                .chars()
                .map(|c| guarded.iter().find(|(guard, _)| *guard == c).map_or(c, |(_, original)| *original))
                .collect();
            self.text_into(&plain, &mut out);
            let Some(i) = found else { break };
            let (special, id) = &self.special[i];
            // A template may write the beginning itself.
            if !(Some(*id) == self.begin && out == [*id]) {
                out.push(*id);
            }
            rest = &rest[before.len() + special.len()..];
        }
        out
    }

    /// The first special token in a text, the longest where several begin.
    fn next_special(&self, text: &str) -> Option<(usize, usize)> {
        let all =
            self.special.iter().enumerate().filter_map(|(i, (special, _))| Some((text.find(special.as_str())?, i)));
        all.min()
    }

    /// Tokens of a plain text: nothing in it is special.
    pub fn text(&self, text: &str) -> Vec<u32> {
        let mut out = Vec::new();
        self.text_into(text, &mut out);
        out
    }

    fn text_into(&self, text: &str, out: &mut Vec<u32>) {
        self.splitter.split(text, &mut |word| match self.by_bytes.get(word.as_bytes()) {
            Some(id) if self.whole_words => out.push(*id),
            _ => self.merges.apply(word.as_bytes(), out),
        });
    }

    /// Tokens of bytes that need be no text, for forced beginnings.
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Vec<u32> {
        let mut out = Vec::new();
        for chunk in bytes.utf8_chunks() {
            self.text_into(chunk.valid(), &mut out);
            self.merges.apply(chunk.invalid(), &mut out);
        }
        out
    }

    /// The bytes that a token stands for; none for control tokens.
    pub fn piece(&self, token: u32) -> &[u8] {
        match self.bytes.get(token as usize) {
            Some(bytes) if !self.control[token as usize] => bytes,
            _ => &[],
        }
    }

    /// The text of tokens; what is no UTF-8 as replacement characters.
    pub fn decode(&self, tokens: &[u32]) -> String {
        let bytes: Vec<u8> = tokens.iter().flat_map(|t| self.piece(*t)).copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What a token is called, for a grammar: control tokens are marked as such.
    pub(crate) fn grammar_bytes(&self, token: usize) -> Vec<u8> {
        if self.control[token] { [&[0xff][..], &self.bytes[token]].concat() } else { self.bytes[token].clone() }
    }

    /// Texts of the special tokens.
    pub(crate) fn specials(&self) -> impl Iterator<Item = &str> {
        self.special.iter().map(|(text, _)| text.as_str())
    }

    /// The text of a token that the header names by its key, e.g. `bos_token_id`.
    pub(crate) fn named(&self, token: usize) -> Option<&str> {
        self.special.iter().find(|(_, id)| *id as usize == token).map(|(text, _)| text.as_str())
    }

    /// Whether a token ends an answer.
    pub fn ends(&self, token: u32) -> bool {
        self.ends.contains(&token)
    }

    /// The token that ends an answer.
    pub(crate) fn end(&self) -> u32 {
        self.end
    }
}

/// Text that comes in bytes, given out in whole characters.
#[derive(Debug, Default)]
pub(crate) struct Characters {
    held: Vec<u8>,
}

impl Characters {
    /// The characters that are whole with these bytes. Bytes that can never become a character give
    /// U+FFFD; the beginning of one is held back.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let mut out = String::new();
        loop {
            match std::str::from_utf8(&self.held) {
                Ok(text) => {
                    out.push_str(text);
                    self.held.clear();
                    return out;
                }
                Err(e) => {
                    out.push_str(&String::from_utf8_lossy(&self.held[..e.valid_up_to()]));
                    let Some(bad) = e.error_len() else {
                        self.held.drain(..e.valid_up_to());
                        return out;
                    };
                    out.push(char::REPLACEMENT_CHARACTER);
                    self.held.drain(..e.valid_up_to() + bad);
                }
            }
        }
    }

    /// What is left at the end.
    pub(crate) fn finish(&mut self) -> String {
        let left = String::from_utf8_lossy(&self.held).into_owned();
        self.held.clear();
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn letters_are_gpt2s() {
        let letters = letters();
        assert_eq!([letters[0], letters[32], letters[65], letters[173], letters[255]], ['Ā', 'Ġ', 'A', 'Ń', 'ÿ']);
        assert_eq!(letters.iter().collect::<std::collections::HashSet<_>>().len(), 256);
    }

    proptest! {
        #[test]
        fn characters_come_whole(text in ".*", step in 1..5_usize) {
            let mut characters = Characters::default();
            let mut out: String = text.as_bytes().chunks(step).map(|bytes| characters.push(bytes)).collect();
            out.push_str(&characters.finish());
            prop_assert_eq!(out, text);
        }

        #[test]
        fn any_bytes_come_as_a_text_of_them(bytes in proptest::collection::vec(any::<u8>(), 0..40), step in 1..5_usize) {
            let mut characters = Characters::default();
            let mut out: String = bytes.chunks(step).map(|bytes| characters.push(bytes)).collect();
            out.push_str(&characters.finish());
            prop_assert_eq!(out, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}
