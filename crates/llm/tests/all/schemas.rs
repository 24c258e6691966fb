//! Schemas brought down: nothing a dialect refuses survives, nothing required is lost (S3-20).

use countersign_llm::catalogue::Dialect;
use countersign_llm::schema::{is_strict, lower, without_placeholders};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What the controller is asked for: flat, closed, bounded only by lists of values.
fn controller() -> Value {
    json!({
        "type": "object",
        "properties": {
            "thinking": { "type": "string", "description": "At most 100 characters." },
            "action": { "type": "string", "enum": ["call_tool", "respond", "ask_user"] },
            "tool": { "type": ["string", "null"] },
            "args": { "type": "array", "items": { "type": "object",
                "properties": { "name": { "type": "string" }, "value": { "type": "string" } },
                "required": ["name", "value"], "additionalProperties": false } },
        },
        "required": ["thinking", "action", "tool", "args"],
        "additionalProperties": false,
    })
}

#[test]
fn a_flat_schema_goes_through_every_provider_unchanged() {
    for dialect in Dialect::ALL {
        assert_eq!(lower(&controller(), dialect).unwrap().schema, controller(), "{dialect:?}");
    }
}

fn grounded() -> Value {
    json!({
        "type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": { "operations": { "type": "array", "maxItems": 2, "items": { "oneOf": [
            { "type": "object", "required": ["op", "title"], "properties": {
                "op": { "const": "create" }, "title": { "type": "string", "maxLength": 80 } } },
            { "type": "object", "required": ["op", "target"], "properties": {
                "op": { "const": "delete" }, "target": { "enum": ["Call dentist", "Buy milk"] } } },
        ] } } },
    })
}

#[test]
fn a_union_stays_where_it_works_and_becomes_one_object_elsewhere() {
    let llama = lower(&grounded(), Dialect::LlamaServer).unwrap().schema;
    let branches = &llama["properties"]["operations"]["items"]["anyOf"];
    assert_eq!(branches[0]["required"], json!(["op", "title"]));
    assert_eq!(branches[1]["properties"]["target"], json!({ "enum": ["Call dentist", "Buy milk"] }));
    assert_eq!(branches[1]["additionalProperties"], false);
    assert_eq!(llama["properties"]["operations"]["maxItems"], 2);

    let openai = lower(&grounded(), Dialect::OpenAi).unwrap();
    assert!(openai.strict);
    insta::assert_json_snapshot!("grounded_openai", openai.schema);
    insta::assert_json_snapshot!("grounded_anthropic", lower(&grounded(), Dialect::Anthropic).unwrap().schema);
}

#[test]
fn references_are_inlined_and_circles_refused() {
    let schema = json!({
        "type": "object", "properties": { "a": { "$ref": "#/$defs/T", "description": "mine" }, "b": { "$ref": "#/$defs/T" } },
        "required": ["a", "b"],
        "$defs": { "T": { "type": "string", "description": "theirs", "minLength": 2 } },
    });
    let lowered = lower(&schema, Dialect::LlamaServer).unwrap().schema;
    assert_eq!(lowered["properties"]["a"], json!({ "description": "mine", "type": "string", "minLength": 2 }));
    assert_eq!(lowered.get("$defs"), None);
    let circle = json!({ "type": "object", "properties": { "next": { "$ref": "#" } } });
    let outside = json!({ "type": "object", "properties": { "x": { "$ref": "https://example.com/s" } } });
    let nowhere = json!({ "$ref": "#/$defs/none" });
    let bomb = {
        let mut defs = Map::new();
        for n in 0..40 {
            let next = json!({ "$ref": format!("#/$defs/d{}", n + 1) });
            defs.insert(format!("d{n}"), json!({ "type": "object", "properties": { "l": next, "r": next } }));
        }
        defs.insert("d40".into(), json!({ "type": "string" }));
        json!({ "$ref": "#/$defs/d0", "$defs": defs })
    };
    for dialect in Dialect::ALL {
        for bad in [&circle, &outside, &nowhere, &bomb] {
            assert_eq!(lower(bad, dialect), None, "{dialect:?}");
        }
    }
}

#[test]
fn what_cannot_be_said_moves_into_the_description() {
    let schema = json!({ "type": "object", "required": ["n"], "properties": {
        "n": { "type": "integer", "minimum": 1, "description": "How many." },
        "t": { "type": "string", "minLength": 2, "format": "uri", "pattern": "\\d+" },
    } });
    let n = |dialect| lower(&schema, dialect).unwrap().schema["properties"]["n"].clone();
    assert_eq!(n(Dialect::Anthropic), json!({ "type": "integer", "description": "How many.\n\n{minimum: 1}" }));
    assert_eq!(n(Dialect::OpenAi), json!({ "type": "integer", "minimum": 1, "description": "How many." }));
    assert_eq!(n(Dialect::Ollama)["minimum"], 1);
    let t = |dialect| lower(&schema, dialect).unwrap().schema["properties"]["t"].clone();
    assert_eq!(
        t(Dialect::Anthropic),
        json!({ "type": "string", "format": "uri", "description": "{minLength: 2, pattern: \"\\\\d+\"}" })
    );
    assert_eq!(
        t(Dialect::LlamaServer),
        json!({ "type": "string", "minLength": 2, "description": "{format: \"uri\", pattern: \"\\\\d+\"}" })
    );
    assert_eq!(t(Dialect::Compatible)["type"], json!(["string", "null"]));
}

