//! The ledger: showing it, verifying it, going back in it, rebuilding from it.

mod comparing;
mod contents;
mod files;
mod listed;
mod noted;
mod past;
mod proving;
mod rebuilding;
mod repeated;
mod said;
mod undoing;

pub(crate) use comparing::TOLD;
pub use contents::Contents;
pub(crate) use past::{Past, takes_back};
pub(crate) use proving::{ended, prove};
pub use rebuilding::RebuildReport;
pub(crate) use rebuilding::restore;
pub(crate) use said::{settings_said, workspaces_said};

use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_commands::rules;
use countersign_core::change_set::{Actor, ChangeSet, Source};
use countersign_core::ids::{Seq, SetId};
use countersign_core::label::{day, quoted};
use countersign_core::ledger::{Entry, Event, ItemOutcome};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::todo::Todo;
use countersign_core::wire::{EntryView, Head, LastView, SetView};
use countersign_store::{EntryFilter, Found, StoreError};
use listed::{entry_view, unreadable};
use serde_json::json;
use std::collections::BTreeMap;

/// What an undo does about later changes in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conflicts {
    /// Refuses and names them.
    #[default]
    Stop,
    /// Takes them back too.
    WithLater,
    /// Leaves what they changed, takes back the rest.
    Keep,
}

impl Engine {
    /// Entries for the history.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn ledger(&self, filter: EntryFilter) -> Result<Vec<EntryView>> {
        let mut views = Vec::new();
        let mut sets: BTreeMap<SetId, Option<ChangeSet>> = BTreeMap::new();
        for found in self.0.store.entries(&filter).await? {
            let (entry, damage) = match found {
                Found::Whole(entry) => (*entry, None),
                Found::Damaged(raw, wrong) => match raw.says() {
                    Some(entry) => (entry, Some(wrong.word().to_owned())),
                    None => {
                        views.push(unreadable(&raw));
                        continue;
                    }
                },
            };
            if let Some(id) = entry.event.set()
                && let std::collections::btree_map::Entry::Vacant(slot) = sets.entry(id)
            {
                slot.insert(match self.0.store.change_set(id).await {
                    // The entry says by itself what was done.
                    Err(StoreError::Unreadable { .. }) => None,
                    set => set?,
                });
            }
            let set = entry.event.set().and_then(|id| sets.get(&id)).and_then(Option::as_ref);
            let files = self.entry_files(&entry, set).await?;
            let view = entry_view(&entry, set);
            views.push(EntryView { files, undoable: view.undoable && damage.is_none(), damage, ..view });
        }
        Ok(views)
    }

    /// The newest entry.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn head(&self) -> Result<Option<Head>> {
        Ok(self.0.store.head().await?.map(|(seq, hash)| Head { seq, hash }))
    }

    /// Entries as JSON lines, for `audit.jsonl`.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn audit_lines(&self, after: Seq, limit: u32) -> Result<Vec<String>> {
        let raw = self.0.store.raw_entries(after, limit).await?;
        Ok(raw
            .into_iter()
            .map(|e| {
                let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| json!(text));
                let line = json!({ "seq": e.seq, "at": e.at, "actor": value(&e.actor), "event": value(&e.event), "prev": e.prev, "hash": e.hash });
                countersign_core::hidden::escaped(&line.to_string())
            })
            .collect())
    }

    /// What "undo" and "redo" take back.
    pub fn last(&self) -> LastView {
        self.0.world().past.last()
    }

    /// Proposes to take back an applied entry, or some of its items. Nothing is changed by that. Where just
    /// that waits already, it is what is answered.
    ///
    /// # Errors
    /// `undo_conflict` when later changes are in the way and `conflicts` is `Stop`;
    /// `nothing_to_undo`; `not_found`.
    pub async fn undo(
        &self,
        entry: Seq,
        items: Option<Vec<u32>>,
        conflicts: Conflicts,
        actor: Actor,
    ) -> Result<SetView> {
        Ok(self.0.view(&self.undoing(vec![entry], items, conflicts, actor).await?))
    }

    /// The JSON of [`Self::undo`].
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub async fn undo_text(
        &self,
        entry: Seq,
        items: Option<Vec<u32>>,
        conflicts: Conflicts,
        actor: Actor,
    ) -> Result<String> {
        self.0.view_text(&self.undoing(vec![entry], items, conflicts, actor).await?)
    }

    /// Proposes to take back all of a change set that stands and can be taken back, in however many entries it was
    /// carried out: as one set, the newest first, or not at all.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub async fn undo_set(&self, set: SetId, conflicts: Conflicts, actor: Actor) -> Result<SetView> {
        Ok(self.0.view(&self.undoing(self.0.carried_out(set).await?, None, conflicts, actor).await?))
    }

    async fn undoing(
        &self,
        entries: Vec<Seq>,
        items: Option<Vec<u32>>,
        conflicts: Conflicts,
        actor: Actor,
    ) -> Result<ChangeSet> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut undo = inner.undo_proposals(&mut write, &entries, items.as_deref(), conflicts).await?;
            // What is signed says what it leaves out.
            if let Some(first) = undo.proposals.first_mut().filter(|_| items.is_none()) {
                first.warnings.extend(inner.stays_of(&undo.others).await?);
            }
            inner.measure(&mut undo.proposals).await?;
            let source = Source::Undo { entries: undo.entries };
            if let Some(waits) = inner.waiting_alike(&source, &undo.proposals).await? {
                return Ok(waits);
            }
            let set = write.propose(source, Some(undo.title), undo.proposals, &actor, true).await?;
            write.finish().await?;
            Ok(set)
        })
        .await
    }

    /// Proposes to go back to the state right after an entry. Nothing is changed by that.
    ///
    /// # Errors
    /// `not_found` when there is no such entry, `nothing_to_undo` when nothing differs.
    pub async fn rewind(&self, to: Seq, actor: Actor) -> Result<SetView> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let head = inner.store.head().await?.map_or(Seq(0), |(seq, _)| seq);
            if to < Seq(0) || to > head {
                return Err(EngineError::NotFound(format!("ledger entry {to}")));
            }
            let since = inner.applied_after(to).await?;
            let mut commands: Vec<Ran<'_>> = Vec::new();
            for entry in &since {
                commands.extend(inner.ran(entry).await?);
            }
            let mut proposals = inner.proposals_back(&since).await?;
            let Some(first) = proposals.first_mut() else {
                return Err(not_taken_back(&commands).unwrap_or(EngineError::AlreadyThere(to)));
            };
            // What is signed says what it leaves out.
            first.warnings.extend(stays(&commands));
            inner.measure(&mut proposals).await?;
            let title = format!("Go back to entry {to}");
            let source = Source::Rewind { to };
            if let Some(waits) = inner.waiting_alike(&source, &proposals).await? {
                return Ok(inner.view(&waits));
            }
            let set = write.propose(source, Some(title), proposals, &actor, true).await?;
            write.finish().await?;
            Ok(inner.view(&set))
        })
        .await
    }
}

