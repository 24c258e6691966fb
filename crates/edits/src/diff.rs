//! The difference of two texts for a person: numbered hunks with context, changed words marked, true
//! counts (R18), rows capped; and taking over some hunks but not others.

use crate::align::align;
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff as Words};
use std::ops::Range;

/// Unchanged lines shown around a change.
const CONTEXT: usize = 3;
/// Rows shown of one difference where no more are asked for (COMMANDS-AND-FILES.md "Files").
pub const ROWS: usize = 400;

/// The difference of two texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextDiff {
    /// Lines that come.
    pub added: usize,
    /// Lines that go.
    pub removed: usize,
    /// What differs, from the top. All hunks are here; rows are capped, at about 400 over all of them if not asked otherwise.
    pub hunks: Vec<DiffHunk>,
    /// Rows that are not shown.
    pub more: usize,
}

/// Changes that lie close together, with the lines around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffHunk {
    /// 1, 2, 3 …; the same for the same two texts, whatever is shown. [`select`] takes these.
    pub number: usize,
    /// 1-based first line of the old text; the line before if it has none of it.
    pub old_start: usize,
    /// Lines of the old text.
    pub old_lines: usize,
    /// 1-based first line of the new text; the line before if it has none of it.
    pub new_start: usize,
    /// Lines of the new text.
    pub new_lines: usize,
    /// Lines that come.
    pub added: usize,
    /// Lines that go.
    pub removed: usize,
    /// Its rows, as far as they are shown.
    pub rows: Vec<DiffRow>,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffRow {
    /// Whether it stays, goes or comes.
    pub kind: RowKind,
    /// Its 1-based number in the old text.
    pub old_line: Option<usize>,
    /// Its 1-based number in the new text.
    pub new_line: Option<usize>,
    /// Its content, in stretches.
    pub spans: Vec<Span>,
    /// `crlf`, `cr` or `none` if it does not end with `\n`.
    pub eol: Option<crate::Eol>,
}

/// Whether a line stays, goes or comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// In both texts.
    Context,
    /// In the old one only.
    Removed,
    /// In the new one only.
    Added,
}

/// A stretch of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Its text.
    pub text: String,
    /// Whether it is what changed within the line.
    pub emphasis: bool,
}

/// A run of lines that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}

pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The changes, grouped into hunks.
pub(crate) fn groups(old: &[&str], new: &[&str]) -> Vec<Vec<Change>> {
    let mut groups: Vec<Vec<Change>> = Vec::new();
    let (mut from, mut to) = (0, 0);
    for (a, b) in align(old, new).into_iter().chain([(old.len(), new.len())]) {
        if a > from || b > to {
            let change = Change { old: from..a, new: to..b };
            match groups.last_mut() {
                Some(group) if group.last().is_some_and(|last| from - last.old.end <= 2 * CONTEXT) => {
                    group.push(change)
                }
                _ => groups.push(vec![change]),
            }
        }
        (from, to) = (a + 1, b + 1);
    }
    groups
}

/// Compares two texts.
pub fn diff(old: &str, new: &str) -> TextDiff {
    diff_up_to(old, new, ROWS)
}

/// As [`diff()`], with so many rows.
pub fn diff_up_to(old: &str, new: &str, rows: usize) -> TextDiff {
    let (old, new) = (lines(old), lines(new));
    let mut shown = TextDiff { added: 0, removed: 0, hunks: Vec::new(), more: 0 };
    let mut room = rows;
    for (index, group) in groups(&old, &new).into_iter().enumerate() {
        let hunk = hunk(&old, &new, index + 1, &group, room);
        let all = hunk.removed + hunk.added + (hunk.old_lines - hunk.removed);
        room -= hunk.rows.len();
        shown.more += all - hunk.rows.len();
        shown.added += hunk.added;
        shown.removed += hunk.removed;
        shown.hunks.push(hunk);
    }
    shown
}

