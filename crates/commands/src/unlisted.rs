//! Programs that are not on the list: always asked about, so this only finds what is refused, and the
//! class to show.

mod begun;
mod carried;
mod changes;
mod cleaned;
mod containers;
mod elsewhere;
mod git;
mod given;
mod identity;
mod inner;
mod input;
mod installs;
mod later;
mod machine;
mod names;
mod options;
mod patterns;
mod secrets;
mod sed;
mod sources;
mod special;
mod telling;
mod terminals;
mod tools;
mod transfers;
mod unread;
mod within;
mod wrappers;

pub(crate) use carried::prints_contents;
pub use changes::{Changes, changes};
pub(crate) use input::{gives_code, is_input, may_run_input, runs_commands};
pub(crate) use installs::{judge as installed, placed};
pub use names::{base as bare, runs_input};
pub(crate) use names::{destroys, is_interpreter, needs_network, runs_words, sets_rights, wraps};
pub(crate) use options::values;
pub(crate) use patterns::without as without_patterns;
pub(crate) use sources::judge as run;
pub use sources::{Ran, Told, ran};
pub use within::{Within, within};

use crate::case::{Case, Finding};
use crate::environment;
use crate::host;
use crate::place::{Access, clip};
use crate::verdict::{Class, Verdict};
pub(crate) use inner::prints_words;
use inner::{interpreter, shell, wrapper};
use names::{LOADERS, NETWORK, WRITERS, WRITTEN, class, is_shell};
use std::collections::BTreeSet;

/// Refuses what a program that is not listed must never do, and gives its class.
pub(crate) fn judge(case: &Case<'_>, argv: &[String]) -> Finding {
    let name = names::program(&argv[0]);
    let words = argv.get(1..).unwrap_or_default();
    let class = match class(&name) {
        Class::ReadOnly if names::writes(&name, words) => Class::Write,
        Class::ReadOnly if names::pages(&name, words) => Class::Shell,
        Class::Write if name == "crontab" && matches!(words, [list] if list == "-l") => Class::ReadOnly,
        class if names::ends(&name, words) => class.max(Class::Destructive),
        class => class,
    };
    let mut finding = Finding::new(class);
    if argv[0].contains('/') {
        case.path(&mut finding, 0, &argv[0], Access::Read);
        finding.objections.retain(|objection| objection.verdict == Verdict::Never);
        if finding.class == Class::Unknown && case.map.go(&case.cwd, &argv[0]).is_inside() {
            finding.class = Class::Project;
        }
    }
    if name == "countersign" && !names::tells_itself(argv) {
        finding.refuse(Class::ControlPlane, 0, "`countersign` is what guards you; it is not for commands");
    }
    // Words that were judged as what is run, and are no paths of this program's.
    let mut judged = BTreeSet::new();
    if let Some(begins) = wrappers::find(&name) {
        judged.extend(wrapper(case, &mut finding, &name, begins, argv).into_iter().flatten());
    } else if is_shell(&name) || name == "eval" || name == "source" || name == "." {
        judged.extend(shell(case, &mut finding, &name, argv));
    } else if is_interpreter(&name) {
        interpreter(case, &mut finding, &name, argv);
    } else if matches!(name.as_str(), "at" | "batch") && (case.piped || case.redirected || case.fed.is_some()) {
        finding.refuse(Class::Shell, 0, format!("something is piped into `{name}`, which runs it"));
    }
    later::judge(case, &mut finding, &name, argv);
    terminals::judge(&mut finding, &name, argv);
    if (case.piped || case.redirected) && input::runs_piped(&name, argv, case.piped) {
        finding.refuse(Class::Shell, 0, format!("something is piped into `{name}`, which runs it"));
    }
    if case.piped && case.drawn.fetched && runs_commands(&name) {
        finding.refuse(Class::Shell, 0, format!("what is fetched is run by `{name}`"));
    }
    identity::judge(&mut finding, &name, argv);
    judged.extend(carried::judge(case, &mut finding, &name, argv));
    elsewhere::judge(case, &mut finding, &name, argv);
    if case.budget.is_spent() {
        judged.clear();
    }
    operands(case, &mut finding, &name, argv, judged);
    loaders(&mut finding, &name, argv);
    special::judge(case, &mut finding, &name, argv);
    cleaned::judge(case, &mut finding, &name, argv);
    tools::judge(case, &mut finding, &name, argv);
    for given in options::named(WRITTEN, &name, argv) {
        tools::never(case, &mut finding, given.at, given.value, Access::Overwrite);
    }
    transfers::judge(case, &mut finding, &name, argv);
    machine::judge(case, &mut finding, &name, argv);
    finding
}

