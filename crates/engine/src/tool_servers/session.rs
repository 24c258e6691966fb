//! One conversation with a server of tools: begun, asked what it offers, asked to do something. Whatever it
//! does, an answer comes in time, and of bounded size, or a problem that says why there is none.

use super::definition::Definition;
use super::line::{Line, Means, Service, cut};
use super::overheard::Words;
use super::tools::{Offer, offered};
use crate::effects::process::Output;
use countersign_core::problem::Problem;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientRequest, ContentBlock, CustomResult, ErrorCode,
    ListToolsRequest, PaginatedRequestParams, ServerResult,
};
use rmcp::service::ServiceError;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

/// How long a server may take until it has said what it offers.
pub(super) const BEGIN: Duration = Duration::from_secs(20);
/// Pages of its list of tools that are read.
const PAGES: usize = 20;

/// What to do about a call that a server does not take.
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
    service: Service,
    line: Line,
    words: Words,
    /// Something was asked that it has not answered.
    busy: bool,
    pub(crate) offer: Offer,
}

impl Session {
    /// Begins with a server and asks what it offers.
    pub(crate) async fn begin(definition: &Definition, means: Means) -> Result<Self, Problem> {
        let name = definition.name.clone();
        let words = Words::default();
        let (line, opening) = Line::open(definition, means, words.clone()).await?;
        let begun = async {
            let service = opening.begin().await.map_err(|e| e.to_string())?;
            let offer = list(&service).await.map_err(|e| e.to_string())?;
            Ok((service, offer))
        };
        match tokio::time::timeout(BEGIN, begun).await {
            Ok(Ok((service, offer))) => Ok(Self { name, service, line, words, busy: false, offer }),
            Ok(Err(why)) => Err(line.not_begun(definition, why).await),
            Err(_) => {
                let problem = line.silent(&name, BEGIN);
                line.end().await;
                Err(problem)
            }
        }
    }

    /// Calls a tool, once. What the server says of it meanwhile goes to `output`.
    pub(crate) async fn call(
        &mut self,
        tool: &str,
        arguments: &Map<String, Value>,
        limit: Duration,
        output: Option<Arc<Output>>,
    ) -> Result<Answer, Silence> {
        self.begins();
        self.words.go_to(output);
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments.clone());
        let said = match tokio::time::timeout(limit, self.service.call_tool_once(params)).await {
            Ok(said) => said,
            Err(_) => {
                self.give_up().await;
                return Err(Silence { problem: self.line.silent(&self.name, limit), unknown: true });
            }
        };
        self.words.go_to(None);
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
            Err(e) => {
                let (problem, unknown) = self.gone(&e).await;
                Err(Silence { problem, unknown })
            }
        }
    }

    /// The call that was asked for is waited for no more.
    pub(super) async fn give_up(&mut self) {
        self.words.go_to(None);
        self.line.given_up().await;
    }

    /// Asks again what it offers.
    pub(crate) async fn list(&mut self, limit: Duration) -> Result<(), Problem> {
        self.begins();
        let said = match tokio::time::timeout(limit, list(&self.service)).await {
            Ok(said) => said,
            Err(_) => return Err(self.line.silent(&self.name, limit)),
        };
        match said {
            Ok(offer) => {
                (self.busy, self.offer) = (false, offer);
                Ok(())
            }
            Err(ServiceError::McpError(e)) => {
                let message = format!("{} does not say what it offers: {}", self.name, cut(&e.message));
                Err(Problem::new("server_refused", message).hinting(self.line.advice()))
            }
            Err(e) => Err(self.gone(&e).await.0),
        }
    }

    /// Something is asked. What was written before it is another answer's.
    fn begins(&mut self) {
        self.line.begins();
        self.busy = true;
    }

    /// It ended, or was ended, before it answered.
    async fn gone(&mut self, e: &ServiceError) -> (Problem, bool) {
        self.busy = true;
        self.line.gone(&self.name, e).await
    }

    /// It cannot be asked anything more: it is gone, or in the middle of something that nobody waits for.
    pub(crate) fn is_over(&self) -> bool {
        self.busy || self.service.is_transport_closed()
    }
}

async fn list(service: &Service) -> Result<Offer, ServiceError> {
    let (mut tools, mut unread, mut cursor) = (Vec::new(), Vec::new(), None);
    for _ in 0..PAGES {
        let params = Some(PaginatedRequestParams::default().with_cursor(cursor));
        // Asked each time: the list of the library's may be one of before, for as long as the server likes.
        let asked = ListToolsRequest { params, ..ListToolsRequest::default() };
        cursor = match service.send_request(ClientRequest::ListToolsRequest(asked)).await? {
            ServerResult::ListToolsResult(page) => {
                tools.extend(page.tools);
                page.next_cursor
            }
            // What the library makes of a page with a tool that it cannot read; the others can be.
            ServerResult::CustomResult(CustomResult(mut page)) => {
                let Some(Value::Array(listed)) = page.get_mut("tools").map(Value::take) else {
                    return Err(ServiceError::UnexpectedResponse);
                };
                for tool in listed {
                    let name = tool.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
                    serde_json::from_value(tool).map_or_else(|_| unread.push(name), |tool| tools.push(tool));
                }
                page.get("nextCursor").and_then(Value::as_str).map(str::to_owned)
            }
            _ => return Err(ServiceError::UnexpectedResponse),
        };
        if cursor.is_none() {
            break;
        }
    }
    let mut offer = offered(tools, cursor.is_some());
    offer.leave_out(&unread);
    Ok(offer)
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
