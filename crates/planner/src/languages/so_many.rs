//! Sets of which it was said how many they are: "die drei Besorgungen", "mes deux appels", "las 4 tareas".

use super::inflected;
use super::objects::{self, Object};
use super::table::{Language, has, meaning};
use super::words::{Word, fold};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use std::ops::Range;

/// Two, without a number.
const BOTH: &str = "beide beiden ambos ambas ambele ambii amandoua amandoi";

/// More is no set that somebody counts out.
const MOST: usize = 20;

/// So many of one kind, label or name; `None` where the words count nothing.
pub(super) fn object(
    l: &'static Language,
    text: &str,
    words: &[Word],
    range: Range<usize>,
    todos: &Todos,
) -> Option<Object> {
    let (at, count) = counted(l, words.get(range.clone())?)?;
    let rest = range.start + at + 1..range.end;
    let said: Vec<&str> = words.get(rest.clone())?.iter().filter(|w| !w.quoted).map(|w| w.fold.as_str()).collect();
    let plain: Vec<&str> = said.iter().copied().filter(|w| !objects::is_small(l, w) && !has(l.nouns, w)).collect();
    if said.len() < rest.len() || said.iter().all(|w| objects::is_small(l, w)) {
        return None;
    }
    // "die 2 erledigten Aufgaben": what they are is told by what all of them would be.
    let all: Vec<&str> = l.all.split(' ').take(1).chain(said.iter().copied()).collect();
    if let Some((traits, _)) = objects::bulk(l, &all) {
        return Some(Object::SoMany { count, of: format!("{traits} todos").trim().to_owned() });
    }
    if let [one] = plain.as_slice() {
        let own = |label: &&String| !label.contains(' ') && inflected::same(&fold(label), one);
        if let Some(label) = todos.iter().flat_map(|t| &t.labels).find(own) {
            let ids = open(todos.iter().filter(|t| t.labels.contains(label)));
            let of = format!("#{} todos", label.to_lowercase());
            return Some(if ids.len() == count {
                Object::Numbered(ids.join(" and "))
            } else {
                Object::SoMany { count, of }
            });
        }
    }
    // A number of the title itself: "die 2 Rechnungen" of "Rechnung 2".
    if let one @ Object::One { .. } = objects::named(l, text, words, range, todos) {
        return Some(one);
    }
    match objects::named(l, text, words, rest.clone(), todos) {
        several @ Object::Several { .. } => {
            let ids = open(objects::all_named(l, words.get(rest)?, todos).into_iter());
            Some(if ids.len() == count { Object::Numbered(ids.join(" and ")) } else { several })
        }
        Object::One { .. } => Some(Object::Nothing { query: plain.join(" ") }),
        _ => None,
    }
}

/// The numbers of those that are open.
fn open<'t>(todos: impl Iterator<Item = &'t Todo>) -> Vec<String> {
    todos.filter(|todo| !todo.status.is_closed()).map(|todo| format!("#{}", todo.id.0)).collect()
}

/// Where it stands how many they are, and how many: behind "all", an article or "my".
fn counted(l: &Language, said: &[Word]) -> Option<(usize, usize)> {
    let loud = |at: usize| said.get(at).filter(|w| !w.quoted).map(|w| w.fold.as_str());
    let front = (0..said.len()).take_while(|at| loud(*at).is_some_and(|w| has(l.all, w) || has(l.stop, w))).count();
    let word = loud(front)?;
    if has(BOTH, word) {
        return Some((front, 2));
    }
    let count = meaning(l.numbers, word).unwrap_or(word).parse::<usize>().ok()?;
    (front > 0 && (2..=MOST).contains(&count)).then_some((front, count))
}
