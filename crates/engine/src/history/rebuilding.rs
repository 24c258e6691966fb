//! Making what is stored anew from the ledger.

use super::comparing::{Differences, Folded};
use crate::write::Write;
use crate::{Changed, Engine, EngineError, Result};
use countersign_core::ids::{Seq, TodoId};
use countersign_core::ledger::Entry;
use countersign_core::projection::Projection;
use countersign_core::todo::Todo;
use countersign_store::{EntryFilter, SessionRow, Store, StoreError, Tx};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

/// What a rebuild found.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RebuildReport {
    /// Entries read.
    pub entries: u64,
    /// Todos they make.
    pub todos: u64,
    /// Change sets they make.
    pub sets: u64,
    /// The stored projections are the same.
    pub equal: bool,
    /// How many differences there are.
    pub differing: u64,
    /// The first of them, in words.
    pub differences: Vec<String>,
}

/// The next entries after a number; none after the last.
///
/// # Errors
/// `broken_ledger` where one of them is not as it was written.
async fn page(store: &dyn Store, after: Seq) -> Result<Vec<Entry>> {
    let filter = EntryFilter { after: Some(after), ascending: true, limit: 200, ..EntryFilter::default() };
    Ok(store.entries(&filter).await?.all()?)
}

async fn fold(store: &dyn Store) -> Result<Folded> {
    let mut folded = Folded::default();
    loop {
        let page = page(store, folded.last).await?;
        if page.is_empty() {
            return Ok(folded);
        }
        page.iter().for_each(|entry| folded.take(entry));
    }
}

impl Folded {
    pub(super) fn todos(&self) -> BTreeMap<TodoId, &Todo> {
        self.all.todos.iter().filter_map(|(id, t)| t.as_ref().map(|t| (*id, t))).collect()
    }

    fn report(&self, differences: Differences) -> RebuildReport {
        RebuildReport {
            entries: self.entries,
            todos: self.todos().len() as u64,
            sets: self.all.sets.len() as u64,
            equal: differences.count == 0,
            differing: differences.count,
            differences: differences.first,
        }
    }

    /// Puts it in the place of what is stored, with what entries are found by.
    async fn put(&self, store: &dyn Store, tx: &mut dyn Tx) -> Result<()> {
        tx.clear_projections().await?;
        let list: Vec<&Todo> = self.todos().into_values().collect();
        for chunk in list.chunks(1_000) {
            tx.put_todos(chunk).await?;
        }
        for set in self.all.sets.values() {
            tx.put_set(set).await?;
        }
        for rule in self.all.rules.values() {
            tx.put_rule(rule).await?;
        }
        let sessions = self.all.marks.keys().chain(self.all.plans.keys().map(|(session, _)| session));
        for session in sessions.collect::<BTreeSet<_>>() {
            let lost = match store.session(session).await {
                // It is there, and was made harmless just now.
                Err(StoreError::Unreadable { .. }) => false,
                found => found?.is_none(),
            };
            if lost {
                // Its own row is lost; what the ledger says of it refers to one.
                let (id, none) = (session.clone(), jiff::Timestamp::UNIX_EPOCH);
                let row = SessionRow { id, title: String::new(), pending: None, created_at: none, updated_at: none };
                tx.put_session(&row).await?;
            }
        }
        for (session, marks) in &self.all.marks {
            tx.put_marks(session, marks).await?;
        }
        for ((session, _), plan) in &self.all.plans {
            tx.put_plan(session, plan).await?;
        }
        let mut after = Seq(0);
        loop {
            let page = page(store, after).await?;
            let Some(last) = page.last().map(|e| e.seq) else { return Ok(()) };
            for entry in &page {
                tx.index(entry).await?;
            }
            after = last;
        }
    }
}

/// Makes what cannot be read anew from a ledger that is sound; the rest of the projections with it.
///
/// # Errors
/// When the store fails; nothing is then changed.
pub(crate) async fn restore(store: &dyn Store, unread: Vec<String>) -> Result<RebuildReport> {
    let mut tx = store.begin_rebuild().await?;
    let folded = fold(store).await?;
    folded.put(store, tx.as_mut()).await?;
    tx.commit().await?;
    Ok(folded.report(unread.into()))
}

impl Engine {
    /// What the opening of this engine made anew, since it could not be read.
    pub fn restored(&self) -> Option<&RebuildReport> {
        self.0.restored.as_ref()
    }

    /// Folds the whole ledger and compares the result with the stored projections; `write` puts
    /// the result in their place. What cannot be read there is a difference, and is kept beside.
    ///
    /// # Errors
    /// `broken_ledger` when the ledger is not sound: what cannot be trusted says nothing of what is
    /// there, and must not replace it. When the store fails.
    pub async fn rebuild(&self, write: bool) -> Result<RebuildReport> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let store = inner.store.as_ref();
            let mut turn = Write::rebuilding(inner, write).await?;
            let mut ledger = store.ledger().await?;
            let mut folded = Folded::default();
            if let Some(broken) = engine.proved(ledger.as_mut(), &mut folded).await?.broken {
                return Err(EngineError::BrokenLedger(broken));
            }
            let mut differences = store.unread().await?;
            // What cannot be read stands in the way of comparing the rest.
            if differences.is_empty() {
                differences = folded.differences(ledger.as_mut()).await?;
                differences.extend(turn.tx.search_damage().await?);
            }
            drop(ledger);
            let report = folded.report(differences.into());
            inner.differing.store(if write { 0 } else { report.differing }, Ordering::Relaxed);
            if write && !report.equal {
                folded.put(store, turn.tx.as_mut()).await?;
                // What the ledger says of them, where they could not be read.
                if store.meta("settings").await.map_or(true, |text| text.is_some()) {
                    let settings = serde_json::to_string(&engine.settings()).unwrap_or_default();
                    turn.tx.put_meta("settings", &settings).await?;
                }
                let workspaces = serde_json::to_string(&*inner.workspaces()).unwrap_or_default();
                turn.tx.put_meta("workspaces", &workspaces).await?;
                turn.finish().await?;
                let last = folded.last;
                let Projection { todos, rules, .. } = folded.all;
                {
                    let mut world = inner.world.write();
                    world.todos = countersign_core::todos::Todos::new(todos.into_values().flatten());
                    world.rules = crate::rules::Rules::load(rules.into_values().collect());
                }
                inner.load_open().await?;
                inner.load_past().await?;
                // Nobody listening is fine.
                let what = vec!["inbox", "todos", "rules", "sessions", "settings"];
                let _ = inner.feed.send(Changed { seq: last, what, about: None });
            }
            Ok(report)
        })
        .await
    }
}
