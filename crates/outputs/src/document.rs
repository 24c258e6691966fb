//! A stored text, looked at once.

use crate::node::Node;
use crate::scan::{self, Defect, Span};
use countersign_core::problem::Problem;
use serde::{Deserialize, Serialize};

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One JSON value.
    Json,
    /// A JSON value on each line; queried as an array of them.
    JsonLines,
    /// Anything else; queried by lines and characters.
    Text,
}

impl Kind {
    /// As it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::JsonLines => "json_lines",
            Self::Text => "text",
        }
    }
}

/// A text with what is known of it. Memory: the text and 8 bytes for each object or array of 64
/// bytes or more.
#[derive(Debug)]
pub struct Document {
    text: String,
    kind: Kind,
    spans: Vec<Span>,
    /// Where it stops being JSON, for a text.
    defect: Option<Defect>,
}

impl Document {
    /// Looks at a text. One of more than 4 GB is never JSON.
    pub fn new(text: String) -> Self {
        let bytes = text.as_bytes();
        let mut spans = Vec::new();
        let whole = whole(bytes, &mut spans);
        let (kind, defect) = match whole {
            Ok(()) => (Kind::Json, None),
            Err(defect) => {
                spans.clear();
                if lines(bytes, &mut spans) {
                    (Kind::JsonLines, None)
                } else {
                    spans.clear();
                    (Kind::Text, Some(defect))
                }
            }
        };
        spans.shrink_to_fit();
        Self { text, kind, spans, defect }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Bytes that it holds in memory.
    pub fn memory(&self) -> usize {
        self.text.capacity() + self.spans.capacity() * size_of::<Span>()
    }

    /// The value, or the array of the lines' values.
    ///
    /// # Errors
    /// `not_json` for a text, with the place where it stops being JSON.
    pub fn root(&self) -> crate::Result<Node<'_>> {
        match self.defect {
            None => Ok(Node::root(self)),
            Some(defect) => Err(self.not_json(defect)),
        }
    }

    fn not_json(&self, defect: Defect) -> Problem {
        let before = self.text.as_bytes().get(..defect.at).unwrap_or_default();
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1;
        Problem::new("not_json", format!("this output is no JSON: line {line}, column {column}: {}", defect.why))
            .hinting("Read it with tool_outputs.read, by lines or characters.")
    }

    /// The byte after the object or array that begins at `at`. `hint`: the first span that may be
    /// the one; moved on.
    pub(crate) fn end(&self, at: usize, hint: &mut usize) -> usize {
        let start = u32::try_from(at).unwrap_or(u32::MAX);
        // The next one is near: steps that double, then halves.
        let mut step = 1;
        while self.spans.get(*hint + step).is_some_and(|span| span.start <= start) {
            *hint += step;
            step *= 2;
        }
        let near = self.spans.get(*hint..).unwrap_or_default();
        let near = near.get(..step + 1).unwrap_or(near);
        *hint += near.partition_point(|span| span.start < start);
        match self.spans.get(*hint) {
            Some(Span { start: found, end: Some(end) }) if *found == start => end.get() as usize,
            _ => self.short_end(at),
        }
    }

    /// As [`Self::end`] of one that was not noted.
    fn short_end(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let (mut at, mut open) = (at, 0_usize);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at = scan::string_end(bytes, at);
                    continue;
                }
                b'{' | b'[' => open += 1,
                b'}' | b']' => open = open.saturating_sub(1),
                _ => {}
            }
            at += 1;
            if open == 0 {
                break;
            }
        }
        at
    }
}

fn whole(bytes: &[u8], spans: &mut Vec<Span>) -> Result<(), Defect> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(Defect { at: 0, why: "it is longer than 4 GB" });
    }
    let end = scan::blank(bytes, scan::value(bytes, 0, spans)?);
    if end < bytes.len() { Err(Defect { at: end, why: "something follows the value" }) } else { Ok(()) }
}

/// Whether every line is one JSON value, the first an object or array, and there are two or more.
fn lines(bytes: &[u8], spans: &mut Vec<Span>) -> bool {
    let mut at = scan::blank(bytes, 0);
    if !matches!(bytes.get(at), Some(b'{' | b'[')) || u32::try_from(bytes.len()).is_err() {
        return false;
    }
    let mut count = 0;
    while at < bytes.len() {
        let Ok(end) = scan::value(bytes, at, spans) else { return false };
        if memchr::memchr(b'\n', bytes.get(at..end).unwrap_or_default()).is_some() {
            return false;
        }
        let next = scan::blank(bytes, end);
        let between = bytes.get(end..next).unwrap_or_default();
        if next < bytes.len() && memchr::memchr(b'\n', between).is_none() {
            return false;
        }
        at = next;
        count += 1;
    }
    count > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn kinds_are_told_apart() {
        for (text, kind) in [
            ("{}", Kind::Json),
            (" [1, 2]\n", Kind::Json),
            ("7", Kind::Json),
            ("{\"a\":1}\n{\"a\":2}\n", Kind::JsonLines),
            ("{\"a\":1}\n\n[2]", Kind::JsonLines),
            ("{\"a\":1} {\"a\":2}", Kind::Text),
            ("{\"a\":\n1}\n{}", Kind::Text),
            ("1\n2\n", Kind::Text),
            ("", Kind::Text),
            ("hello\n", Kind::Text),
            ("{\"a\":1}\n{\"a\":", Kind::Text),
        ] {
            assert_eq!(Document::new(text.to_owned()).kind(), kind, "{text:?}");
        }
    }

    #[test]
    fn a_text_that_is_nearly_json_says_where_it_breaks() {
        let document = Document::new("{\n  \"a\": 1,\n  \"é\": oops\n}".to_owned());
        let problem = document.root().map(drop).unwrap_err();
        assert_eq!(problem.code, "not_json");
        assert_eq!(problem.message, "this output is no JSON: line 3, column 8: a value should begin here");
    }

    proptest! {
        /// The same texts are JSON to us and to serde_json.
        #[test]
        fn accepts_what_serde_json_accepts(text in r#"[\[\]{}:,"\\u/ea0-9.\-+Eé tnfrlsd\n]{0,24}"#) {
            let ours = Document::new(text.clone()).kind() == Kind::Json;
            let theirs = serde_json::from_str::<Value>(&text).is_ok();
            prop_assert_eq!(ours, theirs, "{}", text);
        }
    }

    #[test]
    fn hostile_texts_are_judged_as_serde_json_judges_them() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        let mut cases: Vec<String> = [
            "01",
            "-",
            "-0",
            "1.",
            "1.5e+3",
            "1e999",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"\\ude00\"",
            "\"\\ud83d\\u0041\"",
            "\"\\x\"",
            "\"\u{1}\"",
            "{\"a\":1,}",
            "[1,]",
            "[,]",
            "{\"a\"}",
            "{a:1}",
            "nul",
            "true false",
            "\u{feff}{}",
            "[1 2]",
            "\"\\u12\"",
            "\"\\ud83dx\"",
            "--1",
            "1e",
            "{\"a\":{\"b\":[]}}",
        ]
        .map(str::to_owned)
        .into();
        cases.extend([deep(127), deep(128), "9".repeat(400), format!("-{}", "9".repeat(30))]);
        for text in cases {
            let ours = Document::new(text.clone()).kind() == Kind::Json;
            let theirs = serde_json::from_str::<Value>(&text).is_ok();
            assert_eq!(ours, theirs, "{}", text.chars().take(40).collect::<String>());
        }
    }
}
