//! Values on their way out: verbatim, and bounded.

use crate::node::{Member, Node, Type, location};
use crate::path::Path;
use crate::select::{Stop, select};
use countersign_core::problem::Problem;
use serde::Serialize;
use serde_json::value::RawValue;

/// An answer holds at most so many characters of values (F/S3: the cap of what is put inline).
pub(crate) const MOST: usize = 65_536;

/// What is left of an answer's room.
#[derive(Debug)]
pub(crate) struct Room {
    left: usize,
    pub(crate) full: bool,
}

impl Room {
    pub(crate) fn new() -> Self {
        Self { left: MOST, full: false }
    }

    /// A value, while there is room for it. The first that has none closes the answer.
    pub(crate) fn take(&mut self, node: &Node<'_>) -> Option<Box<RawValue>> {
        // One far too long is not even copied.
        if self.full || node.raw().len() / 4 > self.left {
            self.full = true;
            return None;
        }
        let text = node.compact();
        let Some(left) = self.left.checked_sub(text.chars().count()) else {
            self.full = true;
            return None;
        };
        self.left = left;
        RawValue::from_string(text).ok()
    }
}

/// Part of the members of one value, as a tree is opened step by step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Members {
    /// Its normalized path.
    pub path: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Type,
    /// How many members it has in all.
    pub total: usize,
    /// Those that were asked for.
    pub members: Vec<Branch>,
}

/// A member: its value when it is short and has no members itself, else the beginning of its text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Branch {
    /// Its name, or its index.
    pub label: String,
    /// Its normalized path, by which its own members are asked for.
    pub path: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Type,
    /// How many members it has; none for what cannot have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The beginning of its text, at most 120 characters.
    pub preview: String,
    /// Whether the preview is all of it.
    pub whole: bool,
}

/// So many characters show what a member holds.
const PREVIEW: usize = 120;

/// The members of the one value at `path`, from `offset` on, at most `limit`.
///
/// # Errors
/// `not_json`, `invalid_path`, and `not_found` when the path selects nothing.
pub fn members(
    document: &crate::Document,
    path: &str,
    offset: usize,
    limit: usize,
    stop: Stop<'_>,
) -> crate::Result<Members> {
    let path = Path::parse(path)?;
    let mut found = None;
    select(document.root()?, &path, stop, |node, steps| {
        found = Some((node, steps.to_vec()));
        false
    })?;
    let Some((node, steps)) = found else {
        return Err(Problem::new("not_found", format!("nothing is at {}", path.text())));
    };
    let (mut total, mut shown) = (0, Vec::new());
    for member in node.members() {
        if total >= offset && shown.len() < limit {
            shown.push(branch(member, &steps));
        }
        total += 1;
    }
    Ok(Members { path: location(&steps), kind: node.kind(), total, members: shown })
}

fn branch(member: Member<'_>, steps: &[crate::node::Step<'_>]) -> Branch {
    let node = member.node;
    let mut steps = steps.to_vec();
    steps.push(member.step());
    let holds = matches!(node.kind(), Type::Object | Type::Array);
    let (preview, whole) = begin(node.raw(), PREVIEW);
    Branch {
        label: member.label().into_owned(),
        path: location(&steps),
        kind: node.kind(),
        length: holds.then(|| node.members().count()),
        preview: preview.to_owned(),
        whole,
    }
}

/// The first characters of a text, and whether that is all.
pub(crate) fn begin(text: &str, most: usize) -> (&str, bool) {
    match text.char_indices().nth(most) {
        Some((at, _)) => (text.get(..at).unwrap_or(text), false),
        None => (text, true),
    }
}
