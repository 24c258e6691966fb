//! `tool_outputs.stats`: what an output holds.

use crate::args::{self, within};
use crate::node::Type;
use crate::path::Path;
use crate::select::{Stop, select};
use crate::shape::{Listed, Shape, Survey, Types};
use crate::{Document, Kind};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The answer.
#[derive(Debug, Serialize)]
struct Stated {
    /// Of the whole output.
    size: Value,
    /// What it is, how deep it nests, how many values there are.
    structure: Value,
    types: Types,
    /// Arrays by place: how many there are, their elements together, the shortest, the longest.
    arrays: Vec<Value>,
    objects: Vec<Value>,
    /// Arrays and objects at further places.
    #[serde(skip_serializing_if = "is_zero")]
    more: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_paths: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Carries it out. Of a plain text it tells sizes only.
///
/// # Errors
/// A path or option that is not valid, or too much work.
pub fn stats(document: &Document, args: &args::Stats, stop: Stop<'_>) -> crate::Result<Box<RawValue>> {
    within("max_depth", args.max_depth.into(), 1, 10)?;
    if let Some(elements) = args.sample_arrays {
        within("sample_arrays", elements.into(), 1, 10_000)?;
    }
    within("paths", args.paths.len() as u64, 0, 20)?;
    let text = document.text();
    let size = json!({
        "chars": text.chars().count(),
        "bytes": text.len(),
        "lines": text.split_inclusive('\n').count(),
    });
    let mut survey = Survey {
        max_depth: args.max_depth,
        elements: args.sample_arrays.map_or(u64::MAX, u64::from),
        types: Types::default(),
        depth: 0,
        stop,
    };
    let mut answer = Stated {
        size,
        structure: Value::Null,
        types: survey.types,
        arrays: Vec::new(),
        objects: Vec::new(),
        more: 0,
        schema: None,
        missing_paths: Vec::new(),
    };
    if document.kind() == Kind::Text && args.paths.is_empty() {
        let longest = text.split_inclusive('\n').map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
        answer.structure = json!({ "kind": Kind::Text, "longest_line": longest });
        return crate::tools::raw(&answer);
    }
    let root = document.root()?;
    let all = ["$".to_owned()];
    let paths: &[String] = if args.paths.is_empty() { &all } else { &args.paths };
    let (mut arrays, mut objects, mut schemas) = (Listed::default(), Listed::default(), Vec::new());
    for (n, written) in paths.iter().enumerate() {
        let path = Path::parse(written).map_err(|p| p.at(format!("/paths/{n}")))?;
        let (mut shape, mut found, mut outcome) = (Shape::default(), 0_u64, Ok(()));
        select(root, &path, stop, |node, _| {
            found += 1;
            outcome = survey.take(&node, Some(&mut shape), 1, true);
            outcome.is_ok()
        })?;
        outcome?;
        if found == 0 {
            answer.missing_paths.push(written.clone());
            continue;
        }
        shape.list(path.text(), &mut arrays, &mut objects);
        schemas.push((written.clone(), shape.schema()));
    }
    let kind = root.kind();
    let length = matches!(kind, Type::Object | Type::Array).then(|| root.members().count());
    answer.structure = json!({
        "kind": document.kind(), "type": kind, "length": length, "depth": survey.depth, "values": survey.types.total(),
    });
    answer.types = survey.types;
    answer.more = arrays.more + objects.more;
    answer.arrays = arrays.rows;
    answer.objects = objects.rows;
    answer.schema = args.include_schema.then(|| match (args.paths.is_empty(), schemas.pop()) {
        (true, Some((_, schema))) => schema,
        (_, last) => Value::Object(schemas.into_iter().chain(last).collect()),
    });
    crate::tools::raw(&answer)
}