#[test]
fn absent_and_null_are_never_confused() {
    // `scheduledFor: null` clears a date; leaving it out keeps it.
    let schema = json!({ "type": "object", "required": ["id"], "properties": {
        "id": { "type": "integer" }, "title": { "type": "string" }, "scheduledFor": { "type": ["string", "null"] } } });
    let lowered = lower(&schema, Dialect::OpenAi).unwrap();
    assert!(!lowered.strict);
    assert_eq!(lowered.schema["required"], json!(["id"]));
    let plain = json!({ "type": "object", "required": ["id"], "properties": {
        "id": { "type": "integer" }, "title": { "type": "string" }, "priority": { "enum": ["low", "high"] } } });
    let lowered = lower(&plain, Dialect::OpenAi).unwrap();
    assert!(lowered.strict);
    assert_eq!(lowered.schema["required"], json!(["id", "title", "priority"]));
    assert_eq!(
        lowered.schema["properties"]["priority"],
        json!({ "enum": ["low", "high", null], "type": ["string", "null"] })
    );
    let mut answer = json!({ "id": 1, "title": null, "priority": null, "other": null });
    without_placeholders(&mut answer, &plain);
    assert_eq!(answer, json!({ "id": 1, "other": null }));
    let mut answer = json!({ "id": 1, "title": null, "scheduledFor": null });
    without_placeholders(&mut answer, &schema);
    assert_eq!(answer, json!({ "id": 1, "scheduledFor": null }));
}

#[test]
fn a_root_that_is_no_object_is_for_another_rung() {
    for schema in [json!({ "type": "array", "items": { "type": "string" } }), json!({ "enum": ["a"] }), json!(true)] {
        for dialect in Dialect::ALL {
            assert_eq!(lower(&schema, dialect).is_none(), is_strict(dialect), "{dialect:?} {schema}");
        }
    }
    let union = json!({ "anyOf": [{ "type": "object", "properties": { "a": { "type": "string" } } }, { "type": "object", "properties": { "b": { "type": "string" } } }] });
    let lowered = lower(&union, Dialect::OpenAi).unwrap().schema;
    assert_eq!(lowered["type"], "object");
    assert_eq!(lowered["properties"].as_object().unwrap().len(), 2);
}

#[test]
fn beyond_openais_limits_a_schema_is_not_called_strict() {
    let many = |n: usize| {
        let values: Vec<String> = (0..n).map(|i| format!("v{i}")).collect();
        json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "string", "enum": values } } })
    };
    let deep = |n: usize| {
        (1..n).fold(
            json!({ "type": "string" }),
            |inner, _| json!({ "type": "object", "required": ["a"], "properties": { "a": inner } }),
        )
    };
    for (schema, strict) in [(many(1_000), true), (many(1_001), false), (deep(10), true), (deep(11), false)] {
        assert_eq!(lower(&schema, Dialect::OpenAi).unwrap().strict, strict);
    }
}

/// Any schema, with everything that runtimes dislike.
fn any_schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({ "type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a+$" })),
        Just(json!({ "type": "integer", "minimum": 0, "maximum": 9 })),
        Just(json!({ "type": "number", "multipleOf": 0.5 })),
        Just(json!({ "type": ["string", "null"], "format": "date" })),
        Just(json!({ "enum": ["x", "y"] })),
        Just(json!({ "const": "z" })),
        Just(json!({ "type": "boolean", "default": true, "title": "T" })),
        Just(json!({ "$ref": "#/$defs/D" })),
        Just(json!({ "type": "object", "additionalProperties": { "type": "string" } })),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let object = (proptest::collection::btree_map("[a-d]", inner.clone(), 0..4), proptest::collection::vec("[a-d]", 0..3), any::<bool>())
            .prop_map(|(properties, required, open)| {
                let required: Vec<String> = required.into_iter().filter(|name| properties.contains_key(name)).collect();
                let mut out = json!({ "type": "object", "properties": properties });
                if !required.is_empty() {
                    let mut unique = required;
                    unique.sort();
                    unique.dedup();
                    out["required"] = json!(unique);
                }
                if open {
                    out["additionalProperties"] = true.into();
                }
                out
            });
        prop_oneof![
            3 => object.clone(),
            1 => proptest::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({ "oneOf": all })),
            1 => proptest::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({ "anyOf": all, "description": "either" })),
            1 => (object.clone(), object).prop_map(|(a, b)| json!({ "allOf": [a, b] })),
            1 => inner.clone().prop_map(|items| json!({ "type": "array", "items": items, "minItems": 2, "uniqueItems": true })),
            1 => inner.prop_map(|s| json!({ "type": "string", "not": s })),
        ]
    })
}

