//! How much is looked at in one judgement beyond the text itself: what a word may mean, and what may be
//! a command among the words. Whoever signs is told when it was not enough.

use std::cell::Cell;

/// So many bytes of guesses are looked at: values of variables, words that may begin a command.
const GUESSES: usize = 192 * 1024;
/// So many bytes of texts inside texts are looked at: `sh -c "sh -c …"`.
const TEXTS: usize = 1024 * 1024;
/// What it costs to begin, in bytes.
const BEGINS: usize = 48;

/// What is left, in bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    guesses: Cell<usize>,
    texts: Cell<usize>,
    spent: Cell<bool>,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self { guesses: Cell::new(GUESSES), texts: Cell::new(TEXTS), spent: Cell::new(false) }
    }

    /// Whether a guess of so many bytes may still be looked at; if so it is paid for.
    pub(crate) fn guess(&self, bytes: usize) -> bool {
        self.pay(&self.guesses, bytes)
    }

    /// Whether a text inside the text may still be looked at; if so it is paid for.
    pub(crate) fn text(&self, bytes: usize) -> bool {
        self.pay(&self.texts, bytes)
    }

    /// Whether something was not looked at.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// So many bytes were looked at beyond the text.
    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        GUESSES - self.guesses.get() + TEXTS - self.texts.get()
    }

    fn pay(&self, left: &Cell<usize>, bytes: usize) -> bool {
        match left.get().checked_sub(BEGINS + bytes) {
            Some(rest) => left.set(rest),
            None => self.spent.set(true),
        }
        !self.spent.get()
    }
}
