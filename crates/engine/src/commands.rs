//! Commands under signature: judged before they are shown, signed and run; run one after the other
//! when everything else of an apply is stored; followed and stopped while they run (R12, R25, C28).
//!
//! A command holds no lock and no transaction. It is marked in the ledger before it begins, so that
//! a start after a crash knows that nobody can say how far it got; it is never run again by itself.

mod closing;
mod following;
mod judging;
mod known;
mod running;
mod shown;
mod told;

pub use following::OutputEvent;
pub(crate) use judging::blocked;
pub use judging::{judge_in, must_fail};
pub(crate) use known::Known;
pub(crate) use running::Registered;
pub(crate) use told::{before_commands, came_to, failure, lost, not_run, outcome};

use crate::effects::process::{Job, LIMIT, Output, Text};
use crate::effects::sandbox::Confinement;
use crate::effects::tree::Tree;
use crate::{Engine, Inner, standing_in};
use countersign_commands::rules;
use countersign_core::command::Command;
use countersign_core::file::FilePath;
use countersign_core::ids::SetId;
use countersign_core::problem::Problem;
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, MutexGuard, PoisonError};

/// Outputs of what runs now.
pub(crate) type Commands = HashMap<(SetId, u32), Arc<Output>>;

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

    pub(crate) fn job(&self, command: &Command) -> std::result::Result<Job, Problem> {
        let closed = || {
            Problem::new("workspace_gone", format!("the workspace {} is not open", command.workspace))
                .hinting("Nothing was run. Open the folder again and apply; the command is still signed.")
        };
        let root = self.root(command).ok_or_else(closed)?;
        let root = root.canonicalize().map_err(|e| no_folder(&root.display().to_string(), &e))?;
        let cwd = root.join(&command.cwd).canonicalize().map_err(|e| no_folder(&command.cwd, &e))?;
        // As when it was proposed: a link that took its place leads elsewhere.
        let there = FilePath::folder(&command.cwd).map_or(command.cwd.is_empty(), |folder| {
            Tree::open(&root).is_ok_and(|tree| tree.list(Some(&folder)).is_ok())
        });
        if !cwd.starts_with(&root) || !there {
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

impl Engine {
    /// The sandbox of this machine.
    pub fn confinement(&self) -> &Confinement {
        self.0.confinement()
    }
}
