//! Which edits are guesses, however likely: those that make, split or touch a number, those that say
//! where a value's text ends, and those that close what the text did not. They are still read, so that
//! nothing is taken for certain that one of them comes near.

use super::likely::{has_odd_quotes, moves_a_quote, odd_text};
use super::machine::State;
use super::search::{Edit, Fix};
use crate::gate::{body, is_name};
use crate::node::{Data, Marks, Node};

fn is_numeric(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_digit() || c == '-')
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E')
}

/// `12: "name"`: a colon for the comma before the next key.
fn separates(document: &str, edit: Edit) -> bool {
    let mut rest = document.get(edit.at..).unwrap_or_default().chars();
    edit.fix == Fix::Replace(b',') && rest.next() == Some(':') && rest.as_str().trim_start().starts_with('"')
}

/// `12",name"`: the comma and the quote are both there, and which comes first is no question.
fn begins_late(document: &str, edit: Edit) -> bool {
    edit.fix == Fix::Swap
        && !edit.state.is_text()
        && document.get(edit.at..).is_some_and(|rest| rest.starts_with("\","))
}

/// What may turn a literal around, or ask it: a `;` or a `=` there says nothing.
const SIGNS: &str = "!~?¬^-+*&|%@#$";

/// Whether the edit takes a sign away that stands before or after a literal, and may be meant: `!true`, `true?`.
pub(super) fn takes_a_sign(document: &str, edit: Edit) -> bool {
    let (before, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let mut after = rest.chars();
    let Some(own) = after.next().filter(|_| edit.fix == Fix::Delete && !edit.state.is_text()) else { return false };
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let beside = letter(after.as_str().trim_start().chars().next()) || letter(before.trim_end().chars().next_back());
    beside && SIGNS.contains(own)
}

/// Whether the edit makes an empty container of the bracket that ends one: `[1, 2, ]]` read as `[1, 2, []]`.
pub(super) fn makes_an_empty_one(document: &str, edit: Edit) -> bool {
    let (before, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let ends = match edit.fix {
        Fix::Insert(b'[') => rest.trim_ascii_start().starts_with(']'),
        Fix::Insert(b'{') => rest.trim_ascii_start().starts_with('}'),
        _ => false,
    };
    ends && before.trim_ascii_end().ends_with([',', '['])
}

/// Whether the edit makes a mark of structure of a backtick, or takes it away, beside a quote: of `` `"``code ``
/// nobody knows which of them are the text's.
pub(super) fn takes_a_backtick(document: &str, edit: Edit) -> bool {
    let (before, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let after = rest.strip_prefix('`');
    let beside = after.is_some_and(|after| after.starts_with('"') || before.ends_with('"'));
    let lost = matches!(edit.fix, Fix::Delete | Fix::Replace(b':' | b',' | b'{' | b'['));
    beside && lost && !edit.state.is_text()
}

/// Whether the edit says where the text of a value ends, and another place may be as right: a bracket that the text may
/// have had follows or is in it, or a comma parts its own words as the one behind it parts it from the next key; or it
/// names a file. `"Call Anna, then Bob,"id": 1` has one end only.
pub(super) fn ends_a_text(document: &str, node: &Node, edit: Edit) -> bool {
    let (_, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let own = rest.chars().next();
    let quote = matches!(own, Some('\'' | '`' | '’' | '”' | '“' | '´' | '‘' | '„'));
    let sets = edit.fix == Fix::Insert(b'"') || (edit.fix == Fix::Replace(b'"') && !quote);
    let next = rest.strip_prefix(',').is_some_and(|rest| rest.trim_start().starts_with('"'));
    let comma = if rest.starts_with(", ") { ", " } else { ",\"" };
    sets && edit.state == State::Text { key: false } && (!next || may_go_on(node, edit.at, comma, false))
}

/// Whether the text that ends at `at` may as well go on; `name`: it names a file.
fn may_go_on(node: &Node, at: usize, comma: &str, name: bool) -> bool {
    match &node.data {
        Data::Text(text) => {
            let ends = at + 1 == node.end as usize || at == node.end as usize;
            ends && (name || text.contains(comma) || text.contains(['{', '}', '[', ']']))
        }
        Data::Array(items) => items.iter().any(|n| may_go_on(n, at, comma, false)),
        Data::Object(members) => members.iter().any(|(key, n)| may_go_on(n, at, comma, is_name(key))),
        Data::Null | Data::Bool(_) | Data::Number(_) => false,
    }
}

/// What parts the operands of an expression, and never the members of an object.
const OPERATORS: &str = "?|&*/%=<>+~^";

/// Whether the edit makes a mark of structure of an operator behind a value: `"x"? "y" : "z"`.
pub(super) fn cuts_an_expression(document: &str, edit: Edit) -> bool {
    let (before, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let operator = rest.chars().next().is_some_and(|own| OPERATORS.contains(own));
    let valued = before.trim_end().ends_with(|c: char| c == '"' || c.is_alphanumeric());
    operator && valued && !edit.state.is_text() && !edit.state.is_key() && edit.fix != Fix::Swap
}

/// Whether the edit takes a quote away from a literal: it may be the one that a text still has.
pub(super) fn unquotes_a_literal(document: &str, edit: Edit) -> bool {
    let (before, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let literals = ["true", "false", "null"];
    let Some(after) = rest.strip_prefix('"').filter(|_| edit.fix == Fix::Delete) else { return false };
    literals.iter().any(|literal| after.starts_with(literal) || before.ends_with(literal))
}

/// Whether the edit stands in or beside a number, or inside a text that is a value.
pub(super) fn touches_a_value(document: &str, edit: Edit) -> bool {
    let (before, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let mut after = rest.chars();
    let own = after.next();
    let beside = match edit.fix {
        Fix::Insert(_) => false,
        Fix::Delete | Fix::Replace(_) => is_numeric(after.next()),
        Fix::Swap => is_numeric(after.next()) || is_numeric(after.next()),
    };
    // `"Buy milk," "due"`, `"limit:" 5`, `"zip"":01067"`: both quotes are there, and which comes first is no question.
    let key = matches!(edit.state, State::Text { key: true } | State::Colon);
    let follows = begins_late(document, edit)
        || separates(document, edit)
        || edit.fix == Fix::Swap
            && (rest.starts_with(",\"") || (key && (rest.starts_with(":\"") || rest.starts_with("\":"))));
    // `"high', "due"`: the text does end there, with another mark.
    let mut left = rest.chars().skip(1).filter(|c| !c.is_whitespace());
    let other = matches!(own, Some('\'' | '`' | '’' | '”' | '“')) && edit.fix == Fix::Replace(b'"');
    if other && !may_be_said(before, own) && matches!(left.next(), Some(',' | '}' | ']')) {
        return false;
    }
    let numeric = is_numeric(before.chars().next_back()) || is_numeric(own) || beside;
    !follows && (edit.state.is_in_value() || numeric)
}

/// Whether the mark `own` after `before` may be an apostrophe, feet or inches. A typographic double quote is no
/// apostrophe, nobody measures a date, and “ is neither.
fn may_be_said(before: &str, own: Option<char>) -> bool {
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let longer = before.len() > digits && before[..before.len() - digits].ends_with(['-', '/', ':']);
    let measured = (1..=MEASURED).contains(&digits) && !longer;
    match own {
        Some('“') => false,
        Some('”') => measured,
        _ => measured || before.ends_with(['s', 'S', 'x', 'X', 'z', 'Z']),
    }
}

/// Most digits of a length in feet or inches.
const MEASURED: usize = 3;

/// Whether a character of a text changes places with its quote. `T"he report"` can hardly be anything else.
pub(super) fn moves_into_a_text(document: &str, edit: Edit) -> bool {
    let mut chars = document.get(edit.at..).unwrap_or_default().chars();
    let (own, next, after) = (chars.next(), chars.next(), chars.next());
    let quoted = |a: Option<char>, b: Option<char>| {
        a == Some('"') && b.is_some_and(|b| !b.is_whitespace() && !",:{}[]".contains(b))
    };
    let capital = own.is_some_and(|c| c.is_uppercase() && !PREFIXES.contains(c));
    let begins = capital && next == Some('"') && after.is_some_and(char::is_lowercase);
    edit.fix == Fix::Swap && !edit.state.is_key() && !begins && (quoted(own, next) || quoted(next, own))
}

/// Letters before a quote that say in other languages what kind of text it is.
const PREFIXES: &str = "BRFUL";

/// Whether the edit takes a letter or digit for a mark of structure, or stands beside a text that is not
/// as texts are: either may be the middle of one text.
pub(super) fn splits_a_text(document: &str, node: &Node, edit: Edit) -> bool {
    let own = document.get(edit.at..).and_then(|rest| rest.chars().next());
    let spelt = matches!(edit.state, State::Literal(_) | State::Value | State::FirstElement);
    let word = own.is_some_and(char::is_alphanumeric) && matches!(edit.fix, Fix::Delete | Fix::Replace(_));
    (word && !spelt && !edit.state.is_text()) || beside_odd_text(node, edit.at)
}

/// Farthest that a body before a wrong quote is looked for.
const NEAR: usize = 1 << 7;

/// A body before a wrong quote, at whose end something begins, may go on up to there
/// (`"content":""},{"path":"b""`).
pub(super) fn doubt_begun_bodies(node: &mut Node, edit: Edit) {
    if node.start as usize > edit.at || (node.end as usize) + NEAR < edit.at {
        return;
    }
    match &mut node.data {
        Data::Array(items) => items.iter_mut().for_each(|n| doubt_begun_bodies(n, edit)),
        Data::Object(members) => {
            for (key, value) in members {
                let before = value.end as usize <= edit.at && (value.end as usize) + NEAR >= edit.at;
                if before && body(key).is_some() && value.begins() {
                    value.marks.add(Marks::GUESSED);
                }
                doubt_begun_bodies(value, edit);
            }
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
    }
}

fn beside_odd_text(node: &Node, at: usize) -> bool {
    let (start, end) = (node.start as usize, node.end as usize);
    if at + 2 < start || end + 1 < at {
        return false;
    }
    match &node.data {
        Data::Text(text) => odd_text(text) > 1 || has_odd_quotes(text),
        Data::Array(items) => items.iter().any(|n| beside_odd_text(n, at)),
        Data::Object(members) => members.iter().any(|(_, n)| beside_odd_text(n, at)),
        Data::Null | Data::Bool(_) | Data::Number(_) => false,
    }
}

/// Whether the edit sets, takes or moves a bracket. `)` for `]` does neither: the text does close it.
pub(super) fn sets_a_bracket(document: &str, edit: Edit) -> bool {
    let mut after = document.get(edit.at..).unwrap_or_default().chars();
    let first = after.next();
    let own = first.is_some_and(is_bracket);
    let stands =
        matches!((edit.fix, first), (Fix::Replace(b'}' | b']'), Some(')')) | (Fix::Replace(b'{' | b'['), Some('(')));
    match edit.fix {
        Fix::Insert(byte) => is_bracket(char::from(byte)),
        Fix::Delete => own,
        Fix::Replace(byte) => !stands && (own || is_bracket(char::from(byte))),
        Fix::Swap => own || after.next().is_some_and(is_bracket),
    }
}

fn is_bracket(c: char) -> bool {
    matches!(c, '{' | '}' | '[' | ']')
}

/// Whether the edit may end what the text left open: it sets a bracket where nothing but brackets of its
/// kind follows in a document that is `opened`, or the last of all; or it makes brackets part of a text.
/// Before a bracket of another kind it is none that a cut took: no beginning of JSON reads `[{"a": 1]`.
pub(super) fn may_end(document: &str, node: &Node, edit: Edit, opened: bool) -> bool {
    let mut after = document.get(edit.at..).unwrap_or_default().chars();
    let first = after.next();
    let rest = after.as_str();
    let left = if matches!(edit.fix, Fix::Insert(_)) { document.get(edit.at..).unwrap_or_default() } else { rest };
    let of_its_kind = |c: char| match edit.fix {
        Fix::Insert(byte) | Fix::Replace(byte) if is_bracket(char::from(byte)) => c == char::from(byte),
        _ => is_bracket(c),
    };
    let before_another = matches!(edit.fix, Fix::Insert(_)) && first.is_some_and(|c| is_bracket(c) && !of_its_kind(c));
    let last =
        (rest.is_empty() && !before_another) || (opened && left.chars().all(|c| c.is_whitespace() || of_its_kind(c)));
    // `["` read as `"[`: the bracket would be a part of the text.
    let into_text = edit.fix == Fix::Swap && first.is_some_and(is_bracket) && rest.starts_with('"');
    // `'high", "due"`: the first quote is there, of another kind.
    let begun =
        edit.fix == Fix::Replace(b'"') && matches!(first, Some('\'' | '`' | '‘' | '“')) && !edit.state.is_text();
    into_text
        || (last && sets_a_bracket(document, edit))
        || (opened && !begun && moves_a_quote(document, edit) && swallows(node, edit.at))
}

/// Whether the quote that ends a text is set before a blank, which may be the text's.
pub(super) fn ends_before_a_blank(document: &str, edit: Edit) -> bool {
    edit.fix == Fix::Insert(b'"') && edit.state.is_text() && document.get(edit.at..).is_some_and(|t| t.starts_with(' '))
}

/// Whether a number may have lost a character to the edit, or become two, or one with another: a quote
/// on one side of it is none of it, and a colon before the next key is a comma.
pub(super) fn makes_a_number(document: &str, edit: Edit) -> bool {
    let (before, rest) = document.split_at_checked(edit.at).unwrap_or((document, ""));
    let own = rest.chars().next();
    let after = match edit.fix {
        Fix::Insert(_) => rest,
        Fix::Delete | Fix::Replace(_) | Fix::Swap => rest.get(own.map_or(0, char::len_utf8)..).unwrap_or_default(),
    };
    let (left, right) = (before.trim_end().chars().next_back(), after.trim_start().chars().next());
    let beside = is_numeric(before.chars().next_back()) || is_numeric(after.chars().next()) || is_numeric(own);
    let harmless = match edit.fix {
        Fix::Insert(_) => true,
        Fix::Delete => own == Some('"'),
        Fix::Replace(_) => separates(document, edit),
        Fix::Swap => false,
    };
    let joined = left.is_some_and(is_of_number) && right.is_some_and(is_of_number);
    joined || (beside && !harmless)
}

/// Whether the text or key at `at` holds a bracket.
fn swallows(node: &Node, at: usize) -> bool {
    let (start, end) = (node.start as usize, node.end as usize);
    if at + 2 < start || end + 1 < at {
        return false;
    }
    match &node.data {
        Data::Text(text) => text.contains(['{', '}', '[', ']']),
        Data::Array(items) => items.iter().any(|n| swallows(n, at)),
        Data::Object(members) => {
            // Keys have no span of their own: each ends before its value, and begins after the one before.
            let mut from = start;
            members.iter().any(|(key, value)| {
                let near = from <= at + 2 && at <= value.start as usize + 1;
                from = value.end as usize;
                (near && key.contains(['{', '}', '[', ']'])) || swallows(value, at)
            })
        }
        Data::Null | Data::Bool(_) | Data::Number(_) => false,
    }
}

/// Whether each number of the mended document stands in the text as it is, between marks of structure.
pub(super) fn keeps_numbers(node: &Node, document: &str, mended: &str, edit: Edit) -> bool {
    match &node.data {
        Data::Number(_) => is_whole(node, document, mended, edit).unwrap_or(false),
        Data::Array(items) => items.iter().all(|n| keeps_numbers(n, document, mended, edit)),
        Data::Object(members) => members.iter().all(|(_, n)| keeps_numbers(n, document, mended, edit)),
        Data::Null | Data::Bool(_) | Data::Text(_) => true,
    }
}

fn is_whole(node: &Node, document: &str, mended: &str, edit: Edit) -> Option<bool> {
    let (start, end) = (node.start as usize, node.end as usize);
    let (from, to) = if end <= edit.at {
        (start, end)
    } else if start >= edit.at {
        let moved = |at: usize| (at + document.len()).checked_sub(mended.len());
        (moved(start)?, moved(end)?)
    } else {
        return Some(false);
    };
    let before = document.get(..from)?.trim_end();
    // `"limit"; 5`, `"limit:" 5`: nothing else comes between the key and the number.
    let named = document.get(edit.at..from).map(str::trim_end).is_some_and(|between| match edit.fix {
        Fix::Replace(b':') => between.chars().count() == 1,
        Fix::Swap => between == ":\"",
        _ => false,
    });
    let begins = named || before.ends_with(['[', ',', ':']);
    let ends = document.get(to..)?.trim_start().starts_with([',', ']', '}'])
        || (to == edit.at && (begins_late(document, edit) || separates(document, edit)));
    Some(begins && ends && document.get(from..to)? == mended.get(start..end)?)
}
