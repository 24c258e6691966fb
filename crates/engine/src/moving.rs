//! Commands that move files about (`cp`, `mv`, `rm` …): what one does is found out in a copy of the folder
//! and done to the folder as any other change of files is, so that the ledger says what it was and undo
//! takes it back. What cannot be told as changes of files runs in the folder itself, as other commands do.

mod folders;

use folders::{MovedFolders, bare, makes_folders, only_makes};
pub(crate) use folders::{came, folders_to_come, gone, named};

use crate::carry::{Back, Placed};
use crate::commands::{came_to, failure, outcome};
use crate::effects::copy::{Comes, Course, Effects, Most, plain_call, plain_folder};
use crate::effects::process::{Ended, Job, Output, Text};
use crate::effects::sandbox::Sandbox;
use crate::effects::tree::Bare;
use crate::outputs::{Looked, text_of};
use crate::previews::in_copy;
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_commands::Join;
use countersign_core::change_set::execute::{Execution, written_meanwhile};
use countersign_core::change_set::{Actor, ChangeItem};
use countersign_core::command::{Command, CommandOutcome, Lost};
use countersign_core::file::{FileChange, FileKey, FilePath, FileState};
use countersign_core::ids::SetId;
use countersign_core::label::quoted;
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::problem::Problem;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

/// What does nothing but change files, and the same in a copy.
pub(crate) const MOVERS: [&str; 9] = ["cp", "mv", "rm", "rmdir", "mkdir", "touch", "chmod", "truncate", "unlink"];

/// Of more files or bytes than this the command itself is what is done.
const MOST: Most = Most { items: 2_000, bytes: 64_000_000 };

/// Whether a command only moves files about, and it can be found out which.
pub(crate) fn moves(job: &Job) -> bool {
    let Text::Words(segments, joins) = &job.text else { return false };
    job.confinement.sandbox != Sandbox::None && runs_so(segments, joins)
}

fn runs_so(segments: &[Vec<String>], joins: &[Join]) -> bool {
    segments.iter().all(|words| mover(words)) && joins.iter().all(|join| *join == Join::And)
}

/// The folder of a command as it is: what those before it do is told to it.
pub(crate) fn course(root: &Path) -> Course {
    Course::of(root, MOST)
}

/// Whether what a command would do can be taken back, as far as looking at the folder says, as those before it leave
/// it: it makes folders that are not there yet, or all of it are changes of files. Where it still `comes`, those behind
/// it find what it does.
pub(crate) fn goes_back(command: &Command, job: &Job, course: &mut Course, comes: bool) -> bool {
    matches!(comes_to(command, job, course, comes), Some(Comes::Files | Comes::Folders))
}

/// What there would be to take back. Where files come to be just as they are, which is [`Comes::Same`], that is done to
/// no folder, and one that was signed as what can be taken back still is.
pub(crate) fn comes_to(command: &Command, job: &Job, course: &mut Course, comes: bool) -> Option<Comes> {
    let Text::Words(segments, joins) = &job.text else { return None };
    let within = job.cwd.strip_prefix(&job.root).ok().and_then(Path::to_str);
    let foreseen = match within.filter(|_| runs_so(segments, joins)) {
        Some(cwd) if comes => course.step(cwd, segments),
        Some(cwd) => course.look(cwd, segments),
        None => None,
    };
    let whole = foreseen.filter(|foreseen| *foreseen == Comes::Folders && only_makes(segments, joins) || moves(job));
    whole.or_else(|| makes_folders(command, job).then_some(Comes::Folders))
}

/// Whether something that was in the folder may not be there any more.
fn takes_away(effects: &Effects) -> bool {
    let Effects { files, ignored, left_out, gone, .. } = effects;
    let other = |path: &String| !path.ends_with('/');
    files.iter().any(|effect| effect.after.is_none()) || *ignored > 0 || !gone.is_empty() || left_out.iter().any(other)
}

