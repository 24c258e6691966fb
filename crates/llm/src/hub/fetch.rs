//! One file over HTTP: from a byte on, through redirects, never over an open line.

use super::Hub;
use super::source::secure;
use crate::transport::{NoResponse, first_bytes, retry_after};
use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode, Uri};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::time::Duration;
use tokio::time::timeout;

/// A hub answers with a redirect to its store, which may have another.
const MOST_REDIRECTS: usize = 8;
/// Bytes of an index page.
const PAGE: usize = 16 << 20;

/// Why a file cannot be had. Nothing is installed after any of these.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HubError {
    /// 404 or 410.
    #[error("{0} is not there")]
    NotFound(String),
    /// 401 or 403.
    #[error("{0} wants a key, or its licence accepted")]
    Gated(String),
    /// Other refusals.
    #[error("{host} refused with status {status}")]
    Refused {
        /// Who.
        host: String,
        /// HTTP status.
        status: u16,
    },
    /// 429 or 5xx.
    #[error("{host} is busy or broken (status {status})")]
    Busy {
        /// Who.
        host: String,
        /// HTTP status.
        status: u16,
        /// When it may be asked again.
        after: Option<Duration>,
    },
    /// No connection.
    #[error("{host} cannot be reached: {why}")]
    Unreachable {
        /// Who.
        host: String,
        /// The system's reason.
        why: String,
    },
    /// The connection broke, or nothing came for too long.
    #[error("the download broke off: {0}")]
    Broken(String),
    /// A redirect over an open line.
    #[error("{0} is not encrypted and not on this machine")]
    Insecure(String),
    /// Not what was asked for.
    #[error("{host} answered something that is no {what}")]
    Odd {
        /// Who.
        host: String,
        /// What was wanted.
        what: &'static str,
    },
}

impl HubError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "source_not_found",
            Self::Gated(_) => "source_gated",
            Self::Refused { .. } | Self::Odd { .. } => "source_refused",
            Self::Busy { .. } => "source_busy",
            Self::Unreachable { .. } => "source_unreachable",
            Self::Broken(_) => "download_broken",
            Self::Insecure(_) => "source_insecure",
        }
    }

    /// What to do next.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "Check owner, repository, file and revision, or the version.",
            Self::Gated(_) => "Accept the licence on the model's page, make a token there, and set HF_TOKEN to it.",
            Self::Refused { .. } | Self::Odd { .. } => "Check the address; HF_ENDPOINT and PYPI_ENDPOINT name mirrors.",
            Self::Busy { .. } => "Pull it again in a few minutes; what was downloaded is kept.",
            Self::Unreachable { .. } => "Check the network; HF_ENDPOINT and PYPI_ENDPOINT name mirrors.",
            Self::Broken(_) => "Pull it again; it goes on where it stopped.",
            Self::Insecure(_) => "Use https://, or download it yourself and pull the file.",
        }
    }

    /// Worth another attempt.
    pub fn retryable(&self) -> bool {
        matches!(self, Self::Busy { .. } | Self::Unreachable { .. } | Self::Broken(_))
    }
}

/// The bytes of a file as they come.
#[derive(Debug)]
pub struct Download {
    /// The byte they begin at: what was asked for, or 0 where the server has another file by now or
    /// knows no ranges.
    pub from: u64,
    /// Length of the whole file, where it is said.
    pub total: Option<u64>,
    /// What the server calls this state of the file; a later download goes on only from the same.
    pub validator: Option<String>,
    /// SHA-256 of the whole file in hex, where the hub says it.
    pub sha256: Option<String>,
    body: Option<Incoming>,
    stall: Duration,
}

impl Download {
    /// The next bytes; none = the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, HubError> {
        let Some(body) = &mut self.body else { return Ok(None) };
        loop {
            let frame = timeout(self.stall, body.frame()).await;
            let Ok(frame) = frame else {
                return Err(HubError::Broken(format!("nothing came for {} s", self.stall.as_secs())));
            };
            match frame {
                None => return Ok(None),
                Some(Err(e)) => return Err(HubError::Broken(innermost(&e))),
                Some(Ok(frame)) => {
                    if let Ok(data) = frame.into_data() {
                        return Ok(Some(data));
                    }
                }
            }
        }
    }
}

fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

fn host_of(url: &str) -> String {
    url.parse::<Uri>().ok().and_then(|u| u.authority().map(ToString::to_string)).unwrap_or_default()
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// A strong entity tag: a weak one does not promise the same bytes.
fn strong(headers: &HeaderMap) -> Option<String> {
    text(headers, "etag").filter(|tag| !tag.starts_with("W/") && !tag.is_empty()).map(str::to_owned)
}

/// What a hub says of the file behind a redirect: the SHA-256 of large files.
fn linked(headers: &HeaderMap) -> Option<String> {
    let tag = text(headers, "x-linked-etag")?.trim_start_matches("W/").trim_matches('"').to_ascii_lowercase();
    is_sha256(&tag).then_some(tag)
}

pub(super) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// `bytes 5-9/10` → (5, 10); `bytes */10` → (none, 10).
fn range(headers: &HeaderMap) -> (Option<u64>, Option<u64>) {
    let Some((span, total)) = text(headers, "content-range").and_then(|t| t.strip_prefix("bytes ")?.split_once('/'))
    else {
        return (None, None);
    };
    (span.split_once('-').and_then(|(from, _)| from.parse().ok()), total.parse().ok())
}

impl Hub {
    /// Begins to download a file, from this byte on if it is still the file with this validator.
    pub async fn download(&self, url: &str, from: u64, validator: Option<&str>) -> Result<Download, HubError> {
        let mut wanted = HeaderMap::new();
        if from > 0 {
            wanted.extend(header_of("range", &format!("bytes={from}-")));
            wanted.extend(validator.and_then(|tag| header_of("if-range", tag)));
        }
        let (response, sha256) = self.get(url, &wanted).await?;
        let headers = response.headers();
        let asked = validator;
        let validator = strong(headers);
        // A part of another state of the file is no continuation, whatever was asked for (RFC 9110, 15.3.7).
        let same = asked.is_none() || validator.is_none() || validator.as_deref() == asked;
        let length = text(headers, "content-length").and_then(|n| n.parse::<u64>().ok());
        let (begins, of) = range(headers);
        let download = |from, total, body| Download { from, total, validator, sha256, body, stall: self.limits.stall };
        match response.status() {
            StatusCode::RANGE_NOT_SATISFIABLE if of == Some(from) => Ok(download(from, of, None)),
            // The file is another by now, and shorter: from its beginning.
            StatusCode::RANGE_NOT_SATISFIABLE if from > 0 => Box::pin(self.download(url, 0, None)).await,
            StatusCode::PARTIAL_CONTENT if begins == Some(from) && same => {
                Ok(download(from, of.or_else(|| length.map(|n| n + from)), Some(response.into_body())))
            }
            StatusCode::PARTIAL_CONTENT if from > 0 => Box::pin(self.download(url, 0, None)).await,
            StatusCode::OK => Ok(download(0, length, Some(response.into_body()))),
            status => Err(HubError::Refused { host: host_of(url), status: status.as_u16() }),
        }
    }

    /// A whole page as JSON.
    pub(super) async fn json(&self, url: &str, accept: &str) -> Result<serde_json::Value, HubError> {
        let bytes = self.page(url, accept).await?;
        serde_json::from_slice(&bytes).map_err(|_| HubError::Odd { host: host_of(url), what: "index" })
    }

    /// A whole page.
    pub(super) async fn page(&self, url: &str, accept: &str) -> Result<Vec<u8>, HubError> {
        let (response, _) = self.get(url, &header_of("accept", accept).into_iter().collect()).await?;
        if response.status() != StatusCode::OK {
            return Err(HubError::Refused { host: host_of(url), status: response.status().as_u16() });
        }
        let read = timeout(self.limits.stall, first_bytes(response.into_body(), PAGE)).await;
        read.map_err(|_| HubError::Broken(format!("nothing came for {} s", self.limits.stall.as_secs())))
    }

    /// A GET through redirects; with the checksum that was said on the way.
    async fn get(&self, url: &str, wanted: &HeaderMap) -> Result<(Response<Incoming>, Option<String>), HubError> {
        let mut url = url.to_owned();
        let mut sha256 = None;
        for _ in 0..=MOST_REDIRECTS {
            if !secure(&url) {
                return Err(HubError::Insecure(url.split('?').next().unwrap_or_default().to_owned()));
            }
            let odd = || HubError::Odd { host: host_of(&url), what: "address" };
            let uri: Uri = url.parse().map_err(|_| odd())?;
            let mut headers = wanted.clone();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
            headers.insert(
                header::USER_AGENT,
                HeaderValue::from_static(concat!("countersign/", env!("CARGO_PKG_VERSION"))),
            );
            // The key is for the hub, not for the store that it sends us to.
            if let Some(token) = self.token.as_ref().filter(|_| host_of(&url) == host_of(&self.hub))
                && let Ok(mut value) = HeaderValue::from_str(&format!("Bearer {}", token.expose()))
            {
                value.set_sensitive(true);
                headers.insert(header::AUTHORIZATION, value);
            }
            let asked = timeout(self.limits.stall, self.transport().get(uri, headers)).await;
            let Ok(asked) = asked else {
                return Err(HubError::Broken(format!("no answer within {} s", self.limits.stall.as_secs())));
            };
            let response = asked.map_err(|e| match e {
                NoResponse::Unreachable(why) => HubError::Unreachable { host: host_of(&url), why },
                NoResponse::NotHttp(_) => HubError::Odd { host: host_of(&url), what: "HTTP" },
            })?;
            sha256 = sha256.or_else(|| linked(response.headers()));
            match response.status() {
                status if status.is_redirection() => {
                    let to = text(response.headers(), "location").ok_or_else(odd)?;
                    url = joined(&url, to).ok_or_else(odd)?;
                }
                StatusCode::NOT_FOUND | StatusCode::GONE => return Err(HubError::NotFound(shown(&url))),
                StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => return Err(HubError::Gated(shown(&url))),
                status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                    let after = retry_after(response.headers());
                    return Err(HubError::Busy { host: host_of(&url), status: status.as_u16(), after });
                }
                _ => return Ok((response, sha256)),
            }
        }
        Err(HubError::Odd { host: host_of(&url), what: "file, but one redirect after the other" })
    }
}

