//! Lines of a todo's checklist: ticked, taken out, and what is asked where they are spoken of otherwise.

use super::assign::patch_all;
use super::attach::addressed;
use super::deeds::{complete, strip_done};
use super::fields::list;
use super::lexicon::one_of;
use super::resolve::{Targets, which};
use super::run::{Ask, Ref, Run, Said, Stop, Topic};
use super::supplied;
use super::target::{Match, Want, content, is_typo};
use super::text::{Clause, fold};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todo::{ChecklistItem, Todo};

/// The line meant by some words.
pub(super) fn line_of(lines: &[ChecklistItem], said: &str) -> Option<String> {
    let want = content(said);
    if want.is_empty() {
        return None;
    }
    let exact: Vec<&ChecklistItem> = lines.iter().filter(|l| fold(&l.title) == fold(said.trim())).collect();
    let some: Vec<&ChecklistItem> = if exact.is_empty() {
        lines
            .iter()
            .filter(|l| {
                let have = content(&l.title);
                want.iter().all(|w| {
                    super::target::inflections(w).iter().any(|v| have.contains(v)) || have.iter().any(|h| is_typo(w, h))
                })
            })
            .collect()
    } else {
        exact
    };
    match some.as_slice() {
        [one] => Some(one.title.clone()),
        _ => None,
    }
}

/// All lines of a checklist.
const ALL: &str = "everything|all|all items|all lines|all the items|all the lines|all of the items|all steps|every item|every line|\
    all of it|the whole checklist|the checklist";

/// The todo that a name is of: by all its words, or by its number.
fn owner(run: &Run<'_>, name: &str) -> Option<TodoId> {
    let number = name.trim().strip_prefix('#').and_then(|n| n.parse().ok()).map(TodoId);
    match run.search(&content(name), Want::Open, &|t| !t.status.is_closed()) {
        _ if number.is_some() => number.filter(|id| run.todo(*id).is_some()),
        Match::One(id) => Some(id),
        _ => None,
    }
}

/// The words in front of a joining word: "socks" of "socks out of pack bags".
fn front(c: &Clause, from: usize, at: usize) -> &str {
    c.slice(from..at).trim_end_matches(" out")
}

/// "socks from pack bags": the place of the joining word and the todo with a checklist behind it, where no other todo is
/// called as the whole.
fn of_a_list(run: &Run<'_>, c: &Clause, from: usize, end: usize, links: &'static str) -> Option<(usize, TodoId)> {
    (from + 1..end.saturating_sub(1)).rev().filter(|at| one_of(c.word(*at), links)).find_map(|at| {
        let name = c.slice(at + 1..end).trim_end_matches(" checklist").trim_end_matches(" list");
        let id = owner(run, name)?;
        let todo = run.todo(id).filter(|todo| !todo.checklist.is_empty())?;
        match run.find(&content(c.slice(from..end)), Want::Open) {
            Match::One(whole) if whole != id || meant(todo, front(c, from, at)).is_none() => None,
            _ => Some((at, id)),
        }
    })
}

/// Whether lines of a todo are to be deleted, and not the todo: "delete “socks” from pack bags", "delete everything on pack
/// bags". What stands "on" or "of" it is a line only where it is one.
pub(super) fn takes_a_line(run: &Run<'_>, c: &Clause, from: usize) -> bool {
    let Some((at, id)) = of_a_list(run, c, from, c.len(), "from|off|on|of|in") else { return false };
    let Some(todo) = run.todo(id) else { return false };
    let said = front(c, from, at);
    one_of(c.word(at), "from|off")
        || c.word(at - 1) == "out"
        || meant(todo, said).is_some_and(|lines| !lines.is_empty())
}

/// The lines that some words name, all of them.
fn meant(todo: &Todo, said: &str) -> Option<Vec<String>> {
    let said = said.trim().trim_start_matches("the ");
    if one_of(&said.to_lowercase(), ALL) {
        return Some(todo.checklist.iter().map(|line| line.title.clone()).collect());
    }
    if let Some(line) = line_of(&todo.checklist, said) {
        return Some(vec![line]);
    }
    list(said).iter().map(|part| line_of(&todo.checklist, part.trim_start_matches("the "))).collect()
}

/// Whether words name lines of a todo.
pub(super) fn is_line(todo: &Todo, said: &str) -> bool {
    meant(todo, said).is_some_and(|lines| !lines.is_empty())
}

/// The question which line of a todo is meant.
fn which_line(todo: &Todo) -> Stop {
    let lines = todo.checklist.iter().take(7).map(|l| (serde_json::json!(l.title), l.title.clone())).collect();
    Ask::about(format!("Which line of “{}”?", todo.title), "value", lines)
}

