//! Giving fields values: priority, labels, notes, checklist lines, titles, repetition, status.

use super::act::{self, one_offs};
use super::change;
use super::create;
use super::fields::{self, When, absorb, list, unquoted};
use super::lexicon::Verb;
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said, Stop, both};
use super::series;
use super::split::{Head, Lead, names_something};
use super::target::{Match, Want, content, is_typo, search};
use super::text::{Clause, fold};
use super::{bare, split};
use crate::dates::{self, Found, Role, What};
use countersign_core::operation::{Operation, Patch};
use countersign_core::predicate::Predicate;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::{ChecklistItem, Priority, Status};

/// What a phrase would set.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Value {
    priority: Option<Priority>,
    status: Option<Status>,
    reason: Option<String>,
    /// "not repeat", "a one-off".
    unrepeat: bool,
    labels: Vec<String>,
    when: When,
    due: bool,
}

/// What the words in front of "to" say is being set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hint {
    Title,
    Notes,
    Labels,
    Due,
    Estimate,
    Other,
    Status,
}

fn status_word(c: &Clause, i: usize) -> Option<(Status, usize)> {
    let table: [(&[&str], Status); 8] = [
        (&["not done", "not complete", "not completed", "not finished", "incomplete", "undone", "open", "to do", "todo", "unfinished", "uncompleted", "not done yet", "active", "reopened"], Status::Open),
        (&["done", "complete", "completed", "finished", "ticked", "checked", "ticked off", "checked off", "closed", "all done", "paid", "sent", "handled", "sorted", "taken care of", "over", "dealt with", "settled"], Status::Done),
        (&["in progress", "in-progress", "started", "ongoing", "underway", "under way", "in the works", "wip"], Status::InProgress),
        (&["blocked"], Status::Blocked),
        (&["on hold", "on-hold", "paused"], Status::OnHold),
        (&["rejected", "declined", "won't do", "wont do", "wontfix", "will not do", "not doing"], Status::Rejected),
        (&["groomed", "ready"], Status::Groomed),
        (&["unblocked"], Status::Open),
    ];
    table.iter().filter_map(|(words, s)| c.any(i, words).map(|e| (*s, e))).max_by_key(|(_, e)| *e)
}

const GLUE: &[&str] = &["as", "to", "a", "an", "the", "with", "and", "of", "be", "is", "for", "at", "on", "being", "now", "again", "also", "status", "due", "date", "deadline", "time", "repeat", "repeating", "recurring", "it", "label", "tag", "estimate", "already", "set", "set to", "by", "please", "have", "recur", "happen", "instead", "marked", "actually", "take", "takes", "scheduled", "start", "starting", "today's", "from", "long", "priority", "moved"];

/// Reads a whole text as values; `None` when some word is none.
fn value(run: &Run<'_>, text: &str) -> Said<Option<Value>> {
    let mut c = Clause::new(text, run.clock);
    let len = c.len();
    if len == 0 {
        return Ok(None);
    }
    // "change stand-up to 10"
    if len == 1 && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit()) {
        let said = format!("at {text}");
        let Some(what) = dates::whole(&said, run.clock) else { return Ok(None) };
        let mut v = Value::default();
        absorb(run, &Found { span: 0..said.len(), role: Role::When, what }, &said, &mut v.when)?;
        return Ok(Some(v));
    }
    let mut v = Value { due: (0..len).any(|i| c.at(i, "due").is_some() || c.at(i, "deadline").is_some()), ..Value::default() };
    v.labels = fields::labels(&mut c, 0..len);
    for i in 0..len {
        if let Some(e) = c.any(i, &["not repeat", "not repeating", "non-repeating", "not recurring", "non-recurring", "a one-off", "one-off", "no longer repeat", "not recur", "a one-time task", "stop repeating", "a single task", "one-time", "no longer repeating", "never repeat", "not repeat anymore"]) {
            v.unrepeat = true;
            c.spend(i..e);
        }
    }
    for i in 0..len {
        if let Some(e) = c.any(i, &["the label", "a label", "label", "the tag", "tag"])
            && e < len
            && !c.is_used(i)
        {
            v.labels.push(fields::raw(&c, e).trim_start_matches('#').to_owned());
            c.take(i..e + 1, "labels");
        }
    }
    for i in 0..len {
        if !c.is_used(i)
            && let Some((minutes, end)) = fields::minutes(&c, i)
            && !(i > 0 && matches!(c.word(i - 1), "in" | "by"))
            && !matches!(c.word(end), "later" | "earlier" | "from" | "ago" | "before" | "after")
        {
            v.when.minutes = Some(minutes);
            c.spend(i..end);
            break;
        }
    }
    // A whole date is read before its words could be anything else.
    let mut date_from = None;
    for i in 0..len {
        if c.is_used(i) {
            continue;
        }
        if let Some((found, end)) = (i + 1..=len).rev().find_map(|e| {
            let t = c.slice(i..e);
            (!c.is_used(e - 1)).then(|| dates::whole(t, run.clock)).flatten().map(|what| (Found { span: 0..t.len(), role: Role::When, what }, e))
        }) && date_from.is_none()
        {
            let said = c.slice(i..end).to_owned();
            if let What::Duration { minutes } = found.what {
                v.when.minutes = Some(minutes);
            } else if let Some(settled) = fields::settled(run).filter(|_| fields::unclear(&found)) {
                v.when = settled;
            } else {
                let role = match c.word(i) {
                    "until" | "till" | "through" => Role::Until,
                    _ => Role::When,
                };
                absorb(run, &Found { role, ..found }, &said, &mut v.when)?;
            }
            c.spend(i..end);
            date_from = Some(i);
        }
    }
    for f in c.found.clone() {
        let r = c.toks_of(&f.span);
        if !r.clone().any(|i| c.is_used(i)) {
            absorb(run, &f, text, &mut v.when)?;
            c.spend(r);
        }
    }
    for i in 0..len {
        if !c.is_used(i)
            && let Some((s, e)) = status_word(&c, i)
        {
            v.status = Some(s);
            c.spend(i..e);
            if let Some(r) = c.any(e, &["because of", "because", "due to", "by", "since", "until", "waiting for", "waiting on", "for"]).filter(|r| *r < len && matches!(s, Status::Blocked | Status::OnHold | Status::Rejected)) {
                let from = if matches!(c.word(e), "until" | "waiting") { e } else { r };
                v.reason = Some(c.slice(from..len).to_owned());
                c.spend(e..len);
            } else if matches!(s, Status::Blocked | Status::OnHold) && c.toks.get(e - 1).is_some_and(|t| matches!(t.after, Some(':' | ','))) && e < len {
                v.reason = Some(c.slice(e..len).to_owned());
                c.spend(e..len);
            }
            break;
        }
    }
    v.priority = fields::priority(&mut c, 0..len, true);
    let left = c.free(0..len).into_iter().any(|i| !GLUE.contains(&c.word(i)) || c.toks.get(i).is_some_and(|t| t.quoted));
    let empty = !v.unrepeat && v.priority.is_none() && v.status.is_none() && v.labels.is_empty() && v.when.is_empty();
    Ok(if left || empty { None } else { Some(v) })
}

