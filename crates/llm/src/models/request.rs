//! One call as one request: the schema where the runtime takes it, and no more tokens than there is room for.

use super::heard::Shown;
use super::{Models, Target};
use crate::catalogue::{DEFAULT_CONTEXT, Dialect, Kind, Structured, Thinking};
use crate::error::LlmError;
use crate::schema;
use crate::wire::{Optional, Request, arranged, say_schema};
use countersign_core::model::{Call, Format, estimate_tokens};

impl Models {
    pub(super) fn request<'a>(
        &self,
        target: &'a Target<'_>,
        (call, shown): (&'a Call, &'a [Shown]),
        structured: Structured,
        without: &'a [Optional],
    ) -> Result<Request<'a>, LlmError> {
        let (model, server) = (target.model, &target.server);
        let settings = self.shared.catalogue.roles.get(&call.role);
        let mut messages = arranged(&call.messages);
        let sayable = |format: &Format| schema::lower(&format.schema, server.dialect).is_some();
        let structured = match &call.format {
            Some(format) if structured == Structured::Schema && !sayable(format) => Structured::JsonMode,
            _ => structured,
        };
        if let Some(format) = &call.format {
            // Ollama may leave a schema unapplied without saying so (PROVIDERS).
            if structured != Structured::Schema || server.kind == Kind::Ollama {
                say_schema(&mut messages, format);
            }
        }
        let estimated: u64 = messages.iter().map(|m| estimate_tokens(&m.content) + 4).sum();
        let known = model.context.or(server.context);
        // The estimate is up to four times too high for some scripts; what is beyond that surely
        // does not fit, and the runtime judges the rest.
        if let Some(context) = known.filter(|context| estimated / 4 > *context) {
            let why = format!("about {estimated} tokens, and it reads {context}");
            return Err(LlmError::ContextTooLong { model: model.name.clone(), why });
        }
        let mut max_tokens = call.max_tokens.min(model.output_limit).max(1);
        if let Some(limit) = settings.and_then(|s| s.output_limit) {
            max_tokens = max_tokens.min(limit);
        }
        if let Some(context) = known {
            // Some runtimes refuse a limit beyond what is left (vLLM).
            let left = u32::try_from(context.saturating_sub(estimated)).unwrap_or(u32::MAX);
            max_tokens = max_tokens.min(left.max(64));
        }
        let thinking = if call.format.is_some() { model.thinking.beside_a_schema() } else { model.thinking };
        let gives_logprobs = model.logprobs.unwrap_or(server.dialect == Dialect::LlamaServer);
        Ok(Request {
            model: &server.id,
            dialect: server.dialect,
            messages,
            shown,
            format: call.format.as_ref(),
            structured,
            max_tokens,
            temperature: call.temperature.unwrap_or_else(|| self.shared.catalogue.temperature_of(call.role)),
            stop: &call.stop,
            thinking,
            context: model.context.unwrap_or(DEFAULT_CONTEXT),
            // Probabilities are read for the trust signal of structured answers only.
            logprobs: gives_logprobs && call.format.is_some(),
            without,
        })
    }
}

impl Thinking {
    /// Beside a schema models do not think, unless they cannot but: with thinking, Ollama may never
    /// apply the schema (PROVIDERS).
    fn beside_a_schema(self) -> Self {
        match self {
            Self::Off | Self::On => Self::Off,
            level => level,
        }
    }
}
