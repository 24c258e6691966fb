//! Tables of what a message is about and of what a reply says, and the law that nothing of a cut
//! reply can be signed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod replies;
mod routes;

use super::{NamedFile, Project};
use countersign_core::file::WorkspaceId;

/// A folder `p` where these files are shown.
fn project(files: &[(&str, &str)]) -> Project {
    let named = |(path, text): &(&str, &str)| NamedFile {
        workspace: WorkspaceId("p".into()),
        path: (*path).to_owned(),
        hash: format!("{:064x}", path.len()),
        text: Some((*text).to_owned()),
        cut: false,
    };
    Project { workspace: Some(WorkspaceId("p".into())), files: files.iter().map(named).collect(), ..Project::default() }
}
