//! Commands under signature: judged before they are shown, signed and run; run one after the other
//! when everything else of an apply is stored; followed and stopped while they run (R12, R25, C28).
//!
//! A command holds no lock and no transaction. It is marked in the ledger before it begins, so that
//! a start after a crash knows that nobody can say how far it got; it is never run again by itself.

use crate::effects::process::{self, ENDS, Ended, Job, LIMIT, Output, Text};
use crate::effects::sandbox::{Confinement, Sandbox};
use crate::history::made_again;
use crate::moving::{came, folders_to_come, goes_back, moves};
use crate::outputs::{Looked, text_of};
use crate::previews::{MOST, apart, gone, in_copy, not_proposed};
use crate::review::{Key, result};
use crate::standing_in;
use crate::tool_servers::calling;
use crate::undoable::{self, undo_drift};
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_commands::{Judgement, Profile, Setting, Verdict, judge, rules, writes_repository};
use countersign_core::change_set::execute::{Refused, signed, signed_commands};
use countersign_core::change_set::review::{Refusal, expired};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source};
use countersign_core::command::{Command, CommandOutcome, ON_SCREEN, Undo, excerpt, excerpt_of_ends};
use countersign_core::file::FilePath;
use countersign_core::ids::SetId;
use countersign_core::label::quoted;
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::{Operation, Reach, parse};
use countersign_core::problem::Problem;
use countersign_core::wire::{ApplyMode, CommandView, OpResult, Outcome, Receipt};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use tokio::sync::broadcast::error::RecvError;

/// So many bytes of output are handed on at a time.
const CHUNK: usize = 64 * 1024;

/// Outputs of what runs now.
pub(crate) type Commands = HashMap<(SetId, u32), Arc<Output>>;

/// Judges a text as the commands of a folder that is there: also by what its links lead to and how its
/// repository is set, and by where its programs are: `open` are other folders that commands may write.
/// `setting.cwd` is within `root`. Looks, and runs nothing.
pub fn judge_in(root: &Path, open: &[PathBuf], text: &str, setting: &Setting) -> Judgement {
    let mut judged = judge(text, &Setting { links: crate::links::of(root), ..setting.clone() });
    crate::repository::object(root, &setting.cwd, &mut judged);
    let open: Vec<PathBuf> = open.iter().chain([&root.to_owned()]).filter_map(|at| at.canonicalize().ok()).collect();
    standing_in::object(&open, &mut judged);
    judged
}

/// Why a command must fail in a sandbox: git cannot write its repository there. Who proposes it is told
/// before it is signed; `cwd` is within `root`.
pub fn must_fail(root: &Path, cwd: &str, judged: &Judgement) -> Option<Problem> {
    let sub = writes_repository(&judged.segments)?;
    let folder = root.join(cwd).canonicalize().ok()?;
    folder.ancestors().any(|above| above.join(".git").exists()).then(|| {
        let why = format!("`git {sub}` writes the repository, and commands here can only read it");
        Problem::new("repository_read_only", why).at("/command")
    })
}

/// A piece of a command's output, or its end.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputEvent {
    /// Text, and the byte of the output that it ends before.
    Chunk {
        /// Where the next one begins.
        to: u64,
        /// What cannot be read as UTF-8 is replaced.
        text: String,
    },
    /// There is no more.
    Done {
        /// The item's status.
        status: ItemStatus,
        /// What it came to; none when it has not run.
        outcome: Option<Box<CommandOutcome>>,
    },
}

impl Inner {
    /// The sandbox of this machine; tried when it is first asked for.
    pub(crate) fn confinement(&self) -> &Confinement {
        self.confinement
            .get_or_init(|| Confinement::find(self.setup.sandbox, self.setup.program.as_deref(), &self.open()))
    }

    pub(crate) fn commands(&self) -> MutexGuard<'_, Commands> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folders that commands may write.
    fn open(&self) -> Vec<PathBuf> {
        self.workspaces().iter().filter_map(|workspace| workspace.root.canonicalize().ok()).collect()
    }

    pub(crate) fn root(&self, command: &Command) -> Option<PathBuf> {
        self.workspaces().iter().find(|w| w.id == command.workspace).map(|w| w.root.clone())
    }

