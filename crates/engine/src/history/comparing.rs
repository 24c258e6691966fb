//! What the ledger makes, against what is stored of it.

use crate::Result;
use countersign_core::ids::{RuleId, Seq, SetId, TodoId};
use countersign_core::ledger::Entry;
use countersign_core::projection::Projection;
use countersign_store::{Ledger, Store, StoreError};
use std::collections::{BTreeMap, BTreeSet};

/// So many differences are told, of however many there are.
pub(crate) const TOLD: usize = 50;
/// Change sets that are compared at a time: each may have very many items.
const SETS: u32 = 50;

/// Where what is stored is not what the ledger makes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Differences {
    /// How many there are.
    pub(crate) count: u64,
    /// The first of them, in words.
    pub(crate) first: Vec<String>,
}

impl Differences {
    /// These and more.
    pub(super) fn and(self, more: impl Iterator<Item = String>) -> Self {
        let untold = self.count.saturating_sub(self.first.len() as u64);
        let Self { count, first } = Self::from(self.first.into_iter().chain(more).collect::<Vec<_>>());
        Self { count: count + untold, first }
    }
}

impl From<Vec<String>> for Differences {
    fn from(mut first: Vec<String>) -> Self {
        let count = first.len() as u64;
        first.truncate(TOLD);
        Self { count, first }
    }
}

/// What a ledger makes.
pub(crate) struct Folded {
    pub(super) all: Projection,
    pub(super) entries: u64,
    pub(super) last: Seq,
}

impl Default for Folded {
    fn default() -> Self {
        Self { all: Projection::default(), entries: 0, last: Seq(0) }
    }
}

/// How a row that is stored is not as the ledger makes it.
#[derive(Clone, Copy)]
enum How {
    Differs,
    Missing,
    /// The ledger makes none.
    Strange,
}

/// Says of two collections where they differ.
fn differ<K: Ord + Copy, V: PartialEq>(
    out: &mut Vec<String>,
    made: &BTreeMap<K, V>,
    stored: &BTreeMap<K, V>,
    says: impl Fn(K, How) -> String,
) {
    for key in made.keys().chain(stored.keys()).collect::<BTreeSet<_>>() {
        out.extend(match (made.get(key), stored.get(key)) {
            (Some(made), Some(stored)) if made == stored => None,
            (Some(_), Some(_)) => Some(says(*key, How::Differs)),
            (Some(_), None) => Some(says(*key, How::Missing)),
            (None, _) => Some(says(*key, How::Strange)),
        });
    }
}

fn todo(id: TodoId, how: How) -> String {
    match how {
        How::Differs => format!("todo #{id} differs"),
        How::Missing => format!("todo #{id} is missing"),
        How::Strange => format!("todo #{id} is not in the ledger"),
    }
}

fn rule(id: RuleId, how: How) -> String {
    match how {
        How::Differs => format!("rule {id} differs"),
        How::Missing => format!("rule {id} is missing"),
        How::Strange => format!("rule {id} is not in the ledger"),
    }
}

impl Folded {
    pub(super) fn take(&mut self, entry: &Entry) {
        self.all.take(entry);
        self.entries += 1;
        self.last = entry.seq;
    }

    /// Where what is stored at the moment of `ledger` differs. What cannot be read, or is gone, stands in the way of
    /// comparing the rest, and is named instead.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn compared(&self, ledger: &mut dyn Ledger, store: &dyn Store) -> Result<Differences> {
        if !store.missing_tables().await?.is_empty() {
            return Ok(store.unread().await?.into());
        }
        match self.differences(ledger).await {
            Err(failed @ StoreError::Unreadable { .. }) => match store.unread().await? {
                unread if unread.is_empty() => Err(failed.into()),
                unread => Ok(unread.into()),
            },
            // The ledger was read to its end: it is the rest that is damaged.
            Err(StoreError::Corrupt { .. }) => {
                // Where it is known, file and log stay as they are when the store is let go.
                store.is_damaged().await;
                Ok(vec!["a part of the database cannot be read".to_owned()].into())
            }
            found => {
                let mut found = found?;
                found.extend(store.unread_beside().await?);
                Ok(found.into())
            }
        }
    }

    pub(super) async fn differences(&self, ledger: &mut dyn Ledger) -> countersign_store::Result<Vec<String>> {
        let mut out = Vec::new();
        let stored = ledger.todos().await?;
        differ(&mut out, &self.todos(), &stored.iter().map(|todo| (todo.id, todo)).collect(), todo);
        drop(stored);
        self.set_differences(ledger, &mut out).await?;
        let stored = ledger.rules().await?.into_iter().map(|rule| (rule.id, rule)).collect();
        differ(&mut out, &self.all.rules, &stored, rule);
        let stored = ledger.marks().await?;
        let (made, stored) = (self.all.marks.iter().collect(), stored.iter().map(|(id, marks)| (id, marks)).collect());
        differ(&mut out, &made, &stored, |id, _| format!("session {id} differs"));
        let stored = ledger.plans().await?;
        let made = self.all.plans.iter().map(|((id, version), plan)| ((id, *version), plan)).collect();
        let stored = stored.iter().map(|(id, version, plan)| ((id, *version), plan)).collect();
        differ(&mut out, &made, &stored, |(id, version), _| {
            format!("version {version} of the plan of session {id} differs")
        });
        out.extend(ledger.index_damage().await?);
        Ok(out)
    }

    /// Change sets are compared a few at a time. One that is not in the ledger at all is found with the indexes.
    async fn set_differences(&self, ledger: &mut dyn Ledger, out: &mut Vec<String>) -> countersign_store::Result<()> {
        let (mut found, mut before): (BTreeSet<SetId>, _) = (BTreeSet::new(), None);
        let mut differ = BTreeSet::new();
        loop {
            let stored = ledger.change_sets(before, SETS).await?;
            let Some((last, _)) = stored.last() else { break };
            before = Some(*last);
            for (id, set) in stored {
                found.insert(id);
                if self.all.sets.get(&id).is_some_and(|made| *made != set) {
                    differ.insert(id);
                }
            }
        }
        for id in self.all.sets.keys() {
            match (found.contains(id), differ.contains(id)) {
                (false, _) => out.push(format!("change set #{id} is missing")),
                (true, true) => out.push(format!("change set #{id} differs")),
                (true, false) => {}
            }
        }
        Ok(())
    }
}
