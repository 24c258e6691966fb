//! A process with all that it started, wherever that has moved to: found, told and ended.
#![allow(clippy::disallowed_methods)] // This module ends processes.

use super::GRACE;
use crate::effects::sandbox::Confinement;
use crate::effects::sandbox::tether::Begun;
use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// Ends a process that was started by itself, with all that it started, and waits a little for that.
/// `tmp` is the private folder that it was given.
pub(in crate::effects) fn end_tree(confinement: &Confinement, tmp: &Path, running: &mut Begun) {
    drop(running.line.take());
    let child = &mut running.child;
    let begun = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        // Found before the first ends: what it leaves behind is nobody's child any more.
        let below = descendants(&[child.id()]);
        if !confinement.wraps() {
            let _ = pid(child.id()).map(|group| kill_process_group(group, Signal::KILL));
        }
        below.into_iter().for_each(|pid| signal(pid, Signal::KILL));
        // Who holds its tree sees it end, and clears up; one that does not is not waited for.
        if !confinement.clears_up() || begun.elapsed() >= GRACE {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    if !confinement.wraps() {
        marked(tmp).into_iter().for_each(|pid| signal(pid, Signal::KILL));
    }
}

pub(in crate::effects) fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

/// Sends a signal; who is gone needs none.
pub(crate) fn signal(id: u32, how: Signal) {
    let _ = pid(id).map(|pid| kill_process(pid, how));
}

/// Whether there is such a process, of whoever.
pub(in crate::effects) fn is_alive(id: u32) -> bool {
    pid(id).is_some_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// All living processes below these, each after its parent.
pub(crate) fn descendants(of: &[u32]) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for id in processes() {
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { continue };
        // The name, in brackets, may hold anything; state and parent come after it.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let (state, parent) = (fields.next(), fields.next().and_then(|p| p.parse::<u32>().ok()));
        if let (Some(parent), false) = (parent, state == Some("Z")) {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut found = Vec::new();
    let mut open = of.to_vec();
    while let Some(next) = open.pop() {
        let below = children.remove(&next).unwrap_or_default();
        open.extend(&below);
        found.extend(below);
    }
    found
}

/// Processes that were given this private folder, wherever they have moved to.
pub(super) fn marked(tmp: &Path) -> Vec<u32> {
    let mark = [b"TMPDIR=", tmp.as_os_str().as_encoded_bytes(), b"\0"].concat();
    let own = |id: &u32| {
        std::fs::read(format!("/proc/{id}/environ")).is_ok_and(|all| all.windows(mark.len()).any(|part| part == mark))
    };
    processes().into_iter().filter(own).collect()
}

fn processes() -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}
