//! Connections: who connects has to ask for something before long, and however many do, there is room
//! for the next (COMMANDS-AND-FILES "The local server": limits).

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use http_body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tower::ServiceExt;

/// At most so many at a time: all event streams, and some hundred callers.
const MOST: usize = 1_500;
/// Files that this process needs besides connections: database, folders, commands' output.
const OTHERS: usize = 200;
/// The head of a request is there after this long, from the opening or the answer before.
const HEAD: Duration = Duration::from_secs(20);
/// After it could not take a connection, for want of files, it waits for so long.
const BREATH: Duration = Duration::from_millis(100);

/// Lets this process open as many files as its connections need, where the system allows it: the usual
/// limit of 1 024 is below that. Called once, before anything is served.
pub fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = (MOST + OTHERS) as u64;
    let raised = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if limit.current.is_some_and(|current| current < raised) {
        // What cannot be raised leaves room for fewer.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), ..limit });
    }
}

/// How many connections this process can hold open.
pub(crate) fn most() -> usize {
    let files = getrlimit(Resource::Nofile).current;
    let files = files.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX);
    MOST.min(files.saturating_sub(OTHERS)).max(16)
}

/// What a connection is at.
#[derive(Debug, Default)]
struct Seen {
    /// From a request to the end of its answer.
    busy: AtomicBool,
    /// The answer is a stream of events, which only those get who may call.
    streams: AtomicBool,
}

/// All connections, oldest first.
type Open = VecDeque<(Arc<Seen>, AbortHandle)>;

/// An answer that says when it is over.
struct Watched {
    body: Body,
    seen: Arc<Seen>,
}

impl http_body::Body for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.seen.busy.store(false, Ordering::Relaxed);
        self.seen.streams.store(false, Ordering::Relaxed);
    }
}

/// Takes connections until `closing` is done, at most `most` at a time; then waits until what is being
/// answered is answered. When all places are taken, the oldest connection that waits for nothing makes room,
/// else the oldest that is no stream of events; only where all are streams the next waits.
pub(crate) async fn serve(listener: TcpListener, app: Router, most: usize, closing: impl Future<Output = ()>) {
    let (places, graceful) = (Arc::new(Semaphore::new(most)), GracefulShutdown::new());
    let mut open = Open::new();
    let mut closing = std::pin::pin!(closing);
    loop {
        let taken = tokio::select! {
            taken = next(&listener, &places, &mut open) => taken,
            () = &mut closing => break,
        };
        let Ok((io, place)) = taken else { continue };
        let seen = Arc::new(Seen::default());
        let (begun, answered) = (seen.clone(), seen.clone());
        let service = app
            .clone()
            .map_request(move |request: hyper::Request<hyper::body::Incoming>| {
                begun.busy.store(true, Ordering::Relaxed);
                request
            })
            .map_response(move |response: Response| {
                let kind = response.headers().get(header::CONTENT_TYPE);
                let streams = kind.is_some_and(|kind| kind == HeaderValue::from_static("text/event-stream"));
                answered.streams.store(streams, Ordering::Relaxed);
                response.map(|body| Watched { body, seen: answered.clone() })
            });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(io), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        let task = tokio::spawn(async move {
            // What goes wrong on a connection is its client's to see.
            drop(connection.await);
            drop(place);
        });
        open.retain(|(_, task)| !task.is_finished());
        open.push_back((seen, task.abort_handle()));
    }
    drop(listener);
    graceful.shutdown().await;
}

/// The next connection and its place.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
    open: &mut Open,
) -> io::Result<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let (io, _) = match listener.accept().await {
        Ok(taken) => taken,
        Err(e) => {
            let gone = [io::ErrorKind::ConnectionAborted, io::ErrorKind::ConnectionReset];
            if !gone.contains(&e.kind()) {
                tokio::time::sleep(BREATH).await;
            }
            return Err(e);
        }
    };
    // Small events must not wait for an acknowledgement of the ones before.
    let _ = io.set_nodelay(true);
    if places.available_permits() == 0 {
        open.retain(|(_, task)| !task.is_finished());
        let idle = open.iter().position(|(seen, _)| !seen.busy.load(Ordering::Relaxed));
        let calm = || open.iter().position(|(seen, _)| !seen.streams.load(Ordering::Relaxed));
        if let Some((_, gives_way)) = idle.or_else(calm).and_then(|at| open.remove(at)) {
            gives_way.abort();
        }
    }
    let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
    Ok((io, place))
}
