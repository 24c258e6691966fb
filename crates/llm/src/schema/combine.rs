//! Two schemas → one: both must hold (`allOf`), or either may (`anyOf`, `oneOf`).

use serde_json::{Map, Value, json};

/// The type names of a schema, where it has any.
pub(super) fn types(schema: &Value) -> Option<Vec<&str>> {
    named_types(schema.get("type")?)
}

pub(super) fn named_types(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(one) => Some(vec![one]),
        Value::Array(many) => Some(many.iter().filter_map(Value::as_str).collect()),
        _ => None,
    }
}

/// The types of these values, as a schema's `type`.
pub(super) fn types_of(values: &[Value]) -> Value {
    let mut names: Vec<&str> = Vec::new();
    for value in values {
        let name = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(n) if n.is_i64() || n.is_u64() => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    as_type(&names)
}

fn as_type(names: &[&str]) -> Value {
    match names {
        [] => Value::Null,
        [one] => json!(one),
        many => json!(many),
    }
}

/// The values a schema lists, by `enum` or `const`.
fn values(map: &Map<String, Value>) -> Option<Vec<Value>> {
    match (map.get("const"), map.get("enum")) {
        (Some(one), _) => Some(vec![one.clone()]),
        (None, Some(Value::Array(all))) => Some(all.clone()),
        _ => None,
    }
}

fn names(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// The schema whose values both accept, as far as one schema can say it.
pub(super) fn intersect(a: &Value, b: &Value) -> Value {
    let (Value::Object(a), Value::Object(b)) = (a, b) else {
        return if a.is_object() {
            a.clone()
        } else if b.is_object() {
            b.clone()
        } else {
            json!({})
        };
    };
    let mut out = a.clone();
    for (key, theirs) in b {
        let Some(ours) = a.get(key) else {
            out.insert(key.clone(), theirs.clone());
            continue;
        };
        let merged = match key.as_str() {
            _ if ours == theirs => continue,
            "properties" => {
                let (Value::Object(ours), Value::Object(theirs)) = (ours, theirs) else { continue };
                let mut all = ours.clone();
                for (name, theirs) in theirs {
                    let both = all.get(name).map_or_else(|| theirs.clone(), |ours| intersect(ours, theirs));
                    all.insert(name.clone(), both);
                }
                Value::Object(all)
            }
            "items" => intersect(ours, theirs),
            "required" => {
                let mut all = names(Some(ours));
                all.extend(names(Some(theirs)).into_iter().filter(|name| !names(Some(ours)).contains(name)));
                json!(all)
            }
            "type" => {
                let theirs = named_types(theirs).unwrap_or_default();
                let integer = |t: &str| t == "integer" && theirs.contains(&"number");
                let mut both: Vec<&str> = named_types(ours).unwrap_or_default();
                if both.contains(&"number") && theirs.contains(&"integer") && !theirs.contains(&"number") {
                    both = both.into_iter().map(|t| if t == "number" { "integer" } else { t }).collect();
                }
                as_type(&both.into_iter().filter(|t| theirs.contains(t) || integer(t)).collect::<Vec<_>>())
            }
            "enum" => {
                let theirs = theirs.as_array().cloned().unwrap_or_default();
                let both = ours.as_array().into_iter().flatten().filter(|v| theirs.contains(v)).cloned().collect();
                Value::Array(both)
            }
            "additionalProperties" if *theirs == json!(false) => json!(false),
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
                if number(theirs) > number(ours) { theirs.clone() } else { continue }
            }
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
                if number(theirs) < number(ours) { theirs.clone() } else { continue }
            }
            "anyOf" | "oneOf" => {
                // Both must hold: the second stays as something to merge later.
                let mut all = out.get("allOf").and_then(Value::as_array).cloned().unwrap_or_default();
                all.push(json!({ key: theirs }));
                out.insert("allOf".to_owned(), Value::Array(all));
                continue;
            }
            "allOf" => {
                let more = theirs.as_array().cloned().unwrap_or_default();
                ours.as_array().into_iter().flatten().cloned().chain(more).collect()
            }
            // Words and what has no common form: ours.
            _ => continue,
        };
        if !merged.is_null() {
            out.insert(key.clone(), merged);
        }
    }
    Value::Object(out)
}

/// The schema that accepts what any of these does (and more: which members go together can only be
/// said in words).
pub(super) fn unite(all: &[Value]) -> Value {
    let mut out =
        all.iter().skip(1).fold(all.first().cloned().unwrap_or_else(|| json!({})), |sum, b| unite_two(&sum, b));
    let sets: Vec<Vec<String>> =
        all.iter().filter(|s| s.get("properties").is_some()).map(|s| names(s.get("required"))).collect();
    let differ = sets.iter().any(|set| Some(set) != sets.first());
    if let Value::Object(map) = &mut out
        && differ
    {
        let said = sets.iter().map(|set| format!("({})", set.join(", "))).collect::<Vec<_>>().join(" or ");
        let text = match map.get("description").and_then(Value::as_str) {
            Some(before) if !before.is_empty() => format!("{before}\n\n{{required: {said}}}"),
            _ => format!("{{required: {said}}}"),
        };
        map.insert("description".to_owned(), text.into());
    }
    out
}

