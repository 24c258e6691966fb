//! Words that name files and reach none: what is left out of an archive, a copy or a search, what a message says, and
//! what git is told to forget. Only what they would otherwise be refused for is spared them; whether the command may
//! run is asked as ever.

use super::wrappers::{Begins, Read};
use std::collections::BTreeSet;

/// What an option's value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    /// A text for people.
    Prose,
    /// A pattern that is looked for.
    Pattern,
    /// A pattern of what is left out.
    Without,
    /// The same, and all words up to the next option or an `@`.
    WithoutAll,
    /// The same where it says so: `!.env`, `- .env`.
    WithoutIf,
}

/// Options of programs; of git's sub-commands by both names. Then those of one letter that take a value as well.
const OPTIONS: &[(&str, Is, &str, &str)] = &[
    ("git-commit git-tag", Is::Prose, "-m --message --trailer", "CFcStu"),
    ("git-merge git-stash git-notes", Is::Prose, "-m --message", "CFXcs"),
    ("gh", Is::Prose, "-b -n -t --body --comment --description --message --notes --subject --title", "BFHLRTacflmpr"),
    ("glab tea hub", Is::Prose, "-m -t --body --description --message --notes --title", "FHRabl"),
    ("hg jj sl svn", Is::Prose, "-m --message", "FRdlru"),
    ("tar gtar bsdtar rsync rclone du ncdu aws inotifywait", Is::Without, "--exclude", ""),
    ("rsync", Is::WithoutIf, "-f --filter", "BMTe"),
    ("restic borg", Is::Without, "-e --exclude", "r"),
    ("rg", Is::WithoutIf, "-g --glob --iglob", "ABCEMTdefjmrt"),
    ("fd fdfind", Is::Without, "-E --exclude", "Sdeot"),
    ("ag ack", Is::Without, "--ignore --ignore-dir --ignore-file", ""),
    ("egrep fgrep zgrep", Is::Without, "--exclude --exclude-dir", ""),
    ("tree", Is::Without, "-I", "LPo"),
    ("diff", Is::Without, "-x --exclude", "CFILSUWX"),
    ("zip", Is::WithoutAll, "-x --exclude", "bt"),
    ("eslint prettier", Is::Without, "--ignore-pattern", ""),
    ("black ruff mypy isort flake8", Is::Without, "--exclude --extend-exclude", ""),
    ("cloc scc tokei", Is::Without, "-e --exclude --exclude-dir", ""),
    ("git-clean", Is::Without, "-e --exclude", ""),
    ("ast-grep", Is::Pattern, "-p -r --pattern --rewrite", "clk"),
    ("git-ls-files", Is::Without, "-x --exclude", "X"),
];

/// Sub-commands of git that know of a file and look at no byte of it, or only take it out of the index: with one of
/// these options, if there are any, and none of those.
const FORGETTING: &[(&str, &str, &str)] = &[
    ("rm", "--cached", ""),
    ("check-ignore", "", ""),
    ("ls-files", "", ""),
    (
        "update-index",
        "--assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --force-remove",
        "--add",
    ),
    ("restore", "-S --staged", "-W --worktree"),
    ("reset", "", "--hard --merge --keep"),
];
/// Options of theirs that name a file that is read.
const READING: &[&str] = &["-X", "--exclude-from", "--exclude-per-directory", "--pathspec-from-file"];

/// Where they stand in a command.
pub(super) fn words(name: &str, argv: &[String]) -> BTreeSet<usize> {
    let sub = argv.get(1).filter(|_| name == "git").map_or("", String::as_str);
    let key = if name == "git" { format!("git-{sub}") } else { name.to_owned() };
    let mut found: BTreeSet<usize> = forgotten(sub, argv).into_iter().collect();
    found.extend(queries(name, sub, argv));
    let mut all = None;
    for (at, word) in argv.iter().enumerate().skip(1) {
        let option = word.starts_with('-') && word.len() > 1;
        if option || word == "@" || all.is_none() {
            all = None;
        } else {
            found.insert(at);
        }
        let left_out = name == "git" && [":!", ":^", ":(exclude"].iter().any(|begins| word.starts_with(begins));
        if left_out || matches!(name, "7z" | "7za" | "7zz") && (word.starts_with("-x!") || word.starts_with("-xr!")) {
            found.insert(at);
        }
        let rows = OPTIONS.iter().filter(|(names, ..)| names.split(' ').any(|known| known == key));
        for (_, is, options, valued) in rows.filter(|_| option) {
            let Some(value) = given(word, options, valued) else { continue };
            let (place, text) = match value {
                Some(text) => (at, text),
                None => (at + 1, argv.get(at + 1).map_or("", String::as_str)),
            };
            if *is != Is::WithoutIf || text.starts_with('!') || text.starts_with("- ") || text.starts_with("exclude ") {
                found.insert(place);
            }
            all = (*is == Is::WithoutAll).then_some(at);
        }
    }
    found
}

/// What `git grep` looks for.
const SEARCH: Begins = Begins::new(
    "-e -f -A -B -C -m --max-count --max-depth --after-context --before-context --context --threads",
    "-a -c -E -F -G -h -H -i -I -l -L -n -o -p -P -q -r -v -w -W -z --all-match --and --break --cached --color --column \
     --count --extended-regexp --files-with-matches --files-without-match --fixed-strings --full-name \
     --function-context --heading --ignore-case --invert-match --line-number --name-only --no-color --not --null --or \
     --only-matching --perl-regexp --quiet --recursive --show-function --text --untracked --word-regexp",
    0,
);

/// Programs that show or keep the words they are given.
const SAYING: &[&str] = &["notify-send", "cowsay", "cowthink", "figlet", "toilet", "banner", "logger", "say", "espeak"];
/// Databases in whose queries texts stand that are no files.
pub(super) const QUERIED: &[&str] = &["sqlite3", "psql", "mysql", "mariadb"];