/// Takes lines out of a todo's checklist; `false` where none is spoken of. A line that is not there is asked about.
pub(super) fn take_out(run: &mut Run<'_>, c: &Clause, from: usize) -> Said<bool> {
    if !takes_a_line(run, c, from) {
        return Ok(false);
    }
    let Some((at, id)) = of_a_list(run, c, from, c.len(), "from|off|on|of|in") else { return Ok(false) };
    let Some(todo) = run.todo(id) else { return Ok(false) };
    let Some(lines) = meant(todo, front(c, from, at)) else { return Err(which_line(todo)) };
    // What the message took out before is gone.
    let left = run.ops.iter().rev().find_map(|op| match op {
        Operation::Update { id: changed, set } if changed.id() == Some(id) => set.checklist.as_ref(),
        _ => None,
    });
    let all = left.unwrap_or(&todo.checklist).iter();
    let checklist: Vec<ChecklistItem> = all.filter(|line| !lines.contains(&line.title)).cloned().collect();
    let targets = Targets { refs: vec![Ref::Todo(id)], ..Targets::default() };
    patch_all(run, &targets, Patch { checklist: Some(checklist), ..Patch::default() })?;
    Ok(true)
}

/// "… and the card too", behind a line that was taken out: said again as an order of its own, where it is a line of the same
/// todo.
pub(super) fn another(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let ([Ref::Todo(id)], Some(Operation::Update { id: changed, set })) = (run.last.as_slice(), run.ops.last()) else {
        return None;
    };
    let took = changed.id() == Some(*id) && set.checklist.as_ref().is_some_and(|left| !left.is_empty());
    let end = (at..c.len()).rev().find(|i| !c.is_used(*i) && !one_of(c.word(*i), "too|also|as|well")).map(|i| i + 1)?;
    let said = c.slice(at..end);
    let todo = run.todo(*id).filter(|todo| took && c.found.is_empty() && is_line(todo, said))?;
    Some(format!("remove {said} from #{}", todo.id))
}

/// "move socks on pack bags to friday": a line has no date, and the todo is not what is to be moved.
pub(super) fn moved(run: &Run<'_>, c: &Clause, from: usize) -> Option<Stop> {
    let dated = |at: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&at));
    let end = (from + 2..c.len()).find(|at| dated(*at) || one_of(c.word(*at), "to|by|until|till|for"))?;
    let (at, id) = of_a_list(run, c, from, end, "on|in|from|of|at")?;
    let todo = run.todo(id)?;
    let lines = meant(todo, front(c, from, at))?;
    let line = lines.first()?;
    Some(Ask::plain(format!("“{line}” is a line of “{}”, and a line has no date. What should change?", todo.title)))
}

/// "add sunscreen to pack bags tomorrow": whether a line without the date is meant, or a todo, is asked. `None` where no
/// todo with a checklist is named.
pub(super) fn dated(run: &mut Run<'_>, c: &mut Clause, from: usize) -> Option<Said<bool>> {
    let end = (from..c.len()).find(|at| c.found.iter().any(|f| c.toks_of(&f.span).start == *at))?;
    let closes = (end..c.len()).all(|at| c.found.iter().any(|f| c.toks_of(&f.span).contains(&at)));
    let (at, id) = of_a_list(run, c, from, end, "to|on|onto").filter(|_| closes)?;
    let what = c.slice(from..at).to_owned();
    match run.fixed.line {
        Some(true) => {
            let lines = list(&what);
            c.take(from..at, "checklist");
            run.last = vec![Ref::Todo(id)];
            run.patch(Ref::Todo(id), Patch { checklist_add: lines, ..Patch::default() });
            run.note(c.clone());
            Some(Ok(true))
        }
        Some(false) => {
            c.spend(at..end);
            Some(super::create::create(run, c.clone(), from, true).map(|()| true))
        }
        None => {
            let title = run.todo(id)?.title.clone();
            let what = list(&what).join(", ");
            let question =
                format!("A line has no date. Add “{what}” to the checklist of “{title}”, or make a todo of it?");
            Some(Err(onto(question, id)))
        }
    }
}

/// A question whether something is a line of a todo, or a todo of its own.
pub(super) fn onto(question: String, id: TodoId) -> Stop {
    let options = vec![
        (serde_json::json!("checklist"), "To the checklist".to_owned()),
        (serde_json::json!("todo"), "A todo of its own".to_owned()),
    ];
    match Ask::about(question, "value", options) {
        Stop::Ask(mut ask) => {
            ask.options = vec![id];
            Stop::Ask(ask)
        }
        other => other,
    }
    .on(Topic::Line)
}