fn rooted() -> impl Strategy<Value = Value> {
    proptest::collection::btree_map("[a-d]", any_schema(), 1..4).prop_map(|properties| {
        let required: Vec<&String> = properties.keys().take(1).collect();
        json!({ "type": "object", "properties": properties, "required": required,
                "$defs": { "D": { "type": "string", "enum": ["p", "q"] } } })
    })
}

/// Every schema in a schema.
fn each(schema: &Value, look: &mut impl FnMut(&Value)) {
    look(schema);
    for (_, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        each(property, look);
    }
    for key in ["items", "additionalProperties"] {
        schema.get(key).filter(|v| v.is_object()).into_iter().for_each(|s| each(s, look));
    }
    for branch in schema.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        each(branch, look);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn nothing_that_a_dialect_refuses_survives(schema in rooted()) {
        for dialect in Dialect::ALL {
            let lowered = lower(&schema, dialect).unwrap();
            let mut wrong = Vec::new();
            each(&lowered.schema, &mut |s| {
                for key in ["$ref", "$defs", "oneOf", "allOf", "not", "uniqueItems"] {
                    if s.get(key).is_some() { wrong.push(format!("{key} in {s}")); }
                }
                if s.get("anyOf").is_some() && (is_strict(dialect) || s.get("properties").is_some()) {
                    wrong.push(format!("anyOf in {s}"));
                }
                if is_strict(dialect) && s.get("properties").is_some() && s.get("additionalProperties") != Some(&json!(false)) {
                    wrong.push(format!("open: {s}"));
                }
                if dialect == Dialect::Anthropic {
                    for key in ["minimum", "maximum", "multipleOf", "minLength", "maxLength", "maxItems"] {
                        if s.get(key).is_some() { wrong.push(format!("{key} in {s}")); }
                    }
                    if s.get("minItems").and_then(Value::as_u64).is_some_and(|n| n > 1) { wrong.push("minItems".into()); }
                }
                if lowered.strict {
                    let names: Vec<&String> = s.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).collect();
                    let required = s.get("required").and_then(Value::as_array).map_or(0, Vec::len);
                    if required != names.len() || s.get("type").is_none() { wrong.push(format!("not strict: {s}")); }
                }
            });
            prop_assert!(wrong.is_empty(), "{:?}: {:?}", dialect, wrong);
        }
    }

    #[test]
    fn lowering_twice_changes_nothing_more(schema in rooted()) {
        for dialect in Dialect::ALL {
            let once = lower(&schema, dialect).unwrap().schema;
            prop_assert_eq!(lower(&once, dialect).unwrap().schema, once, "{:?}", dialect);
        }
    }

    #[test]
    fn nothing_required_is_lost(schema in rooted()) {
        for dialect in Dialect::ALL {
            let lowered = lower(&schema, dialect).unwrap().schema;
            let names = |s: &Value| -> Vec<String> {
                s["required"].as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
            };
            for name in names(&schema) {
                prop_assert!(names(&lowered).contains(&name));
            }
            let properties: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
            let kept: Vec<&String> = lowered["properties"].as_object().unwrap().keys().collect();
            prop_assert_eq!(properties, kept);
        }
    }
}

/// Anthropic's limits (PROVIDERS): 24 optional members, 16 of more than one type.
#[test]
fn what_has_too_many_optional_members_for_anthropic_fits_or_is_said_otherwise() {
    fn counted(schema: &Value) -> (usize, usize) {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let (mut optional, mut unions) = schema.get("items").map_or((0, 0), counted);
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let (more, others) = counted(member);
            optional += more + usize::from(!required.contains(&name.as_str()));
            unions += others + usize::from(member["type"].is_array());
        }
        (optional, unions)
    }
    let wide = |own: usize, inner: usize| {
        let text = |n: usize| (format!("p{n}"), json!({ "type": "string" }));
        let mut members: Map<String, Value> = (0..own).map(text).collect();
        let inside: Map<String, Value> = (0..inner).map(text).collect();
        members.insert("op".to_owned(), json!({ "enum": ["create"] }));
        members.insert("set".to_owned(), json!({ "type": "object", "properties": inside }));
        let each = json!({ "type": "object", "properties": members, "required": ["op"] });
        json!({ "type": "object", "properties": { "operations": { "type": "array", "items": each } }, "required": ["operations"] })
    };
    for (own, inner, fits) in [(5, 5, true), (19, 20, true), (39, 0, true), (40, 0, false), (30, 30, false)] {
        let lowered = lower(&wide(own, inner), Dialect::Anthropic);
        assert_eq!(lowered.is_some(), fits, "{own} {inner}");
        let Some(lowered) = lowered else { continue };
        let (optional, unions) = counted(&lowered.schema);
        assert!(optional <= 24 && unions <= 16, "{own} {inner}: {optional} {unions}");
    }
    // The nulls that take their places are none of the answer.
    let mut answer = json!({ "operations": [{ "op": "create", "p1": "a", "set": { "p0": null, "p1": "b" } }] });
    without_placeholders(&mut answer, &wide(19, 20));
    assert_eq!(answer, json!({ "operations": [{ "op": "create", "p1": "a", "set": { "p1": "b" } }] }));
}
