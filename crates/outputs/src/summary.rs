//! What is told of an output when it is stored (S3-16).

use crate::node::Type;
use crate::{Document, Kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// So many arrays are told of.
const ARRAYS: usize = 20;

/// A first look at an output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Summary {
    /// JSON, JSON lines or text.
    pub kind: Kind,
    /// The type of the whole; none of a text.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub top: Option<Type>,
    /// Names or elements of the whole; lines of a text.
    pub length: u64,
    /// Lengths of the arrays right below it, by name, at most 20.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arrays: BTreeMap<String, u64>,
}

/// Looks at an output.
pub fn summary(document: &Document) -> Summary {
    let kind = document.kind();
    let Ok(root) = document.root() else {
        let lines = document.text().split_inclusive('\n').count() as u64;
        return Summary { kind, top: None, length: lines, arrays: BTreeMap::new() };
    };
    let mut arrays = BTreeMap::new();
    let mut length = 0;
    for member in root.members() {
        length += 1;
        if member.name.is_some() && member.node.kind() == Type::Array && arrays.len() < ARRAYS {
            let name: String = member.label().chars().take(60).collect();
            arrays.insert(name, member.node.members().count() as u64);
        }
    }
    Summary { kind, top: Some(root.kind()), length, arrays }
}
