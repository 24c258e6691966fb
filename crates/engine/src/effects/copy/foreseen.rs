//! What commands that move files about would come to, told by looking at the folder alone: whether all of it
//! would be changes of files, as [`Effects`](super::Effects) says of a copy afterwards, also of several commands that
//! are done one after the other. Nothing is run, and what cannot be told is told as no.

mod ahead;
mod bits;

use self::ahead::{Ahead, Content, Is, above, is_below, join};
use self::bits::{bits, length};
use super::called::Called;
use super::{Copy, MAX_FILE, Most, plain_folder};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Whether such commands, one after the other, would change files and nothing else. `root` is canonical, `cwd`
/// within it.
pub fn whole(root: &Path, cwd: &str, segments: &[Vec<String>], most: Most) -> bool {
    Course::of(root, most).step(cwd, segments) == Some(Comes::Files)
}

/// What such commands come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comes {
    /// All of it are changes of files.
    Files,
    /// Folders come or go that hold no file, and nothing else.
    Folders,
    /// Files that are there already, just so.
    Same,
    /// Nothing at all would be touched.
    Nothing,
}

/// What an item does to a file of the folder before any command runs.
#[derive(Debug, Clone)]
pub(crate) enum Placed {
    Written(String),
    Renamed { from: String, to: String, folders: Vec<String> },
    Removed { path: String, folders: Vec<String> },
}

impl Placed {
    /// The files.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            Self::Written(path) | Self::Removed { path, .. } => (path, None),
            Self::Renamed { from, to, .. } => (from, Some(to)),
        };
        std::iter::once(first).chain(second).map(String::as_str)
    }
}

/// A folder as commands leave it that are done one after the other, as far as it can be told what they do.
#[derive(Clone)]
pub(crate) struct Course {
    root: PathBuf,
    /// Whether the folder can be copied: it is walked once at most, also for what is cloned.
    fits: Arc<OnceLock<bool>>,
    /// None where nothing can be told of the folder, or no more.
    ahead: Option<Ahead>,
}

impl Course {
    /// As the folder is. `root` is canonical.
    pub(crate) fn of(root: &Path, most: Most) -> Self {
        Self { root: root.to_owned(), fits: Arc::default(), ahead: Ahead::of(root, most) }
    }

    /// Has this done to a file before the commands that come.
    pub(crate) fn place(&mut self, placed: &Placed) {
        let Some(ahead) = self.ahead.as_mut() else { return };
        match placed {
            Placed::Written(path) => ahead.is_written(path, Content::Other(true)),
            Placed::Removed { path, folders } => ahead.is_removed(path, folders.clone()),
            Placed::Renamed { from, to, folders } => {
                let content = match ahead.is(from) {
                    Some(Is::File(content)) => content.elsewhere(),
                    _ => Content::Other(true),
                };
                ahead.is_removed(from, folders.clone());
                ahead.is_written(to, content);
            }
        }
        if ahead.sets_rules() {
            self.ahead = None;
        }
    }

    /// Does one command, and says what it comes to. Where that cannot be told, it is as if it were not done.
    pub(crate) fn step(&mut self, cwd: &str, segments: &[Vec<String>]) -> Option<Comes> {
        let comes = self.done(cwd, segments);
        // What comes behind it would be ignored by other rules.
        if self.ahead.as_ref().is_some_and(Ahead::sets_rules) {
            self.ahead = None;
        }
        comes
    }

    /// What a command comes to here, that is not done now.
    pub(crate) fn look(&mut self, cwd: &str, segments: &[Vec<String>]) -> Option<Comes> {
        let comes = self.done(cwd, segments);
        self.ahead.as_mut()?.takes_back();
        comes
    }

    fn done(&mut self, cwd: &str, segments: &[Vec<String>]) -> Option<Comes> {
        let ahead = self.ahead.as_mut()?;
        ahead.goes_on(cwd);
        let done = segments.iter().all(|words| ahead.run(words).is_some());
        let comes = match () {
            () if !done => None,
            () if ahead.of_folders() => Some(Comes::Folders),
            () if ahead.of_files() && *self.fits.get_or_init(|| Copy::fits(&self.root)) => match ahead.changes() {
                true => Some(Comes::Files),
                false => Some(Comes::Same),
            },
            () if ahead.is_idle() => Some(Comes::Nothing),
            () => None,
        };
        if comes.is_none() {
            ahead.takes_back();
        }
        comes
    }
}

