//! What the kernel gives a command in the sandbox: no socket on which somebody outside listens, no family of sockets
//! but a few, and no file that runs as somebody else. Its own sockets work.

use super::found;
use crate::project::Project;
use crate::world::passed_over;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;

/// The sandboxes of this machine.
fn sandboxes(p: &Project) -> Vec<&'static str> {
    let there: Vec<&str> = ["bwrap", "landlock"].into_iter().filter(|sandbox| found(p, sandbox).is_some()).collect();
    if there.len() < 2 {
        passed_over("there is no bubblewrap, or no Landlock");
    }
    there
}

/// A place that the sandbox shows, unlike `/tmp`.
fn shown() -> tempfile::TempDir {
    tempfile::Builder::new().prefix("s").tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

impl Project {
    /// What a command says that is signed and run.
    fn said(&self, sandbox: &str, command: &str) -> String {
        self.ran(sandbox, command)["command"]["preview"].as_str().unwrap_or_default().to_owned()
    }
}

#[test]
fn nobody_outside_can_be_called_over_a_file() {
    let p = Project::new();
    let outside = shown();
    fs::write(outside.path().join("file"), "shown\n").unwrap();
    fs::create_dir(p.root.join("run")).unwrap();
    let places = [outside.path().join("docker.sock"), p.root.join("run/own.sock"), p.root.join("run/before")];
    let listeners = places.each_ref().map(|at| UnixListener::bind(at).unwrap());
    // Under another name than the machine lists it with.
    fs::rename(&places[2], p.root.join("run/renamed")).unwrap();
    listeners.iter().for_each(|listener| listener.set_nonblocking(true).unwrap());
    let out = outside.path().display();
    p.script(
        "call",
        &format!(
            "cat {out}/file\npython3 - <<'E'\n\
import os, socket\n\
from multiprocessing.connection import Client, Listener\n\
for at in ('{out}/docker.sock', 'run/own.sock', 'run/renamed'):\n\
\x20try: socket.socket(socket.AF_UNIX).connect(at); print('reached', at)\n\
\x20except OSError: pass\n\
try:\n\
\x20os.unlink('run/old.sock')\n\
\x20for at in ('run/old.sock', '/tmp/mine', '/dev/shm/mine'):\n\
\x20\x20with Listener(at) as own, Client(at) as c: print('own', own.accept() is not None)\n\
except PermissionError: print('none')\n\
E"
        ),
    );
    for sandbox in sandboxes(&p) {
        // Nobody listens here any more.
        drop(UnixListener::bind(p.root.join("run/old.sock")));
        let own = if sandbox == "bwrap" { "own True\nown True\nown True\n" } else { "none\n" };
        assert_eq!(p.said(sandbox, "./call"), format!("shown\n{own}"), "{sandbox}");
        assert!(listeners.iter().all(|listener| listener.accept().is_err()), "{sandbox}: somebody was called");
    }
}

/// Nothing masks a socket that is not there yet; the kernel does, where it can (Linux 7.1).
/// Major and minor version of the running kernel.
fn kernel() -> (u32, u32) {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut parts = release.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse().unwrap_or_default());
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

#[test]
fn who_listens_later_is_not_reached_either() {
    let p = Project::new();
    let outside = shown();
    let late = outside.path().join("late.sock");
    let at = late.display();
    p.script(
        "call",
        &format!(
            "touch begun\nwhile ! test -S {at}; do sleep 0.02; done\n\
             python3 -c \"import socket; socket.socket(socket.AF_UNIX).connect('{at}')\" 2>&1 | tail -n 1"
        ),
    );
    let begun = p.root.join("begun");
    for sandbox in sandboxes(&p) {
        let said = std::thread::scope(|threads| {
            let running = threads.spawn(|| p.said(sandbox, "./call"));
            while !begun.exists() && !running.is_finished() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            let _listens = UnixListener::bind(&late).unwrap();
            running.join().unwrap()
        });
        // Landlock of an older kernel knows no sockets, and bubblewrap's masks come before: docs/security.md says so.
        assert_eq!(said.contains("Error"), kernel() >= (7, 1) || sandbox == "landlock", "{sandbox}: {said}");
        fs::remove_file(&late).unwrap();
        fs::remove_file(&begun).unwrap();
    }
}

#[test]
fn sockets_are_of_few_families_and_namespaces_are_its_own() {
    let p = Project::new();
    p.script(
        "sockets",
        "for family in 1 2 10 40 38; do\n\
         python3 -c \"import socket; socket.socket($family, 5 if $family == 38 else 1); print($family)\" 2>/dev/null\ndone\n\
         unshare -U true 2>/dev/null && echo unshared\ntrue",
    );
    for sandbox in sandboxes(&p) {
        let made = if sandbox == "bwrap" { "1\n2\n10\n" } else { "" };
        assert_eq!(p.said(sandbox, "./sockets"), made, "{sandbox}");
    }
}

#[test]
fn no_file_is_made_that_runs_as_somebody_else() {
    let p = Project::new();
    let mode = |name: &str| fs::metadata(p.root.join(name)).map_or(0, |found| found.permissions().mode() & 0o7777);
    p.script(
        "make",
        "cp /bin/true own && chmod 4755 own; chmod g+s own; chmod 755 own && install -m 4755 own other; true",
    );
    p.script("copy", "rm -rf a b; mkdir a && cp -a a b; chmod 4755 own");
    for sandbox in sandboxes(&p) {
        fs::set_permissions(&p.root, fs::Permissions::from_mode(0o755)).unwrap();
        let said = p.said(sandbox, "./make");
        assert!(said.contains("Operation not permitted"), "{sandbox}: {said}");
        assert_eq!((mode("own"), mode("other") & 0o6000), (0o755, 0), "{sandbox}: {said}");
        // A workspace that is a group's stays that, with all that is copied in it.
        fs::set_permissions(&p.root, fs::Permissions::from_mode(0o2755)).unwrap();
        let said = p.said(sandbox, "./copy");
        assert_eq!((mode("b") & 0o6000, mode("own")), (0o2000, 0o755), "{sandbox}: {said}");
    }
}
