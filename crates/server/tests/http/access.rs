//! Calling in process, as the terminal client does.

use crate::world::{BEARER, World};
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use countersign_server::Access;
use serde_json::{Value, json};

#[tokio::test]
async fn the_application_is_called_without_a_socket() {
    let world = World::new().await;
    let access = Access::new(world.state.clone(), BEARER).unwrap();
    let call = async |method: Method, path: &str, body: Option<Value>, key: Option<&str>| {
        let (status, bytes) = access.call(method, path, body.as_ref(), key).await.unwrap();
        (status, serde_json::from_slice::<Value>(&bytes).unwrap())
    };
    let (status, first) = call(Method::POST, "/api/todos", Some(json!({ "title": "a" })), Some("k")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(call(Method::POST, "/api/todos", Some(json!({ "title": "a" })), Some("k")).await, (status, first));
    let (_, ledger) = call(Method::GET, "/api/ledger?kind=applied", None, None).await;
    assert_eq!(ledger["entries"][0]["actor"], json!({ "kind": "user", "via": "terminal" }));

    let (_, run) = call(Method::POST, "/api/runs", Some(json!({ "message": "buy milk tomorrow" })), None).await;
    let events = Request::builder().uri(run["events"].as_str().unwrap()).body(Body::empty()).unwrap();
    let told = to_bytes(access.send(events).await.into_body(), usize::MAX).await.unwrap();
    let told = crate::world::events(std::str::from_utf8(&told).unwrap());
    assert_eq!(told.last().map(|(_, name, data)| (name.as_str(), data)), Some(("done", &json!(true))));

    let stranger = Access::new(world.state.clone(), "another token").unwrap();
    assert_eq!(stranger.call(Method::GET, "/api/status", None, None).await.unwrap().0, StatusCode::UNAUTHORIZED);
    assert!(access.call(Method::GET, "no path", None, None).await.is_err());
}
