//! Workspaces, files and commands as clients see them.

use super::SetView;
use crate::command::{CommandOutcome, LeftOutWhy, Lost};
use crate::file::{FileState, WorkspaceId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

wire! {
    /// A folder the person opened.
    struct WorkspaceView {
        id: WorkspaceId,
        root: String,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        opened_at: Timestamp,
        /// The folder is there.
        available: bool,
    }

    /// An entry of a folder.
    struct FolderEntry { path: String, name: String, folder: bool, bytes: u64 }

    /// A file's content, with the hash that a change to it names as its base.
    struct FileText {
        path: String,
        state: FileState,
        /// Absent when it is no text.
        text: Option<String>,
    }

    /// What a command did in a copy of its workspace. Nothing in the workspace has changed.
    struct CommandPreview {
        /// Absent when a signal ended it.
        exit: Option<i32>,
        signal: Option<i32>,
        timed_out: bool,
        elapsed_ms: u64,
        /// What it wrote to its output, cut in the middle.
        output: String,
        /// `bwrap` or `landlock`.
        sandbox: String,
        /// The changes of files, which wait for a signature; absent when there are none.
        change_set: Option<SetView>,
        /// So many changed files are left out by ignore rules.
        ignored: u64,
        /// Changed paths that cannot be proposed.
        left_out: Vec<String>,
        /// Why, of each of them.
        #[serde(default)]
        left_out_why: Vec<LeftOutWhy>,
        /// Files it left in its private folder for temporary files, which went with it.
        lost: Option<Lost>,
    }

    /// What a tool item would call: a tool of another program.
    struct ToolView {
        /// The server, as `mcp.json` names it.
        server: String,
        /// The tool, as the server names it.
        tool: String,
        /// What the server said of it when the call was proposed: the server's word.
        #[serde(default)]
        about: String,
        /// What it is called with.
        #[cfg_attr(feature = "openapi", schema(value_type = Object))]
        arguments: Value,
        /// What came of it: exit 0 where the server says that it was done, 1 where it says that it was not.
        outcome: Option<CommandOutcome>,
    }

    /// What an item does to a file.
    struct FileView {
        workspace: WorkspaceId,
        path: String,
        /// The new path of a renamed file.
        to: Option<String>,
        /// `create`, `edit`, `delete`, `rename` or `chmod`.
        change: String,
        before: Option<FileState>,
        after: Option<FileState>,
        added: u64,
        removed: u64,
        /// Why it deserves a second look (C24).
        sensitive: Option<String>,
    }

    /// What a command item would run, judged now.
    struct CommandView {
        workspace: WorkspaceId,
        cwd: String,
        command: String,
        /// The words of each segment; absent when it needs a shell.
        argv: Option<Vec<Vec<String>>>,
        /// `allow`, `prompt` or `never`.
        verdict: String,
        class: String,
        reason: String,
        /// How it will be confined: `bwrap`, `landlock` or `none`.
        sandbox: String,
        /// The variables that it gets, by name; no other of the environment reaches it.
        environment: Vec<String>,
        /// What of it can be taken back: `nothing` is changed by it, its `files` are (of at most 2 000 files
        /// and 64 MB; once it ran: they are), or `none` of what it does.
        undo: String,
        /// What came of it.
        outcome: Option<CommandOutcome>,
    }
}
