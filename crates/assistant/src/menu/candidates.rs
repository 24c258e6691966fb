//! Which todos a request may be about, best first, and how a model sees them.

use super::MOST_CANDIDATES;
use crate::cues::{Cue, is_cue_word};
use crate::input::Input;
use crate::words::Words;
use countersign_core::ids::TodoId;
use countersign_core::prompt::Line;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_planner::interpret::{near, spoken_of};
use countersign_redact::beginning;

/// Longest title shown to a model, in characters.
const TITLE: usize = 80;

pub(super) fn shown(title: &str) -> String {
    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
    Line::of(beginning(&words, TITLE)).into()
}

/// One line of the snapshot: title, dates, priority, status.
pub(crate) fn line(name: &str, todo: &Todo) -> String {
    let mut facts = Vec::new();
    if todo.recurrence.is_repeating() {
        facts.push(format!("repeats {}", todo.recurrence.describe()));
    } else if let Some(date) = todo.scheduled_for {
        facts.push(countersign_core::label::day(date));
    }
    if let Some(time) = todo.time_of_day {
        facts.push(time.to_string());
    }
    if let Some(date) = todo.due_date {
        facts.push(format!("due {}", countersign_core::label::day(date)));
    }
    match todo.priority {
        countersign_core::todo::Priority::High => facts.push("high".to_owned()),
        countersign_core::todo::Priority::Low => facts.push("low".to_owned()),
        countersign_core::todo::Priority::Medium => {}
    }
    if todo.status.is_closed() {
        facts.push("done".to_owned());
    }
    if facts.is_empty() { format!("- {name}") } else { format!("- {name} ({})", facts.join(", ")) }
}

/// Candidates by what names them: a word that is only a cue ("call", "book") counts little.
pub(super) fn ranked(near: Vec<near::Near>, words: &Words, cues: &[Cue], todos: &Todos) -> Vec<(TodoId, f64)> {
    let cue_at = |word: &str| {
        words.all.iter().enumerate().any(|(n, w)| w.fold == word && cues.iter().any(|c| c.at.contains(&n)))
    };
    let mut out: Vec<(TodoId, f64)> = near
        .into_iter()
        .filter_map(|n| {
            let names = n.words.iter().filter(|w| !(is_particle(w) || is_cue_word(w) && cue_at(w))).count();
            let share = names as f64 / n.words.len().max(1) as f64;
            let whole = if n.whole { 1.5 } else { 1.0 };
            // Only a verb in common ("call") names nothing.
            if names == 0 && !n.whole {
                return None;
            }
            let score = n.score * whole * (0.2 + 0.8 * share);
            todos.todo(n.id).map(|_| (n.id, score))
        })
        .collect();
    out.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = out.first().map_or(0.0, |b| b.1);
    out.retain(|(_, score)| *score >= 0.34 * best);
    out
}

/// Words that are in titles and in every second sentence.
fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "up" | "out"
            | "off"
            | "in"
            | "over"
            | "down"
            | "back"
            | "new"
            | "get"
            | "do"
            | "make"
            | "go"
            | "day"
            | "week"
            | "time"
            | "today"
            | "tomorrow"
            | "morning"
            | "not"
            | "no"
            | "can"
            | "will"
            | "all"
            | "before"
            | "after"
    )
}

/// What "it" may mean: what the conversation was last about, as the planner sees it. What was merely changed last is not.
pub(super) fn recents(input: &Input, words: &Words, todos: &Todos) -> Vec<TodoId> {
    if !words.says("it|that|this|that one|this one|it's|that's|them|those|these|the same|he|she|they") {
        return Vec::new();
    }
    let mut out = spoken_of(&input.turns, todos, &input.clock);
    out.truncate(MOST_CANDIDATES);
    out
}
