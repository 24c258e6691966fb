//! S0's assistant endpoints (S0-10…27): thin views of a run. A reconnected stream and the fallback
//! POST read the run that was begun; they never begin a second one (R1).

use super::settings::invalid_message;
use crate::AppState;
use crate::failure::{Failure, Result};
use crate::json::Body;
use crate::query::Params;
use crate::route::{Route, route};
use crate::stream;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use countersign_core::exact;
use countersign_core::ids::{RunId, SessionId, SetId};
use countersign_core::wire::{
    Clarify, ClarifyAnswer, ClarifySection, ClarifySelection, ErrorBody, Mode, NewRun, OpErrors, RunEvent, RunView,
    S0Option,
};
use futures_util::{StreamExt, stream as streams};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

pub(crate) fn routes() -> Vec<Route> {
    vec![route!(message), route!(message_stream)]
}

/// S0-27. In the stream's query, what does not have this shape counts as absent; in a body it is refused.
#[derive(Debug, Deserialize)]
struct Continuation {
    question: String,
    #[serde(default)]
    selection: Option<ClarifySelection>,
}

/// A turn of the client's transcript.
#[derive(Debug, Deserialize)]
struct Turn {
    role: String,
    text: String,
}

/// What was asked, from body or query.
struct Ask {
    message: String,
    mode: Mode,
    session: Option<SessionId>,
    clarify: Option<Continuation>,
    /// The person's last message before this one.
    before: Option<String>,
    /// Hash of all of it.
    request: String,
}

impl Ask {
    fn read(
        message: Option<&Value>,
        transcript: Value,
        mode: Option<&Value>,
        clarify: Value,
        session: Option<&Value>,
    ) -> Result<Self> {
        let message = message.and_then(Value::as_str).map(str::trim).filter(|m| !m.is_empty());
        let message = message.ok_or_else(invalid_message)?.to_owned();
        let mode = match mode {
            // S0-15: the server's default is plan.
            None | Some(Value::Null) => Mode::Plan,
            // An agent's run may wait for the person, which these answers cannot say.
            Some(given) => exact::from_value(given.clone())
                .ok()
                .filter(|m| !matches!(m, Mode::Agent | Mode::Image))
                .ok_or_else(|| {
                    Failure::new(StatusCode::BAD_REQUEST, "invalid_mode", "that is no mode", "Use auto, chat or plan.")
                })?,
        };
        let session = match session {
            None | Some(Value::Null) => None,
            Some(given) => Some(
                exact::from_value(given.clone())
                    .map_err(|_| Failure::bad("invalid_session", "session is not a text"))?,
            ),
        };
        let hashed = json!([message, transcript, mode, clarify, session]).to_string();
        let turns: Vec<Turn> = exact::from_value(transcript).unwrap_or_default();
        let mut said =
            turns.into_iter().filter(|t| t.role == "user").map(|t| t.text.trim().to_owned()).rev().peekable();
        // Some clients have put the message into the transcript already.
        said.next_if(|text| *text == message);
        let clarify = exact::from_value(clarify).unwrap_or_default();
        let request = blake3::hash(hashed.as_bytes()).to_hex().to_string();
        Ok(Self { before: said.next(), message, mode, session, clarify, request })
    }

    /// Begins the run, or finds the one that a broken stream had begun for the very same request.
    async fn run(self, state: &AppState) -> Result<RunView> {
        if let Some(run) = state.recent.untold(&self.request) {
            return Ok(state.engine.run(&run).await?);
        }
        // The question says which conversation goes on; else the transcript; else it is a new one.
        let asked = self.clarify.as_ref().and_then(|c| state.recent.asked(&c.question));
        let selection = self.clarify.and_then(|c| c.selection);
        let (session, clarify) = match (self.session, asked) {
            (None, Some((session, question_id))) => {
                (Some(session), Some(ClarifyAnswer { question_id: Some(question_id), selection }))
            }
            (Some(session), Some((same, question_id))) if session == same => {
                (Some(session), Some(ClarifyAnswer { question_id: Some(question_id), selection }))
            }
            // A selection without its question would stand for the whole message.
            (Some(session), _) => (Some(session), None),
            (None, None) => (self.before.and_then(|text| state.recent.last_said(&text)), None),
        };
        // S0-8: with the auto mode switched off, auto falls through to plan.
        let mode = if self.mode == Mode::Auto && !state.auto_mode { Mode::Plan } else { self.mode };
        let run = state
            .engine
            .start_run(NewRun { session, message: self.message, mode, clarify, ..NewRun::default() })
            .await?;
        state.recent.said(&run.session, &run.message, None);
        Ok(run)
    }
}

