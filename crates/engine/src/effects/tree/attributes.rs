//! What files have besides content and permission bits: owner and group, extended attributes, access lists. A file
//! that takes another's place gets what that one has; where that cannot be, it is known before.

use super::place::holder;
use super::{Result, Tree, TreeError, io, open_at, read_open};
use countersign_core::file::{Attributes, FileChange, FilePath, FileState, FolderWas, Loses, Owner, SPECIAL};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::Mode;
use rustix::process::{Gid, Uid};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind};
use std::os::unix::fs::MetadataExt;

/// Folders that hold files, opened once each.
pub type Folders = BTreeMap<String, Above>;

/// What is above a file.
pub struct Above {
    holder: OwnedFd,
    /// The folders that let in others than a new folder does, outermost first.
    unlike_new: Vec<FolderWas>,
}

impl Tree {
    /// What a file has besides, with the folders above it; none where that is what any new file gets.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn attributes(&self, path: &FilePath, folders: &mut Folders) -> Result<Option<Box<Attributes>>> {
        let Some(above) = self.above(path, folders)? else { return Ok(None) };
        let Some(file) = self.opened(&above.holder, path)? else { return Ok(None) };
        let mut found = attributes_of(&file).map_err(|source| failed(path, source))?;
        found.owner = found.owner.filter(|owner| *owner != own());
        found.folders.clone_from(&above.unlike_new);
        Ok((found != Attributes::default()).then(|| Box::new(found)))
    }

    /// As [`Self::state`], of many files: each folder is opened once.
    ///
    /// # Errors
    /// As [`Self::state`].
    pub fn state_among(&self, path: &FilePath, folders: &mut Folders) -> Result<Option<FileState>> {
        let Some(above) = self.above(path, folders)? else { return Ok(None) };
        let file = self.opened(&above.holder, path)?;
        Ok(file.map(|file| read_open(&file, path.as_str())).transpose()?.map(|(_, state)| state))
    }

    /// The folders above a file; none where they are not there.
    fn above<'f>(&self, path: &FilePath, folders: &'f mut Folders) -> Result<Option<&'f Above>> {
        match folders.entry(holder(path).to_owned()) {
            Entry::Occupied(known) => Ok(Some(known.into_mut())),
            Entry::Vacant(new) => match self.looked_above(path) {
                Err(TreeError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
                above => Ok(Some(new.insert(above?))),
            },
        }
    }

    fn looked_above(&self, path: &FilePath) -> Result<Above> {
        let usual = super::super::copy::plain_folder();
        let mut found = Vec::new();
        let mut at = self.step(self.root.as_fd(), ".", path.as_str())?;
        for (end, _) in path.as_str().match_indices('/') {
            let Some(way) = path.as_str().get(..end) else { break };
            at = self.step(at.as_fd(), way.rsplit('/').next().unwrap_or(way), way)?;
            let stat = rustix::fs::fstat(&at).map_err(|e| io(way, e))?;
            let owner = Some(Owner { user: stat.st_uid, group: stat.st_gid }).filter(|owner| *owner != own());
            let mode = stat.st_mode & 0o7777;
            if let Ok(path) = FilePath::folder(way)
                && (mode != usual || owner.is_some())
            {
                found.push(FolderWas { path, mode, owner });
            }
        }
        Ok(Above { holder: at, unlike_new: found })
    }

    /// What a change of a file that is there cannot keep of it, and what is lost when it is brought back.
    pub fn loses(&self, change: &FileChange) -> Loses {
        let look = || -> Result<Option<Loses>> {
            let path = &change.at.path;
            let Some(folder) = self.folder(path)? else { return Ok(None) };
            let Some(file) = open_at(&folder, path.name(), path.as_str())? else { return Ok(None) };
            let found = file.metadata().map_err(|source| failed(path, source))?;
            let owner = Some(owner_of(&found)).filter(|owner| !may_give(*owner));
            // Without their owner, none of the owner's rights.
            let kept = change.after.as_ref().filter(|_| owner.is_none()).map_or(0, |after| after.mode);
            let mut attributes = names_of(&file).map_err(|source| failed(path, source))?;
            attributes.retain(|name| !is_kept(name) && !GIVEN.contains(&name.as_str()));
            Ok(Some(Loses {
                names: Some(found.nlink()).filter(|names| *names > 1),
                owner,
                special: change.after.is_some() && found.mode() & SPECIAL & !kept != 0,
                attributes,
            }))
        };
        // What cannot be looked at cannot be changed either, and is told then.
        look().ok().flatten().unwrap_or_default()
    }
}

/// Attributes that the system gives every file by itself.
const GIVEN: [&str; 2] = ["security.selinux", "security.SMACK64"];
/// The attribute that lets in others than the permission bits do.
const ACCESS: &str = "system.posix_acl_access";

/// Whether an attribute goes with a file: a person's own, and who is let in. What only the system sets (capabilities,
/// signatures of a content) was for the content it was set on.
fn is_kept(name: &str) -> bool {
    cfg!(target_os = "macos") || name.starts_with("user.") || name == ACCESS
}

fn failed(path: &FilePath, source: Error) -> TreeError {
    TreeError::Io { path: path.to_string(), source }
}

fn owner_of(found: &Metadata) -> Owner {
    Owner { user: found.uid(), group: found.gid() }
}

/// Whose new files are.
fn own() -> Owner {
    Owner { user: rustix::process::geteuid().as_raw(), group: rustix::process::getegid().as_raw() }
}

/// Whose a file is and what of its attributes is kept.
pub(super) fn attributes_of(file: &File) -> std::io::Result<Attributes> {
    let owner = Some(owner_of(&file.metadata()?));
    let mut found = Attributes { owner, ..Attributes::default() };
    for name in names_of(file)?.into_iter().filter(|name| is_kept(name)) {
        let value = extended::get(file, &name)?;
        found.extended.insert(name, value.iter().map(|byte| format!("{byte:02x}")).collect());
    }
    Ok(found)
}

