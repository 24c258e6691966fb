//! Questions: what could be meant, with what each answer would propose; and their answers.

use super::Turn;
use crate::ground::{Grounded, ground};
use crate::menu::Reading;
use crate::outcome::{Alternative, Outcome, Step, Unanswered};
use crate::summary;
use countersign_core::ids::TodoId;
use countersign_core::label::{self, quoted};
use countersign_core::model::Finish;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View, words as folded};
use countersign_core::wire::{ClarifyOption, ClarifySection};
use countersign_planner::{interpret, languages};
use serde_json::{Value, json};

/// Most choices of a question (S0-36).
const MOST: usize = 7;

impl Turn {
    /// The todos chosen of a question's options.
    pub(super) fn chosen_ids(&self) -> Option<Vec<TodoId>> {
        let ids = &self.input.selection.as_ref()?.ids;
        (!ids.is_empty() && self.input.pending.is_some()).then(|| ids.clone())
    }

    /// A pending question whose answers are known: by its chip, its words, "yes" or its place (S0-32, S0-55).
    pub(super) fn answered(&mut self, world: &Todos) -> Option<Step> {
        let pending = self.input.pending.clone()?;
        if pending.alternatives.is_empty() {
            return None;
        }
        let english = languages::answer(&self.request, &pending.instruction, world, &self.input.clock);
        let said = folded(english.as_deref().unwrap_or(&self.request)).join(" ");
        let picked = |a: &&Alternative| {
            let selected = self
                .input
                .selection
                .as_ref()
                .is_some_and(|s| s.values.contains(&a.value) || s.ids.iter().any(|id| json!(id) == a.value));
            selected || self.request == a.label || a.value.as_str() == Some(self.request.as_str())
        };
        // What another request came between is answered by what it names, and not by "yes" or "the first".
        let context = self.context();
        let overtaken = context
            .clarify
            .as_ref()
            .is_some_and(|asked| interpret::overtaken(&self.request, asked, world, &self.input.clock, &context));
        let place = |n: usize| pending.alternatives.get(n);
        let chosen = pending.alternatives.iter().find(picked).or_else(|| match said.as_str() {
            _ if overtaken => None,
            "yes" | "yep" | "yeah" | "y" | "ok" | "okay" | "sure" | "right" | "correct" | "exactly" | "do it"
            | "yes please" | "please do" | "that s right" | "go ahead" | "yup"
                if pending.alternatives.len() == 1 =>
            {
                place(0)
            }
            "1" | "the first" | "first" | "the first one" | "first one" => place(0),
            "2" | "the second" | "second" | "the second one" | "second one" => place(1),
            "3" | "the third" | "third" | "the third one" | "third one" => place(2),
            "the last" | "last" | "the last one" => pending.alternatives.last(),
            _ => None,
        });
        if let Some(chosen) = chosen {
            // The person said so; what takes something away is still not marked beforehand.
            let sure = !chosen.operations.iter().any(super::destroys);
            self.answers = true;
            self.request.clone_from(&pending.instruction);
            self.operations = self.checked(chosen.operations.clone(), &Value::Null, sure, world);
            for op in &mut self.operations {
                op.raw = op.op.as_ref().map(Operation::to_value).unwrap_or_default();
            }
            self.audit_route("plan", None, None);
            return Some(self.early());
        }
        let no = matches!(
            said.as_str(),
            "no" | "nope"
                | "nah"
                | "n"
                | "neither"
                | "none"
                | "none of these"
                | "none of them"
                | "cancel"
                | "never mind"
                | "nevermind"
        );
        no.then(|| {
            self.answers = true;
            self.audit_route("chat", None, None);
            self.end_in_words("Nothing changes.".to_owned())
        })
    }

    fn alternatives(&self, readings: &[Reading], world: &Todos) -> Vec<(Reading, Vec<Operation>)> {
        let mut out: Vec<(Reading, Vec<Operation>)> = Vec::new();
        for reading in readings.iter().take(2 * MOST) {
            if let Some(Grounded::Operations { operations, .. }) = ground(reading, &self.menu, &self.input, world)
                && !out.iter().any(|(_, known)| *known == operations)
            {
                out.push((reading.clone(), operations));
            }
        }
        out.truncate(MOST);
        out
    }

    /// "Did you mean …?" for what a model chose against its own odds (MODELS.md §5 "Trust signal").
    pub(super) fn ask_meant(&mut self, first: &Reading, world: &Todos) -> Step {
        let mut readings = vec![first.clone()];
        readings.extend(self.strong().into_iter().filter(|r| r != first).take(3));
        match self.ask_between(&readings, world) {
            Some(step) => step,
            None => self.without_model(world),
        }
    }

