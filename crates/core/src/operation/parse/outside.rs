//! Operations on files, commands and calls of tools, as they were stored.

use crate::command::Command;
use crate::file::{Attributes, FileKey, FilePath};
use crate::operation::Operation;
use crate::problem::Problem;
use serde::Deserialize;
use serde_json::{Map, Value};

/// Reads a file operation, a command or a call of a tool that this product stored.
pub(super) fn outside(kind: &str, map: &Map<String, Value>) -> Result<Operation, Vec<Problem>> {
    let bad = |e: serde_json::Error| vec![Problem::new("invalid_operation", format!("{kind} cannot be read: {e}"))];
    let value = Value::Object(map.clone());
    let at = || serde_json::from_value::<FileKey>(value.clone()).map_err(bad);
    #[derive(Deserialize)]
    struct Write {
        content: String,
        bytes: u64,
        mode: Option<u32>,
        new: bool,
        added: u64,
        removed: u64,
        proposed: Option<String>,
        attributes: Option<Box<Attributes>>,
    }
    #[derive(Deserialize)]
    struct Gone {
        #[serde(default)]
        folders: Vec<FilePath>,
    }
    #[derive(Deserialize)]
    struct Rename {
        to: FilePath,
        #[serde(default)]
        folders: Vec<FilePath>,
        attributes: Option<Box<Attributes>>,
    }
    #[derive(Deserialize)]
    struct Chmod {
        mode: u32,
    }
    Ok(match kind {
        "write_file" => {
            let Write { content, bytes, mode, new, added, removed, proposed, attributes } =
                serde_json::from_value(value.clone()).map_err(bad)?;
            Operation::WriteFile { at: at()?, content, bytes, mode, new, added, removed, proposed, attributes }
        }
        "delete_file" => {
            let Gone { folders } = serde_json::from_value(value.clone()).map_err(bad)?;
            Operation::DeleteFile { at: at()?, folders }
        }
        "rename_file" => {
            let Rename { to, folders, attributes } = serde_json::from_value(value.clone()).map_err(bad)?;
            Operation::RenameFile { at: at()?, to, folders, attributes }
        }
        "chmod_file" => {
            Operation::ChmodFile { at: at()?, mode: serde_json::from_value::<Chmod>(value.clone()).map_err(bad)?.mode }
        }
        "run_command" => Operation::RunCommand(serde_json::from_value::<Command>(value).map_err(bad)?),
        "call_tool" => Operation::CallTool(serde_json::from_value(value).map_err(bad)?),
        _ => return Err(vec![elsewhere(kind)]),
    })
}

/// Files and commands are only ever proposed to a person.
pub(super) fn elsewhere(kind: &str) -> Problem {
    Problem::new("not_here", format!("{kind} cannot be used here")).at("/op")
}
