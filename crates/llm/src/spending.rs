//! What calls cost, and the budget that stops a run. Integer arithmetic only: sums do not drift.
//!
//! Never asks a provider for a price and never takes a cost from an answer (core `Usage`).

use crate::error::LlmError;
use countersign_core::model::Usage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Money in billionths of a dollar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cost(pub u64);

impl Cost {
    /// From dollars; absent for what is no amount (negative, not finite, over a billion).
    pub fn dollars(amount: f64) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Checked range.
        (amount.is_finite() && (0.0..=1e9).contains(&amount)).then(|| Self((amount * 1e9).round() as u64))
    }

    /// In millionths of a dollar, as the wire has it; rounded up: nothing that was spent reads as free.
    pub fn micros(self) -> u64 {
        self.0.div_ceil(1_000)
    }

    /// From millionths of a dollar.
    pub fn of_micros(micros: u64) -> Self {
        Self(micros.saturating_mul(1_000))
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Up to a hundredth of a cent, rounded up: nothing that was spent reads as free.
        let parts = self.0.div_ceil(100_000);
        write!(f, "${}.{:04}", parts / 10_000, parts % 10_000)
    }
}

/// Prices of a model, in millionths of a dollar per million tokens. The file spells dollars per
/// million: small models about 0.30/0.50, large ones 3/15 (REQUIREMENTS, S1 numbers).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Prices {
    /// Of a prompt token.
    pub input: u64,
    /// Of a prompt token that a cache served; absent = as `input`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_input: Option<u64>,
    /// Of a written token.
    pub output: u64,
    /// Of a picture that is made, in billionths of a dollar each; absent = [`PICTURE`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Cost>,
}

/// What a picture costs where the settings say nothing: about $0.07 (S1-59).
pub const PICTURE: Cost = Cost(70_000_000);

impl Prices {
    /// What a call cost, rounded up to a billionth of a dollar.
    pub fn cost(&self, usage: &Usage) -> Cost {
        let cached = usage.cached_tokens.min(usage.prompt_tokens);
        let fresh = usage.prompt_tokens - cached;
        // Millionths per million tokens × tokens = 10⁻¹² dollars.
        let pico = u128::from(fresh) * u128::from(self.input)
            + u128::from(cached) * u128::from(self.cached_input.unwrap_or(self.input))
            + u128::from(usage.completion_tokens) * u128::from(self.output);
        Cost(u64::try_from(pico.div_ceil(1_000)).unwrap_or(u64::MAX))
    }
}

/// What a run or a session may spend. Absent = no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Money of one run.
    pub run_cost: Option<Cost>,
    /// Money of one session.
    pub session_cost: Option<Cost>,
    /// Tokens of one run, read and written.
    pub run_tokens: Option<u64>,
    /// Tokens of one session, read and written.
    pub session_tokens: Option<u64>,
}

/// What was used, of one model or in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// Calls that were answered, in part or whole.
    pub calls: u64,
    /// Prompt tokens.
    pub prompt_tokens: u64,
    /// Of those, served by a cache.
    pub cached_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Milliseconds.
    pub elapsed_ms: u64,
    /// Money.
    pub cost: Cost,
}

impl Used {
    /// Adds a call.
    pub fn add(&mut self, usage: &Usage, cost: Cost) {
        self.join(&Self {
            calls: 1,
            prompt_tokens: usage.prompt_tokens,
            cached_tokens: usage.cached_tokens,
            completion_tokens: usage.completion_tokens,
            elapsed_ms: usage.elapsed_ms,
            cost,
        });
    }

