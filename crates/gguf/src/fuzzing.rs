//! What holds of any bytes that are said to be a model, for the fuzzer and its corpus: refused with a
//! reason or read, never a panic, and never memory for what is only claimed.

use crate::file::Header;
use crate::network::Network;
use crate::tokenizer::Tokenizer;

/// Longest text that is tokenized.
const TEXT: usize = 4096;

/// Reads a file. What it says of its parts lies within it.
pub fn file(data: &[u8]) {
    let Ok(header) = Header::read(data) else { return };
    for tensor in header.tensors.values() {
        assert!(data.get(tensor.range.clone()).is_some(), "{tensor:?}");
    }
    let _ = Network::read(&header, data);
    if let Ok(tokenizer) = Tokenizer::read(&header) {
        words(&tokenizer, data);
    }
}

/// Reads a tokenizer from the first part and a text with it: `LENGTH (2 bytes, little-endian) FILE TEXT`.
/// With every byte among its tokens it says the text again.
pub fn tokenizer(data: &[u8]) {
    let [low, high, rest @ ..] = data else { return };
    let length = usize::from(u16::from_le_bytes([*low, *high]));
    let Some((first, text)) = rest.split_at_checked(length) else { return };
    let Ok(header) = Header::read(first) else { return };
    if let Ok(tokenizer) = Tokenizer::read(&header) {
        words(&tokenizer, text);
    }
}

fn words(tokenizer: &Tokenizer, bytes: &[u8]) {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(TEXT)]);
    let tokens = tokenizer.text(&text);
    assert!(tokens.iter().all(|t| (*t as usize) < tokenizer.len()));
    let said: Vec<u8> = tokens.iter().flat_map(|t| tokenizer.piece(*t)).copied().collect();
    let every = (0..=255_u8).all(|b| !tokenizer.bytes(&[b]).is_empty());
    assert!(!every || said == text.as_bytes(), "{text:?}");
    let _ = tokenizer.template(&text, &[]);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    #[allow(clippy::disallowed_methods)] // A test reads files.
    fn corpus(name: &str, holds: fn(&[u8])) {
        let folder = format!("{}/../../fuzz/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
        assert!(files.len() > 5);
        files.into_iter().for_each(|file| holds(&std::fs::read(file.unwrap().path()).unwrap()));
    }

    #[test]
    fn the_corpora_are_read() {
        corpus("gguf", super::file);
        corpus("tokenizer", super::tokenizer);
    }
}
