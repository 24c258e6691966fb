//! Everything a turn depends on besides the todos: the message, the clock, the conversation, the model.

use crate::outcome::Alternative;
use crate::work::Project;
use countersign_core::ids::TodoId;
use countersign_core::model::{Told, Window};
use countersign_core::wire::{ClarifySelection, Mode};
use countersign_planner::dates::{Clock, DateOrder, DayParts, DefaultUntil, NextMonth};
use countersign_planner::interpret::{Batch, Proposed, Turn};
use jiff::civil::{DateTime, Weekday};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How much a model can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// Up to about 4 B parameters: the grounded schema, at most 2 000 prompt tokens, one choice.
    #[default]
    Small,
    /// Larger: the plain schema, up to 8 operations.
    Large,
}

/// The model behind a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelProfile {
    /// How much it can be asked.
    pub size: Size,
    /// The runtime reports token probabilities, so [`Thresholds::min_logprob`] can be used.
    pub logprobs: bool,
    /// Let the words alone decide where they leave one reading. Off only to measure what that is worth.
    pub rules: bool,
    /// Ask it to route before it proposes (S0-43). Off for small models: their proposals can say
    /// "nothing", and routing by them is right in three of four cases only (MODELS.md §2a).
    pub router: bool,
    /// Ask it for the summary (S0-63); else the deterministic one is used, which costs nothing.
    pub summary: bool,
    /// Most prompt tokens of one call, by [`countersign_core::model::estimate_tokens`].
    pub prompt_tokens: u64,
    /// What it reads at the most, where the request alone is longer: beyond that it is not asked.
    #[serde(default = "unknown")]
    pub reads: u64,
}

/// Of a model whose context is not known.
fn unknown() -> u64 {
    60_000
}

impl ModelProfile {
    /// The defaults of a small model.
    pub fn small() -> Self {
        Self {
            size: Size::Small,
            logprobs: true,
            rules: true,
            router: false,
            summary: false,
            prompt_tokens: 2_000,
            reads: 2_000,
        }
    }

    /// Fits it to what the runtime reads and writes at once, where that is known.
    pub fn read_within(&mut self, context: Option<u64>) {
        let Some(context) = context else { return };
        // So much of a proposal's answer may be written.
        let prompt = Window::share(context, 1_200).prompt;
        self.reads = match self.size {
            Size::Small => self.reads.min(prompt),
            Size::Large => prompt,
        };
        self.prompt_tokens = self.prompt_tokens.min(prompt);
    }

    /// The defaults of a large model.
    pub fn large() -> Self {
        Self {
            size: Size::Large,
            logprobs: false,
            rules: true,
            router: true,
            summary: true,
            prompt_tokens: 8_000,
            reads: unknown(),
        }
    }
}

/// Limits of trust; the S0 gates stay as configuration (S0-52, DESIGN §4).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    /// A router surer than nothing but less than this asks (S0-52).
    pub clarify_below: f64,
    /// A router's plan that is less sure than this becomes talk, unless the scope is clear (S0-52, S0-53).
    pub plan_above: f64,
    /// A token less likely than this (natural log, before any mask) turns a proposal into a question
    /// (MODELS.md §2 "Confidence": −2, set on 36 cases, held on 24).
    pub min_logprob: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { clarify_below: 0.45, plan_above: 0.70, min_logprob: -2.0 }
    }
}

/// A question of the turn before, which this message may answer (S0-32, R8).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PendingQuestion {
    /// As it was put.
    pub question: String,
    /// The todos it was about.
    pub options: Vec<TodoId>,
    /// The sentence that caused it.
    pub instruction: String,
    /// What was answered to earlier questions about it, in order.
    pub answers: Vec<String>,
    /// What each answer would propose, as the question carried it.
    pub alternatives: Vec<Alternative>,
}

/// What the person lately worked on: biases what a short request is about (S0-58).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Scope {
    /// Todos of the last confirmed change set, newest first. The driver drops it when it is too old.
    pub ids: Vec<TodoId>,
}

