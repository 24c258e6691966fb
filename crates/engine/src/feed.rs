//! News of writes. What a write was about is noted with it; how the items concerned stand is looked at
//! when the first listener asks, once for all of them, and never in the way of the write. It tells how
//! things stand now and not what changed, so that hearing it late or twice does no harm, and what was
//! missed is told again from the ledger: nothing is stored for it.

use crate::{Engine, Inner, Result};
use countersign_core::change_set::review::{is_open, kin};
use countersign_core::change_set::{ChangeItem, ChangeSet, ItemStatus};
use countersign_core::file::FileKey;
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::ledger::{Entry, Event};
use countersign_core::operation::Operation;
use countersign_core::wire::{FeedEvent, ItemNews};
use countersign_store::EntryFilter;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::sync::OnceCell;

/// Of so many items of one set each is told; of more the set is to be read again.
const MANY: usize = 50;
/// So many missed entries are told again; after more all is to be read again.
const MISSED: usize = 200;

/// Something was written: what to look at again.
#[derive(Debug, Clone)]
pub struct Changed {
    /// The newest ledger entry.
    pub seq: Seq,
    /// `todos`, `inbox`, `ledger`, `settings`, `outputs`, `images`, `rules`, `commands`, `sessions`, `wakes`.
    pub what: Vec<&'static str>,
    /// What it was about; none where it can be anything.
    pub(crate) about: Option<Arc<About>>,
}

/// How items stand after a write.
#[derive(Debug, Clone, Default)]
pub struct Stands {
    /// `item` and `drift` events.
    pub events: Vec<FeedEvent>,
    /// Sets that are to be read again as a whole.
    pub sets: Vec<SetId>,
}

/// What entries of the ledger are about.
#[derive(Debug)]
pub(crate) struct About {
    seq: Seq,
    sets: BTreeMap<SetId, Part>,
    todos: BTreeSet<TodoId>,
    files: BTreeSet<FileKey>,
    stands: OnceCell<Stands>,
}

/// So much of a set.
#[derive(Debug, Clone, Default)]
struct Part {
    /// It is new, or has another version, or is at its end.
    whole: bool,
    items: BTreeSet<u32>,
}

impl Default for About {
    fn default() -> Self {
        let (sets, todos, files) = Default::default();
        Self { seq: Seq(0), sets, todos, files, stands: OnceCell::new() }
    }
}

impl About {
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let mut about = Self::default();
        entries.iter().for_each(|entry| about.add(entry));
        about
    }

    pub(crate) fn add(&mut self, entry: &Entry) {
        self.seq = entry.seq;
        match &entry.event {
            Event::Proposed { set } => {
                self.whole(set.id);
                set.copy_of.into_iter().for_each(|old| self.whole(old));
            }
            Event::Revised { set, .. } | Event::Extended { set, .. } | Event::Expired { set, .. } => {
                self.whole(*set);
            }
            Event::Decided { set, items } => self.items(*set, items.iter().map(|decision| decision.n)),
            Event::Applying { set, items, .. } => self.items(*set, items.iter().copied()),
            Event::Applied { set, items, direct, .. } => {
                match direct {
                    // A person's own edit was on no screen before: only what it takes back was.
                    Some(direct) => {
                        let taken_back = direct.items.iter().flat_map(|item| &item.undoes);
                        taken_back.for_each(|of| self.items(of.set, std::iter::once(of.n)));
                    }
                    None => self.items(*set, items.iter().map(|outcome| outcome.n)),
                }
                self.todos.extend(items.iter().flat_map(|outcome| &outcome.changes).map(|change| change.id));
                self.files.extend(items.iter().flat_map(|outcome| &outcome.files).map(|file| file.at.clone()));
            }
            Event::Settings { .. }
            | Event::Audit { .. }
            | Event::RuleMade { .. }
            | Event::RuleUsed { .. }
            | Event::RuleSuspended { .. }
            | Event::RuleRevoked { .. }
            | Event::RuleKept { .. }
            | Event::Memory { .. }
            | Event::Session { .. }
            | Event::Plan { .. } => {}
        }
    }

    fn whole(&mut self, set: SetId) {
        self.sets.entry(set).or_default().whole = true;
    }

    fn items(&mut self, set: SetId, items: impl Iterator<Item = u32>) {
        self.sets.entry(set).or_default().items.extend(items);
    }

    /// Whether an item is shown otherwise for these todos and files.
    fn concerns(&self, item: &ChangeItem) -> bool {
        is_open(item.status) && Ground::of(std::iter::once(item)).meets(self)
    }
}

/// What the open items of a set build on: a write to any of it can make one drift.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    todos: BTreeSet<TodoId>,
    files: BTreeSet<FileKey>,
    /// One brings a todo back: another todo with its identity would be in the way, whatever its number.
    revives: bool,
    /// One builds on files, or runs a command.
    outside: bool,
}

