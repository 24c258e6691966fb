//! Conversations over HTTP: failures, questions with their answers, stages, memory, numbers.

use crate::world::{World, events};
use serde_json::{Value, json};
use std::time::UNIX_EPOCH;

/// S0's stream for a message.
fn stream(message: &str) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("message", message).finish();
    format!("/api/assistant/message/stream?{query}")
}

/// Name and data of what S0's stream tells.
async fn told(world: &World, message: &str) -> Vec<(String, Value)> {
    let answer = world.ask("GET", &stream(message), None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    events(&answer.text).into_iter().map(|(_, name, data)| (name, data)).collect()
}

async fn say(world: &World, session: &Value, message: &str, options: Value) -> Value {
    let body = json!({ "message": message, "session": session, "options": options });
    world.post("/api/assistant/message", body).await
}

#[tokio::test]
async fn a_failed_run_is_told_in_the_shape_of_the_original() {
    let world = World::new().await;
    // The database refuses what the run would store at its end.
    world
        .raw()
        .execute_batch("CREATE TRIGGER refuse BEFORE INSERT ON change_sets BEGIN SELECT raise(ABORT, 'refused'); END")
        .unwrap();
    let answer = world.ask("POST", "/api/assistant/message", Some(json!({ "message": "buy milk tomorrow" }))).await;
    let body = answer.json();
    let keys: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!((answer.status, keys), (502, vec!["error", "message", "detail", "hint"]), "{body}");
    assert_eq!((&body["error"], &body["detail"]), (&json!("assistant_failure"), &json!("storage_failed")));
    let all = told(&world, "buy milk tomorrow").await;
    assert_eq!(all[all.len() - 2..], [("error".to_owned(), body), ("done".to_owned(), json!(true))]);
    assert_eq!(world.get("/api/status").await["todos"], 0);
    // Nothing of the failed runs stands in the way of the next.
    world.raw().execute_batch("DROP TRIGGER refuse").unwrap();
    let next = world.post("/api/assistant/message", json!({ "message": "buy milk tomorrow" })).await;
    assert_eq!(next["operations"].as_array().unwrap().len(), 1, "{next}");
}

#[tokio::test]
async fn a_stream_asks_and_is_done() {
    let world = World::new().await;
    world.todos(&["Call Anna"]).await;
    world.post("/api/todos", json!({ "title": "Call the bank", "scheduledFor": "2026-12-01" })).await;
    let all = told(&world, "complete the call").await;
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).filter(|n| *n != "stage").collect();
    assert_eq!(names, ["clarify", "done"]);
    let clarify = &all[all.len() - 2].1;
    assert!(clarify["question"].as_str().is_some_and(|q| !q.is_empty()), "{clarify}");
    let mut options = clarify["options"].as_array().unwrap().clone();
    options.sort_by_key(|o| o["id"].as_i64());
    assert_eq!(
        options,
        [
            json!({ "id": 1, "title": "Call Anna", "scheduledFor": null }),
            json!({ "id": 2, "title": "Call the bank", "scheduledFor": "2026-12-01" })
        ]
    );
}

#[tokio::test]
async fn each_phase_has_its_stage() {
    let world = World::new().await;
    world.todos(&["Call Anna", "Call the bank"]).await;
    for (message, stages) in [
        ("buy milk tomorrow", &["routing", "routing", "proposing", "validating", "summarizing"][..]),
        ("what is due today?", &["routing", "routing", "summarizing"]),
        ("complete the call", &["routing", "routing"]),
    ] {
        let all = told(&world, message).await;
        let words: Vec<&str> =
            all.iter().filter(|(name, _)| name == "stage").map(|(_, data)| data["stage"].as_str().unwrap()).collect();
        assert_eq!(words, stages, "{message}");
    }
}

#[tokio::test]
async fn a_date_and_a_priority_answer_their_questions() {
    for (message, selection, changed) in [
        ("move dentist to feb 30", json!({ "date": "2027-03-01" }), json!({ "scheduledFor": "2027-03-01" })),
        ("move dentist to feb 30", json!({ "ids": [], "date": "2027-02-28" }), json!({ "scheduledFor": "2027-02-28" })),
        ("set the priority of dentist", json!({ "priority": "high" }), json!({ "priority": "high" })),
        ("set the priority of dentist", json!({ "date": null, "priority": "low" }), json!({ "priority": "low" })),
    ] {
        let world = World::new().await;
        world.todos(&["Dentist"]).await;
        let asked = say(&world, &Value::Null, message, json!({ "mode": "auto" })).await;
        let clarify = json!({ "question": asked["question"], "selection": selection });
        let answer = say(&world, &Value::Null, "that one", json!({ "mode": "auto", "clarify": clarify })).await;
        let mut op = json!({ "op": "update", "id": 1 });
        op.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        assert_eq!(
            (&answer["operations"], &answer["session"]),
            (&json!([{ "op": op, "errors": [] }]), &asked["session"]),
            "{message} {clarify}: {answer}"
        );
    }
}

