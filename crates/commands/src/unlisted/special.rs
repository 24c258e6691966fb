//! Rules that only one program has.

use super::elsewhere::remote;
use super::given::given;
use super::inner::refusals;
use super::names::{ENDERS, SETTERS, STOPPERS, destroys, fetches, runs_input};
use super::{git, secrets};
use crate::case::{Case, Finding};
use crate::environment;
use crate::place::{Access, clip};
use crate::scan::assignment;
use crate::verdict::{Class, Verdict};

/// Programs that link, and are everybody's.
const LINKERS: [&str; 9] = ["cc", "c++", "gcc", "g++", "clang", "ld", "lld", "rust-lld", "mold"];

/// Refuses what this one program must never do.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let says = |word: &str| argv.iter().skip(1).any(|other| other == word);
    if ENDERS.contains(&name) || name.starts_with("mkfs.") {
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
            let said = case.before.iter().flatten().find(|word| {
                [".shell", ".system", ".sh ", "syscmd", "edit("].iter().any(|runs| word.contains(runs))
                    || (name == "dc" && word.contains('!'))
            });
            if let Some(said) = said.filter(|_| case.piped) {
                finding.refuse(Class::Shell, 0, format!("`{}` is piped into `{name}`, which runs it", clip(said)));
            }
        }
        "kill" if ends_everything(argv) => {
            finding.refuse(Class::Destructive, 1, "`kill` would end everything that runs");
        }
        "kill" | "killall" | "pkill" | "systemctl" | "service" | "launchctl"
            if argv.iter().skip(1).any(|word| word.to_lowercase().contains("countersign")) =>
        {
            finding.refuse(Class::ControlPlane, 0, "it would end our own server");
        }
        "systemctl" | "loginctl"
            if ["poweroff", "reboot", "halt", "kexec", "suspend", "rescue", "emergency"]
                .iter()
                .any(|verb| says(verb) || says(&format!("{verb}.target"))) =>
        {
            finding.refuse(Class::Destructive, 0, "it would stop the machine");
        }
        // Of Windows, and with a drive; of other programs it is a verb.
        "format" if argv.iter().skip(1).any(|word| word.len() == 2 && word.ends_with(':')) => {
            finding.refuse(Class::Destructive, 0, "`format` destroys outside the workspace");
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
        "docker" | "podman" | "nerdctl" => {
            mounts(case, finding, name, argv);
            privileged(finding, argv);
        }
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
        "npm" | "yarn" | "pnpm" if says("config") || says("set") => {
            if let Some(word) = argv.iter().position(|word| {
                ["script-shell", "scriptshell", "node-options", "nodeoptions"]
                    .contains(&word.split('=').next().unwrap_or(word).to_lowercase().as_str())
            }) {
                finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(&argv[word])));
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
    for (word, text) in argv.iter().enumerate().skip(1) {
        if let Some((name, value)) = assignment(text)
            && environment::loads_code(case, name, value)
        {
            finding.refuse(Class::ControlPlane, word, format!("`{name}` loads code"));
        }
    }
}

/// Refuses a container that is given the whole machine.
fn privileged(finding: &mut Finding, argv: &[String]) {
    for (at, word) in argv.iter().enumerate().skip(2) {
        let (option, attached) = word.split_once('=').map_or((word.as_str(), None), |(o, value)| (o, Some(value)));
        let value = attached.or_else(|| argv.get(at + 1).map(String::as_str)).unwrap_or("");
        let whole = match option {
            "--privileged" => attached != Some("false"),
            "--pid" | "--ipc" | "--userns" | "--uts" => value == "host",
            "--security-opt" => ["unconfined", "label=disable", "label:disable", "no-new-privileges=false"]
                .iter()
                .any(|lifts| value.contains(lifts)),
            "--cap-add" => {
                matches!(value.to_uppercase().trim_start_matches("CAP_"), "ALL" | "SYS_ADMIN" | "SYS_MODULE")
            }
            _ => false,
        };
        if whole {
            finding.refuse(Class::ControlPlane, at, format!("`{}` commands the whole machine", clip(word)));
        }
    }
}

