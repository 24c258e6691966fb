//! "Milch kaufen, Mama anrufen und den Zahnarzt buchen", "erst Brot kaufen, dann Luis anrufen": errands said in a row, each
//! of which has a verb and a thing of its own.

use super::clause::{Clauses, Outcome, Said};
use super::pattern::Reader;
use super::sentence::{deed, errand};
use super::table::has;
use super::words::Word;
use super::{concepts, objects};
use std::ops::Range;

/// Of two the second may say more of the first.
const LEAST: usize = 3;

/// In English: says more of what was said before ("call the bank, ask about fees").
const MORE: &str = "ask tell mention say check confirm see discuss talk explain thank wish remind include use try note";

/// Each of them as something new; `None` where the words are no such row.
pub(super) fn errands(reader: &Clauses<'_>, all: &[Word]) -> Option<Said> {
    let parts: Vec<&[Word]> = parts(reader, all).into_iter().filter_map(|part| all.get(part)).collect();
    if parts.len() < LEAST || !parts.iter().enumerate().all(|(n, part)| is_errand(reader, n, part)) {
        return None;
    }
    // "…, …, comprar pan mañana": whether all of it is tomorrow nobody said.
    let dated = |part: &[Word]| {
        let language = reader.language;
        !Reader::new(language, part, reader.clock).phrases().is_empty()
    };
    let (last, before) = parts.split_last()?;
    if dated(last) && !before.iter().any(|part| dated(part)) {
        return None;
    }
    // Those that are there already are asked about together.
    let there = |part: &&[Word]| {
        let named = objects::named(reader.language, reader.text, part, 0..part.len(), reader.todos);
        matches!(named, objects::Object::One { whole: true, .. })
    };
    if parts.iter().all(there) {
        return None;
    }
    let each = parts.iter().enumerate().map(|(n, part)| match reader.clause(part) {
        Outcome::Said(said) if n == 0 && said.adds() => Some(said),
        Outcome::Said(said) => said.made(),
        Outcome::Talk | Outcome::Unknown => None,
    });
    let each: Option<Vec<Said>> = each.collect();
    each?.into_iter().reduce(Said::then)
}

/// Begins the first of several errands.
fn is_first(code: &str, words: &[Word]) -> Option<usize> {
    let loud = |at: usize| words.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
    match (code, loud(0), loud(1)) {
        ("fr", "d", "abord") | ("fr", "tout", "d") | ("ro", "mai", "intai") => Some(2),
        ("de", "erst" | "zuerst" | "erstens", _) | ("fr", "d'abord", _) | ("es", "primero", _) | ("ro", "intai", _) => {
            Some(1)
        }
        _ => None,
    }
}

/// Begins one that comes behind another.
fn is_next(code: &str, word: &str) -> bool {
    match code {
        "de" => has("dann danach anschliessend", word),
        "fr" => has("puis ensuite", word),
        "es" => has("luego despues", word),
        _ => has("apoi", word),
    }
}

/// "erst A, dann B": each as something new, or as the order that it is; `None` where nothing says that one comes behind
/// the other.
pub(super) fn in_turn(reader: &Clauses<'_>, all: &[Word]) -> Option<Said> {
    let l = reader.language;
    let first = is_first(l.code, all);
    let begin = first.unwrap_or(0);
    let loud = |at: usize| all.get(at).filter(|w| !w.quoted);
    let mut parts = Vec::new();
    let mut from = begin;
    for at in begin + 1..all.len() {
        let paused = loud(at - 1).is_some_and(|w| w.after == Some(',') || has(l.and, &w.fold));
        if loud(at).is_some_and(|w| is_next(l.code, &w.fold)) && (paused || first.is_some()) {
            let joined = loud(at - 1).is_some_and(|w| has(l.and, &w.fold));
            parts.push(all.get(from..if joined { at - 1 } else { at })?);
            from = at + 1;
        }
    }
    parts.push(all.get(from..)?);
    // "erst …, dann bügeln": a verb alone is something to do where the first is said to be one.
    let alone = |n: usize, part: &[Word]| match part {
        [one] => {
            let infinitive = l.code == "de" && !one.capital && one.fold.ends_with('n');
            let verb = infinitive || concepts::verb(l.code, &one.fold).is_some();
            n > 0 && first.is_some() && !one.quoted && verb
        }
        _ => false,
    };
    let errand = |(n, part): (usize, &&[Word])| is_errand(reader, n, part) || alone(n, part);
    if parts.len() < 2 || !parts.iter().enumerate().all(errand) {
        return None;
    }
    let each = parts.iter().map(|part| match reader.clause(part) {
        Outcome::Said(said) if said.command => Some(said),
        Outcome::Said(said) => said.made(),
        Outcome::Talk | Outcome::Unknown => None,
    });
    let each: Option<Vec<Said>> = each.collect();
    each?.into_iter().reduce(Said::then)
}

