//! From a reading to operations: the reading is said again as the planner's own plain command
//! (`move #7 to friday`), and the planner's exact rules for dates, series and occurrences make the
//! operations. So a model never does arithmetic, never writes an id, and both paths mean the same.

use crate::cues::Deed;
use crate::input::Input;
use crate::menu::{Menu, Reading};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::Todos;
use countersign_planner::interpret::{Answer, Context, Decision, interpret, near};
use std::collections::BTreeSet;

/// What a reading comes to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Grounded {
    /// Operations, with the planner's warning codes.
    Operations { operations: Vec<Operation>, warnings: Vec<String> },
    /// The planner must ask, e.g. which occurrence.
    Ask { instruction: String, answer: Box<Answer> },
    /// It is so already, or cannot be said of this todo.
    Nothing { answer: Box<Answer> },
}

/// The reading as a plain command.
pub(crate) fn command(reading: &Reading, menu: &Menu) -> Option<String> {
    let target = reading.target.and_then(|n| menu.candidates.get(n));
    let at = target.map(|c| format!("#{}", c.id)).unwrap_or_default();
    let value = reading.value.as_deref().unwrap_or_default();
    let repeating = target.is_some_and(|c| c.repeating);
    let when = menu.when.as_deref().unwrap_or_default();
    let because = |verb: &str| match &menu.reason {
        Some(why) => format!("{verb} {at} because {why}"),
        None => format!("{verb} {at}"),
    };
    let needs_target =
        !matches!(reading.deed, Deed::Create | Deed::CompleteAll | Deed::DeleteAll | Deed::MoveAll | Deed::PriorityAll);
    if needs_target && target.is_none() {
        return None;
    }
    let group = reading.group.as_deref();
    Some(match reading.deed {
        Deed::Complete if repeating && !when.is_empty() => format!("I did {at} {when}"),
        Deed::Complete => format!("complete {at}"),
        Deed::Reopen => format!("reopen {at}"),
        Deed::Delete => format!("delete {at}"),
        Deed::Skip => format!("skip {at} {when}").trim_end().to_owned(),
        Deed::Move if value.ends_with(" earlier") || value.ends_with(" later") => format!("move {at} {value}"),
        Deed::Move if is_time(value) => format!("change the time of {at} to {value}"),
        Deed::Move => format!("move {at} to {value}"),
        Deed::Due => format!("set {at} due {value}"),
        Deed::Priority => format!("set {at} priority {value}"),
        Deed::Rename => format!("rename {at} to \"{}\"", value.replace('"', "'")),
        Deed::Label => format!("label {at} as {value}"),
        Deed::Note => format!("add note to {at}: {value}"),
        Deed::Start => format!("start {at}"),
        Deed::Block => because("block"),
        Deed::Hold => because("hold"),
        Deed::Tick => format!("check off {value} on {at}"),
        Deed::Estimate => format!("set {at} estimate {value}"),
        Deed::Repeat => format!("set {at} to repeat {value}"),
        Deed::Create => {
            let priority = menu.level.as_deref().map(|l| format!(" priority {l}")).unwrap_or_default();
            format!("add \"{}\" {when}{priority}", value.replace('"', "'")).trim_end().to_owned()
        }
        Deed::CompleteAll => format!("complete all {}", group?),
        Deed::DeleteAll => format!("delete all {}", group?),
        Deed::MoveAll => format!("move all {} to {value}", group?),
        Deed::PriorityAll => format!("set all {} to {value} priority", group?),
    })
}

/// A time alone: "7:30pm", "9".
fn is_time(value: &str) -> bool {
    value.starts_with(|c: char| c.is_ascii_digit())
        && !value.contains(' ')
        && (value.contains(':') || value.ends_with("am") || value.ends_with("pm"))
        || matches!(value, "noon" | "midnight")
}

/// Carries a reading out on the todos, without changing them.
pub(crate) fn ground(reading: &Reading, menu: &Menu, input: &Input, todos: &Todos) -> Option<Grounded> {
    let instruction = command(reading, menu)?;
    let answer = interpret(&instruction, todos, &input.clock, &Context::default());
    Some(match answer.decision {
        Decision::Plan if fits(reading, menu, &answer.ops) => {
            Grounded::Operations { operations: answer.ops, warnings: answer.warnings }
        }
        Decision::Clarify => Grounded::Ask { instruction, answer: Box::new(answer) },
        Decision::Plan | Decision::Chat | Decision::Unsure => Grounded::Nothing { answer: Box::new(answer) },
    })
}

/// A plain command about one todo, carried out without changing it: its operations and the planner's
/// warning codes; nothing where the planner asks back or makes something else of it.
pub(crate) fn said_again(
    command: &str,
    target: TodoId,
    input: &Input,
    todos: &Todos,
) -> Option<(Vec<Operation>, Vec<String>)> {
    let answer = interpret(command, todos, &input.clock, &Context::default());
    let about = answer.ops.iter().all(|op| op.target().and_then(|t| t.id()) == Some(target));
    (answer.decision == Decision::Plan && about).then_some((answer.ops, answer.warnings))
}

/// The operations are about the todo of the reading and of the kind that was meant.
fn fits(reading: &Reading, menu: &Menu, operations: &[Operation]) -> bool {
    let target = reading.target.and_then(|n| menu.candidates.get(n)).map(|c| c.id);
    !operations.is_empty()
        && operations.iter().all(|op| {
            let kind = match reading.deed {
                Deed::Delete => matches!(op, Operation::Delete { .. }),
                Deed::DeleteAll => matches!(op, Operation::BulkDelete { .. } | Operation::Delete { .. }),
                Deed::Complete => matches!(op, Operation::Complete { .. } | Operation::CompleteOccurrence { .. }),
                Deed::Skip => matches!(op, Operation::SkipOccurrence { .. }),
                Deed::Create => matches!(op, Operation::Create(_)),
                _ => !matches!(op, Operation::Delete { .. } | Operation::BulkDelete { .. } | Operation::Create(_)),
            };
            kind && (target.is_none() || op.target().and_then(|t| t.id()) == target)
        })
}

/// Words a title may have although the request does not: the verbs people leave out ("need stamps").
const FREE: &str = " buy get do ";

/// Whether every naming word of a title is said in the request, in some inflection.
pub(crate) fn title_is_grounded(title: &str, request: &str) -> bool {
    let said: BTreeSet<String> = countersign_core::todos::words(request).iter().flat_map(|w| near::forms(w)).collect();
    let naming = near::naming(title);
    !naming.is_empty()
        && naming.iter().all(|w| FREE.contains(&format!(" {w} ")) || near::forms(w).iter().any(|f| said.contains(f)))
        && naming.iter().any(|w| !FREE.contains(&format!(" {w} ")))
}
