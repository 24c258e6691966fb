//! The server: HTTP by hand over a socket, since a well-behaved library would not misbehave on
//! demand. One request a connection.

use crate::painting::{self, Drawn};
use crate::requests::{spoken, violations};
use crate::script::{Answer, Kind, Listed, Script};
use crate::speech::frames;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A request that came.
#[derive(Debug, Clone)]
pub struct Received {
    /// `POST /v1/chat/completions`.
    pub line: String,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    /// Null where there is none.
    pub body: Value,
}

#[derive(Debug, Default)]
struct State {
    received: Vec<Received>,
    wrong: Vec<String>,
    given: Vec<u32>,
    drawn: Vec<u32>,
    /// Whoever asked has gone before the answer was over.
    left: usize,
}

/// A scripted model server on a free port of this machine; stops when dropped.
#[derive(Debug)]
pub struct ModelServer {
    /// `http://127.0.0.1:PORT`.
    pub url: String,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

fn open(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ModelServer {
    /// On a free port.
    pub async fn start(script: Script) -> io::Result<Self> {
        Self::start_on(0, script).await
    }

    /// On this port; 0 = a free one.
    pub async fn start_on(port: u16, mut script: Script) -> io::Result<Self> {
        if script.models.is_empty() {
            script.models.push(Listed { id: "test".to_owned(), context: Some(8_192), ..Listed::default() });
        }
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let state = Arc::new(Mutex::new(State {
            given: vec![0; script.answers.len()],
            drawn: vec![0; script.drawings.len()],
            ..State::default()
        }));
        let (shared, script, here) = (state.clone(), Arc::new(script), url.clone());
        let task = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (state, script, here) = (shared.clone(), script.clone(), here.clone());
                tokio::spawn(async move {
                    // A client that goes away is part of the game.
                    let _ = serve(socket, &script, &state, &here).await;
                });
            }
        });
        Ok(Self { url, state, task })
    }

    /// The requests so far.
    pub fn received(&self) -> Vec<Received> {
        open(&self.state).received.clone()
    }

    /// The bodies of the calls so far (not of questions about the server).
    pub fn calls(&self) -> Vec<Value> {
        let call =
            |r: &Received| ["/api/chat", "/chat/completions", "/v1/messages"].iter().any(|p| r.line.ends_with(p));
        self.received().into_iter().filter(call).map(|r| r.body).collect()
    }

    /// What was wrong with them.
    pub fn violations(&self) -> Vec<String> {
        open(&self.state).wrong.clone()
    }

    /// How many connections were given up by whoever asked, before the answer was over.
    pub fn left(&self) -> usize {
        open(&self.state).left
    }
}

impl Drop for ModelServer {
    #[allow(clippy::panic)] // A wrong request fails the test that made it.
    fn drop(&mut self) {
        self.task.abort();
        let wrong = self.violations();
        if !wrong.is_empty() && !std::thread::panicking() {
            panic!("requests broke the rules:\n{}", wrong.join("\n"));
        }
    }
}

pub(crate) async fn read_request(socket: &mut TcpStream) -> io::Result<Option<Received>> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break end;
        }
        if socket.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = text.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let line = first.rsplit_once(' ').map_or(first, |(line, _)| line).to_owned();
    let header = |l: &str| l.split_once(':').map(|(n, v)| (n.trim().to_ascii_lowercase(), v.trim().to_owned()));
    let headers: BTreeMap<String, String> = lines.filter_map(header).collect();
    let length: usize = headers.get("content-length").and_then(|n| n.parse().ok()).unwrap_or(0);
    while bytes.len() < head + 4 + length {
        if socket.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    }
    let body = serde_json::from_slice(&bytes[head + 4..head + 4 + length]).unwrap_or(Value::Null);
    Ok(Some(Received { line, headers, body }))
}