/// A question, or a text with operations that wait in a change set.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum AssistantAnswer {
    /// S0-26.
    #[serde(rename_all = "camelCase")]
    Question {
        requires_clarification: bool,
        question: String,
        options: Vec<S0Option>,
        sections: Vec<ClarifySection>,
        session: SessionId,
    },
    /// S0-22.
    #[serde(rename_all = "camelCase")]
    Result { text: String, operations: Vec<OpErrors>, change_set: Option<SetId>, session: SessionId },
}

/// S0-14: a run that failed, as an answer and as the event `error`.
#[derive(Debug, Serialize, ToSchema)]
struct AssistantFailure {
    /// Always `assistant_failure`.
    error: &'static str,
    message: String,
    /// The code of what went wrong.
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl AssistantFailure {
    fn of(body: ErrorBody) -> Self {
        Self { error: "assistant_failure", message: body.message, detail: body.error, hint: body.hint }
    }
}

/// One message, one answer, as JSON: `{message, transcript?, options?: {mode?, clarify?}, session?}`.
/// Nothing is changed; proposals wait in `changeSet`.
#[utoipa::path(post, path = "/api/assistant/message", tag = "compatibility", request_body = Object,
    responses((status = 200, body = AssistantAnswer), (status = 502, description = "The run failed", body = AssistantFailure)))]
async fn message(State(state): State<AppState>, body: Body<Map<String, Value>>) -> Result<Response> {
    let fields = body.value;
    if let Some(key) = fields.keys().find(|k| !["message", "transcript", "options", "session"].contains(&k.as_str())) {
        return Err(Failure::unknown_field(key));
    }
    let no_object = || Failure::bad("invalid_options", "options is not an object").with(json!({ "field": "options" }));
    let options = fields
        .get("options")
        .filter(|options| !options.is_null())
        .map(|options| options.as_object().ok_or_else(no_object))
        .transpose()?;
    let stray =
        options.and_then(|all| all.keys().find(|k| !["mode", "clarify", "streamSummary"].contains(&k.as_str())));
    if let Some(key) = stray {
        let field = format!("options.{key}");
        return Err(Failure::unknown_field(&field));
    }
    let option = |name: &str| options.and_then(|all| all.get(name));
    let transcript = fields.get("transcript").cloned().unwrap_or(Value::Null);
    let is_answer = |given: &Value| {
        let mut known = true;
        let read =
            serde_ignored::deserialize::<_, _, Option<Continuation>>(exact::Exact(given.clone()), |_| known = false);
        read.is_ok() && known
    };
    if option("clarify").is_some_and(|given| !is_answer(given)) {
        return Err(Failure::new(
            StatusCode::BAD_REQUEST,
            "invalid_clarify",
            "that is no answer to a question",
            "Send the question as it was asked, and a selection of ids, date, priority or values.",
        )
        .with(json!({ "field": "options.clarify" })));
    }
    let ask = Ask::read(
        fields.get("message"),
        transcript,
        option("mode"),
        option("clarify").cloned().unwrap_or(Value::Null),
        fields.get("session"),
    )?;
    let run = ask.run(&state).await?;
    let (id, session, said) = (run.id, run.session, run.message);
    let mut events = Box::pin(state.engine.follow(id.clone(), 0));
    let (mut change_set, mut answer) = (None, None);
    while let Some(event) = events.next().await {
        match event?.event {
            RunEvent::Ops { change_set: set, .. } => change_set = set,
            RunEvent::Clarify(clarify) => {
                state.recent.said(&session, &said, Some(&clarify));
                let Clarify { question, options, sections, .. } = clarify;
                answer = Some(AssistantAnswer::Question {
                    requires_clarification: true,
                    question,
                    options,
                    sections,
                    session: session.clone(),
                });
            }
            RunEvent::Result { text, said, operations } => {
                let text = s0_text(text, said);
                answer = Some(AssistantAnswer::Result { text, operations, change_set, session: session.clone() })
            }
            RunEvent::Error(body) => {
                // Told as well: the same message again is a new try.
                state.recent.told(&id);
                return Ok((StatusCode::BAD_GATEWAY, Json(AssistantFailure::of(body))).into_response());
            }
            // The rest is for who follows the run.
            _ => {}
        }
    }
    state.recent.told(&id);
    // S0-23: an end without a result is an empty one.
    Ok(Json(answer.unwrap_or(AssistantAnswer::Result {
        text: String::new(),
        operations: Vec::new(),
        change_set,
        session,
    }))
    .into_response())
}

