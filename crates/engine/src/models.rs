//! The models of an engine: which answer what, and getting, choosing and removing them.

use crate::{Engine, EngineError, Inner, Result, shelf};
use countersign_core::model::TaskType;

impl Engine {
    /// Has a model in this process read what every proposal begins with; returns at once.
    pub fn prepare_model(&self) {
        let (models, role) = (self.models(), countersign_core::model::Role::Propose);
        if models.available(role).is_some_and(|info| info.size == countersign_llm::catalogue::Size::Small) {
            models.prepare(role, countersign_assistant::standing());
        }
    }

    /// The models.
    pub fn models(&self) -> countersign_llm::Models {
        self.0.models()
    }

    /// The model store.
    ///
    /// # Errors
    /// When this engine has none.
    pub fn shelf(&self) -> Result<&shelf::Shelf> {
        self.0.setup.shelf.as_ref().ok_or_else(|| EngineError::NotFound("model store here".to_owned()))
    }

    /// Makes a model the default, for the next message on; gives its name in `models.json`.
    ///
    /// # Errors
    /// When the file cannot be read or would name what is not there; nothing is changed then.
    pub async fn choose_model(&self, name: &str) -> Result<String> {
        let chosen = self.shelf()?.choose(name).map_err(EngineError::Bad)?;
        self.read_models().await?;
        Ok(chosen)
    }

    /// Gets a model. Where none answers messages yet, it does from then on.
    ///
    /// # Errors
    /// As [`shelf::Shelf::pull`].
    pub async fn pull_model(&self, order: &shelf::Order) -> Result<shelf::Begun> {
        let engine = self.clone();
        let then = Box::pin(async move {
            if engine.models().available(countersign_core::model::Role::Propose).is_none() {
                // What is wrong with the settings was said when they were read, and is again at a start.
                let _ = engine.read_models().await;
            }
        });
        Ok(self.shelf()?.pull(order, then).await)
    }

    /// Removes an installed model; where it answered, what is there then does.
    ///
    /// # Errors
    /// When it is the one chosen, is not there, or cannot be removed.
    pub async fn remove_model(&self, name: &str) -> Result<shelf::Installed> {
        let gone = self.shelf()?.remove(name).map_err(EngineError::Bad)?;
        // What is wrong with the settings was said when they were read, and is again at a start.
        let _ = self.read_models().await;
        Ok(gone)
    }

    /// Reads the configured models again.
    async fn read_models(&self) -> Result<()> {
        if let Some(shelf::Reload(read)) = &self.0.setup.reload {
            let models = read().await.map_err(EngineError::Bad)?;
            models.keep_secrets_of(&self.models());
            *self.0.models.write() = models;
            self.recall_models().await?;
            self.announce("settings").await?;
        }
        Ok(())
    }
}

impl Inner {
    pub(crate) fn models(&self) -> countersign_llm::Models {
        self.models.read().clone()
    }

    /// The models, as the kind of work of a message chooses among them (S4-25): with a folder open, what
    /// says nothing else is coding.
    pub(crate) fn models_for(&self, message: &str) -> countersign_llm::Models {
        let folder = (!self.workspaces().is_empty()).then_some(TaskType::Coding);
        self.models().for_task(countersign_assistant::work::task_type(message).or(folder))
    }
}
