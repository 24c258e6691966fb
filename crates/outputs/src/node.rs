//! A value within a document: where it lies, and its members.

use crate::document::{Document, Kind};
use crate::scan::{blank, string_end};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A JSON type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Type {
    /// `{…}`
    Object,
    /// `[…]`, or the lines of JSON lines.
    Array,
    /// `"…"`
    String,
    /// A number.
    Number,
    /// `true` or `false`
    Boolean,
    /// `null`
    Null,
}

/// A value.
#[derive(Debug, Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document,
    start: usize,
    end: usize,
    hint: usize,
    lines: bool,
}

/// A member of an object or an element of an array.
#[derive(Debug, Clone, Copy)]
pub struct Member<'d> {
    /// Place, from 0.
    pub index: usize,
    /// Its name as it is written, with quotes; none in an array.
    pub name: Option<&'d str>,
    /// The value.
    pub node: Node<'d>,
}

/// One step of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'d> {
    /// Into an object: the name as it is written, with quotes.
    Name(&'d str),
    /// Into an array.
    Index(usize),
}

impl<'d> Node<'d> {
    pub(crate) fn root(document: &'d Document) -> Self {
        let bytes = document.text().as_bytes();
        let (start, lines) = (blank(bytes, 0), document.kind() == Kind::JsonLines);
        let end = bytes.len() - bytes.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
        Self { document, start, end, hint: 0, lines }
    }

    /// Its text.
    pub fn raw(&self) -> &'d str {
        self.document.text().get(self.start..self.end).unwrap_or_default()
    }

    /// Its type.
    pub fn kind(&self) -> Type {
        if self.lines {
            return Type::Array;
        }
        match self.document.text().as_bytes().get(self.start) {
            Some(b'{') => Type::Object,
            Some(b'[') => Type::Array,
            Some(b'"') => Type::String,
            Some(b't' | b'f') => Type::Boolean,
            Some(b'n') => Type::Null,
            _ => Type::Number,
        }
    }

    /// Its members; none of what has none.
    pub fn members(&self) -> Members<'d> {
        let at = match self.kind() {
            Type::Array if self.lines => self.start,
            Type::Object | Type::Array => self.start + 1,
            _ => self.end,
        };
        let names = self.kind() == Type::Object;
        Members { document: self.document, at, end: self.end, hint: self.hint, index: 0, names }
    }

    /// Its members as they count: of a name that is given twice only the last, as in [`Self::named`].
    pub fn counted(&self) -> impl Iterator<Item = Member<'d>> + use<'d> {
        let passed_over = if self.kind() == Type::Object { self.passed_over() } else { HashSet::new() };
        self.members().filter(move |member| !passed_over.contains(&member.index))
    }

    /// Places of members whose name comes again.
    fn passed_over(&self) -> HashSet<usize> {
        let mut names: Vec<&str> = self.members().filter_map(|member| member.name).collect();
        if !names.iter().any(|name| name.contains('\\')) {
            names.sort_unstable();
            if names.windows(2).all(|pair| pair[0] != pair[1]) {
                return HashSet::new();
            }
        }
        let (mut last, mut over) = (HashMap::new(), HashSet::new());
        for member in self.members() {
            over.extend(last.insert(unquoted(member.name.unwrap_or_default()), member.index));
        }
        over
    }

    /// The member of a name. Of several the last one counts, as nearly every reader has it.
    pub fn named(&self, name: &str) -> Option<Member<'d>> {
        if self.kind() != Type::Object {
            return None;
        }
        self.members().filter(|member| member.is_named(name)).last()
    }

    /// As a value of serde_json.
    pub fn value(&self) -> Value {
        if self.lines {
            return self.members().map(|member| member.node.value()).collect();
        }
        serde_json::from_str(self.raw()).unwrap_or_default()
    }

    /// Its text without white space between the values.
    pub fn compact(&self) -> String {
        if self.lines {
            let inner: Vec<String> = self.members().map(|member| member.node.compact()).collect();
            return format!("[{}]", inner.join(","));
        }
        let raw = self.raw();
        let (bytes, mut out, mut at) = (raw.as_bytes(), String::with_capacity(raw.len()), 0);
        while at < bytes.len() {
            let next = match bytes.get(at) {
                Some(b'"') => string_end(bytes, at),
                _ => at + 1,
            };
            let piece = raw.get(at..next).unwrap_or_default();
            if !matches!(piece, " " | "\n" | "\r" | "\t") {
                out.push_str(piece);
            }
            at = next;
        }
        out
    }
}

impl Member<'_> {
    /// Whether it has this name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.is_some_and(|written| unquoted(written) == name)
    }

    /// Its name; its index in an array.
    pub fn label(&self) -> Cow<'_, str> {
        self.name.map_or_else(|| Cow::Owned(self.index.to_string()), unquoted)
    }
}

impl<'d> Member<'d> {
    /// How it is reached from what holds it.
    pub fn step(&self) -> Step<'d> {
        self.name.map_or(Step::Index(self.index), Step::Name)
    }
}

/// A string as it is written, without its quotes and escapes.
pub(crate) fn unquoted(written: &str) -> Cow<'_, str> {
    let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    if inner.contains('\\') {
        Cow::Owned(serde_json::from_str(written).unwrap_or_default())
    } else {
        Cow::Borrowed(inner)
    }
}

/// A location as a normalized path (RFC 9535 2.7).
pub(crate) fn location(steps: &[Step<'_>]) -> String {
    let mut text = "$".to_owned();
    for step in steps {
        match step {
            // Writing to a string cannot fail.
            Step::Index(index) => drop(write!(text, "[{index}]")),
            Step::Name(written) => push_name(&mut text, &unquoted(written)),
        }
    }
    text
}

/// Adds `['name']`.
pub(crate) fn push_name(text: &mut String, name: &str) {
    text.push_str("['");
    for c in name.chars() {
        match c {
            '\'' => text.push_str("\\'"),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if c < ' ' => drop(write!(text, "\\u{:04x}", c as u32)),
            c => text.push(c),
        }
    }
    text.push_str("']");
}

/// Members in the order of the text.
#[derive(Debug, Clone)]
pub struct Members<'d> {
    document: &'d Document,
    at: usize,
    end: usize,
    hint: usize,
    index: usize,
    names: bool,
}

impl<'d> Iterator for Members<'d> {
    type Item = Member<'d>;

    fn next(&mut self) -> Option<Member<'d>> {
        let text = self.document.text();
        let bytes = text.as_bytes();
        let mut at = blank(bytes, self.at);
        if self.index > 0 && bytes.get(at) == Some(&b',') {
            at = blank(bytes, at + 1);
        }
        if at >= self.end || matches!(bytes.get(at), None | Some(b'}' | b']')) {
            return None;
        }
        let mut name = None;
        if self.names {
            let end = string_end(bytes, at);
            name = text.get(at..end);
            // Over the colon.
            at = blank(bytes, blank(bytes, end) + 1);
        }
        let end = match bytes.get(at) {
            Some(b'{' | b'[') => self.document.end(at, &mut self.hint),
            Some(b'"') => string_end(bytes, at),
            _ => bytes.get(at..self.end).unwrap_or_default().iter().take_while(|b| !ends_word(**b)).count() + at,
        };
        let node = Node { document: self.document, start: at, end, hint: self.hint, lines: false };
        let member = Member { index: self.index, name, node };
        self.at = end;
        self.index += 1;
        Some(member)
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
}
