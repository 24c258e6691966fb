//! JSON spelled otherwise throughout: quotes and signs of other scripts, what cannot be seen, something before
//! each line, a text that begins anew. What is between the quotes stays as it is.

use countersign_recover::{Recovered, Request, recover};
use serde_json::{Value, json};

fn read(input: &str) -> Recovered {
    recover(&Request { input, schema: None, finish: None })
}

/// Read exactly, and as safe.
#[track_caller]
fn is(input: &str, value: &Value) {
    let found = read(input);
    assert_eq!(found.value().map(|v| v.into_inner().to_serde()).as_ref(), Some(value), "{input}\n{found:?}");
    assert!(found.complete && found.dropped.is_empty() && found.error.is_none(), "{input}\n{found:?}");
}

fn repairs(input: &str) -> Vec<&'static str> {
    read(input).repairs.iter().map(|r| r.as_str()).collect()
}

#[test]
fn quotes_of_other_scripts_are_quotes() {
    for (open, close) in [
        ("«", "»"),
        ("»", "«"),
        ("‹", "›"),
        ("「", "」"),
        ("『", "』"),
        ("″", "″"),
        ("“", "”"),
        ("„", "“"),
        ("＂", "＂"),
    ] {
        let key = |name: &str| format!("{open}{name}{close}");
        is(&format!("{{{}: 1, {}: [true]}}", key("a b"), key("c")), &json!({ "a b": 1, "c": [true] }));
        let said = format!("{{{}: {}, {}: {}}}", key("op"), key("create"), key("title"), key("Zürich → Bern, 8:00"));
        is(&said, &json!({ "op": "create", "title": "Zürich → Bern, 8:00" }));
        assert_eq!(repairs(&said), ["smart_quotes"], "{said}");
    }
    // In a text between JSON's own they are characters like any other.
    is(r#"{"a": "«x», 「y」, ‹z› ″"}"#, &json!({ "a": "«x», 「y」, ‹z› ″" }));
}

#[test]
fn signs_of_other_scripts_are_read_between_strings_only() {
    let value = json!({ "操作": [{ "标题": "买牛奶，鸡蛋：两个｛一｝", "n": 2 }, { "标题": "b", "n": 3 }] });
    for signs in [
        [":", "：", ",", "，", "", "", "", "", "", ""],
        [":", "：", ",", "、", "{", "｛", "}", "｝", "", ""],
        [":", "﹕", ",", "﹐", "{", "﹛", "}", "﹜", "", ""],
        ["[", "［", "]", "］", ",", "،", "", "", "", ""],
        ["{", "｛", "", "", "", "", "", "", "", ""],
        ["}", "｝", "]", "］", ",", "；", "", "", "", ""],
    ] {
        for quotes in [["\"", "\""], ["“", "”"], ["'", "'"]] {
            let plain = "{'操作': [{'标题': '买牛奶，鸡蛋：两个｛一｝', 'n': 2}, {'标题': 'b', 'n': 3}]}";
            // No sign of the strings is one of JSON's, so that only the structure is spelled otherwise.
            let mut text = plain.to_owned();
            for pair in signs.chunks(2).filter(|pair| !pair[0].is_empty()) {
                text = text.replace(pair[0], pair[1]);
            }
            let mut opens = true;
            let text: String = text
                .chars()
                .map(|c| {
                    if c != '\'' {
                        return c.to_string();
                    }
                    opens = !opens;
                    quotes[usize::from(opens)].to_owned()
                })
                .collect();
            is(&text, &value);
            is(&format!("好的，以下是：\n```json\n{text}\n```"), &value);
            assert!(repairs(&text).contains(&"look_alike"), "{text}");
        }
    }
    // Around a document that is one already they change nothing.
    let chat = "好的，以下是：{\"a\": \"b，c\"}，请查看（两个）。";
    is(chat, &json!({ "a": "b，c" }));
    assert_eq!(repairs(chat), ["prose"]);
}

#[test]
fn a_cut_text_with_such_signs_is_a_cut_text() {
    let text = r#"{"reply"： "Ok"， "operations"： ［{"op"： "delete"， "id"： 3}， {"op"： "write_file"， "content"： "a，b"}］}"#;
    let whole = json!({ "reply": "Ok", "operations": [{ "op": "delete", "id": 3 }, { "op": "write_file", "content": "a，b" }] });
    is(text, &whole);
    for (at, _) in text.char_indices().skip(1) {
        let found = read(&text[..at]);
        assert!(!found.complete, "{}", &text[..at]);
        let Some(value) = found.value().map(|v| v.into_inner().to_serde()) else { continue };
        let Some(members) = value.as_object() else { panic!("{}: {value}", &text[..at]) };
        for (key, member) in members {
            let wanted = &whole[key];
            let kept = member == wanted
                || member
                    .as_array()
                    .is_some_and(|list| list.iter().eq(wanted.as_array().unwrap().iter().take(list.len())));
            assert!(kept, "{}: {value}", &text[..at]);
        }
    }
}

#[test]
fn what_cannot_be_seen_parts_nothing() {
    let value = json!({ "a": "x\u{200c}y", "b": [1, { "c": null }] });
    for unseen in [
        "\u{85}", "\u{ad}", "\u{34f}", "\u{61c}", "\u{1680}", "\u{180e}", "\u{200b}", "\u{200c}", "\u{200d}",
        "\u{200e}", "\u{200f}", "\u{2028}", "\u{202a}", "\u{202e}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{fe0f}",
        "\u{feff}",
    ] {
        let text = "{_'a'_:_'x\u{200c}y'_,_'b'_:_[_1_,_{_'c'_:_null_}_]_}".replace('\'', "\"").replace('_', unseen);
        is(&text, &value);
        is(&format!("{unseen}{text}{unseen}\n"), &value);
    }
}

#[test]
fn what_stands_before_each_line_is_taken_off() {
    let value = json!({ "operations": [{ "op": "create", "title": "> not a mark" }, { "op": "delete", "id": 7 }] });
    let lines = serde_json::to_string_pretty(&value).unwrap();
    for mark in ["> ", ">", "| ", "+ ", "+", "data: ", "data:", "// ", "# ", "  # ", "* ", "$ "] {
        let text: Vec<String> = lines.lines().map(|line| format!("{mark}{line}")).collect();
        is(&text.join("\n"), &value);
        is(&format!("Here it is:\n\n{}\n\nThat is all.", text.join("\n")), &value);
        assert!(repairs(&text.join("\n")).contains(&"margin"), "{mark}");
    }
    for first in [0, 1, 98] {
        for part in [": ", " | ", "\t", ". ", ") "] {
            let text: Vec<String> = lines.lines().zip(first..).map(|(line, n)| format!("{n:3}{part}{line}")).collect();
            is(&text.join("\n"), &value);
        }
    }
    // Numbers that do not rise are no line's, and a list in a text is none of marks.
    for text in ["1: {\"a\":\n5: 2}", "* {\"a\": 1}\n* [2]\n* see above"] {
        assert!(!repairs(text).contains(&"margin"), "{text}: {:?}", read(text));
    }
}

#[test]
fn a_backslash_at_the_end_of_each_line_is_none_of_the_documents() {
    let value = json!({ "op": "create", "labels": ["a", "b \\ c"], "n": { "x": null } });
    let lines = serde_json::to_string_pretty(&value).unwrap();
    for end in ["\\\n", " \\\n", " \\\r\n"] {
        let text = lines.replace('\n', end);
        is(&text, &value);
        is(&format!("Run this:\n\n{text}\n\nThat is all."), &value);
    }
    // One that stands somewhere is somebody's.
    assert!(!repairs(&lines.replacen('\n', "\\\n", 2)).contains(&"margin"));
}

#[test]
fn quotes_of_a_page_by_number_are_quotes() {
    for quote in ["&quot;", "&#34;", "&#x22;"] {
        is(&"{'a': 'x &amp; y', 'b': 1}".replace('\'', quote), &json!({ "a": "x & y", "b": 1 }));
    }
}

/// A stream that breaks off and begins anew: the draft is left, however it ended.
#[test]
fn a_text_that_begins_anew_is_the_one_it_begins() {
    let value =
        json!({ "reply": "Ok", "operations": [{ "op": "delete", "id": 3 }, { "op": "create", "title": "a{b" }] });
    for whole in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
        for (at, _) in whole.char_indices().skip(12) {
            for between in ["\n", "\n\n\n"] {
                let text = format!("{}{between}{whole}", &whole[..at]);
                let found = read(&text);
                let read = found.value().map(|v| v.into_inner().to_serde());
                assert_eq!(read, Some(value.clone()), "{text}\n{found:?}");
            }
        }
    }
}
