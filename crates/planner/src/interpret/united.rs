//! "All travel todos and all done ones", "groceries and all travel tasks": several sets, or todos and a set, side by side. They
//! are all of either: what is joined so is no condition more (TODOS.md rule 12).

use super::lexicon::one_of;
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said};
use super::target::Want;
use super::text::Clause;
use countersign_core::wire::Where;
use std::collections::HashSet;

/// How a set is joined to what stands in front of it.
const LINKS: [&str; 8] = ["and all", "and every", "& all", "& every", "plus all", "plus every", ", all", ", every"];

impl Run<'_> {
    /// What is meant by both sides of "and all …"; `None` where the words join no set to anything.
    pub(super) fn united(&mut self, text: &str, want: Want) -> Option<Said<Targets>> {
        if self.fixed.ids.is_some() || self.set.is_some() {
            return None;
        }
        // Asked of every object: most join nothing.
        let small = text.to_lowercase();
        if !LINKS.iter().any(|link| small.contains(link)) {
            return None;
        }
        let c = Clause::new(text, self.clock);
        let quoted = |at: usize| c.toks.get(at).is_some_and(|t| t.quoted);
        let set = |at: usize| one_of(c.word(at), "all|every|everything") && !quoted(at);
        let joins = |at: usize| {
            let and = one_of(c.word(at), "and|&|plus") && !quoted(at);
            let comma = c.toks.get(at - 1).is_some_and(|t| t.after == Some(','));
            (and && set(at + 1)).then_some((at, at + 1)).or((comma && set(at)).then_some((at, at)))
        };
        let (end, next) = (1..c.len()).find_map(joins).filter(|(_, next)| next + 1 < c.len())?;
        // "and all of them", "and all its lines": of what stands in front.
        if one_of(c.word(next + 1), "of|its|their|them|it|his|her|those|these") {
            return None;
        }
        let asks = || Err(Ask::plain(format!("Which todos do you mean by “{}”?", text.trim())));
        let (left, right) = (c.slice(0..end).to_owned(), c.slice(next..c.len()).to_owned());
        let Some(one) = self.attempt(|run| run.objects(&left, want)).filter(|t| !t.refs.is_empty() && !t.unmet) else {
            return Some(asks());
        };
        let Some(other) = self.attempt(|run| run.objects(&right, want)).filter(|t| t.bulk && !t.refs.is_empty()) else {
            return Some(asks());
        };
        let mut seen: HashSet<Ref> = HashSet::new();
        let mut refs = Vec::new();
        for side in [&one, &other] {
            // What is done belongs to a set only where it says so.
            let open = |r: &Ref| match r {
                Ref::Todo(id) => side.explicit || self.todo(*id).is_none_or(|t| !t.status.is_closed()),
                Ref::New(_) => true,
            };
            refs.extend(side.refs.iter().copied().filter(open).filter(|r| seen.insert(*r)));
        }
        self.of_set = true;
        Some(Ok(Targets {
            refs,
            bulk: true,
            all: one.all || other.all,
            repeating: one.repeating || other.repeating,
            entries: one.entries || other.entries,
            explicit: one.explicit || other.explicit,
            about: Where::default(),
            ..Targets::default()
        }))
    }
}
