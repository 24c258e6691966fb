//! "courses pour lundi : pain, lait, beurre": a head, and what is on its list.

use super::clause::{Clauses, Said, without};
use super::pattern::Reader;
use super::table::{Deed, Kind, has};
use super::words::Word;
use super::{concepts, objects, sentence};

/// A longer head, or a longer item, says more than what is on a list.
const HEAD: usize = 6;
const ITEM: usize = 4;

/// A new todo with its checklist; `None` where the words are no list under a head, or say what to do with a todo.
pub(super) fn checklist(reader: &Clauses<'_>, all: &[Word]) -> Option<Said> {
    let l = reader.language;
    let colon = all.iter().take(HEAD).position(|w| !w.quoted && w.after == Some(':'))?;
    let (head, body) = all.split_at_checked(colon + 1)?;
    let items: Vec<&[Word]> = body.split_inclusive(|w| w.after == Some(',')).collect();
    let phrases = |words: &[Word]| Reader::new(l, words, reader.clock).phrases();
    let verb = |w: &Word| concepts::verb(l.code, &w.fold).is_some() || sentence::deed(l, &w.fold).is_some();
    // "pain, lait et beurre"
    let thing = |item: &&[Word]| {
        let plain = item.iter().filter(|w| !has(l.and, &w.fold)).count();
        (1..=ITEM).contains(&plain)
            && !item.iter().any(|w| w.quoted || w.after == Some(':') || has(l.not, &w.fold) || has(l.finite, &w.lower))
            && !item.first().is_some_and(verb)
            && phrases(item).is_empty()
    };
    let when = phrases(head);
    let name = without(head, &when, &|_| true);
    let begins = name.first()?;
    let dated = when.iter().all(|p| matches!(p.kind, Kind::When | Kind::At | Kind::Part | Kind::By));
    let there = matches!(
        objects::named(l, reader.text, &name, 0..name.len(), reader.todos),
        objects::Object::One { .. } | objects::Object::Several { .. }
    );
    // "lista de la compra": behind a noun no verb.
    let noun = name.get(1).is_some_and(|w| has("de del des d fur pentru para pour", &w.fold));
    let orders = !noun && (verb(begins) || sentence::begins(l, &begins.fold));
    let said = |w: &Word| has(l.finite, &w.lower) || has(l.nouns, &w.fold) || has(l.all, &w.fold);
    if items.len() < 2 || !items.iter().all(thing) || !dated || there || orders || name.iter().any(said) {
        return None;
    }
    let own = |words: &[Word]| {
        let each = words.iter().filter_map(|w| reader.text.get(w.span.clone()));
        each.collect::<Vec<_>>().join(" ").replace('"', "'")
    };
    let mut lines: Vec<String> = Vec::new();
    for item in &items {
        lines.extend(item.split(|w| has(l.and, &w.fold)).filter(|part| !part.is_empty()).map(own));
    }
    let last = lines.pop()?;
    let when: Vec<String> = when.iter().map(|p| p.english.clone()).collect();
    let english =
        format!("add \"{}\" with the checklist {} and {last} {}", own(&name), lines.join(", "), when.join(" "));
    Some(reader.said(english.trim_end().to_owned(), &[], all, true, Some(Deed::Add)))
}
