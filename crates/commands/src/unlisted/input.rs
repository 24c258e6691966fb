//! What runs its input: by an option, by another name of it, or because nothing else is named.

use super::names::{INTERPRETERS, SHELLS, base};
use super::sources::sources;

/// Whether `word` is another name of what is piped in.
pub(crate) fn is_input(word: &str) -> bool {
    matches!(word, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0" | "/proc/thread-self/fd/0")
}

/// Whether a program that is no interpreter takes what is piped into it as code: by an option
/// (`awk -f -`), by its name for it (`go run /dev/stdin`), or because nothing else is named (`ed`). The
/// last only of a pipe: what a file holds that is named (`sqlite3 x.db < x.sql`) can be looked at.
pub(super) fn runs_piped(name: &str, argv: &[String], piped: bool) -> bool {
    let words = || argv.iter().skip(1);
    let crontab =
        name == "crontab" && (words().any(|word| word == "-") || piped && words().all(|word| word.starts_with('-')));
    let run = name != "go" || argv.get(1).is_some_and(|sub| sub == "run");
    crontab
        || (piped && matches!(name, "ed" | "ex"))
        || (piped && name == "uv" && argv.get(1).is_some_and(|sub| sub == "run") && words().any(|word| word == "-"))
        || (piped && name == "script" && words().all(|word| !word.starts_with("-c") && !word.starts_with("--c")))
        || (piped && name == "tmux" && words().any(|word| word.starts_with("-C")))
        || (run && sources(name, argv).into_iter().any(|(_, file)| is_input(file)))
}

/// Programs whose input may hold commands that they have a shell run: `\\! x`, `.shell x`.
const CLIENTS: &[&str] = &["psql", "mysql", "mariadb", "sqlite3", "duckdb"];

/// Whether what is fetched may hold commands that this program has run.
pub(crate) fn runs_commands(name: &str) -> bool {
    CLIENTS.contains(&base(name).as_str())
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
