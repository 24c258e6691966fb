//! Putting changes of several files in place, all or none, and what a crash left of that.
//!
//! A change is prepared beside its files, put in place file by file with renames that show what
//! they displaced, and taken back in reverse when one of them finds something unexpected. Nothing is
//! ever removed before it was looked at: what somebody wrote meanwhile stays, under another name if
//! there is no other way, and is reported.

mod renames;

use self::renames::{exchange, move_aside, move_in};
use super::attributes::{attributes_of, dress};
use super::{Found, Planned, Result, Tree, TreeError, io, open_at, read_at, read_open};
use countersign_core::file::{FileChange, FileKey, FilePath, FileState, SPECIAL};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Dir, Mode, OFlags};
use rustix::io::Errno;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Seek, Write};
use std::sync::Arc;
use std::time::Duration;

/// Ends the names of files that are made beside others.
const TEMP: &str = ".tmp";
/// Ends the name of what was moved out of the way, where names cannot be exchanged.
const MOVED: &str = ".old";
/// Ends the name of what somebody wrote into a file while it was being removed.
const KEPT: &str = ".kept";

/// So many new files are open at a time until they are on the disk.
const AT_ONCE: usize = 128;

/// For how long a replaced file is watched for what a program that had it open still writes.
const WATCH: Duration = Duration::from_secs(1);

impl Tree {
    /// Puts all changes in place, or none. `mark` names the files that are made meanwhile. What was
    /// displaced stays beside the new files until it is cleared.
    ///
    /// # Errors
    /// Why it could not be done; all is then as it was before, except after
    /// [`TreeError::HalfDone`].
    pub fn apply(&self, planned: &[Planned], mark: &str) -> Result<InPlace> {
        let mut placed = InPlace { staged: Vec::new(), made: Vec::new() };
        let done = self.stage(planned, mark, &mut placed.staged, &mut placed.made);
        match done.and_then(|()| commit(&mut placed.staged, &placed.made)) {
            Ok(()) => Ok(placed),
            Err(e) => self.take_out(placed).and(Err(e)),
        }
    }

    /// Puts back what was displaced: neither the store nor any space is needed for it.
    ///
    /// # Errors
    /// [`TreeError::HalfDone`].
    pub fn take_out(&self, mut placed: InPlace) -> Result<()> {
        let back = roll_back(&mut placed.staged);
        for (folder, _) in placed.made.iter().rev() {
            self.remove_folder(folder);
        }
        back
    }

    /// Removes what was displaced, once it is known for good that the changes stand. What cannot be
    /// removed now is left to [`Tree::sweep`].
    pub fn clear(&self, placed: InPlace) -> Cleared {
        let (mut aside, mut whole) = (Vec::new(), true);
        let mut watched = Vec::new();
        let folders: Vec<FilePath> = placed.gone().cloned().collect();
        for one in placed.staged {
            match one.discard(one.change.before.as_ref()) {
                Ok(gone) => watched.extend(gone),
                Err(Left::Stays) => whole = false,
                Err(Left::Written(kept)) => aside.push(one.aside(&kept)),
            }
        }
        watch(watched);
        self.remove_folders(folders.iter());
        Cleared { aside, whole }
    }

