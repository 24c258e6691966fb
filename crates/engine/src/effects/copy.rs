//! A copy of a workspace in which a command can be tried: what it does to files there is read off and
//! shown before any of it is real (COMMANDS-AND-FILES "Preview").
//!
//! A copy works on every file system and in every sandbox; an overlay of the kernel does not. Secrets
//! are not copied, links stay links, and the folders of `.git` and of installed packages, which the
//! sandbox keeps read only, are put there by it, or reached by a link.

mod called;
mod foreseen;
mod moved;
mod plan;
mod why;

pub(crate) use called::{Called, Given, Word};
pub use foreseen::whole;
pub(crate) use foreseen::{Comes, Course, Placed, plain_call};

use self::plan::{Kind, Plan};
use super::ignored::{self, Rules};
use super::masked;
use super::scratch::Scratch;
use super::tree::{MAX_FILE, Tree, TreeError};
use countersign_core::command::LeftOutWhy;
use countersign_core::file::{FilePath, FileState};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A workspace with more files or bytes is not copied.
pub const MOST_FILES: u64 = 50_000;
/// See [`MOST_FILES`].
pub const MOST_BYTES: u64 = 1_000_000_000;
/// Not copied, and read only in every sandbox.
const LINKED: [&str; 3] = [".git", "node_modules", ".venv"];
/// Made anew by what is built, where one of [`BUILT_MARKS`] says so: copied as it is where it is small, so that
/// not all is built anew, and never proposed: that it is another is said.
const BUILT: &str = "target";
/// What build tools put into such a folder.
const BUILT_MARKS: [&str; 2] = ["CACHEDIR.TAG", ".rustc_info.json"];
/// So many bytes of paths are looked at after a command, each with [`ENTRY`] more for itself.
const MOST_NAMES: usize = 64_000_000;
/// See [`MOST_NAMES`].
const ENTRY: usize = 64;

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// Over [`MOST_FILES`] or [`MOST_BYTES`].
    #[error("the folder has more than {MOST_FILES} files or {MOST_BYTES} bytes")]
    TooLarge,
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A file as it was copied.
struct Copied {
    /// None where it is too large to be changed here.
    state: Option<FileState>,
    print: Print,
}

/// Length, time in nanoseconds, inode and mode of a copy: the same = it was not written to.
type Print = (u64, i64, i64, u64, u32);

/// The copy; it goes with the value.
pub struct Copy {
    root: PathBuf,
    files: BTreeMap<String, Copied>,
    /// Links, those to `linked` included, and where they lead.
    links: BTreeMap<String, PathBuf>,
    /// With the permission bits they were given.
    folders: BTreeMap<String, u32>,
    /// What builds had made, by folder, with what is in it; folders there have no print.
    built: BTreeMap<String, BTreeMap<String, Option<Print>>>,
    linked: Vec<PathBuf>,
    /// Files that ignore rules left in before any command ran, or that git tracks: no rule that a command
    /// writes hides what it did to them.
    shown: BTreeSet<String>,
    /// Goes last.
    _folder: Scratch,
}

/// What a command did to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// Which.
    pub path: FilePath,
    /// As it was copied; none = it is new.
    pub before: Option<FileState>,
    /// Its new content and permission bits; none = it is gone.
    pub after: Option<(Vec<u8>, u32)>,
}

/// How much of what a command did is read.
#[derive(Debug, Clone, Copy)]
pub struct Most {
    /// Files.
    pub items: usize,
    /// Bytes of their new contents together.
    pub bytes: u64,
}

/// A file that was changed, before its content is read.
struct Found<'a> {
    path: FilePath,
    before: Option<&'a FileState>,
    /// Length of its content; none = it is gone.
    bytes: Option<u64>,
}

/// How a copy comes to the folders that are not copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// The sandbox puts them there: they are empty in the copy itself.
    Bound,
    /// By links to the original.
    Linked,
}

/// All that a command did.
#[derive(Debug, Default)]
pub struct Effects {
    /// By path.
    pub files: Vec<Effect>,
    /// So many files that ignore rules leave out were changed as well.
    pub ignored: u64,
    /// Paths that were changed and cannot be proposed: links, devices, too large, protected, over [`Most`]; with a
    /// slash, folders that were made and hold nothing, those in which a build made something, and those that let in
    /// others than they did, or than a new one does.
    pub left_out: Vec<String>,
    /// Why, of each of them.
    pub left_out_why: Vec<LeftOutWhy>,
    /// Of `files` those that are gone, and whose content is in a file that is not proposed: left out, or ignored.
    pub moved: Vec<FilePath>,
    /// Folders that were copied and are gone, with their permission bits.
    pub gone: Vec<(String, u32)>,
    /// Of `gone` those that held no file, and that no ignore rule leaves out.
    pub bare: Vec<String>,
    /// Folders that were not there and are, with theirs.
    pub came: Vec<(String, u32)>,
    /// Files of which only the age is another.
    pub aged: u64,
}

