//! The file is its owner's alone: it holds what was said, and what access is made with.
#![allow(clippy::disallowed_methods, reason = "the modes of the store's own files")]

use std::path::Path;

/// Makes the file, empty, where there is none. What cannot be done shows when it is opened.
pub(crate) fn make(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    drop(options.open(path));
}

/// Takes what others may do from a file that is ours, and from what SQLite keeps beside it, which it
/// makes with the mode of the file. On file systems without modes that does nothing.
pub(crate) fn keep(path: &Path) {
    #[cfg(unix)]
    for end in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt;
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        let open = std::fs::metadata(&name).is_ok_and(|found| found.permissions().mode() & 0o077 != 0);
        if open {
            drop(std::fs::set_permissions(&name, std::fs::Permissions::from_mode(0o600)));
        }
    }
}
