//! Whether the ledger is whole, and whether what is stored is what it says.

use crate::write::Write;
use crate::{Changed, Engine, EngineError, Inner, Result};
use countersign_core::change_set::{ChangeSet, SetStatus};
use countersign_core::ids::{RuleId, Seq, SetId, TodoId};
use countersign_core::ledger::{Entry, GENESIS, chain};
use countersign_core::projection::Projection;
use countersign_core::rule::Rule;
use countersign_core::todo::Todo;
use countersign_core::wire::{BrokenEntry, Head, VerifyReport};
use countersign_store::{EntryFilter, Ledger, RawEntry, SessionRow, Store, Tx, Wrong, WrongEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// When a ledger that is served is first verified: whoever has just started it waits for other things.
const SOON: Duration = Duration::from_secs(2);
/// How often it is verified after that.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

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
    /// The first differences, in words.
    pub differences: Vec<String>,
}

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

fn broken(seq: i64, what: &str, message: String) -> Option<BrokenEntry> {
    Some(BrokenEntry { seq: Seq(seq), what: what.to_owned(), message })
}

/// Where a ledger is broken that does not end as is recorded.
pub(crate) fn ended(wrong: WrongEnd) -> BrokenEntry {
    BrokenEntry { seq: wrong.seq(), what: wrong.word().to_owned(), message: wrong.to_string() }
}

/// What is wrong with an entry that comes after one of this number and hash.
async fn wrong(ledger: &mut dyn Ledger, raw: &RawEntry, after: Seq, prev: &str) -> Result<Option<BrokenEntry>> {
    let expected = after.0 + 1;
    if raw.seq.0 != expected {
        let next = format!("entry {expected} is missing; the next one there is {}", raw.seq);
        return Ok(broken(expected, "missing", next));
    }
    Ok(match raw.written() {
        Err(Wrong::Changed) => match written_as(ledger, raw).await? {
            Some(own) => {
                broken(expected, "reordered", format!("entry {expected} holds what was written as entry {own}"))
            }
            None => broken(expected, Wrong::Changed.word(), Wrong::Changed.said(raw.seq)),
        },
        _ if raw.prev != prev => {
            broken(expected, "reordered", format!("entry {expected} does not follow the entry before it"))
        }
        Err(wrong) => broken(expected, wrong.word(), wrong.said(raw.seq)),
        Ok(_) => None,
    })
}

