//! The output of a command: read, followed while it runs, and the command stopped.

use crate::{Engine, EngineError, Result};
use countersign_core::change_set::{ChangeItem, ItemStatus};
use countersign_core::command::CommandOutcome;
use countersign_core::ids::SetId;
use futures_util::stream::{self, Stream};
use tokio::sync::broadcast::error::RecvError;

/// So many bytes of output are handed on at a time.
const CHUNK: usize = 64 * 1024;

/// A piece of a command's output, or its end.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputEvent {
    /// Text, and the byte of the output that it ends before.
    Chunk {
        /// Where the next one begins.
        to: u64,
        /// What cannot be read as UTF-8 is replaced.
        text: String,
    },
    /// There is no more.
    Done {
        /// The item's status.
        status: ItemStatus,
        /// What it came to; none when it has not run.
        outcome: Option<Box<CommandOutcome>>,
    },
}

/// How far an output has been handed on.
struct Following {
    engine: Engine,
    /// The byte that comes next.
    at: u64,
    /// The command, once it has ended.
    ended: Option<Box<Ended>>,
}

/// What comes next of a command.
enum Next {
    Chunk(OutputEvent),
    Ended(Box<Ended>),
}

/// A command that has ended, with its output from a byte on: read once, however long it is.
struct Ended {
    status: ItemStatus,
    outcome: Option<CommandOutcome>,
    from: u64,
    bytes: Vec<u8>,
}

impl Ended {
    fn next(&self, at: u64) -> OutputEvent {
        let from = usize::try_from(at - self.from).unwrap_or(usize::MAX);
        let rest = self.bytes.get(from..).unwrap_or_default();
        let done = || OutputEvent::Done { status: self.status, outcome: self.outcome.clone().map(Box::new) };
        chunk(rest.get(..CHUNK).unwrap_or(rest), at, true).unwrap_or_else(done)
    }
}

impl Following {
    async fn next(&mut self, id: SetId, n: u32) -> Result<OutputEvent> {
        let next = match &self.ended {
            Some(ended) => ended.next(self.at),
            None => match self.engine.next_output(id, n, self.at).await? {
                Next::Chunk(chunk) => chunk,
                Next::Ended(ended) => self.ended.insert(ended).next(self.at),
            },
        };
        if let OutputEvent::Chunk { to, .. } = &next {
            self.at = *to;
        }
        Ok(next)
    }
}

impl Engine {
    /// The output of a command so far, from a byte on.
    ///
    /// # Errors
    /// `not_found` when it has not run.
    pub async fn command_output(&self, id: SetId, n: u32, from: u64) -> Result<Vec<u8>> {
        let live = self.0.commands().get(&(id, n)).cloned();
        if let Some(output) = live {
            return output.read(from, usize::MAX).map_err(|e| EngineError::Interrupted(e.to_string()));
        }
        let item = self.command_item(id, n).await?;
        let none = || EngineError::NotFound(format!("output of {id}.{n}: it has not run"));
        let hash = item.outcome.map(|o| o.output).ok_or_else(none)?;
        let bytes = self.0.store.blob(&hash).await?.ok_or_else(none)?;
        let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
        Ok(bytes.get(from..).unwrap_or_default().to_vec())
    }

    pub(crate) async fn command_item(&self, id: SetId, n: u32) -> Result<ChangeItem> {
        let set =
            self.0.store.change_set(id).await?.ok_or_else(|| EngineError::NotFound(format!("change set #{id}")))?;
        let item = set.item(n).filter(|i| i.op.as_ref().is_some_and(|op| op.reach().is_last()));
        item.cloned().ok_or_else(|| EngineError::NotFound(format!("command {id}.{n}")))
    }

    /// Follows the output of a command from a byte on, to its end. One that is signed and has not
    /// begun is waited for.
    ///
    /// # Errors
    /// `not_found` when there is no such command.
    pub async fn follow_output(
        &self,
        id: SetId,
        n: u32,
        from: u64,
    ) -> Result<impl Stream<Item = Result<OutputEvent>> + Send + 'static> {
        self.command_item(id, n).await?;
        let following = Following { engine: self.clone(), at: from, ended: None };
        Ok(stream::unfold(Some(following), move |state| async move {
            let mut following = state?;
            let next = following.next(id, n).await;
            let goes_on = matches!(next, Ok(OutputEvent::Chunk { .. }));
            Some((next, goes_on.then_some(following)))
        }))
    }

    /// What a command writes next, from a byte on, or all that is left once it has ended.
    async fn next_output(&self, id: SetId, n: u32, at: u64) -> Result<Next> {
        loop {
            // Heard from here on, so that nothing between looking and waiting is missed.
            let mut feed = self.subscribe();
            let live = self.0.commands().get(&(id, n)).cloned();
            if let Some(output) = live {
                let mut progress = output.follow();
                let now = *progress.borrow_and_update();
                let bytes = output.read(at, CHUNK).map_err(|e| EngineError::Interrupted(e.to_string()))?;
                if let Some(chunk) = chunk(&bytes, at, false) {
                    return Ok(Next::Chunk(chunk));
                }
                if !now.ended {
                    // The sender lives as long as the output.
                    let _ = progress.changed().await;
                }
                continue;
            }
            let item = self.command_item(id, n).await?;
            let ended = |outcome, bytes| {
                let ended = Ended { status: item.status, outcome, from: at, bytes };
                Ok(Next::Ended(Box::new(ended)))
            };
            match (item.status, item.outcome) {
                // Between its mark and its beginning, or signed and before it.
                (ItemStatus::Applying | ItemStatus::Confirmed, _) => match feed.recv().await {
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return ended(None, Vec::new()),
                },
                (_, outcome) => {
                    let bytes = match &outcome {
                        Some(outcome) if at < outcome.bytes => self.command_output(id, n, at).await?,
                        _ => Vec::new(),
                    };
                    return ended(outcome, bytes);
                }
            }
        }
    }

    /// Ends a command that runs, with all it has started.
    ///
    /// # Errors
    /// `not_found` when it does not run.
    pub fn stop_command(&self, id: SetId, n: u32) -> Result<()> {
        let live = self.0.commands().get(&(id, n)).cloned();
        live.map(|output| output.stop()).ok_or_else(|| EngineError::NotFound(format!("command {id}.{n} that runs")))
    }
}

/// The longest piece of whole characters; none when there is nothing to show yet. `all`: no more
/// comes, so what is cut is shown as it is.
fn chunk(bytes: &[u8], at: u64, all: bool) -> Option<OutputEvent> {
    let whole = match std::str::from_utf8(bytes) {
        // A character that may still be completed.
        Err(e) if e.error_len().is_none() && (!all || bytes.len() == CHUNK) => e.valid_up_to(),
        // What cannot be read at all is replaced; what follows it may be cut in its turn.
        Err(_) => {
            let cut = (1..=3.min(bytes.len())).find(|back| {
                let tail = bytes.get(bytes.len() - back..).unwrap_or_default();
                std::str::from_utf8(tail).is_err_and(|e| e.valid_up_to() == 0 && e.error_len().is_none())
            });
            bytes.len() - cut.filter(|_| !all).unwrap_or(0)
        }
        Ok(_) => bytes.len(),
    };
    let bytes = bytes.get(..whole).filter(|bytes| !bytes.is_empty())?;
    Some(OutputEvent::Chunk { to: at + bytes.len() as u64, text: String::from_utf8_lossy(bytes).into_owned() })
}