/// Whether all is as it was, but for ages where they do not count.
fn changes_nothing(effects: &Effects, ages: bool) -> bool {
    let Effects { files, ignored, left_out, gone, aged, .. } = effects;
    files.is_empty() && *ignored == 0 && left_out.is_empty() && gone.is_empty() && !(ages && *aged > 0)
}

/// Why a command is not done that puts what it takes out of the folder where it goes with the command.
fn would_be_lost(lost: &Lost) -> Problem {
    lost_at(lost.paths.first().map_or("", String::as_str))
}

fn lost_at(first: &str) -> Problem {
    let why = format!("{} would be lost: that folder is the command's own, and goes with it", quoted(first));
    Problem::new("would_be_lost", why)
        .hinting("Nothing has been changed. Name a place in the folder, or delete what you do not need.")
}

/// Why a command will not be done that moves something into a folder of its own, as far as its words say.
pub(crate) fn moves_away(job: &Job) -> Option<Problem> {
    let Text::Words(segments, _) = &job.text else { return None };
    moved_out(job, segments)
}

/// Why a command cannot be done: the last thing it does is to move something to where it is lost. What comes behind
/// another might still bring it back.
pub(crate) fn must_lose(job: &Job) -> Option<Problem> {
    let Text::Words(segments, _) = &job.text else { return None };
    moved_out(job, std::slice::from_ref(segments.last()?)).map(|problem| problem.at("/command"))
}

/// What some of a command's parts move into a folder of its own.
fn moved_out(job: &Job, segments: &[Vec<String>]) -> Option<Problem> {
    let private = ["/tmp", "/var/tmp", "/dev/shm"];
    let goes = |word: &&String| {
        let path = Path::new(word.split_once('=').map_or(word.as_str(), |(_, value)| value));
        private.iter().any(|folder| path.starts_with(folder)) && !path.starts_with(&job.root)
    };
    let moved = segments.iter().filter(|words| words.first().is_some_and(|program| program == "mv"));
    let to = moved.filter_map(|words| words.iter().skip(2).find(goes)).next()?;
    (job.confinement.sandbox == Sandbox::Bwrap).then(|| lost_at(to))
}

/// Whether a command is there to set ages, too.
fn sets_ages(job: &Job) -> bool {
    let Text::Words(segments, _) = &job.text else { return false };
    segments.iter().any(|words| words.first().is_some_and(|program| program == "touch"))
}

fn mover(words: &[String]) -> bool {
    let Some((program, words)) = words.split_first() else { return false };
    let plain = || plain_call(program, words);
    MOVERS.contains(&program.as_str()) && (!["cp", "touch"].contains(&program.as_str()) || plain())
}

/// What came of a command in the copy.
struct Tried {
    ended: Ended,
    effects: Option<Effects>,
    bytes: Vec<u8>,
    looked: Looked,
}

