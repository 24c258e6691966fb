//! The running server over HTTP: one connection for each request, on loopback only.

use super::Answer;
use crate::failure::{Failure, Result};
use crate::home::Note;
use crate::texts::{self, say};
use countersign_core::wire::BrokenEntry;
use http::request::Builder;
use http::{Method, Request, header};
use http_body_util::BodyExt;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::time::Duration;
use tokio::net::TcpStream;

/// A server that does not answer a trifle within this is not there.
const ALIVE: Duration = Duration::from_secs(2);

/// A server of this machine.
pub(crate) struct Remote {
    url: String,
    port: u16,
    pid: u32,
    token: String,
    /// Through what the person comes.
    via: &'static str,
    /// Where it knows its ledger to be broken.
    broken: Option<BrokenEntry>,
    /// How many rows it knows to be stored otherwise than its ledger makes them.
    differing: u64,
    /// Whether it met damage to its database's file.
    spoilt: bool,
}

impl Remote {
    /// The one that left the note.
    pub(crate) fn new(note: &Note) -> Self {
        Self {
            url: note.url.clone(),
            port: note.port,
            pid: note.pid,
            token: note.token.clone(),
            via: "terminal",
            broken: None,
            differing: 0,
            spoilt: false,
        }
    }

    /// See [`super::Client::through`].
    pub(super) fn through(&mut self, what: &'static str) {
        self.via = what;
    }

    /// Where its page is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// It, if the note is of a server that runs and takes our token. Another program on the same
    /// port is not told the token unless it first answers as ours does.
    pub(crate) async fn alive(mut self) -> Option<Self> {
        let check = async {
            if !self.is_ours().await? {
                return Ok(None);
            }
            // One whose database fails is there all the same, and says so to whoever asks.
            let answer = self.call(Method::GET, "/api/status", None, None).await?;
            Ok::<_, Failure>((answer.status == 200 || answer.status >= 500).then_some(answer.body))
        };
        let body = tokio::time::timeout(ALIVE, check).await.ok()?.ok()??;
        let status: Value = serde_json::from_slice(&body).unwrap_or_default();
        self.broken = serde_json::from_value(status["broken"].clone()).ok();
        self.spoilt = status["damaged"] == true;
        self.differing = status["differing"].as_u64().unwrap_or_default();
        Some(self)
    }

    /// Whether one of ours answers at its address, which is not told the token.
    async fn is_ours(&self) -> Result<bool> {
        let healthy = self.send(self.request(Method::GET, "/health").body(String::new())).await?;
        Ok(healthy.status == 200 && healthy.body == br#"{"ok":true}"#)
    }

    /// Whether the server still answers.
    pub(crate) async fn answers(&self) -> bool {
        matches!(tokio::time::timeout(ALIVE, self.is_ours()).await, Ok(Ok(true)))
    }

    /// See [`super::Client::is_spoilt`].
    pub(super) fn is_spoilt(&self) -> bool {
        self.spoilt
    }

    /// See [`super::Client::differing`].
    pub(super) fn differing(&self) -> u64 {
        self.differing
    }

    /// See [`super::Client::broken`].
    pub(super) fn broken(&self) -> Option<BrokenEntry> {
        self.broken.clone()
    }

    /// Sends a request with our token, and takes the whole answer.
    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<Answer> {
        let mut request = self
            .request(method, path)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header("countersign-client", self.via);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let request = match body {
            Some(value) => request.header(header::CONTENT_TYPE, "application/json").body(value.to_string()),
            None => request.body(String::new()),
        };
        self.send(request).await
    }

    /// Begins to read an answer that may not end for a while.
    pub(crate) async fn follow(&self, path: &str) -> Result<http::Response<hyper::body::Incoming>> {
        let request = self
            .request(Method::GET, path)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header("countersign-client", self.via);
        self.begin(request.body(String::new())).await
    }

    /// The server expects exactly its own address as host.
    fn request(&self, method: Method, path: &str) -> Builder {
        let host = format!("127.0.0.1:{}", self.port);
        let request = Request::builder().method(method).uri(path).header(header::HOST, host);
        match texts::asked() {
            Some(tag) => request.header(header::ACCEPT_LANGUAGE, tag),
            None => request,
        }
    }

    async fn send(&self, request: http::Result<Request<String>>) -> Result<Answer> {
        let response = self.begin(request).await?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.map_err(|e| self.lost(&e))?.to_bytes().to_vec();
        Ok(Answer { status, body })
    }

    /// Why nothing more comes of it.
    pub(super) fn lost(&self, cause: &dyn std::fmt::Display) -> Failure {
        Failure::new(
            "server_lost",
            say!("cli-server-lost", url = self.url.as_str(), cause = cause.to_string()),
            say!("cli-server-lost-hint"),
        )
    }

    async fn begin(&self, request: http::Result<Request<String>>) -> Result<http::Response<hyper::body::Incoming>> {
        let request = request.map_err(|e| Failure::new("invalid_request", e.to_string(), String::new()))?;
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.map_err(|e| self.lost(&e))?;
        let (mut sender, connection) =
            hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|e| self.lost(&e))?;
        // It ends with the sender; its errors reach us through the request.
        tokio::spawn(connection);
        sender.send_request(request).await.map_err(|e| self.lost(&e))
    }
}
