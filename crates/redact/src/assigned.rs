//! Values that are given to a name that says they are secret: `DB_PASSWORD=…`, `"api_key": "…"`. A value
//! counts only if it looks like one: neither code, a reference, a sample, a word nor a sum.

use crate::Found;
use crate::extents::{self, Extent, Place};
use crate::names::is_variable;
use crate::values::{Form, begins_code, is_apart, is_code, is_name, is_reference, is_secret};
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

pub(crate) const KIND: &str = "password or key";

/// A value that stands beside its name, without quotation marks, is no longer.
const BESIDE_IT: usize = 256;

/// A name that says so.
const NAME: &str = r"(?P<key>[A-Za-z0-9_.-]{0,60}?(?i:password|passwd|passwort|kennwort|wachtwoord|mot_?de_?passe|contrase(?:ñ|n|nn|ny)a|parol[aă]|senha|passphrase|passcode|pwd|secret|token|credentials?|(?:api|secret|access|private|encryption|signing|master|account|auth|service|license|preshared|shared)[_.-]?key|[_.-]pass|(?-u:\b)pass|[_.-]auth|[_.-]key|[_.-]pat|dsn)(?i-u:[_-]?(?:[0-9]{1,3}|base|key|value|prod|production|staging|dev|test|live))?)";

static ASSIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let sign = r#"(?P<close>\\{0,3}["'`]?\]?(?:\*\*|__)?)(?P<sign>[ \t]{0,16}(?::=|=>|\|\|=|\?\?=|\?=|={1,3}|:)[ \t]{0,16}|[ \t]{1,4}(?i-u:is|ist|lautet|est|es|este|è)[ \t:]{1,4}|[ \t]{0,4}(?:,|\|\||\?\?|\?:|(?-u:\b)(?i-u:or)(?-u:\b))[ \t]{0,4}|\()"#;
    Regex::new(&format!("(?-u:\\b){NAME}{sign}")).ok()
});

/// The same as an element: `<password>…</password>`.
static ELEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let value = r"\s{0,80}(?:<!\[CDATA\[(?P<c>[^\r\n]{4,}?)\]\]>|(?P<u>[^<>\r\n]{4,}))\s{0,80}</";
    Regex::new(&format!(r"<(?:[A-Za-z0-9_.-]{{1,60}}:)?{NAME}(?:[ \t][^<>\r\n]{{0,200}})?>{value}")).ok()
});

/// The same with the name as the value of one thing and the value beside it: `{"name": "DB_PASSWORD", "value": "…"}`,
/// `- name: DB_PASSWORD\n  value: …`, `<add key="DbPassword" value="…"/>`, `variable "db_password" { default = "…" }`.
static BESIDE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let named =
        r#"(?-u:\b)(?i:name|key|id|variable|option|parameter_?key)\\{0,3}["']?[ \t]{0,4}[:= ][ \t]{0,4}\\{0,3}["']?"#;
    let between = r#"\\{0,3}["']?(?:[\s,;{>-]|\\[nrt]|(?:type|description|sensitive|String|string)(?-u:\b)[^\r\n=:]{0,20}[=:][^\r\n]{0,80}[\r\n]){0,40}"#;
    let value = r#"(?:\\{0,3}["']?(?-u:\b)(?i:value|default|content)\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}|<value>|>)"#;
    Regex::new(&format!("{named}{NAME}{between}{value}")).ok()
});

/// The same with a space alone, as files of containers and servers have it: `ENV DB_PASSWORD …`.
static SPACED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let margin = r"(?m)^[ \t0-9|+>:-]{0,20}(?:ENV|SetEnv|setenv|set -g?x)[ \t]{1,8}";
    Regex::new(&format!("{margin}{NAME}[ \\t]{{1,8}}(?P<u>[^=\\s][^\\r\\n]{{3,}})")).ok()
});

