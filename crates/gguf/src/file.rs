//! A GGUF file's header, read with distrust: every length is checked against what is left of the file
//! before anything is reserved or looped over, and what is not known is refused by its name.

use crate::error::{Result, damaged, unsupported};
use crate::format::Format;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most dimensions of a tensor (ggml: `GGML_MAX_DIMS`).
const MOST_DIMENSIONS: u32 = 4;
/// Longest name of a key or tensor, in bytes.
const LONGEST_NAME: usize = 65_535;

/// A value of the header.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// A whole number that is not negative.
    Unsigned(u64),
    /// A whole number below zero.
    Negative(i64),
    /// A float.
    Float(f64),
    /// Yes or no.
    Bool(bool),
    /// A text.
    Text(&'a str),
    /// A list of texts.
    Texts(Vec<&'a str>),
    /// A list of numbers or truth values.
    Numbers(Vec<Value<'a>>),
}

/// Where a tensor lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tensor {
    /// How its values are stored.
    pub format: Format,
    /// Values of a row.
    pub cols: usize,
    /// Rows: all further dimensions together.
    pub rows: usize,
    /// Its bytes in the file.
    pub range: Range<usize>,
}

/// A header whose every offset lies in the file.
#[derive(Debug, Default)]
pub struct Header<'a> {
    /// Metadata by key.
    pub values: BTreeMap<&'a str, Value<'a>>,
    /// Tensors by name.
    pub tensors: BTreeMap<&'a str, Tensor>,
}

/// A tensor as listed; where it lies is known once the list has ended.
struct Listed<'a> {
    name: &'a str,
    format: Format,
    cols: usize,
    rows: usize,
    offset: u64,
}

impl<'a> Header<'a> {
    /// Reads the header of a file.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader { bytes, at: 0 };
        match reader.take(4) {
            Ok(b"GGUF") => {}
            Ok(b"lmgg" | b"tjgg" | b"fmgg") => return unsupported("files of the formats before GGUF"),
            _ => return damaged("it does not begin with GGUF"),
        }
        match reader.u32()? {
            2 | 3 => {}
            version if version.swap_bytes() < 100 => return unsupported("big-endian GGUF files"),
            version => return unsupported(format!("GGUF version {version}")),
        }
        let (tensors, values) = (reader.u64()?, reader.u64()?);
        let mut header = Self::default();
        for _ in 0..values {
            let key = reader.name()?;
            let kind = reader.u32()?;
            let value = reader.value(kind, key)?;
            if header.values.insert(key, value).is_some() {
                return damaged(format!("{key:?} is in it twice"));
            }
        }
        let mut listed = Vec::new();
        for _ in 0..tensors {
            listed.push(reader.tensor()?);
        }
        let alignment = match header.values.get("general.alignment") {
            None => 32,
            Some(Value::Unsigned(n)) if n.is_power_of_two() && *n <= 1 << 20 => *n,
            Some(_) => return damaged("its alignment is no small power of two"),
        };
        let Some(start) = (reader.at as u64).checked_next_multiple_of(alignment) else { return damaged("its size") };
        for one in listed {
            let name = one.name;
            let tensor = one.place(start, alignment, bytes.len())?;
            if header.tensors.insert(name, tensor).is_some() {
                return damaged(format!("tensor {name:?} is in it twice"));
            }
        }
        Ok(header)
    }

    /// A text, if there is one by this key.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        match self.values.get(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A whole number, if there is one by this key.
    pub fn whole(&self, key: &str) -> Option<usize> {
        match self.values.get(key) {
            Some(Value::Unsigned(n)) => usize::try_from(*n).ok(),
            _ => None,
        }
    }

    /// A number, if there is one by this key.
    pub fn float(&self, key: &str) -> Option<f32> {
        match self.values.get(key)? {
            Value::Float(f) => Some(*f as f32),
            Value::Unsigned(n) => Some(*n as f32),
            _ => None,
        }
    }

    /// Yes or no, if said by this key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.values.get(key) {
            Some(Value::Bool(b)) => Some(*b),
            _ => None,
        }
    }

    /// Texts, if there are some by this key.
    pub fn texts(&self, key: &str) -> Option<&[&'a str]> {
        match self.values.get(key) {
            Some(Value::Texts(texts)) => Some(texts),
            _ => None,
        }
    }
}

