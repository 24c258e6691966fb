//! Large models: router, plain proposal, one repair of the failing operations by index (R10).

use super::{ROUTED, State, Turn, destroys};
use crate::outcome::{Ops, Outcome, ProposedOp, Step};
use crate::plain;
use crate::prompt;
use crate::recovery::Recovered;
use crate::trace::{CallRecord, Note};
use crate::words::asks;
use countersign_core::effect::Working;
use countersign_core::ids::TodoId;
use countersign_core::label::{self, in_quotes};
use countersign_core::model::{Finish, Reply, Role};
use countersign_core::problem::Problem;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{ClarifyOption, ClarifySection, Mode};
use serde_json::{Value, json};

impl Turn {
    /// The first call to a large model: the router, or the proposal where nothing is to route (S0-55).
    pub(super) fn ask_large(&mut self, world: &Todos) -> Step {
        let settled = self.input.selection.is_some() && self.input.pending.is_some();
        if self.input.mode == Mode::Plan || settled || !self.profile().router {
            return self.ask_operations(world);
        }
        self.state = State::Routing;
        let p = prompt::route(&self.input, &self.request, world, self.cap());
        self.call(Role::Router, p, Some(plain::route_format()), 300)
    }

    /// The gates of S0-52…54 over the router's answer and the todos that can be meant (R7).
    pub(super) fn routed(&mut self, reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let Some(route) = read.value.as_ref().and_then(|v| plain::route(v, &self.input.clock, world)) else {
            // A router failure never becomes an unasked plan (C7).
            self.note_unread(reply.finish);
            return self.without_model(world);
        };
        let gates = self.input.thresholds;
        let grounded = route.is_grounded() || self.menu.candidates.iter().any(|c| c.clear);
        let pending = self.input.pending.is_some();
        let decision = match route.decision.as_str() {
            _ if route.confidence < gates.clarify_below && !(pending && route.decision == "plan") => "clarify",
            "plan"
                if route.confidence > gates.plan_above
                    && route.confidence > 0.85
                    && route.is_bare()
                    && asks(self.meant()) =>
            {
                "chat"
            }
            "plan" if route.confidence > gates.plan_above || grounded || pending => "plan",
            "plan" | "chat" => "chat",
            _ => "clarify",
        };
        let question = route.question.clone();
        self.audit_route(decision, Some(route.confidence), question.as_deref().filter(|_| decision == "clarify"));
        self.route = Some(route);
        match decision {
            "plan" => self.ask_operations(world),
            "clarify" => self.ask_routed(question, world),
            _ => self.talk(world),
        }
    }

    /// The router's question, with the todos it may be about (S0-50): in the planner's form, whose answers are read
    /// by the planner ([`Turn::first`]).
    fn ask_routed(&mut self, question: Option<String>, world: &Todos) -> Step {
        let named = self.route.as_ref().map(|r| r.ids.clone()).unwrap_or_default();
        let mut options: Vec<TodoId> = named;
        options
            .extend(self.menu.candidates.iter().map(|c| c.id).filter(|id| !options.contains(id)).collect::<Vec<_>>());
        options.truncate(7);
        let choices: Vec<ClarifyOption> = options
            .iter()
            .filter_map(|id| world.todo(*id))
            .map(|t| ClarifyOption { value: json!(t.id), label: label::choice(t) })
            .collect();
        let sections = if choices.is_empty() {
            Vec::new()
        } else {
            vec![ClarifySection { kind: "which".to_owned(), options: choices }]
        };
        Step::Done(Outcome::Clarify {
            // A question in a model's words is told as one (R23).
            question: question.map_or_else(|| "Which item do you mean?".to_owned(), |asked| asks_in(&asked)),
            options,
            sections,
            instruction: self.request.clone(),
            answers: Vec::new(),
            alternatives: Vec::new(),
        })
    }

    fn shown(&self, world: &Todos) -> Vec<TodoId> {
        let mut ids = plain::snapshot(&self.witness(), self.route.as_ref(), &self.input, world).0;
        ids.extend(self.chosen_ids().unwrap_or_default());
        ids
    }

