//! The operations as a model calls them: every option, and every refusal.
#![allow(clippy::unwrap_used, reason = "a test ends where something is not as expected")]

use countersign_outputs::{Document, NAMES, members, run, tools};
use serde_json::{Value, json};

fn shop() -> Document {
    let item = |n: usize| json!({ "id": n, "kind": if n.is_multiple_of(3) { "pen" } else { "book" }, "price": n as f64 / 2.0, "tags": vec!["t"; n % 4] });
    Document::new(json!({ "page": 1, "items": (0..30).map(item).collect::<Vec<_>>(), "a b": { "deep": [[1, 2], [3]] }, "next": null }).to_string())
}

fn ask(document: &Document, tool: &str, args: Value) -> Value {
    let answer = run(&format!("tool_outputs.{tool}"), &args, document, &|| false).unwrap();
    serde_json::from_str(answer.get()).unwrap()
}

fn refused(document: &Document, tool: &str, args: Value) -> (String, String) {
    let problem = run(&format!("tool_outputs.{tool}"), &args, document, &|| false).unwrap_err();
    assert!(!problem.hint.is_empty());
    (problem.code.into_owned(), problem.path.unwrap_or_default())
}

#[test]
fn extract_gives_values_by_path_and_names_what_is_missing() {
    let shop = shop();
    let all = ask(&shop, "extract", json!({ "paths": ["$.page", "$.items[1:3].id", "$.gone", "$.next"] }));
    assert_eq!(
        all,
        json!({
            "extracted": { "$.page": 1, "$.items[1:3].id": [1, 2], "$.next": null },
            "missing_paths": ["$.gone"],
            "matches": { "$.page": 1, "$.items[1:3].id": 2, "$.gone": 0, "$.next": 1 },
        })
    );
    let with = json!({ "paths": ["$.gone", "$.page", "$['a b'].deep"], "include_paths": true, "default_value": null, "flatten": true });
    assert_eq!(
        ask(&shop, "extract", with)["extracted"],
        json!({
            "$.gone": null,
            "$.page": [{ "path": "$['page']", "value": 1 }],
            "$['a b'].deep": [{ "path": "$['a b']['deep'][0]", "value": [1, 2] }, { "path": "$['a b']['deep'][1]", "value": [3] }],
        })
    );
    let one = ask(&shop, "extract", json!({ "paths": ["$.page"], "include_paths": true }));
    assert_eq!(one["extracted"]["$.page"], json!({ "path": "$['page']", "value": 1 }));
}