/// Where such values stand.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let mut take = |found: Vec<Range<usize>>| {
        let lines = found.into_iter().flat_map(|at| extents::lines(text, at));
        out.extend(lines.enumerate().map(|(n, line)| (line, (n == 0).then_some(KIND))));
    };
    let mut at = 0;
    while let Some(found) = ASSIGNED.as_ref().and_then(|pattern| pattern.captures_at(text, at)) {
        let (places, next) = assigned(text, &found);
        take(places);
        at = next.max(found.get(0).map_or(text.len(), |all| all.end()));
    }
    for found in BESIDE.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(key), Some(all)) = (found.name("key"), found.get(0)) else { continue };
        let value = extents::quoted(text, all.end()).unwrap_or_else(|| beside(text, all.as_str(), all.end()));
        let form = if value.quoted { Form::Quoted } else { Form::Alone };
        if text.get(value.at.clone()).is_some_and(|value| is_secret(key.as_str(), value, form)) {
            take(vec![value.at]);
        }
    }
    for found in SPACED.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(key), Some(value)) = (found.name("key"), found.name("u")) else { continue };
        let value = extents::quoted(text, value.start()).map_or(value.range(), |value| value.at);
        if text.get(value.clone()).is_some_and(|value| is_secret(key.as_str(), value, Form::Literal)) {
            take(vec![value]);
        }
    }
    for found in ELEMENT.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(key), Some(value)) = (found.name("key"), found.name("c").or_else(|| found.name("u"))) else {
            continue;
        };
        if is_secret(key.as_str(), value.as_str(), Form::Quoted) {
            take(vec![value.range()]);
        }
    }
    out
}

/// A value without quotation marks that stands beside a name.
fn beside(text: &str, sign: &str, from: usize) -> Extent {
    match sign.ends_with('>') {
        true => {
            let length = text.get(from..).and_then(|rest| rest.find(['<', '\n'])).unwrap_or(0);
            Extent { at: from..from + length, quoted: true, next: from + length }
        }
        false => {
            let near = text.get(..text.floor_char_boundary(from.saturating_add(BESIDE_IT))).unwrap_or(text);
            extents::line(near, from, Place::Line, false)
        }
    }
}

/// What is secret of a value that a name is given, and where the next name can begin.
fn assigned(text: &str, found: &Captures<'_>) -> (Vec<Range<usize>>, usize) {
    let none = (Vec::new(), 0);
    let (Some(key), Some(close), Some(sign)) = (found.name("key"), found.name("close"), found.name("sign")) else {
        return none;
    };
    let (mut name, from) = (key.range(), sign.end());
    // The end of a line in a text within a text: `\nDB_PASSWORD=`.
    if text.get(..name.start).is_some_and(|before| before.ends_with('\\')) && key.as_str().starts_with(['n', 'r', 't'])
    {
        name.start += 1;
    }
    let key = text.get(name.clone()).unwrap_or_default();
    let (closed, tight) = (!close.is_empty(), sign.as_str() == "=");
    let literal = tight && is_variable(key);
    let form = if literal { Form::Literal } else { Form::Quoted };
    match sign.as_str().trim() {
        "," if !closed || !is_argument(text.get(..name.start).unwrap_or_default()) => return none,
        "(" if !sets(key) => return none,
        _ => {}
    }
    if let Some(value) = extents::quoted(text, from) {
        // A command of a shell.
        let command = literal && text.get(..value.at.start).is_some_and(|before| before.ends_with('`'));
        if command && text.get(value.at.clone()).is_some_and(|value| value.contains(' ')) {
            return none;
        }
        return marked(text, key, &value, form);
    }
    let rest = text.get(from..).unwrap_or_default();
    if let Some(value) = typed(rest).and_then(|length| extents::quoted(text, from + length)) {
        return marked(text, key, &value, form);
    }
    if matches!(sign.as_str().trim(), "," | "(" | "||" | "??" | "?:")
        || sign.as_str().trim().eq_ignore_ascii_case("or")
        || (sign.as_str().ends_with(':') && rest.starts_with(':'))
    {
        return none;
    }
    let is_sign = sign.as_str().trim().starts_with([':', '=']);
    match if is_sign { extents::place(text, name.start, closed) } else { Place::Within } {
        Place::Within => {}
        Place::First(..) if !literal => {}
        place => {
            if let Some(found) = in_line(text, key, name.start, from, place, literal) {
                return found;
            }
        }
    }
    among(text, key, name.start, from, sign.as_str())
}

