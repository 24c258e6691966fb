//! A backslash where JSON has none: what it means is read where one thing can be meant, and is a guess
//! everywhere else.

use countersign_recover::{Reason, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

fn read(input: &str, schema: Option<&Value>) -> Recovered {
    let schema = schema.map(|schema| Schema::compile(schema).unwrap());
    recover(&Request { input, schema: schema.as_ref(), finish: None })
}

/// What the title says, as it stands between its quotes; None if it is not safe.
fn title(raw: &str) -> Option<String> {
    let found = read(&format!("{{\"id\":1,\"title\":\"{raw}\"}}"), None);
    let value = found.value()?.get().to_serde();
    assert_eq!(value["id"], 1, "{found:?}");
    value["title"].as_str().map(str::to_owned)
}

#[test]
fn another_languages_escape_is_the_character() {
    for (raw, said) in [
        (r"\x41nna", "Anna"),
        (r"caf\xe9", "café"),
        (r"\u{1F600} ok", "😀 ok"),
        (r"\U0001F600 ok", "😀 ok"),
        (r"it\'s", "it's"),
    ] {
        assert_eq!(title(raw).as_deref(), Some(said), "{raw}");
    }
}

#[test]
fn a_mark_that_needs_no_backslash_has_none() {
    for (raw, said) in [
        (r"due\_date", "due_date"),
        (r"5\% of \$20", "5% of $20"),
        (r"Bob \& Ann", "Bob & Ann"),
        (r"a\ b", "a b"),
        (r"caf\– bar", "caf– bar"),
    ] {
        assert_eq!(title(raw).as_deref(), Some(said), "{raw}");
    }
}

#[test]
fn paths_and_patterns_keep_theirs() {
    for raw in [
        r"C:\Users\ann",
        r"see C:\Users\My Files\x",
        r"src\main\lib",
        r"open src\lib.rs, please",
        r"match \d+ here",
        r"^\w{3}\.\d$",
        r"\d",
        r"\sqrt{2}",
        r"C:\Program Files\x64\app",
    ] {
        assert_eq!(title(raw).as_deref(), Some(raw), "{raw}");
    }
    // One of the doubled ones lost its twin.
    assert_eq!(title(r"C:\\Users\ann\\notes.txt").as_deref(), Some(r"C:\Users\ann\notes.txt"));
    assert_eq!(title(r"a \\d+\.\\d* b").as_deref(), Some(r"a \d+\.\d* b"));
}

#[test]
fn what_may_be_one_too_many_or_one_too_few_is_a_guess() {
    for raw in [
        r"Buy m\ilk",
        r"\enotes",
        r"N\A",
        r"see src\main",
        r"C:\\User\s\ann\\notes.txt",
        r"C:\\Users\\\ann",
        r"C:\\Users\\ann\\notes\.txt",
        r"reg\ex \\d+",
        r"\xc3\xa9",
        r"\x07",
        r"caf\00e9",
        r"C:\Users\bob\new",
        r"a \[b\]",
        r"\u{110000}",
    ] {
        assert_eq!(title(raw), None, "{raw}");
    }
    let found = read(r#"{"id":1,"title":"Buy m\ilk"}"#, None);
    assert_eq!(found.reason("/title"), Some(Reason::GuessedString));
    assert_eq!(found.best_effort().unwrap().to_string(), r#"{"id":1,"title":"Buy m\\ilk"}"#);
}

#[test]
fn a_schema_and_a_key_tell_which() {
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["name"],
        "properties": {"name": {"type": "string"}, "stage": {"enum": ["low", "high"]}, "op": {"const": "create"}}});
    let found = read(r#"{"na\me":"a","stage":"h\igh","op":"\create"}"#, Some(&schema));
    assert_eq!(found.value().unwrap().get().to_string(), r#"{"name":"a","stage":"high","op":"create"}"#);
    assert!(found.dropped.is_empty() && found.complete, "{found:?}");
    assert_eq!(read(r#"{"na\me":1}"#, None).value().unwrap().get().to_string(), r#"{"name":1}"#);
}

#[test]
fn no_body_has_any() {
    for raw in [r"\x41", r"a\_b", r"C:\Users\ann", r"\d+", r"m\ilk"] {
        let found = read(&format!("{{\"id\":1,\"content\":\"{raw}\"}}"), None);
        assert_eq!(found.value().unwrap().get().to_string(), r#"{"id":1}"#, "{raw}");
        assert_eq!(found.reason("/content"), Some(Reason::LossyBody), "{raw}");
    }
}
