//! Orders that run on without a mark, or say the same thing twice: "move it to thurs tag it family", "no swim on wed, pool
//! shut, skip it", "concert tickets - delete", "need milk eggs bread".

use super::bare::is_everyday;
use super::edits::Edits;
use super::fields;
use super::lexicon::one_of;
use super::run::Run;
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::operation::Operation;

/// The message with its orders apart.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let lower = text.to_lowercase();
    let mut text = text.to_owned();
    if lower.contains("skip") {
        text = skipped(&text, run).unwrap_or(text);
    }
    if [" it ", " them ", " that "].iter().any(|word| lower.contains(word)) {
        text = apart(&text, run).unwrap_or(text);
    }
    if text.contains(" - ") {
        text = dashed(&text, run).unwrap_or(text);
    }
    if lower.starts_with("need ") || lower.starts_with("we need ") || lower.starts_with("ok need ") {
        text = needed(&text, run).unwrap_or(text);
    }
    text
}

/// "swim class off this coming wed, pool shut, skip it": what is off is left out; that it is to be left out says no more.
fn skipped(text: &str, run: &Run<'_>) -> Option<String> {
    /// What stands around "skip" where it says no more than that.
    const AROUND: &str = "skip|it|that|this|one|time|so|just|then|please|pls|and";
    let c = Clause::new(text, run.clock);
    let tail = (2..c.len()).rev().take_while(|i| one_of(c.word(*i), AROUND)).last()?;
    let skips = (tail..c.len()).find(|i| c.word(*i) == "skip")?;
    // "… on that one, skip it" begins at its mark.
    let from =
        (tail..=skips).rev().take_while(|i| *i == skips || one_of(c.word(*i), "so|just|then|please|pls|and")).last()?;
    let bracket =
        |i: usize| c.toks.get(i).and_then(|t| c.text.get(..t.start)).is_some_and(|front| front.ends_with('('));
    let marked = |i: usize| {
        c.toks.get(i - 1).is_some_and(|t| !t.quoted && matches!(t.after, Some(',' | ';' | '.' | '!' | ')')))
            || bracket(i)
    };
    let end = (2..from).find(|i| marked(*i)).unwrap_or(from);
    let between = c.slice(end..from);
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).end > end);
    let ordered = (end..from).any(|i| marked(i) && verb_at(&c, i, false).is_some());
    if dated || ordered || (end < from && run.names(&content(between))) {
        return None;
    }
    let front = c.slice(0..end);
    let mut read = run.beside();
    read.all(front).ok()?;
    let skips = |op: &Operation| matches!(op, Operation::SkipOccurrence { .. });
    (!read.ops.is_empty() && read.ops.iter().all(skips)).then(|| front.to_owned())
}

/// "… to thurs tag it family": an order about "it" begins without a mark.
fn apart(text: &str, run: &Run<'_>) -> Option<String> {
    const VERBS: &str = "tag|label|move|reschedule|delete|skip|tick|mark|postpone|rename|complete";
    const BEFORE: &str = "and|then|to|please|pls|also|just|so|but|i|you|can|could|we|would|will|must|should|should've|don't|dont|not|or|&|+|how|kindly|can't|must|let|it";
    let c = Clause::new(text, run.clock);
    let level = |i: usize| fields::level(c.word(i)).is_some();
    let i = (2..c.len().saturating_sub(1)).find(|i| {
        let orders =
            one_of(c.word(*i), VERBS) && i + 2 < c.len() || one_of(c.word(*i), "make|set|mark") && level(i + 2);
        let marked = c.toks.get(i - 1).is_some_and(|t| t.after.is_some()) || c.toks.get(*i).is_some_and(|t| t.quoted);
        orders && !marked && one_of(c.word(i + 1), "it|them|that") && !one_of(c.word(i - 1), BEFORE)
    })?;
    let at = c.toks.get(i)?.start;
    let front = c.text.get(..at)?.trim_end();
    // "anything labelled daycare tag it kids": the set is what it is.
    Some(format!("{front}, {}", c.text.get(at..)?))
}

/// "concert tickets - delete": a name, a dash, and what becomes of it.
fn dashed(text: &str, run: &Run<'_>) -> Option<String> {
    const ORDERS: &str = "delete|cancel|scrap|bin|drop|skip|remove|done";
    let c = Clause::new(text, run.clock);
    let dash = (1..c.len().saturating_sub(1)).find(|i| {
        let ends =
            i + 2 == c.len() || c.toks.get(i + 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | '!')));
        c.toks.get(*i).is_some_and(|t| t.fold == "-") && one_of(c.word(i + 1), ORDERS) && ends
    })?;
    let begins = |i: &usize| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | '!')));
    let from = (1..dash).rev().find(begins).unwrap_or(0);
    let name = c.slice(from..dash);
    let one = matches!(run.find(&content(name), Want::Open), Match::One(_));
    let said =
        if c.word(dash + 1) == "done" { format!("{name} is done") } else { format!("{} {name}", c.word(dash + 1)) };
    let mut edits = Edits::default();
    edits.put(from..dash + 2, &said);
    if one { edits.apply(&c) } else { None }
}

/// "need milk eggs bread": what is lacking is what is to be done.
fn needed(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let need = (0..3).find(|i| c.word(*i) == "need")? + 1;
    let known = !matches!(run.find(&content(c.slice(need..c.len())), Want::Open), Match::None | Match::Weak(_));
    let noun = !one_of(c.word(need), "to|a|an|you|help|it|that|this|more|the|my|some|your|him|her|them")
        && !is_everyday(c.word(need));
    let asks = text.trim_end().ends_with('?') || verb_at(&c, lead(&c).at, false).is_some();
    (need < c.len() && noun && !known && !asks).then(|| format!("add {}", c.slice(need..c.len())))
}