#[tokio::test]
async fn the_last_three_turns_are_remembered() {
    for (between, remembered) in [(2, true), (3, false)] {
        let world = World::new().await;
        // What was made last is offered when nobody spoke of anything.
        world.todos(&["Dentist", "Rent"]).await;
        let session = say(&world, &Value::Null, "move dentist to friday", json!({})).await["session"].clone();
        for _ in 0..between {
            say(&world, &session, "hello", json!({})).await;
        }
        let answer = say(&world, &session, "complete it", json!({ "mode": "auto" })).await;
        let said = match remembered {
            true => (&answer["operations"][0]["op"]["id"], &json!(1)),
            false => (&answer["options"][0]["id"], &json!(2)),
        };
        assert_eq!(said.0, said.1, "{between} turns later: {answer}");
    }
}

#[tokio::test]
async fn chat_names_the_modes_that_change_something_when_a_change_is_meant() {
    let world = World::new().await;
    for (message, nudges) in [("buy milk tomorrow", true), ("delete the dentist", true), ("what is due today?", false)]
    {
        let answer = say(&world, &Value::Null, message, json!({ "mode": "chat" })).await;
        let text = answer["text"].as_str().unwrap();
        assert_eq!(
            (text.contains("Send it in Auto or Plan"), &answer["operations"]),
            (nudges, &json!([])),
            "{message}: {text}"
        );
    }
}

/// The milliseconds in a time-ordered identifier (UUID version 7).
fn milliseconds(id: &str) -> u128 {
    assert_eq!((id.len(), &id[14..15]), (36, "7"), "{id}");
    u128::from_str_radix(&id[..13].replace('-', ""), 16).unwrap()
}

#[tokio::test]
async fn runs_and_sessions_have_unique_numbers_in_the_order_of_time() {
    #[expect(clippy::disallowed_methods, reason = "compared with the identifiers' own time")]
    let now = || std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let world = World::new().await;
    let before = now();
    let (mut runs, mut sessions) = (Vec::new(), Vec::new());
    for n in 0..20 {
        let started = world.post("/api/runs", json!({ "message": format!("buy {n} eggs") })).await;
        runs.push(started["run"].as_str().unwrap().to_owned());
        sessions.push(started["session"].as_str().unwrap().to_owned());
    }
    let after = now();
    for ids in [&runs, &sessions] {
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        assert!(ids.iter().all(|id| (before..=after).contains(&milliseconds(id))), "{ids:?}");
    }
}

/// Set for the process that a test starts: what the mode `auto` is to become there.
const EXPECTED: &str = "COUNTERSIGN_TEST_EXPECTED_MODE";

#[tokio::test]
async fn the_variable_switches_auto_off_only_when_it_is_false() {
    const FLAG: &str = "ASSISTANT_AUTO_MODE_ENABLED";
    if let Ok(expected) = std::env::var(EXPECTED) {
        let world = World::new().await;
        let answer = say(&world, &Value::Null, "buy milk", json!({ "mode": "auto" })).await;
        let session = world.get(&format!("/api/sessions/{}", answer["session"].as_str().unwrap())).await;
        assert_eq!(session["runs"][0]["mode"], expected);
        return;
    }
    // A variable belongs to a whole process, so each value gets one.
    for (value, mode) in [
        (None, "auto"),
        (Some("false"), "plan"),
        (Some("FALSE"), "plan"),
        (Some("False"), "plan"),
        (Some("true"), "auto"),
        (Some("0"), "auto"),
        (Some("no"), "auto"),
        (Some(" false"), "auto"),
        (Some(""), "auto"),
    ] {
        #[expect(clippy::disallowed_methods, reason = "the test itself, in another process")]
        let mut process = std::process::Command::new(std::env::current_exe().unwrap());
        process.args(["--exact", "conversation::the_variable_switches_auto_off_only_when_it_is_false"]);
        process.env(EXPECTED, mode).env_remove(FLAG);
        if let Some(value) = value {
            process.env(FLAG, value);
        }
        let output = process.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{value:?}: {text}");
    }
}
