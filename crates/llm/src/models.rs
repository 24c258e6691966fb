//! The catalogue and its clients: what the rest of the product calls.

use crate::answer::FailureKind;
use crate::catalogue::{
    Catalogue, DEFAULT_CONTEXT, Dialect, Kind, Model, Prices, Provider, Size, Structured, Thinking, thousandths,
};
use crate::conversation::{Attempt, Trouble, error_of};
use crate::embedded::Hosts;
use crate::error::LlmError;
use crate::knowledge::{Knowledge, Server};
use crate::schema;
use crate::spending::{Account, Cost};
use crate::transport::Transport;
use crate::veil::{Hidden, unveiled};
use crate::wire::refusal::{Concession, concession};
use crate::wire::{Optional, Request, arranged, say_schema};
use countersign_core::model::{Call, Format, Reply, Role, TaskType, Usage, estimate_tokens};
use countersign_core::problem::Problem;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// What is heard while a model answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Delta {
    /// More of the answer.
    Text(String),
    /// More of what it thinks before it answers.
    Thinking(String),
    /// More of a tool call's arguments; `id` and `name` come with the first piece.
    ToolCall {
        /// Which of the calls, from 0.
        index: u32,
        /// The name, once.
        name: Option<String>,
        /// A piece of the arguments' text.
        arguments: String,
    },
    /// The attempt failed before anything was written; another follows after this wait.
    Retry {
        /// The attempt that follows, from 2.
        attempt: u32,
        /// Milliseconds.
        after_ms: u64,
        /// Why.
        why: String,
    },
    /// An attempt failed after something of an answer had come: it is paid for all the same.
    Spent {
        /// The model's name in the catalogue.
        model: String,
        /// It runs elsewhere.
        hosted: bool,
        /// What it used.
        usage: Usage,
        /// What that cost.
        cost: Cost,
    },
    /// Others are answered first: one call at a time for a model in this process.
    Queued {
        /// How many.
        ahead: u32,
    },
    /// Secrets are kept from a model elsewhere: it is sent placeholders.
    Hidden {
        /// How many of which kind.
        kinds: BTreeMap<String, u32>,
    },
    /// The answer ended before its end: the reply is `Aborted` and holds what came.
    Cut {
        /// Why, for a person.
        why: String,
    },
}

/// Where a model runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// On this machine.
    Local,
    /// Elsewhere: prompts leave this machine.
    Hosted,
}

/// What a role would use.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelInfo {
    /// Its name in the catalogue.
    pub name: String,
    /// For people.
    pub display_name: String,
    /// The provider's name.
    pub provider: String,
    /// Where it runs.
    pub place: Place,
    /// Size class: a small one gets grounded schemas and short prompts.
    pub size: Size,
    /// Tokens it reads and writes together, where known.
    pub context: Option<u64>,
    /// Most tokens it may write.
    pub output_limit: u32,
    /// The temperature that the role uses.
    pub temperature: f64,
    /// Said to this model after the instructions (S4-1, S4-24).
    pub prompt: Option<String>,
    /// Prices, where known.
    pub prices: Option<Prices>,
}

/// What a model turned out to be able to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// The best rung of the ladder that works.
    pub structured: Structured,
    /// It can be given tools.
    pub tools: bool,
    /// It can be given images.
    pub vision: bool,
    /// It can think before it answers.
    pub thinking: bool,
    /// The runtime gives token probabilities before its mask.
    pub logprobs: bool,
    /// Tokens it reads and writes together.
    pub context: Option<u64>,
}

/// What was found out about a model, and of which version of it; kept between starts (S0-74).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probed {
    /// Tells this model from another under the same name: a digest, a file's size and time, an id.
    pub version: String,
    /// What it can do.
    pub capabilities: Capabilities,
    /// The rung that its runtime made us go down to; absent = none refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conceded: Option<Structured>,
}

/// A picture that a model is shown with a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// `image/png` and the like.
    pub media_type: &'static str,
    /// The whole file.
    pub bytes: Arc<[u8]>,
}

/// Whether a model's server answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lamp {
    /// It answers and has the model.
    Up,
    /// It does not, or has not.
    Down,
    /// Not asked: it would cost something, or leave this machine.
    Unknown,
}

/// The lamp beside a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelStatus {
    /// Its name in the catalogue.
    pub name: String,
    /// For people.
    pub display_name: String,
    /// The provider's name.
    pub provider: String,
    /// Where it runs.
    pub place: Place,
    /// Whether it answers.
    pub lamp: Lamp,
    /// Why not, and what to do.
    pub reason: Option<String>,
}

