//! All todos in memory, with an index of title words: what the planner searches and effects read.

use crate::ids::TodoId;
use crate::operation::Target;
use crate::todo::Todo;
use jiff::civil::Date;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use unicode_normalization::UnicodeNormalization;

/// Something todos can be read from.
pub trait View {
    /// The todo with this number.
    fn todo(&self, id: TodoId) -> Option<&Todo>;
    /// The todo that an operation is about: one that is made in the same set only where that is known.
    fn target(&self, of: Target) -> Option<&Todo> {
        match of {
            Target::Todo(id) => self.todo(id),
            Target::New(_) => None,
        }
    }
    /// By the identity it has in files.
    fn by_uid(&self, uid: &str) -> Option<&Todo>;
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
///
/// What is searched by is made when it is first asked for, or by [`Todos::warm`]: showing and
/// changing todos by number does not wait for it.
#[derive(Debug, Clone, Default)]
pub struct Todos {
    by_id: BTreeMap<TodoId, Arc<Todo>>,
    index: OnceLock<Index>,
}

/// What todos are found by.
#[derive(Debug, Clone, Default)]
struct Index {
    by_word: HashMap<String, BTreeSet<TodoId>>,
    /// By a number made of the whole title, as [`normal_title`] folds it.
    by_title: HashMap<u64, Vec<TodoId>>,
    by_uid: HashMap<String, TodoId>,
    /// Those that do not repeat, by the date they are planned for.
    by_date: BTreeMap<Date, BTreeSet<TodoId>>,
    /// Those that repeat from some date on.
    series: BTreeSet<TodoId>,
    /// Those with a checklist.
    listed: BTreeSet<TodoId>,
    /// By the folded words of the lines of their checklists.
    by_line: HashMap<String, BTreeSet<TodoId>>,
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

/// A number that the same words make, and others hardly ever.
fn mark<W: AsRef<str>>(words: &[W]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for word in words {
        word.as_ref().hash(&mut hasher);
    }
    hasher.finish()
}

/// The folded words of all lines of a checklist.
fn line_words(todo: &Todo) -> impl Iterator<Item = String> + '_ {
    todo.checklist.iter().flat_map(|line| words(&line.title))
}

impl Index {
    fn insert(&mut self, todo: &Todo) {
        let words = words(&todo.title);
        self.by_title.entry(mark(&words)).or_default().push(todo.id);
        for word in words {
            if let Some(ids) = self.by_word.get_mut(&word) {
                ids.insert(todo.id);
                continue;
            }
            let mask = letters(&word);
            for shape in shapes(&word) {
                self.by_shape.entry(shape).or_default().push((word.clone(), mask));
            }
            self.by_word.insert(word, BTreeSet::from([todo.id]));
        }
        for label in &todo.labels {
            *self.labels.entry(label.to_lowercase()).or_default() += 1;
        }
        if !todo.uid.is_empty() {
            self.by_uid.insert(todo.uid.clone(), todo.id);
        }
        if !todo.checklist.is_empty() {
            self.listed.insert(todo.id);
        }
        for word in line_words(todo) {
            self.by_line.entry(word).or_default().insert(todo.id);
        }
        match todo.scheduled_for {
            Some(_) if todo.recurrence.is_repeating() => drop(self.series.insert(todo.id)),
            Some(date) => drop(self.by_date.entry(date).or_default().insert(todo.id)),
            None => {}
        }
    }

    fn remove(&mut self, todo: &Todo) {
        let words = words(&todo.title);
        let mark = mark(&words);
        if let Some(ids) = self.by_title.get_mut(&mark) {
            ids.retain(|id| *id != todo.id);
            if ids.is_empty() {
                self.by_title.remove(&mark);
            }
        }
        for word in words {
            if let Some(ids) = self.by_word.get_mut(&word) {
                ids.remove(&todo.id);
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
        if self.by_uid.get(&todo.uid) == Some(&todo.id) {
            self.by_uid.remove(&todo.uid);
        }
        self.series.remove(&todo.id);
        self.listed.remove(&todo.id);
        for word in line_words(todo) {
            if let Some(ids) = self.by_line.get_mut(&word) {
                ids.remove(&todo.id);
                if ids.is_empty() {
                    self.by_line.remove(&word);
                }
            }
        }
        if let Some(date) = todo.scheduled_for
            && let Some(ids) = self.by_date.get_mut(&date)
        {
            ids.remove(&todo.id);
            if ids.is_empty() {
                self.by_date.remove(&date);
            }
        }
    }
}

/// Alike in everything that todos are found by.
fn found_alike(a: &Todo, b: &Todo) -> bool {
    (&a.title, &a.labels, &a.uid) == (&b.title, &b.labels, &b.uid)
        && (a.scheduled_for, a.recurrence.is_repeating()) == (b.scheduled_for, b.recurrence.is_repeating())
        && a.checklist.iter().map(|line| &line.title).eq(b.checklist.iter().map(|line| &line.title))
}

impl Todos {
    /// From any todos; of two with one number the last wins.
    pub fn new(todos: impl IntoIterator<Item = Todo>) -> Self {
        let by_id = todos.into_iter().map(|todo| (todo.id, Arc::new(todo))).collect();
        Self { by_id, index: OnceLock::new() }
    }

    /// Makes what is searched by, if it is not there yet.
    pub fn warm(&self) {
        self.index();
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for todo in self.iter() {
                index.insert(todo);
            }
            index
        })
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
        let todo = Arc::new(todo);
        let was = self.by_id.insert(todo.id, todo.clone());
        if let Some(index) = self.index.get_mut() {
            match was {
                // Most changes leave alone what a todo is found by.
                Some(was) if found_alike(&was, &todo) => {}
                was => {
                    if let Some(was) = was {
                        index.remove(&was);
                    }
                    index.insert(&todo);
                }
            }
        }
    }

