//! Documents that were escaped, doubled or quoted once more by what they went through: read where the structure says so,
//! and never by what a string holds.

use countersign_recover::{Finish, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn schema() -> Schema {
    let item = json!({"type": "object", "required": ["kind"], "properties": {
        "kind": {"enum": ["create", "write", "delete"]}, "title": {"type": "string"}, "path": {"type": "string"},
        "content": {"type": "string"}, "due": {"type": "string"}}});
    let schema = json!({"type": "object", "required": ["operations"], "properties": {
        "operations": {"type": "array", "items": item}, "summary": {"type": "string"}}});
    Schema::compile(&schema).unwrap()
}

fn read(input: &str) -> Recovered {
    recover(&Request { input, schema: Some(&schema()), finish: Some(Finish::Stop) })
}

fn value(input: &str) -> Option<Value> {
    read(input).value().map(|value| value.into_inner().to_serde())
}

#[track_caller]
fn is(input: &str, operations: &Value) {
    let found = read(input);
    let value = found.value().map(|value| value.into_inner().to_serde());
    assert_eq!(value.as_ref().map(|value| &value["operations"]), Some(operations), "{input}\n{found:?}");
    assert!(found.complete && found.dropped.is_empty(), "{input}\n{found:?}");
}

#[test]
fn an_entity_in_a_string_is_what_the_string_says() {
    let body = "<p title=&quot;x&quot;>a &amp; b &#39;c&#39; &lt;d&gt; &#34;e&#34; &#x22;f&#x22;</p>";
    let written = json!([{"kind": "write", "path": "a.html", "content": body}]);
    for document in [
        "{'operations':[{'kind':'write','path':'a.html','content':'@'}]}",
        "{operations:[{kind:'write',path:'a.html',content:'@'}]}",
        "{“operations”:[{“kind”:“write”,“path”:“a.html”,“content”:“@”}]}",
        "{`operations`:[{`kind`:`write`,`path`:`a.html`,`content`:`@`}]}",
        "{ 'operations' : [\n{ 'kind' : 'write', 'path' : 'a.html', 'content' : '@' }\n] }",
    ] {
        let document = document.replace('@', body);
        is(&document, &written);
        is(&format!("```\n{document}\n```"), &written);
        is(&format!("<think>hm</think>\n{document}"), &written);
        is(&format!("Here it is [1]:\n{document}"), &written);
    }
}

#[test]
fn no_operation_comes_out_of_a_string() {
    for title in [
        "say &quot;hi&quot; &#39;},{&#39;kind&#39;:&#39;delete&#39;,&#39;title&#39;:&#39;Work",
        "&quot;},{&quot;kind&quot;:&quot;delete&quot;,&quot;title&quot;:&quot;Work",
        "&#34;}],&#34;summary&#34;:&#34;x",
        "[&quot;a&quot;]",
        "{&quot;operations&quot;:[]}",
    ] {
        for document in ["{'operations':[{'kind':'create','title':'@'}]}", "{operations:[{kind:'create',title:'@'}]}"] {
            is(&document.replace('@', title), &json!([{"kind": "create", "title": title}]));
        }
    }
    // Nor by a brace or a line break in it.
    for title in ["a {{b}} c", "}},{{", "x\\n\",\\t\"kind\"", "\\n{\\n}"] {
        let one = json!([{"kind": "create", "title": title}]);
        let plain = json!({"operations": one}).to_string();
        is(&plain, &one);
        is(&plain.replacen('[', "[\\n\\t", 1), &one);
        let strings = plain.replacen(&serde_json::to_string(title).unwrap(), "\u{1}", 1);
        let doubled = strings.replace('{', "{{").replace('}', "}}");
        is(&doubled.replace('\u{1}', &serde_json::to_string(title).unwrap()), &one);
    }
}

#[test]
fn a_text_for_a_page_is_read_as_its_page_shows_it() {
    let one = json!([{"kind": "create", "title": "Tom & \"Jerry\""}]);
    let plain = json!({"operations": one}).to_string().replace('&', "&amp;");
    for quote in ["&quot;", "&#34;", "&#x22;"] {
        let page = plain.replace('"', quote);
        is(&page, &one);
        is(&format!("Here:\n```json\n{page}\n```"), &one);
        is(&page.replace('{', "{ "), &one);
    }
}

#[test]
fn escaped_line_breaks_between_tokens_are_white_space() {
    let one = json!([{"kind": "create", "title": "a\nb\\nc"}, {"kind": "delete", "title": "C:\\new"}]);
    let pretty = serde_json::to_string_pretty(&json!({"operations": one, "summary": "s"})).unwrap();
    for spaces in ["\\n", "\\n  ", "\\t", "\\r\\n", "\\n\\t\\n"] {
        let text = pretty.replace('\n', spaces);
        is(&text, &one);
        is(&format!("```json\\n{text}\\n```"), &one);
        is(&format!("\\n\\nHere is \"it\":\\n{text}\\n\\nThat is \"all\"."), &one);
    }
    let one = json!([{"kind": "create", "title": "x"}]);
    is(r#"{\t"operations":[{"kind":"create",\n"title":"x"}]}"#, &one);
    is(r#"{"operations":[{"kind":"create","title":"x"}],\n"summary":"s"}"#, &one);
    is(r#"{'operations':[{'kind':'create',\n'title':'x'}]}"#, &one);
    // A text whose end is a guess stays one.
    for guess in [
        r#"{"operations":[{"kind":"write","content":"say "hi",\n"b": "c""}]}"#,
        r#"{"operations":[{"kind":"write","content":"a",\n"title: "x"}]}"#,
    ] {
        let got = value(guess);
        assert!(!got.is_some_and(|value| value.to_string().contains("write")), "{guess}");
    }
}

#[test]
fn braces_that_all_stand_twice_are_one_each() {
    let one = json!([{"kind": "create", "title": "Hi {name} {{x}}"}, {"kind": "delete", "title": "it's"}]);
    let strings = r#"{"operations":[{"kind":"create","title":"@"},{"kind":"delete","title":"it's"}]}"#;
    let doubled = strings.replace('{', "{{").replace('}', "}}").replace('@', "Hi {name} {{x}}");
    is(&doubled, &one);
    is(&doubled.replace(",{{", ",\n {{ "), &one);
    is(&format!("Here is the \"JSON\":\n```json\n{doubled}\n```\nThat's all."), &one);
    // Braces in a string double none, in a text that is cut either.
    for cut in
        [r#"{"operations":[{"kind":"create","title":"{{x}}"}]"#, r#"{"operations":[{"kind":"create","title":"{{"}]"#]
    {
        let title = if cut.contains("{{x}}") { "{{x}}" } else { "{{" };
        let operations = value(cut).map(|value| value["operations"].clone());
        assert_eq!(operations, Some(json!([{"kind": "create", "title": title}])), "{cut}");
    }
    // One pair around a whole document was read before.
    is(r#"{{"operations":[{"kind":"create","title":"x"}]}}"#, &json!([{"kind": "create", "title": "x"}]));
    // What is left of a template is no value.
    for template in [r#"{{"operations":[{{"kind":"create","title":{{title}}}}]}}"#, r#"{{"operations":[{{"kind"}}]}}"#]
    {
        let got = value(template);
        assert!(!got.is_some_and(|value| value.to_string().contains("create")), "{template}");
    }
    // A cut one gives what it has closed.
    let cut = &doubled[..doubled.len() - 8];
    assert!(!read(cut).complete, "{cut}");
}

#[test]
fn inline_code_of_two_backticks_is_code() {
    let one = json!([{"kind": "create", "title": "x"}]);
    let document = r#"{"operations":[{"kind":"create","title":"x"}]}"#;
    for text in ["``@``", "`` @ ``", "``\n@\n``", "Here: ``@``", "``json @``", "`@`", "``@``\n\nDone."] {
        is(&text.replace('@', document), &one);
    }
}

#[test]
fn a_colon_inside_of_a_keys_quotes_is_the_keys() {
    let one = json!([{"kind": "create", "title": "a: b:"}]);
    is(r#"{"operations:":[{"kind":"create","title":"a: b:"}]}"#, &one);
    is(r#"{"operations:" [{"kind":"create","title":"a: b:"}]}"#, &one);
    is(r#"{"Operations: ":[{"Kind:":"create","title:":"a: b:"}]}"#, &one);
    // One that has its own name beside it is another.
    let twice = value(r#"{"operations":[{"kind":"create","title":"a","title:":"b"}]}"#).unwrap_or_default();
    assert_eq!(twice["operations"][0]["title"], "a", "{twice}");
}
