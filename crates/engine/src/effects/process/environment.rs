//! What a command finds around it: an environment in which nothing is secret.

use crate::effects::sandbox::{Ground, Sandbox};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// What is left of our own environment, where it is there.
const KEPT: [&str; 22] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "TZ",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "GOPATH",
    "GOROOT",
    "JAVA_HOME",
    "NVM_DIR",
    "PYENV_ROOT",
    "VIRTUAL_ENV",
    "NIX_PATH",
    "LOCALE_ARCHIVE",
];

/// What is set for every command.
const SET: [(&str, &str); 12] = [
    ("TERM", "dumb"),
    ("CI", "1"),
    ("PAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    // A setting of a repository that runs a program while it is only looked at.
    ("GIT_CONFIG_COUNT", "2"),
    ("GIT_CONFIG_KEY_0", "core.fsmonitor"),
    ("GIT_CONFIG_VALUE_0", "false"),
    // What a submodule's files hold is not shown: no path that is left out reaches into it.
    ("GIT_CONFIG_KEY_1", "diff.submodule"),
    ("GIT_CONFIG_VALUE_1", "short"),
];

/// Where a command may write what it caches; a home is read only in a sandbox.
const CACHES: [&str; 3] = ["TMPDIR", "XDG_CACHE_HOME", "npm_config_cache"];

/// The names of the variables that a command gets.
pub(crate) fn environment() -> Vec<String> {
    let kept = KEPT.into_iter().filter(|name| std::env::var_os(name).is_some());
    let set = SET.into_iter().map(|(name, _)| name);
    kept.chain(CACHES).chain(set).chain(["PWD"]).map(str::to_owned).collect()
}

/// Leaves of the environment what programs need to be found and to speak the person's language;
/// nothing of it holds a secret or loads code.
pub(crate) fn clean(command: &mut Command, ground: &Ground, sandbox: Sandbox) {
    let tmp: OsString = if sandbox == Sandbox::Bwrap { "/tmp".into() } else { ground.tmp.clone().into() };
    let cache = Path::new(&tmp).join(".cache");
    command.env_clear();
    command.envs(KEPT.iter().filter_map(|name| std::env::var_os(name).map(|value| (*name, value))));
    let places: [OsString; 3] = [tmp.clone(), cache.clone().into(), cache.join("npm").into()];
    command.envs(CACHES.into_iter().zip(places));
    command.envs(SET);
}
