//! Maps as Ruby and PHP write them (`{:a => 1}`, `['a' => 1]`, `array('a' => 1)`), brought to JSON's signs.

/// Longest key that is looked for behind a bracket.
const KEY: usize = 128;

/// The text with braces around its maps and colons behind their keys. None where a bracket has no partner.
pub(super) fn in_braces(text: &str) -> Option<String> {
    if !text.contains("=>") {
        return None;
    }
    let start = text.find(['{', '[']).into_iter().chain(text.find("array(")).min()?;
    let (mut plain, mut rest) = (text.get(..start)?.to_owned(), text.get(start..)?);
    let mut open = Vec::new();
    while let Some(sign) = rest.chars().next() {
        let mut len = sign.len_utf8();
        match sign {
            '"' | '\'' => {
                len = text_length(rest, sign)?;
                plain.push_str(rest.get(..len)?);
            }
            'a' if rest.starts_with("array(") => {
                len = "array(".len();
                let map = begins_a_map(rest.get(len..)?);
                plain.push(if map { '{' } else { '[' });
                open.push((')', if map { '}' } else { ']' }));
            }
            '{' | '[' => {
                let map = sign == '{' || begins_a_map(rest.get(1..)?);
                plain.push(if map { '{' } else { '[' });
                open.push((if sign == '{' { '}' } else { ']' }, if map { '}' } else { ']' }));
            }
            '}' | ']' | ')' => {
                let (_, written) = open.pop().filter(|(wanted, _)| *wanted == sign)?;
                plain.push(written);
            }
            '=' if rest.starts_with("=>") => {
                len = "=>".len();
                plain.push(':');
            }
            ':' if symbol(rest) > 0 => {
                len = 1 + symbol(rest);
                plain.extend(["\"", rest.get(1..len)?, "\""]);
            }
            other => plain.push(other),
        }
        rest = rest.get(len..)?;
        if open.is_empty() {
            break;
        }
    }
    plain.push_str(rest.strip_prefix(';').unwrap_or(rest));
    open.is_empty().then_some(plain)
}

/// How long the name of a symbol is: `:name`, and no colon that follows a key.
fn symbol(text: &str) -> usize {
    let name = text.get(1..).unwrap_or_default();
    name.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count()
}

/// How long a text with its quotes is.
fn text_length(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if sign == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn begins_a_map(inside: &str) -> bool {
    let inside = inside.trim_start();
    let near = inside.get(..inside.floor_char_boundary(KEY)).unwrap_or_default();
    let end = match near.chars().next() {
        Some(quote @ ('"' | '\'')) => text_length(near, quote),
        Some(':') => Some(1 + symbol(near)),
        _ => None,
    };
    end.and_then(|end| near.get(end..)).is_some_and(|rest| rest.trim_start().starts_with("=>"))
}
