//! Rules of tools that run, set or destroy something by words of their own: a few lines each.

use super::given::given;
use super::inner::refusals;
use super::names::program;
use super::options::named;
use crate::case::{Case, Finding};
use crate::environment;
use crate::place::{Access, clip};
use crate::verdict::{Class, Verdict};

/// Refuses what this one tool must never do.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    match name {
        "fzf" => actions(case, finding, argv),
        "hg" => settings(finding, argv),
        "gh" => github(finding, argv),
        "sqlite3" | "duckdb" => {
            libraries(finding, argv);
            stored(case, finding, argv);
        }
        "mysql" | "mariadb" | "psql" => stored(case, finding, argv),
        "aws" | "gsutil" | "gcloud" | "s3cmd" | "mc" => uploads(case, finding, argv),
        "jq" | "gojq" | "jaq" => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                case.environment(finding, word, text);
            }
        }
        "yq" => loaded(case, finding, argv),
        "rclone" => remotes(case, finding, argv),
        "make" | "gmake" => recipes(case, finding),
        "convert" | "magick" | "mogrify" | "composite" | "identify" | "gs" | "sox" | "play" | "rec" => {
            pipes(case, finding, argv);
        }
        "strace" | "ltrace" => traced(case, finding, argv),
        "uniq" | "split" => second(case, finding, name, argv),
        _ => {}
    }
}

/// Of these the first operand is read, and the second written, or the beginning of what is.
fn second(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let given = given(name, argv);
    let valued = |word: usize| given.iter().any(|given| given.word == word && given.at < word);
    let operand = |word: &usize| (!argv[*word].starts_with('-') || argv[*word] == "-") && !valued(*word);
    if let Some(word) = (1..argv.len()).filter(operand).nth(1) {
        never(case, finding, word, &argv[word], Access::Overwrite);
    }
}

/// `--bind 'enter:execute(rm x)'`: what stands in an action's parentheses is a command.
fn actions(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    const MOST: usize = 32;
    for (word, text) in argv.iter().enumerate().skip(1) {
        for action in text.split('(').skip(1).take(MOST) {
            let command = action.rsplit_once(')').map_or(action, |(command, _)| command);
            if case.budget.guess(command.len()) {
                refusals(case, finding, word, command);
            }
        }
    }
}

/// Settings of Mercurial that run or load something: `--config hooks.update=x`.
fn settings(finding: &mut Finding, argv: &[String]) {
    const OPTION: &[(&str, &str)] = &[("hg", "--config")];
    const SECTIONS: &[&str] = &[
        "hooks",
        "alias",
        "extensions",
        "extdiff",
        "diff-tools",
        "merge-tools",
        "merge-patterns",
        "pager",
        "fsmonitor",
    ];
    const KEYS: &[&str] = &["ui.ssh", "ui.editor", "ui.merge", "ui.remotecmd", "ui.fallbackencoding", "ui.askusername"];
    for given in named(OPTION, "hg", argv) {
        let setting = given.value.to_lowercase();
        let key = setting.split('=').next().unwrap_or("");
        if SECTIONS.iter().any(|section| key.split('.').next() == Some(section)) || KEYS.contains(&key) {
            finding.refuse(Class::ControlPlane, given.at, format!("`{} {}` loads code", given.option, clip(&setting)));
        }
    }
}

/// What GitHub's tool keeps of programs to run: `gh alias set x '!y'`, `gh config set pager y`.
fn github(finding: &mut Finding, argv: &[String]) {
    let words: Vec<(usize, &str)> =
        argv.iter().map(String::as_str).enumerate().skip(1).filter(|(_, word)| !word.starts_with("--")).collect();
    let kept = match words.as_slice() {
        [(_, "alias"), (_, "set"), (_, _), (at, text), ..] => {
            Some((*at, *text)).filter(|(_, text)| text.starts_with('!'))
        }
        [(_, "config"), (_, "set"), (_, "pager" | "editor" | "browser"), (at, program), ..] => {
            Some((*at, *program)).filter(|(_, program)| !environment::is_inert(program))
        }
        _ => None,
    };
    if let Some((at, text)) = kept {
        finding.refuse(Class::ControlPlane, at, format!("`{}` loads code", clip(text)));
    }
}

/// Libraries that a database loads: `.load x`, `load_extension('x')`.
fn libraries(finding: &mut Finding, argv: &[String]) {
    for (word, text) in argv.iter().enumerate().skip(1) {
        let lower = text.to_lowercase();
        if lower.contains("load_extension(") || lower.trim_start().starts_with(".load ") {
            finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
        }
    }
}

