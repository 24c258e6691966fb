//! What a command moved to where nothing can be proposed: its going alone is not proposed either.

use super::super::digest;
use super::{Copy, Effect, Effects};
use countersign_core::command::LeftOutWhy;
use countersign_core::file::FilePath;
use std::collections::BTreeSet;
use std::fs;

impl Effects {
    /// Without what must not be proposed alone: a file that is gone, whose content would be nowhere.
    #[must_use]
    pub fn proposable(mut self) -> Self {
        let moved = std::mem::take(&mut self.moved);
        self.files.retain(|effect| !moved.contains(&effect.path));
        self.left_out.extend(moved.iter().map(FilePath::to_string));
        self.left_out_why.extend(moved.iter().map(|_| LeftOutWhy::Moved));
        self
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
