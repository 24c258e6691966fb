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
    /// Words without digits by their length and by one of their first two letters, each with the set
    /// of its letters: what a misspelt word may mean.
    by_shape: HashMap<Shape, Vec<(String, u32)>>,
    /// Labels in lower case, with the number of todos that have them.
    labels: HashMap<String, usize>,
}

/// Length in characters, which of the first two letters, and that letter.
type Shape = (usize, usize, char);

fn shapes(word: &str) -> impl Iterator<Item = Shape> + '_ {
    let chars = word.chars().count();
    let spelled = chars >= 3 && !word.chars().any(|c| c.is_ascii_digit());
    word.chars().take(if spelled { 2 } else { 0 }).enumerate().map(move |(place, c)| (chars, place, c))
}

/// The ASCII letters of a word as bits: two words that differ in many cannot be near each other.
pub fn letters(word: &str) -> u32 {
    word.bytes().filter(u8::is_ascii_lowercase).fold(0, |m, c| m | 1 << (c - b'a'))
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
            if !self.by_word.contains_key(&word) {
                let mask = letters(&word);
                for shape in shapes(&word) {
                    self.by_shape.entry(shape).or_default().push((word.clone(), mask));
                }
            }
            self.by_word.entry(word).or_default().insert(todo.id);
        }
        for label in &todo.labels {
            *self.labels.entry(label.to_lowercase()).or_default() += 1;
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
                    for shape in shapes(&word) {
                        if let Some(all) = self.by_shape.get_mut(&shape)
                            && let Some(at) = all.iter().position(|(w, _)| *w == word)
                        {
                            all.swap_remove(at);
                        }
                    }
                }
            }
        }
        for label in &todo.labels {
            let label = label.to_lowercase();
            if let Some(n) = self.labels.get_mut(&label) {
                *n -= 1;
                if *n == 0 {
                    self.labels.remove(&label);
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

    /// Whether the title of this todo has the folded word.
    pub fn has_word(&self, word: &str, id: TodoId) -> bool {
        self.by_word.get(word).is_some_and(|ids| ids.contains(&id))
    }

    /// How many titles have this folded word.
    pub fn count_word(&self, word: &str) -> usize {
        self.by_word.get(word).map_or(0, BTreeSet::len)
    }

    /// Whether a todo has this label, given in lower case.
    pub fn has_label(&self, label: &str) -> bool {
        self.labels.contains_key(label)
    }

    /// Title words that may be this one misspelt, each with its [`letters`]: of nearly its length, and
    /// alike in the first or second letter (kept, dropped, doubled, swapped or mistaken). In no order
    /// and possibly twice.
    pub fn words_like(&self, word: &str, slack: usize) -> impl Iterator<Item = (&str, u32)> + '_ {
        let chars = word.chars().count();
        let said: Vec<(usize, char)> = word.chars().take(2).enumerate().collect();
        let lengths = chars.saturating_sub(slack)..=chars + slack;
        lengths
            .flat_map(move |len| said.clone().into_iter().map(move |(at, c)| (len, at, c)))
            .flat_map(|(len, _, c)| [(len, 0, c), (len, 1, c)])
            .filter_map(|shape| self.by_shape.get(&shape))
            .flatten()
            .map(|(w, mask)| (w.as_str(), *mask))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(id: i64, title: &str, labels: &[&str]) -> Todo {
        let mut todo = Todo::new(TodoId(id), String::new(), title.to_owned(), jiff::Timestamp::UNIX_EPOCH);
        todo.labels = labels.iter().map(|l| (*l).to_owned()).collect();
        todo
    }

    #[test]
    fn a_misspelt_first_letter_still_finds_its_word() {
        let mut todos = Todos::new([titled(1, "Dentist", &["Health"]), titled(2, "Denture 2x4", &["health"])]);
        let like = |todos: &Todos, word: &str| {
            todos
                .words_like(word, 1)
                .map(|(w, _)| w.to_owned())
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect::<Vec<_>>()
        };
        for slip in ["dentsit", "fentist", "entist", "edntist", "ddentist"] {
            assert!(like(&todos, slip).contains(&"dentist".to_owned()), "{slip}");
        }
        assert_eq!(like(&todos, "xyntist"), Vec::<String>::new());
        assert!(todos.has_label("health"));
        todos.remove(TodoId(1));
        assert_eq!(like(&todos, "dentist"), ["denture"]);
        assert!(todos.has_label("health"));
        todos.remove(TodoId(2));
        assert!(!todos.has_label("health"));
        assert_eq!(like(&todos, "dentist"), Vec::<String>::new());
    }
}
