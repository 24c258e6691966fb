//! Short documents that are JSON and nothing else: words, whole numbers and literals, with nothing between them that
//! has two readings. A text may hold tens of thousands; they are read as the tolerant parser reads them, without what
//! it has to ask at each step.

use super::Parsed;
use crate::node::{Data, Marks, Node};
use crate::repair::Repairs;

/// Longest document that is read so.
const LONGEST: usize = 1 << 8;

/// Deepest nesting of one.
const DEEPEST: usize = 6;

/// Longest number: its digits say what it is.
const DIGITS: usize = 12;

/// The document whose bracket is at `start`. None if it is another, or might be read as another.
pub(super) fn read(text: &str, start: usize) -> Option<Parsed> {
    let end = text.len().min(start + LONGEST);
    let mut reader = Reader { text, bytes: text.as_bytes().get(..end)?, pos: start };
    let node = reader.container(0)?;
    let end = reader.pos;
    // Whatever else stands behind it may be the rest of it, whose bracket came too early.
    let over = end == text.len() || (reader.next() > 0 && matches!(reader.at(), b'{' | b'[' | b'<' | b'>' | b'`'));
    over.then_some(())?;
    Some(Parsed {
        node,
        end,
        repairs: Repairs::default(),
        known: Marks::default(),
        too_deep: false,
        comments: Vec::new(),
    })
}

/// Whether the brace at `start` opens nothing that is JSON: a bracket opens where its first key should be.
pub(super) fn opens_nothing(text: &str, start: usize) -> bool {
    let inside = text.as_bytes().get(start..).and_then(|rest| rest.strip_prefix(b"{")).unwrap_or_default();
    matches!(inside.trim_ascii_start().first(), Some(b'{' | b'['))
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
}

