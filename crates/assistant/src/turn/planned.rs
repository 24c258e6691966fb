//! The pre-router (S0-57): the planner first, and what its doubts and the words leave to be asked.

use super::{Turn, proposed};
use crate::coverage::names_a_thing;
use crate::cues::Deed;
use crate::ground::{Grounded, ground, title_is_grounded};
use crate::input::Size;
use crate::menu::{Menu, done_by};
use crate::outcome::{Outcome, Step};
use crate::words::Words;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{ClarifySelection, Mode};
use countersign_planner::interpret::{Answer, Context, Decision, Pending, interpret, near, reply as facts, told};
use countersign_planner::languages;

impl Turn {
    /// The pre-router (S0-57): an answered question, then the planner, then what its doubts leave.
    pub(super) fn first(&mut self, world: &Todos) -> Step {
        if let Some(step) = self.answered(world) {
            return step;
        }
        let context = self.context();
        let answer = interpret(&self.request, world, &self.input.clock, &context);
        self.take_chosen(&answer);
        self.fallback = facts(&answer, world, self.input.clock.now.date());
        if self.input.mode == Mode::Chat {
            return self.only_chat(&answer, world);
        }
        let only = self.chosen_ids();
        if let (Some(_), Some(pending)) = (&only, &self.input.pending)
            && answer.decision == Decision::Unsure
        {
            self.request.clone_from(&pending.instruction);
        }
        self.translate(world);
        self.menu = Menu::of(&self.input, self.meant(), only.as_deref(), world);
        self.in_own_words();
        let doubt = self.doubtful(&answer, world) || self.finds_nothing(&answer);
        let alone = self.input.without.planner && self.input.model.is_some();
        if answer.decision != Decision::Unsure && !doubt && !alone {
            return self.planned(answer, true, world);
        }
        match self.input.model.as_ref().map(|m| m.size) {
            None => match self.by_rule(world) {
                Some(step) => step,
                // Without a second opinion the planner's word stands, and is looked at.
                None if answer.decision != Decision::Unsure => self.planned(answer, false, world),
                None => self.without_model(world),
            },
            Some(Size::Small) => self.narrow(world),
            Some(Size::Large) => match self.by_rule(world) {
                Some(step) => step,
                None => self.ask_large(world),
            },
        }
    }

    /// Words that choose of a question's options, where the planner reads them and not the sentence that the question
    /// is about (a router's): as if the options had been picked (S0-47, S0-55).
    fn take_chosen(&mut self, answer: &Answer) {
        if answer.decision == Decision::Unsure && answer.answers_pending && self.input.selection.is_none() {
            let ids = Some(answer.chosen.clone()).filter(|ids| !ids.is_empty());
            self.input.selection =
                ids.map(|ids| ClarifySelection { ids, date: None, priority: None, values: Vec::new() });
            self.answers = self.input.selection.is_some();
        }
    }

    /// What went before, as the planner is told it. In chat nothing that waits is touched.
    pub(super) fn context(&self) -> Context {
        Context {
            clarify: self.input.pending.as_ref().map(|p| Pending {
                question: p.question.clone(),
                options: p.options.clone(),
                instruction: p.instruction.clone(),
                answers: p.answers.clone(),
            }),
            history: self.input.history.clone(),
            turns: self.input.turns.clone(),
            proposed: self.input.proposed && self.input.mode != Mode::Chat,
            proposals: if self.input.mode == Mode::Chat { Vec::new() } else { self.input.proposals.clone() },
        }
    }

    /// The words of a message in another language are looked at in English. What was only talk has none.
    fn translate(&mut self, world: &Todos) {
        let Some(heard) = languages::hear(&self.request, world, &self.input.clock) else { return };
        self.rough = heard.english.is_none();
        self.english = match heard.english {
            None if heard.talk => Some(String::new()),
            None => languages::gloss(&self.request, world, &self.input.clock),
            english => english,
        };
    }

    /// A model reads what was said; a new title keeps the words it was said in.
    fn in_own_words(&mut self) {
        if self.english.is_none() {
            return;
        }
        let said = self.request.clone();
        self.menu.request.clone_from(&said);
        for choice in self.menu.choices.iter_mut().filter(|c| matches!(c.deed, Deed::Create | Deed::Rename)) {
            choice.values.retain(|title| title_is_grounded(title, &said));
        }
        self.menu.choices.retain(|c| !matches!(c.deed, Deed::Create | Deed::Rename) || !c.values.is_empty());
    }

