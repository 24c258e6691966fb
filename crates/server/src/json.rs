//! Request bodies: JSON and nothing else, read strictly (R2).
//!
//! Refused with a code and a place: another content type, too long, not JSON, a key twice in one
//! object, nested too deep, a field of the wrong type, a field that nothing reads.

use crate::failure::Failure;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use countersign_core::exact::Exact;
use countersign_core::problem::hint;
use futures_util::StreamExt;
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// The limit of an ordinary body.
pub(crate) const MIB: usize = 1 << 20;
/// The limit of what names items: one hundred thousand of them, as an import may have.
pub(crate) const SIGNED: usize = 10 * MIB;
/// The limit of an import: our own export of more than fifty thousand todos, with its JSON escapes.
pub(crate) const IMPORT: usize = 32 * MIB;
/// The limit of what may hold files: the largest that is changed (20 MB), with its JSON escapes.
pub(crate) const FILES: usize = 32 * MIB;
/// How long it is waited for more of a body.
const STALLED: Duration = Duration::from_secs(20);
/// Bytes of a body that is too long that are still taken from the line, and for how long.
const HEARD_OUT: usize = 64 * MIB;
const HEARD_OUT_FOR: Duration = Duration::from_secs(5);
/// How deep arrays and objects may nest.
const DEPTH: u8 = 48;

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T, const LIMIT: usize = MIB> {
    pub(crate) value: T,
}

impl<S: Send + Sync, T: DeserializeOwned, const LIMIT: usize> FromRequest<S> for Body<T, LIMIT> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        if !is_json(request.headers()) {
            return Err(Failure::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "the body is not declared as JSON",
                "Send Content-Type: application/json.",
            ));
        }
        Ok(Self { value: typed(parse(&bytes(request, LIMIT).await?)?)? })
    }
}

/// A body that may be left out altogether; only `{}` is accepted in it.
#[derive(Debug)]
pub(crate) struct NoBody;

impl<S: Send + Sync> FromRequest<S> for NoBody {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        let json = is_json(request.headers());
        let bytes = bytes(request, MIB).await?;
        if bytes.is_empty() {
            return Ok(Self);
        }
        if !json {
            return Err(Failure::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "the body is not declared as JSON",
                "Send no body, or {} with Content-Type: application/json.",
            ));
        }
        match parse(&bytes)? {
            Value::Object(map) => map.keys().next().map_or(Ok(Self), |key| Err(Failure::unknown_field(key))),
            _ => Err(Failure::bad("invalid_body", "the body is not a JSON object")),
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut kinds = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(Ok(text)), None) = (kinds.next().map(|v| v.to_str()), kinds.next()) else { return false };
    let mut parts = text.split(';').map(str::trim);
    parts.next().is_some_and(|t| t.eq_ignore_ascii_case("application/json"))
        && parts.all(|p| p.eq_ignore_ascii_case("charset=utf-8") || p.eq_ignore_ascii_case("charset=\"utf-8\""))
}

fn stalled() -> Failure {
    Failure::new(
        StatusCode::REQUEST_TIMEOUT,
        "body_stalled",
        format!("no more of the body came for {} seconds", STALLED.as_secs()),
        "Send it again. Nothing has been changed.",
    )
}

async fn bytes(request: Request, limit: usize) -> Result<Bytes, Failure> {
    let too_large = || {
        let limit = limit / MIB;
        Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "body_too_large",
            format!("the body is longer than {limit} MiB"),
            "Split the request. Nothing has been changed.",
        )
    };
    // Nothing is unpacked: a small body could become a large one.
    if request.headers().get_all(header::CONTENT_ENCODING).iter().any(|how| how.as_bytes() != b"identity") {
        return Err(Failure::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "the body is compressed",
            "Send it without Content-Encoding.",
        ));
    }
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    let patience = || Instant::now() + HEARD_OUT_FOR;
    let mut over = announced.filter(|n| *n > limit as u64).map(|_| patience());
    // What is announced is made room for at once: one that grows is there twice while it does.
    let room = announced.and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= limit).unwrap_or(0);
    let (mut read, mut passed) = (Vec::with_capacity(room), 0_usize);
    let mut body = request.into_body().into_data_stream();
    loop {
        let next = match over {
            None => match timeout(STALLED, body.next()).await {
                Ok(next) => next,
                Err(_) => return Err(stalled()),
            },
            // Who still sends would not hear the answer, were the connection closed: heard out for a while.
            Some(until) => timeout_at(until, body.next()).await.unwrap_or(None),
        };
        match next {
            None => break,
            Some(Err(_)) if over.is_some() => break,
            Some(Err(_)) => return Err(Failure::bad("invalid_body", "the body ended too early")),
            Some(Ok(part)) if over.is_some() || read.len() + part.len() > limit => {
                over = over.or_else(|| Some(patience()));
                passed += part.len();
                if passed > HEARD_OUT {
                    break;
                }
            }
            Some(Ok(part)) => read.extend_from_slice(&part),
        }
    }
    if over.is_some() { Err(too_large()) } else { Ok(read.into()) }
}

