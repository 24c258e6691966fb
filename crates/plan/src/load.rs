//! Reading a plan's Markdown, as saved or as made by hand (S4-17).

use crate::front;
use crate::line::{self, Line, Section};
use crate::plan::Plan;
use crate::sections;
use jiff::Timestamp;

/// What a document that does not say it gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// The plan's id.
    pub id: String,
    /// Every moment that is not given.
    pub at: Timestamp,
}

/// A line that was not understood. Its text is in [`Plan::other`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Unread {
    /// Its number in the document, from 1.
    pub line: usize,
    /// The line, at most 200 characters of it.
    pub text: String,
}

/// A document as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The plan.
    pub plan: Plan,
    /// What was not understood, in the order of the document.
    pub unread: Vec<Unread>,
    /// It has at least one heading or front matter line of a plan document.
    pub recognised: bool,
    /// The version it was made from, where its front matter says one.
    pub version: Option<u64>,
}

/// Why bytes are no plan document at all. The file is kept as it is (R33).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// There is nothing in it.
    Empty,
    /// It is not UTF-8 from this byte on.
    NotText {
        /// The first byte that is not.
        at: usize,
    },
    /// It has none of a plan's sections and no front matter of one.
    NoPlan,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("the document is empty"),
            Self::NotText { at } => write!(f, "the document is not UTF-8 text from byte {at} on"),
            Self::NoPlan => f.write_str("the document has no section of a plan: Goal, Acceptance Criteria, Decisions Made, Decisions Rejected, Execution Log"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// Reads a file that is to be taken over.
///
/// # Errors
/// What has nothing of a plan in it, so that taking it over would only erase.
pub fn load_bytes(bytes: &[u8], defaults: &Defaults) -> Result<Reading, Unreadable> {
    let text = std::str::from_utf8(bytes).map_err(|error| Unreadable::NotText { at: error.valid_up_to() })?;
    if text.trim().is_empty() {
        return Err(Unreadable::Empty);
    }
    let reading = load(text, defaults);
    if reading.recognised { Ok(reading) } else { Err(Unreadable::NoPlan) }
}

/// Reads any text: what is missing is empty, what is not understood is kept and listed.
pub fn load(text: &str, defaults: &Defaults) -> Reading {
    let mut plan = Plan::empty(defaults.id.clone(), defaults.at);
    let mut left = Left::default();
    let mut version = None;
    let (body, first) = match front::split(text) {
        Some((inside, body)) => {
            let head = text.len() - body.len();
            let before = text.get(..head).unwrap_or_default().matches('\n').count();
            let start = before.saturating_sub(inside.matches('\n').count()).max(1);
            let unknown = front::read(inside, &mut plan);
            version = inside.lines().any(front::says_version).then_some(plan.metadata.version);
            left.recognised = unknown.len() < inside.lines().filter(|line| !line.trim().is_empty()).count();
            for (n, line) in unknown {
                left.keep(&Line { n: start + n, raw: line, literal: true });
            }
            (body, before + 1)
        }
        None => (text.strip_prefix('\u{FEFF}').unwrap_or(text), 1),
    };
    let lines = line::lines(body, first);
    let parts = Parts::split(&lines, &mut left);
    sections::read(&parts, &mut plan, &mut left, defaults.at);
    plan.other = left.finish(&parts.other);
    left.unread.sort_by_key(|unread| unread.line);
    Reading { plan, unread: left.unread, recognised: left.recognised, version }
}

/// What was not understood, so far.
#[derive(Debug, Default)]
pub(crate) struct Left {
    lines: Vec<String>,
    unread: Vec<Unread>,
    recognised: bool,
}

impl Left {
    /// Keeps a line that has no place.
    pub(crate) fn keep(&mut self, line: &Line<'_>) {
        if !line.is_blank() {
            self.unread.push(Unread { line: line.n, text: line.raw.chars().take(200).collect() });
        }
        self.lines.push(sections::line_text(line));
    }

    /// Everything that is left: what had no place, then the text of `## Other`.
    fn finish(&self, other: &[Line<'_>]) -> String {
        let other = sections::text(other);
        let kept = self.lines.join("\n");
        match (kept.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => kept,
            _ => format!("{kept}\n\n{other}"),
        }
    }
}

/// The lines of each section.
#[derive(Debug, Default)]
pub(crate) struct Parts<'a> {
    pub(crate) preamble: Vec<Line<'a>>,
    pub(crate) goal: Vec<Line<'a>>,
    pub(crate) criteria: Vec<Line<'a>>,
    pub(crate) made: Vec<Line<'a>>,
    pub(crate) rejected: Vec<Line<'a>>,
    pub(crate) log: Vec<Line<'a>>,
    pub(crate) other: Vec<Line<'a>>,
}

impl<'a> Parts<'a> {
    /// A heading of the document's own begins its section; one of level 1 or 2 that is not ends the
    /// section before it and is kept with what follows, except under `## Other`, where it is text.
    fn split(lines: &[Line<'a>], left: &mut Left) -> Self {
        let mut parts = Self::default();
        let mut place = Where::Preamble;
        for line in lines {
            let heading = if line.literal { None } else { line::heading(line.raw).filter(|(level, _)| *level <= 2) };
            match heading.map(|(level, name)| (level, name, Section::named(name))) {
                Some((_, _, Some(section))) => {
                    left.recognised = true;
                    place = Where::In(section);
                    continue;
                }
                Some((1, name, None)) if place == Where::Preamble && name.eq_ignore_ascii_case("plan") => continue,
                Some((2, _, None)) if place != Where::In(Section::Other) => place = Where::Unknown,
                Some((1, _, None)) if matches!(place, Where::In(section) if section != Section::Other) => {
                    place = Where::Unknown;
                }
                _ => {}
            }
            match place {
                Where::Preamble => parts.preamble.push(*line),
                Where::Unknown => left.keep(line),
                Where::In(Section::Goal) => parts.goal.push(*line),
                Where::In(Section::Criteria) => parts.criteria.push(*line),
                Where::In(Section::Made) => parts.made.push(*line),
                Where::In(Section::Rejected) => parts.rejected.push(*line),
                Where::In(Section::Log) => parts.log.push(*line),
                Where::In(Section::Other) => parts.other.push(*line),
            }
        }
        parts
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    Preamble,
    Unknown,
    In(Section),
}
