//! The todos that a word of a request may name, looked up and never gathered: a common word is in thousands.

use super::inflections;
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A word of a request.
pub(super) struct Term<'t> {
    /// Those with the word, one set for each of its inflections that is in a title.
    sets: Vec<&'t BTreeSet<TodoId>>,
    /// Those with a word that it may be with a slip of the finger, by their numbers.
    pub(super) slipped: Rc<[TodoId]>,
}

impl<'t> Term<'t> {
    /// The word as it is spelled, in any inflection.
    pub(super) fn plain(todos: &'t Todos, word: &str) -> Self {
        let sets = inflections(word).iter().filter_map(|form| todos.having_word(form)).collect();
        Self { sets, slipped: Rc::default() }
    }

    /// At most so many todos have it.
    pub(super) fn count(&self) -> usize {
        self.sets.iter().map(|ids| ids.len()).sum::<usize>() + self.slipped.len()
    }

    /// They; one that has several forms of it comes as often.
    fn ids(&self) -> impl Iterator<Item = TodoId> {
        self.sets.iter().copied().flatten().chain(self.slipped.iter()).copied()
    }

    /// They, each once, by their numbers.
    pub(super) fn distinct(&self) -> Vec<TodoId> {
        let mut ids: Vec<TodoId> = self.ids().collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn has(&self, id: TodoId) -> bool {
        self.sets.iter().any(|ids| ids.contains(&id)) || self.slipped.binary_search(&id).is_ok()
    }
}

/// Those with all the words, in no order and possibly twice: those of the rarest word, looked up under the others.
fn common<'a>(terms: &'a [Term<'_>]) -> impl Iterator<Item = TodoId> + 'a {
    let rarest = terms.iter().enumerate().min_by_key(|(_, term)| term.count());
    rarest.into_iter().flat_map(move |(at, rarest)| {
        let others = move |id| terms.iter().enumerate().all(|(other, term)| other == at || term.has(id));
        rarest.ids().filter(move |id| others(*id))
    })
}

/// Whether a todo has all the words.
pub(super) fn any_has_all(terms: &[Term<'_>]) -> bool {
    common(terms).next().is_some()
}

/// The todos with all the words for which `also` holds, by their numbers.
pub(super) fn having_all<'t>(todos: &'t Todos, terms: &[Term<'_>], also: &dyn Fn(&Todo) -> bool) -> Vec<&'t Todo> {
    let mut ids: Vec<TodoId> = common(terms).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().filter_map(|id| todos.todo(id)).filter(|todo| also(todo)).collect()
}