impl Reader<'_> {
    fn at(&self) -> u8 {
        self.bytes.get(self.pos).copied().unwrap_or_default()
    }

    /// The next byte that is no white space.
    fn next(&mut self) -> u8 {
        while matches!(self.at(), b' ' | b'\n' | b'\r' | b'\t') {
            self.pos += 1;
        }
        self.at()
    }

    fn pass(&mut self, byte: u8) -> Option<()> {
        let is = self.at() == byte;
        self.pos += 1;
        is.then_some(())
    }

    fn container(&mut self, depth: usize) -> Option<Node> {
        let start = self.pos;
        let open = self.at();
        let close = if open == b'{' { b'}' } else { b']' };
        if depth >= DEEPEST || !matches!(open, b'{' | b'[') {
            return None;
        }
        self.pos += 1;
        let mut items = Vec::new();
        let mut members: Vec<(String, Node)> = Vec::new();
        let mut more = self.next() != close;
        while more {
            if open == b'{' {
                let (from, to) = self.word()?;
                let key = self.text.get(from..to)?;
                if members.iter().any(|(known, _)| known == key) {
                    return None;
                }
                self.next();
                self.pass(b':')?;
                self.next();
                let value = self.value(depth)?;
                if members.is_empty() {
                    // Most that are many have one each.
                    members.reserve_exact(1);
                }
                members.push((key.to_owned(), value));
            } else {
                let item = self.value(depth)?;
                if items.is_empty() {
                    items.reserve_exact(1);
                }
                items.push(item);
            }
            more = match self.next() {
                b',' => {
                    self.pos += 1;
                    self.next();
                    true
                }
                other if other == close => false,
                _ => return None,
            };
        }
        self.pos += 1;
        let data = if open == b'{' { Data::Object(members.into()) } else { Data::Array(items.into()) };
        Some(Node::new(data, start, self.pos, Marks::default()))
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        let start = self.pos;
        let data = match self.at() {
            b'{' | b'[' => return self.container(depth + 1),
            b'"' => {
                let (from, to) = self.word()?;
                Data::Text(self.text.get(from..to)?.to_owned())
            }
            b'-' | b'0'..=b'9' => {
                let sign = usize::from(self.at() == b'-');
                self.pos += sign;
                let first = self.at();
                while self.at().is_ascii_digit() && self.pos < start + DIGITS {
                    self.pos += 1;
                }
                let digits = self.pos - start - sign;
                if digits == 0 || (first == b'0' && digits > 1) {
                    return None;
                }
                Data::Number(self.text.get(start..self.pos)?.into())
            }
            b't' => self.literal("true", Data::Bool(true))?,
            b'f' => self.literal("false", Data::Bool(false))?,
            b'n' => self.literal("null", Data::Null)?,
            _ => return None,
        };
        // What stands at once behind it may be a part of it.
        let ended = matches!(self.at(), b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
        ended.then(|| Node::new(data, start, self.pos, Marks::default()))
    }

    fn literal(&mut self, word: &str, data: Data) -> Option<Data> {
        let is = self.bytes.get(self.pos..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        self.pos += word.len();
        is.then_some(data)
    }

    /// A string of letters, digits and the marks within words; where it begins and ends between its quotes.
    fn word(&mut self) -> Option<(usize, usize)> {
        self.pass(b'"')?;
        let from = self.pos;
        let of_words = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'_' | b'-');
        self.pos += self.bytes.get(from..)?.iter().position(|b| !of_words(b))?;
        let to = self.pos;
        self.pass(b'"')?;
        (to > from).then_some((from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::parse::{Parser, Stack};
    use proptest::prelude::*;

    /// What the tolerant parser reads.
    fn tolerant(text: &str, sure: bool) -> Option<super::Parsed> {
        Parser::tolerant(&mut Stack::default(), text, 0, sure, true).0
    }

    #[test]
    fn what_is_read_at_a_glance_is_plain() {
        for (text, plain) in [
            ("{}", true),
            ("[ ]", true),
            (r#"{"a": 1, "b c": [true, null, "x-1"]} {"#, true),
            (r#"{"a": 1, "a": 2}"#, false),
            (r#"{"a": 1,}"#, false),
            (r#"{"a": 01}"#, false),
            (r#"{"a": 1.5}"#, false),
            (r#"{"a": "it's"}"#, false),
            (r#"{"a": ""}"#, false),
            (r#"{"a": 1"#, false),
            ("[1 2]", false),
            ("[1]]", false),
            (r#"{"a": 1}, "b": 2}"#, false),
        ] {
            assert_eq!(read(text, 0).is_some(), plain, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn what_is_read_at_a_glance_is_read_as_by_the_tolerant_parser(
            tokens in prop::collection::vec(prop::sample::select(vec![
                "{", "}", "[", "]", ",", ":", "\"a\"", "\"b c\"", "\"content\"", "\"x-1\"", "1", "-20", "true", "null", " ",
                "\n", "\"a\":", "\"path\":", "{\"a\":1}", "[]", "[1,2]", "\"", "'", "a", "\"a\":\"b\"", "```", "<",
            ]), 1..14),
            sure: bool,
        ) {
            let text = tokens.concat();
            if let Some(plain) = read(&text, 0) {
                let other = tolerant(&text, sure);
                prop_assert_eq!(format!("{:?}", Some(plain)), format!("{:?}", other), "{}", text);
            }
        }

        #[test]
        fn plain_documents_are_read_as_by_the_tolerant_parser(
            document in (prop::collection::vec(("[a-c]{1,2}[a-z -]{0,3}", "[a-z0-9_ -]{1,6}", -99_i32..999), 0..5)),
            behind in prop::sample::select(vec!["", "}", ",", "\"", " x", "[", "]", "{\"a\":", "'b'}", ": 1"]),
            spaced: bool,
        ) {
            let (comma, colon) = if spaced { (" ,\n ", " : ") } else { (",", ":") };
            let members = document.iter().map(|(key, word, n)| format!(r#""{key}"{colon}["{word}"{comma}{n}]"#));
            let text = format!("{{{}}}{behind}", members.collect::<Vec<_>>().join(comma));
            if let Some(plain) = read(&text, 0) {
                let other = tolerant(&text, true);
                prop_assert_eq!(format!("{:?}", Some(plain)), format!("{:?}", other), "{}", text);
            }
        }
    }
}