/// Applies values to what was named.
fn apply(run: &mut Run<'_>, targets: Targets, v: Value) -> Said<()> {
    run.last = targets.refs.clone();
    if targets.all && targets.bulk {
        // "set everything to high" is a lot; it is shown as a set of its own.
        run.warn("all_todos");
    }
    match v.status {
        Some(Status::Done) => {
            let label = if targets.bulk { None } else { Some(targets.ids()) };
            match label {
                Some(ids) if ids.len() == targets.refs.len() => {
                    for id in &ids {
                        let span = targets.span;
                        let Some(todo) = run.todo(*id) else { continue };
                        if todo.recurrence.is_repeating() {
                            for date in series::pick(run, todo, span, series::Purpose::Complete { past: false })? {
                                run.push(Operation::CompleteOccurrence { id: (*id).into(), occurrence_date: date, completed: true });
                            }
                        } else if todo.completed() {
                            run.warn("already_done");
                            run.answer_ids.push(*id);
                        } else {
                            run.push(Operation::Complete { id: (*id).into(), completed: true });
                        }
                    }
                }
                Some(_) => {
                    for r in &targets.refs {
                        run.patch(*r, Patch { completed: Some(true), ..Patch::default() });
                    }
                }
                None => {
                    let ids = one_offs(run, &targets, |t| !t.status.is_closed());
                    if ids.is_empty() {
                        run.warn("no_targets");
                        return Err(Stop::Chat);
                    }
                    run.push(Operation::BulkComplete { predicate: Predicate::ids(ids), completed: true });
                }
            }
        }
        Some(Status::Open) => {
            for id in targets.ids() {
                let Some(todo) = run.todo(id) else { continue };
                if todo.recurrence.is_repeating() && !todo.completed_dates.is_empty() {
                    for date in series::pick(run, todo, targets.span, series::Purpose::Reopen)? {
                        run.push(Operation::CompleteOccurrence { id: id.into(), occurrence_date: date, completed: false });
                    }
                } else if todo.completed() {
                    run.push(Operation::Complete { id: id.into(), completed: false });
                } else if todo.status == Status::Open {
                    run.warn("already_open");
                    run.answer_ids.push(id);
                } else {
                    run.push(Operation::SetStatus { id: id.into(), status: Status::Open, reason: None });
                }
            }
        }
        Some(other) => act::set_status(run, targets.clone(), other, v.reason.clone())?,
        None => {}
    }
    if v.unrepeat {
        act::unrepeat(run, &targets)?;
    }
    if let Some(rule) = v.when.rule.clone() {
        repeat(run, &targets, rule, &v.when)?;
    } else if v.when.date.is_some() || v.when.time.is_some() || v.when.due.is_some() {
        change::go(run, &targets, &v.when, None, v.due)?;
    } else if let Some(until) = v.when.until {
        for r in &targets.refs {
            let Ref::Todo(id) = *r else { continue };
            let Some(todo) = run.todo(id).filter(|t| t.recurrence.is_repeating()) else { return Err(Stop::Unsure) };
            let rule = Recurrence { until: Some(until), count: None, ..todo.recurrence.clone() };
            run.patch(*r, Patch { recurrence: Some(rule), ..Patch::default() });
        }
    }
    let patch = Patch { priority: v.priority, estimate: v.when.minutes.map(Some), labels_add: v.labels, ..Patch::default() };
    if patch.is_empty() { Ok(()) } else { patch_all(run, &targets, patch) }
}

/// One patch for all that was named; series included (rule 12: priority, labels and notes are theirs too).
fn patch_all(run: &mut Run<'_>, targets: &Targets, patch: Patch) -> Said<()> {
    run.last = targets.refs.clone();
    if !targets.bulk {
        for r in targets.refs.clone() {
            run.patch(r, patch.clone());
        }
        return Ok(());
    }
    let ids: Vec<_> = targets.ids().into_iter().filter(|id| targets.explicit || run.todo(*id).is_some_and(|t| !t.status.is_closed())).collect();
    if ids.is_empty() {
        run.warn("no_targets");
        return Err(Stop::Chat);
    }
    if ids.len() > 50 {
        run.warn("many_updates");
    }
    run.push(Operation::BulkUpdate { predicate: Predicate::ids(ids), set: patch });
    Ok(())
}

/// Sets a repetition; the anchor is always computed (rule 7).
pub(super) fn repeat(run: &mut Run<'_>, targets: &Targets, rule: Recurrence, when: &When) -> Said<()> {
    if targets.bulk {
        return Err(Stop::Unsure);
    }
    run.last = targets.refs.clone();
    let today = run.today();
    for r in targets.refs.clone() {
        let had = match r {
            Ref::Todo(id) => run.todo(id).and_then(|t| t.scheduled_for.or(t.due_date)),
            Ref::New(n) => match run.ops.get(n) {
                Some(Operation::Create(d)) => d.scheduled_for,
                _ => None,
            },
        };
        let mut rule = rule.clone();
        // "gym every two weeks" keeps its weekdays.
        if let Ref::Todo(id) = r
            && let Some(old) = run.todo(id).map(|t| &t.recurrence).filter(|old| old.frequency == rule.frequency)
            && rule.by_day.is_empty()
            && rule.by_month_day.is_empty()
        {
            rule.by_day = old.by_day.clone();
            rule.by_month_day = old.by_month_day.clone();
        }
        // A plain "weekly" goes on from the date there is; named days start over from today.
        let named = !rule.by_day.is_empty() || !rule.by_month_day.is_empty();
        // A date that has passed still says which weekday or day of the month.
        let had = had.map(|d| if d < today && !named { rule.iter_from(d, today).next().unwrap_or(d) } else { d });
        let start = had.filter(|d| *d >= today).or(if named { when.date } else { None }).unwrap_or(today).max(today);
        let start = if when.until.is_none() && named { when.date.filter(|d| *d > start || had.is_none()).unwrap_or(start) } else { start };
        rule.until = rule.until.or(when.until);
        let Some(first) = rule.first(start) else { return Err(Ask::plain("That repetition never occurs. When should it start?")) };
        if let Ref::Todo(id) = r
            && run.todo(id).is_some_and(|t| t.recurrence.is_repeating())
        {
            run.warn("changes_series");
        }
        run.patch(r, Patch { recurrence: Some(rule), scheduled_for: Some(Some(first)), time_of_day: when.time.map(Some), ..Patch::default() });
    }
    Ok(())
}

