//! Line operations (F/S1): all are checked first, then applied by the numbering of the old text.

use crate::apply::{Located, Match, Place, part};
use crate::edit::{Hunk, HunkLine, LineKind, LineOperation, OperationKind};
use crate::indent::{Shift, indent_of, unindented};
use crate::refusal::{Near, Refusal};
use crate::text::{Text, edit_lines};
use std::ops::Range;

/// Finds what each operation does. `verified`: the numbers are known to be those of this text, so what
/// is replaced or deleted need not be named.
pub(crate) fn locate(text: &Text<'_>, operations: &[LineOperation], verified: bool) -> Result<Vec<Located>, Refusal> {
    operations.iter().map(|operation| one(text, operation, verified)).collect()
}

fn one(text: &Text<'_>, operation: &LineOperation, verified: bool) -> Result<Located, Refusal> {
    let line = operation.line;
    let outside = || Refusal::not_found(format!("line {line} is outside the file, which has {} lines", text.len()));
    let last = operation.end_line.unwrap_or(line);
    // The lines that are replaced, and those whose content can be expected.
    let (range, named) = match operation.operation {
        OperationKind::Replace | OperationKind::Delete => {
            let range = line.checked_sub(1).ok_or_else(outside)?..last;
            (range.clone(), range)
        }
        OperationKind::Insert => {
            let at = line.checked_sub(1).filter(|at| *at <= text.len()).ok_or_else(outside)?;
            (at..at, at..(at + 1).min(text.len()))
        }
        OperationKind::InsertBefore => {
            let at =
                line.checked_sub(1).filter(|at| *at < text.len() || text.is_empty() && *at == 0).ok_or_else(outside)?;
            (at..at, at..(at + 1).min(text.len()))
        }
        OperationKind::InsertAfter => (line..line, line.saturating_sub(1)..line),
    };
    if range.end > text.len() || named.end > text.len() {
        return Err(outside());
    }
    let inserts = range.is_empty();
    let expected = operation.expected_content.as_deref().filter(|expected| !(inserts && expected.is_empty()));
    let (kind, shift) = match expected {
        Some(expected) => compare(text, named, expected)?,
        None if inserts || verified => (Match::Eol, None),
        None => {
            return Err(Refusal::malformed(format!(
                "what line {line} holds now is not given: expectedContent is missing"
            )));
        }
    };
    let hunk_line = |kind, text: &str, eol| HunkLine { kind, text: text.to_owned(), eol, no_newline: false };
    let removed = range.clone().map(|_| hunk_line(LineKind::Remove, "", crate::Eol::None));
    let content = operation.new_content.as_deref().filter(|_| operation.operation != OperationKind::Delete);
    let added = content.map(lines_of).into_iter().flatten();
    let added = added.map(|line| hunk_line(LineKind::Add, line, crate::Eol::None));
    let hunk = Hunk { lines: removed.chain(added).collect(), ..Hunk::default() };
    let unclear = || Refusal::not_found("the lines are indented in a way that no uniform shift explains");
    let located = part(text, &hunk, range.start, kind, shift.as_ref()).ok_or_else(unclear)?;
    let kind = if kind == Match::Eol { Match::Exact } else { kind };
    Ok(Located { place: Place { line, kind }, ..located })
}

/// The lines of a content; one line end at its end closes the last line.
fn lines_of(content: &str) -> Vec<&str> {
    match edit_lines(content) {
        lines if lines.is_empty() => vec![""],
        lines => lines.into_iter().map(|(line, _)| line).collect(),
    }
}

/// How the expected content fits what is there.
fn compare(text: &Text<'_>, named: Range<usize>, expected: &str) -> Result<(Match, Option<Shift>), Refusal> {
    let differs = || {
        let mut refusal =
            Refusal::not_found(format!("line {} does not hold what the edit expects there", named.start + 1));
        refusal.near = vec![Near { line: named.start + 1, text: text.excerpt(named.clone()) }];
        refusal
    };
    let expected: Vec<&[u8]> = lines_of(expected).into_iter().map(str::as_bytes).collect();
    if expected.len() != named.len() {
        return Err(differs());
    }
    let pairs = || expected.iter().zip(named.clone().map(|at| text.line(at)));
    if pairs().all(|(edit, file)| *edit == file) {
        return Ok((Match::Eol, None));
    }
    if !pairs().all(|(edit, file)| unindented(edit) == unindented(file)) {
        return Err(differs());
    }
    let indents: Vec<(&[u8], &[u8])> = pairs()
        .filter(|(edit, _)| !unindented(edit).is_empty())
        .map(|(edit, file)| (indent_of(edit), indent_of(file)))
        .collect();
    Shift::infer(&indents).map(|shift| (Match::Indent, Some(shift))).ok_or_else(differs)
}
