//! "The 2pm dentist", "the 9:00 stand-up": the time that a todo has, said in front of its name.

use super::run::Run;
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;

impl Run<'_> {
    /// The one todo of that name that has the time said beside it.
    pub(super) fn of_its_time(&self, name: &Clause, want: Want) -> Option<TodoId> {
        let exact = |word: &str| word.contains(':') || word.ends_with("am") || word.ends_with("pm");
        let (at, time) = (0..name.len()).find_map(|at| match dates::whole(name.word(at), self.clock) {
            Some(What::Time { time, .. }) if exact(name.word(at)) => Some((at, time)),
            _ => None,
        })?;
        let mut rest = name.clone();
        rest.spend(at..at + 1);
        let words = content(&rest.rest(0..name.len()));
        match self.search(&words, want, &|todo| todo.time_of_day.is_some_and(|own| own.time() == time)) {
            Match::One(id) if !words.is_empty() => Some(id),
            _ => None,
        }
    }
}