    /// Adds what another used.
    pub fn join(&mut self, other: &Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.prompt_tokens = self.prompt_tokens.saturating_add(other.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(other.cached_tokens);
        self.completion_tokens = self.completion_tokens.saturating_add(other.completion_tokens);
        self.elapsed_ms = self.elapsed_ms.saturating_add(other.elapsed_ms);
        self.cost = Cost(self.cost.0.saturating_add(other.cost.0));
    }

    /// Tokens read and written.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

/// The account of a run: every call is entered here and in the session's account above it, and a
/// call is refused once either has spent its budget. A clone is the same account.
#[derive(Debug, Clone, Default)]
pub struct Account(Arc<Book>);

#[derive(Debug, Default)]
struct Book {
    scope: Scope,
    cost: Option<Cost>,
    tokens: Option<u64>,
    by_model: Mutex<BTreeMap<String, Used>>,
    above: Option<Account>,
}

#[derive(Debug, Default, Clone, Copy)]
enum Scope {
    #[default]
    Run,
    Session,
}

impl Account {
    /// A session's account; `before` is what earlier runs of it used, from storage.
    pub fn session(budget: &Budget, before: BTreeMap<String, Used>) -> Self {
        Self(Arc::new(Book {
            scope: Scope::Session,
            cost: budget.session_cost,
            tokens: budget.session_tokens,
            by_model: Mutex::new(before),
            above: None,
        }))
    }

    /// The account of a run of this session.
    pub fn run(&self, budget: &Budget) -> Self {
        Self(Arc::new(Book {
            scope: Scope::Run,
            cost: budget.run_cost,
            tokens: budget.run_tokens,
            by_model: Mutex::default(),
            above: Some(self.clone()),
        }))
    }

    fn scope(&self) -> &'static str {
        match self.0.scope {
            Scope::Run => "run",
            Scope::Session => "session",
        }
    }

    /// Refuses when this or an account above has nothing left.
    pub fn check(&self) -> Result<(), LlmError> {
        let (used, scope) = (self.total(), self.scope());
        if let Some(limit) = self.0.cost.filter(|limit| used.cost >= *limit) {
            return Err(LlmError::Budget { scope, spent: used.cost.to_string(), limit: limit.to_string() });
        }
        if let Some(limit) = self.0.tokens.filter(|limit| used.tokens() >= *limit) {
            let tokens = |n: u64| format!("{n} tokens");
            return Err(LlmError::Budget { scope, spent: tokens(used.tokens()), limit: tokens(limit) });
        }
        self.0.above.as_ref().map_or(Ok(()), Self::check)
    }

    /// Refuses a call that would go beyond a budget by its prompt alone, here or above.
    pub fn foresee(&self, tokens: u64, cost: Cost) -> Result<(), LlmError> {
        self.check()?;
        let (used, scope) = (self.total(), self.scope());
        if let Some(limit) = self.0.cost.filter(|limit| used.cost.0.saturating_add(cost.0) > limit.0) {
            let left = Cost(limit.0.saturating_sub(used.cost.0)).to_string();
            return Err(LlmError::BeyondBudget { cost: cost.to_string(), left, scope });
        }
        if let Some(limit) = self.0.tokens.filter(|limit| used.tokens().saturating_add(tokens) > *limit) {
            let left = format!("{} tokens", limit.saturating_sub(used.tokens()));
            return Err(LlmError::BeyondBudget { cost: format!("{tokens} tokens"), left, scope });
        }
        self.0.above.as_ref().map_or(Ok(()), |above| above.foresee(tokens, cost))
    }

    /// Enters a call here and above.
    pub fn enter(&self, model: &str, usage: &Usage, cost: Cost) {
        self.0
            .by_model
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(model.to_owned())
            .or_default()
            .add(usage, cost);
        if let Some(above) = &self.0.above {
            above.enter(model, usage, cost);
        }
    }

    /// Enters a call whose cost is known before it is made, here and above; refuses one that would go
    /// beyond a budget, so that calls made side by side cannot do so together.
    pub fn hold(&self, model: &str, cost: Cost) -> Result<(), LlmError> {
        self.check()?;
        {
            let mut book = self.0.by_model.lock().unwrap_or_else(PoisonError::into_inner);
            let used = book.values().fold(0_u64, |sum, used| sum.saturating_add(used.cost.0));
            if let Some(limit) = self.0.cost.filter(|limit| used.saturating_add(cost.0) > limit.0) {
                let left = Cost(limit.0.saturating_sub(used));
                let (cost, left) = (cost.to_string(), left.to_string());
                return Err(LlmError::BeyondBudget { cost, left, scope: self.scope() });
            }
            book.entry(model.to_owned()).or_default().add(&Usage::default(), cost);
        }
        let above = self.0.above.as_ref().map_or(Ok(()), |above| above.hold(model, cost));
        if above.is_err() {
            self.take_back(model, cost);
        }
        above
    }

    /// Takes back what [`Self::hold`] entered, here and above: the call came to nothing.
    pub fn release(&self, model: &str, cost: Cost) {
        self.take_back(model, cost);
        if let Some(above) = &self.0.above {
            above.release(model, cost);
        }
    }

    fn take_back(&self, model: &str, cost: Cost) {
        let mut book = self.0.by_model.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(used) = book.get_mut(model) {
            used.calls = used.calls.saturating_sub(1);
            used.cost = Cost(used.cost.0.saturating_sub(cost.0));
        }
    }

    /// What each model used.
    pub fn by_model(&self) -> BTreeMap<String, Used> {
        self.0.by_model.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What all used together.
    pub fn total(&self) -> Used {
        let mut sum = Used::default();
        self.by_model().values().for_each(|used| sum.join(used));
        sum
    }
}
