//! A call from its prompt to its answer: tried again, asked otherwise, entered into the account.

use super::about::priced;
use super::heard::{Delta, Shown};
use super::{Models, Place, Target};
use crate::answer::FailureKind;
use crate::catalogue::{Kind, Model, Structured};
use crate::conversation::{Attempt, Trouble, error_of};
use crate::error::LlmError;
use crate::models::place;
use crate::wire::Optional;
use crate::wire::refusal::{Concession, concession};
use countersign_core::model::{Call, Reply, Usage, estimate_tokens};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Most requests that only ask differently; each leaves out a field or goes down a rung.
const MOST_CONCESSIONS: usize = 10;

impl Models {
    /// Has the role's model answer.
    ///
    /// Retries 429, 5xx, what a runtime says went wrong in the middle of its answer, and broken connections while
    /// nothing was written; asks differently where a runtime refuses a field or a schema. An answer that began and was cut (stall, time-out,
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
        let (asked, call) = (call, &veiled);
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
                    return Ok(self.unveiled(reply, (asked, call), &secrets));
                }
                Err(Trouble::Ended(error)) => error,
                Err(Trouble::Failed(failure, wait)) => {
                    let other_mode =
                        target.server.kind == Kind::OpenAi && !learned.without.contains(&Optional::OtherJsonMode);
                    let other_way = concession(&failure, call.format.is_some(), rung, other_mode)
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
}
