//! What else is to know of a command that ran: that it ran in a copy, and what went with it.

use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;
use countersign_core::command::{CommandOutcome, Lost};

/// One line for each thing; none for a command that did all it did to the folder itself.
pub(crate) fn apart(screen: &mut Screen, done: &CommandOutcome, indent: &str) -> Result<()> {
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
        lines.extend(copy.left_out_paths.iter().map(|path| say!("cli-preview-left-out", path = clean(path))));
        let more = copy.left_out.saturating_sub(copy.left_out_paths.len() as u64);
        if more > 0 {
            lines.push(say!("cli-copy-more", count = more));
        }
    }
    lines.extend(done.lost.as_ref().map(lost));
    for line in lines {
        let line = screen.ink(Ink::Change, line);
        screen.line(format!("{indent}{line}"))?;
    }
    Ok(())
}

/// The files that went with a command.
pub(crate) fn lost(lost: &Lost) -> String {
    let paths = lost.paths.iter().map(|path| clean(path)).collect::<Vec<_>>().join(", ");
    let more = lost.files.saturating_sub(lost.paths.len() as u64);
    let paths = if more > 0 { say!("cli-lost-more", paths = paths, count = more) } else { paths };
    match lost.more {
        true => say!("cli-lost-least", count = lost.files, paths = paths),
        false => say!("cli-lost", count = lost.files, paths = paths),
    }
}
