//! Calling the application in process, as the terminal client does when no server runs.

use crate::guard::CLIENT;
use crate::{AppState, router};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use axum::response::Response;
use serde_json::Value;
use std::convert::Infallible;
use tower::ServiceExt;

/// The application with the right to call it.
#[derive(Clone)]
pub struct Access {
    router: Router,
    host: HeaderValue,
    bearer: HeaderValue,
    language: Option<HeaderValue>,
    /// Through what the person comes, for the ledger.
    client: HeaderValue,
}

/// Why a call was not made. Nothing was changed by it.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The path, token or key holds characters that HTTP does not carry.
    #[error("the request cannot be written: {0}")]
    Request(#[from] axum::http::Error),
    /// The answer broke off.
    #[error("the answer broke off: {0}")]
    Answer(#[from] axum::Error),
}

impl Access {
    /// `bearer` must be the token the state was made with.
    ///
    /// # Errors
    /// When the token holds characters that a header cannot carry.
    pub fn new(state: AppState, bearer: &str) -> Result<Self, AccessError> {
        let host = HeaderValue::from_str(state.hosts.first()).map_err(axum::http::Error::from)?;
        let bearer = HeaderValue::from_str(&format!("Bearer {bearer}")).map_err(axum::http::Error::from)?;
        Ok(Self { router: router(state), host, bearer, language: None, client: HeaderValue::from_static("terminal") })
    }

    /// The same, with answers in a language where a request names none.
    #[must_use]
    pub fn in_language(mut self, tag: Option<&'static str>) -> Self {
        self.language = tag.map(HeaderValue::from_static);
        self
    }

    /// The same for a person who comes through something else than the terminal: a word of small letters.
    #[must_use]
    pub fn through(mut self, client: &'static str) -> Self {
        self.client = HeaderValue::from_static(client);
        self
    }

    /// Sends a request as it is, with host and token added; the answer may be an event stream.
    pub async fn send(&self, mut request: Request<Body>) -> Response {
        let headers = request.headers_mut();
        headers.insert(header::HOST, self.host.clone());
        headers.insert(header::AUTHORIZATION, self.bearer.clone());
        headers.entry(CLIENT).or_insert_with(|| self.client.clone());
        if let Some(language) = &self.language {
            headers.entry(header::ACCEPT_LANGUAGE).or_insert_with(|| language.clone());
        }
        let answer: Result<Response, Infallible> = self.router.clone().oneshot(request).await;
        match answer {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    /// Sends JSON, gives status and whole answer.
    ///
    /// # Errors
    /// When path or key cannot be sent, or the answer breaks off.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<(StatusCode, Vec<u8>), AccessError> {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let request = match body {
            Some(json) => request.header(header::CONTENT_TYPE, "application/json").body(Body::from(json.to_string())),
            None => request.body(Body::empty()),
        }?;
        let answer = self.send(request).await;
        let status = answer.status();
        Ok((status, to_bytes(answer.into_body(), usize::MAX).await?.to_vec()))
    }
}
