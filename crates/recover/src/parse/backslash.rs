//! What a backslash means where JSON has none: another language's escape, a mark that needs none, or a text
//! that was not escaped at all (a path of Windows, a pattern). What is none of these nobody knows.

/// What it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A character, and how many bytes of the text name it.
    Character(char, usize),
    /// It is a part of the text.
    Text,
    /// What follows needs none.
    Needless,
    /// One too many, one too few, or a part of the text.
    Unknown,
}

/// Reads backslashes of one string, `raw` between its quotes.
pub(super) struct Backslashes<'t> {
    raw: &'t str,
    /// Whether none of them is an escape, once that was asked.
    plain: Option<bool>,
}

impl<'t> Backslashes<'t> {
    pub(super) fn of(raw: &'t str) -> Self {
        Self { raw, plain: None }
    }

    /// What the one means after which `rest` stands.
    pub(super) fn meaning(&mut self, rest: &str) -> Meaning {
        let raw = self.raw;
        if *self.plain.get_or_insert_with(|| is_plain(raw)) {
            return Meaning::Text;
        }
        match rest.chars().next() {
            Some('x') => hexadecimal(rest, 2).filter(|(c, _)| !starts_bytes(*c, rest)),
            Some('u') => braced(rest),
            Some('U') => hexadecimal(rest, 8),
            Some(c) if is_needless(c) => return Meaning::Needless,
            _ => None,
        }
        .map_or(Meaning::Unknown, |(c, len)| Meaning::Character(c, len))
    }
}

/// Marks that no pattern and no page wants a backslash before.
fn is_needless(c: char) -> bool {
    matches!(c, '_' | ',' | ';' | ':' | '!' | '@' | '#' | '%' | '&' | '=' | '~' | '<' | '>' | ' ' | '$' | '-')
        || !(c.is_ascii() || c.is_alphanumeric())
}

/// `x41`, `U0001F600`: a character that can be seen.
fn hexadecimal(rest: &str, digits: usize) -> Option<(char, usize)> {
    let code = rest.get(1..=digits).filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()))?;
    visible(code).map(|c| (c, 1 + digits))
}

/// Most digits in braces.
const DIGITS: usize = 6;

/// `u{1F600}`
fn braced(rest: &str) -> Option<(char, usize)> {
    let inside = rest.get(1..)?.strip_prefix('{')?;
    let end = inside.bytes().take(DIGITS + 1).position(|b| b == b'}').filter(|end| *end > 0)?;
    let code = inside.get(..end).filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()))?;
    visible(code).map(|c| (c, 3 + code.len()))
}

fn visible(code: &str) -> Option<char> {
    u32::from_str_radix(code, 16).ok().and_then(char::from_u32).filter(|c| !c.is_control())
}

/// `\xc3\xa9`: bytes of one character, rather than two.
fn starts_bytes(c: char, rest: &str) -> bool {
    !c.is_ascii() && rest.get(3..).is_some_and(|after| after.starts_with("\\x"))
}

/// Whether the backslashes that are not doubled are meant as they stand: the text is a path or a pattern, and
/// none of them can be read as an escape.
fn is_plain(raw: &str) -> bool {
    let halved = raw.replace("\\\\", DOUBLED);
    let mut escapes = halved.match_indices('\\').map(|(at, _)| halved.as_bytes().get(at + 1).copied());
    if escapes.any(|b| matches!(b, None | Some(b'"' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u'))) {
        return false;
    }
    if !halved.contains(DOUBLED) || has_drive(&halved) {
        return has_drive(&halved) || is_pattern(&halved) || halved.split_whitespace().any(is_path);
    }
    // Of doubled ones one may have lost its twin.
    let mut alone = halved.split_whitespace().filter(|word| word.contains('\\'));
    let (Some(word), None) = (alone.next(), alone.next()) else { return false };
    let beside = word.contains("\0\\") || word.contains("\\\0");
    let named = word.split('\\').nth(1).is_some_and(|name| name.starts_with(char::is_alphanumeric));
    let said = word.replace(DOUBLED, "\\");
    let path = named && (has_drive(&said) || is_path(&said));
    word.matches('\\').count() == 1 && !beside && (path || is_pattern(&said))
}

/// Stands for a doubled backslash.
const DOUBLED: &str = "\0";

/// `C:\Users`, its first backslash not doubled.
fn has_drive(raw: &str) -> bool {
    raw.match_indices(":\\").any(|(at, _)| {
        let before = raw.as_bytes().get(at.saturating_sub(2)..at).unwrap_or_default();
        let letter = before.last().is_some_and(u8::is_ascii_alphabetic);
        let alone = before.len() < 2 || !before.first().is_some_and(u8::is_ascii_alphanumeric);
        letter && alone && raw.get(at + 2..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
    })
}

/// `src\main\lib`, `src\lib.rs`: names between backslashes, two of them or with the ending of a file.
fn is_path(word: &str) -> bool {
    let name = |part: &str| {
        part.chars().count() > 1
            && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '~' | '%'))
    };
    let word = word.trim_matches(|c: char| matches!(c, ',' | ';' | ':' | '(' | ')' | '\'' | '`'));
    let backslashes = word.matches('\\').count();
    let ending = word.rsplit_once('.').is_some_and(|(stem, end)| {
        stem.contains('\\') && (1..=5).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    (backslashes > 1 || (backslashes == 1 && ending)) && word.split('\\').all(name)
}

/// `\d+`, `^\w`, `(\s|$)`: a class of characters where a pattern has one; `\sqrt{2}`.
fn is_pattern(raw: &str) -> bool {
    raw.match_indices('\\').any(|(at, _)| {
        let before = raw.get(..at).and_then(|t| t.chars().next_back());
        let mut after = raw.get(at + 1..).unwrap_or_default().chars();
        let class = matches!(after.next(), Some('d' | 'D' | 'w' | 'W' | 's' | 'S'));
        let next = after.next();
        let alone = next.is_none_or(char::is_whitespace) && before.is_none_or(char::is_whitespace);
        let counted = next.is_some_and(|c| "+*?{)]|.$^\\[(".contains(c));
        let command = raw.get(at + 1..).unwrap_or_default();
        let name = command.bytes().take_while(u8::is_ascii_alphabetic).count();
        (class && (counted || alone)) || (name > 1 && command.as_bytes().get(name) == Some(&b'{'))
    })
}