/// What a strict reader found that serde_json itself accepts.
#[derive(Debug, Clone, PartialEq)]
enum Defect {
    Duplicate(String),
    TooDeep,
}

/// Reads JSON text.
pub(crate) fn parse(bytes: &[u8]) -> Result<Value, Failure> {
    let defect = Cell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let got =
        Strict { depth: 0, defect: &defect }.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    got.map_err(|error| {
        let place = json!({ "line": error.line(), "column": error.column() });
        match defect.take() {
            Some(Defect::Duplicate(key)) => {
                let message = format!(
                    "the key \"{key}\" is there twice in one object, line {}, column {}",
                    error.line(),
                    error.column()
                );
                Failure::new(
                    StatusCode::BAD_REQUEST,
                    "duplicate_key",
                    message,
                    "Send each key once. Nothing has been changed.",
                )
                .with(place)
            }
            Some(Defect::TooDeep) => {
                Failure::bad("invalid_body", format!("the body nests deeper than {DEPTH} levels")).with(place)
            }
            None => Failure::bad("invalid_body", format!("the body is not JSON: {error}")).with(place),
        }
    })
}

#[derive(Clone, Copy)]
struct Strict<'a> {
    depth: u8,
    defect: &'a Cell<Option<Defect>>,
}

impl Strict<'_> {
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth >= DEPTH {
            self.defect.set(Some(Defect::TooDeep));
            return Err(E::custom("too deep"));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;
    fn deserialize<D: serde::Deserializer<'de>>(self, d: D) -> Result<Value, D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }
    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_string<E>(self, v: String) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut list = Vec::new();
        while let Some(value) = seq.next_element_seed(inner)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if object.contains_key(&key) {
                self.defect.set(Some(Defect::Duplicate(key.chars().take(60).collect())));
                return Err(A::Error::custom("duplicate key"));
            }
            let value = map.next_value_seed(inner)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

/// Fits a value into its type; names the field that does not fit, or that nothing reads.
pub(crate) fn typed<T: DeserializeOwned>(raw: Value) -> Result<T, Failure> {
    if !raw.is_object() && !raw.is_array() {
        return Err(Failure::bad("invalid_body", "the body is not a JSON object"));
    }
    let mut unread = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let got = serde_ignored::deserialize(serde_path_to_error::Deserializer::new(Exact(raw), &mut track), |path| {
        unread.push(path.to_string())
    });
    let path = track.path();
    match got {
        Ok(value) => match unread.first() {
            Some(field) => Err(Failure::unknown_field(field)),
            None => Ok(value),
        },
        Err(error) => Err(misfit(&path, &error.to_string())),
    }
}

fn misfit(path: &serde_path_to_error::Path, error: &str) -> Failure {
    let quoted = |start: &str| error.strip_prefix(start).and_then(|rest| rest.split('`').next()).map(str::to_owned);
    if let Some(field) = quoted("missing field `") {
        return Failure::bad("missing_field", format!("\"{field}\" is missing")).with(json!({ "field": field }));
    }
    if let Some(field) = quoted("unknown field `") {
        let last = path.iter().next_back();
        // What is read by its kind is held whole until that is known: where in it the field is nobody says.
        return match matches!(last, Some(serde_path_to_error::Segment::Map { key }) if *key == field) {
            true => Failure::unknown_field(&path.to_string()),
            false => Failure::unknown_field_in(&path.to_string(), &field, error),
        };
    }
    let name = path
        .iter()
        .filter_map(|s| if let serde_path_to_error::Segment::Map { key } = s { Some(key.as_str()) } else { None })
        .next_back();
    let expected = error.rsplit_once(", expected ").map_or("", |(_, expected)| expected);
    let error = &format!("{}{}", error.strip_suffix(expected).unwrap_or(error), plain(expected));
    let (code, message) = match name {
        Some(name) => (format!("invalid_{name}"), format!("\"{path}\" does not fit: {error}")),
        None => ("invalid_body".to_owned(), format!("the body does not fit: {error}")),
    };
    // A field's name is there in many bodies, and means another thing in each: the reader knows what fits this one.
    let hint = match error.rsplit_once(", expected ") {
        Some((_, expected)) => format!("What fits there: {expected}."),
        None => hint(&code).to_owned(),
    };
    let failure = Failure::new(StatusCode::BAD_REQUEST, code, message, hint);
    if name.is_some() { failure.with(json!({ "field": path.to_string() })) } else { failure }
}

/// What was expected, without the names that only this program's text has.
fn plain(expected: &str) -> String {
    let object = (expected.starts_with("struct ") || expected == "a map").then_some("an object");
    let whole = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize"].contains(&expected);
    let number = whole.then_some("a whole number").or((expected == "f64").then_some("a number"));
    object.or(number).unwrap_or(expected).to_owned()
}

/// An answer that is JSON already.
pub(crate) struct Written(pub(crate) String);

impl Written {
    /// With the fields of another object behind its own.
    pub(crate) fn and(mut self, more: &impl Serialize) -> Result<Self, Failure> {
        let more = serde_json::to_string(more).map_err(|_| unwritten())?;
        match (self.0.pop(), more.strip_prefix('{')) {
            (Some('}'), Some(fields)) => {
                self.0.push(',');
                self.0.push_str(fields);
                Ok(self)
            }
            _ => Err(unwritten()),
        }
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], self.0).into_response()
    }
}

