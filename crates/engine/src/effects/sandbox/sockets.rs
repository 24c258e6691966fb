//! Sockets of the file system on which programs of the machine listen. Neither a network of its own nor a disk that
//! can only be read keeps a command from them, and whoever listens there may run what it is told outside the
//! sandbox (a container's host, a terminal's, a database's). In bubblewrap an empty file stands in their place.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};

/// Where the names of all sockets are that are bound in this network; a container's are not among them.
const BOUND: &str = "/proc/net/unix";
/// Where services of the system keep theirs, besides `/run`, which is empty in bubblewrap.
const PLACES: [&str; 5] = ["/var/lib", "/var/snap", "/var/spool", "/opt", "/srv"];
/// These are searched so deep (`/var/snap/lxd/common/lxd/unix.socket`).
const DEPTH: usize = 4;
/// Through so many entries.
const ENTRIES: usize = 10_000;
/// And through so many of one folder.
const OF_ONE: usize = 1_000;
/// Has a world of its own in bubblewrap.
const OWN: [&str; 2] = ["/dev", "/proc"];
/// Who asks there is told the names of users, and nothing else; a program that does not know its own fails.
pub(super) const NAMES: &str = "/var/lib/sss/pipes/nss";

/// Those outside of every home, and those of this network wherever they are.
pub(super) fn of_machine() -> Vec<PathBuf> {
    let bound = std::fs::read(BOUND).unwrap_or_default();
    let bound = named(&bound).filter_map(|path| path.canonicalize().ok());
    bound.filter(|path| is_socket(path)).chain(of_places()).filter(|path| masked(path)).collect()
}

/// Whether a socket is one to mask at all.
fn masked(path: &Path) -> bool {
    path != Path::new(NAMES) && !OWN.iter().any(|own| path.starts_with(own))
}

/// Whether somebody listens at a socket. It is asked by one of another kind, with which nobody is connected; where
/// nobody listens that is said, whatever the kind.
pub(super) fn is_listened(path: &Path) -> bool {
    let asked = UnixDatagram::unbound().and_then(|own| own.connect(path));
    !asked.is_err_and(|e| matches!(e.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound))
}

fn is_socket(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.file_type().is_socket())
}

/// The whole paths in what the kernel lists: the eighth word of each line, which may hold spaces.
fn named(listed: &[u8]) -> impl Iterator<Item = &Path> {
    listed.split(|byte| *byte == b'\n').filter_map(|line| {
        let at = line.windows(2).position(|pair| pair == b" /")?;
        line.get(at + 1..).map(|path| Path::new(OsStr::from_bytes(path)))
    })
}

fn of_places() -> Vec<PathBuf> {
    let (mut found, mut left) = (Vec::new(), ENTRIES);
    let mut folders: VecDeque<(PathBuf, usize)> = PLACES.iter().map(|place| (PathBuf::from(place), 1)).collect();
    while let Some((folder, depth)) = folders.pop_front() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten().take(OF_ONE) {
            let Some(less) = left.checked_sub(1) else { return found };
            left = less;
            match entry.file_type() {
                Ok(kind) if kind.is_socket() => found.push(entry.path()),
                Ok(kind) if kind.is_dir() && depth < DEPTH => folders.push_back((entry.path(), depth + 1)),
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    #[test]
    fn whole_paths_are_read_of_what_the_kernel_lists() {
        let listed = b"Num       RefCount Protocol Flags    Type St Inode Path\n\
            0000000000000000: 00000002 00000000 00010000 0001 01 27 /var/lib/my sql/mysql.sock\n\
            0000000000000000: 00000002 00000000 00010000 0001 01 28 @/tmp/abstract\n\
            0000000000000000: 00000003 00000000 00000000 0001 03 29\n\
            0000000000000000: 00000002 00000000 00010000 0001 01 30 beside\n";
        assert_eq!(named(listed).collect::<Vec<_>>(), [Path::new("/var/lib/my sql/mysql.sock")]);
    }

    #[test]
    fn who_listens_is_told_without_a_connection() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("socket");
        let listener = UnixListener::bind(&at).unwrap();
        listener.set_nonblocking(true).unwrap();
        assert!(is_listened(&at));
        assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
        assert!(of_machine().contains(&at.canonicalize().unwrap()));
        drop(listener);
        assert!(!is_listened(&at) && at.exists());
    }
}
