//! Other spellings of a whole text, which are read where the text as it stands gives nothing sound: signs
//! of other scripts in the place of those of JSON, and something before or behind each of its lines.

use super::between::Between;
use super::{calls, doubled, encoded, prefixed, rockets, yaml};
use crate::parse::scan::Scan;
use crate::repair::Repair;

/// Signs that look like one of JSON's or mean it in another script.
const SIGNS: &[(char, char)] = &[
    ('，', ','),
    ('﹐', ','),
    ('、', ','),
    ('،', ','),
    ('：', ':'),
    ('﹕', ':'),
    ('；', ','),
    ('؛', ','),
    ('｛', '{'),
    ('﹛', '{'),
    ('｝', '}'),
    ('﹜', '}'),
    ('［', '['),
    ('］', ']'),
];

/// What may stand before each line: of a quotation, a table, a difference, an event, a comment, a shell.
const MARGINS: &[&str] = &[">", "|", "+", "data:", "//", "#", "*", "$"];

/// A way to spell a whole text.
pub(crate) struct Spelling {
    pub(crate) repair: Repair,
    /// What is sound as it stands may be a part of what is meant; otherwise only a doubtful text is spelled so.
    pub(crate) around: bool,
    /// What is read so without a doubt may be the same that was read with one.
    pub(crate) settles: bool,
    /// Only a schema tells that it is meant as a value.
    pub(crate) asked: bool,
    /// None where nothing in the text is spelled otherwise.
    pub(crate) respell: fn(&str) -> Option<String>,
}

/// The spellings, in the order in which they are tried.
pub(crate) const SPELLINGS: [Spelling; 14] = [
    Spelling { repair: Repair::Wrapper, around: true, settles: false, asked: false, respell: calls::of_python },
    Spelling { repair: Repair::Wrapper, around: true, settles: false, asked: false, respell: calls::in_json },
    Spelling { repair: Repair::Wrapper, around: false, settles: false, asked: true, respell: calls::of_bare_python },
    Spelling { repair: Repair::Fence, around: false, settles: false, asked: true, respell: yaml::fenced },
    Spelling { repair: Repair::MissingColon, around: false, settles: false, asked: true, respell: rockets::in_braces },
    Spelling { repair: Repair::Wrapper, around: true, settles: false, asked: false, respell: calls::of_keys },
    Spelling {
        repair: Repair::PythonLiteral,
        around: false,
        settles: true,
        asked: false,
        respell: prefixed::without_prefixes,
    },
    Spelling { repair: Repair::LookAlike, around: false, settles: false, asked: false, respell: with_quotes },
    Spelling { repair: Repair::LookAlike, around: true, settles: false, asked: false, respell: in_ascii },
    Spelling { repair: Repair::Margin, around: false, settles: false, asked: false, respell: without_margin },
    Spelling { repair: Repair::Margin, around: false, settles: false, asked: false, respell: without_continuations },
    Spelling {
        repair: Repair::DoubleEncoded,
        around: false,
        settles: true,
        asked: false,
        respell: encoded::with_breaks,
    },
    Spelling {
        repair: Repair::DoubleEncoded,
        around: false,
        settles: true,
        asked: false,
        respell: encoded::without_escapes,
    },
    Spelling {
        repair: Repair::WrongBracket,
        around: false,
        settles: true,
        asked: false,
        respell: doubled::with_single_braces,
    },
];

/// Tokens that stand for quotes in the calls of Gemma and its kin.
const QUOTES: [&str; 2] = ["<|\"|>", "<escape>"];

/// With quotes in the place of the tokens that stand for them, and around the keys beside them, which have none; what
/// is between two of them is a text as it stands.
fn with_quotes(text: &str) -> Option<String> {
    let quote = *QUOTES.iter().find(|quote| text.contains(**quote))?;
    let mut plain = String::with_capacity(text.len());
    for (n, part) in text.split(quote).enumerate() {
        if n > 0 {
            plain.push('"');
        }
        if n % 2 == 0 {
            with_quoted_keys(part, &mut plain);
            continue;
        }
        for c in part.chars() {
            match c {
                '"' | '\\' => plain.extend(['\\', c]),
                '\n' => plain.push_str("\\n"),
                '\r' => plain.push_str("\\r"),
                '\t' => plain.push_str("\\t"),
                c => plain.push(c),
            }
        }
    }
    Some(plain)
}

/// Brings what stands between two texts, each word in the place of a key quoted.
fn with_quoted_keys(text: &str, plain: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['{', ',']) {
        let (before, after) = rest.split_at(at + 1);
        let word = after.trim_start();
        let key = word.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        let (word, behind) = word.split_at(word.len() - key.len());
        plain.push_str(before);
        if word.is_empty() || !behind.trim_start().starts_with(':') {
            rest = after;
            continue;
        }
        plain.extend(["\"", word, "\""]);
        rest = behind;
    }
    plain.push_str(rest);
}