    /// Writes the contents beside their places, after a look at what is there now.
    fn stage(
        &self,
        planned: &[Planned],
        mark: &str,
        staged: &mut Vec<Staged>,
        made: &mut Vec<(FilePath, OwnedFd)>,
    ) -> Result<()> {
        // Opened once each: what is put there later is not followed to.
        let mut folders: BTreeMap<&str, Arc<OwnedFd>> = BTreeMap::new();
        for (group, first) in planned.chunks(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
            let mut written = Vec::new();
            for (plan, i) in group.iter().zip(first..) {
                let path = &plan.change.at.path;
                let known = folders.get(holder(path)).cloned();
                let there = match &known {
                    Some(folder) => self.opened(folder, path)?,
                    None => self.folder(path)?.map(|folder| self.opened(&folder, path)).transpose()?.flatten(),
                };
                let now = there.as_ref().map(|file| read_open(file, path.as_str())).transpose()?;
                if now.map(|(_, state)| state) != plan.change.before {
                    return Err(TreeError::Conflict { path: path.to_string() });
                }
                let folder = match known {
                    Some(folder) => folder,
                    None => {
                        let besides = plan.change.after.as_ref().and_then(|after| after.attributes.as_ref());
                        let as_it_was = besides.map_or(&[][..], |besides| &besides.folders);
                        Arc::new(self.folder_made(path, as_it_was, made)?)
                    }
                };
                folders.insert(holder(path), folder.clone());
                let temp = format!(".{mark}-{i}{TEMP}");
                if let (Some(after), Some(content)) = (&plan.change.after, &plan.content) {
                    let besides = |file: &File| {
                        let replaced = there.as_ref().map(attributes_of).transpose()?;
                        dress(file, replaced.as_ref(), after.attributes.as_deref())
                    };
                    let file =
                        write_temp(&folder, &temp, content, after.mode, besides).map_err(|e| io(path.as_str(), e))?;
                    written.push((path, file));
                }
                staged.push(Staged { folder, temp, change: plan.change.clone(), holds: Holds::New });
            }
            for (path, file) in written {
                file.sync_all().map_err(|e| io(path.as_str(), e))?;
            }
        }
        Ok(())
    }

    /// Removes the folders that were made for files which did not come after all.
    pub fn unmake(&self, planned: &[Planned]) {
        let made = planned.iter().filter(|plan| plan.change.before.is_none());
        self.remove_folders(made.flat_map(|plan| &plan.change.folders));
    }

    /// Removes the folders that go with the last file in them.
    pub fn empty(&self, planned: &[Planned]) {
        let gone = planned.iter().filter(|plan| plan.change.after.is_none());
        self.remove_folders(gone.flat_map(|plan| &plan.change.folders));
    }

