//! Where a value begins and ends that is given to a name: to its closing quotation mark, to the end of its line,
//! or among other words.

use std::ops::Range;

/// So far before a name is looked for what its line begins with.
const BEFORE: usize = 120;
/// No value is longer.
const LONGEST: usize = 8 * 1024;
/// A value without quotation marks among other words goes on so far behind what is surely of it.
const BEYOND: usize = 96;
/// A block has so many lines.
const LINES: usize = 60;
/// A value goes on over so many ends of lines, and is put together of so many parts.
const PARTS: usize = 8;

/// Where a name stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Place {
    /// At the beginning of a line.
    Line,
    /// At the beginning of a line of a text within a text, where quotation marks and ends of lines stand behind so
    /// many levels of backslashes.
    Inner(u32),
    /// The same, as the first of a text in quotation marks.
    First(u32, u8),
    /// Behind other words.
    Within,
}

/// What stands before a name without being of its line: numbers of lines, marks of a diff, a quotation, a list or a
/// comment, and what makes a variable.
fn is_margin(before: &str) -> bool {
    const MAKES: &[&str] = &[
        "export", "set", "setx", "env", "ENV", "ARG", "declare", "typeset", "local", "readonly", "-x", "-gx", "-r",
        "-e", "--env", "$env:", "SET", "setenv",
    ];
    let mark = |c: char| c.is_ascii_digit() || ":|>+#*-│→;/.".contains(c);
    !before.ends_with("--")
        && before.split_whitespace().all(|word| MAKES.contains(&word) || word.chars().all(mark))
        && !before.trim_end().ends_with("--env")
        && !before.trim_end().ends_with(" -e")
}

/// How many levels of backslashes a run of them is before a mark that is of no text itself: 1, 3, 7.
fn level(run: usize) -> Option<u32> {
    (run + 1).is_power_of_two().then(|| (run + 1).trailing_zeros()).filter(|level| *level <= 3)
}

fn run_before(text: &str, at: usize) -> usize {
    text.as_bytes().get(..at).unwrap_or_default().iter().rev().take_while(|b| **b == b'\\').count()
}

/// Where a name stands that begins here; `quoted` where it stands in quotation marks itself.
pub(crate) fn place(text: &str, name: usize, quoted: bool) -> Place {
    let from = text.floor_char_boundary(name.saturating_sub(BEFORE));
    let before = text.get(from..name).unwrap_or_default();
    let (line, whole) = match before.rfind(['\n', '\r']) {
        Some(end) => (before.get(end + 1..).unwrap_or_default(), true),
        None => (before, from == 0),
    };
    let unquoted = |margin: &str| match quoted {
        true => is_margin(margin.trim_end_matches(['"', '\'', '`']).trim_end_matches('\\')),
        false => is_margin(margin),
    };
    // The last end of a line of a text within a text.
    if let Some(end) = line.rfind("\\n") {
        let run = run_before(line, end) + 1;
        if run.is_power_of_two() && run <= 4 && unquoted(line.get(end + 2..).unwrap_or_default()) {
            return Place::Inner(run.trailing_zeros());
        }
    }
    if let (false, Some(mark)) = (quoted, line.bytes().last().filter(|b| matches!(b, b'"' | b'\'' | b'`'))) {
        let run = run_before(line, line.len() - 1);
        return level(run).map_or(Place::Within, |level| Place::First(level, mark));
    }
    if whole && unquoted(line) { Place::Line } else { Place::Within }
}

/// A value and where it stands.
pub(crate) struct Extent {
    pub at: Range<usize>,
    /// In quotation marks.
    pub quoted: bool,
    /// Where the next name can begin.
    pub next: usize,
}

/// What stands in quotation marks here.
pub(crate) fn quoted(text: &str, from: usize) -> Option<Extent> {
    let rest = text.get(from..)?;
    let letters = rest.bytes().take_while(|b| matches!(b, b'b' | b'r' | b'u' | b'f' | b'@' | b'$')).take(2).count();
    let hashes = rest.bytes().skip(letters).take_while(|b| *b == b'#').take(3).count();
    let prefix = letters + hashes;
    let run = rest.bytes().skip(prefix).take_while(|b| *b == b'\\').count();
    let mark = *rest.as_bytes().get(prefix + run).filter(|b| matches!(b, b'"' | b'\'' | b'`'))?;
    let level = level(run)?;
    let start = from + prefix + run + 1;
    let body = text.get(start..text.floor_char_boundary(start.saturating_add(LONGEST)))?;
    let bytes = body.as_bytes();
    let of = |length: usize, past: usize| {
        Some(Extent { at: start..start + length, quoted: true, next: (start + length + past).min(text.len()) })
    };
    if run == 0 && bytes.starts_with(&[mark, mark]) {
        let three = [mark, mark, mark].iter().map(|b| char::from(*b)).collect::<String>();
        let inner = body.get(2..)?;
        let length = inner.find(&three).unwrap_or_else(|| inner.find('\n').unwrap_or(inner.len()));
        return Some(Extent { at: start + 2..start + 2 + length, quoted: true, next: start + 2 + length });
    }
    let (mut back, mut at) = (0, 0);
    let mut any = None;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' | b'\r' => break,
            b'\\' => back += 1,
            // Where the text around ends, this one does.
            byte if *byte == mark && run > 0 && back == 0 => break,
            byte if *byte == mark => {
                any.get_or_insert(at - back);
                if back % (2 << level) == (1 << level) - 1 {
                    // A mark that stands twice is one of the text.
                    if run == 0 && at > 0 && bytes.get(at + 1) == Some(&mark) {
                        at += 1;
                    } else {
                        return of(at - (back.min((1 << level) - 1)), run + 1);
                    }
                }
                back = 0;
            }
            _ => back = 0,
        }
        at += 1;
    }
    // Not closed in its line: by what could be a mark of the text, or cut.
    let end = any.unwrap_or(at);
    of(body.get(..end).map_or(end, |body| body.trim_end().len()), 0)
}

