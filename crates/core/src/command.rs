//! Commands as operations: what would run, where, and what came of it. Judging one is the crate
//! `countersign-commands`; running one is the engine's business.

use crate::file::{FileKey, WorkspaceId};
use crate::ids::SetId;
use crate::problem::Problem;
use serde::{Deserialize, Serialize};

/// A command to run in a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Command {
    /// The workspace.
    pub workspace: WorkspaceId,
    /// The folder within it; empty = its root.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cwd: String,
    /// The text, exactly as it was proposed and is shown.
    pub command: String,
}

/// What undo can do about what a command does, as far as looking at its folder says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undo {
    /// All of it are changes of files, or folders that it makes: undo takes them back.
    Files,
    /// There is nothing to take back.
    Nothing,
    /// It cannot be taken back, or nobody can say.
    None,
}

impl Undo {
    /// The word it has on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Nothing => "nothing",
            Self::None => "none",
        }
    }

    /// Whether less can be taken back than `signed` said.
    pub fn is_worse_than(self, signed: Self) -> bool {
        self == Self::None && signed != Self::None
    }
}

/// What a command that was signed came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CommandOutcome {
    /// The exit code, which alone decides success (R19); none when a signal ended it.
    pub exit: Option<i32>,
    /// The signal that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// It was stopped for running too long.
    #[serde(default)]
    pub timed_out: bool,
    /// A person stopped it.
    #[serde(default)]
    pub stopped: bool,
    /// Milliseconds it ran.
    pub elapsed_ms: u64,
    /// The hash of its output, stored whole up to the cap; stdout and stderr as they came.
    pub output: String,
    /// Bytes of output that were stored.
    pub bytes: u64,
    /// Bytes that were written beyond the cap and not stored.
    #[serde(default)]
    pub dropped: u64,
    /// The beginning of a short output, or the beginning and the end of a long one: at most 5 000
    /// characters (S1-20).
    pub preview: String,
    /// How it was confined: `bwrap`, `landlock` or `none`.
    pub sandbox: String,
    /// What it did to files is in the ledger as changes of files, which undo takes back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recorded: bool,
    /// It was tried in a copy of its folder and changed nothing there, so nothing was done to the folder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchanged: bool,
    /// Folders that it made and that hold nothing, outermost first; undo removes them if that is still so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<FileKey>,
    /// Folders that held no file and that it removed, innermost first; undo makes them again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<RemovedFolder>,
    /// It ran in a copy of its folder, because a standing rule signed it; absent = in the folder itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy: Option<InCopy>,
    /// Files it left in its private folder for temporary files, which went with it; absent = none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Lost>,
}

/// A folder that held no file and is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RemovedFolder {
    /// Where it was.
    pub at: FileKey,
    /// Its permission bits; absent = those of a new folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
}

impl Command {
    /// What takes back that empty folders were made: a command that removes none with anything in it.
    pub fn removing(made: &[FileKey]) -> Option<Self> {
        let workspace = made.first()?.workspace.clone();
        let named: Vec<String> = made.iter().rev().map(|folder| as_word(folder.path.as_str())).collect();
        Some(Self { workspace, cwd: String::new(), command: format!("rmdir -- {}", named.join(" ")) })
    }

    /// What makes folders as they were, outermost first, and those that they are in.
    pub fn making<'f>(folders: impl Iterator<Item = &'f RemovedFolder>) -> Option<Self> {
        let folders: Vec<&RemovedFolder> = folders.collect();
        let workspace = folders.first()?.at.workspace.clone();
        let one = |alike: &[&RemovedFolder]| {
            let named: Vec<String> = alike.iter().map(|folder| as_word(folder.at.path.as_str())).collect();
            let mode = alike.first().and_then(|folder| folder.mode).map(|mode| format!(" -m {mode:o}"));
            format!("mkdir -p{} -- {}", mode.unwrap_or_default(), named.join(" "))
        };
        let all: Vec<String> = folders.chunk_by(|a, b| a.mode == b.mode).map(one).collect();
        Some(Self { workspace, cwd: String::new(), command: all.join(" && ") })
    }
}

