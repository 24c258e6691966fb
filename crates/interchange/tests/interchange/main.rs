//! Files in and out: what is read, what is written, and that importing again plans nothing.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests; clippy.toml allows it in test functions only, not in what they call"
)]

mod files;
mod findings;
mod genuine;
mod hostile;
mod imports;
mod laws;
mod losses;
mod names;
mod told;
mod zones;

use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::recurrence::{Anchor, ByDay, Frequency, Recurrence};
use countersign_core::todo::{TimeOfDay, Todo};
use countersign_core::todos::Todos;
use countersign_interchange::{Env, Format, Parsed, Phrase, plan, read, write};
use jiff::civil::Weekday::{Friday, Monday, Wednesday};
use jiff::tz::TimeZone;
use std::collections::BTreeMap;

/// The phrases these tests know, all of them English: what `describe` says of a few rules, alone, with a time or with
/// a start. A start that is past is gone on from.
fn phrase(text: &str, language: Option<&str>) -> Option<Phrase> {
    if language.is_some_and(|language| language != "en") {
        return None;
    }
    if let Some((text, start)) = text.split_once(" starting ") {
        let (today, start) = (env().today, start.parse().ok()?);
        let (_, time, rule) = phrase(text, language)?;
        let mut rule = rule?;
        let begun = Recurrence { interval: 1, count: None, ..rule.clone() }.first(start)?;
        let next = rule.iter_from(begun, today).next()?;
        let had = rule.iter(begun).take_while(|date| *date < today).count();
        rule.count = rule.count.map(|count| count - u32::try_from(had).unwrap());
        return Some((Some(next), time, Some(rule)));
    }
    let (text, time) = match text.rsplit_once(" at ") {
        Some((rest, time)) => (rest, Some(TimeOfDay::parse(time)?)),
        None => (text, None),
    };
    if text == "tomorrow" {
        return Some((Some("2026-11-22".parse().unwrap()), time, None));
    }
    let text = text.to_lowercase();
    let rule = rules().into_iter().find(|r| r.describe().to_lowercase() == text)?;
    Some((None, time, Some(rule)))
}

/// Rules of every kind.
fn rules() -> Vec<Recurrence> {
    let monthly = |by_day: &[ByDay], by_month_day: &[i8]| Recurrence {
        by_day: by_day.to_vec(),
        by_month_day: by_month_day.to_vec(),
        ..Recurrence::every(Frequency::Monthly, 1)
    };
    vec![
        Recurrence::every(Frequency::Daily, 1),
        Recurrence::every(Frequency::Daily, 3),
        Recurrence { anchor: Anchor::Completion, ..Recurrence::every(Frequency::Daily, 3) },
        Recurrence::weekly_on(1, [Monday]),
        Recurrence::weekly_on(2, [Monday, Wednesday, Friday]),
        Recurrence { until: "2027-06-30".parse().ok(), ..Recurrence::every(Frequency::Weekly, 1) },
        Recurrence { count: Some(5), ..Recurrence::weekly_on(1, [Friday]) },
        Recurrence::every(Frequency::Monthly, 2),
        monthly(&[ByDay::nth(-1, Friday)], &[]),
        monthly(&[], &[15, -1]),
        Recurrence::every(Frequency::Yearly, 1),
        Recurrence { by_day: vec![ByDay::nth(1, Monday)], ..Recurrence::every(Frequency::Yearly, 2) },
    ]
}

/// Sat 2026-11-21 10:00 in New York, as in TODOS.md.
fn env() -> Env<'static> {
    Env {
        now: "2026-11-21T15:00:00Z".parse().unwrap(),
        today: "2026-11-21".parse().unwrap(),
        zone: TimeZone::get("America/New_York").unwrap(),
        phrase: &phrase,
    }
}

fn data(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The files of `tests/data`.
const FILES: [(Format, &str); 6] = [
    (Format::Ics, "nextcloud.ics"),
    (Format::Ics, "apple.ics"),
    (Format::Todoist, "project.csv"),
    (Format::Taskwarrior, "tasks.json"),
    (Format::TodoTxt, "todo.txt"),
    (Format::Markdown, "list.md"),
];

/// Does what the operations of an import say; gives what is there then.
fn carried_out(todos: &Todos, operations: &[Operation]) -> Todos {
    let mut all: BTreeMap<TodoId, Todo> = todos.iter().map(|t| (t.id, t.clone())).collect();
    for operation in operations {
        match operation {
            Operation::Revive { todo } => {
                let before = all.insert(todo.id, (**todo).clone());
                assert!(todo.id > TodoId(0) && before.is_none(), "#{} is taken", todo.id);
            }
            Operation::Restore { id, fields } => {
                let todo = all.get_mut(id).unwrap();
                assert!(!fields.is_empty());
                for (name, value) in fields {
                    todo.set(countersign_core::todo::Field::named(name).unwrap(), value).unwrap();
                }
            }
            other => panic!("an import plans no {}", other.name()),
        }
    }
    Todos::new(all.into_values())
}

/// Reads a file into an empty list.
fn imported(parsed: &Parsed) -> Todos {
    carried_out(&Todos::default(), &plan(parsed, &Todos::default(), TodoId(1)))
}

fn written(format: Format, todos: &Todos) -> String {
    write(format, &mut todos.iter(), &env())
}

fn parsed(format: Format, text: &str) -> Parsed {
    read(format, text, &env()).unwrap()
}
