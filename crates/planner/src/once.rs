//! The program's own data in the shape in which it is looked up. A sentence is held against thousands of entries, read
//! this way and that: each list is taken apart at its first use, once in the life of the program.

use rustc_hash::FxHashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// What was made of lists, by where each stands in the program: as many as the program has.
pub(crate) struct Once<T: 'static>(LazyLock<RwLock<FxHashMap<(usize, usize), &'static T>>>);

impl<T> Once<T> {
    pub(crate) const fn new() -> Self {
        Self(LazyLock::new(RwLock::default))
    }

    /// What is made of this data.
    pub(crate) fn of<E>(&self, data: &'static [E], make: impl FnOnce() -> T) -> &'static T {
        let key = (data.as_ptr().addr(), size_of_val(data));
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let made = make();
            let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
            known.entry(key).or_insert_with(|| Box::leak(Box::new(made)))
        })
    }
}

/// Whether a short list has this entry; a mark sets them apart. Asked thousands of times for a sentence: nothing is searched
/// for, most entries are told by their first letters.
pub(crate) fn listed(list: &str, mark: u8, entry: &str) -> bool {
    let (mut rest, entry) = (list.as_bytes(), entry.as_bytes());
    loop {
        let begins = rest.first() == entry.first();
        if begins && rest.strip_prefix(entry).is_some_and(|end| end.first().is_none_or(|next| *next == mark)) {
            return true;
        }
        match rest.iter().position(|byte| *byte == mark).and_then(|at| rest.get(at + 1..)) {
            Some(next) => rest = next,
            None => return false,
        }
    }
}
