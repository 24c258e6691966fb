//! Confining a command: bubblewrap where it works, else Landlock and seccomp through this program
//! started again, else nothing but its own process tree (COMMANDS-AND-FILES "Sandbox").
//!
//! Which of them there is, is found out by running something in it. In a sandbox only the workspace
//! and a private `/tmp` can be written, `.git` cannot, secrets and our own data cannot be read, and
//! there is no network. Never decides whether a command may run.
#![allow(clippy::disallowed_methods)] // This module and `process` start processes.

mod bwrap;
#[cfg(target_os = "linux")]
mod calls;
mod ground;
pub(super) mod hidden;
mod landlock;
mod sockets;
pub(crate) mod tether;
mod verb;

pub(crate) use ground::{EMPTY, Ground};
pub use verb::{VERB, sandboxed};

use super::{Scratch, process};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::str::FromStr;
use std::time::{Duration, Instant};
use tether::Failed;

/// A sandbox that has not run `true` after this does not work.
const PROBE: Duration = Duration::from_secs(10);
/// So often a sandbox is set up where something that it hides goes away meanwhile.
pub(in crate::effects) const TRIES: usize = 20;

/// How a command is confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sandbox {
    /// Namespaces by bubblewrap: files, processes, network.
    Bwrap,
    /// Landlock for files, seccomp for sockets.
    Landlock,
    /// Only its process tree is ended with it.
    None,
}

impl Sandbox {
    /// As it is on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bwrap => "bwrap",
            Self::Landlock => "landlock",
            Self::None => "none",
        }
    }
}

impl FromStr for Sandbox {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        [Self::Bwrap, Self::Landlock, Self::None]
            .into_iter()
            .find(|s| s.name() == name)
            .ok_or_else(|| format!("{name} is not bwrap, landlock or none"))
    }
}

/// The sandbox of this machine, and why it is not a better one.
#[derive(Debug, Clone)]
pub struct Confinement {
    /// Which.
    pub sandbox: Sandbox,
    /// One sentence for each better one that does not work.
    pub missing: Vec<String>,
    bwrap: PathBuf,
    program: Option<PathBuf>,
}

impl Confinement {
    /// Tries them, best first; `only` = no other than this one. `program` is this product's
    /// executable, which Landlock needs, and without which nothing is limited. What confines is taken
    /// from none of the folders `open`, which commands may write.
    pub fn find(only: Option<Sandbox>, program: Option<&Path>, open: &[PathBuf]) -> Self {
        let open: Vec<PathBuf> = open.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let bwrap = process::find_confining("bwrap", &open);
        let mut found = Self {
            sandbox: Sandbox::Bwrap,
            missing: Vec::new(),
            bwrap: bwrap.clone().unwrap_or_else(|| "bwrap".into()),
            program: program.map(Path::to_owned),
        };
        for sandbox in [Sandbox::Bwrap, Sandbox::Landlock] {
            found.sandbox = sandbox;
            let works = match sandbox {
                _ if only.is_some_and(|only| only != sandbox) => Err("is not wanted here".to_owned()),
                Sandbox::Bwrap if bwrap.is_none() => Err("is not installed".to_owned()),
                Sandbox::Landlock if program.is_none() => Err("needs this program's own executable".to_owned()),
                _ => found.probe(),
            };
            match works {
                Ok(()) => return found,
                Err(why) => found.missing.push(format!("{} {why}", sandbox.name())),
            }
        }
        found.sandbox = Sandbox::None;
        found
    }