/// The parts that a value in quotation marks is put together of, behind the first: `"…" + "…"`.
pub(crate) fn more(text: &str, end: usize) -> Vec<Range<usize>> {
    let (mut out, mut at) = (Vec::new(), end);
    for _ in 0..PARTS {
        let rest = text.get(at..).unwrap_or_default();
        let apart = rest.trim_start_matches([' ', '\t']);
        let sign = match rest.trim_start().strip_prefix(['+', '.', '&', '\\']) {
            Some(sign) => sign.trim_start_matches(['.', ' ', '\t', '\r', '\n']),
            None if apart.len() < rest.len() && apart.starts_with(['"', '\'']) => apart,
            None => break,
        };
        let Some(next) = quoted(text, text.len() - sign.len()) else { break };
        at = next.next;
        out.push(next.at);
    }
    out
}

/// Where a line ends that this is in, in a text of this level.
fn line_end(text: &str, from: usize, place: Place) -> usize {
    let bytes = text.as_bytes().get(from..).unwrap_or_default();
    let (level, mark) = match place {
        Place::Inner(level) => (Some(level), b'"'),
        Place::First(level, mark) => (Some(level), mark),
        Place::Line | Place::Within => (None, 0),
    };
    let mut back = 0_usize;
    for (at, byte) in bytes.iter().enumerate().take(LONGEST) {
        match (byte, level) {
            (b'\n' | b'\r', _) => return from + at,
            (b'\\', _) => {
                back += 1;
                continue;
            }
            (byte, Some(level)) if *byte == mark && back % (2 << level) == (1 << level) - 1 => {
                return from + at - back.min((1 << level) - 1);
            }
            (b'n' | b'r', Some(level)) if back % (2 << level) == 1 << level => return from + at - (1 << level),
            _ => {}
        }
        back = 0;
    }
    text.floor_char_boundary(from + bytes.len().min(LONGEST))
}

/// A value to the end of its line, without a comment. `literal`: of an environment, where nothing but ` #` begins one.
pub(crate) fn line(text: &str, from: usize, place: Place, literal: bool) -> Extent {
    let end = line_end(text, from, place);
    let whole = text.get(from..end).unwrap_or_default();
    let comments: &[&str] = if literal { &[" #", "\t#"] } else { &[" #", "\t#", " // ", " ; ", " -- "] };
    let mut value = comments.iter().filter_map(|sign| whole.find(sign)).min().map_or(whole, |at| &whole[..at]);
    let goes_on = place == Place::Line && value.len() == whole.len() && value.ends_with('\\');
    value = value.trim_end();
    if let Some(less) = value.strip_suffix('\\').filter(|less| less.ends_with([' ', '\t'])) {
        value = less.trim_end();
    } else if goes_on {
        let mut to = end;
        for _ in 0..PARTS {
            let next = to + text.get(to..).map_or(0, |rest| rest.len() - rest.trim_start_matches(['\r', '\n']).len());
            to = line_end(text, next.max(to), place);
            if next == to || !text.get(next..to).is_some_and(|line| line.ends_with('\\')) {
                break;
            }
        }
        return Extent { at: from..to, quoted: false, next: to };
    }
    value = assigned_next(value, literal).map_or(value, |at| value.get(..at).unwrap_or(value));
    value = value.trim_end_matches('…').trim_end();
    let start = from + value.len() - value.trim_start().len();
    Extent { at: start..from + value.len(), quoted: false, next: end }
}

/// Where another name is given a value in the same line.
fn assigned_next(value: &str, literal: bool) -> Option<usize> {
    let begins = |at: usize| {
        let rest = value.get(at + 1..).unwrap_or_default();
        let name = rest.trim_start().trim_start_matches(['"', '\'']);
        let length = name.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
        let after = name.get(length..).unwrap_or_default();
        let after = if literal { after } else { after.trim_start_matches(['"', '\'', ' ']) };
        let sign = after.starts_with('=') || (!literal && after.starts_with(':'));
        length > 0 && !name.starts_with(|c: char| c.is_ascii_digit()) && sign && (rest.len() > name.len() || literal)
    };
    let sign = |c: char| if literal { c == ' ' } else { matches!(c, ',' | ';') };
    value.match_indices(sign).map(|(at, _)| at).find(|at| begins(*at))
}

