//! Files of a workspace as operations see them: names that cannot escape, and states before and after.
//!
//! A file's content is never in here: a [`FileState`] names it by its hash, and the store holds the
//! bytes. Reading and writing real files is the engine's business.

mod attributes;

pub use attributes::{Attributes, FolderWas, Loses, Owner, SPECIAL, is_loss};

use crate::problem::Problem;
use crate::secret;
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use std::path::PathBuf;
use unicode_normalization::UnicodeNormalization;

/// Permission bits of a new file.
pub const DEFAULT_MODE: u32 = 0o644;
/// Longest path in bytes, and longest part of one.
const MAX_PATH: usize = 4_096;
const MAX_PART: usize = 255;

/// A folder the person opened, by its short id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct WorkspaceId(pub String);

impl std::fmt::Display for WorkspaceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// An open folder as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workspace {
    /// Its short id.
    pub id: WorkspaceId,
    /// Where it is.
    pub root: PathBuf,
    /// Since when it is open.
    pub opened_at: Timestamp,
}

/// A path within a workspace: relative, `/` between parts, no `.` or `..` left, never in `.git`.
///
/// Lexical checks are an aid; the engine opens every part without following links (R20).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String))]
#[serde(transparent)]
pub struct FilePath(String);

impl FilePath {
    /// Reads a path as a client or a model may write it: `./` and doubled or backward slashes are
    /// mended, anything that leaves the workspace is refused.
    ///
    /// # Errors
    /// `invalid_path`, or `protected_path` for what is never written (C24).
    pub fn parse(text: &str) -> Result<Self, Problem> {
        Self::shaped(text)?.unprotected(false)
    }

    /// The same for a folder: `src/secrets` is protected as a file, and is no more than a name as a folder.
    ///
    /// # Errors
    /// As of [`Self::parse`].
    pub fn folder(text: &str) -> Result<Self, Problem> {
        Self::shaped(text)?.unprotected(true)
    }

    fn unprotected(self, folder: bool) -> Result<Self, Problem> {
        match self.why_protected(folder) {
            Some(why) => {
                Err(Problem::new("protected_path", format!("{} {why}", crate::label::quoted(&self.0))).at("/path"))
            }
            None => Ok(self),
        }
    }

    /// A path that stays in its workspace, whatever it names.
    fn shaped(text: &str) -> Result<Self, Problem> {
        let bad = |why: &str| Problem::new("invalid_path", format!("{} {why}", crate::label::quoted(text))).at("/path");
        if text.is_empty() || text.len() > MAX_PATH {
            return Err(bad("is not a path: give 1 to 4 096 bytes"));
        }
        if text.chars().any(|c| c.is_control()) || text.chars().any(crate::label::misleading) {
            return Err(bad("holds control or direction characters"));
        }
        if text.starts_with('/') || text.starts_with('\\') || text.starts_with('~') {
            return Err(bad("is not relative to the workspace"));
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => return Err(bad("leaves its folder with ..")),
                part if part.len() > MAX_PART => return Err(bad("has a part of over 255 bytes")),
                part if part.contains('\\') => return Err(bad("holds a backslash; use / between folders")),
                part if part.len() >= 2 && part.as_bytes()[1] == b':' && parts.is_empty() => {
                    return Err(bad("names a drive"));
                }
                part => parts.push(part),
            }
        }
        if parts.is_empty() || text.ends_with('/') || text.ends_with("/.") {
            return Err(bad("names a folder, not a file"));
        }
        Ok(Self(parts.join("/")))
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The folders that it is in, nearest first, without the root.
    pub fn above(&self) -> impl Iterator<Item = &str> {
        self.0.rmatch_indices('/').filter_map(|(at, _)| self.0.get(..at))
    }

