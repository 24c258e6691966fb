//! A piece of a broken document is never the answer, and where two readings are as likely neither is.

use countersign_recover::{Recovered, Request, recover};

fn read(input: &str) -> Recovered {
    recover(&Request { input, schema: None, finish: None })
}

fn value(found: &Recovered) -> String {
    found.value().map(|v| v.get().to_string()).unwrap_or_default()
}

/// Something of it is not used, and that is said.
fn flagged(found: &Recovered) -> bool {
    !found.complete || !found.dropped.is_empty()
}

#[test]
fn what_follows_a_bracket_too_many_is_no_document() {
    for (input, safe) in
        [(r#"[["a"], {"b": 1}]], {"c": 2}, "d"]"#, r#"[["a"]]"#), (r#"[{"a": {"b": 1}}], {"c": 2}, {"d": [3]}]"#, "")]
    {
        let found = read(input);
        assert_eq!(value(&found), safe, "{found:?}");
        assert!(flagged(&found), "{found:?}");
    }
    // Several documents, and a bracket after the last, are what they were.
    for (input, safe) in [("[1], [2]", "[[1],[2]]"), (r#"{"a": 1}}"#, r#"{"a":1}"#)] {
        assert_eq!(value(&read(input)), safe);
    }
}

#[test]
fn a_fence_in_a_text_whose_quote_is_lost_ends_no_document() {
    for (input, safe) in [
        (
            r#"{"a": [1, {"title": hi ```", "op": {"b": 2}}], "c": {"d": 3}}"#,
            r#"{"a":[1,{"title":"hi ```","op":{"b":2}}],"c":{"d":3}}"#,
        ),
        (r#"{"text": "say "```", then {"a": 1}", "b": {"c": 2}}"#, r#"{"b":{"c":2}}"#),
    ] {
        assert_eq!(value(&read(input)), safe, "{input}");
    }
    // Neither the example in the text nor what comes after it is the document.
    let found = read("{\"text\": \"one \"two\" x\n```json\n{\"a\": 1}\n```\n\", \"b\": {\"c\": 2}}");
    assert_eq!(value(&found), r#"{"b":{"c":2}}"#, "{found:?}");
    assert!(flagged(&found));
    let found = read("{\"text\": \"one \"two\", \"x\n```json\n{\"a\": 1}\n```\n\", \"b\": {\"c\": 2}}");
    assert!(flagged(&found) && !["{\"a\":1}", "{\"c\":2}"].contains(&value(&found).as_str()), "{found:?}");
    // A fence around a document still ends it, also one that is cut.
    let cut = read("```json\n{\"a\": [1, 2\n```\nThat is all.");
    assert_eq!((value(&cut).as_str(), cut.complete), (r#"{"a":[1]}"#, false));
    assert_eq!(value(&read("Sure: ```json {\"a\": 1} ``` done")), r#"{"a":1}"#);
}

#[test]
fn a_bracket_that_two_readings_put_elsewhere_is_a_guess() {
    let found = read(r#"{"a": [["x"], []], "y"], "b": 1}"#);
    assert_eq!(value(&found), r#"{"a":["y"],"b":1}"#, "{found:?}");
    assert!(flagged(&found));
}

#[test]
fn what_a_broken_body_closed_moves_no_member() {
    let found = read(
        r#"{"summary": "s", "ops": [{"id": 1, "content": "x = "a", y: {"b", z}]}, q", "meta": {"n": 1}}], "done": true}"#,
    );
    assert!(!found.is_safe("/meta") && flagged(&found), "{found:?}");
}

#[test]
fn quotes_that_belong_to_the_text_stay_in_it() {
    for (input, safe) in [
        (r#"{"t": “so” it is", "n": 1}"#, r#"{"t":"“so” it is","n":1}"#),
        (r#"{"a": [true,it's"], "n": 1}"#, r#"{"a":[true,"it's"],"n":1}"#),
        (r#"{ "x1: [{}], "some": [12, "b"] }"#, r#"{"x1":[{}],"some":[12,"b"]}"#),
    ] {
        assert_eq!(value(&read(input)), safe);
    }
}