    /// Chat mode answers, and says how to get a change (DESIGN §8).
    fn only_chat(&mut self, answer: &Answer, world: &Todos) -> Step {
        let change = match answer.decision {
            Decision::Plan => "That would change your todos.",
            Decision::Clarify => "That needs an answer first.",
            Decision::Chat if !answer.answer_ids.is_empty() || answer.asked.is_some() => {
                return self.end_in_words(self.fallback.clone());
            }
            Decision::Chat | Decision::Unsure => return self.talk(world),
        };
        self.end_in_words(format!(
            "This is chat, so nothing is proposed. {change} Send it in Auto or Plan to review the change before it is made."
        ))
    }

    /// Whether the planner's answer should be looked at again: its bare creations and weak matches
    /// where the words call for something else with a todo that is there, and its talk where they do.
    fn doubtful(&self, answer: &Answer, world: &Todos) -> bool {
        let strong = self
            .menu
            .choices
            .iter()
            .any(|c| c.strong && c.deed != Deed::Create && (!c.targets.is_empty() || !self.menu.groups.is_empty()));
        // What points at a proposal is about no todo.
        if !strong || self.input.pending.is_some() || !answer.takes.is_empty() {
            return false;
        }
        let clear = self.menu.candidates.iter().any(|c| c.clear);
        let weak = |w: &String| matches!(w.as_str(), "weak_match" | "not_found" | "no_change");
        match answer.decision {
            Decision::Plan => {
                let cued = self.menu.choices.iter().any(|c| c.cued && c.deed != Deed::Create && !c.targets.is_empty());
                cued && clear && matches!(answer.ops.as_slice(), [Operation::Create(_)]) && !adds(self.meant())
            }
            Decision::Clarify if self.takes_out(world) => false,
            Decision::Clarify if answer.warnings.iter().any(weak) => !self.elsewhere(answer, world),
            // "went to the gym on wednesday": the words say that it was done.
            Decision::Clarify => matches!(
                (answer.options.as_slice(), self.strong().as_slice()),
                ([asked], [only]) if only.deed == Deed::Complete
                    && only.target.and_then(|n| self.menu.candidates.get(n)).is_some_and(|c| c.id == *asked && done_in(self.meant(), *asked, world))
            ),
            Decision::Chat => {
                clear
                    && !answer.left_alone
                    && !answer.withdraws
                    && !answer.wondered
                    && answer.answer_ids.is_empty()
                    && answer.asked.is_none()
                    && answer.warnings.is_empty()
            }
            Decision::Unsure => true,
        }
    }

    /// Whether the planner finds no todo by the words, and asks without anything to choose from: a large model, where one
    /// is there, may know what is meant (DESIGN §4: it gets the rest); a small one chooses among what the words
    /// name. What goes on from a question or a proposal is not
    /// about other todos.
    fn finds_nothing(&self, answer: &Answer) -> bool {
        answer.decision == Decision::Clarify
            && self.input.model.as_ref().is_some_and(|model| model.size == Size::Large)
            && self.input.pending.is_none()
            && answer.takes.is_empty()
            && answer.warnings.iter().any(|warning| warning == "not_found")
            && answer.names_none()
    }

    /// Whether something is to be taken out of the todo that a reading would delete: "lösche Eier von der Einkaufsliste".
    fn takes_out(&self, world: &Todos) -> bool {
        const OUT_OF: [&str; 10] = ["from", "off", "von", "vom", "aus", "de", "del", "des", "du", "din"];
        let words: Vec<&str> = self.request.split_whitespace().collect();
        let readings = self.strong();
        let deleted = readings.iter().filter(|reading| reading.deed == Deed::Delete);
        let mut todos = deleted.filter_map(|r| world.todo(self.menu.candidates.get(r.target?)?.id));
        todos.any(|todo| {
            let title = near::naming(&todo.title);
            let inside = |part: &str| near::naming(part).iter().any(|word| title.contains(word));
            words.iter().enumerate().skip(2).any(|(at, word)| {
                OUT_OF.contains(&word.to_lowercase().as_str())
                    && !near::naming(words[at - 1]).is_empty()
                    && !inside(words[at - 1])
                    && inside(&words[at + 1..].join(" "))
            })
        })
    }

