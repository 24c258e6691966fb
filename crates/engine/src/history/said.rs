//! What the ledger says of what is kept beside it, for where that cannot be read: the settings, and which folders are
//! open.

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

/// The folders that were opened and not closed since.
///
/// # Errors
/// When the store fails.
pub(crate) async fn workspaces_said(store: &dyn Store) -> Result<Vec<Workspace>> {
    let mut open: Vec<Workspace> = Vec::new();
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
        let Some(last) = page.last() else { return Ok(open) };
        after = last;
        for entry in page.whole() {
            let Event::Audit { action, detail } = &entry.event else { continue };
            let Some(id) = detail["workspace"].as_str().map(|id| WorkspaceId(id.to_owned())) else { continue };
            match action.as_str() {
                "workspace_opened" => {
                    let Some(root) = detail["root"].as_str().map(PathBuf::from) else { continue };
                    open.push(Workspace { id, root, opened_at: entry.at });
                }
                "workspace_closed" => open.retain(|workspace| workspace.id != id),
                _ => {}
            }
        }
    }
}
