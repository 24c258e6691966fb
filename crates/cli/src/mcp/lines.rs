//! The messages of the protocol, one a line. Every line is answered for: what is no message is told so,
//! and the session goes on.

use crate::stdio::{self, MOST};
use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use std::io::{Error, Result};
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, mpsc};

/// Lines that come, and lines that go.
pub(crate) struct Lines<W> {
    come: mpsc::Receiver<RxJsonRpcMessage<RoleServer>>,
    go: Arc<Mutex<W>>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Lines<W> {
    /// Reads from here and writes there, until either is closed.
    pub(crate) fn new(from: impl AsyncRead + Send + Unpin + 'static, to: W) -> Self {
        let (message, come) = mpsc::channel(1);
        let go = Arc::new(Mutex::new(to));
        let answers = Arc::clone(&go);
        tokio::spawn(async move {
            let mut from = BufReader::new(from);
            while let Ok(Some(line)) = stdio::next(&mut from).await {
                let went_on = match line.ok_or_else(too_long).and_then(|line| read(&line)) {
                    Ok(Some(read)) => message.send(read).await.is_ok(),
                    Ok(None) => true,
                    Err(refusal) => write(&answers, &refusal).await.is_ok(),
                };
                if !went_on {
                    return;
                }
            }
        });
        Self { come, go }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Lines<W> {
    type Error = Error;

    fn send(&mut self, item: TxJsonRpcMessage<RoleServer>) -> impl Future<Output = Result<()>> + Send + 'static {
        let go = Arc::clone(&self.go);
        async move { write(&go, &item).await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.come.recv().await
    }

    async fn close(&mut self) -> Result<()> {
        self.come.close();
        self.go.lock().await.shutdown().await
    }
}

async fn write<W: AsyncWrite + Unpin>(to: &Mutex<W>, message: &impl serde::Serialize) -> Result<()> {
    stdio::write(&mut *to.lock().await, serde_json::to_vec(message)?).await
}

/// The message of a line, or what is answered to it; neither for an empty line, and for a word that
/// nobody waits for an answer to.
fn read(line: &[u8]) -> std::result::Result<Option<RxJsonRpcMessage<RoleServer>>, Value> {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_slice(line).map_err(|e| {
        let text = format!("This line is no JSON: {e}. Send one message a line.");
        refusal(&Value::Null, ErrorData::new(ErrorCode::PARSE_ERROR, text, None))
    })?;
    let id = value.get("id").filter(|id| id.is_string() || id.is_i64()).cloned();
    let named = value.get("method").is_some_and(Value::is_string);
    let told = named && value.get("id").is_none();
    // A request as such, whose parameters are not the named ones that every method of the protocol takes.
    let request = named && id.is_some() && value["jsonrpc"] == "2.0";
    let unnamed = request && value.get("params").is_some_and(|params| !params.is_object());
    match serde_json::from_value(value) {
        Ok(message) => Ok(Some(message)),
        Err(_) if told => Ok(None),
        Err(_) if unnamed => {
            let data = ErrorData::invalid_params("params is no object.", None);
            Err(refusal(&id.unwrap_or_default(), data))
        }
        Err(_) => {
            let data = ErrorData::invalid_request("This is no message of JSON-RPC 2.0.", None);
            Err(refusal(&id.unwrap_or_default(), data))
        }
    }
}

fn too_long() -> Value {
    let text = format!("This line is longer than {MOST} bytes, the most that is taken. Send less in one call.");
    refusal(&Value::Null, ErrorData::invalid_request(text, None))
}

fn refusal(id: &Value, error: ErrorData) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}
