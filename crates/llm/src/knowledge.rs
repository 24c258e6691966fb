//! What was found out about servers and models while calling them. Kept in memory, per model;
//! whoever has a database keeps what probing found ([`Probed`]).

use crate::catalogue::{Dialect, Kind, Structured};
use crate::error::LlmError;
use crate::models::Probed;
use crate::wire::Optional;
use crate::wire::refusal::Concession;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// What a model's runtime refused.
#[derive(Debug, Clone, Default)]
pub(crate) struct Learned {
    pub(crate) rung: Option<Structured>,
    pub(crate) without: Vec<Optional>,
}

#[derive(Debug, Clone, Default)]
struct About {
    server: Option<Server>,
    learned: Learned,
    probed: Option<Probed>,
    /// Its server says that it can be given pictures, or that it cannot.
    sight: Option<bool>,
    /// How the last call went: absent = none yet.
    outcome: Option<Result<(), String>>,
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
        self.about(model, |a| a.server.clone())?
    }

    pub(crate) fn note_server(&self, model: &str, server: Server) {
        self.note(model, |a| a.server = Some(server));
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
        self.note(model, |a| (a.probed, a.learned, a.sight) = (None, Learned::default(), None));
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
            // A server that went away may come back as another one.
            if matches!(error, Some(LlmError::Unreachable { .. } | LlmError::BadResponse { .. })) {
                a.server = None;
            }
            a.outcome = Some(outcome);
        });
    }
}
