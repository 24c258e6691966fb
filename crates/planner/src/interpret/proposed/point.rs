//! Which proposals words point at, and what becomes of them.

use super::super::{Answer, Decision};
use super::scene::Scene;
use super::{Taken, unsigned};
use crate::dates::{self, What};
use crate::languages::inflected::same;
use crate::languages::pointing::{self, Act, Deed, How, Pointed, Verb, Which};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todo::{Status, Todo};
use countersign_core::todos::words;
use std::collections::BTreeMap;

/// What a message comes to.
pub(super) enum Came {
    Answer(Box<Answer>),
    /// Which of these is meant, or of these todos that are there, has to be asked.
    Ask {
        pointed: Pointed,
        among: Vec<usize>,
        also: Vec<TodoId>,
    },
}

/// What words point at.
enum Found {
    These(Vec<usize>),
    OneOf(Vec<usize>, Vec<TodoId>),
}

impl Scene<'_> {
    /// A message that points at proposals by place, by title, by a trait or as all of them.
    pub(super) fn named(&self, text: &str) -> Option<Came> {
        let read = pointing::readings(text, &self.shown, self.clock);
        read.iter().filter(|p| !by_it(&p.deed)).find_map(|p| self.came(p)).or_else(|| self.whole(text))
    }

    /// A message that says "it", or nothing but a value.
    pub(super) fn unnamed(&self, text: &str, planned: bool) -> Option<Came> {
        let read = pointing::readings(text, &self.shown, self.clock);
        // "bring it back" of what was deleted before is another wish.
        let other = |deed: &Deed| planned && matches!(deed, Deed::Restore { .. });
        read.iter().filter(|p| by_it(&p.deed) && !other(&p.deed)).find_map(|p| self.came(p))
    }

    /// What a part of a message lets be of what waits.
    pub(super) fn spared(&self, text: &str) -> Option<Vec<Taken>> {
        let lets_be = |p: &&Pointed| match &p.deed {
            // "no, skip it" lets nothing be.
            Deed::Withdraw { how: How::Takes | How::Cancels, .. } => !by_it(&p.deed),
            Deed::Keep(which) | Deed::Spare { which, .. } | Deed::Restore { which, .. } | Deed::Without(which) => {
                *which != Which::Them
            }
            _ => false,
        };
        let read = pointing::readings(text, &self.shown, self.clock);
        match read.iter().filter(lets_be).find_map(|p| self.came(p))? {
            Came::Answer(answer) if answer.ops.is_empty() && !answer.takes.is_empty() => Some(answer.takes),
            _ => None,
        }
    }

    fn came(&self, pointed: &Pointed) -> Option<Came> {
        if !self.fits(pointed) {
            return None;
        }
        // "not tuesday" of what repeats on mondays and tuesdays.
        let weekdays = match &pointed.deed {
            Deed::Only(Which::Days(days)) => self.on_weekdays(days, true),
            Deed::Without(Which::Days(days)) => self.on_weekdays(days, false),
            _ => None,
        };
        if let Some((at, op)) = weekdays {
            return self.answer(&[], BTreeMap::from([(at, op)])).map(|answer| Came::Answer(Box::new(answer)));
        }
        match self.find(which(&pointed.deed)?)? {
            Found::These(these) => {
                let mut came = self.take(pointed, &these)?;
                if let (Came::Answer(answer), [_], true) = (&mut came, these.as_slice(), counts_several(pointed)) {
                    answer.last_one = true;
                }
                Some(came)
            }
            // Where nothing is ordered, words that name none may be a date, or anything else.
            Found::OneOf(among, also) => {
                let orders = matches!(
                    pointed.deed,
                    Deed::Put { .. } | Deed::Withdraw { .. } | Deed::Keep(_) | Deed::Spare { .. } | Deed::Lacks { .. }
                );
                let asks = orders || among.len() < self.proposals.len();
                // "mow the lawn this weekend" orders nothing of what is planned for it.
                let of_one = || among.first().is_some_and(|one| self.take(pointed, &[*one]).is_some());
                let sound = !matches!(pointed.deed, Deed::Within { .. }) || of_one();
                (asks && sound).then(|| Came::Ask { pointed: pointed.clone(), among, also })
            }
        }
    }

    /// Whether a title in a message can be one of a proposal: an errand of its own has its words too.
    fn fits(&self, pointed: &Pointed) -> bool {
        let Some(Which::Titled { words, definite, own }) = which(&pointed.deed) else { return true };
        let definite = &(*definite || own.iter().zip(words).any(|(own, fold)| self.in_the_form_of_one(own, fold)));
        let set_right = pointed.corrects && (pointed.apart || *definite);
        match &pointed.deed {
            Deed::Put { verb: Verb::Put, .. } | Deed::Withdraw { .. } | Deed::Only(_) | Deed::Without(_) => true,
            Deed::Keep(_) | Deed::Spare { .. } | Deed::Restore { .. } | Deed::Lacks { .. } | Deed::Just { .. } => true,
            Deed::Put { verb, values, .. } => {
                let levels = values.iter().all(|value| value.ends_with(" priority"));
                set_right || *definite || *verb == Verb::Make && levels
            }
            Deed::Named(_) | Deed::Within { .. } => false,
        }
    }

    /// Whether a Romanian word is one of a title with its article: "ședința" where that has "ședință".
    fn in_the_form_of_one(&self, own: &str, fold: &str) -> bool {
        let without = |title: &str| {
            let plain = title.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
            plain.filter(|w| w.ends_with(['ă', 'e'])).any(|w| words(&w).iter().any(|w| same(w, fold)))
        };
        own.ends_with('a') && (0..self.proposals.len()).any(|at| self.todo(at).is_some_and(|t| without(&t.title)))
    }

    fn find(&self, which: &Which) -> Option<Found> {
        let these = |these: Vec<usize>| (!these.is_empty()).then_some(Found::These(these));
        let (recent, all) = (self.recent(), self.all());
        // The order before knows of which todos a change of many is.
        let of_many = recent.iter().any(|at| self.of_many(*at));
        let of_a_list = matches!(which, Which::Place(_) | Which::First(_) | Which::Last(_) | Which::Trait(_));
        if of_many && (of_a_list || matches!(which, Which::Both | Which::Count(_))) {
            return None;
        }
        // Of several that are one by now, that one is left.
        let too_many = || match all.as_slice() {
            [] => None,
            [_] => these(all.clone()),
            _ => Some(Found::OneOf(all.clone(), Vec::new())),
        };
        let counted = |n: usize| match [&recent, &all].into_iter().find(|some| some.len() == n) {
            Some(some) => these(some.clone()),
            None => too_many(),
        };
        let share = |from_front: bool, n: usize| {
            let list = self.list();
            let share =
                if from_front { list.get(..n) } else { list.len().checked_sub(n).and_then(|at| list.get(at..)) };
            share.map_or_else(too_many, |share| these(share.to_vec()))
        };
        match which {
            Which::It => these(recent),
            Which::Them => these(self.list()),
            Which::All => these(all),
            Which::Both => counted(2),
            Which::Count(n) => counted(*n),
            Which::First(n) => share(true, *n),
            Which::Last(n) => share(false, *n),
            Which::Place(n) => {
                let list = self.list();
                match if *n == 0 { list.last() } else { list.get(n - 1) } {
                    Some(at) => these(vec![*at]),
                    None => (!all.is_empty()).then(|| Found::OneOf(all.clone(), Vec::new())),
                }
            }
            Which::Trait(of) => {
                let list = self.list();
                let fits = |at: &usize| self.todo(*at).is_some_and(|todo| self.has_trait(todo, of));
                let hits: Vec<usize> = list.into_iter().filter(fits).collect();
                if hits.len() > 1 { Some(Found::OneOf(hits, Vec::new())) } else { these(hits) }
            }
            Which::Titled { words, .. } => self.titled(words),
            Which::Days(days) => {
                let fits = |at: &usize| self.todo(*at).is_some_and(|t| days.iter().any(|day| self.has_trait(t, day)));
                these(self.list().into_iter().filter(fits).collect())
            }
            Which::Several(each) => {
                let mut found = Vec::new();
                for one in each {
                    match self.find(one)? {
                        Found::These(some) => found.extend(some),
                        asked @ Found::OneOf(..) => return Some(asked),
                    }
                }
                found.sort_unstable();
                found.dedup();
                these(found)
            }
        }
    }

    /// Those of some proposals that an answer chooses.
    pub(super) fn among(&self, which: &Which, among: &[usize]) -> Option<Vec<usize>> {
        let place = |n: usize| if n == 0 { among.last() } else { among.get(n - 1) };
        let chosen = match which {
            Which::Place(n) => vec![*place(*n)?],
            Which::All | Which::Both | Which::Count(_) | Which::Them => among.to_vec(),
            Which::First(n) => among.get(..*n)?.to_vec(),
            Which::Last(n) => among.get(among.len().checked_sub(*n)?..)?.to_vec(),
            Which::It if among.len() == 1 => among.to_vec(),
            Which::It => return None,
            Which::Several(each) => {
                let each: Option<Vec<Vec<usize>>> = each.iter().map(|one| self.among(one, among)).collect();
                each?.concat()
            }
            Which::Days(days) => {
                let fits = |at: &usize| self.todo(*at).is_some_and(|t| days.iter().any(|day| self.has_trait(t, day)));
                among.iter().copied().filter(fits).collect()
            }
            Which::Trait(of) => {
                among.iter().copied().filter(|at| self.todo(*at).is_some_and(|t| self.has_trait(t, of))).collect()
            }
            Which::Titled { words, .. } => {
                among.iter().copied().filter(|at| self.todo(*at).is_some_and(|t| names(words, t))).collect()
            }
        };
        (!chosen.is_empty()).then_some(chosen)
    }

    /// Those whose titles have all of the words. Proposals go before todos that are there, unless one of these is called
    /// just that: then it is asked.
    fn titled(&self, said: &[String]) -> Option<Found> {
        // "Tom's"
        let owned = |word: &String| word.trim_end_matches("'s").trim_end_matches("’s").to_owned();
        let said = &said.iter().map(owned).collect::<Vec<_>>()[..];
        let hit = |at: &usize| self.todo(*at).is_some_and(|todo| names(said, todo));
        let mut hits: Vec<usize> = (0..self.proposals.len()).filter(hit).collect();
        let exact = |todo: &Todo| words(&todo.title).len() == said.len() && names(said, todo);
        let called: Vec<usize> = hits.iter().copied().filter(|at| self.todo(*at).is_some_and(exact)).collect();
        if !called.is_empty() {
            hits = called.clone();
        }
        // The words as they stand in a title go before other forms of them.
        let plain = |at: &usize| {
            let title = self.todo(*at).map(|todo| words(&todo.title)).unwrap_or_default();
            said.iter().all(|word| words(word).iter().all(|word| title.contains(word)))
        };
        if hits.iter().any(plain) {
            hits.retain(plain);
        }
        let recent: Vec<usize> = hits.iter().copied().filter(|at| self.recent().contains(at)).collect();
        if !recent.is_empty() {
            hits = recent;
        }
        let meant = |todo: &&Todo| {
            let own = |at: &usize| self.proposals.get(*at).and_then(|p| p.op.target()?.id()) == Some(todo.id);
            !todo.status.is_closed() && exact(todo) && !hits.iter().any(own)
        };
        let also: Vec<TodoId> = self.todos.iter().filter(meant).map(|t| t.id).collect();
        match hits.as_slice() {
            [] => None,
            [_] if also.is_empty() || !called.is_empty() => Some(Found::These(hits)),
            _ => Some(Found::OneOf(hits, also)),
        }
    }

    fn has_trait(&self, todo: &Todo, of: &str) -> bool {
        let time = todo.time_of_day.map(|t| t.time());
        let hour = time.map(|t| t.hour());
        let within = |from: i8, to: i8| hour.is_some_and(|hour| from <= hour && hour < to);
        match of {
            "morning" => return within(4, 12),
            "noon" => return within(12, 14),
            "afternoon" => return within(12, 18),
            "evening" => return within(17, 24),
            "night" => return within(19, 24),
            _ => {}
        }
        let day = todo.scheduled_for.or(todo.due_date);
        let said = ["on ", "for "].iter().find_map(|lead| of.strip_prefix(lead)).unwrap_or(of);
        match dates::whole(said, self.clock).or_else(|| dates::whole(of, self.clock)) {
            Some(What::Date { date, .. }) => day == Some(date),
            Some(What::DateTime { date, time, .. }) => {
                day == Some(date) && todo.time_of_day.is_some_and(|t| t.time() == time)
            }
            Some(What::Range { from, to, .. }) => day.is_some_and(|day| from <= day && day <= to),
            // "the 5 o'clock one": on whichever half of the day.
            Some(What::Time { time: said, .. }) => {
                time.is_some_and(|time| time.minute() == said.minute() && time.hour() % 12 == said.hour() % 12)
            }
            _ => false,
        }
    }

    /// What becomes of the proposals that are meant.
    pub(super) fn take(&self, pointed: &Pointed, these: &[usize]) -> Option<Came> {
        let others = |scope: Vec<usize>| scope.into_iter().filter(|at| !these.contains(at)).collect::<Vec<_>>();
        match &pointed.deed {
            Deed::Withdraw { which, how } => {
                let made = these.iter().all(|at| self.makes(*at));
                let there = match how {
                    How::Takes => false,
                    How::Cancels => matches!(which, Which::Titled { .. }),
                    How::Deletes => true,
                };
                // "delete the dentist" of one that was to be moved is another wish.
                if there && !made { None } else { self.withdrawn(these) }
            }
            // What is there and was to end stays, and its proposal falls; what was to be made is all that is wanted.
            Deed::Keep(_) if these.iter().all(|at| self.ends(*at)) => self.withdrawn(these),
            Deed::Keep(which) if these.iter().all(|at| self.makes(*at)) => {
                let only = Pointed { deed: Deed::Only(which.clone()), ..pointed.clone() };
                self.take(&only, these)
            }
            Deed::Keep(_) => Some(Came::Ask { pointed: pointed.clone(), among: these.to_vec(), also: Vec::new() }),
            Deed::Spare { act, .. } | Deed::Restore { act, .. } => {
                let out: Vec<usize> = these.iter().copied().filter(|at| self.is(*at, *act)).collect();
                if out.is_empty() { None } else { self.withdrawn(&out) }
            }
            Deed::Just { which, act } => {
                let recent = self.recent();
                let all = these.iter().chain(&recent).all(|at| self.is(*at, *act));
                let only = Pointed { deed: Deed::Only(which.clone()), ..pointed.clone() };
                if all && these.iter().all(|at| recent.contains(at)) { self.take(&only, these) } else { None }
            }
            Deed::Only(which) | Deed::Named(which) => {
                let recent = self.recent();
                let scope =
                    if recent.len() > 1 && these.iter().all(|at| recent.contains(at)) { recent } else { self.all() };
                let out = others(scope);
                match (out.is_empty(), which) {
                    (
                        true,
                        Which::All | Which::Both | Which::Count(_) | Which::First(_) | Which::Last(_) | Which::Them,
                    ) => Some(Came::Answer(Box::new(unsigned()))),
                    (true, _) => None,
                    (false, _) => self.withdrawn(&out),
                }
            }
            Deed::Without(which) => {
                let whole = others(self.all()).is_empty();
                if whole && !matches!(which, Which::Titled { .. }) { None } else { self.withdrawn(these) }
            }
            Deed::Put { which, values, .. } => self.put(pointed, which, values, these),
            Deed::Lacks { field, .. } => {
                let changed: BTreeMap<usize, Operation> =
                    these.iter().filter_map(|at| Some((*at, self.lacking(*at, *field)?))).collect();
                let some = !changed.is_empty();
                some.then(|| self.answer(&[], changed)).flatten().map(|answer| Came::Answer(Box::new(answer)))
            }
            Deed::Within { before, after, .. } => {
                let ids: Vec<String> = these.iter().map(|at| format!("#{}", self.id(*at))).collect();
                let said = format!("{before} {} {after}", ids.join(" and "));
                self.changing(self.changes(said.trim())?)
            }
        }
    }

    /// Whether a proposal takes what is there off the list, for good or on a day.
    fn ends(&self, at: usize) -> bool {
        [Act::Delete, Act::Complete, Act::Skip].into_iter().any(|act| self.is(at, act))
    }

    /// Whether a proposal does this.
    fn is(&self, at: usize, act: Act) -> bool {
        let Some(op) = self.proposals.get(at).map(|p| &p.op) else { return false };
        match op {
            _ if act == Act::Any => true,
            op if act == Act::There => !matches!(op, Operation::Create(_)),
            Operation::Create(_) => act == Act::Make,
            Operation::Delete { .. } | Operation::BulkDelete { .. } => act == Act::Delete,
            Operation::Complete { completed: true, .. }
            | Operation::CompleteOccurrence { completed: true, .. }
            | Operation::BulkComplete { completed: true, .. }
            | Operation::SetStatus { status: Status::Done, .. } => act == Act::Complete,
            Operation::SetStatus { status: Status::Rejected, .. } => act == Act::Delete,
            Operation::SkipOccurrence { .. } => matches!(act, Act::Skip | Act::Delete),
            Operation::Update { .. } | Operation::BulkUpdate { .. } | Operation::MoveOccurrence { .. } => {
                act == Act::Change
            }
            _ => false,
        }
    }

    /// What was proposed last, where a message says no more than "no" to it: unless "no" answers what was asked since.
    pub(super) fn refused(&self, text: &str, asked: bool) -> Option<Came> {
        let recent = self.recent();
        // "el té no" says it of the tea.
        let said = words(text);
        let titled =
            |at: &usize| self.todo(*at).is_some_and(|todo| words(&todo.title).iter().any(|w| said.contains(w)));
        if asked || recent.is_empty() || recent.iter().any(titled) || !pointing::refuses(text, self.clock) {
            return None;
        }
        self.withdrawn(&recent)
    }

    pub(super) fn withdrawn(&self, these: &[usize]) -> Option<Came> {
        self.answer(these, BTreeMap::new()).map(|answer| Came::Answer(Box::new(answer)))
    }

    fn put(&self, pointed: &Pointed, which: &Which, values: &[String], these: &[usize]) -> Option<Came> {
        let mut patches: Vec<(usize, Patch)> = Vec::new();
        let values = together(values);
        for at in these {
            for value in &values {
                patches.push((*at, self.patch(*at, value)?));
            }
        }
        // "it" of several is the one that has such a value already, or all that have the same.
        if *which == Which::It && these.len() > 1 {
            let had: Vec<(usize, Vec<String>)> =
                patches.iter().filter_map(|(at, patch)| Some((*at, self.had(*at, patch)?))).collect();
            let same =
                had.len() == these.len() && had.windows(2).all(|pair| matches!(pair, [(_, a), (_, b)] if a == b));
            match had.as_slice() {
                [(only, _)] => patches.retain(|(at, _)| at == only),
                _ if same && values.len() == 1 => {}
                _ => return Some(Came::Ask { pointed: pointed.clone(), among: these.to_vec(), also: Vec::new() }),
            }
        }
        self.changing(patches)
    }

    /// What a proposal says already of what a change is about; `None` where it says nothing of it.
    fn had(&self, at: usize, patch: &Patch) -> Option<Vec<String>> {
        let fields = |op: &Operation| op.to_value().as_object().cloned().unwrap_or_default();
        let id = self.id(at).into();
        let changed = fields(&Operation::Update { id, set: patch.clone() });
        let own = fields(&self.proposals.get(at)?.op);
        let said = changed.keys().filter(|key| !matches!(key.as_str(), "op" | "id"));
        let had: Vec<String> = said.filter_map(|key| own.get(key)).map(ToString::to_string).collect();
        (!had.is_empty()).then_some(had)
    }

    fn changing(&self, patches: Vec<(usize, Patch)>) -> Option<Came> {
        let mut all: BTreeMap<usize, Patch> = BTreeMap::new();
        for (at, patch) in patches {
            crate::interpret::folded::merge(all.entry(at).or_default(), patch);
        }
        let changed: Option<BTreeMap<usize, Operation>> =
            all.into_iter().map(|(at, patch)| Some((at, self.changed(at, patch)?))).collect();
        self.answer(&[], changed?).map(|answer| Came::Answer(Box::new(answer)))
    }

    /// "Rename the tea to green tea": a whole order about a proposal, as of a todo of that name; unless there is a todo
    /// that it is about.
    fn whole(&self, text: &str) -> Option<Came> {
        let changes = self.changes(text)?;
        let there = super::super::interpret(text, self.todos, self.clock, &super::Context::default());
        let other = there.decision == Decision::Plan && there.ops.iter().any(|op| !matches!(op, Operation::Create(_)));
        let own = |op: &Operation| {
            changes.iter().any(|(at, _)| self.proposals.get(*at).is_some_and(|p| p.op.target() == op.target()))
        };
        if other && !there.ops.iter().all(own) { None } else { self.changing(changes) }
    }
}

