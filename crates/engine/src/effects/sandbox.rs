//! Confining a command: bubblewrap where it works, else Landlock and seccomp through this program
//! started again, else nothing but its own process tree (COMMANDS-AND-FILES "Sandbox").
//!
//! Which of them there is, is found out by running something in it. In a sandbox only the workspace
//! and a private `/tmp` can be written, `.git` cannot, secrets and our own data cannot be read, and
//! there is no network. Never decides whether a command may run.
#![allow(clippy::disallowed_methods)] // This module and `process` start processes.

use super::{limits, twins};
use countersign_core::file::FilePath;
use countersign_core::secret;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The hidden verb under which this program confines a command.
pub const VERB: &str = "sandboxed";
/// A sandbox that has not run `true` after this does not work.
const PROBE: Duration = Duration::from_secs(10);
/// Who cannot be killed for so long waits in the kernel, and is left there.
const CLEANED: Duration = Duration::from_secs(10);
/// A workspace is searched for secrets through so many entries; what was not searched then is hidden. A
/// folder beside it of more entries is not reached.
const ENTRIES: usize = 300_000;
/// Folders that are hidden because they were not searched; of more, those that hold them are.
const UNSEARCHED_MOST: usize = 500;
/// What holds other people's code, much of it: searched after all else, through so many entries of its own.
const OTHERS: [&str; 3] = ["node_modules", "target", ".venv"];
const OTHERS_ENTRIES: usize = 1_000_000;
/// Of what is hidden there, so much is named by itself.
const OTHERS_MOST: usize = 1_500;
/// What is hidden of a home, besides what [`FilePath::protected`] and the rules of commands know.
const HOME_FOLDERS: [&str; 9] = [
    ".thunderbird",
    ".countersign",
    ".config/gcloud",
    ".config/gh",
    ".config/countersign",
    ".local/share/countersign",
    ".local/share/keyrings",
    ".config/google-chrome",
    ".config/chromium",
];
const HOME_FILES: [&str; 3] = [".Xauthority", ".cargo/credentials.toml", ".cargo/credentials"];

/// What is hidden of the system where it can be read: by root, or where somebody has opened it to all.
const SYSTEM: [&str; 20] = [
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/master.passwd",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssl/private",
    "/etc/krb5.keytab",
    "/etc/wireguard",
    "/etc/openvpn",
    "/etc/ipsec.secrets",
    "/etc/letsencrypt",
    "/etc/wpa_supplicant",
    "/etc/kubernetes",
    "/etc/NetworkManager/system-connections",
    "/etc/ppp/chap-secrets",
    "/etc/ppp/pap-secrets",
    "/etc/mysql/debian.cnf",
    "/etc/postfix/sasl_passwd",
];

/// Folders that are empty in bubblewrap, or the command's own.
pub(crate) const EMPTY: [&str; 3] = ["/tmp", "/var/tmp", "/run"];

/// Beside the folder for temporary files, those that stand for `/var/tmp` and `/dev/shm` in bubblewrap.
const VAR_TMP: &str = "var-tmp";
/// See [`VAR_TMP`].
const SHARED: &str = "shm";

/// What is protected of a folder is not what is of a file of its name.
fn named(folder: bool, path: &str) -> Result<FilePath, countersign_core::problem::Problem> {
    if folder { FilePath::folder(path) } else { FilePath::parse(path) }
}

/// All that is hidden of a home, relative to it.
fn known() -> impl Iterator<Item = &'static str> {
    HOME_FOLDERS
        .iter()
        .chain(&HOME_FILES)
        .chain(secret::FOLDERS)
        .chain(secret::FILES)
        .chain(secret::NAMED)
        .chain(secret::PLACES)
        .copied()
}