/// The same as server-sent events: stage, summary, clarify, ops, result, error, done, heartbeat
/// (S0-17). Begins the run; reconnecting with `Last-Event-ID` goes on with it.
#[utoipa::path(get, path = "/api/assistant/message/stream", tag = "compatibility",
    params(
        ("message" = String, Query), ("transcript" = Option<String>, Query, description = "JSON; malformed counts as []"), ("mode" = Option<Mode>, Query, description = "plan if absent"),
        ("clarify" = Option<String>, Query, description = "JSON {question, selection?}; malformed counts as null"), ("session" = Option<String>, Query)),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
async fn message_stream(
    State(state): State<AppState>,
    method: Method,
    params: Params,
    headers: HeaderMap,
) -> Result<Response> {
    if method == Method::HEAD {
        let refused =
            Failure::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "HEAD would begin a run", "Use GET.");
        return Err(refused.header(header::ALLOW, HeaderValue::from_static("GET")));
    }
    let resumed = resumption(&headers)?;
    let place = stream::place(&state)?;
    let (run, after) = match resumed {
        Some((id, after)) => {
            let run = state.engine.run(&id).await?;
            stream::within(&state, &headers, &id, after).await?;
            (run, after)
        }
        None => {
            let text = |name: &str| params.text(name).map(|t| json!(t));
            let parsed = |name: &str| {
                params.text(name).and_then(|t| crate::json::parse(t.as_bytes()).ok()).unwrap_or(Value::Null)
            };
            let ask = Ask::read(
                text("message").as_ref(),
                parsed("transcript"),
                text("mode").as_ref(),
                parsed("clarify"),
                text("session").as_ref(),
            )?;
            let request = ask.request.clone();
            let run = ask.run(&state).await?;
            state.recent.opened(&request, &run.id);
            (run, 0)
        }
    };
    let recent = state.recent.clone();
    let (id, session, said) = (run.id, run.session, run.message);
    let events = state.engine.follow(id.clone(), after).flat_map(move |next| {
        let told = match next {
            Ok(numbered) => {
                match &numbered.event {
                    RunEvent::Clarify(clarify) => recent.said(&session, &said, Some(clarify)),
                    RunEvent::Done(_) => recent.told(&id),
                    _ => {}
                }
                s0_events(&numbered.event, format!("{id}:{}", numbered.n))
            }
            Err(error) => vec![failure(Failure::from(error).into_body())],
        };
        streams::iter(told)
    });
    Ok(stream::respond(&state, place, events))
}

/// S0 knows one text: the product's own, and a model's only where there is nothing else.
fn s0_text(text: String, said: Option<String>) -> String {
    if text.is_empty() { said.unwrap_or_default() } else { text }
}

/// A run's event as S0's clients know it, if they do.
fn s0_events(event: &RunEvent, id: String) -> Vec<Event> {
    let shown = match event {
        RunEvent::Understood { .. }
        | RunEvent::ChangeSet { .. }
        | RunEvent::Usage(_)
        | RunEvent::Recovery { .. }
        | RunEvent::Command { .. }
        | RunEvent::Trace { .. } => return Vec::new(),
        RunEvent::Error(body) => failure(body.clone()),
        RunEvent::Said { text } => stream::event("summary", &json!({ "text": text })),
        RunEvent::Result { text, said, operations } => {
            let text = s0_text(text.clone(), said.clone());
            stream::event("result", &json!({ "text": text, "operations": operations }))
        }
        other => stream::event(other.name(), &stream::payload(other)),
    };
    let mut told = vec![shown.id(id)];
    if matches!(event, RunEvent::Stage { stage, .. } if stage == "proposing") {
        // S0-19: the first summary of the plan path.
        told.push(stream::event("summary", &json!({ "text": "Planning…" })));
    }
    told
}

fn failure(body: ErrorBody) -> Event {
    stream::event("error", &AssistantFailure::of(body))
}

/// `<run>:<number>`, as the events of this stream are numbered.
fn resumption(headers: &HeaderMap) -> Result<Option<(RunId, i64)>> {
    let Some(given) = headers.get("last-event-id") else { return Ok(None) };
    let read = given
        .to_str()
        .ok()
        .and_then(|t| t.rsplit_once(':'))
        .and_then(|(run, n)| Some((RunId(run.to_owned()), n.parse().ok().filter(|n| *n >= 0)?)));
    read.map(Some).ok_or_else(|| {
        Failure::new(
            StatusCode::BAD_REQUEST,
            "invalid_last_event_id",
            "Last-Event-ID is not the id of an event of this stream",
            "Send the id of the last event seen, or nothing to send the message.",
        )
    })
}