/// Recomputes the chain over all entries. An empty ledger is sound here, whatever else is there.
///
/// # Errors
/// When the store fails.
pub(crate) async fn prove(store: &dyn Store) -> Result<Proved> {
    // Head and entries of one moment: what somebody appends meanwhile is not missing.
    let mut ledger = store.ledger().await?;
    let head = ledger.head().await?.map(|(seq, hash)| Head { seq, hash });
    let (mut after, mut prev, mut entries) = (Seq(0), GENESIS.to_owned(), 0_u64);
    loop {
        let page = ledger.raw_entries(after, 500).await?;
        if page.is_empty() {
            break;
        }
        for raw in page {
            if let Some(broken) = wrong(ledger.as_mut(), &raw, after, &prev).await? {
                return Ok(Proved { entries, head, broken: Some(broken) });
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

/// What a ledger makes.
struct Folded {
    all: Projection,
    entries: u64,
    last: Seq,
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
    let mut folded = Folded { all: Projection::default(), entries: 0, last: Seq(0) };
    loop {
        let page = page(store, folded.last).await?;
        let Some(last) = page.last().map(|e| e.seq) else { return Ok(folded) };
        folded.last = last;
        for entry in &page {
            folded.all.take(entry);
            folded.entries += 1;
        }
    }
}

impl Folded {
    fn todos(&self) -> BTreeMap<TodoId, &Todo> {
        self.all.todos.iter().filter_map(|(id, t)| t.as_ref().map(|t| (*id, t))).collect()
    }

    fn report(&self, differences: Vec<String>) -> RebuildReport {
        RebuildReport {
            entries: self.entries,
            todos: self.todos().len() as u64,
            sets: self.all.sets.len() as u64,
            equal: differences.is_empty(),
            differences,
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
            if store.session(session).await?.is_none() {
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
    Ok(folded.report(unread))
}

impl Engine {
    /// Recomputes the chain over all entries: finds one that was changed, is missing, or stands in
    /// another place.
    ///
    /// # Errors
    /// When the store fails; what it finds is the report, not an error.
    pub async fn verify(&self) -> Result<VerifyReport> {
        let Proved { entries, head, broken: mut found } = prove(self.0.store.as_ref()).await?;
        if found.is_none() && head.is_none() {
            found = self.unfounded().await?.and_then(|message| broken(1, "missing", message));
        }
        self.0.found_broken(found.clone());
        let doubles = self.0.world().todos.doubles();
        Ok(VerifyReport { ok: found.is_none(), entries, head, broken: found, doubles })
    }

    /// Where the ledger is broken, as far as this engine has looked: at the newest entries when it was opened, at all
    /// of them whenever it was verified.
    pub fn broken(&self) -> Option<BrokenEntry> {
        self.0.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Verifies the ledger beside everything else, soon and once a day for as long as the engine lives, and tells
    /// who follows it when it is found broken.
    pub fn keep_proven(&self) {
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut days = tokio::time::interval_at(tokio::time::Instant::now() + SOON, DAY);
            loop {
                days.tick().await;
                let Some(inner) = inner.upgrade() else { return };
                let engine = Self(inner);
                if let Ok(VerifyReport { broken: Some(_), head: Some(head), .. }) = engine.verify().await {
                    // Nobody listening is fine.
                    let _ = engine.0.feed.send(Changed { seq: head.seq, what: vec!["ledger"], about: None });
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
            if let Some(broken) = engine.verify().await?.broken {
                return Err(EngineError::BrokenLedger(broken));
            }
            let folded = fold(store).await?;
            let mut differences = store.unread().await?;
            // What cannot be read stands in the way of comparing the rest.
            if differences.is_empty() {
                differences = inner.differences(&folded.todos(), &folded.all.sets, &folded.all.rules).await?;
                differences.extend(inner.session_differences(&folded.all).await?);
                differences.extend(turn.tx.index_damage().await?);
                differences.truncate(50);
            }
            let report = folded.report(differences);
            if write && !report.equal {
                folded.put(store, turn.tx.as_mut()).await?;
                turn.finish().await?;
                let last = folded.last;
                let Projection { todos, rules, .. } = folded.all;
                {
                    let mut world = inner.world.write().unwrap_or_else(std::sync::PoisonError::into_inner);
                    world.todos = countersign_core::todos::Todos::new(todos.into_values().flatten());
                    world.rules = crate::rules::Rules::load(rules.into_values().collect());
                }
                inner.load_open().await?;
                inner.load_past().await?;
                // Nobody listening is fine.
                let what = vec!["inbox", "todos", "rules", "sessions"];
                let _ = inner.feed.send(Changed { seq: last, what, about: None });
            }
            Ok(report)
        })
        .await
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

    async fn differences(
        &self,
        todos: &BTreeMap<TodoId, &Todo>,
        sets: &BTreeMap<SetId, ChangeSet>,
        rules: &BTreeMap<RuleId, Rule>,
    ) -> Result<Vec<String>> {
        let mut out = Vec::new();
        let stored: BTreeMap<TodoId, Todo> = self.store.todos().await?.into_iter().map(|t| (t.id, t)).collect();
        for id in todos.keys().chain(stored.keys()).collect::<BTreeSet<_>>() {
            match (todos.get(id), stored.get(id)) {
                (Some(a), Some(b)) if **a == *b => {}
                (Some(_), Some(_)) => out.push(format!("todo #{id} differs")),
                (Some(_), None) => out.push(format!("todo #{id} is missing")),
                (None, _) => out.push(format!("todo #{id} is not in the ledger")),
            }
        }
        for (id, set) in sets {
            match self.store.change_set(*id).await? {
                Some(stored) if stored == *set => {}
                Some(_) => out.push(format!("change set #{id} differs")),
                None => out.push(format!("change set #{id} is missing")),
            }
        }
        let stored: BTreeMap<RuleId, Rule> = self.store.rules().await?.into_iter().map(|r| (r.id, r)).collect();
        for id in rules.keys().chain(stored.keys()).collect::<BTreeSet<_>>() {
            match (rules.get(id), stored.get(id)) {
                (Some(a), Some(b)) if a == b => {}
                (Some(_), Some(_)) => out.push(format!("rule {id} differs")),
                (Some(_), None) => out.push(format!("rule {id} is missing")),
                (None, _) => out.push(format!("rule {id} is not in the ledger")),
            }
        }
        out.truncate(50);
        Ok(out)
    }

    /// Where the stored names, states and plans of conversations are not what the ledger says.
    async fn session_differences(&self, all: &Projection) -> Result<Vec<String>> {
        let mut out = Vec::new();
        let marks: BTreeMap<_, _> = self.store.all_marks().await?.into_iter().collect();
        for id in all.marks.keys().chain(marks.keys()).collect::<BTreeSet<_>>() {
            if all.marks.get(id) != marks.get(id) {
                out.push(format!("session {id} differs"));
            }
        }
        let plans: BTreeMap<_, _> =
            self.store.all_plans().await?.into_iter().map(|(id, version, plan)| ((id, version), plan)).collect();
        for key in all.plans.keys().chain(plans.keys()).collect::<BTreeSet<_>>() {
            if all.plans.get(key) != plans.get(key) {
                out.push(format!("version {} of the plan of session {} differs", key.1, key.0));
            }
        }
        Ok(out)
    }
}
