//! Where reasoning ends that no tag opens: behind an orphan mark, a fence, a label.

use super::drafts::first_words;
use super::{Finder, reasoning};
use crate::node::Node;
use crate::repair::Repair;

/// Longest name of a fence.
const NAME: usize = 40;

impl Finder<'_> {
    /// Goes on at `after`, the end of a mark whose opening is missing: all before it was reasoning.
    pub(super) fn reasoned(&mut self, after: usize) {
        self.found.repairs.add(Repair::Think);
        self.forget();
        self.in_fence = false;
        self.pos = after;
        self.begin = after;
        self.thought_to = after;
    }

    /// What stands at once behind the marks that open a fence.
    pub(super) fn info(&self) -> &str {
        let rest = &self.text[self.pos..];
        rest.find(|c: char| !c.is_ascii_alphabetic()).and_then(|end| rest.get(..end)).unwrap_or_default()
    }

    /// Goes on behind a fence that holds reasoning.
    pub(super) fn reasoned_fence(&mut self, mark: u8) {
        self.found.repairs.add(Repair::Think);
        let close = format!("\n{}", char::from(mark).to_string().repeat(3));
        let end = self.text[self.pos..].find(&close).map(|end| self.pos + end + close.len());
        self.found.in_reasoning |= end.is_none();
        self.in_fence = false;
        self.pos = end.unwrap_or(self.text.len());
        self.thought_to = self.pos;
    }

    /// A fence that holds what a tool gave: nothing in it is the model's.
    pub(super) fn given_in_a_fence(&mut self, mark: u8) {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        let end = rest.bytes().take(NAME).position(|b| !(b.is_ascii_alphabetic() || b == b'_')).unwrap_or_default();
        if reasoning::is_of_a_tool(rest.get(..end).unwrap_or_default()) {
            let close = format!("\n{}", char::from(mark).to_string().repeat(3));
            let end = rest.find(&close).map_or(self.text.len(), |end| self.pos + end);
            self.foreign_to = self.foreign_to.max(end);
        }
    }

    /// `Thought:`, `## Analysis` at the beginning of a line, where the label of an answer stands below it.
    pub(super) fn labelled(&mut self, at: usize) -> bool {
        let begins = at == self.begin || self.text.as_bytes().get(at - 1) == Some(&b'\n');
        let Some(line) = self.text.get(at..).filter(|_| begins && !self.in_fence && !self.unlabelled) else {
            return false;
        };
        if !reasoning::is_labelled(line) {
            return false;
        }
        let Some(answer) = reasoning::answer_below(line) else {
            self.unlabelled = true;
            return false;
        };
        self.found.repairs.add(Repair::Think);
        self.pos = at + answer;
        self.thought_to = self.pos;
        true
    }

    /// Whether the closing tag that ends at `end`, inside an open document, ends a draft; in a closed string it is
    /// content, and in an open one too unless nothing follows, or a document: one that begins as the draft does, if
    /// the draft says anything before that string.
    pub(super) fn ends_reasoning(&self, draft: &Node, end: usize) -> bool {
        let rest = self.text[end..].trim_start();
        match draft.text_around(end) {
            _ if draft.holds_in_text(end) => false,
            Some(_) if !rest.is_empty() => {
                let begun = rest.find(['{', '[']).and_then(|at| rest.get(at..)).unwrap_or_default();
                let anew = || first_words(begun) == first_words(&self.text[draft.start as usize..]);
                begins_document(rest) && (draft.begins_around(end) || anew())
            }
            _ => rest.is_empty() || begins_document(rest),
        }
    }
}

/// Whether a text begins with a document, or with what a document is set off by.
fn begins_document(text: &str) -> bool {
    text.starts_with(['{', '[', '<']) || text.starts_with("```")
}
