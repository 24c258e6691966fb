//! "add …": a note, a label, a checklist line, another field of a todo that is there — or a new todo.

use super::assign::{apply, patch_all, valued};
use super::change;
use super::create;
use super::fields::{self, list, unquoted};
use super::lexicon::{Verb, one_of};
use super::pieces::with_mark;
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said, Stop};
use super::split::{Head, Lead, names_something};
use super::statuses;
use super::target::{Match, Want, content};
use super::text::Clause;
use super::value::{Hint, hinted, value};
use super::{bare, split};
use countersign_core::ids::TodoId;
use countersign_core::operation::Patch;
use countersign_core::todo::Status;

/// The last "to X" (or "on", "for") where X names a todo: what is added, and to which.
pub(super) fn addressed(run: &Run<'_>, c: &Clause, from: usize, preps: &'static str) -> Option<(usize, String)> {
    // A name may hold such a word itself: "to pack for lisbon".
    let whole = (from + 1..c.len().saturating_sub(1)).find(|i| {
        one_of(c.word(*i), preps)
            && !c.is_used(*i)
            && content(c.slice(i + 1..c.len())).len() > 1
            && matches!(
                run.search(&content(c.slice(i + 1..c.len())), Want::Open, &|t| !t.status.is_closed()),
                Match::One(_)
            )
    });
    if let Some(i) = whole {
        return Some((i, c.slice(i + 1..c.len()).to_owned()));
    }
    (from + 1..c.len().saturating_sub(1)).rev().find_map(|i| {
        if !one_of(c.word(i), preps) || c.is_used(i) {
            return None;
        }
        let name = c.slice(i + 1..c.len()).to_owned();
        let plain = name.trim_end_matches(" checklist").trim_end_matches("'s").trim_end_matches(" list").to_owned();
        let known = |n: &str| {
            matches!(run.search(&content(n), Want::Open, &|t| !t.status.is_closed()), Match::One(_) | Match::Tie(_))
                || one_of(&n.to_lowercase(), "it|that|this|them|this one|that one")
                || split::sets(n) && super::filter::is_bulk(&Clause::new(n, run.clock), run)
                || n.trim_start_matches("the ").strip_prefix('#').is_some_and(|d| {
                    !d.is_empty() && (d.bytes().all(|b| b.is_ascii_digit()) || run.is_label(&d.to_lowercase()))
                })
        };
        if known(&name) {
            Some((i, name))
        } else if known(&plain) {
            Some((i, plain))
        } else {
            None
        }
    })
}

/// "put socks on pack bags": the todo with a checklist that something is put on, and where its name begins.
fn onto_lines(run: &Run<'_>, c: &Clause, from: usize) -> Option<(usize, TodoId)> {
    let (at, name) = addressed(run, c, from, "on|onto|in|into")?;
    match run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) {
        Match::One(id) if c.found.is_empty() && run.todo(id).is_some_and(|t| !t.checklist.is_empty()) => Some((at, id)),
        _ => None,
    }
}

