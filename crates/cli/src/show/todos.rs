//! Todos: lists, one in detail, and seven days.

use super::day;
use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::{again, say};
use countersign_core::todo::standing::Standing;
use countersign_core::todo::{Field, Priority, Status, TimeOfDay, Todo};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::Value;

/// What has a date first, soonest first; the rest in the order it was made.
pub(crate) fn soonest_first(todos: &mut [Todo], today: Date) {
    todos.sort_by_cached_key(|todo| {
        let (date, time) = todo.shown_on(today);
        (date.is_none(), date, time, todo.id)
    });
}

/// A list, one todo a line.
pub(crate) fn list(screen: &mut Screen, todos: &[Todo], today: Date) -> Result<()> {
    if todos.is_empty() {
        return screen.line(say!("cli-todos-none"));
    }
    let width = todos.iter().map(|t| t.id.to_string().len()).max().unwrap_or(1);
    for todo in todos {
        screen.line(row(screen, todo, today, width))?;
    }
    screen.line(screen.ink(Ink::Faint, say!("cli-todos-count", count = todos.len())))
}

/// A todo as a line, its number padded to `width`.
pub(crate) fn row(screen: &Screen, todo: &Todo, today: Date, width: usize) -> String {
    let id = format!("#{:<width$}", todo.id);
    format!("{} {id}  {}", mark(screen, todo), line(screen, todo, today)).trim_end().to_owned()
}

fn mark(screen: &Screen, todo: &Todo) -> String {
    match (todo.status, screen.is_plain()) {
        (Status::Done, false) => screen.ink(Ink::Faint, "✓"),
        (Status::Rejected, false) => screen.ink(Ink::Faint, "✗"),
        (_, false) => "○".to_owned(),
        (Status::Done, true) => say!("cli-mark-done"),
        (Status::Rejected, true) => say!("cli-mark-rejected"),
        (_, true) => say!("cli-mark-open"),
    }
}

fn line(screen: &Screen, todo: &Todo, today: Date) -> String {
    let mut parts = vec![clean(&todo.title)];
    let open = todo.standing(today);
    match &open {
        Some(open) => parts.push(planned(screen, (open.date, open.time_of_day), open.date < today)),
        None => parts.extend(todo.scheduled_for.map(|date| {
            let overdue = date < today && !todo.status.is_closed() && !todo.recurrence.is_repeating();
            planned(screen, (date, todo.time_of_day), overdue)
        })),
    }
    parts.extend(open.and_then(|open| missed(screen, open)));
    if let Some(due) = todo.due_date {
        let late = due < today && !todo.status.is_closed();
        parts.push(screen.ink(if late { Ink::Danger } else { Ink::Faint }, say!("cli-due", date = day(due))));
    }
    match todo.priority {
        Priority::High => parts.push(screen.ink(Ink::Change, say!("cli-priority-high"))),
        Priority::Low => parts.push(screen.ink(Ink::Faint, say!("cli-priority-low"))),
        Priority::Medium => {}
    }
    parts.extend(todo.labels.iter().map(|label| screen.ink(Ink::Faint, format!("#{}", clean(label)))));
    if todo.recurrence.is_repeating() {
        parts.push(screen.ink(Ink::Faint, again(&todo.recurrence.describe())));
    }
    parts.join("   ")
}

fn planned(screen: &Screen, (date, time): (Date, Option<TimeOfDay>), overdue: bool) -> String {
    let text = time.map_or_else(|| day(date), |time| format!("{} {time}", day(date)));
    match overdue {
        true => screen.ink(Ink::Danger, say!("cli-overdue", date = text)),
        false => screen.ink(Ink::Faint, text),
    }
}

/// How many of a series passed before the one that is open.
fn missed(screen: &Screen, open: Standing) -> Option<String> {
    (open.missed > 0).then(|| screen.ink(Ink::Faint, say!("cli-missed", count = open.missed)))
}

/// Every field that says something; of a series also where it stands.
pub(crate) fn todo(screen: &mut Screen, todo: &Todo, today: Date) -> Result<()> {
    screen.line(screen.ink(Ink::Strong, format!("#{}  {}", todo.id, clean(&todo.title))))?;
    for field in Field::ALL {
        let text = match (field, todo.get(field)) {
            (Field::Title, _) | (_, Value::Null) => continue,
            (Field::Checklist, _) => {
                for item in &todo.checklist {
                    screen.line(format!("   [{}] {}", if item.checked { 'x' } else { ' ' }, clean(&item.title)))?;
                }
                continue;
            }
            (Field::Recurrence, _) if !todo.recurrence.is_repeating() => continue,
            (Field::Recurrence, _) => again(&todo.recurrence.describe()),
            (_, Value::String(text)) if text.is_empty() => continue,
            (Field::Notes, Value::String(text)) => {
                for line in text.lines() {
                    screen.line(format!("   {}", clean(line)))?;
                }
                continue;
            }
            (_, Value::String(text)) => text,
            (_, Value::Array(list)) if list.is_empty() => continue,
            (_, Value::Array(list)) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
            (_, Value::Object(map)) if map.is_empty() => continue,
            (_, other) => other.to_string(),
        };
        screen.line(format!("   {}  {}", screen.ink(Ink::Faint, super::field(field.name())), clean(&text)))?;
    }
    if let Some(open) = todo.standing(today) {
        let mut parts = vec![planned(screen, (open.date, open.time_of_day), open.date < today)];
        parts.extend(missed(screen, open));
        screen.line(format!("   {}  {}", screen.ink(Ink::Faint, say!("cli-open-occurrence")), parts.join("   ")))?;
    }
    Ok(())
}

/// One row of the expanded list: a todo, or one date of a series.
pub(crate) struct Row {
    pub(crate) todo: Todo,
    pub(crate) date: Date,
}

/// Days from `from` to `to` with what is on them.
pub(crate) fn agenda(screen: &mut Screen, rows: &[Row], from: Date, to: Date, today: Date) -> Result<()> {
    let mut date = from;
    while date <= to {
        let head = if date == today { say!("cli-today", date = day(date)) } else { day(date) };
        screen.line(screen.ink(Ink::Strong, head))?;
        let mut of_day: Vec<&Row> = rows.iter().filter(|row| row.date == date).collect();
        of_day.sort_by_key(|row| (row.todo.time_of_day, row.todo.id));
        for row in &of_day {
            let time = row.todo.time_of_day.map_or_else(|| "     ".to_owned(), |t| t.to_string());
            screen.line(format!(
                "  {} {time}  #{}  {}",
                mark(screen, &row.todo),
                row.todo.id,
                clean(&row.todo.title)
            ))?;
        }
        if of_day.is_empty() {
            screen.line(screen.ink(Ink::Faint, format!("  {}", say!("cli-day-empty"))))?;
        }
        match date.checked_add(1.day()) {
            Ok(next) => date = next,
            Err(_) => break,
        }
    }
    Ok(())
}
