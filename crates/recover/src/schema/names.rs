//! Whether a schema names what a value holds.

use super::{Id, Schema};
use crate::node::{Data, Node};

/// Deepest chain of references and alternatives without going deeper into the value.
const MAX_CHAIN: usize = 24;

impl Schema {
    /// Whether all keys of the objects around the byte `at`, or of all objects, are properties that are
    /// declared.
    pub(crate) fn names_all(&self, node: &Node, at: Option<usize>) -> bool {
        self.names_around(self.root, node, at)
    }

    /// From which member on the last object of a root may hold what is the root's: the schema declares
    /// these members there, where they are missing, and not here.
    pub(crate) fn strays(&self, root: &Node) -> Option<usize> {
        let Data::Object(members) = &root.data else { return None };
        let (name, last) = members.last()?;
        let Data::Object(inner) = &last.data else { return None };
        let part = self.property(self.root, name, root, 0)?;
        let own = |key: &str| self.property(part, key, last, 0).is_some();
        let stray = |key: &str| {
            !own(key) && self.property(self.root, key, root, 0).is_some() && !members.iter().any(|(k, _)| k == key)
        };
        let first = inner.iter().position(|(key, _)| !own(key))?;
        (first > 0 && inner.iter().skip(first).all(|(key, _)| stray(key))).then_some(first)
    }

    fn names_around(&self, id: Id, node: &Node, at: Option<usize>) -> bool {
        let around = |node: &Node| at.is_none_or(|at| (node.start as usize) <= at && at < node.end as usize);
        if !around(node) {
            return true;
        }
        match &node.data {
            Data::Object(members) => members.iter().all(|(key, value)| {
                self.property(id, key, node, 0).is_some_and(|part| self.names_around(part, value, at))
            }),
            Data::Array(items) => items.iter().enumerate().filter(|(_, item)| around(item)).all(|(index, item)| {
                self.element(id, index, node, 0).is_some_and(|part| self.names_around(part, item, at))
            }),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => true,
        }
    }

    /// The schema of a property of `node`, if there is one of that name.
    fn property(&self, id: Id, key: &str, node: &Node, chain: usize) -> Option<Id> {
        let own = self.rules[id].properties.iter().find(|p| p.name == key).map(|p| p.schema);
        own.or_else(|| self.beyond(id, node, chain, |schema, chain| self.property(schema, key, node, chain)))
    }

    /// The schema of an element of `node`, if there is one.
    fn element(&self, id: Id, index: usize, node: &Node, chain: usize) -> Option<Id> {
        let rules = &self.rules[id];
        let own = rules.prefix.get(index).copied().or(rules.items);
        own.or_else(|| self.beyond(id, node, chain, |schema, chain| self.element(schema, index, node, chain)))
    }

    /// Looks in what a schema refers to, and in those alternatives that accept the value.
    fn beyond(&self, id: Id, node: &Node, chain: usize, look: impl Fn(Id, usize) -> Option<Id>) -> Option<Id> {
        if chain > MAX_CHAIN {
            return None;
        }
        let rules = &self.rules[id];
        let always = rules.reference.iter().chain(&rules.all_of);
        let fitting = rules.any_of.iter().chain(&rules.one_of).filter(|s| self.accepts(**s, node));
        always.chain(fitting).find_map(|schema| look(*schema, chain + 1))
    }
}