/// All that is hidden of the system, with the private keys of its SSH server.
fn of_system() -> impl Iterator<Item = PathBuf> {
    let keys = std::fs::read_dir("/etc/ssh").into_iter().flatten().flatten().map(|entry| entry.path());
    let private = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with("ssh_host_") && !name.ends_with(".pub")
    };
    let readable = |path: &PathBuf| std::fs::File::open(path).is_ok();
    SYSTEM.iter().map(PathBuf::from).chain(keys.filter(private)).filter(readable)
}

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
    /// executable, which Landlock needs, and without which nothing is limited.
    pub fn find(only: Option<Sandbox>, program: Option<&Path>) -> Self {
        let bwrap = super::process::find_program(OsStr::new("bwrap"), Path::new("/"));
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

    /// Runs `true` in it.
    fn probe(&self) -> Result<(), String> {
        let folder = super::Scratch::new("try").map_err(|e| format!("cannot be tried: {e}"))?;
        let root = folder.path().canonicalize().map_err(|e| format!("cannot be tried: {e}"))?;
        let (root, tmp) = (root.join("workspace"), root.join("tmp"));
        for made in [&root, &tmp] {
            std::fs::create_dir(made).map_err(|e| format!("cannot be tried: {e}"))?;
        }
        let ground = Ground::survey(&root, &tmp, None);
        let mut command = self.command(&ground, &root, Path::new("true"), &[]);
        super::process::clean(&mut command, &ground, self.sandbox);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("does not start: {e}"))?;
        let begun = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => {
                    let mut said = String::new();
                    if let Some(mut err) = child.stderr.take() {
                        let _ = std::io::Read::read_to_string(&mut err, &mut said);
                    }
                    let said: String = said.trim().chars().filter(|c| !c.is_control()).take(200).collect();
                    return Err(format!(
                        "does not work here: {}",
                        if said.is_empty() { status.to_string() } else { said }
                    ));
                }
                Ok(None) if begun.elapsed() < PROBE => std::thread::sleep(Duration::from_millis(2)),
                Ok(None) => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err("does not answer".to_owned());
                }
                Err(e) => return Err(format!("cannot be waited for: {e}")),
            }
        }
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
                command.args(ground.bwrap(program)).arg("--chdir").arg(cwd).arg("--").arg(inside);
                command
            }
            (sandbox, Some(own)) => {
                let mut command = Command::new(own);
                command.arg(VERB);
                if sandbox == Sandbox::Landlock {
                    command.args(ground.landlock(program));
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

/// Where a command runs, and what of it is out of reach.
#[derive(Debug)]
pub(crate) struct Ground {
    root: PathBuf,
    pub(crate) tmp: PathBuf,
    /// Can be neither read nor written.
    hidden: Vec<PathBuf>,
    /// Repositories: can be read only.
    fixed: Vec<PathBuf>,
    /// Repositories can be read by git alone: what is run only looks, and what they keep (addresses with
    /// a password in them) is shown by no other program.
    pub(crate) looks: bool,
    /// Can be read only, and may be where everything else is hidden.
    beside: Vec<PathBuf>,
    /// Copies of the indexes of repositories that say nothing of what is hidden, with their places.
    pub(crate) indexes: Vec<(PathBuf, PathBuf)>,
    /// Of what `root` is a copy. Bubblewrap puts the copy in its place; under Landlock nothing of it can be
    /// read but what is `beside`.
    pub(crate) origin: Option<PathBuf>,
}

/// What is hidden of the person's home and of the system. Where a link leads is hidden, not the link.
pub(super) fn of_machine() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|h| h.is_absolute());
    let of_home = home.iter().flat_map(|home| known().map(|name| home.join(name)));
    of_home.chain(of_system()).filter_map(|path| path.canonicalize().ok()).collect()
}

impl Ground {
    /// Looks for what must be hidden. `root` and `tmp` are canonical.
    pub(crate) fn survey(root: &Path, tmp: &Path, data: Option<&Path>) -> Self {
        let mut ground = Self {
            root: root.to_owned(),
            tmp: tmp.to_owned(),
            hidden: Vec::new(),
            fixed: Vec::new(),
            looks: false,
            beside: Vec::new(),
            indexes: Vec::new(),
            origin: None,
        };
        let mut hidden: Vec<PathBuf> = data.and_then(|path| path.canonicalize().ok()).into_iter().collect();
        hidden.extend(of_machine());
        hidden.retain(|path| !root.starts_with(path));
        ground.hidden = hidden;
        for own in [VAR_TMP, SHARED] {
            // One that cannot be made keeps bubblewrap from starting.
            let _ = std::fs::create_dir(tmp.with_file_name(own));
        }
        ground.search();
        ground.hide_twins();
        ground
    }