    /// Runs a command in it that writes into its workspace and outside: the one must be done, and the other not.
    fn probe(&self) -> Result<(), String> {
        let folder = Scratch::new("try").map_err(|e| format!("cannot be tried: {e}"))?;
        let root = folder.path().canonicalize().map_err(|e| format!("cannot be tried: {e}"))?;
        let (root, tmp) = (root.join("workspace"), root.join("tmp"));
        for made in [&root, &tmp] {
            std::fs::create_dir(made).map_err(|e| format!("cannot be tried: {e}"))?;
        }
        let ground = Ground::survey(&root, &tmp, None);
        let (inside, outside) = (root.join("inside"), folder.path().join("outside"));
        let written = [&inside, &outside].map(|path| path.display().to_string());
        let touch = process::find_confining("touch", &[]).ok_or("cannot be tried: there is no `touch`")?;
        let (mut failed, begun) = (String::new(), Instant::now());
        // What was hidden by its name may be gone before it is.
        for _ in 0..TRIES {
            let mut command = self.command(&ground, &root, &touch, &written);
            process::clean(&mut command, &ground, self.sandbox);
            match self.probed(command) {
                Ok(_) if outside.exists() => {
                    return Err("does not confine: what runs in it can write outside".to_owned());
                }
                Ok(_) if inside.exists() => return Ok(()),
                Ok(status) => failed = format!("does not work here: {status}"),
                Err(why) => failed = why,
            }
            if begun.elapsed() >= PROBE {
                break;
            }
        }
        Err(failed)
    }

    /// Runs the command of a probe; how it ended.
    fn probed(&self, command: Command) -> Result<ExitStatus, String> {
        let not_begun = |e: &dyn std::fmt::Display| format!("does not start: {e}");
        let begun = Instant::now();
        let too_long = || begun.elapsed() >= PROBE;
        let streams = tether::Streams::none().map_err(|e| not_begun(&e))?;
        let mut prepared = self.prepare(command, streams).map_err(|e| not_begun(&e))?;
        match prepared.wait(&too_long) {
            Ok(()) => {}
            Err(why) => {
                prepared.give_up();
                return Err(match why {
                    Failed::SetUp(why) => format!("does not work here: {why}"),
                    Failed::GivenUp => "does not answer".to_owned(),
                });
            }
        }
        let mut running = prepared.go().map_err(|e| not_begun(&e))?;
        loop {
            match running.child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if !too_long() => std::thread::sleep(Duration::from_millis(2)),
                Ok(None) => {
                    drop(running.line.take());
                    let _ = running.child.kill();
                    let _ = running.child.wait();
                    return Err("does not answer".to_owned());
                }
                Err(e) => return Err(format!("cannot be waited for: {e}")),
            }
        }
    }

    /// The program that confines, where it is another than this one.
    pub(in crate::effects) fn confining(&self) -> Option<&Path> {
        (self.sandbox == Sandbox::Bwrap).then_some(self.bwrap.as_path())
    }

    /// Whether the command is a child of a process that ends all of its tree with it.
    pub(crate) fn wraps(&self) -> bool {
        self.sandbox == Sandbox::Bwrap || self.program.is_some()
    }

    /// Whether that process clears up by itself once its command has ended.
    pub(crate) fn clears_up(&self) -> bool {
        self.sandbox != Sandbox::Bwrap && self.program.is_some()
    }

    /// What to start so that `program` runs confined in `cwd`.
    pub(crate) fn command(&self, ground: &Ground, cwd: &Path, program: &Path, arguments: &[String]) -> Command {
        let mut command = match (self.sandbox, &self.program) {
            (Sandbox::Bwrap, own) => {
                let mut command = Command::new(own.as_ref().unwrap_or(&self.bwrap));
                if own.is_some() {
                    command.args([VERB, "--instead", "--"]).arg(&self.bwrap);
                }
                let (cwd, inside) = (ground.inside(self.sandbox, cwd), ground.inside(self.sandbox, program));
                command.args(ground.bwrap(program, own.as_deref())).arg("--chdir").arg(cwd).arg("--");
                if own.is_some() {
                    command.args([bwrap::OWN, VERB]).args(ground.told_inside()).arg("--");
                }
                command.arg(inside);
                command
            }
            (sandbox, Some(own)) => {
                let mut command = Command::new(own);
                command.arg(VERB);
                if sandbox == Sandbox::Landlock {
                    command.args(ground.told(program));
                }
                command.arg("--").arg(program).current_dir(cwd);
                command
            }
            (_, None) => {
                let mut command = Command::new(program);
                command.current_dir(cwd);
                command
            }
        };
        command.args(arguments);
        command
    }
}
