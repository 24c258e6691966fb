//! What is left of a sentence once its dates and values are taken out: the title.

use crate::interpret::fields;
use crate::interpret::lexicon::one_of;
use crate::interpret::others;
use crate::interpret::text::{Clause, MARKS, fold, quotes};
use std::ops::Range;

/// What is left: the title, in the writer's own letters.
pub(in crate::interpret) fn title(c: &Clause, from: usize) -> String {
    let mut free = c.free(from..c.len());
    // Connecting words left at either end by what was taken out.
    while let Some(last) = free.last().copied() {
        let cut = last + 1 < c.len()
            && (last + 1..c.len()).all(|i| c.is_used(i))
            && one_of(
                c.word(last),
                "on|at|by|for|and|with|in|to|from|is|it's|starting|due|-|,|&|as|every|until|the|a|make|then|of|\
            scheduled|around",
            )
            // "ask sam how much the lease is, tomorrow"
            && !(c.word(last) == "is" && free.iter().any(|i| one_of(c.word(*i), "how|where|what|who|when|why|whether|which")))
            // "get the tyres put on, thursday"
            && !(one_of(c.word(last), "on|in|by|at") && c.toks.get(last).is_some_and(|t| t.after == Some(',')) && free.len() > 2)
            || c.word(last) == "instead" && free.len() > 2
            || is_carried(c, last)
            // "from tomorrow on"
            || last > from && c.is_used(last - 1) && one_of(c.word(last), "on|onwards|onward") && free.len() > 1;
        if !cut && !matches!(c.word(last), "-" | "&" | "→" | "|" | "/") {
            break;
        }
        free.pop();
    }
    // "chocolate and batteries - add to the list for saturday"
    const LISTED: &str = "add to the list|add to my list|put on the list|put on my list|add it to the list|add it to my list|\
        put it on the list|put it on my list|put them on the list|put them on my list|add them to the list|add that|add it";
    let end = free.last().map_or(0, |last| last + 1);
    if let Some(n) = (2..free.len()).find(|n| free.get(*n).is_some_and(|i| c.any(*i, LISTED) == Some(end))) {
        free.truncate(n);
        free.pop_if(|last| one_of(c.word(*last), "-|—|and|so|please"));
    }
    // "submit report due friday remind me thursday": in front of the day on which it is wanted.
    let end = free.last().map_or(0, |last| last + 1);
    let reminded = |n: &usize| free.get(*n).is_some_and(|i| c.any(*i, "remind me|please remind me") == Some(end));
    if end < c.len()
        && (end..c.len()).all(|i| c.is_used(i))
        && let Some(n) = (1..free.len()).find(reminded)
    {
        free.truncate(n);
    }
    let mut first = 0;
    while let Some(i) = free.get(first).copied() {
        let led = i > 0
            && matches!(c.word(i), "to" | "that" | "and" | "i")
            && c.is_used(i - 1)
            && free.len() > first + 1
            && (c.word(i) != "i");
        if !led && !matches!(c.word(i), "-" | "&" | "|" | "/" | "→") {
            break;
        }
        first += 1;
    }
    let free = free.get(first..).unwrap_or_default();
    let (Some(a), Some(b)) = (free.first().copied(), free.last().copied()) else { return String::new() };
    let text = without_dates(c, a..b + 1);
    // Quoted text alone is the title literally (rule 6).
    if free.iter().all(|i| c.toks.get(*i).is_some_and(|t| t.quoted)) {
        let span = c.toks.get(a).map_or(0, |t| t.start)..c.toks.get(b).map_or(0, |t| t.end);
        if let Some(q) = quotes(&c.text).into_iter().find(|q| q.start <= span.start && span.end <= q.end) {
            return fields::unquoted(c.text.get(q).unwrap_or_default());
        }
    }
    balanced(outer(&text), c, a, b)
}

/// "prepare monday meeting": the day that is meant, and part of what the thing is called. The title keeps it.
pub(in crate::interpret) fn keep_name(c: &mut Clause, from: usize) {
    const MAKES: &str = "prepare|prep|write|draft|plan|send|review|edit|finish|organise|organize|chair|lead|host|print";
    const DAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
    const NO_NAME: &str = "with|for|to|and|or|in|at|on|by|about|from|a|an|the|my|our|your|his|her|their|some|this|that";
    let named = from + 2 < c.len() && !c.is_used(from + 2) && !one_of(c.word(from + 2), NO_NAME);
    let day = one_of(c.word(from + 1), DAYS) && c.is_used(from + 1);
    let alone = || matches!(c.found.as_slice(), [found] if c.toks_of(&found.span) == (from + 1..from + 2));
    if named
        && day
        && one_of(c.word(from), MAKES)
        && !c.is_used(from)
        && alone()
        && let Some(used) = c.used.get_mut(from + 1)
    {
        *used = false;
    }
}

