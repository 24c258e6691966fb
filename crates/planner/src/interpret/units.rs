//! Todos that a message names by their whole title, in any case and between quotation marks or not, or by `#7`: units, that
//! are found before the message is cut into instructions and its verbs are read. Within one no verb, no joining word, no
//! number and no mark is read. What is joined to a list of units is meant by one deed: the message is read once for each
//! of them, with its number in the place of the list.

mod joined;
mod read;

use super::lexicon::{ASSISTANT_WORK, lists, one_of};
use super::run::{Ask, Run, Said, Stop};
use super::split::verb_at;
use super::text::{Clause, quotes};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Draft, Operation};
use countersign_core::todos::{Todos, View, words};
use std::ops::Range;
use unicode_normalization::char::is_combining_mark;

pub(super) use joined::corrects;
pub(super) use read::read;

/// More words has no title that anybody says whole.
const MOST_WORDS: usize = 16;

/// One todo, named wholly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    /// Where, with the quotation marks or the sign in front.
    pub(super) at: Range<usize>,
    pub(super) id: TodoId,
    /// By one word without quotation marks: a name only beside others.
    pub(super) weak: bool,
    /// By its title, and not by its number.
    pub(super) titled: bool,
}

/// A word of a message, in its place.
struct Word {
    at: Range<usize>,
    fold: String,
}

/// What a message names wholly.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// In order.
    pub(super) all: Vec<Unit>,
    /// Numbers behind a numbered title that continue it, of which there is no such title: "chapter 3 and 9".
    pub(super) astray: Vec<TodoId>,
}

fn spelled(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric() || is_combining_mark(c), from) {
            (true, None) => from = Some(at),
            (false, Some(begun)) => {
                let fold = words(text.get(begun..at).unwrap_or_default()).concat();
                out.push(Word { at: begun..at, fold });
                from = None;
            }
            _ => {}
        }
    }
    out
}

/// The open todo with this title, or else the closed one; none where several have it.
fn only(todos: &Todos, title: &[&str]) -> Option<TodoId> {
    let (closed, open): (Vec<TodoId>, Vec<TodoId>) =
        todos.titled(title).partition(|id| todos.todo(*id).is_some_and(|t| t.status.is_closed()));
    match (open.as_slice(), closed.as_slice()) {
        ([one], _) | ([], [one]) => Some(*one),
        _ => None,
    }
}

/// What a text names wholly: the longest titles, and numbers behind their sign.
pub(super) fn found(text: &str, todos: &Todos) -> Units {
    let said = spelled(text);
    let quoted = quotes(text);
    let mut out = Units::default();
    let mut at = 0;
    while at < said.len() {
        if let Some((unit, next)) = title_at(text, &said, at, &quoted, todos) {
            at = follow(text, &said, at..next, unit, todos, &mut out);
        } else {
            out.all.extend(number_at(text, said.get(at), &quoted, todos));
            at += 1;
        }
    }
    joined::merge(text, &mut out.all);
    out
}

/// The longest title from a word on, and the word behind it.
fn title_at(text: &str, said: &[Word], from: usize, quoted: &[Range<usize>], todos: &Todos) -> Option<(Unit, usize)> {
    let known = said.get(from..)?.iter().take(MOST_WORDS).take_while(|word| todos.count_word(&word.fold) > 0).count();
    (1..=known).rev().find_map(|count| {
        let part = said.get(from..from + count)?;
        let title: Vec<&str> = part.iter().map(|word| word.fold.as_str()).collect();
        let id = only(todos, &title)?;
        let at = part.first()?.at.start..part.last()?.at.end;
        let within = quoted.iter().find(|q| q.start < at.end && at.start < q.end);
        let at = match within {
            Some(q) if words(text.get(q.clone())?) == title => q.clone(),
            Some(_) => return None,
            None => at,
        };
        // Marks between its words are the title's own.
        let marks = |text: &str| {
            text.chars().filter(|c| matches!(c, ',' | ';' | ':' | '.' | '!' | '?' | '\n' | '#')).collect::<String>()
        };
        let own = within.is_some()
            || marks(text.get(at.clone())?).is_empty()
            || marks(text.get(at.clone())?) == marks(&todos.todo(id)?.title);
        (own && stands_alone(text, &at))
            .then(|| (Unit { weak: count == 1 && within.is_none(), titled: true, at, id }, from + count))
    })
}

/// Whether no sign joins a place to what is beside it: "mom's", "stand-up".
fn stands_alone(text: &str, at: &Range<usize>) -> bool {
    let joins = |c: char| matches!(c, '-' | '\'' | '’' | '_' | '/' | '@' | '#');
    let mut behind = text.get(at.end..).unwrap_or_default().chars();
    let mut before = text.get(..at.start).unwrap_or_default().chars().rev();
    let glued =
        |sign: Option<char>, next: Option<char>| sign.is_some_and(joins) && next.is_some_and(char::is_alphanumeric);
    let label = before.clone().next().is_some_and(|c| c == '#' || c == '@');
    !glued(behind.next(), behind.next()) && !glued(before.next(), before.next()) && !label
}

/// The todo that a number behind its sign names.
fn number_at(text: &str, word: Option<&Word>, quoted: &[Range<usize>], todos: &Todos) -> Option<Unit> {
    let word = word?;
    let begun = word.at.start.checked_sub(1)?;
    let signed = text.get(begun..word.at.start) == Some("#") && !quoted.iter().any(|q| q.contains(&begun));
    let at = begun..word.at.end;
    let id = TodoId(word.fold.parse().ok().filter(|_| signed)?);
    (todos.todo(id).is_some() && stands_alone(text, &at)).then_some(Unit { at, id, weak: false, titled: false })
}

