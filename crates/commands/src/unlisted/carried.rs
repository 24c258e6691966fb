//! Programs that run a command given among their own words, wherever it stands there: `tmux new -d
//! 'x'`, `npx -c 'x'`, `bwrap --bind / / x`. Only refusals are taken out of it.

use super::inner::refusals;
use super::names::base;
use crate::case::{Case, DEEPEST, Finding};
use crate::judge::words;
use crate::verdict::{Objection, Verdict};

/// Programs of which any word may begin a command, or hold one as a text.
const CARRIERS: &[&str] = &[
    "tmux",
    "screen",
    "byobu",
    "zellij",
    "dtach",
    "abduco",
    "bwrap",
    "firejail",
    "proot",
    "systemd-run",
    "systemd-nspawn",
    "systemd-inhibit",
    "start-stop-daemon",
    "daemonize",
    "script",
    "npx",
    "bunx",
    "pnpx",
    "uvx",
    "pipx",
    "hyperfine",
    "watchexec",
    "nodemon",
    "concurrently",
    "entr",
    "nix",
    "nix-shell",
    "xvfb-run",
    "dbus-launch",
    "dbus-run-session",
    "ssh-agent",
    "capsh",
    "aa-exec",
    "sg",
    "perf",
    "rr",
    "valgrind",
    "gdb",
    "lldb",
    "vim",
    "vi",
    "nvim",
    "ex",
    "emacs",
    "xterm",
    "gnome-terminal",
    "konsole",
    "alacritty",
    "kitty",
    "expect",
    "fd",
    "fdfind",
    "direnv",
    "doppler",
    "dotenv",
    "op",
    "unshare",
    "nsenter",
    "chroot",
];
/// Sub-commands of other programs that do the same.
const CARRYING: &[(&str, &str)] = &[
    ("npm", "exec x explore"),
    ("pnpm", "exec dlx"),
    ("yarn", "exec dlx"),
    ("bun", "x"),
    ("uv", "run tool"),
    ("poetry", "run"),
    ("pipenv", "run"),
    ("conda", "run"),
    ("mamba", "run"),
    ("bundle", "exec"),
    ("rbenv", "exec"),
    ("pyenv", "exec"),
    ("mise", "exec x"),
    ("asdf", "exec"),
    ("cargo", "watch"),
    ("busybox", "start-stop-daemon"),
];
/// Their long options that take a value which is no command.
const VALUED: &[&str] = &[
    "--with",
    "--with-editable",
    "--with-requirements",
    "--from",
    "--package",
    "--spec",
    "--python",
    "--extra",
    "--group",
    "--env-file",
    "--project",
    "--index",
    "--index-url",
    "--extra-index-url",
    "--workspace",
    "--filter",
    "--name",
    "--session-name",
    "--features",
    "--bin",
];
/// So many words are tried as the beginning.
const TRIED: usize = 16;

/// Refuses what a command among the words would do, of a program that is known to run such.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let sub = argv.get(1).map_or("", String::as_str);
    let carries = CARRYING.iter().any(|(program, subs)| *program == name && subs.split(' ').any(|known| known == sub));
    if carries {
        anywhere(case, finding, argv, 2);
    } else if CARRIERS.contains(&name) {
        anywhere(case, finding, argv, 1);
    }
}

/// Refuses what any of the words from `from` on would do, as a text or as a command's first word.
pub(super) fn anywhere(case: &Case<'_>, finding: &mut Finding, argv: &[String], from: usize) {
    if case.depth >= DEEPEST {
        return;
    }
    // Each of them may hold others: two levels are enough, and what lies deeper is asked about.
    let inner = Case { depth: case.depth + DEEPEST / 2, ..case.clone() };
    let mut tried = 0;
    for (at, word) in argv.iter().enumerate().skip(from) {
        for text in texts(word).filter(|text| case.budget.guess(text.len())) {
            refusals(&inner, finding, at, text);
        }
        if word.starts_with('-') || tried >= TRIED || !begins(case, &argv[at - 1], word) {
            continue;
        }
        if !case.budget.guess(argv[at..].iter().map(|word| word.len() + 8).sum()) {
            break;
        }
        tried += 1;
        // `start-stop-daemon --exec rm -- -rf /`
        let rest: Vec<String> = argv[at..].iter().filter(|word| *word != "--").cloned().collect();
        let found = words(&inner, &rest).objections.into_iter().filter(|found| found.verdict == Verdict::Never);
        finding.objections.extend(found.map(|found| Objection { word: found.word.map(|word| word + at), ..found }));
    }
}

/// Whether a word may begin a command: not what an option takes, and no program of the project's own.
fn begins(case: &Case<'_>, before: &str, word: &str) -> bool {
    let own = word.contains('/') && case.map.go(&case.cwd, word).is_inside();
    !VALUED.contains(&before) && !own
}

/// What a shell may be given of a word: all of it, and what is attached to an option.
fn texts(word: &str) -> impl Iterator<Item = &str> {
    let attached = word.strip_prefix("--").and_then(|rest| rest.split_once('=')).map(|(_, value)| value);
    let glued = word.strip_prefix('-').and_then(|rest| rest.get(rest.chars().next()?.len_utf8()..));
    let given = [Some(word).filter(|word| !word.starts_with('-')), attached, glued.filter(|_| attached.is_none())];
    given.into_iter().flatten().flat_map(|text| {
        let command = text.trim_start_matches(['+', ':', '!', ' ']);
        // `shell x` of a debugger, `!x` of an editor.
        let told = ["shell ", "!", "system ", "exec "].iter().find_map(|told| command.strip_prefix(told));
        [Some(command), told].into_iter().flatten().filter(|text| text.contains([' ', '|']))
    })
}

/// Whether a text may print what files, the network or the like hold: `cat x`, `curl x`, `< x`.
pub(crate) fn prints_contents(text: &str) -> bool {
    const PRINTERS: &[&str] = &[
        "curl", "wget", "nc", "ncat", "socat", "ssh", "sed", "awk", "gawk", "dd", "gzip", "gunzip", "xz", "bzip2",
        "zstd", "openssl", "gpg", "xclip", "xsel", "pbpaste", "wl-paste", "cat", "head", "tail", "grep", "find",
        "xargs", "git", "tee", "paste", "split", "iconv", "http", "aria2c", "lynx", "w3m",
    ];
    let scanned = crate::scan::scan(text);
    let reads = scanned.tokens.iter().any(|token| matches!(token, crate::scan::Token::Redirect { write: false }));
    reads
        || scanned.tokens.iter().any(|token| {
            matches!(token, crate::scan::Token::Word(word)
                if PRINTERS.contains(&base(&word.text).as_str()) || super::names::is_reader(&base(&word.text)))
        })
}
