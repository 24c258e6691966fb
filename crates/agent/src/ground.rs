//! What a small model's run stands on where the request itself says which files it is about: they are
//! looked at unasked, and a reply can then say only what is left to do (MODELS.md §5: what can be said
//! is narrowed, not what is judged).

use crate::machine::Machine;
use crate::reading::ToolCall;
use crate::tool::LONGEST_CONTENT;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Characters that a file to be written has at least, beside what was read for it.
const SPARE: u64 = 400;
/// Longest path of a file that the request gives no name.
const PATH: u64 = 60;

/// The files of a request that is about nothing else. Empty = it says too little, or more than that.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Ground {
    /// Files that are there, to be read.
    pub read: Vec<String>,
    /// Files to be written.
    pub put: Vec<String>,
    /// A file is to be written that has no name yet.
    pub unnamed: bool,
}

impl Ground {
    /// The request says it all.
    pub fn is_firm(&self) -> bool {
        self.unnamed || !self.put.is_empty()
    }
}

/// The contract of the one reply that is left: to write a file (R27).
pub(crate) const WRITING: &str = "You write one file for a person, from what was read for it. You change nothing yourself: \
    it is queued, and the person signs it.\nReply with one JSON object: thinking (one short line), action \"next_step\", \
    tool \"write_file\", args with path and content. content is the whole text of the file and nothing else.";

/// What is asked for last: what a small model reads last counts most. `paths` = those that may be written;
/// none = the model names one.
pub(crate) fn asked(paths: &[String]) -> String {
    match paths {
        [] => "\n\nNow write the file.".to_owned(),
        paths => format!("\n\nNow write the file {}.", paths.join(" or ")),
    }
}

/// Most characters of a file that is made from so many.
fn longest(read: u64) -> u64 {
    (SPARE + read).min(LONGEST_CONTENT)
}

/// Tokens that the longest reply takes where nothing but what JSON escapes is repeated: a break between lines is
/// two signs.
pub(crate) fn tokens(read: u64) -> u32 {
    u32::try_from(2 * (longest(read) + SPARE)).unwrap_or(u32::MAX)
}

/// The reply that can be given: flat like every other, with nothing in it that is not left to do. A file is
/// not much longer than the `read` characters it is made from: a longest text is all that ends a small
/// model's repetition (MODELS.md, lesson 4).
pub(crate) fn schema(paths: &[String], read: u64) -> Value {
    let path = match paths {
        [] => json!({ "type": "string", "minLength": 1, "maxLength": PATH }),
        paths => json!({ "type": "string", "enum": paths }),
    };
    let most = longest(read);
    json!({
        "type": "object",
        "properties": {
            "thinking": { "type": "string", "maxLength": 100 },
            "action": { "type": "string", "enum": ["next_step"] },
            "tool": { "type": "string", "enum": ["write_file"] },
            "args": {
                "type": "object",
                "properties": { "path": path, "content": { "type": "string", "minLength": 1, "maxLength": most } },
                "required": ["path", "content"],
                "additionalProperties": false,
            },
        },
        "required": ["thinking", "action", "tool", "args"],
        "additionalProperties": false,
    })
}

impl Machine {
    /// The calls that look at what the request names. They are the person's own words, and no model's.
    pub(crate) fn looks(&self) -> Vec<ToolCall> {
        let reads = self.setup.tools.find("read_file").is_some();
        let paths = self.setup.ground.read.iter().filter(|path| reads && self.shown(path).is_none());
        paths
            .zip(1..)
            .map(|(path, n)| ToolCall {
                id: format!("c{n}"),
                tool: "read_file".to_owned(),
                args: json!({ "path": path }),
            })
            .collect()
    }

    /// Files that are still to be written of a request that says it all; `Some` without any = one that the
    /// model names. `None` = what comes next is for the model to say: there is no such request, it is done,
    /// or a file of it was not shown to its end.
    pub(crate) fn to_write(&self) -> Option<Vec<String>> {
        let ground = &self.setup.ground;
        let seen = |path: &String| self.shown(path).is_some_and(|shown| shown.whole);
        if self.is_written() || !ground.is_firm() || !ground.read.iter().all(seen) {
            return None;
        }
        self.setup.tools.find("write_file")?;
        Some(ground.put.iter().filter(|path| !self.wrote(path)).cloned().collect())
    }

    /// All that a request wanted that says it all is queued.
    pub(crate) fn is_written(&self) -> bool {
        let ground = &self.setup.ground;
        let named = !ground.unnamed || self.own().files().next().is_some();
        ground.is_firm() && named && ground.put.iter().all(|path| self.wrote(path))
    }
}
