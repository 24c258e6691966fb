//! S0's assistant endpoints: one message, one run.

use crate::world::{Answer, BEARER, World, bare, events};
use axum::body::Body;
use futures_util::StreamExt;
use serde_json::{Value, json};

/// All runs there are.
async fn runs(world: &World) -> usize {
    let sessions = world.get("/api/sessions").await;
    sessions["sessions"].as_array().unwrap().iter().map(|s| usize::try_from(s["runs"].as_i64().unwrap()).unwrap()).sum()
}

fn encoded(pairs: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in pairs {
        query.append_pair(name, value);
    }
    format!("/api/assistant/message/stream?{}", query.finish())
}

#[tokio::test]
async fn a_message_becomes_a_proposal() {
    let world = World::new().await;
    let answer = world.post("/api/assistant/message", json!({ "message": "buy milk tomorrow at 9am", "transcript": [], "options": { "streamSummary": false, "mode": "auto", "clarify": null } })).await;
    assert_eq!(answer["operations"].as_array().unwrap().len(), 1, "{answer}");
    let operation = &answer["operations"][0];
    assert_eq!(
        (&operation["op"]["op"], &operation["op"]["scheduledFor"], &operation["errors"]),
        (&json!("create"), &json!("2026-11-22"), &json!([]))
    );
    assert!(answer["text"].as_str().is_some_and(|t| !t.is_empty()));
    assert_eq!(world.get("/api/status").await["todos"], 0, "nothing is changed by asking");
    let set = world.get(&format!("/api/change-sets/{}", answer["changeSet"])).await;
    assert_eq!(set["items"][0]["status"], "pending");
    assert_eq!(runs(&world).await, 1);
}

#[tokio::test]
async fn what_is_no_message_is_refused() {
    let world = World::new().await;
    for body in [
        json!({}),
        json!({ "message": "" }),
        json!({ "message": " \n" }),
        json!({ "message": 7 }),
        json!({ "message": null }),
    ] {
        assert_eq!(
            world.ask("POST", "/api/assistant/message", Some(body.clone())).await.refusal(),
            (400, "invalid_message".to_owned()),
            "{body}"
        );
    }
    for path in [
        "/api/assistant/message/stream",
        "/api/assistant/message/stream?message=",
        "/api/assistant/message/stream?message=%20&mode=auto",
    ] {
        assert_eq!(world.ask("GET", path, None).await.refusal(), (400, "invalid_message".to_owned()), "{path}");
    }
    assert_eq!(
        world.ask("GET", "/api/assistant/message/stream?message=x&mode=fast", None).await.refusal(),
        (400, "invalid_mode".to_owned())
    );
    assert_eq!(runs(&world).await, 0);
}

