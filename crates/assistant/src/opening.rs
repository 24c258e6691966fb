//! What an open question may come to: closed readings that code makes and carries out beforehand, of
//! which a model says which was most likely meant. It never writes one (MODELS.md §2: narrowing what
//! can be said buys the most; told apart by how likely each makes what was said).

use crate::ground::said_again;
use crate::input::Input;
use crate::menu::{Candidate, Menu};
use crate::summary;
use crate::words::Words;
use countersign_core::effect::{Fresh, Moment, Working};
use countersign_core::ids::TodoId;
use countersign_core::model::{Format, Message, Speaker, Weighed, Weighing};
use countersign_core::operation::{Operation, Target};
use countersign_core::todo::Status;
use countersign_core::todos::{Todos, View};
use countersign_planner::dates::{self, What};
use countersign_planner::interpret::{Context, Decision, interpret};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Most readings of a question: one pass of a small model holds them.
const MOST: usize = 12;
/// Todos that are looked at where the words name several.
const TARGETS: usize = 2;
/// That nothing is asked for.
const NOTHING: &str = "nothing changes, it is only a question or talk";
/// Longest request that is weighed, in characters.
pub(crate) const SAID: usize = 300;

/// Readings of a request in two parts.
const PAIRS: usize = 6;

/// Words for more than one todo.
const SETS: &str =
    "all|every|everything|each|both|whole|entire|several|any|anything|alle|todas|todos|toutes|tous|toate";

/// Operations with the planner's warnings about them.
type Carried = (Vec<Operation>, Vec<String>);

/// One reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opening {
    /// What it is about, as a model reads it.
    pub(crate) title: String,
    /// What was meant, as a model reads it. Readings that differ in a value alone have the same: they share
    /// its odds, so that none of them is clear.
    pub(crate) meaning: String,
    /// As it is listed and answered: what it would do, rendered from the operations.
    pub(crate) label: String,
    /// What it would do; none = nothing changes.
    pub(crate) operations: Vec<Operation>,
    /// The planner's warnings about it.
    pub(crate) warnings: Vec<String>,
}

/// The readings of a request: those of the question first, then what the menu offers, then what can be
/// done at all to the todos it names; last that nothing is to change. Empty where there is none but that.
pub(crate) fn openings(asked: &[Vec<Operation>], menu: &Menu, input: &Input, todos: &Todos) -> Vec<Opening> {
    let mut out: Vec<Opening> = Vec::new();
    let moment = Moment { now: jiff::Timestamp::UNIX_EPOCH, today: input.clock.now.date() };
    let mut put = |operations: Vec<Operation>, warnings: Vec<String>| {
        // What a new todo is called would be guessed.
        let adds = operations.iter().any(|op| matches!(op, Operation::Create(_)));
        let known =
            adds || operations.is_empty() || out.len() >= MOST || out.iter().any(|o| o.operations == operations);
        if known || !acts(&operations, todos, moment) {
            return;
        }
        if let Some((title, meaning)) = meaning(&operations, todos) {
            let label =
                operations.iter().map(|op| summary::say(op, todos, moment.today)).collect::<Vec<_>>().join("; ");
            out.push(Opening { title, meaning, label, operations, warnings });
        }
    };
    for operations in asked {
        put(operations.clone(), Vec::new());
    }
    for reading in menu.readings() {
        if let Some(crate::ground::Grounded::Operations { operations, warnings }) =
            crate::ground::ground(&reading, menu, input, todos)
        {
            put(operations, warnings);
        }
    }
    for (operations, warnings) in several(&menu.request, input, todos) {
        put(operations, warnings);
    }
    // Of several that tie, or of a set, one alone is not meant.
    let words = Words::new(&menu.request);
    let one = menu.candidates.len() == 1 || menu.candidates.first().is_some_and(|c| c.clear);
    if one && !words.says(SETS) {
        for (operations, warnings) in possible(menu, input, todos) {
            put(operations, warnings);
        }
    }
    let parts = words.says("and|&|also|und|y|et|și") || menu.request.contains([',', ';', '+']);
    out.retain(|o| !leaves_values(o, &words, input));
    // Where other todos are named too, it is about more than one of them.
    out.retain(|o| !parts || menu.candidates.len() < 2 || targets(&o.operations).len() > 1);
    if let Some(first) = menu.candidates.first().filter(|_| !out.is_empty()) {
        let title = first.name.clone();
        let meaning = NOTHING.to_owned();
        out.push(Opening { title, meaning, label: NOTHING.to_owned(), operations: Vec::new(), warnings: Vec::new() });
    }
    out
}

