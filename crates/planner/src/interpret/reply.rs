//! What the planner says, in plain words and from facts only: there is no model behind it.

use super::fields::day;
use super::series::{self, Days};
use super::target::MOST_OPTIONS;
use super::{Answer, Decision};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use jiff::civil::Date;

/// An answer lists so many todos; the page of todos lists them all.
const MOST_TOLD: usize = 20;

/// What can be said here.
const HELP: &str = "Say what should happen in your own words, for example “buy milk tomorrow at 9”, “move the dentist to Friday”, \
    “what is due this week?” or “undo”. What you ask for is only proposed: nothing changes until you sign it.";

/// For the person, in plain words: how many and which todos were found, each on a line of its own; what is proposed.
pub fn reply(answer: &Answer, todos: &Todos, today: Date) -> String {
    match answer.decision {
        Decision::Clarify => answer.question.clone().unwrap_or_else(|| "Which one do you mean?".to_owned()),
        Decision::Unsure => {
            "I am not sure what to do with that. Name a todo and what should happen to it, for example “move \
            the dentist to Friday”."
                .to_owned()
        }
        Decision::Plan => match told(answer, todos, today) {
            Some(told) => format!("{told}\n\n{}", proposal(answer, todos)),
            None => proposal(answer, todos),
        },
        Decision::Chat => talk(answer, todos, today),
    }
}

/// What was asked beside an order: the todos that were found.
pub fn told(answer: &Answer, todos: &Todos, today: Date) -> Option<String> {
    let asked = answer.asked.is_some() || !answer.answer_ids.is_empty();
    (answer.decision == Decision::Plan && asked).then(|| found(answer, todos, today))
}

fn talk(answer: &Answer, todos: &Todos, today: Date) -> String {
    if answer.dropped {
        return "The question is dropped. Nothing changes.".to_owned();
    }
    if answer.withdraws {
        let taken = match answer.takes.len() {
            1 if answer.last_one => "Only one proposal was left, and it is withdrawn. Nothing changes.".to_owned(),
            1 if answer.spares => {
                "1 proposal is withdrawn. What else was proposed still waits. Nothing changes.".to_owned()
            }
            n if answer.spares => {
                format!("{n} proposals are withdrawn. What else was proposed still waits. Nothing changes.")
            }
            0 | 1 => "The proposal is withdrawn. Nothing changes.".to_owned(),
            n => format!("{n} proposals are withdrawn. Nothing changes."),
        };
        // More are not read.
        return match answer.taken_back.as_slice() {
            [] => taken,
            named if named.len() > MOST_OPTIONS => taken,
            named => format!("{taken} Taken back: {}. Say it again to have it back.", named.join("; ")),
        };
    }
    if answer.still_waits {
        return "Nothing changes. What was proposed still waits.".to_owned();
    }
    if answer.unmet {
        return "The condition is not met. Nothing changes.".to_owned();
    }
    let has = |code: &str| answer.warnings.iter().any(|w| w == code);
    if has("nothing_to_undo") {
        return "There is nothing to undo.".to_owned();
    }
    if has("nothing_to_redo") {
        return "There is nothing to redo.".to_owned();
    }
    if has("sign_yourself") {
        return "A message signs nothing: mark and apply what waits in its review, or with the commands countersign sign and \
                countersign apply. Nothing changes."
            .to_owned();
    }
    if has("help") {
        return HELP.to_owned();
    }
    if has("waiting") {
        return match answer.waits.as_slice() {
            [] => {
                "Nothing that was proposed in this conversation waits. What waits elsewhere is in the inbox.".to_owned()
            }
            all => format!("Waiting to be signed: {}.", all.join("; ")),
        };
    }
    if has("no_targets") && !answer.left_out.is_empty() {
        return only_repeating(answer, todos);
    }
    if has("no_targets") {
        return "No todo matches that. Nothing changes.".to_owned();
    }
    if has("already_done") || has("already_open") {
        let first = answer.answer_ids.first().and_then(|id| todos.todo(*id));
        let title = first.map_or("That", |t| t.title.as_str());
        return format!("“{title}” is {} already. Nothing changes.", if has("already_done") { "done" } else { "open" });
    }
    if !answer.unread.is_empty() {
        return format!(
            "“{}” in that question tells me nothing about your todos, so nothing was looked up. Say it in other words.",
            answer.unread.join(" ")
        );
    }
    found(answer, todos, today)
}