    /// A path as the command sees it. In bubblewrap a copy stands where the original does, so that absolute
    /// paths into the workspace, and links that lead there, are of the copy.
    pub(crate) fn inside(&self, sandbox: Sandbox, path: &Path) -> PathBuf {
        match (&self.origin, path.strip_prefix(&self.root)) {
            (Some(origin), Ok(within)) if sandbox == Sandbox::Bwrap => joined(origin, within),
            _ => path.to_owned(),
        }
    }

    /// The folders of the command's own that it can write and that go with it, each with what it knows it as.
    pub(super) fn private(&self, sandbox: Sandbox) -> Vec<(PathBuf, &'static str)> {
        match sandbox {
            Sandbox::Bwrap => vec![
                (self.tmp.clone(), "/tmp"),
                (self.tmp.with_file_name(VAR_TMP), "/var/tmp"),
                (self.tmp.with_file_name(SHARED), "/dev/shm"),
            ],
            Sandbox::Landlock | Sandbox::None => vec![(self.tmp.clone(), "$TMPDIR")],
        }
    }

    /// The reverse of [`Self::inside`].
    pub(crate) fn outside(&self, sandbox: Sandbox, path: &Path) -> PathBuf {
        match self.origin.as_ref().map(|origin| path.strip_prefix(origin)) {
            Some(Ok(within)) if sandbox == Sandbox::Bwrap => joined(&self.root, within),
            _ => path.to_owned(),
        }
    }

    /// The repositories that the command can see: in the workspace, and the one around it.
    pub(super) fn repositories(&self) -> Vec<PathBuf> {
        let root = self.origin.as_deref().unwrap_or(&self.root);
        let around = root.ancestors().skip(1).map(|above| above.join(".git")).find(|dot| dot.exists());
        let beside = self.beside.iter().filter(|path| path.ends_with(".git"));
        self.fixed.iter().chain(beside).cloned().chain(around).collect()
    }

    /// Whether bubblewrap leaves a path where it is: not hidden, nor in a folder that is empty there.
    pub(super) fn shows(&self, path: &Path) -> bool {
        let within = [&self.root].into_iter().chain(&self.beside).any(|at| path.starts_with(at));
        (within || !EMPTY.iter().any(|empty| path.starts_with(empty))) && !self.hides(path)
    }

    /// Whether a path is out of reach.
    pub(super) fn hides(&self, path: &Path) -> bool {
        self.hidden.iter().any(|hidden| path.starts_with(hidden))
    }

    /// Finds repositories and secrets in the workspace. Links are not followed: what they lead to
    /// is reached, and protected, by its own place.
    fn search(&mut self) {
        let (others, mut unsearched) = self.search_below(vec![self.root.clone()], ENTRIES, &OTHERS);
        let own = self.hidden.len();
        unsearched.extend(self.search_below(others.clone(), OTHERS_ENTRIES, &[]).1);
        let found = self.hidden.split_off(own);
        self.hidden.extend(fewer(&others, found));
        let unsearched = gathered(&self.root, unsearched, UNSEARCHED_MOST);
        let seen = |path: &PathBuf| !unsearched.iter().any(|folder| path.starts_with(folder));
        self.hidden.retain(seen);
        self.fixed.retain(seen);
        self.hidden.extend(unsearched);
    }

