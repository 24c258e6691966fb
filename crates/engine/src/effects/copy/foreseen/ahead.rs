//! A folder as commands would leave it, over what is there.

use super::super::super::{ignored, masked};
use super::super::{BUILT, LINKED, MAX_FILE, Most, plain_folder};
use countersign_core::file::FilePath;
use rustix::fs::Access;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Contents of the same length are compared up to so many bytes.
const COMPARED: u64 = 1_000_000;

/// What would be somewhere.
#[derive(Clone, PartialEq)]
pub(super) enum Is {
    Nothing,
    Folder,
    File(Content),
}

/// What a file would hold.
#[derive(Clone, PartialEq)]
pub(super) enum Content {
    /// What this file of the folder holds now.
    Of(String),
    /// Something else that nobody has seen; whether it counts as another than what is there now.
    Other(bool),
}

impl Content {
    /// The same in another place: nobody can say that it is what is there.
    pub(super) fn elsewhere(self) -> Self {
        if let Self::Other(_) = self { Self::Other(true) } else { self }
    }
}

/// A folder as commands would leave it.
#[derive(Clone)]
pub(super) struct Ahead {
    pub(super) root: PathBuf,
    pub(super) cwd: String,
    rules: Arc<ignored::Rules>,
    tracked: Arc<BTreeSet<String>>,
    most: Most,
    /// What earlier commands leave otherwise than it is now.
    was: BTreeMap<String, Is>,
    /// What would not be as it is now.
    pub(super) over: BTreeMap<String, Is>,
    /// The files that would be touched, by what came after those earlier ones.
    touched: BTreeSet<String>,
    /// The permission bits of folders that came, where they let in others than a new one does.
    odd: BTreeMap<String, u32>,
}

pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The folders that a path is in, nearest first, without the root.
pub(super) fn above(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(move |(at, _)| path.get(..at).unwrap_or_default())
}

/// Whether a file says what is ignored.
fn is_rules(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| ignored::NAMES.contains(&name))
}

pub(super) fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

impl Ahead {
    /// As it is: nothing was done yet. None where its ignore rules cannot be read.
    pub(super) fn of(root: &Path, most: Most) -> Option<Self> {
        let rules = Arc::new(ignored::Rules::of(root).ok()?);
        let tracked = Arc::new(masked::tracked(root));
        let (was, over, touched, odd) = Default::default();
        Some(Self { root: root.to_owned(), cwd: String::new(), rules, tracked, most, was, over, touched, odd })
    }

    /// What comes next is done in this folder, to what is there by then.
    pub(super) fn goes_on(&mut self, cwd: &str) {
        cwd.clone_into(&mut self.cwd);
        self.was.clone_from(&self.over);
        self.touched.clear();
    }

    /// What was done since then is as if it had not been.
    pub(super) fn takes_back(&mut self) {
        self.over.clone_from(&self.was);
        self.touched.clear();
    }

    /// Whether it would change what is ignored: what comes behind that is not told.
    pub(super) fn sets_rules(&self) -> bool {
        self.touched.iter().any(|path| is_rules(path))
    }

    /// Whether nothing was done since then.
    pub(super) fn is_idle(&self) -> bool {
        self.touched.is_empty() && self.over == self.was
    }

    /// Whether what was done is that folders came or went, and nothing else.
    pub(super) fn of_folders(&self) -> bool {
        let moved = |(path, is): (&String, &Is)| (*is == Is::Folder) != (self.before(path) == Some(Is::Folder));
        self.touched.is_empty() && self.over.iter().any(moved)
    }

    /// A path within the root; none of what leads elsewhere, or to what no copy holds.
    pub(super) fn path(&self, word: &str) -> Option<String> {
        self.place(word).filter(|path| !path.is_empty())
    }

