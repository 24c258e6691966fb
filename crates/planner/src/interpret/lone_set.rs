//! "high priority tasks", "work todos", "done tasks": a set alone, without a verb. It is shown, and no todo is made of its
//! name; nor does "add high priority tasks" say what a new one should be.

use super::filter::conditions;
use super::lexicon::one_of;
use super::run::Run;
use super::split::verb_at;
use super::target::same_title;
use super::text::Clause;
use super::{bare, fields};

/// A noun for todos, of several.
const NOUNS: &str = "tasks|todos|to-dos|items";

/// What a set can be in is no verb in front of its noun: "done tasks", and not "complete tasks".
const STATES: &str =
    "done|completed|finished|closed|ticked|open|started|blocked|paused|rejected|late|dated|planned|scheduled|star";

/// More words say more than a set.
const MOST: usize = 6;

/// The message as an order to show the set that it is; `None` where it says anything else.
pub(super) fn shown(c: &Clause, at: usize, run: &Run<'_>) -> Option<String> {
    let said = Clause::new(c.slice(at..c.len()), run.clock);
    let len = said.len();
    let plain = said.toks.iter().all(|t| !t.quoted && !matches!(t.after, Some(',' | ':' | ';')));
    if !(2..=MOST).contains(&len) || !plain || !one_of(said.word(len - 1), NOUNS) {
        return None;
    }
    let state = one_of(said.word(0), STATES) || run.is_label(said.word(0));
    let acts = verb_at(&said, 0, false).is_some() || bare::is_everyday(said.word(0));
    if acts && !state || !same_title(run.todos, &said.text).is_empty() {
        return None;
    }
    let set = conditions(&mut said.clone(), run);
    let chosen = !set.is_empty() && set.unknown.is_empty();
    // "shopping tasks", where nothing is called so: it is said that this is not known.
    let strange = set.is_empty() && matches!(set.unknown.as_slice(), [one] if one.chars().all(char::is_alphabetic));
    (chosen || strange && len == 2).then(|| format!("show {}", said.text))
}

/// Whether the words of a new title only name todos: "tasks", "high priority tasks", "work todos".
pub(super) fn names_only(title: &str, run: &Run<'_>) -> bool {
    let said = Clause::new(title, run.clock);
    let len = said.len();
    let quoted = said.toks.iter().any(|t| t.quoted);
    let known = |i: usize| {
        let word = said.word(i);
        run.is_label(word.trim_start_matches(['#', '@']))
            || fields::level(word).is_some()
            || one_of(word, "priority|prio")
    };
    len > 0 && !quoted && one_of(said.word(len - 1), NOUNS) && (0..len - 1).all(known)
}
