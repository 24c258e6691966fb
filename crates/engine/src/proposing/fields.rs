//! The fields of a proposed operation, each known or named as unknown.

use super::Read;
use countersign_core::label::quoted;
use countersign_core::problem::Problem;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The fields of an operation, taken one by one; what is left is unknown (R2).
pub(crate) struct Fields<'a> {
    map: &'a Map<String, Value>,
    taken: BTreeSet<String>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(map: &'a Map<String, Value>) -> Self {
        Self { map, taken: ["op", "action"].map(str::to_owned).into() }
    }

    pub(super) fn take(&mut self, name: &str) -> Option<&'a Value> {
        self.taken.insert(name.to_owned());
        self.map.get(name).filter(|v| !v.is_null())
    }

    pub(super) fn text(&mut self, name: &str) -> Option<&'a str> {
        self.take(name).and_then(Value::as_str)
    }

    /// Nothing more is looked at, since something else is wrong.
    pub(super) fn all(&mut self) {
        self.taken.extend(self.map.keys().cloned());
    }

    /// What is refused for this alone: nothing more is looked at.
    pub(super) fn refused(&mut self, problem: Problem) -> Read {
        self.all();
        Err(vec![problem])
    }

    pub(super) fn unknown(&self) -> Vec<Problem> {
        self.map
            .keys()
            .filter(|name| !self.taken.contains(*name))
            .map(|name| {
                Problem::new("unknown_field", format!("{} is not a field here", quoted(name))).at(format!("/{name}"))
            })
            .collect()
    }
}