/// "from now on gym every monday": a repetition begins now in any case.
pub(super) fn begins_now(c: &mut Clause, from: usize) {
    const NOW: &str = "from now on|from now onwards|from now|from today on|from here on|starting now|as of now|as of today|as from now";
    if let Some(end) = c.any(from, NOW).filter(|end| *end < c.len()) {
        c.take(from..end, "recurrence");
    }
}

/// "the first tomorrow, the others friday", where nothing was listed.
pub(super) fn is_place(title: &str) -> bool {
    const PLACES: &str = "the first|the second|the third|the fourth|the last|the other|the first one|the second one|\
        the third one|the last one|the other one";
    let folded = fold(title);
    // "make the rest low"
    let levelled = folded.strip_prefix("make ").and_then(|rest| rest.rsplit_once(' '));
    let levelled = levelled.filter(|(_, level)| fields::level(level).is_some()).map(|(place, _)| place);
    let said = levelled.unwrap_or(&folded);
    let first = |n: &str| one_of(n, "two|three|four|five") && levelled.is_some();
    one_of(said, PLACES) || others::said(said).is_some() || said.strip_prefix("the first ").is_some_and(first)
}

/// "add 15 min to every estimate": a field of all that is there.
pub(super) fn is_every_field(title: &str) -> bool {
    const FIELDS: &str =
        "estimate|estimates|deadline|deadlines|priority|priorities|due date|due dates|date|dates|label|labels|tag|tags";
    let said = fold(title);
    let rest = ["every ", "each ", "all the ", "all my ", "all "].iter().find_map(|all| said.strip_prefix(all));
    rest.is_some_and(|field| one_of(field, FIELDS))
}

/// "book the bus, put v90 in the notes": an order about a note, and nothing to do.
pub(super) fn is_for_notes(c: &Clause, from: usize) -> bool {
    const NOTES: &str =
        "in the notes|into the notes|in its notes|in notes|to the notes|to its notes|in the note|in the description";
    let paused = |i: &usize| i.checked_sub(1).and_then(|b| c.toks.get(b)).is_some_and(|t| t.after.is_some());
    let begins = |i: &usize| *i == from || paused(i);
    let order = |i: &usize| one_of(c.word(*i), "put|add|write|save|keep") && begins(i);
    let Some(at) = c.free(from..c.len()).into_iter().find(order) else { return false };
    c.any(at + 1, NOTES).is_some() || (at + 2..c.len()).any(|i| c.any(i, NOTES) == Some(c.len()))
}

/// The words that are left, with the comma behind a date that was taken out: "doctor monday 8:30, bring papers".
fn without_dates(c: &Clause, range: Range<usize>) -> String {
    let ends = |i: usize| i > range.start && c.is_used(i) && !c.is_used(i + 1) && i + 1 < range.end;
    let comma =
        |i: usize| c.toks.get(i).is_some_and(|t| t.after == Some(',')) && !one_of(c.word(i + 1), "and|but|then|or");
    match range.clone().find(|i| ends(*i) && comma(*i)) {
        Some(i) => format!("{}, {}", c.rest(range.start..i), without_dates(c, i + 1..range.end)),
        None => c.rest(range),
    }
}

/// "…, make it friday": the pronoun belongs to what gives the date, where "read it by friday" has its own.
fn is_carried(c: &Clause, last: usize) -> bool {
    let before = last.checked_sub(1).map_or("", |at| c.word(at));
    c.slice(last..last + 1) == "it"
        && last + 1 < c.len()
        && (last + 1..c.len()).all(|i| c.is_used(i))
        && one_of(before, "make|set|schedule|put|and|have|plan|move")
}

/// `"Buy "special" tea"`: marks around a title that has some of its own.
fn outer(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let nested = |t: &&str| t.split('"').next().is_some_and(|first| first.ends_with(' '));
    inner.filter(nested).unwrap_or(text)
}

/// Puts back the quotation mark or bracket that stood right around the ends.
fn balanced(text: &str, c: &Clause, a: usize, b: usize) -> String {
    let mut out = text.to_owned();
    let after = c.toks.get(b).and_then(|t| c.text.get(t.end..)).and_then(|r| r.chars().next());
    let before = c.toks.get(a).and_then(|t| c.text.get(..t.start)).and_then(|r| r.chars().next_back());
    let marks = MARKS.into_iter().filter(|(open, close)| open != close);
    for (open, close) in [('(', ')'), ('[', ']')].into_iter().chain(marks) {
        if out.contains(open) && !out.contains(close) && after == Some(close) {
            out.push(close);
        }
        if out.contains(close) && !out.contains(open) && before == Some(open) {
            out.insert(0, open);
        }
    }
    // 'Tuesdays with Morrie': a quotation mark in front of a word, not an apostrophe.
    let opened = out.starts_with('\'') || out.contains(" '");
    if opened && after == Some('\'') && !out.ends_with('\'') {
        out.push('\'');
    } else if before == Some('\'') && out.ends_with('\'') && !opened {
        out.insert(0, '\'');
    }
    if out.matches('"').count() % 2 == 1 {
        if after == Some('"') {
            out.push('"');
        } else if before == Some('"') {
            out.insert(0, '"');
        }
    }
    out
}
