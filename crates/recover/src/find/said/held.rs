//! The words that a document holds, which a sentence beside it may be of.

use super::words;
use crate::node::{Data, Node};

/// So many of them are known, and so many parts of a document are looked at for them.
const MOST: usize = 96;

/// Words as they are compared.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Of the names of its members.
    names: Vec<String>,
    /// Of its texts and numbers, each with the name of the member that it stands in.
    values: Vec<(String, String)>,
}

impl Held {
    /// The first words of a document.
    pub(super) fn of(node: &Node) -> Self {
        let mut held = Self::default();
        let mut open = vec![("", node)];
        for _ in 0..MOST {
            let Some((name, node)) = open.pop() else { break };
            match &node.data {
                Data::Object(members) => {
                    for (name, value) in members.iter().take(MOST) {
                        held.names.push(words::plain(name));
                        open.push((name, value));
                    }
                }
                Data::Array(items) => open.extend(items.iter().take(MOST).map(|item| (name, item))),
                Data::Text(text) => held.add(name, text),
                Data::Number(digits) => held.add(name, digits),
                Data::Null | Data::Bool(_) => {}
            }
        }
        held
    }

    fn add(&mut self, name: &str, text: &str) {
        let name = words::plain(name);
        let room = MOST.saturating_sub(self.values.len());
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        self.values.extend(parts.take(room).map(|part| (name.clone(), words::plain(part))));
    }

    pub(super) fn names(&self, word: &str) -> bool {
        self.names.iter().any(|own| own == word)
    }

    pub(super) fn says(&self, word: &str) -> bool {
        self.values.iter().any(|(_, own)| own == word)
    }

    /// The words of the member of a name; of all of them where there is none.
    pub(super) fn values_of(&self, field: &str) -> Vec<&str> {
        let known = self.values.iter().any(|(name, _)| name == field);
        self.values.iter().filter(|(name, _)| !known || name == field).map(|(_, word)| word.as_str()).collect()
    }
}