/// Finds the field named in front of the object: "the priority of the report", "report's due date".
fn hinted(text: &str) -> (String, Option<Hint>) {
    let lower = text.to_lowercase();
    let nouns: [(&str, Hint); 24] = [
        ("priority level", Hint::Other), ("priority", Hint::Other), ("due date", Hint::Due), ("due", Hint::Due), ("deadline", Hint::Due), ("time estimate", Hint::Estimate), ("estimate", Hint::Estimate), ("estimated time", Hint::Estimate), ("duration", Hint::Estimate), ("start time", Hint::Other), ("time", Hint::Other),
        ("scheduled date", Hint::Other), ("date", Hint::Other), ("labels", Hint::Labels), ("label", Hint::Labels), ("tags", Hint::Labels), ("tag", Hint::Labels), ("title", Hint::Title), ("name", Hint::Title), ("notes", Hint::Notes), ("note", Hint::Notes), ("description", Hint::Notes), ("status", Hint::Status), ("recurrence", Hint::Other),
    ];
    for (noun, hint) in nouns {
        for article in ["the ", "", "a ", "new "] {
            for prep in [" of ", " for ", " on ", " in "] {
                let phrase = format!("{article}{noun}{prep}");
                if lower.starts_with(&phrase) && text.is_char_boundary(phrase.len()) {
                    return (text.split_at(phrase.len()).1.to_owned(), Some(hint));
                }
            }
        }
        for link in ["'s ", "’s ", " "] {
            let phrase = format!("{link}{noun}");
            if lower.ends_with(&phrase) && lower.len() == text.len() && text.len() > phrase.len() && text.is_char_boundary(text.len() - phrase.len()) {
                return (text.split_at(text.len() - phrase.len()).0.to_owned(), Some(hint));
            }
        }
    }
    (text.to_owned(), None)
}

/// set, change, make, mark, give …
pub(super) fn set(run: &mut Run<'_>, c: Clause, head: Head) -> Said<()> {
    if valued(run, &c, head.next)? {
        return Ok(());
    }
    run.warn("no_change");
    let rest = c.rest(head.next..c.len());
    let (name, _) = hinted(&rest);
    match search(run.todos, &content(&name), Want::Open, &|_| true) {
        Match::One(id) => {
            run.last = vec![Ref::Todo(id)];
            let title = run.todo(id).map(|t| t.title.clone()).unwrap_or_default();
            run.warnings.retain(|w| w != "no_change");
            Err(match Ask::about(format!("What should change about “{title}”?"), "value", Vec::new()) {
                Stop::Ask(mut ask) => {
                    ask.options = vec![id];
                    Stop::Ask(ask)
                }
                other => other,
            })
        }
        _ => Err(Ask::plain("What should change, and on which todo?")),
    }
}

/// Tries to read words from `from` on as a todo and the values it gets.
pub(super) fn valued(run: &mut Run<'_>, c: &Clause, from: usize) -> Said<bool> {
    let end = (from..c.len()).rev().find(|i| !c.is_used(*i)).map_or(from, |i| i + 1);
    // "… to …": the last connector whose right side is a value.
    for i in (from..end).rev() {
        if !matches!(c.word(i), "to" | "as" | "=" | "->" | "→" | "at" | "into" | "with" | "on" | "for") || i == from {
            continue;
        }
        let left = c.slice(from..i).to_owned();
        let right = c.slice(i + 1..end).to_owned();
        if right.is_empty() {
            continue;
        }
        let (name, hint) = hinted(&left);
        let connector = matches!(c.word(i), "to" | "as" | "=" | "->" | "→" | "into");
        let name = ["back", "repeat", "repeating", "recur", "happen", "recurring", "be", "only", "now", "so it's"].iter().find_map(|w| name.strip_suffix(w).and_then(|n| n.strip_suffix(' ')).map(str::to_owned)).unwrap_or(name);
        if (connector || c.word(i) == "with") && matches!(hint, Some(Hint::Title | Hint::Notes | Hint::Labels)) {
            let targets = run.objects(&name, Want::Open)?;
            let right_text = c.text.get(c.toks.get(i + 1).map_or(0, |t| t.start)..).unwrap_or(&right);
            let patch = match hint {
                Some(Hint::Title) => Patch { title: Some(unquoted(right_text)), ..Patch::default() },
                Some(Hint::Notes) => Patch { notes: Some(unquoted(right_text)), ..Patch::default() },
                _ => Patch { labels: Some(list(&right).iter().map(|l| l.trim_start_matches('#').to_owned()).collect()), ..Patch::default() },
            };
            patch_all(run, &targets, patch)?;
            run.consumed.push(countersign_core::wire::Consumed { text: right, taken_as: if hint == Some(Hint::Title) { "title".into() } else if hint == Some(Hint::Notes) { "notes".into() } else { "labels".into() } });
            return Ok(true);
        }
        if !connector && hint.is_none() && !names_something(&left, run) {
            continue;
        }
        match value(run, &right) {
            Ok(Some(mut v)) => {
                if name.trim().is_empty() {
                    continue;
                }
                v.due |= hint == Some(Hint::Due);
                if hint == Some(Hint::Due) && v.when.date.is_some() && v.when.due.is_none() {
                    v.when.due = v.when.date.take();
                }
                run.consumed.push(countersign_core::wire::Consumed { text: right, taken_as: field_of(&v).to_owned() });
                let targets = run.objects(&name, if v.status == Some(Status::Open) { Want::Closed } else { Want::Open })?;
                apply(run, targets, v)?;
                return Ok(true);
            }
            Ok(None) => {}
            Err(stop) if names_something(&name, run) => {
                let targets = run.objects(&name, Want::Open);
                both(targets, Err::<(), Stop>(stop))?;
            }
            Err(_) => {}
        }
    }
    // No connector: the longest value at the end, "make the report high priority".
    // Of a set, the shortest: in "make all tasks due today high priority" the date chooses.
    let set = super::filter::is_bulk(&Clause::new(c.slice(from..end), run.clock), run);
    let order: Vec<usize> = if set { (from + 1..end).rev().collect() } else { (from + 1..end).collect() };
    for k in order {
        let right = c.slice(k..end).to_owned();
        let left = c.slice(from..k).to_owned();
        match value(run, &right) {
            Ok(Some(v)) if !GLUE.contains(&left.to_lowercase().as_str()) || left.to_lowercase() == "it" => {
                let (name, hint) = hinted(&left);
                if !names_something(&name, run) || matches!(left.split(' ').next_back(), Some("repeat" | "not" | "back" | "to" | "as" | "on" | "for" | "at")) {
                    continue;
                }
                let mut v = v;
                if hint == Some(Hint::Due) {
                    v.due = true;
                }
                if set && (v.when.date.is_some() || v.when.due.is_some()) {
                    // "set all tasks due friday": chosen by the date, or given it?
                    return Err(Stop::Unsure);
                }
                run.consumed.push(countersign_core::wire::Consumed { text: right, taken_as: field_of(&v).to_owned() });
                let targets = run.objects(&name, if v.status == Some(Status::Open) { Want::Closed } else { Want::Open })?;
                apply(run, targets, v)?;
                return Ok(true);
            }
            Ok(_) => {}
            Err(stop) => {
                if names_something(&left, run) && k + 1 < end {
                    return Err(stop);
                }
            }
        }
    }
    // The value first: "set a due date of friday for the report".
    for i in from + 1..end {
        if !matches!(c.word(i), "for" | "on" | "to" | "of") {
            continue;
        }
        let left = c.slice(from..i).to_owned();
        let right = c.slice(i + 1..end).to_owned();
        if let Ok(Some(v)) = value(run, &left)
            && names_something(&right, run)
        {
            run.consumed.push(countersign_core::wire::Consumed { text: left, taken_as: field_of(&v).to_owned() });
            let targets = run.objects(&right, Want::Open)?;
            apply(run, targets, v)?;
            return Ok(true);
        }
    }
    // "…; set a 15 minute estimate": of what was just talked about.
    if !run.last.is_empty()
        && let Some(mut v) = value(run, c.slice(from..end))?
    {
        if v.due && v.when.due.is_none() {
            v.when.due = v.when.date.take();
        }
        let targets = Targets { refs: run.last.clone(), ..Targets::default() };
        apply(run, targets, v)?;
        return Ok(true);
    }
    renamed(run, c, from, end)
}

