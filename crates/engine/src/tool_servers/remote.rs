//! A server of tools at an address: MCP over HTTP ("streamable"), by the library over connections of
//! `countersign_llm`. What went wrong is noted here, where it did: the library's own errors say less of it.

use super::line::{ANSWER, cut};
use bytes::Bytes;
use countersign_core::problem::Problem;
use countersign_llm::endpoint::{Arriving, Endpointed, NoAnswer};
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, ServerJsonRpcMessage};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::common::client_side_sse::ExponentialBackoff;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::{Sse, SseStream};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// How often a stream that broke off is taken up again.
const RESUMED: usize = 5;
/// Bytes of an answer that is none which are read for what it says.
const PAGE: usize = 2_000;
/// How long it is waited for that a server has heard of a call being given up.
const GRACE: Duration = Duration::from_secs(3);

/// What to do about an address that does not do what servers do.
pub(super) const REACH: &str = "See whether it runs, and whether mcp.json names the right address of it.";
/// The same where it wants to know who asks.
const KEY: &str = "Put the key that it wants into an environment variable and name that in mcp.json: \"headers\": {\"Authorization\": \"Bearer ${NAME}\"}.";

/// The states of an answer that say that what was asked was not taken.
const NOT_TAKEN: [u16; 9] = [400, 401, 403, 404, 405, 406, 413, 415, 429];

/// Why a server at an address gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{self:?}")]
pub(super) enum Fault {
    /// There is no connection.
    Unreachable { why: String, arrived: bool },
    /// It sends on to where nothing is asked.
    Elsewhere { to: String, arrived: bool },
    /// It answers with a state that is no success.
    Status { code: u16, words: String },
    /// What it answers is no MCP.
    Other { kind: String },
    /// It goes on for too long.
    TooMuch,
    /// Its answer broke off.
    Broke { why: String },
    /// It knows nothing any more of what was begun with it.
    Expired,
}

impl Fault {
    /// What was asked may have been done all the same.
    pub(super) fn may_be_done(&self) -> bool {
        match self {
            Self::Unreachable { arrived, .. } | Self::Elsewhere { arrived, .. } => *arrived,
            Self::Status { code, .. } => !NOT_TAKEN.contains(code),
            Self::Other { .. } | Self::TooMuch | Self::Broke { .. } => true,
            Self::Expired => false,
        }
    }

    /// As it is told of a server.
    pub(super) fn told(&self, name: &str) -> Problem {
        match self {
            Self::Unreachable { why, .. } => {
                Problem::new("server_unreachable", format!("{name} cannot be reached: {}", cut(why))).hinting(REACH)
            }
            Self::Elsewhere { to, .. } => {
                let message = format!("{name} sends on to {}, where nothing is asked", cut(to));
                Problem::new("server_elsewhere", message).hinting("If that is where it is, write it into mcp.json.")
            }
            Self::Status { code: code @ (401 | 403), .. } => {
                let message = format!("{name} does not let this program in (status {code})");
                Problem::new("server_wants_key", message).hinting(KEY)
            }
            Self::Status { code, words } if words.is_empty() => {
                Problem::new("server_refused", format!("{name} answers with status {code}")).hinting(REACH)
            }
            Self::Status { code, words } => {
                let message = format!("{name} answers with status {code}: {}", cut(words));
                Problem::new("server_refused", message).hinting(REACH)
            }
            Self::Other { kind } if kind.is_empty() => {
                Problem::new("server_speaks_otherwise", format!("{name} answers with what is no MCP")).hinting(REACH)
            }
            Self::Other { kind } => {
                let message = format!("{name} answers with {}, which is no MCP", cut(kind));
                Problem::new("server_speaks_otherwise", message).hinting(REACH)
            }
            Self::TooMuch => {
                Problem::new("server_floods", format!("{name} sent more than 8 MB for one answer")).hinting(REACH)
            }
            Self::Broke { why } => {
                Problem::new("server_gone", format!("{name} broke off before it had answered: {}", cut(why)))
            }
            Self::Expired => Problem::new("server_gone", format!("{name} has forgotten what was begun with it"))
                .hinting("It is begun anew with the next call."),
        }
    }
}

/// What is known of the answers of a server.
#[derive(Debug, Default)]
pub(super) struct Heard {
    told: Mutex<(u64, Option<Fault>)>,
    /// It was told that a call is given up.
    given_up: Notify,
}

