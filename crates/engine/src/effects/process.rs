//! Running one command that a person signed: its words without a shell, its output as it comes, and
//! an end that nothing of it outlives. Never decides whether it may run.
#![allow(clippy::disallowed_methods)] // This module and `sandbox` start processes.

mod environment;
pub(super) mod family;
mod output;
mod programs;
mod watching;

pub(crate) use environment::{clean, environment};
pub use output::{Output, Progress};
pub(super) use programs::find_confining;
pub use programs::has_bash;
pub(crate) use programs::{find_outside, find_program};

use super::left::{left_behind, put_aside};
use super::masked;
use super::sandbox::tether::{Begun, Failed, Prepared, Streams};
use super::sandbox::{Confinement, Ground, Sandbox, TRIES};
use super::scratch::Scratch;
use countersign_commands::Join;
use countersign_core::command::Lost;
use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Component, Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use watching::Part;

/// A command may run so long (S1-20).
pub const LIMIT: Duration = Duration::from_secs(30);
/// So much of an output is stored; the rest is counted.
pub const STORED: u64 = 50_000_000;
/// So much of both ends of an output that was not stored whole is kept for its preview.
pub const ENDS: usize = 32_000;
/// After it was asked to end, a command has so long.
const GRACE: Duration = Duration::from_secs(2);

/// What is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// Plain words, and what joins the commands.
    Words(Vec<Vec<String>>, Vec<Join>),
    /// A text that only a shell can run.
    Shell(String),
}

/// A command with all it needs.
#[derive(Debug, Clone)]
pub struct Job {
    /// What.
    pub text: Text,
    /// The workspace, canonical.
    pub root: PathBuf,
    /// Where in it.
    pub cwd: PathBuf,
    /// For how long.
    pub limit: Duration,
    /// Our own data.
    pub data: Option<PathBuf>,
    /// Of what the workspace is a copy: the copy stands in its place, or nothing of it can be read except
    /// `beside`.
    pub origin: Option<PathBuf>,
    /// Folders that can be read besides, wherever they are.
    pub beside: Vec<PathBuf>,
    /// What it leaves in its private folders is put aside, where it was meant to be there.
    pub keeps: bool,
    /// It only looks: nothing can be written, and repositories are shown to git alone.
    pub looks: bool,
    /// Nobody saw it before it runs: a rule signed it. What was committed is shown to git alone.
    pub unseen: bool,
    /// The folders that commands may write, canonical: no program comes from there that is taken at its name.
    pub open: Vec<PathBuf>,
    /// The programs that are judged by what their name says they do.
    pub named: BTreeSet<String>,
    /// How confined.
    pub confinement: Confinement,
}

/// What a command came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code; none when a signal ended it.
    pub exit: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// It ran for too long.
    pub timed_out: bool,
    /// It was asked to end.
    pub stopped: bool,
    /// How long it ran.
    pub elapsed: Duration,
    /// Bytes stored.
    pub bytes: u64,
    /// Bytes beyond what is stored.
    pub dropped: u64,
    /// The last bytes written, at most [`ENDS`].
    pub tail: Vec<u8>,
    /// What it left in its private folder for temporary files.
    pub lost: Option<Lost>,
}

