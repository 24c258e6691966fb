//! What sub-tasks know of one another: what each found, and what came of it. Without secrets, and
//! bounded (S1-48).

use countersign_core::prompt::{Line, bordered};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Longest of what one sub-task leaves, and of one fact, in characters.
const OUTPUT: usize = 1_200;
const FACT: usize = 200;
/// Most facts that are kept.
const FACTS: usize = 24;

/// The context that sub-tasks share.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shared {
    /// What any of them found out, with who did.
    shared_data: Vec<(String, String)>,
    /// What came of each.
    step_outputs: BTreeMap<String, String>,
}

impl Shared {
    /// A sub-task found something out.
    pub fn note(&mut self, task: &str, fact: &str) {
        let fact = clean(fact, FACT);
        let known = self.shared_data.iter().any(|(_, text)| *text == fact);
        if !fact.is_empty() && !known {
            self.shared_data.push((task.to_owned(), fact));
            let over = self.shared_data.len().saturating_sub(FACTS);
            self.shared_data.drain(..over);
        }
    }

    /// A sub-task is done.
    pub fn done(&mut self, task: &str, said: &str, files: &[String]) {
        let mut text = clean(said, OUTPUT);
        if !files.is_empty() {
            let _ = write!(text, "\nChanged: {}", files.join(", "));
        }
        self.step_outputs.insert(task.to_owned(), text.trim().to_owned());
    }

    /// A sub-task begins again: what it left is gone.
    pub fn forget(&mut self, task: &str) {
        self.step_outputs.remove(task);
        self.shared_data.retain(|(from, _)| from != task);
    }

    /// What a sub-task is told that depends on these: between fences, for it is what models said.
    pub fn told(&self, depends_on: &[String]) -> String {
        let mut text = String::new();
        for id in depends_on {
            if let Some(output) = self.step_outputs.get(id) {
                let _ = writeln!(text, "# What came of sub-task {}\n{}", Line::of(id), bordered(output));
            }
        }
        let of: Vec<&str> = self
            .shared_data
            .iter()
            .filter(|(from, _)| depends_on.contains(from))
            .map(|(_, fact)| fact.as_str())
            .collect();
        if !of.is_empty() {
            let _ = writeln!(text, "# What they found out\n{}", bordered(&of.join("\n")));
        }
        text
    }
}

/// Without secrets, and no longer than this.
fn clean(text: &str, most: usize) -> String {
    let text = countersign_redact::redacted(text.trim());
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}
