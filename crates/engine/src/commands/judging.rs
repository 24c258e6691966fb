//! Whether a command may be proposed, signed and run: judged anew each time, by the folder as it is.

use super::known::Known;
use crate::effects::process;
use crate::effects::sandbox::Sandbox;
use crate::{Inner, Result};
use countersign_commands::{Judgement, Profile, Setting, Verdict, judge, writes_repository};
use countersign_core::change_set::execute::{Refused, signed, signed_commands};
use countersign_core::change_set::review::Refusal;
use countersign_core::change_set::{ChangeItem, ChangeSet, ItemStatus, Source};
use countersign_core::command::Command;
use countersign_core::file::FilePath;
use countersign_core::label::quoted;
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use countersign_core::wire::ApplyMode;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Judges a text as the commands of a folder that is there: also by what its links lead to and how its
/// repository is set, and by where its programs are: `open` are other folders that commands may write.
/// `setting.cwd` is within `root`. Looks, and runs nothing.
pub fn judge_in(root: &Path, open: &[PathBuf], text: &str, setting: &Setting) -> Judgement {
    judge_by(&Known::default(), root, open, text, setting)
}

fn judge_by(known: &Known, root: &Path, open: &[PathBuf], text: &str, setting: &Setting) -> Judgement {
    let mut judged = known.judge(root, text, setting);
    crate::repository::object(root, &setting.cwd, &mut judged);
    let open: Vec<PathBuf> = open.iter().chain([&root.to_owned()]).filter_map(|at| at.canonicalize().ok()).collect();
    crate::standing_in::object(&open, &mut judged);
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

impl Inner {
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
            Some(root) => judge_by(&self.judged, &root, &self.open(), &command.command, &setting),
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
        let lost = || crate::moving::must_lose(&self.job(command).ok()?);
        never_runs(&judged).or_else(|| must_fail(&root?, &command.cwd, &judged)).or_else(lost)
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

/// The item it needs and does not have.
pub(crate) fn blocked(set: &ChangeSet, item: &ChangeItem, part: &[u32]) -> Option<Problem> {
    let met = |n: &u32| part.contains(n) || set.item(*n).is_some_and(|i| i.status == ItemStatus::Applied);
    let need = item.needs.iter().find(|n| !met(n))?;
    Some(
        Problem::new("blocked", format!("it needs item {need}, which is not signed or was not applied"))
            .hinting(format!("Sign item {need} too.")),
    )
}