/// "change buy milk to buy bread": no other value, so a title.
fn renamed(run: &mut Run<'_>, c: &Clause, from: usize, end: usize) -> Said<bool> {
    if !matches!(c.word(from.saturating_sub(1)), "change" | "update" | "edit" | "modify" | "correct" | "switch" | "replace" | "amend" | "alter") {
        return Ok(false);
    }
    for i in from + 1..end.saturating_sub(1) {
        if !matches!(c.word(i), "to" | "into" | "with") {
            continue;
        }
        let left = c.slice(from..i);
        if let Match::One(id) = search(run.todos, &content(left), Want::Open, &|_| true) {
            let right = c.text.get(c.toks.get(i + 1).map_or(0, |t| t.start)..).unwrap_or_default();
            let title = unquoted(right.trim_end_matches(['.', '!']));
            run.last = vec![Ref::Todo(id)];
            run.consumed.push(countersign_core::wire::Consumed { text: title.clone(), taken_as: "title".to_owned() });
            run.patch(Ref::Todo(id), Patch { title: Some(title), ..Patch::default() });
            return Ok(true);
        }
    }
    Ok(false)
}

fn field_of(v: &Value) -> &'static str {
    if v.status.is_some() {
        "status"
    } else if v.when.rule.is_some() {
        "recurrence"
    } else if v.due || v.when.due.is_some() {
        "dueDate"
    } else if v.when.date.is_some() {
        "scheduledFor"
    } else if v.when.time.is_some() {
        "timeOfDay"
    } else if v.when.minutes.is_some() {
        "estimate"
    } else if v.priority.is_some() {
        "priority"
    } else {
        "labels"
    }
}

/// "the report is done", "dentist is on friday now".
pub(super) fn state(run: &mut Run<'_>, c: &mut Clause, name: &str, from: usize, negative: bool) -> Said<()> {
    let from = if c.word(from) == "now" && from + 1 < c.len() { from + 1 } else { from };
    let text = c.slice(from..c.len()).to_owned();
    let Some(mut v) = value(run, &text)? else { return Err(Stop::Unsure) };
    if negative {
        v.status = match v.status {
            Some(Status::Done) => Some(Status::Open),
            Some(Status::Blocked | Status::OnHold) => Some(Status::Open),
            _ => return Err(Stop::Unsure),
        };
    }
    let want = if v.status == Some(Status::Open) { Want::Closed } else { Want::Open };
    let targets = run.objects(name, want)?;
    let len = c.len();
    c.take(from..len, field_of(&v));
    apply(run, targets, v)?;
    run.note(c.clone());
    Ok(())
}

/// rename X to Y.
pub(super) fn rename(run: &mut Run<'_>, c: Clause, head: Head) -> Said<()> {
    let from = head.next;
    for i in from + 1..c.len() {
        let Some(e) = c.any(i, &["to", "as", "into", "->", "→", "to be", "to read"]) else { continue };
        let (name, _) = hinted(c.slice(from..i));
        let right = c.text.get(c.toks.get(e).map_or(c.text.len(), |t| t.start.saturating_sub(usize::from(t.quoted)))..).unwrap_or_default();
        let title = unquoted(right.trim().trim_end_matches(['.', '!']));
        if title.is_empty() {
            continue;
        }
        // "rename call to mom to call dad": the first split whose left side is a todo.
        let last = !(i + 1..c.len()).any(|k| c.any(k, &["to", "as"]).is_some());
        let quoted = super::text::quotes(&c.text).first().is_some_and(|q| c.toks.get(i).is_some_and(|t| q.end <= t.start));
        if last || quoted || matches!(search(run.todos, &content(&name), Want::Open, &|_| true), Match::One(_)) || run.fixed.ids.is_some() {
            if c.word(head.at) == "call" && !names_something(&name, run) {
                break;
            }
            let targets = run.objects(&name, Want::Open)?;
            run.consumed.push(countersign_core::wire::Consumed { text: title.clone(), taken_as: "title".to_owned() });
            return patch_all(run, &targets, Patch { title: Some(title), ..Patch::default() });
        }
    }
    if c.word(head.at) == "call" {
        run.warn("not_found");
        return Err(Ask::plain("Which todo should be renamed, and to what?"));
    }
    let rest = c.rest(from..c.len());
    let targets = run.objects(&rest, Want::Open)?;
    run.last = targets.refs.clone();
    Err(match Ask::about("What should the new title be?", "value", Vec::new()) {
        Stop::Ask(mut ask) => {
            ask.options = targets.ids();
            Stop::Ask(ask)
        }
        other => other,
    })
}

/// label X work, tag X as work, untag X work.
pub(super) fn label(run: &mut Run<'_>, mut c: Clause, head: Head) -> Said<()> {
    let from = head.next;
    let mut names = Vec::new();
    for i in from..c.len() {
        let w = c.word(i).to_owned();
        if w.starts_with('#') && w.len() > 1 && !w[1..].bytes().all(|b| b.is_ascii_digit()) {
            names.push(fields::raw(&c, i).trim_start_matches('#').to_owned());
            c.take(i..i + 1, "labels");
        }
    }
    let remove = head.verb == Verb::Unlabel;
    let len = c.len();
    let mut name = None;
    if names.is_empty() {
        for i in (from + 1..len).rev() {
            if matches!(c.word(i), "as" | "with" | "under" | "from" | "to" | "in") && i + 1 < len {
                let (mut l, mut n) = (c.slice(i + 1..len).to_owned(), c.slice(from..i).to_owned());
                if matches!(c.word(i), "from") || !names_something(&n, run) && names_something(&l, run) {
                    std::mem::swap(&mut l, &mut n);
                }
                names = list(&l.replace("the label ", "").replace("label ", "").replace("the tag ", "").replace("tag ", ""));
                name = Some(n);
                break;
            }
        }
        // "label the report work", "tag it work"
        if names.is_empty() && len > from + 1 {
            let n = c.slice(from..len - 1).to_owned();
            if names_something(&n, run) {
                names = vec![fields::raw(&c, len - 1)];
                name = Some(n);
            }
        }
    }
    if names.is_empty() {
        run.warn("no_change");
        return Err(Ask::plain("Which label, and on which todo?"));
    }
    let name = name.unwrap_or_else(|| strip_preps(&c.rest(from..len)));
    let targets = run.objects(&name, Want::Open)?;
    let names: Vec<String> = names.iter().map(|n| n.trim_start_matches('#').to_owned()).collect();
    let patch = if remove { Patch { labels_remove: own_labels(run, &targets, names), ..Patch::default() } } else { Patch { labels_add: names, ..Patch::default() } };
    run.note(c);
    patch_all(run, &targets, patch)
}

