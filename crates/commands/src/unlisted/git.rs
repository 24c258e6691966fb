//! Sub-commands of git that are not listed: what they would load or run.

use super::carried::anywhere;
use super::inner::refusals;
use super::tools::never;
use super::unread;
use crate::case::{Case, Finding};
use crate::environment;
use crate::place::{Access, clip};
use crate::verdict::{Cause, Class, Verdict};

/// Options before a file or folder that is filled.
const FILLED: [&str; 4] = ["--output", "--output-directory", "--prefix", "--separate-git-dir"];

/// Whether a word is a long option, also shortened and with a value. What git knows by that very name
/// is no short form of another: `--text`.
fn stands_for(word: &str, full: &str) -> bool {
    let name = word.split_once('=').map_or(word, |(name, _)| name);
    word.starts_with(full) || (name.len() > 5 && name != "--text" && full.starts_with(name))
}

/// Whether a word is a setting that runs or loads something, also attached to its option: `core.pager=x`,
/// `--config=core.pager=x`.
fn sets_code(word: &str) -> bool {
    let attached = word.strip_prefix("--").and_then(|rest| rest.split_once('=')).map(|(_, value)| value);
    let setting = attached.or_else(|| word.strip_prefix("-c")).unwrap_or(word);
    let key = setting.split('=').next().unwrap_or(setting);
    // What is fetched is fetched elsewhere: `url.https://a/.insteadOf`.
    let lower = key.to_ascii_lowercase();
    let moves = lower.starts_with("url.") && lower.ends_with("insteadof");
    key.contains('.') && (!key.contains('/') || moves) && environment::is_git_code(setting)
}

/// Whether a setting is given a value, as the next word, that runs nobody's own program: `core.editor vim`.
fn is_set(argv: &[String], word: usize) -> bool {
    let value = argv.get(word + 1).filter(|_| !argv[word].contains('='));
    value.is_some_and(|value| !environment::is_git_code(&format!("{}={value}", argv[word])))
}

/// The word because of which contents are shown by the names of objects, or of all files.
fn by_object<'a>(sub: &str, argv: &'a [String]) -> Option<(usize, &'a String)> {
    let mut words = argv.iter().enumerate().skip(2);
    match sub {
        "cat-file" => words
            .find(|(_, word)| !matches!(word.as_str(), "-t" | "-s" | "-e") && word.starts_with('-') || *word == "blob"),
        "fast-export" | "unpack-file" | "bundle" => argv.get(1).map(|word| (1, word)),
        _ => None,
    }
}

/// Whether a setting is another name for a command of git that is not refused itself, or the end of one.
fn names_command(case: &Case<'_>, argv: &[String], word: usize) -> bool {
    if !argv[word].to_ascii_lowercase().starts_with("alias.") || argv[word].contains('=') {
        return false;
    }
    let ends = argv.iter().any(|word| matches!(word.as_str(), "--unset" | "--unset-all" | "unset"));
    let Some(inside) = case.deeper() else { return false };
    let command = argv.get(word + 1).filter(|command| !command.starts_with('!'));
    let refused = |command: &String| {
        let words = ["git"].into_iter().chain(command.split_whitespace());
        let argv: Vec<String> = words.map(|word| word.trim_matches(['"', '\'']).to_owned()).collect();
        crate::judge::words(&inside, &argv).verdict() == Verdict::Never
    };
    command.map_or(ends, |command| !command.trim().is_empty() && !refused(command))
}

/// Sub-commands that write nothing, whatever they are told.
const LOOKING: &[&str] = &[
    "help",
    "version",
    "show",
    "blame",
    "annotate",
    "rev-parse",
    "ls-files",
    "ls-tree",
    "describe",
    "shortlog",
    "grep",
    "rev-list",
    "cat-file",
    "for-each-ref",
    "show-ref",
    "show-branch",
    "merge-base",
    "name-rev",
    "count-objects",
    "check-ignore",
    "check-attr",
    "cherry",
    "range-diff",
    "whatchanged",
    "diff-tree",
    "diff-index",
    "diff-files",
    "verify-commit",
    "verify-tag",
    "var",
];

/// Sub-commands that put what the repository holds into the folder.
const UPDATING: &[&str] = &[
    "checkout",
    "restore",
    "switch",
    "merge",
    "pull",
    "rebase",
    "cherry-pick",
    "revert",
    "read-tree",
    "checkout-index",
];

/// Those that only look with one of these words behind them, or (`-`) without any.
const LOOKING_WITH: &[(&str, &[&str])] = &[
    ("stash", &["list", "show"]),
    ("remote", &["-", "-v", "--verbose", "get-url"]),
    ("tag", &["-", "-l", "--list", "-n"]),
    ("config", &["-l", "--list", "list", "get", "--get", "--get-all", "--get-regexp", "--get-urlmatch"]),
    ("reflog", &["-", "show", "list", "exists"]),
    ("worktree", &["list"]),
    ("submodule", &["-", "status", "summary"]),
    ("notes", &["-", "list", "show"]),
    ("bisect", &["log", "view"]),
    ("bundle", &["verify", "list-heads"]),
];

fn only_looks(sub: &str, argv: &[String]) -> bool {
    let next = argv.get(2).map_or("-", String::as_str);
    LOOKING.contains(&sub) || LOOKING_WITH.iter().any(|(name, words)| *name == sub && words.contains(&next))
}

