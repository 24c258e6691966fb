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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::judge::within;
    use crate::verdict::Setting;
    use std::rc::Rc;

    fn used(text: &str) -> (usize, bool) {
        let budget = Rc::new(Budget::new());
        within(text, &Setting { sandbox: true, ..Setting::default() }, &budget);
        (budget.used(), budget.is_spent())
    }

    #[test]
    fn no_case_of_the_table_needs_more_than_there_is() {
        let cases = [
            include_str!("../tests/cases/carried.txt"),
            include_str!("../tests/cases/fed.txt"),
            include_str!("../tests/cases/never.txt"),
            include_str!("../tests/cases/prompt.txt"),
        ];
        for case in cases.iter().flat_map(|cases| cases.lines()) {
            assert!(!used(case).1, "{case}");
        }
    }

    #[test]
    fn a_substitution_in_a_substitution_is_looked_at_once() {
        let nested = |n: usize| "$(echo ".repeat(n) + "x" + &")".repeat(n);
        for n in [1, 24, 200] {
            assert_eq!(used(&nested(n)), (0, false), "{n}");
        }
    }

    #[test]
    fn a_value_that_doubles_is_given_up_and_the_rest_is_not_guessed() {
        let doubled = |n: usize| {
            let more: String = (1..=n).map(|at| format!("v{at}=$v{}$v{}; ", at - 1, at - 1)).collect();
            format!("v0=abcdefgh; {more}echo $v{n}")
        };
        let (few, many) = (used(&doubled(28)).0, used(&doubled(56)).0);
        assert!(few < 64 * 1024, "{few}");
        assert!(many < 4 * few, "{few} {many}");
    }

    #[test]
    fn words_that_may_begin_a_command_are_paid_for_until_nothing_is_left() {
        let text = "npx ".repeat(16) + &"'a b' ".repeat(2_500);
        let (used, spent) = used(&text);
        assert!(spent && used <= GUESSES + TEXTS, "{used}");
    }
}
