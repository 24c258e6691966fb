//! Trying a command before it is real: it runs confined in a copy of the workspace, and what it did to
//! files there becomes a change set of its own. The *result* is signed (COMMANDS-AND-FILES "Preview").

use crate::commands::{Registered, came_to};
use crate::effects::copy::{Beside, Copy, CopyError, Effect, Effects, Most};
use crate::effects::process::{self, Ended, Job, Output};
use crate::effects::sandbox::Sandbox;
use crate::proposing::Seen;
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source};
use countersign_core::command::{Command, InCopy, NAMED};
use countersign_core::doubt;
use countersign_core::file::{FileKey, FilePath, FileWas};
use countersign_core::ids::SetId;
use countersign_core::label::quoted;
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::CommandPreview;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What came of it, or why nothing did.
type Tried<T> = std::result::Result<T, Problem>;

/// More files or bytes than this are not proposed; the command is then better signed itself.
pub(crate) const MOST: Most = Most { items: 500, bytes: 64_000_000 };

impl Engine {
    /// Runs a command item in a copy of its workspace, confined and without network, and proposes what
    /// it did to files there. The item itself stays as it is until one of these files is another one, as where what
    /// was proposed is applied: then it has drifted. Nothing in the workspace changes.
    ///
    /// # Errors
    /// `not_found`; `never_runs`; `no_sandbox` without a working sandbox; `preview_too_large`;
    /// `command_failed` when it could not be begun; `cancelled` where [`Engine::stop_command`] ended it.
    pub async fn preview_command(&self, id: SetId, n: u32, actor: Actor) -> Result<CommandPreview> {
        let item = self.command_item(id, n).await?;
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let Some(op @ Operation::RunCommand(command)) = &item.op else {
                return Err(EngineError::NotFound(format!("command {id}.{n}")));
            };
            if let Some(problem) = inner.never(op) {
                return Err(EngineError::Bad(problem));
            }
            let job = inner.job(command).map_err(EngineError::Bad)?;
            let sandbox = job.confinement.sandbox;
            let output = Arc::new(Output::new().map_err(|e| EngineError::Interrupted(e.to_string()))?);
            let running = Registered::begin(inner, (id, n), &output);
            let (ended, effects, text) = blocking(move || {
                let (ended, effects) = in_copy(job, &output, MOST)?;
                let effects = effects?;
                let bytes = output.read(0, usize::MAX).unwrap_or_default();
                let text = came_to(&ended, &bytes, String::new(), sandbox).preview;
                Ok((ended, effects, text))
            })
            .await?
            .map_err(EngineError::Bad)?;
            drop(running);
            if ended.stopped {
                let message = "the command was stopped before its end. Nothing has been changed.";
                return Err(EngineError::Bad(Problem::new("cancelled", message)));
            }
            let Effects { files, gone, ignored, left_out, left_out_why, .. } = effects.proposable();
            let mut write = Write::begin(inner).await?;
            let paths = files.iter().map(|effect| effect.path.to_string()).collect();
            write.note_tried(id, &item, paths, &actor).await?;
            let set = write.propose_effects(command, files, &gone, cut_short(&ended), &actor).await?;
            write.finish().await?;
            let change_set = set.map(|set| inner.view(&set));
            Ok(CommandPreview {
                exit: ended.exit,
                signal: ended.signal,
                timed_out: ended.timed_out,
                elapsed_ms: u64::try_from(ended.elapsed.as_millis()).unwrap_or(u64::MAX),
                output: text,
                sandbox: sandbox.name().to_owned(),
                change_set,
                ignored,
                left_out,
                left_out_why,
                lost: ended.lost,
            })
        })
        .await
    }
}

/// Says of a command that did not come to its end well: what it did to files may be a part of it.
fn cut_short(ended: &Ended) -> Option<Problem> {
    let message = match ended.exit {
        Some(0) if !ended.timed_out => return None,
        Some(code) if !ended.timed_out => {
            format!("In the copy the command ended with exit code {code}: its changes may be incomplete.")
        }
        _ => "In the copy the command was ended before its time: its changes may be incomplete.".to_owned(),
    };
    Some(Problem::new("command_failed", message).hinting("Look at its output before you sign."))
}

