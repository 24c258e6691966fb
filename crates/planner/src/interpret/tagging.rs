//! Labels said once for several todos, or several for one verb: "add label a to #6 and b to #7", "remove the errands label
//! from #6 and add it to #10". Each order is said again with the label that is its own.

use super::edits::Edits;
use super::lexicon::one_of;
use super::run::Run;
use super::split::lead;
use super::target::{Match, Want, content};
use super::text::Clause;

const ADDS: &str = "add|put|stick|attach|apply|set|give|assign|place|use";
const REMOVES: &str = "remove|take|strip|drop|delete|pull|clear";
const TO: &str = "to|on|onto|for";
const FROM: &str = "from|off|of";

/// The label that was spoken of.
const IT: &str = "it|that|that one|this one|the same|the same one|the label|that label|this label|the same label|the tag|that tag|the same tag";

/// Words between a verb and the preposition of its label.
const MOST: usize = 4;

/// An order about a label: whether it adds it, and where the verb ends.
fn verb(c: &Clause, at: usize) -> Option<(bool, usize)> {
    let adds = one_of(c.word(at), ADDS);
    (adds || one_of(c.word(at), REMOVES)).then_some((adds, at + 1))
}

/// The label that stands in front of a preposition, and where that is; `named` = it is called a label.
struct Said<'c> {
    label: &'c str,
    named: bool,
    end: usize,
}

fn said<'c>(c: &'c Clause, from: usize, adds: bool) -> Option<Said<'c>> {
    let preps = if adds { TO } else { FROM };
    let end = (from + 1..c.len().min(from + MOST + 1)).find(|i| one_of(c.word(*i), preps))?;
    let noun = |i: usize| one_of(c.word(i), "label|labels|tag|tags");
    // "label a" is called so.
    let around = |i: usize| noun(i) || i + 1 < end && one_of(c.word(i), "the|a|an|as|my");
    let own: Vec<usize> = (from..end).filter(|i| !around(*i)).collect();
    let [at] = own[..] else { return None };
    let named = (from..end).any(|i| noun(i) || c.word(i).starts_with('#'));
    Some(Said { label: c.slice(at..at + 1), named, end })
}

/// "#a and #b from the vet": where the preposition stands behind nothing but labels with their sign.
pub(super) fn signed(c: &Clause, from: usize, preps: &'static str) -> Option<usize> {
    let from = from + usize::from(c.word(from) == "the");
    let label = |i: usize| c.word(i).strip_prefix('#').is_some_and(|l| l.chars().any(char::is_alphabetic));
    let end = (from..c.len()).find(|i| !label(*i) && !one_of(c.word(*i), "and|&|plus"))?;
    (label(from) && one_of(c.word(end), preps) && end + 1 < c.len()).then_some(end)
}

/// "remove #pets from vet appointment", "drop errands from the gutters": labels are taken off what stands behind them, where
/// that names something and is no day or list that a set is told by. Where the preposition stands.
pub(super) fn strips(c: &Clause, run: &Run<'_>, from: usize) -> Option<usize> {
    let used = || {
        let end = from + 1;
        (run.is_label(c.word(from)) && one_of(c.word(end), FROM) && end + 1 < c.len()).then_some(end)
    };
    let removes = from.checked_sub(1).is_some_and(|verb| one_of(c.word(verb), REMOVES));
    let at = signed(c, from, FROM).or_else(used).filter(|_| removes)?;
    let name = Clause::new(c.slice(at + 1..c.len()), run.clock);
    let listed = (0..name.len()).any(|i| one_of(name.word(i), "list|lists|calendar|schedule|plate|agenda"));
    // A name that is only half right is left to be asked about.
    let weak = || matches!(run.find(&content(&name.text), Want::Open), Match::Weak(_));
    let set = super::filter::is_bulk(&name, run);
    let named = super::split::names_something(&name.text, run) && (set || !weak());
    (named && !listed && name.found.is_empty()).then_some(at)
}