impl Ground {
    fn of<'i>(items: impl Iterator<Item = &'i ChangeItem>) -> Self {
        let mut ground = Self::default();
        for item in items.filter(|item| is_open(item.status)) {
            ground.todos.extend(item.base.keys().copied().chain(item.targets.iter().map(|target| target.id)));
            ground.files.extend(item.files.iter().map(|file| file.at.clone()));
            ground.revives |= matches!(item.op, Some(Operation::Revive { .. }));
            ground.outside |= !item.files.is_empty() || matches!(item.op, Some(Operation::RunCommand(_)));
        }
        ground
    }

    pub(crate) fn under(set: &ChangeSet) -> Self {
        Self::of(set.items.iter())
    }

    fn meets(&self, about: &About) -> bool {
        self.holds(&about.todos) || about.files.iter().any(|file| self.files.contains(file))
    }

    /// Whether any of these todos is built on.
    pub(crate) fn holds(&self, written: &BTreeSet<TodoId>) -> bool {
        let (few, many) = match self.todos.len() < written.len() {
            true => (&self.todos, written),
            false => (written, &self.todos),
        };
        (self.revives && !written.is_empty()) || few.iter().any(|id| many.contains(id))
    }

    /// Whether anything is built on that changes without a write: files, and the folder of a command.
    pub(crate) fn outside(&self) -> bool {
        self.outside
    }
}

impl Engine {
    /// How the items that a write was about stand; none where it can be about anything.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn stands(&self, news: &Changed) -> Result<Option<Stands>> {
        let Some(about) = &news.about else { return Ok(None) };
        about.stands.get_or_try_init(|| self.0.look_at(about)).await.cloned().map(Some)
    }

    /// The same for all that was written after an entry; none where that is too much to tell.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn stands_since(&self, seen: Seq) -> Result<Option<Stands>> {
        let limit = u32::try_from(MISSED + 1).unwrap_or(u32::MAX);
        let filter = EntryFilter { after: Some(seen), ascending: true, limit, ..EntryFilter::default() };
        let missed = self.0.store.entries(&filter).await?;
        if missed.len() > MISSED {
            return Ok(None);
        }
        self.0.look_at(&About::of(&missed.whole().collect::<Vec<_>>())).await.map(Some)
    }
}

impl Inner {
    async fn look_at(&self, about: &About) -> Result<Stands> {
        let mut parts = about.sets.clone();
        for id in self.on_the_ground(about) {
            parts.entry(id).or_default();
        }
        let mut stands = Stands::default();
        // What is taken back stands otherwise too, and what that took back in its turn: always an older set.
        while let Some((id, Part { whole, mut items })) = parts.pop_last() {
            if whole && items.is_empty() {
                stands.sets.push(id);
                continue;
            }
            let Some(set) = self.store.change_set(id).await? else { continue };
            for of in set.items.iter().filter(|item| items.contains(&item.n)).flat_map(|item| &item.undoes) {
                if of.set < id {
                    parts.entry(of.set).or_default().items.insert(of.n);
                }
            }
            items.extend(set.items.iter().filter(|item| about.concerns(item)).map(|item| item.n));
            let items = kin(&set, &items);
            match whole || items.len() > MANY {
                true => stands.sets.push(id),
                false => stands.events.extend(self.events_of(about.seq, &set, &items)),
            }
        }
        Ok(stands)
    }

    /// Open sets that build on what was written.
    fn on_the_ground(&self, about: &About) -> Vec<SetId> {
        if about.todos.is_empty() && about.files.is_empty() {
            return Vec::new();
        }
        let world = self.world();
        world.grounds.iter().filter(|(_, ground)| ground.meets(about)).map(|(id, _)| *id).collect()
    }

    fn events_of(&self, seq: Seq, set: &ChangeSet, wanted: &BTreeSet<u32>) -> Vec<FeedEvent> {
        if wanted.is_empty() {
            return Vec::new();
        }
        let whole = self.view(set);
        let drifted = whole.items.iter().filter(|item| item.status == ItemStatus::Drifted).count() as u64;
        let wanted = whole.items.into_iter().filter(|item| wanted.contains(&item.n));
        let news = wanted.map(|view| ItemNews {
            seq,
            set: whole.id,
            version: whole.version,
            set_status: whole.status,
            drifted,
            blast: whole.blast.clone(),
            resolved_at: whole.resolved_at,
            item: view.n,
            status: view.status,
            view,
        });
        news.map(|news| match news.status {
            ItemStatus::Drifted => FeedEvent::Drift(news),
            _ => FeedEvent::Item(news),
        })
        .collect()
    }
}
