//! One attempt at a call: a request goes out, frames come in, a reply or its failure results.

use crate::answer::{Answer, Failure, FailureKind, excerpt};
use crate::catalogue::environment::ENVIRONMENT;
use crate::catalogue::{Kind, Limits, Provider};
use crate::error::LlmError;
use crate::frames::{Frame, Frames};
use crate::masking::Masked;
use crate::models::Delta;
use crate::transport::{NoResponse, Transport, first_bytes, retry_after};
use crate::wire::{self, Request, refusal};
use countersign_core::model::{Finish, Reply, Usage};
use http::{StatusCode, header};
use http_body_util::BodyExt;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

/// Bytes of an error's body that are read, and how long for.
const ERROR_BODY: usize = 64 * 1024;
const ERROR_WAIT: Duration = Duration::from_secs(10);

/// Bytes that are kept to say what came instead of an answer.
const BEGINNING: usize = 512;

/// What came is packed.
const COMPRESSED: &str = "compressed bytes, which were not asked for";
/// How packed bytes begin that no header tells of.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// After the last frame, this long for the end of the body: a connection heard out is used again.
const AFTERWARDS: Duration = Duration::from_millis(50);

/// How a call is carried out.
pub(crate) struct Attempt<'a> {
    pub(crate) transport: &'a Transport,
    pub(crate) provider: &'a Provider,
    pub(crate) kind: Kind,
    pub(crate) limits: &'a Limits,
    pub(crate) started: Instant,
    pub(crate) cancel: &'a CancellationToken,
}

/// Why an attempt gave no reply.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The runtime said so: it may be asked differently, or again.
    Failed(Failure, Option<Duration>),
    /// Anything else.
    Ended(LlmError),
}

/// Why an answer stopped before its end.
enum Stop {
    Cancelled,
    TimedOut,
    Stalled,
    Loop,
    Broken(String),
    Failed(Failure),
    TooLarge,
}