impl Write<'_> {
    /// Remembers of a command that may still run which files it changed in a copy: once that is applied, it would do
    /// it again on top.
    async fn note_tried(&mut self, id: SetId, shown: &ChangeItem, paths: Vec<String>, actor: &Actor) -> Result<()> {
        let set = self.load(id).await?;
        let waits = |item: &&ChangeItem| {
            matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred)
                && item.digest == shown.digest
        };
        let Some(item) = set.item(shown.n).filter(waits) else { return Ok(()) };
        let Some(Operation::RunCommand(command)) = &item.op else { return Ok(()) };
        let earlier: Vec<ChangeItem> = set.items.iter().filter(|other| other.n < item.n).cloned().collect();
        let tried = self.inner().tried(command, paths, &earlier);
        if tried == item.tried {
            return Ok(());
        }
        let items = vec![ChangeItem { tried, ..item.clone() }];
        self.append(actor, Event::Revised { set: id, version: set.version, items }).await?;
        Ok(())
    }

    /// What a command did in a copy as a set that waits; none where it did nothing to files. The folders that are gone
    /// go with their last file.
    pub(crate) async fn propose_effects(
        &mut self,
        command: &Command,
        files: Vec<Effect>,
        gone: &[(String, u32)],
        failed: Option<Problem>,
        actor: &Actor,
    ) -> Result<Option<ChangeSet>> {
        let gone: BTreeSet<&str> = gone.iter().map(|(folder, _)| folder.as_str()).collect();
        if files.is_empty() {
            return Ok(None);
        }
        let why = format!("What {} did in a copy of the folder.", quoted(&command.command));
        let (mut proposals, mut seen) = (Vec::new(), Seen::default());
        for gone in files.iter().filter(|effect| effect.after.is_none()) {
            let at = FileKey { workspace: command.workspace.clone(), path: gone.path.clone() };
            seen.note(&at, None, "deleted");
        }
        for effect in files {
            let at = FileKey { workspace: command.workspace.clone(), path: effect.path.clone() };
            // Kept for undo, as of any file that is changed.
            let old = match &effect.before {
                // What is something else by now has drifted.
                Some(state) => {
                    let now = self.inner().read_file(&at).await.ok().flatten();
                    now.filter(|(_, now)| now.hash == state.hash)
                }
                None => None,
            };
            if let Some((bytes, _)) = &old {
                self.tx.put_blob(bytes).await?;
            }
            let was = FileWas { at: at.clone(), state: effect.before.clone() };
            let mut warnings: Vec<Problem> = failed.clone().into_iter().collect();
            let new = effect.before.is_none() && effect.after.is_some();
            warnings.extend(self.inner().doubts(&at, new, &mut seen));
            if new {
                seen.note(&at, None, "made");
            }
            let op = match effect.after {
                None => {
                    // Outermost first.
                    let mut folders: Vec<FilePath> =
                        at.path.above().filter(|f| gone.contains(f)).filter_map(|f| FilePath::folder(f).ok()).collect();
                    folders.reverse();
                    Operation::DeleteFile { at, folders }
                }
                Some((content, mode)) => {
                    let same = effect.before.as_ref().is_some_and(|b| b.hash == crate::effects::digest(&content));
                    if same {
                        Operation::ChmodFile { at, mode: mode & 0o777 }
                    } else {
                        let old = old.map(|(bytes, _)| bytes);
                        warnings.extend(doubt::of_content(&at.path, old.as_deref(), &content));
                        let old = old.unwrap_or_default();
                        let (added, removed) = crate::proposing::line_counts(&old, &content);
                        Operation::WriteFile {
                            at,
                            content: self.tx.put_blob(&content).await?,
                            bytes: content.len() as u64,
                            mode: Some(mode & 0o777),
                            new: effect.before.is_none(),
                            added,
                            removed,
                            proposed: None,
                            attributes: None,
                        }
                    }
                }
            };
            proposals.push(Proposal { files: vec![was], warnings, ..Proposal::of(op, why.clone()) });
        }
        let title = Some(format!("What {} would change", quoted(&command.command)));
        self.propose(Source::Request, title, proposals, actor, false).await.map(Some)
    }

    /// What a command that a rule signed did in a copy: its files are proposed, the rest is told.
    pub(crate) async fn keep_effects(&mut self, command: &Command, effects: Effects, actor: &Actor) -> Result<InCopy> {
        let Effects { files, gone, ignored, mut left_out, mut left_out_why, .. } = effects.proposable();
        let count = files.len() as u64;
        let set = self.propose_effects(command, files, &gone, None, actor).await?.map(|set| set.id);
        let all = left_out.len() as u64;
        left_out.truncate(NAMED);
        left_out_why.truncate(NAMED);
        Ok(InCopy { set, files: count, ignored, left_out: all, left_out_paths: left_out, left_out_why, problem: None })
    }
}

