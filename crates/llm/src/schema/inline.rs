//! `$ref` → what it refers to.

use super::combine::intersect;
use serde_json::{Map, Value};

/// Copies of a definition make a schema grow; beyond this many nodes it cannot be said inline.
const MOST_NODES: usize = 20_000;

/// The schema without references. Absent = one refers to itself, outside, or to nothing.
pub(super) fn inlined(root: &Value) -> Option<Value> {
    let mut left = MOST_NODES;
    node(root, root, &mut Vec::new(), &mut left)
}

fn node<'a>(schema: &'a Value, root: &'a Value, open: &mut Vec<&'a str>, left: &mut usize) -> Option<Value> {
    *left = left.checked_sub(1)?;
    let Value::Object(map) = schema else { return Some(schema.clone()) };
    let mut out = Map::new();
    for (key, value) in map {
        let new = match (key.as_str(), value) {
            ("$ref" | "$defs" | "definitions", _) => continue,
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(named)) => {
                let each = |(name, s): (&String, &'a Value)| Some((name.clone(), node(s, root, open, left)?));
                Value::Object(named.iter().map(each).collect::<Option<_>>()?)
            }
            ("items" | "additionalProperties" | "not" | "if" | "then" | "else" | "contains" | "propertyNames", _) => {
                node(value, root, open, left)?
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(all)) => {
                all.iter().map(|s| node(s, root, open, left)).collect::<Option<_>>()?
            }
            _ => value.clone(),
        };
        out.insert(key.clone(), new);
    }
    let Some(reference) = map.get("$ref") else { return Some(Value::Object(out)) };
    let reference = reference.as_str()?;
    if open.contains(&reference) {
        return None;
    }
    let pointer = reference.strip_prefix('#')?;
    let target = if pointer.is_empty() { root } else { root.pointer(pointer)? };
    open.push(reference);
    let target = node(target, root, open, left)?;
    open.pop();
    // What stands beside a reference holds too (2020-12), and its words win.
    Some(if out.is_empty() { target } else { intersect(&Value::Object(out), &target) })
}