/// The length of the type between a name and its value: `: &str = "…"`.
fn typed(text: &str) -> Option<usize> {
    let near = text.get(..text.floor_char_boundary(48)).unwrap_or(text);
    let (kind, after) = near.split_once('=')?;
    let plain = kind.chars().all(|c| c.is_ascii_alphanumeric() || "_.<>[]|?&' ".contains(c));
    let blank = after.len() - after.trim_start_matches([' ', '\t']).len();
    let begins = kind.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '&' | '['));
    (plain && begins).then_some(kind.len() + 1 + blank)
}

/// Whether a name that stands behind this is one of a call or of options: `define("DB_PASSWORD", "…")`,
/// `["--password", "…"]`.
fn is_argument(before: &str) -> bool {
    let bare = before.trim_end_matches('-');
    let option = bare.len() < before.len() && bare.ends_with(['"', '\'']);
    option || ["(\"", "('"].iter().any(|begin| before.ends_with(begin))
}

/// Whether a name is one of what sets a value: `setPassword("…")`.
fn sets(key: &str) -> bool {
    ["set", "with", "use"].iter().any(|verb| key.rsplit('.').next().is_some_and(|name| name.starts_with(verb)))
}

/// A value in quotation marks.
fn marked(text: &str, key: &str, value: &Extent, form: Form) -> (Vec<Range<usize>>, usize) {
    let body = text.get(value.at.clone()).unwrap_or_default();
    let (at, inner) = default_of(value.at.clone(), body);
    let mut places = vec![at];
    let parts = extents::more(text, value.next);
    let next = parts.last().map_or(value.next, |last| last.end);
    let whole: String =
        parts.iter().filter_map(|part| text.get(part.clone())).fold(inner.to_owned(), |all, part| all + part);
    if !is_secret(key, inner, form) && (parts.is_empty() || !is_secret(key, &whole, form)) {
        return (Vec::new(), value.next);
    }
    places.extend(parts);
    // Words of a shell go on behind their marks: `"ab"cd`.
    if form == Form::Literal {
        let rest = text.get(next..).unwrap_or_default();
        let length = rest.find(|c: char| c.is_whitespace() || ",;)]}|&<>\\\"'`".contains(c)).unwrap_or(rest.len());
        if length > 0 {
            places.push(next..next + length);
        }
        return (places, next + length);
    }
    (places, next)
}

/// The value that a variable has where it is given none: `${DB_PASSWORD:-…}`.
fn default_of(at: Range<usize>, value: &str) -> (Range<usize>, &str) {
    let inner = value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')).filter(|inner| !inner.contains('{'));
    let default = inner.and_then(|inner| inner.split_once('-').or_else(|| inner.split_once(":=")));
    match default {
        Some((name, default)) if name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':')) => {
            (at.end - 1 - default.len()..at.end - 1, default)
        }
        _ => (at, value),
    }
}

