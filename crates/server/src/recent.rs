//! What S0's stateless clients leave to the server to remember: which conversation a question
//! belongs to, and which run a broken stream had begun (R1, R8). Lost at a restart: a short answer
//! is then a message of its own, and nothing is guessed.

use countersign_core::ids::{RunId, SessionId};
use countersign_core::wire::Clarify;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// At most so many of each are kept; the oldest goes first.
const MOST: usize = 500;
/// A fallback follows its broken stream within this time.
const FALLBACK: Duration = Duration::from_secs(120);

/// A conversation with an S0 client.
#[derive(Debug)]
struct Talk {
    session: SessionId,
    /// Its last message.
    message: String,
    /// Question and its id, if it waits for an answer.
    question: Option<(String, String)>,
}

/// A stream that has not brought its run to the end.
#[derive(Debug)]
struct Open {
    /// Hash of what was asked.
    request: String,
    run: RunId,
    since: Instant,
}

#[derive(Debug, Default)]
struct Kept {
    talks: VecDeque<Talk>,
    open: VecDeque<Open>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Recent(Mutex<Kept>);

impl Recent {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A message was sent in a conversation, and this question came of it.
    pub(crate) fn said(&self, session: &SessionId, message: &str, question: Option<&Clarify>) {
        let mut kept = self.kept();
        kept.talks.retain(|t| t.session != *session);
        let question = question.map(|c| (c.question.clone(), c.question_id.clone()));
        kept.talks.push_back(Talk { session: session.clone(), message: message.to_owned(), question });
        if kept.talks.len() > MOST {
            kept.talks.pop_front();
        }
    }

    /// The newest conversation that waits on this question, with the question's id.
    pub(crate) fn asked(&self, question: &str) -> Option<(SessionId, String)> {
        let kept = self.kept();
        kept.talks.iter().rev().find_map(|t| {
            let (_, id) = t.question.as_ref().filter(|(q, _)| q == question)?;
            Some((t.session.clone(), id.clone()))
        })
    }

    /// The newest conversation whose last message this was.
    pub(crate) fn last_said(&self, message: &str) -> Option<SessionId> {
        self.kept().talks.iter().rev().find(|t| t.message == message).map(|t| t.session.clone())
    }

    /// A stream began this run for this request.
    pub(crate) fn opened(&self, request: &str, run: &RunId) {
        let mut kept = self.kept();
        kept.open.push_back(Open { request: request.to_owned(), run: run.clone(), since: Instant::now() });
        if kept.open.len() > MOST {
            kept.open.pop_front();
        }
    }

    /// The run was told to its end.
    pub(crate) fn told(&self, run: &RunId) {
        self.kept().open.retain(|o| o.run != *run);
    }

    /// The run that a broken stream had begun for the same request.
    pub(crate) fn untold(&self, request: &str) -> Option<RunId> {
        let mut kept = self.kept();
        kept.open.retain(|o| o.since.elapsed() < FALLBACK);
        kept.open.iter().rev().find(|o| o.request == request).map(|o| o.run.clone())
    }
}
