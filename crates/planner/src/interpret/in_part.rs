//! Part of what a title lists: the "eggs" of "buy milk, eggs and flour". A part that is done or not wanted is not all of it, so
//! that is asked; a part that is taken out of it leaves a title without it.

use super::Answer;
use super::bare::is_everyday;
use super::fields::list;
use super::lexicon::{STOP, lists, one_of};
use super::resolve::Targets;
use super::run::{Ask, Run, Stop, Topic};
use super::target::{Match, Want, content, inflections};
use super::text::{Clause, Tok, fold, tokens};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use serde_json::json;
use std::ops::Range;

/// Stands between the last two of a list, in five languages; folded.
const JOINS: &str = "and|&|und|sowie|y|e|et|si|plus";
/// Behind a verb they are part of it: "pick up Tom and Ana".
const PARTICLES: &str = "up|off|out|in|down|over|back|on|away|for|to|with|at|after|about";
/// In front of a list, behind what is done and to whom.
const LEADS: &str = "about|for|from|to|with|uber|fur|von|an|sobre|para|de|pour|a|avec|despre|pentru|la|cu";
/// What stands behind one of these is said of the whole list, so that no title without a part of it is certain.
const SAID_OF_ALL: &str = "for|with|to|of|in|at|on|from|by|before|after|about|into|until|without|fur|mit|zu|zum|zur|von|bei|bis|im|am|aus|\
    para|con|de|del|en|por|pour|avec|du|des|chez|pentru|cu|la|din|pe";
/// In front of a thing.
const ARTICLES: &str =
    "the|a|an|some|my|our|der|die|das|den|ein|eine|einen|el|la|los|las|un|una|le|les|l'|du|de|des|d'|une|o";
/// The todo is called by its name, and not by a thing that it lists.
const NOUNS: &str = "todo|todos|to-do|task|tasks|item|entry|list|aufgabe|eintrag|tarea|tache|sarcina";
/// In any language: what a title begins or ends in is what is done with the things.
const CODES: [&str; 4] = ["de", "es", "fr", "ro"];

/// A title that lists things.
struct Listed<'t> {
    title: &'t str,
    toks: Vec<Tok>,
    /// Where each of its things stands among the words.
    items: Vec<Range<usize>>,
    /// "gas and water bill", "rock and roll concert": the last word may be said of both, so that no title without one is certain.
    joint: bool,
    /// That word, where it is surely no thing of its own.
    of_all: Option<String>,
}

/// Some of the things that a title lists, and not all of them.
pub(crate) struct Part {
    /// As the title has them.
    pub(crate) said: String,
    /// The first of the list is among them: a todo may be called by it.
    pub(crate) first: bool,
    /// The title without them, where it is certain.
    left: Option<String>,
}

fn is_verb(word: &str) -> bool {
    is_everyday(word) || CODES.iter().any(|code| crate::languages::is_errand(code, word))
}

