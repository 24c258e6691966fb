//! Making a change of files again for what the files hold now, after somebody changed them.

use crate::write::Write;
use crate::{EngineError, Result};
use countersign_core::change_set::review::Edit;
use countersign_core::change_set::{ChangeItem, Source};
use countersign_core::file::{FileKey, FileState, FileWas, SPECIAL};
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use countersign_core::todo::Todo;
use countersign_core::todos::View;
use countersign_edits::Refusal;

/// A file as it is, with its content.
type Now = Option<(Vec<u8>, FileState)>;

impl Write<'_> {
    /// An imported todo whose number another one has got since, under a number of its own; none where
    /// its number is free, or where it is here already.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn renumbered(&mut self, source: &Source, item: &ChangeItem) -> Result<Option<Edit>> {
        let (Source::Import { .. }, Some(Operation::Revive { todo })) = (source, &item.op) else { return Ok(None) };
        let taken = {
            let world = self.inner().world();
            world.todos.todo(todo.id).is_some() && world.todos.by_uid(&todo.uid).is_none()
        };
        if !taken {
            return Ok(None);
        }
        let id = self.tx.reserve_todo_ids(1).await?;
        let todo = Box::new(Todo { id, ..(**todo).clone() });
        Ok(Some(Edit::Refit { op: Box::new(Operation::Revive { todo }), files: Vec::new() }))
    }

    /// The item's change on its files as they are; none for what changes no files.
    ///
    /// # Errors
    /// `edit_conflict` when it does not fit any more.
    pub(crate) async fn refit(&mut self, item: &ChangeItem) -> Result<Option<Edit>> {
        let Some(op) = item.op.as_ref().filter(|op| op.reach() == Reach::Files) else { return Ok(None) };
        let (op, files) = self.refitted(op, &item.files).await?;
        Ok(Some(Edit::Refit { op: Box::new(op), files }))
    }

    /// A change that was made for these states of its files, made for what they are now.
    ///
    /// # Errors
    /// `edit_conflict` when it does not fit any more.
    pub(crate) async fn refitted(&mut self, op: &Operation, built_on: &[FileWas]) -> Result<(Operation, Vec<FileWas>)> {
        let mut files = Vec::new();
        let mut found = Vec::new();
        for was in built_on {
            let now = self.inner().read_file(&was.at).await?;
            if let Some((bytes, _)) = &now {
                self.tx.put_blob(bytes).await?;
            }
            files.push(FileWas { at: was.at.clone(), state: now.as_ref().map(|(_, state)| state.clone()) });
            found.push(now);
        }
        let op = match op {
            Operation::WriteFile { .. } => {
                self.rewritten(op, built_on.first(), found.into_iter().next().flatten()).await?
            }
            Operation::DeleteFile { at, .. } if files.first().is_none_or(gone) => {
                return Err(already(format!("{} has been deleted already.", at.path)));
            }
            Operation::ChmodFile { at, .. } if files.first().is_none_or(gone) => {
                return Err(conflict(at, "it is not there any more", None));
            }
            Operation::RenameFile { at, to, .. } => {
                if files.first().is_none_or(gone) {
                    let moved = built_on.first().and_then(|was| was.state.as_ref());
                    let there = files.get(1).and_then(|target| target.state.as_ref());
                    return Err(match there.filter(|there| moved.is_some_and(|moved| moved.hash == there.hash)) {
                        Some(_) => already(format!("{} has been renamed to {to} already.", at.path)),
                        None => conflict(at, "it is not there any more", None),
                    });
                }
                if files.get(1).is_some_and(|target| !gone(target)) {
                    return Err(conflict(at, &format!("there is a file {to} now"), None));
                }
                op.clone()
            }
            _ => op.clone(),
        };
        Ok((op, files))
    }

    /// A content that was made for another one, made for this one.
    async fn rewritten(&mut self, op: &Operation, was: Option<&FileWas>, now: Now) -> Result<Operation> {
        let Operation::WriteFile { at, content, mode, attributes, .. } = op else { return Ok(op.clone()) };
        let base = was.and_then(|was| was.state.as_ref());
        let wanted = self.inner().stored_content(content).await?;
        let old = match base {
            Some(state) => self.inner().stored_content(&state.hash).await?,
            None => Vec::new(),
        };
        let new = match (base, &now) {
            (None, None) => wanted,
            (_, Some((bytes, _))) if *bytes == wanted || *bytes == old && base.is_some() => wanted,
            (Some(_), None) => return Err(conflict(at, "it is not there any more", None)),
            (None, Some(_)) => return Err(conflict(at, "somebody made a file of that name", None)),
            (Some(_), Some((bytes, _))) => merged(at, &old, &wanted, bytes)?,
        };
        // A mode that the change leaves alone is the one that is there now.
        let mode = match (base, &now) {
            (Some(was), Some((_, now))) if *mode == Some(was.mode) => Some(now.mode),
            _ => *mode,
        };
        let before = now.map(|(bytes, _)| bytes);
        let (added, removed) = crate::proposing::line_counts(before.as_deref().unwrap_or_default(), &new);
        let made = self.tx.put_blob(&new).await?;
        Ok(Operation::WriteFile {
            at: at.clone(),
            bytes: new.len() as u64,
            // What undo gives back with a content is for no other one.
            mode: mode.map(|bits| if made == *content { bits } else { bits & !SPECIAL }),
            content: made,
            new: before.is_none(),
            added,
            removed,
            proposed: None,
            attributes: attributes.clone(),
        })
    }
}

fn gone(was: &FileWas) -> bool {
    was.state.is_none()
}

/// What was to be done has been done by somebody else.
fn already(why: String) -> EngineError {
    EngineError::Bad(Problem::new("gone", why).hinting("Reject the item: nothing is left to do."))
}

/// What leads from `old` to `wanted`, on `now`.
fn merged(at: &FileKey, old: &[u8], wanted: &[u8], now: &[u8]) -> Result<Vec<u8>> {
    let (Ok(old), Ok(wanted), Ok(now)) =
        (std::str::from_utf8(old), std::str::from_utf8(wanted), std::str::from_utf8(now))
    else {
        return Err(conflict(at, "it is no text, so the two changes cannot be put together", None));
    };
    let fitted = countersign_edits::refit(old, wanted, now);
    fitted.map(String::into_bytes).map_err(|refusal| conflict(at, &refusal.message, Some(&refusal)))
}

/// Why it does not fit, with the lines that are now where it was to go.
fn conflict(at: &FileKey, why: &str, refusal: Option<&Refusal>) -> EngineError {
    let problem = Problem::new("edit_conflict", format!("The change of {} does not fit any more: {why}.", at.path));
    let near = refusal.and_then(|refusal| refusal.near.first());
    EngineError::Bad(match near {
        Some(near) => problem.hinting(format!(
            "Line {} is now {}. Write the text you want, have it proposed again, or reject it. Nothing has been changed.",
            near.line,
            countersign_core::label::quoted(near.text.lines().next().unwrap_or_default())
        )),
        None => problem,
    })
}