/// The last user message, the system message, and the schema's name or property names.
fn fits(answer: &Answer, body: &Value) -> bool {
    let text_of = |m: &Value| m.get("content").map(|c| spoken(c).unwrap_or_else(|| c.to_string())).unwrap_or_default();
    let messages = body.get("messages").and_then(Value::as_array);
    let by = |role: &str| {
        messages
            .into_iter()
            .flatten()
            .rev()
            .find(|m| m.get("role").and_then(Value::as_str) == Some(role))
            .map(text_of)
            .unwrap_or_default()
    };
    let system = body.get("system").map(Value::to_string).unwrap_or_else(|| by("system"));
    let schema = ["/format", "/response_format/json_schema/schema", "/output_config/format/schema"]
        .iter()
        .find_map(|p| body.pointer(p));
    let named = |name: &str| {
        body.pointer("/response_format/json_schema/name").and_then(Value::as_str) == Some(name)
            || schema.and_then(|s| s.get("properties")).is_some_and(|p| p.get(name).is_some())
    };
    answer.when.message.as_deref().is_none_or(|part| by("user").contains(part))
        && answer.when.system.as_deref().is_none_or(|part| system.contains(part))
        && answer.when.schema.as_deref().is_none_or(named)
}

async fn serve(mut socket: TcpStream, script: &Script, state: &Mutex<State>, here: &str) -> io::Result<()> {
    let Some(request) = read_request(&mut socket).await? else { return Ok(()) };
    open(state).received.push(request.clone());
    if request.line == painting::LINE || request.line.starts_with(painting::PICTURES) {
        return paint(&mut socket, script, state, &request, here).await;
    }
    let call = match script.kind {
        Kind::Ollama => "POST /api/chat",
        Kind::OpenAi => "POST /v1/chat/completions",
        Kind::Anthropic => "POST /v1/messages",
    };
    if request.line != call {
        let (status, body) = about(script, &request);
        return whole(&mut socket, status, &BTreeMap::new(), &body.to_string()).await;
    }
    if !script.lenient {
        let wrong = violations(script.kind, &request.body, &request.headers, script.key.as_deref());
        open(state).wrong.extend(wrong);
    }
    let refused = script.refuses.iter().find(|r| {
        request.body.pointer(&r.pointer).is_some_and(|found| r.value.as_ref().is_none_or(|wanted| found == wanted))
    });
    if let Some(refusal) = refused {
        let error = match script.kind {
            Kind::Ollama => json!({ "error": refusal.message }),
            _ => json!({ "error": { "message": refusal.message, "type": "invalid_request_error" } }),
        };
        return whole(&mut socket, 400, &BTreeMap::new(), &error.to_string()).await;
    }
    let chosen = {
        let mut state = open(state);
        let found = script.answers.iter().enumerate().position(|(place, answer)| {
            answer.times.is_none_or(|times| state.given[place] < times) && fits(answer, &request.body)
        });
        found.map(|place| {
            state.given[place] += 1;
            script.answers[place].clone()
        })
    };
    let Some(answer) = chosen else {
        return whole(
            &mut socket,
            500,
            &BTreeMap::new(),
            r#"{"error":{"message":"the script has no answer for this"}}"#,
        )
        .await;
    };
    let model = request.body.get("model").and_then(Value::as_str).unwrap_or_default().to_owned();
    let given = give(&mut socket, script.kind, &model, &answer).await;
    if given.is_err() {
        open(state).left += 1;
    }
    given
}

