//! Coercion and validation: what is brought to the schema, and what is refused.

use countersign_recover::{Recovered, Request, Schema, SchemaError, recover};
use serde_json::{Value, json};

fn with(schema: &Value, input: &str) -> Recovered {
    let schema = Schema::compile(schema).unwrap();
    recover(&Request { input, schema: Some(&schema), finish: None })
}

#[test]
fn scalars_are_coerced_where_one_thing_can_be_meant() {
    let types = |t: &str| json!({"type": t});
    let priority = json!({"enum": ["low", "high", "in_progress"]});
    for (schema, input, value) in [
        (types("integer"), "\"12\"", "12"),
        (types("integer"), "\" 12 \"", "12"),
        (types("integer"), "\"1,250\"", "1250"),
        (types("integer"), "\"-5\"", "-5"),
        (types("integer"), "\"3.0\"", "3"),
        (types("number"), "\"1,250.5\"", "1250.5"),
        (types("number"), "\"1e3\"", "1e3"),
        (types("number"), "\"0.10\"", "0.10"),
        (types("boolean"), "\"true\"", "true"),
        (types("boolean"), "\"False\"", "false"),
        (types("string"), "12", "\"12\""),
        (types("string"), "true", "\"true\""),
        (types("integer"), "[5]", "5"),
        (types("integer"), "[\"5\"]", "5"),
        (priority.clone(), "\"HIGH\"", "\"high\""),
        (priority.clone(), "\"In Progress\"", "\"in_progress\""),
        (priority, "\"inProgress\"", "\"in_progress\""),
        (json!({"enum": [1, 2]}), "\"2\"", "2"),
        (json!({"const": "x"}), "\"X\"", "\"x\""),
        (json!({"type": "array", "items": {"type": "integer"}}), "5", "[5]"),
        (json!({"type": "array", "items": {"type": "integer"}}), "[\"1\", 2]", "[1,2]"),
        (json!({"type": ["string", "null"], "format": "date"}), "\"\"", "null"),
        (json!({"type": ["integer", "null"]}), "\"null\"", "null"),
        (json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}), "\"7\"", "7"),
    ] {
        let found = with(&schema, input);
        assert_eq!(found.value().map(|v| v.get().to_string()).as_deref(), Some(value), "{schema} {input} {found:?}");
        assert!(found.violations.is_empty(), "{schema} {input}");
    }
}

#[test]
fn what_would_be_a_guess_is_refused() {
    for (schema, input) in [
        (json!({"type": "integer"}), "\"about five\""),
        (json!({"type": "integer"}), "3.7"),
        (json!({"type": "integer"}), "\"3.7\""),
        (json!({"type": "integer"}), "\"5 apples\""),
        (json!({"type": "integer"}), "\"12,50\""),
        (json!({"type": "integer"}), "\"1,2,3\""),
        (json!({"type": "integer"}), "\"1.250,00\""),
        (json!({"type": "integer"}), "\"007\""),
        (json!({"type": "integer"}), "\"\""),
        (json!({"type": "integer"}), "null"),
        (json!({"type": "integer"}), "true"),
        (json!({"type": "integer"}), "[1, 2]"),
        (json!({"type": "integer"}), "{\"a\": 1}"),
        (json!({"type": "number"}), "\"NaN\""),
        (json!({"type": "boolean"}), "\"maybe\""),
        (json!({"type": "boolean"}), "\"yes\""),
        (json!({"type": "boolean"}), "1"),
        (json!({"type": "boolean"}), "\"1\""),
        (json!({"type": "string"}), "null"),
        (json!({"type": "string"}), "{\"a\": 1}"),
        (json!({"enum": ["low", "high"]}), "\"medium\""),
        (json!({"enum": ["low", "high"]}), "\"hig\""),
        (json!({"enum": ["AB", "ab"]}), "\"Ab\""),
        (json!({"type": "integer", "minimum": 5}), "\"3\""),
        (json!({"type": "string", "format": "date"}), "\"tomorrow\""),
        (json!({"type": "array", "items": {"type": "integer"}}), "\"a, b\""),
        (json!({"type": "object", "required": ["id"]}), "{}"),
    ] {
        let found = with(&schema, input);
        assert!(!found.violations.is_empty(), "{schema} {input} {found:?}");
        assert!(found.value().is_none(), "{schema} {input} {found:?}");
    }
}