fn hunk(old: &[&str], new: &[&str], number: usize, group: &[Change], room: usize) -> DiffHunk {
    let (first, last) = (&group[0], &group[group.len() - 1]);
    let before = first.old.start.min(CONTEXT);
    let after = (old.len() - last.old.end).min(CONTEXT);
    let (old_from, new_from) = (first.old.start - before, first.new.start - before);
    let (old_to, new_to) = (last.old.end + after, last.new.end + after);
    let mut rows = Vec::new();
    let (mut a, mut b) = (old_from, new_from);
    for change in group {
        context(old, (a, b), change.old.start - a, room, &mut rows);
        changed(old, new, change, room, &mut rows);
        (a, b) = (change.old.end, change.new.end);
    }
    context(old, (a, b), after, room, &mut rows);
    let start = |from: usize, to: usize| if from == to { from } else { from + 1 };
    DiffHunk {
        number,
        old_start: start(old_from, old_to),
        old_lines: old_to - old_from,
        new_start: start(new_from, new_to),
        new_lines: new_to - new_from,
        added: group.iter().map(|change| change.new.len()).sum(),
        removed: group.iter().map(|change| change.old.len()).sum(),
        rows,
    }
}

fn context(old: &[&str], (a, b): (usize, usize), count: usize, room: usize, rows: &mut Vec<DiffRow>) {
    for k in (0..count).take(room - rows.len()) {
        let spans = vec![Span { text: content(old[a + k]).to_owned(), emphasis: false }];
        rows.push(row(RowKind::Context, Some(a + k), Some(b + k), old[a + k], spans));
    }
}

fn changed(old: &[&str], new: &[&str], change: &Change, room: usize, rows: &mut Vec<DiffRow>) {
    // Words are compared line by line where as many lines go as come.
    let paired = change.old.len() == change.new.len();
    let marked = |at: usize, other: usize, tag| match paired {
        true => words(content(old[change.old.start + at]), content(new[change.new.start + other]), tag),
        false => None,
    };
    let plain = |line: &str| vec![Span { text: content(line).to_owned(), emphasis: false }];
    for (k, at) in change.old.clone().enumerate().take(room - rows.len()) {
        let spans = marked(k, k, ChangeTag::Delete).unwrap_or_else(|| plain(old[at]));
        rows.push(row(RowKind::Removed, Some(at), None, old[at], spans));
    }
    for (k, at) in change.new.clone().enumerate().take(room - rows.len()) {
        let spans = marked(k, k, ChangeTag::Insert).unwrap_or_else(|| plain(new[at]));
        rows.push(row(RowKind::Added, None, Some(at), new[at], spans));
    }
}

fn row(kind: RowKind, old: Option<usize>, new: Option<usize>, line: &str, spans: Vec<Span>) -> DiffRow {
    let eol = match line.strip_suffix('\n') {
        Some(line) if line.ends_with('\r') => Some(crate::Eol::CrLf),
        Some(_) => None,
        None => Some(crate::Eol::None),
    };
    DiffRow { kind, old_line: old.map(|at| at + 1), new_line: new.map(|at| at + 1), spans, eol }
}

pub(crate) fn content(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// The stretches of one side of two lines; None if they have too little in common.
fn words(old: &str, new: &str, side: ChangeTag) -> Option<Vec<Span>> {
    if old.len() + new.len() > 2_000 {
        return None;
    }
    let words = Words::from_unicode_words(old, new);
    if words.ratio() < 0.3 {
        return None;
    }
    let mut spans: Vec<Span> = Vec::new();
    for change in words.iter_all_changes().filter(|change| change.tag() == ChangeTag::Equal || change.tag() == side) {
        let emphasis = change.tag() != ChangeTag::Equal;
        match spans.last_mut() {
            Some(last) if last.emphasis == emphasis => last.text.push_str(change.value()),
            _ => spans.push(Span { text: change.value().to_owned(), emphasis }),
        }
    }
    Some(spans)
}

/// The old text with the chosen hunks of the new one, by their numbers in [`diff()`].
///
/// Choosing none gives the old text, all the new one; some and then the rest give the new one.
pub fn select(old: &str, new: &str, chosen: &[usize]) -> String {
    let (old, new) = (lines(old), lines(new));
    let mut out = String::new();
    let mut at = 0;
    for (index, group) in groups(&old, &new).into_iter().enumerate() {
        if !chosen.contains(&(index + 1)) {
            continue;
        }
        for change in group {
            out.extend(old[at..change.old.start].iter().copied());
            out.extend(new[change.new].iter().copied());
            at = change.old.end;
        }
    }
    out.extend(old[at..].iter().copied());
    out
}