/// Refuses what loads code or reads secrets, and says what the sub-command does.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let Some(sub) = argv.get(1).map(String::as_str) else { return };
    finding.class = match sub {
        _ if only_looks(sub, argv) => Class::ReadOnly,
        "push" | "pull" | "fetch" | "clone" | "remote" | "ls-remote" | "submodule" | "send-email" => Class::Network,
        "clean" | "reset" | "gc" | "prune" | "filter-branch" | "rm" | "reflog" | "stash" => Class::Destructive,
        _ => Class::Write,
    };
    if let Some((word, text)) = by_object(sub, argv) {
        // No path says what it is of, and no rule lifts that.
        let text = format!("`{}` may show what a secret file held, and nothing can be left out", clip(text));
        finding.object(Verdict::Prompt, finding.class, Cause::Form, Some(word), text);
    }
    let reads = argv.iter().any(|word| word.starts_with("--get") || matches!(word.as_str(), "get" | "--list" | "-l"));
    for (word, text) in argv.iter().enumerate().skip(2) {
        let option = |full: &str| stands_for(text, full);
        let loads = option("--upload-pack")
            || option("--receive-pack")
            || (!matches!(sub, "rebase") && option("--exec"))
            || text.starts_with("ext::")
            || text.contains("=ext::")
            || option("--extcmd")
            || option("--ext-diff")
            || option("--textconv")
            || (sub == "cat-file" && option("--filters"))
            || (matches!(sub, "clone" | "init") && option("--template"))
            || (sub == "clone" && text.starts_with("-u"))
            || (sub == "send-email" && (option("--sendmail-cmd") || option("--smtp-server") && text.contains('/')))
            || (sub == "grep" && (text.starts_with("-O") || option("--open-files-in-pager")))
            || (sub == "difftool" && text.starts_with("-x"))
            || (sub == "instaweb" && (option("--httpd") || option("--browser")))
            || (sub == "hook" && word == 2 && text == "run")
            || (matches!(sub, "config" | "clone")
                && !reads
                && sets_code(text)
                && !is_set(argv, word)
                && !names_command(case, argv, word));
        if loads {
            finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
        }
        let before = argv[word - 1].as_str();
        let filters = sub == "filter-branch" && before.ends_with("-filter");
        let attached = (sub == "rebase" && option("--exec")) || (sub == "filter-branch" && text.starts_with("--"));
        let glued = text.strip_prefix("-x").filter(|_| sub == "rebase");
        let given = text.split_once('=').filter(|_| attached).map(|(_, value)| value).or(glued);
        if filters || (sub == "rebase" && (before == "-x" || before == "--exec")) {
            refusals(case, finding, word, text);
        } else if let Some(text) = given {
            refusals(case, finding, word, text);
        }
        let into = text.split_once('=').filter(|(option, _)| FILLED.contains(option)).map(|(_, value)| value);
        let filled = FILLED.contains(&before) || sub == "archive" && before == "-o";
        let glued = text.strip_prefix("-o").filter(|rest| sub == "archive" && !rest.is_empty());
        let bundle = sub == "bundle" && argv.get(2).is_some_and(|verb| verb == "create") && !text.starts_with('-');
        let bundle = bundle && word > 2 && argv[3..word].iter().all(|option| option.starts_with('-'));
        if let Some(path) = into.or(glued).or((filled || bundle).then_some(text.as_str())) {
            case.path(finding, word, path, Access::Overwrite);
        }
        let below = text.strip_prefix("--directory=").or((before == "--directory").then_some(text.as_str()));
        if let Some(folder) = below.filter(|_| matches!(sub, "apply" | "am")) {
            case.path(finding, word, folder, Access::Overwrite);
        }
        let settings = text.strip_prefix("--file=").or(matches!(before, "-f" | "--file").then_some(text.as_str()));
        if let Some(path) = settings.filter(|_| sub == "config" && !reads) {
            case.path(finding, word, path, Access::Overwrite);
        }
    }
    if UPDATING.contains(&sub) {
        // What is in the folder that it works in is replaced.
        let found = case.map.objection(&case.cwd, Access::Overwrite, case.cwd.shown());
        if let Some((verdict, class, why)) = found.filter(|(verdict, ..)| *verdict == Verdict::Never) {
            finding.object(verdict, class, Cause::Argument, Some(0), why);
        }
    }
    let paths = argv.iter().position(|word| word == "--").filter(|_| matches!(sub, "checkout" | "restore"));
    for (word, text) in argv.iter().enumerate().skip(paths.map_or(argv.len(), |at| at + 1)) {
        never(case, finding, word, text, Access::Overwrite);
    }
    if finding.class == Class::Destructive {
        // All of the folder it works in, and what it is told.
        if let Some((verdict, class, why)) = case.map.objection(&case.cwd, Access::Destroy, case.cwd.shown()) {
            finding.object(verdict, class, Cause::Argument, Some(0), why);
        }
        let unread = unread::words("git", argv);
        let valued = |word: usize| {
            unread.contains(&word) || matches!(argv[word - 1].as_str(), "-e" | "--exclude" | "-m" | "--message")
        };
        for (word, text) in argv.iter().enumerate().skip(2) {
            if matches!(sub, "clean" | "rm") && !text.starts_with('-') && !valued(word) {
                case.path(finding, word, text, Access::Destroy);
            }
        }
    }
    // `git bisect run x`, `git submodule foreach --recursive 'x'`
    let runs =
        matches!((sub, argv.get(2).map(String::as_str)), ("bisect", Some("run")) | ("submodule", Some("foreach")));
    if runs {
        anywhere(case, finding, argv, 3);
    }
    let forgets = argv.len() == 3 && matches!(argv[2].as_str(), "exit" | "erase" | "reject" | "approve");
    if (sub == "credential" || sub.starts_with("credential-")) && !forgets {
        finding.refuse(Class::Unknown, 1, format!("`git {}` reads secrets", clip(sub)));
    }
}