/// A day and a time beside each other are one value: an hour alone would be one of today.
fn together(values: &[String]) -> Vec<String> {
    let other = |value: &String| value.ends_with(" priority") || value.starts_with("every ");
    let (rest, when): (Vec<String>, Vec<String>) = values.iter().cloned().partition(other);
    let moment = (!when.is_empty()).then(|| when.join(" "));
    moment.into_iter().chain(rest).collect()
}

fn which(deed: &Deed) -> Option<&Which> {
    match deed {
        Deed::Withdraw { which, .. } | Deed::Put { which, .. } | Deed::Within { which, .. } => Some(which),
        Deed::Only(which) | Deed::Without(which) | Deed::Named(which) | Deed::Keep(which) => Some(which),
        Deed::Spare { which, .. } | Deed::Restore { which, .. } | Deed::Lacks { which, .. } => Some(which),
        Deed::Just { which, .. } => Some(which),
    }
}

/// Whether a message says of how many it speaks, and that they are more than one.
fn counts_several(pointed: &Pointed) -> bool {
    matches!(which(&pointed.deed), Some(Which::Both | Which::Count(_) | Which::First(_) | Which::Last(_)))
}

/// Whether a message says no more of what it is about than "it".
fn by_it(deed: &Deed) -> bool {
    matches!(which(deed), Some(Which::It | Which::Them))
}

/// Whether a title has all of the words.
fn names(said: &[String], todo: &Todo) -> bool {
    let title = words(&todo.title);
    let has = |word: &String| words(word).iter().all(|word| title.iter().any(|own| same(word, own)));
    !said.is_empty() && said.iter().all(has)
}
