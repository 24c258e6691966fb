//! The page's files, inside the binary, and signing it in by a one-time address.

use crate::AppState;
use crate::auth::COOKIE_SECONDS;
use crate::failure::Failure;
use crate::guard::{has_session, is_api};
use crate::query::Params;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use rust_embed::Embed;
use std::sync::LazyLock;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/ui"]
struct Ui;

/// Names the exact set of files in this binary.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut all: Vec<_> = Ui::iter().collect();
    all.sort();
    let mut hasher = blake3::Hasher::new();
    for path in all {
        hasher.update(path.as_bytes());
        if let Some(file) = Ui::get(&path) {
            hasher.update(&file.metadata.sha256_hash());
        }
    }
    hasher.finalize().to_hex().chars().take(16).collect()
});

const USED: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Countersign</title><h1>This address has been used</h1>\
<p>An address with a token signs one browser in, once. Nothing has been changed.</p>\
<p>Run <code>countersign open</code> for a fresh one.</p></html>\n";

/// Everything that is no route: the page's files, and 404 in the shape the path calls for.
pub(crate) async fn fallback(State(state): State<AppState>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if is_api(uri.path()) {
        return Failure::not_found(format!("route {method} {}", uri.path())).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let no = Failure::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            format!("{method} is not possible here"),
            "Use GET.",
        );
        return no.header(header::ALLOW, HeaderValue::from_static("GET,HEAD")).into_response();
    }
    if uri.path() == "/"
        && let Some(token) = Params::of(uri.query().unwrap_or_default()).text("token")
    {
        return sign_in(&state, &method, token, &headers);
    }
    file(uri.path(), &headers)
}

fn sign_in(state: &AppState, method: &Method, token: &str, headers: &HeaderMap) -> Response {
    let home = [
        (header::LOCATION, HeaderValue::from_static("/")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    // A browser that looks ahead must not use the token up.
    let ahead = headers.get("sec-purpose").is_some_and(|v| v.as_bytes().starts_with(b"prefetch"));
    let looks = ahead || method != Method::GET;
    // Also where it is not needed: the address stays in the browser's history.
    let fits = !looks && state.auth.redeem(token);
    if has_session(state, headers) {
        return (StatusCode::SEE_OTHER, home).into_response();
    }
    if looks {
        return StatusCode::NO_CONTENT.into_response();
    }
    if !fits {
        return (
            StatusCode::FORBIDDEN,
            [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")],
            USED,
        )
            .into_response();
    }
    let cookie = state.auth.new_session(state.engine.now()).ok().and_then(|value| {
        let name = state.auth.cookie();
        HeaderValue::try_from(format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={COOKIE_SECONDS}"))
            .ok()
    });
    match cookie {
        Some(cookie) => (StatusCode::SEE_OTHER, home, [(header::SET_COOKIE, cookie)]).into_response(),
        None => Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "no_randomness",
            "the system gives no random numbers",
            "Try again in a moment.",
        )
        .into_response(),
    }
}

/// Files live under `/a/<build>/` and may be kept for ever; relative imports stay inside it.
fn file(path: &str, headers: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    let (path, of_this_build) = path
        .strip_prefix("a/")
        .and_then(|p| p.split_once('/'))
        .map_or((path, false), |(build, p)| (p, build == *BUILD));
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(found) = Ui::get(path) else {
        return (
            StatusCode::NOT_FOUND,
            [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
            "There is no such page.\n",
        )
            .into_response();
    };
    let index = path == "index.html";
    let lasting = of_this_build && !index;
    // In a debug build the files come from the disk and change under the same address.
    let keep = if lasting && !cfg!(debug_assertions) { "public, max-age=31536000, immutable" } else { "no-cache" };
    // The index names the build, so it changes with any file. What lasts is never asked for anew.
    let version = if index { BUILD.clone() } else { hex(&found.metadata.sha256_hash()) };
    let etag = (!lasting).then(|| format!("\"{version}\""));
    let seen = etag.as_ref().is_some_and(|etag| headers.get(header::IF_NONE_MATCH).is_some_and(|v| v == etag));
    let fixed = AppendHeaders(
        [(header::CONTENT_TYPE, media_type(path)), (header::CACHE_CONTROL, keep.to_owned())]
            .into_iter()
            .chain(etag.map(|etag| (header::ETAG, etag))),
    );
    if seen && !cfg!(debug_assertions) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    let body = if index {
        Body::from(String::from_utf8_lossy(&found.data).replace("=\"/", &format!("=\"/a/{}/", *BUILD)))
    } else {
        Body::from(found.data)
    };
    (fixed, body).into_response()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

fn media_type(path: &str) -> String {
    let guess = mime_guess::from_path(path).first_raw();
    match guess {
        // Fluent has no registered type.
        None if path.ends_with(".ftl") => "text/plain; charset=utf-8".to_owned(),
        None => "application/octet-stream".to_owned(),
        Some(text) if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        Some(other) => other.to_owned(),
    }
}
