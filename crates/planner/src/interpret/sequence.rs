//! What is said in front of its place: "first buy bread, then call Luis" is two things to do, and "tuesday and thursday run" is
//! "run tuesday and thursday".

use super::bare::is_everyday;
use super::run::Run;
use super::several_days;
use super::split::verb_at;
use super::text::Clause;

/// Begins the first of several things to do.
const FIRST: &str = "first of all|first off|first|firstly";

/// Begins the next of them.
const NEXT: &str = "and then|and after that|and afterwards|then|after that|afterwards";

/// The message with its parts as they are read elsewhere; `None` where nothing is in front.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let lower = text.to_lowercase();
    let first = lower.split([' ', ',']).next().unwrap_or_default();
    if !(first.starts_with("first") || first == "on" || first.ends_with("day")) {
        return None;
    }
    let c = Clause::new(text, run.clock);
    in_turn(&c).or_else(|| days_last(&c, run))
}

/// "first A, then B": each begins with something to do.
fn in_turn(c: &Clause) -> Option<String> {
    let begins = |at: usize| is_everyday(c.word(at)) || verb_at(c, at, false).is_some_and(|head| head.at == at);
    let from = c.any(0, FIRST).filter(|at| begins(*at))?;
    let (at, end) = (from + 2..c.len()).find_map(|at| c.any(at, NEXT).map(|end| (at, end)))?;
    let more = begins(end) && end + 1 < c.len();
    more.then(|| format!("{}, then {}", c.slice(from..at).trim_end_matches([',', ' ']), c.slice(end..c.len())))
}

/// "tuesday and thursday run": the days behind what is to be done on them.
fn days_last(c: &Clause, run: &Run<'_>) -> Option<String> {
    let end = several_days::in_front(c)?;
    let quoted = c.toks.get(end).is_none_or(|t| t.quoted);
    (!quoted && is_everyday(c.word(end)) && !run.names(&super::target::content(c.slice(end..c.len()))))
        .then(|| format!("{} {}", c.slice(end..c.len()), c.slice(0..end).trim_end_matches([',', ' '])))
}
