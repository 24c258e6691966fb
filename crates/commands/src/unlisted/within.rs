//! The commands among the words of one that runs others, for whoever follows what they do to files.

use super::inner::ASSIGNED;
use super::names::program;
use super::wrappers::{Begins, Read};
use super::{begun, carried, wrappers};
use crate::scan::assignment;
use std::ops::Range;

/// A command among the words of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Within {
    /// Its words; of one with a space in it, it is a text for a shell.
    pub words: Range<usize>,
    /// The folder that it is run in, where the words say another.
    pub folder: Option<String>,
    /// Whether it is known to begin there.
    pub certain: bool,
}

/// Options of `find` and `fd` with which they run a command.
const DOING: &[(&str, &str)] = &[("find", "-exec -ok"), ("fd fdfind", "-x -X --exec --exec-batch")];
/// Programs of which the command is run where other files are.
const APART: &[&str] =
    &["docker", "podman", "nerdctl", "docker-compose", "podman-compose", "kubectl", "oc", "kubecolor", "ssh"];

/// The commands that a command runs which its words hold.
#[must_use]
pub fn within(argv: &[String]) -> Vec<Within> {
    let Some(name) = argv.first().map(|word| program(word)) else { return Vec::new() };
    if let Some(begins) = wrappers::find(&name) {
        return wrapped(&name, begins, argv);
    }
    let doing = DOING.iter().find(|(names, _)| names.split(' ').any(|known| known == name));
    if let Some((_, options)) = doing {
        let begin = (1..argv.len()).filter(|at| options.split(' ').any(|option| argv[*at] == option));
        let done = begin.map(|at| {
            let ends = |at: &usize| argv[*at] == ";" || argv[*at] == "+" && argv[at - 1] == "{}";
            at + 1..(at + 1..argv.len()).find(ends).unwrap_or(argv.len())
        });
        return done.filter(|words| !words.is_empty()).map(|words| of(words, true)).collect();
    }
    if APART.contains(&name.as_str()) || !carried::carries(&name, argv) {
        return Vec::new();
    }
    match begun::find(&name, argv).filter(|at| *at < argv.len()) {
        Some(at) => vec![of(at..argv.len(), true)],
        None => guessed(argv, 1),
    }
}

fn of(words: Range<usize>, certain: bool) -> Within {
    Within { words, folder: None, certain }
}

/// Any word from here on may be the first one.
fn guessed(argv: &[String], from: usize) -> Vec<Within> {
    (from..argv.len()).filter(|at| !argv[*at].starts_with('-')).map(|at| of(at..argv.len(), false)).collect()
}

/// The same of a program that runs the rest of its words.
fn wrapped(name: &str, begins: &'static Begins, argv: &[String]) -> Vec<Within> {
    let (mut at, mut skip, mut unsure, mut folder) = (1, begins.before, false, None);
    while let Some(word) = argv.get(at).map(String::as_str) {
        if ASSIGNED.contains(&name) && assignment(word).is_some() || word == "-" && name == "env" {
            at += 1;
        } else if word == "--" || name == "flock" && skip == 0 && word == "-c" {
            at += 1;
            break;
        } else if word.len() > 1 && word.starts_with('-') {
            at += 1;
            match begins.read(word) {
                Read::Valued(option, attached) => {
                    let value = attached.or(argv.get(at).map(String::as_str));
                    at += usize::from(attached.is_none());
                    if matches!((name, option), ("env", "-C" | "--chdir") | ("sudo", "-D" | "--chdir")) {
                        folder = value.map(str::to_owned);
                    }
                }
                Read::Flag => {}
                Read::Unknown => unsure = true,
            }
        } else if skip > 0 {
            (skip, at) = (skip - 1, at + 1);
        } else {
            break;
        }
    }
    match () {
        () if at >= argv.len() => Vec::new(),
        () if unsure => guessed(argv, at),
        () => vec![Within { words: at..argv.len(), folder, certain: true }],
    }
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn a_command_is_found_behind_what_runs_it() {
        for (text, found) in [
            ("time rm a", "rm a"),
            ("env X=1 -u Y rm a", "rm a"),
            ("timeout -k 1 5 rm a", "rm a"),
            ("nice -n 5 rm a", "rm a"),
            ("xargs -n1 rm a", "rm a"),
            ("env -C d rm a", "rm a in d"),
            ("busybox rm a", "rm a"),
            ("find . -name x -exec rm {} ;", "rm {}"),
            ("find . -exec rm {} + -exec cp {} d ;", "rm {}|cp {} d"),
            ("fd x -X rm", "rm"),
            ("npx rm a", "rm a"),
            ("poetry run rm a", "rm a"),
            ("uv run rm a", "run rm a?|rm a?|a?"),
            ("docker exec c rm a", ""),
            ("echo rm a", ""),
            ("git rm a", ""),
            ("grep rm a", ""),
            ("rm a", ""),
            ("env", ""),
        ] {
            let argv: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let told = within(&argv).into_iter().map(|command| {
                let folder = command.folder.map_or(String::new(), |folder| format!(" in {folder}"));
                argv[command.words].join(" ") + &folder + if command.certain { "" } else { "?" }
            });
            assert_eq!(told.collect::<Vec<_>>().join("|"), found, "{text}");
        }
    }
}