fn operations() -> Value {
    json!({
        "type": "object",
        "required": ["operations"],
        "properties": {
            "summary": {"type": "string"},
            "operations": {"type": "array", "items": {
                "type": "object",
                "required": ["op", "id"],
                "properties": {
                    "op": {"enum": ["create", "update", "delete"], "x-aliases": ["action", "type"]},
                    "id": {"type": "integer"},
                    "scheduledFor": {"type": ["string", "null"]},
                    "tags": {"type": "array", "items": {"type": "string"}}
                },
                "additionalProperties": false
            }}
        }
    })
}

#[test]
fn objects_are_brought_to_the_schema() {
    let one = "{\"operations\":[{\"op\":\"update\",\"id\":5}]}";
    for (input, value) in [
        ("{\"operations\":[{\"op\":\"Update\",\"id\":\"5\"}]}", one),
        ("{\"Operations\":[{\"OP\":\"update\",\"ID\":5}]}", one),
        ("{\"operations\":[{\"action\":\"update\",\"id\":5}]}", one),
        ("{\"operations\":{\"type\":\"update\",\"id\":5}}", one),
        ("[{\"op\":\"update\",\"id\":5}]", one),
        ("{\"arguments\":{\"operations\":[{\"op\":\"update\",\"id\":5}]}}", one),
        (
            "{\"name\":\"propose\",\"arguments\":\"{\\\"operations\\\":[{\\\"op\\\":\\\"update\\\",\\\"id\\\":5}]}\"}",
            one,
        ),
        ("{\"type\":\"object\",\"properties\":{\"operations\":[{\"op\":\"update\",\"id\":5}]}}", one),
        ("\"{\\\"operations\\\":[{\\\"op\\\":\\\"update\\\",\\\"id\\\":5}]}\"", one),
        ("{\"operations\":[]} is empty; {\"operations\":[{\"op\":\"update\",\"id\":5}]}", one),
        ("{\"operations\":[{\"op\":\"update\",\"id\":5}]}\n\nSee {\"x\": 1}", one),
        (
            "{\"op\":\"update\",\"id\":5}\n{\"op\":\"delete\",\"id\":6}",
            "{\"operations\":[{\"op\":\"update\",\"id\":5},{\"op\":\"delete\",\"id\":6}]}",
        ),
        (
            "{\"operations\":[{\"op\":\"update\",\"id\":5,\"scheduled_for\":\"x\",\"tags\":\"a\"}]}",
            "{\"operations\":[{\"op\":\"update\",\"id\":5,\"scheduledFor\":\"x\",\"tags\":[\"a\"]}]}",
        ),
    ] {
        let found = with(&operations(), input);
        assert_eq!(found.value().map(|v| v.get().to_string()).as_deref(), Some(value), "{input} {found:?}");
        assert!(found.violations.is_empty() && found.complete, "{input}");
    }
}

#[test]
fn the_smallest_element_that_violates_is_dropped() {
    for (input, value, dropped, violation) in [
        (
            "{\"operations\":[{\"op\":\"update\",\"id\":\"about five\"},{\"op\":\"delete\",\"id\":6}]}",
            Some("{\"operations\":[{\"op\":\"delete\",\"id\":6}]}"),
            "/operations/0",
            "/operations/0/id",
        ),
        (
            "{\"operations\":[{\"op\":\"update\"},{\"op\":\"delete\",\"id\":6}]}",
            Some("{\"operations\":[{\"op\":\"delete\",\"id\":6}]}"),
            "/operations/0",
            "/operations/0",
        ),
        (
            "{\"summary\":[1,2],\"operations\":[{\"op\":\"delete\",\"id\":6}]}",
            Some("{\"operations\":[{\"op\":\"delete\",\"id\":6}]}"),
            "/summary",
            "/summary",
        ),
        (
            "{\"operations\":[{\"op\":\"delete\",\"id\":6,\"tags\":[\"a\",{}]}]}",
            Some("{\"operations\":[{\"op\":\"delete\",\"id\":6,\"tags\":[\"a\"]}]}"),
            "/operations/0/tags/1",
            "/operations/0/tags/1",
        ),
        ("{\"operations\":[{\"op\":\"delete\",\"id\":6,\"more\":1}]}", None, "/operations/0", "/operations/0/more"),
        ("{\"summary\":\"x\"}", None, "", ""),
    ] {
        let found = with(&operations(), input);
        assert_eq!(found.value().map(|v| v.get().to_string()).as_deref(), value, "{input} {found:?}");
        let paths: Vec<_> = found.dropped.iter().map(|d| d.path.as_str()).collect();
        assert_eq!(paths, [dropped], "{input}");
        assert_eq!(found.violations[0].path, violation, "{input}");
    }
}