/// Programs that are told a host and its port as two words.
const APART: [&str; 4] = ["nc", "ncat", "netcat", "telnet"];

/// Options before a folder that is filled.
const FOLDERS: [&str; 5] = ["-C", "--directory", "-d", "-t", "--target-directory"];

/// Judges the words of a program but those that were judged as what it runs.
fn operands(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String], judged: BTreeSet<usize>) {
    let access = if let Some(access) = names::destroys(name) {
        Some(access)
    } else if names::takes_away(name, argv) {
        Some(Access::Remove)
    } else if WRITERS.contains(&name) || names::in_place(name, argv) {
        Some(Access::Overwrite)
    } else if matches!(name, "rg" | "ag" | "ack" | "tar" | "zip" | "egrep" | "fgrep") {
        Some(Access::Sweep)
    } else {
        None
    };
    let packed = names::takes_away(name, argv).then(|| names::packed_into(name, argv)).flatten();
    // The first operand of these is a program of their own.
    let coded = matches!(
        name,
        "awk"
            | "gawk"
            | "mawk"
            | "nawk"
            | "sed"
            | "gsed"
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
    let given = given::given(name, argv);
    for given in given.iter().filter(|given| given.reads(name)) {
        tools::never(case, finding, given.word, given.value, Access::Read);
    }
    // What is in a file is not seen.
    let told = given.iter().any(|given| given.is_program(name));
    for given in given.iter().filter(|given| given.is_program(name) && !given.reads(name)) {
        program(case, finding, name, given.word, given.value);
    }
    let own = |given: &&given::Given<'_>| given.at < given.word;
    let values: BTreeSet<usize> = given.iter().filter(own).map(|given| given.word).collect();
    let texts: BTreeSet<usize> =
        given.iter().filter(own).filter(|given| given.is_program(name)).map(|given| given.word).collect();
    let mut unread = unread::words(name, argv);
    unread.extend(judged);
    let map = case.map.elsewhere();
    let there = Case { map: &map, ..case.clone() };
    let mut operands = 0;
    for (word, text) in argv.iter().enumerate().skip(1).filter(|(word, _)| !unread.contains(word)) {
        let option = text.starts_with('-') && text.len() > 1;
        operands += usize::from(!option && !values.contains(&word));
        if coded && !told && operands == 1 && !option && !values.contains(&word) {
            program(case, finding, name, word, text);
            continue;
        }
        if texts.contains(&word) {
            continue;
        }
        let case = if elsewhere::is_there(name, argv, word) { &there } else { case };
        let code = is_interpreter(name) && gives_code(&argv[word - 1]);
        let text = &*if code { patterns::without(name, text) } else { text.into() };
        case.loose(finding, word, text);
        if !option && (text.starts_with(['/', '~']) || text.split('/').any(|part| part == "..")) {
            case.path(finding, word, text, Access::Read);
        }
        // An option of Windows, which has no folder of that name.
        let slashed = matches!(name, "del" | "erase" | "rd") && text.len() == 2 && text.starts_with('/')
            || name == "rmdir" && matches!(text, "/s" | "/S" | "/q" | "/Q");
        let access = if packed == Some(word) { Some(Access::Overwrite) } else { access };
        if let Some(access) = access.filter(|_| !option && !slashed)
            && !(matches!(name, "ln" | "install" | "link") && word + 1 < argv.len())
            && !(name == "setfacl" && values.contains(&word))
        {
            let mut inner = Finding::new(finding.class);
            case.path(&mut inner, word, text, access);
            inner.objections.retain(|objection| objection.verdict == Verdict::Never);
            finding.objections.extend(inner.objections);
            if access == Access::Remove {
                case.emptied(finding, word, text);
            }
        }
        if NETWORK.contains(&name)
            && !matches!(
                name,
                "ssh" | "psql" | "mysql" | "mongo" | "mongosh" | "redis-cli" | "ping" | "dig" | "host" | "nslookup"
            )
            && !option
        {
            let host = text.rsplit('@').next().unwrap_or(text);
            let host =
                if host::is_url(host) { host } else { host.trim_start_matches("TCP:").trim_start_matches("tcp:") };
            // Its ports are the next words.
            let apart = APART.contains(&name) && !host.contains(':');
            let ports: Vec<&str> = ports(argv, word).filter(|_| apart).collect();
            for port in &ports {
                case.address(finding, word, &format!("tcp://{host}:{port}"));
            }
            if ports.is_empty() {
                case.address(finding, word, host);
            }
            // `http :80/x` asks this machine.
            if matches!(name, "http" | "https" | "xh") && text.starts_with([':', '/']) {
                case.address(finding, word, &format!("localhost{text}"));
            }
        }
        if matches!(name, "tar" | "gtar" | "bsdtar" | "unzip" | "ln" | "install" | "cp" | "7z" | "cpio") {
            let folders = if name == "7z" { &["-o"][..] } else { &FOLDERS };
            let given = argv.get(word - 1).is_some_and(|option| folders.contains(&option.as_str()));
            let attached = folders.iter().find_map(|option| match option.starts_with("--") {
                true => text.strip_prefix(option)?.strip_prefix('='),
                false => text.strip_prefix(option).filter(|rest| !rest.is_empty()),
            });
            if let Some(path) = given.then_some(text).or(attached) {
                case.path(finding, word, path, Access::Overwrite);
            }
        }
    }
    if let Some(fed) = case.fed.as_ref().filter(|_| is_interpreter(name)) {
        case.code(finding, 0, fed);
    }
}

/// The ports behind a host, none if another word stands there.
fn ports(argv: &[String], host: usize) -> impl Iterator<Item = &str> {
    let number = |word: &&String| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let next = argv.get(host + 1).is_some_and(|word| number(&word));
    let further = argv.iter().enumerate().skip(host + 1).filter(move |_| next);
    // `-w 1` is a time.
    let timed = |at: usize| argv[at - 1].starts_with('-') && argv[at - 1].ends_with(['w', 'q', 'i', 'G']);
    further.filter(move |(at, word)| number(word) && !timed(*at)).map(|(_, word)| word.as_str())
}

/// Looks into a program that stands among the words: `awk '{ print }'`, `sed -e s/a/b/`.
fn program(case: &Case<'_>, finding: &mut Finding, name: &str, word: usize, text: &str) {
    if matches!(name, "awk" | "gawk" | "mawk" | "nawk" | "sed" | "gsed" | "perl") {
        if !(matches!(name, "sed" | "gsed") && sed::only_changes(text)) {
            case.code(finding, word, &patterns::without(name, text));
        }
        if ["system(", "|", "getline", "exec"].iter().any(|runs| text.contains(runs)) || name == "perl" {
            case.quoted(finding, word, text);
        }
        case.destroyed(finding, word, text);
    }
    if matches!(name, "awk" | "gawk" | "mawk" | "nawk") {
        special::awk(case, finding, word, text);
        case.environment(finding, word, text);
    }
    if matches!(name, "sed" | "gsed") {
        sed::judge(case, finding, word, text);
    }
}

fn loaders(finding: &mut Finding, name: &str, argv: &[String]) {
    // Of these the value is a program to run, which may be one that everybody has.
    let runs = |option| {
        matches!(name, "rsync" | "tar" | "gtar" | "bsdtar" | "sort" | "scp" | "sftp" | "man")
            && ["-e", "--rsh", "-I", "--use-compress-program", "--compress-program", "-S", "-P", "--pager"]
                .contains(&option)
    };
    let loading = options::named(LOADERS, name, argv).into_iter().find(|given| {
        !(runs(given.option) && environment::is_inert(given.value) || name == "just" && is_shell(given.value))
    });
    if let Some(given) = loading {
        finding.refuse(Class::ControlPlane, given.at, format!("`{}` loads code", given.option));
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
        // Also shortened.
        let evaluates = text.split('=').next().is_some_and(|said| said.len() > 3 && "--eval".starts_with(said));
        if matches!(name, "make" | "gmake") && (text.starts_with("SHELL=") || evaluates) {
            finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
        }
    }
}
