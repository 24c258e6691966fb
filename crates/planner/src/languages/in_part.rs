//! Part of what a todo lists, named in another language: "ich habe die Eier gekauft" of "Milch, Eier und Mehl kaufen", "quita los
//! huevos de la compra". The part goes with the order, so that the planner asks about it.

use super::clause::{Clauses, Framed};
use super::lines;
use super::objects::{self, Object, is_small};
use super::table::has;
use super::words::{Word, fold, words};
use super::{concepts, inflected};
use crate::interpret::{Part, part_of_title};
use countersign_core::ids::TodoId;
use countersign_core::todos::View;

/// Joins what is taken out to what it is taken from, and never a thing to whose it is.
const OUT_OF: &str = "aus din";

/// Says that something is not wanted any more.
const WANTS: &str = "brauch brauche brauchen necesito necesitamos besoin nevoie trebuie faut hace falta";

/// The words of what a clause is about.
fn said(f: &Framed<'_>) -> Vec<Word> {
    f.stars.iter().flat_map(|r| f.words.get(r.clone()).unwrap_or_default()).filter(|w| !w.quoted).cloned().collect()
}

fn is(c: &Clauses<'_>, word: &Word, title: &str) -> bool {
    let code = c.language.code;
    let title = fold(title);
    let open = !is_small(c.language, &word.fold) && !concepts::is_done(code, &word.fold);
    open && (inflected::same(&title, &word.fold) || concepts::forms(code, &word.fold).contains(&title.as_str()))
}

/// The part of a todo's list that a clause names.
fn part(c: &Clauses<'_>, f: &Framed<'_>, id: TodoId) -> Option<Part> {
    let said = said(f);
    part_of_title(&c.todos.todo(id)?.title, &|word| said.iter().any(|w| is(c, w, word)))
}

/// What is reported or ordered of part of a list: `complete "eggs" of #2`. An order may call a todo by the first that it
/// lists.
pub(super) fn acted(c: &Clauses<'_>, f: &Framed<'_>, verb: &str, id: TodoId, ordered: bool) -> Option<String> {
    let told = f.words.iter().any(|w| !w.quoted && has(WANTS, &w.fold));
    let part = part(c, f, id).filter(|part| told || !(ordered && part.first))?;
    f.phrases.is_empty().then(|| format!("{verb} \"{}\" of #{id}", part.said))
}

/// "Lösche Eier und Briefmarken", where the eggs are part of what a todo lists: they keep their name beside the numbers of the
/// others, so that the planner asks.
pub(super) fn acted_on_each(c: &Clauses<'_>, f: &Framed<'_>, verb: &str) -> Option<String> {
    let star = f.stars.first().filter(|_| f.phrases.is_empty())?.clone();
    let all = objects::apart(c.language, c.text, &f.words, star, c.todos)?;
    let named: Vec<(bool, String)> = all
        .into_iter()
        .map(|(words, number)| {
            let words = f.words.get(words).unwrap_or_default();
            let todo = number.trim_start_matches('#').parse().ok().and_then(|id| c.todos.todo(TodoId(id)));
            let part = todo.and_then(|todo| part_of_title(&todo.title, &|word| words.iter().any(|w| is(c, w, word))));
            part.filter(|part| !part.first).map_or((false, number), |part| (true, part.said))
        })
        .collect();
    let names: Vec<&str> = named.iter().map(|(_, name)| name.as_str()).collect();
    named.iter().any(|(part, _)| *part).then(|| format!("{verb} {}", names.join(" and ")))
}

/// "Șterge lampa din comandă", "elimina a Ben de la invitación": what is taken from the todo that is named behind it, where
/// the words are not its title's as they stand.
pub(super) fn taken_from(c: &Clauses<'_>, f: &Framed<'_>, id: TodoId) -> Option<String> {
    let todo = c.todos.todo(id)?;
    let star = f.stars.first()?.clone();
    let all = f.words.get(star)?;

    let links = lines::taken_by(c.language.code)?;
    let title: Vec<String> = words(&todo.title, None).into_iter().map(|w| w.fold).collect();
    let place = |word: &Word| title.iter().position(|t| is(c, word, t));
    let at =
        (1..all.len().checked_sub(1)?).find(|at| all.get(*at).is_some_and(|w| !w.quoted && has(links, &w.fold)))?;
    let (front, behind) = (all.get(..at)?, all.get(at + 1..)?);
    let thing = front.iter().rev().find(|w| place(w).is_some())?;
    let own = place(thing)?;
    // "den Brief von Oma": the title has it so.
    let joint = all.get(at)?;
    if title.get(own + 1).is_some_and(|next| *next == joint.fold) || !f.phrases.is_empty() {
        return None;
    }
    let owner = match objects::named(c.language, c.text, behind, 0..behind.len(), c.todos) {
        Object::One { id: owner, .. } => owner,
        _ => return None,
    };
    let listed = part_of_title(&todo.title, &|word| front.iter().any(|w| is(c, w, word)));

    // "der Bericht von Anna" of "Annas Bericht": whose it is.
    let whose = behind.iter().filter_map(place).min().is_some_and(|whose| own < whose);
    let parted = listed.is_some()
        || has(OUT_OF, &joint.fold)
        || behind.iter().any(|w| place(w).is_some_and(|of| of < own && title.get(of).is_some_and(|t| *t == w.fold)));
    let what: Vec<&str> =
        front.iter().filter(|w| place(w).is_some()).map(|w| c.text.get(w.span.clone()).unwrap_or_default()).collect();
    (owner == id && parted && (listed.is_some() || !whose || has(OUT_OF, &joint.fold)))
        .then(|| format!("remove \"{}\" from #{id}", what.join(" ")))
}
