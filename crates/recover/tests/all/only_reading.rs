//! A wrong quote or bracket that only one reading mends: a schema that names all around it says so. Without
//! one, or where another reading is near, the same text is refused as it always was.

use countersign_recover::{Finish, Recovered, Request, Schema, recover};
use serde_json::json;

fn schema() -> Schema {
    let operation = json!({"type": "object", "additionalProperties": false, "required": ["op"], "properties": {
        "op": {"enum": ["add", "write"]}, "id": {"type": "integer"}, "title": {"type": "string"},
        "share": {"type": "number"}, "path": {"type": "string"}, "content": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}}, "at": {"type": "object", "additionalProperties": false,
            "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}},
        "free": {"type": "object"}}});
    Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": operation}, "done": {"type": "boolean"}}}))
    .unwrap()
}

fn read(input: &str, schema: Option<&Schema>) -> Recovered {
    recover(&Request { input, schema, finish: None })
}

fn value(found: &Recovered) -> String {
    found.value().map(|v| v.get().to_string()).unwrap_or_default()
}

/// Texts with one wrong character, and the first operation that they mean.
const ONE: &[(&str, &str)] = &[
    // The quote at the end of a text.
    (r#"{"op":"add","title":"Buy milk,"id":1}"#, r#"{"op":"add","title":"Buy milk","id":1}"#),
    (r#"{"op":"add,"title":"Call Anna, then Bob","id":1}"#, r#"{"op":"add","title":"Call Anna, then Bob","id":1}"#),
    (r#"{"op":"add","title":"Call Anna, then Bob,"id":1}"#, r#"{"op":"add","title":"Call Anna, then Bob","id":1}"#),
    // A quote before a number.
    (r#"{"op":"add","id":"78,"title":"x"}"#, r#"{"op":"add","id":78,"title":"x"}"#),
    // A bracket inside.
    (
        r#"{"op":"add","at":{"city":"Wien","zip":"01067","id":1}"#,
        r#"{"op":"add","at":{"city":"Wien","zip":"01067"},"id":1}"#,
    ),
    (r#"{"op":"add","tags":["a","b","id":1}"#, r#"{"op":"add","tags":["a","b"],"id":1}"#),
    // A separator beside a number.
    // A quote and its neighbour.
    (r#"{"op":a"dd","id":1}"#, r#"{"op":"add","id":1}"#),
    (r#"{"op":"add","at":{"zip"":01067"},"id":1}"#, r#"{"op":"add","at":{"zip":"01067"},"id":1}"#),
    (r#"{"op":"add","id":44: "title":"x"}"#, r#"{"op":"add","id":44,"title":"x"}"#),
];

fn reply(operation: &str) -> String {
    format!(r#"{{"operations":[{operation},{{"op":"add","id":2}}],"done":true}}"#)
}

#[test]
fn the_only_reading_that_a_schema_knows_is_meant() {
    for (said, meant) in ONE {
        let found = read(&reply(said), Some(&schema()));
        assert_eq!(value(&found), reply(meant), "{said}\n{found:?}");
        assert!(found.complete && found.dropped.is_empty() && found.violations.is_empty(), "{said}\n{found:?}");
        assert!(!found.repairs.is_empty(), "{said}");
    }
}

#[test]
fn a_text_that_was_stopped_is_not_mended_by_a_schema_either() {
    for (said, meant) in ONE.iter().filter(|(said, _)| {
        !said.contains("\"tags\"") && !said.contains("44:") && !said.contains("a\"dd") && !said.contains("zip\"\"")
    }) {
        let schema = schema();
        let request = Request { input: &reply(said), schema: Some(&schema), finish: Some(Finish::Length) };
        assert_ne!(value(&recover(&request)), reply(meant), "{said}");
    }
}

#[test]
fn where_a_schema_leaves_a_doubt_nothing_is_taken_for_certain() {
    for said in [
        // A body is concluded from nothing.
        r#"{"op":"write","content":"x = 1,"path":"a.rs"}"#,
        // One text or two.
        r#"{"op":"add","tags":["a,"b"]}"#,
        // The blank may be the text's.
        r#"{"op":"add","title":"Buy milk ,"id":1}"#,
        // Two texts, or one with a quote.
        r#"{"op":"add","title":"say "hi","id":1}"#,
        // A digit may be lost.
        r#"{"op":"add","share":387".125,"id":1}"#,
        r#"{"op":"add","share":081,"id":1}"#,
        // Its digits may have changed places.
        r#"{"op":"add","id":081,"title":"x"}"#,
        r#"{"op":"add","share":3;5,"id":1}"#,
        // Nobody knows what belongs there.
        r#"{"op":"add","free":{"b":"x,"c":"y"}}"#,
    ] {
        let found = read(&reply(said), Some(&schema()));
        assert_eq!(value(&found), r#"{"operations":[{"op":"add","id":2}],"done":true}"#, "{said}\n{found:?}");
        assert!(!found.dropped.is_empty(), "{said}");
    }
}

#[test]
fn without_a_schema_such_texts_are_refused() {
    for (said, meant) in &ONE[..5] {
        let found = read(&reply(said), None);
        assert_ne!(value(&found), reply(meant), "{said}");
        assert!(!found.dropped.is_empty(), "{said}");
    }
}

/// A bracket that is missing after a text which ends with it may have changed places with the quote.
#[test]
fn a_body_that_ends_with_the_missing_bracket_is_not_used() {
    let input = r#"{"files":[{"path":"a","content":"Buy milk}",{"path":"b","content":"fn f() {}"}]}"#;
    let found = read(input, None);
    assert!(!value(&found).contains("Buy milk") && value(&found).contains("fn f() {}"), "{found:?}");
    assert!(!found.dropped.is_empty());
}

/// No beginning of a document reads like this: what is missing was lost inside, and not cut off.
#[test]
fn a_bracket_is_set_before_those_of_another_kind() {
    for (input, meant) in [
        (r#"{"operations":[{"op":"add","tags":["a"}]}"#, r#"{"operations":[{"op":"add","tags":["a"]}]}"#),
        (
            r#"{"operations":[{"op":"add","at":{"city":"Wien","zip":"1"}]}"#,
            r#"{"operations":[{"op":"add","at":{"city":"Wien","zip":"1"}}]}"#,
        ),
        (r#"{"operations":[{"op":"add","title":"x":]}"#, r#"{"operations":[{"op":"add","title":"x"}]}"#),
    ] {
        let found = read(input, Some(&schema()));
        assert_eq!(value(&found), meant, "{input} {found:?}");
        assert!(found.complete && found.dropped.is_empty(), "{input} {found:?}");
        let request = Request { input, schema: Some(&schema()), finish: Some(Finish::Length) };
        assert_ne!(value(&recover(&request)), meant, "{input}");
        assert_ne!(value(&read(input, None)), meant, "{input}");
    }
    let numbers = json!({"scores": {"type": "array", "items": {"type": "number"}}});
    let schema = json!({"type": "object", "additionalProperties": false, "properties": numbers});
    let found = read(r#"{"scores":[1}"#, Some(&Schema::compile(&schema).unwrap()));
    assert_eq!((value(&found).as_str(), found.complete), (r#"{"scores":[1]}"#, true), "{found:?}");
    assert!(!read(r#"{"scores":[1"#, Some(&Schema::compile(&schema).unwrap())).complete);
}

#[test]
fn a_bracket_that_only_its_own_kind_follows_is_not_set() {
    let at = json!({"type": "object", "additionalProperties": false, "properties": {"city": {"type": "string"}}});
    let schema = Schema::compile(&json!({"type": "object", "additionalProperties": false, "properties": {"at": at}}));
    for input in [r#"{"at":{"city":"Wien";}"#, r#"{"at":{"city":"Wien",}"#, r#"{"at":{"city":"Wien"}"#] {
        let found = read(input, Some(schema.as_ref().unwrap()));
        assert!(!found.complete, "{input} {found:?}");
    }
}

#[test]
fn the_sign_of_a_number_is_no_bracket() {
    let numbers = json!({"type": "array", "items": {"type": "number"}});
    let properties = json!({"scores": numbers, "done": {"type": "boolean"}});
    let schema = json!({"type": "object", "additionalProperties": false, "properties": properties});
    let found = read(r#"{"scores": -3, 2.5], "done": true}"#, Some(&Schema::compile(&schema).unwrap()));
    assert_eq!(value(&found), r#"{"scores":[-3,2.5],"done":true}"#, "{found:?}");
}

/// What a missing bracket made of an element is not coerced away.
#[test]
fn an_element_that_a_bracket_made_a_list_or_none_is_a_guess() {
    let row = json!({"type": "array", "items": {"type": "integer"}});
    let properties = json!({"rows": {"type": "array", "items": row}, "done": {"type": "boolean"}});
    let schema = Schema::compile(&json!({"type": "object", "properties": properties})).unwrap();
    for (input, made_up) in [
        (r#"{"rows": [[7, 1, [8]], "done": true}"#, "[7,1,8]"),
        (r#"{"rows": [4, 3, 0]], "done": true}"#, "[4],[3]"),
        (r#"{"rows": [[1], [[2], [3, 4]], "done": true}"#, "[2,"),
    ] {
        let found = read(input, Some(&schema));
        assert!(!value(&found).contains(made_up) && !found.dropped.is_empty(), "{input} {found:?}");
    }
    let found = read(r#"{"rows": [4, [3]], "done": true,}"#, Some(&schema));
    assert_eq!(value(&found), r#"{"rows":[[4],[3]],"done":true}"#, "no bracket is wrong: {found:?}");
}

#[test]
fn marks_beside_a_key_or_in_an_empty_list() {
    for (input, wanted) in [
        (r#"{"a":1,"done': true}"#, r#"{"a":1,"done":true}"#),
        (r#"[{"a":[{"b":2,"c`: null}]}]"#, r#"[{"a":[{"b":2,"c":null}]}]"#),
        (r#"{"a":{"b":2,"c: []}}"#, r#"{"a":{"b":2,"c":[]}}"#),
        (r#"{"a":1,"id": 44: "b":"x"}"#, r#"{"a":1,"id":44,"b":"x"}"#),
        (r#"{"id":2",name":"x"}"#, r#"{"id":2,"name":"x"}"#),
        (r#"{"tags":[},"b":1}"#, r#"{"tags":[],"b":1}"#),
        (r#"{"tags":{],"b":1}"#, r#"{"b":1}"#),
    ] {
        let found = read(input, None);
        assert_eq!(value(&found), wanted, "{input}\n{found:?}");
        assert!(found.complete, "{input}");
    }
}

/// A stray quote in a page: its tags end nothing, and what comes after it is still read.
#[test]
fn a_closing_tag_of_a_text_ends_no_document() {
    for (said, kept) in [
        (r#""content":"<b>"hi"</b> x""#, r#"[{"op":"add","id":2}]"#),
        (r#""content":"say "hi" <b>x</b>""#, r#"[{"op":"add","id":2}]"#),
        (r#""title":"<b>"hi"</b> x""#, r#"[{"op":"add","title":"<b>\"hi\"</b> x"},{"op":"add","id":2}]"#),
    ] {
        let input = format!(r#"{{"operations":[{{"op":"add",{said}}},{{"op":"add","id":2}}],"done":true}}"#);
        let found = read(&input, None);
        assert_eq!(value(&found), format!(r#"{{"operations":{kept},"done":true}}"#), "{input}\n{found:?}");
        assert!(found.complete, "{input}");
    }
    // What is around the document ends it: it was opened before, or is no tag of a page.
    for input in [r#"<div>{"a":[1,{"b":2},{"c":"d" </div> bye"#, r#"{"a":[1,{"b":2},{"c":"d" </tool_call> bye"#] {
        let found = read(input, None);
        assert_eq!(value(&found), r#"{"a":[1,{"b":2}]}"#, "{input}\n{found:?}");
        assert!(!found.complete, "{input}");
    }
}

/// A body before a key without quotes is its own where the schema names all there is, and nothing else
/// is the matter.
#[test]
fn a_schema_tells_a_bare_key_from_a_piece_of_the_body_before() {
    let write = |rest: &str| format!(r#"{{"operations":[{{"op":"write","content":"x = 1\n"{rest}"#);
    let whole = r#"{"operations":[{"op":"write","content":"x = 1\n"},{"op":"write","path":"b"}],"done":true}"#;
    let input = write(r#"},{op:"write",path:"b"}],done:true}"#);
    assert_eq!(value(&read(&input, Some(&schema()))), whole);
    let input = write(r#",path:"a"}]}"#);
    assert_eq!(
        value(&read(&input, Some(&schema()))),
        r#"{"operations":[{"op":"write","content":"x = 1\n","path":"a"}]}"#
    );
    for rest in [
        // A key that nobody declared, another repair, quotes after the document.
        r#"},{op:"write",zzz:"b"}],done:true}"#,
        r#"},{op:"write",path:'b'}],done:true}"#,
        r#"},{op:"write",path:"b"}],done:true}"}"#,
    ] {
        let found = read(&write(rest), Some(&schema()));
        assert!(!value(&found).contains("x = 1"), "{rest}\n{found:?}");
    }
    let found = read(&write(r#"},{op:"write",path:"b"}],done:true}"#), None);
    assert!(!value(&found).contains("x = 1"), "without a schema\n{found:?}");
    // Something begins where the body ends.
    let input = r#"{"operations":[{"op":"write","content":"s = "},{op:"write","path":"b"}],"done":true}"#;
    assert!(!value(&read(input, Some(&schema()))).contains("s ="));
}

/// A bracket that is missing after an object: the schema says whose the members are that follow. The text
/// is not complete all the same.
#[test]
fn members_go_where_the_schema_declares_them() {
    let part = |names: &[&str]| {
        json!({"type": "object", "required": names, "properties":
        names.iter().map(|n| ((*n).to_owned(), json!({"type": "string"}))).collect::<serde_json::Map<_, _>>()})
    };
    for closed in [false, true] {
        let mut at = part(&["city", "zip"]);
        at["additionalProperties"] = json!(!closed);
        let schema = json!({"type": "object", "required": ["name", "at", "tags", "n"], "properties": {
            "name": {"type": "string"}, "at": at, "n": {"type": "integer"},
            "tags": {"type": "array", "items": {"type": "string"}}}});
        let schema = Schema::compile(&schema).unwrap();
        let input = r#"{"name":"x","at":{"city":"Wien","zip":"01067","tags":["a"],"n":"4"}"#;
        let found = read(input, Some(&schema));
        assert_eq!(value(&found), r#"{"name":"x","at":{"city":"Wien","zip":"01067"},"tags":["a"],"n":4}"#);
        assert!(!found.complete && found.dropped.is_empty() && found.violations.is_empty(), "{found:?}");
        // The last required one is missing: it may be a cut of something else.
        let cut = read(r#"{"name":"x","at":{"city":"Wien","zip":"01067","tags":["a"]}"#, Some(&schema));
        assert!(!value(&cut).contains(r#"},"tags""#), "{cut:?}");
    }
}

#[test]
fn marks_that_only_one_reading_explains() {
    for (input, wanted) in [("[1]]", "[1]"), (r#"["a"]]"#, r#"["a"]"#)] {
        assert_eq!(value(&read(input, None)), wanted, "{input}");
    }
    let said = r#"{"op":"add","title":"call its friends”,"id":1}"#;
    let found = read(&reply(said), Some(&schema()));
    assert_eq!(value(&found), reply(r#"{"op":"add","title":"call its friends","id":1}"#), "{found:?}");
}

#[test]
fn a_mark_that_nobody_says_ends_a_text() {
    let schema = json!({"type": "object", "additionalProperties": false,
        "properties": {"due": {"type": "string"}, "id": {"type": "integer"}}});
    let schema = Schema::compile(&schema).unwrap();
    let read = |input: &str| recover(&Request { input, schema: Some(&schema), finish: None });
    for (input, due) in [
        (r#"{"due":"2026-03-16”,"id":1}"#, "2026-03-16"),
        (r#"{"due":"ask early“,"id":1}"#, "ask early"),
        (r#"{"due":"01067', "id":1}"#, "01067"),
        (r#"{"due":T"he report is late","id":1}"#, "The report is late"),
    ] {
        let value = read(input).value().map(|v| v.get().to_serde());
        assert_eq!(value, Some(json!({"due": due, "id": 1})), "{input}");
    }
    // Inches, another language's prefix.
    for input in [r#"{"due":"at 24”,"id":1}"#, r#"{"due":R"enew it","id":1}"#] {
        let found = read(input);
        assert!(!found.is_safe("/due") && !found.dropped.is_empty(), "{input}");
    }
}
