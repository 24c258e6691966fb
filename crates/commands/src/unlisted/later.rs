//! What has commands run later, by somebody else and outside every sandbox (`crontab`, `at`): refused whatever they are.

use crate::case::Finding;
use crate::verdict::Class;

/// Refuses it.
pub(super) fn judge(finding: &mut Finding, name: &str, argv: &[String]) {
    let words = argv.get(1..).unwrap_or_default();
    let has = |options: &[&str]| words.iter().any(|word| options.contains(&word.as_str()));
    let file = words.iter().any(|word| word.starts_with("-f") || word.starts_with("--file"));
    let refused = match name {
        // Its own list is only looked at.
        "crontab" => !has(&["-l"]) && !words.is_empty(),
        "at" => file && !has(&["-l", "-c"]),
        "batch" => file,
        _ => return,
    };
    if refused {
        finding.refuse(Class::ControlPlane, 0, format!("`{name}` has it run by somebody else, outside the sandbox"));
    }
}
