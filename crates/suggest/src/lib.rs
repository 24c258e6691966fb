//! What a todo list itself shows to be amiss, as operations with their reasons: todos and a clock
//! in, suggestions out. No model, no I/O. Every rule would rather say nothing than guess.

mod days;
mod named;
mod past;
mod twins;

use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch, Target};
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View, words};
use countersign_planner::dates::Clock;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// One thing that may be done.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// What.
    pub op: Operation,
    /// Why, in one or two sentences.
    pub why: String,
    /// What was seen, e.g. `overdue:5:2026-11-20`: the same finding whatever is done about it.
    pub topic: String,
    /// The todos that it holds for as they are, its own first: where one of them is another by now, it may not hold.
    pub ground: Vec<TodoId>,
}

impl Suggestion {
    fn new(rule: &str, todo: &Todo, seen: &str, op: Operation, why: String) -> Self {
        Self { op, why, topic: format!("{rule}:{}:{seen}", todo.id), ground: vec![todo.id] }
    }

    fn update(rule: &str, todo: &Todo, seen: &str, set: Patch, why: String) -> Self {
        Self::new(rule, todo, seen, Operation::Update { id: Target::Todo(todo.id), set }, why)
    }

    /// Because of others as well.
    fn because_of(mut self, others: impl IntoIterator<Item = TodoId>) -> Self {
        self.ground.extend(others);
        self
    }
}

/// What suggestions are wanted about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// Everything.
    All,
    /// One todo.
    Todo(TodoId),
    /// Todos whose titles hold all of these words.
    Words(Vec<String>),
    /// Todos with this label, whatever its case.
    Label(String),
    /// Todos whose day is over.
    Late,
}

impl About {
    /// Reads what a person said: `#5`, `label:bills`, `is:overdue`, words of a title, or nothing.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        if let Some(label) = text.strip_prefix("label:").map(str::trim).filter(|label| !label.is_empty()) {
            return Self::Label(label.to_lowercase());
        }
        if text == "is:overdue" {
            return Self::Late;
        }
        match text.strip_prefix('#').unwrap_or(text).parse() {
            Ok(id) => Self::Todo(TodoId(id)),
            Err(_) => match words(text) {
                none if none.is_empty() => Self::All,
                some => Self::Words(some),
            },
        }
    }

    /// Whether it is about this todo.
    pub fn holds(&self, todo: &Todo, today: Date) -> bool {
        match self {
            Self::All => true,
            Self::Todo(id) => todo.id == *id,
            Self::Label(label) => todo.labels.iter().any(|l| l.to_lowercase() == *label),
            Self::Late => is_late(todo, today),
            Self::Words(wanted) => {
                let has = words(&todo.title);
                wanted.iter().all(|w| has.contains(w))
            }
        }
    }
}

/// Open, and its day, or the day it is due, is over; of a series, that it has missed dates.
pub fn is_late(todo: &Todo, today: Date) -> bool {
    !todo.status.is_closed()
        && match todo.recurrence.is_repeating() {
            true => !past::missed(&[todo], today).is_empty(),
            false => todo.scheduled_for.or(todo.due_date).is_some_and(|day| day < today),
        }
}

/// Everything that may be done, the most pressing first; at most one suggestion per todo.
pub fn suggest(todos: &Todos, clock: &Clock, about: &About) -> Vec<Suggestion> {
    let zone = TimeZone::get(&clock.zone).unwrap_or(TimeZone::UTC);
    let open: Vec<&Todo> = todos.iter().filter(|t| !t.status.is_closed()).collect();
    let all = [
        twins::doubles(&open),
        past::finished(&open),
        named::in_titles(&open, clock, &zone),
        past::unanchored(&open, clock.now.date()),
        past::overdue(&open, clock.now.date()),
        past::missed(&open, clock.now.date()),
        days::crowded(&open, clock.now.date()),
    ];
    let mut seen = std::collections::BTreeSet::new();
    all.into_iter()
        .flatten()
        .filter(|s| {
            let id = s.op.target().and_then(Target::id);
            id.and_then(|id| todos.todo(id)).is_some_and(|t| about.holds(t, clock.now.date())) && seen.insert(id)
        })
        .collect()
}
