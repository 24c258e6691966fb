//! Every answer that says no: `{error, message, details?, hint?}` with its HTTP status.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use countersign_core::problem::{Problem, hint};
use countersign_core::wire::ErrorBody;
use countersign_engine::EngineError;
use serde_json::{Value, json};

/// A refusal on its way to the client.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    body: Box<ErrorBody>,
    header: Option<(HeaderName, HeaderValue)>,
}

/// What handlers return.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A refusal with a code, what failed, and what to do next.
    pub(crate) fn new(
        status: StatusCode,
        code: impl Into<String>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let body = ErrorBody { error: code.into(), message: message.into(), details: None, hint: Some(hint.into()) };
        Self { status, body: Box::new(body), header: None }
    }

    /// 400 with the standing hint of the code.
    pub(crate) fn bad(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message, hint(code))
    }

    /// 400 for a field that nothing reads. A long name is cut: it would come back twice.
    pub(crate) fn unknown_field(name: &str) -> Self {
        const MOST: usize = 200;
        let name: String = name.chars().take(MOST).collect();
        Self::bad("unknown_field", format!("\"{name}\" is not a field here")).with(json!({ "field": name }))
    }

    /// The same of a field somewhere in a part of the body, with what the reader says of it.
    pub(crate) fn unknown_field_in(part: &str, name: &str, error: &str) -> Self {
        const MOST: usize = 200;
        let name: String = name.chars().take(MOST).collect();
        let hint = match error.rsplit_once(", expected ") {
            Some((_, expected)) => format!("What fits there: {expected}."),
            None => hint("unknown_field").to_owned(),
        };
        let message = format!("\"{name}\" is not a field in \"{part}\"");
        Self::new(StatusCode::BAD_REQUEST, "unknown_field", message, hint).with(json!({ "field": part, "name": name }))
    }

    /// 404 for something that has no number here.
    pub(crate) fn not_found(what: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no {what}"), hint("not_found"))
    }

    /// The first of several defects names the answer; all are in `details` (S0's single code).
    pub(crate) fn of_problems(problems: &[Problem]) -> Self {
        let Some(first) = problems.first() else { return Self::bad("invalid_body", "the request is not valid") };
        let status = match first.code.as_ref() {
            "id_not_found" | "not_found" => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        let code = if status == StatusCode::NOT_FOUND { "not_found" } else { first.code.as_ref() };
        Self::new(status, code, first.message.clone(), first.hint.clone()).with(json!({ "problems": problems }))
    }

    /// The same refusal with details.
    pub(crate) fn with(mut self, details: Value) -> Self {
        self.body.details = Some(details);
        self
    }

    /// The same refusal with a header.
    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some((name, value));
        self
    }

    /// The body, for an event stream.
    pub(crate) fn into_body(self) -> ErrorBody {
        *self.body
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = error.body();
        let retry = (status == StatusCode::SERVICE_UNAVAILABLE)
            .then(|| (axum::http::header::RETRY_AFTER, HeaderValue::from_static("1")));
        Self { status, body: Box::new(body), header: retry }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(*self.body)).into_response();
        if let Some((name, value)) = self.header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_store::StoreError;

    #[test]
    fn what_a_database_says_stays_here() {
        let message = "unable to open /home/ann/.local/share/countersign/countersign.db".to_owned();
        let cases = [
            (StoreError::Full { message: message.clone() }, 507, "disk_full"),
            (StoreError::Disk { message: message.clone() }, 503, "disk_failed"),
            (StoreError::Unsettled { message: message.clone() }, 500, "disk_failed"),
            (StoreError::ReadOnly { message: message.clone() }, 503, "read_only"),
            (StoreError::Busy { message: message.clone() }, 503, "busy"),
            (StoreError::Corrupt { message: message.clone() }, 500, "corrupt_database"),
            (StoreError::Unreadable { what: "todo", message: message.clone() }, 500, "unreadable"),
            (StoreError::Other { message }, 500, "storage_failed"),
        ];
        for (error, status, code) in cases {
            let failure = Failure::from(EngineError::from(error));
            assert_eq!((failure.status.as_u16(), failure.body.error.as_str()), (status, code));
            let text = serde_json::to_string(&failure.body).unwrap();
            assert!(!text.contains("/home") && !text.contains(".db"), "{text}");
        }
    }
}
