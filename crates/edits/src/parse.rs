//! Reading an edit in whichever form it is written. Knows nothing of the file it is for.

mod apply_patch;
mod blocks;
mod git;
mod json;
mod partial;
mod unified;

use crate::align::align;
use crate::edit::{Change, Eol, FileEdit, Format, Hunk, HunkLine, LineKind};
use crate::refusal::Refusal;
use crate::text::edit_lines;

pub use partial::{LeftOut, patch_text, without_left_out};

/// One line of the edit with its line end.
type Line<'e> = (&'e str, Eol);

/// Reads an edit.
///
/// # Errors
/// [`Reason::Malformed`](crate::Reason::Malformed) if it is not of the form, or of none;
/// [`Reason::Truncated`](crate::Reason::Truncated) if it ends before all it opened was closed.
pub fn parse(edit: &str, format: Format) -> Result<Vec<FileEdit>, Refusal> {
    let said = edit;
    let edit = said.strip_prefix('\u{feff}').unwrap_or(said);
    let lines = edit_lines(edit);
    match format {
        Format::Auto => detect(edit, &lines).unwrap_or_else(|| whole(said, &lines, true)),
        Format::SearchReplace if json::candidate(edit).is_some() => json::string_edits(edit),
        Format::SearchReplace => blocks::parse(&lines),
        Format::Unified => unified::parse(&lines),
        Format::ApplyPatch => apply_patch::parse(edit),
        Format::Lines => json::line_edits(edit),
        Format::Whole => whole(said, &lines, false),
    }
}

/// The first marker that any form has decides; JSON is told by its keys. None of the rest, which is a whole file.
fn detect(edit: &str, lines: &[Line<'_>]) -> Option<Result<Vec<FileEdit>, Refusal>> {
    if apply_patch::in_json(edit).is_some() {
        return Some(apply_patch::parse(edit));
    }
    if let Some(value) = json::candidate(edit)
        && let Some(found) = json::detect(value)
    {
        return Some(found);
    }
    for (at, (line, _)) in lines.iter().enumerate() {
        if line.trim_end() == apply_patch::BEGIN {
            return Some(apply_patch::parse(edit));
        }
        if blocks::opens(line) {
            return Some(blocks::parse(lines));
        }
        let next = lines.get(at + 1).map_or("", |(line, _)| line);
        if unified::is_header(line, next) {
            return Some(unified::parse(lines));
        }
        if line.starts_with("<<<<<<< ") || line.starts_with("*** Update File: ") {
            return Some(Err(Refusal::malformed("conflict markers or half a patch are not an edit")));
        }
    }
    None
}

/// Whether a text is an edit of another form from its first line on.
pub(crate) fn begins_as_edit(text: &str) -> bool {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty());
    let (Some(line), next) = (lines.next(), lines.next().unwrap_or("")) else { return false };
    // `@@x` begins a file of Ruby.
    let unified = unified::is_header(line, next) && (line.starts_with("@@ -") || !line.starts_with("@@"));
    unified || line.trim_end() == apply_patch::BEGIN || blocks::opens(line)
}

fn whole(edit: &str, lines: &[Line<'_>], guessed: bool) -> Result<Vec<FileEdit>, Refusal> {
    let inner: Vec<_> = {
        let from = lines.iter().position(|(line, _)| !line.trim().is_empty()).unwrap_or(lines.len());
        let to = lines.iter().rposition(|(line, _)| !line.trim().is_empty()).map_or(from, |last| last + 1);
        lines[from..to].to_vec()
    };
    let unfenced = match inner.as_slice() {
        [(first, _), body @ .., (last, _)] if fence(first).is_some() && closes(first, last) => {
            Some(body.iter().map(|(line, eol)| [line, std::str::from_utf8(eol.bytes()).unwrap_or_default()].concat()))
        }
        [(first, _), body @ ..] if fence(first).is_some() && !body.iter().any(|(line, _)| closes(first, line)) => {
            return Err(Refusal::truncated("the code fence around the file is not closed"));
        }
        _ => None,
    };
    let unfenced = unfenced.map(|lines| lines.collect::<String>());
    Ok(vec![FileEdit::of(None, Change::Whole { text: edit.to_owned(), unfenced, guessed })])
}

/// The line end that an added line of a new file takes: its own, unless all of the edit has `\r\n`, headers
/// too, and so says nothing of the file.
fn own_end(lines: &[Line<'_>]) -> impl Fn(Eol) -> &'static str {
    let carried = lines.iter().all(|(_, eol)| *eol != Eol::Lf);
    move |eol| if eol == Eol::CrLf && !carried { "\r\n" } else { "\n" }
}

/// The mark of a code fence's first or last line.
fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mark = line.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = line.bytes().take_while(|byte| byte == mark).count();
    (length >= 3 && !line[length..].contains('`')).then(|| &line[..length])
}

fn closes(open: &str, line: &str) -> bool {
    let (Some(open), Some(mark)) = (fence(open), fence(line)) else { return false };
    line.trim() == mark && mark.len() >= open.len() && mark.starts_with(&open[..1])
}

/// The hunk that turns `search` into `replace`; lines equal on both sides are its context.
fn block(search: &[Line<'_>], replace: &[Line<'_>]) -> Hunk {
    let contents = |lines: &[Line<'_>]| lines.iter().map(|(line, _)| (*line).to_owned()).collect::<Vec<_>>();
    let pairs = align(&contents(search), &contents(replace));
    let line = |kind, (text, eol): Line<'_>| HunkLine { kind, text: text.to_owned(), eol, no_newline: false };
    let (mut lines, mut from, mut to) = (Vec::new(), 0, 0);
    for (a, b) in pairs.into_iter().chain([(search.len(), replace.len())]) {
        lines.extend(search[from..a].iter().map(|l| line(LineKind::Remove, *l)));
        lines.extend(replace[to..b].iter().map(|l| line(LineKind::Add, *l)));
        lines.extend(search.get(a).map(|l| line(LineKind::Context, *l)));
        (from, to) = (a + 1, b + 1);
    }
    Hunk { lines, ..Hunk::default() }
}

/// The hunk for a replacement of strings that are whole lines.
pub(crate) fn block_of(search: &str, replace: &str) -> Hunk {
    block(&edit_lines(search), &edit_lines(replace))
}

/// Puts hunks of the same file together, in order.
fn merged(edits: impl IntoIterator<Item = FileEdit>) -> Vec<FileEdit> {
    let mut all: Vec<FileEdit> = Vec::new();
    for edit in edits {
        let same = all.iter_mut().find(|other| other.path == edit.path);
        match (same, edit) {
            (
                Some(FileEdit { change: Change::Update { hunks, move_to }, made, .. }),
                FileEdit { change: Change::Update { hunks: more, move_to: other }, .. },
            ) if move_to.is_none() || other.is_none() => {
                hunks.extend(more);
                // Neither says what both make.
                *made = None;
                *move_to = move_to.take().or(other);
            }
            (
                Some(FileEdit { change: Change::Strings { replacements }, .. }),
                FileEdit { change: Change::Strings { replacements: more }, .. },
            ) => replacements.extend(more),
            (
                Some(FileEdit { change: Change::Lines { operations }, .. }),
                FileEdit { change: Change::Lines { operations: more }, .. },
            ) => operations.extend(more),
            (_, edit) => all.push(edit),
        }
    }
    all
}
