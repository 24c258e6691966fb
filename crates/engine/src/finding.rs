//! What a command finds where its words lead: the files that it moves about, and the script that it runs. It is bound
//! by the signature and looked at again before it is signed and before it runs, so that what is done is done to what
//! the person saw. What an earlier item of the set may change is not bound: nobody else is meant to have changed it.

use crate::Inner;
use crate::moving::MOVERS;
use countersign_commands::{Ran, Setting, judge, ran, rules};
use countersign_core::change_set::{ChangeItem, ItemStatus};
use countersign_core::command::Command;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Reach};
use countersign_core::wire::Drift;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

/// A way over more links than this leads nowhere.
const MOST_LINKS: usize = 40;
/// Texts of shells in texts of shells: so many are looked into.
const MOST_TEXTS: usize = 4;
/// Of more files or bytes than this nothing is bound.
const MOST_FILES: usize = 2_000;
/// See [`MOST_FILES`].
const MOST_BYTES: u64 = 64_000_000;

/// What is where words lead, by paths within the workspace: none where nothing is.
pub(crate) type Found = BTreeMap<String, Option<String>>;

/// Where a command's words lead.
struct Names<'a> {
    root: &'a Path,
    cwd: &'a Path,
    paths: Vec<String>,
}

impl Names<'_> {
    /// A path within the workspace, by its words alone; none of what is elsewhere.
    fn path(&self, word: &str) -> Option<String> {
        let mut plain = PathBuf::new();
        for part in self.cwd.join(word).components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => drop(plain.pop()),
                part => plain.push(part),
            }
        }
        let path = plain.strip_prefix(self.root).ok()?.to_str()?.to_owned();
        (!path.is_empty()).then_some(path)
    }

    fn add(&mut self, word: &str) {
        self.paths.extend(self.path(word));
    }

    /// A file that is read: where it is a link, with all that it leads to.
    fn read(&mut self, word: &str) {
        let mut at = self.cwd.join(word);
        for _ in 0..MOST_LINKS {
            let Some(path) = at.to_str().and_then(|at| self.path(at)) else { return };
            self.paths.push(path);
            let Ok(to) = at.read_link() else { return };
            at.pop();
            at.push(to);
        }
    }

    fn is_folder(&self, word: &str) -> bool {
        self.cwd.join(word).is_dir()
    }

    /// The files that a program which moves files about is told of.
    fn moved(&mut self, argv: &[String]) {
        let Some((program, words)) = argv.split_first() else { return };
        let (mut names, mut into, mut ended, mut at) = (Vec::new(), None, false, 0);
        while let Some(word) = words.get(at).map(String::as_str) {
            at += 1;
            match word {
                "--" if !ended => ended = true,
                "-t" | "--target-directory" if !ended && ["cp", "mv"].contains(&program.as_str()) => {
                    into = words.get(at).cloned();
                    at += 1;
                }
                _ if !ended && word.len() > 1 && word.starts_with('-') => {
                    into = word.strip_prefix("--target-directory=").map(str::to_owned).or(into);
                }
                name => names.push(name),
            }
        }
        if ["cp", "mv"].contains(&program.as_str()) {
            let Some(to) = into.or_else(|| names.pop().map(str::to_owned)) else { return };
            match self.is_folder(&to) {
                // What else is in it stays as it is.
                true => names.iter().filter_map(|name| Path::new(name).file_name()?.to_str()).for_each(|name| {
                    let at = self.path(&format!("{to}/{name}"));
                    self.paths.extend(at);
                }),
                false => self.add(&to),
            }
        }
        match program.as_str() {
            "cp" => names.into_iter().for_each(|name| self.read(name)),
            _ => names.into_iter().for_each(|name| self.add(name)),
        }
    }

    /// The script that a command runs: by its own name, or as the file that an interpreter is told of; also one that is
    /// not there, so that none is put there.
    fn run(&mut self, argv: &[String], depth: usize) {
        for (at, word) in argv.iter().enumerate() {
            let name = word.rsplit('/').next().unwrap_or_default();
            // `find . -exec sh x.sh`: the folder is no command.
            let names_program = at == 0 || !matches!(word.as_str(), "." | "source");
            if let Some(ran) = names_program.then(|| ran(&argv[at..])).flatten() {
                return match ran {
                    Ran::Script(file) => self.read(file),
                    Ran::Operand(file) if self.cwd.join(file).is_file() => self.read(file),
                    Ran::Text(text) => self.text(text, depth),
                    Ran::Operand(_) | Ran::Unknown => {}
                };
            }
            if name == "eval" {
                return self.text(&argv[at + 1..].join(" "), depth);
            }
            match self.cwd.join(word).metadata() {
                _ if word.starts_with('-') => {}
                // A folder that is run has a file that it begins with.
                Ok(found) if found.is_file() && found.permissions().mode() & 0o111 != 0 => self.read(word),
                Err(_) if at == 0 && word.contains('/') => self.read(word),
                // `env -S 'sh x.sh'`
                Err(_) if word.contains(' ') && argv[at - 1] == "-S" => self.text(word, depth),
                _ => {}
            }
        }
    }

    /// The scripts that a text of a shell runs, as far as its words tell.
    fn text(&mut self, text: &str, depth: usize) {
        if depth == MOST_TEXTS {
            return;
        }
        for segment in judge(text, &Setting::default()).segments {
            self.run(&segment.argv, depth + 1);
        }
    }
}

