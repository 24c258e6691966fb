//! Units that are joined to a list, and what stands between and around them.

use super::super::lexicon::one_of;
use super::Unit;
use std::ops::Range;

/// Joins one name to the next.
const JOINS: &str = "and|&|+|plus|as well as|and also|also|along with|together with|and then also|and as well|und|und auch|sowie|y|e|\
    y también|así como|et|et aussi|ainsi que|și|si|și de asemenea|precum și";

/// In front of a name, or between the two of a pair.
const NAMED: &str = "the|my|our|todo|task|todos|tasks";

/// Puts the number behind it in the place of the one in front.
const CORRECTS: &str = "no|no i mean|i mean|or rather|rather|sorry|i meant|make that|actually|no wait|wait|oops|no sorry|sorry i mean|\
    no make that|correction|nein|no perdón|perdón|non|pardon|nu";

/// Behind a number: what it counts is no title's.
const MEASURES: &str = "minutes|minute|min|mins|hours|hour|h|hrs|days|day|weeks|week|months|month|am|pm|o'clock|oclock|times|percent|pages|uhr|\
    minuten|stunden|tage|horas|minutos|días|heures|jours|ore|zile";

/// Units that are joined, in their place.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::interpret) struct List {
    pub(in crate::interpret) at: Range<usize>,
    pub(in crate::interpret) units: Vec<Unit>,
    /// "both" or "all" stands in front.
    pub(in crate::interpret) both: bool,
}

