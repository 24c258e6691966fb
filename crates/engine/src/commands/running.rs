//! Running what is signed, one command after the other: marked, run, and stored with what came of it.

use super::told::{all_told, not_ended, not_run, unreadable};
use super::{blocked, came_to, failure, lost, outcome};
use crate::effects::process::{self, Job, Output};
use crate::moving::{came, folders_to_come, gone as gone_folders, moves, named};
use crate::outputs::{Looked, text_of};
use crate::previews::{MOST, apart, gone, in_copy, not_proposed};
use crate::review::{Key, result};
use crate::undoable::{self, undo_drift};
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::execute::signed_commands;
use countersign_core::change_set::review::expired;
use countersign_core::change_set::{Actor, ChangeItem, ItemStatus};
use countersign_core::ids::SetId;
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::Operation;
use countersign_core::wire::{ApplyMode, OpResult, Outcome, Receipt};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Engine {
    /// Runs what an apply leaves: the signed commands, in order. In atomic mode the first that
    /// fails is the last that runs; the others stay signed.
    pub(crate) async fn run_signed(
        &self,
        mut receipt: Receipt,
        mode: ApplyMode,
        actor: &Actor,
        key: Option<Key>,
    ) -> Result<Receipt> {
        let id = receipt.change_set.id;
        let Some(set) = self.0.store.change_set(id).await? else { return Ok(receipt) };
        let commands = signed_commands(&set);
        if commands.is_empty() {
            return Ok(receipt);
        }
        let mut ran: Vec<OpResult> = Vec::new();
        let mut goes_back: Vec<u32> = Vec::new();
        let put_back = matches!(receipt.outcome, Outcome::RolledBack | Outcome::NeedsRecovery);
        let mut failed = put_back.then(|| "the files could not be changed".to_owned());
        let mut unknown = false;
        let mut set = set;
        for n in commands {
            let Some(item) = set.item(n) else { continue };
            let outcome = match failed.as_ref().filter(|_| mode == ApplyMode::Atomic) {
                Some(why) => not_run(item, why),
                None => self.run_one(id, item, actor).await.unwrap_or_else(|e| lost(item, &e)),
            };
            if !outcome.ok && failed.is_none() {
                failed = Some(format!("{} came to nothing before it", item.label));
            } else if let Some(why) = apart(&outcome) {
                // It would not find what the one before it made.
                failed.get_or_insert(why);
            }
            unknown |= outcome.unknown;
            goes_back.extend((outcome.ok && outcome.can_go_back()).then_some(outcome.n));
            ran.push(result(&outcome, &set));
            // Those behind it build on what it left.
            let builds = |item: &ChangeItem| item.behind.values().any(|behind| behind.contains(&n));
            if set.items.iter().any(builds)
                && let Some(now) = self.0.store.change_set(id).await?
            {
                let later = set.items.iter_mut().filter(|item| builds(item));
                later.for_each(|item| now.item(item.n).into_iter().for_each(|now| item.clone_from(now)));
            }
        }
        let begun = ran.iter().any(|r| r.command.is_some());
        let others = |r: &&OpResult| !ran.iter().any(|one| one.n == r.n);
        let all_well = receipt.results.iter().filter(others).chain(&ran).all(|r| r.ok);
        receipt.outcome = match receipt.outcome {
            _ if unknown => Outcome::Unknown,
            Outcome::NothingChanged if !begun => Outcome::NothingChanged,
            Outcome::NothingChanged | Outcome::Applied if all_well => Outcome::Applied,
            Outcome::NothingChanged | Outcome::Applied => Outcome::PartlyApplied,
            other => other,
        };
        let text = all_told(&ran);
        receipt.text = if receipt.results.is_empty() { text } else { format!("{} {text}", receipt.text) };
        // What was left out before is told once, by what kept it from running.
        receipt.results.retain(|told| !ran.iter().any(|result| result.n == told.n));
        receipt.results.extend(ran);
        receipt.results.sort_by_key(|r| r.n);
        if let Some(after) = self.0.store.change_set(id).await? {
            receipt.change_set = self.0.view(&after);
            // Where all that can be taken back is of one command, it is its entry that undo takes.
            if let (None, [n]) = (receipt.entry, goes_back.as_slice()) {
                receipt.entry = after.item(*n).and_then(|item| item.applied_by);
            }
        }
        if let Some(key) = key {
            let mut write = Write::begin(&self.0).await?;
            write.tx.amend(&key.key, &serde_json::to_string(&receipt).unwrap_or_default()).await?;
            write.finish().await?;
        }
        Ok(receipt)
    }

    /// Marks a command, runs it, and stores what came of it. What does not fit any more is left
    /// as it is.
    pub(crate) async fn run_one(&self, id: SetId, shown: &ChangeItem, actor: &Actor) -> Result<ItemOutcome> {
        if matches!(shown.op, Some(Operation::CallTool(_))) {
            return self.call_one(id, shown, actor).await;
        }
        let inner = &self.0;
        let n = shown.n;
        let output = Arc::new(Output::new().map_err(|e| EngineError::Interrupted(e.to_string()))?);
        let mut write = Write::begin(inner).await?;
        let set = write.load(id).await?;
        let item = set.item(n).filter(|i| i.status == ItemStatus::Confirmed && i.digest == shown.digest);
        let Some(item) = item.filter(|_| !expired(&set, write.moment.now)) else {
            return Ok(not_run(shown, "it is not signed any more"));
        };
        if inner.closing.load(Ordering::SeqCst) {
            return Ok(not_run(shown, "the program ends"));
        }
        let Some(op @ Operation::RunCommand(command)) = &item.op else { return Ok(not_run(shown, "it is no command")) };
        let ended = || inner.rule_gone(item, write.moment.now);
        if let Some(problem) = inner.never(op).or_else(ended).or_else(|| blocked(&set, item, &[])) {
            return Ok(ItemOutcome { problem: Some(problem), ..outcome(shown) });
        }
        let job = match inner.job(command) {
            Ok(job) => job,
            Err(problem) => return Ok(ItemOutcome { problem: Some(problem), ..outcome(shown) }),
        };
        // What a rule signed and nobody saw before it ran is not done to the folder, unless it only looks.
        let aside = matches!(shown.decided_by, Some(Actor::Rule { .. })) && !job.looks;
        if !aside && undo_drift(item, inner.foreseen(item)).is_some() {
            return Ok(ItemOutcome { problem: Some(undoable::drifted()), ..outcome(shown) });
        }
        if let Some(drift) =
            (!aside).then(|| inner.found_drift(item, &set.items)).and_then(|found| found.into_iter().next())
        {
            return Ok(ItemOutcome { problem: Some(undoable::found_other(&drift.title)), ..outcome(shown) });
        }
        write.append(actor, Event::Applying { set: id, items: vec![n], files: Vec::new() }).await?;
        // There before it is seen as running, and gone after its end is stored.
        let running = Registered::begin(inner, (id, n), &output);
        write.finish().await?;
        let sandbox = job.confinement.sandbox;
        let coming = if aside { Vec::new() } else { folders_to_come(command, &job) };
        let going = match undoable::removes_again(shown) {
            Some(command) if !aside => named(command, &job),
            _ => Vec::new(),
        };
        let back = undoable::must_go_back(shown, !coming.is_empty());
        if !aside && moves(&job) {
            let tried = inner.job(command).map_err(EngineError::Bad)?;
            if let Some(done) = self.move_files(id, shown, (command, tried, back), &output, actor).await? {
                drop(running);
                return Ok(done);
            }
            output.clear().map_err(|e| EngineError::Interrupted(e.to_string()))?;
        }
        if !aside && back {
            let done = ItemOutcome { problem: Some(undoable::otherwise()), ..outcome(shown) };
            let mut write = Write::begin(inner).await?;
            write
                .append(actor, Event::Applied { set: id, items: vec![done.clone()], direct: None, left: Vec::new() })
                .await?;
            write.finish().await?;
            drop(running);
            return Ok(done);
        }
        let root = job.root.clone();
        let job = Job { keeps: !aside, unseen: aside, ..job };
        let (ended, bytes) = blocking(move || {
            let ended = match aside {
                true => in_copy(job, &output, MOST).map(|(ended, effects)| (ended, Some(effects))),
                false => process::run(&job, &output).map(|ended| (ended, None)).map_err(|e| not_ended(&e)),
            };
            let bytes = output.read(0, usize::MAX).map(|bytes| {
                let looked = Looked::at(text_of(bytes.clone())).0;
                (bytes, looked)
            });
            (ended, bytes)
        })
        .await?;
        let mut write = Write::begin(inner).await?;
        let (ended, effects) = match ended {
            Ok((ended, effects)) => (Ok(ended), effects),
            Err(problem) => (Err(problem), None),
        };
        let copy = match (effects, &shown.op) {
            (Some(Ok(effects)), Some(Operation::RunCommand(ran))) => {
                match write.keep_effects(ran, effects, actor).await {
                    Ok(copy) => Some(copy),
                    // What it came to is stored all the same.
                    Err(e) => {
                        drop(write);
                        write = Write::begin(inner).await?;
                        Some(gone(not_proposed(&e)))
                    }
                }
            }
            (Some(Err(problem)), _) => Some(gone(problem)),
            _ => None,
        };
        let set = write.load(id).await?;
        let mut done = outcome(shown);
        match (ended, bytes) {
            (Ok(ended), Ok((bytes, looked))) => {
                let hash = write.tx.put_blob(&bytes).await?;
                let mut command = came_to(&ended, &bytes, hash.clone(), sandbox);
                command.copy = copy;
                command.made = came(&root, coming);
                command.removed = gone_folders(&root, going);
                done.ok = command.ok();
                if let Some(Operation::RunCommand(ran)) = &shown.op {
                    write.keep_command_output(&set, n, (ran, done.ok), (looked, hash, ended.dropped)).await?;
                }
                done.problem = (!done.ok).then(|| failure(&command));
                done.command = Some(command);
            }
            (Ok(_), Err(e)) => {
                done.unknown = true;
                done.problem = Some(unreadable(&e));
            }
            (Err(problem), _) => done.problem = Some(problem),
        }
        write
            .append(actor, Event::Applied { set: id, items: vec![done.clone()], direct: None, left: Vec::new() })
            .await?;
        write.finish().await?;
        drop(running);
        Ok(done)
    }
}

/// A command among those that run, for as long as this lives.
pub(crate) struct Registered<'a> {
    inner: &'a Inner,
    key: (SetId, u32),
    output: Arc<Output>,
}

impl<'a> Registered<'a> {
    /// From here on it can be stopped.
    pub(crate) fn begin(inner: &'a Inner, key: (SetId, u32), output: &Arc<Output>) -> Self {
        inner.commands().insert(key, output.clone());
        Self { inner, key, output: output.clone() }
    }
}

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        self.inner.commands().remove(&self.key);
        self.output.end();
    }
}