/// Adds a title, and what numbers behind it make of it: "read chapter 3 and 4", "read chapter 3, no, 4". The word behind.
fn follow(text: &str, said: &[Word], at: Range<usize>, unit: Unit, todos: &Todos, out: &mut Units) -> usize {
    let digits = |word: &Word| !word.fold.is_empty() && word.fold.bytes().all(|b| b.is_ascii_digit());
    let numbered = at.len() > 1 && said.get(at.end - 1).is_some_and(digits);
    let stem: Vec<&str> = said.get(at.start..at.end - 1).unwrap_or_default().iter().map(|w| w.fold.as_str()).collect();
    let mut next = at.end;
    let mut last = unit.at.end;
    out.all.push(unit);
    // "email lena and 4": a number of a todo is said as one, and beside a title it may be anything.
    if let (false, Some(word)) = (numbered, said.iter().skip(next).take(2).find(|word| digits(word))) {
        let gap = text.get(last..word.at.start).unwrap_or_default();
        let bare = joined::joins(gap) && !gap.contains('#') && stands_alone(text, &word.at);
        if bare && !joined::is_measure(text, word.at.end) && joined::ends_a_list(text, word.at.end) {
            out.astray.extend(word.fold.parse().ok().map(TodoId));
        }
    }
    if !numbered {
        return next;
    }
    while let Some((n, word)) = said.iter().enumerate().skip(next).take(4).find(|(_, word)| digits(word)) {
        let gap = text.get(last..word.at.start).unwrap_or_default();
        let corrects = joined::corrects(gap);
        if !corrects && !joined::joins(gap)
            || !stands_alone(text, &word.at)
            || gap.contains('#')
            || joined::is_measure(text, word.at.end)
        {
            break;
        }
        (next, last) = (n + 1, word.at.end);
        let title: Vec<&str> = stem.iter().copied().chain([word.fold.as_str()]).collect();
        match (only(todos, &title), corrects) {
            (Some(id), true) => {
                if let Some(before) = out.all.last_mut() {
                    (before.id, before.at.end) = (id, word.at.end);
                }
            }
            (Some(id), false) => out.all.push(Unit { at: word.at.clone(), id, weak: false, titled: true }),
            (None, _) => out.astray.extend(word.fold.parse().ok().map(TodoId)),
        }
    }
    next
}

/// Whether a message is nothing but the whole title of an open todo, of more than one word: which.
pub(super) fn alone(text: &str, run: &Run<'_>) -> Vec<TodoId> {
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    let units = found(text, run.todos).all;
    let open = |unit: &Unit| unit.titled && run.todo(unit.id).is_some_and(|t| !t.status.is_closed());
    let lists = joined::lists(text, &units);
    match lists.as_slice() {
        [list]
            if list.at == (0..text.len())
                && !list.both
                && list.units.iter().all(open)
                && list.units.iter().all(|u| !u.weak) =>
        {
            list.units.iter().map(|unit| unit.id).collect()
        }
        _ => Vec::new(),
    }
}

impl Run<'_> {
    /// Asks where a message is nothing but the title of an open todo that could order something (TODOS.md rule 14); made once
    /// more where that was answered.
    pub(super) fn said_alone(&mut self, text: String) -> Said<String> {
        let ids = if self.trying { Vec::new() } else { alone(&text, self) };
        let [id] = ids.as_slice() else { return Ok(text) };
        if self.fixed.anyway {
            self.settled.entry(0).or_default().anyway = true;
            return Ok(format!("add \"{}\"", text.trim().trim_matches(['"', '“', '”', '„', '.', '!'])));
        }
        match self.todo(*id) {
            Some(todo) if orders(&todo.title, self) => Err(self.there_already(*id)),
            _ => Ok(text),
        }
    }

    /// Asks where a message is nothing but titles of open todos, and what was read orders something.
    pub(super) fn only_named(&mut self, text: &str, result: Said<()>) -> Said<()> {
        let acts = self.ops.iter().any(|op| !matches!(op, Operation::Create(_)));
        let ids = if result.is_ok() && acts { alone(text, self) } else { Vec::new() };
        if ids.is_empty() {
            return result;
        }
        self.ops.clear();
        if let [id] = ids.as_slice() {
            return Err(self.there_already(*id));
        }
        self.refused = true;
        let named: Vec<String> =
            ids.iter().filter_map(|id| self.todo(*id)).map(|todo| format!("“{}”", todo.title)).collect();
        Err(Ask::plain(format!("What should happen to {}?", named.join(", "))))
    }

    /// The question of a title that is there: no other reading knows it better.
    fn there_already(&mut self, id: TodoId) -> Stop {
        self.refused = true;
        let title = self.todo(id).map(|todo| todo.title.clone()).unwrap_or_default();
        super::alike::another(self, &Draft { title, ..Draft::default() }, &[id], false)
    }
}

/// Whether a title could order or ask something where it stands alone.
fn orders(title: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(title, run.clock);
    // What should change about it is asked.
    if one_of(c.word(0), "update|change|edit|modify|adjust") {
        return false;
    }
    verb_at(&c, 0, false).is_some()
        || lists(ASSISTANT_WORK, c.word(0))
        || one_of(c.word(0), "undo|redo|revert|restore|done|finished|completed")
        || !c.found.is_empty()
}