    fn remove_folders<'p>(&self, folders: impl Iterator<Item = &'p FilePath>) {
        let mut folders: Vec<&FilePath> = folders.collect();
        // The innermost first.
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.as_str().len()));
        folders.into_iter().for_each(|folder| self.remove_folder(folder));
    }

    /// Removes a folder if it is empty; one that is not stays.
    fn remove_folder(&self, path: &FilePath) {
        if let Ok(Some(parent)) = self.folder(path) {
            let _ = rustix::fs::unlinkat(&parent, path.name(), AtFlags::REMOVEDIR);
        }
    }

    /// How a file stands that was being changed when something went wrong.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn look(&self, change: &FileChange) -> Result<Found> {
        match self.state(&change.at.path) {
            Ok(now) if now == change.after => Ok(Found::New),
            Ok(now) if now == change.before => Ok(Found::Old),
            Ok(_) | Err(TreeError::NotAFile { .. } | TreeError::TooLarge { .. }) => Ok(Found::Third),
            Err(e) => Err(e),
        }
    }

    /// Puts files back that were changed before the process ended; those that were not stay.
    ///
    /// # Errors
    /// As [`Self::apply`].
    pub fn take_back(&self, back: &[Planned], mark: &str) -> Result<InPlace> {
        let mut left = Vec::new();
        for plan in back {
            if self.state(&plan.change.at.path)? == plan.change.before {
                left.push(plan.clone());
            }
        }
        left.reverse();
        self.apply(&left, mark)
    }

    /// Moves files in again that were moved out of the way when the process ended, where names
    /// cannot be exchanged.
    pub fn mend(&self, planned: &[Planned], mark: &str) {
        for (plan, folder) in self.folders(planned) {
            let (Some(before), Some(after)) = (&plan.change.before, &plan.change.after) else { continue };
            if !matches!(read_at(&folder, plan.change.at.path.name(), ""), Ok(None)) {
                continue;
            }
            let moved = |name: &String| {
                name.ends_with(MOVED)
                    && read_at(&folder, name, "")
                        .is_ok_and(|found| found.is_some_and(|(_, state)| state == *before || state == *after))
            };
            if let Some(name) = beside(&folder, mark).into_iter().find(moved) {
                let _ = move_in(&folder, &name, plan.change.at.path.name());
            }
        }
    }

    /// Removes what an interrupted apply left beside its files, and the removals of which failed. A file
    /// whose content is neither old nor new nor the beginning of the new is somebody's: it stays, and is
    /// returned. What cannot be looked at or removed stays for the next time.
    pub fn sweep(&self, planned: &[Planned], mark: &str) -> Vec<Aside> {
        self.beside_files(planned, mark, true)
    }

    /// What [`Tree::sweep`] would return; nothing is removed.
    pub fn foreign(&self, planned: &[Planned], mark: &str) -> Vec<Aside> {
        self.beside_files(planned, mark, false)
    }

    fn beside_files(&self, planned: &[Planned], mark: &str, removes: bool) -> Vec<Aside> {
        let mut kept: BTreeMap<String, Aside> = BTreeMap::new();
        let mut watched = Vec::new();
        for (plan, folder) in self.folders(planned) {
            for name in beside(&folder, mark) {
                // `take_back` numbers its files otherwise, so any of them may be any of these.
                let ours = |content: &[u8]| {
                    let sides = || [&plan.change.before, &plan.change.after].into_iter().flatten();
                    planned.iter().flat_map(|p| [&p.content, &p.old]).flatten().any(|known| known.starts_with(content))
                        || sides().any(|state| is(content, state))
                };
                let left = match read_at(&folder, &name, &name) {
                    Ok(None) => continue,
                    _ if name.ends_with(KEPT) => Left::Written(name.clone()),
                    Ok(Some((content, _))) if !ours(&content) => Left::Written(name.clone()),
                    Ok(Some(_)) if removes => match remove(&folder, &name, ours) {
                        Ok(gone) => {
                            watched.extend(gone);
                            continue;
                        }
                        Err(left) => left,
                    },
                    Ok(Some(_)) => continue,
                    Err(TreeError::Io { .. }) => Left::Stays,
                    Err(_) => Left::Written(name.clone()),
                };
                if let Left::Written(written) = left {
                    let by = numbered(&name, mark).and_then(|i| planned.get(i)).unwrap_or(plan);
                    let path = sibling(&plan.change.at.path, &written);
                    kept.entry(path.clone()).or_insert(Aside { of: by.change.at.clone(), path });
                }
            }
        }
        watch(watched);
        kept.into_values().collect()
    }

    /// What an interrupted apply left beside its files, all of it left there.
    pub fn left_beside(&self, planned: &[Planned], mark: &str) -> Vec<String> {
        let folders = self.folders(planned);
        let names = |(plan, folder): &(&Planned, Arc<OwnedFd>)| {
            let path = &plan.change.at.path;
            beside(folder, mark).into_iter().map(|name| sibling(path, &name)).collect::<Vec<_>>()
        };
        folders.iter().flat_map(names).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Takes contents that the store does not have any more from the files, and from what an interrupted
    /// apply left beside them.
    pub fn fill(&self, planned: &mut [Planned], mark: &str) {
        for i in 0..planned.len() {
            let Some(plan) = planned.get(i) else { continue };
            let path = &plan.change.at.path;
            let Ok(Some(folder)) = self.folder(path) else { continue };
            let find = |wanted: &FileState| {
                let names = std::iter::once(path.name().to_owned()).chain(beside(&folder, mark));
                let mut contents = names.filter_map(|name| read_at(&folder, &name, &name).ok().flatten());
                contents.find(|(content, _)| is(content, wanted)).map(|(content, _)| content)
            };
            let missing = |state: &Option<FileState>, known: &Option<Vec<u8>>| match (state, known) {
                (Some(state), None) => find(state),
                _ => None,
            };
            let found = (missing(&plan.change.after, &plan.content), missing(&plan.change.before, &plan.old));
            if let Some(plan) = planned.get_mut(i) {
                plan.content = plan.content.take().or(found.0);
                plan.old = plan.old.take().or(found.1);
            }
        }
    }

    /// The folders of files that are there.
    fn folders<'p>(&self, planned: &'p [Planned]) -> Vec<(&'p Planned, Arc<OwnedFd>)> {
        planned.iter().filter_map(|p| Some((p, Arc::new(self.folder(&p.change.at.path).ok()??)))).collect()
    }
}

