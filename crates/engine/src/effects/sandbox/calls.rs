//! What a command cannot ask of the kernel, by seccomp: what no namespace and no mount hides from it, what would
//! take other filters' place, and what would outlast it as a right of somebody else.

use seccompiler::{BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter};
use seccompiler::{SeccompRule, sock_filter};
use std::collections::BTreeMap;

/// What differs between commands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calls {
    /// It may make sockets, of [`FAMILIES`].
    pub(super) sockets: bool,
    /// It may look into processes: there are none but its own.
    pub(super) traces: bool,
    /// It may give files and folders their group's rights to whoever uses them, as its workspace has them.
    pub(super) setgid: bool,
}

/// Of the file system, of the network, which is the command's own, and to ask what that is. Others are of the
/// machine for all namespaces (`AF_VSOCK` of a virtual machine's host, `AF_ALG`).
const FAMILIES: [i32; 4] = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];
/// The kernel's keyrings, of which the command has those of the person's session (Kerberos, disks, mounts); other
/// processes' memory; programs in the kernel; files by their numbers.
const REFUSED: [i64; 8] = [
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_userfaultfd,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_open_by_handle_at,
    libc::SYS_setns,
];
/// As if the kernel did not know them, so that others are used: no filter sees what they are told.
const UNKNOWN: [i64; 5] = [
    libc::SYS_clone3,
    libc::SYS_openat2,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];
/// `TIOCSTI` and `TIOCLINUX`, by which input is put where a person types.
const TYPED: [u64; 2] = [0x5412, 0x541C];
/// The number of `fchmodat2`, which not every libc names, on every machine.
const FCHMODAT2: i64 = 452;

/// Calls with what of their arguments makes them match: any of the rules, or always where there is none.
type Rules = BTreeMap<i64, Vec<SeccompRule>>;

impl Calls {
    /// Refuses the others to this thread and all it starts, for good.
    pub(super) fn only(self) -> Result<(), String> {
        let filters = [(libc::EAFNOSUPPORT, families()?), (libc::EPERM, self.refused()?), (libc::ENOSYS, unknown())];
        for (error, rules) in filters {
            seccompiler::apply_filter(&denying(error, rules)?).map_err(|e| format!("seccomp: {e}"))?;
        }
        Ok(())
    }

    fn refused(self) -> Result<Rules, String> {
        let mut rules: Rules = REFUSED.iter().map(|call| (*call, Vec::new())).collect();
        if !self.sockets {
            rules.insert(libc::SYS_socket, Vec::new());
        }
        if !self.traces {
            rules.insert(libc::SYS_ptrace, Vec::new());
            // Limits of another process: of the server, which they would end or deafen.
            rules.insert(libc::SYS_prlimit64, vec![rule(vec![condition(0, SeccompCmpOp::Ne, 0)?])?]);
        }
        // A namespace in which it would have all rights, over what the kernel keeps for those who have them.
        for call in [libc::SYS_unshare, libc::SYS_clone] {
            rules.insert(call, vec![rule(vec![bit(0, libc::CLONE_NEWUSER)?])?]);
        }
        let typed = TYPED.map(|what| rule(vec![condition(1, SeccompCmpOp::Eq, what)?]));
        rules.insert(libc::SYS_ioctl, typed.into_iter().collect::<Result<_, _>>()?);
        let mut lasting = vec![libc::S_ISUID];
        lasting.extend((!self.setgid).then_some(libc::S_ISGID));
        for (call, mode, opens) in MODES.iter().copied() {
            for right in lasting.iter().map(|right| right.cast_signed()) {
                let mut add = |conditions| rule(conditions).map(|rule| rules.entry(call).or_default().push(rule));
                let Some(flags) = opens else {
                    add(vec![bit(mode, right)?])?;
                    continue;
                };
                // Without one of these the mode is not looked at.
                for makes in [libc::O_CREAT, libc::O_TMPFILE & !libc::O_DIRECTORY] {
                    add(vec![bit(flags, makes)?, bit(mode, right)?])?;
                }
            }
        }
        Ok(rules)
    }
}