    /// Takes one out.
    pub fn remove(&mut self, id: TodoId) -> Option<Arc<Todo>> {
        let todo = self.by_id.remove(&id)?;
        if let Some(index) = self.index.get_mut() {
            index.remove(&todo);
        }
        Some(todo)
    }

    /// By number, shared.
    pub fn shared(&self, id: TodoId) -> Option<Arc<Todo>> {
        self.by_id.get(&id).cloned()
    }

    /// Those planned for a date from `from` to `to`, both inclusive and open when absent, by date; and
    /// every series that has a start, whenever it occurs.
    pub fn dated(&self, from: Option<Date>, to: Option<Date>) -> impl Iterator<Item = &Arc<Todo>> + '_ {
        let index = self.index();
        let (from, to) = (from.unwrap_or(Date::MIN), to.unwrap_or(Date::MAX));
        // An empty range is no range of a BTreeMap.
        let days = (from <= to).then(|| index.by_date.range(from..=to)).into_iter().flatten();
        days.flat_map(|(_, ids)| ids).chain(&index.series).filter_map(|id| self.by_id.get(id))
    }

    /// Those with a checklist, by number.
    pub fn with_checklist(&self) -> impl Iterator<Item = &Todo> + '_ {
        self.index().listed.iter().filter_map(|id| self.todo(*id))
    }

    /// Those with this folded word in a line of their checklist, by number.
    pub fn with_line_word(&self, word: &str) -> impl Iterator<Item = &Todo> + '_ {
        self.index().by_line.get(word).into_iter().flatten().filter_map(|id| self.todo(*id))
    }

    /// By uid.
    pub fn by_uid(&self, uid: &str) -> Option<&Todo> {
        self.index().by_uid.get(uid).and_then(|id| self.todo(*id))
    }

    /// Numbers of todos that have one uid between them, which no two should.
    pub fn doubles(&self) -> Vec<Vec<TodoId>> {
        // Nearly always there are none: only those that are found a second time are gathered.
        let mut first: HashMap<&str, TodoId> = HashMap::with_capacity(self.by_id.len());
        let mut more: BTreeMap<&str, Vec<TodoId>> = BTreeMap::new();
        for todo in self.by_id.values().filter(|todo| !todo.uid.is_empty()) {
            match first.entry(&todo.uid) {
                Entry::Vacant(free) => drop(free.insert(todo.id)),
                Entry::Occupied(taken) => {
                    more.entry(taken.key()).or_insert_with(|| vec![*taken.get()]).push(todo.id);
                }
            }
        }
        more.into_values().collect()
    }

    /// Numbers of todos whose title has this folded word.
    pub fn with_word(&self, word: &str) -> impl Iterator<Item = TodoId> + '_ {
        self.having_word(word).into_iter().flatten().copied()
    }

    /// The todos whose title has this folded word, if any has.
    pub fn having_word(&self, word: &str) -> Option<&BTreeSet<TodoId>> {
        self.index().by_word.get(word)
    }

    /// Whether the title of this todo has the folded word.
    pub fn has_word(&self, word: &str, id: TodoId) -> bool {
        self.having_word(word).is_some_and(|ids| ids.contains(&id))
    }

    /// Numbers of todos whose whole title is these folded words ([`words`]), in no order; none for no words.
    pub fn titled<'t, W: AsRef<str>>(&'t self, title: &'t [W]) -> impl Iterator<Item = TodoId> + 't {
        let found = (!title.is_empty()).then(|| self.index().by_title.get(&mark(title))).flatten();
        let same = move |todo: &Todo| words(&todo.title).iter().map(String::as_str).eq(title.iter().map(AsRef::as_ref));
        found.into_iter().flatten().copied().filter(move |id| self.todo(*id).is_some_and(same))
    }

    /// How many titles have this folded word.
    pub fn count_word(&self, word: &str) -> usize {
        self.having_word(word).map_or(0, BTreeSet::len)
    }

    /// Whether a todo has this label, given in lower case.
    pub fn has_label(&self, label: &str) -> bool {
        self.index().labels.contains_key(label)
    }

    /// Whether a todo has a label that begins so, given in lower case.
    pub fn has_label_like(&self, begun: &str) -> bool {
        self.index().labels.keys().any(|label| label.starts_with(begun))
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
            .filter_map(|shape| self.index().by_shape.get(&shape))
            .flatten()
            .map(|(w, mask)| (w.as_str(), *mask))
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Todo> + '_ {
        self.by_id.values().map(AsRef::as_ref)
    }
}

