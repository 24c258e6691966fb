//! What a conversation proposed and nobody carried out: a message may take it back, or put it otherwise. Then it is
//! withdrawn, signed or not, so that there are never two proposals of one wish.

use super::{Turn, Work};
use crate::write::Write;
use crate::{Engine, Result};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source, review};
use countersign_core::ids::SetId;
use countersign_core::ledger::Event;
use countersign_core::reason;
use countersign_core::wire::Mode;
use countersign_planner::interpret::Proposed;
use countersign_store::{EntryFilter, RunRow};
use std::collections::BTreeMap;

/// So many of the last runs may have proposed what is spoken of.
const MOST_BACK: usize = 40;

/// So many decisions on one set are looked through for what took its place.
const MOST_DECISIONS: u32 = 100;

/// What the conversation proposed and is not carried out.
#[derive(Default)]
pub(super) struct Waiting {
    /// The items, oldest first.
    pub(super) items: Vec<Proposed>,
    /// What was proposed last waits, all of it; what was only talk since is no other wish.
    pub(super) whole: bool,
}

/// What waits of a set.
struct Found {
    /// How many runs ago it was asked for: at first, where it takes the place of others.
    place: usize,
    /// The set, and those that it took the place of.
    of: Vec<SetId>,
    items: Vec<Proposed>,
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
        let mut sets: Vec<Found> = Vec::new();
        // Whether "it" can still be what is found next, and whether anything was proposed since.
        let (mut recent, mut newest) = (true, true);
        let mut whole = false;
        for (place, run) in earlier.iter().rev().take(MOST_BACK).enumerate() {
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
            // What took the place of another stands where that stood.
            for heir in self.heirs(&set).await? {
                for found in sets.iter_mut().filter(|found| found.of.contains(&heir)) {
                    found.place = place;
                    found.of.push(set.id);
                }
            }
            let mut found = waiting_in(&set);
            // What was withdrawn in words has left what was proposed before it.
            let withdrawn = set.items.iter().all(|item| item.status == ItemStatus::Retracted);
            found.iter_mut().for_each(|one| one.recent = recent);
            recent &= withdrawn;
            newest = false;
            sets.push(Found { place, of: vec![set.id], items: found });
        }
        whole &= sets.first().is_some_and(|found| !found.items.is_empty());
        sets.sort_by_key(|found| std::cmp::Reverse(found.place));
        Ok(Waiting { items: sets.into_iter().flat_map(|found| found.items).collect(), whole })
    }

    /// The sets that took the place of items of this one: each was noted in the ledger right before they were taken back.
    async fn heirs(&self, set: &ChangeSet) -> Result<Vec<SetId>> {
        let replaced = |reason: Option<&str>| reason == Some(reason::REPLACED);
        let mut heirs = Vec::new();
        if !set.items.iter().any(|item| replaced(item.reason.as_deref())) {
            return Ok(heirs);
        }
        let of_set =
            EntryFilter { set: Some(set.id), kinds: vec!["decided"], limit: MOST_DECISIONS, ..EntryFilter::default() };
        for entry in self.0.store.entries(&of_set).await?.whole() {
            let Event::Decided { items, .. } = &entry.event else { continue };
            if items.iter().any(|decision| replaced(decision.reason.as_deref())) {
                let before = EntryFilter {
                    before: Some(entry.seq),
                    kinds: vec!["proposed"],
                    limit: 1,
                    ..EntryFilter::default()
                };
                let last = self.0.store.entries(&before).await?;
                heirs.extend(last.whole().filter_map(|entry| match entry.event {
                    Event::Proposed { set } => Some(set.id),
                    _ => None,
                }));
            }
        }
        Ok(heirs)
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
