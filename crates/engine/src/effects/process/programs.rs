//! Where programs are: in `PATH`, and whether somebody who writes a workspace says which they are.

use crate::effects::sandbox::Confinement;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

/// So many links are followed, as the system does.
const LINKS: usize = 40;

/// Whether there is bash, whose language commands are judged in. Another shell reads some of it differently.
pub fn has_bash() -> bool {
    find_program(OsStr::new("bash"), Path::new("/")).is_some()
}

/// Where a program is: by its path, or in `PATH`. Only a file that can be executed.
pub(crate) fn find_program(name: &OsStr, cwd: &Path) -> Option<PathBuf> {
    find_outside(name, cwd, &[])
}

/// As [`find_program`], but what is found by its name alone neither lies in one of these folders (canonical), nor
/// is reached over a link in one: whoever writes there says what such a program is.
pub(crate) fn find_outside(name: &OsStr, cwd: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(cwd.join(name)).filter(|path| runs(path));
    }
    found_in(name, &entries(), folders)
}

fn found_in(name: &OsStr, entries: &[PathBuf], folders: &[PathBuf]) -> Option<PathBuf> {
    let mut found = entries.iter().map(|entry| entry.join(name)).filter(|path| !name.is_empty() && runs(path));
    found.find(|path| !leads_through(path, folders))
}

/// What is searched for programs. A relative entry would take one out of the workspace by its name alone.
fn entries() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect()
}

/// `PATH` without what lies in one of these folders.
pub(super) fn path_outside(folders: &[PathBuf]) -> OsString {
    let outside = entries().into_iter().filter(|entry| !leads_through(entry, folders));
    std::env::join_paths(outside).unwrap_or_default()
}

fn runs(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// Whether an absolute path lies in one of these folders, or a link on its way does or leads there.
fn leads_through(path: &Path, folders: &[PathBuf]) -> bool {
    let steps = |path: &Path| path.components().map(|part| part.as_os_str().to_owned()).collect::<VecDeque<_>>();
    let (mut at, mut left, mut links) = (PathBuf::from("/"), steps(path), 0);
    while let Some(step) = left.pop_front() {
        match Path::new(&step).components().next() {
            Some(Component::ParentDir) => drop(at.pop()),
            _ => at.push(&step),
        }
        if folders.iter().any(|folder| at.starts_with(folder)) {
            return true;
        }
        if let Ok(target) = at.read_link() {
            links += 1;
            if links > LINKS {
                return true;
            }
            at.pop();
            let mut steps = steps(&target);
            steps.append(&mut left);
            left = steps;
        }
    }
    false
}

/// Where bubblewrap is looked for before `PATH`: what systems keep programs in, NixOS and Guix among them.
const SYSTEM: [&str; 5] =
    ["/usr/bin", "/usr/local/bin", "/bin", "/run/current-system/sw/bin", "/run/current-system/profile/bin"];

/// Where the program is that confines all others: outside these folders, and nobody else's to change.
pub(in crate::effects) fn find_confining(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let system = SYSTEM.iter().map(PathBuf::from).chain(entries());
    system.map(|entry| entry.join(name)).find(|path| runs(path) && !leads_through(path, folders) && is_ours(path))
}

/// Whether a program and the folder that holds it are root's or the person's own, and nobody else can write them.
fn is_ours(path: &Path) -> bool {
    let me = rustix::process::geteuid().as_raw();
    let kept = |path: &Path, others: u32| {
        path.metadata().is_ok_and(|found| [0, me].contains(&found.uid()) && found.mode() & others == 0)
    };
    let Ok(real) = path.canonicalize() else { return false };
    // The folder of a package store is its builders' group's.
    kept(&real, 0o022) && real.parent().is_some_and(|folder| kept(folder, 0o002))
}

impl Confinement {
    /// Whether what confines lies in one of these folders, where commands could change it.
    pub(crate) fn lies_in(&self, folders: &[PathBuf]) -> bool {
        self.confining().is_some_and(|program| leads_through(program, folders))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::symlink;

    fn program(path: &Path, mode: u32) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_program_that_a_workspace_could_change_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        let (inside, outside) = (at.join("w/.venv/bin"), at.join("bin"));
        program(&inside.join("ls"), 0o755);
        program(&inside.join("only"), 0o755);
        program(&outside.join("ls"), 0o755);
        // By a link in the workspace, to it, and by a folder that is a link.
        symlink(outside.join("ls"), at.join("w/through")).unwrap();
        for (name, to) in [("there", inside.join("only")), ("over", at.join("w/through"))] {
            symlink(to, outside.join(name)).unwrap();
        }
        symlink(&inside, at.join("linked")).unwrap();
        let workspaces = [at.join("w")];
        let find = |name: &str, entries: &[&Path], folders: &[PathBuf]| {
            let entries: Vec<PathBuf> = entries.iter().map(|entry| entry.to_path_buf()).collect();
            found_in(OsStr::new(name), &entries, folders)
        };
        assert_eq!(find("ls", &[&inside, &outside], &[]), Some(inside.join("ls")));
        assert_eq!(find("ls", &[&inside, &outside], &workspaces), Some(outside.join("ls")));
        assert_eq!(find("ls", &[&at.join("linked"), &outside], &workspaces), Some(outside.join("ls")));
        for name in ["only", "there", "over"] {
            assert!(find(name, &[&inside, &outside], &workspaces).is_none(), "{name}");
        }
    }

    #[test]
    fn what_confines_is_nobody_elses_to_change() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        for (mode, ours) in [(0o755, true), (0o775, false), (0o757, false), (0o777, false)] {
            program(&at.join("bwrap"), mode);
            assert_eq!(is_ours(&at.join("bwrap")), ours, "{mode:o}");
        }
        program(&at.join("bwrap"), 0o755);
        fs::set_permissions(&at, Permissions::from_mode(0o777)).unwrap();
        assert!(!is_ours(&at.join("bwrap")), "its folder can be written by all");
    }
}
