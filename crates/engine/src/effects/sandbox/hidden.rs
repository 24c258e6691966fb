//! What no command may see: secrets of the person's home and of the system, and those in the workspace and
//! the folders beside it, found by their names and by what they are other names of.

use super::ground::Ground;
use super::sockets;
use crate::effects::twins;
use countersign_core::file::FilePath;
use countersign_core::secret;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

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
/// A home is searched for secrets so deep: programs keep theirs no deeper (`~/.local/share/x/auth.json`).
const HOME_DEPTH: usize = 4;
/// Through so many entries.
const HOME_ENTRIES: usize = 10_000;
/// So many of them are hidden each by itself.
const HOME_MOST: usize = 1_000;
/// What is hidden of a home, besides what [`FilePath::protected`] and the rules of commands know.
const HOME_FOLDERS: [&str; 14] = [
    ".thunderbird",
    ".countersign",
    ".config/gcloud",
    ".config/gh",
    ".config/countersign",
    ".local/share/countersign",
    ".local/share/keyrings",
    ".config/google-chrome",
    ".config/chromium",
    ".config/helm",
    ".heroku",
    ".influxdbv2",
    ".snowflake",
    ".local/share/atuin",
];
const HOME_FILES: [&str; 10] = [
    ".Xauthority",
    ".cargo/credentials.toml",
    ".cargo/credentials",
    ".claude.json",
    ".rclone.conf",
    ".netlify/config.json",
    ".config/Code/User/globalStorage/state.vscdb",
    ".local/share/fish/fish_history",
    ".viminfo",
    ".lesshst",
];
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

/// Whether a path in a workspace is a secret's. What is protected of a folder is not what is of a file of its name.
pub(in crate::effects) fn is_secret(folder: bool, path: &str) -> bool {
    let named = if folder { FilePath::folder(path) } else { FilePath::parse(path) };
    named.is_err_and(|problem| problem.code == "protected_path")
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

/// What is hidden of the person's home and of the system. Where a link leads is hidden, not the link.
pub(in crate::effects) fn of_machine() -> Vec<PathBuf> {
    let of_home = homes().into_iter().flat_map(|home| known().map(move |name| home.join(name)));
    of_home.chain(of_system()).filter_map(|path| path.canonicalize().ok()).collect()
}

/// The person's home as the environment has it, and as the system knows it of the account: a unit of systemd has no
/// `HOME`, and one that is set may be another folder.
fn homes() -> BTreeSet<PathBuf> {
    let said = std::env::var_os("HOME").map(PathBuf::from);
    let known = nix::unistd::User::from_uid(nix::unistd::getuid()).ok().flatten().map(|user| user.dir);
    said.into_iter().chain(known).filter(|home| home.is_absolute()).collect()
}

/// What a home holds that no command may reach.
#[derive(Debug, Default)]
pub(in crate::effects) struct OfHome {
    pub(in crate::effects) secrets: Vec<PathBuf>,
    pub(super) sockets: Vec<PathBuf>,
}

/// What of the person's home is a secret's by its name, or a socket, outside a workspace, which is searched by itself.
pub(in crate::effects) fn by_name(workspace: &Path) -> OfHome {
    let homes: BTreeSet<PathBuf> = homes().iter().filter_map(|home| home.canonicalize().ok()).collect();
    let mut all = OfHome::default();
    for home in homes.iter().filter(|home| home.parent().is_some() && !home.starts_with(workspace)) {
        let found = in_home(home, workspace);
        all.secrets.extend(found.secrets.iter().filter_map(|path| path.canonicalize().ok()));
        all.sockets.extend(found.sockets);
    }
    all
}

/// These paths without those that lie in another of them.
pub(super) fn outermost(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    paths.dedup_by(|path, before| path.starts_with(before));
    paths
}

/// What holds secrets by its name in a home, and its sockets: searched level by level, so deep and through so many
/// entries.
fn in_home(home: &Path, workspace: &Path) -> OfHome {
    let (mut found, mut left) = (OfHome::default(), HOME_ENTRIES);
    let mut folders = VecDeque::from([(home.to_owned(), 1)]);
    while let Some((folder, depth)) = folders.pop_front() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Some(less) = left.checked_sub(1) else { return found };
            left = less;
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            let name = entry.file_name().to_string_lossy().into_owned();
            let within = path.strip_prefix(home).ok().and_then(Path::to_str).unwrap_or(&name);
            if name.eq_ignore_ascii_case(".git") || path == workspace {
                continue;
            } else if is_secret(kind.is_dir(), within) {
                found.secrets.push(path);
            } else if kind.is_socket() {
                found.sockets.push(path);
            } else if kind.is_dir() && depth < HOME_DEPTH && !OTHERS.contains(&name.as_str()) {
                folders.push_back((path, depth + 1));
            }
            if found.secrets.len() + found.sockets.len() >= HOME_MOST {
                return found;
            }
        }
    }
    found
}

impl Ground {
    /// Finds repositories and secrets in the workspace. Links are not followed: what they lead to
    /// is reached, and protected, by its own place.
    pub(super) fn search(&mut self) {
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
                } else if is_secret(kind.is_dir(), within) {
                    self.hidden.push(path);
                } else if kind.is_socket() && sockets::is_listened(&path) {
                    self.sockets.push(path);
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
    pub(super) fn hide_twins(&mut self) {
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
                if is_secret(kind.is_dir(), &name) {
                    hidden.push(path);
                } else if kind.is_dir() {
                    folders.push(path);
                }
            }
        }
        self.hidden.append(&mut hidden);
        self.beside.push(folder.to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_secret_by_its_name_is_found_in_a_home() {
        let home = tempfile::tempdir().unwrap();
        let secrets = [
            ".config/git/credentials",
            ".claude/.credentials.json",
            ".gem/credentials",
            ".pulumi/credentials.json",
            ".pki/nssdb/key4.db",
            ".ivy2/.credentials",
            "passwords.txt",
            "Documents/passwords.kdbx",
            ".local/share/containers/auth.json",
        ];
        let shown = [".gitconfig", "src/main.rs", ".config/git/config", "p/.git/config"];
        for path in secrets.iter().chain(&shown).map(|path| home.path().join(path)) {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        let listening = home.path().join(".colima/default/docker.sock");
        std::fs::create_dir_all(listening.parent().unwrap()).unwrap();
        drop(std::os::unix::net::UnixListener::bind(&listening).unwrap());
        let found = in_home(home.path(), Path::new("/nowhere"));
        assert_eq!(found.sockets, [listening]);
        let found = found.secrets;
        let hidden = |path: &str| found.iter().any(|hidden| home.path().join(path).starts_with(hidden));
        assert!(secrets.iter().all(|path| hidden(path)), "{found:?}");
        assert!(!shown.iter().any(|path| hidden(path)), "{found:?}");
    }

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
