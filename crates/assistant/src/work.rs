//! Work in a project folder: which messages are about it, what of it a model is shown, and what its
//! structured reply says (S1-3, S1-7). All of it is pure: the driver reads files and stores replies.
//!
//! **Invariant.** A file change or command of a reply that was cut, or whose text had to be guessed
//! at, never leaves here as an operation: it is blocked, for reading only (S1-24, R14).

mod dialect;
pub(crate) mod direct;
mod errand;
mod links;
mod mentions;
pub(crate) mod prompt;
mod quotes;
pub(crate) mod reply;
pub(crate) mod route;
mod task;

#[cfg(test)]
mod tests;

pub use direct::made;
pub use errand::{Errand, errand, errands};
pub use mentions::{Mention, Mentions, Unlisted, might_name_files, scan, within};
pub use reply::{WorkOp, so_far};
pub use route::about_project;
pub use task::task_type;

use countersign_core::file::WorkspaceId;
use countersign_core::model::estimate_tokens;
use serde::{Deserialize, Serialize};

/// A file that the message names, or that it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedFile {
    /// Its folder.
    pub workspace: WorkspaceId,
    /// Its path there.
    pub path: String,
    /// BLAKE3 of the whole content.
    pub hash: String,
    /// What a model is shown of it; absent where it is not loaded.
    pub text: Option<String>,
    /// Only its beginning is shown.
    pub cut: bool,
}

/// The project a message may be about. Absent = no folder is open.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Project {
    /// The open folders by their whole names, as `/home/ann/notes` and `~/notes`: what is named below one of
    /// them is in it.
    pub roots: Vec<String>,
    /// Where new files and commands go; absent = several folders are open and none is meant.
    pub workspace: Option<WorkspaceId>,
    /// Files that are there.
    pub files: Vec<NamedFile>,
    /// Names of files that are not there.
    pub missing: Vec<String>,
    /// Names of what is there and cannot be read: too large, a folder, a link, a pipe.
    pub unread: Vec<String>,
    /// Names that are never loaded (C24).
    pub protected: Vec<String>,
    /// Other paths of the folder, so that a model knows what there is.
    pub listing: Vec<String>,
    /// The message before in this conversation was about the project.
    pub goes_on: bool,
    /// The message hands a command's output over (S1-19).
    pub about_command: bool,
    /// Most prompt tokens of the call.
    pub prompt_tokens: u64,
    /// Most tokens of the answer (S1-41: 16 384).
    pub answer_tokens: u32,
}

impl Project {
    /// Most prompt tokens of the call; of a folder that nobody gave a budget, those of a large model.
    pub(crate) fn reads(&self) -> u64 {
        if self.prompt_tokens == 0 { 12_000 } else { self.prompt_tokens }
    }

    /// The one file of that path, case aside where the path itself is not there.
    pub(crate) fn file(&self, path: &str) -> Option<&NamedFile> {
        let path = within(path, &self.roots);
        let path = path.strip_prefix("./").unwrap_or(path);
        self.files.iter().find(|f| f.path == path).or_else(|| {
            let mut alike = self.files.iter().filter(|f| f.path.eq_ignore_ascii_case(path));
            alike.next().filter(|_| alike.next().is_none())
        })
    }
}

/// Cuts texts to a budget of estimated tokens in all, at ends of lines; one file alone may take it
/// whole, several at most half each. What has no room at all is `None`.
pub fn fit(texts: &[&str], budget: u64) -> Vec<Option<(String, bool)>> {
    let each = if texts.len() > 1 { budget / 2 } else { budget };
    let mut left = budget;
    texts
        .iter()
        .map(|text| {
            let room = each.min(left);
            let cost = estimate_tokens(text);
            if cost <= room {
                left -= cost;
                return Some(((*text).to_owned(), false));
            }
            let mut kept = String::new();
            let mut used = 0;
            for line in text.split_inclusive('\n') {
                let cost = estimate_tokens(line);
                if used + cost > room {
                    break;
                }
                used += cost;
                kept.push_str(line);
            }
            left -= used;
            (!kept.is_empty()).then_some((kept, true))
        })
        .collect()
}

/// How many estimated tokens of files fit into the prompt of a message.
pub fn room_for_files(message: &str, carried: &str, prompt_tokens: u64) -> u64 {
    prompt::room_for_files(message, carried, prompt_tokens)
}
