//! Tables of what a request puts on the menu, and of what is believed of an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod prompts;

use crate::grammar::{Said, format, read};
use crate::ground::{command, title_is_grounded};
use crate::input::Input;
use crate::menu::Menu;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use serde_json::{Value, json};

fn todos() -> Todos {
    let all: Value = serde_json::from_str(include_str!("../../eval/cases/worlds.json")).expect("worlds");
    Todos::new(serde_json::from_value::<Vec<Todo>>(all["flat"].clone()).expect("todos"))
}

fn menu(said: &str) -> Menu {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    Menu::of(&Input::new(said, clock), said, None, &todos())
}

/// The branches of the schema: `deed(todos)[values]`.
fn branches(said: &str) -> String {
    let schema = format(&menu(said)).schema;
    let list =
        |v: &Value| v["enum"].as_array().map(|l| l.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("|"));
    let shown = |b: &Value| {
        let p = &b["properties"];
        let todos = list(&p["todo"]).or_else(|| list(&p["which"])).map(|t| format!("({t})")).unwrap_or_default();
        let values = list(&p["to"]).map(|t| format!("[{t}]")).unwrap_or_default();
        format!("{}{todos}{values}", list(&p["do"]).unwrap_or_default())
    };
    let mut out: Vec<String> = schema["anyOf"].as_array().expect("branches").iter().map(shown).collect();
    assert_eq!(out.pop().as_deref(), Some("nothing"), "{said}");
    out.join(" ")
}

#[test]
fn the_schema_offers_only_what_the_request_calls_for() {
    for (said, want) in [
        ("the printer ink is ordered", "complete(Order printer ink)"),
        ("passport renewed", "complete(Renew passport)"),
        ("scratch milk", "delete(Buy milk)"),
        ("novel is not important", "priority(Read novel)[low]"),
        ("the novel is urgent", "priority(Read novel)[high]"),
        ("dentist was postponed to december 3", "move(Dentist appointment)[december 3]"),
        ("oops, the bike isn't fixed", "reopen(Fix bike)"),
        ("halfway through the novel", "start(Read novel)"),
        ("stuck on the slides, waiting for legal", "block(Prepare slides)"),
        ("the slides are on ice", "hold(Prepare slides)"),
        ("dentist should be called \"Dr. Weber\"", "rename(Dentist appointment)[Dr. Weber]"),
        // Negated, asked or wished: nothing to choose.
        ("don't delete the novel", ""),
        ("please don't ever remove the novel", ""),
        ("is the passport renewed?", ""),
        ("what if I delete the novel", ""),
        ("if the passport is renewed I can travel", ""),
        ("I wish the passport was renewed", ""),
        ("haven't paid the rent", ""),
        // Named without any word of change.
        ("the novel", ""),
        ("asdf", ""),
        ("", ""),
    ] {
        assert_eq!(branches(said), want, "{said}");
    }
}

#[test]
fn never_forgetting_is_no_delete_and_bulk_needs_a_word_for_all() {
    for said in ["don't let me forget to renew the car insurance", "never forget the rent", "remember the passport"] {
        assert!(!branches(said).contains("delete"), "{said}: {}", branches(said));
    }
    assert!(!branches("work stuff is low priority").contains("_all"));
    assert!(branches("all the work stuff is low priority").contains("priority_all(tasks labeled work)[low]"));
    assert!(branches("everything from today is done").contains("complete_all(tasks scheduled for today)"));
    // A series is not deleted for one date, and single todos have no occurrence to skip.
    assert!(!branches("yoga on thursday is cancelled").contains("delete"));
    assert!(branches("yoga on thursday is cancelled").contains("skip(Yoga class)"));
    assert!(!branches("the dentist on tuesday is cancelled").contains("skip"));
}

fn bounded(schema: &Value, path: &str) {
    match schema {
        Value::Object(map) => {
            if map.get("type") == Some(&json!("string")) {
                assert!(map.contains_key("maxLength"), "{path}");
            }
            if map.get("type") == Some(&json!("array")) {
                assert!(map.contains_key("maxItems"), "{path}");
            }
            if map.get("type") == Some(&json!("object")) {
                assert_eq!(map.get("additionalProperties"), Some(&json!(false)), "{path}");
            }
            map.iter().for_each(|(k, v)| bounded(v, &format!("{path}/{k}")));
        }
        Value::Array(list) => list.iter().for_each(|v| bounded(v, path)),
        _ => {}
    }
}

#[test]
fn every_schema_is_bounded_closed_and_compiles() {
    let small = format(&menu("I should ask Lisa about the gym on thursday"));
    for schema in [small.schema, crate::plain::route_format().schema, crate::plain::operations_format().schema] {
        bounded(&schema, "");
        countersign_recover::Schema::compile(&schema).expect("compiles");
    }
    // The plain ones have no unions, which strict runtimes refuse.
    for schema in [crate::plain::route_format().schema, crate::plain::operations_format().schema] {
        assert!(!schema.to_string().contains("anyOf") && !schema.to_string().contains("oneOf"));
    }
}

#[test]
fn an_answer_is_read_against_the_menu_and_nothing_else() {
    let menu = menu("dentist was postponed to december 3");
    let code = |v: Value| read(&v, &menu).map(|_| ()).map_err(|p| p.code.to_string());
    let good = json!({"do": "move", "todo": "Dentist appointment", "to": "december 3"});
    let Ok(Said::Reading(reading)) = read(&good, &menu) else { panic!("not read") };
    assert_eq!(command(&reading, &menu).as_deref(), Some("move #1 to december 3"));
    assert_eq!(read(&json!({"do": "nothing", "todo": "x"}), &menu), Ok(Said::Nothing));
    for (bad, want) in [
        (json!({"do": "delete", "todo": "Dentist appointment"}), "invalid_op"),
        (json!({"todo": "Dentist appointment"}), "invalid_op"),
        (json!({"do": "move", "todo": "Pay rent", "to": "december 3"}), "id_not_found"),
        (json!({"do": "move", "todo": 1, "to": "december 3"}), "id_not_found"),
        (json!({"do": "move", "todo": "Dentist appointment", "to": "december 4"}), "invalid_operation"),
        (json!({"do": "move", "todo": "Dentist appointment"}), "invalid_operation"),
        (json!([good.clone()]), "invalid_op"),
        (json!(null), "invalid_op"),
    ] {
        assert_eq!(code(bad.clone()), Err(want.to_owned()), "{bad}");
    }
}

#[test]
fn a_title_is_made_of_words_that_were_said() {
    for (title, request, grounded) in [
        ("Send Lisa the photos", "I promised Lisa to send her the photos tomorrow", true),
        ("buy stamps", "need stamps", true),
        ("Washing the car", "gotta get the car washed", true),
        ("Buy a yacht", "need stamps", false),
        ("Send Lisa the photos and invoices", "send Lisa the photos", false),
        ("buy", "need stamps", false),
        ("", "need stamps", false),
    ] {
        assert_eq!(title_is_grounded(title, request), grounded, "{title}");
    }
}
