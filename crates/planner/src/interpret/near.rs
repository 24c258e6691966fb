//! Which todos a sentence may be about, although nobody could say what it asks: what a model is
//! given to choose from, and never more than that.

use super::split::{lead, verb_at};
use super::target::{Slips, content, inflections, meant, mentioned};
use super::text::Clause;
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::todos::{Todos, View, words};
use std::collections::{BTreeMap, BTreeSet};

/// Words in more titles than this say nothing about which todo is meant.
pub(super) const COMMON: usize = 1_000;

/// A todo that shares words with a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// It.
    pub id: TodoId,
    /// The sentence's words that its title has, in any inflection or with a typo.
    pub words: Vec<String>,
    /// Every content word of its title was said.
    pub whole: bool,
    /// Rare words count more, and so do short titles; only for comparing.
    pub score: f64,
}

/// The words with each that no title has put as the titles spell what it is a slip of: of several the one that most
/// todos have. `None` where there is nothing to put otherwise.
pub fn respelt(text: &str, todos: &Todos) -> Option<String> {
    let mut changed = false;
    let said: Vec<String> = words(text)
        .into_iter()
        .map(|word| match meant(&word, todos) {
            Some(other) if todos.count_word(&word) == 0 => {
                changed = true;
                other.to_owned()
            }
            _ => word,
        })
        .collect();
    changed.then(|| said.join(" "))
}

/// Whether a todo shares no more with an order than the order's verb: "clear tuesday" and "Clean the garage", "take the first
/// two off my list" and "Take out trash".
pub fn by_verb_alone(text: &str, id: TodoId, todos: &Todos, clock: &Clock) -> bool {
    let c = Clause::new(text, clock);
    let l = lead(&c);
    let Some(head) = verb_at(&c, l.at, l.ing).filter(|head| head.next < c.len()) else { return false };
    let verb = words(c.slice(head.at..head.next));
    let shared = near(text, todos, usize::MAX).into_iter().find(|near| near.id == id);
    shared.is_some_and(|near| near.words.iter().all(|word| verb.contains(word)))
}

/// The todos that share a word stem with the text, best first, at most `most`.
pub fn near(text: &str, todos: &Todos, most: usize) -> Vec<Near> {
    let slips = Slips::default();
    let all = todos.len().max(1) as f64;
    let mut found: BTreeMap<TodoId, Vec<(String, f64)>> = BTreeMap::new();
    let mut said = content(text);
    said.sort();
    said.dedup();
    for word in said.into_iter().take(200) {
        let forms = inflections(&word);
        let count: usize = forms.iter().map(|w| todos.count_word(w)).sum();
        let (ids, trust): (BTreeSet<TodoId>, f64) = match count {
            0 if word.chars().count() >= 5 => (slips.of(todos, &word).iter().copied().collect(), 0.6),
            0 => continue,
            n if n > COMMON => continue,
            _ => (forms.iter().flat_map(|w| todos.with_word(w)).collect(), 1.0),
        };
        let weight = trust * (1.0 + (all / ids.len().max(1) as f64).ln());
        for id in ids {
            found.entry(id).or_default().push((word.clone(), weight));
        }
    }
    let mut out: Vec<Near> = found
        .into_iter()
        .filter_map(|(id, hits)| {
            let todo = todos.todo(id)?;
            let title = content(&todo.title);
            let open = if todo.status.is_closed() { 0.9 } else { 1.0 };
            let sum: f64 = hits.iter().map(|(_, w)| w).sum();
            let score = open * sum / (title.len().max(1) as f64).sqrt();
            let words: Vec<String> = hits.into_iter().map(|(w, _)| w).collect();
            let whole = words.len() >= title.len();
            Some(Near { id, words, whole, score })
        })
        .collect();
    out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    out.truncate(most);
    out
}

/// The todos whose whole title occurs in a text: what "it" may mean after it was said.
pub fn named(text: &str, todos: &Todos) -> Vec<TodoId> {
    mentioned(todos, text)
}

/// Every form of a word that a title may have: plural, -ing, -ed, and the base of an irregular past.
pub fn forms(word: &str) -> Vec<String> {
    inflections(word)
}

/// The base of a verb in the past tense: "paid" → "pay", "renewed" → "renew"; several where the
/// spelling allows them ("planned" → "plann", "plan", "planne").
pub fn bases(word: &str) -> Vec<String> {
    let irregular = super::lexicon::PAST.iter().filter(|(past, _)| *past == word).map(|(_, base)| (*base).to_owned());
    let mut out: Vec<String> = irregular.collect();
    if let Some(stem) = word.strip_suffix("ed").filter(|s| s.chars().count() >= 2) {
        out.extend([stem.to_owned(), format!("{stem}e")]);
        let mut ends = stem.chars().rev();
        if ends.next() == ends.next()
            && let Some((at, _)) = stem.char_indices().next_back()
        {
            out.push(stem.get(..at).unwrap_or(stem).to_owned());
        }
        if let Some(y) = stem.strip_suffix('i') {
            out.push(format!("{y}y"));
        }
    }
    out
}

/// Byte ranges between quotation marks, marks included.
pub fn quoted(text: &str) -> Vec<std::ops::Range<usize>> {
    super::text::quotes(text)
}

/// The words of a text that can name a todo: folded, without articles and the like.
pub fn naming(text: &str) -> Vec<String> {
    content(text)
}

/// Whether a part of a sentence behind its first begins with a command.
pub fn commands_within(text: &str, clock: &Clock) -> bool {
    let parts = [" and ", ", ", "; ", ". "].into_iter().flat_map(|joint| text.split(joint).skip(1));
    parts.into_iter().any(|part| commands(part, clock))
}

/// Whether a sentence begins with a command ("move …", "please add …", "i finished …").
pub fn commands(text: &str, clock: &Clock) -> bool {
    let clause = Clause::new(text, clock);
    let lead = lead(&clause);
    verb_at(&clause, lead.at, lead.ing).is_some()
}