impl<'t> Listed<'t> {
    /// The list of a title; `None` where it is none.
    fn of(title: &'t str) -> Option<Self> {
        let toks = tokens(title);
        if toks.iter().any(|t| t.quoted) {
            return None;
        }
        let word = |i: usize| toks.get(i).map_or("", |t| t.fold.as_str());
        let after = |i: usize| toks.get(i).and_then(|t| t.after);
        let joins = |i: usize| one_of(word(i), JOINS);
        let (mut items, mut from) = (Vec::new(), 0);
        for i in 0..toks.len() {
            if joins(i) && i > 0 {
                items.push(from..i);
                from = i + 1;
            } else if after(i) == Some(',') && !joins(i + 1) {
                items.push(from..i + 1);
                from = i + 1;
            }
        }
        items.push(from..toks.len());
        if items.len() < 2 || items.iter().any(Range::is_empty) {
            return None;
        }
        // "clean kitchen and call Anna": each has its own verb; "wash, iron and fold laundry" lists what is done.
        let own = is_verb(word(0)) && items.iter().skip(1).any(|item| item.len() > 1 && is_verb(word(item.start)));
        if own && items.iter().any(|item| item.len() == 1 && is_verb(word(item.start))) {
            return None;
        }
        let first = items.first()?.clone();
        let heading = first.clone().find(|i| after(*i) == Some(':'));
        let verb = heading.or_else(|| (!own && is_verb(word(0))).then_some(0));
        // "email Bob about rent and deposit": behind such a word the list begins.
        let led = || first.clone().rev().find(|i| *i + 1 < first.end && one_of(word(*i), LEADS));
        let begin = if own { None } else { verb.max(verb.and_then(|_| led())) };
        let start = begin.map_or(0, |at| at + 1);
        let particle = begin == Some(0) && start + 1 < first.end && one_of(word(start), PARTICLES);
        items.first_mut()?.start = start + usize::from(particle);
        // "Milch, Eier und Mehl kaufen": it stands behind them.
        let behind = |word: &str| CODES.iter().any(|code| crate::languages::is_errand(code, word));
        let last = items.last_mut()?;
        let ends = verb.is_none() && !own && last.len() > 1 && behind(word(last.end - 1));
        last.end -= usize::from(ends);
        // "Tom and Anna's wedding": of a name that is no list the last word is said of all.
        let single = |item: &Range<usize>| item.clone().filter(|i| !one_of(word(*i), ARTICLES)).count() == 1;
        if items.iter().any(Range::is_empty) || verb.is_none() && !ends && !own && !items.iter().all(single) {
            return None;
        }
        let (first, last) = (items.first()?, items.last()?);
        let name = |i: usize| {
            toks.get(i).and_then(|t| title.get(t.start..)).is_some_and(|w| w.starts_with(char::is_uppercase))
        };
        let pair = items.len() == 2 && last.len() == 2 && !last.clone().any(|i| one_of(word(i), ARTICLES) || name(i));
        // "pay gas and water bill", and no "buy milk and water plants".
        let joint = pair && if own { first.len() == 2 && !word(last.end - 1).ends_with('s') } else { single(first) };
        let of_all = (joint && !own).then(|| word(last.end - 1).to_owned());
        Some(Self { title, items, joint, of_all, toks })
    }

    fn slice(&self, item: &Range<usize>) -> &'t str {
        let at = |i: usize| self.toks.get(i);
        let range = at(item.start).zip(item.end.checked_sub(1).and_then(at)).map(|(a, b)| a.start..b.end);
        range.and_then(|range| self.title.get(range)).unwrap_or_default()
    }

    /// The part that has one of the words; `None` where it is all of the list, or none of it.
    fn part(&self, said: &dyn Fn(&str) -> bool) -> Option<Part> {
        let named: Vec<bool> = self
            .items
            .iter()
            .map(|item| {
                let words = content(self.slice(item));
                let deed = words.len() > 1 && words.first().is_some_and(|w| is_verb(w));
                words.iter().skip(usize::from(deed)).any(|w| said(w))
            })
            .collect();
        // "the concert" is all of it.
        if self.of_all.as_ref().is_some_and(|word| said(word)) {
            return None;
        }
        if !named.contains(&true) || !named.contains(&false) {
            return None;
        }
        let of = |keep: bool| -> Vec<&str> {
            self.items.iter().zip(&named).filter(|(_, n)| **n == keep).map(|(item, _)| self.slice(item)).collect()
        };
        let said = of(true).join(", ");
        Some(Part { said, first: named.first() == Some(&true), left: self.without(&of(false)) })
    }

    /// The title with only these of its things.
    fn without(&self, kept: &[&str]) -> Option<String> {
        let (first, last) = (self.items.first()?, self.items.last()?);
        let plain = |item: &Range<usize>| {
            // "du lait, des œufs et de la farine": in front of a thing they are articles.
            let article = |t: &&Tok| one_of(&t.fold, ARTICLES);
            let mut words = item.clone().filter_map(|i| self.toks.get(i)).skip_while(article);
            item.len() <= 4 && !words.any(|t| one_of(&t.fold, SAID_OF_ALL))
        };
        if self.joint || !self.items.iter().all(plain) || self.title.contains(['"', '(', ')']) {
            return None;
        }
        let begin = self.toks.get(first.start)?.start;
        let end = self.toks.get(last.end - 1)?.end;
        let joint = self.items.iter().skip(1).filter_map(|item| item.start.checked_sub(1)).find_map(|i| {
            let tok = self.toks.get(i).filter(|t| one_of(&t.fold, JOINS))?;
            self.title.get(tok.start..tok.end)
        });
        let (tail, front) = kept.split_last()?;
        let list = match (front, joint) {
            ([], _) => (*tail).to_owned(),
            (front, Some(joint)) => format!("{} {joint} {tail}", front.join(", ")),
            (front, None) => format!("{}, {tail}", front.join(", ")),
        };
        let title = format!("{}{list}{}", self.title.get(..begin)?, self.title.get(end..)?);
        let capital = self.title.starts_with(char::is_uppercase) && begin == 0;
        let mut letters = title.chars();
        Some(match letters.next().filter(|_| capital) {
            Some(letter) => letter.to_uppercase().chain(letters).collect(),
            None => title,
        })
    }
}