/// Runs a command to its end. Blocks; call it on a thread for that.
///
/// # Errors
/// When it could not be begun: nothing has run.
pub fn run(job: &Job, output: &Output) -> io::Result<Ended> {
    let folder = Scratch::new("run")?;
    let own = folder.path().canonicalize()?;
    let tmp = own.join("tmp");
    std::fs::create_dir(&tmp)?;
    let mut ground = Ground::survey(&job.root, &tmp, job.data.as_deref());
    ground.origin.clone_from(&job.origin);
    ground.looks = job.looks;
    for folder in &job.beside {
        ground.reach(folder);
    }
    if job.unseen {
        ground.keep_history();
    }
    if job.confinement.sandbox == Sandbox::Bwrap {
        ground.indexes = masked::indexes(&ground, &own);
    }
    let mut running = Running {
        job,
        output,
        ground,
        cwd: job.cwd.clone(),
        begun: Instant::now(),
        ran: false,
        ended: Ended::default(),
        tail: VecDeque::new(),
    };
    match &job.text {
        Text::Shell(text) => {
            let argv = [if has_bash() { "bash" } else { "sh" }, "-c", text.as_str()].map(str::to_owned).to_vec();
            running.pipeline(&[argv])?;
        }
        Text::Words(segments, joins) => running.words(segments, joins)?,
    }
    let mut ended = std::mem::take(&mut running.ended);
    ended.elapsed = running.begun.elapsed();
    ended.tail = std::mem::take(&mut running.tail).into();
    let private = running.ground.private(job.confinement.sandbox);
    ended.lost = left_behind(&private, &job.text);
    if let (Some(lost), Some(data), true) = (&mut ended.lost, &job.data, job.keeps) {
        // What could not be put aside is gone, and told as that.
        let root = job.origin.as_deref().unwrap_or(&job.root);
        let aside = put_aside(&private, &job.text, root, data).ok().flatten();
        lost.kept = aside.map(|folder| folder.display().to_string());
    }
    Ok(ended)
}

/// One command of a pipeline that has not begun.
enum Waiting {
    Can(Prepared),
    /// It cannot be started: what is said of it, and its exit code.
    Cannot(PipeWriter, String, u8),
}

impl Waiting {
    fn go(self) -> io::Result<Part> {
        match self {
            Self::Can(prepared) => {
                let Begun { child, line } = prepared.go()?;
                Ok(Part { child: Some(child), line, status: None })
            }
            Self::Cannot(mut err, why, code) => {
                err.write_all(why.as_bytes())?;
                Ok(Part { child: None, line: None, status: Some(ExitStatus::from_raw(i32::from(code) << 8)) })
            }
        }
    }

    fn give_up(self) {
        if let Self::Can(prepared) = self {
            prepared.give_up();
        }
    }
}

/// Why a pipeline did not begin.
enum Unbegun {
    /// Nobody wants it any more, or its time is over.
    GivenUp,
    Failed(io::Error),
}

impl From<io::Error> for Unbegun {
    fn from(e: io::Error) -> Self {
        Self::Failed(e)
    }
}

struct Running<'a> {
    job: &'a Job,
    output: &'a Output,
    ground: Ground,
    /// As a shell names it: `cd ..` leaves a link that it went over.
    cwd: PathBuf,
    begun: Instant,
    /// Something of it has run.
    ran: bool,
    ended: Ended,
    tail: VecDeque<u8>,
}

