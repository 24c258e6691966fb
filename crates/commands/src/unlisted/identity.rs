//! Who a command runs as. To run as another user, root among them, is to reach another user: refused
//! whatever the command is (COMMANDS-AND-FILES "What a verdict means").

use super::names;
use super::options::named;
use crate::case::Finding;
use crate::verdict::Class;

/// Programs that run a command as another user, or change who there is.
const PROGRAMS: &[&str] = &[
    "sudo",
    "sudoedit",
    "doas",
    "doasedit",
    "pkexec",
    "run0",
    "gosu",
    "su-exec",
    "setuidgid",
    "sg",
    "gksu",
    "gksudo",
    "kdesu",
    "kdesudo",
    "dzdo",
    "calife",
    "runas",
    "su",
    "runuser",
    "login",
    "useradd",
    "userdel",
    "usermod",
    "groupadd",
    "groupdel",
    "groupmod",
    "adduser",
    "deluser",
    "passwd",
    "chpasswd",
    "visudo",
    "vipw",
    "newgrp",
    "gpasswd",
    "chsh",
    "chfn",
    "machinectl",
];
/// Options with which other programs do.
const OPTIONS: &[(&str, &str)] = &[
    ("setpriv", "--reuid --ruid --euid --regid --rgid --egid --groups --init-groups"),
    ("chroot", "--userspec --groups"),
    ("systemd-run", "--uid --gid"),
    ("start-stop-daemon", "-c --chuid -g --group"),
    ("capsh", "--user --uid --gid"),
    ("nsenter", "-S --setuid -G --setgid"),
    ("chpst", "-u -U"),
    ("daemon daemonize", "-u --user"),
    ("crontab", "-u"),
    ("strace ltrace", "-u --username"),
];

/// Options that name a process whose place is taken.
const TARGETS: &[(&str, &str)] = &[("nsenter", "-t --target")];

/// Refuses what would run as another user.
pub(super) fn judge(finding: &mut Finding, name: &str, argv: &[String]) {
    if PROGRAMS.contains(&name) && !names::tells_itself(argv) {
        finding.refuse(Class::Unknown, 0, format!("`{name}` reaches other users"));
    }
    // The first process is the system's.
    if let Some(given) = named(TARGETS, name, argv).first().filter(|given| given.value == "1") {
        let word = argv[given.at].as_str();
        finding.refuse(Class::Unknown, given.at, format!("`{name} {word}` reaches other users"));
    }
    if let Some(given) = named(OPTIONS, name, argv).first() {
        finding.refuse(Class::Unknown, given.at, format!("`{name} {}` reaches other users", given.option));
    }
}
