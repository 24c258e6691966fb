//! A text as words, numbers and marks, with what must not be read as a date already barred:
//! quoted parts, addresses, tags and file names.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Mark,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Lower case, with typewriter apostrophes and hyphens.
    pub(super) text: String,
    pub(super) span: Range<usize>,
    /// One capital letter: "3A" is the name of something.
    pub(super) capital: bool,
    /// It begins with a capital letter.
    pub(super) upper: bool,
    /// Two or three capital letters: "UA 12" is the name of something.
    pub(super) code: bool,
    /// No space between this token and the one before.
    pub(super) glued: bool,
    /// Never part of a date.
    pub(super) barred: bool,
}

pub(super) fn lex(text: &str) -> Vec<Token> {
    let (quoted, addresses) = (quotes(text), addresses(text));
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let end_of = |at: usize| chars.get(at).map_or(text.len(), |(offset, _)| *offset);
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some((start, first)) = chars.get(at).copied() {
        let from = at;
        at += 1;
        if first.is_whitespace() && first != '\n' {
            continue;
        }
        let kind = if first.is_ascii_digit() {
            while chars.get(at).is_some_and(|(_, c)| c.is_ascii_digit()) {
                at += 1;
            }
            Kind::Number
        } else if is_letter(first) {
            while let Some((_, c)) = chars.get(at) {
                let apostrophe = matches!(c, '\'' | '’');
                let inner = apostrophe && chars.get(at + 1).is_some_and(|(_, c)| is_letter(*c));
                if !is_letter(*c) && !inner {
                    break;
                }
                at += 1;
            }
            Kind::Word
        } else {
            Kind::Mark
        };
        let span = start..end_of(at);
        let glued = from > 0 && tokens.last().is_some_and(|last| last.span.end == start);
        let word: String = chars[from..at].iter().map(|(_, c)| plain(*c)).collect();
        tokens.push(Token {
            kind,
            text: word.to_lowercase(),
            upper: first.is_uppercase(),
            code: (2..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_uppercase()),
            capital: word.len() == 1 && first.is_ascii_uppercase(),
            glued,
            barred: within(&quoted, start) || within(&addresses, start),
            span,
        });
    }
    tokens
}

/// Whether one of the sorted ranges holds `at`.
fn within(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.contains(&at))
}

fn is_letter(c: char) -> bool {
    // Letters with marks of their own, and digits of other scripts, which are no numbers here.
    c.is_alphanumeric() && !c.is_ascii_digit()
}

fn plain(c: char) -> char {
    match c {
        '’' => '\'',
        '–' | '—' | '−' | '‑' => '-',
        other => other,
    }
}

/// In bytes.
const LONGEST_QUOTE: usize = 1_000;

/// Quoted parts, marks included. A mark after a letter or digit is an inch or an apostrophe.
fn quotes(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut before: Option<char> = None;
    for (start, c) in text.char_indices() {
        let opens = !before.is_some_and(char::is_alphanumeric);
        before = Some(c);
        if found.last().is_some_and(|last| start < last.end) || !opens {
            continue;
        }
        let close: &[char] = match c {
            '"' => &['"'],
            '“' | '„' => &['”', '“'],
            '«' => &['»'],
            '`' => &['`'],
            '\'' => &['\''],
            '‘' => &['’'],
            _ => continue,
        };
        let rest = start + c.len_utf8();
        // On the same line and not far: a lone mark must not swallow the rest of a long text.
        let mut line = text[rest..].char_indices().take_while(|(at, c)| *c != '\n' && *at < LONGEST_QUOTE);
        let closing = line.find(|(at, c)| {
            let after = text[rest + at + c.len_utf8()..].chars().next();
            // Inside single quotes an apostrophe is part of a word.
            let ends = !matches!(c, '\'' | '’') || !after.is_some_and(char::is_alphanumeric);
            close.contains(c) && ends && *at > 0
        });
        if let Some((at, c)) = closing {
            found.push(start..rest + at + c.len_utf8());
        }
    }
    found
}

/// Web and mail addresses, `#tags`, `@people` and `snake_case` names.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut found = Vec::new();
    for chunk in text.split(char::is_whitespace) {
        let mut chars = chunk.chars();
        let (first, second) = (chars.next(), chars.next());
        let tag = first == Some('#') || (first == Some('@') && second.is_some_and(|c| !c.is_ascii_digit()));
        let address = chunk.contains("://")
            || chunk.starts_with("www.")
            || chunk.contains('_')
            || chunk.contains('\\')
            || chunk.char_indices().any(|(at, c)| c == '@' && at > 0 && chunk[at + 1..].contains('.'));
        if tag || address {
            found.push(start..start + chunk.len());
        }
        // One separator char follows each chunk but the last.
        let next = text[start + chunk.len()..].chars().next();
        start += chunk.len() + next.map_or(0, char::len_utf8);
    }
    found
}