    pub(super) fn ask_operations(&mut self, world: &Todos) -> Step {
        self.state = State::Proposing;
        let (ids, counts) = plain::snapshot(&self.witness(), self.route.as_ref(), &self.input, world);
        let told = if self.woken { plain::noted } else { plain::line };
        let todos = ids.iter().filter_map(|id| world.todo(*id)).map(told).collect();
        let cap = self.cap();
        let chosen = self.chosen_ids().unwrap_or_default();
        let p = prompt::operations(&self.input, &self.request, todos, &counts, &chosen, cap);
        self.call(Role::Propose, p, Some(plain::operations_format()), 1_200)
    }

    /// A large model's operations: each resolved, guarded and dry-run by itself.
    pub(super) fn proposed(&mut self, reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let raw = &read.operations;
        self.by_model = Some(reply.model.clone());
        if raw.is_empty() && self.woken {
            return Step::Done(Outcome::Refused { text: String::new() });
        }
        if raw.is_empty() {
            return if self.trace.calls.iter().filter(|c| c.role == Role::Propose).count() > 1 || self.repaired {
                self.unproposed(world)
            } else {
                self.ask_again(reply, world)
            };
        }
        let doubted = self.doubted(reply) || !read.complete;
        self.decided();
        self.operations = self.judged(raw, doubted, world);
        self.early()
    }

    /// A model proposes that no router was asked about: what was decided is still told (S0-59).
    fn decided(&mut self) {
        if !self.woken && self.trace.audit.iter().all(|known| known.action != ROUTED) {
            self.audit_route("plan", None, None);
        }
    }

    /// A model answered, and no change is in what it said, or nothing of it could be read.
    fn unproposed(&mut self, world: &Todos) -> Step {
        match self.trace.calls.last() {
            Some(CallRecord { parsed, dropped, finish: Some(finish), .. })
                if parsed.is_none() || !dropped.is_empty() =>
            {
                self.note_unread(*finish);
            }
            _ => self.note(Note::new(
                "corrected",
                "The model's answer named no change, so the built-in rules answered.",
                "Say it in other words, or use another model.",
            )),
        }
        self.without_model(world)
    }

    fn doubted(&self, reply: &Reply) -> bool {
        reply.prompt_cut
            || reply.finish == Finish::Filtered
            || self.profile().logprobs
                && reply.min_logprob.is_some_and(|p| !p.is_finite() || p < self.input.thresholds.min_logprob)
    }

    fn judged(&self, raw: &[Value], doubted: bool, world: &Todos) -> Vec<ProposedOp> {
        let shown = self.shown(world);
        let witness = self.witness();
        let mut working = Working::new(world);
        raw.iter()
            .take(plain::MOST_READ)
            .zip(1..)
            .map(|(raw, n)| {
                let (raw, needs) = needing(raw);
                let judged = plain::judge(&raw, &witness, &shown, &self.input, world, &mut working, n);
                let destroys = judged.op.as_ref().is_some_and(destroys);
                ProposedOp {
                    sure: !doubted
                        && !destroys
                        && judged.op.is_some()
                        && judged.problems.is_empty()
                        && judged.warnings.is_empty(),
                    op: judged.op,
                    raw,
                    needs,
                    problems: judged.problems,
                    why: self.request.clone(),
                    warnings: judged.warnings,
                }
            })
            .collect()
    }

    /// Nothing usable came: asked once more, with the hint.
    fn ask_again(&mut self, reply: &Reply, world: &Todos) -> Step {
        self.repaired = true;
        let problem = Problem::new("missing_operations", "that was not one whole JSON object with operations");
        self.audit("repair_attempted", json!({"invalid_ops": 0, "errors": [problem]}));
        self.state = State::Repairing;
        let hint = format!("{}. {}", problem.message, problem.hint);
        self.repair_call(&[hint], &reply.text, world)
    }

    /// One repair call of only the failing operations (S0-70, R10).
    pub(super) fn ask_repair(&mut self, failing: &[usize], world: &Todos) -> Step {
        self.repaired = true;
        self.state = State::Repairing;
        self.audit("repair_attempted", json!({"invalid_ops": failing.len()}));
        let bad: Vec<&ProposedOp> = failing.iter().filter_map(|n| self.operations.get(*n)).collect();
        let hints: Vec<String> = bad
            .iter()
            .zip(1..)
            .flat_map(|(op, n)| op.problems.iter().map(move |p| format!("Operation {n}: {}. {}", p.message, p.hint)))
            .collect();
        let body = json!({"operations": bad.iter().map(|o| &o.raw).collect::<Vec<_>>()}).to_string();
        self.repair_call(&hints, &body, world)
    }