/// Refuses what a container destroys of a folder of ours that is not the workspace's, and what it is shown of
/// secrets.
fn mounts(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let given = given(name, argv);
    let volumes = given.iter().filter(|given| given.is("-v --volume --mount")).filter_map(|given| {
        let text = given.value;
        let named = text.split(',').find_map(|part| part.strip_prefix("source=").or_else(|| part.strip_prefix("src=")));
        Some((given.word, named.or_else(|| text.split(':').next())?, text.contains(":ro") || text.contains("readonly")))
    });
    let destroying = argv.iter().skip(2).any(|word| word.split_whitespace().any(|word| destroys(word).is_some()));
    for (at, folder, read_only) in volumes {
        let place = case.map.go(&case.cwd, folder);
        let access = if destroying && !read_only { Access::Destroy } else { Access::Sweep };
        let refused = case.map.objection(&place, access, folder);
        if let Some((Verdict::Never, class, why)) = refused.filter(|_| folder.starts_with(['/', '~', '.'])) {
            finding.refuse(class, at, why);
        }
    }
}

/// The archive that `tar` writes.
fn archive(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let bundle = |at: usize, word: &str| {
        word.strip_prefix('-').filter(|w| !w.starts_with('-')).or(Some(word).filter(|_| at == 1)).map(str::to_owned)
    };
    let words = || argv.iter().enumerate().skip(1);
    let writes = words().any(|(at, word)| {
        matches!(word.as_str(), "--create" | "--append" | "--update")
            || bundle(at, word).is_some_and(|letters| letters.contains(['c', 'r', 'u']))
    });
    if !writes {
        return;
    }
    for (at, word) in words() {
        let named = word == "--file" || bundle(at, word).is_some_and(|letters| letters.ends_with('f'));
        let next = argv.get(at + 1).filter(|_| named).map(|path| (at + 1, path.as_str()));
        if let Some((word, path)) = word.strip_prefix("--file=").map(|path| (at, path)).or(next)
            && path != "-"
        {
            case.path(finding, word, path, Access::Overwrite);
        }
    }
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

/// Commands in a script of `sed`: `1e x`, and with `e` alone what is piped in; the files that it reads and
/// writes: `w x`, `s/a/b/w x`.
pub(super) fn sed(case: &Case<'_>, finding: &mut Finding, word: usize, script: &str) {
    for command in script.split([';', '\n', '{', '}']) {
        let bare = command.trim_start_matches(|c: char| c.is_ascii_digit() || " ,$!~+".contains(c));
        let substitutes = bare.strip_prefix('s').and_then(|rest| {
            let mark = rest.chars().next().filter(|c| !c.is_alphanumeric())?;
            let (parts, flags) = rest[mark.len_utf8()..].rsplit_once(mark)?;
            Some((parts, flags, mark))
        });
        let executes = substitutes.filter(|(_, flags, _)| flags.contains('e') && flags.len() < 8);
        if let Some((command, mark)) = executes.and_then(|(parts, _, mark)| Some((parts.split_once(mark)?.1, mark))) {
            refusals(case, finding, word, &command.replace(&format!("\\{mark}"), &mark.to_string()));
        }
        let written = substitutes.and_then(|(_, flags, _)| flags.split_once('w')).map(|(_, path)| (path, true));
        let named =
            ['w', 'W', 'r', 'R'].iter().find_map(|how| Some((bare.strip_prefix(*how)?, matches!(how, 'w' | 'W'))));
        if let Some((path, writes)) = written.or(named).map(|(path, writes)| (path.trim(), writes)) {
            let mut found = Finding::new(finding.class);
            case.path(&mut found, word, path, if writes { Access::Overwrite } else { Access::Read });
            found.objections.retain(|objection| objection.verdict == Verdict::Never);
            finding.objections.extend(found.objections);
        }
        match bare.strip_prefix('e').filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Some(text) if !text.trim().is_empty() => refusals(case, finding, word, text),
            Some(_) if case.piped => finding.refuse(Class::Shell, word, "what is piped into `sed` is run by its `e`"),
            None if executes.is_some() && case.piped => {
                finding.refuse(Class::Shell, word, "what is piped into `sed` is run by its `e`");
            }
            _ => {}
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