    /// As [`Self::search`], below these folders and through so many entries. Gives the folders with one of the
    /// names that are left for later, and those that were not searched.
    fn search_below(&mut self, folders: Vec<PathBuf>, entries: usize, later: &[&str]) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let mut folders = VecDeque::from(folders);
        let mut left = entries;
        let (mut others, mut unsearched) = (Vec::new(), Vec::new());
        // Level by level: what is not reached lies deep.
        while let Some(folder) = folders.pop_front() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            let entries: Vec<_> = entries.flatten().collect();
            // The workspace's own folder is looked at whole.
            let Some(rest) = left.checked_sub(entries.len()).or((folder == self.root).then_some(0)) else {
                unsearched.push(folder);
                continue;
            };
            left = rest;
            for entry in entries {
                let path = entry.path();
                let (Ok(kind), name) = (entry.file_type(), entry.file_name().to_string_lossy().into_owned()) else {
                    continue;
                };
                let within = path.strip_prefix(&self.root).ok().and_then(Path::to_str).unwrap_or(&name);
                if kind.is_symlink() {
                    continue;
                }
                if name.eq_ignore_ascii_case(".git") {
                    self.fixed.push(path);
                } else if named(kind.is_dir(), within).is_err_and(|problem| problem.code == "protected_path") {
                    self.hidden.push(path);
                } else if kind.is_dir() {
                    match later.contains(&name.as_str()) {
                        true => others.push(path),
                        false => folders.push_back(path),
                    }
                }
            }
        }
        (others, unsearched)
    }

    /// Hides the other names that hidden files have in the workspace.
    fn hide_twins(&mut self) {
        let known = twins::of(&self.hidden);
        if known.is_empty() {
            return;
        }
        let hidden: BTreeSet<PathBuf> = self.hidden.iter().cloned().collect();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                let (path, Ok(found)) = (entry.path(), entry.metadata()) else { continue };
                if hidden.contains(&path) || self.fixed.contains(&path) {
                    continue;
                } else if found.is_dir() {
                    folders.push(path);
                } else if twins::twin(&found).is_some_and(|file| known.contains(&file)) {
                    self.hidden.push(path);
                }
            }
        }
    }

    /// Makes a folder readable, without the secrets in it. One that cannot be searched whole is not.
    pub(crate) fn reach(&mut self, folder: &Path) {
        let mut hidden = Vec::new();
        let mut left = ENTRIES;
        // What git keeps is named by git, and read as in any run.
        let git = folder.file_name().is_some_and(|name| name == ".git");
        let mut folders = if git { Vec::new() } else { vec![folder.to_owned()] };
        while let Some(at) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(&at) else { return };
            for entry in entries {
                let (Ok(entry), true) = (entry, left > 0) else { return };
                left -= 1;
                let path = entry.path();
                let Ok(kind) = entry.file_type() else { return };
                if kind.is_symlink() {
                    continue;
                }
                let name = entry.file_name().to_string_lossy().into_owned();
                if named(kind.is_dir(), &name).is_err_and(|problem| problem.code == "protected_path") {
                    hidden.push(path);
                } else if kind.is_dir() {
                    folders.push(path);
                }
            }
        }
        self.hidden.append(&mut hidden);
        self.beside.push(folder.to_owned());
    }

    /// What a program may only read, and what it does not see.
    fn kept_from(&self, program: &Path) -> (Vec<&PathBuf>, Vec<&PathBuf>) {
        let shows = !self.looks || program.file_name().is_some_and(|name| name == "git");
        let fixed: Vec<&PathBuf> = self.fixed.iter().collect();
        let hidden = self.hidden.iter();
        match shows {
            true => (fixed, hidden.collect()),
            false => (Vec::new(), hidden.chain(fixed).collect()),
        }
    }

    fn bwrap(&self, program: &Path) -> Vec<OsString> {
        let (fixed, hidden) = self.kept_from(program);
        let mut args: Vec<OsString> = Vec::new();
        let mut add = |words: &[&OsStr]| args.extend(words.iter().map(|w| (*w).to_owned()));
        let word = OsStr::new;
        add(&[word("--ro-bind"), word("/"), word("/"), word("--dev"), word("/dev"), word("--proc"), word("/proc")]);
        // Run by root, a command without capabilities could still write the kernel's settings there.
        add(&[word("--remount-ro"), word("/proc")]);
        for (own, shown) in self.private(Sandbox::Bwrap) {
            // A link to one of the others is hidden with it.
            if std::fs::symlink_metadata(shown).is_ok_and(|found| found.is_dir()) {
                add(&[word("--bind"), own.as_os_str(), word(shown)]);
            }
        }
        // What is put where it goes with the command would be lost without a word.
        add(&[word("--remount-ro"), word("/dev")]);
        let run = std::fs::symlink_metadata("/run").is_ok_and(|found| found.is_dir());
        if run {
            add(&[word("--tmpfs"), word("/run")]);
        }
        // Where NixOS keeps its programs.
        if Path::new("/run/current-system").exists() {
            add(&[word("--ro-bind"), word("/run/current-system"), word("/run/current-system")]);
        }
        let (inside, outside): (Vec<&PathBuf>, Vec<&PathBuf>) = hidden
            .into_iter()
            .partition(|path| [&self.root].into_iter().chain(&self.beside).any(|at| path.starts_with(at)));
        let gone = |path: &Path| EMPTY.iter().any(|empty| path.starts_with(empty));
        for path in outside.into_iter().filter(|path| !gone(path)) {
            match path.is_dir() {
                true => add(&[word("--tmpfs"), path.as_os_str(), word("--remount-ro"), path.as_os_str()]),
                false => add(&[word("--ro-bind"), word("/dev/null"), path.as_os_str()]),
            }
        }
        let seen = |path: &Path| self.inside(Sandbox::Bwrap, path);
        add(&[word("--bind"), self.root.as_os_str(), seen(&self.root).as_os_str()]);
        for path in fixed.into_iter().chain(&self.beside) {
            add(&[word("--ro-bind"), path.as_os_str(), seen(path).as_os_str()]);
        }
        for (copy, index) in &self.indexes {
            add(&[word("--ro-bind"), copy.as_os_str(), seen(index).as_os_str()]);
        }
        for path in inside {
            let at = seen(path);
            match path.is_dir() {
                true => add(&[word("--tmpfs"), at.as_os_str(), word("--remount-ro"), at.as_os_str()]),
                false => add(&[word("--ro-bind"), word("/dev/null"), at.as_os_str()]),
            }
        }
        // Last: a project may lie in it.
        if run {
            add(&[word("--remount-ro"), word("/run")]);
        }
        add(&[
            word("--unshare-all"),
            word("--die-with-parent"),
            word("--new-session"),
            word("--cap-drop"),
            word("ALL"),
        ]);
        args
    }

    fn landlock(&self, program: &Path) -> Vec<OsString> {
        let (fixed, hidden) = self.kept_from(program);
        let beside = self.beside.iter().collect();
        let mut args: Vec<OsString> =
            vec!["--root".into(), self.root.clone().into(), "--tmp".into(), self.tmp.clone().into()];
        for (flag, paths) in [("--hide", hidden), ("--fix", fixed), ("--beside", beside)] {
            for path in paths {
                args.extend([flag.into(), path.into()]);
            }
        }
        if let Some(origin) = &self.origin {
            args.extend(["--origin".into(), origin.clone().into()]);
        }
        args
    }
}

