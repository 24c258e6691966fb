//! What stands in brackets in a text of another kind is no answer: a list in YAML, an empty one in code, a citation, the
//! words of a link.

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::json;

fn value(schema: Option<&Schema>, input: &str) -> Option<String> {
    recover(&Request { input, schema, finish: Some(Finish::Stop) }).value().map(|value| value.get().to_string())
}

fn operations() -> Schema {
    let labels = json!({"type": "array", "items": {"type": "string"}});
    Schema::compile(&json!({"type": "object", "required": ["operations"], "additionalProperties": false,
        "properties": {"operations": {"type": "array", "items": {"type": "object", "required": ["op"], "properties": {
            "op": {"enum": ["create", "delete"]}, "id": {"type": "integer"}, "labels": labels}}}}}))
    .unwrap()
}

#[test]
fn brackets_in_a_text_of_another_language_are_no_answer() {
    let schema = operations();
    for input in [
        "operations:\n  - op: delete\n    id: 4\n    labels: [a]\n",
        "operations:\n- op: create\n  notes: |\n    x = {\"operations\": []}\n",
        "```python\nx = []\n```\nTell me more.",
        "```python\nlabels = []\nops = {}\n```",
        "```js\nlet x = [];\n```",
        "See [1] and [2] for references.",
        "[link](http://x)",
    ] {
        assert_eq!(value(Some(&schema), input), None, "{input}");
    }
    for (input, want) in [
        ("```json\n{\"operations\":[]}\n```", "{\"operations\":[]}"),
        // A fence that says what language it is in is read by the rules of that.
        (
            "```yaml\noperations:\n  - op: delete\n    id: 4\n    labels: [a]\n```",
            "{\"operations\":[{\"op\":\"delete\",\"id\":4,\"labels\":[\"a\"]}]}",
        ),
        (
            "```yaml\noperations:\n  - op: delete\n    id: 4\n    labels: []\n```",
            "{\"operations\":[{\"op\":\"delete\",\"id\":4,\"labels\":[]}]}",
        ),
        ("{\"operations\":[]}", "{\"operations\":[]}"),
        ("Nothing to delete: {\"operations\":[]}", "{\"operations\":[]}"),
        ("```\noperations = [{\"op\":\"delete\",\"id\":4}]\n```", "{\"operations\":[{\"op\":\"delete\",\"id\":4}]}"),
        ("```json\n[]\n```", "{\"operations\":[]}"),
    ] {
        assert_eq!(value(Some(&schema), input).as_deref(), Some(want), "{input}");
    }
}

#[test]
fn citations_links_and_arguments_are_no_values_where_any_would_do() {
    for input in [
        "print(add(title=\"x\", tags=[\"a\"]))",
        "See [1] and [2] for references.",
        "[link](http://x)",
        "See [the docs](https://x.y/z) for more.",
    ] {
        assert_eq!(value(None, input), None, "{input}");
    }
    for (input, want) in [
        ("[1]", "[1]"),
        ("The ids are [1, 2].", "[1,2]"),
        ("Answer: [42]", "[42]"),
        ("const x = [1, 2];", "[1,2]"),
        ("```js\nconst x = [1, 2];\n```", "[1,2]"),
        ("callback([1, 2])", "[1,2]"),
        ("[\"a\", \"b\"]", "[\"a\",\"b\"]"),
    ] {
        assert_eq!(value(None, input).as_deref(), Some(want), "{input}");
    }
    let list = Schema::compile(&json!({"type": "array", "items": {"type": "integer"}})).unwrap();
    assert_eq!(value(Some(&list), "The ids are [4].").as_deref(), Some("[4]"));
}

#[test]
fn a_value_that_is_to_be_filled_in_is_none() {
    let schema = Schema::compile(&json!({"type": "object", "required": ["title"], "additionalProperties": false,
        "properties": {"title": {"type": "string"}}}))
    .unwrap();
    let titled = |title: &str| json!({ "title": title }).to_string();
    for title in ["YOUR_TITLE_HERE", "YOUR_TITLE", "<your title>", "<your title here>", "<title>"] {
        assert_eq!(value(Some(&schema), &titled(title)), None, "{title}");
    }
    for title in
        ["Wait ...", "Your title", "YOUR TITLE", "your_title", "YOUR_TAX_RETURN", "Yours", "<your mother>", "ü"]
    {
        assert_eq!(value(Some(&schema), &titled(title)), Some(titled(title)), "{title}");
    }
}

#[test]
fn a_document_that_is_commented_out_is_none() {
    for (input, value) in [
        ("{\"a\":1}\n# {\"a\":2}", "{\"a\":1}"),
        ("{\"a\":1}\n#{\"a\":2}\n", "{\"a\":1}"),
        ("{\"a\":1}\n// {\"a\":2}", "{\"a\":1}"),
        ("{\"a\":1}\n# then\n{\"a\":2}", "[{\"a\":1},{\"a\":2}]"),
        ("# {\"a\":1}", "{\"a\":1}"),
        ("Here:\n{\"a\":1} /* {\"a\":2} */", "{\"a\":1}"),
        ("{\"a\":1}\n/*\n{\"a\":2}\n*/\n", "{\"a\":1}"),
        ("Here:\n// {\"a\":2}\n{\"a\":1}", "{\"a\":1}"),
        ("Here:\n# {\n#   \"a\": 2\n# }\n{\"a\":1}", "{\"a\":1}"),
        ("See https://x.org/{\"a\":1}", "{\"a\":1}"),
        ("Here:\n// {\n//  \"a\": 1\n// }", "{\"a\":1}"),
    ] {
        let found = recover(&Request { input, schema: None, finish: None });
        assert_eq!(found.value().map(|v| v.get().to_string()).as_deref(), Some(value), "{input} {found:?}");
    }
    for input in
        ["Nothing to do.\n// {\"a\":1}", "No.\n/* {\"a\":1} */", "No.\n# {\n#  \"a\":1\n# }", "No. // {\"a\":1}"]
    {
        assert!(recover(&Request { input, schema: None, finish: None }).value().is_none(), "{input}");
    }
}

#[test]
fn a_reply_of_reasoning_in_a_fence_alone_has_no_value() {
    for input in ["```thinking\n`{\"a\":1}`\n```\nTell me more.", "```reasoning\n`[1]`\n```\nWhich?"] {
        assert!(!recover(&Request { input, schema: None, finish: None }).has_value(), "{input}");
    }
}
