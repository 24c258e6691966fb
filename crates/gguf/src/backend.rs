//! What computes: tokens in, logits out. Everything else of an answer (grammar, sampling, stop texts,
//! trust) is the same whatever computes.

use crate::cache::{Cache, Sequence};
use crate::error::Result;
use crate::kernel::Kernels;
use crate::model::Model;
use crate::pass::{MOST, Machine, Pass};
use crate::sample::logprob;
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

    /// For each of several continuations of `tokens` (none empty, each a few hundred tokens at most), the
    /// natural-log probability of its tokens, one after the other; none where it was cancelled.
    fn score(
        &mut self,
        tokens: &[u32],
        continuations: &[Vec<u32>],
        kernels: Kernels,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Vec<f32>>>> {
        let mut out = Vec::with_capacity(continuations.len());
        for continuation in continuations {
            let (mut so_far, mut each) = (tokens.to_vec(), Vec::with_capacity(continuation.len()));
            for token in continuation {
                let Some(logits) = self.read(&so_far, cancelled)?.logits else { return Ok(None) };
                each.push(logprob(kernels, &logits, *token));
                so_far.push(*token);
            }
            out.push(each);
        }
        Ok(Some(out))
    }

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
        let mut pass = Pass { network: &model.network, bytes: model.file.bytes(), machine };
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

    /// The continuations are read behind the same sequence, each in as few passes as there can be.
    fn score(
        &mut self,
        tokens: &[u32],
        continuations: &[Vec<u32>],
        kernels: Kernels,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Vec<f32>>>> {
        let Self { model, machine, cache } = self;
        let mut sequence = cache.take(tokens, &model.network.shape);
        let pass = Pass { network: &model.network, bytes: model.file.bytes(), machine };
        let out = Scoring { pass, kernels, cancelled }.score(&mut sequence, tokens, continuations);
        cache.keep(sequence);
        out
    }

    fn cached(&self) -> usize {
        self.cache.tokens()
    }
}

/// Continuations of a text on their way through a network.
struct Scoring<'a> {
    pass: Pass<'a>,
    kernels: Kernels,
    cancelled: &'a dyn Fn() -> bool,
}

impl Scoring<'_> {
    fn score(
        &mut self,
        sequence: &mut Sequence,
        tokens: &[u32],
        continuations: &[Vec<u32>],
    ) -> Result<Option<Vec<Vec<f32>>>> {
        let mut first = Vec::new();
        for some in tokens[sequence.len()..].chunks(MOST) {
            let Some(logits) = self.pass.run(sequence, some, self.cancelled)? else { return Ok(None) };
            first = logits;
        }
        let mut out = Vec::with_capacity(continuations.len());
        let mut left = continuations;
        while !left.is_empty() {
            let mut room = MOST;
            let fit = left.iter().take_while(|c| room.checked_sub(c.len()).inspect(|rest| room = *rest).is_some());
            let (some, rest) = left.split_at(fit.count().max(1));
            let Some(each) = self.together(sequence, &first, some)? else { return Ok(None) };
            out.extend(each);
            left = rest;
        }
        Ok(Some(out))
    }

    /// Of continuations that fit one pass. `first` = the logits behind what they continue.
    fn together(&mut self, sequence: &mut Sequence, first: &[f32], some: &[Vec<u32>]) -> Result<Option<Vec<Vec<f32>>>> {
        // Nothing is asked of what is behind a last token.
        let read: Vec<&[u32]> =
            some.iter().map(|c| &c[..c.len().saturating_sub(1)]).filter(|c| !c.is_empty()).collect();
        let lengths: Vec<usize> = read.iter().map(|c| c.len()).collect();
        let logits = match read.is_empty() {
            true => Vec::new(),
            false => match self.pass.run_beside(sequence, &read.concat(), &lengths, self.cancelled)? {
                Some(logits) => logits,
                None => return Ok(None),
            },
        };
        let mut rows = logits.chunks(self.pass.network.shape.vocabulary);
        let one = |continuation: &Vec<u32>| {
            let first = std::iter::once(first).take(continuation.len());
            let behind = rows.by_ref().take(continuation.len().saturating_sub(1));
            let each = first.chain(behind).zip(continuation);
            each.map(|(row, token)| logprob(self.kernels, row, *token)).collect()
        };
        Ok(Some(some.iter().map(one).collect()))
    }
}
