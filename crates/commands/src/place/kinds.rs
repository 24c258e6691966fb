//! What kind of place it is, by the names on the way to it: the system's, a process's, where code is run from later.

use super::{Base, Place, parts};

/// Whether, seen from a home folder, it is all of it or where programs keep their tokens.
pub(super) fn is_settings(parts: &[String]) -> bool {
    match parts {
        [] => true,
        [only] => matches!(only.as_str(), ".config" | ".local" | "library"),
        _ => false,
    }
}

/// Whether it is where the system puts what does not last, which is another place in a sandbox.
pub(super) fn is_passing(place: &Place) -> bool {
    place.base == Base::Root && (starts(&place.parts, &["tmp"]) || starts(&place.parts, &["var", "tmp"]))
}

/// Whether an absolute path may be that of a workspace: not one of the system's, nor all of somebody's.
pub(super) fn is_project(path: &str) -> bool {
    let parts = parts(path);
    let named: Vec<&str> = parts.iter().map(String::as_str).collect();
    path.starts_with('/')
        && !path.contains("..")
        && match named[..] {
            [] | ["root"] | ["home" | "users"] | ["home" | "users", _] => false,
            ["usr" | "var", second, _, ..] => matches!(second, "src" | "www" | "tmp" | "lib"),
            [top, ..] => !["etc", "usr", "var", "bin", "sbin", "lib", "lib64", "boot", "proc", "sys", "dev", "run"]
                .contains(&top),
        }
}

/// Whether a path begins with these folders.
pub(super) fn starts(parts: &[String], with: &[&str]) -> bool {
    parts.len() >= with.len() && parts.iter().zip(with).all(|(part, with)| part == with)
}

/// What a process keeps to itself, under `/proc`.
pub(super) fn is_process(place: &Place) -> bool {
    place.is_rooted()
        && starts(&place.parts, &["proc"])
        && place
            .parts
            .iter()
            .skip(2)
            .any(|part| ["environ", "mem", "root", "cwd", "fd", "auxv"].contains(&part.as_str()))
}

/// Whether it is the system's.
pub(super) fn is_system(place: &Place) -> bool {
    place.is_rooted()
        && place.parts.first().map_or(place.base == Base::Root, |top| {
            [
                "etc",
                "usr",
                "bin",
                "sbin",
                "lib",
                "lib32",
                "lib64",
                "boot",
                "var",
                "opt",
                "root",
                "sys",
                "proc",
                "system",
                "library",
                "applications",
                "private",
                "windows",
            ]
            .contains(&top.as_str())
        })
}

/// Files that a shell, a desktop or git runs code from.
pub(super) fn is_startup(place: &Place) -> bool {
    let name = place.last().unwrap_or("");
    let timed = |name: &String| name.starts_with("cron") || name.starts_with("anacron");
    (place.is_rooted() && starts(&place.parts, &["etc"]) && place.parts.get(1).is_some_and(timed))
        || matches!(
            name,
            ".bashrc"
                | ".bash_profile"
                | ".bash_login"
                | ".bash_logout"
                | ".bash_aliases"
                | ".profile"
                | ".zshrc"
                | ".zshenv"
                | ".zprofile"
                | ".zlogin"
                | ".kshrc"
                | ".cshrc"
                | ".tcshrc"
                | ".inputrc"
                | ".gitconfig"
                | ".vimrc"
                | ".xprofile"
                | ".xinitrc"
                | ".xsession"
                | ".pam_environment"
                | "ld.so.preload"
                | "crontab"
        )
        || place.parts.windows(2).any(|pair| {
            matches!(
                (pair[0].as_str(), pair[1].as_str()),
                (".config", "autostart" | "systemd" | "fish" | "git" | "environment.d")
                    | ("spool", "cron")
                    | (".local", "bin")
                    | (".cargo", "bin" | "config.toml" | "config")
                    | ("library", "launchagents")
            )
        })
}