    /// Whether the planner asks about words that are none of the todo's of any reading, which other words
    /// of the sentence name: "delete rent and unicorn". Such a reading answers no question about them.
    fn elsewhere(&self, answer: &Answer, world: &Todos) -> bool {
        // Only words that may name something are missed: not "yet", nor "she wants something else".
        let lost = answer.lost.as_deref().filter(|lost| names_a_thing(lost)).unwrap_or_default();
        let said = [self.meant(), self.request.as_str()];
        let Some((before, after)) = said.iter().filter(|_| !lost.is_empty()).find_map(|s| s.split_once(lost)) else {
            return false;
        };
        let readings = self.strong();
        let targets = readings.iter().filter_map(|r| self.menu.candidates.get(r.target?));
        let mut titles = targets.filter_map(|c| world.todo(c.id)).map(|t| near::naming(&t.title)).peekable();
        let in_part = |part: &str, title: &[String]| near::naming(part).iter().any(|w| title.contains(w));
        titles.peek().is_some()
            && titles.all(|title| !in_part(lost, &title) && (in_part(before, &title) || in_part(after, &title)))
    }

    /// Whether words and planner agree on what the planner proposes. Two witnesses that differ make
    /// nobody sure; words that call for nothing in particular are no witness.
    fn borne_out(&self, operations: &[Operation], world: &Todos) -> bool {
        if operations.iter().any(|op| matches!(op, Operation::Create(draft) if twin(&draft.title, world))) {
            return false;
        }
        if adds(self.meant()) || self.input.pending.is_some() {
            return true;
        }
        match self.strong().as_slice() {
            [one] if one.deed != Deed::Create => match ground(one, &self.menu, &self.input, world) {
                Some(Grounded::Operations { operations: ours, .. }) => {
                    // Whether what is ticked is a todo or a line of it, the planner knows better.
                    let kind = |op: &Operation| if ticks_lines(op) { "complete" } else { op.name() };
                    let kinds = |ops: &[Operation]| ops.iter().map(|o| (kind(o), o.target())).collect::<Vec<_>>();
                    let fields = |ops: &[Operation]| {
                        ops.iter().map(|o| o.to_value().as_object().map_or(0, |m| m.len())).sum::<usize>()
                    };
                    // The planner may see more in a sentence, but not another kind of thing, nor a date in "now".
                    kinds(&ours) == kinds(operations)
                        && (fields(&ours) == fields(operations) || !says_now(self.meant()))
                        || ours.iter().any(|o| operations.contains(o))
                }
                _ => true,
            },
            _ => true,
        }
    }

    /// A command in so many words, or words that call for this deed: what else the planner made of a
    /// sentence is for the person to look at first.
    fn witnessed(&self, operations: &[Operation]) -> bool {
        near::commands(self.meant(), &self.input.clock)
            || self.input.pending.is_some()
            || operations.iter().all(|op| self.called_for(op, operations))
    }

    /// Whether words call for what this one of them does.
    fn called_for(&self, op: &Operation, all: &[Operation]) -> bool {
        let meant = match op {
            Operation::Complete { completed: true, .. } | Operation::CompleteOccurrence { .. } => &[Deed::Complete][..],
            Operation::Complete { completed: false, .. } => &[Deed::Reopen],
            // What takes something away is said outright, or looked at first.
            Operation::Delete { .. } => return false,
            Operation::SkipOccurrence { .. } => &[Deed::Skip],
            Operation::SetStatus { .. } => &[Deed::Start, Deed::Block, Deed::Hold],
            Operation::Update { .. } => {
                &[Deed::Move, Deed::Due, Deed::Priority, Deed::Estimate, Deed::Rename, Deed::Label]
            }
            // A todo that a command of the same sentence is about is not what a new one might be.
            Operation::Create(_) => {
                let ordered = near::commands_within(self.meant(), &self.input.clock);
                let about: Vec<_> = all.iter().filter(|_| ordered).filter_map(|op| op.target()?.id()).collect();
                return self.menu.candidates.iter().all(|candidate| about.contains(&candidate.id));
            }
            _ => &[],
        };
        self.menu.choices.iter().any(|c| meant.contains(&c.deed))
    }

