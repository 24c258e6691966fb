//! The beginning of a GGUF file, looked at before it is installed: what it calls itself, and whether
//! its tensors are all in it. Trusts no number in it.

use serde::{Deserialize, Serialize};
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Most keys, tensors and elements of one list that a file may claim.
const MOST: u64 = 1 << 20;
/// Longest text that is kept; longer ones are passed over.
const LONGEST: u64 = 1 << 12;

/// What a GGUF file says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Header {
    /// `general.architecture`, e.g. `llama`.
    pub architecture: String,
    /// `general.name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `general.license`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// Tokens it was trained to read and write together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<u64>,
    /// It brings a template for conversations.
    pub chat: bool,
    /// Parameters: elements of all tensors.
    pub parameters: u64,
    /// The type that most bytes are in, e.g. `Q4_K`.
    pub quantisation: String,
}

/// Why a file is not installed.
#[derive(Debug, thiserror::Error)]
pub enum BadModel {
    /// Another kind of file.
    #[error("the file is no GGUF file")]
    NotGguf,
    /// A version nobody here reads.
    #[error("the file is GGUF of version {0}; versions 2 and 3 are read")]
    Version(u32),
    /// It ends before its end.
    #[error("the file is cut: {0}")]
    Cut(&'static str),
    /// A number in it cannot be right.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
    /// It cannot be read at all.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
}

impl From<io::Error> for BadModel {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Cut("it ends in its header"),
            _ => Self::Unreadable(error),
        }
    }
}

/// Types of tensors: number, name, elements of a block, bytes of a block.
const TYPES: [(u32, &str, u64, u64); 24] = [
    (0, "F32", 1, 4),
    (1, "F16", 1, 2),
    (2, "Q4_0", 32, 18),
    (3, "Q4_1", 32, 20),
    (6, "Q5_0", 32, 22),
    (7, "Q5_1", 32, 24),
    (8, "Q8_0", 32, 34),
    (10, "Q2_K", 256, 84),
    (11, "Q3_K", 256, 110),
    (12, "Q4_K", 256, 144),
    (13, "Q5_K", 256, 176),
    (14, "Q6_K", 256, 210),
    (15, "Q8_K", 256, 292),
    (16, "IQ2_XXS", 256, 66),
    (17, "IQ2_XS", 256, 74),
    (18, "IQ3_XXS", 256, 98),
    (20, "IQ4_NL", 32, 18),
    (21, "IQ3_S", 256, 110),
    (22, "IQ2_S", 256, 82),
    (23, "IQ4_XS", 256, 136),
    (24, "I8", 1, 1),
    (26, "I32", 1, 4),
    (28, "F64", 1, 8),
    (30, "BF16", 1, 2),
];

struct Reader<R> {
    from: BufReader<R>,
}

impl<R: Read + Seek> Reader<R> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], BadModel> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, BadModel> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, BadModel> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn count(&mut self, what: &'static str) -> Result<u64, BadModel> {
        self.u64().and_then(|n| if n <= MOST { Ok(n) } else { Err(BadModel::Damaged(what)) })
    }

    fn skip(&mut self, bytes: u64) -> Result<(), BadModel> {
        let by = i64::try_from(bytes).map_err(|_| BadModel::Damaged("a length is beyond the file"))?;
        Ok(self.from.seek_relative(by)?)
    }

    /// A text; empty when it is longer than anything of interest.
    fn text(&mut self) -> Result<String, BadModel> {
        let length = self.u64()?;
        if length > LONGEST {
            self.skip(length)?;
            return Ok(String::new());
        }
        let mut bytes = Vec::new();
        (&mut self.from).take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            return Err(BadModel::Cut("it ends in its header"));
        }
        Ok(String::from_utf8_lossy(&bytes).chars().filter(|c| !c.is_control()).collect())
    }

    /// A value of this type: its text, or its number, or neither.
    fn value(&mut self, kind: u32, depth: u8) -> Result<(Option<String>, Option<u64>), BadModel> {
        Ok(match kind {
            0 | 1 | 7 => (None, Some(u64::from(self.bytes::<1>()?[0]))),
            2 | 3 => (None, Some(u64::from(u16::from_le_bytes(self.bytes()?)))),
            4..=6 => (None, Some(u64::from(self.u32()?))),
            8 => (Some(self.text()?), None),
            9 if depth < 3 => {
                let (kind, count) = (self.u32()?, self.count("a list is too long")?);
                match kind {
                    0 | 1 | 7 => self.skip(count)?,
                    2 | 3 => self.skip(count * 2)?,
                    4..=6 => self.skip(count * 4)?,
                    10..=12 => self.skip(count * 8)?,
                    8 => {
                        for _ in 0..count {
                            let length = self.u64()?;
                            self.skip(length)?;
                        }
                    }
                    9 => {
                        for _ in 0..count {
                            self.value(9, depth + 1)?;
                        }
                    }
                    _ => return Err(BadModel::Damaged("a list is of a type that there is not")),
                }
                (None, None)
            }
            10..=12 => (None, Some(self.u64()?)),
            _ => return Err(BadModel::Damaged("a value is of a type that there is not")),
        })
    }
}