#[tokio::test]
async fn a_stream_tells_one_run_with_the_names_of_the_original() {
    let world = World::new().await;
    // Malformed transcript and clarify count as absent.
    let path =
        encoded(&[("message", "buy milk tomorrow"), ("transcript", "[{"), ("clarify", "nonsense"), ("mode", "auto")]);
    let answer = world.ask("GET", &path, None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(
        ["content-type", "cache-control", "connection", "x-accel-buffering"].map(|h| answer.header(h)),
        ["text/event-stream", "no-cache", "keep-alive", "no"]
    );
    let all = events(&answer.text);
    let names: Vec<&str> = all.iter().map(|(_, name, _)| name.as_str()).collect();
    assert!(names.iter().all(|n| ["stage", "summary", "clarify", "ops", "result", "done"].contains(n)), "{names:?}");
    assert_eq!((names.first(), names.last()), (Some(&"stage"), Some(&"done")));
    let data = |name: &str| all.iter().find(|(_, n, _)| n == name).unwrap().2.clone();
    assert_eq!(data("done"), json!(true));
    assert_eq!(
        (&data("ops")["version"], &data("ops")["validCount"], &data("ops")["invalidCount"]),
        (&json!(1), &json!(1), &json!(0))
    );
    assert_eq!(data("result")["operations"], data("ops")["operations"]);
    assert_eq!(data("stage")["stage"], "routing");
    assert_eq!(data("summary"), json!({ "text": "Planning…" }), "the first summary of the plan path");

    // A client that lost the connection goes on with the run; it does not begin another.
    let (id, _, _) = &all[1];
    let resumed = world.ask_with("GET", &path, None, &[("last-event-id", id)]).await;
    assert_eq!(events(&resumed.text), all[2..]);
    assert_eq!(world.ask("HEAD", &path, None).await.status, 405, "looking does not begin a run");
    for bad in ["7", "x:y", "none:-1", ""] {
        assert_eq!(
            world.ask_with("GET", &path, None, &[("last-event-id", bad)]).await.refusal(),
            (400, "invalid_last_event_id".to_owned()),
            "{bad:?}"
        );
    }
    assert_eq!(
        world.ask_with("GET", &path, None, &[("last-event-id", "none:1")]).await.refusal(),
        (404, "not_found".to_owned())
    );
    assert_eq!(runs(&world).await, 1);
}

#[tokio::test]
async fn the_fallback_reads_the_run_of_the_broken_stream() {
    let world = World::new().await;
    let path = encoded(&[("message", "buy milk tomorrow"), ("transcript", "[]"), ("mode", "auto")]);
    // The stream breaks after its first event.
    let request = bare("GET", &path).header("authorization", format!("Bearer {BEARER}")).body(Body::empty()).unwrap();
    let mut broken = world.send(request).await.into_body().into_data_stream();
    assert!(broken.next().await.unwrap().unwrap().starts_with(b"event: stage"));
    drop(broken);
    let fallback = json!({ "message": "buy milk tomorrow", "transcript": [], "options": { "mode": "auto" } });
    let answer = world.post("/api/assistant/message", fallback.clone()).await;
    assert_eq!(answer["operations"].as_array().unwrap().len(), 1);
    assert_eq!(runs(&world).await, 1, "one run in all");
    // Told once: the same words again are a new message.
    world.post("/api/assistant/message", fallback).await;
    assert_eq!(runs(&world).await, 2);
}

#[tokio::test]
async fn a_question_is_answered_in_its_own_conversation() {
    let world = World::new().await;
    world.todos(&["Call Anna Smith", "Call Anna Jones", "Call the bank"]).await;
    let ask = |message: &str| json!({ "message": message, "options": { "mode": "auto" } });
    let question = world.post("/api/assistant/message", ask("delete call anna")).await;
    assert_eq!(question["requiresClarification"], true, "{question}");
    let text = question["question"].as_str().unwrap();
    let options = question["options"].as_array().unwrap();
    assert_eq!(
        options.iter().map(|o| o["id"].as_i64().unwrap()).collect::<std::collections::BTreeSet<_>>(),
        [1, 2].into()
    );
    assert_eq!(options[0].as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "title", "scheduledFor"]);
    // Other conversations go on meanwhile.
    world.post("/api/assistant/message", ask("buy milk tomorrow")).await;

    let chosen = json!({ "message": "the second", "options": { "mode": "auto", "clarify": { "question": text, "selection": { "ids": [2] } } } });
    let answer = world.post("/api/assistant/message", chosen).await;
    assert_eq!(answer["operations"][0]["op"], json!({ "op": "delete", "id": 2 }), "{answer}");
    assert_eq!(answer["session"], question["session"]);
    // The question is answered; the same answer again is a message of its own.
    let stray = world.post("/api/assistant/message", json!({ "message": "what is due today?", "options": { "mode": "auto", "clarify": { "question": text, "selection": { "ids": [1] } } } })).await;
    assert_ne!(stray["session"], question["session"]);
    assert_eq!(world.get("/api/status").await["todos"], 3);
}

#[tokio::test]
async fn a_choice_that_was_not_offered_is_refused_and_the_question_stays() {
    let world = World::new().await;
    world.todos(&["Call Anna Smith", "Call Anna Jones", "Call the bank"]).await;
    let ask = |message: &str| json!({ "message": message, "options": { "mode": "auto" } });
    let question = world.post("/api/assistant/message", ask("delete call anna")).await;
    let choose = |selection: Value| {
        json!({ "message": "that one", "session": question["session"],
            "options": { "mode": "auto", "clarify": { "question": question["question"], "selection": selection } } })
    };
    for stray in [json!({ "ids": [3] }), json!({ "ids": [1, 99] }), json!({ "values": ["bogus"] })] {
        let answer = world.ask("POST", "/api/assistant/message", Some(choose(stray.clone()))).await;
        assert_eq!(answer.refusal(), (400, "invalid_clarify".to_owned()), "{stray}");
    }
    let malformed = [json!({ "ids": ["5"] }), json!({ "date": "2026-13-40" }), json!({ "foo": 1 }), json!("yes")];
    for wrong in malformed {
        let answer = world.ask("POST", "/api/assistant/message", Some(choose(wrong.clone()))).await;
        assert_eq!(answer.refusal(), (400, "invalid_clarify".to_owned()), "{wrong}");
    }
    let answer = world.post("/api/assistant/message", choose(json!({ "ids": [2] }))).await;
    assert_eq!(answer["operations"][0]["op"], json!({ "op": "delete", "id": 2 }), "{answer}");
}

