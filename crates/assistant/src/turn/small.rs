//! Rules and small models: one choice from the menu of the request.

use super::{State, Turn, destroys};
use crate::coverage::leftovers;
use crate::cues::Deed;
use crate::grammar::{self, Said};
use crate::ground::{Grounded, ground};
use crate::heard::{takes_no_place, withheld};
use crate::input::Size;
use crate::menu::Reading;
use crate::outcome::{Outcome, Step};
use crate::prompt;
use crate::recovery::Recovered;
use crate::words::Words;
use countersign_core::model::{Reply, Role, is_damaged};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::todos::{Todos, View, words as folded};
use countersign_core::wire::Mode;
use countersign_planner::interpret::{is_conditional, left_over, near};
use serde_json::{Value, json};

impl Turn {
    /// The readings whose cue is strong, with the todo that is meant where that is clear.
    pub(super) fn strong(&self) -> Vec<Reading> {
        let mut out: Vec<Reading> = self.menu.readings().into_iter().filter(|r| r.strong).collect();
        let clear = |r: &Reading| r.target.and_then(|n| self.menu.candidates.get(n)).is_some_and(|c| c.clear);
        // Of one deed on several todos the clear one is meant.
        let settled: Vec<Deed> = out.iter().filter(|r| clear(r)).map(|r| r.deed).collect();
        out.retain(|r| !settled.contains(&r.deed) || clear(r));
        out
    }

    /// What the words alone decide: one strong reading, or several that differ only in the todo.
    pub(super) fn by_rule(&mut self, world: &Todos) -> Option<Step> {
        if self.input.model.as_ref().is_some_and(|m| !m.rules || self.input.without.planner) {
            return None;
        }
        // A gloss is for a model to look at; alone it says little, and nothing where it denies or supposes.
        if self.rough && (self.input.model.is_some() || Words::new(self.meant()).says("not|if")) {
            return None;
        }
        // A reading has no place for what the sentence makes it depend on.
        if is_conditional(self.meant(), world, &self.input.clock) {
            return None;
        }
        let strong = self.strong();
        // What leaves words over says less than the sentence: a model that can read all of it is asked.
        let over = |r: &Reading| !self.left(r, &self.menu.request, world).is_empty();
        if self.profile().size == Size::Large && self.input.model.is_some() && strong.iter().any(over) {
            return None;
        }
        if let Some(step) = self.all_reported(world) {
            return Some(step);
        }
        match strong.as_slice() {
            [] => None,
            [one] if self.withheld(one, world) || self.says_more(one, world) || self.by_verb_alone(one, world) => None,
            [one] if another(one.deed, &self.left(one, &self.menu.request, world)) => None,
            [one] if one.deed != Deed::Create => {
                let one = one.clone();
                self.take(&one, &Value::Null, true, world)
            }
            [_] => None,
            many if super::one_deed(many) && many.len() <= 4 => self.ask_between(many, world),
            _ => None,
        }
    }

    fn left(&self, reading: &Reading, said: &str, world: &Todos) -> Vec<String> {
        leftovers(reading, &self.menu, said, &self.input.clock, world)
    }

    /// Whether the sentence denies a reading, or only tells of somebody who is for it.
    pub(super) fn withheld(&self, reading: &Reading, world: &Todos) -> bool {
        let todo = reading.target.and_then(|n| self.menu.candidates.get(n)).and_then(|c| world.todo(c.id));
        let title = todo.map_or("", |todo| todo.title.as_str());
        let series = todo.is_some_and(|todo| todo.recurrence.is_repeating());
        let said = [self.meant(), &self.request];
        withheld(&Words::new(self.meant()), reading.deed, title)
            || said.iter().any(|said| takes_no_place(&Words::new(said), reading.deed, title, series))
    }

    /// Whether only the verb of a sentence leads to the todo of a reading.
    fn by_verb_alone(&self, reading: &Reading, world: &Todos) -> bool {
        let target = reading.target.and_then(|n| self.menu.candidates.get(n));
        target.is_some_and(|c| near::by_verb_alone(self.meant(), c.id, world, &self.input.clock))
    }

    /// Whether a sentence says more than one thing of a reading: "i bought milk and cake" of two todos, "the lunch is off
    /// the table for monday" of a day.
    fn says_more(&self, reading: &Reading, world: &Todos) -> bool {
        let over = self.left(reading, self.meant(), world);
        let listed = self.meant().contains(',') || Words::new(self.meant()).says("and|&");
        match reading.deed {
            Deed::Delete => {
                let when = self.menu.when.as_deref().map(countersign_core::todos::words).unwrap_or_default();
                over.iter().any(|w| when.contains(&w.to_lowercase()))
            }
            Deed::Complete => listed && over.iter().any(|w| !near::near(w, world, 1).is_empty()),
            _ => false,
        }
    }

