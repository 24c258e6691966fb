//! Pictures from a text (S1-53): `POST …/v1/images/generations`, one picture a call.
//!
//! What comes is bytes of unknown kind; whether they are a picture is for the caller to find out. What
//! a picture costs is known before it is made, so the budget is asked with that cost in mind.

use crate::answer::{Failure, FailureKind, excerpt};
use crate::catalogue::{Kind, Model, Provider};
use crate::conversation::{error_of, label, unauthorised};
use crate::error::{LlmError, Paid};
use crate::fetching::fetch;
use crate::models::{Models, Place, place};
use crate::spending::{Cost, PICTURE};
use crate::transport::{NoResponse, first_bytes, retry_after};
use crate::wire::Optional;
use crate::wire::refusal::{self, Concession};
use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use countersign_core::model::Role;
use http::StatusCode;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

/// Largest picture that is taken, in bytes.
pub const MOST_BYTES: usize = 20_000_000;
/// An answer with such a picture in base64 and something around it.
const MOST_ANSWER: usize = 28 * 1024 * 1024;
/// Bytes of an error's body that are read.
const ERROR_BODY: usize = 64 * 1024;
/// Fetching a picture from its address may take so long.
const FETCH: Duration = Duration::from_secs(60);

/// A picture that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Painted {
    /// The file as the provider gave it, unlooked at.
    pub bytes: Vec<u8>,
    /// What the provider made of the prompt, where it says so.
    pub revised_prompt: Option<String>,
    /// Where the provider had it, if it gave an address and no bytes.
    pub url: Option<String>,
    /// The model's name in the catalogue.
    pub model: String,
    /// It runs elsewhere: the prompt left this machine.
    pub hosted: bool,
    /// Milliseconds.
    pub elapsed_ms: u64,
    /// What it cost: the model's price for a picture, else about $0.07 (S1-59).
    pub cost: Cost,
}

/// A picture as an answer gives it.
enum Given {
    Bytes(Vec<u8>),
    At(String),
    /// What is there is no base64.
    Odd,
}

/// Whoever writes base64 need not fill it up.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The bytes of a base64 text as servers and programs write it: in lines or in one, filled up or not, alone or in
/// a `data:` address.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    let data = text.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,")).map_or(text, |(_, data)| data);
    let data: String = data.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    LENIENT.decode(data).ok().filter(|bytes| !bytes.is_empty())
}

impl Models {
    /// What one picture of the image model costs; absent = there is no such model.
    pub fn picture_cost(&self) -> Option<Cost> {
        let model = self.shared.catalogue.choose(Role::Image, None)?;
        Some(model.prices.and_then(|p| p.image).unwrap_or(PICTURE))
    }

    /// Has the image model make one picture.
    ///
    /// # Errors
    /// As of [`Models::call`]; also when the picture cannot be fetched, or would cost more than is left.
    /// Of a failed call nothing is counted but [`LlmError::Paid`].
    pub async fn paint(&self, prompt: &str, cancel: &CancellationToken) -> Result<Painted, LlmError> {
        let catalogue = &self.shared.catalogue;
        let model = catalogue.choose(Role::Image, None).ok_or(LlmError::NotConfigured)?;
        let provider = catalogue.providers.get(&model.provider).ok_or(LlmError::NotConfigured)?;
        let cost = model.prices.and_then(|p| p.image).unwrap_or(PICTURE);
        if cancel.is_cancelled() {
            return Err(LlmError::Cancelled);
        }
        if let Some(account) = self.account() {
            account.hold(&model.name, cost)?;
        }
        let painted = self.paint_of(model, provider, prompt, cost, cancel).await;
        if painted.as_ref().is_err_and(|e| !matches!(e, LlmError::Paid(_)))
            && let Some(account) = self.account()
        {
            account.release(&model.name, cost);
        }
        if !matches!(painted, Err(LlmError::Cancelled)) {
            let error = match painted.as_ref().err() {
                Some(LlmError::Paid(paid)) => Some(&paid.why),
                other => other,
            };
            self.shared.knowledge.note_outcome(&model.name, error);
        }
        painted
    }

