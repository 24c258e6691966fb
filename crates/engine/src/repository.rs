//! Settings of a repository that make git run programs or look elsewhere. git's commands that only look
//! (`diff`, `log`, `status`) do what they say: filters, converters, checkers of signatures, another
//! work tree. The judge reads words and no disk, so the settings are looked at here.
//!
//! A list of what is dangerous would be out of date with the next git. So the settings that are known to
//! be harmless are listed, and any other makes such a command one to be asked about.

use countersign_commands::{Cause, Judgement, Objection, Segment, Verdict};
use std::path::{Path, PathBuf};

/// Settings that start nothing, in every section they may stand in. No name of a setting that runs a
/// program or leads elsewhere is among them in any section, so a section read wrongly does no harm.
const HARMLESS: [&str; 66] = [
    // core
    "repositoryformatversion",
    "filemode",
    "bare",
    "logallrefupdates",
    "ignorecase",
    "precomposeunicode",
    "symlinks",
    "autocrlf",
    "safecrlf",
    "eol",
    "quotepath",
    "abbrev",
    "longpaths",
    "protecthfs",
    "protectntfs",
    "sparsecheckout",
    "sparsecheckoutcone",
    "untrackedcache",
    "splitindex",
    "preloadindex",
    "multipackindex",
    "commitgraph",
    "checkstat",
    "trustctime",
    "whitespace",
    "compression",
    "bigfilethreshold",
    // extensions
    "objectformat",
    "refstorage",
    // remote, branch, submodule: named in files, contacted by no command that only looks
    "url",
    "pushurl",
    "fetch",
    "tagopt",
    "prune",
    "prunetags",
    "merge",
    "remote",
    "rebase",
    "pushremote",
    "gh-merge-base",
    "vscode-merge-base",
    "description",
    "active",
    "ignore",
    // user
    "name",
    "email",
    "signingkey",
    // what only those commands use that do more than look
    "editor",
    "helper",
    "autosetupremote",
    "autosetuprebase",
    // diff, log, status, push, pull, gc, init
    "algorithm",
    "renames",
    "renamelimit",
    "colormoved",
    "mnemonicprefix",
    "noprefix",
    "indentheuristic",
    "date",
    "decorate",
    "showuntrackedfiles",
    "default",
    "defaultbranch",
    "ff",
    "auto",
    "gpgsign",
];
/// Sections in which those settings start nothing either, by what is called alike elsewhere (`pager.branch`): by their
/// names, or all that there may be.
const SECTIONS: &[(&str, &[&str])] = &[
    ("advice", &[]),
    // Names for commands: none takes the place of a command of git's own.
    ("alias", &[]),
    // Those of editors and services as well: git knows none there that starts something.
    ("branch", &[]),
    ("color", &[]),
    ("column", &[]),
    ("gui", &[]),
    ("i18n", &[]),
    ("index", &[]),
    ("rerere", &[]),
    ("core", &["commentchar", "commentstring", "fscache"]),
    ("diff", &["context", "interhunkcontext"]),
    ("difftool", &["prompt"]),
    ("merge", &["conflictstyle"]),
    ("mergetool", &["keepbackup", "prompt"]),
    ("status", &["aheadbehind", "branch", "displaycommentprefix", "relativepaths", "short", "showstash"]),
];
/// A work tree is searched for repositories through so many entries.
const ENTRIES: usize = 20_000;
/// Settings of so many bytes are read.
const LONGEST: u64 = 1 << 20;
/// So many repositories borrow objects from each other; git follows no more.
const CHAINED: usize = 5;
/// How the index of a repository marks an entry that is a repository itself: its mode, 160000.
const GITLINK: [u8; 4] = [0, 0, 0xe0, 0];

