//! `countersign outputs`: a file kept and queried, as a person and as a script would.

use crate::world::World;
use serde_json::{Value, json};

/// A data folder with an output of 40 items: `o1`.
fn shop() -> World {
    let world = World::new();
    let item = |n: usize| json!({ "id": n, "kind": if n % 4 == 0 { "pen" } else { "book" } });
    let text = json!({ "items": (0..40).map(item).collect::<Vec<_>>() }).to_string();
    let kept = world.run_with(&["outputs", "add", "-", "--tool", "api", "--json"], text.as_bytes());
    assert_eq!((kept.code, &kept.json()["id"]), (0, &json!("o1")), "{kept:?}");
    world
}

fn ask(world: &World, args: &[&str]) -> Value {
    let mut all = vec!["outputs"];
    all.extend(args);
    all.push("--json");
    let ran = world.run(&all);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.json()
}

#[test]
fn nothing_is_stored_at_first_and_looking_makes_no_data() {
    let world = World::new();
    let ran = world.run(&["outputs", "list"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "No output is stored here.\n"));
    assert_eq!(std::fs::read_dir(world.dir.path()).unwrap().count(), 0);
}

#[test]
fn every_operation_has_a_verb_and_every_option_a_flag() {
    let world = shop();
    let found = ask(&world, &["extract", "o1", "$.items[0:2].id", "$.gone", "--default", "null", "--with-paths"]);
    assert_eq!(found["extracted"]["$.items[0:2].id"][1], json!({ "path": "$['items'][1]['id']", "value": 1 }));
    assert_eq!((&found["extracted"]["$.gone"], &found["missing_paths"]), (&Value::Null, &json!(["$.gone"])));
    assert_eq!(ask(&world, &["extract", "o1", "$.items", "--flatten"])["extracted"]["$.items"][3]["id"], 3);
    let pens = ask(&world, &["count", "o1", "$.items", "--type", "array_length", "--filter", "@.kind == 'pen'"]);
    assert_eq!(pens, json!({ "counts": { "$.items": 10 }, "total": 10 }));
    let sample =
        ["sample", "o1", "$.items", "--size", "4", "--strategy", "stratified", "--strata", "$.kind", "--seed", "1"];
    assert_eq!(ask(&world, &sample)["strata"][1], json!({ "value": "pen", "items": 10, "sampled": 1 }));
    let every = ask(&world, &["sample", "o1", "$.items", "--size", "2", "--strategy", "systematic", "--stride", "3"]);
    assert_eq!(every["indices"], json!([0, 3]));
    let stats = ask(&world, &["stats", "o1", "$.items[*]", "--no-schema", "--max-depth", "1", "--sample-arrays", "5"]);
    assert_eq!((&stats["types"]["object"], stats.get("schema")), (&json!(40), None));
    assert_eq!(ask(&world, &["read", "o1", "--offset", "2", "--limit", "5"])["text"], "items");
    assert_eq!(ask(&world, &["show", "o1"])["summary"]["arrays"], json!({ "items": 40 }));
    let log = world.run_with(&["outputs", "add", "-"], b"one\ntwo\nthree\n");
    assert_eq!((log.code, log.out.as_str()), (0, "o2  file -  14 characters  text\n   one\n   two\n   three\n"));
    assert_eq!(ask(&world, &["list", "--tool", "file"])["total"], 1);
    let list = ["list", "--sort", "size_chars", "--ascending", "--limit", "1", "--preview", "3", "--succeeded"];
    let list = ask(&world, &list);
    assert_eq!((&list["outputs"][0]["preview"], &list["has_more"]), (&json!("one"), &json!(true)));
    assert_eq!(ask(&world, &["list", "--failed"])["total"], 0);
    let found = world.run(&["outputs", "read", "o2", "--find", "t"]);
    assert_eq!(found.out, "2  two\n3  three\n2 lines\n");
    let part = world.run(&["outputs", "read", "o2", "--lines", "--limit", "1"]);
    assert_eq!(part.out, "one\nMore with --offset 1\n");
}

#[test]
fn what_cannot_be_asked_is_refused_with_what_to_do() {
    let world = shop();
    for (args, said) in [
        (vec!["extract", "o1", "items"], "it begins with $"),
        (vec!["extract", "o7", "$"], "There is no output o7."),
        (vec!["sample", "o1", "$.items", "--stride", "2"], "Leave stride out, or use strategy systematic."),
        (vec!["extract", "o1", "$", "--default", "x"], "Write JSON: null, 0 or \"text\" with its quotes."),
        (vec!["add", "/nowhere/at/all"], "/nowhere/at/all"),
    ] {
        let mut all = vec!["outputs"];
        all.extend(&args);
        let ran = world.run(&all);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}");
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    }
}

#[test]
fn what_an_output_holds_cannot_steer_the_terminal() {
    let world = World::new();
    world.run_with(&["outputs", "add", "-", "--tool", "a\u{1b}[2Jb"], b"x\x1b[31mred\n");
    for args in [&["outputs", "list", "--preview", "20"][..], &["outputs", "read", "o1"], &["outputs", "show", "o1"]] {
        let ran = world.run(args);
        assert!(ran.code == 0 && !ran.out.is_empty() && !ran.out.contains('\u{1b}'), "{ran:?}");
    }
}
