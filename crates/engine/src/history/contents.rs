//! Whether the contents that something needs are stored as they were: those that an undo puts back, that an item would
//! write, and those of pictures.

use crate::{Engine, Inner, Result};
use countersign_core::change_set::review::Refusal;
use countersign_core::change_set::{ChangeItem, ChangeSet, ItemStatus};
use countersign_core::ids::{ImageId, Seq, SetId};
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::SetView;
use countersign_store::{EntryFilter, StoreError};
use std::collections::{BTreeMap, BTreeSet};

/// Of more items than this nothing is looked at whenever their set is shown.
const SHOWN: usize = 200;
/// So many pictures are listed at once.
const PAGE: u32 = 200;

/// So many bytes are read, of the newest changes first; the rest is only counted.
const READ: u64 = 256 << 20;

/// What was found of the contents that are stored: those that files had before they were changed, those that waiting
/// items would write, and those of pictures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// Contents that were read and compared with their hashes.
    pub checked: u64,
    /// Contents that were not read, being older and beyond the bound.
    pub unread: u64,
    /// Contents that are missing or are not what was stored.
    pub lost: u64,
    /// The change sets that cannot be taken back for that.
    pub sets: Vec<SetId>,
    /// Those that wait and cannot be applied for that.
    pub waiting: Vec<SetId>,
    /// The pictures that are lost.
    pub images: Vec<ImageId>,
}

/// Contents that were looked at.
#[derive(Default)]
struct Looked {
    whole: BTreeMap<String, bool>,
    bytes: u64,
    unread: u64,
}

impl Engine {
    /// Reads the contents that undo would put back, that waiting items would write, and those of pictures.
    ///
    /// # Errors
    /// When the store fails; what is missing is the report, not an error.
    pub async fn check_contents(&self) -> Result<Contents> {
        let (mut looked, mut sets) = (Looked::default(), BTreeSet::new());
        let mut waiting = BTreeSet::new();
        for set in self.0.open_change_sets().await? {
            for hash in set.items.iter().filter_map(|item| waits_for(item)) {
                if !self.looks_whole(&mut looked, hash, 0).await? {
                    waiting.insert(set.id);
                }
            }
        }
        let mut before: Option<Seq> = None;
        loop {
            let filter = EntryFilter { before, kinds: vec!["applied"], limit: 100, ..EntryFilter::default() };
            let page = self.0.store.entries(&filter).await?;
            let Some(last) = page.last() else { break };
            before = Some(last);
            for entry in page.whole() {
                let Event::Applied { set, items, .. } = &entry.event else { continue };
                for was in items.iter().flat_map(|item| &item.files).filter_map(|change| change.before.as_ref()) {
                    if !self.looks_whole(&mut looked, &was.hash, was.bytes).await? {
                        sets.insert(*set);
                    }
                }
            }
        }
        let mut images = Vec::new();
        let mut offset = 0;
        loop {
            let page = self.images(None, None, false, (PAGE, offset)).await?;
            for image in page.images {
                if !self.looks_whole(&mut looked, &image.now.digest, image.now.bytes).await? {
                    images.push(image.id);
                }
            }
            offset += PAGE;
            if !page.has_more {
                break;
            }
        }
        Ok(Contents {
            checked: looked.whole.len() as u64,
            unread: looked.unread,
            lost: looked.whole.values().filter(|whole| !**whole).count() as u64,
            sets: sets.into_iter().collect(),
            waiting: waiting.into_iter().collect(),
            images,
        })
    }

    /// Whether a content is there as it was stored, as far as it is read.
    async fn looks_whole(&self, looked: &mut Looked, hash: &str, bytes: u64) -> Result<bool> {
        if let Some(known) = looked.whole.get(hash) {
            return Ok(*known);
        }
        if looked.bytes.saturating_add(bytes) > READ {
            looked.unread += 1;
            return Ok(true);
        }
        looked.bytes += bytes;
        let whole = self.0.is_whole(hash).await?;
        looked.whole.insert(hash.to_owned(), whole);
        Ok(whole)
    }
}

/// The content that an item would write, as long as it may.
pub(crate) fn waits_for(item: &ChangeItem) -> Option<&str> {
    use ItemStatus::{Confirmed, Deferred, Failed, Pending, Unknown};
    match &item.op {
        Some(Operation::WriteFile { content, .. })
            if matches!(item.status, Pending | Confirmed | Deferred | Failed | Unknown) =>
        {
            Some(content)
        }
        _ => None,
    }
}

impl Inner {
    /// Whether a content is there as it was stored.
    pub(crate) async fn is_whole(&self, hash: &str) -> Result<bool> {
        match self.store.blob(hash).await {
            Ok(content) => Ok(content.is_some()),
            Err(StoreError::Unreadable { .. } | StoreError::Corrupt { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Refuses to sign or write what is lost.
    pub(crate) async fn contents_fit(&self, set: &ChangeSet, items: &[u32]) -> Result<()> {
        for item in items.iter().filter_map(|n| set.item(*n)) {
            if let Some(hash) = waits_for(item)
                && !self.is_whole(hash).await?
            {
                return Err(Refusal::Invalid { n: item.n, problems: vec![lost()] }.into());
            }
        }
        Ok(())
    }

    /// Whether one of the items of a set that is shown has lost what it would write. Of very many it is only looked at
    /// when they are signed.
    pub(crate) async fn loses(&self, set: &ChangeSet) -> Result<bool> {
        let waiting: Vec<&str> = set.items.iter().filter_map(waits_for).collect();
        for hash in waiting.iter().filter(|_| waiting.len() <= SHOWN) {
            if !self.is_whole(hash).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Says of a set that is shown which of its items have lost what they would write.
    pub(crate) async fn say_lost(&self, set: &ChangeSet, view: &mut SetView) -> Result<()> {
        if !self.loses(set).await? {
            return Ok(());
        }
        for item in &set.items {
            let Some(hash) = waits_for(item) else { continue };
            if !self.is_whole(hash).await?
                && let Some(shown) = view.items.iter_mut().find(|shown| shown.n == item.n)
            {
                shown.problems.push(lost());
            }
        }
        Ok(())
    }
}

fn lost() -> Problem {
    Problem::new("content_lost", "the content that it would write is lost, or is not what was stored")
}
