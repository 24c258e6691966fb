//! The catalogue and its clients: what the rest of the product calls.

mod about;
mod calling;
mod heard;
mod request;

pub(crate) use about::place;
pub use about::{Capabilities, Lamp, ModelInfo, ModelStatus, Place, Probed};
pub use heard::{Delta, Shown};

use crate::catalogue::{Catalogue, Model, Provider, Size, thousandths};
use crate::embedded::Hosts;
use crate::error::LlmError;
use crate::knowledge::{Knowledge, Server};
use crate::spending::Account;
use crate::transport::Transport;
use crate::veil::Hidden;
use countersign_core::model::{Role, TaskType};
use countersign_core::problem::Problem;
use std::fmt;
use std::sync::Arc;

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
}
