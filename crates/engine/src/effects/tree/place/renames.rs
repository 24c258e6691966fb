//! Renames that replace nothing, on every file system.
//!
//! Where a file system cannot exchange two names (vfat, NFS), the old file is moved aside and the
//! new one moved in; a reader finds no file for that moment. Where it cannot rename without replacing
//! either, a hard link stands in for that, and where it has none (vfat) a look right before the
//! rename: what somebody creates between the two is then lost.

use super::MOVED;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, RenameFlags};
use rustix::io::Errno;

/// The file system cannot do this kind of rename, or the system does not know it.
fn unsupported(e: Errno) -> bool {
    matches!(e, Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP)
}

/// Renames to a name of ours, which is free.
pub(super) fn move_aside(folder: &OwnedFd, from: &str, to: &str) -> std::result::Result<(), Errno> {
    match rustix::fs::renameat_with(folder, from, folder, to, RenameFlags::NOREPLACE) {
        Err(e) if unsupported(e) => rustix::fs::renameat(folder, from, folder, to),
        done => done,
    }
}

/// Renames a file of ours to a name that must be free.
pub(super) fn move_in(folder: &OwnedFd, from: &str, to: &str) -> std::result::Result<(), Errno> {
    match rustix::fs::renameat_with(folder, from, folder, to, RenameFlags::NOREPLACE) {
        Err(e) if unsupported(e) => {}
        done => return done,
    }
    match rustix::fs::linkat(folder, from, folder, to, AtFlags::empty()) {
        Ok(()) => return rustix::fs::unlinkat(folder, from, AtFlags::empty()),
        Err(e) if unsupported(e) || e == Errno::PERM => {}
        failed => return failed,
    }
    match rustix::fs::statat(folder, to, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => rustix::fs::renameat(folder, from, folder, to),
        Err(e) => Err(e),
        Ok(_) => Err(Errno::EXIST),
    }
}

/// Exchanges a file of ours with another. An error leaves both as they were, or what could not be
/// moved in again under its name with [`MOVED`].
pub(super) fn exchange(folder: &OwnedFd, temp: &str, name: &str) -> std::result::Result<(), Errno> {
    match rustix::fs::renameat_with(folder, temp, folder, name, RenameFlags::EXCHANGE) {
        Err(e) if unsupported(e) => {}
        done => return done,
    }
    let moved = format!("{temp}{MOVED}");
    move_aside(folder, name, &moved)?;
    if let Err(e) = move_in(folder, temp, name) {
        let _ = move_in(folder, &moved, name);
        return Err(e);
    }
    move_aside(folder, &moved, temp)
}