/// Labels to remove in the spelling the todo has.
fn own_labels(run: &Run<'_>, targets: &Targets, names: Vec<String>) -> Vec<String> {
    let have: Vec<String> = targets.ids().iter().filter_map(|id| run.todo(*id)).flat_map(|t| t.labels.clone()).collect();
    names.into_iter().map(|n| have.iter().find(|h| fold(h) == fold(&n)).cloned().unwrap_or(n)).collect()
}

fn strip_preps(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let skip = words.iter().take_while(|w| matches!(w.to_lowercase().as_str(), "to" | "from" | "on" | "as" | "with" | "for" | "of")).count();
    let keep = words.iter().rev().take_while(|w| matches!(w.to_lowercase().as_str(), "to" | "from" | "on" | "as" | "with" | "for" | "and" | "of" | "off")).count();
    words.get(skip..words.len().saturating_sub(keep)).unwrap_or_default().join(" ")
}

/// bump, raise, lower, prioritise.
pub(super) fn level(run: &mut Run<'_>, mut c: Clause, head: Head) -> Said<()> {
    let from = head.next;
    let word = c.word(head.at).to_owned();
    if word == "bump" && c.found.iter().any(|f| !matches!(f.what, What::Duration { .. })) || (word == "bump" && c.seek(from, &["by", "back"]).is_some()) {
        return change::shift(run, c, head, 1);
    }
    if c.seek(from + 1, &["to"]).is_some() && valued(run, &c, from)? {
        return Ok(());
    }
    for i in from..c.len() {
        if let Some(e) = c.any(i, &["the priority of", "priority of", "the priority on", "'s priority", "priority", "in priority", "up", "the importance of", "a level", "one level", "a notch", "the priority for", "down"]) {
            c.spend(i..e);
        }
    }
    let name = strip_preps(&c.rest(from..c.len()));
    let name = name.trim_end_matches("'s").to_owned();
    let targets = run.objects(&name, Want::Open)?;
    run.last = targets.refs.clone();
    let fixed = match word.as_str() {
        "prioritise" | "prioritize" | "escalate" | "star" => Some(Priority::High),
        "deprioritise" | "deprioritize" => Some(Priority::Low),
        _ => None,
    };
    if targets.bulk {
        let Some(p) = fixed else { return Err(Stop::Unsure) };
        return patch_all(run, &targets, Patch { priority: Some(p), ..Patch::default() });
    }
    for r in targets.refs {
        let now = match r {
            Ref::Todo(id) => run.todo(id).map(|t| t.priority).unwrap_or_default(),
            Ref::New(_) => Priority::Medium,
        };
        let p = fixed.unwrap_or(match (now, head.verb) {
            (Priority::Low, Verb::Raise) | (Priority::High, Verb::Lower) => Priority::Medium,
            (_, Verb::Raise) => Priority::High,
            _ => Priority::Low,
        });
        if p == now {
            run.warn("nothing_changes");
        }
        run.patch(r, Patch { priority: Some(p), ..Patch::default() });
    }
    Ok(())
}

/// The last "to X" (or "on", "for") where X names a todo: what is added, and to which.
fn addressed(run: &Run<'_>, c: &Clause, from: usize, preps: &[&str]) -> Option<(usize, String)> {
    (from + 1..c.len().saturating_sub(1)).rev().find_map(|i| {
        if !preps.contains(&c.word(i)) || c.is_used(i) {
            return None;
        }
        let name = c.slice(i + 1..c.len()).to_owned();
        let plain = name.trim_end_matches(" checklist").trim_end_matches("'s").trim_end_matches(" list").to_owned();
        let known = |n: &str| matches!(search(run.todos, &content(n), Want::Open, &|t| !t.status.is_closed()), Match::One(_) | Match::Tie(_)) || matches!(n.to_lowercase().as_str(), "it" | "that" | "this" | "them" | "this one" | "that one") || n.strip_prefix('#').is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
        if known(&name) {
            Some((i, name))
        } else if known(&plain) {
            Some((i, plain))
        } else {
            None
        }
    })
}

/// add, create, put, remind me …
pub(super) fn add(run: &mut Run<'_>, mut c: Clause, head: Head, lead: Lead) -> Said<()> {
    let from = head.next;
    let word = c.word(head.at).to_owned();
    let phrase = c.slice(head.at..from).to_lowercase();
    let colon = c.toks.get(from - 1).is_some_and(|t| t.after == Some(':'));
    let len = c.len();
    match word.as_str() {
        "put" | "stick" | "throw" | "pop" | "insert" | "place" => {
            if let Some((a, e)) = c.seek(from, &["on hold", "on ice"]) {
                let reason = c.slice(e..len).to_owned();
                let name = c.slice(from..a).to_owned();
                let targets = run.objects(&name, Want::Open)?;
                let cut = ["because of ", "because ", "since ", "due to ", "until ", "as "].iter().find_map(|p| reason.strip_prefix(p).map(|r| if *p == "until " { reason.clone() } else { r.to_owned() })).or(Some(reason).filter(|r| !r.is_empty()));
                return act::set_status(run, targets, Status::OnHold, cut);
            }
            if create::list_suffix(&c, from).is_some() {
                return create::create(run, c, from, true);
            }
            if c.seek(from, &["off"]).is_some() && names_something(&c.rest(from..len).replace(" off", ""), run) {
                if let Some((a, e)) = c.seek(from, &["off"]) {
                    c.spend(a..e);
                }
                return change::shift(run, c, Head { verb: Verb::Move, ..head }, 1);
            }
            if names_something(&c.rest(from..len), run) && (!c.found.is_empty()) {
                return change::shift(run, c, Head { verb: Verb::Move, ..head }, 1);
            }
            if valued(run, &c, from)? {
                return Ok(());
            }
            if c.seek(from, &["down"]).is_some() && !c.found.is_empty() {
                return create::create(run, c, from, true);
            }
            c.used = vec![false; len];
            return bare::handle(run, c, lead);
        }
        "task" | "reminder" | "new" | "todo" | "to-do" if from == head.at + 1 => {
            let noun = word == "new" && c.any(from, &["task", "todo", "to-do", "reminder", "item", "entry", "one"]).is_some();
            let quoted = c.toks.get(from).is_some_and(|t| t.quoted);
            let dashed = c.text.get(c.toks.get(from - 1).map_or(0, |t| t.end)..).is_some_and(|r| r.trim_start().starts_with(['-', '–', '—']));
            if !(colon || noun || quoted || dashed || c.word(from) == "to" || word == "todo" || word == "to-do") {
                c.used = vec![false; len];
                return bare::handle(run, c, lead);
            }
        }
        "have" | "i" | "need" | "we" | "gotta" | "i've" | "i'll" | "ive" => {
            // "I need to move the dentist to friday" is an order; "I need to finish the report" a note.
            let rest = c.slice(from..len).to_owned();
            let r = Clause::new(&rest, run.clock);
            if let Some(h) = split::verb_at(&r, 0, false)
                && matches!(h.verb, Verb::Move | Verb::Delete | Verb::Rename | Verb::Reopen | Verb::Advance)
                && names_something(r.slice(h.next..r.len()), run)
                && !matches!(search(run.todos, &content(&rest), Want::Open, &|_| true), Match::One(_))
            {
                return run.clause(&rest);
            }
        }
        "add" | "append" => {
            if added(run, &mut c, from)? {
                return Ok(());
            }
        }
        _ => {}
    }
    // Asked politely it is still an order; but "I want to remember to" and the like are notes.
    if from >= len {
        return Err(Ask::plain("What should the todo say?"));
    }
    // A header: "add: milk, eggs" stays one; each line of a list is its own clause.
    let _ = phrase;
    create::create(run, c, from, true)
}

