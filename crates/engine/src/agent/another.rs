//! A run that goes on with another model than the one it began with: the settings changed in between, or
//! the one that read more is gone. What it is asked fits the model that answers now, and that is said.

use super::Stored;
use super::begin::fit_of;
use super::crew::StoredCrew;
use crate::Engine;
use countersign_core::model::Role;
use countersign_core::wire::RunEvent;
use countersign_llm::{ModelInfo, Models, Place};
use serde::{Deserialize, Serialize};

/// The model that a run's steps are asked of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Answering {
    model: String,
    hosted: bool,
}

impl Answering {
    pub(super) fn of(info: &ModelInfo) -> Self {
        Self { model: info.name.clone(), hosted: info.place == Place::Hosted }
    }
}

impl Engine {
    /// Fits a run that goes on to the model that answers now; what is told of it.
    pub(super) fn goes_to(&self, message: &str, stored: &mut Stored) -> Option<RunEvent> {
        let models = self.0.models_for(message);
        let named = there(&models, &mut stored.model);
        let info = named.or_else(|| models.available(Role::Execute))?;
        let before = stored.answering.replace(Answering::of(&info));
        let another = another(before, &info);
        if another.is_some() || stored.machine.fit() != fit_of(&info) {
            stored.machine.refit(fit_of(&info));
        }
        another
    }

    /// The same of a run in sub-tasks: of the model that executes, and of the larger one where something is left
    /// that is for it.
    pub(super) fn crew_goes_to(&self, message: &str, stored: &mut StoredCrew) -> Vec<RunEvent> {
        let models = self.0.models_for(message);
        let Some(own) = models.available(Role::Execute) else { return Vec::new() };
        let large = there(&models, &mut stored.large);
        let now = (Answering::of(&own), large.as_ref().map(Answering::of));
        let (small, larger) = (fit_of(&own), large.as_ref().map(fit_of));
        let before = stored.answering.replace(now.clone());
        let wanted = stored.crew.wants_larger();
        if before.as_ref().is_some_and(|before| *before != now) || !stored.crew.fits(small, larger) {
            stored.crew.refit(small, larger);
        }
        let Some((first, second)) = before else { return Vec::new() };
        let second = second.filter(|_| wanted);
        [another(Some(first), &own), another(second, large.as_ref().unwrap_or(&own))].into_iter().flatten().collect()
    }
}

/// The model of this name, which is forgotten where it is gone.
fn there(models: &Models, name: &mut Option<String>) -> Option<ModelInfo> {
    let info = name.as_deref().and_then(|name| models.named(name, Role::Execute));
    if info.is_none() {
        *name = None;
    }
    info
}

fn another(before: Option<Answering>, now: &ModelInfo) -> Option<RunEvent> {
    let before = before.filter(|before| *before != Answering::of(now))?;
    let (a, b) = (&before.model, &now.name);
    let message = match (before.hosted, now.place) {
        (false, Place::Hosted) => format!(
            "The run began with {a} and goes on with {b}, which runs elsewhere: what it is shown leaves this machine."
        ),
        _ => format!("The run began with {a} and goes on with {b}."),
    };
    Some(RunEvent::Recovery { what: "model_changed".to_owned(), message, hint: None })
}