    pub(crate) fn judged(&self, command: &Command) -> Judgement {
        let text = |path: PathBuf| path.to_str().map(str::to_owned);
        let setting = Setting {
            cwd: command.cwd.clone(),
            workspace: self.root(command).and_then(text),
            home: std::env::var("HOME").ok(),
            data: self
                .setup
                .data
                .iter()
                .flat_map(|d| [Some(d.clone()), d.canonicalize().ok()])
                .flatten()
                .filter_map(text)
                .collect(),
            port: Some(self.port.load(Ordering::Relaxed)).filter(|port| *port != 0),
            sandbox: self.confinement().sandbox != Sandbox::None,
            profile: Profile::Standard,
            no_bash: !process::has_bash(),
            ..Setting::default()
        };
        match self.root(command) {
            Some(root) => judge_in(&root, &self.open(), &command.command, &setting),
            None => judge(&command.command, &setting),
        }
    }

    /// Why an operation is refused whoever signs it, if it is: a command that is never run, or a file
    /// that is never changed (C24).
    pub(crate) fn never(&self, op: &Operation) -> Option<Problem> {
        let Operation::RunCommand(command) = op else {
            let (path, why) = paths_of(op).find_map(|path| path.protected().map(|why| (path, why)))?;
            return Some(Problem::new("protected_path", format!("{} {why}", quoted(path.as_str()))).at("/path"));
        };
        never_runs(&self.judged(command))
    }

    /// Why an operation is not proposed to be signed: it is never done, or it must fail.
    pub(crate) fn refused(&self, op: &Operation) -> Option<Problem> {
        let Operation::RunCommand(command) = op else { return self.never(op) };
        let judged = self.judged(command);
        let root = self.root(command).filter(|_| self.confinement().sandbox != Sandbox::None);
        never_runs(&judged).or_else(|| must_fail(&root?, &command.cwd, &judged))
    }

    /// A command item as it is shown: judged now. Also of one that was refused when it was proposed.
    /// `foreseen` is what [`Inner::foreseen`] says of it.
    pub(crate) fn command_view(&self, item: &ChangeItem, foreseen: Option<Undo>) -> Option<CommandView> {
        let refused = || item.raw.as_ref().and_then(|raw| parse::stored(raw).ok());
        let Operation::RunCommand(command) = item.op.clone().or_else(refused)? else { return None };
        let again = made_again(item).is_some() && item.outcome.as_ref().is_none_or(CommandOutcome::ok);
        let foreseen = foreseen.map(|now| undoable::shown(item, now));
        let mut view = self.command_shown(command, item.outcome.clone(), foreseen)?;
        if again {
            "files".clone_into(&mut view.undo);
        }
        Some(view)
    }

    /// A command as it is shown: judged now.
    pub(crate) fn command_shown(
        &self,
        command: Command,
        outcome: Option<CommandOutcome>,
        foreseen: Option<Undo>,
    ) -> Option<CommandView> {
        let judged = self.judged(&command);
        let undo = self.undo(&command, &judged, outcome.as_ref(), foreseen);
        let reason = match judged.argv {
            None if judged.verdict != Verdict::Never => format!("Runs in a shell: {}", judged.reason),
            _ => judged.reason,
        };
        Some(CommandView {
            workspace: command.workspace,
            cwd: command.cwd,
            command: command.command,
            argv: judged.argv,
            verdict: word(judged.verdict),
            class: word(judged.class),
            reason,
            sandbox: self.confinement().sandbox.name().to_owned(),
            environment: process::environment(),
            undo: undo.name().to_owned(),
            outcome,
        })
    }

    /// What of a command can be taken back; once it ran, what of what it did.
    fn undo(
        &self,
        command: &Command,
        judged: &Judgement,
        outcome: Option<&CommandOutcome>,
        foreseen: Option<Undo>,
    ) -> Undo {
        match outcome {
            Some(CommandOutcome { recorded: true, .. }) => Undo::Files,
            Some(done @ CommandOutcome { made, .. }) if !made.is_empty() && done.ok() => Undo::Files,
            Some(CommandOutcome { copy: Some(_), .. }) => Undo::Nothing,
            None if foreseen.is_some() => foreseen.unwrap_or(Undo::None),
            _ if rules::looks(judged) => Undo::Nothing,
            None if self.job(command).is_ok_and(|job| goes_back(command, &job)) => Undo::Files,
            _ => Undo::None,
        }
    }

