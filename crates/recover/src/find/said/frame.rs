//! The marks that a document stands in: backticks, bold, quotes, a fence, the tags of a call. What is said beside it is said
//! of what stands in them, and is read from the words outside, so that one sentence says the same in every form.

use super::{is_fence, last_line, marks, near};

/// So much behind a document is looked at for the marks that end.
const REACH: usize = 64;

/// Marks that stand at once around a document on its line: the first of a pair, and the second.
const PAIRS: [(char, char); 6] = [('`', '`'), ('*', '*'), ('_', '_'), ('"', '"'), ('“', '”'), ('«', '»')];

/// Where the marks around the document from `start` to `end` begin and end; nothing before `from` belongs to it.
pub(in crate::find) fn around(text: &str, from: usize, (start, end): (usize, usize)) -> (usize, usize) {
    let (start, end) = on_its_line(text, from, (start, end));
    (before(text, from, start), after(text, end))
}

/// The same of what stands in such marks, in a sentence: a document on lines of its own stands in the one that the line
/// above leaves open, and goes on where the line below does (`I must not send`, and on the next lines the document, and
/// `without asking.`).
pub(super) fn in_its_sentence(text: &str, from: usize, (start, end): (usize, usize)) -> (usize, usize) {
    let above = near(text, from, start).unwrap_or_default();
    let said = above.trim_end_matches([' ', '\t', '>']);
    let open = said.strip_suffix('\n').map(|line| line.trim_end_matches(['\r', ' '])).filter(|line| is_open(line));
    let start = open.map_or(start, |line| start - above.len() + line.len());
    let behind = text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t', '\r']);
    let below = behind.strip_prefix('\n').map(|line| line.trim_start_matches(' '));
    let on =
        |line: &&str| line.starts_with(|c: char| c.is_lowercase() || matches!(c, '.' | ',' | ';' | '—' | '–' | '?'));
    (start, below.filter(on).map_or(end, |line| text.len() - line.len()))
}

/// Whether a line ends in the middle of its sentence: neither a point nor a colon ends it, and it is no title.
fn is_open(words: &str) -> bool {
    let line = words.rsplit('\n').next().unwrap_or_default().trim_start();
    line.ends_with(|c: char| c.is_alphanumeric() || c == ',') && !line.starts_with(['#', '|'])
}

/// With the pairs of marks that stand at once around it.
pub(super) fn on_its_line(text: &str, from: usize, (mut start, mut end): (usize, usize)) -> (usize, usize) {
    while end - start < text.len()
        && let Some(opens) = text.get(from..start).and_then(|before| before.chars().next_back())
        && let Some(closes) = text.get(end..).and_then(|behind| behind.chars().next())
        && PAIRS.contains(&(opens, closes))
    {
        (start, end) = (start - opens.len_utf8(), end + closes.len_utf8());
    }
    (start, end)
}

/// Where the words before a document end: without its fence, and the marks of a call.
pub(super) fn before(text: &str, from: usize, start: usize) -> usize {
    let Some(said) = near(text, from, start) else { return start };
    let least = start - said.len();
    if said.ends_with([' ', '\n', ':']) && !may_hold_marks(said) {
        return start;
    }
    let said = marks::without(said);
    let near = said.trim_end();
    let (above, line) = last_line(near);
    if is_fence(line) {
        return least + above.len() + line.len() - line.trim_start().len();
    }
    // `apply ```json`: the fence begins on the line of the words.
    let opened = near.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    let fence = opened.ends_with("```") || opened.ends_with("~~~");
    let broken = said.get(near.len()..).is_some_and(|space| space.contains('\n'));
    if fence && (broken || opened.len() == near.len()) {
        return least + opened.trim_end_matches(['`', '~']).len();
    }
    least + said.len()
}

/// Whether a tag, a fence or a marker in brackets may stand in a text.
fn may_hold_marks(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().zip(bytes.iter().skip(1).chain([&0])).any(|(mark, next)| match mark {
        b'<' | b'`' | b'~' => true,
        b'[' => next.is_ascii_uppercase(),
        _ => false,
    })
}

/// Where the words behind it begin: behind the end of its fence, and the tags that end.
fn after(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    if !rest.trim_ascii_start().starts_with(['`', '~', '<']) {
        return end;
    }
    let mut rest = rest.get(..rest.floor_char_boundary(REACH)).unwrap_or(rest);
    let reach = end + rest.len();
    loop {
        let behind = rest.trim_start();
        let closed = behind.trim_start_matches(['`', '~']);
        let tag = behind.strip_prefix("</").and_then(|name| name.split_once('>')).map(|(_, after)| after);
        rest = match tag {
            Some(after) => after,
            None if behind.len() - closed.len() >= 3 => closed,
            None => return reach - rest.len(),
        };
    }
}
