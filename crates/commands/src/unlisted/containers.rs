//! What a container is given of this machine: its folders, its devices, its network, all of it.

use super::given::{Given, given};
use super::names::destroys;
use super::options::named;
use super::tools::never;
use crate::case::{Case, Finding};
use crate::place::{Access, clip};
use crate::verdict::{Class, Verdict};

/// Refuses what no container is given, and a password that is told on the line.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    mounts(case, finding, name, argv);
    // Where what is built, saved or taken out of it is put: a file, or among other settings `dest=x`.
    for given in named(WRITTEN, name, argv) {
        let into = given.value.split(',').find_map(|part| part.strip_prefix("dest="));
        never(case, finding, given.word, into.unwrap_or(given.value), Access::Overwrite);
    }
    // A volume that is a folder of this machine: `--opt device=/`.
    for (word, text) in argv.iter().enumerate().skip(2) {
        let devices = text.split(',').filter_map(|part| part.split("device=").nth(1));
        for folder in devices.filter(|folder| folder.starts_with(['/', '~', '.'])) {
            shown(case, finding, &Mount { word, folder, read_only: false }, Access::Overwrite);
        }
    }
    privileged(finding, argv);
    // What an image is built of is read with all that is below it.
    let builds = argv.iter().take(3).any(|word| word == "build" || word == "bud");
    let last = argv.len() - 1;
    if builds && !argv[last].starts_with('-') && !argv[last].contains("://") && !argv[last - 1].starts_with('-') {
        never(case, finding, last, &argv[last], Access::Sweep);
    }
    // Nothing but options, and what they are given, stands before what is done. `--password-stdin` reads it.
    let option = |at: usize| argv.get(at).is_some_and(|word| word.starts_with('-'));
    let login =
        argv.iter().position(|word| word == "login").filter(|at| (1..*at).all(|at| option(at) || option(at - 1)));
    let told = |word: &String| matches!(word.split('=').next(), Some("-p" | "--password"));
    if let Some(at) = login.and_then(|_| argv.iter().position(told)) {
        let option = argv[at].split('=').next().unwrap_or_default();
        finding.refuse(Class::Unknown, at, format!("a password stands behind `{option}`"));
    }
}

/// Options before a file or a folder that is written.
const WRITTEN: &[(&str, &str)] = &[("docker podman nerdctl buildah", "-o --output")];

/// Refuses a container that is given the whole machine, or the network that our own server listens in.
fn privileged(finding: &mut Finding, argv: &[String]) {
    let runs = argv.iter().any(|word| matches!(word.as_str(), "run" | "create"));
    for (at, word) in argv.iter().enumerate().skip(2) {
        let (option, attached) = word.split_once('=').map_or((word.as_str(), None), |(o, value)| (o, Some(value)));
        let value = attached.or_else(|| argv.get(at + 1).map(String::as_str)).unwrap_or("");
        let whole = match option {
            "--privileged" => attached != Some("false"),
            "--pid" | "--ipc" | "--userns" | "--uts" => value == "host",
            "--network" | "--net" => runs && value == "host",
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

/// A folder of this machine that a container is shown.
pub(super) struct Mount<'a> {
    pub(super) word: usize,
    pub(super) folder: &'a str,
    pub(super) read_only: bool,
}

impl<'a> Mount<'a> {
    fn new(given: &Given<'a>) -> Option<Self> {
        let text = given.value;
        let named = |key: &str| text.split(',').find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
        let (folder, read_only) = if given.is("--mount") {
            let read_only = text
                .split(',')
                .any(|part| matches!(part, "readonly" | "ro" | "readonly=true" | "ro=true" | "readonly=1" | "ro=1"));
            (named("source").or_else(|| named("src"))?, read_only)
        } else {
            let mut parts = text.split(':');
            let folder = parts.next()?;
            (folder, parts.skip(1).any(|options| options.split(',').any(|option| option == "ro")))
        };
        // All others are names of volumes.
        folder.starts_with(['/', '~', '.']).then_some(Self { word: given.word, folder, read_only })
    }
}

/// Refuses what a container could destroy or overwrite of a folder of ours that is not the workspace's, and what it is
/// shown of secrets.
fn mounts(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let destroying = argv.iter().skip(2).any(|word| word.split_whitespace().any(|word| destroys(word).is_some()));
    let given = given(name, argv);
    let written = if destroying { Access::Destroy } else { Access::Overwrite };
    for mount in given.iter().filter(|given| given.is("-v --volume --mount -B --bind")).filter_map(Mount::new) {
        shown(case, finding, &mount, written);
    }
}

/// Refuses one of them.
pub(super) fn shown(case: &Case<'_>, finding: &mut Finding, mount: &Mount<'_>, written: Access) {
    let place = case.map.go(&case.cwd, mount.folder);
    let uses = [Some(Access::Sweep), (!mount.read_only).then_some(written)];
    let refused = uses.into_iter().flatten().find_map(|access| {
        let (verdict, class, why) = case.map.objection(&place, access, mount.folder)?;
        (verdict == Verdict::Never).then_some((class, why))
    });
    if let Some((class, why)) = refused {
        finding.refuse(class, mount.word, why);
    } else if !mount.read_only && case.map.is_above(&place) {
        let why = format!("`{}` is outside the workspace, and holds it", clip(mount.folder));
        finding.refuse(Class::ControlPlane, mount.word, why);
    }
}