/// What is hidden of other people's code, at most [`OTHERS_MOST`] paths: where there is more, the folders that
/// hold it, and first in the one of `roots` that has the most of it.
fn fewer(roots: &[PathBuf], found: Vec<PathBuf>) -> Vec<PathBuf> {
    let of = |path: &PathBuf| roots.iter().position(|root| path.starts_with(root)).unwrap_or(roots.len());
    let mut groups: BTreeMap<usize, Vec<PathBuf>> = BTreeMap::new();
    found.into_iter().for_each(|path| groups.entry(of(&path)).or_default().push(path));
    while groups.values().map(Vec::len).sum::<usize>() > OTHERS_MOST.max(groups.len()) {
        let Some((root, paths)) = groups.iter_mut().max_by_key(|(_, paths)| paths.len()) else { break };
        let Some(root) = roots.get(*root) else { break };
        let had = paths.len();
        *paths = gathered(root, std::mem::take(paths), had / 2).into_iter().collect();
        if paths.len() == had {
            *paths = vec![root.clone()];
        }
    }
    groups.into_values().flatten().collect()
}

/// At most so many paths that hold all of these: the deepest give way to what they lie in. A
/// command line holds no more.
fn gathered(root: &Path, folders: Vec<PathBuf>, most: usize) -> BTreeSet<PathBuf> {
    let depth = |path: &PathBuf| path.components().count();
    let mut folders: BTreeSet<PathBuf> = folders.into_iter().collect();
    let top = root.components().count() + 1;
    while folders.len() > most {
        let deepest = folders.iter().map(depth).max().filter(|deepest| *deepest > top);
        let Some(deepest) = deepest else { break };
        let up = |path: PathBuf| match path.parent() {
            Some(parent) if depth(&path) == deepest => parent.to_owned(),
            _ => path,
        };
        folders = folders.into_iter().map(up).collect();
    }
    // What lies in another of them goes with it.
    let within = |path: &PathBuf| path.ancestors().skip(1).any(|above| folders.contains(above));
    folders.iter().filter(|path| !within(path)).cloned().collect()
}