/// Names in a folder that an apply or its taking back made.
fn beside(folder: &OwnedFd, mark: &str) -> Vec<String> {
    let start = format!(".{mark}-");
    let Ok(entries) = Dir::read_from(folder) else { return Vec::new() };
    let names = entries.filter_map(|e| Some(e.ok()?.file_name().to_str().ok()?.to_owned()));
    names.filter(|name| name.starts_with(&start) && name.contains(TEMP)).collect()
}

/// Which change of an apply a name beside belongs to.
fn numbered(name: &str, mark: &str) -> Option<usize> {
    name.strip_prefix('.')?.strip_prefix(mark)?.strip_prefix('-')?.split('.').next()?.parse().ok()
}

/// The path of the folder that holds a file; empty = the root.
pub(super) fn holder(path: &FilePath) -> &str {
    path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The path of a name beside a file.
fn sibling(path: &FilePath, name: &str) -> String {
    match holder(path) {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}

/// Changes in place. What they displaced is still beside them.
pub struct InPlace {
    staged: Vec<Staged>,
    made: Vec<(FilePath, OwnedFd)>,
}

impl InPlace {
    /// The folders that go with the last file in them.
    fn gone(&self) -> impl Iterator<Item = &FilePath> {
        self.staged.iter().filter(|one| one.change.after.is_none()).flat_map(|one| &one.change.folders)
    }
}

/// What somebody wrote while a file was replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// Into which file.
    pub of: FileKey,
    /// Where it is.
    pub path: String,
}

/// What came of removing what was displaced.
#[derive(Debug)]
pub struct Cleared {
    /// What somebody wrote into a file meanwhile: it is beside the new one.
    pub aside: Vec<Aside>,
    /// Nothing else is left.
    pub whole: bool,
}

/// Why a file beside another is still there.
enum Left {
    /// Somebody wrote into it: it is kept, under this name.
    Written(String),
    /// It could not be looked at or removed.
    Stays,
}

/// What the file beside a changed one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// The new content, if there is one: the change is not in place.
    New,
    /// What it displaced, if anything: the change is in place.
    Old,
    /// What must not be removed: the change could not be taken back.
    Stuck,
}

/// One change on its way.
struct Staged {
    folder: Arc<OwnedFd>,
    temp: String,
    change: FileChange,
    holds: Holds,
}

impl Staged {
    fn path(&self) -> &FilePath {
        &self.change.at.path
    }

    fn name(&self) -> &str {
        self.change.at.path.name()
    }

    /// Whether `temp` is this. What cannot be read is not.
    fn beside_is(&self, state: Option<&FileState>) -> bool {
        read_at(&self.folder, &self.temp, self.path().as_str())
            .is_ok_and(|found| found.map(|(_, state)| state).as_ref() == state)
    }

    fn conflict(&self) -> TreeError {
        TreeError::Conflict { path: self.path().to_string() }
    }

    fn failed(&self, e: Errno) -> TreeError {
        match e {
            Errno::EXIST | Errno::NOENT => self.conflict(),
            e => io(self.path().as_str(), e),
        }
    }

    /// The renames that put the change in place, or take it out again.
    fn turn(&self, out: bool) -> std::result::Result<(), Errno> {
        let (temp, name) = (self.temp.as_str(), self.name());
        match (&self.change.before, &self.change.after) {
            (None, None) => Ok(()),
            (Some(_), Some(_)) => exchange(&self.folder, temp, name),
            (None, Some(_)) if !out => move_in(&self.folder, temp, name),
            (Some(_), None) if out => move_in(&self.folder, temp, name),
            (None, Some(_)) | (Some(_), None) => move_aside(&self.folder, name, temp),
        }
    }

