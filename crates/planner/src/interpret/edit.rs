//! Renaming, labelling, raising, clearing, removing and ticking.

use super::assign::{patch_all, valued};
use super::attach::addressed;
use super::breaks::goes_on;
use super::change;
use super::deeds;
use super::fields::{self, list, unquoted};
use super::in_part;
use super::lexicon::{Verb, one_of};
use super::lines;
use super::pieces::with_mark;
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said, Stop};
use super::split::{Head, names_something};
use super::supplied;
use super::target::{Match, Want, content};
use super::text::{Clause, fold};
use super::value::hinted;
use crate::dates::What;
use countersign_core::operation::Patch;
use countersign_core::todo::Priority;

/// rename X to Y.
pub(super) fn rename(run: &mut Run<'_>, c: Clause, head: Head) -> Said<()> {
    let from = head.next;
    // "the flights to lisbon to Plan B": within the name is no "to" of the order.
    const TO: &str = "to|as|into|->|→|to be";
    // "the flights to lisbon trip": then it is the order's all the same.
    let followed = |end: &usize| (*end..c.len()).any(|i| c.any(i, TO).is_some());
    let named = super::named::at(run, &c, from).map(|(end, _)| end).filter(followed).unwrap_or(from);
    for i in named.max(from + 1)..c.len() {
        let Some(e) = c.any(i, TO) else { continue };
        let (name, _) = hinted(c.slice(from..i));
        let right = with_mark(&c.text, c.toks.get(e).map_or(c.text.len(), |t| t.start));
        let title = unquoted(right.trim().trim_end_matches(['.', '!']));
        if title.is_empty() {
            continue;
        }
        // "rename call to mom to call dad": the first split whose left side is a todo.
        let last = !(i + 1..c.len()).any(|k| c.any(k, "to|as").is_some());
        let quoted =
            super::text::quotes(&c.text).first().is_some_and(|q| c.toks.get(i).is_some_and(|t| q.end <= t.start));
        if last || quoted || matches!(run.find(&content(&name), Want::Open), Match::One(_)) || run.fixed.ids.is_some() {
            if c.word(head.at) == "call" && !names_something(&name, run) {
                break;
            }
            if goes_on(run, &title) {
                return Err(Stop::Unsure);
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
    // "… and rename it picnic with everyone"
    if one_of(c.word(from), "it|that|this") && from + 1 < c.len() {
        let targets = run.objects(c.slice(from..from + 1), Want::Open)?;
        let title = with_mark(&c.text, c.toks.get(from + 1).map_or(c.text.len(), |t| t.start));
        let title = unquoted(title.trim().trim_end_matches(['.', '!']));
        return patch_all(run, &targets, Patch { title: Some(title), ..Patch::default() });
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

fn is_day(what: &What) -> bool {
    matches!(what, What::Date { .. } | What::DateTime { .. })
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
    // "everything work except Email Paul": the exception belongs to the object.
    let but = c.seek(from, "except|except for|apart from|other than|but not|excluding").map(|(i, _)| i);
    let except = but.map(|i| format!(" {}", c.slice(i..c.len()))).unwrap_or_default();
    let len = but.unwrap_or(c.len());
    let mut name = None;
    // "unlabel physio": the one label that it has.
    let whole = run.find(&content(c.slice(from..len)), Want::Open);
    if let (true, true, Match::One(id)) = (remove, names.is_empty(), whole)
        && let Some(todo) = run.todo(id)
        && !todo.labels.iter().any(|l| fold(l) == c.word(len.saturating_sub(1)))
        && c.seek(from, "from|off|of").is_none()
    {
        let [only] = todo.labels.as_slice() else {
            return Err(Ask::plain(format!("Which label of “{}”?", todo.title)));
        };
        (names, name) = (vec![only.clone()], Some(c.slice(from..len).to_owned()));
    }
    // "untag all work items": the label that they have is the one that goes.
    if remove && names.is_empty() && super::split::sets(c.slice(from..len)) && c.seek(from, "from|off|of").is_none() {
        let mut labels = (from..len).map(|i| c.word(i)).filter(|w| run.is_label(w));
        if let (Some(label), None) = (labels.next(), labels.next()) {
            let label = label.to_owned();
            // "untag everything work" is said of those that have it.
            name = Some(format!("all {label} todos"));
            names = vec![label];
        }
    }
    if names.is_empty() {
        let named = super::named::at(run, &c, from).map_or(from, |(end, _)| end);
        for i in (named.max(from + 1)..len).rev() {
            if one_of(c.word(i), "as|with|under|from|to|in") && i + 1 < len {
                let (mut l, mut n) = (c.slice(i + 1..len).to_owned(), c.slice(from..i).to_owned());
                if matches!(c.word(i), "from") || !names_something(&n, run) && names_something(&l, run) {
                    std::mem::swap(&mut l, &mut n);
                }
                if goes_on(run, &l) {
                    return Err(Stop::Unsure);
                }
                names = list(
                    &l.replace("the label ", "").replace("label ", "").replace("the tag ", "").replace("tag ", ""),
                );
                name = Some(n);
                break;
            }
        }
        // "label the report “x, y”": one label, whatever stands in it.
        let marked = |k: usize| fields::quoted_from(&c, k).filter(|(end, _)| *end == len);
        if names.is_empty()
            && let Some((k, (_, label))) = (from + 1..len).find_map(|k| Some((k, marked(k)?)))
            && names_something(c.slice(from..k), run)
        {
            names = vec![label];
            name = Some(c.slice(from..k).to_owned());
        }
        // "label the report work and urgent": single words behind a name.
        let single = |text: &str| {
            let parts = list(text);
            parts.len() > 1 && parts.iter().all(|p| !p.contains(' '))
        };
        if names.is_empty()
            && let Some(k) = (from + 1..len.saturating_sub(1)).rev().find(|k| {
                single(c.slice(*k..len))
                    && (matches!(run.find(&content(c.slice(from..*k)), Want::Open), Match::One(_))
                        || one_of(c.word(from), "it|that|this") && *k == from + 1)
            })
        {
            names = list(c.slice(k..len));
            name = Some(c.slice(from..k).to_owned());
        }
        // "label the report work", "tag it work", but no "tag … with x, call mom tonight"
        let day = |f: &crate::dates::Found| c.toks_of(&f.span).end == len && is_day(&f.what);
        if names.is_empty() && len > from + 1 && (run.is_label(c.word(len - 1)) || !c.found.iter().any(day)) {
            let n = c.slice(from..len - 1).to_owned();
            if names_something(&n, run) {
                names = vec![fields::raw(&c, len - 1)];
                name = Some(n);
            }
        }
    }
    // "label the dentist #": a mark with no name.
    names.retain(|name| !name.trim_start_matches(['#', '@']).trim().is_empty());
    if names.is_empty() {
        run.warn("no_change");
        return Err(Ask::plain("Which label, and on which todo?"));
    }
    let name = format!("{}{except}", name.unwrap_or_else(|| strip_preps(&c.rest(from..len))));
    let has = |t: &countersign_core::todo::Todo| names.iter().all(|n| t.labels.iter().any(|l| fold(l) == fold(n)));
    let targets = match run.search(&content(&name), Want::Open, &has) {
        Match::One(id) if remove => Targets { refs: vec![Ref::Todo(id)], ..Targets::default() },
        _ => run.objects(&name, Want::Open)?,
    };
    let names: Vec<String> = names.iter().map(|n| n.trim_start_matches('#').to_owned()).collect();
    let patch = if remove {
        Patch { labels_remove: own_labels(run, &targets, names), ..Patch::default() }
    } else {
        Patch { labels_add: names, ..Patch::default() }
    };
    run.note(c);
    patch_all(run, &targets, patch)
}

/// Labels to remove in the spelling the todo has.
fn own_labels(run: &Run<'_>, targets: &Targets, names: Vec<String>) -> Vec<String> {
    let have: Vec<String> =
        targets.ids().iter().filter_map(|id| run.todo(*id)).flat_map(|t| t.labels.clone()).collect();
    names.into_iter().map(|n| have.iter().find(|h| fold(h) == fold(&n)).cloned().unwrap_or(n)).collect()
}

pub(super) fn strip_preps(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let skip = words.iter().take_while(|w| one_of(&w.to_lowercase(), "to|from|on|as|with|for|of")).count();
    let keep =
        words.iter().rev().take_while(|w| one_of(&w.to_lowercase(), "to|from|on|as|with|for|and|of|off")).count();
    words.get(skip..words.len().saturating_sub(keep)).unwrap_or_default().join(" ")
}

/// bump, raise, lower, prioritise.
pub(super) fn level(run: &mut Run<'_>, mut c: Clause, head: Head) -> Said<()> {
    let from = head.next;
    let word = c.word(head.at).to_owned();
    if word == "bump"
        && (c.found.iter().any(|f| !matches!(f.what, What::Duration { .. })) || c.seek(from, "by|back").is_some())
    {
        return change::shift(run, c, head, 1);
    }
    if c.seek(from + 1, "to").is_some() && valued(run, &c, from)? {
        return Ok(());
    }
    for i in from..c.len() {
        if let Some(e) = c.any(
            i,
            "the priority of|priority of|the priority on|'s priority|priority|in priority|up|the importance of|\
            a level|one level|a notch|the priority for|down",
        ) {
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
    // "clean up my list" is no order to empty it.
    if !one_of(&word, "clear|empty|wipe") && one_of(rest.trim(), super::resolve::WHOLE_LIST) {
        return Err(Stop::Unsure);
    }
    // "clear completed"
    let done = one_of(rest.trim(), "completed|complete|finished|closed|done");
    let rest = if done { format!("{} tasks", rest.trim()) } else { rest };
    let targets = run.objects(&rest, Want::Open)?;
    let done = targets.bulk && targets.ids().iter().all(|id| run.todo(*id).is_some_and(|t| t.status.is_closed()));
    if done && !targets.all {
        return deeds::remove_all(run, targets);
    }
    run.last = targets.refs.clone();
    let options = [("delete", "Delete them"), ("complete", "Mark them done"), ("unschedule", "Take their dates off")]
        .map(|(v, l)| (serde_json::json!(v), l.to_owned()))
        .to_vec();
    Err(Ask::about(format!("Clear {rest}: delete, mark done, or take the dates off?"), "value", options))
}

/// Empties the field named at `from`: "the due date of X", "the work label from X", "X's notes".
fn emptied(run: &mut Run<'_>, c: &mut Clause, from: usize) -> Said<bool> {
    let len = c.len();
    let mut i = from;
    while one_of(c.word(i), "the|a|any|all|its|my") {
        i += 1;
    }
    let prep = |c: &Clause, e: usize| c.any(e, "from|of|on|off|for|off of|in");
    let fields: [(&str, &str); 9] = [
        ("due date|deadline|due|due dates|deadlines", "dueDate"),
        ("date|scheduled date|date and time|schedule|dates|date/time|scheduling", "scheduledFor"),
        ("time|times|time of day|start time", "timeOfDay"),
        ("notes|note|description|comments", "notes"),
        ("priority|priorities|high priority", "priority"),
        ("estimate|duration|estimates", "estimate"),
        ("labels|tags|the labels|the tags|of the labels|of its labels", "labels"),
        ("checklist|subtasks|steps", "checklist"),
        ("recurrence|repetition|repeat|repeats", "recurrence"),
    ];
    for (names, field) in fields {
        // "clear all due dates": of all that have one.
        let every = (from..i).any(|k| one_of(c.word(k), "all|any")) && c.any(i, names) == Some(len);
        let (name, took) = if every && field == "dueDate" {
            ("everything with a due date".to_owned(), i..len)
        } else if let Some(e) = c.any(i, names)
            && let Some(p) = prep(c, e)
            && p < len
        {
            (c.slice(p..len).to_owned(), i..p)
        } else {
            // "report's due date"
            let n = names.split('|').find_map(|n| {
                let k = n.split(' ').count();
                (len > from + k && c.at(len - k, n).is_some()).then_some(k)
            });
            match n {
                Some(k) if c.word(len - k - 1).ends_with("'s") || matches!(c.word(len - k - 1), "its") => {
                    (c.slice(from..len - k).trim_end_matches("'s").trim_end_matches("’s").to_owned(), len - k..len)
                }
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
            deeds::unrepeat(run, &targets)?;
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
    if let Some(suffix) = c.seek(
        from,
        "from my list|from the list|away from the list|away from my list|form the list|form my list|off my list|off the list|from my todo list|from my to-do list|from my todos|\
        from my tasks|from the todo list|off my plate|from my calendar|from list|off my todo list|\
        from the to-do list",
    ) {
        c.spend(suffix.0..suffix.1);
        let targets = run.objects(&c.rest(from..len), Want::Open)?;
        return deeds::remove_all(run, targets);
    }
    if emptied(run, &mut c, from)? {
        return Ok(());
    }
    let of_set = (from + 1..len.saturating_sub(1)).rev().find(|i| {
        matches!(c.word(*i), "from" | "off")
            && super::filter::is_bulk(&Clause::new(c.slice(i + 1..len), run.clock), run)
    });
    let whole_set = of_set.map(|i| (i, c.slice(i + 1..len).to_owned()));
    let stripped = super::tagging::strips(&c, run, from).map(|i| (i, c.slice(i + 1..len).to_owned()));
    if let Some((at, name)) = whole_set.or(stripped).or_else(|| addressed(run, &c, from, "from|off|of")) {
        let what = c.slice(from..at).to_owned();
        let plain = what
            .trim_start_matches("the ")
            .trim_start_matches("label ")
            .trim_start_matches("tag ")
            .trim_end_matches(" label")
            .trim_end_matches(" tag")
            .trim_end_matches(" labels")
            .trim_end_matches(" tags")
            .trim_start_matches("labels ")
            .trim_start_matches("tags ")
            .trim_start_matches('#')
            .to_owned();
        let targets = run.objects(&name, Want::Open)?;
        let named = what.contains("label") || what.contains("tag") || what.starts_with('#');
        let ids = targets.ids();
        let Some(todo) = ids.first().and_then(|id| run.todo(*id)) else { return Err(Stop::Unsure) };
        // "take the label off physio": the one that it has.
        let plain = match todo.labels.as_slice() {
            [only] if one_of(&plain, "label|tag") && !targets.bulk => only.clone(),
            _ => plain,
        };
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
    }
    if lines::take_out(run, &c, from)? {
        return Ok(());
    }
    if word == "take" {
        // "take the dog out", "take out the trash": everyday, unless a todo is meant.
        let rest = c.rest(from..len);
        if let Some(name) = rest.strip_suffix(" off") {
            let targets = run.objects(name, Want::Open)?;
            return deeds::remove_all(run, targets);
        }
        run.warn("not_found");
        return Err(Ask::plain(supplied::WHICH));
    }
    let name = c.rest(from..len);
    let targets = run.objects(&name, Want::Open)?;
    if let ([Ref::Todo(id)], false) = (targets.refs.as_slice(), targets.bulk)
        && let Some(asked) = in_part::asked(run, *id, &name, false, !run.framed)
    {
        return Err(asked);
    }
    if let Some(asked) = in_part::asked_of_each(run, &targets, &name, "delete") {
        return Err(asked);
    }
    deeds::remove_all(run, targets)
}
