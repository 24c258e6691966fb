//! Where programs put what they install or build, listed or not: a folder that they are told.

use super::names::program;
use super::options::named;
use super::tools::never;
use crate::case::{Case, Finding};
use crate::place::{Access, clip};
use crate::verdict::Class;

/// Options before it.
const FILLED: &[(&str, &str)] = &[
    ("pip pip3", "-t --target --root --prefix"),
    ("cmake", "--prefix --install-prefix"),
    ("meson", "--destdir"),
    ("cargo", "--root --target-dir"),
    ("gem", "-i --install-dir -n --bindir"),
    ("cpio", "-D --directory"),
];
/// The same where something is installed; otherwise it is where a package is.
const PREFIX: &[(&str, &str)] = &[("npm", "--prefix"), ("pnpm", "--prefix")];
/// Settings of makers that name it, where something is installed.
const SET: &[&str] = &["DESTDIR", "INSTALL_ROOT", "prefix", "PREFIX", "exec_prefix", "bindir", "libdir", "sysconfdir"];
const MAKERS: &[&str] = &["make", "gmake", "ninja", "cmake", "meson"];

/// Refuses to put it where the system or code that runs later is; and a shell that is told to run a package's scripts.
pub(crate) fn judge(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let name = program(&argv[0]);
    for given in named(FILLED, &name, argv) {
        never(case, finding, given.word, given.value, Access::Overwrite);
    }
    if MAKERS.contains(&name.as_str())
        && argv.iter().skip(1).any(|word| word.trim_start_matches('-').starts_with("install"))
    {
        for (word, text) in argv.iter().enumerate().skip(1) {
            if let Some((_, folder)) = text.split_once('=').filter(|(key, _)| SET.contains(key)) {
                never(case, finding, word, folder, Access::Overwrite);
            }
        }
    }
    let installs = |word: &String| matches!(word.as_str(), "install" | "i" | "add" | "ci" | "update" | "link");
    if argv.iter().skip(1).any(installs) {
        for given in named(PREFIX, &name, argv) {
            never(case, finding, given.word, given.value, Access::Overwrite);
        }
    }
    scripts(finding, &name, argv);
}

/// Why a variable may not have this value: what is installed would be put there.
pub(crate) fn placed(case: &Case<'_>, variable: &str, folder: &str) -> Option<(Class, String)> {
    const VARIABLES: &[&str] =
        &["DESTDIR", "INSTALL_ROOT", "PIP_TARGET", "PIP_PREFIX", "CARGO_INSTALL_ROOT", "GOBIN", "npm_config_prefix"];
    let mut finding = Finding::new(Class::Project);
    if VARIABLES.contains(&variable) {
        never(case, &mut finding, 0, folder, Access::Overwrite);
    }
    finding.objections.pop().map(|objection| (objection.class, objection.text))
}

/// Settings of package managers that load code: `--config.script-shell=x`, `config set script-shell x`.
fn scripts(finding: &mut Finding, name: &str, argv: &[String]) {
    if !matches!(name, "npm" | "yarn" | "pnpm") {
        return;
    }
    let sets = argv.iter().skip(1).any(|word| matches!(word.as_str(), "config" | "set"));
    if let Some(word) = argv.iter().position(|word| {
        let key = word.split('=').next().unwrap_or(word).to_lowercase();
        let key = key.strip_prefix("--config.").or(sets.then_some(key.as_str())).unwrap_or("");
        ["script-shell", "scriptshell", "node-options", "nodeoptions"].contains(&key)
    }) {
        finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(&argv[word])));
    }
}
