//! The line between the server and what it starts around a command. What confines the command is set up first and
//! says so; only then, over this line, the server hands it the command's streams, and it begins. When the server
//! is gone, however it went, the line is cut: what has not begun never does, and what runs is ended.
#![allow(clippy::disallowed_methods)] // It starts processes.

use super::Confinement;
use crate::effects::process::family::{descendants, signal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, recvmsg, sendmsg};
use rustix::process::Signal;
use std::fmt;
use std::io::{self, IoSlice, IoSliceMut, PipeReader, Read};
use std::mem::MaybeUninit;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What is set up and not needed goes by itself within this.
const GRACE: Duration = Duration::from_secs(2);
/// So much of what keeps a sandbox from being set up is told, in bytes.
const TOLD: usize = 4096;
/// Said over the line by both ends: "it is set up", and "here are its streams".
const WORD: [u8; 1] = *b"!";

/// What a command reads and where it writes.
pub(crate) struct Streams {
    pub(crate) input: OwnedFd,
    pub(crate) output: OwnedFd,
    pub(crate) errors: OwnedFd,
}

impl Streams {
    /// Nothing to read, and nobody who listens.
    pub(super) fn none() -> io::Result<Self> {
        let open = || std::fs::File::options().read(true).write(true).open("/dev/null").map(OwnedFd::from);
        Ok(Self { input: open()?, output: open()?, errors: open()? })
    }
}

/// Nothing of a command has run: what confines it could not be set up.
#[derive(Debug)]
pub(crate) struct Unstarted(String);

impl fmt::Display for Unstarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unstarted {}

/// Why a command could not begin.
#[derive(Debug)]
pub(crate) enum Failed {
    /// What confines it could not be set up; somebody may have moved files meanwhile.
    SetUp(Unstarted),
    /// It is not wanted any more.
    GivenUp,
}

impl From<Unstarted> for io::Error {
    fn from(why: Unstarted) -> Self {
        io::Error::other(why)
    }
}

/// A command that has not begun.
pub(crate) struct Prepared {
    streams: Streams,
    what: What,
}

enum What {
    /// A process of ours around it waits for its streams.
    Tied { child: Child, line: UnixStream, said: PipeReader },
    /// There is none.
    Plain(Box<Command>),
}

/// A command that runs. It ends when the line is dropped.
pub(crate) struct Begun {
    pub(crate) child: Child,
    pub(crate) line: Option<UnixStream>,
}

impl Confinement {
    /// Starts what confines a command, made by [`Confinement::command`]; the command itself waits.
    pub(crate) fn prepare(&self, mut command: Command, streams: Streams) -> io::Result<Prepared> {
        if self.program.is_none() {
            return Ok(Prepared { streams, what: What::Plain(Box::new(command)) });
        }
        let (line, theirs) = UnixStream::pair()?;
        let (said, errors) = io::pipe()?;
        command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(errors);
        let child = command.spawn()?;
        Ok(Prepared { streams, what: What::Tied { child, line, said } })
    }
}

impl Prepared {
    /// Waits until it can begin.
    pub(crate) fn wait(&mut self, given_up: &dyn Fn() -> bool) -> Result<(), Failed> {
        let What::Tied { line, said, .. } = &mut self.what else { return Ok(()) };
        loop {
            if given_up() {
                return Err(Failed::GivenUp);
            }
            if !is_readable(line.as_fd(), Duration::from_millis(10)) {
                continue;
            }
            let mut word = [0];
            return match line.read(&mut word) {
                Ok(1) => Ok(()),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                _ => Err(Failed::SetUp(Unstarted(why(said)))),
            };
        }
    }

    /// Lets it begin, once it can.
    pub(crate) fn go(self) -> io::Result<Begun> {
        let Streams { input, output, errors } = self.streams;
        match self.what {
            What::Tied { child, line, said: _ } => {
                let fds = [input.as_fd(), output.as_fd(), errors.as_fd()];
                let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
                let mut control = SendAncillaryBuffer::new(&mut space);
                control.push(SendAncillaryMessage::ScmRights(&fds));
                let sent = sendmsg(&line, &[IoSlice::new(&WORD)], &mut control, SendFlags::empty());
                match sent {
                    Ok(_) => Ok(Begun { child, line: Some(line) }),
                    Err(e) => {
                        end(child, line);
                        Err(Unstarted(e.to_string()).into())
                    }
                }
            }
            What::Plain(mut command) => {
                let child = command.stdin(input).stdout(output).stderr(errors).spawn()?;
                Ok(Begun { child, line: None })
            }
        }
    }

    /// Ends what waits; nothing of the command has run.
    pub(crate) fn give_up(self) {
        if let What::Tied { child, line, .. } = self.what {
            end(child, line);
        }
    }
}

/// Cuts the line, by which a process ends itself; one that does not is ended.
fn end(mut child: Child, line: UnixStream) {
    drop(line);
    let begun = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        if begun.elapsed() >= GRACE {
            descendants(&[child.id()]).into_iter().for_each(|id| signal(id, Signal::KILL));
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What was said by what could not be set up, in one line.
fn why(said: &mut PipeReader) -> String {
    let mut bytes = vec![0; TOLD];
    let mut told = 0;
    while is_readable(said.as_fd(), Duration::ZERO) {
        match bytes.get_mut(told..).map(|room| said.read(room)) {
            Some(Ok(n @ 1..)) => told += n,
            _ => break,
        }
    }
    bytes.truncate(told);
    let text = String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().filter(|c| !c.is_control()).take(200).collect();
    if text.is_empty() { "what confines it ended without a word".to_owned() } else { text }
}

fn is_readable(fd: BorrowedFd<'_>, within: Duration) -> bool {
    let wait = Timespec { tv_sec: 0, tv_nsec: within.subsec_nanos().into() };
    matches!(poll(&mut [PollFd::from_borrowed_fd(fd, PollFlags::IN)], Some(&wait)), Ok(1..))
}

/// The other end: says that all is set up, and waits for the command's streams; none where the server is gone.
pub(super) fn streams(line: BorrowedFd<'_>) -> io::Result<Option<Streams>> {
    rustix::io::write(line, &WORD)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut word = [0];
    rustix::io::retry_on_intr(|| {
        recvmsg(line, &mut [IoSliceMut::new(&mut word)], &mut control, RecvFlags::empty()).map(drop)
    })?;
    let mut fds = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(sent) = message {
            fds.extend(sent);
        }
    }
    for fd in &fds {
        rustix::io::fcntl_setfd(fd, rustix::io::FdFlags::CLOEXEC)?;
    }
    let mut fds = fds.into_iter();
    Ok(match (fds.next(), fds.next(), fds.next()) {
        (Some(input), Some(output), Some(errors)) => Some(Streams { input, output, errors }),
        _ => None,
    })
}

/// Whether the server has let go of the line, or is gone.
pub(super) fn is_cut(line: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::from_borrowed_fd(line, PollFlags::empty())];
    matches!(poll(&mut fds, Some(&Timespec::default())), Ok(1..))
}
