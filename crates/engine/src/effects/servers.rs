//! Programs that are spoken with for a while: servers of tools that the person named (MCP). Each has a
//! keeper, a thread that starts it, keeps the end of what it says beside its answers, and ends all of its
//! tree when nobody speaks with it any more. Never decides whether one may be started.
#![allow(clippy::disallowed_methods)] // It starts processes.

use super::process::family::end_tree;
use super::process::{clean, find_program};
use super::sandbox::tether::{Begun, Failed, Streams};
use super::sandbox::{Confinement, Ground, TRIES};
use super::scratch::Scratch;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// So much of what a server says beside its answers is kept, in bytes.
const KEPT: usize = 2_000;

/// So many pieces of what it said are still heard when it is ended.
const WORDS: usize = 16;

/// What confines a server is set up within this.
const SET_UP: Duration = Duration::from_secs(10);

/// What is started.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) confinement: Confinement,
    /// Our own data, which it does not see where it is confined.
    pub(crate) data: Option<PathBuf>,
}

/// The last words of a server.
type Said = Arc<Mutex<VecDeque<u8>>>;

/// A server that runs. It goes with the value, and all that it started.
#[derive(Debug, Default)]
pub(crate) struct Running {
    wake: Option<PipeWriter>,
    keeper: Option<JoinHandle<()>>,
    said: Said,
}

/// Where a server reads and where it answers.
pub(crate) struct Pipes {
    pub(crate) to: OwnedFd,
    pub(crate) from: OwnedFd,
}

impl Running {
    /// Starts a server; blocks until it is there. It is not waited for.
    ///
    /// # Errors
    /// When there is no such program, or it cannot be started.
    pub(crate) fn start(order: Order) -> io::Result<(Self, Pipes)> {
        let said: Said = Arc::default();
        let (reader, wake) = io::pipe()?;
        let (ready, started) = mpsc::sync_channel(1);
        let words = Arc::clone(&said);
        // What is started ends with the thread that started it: that one stays.
        let keep = move || keep(&order, &reader, &words, &ready);
        let keeper = std::thread::Builder::new().name("tool-server".to_owned()).spawn(keep)?;
        let lost = || io::Error::other("its keeper ended");
        let pipes = started.recv().map_err(|_| lost()).and_then(|started| started)?;
        Ok((Self { wake: Some(wake), keeper: Some(keeper), said }, pipes))
    }

    /// Ends it, and gives the last that it said beside its answers, in one line.
    pub(crate) fn last_words(&mut self) -> String {
        self.end();
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = said.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        text.split_whitespace().collect::<Vec<_>>().join(" ").chars().filter(|c| !c.is_control()).collect()
    }
}

impl Running {
    fn end(&mut self) {
        drop(self.wake.take());
        // It ends a tree of processes, which takes milliseconds.
        let _ = self.keeper.take().map(JoinHandle::join);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

fn keep(order: &Order, wake: &PipeReader, said: &Said, ready: &SyncSender<io::Result<Pipes>>) {
    let begun = Scratch::new("tools").and_then(|folder| {
        let own = folder.path().canonicalize()?;
        let tmp = own.join("tmp");
        let root = own.join("own");
        for made in [&tmp, &root] {
            std::fs::create_dir(made)?;
        }
        let (running, pipes, words) = spawn(order, &root, &tmp)?;
        Ok((folder, tmp, running, pipes, words))
    });
    let (_folder, tmp, mut running, pipes, words) = match begun {
        Ok(begun) => begun,
        Err(e) => return drop(ready.send(Err(e))),
    };
    let mut words = Some(words);
    if ready.send(Ok(pipes)).is_ok() {
        while is_wanted(wake, &mut words, said) {}
    }
    // What it had said by then; it may go on saying it.
    for _ in 0..WORDS {
        let there = words.as_ref().is_some_and(|words| {
            let mut fds = [PollFd::new(words, PollFlags::IN)];
            matches!(poll(&mut fds, Some(&Timespec::default())), Ok(1..))
        });
        if !there {
            break;
        }
        hear(&mut words, said);
    }
    end_tree(&order.confinement, &tmp, &mut running);
}

/// Takes what it says beside its answers; false once nobody speaks with it any more.
fn is_wanted(wake: &PipeReader, words: &mut Option<PipeReader>, said: &Said) -> bool {
    let mut fds = vec![PollFd::new(wake, PollFlags::IN)];
    fds.extend(words.as_ref().map(|words| PollFd::new(words, PollFlags::IN)));
    match poll(&mut fds, None) {
        Ok(_) => {}
        Err(rustix::io::Errno::INTR) => return true,
        Err(_) => return false,
    }
    let speaks = fds.get(1).is_some_and(|fd| !fd.revents().is_empty());
    if fds.first().is_none_or(|fd| !fd.revents().is_empty()) {
        return false;
    }
    if speaks {
        hear(words, said);
    }
    true
}

/// Takes what is there of its words.
fn hear(words: &mut Option<PipeReader>, said: &Said) {
    let mut buffer = [0; 4096];
    match words.as_mut().map(|from| from.read(&mut buffer)) {
        Some(Ok(n @ 1..)) => {
            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
            said.extend(buffer.iter().take(n));
            let more = said.len().saturating_sub(KEPT);
            said.drain(..more);
        }
        _ => *words = None,
    }
}

fn spawn(order: &Order, root: &Path, tmp: &Path) -> io::Result<(Begun, Pipes, PipeReader)> {
    let missing = || io::Error::new(io::ErrorKind::NotFound, format!("there is no program {}", order.command));
    let program = find_program(OsStr::new(&order.command), Path::new("/")).ok_or_else(missing)?;
    let ground = Ground::survey(root, tmp, order.data.as_deref());
    let begun = Instant::now();
    let mut left = TRIES;
    loop {
        let mut command = order.confinement.command(&ground, root, &program, &order.args);
        clean(&mut command, &ground, order.confinement.sandbox);
        command.env("PWD", root).envs(order.env.iter().map(|(name, value)| (name, value)));
        command.process_group(0);
        let ((input, to), (from, output), (words, errors)) = (io::pipe()?, io::pipe()?, io::pipe()?);
        let streams = Streams { input: input.into(), output: output.into(), errors: errors.into() };
        let mut prepared = order.confinement.prepare(command, streams)?;
        left -= 1;
        match prepared.wait(&|| begun.elapsed() >= SET_UP) {
            Ok(()) => return Ok((prepared.go()?, Pipes { to: to.into(), from: from.into() }, words)),
            Err(why) => {
                prepared.give_up();
                match why {
                    Failed::SetUp(why) if left == 0 => return Err(why.into()),
                    Failed::GivenUp => return Err(io::Error::new(io::ErrorKind::TimedOut, "it is not set up in time")),
                    Failed::SetUp(_) => {}
                }
            }
        }
    }
}