/// Says of commands that what they did stays, if there are any.
fn stays(ran: &[Ran<'_>]) -> Vec<Problem> {
    let (calls, commands): (Vec<&Ran<'_>>, Vec<&Ran<'_>>) = ran.iter().partition(|ran| ran.elsewhere);
    let named = |all: &[&Ran<'_>]| {
        let named: Vec<String> = all.iter().map(|ran| format!("@{} {}", ran.seq, ran.label)).collect();
        in_short(&named)
    };
    let of_commands = match commands.as_slice() {
        [] => None,
        [_] => Some(format!("1 command ran since, and what it did to files stays: {}", named(&commands))),
        all => Some(format!("{} commands ran since, and what they did to files stays: {}", all.len(), named(all))),
    };
    let of_calls = match calls.as_slice() {
        [] => None,
        [_] => Some(format!("1 tool of another program was called since, and what it did stays: {}", named(&calls))),
        all => Some(format!(
            "{} tools of other programs were called since, and what they did stays: {}",
            all.len(),
            named(all)
        )),
    };
    of_commands.into_iter().chain(of_calls).map(|why| Problem::new("commands_stay", why)).collect()
}

/// The first of these in one line.
fn in_short(all: &[String]) -> String {
    const NAMED: usize = 3;
    let named = all.get(..NAMED).unwrap_or(all);
    format!("{}{}", named.join("; "), if all.len() > NAMED { "; …" } else { "" })
}

/// Why nothing of commands can be taken back, if there are any.
fn not_taken_back(ran: &[Ran<'_>]) -> Option<EngineError> {
    let Ran { seq, label, elsewhere } = ran.first()?;
    Some(EngineError::CommandRan(match elsewhere {
        true => format!(
            "entry {seq} called a tool of another program, and what that did is not taken back: {label}. Nothing has been changed."
        ),
        false => format!(
            "entry {seq} ran a command, and what a command did is not taken back: {label}. Nothing has been changed."
        ),
    }))
}

/// A command that an entry ran, or a call of another program's tool that it made.
struct Ran<'e> {
    seq: Seq,
    label: &'e str,
    /// Another program did it.
    elsewhere: bool,
}

impl Inner {
    /// The calls that an entry made, and the commands that it ran in the workspace itself, but for those that only look; what one did in a
    /// copy is not there, and where the entry holds the changes of files that one made, they are taken back.
    async fn ran<'e>(&self, entry: &'e Entry) -> Result<Vec<Ran<'e>>> {
        let Event::Applied { set, items, .. } = &entry.event else { return Ok(Vec::new()) };
        let there = |o: &&ItemOutcome| {
            !o.can_go_back() && o.command.as_ref().is_some_and(|ran| ran.copy.is_none() && !ran.unchanged)
        };
        if !items.iter().any(|o| there(&o)) {
            return Ok(Vec::new());
        }
        let set = self.store.change_set(*set).await?;
        // What took something back is no change of its own.
        if set.as_ref().is_some_and(|set| takes_back(&set.source)) {
            return Ok(Vec::new());
        }
        let op = |o: &ItemOutcome| set.as_ref().and_then(|set| set.item(o.n)).and_then(|item| item.op.as_ref());
        let ran = |o: &'e ItemOutcome| {
            let elsewhere = matches!(op(o), Some(Operation::CallTool(_)));
            Ran { seq: entry.seq, label: o.label.as_str(), elsewhere }
        };
        Ok(items.iter().filter(there).filter(|o| !self.looks(op(o))).map(ran).collect())
    }

    /// Whether an operation is a command that only looks.
    fn looks(&self, op: Option<&Operation>) -> bool {
        matches!(op, Some(Operation::RunCommand(command)) if rules::looks(&self.judged(command)))
    }

    /// That an entry, or `only` some items of it, did nothing but look, or changed nothing of its folder, if so.
    async fn changed_nothing(&self, entry: &Entry, only: Option<&[u32]>) -> Result<Option<EngineError>> {
        let Event::Applied { set, items, .. } = &entry.event else { return Ok(None) };
        let set = self.store.change_set(*set).await?;
        let of: Vec<_> = items.iter().filter(|o| only.is_none_or(|only| only.contains(&o.n))).collect();
        let looks =
            |o: &&ItemOutcome| self.looks(set.as_ref().and_then(|set| set.item(o.n)).and_then(|item| item.op.as_ref()));
        let aside = |o: &ItemOutcome| o.command.as_ref().is_some_and(|ran| ran.unchanged || ran.copy.is_some());
        let idle = |o: &&ItemOutcome| o.ok && !o.can_go_back() && aside(o);
        let Some(label) = of.first().map(|o| o.label.as_str()) else { return Ok(None) };
        let seq = entry.seq;
        let why = if of.iter().all(looks) {
            format!("entry {seq} only looked, so there is nothing to undo: {label}")
        } else if of.iter().all(|o| looks(o) || idle(o)) {
            format!("entry {seq} changed nothing in its folder, so there is nothing to undo: {label}")
        } else {
            return Ok(None);
        };
        Ok(Some(EngineError::ChangedNothing(why)))
    }

    /// Says of the commands of these entries, which are not taken back, that what they did stays, if there are any.
    async fn stays_of(&self, left: &[Seq]) -> Result<Vec<Problem>> {
        let mut entries = Vec::new();
        for seq in left {
            entries.push(self.entry(*seq).await?);
        }
        let mut commands = Vec::new();
        for entry in &entries {
            commands.extend(self.ran(entry).await?);
        }
        Ok(stays(&commands))
    }

    /// Says of the commands that ran after an entry that what they did stays, if any did.
    pub(crate) async fn ran_after(&self, entry: Option<Seq>) -> Result<Vec<Problem>> {
        let Some(entry) = entry else { return Ok(Vec::new()) };
        let since = self.applied_after(entry).await?;
        let mut commands = Vec::new();
        for entry in &since {
            commands.extend(self.ran(entry).await?);
        }
        Ok(stays(&commands))
    }

    /// One entry.
    async fn entry(&self, seq: Seq) -> Result<Entry> {
        let filter = EntryFilter {
            after: Some(Seq(seq.0.saturating_sub(1))),
            before: Some(Seq(seq.0.saturating_add(1))),
            limit: 1,
            ..EntryFilter::default()
        };
        let found = self.store.entries(&filter).await?.all()?.pop();
        found.ok_or_else(|| EngineError::NotFound(format!("ledger entry {seq}")))
    }
}

/// A todo in a sentence: `“Pay rent” (Tue 2026-11-03)`.
pub(crate) fn named(todo: &Todo) -> String {
    match todo.scheduled_for {
        Some(date) => format!("{} ({})", quoted(&todo.title), day(date)),
        None => quoted(&todo.title),
    }
}
