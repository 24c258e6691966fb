//! What others read off a machine; it stands still.

use super::effect::Effect;
use super::phase::Phase;
use super::text::one_line;
use super::{Fit, Machine, Shown};
use crate::prompt;
use crate::queue::{Own, Queue};
use crate::reading::ToolCall;
use crate::step::Form;
use crate::tool::Registry;
use countersign_core::wire::{AgentStep, StepStatus};

impl Machine {
    /// What the prompt that it waits with is made of (S4-1).
    pub fn parts(&self) -> Vec<prompt::Part> {
        prompt::parts(self)
    }

    /// How the contract is put to its model.
    pub fn form(&self) -> Form {
        self.setup.form
    }

    /// A file as its model was shown it; nothing where it was not.
    pub fn shown(&self, path: &str) -> Option<&Shown> {
        self.shown.get(path)
    }

    /// How its model is asked.
    pub fn fit(&self) -> Fit {
        self.setup.fit()
    }

    /// Stored outputs that it knows, newest last.
    pub fn outputs(&self) -> &[String] {
        &self.setup.outputs
    }

    /// It will do nothing more.
    pub fn is_ended(&self) -> bool {
        matches!(self.phase, Phase::Ended)
    }

    /// It waits for the person.
    pub fn waits(&self) -> bool {
        matches!(self.pending(), Effect::AwaitUser(_))
    }

    /// What it was asked to do.
    pub fn message(&self) -> &str {
        &self.setup.message
    }

    /// It has a tool that proposes: one that has none only looks.
    pub fn proposes(&self) -> bool {
        self.setup.proposes()
    }

    /// What it wants to change so far.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// What it wants to change beside what others queued before it began.
    pub fn own(&self) -> Own<'_> {
        self.queue.since(&self.seed)
    }

    /// It changed nothing so far.
    pub(crate) fn is_idle(&self) -> bool {
        self.own().is_empty()
    }

    /// It changed this file itself.
    pub fn wrote(&self, path: &str) -> bool {
        self.queue.file(path) != self.seed.file(path)
    }

    /// Its tools.
    pub fn tools(&self) -> &Registry {
        &self.setup.tools
    }

    /// What it is permitted.
    pub fn permissions(&self) -> &crate::permission::Permissions {
        &self.setup.permissions
    }

    /// Its steps.
    pub fn steps(&self) -> &[AgentStep] {
        &self.steps
    }

    /// The title of the current step.
    pub fn title(&self) -> String {
        self.steps.get(self.current).map_or_else(|| one_line(&self.setup.message), |s| s.title.clone())
    }

    /// Tokens that the next prompt has for what these calls give: what is longer is stored (S3-15).
    pub fn room(&self, calls: &[ToolCall]) -> u64 {
        prompt::room(self, calls)
    }

    pub(super) fn count(&self, status: StepStatus) -> u32 {
        u32::try_from(self.steps.iter().filter(|s| s.status == status).count()).unwrap_or(u32::MAX)
    }
}