/// How much may be looked at still.
struct Room {
    files: usize,
    bytes: u64,
}

/// What is at a path, with all that is in it where it is a folder; `Err` where there is too much of it, or it cannot
/// be read.
fn look(path: &Path, room: &mut Room) -> Result<Option<String>, ()> {
    let Ok(meta) = path.symlink_metadata() else { return Ok(None) };
    room.files = room.files.checked_sub(1).ok_or(())?;
    let mut hash = blake3::Hasher::new();
    if meta.is_dir() {
        let mut names: Vec<_> = fs::read_dir(path).map_err(drop)?.flatten().map(|entry| entry.file_name()).collect();
        names.retain(|name| name != ".git");
        names.sort();
        hash.update(b"folder\n");
        for name in names {
            let inside = look(&path.join(&name), room)?;
            hash.update(format!("{name:?} {inside:?}\n").as_bytes());
        }
    } else if meta.is_symlink() {
        let to = path.read_link().map_err(drop)?;
        hash.update(format!("->{}", to.display()).as_bytes());
    } else if meta.is_file() {
        room.bytes = room.bytes.checked_sub(meta.len()).ok_or(())?;
        let content = blake3::hash(&fs::read(path).map_err(drop)?);
        if meta.mode() & 0o111 == 0 {
            return Ok(Some(content.to_hex().to_string()));
        }
        hash.update(b"+x\n").update(content.as_bytes());
    } else {
        return Err(());
    }
    Ok(Some(hash.finalize().to_hex().to_string()))
}

/// Whether an earlier item may change what is at this path, or in it, or on the way to it.
fn may_change(paths: &[String], path: &str) -> bool {
    let holds = |a: &str, b: &str| a == b || b.strip_prefix(a).is_some_and(|rest| rest.starts_with('/'));
    paths.iter().any(|other| holds(other, path) || holds(path, other))
}

impl Inner {
    /// The paths that a command names and that are bound; none where it runs what cannot be told beforehand, and
    /// that is why `only_moves` is asked for.
    fn names(&self, command: &Command, only_moves: bool) -> Option<Vec<String>> {
        let root = self.root(command)?.canonicalize().ok()?;
        let judged = self.judged(command);
        let cwd = root.join(&command.cwd);
        let mut names = Names { root: &root, cwd: &cwd, paths: Vec::new() };
        if rules::looks(&judged) {
            return Some(names.paths);
        }
        let moves = |argv: &[String]| argv.first().is_some_and(|name| MOVERS.contains(&name.as_str()));
        if only_moves && (judged.argv.is_none() || !judged.segments.iter().all(|segment| moves(&segment.argv))) {
            return None;
        }
        for segment in &judged.segments {
            match moves(&segment.argv) {
                true => names.moved(&segment.argv),
                false => names.run(&segment.argv, 0),
            }
        }
        // Where it goes elsewhere first, its words lead elsewhere.
        let goes = judged.segments.iter().any(|segment| segment.argv.first().is_some_and(|name| name == "cd"));
        Some(if goes { Vec::new() } else { names.paths })
    }

