//! Idempotency keys (S0-82, R5): the header `Idempotency-Key`, or `idempotencyKey` in the body.

use crate::failure::{Failure, Result};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use countersign_engine::Key;

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
    /// The key with what was asked under it; `body` is the hash of the body.
    pub(crate) fn key(self, in_body: Option<&str>, body: &str) -> Result<Option<Key>> {
        let key = match (self.header, in_body) {
            (Some(a), Some(b)) if a != b => return Err(bad()),
            (Some(key), _) => key,
            (None, Some(key)) => key.to_owned(),
            (None, None) => return Ok(None),
        };
        if !(1..=200).contains(&key.len()) || !key.bytes().all(|b| (0x20..0x7f).contains(&b)) {
            return Err(bad());
        }
        let request = blake3::hash(format!("{}\n{body}", self.place).as_bytes()).to_hex().to_string();
        // A prefix, so that no client's key meets one of the engine's own.
        Ok(Some(Key { key: format!("client:{key}"), request }))
    }
}