    /// Why the file is never read or written by the agent, whoever signs (C24): git's own files,
    /// and files that hold secrets. Names are compared as the most forgiving disks do.
    pub fn protected(&self) -> Option<&'static str> {
        self.why_protected(false)
    }

    fn why_protected(&self, is_folder: bool) -> Option<&'static str> {
        let lower: Vec<String> = self.0.split('/').map(alike).collect();
        let name = lower.last().map_or("", String::as_str);
        let is_git = |part: &str| part == ".git" || part == "git~1";
        if lower.iter().any(|part| is_git(part)) {
            return Some("belongs to git itself");
        }
        let same = |name: &str, secret: &str| name == secret;
        if lower.iter().any(|part| part == ".countersign" || secret::is_folder(part, same)) {
            return Some("is in a folder that holds secrets");
        }
        let is_secret = |name| secret::is_file(name, same) || secret::is_at_top(&lower);
        if (!is_folder && (is_secret(name) || secret::is_kept(&lower, same))) || secret::is_place(&lower, same) {
            return Some("holds secrets");
        }
        if name.starts_with("countersign.db") {
            return Some("is this program's own data");
        }
        None
    }

    /// Why a change to the file deserves a second look (C24): what builds, installs or runs by it. Names are
    /// compared as of [`Self::protected`].
    pub fn sensitive(&self) -> Option<&'static str> {
        let folded: Vec<String> = self.0.split('/').map(alike).collect();
        crate::guarded::why(&folded)
    }
}

/// A part of a path as all names of the same file come out: as of [`folded`], without an NTFS stream's name.
fn alike(part: &str) -> String {
    let folded = folded(part);
    let name = folded.split_once(':').map_or(folded.as_str(), |(name, _)| name);
    trimmed(name).to_owned()
}

/// Without the dots and spaces at the end that Windows drops.
fn trimmed(name: &str) -> &str {
    name.trim_end_matches(['.', ' '])
}

/// A name as all come out that are one on some disks: without case, without how its letters are put together,
/// without characters that nobody sees, and without dots and spaces at the end.
pub fn one_name(name: &str) -> String {
    let composed: String = folded(name).nfc().collect();
    trimmed(&composed).to_owned()
}

/// Without case (`ſ` and the Kelvin sign too, as case-folding disks have it) and the characters that HFS+ ignores.
fn folded(part: &str) -> String {
    let ignored = |c: &char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{206a}'..='\u{206f}' | '\u{feff}');
    part.chars().filter(ignored).collect::<String>().to_uppercase().to_lowercase()
}

impl std::fmt::Display for FilePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
/// Reads what was stored: a name that has become protected since is still the name of what was done.
impl<'de> Deserialize<'de> for FilePath {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::shaped(&String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

/// A file: its workspace and its path there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct FileKey {
    pub workspace: WorkspaceId,
    pub path: FilePath,
}

/// A regular file as it is: which content, how long, which permission bits. Two states are the same where these are.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FileState {
    /// BLAKE3 of the content, 64 hex digits.
    pub hash: String,
    /// Length in bytes.
    pub bytes: u64,
    /// Permission bits, e.g. 420 = 0o644.
    pub mode: u32,
    /// In a change of a file, what it had besides, or is to have; absent = what any new file gets, or what the file
    /// has that it takes the place of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attributes: Option<Box<Attributes>>,
}

impl FileState {
    /// The state without what a file has besides.
    pub fn plain(&self) -> Self {
        Self { attributes: None, ..self.clone() }
    }
}

impl PartialEq for FileState {
    fn eq(&self, other: &Self) -> bool {
        (self.bytes, self.mode) == (other.bytes, other.mode) && self.hash == other.hash
    }
}

impl Eq for FileState {}

/// A file before and after; `None` = there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FileChange {
    /// The file.
    #[serde(flatten)]
    pub at: FileKey,
    /// Its state before.
    pub before: Option<FileState>,
    /// Its state after.
    pub after: Option<FileState>,
    /// Outermost first: for a file that comes, the folders made for it; for one that goes, those that
    /// were made for it and go with it if nothing else is in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<FilePath>,
}

/// A state that an item builds on. Signing binds it, and any other state is drift.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FileWas {
    /// The file.
    #[serde(flatten)]
    pub at: FileKey,
    /// Its state; `None` = it must not exist.
    pub state: Option<FileState>,
}