/// What reaches a file or starts a program from within a query, by a part of its name.
const REACHING: &[&str] = &[
    "readfile",
    "writefile",
    "fsdir",
    "edit",
    "load_extension",
    "attach",
    "virtual",
    "load_file",
    "infile",
    "outfile",
    "dumpfile",
    "pg_read",
    "pg_ls",
    "pg_stat",
    "lo_import",
    "lo_export",
    "copy",
    "program",
    "zipfile",
    "sqlar",
    "\\",
    "\n.",
];

/// Whether a word is queries alone that look at tables or change them, and at no file.
pub(super) fn is_query(word: &str) -> bool {
    const VERBS: &[&str] = &["select", "insert", "update", "delete", "with", "explain"];
    let queries = word.trim().trim_end_matches(';').to_lowercase();
    let queried = |query: &str| {
        let verb = query.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
        VERBS.contains(&verb)
    };
    statements(&queries).into_iter().all(queried) && !REACHING.iter().any(|names| queries.contains(names))
}

/// What stands between `;`, but in texts where nothing else hides what is one.
fn statements(text: &str) -> Vec<&str> {
    let hides = ["\"", "`", "--", "#", "/*"].iter().any(|mark| text.contains(mark));
    let mut quoted = false;
    let ends = |c: char| {
        quoted ^= c == '\'' && !hides;
        c == ';' && !quoted
    };
    text.split(ends).collect()
}

/// The lines of what a database is told to do in which it may be told to run something, or to reach a file.
pub(super) fn telling<'t>(name: &str, text: &'t str) -> impl Iterator<Item = &'t str> {
    // Where a name may be any file's.
    const NAMING: &[&str] = &["select", "from", "read_", "glob", "getenv"];
    // A function in another language may be of any text.
    let known = (QUERIED.contains(&name) || name == "duckdb") && !text.to_lowercase().contains("language");
    let named = name == "duckdb";
    let quiet = move |line: &str| {
        let lower = if named { line.to_lowercase() } else { String::new() };
        (is_query(line) || is_row(line)) && !NAMING.iter().any(|naming| lower.contains(naming))
    };
    text.lines().filter(move |line| !(known && quiet(line)))
}

/// Whether a line is a row of values: `(1, 'a'),`.
fn is_row(line: &str) -> bool {
    let Some(values) = line.trim().trim_end_matches([',', ';']).strip_prefix('(') else { return false };
    let begins = values.trim_start().starts_with(|c: char| c == '\'' || c.is_ascii_digit());
    let lower = values.to_lowercase();
    begins && values.ends_with(')') && !REACHING.iter().any(|names| lower.contains(names))
}

/// Words that are looked for, and name no file: the patterns of `git grep` as far as all before them is known, and what
/// is searched for elsewhere.
fn queries(name: &str, sub: &str, argv: &[String]) -> Vec<usize> {
    if name == "gh" && argv.get(1).is_some_and(|sub| sub == "search") {
        return (2..argv.len()).collect();
    }
    if SAYING.contains(&name) {
        // Behind an option may stand a file of its.
        let said = |at: &usize| !argv[*at].starts_with('-') && (*at == 1 || !argv[at - 1].starts_with('-'));
        return (1..argv.len()).filter(said).collect();
    }
    if QUERIED.contains(&name) {
        return (1..argv.len()).filter(|at| is_query(&argv[*at])).collect();
    }
    let (mut found, mut at, mut told) = (Vec::new(), 2, false);
    while let Some(word) = argv.get(at).filter(|word| sub == "grep" && word.len() > 1 && word.starts_with('-')) {
        match SEARCH.read(word) {
            _ if word == "--" => break,
            Read::Unknown => return found,
            Read::Flag => at += 1,
            Read::Valued(option, attached) => {
                let value = at + usize::from(attached.is_none());
                found.extend((option == "-e").then_some(value));
                told |= matches!(option, "-e" | "-f");
                at = value + 1;
            }
        }
    }
    // The first word that is no option, unless the pattern was told before: then it is a file.
    found.extend((sub == "grep" && !told && argv.get(at).is_some_and(|word| word != "--")).then_some(at));
    found
}

/// Whether a word is one of these options: with the value that is attached to it, or without.
fn given<'w>(word: &'w str, options: &str, valued: &str) -> Option<Option<&'w str>> {
    let known = |said: &str| options.split(' ').any(|option| option == said);
    if let Some(long) = word.strip_prefix("--") {
        let (said, value) = long.split_once('=').map_or((long, None), |(said, value)| (said, Some(value)));
        return known(&format!("--{said}")).then_some(value);
    }
    for (at, letter) in word.char_indices().skip(1) {
        if known(&format!("-{letter}")) {
            return Some(word.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty()));
        }
        if !letter.is_ascii_alphabetic() || valued.contains(letter) {
            return None;
        }
    }
    None
}

/// The files that git is told to forget, or asked what it knows of them.
fn forgotten(sub: &str, argv: &[String]) -> Vec<usize> {
    let says = |list: &str| argv.iter().skip(2).any(|word| list.split(' ').any(|known| known == word));
    let is = |(known, with, without): &&(&str, &str, &str)| {
        *known == sub && (with.is_empty() || says(with)) && (without.is_empty() || !says(without))
    };
    if FORGETTING.iter().find(is).is_none() {
        return Vec::new();
    }
    let named = |(at, word): &(usize, &String)| {
        !word.starts_with('-') && argv.get(at - 1).is_none_or(|before| !READING.contains(&before.as_str()))
    };
    argv.iter().enumerate().skip(2).filter(named).map(|(at, _)| at).collect()
}
