//! What a call took, as events of all versions hold it.

use super::CallUsage;
use crate::model::Role;
use serde::Deserialize;

/// A stored [`CallUsage`]. Old ones give the cost in billionths of a dollar, as `cost_micros`.
#[derive(Deserialize)]
pub(super) struct StoredCall {
    model: String,
    hosted: bool,
    role: Role,
    prompt_tokens: u64,
    cached_tokens: u64,
    completion_tokens: u64,
    elapsed_ms: u64,
    cost_millionths: Option<u64>,
    #[serde(default)]
    cost_micros: u64,
    #[serde(default)]
    estimated_tokens: u64,
}

impl From<StoredCall> for CallUsage {
    fn from(call: StoredCall) -> Self {
        Self {
            model: call.model,
            hosted: call.hosted,
            role: call.role,
            prompt_tokens: call.prompt_tokens,
            cached_tokens: call.cached_tokens,
            completion_tokens: call.completion_tokens,
            elapsed_ms: call.elapsed_ms,
            // Rounded up: nothing that was spent reads as free.
            cost_millionths: call.cost_millionths.unwrap_or_else(|| call.cost_micros.div_ceil(1_000)),
            estimated_tokens: call.estimated_tokens,
        }
    }
}