impl Heard {
    /// Something is asked. What came before it is of no interest to it.
    pub(super) fn begins(&self) {
        *self.told() = (0, None);
    }

    /// What went wrong first.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.told().1.clone()
    }

    /// Waits for a while until the server knows that a call is given up.
    pub(super) async fn given_up(&self) {
        let _ = tokio::time::timeout(GRACE, self.given_up.notified()).await;
    }

    fn told(&self) -> std::sync::MutexGuard<'_, (u64, Option<Fault>)> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, fault: Fault) -> Fault {
        self.told().1.get_or_insert_with(|| fault.clone());
        fault
    }

    /// So many bytes came.
    fn count(&self, bytes: usize) -> Result<(), Fault> {
        let mut told = self.told();
        told.0 = told.0.saturating_add(bytes as u64);
        let fits = told.0 <= ANSWER;
        drop(told);
        if fits { Ok(()) } else { Err(self.note(Fault::TooMuch)) }
    }
}

/// The way to a server.
pub(super) type Way = StreamableHttpClientTransport<Remote>;

/// What the library asks a server by.
#[derive(Debug, Clone)]
pub(super) struct Remote {
    server: Arc<Endpointed>,
    heard: Arc<Heard>,
}

/// Opens no connection.
pub(super) fn way(server: Endpointed, heard: &Arc<Heard>) -> Way {
    let mut retry = ExponentialBackoff::default();
    retry.max_times = Some(RESUMED);
    // The address is the server's own, and what it has forgotten is begun anew by who knows what it offered.
    let mut config = StreamableHttpClientTransportConfig::with_uri("");
    config.retry_config = Arc::new(retry);
    config.reinit_on_expired_session = false;
    let remote = Remote { server: Arc::new(server), heard: Arc::clone(heard) };
    StreamableHttpClientTransport::with_client(remote, config)
}

type Asked<T> = Result<T, StreamableHttpError<Fault>>;

impl Remote {
    async fn ask(&self, method: Method, headers: HeaderMap, body: Bytes) -> Result<Arriving, Fault> {
        self.server.ask(&method, &headers, body).await.map_err(|no| match no {
            NoAnswer::Unreachable { why, arrived } => Fault::Unreachable { why, arrived },
            NoAnswer::Elsewhere { to, arrived } => Fault::Elsewhere { to, arrived },
        })
    }

    async fn post(&self, message: &ClientJsonRpcMessage, headers: HeaderMap) -> Asked<StreamableHttpPostResponse> {
        let awaited = matches!(message, ClientJsonRpcMessage::Request(_));
        let begun = headers.contains_key(SESSION);
        let body = serde_json::to_vec(message)?;
        let answer = self.ask(Method::POST, headers, Bytes::from(body)).await;
        let mut answer = answer.map_err(|fault| self.heard.note(fault)).map_err(StreamableHttpError::Client)?;
        let session = text(&answer.headers, &SESSION);
        if answer.status == StatusCode::NOT_FOUND && begun {
            self.heard.note(Fault::Expired);
            return Err(StreamableHttpError::SessionExpired);
        }
        let kind = text(&answer.headers, &header::CONTENT_TYPE).unwrap_or_default();
        if !answer.status.is_success() {
            let said = self.beginning(&mut answer).await;
            // A server may say in its own protocol what it does not take.
            if let (true, Ok(error @ ServerJsonRpcMessage::Error(_))) = (is(&kind, JSON), serde_json::from_slice(&said))
            {
                return Ok(StreamableHttpPostResponse::Json(error, session));
            }
            let words =
                if is(&kind, "text/html") { String::new() } else { String::from_utf8_lossy(&said).into_owned() };
            let fault = Fault::Status { code: answer.status.as_u16(), words };
            return Err(StreamableHttpError::Client(self.heard.note(fault)));
        }
        if !awaited || matches!(answer.status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if is(&kind, EVENTS) {
            return Ok(StreamableHttpPostResponse::Sse(self.events(answer), session));
        }
        if !is(&kind, JSON) {
            return Err(StreamableHttpError::Client(self.heard.note(Fault::Other { kind })));
        }
        let whole = self.whole(answer).await.map_err(StreamableHttpError::Client)?;
        let read = serde_json::from_slice(&whole).map_err(|_| self.heard.note(Fault::Other { kind }));
        Ok(StreamableHttpPostResponse::Json(read.map_err(StreamableHttpError::Client)?, session))
    }

    /// The events of an answer, as long as they are not too many.
    fn events(&self, answer: Arriving) -> BoxStream<'static, Result<Sse, SseError>> {
        let pieces = unfold(Some((answer, Arc::clone(&self.heard))), async |state| {
            let (mut answer, heard) = state?;
            match piece(&mut answer, &heard).await? {
                Ok(piece) => Some((Ok(piece), Some((answer, heard)))),
                Err(fault) => Some((Err(fault), None)),
            }
        });
        SseStream::from_bytes_stream(pieces.boxed()).boxed()
    }