impl Listed<'_> {
    fn place(self, start: u64, alignment: u64, length: usize) -> Result<Tensor> {
        let name = self.name;
        let bytes = self.cols.checked_mul(self.rows).and_then(|values| self.format.bytes(values));
        // Blocks do not reach over rows.
        let (Some(bytes), true) = (bytes, self.cols.is_multiple_of(self.format.block())) else {
            return damaged(format!("tensor {name:?} is no whole number of blocks"));
        };
        if !self.offset.is_multiple_of(alignment) {
            return damaged(format!("tensor {name:?} is not aligned"));
        }
        let from = start.checked_add(self.offset).and_then(|from| usize::try_from(from).ok());
        match from.and_then(|from| Some(from..from.checked_add(bytes)?)).filter(|range| range.end <= length) {
            Some(range) => Ok(Tensor { format: self.format, cols: self.cols, rows: self.rows, range }),
            None => damaged(format!("tensor {name:?} reaches beyond the end of the file: it is cut")),
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        match self.at.checked_add(count).and_then(|end| self.bytes.get(self.at..end)) {
            Some(taken) => {
                self.at += count;
                Ok(taken)
            }
            None => damaged("its header ends too early: it is cut"),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Result<&'a str> {
        let Ok(length) = usize::try_from(self.u64()?) else { return damaged("a text in it is too long") };
        match std::str::from_utf8(self.take(length)?) {
            Ok(text) => Ok(text),
            Err(_) => damaged("a text in it is no UTF-8"),
        }
    }

    fn name(&mut self) -> Result<&'a str> {
        let name = self.text()?;
        if name.is_empty() || name.len() > LONGEST_NAME {
            damaged("a name in it is empty or too long")
        } else {
            Ok(name)
        }
    }

    /// A value of ggml's kind of this number.
    fn value(&mut self, kind: u32, key: &str) -> Result<Value<'a>> {
        let signed = |n: i64| u64::try_from(n).map_or(Value::Negative(n), Value::Unsigned);
        Ok(match kind {
            0 => Value::Unsigned(u64::from(self.array::<1>()?[0])),
            1 => signed(i64::from(i8::from_le_bytes(self.array()?))),
            2 => Value::Unsigned(u64::from(u16::from_le_bytes(self.array()?))),
            3 => signed(i64::from(i16::from_le_bytes(self.array()?))),
            4 => Value::Unsigned(u64::from(self.u32()?)),
            5 => signed(i64::from(i32::from_le_bytes(self.array()?))),
            6 => Value::Float(f64::from(f32::from_le_bytes(self.array()?))),
            7 => match self.array::<1>()?[0] {
                0 => Value::Bool(false),
                1 => Value::Bool(true),
                _ => return damaged(format!("{key:?} is neither true nor false")),
            },
            8 => Value::Text(self.text()?),
            9 => {
                let (kind, count) = (self.u32()?, self.u64()?);
                self.list(kind, count, key)?
            }
            10 => Value::Unsigned(self.u64()?),
            11 => signed(i64::from_le_bytes(self.array()?)),
            12 => Value::Float(f64::from_le_bytes(self.array()?)),
            _ => return unsupported(format!("metadata of the unknown kind {kind} ({key:?})")),
        })
    }

    fn list(&mut self, kind: u32, count: u64, key: &str) -> Result<Value<'a>> {
        let least: u64 = match kind {
            0 | 1 | 7 => 1,
            2 | 3 => 2,
            4..=6 => 4,
            8 | 10..=12 => 8,
            9 => return unsupported(format!("lists of lists in the metadata ({key:?})")),
            _ => return unsupported(format!("metadata of the unknown kind {kind} ({key:?})")),
        };
        let left = (self.bytes.len() - self.at) as u64;
        if count.checked_mul(least).is_none_or(|bytes| bytes > left) {
            return damaged(format!("{key:?} has more entries than the file has room for"));
        }
        Ok(if kind == 8 {
            Value::Texts((0..count).map(|_| self.text()).collect::<Result<_>>()?)
        } else {
            Value::Numbers((0..count).map(|_| self.value(kind, key)).collect::<Result<_>>()?)
        })
    }

    fn tensor(&mut self) -> Result<Listed<'a>> {
        let name = self.name()?;
        let count = self.u32()?;
        if count == 0 || count > MOST_DIMENSIONS {
            return damaged(format!("tensor {name:?} has {count} dimensions"));
        }
        let mut sizes = [1_usize; MOST_DIMENSIONS as usize];
        for size in sizes.iter_mut().take(count as usize) {
            *size = match usize::try_from(self.u64()?) {
                Ok(n) if n > 0 => n,
                _ => return damaged(format!("tensor {name:?} has an impossible size")),
            };
        }
        let format = match Format::from_id(self.u32()?) {
            Ok(format) => format,
            Err(what) => return unsupported(format!("{what} ({name:?})")),
        };
        let Some(rows) = sizes[1].checked_mul(sizes[2]).and_then(|n| n.checked_mul(sizes[3])) else {
            return damaged(format!("tensor {name:?} has an impossible size"));
        };
        Ok(Listed { name, format, cols: sizes[0], rows, offset: self.u64()? })
    }
}