#[test]
fn numbers_come_back_digit_by_digit() {
    let document = Document::new("{ \"n\" : 123456789012345678901234567890.10 , \"s\": \"a  b\" }".to_owned());
    let answer = run("tool_outputs.extract", &json!({ "paths": ["$"] }), &document, &|| false).unwrap();
    assert!(answer.get().contains(r#"{"n":123456789012345678901234567890.10,"s":"a  b"}"#), "{}", answer.get());
}

#[test]
fn numbers_keep_their_digits_in_samples_and_groups() {
    let document = Document::new("[{\"k\":12345678901234567890123},{\"k\":12345678901234567890123},{}]".to_owned());
    let args = json!({ "path": "$", "size": 2, "strategy": "stratified", "strata_path": "$.k" });
    let answer = run("tool_outputs.sample", &args, &document, &|| false).unwrap();
    assert!(answer.get().contains(r#"{"value":12345678901234567890123,"items":2,"sampled":1}"#), "{}", answer.get());
    assert!(answer.get().contains(r#"{"missing":true,"items":1,"sampled":1}"#), "{}", answer.get());
}

/// One rule everywhere: of a name that is given twice the last counts.
#[test]
fn a_name_given_twice_is_the_last_one_everywhere() {
    let document = Document::new(r#"{"o":{"a":1,"b":2,"\u0061":3},"l":[{"x":[1],"x":[2,3]}]}"#.to_owned());
    let all =
        ask(&document, "extract", json!({ "paths": ["$.o.a", "$.o.*", "$..a", "$.l[0].*", "$.o[?@ < 3]", "$..[1]"] }));
    assert_eq!(
        all["extracted"],
        json!({ "$.o.a": 3, "$.o.*": [2, 3], "$..a": [3], "$.l[0].*": [[2, 3]], "$.o[?@ < 3]": [2], "$..[1]": [3] })
    );
    let sample = ask(&document, "sample", json!({ "path": "$.o", "size": 5, "strategy": "first" }));
    assert_eq!((&sample["sample"], &sample["total_items"]), (&json!([2, 3]), &json!(2)));
    let counts = json!({ "counts": [
        { "path": "$.o", "count_type": "object_keys", "name": "keys" },
        { "path": "$.o.*", "count_type": "matches", "name": "values" },
        { "path": "$.l", "count_type": "nested_total", "name": "nested" }] });
    assert_eq!(ask(&document, "count", counts)["counts"], json!({ "keys": 2, "values": 2, "nested": 3 }));
}

#[test]
fn an_answer_is_bounded_and_its_numbers_are_exact_all_the_same() {
    let document = Document::new(json!(vec!["x".repeat(1_000); 200]).to_string());
    let answer = ask(&document, "extract", json!({ "paths": ["$[*]", "$[0]"] }));
    assert_eq!(answer["extracted"]["$[*]"].as_array().unwrap().len(), 65);
    assert_eq!(answer["matches"], json!({ "$[*]": 200, "$[0]": 1 }));
    assert_eq!(answer["truncated"]["most_chars"], 65_536);
    assert!(answer.to_string().len() < 67_000);
    let sample = ask(&document, "sample", json!({ "size": 100 }));
    assert_eq!((sample["sample_size"].as_u64(), sample["total_items"].as_u64()), (Some(65), Some(200)));
    assert!(sample["truncated"].is_object());
}

#[test]
fn counts_are_exact_and_missing_counts_0() {
    let counts = json!({ "counts": [
        { "name": "items", "path": "$.items", "count_type": "array_length" },
        { "name": "dear", "path": "$.items", "count_type": "array_length", "filter": "@.price > 10" },
        { "name": "keys", "path": "$.items[*]", "count_type": "object_keys" },
        { "name": "texts", "path": "$.items[*]", "count_type": "object_keys", "filter": "@ == 'book'" },
        { "path": "$..id" },
        { "name": "pens", "path": "$.items[*]", "filter": "@.kind == 'pen' && @.id >= $.page" },
        { "name": "nested", "path": "$['a b']", "count_type": "nested_total" },
        { "name": "nested ones", "path": "$['a b']", "count_type": "nested_total", "filter": "@ == 1" },
        { "name": "gone", "path": "$.gone", "count_type": "array_length" },
        { "name": "no array", "path": "$.page", "count_type": "array_length" },
    ] });
    assert_eq!(
        ask(&shop(), "count", counts),
        json!({
            "counts": { "items": 30, "dear": 9, "keys": 120, "texts": 20, "$..id": 30, "pens": 9, "nested": 5, "nested ones": 1, "gone": 0, "no array": 0 },
            "total": 224,
        })
    );
    let twice = Document::new("{\"a\":1,\"\\u0061\":2,\"b\":3}".to_owned());
    let keys = ask(&twice, "count", json!({ "counts": [{ "count_type": "object_keys" }] }));
    assert_eq!(keys["counts"]["$"], 2, "a name that is given twice counts once");
}

#[test]
fn samples_are_chosen_as_asked_and_can_be_repeated() {
    let shop = shop();
    let indices = |args: Value| ask(&shop, "sample", args)["indices"].clone();
    assert_eq!(indices(json!({ "path": "$.items", "size": 3, "strategy": "first" })), json!([0, 1, 2]));
    assert_eq!(indices(json!({ "path": "$.items", "size": 3, "strategy": "last" })), json!([27, 28, 29]));
    assert_eq!(indices(json!({ "path": "$.items", "size": 3, "strategy": "systematic" })), json!([0, 10, 20]));
    assert_eq!(
        indices(json!({ "path": "$.items", "size": 3, "strategy": "systematic", "stride": 7 })),
        json!([0, 7, 14])
    );
    let seeded = |seed: u64| indices(json!({ "path": "$.items", "size": 5, "seed": seed }));
    assert_eq!(seeded(1), seeded(1));
    assert_ne!(seeded(1), seeded(2));
    let strata =
        ask(&shop, "sample", json!({ "path": "$.items", "size": 6, "strategy": "stratified", "strata_path": "kind" }));
    assert_eq!(
        strata["strata"],
        json!([{ "value": "book", "items": 20, "sampled": 4 }, { "value": "pen", "items": 10, "sampled": 2 }])
    );
    let all = ask(&shop, "sample", json!({ "path": "$.items[*].kind", "size": 1000, "strategy": "first" }));
    assert_eq!((all["total_items"].as_u64(), all["sample_size"].as_u64()), (Some(30), Some(30)));
    assert_eq!(all["sample"][3], "pen");
    assert_eq!(ask(&shop, "sample", json!({ "path": "$.gone" }))["total_items"], 0);
    assert_eq!(
        ask(&shop, "sample", json!({ "size": 1, "strategy": "first" }))["sample"],
        json!([1]),
        "members of an object"
    );
}

#[test]
fn stats_count_everything_and_the_schema_fits() {
    let stats = ask(&shop(), "stats", json!({}));
    assert_eq!(stats["structure"], json!({ "kind": "json", "type": "object", "length": 4, "depth": 5, "values": 204 }));
    assert_eq!(
        stats["types"],
        json!({ "object": 32, "array": 34, "string": 73, "number": 64, "boolean": 0, "null": 1 })
    );
    assert_eq!(stats["arrays"][0], json!({ "path": "$.items", "arrays": 1, "items": 30, "min": 30, "max": 30 }));
    assert_eq!(stats["arrays"][1], json!({ "path": "$.items[*].tags", "arrays": 30, "items": 43, "min": 0, "max": 3 }));
    assert_eq!(stats["arrays"][3]["path"], "$['a b'].deep[*]");
    assert_eq!(
        stats["objects"][1],
        json!({ "path": "$.items[*]", "objects": 30, "keys": ["id", "kind", "price", "tags"] })
    );
    let item = &stats["schema"]["properties"]["items"]["items"];
    assert_eq!(item["required"], json!(["id", "kind", "price", "tags"]));
    assert_eq!(item["properties"]["id"], json!({ "type": "integer" }));
    assert_eq!(item["properties"]["price"], json!({ "type": "number" }));
    let shallow = ask(&shop(), "stats", json!({ "max_depth": 1, "include_schema": false }));
    assert_eq!((&shallow["arrays"], &shallow["types"]), (&json!([]), &stats["types"]));
    assert_eq!(shallow.get("schema"), None);
    let mixed = Document::new("[{\"a\":1},{\"b\":null},3]".to_owned());
    let one = ask(&mixed, "stats", json!({ "sample_arrays": 1 }));
    assert_eq!(
        one["schema"]["items"],
        json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "required": ["a"] })
    );
    let some = ask(&shop(), "stats", json!({ "paths": ["$.items[*].tags", "$.gone"] }));
    assert_eq!((&some["missing_paths"], &some["types"]["string"]), (&json!(["$.gone"]), &json!(43)));
    assert_eq!(some["schema"], json!({ "$.items[*].tags": { "type": "array", "items": { "type": "string" } } }));
    let lines = Document::new("{\"a\":1}\n{\"a\":2.5}\n".to_owned());
    let stats = ask(&lines, "stats", json!({}));
    assert_eq!((&stats["structure"]["kind"], &stats["size"]["lines"]), (&json!("json_lines"), &json!(2)));
    assert_eq!(stats["schema"]["items"]["properties"]["a"], json!({ "type": "number" }));
    let text = ask(&Document::new("héllo\nyou".to_owned()), "stats", json!({}));
    assert_eq!(text["size"], json!({ "chars": 9, "bytes": 10, "lines": 2 }));
    assert_eq!(text["structure"], json!({ "kind": "text", "longest_line": 5 }));
}

#[test]
fn text_is_read_by_characters_and_lines_and_searched() {
    let text = Document::new("ünö\ntwo\r\nthree\nfour two".to_owned());
    assert_eq!(
        ask(&text, "read", json!({ "offset": 1, "limit": 4 })),
        json!({ "text": "nö\nt", "unit": "chars", "offset": 1, "next_offset": 5, "total": 23 })
    );
    assert_eq!(ask(&text, "read", json!({ "offset": 99 }))["text"], "");
    assert_eq!(
        ask(&text, "read", json!({ "unit": "lines", "offset": 1, "limit": 2 })),
        json!({ "text": "two\r\nthree\n", "unit": "lines", "offset": 1, "next_offset": 3, "total": 4 })
    );
    assert_eq!(
        ask(&text, "read", json!({ "unit": "lines", "find": "two" })),
        json!({ "matches": [{ "line": 2, "text": "two" }, { "line": 4, "text": "four two" }], "total_matches": 2, "next_offset": null })
    );
    let some = ask(&text, "read", json!({ "unit": "lines", "find": "two", "limit": 1 }));
    assert_eq!((&some["next_offset"], &some["total_matches"]), (&json!(3), &json!(2)));
    assert_eq!(ask(&text, "read", json!({ "unit": "lines", "find": "two", "offset": 3 }))["matches"][0]["line"], 4);
    let long = Document::new(format!("{}\nb\n", "x".repeat(100_000)));
    let first = ask(&long, "read", json!({ "unit": "lines" }));
    assert_eq!((first["text"].as_str().unwrap().len(), &first["next_offset"]), (65_536, &json!(1)));
}

#[test]
fn every_option_is_carried_out_or_refused_by_name() {
    let shop = shop();
    for (tool, args, code, path) in [
        ("extract", json!({}), "invalid_option", ""),
        ("extract", json!({ "paths": [] }), "invalid_option", "/paths"),
        ("extract", json!({ "paths": "$" }), "invalid_option", "/paths"),
        ("extract", json!({ "paths": ["$", "items"] }), "invalid_path", "/paths/1"),
        ("extract", json!({ "paths": ["$"], "flaten": true }), "unknown_option", "/flaten"),
        ("count", json!({ "counts": [{ "path": "$[" }] }), "invalid_path", "/counts/0/path"),
        ("count", json!({ "counts": [{ "filter": "@.a ==" }] }), "invalid_filter", "/counts/0/filter"),
        ("count", json!({ "counts": [{ "count_type": "rows" }] }), "invalid_option", "/counts/0/count_type"),
        ("count", json!({ "counts": [{}, {}] }), "invalid_option", "/counts/1/name"),
        ("sample", json!({ "size": 0 }), "invalid_option", "/size"),
        ("sample", json!({ "size": 1001 }), "invalid_option", "/size"),
        ("sample", json!({ "path": "$.page" }), "not_an_array", "/path"),
        ("sample", json!({ "strategy": "first", "seed": 1 }), "option_not_used", "/seed"),
        ("sample", json!({ "stride": 2 }), "option_not_used", "/stride"),
        ("sample", json!({ "strata_path": "$.a" }), "option_not_used", "/strata_path"),
        ("sample", json!({ "strategy": "stratified" }), "missing_option", "/strata_path"),
        ("stats", json!({ "max_depth": 11 }), "invalid_option", "/max_depth"),
        ("stats", json!({ "sample_arrays": 0 }), "invalid_option", "/sample_arrays"),
        ("stats", json!({ "depth": 1 }), "unknown_option", "/depth"),
        ("read", json!({ "limit": 32_769 }), "invalid_option", "/limit"),
        ("read", json!({ "find": "x" }), "option_not_used", "/find"),
        ("read", json!({ "unit": "words" }), "invalid_option", "/unit"),
        ("nothing", json!({}), "unknown_tool", ""),
    ] {
        assert_eq!(refused(&shop, tool, args.clone()), (code.to_owned(), path.to_owned()), "{tool} {args}");
    }
    // What says which output it is, is not the operation's business.
    ask(&shop, "count", json!({ "id": "o1", "conversation_id": "s", "counts": [{}] }));
    let text = Document::new("plain".to_owned());
    assert_eq!(refused(&text, "extract", json!({ "paths": ["$"] })).0, "not_json");
}

#[test]
fn descriptions_and_schemas_come_from_the_types() {
    let tools = tools();
    assert_eq!(tools.iter().map(|t| t.name).collect::<Vec<_>>(), NAMES);
    for tool in &tools {
        assert!(tool.description.len() > 20, "{tool:?}");
        let text = tool.schema.to_string();
        for keyword in ["oneOf", "anyOf", "allOf", "$ref", "\"null\"", "$schema"] {
            assert!(!text.contains(keyword), "{}: {keyword} in {text}", tool.name);
        }
        assert_eq!(tool.schema["additionalProperties"], false, "{}", tool.name);
        if tool.name != "tool_outputs.list" {
            assert_eq!(tool.schema["properties"]["id"]["type"], "string");
            let stratified = json!({ "items": [{ "kind": 1 }] }).to_string();
            run(tool.name, &tool.example, &Document::new(stratified), &|| false).unwrap();
        }
        for (name, option) in tool.schema["properties"].as_object().unwrap() {
            assert!(option["description"].is_string(), "{}.{name}: {option}", tool.name);
        }
    }
    let strategy = &tools[5].schema["properties"]["strategy"];
    assert_eq!(strategy["enum"], json!(["random", "first", "last", "systematic", "stratified"]));
}

#[test]
fn a_tree_is_opened_step_by_step() {
    let shop = shop();
    let top = serde_json::to_value(members(&shop, "$", 0, 2, &|| false).unwrap()).unwrap();
    assert_eq!((&top["path"], &top["total"], &top["type"]), (&json!("$"), &json!(4), &json!("object")));
    assert_eq!(
        top["members"][0],
        json!({ "label": "page", "path": "$['page']", "type": "number", "preview": "1", "whole": true })
    );
    assert_eq!((&top["members"][1]["length"], &top["members"][1]["whole"]), (&json!(30), &json!(false)));
    let rest = members(&shop, "$.items", 28, 100, &|| false).unwrap();
    assert_eq!((rest.total, rest.members.len(), rest.members[0].label.as_str()), (30, 2, "28"));
    assert_eq!(rest.members[1].path, "$['items'][29]");
    assert_eq!(members(&shop, "$.gone", 0, 1, &|| false).unwrap_err().code, "not_found");
}
