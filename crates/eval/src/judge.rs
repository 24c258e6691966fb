//! One outcome against what counts as right, and the switches of the harness.

use crate::case::{Case, Want, World};
use countersign_assistant::{ModelProfile, Outcome, ProposedOp, Size, Without};
use countersign_core::operation::Operation;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What was heard and measured beside the outcome.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Got {
    /// Calls of the model.
    pub calls: u32,
    /// Tokens read.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Seconds to the first token of the first call; none without a call.
    pub first_token: Option<f64>,
    /// Seconds in all.
    pub seconds: f64,
    /// A call that failed.
    pub error: Option<String>,
}

/// How an outcome stands to what counts as right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Verdict {
    /// It can be used: operations that hold, a question, or an answer.
    pub valid: bool,
    /// Right kinds of operations, or rightly none.
    pub operation: bool,
    /// Right todos.
    pub target: bool,
    /// Right effect, nothing more and nothing less.
    pub right: bool,
    /// Marked beforehand, and not right.
    pub wrong_sure: bool,
    /// A question where a plan was wanted, with the right one among its answers.
    pub offered: bool,
}

/// A case with its verdict: a line of a run's file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The case.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Its language.
    pub language: String,
    /// What was said.
    pub said: String,
    /// How it stands.
    pub verdict: Verdict,
    /// What was measured.
    pub got: Got,
    /// The effect, or `clarify`, or `none`.
    pub did: Value,
}

fn name(op: &Operation) -> String {
    op.to_value()["op"].as_str().unwrap_or_default().to_owned()
}

/// The kinds of operations, where several ways lead to one: a done status is a completion.
fn kinds(ops: &[Operation]) -> BTreeSet<String> {
    let one = |op: &Operation| match op.to_value() {
        value if value["op"] == "set_status" && value["status"] == "done" => "complete".to_owned(),
        _ => name(op).trim_start_matches("bulk_").to_owned(),
    };
    ops.iter().map(one).collect()
}

/// The todos that an effect touches, and how many new ones there are.
fn targets(effect: &Value) -> (BTreeSet<String>, usize) {
    let keys = effect.as_object().into_iter().flatten().map(|(key, _)| key.clone());
    let new = effect["new"].as_array().map_or(0, Vec::len);
    (keys.filter(|key| key != "new" && key != "refused").collect(), new)
}

/// Judges an outcome.
pub fn judge(case: &Case, world: &World, outcome: &Outcome, got: Got) -> Row {
    let mut verdict = Verdict { valid: got.error.is_none(), ..Verdict::default() };
    let plans = || case.wants.iter().filter_map(|w| if let Want::Plan(ops) = w { Some(ops) } else { None });
    let did = match outcome {
        Outcome::Plan { operations, .. } => {
            verdict.valid &= operations.iter().all(ProposedOp::is_valid);
            let ops: Vec<Operation> = operations.iter().filter(|o| o.is_valid()).filter_map(|o| o.op.clone()).collect();
            let effect = world.effect(&ops);
            verdict.operation = plans().any(|want| kinds(want) == kinds(&ops));
            verdict.target = plans().any(|want| targets(&world.effect(want)) == targets(&effect));
            verdict.right = plans().any(|want| world.effect(want) == effect);
            verdict.wrong_sure = !verdict.right && operations.iter().any(|o| o.sure);
            effect
        }
        Outcome::Clarify { alternatives, .. } => {
            let wanted = case.wants.contains(&Want::Clarify);
            (verdict.operation, verdict.target, verdict.right) = (wanted, wanted, wanted);
            // What is asked because the model failed says nothing of it.
            verdict.offered = got.error.is_none()
                && !wanted
                && alternatives.iter().any(|a| plans().any(|want| world.effect(want) == world.effect(&a.operations)));
            json!("clarify")
        }
        // No case has a project folder, so work on one is no change to a todo; nor is a model's silence.
        Outcome::Chat { .. }
        | Outcome::Said { .. }
        | Outcome::Refused { .. }
        | Outcome::Unanswered { .. }
        | Outcome::Work { .. } => {
            let wanted = case.wants.contains(&Want::Nothing);
            (verdict.operation, verdict.target, verdict.right) = (wanted, wanted, wanted);
            json!("none")
        }
    };
    Row {
        id: case.id.clone(),
        kind: case.kind.clone(),
        language: case.language.clone(),
        said: case.said.clone(),
        verdict,
        got,
        did,
    }
}

/// Switches: `planner`, `grounding`, `examples`, `repair` are the assistant's; `grammar` is for whoever
/// asks the model; `trust` for the profile. An unknown word is handed back.
///
/// # Errors
/// The word that is no switch.
pub fn without(words: &[String]) -> Result<Without, &str> {
    let mut out = Without::default();
    for word in words {
        match word.as_str() {
            "planner" => out.planner = true,
            "examples" => out.examples = true,
            "repair" => out.repair = true,
            "grounding" | "grammar" | "trust" => {}
            other => return Err(other),
        }
    }
    Ok(out)
}

/// The profile of a model of this size with these switches. It never routes or sums up: a case is
/// judged by its effect.
pub fn profile(size: Size, switched_off: &[String]) -> ModelProfile {
    let off = |word: &str| switched_off.iter().any(|w| w == word);
    let mut profile = match size {
        Size::Small if !off("grounding") => ModelProfile::small(),
        Size::Small => ModelProfile { prompt_tokens: 2_000, logprobs: true, ..ModelProfile::large() },
        Size::Large => ModelProfile::large(),
    };
    (profile.router, profile.summary) = (false, false);
    profile.logprobs &= !off("trust");
    profile
}
