//! The last check of a plan that changes everything there is (TODOS.md rule 12, "empty where is rejected"): it is made only
//! where nothing but "all" was said of which are meant. A limit that was read as a value, as a verb or not at all is asked about.

use super::lexicon::one_of;
use super::text::Clause;
use super::{Answer, Decision};
use crate::dates::{self, Clock, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::Where;
use jiff::civil::Date;
use rustc_hash::FxHashSet;
use serde_json::Value;

const ALL: &str = "all|every|everything|each|any|anything|whatever";
/// Behind it, and no limit.
const NOUNS: &str = "all|of|the|my|our|these|those|whole|entire|tasks|task|todos|todo|to-dos|to-do|items|item|things|thing|ones|one|stuff|\
    entries|chores|reminders";
/// A limit follows.
const LIMITS: &str = "without|having|over|under|above|below|longer|shorter|older|newer|containing|mentioning|about|regarding|named|called|\
    titled|starting|beginning|created|added|whose|where|who|estimated|taking|lasting";
/// What a todo may have, "with" in front of it.
const FIELDS: &str = "estimate|estimates|estimated|time|times|date|dates|label|labels|tag|tags|checklist|checklists|note|notes|deadline|\
    deadlines|due|recurrence|repetition|description|descriptions|status|title|titles|reminder|line|lines|subtask|subtasks";
const JOINS: &str = "and|&|then|plus|also";
/// Orders about what is there.
const ORDERS: &str = "make|set|start|mark|move|complete|finish|delete|remove|tag|label|put|push|postpone|reschedule|change|give|hold|pause";
/// In front of some of them.
const SOME: &str = "the|some|all|my|every|each|any|one|most|half|both|two|three|a";

/// The answer, unless it changes everything although more was said.
pub(super) fn guarded(text: &str, answer: Answer, todos: &Todos, clock: &Clock) -> Answer {
    if answer.decision != Decision::Plan {
        return answer;
    }
    if answer.ops.iter().any(|op| matches!(op, Operation::Create(draft) if is_order(text, &draft.title))) {
        return Answer::nothing(Decision::Unsure);
    }
    if torn(text, &answer, clock) {
        return Answer::nothing(Decision::Unsure);
    }
    let unlimited = answer.about.scheduled_range.is_none() && answer.about.due_range.is_none();
    let named = days(text, clock);
    let on_them =
        |id: &TodoId| todos.todo(*id).and_then(|todo| todo.scheduled_for).is_some_and(|day| named.contains(&day));
    let apart = |ids: &[TodoId]| ids.len() > 1 && !ids.iter().all(on_them);
    let sets = |op: &Operation| op.predicate().is_some_and(|p| p.ids.as_deref().is_some_and(apart));
    // "everything except the dentist"
    let most = answer.excepted && unlimited && answer.ops.iter().any(sets);
    let all = most || answer.ops.iter().any(|op| covers(op, todos));
    if all && passes_a_day(text, &answer, clock) {
        let question = Some("All of them, or which of “everything”?".to_owned());
        return Answer { question, ..Answer::nothing(Decision::Clarify) };
    }
    if answer.about != Where::default() || !answer.ops.iter().any(|op| op.predicate().is_some()) {
        return answer;
    }
    let c = Clause::new(text, clock);
    let quoted = |at: usize| c.toks.get(at).is_some_and(|t| t.quoted);
    let all = |at: &usize| one_of(c.word(*at), ALL) && !quoted(*at);
    let Some(from) = (0..c.len()).find(|at| all(at) && limited(&c, *at, &answer)) else { return answer };
    if !answer.ops.iter().any(|op| covers(op, todos)) {
        return answer;
    }
    let named = c.slice(from..end_of(&c, from)).trim().to_owned();
    Answer { question: Some(format!("All of them, or which of “{named}”?")), ..Answer::nothing(Decision::Clarify) }
}

/// Whether more than "all" seems to be said of which are meant.
fn limited(c: &Clause, all: usize, answer: &Answer) -> bool {
    let end = end_of(c, all);
    let noun = |at: &usize| one_of(c.word(*at), NOUNS) && c.toks.get(*at).is_some_and(|t| !t.quoted);
    let next = (all + 1..end).find(|at| !noun(at)).unwrap_or(end);
    if next >= end {
        return false;
    }
    if one_of(c.word(next), LIMITS) {
        return true;
    }
    if c.word(next) == "with" {
        let article = |at: &usize| one_of(c.word(*at), "a|an|the|any|some|no|set");
        let field = (next + 1..end).find(|at| !article(at)).unwrap_or(end);
        let tags = (0..all).any(|at| one_of(c.word(at), "tag|label|mark|flag|add"));
        let label = one_of(c.word(field), "label|labels|tag|tags");
        if one_of(c.word(field), FIELDS) && !(tags && label) {
            return true;
        }
    }
    // Two values side by side: one of them may say which.
    let joined =
        (next..end).any(|at| one_of(c.word(at), JOINS) || c.toks.get(at).is_some_and(|t| t.after == Some(',')));
    let dates = c.found.iter().filter(|f| (next..end).contains(&c.toks_of(&f.span).start)).count();
    !joined && end == c.len() && (dates > 1 || fields(answer) > 1)
}

/// Where the words that go with "all" end at the latest.
fn end_of(c: &Clause, all: usize) -> usize {
    let mark = |at: &usize| c.toks.get(*at).is_some_and(|t| matches!(t.after, Some('.' | ';' | '!' | '?')));
    (all..c.len()).find(mark).map_or(c.len(), |at| at + 1)
}

/// Whether a message about all there is names a day that is neither where it goes nor of anything else that is ordered: which
/// are meant may be said by it.
fn passes_a_day(text: &str, answer: &Answer, clock: &Clock) -> bool {
    let mut given: FxHashSet<Date> = FxHashSet::default();
    for op in &answer.ops {
        match op {
            Operation::BulkUpdate { set, .. } | Operation::Update { set, .. } => {
                given.extend([set.scheduled_for.flatten(), set.due_date.flatten()].into_iter().flatten());
            }
            Operation::MoveOccurrence { occurrence_date, to, .. } => {
                given.extend([Some(*occurrence_date), to.date].into_iter().flatten());
            }
            Operation::SkipOccurrence { occurrence_date, .. }
            | Operation::CompleteOccurrence { occurrence_date, .. } => {
                given.insert(*occurrence_date);
            }
            Operation::Create(draft) if ordered_new(text) => {
                given.extend([draft.scheduled_for, draft.due_date].into_iter().flatten());
            }
            _ => {}
        }
    }
    let found = dates::find(text, clock).into_iter().chain(dates::find_possessive(text, clock));
    found.into_iter().any(|f| match &f.what {
        What::Date { date, .. } | What::DateTime { date, .. } => !given.contains(date),
        What::Range { from, to, .. } => !given.iter().any(|day| (from..=to).contains(&day)),
        _ => false,
    })
}

/// The single days that a text names.
fn days(text: &str, clock: &Clock) -> Vec<Date> {
    let found = dates::find(text, clock).into_iter().chain(dates::find_possessive(text, clock));
    let day = |f: dates::Found| match f.what {
        What::Date { date, .. } | What::DateTime { date, .. } => Some(date),
        _ => None,
    };
    found.filter_map(day).collect()
}

/// Whether something new is ordered in so many words.
fn ordered_new(text: &str) -> bool {
    text.to_lowercase().split(|ch: char| !ch.is_alphanumeric()).any(|word| one_of(word, "add|create|remind|new"))
}

/// How many kinds of things the operations on sets change; a day and its time are one.
fn fields(answer: &Answer) -> usize {
    let mut kinds: FxHashSet<String> = FxHashSet::default();
    for op in answer.ops.iter().filter(|op| op.predicate().is_some()) {
        match op {
            Operation::BulkUpdate { set, .. } => {
                let set = serde_json::to_value(set).unwrap_or_default();
                let names = set.as_object().into_iter().flat_map(serde_json::Map::keys);
                kinds.extend(
                    names.map(|name| if name == "timeOfDay" { "scheduledFor".to_owned() } else { name.clone() }),
                );
            }
            other => {
                kinds.insert(other.to_value().get("op").and_then(Value::as_str).unwrap_or_default().to_owned());
            }
        }
    }
    kinds.len()
}

/// Whether an operation changes every open todo that does not repeat.
fn covers(op: &Operation, todos: &Todos) -> bool {
    let Some(ids) = op.predicate().and_then(|p| p.ids.as_deref()).filter(|ids| ids.len() > 1) else { return false };
    let ids: FxHashSet<_> = ids.iter().copied().collect();
    todos.iter().filter(|t| !t.status.is_closed() && !t.recurrence.is_repeating()).all(|t| ids.contains(&t.id))
}

/// "make the oldest task high priority", "set the first two tasks due friday": an order about todos that was not read makes
/// no todo.
fn is_order(text: &str, title: &str) -> bool {
    let title = title.to_lowercase();
    let said: Vec<&str> = title.split_whitespace().collect();
    let [first, second, .., last] = said.as_slice() else { return false };
    let noun = one_of(last, "task|tasks|todo|todos|to-do|to-dos");
    noun && one_of(first, ORDERS) && one_of(second, SOME) && text.trim_start().to_lowercase().starts_with(&title)
}

/// "all tasks due december 4" with the month as a limit and the day as a time: a date is read whole or not at all.
fn torn(text: &str, answer: &Answer, clock: &Clock) -> bool {
    let figure = |said: &str| said.len() <= 2 && said.bytes().all(|b| b.is_ascii_digit());
    let hours = answer.consumed.iter().filter(|c| c.taken_as == "timeOfDay" && figure(&c.text));
    let mut parts = hours.flat_map(|hour| answer.consumed.iter().map(move |day| format!("{} {}", day.text, hour.text)));
    parts.any(|both| {
        let both = both.to_lowercase();
        let whole = |f: &dates::Found| text.get(f.span.clone()).is_some_and(|said| said.to_lowercase() == both);
        dates::find(text, clock).iter().any(|f| matches!(f.what, What::Date { .. }) && whole(f))
    })
}
