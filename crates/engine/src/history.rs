//! The ledger: showing it, verifying it, going back in it, rebuilding from it.

mod contents;
mod files;
mod past;
mod repeated;
mod undoing;

pub use contents::Contents;
pub(crate) use past::{Past, takes_back};

use crate::write::Write;
use crate::{Changed, Engine, EngineError, Inner, Result};
use countersign_commands::rules;
use countersign_core::change_set::review::preview;
use countersign_core::change_set::undo::{AppliedItem, back_to};
use countersign_core::change_set::{Actor, ChangeSet, ItemRef, ItemStatus, SetStatus, Source, Verdict};
use countersign_core::ids::{RuleId, Seq, SetId, TodoId};
use countersign_core::label::{day, quoted};
use countersign_core::ledger::{Entry, Event, GENESIS, ItemOutcome, chain};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::projection::Projection;
use countersign_core::prompt::Line;
use countersign_core::rule::Rule;
use countersign_core::session::meter::MeterKind;
use countersign_core::session::{SessionChange, SessionState};
use countersign_core::todo::Todo;
use countersign_core::wire::{BrokenEntry, EntryItem, EntryView, Head, LastView, SetView, VerifyReport};
use countersign_store::{EntryFilter, Ledger, RawEntry};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// So much of an agent's note is told in a line, in characters.
const NOTE: usize = 300;

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

