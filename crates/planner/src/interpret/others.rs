//! "The rest", "the others", "the other two": what is left of the list that was shown last, without those that were named since.

use super::lexicon::one_of;
use super::resolve::{Targets, which};
use super::run::{Ref, Run, Said};
use super::{Context, standing, target};
use countersign_core::ids::TodoId;
use countersign_core::operation::Target;

/// Most turns that are looked back at for a list.
const MOST_BACK: usize = 6;

const REST: &str = "rest|others|other ones|remaining ones|remaining|ones left|remaining todos|remaining tasks|other todos|other tasks|\
    rest of them|rest of those|rest of these|rest of the list|rest of the todos|rest of the tasks";

/// Whether words say so, and how many they are; `None` where they say something else.
pub(super) fn said(spoken: &str) -> Option<Option<usize>> {
    let plain = spoken.strip_prefix("all ").unwrap_or(spoken);
    let plain = plain.strip_prefix("the ").or_else(|| plain.strip_prefix("my "))?;
    if one_of(plain, REST) {
        return Some(None);
    }
    let (front, behind) = plain.split_once(' ')?;
    let count = |word: &str| match word {
        "two" => Some(2),
        "three" => Some(3),
        "four" => Some(4),
        "five" => Some(5),
        _ => None,
    };
    match (front, behind) {
        ("other" | "remaining", behind) => {
            let number = behind
                .split_once(' ')
                .map_or(behind, |(n, noun)| if one_of(noun, "ones|todos|tasks") { n } else { behind });
            Some(Some(count(number)?))
        }
        (front, "others") => Some(Some(count(front)?)),
        _ => None,
    }
}

impl Run<'_> {
    /// What is left of the last list; `None` where none was shown, or something else is said.
    pub(super) fn rest_of_list(&mut self, spoken: &str) -> Option<Said<Targets>> {
        let count = said(spoken).filter(|_| target::same_title(self.todos, spoken).is_empty())?;
        let (list, named) = self.last_list()?;
        if let Some(chosen) = self.chosen() {
            return Some(Ok(chosen));
        }
        let rest: Vec<TodoId> = list.iter().copied().filter(|id| !named.contains(id)).collect();
        let told = rest.len() < list.len() && !rest.is_empty() && count.is_none_or(|count| count == rest.len());
        Some(if told {
            Ok(Targets { refs: rest.into_iter().map(Ref::Todo).collect(), ..Targets::default() })
        } else {
            let of = if rest.is_empty() { &list } else { &rest };
            Err(which(self, "Which ones do you mean, by number or by title?".to_owned(), of))
        })
    }

    /// The list that was shown last, and the todos that were named since.
    fn last_list(&self) -> Option<(Vec<TodoId>, Vec<TodoId>)> {
        let turns = &self.ctx.turns;
        let recent = (turns.len().saturating_sub(MOST_BACK)..turns.len()).rev();
        let shown = |at: &usize| {
            let turn = turns.get(*at).filter(|turn| turn.role == "assistant")?;
            Some(self.listed_in(&turn.text)).filter(|list| list.len() > 1)
        };
        let (at, list) = recent.into_iter().find_map(|at| Some((at, shown(&at)?)))?;
        let mut named: Vec<TodoId> = self.latest();
        for (n, turn) in turns.iter().enumerate().skip(at + 1).filter(|(_, turn)| turn.role != "assistant") {
            let ctx = Context { turns: turns.iter().take(n).cloned().collect(), ..Context::default() };
            named.extend(standing::ids(&super::interpret(&turn.text, self.todos, self.clock, &ctx).ops));
        }
        named.extend(self.ctx.proposals.iter().filter_map(|p| p.op.target().and_then(Target::id)));
        named.extend(standing::ids(&self.ops));
        let refs = self.seen.iter().chain(&self.last);
        named.extend(refs.filter_map(|one| if let Ref::Todo(id) = one { Some(*id) } else { None }));
        Some((list, named))
    }
}
