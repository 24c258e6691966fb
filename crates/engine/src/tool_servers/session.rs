//! One conversation with a server of tools: begun, asked what it offers, asked to do something. Whatever it
//! does, an answer comes in time, and of bounded size, or a problem that says why there is none.

use super::config::Definition;
use super::tools::{Offer, line, offered};
use crate::effects::servers::{Order, Pipes, Running};
use crate::workspace::blocking;
use countersign_core::problem::Problem;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig, ClientRequest,
    ContentBlock, ErrorCode, Implementation, ListToolsRequest, PaginatedRequestParams, ServerResult,
};
use rmcp::service::{RoleClient, RunningService, ServiceError, serve_client};
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Map, Value};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::unix::pipe::{Receiver, Sender};

/// How long a server may take until it has said what it offers.
pub(super) const BEGIN: Duration = Duration::from_secs(20);
/// Bytes that it may write for one answer.
const ANSWER: u64 = 8_000_000;
/// Pages of its list of tools that are read.
const PAGES: usize = 20;
/// Characters of its own words in a problem.
const WORDS: usize = 300;

/// What to do about a server that does not do what servers do, and about a call that it does not take.
const TRY: &str = "Run its command in a terminal to see what it lacks.";
const OTHERWISE: &str = "Have another call proposed, with other arguments.";

/// The errors that say that a call was not taken; with any other it may have been done, in part or whole.
const DID_NOTHING: [ErrorCode; 3] =
    [ErrorCode::INVALID_REQUEST, ErrorCode::METHOD_NOT_FOUND, ErrorCode::INVALID_PARAMS];

/// Why a server gave no answer.
pub(crate) struct Silence {
    pub(crate) problem: Problem,
    /// What it was asked may have been done all the same.
    pub(crate) unknown: bool,
}

impl Silence {
    /// Nothing was asked.
    pub(super) fn before(problem: Problem) -> Self {
        Self { problem, unknown: false }
    }
}

/// What a tool gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Its text; what is no text is named.
    pub(crate) text: String,
    /// The server says that it was not done.
    pub(crate) failed: bool,
}

/// A server that was begun.
pub(crate) struct Session {
    name: String,
    service: RunningService<RoleClient, ClientConfig>,
    written: Arc<AtomicU64>,
    running: Running,
    /// Something was asked that it has not answered.
    busy: bool,
    pub(crate) offer: Offer,
}

impl Session {
    /// Starts a server and asks what it offers.
    pub(crate) async fn begin(definition: &Definition, order: Order) -> Result<Self, Problem> {
        let name = definition.name.clone();
        let start = |why: String| not_started(definition, &why);
        let (running, pipes) = blocking(move || Running::start(order))
            .await
            .map_err(|e| start(e.to_string()))?
            .map_err(|e| start(e.to_string()))?;
        let written = Arc::new(AtomicU64::new(0));
        let begun = async {
            let config = ClientConfig::new(
                ClientCapabilities::default(),
                Implementation::new("countersign", env!("CARGO_PKG_VERSION")),
            );
            let transport = transport(pipes, &written).map_err(|e| e.to_string())?;
            let service = serve_client(config, transport).await.map_err(|e| e.to_string())?;
            let offer = list(&service).await.map_err(|e| e.to_string())?;
            Ok((service, offer))
        };
        let begun = tokio::time::timeout(BEGIN, begun).await;
        let (service, offer) = match begun {
            Ok(Ok(begun)) => begun,
            failed => {
                let words = ended(running).await;
                return Err(match failed {
                    Err(_) => silent(&name, BEGIN),
                    _ if written.load(Ordering::Relaxed) > ANSWER => flooded(&name),
                    Ok(Err(why)) if words.is_empty() => start(why),
                    Ok(_) => start(words),
                });
            }
        };
        Ok(Self { name, service, written, running, busy: false, offer })
    }

