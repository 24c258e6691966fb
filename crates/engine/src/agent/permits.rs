//! What a run is permitted (F/S3): the conversation's word, kept from one run of it to the next; the
//! workspace's, from files beside the data.

use super::begin::every_tool;
use super::{Kept, Start};
use crate::tool_servers::stands_for;
use crate::workspace::blocking;
use crate::{Engine, EngineError, Inner, Result};
use countersign_agent::permission::{AllowList, Permissions};
use countersign_agent::tool::Registry;
use countersign_core::file::WorkspaceId;
use countersign_core::problem::Problem;
use countersign_core::wire::{Mode, Permission};
use countersign_store::RunRow;
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// Longest file of patterns, in bytes.
const MOST_PATTERNS: u64 = 64 * 1024;

/// Permissions under the tools' own names: a prompt spells them without dots.
///
/// # Errors
/// `unknown_tool` with the known ones; `bad_permissions` where a tool is named twice.
pub(super) fn named(
    said: impl IntoIterator<Item = (String, Permission)>,
    place: &str,
) -> Result<BTreeMap<String, Permission>> {
    let known = every_tool();
    let mut all = BTreeMap::new();
    for (name, permission) in said {
        // A tool of another program, which may not run now, is called by its whole name.
        let name = match stands_for(&name) {
            Some(_) => name,
            None => known.find(&name).ok_or_else(|| unknown(&name, place, &known))?.name.clone(),
        };
        if all.insert(name.clone(), permission).is_some() {
            return Err(EngineError::Bad(
                Problem::new("bad_permissions", format!("{place}: {name} is named twice"))
                    .hinting("Name each tool once. Nothing has been changed."),
            ));
        }
    }
    Ok(all)
}

fn unknown(name: &str, place: &str, known: &Registry) -> EngineError {
    EngineError::Bad(
        Problem::new("unknown_tool", format!("{place}: there is no tool {name}"))
            .hinting(format!("There are {}.", known.names().join(", ")))
            .at("/agent/permissions"),
    )
}

/// The entries of a JSON object in order, with those that are there twice.
struct Pairs(Vec<(String, Permission)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Pairs;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tools with allow, ask or deny")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Pairs, A::Error> {
                let mut all = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(Pairs(all))
            }
        }
        from.deserialize_map(Entries)
    }
}

impl Engine {
    /// The permissions of a run. What was said to an earlier run of the conversation holds until another
    /// word on the same tool.
    pub(super) async fn permits(&self, run: &RunRow, start: &Start, runs: &[RunRow]) -> Result<Permissions> {
        let before =
            runs.iter().rev().find(|r| r.id != run.id && r.mode == Mode::Agent && r.created_at <= run.created_at);
        let mut conversation = match before {
            None => BTreeMap::new(),
            Some(before) => match self.agent_kept(&before.id).await? {
                Some(Kept::Begun(stored)) => stored.machine.permissions().conversation.clone(),
                Some(Kept::Start(start)) => start.options.permissions,
                Some(Kept::Crew(stored)) => stored.crew.permissions().conversation.clone(),
                None => BTreeMap::new(),
            },
        };
        conversation.extend(start.options.permissions.clone());
        let mut permissions = Permissions { conversation, ..Permissions::default() };
        if let Some(workspace) = &start.workspace {
            self.0.agent_permissions(workspace, &mut permissions).await?;
        }
        Ok(permissions)
    }
}

impl Inner {
    /// The workspace's permissions: `permissions.json` and `allow/TOOL` in
    /// `agent/WORKSPACE` beside the data, never in the workspace itself, which is not the person's
    /// word. A tool without a file keeps its default; what cannot be read refuses the run.
    async fn agent_permissions(&self, workspace: &WorkspaceId, permissions: &mut Permissions) -> Result<()> {
        let Some(data) = &self.setup.data else { return Ok(()) };
        let folder = data.join("agent").join(&workspace.0);
        let read = blocking(move || {
            let text = |path: &Path| {
                let small = path.metadata().is_ok_and(|m| m.is_file() && m.len() <= MOST_PATTERNS);
                small.then(|| std::fs::read_to_string(path).ok()).flatten()
            };
            let words = text(&folder.join("permissions.json"));
            let mut lists: Vec<(String, String, Option<String>)> = Vec::new();
            for entry in std::fs::read_dir(folder.join("allow")).into_iter().flatten().flatten() {
                let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
                // What an editor leaves there names no tool.
                if !name.starts_with('.') && !name.ends_with('~') {
                    lists.push((name, path.display().to_string(), text(&path)));
                }
            }
            lists.sort();
            (words, lists)
        });
        let (words, lists) = read.await?;
        if let Some(words) = words {
            let Pairs(said) = serde_json::from_str(&words).map_err(|e| {
                EngineError::Bad(
                    Problem::new("bad_permissions", format!("permissions.json: {e}"))
                        .hinting("It is an object of tools with allow, ask or deny."),
                )
            })?;
            permissions.workspace = named(said, "permissions.json")?;
        }
        let known = every_tool();
        for (name, path, text) in lists {
            let tool = known.find(&name).ok_or_else(|| unknown(&name, &path, &known))?;
            let text = text.ok_or_else(|| {
                EngineError::Bad(
                    Problem::new("bad_permissions", format!("{path}: it cannot be read, or is larger than 64 KB"))
                        .hinting("It is a text of patterns, one a line."),
                )
            })?;
            permissions.lists.insert(tool.name.clone(), AllowList::parse(&path, &text).map_err(EngineError::Bad)?);
        }
        Ok(())
    }
}
