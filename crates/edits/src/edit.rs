//! An edit as read, before it is known where it belongs.

use crate::text::MARK;
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};

/// The form of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Whichever of the others it is.
    #[default]
    Auto,
    /// `<<<<<<< SEARCH` blocks, or JSON with `search`/`replace`, `old_string`/`new_string` and the like.
    SearchReplace,
    /// Unified diff, with or without headers and line numbers.
    Unified,
    /// `*** Begin Patch`.
    ApplyPatch,
    /// JSON line operations (F/S1).
    Lines,
    /// The whole new text.
    Whole,
}

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eol {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// `\r`, in files that have no `\n` at all.
    Cr,
    /// The text ends here.
    None,
}

impl Eol {
    pub(crate) fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Cr => b"\r",
            Self::None => b"",
        }
    }
}

/// What an edit wants of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEdit {
    /// The file it names, as written there without `a/` and `b/`; forms without a name have none.
    pub path: Option<String>,
    /// The change.
    pub change: Change,
    /// The permission bits that git gives the file, 0o644 or 0o755; None = as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// Git's name of what it makes of the file, as far as the diff says it: `index 83db48f..bf269f4`. Who writes a
    /// diff by hand cannot know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<String>,
}

impl FileEdit {
    /// An edit that says nothing of permissions.
    pub(crate) fn of(path: Option<String>, change: Change) -> Self {
        Self { path, change, mode: None, made: None }
    }

    /// Whether this is to the byte what git had when it wrote the diff.
    pub(crate) fn makes(&self, text: &[u8]) -> bool {
        self.made.as_deref().is_some_and(|made| blob(text).starts_with(made))
    }
}

/// Git's name of a content.
fn blob(text: &[u8]) -> String {
    let mut hash = Sha1::new();
    hash.update(format!("blob {}\0", text.len()));
    hash.update(text);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A change of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// A file that is not there yet.
    Create {
        /// Its text.
        text: String,
    },
    /// Hunks, each to be found by its content. None at all only with a new name or mode.
    Update {
        /// In the order of the edit.
        hunks: Vec<Hunk>,
        /// The new name.
        move_to: Option<String>,
    },
    /// Another file that begins as this one, with the hunks put in. This one stays.
    Copy {
        /// In the order of the edit.
        hunks: Vec<Hunk>,
        /// The other file.
        to: String,
    },
    /// The file goes. Hunks, if given, must cover all of it.
    Delete {
        /// What the file is said to hold.
        hunks: Vec<Hunk>,
    },
    /// Stretches of text, not necessarily whole lines, each to be found exactly once.
    Strings {
        /// In the order of the edit.
        replacements: Vec<StringReplacement>,
    },
    /// Operations on numbered lines of the old text.
    Lines {
        /// In the order of the edit.
        operations: Vec<LineOperation>,
    },
    /// The whole new text.
    Whole {
        /// As given.
        text: String,
        /// What is inside, when all of it is one fenced block.
        unfenced: Option<String>,
        /// Nothing said that this is a file: it must resemble the old text.
        guessed: bool,
    },
}

impl Change {
    /// Whether more of it may have followed: see [`Hunk::unended`].
    pub(crate) fn unended(&self) -> bool {
        match self {
            Self::Update { hunks, .. } | Self::Copy { hunks, .. } | Self::Delete { hunks } => {
                hunks.last().is_some_and(|hunk| hunk.unended)
            }
            Self::Create { .. } | Self::Strings { .. } | Self::Lines { .. } | Self::Whole { .. } => false,
        }
    }

    /// Whether a line that it expects begins with a byte order mark, as `git diff` writes a file's first.
    pub(crate) fn names_mark(&self) -> bool {
        match self {
            Self::Update { hunks, .. } | Self::Copy { hunks, .. } | Self::Delete { hunks } => {
                hunks.iter().flat_map(Hunk::before).any(|line| line.text.starts_with(MARK))
            }
            Self::Strings { replacements } => replacements.iter().any(|r| r.search.starts_with(MARK)),
            Self::Lines { operations } => {
                operations.iter().any(|o| o.expected_content.as_deref().is_some_and(|line| line.starts_with(MARK)))
            }
            Self::Create { .. } | Self::Whole { .. } => false,
        }
    }
}

/// Consecutive lines with what becomes of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    /// Context, removed and added lines.
    pub lines: Vec<HunkLine>,
    /// Lines that must come before it, outermost first: `@@ class Foo`.
    pub anchors: Vec<String>,
    /// Its last line is the last of the file: `*** End of File`, `\ No newline at end of file`.
    pub at_end: bool,
    /// The edit's text ended inside the last line's line end, so that line may be cut.
    pub open: bool,
    /// Its lines begin with a sign each, as those of a diff or a patch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signed: bool,
    /// The line of the old text, from 0, that its numbers say it begins at. Only where git vouches for what is made
    /// do they decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// It ends with a removed line, and nothing in the edit says that what replaces that line does not
    /// follow: no counts, no end of a fence, no line behind it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unended: bool,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkLine {
    /// What becomes of it.
    pub kind: LineKind,
    /// Its content without line end.
    pub text: String,
    /// Its line end in the edit.
    pub eol: Eol,
    /// `\ No newline at end of file` follows.
    pub no_newline: bool,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// It stays.
    Context,
    /// It goes.
    Remove,
    /// It comes.
    Add,
}

impl Hunk {
    /// The lines it expects in the old text.
    pub fn before(&self) -> impl DoubleEndedIterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.kind != LineKind::Add)
    }

    /// The lines it leaves behind.
    pub fn after(&self) -> impl DoubleEndedIterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.kind != LineKind::Remove)
    }
}

/// One stretch of text for another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StringReplacement {
    /// What is there.
    pub search: String,
    /// What shall be there.
    pub replace: String,
}

/// One operation on numbered lines; all numbers are those of the old text (F/S1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LineOperation {
    /// What it does.
    pub operation: OperationKind,
    /// 1-based line.
    pub line: usize,
    /// Last line, inclusive; the same line if absent.
    pub end_line: Option<usize>,
    /// What the lines hold now.
    pub expected_content: Option<String>,
    /// What they shall hold, or what comes in.
    pub new_content: Option<String>,
}

/// What a line operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OperationKind {
    /// New lines that push down `line`; one past the last line appends.
    Insert,
    /// The lines go.
    Delete,
    /// The lines become the new content.
    Replace,
    /// New lines behind `line`; behind line 0 is the top.
    InsertAfter,
    /// New lines before `line`.
    InsertBefore,
}
