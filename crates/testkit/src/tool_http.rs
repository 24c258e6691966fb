//! A server of tools (MCP) at an address: HTTP by hand over a socket, one request a connection. It judges what it
//! is sent, and behaves and misbehaves on demand.

use crate::server::{Received, head, read_request, wait_out, whole};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

const VERSION: &str = "2025-06-18";

/// What it does with all that it is asked.
#[derive(Debug, Clone, Default)]
pub enum Front {
    /// What a server does.
    #[default]
    Well,
    /// It answers with this state, and a body of this kind.
    Says(u16, &'static str, String),
    /// It sends on to there.
    SendsOn(u16, String),
    /// It never answers.
    Never,
}

#[derive(Debug, Default)]
struct State {
    front: Front,
    /// `authorization` must be this.
    key: Option<String>,
    /// It gives no session.
    stateless: bool,
    tools: Vec<Value>,
    begun: usize,
    sessions: BTreeSet<String>,
    /// Of them, those that said that they have begun.
    ready: BTreeSet<String>,
    wrong: Vec<String>,
    calls: Vec<Value>,
    given_up: usize,
    ended: usize,
}

/// A server of tools on a free port of this machine; stops when dropped.
#[derive(Debug)]
pub struct ToolHttp {
    /// `http://127.0.0.1:PORT/mcp`.
    pub url: String,
    /// Its port.
    pub port: u16,
    state: Arc<Mutex<State>>,
    go: Arc<Notify>,
    task: JoinHandle<()>,
}

/// A tool as it is listed.
#[must_use]
pub fn listed(name: &str, about: &str) -> Value {
    json!({ "name": name, "description": about, "inputSchema": { "type": "object", "properties": { "text": { "type": "string" } } } })
}

fn open(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ToolHttp {
    /// On a free port.
    pub async fn start() -> io::Result<Self> {
        Self::start_on(0).await
    }

    /// On this port; 0 = a free one.
    pub async fn start_on(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let port = listener.local_addr()?.port();
        let tools = ["add-note", "refuse", "hang", "work", "break", "flood", "lost"];
        let mut tools: Vec<Value> = tools.iter().map(|name| listed(name, "Adds a note.")).collect();
        let mut look = listed("look", "Looks.");
        look["annotations"] = json!({ "readOnlyHint": true });
        tools.push(look);
        let state = Arc::new(Mutex::new(State { tools, ..State::default() }));
        let go = Arc::new(Notify::new());
        let (shared, gate) = (Arc::clone(&state), Arc::clone(&go));
        let task = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (state, go) = (Arc::clone(&shared), Arc::clone(&gate));
                tokio::spawn(async move {
                    // A client that goes away is part of the game.
                    let _ = serve(socket, &state, &go).await;
                });
            }
        });
        Ok(Self { url: format!("http://127.0.0.1:{port}/mcp"), port, state, go, task })
    }

    /// Ends it: nobody listens there once this is over.
    pub async fn stop(mut self) {
        let task = std::mem::replace(&mut self.task, tokio::spawn(async {}));
        task.abort();
        // It was told to end.
        let _ = task.await;
    }

    /// From here on it does this with all that it is asked.
    pub fn front(&self, front: Front) {
        open(&self.state).front = front;
    }

    /// It lets nobody in whose `authorization` is another.
    pub fn key(&self, key: &str) {
        open(&self.state).key = Some(key.to_owned());
    }

    /// It gives no session.
    pub fn stateless(&self) {
        open(&self.state).stateless = true;
    }

    /// From here on it lists these.
    pub fn tools(&self, tools: Vec<Value>) {
        open(&self.state).tools = tools;
    }

    /// It forgets the sessions that were begun with it.
    pub fn forget(&self) {
        open(&self.state).sessions.clear();
    }

    /// Lets `work` go on.
    pub fn go(&self) {
        self.go.notify_one();
    }

    /// What was called so far.
    pub fn calls(&self) -> Vec<Value> {
        open(&self.state).calls.clone()
    }

    /// How many sessions were begun, how many were ended, and how many calls were given up.
    pub fn counts(&self) -> (usize, usize, usize) {
        let state = open(&self.state);
        (state.begun, state.ended, state.given_up)
    }
}

impl Drop for ToolHttp {
    #[allow(clippy::panic)] // A wrong request fails the test that made it.
    fn drop(&mut self) {
        self.task.abort();
        let wrong = open(&self.state).wrong.clone();
        if !wrong.is_empty() && !std::thread::panicking() {
            panic!("requests broke the rules:\n{}", wrong.join("\n"));
        }
    }
}

fn none() -> BTreeMap<String, String> {
    BTreeMap::new()
}

async fn serve(mut socket: TcpStream, state: &Mutex<State>, go: &Notify) -> io::Result<()> {
    let Some(request) = read_request(&mut socket).await? else { return Ok(()) };
    let front = open(state).front.clone();
    match front {
        Front::Well => {}
        Front::Says(status, kind, body) => {
            let headers = BTreeMap::from([("content-type".to_owned(), kind.to_owned())]);
            return whole(&mut socket, status, &headers, &body).await;
        }
        // A server of this kind serves at the address that it sends on to.
        Front::SendsOn(_, to) if request.line.ends_with(&to) => {}
        Front::SendsOn(status, to) => {
            return whole(&mut socket, status, &BTreeMap::from([("location".to_owned(), to)]), "").await;
        }
        Front::Never => return wait_out(&mut socket).await,
    }
    let key = open(state).key.clone();
    if key.is_some() && request.headers.get("authorization") != key.as_ref() {
        let headers = BTreeMap::from([("www-authenticate".to_owned(), "Bearer".to_owned())]);
        let said = json!({ "error": "unauthorized", "given": request.headers.get("authorization") });
        return whole(&mut socket, 401, &headers, &said.to_string()).await;
    }
    match request.line.split(' ').next() {
        Some("POST") => post(&mut socket, &request, state, go).await,
        Some("DELETE") => {
            open(state).ended += 1;
            whole(&mut socket, 200, &none(), "").await
        }
        // It has no stream of its own.
        _ => {
            judge(
                state,
                request.headers.get("accept").is_some_and(|a| a == "text/event-stream"),
                "GET takes no events",
            );
            whole(&mut socket, 405, &none(), "").await
        }
    }
}

