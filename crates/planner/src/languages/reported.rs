//! "Buy milk, pay rent und call mom erledigt", "Write report est urgent": todos by their whole titles or numbers, whatever
//! language these are in, and what is said of them in the words of another.

use super::table::has;
use super::words::{Word, words};
use countersign_core::todos::Todos;

const IS: &str = "ist sind est sont es son esta estan e este sunt is are";
const AND: &str = "und et y e si and &";
const DONE: &str = "erledigt fertig gemacht hecho hecha hechos hechas listo lista listos listas terminado terminada terminados terminadas \
    fait faite faits faites termine terminee termines terminees fini finie finis gata facut facuta facute terminat terminate";
const URGENT: &str =
    "dringend wichtig urgente urgentes importante importantes urgent urgents important importants importantes urgenta";

/// The same in English; `None` where not all of it is named so.
pub(super) fn plain(text: &str, todos: &Todos) -> Option<String> {
    const COURTESY: &str = "danke bitte gracias merci multumesc please thanks thx pls favor por te rog s'il plait vous";
    let mut said = words(text, None);
    while said.len() > 2 && said.last().is_some_and(|w| !w.quoted && has(COURTESY, &w.fold)) {
        said.pop();
    }
    let (last, front) = said.split_last()?;
    let is = front.last().is_some_and(|w| !w.quoted && has(IS, &w.fold));
    let urgent = has(URGENT, &last.fold);
    if last.quoted || last.after == Some('?') || !(has(DONE, &last.fold) || urgent && is) {
        return None;
    }
    let front = front.get(..front.len() - usize::from(is)).filter(|front| !front.is_empty())?;
    let whole = |title: &str| named(title, todos);
    // A todo that is called so as a whole is spoken of, and nothing is said of it.
    if whole(text).is_some() {
        return None;
    }
    let ids = split(text, front, todos)?;
    let who = ids.join(" and ");
    Some(if urgent { format!("set {who} to high priority") } else { format!("complete {who}") })
}

/// Each of the todos that words name, one after the other; the longest titles first.
fn split(text: &str, said: &[Word], todos: &Todos) -> Option<Vec<String>> {
    let one = |from: usize, to: usize| {
        let part = said.get(from..to)?;
        let (first, last) = (part.first()?, part.last()?);
        let own = text.get(first.span.start..last.span.end)?;
        named(own.trim_matches(['"', '“', '”', '„', '«', '»']).trim(), todos)
    };
    let mut out = Vec::new();
    let mut from = 0;
    while from < said.len() {
        let ends = |to: &usize| {
            let joined = said.get(*to).is_none_or(|w| !w.quoted && has(AND, &w.fold));
            joined || said.get(*to - 1).is_some_and(|w| w.after == Some(','))
        };
        let (to, id) = (from + 1..=said.len()).rev().filter(ends).find_map(|to| Some((to, one(from, to)?)))?;
        out.push(id);
        from = to + usize::from(said.get(to).is_some_and(|w| !w.quoted && has(AND, &w.fold)));
    }
    (!out.is_empty()).then_some(out)
}

/// The number of the one open todo with a title, or a number itself.
fn named(title: &str, todos: &Todos) -> Option<String> {
    let digits = title.strip_prefix('#').filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if let Some(digits) = digits {
        return Some(format!("#{digits}"));
    }
    match crate::interpret::same_title(todos, title).as_slice() {
        [id] => Some(format!("#{id}")),
        _ => None,
    }
}