/// A set that holds nothing but series, of which none is meant by it (TODOS.md rule 12).
fn only_repeating(answer: &Answer, todos: &Todos) -> String {
    let named = answer.left_out.iter().filter_map(|id| todos.todo(*id)).map(|todo| format!("“{}”", todo.title));
    let named: Vec<String> = named.take(MOST_OPTIONS).collect();
    format!("Only repeating todos match that, and they are left out: {}. Nothing changes.", named.join(", "))
}

/// What the list holds of what was asked for; behind it the series of which something was missed.
fn found(answer: &Answer, todos: &Todos, today: Date) -> String {
    let answered = listed(answer, todos, today);
    let missed = answer.asked.iter().flat_map(|asked| &asked.missed).filter(|id| !answer.answer_ids.contains(id));
    let missed: Vec<&Todo> = missed.filter_map(|id| todos.todo(*id)).collect();
    match missed.as_slice() {
        [] => answered,
        series => {
            let told: Vec<String> = series.iter().take(MOST_TOLD).map(|todo| missed_of(todo, today)).collect();
            format!("{answered}\n\nNot done of what repeats: {}.", told.join("; "))
        }
    }
}

/// Without its number and without quotes, so that "move them to Monday" is not about it: it stands in no list.
fn missed_of(todo: &Todo, today: Date) -> String {
    format!("{} ({})", todo.title, stands(todo, today).join(", "))
}

/// Where a series stands.
fn stands(todo: &Todo, today: Date) -> Vec<String> {
    let Some(open) = todo.standing(today) else { return Vec::new() };
    let mut out = vec![format!("{} {}", if open.date < today { "open since" } else { "next" }, day(open.date))];
    if open.missed > 0 {
        out.push(format!("{} missed before", open.missed));
    }
    out
}

fn listed(answer: &Answer, todos: &Todos, today: Date) -> String {
    let days = answer.asked.as_ref().and_then(|asked| asked.days);
    let line = |todo: &Todo| line(todo, days, today);
    let lines = |todos: &[&Todo]| lines(todos, days, today);
    let found: Vec<&Todo> = answer.answer_ids.iter().filter_map(|id| todos.todo(*id)).collect();
    if let Some(labels) = answer.asked.as_ref().and_then(|asked| asked.labels.as_ref()) {
        return match labels.as_slice() {
            [] => "No label is in use.".to_owned(),
            all => format!("Labels in use: {}.", all.join(", ")),
        };
    }
    if let Some(asked) = &answer.asked {
        let about = asked.about.as_str();
        match found.len() {
            0 => return format!("Nothing is {about}.").replace("is .", "there."),
            1 if asked.count => {
                return format!("1 todo is {about}: {}.", found.first().map(|t| line(t)).unwrap_or_default());
            }
            n if asked.count => return format!("{n} todos are {about}:{}", lines(&found)),
            _ => {}
        }
    }
    match found.as_slice() {
        [] => "Nothing changes. I have no language model here, so I cannot chat; I can add, change, move, \
            complete and delete todos, and list them."
            .to_owned(),
        [one] => format!("{}.", line(one)),
        many => format!("{} todos:{}", many.len(), lines(many)),
    }
}

/// Todos below each other.
fn lines(todos: &[&Todo], days: Option<Days>, today: Date) -> String {
    let told = todos.iter().take(MOST_TOLD);
    let mut out: String = told.map(|todo| format!("\n- {}", line(todo, days, today))).collect();
    if todos.len() > MOST_TOLD {
        out.push_str(&format!("\n- and {} more", todos.len() - MOST_TOLD));
    }
    out
}

fn line(todo: &Todo, days: Option<Days>, today: Date) -> String {
    let mut out = format!("#{} “{}”", todo.id, todo.title);
    let series = todo.recurrence.is_repeating();
    // Of days that are asked for, a series is told with the day that it takes place then; else with where it stands.
    let then = days.filter(|_| series).and_then(|days| series::first_on(todo, days, today));
    let (date, time) = match then {
        Some((date, time)) => (Some(date), time),
        None => (todo.scheduled_for.filter(|_| !series), todo.time_of_day),
    };
    match date {
        Some(date) => out.push_str(&format!(", {}", day(date))),
        None if series => out.push_str(&format!(", {}", todo.recurrence.describe())),
        None => {}
    }
    if let Some(time) = time {
        out.push_str(&format!(" {time}"));
    }
    match then {
        Some(_) => out.push_str(&format!(", {}", todo.recurrence.describe())),
        None => stands(todo, today).iter().for_each(|part| out.push_str(&format!(", {part}"))),
    }
    if let Some(due) = todo.due_date {
        out.push_str(&format!(", due {}", day(due)));
    }
    if todo.status.is_closed() {
        out.push_str(", done");
    }
    out
}

