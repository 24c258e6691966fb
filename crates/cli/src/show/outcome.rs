//! What else is to know of a command that ran: that it ran in a copy, and what went with it.

use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;
use countersign_core::command::{CommandOutcome, LeftOutWhy, Lost, NAMED};

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
        lines.extend(left_out(&copy.left_out_paths, &copy.left_out_why, copy.left_out));
    }
    lines.extend(done.lost.as_ref().map(lost));
    if done.dropped > 0 {
        lines.push(say!("cli-output-dropped", count = done.dropped));
    }
    lines
}

/// Changed paths that cannot be proposed, of so many: each by name with the reason, and how many are not named.
pub(crate) fn left_out(paths: &[String], why: &[LeftOutWhy], all: u64) -> Vec<String> {
    let reason = |at: usize| {
        // A server of before tells none.
        let why = why.get(at).and_then(|why| serde_json::to_value(why).ok());
        why.and_then(|why| why.as_str().map(str::to_owned)).unwrap_or_default()
    };
    let named = paths.iter().take(NAMED).enumerate();
    let mut lines: Vec<String> =
        named.map(|(at, path)| say!("cli-preview-left-out", path = clean(path), why = reason(at))).collect();
    let more = all.saturating_sub(lines.len() as u64);
    lines.extend((more > 0).then(|| say!("cli-copy-more", count = more)));
    lines
}

/// The files that went with a command, or were put aside.
pub(crate) fn lost(lost: &Lost) -> String {
    let paths = lost.paths.iter().map(|path| clean(path)).collect::<Vec<_>>().join(", ");
    let more = lost.files.saturating_sub(lost.paths.len() as u64);
    let paths = if more > 0 { say!("cli-lost-more", paths = paths, count = more) } else { paths };
    match (&lost.kept, lost.more) {
        (None, true) => say!("cli-lost-least", count = lost.files, paths = paths),
        (None, false) => say!("cli-lost", count = lost.files, paths = paths),
        (Some(folder), true) => {
            say!("cli-lost-least-kept", count = lost.files, paths = paths, folder = clean(folder))
        }
        (Some(folder), false) => say!("cli-lost-kept", count = lost.files, paths = paths, folder = clean(folder)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn all_that_was_left_out_is_named_or_counted() {
        let paths: Vec<String> = (0..25).map(|n| format!("l{n}")).collect();
        let named = left_out(&paths, &[], 25);
        assert_eq!((named.len(), named.last().unwrap().as_str()), (21, "Not named: 5"));
        assert_eq!(left_out(&paths[..3], &[], 3).len(), 3);
        assert_eq!(
            left_out(&paths[..3], &[LeftOutWhy::LinkOut, LeftOutWhy::Pipe], 3),
            [
                "Cannot be proposed: l0 (a link that leads out of the folder)",
                "Cannot be proposed: l1 (a pipe)",
                "Cannot be proposed: l2",
            ]
        );
        let done = json!({
            "exit": 0, "elapsed_ms": 1, "output": "h", "bytes": 50_000_000, "dropped": 350_000_000_u64,
            "preview": "", "sandbox": "none",
        });
        let done: CommandOutcome = serde_json::from_value(done).unwrap();
        assert_eq!(lines(&done), ["350000000 bytes of its output beyond 50 MB were not stored."]);
    }

    #[test]
    fn what_was_put_aside_did_not_go_with_it() {
        let told = |files: u64, more: bool, kept: Option<&str>| {
            let paths = (0..files.min(2)).map(|n| format!("/tmp/f{n}")).collect();
            lost(&Lost { files, more, paths, kept: kept.map(str::to_owned) })
        };
        let gone = "in its private folder for temporary files went with it";
        assert_eq!(told(1, false, None), format!("1 file {gone}: /tmp/f0."));
        assert_eq!(told(3, false, None), format!("3 files {gone}: /tmp/f0, /tmp/f1 and 1 more."));
        assert_eq!(told(2, true, None), format!("At least 2 files {gone}: /tmp/f0, /tmp/f1."));
        let of = "from its private folder for temporary files";
        assert_eq!(told(1, false, Some("/d/left/c")), format!("1 file {of} is in /d/left/c now: /tmp/f0."));
        assert_eq!(told(2, false, Some("/d")), format!("2 files {of} are in /d now: /tmp/f0, /tmp/f1."));
        assert_eq!(told(2, true, Some("/d")), format!("At least 2 files {of} are in /d now: /tmp/f0, /tmp/f1."));
    }
}
