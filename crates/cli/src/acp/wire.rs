//! The lines of the protocol as its SDK takes them. Every line is answered for, of however many bytes, and
//! what is no message ends nothing.

use crate::stdio::{self, MOST};
use agent_client_protocol::{Channel, Error, TransportFrame};
use futures_util::StreamExt;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite, BufReader};
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
    let unheard = CancellationToken::new();
    let reading = unheard.clone().run_until_cancelled_owned(async move {
        let mut from = BufReader::new(from);
        while let Ok(Some(line)) = stdio::next(&mut from).await {
            let Some(frame) = frame(line) else { continue };
            if messages.unbounded_send(frame).is_err() {
                return;
            }
        }
    });
    tokio::spawn(reading);
    let writing = tokio::spawn(async move {
        while let Some(frame) = answers.next().await {
            // What cannot be written as JSON is no message of ours.
            let Ok(line) = frame.to_json() else { continue };
            if !unheard.is_cancelled() && stdio::write(&mut to, line.into_bytes()).await.is_err() {
                unheard.cancel();
            }
        }
    });
    (agent, writing)
}

/// The message of a line; none of an empty one.
fn frame(line: Option<Vec<u8>>) -> Option<TransportFrame> {
    let refused = |error: Error, why: String| {
        // The line itself is not said again: it may be long, and hold what is nobody's business.
        TransportFrame::Malformed { raw: String::new(), error: error.data(json!(why)) }
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
        // An answer that cannot be read is nobody's question.
        TransportFrame::Malformed { raw, error } => match error.code == Error::parse_error().code {
            true => refused(error, one_a_line()),
            false => TransportFrame::Malformed { raw, error: error.data(json!(one_a_line())) },
        },
        message => message,
    })
}
