//! JSONPath (RFC 9535): serde_json_path reads and checks the text, this splits it into segments so
//! that they can be followed over a document without making a tree of it.

use crate::filter::Expr;
use crate::scan::blank;
use countersign_core::problem::Problem;
use serde_json_path::JsonPath;

/// Longer paths are refused.
const MOST: usize = 4_000;
/// Paths of more steps are refused.
const STEPS: usize = 64;
/// Deepest nesting of brackets: what checks a path reads a nested filter several times over.
const NESTED: usize = 10;

/// A path that was read.
#[derive(Debug, Clone)]
pub struct Path {
    text: String,
    pub(crate) segments: Vec<Segment>,
}

/// One step: from values to some of their members, or with `deep` of all that is below them.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) deep: bool,
    pub(crate) selectors: Vec<Selector>,
}

#[derive(Debug, Clone)]
pub(crate) enum Selector {
    Name(String),
    Wildcard,
    Index(i64),
    Slice { start: Option<i64>, end: Option<i64>, step: i64 },
    Filter(Box<Expr>),
}

impl Path {
    /// Reads a path such as `$.items[?@.price > 10].name`.
    ///
    /// # Errors
    /// `invalid_path`, with the place where it stops being one.
    pub fn parse(text: &str) -> crate::Result<Self> {
        let text = text.trim();
        if text.len() > MOST {
            return Err(invalid(format!("the path is longer than {MOST} bytes")));
        }
        if nesting(text.as_bytes()) > NESTED {
            return Err(invalid(format!("the path \"{}\" is nested more than {NESTED} deep", shown(text))));
        }
        if let Err(error) = JsonPath::parse(text) {
            if !text.starts_with('$') {
                return Err(invalid(format!(
                    "the path \"{}\" is not valid at character 1: it begins with $",
                    shown(text)
                )));
            }
            let at = error.position().min(text.len());
            let column = text.get(..at).map_or(at, |before| before.chars().count()) + 1;
            let said = error.message();
            let why = if said.is_empty() { "it cannot be read".to_owned() } else { said.to_owned() };
            return Err(invalid(format!("the path \"{}\" is not valid at character {column}: {why}", shown(text))));
        }
        let (segments, end) = segments(text, 1)?;
        if end < text.len() || segments.len() > STEPS {
            return Err(invalid(format!("the path \"{}\" has more than {STEPS} steps", shown(text))));
        }
        Ok(Self { text: text.to_owned(), segments })
    }

    /// A path that selects the members for which a filter such as `@.price > 10` holds.
    ///
    /// # Errors
    /// `invalid_filter`.
    pub fn filter(text: &str) -> crate::Result<Self> {
        let text = text.trim();
        let wrapped = format!("$[?{}]", text.strip_prefix('?').unwrap_or(text));
        let path = Self::parse(&wrapped);
        let one = |path: &Self| matches!(path.segments.as_slice(), [one] if matches!(one.selectors.as_slice(), [Selector::Filter(_)]));
        path.ok().filter(one).ok_or_else(|| {
            Problem::new("invalid_filter", format!("the filter \"{}\" is not valid", shown(text)))
                .hinting("A filter says what holds of each element: @.price > 10 && @.kind == 'book'.")
        })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it names one place at most: names and indexes only.
    pub fn is_singular(&self) -> bool {
        let one = |s: &Segment| !s.deep && matches!(s.selectors.as_slice(), [Selector::Name(_) | Selector::Index(_)]);
        self.segments.iter().all(one)
    }
}

fn invalid(message: String) -> Problem {
    Problem::new("invalid_path", message)
        .hinting("Write a JSONPath (RFC 9535), e.g. $.items[*].name, $..id or $.items[?@.price > 10].")
        .at("/path")
}

fn shown(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Segments from byte `at` on, as far as they go. The text is known to be valid up to there.
pub(crate) fn segments(text: &str, mut at: usize) -> crate::Result<(Vec<Segment>, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    loop {
        let next = blank(bytes, at);
        let (deep, next) = match (bytes.get(next), bytes.get(next + 1)) {
            (Some(b'.'), Some(b'.')) => (true, next + 2),
            (Some(b'.'), _) => (false, next + 1),
            (Some(b'['), _) => (false, next),
            _ => return Ok((found, at)),
        };
        let (selectors, end) = match bytes.get(next) {
            Some(b'[') => bracketed(text, next)?,
            Some(b'*') => (vec![Selector::Wildcard], next + 1),
            _ => {
                let name = text.get(next..).unwrap_or_default();
                let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c >= '\u{80}'));
                let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default();
                (vec![Selector::Name(name.to_owned())], next + name.len())
            }
        };
        found.push(Segment { deep, selectors });
        at = end;
    }
}

/// The selectors of a bracket that opens at `at`, and the byte after the closing one.
fn bracketed(text: &str, at: usize) -> crate::Result<(Vec<Selector>, usize)> {
    let bytes = text.as_bytes();
    let (mut selectors, mut begun, mut at, mut open) = (Vec::new(), at + 1, at + 1, 0_usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => {
                at = quoted_end(bytes, at);
                continue;
            }
            b'[' | b'(' => open += 1,
            b']' | b')' if open > 0 => open -= 1,
            b',' | b']' if open == 0 => {
                selectors.push(selector(text.get(begun..at).unwrap_or_default().trim())?);
                begun = at + 1;
                if *byte == b']' {
                    return Ok((selectors, at + 1));
                }
            }
            _ => {}
        }
        at += 1;
    }
    Err(invalid(format!("the path \"{}\" has an open bracket", shown(text))))
}

/// The byte after a quoted name or string.
pub(crate) fn quoted_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes.get(at);
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            byte if Some(byte) == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn selector(text: &str) -> crate::Result<Selector> {
    if text == "*" {
        return Ok(Selector::Wildcard);
    }
    if let Some(filter) = text.strip_prefix('?') {
        return Ok(Selector::Filter(Box::new(Expr::read(filter)?)));
    }
    if text.starts_with(['"', '\'']) {
        return Ok(Selector::Name(name(text)));
    }
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let mut parts = text.split(':');
    let (start, end, step) = (parts.next(), parts.next(), parts.next());
    if let Some(end) = end {
        let step = step.and_then(number).unwrap_or(1);
        return Ok(Selector::Slice { start: start.and_then(number), end: number(end), step });
    }
    number(text).map(Selector::Index).ok_or_else(|| invalid(format!("\"{}\" selects nothing", shown(text))))
}

/// How deep brackets stand within brackets.
fn nesting(bytes: &[u8]) -> usize {
    let (mut at, mut open, mut most) = (0, 0_usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => {
                at = quoted_end(bytes, at);
                continue;
            }
            b'[' | b'(' => open += 1,
            b']' | b')' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
        at += 1;
    }
    most
}

/// A quoted name without its quotes and escapes; in single quotes a double one stands for itself.
pub(crate) fn name(text: &str) -> String {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    if text.starts_with('"') {
        return serde_json::from_str(text).unwrap_or_default();
    }
    let mut json = String::from('"');
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('\'') => json.push('\''),
                other => json.extend(['\\'].into_iter().chain(other)),
            },
            ('"', _) => json.push_str("\\\""),
            (c, _) => json.push(c),
        }
    }
    json.push('"');
    serde_json::from_str(&json).unwrap_or_else(|_| inner.to_owned())
}
