//! Rules that only one program has.

use super::elsewhere::remote;
use super::given::given;
use super::inner::refusals;
use super::names::{ENDERS, SETTERS, STOPPERS, fetches, ruins, runs_input, tells_itself};
use super::{containers, git, secrets};
use crate::case::{Case, Finding};
use crate::environment;
use crate::place::{Access, clip};
use crate::scan::assignment;
use crate::verdict::{Class, Objection, Verdict};
use crate::written::{names_port, names_us};

/// Programs that link, and are everybody's.
const LINKERS: [&str; 9] = ["cc", "c++", "gcc", "g++", "clang", "ld", "lld", "rust-lld", "mold"];

/// Refuses what this one program must never do.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let says = |word: &str| argv.iter().skip(1).any(|other| other == word);
    if tells_itself(argv) || is_version(name, argv) {
        // Nothing is done.
    } else if ENDERS.contains(&name) || name.starts_with("mkfs.") || ruins(name, &argv[1..]) {
        finding.refuse(Class::Destructive, 0, format!("`{name}` destroys outside the workspace"));
    } else if STOPPERS.contains(&name) {
        finding.refuse(Class::Destructive, 0, format!("`{name}` would stop the machine"));
    } else if SETTERS.contains(&name) {
        finding.refuse(Class::ControlPlane, 0, format!("`{name}` sets how the whole machine runs"));
    }
    let carries = matches!(name, "ssh" | "docker" | "podman" | "kubectl" | "script" | "systemd-run" | "wsl");
    if case.piped && carries && argv.iter().skip(1).any(|word| runs_input(word)) {
        finding.refuse(Class::Shell, 0, format!("something is piped into a shell by `{name}`"));
    }
    secrets::judge(finding, name, argv);
    match name {
        "git" => git::judge(case, finding, argv),
        "npm" | "yarn" | "pnpm" | "bun" | "cargo" | "go" | "pip" | "pip3"
            if argv.get(1).is_none_or(|sub| fetches(sub)) =>
        {
            finding.class = Class::Network;
        }
        "dd" => {
            for (word, text) in argv.iter().enumerate() {
                if let Some(path) = text.strip_prefix("of=") {
                    case.path(finding, word, path, Access::Destroy);
                }
            }
        }
        "sqlite3" | "dc" | "m4" => {
            let said = case.before.iter().flatten().chain(&case.fed).find(|word| {
                [".shell", ".system", ".sh ", "syscmd", "edit("].iter().any(|runs| word.contains(runs))
                    || (name == "dc" && word.contains('!'))
            });
            if let Some(said) = said.filter(|_| case.piped || case.fed.is_some()) {
                finding.refuse(Class::Shell, 0, format!("`{}` is piped into `{name}`, which runs it", clip(said)));
            }
        }
        "kill" if case.drawn.own => {
            finding.refuse(Class::ControlPlane, 0, "it would end our own server");
        }
        "kill" if !case.map.is_contained() && ends_everything(argv) => {
            finding.refuse(Class::Destructive, 1, "`kill` would end everything that runs");
        }
        "kill" | "killall" | "pkill" | "systemctl" | "service" | "launchctl"
            if argv.iter().skip(1).any(|word| names_us(word)) =>
        {
            finding.refuse(Class::ControlPlane, 0, "it would end our own server");
        }
        "pkill" | "killall" | "kill-port" | "killport" | "fkill" | "fkill-cli"
            if argv.iter().skip(1).any(|word| names_port(case, word)) =>
        {
            finding.refuse(Class::ControlPlane, 0, "it would end our own server");
        }
        "fuser" if ends_users(argv) && argv.iter().skip(1).any(|word| names_port(case, word)) => {
            finding.refuse(Class::ControlPlane, 0, "it would end our own server");
        }
        "systemctl" | "loginctl"
            if ["poweroff", "reboot", "halt", "kexec", "suspend", "rescue", "emergency"]
                .iter()
                .any(|verb| says(verb) || says(&format!("{verb}.target"))) =>
        {
            finding.refuse(Class::Destructive, 0, "it would stop the machine");
        }
        "systemctl" | "service" | "rc-service" | "launchctl" if stops(name, argv) => {
            finding.refuse(Class::Destructive, 0, format!("`{name}` would end what runs for the whole machine"));
        }
        "capsh" => {
            // Behind `--` stand the words of a shell.
            let from = argv.iter().position(|word| matches!(word.as_str(), "--" | "=="));
            if let Some((from, inside)) = from.and_then(|from| Some((from, case.inside(finding, from)?))) {
                let shell: Vec<String> = ["bash".to_owned()].into_iter().chain(argv[from + 1..].to_vec()).collect();
                let found = crate::judge::words(&inside, &shell).objections.into_iter();
                let refused = found.filter(|objection| objection.verdict == Verdict::Never);
                finding.objections.extend(refused.map(|objection| Objection { word: Some(from), ..objection }));
            }
        }
        // Of Windows, and with a drive; of other programs it is a verb.
        "format" if argv.iter().skip(1).any(|word| word.len() == 2 && word.ends_with(':')) => {
            finding.refuse(Class::Destructive, 0, "`format` destroys outside the workspace");
        }
        "xargs" if case.piped && runs_what_it_reads(argv) => {
            finding.refuse(Class::Shell, 0, "something is piped into `xargs`, which runs it");
        }
        "init" if says("0") || says("6") || says("1") => {
            finding.refuse(Class::Destructive, 0, "it would stop the machine");
        }
        "pkill" | "killall" | "skill" | "snice"
            if argv.iter().skip(1).any(|word| {
                word.starts_with("-u") || word.starts_with("-U") || word.starts_with("--u") || word.starts_with("--eu")
            }) =>
        {
            finding.refuse(Class::Unknown, 0, format!("`{name} -u` reaches other users"));
        }
        "mknod" if says("b") || says("c") || says("u") => {
            finding.refuse(Class::Destructive, 0, "it makes a device");
        }
        "ssh" if case.piped && remote(argv).is_none() => {
            finding.refuse(Class::Shell, 0, "something is piped into the shell that `ssh` opens");
        }
        "nc" | "ncat" | "netcat" if argv.iter().skip(1).any(|word| executes(word)) => {
            finding.refuse(Class::ControlPlane, 0, format!("`{name} -e` runs a program for whoever is connected"));
        }
        "socat" => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                let runs = text.split("!!").any(|side| {
                    let kind = side.split([':', ',']).next().unwrap_or("").to_lowercase();
                    matches!(kind.as_str(), "exec" | "system" | "shell")
                });
                if runs {
                    finding.refuse(
                        Class::ControlPlane,
                        word,
                        format!("`{}` runs a program for the other side", clip(text)),
                    );
                }
            }
        }
        // It is the program that links.
        "rustc" => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                let set = text.strip_prefix("-C").or_else(|| text.strip_prefix("--codegen=")).or(Some(text));
                let linker = set.and_then(|set| set.strip_prefix("linker="));
                if linker.is_some_and(|linker| !LINKERS.contains(&linker)) {
                    finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
                }
            }
        }
        "make" | "gmake" => {
            for given in given(name, argv).iter().filter(|given| given.is("-C --directory")) {
                case.path(finding, given.word, given.value, Access::Create);
            }
            environments(case, finding, argv);
        }
        "cmake" => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                // `-D NAME=value` or `-DNAME=value`.
                let set = text.strip_prefix("-D").or_else(|| (argv[word - 1] == "-D").then_some(text));
                let set = set.and_then(|text| text.split_once('='));
                if let Some((name, value)) = set
                    && environment::loads_code(case, name.split(':').next().unwrap_or(name), value)
                {
                    finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
                }
            }
        }
        "docker" | "podman" | "nerdctl" | "buildah" | "finch" | "docker-compose" | "podman-compose" | "apptainer"
        | "singularity" => containers::judge(case, finding, name, argv),
        "tar" | "gtar" | "bsdtar" => archive(case, finding, argv),
        "apt" | "apt-get" | "aptitude" | "dpkg" => {
            let loads = |word: &String| {
                let lower = word.to_lowercase();
                ["pre-invoke", "post-invoke", "::pre-install-pkgs"].iter().any(|hook| lower.contains(hook))
            };
            if let Some(word) = argv.iter().position(loads) {
                finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(&argv[word])));
            }
        }
        "awk" | "gawk" | "mawk" | "nawk" if case.piped && argv.iter().any(|word| word.contains("system(")) => {
            finding.refuse(Class::Interpreter, 0, format!("something is piped into `{name}`, which runs it"));
        }
        "php" if argv.iter().any(|word| word.contains("auto_prepend_file") || word.contains("auto_append_file")) => {
            finding.refuse(Class::ControlPlane, 0, "`-d auto_prepend_file` loads code");
        }
        "printenv" => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                case.variable(finding, word, text);
            }
        }
        "go" | "export" | "declare" | "typeset" | "local" | "readonly" | "set" | "setenv" => {
            environments(case, finding, argv);
        }
        "trap" | "alias" => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                let text = text.split_once('=').filter(|_| name == "alias").map_or(text.as_str(), |(_, value)| value);
                refusals(case, finding, word, text);
            }
        }
        _ => {}
    }
}

