//! The way to a server of tools, whether it was started here or is at an address. What it writes is counted, and
//! why it fell silent is known here.

use super::definition::{Definition, Program, Reached};
use super::overheard::{Overheard, Words};
use super::remote::{self, Heard, REACH};
use super::tools::line;
use crate::effects::servers::{Order, Pipes, Running};
use crate::workspace::blocking;
use countersign_core::problem::Problem;
use countersign_llm::endpoint::Endpointed;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::{ClientInitializeError, RoleClient, RunningService, ServiceError, serve_client};
use rmcp::transport::async_rw::AsyncRwTransport;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::unix::pipe::{Receiver, Sender};

/// Bytes that a server may write for one answer.
pub(super) const ANSWER: u64 = 8_000_000;
/// Characters of its own words in a problem.
const WORDS: usize = 300;
/// What to do about a program that does not do what servers do.
const TRY: &str = "Run its command in a terminal to see what it lacks.";

/// What the library speaks with a server by.
pub(super) type Service = RunningService<RoleClient, ClientConfig>;

/// What a server is reached by.
pub(crate) enum Means {
    /// It is started.
    Start(Order),
    /// It is asked.
    Ask(Endpointed),
}

/// The way to a server that was begun with.
pub(super) enum Line {
    /// Its pipes.
    Pipes { running: Running, written: Arc<AtomicU64> },
    /// Its address.
    Http(Arc<Heard>),
}

impl Line {
    /// Begins with a server; what it says while it works is heard by `words`.
    pub(super) async fn open(definition: &Definition, means: Means, words: Words) -> Result<(Self, Opening), Problem> {
        Ok(match means {
            Means::Start(order) => {
                let start = |why: String| not_started(definition, &why);
                let (running, pipes) = blocking(move || Running::start(order))
                    .await
                    .map_err(|e| start(e.to_string()))?
                    .map_err(|e| start(e.to_string()))?;
                let written = Arc::new(AtomicU64::new(0));
                let way = piped(pipes, &written).map_err(|e| start(e.to_string()))?;
                (Self::Pipes { running, written }, Opening::Pipes(Box::new(Overheard { way, words })))
            }
            Means::Ask(server) => {
                let heard = Arc::new(Heard::default());
                let way = remote::way(server, &heard);
                (Self::Http(heard), Opening::Http(Box::new(Overheard { way, words })))
            }
        })
    }

    /// Ends it, where waiting for that is in nobody's way.
    pub(super) async fn end(self) {
        if let Self::Pipes { running, .. } = self {
            ended(running).await;
        }
    }

    /// Something is asked. What was written before it is another answer's.
    pub(super) fn begins(&self) {
        match self {
            Self::Pipes { written, .. } => written.store(0, Ordering::Relaxed),
            Self::Http(heard) => heard.begins(),
        }
    }

    /// Why it did not begin. `why`: in the library's words.
    pub(super) async fn not_begun(self, definition: &Definition, why: String) -> Problem {
        match self {
            Self::Pipes { running, written } => {
                let words = ended(running).await;
                match written.load(Ordering::Relaxed) > ANSWER {
                    true => flooded(&definition.name),
                    false if words.is_empty() => not_started(definition, &why),
                    false => not_started(definition, &words),
                }
            }
            Self::Http(heard) => match heard.fault() {
                Some(fault) => fault.told(&definition.name),
                None => {
                    let message = format!("{} does not begin as servers do: {}", definition.name, cut(&why));
                    Problem::new("server_not_started", message).hinting(REACH)
                }
            },
        }
    }

    /// Why it ended, or was ended, before it answered, and whether what it was asked may have been done.
    pub(super) async fn gone(&mut self, name: &str, e: &ServiceError) -> (Problem, bool) {
        match self {
            Self::Pipes { written, .. } if written.load(Ordering::Relaxed) > ANSWER => (flooded(name), true),
            Self::Pipes { running, .. } => {
                let words = ended(std::mem::take(running)).await;
                let why = if words.is_empty() { e.to_string() } else { words };
                (Problem::new("server_gone", format!("{name} ended before it answered: {}", cut(&why))), true)
            }
            Self::Http(heard) => match heard.fault() {
                Some(fault) => (fault.told(name), fault.may_be_done()),
                None => (Problem::new("server_gone", format!("{name} broke off before it had answered")), true),
            },
        }
    }