    /// "paid rent and renewed the insurance": several reports, each of another todo by other words.
    fn all_reported(&mut self, world: &Todos) -> Option<Step> {
        let words = Words::new(self.meant());
        let done: Vec<Reading> =
            self.menu.readings().into_iter().filter(|r| r.deed == Deed::Complete && r.strong).collect();
        if done.len() < 2 || !(words.says("and|&") || self.meant().contains(',')) {
            return None;
        }
        let mut used: Vec<String> = Vec::new();
        let mut all = Vec::new();
        for reading in &done {
            let todo = reading.target.and_then(|n| self.menu.candidates.get(n)).and_then(|c| world.todo(c.id))?;
            let said: Vec<String> = near::near(self.meant(), world, 12).into_iter().find(|n| n.id == todo.id)?.words;
            if self.withheld(reading, world)
                || !crate::menu::done_by(&words, todo)
                || said.iter().any(|w| used.contains(w))
            {
                return None;
            }
            used.extend(said);
            let Some(Grounded::Operations { operations, .. }) = ground(reading, &self.menu, &self.input, world) else {
                return None;
            };
            all.extend(operations);
        }
        // "…, and move the contract to thursday": what is more than reports is not told by them.
        if self.english.is_none() && !left_over(&self.request, &all, world, &self.input.clock).is_empty() {
            return None;
        }
        self.audit_route("plan", None, None);
        self.operations = self.checked(all, &Value::Null, false, world);
        for op in &mut self.operations {
            op.raw = op.op.as_ref().map(Operation::to_value).unwrap_or_default();
        }
        Some(self.early())
    }

    /// A small model chooses among what the words allow; when that is one thing, none is needed.
    pub(super) fn narrow(&mut self, world: &Todos) -> Step {
        if let Some(step) = self.by_rule(world) {
            return step;
        }
        // What the sentence denies is offered to no model: it would choose the opposite of what was said.
        let open = self.menu.readings().into_iter().filter(|reading| !self.withheld(reading, world));
        let open: Vec<Deed> = open.map(|reading| reading.deed).collect();
        self.menu.choices.retain(|choice| open.contains(&choice.deed));
        if self.menu.choices.is_empty() {
            return self.nothing_to_choose(world);
        }
        let strong = self.strong();
        if !strong.is_empty() {
            // Weak cues are not offered beside strong ones.
            self.menu.choices.retain(|c| c.strong);
        }
        self.state = State::Proposing;
        let p = prompt::propose(&self.input, &self.menu);
        let format = grammar::format(&self.menu);
        self.call(Role::Propose, p, Some(format), 96)
    }

    /// No words of change: talk, or a question about the todo that was named.
    pub(super) fn nothing_to_choose(&mut self, world: &Todos) -> Step {
        if self.input.mode == Mode::Plan {
            return self.ask_what(world);
        }
        self.audit_route("chat", None, None);
        self.talk(world)
    }

    /// What a small model chose.
    pub(super) fn chosen(&mut self, reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let cut = reply.prompt_cut
            || self.trace.calls.last().is_some_and(|c| c.sections.iter().any(|s| s.name == "request" && s.cut));
        // A cut object is no answer, even where what is left of it would do.
        let said = match read.value.as_ref().filter(|value| read.complete && !is_damaged(value)) {
            Some(value) => grammar::read(value, &self.menu).map(|said| (said, value.clone())),
            None => Err(Problem::new("invalid_body", "That was not one whole JSON object")
                .hinting(format!("Say one of: {}.", grammar::options(&self.menu)))),
        };
        let doubted = self.profile().logprobs
            && reply.min_logprob.is_some_and(|p| !p.is_finite() || p < self.input.thresholds.min_logprob);
        match said {
            Err(problem) if self.state == State::Proposing && !self.input.without.repair => {
                self.again(&reply.text, &problem)
            }
            Err(problem) => {
                self.audit(
                    "repair_failed",
                    json!({"remaining_invalid": 1, "repair_success": false, "errors": [problem]}),
                );
                self.note_unread(reply.finish);
                self.without_model(world)
            }
            Ok((said, raw)) => {
                if self.state == State::Repairing {
                    self.audit("repair_success", json!({"repaired_ops": 1, "repair_success": true}));
                    self.note_mended(true);
                }
                self.by_model = Some(reply.model.clone());
                match said {
                    Said::Nothing => match self.strong().as_slice() {
                        [] => self.nothing_to_choose(world),
                        strong => {
                            let strong = strong.to_vec();
                            self.ask_between(&strong, world).unwrap_or_else(|| self.nothing_to_choose(world))
                        }
                    },
                    Said::Reading(reading) if self.withheld(&reading, world) => self.without_model(world),
                    Said::Reading(reading) if doubted || cut => self.ask_meant(&reading, world),
                    Said::Reading(reading) => {
                        let agrees = reading.strong;
                        self.take(&reading, &raw, agrees, world).unwrap_or_else(|| self.without_model(world))
                    }
                }
            }
        }
    }