/// Whether `xargs` takes the command itself from its input: `xargs -I{} {}`.
fn runs_what_it_reads(argv: &[String]) -> bool {
    (2..argv.len()).any(|at| {
        let (word, before) = (argv[at].as_str(), argv[at - 1].as_str());
        let glued = before.strip_prefix("-I").or_else(|| before.strip_prefix("--replace="));
        glued == Some(word) || before == word && argv[at - 2] == "-I" || word == "{}" && before == "--replace"
    })
}

/// Whether one of those that destroy only says which it is. `mkfs -V` alone formats nothing.
fn is_version(name: &str, argv: &[String]) -> bool {
    matches!(argv, [_, word] if word == "-V")
        && (ENDERS.contains(&name) || name.starts_with("mkfs."))
        && name != "killall5"
}

/// Whether a word is one of short options with this letter among them.
fn is_letters(word: &str, letter: char) -> bool {
    word.strip_prefix('-').is_some_and(|letters| !letters.starts_with('-') && letters.contains(letter))
}

/// Whether `fuser` ends the processes that it finds.
fn ends_users(argv: &[String]) -> bool {
    argv.iter().skip(1).any(|word| word == "--kill" || is_letters(word, 'k'))
}

/// Whether a service of the machine's is ended, or kept from beginning again: `stop`, `mask`, `disable --now`.
fn stops(name: &str, argv: &[String]) -> bool {
    let says = |list: &[&str]| argv.iter().skip(1).any(|word| list.contains(&word.as_str()));
    match name {
        "systemctl" => {
            // The first word that is no option says what is done.
            let verb = argv.iter().skip(1).find(|word| !word.starts_with('-')).map_or("", String::as_str);
            matches!(verb, "stop" | "mask" | "kill" | "isolate") || verb == "disable" && says(&["--now"])
        }
        "launchctl" => says(&["unload", "bootout", "remove", "kill", "disable", "stop"]),
        _ => says(&["stop"]),
    }
}