    fn place(&mut self) -> Result<()> {
        self.turn(false).map_err(|e| self.failed(e))?;
        self.holds = Holds::Old;
        // Somebody may have written between the look and the rename.
        if self.change.before.is_some() && !self.beside_is(self.change.before.as_ref()) {
            return Err(self.conflict());
        }
        Ok(())
    }

    /// Undoes [`Self::place`], unless somebody changed the file since.
    fn unplace(&mut self) -> bool {
        let now = read_at(&self.folder, self.name(), self.path().as_str()).map(|found| found.map(|(_, state)| state));
        self.holds = Holds::Stuck;
        if !matches!(now, Ok(now) if now == self.change.after) || self.turn(true).is_err() {
            return false;
        }
        // Somebody may have written between the look and the rename, here as well.
        if self.change.after.is_some() && !self.beside_is(self.change.after.as_ref()) {
            let _ = self.turn(false);
            return false;
        }
        self.holds = Holds::New;
        true
    }

    /// The path of a name beside the file, if there is anything.
    fn there(&self, name: &str) -> Option<String> {
        rustix::fs::statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW).ok().map(|_| sibling(self.path(), name))
    }

    /// Removes what is beside, which is known to be this.
    fn discard(&self, known: Option<&FileState>) -> std::result::Result<Option<Gone>, Left> {
        let Some(known) = known else { return Ok(None) };
        remove(&self.folder, &self.temp, |content| is(content, known))
    }

    fn aside(&self, name: &str) -> Aside {
        Aside { of: self.change.at.clone(), path: sibling(self.path(), name) }
    }
}

fn commit(staged: &mut [Staged], made: &[(FilePath, OwnedFd)]) -> Result<()> {
    for one in staged.iter_mut() {
        one.place()?;
    }
    // A rename is durable when its folder is, and a folder when the one that holds it is.
    let holders = made.iter().map(|(folder, holder)| (folder.as_str(), holder));
    sync_each(staged.iter().map(|one| (one.path().as_str(), &*one.folder)).chain(holders))?;
    // A program that had a file open may have gone on writing to it while the others were placed.
    match staged.iter().find(|s| s.change.before.is_some() && !s.beside_is(s.change.before.as_ref())) {
        Some(written) => Err(written.conflict()),
        None => Ok(()),
    }
}

/// Syncs folders, each once, however many files name it.
fn sync_each<'f>(folders: impl Iterator<Item = (&'f str, &'f OwnedFd)>) -> Result<()> {
    let mut synced = BTreeSet::new();
    for (path, folder) in folders {
        let stat = rustix::fs::fstat(folder).map_err(|e| io(path, e))?;
        if synced.insert((stat.st_dev, stat.st_ino)) {
            rustix::fs::fsync(folder).map_err(|e| io(path, e))?;
        }
    }
    Ok(())
}

/// Takes back what was placed and removes what was written beside. A file that somebody changed
/// meanwhile stays as it is and is reported; the others are taken back all the same.
fn roll_back(staged: &mut [Staged]) -> Result<()> {
    let mut first = None;
    let (mut aside, mut watched) = (Vec::new(), Vec::new());
    for one in staged.iter_mut().rev() {
        let never = one.holds == Holds::New;
        if never || one.unplace() {
            // What only could not be removed is done with here, and swept later. What was in place for a moment may
            // have been opened there; what never was gives its space back at once.
            match one.discard(one.change.after.as_ref()) {
                Ok(gone) => watched.extend(gone.filter(|_| !never)),
                Err(Left::Written(name)) => aside.push(sibling(one.path(), &name)),
                Err(Left::Stays) => {}
            }
        } else {
            first.get_or_insert_with(|| one.path().to_string());
            aside.extend(one.there(&one.temp));
        }
        aside.extend(one.there(&format!("{}{MOVED}", one.temp)));
    }
    watch(watched);
    let _ = sync_each(staged.iter().map(|one| (one.path().as_str(), &*one.folder)));
    let path = match (first, aside.first()) {
        (Some(path), _) => path,
        (None, Some(path)) => path.clone(),
        (None, None) => return Ok(()),
    };
    Err(TreeError::HalfDone { path, aside })
}