/// Whether the request says a day, a time or a number that a reading has no use for.
fn leaves_values(opening: &Opening, words: &Words, input: &Input) -> bool {
    let dated = opening.operations.iter().any(|op| match op {
        Operation::Update { set, .. } => {
            set.scheduled_for.is_some() || set.time_of_day.is_some() || set.due_date.is_some() || set.estimate.is_some()
        }
        Operation::CompleteOccurrence { .. }
        | Operation::SkipOccurrence { .. }
        | Operation::MoveOccurrence { .. }
        | Operation::BulkUpdate { .. } => true,
        _ => false,
    });
    let now = |text: &str| matches!(text.to_lowercase().as_str(), "now" | "today" | "this morning" | "right now");
    let said = || {
        let found = dates::find(&words.text, &input.clock);
        found.iter().any(|f| {
            matches!(f.what, What::Ambiguous { .. } | What::Invalid { .. })
                || !words.text.get(f.span.clone()).is_some_and(now)
        })
    };
    let unread = || dates::find(&words.text, &input.clock).iter().any(|f| matches!(f.what, What::Ambiguous { .. }));
    let digits = || words.all.iter().any(|w| !w.quoted && w.fold.contains(|c: char| c.is_ascii_digit()));
    if dated { unread() } else { said() || digits() }
}

/// What can be done at all to the todos that a request names.
fn possible(menu: &Menu, input: &Input, todos: &Todos) -> Vec<Carried> {
    let targets = menu.candidates.iter().take(TARGETS);
    let each = targets.flat_map(|target| commands(target, menu).into_iter().map(|command| (target.id, command)));
    each.filter_map(|(id, command)| said_again(&command, id, input, todos)).collect()
}

/// A request in two parts about two todos: each part as the planner reads it alone, else all that can be
/// done to what it names.
fn several(request: &str, input: &Input, todos: &Todos) -> Vec<Carried> {
    let mut out = Vec::new();
    for mark in [", and ", " and ", ", ", "; ", ". ", " + ", " & ", " und ", " y ", " et ", " și "] {
        let mut halves = request.split(mark);
        let (Some(first), Some(second), None) = (halves.next(), halves.next(), halves.next()) else { continue };
        let (first, second) = (part(first, input, todos), part(second, input, todos));
        for (before, warned) in &first {
            for (after, also) in &second {
                if targets(before).is_disjoint(&targets(after)) {
                    let operations = before.iter().chain(after).cloned().collect();
                    out.push((operations, warned.iter().chain(also).cloned().collect()));
                }
            }
        }
        if !out.is_empty() {
            break;
        }
    }
    out.truncate(PAIRS);
    out
}

fn part(text: &str, input: &Input, todos: &Todos) -> Vec<Carried> {
    let answer = interpret(text, todos, &input.clock, &Context::default());
    let named = |ops: &[Operation]| ops.iter().all(|op| op.target().and_then(Target::id).is_some());
    if answer.decision == Decision::Plan && named(&answer.ops) {
        return vec![(answer.ops, answer.warnings)];
    }
    let menu = Menu::of(input, text, None, todos);
    if menu.candidates.len() == 1 { possible(&menu, input, todos) } else { Vec::new() }
}

