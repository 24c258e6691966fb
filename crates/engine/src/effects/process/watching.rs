//! A pipeline on its way: its output is taken as it comes, until all of it has ended or has to end.

use super::family::{descendants, marked, pid, signal};
use super::{ENDS, GRACE, Running, STORED};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, kill_process_group};
use std::io::{self, PipeReader, Read};
use std::os::unix::net::UnixStream;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// What ended processes have written is waited for so long, if somebody else holds their output.
const DRAIN: Duration = Duration::from_millis(300);

/// One command of a pipeline.
pub(super) struct Part {
    pub(super) child: Option<Child>,
    /// What holds it ends it when this is dropped.
    pub(super) line: Option<UnixStream>,
    pub(super) status: Option<ExitStatus>,
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

impl Running<'_> {
    /// Takes the output until all have ended, or ends them.
    pub(super) fn watch(&mut self, reader: &mut PipeReader, parts: &mut [Part]) -> io::Result<()> {
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
    pub(super) fn keep(&mut self, bytes: &[u8]) -> io::Result<()> {
        let room = usize::try_from(STORED.saturating_sub(self.ended.bytes)).unwrap_or(usize::MAX);
        let (kept, rest) = bytes.split_at(bytes.len().min(room));
        self.output.put(self.ended.bytes, kept)?;
        self.ended.bytes += kept.len() as u64;
        self.ended.dropped += rest.len() as u64;
        self.tail.extend(bytes);
        let more = self.tail.len().saturating_sub(ENDS);
        self.tail.drain(..more);
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
    pub(super) fn kill(&self, parts: &mut [Part]) {
        self.tell(parts, Signal::KILL);
        for part in parts.iter_mut() {
            drop(part.line.take());
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
