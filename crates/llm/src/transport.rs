//! HTTP to a provider. Follows no redirect, sends nothing that it was not given, and never reads
//! more than it was told to.

use crate::catalogue::{Kind, Limits, Provider};
use crate::masking::{Masked, Masks};
use crate::wire::anthropic;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response, Uri, header};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper_rustls::builderstates::WantsSchemes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::error::Error;
use std::time::Duration;
use tokio::net::TcpStream;

/// Why there is no response.
#[derive(Debug)]
pub(crate) enum NoResponse {
    /// No connection, or it broke.
    Unreachable(String),
    /// What came is not HTTP.
    NotHttp(String),
}

/// A client with its connections.
#[derive(Clone, Debug)]
pub(crate) struct Transport {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

/// llama-server closes a connection after five idle seconds.
const IDLE: Duration = Duration::from_secs(4);

impl Transport {
    pub(crate) fn new(limits: &Limits) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.set_connect_timeout(Some(limits.connect));
        tcp.set_nodelay(true);
        tcp.enforce_http(false);
        Self::over(tcp, HttpsConnectorBuilder::new().with_webpki_roots())
    }

    /// One that also trusts whom this machine trusts (`SSL_CERT_FILE`, the system's store): downloads
    /// come through companies' proxies and from mirrors of their own.
    pub(crate) fn trusting_as_the_system(limits: &Limits) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.set_connect_timeout(Some(limits.connect));
        tcp.enforce_http(false);
        let trusting = HttpsConnectorBuilder::new().with_native_roots();
        Self::over(tcp, trusting.unwrap_or_else(|_| HttpsConnectorBuilder::new().with_webpki_roots()))
    }

    fn over(tcp: HttpConnector, trusting: HttpsConnectorBuilder<WantsSchemes>) -> Self {
        let connector = trusting.https_or_http().enable_http1().wrap_connector(tcp);
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(connector);
        Self { client }
    }

    /// One GET over an encrypted line, by a connector that says itself where it may go; follows nothing
    /// and keeps no connection.
    pub(crate) async fn outside<R>(
        mut tcp: HttpConnector<R>,
        limits: &Limits,
        uri: Uri,
    ) -> Result<Response<Incoming>, NoResponse>
    where
        HttpConnector<R>: Clone + Send + Sync + 'static + tower_service::Service<Uri, Response = TokioIo<TcpStream>>,
        <HttpConnector<R> as tower_service::Service<Uri>>::Future: Send,
        <HttpConnector<R> as tower_service::Service<Uri>>::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        tcp.set_connect_timeout(Some(limits.connect));
        tcp.enforce_http(false);
        let connector =
            HttpsConnectorBuilder::new().with_webpki_roots().https_only().enable_http1().wrap_connector(tcp);
        let client: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new()).build(connector);
        let mut request = Request::new(Full::new(Bytes::new()));
        *request.uri_mut() = uri;
        client.request(request).await.map_err(|e| explain(&e))
    }

    /// A request that is whole already. With a failure: whether the request may have arrived all the same.
    pub(crate) async fn exchange(
        &self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, (NoResponse, bool)> {
        self.client.request(request).await.map_err(|e| (explain(&e), !e.is_connect()))
    }

    /// A request; `body` absent = GET. What the provider was sent in secret is taken out of whatever
    /// it answers.
    pub(crate) async fn send(
        &self,
        provider: &Provider,
        kind: Kind,
        uri: Uri,
        body: Option<Vec<u8>>,
    ) -> Result<Response<Masked>, NoResponse> {
        let method = if body.is_some() { http::Method::POST } else { http::Method::GET };
        let mut request = Request::new(Full::new(Bytes::from(body.unwrap_or_default())));
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers(provider, kind);
        let (mut parts, body) = self.client.request(request).await.map_err(|e| explain(&e))?.into_parts();
        let masks = Masks::of(provider, parts.status.is_success());
        masks.clean(&mut parts.headers);
        Ok(Response::from_parts(parts, Masked::new(body, masks)))
    }

    /// A GET with these headers and no key of a provider.
    pub(crate) async fn get(&self, uri: Uri, headers: HeaderMap) -> Result<Response<Incoming>, NoResponse> {
        let mut request = Request::new(Full::new(Bytes::new()));
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        self.client.request(request).await.map_err(|e| explain(&e))
    }
}

