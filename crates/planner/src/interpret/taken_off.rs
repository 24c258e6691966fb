//! "Remove friday from the parcel", "take dec 3 off the dentist", "remove the eggs from the shopping": what stands in front of
//! "from" is taken from the todo behind it. A value that it has is cleared, a thing that its title lists is taken out of the
//! title; anything else is asked about. The todo itself is not deleted for it.

use super::change;
use super::fields::{level, unquoted};
use super::in_part;
use super::lexicon::one_of;
use super::lines;
use super::resolve::{Targets, deeds};
use super::run::{Ask, Ref, Run, Said, Stop};
use super::series;
use super::target::{Match, Want, content, inflections};
use super::text::{Clause, fold, tokens};
use crate::dates::{self, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::Patch;
use countersign_core::todo::{Priority, Todo};
use jiff::civil::Date;
use serde_json::json;

const VERBS: &str =
    "remove|delete|drop|erase|strip|take|clear|cancel|scrap|pull|cut|get rid of|take away|take out|strike";

const FROM: &str = "from|off|off of|out of|away from";

/// They take off; the others may call off what is of a day.
const OFF: &str = "remove|drop|strip|take|clear|pull";

/// Fields that have names of their own, and are emptied by them.
const FIELDS: &str = "date|dates|time|due date|deadline|priority|high priority|note|notes|description|estimate|duration|label|labels|\
    tag|tags|checklist|subtasks|recurrence|repetition";

/// The list of todos, which has no parts of its own.
const LISTS: &str = "list|lists|calendar|schedule|plate|agenda|todos|tasks|board";

/// Reads a clause as that; `false` where it is none.
pub(super) fn handle(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let Some(from) = c.any(at, VERBS) else { return Ok(false) };
    if dated_off(run, c, at, from)? {
        return Ok(true);
    }
    if let Some((id, label)) = label_off(run, c, at, from) {
        return taken(run, id, Patch { labels_remove: vec![label], ..Patch::default() });
    }
    let Some((what, id)) = part_of(run, c, from)? else { return Ok(false) };
    let Some(todo) = run.todo(id) else { return Ok(false) };
    let plain = what.strip_prefix("the ").unwrap_or(&what).to_lowercase();
    if one_of(&plain, FIELDS) {
        // "drop the priority from the insurance": emptied as by "remove".
        return if c.word(at) == "remove" {
            Ok(false)
        } else {
            run.clause(&format!("remove {plain} from #{id}")).map(|()| true)
        };
    }
    let label = todo.labels.iter().find(|label| fold(label) == plain.trim_start_matches('#'));
    if plain.contains('#') || plain.contains("label") || plain.contains("tag") {
        return Ok(false);
    }
    let patch = match label {
        Some(label) => Some(Patch { labels_remove: vec![label.clone()], ..Patch::default() }),
        None => value_of(run, todo, &plain),
    };
    if let Some(patch) = patch {
        return taken(run, id, patch);
    }
    if todo.recurrence.is_repeating()
        && days(run, &plain).is_some_and(|(from, to)| {
            let span = series::Span { from, to, weekday: false };
            !series::within(todo, span, run.today()).is_empty()
        })
    {
        return run.clause(&format!("skip #{id} {plain}")).map(|()| true);
    }
    let valued = || days(run, &plain).is_some() || level(first(&plain)).is_some();
    if lines::takes_a_line(run, c, from) && (lines::is_line(todo, &plain) || !valued()) {
        return Ok(false);
    }
    if super::lengths::minutes(&Clause::new(&plain, run.clock), 0).is_some_and(|_| todo.estimate.is_some()) {
        return if c.word(at) == "take" {
            Ok(false)
        } else {
            run.clause(&format!("take {plain} off #{id}")).map(|()| true)
        };
    }
    if let Some(title) = in_part::left(todo, &what) {
        return taken(run, id, Patch { title: Some(title), ..Patch::default() });
    }
    run.refused = true;
    run.last = vec![Ref::Todo(id)];
    Err(nothing_by_itself(todo, &what))
}

fn first(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn taken(run: &mut Run<'_>, id: TodoId, patch: Patch) -> Said<bool> {
    run.last = vec![Ref::Todo(id)];
    run.patch(Ref::Todo(id), patch);
    Ok(true)
}

/// What is no part that could go alone: whether the todo is to go is the person's to say.
fn nothing_by_itself(todo: &Todo, what: &str) -> Stop {
    let title = &todo.title;
    let what = what.strip_prefix("the ").unwrap_or(what);
    let question = format!("“{title}” has no “{what}” that can be taken away by itself. Delete the todo, or leave it?");
    let options =
        vec![(json!("delete"), format!("Delete “{title}”")), (json!("leave"), "Leave it as it is".to_owned())];
    match Ask::about(question, "value", options) {
        Stop::Ask(mut ask) => {
            ask.options = vec![todo.id];
            Stop::Ask(ask)
        }
        other => other,
    }
}

/// What is to be taken off, and the todo that it is taken off; `None` where the words in front of "from" and those behind it
/// are one name, or nothing is called as those behind it.
fn part_of(run: &mut Run<'_>, c: &Clause, from: usize) -> Said<Option<(String, TodoId)>> {
    let whole = c.slice(from..c.len()).to_owned();
    for i in from + 1..c.len().saturating_sub(1) {
        let Some(end) = c.any(i, FROM).filter(|end| *end < c.len()) else { continue };
        let what = unquoted(c.slice(from..i));
        let name = c.slice(end..c.len()).to_owned();
        let said = Clause::new(&name, run.clock);
        // "drop bread off at the shop"
        let elsewhere = one_of(said.word(0), "at|to|in|by|on|with|for|into|near");
        let listed = elsewhere || (0..said.len()).any(|k| one_of(said.word(k), LISTS));
        let set = super::filter::is_bulk(&said, run) || super::split::sets(&name);
        let dated = |f: &dates::Found| said.toks_of(&f.span) == (0..said.len());
        if content(&what).is_empty() && days(run, &what).is_none() || listed || set || said.found.iter().any(dated) {
            continue;
        }
        let meant = match run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) {
            _ if name.trim_start_matches("the ").starts_with('#') || super::resolve::is_pronoun(&name) => {
                run.refer(&name).and_then(|t| one(&t))
            }
            Match::One(id) => Some(id),
            Match::Tie(_) if !matches!(run.find(&content(&whole), Want::Open), Match::One(_)) => {
                one(&run.objects(&name, Want::Open)?)
            }
            Match::Tie(_) | Match::Weak(_) | Match::None => None,
        };
        let Some(id) = meant else { continue };
        let called = |todo: &Todo| holds(&todo.title, &what, c.word(i));
        let whole = match run.find(&content(&whole), Want::Open) {
            Match::One(id) => run.todo(id),
            _ => None,
        };
        if whole.is_some_and(called) || run.todo(id).is_some_and(called) {
            return Ok(None);
        }
        return Ok(Some((what, id)));
    }
    Ok(None)
}

fn one(targets: &Targets) -> Option<TodoId> {
    match (targets.bulk, targets.refs.as_slice()) {
        (false, [Ref::Todo(id)]) => Some(*id),
        _ => None,
    }
}

/// Whether a title has what is said in front of the joining word, with that word behind it: "the letter from grandma".
fn holds(title: &str, what: &str, joint: &str) -> bool {
    let toks = tokens(title);
    let last = content(what).pop().unwrap_or_default();
    let forms = inflections(&last);
    toks.windows(2).any(|pair| pair[1].fold == joint && forms.contains(&pair[0].fold))
}

/// The days that a text is.
fn days(run: &Run<'_>, text: &str) -> Option<(Date, Date)> {
    match dates::whole(text.trim_start_matches("the "), run.clock)? {
        What::Date { date, .. } | What::DateTime { date, .. } => Some((date, date)),
        What::Range { from, to, .. } => Some((from, to)),
        _ => None,
    }
}

/// What of a todo is cleared where it has the value that was said.
fn value_of(run: &Run<'_>, todo: &Todo, said: &str) -> Option<Patch> {
    let bare = said.trim_end_matches(" priority").trim_end_matches(" prio");
    let figure = bare.bytes().all(|b| b.is_ascii_digit());
    if let Some(priority) = level(bare).filter(|_| !figure) {
        let had = priority == todo.priority && priority != Priority::Medium;
        return had.then(|| Patch { priority: Some(Priority::Medium), ..Patch::default() });
    }
    let c = Clause::new(said, run.clock);
    if let Some((minutes, end)) = super::lengths::minutes(&c, 0)
        && end == c.len()
        && todo.estimate == Some(minutes)
    {
        return Some(Patch { estimate: Some(None), ..Patch::default() });
    }
    if todo.recurrence.is_repeating() {
        let time = matches!(dates::whole(said, run.clock), Some(What::Time { time, .. }) if todo.time_of_day.is_some_and(|t| t.time() == time));
        return time.then(|| Patch { time_of_day: Some(None), ..Patch::default() });
    }
    let due = said.contains("due") || said.contains("deadline");
    let day = ["due ", "due date ", "deadline "].iter().find_map(|front| said.strip_prefix(front)).unwrap_or(said);
    let day = [" deadline", " due date", " date"].iter().find_map(|end| day.strip_suffix(end)).unwrap_or(day);
    if let Some(What::Time { time, .. }) = dates::whole(day, run.clock) {
        let had = todo.time_of_day.is_some_and(|t| t.time() == time);
        return had.then(|| Patch { time_of_day: Some(None), ..Patch::default() });
    }
    let (from, to) = days(run, day)?;
    let within = |date: Option<Date>| date.is_some_and(|date| from <= date && date <= to);
    if within(todo.scheduled_for) && !due {
        let time_of_day = todo.time_of_day.map(|_| None);
        return Some(Patch { scheduled_for: Some(None), time_of_day, ..Patch::default() });
    }
    within(todo.due_date).then(|| Patch { due_date: Some(None), ..Patch::default() })
}

/// "take the stamps off errands": from the label that they have, where nothing else is called so.
fn label_off(run: &Run<'_>, c: &Clause, at: usize, from: usize) -> Option<(TodoId, String)> {
    let (i, end) = c.seek(from + 1, FROM).filter(|(_, end)| *end < c.len() && one_of(c.word(at), OFF))?;
    let name = c.slice(end..c.len()).trim_end_matches(" list");
    let label = run.label_named(name)?;
    let Match::One(id) = run.find(&content(c.slice(from..i)), Want::Open) else { return None };
    let own = run.todo(id)?.labels.iter().find(|own| own.to_lowercase() == label)?.clone();
    let one = |id: TodoId| matches!(run.find(&content(name), Want::Open), Match::One(other) if other != id);
    (!one(id)).then_some((id, own))
}

/// "take the parcel off friday": from the day that it is on; never to it.
fn dated_off(run: &mut Run<'_>, c: &Clause, at: usize, from: usize) -> Said<bool> {
    let Some((i, end)) = c.seek(from + 1, "off|off of").filter(|(_, end)| *end < c.len()) else { return Ok(false) };
    let Some((first, last)) = days(run, c.slice(end..c.len())).filter(|_| one_of(c.word(at), OFF)) else {
        return Ok(false);
    };
    let Match::One(id) = run.find(&content(c.slice(from..i)), Want::Open) else { return Ok(false) };
    let Some(todo) = run.todo(id).filter(|todo| !todo.recurrence.is_repeating()) else { return Ok(false) };
    let within = |date: Option<Date>| date.is_some_and(|date| first <= date && date <= last);
    if within(todo.scheduled_for) {
        let targets = Targets { refs: vec![Ref::Todo(id)], ..Targets::default() };
        return change::unschedule(run, &targets).map(|()| true);
    }
    if within(todo.due_date) {
        return taken(run, id, Patch { due_date: Some(None), ..Patch::default() });
    }
    run.refused = true;
    Err(deeds(run, format!("What should change about “{}”?", todo.title), id))
}