/// Changes in order, one per file: first before, last after; what came and went is left out.
pub fn net<'c>(changes: impl Iterator<Item = &'c FileChange>) -> Vec<FileChange> {
    let mut found: std::collections::BTreeMap<&FileKey, FileChange> = std::collections::BTreeMap::new();
    for change in changes {
        let join = |c: &mut FileChange| {
            c.after.clone_from(&change.after);
            c.folders.extend(change.folders.iter().filter(|f| !c.folders.contains(f)).cloned().collect::<Vec<_>>());
        };
        found.entry(&change.at).and_modify(join).or_insert_with(|| change.clone());
    }
    found.into_values().filter(|c| c.before != c.after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_in_its_workspace() {
        for (text, read) in [
            ("a.txt", "a.txt"),
            ("./a//b.rs", "a/b.rs"),
            ("src/./x/y.z", "src/x/y.z"),
            ("...", "..."),
            ("a b/ü.md", "a b/ü.md"),
        ] {
            assert_eq!(FilePath::parse(text).unwrap().as_str(), read, "{text}");
        }
        for text in [
            "",
            "/etc/passwd",
            "../x",
            "a/../../x",
            "a/..",
            "~/.bashrc",
            "a\0b",
            "a\nb",
            "C:/x",
            "c:x",
            "\\\\host\\x",
            "a\\..\\b",
            "dir/",
            "dir/.",
            ".",
            "./",
            "a\u{202e}txt.exe",
            &"x/".repeat(3_000),
            &"x".repeat(300),
        ] {
            assert_eq!(FilePath::parse(text).unwrap_err().code, "invalid_path", "{text:?}");
        }
    }

    #[test]
    fn names_that_are_one_on_some_disks_are_known() {
        for (a, b) in [("aa", "AA"), ("e\u{301}.txt", "\u{e9}.TXT"), ("a\u{200b}b", "ab"), ("a.", "a"), ("a ", "A")] {
            assert_eq!(one_name(a), one_name(b), "{a:?} {b:?}");
        }
        for (a, b) in [("a", "b"), ("12:30", "12:45"), ("e", "\u{e9}"), (".a", "a")] {
            assert_ne!(one_name(a), one_name(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn git_and_secrets_are_protected_and_their_lookalikes_are_not() {
        for text in [
            ".git/config",
            "a/.GIT/hooks/pre-commit",
            ".git",
            ".git./config",
            ".git /x",
            "git~1/config",
            ".env",
            "app/.env.local",
            ".ssh/config",
            "id_rsa",
            "keys/id_ed25519",
            "server.pem",
            "x/tls.KEY",
            ".npmrc",
            ".aws/config",
            "countersign.db-wal",
            ".git::$INDEX_ALLOCATION/config",
            ".\u{17f}\u{17f}h/config",
            ".g\u{200c}it/config",
            ".en\u{feff}v",
            ".env ",
            ".env::$DATA",
            ".ssh. /x",
            "\u{212a}.\u{212a}ey",
            ".ENV. .",
            "x/.Git:a",
            ".envrc",
            "config/secrets.yml",
            "credentials.json",
            ".env~",
            "id_rsa.bak",
            ".docker/config.json",
            "gh/hosts.yml",
        ] {
            assert_eq!(FilePath::parse(text).unwrap_err().code, "protected_path", "{text}");
        }
        for text in [
            ".gitignore",
            ".github/workflows/ci.yml",
            "src/git.rs",
            ".env.example",
            "id_rsa.pub",
            "environment.ts",
            "key.rs",
            "gitconfig",
            "src/secrets/mod.rs",
            "credentials/index.ts",
        ] {
            assert!(FilePath::parse(text).is_ok(), "{text}");
        }
        assert!(FilePath::parse("src/secrets").is_err(), "a file of that name holds them");
        assert!(FilePath::folder("src/secrets").is_ok(), "a folder of that name is one of the code's");
        assert!(FilePath::folder("a/.ssh").is_err());
        let stored: FilePath = serde_json::from_str("\"config/secrets.yml\"").unwrap();
        assert_eq!(stored.as_str(), "config/secrets.yml", "what was done before it was protected is still read");
        assert!(serde_json::from_str::<FilePath>("\"../x\"").is_err());
        assert!(FilePath::parse("Cargo.toml").unwrap().sensitive().is_some());
        assert!(FilePath::parse("src/main.rs").unwrap().sensitive().is_none());
    }
}
