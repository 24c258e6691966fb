//! Gathering what a file holds: one place for identity, limits and problems.

use crate::fit::fit;
use crate::format::Format;
use crate::identity;
use crate::{Env, Incoming, Parsed};
use countersign_core::ids::TodoId;
use countersign_core::problem::Problem;
use countersign_core::todo::Todo;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The longest identity taken from a file; longer ones are hashed.
const MAX_UID: usize = 255;

/// A file being read.
pub(crate) struct Reading {
    format: Format,
    todos: Vec<Incoming>,
    problems: Vec<(u32, Problem)>,
    /// Todos that were added to after they were taken.
    touched: BTreeSet<usize>,
    uids: HashSet<String>,
    keys: HashMap<String, u32>,
}

impl Reading {
    pub(crate) fn new(format: Format) -> Self {
        Self {
            format,
            todos: Vec::new(),
            problems: Vec::new(),
            touched: BTreeSet::new(),
            uids: HashSet::new(),
            keys: HashMap::new(),
        }
    }

    /// A todo to fill.
    pub(crate) fn blank(env: &Env<'_>) -> Todo {
        Todo::new(TodoId(0), String::new(), String::new(), env.now)
    }

    /// Something on this line could not be read.
    pub(crate) fn problem(&mut self, line: u32, problem: Problem) {
        self.problems.push((line, problem.at(format!("/line/{line}"))));
    }

    /// A problem that has its place already.
    pub(crate) fn placed(&mut self, problem: Problem) {
        self.problems.push((0, problem));
    }

    /// Takes a todo after bringing it within the limits; gives its place in the list.
    /// `key` is what makes it the same todo next time when the file has no `uid`.
    pub(crate) fn push(&mut self, uid: Option<String>, key: &str, mut todo: Todo, line: u32) -> Option<usize> {
        let uid = uid.filter(|u| !u.is_empty() && !u.contains('\0'));
        let derived = uid.is_none();
        let uid = match uid {
            Some(uid) if uid.len() > MAX_UID => identity::uuid(self.format, &uid, 0),
            Some(uid) => uid,
            None => self.derive(key),
        };
        if self.uids.contains(&uid) {
            self.problem(line, duplicate(&uid));
            return None;
        }
        todo.uid.clone_from(&uid);
        let fitting = fit(&mut todo, self.format);
        let fits = fitting.is_ok();
        for problem in fitting.unwrap_or_else(|refused| vec![refused]) {
            self.problem(line, problem);
        }
        if !fits {
            return None;
        }
        self.uids.insert(uid.clone());
        self.todos.push(Incoming {
            uid,
            derived,
            todo,
            id_hint: None,
            fields: self.format.fields().to_vec(),
            source_line: Some(line),
        });
        Some(self.todos.len() - 1)
    }

    /// Takes a todo as it is (native JSON), unless its uid is there already.
    pub(crate) fn push_whole(&mut self, mut incoming: Incoming, path: String) {
        if incoming.uid.is_empty() {
            incoming.uid = self.derive(&incoming.todo.title);
            incoming.derived = true;
        }
        if !self.uids.insert(incoming.uid.clone()) {
            self.placed(duplicate(&incoming.uid).at(path));
            return;
        }
        incoming.todo.uid.clone_from(&incoming.uid);
        self.todos.push(incoming);
    }

    fn derive(&mut self, key: &str) -> String {
        let nth = self.keys.entry(key.to_owned()).or_insert(0);
        let uid = identity::uuid(self.format, key, *nth);
        *nth += 1;
        uid
    }

    /// A todo already taken.
    pub(crate) fn incoming(&mut self, index: usize) -> Option<&mut Incoming> {
        self.touched.insert(index);
        self.todos.get_mut(index)
    }

    /// What the file holds, the problems in its order.
    pub(crate) fn finish(mut self) -> Parsed {
        for at in std::mem::take(&mut self.touched) {
            let Some(incoming) = self.todos.get_mut(at) else {
                continue;
            };
            let line = incoming.source_line.unwrap_or(0);
            for problem in fit(&mut incoming.todo, self.format).unwrap_or_default() {
                self.problem(line, problem);
            }
        }
        self.problems.sort_by_key(|(line, _)| *line);
        let problems = self.problems.into_iter().map(|(_, problem)| problem).collect();
        Parsed { format: self.format, todos: self.todos, problems }
    }
}

fn duplicate(uid: &str) -> Problem {
    let uid: String = uid.chars().take(80).collect();
    Problem::new("duplicate_uid", format!("the identity \"{uid}\" is in the file twice; the first one counts"))
        .hinting("Give every todo of the file an identity of its own, or remove one of the two.")
}

/// A date, a time or a word of a file that could not be read.
pub(crate) fn unreadable(code: &'static str, what: &str, value: &str) -> Problem {
    let value: String = value.chars().take(80).collect();
    Problem::new(code, format!("{what} \"{value}\" could not be read"))
}

/// A JSON object that says one thing twice.
pub(crate) fn said_twice() -> Problem {
    Problem::new("duplicate_key", "a key stands twice in this object; it was left out, since either may be meant")
        .hinting("Remove one of the two and import the file again.")
}

/// A rule that cannot be followed and is kept as it is written.
pub(crate) fn rule_kept(said: &str) -> Problem {
    let said: String = said.chars().take(80).collect();
    Problem::new(
        "recurrence_kept",
        format!("the repetition \"{said}\" cannot be followed here; the todo was read as a single one"),
    )
    .hinting("The rule is kept and written back on export. Set a repetition by hand if you need one here.")
}