/// "tick socks" with no todo named: the line of that name, wherever it is.
pub(super) fn tick_anywhere(run: &mut Run<'_>, text: &str, on: bool) -> Said<bool> {
    let said = text.trim_start_matches("off ").trim_end_matches(" off").trim_start_matches("the ").to_owned();
    let among = run.fixed.ids.clone();
    let hits: Vec<_> = run
        .todos
        .with_checklist()
        .filter(|t| !t.status.is_closed())
        .filter(|t| among.as_ref().is_none_or(|ids| ids.contains(&t.id)))
        .filter_map(|t| {
            let parts = list(&said);
            let lines: Vec<String> = parts.iter().filter_map(|p| line_of(&t.checklist, p)).collect();
            (!lines.is_empty() && lines.len() == parts.len()).then_some((t.id, lines))
        })
        .collect();
    let [(id, lines)] = hits.as_slice() else {
        if hits.is_empty() {
            return Ok(false);
        }
        let ids: Vec<_> = hits.iter().map(|(id, _)| *id).collect();
        return Err(which(run, format!("“{said}” is on several checklists. On which one?"), &ids));
    };
    let patch = if on {
        Patch { checklist_check: lines.clone(), ..Patch::default() }
    } else {
        Patch { checklist_uncheck: lines.clone(), ..Patch::default() }
    };
    run.fixed.ids = None;
    run.line = if let [line] = lines.as_slice() { Some(line.clone()) } else { None };
    patch_all(run, &Targets { refs: vec![Ref::Todo(*id)], ..Targets::default() }, patch)?;
    Ok(true)
}

/// The line of a checklist that a clause tells of, when its words hold exactly one.
pub(super) fn line_told(run: &Run<'_>, text: &str) -> Option<String> {
    let said: Vec<String> = content(text).iter().flat_map(|w| super::target::inflections(w)).collect();
    let open = run.todos.with_checklist().filter(|t| !t.status.is_closed());
    let mut lines = open.flat_map(|t| t.checklist.iter()).filter(|l| {
        let words = content(&l.title);
        !words.is_empty() && words.iter().all(|w| said.contains(w))
    });
    let line = lines.next()?.title.clone();
    lines.next().is_none().then_some(line)
}

/// "tick socks", "check off the report": a line of a checklist, or a todo, whichever is called so. `word` is the verb.
pub(super) fn ticked(run: &mut Run<'_>, rest: &str, word: &str, on: bool) -> Said<()> {
    let bare = rest.trim_end_matches(" off");
    if super::resolve::is_pronoun(bare) {
        return match run.line.take() {
            Some(line) if tick_anywhere(run, &line, on)? => Ok(()),
            _ => complete(run, bare, on, false),
        };
    }
    if tick(run, rest, on)? || !run.knows(&strip_done(rest)) && tick_anywhere(run, rest, on)? {
        return Ok(());
    }
    let free = run.fixed.ids.is_none();
    if word == "check"
        && !rest.ends_with(" off")
        && let Match::One(id) = run.find(&content(rest), Want::Open)
        && free
    {
        // "check the report" may be work on it.
        return Err(which(run, "Mark this one done?".to_owned(), &[id]).on(Topic::Order("complete")));
    }
    if on && word == "check" && !run.names(&content(rest)) && free {
        run.warn("not_found");
        return Err(Ask::plain(supplied::WHICH));
    }
    complete(run, bare, on, false)
}

/// tick socks on packing; `false` when no checklist line is meant.
pub(super) fn tick(run: &mut Run<'_>, text: &str, on: bool) -> Said<bool> {
    let mut c = Clause::new(text, run.clock);
    if c.word(0) == "off" {
        c.spend(0..1);
    }
    let from = usize::from(c.is_used(0));
    let hit = addressed(run, &c, from, "on|in|from|of|for|under|at|off");
    let (what, targets) = match hit {
        Some((at, name)) => (c.slice(from..at).trim_end_matches(" off").to_owned(), run.objects(&name, Want::Open)?),
        // "tick socks" after talking about packing
        None if run.last.len() == 1 => {
            (c.rest(from..c.len()), Targets { refs: run.last.clone(), ..Targets::default() })
        }
        None => return Ok(false),
    };
    let ids = targets.ids();
    let Some(todo) = ids.first().and_then(|id| run.todo(*id)) else { return Ok(false) };
    let Some(lines) = meant(todo, &what).filter(|lines| !lines.is_empty()) else {
        if todo.checklist.is_empty() || run.last == targets.refs {
            return Ok(false);
        }
        return Err(which_line(todo));
    };
    let patch = if on {
        Patch { checklist_check: lines, ..Patch::default() }
    } else {
        Patch { checklist_uncheck: lines, ..Patch::default() }
    };
    patch_all(run, &targets, patch)?;
    Ok(true)
}
