//! What is known of a model: for whoever chooses one, shows one or pays for one.

use crate::catalogue::{Prices, Provider, Size, Structured};
use crate::spending::Cost;
use countersign_core::model::Usage;
use serde::{Deserialize, Serialize};

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
pub(super) fn priced(prices: Option<Prices>, usage: &Usage) -> Cost {
    prices.map_or(Cost(0), |prices| prices.cost(usage))
}

pub(crate) fn place(provider: &Provider) -> Place {
    if provider.is_local() { Place::Local } else { Place::Hosted }
}
