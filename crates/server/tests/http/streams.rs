//! Event streams: heartbeats, limits, and a thousand of them on real sockets.

use crate::world::{BEARER, World, bare};
use axum::body::{Body, BodyDataStream};
use axum::response::Response;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

async fn open(world: &World, path: &str, last: Option<&str>) -> Response {
    let request = bare("GET", path).header("authorization", format!("Bearer {BEARER}"));
    let request = last.into_iter().fold(request, |r, id| r.header("last-event-id", id));
    world.send(request.body(Body::empty()).unwrap()).await
}

async fn next(stream: &mut BodyDataStream) -> String {
    String::from_utf8(stream.next().await.unwrap().unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn who_names_an_entry_that_is_not_there_hears_so_at_once() {
    let world = World::new().await;
    world.todos(&["a"]).await;
    let head = world.get("/api/status").await["head"]["seq"].as_i64().unwrap();
    let mut feed = open(&world, "/api/events", Some("99999")).await.into_body().into_data_stream();
    let told = next(&mut feed).await;
    assert!(told.contains("event: changed") && told.contains(&format!("id: {head}")), "{told}");
}

#[tokio::test]
async fn the_feed_tells_what_changed() {
    let world = World::new().await;
    let mut feed = open(&world, "/api/events", None).await.into_body().into_data_stream();
    world.todos(&["a"]).await;
    let head = world.get("/api/status").await["head"]["seq"].as_i64().unwrap();
    let told = next(&mut feed).await;
    let (id, data) = (
        told.lines().find_map(|l| l.strip_prefix("id: ")).unwrap(),
        told.lines().find_map(|l| l.strip_prefix("data: ")).unwrap(),
    );
    let data: Value = serde_json::from_str(data).unwrap();
    assert!(told.contains("event: changed\n"), "{told}");
    assert_eq!((id, &data["seq"]), (head.to_string().as_str(), &json!(head)));
    assert!(data["what"].as_array().unwrap().contains(&json!("todos")), "{data}");

    // Who missed something hears of it at once; who has seen it all does not.
    let mut late = open(&world, "/api/events", Some("0")).await.into_body().into_data_stream();
    let all = r#"["todos","inbox","ledger","settings","outputs","rules","commands","sessions"]"#;
    assert!(next(&mut late).await.contains(&format!("\"seq\":{head},\"what\":{all}")));
    let mut up_to_date = open(&world, &format!("/api/events?after={head}"), None).await.into_body().into_data_stream();
    world.ask("PUT", "/api/settings", Some(json!({ "weekStart": "sunday" }))).await;
    let told = next(&mut up_to_date).await;
    assert!(told.contains(&format!("\"seq\":{}", head + 1)) && told.contains("settings"), "{told}");
    assert_eq!(open(&world, "/api/events", Some("x")).await.status(), 400);
}

/// The events up to and with the next `changed`: their names and data.
async fn write(stream: &mut BodyDataStream) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    loop {
        let text = next(stream).await;
        let field = |name: &str| text.lines().find_map(|l| l.strip_prefix(name)).unwrap_or_default().to_owned();
        let (name, id) = (field("event: "), field("id: "));
        // Whoever comes back with the id of a write has heard all of it.
        assert_eq!(name == "changed", !id.is_empty(), "{text}");
        all.push((name.clone(), serde_json::from_str(&field("data: ")).unwrap()));
        if name == "changed" {
            return all;
        }
    }
}

/// Of each item that was told of: event, set, item, status.
fn stood(events: &[(String, Value)]) -> Vec<(&str, i64, i64, &str)> {
    let items = events.iter().filter(|(name, _)| name != "changed");
    items
        .map(|(name, data)| {
            let n = |key: &str| data[key].as_i64().unwrap();
            assert_eq!((&data["item"], &data["status"]), (&data["view"]["n"], &data["view"]["status"]));
            (name.as_str(), n("set"), n("item"), data["status"].as_str().unwrap())
        })
        .collect()
}

#[tokio::test]
async fn the_feed_tells_how_items_stand() {
    let world = World::new().await;
    world.todos(&["Rent"]).await;
    let set = world
        .post(
            "/api/change-sets",
            json!({ "title": "x", "operations": [
                { "op": "create", "title": "Milk" },
                { "op": "update", "id": 1, "priority": "high" },
                { "op": "update", "id": "@1", "notes": "two litres" },
            ] }),
        )
        .await;
    let (id, digest) = (set["id"].as_i64().unwrap(), |n: usize| set["items"][n]["digest"].clone());
    let before = world.get("/api/status").await["head"]["seq"].as_i64().unwrap();
    let mut feed = open(&world, "/api/events", None).await.into_body().into_data_stream();

    // A decision: the item, and what falls with it.
    let path = format!("/api/change-sets/{id}/items/1/decision");
    world.ask("PUT", &path, Some(json!({ "verdict": "rejected", "reason": "no", "digest": digest(0) }))).await;
    let told = write(&mut feed).await;
    assert_eq!(stood(&told), [("item", id, 1, "rejected"), ("item", id, 3, "rejected")]);
    assert_eq!((&told[0].1["view"]["reason"], &told[1].1["view"]["rejected_with"]), (&json!("no"), &json!(1)));
    assert_eq!((&told[0].1["set_status"], &told[0].1["version"]), (&json!("partially_resolved"), &json!(1)));
    assert_eq!(told[2].1["sets"], json!([]), "nothing else of any set is to be read");

    // Somebody changes what another builds on.
    world.ask("PATCH", "/api/todos/1", Some(json!({ "priority": "low" }))).await;
    let told = write(&mut feed).await;
    assert_eq!(stood(&told), [("drift", id, 2, "drifted")]);
    let drift = &told[0].1["view"]["drift"][0];
    assert_eq!((&drift["base"], &drift["now"], &drift["proposed"]), (&json!("medium"), &json!("low"), &json!("high")));
    // And puts it back, or changes what it does not build on.
    for (field, value) in [("priority", "medium"), ("notes", "by transfer")] {
        world.ask("PATCH", "/api/todos/1", Some(json!({ field: value }))).await;
        assert_eq!(stood(&write(&mut feed).await), [("item", id, 2, "pending")], "{field}");
    }
    // What no set builds on is told to none.
    world.todos(&["Bread"]).await;
    assert_eq!(stood(&write(&mut feed).await), []);

    // Applied, and taken back by another set.
    let apply = format!("/api/change-sets/{id}/apply");
    let receipt =
        world.post(&apply, json!({ "digest": set["digest"], "sign": [{ "item": 2, "digest": digest(1) }] })).await;
    let told = write(&mut feed).await;
    assert_eq!(stood(&told), [("item", id, 2, "applied")]);
    let entry = receipt["entry"].as_i64().unwrap();
    let undo = world.post(&format!("/api/ledger/{entry}/undo"), json!({})).await;
    let told = write(&mut feed).await;
    assert_eq!((stood(&told), &told[0].1["sets"]), (vec![], &json!([undo["id"]])));
    let sign = json!([{ "item": 1, "digest": undo["items"][0]["digest"] }]);
    let other = undo["id"].as_i64().unwrap();
    world.post(&format!("/api/change-sets/{other}/apply"), json!({ "digest": undo["digest"], "sign": sign })).await;
    let told = write(&mut feed).await;
    assert_eq!(stood(&told), [("item", other, 1, "applied"), ("item", id, 2, "undone")]);

    // Who was away is told how things stand by now, each once, and to read again what it shows.
    let mut late = open(&world, "/api/events", Some(&before.to_string())).await.into_body().into_data_stream();
    let told = write(&mut late).await;
    let now = [("item", id, 1, "rejected"), ("item", id, 2, "undone"), ("item", id, 3, "rejected")];
    assert_eq!(stood(&told), now);
    assert_eq!(told.last().unwrap().1.get("sets"), None);
}

#[tokio::test]
async fn a_quiet_stream_beats_every_ten_seconds() {
    let world = World::new().await;
    let mut feed = open(&world, "/api/events", None).await.into_body().into_data_stream();
    // With nothing else to do, the paused clock goes to the next timer by itself. The first beat is counted from when
    // the stream began, which is before that.
    tokio::time::pause();
    let beat = "event: heartbeat\ndata: {\"ts\":\"2026-11-21T15:00:00Z\"}\n\n";
    assert_eq!(next(&mut feed).await, beat);
    let first = tokio::time::Instant::now();
    for beats in 1..=3 {
        assert_eq!(next(&mut feed).await, beat);
        assert_eq!(first.elapsed().as_millis(), beats * 10_000);
    }
}

#[tokio::test]
async fn streams_are_limited() {
    let world = World::new().await;
    let mut all = Vec::new();
    for _ in 0..1_100 {
        let response = open(&world, "/api/events", None).await;
        assert_eq!(response.status(), 200);
        all.push(response);
    }
    for path in ["/api/events", "/api/assistant/message/stream?message=buy%20milk"] {
        let refused = world.ask("GET", path, None).await;
        assert_eq!(refused.refusal(), (503, "too_many_streams".to_owned()));
        assert_eq!(refused.header("retry-after"), "5");
    }
    assert_eq!(
        world.get("/api/sessions").await["sessions"],
        json!([]),
        "no run was begun for a stream that could not be opened"
    );
    all.pop();
    assert_eq!(open(&world, "/api/events", None).await.status(), 200, "a place is free again");
}

/// Reads the numbers of `changed` events until the one wanted, from a socket.
async fn follow(port: u16, ready: tokio::sync::mpsc::Sender<()>, until: i64) -> BTreeSet<i64> {
    let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    socket
        .write_all(
            format!("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {BEARER}\r\n\r\n")
                .as_bytes(),
        )
        .await
        .unwrap();
    let mut lines = BufReader::new(socket).lines();
    assert_eq!(lines.next_line().await.unwrap().unwrap(), "HTTP/1.1 200 OK");
    while !lines.next_line().await.unwrap().unwrap().is_empty() {}
    ready.send(()).await.unwrap();
    let mut seen = BTreeSet::new();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some(id) = line.strip_prefix("id: ") {
            let id = id.parse().unwrap();
            assert!(seen.insert(id), "{id} came twice");
            if id == until {
                break;
            }
        }
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_streams_lose_nothing_and_end_with_the_server() {
    const STREAMS: usize = 1_000;
    const WRITES: usize = 40;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let world = World::at(Arc::new(tempfile::tempdir().unwrap()), BEARER, port).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = tokio::spawn(countersign_server::serve(listener, world.state.clone(), async move {
        let _ = stopped.await;
    }));
    let mut heard = world.engine.subscribe();
    // Each write is told with one number; how many entries it makes is the engine's business.
    let (ready, mut all_ready) = tokio::sync::mpsc::channel(STREAMS);
    let (last, wanted) = tokio::sync::watch::channel(i64::MAX);
    drop(wanted);
    let mut followers = tokio::task::JoinSet::new();
    // One request finds out how many entries a write makes, so that the last number is known.
    let settle = |n: usize| json!({ "op": "create", "title": format!("todo {n}") });
    let write = async |n: usize| {
        let edit = countersign_engine::DirectEdit {
            operations: vec![settle(n)],
            title: None,
            confirm: None,
            mode: countersign_core::wire::ApplyMode::Atomic,
            source: countersign_core::change_set::Source::Direct,
        };
        world.engine.edit(edit, countersign_core::change_set::Actor::System, None).await.unwrap();
    };
    write(0).await;
    let first = heard.recv().await.unwrap().seq.0;
    let until = first * (1 + WRITES as i64);
    last.send_replace(until);
    for _ in 0..STREAMS {
        followers.spawn(follow(port, ready.clone(), until));
    }
    for _ in 0..STREAMS {
        all_ready.recv().await.unwrap();
    }
    let mut expected = BTreeSet::new();
    for n in 1..=WRITES {
        write(n).await;
        expected.insert(heard.recv().await.unwrap().seq.0);
    }
    assert_eq!(expected.last(), Some(&until));
    let seen = followers.join_all().await;
    assert_eq!(seen.len(), STREAMS);
    assert!(seen.iter().all(|s| *s == expected), "every stream saw every change");

    // Open streams do not keep the server from ending.
    let (ready, mut one_ready) = tokio::sync::mpsc::channel(1);
    let open = tokio::spawn(follow(port, ready, i64::MAX));
    one_ready.recv().await.unwrap();
    stop.send(()).unwrap();
    assert_eq!(open.await.unwrap(), BTreeSet::new());
    server.await.unwrap().unwrap();
}

/// Connections that never ask for anything keep nobody out, and are closed.
#[tokio::test]
async fn who_connects_and_says_nothing_makes_room() {
    const MOST: usize = 8;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let world = World::at(Arc::new(tempfile::tempdir().unwrap()), BEARER, port).await;
    let state = world.state.clone().with_connections(MOST);
    let server = tokio::spawn(countersign_server::serve(listener, state, std::future::pending()));
    let ask = format!("GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {BEARER}\r\n\r\n");
    let connect = async || tokio::net::TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let answered = async |io: &mut tokio::net::TcpStream| {
        io.write_all(ask.as_bytes()).await.unwrap();
        let mut start = [0; 12];
        io.read_exact(&mut start).await.map(|_| start == *b"HTTP/1.1 200")
    };
    let mut known = connect().await;
    assert!(answered(&mut known).await.unwrap());
    let mut idle = Vec::new();
    for _ in 0..3 * MOST {
        let mut io = connect().await;
        io.write_all(b"G").await.unwrap();
        idle.push(io);
        assert!(answered(&mut connect().await).await.unwrap(), "there is room for one who asks");
    }
    let mut rest = Vec::new();
    assert!(matches!(idle[0].read_to_end(&mut rest).await, Ok(0) | Err(_)), "the oldest made room");
    // Who does not finish a head in time is let go.
    let last = idle.last_mut().unwrap();
    tokio::time::pause();
    let ended = tokio::time::timeout(std::time::Duration::from_secs(60), last.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "a head that does not come is waited for for 20 seconds");
    server.abort();
}

#[tokio::test]
async fn only_this_machine_is_served() {
    let world = World::new().await;
    for address in ["0.0.0.0", "127.0.0.2"] {
        let listener = TcpListener::bind((address, 0)).await.unwrap();
        let served = countersign_server::serve(listener, world.state.clone(), std::future::pending());
        assert_eq!(served.await.unwrap_err().kind(), std::io::ErrorKind::InvalidInput, "{address}");
    }
}
