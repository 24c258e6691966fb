//! Paths at which a file became a folder, or a folder a file: a change set leaves there either the one or the other, so
//! what was done after one another is taken back after one another.

use super::Standing;
use super::folders::{all_made, is_within};
use crate::EngineError;
use countersign_core::change_set::propose::Proposal;
use countersign_core::file::FileKey;
use countersign_core::ids::Seq;
use countersign_core::label::quoted;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;

/// Why these cannot go back as one set, if so: a file would come to where a folder is, or the other way round. Says which
/// entry is to be taken back first.
pub(super) fn turned(proposals: &[Proposal], chosen: &[Standing]) -> Option<EngineError> {
    let (mut come, mut go): (Vec<FileKey>, Vec<&FileKey>) = (Vec::new(), Vec::new());
    for op in proposals.iter().filter_map(|proposal| proposal.op.as_ref().ok()) {
        match op {
            Operation::WriteFile { at, new: true, .. } => come.push(at.clone()),
            Operation::DeleteFile { at, .. } => go.push(at),
            Operation::RenameFile { at, to, .. } => {
                come.push(FileKey { path: to.clone(), ..at.clone() });
                go.push(at);
            }
            _ => {}
        }
    }
    let clash = |come: &FileKey, go: &FileKey| is_within(come, go) || is_within(go, come);
    // Empty folders go with what comes last, by a command.
    let made = |come: &FileKey| all_made(chosen).find(|made| *made == come);
    let (come, went) = come.iter().find_map(|come| {
        let went = go.iter().copied().find(|go| clash(come, go)).or_else(|| made(come))?;
        Some((come, went))
    })?;
    let file = is_within(come, went);
    let touches = |s: &&Standing| {
        let mut places = s.items.iter().flat_map(|o| o.files.iter().map(|change| &change.at).chain(s.made(o.n)));
        places.any(|at| at == went)
    };
    let last: Option<Seq> = chosen.iter().filter(touches).map(|s| s.seq).max();
    let name = quoted(if file { went } else { come }.path.as_str());
    let why = match file {
        true => format!("{name} was a folder then and is a file now; one change set cannot make the one of the other"),
        false => format!("{name} was a file then and is a folder now; one change set cannot make the one of the other"),
    };
    let problem = Problem::new("file_and_folder", why);
    let hint = |seq| format!("Take entry {seq} back by itself first, then the rest. Nothing has been changed.");
    Some(EngineError::Bad(match last {
        Some(seq) => problem.hinting(hint(seq)),
        None => problem,
    }))
}
