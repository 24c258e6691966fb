//! What an answer's operations do to a snapshot, as JSON that two readings can be compared by.

use countersign_core::effect::{Fresh, Moment, Working};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::recurrence::{Anchor, ByDay, Frequency, Recurrence};
use countersign_core::todo::{Field, Todo};
use countersign_core::todos::{Todos, View};
use countersign_planner::dates::Clock;
use serde_json::{Map, Value, json};

/// What became of the todos the operations touch, as (before, after): todos made last; then the batches
/// undone and what core refuses.
pub(crate) fn changes_of(ops: &[Operation], todos: &Todos, clock: &Clock) -> (Vec<Change>, Vec<String>, Vec<String>) {
    let moment = Moment { now: jiff::Timestamp::UNIX_EPOCH, today: clock.now.date() };
    let mut working = Working::new(todos);
    let mut fresh = Fresh::provisional();
    let mut touched: Vec<TodoId> = Vec::new();
    let (mut undone, mut refused) = (Vec::new(), Vec::new());
    for (n, op) in ops.iter().enumerate() {
        if let Operation::Undo { batch, .. } = op {
            undone.extend(batch.clone());
            continue;
        }
        // As the store would get it: through JSON and validation.
        let read = countersign_core::operation::parse::operation(&op.to_value());
        match read.map_err(|p| format!("{p:?}")).and_then(|op| {
            working.run(u32::try_from(n).unwrap_or(0) + 1, &op, moment, &mut fresh).map_err(|p| p.to_string())
        }) {
            Ok(changes) => touched.extend(changes.iter().map(|c| c.id)),
            Err(p) => refused.push(p),
        }
    }
    touched.sort_by_key(|id| (id.0 < 0, id.0.abs()));
    touched.dedup();
    let changes =
        touched.into_iter().map(|id| Change { id, before: todos.todo(id).cloned(), after: working.todo(id).cloned() });
    (changes.collect(), undone, refused)
}

/// One todo before and after.
pub(crate) struct Change {
    pub(crate) id: TodoId,
    pub(crate) before: Option<Todo>,
    pub(crate) after: Option<Todo>,
}

/// `{"new":[{…fields that differ from a fresh todo…}], "7":{…changed fields…}, "9":null, "undo":["b1"]}`;
/// an operation that core refuses shows as `"refused"`.
pub(crate) fn effect_of(ops: &[Operation], todos: &Todos, clock: &Clock) -> Value {
    let mut out = Map::new();
    let (changes, undone, refused) = changes_of(ops, todos, clock);
    if !undone.is_empty() {
        out.insert("undo".to_owned(), json!(undone));
    }
    if let Some(last) = refused.last() {
        out.insert("refused".to_owned(), json!(last));
    }
    for Change { id, before, after } in changes {
        match (before, after) {
            (None, Some(new)) => {
                let blank = Todo::new(id, String::new(), String::new(), jiff::Timestamp::UNIX_EPOCH);
                let list = out.entry("new").or_insert_with(|| json!([]));
                if let Some(list) = list.as_array_mut() {
                    list.push(fields(&blank, &new));
                }
            }
            (Some(old), Some(new)) => {
                let changed = fields(&old, &new);
                if changed != json!({}) {
                    out.insert(id.to_string(), changed);
                }
            }
            (Some(_), None) => {
                out.insert(id.to_string(), Value::Null);
            }
            (None, None) => {}
        }
    }
    Value::Object(out)
}

/// The rule with the days that come from the todo's own where it names none (TODOS.md "occurrences").
fn spelt_out(todo: &Todo) -> Recurrence {
    let mut rule = todo.recurrence.clone();
    let bare = rule.anchor == Anchor::Schedule && rule.by_day.is_empty() && rule.by_month_day.is_empty();
    let Some(first) = todo.scheduled_for.filter(|_| bare) else { return rule };
    match rule.frequency {
        Frequency::Weekly => rule.by_day = vec![ByDay::every(first.weekday())],
        Frequency::Monthly => rule.by_month_day = vec![first.day()],
        Frequency::None | Frequency::Daily | Frequency::Yearly => {}
    }
    rule
}

fn fields(old: &Todo, new: &Todo) -> Value {
    let mut out = Map::new();
    for field in old.diff(new) {
        let value = match field {
            // Ids of lines are made by the store.
            Field::Checklist => json!(
                new.checklist
                    .iter()
                    .map(|l| format!("{}{}", if l.checked { "✓" } else { "" }, l.title))
                    .collect::<Vec<_>>()
            ),
            Field::Recurrence => {
                json!(if new.recurrence.is_repeating() { spelt_out(new).describe() } else { "none".to_owned() })
            }
            Field::Moved => json!(
                new.moved
                    .iter()
                    .map(|(d, m)| format!("{d}→{}{}", m.date, m.time.map(|t| format!(" {t}")).unwrap_or_default()))
                    .collect::<Vec<_>>()
            ),
            other => new.get(other),
        };
        out.insert(field.name().to_owned(), value);
    }
    Value::Object(out)
}
