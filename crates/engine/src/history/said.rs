//! What the ledger says of what is kept beside it: the settings, and which folders are open, for where that cannot be
//! read; and which folders ever were, for their names.

use crate::Result;
use countersign_core::file::{Workspace, WorkspaceId};
use countersign_core::ids::Seq;
use countersign_core::ledger::Event;
use countersign_core::settings::Settings;
use countersign_store::{EntryFilter, Store};
use std::path::PathBuf;

/// The settings as they were set last, by the newest entry of them that is as it was written.
///
/// # Errors
/// When the store fails.
pub(crate) async fn settings_said(store: &dyn Store) -> Result<Settings> {
    let mut before = None;
    loop {
        let filter = EntryFilter { kinds: vec!["settings"], before, limit: 20, ..EntryFilter::default() };
        let page = store.entries(&filter).await?;
        before = page.last();
        let set = page.whole().find_map(|entry| match entry.event {
            Event::Settings { after, .. } => Some(*after),
            _ => None,
        });
        if set.is_some() || before.is_none() {
            return Ok(set.unwrap_or_default());
        }
    }
}

/// A folder that was opened, by the name it got then, and whether it was closed since.
pub(crate) struct Opened {
    pub(crate) workspace: Workspace,
    pub(crate) closed: bool,
}

/// Every folder that was ever opened, in the order in which they were last.
///
/// # Errors
/// When the store fails.
pub(crate) async fn workspaces_said(store: &dyn Store) -> Result<Vec<Opened>> {
    let mut all: Vec<Opened> = Vec::new();
    let mut after = Seq(0);
    loop {
        let filter = EntryFilter {
            after: Some(after),
            ascending: true,
            kinds: vec!["audit"],
            limit: 200,
            ..EntryFilter::default()
        };
        let page = store.entries(&filter).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = last;
        for entry in page.whole() {
            let Event::Audit { action, detail } = &entry.event else { continue };
            let Some(id) = detail["workspace"].as_str().map(|id| WorkspaceId(id.to_owned())) else { continue };
            match action.as_str() {
                "workspace_opened" => {
                    let Some(root) = detail["root"].as_str().map(PathBuf::from) else { continue };
                    all.retain(|one| (&one.workspace.id, &one.workspace.root) != (&id, &root));
                    let workspace = Workspace { id, root, opened_at: entry.at };
                    all.push(Opened { workspace, closed: false });
                }
                "workspace_closed" => {
                    for one in all.iter_mut().filter(|one| one.workspace.id == id) {
                        one.closed = true;
                    }
                }
                _ => {}
            }
        }
    }
}
