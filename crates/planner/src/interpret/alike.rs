//! What a new todo may be meant to be instead: one that is there already (TODOS.md rule 14).

use super::fields;
use super::lexicon::one_of;
use super::run::{Ask, Run, Stop};
use super::series;
use super::target::{self, Match, Want, content};
use countersign_core::ids::TodoId;
use countersign_core::label::label;
use countersign_core::operation::{Draft, MoveTo, Operation, Patch};
use serde_json::json;

/// Kinds of things that people do again and again: such a word alone names none of those that are there.
const KINDS: &str = "meeting|call|lunch|dinner|breakfast|brunch|coffee|drinks|appointment|appt|visit|class|lesson|session|interview|\
    training|workout|chat|date|event|conference|trip|party";

/// Open todos that a dated fragment may name: "plumber friday" for "Call the plumber". At most one word
/// of their title is not said.
pub(super) fn fragment_of(run: &Run<'_>, draft: &Draft) -> Vec<TodoId> {
    if redated(draft).is_empty() || draft.recurrence.is_some() || run.listed {
        return Vec::new();
    }
    let said = content(&draft.title);
    // "meeting tomorrow at 3": a kind of thing, of which there may be any number.
    if !said.is_empty() && said.iter().all(|w| one_of(w, KINDS)) {
        return Vec::new();
    }
    // "gutters + lawn next weekend": each is there already.
    let items = fields::list(&draft.title.replace(" + ", " and ").replace(" plus ", " and "));
    let each: Vec<TodoId> = items
        .iter()
        .map_while(|item| match run.search(&content(item), Want::Open, &|t| !t.status.is_closed()) {
            Match::One(id) => Some(id),
            _ => None,
        })
        .collect();
    if items.len() > 1 && each.len() == items.len() {
        return each;
    }
    let ids = match run.search(&said, Want::Open, &|t| !t.status.is_closed()) {
        Match::One(id) => vec![id],
        Match::Tie(ids) => ids,
        Match::Weak(ids) if !super::bare::is_everyday(said.first().map_or("", String::as_str)) => {
            let known = |w: &String| {
                let singular = w.strip_suffix('s').unwrap_or(w);
                [w.as_str(), singular, &format!("{w}s")].iter().any(|form| run.todos.count_word(form) > 0)
            };
            // "tok vitmains": a misspelt word of a title, beside one that nobody knows.
            let slips = said.iter().filter(|w| w.len() >= 6 && !known(w)).collect::<Vec<_>>();
            let near = |id: &TodoId| slips.iter().any(|w| run.slips.of(run.todos, w).contains(id));
            return ids.into_iter().filter(near).collect();
        }
        Match::Weak(_) | Match::None => return Vec::new(),
    };
    // "slides done, report tomorrow": beside a report of what is there, a name is that of something there.
    let beside =
        run.ops.iter().any(|op| matches!(op, Operation::Complete { .. } | Operation::CompleteOccurrence { .. }));
    // "vet friday": a thing without a verb is that of something there more likely than a second one.
    let thing = !said.first().is_some_and(|w| super::bare::is_everyday(w)) && said.len() == 1;
    let spelled =
        |id: &TodoId| said.iter().all(|w| target::inflections(w).iter().any(|form| run.todos.has_word(form, *id)));
    let thing = thing && ids.iter().all(spelled);
    let plain = if said.len() == 1 && said.iter().any(|w| w.len() < 5) && !ids.iter().all(spelled) { 0 } else { 1 };
    let most = said.len()
        + if beside {
            3
        } else if thing {
            2
        } else {
            plain
        };
    ids.into_iter().filter(|id| run.todo(*id).is_some_and(|t| content(&t.title).len() <= most)).collect()
}

/// "clean the kitchen now": open todos of that name without what only says how soon.
pub(super) fn soon_same(run: &Run<'_>, title: &str) -> Vec<TodoId> {
    let soon = [" now", " later", " soon", " next", " first"].iter().find_map(|soon| title.strip_suffix(soon));
    soon.map(|plain| target::same_title(run.todos, plain)).unwrap_or_default()
}

