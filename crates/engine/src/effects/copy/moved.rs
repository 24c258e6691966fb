//! What a command moved to where nothing can be proposed: its going alone is not proposed either.

use super::super::digest;
use super::{Copy, Effect, Effects};
use countersign_core::command::LeftOutWhy;
use countersign_core::file::FilePath;
use std::collections::BTreeSet;
use std::fs;

impl Effects {
    /// Without what must not be proposed alone: a file that is gone, whose content would be nowhere; and what turned
    /// from a file into a folder, or the other way round. A folder that went with no file is named.
    #[must_use]
    pub fn proposable(mut self) -> Self {
        let moved = std::mem::take(&mut self.moved);
        self.leave_out(&moved, LeftOutWhy::Moved);
        let turned = self.turned();
        self.leave_out(&turned, LeftOutWhy::Turned);
        let bare = std::mem::take(&mut self.bare);
        self.left_out_why.extend(bare.iter().map(|_| LeftOutWhy::Folder));
        self.left_out.extend(bare.into_iter().map(|folder| format!("{folder}/")));
        self
    }

    fn leave_out(&mut self, paths: &[FilePath], why: LeftOutWhy) {
        self.files.retain(|effect| !paths.contains(&effect.path));
        self.left_out.extend(paths.iter().map(FilePath::to_string));
        self.left_out_why.extend(paths.iter().map(|_| why));
    }

    /// Files that came where a folder was, with those that went with it; and that went where a folder is, with those
    /// that came into it.
    fn turned(&self) -> Vec<FilePath> {
        let gone: BTreeSet<&str> = self.gone.iter().map(|(folder, _)| folder.as_str()).collect();
        let came: BTreeSet<&str> = self.came.iter().map(|(folder, _)| folder.as_str()).collect();
        let turns = |effect: &&Effect| match effect.after {
            None => came.contains(effect.path.as_str()),
            Some(_) => gone.contains(effect.path.as_str()),
        };
        let turned: BTreeSet<&str> = self.files.iter().filter(turns).map(|effect| effect.path.as_str()).collect();
        let paths = self.files.iter().map(|effect| &effect.path);
        paths
            .filter(|path| turned.contains(path.as_str()) || path.above().any(|folder| turned.contains(folder)))
            .cloned()
            .collect()
    }
}

impl Copy {
    /// Files that went where nothing is proposed: onto a link, under a name that is no path, among what is ignored.
    pub(super) fn moved(&self, effects: &Effects, hidden: &[String]) -> Vec<FilePath> {
        let gone: Vec<&Effect> = effects.files.iter().filter(|effect| effect.after.is_none()).collect();
        let lengths: BTreeSet<u64> = gone.iter().filter_map(|effect| Some(effect.before.as_ref()?.bytes)).collect();
        let kept = effects.left_out.iter().chain(hidden).filter_map(|path| {
            let place = self.root.join(path);
            let meta = fs::symlink_metadata(&place).ok()?;
            // Nothing is no content that could be kept.
            let alike = meta.is_file() && meta.len() > 0 && lengths.contains(&meta.len());
            alike.then(|| fs::read(place).ok()).flatten().map(|content| digest(&content))
        });
        let kept: BTreeSet<_> = kept.collect();
        let moved = gone.into_iter().filter(|effect| effect.before.as_ref().is_some_and(|b| kept.contains(&b.hash)));
        moved.map(|effect| effect.path.clone()).collect()
    }
}