/// What sets the mode of a file: the place of the mode among the arguments, and of the flags where it opens one.
const MODES: &[(i64, u8, Option<u8>)] = &[
    (libc::SYS_fchmod, 1, None),
    (libc::SYS_fchmodat, 2, None),
    (FCHMODAT2, 2, None),
    (libc::SYS_mknodat, 2, None),
    (libc::SYS_openat, 3, Some(2)),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1, None),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, 1, None),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, 1, None),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 2, Some(1)),
];

fn unknown() -> Rules {
    UNKNOWN.iter().map(|call| (*call, Vec::new())).collect()
}

fn families() -> Result<Rules, String> {
    let others = || {
        let others = FAMILIES.map(|family| condition(0, SeccompCmpOp::Ne, u64::from(family.unsigned_abs())));
        rule(others.into_iter().collect::<Result<_, _>>()?)
    };
    Ok(BTreeMap::from([(libc::SYS_socket, vec![others()?]), (libc::SYS_socketpair, vec![others()?])]))
}

/// An argument that has a bit.
fn bit(argument: u8, bit: i32) -> Result<SeccompCondition, String> {
    let bit = u64::from(bit.cast_unsigned());
    condition(argument, SeccompCmpOp::MaskedEq(bit), bit)
}

fn condition(argument: u8, compared: SeccompCmpOp, with: u64) -> Result<SeccompCondition, String> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compared, with).map_err(failed)
}

fn rule(conditions: Vec<SeccompCondition>) -> Result<SeccompRule, String> {
    SeccompRule::new(conditions).map_err(failed)
}

fn failed(e: seccompiler::BackendError) -> String {
    format!("seccomp: {e}")
}

/// A filter that answers these calls with an error. A call of another architecture ends who makes it.
fn denying(error: i32, rules: Rules) -> Result<BpfProgram, String> {
    let machine = std::env::consts::ARCH.try_into().map_err(failed)?;
    let denied = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, machine).map_err(failed)?;
    let program: BpfProgram = filter.try_into().map_err(failed)?;
    Ok(known_by_number().into_iter().chain(program).collect())
}

/// Refuses calls of x32, which are those of this architecture under other numbers.
fn known_by_number() -> Vec<sock_filter> {
    if !cfg!(target_arch = "x86_64") {
        return Vec::new();
    }
    let step = |code: u32, jf, k| sock_filter { code: code as u16, jt: 0, jf, k };
    vec![
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 1, 0x4000_0000),
        step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    /// What Python says under the filters.
    fn said(calls: Calls, code: &'static str) -> Option<String> {
        let ran = std::thread::spawn(move || {
            calls.only().unwrap();
            Command::new("python3").args(["-c", code]).output()
        });
        let Ok(ran) = ran.join().unwrap() else {
            eprintln!("NOT RUN: there is no python3 here");
            return None;
        };
        Some(String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr))
    }

    const OWN: Calls = Calls { sockets: true, traces: true, setgid: false };
    const ERRORS: &str = "\
import ctypes, errno, os, socket
l = ctypes.CDLL(None, use_errno=True)
def call(*a):
    ctypes.set_errno(0)
    r = l.syscall(*[ctypes.c_long(x) for x in a])
    return errno.errorcode.get(ctypes.get_errno(), 'did') if r == -1 else 'did'
def tried(f):
    try: f(); return 'did'
    except OSError as e: return errno.errorcode[e.errno]
