//! Rows that cannot be read: said with what restores them, and in no verb's way that the ledger can answer.

use crate::world::{Ran, World, binary, run};
use serde_json::json;

/// Two todos, of which the stored row of the first cannot be read.
fn damaged() -> World {
    let world = World::new();
    for title in ["one", "two"] {
        assert_eq!(world.run(&["todos", "add", title]).code, 0);
    }
    tamper(&world, "UPDATE todos SET body = '{' WHERE id = 1");
    world
}

fn tamper(world: &World, sql: &str) {
    rusqlite::Connection::open(world.dir.path().join("countersign.db")).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn what_the_ledger_holds_is_read_from_it_until_it_is_restored() {
    let world = damaged();
    for (args, said) in [
        (&["verify"][..], "sound"),
        (&["todos", "list"], "one"),
        (&["log"], "two"),
        (&["export", "json"], "one"),
        (&["export", "audit.jsonl"], "hash"),
    ] {
        let ran = world.run(args);
        assert!(ran.code == 0 && ran.out.contains(said), "{args:?}: {ran:?}");
        for told in ["odo #1 is damaged", "the ledger is whole", "countersign rebuild --write"] {
            assert!(ran.err.contains(told), "{args:?}: {ran:?}");
        }
    }
    let doctor = world.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    for told in ["odo #1 is damaged", "the ledger is whole", "countersign rebuild --write"] {
        assert!(doctor.out.contains(told), "{doctor:?}");
    }
    for args in [&["todos", "add", "three"][..], &["todos", "done", "2"], &["serve", "--port", "0"]] {
        let ran = world.run(args);
        assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
        assert!(ran.err.contains("odo #1 is damaged") && ran.err.contains("rebuild --write"), "{args:?}: {ran:?}");
    }
    let compared = world.run(&["rebuild", "--json"]);
    assert_eq!((compared.code, &compared.json()["written"]), (1, &json!(false)), "{compared:?}");
    let german = world.run(&["--lang", "de", "todos", "list"]);
    assert!(german.err.contains("Aufgabe #1 ist beschädigt"), "{german:?}");

    let restored = world.run(&["rebuild", "--write"]);
    assert!(restored.code == 0 && restored.out.contains("odo #1 is damaged"), "{restored:?}");
    for args in [&["verify"][..], &["doctor"], &["rebuild"], &["todos", "add", "three"]] {
        let ran = world.run(args);
        assert!(ran.code == 0 && !ran.err.contains("damaged"), "{args:?}: {ran:?}");
    }
    let listed = world.run(&["todos", "list"]);
    assert!(["one", "two", "three"].iter().all(|title| listed.out.contains(title)), "{listed:?}");
}

#[test]
fn an_entry_that_is_no_text_is_named() {
    for event in ["CAST(x'7bff7d' AS TEXT)", "'{'"] {
        let world = World::new();
        for title in ["one", "two"] {
            assert_eq!(world.run(&["todos", "add", title]).code, 0);
        }
        tamper(
            &world,
            &format!("DROP TRIGGER ledger_is_append_only_update; UPDATE ledger SET event = {event} WHERE seq = 2"),
        );
        for args in [&["verify"][..], &["doctor"], &["log"], &["rebuild", "--write"]] {
            let ran = world.run(args);
            let said = format!("{}{}", ran.out, ran.err);
            assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
            assert!(said.contains("ntry 2"), "{args:?}: {ran:?}");
            assert!(!said.contains("is safe"), "{args:?}: {ran:?}");
        }
        assert!(world.run(&["todos", "list"]).out.contains("one"));
    }
}

#[test]
fn of_a_set_that_is_too_old_apply_says_so() {
    let world = World::new();
    let made = world.run(&["ask", "add milk", "--json"]);
    assert_eq!(made.code, 2, "{made:?}");
    assert_eq!(world.run(&["sign", "1", "1"]).code, 2);
    let later = |args: &[&str]| -> Ran {
        let mut command = binary();
        command.arg("--data").arg(world.dir.path()).args(["--now", "2026-12-05T10:00", "--zone", "America/New_York"]);
        run(command.args(args), b"")
    };
    let late = later(&["apply", "1", "--json"]);
    assert_eq!((late.code, &late.json()["error"]), (1, &json!("expired")), "{late:?}");
    let log = later(&["log"]);
    assert!(log.out.contains("Expired before it was applied") && !log.out.contains("Expired unsigned"), "{log:?}");
}