/// Pictures, and what is at the addresses of those that are given by one.
async fn paint(
    socket: &mut TcpStream,
    script: &Script,
    state: &Mutex<State>,
    request: &Received,
    here: &str,
) -> io::Result<()> {
    let place = request.line.strip_prefix(painting::PICTURES).and_then(|n| n.parse::<usize>().ok());
    let answer = match place {
        Some(place) => script.drawings.get(place).map(painting::file),
        None => {
            if !script.lenient {
                let wrong = painting::violations(&request.body, &request.headers, script.key.as_deref());
                open(state).wrong.extend(wrong);
            }
            let refused = script.refuses.iter().find(|r| {
                request.body.pointer(&r.pointer).is_some_and(|f| r.value.as_ref().is_none_or(|wanted| f == wanted))
            });
            if let Some(refusal) = refused {
                let error = json!({ "error": { "message": refusal.message, "type": "invalid_request_error" } });
                return whole(socket, 400, &BTreeMap::new(), &error.to_string()).await;
            }
            let mut state = open(state);
            let fits = |(place, drawing): (usize, &painting::Drawing)| {
                drawing.times.is_none_or(|times| state.drawn[place] < times) && drawing.is_for(&request.body)
            };
            let chosen = script.drawings.iter().enumerate().position(fits);
            chosen.map(|place| {
                state.drawn[place] += 1;
                painting::answer(&script.drawings[place], &request.body, &format!("{here}/pictures/{place}"))
            })
        }
    };
    match answer {
        None => whole(socket, 404, &BTreeMap::new(), r#"{"error":{"message":"File Not Found","code":404}}"#).await,
        Some(Drawn::Never) => {
            let left = wait_out(socket).await;
            open(state).left += 1;
            left
        }
        Some(Drawn::Answer { status, headers, body }) => {
            let usual = [("content-length", body.len().to_string())];
            socket.write_all(head(status, &headers, &usual).as_bytes()).await?;
            socket.write_all(&body).await?;
            socket.shutdown().await
        }
    }
}

/// Questions about the server.
fn about(script: &Script, request: &Received) -> (u16, Value) {
    let found = match (script.kind, request.line.as_str()) {
        (Kind::Ollama, "GET /api/version") => json!({ "version": "0.33.0" }),
        (Kind::Ollama, "GET /api/tags") => {
            // Another context stands for another model under the same name.
            let digest = |m: &Listed| format!("sha256:{:064x}", m.context.unwrap_or_default());
            let entry =
                |m: &Listed| json!({ "name": m.id, "model": m.id, "size": 1, "digest": digest(m), "details": {} });
            json!({ "models": script.models.iter().map(entry).collect::<Vec<_>>() })
        }
        (Kind::Ollama, "POST /api/show") => {
            let asked = request.body.get("model").and_then(Value::as_str).unwrap_or_default();
            match script.models.iter().find(|m| m.id == asked) {
                Some(model) => json!({ "capabilities": model.capabilities,
                    "model_info": { "general.architecture": "test", "test.context_length": model.context } }),
                None => return (404, json!({ "error": format!("model '{asked}' not found") })),
            }
        }
        (Kind::OpenAi, "GET /v1/models") => {
            let entry = |m: &Listed| json!({ "id": m.id, "object": "model", "owned_by": script.owner, "meta": { "n_ctx": m.context } });
            json!({ "object": "list", "data": script.models.iter().map(entry).collect::<Vec<_>>() })
        }
        (Kind::Anthropic, "GET /v1/models") => {
            json!({ "data": script.models.iter().map(|m| json!({ "id": m.id, "type": "model" })).collect::<Vec<_>>() })
        }
        _ => return (404, json!({ "error": { "message": "File Not Found", "type": "not_found", "code": 404 } })),
    };
    (200, found)
}

pub(crate) fn head(status: u16, headers: &BTreeMap<String, String>, usual: &[(&str, String)]) -> String {
    let mut out = format!("HTTP/1.1 {status} X\r\nconnection: close\r\n");
    let more = usual.iter().filter(|(name, _)| !headers.contains_key(*name)).map(|(n, v)| (*n, v.as_str()));
    for (name, value) in headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).chain(more) {
        out.push_str(&format!("{name}: {value}\r\n"));
    }
    out + "\r\n"
}

pub(crate) async fn whole(
    socket: &mut TcpStream,
    status: u16,
    headers: &BTreeMap<String, String>,
    body: &str,
) -> io::Result<()> {
    let usual = [("content-type", "application/json".to_owned()), ("content-length", body.len().to_string())];
    socket.write_all(head(status, headers, &usual).as_bytes()).await?;
    socket.write_all(body.as_bytes()).await?;
    socket.shutdown().await
}