/// "buy milk, call mom and pack": a title in which each thing is the title of an open todo.
pub(super) fn each_there(run: &Run<'_>, title: &str) -> Vec<TodoId> {
    let items = fields::list(title);
    let there: Vec<Vec<TodoId>> = items.iter().map(|item| target::same_title(run.todos, item)).collect();
    if items.len() < 3 || there.iter().any(Vec::is_empty) { Vec::new() } else { there.concat() }
}

/// What a new todo's fields change on one that is there already.
pub(super) fn redated(draft: &Draft) -> Patch {
    Patch {
        scheduled_for: draft.scheduled_for.map(Some),
        time_of_day: draft.time_of_day.map(Some),
        due_date: draft.due_date.map(Some),
        recurrence: draft.recurrence.clone().map(Into::into),
        priority: draft.priority,
        estimate: draft.estimate.map(Some),
        labels_add: draft.labels.clone(),
        ..Patch::default()
    }
}

/// The same on a todo of its own: a time that was said alone (`timed`) is put on the day that the todo has, where that is ahead.
fn changed(run: &Run<'_>, id: TodoId, draft: &Draft, timed: bool) -> Patch {
    let mut set = redated(draft);
    let ahead = |date| date >= run.today();
    if timed && run.todo(id).is_some_and(|t| t.recurrence.is_repeating() || t.scheduled_for.is_some_and(ahead)) {
        set.scheduled_for = None;
    }
    set
}

/// What changing the one that is there comes to. A day alone is one of a series: its date of that week, or the next one, is
/// put there.
pub(super) fn instead(run: &Run<'_>, id: TodoId, draft: &Draft, timed: bool) -> Option<Operation> {
    let todo = run.todo(id)?;
    if timed || draft.recurrence.is_some() || !todo.recurrence.is_repeating() {
        return Some(Operation::Update { id: id.into(), set: changed(run, id, draft, timed) });
    }
    let set = redated(draft);
    let only_when = Patch { scheduled_for: None, time_of_day: None, ..set } == Patch::default();
    let day = draft.scheduled_for.filter(|_| only_when)?;
    let monday = day.checked_sub(jiff::Span::new().days(day.weekday().to_monday_zero_offset())).ok()?;
    let week = monday.max(run.today());
    let occurrence_date = series::next_open(todo, week, run.today())?;
    let time = draft.time_of_day;
    let moved = occurrence_date != day || time.is_some_and(|time| todo.time_of_day != Some(time));
    let to = MoveTo { date: Some(day), time };
    moved.then(|| Operation::MoveOccurrence { id: id.into(), occurrence_date, to })
}

/// Rule 14: one like it is there already, so bare text asks; where it says when, changing that one is offered.
pub(super) fn another(run: &Run<'_>, draft: &Draft, alike: &[TodoId], timed: bool) -> Stop {
    let title = |id: &TodoId| run.todo(*id).map(|t| t.title.clone()).unwrap_or_default();
    let known = alike.first().map(title).unwrap_or_default();
    let mut options = vec![(json!("create"), "Add another".to_owned()), (json!("keep"), "Leave it".to_owned())];
    let mut question = format!("There is an open todo “{known}” already. Add another?");
    if let [id] = alike
        && !redated(draft).is_empty()
        && let Some(change) = instead(run, *id, draft, timed)
    {
        options.insert(0, (json!("move"), label(&change, run.todos, 1)));
        question = format!("There is an open todo “{known}” already. Change it, or add another?");
    }
    match Ask::about(question, "duplicate", options) {
        Stop::Ask(mut ask) => {
            ask.options = alike.iter().copied().take(target::MOST_OPTIONS).collect();
            Stop::Ask(ask)
        }
        other => other,
    }
}
