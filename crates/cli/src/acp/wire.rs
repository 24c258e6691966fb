//! The lines of the protocol as its SDK takes them. Every line is answered for, of however many bytes, and
//! what is no message ends nothing.

use crate::stdio::{self, MOST};
use agent_client_protocol::{Channel, Error, TransportFrame};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Reads lines here and writes there, until either is closed: an editor that hangs up closes both, and whichever is seen
/// first ends the reading. The writing ends when all is written, or is said to nobody.
pub(super) fn open(
    from: impl AsyncRead + Send + Unpin + 'static,
    mut to: impl AsyncWrite + Send + Unpin + 'static,
) -> (Channel, JoinHandle<()>) {
    let (agent, wire) = Channel::duplex();
    let (mut answers, messages) = wire.into_parts();
    let (refuse, mut refusals) = mpsc::unbounded_channel();
    let unheard = CancellationToken::new();
    let reading = unheard.clone().run_until_cancelled_owned(async move {
        let mut from = BufReader::new(from);
        while let Ok(Some(line)) = stdio::next(&mut from).await {
            let went_on = match frame(line) {
                None => true,
                Some(Read::Message(frame)) => messages.unbounded_send(frame).is_ok(),
                Some(Read::Refused(answer)) => refuse.send(answer).is_ok(),
            };
            if !went_on {
                return;
            }
        }
    });
    tokio::spawn(reading);
    let writing = tokio::spawn(async move {
        loop {
            let line = tokio::select! {
                biased;
                Some(refused) = refusals.recv() => refused.to_string(),
                frame = answers.next() => match frame.map(|frame| frame.to_json()) {
                    None => return,
                    // What cannot be written as JSON is no message of ours.
                    Some(Err(_)) => continue,
                    Some(Ok(line)) => line,
                },
            };
            if !unheard.is_cancelled() && stdio::write(&mut to, line.into_bytes()).await.is_err() {
                unheard.cancel();
            }
        }
    });
    (agent, writing)
}

/// What a line is.
enum Read {
    Message(TransportFrame),
    /// The answer to a request that is none of the protocol, whose sender waits for it by its id.
    Refused(Value),
}

/// What a line is; nothing, where it is empty.
fn frame(line: Option<Vec<u8>>) -> Option<Read> {
    let refused = |error: Error, why: String| {
        // The line itself is not said again: it may be long, and hold what is nobody's business.
        Read::Message(TransportFrame::Malformed { raw: String::new(), error: error.data(json!(why)) })
    };
    let Some(line) = line else {
        let why = format!("This line is longer than {MOST} bytes, the most that is taken. Send less in one message.");
        return Some(refused(Error::invalid_request(), why));
    };
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line).trim_ascii();
    if line.is_empty() {
        return None;
    }
    let one_a_line = || "Send one message of JSON-RPC 2.0 a line.".to_owned();
    let Ok(text) = std::str::from_utf8(line) else { return Some(refused(Error::parse_error(), one_a_line())) };
    Some(match TransportFrame::parse_json(text) {
        TransportFrame::Malformed { raw, error } => match asked(text) {
            Some(id) => {
                let error = error.data(json!(one_a_line()));
                Read::Refused(json!({ "jsonrpc": "2.0", "id": id, "error": error }))
            }
            None if error.code == Error::parse_error().code => refused(error, one_a_line()),
            // An answer that cannot be read is nobody's question.
            None => Read::Message(TransportFrame::Malformed { raw, error: error.data(json!(one_a_line())) }),
        },
        message => Read::Message(message),
    })
}

/// The id by which somebody waits for an answer to this; none of what may be an answer itself.
fn asked(text: &str) -> Option<Value> {
    let message: Value = serde_json::from_str(text).ok()?;
    let answers = message.get("result").is_some() || message.get("error").is_some();
    let id = message.get("id").filter(|id| id.is_string() || id.is_i64() || id.is_u64());
    id.filter(|_| !answers).cloned()
}
