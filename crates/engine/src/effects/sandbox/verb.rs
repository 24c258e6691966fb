//! The hidden verb: this program started again around a command, which it limits, confines under Landlock,
//! and outlives by nothing that the command has started.

use super::ground::Ground;
use super::tether::{self, Streams};
use crate::effects::limits;
use crate::effects::process::family;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The hidden verb under which this program confines a command.
pub const VERB: &str = "sandboxed";
/// Who cannot be killed for so long waits in the kernel, and is left there.
const CLEANED: Duration = Duration::from_secs(10);
/// How often who was left behind by the processes of a command is taken away.
const REAPED: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };
/// How often it is looked whether a command has ended, where that cannot be waited for.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 3_000_000 };

impl Ground {
    /// The ground as [`sandboxed`] reads it, for a program.
    pub(super) fn told(&self, program: &Path) -> Vec<OsString> {
        let (fixed, hidden) = self.kept_from(program);
        let beside = self.beside.iter().collect();
        let mut args: Vec<OsString> =
            vec!["--root".into(), self.root.clone().into(), "--tmp".into(), self.tmp.clone().into()];
        for (flag, paths) in [("--hide", hidden), ("--fix", fixed), ("--beside", beside)] {
            for path in paths {
                args.extend([flag.into(), path.into()]);
            }
        }
        if self.looks {
            args.push("--looks".into());
        }
        if let Some(origin) = &self.origin {
            args.extend(["--origin".into(), origin.clone().into()]);
        }
        args
    }

    /// The ground as [`sandboxed`] reads it in bubblewrap.
    pub(super) fn told_inside(&self) -> Vec<OsString> {
        let root = self.inside(super::Sandbox::Bwrap, &self.root);
        let mut args: Vec<OsString> = vec!["--inside".into(), "--root".into(), root.into()];
        args.extend(self.looks.then(|| "--looks".into()));
        args
    }

    /// Refuses this thread, in bubblewrap, and all it starts, what is out of its namespaces all the same. What only
    /// looks has no use for sockets.
    fn confine_inside(&self) -> Result<(), String> {
        #[cfg(target_os = "linux")]
        {
            super::landlock::own_sockets_only()?;
            super::calls::Calls { sockets: !self.looks, traces: true, setgid: self.setgid() }.only()?;
        }
        Ok(())
    }
}

/// Limits this process, confines it if asked to, runs the command, ends whatever it leaves behind, and
/// gives its exit code: 128 and the signal's number where one ended it, 125 where it could not be
/// confined, 126 or 127 where it could not be started. Standard input is the line to the server
/// (`tether`). `--instead`: this process becomes the command, which is bubblewrap and confines itself;
/// in it, this program is started once more around what is confined, as the first of its processes (`--inside`).
///
/// `arguments`: `[--instead | --inside --root DIR [--looks] | --root DIR --tmp DIR [--hide PATH]… [--fix PATH]… [--beside PATH]… [--looks] [--origin PATH]] -- PROGRAM [ARGUMENT]…`
pub fn sandboxed(arguments: impl Iterator<Item = OsString>) -> u8 {
    let mut arguments = arguments;
    let mut ground = Ground::default();
    let mut argv: Vec<OsString> = Vec::new();
    let (mut instead, mut inside) = (false, false);
    while let Some(flag) = arguments.next() {
        let mut path = || arguments.next().map(PathBuf::from).unwrap_or_default();
        match flag.to_str() {
            Some("--instead") => instead = true,
            Some("--inside") => inside = true,
            Some("--looks") => ground.looks = true,
            Some("--root") => ground.root = path(),
            Some("--tmp") => ground.tmp = path(),
            Some("--hide") => ground.hidden.push(path()),
            Some("--fix") => ground.fixed.push(path()),
            Some("--beside") => ground.beside.push(path()),
            Some("--origin") => ground.origin = Some(path()),
            _ => {
                argv.extend(arguments.by_ref());
                break;
            }
        }
    }
    let Some((program, rest)) = argv.split_first() else { return said("there is no command", 125) };
    if let Err(e) = limits::limit(&limits::of_a_command()) {
        return said(&format!("it cannot be limited: {e}"), 125);
    }
    if instead {
        return unstarted(&std::os::unix::process::CommandExt::exec(Command::new(program).args(rest)));
    }
    let confined = match inside {
        true => ground.confine_inside(),
        false if ground.root.as_os_str().is_empty() => Ok(()),
        false => ground.confine(),
    };
    if let Err(why) = confined {
        return said(&why, 125);
    }
    supervise(program, rest)
}

