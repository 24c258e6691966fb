//! Free text that a clause carries: its note, the lines of its checklist, what stands between quotation marks.

use super::text::{Clause, marks};

/// Quotation marks that are taken from around a text.
fn around() -> impl Iterator<Item = (char, char)> {
    marks().chain([('`', '`')])
}

/// Where the text from a byte on begins with the quotation mark in front of it, that belongs to its pair.
pub(super) fn with_mark(text: &str, from: usize) -> &str {
    let before = text.get(..from).and_then(|text| text.chars().next_back());
    let mark = before.filter(|b| around().any(|(open, _)| open == *b)).map_or(0, char::len_utf8);
    text.get(from - mark..).unwrap_or_default()
}

/// Takes "note: …" or "with a note saying …" up to the end of the clause.
pub(super) fn notes(c: &mut Clause, from: usize) -> Option<String> {
    for i in from..c.len() {
        if c.is_used(i) || c.word(i).is_empty() {
            continue;
        }
        let colon = |n: usize| c.toks.get(n.wrapping_sub(1)).is_some_and(|t| t.after == Some(':'));
        let named = c.any(
            i,
            "note|notes|description|details|with note|with notes|with the note|with the notes|with a note|\
            and a note|and note|with description|with the description|with a description|add note|add a note|\
            and add a note",
        );
        let saying = c.any(
            i,
            "with a note saying|with a note that says|with the note saying|with note saying|with notes saying|\
            with the note that|with a note that|and add a note saying|and add a note that says|\
            add a note saying|with a note to|with a description saying",
        );
        let begin = saying.or(named.filter(|e| colon(*e))).or_else(|| {
            named.filter(|e| {
                i > from && c.word(i) == "with" && *e < c.len() && !matches!(c.word(*e), "to" | "for" | "on")
            })
        });
        if let Some(begin) = begin.filter(|b| *b < c.len()) {
            let start = c.toks.get(begin).map_or(0, |t| t.start);
            // The mark in front of quoted words is no part of them.
            let text = unquoted(with_mark(&c.text, start).trim());
            let len = c.len();
            c.take(i..len, "notes");
            return Some(text);
        }
    }
    None
}

/// A text without the quotation marks around it and without a closing full stop left over.
pub(super) fn unquoted(text: &str) -> String {
    let text = text.trim();
    for (open, close) in around() {
        if let Some(inner) =
            text.strip_prefix(open).map(|t| t.trim_end_matches(['.', ','])).and_then(|t| t.strip_suffix(close))
            && !inner.contains(open)
        {
            return inner.trim().to_owned();
        }
    }
    text.to_owned()
}

/// Takes "with checklist a, b and c" up to the end of the clause.
pub(super) fn checklist(c: &mut Clause, from: usize) -> Vec<String> {
    for i in from..c.len() {
        if c.is_used(i) {
            continue;
        }
        let mut end = c.any(
            i,
            "with checklist|with a checklist|with the checklist|with steps|with the steps|with items|\
            with the items|with subtasks|with sub-tasks|with the subtasks|with checklist items|\
            with the checklist items|with the following steps|with the following items|\
            with the following checklist|with a checklist of|with the checklist of|with a checklist with|\
            and a checklist with|with a checklist containing|with a list of|with substeps",
        );
        if end.is_none() {
            end = c
                .any(i, "checklist|steps|subtasks|sub-tasks|items|checklist items")
                .filter(|e| c.toks.get(e - 1).is_some_and(|t| t.after == Some(':')));
        }
        let Some(begin) = end.filter(|e| *e < c.len()) else { continue };
        // A date at the very end is the todo's, not the last line's.
        let mut stop = c.len();
        while let Some(f) =
            c.found.iter().map(|f| c.toks_of(&f.span)).find(|r| r.end == stop && r.start > begin && !r.is_empty())
        {
            stop = f.start;
        }
        let lines = list(c.slice(begin..stop));
        c.take(i..stop, "checklist");
        return lines;
    }
    Vec::new()
}

/// "a, b and c" as its members; what stands between quotation marks is one of them.
pub(super) fn list(text: &str) -> Vec<String> {
    let quoted = super::text::quotes(text);
    let mut parts: Vec<String> = Vec::new();
    let mut from = 0;
    let mut push = |part: &str| match unquoted(part) {
        whole if whole != part.trim() => parts.push(whole),
        _ => members(part, &mut parts),
    };
    for (at, _) in text.match_indices([',', ';', '\n']) {
        if !quoted.iter().any(|q| q.contains(&at)) {
            push(text.get(from..at).unwrap_or_default());
            from = at + 1;
        }
    }
    push(text.get(from..).unwrap_or_default());
    parts
}

/// "a and b" as its members.
fn members(part: &str, parts: &mut Vec<String>) {
    for piece in part.split(" and ").flat_map(|p| p.split(" & ")) {
        let piece = piece.trim();
        let piece = piece.strip_prefix("and ").unwrap_or(piece).trim();
        if !piece.is_empty() {
            parts.push(unquoted(piece));
        }
    }
}