    fn repair_call(&mut self, hints: &[String], body: &str, world: &Todos) -> Step {
        if self.input.without.repair {
            return if self.operations.is_empty() { self.unproposed(world) } else { self.summarise(world) };
        }
        let (ids, counts) = plain::snapshot(&self.witness(), self.route.as_ref(), &self.input, world);
        let todos = ids.iter().filter_map(|id| world.todo(*id)).map(plain::line).collect();
        let cap = self.cap();
        let p = prompt::mend(&self.input, &self.request, todos, &counts, hints, body, cap);
        self.call(Role::Repair, p, Some(plain::operations_format()), 1_200)
    }

    /// The repaired operations take the places of those that failed; all others stay as they are.
    pub(super) fn mended(&mut self, reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let raw = &read.operations;
        if self.operations.is_empty() {
            self.repaired = true;
            if raw.is_empty() {
                self.audit("repair_failed", json!({"remaining_invalid": 0, "repair_success": false}));
                return self.unproposed(world);
            }
            self.audit("repair_success", json!({"repaired_ops": raw.len(), "repair_success": true}));
            self.note_mended(true);
            self.decided();
            let doubted = self.doubted(reply) || !read.complete;
            self.operations = self.judged(raw, doubted, world);
            return self.early();
        }
        let (places, all) = self.replaced(raw, world);
        let failing = self.operations.iter().filter(|o| !o.is_valid()).count();
        // Judged among the valid ones, as it would be applied.
        let mut fixed = 0_usize;
        for (at, mut op) in places.into_iter().zip(self.judged(&all, true, world)) {
            if let Some(place) = self.operations.get_mut(at)
                && !place.is_valid()
                && op.is_valid()
            {
                op.sure = false;
                // A repair counts by itself.
                op.needs.clone_from(&place.needs);
                *place = op;
                fixed += 1;
            }
        }
        let left = failing - fixed;
        let action = if left == 0 { "repair_success" } else { "repair_failed" };
        self.audit(action, json!({"repaired_ops": fixed, "remaining_invalid": left, "repair_success": left == 0}));
        self.note_mended(left == 0);
        if fixed == 0 {
            return self.summarise(world);
        }
        self.version += 1;
        self.state = State::Late;
        Step::Ops(Ops { version: self.version, operations: self.operations.clone() })
    }

    /// The operations with a repair's in the places of those that failed, and which places these are.
    /// What a repair says again of those that are kept is passed over first (R10).
    fn replaced(&self, repair: &[Value], world: &Todos) -> (Vec<usize>, Vec<Value>) {
        let shown = self.shown(world);
        let read = |raw: &Value| {
            let value = plain::resolved(raw, &shown, &self.input, world);
            countersign_core::operation::parse::operation(&value).ok()
        };
        let mut kept: Vec<_> = self.operations.iter().filter(|o| o.is_valid()).filter_map(|o| o.op.as_ref()).collect();
        let mut new = repair.iter().take(plain::MOST_READ).filter(|raw| {
            let said = read(raw);
            let again = kept.iter().position(|known| said.as_ref() == Some(*known));
            again.map(|at| kept.swap_remove(at)).is_none()
        });
        let raws = self.operations.iter().map(|op| if op.is_valid() { Some(&op.raw) } else { new.next() });
        raws.enumerate().filter_map(|(at, raw)| Some((at, raw?.clone()))).unzip()
    }
}

/// An operation without what it needs, and that.
fn needing(raw: &Value) -> (Value, Vec<u32>) {
    let mut op = raw.clone();
    let needs = op.as_object_mut().and_then(|map| map.remove("needs"));
    let numbers = needs.as_ref().and_then(Value::as_array).into_iter().flatten();
    (op, numbers.filter_map(|n| u32::try_from(n.as_u64()?).ok()).collect())
}

/// A model's question as ours: between quotes that it cannot close.
fn asks_in(question: &str) -> String {
    format!("The model asks: {}", in_quotes(question))
}
