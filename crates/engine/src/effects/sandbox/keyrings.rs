//! The kernel's keyrings: a command is of the person's session, and so the keys of that session (of Kerberos, of
//! encrypted disks, of mounts) would be its own to read. No namespace hides them; the calls are refused.

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use std::io;
use std::os::fd::OwnedFd;

/// The calls that reach keys.
pub(super) const CALLS: [i64; 3] = [libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key];

/// A filter that refuses these calls.
pub(super) fn denying(calls: &[i64]) -> Result<BpfProgram, String> {
    let failed = |e: seccompiler::BackendError| format!("seccomp: {e}");
    let calls = calls.iter().map(|call| (*call, Vec::new())).collect();
    let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let machine = std::env::consts::ARCH.try_into().map_err(failed)?;
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, denied, machine).map_err(failed)?;
    filter.try_into().map_err(failed)
}

/// The filter against keyrings as bubblewrap reads it (`--seccomp`), open across the start of it.
pub(super) fn as_file() -> Result<OwnedFd, String> {
    let failed = |e: io::Error| format!("seccomp: {e}");
    let program: Vec<u8> = denying(&CALLS)?
        .iter()
        .flat_map(|step| {
            let [a, b] = step.code.to_ne_bytes();
            [a, b, step.jt, step.jf].into_iter().chain(step.k.to_ne_bytes())
        })
        .collect();
    let (from, mut to) = io::pipe().map_err(failed)?;
    io::Write::write_all(&mut to, &program).map_err(failed)?;
    let from = OwnedFd::from(from);
    rustix::io::fcntl_setfd(&from, rustix::io::FdFlags::empty()).map_err(|e| failed(e.into()))?;
    Ok(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn what_runs_under_the_filter_reaches_no_keys() {
        let code = format!(
            "import ctypes; l=ctypes.CDLL(None,use_errno=True); print(l.syscall({},0,-3,0), ctypes.get_errno())",
            libc::SYS_keyctl
        );
        let ran = std::thread::spawn(move || {
            seccompiler::apply_filter(&denying(&CALLS).unwrap()).unwrap();
            Command::new("python3").args(["-c", &code]).output()
        });
        let Ok(ran) = ran.join().unwrap() else { return eprintln!("NOT RUN: there is no python3 here") };
        assert_eq!(String::from_utf8_lossy(&ran.stdout), format!("-1 {}\n", libc::EPERM));
    }

    #[test]
    fn bubblewrap_is_given_whole_steps() {
        let mut read = Vec::new();
        io::Read::read_to_end(&mut std::fs::File::from(as_file().unwrap()), &mut read).unwrap();
        assert!(!read.is_empty() && read.len() % 8 == 0, "{}", read.len());
    }
}