/// What stands between commas, and before and behind an "and" that another errand follows.
fn parts(reader: &Clauses<'_>, all: &[Word]) -> Vec<Range<usize>> {
    let l = reader.language;
    let loud = |at: usize| all.get(at).filter(|w| !w.quoted);
    let comma = |at: usize| loud(at).is_some_and(|w| w.after == Some(','));
    let verb = |at: usize| loud(at).is_some_and(|w| concepts::verb(l.code, &w.fold).is_some());
    let and = |at: usize| loud(at).is_some_and(|w| has(l.and, &w.fold));
    // "să cumpăr pâine, să sun la bunica": the verb stands behind it.
    let leads = |at: usize| l.code == "ro" && loud(at).is_some_and(|w| w.fold == "sa");
    let links = |at: usize| and(at) || leads(at) || loud(at).is_some_and(|w| has(l.then, &w.fold));
    let mut out = Vec::new();
    let mut from = 0;
    for at in 0..all.len() {
        let last = at + 1 == all.len();
        let joined = and(at) && at > from && (verb(at + 1) || leads(at + 1) || l.code == "de" && verb(at - 1));
        if comma(at) || joined || last {
            let end = if joined { at } else { at + 1 };
            let start = (from..end).find(|at| !links(*at)).unwrap_or(end);
            out.push(start..end);
            from = at + 1;
        }
    }
    out
}

/// Whether the words have an everyday verb at their head, or in German at their end, and a thing that it is done to.
fn is_errand(reader: &Clauses<'_>, n: usize, part: &[Word]) -> bool {
    let l = reader.language;
    let (Some(first), Some(last)) = (part.first(), part.last()) else { return false };
    // "compré pan", "acheté du pain": what has been done, by its accent.
    let known = |w: &Word| !w.quoted && !w.lower.ends_with(['é', 'í']) && concepts::verb(l.code, &w.fold).is_some();
    let begins = known(first) && errand(reader, part).is_some();
    let ends = l.code == "de" && known(last) && last.fold.ends_with('n');
    let ordered = n == 0 && !known(first) && matches!(reader.clause(part), Outcome::Said(said) if said.adds());
    let order = Clauses::trimmed(l, part, reader.clock);
    let led = n == 0 && order.len() < part.len() && order.iter().any(known);
    let verb = if begins { first } else { last };
    let more = n > 0 && concepts::english(l.code, &verb.fold).is_some_and(|english| has(MORE, english));
    let points_back = part.iter().skip(1).any(|w| !w.quoted && pronoun(l.code, &w.fold));
    let changes = deed(l, &first.fold).is_some() && !known(first);
    part.len() > 1 && (begins || ends || ordered || led) && !more && !points_back && !changes
}

/// A word that points back at what was said before. Where it may be an article it is none.
fn pronoun(code: &str, word: &str) -> bool {
    match code {
        "de" => has("es ihn ihm sie ihr ihnen dies dieses diese", word),
        "fr" => has("ca cela lui leur celui-ci celle-ci", word),
        "es" => has("eso esto ello ellos ellas", word),
        _ => has("asta aceasta acesta acestea", word),
    }
}
