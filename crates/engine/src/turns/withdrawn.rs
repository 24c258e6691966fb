//! What a conversation proposed and nobody carried out: a message may take it back, or put it otherwise. Then it is
//! withdrawn, signed or not, so that there are never two proposals of one wish.

use super::{Turn, Work};
use crate::write::Write;
use crate::{Engine, Result};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source, review};
use countersign_core::ids::SetId;
use countersign_core::reason;
use countersign_core::wire::Mode;
use countersign_planner::interpret::Proposed;
use countersign_store::RunRow;
use std::collections::BTreeMap;

/// So many of the last runs may have proposed what is spoken of.
const MOST_BACK: usize = 40;

/// What the conversation proposed and is not carried out.
#[derive(Default)]
pub(super) struct Waiting {
    /// The items, oldest first.
    pub(super) items: Vec<Proposed>,
    /// What was proposed last waits, all of it; what was only talk since is no other wish.
    pub(super) whole: bool,
}

/// A set of which a message took something back.
pub(super) struct Withdrawn {
    id: SetId,
    /// The labels of what was taken back there.
    labels: Vec<String>,
    /// Nothing of it is left to decide.
    whole: bool,
    /// Some of it was signed.
    signed: bool,
}

impl Engine {
    /// What these runs proposed and is not carried out. While `asked` a question waits that this message may answer.
    pub(super) async fn waiting(&self, earlier: &[&RunRow], asked: bool) -> Result<Waiting> {
        let mut sets: Vec<Vec<Proposed>> = Vec::new();
        // Whether "it" can still be what is found next, and whether anything was proposed since.
        let (mut recent, mut newest) = (true, true);
        let mut whole = false;
        for run in earlier.iter().rev().take(MOST_BACK) {
            let talk = run.change_set.is_none() && run.decision.as_deref() == Some("chat");
            let set = match run.change_set {
                Some(id) => self.0.store.change_set(id).await?,
                None => None,
            };
            let Some(set) = set.filter(|set| run.mode != Mode::Agent && spoken_of(set, self, run)) else {
                recent &= silent(run, asked);
                newest &= talk;
                continue;
            };
            if newest {
                let waits =
                    |status| matches!(status, ItemStatus::Pending | ItemStatus::Invalid | ItemStatus::Confirmed);
                whole = set.items.iter().all(|item| waits(item.status));
            }
            let mut found = waiting_in(&set);
            // What was withdrawn in words has left what was proposed before it.
            let withdrawn = set.items.iter().all(|item| item.status == ItemStatus::Retracted);
            found.iter_mut().for_each(|one| one.recent = recent);
            recent &= withdrawn;
            newest = false;
            sets.push(found);
        }
        whole &= sets.first().is_some_and(|found| !found.is_empty());
        Ok(Waiting { items: sets.into_iter().rev().flatten().collect(), whole })
    }
}

/// Whether a set is one that a person asked for in words, and that can be decided.
fn spoken_of(set: &ChangeSet, engine: &Engine, run: &RunRow) -> bool {
    set.source == Source::Request && set.run.as_ref() == Some(&run.id) && !review::expired(set, engine.now())
}

/// Whether a run said nothing that "it" could be instead of what was proposed before: talk, or what was not understood.
fn silent(run: &RunRow, asked: bool) -> bool {
    // A list has numbers in it.
    let list = run.text.as_deref().is_some_and(|text| text.contains('#'));
    match run.decision.as_deref() {
        Some("clarify") => asked,
        Some("chat") => run.change_set.is_none() && !list,
        Some("unsure") | None => run.change_set.is_none(),
        Some(_) => false,
    }
}

/// The items of a set that are not carried out, signed or not.
fn waiting_in(set: &ChangeSet) -> Vec<Proposed> {
    let waits = |status| matches!(status, ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Confirmed);
    let proposed = |item: &ChangeItem| {
        let (signed, marked) = (item.status == ItemStatus::Confirmed, item.preselected);
        item.op.clone().map(|op| Proposed { set: set.id, n: item.n, op, signed, marked, recent: false })
    };
    set.items.iter().filter(|item| waits(item.status)).filter_map(proposed).collect()
}

impl Work<'_> {
    /// The sets that this message puts otherwise.
    pub(super) fn replaced(turn: &Turn) -> Vec<SetId> {
        let mut sets: Vec<SetId> = turn.takes().iter().filter(|t| t.replaced).map(|t| t.set).collect();
        sets.dedup();
        sets
    }

    /// Withdraws what the message takes back or puts otherwise.
    pub(super) async fn withdraw(&mut self, write: &mut Write<'_>, turn: &Turn, actor: &Actor) -> Result<()> {
        let mut sets: BTreeMap<SetId, Vec<(u32, bool)>> = BTreeMap::new();
        for taken in turn.takes() {
            sets.entry(taken.set).or_default().push((taken.n, taken.replaced));
        }
        for (id, taken) in sets {
            // It may have been decided on while the message was read.
            let set = write.load(id).await?;
            let open = |n: &u32| waiting_in(&set).iter().any(|item| item.n == *n);
            let taken: Vec<(u32, bool)> = taken.into_iter().filter(|(n, _)| open(n)).collect();
            let item = |n: &u32| set.item(*n);
            let labels: Vec<String> =
                taken.iter().filter_map(|(n, _)| item(n)).map(|item| item.label.clone()).collect();
            let signed = taken.iter().filter_map(|(n, _)| item(n)).any(|item| item.status == ItemStatus::Confirmed);
            for (why, replaced) in [(reason::REPLACED, true), (reason::WITHDRAWN, false)] {
                let these: Vec<u32> = taken.iter().filter(|(_, r)| *r == replaced).map(|(n, _)| *n).collect();
                if !these.is_empty() {
                    write.retract(id, &these, why, actor).await?;
                }
            }
            let whole = waiting_in(&write.load(id).await?).is_empty();
            if !labels.is_empty() {
                self.withdrawn.push(Withdrawn { id, labels, whole, signed });
            }
        }
        Ok(())
    }

    /// What became of what was proposed before, where something else takes its place: a sentence each.
    pub(super) fn instead(&self) -> Vec<String> {
        let told = |one: &Withdrawn| {
            let id = one.id;
            match (one.whole, one.labels.as_slice()) {
                (true, _) => format!("It takes the place of change set #{id}, which is withdrawn."),
                (false, [label]) => {
                    format!("It takes the place of {label} in change set #{id}; the rest of that stays.")
                }
                (false, labels) => {
                    let n = labels.len();
                    format!("It takes the place of {n} items of change set #{id}; the rest of that stays.")
                }
            }
        };
        let mut all: Vec<String> = self.withdrawn.iter().map(told).collect();
        if self.withdrawn.iter().any(|one| one.signed) {
            all.push("The signature was for what was proposed before, and falls with it.".to_owned());
        }
        all
    }
}
