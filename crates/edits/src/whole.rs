//! A whole new text: what is not a file is refused; line ends, byte order mark and final newline stay.

use crate::align::align;
use crate::apply::{Applied, of_whole};
use crate::edit::Eol;
use crate::elision;
use crate::refusal::Refusal;
use crate::text::{FinalNewline, Splice, Text, edit_lines, splice};
use std::collections::HashSet;

/// Takes the new text for the old one. `guessed`: nothing says that it is a file at all.
pub(crate) fn apply(text: &Text<'_>, new: &str, unfenced: Option<&str>, guessed: bool) -> Result<Applied, Refusal> {
    let fence =
        |line: &[u8]| line.trim_ascii_start().starts_with(b"```") || line.trim_ascii_start().starts_with(b"~~~");
    // A document that begins with a fence of its own keeps it.
    let new = unfenced.filter(|_| text.is_empty() || !fence(text.line(0))).unwrap_or(new);
    let new = new.strip_prefix('\u{feff}').unwrap_or(new);
    if new.trim().is_empty() && (guessed || !text.is_empty()) {
        return Err(Refusal::malformed("an empty edit does not replace a file; delete it if that is meant"));
    }
    elision::check(text, new.lines())?;
    if !text.lines().any(fence) && unfenced.is_none() && chatter(new) {
        return Err(Refusal::malformed("there is prose around the code fence; only the file itself is wanted"));
    }
    if guessed && text.is_empty() && unfenced.is_none() {
        return Err(Refusal::malformed("nothing says that this is the text of a new file"));
    }
    if guessed {
        resembles(text, new)?;
    }
    if text.is_empty() {
        return Ok(of_whole([text.bytes, new.as_bytes()].concat()));
    }
    let lines: Vec<(&[u8], Eol)> = edit_lines(new).into_iter().map(|(line, eol)| (line.as_bytes(), eol)).collect();
    let splices = [Splice::lines(text, 0..text.len(), with_line_ends(text, &lines))];
    Ok(of_whole(splice(text, &splices, FinalNewline::Kept)))
}

/// Kept lines end as they did, new ones as the line before them.
fn with_line_ends<'n>(text: &Text<'_>, new: &[(&'n [u8], Eol)]) -> Vec<(&'n [u8], Eol)> {
    let style = text.style_at(0);
    let uniform = (0..text.len()).all(|at| matches!(text.eol(at), eol if eol == style || eol == Eol::None));
    if (0..text.len()).all(|at| text.eol(at) == Eol::None) {
        return new.iter().map(|(line, eol)| (*line, if *eol == Eol::None { style } else { *eol })).collect();
    }
    if uniform {
        return new.iter().map(|(line, _)| (*line, style)).collect();
    }
    let old: Vec<&[u8]> = text.lines().collect();
    let contents: Vec<&[u8]> = new.iter().map(|(line, _)| *line).collect();
    let mut pairs = align(&old, &contents).into_iter().peekable();
    let mut at = 0;
    let ended = contents.iter().enumerate().map(|(index, line)| {
        if let Some((from, _)) = pairs.next_if(|(_, to)| *to == index) {
            at = from;
        }
        (*line, text.style_at(at))
    });
    ended.collect()
}

/// An answer that talks about a file instead of being one.
fn chatter(new: &str) -> bool {
    let first = new.trim_start().lines().next().unwrap_or_default();
    let fences = new.lines().filter(|line| line.starts_with("```")).count();
    fences == 2 && first.trim_end().ends_with(':') && !first.starts_with(['#', '-', '*', '>'])
}

/// A text that nothing calls a file is one only if it shares lines with the old one.
fn resembles(text: &Text<'_>, new: &str) -> Result<(), Refusal> {
    let old: HashSet<&[u8]> = text.lines().map(<[u8]>::trim_ascii).filter(|line| line.len() > 1).collect();
    let ours: HashSet<&[u8]> = new.lines().map(|line| line.trim().as_bytes()).filter(|line| line.len() > 1).collect();
    let shared = ours.intersection(&old).count();
    let signed = new.lines().filter(|line| line.starts_with(['+', '-']) && !old.contains(line.trim().as_bytes()));
    let diff_like = signed.filter(|line| old.contains(line[1..].trim().as_bytes())).count();
    if diff_like > 0 || !text.is_empty() && shared * 3 < old.len().min(ours.len()).max(1) {
        return Err(Refusal::malformed("this is none of the known forms of an edit, and does not resemble the file"));
    }
    Ok(())
}
