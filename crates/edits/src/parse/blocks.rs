//! Search/replace blocks: `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE` with 5 to 9 signs, and
//! `------- SEARCH`, `=======`, `+++++++ REPLACE`; a file name or a code fence may come before.

use super::{Line, block, fence, merged};
use crate::edit::{Change, FileEdit};
use crate::refusal::Refusal;

/// The sign that a marker line repeats, how often, and the word behind it.
struct Marker<'e> {
    sign: u8,
    count: usize,
    word: String,
    rest: &'e str,
}

fn marker(line: &str) -> Option<Marker<'_>> {
    let line = line.trim();
    let sign = *line.as_bytes().first().filter(|byte| b"<=>-+".contains(byte))?;
    let count = line.bytes().take_while(|byte| *byte == sign).count();
    let rest = line[count..].trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    (5..=9).contains(&count).then(|| Marker {
        sign,
        count,
        word: rest[..end].to_ascii_uppercase(),
        rest: rest[end..].trim_start_matches(['>', ':']).trim(),
    })
}

fn head(line: &str) -> Option<Marker<'_>> {
    marker(line).filter(|m| {
        matches!((m.sign, m.word.as_str()), (b'<', "SEARCH" | "ORIGINAL") | (b'-', "SEARCH"))
            && (m.rest.is_empty() || path_in(m.rest).is_some())
    })
}

fn divider(line: &str) -> Option<usize> {
    marker(line).filter(|m| m.sign == b'=' && m.word.is_empty() && m.rest.is_empty()).map(|m| m.count)
}

fn tail(line: &str) -> bool {
    marker(line).is_some_and(|m| {
        m.rest.is_empty() && matches!((m.sign, m.word.as_str()), (b'>', "REPLACE" | "UPDATED") | (b'+', "REPLACE"))
    })
}

/// A line of a merge conflict, or a marker that no form has.
fn conflict(line: &str) -> bool {
    let sign = if line.starts_with("<<<<<") { '<' } else { '>' };
    let rest = line.trim_start_matches(sign);
    line.len() - rest.len() >= 5 && (rest.is_empty() || rest.starts_with(' '))
}

/// Whether a line opens a block.
pub(super) fn opens(line: &str) -> bool {
    head(line).is_some()
}

/// Reads all blocks; prose around them is passed over.
pub(super) fn parse(lines: &[Line<'_>]) -> Result<Vec<FileEdit>, Refusal> {
    let mut edits: Vec<FileEdit> = Vec::new();
    let mut path = None;
    let mut fenced = false;
    let mut at = 0;
    while let Some((line, _)) = lines.get(at) {
        let Some(opening) = head(line) else {
            if fence(line).is_some() {
                fenced = !fenced;
            } else if conflict(line) || divider(line).is_some() && !edits.is_empty() || tail(line) {
                return Err(Refusal::malformed(format!("line {} of the edit is a stray marker", at + 1)));
            } else if at + 1 == lines.len() && !edits.is_empty() && line.trim_start().starts_with('<') {
                return Err(Refusal::truncated("the edit ends inside a marker"));
            }
            at += 1;
            continue;
        };
        path = path_in(opening.rest).or_else(|| path_before(&lines[..at])).or(path);
        let end = (at + 1..lines.len())
            .find(|end| tail(lines[*end].0) || head(lines[*end].0).is_some_and(|m| m.sign == opening.sign))
            .filter(|end| tail(lines[*end].0));
        let Some(end) = end else {
            return Err(Refusal::truncated(format!("the block at line {} of the edit is not closed", at + 1)));
        };
        let (search, replace) = split(&lines[at + 1..end], opening.count)?;
        let hunk = block(search, replace);
        edits.push(FileEdit::of(path.clone(), Change::Update { hunks: vec![hunk], move_to: None }));
        at = end + 1;
    }
    if edits.is_empty() {
        return Err(Refusal::malformed("there is no search/replace block"));
    }
    if fenced {
        return Err(Refusal::truncated("a code fence is not closed"));
    }
    Ok(merged(edits))
}

/// The two sides of a block. A second divider means that nobody can say where the search ends, unless
/// only one is as long as the opening marker.
fn split<'l, 'e>(body: &'l [Line<'e>], count: usize) -> Result<(&'l [Line<'e>], &'l [Line<'e>]), Refusal> {
    let dividers: Vec<(usize, usize)> =
        body.iter().enumerate().filter_map(|(at, (line, _))| Some((at, divider(line)?))).collect();
    let fitting: Vec<usize> = dividers.iter().filter(|(_, c)| *c == count).map(|(at, _)| *at).collect();
    let at = match (dividers.as_slice(), fitting.as_slice()) {
        ([(at, _)], _) | (_, [at]) => *at,
        ([], _) => return Err(Refusal::malformed("a block has no ======= between search and replacement")),
        _ => {
            return Err(Refusal::malformed("a block has several lines of =======, so its halves cannot be told apart"));
        }
    };
    let (search, replace) = (strip_hints(&body[..at]), &body[at + 1..]);
    if replace.iter().any(|(line, _)| conflict(line)) {
        return Err(Refusal::malformed("a replacement holds conflict markers"));
    }
    Ok((search, replace))
}

/// Leaves out `:start_line:12` and the rule below it, which say where the block was.
fn strip_hints<'l, 'e>(search: &'l [Line<'e>]) -> &'l [Line<'e>] {
    let hints =
        search.iter().take_while(|(line, _)| line.starts_with(":start_line:") || line.starts_with(":end_line:"));
    let count = hints.count();
    match search.get(count) {
        Some((rule, _)) if count > 0 && rule.trim_end() == "-------" => &search[count + 1..],
        _ => &search[count..],
    }
}

/// The file name on one of the lines right before a block, outside or inside the fence.
fn path_before(lines: &[Line<'_>]) -> Option<String> {
    let near = lines.iter().rev().take(3);
    let near = near.take_while(|(line, _)| !tail(line)).filter(|(line, _)| fence(line).is_none());
    near.map(|(line, _)| *line).take_while(|line| !line.trim().is_empty()).take(1).find_map(path_in)
}

/// The file name that a line is, with the decoration models put around one.
fn path_in(line: &str) -> Option<String> {
    let name = line.trim().trim_start_matches(['#', '/']).trim();
    let name = name.strip_prefix("File:").or(name.strip_prefix("file:")).unwrap_or(name);
    let name = name.trim().trim_end_matches(':').trim_matches(['*', '`', '"', '\'']).trim_end_matches(':');
    let inner = name.find(['.', '/']).is_some_and(|at| at + 1 < name.len());
    let plain = !name.contains(|c: char| c.is_whitespace() || "<>()[]{}|;,=".contains(c));
    (inner && plain && !name.ends_with('.')).then(|| name.to_owned())
}