    /// It said nothing for so long.
    pub(super) fn silent(&self, name: &str, limit: Duration) -> Problem {
        let seconds = limit.as_secs();
        match self {
            Self::Pipes { .. } => {
                let message = format!("{name} did not answer within {seconds} s, and was ended");
                Problem::new("server_silent", message).hinting(TRY)
            }
            Self::Http(_) => {
                Problem::new("server_silent", format!("{name} did not answer within {seconds} s")).hinting(REACH)
            }
        }
    }

    /// What to do about a server that does not do what servers do.
    pub(super) fn advice(&self) -> &'static str {
        match self {
            Self::Pipes { .. } => TRY,
            Self::Http(_) => REACH,
        }
    }

    /// A call was given up. What runs here is ended for it; what does not is told, and may go on.
    pub(super) async fn given_up(&self) {
        match self {
            Self::Pipes { .. } => {}
            Self::Http(heard) => heard.given_up().await,
        }
    }
}

/// A way that nothing was said on yet.
pub(super) enum Opening {
    Pipes(Box<Overheard<AsyncRwTransport<RoleClient, Metered, Sender>>>),
    Http(Box<Overheard<remote::Way>>),
}

impl Opening {
    /// Says who asks, and hears who answers.
    pub(super) async fn begin(self) -> Result<Service, ClientInitializeError> {
        let config = ClientConfig::new(
            ClientCapabilities::default(),
            Implementation::new("countersign", env!("CARGO_PKG_VERSION")),
        );
        match self {
            Self::Pipes(way) => serve_client(config, *way).await,
            Self::Http(way) => serve_client(config, *way).await,
        }
    }
}

/// Ends a server where waiting for it is in nobody's way; its last words.
async fn ended(mut running: Running) -> String {
    // Where it cannot be waited for, it has none.
    blocking(move || running.last_words()).await.unwrap_or_default()
}

fn piped(pipes: Pipes, written: &Arc<AtomicU64>) -> io::Result<AsyncRwTransport<RoleClient, Metered, Sender>> {
    let from = Metered { from: Receiver::from_owned_fd(pipes.from)?, written: Arc::clone(written) };
    let to = Sender::from_owned_fd(pipes.to)?;
    // What is too long ends the reading: a message that is passed over would be waited for in vain.
    Ok(AsyncRwTransport::new_client(from, to).with_max_line_length(usize::MAX))
}

pub(super) fn cut(text: &str) -> String {
    line(text, WORDS)
}

fn not_started(definition: &Definition, why: &str) -> Problem {
    let unseen = match &definition.reached {
        Reached::Started(program @ Program { confined: true, .. }) => Some(program.unseen()),
        Reached::Started(_) | Reached::At(_) => None,
    };
    let hint = match unseen {
        Some(Some(path)) => format!(
            "It runs with a folder of its own in the place of {path}: put what it needs elsewhere, or say \"confined\": false in mcp.json."
        ),
        Some(None) => {
            "It runs without network, and writes nothing but a folder of its own: if it needs more, say \"confined\": false in mcp.json.".to_owned()
        }
        None => TRY.to_owned(),
    };
    Problem::new("server_not_started", format!("{} does not start: {}", definition.name, cut(why))).hinting(hint)
}

fn flooded(name: &str) -> Problem {
    Problem::new("server_floods", format!("{name} wrote more than 8 MB for one answer, and was ended")).hinting(TRY)
}

/// What a server writes, as long as it is not too much.
pub(super) struct Metered {
    from: Receiver,
    written: Arc<AtomicU64>,
}

impl AsyncRead for Metered {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.from).poll_read(cx, into))?;
        let new = (into.filled().len() - before) as u64;
        if self.written.fetch_add(new, Ordering::Relaxed) + new > ANSWER {
            return Poll::Ready(Err(io::Error::other("it writes without an end")));
        }
        Poll::Ready(Ok(()))
    }
}
