//! What is left after parts were dropped: it satisfies the schema as the whole would have had to, or what holds it
//! goes too; and a list that keeps an operation from something is whole, or the operation is none.

use super::{Dropped, Reason, TOLD, push_token};
use crate::node::{Data, Marks, Node};
use crate::schema::Schema;

/// Names of members that take something out of what is done: less in them is more that is done.
const EXCLUDES: [&str; 17] = [
    "except",
    "exception",
    "exceptions",
    "exclude",
    "excludes",
    "excluded",
    "excluding",
    "exclusion",
    "exclusions",
    "without",
    "unless",
    "omit",
    "keep",
    "preserve",
    "protect",
    "protected",
    "spare",
];

/// Names of members that say what something is done to: of conditions each counts.
const CONDITIONS: [&str; 8] = ["where", "filter", "filters", "condition", "conditions", "criteria", "only", "not"];

/// Rounds in which what lost a part may take what holds it along.
const ROUNDS: usize = 8;

/// The words of a name, in whichever style it is written.
fn words(key: &str) -> Vec<String> {
    let begins = |(at, c): (usize, char)| (c.is_uppercase() || !c.is_alphanumeric()).then_some(at);
    let mut bounds: Vec<usize> = std::iter::once(0).chain(key.char_indices().filter_map(begins)).collect();
    bounds.push(key.len());
    bounds.dedup();
    let pieces = bounds.windows(2).filter_map(|pair| key.get(pair[0]..pair[1]));
    pieces.map(|piece| piece.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()).collect()
}

fn has_word(key: &str, names: &[&str]) -> bool {
    // Most are one word.
    let one = key.bytes().all(|b| b.is_ascii_lowercase());
    names.iter().any(|name| name.eq_ignore_ascii_case(key))
        || !one && words(key).iter().any(|word| names.contains(&word.as_str()))
}

/// Whether a member of this name takes something out of what is done.
pub(crate) fn excludes(key: &str) -> bool {
    has_word(key, &EXCLUDES)
}

/// Whether more is done where an element of this member is missing.
pub(crate) fn narrows(key: &str) -> bool {
    excludes(key) || has_word(key, &CONDITIONS)
}

/// What is told of what goes.
pub(super) struct Left<'t> {
    pub(super) dropped: &'t mut Vec<Dropped>,
    pub(super) count: &'t mut usize,
    path: String,
    changed: bool,
}

impl<'t> Left<'t> {
    pub(super) fn new(dropped: &'t mut Vec<Dropped>, count: &'t mut usize) -> Self {
        Self { dropped, count, path: String::new(), changed: false }
    }

    /// Drops whatever no longer satisfies the schema for what was dropped from it. An object at the root keeps the
    /// members it has: that it lacks one is told by what was dropped.
    pub(super) fn settle(mut self, schema: &Schema, root: &mut Node) {
        for _ in 0..ROUNDS {
            if root.marks.has(Marks::OUT) {
                return;
            }
            let mut left = root.without(Marks::OUT, Marks::VIOLATES);
            if schema.violations(&mut left).is_empty() {
                return;
            }
            if matches!(root.data, Data::Object(_)) {
                left.marks.remove(Marks::VIOLATES);
            }
            self.changed = false;
            if self.goes(root, &left, true) {
                self.drop(root);
            }
            if !self.changed {
                return;
            }
        }
    }

    fn drop(&mut self, node: &mut Node) {
        node.marks.add(Marks::OUT);
        self.changed = true;
        *self.count += 1;
        if self.dropped.len() < TOLD {
            self.dropped.push(Dropped { path: self.path.clone(), reason: Reason::Violation });
        }
    }

    /// Whether a node cannot stay, of which this is left. `spine`: nothing but objects is around it.
    fn goes(&mut self, node: &mut Node, left: &Node, spine: bool) -> bool {
        if left.marks.has(Marks::VIOLATES) {
            return true;
        }
        let before = self.path.len();
        match (&mut node.data, &left.data) {
            (Data::Array(items), Data::Array(kept)) => {
                let mut kept = kept.iter();
                for (index, item) in items.iter_mut().enumerate().filter(|(_, n)| !n.marks.has(Marks::OUT)) {
                    let Some(left) = kept.next() else { break };
                    push_token(&mut self.path, &index.to_string());
                    if self.goes(item, left, false) {
                        self.drop(item);
                    }
                    self.path.truncate(before);
                }
                !items.is_empty() && items.iter().all(|n| n.marks.has(Marks::OUT))
            }
            (Data::Object(members), Data::Object(kept)) => {
                let mut kept = kept.iter();
                for (key, value) in members.iter_mut().filter(|(_, n)| !n.marks.has(Marks::OUT)) {
                    let Some((_, left)) = kept.next() else { break };
                    push_token(&mut self.path, key);
                    // Less of what narrows is worse than nothing.
                    let goes = if narrows(key) { left.any(Marks::VIOLATES) } else { self.goes(value, left, spine) };
                    if goes && spine && !narrows(key) {
                        self.drop(value);
                    }
                    self.path.truncate(before);
                    if goes && (!spine || narrows(key)) {
                        return true;
                    }
                }
                spine && !members.is_empty() && members.iter().all(|(_, n)| n.marks.has(Marks::OUT))
            }
            _ => false,
        }
    }
}
