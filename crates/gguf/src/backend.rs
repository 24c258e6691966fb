//! What computes: tokens in, logits out. Everything else of an answer (grammar, sampling, stop texts,
//! trust) is the same whatever computes.

use crate::cache::Cache;
use crate::error::Result;
use crate::model::Model;
use crate::pass::{MOST, Machine, Pass};
use std::sync::Arc;

/// What came of reading tokens.
pub(crate) struct Read {
    /// Tokens that were known from before.
    pub(crate) cached: usize,
    /// One number for each token of the vocabulary, behind the last token; none where it was cancelled.
    pub(crate) logits: Option<Vec<f32>>,
}

/// Something that runs a model.
pub(crate) trait Backend: Send {
    /// Reads `tokens` (a whole text: prompt and what was written so far; at least one, all of the
    /// vocabulary, no more than the context) as far as they are not known, and keeps them for later
    /// texts that begin alike. `cancelled` is asked at least once for every few hundred tokens.
    fn read(&mut self, tokens: &[u32], cancelled: &dyn Fn() -> bool) -> Result<Read>;

    /// Tokens kept.
    fn cached(&self) -> usize;
}

/// This crate's own kernels, on the weights where they lie in the file.
pub(crate) struct Native {
    pub(crate) model: Arc<Model>,
    pub(crate) machine: Machine,
    pub(crate) cache: Cache,
}

impl Backend for Native {
    fn read(&mut self, tokens: &[u32], cancelled: &dyn Fn() -> bool) -> Result<Read> {
        let Self { model, machine, cache } = self;
        let mut sequence = cache.take(tokens, &model.network.shape);
        let cached = sequence.len();
        let mut pass = Pass { network: &model.network, bytes: &model.bytes, machine };
        let mut outcome = Ok(None);
        for some in tokens[cached..].chunks(MOST) {
            outcome = pass.run(&mut sequence, some, cancelled);
            if !matches!(outcome, Ok(Some(_))) {
                break;
            }
        }
        cache.keep(sequence);
        outcome.map(|logits| Read { cached, logits })
    }

    fn cached(&self) -> usize {
        self.cache.tokens()
    }
}
