//! What probing found out about models, kept between starts (S0-74). It is no part of the ledger: it
//! can be found out again, and another version of the model makes it void.

use crate::{Engine, Result};
use countersign_llm::{Capabilities, LlmError, Probed};

fn key(provider: &str, model: &str) -> String {
    format!("probed/{provider}/{model}")
}

impl Engine {
    /// What a model of the catalogue can do; asked once per version of it. Where the engine
    /// only looks, the answer is not kept.
    ///
    /// # Errors
    /// When the store fails. That the model cannot be asked is the inner error.
    pub async fn probe_model(&self, name: &str) -> Result<std::result::Result<Capabilities, LlmError>> {
        let models = self.models();
        let before = models.probed(name);
        let found = models.probe(name).await;
        if let (Ok(_), Some(probed), Ok(model)) = (&found, models.probed(name), models.catalogue().model(name))
            && self.0.setup.look.is_none()
            && before.as_ref() != Some(&probed)
        {
            let mut tx = self.0.store.begin().await?;
            let text = serde_json::to_string(&probed).unwrap_or_default();
            tx.put_meta(&key(&model.provider, name), &text).await?;
            tx.commit().await?;
        }
        Ok(found)
    }

    /// Hands the models what earlier starts found out. What cannot be read is found out again.
    pub(crate) async fn recall_models(&self) -> Result<()> {
        let models = self.models();
        for model in models.catalogue().models.values() {
            let stored = self.0.store.meta(&key(&model.provider, &model.name)).await?;
            let probed = stored.and_then(|text| serde_json::from_str::<Probed>(&text).ok());
            if let Some(probed) = probed.filter(|_| models.probed(&model.name).is_none()) {
                models.recall(&model.name, probed);
            }
        }
        Ok(())
    }
}