/// Whether a word of short options of `nc` has `e` with a program: behind it, or the next word. In `-vez`
/// the others are options as well.
fn executes(word: &str) -> bool {
    let letters = word.strip_prefix('-').filter(|rest| rest.bytes().all(|b| b.is_ascii_alphabetic()));
    letters
        .and_then(|letters| letters.split_once('e'))
        .is_some_and(|(_, program)| program.is_empty() || !program.bytes().all(|b| b"vznul".contains(&b)))
}

/// Refuses variables that load code.
fn environments(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    // A recipe's shell is none.
    let makes = matches!(argv[0].as_str(), "make" | "gmake");
    for (word, text) in argv.iter().enumerate().skip(1) {
        if let Some((name, value)) = assignment(text)
            && environment::loads_code(case, name, value)
            && !(makes && environment::is_environment(name, value))
        {
            finding.refuse(Class::ControlPlane, word, format!("`{name}` loads code"));
        }
    }
}

/// Whether `tar` packs something.
pub(super) fn packs(argv: &[String]) -> bool {
    argv.iter().enumerate().skip(1).any(|(at, word)| {
        matches!(word.as_str(), "--create" | "--append" | "--update")
            || bundle(at, word).is_some_and(|letters| letters.contains(['c', 'r', 'u']))
    })
}

/// The archive that `tar` writes.
fn archive(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let writes = packs(argv);
    for (word, path) in archives(argv).filter(|(_, path)| writes && *path != "-") {
        case.path(finding, word, path, Access::Overwrite);
    }
}

/// The letters of a word of `tar`, which are its first also without a dash.
fn bundle(at: usize, word: &str) -> Option<&str> {
    word.strip_prefix('-').filter(|word| !word.starts_with('-')).or((at == 1).then_some(word))
}

/// The files that `tar` packs into or unpacks, each with the word that names it, or that it is a part of.
pub(super) fn archives(argv: &[String]) -> impl Iterator<Item = (usize, &str)> {
    let named = given("tar", argv).into_iter().filter(|given| given.is("-f --file") && given.word < argv.len());
    named.map(|given| (given.word, given.value))
}

/// What a script of `awk` pipes into a command, and the files that it writes: `print | "sh"`, `print > "x"`.
pub(super) fn awk(case: &Case<'_>, finding: &mut Finding, word: usize, script: &str) {
    const MOST: usize = 64;
    for into in script.split('>').skip(1).take(MOST) {
        if let Some(path) = into.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next()) {
            super::tools::never(case, finding, word, path, Access::Overwrite);
        }
    }
    let fed = Case { piped: true, ..case.clone() };
    for (at, _) in script.match_indices('|').take(MOST) {
        let into = script.get(at + 1..).unwrap_or("").trim_start_matches(['&', ' ', '\t']);
        let text = into.strip_prefix('"').and_then(|rest| rest.split('"').next());
        if let Some(text) = text.filter(|text| case.budget.guess(text.len())) {
            refusals(&fed, finding, word, text);
        }
    }
}

/// Whether `kill` is aimed at all processes, at the first, or at its own group; the first option names
/// a signal.
fn ends_everything(argv: &[String]) -> bool {
    let alone = argv.len() == 2 && argv[1] == "-1";
    let first = match argv.get(1).map(String::as_str) {
        Some("-s" | "-n" | "-q" | "--signal" | "--queue") => 3,
        Some(word) if word.starts_with('-') => 2,
        _ => 1,
    };
    alone || argv.iter().skip(first).any(|target| matches!(target.as_str(), "-1" | "1" | "0"))
}
