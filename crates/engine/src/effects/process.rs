//! Running one command that a person signed: its words without a shell, its output as it comes, and
//! an end that nothing of it outlives. Never decides whether it may run.
#![allow(clippy::disallowed_methods)] // This module and `sandbox` start processes.

use super::left::{left_behind, put_aside};
use super::masked;
use super::sandbox::{Confinement, Ground, Sandbox};
use super::scratch::Scratch;
use countersign_commands::Join;
use countersign_core::command::Lost;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// A command may run so long (S1-20).
pub const LIMIT: Duration = Duration::from_secs(30);
/// So much of an output is stored; the rest is counted.
pub const STORED: u64 = 50_000_000;
/// So much of both ends of an output that was not stored whole is kept for its preview.
pub const ENDS: usize = 32_000;
/// After it was asked to end, a command has so long.
const GRACE: Duration = Duration::from_secs(2);
/// What ended processes have written is waited for so long, if somebody else holds their output.
const DRAIN: Duration = Duration::from_millis(300);
/// What is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// Plain words, and what joins the commands.
    Words(Vec<Vec<String>>, Vec<Join>),
    /// A text that only a shell can run.
    Shell(String),
}

/// A command with all it needs.
#[derive(Debug)]
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
    /// What it leaves in its private folders is put aside, where its line names one.
    pub keeps: bool,
    /// It only looks: repositories are shown to git alone.
    pub looks: bool,
    /// How confined.
    pub confinement: Confinement,
}

/// How far an output is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes stored so far.
    pub bytes: u64,
    /// It is all there is.
    pub ended: bool,
}

/// The output of a running command: who runs it writes, anybody reads.
#[derive(Debug)]
pub struct Output {
    file: File,
    progress: watch::Sender<Progress>,
    stop: CancellationToken,
}

impl Output {
    /// An empty one, in a file without a name.
    ///
    /// # Errors
    /// When there is no place for it.
    pub fn new() -> io::Result<Self> {
        let (progress, _) = watch::channel(Progress::default());
        Ok(Self { file: tempfile::tempfile()?, progress, stop: CancellationToken::new() })
    }

    /// Follows how far it is.
    pub fn follow(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        *self.progress.borrow()
    }

    /// At most `most` bytes from an offset on.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self, from: u64, most: usize) -> io::Result<Vec<u8>> {
        let there = usize::try_from(self.progress().bytes.saturating_sub(from)).unwrap_or(usize::MAX);
        let mut bytes = vec![0; there.min(most)];
        self.file.read_exact_at(&mut bytes, from)?;
        Ok(bytes)
    }

    /// Asks for the end of the command.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Comes to an end once somebody asks for that of the command.
    pub(crate) async fn stopping(&self) {
        self.stop.cancelled().await;
    }

    fn stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Makes it empty again, for a command that is run anew. Asking for the end of it stays asked.
    ///
    /// # Errors
    /// When the file cannot be cut.
    pub fn clear(&self) -> io::Result<()> {
        self.progress.send_modify(|progress| progress.bytes = 0);
        self.file.set_len(0)
    }

    /// Adds to it what is no command's: who says it writes alone.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn say(&self, bytes: &[u8]) -> io::Result<()> {
        let at = self.progress().bytes;
        self.file.write_all_at(bytes, at)?;
        self.progress.send_modify(|progress| progress.bytes = at + bytes.len() as u64);
        Ok(())
    }

    /// Says that nothing more comes.
    pub fn end(&self) {
        self.progress.send_modify(|progress| progress.ended = true);
    }
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
    if job.confinement.sandbox == Sandbox::Bwrap {
        ground.indexes = masked::indexes(&ground, &own);
    }
    let mut running = Running {
        job,
        output,
        ground,
        cwd: job.cwd.clone(),
        begun: Instant::now(),
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
        let aside = put_aside(&private, &job.text, data).ok().flatten();
        lost.kept = aside.map(|folder| folder.display().to_string());
    }
    Ok(ended)
}

