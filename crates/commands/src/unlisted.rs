//! Programs that are not on the list: always asked about, so this only finds what is refused, and the
//! class to show.

mod git;
mod inner;
mod names;

pub(crate) use names::{destroys, is_interpreter, runs_input, runs_words};

use crate::case::{Case, DEEPEST, Finding};
use crate::environment;
use crate::place::{Access, clip};
use crate::scan::assignment;
use crate::verdict::{Class, Verdict};
use inner::{interpreter, refusals, shell, wrapper};
use names::{DESTROYERS, ENDERS, LOADERS, NETWORK, USERS, WRAPPERS, WRITERS, base, class, fetches, is_shell};

/// Refuses what a program that is not listed must never do, and gives its class.
pub(crate) fn judge(case: &Case<'_>, argv: &[String]) -> Finding {
    let name = base(&argv[0]);
    let mut finding = Finding::new(class(&name));
    if argv[0].contains('/') {
        case.path(&mut finding, 0, &argv[0], Access::Read);
        finding.objections.retain(|objection| objection.verdict == Verdict::Never);
        if finding.class == Class::Unknown && case.map.go(&case.cwd, &argv[0]).is_inside() {
            finding.class = Class::Project;
        }
    }
    if name == "countersign" {
        finding.refuse(Class::ControlPlane, 0, "`countersign` is what guards you; it is not for commands");
    }
    if let Some((_, valued, before)) = WRAPPERS.iter().find(|(wrapper, ..)| *wrapper == name) {
        wrapper(case, &mut finding, &name, valued, *before, argv);
    } else if is_shell(&name) || name == "eval" || name == "source" || name == "." {
        shell(case, &mut finding, &name, argv);
    } else if is_interpreter(&name) {
        interpreter(case, &mut finding, &name, argv);
    } else if matches!(name.as_str(), "at" | "batch") && (case.piped || case.fed.is_some()) {
        finding.refuse(Class::Shell, 0, format!("something is piped into `{name}`, which runs it"));
    }
    operands(case, &mut finding, &name, argv);
    loaders(&mut finding, &name, argv);
    special(case, &mut finding, &name, argv);
    finding
}

fn operands(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let access = if DESTROYERS.contains(&name) {
        Some(Access::Destroy)
    } else if WRITERS.contains(&name)
        || (name == "sed" && argv.iter().any(|w| w.starts_with("-i") || w.starts_with("--in-place")))
    {
        Some(Access::Overwrite)
    } else if matches!(name, "rg" | "ag" | "ack" | "tar" | "zip" | "scp" | "egrep" | "fgrep") {
        Some(Access::Sweep)
    } else {
        None
    };
    // The first operand of these is a program of their own.
    let coded = matches!(
        name,
        "awk"
            | "gawk"
            | "mawk"
            | "nawk"
            | "sed"
            | "jq"
            | "yq"
            | "perl"
            | "rg"
            | "ag"
            | "ack"
            | "egrep"
            | "fgrep"
            | "printf"
            | "test"
            | "["
    );
    let mut operands = 0;
    for (word, text) in argv.iter().enumerate().skip(1) {
        let option = text.starts_with('-') && text.len() > 1;
        operands += usize::from(!option);
        if coded && operands == 1 && !option {
            if matches!(name, "awk" | "gawk" | "mawk" | "nawk" | "sed" | "perl") {
                case.code(finding, word, text);
            }
            continue;
        }
        case.loose(finding, word, text);
        if !option && (text.starts_with(['/', '~']) || text.split('/').any(|part| part == "..")) {
            case.path(finding, word, text, Access::Read);
        }
        if let Some(access) = access.filter(|_| !option)
            && !(matches!(name, "ln" | "install" | "rsync" | "link" | "scp") && word + 1 < argv.len())
        {
            let mut inner = Finding::new(finding.class);
            case.path(&mut inner, word, text, access);
            inner.objections.retain(|objection| objection.verdict == Verdict::Never);
            finding.objections.extend(inner.objections);
        }
        if NETWORK.contains(&name)
            && !matches!(
                name,
                "ssh" | "psql" | "mysql" | "mongo" | "mongosh" | "redis-cli" | "ping" | "dig" | "host" | "nslookup"
            )
            && !option
        {
            let host = text.rsplit('@').next().unwrap_or(text);
            case.address(finding, word, host.trim_start_matches("TCP:").trim_start_matches("tcp:"));
        }
        let into = argv
            .get(word - 1)
            .is_some_and(|o| matches!(o.as_str(), "-C" | "--directory" | "-d" | "-t" | "--target-directory"));
        if into && matches!(name, "tar" | "unzip" | "ln" | "install") {
            case.path(finding, word, text, Access::Overwrite);
        }
    }
    if let Some(fed) = case.fed.as_ref().filter(|_| is_interpreter(name)) {
        case.code(finding, 0, fed);
    }
}

