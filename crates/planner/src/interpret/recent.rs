//! What the conversation was last about: the todos that "it" and "the second one" may stand for.

use super::choice::ordinal;
use super::resolve::{Targets, which};
use super::run::{Ask, Ref, Run, Said, Settled};
use super::supplied;
use super::target;
use super::{Context, Turn, lexicon::one_of};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, normal_title};

/// Most turns that are looked back at.
const MOST_BACK: usize = 6;

/// Places that have a name.
const MOST_PLACES: usize = 7;

/// What was added or changed last, whoever did it.
const MADE: &str = "the last task|the task i just added|the one i just added|the one i just created|the task i just created|\
    the last todo|the last item|the last task i added|the task i added";

/// What "it" stands for after these turns: the todos of the latest one that names any.
pub fn spoken_of(turns: &[Turn], todos: &Todos, clock: &Clock) -> Vec<TodoId> {
    let ctx = Context { turns: turns.to_vec(), ..Context::default() };
    Run::new(todos, clock, &ctx, Settled::new()).recent()
}

impl Run<'_> {
    /// The todos of the latest turn that names one. Of what was answered only those count that it was about: a list or
    /// a title in quotes, and no word of its own text.
    pub(super) fn recent(&self) -> Vec<TodoId> {
        for turn in self.ctx.turns.iter().rev().take(MOST_BACK) {
            let ids = self.of_turn(turn);
            // What was said is new and not in the list yet: nothing older is meant by "it".
            if !ids.is_empty() || turn.role != "assistant" && self.is_new(&turn.text) {
                return ids;
            }
        }
        Vec::new()
    }

    /// The todos that one turn names.
    pub(super) fn of_turn(&self, turn: &Turn) -> Vec<TodoId> {
        let own = turn.role != "assistant";
        let made = if own { self.made_of(&turn.text) } else { Vec::new() };
        if !made.is_empty() || own && self.is_new(&turn.text) {
            return made;
        }
        let numbers = self.numbers(&turn.text);
        let mut ids = match (numbers.is_empty(), own) {
            (false, _) => numbers,
            (true, true) => target::mentioned(self.todos, &turn.text),
            (true, false) => self.quoted(&turn.text),
        };
        if ids.is_empty() && own {
            // "move the dentist to friday" names "Dentist appointment" by a part.
            ids = self.loosely(&turn.text);
        }
        ids.dedup();
        ids
    }

    /// The todos of the latest change.
    pub(super) fn latest(&self) -> Vec<TodoId> {
        let latest = super::undo::latest(&self.ctx.history).into_iter();
        let mut ids: Vec<TodoId> =
            latest.flat_map(|b| b.ops.iter().filter_map(|o| o.id)).filter(|id| self.todo(*id).is_some()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// "the one i just added", where nothing was spoken of since.
    pub(super) fn just_made(&self, spoken: &str) -> Option<Vec<TodoId>> {
        let free = one_of(spoken, MADE) && self.last.is_empty() && self.fixed.ids.is_none() && self.recent().is_empty();
        Some(self.latest()).filter(|ids| free && ids.len() == 1 && !self.spoke_of_new())
    }

    /// Whether something was asked for that is not in the list yet.
    pub(super) fn spoke_of_new(&self) -> bool {
        self.ctx
            .turns
            .iter()
            .rev()
            .take(MOST_BACK)
            .any(|turn| turn.role != "assistant" && self.made_of(&turn.text).is_empty() && self.is_new(&turn.text))
    }

    /// "the second one": of the list that was answered right before. Never a day of the month.
    pub(super) fn of_list(&mut self, spoken: &str) -> Option<Said<Targets>> {
        if let Some(some) = self.several_of_list(spoken) {
            return Some(some);
        }
        const NOUNS: [&str; 4] = [" one", " task", " todo", " item"];
        let noun = NOUNS.iter().find_map(|noun| spoken.strip_suffix(noun));
        let place = noun.unwrap_or(spoken);
        let place = place.strip_prefix("the ").unwrap_or(place);
        let at = ordinal(place, MOST_PLACES)?;
        let said = noun.is_some() || spoken.starts_with("the ");
        if !said || one_of(place, "one|two|three|four|five|six|seven|last|final|bottom|top") {
            return None;
        }
        if !target::same_title(self.todos, spoken).is_empty() {
            return None;
        }
        if let Some(chosen) = self.chosen() {
            return Some(Ok(chosen));
        }
        let list = self.listed_last();
        if list.is_empty() {
            self.warn("not_found");
            return Some(Err(Ask::plain(supplied::WHICH)));
        }
        Some(match list.get(at) {
            Some(id) => Ok(Targets { refs: vec![Ref::Todo(*id)], ..Targets::default() }),
            None => Err(which(self, supplied::WHICH.to_owned(), &list)),
        })
    }

    /// "The last one", right behind a list of several: the last of them, and not what was made last.
    pub(super) fn last_of_list(&mut self, spoken: &str) -> Option<Targets> {
        let plain =
            one_of(spoken, "the last one|last one|the last") && self.last.is_empty() && self.fixed.ids.is_none();
        let list = if plain { self.listed_last() } else { Vec::new() };
        let last = list.last().filter(|_| list.len() > 1)?;
        Some(Targets { refs: vec![Ref::Todo(*last)], ..Targets::default() })
    }

    /// "The first two": as many of the last list.
    fn several_of_list(&mut self, spoken: &str) -> Option<Said<Targets>> {
        if let Some(some) = self.places_of_list(spoken) {
            return Some(some);
        }
        const NOUNS: [&str; 4] = [" ones", " tasks", " todos", " items"];
        let counted = NOUNS.iter().find_map(|noun| spoken.strip_suffix(noun)).unwrap_or(spoken);
        let plain = counted.strip_prefix("the ").unwrap_or(counted);
        let (end, count) = plain.split_once(' ')?;
        let sized = one_of(count, "two|three|four|five") || count.parse::<usize>().is_ok_and(|n| n > 1);
        if !one_of(end, "first|last") || !sized || !target::same_title(self.todos, spoken).is_empty() {
            return None;
        }
        if let Some(chosen) = self.chosen() {
            return Some(Ok(chosen));
        }
        let list = self.listed_last();
        let some = super::places::several(plain, &list).filter(|some| !some.is_empty());
        Some(match some {
            Some(ids) => Ok(Targets { refs: ids.into_iter().map(Ref::Todo).collect(), ..Targets::default() }),
            None if list.is_empty() => {
                self.warn("not_found");
                Err(Ask::plain(supplied::WHICH))
            }
            None => Err(which(self, supplied::WHICH.to_owned(), &list)),
        })
    }

    /// "The first and third", "number two": places of the last list.
    fn places_of_list(&mut self, spoken: &str) -> Option<Said<Targets>> {
        let list = self.listed_last();
        let numbered = spoken.strip_prefix("number ").filter(|n| ordinal(n, MOST_PLACES).is_some());
        let parts: Vec<&str> = spoken.split(" and ").collect();
        let counts = |part: &&str| one_of(part, "one|two|three|four|five|six|seven");
        if list.is_empty() || numbered.is_none() && (parts.len() < 2 || parts.iter().any(counts)) {
            return None;
        }
        let places: Option<Vec<usize>> = match numbered {
            Some(number) => ordinal(number, MOST_PLACES).map(|at| vec![at]),
            None => parts.iter().map(|part| ordinal(part, list.len())).collect(),
        };
        if let Some(chosen) = self.chosen() {
            return Some(Ok(chosen));
        }
        let refs: Option<Vec<Ref>> = places?.into_iter().map(|at| list.get(at).map(|id| Ref::Todo(*id))).collect();
        Some(match refs {
            Some(refs) => Ok(Targets { refs, ..Targets::default() }),
            None => Err(which(self, supplied::WHICH.to_owned(), &list)),
        })
    }

    /// Numbers without their sign, said of a list that was shown right before: its places, where no todo has such a number; else
    /// it is asked. `None` where they can be no places.
    pub(super) fn numbers_of_list(&mut self, numbers: &[TodoId]) -> Option<Said<Targets>> {
        let list = self.listed_last();
        if numbers.is_empty() || !self.last.is_empty() || numbers.iter().all(|id| list.contains(id)) {
            return None;
        }
        let at = |id: &TodoId| usize::try_from(id.0).ok()?.checked_sub(1).and_then(|at| list.get(at)).copied();
        let placed: Vec<TodoId> = numbers.iter().map(at).collect::<Option<_>>()?;
        if let Some(chosen) = self.chosen() {
            return Some(Ok(chosen));
        }
        let own: Vec<TodoId> = numbers.iter().copied().filter(|id| self.todo(*id).is_some()).collect();
        if own.is_empty() {
            return Some(Ok(Targets { refs: placed.into_iter().map(Ref::Todo).collect(), ..Targets::default() }));
        }
        let mut both = placed;
        both.extend(own);
        Some(Err(which(self, "Which ones do you mean, by number or by title?".to_owned(), &both)))
    }

    /// The todos of the last answer, where it was a list of them, as they were shown.
    pub(super) fn listed_last(&self) -> Vec<TodoId> {
        let answer = self.ctx.turns.iter().rev().find(|turn| turn.role == "assistant");
        self.listed_in(answer.map_or("", |turn| turn.text.as_str()))
    }

    /// The todos that an answer lists.
    pub(super) fn listed_in(&self, text: &str) -> Vec<TodoId> {
        let shown = |part: &str| {
            let digits = part.find(|c: char| !c.is_ascii_digit())?;
            let id = TodoId(part.get(..digits)?.parse().ok()?);
            let title = part.get(digits..)?.strip_prefix(" “")?;
            self.todo(id).filter(|t| title.starts_with(&format!("{}”", t.title))).map(|_| id)
        };
        text.split('#').skip(1).filter_map(shown).collect()
    }

    /// Todos by their numbers with the sign.
    fn numbers(&self, text: &str) -> Vec<TodoId> {
        let number = |word: &str| {
            word.trim_matches(|c: char| !c.is_ascii_digit() && c != '#').strip_prefix('#')?.parse().ok().map(TodoId)
        };
        text.split_whitespace().filter_map(number).filter(|id| self.todo(*id).is_some()).collect()
    }

    /// Todos whose whole title stands in quotes.
    fn quoted(&self, text: &str) -> Vec<TodoId> {
        let titled = |title: &str| {
            let normal = normal_title(title);
            let mut ids = target::mentioned(self.todos, title);
            ids.retain(|id| self.todo(*id).is_some_and(|t| normal_title(&t.title) == normal));
            ids
        };
        text.split(['“', '”', '„', '«', '»', '"']).skip(1).step_by(2).flat_map(|title| titled(title.trim())).collect()
    }

    /// Whether a message asks for something new and for nothing else.
    fn is_new(&self, said: &str) -> bool {
        let read = super::interpret(said, self.todos, self.clock, &Context::default());
        !read.ops.is_empty() && read.ops.iter().all(|op| matches!(op, Operation::Create(_)))
    }
}