impl View for Todos {
    fn by_uid(&self, uid: &str) -> Option<&Todo> {
        Self::by_uid(self, uid)
    }
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
    fn what_is_found_follows_every_change_whenever_the_index_is_made() {
        let on = |id: i64, title: &str, date: Option<&str>, repeats: bool| {
            let mut todo = titled(id, title, &[]);
            todo.uid = format!("u{id}");
            todo.scheduled_for = date.map(|d| d.parse().unwrap());
            if repeats {
                todo.recurrence = crate::recurrence::Recurrence::every(crate::recurrence::Frequency::Weekly, 1);
            }
            todo
        };
        let steps: Vec<Result<Todo, i64>> = vec![
            Ok(on(1, "Milk", Some("2026-11-21"), false)),
            Ok(on(2, "Bread", None, false)),
            Ok(on(3, "Rent", Some("2026-01-01"), true)),
            Ok(on(1, "Milk", Some("2026-11-25"), false)),
            Ok(on(2, "Bread", Some("2026-11-20"), false)),
            Ok(on(3, "Rent", Some("2026-11-22"), false)),
            Ok(on(1, "Oat milk", Some("2026-11-25"), true)),
            Err(2),
            Ok(on(3, "Rent", None, false)),
        ];
        for made_after in 0..=steps.len() {
            let mut todos = Todos::default();
            for (n, step) in steps.iter().enumerate() {
                if n == made_after {
                    todos.warm();
                }
                match step {
                    Ok(todo) => todos.insert(todo.clone()),
                    Err(id) => drop(todos.remove(TodoId(*id))),
                }
                let fresh = Todos::new(todos.iter().cloned());
                // A clone is asked, so that asking does not make the index of the one under test.
                let asked = todos.clone();
                for (from, to) in [
                    (None, None),
                    (Some("2026-11-20"), Some("2026-11-22")),
                    (None, Some("2026-11-20")),
                    (Some("2026-11-25"), None),
                    (Some("2026-11-25"), Some("2026-11-20")),
                ] {
                    let of = |todos: &Todos| {
                        let day = |d: Option<&str>| d.map(|d| d.parse().unwrap());
                        todos.dated(day(from), day(to)).map(|t| t.id.0).collect::<Vec<_>>()
                    };
                    assert_eq!(of(&asked), of(&fresh), "index made before step {made_after}, after step {n}");
                    let expected: BTreeSet<i64> = todos
                        .iter()
                        .filter(|t| {
                            t.scheduled_for.is_some_and(|d| {
                                t.recurrence.is_repeating()
                                    || from.is_none_or(|f| f.parse::<Date>().unwrap() <= d)
                                        && to.is_none_or(|t| d <= t.parse::<Date>().unwrap())
                            })
                        })
                        .map(|t| t.id.0)
                        .collect();
                    assert_eq!(of(&fresh).into_iter().collect::<BTreeSet<_>>(), expected, "{from:?} {to:?}");
                }
                for word in ["milk", "oat", "bread", "rent"] {
                    let expected = todos.iter().filter(|t| words(&t.title).contains(&word.to_owned())).count();
                    assert_eq!(
                        asked.count_word(word),
                        expected,
                        "{word} after step {n}, index made before {made_after}"
                    );
                }
                assert_eq!(asked.by_uid("u2").is_some(), todos.shared(TodoId(2)).is_some());
            }
        }
    }

    #[test]
    fn lines_of_checklists_are_found_by_their_words_as_they_change() {
        let with = |id: i64, lines: &[&str]| {
            let mut todo = titled(id, "Pack", &[]);
            let line = |title: &&str| crate::todo::ChecklistItem {
                id: String::new(),
                title: (*title).to_owned(),
                checked: false,
            };
            todo.checklist = lines.iter().map(line).collect();
            todo
        };
        let mut todos = Todos::new([with(1, &["Warm socks", "Socks"]), with(2, &["Soap"])]);
        let having = |todos: &Todos, word: &str| todos.with_line_word(word).map(|t| t.id.0).collect::<Vec<_>>();
        assert_eq!(
            (having(&todos, "socks"), having(&todos, "soap"), having(&todos, "pack")),
            (vec![1], vec![2], vec![])
        );
        todos.insert(with(1, &["Socks"]));
        assert_eq!((having(&todos, "socks"), having(&todos, "warm")), (vec![1], vec![]));
        todos.insert(with(2, &["Soap", "Socks"]));
        todos.remove(TodoId(1));
        assert_eq!((having(&todos, "socks"), having(&todos, "soap")), (vec![2], vec![2]));
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
