//! What programs other than docker give of this machine to a container, a virtual machine or a namespace: its folders,
//! its devices, all of its rights.

use super::containers::{Mount, shown};
use super::options::named;
use crate::case::{Case, Finding};
use crate::place::{Access, clip};
use crate::verdict::Class;

/// Options before a folder of this machine that is shown and may be written: alone, or behind a colon or `src=` what it
/// is called there.
const BOUND: &[(&str, &str)] = &[
    ("bwrap", "--bind --bind-try --dev-bind --dev-bind-try --overlay-src"),
    ("proot", "-b --bind -m --mount -R -S"),
    ("ctr", "--mount"),
    ("limactl", "--mount --mount-writable --mount-only"),
    ("colima", "-V --mount"),
    ("flatpak virt-install", "--filesystem"),
    ("distrobox", "-v --volume"),
    ("enroot", "-m --mount"),
    ("vboxmanage", "--hostpath"),
    ("qemu-system-x86_64 qemu-system-aarch64 qemu-kvm", "-virtfs -fsdev"),
];
/// Programs whose word of that name shows a folder: the word behind it.
const SHOWING: &str = "mount";
const SHARED: &[&str] = &["minikube", "multipass"];
/// What a container is set to with which it is the machine.
const SETTINGS: &[&str] = &["security.privileged", "raw.lxc", "raw.qemu", "raw.idmap", "raw.apparmor", "raw.seccomp"];
/// What the description of a pod says then.
const PODS: &[&str] = &["hostpid", "hostnetwork", "hostipc", "hostpath", "\"privileged\":true"];

/// Refuses it.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    for given in named(BOUND, name, argv) {
        bound(case, finding, given.word, given.value);
    }
    if SHARED.contains(&name)
        && let Some(at) = argv.iter().position(|word| word == SHOWING)
        && let Some((word, text)) = argv.iter().enumerate().skip(at + 1).find(|(_, word)| !word.starts_with('-'))
    {
        bound(case, finding, word, text);
    }
    match name {
        "lxc" | "incus" => settings(case, finding, argv),
        "ctr" => whole(finding, argv, |word| matches!(word, "--privileged" | "--net-host")),
        "kubectl" | "oc" | "kubecolor" => {
            let debugs = argv.iter().any(|word| word == "debug");
            whole(finding, argv, |word| {
                let dense: String = word.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
                matches!(word, "--privileged" | "--privileged=true" | "--profile=sysadmin")
                    || debugs && (word.starts_with("node/") || word.starts_with("nodes/"))
                    || dense.contains('{') && PODS.iter().any(|says| dense.contains(says))
            });
        }
        _ => {}
    }
}

fn whole(finding: &mut Finding, argv: &[String], is: impl Fn(&str) -> bool) {
    if let Some(at) = (1..argv.len()).find(|at| is(&argv[*at])) {
        finding.refuse(Class::ControlPlane, at, format!("`{}` commands the whole machine", clip(&argv[at])));
    }
}

fn bound(case: &Case<'_>, finding: &mut Finding, word: usize, text: &str) {
    let named = |part| ["src=", "source=", "path="].iter().find_map(|key| str::strip_prefix(part, key));
    let folder = text.split(',').find_map(named).or_else(|| text.split([':', ',']).next()).unwrap_or(text);
    // As Flatpak calls them.
    let folder = match folder {
        "host" => "/",
        "home" => "~",
        folder => folder,
    };
    shown(case, finding, &Mount { word, folder, read_only: false }, Access::Overwrite);
}

/// Folders and devices of this machine that are added to a container, and what it is set to: `disk source=/`,
/// `-c security.privileged=true`, `security.privileged true`.
fn settings(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    for (word, text) in argv.iter().enumerate().skip(1) {
        let (key, value) = text.split_once('=').unwrap_or((text, argv.get(word + 1).map_or("", String::as_str)));
        let key = key.trim_start_matches("--config=").trim_start_matches("-c");
        if SETTINGS.contains(&key) && !matches!(value, "" | "false") {
            finding.refuse(Class::ControlPlane, word, format!("`{}` commands the whole machine", clip(text)));
        }
        // What is passed on into it, or out of it.
        if let Some(address) = text.strip_prefix("connect=tcp:").or_else(|| text.strip_prefix("connect=udp:")) {
            case.address(finding, word, address);
        }
        if let Some(folder) = text.strip_prefix("source=").filter(|folder| folder.starts_with(['/', '~', '.'])) {
            shown(case, finding, &Mount { word, folder, read_only: false }, Access::Overwrite);
        }
    }
}
