//! Filters, read into a tree of ours: what each asks of a value is worked out by the walk itself, so
//! that its budget and its end hold within a filter, too.

use crate::path::{Segment, name, quoted_end, segments};
use crate::scan::blank;
use countersign_core::problem::Problem;
use regex::{Regex, RegexBuilder};
use serde_json::Value;
use std::cmp::Ordering;

/// Largest compiled pattern, in bytes: `a{1000}{1000}` would be a million states.
const PATTERN: usize = 256 * 1024;

/// What a filter says of a value.
#[derive(Debug, Clone)]
pub(crate) enum Expr {
    Any(Vec<Expr>),
    All(Vec<Expr>),
    Not(Box<Expr>),
    /// It selects something.
    Exists(Query),
    Compared(Side, Is, Side),
    /// `match` (the whole text) or `search`.
    Matches {
        text: Side,
        pattern: Pattern,
        whole: bool,
    },
}

/// A value that is compared or handed to a function.
#[derive(Debug, Clone)]
pub(crate) enum Side {
    Literal(Value),
    Query(Query),
    Length(Box<Side>),
    Count(Query),
    /// The value of a query that selects one.
    Value(Query),
}

/// A pattern: compiled with the path, or found in the document.
#[derive(Debug, Clone)]
pub(crate) enum Pattern {
    /// `None` is no pattern (RFC 9535 2.4.6: then nothing matches).
    Fixed(Option<Regex>),
    Found(Side),
}

/// A path within a filter: from the root (`$`) or from the value that is asked about (`@`).
#[derive(Debug, Clone)]
pub(crate) struct Query {
    pub(crate) rooted: bool,
    pub(crate) segments: Vec<Segment>,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Is {
    Equal,
    Other,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
}

impl Is {
    /// Whether it holds (RFC 9535 2.3.5.2.2). Nothing is only equal to nothing.
    pub(crate) fn holds(self, left: Option<&Value>, right: Option<&Value>) -> bool {
        let equal = || match (left, right) {
            (Some(left), Some(right)) => same(left, right),
            (left, right) => left.is_none() && right.is_none(),
        };
        let order = || match (left, right) {
            (Some(Value::Number(a)), Some(Value::Number(b))) => ordered(a, b),
            (Some(Value::String(a)), Some(Value::String(b))) => Some(a.cmp(b)),
            _ => None,
        };
        match self {
            Self::Equal => equal(),
            Self::Other => !equal(),
            Self::Less => order() == Some(Ordering::Less),
            Self::More => order() == Some(Ordering::Greater),
            Self::LessOrEqual => order() == Some(Ordering::Less) || equal(),
            Self::MoreOrEqual => order() == Some(Ordering::Greater) || equal(),
        }
    }
}

fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => ordered(a, b) == Some(Ordering::Equal),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        _ => left == right,
    }
}

