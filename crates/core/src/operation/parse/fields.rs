//! The fields of a JSON object that is an operation or a part of one: each is taken once, and what is left is unknown.

use crate::problem::Problem;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The fields of one JSON object, taken one by one; what is left at the end is unknown.
pub(super) struct Fields<'a> {
    pub(super) map: &'a Map<String, Value>,
    pub(super) taken: BTreeSet<&'static str>,
    pub(super) problems: Vec<Problem>,
    /// `true` inside `set`, where codes are `invalid_set_…`.
    pub(super) in_set: bool,
    pub(super) prefix: &'static str,
}

impl<'a> Fields<'a> {
    pub(super) fn new(map: &'a Map<String, Value>, prefix: &'static str) -> Self {
        Self { map, taken: BTreeSet::new(), problems: Vec::new(), in_set: false, prefix }
    }

    pub(super) fn take(&mut self, name: &'static str) -> Option<&'a Value> {
        self.taken.insert(name);
        self.map.get(name)
    }

    pub(super) fn bad(&mut self, code: &'static str, name: &str, value: &Value) {
        self.bad_in(self.prefix, code, name, value);
    }

    /// As [`Self::bad`], of a field within this path.
    pub(super) fn bad_in(&mut self, within: &str, code: &'static str, name: &str, value: &Value) {
        let path = format!("{within}/{name}");
        self.problems.push(Problem::new(code, format!("{name} is not valid: {}", describe(value))).at(path));
    }

    pub(super) fn push(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// A value that must be present to count, read by `f`; `None` from `f` is a defect.
    pub(super) fn read<T>(
        &mut self,
        name: &'static str,
        code: &'static str,
        f: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.take(name)?;
        let got = f(value);
        if got.is_none() {
            self.bad(code, name, value);
        }
        got
    }

    /// As [`Self::read`], where null (and `""`) means: cleared.
    pub(super) fn nullable<T>(
        &mut self,
        name: &'static str,
        code: &'static str,
        f: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<Option<T>> {
        let value = self.take(name)?;
        if value.is_null() || value.as_str() == Some("") {
            return Some(None);
        }
        let got = f(value);
        if got.is_none() {
            self.bad(code, name, value);
            return None;
        }
        Some(got)
    }

    pub(super) fn code(&self, plain: &'static str, set: &'static str) -> &'static str {
        if self.in_set { set } else { plain }
    }

    pub(super) fn finish(mut self) -> Vec<Problem> {
        for name in self.map.keys() {
            if !self.taken.contains(name.as_str()) {
                let path = format!("{}/{}", self.prefix, pointer(name));
                self.problems
                    .push(Problem::new("unknown_field", format!("\"{}\" is not a field here", cut(name, 60))).at(path));
            }
        }
        self.problems
    }
}

pub(super) fn describe(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((i, _)) => format!("{}…", text.get(..i).unwrap_or_default()),
        None => text,
    }
}

/// A name as a part of a JSON pointer (RFC 6901), not longer than is of use.
fn pointer(name: &str) -> String {
    cut(name, 60).replace('~', "~0").replace('/', "~1")
}

pub(super) fn cut(text: &str, chars: usize) -> String {
    text.chars().take(chars).collect()
}

pub(super) fn required<T>(
    f: &mut Fields<'_>,
    name: &'static str,
    code: &'static str,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Option<T> {
    if f.map.get(name).is_none() {
        f.taken.insert(name);
        f.push(Problem::new(code, format!("{name} is missing")).at(format!("/{name}")));
        return None;
    }
    f.read(name, code, read)
}
