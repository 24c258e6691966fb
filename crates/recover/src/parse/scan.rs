//! Looking ahead: what stands at an offset, without reading it. Every look is bounded, or covers
//! bytes that are looked at a constant number of times, so that reading stays linear.

/// Farthest that a look goes for the end of a key or of a short string.
const REACH: usize = 512;

/// Longest name of a tag.
const LONGEST_NAME: usize = 32;

/// How far before a document the tag is looked for that a tag in it may end.
const BEFORE: usize = 1 << 10;

/// Tags that models and runtimes put around a document, and that are none of HTML's; any name with an
/// underscore is another.
const WRAPPERS: &[&str] = &[
    "action",
    "answer",
    "arguments",
    "assistant",
    "final",
    "function",
    "invoke",
    "json",
    "parameter",
    "reasoning",
    "response",
    "result",
    "s",
    "think",
    "thinking",
    "thought",
    "tool",
    "tools",
    "user",
];

/// The text, as bytes with the questions that the parser asks of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scan<'a> {
    pub(crate) text: &'a str,
    pub(crate) bytes: &'a [u8],
    /// Where the document begins that is read: tags in it may be a text's. None outside of any.
    document: Option<usize>,
}

/// The quote families. What opens with one is closed by one of the same family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quote {
    Double,
    Single,
    SmartDouble,
    SmartSingle,
    Angle,
    Corner,
}

fn is_literal(word: &str) -> bool {
    matches!(word, "true" | "false" | "null" | "True" | "False" | "None")
}

/// What Rust reads as a float; most words and most numbers tell at a glance.
fn is_float(word: &str) -> bool {
    match word.as_bytes() {
        [b'0'..=b'9', ..] | [b'-' | b'+' | b'.' | b'i' | b'I' | b'n' | b'N', ..] => {
            word.bytes().all(|b| b.is_ascii_digit()) || word.parse::<f64>().is_ok()
        }
        _ => false,
    }
}