fn loaders(finding: &mut Finding, name: &str, argv: &[String]) {
    let options = LOADERS.iter().filter(|(names, _)| names.split(' ').any(|n| n == name));
    for option in options.flat_map(|(_, options)| options.split(' ')) {
        let at = argv.iter().skip(1).take_while(|word| *word != "--").position(|word| {
            word == option
                || word
                    .strip_prefix(option)
                    .is_some_and(|rest| rest.starts_with(['=', ':']) || (option.len() == 2 && !rest.is_empty()))
                || (option.len() > 4
                    && word.len() > 4
                    && word.starts_with("--")
                    && option.starts_with(word.split('=').next().unwrap_or(word)))
        });
        if let Some(at) = at {
            finding.refuse(Class::ControlPlane, at + 1, format!("`{option}` loads code"));
        }
    }
    for (word, text) in argv.iter().enumerate().skip(1) {
        let lower = text.to_lowercase();
        if matches!(name, "ssh" | "scp" | "sftp")
            && ["proxycommand", "localcommand", "knownhostscommand", "proxyusefdpass"]
                .iter()
                .any(|key| lower.contains(key))
        {
            finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
        }
        if name == "make" && (text.starts_with("SHELL=") || text.starts_with("--eval")) {
            finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
        }
    }
}

/// Rules that only one program has.
fn special(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let says = |word: &str| argv.iter().skip(1).any(|other| other == word);
    if ENDERS.contains(&name) || name.starts_with("mkfs.") {
        finding.refuse(Class::Destructive, 0, format!("`{name}` destroys outside the workspace"));
    }
    let carries = matches!(name, "ssh" | "docker" | "podman" | "kubectl" | "script" | "systemd-run" | "wsl");
    if case.piped && carries && argv.iter().skip(1).any(|word| runs_input(word)) {
        finding.refuse(Class::Shell, 0, format!("something is piped into a shell by `{name}`"));
    }
    if USERS.contains(&name) {
        finding.refuse(Class::Unknown, 0, format!("`{name}` reaches other users"));
    }
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
                .any(|verb| says(verb)) =>
        {
            finding.refuse(Class::Destructive, 0, "it would stop the machine");
        }
        "init" if says("0") || says("6") || says("1") => {
            finding.refuse(Class::Destructive, 0, "it would stop the machine");
        }
        "pkill" | "killall" | "pgrep"
            if argv.iter().skip(1).any(|word| {
                word.starts_with("-u") || word.starts_with("-U") || word.starts_with("--u") || word.starts_with("--eu")
            }) =>
        {
            finding.refuse(Class::Unknown, 0, format!("`{name} -u` reaches other users"));
        }
        "mknod" if says("b") || says("c") || says("u") => {
            finding.refuse(Class::Destructive, 0, "it makes a device");
        }
        "make" | "gmake"
            if case.piped
                && argv.iter().any(|word| matches!(word.as_str(), "-" | "-f-" | "--file=-" | "--makefile=-")) =>
        {
            finding.refuse(Class::Shell, 0, format!("something is piped into `{name}`, which runs it"));
        }
        "awk" | "gawk" | "mawk" | "nawk" if case.piped && argv.iter().any(|word| word.contains("system(")) => {
            finding.refuse(Class::Interpreter, 0, format!("something is piped into `{name}`, which runs it"));
        }
        "php" if argv.iter().any(|word| word.contains("auto_prepend_file") || word.contains("auto_append_file")) => {
            finding.refuse(Class::ControlPlane, 0, "`-d auto_prepend_file` loads code");
        }
        "crontab" if says("-u") => finding.refuse(Class::Unknown, 0, "`crontab -u` reaches other users"),
        "secret-tool" | "pass" | "keyring" => finding.refuse(Class::Unknown, 0, format!("`{name}` reads secrets")),
        "security" if argv.get(1).is_some_and(|verb| verb.contains("password") || verb.contains("key")) => {
            finding.refuse(Class::Unknown, 1, "it reads secrets");
        }
        "gpg" | "gpg2" if argv.iter().any(|word| word.starts_with("--export-secret")) => {
            finding.refuse(Class::Unknown, 0, "it reads secrets");
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
        "rsync" if argv.iter().any(|word| word.starts_with("--del")) => {
            if let Some(into) = argv.last() {
                case.path(finding, argv.len() - 1, into, Access::Destroy);
            }
        }
        "gh" if says("auth") && says("token") => finding.refuse(Class::Unknown, 1, "it reads secrets"),
        "gcloud" if says("auth") && argv.iter().any(|word| word.starts_with("print-")) => {
            finding.refuse(Class::Unknown, 1, "it reads secrets");
        }
        "go" | "export" | "declare" | "typeset" | "local" | "readonly" | "set" | "setenv" => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                if let Some((name, value)) = assignment(text)
                    && environment::loads_code(name, value)
                {
                    finding.refuse(Class::ControlPlane, word, format!("`{name}` loads code"));
                }
            }
        }
        "trap" | "alias" if case.depth < DEEPEST => {
            for (word, text) in argv.iter().enumerate().skip(1) {
                let text = text.split_once('=').filter(|_| name == "alias").map_or(text.as_str(), |(_, value)| value);
                refusals(case, finding, word, text);
            }
        }
        _ => {}
    }
}

/// Whether `kill` is aimed at all processes, at the first, or at its own group; the first option names
/// a signal.
fn ends_everything(argv: &[String]) -> bool {
    let alone = argv.len() == 2 && argv[1] == "-1";
    let targets = argv.iter().skip(if argv.get(1).is_some_and(|word| word.starts_with('-')) { 2 } else { 1 });
    alone || targets.into_iter().any(|target| matches!(target.as_str(), "-1" | "1" | "0"))
}
