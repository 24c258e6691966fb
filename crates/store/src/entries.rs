//! Entries of the ledger as they are found, which need not be as they were written.

use crate::{Result, StoreError};
use countersign_core::ids::{Seq, SetId};
use countersign_core::ledger::{Entry, chain};

/// An entry as texts, exactly as stored. What is no text there is shown by what can be read of it, and its
/// hash does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawEntry {
    /// Place.
    pub seq: Seq,
    /// Moment.
    pub at: String,
    /// JSON of the actor.
    pub actor: String,
    /// The kind that the entry is found by.
    pub kind: String,
    /// The change set that the entry is found by.
    pub set: Option<SetId>,
    /// JSON of the event.
    pub event: String,
    /// Hash of the entry before.
    pub prev: String,
    /// Hash of this one.
    pub hash: String,
}

/// What is wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// Its hash is of something else.
    Changed,
    /// It is filed under another kind or change set than its own.
    Misfiled,
    /// It has a shape that this version does not know.
    Unreadable,
}

impl Wrong {
    /// `changed` or `unreadable`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed | Self::Misfiled => "changed",
            Self::Unreadable => "unreadable",
        }
    }

    /// In words.
    pub fn said(self, seq: Seq) -> String {
        match self {
            Self::Changed => format!("entry {seq} is not what was written"),
            Self::Misfiled => format!("entry {seq} is filed under another kind or change set than its own"),
            Self::Unreadable => format!("entry {seq} has a shape this version does not know"),
        }
    }
}

/// An entry as it is found.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// As it was written, as far as it can tell by itself: whether it follows the one before it is for
    /// whoever reads them all.
    Whole(Box<Entry>),
    /// Not as it was written: what it says now is proof of nothing.
    Damaged(Box<RawEntry>, Wrong),
}

impl Found {
    /// Its place.
    pub fn seq(&self) -> Seq {
        match self {
            Self::Whole(entry) => entry.seq,
            Self::Damaged(raw, _) => raw.seq,
        }
    }
}

impl RawEntry {
    /// What it says, where that can be read.
    pub fn says(&self) -> Option<Entry> {
        Some(Entry {
            seq: self.seq,
            at: self.at.parse().ok()?,
            actor: serde_json::from_str(&self.actor).ok()?,
            event: serde_json::from_str(&self.event).ok()?,
            prev: self.prev.clone(),
            hash: self.hash.clone(),
        })
    }

    /// What was written, or what is wrong with it.
    ///
    /// # Errors
    /// Where it is not as it was written.
    pub fn written(&self) -> std::result::Result<Entry, Wrong> {
        if chain(&self.prev, self.seq, &self.at, &self.actor, &self.event) != self.hash {
            return Err(Wrong::Changed);
        }
        let entry = self.says().ok_or(Wrong::Unreadable)?;
        let filed = (entry.event.kind(), entry.event.set()) == (self.kind.as_str(), self.set);
        if filed { Ok(entry) } else { Err(Wrong::Misfiled) }
    }
}

/// Entries in the order that was asked for. One that is not as it was written is in nobody's way who can do
/// without it ([`Self::whole`]), and is never taken for what was written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Entries(Vec<Found>);

impl Entries {
    /// The place of the last one.
    pub fn last(&self) -> Option<Seq> {
        self.0.last().map(Found::seq)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those that are as they were written.
    pub fn whole(self) -> impl Iterator<Item = Entry> {
        self.0.into_iter().filter_map(|found| match found {
            Found::Whole(entry) => Some(*entry),
            Found::Damaged(..) => None,
        })
    }

    /// All of them, where all are as they were written.
    ///
    /// # Errors
    /// `DamagedEntry`: the first that is not.
    pub fn all(self) -> Result<Vec<Entry>> {
        let entry = |found| match found {
            Found::Whole(entry) => Ok(*entry),
            Found::Damaged(raw, wrong) => Err(StoreError::DamagedEntry { seq: raw.seq, wrong }),
        };
        self.0.into_iter().map(entry).collect()
    }
}

impl From<Vec<RawEntry>> for Entries {
    fn from(raw: Vec<RawEntry>) -> Self {
        let found = |raw: RawEntry| match raw.written() {
            Ok(entry) => Found::Whole(Box::new(entry)),
            Err(wrong) => Found::Damaged(Box::new(raw), wrong),
        };
        Self(raw.into_iter().map(found).collect())
    }
}

impl IntoIterator for Entries {
    type Item = Found;
    type IntoIter = std::vec::IntoIter<Found>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_core::change_set::Actor;
    use countersign_core::ledger::{Event, GENESIS};

    fn written() -> RawEntry {
        let event = Event::Expired { set: SetId(7), items: Vec::new() };
        let mut raw = RawEntry {
            seq: Seq(1),
            at: "2026-11-26T10:00:00Z".to_owned(),
            actor: serde_json::to_string(&Actor::System).unwrap(),
            kind: event.kind().to_owned(),
            set: event.set(),
            event: serde_json::to_string(&event).unwrap(),
            prev: GENESIS.to_owned(),
            hash: String::new(),
        };
        raw.hash = hash(&raw);
        raw
    }

    fn hash(raw: &RawEntry) -> String {
        chain(&raw.prev, raw.seq, &raw.at, &raw.actor, &raw.event)
    }

    #[test]
    fn an_entry_is_whole_only_as_it_was_written() {
        assert_eq!(written().written().unwrap().event.set(), Some(SetId(7)));
        type Change = fn(&mut RawEntry);
        let ways: [(Wrong, Change); 8] = [
            (Wrong::Changed, |raw| raw.event = raw.event.replace('7', "8")),
            (Wrong::Changed, |raw| raw.event = "{".to_owned()),
            (Wrong::Changed, |raw| raw.at = "2026-11-26T10:00:01Z".to_owned()),
            (Wrong::Changed, |raw| raw.actor = "{}".to_owned()),
            (Wrong::Changed, |raw| raw.seq = Seq(2)),
            (Wrong::Misfiled, |raw| raw.kind = "applied".to_owned()),
            (Wrong::Misfiled, |raw| raw.set = Some(SetId(8))),
            (Wrong::Unreadable, |raw| {
                raw.event = r#"{"kind":"of_another_version"}"#.to_owned();
                raw.hash = hash(raw);
            }),
        ];
        for (what, change) in ways {
            let mut raw = written();
            change(&mut raw);
            assert_eq!(raw.written(), Err(what));
            let entries = Entries::from(vec![written(), raw.clone()]);
            assert_eq!(entries.last(), Some(raw.seq));
            assert_eq!(entries.clone().into_iter().last(), Some(Found::Damaged(Box::new(raw), what)), "kept as it is");
            assert_eq!(entries.clone().whole().count(), 1, "the others are not in its way");
            assert!(matches!(entries.all(), Err(StoreError::DamagedEntry { wrong, .. }) if wrong == what));
        }
    }
}
