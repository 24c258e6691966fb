//! JSON Schema, brought down to what a runtime takes (PROVIDERS, consequences; S3-20).
//!
//! Pure. References are inlined, `allOf` is merged, objects are closed; where a dialect is strict,
//! unions become one object and every property is required; what the dialect cannot express moves
//! into `description` as `{minimum: 1}`. The result accepts everything the original does, up to
//! nulls in place of absent members ([`without_placeholders`]), or says so in words: the answer is
//! validated against the original anyway.

mod combine;
mod inline;
mod parameters;

use crate::catalogue::Dialect;
use combine::{intersect, named_types, types, unite};
use serde_json::{Map, Value, json};

/// A schema as a dialect takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lowered {
    /// The schema.
    pub schema: Value,
    /// It keeps the rules of OpenAI's strict mode.
    pub strict: bool,
}

/// What a dialect takes.
#[derive(Clone, Copy)]
struct Rules {
    dialect: Dialect,
    /// `anyOf` may stay.
    unions: bool,
    /// Every property must be required; optional ones may be null instead.
    all_required: bool,
}

/// Dialects that take no unions: those with rules of their own, and those nothing is known about.
pub const fn is_strict(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::OpenAi | Dialect::Xai | Dialect::Anthropic | Dialect::Compatible)
}

/// The schema for a dialect. Absent = it cannot be said there (it refers to itself or to another
/// document, or is no object at its root where one must be): the next rung of the ladder is for that.
pub fn lower(schema: &Value, dialect: Dialect) -> Option<Lowered> {
    let flat = inline::inlined(schema)?;
    let strict = is_strict(dialect);
    let all_required = matches!(dialect, Dialect::OpenAi | Dialect::Compatible);
    let rules = Rules { dialect, unions: !strict, all_required };
    let mut ambiguous = false;
    let mut lowered = rules.node(&flat, &mut ambiguous);
    if ambiguous {
        // A member may be absent *or* null: with every member required the two could not be told apart.
        lowered = Rules { all_required: false, ..rules }.node(&flat, &mut ambiguous);
    }
    if strict && lowered.get("type") != Some(&json!("object")) {
        return None;
    }
    if dialect == Dialect::Anthropic && !parameters::fitted(&mut lowered) {
        return None;
    }
    let strict = all_required && !ambiguous && within_limits(&lowered);
    Some(Lowered { schema: lowered, strict })
}

/// Takes out of an answer the nulls that stand for absent members: those of optional properties
/// that may not be null in the original schema.
pub fn without_placeholders(answer: &mut Value, schema: &Value) {
    if let Some(flat) = inline::inlined(schema) {
        let rules = Rules { dialect: Dialect::Anthropic, unions: false, all_required: false };
        strip(answer, &rules.node(&flat, &mut false));
    }
}

fn strip(answer: &mut Value, schema: &Value) {
    match answer {
        Value::Array(items) => {
            if let Some(each) = schema.get("items") {
                items.iter_mut().for_each(|item| strip(item, each));
            }
        }
        Value::Object(members) => {
            let required = names(schema.get("required"));
            let property = |key: &str| schema.get("properties").and_then(|p| p.get(key));
            members.retain(|key, value| {
                !value.is_null() || required.contains(&key.as_str()) || property(key).is_none_or(takes_null)
            });
            for (key, value) in members {
                property(key).into_iter().for_each(|schema| strip(value, schema));
            }
        }
        _ => {}
    }
}

fn names(value: Option<&Value>) -> Vec<&str> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn takes_null(schema: &Value) -> bool {
    let listed = schema.get("enum").and_then(Value::as_array).map(|all| all.contains(&Value::Null));
    let constant = schema.get("const").map(Value::is_null);
    let typed = types(schema).map(|all| all.contains(&"null"));
    let union = schema.get("anyOf").and_then(Value::as_array).map(|all| all.iter().any(takes_null));
    [listed, constant, typed, union].into_iter().flatten().reduce(|a, b| a && b).unwrap_or(true)
}

/// Says in words what a dialect cannot be told: the provider's SDK writes it the same way.
fn note(map: &mut Map<String, Value>, notes: &[(String, Value)]) {
    if notes.is_empty() {
        return;
    }
    let listed = notes.iter().map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join(", ");
    let text = match map.get("description").and_then(Value::as_str) {
        Some(before) if !before.is_empty() => format!("{before}\n\n{{{listed}}}"),
        _ => format!("{{{listed}}}"),
    };
    map.insert("description".to_owned(), text.into());
}

/// Takes the branches of a union out of a schema.
fn take_union(map: &mut Map<String, Value>) -> Option<Vec<Value>> {
    ["oneOf", "anyOf"].into_iter().find_map(|key| match map.shift_remove(key) {
        Some(Value::Array(branches)) if !branches.is_empty() => Some(branches),
        _ => None,
    })
}

