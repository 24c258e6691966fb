//! Whether the ledger is whole, and whether what is stored is what it says.

use super::comparing::{Differences, Folded};
use crate::{Engine, Inner, Result};
use countersign_core::change_set::SetStatus;
use countersign_core::ids::Seq;
use countersign_core::ledger::{Entry, GENESIS, chain};
use countersign_core::wire::{BrokenEntry, Head, VerifyReport};
use countersign_store::{Ledger, RawEntry, Store, Wrong, WrongEnd};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// When a ledger that is served is first verified: whoever has just started it waits for other things.
const SOON: Duration = Duration::from_secs(2);
/// How often it is verified after that.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What the ledger itself came to.
pub(crate) struct Proved {
    entries: u64,
    head: Option<Head>,
    pub(crate) broken: Option<BrokenEntry>,
}

impl Proved {
    /// Whether it is sound and there: what is stored can be made anew from it.
    pub(crate) fn makes_all(&self) -> bool {
        self.broken.is_none() && self.entries > 0
    }
}

fn broken(seq: i64, what: &str, message: String) -> BrokenEntry {
    BrokenEntry { seq: Seq(seq), what: what.to_owned(), message }
}

/// Where a ledger is broken that does not end as is recorded.
pub(crate) fn ended(wrong: WrongEnd) -> BrokenEntry {
    BrokenEntry { seq: wrong.seq(), what: wrong.word().to_owned(), message: wrong.to_string() }
}

/// An entry that comes after one of this number and hash, or what is wrong with it.
async fn follows(
    ledger: &mut dyn Ledger,
    raw: &RawEntry,
    after: Seq,
    prev: &str,
) -> Result<std::result::Result<Entry, BrokenEntry>> {
    let expected = after.0 + 1;
    let broken = |what: &str, message: String| Ok(Err(broken(expected, what, message)));
    if raw.seq.0 != expected {
        let next = format!("entry {expected} is missing; the next one there is {}", raw.seq);
        return broken("missing", next);
    }
    match raw.written() {
        Err(Wrong::Changed) => match written_as(ledger, raw).await? {
            Some(own) => broken("reordered", format!("entry {expected} holds what was written as entry {own}")),
            None => broken(Wrong::Changed.word(), Wrong::Changed.said(raw.seq)),
        },
        _ if raw.prev != prev => broken("reordered", format!("entry {expected} does not follow the entry before it")),
        Err(wrong) => broken(wrong.word(), wrong.said(raw.seq)),
        Ok(entry) => Ok(Ok(entry)),
    }
}

/// Recomputes the chain over all entries. An empty ledger is sound here, whatever else is there.
///
/// # Errors
/// When the store fails.
pub(crate) async fn prove(store: &dyn Store) -> Result<Proved> {
    // Head and entries of one moment: what somebody appends meanwhile is not missing.
    let mut ledger = store.ledger().await?;
    walk(ledger.as_mut(), |_| {}).await
}

/// As [`prove`], and hands out each entry that is sound.
///
/// # Errors
/// When the store fails.
pub(super) async fn walk(ledger: &mut dyn Ledger, mut take: impl FnMut(&Entry) + Send) -> Result<Proved> {
    let head = ledger.head().await?.map(|(seq, hash)| Head { seq, hash });
    let (mut after, mut prev, mut entries) = (Seq(0), GENESIS.to_owned(), 0_u64);
    loop {
        let page = ledger.raw_entries(after, 500).await?;
        if page.is_empty() {
            break;
        }
        for raw in page {
            match follows(ledger, &raw, after, &prev).await? {
                Ok(entry) => take(&entry),
                Err(broken) => return Ok(Proved { entries, head, broken: Some(broken) }),
            }
            entries += 1;
            after = raw.seq;
            prev = raw.hash;
        }
    }
    let recorded = head.as_ref().map(|head| (head.seq, head.hash.clone()));
    let last = (entries > 0).then_some((after, prev));
    let broken = WrongEnd::of(recorded.as_ref(), last.as_ref()).map(ended);
    Ok(Proved { entries, head, broken })
}

