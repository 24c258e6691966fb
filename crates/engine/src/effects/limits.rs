//! What a process, and all that it starts, may take of the machine. A process sets its own limits
//! before it begins what they are for: set from outside, they come too late for what it started first.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// No file that a command writes becomes larger.
const LARGEST_FILE: u64 = 4_000_000_000;
/// So many processes and threads its user may have while it begins more.
const MOST_PROCESSES: u64 = 16_384;
/// No process of it has less than this to itself.
const LEAST_MEMORY: u64 = 4 << 30;

/// Limits this process; a stricter limit stays.
pub(super) fn limit(limits: &[(Resource, u64)]) -> io::Result<()> {
    for (resource, most) in limits {
        let stricter = |had: Option<u64>| Some(had.map_or(*most, |had| had.min(*most)));
        let had = getrlimit(*resource);
        setrlimit(*resource, Rlimit { current: stricter(had.current), maximum: stricter(had.maximum) })?;
    }
    Ok(())
}

/// What a command may take.
pub(super) fn of_a_command() -> [(Resource, u64); 4] {
    [
        (Resource::Core, 0),
        (Resource::Fsize, LARGEST_FILE),
        (Resource::Data, largest_memory()),
        (Resource::Nproc, MOST_PROCESSES),
    ]
}

/// Most memory that one process of a command may have for itself: what the machine needs to go on stays.
fn largest_memory() -> u64 {
    let known = rustix::system::sysinfo();
    let all = (known.totalram as u64).saturating_mul(u64::from(known.mem_unit));
    (all / 4 * 3).max(LEAST_MEMORY)
}
