//! Filters: each value is looked at by serde_json_path on its own, so that only one of them is a
//! tree at a time.
//!
//! What a filter reads from the root (`$`) is found once, before the first value, and put beside it.

use crate::node::Node;
use crate::path::{Segment, quoted_end, segments, singular};
use countersign_core::problem::Problem;
use serde_json::{Map, Value};
use serde_json_path::JsonPath;

/// A filter that was read.
#[derive(Debug, Clone)]
pub(crate) struct Filter {
    path: JsonPath,
    /// What it reads from the root.
    pub(crate) roots: Vec<Vec<Segment>>,
}

impl Filter {
    /// Reads the expression after `?`, which is known to be valid.
    pub(crate) fn read(text: &str) -> crate::Result<Self> {
        let bytes = text.as_bytes();
        let (mut own, mut roots, mut at, mut copied) = (String::from("$.of[?"), Vec::new(), 0, 0);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' | b'\'' => at = quoted_end(bytes, at),
                b'$' => {
                    let (found, end) = segments(text, at + 1)?;
                    own.push_str(text.get(copied..at).unwrap_or_default());
                    let which = if singular(&found) { "0" } else { "*" };
                    own.push_str(&format!("$.root[{}][{which}]", roots.len()));
                    roots.push(found);
                    (at, copied) = (end, end);
                }
                _ => at += 1,
            }
        }
        own.push_str(text.get(copied..).unwrap_or_default());
        own.push(']');
        let path = JsonPath::parse(&own)
            .map_err(|e| Problem::new("invalid_path", format!("the filter \"{text}\" cannot be carried out: {e}")))?;
        Ok(Self { path, roots })
    }

    /// What it is asked of, with what was found under its roots.
    pub(crate) fn over(&self, found: Vec<Value>) -> Asked<'_> {
        let mut around = Map::new();
        around.insert("of".to_owned(), Value::Array(vec![Value::Null]));
        around.insert("root".to_owned(), Value::Array(found));
        Asked { path: &self.path, around: Value::Object(around) }
    }
}

/// A filter with what it reads from the root.
#[derive(Debug)]
pub(crate) struct Asked<'f> {
    path: &'f JsonPath,
    around: Value,
}

impl Asked<'_> {
    /// Whether it holds of a value.
    pub(crate) fn holds(&mut self, node: &Node<'_>) -> bool {
        if let Some(place) = self.around.pointer_mut("/of/0") {
            *place = node.value();
        }
        !self.path.query(&self.around).is_empty()
    }
}