impl ModelInfo {
    /// What a call of it cost; nothing where prices are unknown.
    pub fn cost(&self, usage: &Usage) -> Cost {
        priced(self.prices, usage)
    }
}

/// What a call at these prices cost; nothing where they are unknown.
fn priced(prices: Option<Prices>, usage: &Usage) -> Cost {
    prices.map_or(Cost(0), |prices| prices.cost(usage))
}

/// The catalogue and its clients. A clone shares connections and what was found out.
#[derive(Clone, Default)]
pub struct Models {
    pub(crate) shared: Arc<Shared>,
    account: Option<Account>,
    /// The kind of work it is asked for.
    pub(crate) task: Option<TaskType>,
}

/// What all clones have in common.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) catalogue: Catalogue,
    /// Absent without models: nothing can be sent.
    pub(crate) transport: Option<Transport>,
    pub(crate) knowledge: Knowledge,
    /// Models in this process.
    pub(crate) hosts: Hosts,
    /// What was kept from models elsewhere.
    pub(crate) hidden: Hidden,
    /// Why there are none although some are named.
    fault: Option<Problem>,
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("models", &self.shared.catalogue.models.keys()).finish_non_exhaustive()
    }
}

/// Most requests that only ask differently; each leaves out a field or goes down a rung.
const MOST_CONCESSIONS: usize = 10;

/// A model with all that is needed to call it.
pub(crate) struct Target<'a> {
    pub(crate) model: &'a Model,
    pub(crate) provider: &'a Provider,
    pub(crate) server: Server,
}

impl Models {
    /// With this catalogue. Opens no connection.
    pub fn open(catalogue: Catalogue) -> Result<Self, LlmError> {
        for model in catalogue.models.values() {
            if !catalogue.providers.contains_key(&model.provider) {
                let message = format!("model {:?} has no provider {:?}", model.name, model.provider);
                return Err(LlmError::Config(vec![countersign_core::problem::Problem::new(
                    "unknown_provider",
                    message,
                )]));
            }
        }
        let transport = (!catalogue.models.is_empty() && !catalogue.off).then(|| Transport::new(&catalogue.limits));
        Ok(Self {
            shared: Arc::new(Shared {
                catalogue,
                transport,
                knowledge: Knowledge::default(),
                hosts: Hosts::default(),
                hidden: Hidden::default(),
                fault: None,
            }),
            account: None,
            task: None,
        })
    }

    /// Without any model: the built-in planner alone.
    pub fn none() -> Self {
        Self::default()
    }

    /// Without any model, since those that are named cannot be used: the built-in planner alone.
    pub fn unusable(fault: Problem) -> Self {
        Self { shared: Arc::new(Shared { fault: Some(fault), ..Shared::default() }), account: None, task: None }
    }

    /// Why there are none although some are named.
    pub fn fault(&self) -> Option<&Problem> {
        self.shared.fault.as_ref()
    }

    /// The same, entering every call into this account and refusing once its budget is spent.
    #[must_use]
    pub fn with_account(&self, account: Account) -> Self {
        Self { account: Some(account), ..self.clone() }
    }

    /// The same, for a kind of work: `selectionRules.byTaskType` says who carries it out (S4-25).
    #[must_use]
    pub fn for_task(&self, task: Option<TaskType>) -> Self {
        Self { task, ..self.clone() }
    }

    pub(crate) fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// The catalogue.
    pub fn catalogue(&self) -> &Catalogue {
        &self.shared.catalogue
    }

    /// What a role would use.
    pub fn available(&self, role: Role) -> Option<ModelInfo> {
        self.info(self.shared.catalogue.choose(role, self.task)?, role)
    }

    /// The model of this name, as a role uses it.
    pub fn named(&self, model: &str, role: Role) -> Option<ModelInfo> {
        self.info(self.shared.catalogue.models.get(model)?, role)
    }

    /// Another model than the role's that is known to read at least so many tokens, where the role's
    /// own reads fewer: the one that reads the least of those (S4-19). A role that stays on this
    /// machine gets none that runs elsewhere, and none gets a smaller one.
    pub fn roomier(&self, role: Role, tokens: u64) -> Option<ModelInfo> {
        let own = self.available(role).filter(|own| own.context.is_some_and(|context| context < tokens))?;
        let others = self.shared.catalogue.models.values().filter(|model| model.name != own.name);
        others
            .filter_map(|model| self.info(model, role))
            .filter(|other| other.context.is_some_and(|context| context >= tokens))
            .filter(|other| other.place == own.place || other.place == Place::Local)
            .filter(|other| other.size == own.size || other.size == Size::Large)
            .min_by_key(|other| other.context)
    }

