//! Lines of a checklist that are spoken of without its todo: "remove eggs", "take eggs off the list", "bought milk", "invites
//! sent", "replace eggs with tofu". Only where one open todo has the line, and none is called so itself.

use super::assign::patch_all;
use super::fields::{list, unquoted};
use super::frames::is_past;
use super::lexicon::{lists, one_of};
use super::near::bases;
use super::resolve::Targets;
use super::run::{Ref, Run, Said};
use super::target::{Match, Want, content, inflections};
use super::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::operation::Patch;
use countersign_core::todo::{ChecklistItem, Todo};
use std::collections::BTreeMap;

/// Behind what is taken off.
const OFF: &str = "off the list|from the list|off my list|from my list|off the checklist|from the checklist|off the shopping list|\
    from the shopping list|off";

/// What is done with a line by having, making or handing on what it names. Who forgot or broke it has not done it.
const DOES: &str = "buy get order pick collect fetch grab pack bring pay make bake prepare print do finish complete handle sort settle";

/// In front of a report.
const TOLD: &str = "i've|i have|i've just|i have just|i just|i already|i|we've|we have|we just|we|just|already|finally";

/// The open todo whose checklist has all the lines that some words name, where no other has them and no todo is called so.
pub(super) fn owner<'r>(run: &Run<'r>, said: &str) -> Option<(&'r Todo, Vec<String>)> {
    lines(run, said, &[])
}

/// The same, of lines that may have one of these verbs as well: "invites sent" of "send invites".
fn lines<'r>(run: &Run<'r>, said: &str, verbs: &[String]) -> Option<(&'r Todo, Vec<String>)> {
    let parts: Vec<Vec<String>> = list(said).iter().map(|part| content(part)).collect();
    if parts.is_empty() || parts.iter().any(Vec::is_empty) {
        return None;
    }
    let same = |line: &ChecklistItem, part: &[String]| {
        let own: Vec<String> = content(&line.title).into_iter().filter(|word| !verbs.contains(word)).collect();
        own.len() == part.len() && part.iter().all(|word| inflections(word).iter().any(|form| own.contains(form)))
    };
    let of = |todo: &'r Todo| {
        let line =
            |part: &Vec<String>| todo.checklist.iter().find(|line| same(line, part)).map(|line| line.title.clone());
        parts.iter().map(line).collect::<Option<Vec<String>>>().map(|lines| (todo, lines))
    };
    let named = inflections(parts.first()?.first()?);
    let named: BTreeMap<TodoId, &Todo> =
        named.iter().flat_map(|word| run.todos.with_line_word(word)).map(|todo| (todo.id, todo)).collect();
    let mut all = named.into_values().filter(|todo| !todo.status.is_closed()).filter_map(of);
    let found = all.next().filter(|_| all.next().is_none())?;
    let called = |words: &[String]| !matches!(run.find(words, Want::Open), Match::None | Match::Weak(_));
    (!parts.iter().any(|part| called(part))).then_some(found)
}

/// "take eggs off", "remove eggs from the list": said of the todo that has them.
pub(super) fn taken_off(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let from = c.any(at, "take|remove|delete|strike|scratch|erase")?;
    let end = (from + 1..c.len()).find(|i| c.any(*i, OFF) == Some(c.len()));
    if end.is_none() && c.word(at) == "take" {
        return None;
    }
    let said = c.slice(from..end.unwrap_or(c.len()));
    let (todo, lines) = owner(run, said)?;
    Some(format!("remove {} from #{}", lines.join(" and "), todo.id))
}

/// A line that is told to be done, or that is to be another; whether it was one.
pub(super) fn handle(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let change = told(run, c, at).or_else(|| crossed(run, c, at)).or_else(|| replaced(run, c, at));
    let Some((id, patch)) = change else { return Ok(false) };
    run.note(c.clone());
    // "got the bread, tick it off"
    run.line = patch.checklist_check.first().filter(|_| patch.checklist_check.len() == 1).cloned();
    patch_all(run, &Targets { refs: vec![Ref::Todo(id)], ..Targets::default() }, patch)?;
    Ok(true)
}

/// "bought milk", "milk bought", "the invites are sent".
fn told(run: &Run<'_>, c: &Clause, at: usize) -> Option<(TodoId, Patch)> {
    let from = c.any(at, TOLD).unwrap_or(at);
    let last = c.len().checked_sub(1).filter(|last| *last > from)?;
    let end = last - usize::from(one_of(c.word(last - 1), "is|are|was|were|got"));
    let (verb, said) = match (is_past(c.word(from)), is_past(c.word(last))) {
        (true, _) => (c.word(from), c.slice(from + 1..c.len())),
        (false, true) if end > from => (c.word(last), c.slice(from..end)),
        _ => return None,
    };
    let verbs = bases(verb);
    let (todo, checklist_check) = lines(run, said, &verbs)?;
    // "forgot the eggs", "the cake fell": only what the line itself says, or what does it whatever it is.
    let does = verbs.iter().any(|verb| lists(DOES, verb));
    let own = |line: &String| content(line).iter().any(|word| verbs.contains(word));
    (does || checklist_check.iter().all(own)).then(|| (todo.id, Patch { checklist_check, ..Patch::default() }))
}

/// "cross eggs off the list"
fn crossed(run: &Run<'_>, c: &Clause, at: usize) -> Option<(TodoId, Patch)> {
    let from = c.any(at, "cross|tick|check")?;
    let end = (from + 1..c.len()).find(|i| c.any(*i, OFF) == Some(c.len()))?;
    let (todo, checklist_check) = owner(run, c.slice(from..end))?;
    Some((todo.id, Patch { checklist_check, ..Patch::default() }))
}

/// "replace eggs with tofu", "change eggs to 2 dozen eggs in the grocery run".
fn replaced(run: &Run<'_>, c: &Clause, at: usize) -> Option<(TodoId, Patch)> {
    let from = c.any(at, "replace|swap|swap out|change|switch|rename|exchange")?;
    let (to, behind) = c.seek(from + 1, "with|for|to|by|into|->|→")?;
    let (todo, lines) = owner(run, c.slice(from..to))?;
    let [line] = lines.as_slice() else { return None };
    // "… in the grocery run": where it is, once more.
    let named = |i: usize| {
        one_of(c.word(i), "in|on|of|for|from")
            && matches!(run.find(&content(c.slice(i + 1..c.len())), Want::Open), Match::One(id) if id == todo.id)
    };
    let end = (behind + 1..c.len()).find(|i| named(*i)).unwrap_or(c.len());
    let title = unquoted(c.slice(behind..end).trim_end_matches(['.', '!']));
    // "change milk to high priority" is no line of that name.
    let valued = !matches!(super::value::value(run, &title), Ok(None));
    if title.is_empty() || valued || !c.found.is_empty() {
        return None;
    }
    let other = |one: &ChecklistItem| ChecklistItem {
        title: if one.title == *line { title.clone() } else { one.title.clone() },
        ..one.clone()
    };
    let checklist = Some(todo.checklist.iter().map(other).collect());
    Some((todo.id, Patch { checklist, ..Patch::default() }))
}