/// As `join`, which would end the path of a folder itself with a slash.
fn joined(folder: &Path, within: &Path) -> PathBuf {
    if within.as_os_str().is_empty() { folder.to_owned() } else { folder.join(within) }
}

/// Limits this process, confines it if asked to, runs the command, ends whatever it leaves behind, and
/// gives its exit code: 128 and the signal's number where one ended it, 125 where it could not be
/// confined, 126 or 127 where it could not be started. `--instead`: this process becomes the command,
/// which confines and clears up itself.
///
/// `arguments`: `[--instead | --root DIR --tmp DIR [--hide PATH]… [--fix PATH]… [--beside PATH]… [--origin PATH]] -- PROGRAM [ARGUMENT]…`
pub fn sandboxed(arguments: impl Iterator<Item = OsString>) -> u8 {
    let mut arguments = arguments;
    let mut ground = Ground {
        root: PathBuf::new(),
        tmp: PathBuf::new(),
        hidden: Vec::new(),
        fixed: Vec::new(),
        looks: false,
        beside: Vec::new(),
        indexes: Vec::new(),
        origin: None,
    };
    let mut argv: Vec<OsString> = Vec::new();
    let mut instead = false;
    while let Some(flag) = arguments.next() {
        let mut path = || arguments.next().map(PathBuf::from).unwrap_or_default();
        match flag.to_str() {
            Some("--instead") => instead = true,
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
            Ok(Some(status)) => break super::process::shell_code(status),
            Ok(None) if getppid() != parent => break 125,
            Ok(None) => std::thread::sleep(Duration::from_millis(3)),
            Err(_) => break 125,
        }
    };
    // A list of processes is never of one moment: who is handed to this process while it is read is on
    // none. The kernel knows: there is nobody left when there is nobody to wait for.
    let begun = Instant::now();
    while begun.elapsed() < CLEANED {
        super::process::descendants(&[me]).into_iter().for_each(|pid| super::process::signal(pid, Signal::KILL));
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

impl Ground {
    #[cfg(not(target_os = "linux"))]
    fn confine(&self) -> Result<(), String> {
        Err("there is no Landlock on this system".to_owned())
    }

    /// Confines this thread and all it starts.
    #[cfg(target_os = "linux")]
    fn confine(&self) -> Result<(), String> {
        use landlock::{
            ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
            RulesetCreatedAttr, RulesetStatus, Scope,
        };
        let failed = |e: landlock::RulesetError| format!("Landlock: {e}");
        let abi = ABI::V6;
        // Files must be confined; sockets and signals too where the kernel can.
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V2))
            .map_err(failed)?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(abi))
            .map_err(failed)?
            .handle_access(AccessNet::from_all(abi))
            .map_err(failed)?
            .scope(Scope::from_all(abi))
            .map_err(failed)?
            .create()
            .map_err(failed)?;
        let mut hidden = self.hidden.clone();
        hidden.extend(["/run", "/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from));
        hidden.extend(self.origin.clone());
        let mut allowed: Vec<(PathBuf, bool)> = Vec::new();
        allow(Path::new("/"), &hidden, &mut |path| allowed.push((path, false)));
        allow(&self.root, &self.hidden, &mut |path| allowed.push((path, false)));
        self.beside.iter().for_each(|path| allow(path, &self.hidden, &mut |path| allowed.push((path, false))));
        let kept: Vec<PathBuf> = self.hidden.iter().chain(&self.fixed).cloned().collect();
        allow(&self.root, &kept, &mut |path| allowed.push((path, true)));
        allowed.push((self.tmp.clone(), true));
        allowed
            .extend(["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"].map(|p| (p.into(), true)));
        for (path, write) in allowed {
            // What is gone meanwhile needs no rule.
            let Ok(open) = PathFd::new(&path) else { continue };
            let access = if write { AccessFs::from_all(abi) } else { AccessFs::from_read(abi) };
            let access = if path.is_dir() { access } else { access & AccessFs::from_file(abi) };
            rules = rules.add_rule(PathBeneath::new(open, access)).map_err(failed)?;
        }
        let status = rules.restrict_self().map_err(failed)?;
        if status.ruleset == RulesetStatus::NotEnforced || !status.no_new_privs {
            return Err("Landlock is not enforced by this kernel".to_owned());
        }
        without_capabilities()?;
        without_sockets()
    }
}

/// Names the paths that together are all below `at` except what is hidden.
#[cfg(target_os = "linux")]
fn allow(at: &Path, hidden: &[PathBuf], give: &mut impl FnMut(PathBuf)) {
    if hidden.iter().any(|path| at.starts_with(path)) {
        return;
    }
    if !hidden.iter().any(|path| path.starts_with(at)) {
        return give(at.to_owned());
    }
    let Ok(entries) = std::fs::read_dir(at) else { return };
    for entry in entries.flatten() {
        // A link opens what it leads to, which has a place of its own.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            allow(&entry.path(), hidden, give);
        }
    }
}