/// Whether a folder is what a build makes anew.
fn built(name: &str, folder: &Path) -> bool {
    name == BUILT && BUILT_MARKS.iter().any(|mark| folder.join(mark).exists())
}

/// Permission bits of a folder.
fn bits_of(folder: &Path) -> io::Result<u32> {
    Ok(fs::symlink_metadata(folder)?.mode() & 0o777)
}

/// Permission bits that a new folder gets here.
pub(crate) fn plain_folder() -> u32 {
    static BITS: OnceLock<u32> = OnceLock::new();
    *BITS.get_or_init(|| {
        let made = || {
            let folder = Scratch::new("bits")?;
            let new = folder.path().join("new");
            fs::create_dir(&new)?;
            bits_of(&new)
        };
        made().unwrap_or(0o755)
    })
}

fn print(meta: &Metadata) -> Print {
    (meta.len(), meta.mtime(), meta.mtime_nsec(), meta.ino(), meta.mode())
}

impl Copy {
    /// Copies a workspace by its canonical path. Links are made anew, devices and pipes left out.
    ///
    /// # Errors
    /// [`CopyError::TooLarge`], or what the system says.
    pub fn make(from: &Path, beside: Beside) -> Result<Self, CopyError> {
        Self::of(from, beside, Plan::of(from)?)
    }

    fn of(from: &Path, beside: Beside, Plan { entries, built }: Plan) -> Result<Self, CopyError> {
        let source = Tree::open(from)?;
        let folder = Scratch::new("copy")?;
        let name = from.file_name().unwrap_or_else(|| "workspace".as_ref());
        let root = folder.path().canonicalize()?.join(name);
        fs::create_dir(&root)?;
        let mut copy = Self {
            root,
            files: BTreeMap::new(),
            links: BTreeMap::new(),
            folders: BTreeMap::new(),
            built: BTreeMap::new(),
            linked: Vec::new(),
            shown: masked::tracked(from),
            _folder: folder,
        };
        for (path, kind) in entries {
            let at = copy.root.join(&path);
            match (kind, beside) {
                (Kind::Beside, _) => {
                    let original = from.join(&path);
                    if beside == Beside::Bound {
                        fs::create_dir(&at)?;
                        copy.folders.insert(path, bits_of(&at)?);
                    } else {
                        symlink(&original, &at)?;
                        copy.links.insert(path, original.clone());
                    }
                    copy.linked.push(original);
                }
                (Kind::Folder(looked), _) => {
                    fs::create_dir(&at)?;
                    // It goes with us, whatever it lets its owner do.
                    fs::set_permissions(&at, fs::Permissions::from_mode(looked.mode() & 0o777 | 0o700))?;
                    copy.folders.insert(path, bits_of(&at)?);
                }
                (Kind::Link(to), _) => {
                    symlink(&to, &at)?;
                    copy.links.insert(path, to);
                }
                (Kind::File(looked), _) => {
                    // What is gone by now, or no file any more, is left out.
                    if let Some(file) = source.regular(&path)? {
                        copy.files.insert(path, copy_file(&file, &at, &looked)?);
                    }
                }
            }
        }
        for (folder, entries) in built {
            fs::create_dir(copy.root.join(&folder))?;
            let mut made = BTreeMap::new();
            for (path, kind) in entries {
                let at = copy.root.join(&path);
                if let Kind::File(looked) = kind {
                    // One that cannot be copied as it was looked at is built anew.
                    let file = source.regular(&path).ok().flatten();
                    let copied = file.and_then(|file| copy_built(&file, &at, &looked).ok());
                    made.extend(copied.map(|print| (path, Some(print))));
                } else {
                    fs::create_dir(at)?;
                    made.insert(path, None);
                }
            }
            copy.built.insert(folder, made);
        }
        copy.shown.append(&mut copy.counted()?);
        Ok(copy)
    }

    /// Whether a workspace can be copied, as far as looking at it says.
    pub fn fits(from: &Path) -> bool {
        Plan::of(from).is_ok()
    }