    fn info(&self, model: &Model, role: Role) -> Option<ModelInfo> {
        let catalogue = &self.shared.catalogue;
        let provider = catalogue.providers.get(&model.provider)?;
        let settings = catalogue.roles.get(&role).and_then(|settings| settings.output_limit);
        Some(ModelInfo {
            name: model.name.clone(),
            display_name: model.display_name.clone(),
            provider: model.provider.clone(),
            place: place(provider),
            size: model.size,
            context: model.context.or_else(|| self.shared.knowledge.server(&model.name).and_then(|s| s.context)),
            output_limit: settings.map_or(model.output_limit, |limit| limit.min(model.output_limit)),
            temperature: thousandths(catalogue.temperature_of(role)),
            prompt: model.prompt.clone(),
            prices: model.prices,
        })
    }

    /// Has the role's model answer.
    ///
    /// Retries 429, 5xx and broken connections while nothing was written; asks differently where a
    /// runtime refuses a field or a schema. An answer that began and was cut (stall, time-out,
    /// broken connection, cancellation, loop) is a reply with [`countersign_core::model::Finish::Aborted`].
    pub async fn call(
        &self,
        call: Call,
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        self.call_shown(call, &[], progress, cancel).await
    }

    /// As [`Self::call`]; the model is shown these pictures with the last thing the user says. Whether it
    /// can see them is for the caller to know: [`Self::sees`].
    pub async fn call_shown(
        &self,
        call: Call,
        shown: &[Shown],
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let model = self.shared.catalogue.choose(call.role, self.task).ok_or(LlmError::NotConfigured)?;
        self.call_of(model, &call, shown, progress, cancel).await
    }

    /// Whether the role's model can be given pictures: it is named for that, its entry says so, or its
    /// server says so (Ollama). Absent = there is no model for the role.
    pub async fn sees(&self, role: Role) -> Option<bool> {
        let catalogue = &self.shared.catalogue;
        let model = catalogue.choose(role, self.task)?;
        let named = catalogue.roles.get(&Role::Vision).and_then(|s| s.model.as_ref()) == Some(&model.name);
        if named || model.capabilities.iter().any(|c| c == "vision") {
            return Some(true);
        }
        if !model.capabilities.is_empty() || self.embedded_file(model).is_some() {
            return Some(false);
        }
        Some(self.told_to_see(model).await)
    }

    /// Has the model of this name answer; an unknown name is an error (S4-25).
    pub async fn call_named(
        &self,
        model: &str,
        call: Call,
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let model = self.shared.catalogue.model(model)?;
        self.call_of(model, &call, &[], progress, cancel).await
    }

    async fn call_of(
        &self,
        model: &Model,
        call: &Call,
        shown: &[Shown],
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        if cancel.is_cancelled() {
            return Err(LlmError::Cancelled);
        }
        let mut told = call.clone();
        model.tell(&mut told.messages);
        let call = &told;
        if let Some(account) = &self.account {
            let tokens = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
            let usage = Usage { prompt_tokens: tokens, ..Usage::default() };
            account.foresee(tokens, priced(model.prices, &usage))?;
        }
        let started = Instant::now();
        if let Some(path) = self.embedded_file(model) {
            if !shown.is_empty() {
                let why = "it cannot be shown pictures".to_owned();
                return Err(LlmError::Rejected { provider: model.provider.clone(), why });
            }
            let answered = self.call_embedded(model, &path, call, progress, cancel).await;
            return self.entered(model, answered);
        }
        let answered = match self.ready(model, started, progress, cancel).await {
            Ok(target) => self.converse(&target, (call, shown), started, progress, cancel).await,
            Err(error) => Err(error),
        };
        self.entered(model, answered)
    }

