//! The least that a server over SQLite takes to make and to complete a todo: the same HTTP library, a
//! token, one row of a program's own table. It validates, records and remembers nothing, so what it
//! costs over raw SQLite no server is without.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{post, put};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

type Raw = Arc<Mutex<rusqlite::Connection>>;

/// Starts it over a connection of its own and answers with its port.
pub(crate) async fn start(raw: rusqlite::Connection) -> u16 {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let router = Router::new()
        .route("/todos", post(create))
        .route("/todos/{id}/done", put(complete))
        .with_state(Arc::new(Mutex::new(raw)));
    tokio::spawn(async move { axum::serve(listener, router).await });
    port
}

async fn create(State(raw): State<Raw>, head: HeaderMap, Json(body): Json<Value>) -> (StatusCode, Json<Value>) {
    if !may(&head) {
        return (StatusCode::UNAUTHORIZED, Json(Value::Null));
    }
    let title = body["title"].as_str().unwrap();
    let raw = raw.lock().unwrap_or_else(PoisonError::into_inner);
    raw.prepare_cached(super::CREATE).unwrap().execute([title]).unwrap();
    (StatusCode::CREATED, Json(json!({"id": raw.last_insert_rowid(), "title": title})))
}

async fn complete(State(raw): State<Raw>, head: HeaderMap, Path(id): Path<i64>) -> (StatusCode, Json<Value>) {
    if !may(&head) {
        return (StatusCode::UNAUTHORIZED, Json(Value::Null));
    }
    let raw = raw.lock().unwrap_or_else(PoisonError::into_inner);
    raw.prepare_cached(super::COMPLETE).unwrap().execute([id]).unwrap();
    (StatusCode::OK, Json(json!({"id": id, "completed": true})))
}

fn may(head: &HeaderMap) -> bool {
    head.get("authorization").is_some_and(|value| value == "Bearer bench")
}
