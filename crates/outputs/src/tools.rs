//! The operations as tools: what a model is told of them, and carrying out a call.

use crate::args::{Count, Extract, List, Read, Sample, Stats};
use crate::select::Stop;
use crate::{Document, count, extract, read, sample, stats};
use countersign_core::exact::Exact;
use countersign_core::problem::Problem;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The tools, in the order in which they are told.
pub const NAMES: [&str; 6] = [
    "tool_outputs.list",
    "tool_outputs.stats",
    "tool_outputs.read",
    "tool_outputs.extract",
    "tool_outputs.count",
    "tool_outputs.sample",
];

/// A tool as a model is told of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tool {
    /// e.g. `tool_outputs.extract`; a registry makes the wire alias (C35).
    pub name: &'static str,
    /// One sentence, from the input type.
    pub description: String,
    /// JSON schema of the arguments, without anyOf, oneOf, allOf and references. `id` is never required:
    /// the engine fills it in (S3-18).
    pub schema: Value,
    /// Arguments that are valid.
    pub example: Value,
}

/// All of them.
pub fn tools() -> Vec<Tool> {
    vec![
        tool::<List>("tool_outputs.list", json!({ "tool_name": "shell_exec", "limit": 5, "include_preview": true })),
        tool::<Stats>("tool_outputs.stats", json!({ "max_depth": 3 })),
        tool::<Read>("tool_outputs.read", json!({ "unit": "lines", "offset": 100, "limit": 50 })),
        tool::<Extract>("tool_outputs.extract", json!({ "paths": ["$.items[?@.price > 10].name"] })),
        tool::<Count>(
            "tool_outputs.count",
            json!({ "counts": [{ "name": "items", "path": "$.items", "count_type": "array_length" }] }),
        ),
        tool::<Sample>(
            "tool_outputs.sample",
            json!({ "path": "$.items", "size": 5, "strategy": "stratified", "strata_path": "$.kind", "seed": 1 }),
        ),
    ]
}

fn tool<T: JsonSchema>(name: &'static str, example: Value) -> Tool {
    let settings = SchemaSettings::draft2020_12().with(|s| {
        s.inline_subschemas = true;
        s.meta_schema = None;
    });
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<T>().to_value();
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    flatten(&mut schema);
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("description");
    }
    if name != "tool_outputs.list"
        && let Some(Value::Object(properties)) = schema.get_mut("properties")
    {
        let id = json!({ "type": "string", "description": "The stored output; filled in when this conversation has one only." });
        properties.shift_insert(0, "id".to_owned(), id);
    }
    Tool { name, description, schema, example }
}

/// Writes words with a description each (`oneOf` of constants) as one list of words.
fn flatten(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Array(options)) = map.get("oneOf") {
                let words: Vec<Value> = options.iter().filter_map(|o| o.get("const").cloned()).collect();
                let meanings: Vec<String> = options
                    .iter()
                    .filter_map(|o| Some(format!("{}: {}", o.get("const")?.as_str()?, o.get("description")?.as_str()?)))
                    .collect();
                if words.len() == options.len() {
                    map.remove("oneOf");
                    let told = map.get("description").and_then(Value::as_str).unwrap_or_default();
                    let told = format!("{told} {}", meanings.join(" ")).trim().to_owned();
                    map.insert("type".to_owned(), json!("string"));
                    map.insert("enum".to_owned(), Value::Array(words));
                    map.insert("description".to_owned(), json!(told));
                }
            }
            map.values_mut().for_each(flatten);
        }
        Value::Array(list) => list.iter_mut().for_each(flatten),
        _ => {}
    }
}

/// Carries out a call on an output. `id` and `conversation_id`, which said which output this is, are
/// passed over; every other option is carried out or refused by name.
///
/// # Errors
/// `unknown_tool`, `unknown_option`, `invalid_option`, and what the operation refuses.
pub fn run(name: &str, args: &Value, document: &Document, stop: Stop<'_>) -> crate::Result<Box<RawValue>> {
    match name {
        "tool_outputs.stats" => stats(document, &parse::<Stats>(args)?, stop),
        "tool_outputs.read" => read(document, &parse::<Read>(args)?),
        "tool_outputs.extract" => extract(document, &parse::<Extract>(args)?, stop),
        "tool_outputs.count" => count(document, &parse::<Count>(args)?, stop),
        "tool_outputs.sample" => sample(document, &parse::<Sample>(args)?, stop),
        _ => Err(Problem::new("unknown_tool", format!("there is no tool {name} for one output"))
            .hinting(format!("Use one of {}.", NAMES.join(", ")))),
    }
}

/// Arguments as their type has them.
///
/// # Errors
/// `unknown_option` and `invalid_option`, with the place.
pub fn parse<T: DeserializeOwned>(args: &Value) -> crate::Result<T> {
    let mut args = args.clone();
    if args.is_null() {
        args = json!({});
    }
    if let Some(map) = args.as_object_mut() {
        map.shift_remove("id");
        map.shift_remove("conversation_id");
    }
    serde_path_to_error::deserialize(Exact(args)).map_err(|error| {
        let path = match error.path().to_string() {
            // The whole.
            whole if whole == "." || whole == "?" => String::new(),
            part => format!("/{}", part.replace(['.', '['], "/").replace(']', "")),
        };
        let said = error.into_inner().to_string();
        let code = if said.starts_with("unknown field") { "unknown_option" } else { "invalid_option" };
        let hint = match said.split_once(", expected ") {
            Some((_, known)) => format!("Known here: {}.", known.trim_start_matches("one of ")),
            None => "Look at the tool's schema for what it takes.".to_owned(),
        };
        Problem::new(code, format!("the arguments do not fit: {said}")).hinting(hint).at(path)
    })
}

/// An answer as JSON text.
pub(crate) fn raw(answer: &impl Serialize) -> crate::Result<Box<RawValue>> {
    serde_json::value::to_raw_value(answer)
        .map_err(|e| Problem::new("not_json", format!("the answer cannot be written: {e}")))
}
