//! A whole new text: what is not a file is refused; line ends, byte order mark and final newline stay.

use crate::align::align;
use crate::apply::{Applied, of_whole};
use crate::edit::Eol;
use crate::elision;
use crate::parse;
use crate::refusal::Refusal;
use crate::spoken;
use crate::text::{FinalNewline, MARK, Splice, Text, edit_lines, splice};
use std::collections::HashSet;

/// Takes the new text for the old one. `guessed`: nothing says that it is a file at all.
pub(crate) fn apply(text: &Text<'_>, new: &str, unfenced: Option<&str>, guessed: bool) -> Result<Applied, Refusal> {
    let fence =
        |line: &[u8]| line.trim_ascii_start().starts_with(b"```") || line.trim_ascii_start().starts_with(b"~~~");
    // A document that begins with a fence of its own keeps it.
    let own = text.lines().find(|line| !line.trim_ascii().is_empty()).is_some_and(fence);
    if !own && unfenced.is_some() && begin_alike(text, new) {
        return Err(Refusal::malformed(
            "whether the code fence is a part of the file cannot be told; leave out what stands before it",
        ));
    }
    let new = unfenced.filter(|_| !own).unwrap_or(new);
    let new = new.strip_prefix(MARK).unwrap_or(new);
    if new.trim().is_empty() && (guessed || !text.is_empty()) {
        return Err(Refusal::malformed("an empty edit does not replace a file; delete it if that is meant"));
    }
    elision::check(text, new.lines())?;
    spoken::check_numbers(text, new.lines())?;
    let several = unfenced.is_some() && !own && !text.lines().any(fence) && begins_with_an_end(new);
    if several || (!text.lines().any(fence) && unfenced.is_none() && chatter(new)) {
        return Err(Refusal::malformed("there is prose around the code fence; only the file itself is wanted"));
    }
    // A file of edits is one already, or it is new.
    let edits = || text.is_empty() || parse::begins_as_edit(&String::from_utf8_lossy(text.bytes));
    if parse::begins_as_edit(new) && !edits() {
        return Err(Refusal::malformed("this is an edit of another form and not the whole file; name its form"));
    }
    if guessed && text.is_empty() && unfenced.is_none() {
        return Err(Refusal::malformed("nothing says that this is the text of a new file"));
    }
    if guessed {
        resembles(text, new)?;
        let whole = if unfenced.is_some() { keeps_half(text, new) } else { framed(text, new) };
        if !whole {
            return Err(Refusal::malformed(
                "this may be a part of the file, or cut: only a text that begins and ends as the file does is taken \
                 for all of it, unless its form is said to be a whole file",
            ));
        }
    }
    if text.is_empty() {
        return Ok(of_whole([text.bytes, new.as_bytes()].concat()));
    }
    let lines: Vec<(&[u8], Eol)> = edit_lines(new).into_iter().map(|(line, eol)| (line.as_bytes(), eol)).collect();
    let splices = [Splice::lines(text, 0..text.len(), with_line_ends(text, &lines))];
    Ok(of_whole(splice(text, &splices, FinalNewline::Kept)))
}

/// Whether both begin with a byte order mark or with a blank line: what stands before a fence may be the file's.
fn begin_alike(text: &Text<'_>, new: &str) -> bool {
    let said = new.strip_prefix(MARK);
    let marked = said.is_some() && text.start(0) > 0;
    let blank = said.unwrap_or(new).lines().next().is_some_and(|line| line.trim().is_empty());
    marked || (blank && text.lines().next().is_some_and(|line| line.trim_ascii().is_empty()))
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

/// Whether the first fence inside a fence names no language: it ends the one around it, and another begins.
fn begins_with_an_end(new: &str) -> bool {
    new.lines()
        .map(str::trim)
        .find(|line| line.starts_with("```"))
        .is_some_and(|line| line.trim_matches('`').is_empty())
}

/// An answer that talks about a file instead of being one, or names it above its fence.
fn chatter(new: &str) -> bool {
    let first = new.trim_start().lines().next().unwrap_or_default();
    let fences = new.lines().filter(|line| line.starts_with("```")).count();
    let said: Vec<&str> = new.lines().filter(|line| !line.trim().is_empty()).collect();
    let names = first.contains(['.', '/']) && !first.trim().contains(char::is_whitespace);
    let fenced = said.get(1).is_some_and(|line| line.starts_with("```"))
        && said.last().is_some_and(|line| line.trim_end() == "```");
    if fences == 2 && names && fenced {
        return true;
    }
    fences == 2 && first.trim_end().ends_with(':') && !first.starts_with(['#', '-', '*', '>'])
}

/// Whether a text begins and ends as the old one does, with at least as many lines as stand nowhere else in
/// it: prose, a snippet and a text that is cut do not.
fn framed(text: &Text<'_>, new: &str) -> bool {
    let old: Vec<&[u8]> = text.lines().map(<[u8]>::trim_ascii_end).collect();
    let new: Vec<&[u8]> = new.lines().map(|line| line.as_bytes().trim_ascii_end()).collect();
    let (old, new) = (without_blanks(&old), without_blanks(&new));
    let backwards: Vec<&[u8]> = old.iter().rev().copied().collect();
    let (head, tail) = (own_beginning(old), own_beginning(&backwards));
    new.starts_with(&old[..head]) && new.ends_with(&old[old.len() - tail..])
}

fn without_blanks<'l, 't>(lines: &'l [&'t [u8]]) -> &'l [&'t [u8]] {
    let from = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let to = lines.iter().rposition(|line| !line.is_empty()).map_or(from, |last| last + 1);
    &lines[from..to]
}

/// How many lines from the first on occur once only: one more than come again anywhere (the Z algorithm).
fn own_beginning(lines: &[&[u8]]) -> usize {
    let mut again = vec![0; lines.len()];
    let (mut from, mut to) = (0, 0);
    for at in 1..lines.len() {
        let mut length = if at < to { again[at - from].min(to - at) } else { 0 };
        while at + length < lines.len() && lines[length] == lines[at + length] {
            length += 1;
        }
        if at + length > to {
            (from, to) = (at, at + length);
        }
        again[at] = length;
    }
    lines.len().min(again.into_iter().max().unwrap_or(0) + 1)
}

/// Whether at least half of what the old text says is still there: less is a snippet of it.
fn keeps_half(text: &Text<'_>, new: &str) -> bool {
    let ours: HashSet<&[u8]> = new.lines().map(|line| line.trim().as_bytes()).collect();
    let old: HashSet<&[u8]> = text.lines().map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).collect();
    old.intersection(&ours).count() * 2 >= old.len()
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
