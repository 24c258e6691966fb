//! Proposed commands: their text, and the folder they are to run in.

use super::Read;
use super::fields::Fields;
use super::placeholders::without;
use super::seen::Seen;
use crate::write::Write;
use crate::{EngineError, Result};
use countersign_core::change_set::review::{self, Edit};
use countersign_core::change_set::{ChangeItem, ChangeSet};
use countersign_core::command::Command;
use countersign_core::file::{FilePath, WorkspaceId};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use serde_json::Value;

/// Longest command, in bytes.
const MAX_COMMAND: usize = 20_000;

impl Write<'_> {
    /// An edit that puts another command in the place of one, read like any that is proposed; none for other edits.
    ///
    /// # Errors
    /// `invalid_edit` when it cannot be read, or would never be run.
    pub(crate) fn recommanded(&self, set: &ChangeSet, item: &ChangeItem, edit: &Edit) -> Result<Option<Edit>> {
        let is_command = |value: &Value| value["op"] == "run_command";
        let now = item.op.as_ref().map(Operation::to_value).or_else(|| item.raw.clone()).unwrap_or_default();
        let wanted = match (edit, &now) {
            (Edit::Replace(op), _) if is_command(&now) && is_command(op) => op.clone(),
            (Edit::Merge(args), Value::Object(known)) if is_command(&now) && !args.contains_key("op") => {
                let mut all = known.clone();
                all.extend(args.clone());
                all.retain(|_, value| !value.is_null());
                Value::Object(all)
            }
            _ => return Ok(None),
        };
        let Value::Object(wanted) = wanted else { return Ok(None) };
        let mut fields = Fields::new(&wanted);
        let refused = |problems| EngineError::Refusal(review::Refusal::BadEdit(problems));
        let workspace = self.inner().workspace(fields.text("workspace")).map_err(|problem| refused(vec![problem]))?;
        let read = self.command(workspace, &mut fields, &Seen::before(set, item.n));
        let unknown = fields.unknown();
        let (op, ..) = read.map_err(refused)?;
        if !unknown.is_empty() {
            return Err(refused(unknown));
        }
        match (self.inner().refused(&op), op) {
            (Some(problem), _) => Err(refused(vec![problem])),
            (None, Operation::RunCommand(command)) => Ok(Some(Edit::Command(command))),
            (None, _) => Ok(None),
        }
    }

    /// A command, whose folder is there or is made before it.
    pub(super) fn command(&self, workspace: WorkspaceId, fields: &mut Fields<'_>, seen: &Seen) -> Read {
        let read = command(workspace, fields);
        let Ok((Operation::RunCommand(command), ..)) = &read else { return read };
        // Known already that nothing can run: whoever proposes it is told, and no rule signs it.
        if let Err(EngineError::Bad(problem)) = self.inner().tree(&command.workspace) {
            return Err(vec![problem]);
        }
        if !self.has_folder(command, seen) {
            let message = format!("there is no folder {} to run it in", command.cwd);
            return Err(vec![Problem::new("folder_not_found", message).at("/cwd")]);
        }
        read
    }

    /// Whether a command's folder is there, or a file of the same request makes it.
    fn has_folder(&self, command: &Command, seen: &Seen) -> bool {
        let Ok(folder) = FilePath::folder(&command.cwd) else { return command.cwd.is_empty() };
        let there = self.inner().tree(&command.workspace).is_ok_and(|tree| tree.list(Some(&folder)).is_ok());
        there || seen.makes(&command.workspace, &folder)
    }
}

fn command(workspace: WorkspaceId, fields: &mut Fields<'_>) -> Read {
    let cwd = match fields.text("cwd").filter(|c| !c.is_empty() && *c != ".").map(FilePath::folder) {
        None => String::new(),
        Some(Ok(path)) => path.to_string(),
        Some(Err(problem)) => {
            return fields.refused(problem.at("/cwd"));
        }
    };
    let text = fields.text("command").or_else(|| fields.text("cmd"));
    match command_text(text.unwrap_or("")) {
        Ok(text) => {
            Ok((Operation::RunCommand(Command { workspace, cwd, command: text.to_owned() }), Vec::new(), Vec::new()))
        }
        Err(problem) => fields.refused(problem),
    }
}

/// The text of a command as it is proposed, whatever it does.
///
/// # Errors
/// Why it is none.
pub fn command_text(text: &str) -> std::result::Result<&str, Problem> {
    without("the command", text).map_err(|problem| problem.at("/command"))?;
    let text = text.trim();
    let fits = !text.is_empty() && text.len() <= MAX_COMMAND && !text.contains('\0');
    let unfit = || Problem::new("invalid_command", "command is missing, empty or too long").at("/command");
    fits.then_some(text).ok_or_else(unfit)
}