";

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn what_runs_under_the_filters_is_refused_what_no_namespace_hides() {
        let code = format!(
            "{ERRORS}
print('keyctl', call({}, 0, -3, 0))
print('x32', call(0x40000000 | {}, 0))
print('io_uring', call({}, 4, 0))
print('bpf', call({}, 0, 0, 0), 'userfaultfd', call({}, 0))
print('unshare', call({}, 0x10000000), call({}, 0x400))
print('clone', call({}, 0x10000000 | 17, 0, 0, 0, 0))
",
            libc::SYS_keyctl,
            libc::SYS_getpid,
            libc::SYS_io_uring_setup,
            libc::SYS_bpf,
            libc::SYS_userfaultfd,
            libc::SYS_unshare,
            libc::SYS_unshare,
            libc::SYS_clone,
        );
        let Some(said) = said(OWN, code.leak()) else { return };
        let expected =
            "keyctl EPERM\nx32 ENOSYS\nio_uring ENOSYS\nbpf EPERM userfaultfd EPERM\nunshare EPERM did\nclone EPERM\n";
        assert_eq!(said, expected);
    }

    #[test]
    fn limits_are_its_own_where_other_processes_are_seen() {
        let code = format!(
            "{ERRORS}
import resource
print(call({0}, os.getppid(), 7, 0, 0), call({0}, 0, 7, 0, 0), tried(lambda: resource.setrlimit(7, (64, 64))))
",
            libc::SYS_prlimit64,
        );
        let code: &str = code.leak();
        let Some(seen) = said(Calls { traces: false, ..OWN }, code) else { return };
        assert_eq!(seen, "EPERM did did\n");
        assert_eq!(said(OWN, code).unwrap(), "did did did\n");
    }

    #[test]
    fn sockets_are_of_few_families_and_threads_and_pairs_are_made_as_ever() {
        let code = format!(
            "{ERRORS}
import threading, subprocess
made = lambda family, kind=socket.SOCK_STREAM: tried(lambda: socket.socket(family, kind))
print(made(socket.AF_UNIX), made(socket.AF_INET), made(socket.AF_INET6), made(socket.AF_NETLINK, socket.SOCK_RAW))
print(made(socket.AF_VSOCK), made(38, socket.SOCK_SEQPACKET), made(socket.AF_PACKET, socket.SOCK_RAW))
print(tried(lambda: socket.socketpair()))
t = threading.Thread(target=lambda: print('thread')); t.start(); t.join()
print(subprocess.run(['true']).returncode)
"
        );
        let code: &str = code.leak();
        let Some(own) = said(OWN, code) else { return };
        let others = "EAFNOSUPPORT EAFNOSUPPORT EAFNOSUPPORT\ndid\nthread\n0\n";
        assert_eq!(own, format!("did did did did\n{others}"));
        let none = said(Calls { sockets: false, ..OWN }, code).unwrap();
        let (first, rest) = none.split_once('\n').unwrap();
        assert_eq!(first, "EPERM EPERM EPERM EPERM");
        assert!(rest.ends_with("did\nthread\n0\n") && !rest.lines().next().unwrap().contains("did"), "{rest}");
    }

    #[test]
    fn nothing_is_left_that_runs_as_somebody_else() {
        let folder = tempfile::tempdir().unwrap();
        let code = format!(
            "{ERRORS}
os.chdir({:?}); os.umask(0)
def made(mode):
    fd = os.open('plain', os.O_CREAT | os.O_RDWR, 0o666)
    ways = [lambda: os.chmod('plain', mode), lambda: os.fchmod(fd, mode), lambda: os.mknod('node', mode | 0o100000),
        lambda: os.open('opened', os.O_CREAT | os.O_WRONLY, mode), lambda: os.open('.', os.O_TMPFILE | os.O_RDWR, mode)]
    r = [tried(way) for way in ways]
    if r[-1] == 'EOPNOTSUPP': r.pop()
    r.append(call({FCHMODAT2}, -100, ctypes.cast(ctypes.c_char_p(b'plain'), ctypes.c_void_p).value, mode, 0))
    if r[-1] == 'ENOSYS': r.pop()
    for name in os.listdir('.'): os.unlink(name)
    return set(r)
print(made(0o755), made(0o1777), made(0o4755), made(0o2755), made(0o6711))
print(os.close(os.open('.', os.O_RDONLY, 0o4755)))
",
            folder.path()
        );
        let code: &str = code.leak();
        let Some(own) = said(OWN, code) else { return };
        assert_eq!(own, "{'did'} {'did'} {'EPERM'} {'EPERM'} {'EPERM'}\nNone\n");
        let shared = said(Calls { setgid: true, ..OWN }, code).unwrap();
        assert_eq!(shared, "{'did'} {'did'} {'EPERM'} {'did'} {'EPERM'}\nNone\n");
    }
}