    async fn paint_of(
        &self,
        model: &Model,
        provider: &Provider,
        prompt: &str,
        cost: Cost,
        cancel: &CancellationToken,
    ) -> Result<Painted, LlmError> {
        let started = Instant::now();
        let prompt = self.veiled_text(provider, prompt);
        if provider.kind == Some(Kind::Anthropic) || provider.base_url.is_here() {
            let why = "it makes no pictures".to_owned();
            return Err(LlmError::Rejected { provider: label(provider), why });
        }
        let hosted = place(provider) == Place::Hosted;
        if hosted && provider.key.is_none() && provider.key_env.is_some() {
            return Err(unauthorised(provider));
        }
        let limits = &self.shared.catalogue.limits;
        let deadline = started + limits.total;
        let mut retried = 0;
        let paid = |why: LlmError| {
            let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            LlmError::Paid(Box::new(Paid { why, model: model.name.clone(), hosted, elapsed_ms, cost }))
        };
        let answer = loop {
            let asked = tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(LlmError::Cancelled),
                asked = timeout_at(deadline, self.ask_for_picture(model, provider, &prompt)) => asked,
            };
            let late = || LlmError::Timeout { model: model.name.clone(), after: limits.total };
            let error = match asked.map_err(|_| late())? {
                Ok(answer) => break answer,
                Err(error @ LlmError::TooLarge { .. }) => return Err(paid(error)),
                Err(error) => error,
            };
            if !error.retryable() || retried >= self.shared.catalogue.retries.most {
                return Err(error);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(wait) = self.wait_before(retried, &error).filter(|wait| *wait < left) else { return Err(error) };
            retried += 1;
            tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(LlmError::Cancelled),
                () = tokio::time::sleep(wait) => {}
            }
        };
        let none = || "an answer without a picture".to_owned();
        let (given, revised_prompt) =
            picture(&answer).ok_or_else(|| LlmError::BadResponse { provider: label(provider), why: none() })?;
        let odd = |why: String| paid(LlmError::BadPicture { provider: label(provider), why });
        let (bytes, url) = match given {
            Given::Odd => return Err(odd("it is no base64".to_owned())),
            Given::Bytes(bytes) => (bytes, None),
            Given::At(url) => {
                let transport = self.shared.transport.as_ref().ok_or(LlmError::NotConfigured)?;
                let fetched = tokio::select! {
                    biased;
                    () = cancel.cancelled() => return Err(odd("the run was stopped while it was fetched".to_owned())),
                    got = timeout_at(Instant::now() + FETCH, fetch(transport, provider, limits, &url, MOST_BYTES)) => got,
                };
                let late = |_| odd(format!("it did not come within {} s", FETCH.as_secs()));
                (fetched.map_err(late)?.map_err(odd)?, Some(url))
            }
        };
        if bytes.len() > MOST_BYTES {
            return Err(paid(LlmError::TooLarge { model: model.name.clone(), limit: MOST_BYTES }));
        }
        let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Painted { bytes, revised_prompt, url, model: model.name.clone(), hosted, elapsed_ms, cost })
    }

    /// One request, asked differently where the server does not know how to give bytes.
    async fn ask_for_picture(&self, model: &Model, provider: &Provider, prompt: &str) -> Result<Value, LlmError> {
        let knowledge = &self.shared.knowledge;
        loop {
            let without = knowledge.learned(&model.name).without;
            let format = match (without.contains(&Optional::ImageFormat), without.contains(&Optional::ImageBytes)) {
                (true, _) => None,
                (false, true) => Some("url"),
                (false, false) => Some("b64_json"),
            };
            match self.post_picture(model, provider, prompt, format).await {
                Err((failure, _))
                    if failure.kind == FailureKind::Request && failure.why.contains("response_format") =>
                {
                    let leave_out =
                        if format == Some("b64_json") { Optional::ImageBytes } else { Optional::ImageFormat };
                    if format.is_none() || !knowledge.concede(&model.name, Concession::Without(leave_out)) {
                        return Err(error_of(failure, None, provider, &model.name));
                    }
                }
                Err((failure, wait)) => return Err(error_of(failure, wait, provider, &model.name)),
                Ok(answer) => return answer,
            }
        }
    }

    async fn post_picture(
        &self,
        model: &Model,
        provider: &Provider,
        prompt: &str,
        format: Option<&str>,
    ) -> Result<Result<Value, LlmError>, (Failure, Option<Duration>)> {
        let mut body = json!({ "model": model.id, "prompt": prompt, "n": 1 });
        if let Some(format) = format {
            body["response_format"] = format.into();
        }
        let uri = provider.base_url.join(Kind::OpenAi, "/images/generations");
        let (Some(uri), Some(transport)) = (uri, &self.shared.transport) else {
            return Ok(Err(LlmError::NotConfigured));
        };
        let garbage = |why: &str| (Failure::new(FailureKind::Garbage, why), None);
        let sent = transport.send(provider, Kind::OpenAi, uri, Some(body.to_string().into_bytes())).await;
        let response = match sent {
            Ok(response) => response,
            Err(NoResponse::NotHttp(why)) => return Err(garbage(&why)),
            Err(NoResponse::Unreachable(why)) => {
                return Ok(Err(LlmError::Unreachable { provider: label(provider), why }));
            }
        };
        let (parts, body) = response.into_parts();
        if parts.status != StatusCode::OK {
            let said = first_bytes(body, ERROR_BODY).await;
            return Err((refusal::status(parts.status.as_u16(), &said), retry_after(&parts.headers)));
        }
        let said = first_bytes(body, MOST_ANSWER + 1).await;
        if said.len() > MOST_ANSWER {
            return Ok(Err(LlmError::TooLarge { model: model.name.clone(), limit: MOST_BYTES }));
        }
        let beginning = || excerpt(&String::from_utf8_lossy(said.get(..said.len().min(200)).unwrap_or_default()));
        serde_json::from_slice(&said).map(Ok).map_err(|_| garbage(&format!("no JSON: {}", beginning())))
    }
}

/// The first picture of an answer, and its prompt as the provider put it; none where there is none.
fn picture(answer: &Value) -> Option<(Given, Option<String>)> {
    let first = answer.pointer("/data/0")?;
    let text = |key: &str| first.get(key).and_then(Value::as_str).filter(|t| !t.is_empty());
    let read = |text: &str| from_base64(text).map_or(Given::Odd, Given::Bytes);
    let given = match (text("b64_json"), text("url")) {
        (Some(bytes), _) => read(bytes),
        (None, Some(url)) if url.starts_with("data:") => read(url),
        (None, Some(url)) => Given::At(url.to_owned()),
        (None, None) => return None,
    };
    Some((given, text("revised_prompt").map(str::to_owned)))
}