fn ordered(a: &serde_json::Number, b: &serde_json::Number) -> Option<Ordering> {
    match (a.as_i64(), b.as_i64(), a.as_u64(), b.as_u64()) {
        (Some(a), Some(b), ..) => Some(a.cmp(&b)),
        (_, _, Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

/// A pattern of RFC 9485, of the whole text or of a part of it; `None` where it is none, or too large.
pub(crate) fn compiled(pattern: &str, whole: bool) -> Result<Option<Regex>, Problem> {
    let text = if whole { format!("^(?:{pattern})$") } else { format!("(?:{pattern})") };
    match RegexBuilder::new(&text).crlf(true).size_limit(PATTERN).build() {
        Ok(regex) => Ok(Some(regex)),
        Err(regex::Error::CompiledTooBig(_)) => {
            let shown: String = pattern.chars().take(80).collect();
            Err(Problem::new("invalid_path", format!("the pattern \"{shown}\" is too large"))
                .hinting("Write fewer or smaller repetitions: .* in place of .{1000}{1000}."))
        }
        Err(_) => Ok(None),
    }
}

impl Expr {
    /// Reads the expression after `?`, which is known to be valid.
    pub(crate) fn read(text: &str) -> crate::Result<Self> {
        let mut reader = Reader { text, at: 0 };
        let expr = reader.any()?;
        if reader.rest().trim().is_empty() { Ok(expr) } else { Err(reader.stuck()) }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// What is left, without leading white space.
    fn rest(&mut self) -> &'t str {
        self.at = blank(self.text.as_bytes(), self.at);
        self.text.get(self.at..).unwrap_or_default()
    }

    fn takes(&mut self, token: &str) -> bool {
        let is = self.rest().starts_with(token);
        if is {
            self.at += token.len();
        }
        is
    }

    fn stuck(&self) -> Problem {
        let rest: String = self.text.get(self.at..).unwrap_or_default().chars().take(80).collect();
        Problem::new("invalid_path", format!("the filter cannot be read at \"{rest}\""))
    }

    fn any(&mut self) -> crate::Result<Expr> {
        let mut all = vec![self.all()?];
        while self.takes("||") {
            all.push(self.all()?);
        }
        Ok(match all.pop() {
            Some(only) if all.is_empty() => only,
            last => Expr::Any(all.into_iter().chain(last).collect()),
        })
    }

    fn all(&mut self) -> crate::Result<Expr> {
        let mut all = vec![self.one()?];
        while self.takes("&&") {
            all.push(self.one()?);
        }
        Ok(match all.pop() {
            Some(only) if all.is_empty() => only,
            last => Expr::All(all.into_iter().chain(last).collect()),
        })
    }

    fn one(&mut self) -> crate::Result<Expr> {
        if self.takes("!") {
            return Ok(Expr::Not(Box::new(self.one()?)));
        }
        if self.takes("(") {
            let inner = self.any()?;
            return if self.takes(")") { Ok(inner) } else { Err(self.stuck()) };
        }
        for (word, whole) in [("match(", true), ("search(", false)] {
            if self.takes(word) {
                return self.matches(whole);
            }
        }
        let left = self.side()?;
        const OPS: [(&str, Is); 6] = [
            ("==", Is::Equal),
            ("!=", Is::Other),
            ("<=", Is::LessOrEqual),
            (">=", Is::MoreOrEqual),
            ("<", Is::Less),
            (">", Is::More),
        ];
        for (word, is) in OPS {
            if self.takes(word) {
                return Ok(Expr::Compared(left, is, self.side()?));
            }
        }
        match left {
            Side::Query(query) => Ok(Expr::Exists(query)),
            _ => Err(self.stuck()),
        }
    }

    fn matches(&mut self, whole: bool) -> crate::Result<Expr> {
        let text = self.side()?;
        let pattern = if self.takes(",") { self.side()? } else { return Err(self.stuck()) };
        if !self.takes(")") {
            return Err(self.stuck());
        }
        let pattern = match pattern {
            Side::Literal(Value::String(pattern)) => Pattern::Fixed(compiled(&pattern, whole)?),
            Side::Literal(_) => Pattern::Fixed(None),
            found => Pattern::Found(found),
        };
        Ok(Expr::Matches { text, pattern, whole })
    }

    fn query(&mut self) -> crate::Result<Query> {
        let rooted = self.takes("$");
        if !rooted && !self.takes("@") {
            return Err(self.stuck());
        }
        let (segments, end) = segments(self.text, self.at)?;
        self.at = end;
        Ok(Query { rooted, segments })
    }

    fn side(&mut self) -> crate::Result<Side> {
        for word in ["length(", "count(", "value("] {
            if self.takes(word) {
                let side = match word {
                    "length(" => Side::Length(Box::new(self.side()?)),
                    "count(" => Side::Count(self.query()?),
                    _ => Side::Value(self.query()?),
                };
                return if self.takes(")") { Ok(side) } else { Err(self.stuck()) };
            }
        }
        for (word, value) in [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)] {
            if self.takes(word) {
                return Ok(Side::Literal(value));
            }
        }
        let rest = self.rest();
        match rest.bytes().next() {
            Some(b'$' | b'@') => Ok(Side::Query(self.query()?)),
            Some(b'"' | b'\'') => {
                let end = quoted_end(rest.as_bytes(), 0);
                self.at += end;
                Ok(Side::Literal(Value::String(name(rest.get(..end).unwrap_or_default()))))
            }
            _ => {
                let end = rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
                let number = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                let value = serde_json::from_str(number).ok().filter(Value::is_number);
                self.at += number.len();
                value.map(Side::Literal).ok_or_else(|| self.stuck())
            }
        }
    }
}
