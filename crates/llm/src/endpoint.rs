//! A server that a person named by its whole address, and that is no model's: asked as it is told, with the
//! headers that the person gave. It is followed nowhere but on its own host, and what it was sent in secret is
//! taken out of whatever it answers.

use crate::catalogue::address::{BadUrl, located};
use crate::catalogue::{Limits, Secret};
use crate::fetching::led;
use crate::masking::{Masked, Masks};
use crate::transport::{NoResponse, Transport};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header};
use http_body_util::{BodyExt, Full};

/// A whole address: encrypted, or on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint(Uri);

impl Endpoint {
    /// Reads an address, with its scheme.
    ///
    /// # Errors
    /// What it is not; a key in it is not repeated.
    pub fn parse(text: &str) -> Result<Self, BadUrl> {
        // What cannot be read is not echoed with a key in it.
        let bad = || BadUrl::NoUrl(shown(text.rsplit_once('@').map_or(text, |(_, after)| after)));
        let uri: Uri = text.trim().parse().map_err(|_| bad())?;
        located(&uri, &bad, false)?;
        Ok(Self(uri))
    }

    /// All of it, for who tells it from another.
    pub fn whole(&self) -> String {
        self.0.to_string()
    }

    /// For people: without what a query may hold in secret.
    pub fn shown(&self) -> String {
        shown(&self.whole())
    }
}

fn shown(address: &str) -> String {
    match address.split_once('?') {
        Some((before, _)) => format!("{before}?…"),
        None => address.to_owned(),
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// No connection, or it broke.
    Unreachable {
        /// In the words of who tried.
        why: String,
        /// What was asked may have arrived all the same.
        arrived: bool,
    },
    /// It sends on to where nothing is asked: another host, or another kind of request.
    Elsewhere {
        /// Where to, as people are shown it.
        to: String,
        /// What was asked may have been done before.
        arrived: bool,
    },
}

/// A server at an address, with the headers that it is asked with.
#[derive(Debug)]
pub struct Endpointed {
    transport: Transport,
    endpoint: Endpoint,
    headers: Vec<(HeaderName, Secret)>,
}

/// An answer that arrives.
#[derive(Debug)]
pub struct Arriving {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    body: Masked,
}

impl Arriving {
    /// The next piece of its body; none where it is over.
    ///
    /// # Errors
    /// Why it broke off.
    pub async fn next(&mut self) -> Option<Result<Bytes, String>> {
        loop {
            match self.body.frame().await? {
                Ok(frame) => match frame.into_data() {
                    Ok(piece) => return Some(Ok(piece)),
                    Err(_) => continue,
                },
                Err(e) => return Some(Err(e.to_string())),
            }
        }
    }
}

impl Endpointed {
    /// Opens no connection.
    pub fn new(endpoint: Endpoint, headers: Vec<(HeaderName, Secret)>, limits: &Limits) -> Self {
        Self { transport: Transport::new(limits), endpoint, headers }
    }

    /// Asks once.
    ///
    /// # Errors
    /// Why there is no answer.
    pub async fn ask(&self, method: &Method, headers: &HeaderMap, body: Bytes) -> Result<Arriving, NoAnswer> {
        let mut uri = self.endpoint.0.clone();
        let mut followed = false;
        loop {
            let request = self.request(method, &uri, headers, body.clone());
            let (mut parts, incoming) = self.transport.exchange(request).await.map_err(unreachable)?.into_parts();
            let own = self.headers.iter().map(|(_, value)| value.expose());
            let masks = Masks::hiding(own, parts.status.is_success());
            masks.clean(&mut parts.headers);
            let location = parts.headers.get(header::LOCATION).and_then(|to| to.to_str().ok());
            match location.filter(|_| parts.status.is_redirection()).map(|to| (to, led(&uri, to))) {
                // The same request, on the same host: a slash that is missing at its end.
                Some((_, Some(to))) if !followed && is_kept(parts.status) && is_beside(&uri, &to) => {
                    (uri, followed) = (to, true);
                }
                Some((to, _)) => {
                    let arrived = !is_kept(parts.status) && parts.status != StatusCode::MOVED_PERMANENTLY;
                    return Err(NoAnswer::Elsewhere { to: shown(to), arrived });
                }
                None => {
                    let body = Masked::new(incoming, masks);
                    return Ok(Arriving { status: parts.status, headers: parts.headers, body });
                }
            }
        }
    }

    fn request(&self, method: &Method, uri: &Uri, headers: &HeaderMap, body: Bytes) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method.clone();
        *request.uri_mut() = uri.clone();
        let agent = HeaderValue::from_static(concat!("countersign/", env!("CARGO_PKG_VERSION")));
        request.headers_mut().insert(header::USER_AGENT, agent);
        for (name, value) in &self.headers {
            if let Ok(mut value) = HeaderValue::from_str(value.expose()) {
                value.set_sensitive(true);
                request.headers_mut().insert(name, value);
            }
        }
        // What the protocol says stands, whatever the person's headers are called.
        request.headers_mut().extend(headers.clone());
        request
    }
}

/// Redirects that keep what is asked.
fn is_kept(status: StatusCode) -> bool {
    matches!(status, StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT)
}

fn is_beside(from: &Uri, to: &Uri) -> bool {
    (from.scheme(), from.authority()) == (to.scheme(), to.authority())
}

fn unreachable((no, arrived): (NoResponse, bool)) -> NoAnswer {
    let (NoResponse::Unreachable(why) | NoResponse::NotHttp(why)) = no;
    NoAnswer::Unreachable { why, arrived }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_encrypted_or_on_this_machine_and_is_shown_without_its_query() {
        for (text, shown) in [
            ("https://mcp.example.org/v1/sse?key=abc", "https://mcp.example.org/v1/sse?…"),
            ("http://127.0.0.1:8080/mcp/", "http://127.0.0.1:8080/mcp/"),
            ("http://[::1]:8080/mcp", "http://[::1]:8080/mcp"),
            ("http://localhost/api", "http://localhost/api"),
        ] {
            let read = Endpoint::parse(text).unwrap();
            assert_eq!((read.whole().as_str(), read.shown().as_str()), (text, shown));
        }
        for (text, why) in [
            ("http://mcp.example.org/mcp", "http://mcp.example.org is not encrypted and not on this machine"),
            ("http://127.0.0.1.example.org/", "http://127.0.0.1.example.org is not encrypted and not on this machine"),
            ("https://me:key@example.org/mcp", "the address has a user name or key in it"),
            ("mcp.example.org", "\"mcp.example.org\" is no http or https address"),
            ("ftp://example.org/?key=abc", "\"ftp://example.org/?…\" is no http or https address"),
            ("https://example.org:99999/", "\"https://example.org:99999/\" is no http or https address"),
            ("", "\"\" is no http or https address"),
        ] {
            assert_eq!(Endpoint::parse(text).unwrap_err().to_string(), why, "{text}");
        }
    }
}