impl Engine {
    /// Entries for the history.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn ledger(&self, filter: EntryFilter) -> Result<Vec<EntryView>> {
        let mut views = Vec::new();
        let mut sets: BTreeMap<SetId, Option<ChangeSet>> = BTreeMap::new();
        for entry in self.0.store.entries(&filter).await? {
            if let Some(id) = entry.event.set()
                && let std::collections::btree_map::Entry::Vacant(slot) = sets.entry(id)
            {
                slot.insert(self.0.store.change_set(id).await?);
            }
            let set = entry.event.set().and_then(|id| sets.get(&id)).and_then(Option::as_ref);
            let files = self.entry_files(&entry, set).await?;
            views.push(EntryView { files, ..entry_view(&entry, set) });
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

    /// Recomputes the chain over all entries: finds one that was changed, is missing, or stands in
    /// another place.
    ///
    /// # Errors
    /// When the store fails; what it finds is the report, not an error.
    pub async fn verify(&self) -> Result<VerifyReport> {
        // Head and entries of one moment: what somebody appends meanwhile is not missing.
        let mut ledger = self.0.store.ledger().await?;
        let head = ledger.head().await?.map(|(seq, hash)| Head { seq, hash });
        let (mut after, mut prev, mut entries) = (Seq(0), GENESIS.to_owned(), 0_u64);
        let broken =
            |seq: i64, what: &str, message: String| Some(BrokenEntry { seq: Seq(seq), what: what.to_owned(), message });
        loop {
            let page = ledger.raw_entries(after, 500).await?;
            let Some(last) = page.last().map(|e| e.seq) else { break };
            for raw in page {
                let expected = after.0 + 1;
                let found = if raw.seq.0 != expected {
                    broken(
                        expected,
                        "missing",
                        format!("entry {expected} is missing; the next one there is {}", raw.seq),
                    )
                } else if chain(&raw.prev, raw.seq, &raw.at, &raw.actor, &raw.event) != raw.hash {
                    match written_as(ledger.as_mut(), &raw).await? {
                        Some(own) => broken(
                            expected,
                            "reordered",
                            format!("entry {expected} holds what was written as entry {own}"),
                        ),
                        None => broken(expected, "changed", format!("entry {expected} is not what was written")),
                    }
                } else if raw.prev != prev {
                    broken(expected, "reordered", format!("entry {expected} does not follow the entry before it"))
                } else {
                    match serde_json::from_str::<Event>(&raw.event) {
                        Err(_) => broken(
                            expected,
                            "unreadable",
                            format!("entry {expected} has a shape this version does not know"),
                        ),
                        Ok(event) if (event.kind(), event.set()) != (raw.kind.as_str(), raw.set) => broken(
                            expected,
                            "changed",
                            format!("entry {expected} is filed under another kind or change set than its own"),
                        ),
                        Ok(_) => None,
                    }
                };
                if found.is_some() {
                    return Ok(VerifyReport { ok: false, entries, head, broken: found, doubles: Vec::new() });
                }
                entries += 1;
                after = raw.seq;
                prev = raw.hash;
            }
            debug_assert_eq!(after, last);
        }
        let broken = match &head {
            Some(h) if h.seq != after => broken(
                after.0 + 1,
                "missing",
                format!("the last entries are missing: {} were written, {} are there", h.seq, after),
            ),
            Some(h) if h.hash != prev => {
                broken(after.0, "changed", "the last entry is not the one that was written last".to_owned())
            }
            None if entries > 0 => broken(after.0, "changed", "the record of the last entry is missing".to_owned()),
            None => self.unfounded().await?.and_then(|message| broken(1, "missing", message)),
            _ => None,
        };
        let doubles = self.0.world().todos.doubles();
        Ok(VerifyReport { ok: broken.is_none(), entries, head, broken, doubles })
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
                json!({ "seq": e.seq, "at": e.at, "actor": value(&e.actor), "event": value(&e.event), "prev": e.prev, "hash": e.hash }).to_string()
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
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut undo = inner.undo_proposals(&mut write, &[entry], items.as_deref(), conflicts).await?;
            inner.measure(&mut undo.proposals).await?;
            let source = Source::Undo { entries: undo.entries };
            if let Some(waits) = inner.waiting_alike(&source, &undo.proposals).await? {
                return Ok(inner.view(&waits));
            }
            let set = write.propose(source, Some(undo.title), undo.proposals, &actor, true).await?;
            write.finish().await?;
            Ok(inner.view(&set))
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
            let mut sets: BTreeMap<SetId, BTreeMap<u32, Vec<u32>>> = BTreeMap::new();
            let mut commands: Vec<(Seq, &str)> = Vec::new();
            for entry in &since {
                if let Some(id) = entry.event.set()
                    && let std::collections::btree_map::Entry::Vacant(slot) = sets.entry(id)
                {
                    slot.insert(inner.needs_of(id).await?);
                }
                commands.extend(inner.ran(entry).await?);
            }
            let mut proposals = {
                let world = inner.world();
                let items = since.iter().flat_map(|entry| match &entry.event {
                    Event::Applied { set, items, .. } => items
                        .iter()
                        .map(|o| AppliedItem {
                            of: ItemRef { set: *set, n: o.n, entry: entry.seq },
                            label: &o.label,
                            changes: &o.changes,
                            files: &o.files,
                            needs: sets.get(set).and_then(|needs| needs.get(&o.n)).map_or(&[], Vec::as_slice),
                        })
                        .collect(),
                    _ => Vec::new(),
                });
                back_to(items, &world.todos)
            };
            let Some(first) = proposals.first_mut() else {
                return Err(not_taken_back(&commands).unwrap_or(EngineError::NothingToUndo));
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

    /// Folds the whole ledger and compares the result with the stored projections; `write` puts
    /// the result in their place.
    ///
    /// # Errors
    /// `broken_ledger` when the ledger is not sound: what cannot be trusted says nothing of what is
    /// there, and must not replace it. When the store fails.
    pub async fn rebuild(&self, write: bool) -> Result<RebuildReport> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut turn = if write { Write::begin(inner).await? } else { Write::turn(inner).await? };
            if let Some(broken) = engine.verify().await?.broken {
                return Err(EngineError::BrokenLedger(broken));
            }
            let mut all = Projection::default();
            let (mut after, mut entries) = (Seq(0), 0_u64);
            loop {
                let page = inner
                    .store
                    .entries(&EntryFilter { after: Some(after), ascending: true, limit: 200, ..EntryFilter::default() })
                    .await?;
                let Some(last) = page.last().map(|e| e.seq) else { break };
                after = last;
                for entry in &page {
                    all.take(entry);
                    entries += 1;
                }
            }
            let todos: BTreeMap<TodoId, &Todo> =
                all.todos.iter().filter_map(|(id, t)| t.as_ref().map(|t| (*id, t))).collect();
            let mut differences = inner.differences(&todos, &all.sets, &all.rules).await?;
            differences.extend(inner.session_differences(&all).await?);
            differences.extend(turn.tx.index_damage().await?);
            differences.truncate(50);
            let report = RebuildReport {
                entries,
                todos: todos.len() as u64,
                sets: all.sets.len() as u64,
                equal: differences.is_empty(),
                differences,
            };
            if write && !report.equal {
                turn.tx.clear_projections().await?;
                let list: Vec<&Todo> = todos.values().copied().collect();
                for chunk in list.chunks(1_000) {
                    turn.tx.put_todos(chunk).await?;
                }
                for set in all.sets.values() {
                    turn.tx.put_set(set).await?;
                }
                for rule in all.rules.values() {
                    turn.tx.put_rule(rule).await?;
                }
                for (session, marks) in &all.marks {
                    turn.tx.put_marks(session, marks).await?;
                }
                for ((session, _), plan) in &all.plans {
                    turn.tx.put_plan(session, plan).await?;
                }
                inner.index_again(&mut turn).await?;
                turn.finish().await?;
                let fresh = countersign_core::todos::Todos::new(list.into_iter().cloned());
                {
                    let mut world = inner.world.write().unwrap_or_else(std::sync::PoisonError::into_inner);
                    world.todos = fresh;
                    world.rules = crate::rules::Rules::load(all.rules.into_values().collect());
                }
                inner.load_open().await?;
                // Nobody listening is fine.
                let _ = inner.feed.send(Changed { seq: after, what: vec!["inbox", "todos", "rules", "sessions"] });
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

/// Says of commands that what they did stays, if there are any.
fn stays(commands: &[(Seq, &str)]) -> Option<Problem> {
    const NAMED: usize = 3;
    let named =
        commands.iter().take(NAMED).map(|(seq, label)| format!("@{seq} {label}")).collect::<Vec<_>>().join("; ");
    let more = if commands.len() > NAMED { "; …" } else { "" };
    let why = match commands.len() {
        0 => return None,
        1 => format!("1 command ran since, and what it did to files stays: {named}"),
        n => format!("{n} commands ran since, and what they did to files stays: {named}{more}"),
    };
    Some(Problem::new("commands_stay", why))
}

/// Why nothing of commands can be taken back, if there are any.
fn not_taken_back(commands: &[(Seq, &str)]) -> Option<EngineError> {
    let (seq, label) = commands.first()?;
    Some(EngineError::CommandRan(format!(
        "entry {seq} ran a command, and what a command did is not taken back: {label}. Nothing has been changed."
    )))
}

impl Inner {
    /// The commands that an entry ran in the workspace itself, but for those that only look; what one did in a
    /// copy is not there, and where the entry holds the changes of files that one made, they are taken back.
    async fn ran<'e>(&self, entry: &'e Entry) -> Result<Vec<(Seq, &'e str)>> {
        let Event::Applied { set, items, .. } = &entry.event else { return Ok(Vec::new()) };
        let there =
            |o: &&ItemOutcome| o.files.is_empty() && o.command.as_ref().is_some_and(|command| command.copy.is_none());
        if !items.iter().any(|o| there(&o)) {
            return Ok(Vec::new());
        }
        let set = self.store.change_set(*set).await?;
        let looks =
            |o: &&ItemOutcome| match set.as_ref().and_then(|set| set.item(o.n)).and_then(|item| item.op.as_ref()) {
                Some(Operation::RunCommand(command)) => rules::looks(&self.judged(command)),
                _ => false,
            };
        Ok(items.iter().filter(there).filter(|o| !looks(o)).map(|o| (entry.seq, o.label.as_str())).collect())
    }

    /// What each item of a set needs; nothing of one that is gone.
    async fn needs_of(&self, set: SetId) -> Result<BTreeMap<u32, Vec<u32>>> {
        let set = self.store.change_set(set).await?;
        Ok(set.iter().flat_map(|set| &set.items).map(|item| (item.n, item.needs.clone())).collect())
    }

    /// One entry.
    async fn entry(&self, seq: Seq) -> Result<Entry> {
        let filter = EntryFilter {
            after: Some(Seq(seq.0.saturating_sub(1))),
            before: Some(Seq(seq.0.saturating_add(1))),
            limit: 1,
            ..EntryFilter::default()
        };
        let found = self.store.entries(&filter).await?.pop();
        found.ok_or_else(|| EngineError::NotFound(format!("ledger entry {seq}")))
    }

    /// Makes anew what the entries of the ledger are found by.
    async fn index_again(&self, turn: &mut Write<'_>) -> Result<()> {
        let mut after = Seq(0);
        loop {
            let page = self
                .store
                .entries(&EntryFilter { after: Some(after), ascending: true, limit: 200, ..EntryFilter::default() })
                .await?;
            let Some(last) = page.last().map(|e| e.seq) else { return Ok(()) };
            for entry in &page {
                turn.tx.index(entry).await?;
            }
            after = last;
        }
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

/// What was done to a conversation, in words.
fn session_title(change: &SessionChange) -> String {
    match change {
        SessionChange::Begun { title: Some(title), .. } => format!("Session {} begun", quoted(title)),
        SessionChange::Begun { title: None, .. } => "Session begun".to_owned(),
        SessionChange::Renamed { before, after } => format!("Session {} renamed to {}", quoted(before), quoted(after)),
        SessionChange::Moved { after: SessionState::Archived, .. } => "Session archived".to_owned(),
        SessionChange::Moved { after: SessionState::Deleted, .. } => "Session deleted".to_owned(),
        SessionChange::Moved { after: SessionState::Active, .. } => "Session restored".to_owned(),
        SessionChange::Carried { carried } => match &carried.from {
            Some(from) => format!("Session handed off from {from}"),
            None => "Session extended".to_owned(),
        },
        SessionChange::Declined { meter: MeterKind::Context, .. } => "Handoff declined".to_owned(),
        SessionChange::Declined { meter: MeterKind::Storage, .. } => "Extension declined".to_owned(),
        SessionChange::BugSettled { bug, resolved: true } => format!("Bug {bug} settled"),
        SessionChange::BugSettled { bug, resolved: false } => format!("Bug {bug} opened again"),
    }
}

fn entry_view(entry: &Entry, set: Option<&ChangeSet>) -> EntryView {
    let status = |n: u32| set.and_then(|s| s.item(n)).map(|i| (i.status, i.applied_by));
    let blank = |n: u32, label: &str| EntryItem {
        n,
        label: label.to_owned(),
        ok: true,
        verdict: None,
        reason: None,
        changes: Vec::new(),
        changes_total: 0,
        files: Vec::new(),
        command: None,
        undoable: false,
        problem: None,
    };
    let mut items = Vec::new();
    let title = match &entry.event {
        Event::Proposed { set } => {
            items.extend(set.items.iter().map(|i| blank(i.n, &i.label)));
            format!("Proposed: {}", set.title)
        }
        Event::Revised { items: revised, .. } => {
            items.extend(revised.iter().map(|i| blank(i.n, &i.label)));
            "Edited before signing".to_owned()
        }
        Event::Decided { items: decisions, .. } => {
            items.extend(decisions.iter().map(|d| EntryItem {
                verdict: Some(d.verdict),
                reason: d.reason.clone(),
                ..blank(d.n, &d.label)
            }));
            decided(decisions.iter().map(|d| d.verdict))
        }
        Event::Applied { items: outcomes, direct, .. } => {
            items.extend(outcomes.iter().map(|o| EntryItem {
                ok: o.ok,
                verdict: direct.is_some().then_some(Verdict::Confirmed),
                changes: o.changes.iter().take(10).map(preview).collect(),
                changes_total: o.changes.len() as u64,
                files: o.files.clone(),
                command: o.command.clone(),
                undoable: o.ok
                    && !(o.changes.is_empty() && o.files.is_empty())
                    && status(o.n) == Some((ItemStatus::Applied, Some(entry.seq))),
                problem: o.problem.clone(),
                ..blank(o.n, &o.label)
            }));
            match outcomes.iter().filter(|o| o.ok).collect::<Vec<_>>().as_slice() {
                [] if outcomes.iter().any(|o| o.unknown) => "Outcome unknown".to_owned(),
                [] if outcomes.iter().any(|o| o.put_back && o.problem.as_ref().is_none_or(|p| p.code != "drifted")) => {
                    "Put back as it was".to_owned()
                }
                [] => "Nothing was applied".to_owned(),
                [one] => one.label.clone(),
                [first, rest @ ..] => format!("{} and {} more", first.label, rest.len()),
            }
        }
        Event::Applying { items: begun, .. } => match begun.as_slice() {
            [_] => "Began to apply 1 item".to_owned(),
            many => format!("Began to apply {} items", many.len()),
        },
        Event::Expired { items: undecided, .. } => {
            items.extend(undecided.iter().map(|d| blank(d.n, &d.label)));
            "Expired unsigned".to_owned()
        }
        Event::Extended { items: added, .. } => {
            items.extend(added.iter().map(|i| blank(i.n, &i.label)));
            match added.as_slice() {
                [one] => format!("Proposed as well: {}", one.label),
                many => format!("Proposed as well: {} items", many.len()),
            }
        }
        Event::Settings { .. } => "Settings changed".to_owned(),
        Event::Audit { action, detail } if action == "agent_note" => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let note = detail["note"].as_object().into_iter().flat_map(|note| note.values()).map(text);
            let said: String = note.collect::<Vec<_>>().join(" ").chars().take(NOTE).collect();
            format!("Note of {}: {}", text(&detail["agent"]), Line::of(said).as_str())
        }
        Event::Audit { action, .. } => action.replace('_', " "),
        Event::RuleMade { rule } => format!("Rule {} signed: {}", rule.id, rule.grant.name()),
        Event::RuleUsed { rule, item, label, .. } => {
            items.push(blank(*item, label));
            format!("Rule {rule} used")
        }
        Event::RuleSuspended { rule, ended } => format!("Rule {rule} suspended: {}", ended.why),
        Event::RuleRevoked { rule, .. } => format!("Rule {rule} revoked"),
        Event::RuleKept { rule, agent, count, .. } => format!("Rule {rule} kept {agent} from proposing {count}"),
        Event::Session { change, .. } => session_title(change),
        Event::Plan { plan, changed, .. } => {
            format!("Plan document, version {}: {}", plan.metadata.version, changed.join(", "))
        }
    };
    let undoable = items.iter().any(|i| i.undoable);
    EntryView {
        seq: entry.seq,
        at: entry.at,
        actor: entry.actor.clone(),
        kind: entry.event.kind().to_owned(),
        set: entry.event.set(),
        source: match &entry.event {
            Event::Proposed { set } => Some(set.source.clone()),
            _ => None,
        },
        title,
        items,
        files: None,
        undoable,
        prev: entry.prev.clone(),
        hash: entry.hash.clone(),
    }
}

fn decided(verdicts: impl Iterator<Item = Verdict>) -> String {
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for verdict in verdicts {
        let word = match verdict {
            Verdict::Confirmed => "signed",
            Verdict::Rejected => "rejected",
            Verdict::Deferred => "deferred",
            Verdict::Retracted => "retracted",
            Verdict::Undecided => "undecided",
        };
        match counts.iter_mut().find(|(w, _)| *w == word) {
            Some((_, n)) => *n += 1,
            None => counts.push((word, 1)),
        }
    }
    counts.into_iter().map(|(word, n)| format!("{n} {word}")).collect::<Vec<_>>().join(", ")
}

/// A todo in a sentence: `“Pay rent” (Tue 2026-11-03)`.
pub(crate) fn named(todo: &Todo) -> String {
    match todo.scheduled_for {
        Some(date) => format!("{} ({})", quoted(&todo.title), day(date)),
        None => quoted(&todo.title),
    }
}