    /// Where it is, canonical.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What is not as it was copied, read as far as `most` goes; the rest is named. Nothing outside the
    /// copy is looked at.
    ///
    /// # Errors
    /// [`CopyError::TooLarge`] with more names than are looked at, or when the copy cannot be read.
    pub fn effects(&self, most: Most) -> Result<Effects, CopyError> {
        let tree = Tree::open(&self.root)?;
        // Of the root: a walk gives no folders that hold nothing.
        let rules = Rules::of(&self.root)?;
        let ignores = |folder: &str| {
            let above = Path::new(folder).ancestors().filter(|above| !above.as_os_str().is_empty());
            above.map(|above| self.root.join(above)).any(|above| rules.ignores(&above, true))
        };
        let mut effects = Effects::default();
        let (mut there, mut seen, mut names) = (BTreeSet::new(), Vec::new(), 0);
        let mut open = vec![String::new()];
        while let Some(within) = open.pop() {
            let mut entries = fs::read_dir(self.root.join(&within))?.peekable();
            // A folder with nothing in it is no change of a file.
            if entries.peek().is_none() && !within.is_empty() && !self.folders.contains_key(&within) {
                match ignores(&within) {
                    true => effects.ignored += 1,
                    false => effects.left_out.push(format!("{within}/")),
                }
            }
            for entry in entries {
                let entry = entry?;
                let name = entry.file_name();
                let shown = name.to_string_lossy();
                let path = if within.is_empty() { shown.to_string() } else { format!("{within}/{shown}") };
                names += path.len() + ENTRY;
                if names > MOST_NAMES {
                    return Err(CopyError::TooLarge);
                }
                let meta = match entry.metadata() {
                    Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
                    found => found?,
                };
                if name.to_str().is_none() {
                    // Such a name is never copied: the command made it.
                    effects.left_out.push(path);
                } else if !meta.is_dir() {
                    there.insert(path.clone());
                    seen.push((path, meta));
                } else if self.built.contains_key(&path) {
                    // Looked at below, whatever marks are still in it.
                } else if self.folders.contains_key(&path) || !built(&shown, &entry.path()) {
                    let known = self.folders.get(&path).copied();
                    if known.is_none() {
                        effects.came.push((path.clone(), meta.mode() & 0o7777));
                    }
                    if meta.mode() & 0o777 != known.unwrap_or_else(plain_folder) {
                        match ignores(&path) {
                            true => effects.ignored += 1,
                            false => effects.left_out.push(format!("{path}/")),
                        }
                    }
                    open.push(path);
                } else {
                    effects.left_out.push(format!("{path}/"));
                }
            }
        }
        let rebuilt = self.built.iter().filter(|(folder, known)| !self.as_it_was(folder, known));
        effects.left_out.extend(rebuilt.map(|(folder, _)| format!("{folder}/")));
        let counted = self.counted()?;
        let (mut found, mut hidden) = (Vec::new(), Vec::new());
        for (path, meta) in seen {
            let ignored = effects.ignored;
            self.changed(&tree, path.clone(), &meta, &counted, &mut found, &mut effects)?;
            if effects.ignored > ignored {
                hidden.push(path);
            }
        }
        for (path, known) in self.files.iter().filter(|(path, _)| !there.contains(*path)) {
            match (FilePath::parse(path), &known.state) {
                (Ok(path), Some(state)) if self.shown.contains(path.as_str()) => {
                    found.push(Found { path, before: Some(state), bytes: None });
                }
                (Ok(_), Some(_)) => effects.ignored += 1,
                _ => effects.left_out.push(path.clone()),
            }
        }
        effects.left_out.extend(self.links.keys().filter(|path| !there.contains(*path)).cloned());
        found.sort_by(|a, b| a.path.cmp(&b.path));
        let mut left = most.bytes;
        for Found { path, before, bytes } in found {
            let fits = effects.files.len() < most.items && bytes.unwrap_or(0) <= left;
            let after = match bytes {
                Some(_) if fits => tree.read(&path).ok().flatten().map(|(content, state)| (content, state.mode)),
                _ => None,
            };
            if !fits || bytes.is_some() && after.is_none() {
                effects.left_out.push(path.to_string());
                continue;
            }
            left = left.saturating_sub(bytes.unwrap_or(0));
            effects.files.push(Effect { path, before: before.cloned(), after });
        }
        effects.left_out.sort();
        effects.left_out.dedup();
        effects.moved = self.moved(&effects, &hidden);
        effects.left_out_why = effects.left_out.iter().map(|path| self.why(path)).collect();
        let gone = self.folders.iter().filter(|(folder, _)| !self.root.join(folder).is_dir());
        effects.gone = gone.map(|(folder, bits)| (folder.clone(), *bits)).collect();
        let bare = effects.gone.iter().map(|(folder, _)| folder).filter(|folder| self.held_nothing(folder));
        effects.bare = bare.filter(|folder| !ignores(folder)).cloned().collect();
        effects.came.sort();
        Ok(effects)
    }

