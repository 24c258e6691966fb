//! Coercions, row by row from the list of RECOVERY.md "Coercer": what is brought to the schema, and what
//! would be a guess.

use countersign_recover::{Reason, Request, Schema, recover};
use serde_json::{Value, json};

/// The safe value, if nothing violates the schema and nothing was left out.
fn coerced(schema: &Value, input: &str) -> Option<Value> {
    let compiled = Schema::compile(schema).unwrap();
    let found = recover(&Request { input, schema: Some(&compiled), finish: None });
    let whole = found.violations.is_empty() && found.dropped.is_empty() && found.complete;
    found.value().filter(|_| whole).map(|v| v.get().to_serde())
}

fn check(schema: &Value, rows: &[(&str, Option<Value>)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(input, wanted)| {
            let got = coerced(schema, input);
            (got != *wanted).then(|| format!("{schema} {input}: {got:?}, not {wanted:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn to(value: impl Into<Value>) -> Option<Value> {
    Some(value.into())
}

#[test]
fn integers() {
    check(
        &json!({"type": "integer"}),
        &[
            ("12", to(12)),
            ("\"12\"", to(12)),
            ("\" 12 \"", to(12)),
            ("\"+12\"", to(12)),
            ("\"-12\"", to(-12)),
            ("\"0\"", to(0)),
            ("\"1,250\"", to(1250)),
            ("\"12,345,678\"", to(12_345_678)),
            ("\"-1,250\"", to(-1250)),
            ("\"1,250.00\"", to(1250)),
            ("\"12.0\"", to(12)),
            ("12.0", to(12.0)),
            ("[12]", to(12)),
            ("[\"12\"]", to(12)),
            ("\"\\n12\\t\"", to(12)),
            ("3.7", None),
            ("\"3.7\"", None),
            ("\"about five\"", None),
            ("\"five\"", None),
            ("\"12abc\"", None),
            ("\"12 kg\"", None),
            ("\"abc12\"", None),
            ("\"1,25\"", None),
            ("\"12,50\"", None),
            ("\"1,2500\"", None),
            ("\"1250,\"", None),
            ("\",250\"", None),
            ("\"1.250\"", None),
            ("\"1.250,00\"", None),
            ("\"1 250\"", None),
            ("\"0x10\"", None),
            ("\"١٢\"", None),
            ("\"１２\"", None),
            ("\"007\"", None),
            ("\"--5\"", None),
            ("\"+-5\"", None),
            ("\"5-\"", None),
            ("\"5-7\"", None),
            ("\"1/2\"", None),
            ("\"5%\"", None),
            ("\"$5\"", None),
            ("\"~5\"", None),
            ("\">5\"", None),
            ("\"5?\"", None),
            ("\"\"", None),
            ("\" \"", None),
            ("null", None),
            ("\"null\"", None),
            ("true", None),
            ("\"true\"", None),
            ("[]", None),
            ("[1,2]", None),
            ("{}", None),
            ("{\"a\":5}", None),
            ("\"NaN\"", None),
            ("\"Infinity\"", None),
            ("\"1e3\"", to(1000)),
            ("\"2.5E+1\"", to(25)),
            ("\"-0.2e2\"", to(-20)),
            ("\"0e5\"", to(0)),
            ("\"1e-3\"", None),
            ("\"1.5e0\"", None),
            ("\"1e400\"", None),
            ("\"1_000\"", None),
            ("\"twelve\"", None),
            ("\"#12\"", None),
        ],
    );
    check(
        &json!({"type": "integer", "minimum": 1, "maximum": 5}),
        &[("\"3\"", to(3)), ("\"0\"", None), ("\"6\"", None), ("9", None)],
    );
}

#[test]
fn numbers() {
    check(
        &json!({"type": "number"}),
        &[
            ("\"3.7\"", to(3.7)),
            ("\"-0.5\"", to(-0.5)),
            ("\"1,250.5\"", to(1250.5)),
            ("\"12\"", to(12)),
            ("\"1e3\"", to(1000.0)),
            ("\"2.5E-1\"", to(0.25)),
            ("\" 3.7\"", to(3.7)),
            ("[3.7]", to(3.7)),
            ("3.7", to(3.7)),
            ("\".5\"", to(0.5)),
            ("\"-.5\"", to(-0.5)),
            ("\"-5.\"", None),
            ("\"-0x1F\"", None),
            ("\"3,7\"", None),
            ("\"3.7.1\"", None),
            ("\"3.7 km\"", None),
            ("\"about 3.7\"", None),
            ("\"1.234,5\"", None),
            ("\"NaN\"", None),
            ("\"-Infinity\"", None),
            ("\"\"", None),
            ("null", None),
            ("false", None),
            ("\"1,250,5\"", None),
            ("\"e3\"", None),
            ("{}", None),
        ],
    );
}

#[test]
fn booleans() {
    check(
        &json!({"type": "boolean"}),
        &[
            ("\"true\"", to(true)),
            ("\"false\"", to(false)),
            ("\"True\"", to(true)),
            ("\"FALSE\"", to(false)),
            ("\" true \"", to(true)),
            ("[true]", to(true)),
            ("[\"false\"]", to(false)),
            ("True", to(true)),
            ("\"yes\"", None),
            ("\"no\"", None),
            ("\"on\"", None),
            ("\"1\"", None),
            ("1", None),
            ("0", None),
            ("\"t\"", None),
            ("\"\"", None),
            ("null", None),
            ("\"maybe\"", None),
            ("\"truee\"", None),
            ("[]", None),
            ("[true,false]", None),
            ("\"not true\"", None),
        ],
    );
}

#[test]
fn strings_and_nulls() {
    check(
        &json!({"type": "string"}),
        &[
            ("5", to("5")),
            ("1.50", to("1.50")),
            ("true", to("true")),
            ("[\"a\"]", to("a")),
            ("\" a \"", to(" a ")),
            ("\"null\"", to("null")),
            ("\"\"", to("")),
            ("null", None),
            ("[]", None),
            ("[\"a\",\"b\"]", None),
            ("{}", None),
            ("{\"a\":1}", None),
        ],
    );
    check(
        &json!({"type": ["integer", "null"]}),
        &[
            ("\"null\"", to(Value::Null)),
            ("\"\"", to(Value::Null)),
            ("\"None\"", to(Value::Null)),
            ("null", to(Value::Null)),
            ("\"7\"", to(7)),
            ("\"n/a\"", None),
            ("\"nil\"", None),
            ("\"unknown\"", None),
            ("\"7.5\"", None),
            ("0.5", None),
        ],
    );
    check(
        &json!({"type": ["string", "null"]}),
        &[("\"null\"", to("null")), ("\"\"", to("")), ("null", to(Value::Null)), ("5", to("5"))],
    );
    check(
        &json!({"type": "string", "format": "date"}),
        &[
            ("\"2026-01-02\"", to("2026-01-02")),
            ("\"2026-02-30\"", None),
            ("\"tomorrow\"", None),
            ("\"02.01.2026\"", None),
            ("\"1/2/2026\"", None),
            ("null", None),
            ("20260102", None),
        ],
    );
}

#[test]
fn lists() {
    let integers = json!({"type": "array", "items": {"type": "integer"}});
    check(
        &integers,
        &[
            ("5", to(json!([5]))),
            ("\"5\"", to(json!([5]))),
            ("[\"1\",2,\"3,000\"]", to(json!([1, 2, 3000]))),
            ("\"[1,2]\"", to(json!([1, 2]))),
            ("[]", to(json!([]))),
            ("\"1,2\"", None),
            ("\"1, 2\"", None),
            ("\"about five\"", None),
            ("null", None),
            ("3.7", None),
            ("{\"a\":1}", None),
            ("1\n2", None),
        ],
    );
    check(
        &json!({"type": "array", "items": {"type": "string"}}),
        &[
            ("\"a\"", to(json!(["a"]))),
            ("\"a, b\"", to(json!(["a, b"]))),
            ("[1,\"b\"]", to(json!(["1", "b"]))),
            ("null", None),
            ("[null]", None),
        ],
    );
    check(
        &json!({"type": "array", "items": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}),
        &[
            ("{\"id\":\"1\"}", to(json!([{"id": 1}]))),
            ("[{\"ID\":1}]", to(json!([{"id": 1}]))),
            ("{\"id\":1}\n{\"id\":\"2\"}\n", to(json!([{"id": 1}, {"id": 2}]))),
            ("```jsonl\n{\"id\":1}\n{\"id\":2}\n```", to(json!([{"id": 1}, {"id": 2}]))),
        ],
    );
}

#[test]
fn choices() {
    check(
        &json!({"enum": ["low", "high", "in_progress", "done"]}),
        &[
            ("\"low\"", to("low")),
            ("\"LOW\"", to("low")),
            ("\" High \"", to("high")),
            ("\"In Progress\"", to("in_progress")),
            ("\"in-progress\"", to("in_progress")),
            ("\"inProgress\"", to("in_progress")),
            ("\"IN_PROGRESS\"", to("in_progress")),
            ("[\"done\"]", to("done")),
            ("[\"Done\"]", to("done")),
            ("[\"nearly\"]", None),
            ("[[\"low\",\"high\"]]", None),
            ("\"medium\"", None),
            ("\"lo\"", None),
            ("\"lows\"", None),
            ("\"low, high\"", None),
            ("\"very high\"", None),
            ("\"progress\"", None),
            ("\"\"", None),
            ("null", None),
            ("1", None),
            ("[\"low\",\"high\"]", None),
            ("\"not done\"", None),
            ("\"hgih\"", None),
        ],
    );
    check(&json!({"enum": ["AB", "ab"]}), &[("\"ab\"", to("ab")), ("\"Ab\"", None)]);
    check(
        &json!({"enum": [1, 2, 3]}),
        &[("\"2\"", to(2)), ("2", to(2)), ("\"4\"", None), ("4", None), ("2.5", None), ("\"two\"", None)],
    );
    check(&json!({"const": "create"}), &[("\"Create\"", to("create")), ("\"update\"", None)]);
}

#[test]
fn keys_and_what_is_around() {
    let schema = json!({"type": "object", "required": ["scheduled_for", "id"], "additionalProperties": false, "properties": {
        "scheduled_for": {"type": "string"}, "id": {"type": "integer"}, "op": {"enum": ["create", "update"], "x-aliases": ["action", "type"]}}});
    let whole = || to(json!({"scheduled_for": "x", "id": 5}));
    check(
        &schema,
        &[
            ("{\"scheduled_for\":\"x\",\"id\":5}", whole()),
            ("{\"scheduledFor\":\"x\",\"id\":5}", whole()),
            ("{\"ScheduledFor\":\"x\",\"ID\":5}", whole()),
            ("{\"scheduled-for\":\"x\",\"Id\":\"5\"}", whole()),
            ("{\"SCHEDULED_FOR\":\"x\",\"id\":[5]}", whole()),
            ("{\"Scheduled For\":\"x\",\"id\":\"5.0\"}", whole()),
            ("{\"arguments\":{\"scheduled_for\":\"x\",\"id\":5}}", whole()),
            ("{\"properties\":{\"scheduled_for\":\"x\",\"id\":5}}", whole()),
            ("{\"name\":\"f\",\"arguments\":{\"scheduledFor\":\"x\",\"id\":\"5\"}}", whole()),
            ("{\"type\":\"object\",\"properties\":{\"scheduled_for\":\"x\",\"id\":5}}", whole()),
            ("{\"name\":\"f\",\"arguments\":\"{\\\"scheduled_for\\\":\\\"x\\\",\\\"id\\\":5}\"}", whole()),
            ("[{\"scheduled_for\":\"x\",\"id\":5}]", whole()),
            ("\"{\\\"scheduled_for\\\":\\\"x\\\",\\\"id\\\":5}\"", whole()),
            ("{\"parameters\":{\"scheduled_for\":\"x\",\"id\":5}}", whole()),
            (
                "{\"scheduled_for\":\"x\",\"id\":5,\"action\":\"Create\"}",
                to(json!({"scheduled_for": "x", "id": 5, "op": "create"})),
            ),
            (
                "{\"scheduled_for\":\"x\",\"id\":5,\"type\":\"update\"}",
                to(json!({"scheduled_for": "x", "id": 5, "op": "update"})),
            ),
            ("{\"scheduled_for\":\"x\"}", None),
            ("{\"scheduled\":\"x\",\"id\":5}", None),
            ("{\"scheduled_for\":null,\"id\":5}", None),
            ("{\"scheduled_for\":\"x\",\"id\":\"about five\"}", None),
            ("{\"scheduled_for\":\"x\",\"id\":null}", None),
            ("{\"scheduled_for\":\"x\",\"id\":5,\"other\":1}", None),
            ("{\"scheduled_for\":\"x\",\"id\":5,\"kind\":\"create\"}", None),
            ("{\"scheduled_for\":\"x\",\"id\":5,\"op\":\"drop\"}", None),
            ("{\"scheduledFor\":\"x\",\"scheduled-for\":\"y\",\"id\":5}", None),
            ("[]", None),
            ("\"x\"", None),
        ],
    );
    check(
        &json!({"type": "object", "properties": {"when": {"type": "object", "properties": {"hour": {"type": "integer"}, "days": {"type": "array", "items": {"enum": ["mon", "tue"]}}}}}}),
        &[
            ("{\"when\":{\"days\":[\"MON\",\"Tue\"]}}", to(json!({"when": {"days": ["mon", "tue"]}}))),
            ("{\"when\":\"{\\\"hour\\\": 9}\"}", to(json!({"when": {"hour": 9}}))),
            ("{\"when\":{\"hour\":9.5}}", None),
            ("{\"when\":{\"days\":[\"mon\",\"sun\"]}}", None),
        ],
    );
}

/// What stands in a list of texts where a comma is missing may be what became of the comma.
#[test]
fn a_number_beside_a_missing_comma_is_no_text() {
    let schema = json!({"type": "array", "items": {"type": "string"}});
    let schema = Schema::compile(&schema).unwrap();
    let read = |input: &str| recover(&Request { input, schema: Some(&schema), finish: None });
    for (input, safe) in [
        (r#"["a", 2 "b"]"#, r#"["a","b"]"#),
        (r#"["a" 2, "b"]"#, r#"["a","b"]"#),
        (r#"["a", 2, "b"]"#, r#"["a","2","b"]"#),
        (r#"["a" "b"]"#, r#"["a","b"]"#),
    ] {
        assert_eq!(read(input).value().unwrap().get().to_string(), safe, "{input}");
    }
    assert_eq!(read(r#"["a", 2 "b"]"#).reason("/1"), Some(Reason::Violation));
}

/// Only a function that says a value's type leaves it as it is.
#[test]
fn what_a_function_makes_of_a_value_is_not_known() {
    for (schema, text) in [
        (json!({"type": "integer"}), "not(5)"),
        (json!({"type": "boolean"}), "not(true)"),
        (json!({"type": "boolean"}), "!true"),
        (json!({"enum": ["low", "high"]}), "not(\"low\")"),
        (json!({"type": "string"}), "date(\"x\")"),
    ] {
        let schema = Schema::compile(&json!({"type": "object", "properties": {"v": schema}})).unwrap();
        let input = format!("{{\"v\":{text},\"n\":1}}");
        let found = recover(&Request { input: &input, schema: Some(&schema), finish: None });
        assert_eq!(found.value().unwrap().get().to_string(), "{\"n\":1}", "{input}\n{found:?}");
        assert!(!found.dropped.is_empty(), "{input}");
    }
}

/// Of a list whose elements are lists of the same kind there is no end.
#[test]
fn lists_of_themselves_are_not_put_around_a_value_for_ever() {
    for schema in [
        json!({"type": "array", "items": {"$ref": "#"}}),
        json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}),
    ] {
        let schema = Schema::compile(&schema).unwrap();
        for input in ["1", "[[1]]", "{\"a\":[1]}"] {
            let found = recover(&Request { input, schema: Some(&schema), finish: None });
            assert!(!found.violations.is_empty(), "{input}");
        }
    }
}
