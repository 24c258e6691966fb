//! A change in any order of words: the name of one todo, and the values it gets (a day, a time, a deadline, a level, a
//! length), each said once, with nothing else beside them but words that carry a value. A clause of which a word is left
//! over is no such change.

use super::fields::level;
use super::lexicon::{STOP, lists, one_of};
use super::run::Run;
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{Role, What};

/// Says that something changes or is so now: without one of them a name and a day may be a new todo.
pub(super) const CHANGES: &str = "make|set|put|change|bump|push|move|shift|switch|slide|bring|drag|pull|shove|stick|kick|get|have|let|give|raise|\
    lower|drop|turn|schedule|reschedule|postpone|delay|slot|plan|update|mark|is|are|isn't|was|should|must|can|could|will|would|needs|\
    need|has|gets|goes|moves|becomes|starts|happens|comes|gonna|going|wants|works|belongs|lands|falls|to|now|instead|takes|take|lasts|\
    deadline|priority|prio|'s";

/// Carries a value beside them.
pub(super) const CARRIES: &str = "please|pls|then|just|actually|rather|only|so|about|around|roughly|like|more|be|being|on|at|by|for|until|till|from|in|of|\
    the|a|an|my|its|this|that|up|down|back|out|over|off|forward|again|me|us|we|i|you|i'd|we'd|i'll|we'll|done|happen|start|wait|it|date|day|time|\
    estimate|estimated|duration|long|somewhere|sometime|latest|still|already|also|too|ok|okay|better|as|into|onto|with|level|todo|task|one|thing|\
    want|think|guess|let's|lets|say|know|fyi|once|insted|due";

/// Says something that no slot holds.
const OTHER: &str = "not|no|never|without|except|unless|if|or|and|but|all|every|each|both|everything|add|new|create|remind|delete|remove|\
    cancel|skip|finished|complete|completed|label|tag|note|rename|checklist|series|before|after|when|while|because";

/// The changes as plain orders; `None` where a word is left over, or the name is not one todo's.
pub(super) fn orders(run: &Run<'_>, text: &str) -> Option<Vec<String>> {
    /// More words are more than one change.
    const MOST: usize = 20;
    let c = Clause::new(text, run.clock);
    let from = super::split::lead(&c).at;
    if c.len() > MOST || c.toks.iter().any(|t| t.quoted) || text.trim_end().ends_with('?') {
        return None;
    }
    let of_date = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let said = |i: &usize| !of_date(*i);
    if (from..c.len()).filter(said).any(|i| one_of(c.word(i), OTHER) || c.word(i).ends_with("n't")) {
        return None;
    }
    let carries =
        |i: usize| one_of(c.word(i), CHANGES) || one_of(c.word(i), CARRIES) || of_date(i) || level(c.word(i)).is_some();
    // The name begins and ends with a word that carries nothing; what stands between is the name's.
    let first = (from..c.len()).find(|i| !carries(*i))?;
    let last = (from..c.len()).rev().find(|i| !carries(*i))?;
    let whole = (first..=last).all(|i| !of_date(i) && (!carries(i) || lists(STOP, c.word(i))));
    let name = c.slice(first..last + 1).trim_end_matches("'s").trim_end_matches("’s");
    let cued = c.word(last).ends_with("'s")
        || (from..c.len()).any(|i| !(first..=last).contains(&i) && one_of(c.word(i), CHANGES));
    let Match::One(id) = run.find(&content(name), Want::Open) else { return None };
    let todo = run.todo(id)?;
    if !whole || !cued || todo.status.is_closed() {
        return None;
    }
    let outside = |i: &usize| !(first..=last).contains(i);
    // "at 9:30 starting monday" is said of every day from then on, and no day's.
    let lasting = (from..c.len()).any(|i| one_of(c.word(i), "starting|from|onwards|onward|always|beginning"));
    let mut out = Vec::new();
    let levels: Vec<usize> =
        (from..c.len()).filter(outside).filter(said).filter(|i| level(c.word(*i)).is_some()).collect();
    // "set the estimate to 2": a figure is a level only where one is spoken of.
    let figure = |i: &usize| c.word(*i).bytes().all(|b| b.is_ascii_digit());
    if levels.iter().any(figure) && !(from..c.len()).any(|i| one_of(c.word(i), "priority|prio|importance|urgency")) {
        return None;
    }
    match levels.as_slice() {
        [] => {}
        [one] if level(c.word(*one)) == Some(todo.priority) => return None,
        [one] => out.push(format!("set #{id} to {} priority", c.word(*one))),
        _ => return None,
    }
    let (mut due, mut days, mut times, mut length) = (false, Vec::new(), Vec::new(), None);
    for found in &c.found {
        let said = c.slice(c.toks_of(&found.span));
        match found.what {
            // What was is told, and ordered by nobody.
            What::Date { date, .. } if date < run.today() => return None,
            What::Date { .. } => {
                due |= found.role == Role::Due;
                days.push(super::frames::bare(said, true).trim_end_matches("'s"));
            }
            What::DateTime { .. } | What::Time { .. } => times.push(super::frames::bare(said, false)),
            What::Duration { .. } if length.is_none() => length = Some(said),
            _ => return None,
        }
    }
    // "give the hotel until friday" is a deadline, too.
    due |= (from..c.len()).filter(outside).any(|i| one_of(c.word(i), "due|deadline|give"));
    if days.len() > 1 || times.len() > 1 || due && !times.is_empty() {
        return None;
    }
    if let Some(length) = length {
        let takes =
            (from..c.len()).any(|i| one_of(c.word(i), "take|takes|lasts|estimate|estimated|duration|long|be|is"));
        out.push(takes.then(|| format!("set the estimate of #{id} to {length}"))?);
    }
    match (days.as_slice(), times.as_slice()) {
        ([], []) => {}
        // Of a series it is that day's, and its time is what changes.
        ([day], [time]) if todo.recurrence.is_repeating() && !lasting => {
            out.push(format!("move #{id} on {day} to {time}"))
        }
        _ if todo.recurrence.is_repeating() => return None,
        ([day], []) if due => out.push(format!("make #{id} due {day}")),
        _ => out.push(format!("move #{id} to {}", [days, times].concat().join(" at ").replace(" at at ", " at "))),
    }
    (!out.is_empty()).then_some(out)
}
