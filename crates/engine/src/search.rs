//! Finding todos by their words.

use crate::{Engine, Inner, Result};
use countersign_core::todo::Todo;
use countersign_planner::interpret::near::respelt;
use countersign_store::TodoSearch;
use std::sync::Arc;

impl Engine {
    /// Full-text search, best first. Where nothing has all the words, those that no title has are taken as slips
    /// of words that one has.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn search(&self, text: &str, completed: Option<bool>, limit: u32) -> Result<Vec<Arc<Todo>>> {
        self.0.search(TodoSearch { text: text.to_owned(), completed, limit }).await
    }
}

impl Inner {
    /// As [`Engine::search`].
    pub(crate) async fn search(&self, search: TodoSearch) -> Result<Vec<Arc<Todo>>> {
        let mut ids = self.store.search(&search).await?;
        if ids.is_empty()
            && let Some(text) = self.respelt(&search.text)
        {
            ids = self.store.search(&TodoSearch { text, ..search }).await?;
        }
        let world = self.world();
        Ok(ids.into_iter().filter_map(|id| world.todos.shared(id)).collect())
    }

    fn respelt(&self, text: &str) -> Option<String> {
        respelt(text, &self.world().todos)
    }
}