/// The answer is no JSON object.
fn unwritten() -> Failure {
    countersign_engine::EngineError::Interrupted(String::new()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_core::wire::NewRun;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        n: u32,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Outer {
        list: Vec<Inner>,
        #[serde(default)]
        name: Option<String>,
    }

    fn answer(bytes: &[u8]) -> Result<Outer, (String, Option<Value>)> {
        parse(bytes).and_then(typed).map_err(|f| {
            let body = f.into_body();
            (body.error, body.details)
        })
    }

    #[test]
    fn hostile_bodies_are_named() {
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        let place = |line: usize, column: usize| json!({ "line": line, "column": column });
        let cases: Vec<(&[u8], &str, Value)> = vec![
            (b"", "invalid_body", place(1, 0)),
            (b"{", "invalid_body", place(1, 1)),
            (b"{\"list\":[]}x", "invalid_body", place(1, 12)),
            (b"{\"list\":[],}", "invalid_body", place(1, 12)),
            (b"{\"list\":[\n{\"n\":01}]}", "invalid_body", place(2, 7)),
            (b"{\"list\":\"\xff\"}", "invalid_body", place(1, 10)),
            (b"{\"list\":\"\\ud800\"}", "invalid_body", place(1, 16)),
            (b"{\"list\":[],\"list\":[]}", "duplicate_key", place(1, 17)),
            (b"{\"list\":[{\"n\":1,\"\\u006e\":2}]}", "duplicate_key", place(1, 24)),
            (b"{\"list\":[],\"nam\":1}", "unknown_field", json!({ "field": "nam" })),
            (b"{\"list\":[{\"n\":1,\"m\":1}]}", "unknown_field", json!({ "field": "list.0.m" })),
            (b"{\"list\":[{\"n\":-1}]}", "invalid_n", json!({ "field": "list[0].n" })),
            (b"{\"list\":[{\"n\":1.5}]}", "invalid_n", json!({ "field": "list[0].n" })),
            (b"{\"list\":{}}", "invalid_list", json!({ "field": "list" })),
            (b"{\"list\":[],\"name\":7}", "invalid_name", json!({ "field": "name" })),
            (b"{}", "missing_field", json!({ "field": "list" })),
        ];
        for (bytes, code, details) in cases {
            let text = String::from_utf8_lossy(bytes);
            assert_eq!(answer(bytes), Err((code.to_owned(), Some(details))), "{text}");
        }
        assert_eq!(answer(b"7"), Err(("invalid_body".to_owned(), None)));
        let (code, details) = answer(deep.as_bytes()).unwrap_err();
        assert_eq!((code.as_str(), details), ("invalid_body", Some(place(1, 49))));
        assert_eq!(
            answer(b" {\"list\":[{\"n\":4}],\"name\":null} "),
            Ok(Outer { list: vec![Inner { n: 4 }], name: None })
        );
    }

    #[test]
    fn shared_wire_types_are_closed_too() {
        let got: Result<NewRun, _> = typed(json!({ "message": "x", "clarify": { "question": "?" } }));
        assert_eq!(got.unwrap_err().into_body().details, Some(json!({ "field": "clarify.?.question" })));
    }
}