    /// The planner's answer as the turn's.
    pub(super) fn planned(&mut self, answer: Answer, sure: bool, world: &Todos) -> Step {
        self.consumed = answer.consumed.clone();
        self.about.clone_from(&answer.about);
        self.warnings = answer.warnings.clone();
        self.left_out.clone_from(&answer.left_out);
        self.answers = answer.answers_pending;
        self.takes.clone_from(&answer.takes);
        self.told = told(&answer, world, self.input.clock.now.date());
        let decision = match answer.decision {
            Decision::Plan => "plan",
            Decision::Clarify => "clarify",
            Decision::Chat | Decision::Unsure => "chat",
        };
        let question = (answer.decision == Decision::Clarify).then(|| self.fallback.clone());
        self.audit_route(decision, None, question.as_deref());
        match answer.decision {
            Decision::Plan => {
                let why = self.request.clone();
                // What answers a question is read with the question.
                let over = if self.input.pending.is_some() { &[][..] } else { &answer.left_over };
                let whole = over.is_empty();
                let behind = answer.ops.iter().any(|op| behind_deadline(op, world));
                // What is put otherwise is as sure as it was.
                let known = match self.takes.as_slice() {
                    [] => self.borne_out(&answer.ops, world) && self.witnessed(&answer.ops),
                    takes => takes.iter().all(|taken| taken.marked),
                };
                let sure = sure && whole && !behind && known;
                let left = (!whole).then(|| super::small::words_left(over, answer.ops.iter()));
                self.operations = answer.ops.into_iter().map(|op| proposed(op, &why, sure)).collect();
                if let Some(last) = self.operations.last_mut() {
                    last.warnings.extend(left);
                }
                self.early()
            }
            Decision::Clarify => {
                // After a second question the instruction is still the sentence that began it, and what
                // was answered before is not lost.
                let (instruction, answers) = match self.input.pending.as_ref().filter(|_| answer.answers_pending) {
                    Some(p) => {
                        (p.instruction.clone(), p.answers.iter().cloned().chain([self.request.clone()]).collect())
                    }
                    None => (self.request.clone(), Vec::new()),
                };
                Step::Done(Outcome::Clarify {
                    question: self.fallback.clone(),
                    options: answer.options,
                    sections: answer.sections,
                    instruction,
                    answers,
                    alternatives: Vec::new(),
                })
            }
            Decision::Chat | Decision::Unsure => {
                let told = !answer.answer_ids.is_empty() || answer.asked.is_some();
                let factual = told || answer.withdraws || !answer.warnings.is_empty();
                if factual { self.end_in_words(self.fallback.clone()) } else { self.talk(world) }
            }
        }
    }
}

/// Ticks lines of a todo, and no more.
fn ticks_lines(op: &Operation) -> bool {
    let Operation::Update { set, .. } = op else { return false };
    let checklist_check = set.checklist_check.clone();
    !checklist_check.is_empty() && *set == Patch { checklist_check, ..Patch::default() }
}

/// "now" as a word: rarely a date.
fn says_now(request: &str) -> bool {
    Words::new(request).says("now")
}

/// Asks in so many words for something new.
fn adds(request: &str) -> bool {
    let words = Words::new(request);
    let lead = |phrases: &str| {
        phrases.split('|').flat_map(|p| words.find(p)).any(|at| {
            at.start == 0
                || words
                    .before(at.start, 2)
                    .any(|w| matches!(w.fold.as_str(), "i" | "we" | "i'll" | "please" | "you" | "also" | "still"))
        })
    };
    words.says(
        "add|create|new|remind|reminder|todo|task|note to self|don't forget|dont forget|remember|make sure|don't let me forget",
    ) || lead("need to|have to|must|gotta|got to|should")
}

/// A todo with the same naming words is open already ("renew the car insurance").
fn twin(title: &str, world: &Todos) -> bool {
    let mut named = near::naming(title);
    named.sort();
    near::near(title, world, 4).iter().filter(|n| n.whole).filter_map(|n| world.todo(n.id)).any(|t| {
        let mut other = near::naming(&t.title);
        other.sort();
        !t.status.is_closed() && other == named
    })
}

/// The sentence reports what the todo's title asks for.
fn done_in(request: &str, id: TodoId, world: &Todos) -> bool {
    world.todo(id).is_some_and(|t| done_by(&Words::new(request), t))
}

/// Whether something that has only a deadline gets its date behind it: perhaps the deadline was meant.
fn behind_deadline(op: &Operation, world: &Todos) -> bool {
    let Operation::Update { id, set } = op else { return false };
    let (Some(Some(date)), None) = (set.scheduled_for, set.due_date) else { return false };
    let todo = id.id().and_then(|id| world.todo(id)).filter(|todo| todo.scheduled_for.is_none());
    todo.and_then(|todo| todo.due_date).is_some_and(|due| date > due)
}
