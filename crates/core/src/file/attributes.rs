//! What a file has besides its content and permission bits, and what of it a change cannot keep.

use super::FilePath;
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The bits by which a program runs with the rights of its file's owner or group. Whoever writes other bytes
/// into such a file loses them, as the system has it for any program that writes.
pub const SPECIAL: u32 = 0o6000;

/// Whose a file or folder is, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct Owner {
    pub user: u32,
    pub group: u32,
}

/// What a file has besides its content and permission bits, as far as it is not what any new file gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Attributes {
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
    /// Extended attributes and access lists by name, their values in hex.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extended: BTreeMap<String, String>,
    /// The folders above it that let in others than a new folder does, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<FolderWas>,
}

/// A folder as it was.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FolderWas {
    /// Its path.
    pub path: FilePath,
    /// Its permission bits.
    pub mode: u32,
    /// Whose it was, where that is not who makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
}

/// What of a file a change cannot keep.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loses {
    /// How many names the file has, where it has others.
    pub names: Option<u64>,
    /// Whose it is, where a file cannot be given to them.
    pub owner: Option<Owner>,
    /// It would not run with the rights of its owner or group any more.
    pub special: bool,
    /// Attributes that only the system sets, by name.
    pub attributes: Vec<String>,
}

/// The codes of [`Loses::warnings`].
const CODES: [&str; 4] = ["hard_links", "owner_lost", "special_bits_lost", "attributes_lost"];

/// Whether a warning is one of [`Loses::warnings`].
pub fn is_loss(warning: &Problem) -> bool {
    CODES.contains(&warning.code.as_ref())
}

impl Loses {
    /// What is said of a change of `path` before it is signed. `gone`: the file goes, and the loss shows when that is
    /// taken back.
    pub fn warnings(&self, path: &FilePath, gone: bool) -> Vec<Problem> {
        let mut all = Vec::new();
        if let Some(names) = self.names {
            let message = match gone {
                false => format!("{path} is one of {names} names of a file. Changed, it is a file of its own."),
                true => format!("{path} is one of {names} names of a file. Brought back, it is a file of its own."),
            };
            all.push(Problem::new("hard_links", message).hinting("What is under the other names stays as it is."));
        }
        if let Some(Owner { user, group }) = self.owner {
            let message = format!("{path} belongs to user {user} and group {group}, and cannot be given to them.");
            all.push(
                Problem::new("owner_lost", message)
                    .hinting("It will be a file of this program’s user: others may be let in, or kept out."),
            );
        }
        if self.special {
            let message = format!("{path} runs with the rights of its owner or group. Changed, it does not.");
            all.push(
                Problem::new("special_bits_lost", message)
                    .hinting("Undo brings that back; for the new content, set it yourself (chmod u+s)."),
            );
        }
        if !self.attributes.is_empty() {
            let message = format!("{path} has attributes that are not kept: {}.", self.attributes.join(", "));
            all.push(Problem::new("attributes_lost", message).hinting("Set them again yourself if they are needed."));
        }
        all
    }
}
