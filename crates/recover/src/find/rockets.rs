//! Maps as Ruby and PHP write them (`{:a => 1}`, `['a' => 1]`, `array('a' => 1)`, `{“a” => 1}`), brought to JSON's signs.
//! What stands between quotes, of whichever script, stays as it is.

use super::between::Between;
use crate::parse::scan::Scan;

/// Longest key that is looked for behind a bracket.
const KEY: usize = 128;

/// How PHP's older maps begin.
const ARRAY: &str = "array(";

/// The text with braces around its maps and colons behind their keys. None where a bracket has no partner.
pub(super) fn in_braces(text: &str) -> Option<String> {
    if !text.contains("=>") {
        return None;
    }
    let start = text.find(['{', '[']).into_iter().chain(text.find(ARRAY)).min()?;
    let (words, document) = text.split_at(start);
    let mut plain = words.to_owned();
    let mut between = Between::new(document, ends);
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(sign) = document.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = document.get(at..)?;
        let mut len = sign.len_utf8();
        let mut meant = sign;
        match sign {
            _ if between.is_in_a_string() => plain.push(sign),
            'a' if rest.starts_with(ARRAY) => {
                len = ARRAY.len();
                let map = begins_a_map(rest.get(len..)?);
                meant = if map { '{' } else { '[' };
                plain.push(meant);
                open.push((')', if map { '}' } else { ']' }));
            }
            '{' | '[' => {
                let map = sign == '{' || begins_a_map(rest.get(1..)?);
                meant = if map { '{' } else { '[' };
                plain.push(meant);
                open.push((if sign == '{' { '}' } else { ']' }, if map { '}' } else { ']' }));
            }
            '}' | ']' | ')' => {
                let (_, written) = open.pop().filter(|(wanted, _)| *wanted == sign)?;
                meant = written;
                plain.push(written);
            }
            '=' if rest.starts_with("=>") => {
                len = "=>".len();
                meant = ':';
                plain.push(':');
            }
            ':' if between.may_begin() && symbol(rest) > 0 => {
                len = 1 + symbol(rest);
                meant = '"';
                plain.extend(["\"", rest.get(1..len)?, "\""]);
            }
            other => plain.push(other),
        }
        between.pass(at, sign, meant);
        at += len;
        if open.is_empty() {
            break;
        }
    }
    let rest = document.get(at..)?;
    plain.push_str(rest.strip_prefix(';').unwrap_or(rest));
    open.is_empty().then_some(plain)
}

/// Whether what follows a text of a map stands at an offset.
fn ends(scan: &Scan<'_>, at: usize) -> bool {
    let next = scan.skip_space(at);
    let sign = matches!(scan.at(next), b',' | b':' | b';' | b'}' | b']' | b')' | 0);
    sign || scan.starts(next, "=>") || scan.comment_end(next) > next
}

/// How long the name of a symbol is: `:name`.
fn symbol(text: &str) -> usize {
    let name = text.get(1..).unwrap_or_default();
    name.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count()
}

fn begins_a_map(inside: &str) -> bool {
    let inside = inside.trim_start();
    let near = inside.get(..inside.floor_char_boundary(KEY)).unwrap_or_default();
    let scan = Scan::new(near);
    let end = match scan.quote(0) {
        Some(_) => scan.short_string(0),
        None => near.starts_with(':').then(|| 1 + symbol(near)),
    };
    end.is_some_and(|end| scan.starts(scan.skip_space(end), "=>"))
}
