//! What ends a todo or a day of it, and finds it by words that are not its own: the match is told as a weak one
//! (TODOS.md rule 13). "delete rant" may be about the rent, and may not.

use super::lexicon::{STOP, lists};
use super::target::{inflections, is_typo};
use super::text::tokens;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::{Todos, View, words};

/// Whether an operation ends a todo that the text names by slips of its words alone, or by a wide one.
pub(super) fn is_guess(text: &str, op: &Operation, todos: &Todos) -> bool {
    let ends = matches!(
        op,
        Operation::Delete { .. }
            | Operation::Complete { completed: true, .. }
            | Operation::CompleteOccurrence { completed: true, .. }
            | Operation::SkipOccurrence { .. }
    );
    let Some(todo) = op.target().and_then(Target::id).filter(|_| ends).and_then(|id| todos.todo(id)) else {
        return false;
    };
    let title = words(&todo.title);
    let said: Vec<String> = tokens(text).iter().flat_map(|t| words(&t.fold)).collect();
    let own = |word: &String| inflections(word).iter().any(|form| title.contains(form));
    let named = said.iter().filter(|word| !lists(STOP, word)).any(own);
    let slips = said.iter().filter(|word| inflections(word).iter().all(|form| todos.count_word(form) == 0));
    let mut meant = slips.filter_map(|word| title.iter().find(|own| is_typo(word, own)).map(|own| (word, own)));
    meant.any(|(word, own)| {
        let slips = strsim::osa_distance(word, own);
        // Another letter makes another word ("rant", "rent"); one left out or two turned round rarely do.
        slips > 1 && named || !named && strsim::hamming(word, own) == Ok(slips)
    })
}