    /// Refuses what is never done, also where it was not refused when it was proposed. Files are put
    /// back as they were before what was applied, whatever has become protected since.
    pub(crate) fn never_fit(&self, set: &ChangeSet, items: &[u32]) -> Result<()> {
        let back = matches!(set.source, Source::Undo { .. } | Source::Rewind { .. });
        // Another text than the one that was there puts nothing back.
        let chosen = |op: &Operation| matches!(op, Operation::WriteFile { proposed: Some(_), .. });
        for item in items.iter().filter_map(|n| set.item(*n)) {
            let inverse = |op: &Operation| back && !item.undoes.is_empty() && op.reach() == Reach::Files && !chosen(op);
            if let Some(problem) = item.op.as_ref().filter(|op| !inverse(op)).and_then(|op| self.never(op)) {
                return Err(Refusal::Invalid { n: item.n, problems: vec![problem] }.into());
            }
        }
        Ok(())
    }

    /// In an atomic apply, refuses a command that needs what is not part of it.
    pub(crate) fn commands_grounded(&self, set: &ChangeSet, mode: ApplyMode) -> Result<()> {
        let part = signed(set);
        let unmet: Vec<(u32, Problem)> = signed_commands(set)
            .into_iter()
            .filter_map(|n| set.item(n))
            .filter_map(|item| Some((item.n, blocked(set, item, &part)?)))
            .collect();
        if mode == ApplyMode::Atomic && !unmet.is_empty() { Err(Refused::Failed(unmet).into()) } else { Ok(()) }
    }

    pub(crate) fn job(&self, command: &Command) -> std::result::Result<Job, Problem> {
        let closed = || {
            Problem::new("workspace_gone", format!("the workspace {} is not open", command.workspace))
                .hinting("Nothing was run. Open the folder again and apply; the command is still signed.")
        };
        let root = self.root(command).ok_or_else(closed)?;
        let root = root.canonicalize().map_err(|e| no_folder(&root.display().to_string(), &e))?;
        let cwd = root.join(&command.cwd).canonicalize().map_err(|e| no_folder(&command.cwd, &e))?;
        if !cwd.starts_with(&root) || !cwd.is_dir() {
            return Err(Problem::new(
                "workspace_gone",
                format!("{} is no folder of the workspace any more", command.cwd),
            )
            .hinting(PUT_BACK));
        }
        let open = self.open();
        if self.confinement().lies_in(&open) {
            let why = "the program that confines commands lies in a folder that they may write";
            return Err(Problem::new("sandbox_untrusted", why)
                .hinting("Nothing was run. Install bubblewrap for the whole system and start again."));
        }
        let judged = self.judged(command);
        let looks = rules::looks(&judged);
        let named = standing_in::named(&judged);
        let text = match judged.argv {
            Some(words) => Text::Words(words, judged.joins),
            None => Text::Shell(command.command.clone()),
        };
        Ok(Job {
            text,
            root,
            cwd,
            limit: self.setup.command_limit.unwrap_or(LIMIT),
            data: self.setup.data.clone(),
            origin: None,
            beside: Vec::new(),
            keeps: false,
            looks,
            unseen: false,
            open,
            named,
            confinement: self.confinement().clone(),
        })
    }
}

/// What to do about a folder that a command cannot run in.
const PUT_BACK: &str = "Nothing was run. Put the folder back and apply again, or reject the command.";

/// Why a folder cannot be run in: it is gone, or the system does not let us in.
fn no_folder(folder: &str, e: &io::Error) -> Problem {
    let why = match e.kind() {
        io::ErrorKind::NotFound => format!("the folder {folder} is gone"),
        _ => format!("the folder {folder} cannot be opened: {e}"),
    };
    Problem::new("workspace_gone", why).hinting(PUT_BACK)
}

/// The paths of the files that an operation changes.
fn paths_of(op: &Operation) -> impl Iterator<Item = &FilePath> {
    let to = if let Operation::RenameFile { to, .. } = op { Some(to) } else { None };
    op.file().map(|at| &at.path).into_iter().chain(to)
}

fn never_runs(judged: &Judgement) -> Option<Problem> {
    let never = judged.verdict == Verdict::Never;
    never.then(|| Problem::new("never_runs", judged.reason.clone()).at("/command"))
}

/// A verdict or class as the wire names it.
fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The item it needs and does not have.
pub(crate) fn blocked(set: &ChangeSet, item: &ChangeItem, part: &[u32]) -> Option<Problem> {
    let met = |n: &u32| part.contains(n) || set.item(*n).is_some_and(|i| i.status == ItemStatus::Applied);
    let need = item.needs.iter().find(|n| !met(n))?;
    Some(
        Problem::new("blocked", format!("it needs item {need}, which is not signed or was not applied"))
            .hinting(format!("Sign item {need} too.")),
    )
}