impl Running<'_> {
    /// Pipelines joined by `&& || ;`, as a shell joins them: from the left, by the last exit code.
    fn words(&mut self, segments: &[Vec<String>], joins: &[Join]) -> io::Result<()> {
        let mut at = 0;
        let mut skip = false;
        while at < segments.len() {
            let from = at;
            while joins.get(at) == Some(&Join::Pipe) && at + 1 < segments.len() {
                at += 1;
            }
            let pipeline = segments.get(from..=at).unwrap_or_default();
            if !skip {
                match pipeline {
                    [cd] if cd.first().is_some_and(|word| word == "cd") => {
                        // What was meant for another folder is done in none.
                        if !self.change_folder(cd.get(1..).unwrap_or_default())? {
                            return Ok(());
                        }
                    }
                    _ => self.pipeline(pipeline)?,
                }
                if self.ended.timed_out || self.ended.stopped {
                    return Ok(());
                }
            }
            let ok = self.ended.exit == Some(0);
            skip = match joins.get(at) {
                Some(Join::And) => !ok,
                Some(Join::Or) => ok,
                _ => false,
            };
            at += 1;
        }
        Ok(())
    }

    /// Runs commands whose outputs feed the next one; the last one's end is theirs.
    fn pipeline(&mut self, segments: &[Vec<String>]) -> io::Result<()> {
        (self.ended.exit, self.ended.signal) = (Some(0), None);
        let (mut reader, writer) = io::pipe()?;
        let mut children = match self.begin(segments, &writer) {
            Ok(children) => children,
            Err(Unbegun::GivenUp) => {
                self.ended.timed_out = !self.output.stopped();
                (self.ended.stopped, self.ended.exit) = (!self.ended.timed_out, None);
                return Ok(());
            }
            // What ran before it stands.
            Err(Unbegun::Failed(e)) if self.ran => {
                self.ended.exit = Some(125);
                return self.keep(format!("countersign: {e}\n").as_bytes());
            }
            Err(Unbegun::Failed(e)) => return Err(e),
        };
        self.ran = true;
        drop(writer);
        let watched = self.watch(&mut reader, &mut children);
        // Also where its output could not be taken: nothing is left running.
        self.kill(&mut children);
        watched?;
        let wrapped = self.job.confinement.wraps();
        if let Some(Part { status: Some(status), .. }) = children.last() {
            (self.ended.exit, self.ended.signal) = told(*status, wrapped);
        }
        Ok(())
    }

    /// Starts all commands of a pipeline, once each of them can begin.
    fn begin(&self, segments: &[Vec<String>], writer: &PipeWriter) -> Result<Vec<Part>, Unbegun> {
        let given_up = || self.output.stopped() || self.begun.elapsed() >= self.job.limit;
        let mut left = TRIES;
        loop {
            let mut waiting = self.prepare(segments, writer)?;
            left -= 1;
            let can = waiting.iter_mut().try_for_each(|part| match part {
                Waiting::Can(prepared) => prepared.wait(&given_up),
                Waiting::Cannot(..) => Ok(()),
            });
            match can {
                Ok(()) => return self.go(waiting),
                Err(why) => {
                    waiting.into_iter().for_each(Waiting::give_up);
                    match why {
                        Failed::GivenUp => return Err(Unbegun::GivenUp),
                        Failed::SetUp(why) if left == 0 => return Err(io::Error::from(why).into()),
                        Failed::SetUp(_) => {}
                    }
                }
            }
        }
    }

    fn go(&self, waiting: Vec<Waiting>) -> Result<Vec<Part>, Unbegun> {
        let mut parts: Vec<Part> = Vec::new();
        for part in waiting {
            match part.go() {
                Ok(part) => parts.push(part),
                Err(e) => {
                    // Those that run already have nobody to feed.
                    self.kill(&mut parts);
                    return Err(e.into());
                }
            }
        }
        Ok(parts)
    }

    fn prepare(&self, segments: &[Vec<String>], writer: &PipeWriter) -> io::Result<Vec<Waiting>> {
        let mut parts: Vec<Waiting> = Vec::new();
        let mut input: Option<PipeReader> = None;
        for (at, argv) in segments.iter().enumerate() {
            let (next, out) = match at + 1 < segments.len() {
                true => io::pipe().map(|(reader, writer)| (Some(reader), writer))?,
                false => (None, writer.try_clone()?),
            };
            let part = self.prepare_one(argv, input.take(), out, writer.try_clone()?);
            if part.is_err() {
                parts.drain(..).for_each(Waiting::give_up);
            }
            parts.push(part?);
            input = next;
        }
        Ok(parts)
    }

    fn prepare_one(
        &self,
        argv: &[String],
        input: Option<PipeReader>,
        out: PipeWriter,
        err: PipeWriter,
    ) -> io::Result<Waiting> {
        let name = argv.first().map_or("", String::as_str);
        let sandbox = self.job.confinement.sandbox;
        let own = self.ground.outside(sandbox, Path::new(name));
        let Some(program) = self.program(own.as_os_str()) else {
            let why = format!("{name}: there is no such program (what only a shell knows needs a shell)\n");
            return Ok(Waiting::Cannot(err, why, 127));
        };
        let confinement = &self.job.confinement;
        // What was committed is not hidden by hiding files.
        let spared = countersign_commands::without_secrets(argv);
        let mut arguments: Vec<String> = argv.iter().skip(1).cloned().chain(spared).collect();
        if name == "pwd" && arguments.is_empty() {
            // A shell's own says by which links it came.
            arguments.push("-L".to_owned());
        }
        let mut command = confinement.command(&self.ground, &self.cwd, &program, &arguments);
        clean(&mut command, &self.ground, confinement.sandbox);
        command.env("PWD", self.ground.inside(sandbox, &self.cwd));
        if self.job.looks {
            command.env("PATH", programs::path_outside(&self.job.open));
        }
        command.process_group(0);
        let input = match input {
            Some(input) => input.into(),
            None => File::open("/dev/null")?.into(),
        };
        let streams = Streams { input, output: out.into(), errors: err.try_clone()?.into() };
        Ok(match confinement.prepare(command, streams) {
            Ok(prepared) => Waiting::Can(prepared),
            Err(e) => Waiting::Cannot(err, format!("{name}: {e}\n"), 126),
        })
    }

    /// What is run by this name. What a workspace has in `PATH` never stands for another program of its name, and
    /// where a command only looks, for none.
    fn program(&self, name: &OsStr) -> Option<PathBuf> {
        let job = self.job;
        let shell = matches!(job.text, Text::Shell(_));
        let named = job.looks || shell || name.to_str().is_some_and(|name| job.named.contains(name));
        let outside = if named { find_outside(name, &self.cwd, &job.open) } else { None };
        outside.or_else(|| if job.looks { None } else { find_program(name, &self.cwd) })
    }

    /// Goes where `cd` says; false where that is not done here, and nothing after it may run. Of `cd` there is
    /// only the plain form: every other one is judged to need a shell.
    fn change_folder(&mut self, words: &[String]) -> io::Result<bool> {
        let sandbox = self.job.confinement.sandbox;
        let [to] = words else {
            self.refuse_folder("cd: that needs a shell")?;
            return Ok(false);
        };
        let written = self.ground.outside(sandbox, &self.cwd.join(to));
        let shown = self.ground.inside(sandbox, &written);
        let named = by_words(&written);
        let found = named.as_ref().and_then(|to| to.canonicalize().ok()).filter(|real| real.is_dir());
        let found = found.map(|to| self.ground.outside(sandbox, &to));
        match found {
            Some(real) if real.starts_with(&self.job.root) => {
                self.cwd = named.filter(|named| named.starts_with(&self.job.root)).unwrap_or(real);
                self.ended.exit = Some(0);
                Ok(true)
            }
            Some(_) => {
                self.refuse_folder(&format!("cd: {} is outside the workspace; nothing after it ran", shown.display()))?;
                Ok(false)
            }
            None => {
                self.refuse_folder(&format!("cd: {}: there is no such folder", shown.display()))?;
                Ok(true)
            }
        }
    }

    fn refuse_folder(&mut self, why: &str) -> io::Result<()> {
        (self.ended.exit, self.ended.signal) = (Some(1), None);
        self.keep(format!("{why}\n").as_bytes())
    }
}

/// A path without `.` and `..`, as a shell that goes there reads it: back over a link, and not over what is not
/// there.
fn by_words(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.is_dir() => drop(plain.pop()),
            Component::ParentDir => return None,
            part => plain.push(part),
        }
    }
    Some(plain)
}

/// Exit code and signal. A sandbox tells a signal as shells do: 128 and its number.
fn told(status: ExitStatus, wrapped: bool) -> (Option<i32>, Option<i32>) {
    // The signals of crashes and of who ends processes. 129 and 130 are codes of programs: of git when it is
    // called wrongly, and of shells.
    const ENDING: [i32; 10] = [4, 5, 6, 7, 8, 9, 11, 13, 15, 25];
    match (status.code(), status.signal()) {
        (Some(code), _) if wrapped && ENDING.contains(&(code - 128)) => (None, Some(code - 128)),
        (Some(code), _) => (Some(code), None),
        (None, signal) => (None, signal),
    }
}
