//! Sole owner of HTTP: the routes, event streams, auth, and the page embedded in the binary.
//!
//! Everything is a thin view of the engine. [`router`] is the whole application and needs no
//! socket; [`serve`] puts it on one; [`Access`] calls it in process.

mod access;
mod auth;
mod connections;
mod failure;
mod guard;
mod json;
mod labels;
mod occurrences;
mod once;
mod openapi;
mod page;
mod query;
mod recent;
mod route;
mod routes;
mod speech;
mod stream;

pub use access::{Access, AccessError};
pub use auth::{Auth, NoRandomness, random_token};
pub use connections::raise_file_limit;
pub use openapi::openapi_json;

use axum::Router;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use countersign_engine::Engine;
use failure::Failure;
use guard::Hosts;
use std::future::Future;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::Layer;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

/// After shutdown was asked for, connections have so long to end by themselves.
const GRACE: Duration = Duration::from_secs(5);
/// How hard the page's files are compressed: a fifth smaller than by the fastest, at little more time.
const FILES: CompressionLevel = CompressionLevel::Precise(5);

/// What every handler sees. Clones share everything.
#[derive(Clone)]
pub struct AppState {
    /// The engine.
    pub engine: Engine,
    /// Tokens and sessions.
    pub auth: Arc<Auth>,
    /// S0's clients may use mode `auto` (S0-8): on, unless `ASSISTANT_AUTO_MODE_ENABLED` is `false`
    /// in any case.
    pub auto_mode: bool,
    hosts: Arc<Hosts>,
    streams: Arc<Semaphore>,
    connections: usize,
    closing: watch::Sender<bool>,
    recent: Arc<recent::Recent>,
}

impl AppState {
    /// `bearer` is the clients' token, `port` the one that people's browsers name. Sessions of the
    /// page are signed with a secret of the database, so they outlive this process.
    pub fn new(engine: Engine, bearer: &str, port: u16) -> Self {
        let auth = Auth::new(bearer, engine.secret("cookie sessions")).since(&engine.pages_since());
        engine.models().keep_secret(bearer);
        Self {
            engine,
            auth: Arc::new(auth),
            auto_mode: !std::env::var("ASSISTANT_AUTO_MODE_ENABLED").is_ok_and(|v| v.eq_ignore_ascii_case("false")),
            hosts: Arc::new(Hosts::at(port)),
            streams: Arc::new(Semaphore::new(stream::MOST)),
            connections: connections::most(),
            closing: watch::Sender::new(false),
            recent: Arc::default(),
        }
    }

    /// The same for at most so many connections at a time; otherwise as many as this process may hold open,
    /// up to 1 500.
    #[must_use]
    pub fn with_connections(self, most: usize) -> Self {
        Self { connections: most, ..self }
    }

    /// The address that signs a browser in, once.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn mint_url(&self) -> Result<String, NoRandomness> {
        Ok(format!("http://{}/?token={}", self.hosts.first(), self.auth.mint_url_token()?))
    }
}

/// The whole application.
pub fn router(state: AppState) -> Router {
    let worthwhile = || DefaultPredicate::new().and(NotForContentType::const_new("font/"));
    let pressed = |level| CompressionLayer::new().quality(level).compress_when(worthwhile());
    // The page's files are fetched once and kept: worth more work than an answer.
    let files = Router::new().fallback(page::fallback).with_state(state.clone()).layer(pressed(FILES));
    let inner: Router = routes::router()
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(state.clone())
        .fallback_service(files);
    // As a service, so that the guard stands before routing, not between a route and its handler.
    let guarded = from_fn_with_state(state, guard::guard).layer(inner);
    Router::new().fallback_service(guarded).layer(from_fn(speech::said)).layer(pressed(CompressionLevel::Fastest))
}

async fn method_not_allowed(method: Method, uri: Uri) -> Failure {
    Failure::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        format!("{method} is not possible on {}", uri.path()),
        "The Allow header names what is.",
    )
}

/// Answers on a socket of this machine until `shutdown` is done; open event streams then end, and
/// what is being answered is answered.
///
/// # Errors
/// When the socket is another than one of 127.0.0.1, or fails.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    if listener.local_addr()?.ip() != Ipv4Addr::LOCALHOST {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "this server only listens on the machine itself (127.0.0.1)",
        ));
    }
    let closing = state.closing.clone();
    let mut asked = state.closing.subscribe();
    let most = state.connections;
    let running = connections::serve(listener, router(state), most, async move {
        shutdown.await;
        closing.send_replace(true);
    });
    tokio::select! {
        () = running => {}
        () = async move {
            // A client that never reads must not keep the process alive.
            let _ = asked.wait_for(|closing| *closing).await;
            tokio::time::sleep(GRACE).await;
        } => {}
    }
    Ok(())
}