impl Engine {
    /// The sandbox of this machine.
    pub fn confinement(&self) -> &Confinement {
        self.0.confinement()
    }

    /// The output of a command so far, from a byte on.
    ///
    /// # Errors
    /// `not_found` when it has not run.
    pub async fn command_output(&self, id: SetId, n: u32, from: u64) -> Result<Vec<u8>> {
        let live = self.0.commands().get(&(id, n)).cloned();
        if let Some(output) = live {
            return output.read(from, usize::MAX).map_err(|e| EngineError::Interrupted(e.to_string()));
        }
        let item = self.command_item(id, n).await?;
        let none = || EngineError::NotFound(format!("output of {id}.{n}: it has not run"));
        let hash = item.outcome.map(|o| o.output).ok_or_else(none)?;
        let bytes = self.0.store.blob(&hash).await?.ok_or_else(none)?;
        let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
        Ok(bytes.get(from..).unwrap_or_default().to_vec())
    }

    pub(crate) async fn command_item(&self, id: SetId, n: u32) -> Result<ChangeItem> {
        let set =
            self.0.store.change_set(id).await?.ok_or_else(|| EngineError::NotFound(format!("change set #{id}")))?;
        let item = set.item(n).filter(|i| i.op.as_ref().is_some_and(|op| op.reach().is_last()));
        item.cloned().ok_or_else(|| EngineError::NotFound(format!("command {id}.{n}")))
    }