/// Objects to git commands that would otherwise run unasked, in a repository whose settings may start
/// programs. No rule lifts that: settings may be others tomorrow.
pub(crate) fn object(root: &Path, cwd: &str, judged: &mut Judgement) {
    let git = |segment: &Segment| {
        let program = segment.argv.first().map(Path::new).and_then(Path::file_name);
        segment.verdict == Verdict::Allow && program.is_some_and(|name| name == "git")
    };
    if !judged.segments.iter().any(git) {
        return;
    }
    // A `cd` on the way may be done or not.
    let entered = judged.segments.iter().filter(|segment| segment.argv.first().is_some_and(|name| name == "cd"));
    let below = entered.filter_map(|segment| segment.argv.get(1)).map(|to| root.join(cwd).join(to));
    let wrong_in = |folder: PathBuf| match folder.canonicalize() {
        // git goes up from the real folder, whatever the way there.
        Ok(folder) => wrong(&folder, root),
        Err(_) => Some(format!("`{}` cannot be looked at for a repository's settings.", folder.display())),
    };
    let Some(text) = [root.join(cwd)].into_iter().chain(below).find_map(wrong_in) else { return };
    for segment in judged.segments.iter_mut().filter(|segment| git(segment)) {
        segment.verdict = Verdict::Prompt;
        segment.objections.push(Objection {
            verdict: Verdict::Prompt,
            class: segment.class,
            cause: Cause::Form,
            word: None,
            text: text.clone(),
        });
    }
    if judged.verdict == Verdict::Allow {
        judged.verdict = Verdict::Prompt;
        judged.reason = text;
    }
}

/// What is wrong with the repository that git would find from a folder of a workspace.
fn wrong(cwd: &Path, workspace: &Path) -> Option<String> {
    for folder in cwd.ancestors() {
        // What looks like one without being called so is taken for one, with the settings in it.
        if ["HEAD", "objects", "refs"].iter().all(|part| folder.join(part).exists()) {
            return Some(format!("`{}` is a bare repository, and git would use its settings.", folder.display()));
        }
        let dot = folder.join(".git");
        if dot.symlink_metadata().is_ok() {
            return of_repository(folder, &dot, workspace).err();
        }
    }
    None
}

fn of_repository(tree: &Path, dot: &Path, workspace: &Path) -> Result<(), String> {
    let at = linked(dot)?;
    of_settings(&at, workspace)?;
    let others = std::fs::read(at.join("index")).is_ok_and(|index| index.windows(4).any(|w| w == GITLINK));
    let mut names = std::fs::read_dir(&at).into_iter().flatten().flatten().map(|entry| entry.file_name());
    // An index may keep its entries in a file beside it.
    if others || names.any(|name| name.to_string_lossy().starts_with("sharedindex.")) {
        nested(tree, &common(&at).join("modules"), workspace)?;
    }
    Ok(())
}

/// A work tree of its own shares the settings of the repository it was made from.
fn common(at: &Path) -> PathBuf {
    match std::fs::read_to_string(at.join("commondir")) {
        Ok(path) => at.join(path.trim_end()),
        Err(_) => at.to_owned(),
    }
}

/// What the settings of a repository are, and whether it is one: git passes by what is none, and goes on upwards.
fn of_settings(at: &Path, workspace: &Path) -> Result<(), String> {
    let common = common(at);
    if ![at.join("HEAD"), common.join("objects"), common.join("refs")].iter().all(|part| part.exists()) {
        return Err(format!("`{}` is no whole repository, and git would look for another.", at.display()));
    }
    for settings in [common.join("config"), at.join("config"), at.join("config.worktree")] {
        settings_of(&settings, None)?;
    }
    alternates(&common.join("objects"), workspace, CHAINED)?;
    hooks(&common)
}

/// Objects that a repository borrows from others: git reads them where they are, and those these borrow. `left`: so
/// many lie behind each other.
fn alternates(objects: &Path, workspace: &Path, left: usize) -> Result<(), String> {
    let list = objects.join("info/alternates");
    if list.symlink_metadata().is_err() {
        return Ok(());
    }
    let outside =
        |at: &Path| format!("The repository borrows objects from `{}`, which is outside the workspace.", at.display());
    let borrowed = std::fs::read_to_string(&list).map_err(|_| outside(&list))?;
    let workspace = workspace.canonicalize().map_err(|_| outside(&list))?;
    for line in borrowed.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let at = objects.join(line.trim_matches('"'));
        let real = at.canonicalize().ok().filter(|real| left > 0 && real.starts_with(&workspace));
        alternates(&real.ok_or_else(|| outside(&at))?, &workspace, left - 1)?;
    }
    Ok(())
}

