//! "Duplicate the dentist to friday": a new todo with another one's fields. Never a copy of what was done:
//! it starts open, unticked, and alone (a copied occurrence does not repeat unless the series is copied).

use super::fields::When;
use super::run::{Ref, Run, Said, Stop};
use super::split::names_something;
use super::target::Want;
use super::text::Clause;
use super::{change, fields};
use countersign_core::operation::{Draft, Operation};
use countersign_core::todo::{ChecklistItem, Todo};

/// Orders a copy.
pub(super) const COPIES: &str = "copy|duplicate|clone|make a copy of|make another copy of|create a copy of|add a copy of|make a duplicate of|\
    create a duplicate of|copy over";

/// Where the name of what is copied begins; `None` when the clause copies nothing.
fn begins(c: &Clause, at: usize) -> Option<usize> {
    c.any(at, COPIES)
}

/// Reads the clause as a copy; `false` when it is none.
pub(super) fn handle(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let Some(from) = begins(c, at).filter(|from| *from < c.len()) else { return Ok(false) };
    if !names_something(c.slice(from..c.len()), run) {
        return Ok(false);
    }
    let mut object = c.clone();
    let mut when = When::default();
    let mut title = None;
    // "… as Plan B", "… called Plan B"
    if let Some((i, e)) = c.seek(from + 1, "as|called|named|and call it|titled").filter(|(_, e)| *e < c.len()) {
        let rest = c.text.get(c.toks.get(e).map_or(0, |t| t.start.saturating_sub(usize::from(t.quoted)))..);
        title = rest.map(|t| fields::unquoted(t.trim()));
        object.spend(i..c.len());
    }
    if let Some((i, end, found, text)) = change::destination(run, &object, from) {
        fields::absorb(run, &found, &text, &mut when)?;
        object.take(i..end, "scheduledFor");
    }
    let targets = run.objects(&change::trimmed(&object, from), Want::Open)?;
    if targets.bulk || when.rule.is_some() {
        return Err(Stop::Unsure);
    }
    let mut made = Vec::new();
    for id in targets.ids() {
        let Some(todo) = run.todo(id) else { continue };
        let mut draft = copied(todo, &when);
        if let Some(title) = title.clone().filter(|t| !t.is_empty()) {
            draft.title = title;
        } else {
            run.warn("possible_duplicate");
        }
        made.push(Ref::New(run.ops.len()));
        run.push(Operation::Create(draft));
    }
    run.last = made;
    run.note(object);
    Ok(true)
}

fn copied(todo: &Todo, when: &When) -> Draft {
    let moved = when.date.is_some() || when.due.is_some();
    let lines = todo.checklist.iter();
    Draft {
        title: todo.title.clone(),
        notes: todo.notes.clone(),
        scheduled_for: if moved { when.date } else { todo.scheduled_for },
        time_of_day: when.time.or(todo.time_of_day),
        due_date: if moved { when.due } else { todo.due_date },
        priority: Some(todo.priority),
        status: None,
        estimate: todo.estimate,
        labels: todo.labels.clone(),
        checklist: lines.map(|l| ChecklistItem { id: String::new(), title: l.title.clone(), checked: false }).collect(),
        recurrence: (!moved && todo.recurrence.is_repeating()).then(|| todo.recurrence.clone()),
    }
}