/// "add … to <todo>": a note, label, checklist line or other field.
fn added(run: &mut Run<'_>, c: &mut Clause, from: usize) -> Said<bool> {
    let len = c.len();
    let noun = |c: &Clause, i: usize, words: &[&str]| {
        let mut i = i;
        while matches!(c.word(i), "a" | "an" | "the" | "another" | "new" | "some" | "this" | "these" | "following") {
            i += 1;
        }
        c.any(i, words)
    };
    // "add to the novel's notes: …", "add to packing: hat"
    if c.word(from) == "to"
        && let Some(k) = (from + 2..=len).find(|k| c.toks.get(k - 1).is_some_and(|t| t.after == Some(':')))
    {
        let said = c.slice(from + 1..k).to_owned();
        let text = c.text.get(c.toks.get(k).map_or(c.text.len(), |t| t.start)..).unwrap_or_default().trim().to_owned();
        let (name, hint) = hinted(&said);
        let name = name.trim_end_matches(" checklist").trim_end_matches(" list").trim_end_matches("'s").to_owned();
        let targets = run.objects(&name, Want::Open)?;
        if hint == Some(Hint::Notes) {
            annotate(run, &targets, &unquoted(&text));
        } else {
            patch_all(run, &targets, Patch { checklist_add: list(&text), ..Patch::default() })?;
        }
        return Ok(true);
    }
    if let Some(e) = noun(c, from, &["note", "notes", "comment", "description", "remark"]) {
        return noted(run, c, e);
    }
    if let Some(e) = noun(c, from, &["checklist item", "checklist items", "step", "steps", "subtask", "subtasks", "sub-task", "sub-tasks", "item", "items", "checklist entry", "line", "checklist"]) {
        // "add step: book hotel to trip" or "add a checklist to trip: a, b"
        if let Some(prep) = c.any(e, &["to", "on", "for"]) {
            for k in prep + 1..=len {
                if c.toks.get(k - 1).is_some_and(|t| t.after == Some(':')) {
                    let targets = run.objects(&c.slice(prep..k).replace("'s checklist", ""), Want::Open)?;
                    let lines = list(c.text.get(c.toks.get(k).map_or(c.text.len(), |t| t.start)..).unwrap_or_default());
                    c.take(k..len, "checklist");
                    patch_all(run, &targets, Patch { checklist_add: lines, ..Patch::default() })?;
                    run.note(c.clone());
                    return Ok(true);
                }
            }
        }
        if let Some((at, name)) = addressed(run, c, e, &["to", "on", "in", "for"]) {
            let targets = run.objects(&name, Want::Open)?;
            let lines = list(c.slice(e..at));
            if !lines.is_empty() {
                c.take(e..at, "checklist");
                patch_all(run, &targets, Patch { checklist_add: lines, ..Patch::default() })?;
                run.note(c.clone());
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if let Some((at, e)) = c.seek(from, &["as a note to", "as note to", "as a note on", "to the notes of", "to the note of", "as a comment to", "to notes of"]) {
        let text = unquoted(c.text.get(c.toks.get(from).map_or(0, |t| t.start)..c.toks.get(at).map_or(0, |t| t.start)).unwrap_or_default().trim().trim_matches(['"', '“', '”']));
        let targets = run.objects(c.slice(e..len), Want::Open)?;
        annotate(run, &targets, &text);
        c.take(from..at, "notes");
        run.note(c.clone());
        return Ok(true);
    }
    if let Some((at, name)) = addressed(run, c, from, &["to", "on", "for"]) {
        let what = c.slice(from..at).to_owned();
        let w = Clause::new(&what, run.clock);
        // labels: "label work", "the work label", "#work"
        let tag = |l: &str| l.trim_start_matches(['#', '@']).to_owned();
        let mut labels: Vec<String> = Vec::new();
        if let Some(e) = noun(&w, 0, &["label", "labels", "tag", "tags"]) {
            labels = list(w.slice(e..w.len())).iter().map(|l| tag(l)).collect();
        } else if w.len() > 1 && matches!(w.word(w.len() - 1), "label" | "labels" | "tag" | "tags") {
            let skip = usize::from(matches!(w.word(0), "the" | "a" | "an"));
            labels = list(w.slice(skip..w.len() - 1)).iter().map(|l| tag(l)).collect();
        } else if (0..w.len()).all(|i| w.word(i).starts_with('#') && w.word(i).len() > 1 || w.word(i) == "and") {
            labels = list(&what.replace(' ', ",")).iter().filter(|l| *l != "and").map(|l| tag(l)).collect();
        }
        if !labels.is_empty() {
            let targets = run.objects(&name, Want::Open)?;
            c.take(from..at, "labels");
            patch_all(run, &targets, Patch { labels_add: labels, ..Patch::default() })?;
            run.note(c.clone());
            return Ok(true);
        }
        let field = (0..w.len()).any(|i| matches!(w.word(i), "due" | "deadline" | "estimate" | "priority" | "reminder")) || noun(&w, 0, &["time", "date"]).is_some() || fields::level(w.word(0)).is_some();
        if field
            && let Some(v) = value(run, &what)?
        {
            let targets = run.objects(&name, Want::Open)?;
            let mut v = v;
            if v.due && v.when.due.is_none() {
                v.when.due = v.when.date.take();
            }
            apply(run, targets, v)?;
            return Ok(true);
        }
        if create::list_suffix(c, from).is_some() {
            return Ok(false);
        }
        // "add socks to packing": a line, when packing has lines or says so.
        let said = c.seek(at, &["checklist", "list"]).is_some();
        match search(run.todos, &content(&name), Want::Open, &|t| !t.status.is_closed()) {
            Match::One(id) if c.word(at) == "to" => {
                let has = run.todo(id).is_some_and(|t| !t.checklist.is_empty());
                if has || said {
                    let lines = list(&what);
                    c.take(from..at, "checklist");
                    run.last = vec![Ref::Todo(id)];
                    run.patch(Ref::Todo(id), Patch { checklist_add: lines, ..Patch::default() });
                    run.note(c.clone());
                    return Ok(true);
                }
                if c.found.is_empty() && !bare::is_everyday(w.word(0)) {
                    return Err(super::resolve::which(run, format!("Add “{what}” to the checklist of “{}”, or make a todo of it?", run.todo(id).map(|t| t.title.clone()).unwrap_or_default()), &[id]));
                }
            }
            _ => {
                if matches!(name.to_lowercase().as_str(), "it" | "that" | "this") && c.word(at) == "to" {
                    let targets = run.objects(&name, Want::Open)?;
                    patch_all(run, &targets, Patch { checklist_add: list(&what), ..Patch::default() })?;
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// "note to X: text", "note 'text' to X", "note that … to X"; `e` is behind the word "note".
fn noted(run: &mut Run<'_>, c: &mut Clause, e: usize) -> Said<bool> {
    let len = c.len();
    let mut hit: Option<(String, String)> = None;
    if let Some(prep) = c.any(e, &["to", "on", "for", "in"]) {
        // The name ends at a colon, at "saying", or at a quotation.
        for k in prep + 1..=len {
            let cut = c.any(k, &["saying that", "saying", "that says", "says", "reading", "which says", "that", "with"]);
            let mark = c.toks.get(k - 1).is_some_and(|t| matches!(t.after, Some(':' | ',')) || t.after == Some('-'));
            let quoted = c.toks.get(k).is_some_and(|t| t.quoted);
            let dash = c.text.get(c.toks.get(k - 1).map_or(0, |t| t.end)..).is_some_and(|r| r.trim_start().starts_with(['-', '–', '—']));
            if cut.is_some() || mark || quoted || dash {
                let begin = cut.unwrap_or(k);
                let start = c.toks.get(begin).map_or(len, |t| t.start.saturating_sub(usize::from(t.quoted)));
                hit = Some((c.slice(prep..k).to_owned(), c.text.get(start..).unwrap_or_default().to_owned()));
                break;
            }
        }
    }
    if hit.is_none()
        && let Some((at, name)) = addressed(run, c, e, &["to", "on", "for", "in"])
    {
        let skip = c.any(e, &["saying that", "saying", "that says", "that", "about"]).unwrap_or(e);
        hit = Some((name, c.slice(skip..at).to_owned()));
    }
    let Some((name, text)) = hit else { return Ok(false) };
    let text = unquoted(text.trim().trim_start_matches(['-', '–', '—', ':']).trim());
    let text = unquoted(text.trim_end_matches(['"', '”']).trim_start_matches(['"', '“']));
    if text.is_empty() {
        return Ok(false);
    }
    let targets = run.objects(name.trim_end_matches("'s"), Want::Open)?;
    c.take(e..len, "notes");
    annotate(run, &targets, &text);
    run.note(c.clone());
    Ok(true)
}

/// A note is added to what is there, never put over it.
fn annotate(run: &mut Run<'_>, targets: &Targets, text: &str) {
    for r in targets.refs.clone() {
        let old = match r {
            Ref::Todo(id) => run.todo(id).map(|t| t.notes.clone()).unwrap_or_default(),
            Ref::New(_) => String::new(),
        };
        let notes = if old.trim().is_empty() { text.to_owned() } else { format!("{old}\n{text}") };
        run.patch(r, Patch { notes: Some(notes), ..Patch::default() });
    }
    run.last = targets.refs.clone();
}

/// note on X: text.
pub(super) fn note(run: &mut Run<'_>, mut c: Clause, head: Head) -> Said<()> {
    let mut e = head.next;
    let word = c.word(head.at).to_owned();
    if matches!(word.as_str(), "append" | "attach") {
        while matches!(c.word(e), "a" | "the" | "note" | "comment") {
            e += 1;
        }
        if noted(run, &mut c, e)? {
            return Ok(());
        }
        run.warn("not_found");
        return Err(Ask::plain("Which todo should the note go to?"));
    }
    // "note on dentist: bring x-rays": `noted` reads the preposition itself.
    if matches!(c.word(head.next - 1), "on" | "for") {
        e = head.next - 1;
    }
    if noted(run, &mut c, e)? {
        return Ok(());
    }
    Err(Stop::Unsure)
}

/// clear, unschedule: a field is emptied; a bare "clear X" is asked about.
pub(super) fn clear(run: &mut Run<'_>, mut c: Clause, head: Head) -> Said<()> {
    let word = c.word(head.at).to_owned();
    if matches!(word.as_str(), "unschedule" | "un-schedule" | "undate") {
        let targets = run.objects(&c.rest(head.next..c.len()), Want::Dated)?;
        return change::unschedule(run, &targets);
    }
    if emptied(run, &mut c, head.next)? {
        return Ok(());
    }
    let rest = c.rest(head.next..c.len());
    let targets = run.objects(&rest, Want::Open)?;
    let done = targets.bulk && targets.ids().iter().all(|id| run.todo(*id).is_some_and(|t| t.status.is_closed()));
    if done && !targets.all {
        return act::remove_all(run, targets);
    }
    run.last = targets.refs.clone();
    let options = [("delete", "Delete them"), ("complete", "Mark them done"), ("unschedule", "Take their dates off")].map(|(v, l)| (serde_json::json!(v), l.to_owned())).to_vec();
    Err(Ask::about(format!("Clear {rest}: delete, mark done, or take the dates off?"), "value", options))
}

/// Empties the field named at `from`: "the due date of X", "the work label from X", "X's notes".
fn emptied(run: &mut Run<'_>, c: &mut Clause, from: usize) -> Said<bool> {
    let len = c.len();
    let mut i = from;
    while matches!(c.word(i), "the" | "a" | "any" | "all" | "its" | "my") {
        i += 1;
    }
    let prep = |c: &Clause, e: usize| c.any(e, &["from", "of", "on", "off", "for", "off of", "in"]);
    let fields: [(&[&str], &str); 9] = [
        (&["due date", "deadline", "due", "due dates", "deadlines"], "dueDate"),
        (&["date", "scheduled date", "date and time", "schedule", "dates", "date/time", "scheduling"], "scheduledFor"),
        (&["time", "times", "time of day", "start time"], "timeOfDay"),
        (&["notes", "note", "description", "comments"], "notes"),
        (&["priority", "priorities", "high priority"], "priority"),
        (&["estimate", "duration", "estimates"], "estimate"),
        (&["labels", "tags"], "labels"),
        (&["checklist", "subtasks", "steps"], "checklist"),
        (&["recurrence", "repetition", "repeat", "repeats"], "recurrence"),
    ];
    for (names, field) in fields {
        let (name, took) = if let Some(e) = c.any(i, names)
            && let Some(p) = prep(c, e)
            && p < len
        {
            (c.slice(p..len).to_owned(), i..p)
        } else {
            // "report's due date"
            let n = names.iter().find_map(|n| { let k = n.split(' ').count(); (len > from + k && c.at(len - k, n).is_some()).then_some(k) });
            match n {
                Some(k) if c.word(len - k - 1).ends_with("'s") || matches!(c.word(len - k - 1), "its") => (c.slice(from..len - k).trim_end_matches("'s").trim_end_matches("’s").to_owned(), len - k..len),
                _ => continue,
            }
        };
        let want = if matches!(field, "scheduledFor" | "dueDate" | "timeOfDay") { Want::Dated } else { Want::Open };
        let targets = run.objects(&name, want)?;
        c.take(took, field);
        run.note(c.clone());
        if field == "scheduledFor" {
            change::unschedule(run, &targets)?;
            return Ok(true);
        }
        if field == "recurrence" {
            act::unrepeat(run, &targets)?;
            return Ok(true);
        }
        let patch = match field {
            "dueDate" => Patch { due_date: Some(None), ..Patch::default() },
            "timeOfDay" => Patch { time_of_day: Some(None), ..Patch::default() },
            "notes" => Patch { notes: Some(String::new()), ..Patch::default() },
            "priority" => Patch { priority: Some(Priority::Medium), ..Patch::default() },
            "estimate" => Patch { estimate: Some(None), ..Patch::default() },
            "labels" => Patch { labels: Some(Vec::new()), ..Patch::default() },
            _ => Patch { checklist: Some(Vec::new()), ..Patch::default() },
        };
        patch_all(run, &targets, patch)?;
        return Ok(true);
    }
    Ok(false)
}

/// remove X, or something from X.
pub(super) fn remove(run: &mut Run<'_>, mut c: Clause, head: Head) -> Said<()> {
    let from = head.next;
    let len = c.len();
    let word = c.word(head.at).to_owned();
    if let Some(suffix) = c.seek(from, &["from my list", "from the list", "off my list", "off the list", "from my todo list", "from my to-do list", "from my todos", "from my tasks", "from the todo list", "off my plate", "from my calendar", "from list", "off my todo list", "from the to-do list"]) {
        c.spend(suffix.0..suffix.1);
        let targets = run.objects(&c.rest(from..len), Want::Open)?;
        return act::remove_all(run, targets);
    }
    if emptied(run, &mut c, from)? {
        return Ok(());
    }
    if let Some((at, name)) = addressed(run, &c, from, &["from", "off", "of"]) {
        let what = c.slice(from..at).to_owned();
        let plain = what.trim_start_matches("the ").trim_start_matches("label ").trim_start_matches("tag ").trim_end_matches(" label").trim_end_matches(" tag").trim_end_matches(" labels").trim_end_matches(" tags").trim_start_matches("labels ").trim_start_matches("tags ").trim_start_matches('#').to_owned();
        let targets = run.objects(&name, Want::Open)?;
        let named = what.contains("label") || what.contains("tag") || what.starts_with('#');
        let ids = targets.ids();
        let Some(todo) = ids.first().and_then(|id| run.todo(*id)) else { return Err(Stop::Unsure) };
        let labels: Vec<String> = list(&plain).iter().map(|l| l.trim_start_matches('#').to_owned()).collect();
        if targets.bulk || named || labels.iter().all(|l| todo.labels.iter().any(|h| fold(h) == fold(l))) {
            if !targets.bulk && !labels.iter().all(|l| todo.labels.iter().any(|h| fold(h) == fold(l))) {
                run.warn("nothing_changes");
                return Err(Ask::plain(format!("“{}” has no label “{plain}”.", todo.title)));
            }
            c.take(from..at, "labels");
            let labels_remove = own_labels(run, &targets, labels);
            run.note(c);
            return patch_all(run, &targets, Patch { labels_remove, ..Patch::default() });
        }
        if let Some(line) = line_of(&todo.checklist, &plain) {
            let checklist: Vec<ChecklistItem> = todo.checklist.iter().filter(|l| l.title != line).cloned().collect();
            return patch_all(run, &targets, Patch { checklist: Some(checklist), ..Patch::default() });
        }
    }
    if word == "take" {
        // "take the dog out", "take out the trash": everyday, unless a todo is meant.
        let rest = c.rest(from..len);
        if let Some(name) = rest.strip_suffix(" off") {
            let targets = run.objects(name, Want::Open)?;
            return act::remove_all(run, targets);
        }
        run.warn("not_found");
        return Err(Ask::plain("Which todo do you mean?"));
    }
    let targets = run.objects(&c.rest(from..len), Want::Open)?;
    act::remove_all(run, targets)
}

/// The line meant by some words.
fn line_of(lines: &[ChecklistItem], said: &str) -> Option<String> {
    let want = content(said);
    if want.is_empty() {
        return None;
    }
    let exact: Vec<&ChecklistItem> = lines.iter().filter(|l| fold(&l.title) == fold(said.trim())).collect();
    let some: Vec<&ChecklistItem> = if exact.is_empty() {
        lines.iter().filter(|l| { let have = content(&l.title); want.iter().all(|w| super::target::inflections(w).iter().any(|v| have.contains(v)) || have.iter().any(|h| is_typo(w, h))) }).collect()
    } else {
        exact
    };
    match some.as_slice() {
        [one] => Some(one.title.clone()),
        _ => None,
    }
}

/// tick socks on packing; `false` when no checklist line is meant.
pub(super) fn tick(run: &mut Run<'_>, text: &str, on: bool) -> Said<bool> {
    let mut c = Clause::new(text, run.clock);
    if c.word(0) == "off" {
        c.spend(0..1);
    }
    let from = usize::from(c.is_used(0));
    let hit = addressed(run, &c, from, &["on", "in", "from", "of", "for", "under", "at", "off"]);
    let (what, targets) = match hit {
        Some((at, name)) => (c.slice(from..at).trim_end_matches(" off").to_owned(), run.objects(&name, Want::Open)?),
        // "tick socks" after talking about packing
        None if run.last.len() == 1 => (c.rest(from..c.len()), Targets { refs: run.last.clone(), ..Targets::default() }),
        None => return Ok(false),
    };
    let ids = targets.ids();
    let Some(todo) = ids.first().and_then(|id| run.todo(*id)) else { return Ok(false) };
    let all = matches!(what.to_lowercase().as_str(), "everything" | "all" | "all items" | "all lines" | "all the items" | "all steps" | "every item" | "all of it" | "the whole checklist" | "the checklist");
    let parts = if all { todo.checklist.iter().map(|l| l.title.clone()).collect() } else { list(what.trim_start_matches("the ")) };
    let lines: Vec<String> = parts.iter().filter_map(|p| line_of(&todo.checklist, p)).collect();
    if lines.is_empty() || lines.len() != parts.len() {
        if todo.checklist.is_empty() || run.last == targets.refs {
            return Ok(false);
        }
        return Err(Ask::about(format!("Which line of “{}”?", todo.title), "value", todo.checklist.iter().take(7).map(|l| (serde_json::json!(l.title), l.title.clone())).collect()));
    }
    let patch = if on { Patch { checklist_check: lines, ..Patch::default() } } else { Patch { checklist_uncheck: lines, ..Patch::default() } };
    patch_all(run, &targets, patch)?;
    Ok(true)
}
