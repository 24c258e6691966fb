//! A step of an agent's run, or a sub-task, as a line.

use crate::screen::Screen;
use crate::texts::say;
use countersign_core::wire::StepStatus;

/// Its number, its title and where it stands; what failed says why.
pub(crate) fn line(screen: &Screen, n: &str, status: StepStatus, title: &str, why: Option<&str>) -> String {
    let mark = |sign| if screen.is_plain() { "" } else { sign };
    match status {
        StepStatus::Pending | StepStatus::Waiting => {
            say!("cli-agent-step-pending", mark = mark("· "), n = n, title = title)
        }
        StepStatus::Running => say!("cli-agent-step-running", mark = mark("🚧 "), n = n, title = title),
        StepStatus::Completed => say!("cli-agent-step-completed", mark = mark("✓ "), n = n, title = title),
        StepStatus::Failed => {
            let why = why.unwrap_or_default();
            say!("cli-agent-step-failed", mark = mark("❌ "), n = n, title = title, why = why)
        }
        StepStatus::Cancelled => say!("cli-agent-step-cancelled", mark = mark("· "), n = n, title = title),
    }
}