fn unite_two(a: &Value, b: &Value) -> Value {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return json!({}) };
    let mut out = Map::new();
    let typed = |map: &Map<String, Value>| {
        let listed = || values(map).map(|all| types_of(&all));
        map.get("type").cloned().or_else(listed).or_else(|| map.contains_key("properties").then(|| json!("object")))
    };
    if let (Some(ours), Some(theirs)) = (typed(a), typed(b)) {
        let mut both = named_types(&ours).unwrap_or_default();
        for name in named_types(&theirs).unwrap_or_default() {
            if !both.contains(&name) {
                both.push(name);
            }
        }
        if both.contains(&"number") {
            both.retain(|t| *t != "integer");
        }
        out.insert("type".to_owned(), as_type(&both));
    }
    let is = |map: &Map<String, Value>, name: &str| {
        typed(map).is_none_or(|t| named_types(&t).unwrap_or_default().contains(&name))
    };
    // Listed values stay listed only where both sides list theirs; null alone is a list of one.
    let listed = |map: &Map<String, Value>| {
        values(map).or_else(|| (typed(map) == Some(json!("null"))).then(|| vec![Value::Null]))
    };
    if let (Some(mut ours), Some(theirs)) = (listed(a), listed(b)) {
        for value in theirs {
            if !ours.contains(&value) {
                ours.push(value);
            }
        }
        out.insert("enum".to_owned(), Value::Array(ours));
    }
    for key in ["properties", "items"] {
        let merged = match (a.get(key), b.get(key)) {
            (Some(Value::Object(ours)), Some(Value::Object(theirs))) if key == "properties" => {
                let mut all = ours.clone();
                for (name, theirs) in theirs {
                    let both =
                        all.get(name).map_or_else(|| theirs.clone(), |ours| unite(&[ours.clone(), theirs.clone()]));
                    all.insert(name.clone(), both);
                }
                Some(Value::Object(all))
            }
            (Some(ours), Some(theirs)) => Some(unite(&[ours.clone(), theirs.clone()])),
            (one, other) => one.or(other).cloned(),
        };
        out.extend(merged.map(|value| (key.to_owned(), value)));
    }
    // Required in every branch that is an object at all.
    let required = match (is(a, "object"), is(b, "object")) {
        (true, true) => {
            let theirs = names(b.get("required"));
            names(a.get("required")).into_iter().filter(|name| theirs.contains(name)).collect()
        }
        (true, false) => names(a.get("required")),
        (false, true) => names(b.get("required")),
        (false, false) => Vec::new(),
    };
    if !required.is_empty() {
        out.insert("required".to_owned(), json!(required));
    }
    for (key, ours) in a.iter().chain(b) {
        let (mine, theirs) = (a.get(key), b.get(key));
        let merged =
            match (key.as_str(), mine, theirs) {
                ("type" | "enum" | "const" | "properties" | "items" | "required", ..) => continue,
                ("description", Some(Value::String(x)), Some(Value::String(y))) if x != y => {
                    json!(format!("{x} Or: {y}"))
                }
                ("description" | "title", ..) => ours.clone(),
                (_, Some(x), Some(y)) if x == y => ours.clone(),
                ("additionalProperties", Some(x), Some(y)) => {
                    if *x == json!(false) {
                        y.clone()
                    } else {
                        x.clone()
                    }
                }
                ("minimum" | "exclusiveMinimum" | "minLength" | "minItems", Some(x), Some(y)) => {
                    if number(x) < number(y) { x.clone() } else { y.clone() }
                }
                ("maximum" | "exclusiveMaximum" | "maxLength" | "maxItems", Some(x), Some(y)) => {
                    if number(x) > number(y) { x.clone() } else { y.clone() }
                }
                // A rule about one kind of value holds if the other side has no such values.
                ("minLength" | "maxLength" | "pattern" | "format", Some(x), None) if !is(b, "string") => x.clone(),
                ("minLength" | "maxLength" | "pattern" | "format", None, Some(y)) if !is(a, "string") => y.clone(),
                ("minItems" | "maxItems", Some(x), None) if !is(b, "array") => x.clone(),
                ("minItems" | "maxItems", None, Some(y)) if !is(a, "array") => y.clone(),
                ("additionalProperties", Some(x), None) if !is(b, "object") => x.clone(),
                ("additionalProperties", None, Some(y)) if !is(a, "object") => y.clone(),
                _ => continue,
            };
        out.insert(key.clone(), merged);
    }
    Value::Object(out)
}