/// "tag milk #a and mom #b": each has the label that stands behind it.
fn each_its_own(c: &Clause) -> Option<String> {
    let at = lead(c).at;
    let verb = c.word(at);
    let from = one_of(verb, "tag|label").then_some(at + 1)?;
    let label = |i: usize| c.word(i).strip_prefix('#').is_some_and(|l| l.chars().any(char::is_alphabetic));
    let ends: Vec<usize> = (from..c.len()).filter(|i| label(*i) && !label(i + 1)).map(|i| i + 1).collect();
    let starts = std::iter::once(from).chain(ends.iter().map(|end| c.any(*end, "and|&|plus|then").unwrap_or(*end)));
    let parts: Vec<_> = starts.zip(&ends).map(|(start, end)| start..*end).collect();
    let whole = ends.len() > 1 && ends.last() == Some(&c.len()) && parts.iter().all(|part| !label(part.start));
    whole.then(|| {
        let orders: Vec<String> = parts.into_iter().map(|part| format!("{verb} {}", c.slice(part))).collect();
        orders.join("; ")
    })
}

/// "tag gutters with home and invoice with money", "tag the vet health and the party family": a label in one word behind each of
/// several names.
fn each_with(c: &Clause, run: &Run<'_>) -> Option<String> {
    let at = lead(c).at;
    let verb = c.word(at);
    let from = one_of(verb, "tag|label").then_some(at + 1)?;
    let ends = |i: usize| {
        i == c.len()
            || one_of(c.word(i), "and|&|plus|then")
            || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')))
    };
    let names = |range: std::ops::Range<usize>| {
        let all = super::fields::list(c.slice(range));
        !all.is_empty() && all.iter().all(|name| matches!(run.find(&content(name), Want::Open), Match::One(_)))
    };
    let (mut orders, mut begin) = (Vec::new(), from);
    while begin < c.len() {
        let part = (begin + 2..=c.len()).filter(|end| ends(*end)).find_map(|end| {
            let led = one_of(c.word(end - 2), "with|as|under") && end - 2 > begin;
            let name = begin..if led { end - 2 } else { end - 1 };
            let label = c.slice(end - 1..end).trim_end_matches([',', ';']).trim_start_matches('#');
            // Without "with" it is a label that is there, or the last word of all, and no word of the name or of a day.
            let known = run.is_label(&label.to_lowercase());
            let dated = c.found.iter().any(|f| c.toks_of(&f.span).contains(&(end - 1)));
            let apart = led || known || end == c.len() && !orders.is_empty() && !dated && !names(begin..end);
            (apart && names(name.clone())).then(|| (format!("{verb} {} with {label}", c.slice(name)), end))
        })?;
        orders.push(part.0);
        begin = c.any(part.1, "and|&|plus|then").unwrap_or(part.1);
    }
    (orders.len() > 1 && !c.toks.iter().any(|t| t.quoted)).then(|| orders.join("; "))
}

/// The message with the label of each order in it; `None` where nothing is shared.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let listed = |i: usize| c.toks.get(i).is_some_and(|t| t.after == Some(','));
    if !(0..c.len()).any(|i| one_of(c.word(i), "and|then|&|plus") || listed(i)) {
        return None;
    }
    if let Some(said) = each_its_own(&c).or_else(|| each_with(&c, run)) {
        return Some(said);
    }
    let (adds, from) = verb(&c, lead(&c).at)?;
    let first = said(&c, from, adds)?;
    let used = |one: &Said<'_>| one.named || run.is_label(&one.label.trim_start_matches(['#', '@']).to_lowercase());
    if !used(&first) || c.toks.get(from).is_some_and(|t| t.quoted) {
        return None;
    }
    let mut edits = Edits::default();
    for at in first.end + 2..c.len() {
        let joined =
            one_of(c.word(at - 1), "and|then|also|&|plus") || c.toks.get(at - 1).is_some_and(|t| t.after == Some(','));
        if !joined || one_of(c.word(at), "and|then|also|&|plus") {
            continue;
        }
        if let Some((adds, end)) = verb(&c, at) {
            let preps = if adds { TO } else { FROM };
            if let Some(end) = c.any(end, IT).filter(|end| one_of(c.word(*end), preps) && end + 1 < c.len()) {
                let order = if adds { "add" } else { "remove" };
                edits.put(at..end, &format!("{order} label {}", first.label));
            }
        } else if let Some(next) = said(&c, at, adds).filter(|next| {
            let stop = (next.end + 1..c.len()).find(|i| one_of(c.word(*i), "and|then|&|plus")).unwrap_or(c.len());
            let name = c.slice(next.end + 1..stop);
            (first.named || used(next)) && (name.starts_with('#') || run.names(&content(name)))
        }) {
            let order = if adds { "add" } else { "remove" };
            edits.put(at..next.end, &format!("{order} label {}", next.label));
        }
    }
    edits.apply(&c)
}
