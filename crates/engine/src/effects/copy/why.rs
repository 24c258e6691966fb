//! Why what a command did to a path in a copy cannot be proposed.

use super::super::tree::MAX_FILE;
use super::Copy;
use countersign_core::command::LeftOutWhy;
use countersign_core::file::FilePath;
use std::fs;
use std::os::unix::fs::FileTypeExt;

impl Copy {
    /// Of a path that cannot be: the first reason that holds.
    pub(super) fn why(&self, path: &str) -> LeftOutWhy {
        if path.ends_with('/') {
            return LeftOutWhy::Folder;
        }
        let place = self.root.join(path);
        let Ok(meta) = fs::symlink_metadata(&place) else {
            // A name that is no text is found under no other, and of what is gone it is told what it was.
            return match (self.links.contains_key(path), self.files.get(path)) {
                (true, _) => LeftOutWhy::Link,
                (false, Some(_)) => self.named(path).unwrap_or(LeftOutWhy::TooLarge),
                (false, None) => LeftOutWhy::Name,
            };
        };
        let kind = meta.file_type();
        if kind.is_symlink() {
            let inside = place.canonicalize().is_ok_and(|there| there.starts_with(&self.root));
            return if inside { LeftOutWhy::Link } else { LeftOutWhy::LinkOut };
        }
        if kind.is_fifo() {
            return LeftOutWhy::Pipe;
        }
        if kind.is_socket() {
            return LeftOutWhy::Socket;
        }
        if kind.is_block_device() || kind.is_char_device() {
            return LeftOutWhy::Device;
        }
        let large = meta.len() > MAX_FILE || self.files.get(path).is_some_and(|known| known.state.is_none());
        let turned = self.links.contains_key(path).then_some(LeftOutWhy::Link);
        let large = large.then_some(LeftOutWhy::TooLarge);
        self.named(path).or(turned).or(large).unwrap_or(LeftOutWhy::Rest)
    }

    /// What its name alone speaks against.
    fn named(&self, path: &str) -> Option<LeftOutWhy> {
        let problem = FilePath::parse(path).err()?;
        let git = path.split('/').any(|part| part.eq_ignore_ascii_case(".git"));
        Some(match problem.code.as_ref() {
            "protected_path" if git => LeftOutWhy::Git,
            "protected_path" => LeftOutWhy::Secret,
            _ => LeftOutWhy::Name,
        })
    }
}