fn judge(state: &Mutex<State>, right: bool, wrong: &str) {
    if !right {
        open(state).wrong.push(wrong.to_owned());
    }
}

async fn post(socket: &mut TcpStream, request: &Received, state: &Mutex<State>, go: &Notify) -> io::Result<()> {
    let header = |name: &str| request.headers.get(name).map(String::as_str).unwrap_or_default();
    let method = request.body.get("method").and_then(Value::as_str).unwrap_or_default();
    judge(state, header("content-type") == "application/json", "a body is not said to be JSON");
    let takes = header("accept").contains("application/json") && header("accept").contains("text/event-stream");
    judge(state, takes, "not both kinds of answers are taken");
    judge(state, request.body.get("jsonrpc") == Some(&json!("2.0")), "it is no JSON-RPC 2.0");
    let id = request.body.get("id").cloned();
    let answer = |result: Value| json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string();
    let session = header("mcp-session-id").to_owned();
    if method == "initialize" {
        judge(state, session.is_empty(), "a session is named before there is one");
        let named = request.body.pointer("/params/clientInfo/name") == Some(&json!("countersign"));
        judge(state, named, "it does not say who asks");
        let mut headers = none();
        {
            let mut state = open(state);
            state.begun += 1;
            if !state.stateless {
                let session = format!("session-{}", state.begun);
                headers.insert("mcp-session-id".to_owned(), session.clone());
                state.sessions.insert(session);
            }
        }
        let said = json!({ "protocolVersion": VERSION, "capabilities": { "tools": {} }, "serverInfo": { "name": "http", "version": "1" } });
        return whole(socket, 200, &headers, &answer(said)).await;
    }
    judge(state, header("mcp-protocol-version") == VERSION, "it does not say which version is spoken");
    let (known, ready) = {
        let state = open(state);
        (state.stateless || state.sessions.contains(&session), state.ready.contains(&session))
    };
    if !known {
        return whole(socket, 404, &none(), "").await;
    }
    match method {
        "notifications/initialized" => {
            open(state).ready.insert(session);
            whole(socket, 202, &none(), "").await
        }
        "notifications/cancelled" => {
            open(state).given_up += 1;
            whole(socket, 202, &none(), "").await
        }
        "tools/list" => {
            judge(state, ready, "it asks before it said that it has begun");
            let tools = open(state).tools.clone();
            whole(socket, 200, &none(), &answer(json!({ "tools": tools }))).await
        }
        "tools/call" => {
            let params = request.body.get("params").cloned().unwrap_or_default();
            call(socket, &params, (state, go), &answer).await
        }
        _ => {
            judge(state, false, &format!("nobody knows {method:?}"));
            whole(socket, 400, &none(), "").await
        }
    }
}

async fn call(
    socket: &mut TcpStream,
    params: &Value,
    (state, go): (&Mutex<State>, &Notify),
    answer: &(dyn Fn(Value) -> String + Sync),
) -> io::Result<()> {
    open(state).calls.push(params.clone());
    let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
    let text = |text: &str| answer(json!({ "content": [{ "type": "text", "text": text }] }));
    match name {
        "refuse" => {
            let mut error: Value = serde_json::from_str(&text("")).unwrap_or_default();
            if let Some(error) = error.as_object_mut() {
                error.remove("result");
                error.insert("error".to_owned(), json!({ "code": -32602, "message": "no such note" }));
            }
            whole(socket, 200, &none(), &error.to_string()).await
        }
        "hang" => wait_out(socket).await,
        "lost" => {
            open(state).sessions.clear();
            whole(socket, 404, &none(), "").await
        }
        "work" | "break" | "flood" => {
            let kind = [("content-type", "text/event-stream".to_owned())];
            socket.write_all(head(200, &none(), &kind).as_bytes()).await?;
            let token = params.pointer("/_meta/progressToken").cloned();
            judge(state, token.is_some(), "a call says not where its progress is told");
            for said in ["first", "second"] {
                let about = json!({ "progressToken": token, "progress": said.len(), "message": said });
                let notice = json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": about });
                socket.write_all(format!("event: message\ndata: {notice}\n\n").as_bytes()).await?;
            }
            socket.flush().await?;
            match name {
                "work" => {
                    go.notified().await;
                    socket.write_all(format!(": a word between\n\ndata: {}\n\n", text("done")).as_bytes()).await?;
                }
                "flood" => {
                    let notice = json!({ "jsonrpc": "2.0", "method": "notifications/message",
                        "params": { "level": "info", "data": "x".repeat(100_000) } });
                    loop {
                        socket.write_all(format!("id: 1\ndata: {notice}\n\n").as_bytes()).await?;
                    }
                }
                _ => {}
            }
            socket.shutdown().await
        }
        // What is said of a key in it is the key.
        "look" => {
            let key = open(state).key.clone().unwrap_or_default();
            whole(socket, 200, &none(), &text(&format!("three notes {key}"))).await
        }
        _ => whole(socket, 200, &none(), &text("added")).await,
    }
}