    /// One repair call with the hints (R10, S0-70).
    fn again(&mut self, answer: &str, problem: &Problem) -> Step {
        self.audit("repair_attempted", json!({"invalid_ops": 1, "errors": [problem]}));
        self.state = State::Repairing;
        let hints = [format!("{}. {}", problem.message, problem.hint)];
        let p = prompt::repair(&self.input, &self.menu, answer, &hints);
        let format = grammar::format(&self.menu);
        self.call(Role::Repair, p, Some(format), 96)
    }

    /// A reading as the turn's result; nothing if the planner cannot carry it out.
    pub(super) fn take(&mut self, reading: &Reading, raw: &Value, sure: bool, world: &Todos) -> Option<Step> {
        let sure = sure && !self.rough;
        match ground(reading, &self.menu, &self.input, world)? {
            Grounded::Operations { operations, warnings } => {
                let whole = operations.iter().any(destroys) || reading.deed.destroys();
                let quiet = warnings.is_empty() && self.left(reading, &self.menu.request, world).is_empty();
                let over = self.left(reading, self.meant(), world);
                let raw = if raw.is_null() {
                    operations.first().map(|o| o.to_value()).unwrap_or_default()
                } else {
                    raw.clone()
                };
                let left = (!over.is_empty()).then(|| words_left(&over, operations.iter()));
                let mut operations = self.checked(operations, &raw, sure && !whole && quiet, world);
                if operations.iter().all(|o| o.warnings.iter().any(|w| w.code == "no_effect")) {
                    self.audit_route("chat", None, None);
                    return Some(self.end_in_words("It is so already. Nothing changes.".to_owned()));
                }
                if let Some(last) = operations.last_mut() {
                    last.warnings.extend(left);
                }
                self.warnings.extend(warnings);
                self.audit_route("plan", None, None);
                self.operations = operations;
                Some(self.early())
            }
            Grounded::Ask { instruction, answer } => {
                let question = answer.question.clone().unwrap_or_else(|| "Which one do you mean?".to_owned());
                self.audit_route("clarify", None, Some(&question));
                Some(Step::Done(Outcome::Clarify {
                    question,
                    options: answer.options,
                    sections: answer.sections,
                    instruction,
                    answers: Vec::new(),
                    alternatives: Vec::new(),
                }))
            }
            Grounded::Nothing { answer } => {
                let known = answer.warnings.iter().any(|w| matches!(w.as_str(), "already_done" | "already_open"));
                let text = countersign_planner::interpret::reply(&answer, world, self.input.clock.now.date());
                known.then(|| {
                    self.audit_route("chat", None, None);
                    self.end_in_words(text)
                })
            }
        }
    }
}

/// Whether what a reading leaves over asks for something else: "delete the audiobook, it returned itself" reports
/// nothing, and "drop the time from the dentist" deletes nothing.
fn another(deed: Deed, over: &[String]) -> bool {
    const ORDERS: [&str; 10] =
        ["delete", "remove", "cancel", "skip", "rename", "reopen", "postpone", "reschedule", "move", "untick"];
    const FIELDS: [&str; 10] =
        ["time", "date", "deadline", "priority", "estimate", "label", "labels", "tag", "note", "notes"];
    let says = |words: &[&str]| over.iter().any(|w| words.contains(&w.to_lowercase().as_str()));
    match deed {
        Deed::Delete | Deed::DeleteAll => says(&FIELDS),
        Deed::Complete | Deed::CompleteAll | Deed::Reopen | Deed::Start => says(&ORDERS) || says(&FIELDS),
        _ => false,
    }
}

/// Words that a reading has no use for: they may change what was meant. Those that it put into a title, and that may be none of
/// it, were used.
pub(super) fn words_left<'o>(words: &[String], ops: impl Iterator<Item = &'o Operation> + Clone) -> Problem {
    let titled = |word: &&String| {
        let mut made = ops.clone().filter_map(|op| match op {
            Operation::Create(draft) => Some(folded(&draft.title)),
            _ => None,
        });
        let parts = folded(word);
        made.any(|title| parts.iter().all(|part| title.contains(part)))
    };
    let (used, left): (Vec<&String>, Vec<&String>) = words.iter().partition(titled);
    let named = |words: &[&String]| words.iter().map(|w| format!("“{w}”")).collect::<Vec<_>>().join(", ");
    let told = match left.as_slice() {
        [] => format!("Perhaps no part of the title: {}.", named(&used)),
        left => format!("Not used of what you said: {}.", named(left)),
    };
    Problem::new("words_left", told).hinting("If that matters, edit this, or say the rest in a sentence of its own.")
}
