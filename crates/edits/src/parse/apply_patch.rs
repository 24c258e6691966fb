//! `*** Begin Patch`: sections per file, hunks behind `@@` lines that name what surrounds them.

use super::{Line, merged, own_end};
use crate::edit::{Change, Eol, FileEdit, Hunk, HunkLine, LineKind};
use crate::refusal::Refusal;
use crate::text::edit_lines;
use serde_json::Value;

/// The first line of a patch.
pub(super) const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";

/// Reads every patch in the text; what is around them (prose, fences, a heredoc) is passed over.
pub(super) fn parse(edit: &str) -> Result<Vec<FileEdit>, Refusal> {
    let from_json = in_json(edit);
    let edit = from_json.as_deref().unwrap_or(edit);
    let lines = edit_lines(edit);
    let mut edits = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].0.trim_end();
        if line == BEGIN {
            let end = (at + 1..lines.len()).find(|end| matches!(lines[*end].0.trim_end(), END | BEGIN));
            match end.filter(|end| lines[*end].0.trim_end() == END) {
                Some(end) => {
                    sections(&lines[at + 1..end], &own_end(&lines), &mut edits)?;
                    at = end;
                }
                None => return Err(Refusal::truncated("*** End Patch is missing")),
            }
        } else if line.starts_with("***") && line.contains(" File: ") || line == END {
            return Err(Refusal::malformed("*** Begin Patch is missing"));
        } else if !edits.is_empty() && at + 1 == lines.len() && line.starts_with("***") {
            return Err(Refusal::truncated("the edit ends inside *** Begin Patch"));
        }
        at += 1;
    }
    if edits.is_empty() {
        return Err(Refusal::malformed("there is no patch between *** Begin Patch and *** End Patch"));
    }
    Ok(merged(edits))
}

/// The patch in the arguments of a tool call: `{"input": …}`, `["apply_patch", …]`, `{"command": ["apply_patch", …]}`.
pub(super) fn in_json(edit: &str) -> Option<String> {
    fn patch(value: &Value, depth: usize) -> Option<&str> {
        match value {
            Value::String(text) => Some(text.as_str()).filter(|text| text.trim_start().starts_with(BEGIN)),
            Value::Object(map) if depth > 0 => map.values().find_map(|value| patch(value, depth - 1)),
            Value::Array(list) if depth > 0 => list.iter().find_map(|value| patch(value, depth - 1)),
            _ => None,
        }
    }
    let text = Some(edit.trim()).filter(|text| text.starts_with(['{', '[']) && text.contains(BEGIN))?;
    patch(&serde_json::from_str(text).ok()?, 3).map(str::to_owned)
}

fn sections(lines: &[Line<'_>], end: &impl Fn(Eol) -> &'static str, edits: &mut Vec<FileEdit>) -> Result<(), Refusal> {
    let starts: Vec<usize> = (0..lines.len()).filter(|at| header(lines[*at].0).is_some()).collect();
    let first = starts.first().copied().unwrap_or(lines.len());
    if starts.is_empty() || lines[..first].iter().any(|(line, _)| !line.trim().is_empty()) {
        return Err(Refusal::malformed("a patch begins with *** Add, Update or Delete File"));
    }
    for (index, start) in starts.iter().enumerate() {
        let body = &lines[start + 1..starts.get(index + 1).copied().unwrap_or(lines.len())];
        let Some((kind, path)) = header(lines[*start].0) else { continue };
        let change = match kind {
            "Add" => Change::Create { text: added(body, end)? },
            "Delete" if body.iter().all(|(line, _)| line.trim().is_empty()) => Change::Delete { hunks: Vec::new() },
            "Delete" => return Err(Refusal::malformed("*** Delete File has no lines below it")),
            _ => update(body)?,
        };
        edits.push(FileEdit::of(Some(path.to_owned()), change));
    }
    Ok(())
}

fn header(line: &str) -> Option<(&str, &str)> {
    let (kind, path) = line.trim_end().strip_prefix("*** ")?.split_once(" File: ")?;
    (matches!(kind, "Add" | "Update" | "Delete") && !path.trim().is_empty()).then(|| (kind, path.trim()))
}

fn added(body: &[Line<'_>], end: &impl Fn(Eol) -> &'static str) -> Result<String, Refusal> {
    let last = body.iter().rposition(|(line, _)| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let lines = body[..last].iter().map(|(line, eol)| {
        let line =
            line.strip_prefix('+').ok_or_else(|| Refusal::malformed("every line of an added file begins with +"))?;
        Ok([line, end(*eol)].concat())
    });
    lines.collect()
}

fn update(body: &[Line<'_>]) -> Result<Change, Refusal> {
    let (move_to, body) = match body.first().and_then(|(line, _)| line.strip_prefix("*** Move to: ")) {
        Some(path) => (Some(path.trim().to_owned()), &body[1..]),
        None => (None, body),
    };
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut hunk = Hunk { signed: true, ..Hunk::default() };
    // Bare blank lines are context if more of the hunk follows, else layout.
    let mut blanks: Vec<HunkLine> = Vec::new();
    for (line, eol) in body {
        let hunk_line = |kind, text: &str| HunkLine { kind, text: text.to_owned(), eol: *eol, no_newline: false };
        if line.starts_with("@@") {
            if !hunk.lines.is_empty() {
                hunks.push(std::mem::replace(&mut hunk, Hunk { signed: true, ..Hunk::default() }));
            }
            blanks.clear();
            hunk.anchors.extend(anchor(line));
            continue;
        }
        if line.trim_end() == "*** End of File" {
            hunk.at_end = true;
            blanks.clear();
            continue;
        }
        let (kind, text) = match line.as_bytes().first() {
            None => {
                blanks.push(hunk_line(LineKind::Context, ""));
                continue;
            }
            Some(b'\\') => continue,
            Some(b'+') => (LineKind::Add, &line[1..]),
            Some(b'-') => (LineKind::Remove, &line[1..]),
            Some(b' ') => (LineKind::Context, &line[1..]),
            Some(_) => {
                return Err(Refusal::malformed(format!(
                    "a line of the patch begins with none of space, + and -: {line}"
                )));
            }
        };
        if hunk.at_end {
            return Err(Refusal::malformed("*** End of File ends a part of the patch"));
        }
        hunk.lines.append(&mut blanks);
        hunk.lines.push(hunk_line(kind, text));
    }
    if !hunk.anchors.is_empty() && hunk.lines.is_empty() {
        return Err(Refusal::malformed("nothing follows the last @@"));
    }
    hunks.extend((!hunk.lines.is_empty()).then_some(hunk));
    if hunks.is_empty() && move_to.is_none() {
        return Err(Refusal::malformed("*** Update File changes nothing"));
    }
    Ok(Change::Update { hunks, move_to })
}

/// What stands behind `@@`; line numbers and dots say nothing.
pub(super) fn anchor(line: &str) -> Option<String> {
    let text = line.trim_start_matches('@').trim_end();
    let text = text.strip_suffix("@@").unwrap_or(text);
    let text = text.strip_prefix(' ').unwrap_or(text).trim_end();
    let numbers = text.trim_start().starts_with(['-', '+']) && text.contains(|c: char| c.is_ascii_digit());
    let dots = text.chars().all(|c| matches!(c, '.' | '…' | ' '));
    (!numbers && !dots).then(|| text.to_owned())
}
