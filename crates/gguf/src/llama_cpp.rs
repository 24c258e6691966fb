//! llama.cpp as what computes (feature `llama-cpp`): other processors, and a second opinion on our own
//! kernels. The file is checked by this crate first, as for those.

use crate::backend::{Backend, Read};
use crate::engine::Options;
use crate::error::{GgufError, Result};
use crate::model::Model;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;
use self_cell::self_cell;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

/// Most tokens at a time; between two of them it is asked whether to go on.
const BATCH: usize = 256;

/// llama.cpp is set up once in a process, and its contexts are made one after the other (the wrapper
/// says that two at a time are unsound).
static LIBRARY: Mutex<Option<LlamaBackend>> = Mutex::new(None);

self_cell!(
    /// A context lives no longer than its model.
    struct Loaded {
        owner: LlamaModel,
        #[covariant]
        dependent: LlamaContext,
    }
);

/// A model that llama.cpp has loaded, with one sequence.
pub(crate) struct LlamaCpp {
    loaded: Loaded,
    tokens: Vec<u32>,
}

impl LlamaCpp {
    /// Loads the file of a model that was checked.
    pub(crate) fn open(model: &Model, options: Options) -> Result<Self> {
        let mut library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
        let library = match &mut *library {
            Some(library) => library,
            none => {
                let mut made = LlamaBackend::init().map_err(refused)?;
                made.void_logs();
                none.insert(made)
            }
        };
        let context = options.context.clamp(1, model.info().shape.trained);
        let threads = i32::try_from(options.threads.max(1)).unwrap_or(i32::MAX);
        let parameters = LlamaContextParams::default()
            .with_n_ctx(u32::try_from(context).ok().and_then(NonZeroU32::new))
            .with_n_batch(BATCH as u32)
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        let owner = LlamaModel::load_from_file(library, model.path(), &LlamaModelParams::default()).map_err(refused)?;
        let loaded = Loaded::try_new(owner, |owner| owner.new_context(library, parameters)).map_err(refused)?;
        Ok(Self { loaded, tokens: Vec::new() })
    }
}

fn refused(error: impl std::fmt::Display) -> GgufError {
    GgufError::Numbers(format!("llama.cpp: {error}"))
}

impl Backend for LlamaCpp {
    fn read(&mut self, tokens: &[u32], cancelled: &dyn Fn() -> bool) -> Result<Read> {
        let Self { loaded, tokens: known } = self;
        // The last token is read again for what comes behind it.
        let last = tokens.len().saturating_sub(1);
        let cached = known.iter().zip(&tokens[..last]).take_while(|(a, b)| a == b).count();
        let mut logits = None;
        known.truncate(cached);
        loaded.with_dependent_mut(|_, context| {
            let from = u32::try_from(cached).map_err(refused)?;
            if !context.clear_kv_cache_seq(Some(0), Some(from), None).map_err(refused)? {
                context.clear_kv_cache();
                known.clear();
            }
            while known.len() < tokens.len() && !cancelled() {
                let some = &tokens[known.len()..tokens.len().min(known.len() + BATCH)];
                let mut batch = LlamaBatch::new(some.len(), 1);
                for (token, at) in some.iter().zip(known.len()..) {
                    let (token, at) = (i32::try_from(*token), i32::try_from(at));
                    let token = LlamaToken::new(token.map_err(refused)?);
                    let asked = batch.n_tokens() + 1 == some.len() as i32;
                    batch.add(token, at.map_err(refused)?, &[0], asked).map_err(refused)?;
                }
                context.decode(&mut batch).map_err(refused)?;
                known.extend_from_slice(some);
                if known.len() == tokens.len() {
                    logits = Some(context.get_logits_ith(some.len() as i32 - 1).to_vec());
                }
            }
            Ok(Read { cached, logits })
        })
    }

    fn cached(&self) -> usize {
        self.tokens.len()
    }
}