#[tokio::test]
async fn the_default_mode_is_plan_and_chat_proposes_nothing() {
    let world = World::new().await;
    let mode = async |options: Value| {
        let answer =
            world.post("/api/assistant/message", json!({ "message": "buy milk tomorrow", "options": options })).await;
        let session = world.get(&format!("/api/sessions/{}", answer["session"].as_str().unwrap())).await;
        (session["runs"][0]["mode"].clone(), answer["operations"].as_array().unwrap().len())
    };
    assert_eq!(mode(json!({})).await, (json!("plan"), 1));
    assert_eq!(mode(json!({ "mode": "chat" })).await, (json!("chat"), 0));
    assert_eq!(mode(json!({ "mode": "auto" })).await, (json!("auto"), 1));
}

#[tokio::test]
async fn auto_can_be_switched_off() {
    let mut other = World::new().await;
    other.state.auto_mode = false;
    other.app = countersign_server::router(other.state.clone());
    let off =
        other.post("/api/assistant/message", json!({ "message": "buy milk", "options": { "mode": "auto" } })).await;
    let session = other.get(&format!("/api/sessions/{}", off["session"].as_str().unwrap())).await;
    assert_eq!(session["runs"][0]["mode"], "plan", "auto falls through to plan when it is switched off");
}

#[tokio::test]
async fn a_transcript_goes_on_with_its_conversation() {
    let world = World::new().await;
    let first = world.post("/api/assistant/message", json!({ "message": "buy milk tomorrow" })).await;
    let turns = json!([{ "role": "user", "text": "buy milk tomorrow" }, { "role": "assistant", "text": first["text"] }, { "role": "user", "text": "what is due today?" }]);
    let second =
        world.post("/api/assistant/message", json!({ "message": "what is due today?", "transcript": turns })).await;
    assert_eq!(second["session"], first["session"]);
    let stranger = world
        .post("/api/assistant/message", json!({ "message": "what is due today?", "transcript": "not a list" }))
        .await;
    assert_ne!(stranger["session"], first["session"]);
    let given = world
        .post("/api/assistant/message", json!({ "message": "what is due today?", "session": first["session"] }))
        .await;
    assert_eq!(given["session"], first["session"]);
    let unknown = world.ask("POST", "/api/assistant/message", Some(json!({ "message": "x", "session": "none" }))).await;
    assert_eq!(unknown.refusal(), (404, "not_found".to_owned()));
}

#[tokio::test]
async fn runs_are_resources() {
    let world = World::new().await;
    let started = world
        .ask(
            "POST",
            "/api/runs",
            Some(json!({ "message": "buy milk tomorrow", "mode": "auto", "session": null, "clarify": null })),
        )
        .await;
    assert_eq!(started.status, 202);
    let started = started.json();
    let path = started["events"].as_str().unwrap();
    assert_eq!(path, format!("/api/runs/{}/events", started["run"].as_str().unwrap()));
    let told = events(&world.ask("GET", path, None).await.text);
    let numbers: Vec<i64> = told.iter().map(|(id, _, _)| id.parse().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>());
    assert_eq!(told.last().map(|(_, name, data)| (name.as_str(), data)), Some(("done", &json!(true))));
    let from = |n: usize| told[n..].to_vec();
    assert_eq!(events(&world.ask_with("GET", path, None, &[("last-event-id", "3")]).await.text), from(3));
    assert_eq!(events(&world.ask("GET", &format!("{path}?after=2"), None).await.text), from(2));
    assert_eq!(
        events(&world.ask_with("GET", &format!("{path}?after=2"), None, &[("last-event-id", "4")]).await.text),
        from(4)
    );
    for (query, header, code) in [
        ("", "x", "invalid_last_event_id"),
        ("", "-1", "invalid_last_event_id"),
        ("", "999999", "invalid_last_event_id"),
        ("", "", "invalid_last_event_id"),
        ("?after=x", "", "invalid_after"),
        ("?after=-1", "", "invalid_after"),
    ] {
        let headers: &[(&str, &str)] = if query.is_empty() { &[("last-event-id", header)] } else { &[] };
        let answer = world.ask_with("GET", &format!("{path}{query}"), None, headers).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{query} {header:?}");
    }
    let run = world.get(&format!("/api/runs/{}", started["run"].as_str().unwrap())).await;
    assert_eq!((&run["status"], &run["session"]), (&json!("done"), &started["session"]));
    let cancelled: Answer =
        world.ask("POST", &format!("/api/runs/{}/cancel", started["run"].as_str().unwrap()), None).await;
    assert_eq!((cancelled.status, cancelled.json()), (200, run.clone()));
    let session = world.get(&format!("/api/sessions/{}", started["session"].as_str().unwrap())).await;
    assert_eq!((&session["runs"], &session["clarify"]), (&json!([run]), &Value::Null));
    let said = world.post("/api/interpret", json!({ "message": "buy milk tomorrow" })).await;
    assert_eq!((&said["decision"], &said["ops"][0]["op"]), (&json!("plan"), &json!("create")));
    assert_eq!(runs(&world).await, 1, "interpreting stores nothing");
}
