//! Finding todos by their words and labels.

use crate::{Engine, Inner, Result};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, words};
use countersign_planner::interpret::near::respelt;
use countersign_store::TodoSearch;
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many of the best are looked through for what was meant word for word.
const BEST: u32 = 100;

impl Engine {
    /// Full-text search, best first, then those that have the labels which words of the text name. `#work` is a
    /// label and nothing else, `#5` the todo of that number before all. Where nothing has all the words, those that no
    /// title has are taken as slips of words that one has.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn search(&self, text: &str, completed: Option<bool>, limit: u32) -> Result<Vec<Arc<Todo>>> {
        self.0.search(TodoSearch { text: text.to_owned(), completed, limit }).await
    }

    /// The same for somebody who is shown no secrets: by no part of one is anything found.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn search_shown(&self, text: &str, completed: Option<bool>, limit: u32) -> Result<Vec<Arc<Todo>>> {
        self.0.search_shown(TodoSearch { text: text.to_owned(), completed, limit }).await
    }
}

impl Inner {
    /// As [`Engine::search`].
    pub(crate) async fn search(&self, search: TodoSearch) -> Result<Vec<Arc<Todo>>> {
        let labels = Labels::of(&search.text, &self.world().todos);
        let found = self.worded(&labels, &search).await?;
        match self.respelt(&search.text) {
            Some(text) if found.is_empty() && !labels.told => self.found(&TodoSearch { text, ..search }).await,
            _ => Ok(self.numbered(&search, found)),
        }
    }

    /// With the todo before them whose number is what is looked for.
    fn numbered(&self, search: &TodoSearch, mut found: Vec<Arc<Todo>>) -> Vec<Arc<Todo>> {
        let id = search.text.trim().strip_prefix('#').and_then(|id| id.parse().ok()).map(TodoId);
        let todo = id.and_then(|id| self.world().todos.shared(id));
        if let Some(todo) = todo.filter(|todo| search.completed.is_none_or(|done| todo.completed() == done)) {
            found.retain(|other| other.id != todo.id);
            found.insert(0, todo);
            found.truncate(search.limit as usize);
        }
        found
    }

    /// As [`Engine::search_shown`].
    pub(crate) async fn search_shown(&self, search: TodoSearch) -> Result<Vec<Arc<Todo>>> {
        let labels = Labels::of(&search.text, &self.world().todos);
        let all = TodoSearch { limit: u32::MAX, ..search };
        let shown = |found: Vec<Arc<Todo>>, text: &str| {
            let said = words(text);
            found.into_iter().filter(|todo| are_shown(&said, todo)).take(search.limit as usize).collect::<Vec<_>>()
        };
        let found = shown(self.worded(&labels, &all).await?, &all.text);
        match self.respelt(&all.text) {
            Some(text) if found.is_empty() && !labels.told => {
                Ok(shown(self.found(&TodoSearch { text: text.clone(), ..all }).await?, &text))
            }
            _ => Ok(self.numbered(&TodoSearch { limit: search.limit, ..all }, found)),
        }
    }

    /// Those with all the words, then those with the labels that words name.
    async fn worded(&self, labels: &Labels, search: &TodoSearch) -> Result<Vec<Arc<Todo>>> {
        let mut found = if labels.told { Vec::new() } else { self.found(search).await? };
        let most = search.limit as usize;
        if !labels.is_empty() && found.len() < most {
            let labelled = self.labelled(labels, search).await?;
            let known: BTreeSet<TodoId> = found.iter().map(|todo| todo.id).collect();
            found.extend(labelled.into_iter().filter(|todo| !known.contains(&todo.id)));
            found.truncate(most);
        }
        Ok(found)
    }

    /// Those with all the words, best first. Among the best, those come first whose title is just that, then those
    /// that have its last word whole: as far as it is written, it is the beginning of many others.
    async fn found(&self, search: &TodoSearch) -> Result<Vec<Arc<Todo>>> {
        let best = TodoSearch { limit: search.limit.max(BEST), ..search.clone() };
        let ids = self.store.search(&best).await?;
        let said = words(&search.text);
        let world = self.world();
        let mut found: Vec<Arc<Todo>> = ids.into_iter().filter_map(|id| world.todos.shared(id)).collect();
        found.sort_by_cached_key(|todo| {
            let title = words(&todo.title);
            (title != said, !said.last().is_some_and(|last| title.contains(last)))
        });
        found.truncate(search.limit as usize);
        Ok(found)
    }

    /// Those with all the labels and all the other words.
    async fn labelled(&self, labels: &Labels, search: &TodoSearch) -> Result<Vec<Arc<Todo>>> {
        let fits = |todo: &Todo| search.completed.is_none_or(|done| todo.completed() == done) && labels.are_on(todo);
        if labels.rest.is_empty() {
            let world = self.world();
            let all = world.todos.iter().rev().filter(|todo| fits(todo)).take(search.limit as usize);
            return Ok(all.filter_map(|todo| world.todos.shared(todo.id)).collect());
        }
        let others = TodoSearch { text: labels.rest.clone(), limit: u32::MAX, ..search.clone() };
        Ok(self.found(&others).await?.into_iter().filter(|todo| fits(todo)).collect())
    }

    fn respelt(&self, text: &str) -> Option<String> {
        respelt(text, &self.world().todos)
    }
}

/// Whether all these words, of which the last may only be begun, stand in what of a todo is no secret.
fn are_shown(said: &[String], todo: &Todo) -> bool {
    let texts: Vec<&str> = [&todo.title, &todo.notes].into_iter().chain(&todo.labels).map(AsRef::as_ref).collect();
    let shown: BTreeSet<String> = countersign_redact::open(&texts).iter().flat_map(|text| words(text)).collect();
    let Some((last, whole)) = said.split_last() else { return true };
    whole.iter().all(|word| shown.contains(word)) && shown.iter().any(|word| word.starts_with(last.as_str()))
}

/// What of a search text names labels.
#[derive(Debug, Default)]
struct Labels {
    /// In lower case.
    names: Vec<String>,
    /// The last word, in lower case: it may still be written.
    begun: Option<String>,
    /// One is written as a label, with `#` or `label:` before it.
    told: bool,
    /// The words that name none.
    rest: String,
}

impl Labels {
    fn of(text: &str, todos: &Todos) -> Self {
        let lower = text.trim().to_lowercase();
        let mut labels = Self::default();
        if todos.has_label(&lower) {
            labels.begun = Some(lower);
            return labels;
        }
        let mut words = lower.split_whitespace().peekable();
        let mut rest = Vec::new();
        while let Some(word) = words.next() {
            let told = word.strip_prefix('#').or_else(|| word.strip_prefix("label:")).filter(|name| !name.is_empty());
            labels.told |= told.is_some();
            let name = told.unwrap_or(word);
            match words.peek() {
                None if told.is_some() || (name.chars().nth(1).is_some() && todos.has_label_like(name)) => {
                    labels.begun = Some(name.to_owned());
                }
                Some(_) if told.is_some() || todos.has_label(name) => labels.names.push(name.to_owned()),
                _ => rest.push(word),
            }
        }
        labels.rest = rest.join(" ");
        labels
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.begun.is_none()
    }

    fn are_on(&self, todo: &Todo) -> bool {
        let on = |fits: &dyn Fn(&str) -> bool| todo.labels.iter().any(|label| fits(&label.to_lowercase()));
        self.names.iter().all(|name| on(&|label| label == name))
            && self.begun.as_ref().is_none_or(|begun| on(&|label| label.starts_with(begun)))
    }
}