/// What is known of the copy where what a command did in it went with it.
pub(crate) fn gone(problem: Problem) -> InCopy {
    InCopy { problem: Some(problem), ..InCopy::default() }
}

/// What it did in a copy could not be proposed.
pub(crate) fn not_proposed(e: &EngineError) -> Problem {
    unread(&format!("it could not be proposed: {}", e.body().message))
}

/// Why what comes after a command would not find what that made; none where it made nothing apart.
pub(crate) fn apart(done: &ItemOutcome) -> Option<String> {
    let copy = done.command.as_ref()?.copy.as_ref()?;
    match copy.set {
        Some(made) => Some(format!("what {} did in a copy waits in #{made}", done.label)),
        None => copy.problem.as_ref().map(|_| format!("what {} did in a copy is gone", done.label)),
    }
}

/// Runs a command in a copy of its workspace, and reads off what it did there, as far as `most` goes: by
/// itself, since a command has run also where that cannot be read. Blocks.
///
/// # Errors
/// `no_sandbox`, `preview_too_large`, or `command_failed` when it could not be begun.
pub(crate) fn in_copy(mut job: Job, output: &Output, most: Most) -> Tried<(Ended, Tried<Effects>)> {
    let beside = match job.confinement.sandbox {
        Sandbox::Bwrap => Beside::Bound,
        Sandbox::Landlock => Beside::Linked,
        Sandbox::None => {
            return Err(Problem::new("no_sandbox", "a command is only tried in a sandbox, and none works here"));
        }
    };
    let copy = Copy::make(&job.root, beside).map_err(|e| match e {
        CopyError::TooLarge => Problem::new("preview_too_large", e.to_string()),
        CopyError::Io(e) => failed(&format!("the folder could not be copied: {e}")),
    })?;
    let within = job.cwd.strip_prefix(&job.root).unwrap_or("".as_ref()).to_owned();
    job.beside = copy.linked().to_vec();
    job.origin = Some(job.root.clone());
    (job.root, job.cwd) = (copy.root().to_owned(), copy.root().join(within));
    let ended = process::run(&job, output).map_err(|e| failed(&e.to_string()))?;
    let effects = copy.effects(most).map_err(|e| match e {
        CopyError::TooLarge => Problem::new("preview_too_large", "the command made too many files"),
        CopyError::Io(e) => unread(&e.to_string()),
    });
    Ok((ended, effects))
}

fn unread(why: &str) -> Problem {
    Problem::new("command_failed", format!("what it did in the copy could not be kept: {why}"))
        .hinting("Nothing in the workspace has been changed.")
}

fn failed(why: &str) -> Problem {
    Problem::new("command_failed", format!("it could not be tried: {why}"))
        .hinting("Nothing in the workspace has been changed.")
}
