//! `tool_outputs.extract`: the values at paths.

use crate::Document;
use crate::answer::{MOST, Room};
use crate::args::{self, within};
use crate::node::{Node, Step, Type, location};
use crate::path::Path;
use crate::select::{Stop, select};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A value with its place.
#[derive(Debug, Serialize)]
struct Placed {
    path: String,
    value: Box<RawValue>,
}

/// What one path came to.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Found {
    One(Box<RawValue>),
    OnePlaced(Placed),
    Many(Vec<Box<RawValue>>),
    ManyPlaced(Vec<Placed>),
    Default(Value),
}

/// The answer.
#[derive(Debug, Serialize)]
struct Extracted {
    /// By path, as it was asked: of a path that names one place its value, else a list.
    extracted: BTreeMap<String, Found>,
    /// Paths that select nothing.
    missing_paths: Vec<String>,
    /// How many values each path selects; exact, also where not all of them are in the answer.
    matches: Map<String, Value>,
    /// Not everything had room.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<Value>,
}

/// Carries it out. At most 65 536 characters of values are given; `matches` is exact all the same.
///
/// # Errors
/// A path or option that is not valid, a text that is not JSON, or too much work.
pub fn extract(document: &Document, args: &args::Extract, stop: Stop<'_>) -> crate::Result<Box<RawValue>> {
    within("paths", args.paths.len() as u64, 1, 20)?;
    let root = document.root()?;
    let mut room = Room::new();
    let mut answer =
        Extracted { extracted: BTreeMap::new(), missing_paths: Vec::new(), matches: Map::new(), truncated: None };
    for (n, text) in args.paths.iter().enumerate() {
        let path = Path::parse(text).map_err(|p| p.at(format!("/paths/{n}")))?;
        let mut gathered =
            Gathered { room: &mut room, placed: args.include_paths, plain: Vec::new(), with: Vec::new() };
        let mut matches = 0_u64;
        select(root, &path, stop, |node, steps| {
            matches += 1;
            if args.flatten && node.kind() == Type::Array {
                let mut steps = steps.to_vec();
                for member in node.members() {
                    steps.push(member.step());
                    gathered.take(&member.node, &steps);
                    steps.pop();
                    if gathered.room.full {
                        break;
                    }
                }
            } else {
                gathered.take(&node, steps);
            }
            true
        })?;
        answer.matches.insert(text.clone(), json!(matches));
        let Gathered { plain, with, .. } = gathered;
        let one = path.is_singular() && !args.flatten;
        let found = match (matches, &args.default_value) {
            (0, Some(default)) => Some(Found::Default(default.clone())),
            (0, None) => None,
            _ if one && args.include_paths => with.into_iter().next().map(Found::OnePlaced),
            _ if one => plain.into_iter().next().map(Found::One),
            _ if args.include_paths => Some(Found::ManyPlaced(with)),
            _ => Some(Found::Many(plain)),
        };
        if matches == 0 {
            answer.missing_paths.push(text.clone());
        }
        if let Some(found) = found {
            answer.extracted.insert(text.clone(), found);
        }
    }
    if room.full {
        answer.truncated = Some(json!({
            "most_chars": MOST,
            "hint": "Not every value is here. Ask for fewer: a filter, a slice such as [0:50], or tool_outputs.sample."
        }));
    }
    crate::tools::raw(&answer)
}

struct Gathered<'r> {
    room: &'r mut Room,
    placed: bool,
    plain: Vec<Box<RawValue>>,
    with: Vec<Placed>,
}

impl Gathered<'_> {
    fn take(&mut self, node: &Node<'_>, steps: &[Step<'_>]) {
        let Some(value) = self.room.take(node) else { return };
        if self.placed {
            self.with.push(Placed { path: location(steps), value });
        } else {
            self.plain.push(value);
        }
    }
}