    /// Whether a folder was copied with no file in it, nor below it.
    fn held_nothing(&self, folder: &str) -> bool {
        let within = format!("{folder}/");
        fn next<'m, V>(map: &'m BTreeMap<String, V>, from: &String) -> Option<&'m String> {
            map.range::<String, _>(from..).next().map(|(path, _)| path)
        }
        let held = [next(&self.files, &within), next(&self.links, &within), next(&self.built, &within)];
        held.into_iter().flatten().all(|path| !path.starts_with(&within))
    }

    /// Puts what is there, where it is not as it was copied, to where it belongs. No content is kept.
    fn changed<'a>(
        &'a self,
        tree: &Tree,
        path: String,
        meta: &Metadata,
        counted: &BTreeSet<String>,
        found: &mut Vec<Found<'a>>,
        to: &mut Effects,
    ) -> Result<(), CopyError> {
        let known = self.files.get(&path);
        let link = self.links.get(&path);
        if known.is_some_and(|known| known.print == print(meta))
            || link.is_some() && meta.is_symlink() && fs::read_link(self.root.join(&path)).ok().as_ref() == link
        {
            return Ok(());
        }
        let new = known.is_none() && link.is_none();
        if new && !counted.contains(&path) && FilePath::parse(&path).is_ok() {
            to.ignored += 1;
            return Ok(());
        }
        let too_large = meta.len() > MAX_FILE || known.is_some_and(|known| known.state.is_none());
        let (Ok(file), true, None, false) = (FilePath::parse(&path), meta.is_file(), link, too_large) else {
            to.left_out.push(path);
            return Ok(());
        };
        let before = known.and_then(|known| known.state.as_ref());
        if let Some(before) = before
            && before.bytes == meta.len()
            && before.mode == meta.mode() & 0o7777
        {
            // Only its time may be another.
            match tree.state(&file) {
                Ok(Some(now)) if now == *before => {
                    to.aged += u64::from(
                        known.is_some_and(|known| (known.print.1, known.print.2) != (meta.mtime(), meta.mtime_nsec())),
                    );
                    return Ok(());
                }
                Ok(_) => {}
                Err(TreeError::Io { source, .. }) => return Err(source.into()),
                Err(_) => {
                    to.left_out.push(path);
                    return Ok(());
                }
            }
        }
        if !counted.contains(&path) && !self.shown.contains(&path) {
            to.ignored += 1;
            return Ok(());
        }
        found.push(Found { path: file, before, bytes: Some(meta.len()) });
        Ok(())
    }

    /// The files and links of the copy that ignore rules leave in.
    fn counted(&self) -> io::Result<BTreeSet<String>> {
        let files = ignored::walk(&self.root, |_| true)?
            .build()
            .filter_map(Result::ok)
            .filter(|e| e.file_type().is_some_and(|kind| !kind.is_dir()));
        Ok(files.filter_map(|e| e.path().strip_prefix(&self.root).ok()?.to_str().map(str::to_owned)).collect())
    }

    /// Whether a folder that a build had made holds what was copied into it, and nothing else.
    fn as_it_was(&self, folder: &str, known: &BTreeMap<String, Option<Print>>) -> bool {
        let (mut seen, mut open) = (0, vec![folder.to_owned()]);
        while let Some(within) = open.pop() {
            let Ok(entries) = fs::read_dir(self.root.join(&within)) else { return false };
            for entry in entries {
                let Some((name, meta)) =
                    entry.ok().and_then(|e| Some((e.file_name().into_string().ok()?, e.metadata().ok()?)))
                else {
                    return false;
                };
                let path = format!("{within}/{name}");
                match known.get(&path) {
                    Some(None) if meta.is_dir() => open.push(path),
                    Some(Some(was)) if *was == print(&meta) => {}
                    _ => return false,
                }
                seen += 1;
            }
        }
        seen == known.len()
    }

    /// Folders of the workspace that are not copied.
    pub fn linked(&self) -> &[PathBuf] {
        &self.linked
    }
}

/// Copies a file of what a build made. One that is written to meanwhile is none: cut short and as old as
/// it was, it would pass for whole.
fn copy_built(from: &fs::File, to: &Path, looked: &Metadata) -> io::Result<Print> {
    let copied = put(to, looked, |mut file| io::copy(&mut from.take(looked.len()), &mut file));
    let same = copied.and_then(|(_, print_of)| match print(&from.metadata()?) == print(looked) {
        true => Ok(print_of),
        false => Err(io::Error::other("it was written to while it was copied")),
    });
    if same.is_err() {
        let _ = fs::remove_file(to);
    }
    same
}