/// Words between two places, lower case, without commas.
fn plain(gap: &str) -> String {
    let gap = gap.to_lowercase().replace(',', " ");
    gap.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a gap joins what is on both sides of it.
pub(super) fn joins(gap: &str) -> bool {
    let words = plain(gap);
    let mut words = words.as_str();
    while let Some((rest, last)) = words.rsplit_once(' ')
        && one_of(last, NAMED)
    {
        words = rest;
    }
    if gap.matches(',').count() > 1 || gap.contains('\n') {
        return false;
    }
    let comma = gap.trim_start().starts_with(',');
    let bare = words.is_empty() || one_of(words, NAMED);
    comma && bare || comma == gap.contains(',') && one_of(words, JOINS)
}

/// Whether a gap says that what stands behind it is meant instead.
pub(in crate::interpret) fn corrects(gap: &str) -> bool {
    one_of(&plain(&gap.replace(['-', '–', '—', '.', '…'], " ")), CORRECTS)
}

/// Whether what stands behind a number counts something.
pub(super) fn is_measure(text: &str, from: usize) -> bool {
    let rest = text.get(from..).unwrap_or_default();
    let clock = rest.strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    clock || rest.starts_with('%') || one_of(&word_behind(rest), MEASURES)
}

/// Whether nothing stands behind a number that it could count.
pub(super) fn ends_a_list(text: &str, from: usize) -> bool {
    const BEHIND: &str = "to|with|as|is|are|and|until|till|from|done|please|off";
    let word = word_behind(text.get(from..).unwrap_or_default());
    word.is_empty() || one_of(&word, BEHIND)
}

/// The first word of a text, lower case; empty where something else stands there.
fn word_behind(rest: &str) -> String {
    let word = rest.trim_start().split(|c: char| !c.is_alphabetic() && c != '\'').next().unwrap_or_default();
    word.to_lowercase()
}

/// "#30 groceries" and "buy milk (#9)" name one todo.
pub(super) fn merge(text: &str, units: &mut Vec<Unit>) {
    let mut n = 1;
    while n < units.len() {
        let (Some(a), Some(b)) = (units.get(n - 1), units.get(n)) else { break };
        let gap = text.get(a.at.end..b.at.start).unwrap_or_default().trim();
        let bracket = gap == "(" && text.get(b.at.end..).is_some_and(|rest| rest.starts_with(')'));
        if a.id == b.id && a.titled != b.titled && (gap.is_empty() || bracket) {
            let end = b.at.end + usize::from(bracket);
            if let Some(a) = units.get_mut(n - 1) {
                (a.at.end, a.weak, a.titled) = (end, false, false);
            }
            units.remove(n);
        } else {
            n += 1;
        }
    }
}

/// The lists of a text, each of one unit or more; a name of one word only where it is beside others.
pub(in crate::interpret) fn lists(text: &str, units: &[Unit]) -> Vec<List> {
    let mut out: Vec<List> = Vec::new();
    for unit in units {
        match out.last_mut() {
            Some(list) if text.get(list.at.end..unit.at.start).is_some_and(joins) => {
                list.at.end = unit.at.end;
                list.units.push(unit.clone());
            }
            _ => out.push(List { at: unit.at.clone(), units: vec![unit.clone()], both: false }),
        }
    }
    let mut n = 0;
    while n < out.len() {
        let apart = out.get_mut(n).and_then(|list| told_apart(text, list));
        n += 1;
        if let Some(unit) = apart {
            out.insert(n, List { at: unit.at.clone(), units: vec![unit], both: false });
        }
    }
    out.retain(|list| list.units.len() > 1 || list.units.iter().all(|unit| !unit.weak));
    for list in out.iter_mut().filter(|list| list.units.len() > 1) {
        widen(text, list);
    }
    out
}

/// "delete chapter 3, and buy milk is done", "drop tax papers, also clean gutters: low": behind a verb, what is told of the last
/// alone is no part of the list, and stands by itself.
fn told_apart(text: &str, list: &mut List) -> Option<Unit> {
    const TOLD: &str = "is|was|isn't|wasn't|takes|needs|has|hasn't|gets|goes|moves|stays|starts|begins|ends|becomes|will|should|can|must|could";
    /// Behind these a value said of a name is none of the order's.
    const WHOLE: &str =
        "delete|remove|drop|scrap|bin|erase|trash|cancel|complete|finish|close|reopen|skip|of|off|start";
    let behind = text.get(list.at.end..).unwrap_or_default().split_whitespace().next().unwrap_or_default();
    let front = text.get(..list.at.start).unwrap_or_default();
    let several = list.units.len() > 1;
    let led = front.split_whitespace().next_back().is_some_and(|word| !word.ends_with([',', ';', '.', ':']));
    let both = front.to_lowercase().ends_with("both ");
    let verb = front.to_lowercase();
    let verb = verb.trim_end().trim_end_matches(" the").rsplit(' ').next().unwrap_or_default();
    let valued = behind.starts_with(':') && behind.len() == 1 && one_of(verb, WHOLE);
    if !several || !led || both || !valued && !one_of(&behind.to_lowercase(), TOLD) {
        return None;
    }
    let last = list.units.pop();
    list.at.end = list.units.last().map_or(list.at.end, |unit| unit.at.end);
    last
}

/// "both", "all of", "the todos" in front of a list belong to it.
fn widen(text: &str, list: &mut List) {
    const FRONT: &str = "both|both of|both the|all|all of|each of|all of the|both of the|the todos|the tasks|todos|tasks|the two todos|the two tasks|both todos|both tasks|\
        the following todos|the following tasks|the items|the|my";
    let front = text.get(..list.at.start).unwrap_or_default();
    let starts: Vec<usize> = front
        .char_indices()
        .filter(|(at, c)| {
            !c.is_whitespace() && (*at == 0 || front.get(..*at).is_some_and(|f| f.ends_with(char::is_whitespace)))
        })
        .map(|(at, _)| at)
        .collect();
    for from in starts.into_iter().rev().take(3) {
        let words = plain(front.get(from..).unwrap_or_default().trim_end_matches([' ', ':']));
        if one_of(&words, FRONT) {
            list.at.start = from;
            list.both |= words.starts_with("both") || words.starts_with("all");
        }
    }
}