/// Whether nothing but content and permission bits counts after such a call of `cp` or `touch`: ages, owners and
/// links are nothing that a change of a file says.
pub(crate) fn plain_call(program: &str, words: &[String]) -> bool {
    Called::read(program, words).told
}

impl Ahead {
    fn run(&mut self, words: &[String]) -> Option<()> {
        let (program, words) = words.split_first()?;
        let called = Some(Called::read(program, words)).filter(|called| called.told)?;
        match program.as_str() {
            "rm" => self.rm(&called),
            "unlink" => match called.others.as_slice() {
                [one] => self.goes(&self.path(one)?),
                _ => None,
            },
            "cp" => self.carries(&called, false),
            "mv" => self.carries(&called, true),
            "mkdir" => self.mkdir(&called),
            "rmdir" => called.others.iter().try_for_each(|name| self.empty_goes(&self.path(name)?)),
            "touch" => self.touch(&called),
            "chmod" => self.chmod(&called),
            "truncate" => self.truncate(&called),
            _ => None,
        }
    }

    fn rm(&mut self, called: &Called<'_, String>) -> Option<()> {
        for name in &called.others {
            let path = self.path(name)?;
            match self.is(&path)? {
                Is::File(_) => self.goes(&path)?,
                Is::Nothing if called.has(&['f']) => {}
                Is::Folder if called.has(&['r', 'R']) => self.all_go(&path).map(drop)?,
                Is::Folder if called.has(&['d']) => self.empty_goes(&path)?,
                Is::Nothing | Is::Folder => return None,
            }
        }
        Some(())
    }

    /// `cp`, or `mv`, after which what was carried is not where it was.
    fn carries(&mut self, called: &Called<'_, String>, away: bool) -> Option<()> {
        let mut names: Vec<&str> = called.others.iter().map(|name| name.as_str()).collect();
        let last = match called.value('t') {
            Some(folder) => folder,
            None => names.pop()?,
        };
        let to = self.place(last)?;
        let into = self.is(&to)? == Is::Folder;
        let single = called.has(&['T']);
        if names.is_empty() || into && single || !into && (names.len() > 1 || called.value('t').is_some()) {
            return None;
        }
        for name in names {
            let from = self.path(name)?;
            let to = if into { join(&to, from.rsplit('/').next()?) } else { to.clone() };
            if from == to || is_below(&to, &from) {
                return None;
            }
            if matches!(self.is(&to)?, Is::File(_)) {
                // What is there then stays, or is asked about by its age.
                if called.has(&['n', 'u']) {
                    return None;
                }
                if called.has(&['b']) {
                    self.backed_up(&to)?;
                }
            }
            match self.is(&from)? {
                Is::File(content) => {
                    if away {
                        self.goes(&from)?;
                    }
                    self.comes(&to, content.elsewhere())?;
                }
                Is::Folder if (away || called.has(&['r', 'R'])) && self.is(&to)? == Is::Nothing => {
                    let held = self.contents(&from)?;
                    let folders = if away { self.all_go(&from)? } else { self.copies(&from)? };
                    for (folder, bits) in folders {
                        let at = if folder.is_empty() { to.clone() } else { join(&to, &folder) };
                        self.made(&at, bits)?;
                    }
                    if held.is_empty() && self.is_ignored(&to) {
                        return None;
                    }
                    for (file, content) in held {
                        self.comes(&join(&to, &file), content)?;
                    }
                }
                Is::Folder | Is::Nothing => return None,
            }
        }
        Some(())
    }

    /// What `-b` does to a file that another takes the place of.
    fn backed_up(&mut self, path: &str) -> Option<()> {
        // Where there is a numbered one, the next is numbered.
        if self.is(&format!("{path}.~1~"))? != Is::Nothing {
            return None;
        }
        let Is::File(content) = self.is(path)? else { return None };
        self.goes(path)?;
        self.comes(&format!("{path}~"), content.elsewhere())
    }