/// Whether a content is that of a state.
fn is(content: &[u8], state: &FileState) -> bool {
    blake3::hash(content).to_hex().as_str() == state.hash
}

/// A file that was removed, as it was then and is still open.
struct Gone {
    folder: Arc<OwnedFd>,
    name: String,
    file: File,
    was: FileState,
}

/// Removes a file whose content is `ours`. What somebody wrote to it before or while it was removed is kept.
fn remove(folder: &Arc<OwnedFd>, name: &str, ours: impl Fn(&[u8]) -> bool) -> std::result::Result<Option<Gone>, Left> {
    let looked = |e: TreeError| match e {
        TreeError::Io { .. } => Left::Stays,
        _ => Left::Written(name.to_owned()),
    };
    let Some(file) = open_at(folder, name, name).map_err(looked)? else { return Ok(None) };
    let (content, was) = read_open(&file, name).map_err(looked)?;
    if !ours(&content) {
        return Err(Left::Written(name.to_owned()));
    }
    rustix::fs::unlinkat(folder, name, AtFlags::empty()).map_err(|_| Left::Stays)?;
    let mut gone = Gone { folder: folder.clone(), name: name.to_owned(), file, was };
    match gone.save() {
        Some(saved) => Err(Left::Written(saved)),
        None => Ok(Some(gone)),
    }
}

impl Gone {
    /// Writes down what somebody wrote into it since; gives the name.
    fn save(&mut self) -> Option<String> {
        let (content, state) = self.file.rewind().ok().and_then(|()| read_open(&self.file, &self.name).ok())?;
        if is(&content, &self.was) {
            return None;
        }
        let kept = format!("{}{KEPT}", self.name);
        let file = write_temp(&self.folder, &kept, &content, state.mode & !SPECIAL, |_| Ok(())).ok()?;
        let _ = file.sync_all();
        Some(kept)
    }
}

/// Looks once more, later, at files that were removed: a program that opened one while it had its name may write
/// to it after. What it wrote is then beside the file that took its place. A program that keeps a file open for
/// longer writes into nothing, as with any editor that saves by renaming.
fn watch(removed: Vec<Gone>) {
    if removed.is_empty() {
        return;
    }
    std::thread::spawn(move || {
        std::thread::sleep(WATCH);
        for mut gone in removed {
            gone.save();
        }
    });
}

/// Writes a file that must not be there, gives it what it is to have `besides`, and has the system begin to bring
/// it to the disk; whoever needs it there syncs it. Many that are begun together are there in half the time of one after the other.
fn write_temp(
    folder: &OwnedFd,
    name: &str,
    content: &[u8],
    mode: u32,
    besides: impl FnOnce(&File) -> std::io::Result<()>,
) -> std::io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut file = File::from(rustix::fs::openat(folder.as_fd(), name, flags, Mode::from_raw_mode(0o600))?);
    let written = file.write_all(content).and_then(|()| besides(&file)).and_then(|()| {
        // Last: a new owner takes special bits away.
        rustix::fs::fchmod(&file, Mode::from_raw_mode(mode & 0o7777)).map_err(Into::into)
    });
    if let Err(e) = written {
        let _ = rustix::fs::unlinkat(folder, name, AtFlags::empty());
        return Err(e);
    }
    // Advice only: Linux writes out what it is told is not needed again. The sync is what counts.
    #[cfg(target_os = "linux")]
    let _ = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed);
    Ok(file)
}
