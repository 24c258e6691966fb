//! What one line of a plan's Markdown is.

/// The document's sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Goal,
    Criteria,
    Made,
    Rejected,
    Log,
    Other,
}

impl Section {
    /// Its heading.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Goal => "Goal",
            Self::Criteria => "Acceptance Criteria",
            Self::Made => "Decisions Made",
            Self::Rejected => "Decisions Rejected",
            Self::Log => "Execution Log",
            Self::Other => "Other",
        }
    }

    /// What stands in an empty one (S4-15). `Other` is left out when it is empty.
    pub(crate) fn placeholder(self) -> &'static str {
        match self {
            Self::Goal => "_No goal defined yet._",
            Self::Criteria => "_No acceptance criteria defined yet._",
            Self::Made => "_No decisions made yet._",
            Self::Rejected => "_No decisions rejected yet._",
            Self::Log => "_No actions executed yet._",
            Self::Other => "",
        }
    }

    /// The section of a heading, as people and models write it.
    pub(crate) fn named(heading: &str) -> Option<Self> {
        let name = heading.trim().trim_end_matches(['#', ':', ' ', '\t']).to_lowercase();
        match name.as_str() {
            "goal" | "goals" | "objective" => Some(Self::Goal),
            "acceptance criteria" | "criteria" | "done when" | "definition of done" => Some(Self::Criteria),
            "decisions made" | "decisions" | "accepted decisions" => Some(Self::Made),
            "decisions rejected" | "rejected decisions" | "rejected" => Some(Self::Rejected),
            "execution log" | "log" => Some(Self::Log),
            "other" => Some(Self::Other),
            _ => None,
        }
    }
}

/// Level and text of a heading: at most three blanks, one to six `#`, a blank.
pub(crate) fn heading(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches(' ');
    let text = rest.trim_start_matches('#');
    let level = rest.len() - text.len();
    let is =
        line.len() - rest.len() <= 3 && (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']));
    is.then(|| (level, text.trim_matches([' ', '\t'])))
}

/// Where the mark of a list item is, and what follows it: `- x`, `* x`, `+ x`, `1. x`, `1) x`.
pub(crate) fn bullet(rest: &str) -> Option<(usize, &str)> {
    let digits = rest.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let mark = *rest.as_bytes().get(digits)?;
    let is = if digits == 0 { matches!(mark, b'-' | b'*' | b'+') } else { digits < 10 && matches!(mark, b'.' | b')') };
    let after = rest.get(digits + 1..)?;
    (is && (after.is_empty() || after.starts_with([' ', '\t'])))
        .then(|| (digits, after.trim_start_matches([' ', '\t'])))
}

/// A box at the beginning: whether it is ticked, and what follows (S4-17).
pub(crate) fn checkbox(text: &str) -> Option<(bool, &str)> {
    let inside = text.strip_prefix('[')?;
    let end = inside.char_indices().take(3).find(|(_, c)| *c == ']')?.0;
    let ticked = match inside.get(..end)? {
        "x" | "X" | "✓" | "✔" | "✅" => true,
        "" | " " | "-" => false,
        _ => return None,
    };
    let after = inside.get(end + 1..)?;
    (after.is_empty() || after.starts_with([' ', '\t'])).then(|| (ticked, after.trim_start_matches([' ', '\t'])))
}

/// What a label introduces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    Rationale,
    Alternatives,
    Time,
    Tools,
    Result,
    Details,
}

/// A bold label at the beginning of a line, possibly of a list item: `**Result:** text`.
pub(crate) fn label(line: &str) -> Option<(Label, &str)> {
    let rest = line.trim_start_matches([' ', '\t']);
    let rest = bullet(rest).map_or(rest, |(_, after)| after);
    let inside = rest.strip_prefix("**")?;
    let end = inside.find("**")?;
    let (name, after) = (inside.get(..end)?, inside.get(end + 2..)?);
    let (name, after) = match name.strip_suffix(':') {
        Some(name) => (name, after),
        None => (name, after.strip_prefix(':')?),
    };
    let label = match name.trim().to_lowercase().as_str() {
        "rationale" | "reason" | "why" => Label::Rationale,
        "alternatives considered" | "alternatives" | "alternative" | "alternative considered" => Label::Alternatives,
        "decided" | "rejected" | "time" | "date" | "when" => Label::Time,
        "tools" | "tool" | "tools used" => Label::Tools,
        "result" | "results" | "outcome" => Label::Result,
        "details" | "actions" | "action" => Label::Details,
        _ => return None,
    };
    Some((label, after))
}

/// A line of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Its number, from 1.
    pub(crate) n: usize,
    /// Its text without the line end.
    pub(crate) raw: &'a str,
    /// Inside a fenced code block: nothing in it is structure.
    pub(crate) literal: bool,
}

impl Line<'_> {
    pub(crate) fn is_blank(&self) -> bool {
        !self.literal && self.raw.trim_matches([' ', '\t']).is_empty()
    }
}

/// The lines of a text. A fence that is never closed, or only behind the next of the document's own
/// headings, is text.
pub(crate) fn lines(text: &str, first: usize) -> Vec<Line<'_>> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let raws: Vec<&str> = text.split('\n').map(|raw| raw.strip_suffix('\r').unwrap_or(raw)).collect();
    let ends = closing_lengths(&raws);
    let mut open: Option<(char, usize)> = None;
    let mut out = Vec::with_capacity(raws.len());
    for (at, raw) in raws.iter().copied().enumerate() {
        let literal = match (open, fence(raw)) {
            (Some((mark, length)), Some((c, n, true))) if c == mark && n >= length => {
                open = None;
                true
            }
            (Some(_), _) => true,
            (None, Some((mark, length, _))) => {
                let (ticks, tildes) = ends.get(at + 1).copied().unwrap_or_default();
                let closes = if mark == '`' { ticks } else { tildes } >= length;
                open = closes.then_some((mark, length));
                closes
            }
            (None, None) => false,
        };
        out.push(Line { n: first + at, raw, literal });
    }
    out
}

/// For each line, the longest closing fences of both kinds from there up to the next own heading.
fn closing_lengths(raws: &[&str]) -> Vec<(usize, usize)> {
    let mut ends = vec![(0, 0); raws.len()];
    let mut longest = (0, 0);
    for (raw, end) in raws.iter().zip(ends.iter_mut()).rev() {
        if heading(raw).is_some_and(|(level, name)| level <= 2 && Section::named(name).is_some()) {
            longest = (0, 0);
        }
        match fence(raw) {
            Some(('`', n, true)) => longest.0 = longest.0.max(n),
            Some((_, n, true)) => longest.1 = longest.1.max(n),
            _ => {}
        }
        *end = longest;
    }
    ends
}

/// Kind and length of a fence, and whether it could close one.
fn fence(raw: &str) -> Option<(char, usize, bool)> {
    let rest = raw.trim_start_matches([' ', '\t']);
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = rest.trim_start_matches(mark);
    let length = rest.len() - info.len();
    (length >= 3).then(|| (mark, length, info.trim().is_empty()))
}
