//! A change made for one text, made again on what that text has become since.

use crate::apply::placed;
use crate::diff::{Change, content, groups, lines};
use crate::edit::{Eol, Hunk, HunkLine, LineKind};
use crate::refusal::{Reason, Refusal};
use crate::text::Text;

/// Unchanged lines around each change that must still be there: as in a diff, then fewer where one of
/// them has changed, or more where several places fit.
const FEWER: [usize; 4] = [3, 2, 1, 0];
const MORE: [usize; 3] = [8, 20, 60];

/// The text `now` with what leads from `base` to `proposed`, each part at the one place that it fits.
///
/// # Errors
/// [`Reason::NotFound`] where somebody changed the same lines, [`Reason::Ambiguous`] where a part fits
/// in several places.
pub fn refit(base: &str, proposed: &str, now: &str) -> Result<String, Refusal> {
    let text = Text::new(now.as_bytes());
    let attempt = |context| placed(&text, &hunks(base, proposed, context));
    let mut found = attempt(FEWER[0]);
    let again: &[usize] = match &found {
        Err(refusal) if refusal.reason == Reason::NotFound => &FEWER[1..],
        Err(refusal) if refusal.reason == Reason::Ambiguous => &MORE,
        _ => &[],
    };
    // Where none fits, what the first attempt said is nearest to what a person sees.
    if let Some(applied) = again.iter().find_map(|context| attempt(*context).ok()) {
        found = Ok(applied);
    }
    let applied = found?;
    String::from_utf8(applied.text).map_err(|_| Refusal::malformed("the file is no text"))
}

/// What leads from one text to another, each change with so many lines around it, of which two changes
/// share none: what was changed between them is in nobody's way.
fn hunks(old: &str, new: &str, context: usize) -> Vec<Hunk> {
    let (old, new) = (lines(old), lines(new));
    let changes: Vec<Change> = groups(&old, &new).into_iter().flatten().collect();
    let gap = |at: usize| {
        let from = at.checked_sub(1).and_then(|before| changes.get(before)).map_or(0, |change| change.old.end);
        changes.get(at).map_or(old.len(), |change| change.old.start) - from
    };
    let ends = changes.len();
    let made = changes.iter().enumerate().map(|(at, change)| {
        let (before, after) = (gap(at), gap(at + 1));
        let before = if at == 0 { before } else { before - before / 2 };
        let after = if at + 1 == ends { after } else { after / 2 };
        hunk(&old, &new, change, before.min(context), after.min(context))
    });
    made.collect()
}

fn hunk(old: &[&str], new: &[&str], change: &Change, before: usize, after: usize) -> Hunk {
    let (from, to) = (change.old.start - before, change.old.end + after);
    let mut made = Hunk::default();
    made.lines.extend(old[from..change.old.start].iter().map(|text| line(LineKind::Context, text)));
    made.lines.extend(old[change.old.clone()].iter().map(|text| line(LineKind::Remove, text)));
    made.lines.extend(new[change.new.clone()].iter().map(|text| line(LineKind::Add, text)));
    made.lines.extend(old[change.old.end..to].iter().map(|text| line(LineKind::Context, text)));
    made.at_end = made.lines.iter().any(|line| line.no_newline);
    made
}

fn line(kind: LineKind, text: &str) -> HunkLine {
    let eol = match text.strip_suffix('\n') {
        Some(text) if text.ends_with('\r') => Eol::CrLf,
        Some(_) => Eol::Lf,
        None => Eol::None,
    };
    HunkLine { kind, text: content(text).to_owned(), eol, no_newline: eol == Eol::None }
}