/// A text as one word of a shell.
fn as_word(text: &str) -> String {
    match text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-./".contains(&b)) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// What a command did in the copy of its folder that it ran in. Nothing in the folder has changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InCopy {
    /// The set with what it did to files, which waits for a signature; absent where there is nothing to sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<SetId>,
    /// Files in that set.
    pub files: u64,
    /// So many changed files that ignore rules leave out went with the copy.
    #[serde(default)]
    pub ignored: u64,
    /// Changed paths that cannot be proposed went with it, too: so many.
    #[serde(default)]
    pub left_out: u64,
    /// The first [`NAMED`] of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out_paths: Vec<String>,
    /// Why, of each of those that are named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out_why: Vec<LeftOutWhy>,
    /// Why what it did there could not be kept, and went with the copy; absent = it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

/// Why what a command did to a path in a copy cannot be proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeftOutWhy {
    /// It is a link, or was one.
    Link,
    /// A link that leads out of the folder.
    LinkOut,
    /// A pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device.
    Device,
    /// It belongs to git itself.
    Git,
    /// It holds secrets, by its name.
    Secret,
    /// It cannot be written as a path.
    Name,
    /// It is larger than a file that is changed here.
    TooLarge,
    /// A folder that holds nothing, or held nothing and is gone, that a build made, or that lets in others than a new one
    /// does.
    Folder,
    /// It is gone, and its content is in a file that cannot be proposed: without that nothing of it would be left.
    Moved,
    /// A file has become a folder, or a folder a file: one change set leaves at a path either the one or the other.
    Turned,
    /// There are more changes than are proposed at once.
    Rest,
}

/// Files that went with a command.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lost {
    /// How many.
    pub files: u64,
    /// There were too many to count: that many at least.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// The first [`NAMED`] of them, as the command saw them; those that its line names come first.
    pub paths: Vec<String>,
    /// The folder they were put into, where the command's line names the one that went; absent = they are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
}

/// So many paths of what was not kept are named; the rest is counted.
pub const NAMED: usize = 20;

/// So many characters of an output are shown on screen (S1-20).
pub const ON_SCREEN: usize = 5_000;

impl CommandOutcome {
    /// Exit code 0, not stopped.
    pub fn ok(&self) -> bool {
        self.exit == Some(0) && !self.timed_out && !self.stopped
    }
}

/// A text whole, or its beginning and its end with the number of characters left out between them;
/// at most `most` characters, cut between characters.
pub fn excerpt(text: &str, most: usize) -> String {
    join(text, text, most, text.chars().count())
}

/// As [`excerpt`], of an output of which only the beginning and the end were kept. `left_out` bytes
/// lie between them.
pub fn excerpt_of_ends(head: &str, tail: &str, most: usize, left_out: u64) -> String {
    let more = usize::try_from(left_out).unwrap_or(usize::MAX);
    let chars = head.chars().count().saturating_add(tail.chars().count()).saturating_add(more);
    join(head, tail, most, chars.max(most.saturating_add(1)))
}

fn join(head: &str, tail: &str, most: usize, chars: usize) -> String {
    if chars <= most {
        return head.to_owned();
    }
    // The longest number there is must fit beside the two ends.
    let each = most.saturating_sub(60) / 2;
    let begin: String = head.chars().take(each).collect();
    let from = tail.char_indices().rev().nth(each.saturating_sub(1)).map_or(0, |(at, _)| at);
    let end = if each == 0 { "" } else { tail.get(from..).unwrap_or_default() };
    format!("{begin}\n… {} characters left out …\n{end}", chars.saturating_sub(2 * each))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_whole_or_has_both_ends_and_never_cuts_a_character() {
        for text in ["", "short", "ä€😀"] {
            assert_eq!(excerpt(text, 100), text);
        }
        for unit in ["a", "ä", "€", "😀", "e\u{301}", "a\n"] {
            for times in [99, 100, 101, 150, 1_000, 20_000] {
                for most in [61, 100, 150, 3_000, ON_SCREEN] {
                    let text = format!("begin{}end", unit.repeat(times));
                    let cut = excerpt(&text, most);
                    assert!(cut.chars().count() <= most, "{unit} {times} {most}");
                    if text.chars().count() <= most {
                        assert_eq!(cut, text);
                    } else {
                        let each = (most - 60) / 2;
                        assert!(cut.starts_with(&text.chars().take(each).collect::<String>()), "{unit} {times} {most}");
                        let left = text.chars().count() - 2 * each;
                        assert!(cut.contains(&format!("\n… {left} characters left out …\n")), "{cut}");
                        let end: String = text.chars().skip(text.chars().count() - each).collect();
                        assert!(cut.ends_with(&end), "{unit} {times} {most}");
                    }
                }
            }
        }
        let ends = excerpt_of_ends("first", "last", 100, 7);
        assert_eq!((ends.starts_with("first"), ends.ends_with("last")), (true, true), "{ends}");
    }
}