/// Files that a database writes: `.output x`, `\\o x`, `into outfile 'x'`, `writefile('x', …)`.
fn stored(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    const QUOTED: &[&str] = &["outfile", "dumpfile", "writefile(", "vacuum"];
    const LINES: &[&str] = &[".output ", ".once ", ".excel ", ".backup ", ".save ", ".clone ", "\\o ", "tee "];
    for (word, text) in argv.iter().enumerate().skip(1) {
        let lower = text.to_lowercase();
        let quoted = QUOTED.iter().filter_map(|said| lower.split_once(said)?.1.split(['"', '\'']).nth(1));
        let lines = LINES.iter().filter_map(|said| lower.trim_start().strip_prefix(said).map(str::trim));
        for path in quoted.chain(lines) {
            never(case, finding, word, path, Access::Overwrite);
        }
    }
}

/// What is sent to a store in a cloud with all that is below it: `aws s3 sync ~ s3://x`.
fn uploads(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let verb = |word: &String| matches!(word.as_str(), "cp" | "sync" | "mv" | "rsync" | "put" | "mirror");
    let Some(at) = argv.iter().take(4).position(verb) else { return };
    let unread = super::unread::words(&program(&argv[0]), argv);
    let named = argv.iter().enumerate().skip(at + 1).filter(|(word, _)| !unread.contains(word));
    for (word, text) in named.filter(|(_, text)| !text.starts_with('-') && !text.contains("://")) {
        never(case, finding, word, text, Access::Sweep);
    }
}

/// Files that a filter reads: `load("x")`, `load_str("x")`.
fn loaded(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    const MOST: usize = 32;
    for (word, text) in argv.iter().enumerate().skip(1) {
        for (at, _) in text.match_indices("load").take(MOST) {
            let given = text.get(at..).unwrap_or("").split(')').next().unwrap_or("");
            if let Some(path) = given.split(['"', '\'']).nth(1) {
                never(case, finding, word, path, Access::Read);
            }
        }
    }
}

/// What is lost of a folder of ours when it is made like another: `rclone sync a ~`.
fn remotes(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let access = match argv.get(1).map(String::as_str) {
        Some("sync" | "bisync" | "purge" | "delete" | "deletefile" | "move" | "moveto" | "rmdir" | "rmdirs") => {
            Access::Destroy
        }
        Some("copy" | "copyto") => Access::Sweep,
        _ => return,
    };
    for (word, text) in argv.iter().enumerate().skip(2) {
        if !text.starts_with('-') && !super::transfers::is_elsewhere(text) {
            never(case, finding, word, text, access);
        }
    }
}

/// Rules that are read from a text: behind their names, a tab or a `;` stands what a shell runs.
fn recipes(case: &Case<'_>, finding: &mut Finding) {
    const MOST: usize = 64;
    for line in case.fed.iter().flat_map(|fed| fed.lines()).take(MOST) {
        let recipe = line.strip_prefix('\t').or(line.split_once(';').map(|(_, recipe)| recipe));
        if let Some(text) = recipe.filter(|text| case.budget.guess(text.len())) {
            refusals(case, finding, 0, text.trim_start_matches(['@', '-', '+', ' ']));
        }
    }
}

/// A program in the place of a file: `|x`, `%pipe%x`.
fn pipes(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    for (word, text) in argv.iter().enumerate().skip(1) {
        let piped = text.strip_prefix('|').or(text.split_once("%pipe%").map(|(_, program)| program));
        if let Some(program) = piped {
            refusals(case, finding, word, program);
        }
    }
}

/// A command in the place of the file that is written: `strace -o '|x'`; and another user to run as.
fn traced(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    const WRITTEN: &[(&str, &str)] = &[("strace", "-o --output"), ("ltrace", "-o --output")];
    for given in named(WRITTEN, &argv[0], argv) {
        if let Some(program) = given.value.strip_prefix(['|', '!']) {
            refusals(case, finding, given.at, program);
        }
    }
}

/// Refuses a path that `access` must never reach.
pub(super) fn never(case: &Case<'_>, finding: &mut Finding, word: usize, path: &str, access: Access) {
    let mut found = Finding::new(finding.class);
    case.path(&mut found, word, path, access);
    found.objections.retain(|objection| objection.verdict == Verdict::Never);
    finding.objections.extend(found.objections);
}
