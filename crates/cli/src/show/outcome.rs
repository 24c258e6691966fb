//! What else is to know of a command that ran: that it ran in a copy, and what went with it.

use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;
use countersign_core::command::{CommandOutcome, Lost, NAMED};

/// One line for each thing; none for a command that did all it did to the folder itself and whose output is whole.
pub(crate) fn apart(screen: &mut Screen, done: &CommandOutcome, indent: &str) -> Result<()> {
    for line in lines(done) {
        let line = screen.ink(Ink::Change, line);
        screen.line(format!("{indent}{line}"))?;
    }
    Ok(())
}

fn lines(done: &CommandOutcome) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(copy) = &done.copy {
        lines.push(match (copy.set, &copy.problem) {
            (Some(set), _) => say!("cli-copy-made", count = copy.files, set = set.to_string()),
            (None, Some(problem)) => say!("cli-copy-gone", why = clean(&problem.message)),
            (None, None) => say!("cli-copy-nothing"),
        });
        if copy.ignored > 0 {
            lines.push(say!("cli-preview-ignored", count = copy.ignored));
        }
        lines.extend(left_out(&copy.left_out_paths, copy.left_out));
    }
    lines.extend(done.lost.as_ref().map(lost));
    if done.dropped > 0 {
        lines.push(say!("cli-output-dropped", count = done.dropped));
    }
    lines
}

/// Changed paths that cannot be proposed, of so many: each by name, and how many are not named.
pub(crate) fn left_out(paths: &[String], all: u64) -> Vec<String> {
    let mut lines: Vec<String> =
        paths.iter().take(NAMED).map(|path| say!("cli-preview-left-out", path = clean(path))).collect();
    let more = all.saturating_sub(lines.len() as u64);
    lines.extend((more > 0).then(|| say!("cli-copy-more", count = more)));
    lines
}

/// The files that went with a command.
pub(crate) fn lost(lost: &Lost) -> String {
    let paths = lost.paths.iter().map(|path| clean(path)).collect::<Vec<_>>().join(", ");
    let more = lost.files.saturating_sub(lost.paths.len() as u64);
    let paths = if more > 0 { say!("cli-lost-more", paths = paths, count = more) } else { paths };
    let went = match lost.more {
        true => say!("cli-lost-least", count = lost.files, paths = paths),
        false => say!("cli-lost", count = lost.files, paths = paths),
    };
    match &lost.kept {
        Some(folder) => format!("{went} {}", say!("cli-lost-kept", folder = clean(folder))),
        None => went,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn all_that_was_left_out_is_named_or_counted() {
        let paths: Vec<String> = (0..25).map(|n| format!("l{n}")).collect();
        let named = left_out(&paths, 25);
        assert_eq!((named.len(), named.last().unwrap().as_str()), (21, "Not named: 5"));
        assert_eq!(left_out(&paths[..3], 3).len(), 3);
        let done = json!({
            "exit": 0, "elapsed_ms": 1, "output": "h", "bytes": 50_000_000, "dropped": 350_000_000_u64,
            "preview": "", "sandbox": "none",
        });
        let done: CommandOutcome = serde_json::from_value(done).unwrap();
        assert_eq!(lines(&done), ["350000000 bytes of its output beyond 50 MB were not stored."]);
    }
}