/// Reads the header and checks that every tensor is inside the file.
///
/// # Errors
/// When it is no GGUF file, or cut, or damaged.
pub fn read(file: impl Read + Seek) -> Result<Header, BadModel> {
    let mut from = BufReader::new(file);
    let length = from.seek(SeekFrom::End(0))?;
    from.seek(SeekFrom::Start(0))?;
    let mut r = Reader { from };
    if length < 24 || &r.bytes::<4>()? != b"GGUF" {
        return Err(BadModel::NotGguf);
    }
    match r.u32()? {
        2 | 3 => {}
        other => return Err(BadModel::Version(other)),
    }
    let (tensors, keys) = (r.count("it claims too many tensors")?, r.count("it claims too many keys")?);
    let mut header = Header::default();
    let mut alignment = 32;
    for _ in 0..keys {
        let key = r.text()?;
        let kind = r.u32()?;
        let (text, number) = r.value(kind, 0)?;
        let said = text.clone().filter(|t| !t.is_empty());
        match key.as_str() {
            "general.architecture" => header.architecture = text.unwrap_or_default(),
            "general.name" => header.title = said,
            "general.license" => header.licence = said,
            "general.alignment" => alignment = number.unwrap_or(32),
            // Too long to be kept, but there.
            "tokenizer.chat_template" => header.chat = kind == 8,
            key if key.ends_with(".context_length") => header.context = number,
            _ => {}
        }
    }
    if header.architecture.is_empty() || tensors == 0 {
        return Err(BadModel::Damaged("it names no architecture or holds no tensors"));
    }
    if !alignment.is_power_of_two() || alignment > 1 << 16 {
        return Err(BadModel::Damaged("its alignment is none"));
    }
    let mut ends = 0;
    let mut by_type: Vec<(&str, u64)> = Vec::new();
    for _ in 0..tensors {
        r.text()?;
        let dimensions = r.u32()?;
        if dimensions > 4 {
            return Err(BadModel::Damaged("a tensor has more than four dimensions"));
        }
        let mut elements = 1_u64;
        for _ in 0..dimensions {
            let size = r.u64()?;
            elements = elements.checked_mul(size).ok_or(BadModel::Damaged("a tensor is beyond all bounds"))?;
        }
        let kind = r.u32()?;
        let (_, name, block, bytes) = TYPES
            .into_iter()
            .find(|(n, ..)| *n == kind)
            .ok_or(BadModel::Damaged("a tensor is of a type that is not known here"))?;
        let bytes = (elements / block).checked_mul(bytes).filter(|_| elements % block == 0);
        let end = bytes.and_then(|bytes| r.u64().ok()?.checked_add(bytes));
        ends = ends.max(end.ok_or(BadModel::Damaged("a tensor is beyond all bounds"))?);
        header.parameters = header.parameters.saturating_add(elements);
        let bytes = bytes.unwrap_or_default();
        match by_type.iter_mut().find(|(n, _)| *n == name) {
            Some((_, sum)) => *sum += bytes,
            None => by_type.push((name, bytes)),
        }
    }
    let begins = r.from.stream_position()?.next_multiple_of(alignment);
    if begins.checked_add(ends).is_none_or(|end| end > length) {
        return Err(BadModel::Cut("tensors lie beyond its end"));
    }
    header.quantisation = by_type.into_iter().max_by_key(|(_, sum)| *sum).map(|(n, _)| n.to_owned()).unwrap_or_default();
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Cursor;

    fn text(out: &mut Vec<u8>, text: &str) {
        out.extend((text.len() as u64).to_le_bytes());
        out.extend(text.as_bytes());
    }

    /// A file with one tensor of 64 Q8_0 elements.
    pub(crate) fn tiny() -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3_u32.to_le_bytes());
        out.extend(1_u64.to_le_bytes());
        out.extend(3_u64.to_le_bytes());
        for (key, value) in [("general.architecture", "llama"), ("general.license", "mit")] {
            text(&mut out, key);
            out.extend(8_u32.to_le_bytes());
            text(&mut out, value);
        }
        text(&mut out, "llama.context_length");
        out.extend(4_u32.to_le_bytes());
        out.extend(2_048_u32.to_le_bytes());
        text(&mut out, "token_embd.weight");
        out.extend(1_u32.to_le_bytes());
        out.extend(64_u64.to_le_bytes());
        out.extend(8_u32.to_le_bytes());
        out.extend(0_u64.to_le_bytes());
        out.resize(out.len().next_multiple_of(32) + 68, 7);
        out
    }

    #[test]
    fn a_small_file_is_read() {
        let header = read(Cursor::new(tiny())).unwrap();
        assert_eq!((header.architecture.as_str(), header.context, header.parameters), ("llama", Some(2_048), 64));
        assert_eq!((header.licence.as_deref(), header.quantisation.as_str()), (Some("mit"), "Q8_0"));
    }

    #[test]
    fn a_cut_file_is_refused_wherever_it_is_cut() {
        let whole = tiny();
        for length in 0..whole.len() {
            assert!(read(Cursor::new(whole[..length].to_vec())).is_err(), "cut at {length}");
        }
    }

    #[test]
    fn claims_are_not_believed() {
        for at in [8, 16, 24] {
            let mut file = tiny();
            file[at..at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
            assert!(read(Cursor::new(file)).is_err(), "{at}");
        }
        let mut other = tiny();
        other[4] = 9;
        assert!(matches!(read(Cursor::new(other)), Err(BadModel::Version(9))));
        assert!(matches!(read(Cursor::new(b"<!doctype html><html></html>".to_vec())), Err(BadModel::NotGguf)));
    }

    proptest! {
        #[test]
        fn no_byte_makes_it_fall_over(at in 0_usize..200, byte: u8) {
            let mut file = tiny();
            let at = at % file.len();
            file[at] = byte;
            let _ = read(Cursor::new(file));
        }
    }
}