    /// Calls a tool, once.
    pub(crate) async fn call(
        &mut self,
        tool: &str,
        arguments: &Map<String, Value>,
        limit: Duration,
    ) -> Result<Answer, Silence> {
        self.begins();
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments.clone());
        let said = match tokio::time::timeout(limit, self.service.call_tool_once(params)).await {
            Ok(said) => said,
            Err(_) => return Err(Silence { problem: silent(&self.name, limit), unknown: true }),
        };
        self.busy = false;
        match said {
            Ok(CallToolResponse::Complete(result)) => Ok(read(result)),
            Ok(CallToolResponse::InputRequired(_)) => {
                let message = format!("{} asks for more than the call gave, which is not supported", self.name);
                Err(Silence { problem: Problem::new("server_asks", message).hinting(OTHERWISE), unknown: false })
            }
            // A task: it has begun, and goes on whether it is asked about or not.
            Ok(_) => {
                let message = format!("{} has begun it and goes on by itself, which is not supported", self.name);
                Err(Silence { problem: Problem::new("server_goes_on", message), unknown: true })
            }
            Err(ServiceError::McpError(e)) => {
                let message = format!("{} answers with an error: {}", self.name, cut(&e.message));
                Err(Silence {
                    problem: Problem::new("server_refused", message).hinting(OTHERWISE),
                    unknown: !DID_NOTHING.contains(&e.code),
                })
            }
            Err(e) => Err(Silence { problem: self.gone(&e).await, unknown: true }),
        }
    }

    /// Asks again what it offers.
    pub(crate) async fn list(&mut self, limit: Duration) -> Result<Offer, Problem> {
        self.begins();
        let said = match tokio::time::timeout(limit, list(&self.service)).await {
            Ok(said) => said,
            Err(_) => return Err(silent(&self.name, limit)),
        };
        match said {
            Ok(offer) => {
                self.busy = false;
                Ok(offer)
            }
            Err(ServiceError::McpError(e)) => {
                let message = format!("{} does not say what it offers: {}", self.name, cut(&e.message));
                Err(Problem::new("server_refused", message).hinting(TRY))
            }
            Err(e) => Err(self.gone(&e).await),
        }
    }

    /// Something is asked. What was written before it is another answer's.
    fn begins(&mut self) {
        self.written.store(0, Ordering::Relaxed);
        self.busy = true;
    }

    /// It ended, or was ended, before it answered.
    async fn gone(&mut self, e: &ServiceError) -> Problem {
        self.busy = true;
        if self.written.load(Ordering::Relaxed) > ANSWER {
            return flooded(&self.name);
        }
        let words = ended(std::mem::take(&mut self.running)).await;
        let why = if words.is_empty() { e.to_string() } else { words };
        Problem::new("server_gone", format!("{} ended before it answered: {}", self.name, cut(&why)))
    }

    /// It cannot be asked anything more: it is gone, or in the middle of something that nobody waits for.
    pub(crate) fn is_over(&self) -> bool {
        self.busy || self.service.is_transport_closed()
    }
}

/// Ends a server where waiting for it is in nobody's way; its last words.
async fn ended(mut running: Running) -> String {
    // Where it cannot be waited for, it has none.
    blocking(move || running.last_words()).await.unwrap_or_default()
}

fn transport(pipes: Pipes, written: &Arc<AtomicU64>) -> io::Result<AsyncRwTransport<RoleClient, Metered, Sender>> {
    let from = Metered { from: Receiver::from_owned_fd(pipes.from)?, written: Arc::clone(written) };
    let to = Sender::from_owned_fd(pipes.to)?;
    // What is too long ends the reading: a message that is passed over would be waited for in vain.
    Ok(AsyncRwTransport::new_client(from, to).with_max_line_length(usize::MAX))
}

async fn list(service: &RunningService<RoleClient, ClientConfig>) -> Result<Offer, ServiceError> {
    let (mut tools, mut cursor) = (Vec::new(), None);
    for _ in 0..PAGES {
        let params = Some(PaginatedRequestParams::default().with_cursor(cursor));
        // Asked each time: the list of the library's may be one of before, for as long as the server likes.
        let asked = ListToolsRequest { params, ..ListToolsRequest::default() };
        let page = match service.send_request(ClientRequest::ListToolsRequest(asked)).await? {
            ServerResult::ListToolsResult(page) => page,
            _ => return Err(ServiceError::UnexpectedResponse),
        };
        tools.extend(page.tools);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(offered(tools, cursor.is_some()))
}

/// The text of a result.
fn read(result: CallToolResult) -> Answer {
    let block = |block: ContentBlock| match block {
        ContentBlock::Text(text) => text.text,
        ContentBlock::Image(image) => format!("({}, {} bytes of base64)", image.mime_type, image.data.len()),
        ContentBlock::Audio(audio) => format!("({}, {} bytes of base64)", audio.mime_type, audio.data.len()),
        other => serde_json::to_string(&other).unwrap_or_default(),
    };
    let mut text = result.content.into_iter().map(block).collect::<Vec<_>>().join("\n");
    // Where there is a text, it says the same.
    if let (true, Some(value)) = (text.trim().is_empty(), result.structured_content) {
        text = value.to_string();
    }
    Answer { text, failed: result.is_error == Some(true) }
}

fn cut(text: &str) -> String {
    line(text, WORDS)
}

fn not_started(definition: &Definition, why: &str) -> Problem {
    let hint = match (definition.confined, definition.unseen()) {
        (true, Some(path)) => format!(
            "It runs with a folder of its own in the place of {path}: put what it needs elsewhere, or say \"confined\": false in mcp.json."
        ),
        (true, None) => {
            "It runs without network, and writes nothing but a folder of its own: if it needs more, say \"confined\": false in mcp.json.".to_owned()
        }
        (false, _) => TRY.to_owned(),
    };
    Problem::new("server_not_started", format!("{} does not start: {}", definition.name, cut(why))).hinting(hint)
}

fn silent(name: &str, limit: Duration) -> Problem {
    Problem::new("server_silent", format!("{name} did not answer within {} s, and was ended", limit.as_secs()))
        .hinting(TRY)
}

fn flooded(name: &str) -> Problem {
    Problem::new("server_floods", format!("{name} wrote more than 8 MB for one answer, and was ended")).hinting(TRY)
}

/// What a server writes, as long as it is not too much.
struct Metered {
    from: Receiver,
    written: Arc<AtomicU64>,
}

impl AsyncRead for Metered {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.from).poll_read(cx, into))?;
        let new = (into.filled().len() - before) as u64;
        if self.written.fetch_add(new, Ordering::Relaxed) + new > ANSWER {
            return Poll::Ready(Err(io::Error::other("it writes without an end")));
        }
        Poll::Ready(Ok(()))
    }
}
