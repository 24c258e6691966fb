//! Trying a command before it is real: it runs confined in a copy of the workspace, and what it did to
//! files there becomes a change set of its own. The *result* is signed (COMMANDS-AND-FILES "Preview").

use crate::effects::copy::{Beside, Copy, CopyError, Effect, Effects, Most};
use crate::effects::process::{self, Output};
use crate::effects::sandbox::Sandbox;
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, Source};
use countersign_core::command::{Command, ON_SCREEN, excerpt};
use countersign_core::file::{FileKey, FileWas};
use countersign_core::ids::SetId;
use countersign_core::label::quoted;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::CommandPreview;
use std::sync::Arc;

/// More files or bytes than this are not proposed; the command is then better signed itself.
const MOST: Most = Most { items: 500, bytes: 64_000_000 };

impl Engine {
    /// Runs a command item in a copy of its workspace, confined and without network, and proposes what
    /// it did to files there. The item itself stays as it is; nothing in the workspace changes.
    ///
    /// # Errors
    /// `not_found`; `never_runs`; `no_sandbox` without a working sandbox; `preview_too_large`;
    /// `command_failed` when it could not be begun.
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
            let mut job = inner.job(command).map_err(EngineError::Bad)?;
            if job.confinement.sandbox == Sandbox::None {
                return Err(EngineError::Bad(Problem::new(
                    "no_sandbox",
                    "a command is only tried in a sandbox, and none works here",
                )));
            }
            let sandbox = job.confinement.sandbox;
            let output = Arc::new(Output::new().map_err(|e| EngineError::Interrupted(e.to_string()))?);
            let (ended, effects, text) = blocking(move || -> std::result::Result<_, Problem> {
                let beside = if sandbox == Sandbox::Bwrap { Beside::Bound } else { Beside::Linked };
                let copy = Copy::make(&job.root, beside).map_err(|e| match e {
                    CopyError::TooLarge => Problem::new("preview_too_large", e.to_string()),
                    CopyError::Io(e) => failed(&format!("the folder could not be copied: {e}")),
                })?;
                let within = job.cwd.strip_prefix(&job.root).unwrap_or("".as_ref()).to_owned();
                job.beside = copy.linked().to_vec();
                job.origin = Some(job.root.clone());
                (job.root, job.cwd) = (copy.root().to_owned(), copy.root().join(within));
                let ended = process::run(&job, &output).map_err(|e| failed(&e.to_string()))?;
                let effects = copy.effects(MOST).map_err(|e| match e {
                    CopyError::TooLarge => Problem::new("preview_too_large", "the command made too many files"),
                    CopyError::Io(e) => failed(&e.to_string()),
                })?;
                let bytes = output.read(0, usize::MAX).unwrap_or_default();
                Ok((ended, effects, excerpt(&String::from_utf8_lossy(&bytes), ON_SCREEN)))
            })
            .await?
            .map_err(EngineError::Bad)?;
            let Effects { files, ignored, left_out } = effects;
            let change_set = engine.propose_effects(command, files, &actor).await?;
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
            })
        })
        .await
    }

    /// The effects as a set that waits; none where there are none.
    async fn propose_effects(
        &self,
        command: &Command,
        files: Vec<Effect>,
        actor: &Actor,
    ) -> Result<Option<countersign_core::wire::SetView>> {
        if files.is_empty() {
            return Ok(None);
        }
        let inner = &self.0;
        let why = format!("What {} did in a copy of the folder.", quoted(&command.command));
        let mut write = Write::begin(inner).await?;
        let mut proposals = Vec::new();
        for effect in files {
            let at = FileKey { workspace: command.workspace.clone(), path: effect.path.clone() };
            // Kept for undo, as of any file that is changed.
            let old = match &effect.before {
                Some(state) => inner.read_file(&at).await?.filter(|(_, now)| now.hash == state.hash),
                None => None,
            };
            if let Some((bytes, _)) = &old {
                write.tx.put_blob(bytes).await?;
            }
            let was = FileWas { at: at.clone(), state: effect.before.clone() };
            let op = match effect.after {
                None => Operation::DeleteFile { at, folders: Vec::new() },
                Some((content, mode)) => {
                    let same = effect.before.as_ref().is_some_and(|b| b.hash == crate::effects::digest(&content));
                    if same {
                        Operation::ChmodFile { at, mode: mode & 0o777 }
                    } else {
                        let old = old.map(|(bytes, _)| bytes).unwrap_or_default();
                        let (added, removed) = crate::proposing::line_counts(&old, &content);
                        Operation::WriteFile {
                            at,
                            content: write.tx.put_blob(&content).await?,
                            bytes: content.len() as u64,
                            mode: Some(mode & 0o777),
                            new: effect.before.is_none(),
                            added,
                            removed,
                            proposed: None,
                        }
                    }
                }
            };
            proposals.push(Proposal { files: vec![was], ..Proposal::of(op, why.clone()) });
        }
        let title = Some(format!("What {} would change", quoted(&command.command)));
        let set = write.propose(Source::Request, title, proposals, actor, false).await?;
        write.finish().await?;
        Ok(Some(inner.view(&set)))
    }
}

fn failed(why: &str) -> Problem {
    Problem::new("command_failed", format!("it could not be tried: {why}"))
        .hinting("Nothing in the workspace has been changed.")
}
