//! Commands that a program has run in a container or on another machine: `docker exec c x`, `ssh h x`. What is refused
//! here is refused there: secrets, another user's rights, what is fetched and run. Of what is lost only the whole
//! machine and its system count: other folders there are no more outside the workspace than all of it is.

use super::carried::anywhere;
use super::given::{given, takes_next};
use super::inner::refusals;
use super::transfers::is_elsewhere;
use crate::case::{Case, Finding};
use crate::host;
use crate::place::clip;
use crate::verdict::Class;

/// Programs, and the words of theirs behind which a command stands.
const RUNNING: &[(&str, &str)] = &[
    ("docker podman nerdctl finch docker-compose podman-compose", "exec run create"),
    ("kubectl oc kubecolor microk8s k3s", "exec run debug rsh"),
    ("lxc incus nomad multipass", "exec"),
    ("vagrant minikube colima docker-machine fly flyctl gcloud", "ssh"),
    ("limactl adb machinectl", "shell"),
    ("heroku railway", "run run:detached"),
    ("aws", "execute-command"),
    ("salt salt-call salt-ssh", "cmd.run cmd.shell cmd.run_all"),
    ("autossh rsh plink pssh parallel-ssh pdsh clush dsh wsl", ""),
];

/// Those of them that run it in a container: what ends everything ends it there.
const CONTAINERS: &[&str] = &[
    "docker",
    "podman",
    "nerdctl",
    "finch",
    "docker-compose",
    "podman-compose",
    "kubectl",
    "oc",
    "kubecolor",
    "microk8s",
    "k3s",
    "lxc",
    "incus",
];

/// Those that carry files between there and here, and the word of theirs that says so.
const CARRYING: &[(&str, &str)] =
    &[("docker podman nerdctl kubectl oc", "cp"), ("lxc incus", "file"), ("scp rsync sftp rclone", "")];

/// Whether a word of a program names what is there and not here: what stands behind the verb, of what is carried what
/// has the name of a machine before it.
pub(super) fn is_there(name: &str, argv: &[String], word: usize) -> bool {
    let verb = |table: &'static [(&str, &str)]| {
        let (_, verbs) = table.iter().find(|(names, _)| names.split(' ').any(|known| known == name))?;
        let said = |word: &String| verbs.split(' ').any(|known| known == word);
        if verbs.is_empty() { Some(0) } else { argv.iter().skip(1).position(said).map(|at| at + 1) }
    };
    match verb(CARRYING) {
        Some(at) => word > at && is_elsewhere(&argv[word]),
        None if name == "ssh" => remote(argv).is_some_and(|from| from > 0 && word >= from),
        None => verb(RUNNING).is_some_and(|at| word > at),
    }
}

/// Refuses what such a command would do.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let map = if CONTAINERS.contains(&name) { case.map.contained() } else { case.map.elsewhere() };
    let there = Case { map: &map, ..case.clone() };
    if matches!(name, "ssh" | "autossh" | "rsh" | "mosh" | "plink" | "ssh-copy-id")
        && let Some((at, host)) =
            host(argv).filter(|(_, host)| host::is_ours(host, None) || host::is_ours(&format!("[{host}]"), None))
    {
        finding.refuse(Class::ControlPlane, at, format!("`{}` is this machine, outside the sandbox", clip(host)));
    }
    published(case, finding, name, argv);
    hops(finding, name, argv);
    if name == "ssh" {
        // Its words are joined to one text for a shell.
        let from = remote(argv).filter(|from| *from > 0);
        let text = from.and_then(|from| argv.get(from..)).unwrap_or_default().join(" ");
        if let Some(from) = from.filter(|_| !text.is_empty()) {
            refusals(&there, finding, from, &text);
        }
        return;
    }
    if name == "ansible" {
        return module(case, &there, finding, argv);
    }
    let Some((_, subs)) = RUNNING.iter().find(|(names, _)| names.split(' ').any(|known| known == name)) else { return };
    let sub = |word: &String| subs.split(' ').any(|known| known == word);
    let from = if subs.is_empty() { Some(0) } else { argv.iter().skip(1).position(sub).map(|at| at + 1) };
    if let Some(from) = from {
        anywhere(&there, finding, argv, from + 1);
    }
}

