//! What is made under an idempotency key is made once, ever (R5): the key is remembered with its id in the transaction
//! that makes it, and who asks again is told of it as it stands.

use crate::review::Key;
use crate::write::Write;
use crate::{Engine, Inner, Result};
use countersign_store::Remembered;
use std::fmt::Display;

impl Engine {
    /// Makes what is asked for, or answers with what was made under the key already, by its id.
    pub(crate) async fn once<T, A, M>(
        &self,
        key: Option<Key>,
        again: impl FnOnce(Self, String) -> A + Send + 'static,
        make: impl FnOnce(Self, Option<Key>) -> M + Send + 'static,
    ) -> Result<T>
    where
        T: Send + 'static,
        A: Future<Output = Result<T>> + Send,
        M: Future<Output = Result<T>> + Send,
    {
        let engine = self.clone();
        self.detached(async move {
            let inner = engine.0.clone();
            // Who asks again while it is under way is answered when it is made.
            let _same = match &key {
                Some(key) => Some(inner.keys.turn(key).await?),
                None => None,
            };
            match inner.remembered(key.as_ref()).await? {
                Some(id) => again(engine, id).await,
                None => make(engine, key).await,
            }
        })
        .await
    }
}

impl Write<'_> {
    /// Remembers under a key what this write makes, by its id.
    pub(crate) async fn makes(&mut self, key: Option<Key>, id: &impl Display) -> Result<()> {
        let Some(Key { key, request }) = key else { return Ok(()) };
        // Another may have used it meanwhile, for something that is no such request.
        self.inner().remembered(Some(&Key { key: key.clone(), request: request.clone() })).await?;
        let (response, at) = (id.to_string(), self.moment.now);
        Ok(self.tx.remember(&key, &Remembered { request, status: 200, response, at }).await?)
    }
}

impl Inner {
    /// What was answered under a key.
    ///
    /// # Errors
    /// When something else was asked under it.
    pub(crate) async fn remembered(&self, key: Option<&Key>) -> Result<Option<String>> {
        let Some(key) = key else { return Ok(None) };
        let Some(stored) = self.store.remembered(&key.key).await? else { return Ok(None) };
        if stored.request != key.request {
            return Err(crate::EngineError::IdempotencyMismatch);
        }
        Ok(Some(stored.response))
    }
}
