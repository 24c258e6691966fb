//! Several change sets of the inbox at once: marked, turned down or put off, and that taken back.

use super::call::{Call, Effect};
use super::sheet::open;
use super::state::{Page, State};
use crate::texts::say;
use crate::verbs::sign_item as sign;
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::wire::{ItemView, SetView, SignItem};
use std::collections::VecDeque;

/// Which sets are marked, and what is done with them.
#[derive(Debug, Default)]
pub(crate) struct Picked {
    /// Their numbers, in the order they were marked.
    pub(crate) sets: Vec<i64>,
    job: Option<Job>,
    /// What was done last: it can be taken back.
    last: Vec<Done>,
}

/// What is under way, one set after the other.
#[derive(Debug)]
enum Job {
    /// These are still to be decided so.
    Decides { verdict: Verdict, left: VecDeque<i64>, now: Option<Done>, done: Vec<Done> },
    /// These decisions are still to be made, with which all is as it was.
    TakesBack { left: VecDeque<Call>, sets: usize, signed: bool },
}

/// Items of a set that were decided together, each with how it stood before.
#[derive(Debug)]
struct Done {
    set: i64,
    verdict: Verdict,
    items: Vec<(SignItem, ItemStatus)>,
}

impl Done {
    /// The decisions that take it back. What was signed waits: a signature is given by the person.
    fn taken_back(&self) -> impl Iterator<Item = Call> {
        let put_off = |status: ItemStatus| matches!(status, ItemStatus::Deferred | ItemStatus::Confirmed);
        let verdicts = [(false, Verdict::Undecided), (true, Verdict::Deferred)];
        verdicts.into_iter().filter_map(move |(waited, verdict)| {
            let of = self.items.iter().filter(|(_, status)| put_off(*status) == waited);
            let shown = |(item, _): &(SignItem, ItemStatus)| SignItem { was: Some(self.verdict), ..item.clone() };
            let items: Vec<SignItem> = of.map(shown).collect();
            (verdict != self.verdict && !items.is_empty()).then_some(Call::Turn { set: self.set, items, verdict })
        })
    }
}

/// Whether a verdict on all of a set is one on this item, too.
fn falls(set: &SetView, item: &ItemView, verdict: Verdict) -> bool {
    use ItemStatus::{Blocked, Confirmed, Drifted, Pending, Rejected};
    let wants = match verdict {
        Verdict::Deferred => matches!(item.status, Pending | Blocked | Drifted | Confirmed),
        _ => item.status != Rejected,
    };
    wants && item.rejected_with.is_none() && open(set, item)
}

impl State {
    /// Marks the set under the cursor, or no longer, and goes on to the next.
    pub(crate) fn pick(&mut self) -> Vec<Effect> {
        let Some(id) = self.lists.sets().get(self.lists.cursor).map(|set| set.id.0) else { return Vec::new() };
        let marked = &mut self.picked.sets;
        match marked.iter().position(|one| *one == id) {
            Some(at) => drop(marked.remove(at)),
            None => marked.push(id),
        }
        self.lists.step(Page::Inbox, 1);
        Vec::new()
    }

    /// The marked sets that are there.
    pub(crate) fn marked_sets(&self) -> Vec<i64> {
        let there = self.lists.sets();
        self.picked.sets.iter().copied().filter(|id| there.iter().any(|set| set.id.0 == *id)).collect()
    }

    /// Decides all of the marked sets, or of the one under the cursor.
    pub(crate) fn turn_picked(&mut self, verdict: Verdict) -> Vec<Effect> {
        if self.picked.job.is_some() {
            return self.say(say!("cli-desk-picked-busy"));
        }
        let mut left: VecDeque<i64> = self.marked_sets().into();
        if left.is_empty() {
            left.extend(self.lists.sets().get(self.lists.cursor).map(|set| set.id.0));
        }
        if left.is_empty() {
            return Vec::new();
        }
        self.picked.job = Some(Job::Decides { verdict, left, now: None, done: Vec::new() });
        self.next_picked()
    }

    /// Takes back what was decided last.
    pub(crate) fn take_picked_back(&mut self) -> Vec<Effect> {
        if self.picked.job.is_some() {
            return self.say(say!("cli-desk-picked-busy"));
        }
        let last = std::mem::take(&mut self.picked.last);
        if last.is_empty() {
            return self.say(say!("cli-desk-nothing-decided"));
        }
        let left = last.iter().flat_map(Done::taken_back).collect();
        let signed = last.iter().flat_map(|one| &one.items).any(|(_, status)| *status == ItemStatus::Confirmed);
        self.picked.job = Some(Job::TakesBack { left, sets: last.len(), signed });
        self.next_picked()
    }

    /// A set as it stands, of which all is to be decided.
    pub(crate) fn pick_read(&mut self, set: &SetView) -> Vec<Effect> {
        let Some(Job::Decides { verdict, now, .. }) = &mut self.picked.job else { return Vec::new() };
        let (verdict, id) = (*verdict, set.id.0);
        let items: Vec<(SignItem, ItemStatus)> =
            set.items.iter().filter(|item| falls(set, item, verdict)).map(|item| (sign(item), item.status)).collect();
        if items.is_empty() {
            return self.next_picked();
        }
        let signs = items.iter().map(|(item, _)| item.clone()).collect();
        *now = Some(Done { set: id, verdict, items });
        vec![Effect::Ask(Call::Turn { set: id, items: signs, verdict })]
    }

    /// A decision was made.
    pub(crate) fn pick_turned(&mut self) -> Vec<Effect> {
        if let Some(Job::Decides { now, done, .. }) = &mut self.picked.job {
            done.extend(now.take());
        }
        self.next_picked()
    }

    /// One was refused: what was done by then stands, and can be taken back.
    pub(crate) fn pick_refused(&mut self) -> Vec<Effect> {
        let notice = self.notice.clone();
        if let Some(Job::Decides { left, now, .. }) = &mut self.picked.job {
            left.clear();
            *now = None;
        } else {
            self.picked.job = None;
        }
        let wanted = self.next_picked();
        self.notice = notice;
        wanted
    }

    /// Goes on with what is under way, or says what came of it.
    fn next_picked(&mut self) -> Vec<Effect> {
        let again = || vec![Effect::Ask(Call::Status), Effect::Ask(Call::Inbox)];
        match self.picked.job.take() {
            Some(Job::Decides { verdict, mut left, now, done }) => {
                if let Some(set) = left.pop_front() {
                    self.picked.job = Some(Job::Decides { verdict, left, now, done });
                    return vec![Effect::Ask(Call::Pick { set })];
                }
                let count = done.len();
                self.picked.sets.retain(|id| done.iter().all(|one| one.set != *id));
                let text = match (count, verdict) {
                    (0, _) => say!("cli-desk-picked-none"),
                    (_, Verdict::Deferred) => say!("cli-desk-picked-deferred", count = count),
                    _ => say!("cli-desk-picked-rejected", count = count),
                };
                if count > 0 {
                    self.picked.last = done;
                }
                self.say(text);
                again()
            }
            Some(Job::TakesBack { mut left, sets, signed }) => {
                if let Some(call) = left.pop_front() {
                    self.picked.job = Some(Job::TakesBack { left, sets, signed });
                    return vec![Effect::Ask(call)];
                }
                let unsigned = if signed { format!(" {}", say!("cli-desk-picked-unsigned")) } else { String::new() };
                self.say(format!("{}{unsigned}", say!("cli-desk-picked-back", count = sets)));
                again()
            }
            None => again(),
        }
    }
}
