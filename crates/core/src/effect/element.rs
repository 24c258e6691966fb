//! The lists of a todo by their elements: a date of a series, a label, a line of the checklist. What
//! changed one element is taken back without the others (TODOS.md 9 "State per date", 15).

use crate::problem::Problem;
use crate::todo::{ChecklistItem, Field, Moved, Todo};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Fields that are lists of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum List {
    /// What became of each date of a series: three fields, one state.
    Dates,
    Labels,
    Checklist,
}

/// What became of a date, exactly as the three fields hold it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Occurred {
    completed: bool,
    skipped: bool,
    moved: Option<Moved>,
}

/// A label or a line with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Placed<T> {
    at: usize,
    is: T,
}

impl List {
    /// The list that a field is, or is a part of.
    pub(crate) fn of(field: Field) -> Option<Self> {
        match field {
            Field::CompletedDates | Field::SkippedDates | Field::Moved => Some(Self::Dates),
            Field::Labels => Some(Self::Labels),
            Field::Checklist => Some(Self::Checklist),
            _ => None,
        }
    }

    /// Its fields.
    pub(crate) fn fields(self) -> &'static [Field] {
        match self {
            Self::Dates => &[Field::CompletedDates, Field::SkippedDates, Field::Moved],
            Self::Labels => &[Field::Labels],
            Self::Checklist => &[Field::Checklist],
        }
    }

    /// The footprint keys of the elements that tell two states apart. Absent where they do not say all
    /// of it: lines in another order, the spelling of a label.
    pub(crate) fn elements(self, before: &Todo, after: &Todo) -> Option<Vec<String>> {
        let keys = self.keys(before, after);
        let mut back = after.clone();
        for key in &keys {
            put(&mut back, key, &kept(before, key)).ok()?;
        }
        self.fields().iter().all(|field| back.equal(before, *field)).then_some(keys)
    }

    fn keys(self, before: &Todo, after: &Todo) -> Vec<String> {
        let keys: BTreeSet<String> = match self {
            Self::Dates => {
                let dates = |todo: &Todo| -> BTreeSet<Date> {
                    let all = todo.completed_dates.iter().chain(&todo.skipped_dates).chain(todo.moved.keys());
                    all.copied().collect()
                };
                let all = dates(before).into_iter().chain(dates(after));
                all.filter(|date| occurred(before, *date) != occurred(after, *date))
                    .map(|date| format!("occurrence:{date}"))
                    .collect()
            }
            Self::Labels => {
                let all = before.labels.iter().chain(&after.labels).map(|label| label.to_lowercase());
                let has = |todo: &Todo, folded: &str| todo.labels.iter().any(|l| l.to_lowercase() == folded);
                all.filter(|l| has(before, l) != has(after, l)).map(|l| format!("label:{l}")).collect()
            }
            Self::Checklist => {
                let all = before.checklist.iter().chain(&after.checklist).map(|line| &line.id);
                all.filter(|id| line(before, id) != line(after, id)).map(|id| format!("line:{id}")).collect()
            }
        };
        keys.into_iter().collect()
    }
}

fn occurred(todo: &Todo, date: Date) -> Occurred {
    Occurred {
        completed: todo.completed_dates.contains(&date),
        skipped: todo.skipped_dates.contains(&date),
        moved: todo.moved.get(&date).cloned(),
    }
}

/// The line of this id.
pub(super) fn line<'t>(todo: &'t Todo, id: &str) -> Option<&'t ChecklistItem> {
    todo.checklist.iter().find(|line| line.id == id)
}

/// What [`put`] needs to bring back what a todo has under a key: more than what it is compared by,
/// since a label and a line also have a place.
pub(crate) fn kept(todo: &Todo, key: &str) -> Value {
    if let Some(field) = Field::named(key) {
        return todo.get(field);
    }
    match key.split_once(':') {
        Some(("occurrence", date)) => {
            crate::operation::parse::date(date).map_or(Value::Null, |date| json!(occurred(todo, date)))
        }
        Some(("label", folded)) => {
            let at = todo.labels.iter().position(|label| label.to_lowercase() == folded);
            json!(at.and_then(|at| todo.labels.get(at).map(|is| Placed { at, is })))
        }
        Some(("line", id)) => {
            let at = todo.checklist.iter().position(|line| line.id == id);
            json!(at.and_then(|at| todo.checklist.get(at).map(|is| Placed { at, is })))
        }
        _ => Value::Null,
    }
}

/// Puts back what [`kept`] gave for a key; the other elements of a list stay as they are.
///
/// # Errors
/// `unknown_field` for a key that is none, `invalid_operation` for a value that does not fit it.
pub(crate) fn put(todo: &mut Todo, key: &str, value: &Value) -> Result<(), Problem> {
    let unfit = |e: serde_json::Error| Problem::new("invalid_operation", format!("{key} cannot be restored: {e}"));
    if let Some(field) = Field::named(key) {
        return todo.set(field, value).map_err(unfit);
    }
    let unknown = || Problem::new("unknown_field", format!("\"{key}\" is not a field of a todo"));
    match key.split_once(':').ok_or_else(unknown)? {
        ("occurrence", date) => {
            let date = crate::operation::parse::date(date).ok_or_else(unknown)?;
            let Occurred { completed, skipped, moved } = Occurred::deserialize(value).map_err(unfit)?;
            let mark = |dates: &mut BTreeSet<Date>, marked: bool| match marked {
                true => dates.insert(date),
                false => dates.remove(&date),
            };
            mark(&mut todo.completed_dates, completed);
            mark(&mut todo.skipped_dates, skipped);
            match moved {
                Some(moved) => todo.moved.insert(date, moved),
                None => todo.moved.remove(&date),
            };
        }
        ("label", folded) => {
            let there = |label: &String| label.to_lowercase() == folded;
            match Option::<Placed<String>>::deserialize(value).map_err(unfit)? {
                Some(_) if todo.labels.iter().any(there) => {}
                Some(Placed { at, is }) => todo.labels.insert(at.min(todo.labels.len()), is),
                None => todo.labels.retain(|label| !there(label)),
            }
        }
        ("line", id) => match Option::<Placed<ChecklistItem>>::deserialize(value).map_err(unfit)? {
            Some(Placed { at, is }) => match todo.checklist.iter_mut().find(|line| line.id == id) {
                Some(line) => *line = is,
                None => todo.checklist.insert(at.min(todo.checklist.len()), is),
            },
            None => todo.checklist.retain(|line| line.id != id),
        },
        _ => return Err(unknown()),
    }
    Ok(())
}
