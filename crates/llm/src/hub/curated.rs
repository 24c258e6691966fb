//! Models worth trying, with what a person must know before getting one.

use serde::{Deserialize, Serialize};

/// A model of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Curated {
    /// The name it is installed under.
    pub name: String,
    /// For people.
    pub title: String,
    /// As [`super::Source`] reads it.
    pub source: String,
    /// Of the model file, in hex; absent where nobody here has seen the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Bytes of the model file.
    pub bytes: u64,
    /// Bytes that are downloaded.
    pub download: u64,
    /// SPDX.
    pub licence: String,
    /// Where the licence is.
    pub licence_url: String,
    /// Bytes of memory while it answers, with 8 192 tokens of context.
    pub memory: u64,
    /// What was measured behind this harness; absent = nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Offered first.
    #[serde(default)]
    pub offered: bool,
}

/// A measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Score {
    /// Fully right, of 100.
    pub right: f64,
    /// Of so many cases.
    pub cases: u32,
    /// Which cases, on what, when.
    pub of: String,
}

const LIST: &str = include_str!("curated.json");

/// The list, best first.
pub fn curated() -> Vec<Curated> {
    // A test sees to it that it can be read.
    serde_json::from_str(LIST).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::hub::{Source, is_name};

    #[test]
    fn the_list_can_be_used() {
        let list: Vec<Curated> = serde_json::from_str(LIST).unwrap();
        assert_eq!(list.iter().filter(|c| c.offered).count(), 1);
        for model in list {
            assert!(is_name(&model.name) && model.source.parse::<Source>().is_ok(), "{}", model.name);
            assert!(model.sha256.iter().all(|s| s.len() == 64 && s.bytes().all(|b| b.is_ascii_hexdigit())));
            assert!(model.bytes >= 1_000_000 && model.download >= 1_000_000 && model.memory > model.bytes);
            assert!(model.licence_url.starts_with("https://") && !model.licence.is_empty());
            // What is offered unasked is known to the byte.
            assert!(!model.offered || model.sha256.is_some());
        }
    }
}
