//! Two changes of one todo as one: of one that is there, or of one that the message makes.

use countersign_core::operation::{Draft, Operation, Patch};
use countersign_core::todo::{ChecklistItem, Status};

/// The later of two changes of one todo.
pub(super) fn merge(into: &mut Patch, from: Patch) {
    macro_rules! later { ($($f:ident),*) => { $(if from.$f.is_some() { into.$f = from.$f; })* } }
    later!(
        title,
        notes,
        scheduled_for,
        time_of_day,
        due_date,
        priority,
        completed,
        status,
        estimate,
        labels,
        checklist,
        recurrence
    );
    into.labels_add.extend(from.labels_add);
    into.labels_remove.extend(from.labels_remove);
    into.checklist_add.extend(from.checklist_add);
    into.checklist_check.extend(from.checklist_check);
    into.checklist_uncheck.extend(from.checklist_uncheck);
}

/// A change of a todo that the same message makes.
pub(super) fn fold_in(draft: &mut Draft, patch: Patch) {
    let Patch {
        title,
        notes,
        scheduled_for,
        time_of_day,
        due_date,
        priority,
        status,
        completed,
        estimate,
        labels,
        checklist,
        recurrence,
        labels_add,
        labels_remove,
        checklist_add,
        ..
    } = patch;
    if let Some(title) = title {
        draft.title = title;
    }
    if let Some(notes) = notes {
        draft.notes = notes;
    }
    if let Some(date) = scheduled_for {
        draft.scheduled_for = date;
    }
    if let Some(time) = time_of_day {
        draft.time_of_day = time;
    }
    if let Some(due) = due_date {
        draft.due_date = due;
    }
    if let Some(minutes) = estimate {
        draft.estimate = minutes;
    }
    draft.priority = priority.or(draft.priority);
    draft.status = status.or(if completed == Some(true) { Some(Status::Done) } else { draft.status });
    if let Some(rule) = recurrence {
        draft.recurrence = rule.over(&draft.recurrence.take().unwrap_or_default()).ok();
    }
    draft.labels = labels.unwrap_or(std::mem::take(&mut draft.labels));
    for label in labels_add {
        if !draft.labels.contains(&label) {
            draft.labels.push(label);
        }
    }
    draft.labels.retain(|l| !labels_remove.contains(l));
    if let Some(lines) = checklist {
        draft.checklist = lines;
    }
    draft.checklist.extend(checklist_add.into_iter().map(|title| ChecklistItem {
        id: String::new(),
        title,
        checked: false,
    }));
}

/// More operations beside those that are there; two changes of one todo are one.
pub(super) fn beside(ops: &mut Vec<Operation>, more: Vec<Operation>) {
    for op in more {
        let Operation::Update { id, set: added } = &op else {
            ops.push(op);
            continue;
        };
        let same = ops.iter_mut().find_map(|had| match had {
            Operation::Update { id: other, set } if other == id => Some(set),
            _ => None,
        });
        match same {
            Some(set) => merge(set, added.clone()),
            None => ops.push(op),
        }
    }
}