    /// A question between readings; nothing when none of them can be carried out.
    pub(super) fn ask_between(&mut self, readings: &[Reading], world: &Todos) -> Option<Step> {
        // What a message leaves out is no choice of it.
        if interpret::leaves_out(&self.request) {
            return None;
        }
        let known = self.alternatives(readings, world);
        let (first, _) = known.first()?;
        let by_todo = known.len() > 1
            && known.iter().all(|(r, _)| r.deed == first.deed && r.value == first.value && r.target.is_some());
        let id = |r: &Reading| r.target.and_then(|n| self.menu.candidates.get(n)).map(|c| c.id);
        let mut options: Vec<TodoId> = Vec::new();
        let mut alternatives: Vec<Alternative> = Vec::new();
        let mut section =
            ClarifySection { kind: if by_todo { "which" } else { "value" }.to_owned(), options: Vec::new() };
        for (reading, operations) in &known {
            let label =
                operations.iter().map(|op| summary::say(op, world, self.moment())).collect::<Vec<_>>().join("; ");
            let value = match id(reading) {
                Some(id) if by_todo => json!(id),
                _ => json!(label),
            };
            options.extend(id(reading).filter(|id| !options.contains(id)));
            let shown = match id(reading).and_then(|id| world.todo(id)).filter(|_| by_todo) {
                Some(todo) => label::choice(todo),
                None => label.clone(),
            };
            section.options.push(ClarifyOption { value: value.clone(), label: shown });
            alternatives.push(Alternative { value, label, operations: operations.clone() });
        }
        let question = match alternatives.as_slice() {
            [one] => format!("Did you mean: {}?", lower(&one.label)),
            _ if by_todo => "Which one do you mean?".to_owned(),
            _ => "What do you mean?".to_owned(),
        };
        self.audit_route("clarify", None, Some(&question));
        Some(Step::Done(Outcome::Clarify {
            question,
            options,
            sections: vec![section],
            instruction: self.request.clone(),
            answers: Vec::new(),
            alternatives,
        }))
    }

    /// No model answered, or not usably: what the rules see is asked about, else said. Where they see
    /// nothing either, a model that did not answer is the reason, not the sentence.
    pub(super) fn without_model(&mut self, world: &Todos) -> Step {
        let mut readings = self.strong();
        if readings.is_empty() {
            readings = self.menu.readings();
        }
        readings.retain(|r| r.deed != crate::cues::Deed::Create || r.value.is_some());
        readings.retain(|r| !self.withheld(r, world));
        let some = !readings.is_empty() && readings.len() <= 2 * MOST;
        if some && let Some(step) = self.ask_between(&readings, world) {
            return step;
        }
        if self.menu.candidates.is_empty() {
            self.audit_route("chat", None, None);
            if let Some(why) = self.unanswered() {
                return Step::Done(Outcome::Unanswered { why });
            }
            self.left_alone = self.input.model.is_none();
            return Step::Done(Outcome::Refused { text: self.fallback.clone() });
        }
        self.ask_what(world)
    }

    /// What the last call came to, where that is no answer.
    fn unanswered(&self) -> Option<Unanswered> {
        let last = self.trace.calls.last()?;
        match last.error {
            Some(_) => Some(Unanswered::Failed),
            None if last.finish == Some(Finish::Aborted) => Some(Unanswered::Cut),
            None => last.raw.trim().is_empty().then_some(Unanswered::Empty),
        }
    }

    /// Something was named, nothing was asked.
    pub(super) fn ask_what(&mut self, world: &Todos) -> Step {
        let options: Vec<TodoId> = self.menu.candidates.iter().map(|c| c.id).collect();
        let question = match options.as_slice() {
            [one] => {
                let title = world.todo(*one).map(|t| quoted(&t.title)).unwrap_or_default();
                format!("What should happen with {title}?")
            }
            [] => "What should change, and on which todo?".to_owned(),
            _ => "What should happen, and with which of these?".to_owned(),
        };
        self.audit_route("clarify", None, Some(&question));
        let choices = options
            .iter()
            .filter_map(|id| world.todo(*id))
            .map(|t| ClarifyOption { value: json!(t.id), label: label::choice(t) })
            .collect::<Vec<_>>();
        let sections = if choices.len() > 1 {
            vec![ClarifySection { kind: "which".to_owned(), options: choices }]
        } else {
            Vec::new()
        };
        Step::Done(Outcome::Clarify {
            question,
            options,
            sections,
            instruction: self.request.clone(),
            answers: Vec::new(),
            alternatives: Vec::new(),
        })
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
