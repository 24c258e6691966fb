//! What every request passes before routing: host, origin, cross-site, auth, a time limit; and the
//! headers every answer gets (COMMANDS-AND-FILES "The local server").

use crate::AppState;
use crate::failure::Failure;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use countersign_core::change_set::Actor;
use std::time::Duration;

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const PERMISSIONS: &str =
    "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()";
/// Of what is no page: opened as one, it loads nothing, runs nothing and has no origin.
const INERT: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";
/// A handler has so long to begin its answer; event streams begin theirs at once.
const LIMIT: Duration = Duration::from_secs(30);
/// An apply answers when its commands have ended, each of which may take 30 seconds; a file of another program
/// may hold as many todos as there are.
const LONG_LIMIT: Duration = Duration::from_secs(3_600);
/// Names the client in the ledger (`terminal`); without it a bearer token is `api`, a cookie `page`.
pub(crate) const CLIENT: HeaderName = HeaderName::from_static("countersign-client");

/// The names this server answers to.
#[derive(Debug, Clone)]
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    pub(crate) fn at(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Self(hosts)
    }

    fn host(&self, given: &str) -> bool {
        self.0.iter().any(|h| h.eq_ignore_ascii_case(given))
    }

    /// Whether a page of this origin came from the host that is asked: another of its names may be somebody else's
    /// on another address of this machine.
    fn origin(&self, given: &str, host: &str) -> bool {
        given.strip_prefix("http://").is_some_and(|rest| rest == host.to_ascii_lowercase() && self.host(rest))
    }

    /// What in-process clients put into `Host`.
    pub(crate) fn first(&self) -> &str {
        self.0.first().map_or("localhost", String::as_str)
    }
}

/// Who calls, for the ledger. Only there behind the guard.
#[derive(Debug, Clone)]
pub(crate) struct Caller(pub(crate) Actor);

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        parts.extensions.get::<Self>().cloned().ok_or_else(unauthorized)
    }
}

/// Under `/api`.
pub(crate) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// What takes as long as what it is about is large: a set, the ledger, all todos. It is waited for to its end, since
/// what was asked for is done whoever waits, and only its answer says what came of it.
fn takes_long(path: &str) -> bool {
    const ABOUT_MUCH: [&str; 11] =
        ["change-sets", "import", "export", "edits", "ledger", "rewind", "rebuild", "check", "contents", "save", "llm"];
    let named = path.strip_prefix("/api/").map(|rest| rest.split('/').next().unwrap_or_default());
    named.is_some_and(|name| ABOUT_MUCH.contains(&name))
}

/// The layer around the whole router.
pub(crate) async fn guard(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let api = is_api(request.uri().path());
    let limit = if takes_long(request.uri().path()) { LONG_LIMIT } else { LIMIT };
    let mut response = match check(&state, &mut request, api) {
        Err(refused) => refused.into_response(),
        Ok(()) => match tokio::time::timeout(limit, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Failure::new(
                StatusCode::GATEWAY_TIMEOUT,
                "timed_out",
                "the request took longer than 30 seconds",
                "What was asked for may still be done: read it again. With an idempotency key it is safe to repeat.",
            )
            .into_response(),
        },
    };
    let headers = response.headers_mut();
    let page = headers.get(header::CONTENT_TYPE).is_some_and(|v| v.as_bytes().starts_with(b"text/html"));
    let policies = if page {
        &[
            (header::CONTENT_SECURITY_POLICY, CSP),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        ][..]
    } else {
        &[(header::CONTENT_SECURITY_POLICY, INERT)]
    };
    let always = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in policies.iter().chain(&always) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Event streams say no-cache themselves (S0-16), the page's files how long they keep.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(state: &AppState, request: &mut Request, api: bool) -> Result<(), Failure> {
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let named = match (hosts.next().and_then(|h| h.to_str().ok()), hosts.next()) {
        (Some(host), None) => Some(host).filter(|host| state.hosts.host(host)),
        _ => None,
    };
    let target = request.uri().authority().is_none_or(|a| state.hosts.host(a.as_str()));
    let Some(host) = named.filter(|_| target) else {
        return Err(Failure::new(
            StatusCode::MISDIRECTED_REQUEST,
            "host_not_allowed",
            "this server does not answer to that host name",
            "Use the address that `countersign serve` printed.",
        ));
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    if !origins.all(|o| o.to_str().is_ok_and(|o| state.hosts.origin(o, host))) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            "origin_not_allowed",
            "pages of another origin may not call this server",
            "Open the page at the address that `countersign serve` printed.",
        ));
    }
    if !api {
        return Ok(());
    }
    // `same-site` is another port of this machine, which is somebody else's page.
    let mut sites = headers.get_all("sec-fetch-site").iter().map(HeaderValue::as_bytes);
    if !sites.all(|site| matches!(site, b"same-origin" | b"none")) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            "cross_site",
            "another site may not call this server",
            "Open the page at the address that `countersign serve` printed.",
        ));
    }
    let via = via(state, headers).ok_or_else(unauthorized)?;
    request.extensions_mut().insert(Caller(Actor::User { via }));
    Ok(())
}

fn unauthorized() -> Failure {
    Failure::new(
        StatusCode::UNAUTHORIZED,
        "unauthorized",
        "this needs the token of the person",
        "Run `countersign open` for a fresh address, or send Authorization: Bearer with the token.",
    )
    .header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
}

/// Through what the person came, or `None` without a right to. A bearer token that does not fit is
/// not made up for by a cookie.
fn via(state: &AppState, headers: &HeaderMap) -> Option<String> {
    let mut given = headers.get_all(header::AUTHORIZATION).iter();
    if let Some(value) = given.next() {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        let fits =
            scheme.eq_ignore_ascii_case("bearer") && state.auth.bearer_fits(token.trim()) && given.next().is_none();
        let client = headers
            .get(CLIENT)
            .and_then(|v| v.to_str().ok())
            .filter(|c| (1..=20).contains(&c.len()) && c.bytes().all(|b| b.is_ascii_lowercase()));
        return fits.then(|| client.unwrap_or("api").to_owned());
    }
    has_session(state, headers).then(|| "page".to_owned())
}

/// Carries a cookie of ours.
pub(crate) fn has_session(state: &AppState, headers: &HeaderMap) -> bool {
    let now = state.engine.now();
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
    cookies
        .filter_map(|c| c.trim().split_once('='))
        .any(|(name, value)| name == state.auth.cookie() && state.auth.session_fits(value, now))
}

#[cfg(test)]
mod tests {
    use super::takes_long;

    #[test]
    fn what_may_be_about_much_is_waited_for_and_nothing_else_is() {
        for (path, long) in [
            ("/api/import", true),
            ("/api/change-sets/7/apply", true),
            ("/api/change-sets/7", true),
            ("/api/ledger/3/undo", true),
            ("/api/llm/apply", true),
            ("/api/importer", false),
            ("/api/status", false),
            ("/api/todos/7", false),
            ("/health", false),
        ] {
            assert_eq!(takes_long(path), long, "{path}");
        }
    }
}