fn headers(provider: &Provider, kind: Kind) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers
        .insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream, application/x-ndjson"));
    headers.insert(header::USER_AGENT, HeaderValue::from_static(concat!("countersign/", env!("CARGO_PKG_VERSION"))));
    let secret = |text: &str| {
        HeaderValue::from_str(text).ok().map(|mut value| {
            value.set_sensitive(true);
            value
        })
    };
    if kind == Kind::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static(anthropic::VERSION));
    }
    if let Some(key) = &provider.key {
        match kind {
            Kind::Anthropic => {
                headers.extend(secret(key.expose()).map(|v| (header::HeaderName::from_static("x-api-key"), v)))
            }
            Kind::OpenAi | Kind::Ollama => {
                headers.extend(secret(&format!("Bearer {}", key.expose())).map(|v| (header::AUTHORIZATION, v)));
            }
        }
    }
    for (name, value) in &provider.headers {
        if let (Ok(name), Some(value)) = (name.parse::<header::HeaderName>(), secret(value.expose())) {
            headers.insert(name, value);
        }
    }
    headers
}

fn explain(error: &hyper_util::client::legacy::Error) -> NoResponse {
    // The innermost cause is what a person can act on: "Connection refused".
    let mut cause: &dyn Error = error;
    let mut not_http = false;
    while let Some(inner) = cause.source() {
        cause = inner;
        not_http |= inner.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse);
    }
    let why = cause.to_string();
    if not_http { NoResponse::NotHttp(why) } else { NoResponse::Unreachable(why) }
}

/// At most this many bytes of a body; what follows is not read.
pub(crate) async fn first_bytes(mut body: impl Body<Data = Bytes> + Unpin, most: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        if let Some(data) = frame.data_ref() {
            let room = most - out.len();
            out.extend_from_slice(&data[..data.len().min(room)]);
            if out.len() == most {
                break;
            }
        }
    }
    out
}

/// A year: what is longer is as long.
const LONGEST_WAIT: Duration = Duration::from_secs(365 * 24 * 3_600);

/// When to ask again: `retry-after-ms`, or `Retry-After` in seconds or as a date, which is read
/// against the server's own `Date`: this machine's clock may be wrong.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok()).map(str::trim);
    if let Some(millis) = text("retry-after-ms").and_then(|t| t.parse::<f64>().ok()) {
        return Duration::try_from_secs_f64(millis / 1_000.0).ok();
    }
    let after = text("retry-after")?;
    if let Ok(seconds) = after.parse::<f64>() {
        // A wait beyond all measure is not none.
        let wait = Duration::try_from_secs_f64(seconds.min(LONGEST_WAIT.as_secs_f64()));
        return wait.ok();
    }
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    date(after)?.duration_since(date(text("date")?)?).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn when_to_ask_again() {
        for (pairs, want) in [
            (vec![("retry-after", "2")], Some(2_000)),
            (vec![("retry-after", "0.25")], Some(250)),
            (vec![("retry-after-ms", "1500"), ("retry-after", "9")], Some(1_500)),
            (
                vec![("date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("retry-after", "Sun, 06 Nov 1994 08:49:40 GMT")],
                Some(3_000),
            ),
            (vec![("retry-after", "Sun, 06 Nov 1994 08:49:40 GMT")], None),
            (vec![("retry-after", "-3")], None),
            (vec![("retry-after", "soon")], None),
            (vec![("retry-after", "1e400")], Some(LONGEST_WAIT.as_millis())),
            (vec![("retry-after", "99999999999999999999")], Some(LONGEST_WAIT.as_millis())),
            (vec![], None),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in &pairs {
                headers.insert(*name, value.parse().unwrap());
            }
            assert_eq!(retry_after(&headers).map(|d| d.as_millis()), want, "{pairs:?}");
        }
    }
}