/// The part of a title's list that has one of the words; whether two words are the same is told by `said`.
pub(crate) fn of_title(title: &str, said: &dyn Fn(&str) -> bool) -> Option<Part> {
    Listed::of(title)?.part(said)
}

/// The part of a todo that a name has the words of. "the milk todo" calls it by its name.
fn named(todo: &Todo, text: &str) -> Option<Part> {
    let toks = tokens(text);
    if toks.iter().any(|t| !t.quoted && one_of(&t.fold, NOUNS)) {
        return None;
    }
    let said: Vec<String> = content(text).iter().flat_map(|w| inflections(w)).collect();
    of_title(&todo.title, &|word| said.iter().any(|s| s == word))
}

/// "Paid gas, water and electricity", of which the first is read alone: the message lists all of it, and nothing else.
fn goes_on(run: &Run<'_>, todo: &Todo) -> bool {
    let title = content(&todo.title);
    let own = |word: &String| inflections(word).iter().any(|form| title.contains(form));
    let said: Vec<String> =
        content(&run.heard).into_iter().filter(|w| !one_of(w, "i|i've|we|we've|just|all")).collect();
    let rest = said.iter().skip(1).all(own);
    rest && named(todo, &run.heard).is_none() && said.len() > 1
}

/// Asks where a name has only part of what the todo lists: `done` = it is reported or ordered to
/// be done, else to go. An order may call the todo by the first of its list ("complete the milk"), a report tells what it says.
pub(super) fn asked(run: &mut Run<'_>, id: TodoId, text: &str, done: bool, ordered: bool) -> Option<Stop> {
    // Which todo is meant was asked and answered.
    if run.settled.values().any(|fixed| fixed.ids.is_some()) {
        return None;
    }
    let todo = run.todo(id)?;
    let part = named(todo, text).filter(|part| !(goes_on(run, todo) || ordered && part.first))?;
    let (title, said) = (&todo.title, &part.said);
    let question = if done {
        format!("Is all of “{title}” done, or only “{said}”?")
    } else {
        format!("Delete all of “{title}”, or only take “{said}” out?")
    };
    let whole = if done {
        (json!("complete"), format!("“{title}” is done"))
    } else {
        (json!("delete"), format!("Delete “{title}”"))
    };
    let rest = part.left.as_ref().map(|left| (json!(LEFT), format!("Leave “{left}”")));
    run.refused = true;
    let order = part.left.map_or_else(String::new, |left| format!("rename #{id} to \"{left}\""));
    Some(
        match Ask::about(question, "value", std::iter::once(whole).chain(rest).collect()) {
            Stop::Ask(mut ask) => {
                ask.options = vec![id];
                Stop::Ask(ask)
            }
            other => other,
        }
        .on(Topic::Part { said: part.said, order }),
    )
}

/// "Delete eggs and stamps", where the eggs are part of what a todo lists: asked whether all of it goes, with what would be left as a
/// choice, whatever else is ordered beside it. `verb` = what is done with all of them.
pub(super) fn asked_of_each(run: &mut Run<'_>, targets: &Targets, text: &str, verb: &str) -> Option<Stop> {
    let ids = targets.ids();
    if targets.bulk || ids.len() < 2 || run.settled.values().any(|fixed| fixed.ids.is_some()) {
        return None;
    }
    let numbered = |name: &str| name.strip_prefix('#')?.parse().ok().map(TodoId);
    let named_so = |name: &String| match (numbered(name), run.find(&content(name), Want::Open)) {
        (Some(id), _) | (_, Match::One(id)) if ids.contains(&id) => Some((id, name.clone())),
        _ => None,
    };
    let names: Vec<(TodoId, String)> = list(text).iter().map(named_so).collect::<Option<_>>()?;
    let parts: Vec<(&Todo, Part)> = ids
        .iter()
        .filter_map(|id| {
            let own: Vec<&str> = names.iter().filter(|(of, _)| of == id).map(|(_, name)| name.as_str()).collect();
            let todo = run.todo(*id)?;
            named(todo, &own.join(", ")).filter(|part| !part.first).map(|part| (todo, part))
        })
        .collect();
    let ((first, part), others) = parts.split_first()?;
    let numbers =
        |ids: &mut dyn Iterator<Item = &TodoId>| ids.map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and ");
    let whole = (json!(format!("{verb} {}", numbers(&mut ids.iter()))), format!("All of “{}”", first.title));
    let left = part.left.as_ref().filter(|_| others.is_empty());
    let rest = left.map(|left| (json!(LEFT), format!("Leave “{left}”")));
    let order = left.map_or_else(String::new, |left| {
        let beside = numbers(&mut ids.iter().filter(|id| **id != first.id));
        format!("{verb} {beside}; rename #{} to \"{left}\"", first.id)
    });
    run.refused = true;
    let more = if others.is_empty() { "" } else { " (and so of the others)" };
    let question = format!("Do you mean all of “{}”, or only “{}”{more}?", first.title, part.said);
    let options = std::iter::once(whole).chain(rest).collect();
    Some(Ask::about(question, "value", options).on(Topic::Part { said: part.said.clone(), order }))
}