/// Refuses to go over this machine by another word than the host's: `ssh -o Hostname=localhost x`, `-J localhost`,
/// `parallel -S localhost`, `rsync a localhost:b`.
fn hops(finding: &mut Finding, name: &str, argv: &[String]) {
    const OPTIONS: &[(&str, &str)] = &[("ssh", "-o -J"), ("parallel", "-S --sshlogin")];
    let mut named: Vec<(usize, String)> = Vec::new();
    for given in super::options::named(OPTIONS, name, argv) {
        let setting = given.value.split_once('=').or_else(|| given.value.split_once(' '));
        let value = match (given.option, setting) {
            ("-o", Some((key, value))) if matches!(key.to_lowercase().as_str(), "hostname" | "proxyjump") => value,
            ("-o", _) => continue,
            _ => given.value,
        };
        named.extend(value.split(',').map(|host| (given.word, host.to_owned())));
    }
    if name == "rsync" {
        let hosts = argv.iter().enumerate().skip(1).filter(|(_, word)| is_elsewhere(word) && !host::is_url(word));
        named.extend(hosts.filter_map(|(at, word)| Some((at, word.split_once(':')?.0.to_owned()))));
    }
    for (at, host) in named {
        let host = host.trim().trim_start_matches("ssh://");
        let host = host.rsplit(['@', '/']).next().unwrap_or(host);
        if host::is_ours(host, None) || host::is_ours(&format!("[{host}]"), None) {
            finding.refuse(Class::ControlPlane, at, format!("`{}` is this machine, outside the sandbox", clip(host)));
        }
    }
}

/// Programs that make a server of this machine reachable from elsewhere: what names it is a word of theirs, a port alone
/// too.
const TUNNELS: &[&str] =
    &["cloudflared", "ngrok", "caddy", "localtunnel", "lt", "tailscale", "bore", "zrok", "pagekite", "frpc"];

/// Refuses what would let somebody elsewhere reach our own server.
fn published(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    if TUNNELS.contains(&name) {
        for (word, text) in argv.iter().enumerate().skip(1) {
            let text = text.split_once('=').filter(|_| text.starts_with('-')).map_or(text.as_str(), |(_, value)| value);
            let port = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let address = if port || text.starts_with(':') {
                format!("localhost:{}", text.trim_start_matches(':'))
            } else {
                text.to_owned()
            };
            // A word alone may be a command of theirs.
            if address.contains([':', '.']) || address == "localhost" {
                case.address(finding, word, &address);
            }
        }
    }
    if matches!(name, "ssh" | "autossh") {
        for given in given("ssh", argv).iter().filter(|given| given.option == "-R") {
            // `[bind:]port:host:port`; without a host whoever is there chooses.
            let mut parts = given.value.rsplitn(3, ':');
            let ours = match (parts.next(), parts.next(), parts.next()) {
                (Some(port), Some(host), Some(_)) => host::is_ours(&format!("{host}:{port}"), case.setting.port),
                (_, _, None) => !given.value.contains('/'),
                _ => false,
            };
            if ours {
                finding.refuse(
                    Class::ControlPlane,
                    given.word,
                    format!("`{}` may be our own server", clip(given.value)),
                );
            }
        }
    }
}

/// What a module of Ansible is given to run, where it is one that runs commands: `ansible all -m shell -a 'x'`.
fn module(case: &Case<'_>, there: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    const RUN: &[&str] = &["command", "shell", "raw", "script", "win_command", "win_shell"];
    let given = given("ansible", argv);
    let of = |options: &str| given.iter().rev().find(|given| given.is(options)).copied();
    let module = of("-m --module-name").map_or("command", |given| given.value.rsplit('.').next().unwrap_or(""));
    let Some(told) = of("-a --args").filter(|_| RUN.contains(&module)) else { return };
    let becomes = |word: &&String| {
        let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or("");
        word.starts_with("--become") || letters.chars().take_while(|c| !"aefilmuBMPTt".contains(*c)).any(|c| c == 'b')
    };
    if let Some(at) = argv.iter().position(|word| becomes(&word)) {
        finding.refuse(Class::Unknown, at, "it runs as another user");
    }
    let here = argv.iter().skip(1).any(|word| matches!(word.as_str(), "localhost" | "127.0.0.1" | "local"));
    let at = if here { case } else { there };
    refusals(at, finding, told.word, told.value);
    if let Some((_, text)) = told.value.split_once("cmd=") {
        refusals(at, finding, told.word, text.trim_matches(['"', '\'']));
    }
}

/// Where a program is told to connect to, without who it is there.
fn host(argv: &[String]) -> Option<(usize, &str)> {
    let mut at = 1;
    while let Some(letters) = argv.get(at)?.strip_prefix('-') {
        if letters.contains(['Q', 'V']) {
            return None;
        }
        at += 1 + usize::from(takes_next("ssh", argv.get(at)?));
    }
    let word = argv.get(at)?;
    Some((at, word.rsplit('@').next().unwrap_or(word)))
}

/// Where the command begins that `ssh` runs on the other machine; none where it opens a shell there, and its first
/// word where it connects to none or runs nothing.
pub(super) fn remote(argv: &[String]) -> Option<usize> {
    let (mut at, mut host) = (1, false);
    while let Some(word) = argv.get(at) {
        if let Some(letters) = word.strip_prefix('-') {
            if letters.contains(['N', 'W', 'O', 'Q']) {
                return Some(0);
            }
            at += 1 + usize::from(takes_next("ssh", word));
        } else if host {
            return Some(at);
        } else {
            (host, at) = (true, at + 1);
        }
    }
    // Without a host it connects to none.
    (!host).then_some(0)
}