fn copy_file(from: &fs::File, to: &Path, looked: &Metadata) -> io::Result<Copied> {
    let mode = looked.permissions().mode() & 0o7777;
    let (state, print) = put(to, looked, |mut file| {
        if looked.len() > MAX_FILE {
            io::copy(&mut from.take(looked.len()), &mut file)?;
            return Ok(None);
        }
        let mut content = Vec::new();
        from.take(MAX_FILE + 1).read_to_end(&mut content)?;
        file.write_all(&content)?;
        let (hash, bytes) = (super::digest(&content), content.len() as u64);
        Ok(Some(FileState { hash, bytes, mode, attributes: None }))
    })?;
    Ok(Copied { state, print })
}

/// Makes a file with what `fill` puts into it, and the mode and age of another.
fn put<T>(to: &Path, like: &Metadata, fill: impl FnOnce(&fs::File) -> io::Result<T>) -> io::Result<(T, Print)> {
    let file = fs::File::create_new(to)?;
    let filled = fill(&file)?;
    // As old as it is there: what is built by the times of files is not built anew. By the open file:
    // one that may only be read takes no time any more.
    file.set_modified(like.modified()?)?;
    file.set_permissions(fs::Permissions::from_mode(like.permissions().mode() & 0o7777))?;
    Ok((filled, print(&file.metadata()?)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test says what is wrong by failing")]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_copied_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("root");
        fs::create_dir_all(root.join("target/.ssh")).unwrap();
        fs::create_dir(root.join("src")).unwrap();
        fs::write(root.join("target/CACHEDIR.TAG"), "").unwrap();
        fs::write(root.join("plain.txt"), "plain").unwrap();
        fs::write(root.join(".env"), "SECRET").unwrap();
        fs::hard_link(root.join(".env"), root.join("src/innocent.txt")).unwrap();
        fs::hard_link(root.join(".env"), root.join("target/innocent.txt")).unwrap();
        fs::hard_link(root.join("plain.txt"), root.join("src/same.txt")).unwrap();
        let copy = Copy::of(&root, Beside::Bound, Plan::of(&root).unwrap()).unwrap();
        let there = |name: &str| copy.root().join(name).exists();
        assert!(!there(".env") && !there("src/innocent.txt") && !there("target/innocent.txt"));
        assert!(there("plain.txt") && there("src/same.txt"), "a link to what is no secret is a file like any other");
    }

    /// What a command does while its folder is copied.
    #[test]
    fn what_is_swapped_for_a_link_or_a_pipe_after_the_look_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let outside = folder.path().canonicalize().unwrap().join("outside");
        let root = outside.with_file_name("root");
        for at in [&outside, &root.join("target/sub"), &root.join("src/sub")] {
            fs::create_dir_all(at).unwrap();
            for name in ["link", "pipe", "gone", "grown", "kept"] {
                fs::write(at.join(name), "SECRET").unwrap();
            }
        }
        fs::write(root.join("target/CACHEDIR.TAG"), "").unwrap();
        for within in ["target", "src"] {
            fs::create_dir(root.join(within).join("way")).unwrap();
            fs::write(root.join(within).join("way/key"), "mine").unwrap();
        }
        fs::write(outside.join("key"), "SECRET").unwrap();
        let plan = Plan::of(&root).unwrap();
        for within in ["target", "src"] {
            let (at, way) = (root.join(within).join("sub"), root.join(within).join("way"));
            for name in ["link", "pipe", "gone"] {
                fs::remove_file(at.join(name)).unwrap();
            }
            symlink(outside.join("link"), at.join("link")).unwrap();
            rustix::fs::mknodat(rustix::fs::CWD, at.join("pipe"), rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
            fs::write(at.join("grown"), "SECRET and more").unwrap();
            fs::remove_dir_all(&way).unwrap();
            symlink(&outside, &way).unwrap();
        }
        let copy = Copy::of(&root, Beside::Bound, plan).unwrap();
        let there = |name: &str| fs::read_to_string(copy.root().join(name)).ok();
        for within in ["target", "src"] {
            for gone in ["sub/link", "sub/pipe", "sub/gone", "way/key"] {
                assert_eq!(there(&format!("{within}/{gone}")), None, "{within}/{gone}");
            }
            assert_eq!(there(&format!("{within}/sub/kept")).as_deref(), Some("SECRET"));
        }
        // Cut short it would pass for whole.
        assert_eq!(there("target/sub/grown"), None);
    }
}
