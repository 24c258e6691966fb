//! An open question: where the planner asks back or finds nothing, and not because several todos tie, a
//! model says which of the closed readings was meant. It is asked once; where it is not clearly for one,
//! the question stands.

use super::{State, Turn, destroys};
use crate::input::Size;
use crate::opening::{self, Opening, SAID, openings};
use crate::outcome::{Outcome, Step};
use crate::prompt::Prompt;
use crate::recovery::Recovered;
use crate::words::{Words, asks};
use countersign_core::model::{Reply, Role};
use countersign_core::operation::Operation;
use countersign_core::todos::Todos;
use countersign_core::wire::Mode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Words that leave open, or deny, that anything is to be done: a small model reads over them.
const CONDITIONS: &str = "if|unless|whether|maybe|perhaps|or|should i|what if|i wonder|not sure|still|no|no longer|not|never|don't|doesn't|isn't|aren't|wasn't|hasn't|\
    haven't|didn't|nicht|kein|keine|pas|ne|nu";
/// The planner's warnings about questions that a reading does not answer.
const UNANSWERED: [&str; 2] = ["no_change", "id_not_found"];

/// What a model is asked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Open {
    /// The question that stands otherwise; absent = nothing was made of the message.
    question: Option<Outcome>,
    readings: Vec<Opening>,
}

impl Turn {
    /// A step, or the question about it to a model where it is an open one.
    pub(super) fn reconsidered(&mut self, step: Step, world: &Todos) -> Step {
        match &step {
            Step::Done(question @ Outcome::Clarify { .. })
                if is_open(question) && !self.warnings.iter().any(|w| UNANSWERED.contains(&w.as_str())) =>
            {
                self.weigh(Some(question.clone()), world).unwrap_or(step)
            }
            _ => step,
        }
    }

    /// Asks a model which reading was meant. Nothing where there is none to ask, it was asked before, the
    /// message answers a question, or there is nothing to choose from.
    pub(super) fn weigh(&mut self, question: Option<Outcome>, world: &Todos) -> Option<Step> {
        let unasked = self.input.model.is_some() && self.trace.calls.is_empty();
        let new = self.input.pending.is_none() && self.input.mode != Mode::Chat && !self.input.without.planner;
        let said = self.request.split_whitespace().collect::<Vec<_>>().join(" ");
        if !(unasked && new) || said.is_empty() || said.chars().count() > SAID {
            return None;
        }
        // A question, a condition or an either-or is the person's to settle.
        if asks(self.meant()) || Words::new(self.meant()).says(CONDITIONS) {
            return None;
        }
        let asked = alternatives(question.as_ref());
        let readings = openings(&asked, &self.menu, &self.input, world);
        if readings.is_empty() {
            return None;
        }
        let mut p = Prompt { messages: opening::messages(&readings, &said), ..Prompt::default() };
        p.section("request", &said, 300);
        p.lines("readings", readings.iter().map(|r| r.label.clone()), 600);
        self.state = State::Weighing;
        let mut step = self.call(Role::Propose, p, Some(opening::format(&readings)), 96);
        if let Step::Call(call) = &mut step {
            call.weighing = Some(opening::weighing(&readings, &said));
        }
        self.open = Some(Open { question, readings });
        Some(step)
    }

    /// What a model found likeliest.
    pub(super) fn weighed(&mut self, reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let Some(open) = self.open.clone() else { return self.still_open(world) };
        let value = read.value.as_ref().filter(|_| read.complete && !reply.prompt_cut);
        let reading =
            value.and_then(|v| opening::picked(v, &open.readings)).and_then(|n| open.readings.get(n)).cloned();
        let share = reply.min_logprob.filter(|_| self.profile().logprobs).map(f64::exp);
        // A small model's pick without its odds is worth no more than the question.
        let clear = match share {
            Some(share) => share >= self.input.thresholds.pick_above,
            None => self.profile().size == Size::Large,
        };
        let Some(reading) = reading.filter(|_| clear) else {
            self.audit("open_question", json!({"picked": null, "share": share.map(super::rounded)}));
            return self.still_open(world);
        };
        self.audit("open_question", json!({"picked": reading.label, "share": share.map(super::rounded)}));
        self.by_model = Some(reply.model.clone());
        if reading.operations.is_empty() {
            return match self.input.mode {
                Mode::Plan => self.still_open(world),
                _ => {
                    self.audit_route("chat", share, None);
                    self.end_in_words("Nothing changes.".to_owned())
                }
            };
        }
        let agreed = matches!(alternatives(open.question.as_ref()).as_slice(), [one] if *one == reading.operations);
        let sure = agreed
            && share.is_some_and(|share| share >= self.input.thresholds.mark_above)
            && reading.warnings.is_empty()
            && !self.rough
            && !reading.operations.iter().any(destroys);
        self.audit_route("plan", share, None);
        self.warnings.extend(reading.warnings.clone());
        self.operations = self.checked(reading.operations.clone(), &Value::Null, sure, world);
        for op in &mut self.operations {
            op.raw = op.op.as_ref().map(Operation::to_value).unwrap_or_default();
        }
        self.early()
    }

    fn routed_already(&self) -> bool {
        self.trace.audit.iter().any(|a| a.action == "router_decision")
    }

    /// The question as it was, or what follows where nothing was made of the message.
    pub(super) fn still_open(&mut self, world: &Todos) -> Step {
        match self.open.take().and_then(|open| open.question) {
            Some(question) => {
                if let (Outcome::Clarify { question: said, .. }, false) = (&question, self.routed_already()) {
                    let said = said.clone();
                    self.audit_route("clarify", None, Some(&said));
                }
                Step::Done(question)
            }
            None if self.menu.choices.is_empty() => self.nothing_to_choose(world),
            None => self.without_model(world),
        }
    }
}

/// What the answers to a question would propose.
fn alternatives(question: Option<&Outcome>) -> Vec<Vec<Operation>> {
    match question {
        Some(Outcome::Clarify { alternatives, .. }) => alternatives.iter().map(|a| a.operations.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Whether the question is about what was meant, rather than which of several todos or dates, or a value
/// that was not said: those are the person's to say.
pub(super) fn is_open(question: &Outcome) -> bool {
    let Outcome::Clarify { sections, options, alternatives, .. } = question else { return false };
    options.len() < 2 && (sections.is_empty() || !alternatives.is_empty())
}