    async fn whole(&self, mut answer: Arriving) -> Result<Vec<u8>, Fault> {
        let mut whole = Vec::new();
        while let Some(piece) = piece(&mut answer, &self.heard).await {
            whole.extend_from_slice(&piece?);
        }
        Ok(whole)
    }

    /// So much of an answer that is none as is told of it.
    async fn beginning(&self, answer: &mut Arriving) -> Vec<u8> {
        let mut said = Vec::new();
        while let Some(Ok(piece)) = answer.next().await {
            said.extend_from_slice(&piece);
            if said.len() >= PAGE {
                break;
            }
        }
        said
    }
}

async fn piece(answer: &mut Arriving, heard: &Heard) -> Option<Result<Bytes, Fault>> {
    let piece = answer.next().await?;
    Some(match piece {
        Ok(piece) => heard.count(piece.len()).map(|()| piece),
        Err(why) => Err(heard.note(Fault::Broke { why })),
    })
}

fn is(kind: &str, wanted: &str) -> bool {
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(wanted))
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// The headers of a request: those of the protocol beside what the library gives.
fn headed(
    given: HashMap<HeaderName, HeaderValue>,
    own: impl IntoIterator<Item = (HeaderName, Option<String>)>,
) -> HeaderMap {
    let mut headers: HeaderMap = given.into_iter().collect();
    for (name, value) in own {
        if let Some(Ok(value)) = value.map(|value| HeaderValue::from_str(&value)) {
            headers.insert(name, value);
        }
    }
    headers
}

impl StreamableHttpClient for Remote {
    type Error = Fault;

    async fn post_message(
        &self,
        _uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _auth: Option<String>,
        given: HashMap<HeaderName, HeaderValue>,
    ) -> Asked<StreamableHttpPostResponse> {
        let own = [
            (header::CONTENT_TYPE, Some(JSON.to_owned())),
            (header::ACCEPT, Some(format!("{JSON}, {EVENTS}"))),
            (SESSION, session.map(|session| session.to_string())),
        ];
        let answer = self.post(&message, headed(given, own)).await;
        if let ClientJsonRpcMessage::Notification(notice) = &message
            && matches!(notice.notification, ClientNotification::CancelledNotification(_))
        {
            self.heard.given_up.notify_one();
        }
        answer
    }

    async fn delete_session(
        &self,
        _uri: Arc<str>,
        session: Arc<str>,
        _auth: Option<String>,
        given: HashMap<HeaderName, HeaderValue>,
    ) -> Asked<()> {
        let headers = headed(given, [(SESSION, Some(session.to_string()))]);
        self.ask(Method::DELETE, headers, Bytes::new()).await.map(|_| ()).map_err(StreamableHttpError::Client)
    }

    async fn get_stream(
        &self,
        _uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        _auth: Option<String>,
        given: HashMap<HeaderName, HeaderValue>,
    ) -> Asked<BoxStream<'static, Result<Sse, SseError>>> {
        // What says too much is not asked for the rest of it.
        if self.heard.fault() == Some(Fault::TooMuch) {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        let own = [
            (header::ACCEPT, Some(EVENTS.to_owned())),
            (SESSION, session.map(|session| session.to_string())),
            (LAST_EVENT, last),
        ];
        let answer =
            self.ask(Method::GET, headed(given, own), Bytes::new()).await.map_err(StreamableHttpError::Client)?;
        let kind = text(&answer.headers, &header::CONTENT_TYPE).unwrap_or_default();
        // A server need not have a stream of its own.
        if answer.status.is_client_error() || !is(&kind, EVENTS) {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        Ok(self.events(answer))
    }
}
