//! What runs its input: by an option, by another name of it, or because nothing else is named.

use super::names::{INTERPRETERS, SHELLS, base};

/// Programs that take the file behind one of these options as code.
const TAKES_CODE: &[(&str, &str)] = &[
    ("awk gawk mawk nawk", "-f -E -i --file --exec --include"),
    ("sed gsed", "-f --file"),
    ("make gmake", "-f --file --makefile"),
    ("vim vi nvim ex", "-s -S -u"),
    ("gdb lldb", "-x -s --command --source"),
    ("just", "-f --justfile"),
    ("rake", "-f --rakefile"),
    ("bc dc", "-f --file"),
    ("crontab", "-"),
    ("emacs", "-l --load --script"),
];
/// Programs that run their input when nothing else is named.
const INPUT_RUN: &[&str] = &["crontab"];

/// Whether `word` is another name of what is piped in.
pub(crate) fn is_input(word: &str) -> bool {
    matches!(word, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0" | "/proc/thread-self/fd/0")
}

/// Whether a program that is no interpreter takes what is piped into it as code: by an option
/// (`awk -f -`), by its name for it (`go run /dev/stdin`), or because nothing else is named (`ed`). The
/// last only of a pipe: what a file holds that is named (`sqlite3 x.db < x.sql`) can be looked at.
pub(super) fn runs_piped(name: &str, argv: &[String], piped: bool) -> bool {
    let operands = argv.iter().skip(1).filter(|word| !word.starts_with('-'));
    let options = TAKES_CODE.iter().filter(|(names, _)| names.split(' ').any(|n| n == name));
    let by_option = options.flat_map(|(_, options)| options.split(' ')).any(|option| {
        argv.iter().enumerate().skip(1).any(|(at, word)| {
            let next = argv.get(at + 1).map_or("", String::as_str);
            let attached = word.strip_prefix(option).map(|rest| rest.trim_start_matches('='));
            (word == option && (option == "-" || is_input(next))) || attached.is_some_and(is_input)
        })
    });
    let named = |word: &String| is_input(word) && (word != "-" || matches!(name, "deno" | "bun"));
    let builds = (name == "go" && argv.get(1).is_some_and(|sub| sub == "run"))
        || matches!(
            name,
            "java" | "tcc" | "deno" | "bun" | "runhaskell" | "rust-script" | "cargo" | "dotnet" | "swift"
        );
    by_option
        || (builds && argv.iter().any(named))
        || (piped && matches!(name, "ed" | "ex"))
        || (piped && INPUT_RUN.contains(&name) && operands.count() == 0)
}

/// Whether an option is followed by code: `-c`, `-lc`, `-e`, `-r`, `--eval`.
pub(crate) fn gives_code(option: &str) -> bool {
    let long = ["--command", "--eval", "--execute", "--print", "--run", "--init-command", "-command", "/c", "/k"];
    let lower = option.to_lowercase();
    let letters = option.strip_prefix('-').filter(|rest| !rest.starts_with('-') && rest.len() < 6);
    long.contains(&lower.as_str()) || letters.is_some_and(|letters| letters.ends_with(['c', 'e', 'r', 'p', 'E']))
}

/// Whether a name that is a pattern may stand for a shell or an interpreter: `/bin/s?`.
pub(crate) fn may_run_input(name: &str) -> bool {
    let name = base(name);
    name.contains(['?', '[', '*'])
        && name.contains(|c: char| c.is_ascii_alphanumeric())
        && SHELLS
            .iter()
            .chain(INTERPRETERS)
            .chain(&["python", "python3"])
            .any(|known| crate::place::stands_for(&name, known))
}
