//! What the tests stand on.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, header};
use axum::response::Response;
use countersign_engine::{Engine, FixedClock};
use countersign_server::{AppState, router};
use countersign_store_sqlite::SqliteStore;
use serde_json::Value;
use std::sync::Arc;
use tower::ServiceExt;

pub(crate) const BEARER: &str = "the-token-of-the-tests";
pub(crate) const HOST: &str = "127.0.0.1:4177";

/// An engine on a folder of its own: Saturday 2026-11-21 10:00 in New York.
pub(crate) struct World {
    pub(crate) engine: Engine,
    pub(crate) state: AppState,
    pub(crate) app: Router,
    pub(crate) dir: Arc<tempfile::TempDir>,
}

/// An answer, read whole.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        Self { status: parts.status.as_u16(), headers: parts.headers, text: String::from_utf8(bytes.to_vec()).unwrap() }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e}: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |v| v.to_str().unwrap())
    }

    /// Status and error code.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, self.json()["error"].as_str().unwrap_or_default().to_owned())
    }
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::at(Arc::new(tempfile::tempdir().unwrap()), BEARER, 4177).await
    }

    pub(crate) async fn at(dir: Arc<tempfile::TempDir>, bearer: &str, port: u16) -> Self {
        Self::then(dir, "2026-11-21T15:00:00Z", bearer, port).await
    }

    /// The same folder at another moment.
    pub(crate) async fn later(self, now: &str) -> Self {
        let dir = self.dir.clone();
        drop(self);
        Self::then(dir, now, BEARER, 4177).await
    }

    async fn then(dir: Arc<tempfile::TempDir>, now: &str, bearer: &str, port: u16) -> Self {
        let store = SqliteStore::open(dir.path().join("countersign.db")).await.unwrap();
        let clock = FixedClock(now.parse().unwrap(), jiff::tz::TimeZone::get("America/New_York").unwrap());
        let engine = Engine::open(Arc::new(store), Arc::new(clock)).await.unwrap();
        let state = AppState::new(engine.clone(), bearer, port);
        Self { engine, app: router(state.clone()), state, dir }
    }

    /// Sends a request as it is.
    pub(crate) async fn send(&self, request: Request<Body>) -> Response {
        self.app.clone().oneshot(request).await.unwrap()
    }

    /// Sends a request with the token and JSON, or without a body.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        self.ask_with(method, path, body, &[]).await
    }

    pub(crate) async fn ask_with(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = bare(method, path).header(header::AUTHORIZATION, format!("Bearer {BEARER}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = match body {
            Some(json) => request.header(header::CONTENT_TYPE, "application/json").body(Body::from(json.to_string())),
            None => request.body(Body::empty()),
        };
        Answer::of(self.send(request.unwrap()).await).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, None).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let answer = self.ask("POST", path, Some(body)).await;
        assert!((200..300).contains(&answer.status), "{path}: {}", answer.text);
        answer.json()
    }

    /// The database itself, as any other program can open it.
    pub(crate) fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.dir.path().join("countersign.db")).unwrap()
    }

    /// Makes todos with these titles and gives their numbers.
    pub(crate) async fn todos(&self, titles: &[&str]) -> Vec<i64> {
        let mut ids = Vec::new();
        for title in titles {
            ids.push(
                self.post("/api/todos", serde_json::json!({ "title": title })).await["todo"]["id"].as_i64().unwrap(),
            );
        }
        ids
    }
}

/// A request with the right host and nothing else.
pub(crate) fn bare(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(header::HOST, HOST)
}

/// The events of a stream that has ended: id, name, data.
pub(crate) fn events(text: &str) -> Vec<(String, String, Value)> {
    text.split("\n\n")
        .filter(|block| !block.trim().is_empty())
        .map(|block| {
            let field = |name: &str| {
                block.lines().find_map(|l| l.strip_prefix(name)).unwrap_or_default().trim_start().to_owned()
            };
            (field("id:"), field("event:"), serde_json::from_str(&field("data:")).unwrap())
        })
        .collect()
}
