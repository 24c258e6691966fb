//! `tool_outputs.read`: part of the text itself.

use crate::Document;
use crate::answer::{MOST, begin};
use crate::args::{self, Unit, within};
use countersign_core::problem::Problem;
use serde::Serialize;
use serde_json::value::RawValue;

/// Characters at a time.
const CHARS: u64 = 32_768;
/// Lines at a time.
const LINES: u64 = 2_000;
/// Of a line that holds what is looked for, so many characters are shown.
const LINE: usize = 500;

/// Part of a text.
#[derive(Debug, Serialize)]
struct Part<'d> {
    text: &'d str,
    unit: Unit,
    offset: u64,
    /// Where to go on; none at the end.
    next_offset: Option<u64>,
    /// Characters or lines in all.
    total: u64,
}

/// Lines that hold a text.
#[derive(Debug, Serialize)]
struct Lines<'d> {
    matches: Vec<Line<'d>>,
    /// Lines that hold it in all, not only from `offset` on.
    total_matches: u64,
    /// The line to go on from; none when all were given.
    next_offset: Option<u64>,
}

/// One line.
#[derive(Debug, Serialize)]
struct Line<'d> {
    /// From 1.
    line: u64,
    text: &'d str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

/// Carries it out. A line is cut only where one alone is longer than an answer may be.
///
/// # Errors
/// An option that is not valid.
pub fn read(document: &Document, args: &args::Read) -> crate::Result<Box<RawValue>> {
    let (default, most) = match args.unit {
        Unit::Chars => (4_000, CHARS),
        Unit::Lines => (200, LINES),
    };
    let limit = args.limit.unwrap_or(default);
    within("limit", limit, 1, most)?;
    let text = document.text();
    match (&args.find, args.unit) {
        (Some(find), Unit::Lines) if !find.is_empty() => crate::tools::raw(&matching(text, find, args.offset, limit)),
        (Some(_), _) => Err(Problem::new("option_not_used", "find looks for a text in lines")
            .hinting("Use unit lines and a text that is not empty.")
            .at("/find")),
        (None, Unit::Chars) => crate::tools::raw(&chars(text, args.offset, limit)),
        (None, Unit::Lines) => crate::tools::raw(&lines(text, args.offset, limit)),
    }
}

fn chars(text: &str, offset: u64, limit: u64) -> Part<'_> {
    let at = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let total = text.chars().count() as u64;
    let rest = text.char_indices().nth(at(offset)).and_then(|(start, _)| text.get(start..)).unwrap_or_default();
    let (part, whole) = begin(rest, at(limit));
    Part { text: part, unit: Unit::Chars, offset, next_offset: (!whole).then(|| offset + limit), total }
}

/// Lines with their ends, numbered from 0.
fn each_line(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (0..).zip(text.split_inclusive('\n'))
}

fn lines(text: &str, offset: u64, limit: u64) -> Part<'_> {
    let (mut total, mut start, mut len, mut given, mut full) = (0, None, 0, 0, false);
    let mut at = 0;
    for (n, line) in each_line(text) {
        if n >= offset && given < limit && !full {
            let start = *start.get_or_insert(at);
            // The first is given in any case, cut if it must be.
            full = given > 0 && at + line.len() - start > MOST;
            if !full {
                len += line.len();
                given += 1;
            }
        }
        at += line.len();
        total = n + 1;
    }
    let part = start.and_then(|start| text.get(start..start + len)).unwrap_or_default();
    let (part, _) = begin(part, MOST);
    let next = offset + given;
    Part { text: part, unit: Unit::Lines, offset, next_offset: (given > 0 && next < total).then_some(next), total }
}

fn matching<'d>(text: &'d str, find: &str, offset: u64, limit: u64) -> Lines<'d> {
    let finder = memchr::memmem::Finder::new(find);
    let mut answer = Lines { matches: Vec::new(), total_matches: 0, next_offset: None };
    for (n, line) in each_line(text) {
        if finder.find(line.as_bytes()).is_none() {
            continue;
        }
        answer.total_matches += 1;
        if n < offset || answer.next_offset.is_some() {
            continue;
        }
        if answer.matches.len() as u64 == limit.min((MOST / LINE) as u64) {
            answer.next_offset = Some(n);
            continue;
        }
        let (text, whole) = begin(line.trim_end_matches(['\n', '\r']), LINE);
        answer.matches.push(Line { line: n + 1, text, cut: !whole });
    }
    answer
}