    /// The model with its server. One that is there and says that it is not ready is asked again, as at a call: it
    /// loads the model.
    async fn ready<'a>(
        &'a self,
        model: &'a Model,
        started: Instant,
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<Target<'a>, LlmError> {
        let mut retried = 0;
        loop {
            let found = tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(LlmError::Cancelled),
                found = self.target(model) => found,
            };
            match found {
                Err(error @ (LlmError::Overloaded { .. } | LlmError::RateLimited { .. })) => {
                    self.pause(&mut retried, error, started, progress, cancel).await?;
                }
                found => return found,
            }
        }
    }

    /// Waits before another attempt; the error where there is none, or nobody waits any more.
    async fn pause(
        &self,
        retried: &mut u32,
        error: LlmError,
        started: Instant,
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<(), LlmError> {
        let catalogue = &self.shared.catalogue;
        if !error.retryable() || *retried >= catalogue.retries.most {
            return Err(error);
        }
        let wait = self.wait_before(*retried, &error);
        let left = catalogue.limits.total.saturating_sub(started.elapsed());
        let Some(wait) = wait.filter(|wait| *wait < left) else { return Err(error) };
        *retried += 1;
        progress(Delta::Retry {
            attempt: *retried + 1,
            after_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            why: error.to_string(),
        });
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(LlmError::Cancelled),
            () = tokio::time::sleep(wait) => Ok(()),
        }
    }

    /// Notes how a call went, and what it used.
    fn entered(&self, model: &Model, answered: Result<Reply, LlmError>) -> Result<Reply, LlmError> {
        if !matches!(answered, Err(LlmError::Cancelled)) {
            self.shared.knowledge.note_outcome(&model.name, answered.as_ref().err());
        }
        let reply = answered?;
        if let Some(account) = &self.account {
            account.enter(&model.name, &reply.usage, priced(model.prices, &reply.usage));
        }
        Ok(reply)
    }

    /// Enters what an attempt used that failed.
    fn spent(&self, target: &Target<'_>, usage: Usage) -> Delta {
        let (model, cost) = (target.model.name.clone(), priced(target.model.prices, &usage));
        if let Some(account) = &self.account {
            account.enter(&model, &usage, cost);
        }
        Delta::Spent { model, hosted: place(target.provider) == Place::Hosted, usage, cost }
    }

    async fn converse(
        &self,
        target: &Target<'_>,
        (call, shown): (&Call, &[Shown]),
        started: Instant,
        progress: &mut (dyn FnMut(Delta) + Send),
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let catalogue = &self.shared.catalogue;
        let transport = self.shared.transport.as_ref().ok_or(LlmError::NotConfigured)?;
        let attempt = Attempt {
            transport,
            provider: target.provider,
            kind: target.server.kind,
            limits: &catalogue.limits,
            started,
            cancel,
        };
        let (veiled, secrets) = self.veiled(target.provider, call, progress);
        let call = &veiled;
        let (mut conceded, mut retried) = (0, 0);
        loop {
            let learned = self.shared.knowledge.learned(&target.model.name);
            let rung = target.model.structured.or(learned.rung).unwrap_or(Structured::Schema);
            let request = self.request(target, (call, shown), rung, &learned.without)?;
            let mut spent = None;
            let made = attempt.make(&request, progress, &mut spent).await;
            if let (Err(_), Some(usage)) = (&made, spent) {
                progress(self.spent(target, usage));
            }
            let error = match made {
                Ok(mut reply) => {
                    if reply.model.is_empty() {
                        target.server.id.clone_into(&mut reply.model);
                    }
                    return Ok(unveiled(reply, &secrets));
                }
                Err(Trouble::Ended(error)) => error,
                Err(Trouble::Failed(failure, wait)) => {
                    let other_way = concession(&failure, call.format.is_some(), rung)
                        .filter(|_| conceded < MOST_CONCESSIONS)
                        .filter(|way| self.shared.knowledge.concede(&target.model.name, *way));
                    if let Some(way) = other_way {
                        // A model entry that insists on a rung is told, not overruled.
                        if !matches!(way, Concession::Rung(_)) || target.model.structured.is_none() {
                            conceded += 1;
                            continue;
                        }
                    }
                    // What the server has not is named as the server was asked for it.
                    let name = match failure.kind {
                        FailureKind::ModelNotFound => &target.server.id,
                        _ => &target.model.name,
                    };
                    error_of(failure, wait, target.provider, name)
                }
            };
            self.pause(&mut retried, error, started, progress, cancel).await?;
        }
    }

    /// The wait before another attempt: what the provider asked for, else doubling with jitter.
    /// Absent = longer than anybody wants to wait.
    pub(crate) fn wait_before(&self, retried: u32, error: &LlmError) -> Option<Duration> {
        let retries = self.shared.catalogue.retries;
        if let Some(asked) = error.retry_after() {
            return (asked <= retries.longest).then_some(asked);
        }
        let doubled = retries.first.saturating_mul(1_u32 << retried.min(16)).min(retries.longest);
        // Half of it, and a random part of the other half: callers that failed together spread out.
        let random = getrandom::u32().unwrap_or(u32::MAX);
        Some(doubled / 2 + (doubled / 2).mul_f64(f64::from(random) / f64::from(u32::MAX)))
    }

    fn request<'a>(
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

pub(crate) fn place(provider: &Provider) -> Place {
    if provider.is_local() { Place::Local } else { Place::Hosted }
}