#[test]
fn an_operation_given_twice_over_is_no_operation() {
    let input = "{\"operations\":[{\"op\":\"create\",\"id\":1,\"op\":\"delete\"},{\"op\":\"delete\",\"id\":6}]}";
    let found = with(&operations(), input);
    assert_eq!(found.value().unwrap().get().to_string(), "{\"operations\":[{\"op\":\"delete\",\"id\":6}]}");
    assert_eq!(
        serde_json::to_value(&found.dropped).unwrap(),
        json!([{"path": "/operations/0", "reason": "duplicate"}])
    );
}

#[test]
fn keywords_are_checked() {
    for (schema, good, bad) in [
        (json!({"type": "integer"}), "1.0", "1.5"),
        (json!({"multipleOf": 0.0001}), "0.0075", "0.00751"),
        (json!({"exclusiveMinimum": 1.1}), "1.2", "1.1"),
        (json!({"maxLength": 2}), "\"😀😀\"", "\"abc\""),
        (json!({"pattern": "^a*$"}), "\"aaa\"", "\"aab\""),
        (json!({"pattern": "^(?=.*\\d)[a-z\\d]+$"}), "\"a1\"", "\"ab\""),
        (json!({"uniqueItems": true}), "[1, true]", "[1, 1.0]"),
        (json!({"contains": {"const": 5}, "maxContains": 1}), "[5, 4]", "[5, 5]"),
        (json!({"prefixItems": [{"type": "integer"}], "items": false}), "[1]", "[1, 2]"),
        (json!({"propertyNames": {"maxLength": 2}}), "{\"ab\": 1}", "{\"abc\": 1}"),
        (json!({"dependentRequired": {"a": ["b"]}}), "{\"b\": 1}", "{\"a\": 1}"),
        (
            json!({"patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": false}),
            "{\"x1\": 1}",
            "{\"y\": 1}",
        ),
        (json!({"oneOf": [{"type": "integer"}, {"minimum": 2}]}), "1", "3"),
        (json!({"not": {"type": "null"}}), "1", "null"),
        (json!({"if": {"minimum": 5}, "then": {"multipleOf": 5}, "else": {"const": 1}}), "10", "6"),
        (json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "integer"}}}), "1", "{}"),
        (json!({"$id": "http://x.y/z", "$ref": "#n", "$defs": {"q": {"$anchor": "n", "type": "integer"}}}), "1", "{}"),
        (json!({"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}), "{\"a\": 1}", "{\"b\": 1}"),
        (json!({"prefixItems": [true], "unevaluatedItems": false}), "[1]", "[1, 2]"),
        (json!({"const": {"a": 1}}), "{\"a\": 1.0}", "{\"a\": 2}"),
        (json!({"format": "date"}), "\"2024-02-29\"", "\"2023-02-29\""),
        (json!({"format": "date-time"}), "\"2026-01-02T03:04:05Z\"", "\"2026-01-02\""),
        (json!({"format": "ipv4"}), "\"127.0.0.1\"", "\"127.0.0.256\""),
        (json!({"format": "uuid"}), "\"2eb8aa08-aa98-11ea-b4aa-73b441d16380\"", "\"2eb8\""),
        (json!({"format": "email"}), "\"a@b.c\"", "\"a.b.c\""),
        (
            json!({"properties": {"child": {"$ref": "#"}}, "additionalProperties": false}),
            "{\"child\": {}}",
            "{\"child\": {\"x\": 1}}",
        ),
    ] {
        assert!(with(&schema, good).violations.is_empty(), "{schema} {good}");
        assert!(!with(&schema, bad).violations.is_empty(), "{schema} {bad}");
    }
}

#[test]
fn a_schema_that_cannot_be_used_is_refused() {
    let refused = |schema: Value| Schema::compile(&schema).unwrap_err();
    assert!(matches!(refused(json!(1)), SchemaError::NotASchema { .. }));
    assert!(matches!(refused(json!({"$ref": "#/$defs/none"})), SchemaError::UnknownReference { .. }));
    assert!(matches!(refused(json!({"$ref": "http://x.y/z"})), SchemaError::UnknownReference { .. }));
    assert!(matches!(refused(json!({"pattern": "("})), SchemaError::Pattern { .. }));
    assert!(matches!(refused(json!({"type": "strin"})), SchemaError::Keyword { .. }));
}

/// A schema that has a name of its own, and takes any other member, would take the call for the answer.
#[test]
fn a_calls_own_name_is_not_the_one_that_is_asked_for() {
    let schema = json!({"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "count": {"type": "integer"}, "due": {"type": ["string", "null"], "format": "date"}}});
    let wanted = json!({"name": "x", "count": 2});
    let text = wanted.to_string();
    for call in [
        json!({"name": "propose", "arguments": wanted}),
        json!({"name": "propose", "arguments": text}),
        json!({"type": "tool_use", "id": "t1", "name": "propose", "input": wanted}),
        json!({"name": "propose", "parameters": {"name": "x", "count": "2"}}),
        json!([{"name": "propose", "arguments": wanted}]),
        json!({"tool_calls": [{"id": "c", "type": "function", "function": {"name": "propose", "arguments": text}}]}),
        json!({"function_call": {"name": "propose", "arguments": text}}),
    ] {
        let found = with(&schema, &call.to_string());
        assert_eq!(found.value().map(|v| v.get().to_serde()), Some(wanted.clone()), "{call}\n{found:?}");
        assert!(found.violations.is_empty() && found.complete, "{call}");
    }
    // What only has a member of that name is the answer, and so is what the schema has arguments for.
    for answer in
        [json!({"name": "x", "arguments": {"verbose": true}}), json!({"name": "x", "notes": "y", "input": wanted})]
    {
        assert_eq!(with(&schema, &answer.to_string()).value().map(|v| v.get().to_serde()), Some(answer));
    }
    let own = json!({"properties": {"name": {"type": "string"}, "arguments": {"type": "object"}}});
    let answer = json!({"name": "x", "arguments": {"name": "y"}});
    assert_eq!(with(&own, &answer.to_string()).value().map(|v| v.get().to_serde()), Some(answer));
    // A word for nothing where the text it stands in cannot be what is wanted.
    for word in ["null", "None", " NULL "] {
        let found = with(&schema, &json!({"name": "null", "due": word}).to_string());
        assert_eq!(found.value().map(|v| v.get().to_serde()), Some(json!({"name": "null", "due": null})), "{word}");
    }
    // One that says nothing clears nothing.
    let found = with(&schema, &json!({"name": "null", "due": ""}).to_string());
    assert_eq!(found.value().map(|v| v.get().to_serde()), Some(json!({"name": "null"})));
}

/// An example in the prose is no part of the list, whether it stands before or after it.
#[test]
fn a_list_is_not_taken_for_the_example_beside_it() {
    let schema = json!({"type": "array", "items": {"type": "object", "required": ["id"],
        "properties": {"id": {"type": "integer"}, "title": {"type": "string"}}}});
    let compiled = Schema::compile(&schema).unwrap();
    for text in [
        "An entry looks like {\"id\": 9}. Here they are:\n[{\"id\":1},{\"id\":2}]",
        "[{\"id\":1},{\"id\":2}]\n\nAn entry such as {\"id\": 9} would be wrong.",
        "An entry looks like {\"id\": 9}.\n\n{\"id\":1}\n{\"id\":2}",
        "{\"id\":1}\n{\"id\":2}\n\nAn entry such as {\"id\": 9, \"title\": \"x\"} would be wrong.",
        "Like {\"id\": 9}:\n```json\n{\"id\":1}\n{\"id\":2}\n```\nNot like {\"id\": 8}.",
        "{\"id\":1}\n{\"id\":2}",
    ] {
        let found = recover(&Request { input: text, schema: Some(&compiled), finish: None });
        assert_eq!(found.value().unwrap().get().to_string(), "[{\"id\":1},{\"id\":2}]", "{text}");
        assert!(found.complete && found.dropped.is_empty(), "{text}");
    }
}
