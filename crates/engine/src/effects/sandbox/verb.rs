//! The hidden verb: this program started again around a command, which it limits, confines under Landlock,
//! and outlives by nothing that the command has started.

use super::ground::Ground;
use crate::effects::limits;
use crate::effects::process::{family, shell_code};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The hidden verb under which this program confines a command.
pub const VERB: &str = "sandboxed";
/// Who cannot be killed for so long waits in the kernel, and is left there.
const CLEANED: Duration = Duration::from_secs(10);

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
}

/// Limits this process, confines it if asked to, runs the command, ends whatever it leaves behind, and
/// gives its exit code: 128 and the signal's number where one ended it, 125 where it could not be
/// confined, 126 or 127 where it could not be started. `--instead`: this process becomes the command,
/// which is bubblewrap and confines and clears up itself.
///
/// `arguments`: `[--instead | --root DIR --tmp DIR [--hide PATH]… [--fix PATH]… [--beside PATH]… [--looks] [--origin PATH]] -- PROGRAM [ARGUMENT]…`
pub fn sandboxed(arguments: impl Iterator<Item = OsString>) -> u8 {
    let mut arguments = arguments;
    let mut ground = Ground::default();
    let mut argv: Vec<OsString> = Vec::new();
    let mut instead = false;
    while let Some(flag) = arguments.next() {
        let mut path = || arguments.next().map(PathBuf::from).unwrap_or_default();
        match flag.to_str() {
            Some("--instead") => instead = true,
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
        let mut command = Command::new(program);
        // Open until this process is bubblewrap.
        #[cfg(target_os = "linux")]
        let _filter = match super::keyrings::as_file() {
            Ok(filter) => {
                command.arg("--seccomp").arg(std::os::fd::AsRawFd::as_raw_fd(&filter).to_string());
                filter
            }
            Err(why) => return said(&why, 125),
        };
        return unstarted(&std::os::unix::process::CommandExt::exec(command.args(rest)));
    }
    if !ground.root.as_os_str().is_empty()
        && let Err(why) = ground.confine()
    {
        return said(&why, 125);
    }
    supervise(Command::new(program).args(rest))
}

fn said(what: &str, code: u8) -> u8 {
    // Nothing can be done about a closed standard error.
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("countersign: {what}\n").as_bytes());
    code
}

fn unstarted(e: &std::io::Error) -> u8 {
    said(&e.to_string(), if e.kind() == std::io::ErrorKind::NotFound { 127 } else { 126 })
}

/// Runs a child of which no descendant outlives it, nor this process's parent.
fn supervise(command: &mut Command) -> u8 {
    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitOptions, getpid, getppid, set_child_subreaper, wait};
    #[cfg(target_os = "linux")]
    if let Err(e) = set_child_subreaper(Some(getpid())) {
        return said(&format!("its process tree cannot be held: {e}"), 125);
    }
    let parent: Option<Pid> = getppid();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => return unstarted(&e),
    };
    let me = getpid().as_raw_nonzero().get().unsigned_abs();
    let code = loop {
        match child.try_wait() {
            Ok(Some(status)) => break shell_code(status),
            Ok(None) if getppid() != parent => break 125,
            Ok(None) => std::thread::sleep(Duration::from_millis(3)),
            Err(_) => break 125,
        }
    };
    // A list of processes is never of one moment: who is handed to this process while it is read is on
    // none. The kernel knows: there is nobody left when there is nobody to wait for.
    let begun = Instant::now();
    while begun.elapsed() < CLEANED {
        family::descendants(&[me]).into_iter().for_each(|pid| family::signal(pid, Signal::KILL));
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