impl Engine {
    /// Recomputes the chain over all entries: finds one that was changed, is missing, or stands in another place. Of a
    /// ledger that is sound it compares what is stored with what that makes, all at one moment; nobody who writes waits.
    ///
    /// # Errors
    /// When the store fails; what it finds is the report, not an error.
    pub async fn verify(&self) -> Result<VerifyReport> {
        let mut ledger = self.0.store.ledger().await?;
        let mut folded = Folded::default();
        let Proved { entries, head, broken } = self.proved(ledger.as_mut(), &mut folded).await?;
        let differences = match &broken {
            None => folded.compared(ledger.as_mut(), self.0.store.as_ref()).await?,
            // Nothing can be said of what is stored by a ledger that cannot be trusted.
            Some(_) => Differences::default(),
        };
        // Of a copy that was made anew to be looked at, what is stored is what that did not find.
        let differences = match &self.0.restored {
            Some(restored) if self.0.setup.look.is_some() && broken.is_none() => {
                Differences { count: restored.differing, first: restored.differences.clone() }
            }
            _ => differences,
        };
        // What no comparison reads, an index or a page that is free, is looked at by the database itself.
        let damage = if broken.is_none() { self.0.store.check().await? } else { Vec::new() };
        let differences = differences.and(damage.into_iter().map(|what| format!("The database is damaged: {what}")));
        self.0.differing.store(differences.count, Ordering::Relaxed);
        let doubles = self.0.world().todos.doubles();
        let ok = broken.is_none() && differences.count == 0;
        let Differences { count: differing, first: differences } = differences;
        Ok(VerifyReport { ok, entries, head, broken, differing, differences, doubles })
    }

    /// Walks the ledger, notes where it is broken, or that it is not, and folds it.
    pub(super) async fn proved(&self, ledger: &mut dyn Ledger, folded: &mut Folded) -> Result<Proved> {
        let mut proved = walk(ledger, |entry| folded.take(entry)).await?;
        if proved.broken.is_none() && proved.head.is_none() {
            proved.broken = self.unfounded().await?.map(|message| broken(1, "missing", message));
        }
        self.0.found_broken(proved.broken.clone());
        Ok(proved)
    }

    /// How many rows are known to be stored otherwise than the ledger makes them: known since it was last verified, or
    /// rebuilt.
    pub fn differing(&self) -> u64 {
        self.0.differing.load(Ordering::Relaxed)
    }

    /// Where the ledger is broken, as far as this engine has looked: at the newest entries when it was opened, at all
    /// of them whenever it was verified.
    pub fn broken(&self) -> Option<BrokenEntry> {
        self.0.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Verifies the ledger beside everything else, soon and once a day for as long as the engine lives, and tells
    /// who follows it when it is found broken, or what is stored is not what it makes.
    pub fn keep_proven(&self) {
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut days = tokio::time::interval_at(tokio::time::Instant::now() + SOON, DAY);
            loop {
                days.tick().await;
                let Some(inner) = inner.upgrade() else { return };
                let engine = Self(inner);
                let verified = engine.verify().await;
                if !verified.is_ok_and(|report| report.ok) {
                    // What is wrong is in the status. Nobody listening is fine.
                    let _ = engine.announce("ledger").await;
                }
            }
        });
    }

    /// What is there though no entry of the ledger is: nothing comes to be without one.
    async fn unfounded(&self) -> Result<Option<String>> {
        let todos = self.0.world().todos.iter().count();
        const STATUSES: [SetStatus; 4] =
            [SetStatus::Pending, SetStatus::PartiallyResolved, SetStatus::Resolved, SetStatus::Expired];
        let sets = self.0.store.count_sets(&STATUSES).await?;
        // The first entry may have been written since the ledger was looked at.
        if self.0.store.ledger().await?.head().await?.is_some() {
            return Ok(None);
        }
        Ok((todos > 0 || sets > 0).then(|| {
            format!(
                "the ledger is empty, and {todos} todos and {sets} change sets are there that only it can have made"
            )
        }))
    }
}

/// The number under which the text of a misplaced entry was written, if it was: its hash fits
/// that number, with the `prev` it carries or with the one that stands there. Looked for only
/// once, at the first entry that does not fit its own.
async fn written_as(ledger: &mut dyn Ledger, misplaced: &RawEntry) -> Result<Option<Seq>> {
    let RawEntry { prev, at, actor, event, hash, .. } = misplaced;
    let mut after = Seq(0);
    loop {
        let page = ledger.raw_entries(after, 500).await?;
        let Some(last) = page.last().map(|e| e.seq) else { return Ok(None) };
        let own = page.iter().find(|place| {
            place.seq != misplaced.seq
                && (chain(prev, place.seq, at, actor, event) == *hash
                    || chain(&place.prev, place.seq, at, actor, event) == place.hash)
        });
        if let Some(place) = own {
            return Ok(Some(place.seq));
        }
        after = last;
    }
}

impl Inner {
    /// Notes where the ledger is broken, or that it is not.
    pub(super) fn found_broken(&self, broken: Option<BrokenEntry>) {
        *self.broken.lock().unwrap_or_else(PoisonError::into_inner) = broken;
    }
}
