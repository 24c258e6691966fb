//! Programs that run a command given among their own words, wherever it stands there: `tmux new -d
//! 'x'`, `npx -c 'x'`, `bwrap --bind / / x`. Only refusals are taken out of it.

use super::begun;
use super::inner::refusals;
use super::names::{base, is_reader};
use super::unread;
use crate::case::{Case, Finding};
use crate::judge::words;
use crate::table;
use crate::verdict::{Objection, Verdict};

/// Where a program has the command that it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Any word may begin it, or hold it as a text.
    Anywhere,
    /// Behind one of these options.
    Behind(&'static str),
    /// Behind this option, as a text that is given something to read.
    Fed(&'static str),
    /// A word that is a text of its own: `+!x`, `.shell x`, `(shell-command "x")`.
    Texts,
}

/// Programs that run a command among their own words.
const CARRIERS: &[(&str, Holds)] = &[
    ("tmux screen byobu zellij dtach abduco script", Holds::Anywhere),
    ("bwrap firejail proot unshare nsenter chroot capsh aa-exec", Holds::Anywhere),
    ("systemd-run systemd-nspawn systemd-inhibit start-stop-daemon daemonize", Holds::Anywhere),
    ("npx bunx pnpx uvx pipx nix nix-shell guix direnv doppler dotenv op", Holds::Anywhere),
    ("flatpak snap distrobox toolbox", Holds::Anywhere),
    ("hyperfine watchexec nodemon concurrently entr", Holds::Anywhere),
    ("xvfb-run dbus-launch dbus-run-session ssh-agent sg perf rr valgrind", Holds::Anywhere),
    ("xterm gnome-terminal konsole alacritty kitty", Holds::Behind("-e -x -- --command --execute")),
    ("fd fdfind", Holds::Behind("-x -X --exec --exec-batch")),
    ("split", Holds::Fed("--filter")),
    ("fswatch", Holds::Behind("-x --exec")),
    ("yt-dlp youtube-dl", Holds::Behind("--exec --exec-before-download")),
    ("fzf", Holds::Behind("--preview --with-shell")),
    ("mosh", Holds::Behind("--ssh")),
    ("mysql mariadb", Holds::Behind("--pager")),
    ("gdb lldb", Holds::Behind("--args --")),
    ("gdb lldb vim vi nvim view vimdiff ex ed emacs less more most expect", Holds::Texts),
    ("sqlite3 duckdb psql mysql mariadb mongosh redis-cli ftp sftp lftp smbclient gnuplot", Holds::Texts),
    ("mix ghc rails rake manage.py", Holds::Texts),
];
/// Sub-commands of other programs that do the same.
const CARRYING: &[(&str, &str)] = &[
    ("npm", "exec x explore"),
    ("pnpm", "exec dlx"),
    ("yarn", "exec dlx"),
    ("bun", "x"),
    ("uv", "run tool"),
    ("poetry", "run"),
    ("dotenvx", "run"),
    ("pipenv", "run"),
    ("hatch", "run"),
    ("pdm", "run"),
    ("rye", "run"),
    ("pixi", "run exec"),
    ("devbox", "run"),
    ("flox", "activate"),
    ("nvm", "exec run"),
    ("fnm", "exec"),
    ("volta", "run"),
    ("conda", "run"),
    ("mamba", "run"),
    ("bundle", "exec"),
    ("rbenv", "exec"),
    ("pyenv", "exec"),
    ("mise", "exec x"),
    ("asdf", "exec"),
    ("cargo", "watch"),
    ("cmake", "-E"),
    ("sops", "exec-env exec-file"),
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

/// Whether a program runs a command that may begin with any of these words.
pub(super) fn carries(name: &str, argv: &[String]) -> bool {
    let known = |names: &str| names.split(' ').any(|known| known == name);
    let sub = argv.get(1).map_or("", String::as_str);
    CARRYING.iter().any(|(program, subs)| *program == name && subs.split(' ').any(|known| known == sub))
        || CARRIERS.iter().any(|(names, holds)| *holds == Holds::Anywhere && known(names))
}

/// Refuses what a command among the words would do, of a program that is known to run such; the words that are nothing
/// else.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) -> Vec<usize> {
    let mut judged = Vec::new();
    let sub = argv.get(1).map_or("", String::as_str);
    if CARRYING.iter().any(|(program, subs)| *program == name && subs.split(' ').any(|known| known == sub)) {
        anywhere(case, finding, argv, 2);
        return judged;
    }
    for (_, holds) in CARRIERS.iter().filter(|(names, _)| names.split(' ').any(|known| known == name)) {
        match holds {
            Holds::Anywhere => anywhere(case, finding, argv, 1),
            Holds::Fed(option) => fed(case, finding, argv, option),
            Holds::Behind(options) => {
                behind(case, finding, argv, options);
                if matches!(name, "fd" | "fdfind") {
                    judged = found(case, finding, argv, options);
                }
            }
            Holds::Texts => told(case, finding, name, argv),
        }
    }
    judged
}

/// Refuses what one of these options carries: its value, or all that follows it.
fn behind(case: &Case<'_>, finding: &mut Finding, argv: &[String], options: &str) {
    for (at, word) in argv.iter().enumerate().skip(1) {
        let (name, attached) = word.split_once('=').map_or((word.as_str(), None), |(o, value)| (o, Some(value)));
        // Also shortened.
        let carries =
            |option: &str| option == name || (name.len() > 4 && name.starts_with("--") && option.starts_with(name));
        if !options.split(' ').any(carries) {
            continue;
        }
        match attached {
            Some(text) => refusals(case, finding, at, text),
            None => return anywhere(case, finding, argv, at + 1),
        }
    }
}

/// Refuses what the text behind this option would do with what it is given to read.
fn fed(case: &Case<'_>, finding: &mut Finding, argv: &[String], option: &str) {
    let piped = Case { piped: true, ..case.clone() };
    for (at, word) in argv.iter().enumerate().skip(1) {
        let (name, attached) = word.split_once('=').map_or((word.as_str(), None), |(o, value)| (o, Some(value)));
        if name.len() > 2 && option.starts_with(name) {
            refusals(&piped, finding, at, attached.or(argv.get(at + 1).map(String::as_str)).unwrap_or_default());
        }
    }
}

/// Refuses what `fd` would have done to what it finds, as `find` with `-exec` would; the words that are done.
fn found(case: &Case<'_>, finding: &mut Finding, argv: &[String], options: &str) -> Vec<usize> {
    let carries = |word: &String| options.split(' ').any(|option| word == option);
    let Some(at) = argv.iter().position(carries) else { return Vec::new() };
    let (given, rest) = argv.split_at(at);
    // The first is what is looked for.
    let folders = given.iter().skip(1).filter(|word| !word.starts_with('-')).skip(1);
    let done = rest.iter().enumerate().skip(1).take_while(|(_, word)| *word != ";");
    let done: Vec<(usize, &String)> = done.filter(|(_, word)| !word.starts_with('{')).collect();
    let find = ["find".to_owned()].into_iter().chain(folders.cloned()).chain(["-exec".to_owned()]);
    let find: Vec<String> =
        find.chain(done.iter().map(|(_, word)| (*word).clone())).chain(["{}".to_owned(), "+".to_owned()]).collect();
    let Some(inner) = case.inside(finding, at).filter(|case| case.budget.guess(find.iter().map(String::len).sum()))
    else {
        return Vec::new();
    };
    let refused = words(&inner, &find).objections.into_iter().filter(|found| found.verdict == Verdict::Never);
    finding.objections.extend(refused.map(|found| Objection { word: Some(at), ..found }));
    done.iter().map(|(word, _)| at + word).collect()
}

/// Refuses what a word that is a text of its own would do, or a line of what it reads.
fn told(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    for line in case.fed.iter().flat_map(|fed| unread::telling(name, fed)) {
        for text in texts(line).filter(|text| case.budget.guess(text.len())) {
            refusals(case, finding, 0, text);
        }
    }
    let queried = unread::QUERIED.contains(&name);
    for (at, word) in argv.iter().enumerate().skip(1).filter(|(_, word)| !(queried && unread::is_query(word))) {
        for text in texts(word).filter(|text| case.budget.guess(text.len())) {
            refusals(case, finding, at, text);
        }
        case.quoted(finding, at, word);
        case.destroyed(finding, at, word);
    }
}

/// Refuses what any of the words from `from` on would do, as a text or as a command's first word.
pub(super) fn anywhere(case: &Case<'_>, finding: &mut Finding, argv: &[String], from: usize) {
    // Each of them may hold others: what lies deeper is asked about.
    let Some(inner) = case.guessed() else { return };
    // Others may run what stands among their own words.
    let runs_none = |name: &str| table::knows(name) || is_reader(&base(name));
    let certain =
        begun::find(&base(&argv[0]), argv).filter(|at| *at >= from && argv.get(*at).is_none_or(|word| runs_none(word)));
    let mut tried = 0;
    for (at, word) in argv.iter().enumerate().skip(from) {
        for text in texts(word).filter(|text| case.budget.guess(text.len())) {
            refusals(&inner, finding, at, text);
        }
        if certain.is_some_and(|certain| certain != at)
            || word.starts_with('-')
            || tried >= TRIED
            || !begins(case, &argv[at - 1], word)
        {
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
        // `+x`, `:x`, `.x`, `\\x`, and `|ax` of a pager.
        let command = text.trim_start_matches(['+', ':', '.', '\\', ' ']);
        let piped = command.strip_prefix('|').and_then(|rest| rest.get(rest.chars().next()?.len_utf8()..));
        // Said to be a command, it is one even as a single word.
        let told = TOLD.iter().find_map(|told| command.strip_prefix(told));
        let told = told.or_else(|| command.split_once('!').map(|(_, given)| given));
        let whole = Some(command).filter(|text| text.contains([' ', '|']));
        [whole, piped, told].into_iter().flatten()
    })
}

/// What an editor, a debugger or a database says before a command: `shell x`. `!x` is one wherever it stands.
const TOLD: [&str; 6] = ["shell ", "platform shell ", "system ", "exec ", "sh ", "spawn "];

/// Whether a text may print what files, the network or the like hold: `cat x`, `curl x`, `< x`.
pub(crate) fn prints_contents(text: &str) -> bool {
    const PRINTERS: &[&str] = &[
        "curl", "wget", "nc", "ncat", "socat", "ssh", "sed", "awk", "gawk", "dd", "gzip", "gunzip", "xz", "bzip2",
        "zstd", "openssl", "gpg", "xclip", "xsel", "pbpaste", "wl-paste", "cat", "head", "tail", "grep", "find",
        "xargs", "git", "tee", "paste", "split", "iconv", "http", "aria2c", "lynx", "w3m",
    ];
    let scanned = crate::scan::scan(text);
    let reads = scanned.tokens.iter().any(|token| matches!(token, crate::scan::Token::Redirect(opens) if !opens.write));
    reads
        || scanned.tokens.iter().any(|token| {
            matches!(token, crate::scan::Token::Word(word)
                if PRINTERS.contains(&base(&word.text).as_str()) || super::names::is_reader(&base(&word.text)))
        })
}