    /// The same; empty of the root itself.
    pub(super) fn place(&self, word: &str) -> Option<String> {
        let whole = match word.starts_with('/') {
            true => Path::new(word).strip_prefix(&self.root).ok()?.to_str()?.to_owned(),
            false => join(&self.cwd, word),
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in whole.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    let here = self.is(&parts.join("/"))? == Is::Folder;
                    parts.pop().filter(|_| here)?;
                }
                part if part == BUILT || LINKED.contains(&part) => return None,
                part => parts.push(part),
            }
        }
        let path = parts.join("/");
        (!word.ends_with('/') || self.is(&path)? == Is::Folder).then_some(path)
    }

    /// What is somewhere; none where that is no file and no folder, or reached through a link.
    pub(super) fn is(&self, path: &str) -> Option<Is> {
        self.is_by(&self.over, path)
    }

    /// The same before what came after the earlier commands.
    fn before(&self, path: &str) -> Option<Is> {
        self.is_by(&self.was, path)
    }

    fn is_by(&self, over: &BTreeMap<String, Is>, path: &str) -> Option<Is> {
        if path.is_empty() {
            return Some(Is::Folder);
        }
        if let Some(is) = over.get(path) {
            return Some(is.clone());
        }
        if let Some(nearest) = above(path).find_map(|folder| over.get(folder)) {
            return (!matches!(nearest, Is::File(_))).then_some(Is::Nothing);
        }
        let look = |path: &str| match self.root.join(path).symlink_metadata() {
            Ok(found) if found.is_dir() => Some(Is::Folder),
            Ok(found) if found.is_file() => Some(Is::File(Content::Of(path.to_owned()))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Some(Is::Nothing),
            _ => None,
        };
        let folders: Vec<&str> = above(path).collect();
        for folder in folders.into_iter().rev() {
            match look(folder)? {
                Is::Folder => {}
                Is::Nothing => return Some(Is::Nothing),
                Is::File(_) => return None,
            }
        }
        look(path)
    }

    /// A file of the folder that a copy would hold, with all of it.
    pub(super) fn copied(&self, path: &str) -> Option<Metadata> {
        let at = self.root.join(path);
        let found = at.symlink_metadata().ok().filter(Metadata::is_file)?;
        // One with other names may be a secret under another name.
        let plain = found.nlink() == 1 && found.len() <= MAX_FILE && found.permissions().mode() & 0o7000 == 0;
        (plain && FilePath::parse(path).is_ok() && rustix::fs::access(at, Access::READ_OK).is_ok()).then_some(found)
    }

    /// Whether a change of this file, which is there, would be shown.
    fn shown(&self, path: &str) -> bool {
        FilePath::parse(path).is_ok() && (self.tracked.contains(path) || !self.ignored(&self.rules, path))
    }

    fn ignored(&self, rules: &ignored::Rules, path: &str) -> bool {
        let named = |path: &str, folder: bool| rules.ignores(&self.root.join(path), folder);
        named(path, false) || above(path).any(|folder| named(folder, true))
    }

    /// Whether a folder is left out by the rules as they are, itself or with one that it is in.
    pub(super) fn is_ignored(&self, folder: &str) -> bool {
        std::iter::once(folder).chain(above(folder)).any(|folder| self.rules.ignores(&self.root.join(folder), true))
    }

    /// The ignore rules afterwards; none where nobody can say what they hold.
    fn rules_after(&self) -> Option<ignored::Rules> {
        let moved = self.touched.iter().filter(|path| is_rules(path)).map(|path| match self.over.get(path)? {
            Is::File(Content::Of(at)) => Some((path.clone(), Some(at.clone()))),
            Is::File(Content::Other(_)) => None,
            Is::Nothing | Is::Folder => Some((path.clone(), None)),
        });
        ignored::Rules::as_if(&self.root, moved.collect::<Option<_>>()?).ok()
    }

    /// Whether the files that were not there would be shown.
    fn shows_what_came(&self) -> bool {
        let file = |path: &str| matches!(self.over.get(path), Some(Is::File(_)));
        let mut came = self.touched.iter().filter(|path| file(path) && !self.there(path)).peekable();
        came.peek().is_none() || self.rules_after().is_some_and(|rules| came.all(|path| !self.ignored(&rules, path)))
    }

    /// Whether something was there before.
    fn there(&self, path: &str) -> bool {
        self.before(path) != Some(Is::Nothing)
    }

    /// Whether a folder lets in whom a new one does, but for these bits. Those of one that comes or goes with a file
    /// are nothing that a change of it says.
    pub(super) fn plain(&self, folder: &str, masked: u32) -> Option<()> {
        (self.bits(&self.over, folder)? & !masked == plain_folder()).then_some(())
    }

    /// The permission bits of a folder.
    fn bits(&self, over: &BTreeMap<String, Is>, folder: &str) -> Option<u32> {
        if over.get(folder) == Some(&Is::Folder) {
            return Some(self.odd.get(folder).copied().unwrap_or_else(plain_folder));
        }
        Some(self.root.join(folder).symlink_metadata().ok()?.permissions().mode() & 0o7777)
    }

    /// The same of one that holds no file, where it can be made again with them, and its copy has them.
    fn bits_alone(&self, folder: &str) -> Option<u32> {
        self.bits(&self.over, folder).filter(|bits| bits & 0o7700 == 0o700)
    }

    /// A file goes, or another takes its place.
    pub(super) fn leaves(&self, path: &str) -> Option<()> {
        match self.is(path)? {
            Is::File(Content::Of(at)) if at == path => self.copied(path).filter(|_| self.shown(path)).map(drop),
            Is::File(_) => self.shown(path).then_some(()),
            Is::Nothing | Is::Folder => None,
        }
    }

    pub(super) fn goes(&mut self, path: &str) -> Option<()> {
        self.leaves(path)?;
        self.put(path, Is::Nothing)
    }

    pub(super) fn comes(&mut self, path: &str, content: Content) -> Option<()> {
        let folder = above(path).next().unwrap_or_default();
        match self.is(path)? {
            Is::Nothing if FilePath::parse(path).is_ok() => {}
            Is::File(_) => self.leaves(path)?,
            Is::Nothing | Is::Folder => return None,
        }
        if let Content::Of(at) = &content {
            self.copied(at)?;
        }
        if self.is(folder)? == Is::Folder { self.put(path, Is::File(content)) } else { None }
    }

    pub(super) fn put(&mut self, path: &str, is: Is) -> Option<()> {
        self.touched.insert(path.to_owned());
        self.over.insert(path.to_owned(), is);
        (self.touched.len() <= self.most.items).then_some(())
    }

    /// A folder comes, with these permission bits.
    pub(super) fn made(&mut self, folder: &str, bits: u32) -> Option<()> {
        FilePath::folder(folder).ok()?;
        let within = above(folder).next().unwrap_or_default();
        if self.is(within)? != Is::Folder {
            return None;
        }
        // In the place of one, it is to be just that: also of one that an earlier command took away, since both are
        // taken back together.
        let here = self.root.join(folder).symlink_metadata().ok().filter(Metadata::is_dir);
        let other = self.before(folder)? == Is::Folder && self.bits(&self.was, folder)? != bits;
        if other || here.is_some_and(|here| here.mode() & 0o7777 != bits) {
            return None;
        }
        match bits == plain_folder() {
            true => self.odd.remove(folder),
            false => self.odd.insert(folder.to_owned(), bits),
        };
        self.over.insert(folder.to_owned(), Is::Folder);
        Some(())
    }

    /// A folder that holds nothing goes.
    pub(super) fn empty_goes(&mut self, folder: &str) -> Option<()> {
        self.bits_alone(folder).filter(|_| self.is_empty(folder))?;
        self.over.insert(folder.to_owned(), Is::Nothing);
        Some(())
    }

    /// The files in a folder, by their paths within it, and the folders in it, outermost first.
    pub(super) fn tree(&self, folder: &str) -> Option<(Vec<String>, Vec<String>)> {
        let (mut files, mut folders, mut open) = (Vec::new(), Vec::new(), vec![String::new()]);
        while let Some(within) = open.pop() {
            let at = if within.is_empty() { folder.to_owned() } else { join(folder, &within) };
            for name in self.names(&at)? {
                let path = join(&within, &name);
                let whole = self.path_below(folder, &path)?;
                match self.is(&whole)? {
                    Is::Nothing => continue,
                    Is::Folder => {
                        FilePath::folder(&whole).ok()?;
                        open.push(path.clone());
                        folders.push(path);
                    }
                    _ => files.push(path),
                }
                if files.len() + folders.len() > self.most.items {
                    return None;
                }
            }
        }
        Some((files, folders))
    }

    /// The names of what is, or was, in a folder that is there.
    fn names(&self, folder: &str) -> Option<BTreeSet<String>> {
        let inside = self.over.keys().filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
        let mut names: BTreeSet<String> = inside.filter(|name| !name.contains('/')).map(str::to_owned).collect();
        // One that came holds nothing but what came with it, whatever was there before it.
        if !std::iter::once(folder).chain(above(folder)).any(|path| self.over.contains_key(path)) {
            for entry in fs::read_dir(self.root.join(folder)).ok()? {
                names.insert(entry.ok()?.file_name().to_str()?.to_owned());
            }
        }
        Some(names)
    }

    /// Whether a folder is there and holds nothing.
    fn is_empty(&self, folder: &str) -> bool {
        let gone = |name: &String| self.is(&join(folder, name)) == Some(Is::Nothing);
        self.is(folder) == Some(Is::Folder) && self.names(folder).is_some_and(|names| names.iter().all(gone))
    }

    /// A file is written by something else than a command, in folders that come with it.
    pub(super) fn is_written(&mut self, path: &str, content: Content) {
        let coming: Vec<&str> = above(path).filter(|folder| self.is(folder) == Some(Is::Nothing)).collect();
        self.over.extend(coming.into_iter().map(|folder| (folder.to_owned(), Is::Folder)));
        self.touched.insert(path.to_owned());
        self.over.insert(path.to_owned(), Is::File(content));
    }

    /// A file is removed by something else than a command, and these folders with it where they hold nothing then.
    pub(super) fn is_removed(&mut self, path: &str, mut folders: Vec<String>) {
        self.touched.insert(path.to_owned());
        self.over.insert(path.to_owned(), Is::Nothing);
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
        for folder in folders {
            if self.is_empty(&folder) {
                self.over.insert(folder, Is::Nothing);
            }
        }
    }

    fn path_below(&self, folder: &str, path: &str) -> Option<String> {
        let name = path.rsplit('/').next()?;
        (name != BUILT && !LINKED.contains(&name)).then(|| join(folder, path))
    }

    /// The same files with what they hold.
    pub(super) fn contents(&self, folder: &str) -> Option<Vec<(String, Content)>> {
        let content = |file: String| match self.is(&join(folder, &file))? {
            Is::File(content) => Some((file, content.elsewhere())),
            Is::Nothing | Is::Folder => None,
        };
        self.tree(folder)?.0.into_iter().map(content).collect()
    }

    /// A folder goes with all that is in it. By their paths within it, it and the folders in it, outermost first, with
    /// their permission bits.
    pub(super) fn all_go(&mut self, folder: &str) -> Option<Vec<(String, u32)>> {
        let (files, folders) = self.tree(folder)?;
        let mut gone = Vec::new();
        for within in std::iter::once(String::new()).chain(folders) {
            let path = if within.is_empty() { folder.to_owned() } else { join(folder, &within) };
            let holds = within.is_empty() && !files.is_empty() || files.iter().any(|file| is_below(file, &within));
            if holds {
                self.plain(&path, 0)?;
            }
            gone.push((within, self.bits_alone(&path)?));
        }
        for file in &files {
            self.goes(&join(folder, file))?;
        }
        for (within, _) in &gone {
            let path = if within.is_empty() { folder.to_owned() } else { join(folder, within) };
            self.over.insert(path, Is::Nothing);
        }
        Some(gone)
    }

    /// What is in a folder that is copied, as [`Self::all_go`] says it. The copies are made as new folders are, as far
    /// as these let others in.
    pub(super) fn copies(&self, folder: &str) -> Option<Vec<(String, u32)>> {
        let (_, folders) = self.tree(folder)?;
        let masked = 0o777 & !plain_folder();
        self.plain(folder, masked)?;
        folders.iter().try_for_each(|within| self.plain(&join(folder, within), masked))?;
        Some(std::iter::once(String::new()).chain(folders).map(|within| (within, plain_folder())).collect())
    }

    /// Whether what has come together is what changes of files say.
    pub(super) fn of_files(&self) -> bool {
        let came = |path: &&String| self.before(path) != Some(Is::Folder);
        let mut folders = self.over.iter().filter(|(_, is)| **is == Is::Folder).map(|(path, _)| path).filter(came);
        let file = |path: &String| matches!(self.over.get(path), Some(Is::File(_)));
        let holds = |folder: &String| self.touched.iter().any(|path| is_below(path, folder) && file(path));
        let fits = |folder: &String| {
            let as_others = if holds(folder) { !self.odd.contains_key(folder) } else { !self.is_ignored(folder) };
            as_others && self.before(folder) == Some(Is::Nothing)
        };
        // A file in the place of a folder, or the other way round, is no change of one file.
        let apart = |path: &String| {
            !above(path).any(|folder| self.touched.contains(folder)) && self.before(path) != Some(Is::Folder)
        };
        folders.all(fits)
            && self.touched.iter().all(apart)
            && self.shows_what_came()
            && !self.touched.is_empty()
            && self.touched.iter().map(|path| self.bytes(path)).sum::<u64>() <= self.most.bytes
    }

    /// Whether at least one file changes, or all that came went again.
    pub(super) fn changes(&self) -> bool {
        self.touched.iter().any(|path| self.surely(path)) || self.comes_to_nothing()
    }

    /// Whether a file is another, or there where it was not, or nobody can say: what nobody has seen cannot be
    /// compared, and where it is just the same in the end, there is nothing to take back.
    fn surely(&self, path: &str) -> bool {
        let was = match self.before(path) {
            Some(Is::File(content)) => Some(content),
            _ => None,
        };
        match (self.over.get(path), was) {
            (Some(Is::File(Content::Of(at))), Some(Content::Of(was))) => *at != was && self.differ(at, &was),
            (Some(Is::File(Content::Other(other))), Some(Content::Of(was))) if was == path => *other,
            (Some(Is::File(_)), _) => true,
            _ => self.there(path),
        }
    }

    /// Whether all that came went again.
    fn comes_to_nothing(&self) -> bool {
        let nothing = |path: &String| self.over.get(path) == Some(&Is::Nothing) && !self.there(path);
        !self.touched.is_empty() && self.touched.iter().all(nothing)
    }

    pub(super) fn differ(&self, one: &str, other: &str) -> bool {
        let read = |path: &str| fs::read(self.root.join(path)).ok();
        match (self.copied(one), self.copied(other)) {
            (Some(a), Some(b)) if a.len() == b.len() => a.len() <= COMPARED && read(one) != read(other),
            (Some(_), Some(_)) => true,
            _ => false,
        }
    }

    /// So many bytes would have to be kept of it anew.
    fn bytes(&self, path: &str) -> u64 {
        let at = match self.over.get(path) {
            Some(Is::File(Content::Of(at))) => at,
            Some(Is::File(Content::Other(_))) => path,
            _ => return 0,
        };
        self.root.join(at).symlink_metadata().map_or(0, |found| found.len())
    }
}
