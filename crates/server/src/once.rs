//! Idempotency keys (S0-82, R5): the header `Idempotency-Key`, or `idempotencyKey` in the body. The request that is
//! made under one is what it means: what it leaves out is what stands for that.

use crate::failure::{Failure, Result};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use countersign_core::operation::parse;
use countersign_engine::Key;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// What the headers say; the body may still bring a key.
#[derive(Debug)]
pub(crate) struct Once {
    header: Option<String>,
    place: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Once {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let mut given = parts.headers.get_all("idempotency-key").iter();
        let header = match given.next() {
            None => None,
            Some(value) => Some(value.to_str().ok().filter(|_| given.next().is_none()).ok_or_else(bad)?.to_owned()),
        };
        Ok(Self { header, place: format!("{} {}", parts.method, parts.uri.path()) })
    }
}

fn bad() -> Failure {
    Failure::new(
        axum::http::StatusCode::BAD_REQUEST,
        "invalid_idempotencyKey",
        "the idempotency key is not valid",
        "Send one key of 1 to 200 printable characters, in the header or in the body.",
    )
}

impl Once {
    /// The key with what was asked under it, as it was read.
    pub(crate) fn key<T: Serialize>(self, in_body: Option<&str>, asked: impl FnOnce() -> T) -> Result<Option<Key>> {
        let key = match (self.header, in_body) {
            (Some(a), Some(b)) if a != b => return Err(bad()),
            (Some(key), _) => key,
            (None, Some(key)) => key.to_owned(),
            (None, None) => return Ok(None),
        };
        if !(1..=200).contains(&key.len()) || !key.bytes().all(|b| (0x20..0x7f).contains(&b)) {
            return Err(bad());
        }
        let asked = serde_json::to_value(asked()).map_err(|_| bad())?;
        let request = blake3::hash(format!("{}\n{}", self.place, hash(&asked)).as_bytes()).to_hex().to_string();
        // A prefix, so that no client's key meets one of the engine's own.
        Ok(Some(Key { key: format!("client:{key}"), request }))
    }
}

/// The person's own operations as they are read; what is none stays as it is.
pub(crate) fn operations(list: &[Value]) -> Vec<Value> {
    let meant = |op: &Value| parse::operation(op).ok().and_then(|op| serde_json::to_value(op).ok());
    list.iter().map(|op| meant(op).unwrap_or_else(|| op.clone())).collect()
}

/// What of a body says how a request is sent and not what it asks for: its key, and that it was confirmed (DESIGN
/// §5: the same call).
const BESIDE: [&str; 2] = ["idempotencyKey", "confirm"];

/// In what order an object's keys come says nothing: with others it is the same request.
fn hash(raw: &Value) -> String {
    let mut hasher = blake3::Hasher::new();
    // A hasher takes whatever it is given: nothing of this can fail.
    let _ = serde_json::to_writer(&mut hasher, &Sorted { value: raw, but: &BESIDE });
    hasher.finalize().to_hex().to_string()
}

/// A value written with its keys in order, and without these of the outermost.
struct Sorted<'a> {
    value: &'a Value,
    but: &'static [&'static str],
}

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let inner = |value| Sorted { value, but: &[] };
        match self.value {
            Value::Object(map) => {
                let mut all: Vec<_> = map.iter().filter(|(key, _)| !self.but.contains(&key.as_str())).collect();
                all.sort_by_key(|(key, _)| *key);
                to.collect_map(all.into_iter().map(|(key, value)| (key, inner(value))))
            }
            Value::Array(list) => to.collect_seq(list.iter().map(inner)),
            plain => plain.serialize(to),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test says what is wrong by failing")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_hash_is_of_the_content_without_the_key() {
        let of = |text: &str| hash(&serde_json::from_str(text).unwrap());
        assert_eq!(of(r#"{"a":1,"idempotencyKey":"k","b":2}"#), of(r#"{ "a": 1, "b": 2 }"#));
        assert_eq!(
            of(r#"{"a":{"c":[1,{"x":0,"y":1}],"d":2},"b":2}"#),
            of(r#"{"b":2,"a":{"d":2,"c":[1,{"y":1,"x":0}]}}"#)
        );
        assert_ne!(of(r#"{"a":1}"#), of(r#"{"a":2}"#));
        // The order of a list says something.
        assert_ne!(of(r#"{"a":[1,2]}"#), of(r#"{"a":[2,1]}"#));
    }

    #[test]
    fn an_operation_is_what_it_is_read_as() {
        let of = |op: Value| operations(&[op]);
        assert_eq!(
            of(json!({ "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-21" })),
            of(json!({ "action": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-21", "completed": true }))
        );
        assert_ne!(of(json!({ "op": "create", "title": "a" })), of(json!({ "op": "create", "title": "b" })));
        let none = json!({ "op": "fly", "id": 1 });
        assert_eq!(of(none.clone()), [none]);
    }
}