fn targets(operations: &[Operation]) -> BTreeSet<TodoId> {
    operations.iter().filter_map(|op| op.target().and_then(Target::id)).collect()
}

/// What can be done to a todo with the values that the request says, as plain commands.
fn commands(target: &Candidate, menu: &Menu) -> Vec<String> {
    let at = format!("#{}", target.id);
    let values = &menu.said;
    if target.closed {
        return vec![format!("reopen {at}"), format!("delete {at}")];
    }
    let mut out = Vec::new();
    if target.repeating {
        for day in &values.days {
            out.push(format!("skip {at} {day}"));
            out.extend(values.times.iter().map(|time| format!("move {at} on {day} to {time}")));
            out.push(format!("I did {at} {day}"));
        }
        for day in &values.past {
            out.push(format!("I did {at} {day}"));
            out.push(format!("uncomplete {at} {day}"));
        }
        if values.days.is_empty() && values.past.is_empty() {
            out.push(format!("complete {at}"));
        }
    } else {
        out.push(format!("complete {at}"));
        for day in &values.days {
            match values.times.as_slice() {
                [] => out.push(format!("move {at} to {day}")),
                times => out.extend(times.iter().map(|time| format!("move {at} to {day} at {time}"))),
            }
        }
    }
    if values.days.is_empty() {
        out.extend(values.times.iter().map(|time| timed(&at, time)));
    }
    out.extend(values.levels.iter().map(|level| format!("set {at} priority {level}")));
    out.push(format!("delete {at}"));
    if !target.repeating {
        out.extend(values.days.iter().map(|day| format!("set {at} due {day}")));
    }
    out
}

/// A time alone, or a shift ("an hour later").
fn timed(at: &str, time: &str) -> String {
    if time.ends_with(" earlier") || time.ends_with(" later") {
        format!("move {at} {time}")
    } else {
        format!("change the time of {at} to {time}")
    }
}

/// Whether it can be done and would change something.
fn acts(operations: &[Operation], todos: &Todos, moment: Moment) -> bool {
    let mut working = Working::new(todos);
    let mut fresh = Fresh::provisional();
    let each = operations.iter().zip(1..).map(|(op, n)| working.run(n, op, moment, &mut fresh));
    each.collect::<Result<Vec<_>, _>>().is_ok_and(|done| done.iter().all(|changes| !changes.is_empty()))
}

/// What operations are about and what was meant by them; absent where they have no plain words.
fn meaning(operations: &[Operation], todos: &Todos) -> Option<(String, String)> {
    let mut said: Vec<(String, &str)> = Vec::new();
    for op in operations {
        let title = op.target().and_then(Target::id).and_then(|id| todos.todo(id)).map(|t| shown(&t.title))?;
        let what = words(op)?;
        if !said.iter().any(|known| known.0 == title && known.1 == what) {
            said.push((title, what));
        }
    }
    let (first, what) = said.first()?.clone();
    let more: String = said.iter().skip(1).map(|(title, what)| format!("; {title}: {what}")).collect();
    Some((first, format!("{what}{more}")))
}

fn shown(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(80).collect()
}

fn words(op: &Operation) -> Option<&'static str> {
    Some(match op {
        Operation::Complete { completed: true, .. } | Operation::CompleteOccurrence { completed: true, .. } => {
            "it has been done, tick it off"
        }
        Operation::Complete { .. } | Operation::CompleteOccurrence { .. } => "it is not done after all, open it again",
        Operation::Delete { .. } => "it is not wanted any more, delete it",
        Operation::SkipOccurrence { .. } => "only one date of it is left out, skip that date",
        Operation::MoveOccurrence { .. } => "only one date of it is at another time, just this once",
        Operation::SetStatus { status, .. } => match status {
            Status::Done => "it has been done, tick it off",
            Status::InProgress => "somebody has begun and is working on it",
            Status::Blocked | Status::OnHold => "it cannot go on for now",
            Status::Rejected => "it is not wanted any more, delete it",
            _ => "it is not done after all, open it again",
        },
        Operation::Update { set, .. } => {
            if set.scheduled_for.is_some() || set.time_of_day.is_some() {
                "do it on another day or at another time, move it"
            } else if set.due_date.is_some() {
                "it has another deadline, change the due date"
            } else if set.priority.is_some() {
                "it matters more or less, change the priority"
            } else {
                "something about it is written down or changed"
            }
        }
        _ => return None,
    })
}