fn header_of(name: &'static str, value: &str) -> Option<(HeaderName, HeaderValue)> {
    Some((HeaderName::from_static(name), HeaderValue::from_str(value).ok()?))
}

/// An address without what may be a key.
fn shown(url: &str) -> String {
    url.split('?').next().unwrap_or_default().to_owned()
}

/// A redirect's target: absolute, of the same scheme, or of the same host.
pub(super) fn joined(base: &str, to: &str) -> Option<String> {
    if to.contains("://") {
        return Some(to.to_owned());
    }
    let uri: Uri = base.parse().ok()?;
    let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
    Some(match to.strip_prefix("//") {
        Some(rest) => format!("{scheme}://{rest}"),
        None if to.starts_with('/') => format!("{scheme}://{authority}{to}"),
        None => {
            let folder = uri.path().rsplit_once('/').map_or("", |(folder, _)| folder);
            // An index may go up with `../`.
            let mut parts: Vec<&str> = folder.split('/').collect();
            for part in to.split('/') {
                match part {
                    ".." if parts.len() > 1 => drop(parts.pop()),
                    ".." | "." => {}
                    part => parts.push(part),
                }
            }
            format!("{scheme}://{authority}{}", parts.join("/"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn where_a_redirect_leads() {
        for (to, want) in [
            ("https://cdn.example/f?sig=1", "https://cdn.example/f?sig=1"),
            ("//cdn.example/f", "https://cdn.example/f"),
            ("/api/f", "https://hub.example/api/f"),
            ("g", "https://hub.example/a/b/g"),
            ("../../p/g.whl#sha256=1", "https://hub.example/p/g.whl#sha256=1"),
        ] {
            assert_eq!(joined("https://hub.example/a/b/f", to).as_deref(), Some(want), "{to}");
        }
    }
}