fn names_of(file: &File) -> std::io::Result<Vec<String>> {
    let listed = extended::list(file)?;
    let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.filter_map(|name| String::from_utf8(name.to_owned()).ok()).collect())
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2).map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
    digits.collect()
}

/// Whether this process may give a file to somebody: tried on one that is nowhere.
#[cfg(target_os = "linux")]
fn may_give(owner: Owner) -> bool {
    let tried = rustix::fs::memfd_create("owner", rustix::fs::MemfdFlags::CLOEXEC);
    owner == own() || tried.is_ok_and(|file| chown(&file, owner).is_ok())
}
#[cfg(not(target_os = "linux"))]
fn may_give(owner: Owner) -> bool {
    owner.user == own().user || rustix::process::geteuid().is_root()
}

fn chown(file: impl AsFd, Owner { user, group }: Owner) -> rustix::io::Result<()> {
    // The highest number is nobody's: it means to leave it.
    if user == u32::MAX || group == u32::MAX {
        return Err(rustix::io::Errno::INVAL);
    }
    rustix::fs::fchown(file, Some(Uid::from_raw(user)), Some(Gid::from_raw(group)))
}

/// Gives a file to somebody, as far as this process may: of one that it may not give to them, the group alone.
fn give(file: impl AsFd, owner: Owner) -> rustix::io::Result<()> {
    let stat = rustix::fs::fstat(&file)?;
    if (Owner { user: stat.st_uid, group: stat.st_gid }) == owner {
        return Ok(());
    }
    match chown(&file, owner) {
        Err(_) if !may_give(owner) => {
            let _ = chown(&file, Owner { user: stat.st_uid, ..owner });
            Ok(())
        }
        given => given,
    }
}

/// Gives a new file what `replaced` has, whose place it takes, and what it is to have besides.
pub(super) fn dress(file: &File, replaced: Option<&Attributes>, wanted: Option<&Attributes>) -> std::io::Result<()> {
    let owner = wanted.and_then(|wanted| wanted.owner).or_else(|| replaced.and_then(|replaced| replaced.owner));
    if let Some(owner) = owner {
        give(file, owner)?;
    }
    for (name, value) in replaced.or(wanted).into_iter().flat_map(|attributes| &attributes.extended) {
        let value = from_hex(value).ok_or(rustix::io::Errno::INVAL)?;
        extended::set(file, name, &value)?;
    }
    // A folder may give its new files a list of its own.
    if replaced.is_some_and(|replaced| !replaced.extended.contains_key(ACCESS)) {
        extended::remove(file, ACCESS)?;
    }
    Ok(())
}

/// Gives a folder that was just made the bits and the owner it had.
pub(super) fn like(folder: &OwnedFd, was: &FolderWas) -> rustix::io::Result<()> {
    if let Some(owner) = was.owner {
        give(folder, owner)?;
    }
    rustix::fs::fchmod(folder, Mode::from_raw_mode(was.mode & 0o7777))
}

/// The bits a file of this owner can have: where it cannot be given to them, none of the owner's rights.
pub fn bits_of(mode: u32, owner: Option<Owner>) -> u32 {
    if mode & SPECIAL == 0 || owner.is_none_or(may_give) { mode } else { mode & !SPECIAL }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod extended {
    use rustix::fs::{XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fsetxattr};
    use rustix::io::Errno;
    use std::fs::File;

    /// Reads what may grow between the look at its length and the reading of it.
    fn read(
        length: impl Fn() -> rustix::io::Result<usize>,
        fill: impl Fn(&mut [u8]) -> rustix::io::Result<usize>,
    ) -> rustix::io::Result<Vec<u8>> {
        loop {
            let mut bytes = vec![0; length()?];
            // Where there is nothing, nothing is asked for: that would be a question for the length.
            if bytes.is_empty() {
                return Ok(bytes);
            }
            match fill(&mut bytes) {
                Ok(length) => {
                    bytes.truncate(length);
                    return Ok(bytes);
                }
                Err(Errno::RANGE) => {}
                Err(e) => return Err(e),
            }
        }
    }

    pub(super) fn list(file: &File) -> rustix::io::Result<Vec<u8>> {
        match read(|| flistxattr_query(file), |buffer| flistxattr(file, buffer)) {
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(Vec::new()),
            listed => listed,
        }
    }

    pub(super) fn get(file: &File, name: &str) -> rustix::io::Result<Vec<u8>> {
        read(|| fgetxattr_query(file, name), |buffer| fgetxattr(file, name, buffer))
    }

    pub(super) fn set(file: &File, name: &str, value: &[u8]) -> rustix::io::Result<()> {
        fsetxattr(file, name, value, XattrFlags::empty())
    }

    #[cfg(target_os = "linux")]
    pub(super) fn remove(file: &File, name: &str) -> rustix::io::Result<()> {
        match rustix::fs::fremovexattr(file, name) {
            Err(e) if !matches!(e, Errno::NODATA | Errno::OPNOTSUPP | Errno::NOSYS) => Err(e),
            _ => Ok(()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn remove(_: &File, _: &str) -> rustix::io::Result<()> {
        Ok(())
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod extended {
    use std::fs::File;

    pub(super) fn list(_: &File) -> rustix::io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    pub(super) fn get(_: &File, _: &str) -> rustix::io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    pub(super) fn set(_: &File, _: &str, _: &[u8]) -> rustix::io::Result<()> {
        Ok(())
    }

    pub(super) fn remove(_: &File, _: &str) -> rustix::io::Result<()> {
        Ok(())
    }
}