/// The folder that `.git` is or names.
pub(crate) fn linked(dot: &Path) -> Result<PathBuf, String> {
    if dot.is_dir() {
        return Ok(dot.to_owned());
    }
    let unread = || format!("`{}` names no repository that can be looked at.", dot.display());
    let text = std::fs::read_to_string(dot).map_err(|_| unread())?;
    let path = text.strip_prefix("gitdir:").ok_or_else(unread)?.trim();
    dot.parent().unwrap_or(dot).join(path).canonicalize().map_err(|_| unread())
}

/// Repositories within a work tree and those kept for its submodules: git looks into them as well.
fn nested(tree: &Path, modules: &Path, workspace: &Path) -> Result<(), String> {
    let mut left = ENTRIES;
    let mut folders = vec![tree.to_owned(), modules.to_owned()];
    while let Some(folder) = folders.pop() {
        let kept = folder.starts_with(modules);
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            left = left.checked_sub(1).ok_or("There are too many files to look for the settings of submodules.")?;
            let (kind, path) = (entry.file_type(), entry.path());
            if kept && entry.file_name() == "config" {
                settings_of(&path, Some(tree))?;
            } else if entry.file_name() == ".git" {
                let at = linked(&path)?;
                if !at.starts_with(modules) {
                    of_settings(&at, workspace)?;
                }
            } else if kept && entry.file_name() == "hooks" {
                hooks(&folder)?;
            } else if kept && entry.file_name() == "objects" {
                alternates(&path, workspace, CHAINED)?;
            } else if kind.is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            }
        }
    }
    Ok(())
}

/// The one hook that looking can start: it runs when the index is written again.
fn hooks(repository: &Path) -> Result<(), String> {
    let hook = repository.join("hooks/post-index-change");
    match hook.exists() {
        true => Err(format!("`{}` may run with any git command.", hook.display())),
        false => Ok(()),
    }
}

/// Reads settings. `worktree` may be set where a submodule's tree lies within `within`.
fn settings_of(path: &Path, within: Option<&Path>) -> Result<(), String> {
    let Ok(found) = path.metadata() else { return Ok(()) };
    let unread = || format!("The repository's settings in `{}` cannot be read.", path.display());
    if found.len() > LONGEST {
        return Err(unread());
    }
    let text = std::fs::read_to_string(path).map_err(|_| unread())?;
    let mut section = String::new();
    for line in text.lines().map(str::trim) {
        // A name in a section's head that holds a bracket leaves a rest that is no known setting.
        let said = line.strip_prefix('[').map_or(line, |head| head.split_once(']').map_or(head, |(_, said)| said));
        if let Some(head) = line.strip_prefix('[') {
            let name = head.split([']', ' ', '.']).next().unwrap_or_default();
            section = name.to_lowercase();
        }
        let said = said.trim();
        if said.is_empty() || said.starts_with(['#', ';']) {
            continue;
        }
        let (key, value) = said.split_once('=').map_or((said, ""), |(key, value)| (key.trim(), value.trim()));
        let key = key.to_lowercase();
        let own = |within: &Path| {
            let tree = path.parent().unwrap_or(path).join(value).canonicalize();
            tree.is_ok_and(|tree| tree.starts_with(within))
        };
        // On the line of a head another may stand: only what is a name for certain is of this section.
        let plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let sectioned = SECTIONS
            .iter()
            .find(|(name, _)| *name == section)
            .is_some_and(|(_, keys)| plain && (keys.is_empty() || keys.contains(&key.as_str())));
        // Of another value it is a program.
        let unwatched = key == "fsmonitor" && matches!(value, "false" | "no" | "off" | "0");
        let submodule = key == "worktree" && within.is_some_and(own);
        let harmless = sectioned || unwatched || submodule || HARMLESS.contains(&key.as_str());
        // A line that goes on could be read as another section than git reads.
        if !harmless || said.ends_with('\\') {
            return Err(format!("The repository's setting `{key}` may start a program or lead elsewhere."));
        }
    }
    Ok(())
}
