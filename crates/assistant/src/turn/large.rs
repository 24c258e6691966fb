//! Large models: router, plain proposal, one repair of the failing operations by index (R10).

use super::{State, Turn, destroys};
use crate::outcome::{Ops, Outcome, ProposedOp, Step};
use crate::plain;
use crate::prompt;
use crate::recovery::Recovered;
use crate::words::asks;
use countersign_core::effect::Working;
use countersign_core::ids::TodoId;
use countersign_core::label;
use countersign_core::model::{Reply, Role};
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
    pub(super) fn routed(&mut self, _reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let Some(route) = read.value.as_ref().and_then(|v| plain::route(v, &self.input.clock, world)) else {
            // A router failure never becomes an unasked plan (C7).
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

    /// The router's question, with the todos it may be about (S0-50).
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
            question: question.unwrap_or_else(|| "Which item do you mean?".to_owned()),
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
        let todos = ids.iter().filter_map(|id| world.todo(*id)).map(plain::line).collect();
        let cap = self.cap();
        let chosen = self.chosen_ids().unwrap_or_default();
        let p = prompt::operations(&self.input, &self.request, todos, &counts, &chosen, cap);
        self.call(Role::Propose, p, Some(plain::operations_format()), 1_200)
    }

    /// A large model's operations: each resolved, guarded and dry-run by itself.
    pub(super) fn proposed(&mut self, reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let raw = read.value.as_ref().map(|v| plain::listed(v, read.complete)).unwrap_or_default();
        self.by_model = Some(reply.model.clone());
        if raw.is_empty() && self.woken {
            return Step::Done(Outcome::Refused { text: String::new() });
        }
        if raw.is_empty() {
            return if self.trace.calls.iter().filter(|c| c.role == Role::Propose).count() > 1 || self.repaired {
                self.without_model(world)
            } else {
                self.ask_again(reply, world)
            };
        }
        let doubted = self.doubted(reply);
        self.operations = self.judged(&raw, doubted, world);
        self.early()
    }

    fn doubted(&self, reply: &Reply) -> bool {
        reply.prompt_cut
            || self.profile().logprobs
                && reply.min_logprob.is_some_and(|p| !p.is_finite() || p < self.input.thresholds.min_logprob)
    }

    fn judged(&self, raw: &[Value], doubted: bool, world: &Todos) -> Vec<ProposedOp> {
        let shown = self.shown(world);
        let witness = self.witness();
        let mut working = Working::new(world);
        raw.iter()
            .take(plain::MOST_OPERATIONS)
            .zip(1..)
            .map(|(raw, n)| {
                let value = plain::resolved(raw, &shown, &self.input, world);
                let judged = plain::judge(&value, &witness, &shown, &self.input, world, &mut working, n);
                let destroys = judged.op.as_ref().is_some_and(destroys);
                ProposedOp {
                    sure: !doubted
                        && !destroys
                        && judged.op.is_some()
                        && judged.problems.is_empty()
                        && judged.warnings.is_empty(),
                    op: judged.op,
                    raw: raw.clone(),
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
            return if self.operations.is_empty() { self.without_model(world) } else { self.summarise(world) };
        }
        let (ids, counts) = plain::snapshot(&self.witness(), self.route.as_ref(), &self.input, world);
        let todos = ids.iter().filter_map(|id| world.todo(*id)).map(plain::line).collect();
        let cap = self.cap();
        let p = prompt::mend(&self.input, &self.request, todos, &counts, hints, body, cap);
        self.call(Role::Repair, p, Some(plain::operations_format()), 1_200)
    }

    /// The repaired operations take the places of those that failed; all others stay as they are.
    pub(super) fn mended(&mut self, reply: &Reply, read: &Recovered, world: &Todos) -> Step {
        let raw = read.value.as_ref().map(|v| plain::listed(v, read.complete)).unwrap_or_default();
        if self.operations.is_empty() {
            self.repaired = true;
            if raw.is_empty() {
                self.audit("repair_failed", json!({"remaining_invalid": 0, "repair_success": false}));
                return self.without_model(world);
            }
            self.audit("repair_success", json!({"repaired_ops": raw.len(), "repair_success": true}));
            let doubted = self.doubted(reply);
            self.operations = self.judged(&raw, doubted, world);
            return self.early();
        }
        let failing: Vec<usize> =
            self.operations.iter().enumerate().filter(|(_, o)| !o.is_valid()).map(|(n, _)| n).collect();
        let before = self.operations.clone();
        let mut fixed = 0_usize;
        for (at, raw) in failing.iter().zip(&raw) {
            // Judged behind the valid ones, as it would be applied.
            let mut all: Vec<Value> =
                self.operations.iter().take(*at).filter(|o| o.is_valid()).map(|o| o.raw.clone()).collect();
            all.push(raw.clone());
            if let Some(mut op) = self.judged(&all, true, world).pop().filter(ProposedOp::is_valid)
                && let Some(place) = self.operations.get_mut(*at)
            {
                op.sure = false;
                *place = op;
                fixed += 1;
            }
        }
        let left = failing.len() - fixed;
        let action = if left == 0 { "repair_success" } else { "repair_failed" };
        self.audit(action, json!({"repaired_ops": fixed, "remaining_invalid": left, "repair_success": left == 0}));
        if self.operations == before {
            return self.summarise(world);
        }
        self.version += 1;
        self.state = State::Late;
        Step::Ops(Ops { version: self.version, operations: self.operations.clone() })
    }
}
