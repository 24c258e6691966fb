//! The turn's words for the person: the summary, talk, and what stands in for both (S0-61, S0-73).

use super::{State, TEXT, Turn};
use crate::claims::unclaimed;
use crate::outcome::{Outcome, Step, Unanswered};
use crate::prompt;
use crate::summary;
use countersign_core::model::{Finish, Reply, Role};
use countersign_core::todos::Todos;
use serde_json::json;

/// Most sentences of a summary (S0-60).
const SUMMARY: usize = 3;
/// Most sentences of an answer: a short paragraph (S0-60).
const PARAGRAPH: usize = 6;

impl Turn {
    /// The summary call, or ours (S0-63, S0-73).
    pub(super) fn summarise(&mut self, world: &Todos) -> Step {
        self.state = State::Summarizing;
        let wanted = self.input.model.as_ref().is_some_and(|m| m.summary) && self.by_model.is_some();
        if !wanted {
            return self.plan(None, false, world);
        }
        let lines = self.operations.iter().filter(|o| o.is_valid()).filter_map(|o| o.op.as_ref());
        let lines: Vec<String> = lines.map(|op| summary::line(op, world, self.moment())).collect();
        if lines.is_empty() {
            return self.plan(None, false, world);
        }
        let p = prompt::summary(&self.input, lines);
        self.call(Role::Summarise, p, None, 160)
    }

    pub(super) fn summed(&mut self, reply: Option<&Reply>, world: &Todos) -> Step {
        let spoken = reply.filter(|reply| !summary::holds_data(&reply.text));
        let text = spoken.map(|r| worded(r, SUMMARY)).filter(|(_, whole)| *whole).map(|(text, _)| text);
        // What waits is not made, whatever it says (R23).
        let text = text.map(|text| unclaimed(&text)).unwrap_or_default();
        if text.is_empty() {
            let error = self.trace.calls.last().and_then(|call| call.error.clone());
            self.audit("assistant_message", json!({"conversational_fallback": true, "error": error}));
            return self.plan(None, true, world);
        }
        self.audit("assistant_message", json!({"conversational_fallback": false}));
        self.plan(Some(text), false, world)
    }

    /// The operations' own sentence stands first, whatever the model says to it (R23).
    pub(super) fn plan(&mut self, said: Option<String>, fallback: bool, world: &Todos) -> Step {
        let proposed = summary::of(&self.operations, &self.left_out, world, self.moment());
        let summary = self.told.iter().cloned().chain([proposed]).collect::<Vec<_>>().join("\n\n");
        Step::Done(Outcome::Plan { operations: self.operations.clone(), summary, said, fallback })
    }

    /// An answer in words by the model, where there is one.
    pub(super) fn talk(&mut self, world: &Todos) -> Step {
        if self.input.model.is_none() {
            self.left_alone = true;
            return self.end_in_words(self.fallback.clone());
        }
        self.state = State::Chatting;
        let today = self.input.clock.now.date();
        let soon = |t: &&countersign_core::todo::Todo| {
            !t.status.is_closed() && t.scheduled_for.or(t.due_date).is_some_and(|d| d <= today)
        };
        let near = self.menu.candidates.iter().map(|c| c.line.clone());
        let due = world.iter().filter(soon).take(12).map(|t| crate::menu::line(&t.title, t));
        let mut lines: Vec<String> = near.collect();
        for line in due {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let cap = self.cap();
        let p = prompt::chat(&self.input, lines, cap);
        self.call(Role::Chat, p, None, 220)
    }

    pub(super) fn said(&mut self, reply: &Reply) -> Step {
        let (mut text, whole) = worded(reply, PARAGRAPH);
        if text.is_empty() || self.is_echo(&text) {
            self.audit("assistant_message", json!({"conversational_fallback": true}));
            let why = if summary::is_empty(&reply.text) { Unanswered::Empty } else { Unanswered::Unusable };
            return Step::Done(Outcome::Unanswered { why });
        }
        if !whole && !text.ends_with('…') {
            // It stops in the middle: nobody is to take that for its end (C32).
            text.push_str(" …");
        }
        self.by_model = Some(reply.model.clone());
        // It cannot have done anything, whatever it says: its words are shown as its own (R23).
        Step::Done(Outcome::Said { text })
    }

    /// Whether an answer only says again what was asked, or what stood around it.
    fn is_echo(&self, text: &str) -> bool {
        let same = |said: &str| said.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
        let asked = same(&self.input.message);
        let again = asked.len() > 3 && same(text) == asked;
        again || prompt::is_scaffold(text, &self.input)
    }

    pub(super) fn end_in_words(&mut self, text: String) -> Step {
        Step::Done(if text.is_empty() {
            Outcome::Refused { text: "I cannot tell what that asks for. Nothing has been changed.".to_owned() }
        } else {
            Outcome::Chat { text }
        })
    }
}

/// A reply's first sentences, at most so many, and whether they are whole: a reply that was cut ends
/// in the middle of its last one.
fn worded(reply: &Reply, most: usize) -> (String, bool) {
    let text = summary::sanitised(&reply.text, TEXT);
    let shown = summary::sentences(&text, most).to_owned();
    let cut = matches!(reply.finish, Finish::Length | Finish::Aborted | Finish::Filtered);
    let whole = !cut || shown.len() < text.len();
    (shown, whole)
}
