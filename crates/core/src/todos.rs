//! All todos in memory, with an index of title words: what the planner searches and effects read.

use crate::ids::TodoId;
use crate::todo::Todo;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

/// Something todos can be read from.
pub trait View {
    /// The todo with this number.
    fn todo(&self, id: TodoId) -> Option<&Todo>;
    /// All of them, by number.
    fn each(&self) -> Box<dyn Iterator<Item = &Todo> + '_>;
}

/// The folded words of a text: lower case, without diacritics, letters and digits only.
pub fn words(text: &str) -> Vec<String> {
    let folded: String = text
        .nfd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .collect();
    folded.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// A title folded for comparing: words joined by one space (TODOS.md rule 14).
pub fn normal_title(text: &str) -> String {
    words(text).join(" ")
}

/// Todos by number, with the words of their titles. Cloning copies; the engine keeps one and
/// changes it in place.
#[derive(Debug, Clone, Default)]
pub struct Todos {
    by_id: BTreeMap<TodoId, Arc<Todo>>,
    by_word: HashMap<String, BTreeSet<TodoId>>,
    by_uid: HashMap<String, TodoId>,
}

impl Todos {
    /// From any todos; of two with one number the last wins.
    pub fn new(todos: impl IntoIterator<Item = Todo>) -> Self {
        let mut all = Self::default();
        for todo in todos {
            all.insert(todo);
        }
        all
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// None.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Adds or replaces.
    pub fn insert(&mut self, todo: Todo) {
        self.remove(todo.id);
        for word in words(&todo.title) {
            self.by_word.entry(word).or_default().insert(todo.id);
        }
        if !todo.uid.is_empty() {
            self.by_uid.insert(todo.uid.clone(), todo.id);
        }
        self.by_id.insert(todo.id, Arc::new(todo));
    }

    /// Takes one out.
    pub fn remove(&mut self, id: TodoId) -> Option<Arc<Todo>> {
        let todo = self.by_id.remove(&id)?;
        for word in words(&todo.title) {
            if let Some(ids) = self.by_word.get_mut(&word) {
                ids.remove(&id);
                if ids.is_empty() {
                    self.by_word.remove(&word);
                }
            }
        }
        if self.by_uid.get(&todo.uid) == Some(&id) {
            self.by_uid.remove(&todo.uid);
        }
        Some(todo)
    }

    /// By number, shared.
    pub fn shared(&self, id: TodoId) -> Option<Arc<Todo>> {
        self.by_id.get(&id).cloned()
    }

    /// By uid.
    pub fn by_uid(&self, uid: &str) -> Option<&Todo> {
        self.by_uid.get(uid).and_then(|id| self.todo(*id))
    }

    /// Numbers of todos whose title has this folded word.
    pub fn with_word(&self, word: &str) -> impl Iterator<Item = TodoId> + '_ {
        self.by_word.get(word).into_iter().flatten().copied()
    }

    /// How many titles have this folded word.
    pub fn count_word(&self, word: &str) -> usize {
        self.by_word.get(word).map_or(0, BTreeSet::len)
    }

    /// Every folded word of every title, in no order: for typo search on a miss.
    pub fn all_words(&self) -> impl Iterator<Item = &str> + '_ {
        self.by_word.keys().map(String::as_str)
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Todo> + '_ {
        self.by_id.values().map(AsRef::as_ref)
    }
}

impl View for Todos {
    fn todo(&self, id: TodoId) -> Option<&Todo> {
        self.by_id.get(&id).map(AsRef::as_ref)
    }
    fn each(&self) -> Box<dyn Iterator<Item = &Todo> + '_> {
        Box::new(self.iter())
    }
}