impl Rules {
    fn node(self, schema: &Value, ambiguous: &mut bool) -> Value {
        let Value::Object(map) = schema else {
            // `true`; `false` cannot be said and is caught by validation.
            return json!({});
        };
        let mut map = map.clone();
        // Unions before `allOf`, so that each step leaves one union less.
        if let Some(branches) = take_union(&mut map) {
            return self.union(map, &branches, ambiguous);
        }
        if let Some(Value::Array(all)) = map.shift_remove("allOf") {
            let merged = all.iter().fold(Value::Object(map), |sum, each| intersect(&sum, each));
            return self.node(&merged, ambiguous);
        }
        self.plain(map, ambiguous)
    }

    /// A union: what stands beside it goes into every branch, since llama.cpp's compiler reads
    /// either `properties` or `anyOf`; then it stays, or becomes one schema.
    fn union(self, mut base: Map<String, Value>, branches: &[Value], ambiguous: &mut bool) -> Value {
        let mut said = Map::new();
        if self.unions {
            for key in ["title", "description"] {
                said.extend(base.shift_remove(key).map(|text| (key.to_owned(), text)));
            }
        }
        let base = Value::Object(base);
        let each: Vec<Value> = branches.iter().map(|branch| intersect(&base, branch)).collect();
        if !self.unions {
            let flat: Vec<Value> = each.iter().map(|branch| self.flattened(branch)).collect();
            return self.node(&unite(&flat), ambiguous);
        }
        let mut all: Vec<Value> = Vec::new();
        for branch in &each {
            let lowered = self.node(branch, ambiguous);
            if !all.contains(&lowered) {
                all.push(lowered);
            }
        }
        if let [only] = all.as_mut_slice() {
            if let Value::Object(map) = only {
                for (key, text) in said {
                    map.entry(key).or_insert(text);
                }
            }
            return only.take();
        }
        said.insert("anyOf".to_owned(), Value::Array(all));
        Value::Object(said)
    }

    /// A branch without unions and `allOf` at its own level.
    fn flattened(self, schema: &Value) -> Value {
        let Value::Object(map) = schema else { return json!({}) };
        let mut map = map.clone();
        if let Some(branches) = take_union(&mut map) {
            let base = Value::Object(map);
            let each: Vec<Value> = branches.iter().map(|b| self.flattened(&intersect(&base, b))).collect();
            return unite(&each);
        }
        if let Some(Value::Array(all)) = map.shift_remove("allOf") {
            return self.flattened(&all.iter().fold(Value::Object(map), |sum, each| intersect(&sum, each)));
        }
        Value::Object(map)
    }

    fn plain(self, map: Map<String, Value>, ambiguous: &mut bool) -> Value {
        let mut out = Map::new();
        let mut notes = Vec::new();
        let typed = map.get("type").and_then(named_types);
        let is = |name: &str| typed.as_ref().is_some_and(|t| t.contains(&name));
        let strict = is_strict(self.dialect);
        for (key, value) in &map {
            match key.as_str() {
                "properties" => {
                    let Value::Object(properties) = value else { continue };
                    let lowered = properties.iter().map(|(name, p)| (name.clone(), self.node(p, ambiguous)));
                    out.insert(key.clone(), Value::Object(lowered.collect()));
                }
                "items" => drop(out.insert(key.clone(), self.node(value, ambiguous))),
                "prefixItems" if !strict => {
                    let items = value.as_array().into_iter().flatten().map(|item| self.node(item, ambiguous)).collect();
                    out.insert(key.clone(), items);
                }
                "const" if matches!(self.dialect, Dialect::Compatible | Dialect::Xai) => {
                    out.insert("enum".to_owned(), json!([value]));
                }
                "type" | "enum" | "const" | "required" | "title" | "description" => {
                    out.insert(key.clone(), value.clone());
                }
                "additionalProperties" if strict => {
                    if *value != json!(false) {
                        notes.push((key.clone(), value.clone()));
                    }
                }
                "additionalProperties" => {
                    let kept = if value.is_object() { self.node(value, ambiguous) } else { value.clone() };
                    out.insert(key.clone(), kept);
                }
                // Of no meaning to a model, or already taken in.
                "$schema" | "$id" | "$comment" | "$defs" | "definitions" | "$anchor" | "examples" | "deprecated"
                | "readOnly" | "writeOnly" => {}
                "minItems" if self.dialect == Dialect::Anthropic && value.as_u64().is_some_and(|n| n > 1) => {
                    out.insert(key.clone(), json!(1));
                    notes.push((key.clone(), value.clone()));
                }
                _ if self.takes(key, value, is("integer")) => drop(out.insert(key.clone(), value.clone())),
                _ => notes.push((key.clone(), value.clone())),
            }
        }
        if strict && typed.is_none() {
            // Strict runtimes want a type beside every list of values.
            let listed = out.get("enum").and_then(Value::as_array).cloned();
            let values = listed.or_else(|| out.get("const").map(|c| vec![c.clone()]));
            let inferred = match values {
                Some(values) => combine::types_of(&values),
                None if out.contains_key("properties") => json!("object"),
                None if out.contains_key("items") => json!("array"),
                None => Value::Null,
            };
            if !inferred.is_null() {
                out.insert("type".to_owned(), inferred);
            }
        }
        let object = out.contains_key("properties")
            || out.get("type").and_then(named_types).is_some_and(|t| t.contains(&"object"));
        if object {
            self.close(&mut out, strict, ambiguous);
        }
        note(&mut out, &notes);
        Value::Object(out)
    }

