//! What hands a command to somebody else, who runs it outside every sandbox, later or at once: the clock's
//! (`crontab`, `at`), the system's (`systemd-run`), a container's. Refused whatever the command is.

use crate::case::Finding;
use crate::verdict::Class;

/// Refuses it.
pub(super) fn judge(finding: &mut Finding, name: &str, argv: &[String]) {
    let words = argv.get(1..).unwrap_or_default();
    let sub = words.iter().position(|word| !word.starts_with('-'));
    let is = |verbs: &[&str]| sub.and_then(|at| words.get(at)).is_some_and(|word| verbs.contains(&word.as_str()));
    let has = |options: &[&str]| words.iter().any(|word| options.contains(&word.as_str()));
    let file = words.iter().any(|word| word.starts_with("-f") || word.starts_with("--file"));
    let refused = match name {
        // Its own list is only looked at.
        "crontab" => !has(&["-l"]) && !words.is_empty(),
        "at" => file && !has(&["-l", "-c"]),
        "batch" => file,
        "systemd-run" => true,
        "docker" | "podman" | "nerdctl" => is(&["exec"]) || is(&["compose"]) && has(&["exec"]),
        _ => return,
    };
    if refused {
        finding.refuse(Class::ControlPlane, 0, format!("`{name}` has it run by somebody else, outside the sandbox"));
    }
}