/// How many more brackets are opened than closed, as the double quotes stand.
pub(crate) fn open_brackets(text: &str) -> i64 {
    let (mut depth, mut inside, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            b'"' if !escaped => inside = !inside,
            b'{' | b'[' if !inside => depth += 1,
            b'}' | b']' if !inside => depth -= 1,
            _ => {}
        }
        escaped = inside && byte == b'\\' && !escaped;
    }
    depth
}

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), document: None }
    }

    /// The same text, with a document that begins at `start`.
    pub(crate) fn of_document(text: &'a str, start: usize) -> Self {
        Self { document: Some(start), ..Self::new(text) }
    }

    pub(crate) fn at(&self, pos: usize) -> u8 {
        self.bytes.get(pos).copied().unwrap_or(0)
    }

    pub(crate) fn done(&self, pos: usize) -> bool {
        pos >= self.bytes.len()
    }

    pub(crate) fn starts(&self, pos: usize, with: &str) -> bool {
        self.bytes.get(pos..).is_some_and(|rest| rest.starts_with(with.as_bytes()))
    }

    /// Length of the character at `pos` if it is white space or cannot be seen (joiners, marks of direction,
    /// soft hyphens, variation selectors); 0 if it is another.
    pub(crate) fn space_len(&self, pos: usize) -> usize {
        match self.at(pos) {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => 1,
            0x1b if self.at(pos + 1) == b'[' => self.colour(pos),
            0xc2 if matches!(self.at(pos + 1), 0x85 | 0xa0 | 0xad) => 2,
            0xcd if self.at(pos + 1) == 0x8f => 2,
            0xd8 if self.at(pos + 1) == 0x9c => 2,
            lead @ 0xe1..=0xef => match (lead, self.at(pos + 1), self.at(pos + 2)) {
                (0xe1, 0x9a, 0x80)
                | (0xe1, 0xa0, 0x8e)
                | (0xe2, 0x80, 0x80..=0x8f | 0xa8..=0xaf)
                | (0xe2, 0x81, 0x9f..=0xaf)
                | (0xe3, 0x80, 0x80)
                | (0xef, 0xb8, 0x80..=0x8f)
                | (0xef, 0xbb, 0xbf) => 3,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Length of the terminal's colour at `pos`: `ESC [ 3 2 m`.
    fn colour(&self, pos: usize) -> usize {
        let length = (2..16).find(|n| !matches!(self.at(pos + n), b'0'..=b'9' | b';'));
        length.filter(|n| self.at(pos + n).is_ascii_alphabetic()).map_or(0, |n| n + 1)
    }

    pub(crate) fn skip_space(&self, mut pos: usize) -> usize {
        loop {
            match self.space_len(pos) {
                0 => return pos,
                n => pos += n,
            }
        }
    }

    /// Family and length of the quote character at `pos`.
    pub(crate) fn quote(&self, pos: usize) -> Option<(Quote, usize)> {
        match self.at(pos) {
            b'"' => Some((Quote::Double, 1)),
            b'\'' => Some((Quote::Single, 1)),
            b'`' if !self.starts(pos, "```") => Some((Quote::SmartSingle, 1)),
            0xe2 if self.at(pos + 1) == 0x80 => match self.at(pos + 2) {
                0x98..=0x9b => Some((Quote::SmartSingle, 3)),
                0x9c..=0x9f | 0xb3 => Some((Quote::SmartDouble, 3)),
                0xb9 | 0xba => Some((Quote::Angle, 3)),
                _ => None,
            },
            0xc2 => match self.at(pos + 1) {
                0xb4 => Some((Quote::SmartSingle, 2)),
                0xab | 0xbb => Some((Quote::Angle, 2)),
                _ => None,
            },
            0xe3 if self.at(pos + 1) == 0x80 => match self.at(pos + 2) {
                0x8c..=0x8f => Some((Quote::Corner, 3)),
                _ => None,
            },
            0xef if self.at(pos + 1) == 0xbc && self.at(pos + 2) == 0x82 => Some((Quote::SmartDouble, 3)),
            _ => None,
        }
    }

    /// Length of the character at `pos` if it closes a string opened with `open`.
    pub(crate) fn closing_quote(&self, pos: usize, open: Quote) -> Option<usize> {
        let (found, len) = self.quote(pos)?;
        let closes = match open {
            Quote::Double | Quote::Single | Quote::Angle | Quote::Corner => found == open,
            Quote::SmartDouble => matches!(found, Quote::SmartDouble | Quote::Double),
            Quote::SmartSingle => matches!(found, Quote::SmartSingle | Quote::Single),
        };
        closes.then_some(len)
    }

    /// The family of the first quote after an opening bracket at `pos`: the document's.
    pub(crate) fn first_quote(&self, pos: usize) -> Quote {
        let near = pos..(pos + REACH).min(self.bytes.len());
        near.into_iter().find_map(|at| self.quote(at)).map_or(Quote::Double, |(quote, _)| quote)
    }

    /// Offset after the short string that starts at `pos`, if its end is in reach.
    pub(crate) fn short_string(&self, pos: usize) -> Option<usize> {
        let (open, len) = self.quote(pos)?;
        let mut at = pos + len;
        let limit = at + REACH;
        while at < limit && !self.done(at) {
            if self.at(at) == b'\\' {
                at += 2;
            } else if let Some(len) = self.closing_quote(at, open) {
                return Some(at + len);
            } else {
                at += 1;
            }
        }
        None
    }

    /// Offset after the bare word at `pos`.
    pub(crate) fn word(&self, pos: usize) -> usize {
        let mut at = pos;
        while self.begins_a_word(at) && at < pos + REACH {
            at += 1;
        }
        // It may be longer than that.
        self.text.floor_char_boundary(at)
    }

    /// Whether a bare word begins at `pos`.
    pub(crate) fn begins_a_word(&self, pos: usize) -> bool {
        matches!(self.at(pos), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'-' | b'.' | 0x80..)
            && self.space_len(pos) == 0
            && self.quote(pos).is_none()
    }

    fn colon(&self, pos: usize) -> bool {
        let at = self.skip_space(pos);
        self.at(at) == b':' && !self.starts(at, "://")
    }

    /// A quoted or bare key, and its colon.
    pub(crate) fn key_with_colon(&self, pos: usize) -> bool {
        if self.quote(pos).is_some() {
            return self.short_string(pos).is_some_and(|end| self.colon(end));
        }
        let end = self.word(pos);
        end > pos && self.colon(end)
    }

    /// A quoted key with its colon.
    pub(crate) fn quoted_key(&self, pos: usize) -> bool {
        self.quote(pos).is_some() && self.key_with_colon(pos)
    }

    /// A number or a literal with a delimiter after it.
    pub(crate) fn plain_scalar(&self, pos: usize) -> bool {
        let end = self.word(pos);
        if end == pos {
            return false;
        }
        let word = &self.text[pos..end];
        if !is_literal(word) && !is_float(word) {
            return false;
        }
        let after = self.skip_space(end);
        let begins = || {
            matches!(self.at(after), b'-' | b'0'..=b'9' | b'{' | b'[')
                || is_literal(&self.text[after..self.word(after)])
        };
        self.done(after)
            || matches!(self.at(after), b',' | b']' | b'}' | b'"')
            || (after > end && (begins() || self.comment_end(after) > after))
    }

    /// Offset after the list at `pos`, if nothing but numbers is in it.
    pub(crate) fn list_of_numbers(&self, pos: usize) -> Option<usize> {
        let inside = self.bytes.get(pos + 1..).filter(|_| self.at(pos) == b'[')?;
        let of_numbers = |b: &u8| b.is_ascii_digit() || b.is_ascii_whitespace() || b",.-+eE".contains(b);
        let end = inside.iter().position(|b| !of_numbers(b)).map(|length| pos + 1 + length)?;
        (self.at(end) == b']').then_some(end + 1)
    }

    /// A short string with a delimiter after it.
    pub(crate) fn delimited_string(&self, pos: usize) -> bool {
        self.short_string(pos).is_some_and(|end| {
            let after = self.skip_space(end);
            self.done(after) || matches!(self.at(after), b',' | b']' | b'}')
        })
    }

    /// A short string with another value after it.
    pub(crate) fn adjacent_strings(&self, pos: usize) -> bool {
        self.short_string(pos).is_some_and(|end| {
            let next = self.skip_space(end);
            self.quote(next).is_some() || self.plain_scalar(next)
        })
    }

    /// `{` or `[` that looks like the start of a value.
    pub(crate) fn opens_container(&self, pos: usize) -> bool {
        let inside = self.skip_space(pos + 1);
        match self.at(pos) {
            b'{' => self.at(inside) == b'}' || self.key_with_colon(inside),
            b'[' => {
                matches!(self.at(inside), b']' | b'{' | b'[')
                    || self.quote(inside).is_some()
                    || self.plain_scalar(inside)
            }
            _ => false,
        }
    }

    /// Something that an array may hold next.
    pub(crate) fn value_start(&self, pos: usize) -> bool {
        self.quote(pos).is_some() || matches!(self.at(pos), b'{' | b'[' | b'-' | b'0'..=b'9') || self.plain_scalar(pos)
    }

    /// `//`, `/*`
    pub(crate) fn slash_comment(&self, pos: usize) -> bool {
        self.at(pos) == b'/' && matches!(self.at(pos + 1), b'/' | b'*')
    }

    /// Offset after the comment at `pos`, of any language; `pos` if there is none.
    pub(crate) fn comment_end(&self, pos: usize) -> usize {
        let rest = self.text.get(pos..).unwrap_or_default();
        let length = if rest.starts_with("//") || rest.starts_with('#') {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if rest.starts_with("<!--") {
            rest.find("-->").map_or(rest.len(), |at| at + 3)
        } else {
            0
        };
        pos + length
    }

    /// Whether a quote between the offsets may be the end of a string that opens as those of the document
    /// at `start` do: it stands at the end, before a closing bracket, or before a comma after which something
    /// begins, and is none of two around words.
    pub(crate) fn may_end_a_string(&self, start: usize, from: usize, to: usize) -> bool {
        let (mut at, mut opened) = (from, None);
        while at < to {
            if self.at(at) == b'\\' {
                at += 2;
                continue;
            }
            let Some((quote, len)) = self.quote(at) else {
                at += 1;
                continue;
            };
            let spaced = at > from && (self.space_len(at - 1) > 0 || self.at(at - 1) == b'(');
            at += len;
            if opened == Some(quote) {
                opened = None;
                continue;
            }
            let opens = spaced && (self.done(at) || (at < to && self.space_len(at) == 0));
            // An apostrophe at the end of the text is one.
            let cut = self.done(at) && (opens || quote != self.first_quote(start));
            let next = self.skip_space(at);
            let begins = |at: usize| at >= to || self.quote(at).is_some() || self.key_with_colon(at);
            let ends = match self.at(next) {
                b'}' | b']' => true,
                b',' => begins(self.skip_space(next + 1)),
                _ => false,
            };
            if !cut && (next >= to || ends) {
                return true;
            }
            opened = opened.or(opens.then_some(quote));
        }
        false
    }

    /// What no JSON holds between its values: the end of a fence, a closing tag, a marker token.
    pub(crate) fn wrapper_end(&self, pos: usize) -> bool {
        match self.at(pos) {
            b'`' | b'~' => self.fence(pos),
            b'<' if self.at(pos + 1) == b'|' || self.starts(pos + 1, "｜") => true,
            b'<' if self.at(pos + 1) == b'/' => self.is_around(pos + 2),
            b'<' => self.at(pos + 1).is_ascii_alphabetic() && self.is_around(pos + 1),
            b'[' => self.at(pos + 1) == b'/' && self.at(pos + 2).is_ascii_alphabetic(),
            _ => false,
        }
    }

    /// Whether the fence's mark at `pos` ends what is read. In a document it stands at the beginning of a
    /// line, or at the end of one if a fence was opened before: any other is a text's whose quote is lost.
    pub(crate) fn fence(&self, pos: usize) -> bool {
        let Some(mark) = ["```", "~~~"].into_iter().find(|mark| self.starts(pos, mark)) else { return false };
        let Some(document) = self.document else { return true };
        let rest = self.bytes.get(pos..).unwrap_or_default().iter().skip_while(|b| **b == mark.as_bytes()[0]);
        let ends_line = || rest.clone().find(|b| !matches!(b, b' ' | b'\t' | b'\r')).is_none_or(|b| *b == b'\n');
        let near = self.bytes.get(document.saturating_sub(BEFORE)..document).unwrap_or_default();
        let opened = || near.windows(mark.len()).any(|w| w == mark.as_bytes());
        let before = self.bytes.get(..pos).unwrap_or_default().iter().rev();
        before.clone().find(|b| !matches!(b, b' ' | b'\t')).is_none_or(|b| *b == b'\n') || (ends_line() && opened())
    }

    /// Whether the tag whose name is at `pos` belongs to what is around the document. In a page that a
    /// stray quote cut (`"<b>"hi"</b> there"`) `</b>` ends nothing.
    fn is_around(&self, pos: usize) -> bool {
        let Some(document) = self.document else { return true };
        let rest = self.bytes.get(pos..).unwrap_or_default();
        let len = rest.iter().take(LONGEST_NAME).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let name = self.text.get(pos..pos + len).unwrap_or_default();
        let near = self.bytes.get(document.saturating_sub(BEFORE)..document).unwrap_or_default();
        let opened = || near.windows(len + 1).any(|w| w[0] == b'<' && &w[1..] == name.as_bytes());
        name.contains('_') || WRAPPERS.iter().any(|w| w.eq_ignore_ascii_case(name)) || (len > 0 && opened())
    }

    /// Length of an ellipsis.
    pub(crate) fn ellipsis(&self, pos: usize) -> usize {
        match self.at(pos) {
            b'.' if self.starts(pos, "...") => 3,
            0xe2 if self.starts(pos, "…") => "…".len(),
            _ => 0,
        }
    }

    /// Whether what stands at `pos` can follow directly in an object.
    pub(crate) fn continues_object(&self, pos: usize) -> bool {
        let at = self.skip_space(pos);
        match self.at(at) {
            b'}' => true,
            b',' => {
                let next = self.skip_space(at + 1);
                self.at(next) == b'}' || self.key_with_colon(next)
            }
            _ => self.quoted_key(at),
        }
    }

    /// Whether what stands at `pos` can follow directly in an array.
    pub(crate) fn continues_array(&self, pos: usize) -> bool {
        let at = self.skip_space(pos);
        match self.at(at) {
            b']' => true,
            b',' => {
                let next = self.skip_space(at + 1);
                self.at(next) == b']' || (self.value_start(next) && !self.key_with_colon(next))
            }
            _ => false,
        }
    }

    /// Whether the document can be over here.
    pub(crate) fn continues_nothing(&self, pos: usize) -> bool {
        let at = self.skip_space(pos);
        self.done(at) || !matches!(self.at(at), b',' | b']' | b'}' | b':')
    }
}
