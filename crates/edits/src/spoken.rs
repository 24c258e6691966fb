//! What a model says around an edit and no file has: the reasoning before it, the token that ends it, the numbers that
//! its lines were shown with.

use crate::refusal::Refusal;
use crate::text::Text;
use std::borrow::Cow;
use std::collections::HashSet;

/// What reasoning stands between.
const REASONING: [(&str, &str); 7] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<antThinking>", "</antThinking>"),
    ("<|channel>thought", "<channel|>"),
    ("◁think▷", "◁/think▷"),
    ("[THINK]", "[/THINK]"),
];

/// Tokens that end what a model says.
const ENDS: [&str; 7] =
    ["<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end|>", "<|return|>", "<end_of_turn>", "<｜end▁of▁sentence｜>"];

/// The edit without the reasoning before it and the token behind it, unless the old text has them too.
///
/// # Errors
/// [`Reason::Truncated`](crate::Reason::Truncated) if the reasoning never ends.
pub(crate) fn edit_of<'e>(old: &[u8], said: &'e str) -> Result<Cow<'e, str>, Refusal> {
    let has = |mark: &str| memchr::memmem::find(old, mark.as_bytes()).is_some();
    let mut edit = said;
    while let Some((open, close)) = REASONING.iter().find(|(open, _)| edit.trim_start().starts_with(open) && !has(open))
    {
        let inside = edit.trim_start().get(open.len()..).unwrap_or_default();
        let Some((_, after)) = inside.split_once(close) else {
            return Err(Refusal::truncated("the reply ends inside the model's reasoning"));
        };
        edit = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')).unwrap_or(after);
    }
    let mut ended = edit;
    while let Some(before) = ENDS.iter().filter(|end| !has(end)).find_map(|end| ended.trim_end().strip_suffix(end)) {
        ended = before;
    }
    // What stood on the token's line is a line: its end was the token.
    let open = ended.len() < edit.len() && !ended.is_empty() && !ended.ends_with('\n');
    Ok(if open { Cow::Owned(format!("{ended}\n")) } else { Cow::Borrowed(ended) })
}

/// Refuses new lines that all have a number before them, as they were shown with, where the old text has none such.
///
/// # Errors
/// [`Reason::Malformed`](crate::Reason::Malformed).
pub(crate) fn check_numbers<'l>(text: &Text<'_>, new: impl IntoIterator<Item = &'l str>) -> Result<(), Refusal> {
    let lines: Vec<&str> = new.into_iter().filter(|line| !line.trim().is_empty()).collect();
    let Some((mark, bare)) = MARKS.iter().find_map(|mark| Some((*mark, without_numbers(&lines, mark)?))) else {
        return Ok(());
    };
    let old: HashSet<&[u8]> = text.lines().map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).collect();
    let shown_so = |line: &&[u8]| std::str::from_utf8(line).is_ok_and(|line| numbered(line, mark).is_some());
    if old.is_empty() || old.iter().any(shown_so) {
        return Ok(());
    }
    // `1: a` and `2: b` may be said; lines of the file with their numbers are not.
    let kept = bare.iter().filter(|line| old.contains(line.trim().as_bytes())).count();
    if mark == ": " && kept * 2 < bare.len() {
        return Ok(());
    }
    Err(Refusal::malformed("the new lines begin with line numbers, which are no part of the file; leave them out"))
}

/// What stands between a line's number and the line.
const MARKS: [&str; 3] = ["|", "\t", ": "];

fn numbered<'l>(line: &'l str, mark: &str) -> Option<(usize, &'l str)> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?;
    // A blank line has its mark without the space behind it.
    let rest = rest.strip_prefix(mark).or_else(|| (rest == mark.trim_end() && !rest.is_empty()).then_some(""))?;
    Some((line.get(..digits)?.parse().ok()?, rest))
}

/// The lines without their numbers, if each has one more than the line before.
fn without_numbers<'l>(lines: &[&'l str], mark: &str) -> Option<Vec<&'l str>> {
    let all = lines.iter().map(|line| numbered(line, mark)).collect::<Option<Vec<_>>>()?;
    let rise = all.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0);
    (rise && !all.is_empty()).then(|| all.into_iter().map(|(_, line)| line).collect())
}