/// The lines of a value that begins below its name: a block of YAML, or what stands between `<<END` and `END`.
pub(crate) fn block(text: &str, name: usize, first: &str, end: usize) -> Vec<Range<usize>> {
    let column = name - text.get(..name).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let word = first.strip_prefix("<<").map(|rest| rest.trim_matches(['-', '~', '"', '\'', ' ']));
    let is_block =
        first.starts_with(['|', '>']) && first.bytes().skip(1).all(|b| b.is_ascii_digit() || b"+-".contains(&b));
    if !is_block && word.is_none_or(str::is_empty) {
        return Vec::new();
    }
    let mut out = Vec::new();
    let Some(mut at) = text.get(end..).and_then(|rest| rest.find('\n')).map(|length| end + length + 1) else {
        return out;
    };
    for line in text.get(at..).unwrap_or_default().split_inclusive('\n').take(LINES) {
        let bare = line.trim();
        let inner = line.as_bytes().get(column).is_none_or(|b| b.is_ascii_whitespace());
        if word.map_or(!bare.is_empty() && !inner, |word| bare == word) || bare.starts_with("-----") {
            break;
        }
        // The margin of a shown file is none of the line.
        let skipped = if is_block { text.floor_char_boundary(at + column.min(line.len())) - at } else { 0 };
        let body = line.get(skipped..).unwrap_or_default();
        let start = at + line.len() - body.trim_start().len();
        out.push(start..start + body.trim().len());
        at += line.len();
    }
    out.retain(|line| !line.is_empty());
    out
}

/// A value among other words: what is surely of it, and as far as it may go on.
pub(crate) fn word(text: &str, from: usize, name: usize, tight: bool) -> (Range<usize>, Range<usize>) {
    let rest = text.get(from..).unwrap_or_default();
    let sure = |c: char| c.is_whitespace() || "\"'`\\<>(){}[],;&|".contains(c);
    let small = rest.find(sure).unwrap_or(rest.len());
    let near = rest.get(..rest.floor_char_boundary(small + BEYOND)).unwrap_or(rest);
    let length = near.find(|c: char| c.is_whitespace() || "\"'`\\".contains(c)).unwrap_or(near.len());
    let word = near.get(..length).unwrap_or_default();
    let before = text.get(text.floor_char_boundary(name.saturating_sub(BEFORE))..name).unwrap_or_default();
    let before = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let query = tight && before.ends_with(['?', '&']);
    let open: Vec<char> = [('(', ')'), ('[', ']'), ('{', '}')]
        .into_iter()
        .filter(|(open, close)| before.matches(*open).count() > before.matches(*close).count())
        .map(|(_, close)| close)
        .collect();
    let mut depth = 0_i32;
    let mut ends = |(at, c): (usize, char)| {
        let after = word.get(at + c.len_utf8()..).unwrap_or_default();
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        let tag = c == '<' && after.starts_with(|c: char| c == '/' || c.is_ascii_alphabetic()) && after.contains('>');
        let pair = matches!(c, '&' | ';' | ',') && is_pair(after);
        (query && matches!(c, '&' | '#')) || tag || pair || (depth < 0 && open.contains(&c))
    };
    let length = word.char_indices().find(|one| ends(*one)).map_or(word.len(), |(at, _)| at);
    let whole = opened(word.get(..length).unwrap_or_default());
    (from..from + small, from..from + whole.len().max(small))
}

/// A word without what ends a sentence or closes what it did not open.
fn opened(word: &str) -> &str {
    let mut word = word;
    loop {
        let less = word.trim_end_matches([',', ';', '|', '&']);
        let closed = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')]
            .into_iter()
            .filter(|(open, close)| less.matches(*open).count() < less.matches(*close).count())
            .find_map(|(_, close)| less.strip_suffix(close));
        match closed {
            Some(less) => word = less,
            None => return less,
        }
    }
}

/// `Database=…` of a connection's text.
fn is_pair(text: &str) -> bool {
    let length = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')).count();
    text.is_empty() || (length > 0 && text.get(length..).is_some_and(|rest| rest.starts_with(['=', ':', ' '])))
}

/// The parts of a place that lie in one line each.
pub(crate) fn lines(text: &str, at: Range<usize>) -> Vec<Range<usize>> {
    let mut start = at.start;
    let mut out = Vec::new();
    for line in text.get(at).unwrap_or_default().split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        // With the backslash over which it goes on.
        let bare = if bare.len() < line.len() { bare.strip_suffix('\\').unwrap_or(bare) } else { bare };
        let begin = start + bare.len() - bare.trim_start().len();
        out.push(begin..begin + bare.trim().len());
        start += line.len();
    }
    out.retain(|line| !line.is_empty());
    out
}