    fn mkdir(&mut self, called: &Called<'_, String>) -> Option<()> {
        let named = match called.value('m') {
            Some(mode) => bits(mode, 0o777, true, 0o777 & !plain_folder())?,
            None => plain_folder(),
        };
        for name in &called.others {
            let path = self.path(name)?;
            let mut coming: Vec<&str> = above(&path).collect();
            coming.reverse();
            for folder in coming.into_iter().chain([path.as_str()]) {
                let may = called.has(&['p']);
                match self.is(folder)? {
                    Is::Folder if may || folder != path => {}
                    Is::Nothing if may || folder == path => {
                        self.made(folder, if folder == path { named } else { plain_folder() })?;
                    }
                    _ => return None,
                }
            }
        }
        Some(())
    }

    fn touch(&mut self, called: &Called<'_, String>) -> Option<()> {
        for name in &called.others {
            let path = self.path(name)?;
            match self.is(&path)? {
                Is::Nothing if called.has(&['c']) => {}
                Is::Nothing => self.comes(&path, Content::Other(true))?,
                // Its age is nothing that a change of a file says.
                Is::File(Content::Of(at)) if at == path => return None,
                Is::File(_) => {}
                Is::Folder => return None,
            }
        }
        Some(())
    }

    fn chmod(&mut self, called: &Called<'_, String>) -> Option<()> {
        let umask = 0o777 & !plain_folder();
        let reference = called.value('\0');
        let (mode, names) = match reference {
            Some(_) => ("", called.others.as_slice()),
            None => called.others.split_first().map(|(mode, names)| (mode.as_str(), names))?,
        };
        let like = match reference {
            Some(name) => Some(self.copied(&self.path(name)?)?.permissions().mode() & 0o777),
            None => None,
        };
        let after = |now: u32, folder: bool| like.or_else(|| bits(mode, now, folder, umask));
        for name in names {
            let path = self.path(name)?;
            let mut files = vec![path.clone()];
            if self.is(&path)? == Is::Folder {
                if !called.has(&['R']) {
                    return None;
                }
                let (below, folders) = self.tree(&path)?;
                let same = |folder: &str| {
                    let now = self.root.join(folder).symlink_metadata().ok()?.permissions().mode() & 0o7777;
                    (after(now, true)? == now).then_some(())
                };
                // Those of a folder are nothing that a change of a file says.
                same(&path)?;
                folders.iter().try_for_each(|folder| same(&join(&path, folder)))?;
                files = below.iter().map(|file| join(&path, file)).collect();
            }
            for path in files {
                let is = match self.is(&path)? {
                    Is::File(Content::Of(at)) if at == path => {
                        let now = self.root.join(&path).symlink_metadata().ok()?.permissions().mode() & 0o7777;
                        if after(now, false)? == now {
                            continue;
                        }
                        Content::Other(true)
                    }
                    Is::File(Content::Of(at)) => Content::Other(self.differ(&at, &path)),
                    // Set back and forth, it may be what it was.
                    _ => Content::Other(false),
                };
                self.leaves(&path)?;
                self.put(&path, Is::File(is))?;
            }
        }
        Some(())
    }

    fn truncate(&mut self, called: &Called<'_, String>) -> Option<()> {
        let size = called.value('s')?;
        for name in &called.others {
            let path = self.path(name)?;
            let is = self.is(&path)?;
            if is == Is::Nothing && called.has(&['c']) {
                continue;
            }
            let known = matches!(&is, Is::File(Content::Of(at)) if *at == path);
            let now = self.copied(&path).map(|found| found.len());
            let before = match is {
                Is::Nothing => 0,
                Is::File(_) if known => now?,
                _ if size.starts_with(['+', '-']) => return None,
                _ => 0,
            };
            let after = length(size, before).filter(|after| *after <= MAX_FILE)?;
            self.comes(&path, Content::Other(!known || now != Some(after)))?;
        }
        Some(())
    }
}