/// A value that goes to the end of its line; none where it is rather one among other words.
fn in_line(
    text: &str,
    key: &str,
    name: usize,
    from: usize,
    place: Place,
    literal: bool,
) -> Option<(Vec<Range<usize>>, usize)> {
    let mut value = extents::line(text, from, place, literal);
    let untagged = untagged(text.get(value.at.clone())?);
    value.at.start = value.at.end - untagged.len();
    if untagged.starts_with(['"', '\'', '`']) && value.at.start > from {
        return extents::quoted(text, value.at.start).map(|value| marked(text, key, &value, Form::Quoted));
    }
    if place == Place::Line && untagged.starts_with(['|', '>', '<']) {
        let lines = extents::block(text, name, untagged, value.at.end);
        if let Some(last) = lines.last() {
            let next = last.end;
            let whole = lines.iter().filter_map(|line| text.get(line.clone())).collect::<Vec<_>>().join("\n");
            let secret = is_secret(key, &whole, Form::Quoted);
            return Some((if secret { lines } else { Vec::new() }, next));
        }
    }
    let whole = untagged.replace("\\\r\n", "").replace("\\\n", "");
    let (at, inner) = default_of(value.at.clone(), &whole);
    let first = inner.split_whitespace().next().unwrap_or_default();
    if is_reference(inner) || is_reference(first) {
        let all = is_reference(inner) && !inner.contains(['"', '\'']);
        return Some((Vec::new(), if all { value.next } else { from }));
    }
    if literal {
        if is_call(inner) {
            return Some((Vec::new(), from));
        }
        let rest = inner.get(first.len()..).unwrap_or_default();
        if is_apart(rest) {
            let first_at = at.start..at.start + first.len();
            return is_secret(key, first, Form::Literal).then(|| (vec![first_at.clone()], first_at.end));
        }
        return is_secret(key, inner, Form::Literal).then(|| (vec![at], value.next));
    }
    let bare = inner.trim_end_matches([',', ';']);
    let at = at.start..at.end - (inner.len() - bare.len());
    let form = if bare.len() == inner.len() { Form::Alone } else { Form::Within };
    let first = bare.split_whitespace().next().unwrap_or_default();
    let line = text.get(at.start..value.next.max(at.start)).unwrap_or_default();
    if is_reference(bare) || is_code(bare) || is_code(line.trim()) || is_name(bare) {
        return Some((Vec::new(), from));
    }
    if first.len() < bare.len() {
        let (small, _) = extents::word(text, at.start, name, false);
        let small = text.get(small).unwrap_or_default();
        let rest = bare.get(first.len()..).unwrap_or_default();
        let begun = !is_code(first)
            && !is_name(first)
            && (is_secret(key, first, Form::Within) || is_secret(key, small, Form::Within));
        let code = rest.trim_start().starts_with(['+', '?', '|', '&', '=', '{', '(', '[', '<', '.', '%', '*', '/'])
            || first.contains(['(', '[', '{', '<'])
            || is_name(small);
        if is_secret(key, bare, Form::Alone) || (begun && !code && !is_apart(rest)) {
            return Some((vec![at], value.next));
        }
        return None;
    }
    is_secret(key, bare, form).then(|| (vec![at], value.next))
}

/// A call that asks for a value: `get_secret("db")`, `input()`.
fn is_call(value: &str) -> bool {
    let Some((name, arguments)) = value.split_once('(') else { return false };
    let asked = name.contains(['_', '.', ':']) || arguments.contains(['"', '\'']) || arguments.starts_with(')');
    asked && value.ends_with([')', '(', ',']) && is_code(value)
}

/// A value of YAML without the tag and the anchor before it.
fn untagged(value: &str) -> &str {
    let mut rest = value;
    while let Some((tag, after)) = rest.split_once(' ') {
        let name = tag.strip_prefix("!!").or_else(|| tag.strip_prefix(['!', '&']));
        if name.is_none_or(|name| name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')) {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// A value among other words or code.
fn among(text: &str, key: &str, name: usize, from: usize, sign: &str) -> (Vec<Range<usize>>, usize) {
    let literal = sign == "=" && is_variable(key);
    let (small, whole) =
        extents::word(text, from, name, !sign.starts_with([' ', '\t']) && !sign.ends_with([' ', '\t']));
    let (surely, all) = (text.get(small.clone()).unwrap_or_default(), text.get(whole.clone()).unwrap_or_default());
    let alone = text
        .get(small.end..)
        .is_none_or(|rest| rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') || rest.trim().is_empty());
    let form = match (literal, alone) {
        (true, _) => Form::Literal,
        (false, true) => Form::Alone,
        (false, false) => Form::Within,
    };
    let code = |value: &str| if literal { is_call(value) } else { begins_code(value) || is_name(value) };
    let goes_on = all.len() > surely.len();
    let is_whole = goes_on && !code(all) && !is_reference(all) && is_secret(key, all, form);
    let called = goes_on && text.get(small.end..).is_some_and(|rest| rest.starts_with(['(', '[', '{', '<']));
    let is_code = called || code(surely) || (goes_on && code(all));
    let is_small = !is_code && is_secret(key, surely, form);
    match (is_whole, is_small) {
        (true, _) => (vec![whole.clone()], whole.end),
        (false, true) => (vec![small.clone()], small.end),
        (false, false) => (Vec::new(), small.end),
    }
}

#[cfg(test)]
mod tests {
    use super::{ASSIGNED, BESIDE, ELEMENT, SPACED};

    #[test]
    fn every_form_is_a_pattern() {
        assert!(ASSIGNED.is_some() && BESIDE.is_some() && ELEMENT.is_some() && SPACED.is_some());
    }
}