/// A recent verdict of the person (S2-19).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// Confirmed, else rejected or undecided.
    pub confirmed: bool,
    /// It waited until it expired (S2-21), or was put off.
    #[serde(default)]
    pub undecided: bool,
    /// The item's label, rendered from the operation.
    pub label: String,
    /// Why it was rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Parts of the harness that are switched off, to measure what each is worth. Nothing else does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Without {
    /// Neither the planner nor the words decide; the model is asked at once.
    pub planner: bool,
    /// No examples in the prompt.
    pub examples: bool,
    /// What cannot be used is not asked for again.
    pub repair: bool,
}

/// What a turn starts from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// What was said. A selection without words may leave it empty.
    pub message: String,
    /// Auto, chat or plan.
    pub mode: Mode,
    /// Now, the zone and the date settings.
    #[serde(with = "ClockShape")]
    pub clock: Clock,
    /// The conversation, oldest first; a model is told the last three exchanges (S0-30, C1).
    pub turns: Vec<Turn>,
    /// What was proposed last in it still waits to be signed, all of it.
    #[serde(default)]
    pub proposed: bool,
    /// All that it proposed and that is not carried out, oldest first.
    #[serde(default)]
    pub proposals: Vec<Proposed>,
    /// The question that waits.
    pub pending: Option<PendingQuestion>,
    /// What was chosen of its options.
    pub selection: Option<ClarifySelection>,
    /// Applied batches, for "undo".
    pub history: Vec<Batch>,
    /// The model; absent = the planner alone.
    pub model: Option<ModelProfile>,
    /// Limits of trust.
    pub thresholds: Thresholds,
    /// The person's standing instructions (S4-26), for large models and chat: each has its share of a cap.
    #[serde(deserialize_with = "Told::list")]
    pub instructions: Vec<Told>,
    /// What the conversation goes on with after a handoff or an extension (S1-34); cut to a cap.
    pub carried: String,
    /// Recent verdicts, newest first (S2-19; at most 20 entries and 500 tokens, S2-20).
    pub decisions: Vec<Decided>,
    /// What waits for the person's signature already, newest first; large models are told of it.
    #[serde(default)]
    pub waiting: Vec<String>,
    /// What was lately worked on.
    pub scope: Scope,
    /// Parts that are switched off.
    #[serde(default)]
    pub without: Without,
    /// Nobody asked: an agent woke, and keeps to what is an agent's (F/S2).
    #[serde(default)]
    pub unasked: bool,
    /// The project folder; absent = none is open.
    #[serde(default)]
    pub project: Option<Project>,
}

impl Input {
    /// A message without any context.
    pub fn new(message: impl Into<String>, clock: Clock) -> Self {
        Self {
            message: message.into(),
            mode: Mode::Auto,
            clock,
            turns: Vec::new(),
            proposed: false,
            proposals: Vec::new(),
            pending: None,
            selection: None,
            history: Vec::new(),
            model: None,
            thresholds: Thresholds::default(),
            instructions: Vec::new(),
            carried: String::new(),
            decisions: Vec::new(),
            waiting: Vec::new(),
            scope: Scope::default(),
            without: Without::default(),
            unasked: false,
            project: None,
        }
    }
}

/// How a [`Clock`] is stored.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Clock")]
struct ClockShape {
    now: DateTime,
    zone: String,
    #[serde(serialize_with = "weekday_out", deserialize_with = "weekday_in")]
    week_start: Weekday,
    date_order: Option<DateOrder>,
    prefs: DayParts,
    next_month: NextMonth,
    default_until: DefaultUntil,
}

fn weekday_out<S: Serializer>(day: &Weekday, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_i8(day.to_monday_one_offset())
}

fn weekday_in<'de, D: Deserializer<'de>>(d: D) -> Result<Weekday, D::Error> {
    Weekday::from_monday_one_offset(i8::deserialize(d)?).map_err(serde::de::Error::custom)
}
