//! The tools over stored outputs as a small model gets them (S3-18): four of them, of at most four
//! plain members, with the outputs that there are as the only names. They join the grammar when the
//! conversation has stored something, and not before: what cannot be said is not said wrongly
//! (MODELS.md, lesson 3).

use crate::input::documented;
use crate::tool::{Access, Registry, Tool};
use serde_json::{Map, Value, json};

/// So many of the newest outputs can be named.
pub const NAMED: usize = 4;
/// Lines that one call reads.
const LINES: u64 = 40;
/// Characters that one call reads.
const CHARS: u64 = 3_000;

documented! {
    /// Reads on in a stored output: 40 lines, or 3000 characters.
    ReadOn {
        /// Which one. Default: the newest.
        output as "output": Option<String>, most 24, e.g. null;
        /// What offset counts: "chars" where a line is too long, else "lines". Default: lines.
        unit as "unit": Option<String>, most 5, e.g. null;
        /// Lines or characters to pass over.
        offset as "offset": Option<u64>, most 10000000, e.g. 40;
    }
}
documented! {
    /// Finds the values at a JSONPath of a stored output that is JSON.
    ValuesAt {
        /// Which one. Default: the newest.
        output as "output": Option<String>, most 24, e.g. null;
        /// The JSONPath.
        path as "path": String, most 400, e.g. "$.items[*].name";
    }
}
documented! {
    /// Counts the values at a JSONPath of a stored output that is JSON; the count is exact.
    CountAt {
        /// Which one. Default: the newest.
        output as "output": Option<String>, most 24, e.g. null;
        /// The JSONPath.
        path as "path": String, most 400, e.g. "$.items[*]";
    }
}
documented! {
    /// Shows 5 elements of a list in a stored output that is JSON.
    SomeOf {
        /// Which one. Default: the newest.
        output as "output": Option<String>, most 24, e.g. null;
        /// The JSONPath of the list.
        path as "path": String, most 400, e.g. "$.items";
    }
}

impl Registry {
    /// The tools over these stored outputs, newest last; none where nothing is stored.
    pub fn stored(outputs: &[String]) -> Self {
        let newest: Vec<&String> = outputs.iter().rev().take(NAMED).collect();
        if newest.is_empty() {
            return Self::default();
        }
        let mut all = vec![
            Tool::new::<ReadOn>("tool_outputs.read", Access::Read),
            Tool::new::<ValuesAt>("tool_outputs.extract", Access::Read),
            Tool::new::<CountAt>("tool_outputs.count", Access::Read),
            Tool::new::<SomeOf>("tool_outputs.sample", Access::Read),
        ];
        for field in all.iter_mut().flat_map(|tool| &mut tool.fields).filter(|field| field.name == "output") {
            field.schema = json!({ "type": "string", "enum": newest });
        }
        for field in all.iter_mut().flat_map(|tool| &mut tool.fields).filter(|field| field.name == "unit") {
            field.schema = json!({ "type": "string", "enum": ["lines", "chars"] });
        }
        Self::of(all)
    }
}

/// The arguments of a call as the engine takes them; a tool that is given in full is left as it is.
pub fn in_full(tool: &Tool, args: &Value, outputs: &[String]) -> Value {
    if !tool.fields.iter().any(|field| field.name == "output") {
        return args.clone();
    }
    let mut full = Map::new();
    let newest = || outputs.last().map(|id| json!(id));
    if let Some(id) = args.get("output").cloned().or_else(newest) {
        full.insert("id".to_owned(), id);
    }
    let path = args.get("path").cloned().unwrap_or_else(|| json!("$"));
    let rest = match tool.name.as_str() {
        "tool_outputs.read" => {
            let offset = args.get("offset").cloned().unwrap_or_else(|| json!(0));
            let unit = args.get("unit").and_then(Value::as_str).unwrap_or("lines");
            json!({ "unit": unit, "offset": offset, "limit": if unit == "chars" { CHARS } else { LINES } })
        }
        "tool_outputs.extract" => json!({ "paths": [path] }),
        "tool_outputs.count" => json!({ "counts": [{ "name": "values", "path": path }] }),
        _ => json!({ "path": path, "size": 5, "strategy": "first" }),
    };
    if let Value::Object(rest) = rest {
        full.extend(rest);
    }
    Value::Object(full)
}
