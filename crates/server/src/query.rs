//! Query strings, read strictly: a parameter no route knows is refused (R2), and so is one given twice.

use crate::failure::Failure;
use crate::route::Operations;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use countersign_core::operation::parse;
use jiff::civil::Date;
use serde_json::json;
use std::str::FromStr;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, ParameterIn};

/// The parameters of a request.
#[derive(Debug)]
pub(crate) struct Params(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Ok(Self::of(parts.uri.query().unwrap_or_default()))
    }
}

impl Params {
    pub(crate) fn of(query: &str) -> Self {
        Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    fn with<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, Failure> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match read(text) {
            Some(value) => Ok(Some(value)),
            None => Err(Failure::bad(
                &format!("invalid_{name}"),
                format!("{name} is not valid: \"{}\"", text.chars().take(60).collect::<String>()),
            )
            .with(json!({ "parameter": name }))),
        }
    }

    pub(crate) fn parsed<T: FromStr>(&self, name: &str) -> Result<Option<T>, Failure> {
        self.with(name, |t| t.parse().ok())
    }

    pub(crate) fn flag(&self, name: &str) -> Result<Option<bool>, Failure> {
        self.parsed(name)
    }

    pub(crate) fn date(&self, name: &str) -> Result<Option<Date>, Failure> {
        self.with(name, parse::date)
    }

    /// One of a few words.
    pub(crate) fn word<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Failure> {
        self.with(name, |t| serde_json::from_value(json!(t)).ok())
    }

    /// A number of rows from 1 to `most`.
    pub(crate) fn limit(&self, default: u32, most: u32) -> Result<u32, Failure> {
        self.ranged("limit", default, most)
    }

    /// A number from 1 to `most`.
    pub(crate) fn ranged(&self, name: &str, default: u32, most: u32) -> Result<u32, Failure> {
        Ok(self.with(name, |t| t.parse().ok().filter(|n| (1..=most).contains(n)))?.unwrap_or(default))
    }
}

/// Which parameters an operation knows: taken from what the document says of it, so that there is one list.
fn in_query(operation: &Operation) -> Vec<String> {
    let parameters =
        operation.parameters.iter().flatten().filter_map(|p| if let RefOr::T(p) = p { Some(p) } else { None });
    parameters.filter(|p| p.parameter_in == ParameterIn::Query).map(|p| p.name.clone()).collect()
}

/// Refuses unknown and repeated parameters of a route.
pub(crate) async fn closed(State(operations): State<Operations>, request: Request, next: Next) -> Response {
    let given = Params::of(request.uri().query().unwrap_or_default());
    if !given.0.is_empty()
        && let Some(operation) = operations.of(request.method())
    {
        let known = in_query(&operation);
        for (at, (name, _)) in given.0.iter().enumerate() {
            let twice = given.0.iter().take(at).any(|(n, _)| n == name);
            if twice || !known.contains(name) {
                let name: String = name.chars().take(60).collect();
                let (code, message) = if twice {
                    ("duplicate_parameter", format!("\"{name}\" is given twice"))
                } else {
                    ("unknown_parameter", format!("\"{name}\" is not a parameter here"))
                };
                let hint = if known.is_empty() {
                    "This takes no parameters.".to_owned()
                } else {
                    format!("Known here: {}.", known.join(", "))
                };
                return Failure::new(StatusCode::BAD_REQUEST, code, message, hint)
                    .with(json!({ "parameter": name }))
                    .into_response();
            }
        }
    }
    next.run(request).await
}