/// add, create, put, remind me …
pub(super) fn add(run: &mut Run<'_>, mut c: Clause, head: Head, lead: Lead) -> Said<()> {
    let from = head.next;
    let word = c.word(head.at).to_owned();
    let phrase = c.slice(head.at..from).to_lowercase();
    let colon = c.toks.get(from - 1).is_some_and(|t| t.after == Some(':'));
    let len = c.len();
    if super::news::told_moved(&c, from) {
        return Err(Stop::Unsure);
    }
    match word.as_str() {
        "put" | "stick" | "throw" | "pop" | "insert" | "place" if from == head.at + 1 => {
            if let Some((a, e)) = c.seek(from, "on hold|on ice") {
                let reason = c.slice(e..len).to_owned();
                if super::breaks::goes_on(run, &reason) {
                    return Err(Stop::Unsure);
                }
                let name = c.slice(from..a).to_owned();
                let targets = run.objects(&name, Want::Open)?;
                let cut = ["because of ", "because ", "since ", "due to ", "until ", "as "]
                    .iter()
                    .find_map(|p| {
                        reason.strip_prefix(p).map(|r| if *p == "until " { reason.clone() } else { r.to_owned() })
                    })
                    .or(Some(reason).filter(|r| !r.is_empty()));
                return statuses::set_status(run, targets, Status::OnHold, cut);
            }
            if create::list_suffix(&c, from).is_some() {
                return create::create(run, c, from, true);
            }
            // "put the family label on call mum", "put cheese on the grocery list"
            let onto = c.seek(from, "label|labels|tag|tags|note|comment|checklist").is_some()
                || one_of(c.word(len - 1), "list|checklist")
                || onto_lines(run, &c, from).is_some();
            if onto && added(run, &mut c, from)? {
                return Ok(());
            }
            // "put haircut in for wednesday"
            if let Some((a, _)) = c.seek(from + 1, "in for|in on|in at|down for|down on|in")
                && let Some(f) = c.found.iter().find(|f| c.toks_of(&f.span).end == len)
                && (c.toks_of(&f.span).start == a + 1 || c.toks_of(&f.span).start == a + 2)
                && !names_something(c.slice(from..a), run)
            {
                c.spend(a..a + 1);
                return create::create(run, c, from, true);
            }
            if c.seek(from, "off").is_some() && names_something(&c.rest(from..len).replace(" off", ""), run) {
                if let Some((a, e)) = c.seek(from, "off") {
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
            if c.seek(from, "down").is_some() && !c.found.is_empty() {
                return create::create(run, c, from, true);
            }
            // "put oil change on monday": nothing is said of where it is put.
            let place = "up|out|away|back|down|in|into|on|onto|off|together|under|over|to|through|aside|around|near|behind|by|\
                with|at|for|next|against|between|inside|outside|underneath|beside|from";
            let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
            let plain = (from..len)
                .all(|i| dated(i) || !one_of(c.word(i), place) || one_of(c.word(i), "for|with") && i > from + 1);
            if word == "put" && plain && dated(len - 1) && !dated(from) {
                return create::create(run, c, from, true);
            }
            c.used = vec![false; len];
            return bare::handle(run, c, lead);
        }
        "task" | "reminder" | "new" | "todo" | "to-do" if from == head.at + 1 => {
            let noun = word == "new"
                && (from..len.min(from + 4)).any(|k| {
                    one_of(c.word(k), "task|todo|to-do|reminder|item|entry|one")
                        && (k == from || c.toks.get(k).is_some_and(|t| t.after == Some(':')) || c.word(k + 1) == "to")
                });
            let quoted = c.toks.get(from).is_some_and(|t| t.quoted);
            let dashed = c
                .text
                .get(c.toks.get(from - 1).map_or(0, |t| t.end)..)
                .is_some_and(|r| r.trim_start().starts_with(['-', '–', '—']));
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
                && !matches!(run.find(&content(&rest), Want::Open), Match::One(_))
            {
                return run.clause(&rest);
            }
        }
        "add" | "append" if added(run, &mut c, from)? => return Ok(()),
        _ if head.typo && !word.starts_with("re") && added(run, &mut c, from)? => return Ok(()),
        _ => {}
    }
    // "remind me an hour before the picnic": a todo has one time, and no second one to be told at.
    if one_of(&word, "remind|ping|nudge|alert|notify|give|set")
        && (from..len).any(|i| {
            if c.any(i, "the day before|the week before|the night before|the evening before") == Some(len) && i > from {
                return true;
            }
            // "two days before christmas" is a day.
            !c.found.iter().any(|f| c.toks_of(&f.span).contains(&i))
                && super::amount::length(&c, i)
                    .is_some_and(|end| one_of(c.word(end), "before|prior|ahead|beforehand|early"))
        })
    {
        return Err(Ask::plain("A todo has one date and time, and no reminder ahead of it. When should it be?"));
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
    let noun = |c: &Clause, i: usize, words: &'static str| {
        let mut i = i;
        while one_of(c.word(i), "a|an|the|another|new|some|this|these|following") {
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
    if let Some(e) = noun(c, from, "note|notes|comment|description|remark") {
        return noted(run, c, e);
    }
    // "…, and add label urgent": to what was just talked about.
    if let Some(e) = noun(c, from, "label|labels|tag|tags").filter(|e| *e < len)
        && addressed(run, c, from, "to|on|for").is_none()
    {
        let labels: Vec<String> =
            list(c.slice(e..len)).iter().map(|l| l.trim_start_matches(['#', '@']).to_owned()).collect();
        // "add the label admin to the dentist and i need no rent": whose label it is was said, and not found.
        if run.last.is_empty() || (e + 1..len).any(|i| c.word(i) == "to") {
            return Err(Ask::plain("Which todo should have that label?"));
        }
        let targets = Targets { refs: run.last.clone(), ..Targets::default() };
        c.take(from..len, "labels");
        patch_all(run, &targets, Patch { labels_add: labels, ..Patch::default() })?;
        run.note(c.clone());
        return Ok(true);
    }
    if let Some(e) = noun(
        c,
        from,
        "checklist item|checklist items|step|steps|subtask|subtasks|sub-task|sub-tasks|item|items|\
        checklist entry|line|checklist",
    ) {
        // "add step: book hotel to trip" or "add a checklist to trip: a, b"
        if let Some(prep) = c.any(e, "to|on|for") {
            for k in prep + 1..=len {
                if c.toks.get(k - 1).is_some_and(|t| t.after == Some(':')) {
                    let targets = run.objects(&c.slice(prep..k).replace("'s checklist", ""), Want::Open)?;
                    let lines = list(with_mark(&c.text, c.toks.get(k).map_or(c.text.len(), |t| t.start)));
                    c.take(k..len, "checklist");
                    patch_all(run, &targets, Patch { checklist_add: lines, ..Patch::default() })?;
                    run.note(c.clone());
                    return Ok(true);
                }
            }
        }
        if let Some((at, name)) = addressed(run, c, e, "to|on|in|for") {
            let targets = run.objects(&name, Want::Open)?;
            let lines = list(c.slice(e..at));
            if !lines.is_empty() {
                c.take(e..at, "checklist");
                patch_all(run, &targets, Patch { checklist_add: lines, ..Patch::default() })?;
                run.note(c.clone());
                return Ok(true);
            }
        }
        // "add a checklist to the garage sweep mop": where its lines begin is not said.
        if one_of(c.word(e - 1), "checklist|subtasks|steps") && one_of(c.word(e), "to|on") {
            return Err(Stop::Unsure);
        }
        return Ok(false);
    }
    if let Some((at, e)) =
        c.seek(from, "as a note to|as note to|as a note on|to the notes of|to the note of|as a comment to|to notes of")
    {
        let text = unquoted(
            c.text
                .get(c.toks.get(from).map_or(0, |t| t.start)..c.toks.get(at).map_or(0, |t| t.start))
                .unwrap_or_default()
                .trim()
                .trim_matches(['"', '“', '”']),
        );
        let targets = run.objects(c.slice(e..len), Want::Open)?;
        annotate(run, &targets, &text);
        c.take(from..at, "notes");
        run.note(c.clone());
        return Ok(true);
    }
    // "add towel to the checklist of …": where no todo is called so, it is asked.
    if let Some((at, e)) = c.seek(from, "to the checklist of|to checklist of|onto the checklist of|on the checklist of")
        && at > from
        && e < len
    {
        let lines = list(c.slice(from..at));
        let targets = run.objects(c.slice(e..len), Want::Open)?;
        c.take(from..at, "checklist");
        patch_all(run, &targets, Patch { checklist_add: lines, ..Patch::default() })?;
        run.note(c.clone());
        return Ok(true);
    }
    if let Some(asked) = super::lines::dated(run, c, from) {
        return asked;
    }
    // What "put" goes on is what it is a line of.
    let onto = if one_of(c.word(from - 1), "put|stick|throw|pop|insert|place") {
        "to|on|for|onto|in|into"
    } else {
        "to|on|for"
    };
    // "add #personal to gutters, contract and vet": each that is named gets it.
    let several = || {
        let at = super::tagging::signed(c, from, onto)?;
        let name = c.slice(at + 1..len).to_owned();
        let parts = list(&name);
        (parts.len() > 1 && parts.iter().all(|part| run.names(&content(part)))).then_some((at, name))
    };
    if let Some((at, name)) = addressed(run, c, from, onto).or_else(several) {
        let what = c.slice(from..at).to_owned();
        let w = Clause::new(&what, run.clock);
        // labels: "label work", "the work label", "#work"
        let tag = |l: &str| l.trim_start_matches(['#', '@']).to_owned();
        let mut labels: Vec<String> = Vec::new();
        if let Some(e) = noun(&w, 0, "label|labels|tag|tags") {
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
        let field = (0..w.len())
            .any(|i| matches!(w.word(i), "due" | "deadline" | "estimate" | "priority" | "reminder"))
            || noun(&w, 0, "time|date").is_some()
            || fields::level(w.word(0)).is_some();
        if field && let Some(v) = value(run, &what)? {
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
        let said = c.seek(at, "checklist|list").is_some();
        let numbered = name.trim_start_matches("the ").strip_prefix('#').and_then(|n| n.parse().ok()).map(TodoId);
        let found = match numbered.filter(|id| run.todo(*id).is_some()) {
            Some(id) => Match::One(id),
            None => run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()),
        };
        match found {
            Match::One(id)
                if c.word(at) == "to"
                    || said && c.word(at) == "on"
                    || onto_lines(run, c, from).is_some_and(|(on, _)| on == at) =>
            {
                let has = run.todo(id).is_some_and(|t| !t.checklist.is_empty());
                // "the grocery list" is the checklist of "Buy groceries", and "the dentist list" no list at all.
                let said = said && (has || c.seek(at, "checklist").is_some());
                if run.fixed.line.unwrap_or(has || said) {
                    let lines = in_marks(c, from, at).map_or_else(|| list(&what), |line| vec![line]);
                    c.take(from..at, "checklist");
                    run.last = vec![Ref::Todo(id)];
                    run.patch(Ref::Todo(id), Patch { checklist_add: lines, ..Patch::default() });
                    run.note(c.clone());
                    return Ok(true);
                }
                // "add eggs to buy" says what to do with them.
                let verb = bare::is_everyday(&name.to_lowercase());
                if run.fixed.line == Some(false) {
                    c.spend(at..c.len());
                    return create::create(run, c.clone(), from, true).map(|()| true);
                }
                if c.found.is_empty() && !verb && !bare::is_everyday(w.word(0)) {
                    let title = run.todo(id).map(|t| t.title.clone()).unwrap_or_default();
                    let question = format!("Add “{what}” to the checklist of “{title}”, or make a todo of it?");
                    return Err(super::lines::onto(question, id));
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
    if let Some(prep) = c.any(e, "to|on|for|in") {
        // The name ends at a colon, at "saying", or at a quotation.
        for k in prep + 1..=len {
            let cut = c.any(k, "saying that|saying|that says|says|reading|which says|that|with");
            let mark = c.toks.get(k - 1).is_some_and(|t| matches!(t.after, Some(':' | ',')) || t.after == Some('-'));
            let quoted = c.toks.get(k).is_some_and(|t| t.quoted);
            let dash = c
                .text
                .get(c.toks.get(k - 1).map_or(0, |t| t.end)..)
                .is_some_and(|r| r.trim_start().starts_with(['-', '–', '—']));
            if cut.is_some() || mark || quoted || dash {
                let begin = cut.unwrap_or(k);
                let start = c.toks.get(begin).map_or(len, |t| t.start.saturating_sub(usize::from(t.quoted)));
                hit = Some((c.slice(prep..k).to_owned(), c.text.get(start..).unwrap_or_default().to_owned()));
                break;
            }
        }
    }
    if hit.is_none()
        && let Some((at, name)) = addressed(run, c, e, "to|on|for|in")
    {
        let skip = c.any(e, "saying that|saying|that says|that|about").unwrap_or(e);
        hit = Some((name, c.slice(skip..at).to_owned()));
    }
    if hit.is_none() {
        hit = unmarked(run, c, e);
    }
    // "…, and add a note: bring salad": to what was just talked about.
    if hit.is_none()
        && !run.last.is_empty()
        && (c.toks.get(e - 1).is_some_and(|t| t.after == Some(':')) || c.any(e, "saying|that says|that").is_some())
    {
        let from = c.any(e, "saying that|saying|that says|that").unwrap_or(e);
        let text = c.text.get(c.toks.get(from).map_or(0, |t| t.start)..).unwrap_or_default();
        hit = Some(("it".to_owned(), text.to_owned()));
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

/// "make a note to buy stamps": where it begins what is to be done, and no todo that the note is of; "add a note to call
/// grandma bring the album" names one and goes on.
pub(super) fn note_to_do(run: &Run<'_>, c: &Clause, at: usize) -> Option<usize> {
    let verb = c.any(at, "make|add|write down|write|leave|put down|put|jot down|jot|set|take")?;
    let e = c.any(verb, "a note|me a note|myself a note|a quick note|a small note|a little note|note|the note")?;
    let from = e + 1;
    let marked = |k: usize| {
        c.toks.get(k).is_some_and(|t| t.quoted || t.after == Some(':')) || c.any(k, "saying|that says").is_some()
    };
    if c.word(e) != "to" || !bare::is_everyday(c.word(from)) || from + 1 >= c.len() || (from..c.len()).any(marked) {
        return None;
    }
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let named = |k: usize| {
        let words = content(c.slice(from..k));
        words.len() > 1 && matches!(run.search(&words, Want::Open, &|t| !t.status.is_closed()), Match::One(_))
    };
    (!(from + 2..c.len()).any(|k| named(k) && !(k..c.len()).all(dated))).then_some(from)
}

/// "note to the dentist bring the insurance card": with no mark between them the name is the longest
/// beginning that is one todo's.
fn unmarked(run: &Run<'_>, c: &Clause, e: usize) -> Option<(String, String)> {
    let from = c.any(e, "to|on|for")?;
    let known = |k: usize| {
        let name = c.slice(from..k);
        one_of(&name.to_lowercase(), "it|that|this|that one|this one")
            || matches!(run.search(&content(name), Want::Open, &|t| !t.status.is_closed()), Match::One(_))
    };
    let cut = (from + 1..c.len())
        .filter(|k| !super::lexicon::lists(super::lexicon::STOP, c.word(k - 1)))
        .rev()
        .find(|k| known(*k))?;
    let text = c.text.get(c.toks.get(cut)?.start..)?;
    Some((c.slice(from..cut).to_owned(), text.to_owned()))
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
        if added(run, &mut c, head.next)? {
            return Ok(());
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

/// The one line that words are between one pair of quotation marks: its commas are its own.
fn in_marks(c: &Clause, from: usize, to: usize) -> Option<String> {
    let (first, last) = (c.toks.get(from)?, c.toks.get(to.checked_sub(1)?)?);
    let quoted = super::text::quotes(&c.text).into_iter().find(|q| q.start <= first.start && last.end <= q.end)?;
    Some(super::fields::unquoted(c.text.get(quoted)?))
}
