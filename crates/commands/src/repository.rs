//! Which commands of git write their repository. `.git` is read only in every sandbox, so they must fail
//! there; who proposes one is told before it is signed. Runs nothing.

use crate::spared::subcommand;
use crate::verdict::Segment;

/// Sub-commands that write objects, references, the index or settings, whatever follows them.
const WRITING: &[&str] = &[
    "add",
    "am",
    "cherry-pick",
    "checkout",
    "commit",
    "commit-tree",
    "fetch",
    "filter-branch",
    "gc",
    "merge",
    "mv",
    "pack-refs",
    "prune",
    "pull",
    "push",
    "read-tree",
    "rebase",
    "repack",
    "reset",
    "restore",
    "revert",
    "rm",
    "stage",
    "switch",
    "update-index",
    "update-ref",
    "write-tree",
];
/// Sub-commands that write unless they are told to list or show, by one of these words or by nothing at all.
const LISTING: &[(&str, &[&str])] = &[
    ("bisect", &["log", "visualize", "view", "help", "terms"]),
    ("config", &["--get", "--get-all", "--get-regexp", "--list", "-l", "get", "list"]),
    ("notes", &["list", "show"]),
    ("reflog", &["show", "exists", "list"]),
    ("remote", &["-v", "--verbose", "show", "get-url"]),
    ("stash", &["list", "show"]),
    ("submodule", &["status", "summary", "foreach"]),
    ("worktree", &["list"]),
];

/// Options of `branch` and `tag` beside the name of what is made; with any other they may only list.
const MAKING: &[&str] = &[
    "-f",
    "--force",
    "-t",
    "--track",
    "--no-track",
    "-q",
    "--quiet",
    "-a",
    "--annotate",
    "-s",
    "--sign",
    "-m",
    "-F",
    "-u",
];
/// Options of theirs that change what is there.
const CHANGING: &[&str] =
    &["-d", "-D", "--delete", "-M", "--move", "-C", "--copy", "--unset-upstream", "--edit-description"];

/// The sub-command by which the first of these commands writes the repository that it is run in; none when
/// none does, or another repository may be meant: one that an earlier command makes or goes to.
#[must_use]
pub fn writes_repository(segments: &[Segment]) -> Option<&str> {
    for segment in segments {
        let argv = &segment.argv;
        if matches!(argv.first().map(String::as_str), Some("cd" | "pushd" | "popd")) {
            return None;
        }
        let sub = subcommand(argv).and_then(|at| argv.get(at));
        if matches!(sub.map(String::as_str), Some("init" | "clone")) || sub.is_some() && leads_elsewhere(argv) {
            return None;
        }
        let sub = writing(argv);
        if sub.is_some() {
            return sub;
        }
    }
    None
}

/// The sub-command by which one command writes the repository it is run in.
pub(crate) fn writing(argv: &[String]) -> Option<&str> {
    let at = subcommand(argv)?;
    let sub = argv.get(at)?.as_str();
    let words = argv.get(at + 1..).unwrap_or_default();
    (!leads_elsewhere(argv) && writes(sub, words)).then_some(sub)
}

/// Whether git is told to work somewhere else.
fn leads_elsewhere(argv: &[String]) -> bool {
    let elsewhere = ["-C", "--git-dir", "--work-tree"];
    let before = subcommand(argv).unwrap_or(argv.len());
    argv.iter().take(before).any(|word| elsewhere.iter().any(|option| word.starts_with(option)))
}

fn writes(sub: &str, words: &[String]) -> bool {
    let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    if has(&["--help", "-h"]) {
        return false;
    }
    if matches!(sub, "add" | "commit" | "push" | "fetch" | "prune" | "mv" | "rm") && has(&["-n", "--dry-run"]) {
        // Short for something else only in `commit`, where `-n` leaves out hooks.
        return sub == "commit" && !has(&["--dry-run"]);
    }
    if WRITING.contains(&sub) {
        return true;
    }
    let named = |sub: &str| LISTING.iter().find(|(name, _)| *name == sub);
    match sub {
        "branch" | "tag" => {
            let named = words.iter().any(|word| !word.starts_with('-'));
            let makes = |word: &&String| MAKING.contains(&word.as_str());
            has(CHANGING) || named && words.iter().filter(|word| word.starts_with('-')).all(|word| makes(&word))
        }
        "config" => !has(named(sub).map_or(&[], |(_, reads)| reads)) && words.len() > 1,
        // Without a word it puts everything away.
        "stash" => !has(&["list", "show"]),
        "apply" => has(&["--index", "--cached", "-3", "--3way"]),
        "hash-object" => has(&["-w"]),
        "symbolic-ref" => words.iter().filter(|word| !word.starts_with('-')).count() > 1,
        _ => named(sub).is_some_and(|(_, reads)| !words.is_empty() && !has(reads)),
    }
}

#[cfg(test)]
mod tests {
    use super::writes_repository;
    use crate::{Setting, judge};

    #[test]
    fn what_writes_the_repository_is_known_and_what_looks_or_works_elsewhere_is_not_taken_for_it() {
        for (text, expected) in [
            ("git add .", Some("add")),
            ("git --no-pager commit -m x", Some("commit")),
            ("git commit -n -m x", Some("commit")),
            ("git checkout -- a.txt", Some("checkout")),
            ("git status && git stash", Some("stash")),
            ("git -c a.b=c tag v1", Some("tag")),
            ("git branch new", Some("branch")),
            ("git branch -D old", Some("branch")),
            ("git config user.name x", Some("config")),
            ("git push origin main", Some("push")),
            ("git add . > log", Some("add")),
            ("git worktree add ../x", Some("worktree")),
            ("git apply --index x.patch", Some("apply")),
            ("git add -n .", None),
            ("git commit --dry-run", None),
            ("git apply x.patch", None),
            ("git status", None),
            ("git branch", None),
            ("git branch --list 'a*'", None),
            ("git branch --show-current", None),
            ("git branch -vv", None),
            ("git branch -a --contains main", None),
            ("git tag -d v1", Some("tag")),
            ("git tag", None),
            ("git tag -l", None),
            ("git stash list", None),
            ("git config --get user.name", None),
            ("git config user.name", None),
            ("git remote -v", None),
            ("git clean -fd", None),
            ("git init demo && git add .", None),
            ("cd demo && git add .", None),
            ("git -C demo add .", None),
            ("git commit --help", None),
            ("git", None),
            ("echo git add", None),
        ] {
            assert_eq!(writes_repository(&judge(text, &Setting::default()).segments), expected, "{text}");
        }
    }
}
