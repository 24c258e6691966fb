//! Proposed changes of files: each is worked out against the file as it is now, and only against the one that
//! was seen.

use super::fields::Fields;
use super::names::sensitive;
use super::placeholders::name_without;
use super::seen::Seen;
use super::written::{Sight, written};
use super::{Read, line_counts};
use crate::Result;
use crate::effects::tree::MAX_FILE;
use crate::write::Write;
use countersign_core::doubt;
use countersign_core::file::{FileKey, FileState, FileWas, one_name};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use serde_json::Value;

impl Write<'_> {
    pub(super) async fn outside(&mut self, name: &str, fields: &mut Fields<'_>, seen: &mut Seen) -> Result<Read> {
        let workspace = match self.inner().workspace(fields.text("workspace")) {
            Ok(id) => id,
            Err(problem) => {
                return Ok(fields.refused(problem));
            }
        };
        if name == "run_command" {
            return Ok(self.command(workspace, fields, seen));
        }
        let path = fields.text("path").or_else(|| fields.text("file_path")).or_else(|| fields.text("filePath"));
        let path = match path.map(|text| self.inner().path_in(&workspace, text)) {
            Some(Ok(path)) => path,
            Some(Err(problem)) => {
                return Ok(fields.refused(problem));
            }
            None => {
                return Ok(fields.refused(Problem::new("invalid_path", "path is missing").at("/path")));
            }
        };
        let at = FileKey { workspace, path };
        let real = self.inner().real(&at);
        if let Some(problem) = seen.conflict(&at, real.as_deref()) {
            return Ok(fields.refused(problem.at("/path")));
        }
        let now = match self.inner().read_file(&at).await {
            Ok(now) => now,
            Err(crate::EngineError::Bad(problem)) => {
                return Ok(fields.refused(problem.at("/path")));
            }
            Err(e) => return Err(e),
        };
        let how = match name {
            "delete_file" => "deleted",
            "rename_file" => "renamed",
            _ => "changed",
        };
        let read = self.change(name, at.clone(), now, fields, seen).await?;
        // What is not used takes no file from another item.
        if read.is_ok() {
            seen.note(&at, real, how);
        }
        Ok(read)
    }

    /// One change of a file that was just read.
    async fn change(
        &mut self,
        name: &str,
        at: FileKey,
        now: Option<(Vec<u8>, FileState)>,
        fields: &mut Fields<'_>,
        seen: &mut Seen,
    ) -> Result<Read> {
        let base = fields.text("base");
        let (old, state) = match now {
            Some((bytes, state)) => (Some(bytes), Some(state)),
            None => (None, None),
        };
        if let Err(problem) = fits(&at, base, state.as_ref()) {
            return Ok(fields.refused(problem));
        }
        let was = vec![FileWas { at: at.clone(), state: state.clone() }];
        let missing = || vec![Problem::new("file_not_found", format!("there is no file {}", at.path)).at("/path")];
        let mode = match fields.take("mode").map(read_mode) {
            None => None,
            // What its owner cannot read could neither be compared nor taken back.
            Some(Some(mode)) if mode & 0o400 == 0 => {
                let message =
                    "with such permissions the file could not be read again, so nothing of it could be taken back";
                let hint = "Leave its owner the right to read: 4 in the first place, as in \"600\".";
                return Ok(fields.refused(Problem::new("invalid_mode", message).at("/mode").hinting(hint)));
            }
            Some(Some(mode)) => Some(mode),
            Some(None) => {
                return Ok(fields.refused(Problem::new("invalid_mode", "mode is not a set of permissions").at("/mode")));
            }
        };
        let mut warnings: Vec<Problem> = sensitive(&at.path).into_iter().collect();
        if state.is_none() && matches!(name, "write_file" | "edit_file") {
            if let Err(problem) = name_without(&at.path) {
                return Ok(fields.refused(problem.at("/path")));
            }
            warnings.extend(self.inner().doubtful_name(&at, seen));
        }
        let op = match name {
            "delete_file" | "chmod_file" if state.is_none() => {
                fields.all();
                return Ok(Err(missing()));
            }
            "delete_file" => Operation::DeleteFile { at, folders: Vec::new() },
            "chmod_file" => match mode {
                Some(mode) => Operation::ChmodFile { at, mode },
                None => return Ok(Err(vec![Problem::new("invalid_mode", "mode is missing").at("/mode")])),
            },
            "rename_file" => return self.rename(at, state, fields, warnings, seen).await,
            _ => {
                let text = match written(
                    &self.inner().models(),
                    &|named| self.inner().is_named(&at, named),
                    name,
                    &at,
                    old.as_deref(),
                    fields,
                    if self.shown { Sight::Open } else { Sight::Whole },
                ) {
                    Ok(text) => text,
                    Err(problems) => return Ok(Err(problems)),
                };
                if text.bytes.len() as u64 > MAX_FILE {
                    let message = format!(
                        "{} would have {} bytes, and files up to {MAX_FILE} bytes are read and changed",
                        at.path,
                        text.bytes.len()
                    );
                    return Ok(Err(vec![Problem::new("too_large", message).at("/content")]));
                }
                warnings.extend(text.fuzz);
                warnings.extend(doubt::of_content(&at.path, old.as_deref(), &text.bytes));
                let (added, removed) = line_counts(old.as_deref().unwrap_or_default(), &text.bytes);
                let content = self.tx.put_blob(&text.bytes).await?;
                let bytes = text.bytes.len() as u64;
                Operation::WriteFile {
                    at,
                    content,
                    bytes,
                    mode,
                    new: state.is_none(),
                    added,
                    removed,
                    proposed: None,
                    attributes: None,
                }
            }
        };
        // What it replaces is kept as well: undo needs it, and so does a crash.
        if let Some(old) = &old {
            self.tx.put_blob(old).await?;
        }
        Ok(Ok((op, was, warnings)))
    }

    async fn rename(
        &mut self,
        at: FileKey,
        state: Option<FileState>,
        fields: &mut Fields<'_>,
        mut warnings: Vec<Problem>,
        seen: &mut Seen,
    ) -> Result<Read> {
        let Some(state) = state else {
            return Ok(
                fields.refused(Problem::new("file_not_found", format!("there is no file {}", at.path)).at("/path"))
            );
        };
        let to = match fields.text("to").map(|text| self.inner().path_in(&at.workspace, text)) {
            Some(Ok(to)) => to,
            Some(Err(problem)) => return Ok(Err(vec![problem.at("/to")])),
            None => return Ok(Err(vec![Problem::new("invalid_path", "to is missing").at("/to")])),
        };
        let target = FileKey { workspace: at.workspace.clone(), path: to.clone() };
        if target == at {
            return Ok(Err(vec![Problem::new("nothing_to_change", format!("{to} has that name already")).at("/to")]));
        }
        if target.path.as_str().strip_prefix(at.path.as_str()).is_some_and(|rest| rest.starts_with('/')) {
            let message = format!("{} is a file, so it cannot be the folder of {to}", at.path);
            return Ok(Err(vec![Problem::new("path_taken", message).at("/to")]));
        }
        let real = self.inner().real(&target);
        if let Some(problem) = name_without(&target.path).err().or_else(|| seen.conflict(&target, real.as_deref())) {
            return Ok(Err(vec![problem.at("/to")]));
        }
        match self.inner().read_file(&target).await {
            Ok(None) => {}
            Ok(Some(_)) => {
                return Ok(Err(vec![Problem::new("file_exists", format!("there is a file {to} already")).at("/to")]));
            }
            Err(crate::EngineError::Bad(problem)) => return Ok(Err(vec![problem.at("/to")])),
            Err(e) => return Err(e),
        }
        // What is done by a file of either name is told: it is no longer done, or from now on.
        if warnings.is_empty() {
            warnings.extend(sensitive(&target.path));
        }
        let own = one_name(at.path.as_str()) == one_name(to.as_str());
        warnings.extend(self.inner().doubtful_name(&target, seen).into_iter().filter(|_| !own));
        if let Some((bytes, _)) = self.inner().read_file(&at).await? {
            self.tx.put_blob(&bytes).await?;
        }
        seen.note(&target, real, "made");
        let was = vec![FileWas { at: at.clone(), state: Some(state) }, FileWas { at: target, state: None }];
        Ok(Ok((Operation::RenameFile { at, to, folders: Vec::new(), attributes: None }, was, warnings)))
    }
}

/// A change to a file names the file as it was seen; to a new one, nothing.
fn fits(at: &FileKey, base: Option<&str>, state: Option<&FileState>) -> std::result::Result<(), Problem> {
    match (base, state) {
        (None, None) => Ok(()),
        (Some(_), None) => {
            Err(Problem::new("file_not_found", format!("there is no file {} any more", at.path)).at("/base"))
        }
        (None, Some(_)) => {
            Err(Problem::new("missing_base", format!("{} is there, and base is missing", at.path)).at("/base"))
        }
        (Some(base), Some(state)) if base.trim_start_matches("blake3:").eq_ignore_ascii_case(&state.hash) => Ok(()),
        (Some(_), Some(_)) => {
            Err(Problem::new("base_changed", format!("{} is not what it was when it was read", at.path)).at("/base"))
        }
    }
}

/// Permission bits from a number, or an octal text.
fn read_mode(value: &Value) -> Option<u32> {
    let mode = match value {
        Value::Number(n) => u32::try_from(n.as_u64()?).ok()?,
        Value::String(text) => u32::from_str_radix(text.trim_start_matches("0o"), 8).ok()?,
        _ => return None,
    };
    (mode <= 0o777).then_some(mode)
}