fn meant(sign: char) -> Option<char> {
    SIGNS.iter().find(|(other, _)| *other == sign).map(|(_, ascii)| *ascii)
}

/// With JSON's own signs between its strings; each takes as many bytes as the one it stands for.
fn in_ascii(text: &str) -> Option<String> {
    if !text.bytes().any(|b| matches!(b, 0xef | 0xe3 | 0xd8)) || !text.contains(|c| meant(c).is_some()) {
        return None;
    }
    let mut between = Between::new(text, ends);
    let mut plain = String::with_capacity(text.len());
    let mut changed = false;
    for (at, sign) in text.char_indices() {
        let ascii = meant(sign).filter(|_| !between.is_in_a_string());
        match ascii {
            Some(ascii) => {
                plain.push(ascii);
                (1..sign.len_utf8()).for_each(|_| plain.push(' '));
                changed = true;
            }
            None => plain.push(sign),
        }
        between.pass(at, sign, ascii.unwrap_or(sign));
    }
    changed.then_some(plain)
}

/// Whether structure follows, in whichever script.
fn ends(scan: &Scan<'_>, at: usize) -> bool {
    let next = scan.text.get(scan.skip_space(at)..).and_then(|rest| rest.chars().next());
    next.is_none_or(|sign| matches!(sign, ',' | ':' | '}' | ']') || meant(sign).is_some())
}

/// Without what stands before each of the lines of a document.
fn without_margin(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let (first, margin) = lines.iter().enumerate().find_map(|(at, line)| Some((at, Margin::of(line)?)))?;
    let inside: Vec<&str> = lines.iter().skip(first).zip(0..).map_while(|(line, n)| margin.off(line, n)).collect();
    // Below words that do not announce it what stands in a comment is commented out.
    let comment = matches!(margin, Margin::Mark("//" | "#"));
    let above = lines.iter().take(first).rfind(|line| !line.trim().is_empty());
    let announced = above.is_none_or(|line| line.trim_end().ends_with([':', '：', '`']));
    if inside.len() < 2 || comment && !announced {
        return None;
    }
    let before = lines.iter().take(first);
    let after = lines.iter().skip(first + inside.len());
    Some(before.chain(&inside).chain(after).copied().collect::<Vec<_>>().join("\n"))
}

/// Without the backslash that a shell or a macro wants at the end of each line of a document but its last.
fn without_continuations(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let plain = |line: &&str| line.trim_end().strip_suffix('\\').map(|rest| rest.len());
    let first = lines.iter().position(|line| plain(line).is_some() && line.trim_start().starts_with(['{', '[']))?;
    let inside: Vec<&str> = lines.iter().skip(first).map_while(|line| line.get(..plain(line)?)).collect();
    let last = lines.get(first + inside.len())?.trim();
    if !last.starts_with(['}', ']']) {
        return None;
    }
    let (before, after) = (lines.iter().take(first), lines.iter().skip(first + inside.len()));
    Some(before.chain(&inside).chain(after).copied().collect::<Vec<_>>().join("\n"))
}

/// What stands before a line that opens a document.
enum Margin {
    Mark(&'static str),
    /// The line's number, which rises, and what parts it from the line.
    Number(usize, &'static str),
}

impl Margin {
    fn of(line: &str) -> Option<Self> {
        let opens = |rest: &str| rest.trim_start().starts_with(['{', '[']);
        let trimmed = line.trim_start();
        if let Some(mark) = MARGINS.iter().find(|mark| trimmed.strip_prefix(**mark).is_some_and(opens)) {
            return Some(Self::Mark(mark));
        }
        let (number, rest) = numbered(trimmed)?;
        let part =
            [" |", "|", ":", ".", ")", "\t"].into_iter().find(|part| rest.strip_prefix(part).is_some_and(opens))?;
        Some(Self::Number(number, part))
    }

    /// The `n`th line after the first, without it.
    fn off<'t>(&self, line: &'t str, n: usize) -> Option<&'t str> {
        let trimmed = line.trim_start();
        match self {
            Self::Mark(mark) => trimmed.strip_prefix(mark),
            Self::Number(first, part) => {
                let (number, rest) = numbered(trimmed)?;
                rest.strip_prefix(part).filter(|_| number == first + n)
            }
        }
    }
}

fn numbered(line: &str) -> Option<(usize, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    Some((line.get(..digits)?.parse().ok()?, line.get(digits..)?))
}
