//! One pass over a text: whether it is JSON, and where its longer objects and arrays end.
//!
//! Accepts what RFC 8259 does, nested at most [`DEPTH`] deep, which is what serde_json reads, too.

use std::num::NonZeroU32;

/// How deep arrays and objects may nest.
pub(crate) const DEPTH: usize = 127;

/// Shorter objects and arrays are looked through again instead of being noted.
pub(crate) const LONG: usize = 64;

/// Where a longer object or array lies: from its bracket to after the closing one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: Option<NonZeroU32>,
}

/// Where a text stops being JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Defect {
    /// Byte.
    pub(crate) at: usize,
    pub(crate) why: &'static str,
}

/// Reads one value from `at` on and returns the byte after it. Longer objects and arrays are added
/// to `spans`, in the order in which they begin.
pub(crate) fn value(text: &[u8], at: usize, spans: &mut Vec<Span>) -> Result<usize, Defect> {
    Scan { text, at, spans, open: Vec::new() }.value()
}

/// The first byte from `at` on that is no white space.
pub(crate) fn blank(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// The byte after the string that begins at `at`, which is known to be whole.
pub(crate) fn string_end(text: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    loop {
        match text.get(at) {
            None => return text.len(),
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    spans: &'a mut Vec<Span>,
    /// The open brackets: which, and where their spans are.
    open: Vec<(u8, usize)>,
}

impl Scan<'_> {
    fn value(mut self) -> Result<usize, Defect> {
        loop {
            self.at = blank(self.text, self.at);
            let entered = match self.text.get(self.at) {
                Some(b'{') => self.enter(b'}')?,
                Some(b'[') => self.enter(b']')?,
                Some(b'"') => self.string().map(|()| false)?,
                Some(b'-' | b'0'..=b'9') => self.number().map(|()| false)?,
                Some(b't') => self.word(b"true").map(|()| false)?,
                Some(b'f') => self.word(b"false").map(|()| false)?,
                Some(b'n') => self.word(b"null").map(|()| false)?,
                Some(_) => return self.defect("a value should begin here"),
                None => return self.defect("the text ends where a value should begin"),
            };
            if !entered && self.leave()? {
                return Ok(self.at);
            }
        }
    }

    /// Opens an object or array; `false` when it was empty and is closed again.
    fn enter(&mut self, close: u8) -> Result<bool, Defect> {
        if self.open.len() == DEPTH {
            return self.defect("it nests deeper than 127 levels");
        }
        let start = self.at;
        let span = self.spans.len();
        self.at = blank(self.text, start + 1);
        if self.text.get(self.at) == Some(&close) {
            self.at += 1;
            return Ok(false);
        }
        self.spans.push(Span { start: u32::try_from(start).unwrap_or(u32::MAX), end: None });
        self.open.push((close, span));
        if close == b'}' {
            self.key()?;
        }
        Ok(true)
    }

    /// After a value: on to the next one, or out of what it ends. `true` when the whole has ended.
    fn leave(&mut self) -> Result<bool, Defect> {
        loop {
            let Some(&(close, span)) = self.open.last() else { return Ok(true) };
            self.at = blank(self.text, self.at);
            match self.text.get(self.at) {
                Some(b',') => {
                    self.at = blank(self.text, self.at + 1);
                    if close == b'}' {
                        self.key()?;
                    }
                    return Ok(false);
                }
                Some(byte) if *byte == close => {
                    self.at += 1;
                    self.open.pop();
                    self.close(span);
                }
                Some(_) => return self.defect("a comma or the closing bracket should be here"),
                None => return self.defect("the text ends within an object or array"),
            }
        }
    }

    /// Notes the end, or forgets a short one; what began within a short one is shorter still.
    fn close(&mut self, span: usize) {
        if let Some(noted) = self.spans.get_mut(span) {
            if self.at - noted.start as usize >= LONG {
                noted.end = u32::try_from(self.at).ok().and_then(NonZeroU32::new);
            } else {
                self.spans.truncate(span);
            }
        }
    }

    fn key(&mut self) -> Result<(), Defect> {
        if self.text.get(self.at) != Some(&b'"') {
            return self.defect("a name in double quotes should be here");
        }
        self.string()?;
        self.at = blank(self.text, self.at);
        if self.text.get(self.at) != Some(&b':') {
            return self.defect("a colon should be here");
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<(), Defect> {
        let mut high = false;
        self.at += 1;
        loop {
            let Some(byte) = self.text.get(self.at) else { return self.defect("the text ends within a string") };
            match byte {
                b'"' if !high => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => high = self.escape(high)?,
                _ if high => return self.defect("half of a surrogate pair stands alone"),
                0x20.. => self.at += 1,
                _ => return self.defect("a control character stands in a string"),
            }
        }
    }

    /// An escape; whether it is the first half of a surrogate pair.
    fn escape(&mut self, high: bool) -> Result<bool, Defect> {
        let unit = match self.text.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => None,
            Some(b'u') => {
                let digits = self.text.get(self.at + 2..self.at + 6).and_then(|d| std::str::from_utf8(d).ok());
                let digits = digits.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
                match digits.and_then(|d| u32::from_str_radix(d, 16).ok()) {
                    Some(unit) => Some(unit),
                    None => return self.defect("an escape is not whole"),
                }
            }
            _ => return self.defect("this escape means nothing"),
        };
        let (is_high, is_low) =
            unit.map_or((false, false), |u| ((0xd800..0xdc00).contains(&u), (0xdc00..0xe000).contains(&u)));
        if high != is_low {
            return self.defect("half of a surrogate pair stands alone");
        }
        self.at += if unit.is_some() { 6 } else { 2 };
        Ok(is_high)
    }

    fn digits(&mut self) -> Result<(), Defect> {
        if !matches!(self.text.get(self.at), Some(b'0'..=b'9')) {
            return self.defect("a digit should be here");
        }
        while matches!(self.text.get(self.at), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Defect> {
        let start = self.at;
        if self.text.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        if self.text.get(self.at) == Some(&b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        let mut plain = true;
        if self.text.get(self.at) == Some(&b'.') {
            plain = false;
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) {
            plain = false;
            self.at += 1;
            if matches!(self.text.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        // What no number of 64 bits can be cannot be compared, either.
        if !plain || self.at - start > 300 {
            let read = self.text.get(start..self.at).and_then(|t| std::str::from_utf8(t).ok()?.parse::<f64>().ok());
            if !read.is_some_and(f64::is_finite) {
                self.at = start;
                return self.defect("the number is out of range");
            }
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Defect> {
        if self.text.get(self.at..self.at + word.len()) == Some(word) {
            self.at += word.len();
            return Ok(());
        }
        self.defect("a value should begin here")
    }

    fn defect<T>(&self, why: &'static str) -> Result<T, Defect> {
        Err(Defect { at: self.at, why })
    }
}