fn proposal(answer: &Answer, todos: &Todos) -> String {
    let parts: Vec<String> = answer.ops.iter().take(3).map(|op| one(op, todos)).collect();
    let more = answer.ops.len().saturating_sub(3);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    let count = answer.ops.len();
    let noun = if count == 1 { "change" } else { "changes" };
    format!("{count} {noun} proposed: {}{rest}. Nothing happens until you sign.", parts.join("; "))
}

fn name(id: Option<TodoId>, todos: &Todos) -> String {
    id.and_then(|id| todos.todo(id)).map_or_else(|| "the new todo".to_owned(), |t| format!("“{}”", t.title))
}

fn one(op: &Operation, todos: &Todos) -> String {
    let target = || name(op.target().and_then(countersign_core::operation::Target::id), todos);
    let many = || {
        op.predicate().and_then(|p| p.ids.as_ref()).map_or_else(
            || "all todos".to_owned(),
            |ids| if ids.len() == 1 { "1 todo".to_owned() } else { format!("{} todos", ids.len()) },
        )
    };
    match op {
        Operation::Create(draft) => {
            let when = draft.scheduled_for.map(|d| format!(" on {}", day(d))).unwrap_or_default();
            let time = draft.time_of_day.map(|t| format!(" at {t}")).unwrap_or_default();
            let due = draft.due_date.map(|d| format!(", due {}", day(d))).unwrap_or_default();
            let every = draft.recurrence.as_ref().map(|r| format!(", {}", r.describe())).unwrap_or_default();
            format!("add “{}”{when}{time}{due}{every}", draft.title)
        }
        Operation::Update { set, .. } => {
            let to = set
                .scheduled_for
                .map(|d| d.map_or_else(|| " to no date".to_owned(), |d| format!(" to {}", day(d))))
                .unwrap_or_default();
            if to.is_empty() { format!("change {}", target()) } else { format!("move {}{to}", target()) }
        }
        Operation::Delete { .. } => format!("delete {} (can be undone)", target()),
        Operation::Complete { completed, .. } => {
            format!("{} {}", if *completed { "complete" } else { "reopen" }, target())
        }
        Operation::SetStatus { status, .. } => format!(
            "set {} to {}",
            target(),
            serde_json::to_value(status).ok().and_then(|v| v.as_str().map(|s| s.replace('_', " "))).unwrap_or_default()
        ),
        Operation::CompleteOccurrence { occurrence_date, completed, .. } => {
            format!("{} {} of {}", if *completed { "complete" } else { "reopen" }, target(), day(*occurrence_date))
        }
        Operation::SkipOccurrence { occurrence_date, .. } => format!("skip {} on {}", target(), day(*occurrence_date)),
        Operation::MoveOccurrence { occurrence_date, to, .. } => {
            let to = to.date.map(day).into_iter().chain(to.time.map(|t| t.to_string())).collect::<Vec<_>>().join(" ");
            format!("move {} of {} to {to}", target(), day(*occurrence_date))
        }
        Operation::BulkUpdate { .. } => format!("change {}", many()),
        Operation::BulkComplete { completed, .. } => {
            format!("{} {}", if *completed { "complete" } else { "reopen" }, many())
        }
        Operation::BulkDelete { .. } => format!("delete {} (can be undone)", many()),
        Operation::Undo { batch: Some(batch), .. } => format!("undo entry {batch} of the history"),
        Operation::Undo { .. } => "undo the last change".to_owned(),
        Operation::Restore { id, .. } => format!("restore {}", name(Some(*id), todos)),
        Operation::WriteFile { .. }
        | Operation::DeleteFile { .. }
        | Operation::RenameFile { .. }
        | Operation::ChmodFile { .. }
        | Operation::MakeRule { .. }
        | Operation::CallTool(_)
        | Operation::RunCommand(_) => countersign_core::label::label(op, todos, 0),
        Operation::Revive { todo } => format!("bring back “{}”", todo.title),
    }
}