    /// Closed objects; where every property must be required, optional ones may be null.
    fn close(self, out: &mut Map<String, Value>, strict: bool, ambiguous: &mut bool) {
        if strict {
            out.entry("properties").or_insert_with(|| json!({}));
        }
        let properties: Vec<String> =
            out.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned().collect();
        if strict || (out.contains_key("properties") && !out.contains_key("additionalProperties")) {
            out.insert("additionalProperties".to_owned(), false.into());
        }
        let required: Vec<String> = names(out.get("required")).into_iter().map(str::to_owned).collect();
        if self.all_required {
            for name in properties.iter().filter(|name| !required.contains(name)) {
                let Some(property) = out.get_mut("properties").and_then(|p| p.get_mut(name)) else { continue };
                *ambiguous |= takes_null(property);
                nullable(property);
            }
            out.insert("required".to_owned(), json!(properties));
        } else if strict && !required.is_empty() {
            // A required name without a property is refused by strict runtimes.
            let known: Vec<&String> = required.iter().filter(|name| properties.contains(name)).collect();
            out.insert("required".to_owned(), json!(known));
        }
    }

    /// Whether a keyword about a value stays.
    fn takes(self, key: &str, value: &Value, integer: bool) -> bool {
        match self.dialect {
            Dialect::Ollama | Dialect::LlamaServer | Dialect::LmStudio | Dialect::Vllm => match key {
                "minItems" | "maxItems" | "minLength" | "maxLength" => true,
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => integer,
                "pattern" => value.as_str().is_some_and(simple_pattern),
                "format" => matches!(value.as_str(), Some("date" | "time" | "date-time" | "uuid")),
                _ => false,
            },
            Dialect::OpenAi => match key {
                "minItems" | "maxItems" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
                | "multipleOf" | "pattern" => true,
                "format" => matches!(
                    value.as_str(),
                    Some("date-time" | "time" | "date" | "duration" | "email" | "hostname" | "ipv4" | "ipv6" | "uuid")
                ),
                _ => false,
            },
            Dialect::Anthropic => match key {
                "minItems" => true,
                "format" => matches!(
                    value.as_str(),
                    Some(
                        "date-time"
                            | "time"
                            | "date"
                            | "duration"
                            | "email"
                            | "hostname"
                            | "uri"
                            | "ipv4"
                            | "ipv6"
                            | "uuid"
                    )
                ),
                _ => false,
            },
            Dialect::Xai | Dialect::Compatible => false,
        }
    }
}

/// Patterns that llama.cpp's compiler reads: anchored, without look-around and character classes
/// by letter.
fn simple_pattern(pattern: &str) -> bool {
    let escapes_letter = pattern.as_bytes().windows(2).any(|w| w[0] == b'\\' && w[1].is_ascii_alphanumeric());
    pattern.starts_with('^') && pattern.ends_with('$') && !pattern.contains("(?") && !escapes_letter
}

/// Lets a schema be null.
fn nullable(schema: &mut Value) {
    let Value::Object(map) = schema else { return };
    let mut all: Vec<String> = match map.get("type") {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(many)) => many.iter().filter_map(|t| t.as_str().map(str::to_owned)).collect(),
        _ => return,
    };
    if !all.iter().any(|t| t == "null") {
        all.push("null".to_owned());
    }
    map.insert("type".to_owned(), json!(all));
    if let Some(Value::Array(values)) =
        map.get_mut("enum").filter(|v| v.as_array().is_some_and(|a| !a.contains(&Value::Null)))
    {
        values.push(Value::Null);
    }
    if let Some(constant) = map.get("const").filter(|c| !c.is_null()).cloned() {
        map.shift_remove("const");
        map.insert("enum".to_owned(), json!([constant, null]));
    }
}

/// OpenAI's limits of a strict schema: 5 000 properties, ten levels, 1 000 values of lists, 120 000
/// characters of names; and every schema has a type.
fn within_limits(schema: &Value) -> bool {
    #[derive(Default)]
    struct Seen {
        properties: usize,
        values: usize,
        characters: usize,
        depth: usize,
        typeless: bool,
    }
    fn look(schema: &Value, level: usize, seen: &mut Seen) {
        seen.depth = seen.depth.max(level);
        seen.typeless |= schema.get("type").is_none();
        for value in schema.get("enum").and_then(Value::as_array).into_iter().flatten() {
            seen.values += 1;
            seen.characters += value.as_str().map_or(0, str::len);
        }
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            seen.properties += 1;
            seen.characters += name.len();
            look(property, level + 1, seen);
        }
        schema.get("items").into_iter().for_each(|items| look(items, level + 1, seen));
    }
    let mut seen = Seen::default();
    look(schema, 1, &mut seen);
    seen.properties <= 5_000 && seen.values <= 1_000 && seen.characters <= 120_000 && seen.depth <= 10 && !seen.typeless
}