    /// Follows the output of a command from a byte on, to its end. One that is signed and has not
    /// begun is waited for.
    ///
    /// # Errors
    /// `not_found` when there is no such command.
    pub async fn follow_output(
        &self,
        id: SetId,
        n: u32,
        from: u64,
    ) -> Result<impl Stream<Item = Result<OutputEvent>> + Send + 'static> {
        self.command_item(id, n).await?;
        let engine = self.clone();
        Ok(stream::unfold(Some((engine, from)), move |state| async move {
            let (engine, at) = state?;
            let next = engine.next_output(id, n, at).await;
            let state = match &next {
                Ok(OutputEvent::Chunk { to, .. }) => Some((engine, *to)),
                Ok(OutputEvent::Done { .. }) | Err(_) => None,
            };
            Some((next, state))
        }))
    }

    async fn next_output(&self, id: SetId, n: u32, at: u64) -> Result<OutputEvent> {
        loop {
            // Heard from here on, so that nothing between looking and waiting is missed.
            let mut feed = self.subscribe();
            let live = self.0.commands().get(&(id, n)).cloned();
            if let Some(output) = live {
                let mut progress = output.follow();
                let now = *progress.borrow_and_update();
                let bytes = output.read(at, CHUNK).map_err(|e| EngineError::Interrupted(e.to_string()))?;
                if let Some(chunk) = chunk(&bytes, at, false) {
                    return Ok(chunk);
                }
                if !now.ended {
                    // The sender lives as long as the output.
                    let _ = progress.changed().await;
                }
                continue;
            }
            let item = self.command_item(id, n).await?;
            match (item.status, item.outcome) {
                // Between its mark and its beginning, or signed and before it.
                (ItemStatus::Applying | ItemStatus::Confirmed, _) => match feed.recv().await {
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return Ok(OutputEvent::Done { status: item.status, outcome: None }),
                },
                (status, outcome) => {
                    if let Some(outcome) = &outcome
                        && at < outcome.bytes
                    {
                        let bytes = self.command_output(id, n, at).await?;
                        let bytes = bytes.get(..CHUNK).unwrap_or(&bytes);
                        if let Some(chunk) = chunk(bytes, at, true) {
                            return Ok(chunk);
                        }
                    }
                    return Ok(OutputEvent::Done { status, outcome: outcome.map(Box::new) });
                }
            }
        }
    }

    /// Ends a command that runs, with all it has started.
    ///
    /// # Errors
    /// `not_found` when it does not run.
    pub fn stop_command(&self, id: SetId, n: u32) -> Result<()> {
        let live = self.0.commands().get(&(id, n)).cloned();
        live.map(|output| output.stop()).ok_or_else(|| EngineError::NotFound(format!("command {id}.{n} that runs")))
    }

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
        for item in commands.iter().filter_map(|n| set.item(*n)) {
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
            goes_back.extend(Some(outcome.n).filter(|_| outcome.ok && outcome.can_go_back()));
            ran.push(result(&outcome, &set));
        }
        let begun = ran.iter().any(|r| r.command.is_some());
        receipt.outcome = match receipt.outcome {
            _ if unknown => Outcome::Unknown,
            Outcome::NothingChanged if !begun => Outcome::NothingChanged,
            Outcome::NothingChanged | Outcome::Applied if ran.iter().all(|r| r.ok) => Outcome::Applied,
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
        if let Some(drift) = (!aside).then(|| inner.found_drift(item)).and_then(|found| found.into_iter().next()) {
            return Ok(ItemOutcome { problem: Some(undoable::found_other(&drift.title)), ..outcome(shown) });
        }
        write.append(actor, Event::Applying { set: id, items: vec![n], files: Vec::new() }).await?;
        // There before it is seen as running, and gone after its end is stored.
        let running = Registered::begin(inner, (id, n), &output);
        write.finish().await?;
        let sandbox = job.confinement.sandbox;
        let coming = if aside { Vec::new() } else { folders_to_come(command, &job) };
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
            write.append(actor, Event::Applied { set: id, items: vec![done.clone()], direct: None }).await?;
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
        write.append(actor, Event::Applied { set: id, items: vec![done.clone()], direct: None }).await?;
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

/// The longest piece of whole characters; none when there is nothing to show yet. `all`: no more
/// comes, so what is cut is shown as it is.
fn chunk(bytes: &[u8], at: u64, all: bool) -> Option<OutputEvent> {
    let whole = match std::str::from_utf8(bytes) {
        // A character that may still be completed.
        Err(e) if e.error_len().is_none() && (!all || bytes.len() == CHUNK) => e.valid_up_to(),
        // What cannot be read at all is replaced; what follows it may be cut in its turn.
        Err(_) => {
            let cut = (1..=3.min(bytes.len())).find(|back| {
                let tail = bytes.get(bytes.len() - back..).unwrap_or_default();
                std::str::from_utf8(tail).is_err_and(|e| e.valid_up_to() == 0 && e.error_len().is_none())
            });
            bytes.len() - cut.filter(|_| !all).unwrap_or(0)
        }
        Ok(_) => bytes.len(),
    };
    let bytes = bytes.get(..whole).filter(|bytes| !bytes.is_empty())?;
    Some(OutputEvent::Chunk { to: at + bytes.len() as u64, text: String::from_utf8_lossy(bytes).into_owned() })
}

pub(crate) fn came_to(ended: &Ended, bytes: &[u8], output: String, sandbox: Sandbox) -> CommandOutcome {
    let preview = if ended.dropped == 0 {
        excerpt(&String::from_utf8_lossy(bytes), ON_SCREEN)
    } else {
        let head = bytes.get(..ENDS).unwrap_or(bytes);
        let left_out = (ended.bytes + ended.dropped).saturating_sub((head.len() + ended.tail.len()) as u64);
        excerpt_of_ends(&String::from_utf8_lossy(head), &String::from_utf8_lossy(&ended.tail), ON_SCREEN, left_out)
    };
    CommandOutcome {
        recorded: false,
        exit: ended.exit,
        signal: ended.signal,
        timed_out: ended.timed_out,
        stopped: ended.stopped,
        elapsed_ms: u64::try_from(ended.elapsed.as_millis()).unwrap_or(u64::MAX),
        output,
        bytes: ended.bytes,
        dropped: ended.dropped,
        preview,
        sandbox: sandbox.name().to_owned(),
        made: Vec::new(),
        copy: None,
        lost: ended.lost.clone(),
    }
}

fn not_ended(e: &io::Error) -> Problem {
    Problem::new("command_failed", format!("it could not be run to its end: {e}"))
        .hinting("Look at what it did before you sign it again.")
}

pub(crate) fn failure(command: &CommandOutcome) -> Problem {
    let seconds = command.elapsed_ms / 1_000;
    let why = match (command.exit, command.signal) {
        _ if command.timed_out => format!("stopped after {seconds} s, with all it had started"),
        _ if command.stopped => "stopped by you, with all it had started".to_owned(),
        (Some(code), _) => format!("exit {code}"),
        (None, Some(signal)) => format!("ended by signal {signal}"),
        (None, None) => "ended without an exit code".to_owned(),
    };
    Problem::new("command_failed", why).hinting("Read its output. What it had done by then stands.")
}

/// An item that came to nothing, for what it did come to.
pub(crate) fn outcome(item: &ChangeItem) -> ItemOutcome {
    ItemOutcome {
        n: item.n,
        label: item.label.clone(),
        ok: false,
        changes: Vec::new(),
        files: Vec::new(),
        command: None,
        rule: None,
        unknown: false,
        put_back: false,
        problem: None,
    }
}

fn not_run(item: &ChangeItem, why: &str) -> ItemOutcome {
    let problem = Problem::new("not_run", format!("not run: {why}")).hinting("If it is still signed, apply runs it.");
    ItemOutcome { problem: Some(problem), ..outcome(item) }
}

/// The end of a command that may have run and could not be stored.
pub(crate) fn lost(item: &ChangeItem, e: &EngineError) -> ItemOutcome {
    let problem = Problem::new("outcome_unknown", format!("what came of it could not be stored: {e}"))
        .hinting("Look at what it did before you sign it again. It is never run again by itself.");
    ItemOutcome { unknown: true, problem: Some(problem), ..outcome(item) }
}

fn unreadable(e: &io::Error) -> Problem {
    Problem::new("outcome_unknown", format!("its output could not be read back: {e}")).hinting("Look at what it did.")
}

/// What is said of commands, and of calls of tools, where there are any.
fn all_told(ran: &[OpResult]) -> String {
    let (calls, commands): (Vec<&OpResult>, Vec<&OpResult>) = ran.iter().partition(|r| r.op == "call_tool");
    let called = || calling::told(calls.iter().filter(|r| r.ok).count(), calls.len());
    match (calls.is_empty(), commands.is_empty()) {
        (true, _) => told(&commands),
        (false, true) => called(),
        (false, false) => format!("{} {}", told(&commands), called()),
    }
}

/// `2 commands ran, 1 failed, 1 was not run.`
fn told(ran: &[&OpResult]) -> String {
    let began = |r: &&OpResult| {
        let ended = |p: &Problem| matches!(p.code.as_ref(), "command_failed" | "outcome_unknown");
        r.ok || r.command.is_some() || r.problem.as_ref().is_some_and(ended)
    };
    let not = ran.iter().filter(|r| !began(r)).count();
    let failed = ran.iter().filter(|r| !r.ok).count() - not;
    let began = ran.len() - not;
    let mut text = match (began, failed) {
        (0, _) => "No command ran".to_owned(),
        (1, 1) => "1 command failed".to_owned(),
        (1, _) => "1 command ran".to_owned(),
        (n, failed) if n == failed => format!("{n} commands failed"),
        (n, _) => format!("{n} commands ran"),
    };
    if (1..began).contains(&failed) {
        text.push_str(&format!(", {failed} failed"));
    }
    if not > 0 {
        text.push_str(&format!(", {not} not run"));
    }
    text.push('.');
    text
}

/// The answer as it is kept under its key until the commands have ended: if this is all that a
/// repeated request gets, nobody can say what became of them.
pub(crate) fn before_commands<'r>(receipt: &'r Receipt, set: &ChangeSet) -> Cow<'r, Receipt> {
    let waiting = signed_commands(set);
    if waiting.is_empty() {
        return Cow::Borrowed(receipt);
    }
    let mut kept = receipt.clone();
    kept.outcome = Outcome::Unknown;
    let ops = || waiting.iter().filter_map(|n| set.item(*n)).filter_map(|item| item.op.as_ref());
    let calls = ops().filter(|op| matches!(op, Operation::CallTool(_))).count();
    let text = match (calls, ops().count()) {
        (0, _) => "The commands had not ended when this was written.",
        (calls, all) if calls == all => "The calls of tools had not ended when this was written.",
        _ => "The commands and the calls of tools had not ended when this was written.",
    };
    text.clone_into(&mut kept.text);
    for item in waiting.iter().filter_map(|n| set.item(*n)) {
        let problem = Problem::new("outcome_unknown", "it had not ended when this answer was kept")
            .hinting("Look at the change set for what became of it.");
        kept.results.push(result(&ItemOutcome { problem: Some(problem), ..outcome(item) }, set));
    }
    kept.results.sort_by_key(|r| r.n);
    Cow::Owned(kept)
}