impl Engine {
    /// Does what a command would do to files. `None`: nothing was done, and the command is to run itself. With
    /// `back_only` it never is where it fails in the copy: what it does before that could not be taken back.
    ///
    /// # Errors
    /// When what came of it cannot be stored.
    pub(crate) async fn move_files(
        &self,
        id: SetId,
        shown: &ChangeItem,
        (command, job, back_only): (&Command, Job, bool),
        output: &Arc<Output>,
        actor: &Actor,
    ) -> Result<Option<ItemOutcome>> {
        let inner = &self.0;
        let (to, sandbox) = (output.clone(), job.confinement.sandbox);
        let ages = sets_ages(&job);
        // What a copy does not hold (pipes, secrets) is seen in the folder itself.
        let idle = comes_to(command, &job, &mut course(&job.root), false) == Some(Comes::Nothing);
        let tried = blocking(move || {
            let (ended, effects) = in_copy(job, &to, MOST).ok()?;
            let bytes = to.read(0, usize::MAX).ok()?;
            let looked = Looked::at(text_of(bytes.clone())).0;
            Some(Tried { ended, effects: effects.ok(), bytes, looked })
        });
        let Some(Tried { ended, effects, bytes, looked }) = tried.await? else {
            return Ok(None);
        };
        let cut = ended.stopped || ended.timed_out || back_only && ended.exit != Some(0);
        let mut write = Write::begin(inner).await?;
        let taken = ended.lost.as_ref().filter(|_| effects.as_ref().is_some_and(takes_away)).map(would_be_lost);
        let refused = taken.is_some();
        // Done to the folder itself it would come to just that.
        let failed = ended.exit != Some(0) && effects.as_ref().is_some_and(|effects| changes_nothing(effects, true));
        let changes = match effects.filter(|_| !cut && !refused && ended.exit == Some(0)) {
            // It came to nothing that could be taken back.
            Some(effects) if back_only && changes_nothing(&effects, ages) => Some((Vec::new(), Bare::default())),
            // There was nothing for it to do.
            Some(effects) if idle && ended.lost.is_none() && changes_nothing(&effects, true) => {
                Some((Vec::new(), Bare::default()))
            }
            Some(effects) => write.as_changes(command, effects, ages).await?,
            None => None,
        };
        let mut done = Execution { outcomes: vec![outcome(shown)], ..Execution::default() };
        let mut back = None;
        let mut folders = None;
        match changes {
            Some((files, bare)) => {
                done.outcomes = vec![ItemOutcome { ok: true, files, ..outcome(shown) }];
                // The contents are read from the store again.
                write = write.checkpoint().await?;
                let set = write.load(id).await?;
                let (next, placed) = match write.place_files(set.id, &mut done.outcomes, actor).await {
                    // Another program of ours is at work here: nothing was done.
                    Err(EngineError::Bad(_)) => return Ok(None),
                    placed => placed?,
                };
                write = next;
                match placed {
                    Placed::Done(placed) => back = Some(placed),
                    Placed::Refused(why) => done.fail(&why.problem(), false),
                    Placed::Open(why) => {
                        inner.stay_open(id, None, why.clone());
                        return Err(EngineError::Bad(why));
                    }
                    Placed::None => {}
                }
                if !bare.is_empty() && done.outcomes.iter().all(|outcome| outcome.ok) {
                    let moved = MovedFolders::of(inner, command, bare, back.is_some()).await;
                    match moved.unwrap_or_else(|e| Err(Problem::new("file_failed", e.body().message))) {
                        Ok(moved) => folders = Some(moved),
                        Err(problem) => {
                            done.fail(&problem, false);
                            if let Some(placed) = back.take()
                                && !placed.put().await
                            {
                                inner.stay_open(id, None, problem.clone());
                                return Err(EngineError::Bad(problem));
                            }
                        }
                    }
                }
            }
            None if refused => done.outcomes = vec![ItemOutcome { problem: taken, ..outcome(shown) }],
            None if !cut && !failed => return Ok(None),
            None => {}
        }
        let mut came = came_to(&ended, &bytes, String::new(), sandbox);
        // What went was a copy.
        came.lost = came.lost.filter(|_| !refused);
        if let Some(moved) = &folders {
            (came.made, came.removed) = moved.told();
        }
        let stored = write.store_moved((id, shown, command), (done, came), (bytes, looked), actor, &mut back).await;
        match stored {
            Ok(done) => Ok(Some(done)),
            Err(error) => match inner.leave_open(id, back, None, &error).await {
                Some(open) => Err(EngineError::Bad(open)),
                None => {
                    if let Some(moved) = folders {
                        moved.put().await?;
                    }
                    Err(error)
                }
            },
        }
    }
}