fn said(what: &str, code: u8) -> u8 {
    // Nothing can be done about a closed standard error.
    let _ = io::stderr().write_all(format!("countersign: {what}\n").as_bytes());
    code
}

fn unstarted(e: &io::Error) -> u8 {
    said(&e.to_string(), not_started(e))
}

fn not_started(e: &io::Error) -> u8 {
    if e.kind() == io::ErrorKind::NotFound { 127 } else { 126 }
}

/// Makes this process one that its child's descendants cannot leave, nor stop by tracing it: it would not see that
/// the line is cut. The first process of a namespace is that by itself, and ends with what waits for it outside.
#[cfg(target_os = "linux")]
fn held(me: Pid) -> rustix::io::Result<()> {
    use rustix::process::{
        DumpableBehavior, set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal,
    };
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    if me.is_init() { set_parent_process_death_signal(Some(Signal::KILL)) } else { set_child_subreaper(Some(me)) }
}

/// Starts the command; its number, or the code of what keeps it from being started.
fn begin(program: &OsStr, arguments: &[OsString], streams: Streams) -> Result<u32, u8> {
    let errors = streams.errors.try_clone().map(File::from);
    // What it reads and writes is nobody else's: gone with this value.
    let mut command = Command::new(program);
    command.args(arguments).stdin(streams.input).stdout(streams.output).stderr(streams.errors);
    command.spawn().map(|child| child.id()).map_err(|e| {
        // Nothing can be done about errors that nobody reads.
        let _ = errors.and_then(|mut errors| writeln!(errors, "countersign: {e}"));
        not_started(&e)
    })
}

/// What can be waited for until a child ends, beside other things.
fn ending(child: u32) -> Option<OwnedFd> {
    #[cfg(target_os = "linux")]
    return rustix::process::pidfd_open(family::pid(child)?, rustix::process::PidfdFlags::empty()).ok();
    #[cfg(not(target_os = "linux"))]
    {
        let _ = child;
        None
    }
}

/// Runs a child of which no descendant outlives it, nor the server: that holds the other end of `line`.
fn supervise(program: &OsStr, arguments: &[OsString]) -> u8 {
    use rustix::process::{getpid, wait};
    let (line, me) = (rustix::stdio::stdin(), getpid());
    #[cfg(target_os = "linux")]
    if let Err(e) = held(me) {
        return said(&format!("its process tree cannot be held: {e}"), 125);
    }
    let streams = match tether::streams(line) {
        Ok(Some(streams)) => streams,
        // Nobody wants it any more.
        Ok(None) => return 125,
        Err(e) => return said(&format!("it is not told what to read and where to write: {e}"), 125),
    };
    if tether::is_cut(line) {
        return 125;
    }
    let child = match begin(program, arguments, streams) {
        Ok(child) => child,
        Err(code) => return code,
    };
    let ended = ending(child);
    let code = 'ended: loop {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid.as_raw_nonzero().get().unsigned_abs() == child => {
                    let code = status.exit_status().or(status.terminating_signal().map(|signal| 128 + signal));
                    break 'ended code.and_then(|code| u8::try_from(code).ok()).unwrap_or(125);
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => break,
                Err(_) => break 'ended 125,
            }
        }
        if tether::is_cut(line) {
            break 125;
        }
        let mut fds = vec![PollFd::from_borrowed_fd(line, PollFlags::empty())];
        fds.extend(ended.as_ref().map(|ended| PollFd::new(ended, PollFlags::IN)));
        let look = if ended.is_some() { REAPED } else { LOOK };
        let _ = poll(&mut fds, Some(&look));
    };
    // With the first process of a namespace the kernel ends all others.
    if me.is_init() {
        return code;
    }
    // A list of processes is never of one moment: who is handed to this process while it is read is on
    // none. The kernel knows: there is nobody left when there is nobody to wait for.
    let begun = Instant::now();
    while begun.elapsed() < CLEANED {
        let below = family::descendants(&[me.as_raw_nonzero().get().unsigned_abs()]);
        below.into_iter().for_each(|pid| family::signal(pid, Signal::KILL));
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => break,
                Err(_) => return code,
            }
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    code
}