/// "The eggs" of #2, as a message in another language is said again: what is named of it, and the todo.
pub(super) fn of_number(text: &str) -> Option<(String, TodoId)> {
    let (said, number) = text.strip_prefix('"')?.rsplit_once("\" of #")?;
    Some((said.to_owned(), TodoId(number.parse().ok()?)))
}

/// "We don't need flour any more", "the eggs are not needed": asked where that is part of what a todo lists.
pub(super) fn unwanted(run: &mut Run<'_>, c: &Clause) -> Option<Stop> {
    const WANTS: &str = "need|needed|want|wanted|require|required|necessary|needing|wanting|requiring";
    let wants = !run.framed && (0..c.len()).any(|i| one_of(c.word(i), WANTS));
    let order = wants.then(|| super::frames::order(run, &c.text)).flatten()?;
    let name = order.strip_prefix("delete ")?;
    let Match::One(id) = run.find(&content(name), Want::Open) else { return None };
    asked(run, id, name, false, false)
}

/// The value of the choice that leaves a todo what is not done or not taken out.
pub(super) const LEFT: &str = "left";

/// The title of a todo without a thing that it lists, where the words name nothing else and it is certain.
pub(super) fn left(todo: &Todo, said: &str) -> Option<String> {
    let listed = Listed::of(&todo.title)?;
    let parts: Vec<Vec<String>> = list(said).iter().map(|part| content(part)).collect();
    let words = |item: &Range<usize>| content(listed.slice(item));
    let is = |part: &[String], item: &Range<usize>| {
        let own = words(item);
        let same = |w: &String| own.iter().any(|o| inflections(w).contains(o));
        !part.is_empty() && part.iter().all(same)
    };
    let one = |part: &Vec<String>| listed.items.iter().filter(|item| is(part, item)).count() == 1;
    if parts.is_empty() || !parts.iter().all(one) {
        return None;
    }
    let kept: Vec<&str> = listed
        .items
        .iter()
        .filter(|item| !parts.iter().any(|part| is(part, item)))
        .map(|item| listed.slice(item))
        .collect();
    listed.without(&kept).filter(|_| !kept.is_empty())
}

/// The choice that an answer to the question takes: "only the eggs", "all of it".
pub(super) fn chosen(spoken: &str, said: &str, before: &Answer) -> Option<String> {
    const ALL: &str = "all|all of it|everything|the whole thing|both|all of them|it all|the lot|whole|the whole todo";
    const ONLY: &str =
        "only that|just that|only part|part|part of it|only part of it|only it|that|not all|not all of it|no only that";
    let words: Vec<&str> = spoken.split(' ').filter(|w| !lists(STOP, w) && !one_of(w, "only|just|part|no")).collect();
    let own: Vec<String> = said.split([' ', ',']).map(fold).collect();
    let only = one_of(spoken, ONLY) || !words.is_empty() && words.iter().all(|w| own.iter().any(|o| o == w));
    let values = || before.sections.iter().flat_map(|s| &s.options).filter_map(|o| o.value.as_str());
    match one_of(spoken, ALL) {
        true => values().find(|v| *v != LEFT).map(str::to_owned),
        false => values().find(|v| *v == LEFT && only).map(str::to_owned),
    }
}