impl Write<'_> {
    /// What a command did in a copy as changes of files, their contents stored, and of folders that hold none; `None`
    /// where it did nothing, or something that these cannot say, ages among it where `ages` count.
    async fn as_changes(
        &mut self,
        command: &Command,
        effects: Effects,
        ages: bool,
    ) -> Result<Option<(Vec<FileChange>, Bare)>> {
        let Effects { files, ignored, left_out, left_out_why: _, moved: _, gone, bare: _, came, aged } = effects;
        let root = self.inner().root(command);
        // Replaced, it would be a file of its own.
        let linked = |path: &FilePath| {
            let at = root.as_ref().map(|root| root.join(path.as_str()));
            at.and_then(|at| at.symlink_metadata().ok()).is_some_and(|found| found.nlink() > 1)
        };
        let under = |path: &FilePath, folder: &str| {
            path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let holds = |folder: &str, now: bool| {
            files.iter().any(|effect| effect.after.is_some() == now && under(&effect.path, folder))
        };
        let (come_with, come): (Vec<_>, Vec<_>) = came.into_iter().partition(|(folder, _)| holds(folder, true));
        let (go_with, go): (Vec<_>, Vec<_>) = gone.into_iter().partition(|(folder, _)| holds(folder, false));
        let empty = |path: &String| path.strip_suffix('/').is_some_and(|path| come.iter().any(|(at, _)| at == path));
        let whole = ignored == 0
            && left_out.iter().all(empty)
            && come_with.iter().chain(&go_with).all(|(_, bits)| *bits == plain_folder())
            && !(ages && aged > 0)
            && !files.iter().any(|effect| effect.before.is_some() && linked(&effect.path))
            && files.iter().all(|a| !files.iter().any(|b| under(&b.path, a.path.as_str())))
            && !files.iter().any(|file| come.iter().chain(&go).any(|(folder, _)| folder == file.path.as_str()));
        let Some(bare) = bare(come, go).filter(|bare| whole && !(files.is_empty() && bare.is_empty())) else {
            return Ok(None);
        };
        let mut changes = Vec::new();
        for effect in files {
            let at = FileKey { workspace: command.workspace.clone(), path: effect.path };
            let now = self.inner().read_file(&at).await.ok().flatten();
            // Changed since it was copied: the command is to find it as it is.
            if now.as_ref().map(|(_, state)| state) != effect.before.as_ref() {
                return Ok(None);
            }
            if let Some((old, _)) = &now {
                self.tx.put_blob(old).await?;
            }
            let after = match effect.after {
                Some((_, mode)) if mode & 0o7000 != 0 => return Ok(None),
                Some((content, mode)) => {
                    let hash = self.tx.put_blob(&content).await?;
                    Some(FileState { hash, bytes: content.len() as u64, mode, attributes: None })
                }
                None => None,
            };
            let with = go_with.iter().filter(|(folder, _)| after.is_none() && under(&at.path, folder));
            let mut folders: Vec<FilePath> = with.filter_map(|(folder, _)| FilePath::folder(folder).ok()).collect();
            folders.sort_by_key(|folder| folder.as_str().len());
            changes.push(FileChange { at, before: effect.before, after, folders });
        }
        Ok(Some((changes, bare)))
    }

    /// Stores what such a command came to.
    async fn store_moved(
        mut self,
        (id, shown, command): (SetId, &ChangeItem, &Command),
        (done, mut came): (Execution, CommandOutcome),
        (bytes, looked): (Vec<u8>, Looked),
        actor: &Actor,
        back: &mut Option<Back>,
    ) -> Result<ItemOutcome> {
        let inner = self.inner();
        let mut done = done.outcomes.into_iter().next().unwrap_or_else(|| outcome(shown));
        let set = self.load(id).await?;
        came.output = self.tx.put_blob(&bytes).await?;
        if !done.ok && done.problem.is_none() {
            done.problem = Some(failure(&came).hinting("Nothing has been changed."));
        }
        self.keep_command_output(&set, shown.n, (command, done.ok), (looked, came.output.clone(), came.dropped))
            .await?;
        came.recorded = done.ok && !(done.files.is_empty() && came.made.is_empty() && came.removed.is_empty());
        came.unchanged = !came.recorded;
        done.command = Some(came);
        self.append(actor, Event::Applied { set: id, items: vec![done.clone()], direct: None, left: Vec::new() })
            .await?;
        let turn = self.finish_held().await?;
        if let Some(back) = back.take() {
            let aside = back.clear(inner).await;
            let beside: Vec<&str> = aside.iter().map(|aside| aside.path.as_str()).collect();
            if !beside.is_empty() {
                done.problem = Some(written_meanwhile(&beside.join(", ")));
            }
        }
        drop(turn);
        Ok(done)
    }
}
