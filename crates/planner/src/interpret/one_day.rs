//! One day said of several series: where one of them has no such day, which is meant is asked, and no other day taken.

use super::lexicon::one_of;
use super::target::MOST_OPTIONS;
use super::{Answer, Decision};
use crate::dates::{self, Clock, Role, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{ClarifyOption, ClarifySection};
use jiff::civil::Date;

/// The answer, unless it takes another day of a series for one that was said of it and another.
pub(super) fn guarded(text: &str, answer: Answer, todos: &Todos, clock: &Clock) -> Answer {
    let days: Vec<(TodoId, Date)> = answer.ops.iter().filter_map(of_a_day).collect();
    let said = dates::find(text, clock);
    let ([said], true) = (said.as_slice(), answer.decision == Decision::Plan && days.len() == answer.ops.len()) else {
        return answer;
    };
    let (What::Date { date, .. }, Role::When) = (&said.what, said.role) else { return answer };
    let front = text.get(..said.span.start).unwrap_or_default();
    let joined = front.split_whitespace().any(|w| one_of(&w.to_lowercase(), "and|&|both|plus")) || front.contains(',');
    let fits = |day: &Date| day.weekday() == date.weekday();
    let several = days.iter().any(|(id, _)| days.first().is_some_and(|(first, _)| first != id));
    let on = days.iter().filter(|(_, day)| fits(day)).count();
    if !joined || !several || on == 0 || on == days.len() {
        return answer;
    }
    let mut ids: Vec<TodoId> = Vec::new();
    for (id, _) in &days {
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
    ids.truncate(MOST_OPTIONS);
    let named = text.get(said.span.clone()).unwrap_or_default().trim();
    let options = ids
        .iter()
        .filter_map(|id| todos.todo(*id))
        .map(|t| ClarifyOption { value: serde_json::json!(t.id), label: countersign_core::label::choice(t) });
    Answer {
        question: Some(format!("Which one do you mean by “{named}”?")),
        sections: vec![ClarifySection { kind: "which".to_owned(), options: options.collect() }],
        options: ids,
        ..Answer::nothing(Decision::Clarify)
    }
}

fn of_a_day(op: &Operation) -> Option<(TodoId, Date)> {
    match op {
        Operation::SkipOccurrence { id, occurrence_date }
        | Operation::CompleteOccurrence { id, occurrence_date, .. } => Some((id.id()?, *occurrence_date)),
        _ => None,
    }
}