/// Waits until whoever asked goes away.
pub(crate) async fn wait_out(socket: &mut TcpStream) -> io::Result<()> {
    let mut rest = [0_u8; 64];
    while socket.read(&mut rest).await? > 0 {}
    Err(io::Error::from(io::ErrorKind::ConnectionAborted))
}

async fn give(socket: &mut TcpStream, kind: Kind, model: &str, answer: &Answer) -> io::Result<()> {
    if answer.never {
        return wait_out(socket).await;
    }
    if let Some(raw) = &answer.raw {
        socket.write_all(raw.as_bytes()).await?;
        return socket.shutdown().await;
    }
    if let Some(body) = &answer.body {
        return whole(socket, answer.status.unwrap_or(200), &answer.headers, body).await;
    }
    let content = if kind == Kind::Ollama { "application/x-ndjson" } else { "text/event-stream" };
    let usual = [("content-type", content.to_owned()), ("transfer-encoding", "chunked".to_owned())];
    socket.write_all(head(answer.status.unwrap_or(200), &answer.headers, &usual).as_bytes()).await?;
    let mut sent = 0;
    for (place, frame) in frames(kind, model, answer).into_iter().enumerate() {
        if answer.stall_after == Some(place) {
            return wait_out(socket).await;
        }
        let piece = answer.drip.unwrap_or(usize::MAX).min(frame.len()).max(1);
        for bytes in frame.as_bytes().chunks(piece) {
            if answer.delay_ms > 0 {
                // Somebody who has gone is noticed while waiting.
                let mut rest = [0_u8; 64];
                tokio::select! {
                    () = tokio::time::sleep(Duration::from_millis(answer.delay_ms)) => {}
                    gone = socket.read(&mut rest) => if gone? == 0 { return Err(io::ErrorKind::ConnectionAborted.into()) },
                }
            }
            let room = answer.cut_after.map_or(usize::MAX, |cut| cut.saturating_sub(sent));
            let bytes = &bytes[..bytes.len().min(room)];
            sent += bytes.len();
            if !bytes.is_empty() {
                socket.write_all(format!("{:x}\r\n", bytes.len()).as_bytes()).await?;
                socket.write_all(bytes).await?;
                socket.write_all(b"\r\n").await?;
            }
            if answer.cut_after.is_some_and(|cut| sent >= cut) {
                // No last chunk: the connection breaks.
                return socket.shutdown().await;
            }
        }
    }
    socket.write_all(b"0\r\n\r\n").await?;
    socket.shutdown().await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Sends a body as a client would and waits for the end of the answer.
    async fn post(server: &ModelServer, path: &str, body: &str) -> String {
        let mut socket = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
        let length = body.len();
        let head =
            format!("POST {path} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
        socket.write_all((head + body).as_bytes()).await.unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    #[should_panic(expected = "truncate is not false")]
    async fn a_request_that_breaks_a_rule_fails_the_test() {
        let script = Script { kind: Kind::Ollama, answers: vec![Answer::text("ok")], ..Script::default() };
        let server = ModelServer::start(script).await.unwrap();
        post(&server, "/api/chat", r#"{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}"#).await;
    }

    #[tokio::test]
    async fn a_script_as_json_answers_by_message_and_as_often_as_it_says() {
        let script = r#"{"lenient":true,"answers":[
            {"when":{"message":"milk"},"times":1,"text":"bought"}, {"text":"what?"}]}"#;
        let server = ModelServer::start(serde_json::from_str(script).unwrap()).await.unwrap();
        let ask = |text: &str| json!({ "model": "m", "messages": [{ "role": "user", "content": text }] }).to_string();
        let mut heard = Vec::new();
        for text in ["milk", "milk", "tea"] {
            heard.push(post(&server, "/v1/chat/completions", &ask(text)).await.contains("bought"));
        }
        assert_eq!(heard, [true, false, false]);
        assert_eq!(server.calls().len(), 3);
    }
}
