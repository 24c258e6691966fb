//! Giving fields values: priority, labels, notes, checklist lines, titles, repetition, status.

use super::amount;
use super::bare;
use super::change;
use super::deeds::{self, one_offs};
use super::fields::{self, When, list, unquoted};
use super::lexicon::{Verb, one_of};
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said, Stop, Topic, both};
use super::series;
use super::split::{Head, Lead, names_something};
use super::statuses;
use super::target::{Match, Want, content};
use super::text::{Clause, fold};
use super::value::{GLUE, Hint, Value, field_of, hinted, value};
use crate::dates::{self, Role, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::predicate::Predicate;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::{Status, Todo};

/// Applies values to what was named.
pub(super) fn apply(run: &mut Run<'_>, mut targets: Targets, mut v: Value) -> Said<()> {
    let once = targets.ids().iter().filter_map(|id| run.todo(*id)).all(|t| !t.recurrence.is_repeating());
    let wished = {
        let c = Clause::new(&run.said, run.clock);
        one_of(c.word(super::split::lead(&c).at), "have|get|want|need|see")
    };
    let by = v.when.due.or(v.when.date.filter(|_| once && wished)).filter(|date| *date > run.today());
    // "mark the report as done tomorrow": neither a deadline, nor a day on which it was done.
    if let (Some(Status::Done), None, Some(date), [id]) = (v.status, by, v.when.date, targets.ids().as_slice())
        && once
        && date > run.today()
        && !run.fixed.unmet
        && let Some(todo) = run.todo(*id).filter(|t| !t.completed())
    {
        return Err(deeds::of_no_day(run, todo).on(Topic::Unmet));
    }
    if v.status == Some(Status::Done) && by.is_some() {
        // "have the groceries done by tomorrow": a deadline, and no report.
        (v.status, v.due, v.when.due, v.when.date) = (None, true, by, None);
    }
    // "mark the march report as done": what is said of the name, and not when it was done.
    let named = targets.span.filter(|_| !targets.bulk && v.status == Some(Status::Done) && run.fixed.ids.is_none());
    if let (Some(span), [id]) = (named, targets.ids().as_slice())
        && once
        && !run.fixed.unmet
        && let Some(todo) = run.todo(*id).filter(|t| !t.completed() && deeds::is_of_another_day(run, t, span))
    {
        return Err(deeds::of_no_day(run, todo).on(Topic::Unmet));
    }
    if v.status == Some(Status::Done)
        && let Some(date) = v.when.date.take()
    {
        // "water plants is done for today": the date says which one.
        let week = run.today().saturating_add(jiff::Span::new().days(7));
        let weekday = run.told && date > run.today() && date <= week;
        targets.span = targets.span.or(Some(series::Span { weekday, ..series::Span::day(date) }));
    }
    run.last = targets.refs.clone();
    if targets.all && targets.bulk {
        // "set everything to high" is a lot; it is shown as a set of its own.
        run.warn("all_todos");
    }
    if let ([Ref::Todo(id)], Some(Status::Done), false) = (targets.refs.as_slice(), v.status, targets.bulk)
        && let Some(asked) = super::in_part::asked(run, *id, &run.said.clone(), true, !run.told && !run.framed)
    {
        return Err(asked);
    }
    match v.status {
        Some(Status::Done) => {
            let label = if targets.bulk { None } else { Some(targets.ids()) };
            match label {
                Some(ids) if ids.len() == targets.refs.len() => {
                    for id in &ids {
                        let span = targets.span;
                        let Some(todo) = run.todo(*id) else { continue };
                        if let Some(asked) = super::deeds::shut(run, todo) {
                            return Err(asked);
                        }
                        if todo.recurrence.is_repeating() {
                            for date in series::pick(run, todo, span, series::Purpose::Complete { past: run.told })? {
                                run.push(Operation::CompleteOccurrence {
                                    id: (*id).into(),
                                    occurrence_date: date,
                                    completed: true,
                                });
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
        // "mark all as undone": what is done, not what is in progress or waits.
        Some(Status::Open) if targets.bulk && targets.all && undoes(&run.said) => {
            let ids = one_offs(run, &targets, Todo::completed);
            if ids.is_empty() {
                run.warn("no_targets");
                return Err(Stop::Chat);
            }
            for id in ids {
                run.push(Operation::Complete { id: id.into(), completed: false });
            }
        }
        Some(Status::Open) => {
            for id in targets.ids() {
                let Some(todo) = run.todo(id) else { continue };
                if todo.recurrence.is_repeating() && !todo.completed_dates.is_empty() {
                    for date in series::pick(run, todo, targets.span, series::Purpose::Reopen)? {
                        run.push(Operation::CompleteOccurrence {
                            id: id.into(),
                            occurrence_date: date,
                            completed: false,
                        });
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
        Some(other) => statuses::set_status(run, targets.clone(), other, v.reason.clone())?,
        None => {}
    }
    if v.unrepeat {
        deeds::unrepeat(run, &targets)?;
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
            run.patch(*r, Patch { recurrence: Some(rule.into()), ..Patch::default() });
        }
    }
    let patch =
        Patch { priority: v.priority, estimate: v.when.minutes.map(Some), labels_add: v.labels, ..Patch::default() };
    if patch.is_empty() { Ok(()) } else { patch_all(run, &targets, patch) }
}

/// Whether "not done" is said, and not which status is to be had.
fn undoes(said: &str) -> bool {
    let said = said.to_lowercase();
    ["undone", "not done", "not completed", "uncompleted", "incomplete", "unfinished"]
        .iter()
        .any(|word| said.contains(word))
}

/// One patch for all that was named; series included (rule 12: priority, labels and notes are theirs too).
pub(super) fn patch_all(run: &mut Run<'_>, targets: &Targets, patch: Patch) -> Said<()> {
    run.last = targets.refs.clone();
    if !targets.bulk {
        for r in targets.refs.clone() {
            run.patch(r, patch.clone());
        }
        return Ok(());
    }
    let mut ids: Vec<_> = targets
        .ids()
        .into_iter()
        .filter(|id| targets.explicit || run.todo(*id).is_some_and(|t| !t.status.is_closed()))
        .collect();
    // "remove the kids tag from everything": from what has it.
    let removes = &patch.labels_remove;
    if !removes.is_empty() && patch == (Patch { labels_remove: removes.clone(), ..Patch::default() }) {
        let has = |id: &TodoId| {
            run.todo(*id)
                .is_some_and(|t| t.labels.iter().any(|own| removes.iter().any(|label| fold(label) == fold(own))))
        };
        if ids.iter().any(has) {
            ids.retain(has);
        }
    }
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
    let told = when.date.filter(|said| Some(*said) != dates::anchor(&rule, today));
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
        let start = if when.until.is_none() && named {
            when.date.filter(|d| *d > start || had.is_none()).unwrap_or(start)
        } else {
            // "every 3 days starting nov 10": the start that was said, not the date there is.
            told.filter(|_| !named).unwrap_or(start)
        };
        rule.until = rule.until.or(when.until);
        let series = if let Ref::Todo(id) = r { run.todo(id).filter(|t| t.recurrence.is_repeating()) } else { None };
        // "yoga moved to 7pm on tuesdays", of one on Tuesdays and Thursdays: what becomes of the others is not told.
        let loses = |todo: &&Todo| {
            let had = &todo.recurrence.by_day;
            when.time.is_some()
                && todo.recurrence.frequency == rule.frequency
                && (1..=had.len() / 2).contains(&rule.by_day.len())
                && rule.by_day.iter().all(|day| had.contains(day))
        };
        if let Some(todo) = series.filter(loses).filter(|_| !run.fixed.unmet) {
            let question =
                format!("“{}” repeats on other days, too. Only on those that you said from now on?", todo.title);
            return Err(super::resolve::which(run, question, &[todo.id]).on(super::run::Topic::Unmet));
        }
        let ends = series.filter(|todo| series::keeps_its_end(run, todo, &rule, when));
        if let Some(todo) = ends {
            rule.until = todo.recurrence.until;
        }
        let Some(first) = dates::anchor(&rule, start) else {
            return Err(Ask::plain("That repetition never occurs. When should it start?"));
        };
        if series.is_some() {
            run.warn("changes_series");
        }
        // A series that only gets rarer goes on from the dates it has had, unless a start is said.
        let begun = series
            .and_then(|t| t.scheduled_for)
            .filter(|had| told.is_none() && rule.contains(*had, *had))
            .filter(|_| series.is_some_and(|t| t.recurrence.frequency == rule.frequency));
        if let Some(todo) = ends {
            let left = series::left(todo, today);
            rule.count = if begun.is_some() { todo.recurrence.count } else { left };
        }
        if begun.is_none() && fields::is_past(run, Some(first), when.time) {
            run.warn("past_occurrence");
        }
        run.patch(
            r,
            Patch {
                recurrence: Some(rule.into()),
                scheduled_for: begun.is_none().then_some(Some(first)),
                time_of_day: when.time.map(Some),
                ..Patch::default()
            },
        );
    }
    Ok(())
}

/// "fix bug #4711": the number of something that is no todo, behind what it is.
fn numbers_another(run: &Run<'_>, c: &Clause, head: Head) -> bool {
    const OURS: &str = "todo|todos|to-do|task|tasks|item|items|reminder|number|no|nr|id|and|or|to|the|#";
    let number = |i: usize| c.word(i).strip_prefix('#').and_then(|n| n.parse().ok()).map(TodoId);
    let unknown = (head.next + 1..c.len()).filter_map(|i| Some((i, number(i)?)));
    let mut unknown = unknown.map(|(i, id)| run.todo(id).is_none() && !one_of(c.word(i - 1), OURS));
    bare::is_everyday(c.word(head.at)) && unknown.next() == Some(true) && unknown.all(|other| other)
}

/// set, change, make, mark, give …
pub(super) fn set(run: &mut Run<'_>, c: Clause, head: Head) -> Said<()> {
    // "make an appointment with the vet": something to do.
    if matches!(c.word(head.at), "make" | "get" | "have" | "give" | "set")
        && matches!(c.word(head.next), "a" | "an" | "some" | "another" | "up")
        && !names_something(&c.rest(head.next + 1..c.len()), run)
            | c.found.iter().any(|f| f.role == Role::When)
            | (c.word(head.at) == "make" && c.seek(head.next + 2, "with").is_some_and(|(_, e)| e < c.len()))
        && !one_of(c.word(head.next + 1), "due|deadline|date|label|note|estimate|time|tag|priority|reminder")
        && run.last.is_empty()
    {
        let at = head.at;
        let mut c = c;
        c.used = vec![false; c.len()];
        return bare::handle(run, c, Lead { at, ..Lead::default() });
    }
    // "set the dentist for tuesday at 4": a day and its time, and no time of what is on that day.
    if c.word(head.at) == "set" && moment(run, &c, head.next) {
        return change::shift(run, c, head, 1);
    }
    // "make the dentist an hour earlier"
    if c.seek(head.next, "earlier|later|sooner").is_some() {
        return change::shift(run, c, head, 1);
    }
    let told = match head.verb {
        Verb::Estimate => valued_as(run, &c, head.next, Some(Hint::Estimate))?,
        _ => valued(run, &c, head.next)?,
    };
    if told {
        return Ok(());
    }
    if numbers_another(run, &c, head) {
        let mut c = c;
        c.used = vec![false; c.len()];
        return bare::handle(run, c, Lead { at: head.at, ..Lead::default() });
    }
    run.warn("no_change");
    let rest = c.rest(head.next..c.len());
    let (name, _) = hinted(&rest);
    match run.find(&content(&name), Want::Open) {
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

/// Whether a clause is the name of one todo, and a day with its time.
fn moment(run: &Run<'_>, c: &Clause, from: usize) -> bool {
    let [found] = c.found.as_slice() else { return false };
    let said = c.toks_of(&found.span);
    let led = one_of(c.word(said.start), "for|on|to");
    let led = led || said.start > from + 1 && one_of(c.word(said.start - 1), "for|on|to");
    let timed = matches!(found.what, dates::What::DateTime { .. }) && found.role == Role::When;
    let name = c.slice(from..said.start).trim_end_matches(" for").trim_end_matches(" on").trim_end_matches(" to");
    timed && led && said.end == c.len() && matches!(run.find(&content(name), Want::Open), Match::One(_))
}

/// Whether a figure was taken for another field than the one that is named: "estimate report 2" says no unit, and "the
/// due date of the report to 2" no day.
fn is_of_another(v: &Value, hint: Option<Hint>) -> bool {
    match hint {
        Some(Hint::Estimate) => v.when.minutes.is_none(),
        Some(Hint::Due) => v.when.time.is_some() && v.when.date.is_none() && v.when.due.is_none(),
        _ => false,
    }
}

/// Tries to read words from `from` on as a todo and the values it gets.
pub(super) fn valued(run: &mut Run<'_>, c: &Clause, from: usize) -> Said<bool> {
    valued_as(run, c, from, None)
}

/// The same of words behind a verb that says which field the values are for, as "estimate" does.
fn valued_as(run: &mut Run<'_>, c: &Clause, from: usize, field: Option<Hint>) -> Said<bool> {
    let end = (from..c.len()).rev().find(|i| !c.is_used(*i)).map_or(from, |i| i + 1);
    // "… to …": the last connector whose right side is a value.
    for i in (from..end).rev() {
        if !one_of(c.word(i), "to|as|=|->|→|at|into|with|on|for") || i == from {
            continue;
        }
        // "make the report due next month on the 20th": one day, of which no half stands for it.
        let within = |f: &dates::Found| {
            let said = c.toks_of(&f.span);
            matches!(f.what, What::Date { .. } | What::DateTime { .. }) && said.start < i && i < said.end
        };
        if c.word(i) == "on" && c.found.iter().any(within) {
            continue;
        }
        let left = c.slice(from..i).to_owned();
        let right = c.slice(i + 1..end).to_owned();
        if right.is_empty() {
            continue;
        }
        // "from 3pm to 4pm"
        let left = match left.rsplit_once(" from ") {
            Some((name, old))
                if !super::split::sets(name) && dates::whole(old, run.clock).is_some()
                    || fields::level(old).is_some()
                    || fields::level(old.split(' ').next().unwrap_or_default()).is_some() =>
            {
                name.to_owned()
            }
            _ => left,
        };
        // "everything with the errands label": the label chooses.
        let chosen = super::split::sets(&left)
            && one_of(&left.split(' ').next().unwrap_or_default().to_lowercase(), "all|every|everything|each|any");
        let (name, hint) = if chosen { (left.clone(), None) } else { hinted(&left) };
        let hint = hint.or(field);
        let connector = one_of(c.word(i), "to|as|=|->|→|into");
        let name = ["back", "repeat", "repeating", "recur", "happen", "recurring", "be", "only", "now", "so it's"]
            .iter()
            .find_map(|w| name.strip_suffix(w).and_then(|n| n.strip_suffix(' ')).map(str::to_owned))
            .unwrap_or(name);
        if (connector || c.word(i) == "with") && matches!(hint, Some(Hint::Title | Hint::Notes | Hint::Labels)) {
            let targets = run.objects(&name, Want::Open)?;
            let begin = c.toks.get(i + 1).map_or(0, |t| t.start.saturating_sub(usize::from(t.quoted)));
            let right_text = c.text.get(begin..).unwrap_or(&right);
            let patch = match hint {
                Some(Hint::Title) => Patch { title: Some(unquoted(right_text)), ..Patch::default() },
                Some(Hint::Notes) => Patch { notes: Some(unquoted(right_text)), ..Patch::default() },
                _ => Patch {
                    labels: Some(list(&right).iter().map(|l| l.trim_start_matches('#').to_owned()).collect()),
                    ..Patch::default()
                },
            };
            patch_all(run, &targets, patch)?;
            run.consumed.push(countersign_core::wire::Consumed {
                text: right,
                taken_as: if hint == Some(Hint::Title) {
                    "title".into()
                } else if hint == Some(Hint::Notes) {
                    "notes".into()
                } else {
                    "labels".into()
                },
            });
            return Ok(true);
        }
        if !connector && hint.is_none() && !names_something(&left, run) {
            continue;
        }
        // "to dec 3 at 10:30": one value, which the name is in front of.
        let dated = |said: &str| matches!(value(run, said), Ok(Some(v)) if v.when.date.is_some());
        if !connector && (from + 1..i).any(|j| one_of(c.word(j), "to|→|->") && dated(c.slice(j + 1..end))) {
            continue;
        }
        // "mark #9 as done on friday": "on" belongs to the value.
        let given = |said: &str| matches!(value(run, said), Ok(Some(v)) if v.status.is_some());
        if !connector && left.rsplit_once(" as ").is_some_and(|(_, said)| given(said)) {
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
                let before = run.warnings.len();
                let targets =
                    run.objects(&name, if v.status == Some(Status::Open) { Want::Closed } else { Want::Open });
                if targets.is_err() && !connector {
                    // "mark stand-up as done for friday": "for" belongs to the value.
                    run.warnings.truncate(before);
                    continue;
                }
                if is_of_another(&v, hint) {
                    return Err(Stop::Unsure);
                }
                run.consumed.push(countersign_core::wire::Consumed { text: right, taken_as: field_of(&v).to_owned() });
                apply(run, targets?, v)?;
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
        // "the label 'urgent'": what is quoted, or called a label, is no level.
        let called = one_of(c.word(k - 1), "label|labels|tag|tags") && !super::sets::chooses(c, k - 1);
        if c.toks.get(k).is_some_and(|t| t.quoted) || called {
            continue;
        }
        let right = c.slice(k..end).to_owned();
        let left = c.slice(from..k).to_owned();
        match value(run, &right) {
            Ok(Some(v)) if !one_of(&left.to_lowercase(), GLUE) || left.to_lowercase() == "it" => {
                let (name, hint) = if set { (left.clone(), None) } else { hinted(&left) };
                let hint = hint.or(field);
                // "mark 1, 3 and 14 done"
                let numbered = v.status.is_some() && run.are_numbers(&name);
                if !names_something(&name, run) && !numbered
                    || matches!(
                        left.split(' ').next_back(),
                        Some("repeat" | "not" | "back" | "to" | "as" | "on" | "for" | "at")
                    )
                {
                    continue;
                }
                if is_of_another(&v, hint) {
                    return Err(Stop::Unsure);
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
                let targets =
                    run.objects(&name, if v.status == Some(Status::Open) { Want::Closed } else { Want::Open })?;
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
            if is_of_another(&v, field) {
                return Err(Stop::Unsure);
            }
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
    super::retitled::renamed(run, c, from, end)
}

/// "the report is done", "dentist is on friday now".
pub(super) fn state(
    run: &mut Run<'_>,
    c: &mut Clause,
    name: &str,
    from: usize,
    negative: bool,
    modal: bool,
) -> Said<()> {
    let from = if c.word(from) == "now" && from + 1 < c.len() { from + 1 } else { from };
    // "is unblocked now": said of the state, no time.
    let mut end = c.len();
    while end > from + 1 && one_of(c.word(end - 1), "now|already|anymore|finally|again|currently") {
        end -= 1;
    }
    // "is not done": said of what is, as "isn't done".
    let (from, negative) = if c.word(from) == "not" && from + 1 < end { (from + 1, true) } else { (from, negative) };
    // "starts half an hour later": counted from when it is, not from now.
    let shifted = |e: &usize| {
        one_of(c.word(*e), "later|earlier|sooner")
            && (e + 1 == end || c.any(e + 1, "than planned|than usual|than before|than scheduled") == Some(end))
    };
    if let Some(e) = amount::length(c, from).filter(shifted).filter(|_| !negative) {
        let later = Clause::new(&format!("{name} {}", c.slice(from..e + 1)), run.clock);
        let head = Head { verb: Verb::Move, at: 0, next: 0, typo: false, past: false };
        return change::shift(run, later, head, 1);
    }
    let text = c.slice(from..end).to_owned();
    let Some(mut v) = value(run, &text)? else { return Err(Stop::Unsure) };
    if negative {
        v.status = match v.status {
            Some(Status::Done) => {
                // What is not done yet stays as it is.
                let done = |t: &countersign_core::todo::Todo| t.completed() || t.recurrence.is_repeating();
                let ids = run.refer(name).map(|t| t.ids()).unwrap_or_default();
                if !ids.is_empty() && !ids.iter().filter_map(|id| run.todo(*id)).any(done) {
                    run.warn("already_open");
                    run.answer_ids.extend(&ids);
                    run.last = ids.into_iter().map(Ref::Todo).collect();
                    return Err(Stop::Chat);
                }
                Some(Status::Open)
            }
            Some(Status::Blocked | Status::OnHold) => Some(Status::Open),
            _ => return Err(Stop::Unsure),
        };
    }
    if modal && v.status == Some(Status::Done) {
        // "needs to be done by wednesday" is a deadline, not a report.
        let due = v.when.due.take().or(v.when.date.take());
        if due.is_none() {
            return Err(Stop::Unsure);
        }
        v.status = None;
        v.due = true;
        v.when.due = due;
    }
    let want = if v.status == Some(Status::Open) { Want::Closed } else { Want::Open };
    let targets = run.objects(name, want)?;
    let len = c.len();
    c.take(from..len, field_of(&v));
    apply(run, targets, v)?;
    run.note(c.clone());
    Ok(())
}