struct Running<'a> {
    job: &'a Job,
    output: &'a Output,
    ground: Ground,
    /// As a shell names it: `cd ..` leaves a link that it went over.
    cwd: PathBuf,
    begun: Instant,
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
        let mut children: Vec<Part> = Vec::new();
        let mut input: Option<PipeReader> = None;
        for (at, argv) in segments.iter().enumerate() {
            let (next, out) = match at + 1 < segments.len() {
                true => io::pipe().map(|(reader, writer)| (Some(reader), writer))?,
                false => (None, writer.try_clone()?),
            };
            let part = self.start(argv, input.take(), out, writer.try_clone()?);
            if part.is_err() {
                // Those that run already have nobody to feed.
                self.kill(&mut children);
            }
            children.push(part?);
            input = next;
        }
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

    fn start(
        &self,
        argv: &[String],
        input: Option<PipeReader>,
        out: PipeWriter,
        mut err: PipeWriter,
    ) -> io::Result<Part> {
        let name = argv.first().map_or("", String::as_str);
        let failed = |err: &mut PipeWriter, why: &str, code: u8| {
            err.write_all(format!("{name}: {why}\n").as_bytes())?;
            Ok(Part { child: None, status: Some(ExitStatus::from_raw(i32::from(code) << 8)) })
        };
        let sandbox = self.job.confinement.sandbox;
        let own = self.ground.outside(sandbox, Path::new(name));
        let Some(program) = find_program(own.as_os_str(), &self.cwd) else {
            return failed(&mut err, "there is no such program (what only a shell knows needs a shell)", 127);
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
        command
            .stdin(input.map_or_else(Stdio::null, Stdio::from))
            .stdout(out)
            .stderr(err.try_clone()?)
            .process_group(0);
        match command.spawn() {
            Ok(child) => Ok(Part { child: Some(child), status: None }),
            Err(e) => failed(&mut err, &e.to_string(), 126),
        }
    }

    /// Takes the output until all have ended, or ends them.
    fn watch(&mut self, reader: &mut PipeReader, parts: &mut [Part]) -> io::Result<()> {
        let mut buffer = vec![0; 64 * 1024];
        let (mut eof, mut over): (bool, Option<Instant>) = (false, None);
        let mut asked: Option<Instant> = None;
        loop {
            if eof {
                std::thread::sleep(Duration::from_millis(2));
            } else if ready(reader)? {
                let n = reader.read(&mut buffer)?;
                eof = n == 0;
                self.keep(buffer.get(..n).unwrap_or_default())?;
            }
            for part in parts.iter_mut() {
                part.reap()?;
            }
            let done = parts.iter().all(|part| part.status.is_some());
            if done && eof {
                break;
            }
            if done {
                // Somebody who was left behind holds the output open.
                let since = *over.get_or_insert_with(Instant::now);
                if since.elapsed() >= DRAIN {
                    break;
                }
            }
            let too_long = self.begun.elapsed() >= self.job.limit;
            if asked.is_none() && !done && (too_long || self.output.stopped()) {
                (self.ended.timed_out, self.ended.stopped) = (too_long, !too_long);
                asked = Some(Instant::now());
                self.tell(parts, Signal::TERM);
            }
            if asked.is_some_and(|since| since.elapsed() >= GRACE) {
                self.kill(parts);
            }
        }
        Ok(())
    }

    /// Stores what was written, up to the cap.
    fn keep(&mut self, bytes: &[u8]) -> io::Result<()> {
        let room = usize::try_from(STORED.saturating_sub(self.ended.bytes)).unwrap_or(usize::MAX);
        let (kept, rest) = bytes.split_at(bytes.len().min(room));
        self.output.file.write_all_at(kept, self.ended.bytes)?;
        self.ended.bytes += kept.len() as u64;
        self.ended.dropped += rest.len() as u64;
        self.tail.extend(bytes);
        let more = self.tail.len().saturating_sub(ENDS);
        self.tail.drain(..more);
        let now = self.ended.bytes;
        self.output.progress.send_if_modified(|progress| std::mem::replace(&mut progress.bytes, now) != now);
        Ok(())
    }

    /// Sends a signal to all that belongs to the command, to parents before their children: a shell
    /// whose child ends first would go on with its next line. Who holds its tree is left: with it gone
    /// nobody would be asked, only ended.
    fn tell(&self, parts: &[Part], how: Signal) {
        let running: Vec<u32> = parts.iter().filter_map(Part::running).collect();
        // Found before the first ends: what it leaves behind is nobody's child any more.
        let below = descendants(&running);
        if !self.job.confinement.wraps() {
            for group in running {
                let _ = pid(group).map(|group| kill_process_group(group, how));
            }
        }
        below.into_iter().for_each(|pid| signal(pid, how));
    }

    /// Ends all that is left of it.
    fn kill(&self, parts: &mut [Part]) {
        self.tell(parts, Signal::KILL);
        for part in parts.iter_mut() {
            if let (Some(child), None) = (&mut part.child, part.status)
                && !self.job.confinement.clears_up()
            {
                let _ = child.kill();
            }
            if !self.job.confinement.wraps()
                && let Some(group) = part.child.as_ref().and_then(|child| pid(child.id()))
            {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
        if !self.job.confinement.wraps() {
            marked(&self.ground.tmp).into_iter().for_each(|pid| signal(pid, Signal::KILL));
        }
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

/// Ends a process that was started by itself, with all that it started, and waits a little for that.
/// `tmp` is the private folder that it was given.
pub(super) fn end_tree(confinement: &Confinement, tmp: &Path, child: &mut Child) {
    let begun = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        // Found before the first ends: what it leaves behind is nobody's child any more.
        let below = descendants(&[child.id()]);
        if !confinement.wraps() {
            let _ = pid(child.id()).map(|group| kill_process_group(group, Signal::KILL));
        }
        below.into_iter().for_each(|pid| signal(pid, Signal::KILL));
        // Who holds its tree sees it end, and clears up; one that does not is not waited for.
        if !confinement.clears_up() || begun.elapsed() >= GRACE {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    if !confinement.wraps() {
        marked(tmp).into_iter().for_each(|pid| signal(pid, Signal::KILL));
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

/// Whether there is bash, whose language commands are judged in. Another shell reads some of it differently.
pub fn has_bash() -> bool {
    find_program(OsStr::new("bash"), Path::new("/")).is_some()
}

/// One command of a pipeline.
struct Part {
    child: Option<Child>,
    status: Option<ExitStatus>,
}

impl Part {
    fn reap(&mut self) -> io::Result<()> {
        if let (Some(child), None) = (&mut self.child, self.status) {
            self.status = child.try_wait()?;
        }
        Ok(())
    }

    fn running(&self) -> Option<u32> {
        self.child.as_ref().filter(|_| self.status.is_none()).map(Child::id)
    }
}

/// Waits a little for something to read.
fn ready(reader: &PipeReader) -> io::Result<bool> {
    let mut fds = [PollFd::new(reader, PollFlags::IN)];
    match poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 10_000_000 })) {
        Ok(n) => Ok(n > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(e) => Err(e.into()),
    }
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

/// A status as shells tell it.
pub(crate) fn shell_code(status: ExitStatus) -> u8 {
    let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(125);
    u8::try_from(code).unwrap_or(125)
}

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

/// Sends a signal; who is gone needs none.
pub(crate) fn signal(id: u32, how: Signal) {
    let _ = pid(id).map(|pid| kill_process(pid, how));
}

/// Whether there is such a process, of whoever.
pub(super) fn is_alive(id: u32) -> bool {
    pid(id).is_some_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// All living processes below these, each after its parent.
pub(crate) fn descendants(of: &[u32]) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for id in processes() {
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { continue };
        // The name, in brackets, may hold anything; state and parent come after it.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let (state, parent) = (fields.next(), fields.next().and_then(|p| p.parse::<u32>().ok()));
        if let (Some(parent), false) = (parent, state == Some("Z")) {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut found = Vec::new();
    let mut open = of.to_vec();
    while let Some(next) = open.pop() {
        let below = children.remove(&next).unwrap_or_default();
        open.extend(&below);
        found.extend(below);
    }
    found
}

/// Processes that were given this private folder, wherever they have moved to.
fn marked(tmp: &Path) -> Vec<u32> {
    let mark = [b"TMPDIR=", tmp.as_os_str().as_encoded_bytes(), b"\0"].concat();
    let own = |id: &u32| {
        std::fs::read(format!("/proc/{id}/environ")).is_ok_and(|all| all.windows(mark.len()).any(|part| part == mark))
    };
    processes().into_iter().filter(own).collect()
}

fn processes() -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// Where a program is: by its path, or in `PATH`. Only a file that can be executed.
pub(crate) fn find_program(name: &OsStr, cwd: &Path) -> Option<PathBuf> {
    let runs = |path: &Path| path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(cwd.join(name)).filter(|path| runs(path));
    }
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    // A relative entry would take a program out of the workspace by its name alone.
    let folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    folders.into_iter().map(|folder| folder.join(name)).find(|path| !name.is_empty() && runs(path))
}

/// What is left of our own environment, where it is there.
const KEPT: [&str; 22] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "TZ",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "GOPATH",
    "GOROOT",
    "JAVA_HOME",
    "NVM_DIR",
    "PYENV_ROOT",
    "VIRTUAL_ENV",
    "NIX_PATH",
    "LOCALE_ARCHIVE",
];
/// What is set for every command.
const SET: [(&str, &str); 12] = [
    ("TERM", "dumb"),
    ("CI", "1"),
    ("PAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    // A setting of a repository that runs a program while it is only looked at.
    ("GIT_CONFIG_COUNT", "2"),
    ("GIT_CONFIG_KEY_0", "core.fsmonitor"),
    ("GIT_CONFIG_VALUE_0", "false"),
    // What a submodule's files hold is not shown: no path that is left out reaches into it.
    ("GIT_CONFIG_KEY_1", "diff.submodule"),
    ("GIT_CONFIG_VALUE_1", "short"),
];
/// Where a command may write what it caches; a home is read only in a sandbox.
const CACHES: [&str; 3] = ["TMPDIR", "XDG_CACHE_HOME", "npm_config_cache"];

/// The names of the variables that a command gets.
pub(crate) fn environment() -> Vec<String> {
    let kept = KEPT.into_iter().filter(|name| std::env::var_os(name).is_some());
    let set = SET.into_iter().map(|(name, _)| name);
    kept.chain(CACHES).chain(set).chain(["PWD"]).map(str::to_owned).collect()
}

/// Leaves of the environment what programs need to be found and to speak the person's language;
/// nothing of it holds a secret or loads code.
pub(crate) fn clean(command: &mut Command, ground: &Ground, sandbox: Sandbox) {
    let tmp: OsString = if sandbox == Sandbox::Bwrap { "/tmp".into() } else { ground.tmp.clone().into() };
    let cache = Path::new(&tmp).join(".cache");
    command.env_clear();
    command.envs(KEPT.iter().filter_map(|name| std::env::var_os(name).map(|value| (*name, value))));
    let places: [OsString; 3] = [tmp.clone(), cache.clone().into(), cache.join("npm").into()];
    command.envs(CACHES.into_iter().zip(places));
    command.envs(SET);
}