    /// Whether a command does nothing but move files about.
    pub(crate) fn only_moves(&self, item: &ChangeItem) -> bool {
        matches!(&item.op, Some(Operation::RunCommand(command)) if self.names(command, true).is_some())
    }

    /// Whether one command names what another does, or what is in it or on the way to it.
    pub(crate) fn meet(&self, one: &Command, other: &Command) -> bool {
        self.names(one, true).is_some_and(|paths| self.leads_to(other, paths.iter().map(String::as_str)))
    }

    /// Whether a command names one of these paths, or what is in it or on the way to it.
    pub(crate) fn leads_to<'p>(&self, command: &Command, paths: impl IntoIterator<Item = &'p str>) -> bool {
        let named = self.names(command, true).unwrap_or_default();
        paths.into_iter().any(|path| may_change(&named, path))
    }

    /// What a command finds now that comes behind these items of its set, and behind what the later ones do to files:
    /// that comes before all commands.
    pub(crate) fn finds(&self, item: &ChangeItem, earlier: &[ChangeItem], later: &[ChangeItem]) -> Found {
        let Some(Operation::RunCommand(command)) = &item.op else { return Found::new() };
        let files = |item: &&ChangeItem| item.op.as_ref().is_some_and(|op| op.reach() == Reach::Files);
        let Some(changed) = self.changed(earlier.iter().chain(later.iter().filter(files))) else { return Found::new() };
        let mut paths = self.names(command, false).unwrap_or_default();
        paths.retain(|path| !may_change(&changed, path));
        self.found_at(command, paths.iter()).unwrap_or_default()
    }

    /// The files of these paths as they are before what a command did to them in a copy is applied, without those that
    /// the items before it are known to change.
    pub(crate) fn tried(&self, command: &Command, mut paths: Vec<String>, earlier: &[ChangeItem]) -> Found {
        let changed = self.changed(earlier.iter()).unwrap_or_default();
        paths.retain(|path| !may_change(&changed, path));
        self.found_at(command, paths.iter()).unwrap_or_default()
    }

    /// The paths that items which may still be applied would change; none where that cannot be told.
    fn changed<'c>(&self, items: impl Iterator<Item = &'c ChangeItem>) -> Option<Vec<String>> {
        let settled = |item: &&ChangeItem| {
            matches!(item.status, ItemStatus::Applied | ItemStatus::Undone | ItemStatus::Rejected | ItemStatus::Invalid)
        };
        let mut changed = Vec::new();
        for item in items.filter(|item| !settled(item)) {
            match &item.op {
                Some(Operation::RunCommand(before)) => changed.extend(self.names(before, true)?),
                Some(op @ Operation::RenameFile { to, .. }) => {
                    changed.extend(op.file().map(|at| at.path.to_string()));
                    changed.push(to.to_string());
                }
                Some(op) if op.reach() == Reach::Files => changed.extend(op.file().map(|at| at.path.to_string())),
                Some(_) | None => {}
            }
        }
        Some(changed)
    }

    fn found_at<'p>(&self, command: &Command, paths: impl Iterator<Item = &'p String>) -> Option<Found> {
        let root = self.root(command)?.canonicalize().ok()?;
        let mut room = Room { files: MOST_FILES, bytes: MOST_BYTES };
        paths.map(|path| Some((path.clone(), look(&root.join(path), &mut room).ok()?))).collect()
    }

    /// Where a command that may still run would find something else than was bound.
    pub(crate) fn found_drift(&self, item: &ChangeItem) -> Vec<Drift> {
        let Some(Operation::RunCommand(command)) = &item.op else { return Vec::new() };
        let mut was: BTreeMap<&String, &Option<String>> = item.found.iter().chain(&item.tried).collect();
        if was.is_empty() {
            return Vec::new();
        }
        // What failed may have changed it itself; signed again, it is looked at again.
        if !matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred) {
            return Vec::new();
        }
        let now = self.found_at(command, was.keys().copied());
        was.retain(|path, was| now.as_ref().and_then(|now| now.get(*path)) != Some(*was));
        let value = |hash: Option<&String>| hash.map_or(Value::Null, |hash| json!(hash));
        let drift = was.into_iter().map(|(path, was)| Drift {
            id: TodoId(0),
            title: path.clone(),
            field: "content".to_owned(),
            base: value(was.as_ref()),
            now: value(now.as_ref().and_then(|now| now.get(path)).and_then(Option::as_ref)),
            proposed: Value::Null,
        });
        drift.collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "tests make the files that commands name")]

    use super::*;

    #[test]
    fn the_words_of_a_command_lead_to_what_it_changes_or_runs() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("d")).unwrap();
        for name in ["a.txt", "x.sh", "y.py"] {
            fs::write(root.join(name), "").unwrap();
        }
        std::os::unix::fs::symlink("x.sh", root.join("l.sh")).unwrap();
        fs::set_permissions(root.join("x.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        let named = |text: &str| {
            let argv: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let mut names = Names { root: &root, cwd: &root, paths: Vec::new() };
            match MOVERS.contains(&argv[0].as_str()) {
                true => names.moved(&argv),
                false => names.run(&argv, 0),
            }
            names.paths.sort();
            names.paths.join(" ")
        };
        for (text, paths) in [
            ("rm -rf a.txt d", "a.txt d"),
            ("cp a.txt b.txt", "a.txt b.txt"),
            ("cp a.txt d", "a.txt d/a.txt"),
            ("mv -t d a.txt x.sh", "a.txt d/a.txt d/x.sh x.sh"),
            ("mv a.txt --target-directory=d", "a.txt d/a.txt"),
            ("rm -- -x", "-x"),
            ("rm ../elsewhere d/../a.txt", "a.txt"),
            ("bash x.sh a.txt", "x.sh"),
            ("python3 -u y.py a.txt", "y.py"),
            ("env A=1 sh ./x.sh", "x.sh"),
            ("./x.sh a.txt", "x.sh"),
            ("timeout 5 ./x.sh", "x.sh"),
            ("python3 -m http.server", ""),
            ("bash none.sh", "none.sh"),
            ("./none.sh a.txt", "none.sh"),
            ("python3 -c print(1)", ""),
            ("sh -e x.sh", "x.sh"),
            ("bash -Eeuo pipefail x.sh a.txt", "x.sh"),
            ("python3 -E y.py a.txt", "y.py"),
            ("go run y.py", "y.py"),
            ("uv run y.py a.txt", "y.py"),
            ("pytest y.py", "y.py"),
            ("go test ./...", ""),
            ("find . -exec sh x.sh ;", "x.sh"),
            ("nice -n 5 ./x.sh", "x.sh"),
            ("eval sh x.sh", "x.sh"),
            ("eval ./x.sh", "x.sh"),
            ("bash l.sh", "l.sh x.sh"),
            ("./l.sh", "l.sh x.sh"),
            ("cp l.sh b", "b l.sh x.sh"),
            ("rm l.sh", "l.sh"),
            ("cargo test", ""),
        ] {
            assert_eq!(named(text), paths, "{text}");
        }
        let given = |program: &[&str], text: &str| {
            let argv: Vec<String> = program.iter().chain([&text]).map(|word| (*word).to_owned()).collect();
            let mut names = Names { root: &root, cwd: &root, paths: Vec::new() };
            names.run(&argv, 0);
            names.paths.join(" ")
        };
        for text in ["./x.sh", "sh x.sh", "ls; sh -e x.sh a.txt", "bash -c 'sh x.sh'", "(cat a.txt | sh x.sh)"] {
            assert_eq!(given(&["sh", "-c"], text), "x.sh", "{text}");
            assert!(given(&["env", "-S"], text).contains("x.sh"), "{text}");
        }
        assert_eq!(given(&["sh", "-c"], "echo hi"), "");
    }
}