/// Run by root, a command could read what other processes were given, for all that Landlock says.
/// Without new privileges it gets none of these back.
#[cfg(target_os = "linux")]
fn without_capabilities() -> Result<(), String> {
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
        .map_err(|e| format!("its capabilities cannot be dropped: {e}"))
}

/// Landlock stops no UDP and no socket of the file system: no socket can be made at all, only pairs.
#[cfg(target_os = "linux")]
fn without_sockets() -> Result<(), String> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
    let failed = |e: seccompiler::BackendError| format!("seccomp: {e}");
    let calls = [libc::SYS_socket, libc::SYS_io_uring_setup, libc::SYS_ptrace].map(|call| (call, Vec::new()));
    let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let machine = std::env::consts::ARCH.try_into().map_err(failed)?;
    let filter =
        SeccompFilter::new(calls.into_iter().collect(), SeccompAction::Allow, denied, machine).map_err(failed)?;
    let program: BpfProgram = filter.try_into().map_err(failed)?;
    seccompiler::apply_filter(&program).map_err(|e| format!("seccomp: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_of_other_peoples_code_is_few_and_holds_all_of_it() {
        let roots: Vec<PathBuf> = ["/w/node_modules", "/w/target"].map(PathBuf::from).to_vec();
        let in_target = PathBuf::from("/w/target/debug/.env");
        for (folders, files) in [(10, 10), (700, 5), (4_000, 1)] {
            let many: Vec<PathBuf> = (0..folders)
                .flat_map(|a| (0..files).map(move |b| PathBuf::from(format!("/w/node_modules/p{a}/{b}.pem"))))
                .chain([in_target.clone()])
                .collect();
            let found = fewer(&roots, many.clone());
            assert!(found.len() <= OTHERS_MOST, "{}", found.len());
            assert!(many.iter().all(|path| path.ancestors().any(|above| found.iter().any(|other| other == above))));
            assert!(found.contains(&in_target), "the other folder is left alone");
        }
    }

    #[test]
    fn folders_that_were_not_searched_are_few_and_hold_all_of_them() {
        let root = Path::new("/w");
        let few = vec![root.join("a/b"), root.join("c")];
        assert_eq!(gathered(root, few.clone(), UNSEARCHED_MOST).into_iter().collect::<Vec<_>>(), few);
        let many: Vec<PathBuf> =
            (0..40).flat_map(|a| (0..40).map(move |b| PathBuf::from(format!("/w/{a}/b/{b}/c")))).collect();
        let gathered = gathered(root, many.clone(), UNSEARCHED_MOST);
        assert!(gathered.len() <= UNSEARCHED_MOST && !gathered.contains(root), "{}", gathered.len());
        assert!(many.iter().all(|path| path.ancestors().any(|above| gathered.contains(above))));
    }
}
