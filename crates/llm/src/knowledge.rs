//! What was found out about servers and models while calling them. Kept in memory, per model;
//! whoever has a database keeps what probing found ([`Probed`]).

use crate::catalogue::{Dialect, Kind, Structured};
use crate::error::LlmError;
use crate::models::Probed;
use crate::wire::Optional;
use crate::wire::refusal::Concession;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// A model's server, as it turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Server {
    pub(crate) kind: Kind,
    pub(crate) dialect: Dialect,
    /// The model's name on the wire.
    pub(crate) id: String,
    /// Tokens that the model reads there.
    pub(crate) context: Option<u64>,
}

/// How long a server is taken for what it was when it was looked at: another model may answer there,
/// under the same name.
const FRESH: Duration = Duration::from_secs(60);

/// What a model's runtime refused.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Learned {
    pub(crate) rung: Option<Structured>,
    pub(crate) without: Vec<Optional>,
}

#[derive(Debug, Clone, Default)]
struct About {
    server: Option<(Server, Instant)>,
    /// Tells the model that answers from another that may take its place; absent = nobody said.
    version: Option<String>,
    learned: Learned,
    probed: Option<Probed>,
    /// Its server says that it can be given pictures, or that it cannot.
    sight: Option<bool>,
    /// How the last call went: absent = none yet.
    outcome: Option<Result<(), String>>,
}

impl About {
    fn forget(&mut self) {
        (self.server, self.probed, self.learned, self.sight) = (None, None, Learned::default(), None);
    }
}

/// By model.
#[derive(Debug, Default)]
pub(crate) struct Knowledge(Mutex<BTreeMap<String, About>>);

impl Knowledge {
    fn open(&self) -> MutexGuard<'_, BTreeMap<String, About>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn about<T>(&self, model: &str, read: impl FnOnce(&About) -> T) -> Option<T> {
        self.open().get(model).map(read)
    }

    fn note(&self, model: &str, write: impl FnOnce(&mut About)) {
        write(self.open().entry(model.to_owned()).or_default());
    }

    pub(crate) fn server(&self, model: &str) -> Option<Server> {
        self.about(model, |a| a.server.as_ref().map(|(server, _)| server.clone()))?
    }

    /// The same, and whether it was looked at lately.
    pub(crate) fn looked_at(&self, model: &str) -> Option<(Server, bool)> {
        self.about(model, |a| a.server.as_ref().map(|(server, at)| (server.clone(), at.elapsed() < FRESH)))?
    }

    pub(crate) fn note_server(&self, model: &str, server: Server) {
        self.note(model, |a| a.server = Some((server, Instant::now())));
    }

    /// This model answers under the name: what was found out about another is forgotten.
    pub(crate) fn note_version(&self, model: &str, version: String) {
        self.note(model, |a| {
            let before = a.version.as_ref().or(a.probed.as_ref().map(|probed| &probed.version));
            if before.is_some_and(|before| *before != version) {
                a.forget();
            }
            a.version = Some(version);
        });
    }

    /// Whether anything was found out that holds for one model alone.
    pub(crate) fn is_particular(&self, model: &str) -> bool {
        let particular = |a: &About| {
            a.version.is_some() || a.probed.is_some() || a.sight.is_some() || a.learned != Learned::default()
        };
        self.about(model, particular).unwrap_or(false)
    }

    pub(crate) fn learned(&self, model: &str) -> Learned {
        self.about(model, |a| a.learned.clone()).unwrap_or_default()
    }

    /// Takes a concession in. False = it was made before, and did not help.
    pub(crate) fn concede(&self, model: &str, way: Concession) -> bool {
        let mut new = true;
        self.note(model, |a| match way {
            Concession::Without(field) if a.learned.without.contains(&field) => new = false,
            Concession::Without(field) => a.learned.without.push(field),
            Concession::Rung(rung) => a.learned.rung = Some(rung),
        });
        new
    }

    pub(crate) fn probed(&self, model: &str) -> Option<Probed> {
        self.about(model, |a| a.probed.clone())?
    }

    pub(crate) fn note_probed(&self, model: &str, probed: Probed) {
        self.note(model, |a| {
            a.learned.rung = a.learned.rung.or(probed.conceded);
            a.probed = Some(probed);
        });
    }

    pub(crate) fn sight(&self, model: &str) -> Option<bool> {
        self.about(model, |a| a.sight)?
    }

    pub(crate) fn note_sight(&self, model: &str, sees: bool) {
        self.note(model, |a| a.sight = Some(sees));
    }

    /// Another model answers under this name: what was found out is of the one before.
    pub(crate) fn forget(&self, model: &str) {
        self.note(model, About::forget);
    }

    pub(crate) fn outcome(&self, model: &str) -> Option<Result<(), String>> {
        self.about(model, |a| a.outcome.clone())?
    }

    /// A call went through, or its error; an error that says nothing about the server is none.
    pub(crate) fn note_outcome(&self, model: &str, error: Option<&LlmError>) {
        let outcome = match error {
            None | Some(LlmError::ContextTooLong { .. } | LlmError::Refused { .. } | LlmError::TooLarge { .. }) => {
                Ok(())
            }
            Some(error) => Err(format!("{error} {}", error.hint())),
        };
        self.note(model, |a| {
            // A server that went away, or refuses what it took before, may be another one now.
            if let Some(
                LlmError::Unreachable { .. }
                | LlmError::BadResponse { .. }
                | LlmError::ModelNotFound { .. }
                | LlmError::ContextTooLong { .. }
                | LlmError::Rejected { .. },
            ) = error
            {
                a.server = None;
            }
            a.outcome = Some(outcome);
        });
    }
}
