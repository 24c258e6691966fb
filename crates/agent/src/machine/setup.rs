//! What a run starts from, and where it stops by itself.

use crate::ground::Ground;
use crate::permission::Permissions;
use crate::step::Form;
use crate::tool::{Access, Registry};
use countersign_core::model::Told;
use countersign_core::session::meter::Calibration;
use serde::{Deserialize, Serialize};

/// With fewer prompt tokens than this, tools are told by their names.
const TIGHT: u64 = 1_800;

/// One turn of the conversation before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// What the person said.
    pub user: String,
    /// What was done in between, a line each: calls, and what they gave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
    /// What it came to.
    pub agent: String,
}

/// Where a run stops by itself (F/S3, S4-8, S1-35, R27, R28).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Replies of the model between two words of the person.
    pub turns: u32,
    /// Replies for one step.
    pub iterations: u32,
    /// Corrections of one reply.
    pub corrections: u32,
    /// Times that one call may give one result.
    pub same: u32,
    /// Steps before it waits, where there are three or more.
    pub at_once: u32,
    /// Times that it goes on by itself.
    pub autos: u32,
    /// Steps of a plan.
    pub steps: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { turns: 20, iterations: 10, corrections: 2, same: 3, at_once: 2, autos: 10, steps: 12 }
    }
}

/// What a run starts from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The request.
    pub message: String,
    /// Today, for the model.
    pub today: String,
    /// The conversation before, oldest first.
    pub history: Vec<Exchange>,
    /// Standing instructions, each under its name.
    #[serde(default, deserialize_with = "Told::list")]
    pub instructions: Vec<Told>,
    /// The plan document's section.
    pub plan_document: String,
    /// What the person decided lately, and what waits for them already (B-6).
    #[serde(default)]
    pub memory: String,
    /// What the conversation goes on with after a handoff or an extension (S1-34).
    #[serde(default)]
    pub carried: String,
    /// Stored outputs of the conversation, newest last; a small model can name the newest (S3-18).
    #[serde(default)]
    pub outputs: Vec<String>,
    /// What the model's runtime counted before against what was estimated (C1).
    #[serde(default)]
    pub counted: Calibration,
    /// The tools.
    pub tools: Registry,
    /// Files that the request names, where it is about nothing else; for small models.
    #[serde(default)]
    pub ground: Ground,
    /// Files that are to be written, as the request says itself: with none of them, it is not done.
    #[serde(default)]
    pub puts: Vec<String>,
    /// How the contract is put to this model.
    pub form: Form,
    /// Most tokens of a prompt, where the stage's own limit is higher.
    pub prompt_tokens: u64,
    /// Which tools may be used.
    pub permissions: Permissions,
    /// Goes on by itself.
    pub auto: bool,
    /// Where it stops.
    pub limits: Limits,
    /// It works on a part of a request: one step, and no summary of its own.
    #[serde(default)]
    pub part: bool,
}

/// How a model is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fit {
    /// How the contract is put to it.
    pub form: Form,
    /// Most tokens of a prompt, where the stage's own limit is higher.
    pub prompt_tokens: u64,
}

impl Setup {
    /// It has a tool that proposes.
    pub(crate) fn proposes(&self) -> bool {
        self.tools.iter().any(|tool| tool.access == Access::Write)
    }

    /// How its model is asked.
    pub fn fit(&self) -> Fit {
        Fit { form: self.form, prompt_tokens: self.prompt_tokens }
    }

    /// Another model is asked from here on: what the runtime of the one before counted says nothing of it.
    pub fn refit(&mut self, fit: Fit) {
        (self.form, self.prompt_tokens) = (fit.form, fit.prompt_tokens);
        self.counted = Calibration::default();
        self.offer_outputs();
    }

    /// Gives a small model the tools over what is stored; a large one has them all along.
    pub(crate) fn offer_outputs(&mut self) {
        if self.form == Form::Small && !self.outputs.is_empty() {
            self.tools.retain(|tool| !tool.name.starts_with("tool_outputs."));
            self.tools.extend(Registry::stored(&self.outputs));
        }
    }

    /// Its model reads so little that a plan is made from names alone.
    pub(crate) fn is_tight(&self) -> bool {
        self.estimated(self.prompt_tokens) < TIGHT
    }

    /// A number of the runtime's tokens as we estimate texts (C1); never more, since a runtime may
    /// leave out what its cache served.
    pub(crate) fn estimated(&self, tokens: u64) -> u64 {
        self.counted.estimate(tokens).min(tokens)
    }
}
