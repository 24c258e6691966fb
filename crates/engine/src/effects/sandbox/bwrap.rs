//! A command's ground as bubblewrap is told it, mount by mount.

use super::Sandbox;
use super::ground::{EMPTY, Ground};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Where this program is found in the sandbox: its own place may be hidden there.
pub(super) const OWN: &str = "/dev/countersign";

impl Ground {
    /// `own`: this program, as which the first process in the sandbox runs and holds all others. Without it
    /// bubblewrap does, and ends with who started it.
    pub(super) fn bwrap(&self, program: &Path, own: Option<&Path>) -> Vec<OsString> {
        let (fixed, hidden) = self.kept_from(program);
        let mut args: Vec<OsString> = Vec::new();
        let mut add = |words: &[&OsStr]| args.extend(words.iter().map(|w| (*w).to_owned()));
        let word = OsStr::new;
        let nothing = self.nothing();
        add(&[word("--ro-bind"), word("/"), word("/"), word("--dev"), word("/dev"), word("--proc"), word("/proc")]);
        // Run by root, a command without capabilities could still write the kernel's settings there.
        add(&[word("--remount-ro"), word("/proc")]);
        for (own, shown) in self.private(Sandbox::Bwrap) {
            // A link to one of the others is hidden with it.
            if std::fs::symlink_metadata(shown).is_ok_and(|found| found.is_dir()) {
                add(&[word("--bind"), own.as_os_str(), word(shown)]);
            }
        }
        if let Some(own) = own {
            add(&[word("--ro-bind"), own.as_os_str(), word(OWN)]);
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
        // What lies in a hidden folder is not there.
        let reached = |path: &&PathBuf| !hidden.iter().any(|folder| path.starts_with(folder));
        let masked: Vec<&PathBuf> = self.sockets.iter().filter(reached).collect();
        let (inside, outside): (Vec<&PathBuf>, Vec<&PathBuf>) =
            hidden.into_iter().chain(masked).partition(|path| self.holds(path));
        // What went away since it was found cannot be covered.
        let gone = |path: &Path| EMPTY.iter().any(|empty| path.starts_with(empty)) || path.symlink_metadata().is_err();
        for path in outside.into_iter().filter(|path| !gone(path)) {
            match path.is_dir() {
                true => add(&[word("--tmpfs"), path.as_os_str(), word("--remount-ro"), path.as_os_str()]),
                false => add(&[word("--ro-bind"), nothing.as_os_str(), path.as_os_str()]),
            }
        }
        let seen = |path: &Path| self.inside(Sandbox::Bwrap, path);
        let bind = if self.looks { word("--ro-bind") } else { word("--bind") };
        add(&[bind, self.root.as_os_str(), seen(&self.root).as_os_str()]);
        for path in fixed.into_iter().chain(&self.beside) {
            add(&[word("--ro-bind"), path.as_os_str(), seen(path).as_os_str()]);
        }
        for (copy, index) in &self.indexes {
            add(&[word("--ro-bind"), copy.as_os_str(), seen(index).as_os_str()]);
        }
        for path in inside.into_iter().filter(|path| path.symlink_metadata().is_ok()) {
            let at = seen(path);
            match path.is_dir() {
                true => add(&[word("--tmpfs"), at.as_os_str(), word("--remount-ro"), at.as_os_str()]),
                false => add(&[word("--ro-bind"), nothing.as_os_str(), at.as_os_str()]),
            }
        }
        // Last: a project may lie in it.
        if run {
            add(&[word("--remount-ro"), word("/run")]);
        }
        add(&[
            word("--unshare-all"),
            // One that ends before all is set up would leave the rest of it behind; whoever is tied to the
            // server ends all of it by itself.
            if own.is_some() { word("--as-pid-1") } else { word("--die-with-parent") },
            word("--new-session"),
            word("--cap-drop"),
            word("ALL"),
        ]);
        args
    }
}
