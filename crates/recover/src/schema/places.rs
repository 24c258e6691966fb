//! The places that violate a schema, marked in one walk however many there are.

use crate::gate::push_token;
use crate::node::{Data, Marks, Node};
use std::collections::HashMap;

/// Places in a value, as a tree of the tokens that lead there: all are found in one walk.
#[derive(Default)]
pub(super) struct Places<'p> {
    here: bool,
    below: HashMap<&'p str, Places<'p>>,
}

impl<'p> Places<'p> {
    pub(super) fn add(&mut self, pointer: &'p str) {
        let mut at = self;
        for token in pointer.split('/').skip(1) {
            at = at.below.entry(token).or_default();
        }
        at.here = true;
    }

    /// Marks what stands at the places; of members with one key the last.
    pub(super) fn mark(mut self, node: &mut Node) {
        if self.here {
            node.marks.add(Marks::VIOLATES);
        }
        if self.below.is_empty() {
            return;
        }
        let mut token = String::new();
        let mut step = |name: &str, node: &mut Node| {
            token.clear();
            push_token(&mut token, name);
            if let Some(places) = token.get(1..).and_then(|token| self.below.remove(token)) {
                places.mark(node);
            }
        };
        match &mut node.data {
            Data::Array(items) => {
                items.iter_mut().enumerate().for_each(|(index, item)| step(&index.to_string(), item));
            }
            Data::Object(members) => members.iter_mut().rev().for_each(|(key, value)| step(key, value)),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }
}