/// The beginning of every weighed text: what people say when they mean something.
const STANDING: &str = "What people say when they mean something about a todo:\n\n\
    Todo: Pay phone bill\nMeaning: it has been done, tick it off\nPerson: I settled the phone bill this morning\n\n\
    Todo: Haircut\nMeaning: do it on another day or at another time, move it\nPerson: the barber wants me to come on monday instead\n\n\
    Todo: Renew library card\nMeaning: nothing changes, it is only a question or talk\nPerson: is my library card still valid?\n\n\
    Todo: Sell old desk\nMeaning: it is not wanted any more, delete it\nPerson: we're keeping the old desk, so that one is not needed\n\n\
    Todo: Swimming\nMeaning: only one date of it is left out, skip that date\nPerson: no swimming this thursday, the pool is closed\n\n\
    Todo: Repair fence\nMeaning: it matters more or less, change the priority\nPerson: repairing the fence really can't wait\n\n\
    Todo: Write thesis outline\nMeaning: it has another deadline, change the due date\nPerson: the outline has to be there by friday\n\n\
    Todo: Fix tap\nMeaning: it is not done after all, open it again\nPerson: the tap still drips, it isn't fixed\n\n\
    Todo: Visit aunt Rosa\nMeaning: nothing changes, it is only a question or talk\nPerson: I love visiting aunt Rosa\n\n\
    Todo: Call the bank\nMeaning: it has been done, tick it off\nPerson: bank called, all sorted\n\n";

const RULES: &str = "You keep a todo list. A message was not understood. Say which of the meanings listed it has, as \
    {\"pick\":\"…\"}, or {\"pick\":\"ask\"} if none of them is clearly meant.";

/// Where none is clearly meant.
pub(crate) const ASK: &str = "ask";

/// The choice for a runtime that weighs.
pub(crate) fn weighing(openings: &[Opening], said: &str) -> Weighing {
    let one = |opening: &Opening| Weighed {
        text: format!("Todo: {}\nMeaning: {}\nPerson:", opening.title, opening.meaning),
        answer: json!({"pick": opening.label}).to_string(),
    };
    Weighing { standing: STANDING.to_owned(), choices: openings.iter().map(one).collect(), said: format!(" {said}\n") }
}

/// The same question for a runtime that writes.
pub(crate) fn messages(openings: &[Opening], said: &str) -> Vec<Message> {
    let list: Vec<String> = openings.iter().map(|o| format!("- {}", o.label)).collect();
    let text = format!("Meanings:\n{}\n- {ASK}\nMessage: {said}", list.join("\n"));
    vec![Message { role: Speaker::System, content: RULES.to_owned() }, Message { role: Speaker::User, content: text }]
}

/// Only the readings can be answered.
pub(crate) fn format(openings: &[Opening]) -> Format {
    let mut picks: Vec<String> = openings.iter().map(|o| o.label.clone()).collect();
    picks.push(ASK.to_owned());
    let schema = json!({
        "type": "object", "properties": {"pick": {"enum": picks}}, "required": ["pick"], "additionalProperties": false
    });
    Format { name: "pick".to_owned(), schema }
}

/// The reading of an answer; nothing for any other text.
pub(crate) fn picked(value: &Value, openings: &[Opening]) -> Option<usize> {
    let said = value.get("pick").and_then(Value::as_str)?;
    openings.iter().position(|o| o.label == said)
}
