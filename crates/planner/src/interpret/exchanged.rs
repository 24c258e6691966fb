//! "Swap the dentist and the report": two todos take each other's place in time.

use super::lexicon::one_of;
use super::run::{Ref, Run, Said, Stop};
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todo::Todo;

/// Orders an exchange.
const SWAPS: &str = "swap|switch|exchange|trade|interchange|flip";

/// What of them changes places; dates, where nothing is said.
const OF: &str = "the dates of|dates of|the days of|days of|the dates for|the times of|times of|the times for|the slots of|the date of";

/// What changes places.
#[derive(Clone, Copy)]
struct What {
    day: bool,
    time: bool,
}

/// Reads the clause as an exchange of the dates of two todos; `false` when it names no two, as "swap the tyres" does.
pub(super) fn handle(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let Some(verb) = c.any(at, SWAPS) else { return Ok(false) };
    let from = c.any(verb, OF).unwrap_or(verb);
    let named = |words: &'static str| (verb..from).any(|i| one_of(c.word(i), words));
    let what = What { day: !named("times|time"), time: !named("dates|date|days|day") };
    let end = c.any(c.len().saturating_sub(1), "around|round|over|please").map_or(c.len(), |_| c.len() - 1);
    let one = |words: &str| match run.find(&content(words), Want::Open) {
        Match::One(id) => Some(id),
        _ => None,
    };
    let pair = (from + 1..end.saturating_sub(1)).filter(|i| one_of(c.word(*i), "and|with|for|&")).find_map(|i| {
        let two: (TodoId, TodoId) = (one(c.slice(from..i))?, one(c.slice(i + 1..end))?);
        (two.0 != two.1).then_some(two)
    });
    let Some((first, second)) = pair.and_then(|(a, b)| run.todo(a).zip(run.todo(b))) else { return Ok(false) };
    // Days of a series are not exchanged, and without its date a todo has no place to give.
    let fixed = |t: &Todo| t.recurrence.is_repeating() || t.scheduled_for.is_none();
    if fixed(first) || fixed(second) || !c.found.is_empty() {
        return Err(Stop::Unsure);
    }
    let (ids, patches) = ([first.id, second.id], [taken(first, second, what), taken(second, first, what)]);
    // Times that are alike, or that not both have.
    if patches.iter().any(|patch| *patch == Patch::default()) {
        return Err(Stop::Unsure);
    }
    for (id, set) in ids.into_iter().zip(patches) {
        run.push(Operation::Update { id: id.into(), set });
    }
    run.last = ids.into_iter().map(Ref::Todo).collect();
    run.note(c.clone());
    Ok(true)
}

/// The day of the other, and its time where both have one: a todo without a time gives none away.
fn taken(own: &Todo, other: &Todo, what: What) -> Patch {
    let timed = what.time && own.time_of_day.is_some() && other.time_of_day.is_some();
    Patch {
        scheduled_for: (what.day && own.scheduled_for != other.scheduled_for).then_some(other.scheduled_for),
        time_of_day: (timed && own.time_of_day != other.time_of_day).then_some(other.time_of_day),
        ..Patch::default()
    }
}
