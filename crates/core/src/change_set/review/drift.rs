//! Drift: what an item builds on is no longer what it was.

use crate::change_set::review::is_open;
use crate::change_set::{Change, ChangeItem, ChangeSet};
use crate::effect::{Fresh, Moment, Working, read_key};
use crate::label::named;
use crate::operation::{Operation, Target};
use crate::todo::Todo;
use crate::todos::View;
use crate::wire::Drift;
use serde_json::Value;

/// The todo with the identity of the one that an item brings, under another number; none where an item before
/// it deletes that one.
fn twin<'t>(set: &ChangeSet, item: &ChangeItem, todos: &'t dyn View) -> Option<&'t Todo> {
    let Some(Operation::Revive { todo }) = &item.op else { return None };
    let twin = todos.by_uid(&todo.uid).filter(|twin| twin.id != todo.id)?;
    let goes = |op: &Operation| matches!(op, Operation::Delete { id: Target::Todo(id) } if *id == twin.id);
    let before = |other: &ChangeItem| other.n < item.n && is_open(other.status) && other.op.as_ref().is_some_and(goes);
    (!set.items.iter().any(before)).then_some(twin)
}

/// Values that differ from what the item builds on.
pub fn drift(set: &ChangeSet, item: &ChangeItem, todos: &dyn View, moment: Moment) -> Vec<Drift> {
    let come = |twin: &Todo| Drift {
        id: twin.id,
        title: twin.title.clone(),
        field: "exists".into(),
        base: Value::Bool(false),
        now: Value::Bool(true),
        proposed: Value::Bool(true),
    };
    let mut found: Vec<Drift> = twin(set, item, todos).map(come).into_iter().collect();
    let mut proposed: Option<Vec<Change>> = None;
    for (id, base) in &item.base {
        let now = todos.todo(*id);
        let title = now
            .map(|t| t.title.clone())
            .or_else(|| item.targets.iter().find(|t| t.id == *id).map(|t| t.title.clone()))
            // What it is called where it is gone.
            .or_else(|| named(&item.label).filter(|_| item.targets.is_empty()).map(str::to_owned))
            .unwrap_or_else(|| format!("#{id}"));
        match (base, now) {
            (None, None) => {}
            (None, Some(_)) => found.push(Drift {
                id: *id,
                title,
                field: "exists".into(),
                base: Value::Bool(false),
                now: Value::Bool(true),
                proposed: Value::Bool(true),
            }),
            (Some(_), None) => found.push(Drift {
                id: *id,
                title,
                field: "exists".into(),
                base: Value::Bool(true),
                now: Value::Bool(false),
                proposed: Value::Null,
            }),
            (Some(values), Some(todo)) => {
                for (key, was) in values {
                    let is = read_key(todo, key);
                    if is != *was {
                        let after = proposed.get_or_insert_with(|| {
                            item.op
                                .as_ref()
                                .and_then(|op| {
                                    alone(item, op, todos).run(item.n, op, moment, &mut Fresh::provisional()).ok()
                                })
                                .unwrap_or_default()
                        });
                        let put = after
                            .iter()
                            .find(|c| c.id == *id)
                            .map_or_else(|| is.clone(), |c| c.after.as_ref().map_or(Value::Null, |t| read_key(t, key)));
                        found.push(Drift {
                            id: *id,
                            title: title.clone(),
                            field: key.clone(),
                            base: was.clone(),
                            now: is,
                            proposed: put,
                        });
                    }
                }
            }
        }
    }
    found
}

/// Todos as this item alone finds them: a base beside `@n` names the todo that was made.
fn alone<'t>(item: &ChangeItem, op: &Operation, todos: &'t dyn View) -> Working<'t> {
    let made = match op.target() {
        Some(Target::New(n)) => item.base.keys().next().map(|id| (n, *id)),
        _ => None,
    };
    Working::with_created(todos, made.into_iter().collect())
}