impl Attempt<'_> {
    fn deadline(&self) -> Instant {
        self.started + self.limits.total
    }

    fn timeout(&self, model: &str) -> LlmError {
        LlmError::Timeout { model: model.to_owned(), after: self.limits.total }
    }

    /// Sends the request and hears the answer out. What it used is in `spent` from the moment that
    /// anything of an answer came, whatever becomes of it.
    pub(crate) async fn make(
        &self,
        request: &Request<'_>,
        progress: &mut (dyn FnMut(Delta) + Send),
        spent: &mut Option<Usage>,
    ) -> Result<Reply, Trouble> {
        let body = wire::body(self.kind, request).to_string();
        let Some(uri) = self.provider.base_url.join(self.kind, wire::path(self.kind)) else {
            return Err(Trouble::Failed(Failure::new(FailureKind::Garbage, "the address makes no URL"), None));
        };
        let sending = self.transport.send(self.provider, self.kind, uri, Some(body.into_bytes()));
        let response = tokio::select! {
            biased;
            () = self.cancel.cancelled() => return Err(Trouble::Ended(LlmError::Cancelled)),
            sent = timeout_at(self.deadline(), sending) => sent,
        };
        let response = match response {
            Err(_) => return Err(Trouble::Ended(self.timeout(request.model))),
            Ok(Err(NoResponse::Unreachable(why))) => {
                return Err(Trouble::Ended(LlmError::Unreachable { provider: self.label(), why }));
            }
            Ok(Err(NoResponse::NotHttp(why))) => {
                return Err(Trouble::Failed(Failure::new(FailureKind::Garbage, why), None));
            }
            Ok(Ok(response)) => response,
        };
        let (parts, body) = response.into_parts();
        let text = |name| parts.headers.get(name).and_then(|v: &http::HeaderValue| v.to_str().ok()).unwrap_or_default();
        // Nothing compressed was asked for, and nobody can read it (also what is wrong stands in it).
        let packed = text(header::CONTENT_ENCODING);
        if !packed.is_empty() && !packed.eq_ignore_ascii_case("identity") {
            return Err(Trouble::Failed(Failure::new(FailureKind::Garbage, COMPRESSED), None));
        }
        if parts.status != StatusCode::OK {
            let wait = self.deadline().min(Instant::now() + ERROR_WAIT);
            let read = timeout_at(wait, first_bytes(body, ERROR_BODY));
            let said = tokio::select! {
                biased;
                () = self.cancel.cancelled() => return Err(Trouble::Ended(LlmError::Cancelled)),
                said = read => said.unwrap_or_default(),
            };
            let mut failure = refusal::status(parts.status.as_u16(), &said);
            if parts.status.is_redirection() {
                failure.why = format!("a redirect to {}, which is not followed", excerpt(text(header::LOCATION)));
            }
            return Err(Trouble::Failed(failure, retry_after(&parts.headers)));
        }
        let content_type = text(header::CONTENT_TYPE).to_ascii_lowercase();
        if content_type.starts_with("text/html") {
            return Err(Trouble::Failed(Failure::new(FailureKind::Garbage, "a web page"), None));
        }
        let frames = Frames::new(
            wire::framing(self.kind, &content_type),
            self.limits.line.max(if content_type.starts_with("application/json") { self.limits.body } else { 0 }),
        );
        self.hear(request, body, frames, progress, spent).await
    }

    async fn hear(
        &self,
        request: &Request<'_>,
        mut body: Masked,
        mut frames: Frames,
        progress: &mut (dyn FnMut(Delta) + Send),
        spent: &mut Option<Usage>,
    ) -> Result<Reply, Trouble> {
        let mut answer = Answer::default();
        let stop = self.listen(&mut body, &mut frames, &mut answer, progress).await.err();
        // After the reason for stopping came, silence or a broken connection takes nothing away.
        let harmless = |stop: &Stop| match stop {
            Stop::TimedOut | Stop::Stalled | Stop::Broken(_) => true,
            // What fails behind a whole answer is not the answer.
            Stop::Failed(_) => matches!(answer.finish, Some(Finish::Stop | Finish::ToolCalls)),
            Stop::Cancelled | Stop::Loop | Stop::TooLarge => false,
        };
        let stop = stop.filter(|stop| !(answer.ended && harmless(stop)));
        // The connection goes with the body: a runtime stops generating when nobody listens.
        drop(body);
        let sent: Vec<String> = request.messages.iter().map(|m| m.content.clone()).collect();
        let elapsed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        *spent = answer.has_anything().then(|| answer.usage(&sent, elapsed));
        let begun = answer.has_content();
        let why = match stop {
            None => None,
            Some(Stop::TooLarge) => {
                let model = request.model.to_owned();
                return Err(Trouble::Ended(LlmError::TooLarge { model, limit: self.limits.body }));
            }
            Some(Stop::Cancelled) if !begun => return Err(Trouble::Ended(LlmError::Cancelled)),
            Some(Stop::TimedOut) if !begun => return Err(Trouble::Ended(self.timeout(request.model))),
            Some(Stop::Stalled) if !begun => {
                let model = request.model.to_owned();
                return Err(Trouble::Ended(LlmError::Timeout { model, after: self.limits.stall }));
            }
            // What the runtime itself says went wrong takes with it what came before. Only bytes that are no frame
            // may have been hurt on their way.
            Some(Stop::Failed(failure)) if !begun || failure.kind != FailureKind::Garbage => {
                return Err(Trouble::Failed(failure, None));
            }
            Some(Stop::Broken(why)) if !begun => {
                return Err(Trouble::Ended(LlmError::Unreachable { provider: self.label(), why }));
            }
            Some(Stop::Cancelled) => Some("it was cancelled".to_owned()),
            Some(Stop::TimedOut) => Some(format!("{} s were over", self.limits.total.as_secs_f32())),
            Some(Stop::Stalled) => Some(format!("nothing came for {} s", self.limits.stall.as_secs_f32())),
            Some(Stop::Loop) => Some("it only repeated itself".to_owned()),
            Some(Stop::Failed(failure)) => Some(failure.why),
            Some(Stop::Broken(why)) => Some(why),
        };
        if why.is_none() && !answer.ended && !begun {
            if !answer.refusal.is_empty() {
                return Err(Trouble::Failed(refused(&answer.refusal), None));
            }
            // It was reached, and said that all is well.
            return Err(Trouble::Failed(Failure::new(FailureKind::Garbage, "nothing"), None));
        }
        let mut out = Vec::new();
        if answer.declined || answer.finish == Some(Finish::Filtered) && !begun && !answer.refusal.is_empty() {
            return Err(Trouble::Failed(refused(&answer.refusal), None));
        }
        let reply = answer.into_reply(&sent, elapsed, why.is_some(), &mut out);
        out.into_iter().for_each(&mut *progress);
        if reply.finish == Finish::Filtered && reply.text.trim().is_empty() {
            return Err(Trouble::Failed(Failure::new(FailureKind::Refused, "a filter ended it"), None));
        }
        if reply.finish == Finish::Aborted {
            progress(Delta::Cut { why: why.unwrap_or_else(|| "the last frame is missing".to_owned()) });
        }
        Ok(reply)
    }

    /// Frames into the answer, until the body ends. Stops early when there is nothing to wait for.
    async fn listen(
        &self,
        body: &mut Masked,
        frames: &mut Frames,
        answer: &mut Answer,
        progress: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<(), Stop> {
        let mut received = 0_usize;
        let mut first = Vec::new();
        // Until the first frame a runtime reads the prompt: that may take as long as the whole.
        let mut last_frame: Option<Instant> = None;
        loop {
            let patience = if answer.complete { AFTERWARDS } else { self.limits.stall };
            let stall = last_frame.map(|at| at + patience).filter(|at| *at < self.deadline());
            let next = tokio::select! {
                biased;
                () = self.cancel.cancelled() => return Err(Stop::Cancelled),
                next = timeout_at(stall.unwrap_or_else(|| self.deadline()), body.frame()) => next,
            };
            let mut ready = Vec::new();
            let more = match next {
                Err(_) => return Err(if stall.is_some() { Stop::Stalled } else { Stop::TimedOut }),
                Ok(Some(Err(e))) => return Err(Stop::Broken(format!("the connection broke: {e}"))),
                Ok(Some(Ok(frame))) => {
                    let data = frame.into_data().unwrap_or_default();
                    received += data.len();
                    first.extend_from_slice(&data[..data.len().min(BEGINNING.saturating_sub(first.len()))]);
                    if received > self.limits.body {
                        return Err(Stop::TooLarge);
                    }
                    frames.push(&data, &mut ready).map_err(|_| Stop::TooLarge)?;
                    true
                }
                Ok(None) => {
                    frames.finish(&mut ready).map_err(|_| Stop::TooLarge)?;
                    false
                }
            };
            if !ready.is_empty() {
                last_frame = Some(Instant::now());
            }
            self.take(&ready, answer, progress).map_err(|failure| {
                // A last frame that is no frame was cut on its way.
                if !more && failure.kind == FailureKind::Garbage && answer.has_content() {
                    Stop::Broken("the last frame is cut".to_owned())
                } else {
                    Stop::Failed(failure)
                }
            })?;
            if !more {
                // Bytes without one frame in them are something else than an answer.
                let none = last_frame.is_none() && received > 0;
                return if none { Err(Stop::Failed(not_an_answer(&first))) } else { Ok(()) };
            }
            if answer.loops() {
                return Err(Stop::Loop);
            }
        }
    }

    fn take(
        &self,
        ready: &[Frame],
        answer: &mut Answer,
        progress: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<(), Failure> {
        for frame in ready {
            if answer.text.is_empty() && refusal::looks_like_page(&frame.data) {
                return Err(Failure::new(FailureKind::Garbage, "a web page"));
            }
            let mut out = Vec::new();
            let read = wire::read(self.kind, frame, answer, &mut out);
            out.into_iter().filter(|d| !matches!(d, Delta::Text(t) if t.is_empty())).for_each(&mut *progress);
            read?;
        }
        Ok(())
    }

    fn label(&self) -> String {
        label(self.provider)
    }
}

/// The model's own reason, as its words.
fn refused(why: &str) -> Failure {
    match why.trim() {
        "" => Failure::new(FailureKind::Refused, "it gave no reason"),
        why => Failure::new(FailureKind::Refused, format!("“{why}”")),
    }
}

fn not_an_answer(first: &[u8]) -> Failure {
    if first.starts_with(&GZIP) {
        return Failure::new(FailureKind::Garbage, COMPRESSED);
    }
    let text = String::from_utf8_lossy(first);
    if refusal::looks_like_page(&text) {
        Failure::new(FailureKind::Garbage, "a web page")
    } else {
        Failure::garbage(&text)
    }
}

/// How a provider is called in messages: name and place, never a key. One that nobody named is called by its place.
pub(crate) fn label(provider: &Provider) -> String {
    match provider.base_url.is_here() {
        false if provider.name == ENVIRONMENT => provider.base_url.to_string(),
        true => provider.name.clone(),
        false => format!("{} at {}", provider.name, provider.base_url.host()),
    }
}

/// Its key was refused, or there is none.
pub(crate) fn unauthorised(provider: &Provider) -> LlmError {
    let (label, key_env) = (label(provider), provider.key_env.clone());
    match provider.key {
        Some(_) => LlmError::Unauthorised { provider: label, key_env },
        None => LlmError::NoKey { provider: label, key_env },
    }
}

/// A failure as the caller sees it.
pub(crate) fn error_of(failure: Failure, wait: Option<Duration>, provider: &Provider, model: &str) -> LlmError {
    let (provider_label, model) = (label(provider), model.to_owned());
    // What it said stands within a sentence of ours.
    let why = failure.why.trim_end_matches('.').to_owned();
    match failure.kind {
        FailureKind::Runtime => LlmError::Overloaded { provider: provider_label, why, retry_after: wait },
        FailureKind::Limited => LlmError::RateLimited { provider: provider_label, why, retry_after: wait },
        FailureKind::Unauthorised => unauthorised(provider),
        FailureKind::ModelNotFound => LlmError::ModelNotFound { provider: provider_label, model },
        FailureKind::ContextTooLong => LlmError::ContextTooLong { model, why },
        FailureKind::Refused => LlmError::Refused { model, why },
        FailureKind::Request => LlmError::Rejected { provider: provider_label, why },
        FailureKind::Garbage => LlmError::BadResponse { provider: provider_label, why },
    }
}
