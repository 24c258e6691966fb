//! A date told in a sentence of its own behind the order: "… bake two cakes. It ought to be done by friday", "…; the 4th of
//! december will be soon enough". It is the new todo's, and no todo itself.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, verb_at};
use super::telling::sentences;
use super::text::Clause;
use crate::dates::{Role, What};
use std::ops::Range;

/// Carries a date and says nothing else.
const CARRIERS: &str = "it|it's|its|this|that|they|them|i|we|he|she|you|and|but|ought|should|must|may|might|can|could|shall|will|would|is|are|was|has|have|had|\
    need|needs|to|be|been|done|due|finished|completed|complete|ready|wanted|required|expected|by|on|at|for|before|not|later|than|no|the|latest|like|love|\
    want|wish|hope|intend|mean|plan|begin|start|do|get|round|about|happen|take|takes|place|planned|scheduled|arranged|fixed|set|please|so|then|\
    deadline|date|day|task|todo|reminder|job|matter|work|preferably|ideally|perhaps|say|let|us|make|in|of|already|only|just|also";

/// One of which makes it the deadline.
const DUE: &str = "due|finished|completed|complete|ready|wanted|required|expected|latest|deadline|later|before|by";

/// Behind a date: by then is soon enough.
const ENOUGH: &str =
    "will|would|is|be|quite|plenty|soon|early|enough|time|in|good|perfectly|do|at|the|latest|by|no|hurry";

/// One of which says so.
const SOON: &str = "soon|early|time|latest";

/// The text with such dates behind what they are of.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let all = sentences(&c);
    let [first, rest @ ..] = all.as_slice() else { return None };
    let order = Clause::new(c.slice(first.clone()), run.clock);
    let l = lead(&order);
    let makes = verb_at(&order, l.at, l.ing).is_some_and(|h| h.verb == Verb::Create && h.next < order.len());
    if !makes || rest.is_empty() || rest.len() > 2 || text.contains('\n') {
        return None;
    }
    let mut dates = Vec::new();
    for sentence in rest {
        for part in parts(&c, sentence) {
            dates.push(date(&c, &part)?);
        }
    }
    // One of each kind, and none that the order has.
    let due = |said: &String| said.starts_with("due ");
    let had = |due: bool| order.found.iter().any(|f| is_day(&f.what) && (f.role == Role::Due) == due);
    let many = [true, false]
        .into_iter()
        .any(|kind| dates.iter().filter(|d| due(d) == kind).count() + usize::from(had(kind)) > 1);
    let said = c.text.get(..c.toks.get(first.end - 1)?.end)?;
    let quote = c.text.get(said.len()..).is_some_and(|rest| rest.starts_with(['"', '”']));
    let mark = if quote { "\"" } else { "" };
    (!many && !dates.is_empty()).then(|| format!("{said}{mark}, {}", dates.join(", ")))
}

/// The halves of a sentence: ", and it is due on …".
fn parts(c: &Clause, at: &Range<usize>) -> Vec<Range<usize>> {
    let joint = (at.start + 2..at.end).find(|i| {
        one_of(c.word(*i), "and|but")
            && !c.found.iter().any(|f| c.toks_of(&f.span).contains(i))
            && one_of(c.word(i + 1), "it|it's|i|we|the")
    });
    match joint {
        Some(i) => vec![at.start..i, i..at.end],
        None => vec![at.clone()],
    }
}

fn is_day(what: &What) -> bool {
    matches!(what, What::Date { .. } | What::DateTime { .. } | What::Range { .. })
}

/// The date that a stretch carries, where it says nothing else.
fn date(c: &Clause, at: &Range<usize>) -> Option<String> {
    let mut found = c.found.iter().filter(|f| at.contains(&c.toks_of(&f.span).start));
    let (Some(f), None) = (found.next(), found.next()) else { return None };
    let when = c.toks_of(&f.span);
    if !is_day(&f.what) || when.end > at.end {
        return None;
    }
    let front = at.start..when.start;
    let behind: Vec<&str> = (when.end..at.end).map(|i| c.word(i)).collect();
    let enough = behind.iter().any(|w| one_of(w, SOON)) && behind.iter().all(|w| one_of(w, ENOUGH));
    // "at the printer": with whom it is due.
    let whom = (front.start..front.end)
        .find(|i| one_of(c.word(*i), "at|with|to|for") && front.end - i <= 4 && *i > front.start);
    let carried = |range: Range<usize>| range.clone().all(|i| one_of(c.word(i), CARRIERS));
    let carries = !front.is_empty()
        && (carried(front.clone()) || whom.is_some_and(|i| carried(front.start..i) && c.word(i - 1) == "due"));
    let said = c.slice(when).to_owned();
    let bare = said.trim_start_matches("due ").trim_start_matches("by ").trim_start_matches("before ");
    let due = f.role == Role::Due || front.into_iter().any(|i| one_of(c.word(i), DUE));
    match (carries && behind.is_empty(), enough) {
        (true, _) if due && said.starts_with("before") => Some(format!("due {said}")),
        (true, _) if due => Some(format!("due {bare}")),
        (true, _) => Some(said),
        (false, true) => Some(format!("due {bare}")),
        (false, false) => None,
    }
}
