//! What is wrong with a value: every node that is, and the first of them in words. A text of a
//! megabyte may be wrong in hundreds of thousands of places, and nobody reads that many.

use super::Violation;
use crate::node::{Data, Marks, Node};

/// How many places are told.
const TOLD: usize = 1 << 12;

/// The violations of a value.
#[derive(Debug, Clone)]
pub(crate) struct Wrong {
    /// The first ones.
    pub(crate) told: Vec<Violation>,
    /// How many are told at most.
    room: usize,
    /// Each, by the node that is wrong.
    nodes: Vec<usize>,
}

impl Default for Wrong {
    fn default() -> Self {
        Self { told: Vec::new(), room: TOLD, nodes: Vec::new() }
    }
}

impl Wrong {
    /// An empty one for a part of the value: it tells what these leave room for.
    pub(super) fn rest(&self) -> Self {
        Self { room: self.room.saturating_sub(self.told.len()), ..Self::default() }
    }

    /// Whether no more are told.
    pub(super) fn is_full(&self) -> bool {
        self.told.len() >= self.room
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many there are, told or not.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// One more; words are only made for those that are told.
    pub(super) fn add(&mut self, node: &Node, path: impl FnOnce() -> String, message: impl FnOnce() -> String) {
        self.nodes.push(address(node));
        if !self.is_full() {
            self.told.push(Violation { path: path(), message: message() });
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        self.nodes.extend(other.nodes);
        let room = self.room.saturating_sub(self.told.len());
        self.told.extend(other.told.into_iter().take(room));
    }

    /// Each node that is wrong, once and in order.
    pub(super) fn nodes(&self) -> Nodes {
        let mut nodes = self.nodes.clone();
        nodes.sort_unstable();
        nodes.dedup();
        Nodes(nodes)
    }
}

/// Which node it is: it stays where it is while a value is judged.
fn address(node: &Node) -> usize {
    std::ptr::from_ref(node).addr()
}

/// A set of nodes.
pub(super) struct Nodes(Vec<usize>);

impl Nodes {
    pub(super) fn has(&self, node: &Node) -> bool {
        self.0.binary_search(&address(node)).is_ok()
    }

    /// Marks them.
    pub(super) fn mark(&self, node: &mut Node) {
        if self.0.is_empty() {
            return;
        }
        if self.has(node) {
            node.marks.add(Marks::VIOLATES);
        }
        self.mark_below(node);
    }

    /// The parts of one container lie side by side: they are searched for once, and followed from there.
    fn mark_below(&self, node: &mut Node) {
        match &mut node.data {
            Data::Array(items) => {
                let mut ahead = self.from(items.first());
                for item in items {
                    self.mark_next(&mut ahead, item);
                }
            }
            Data::Object(members) => {
                let mut ahead = self.from(members.first().map(|(_, value)| value));
                for (_, value) in members {
                    self.mark_next(&mut ahead, value);
                }
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }

    fn from(&self, first: Option<&Node>) -> &[usize] {
        let first = first.map_or(usize::MAX, address);
        self.0.get(self.0.partition_point(|known| *known < first)..).unwrap_or_default()
    }

    fn mark_next(&self, ahead: &mut &[usize], node: &mut Node) {
        let here = address(node);
        while let [known, rest @ ..] = *ahead
            && *known < here
        {
            *ahead = rest;
        }
        if ahead.first() == Some(&here) {
            node.marks.add(Marks::VIOLATES);
        }
        self.mark_below(node);
    }
}
