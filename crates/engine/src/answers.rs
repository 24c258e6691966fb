//! A model's answer as the ledger and the run's events have it, whoever asked: while it comes, when it came,
//! what it took, and that none came.

use countersign_core::ids::RunId;
use countersign_core::ledger::Event;
use countersign_core::model::{Reply, Role, Usage};
use countersign_core::wire::{CallUsage, RunEvent};
use countersign_llm::spending::Cost;
use countersign_llm::{Delta, LlmError, ModelInfo, Models, Place};
use serde_json::json;

/// What the person is told of a model's answer on its way, besides its words.
pub(crate) fn heard_of(delta: Delta, role: Role) -> Option<RunEvent> {
    if let Some(spent) = spent(&delta, role) {
        return Some(RunEvent::Usage(spent));
    }
    let (what, message, hint) = match delta {
        Delta::Retry { attempt, after_ms, why } => {
            ("retry", format!("{why} Trying again in {} s (attempt {attempt}).", seconds(after_ms)), None)
        }
        Delta::Queued { ahead } => ("queued", format!("The model answers {ahead} other message(s) first."), None),
        Delta::Cut { why } => {
            let hint = match role {
                Role::Chat => "What came is shown. Send the message again for a whole answer.",
                _ => "Only what was whole before the cut is used. If no other answer follows, send the message again.",
            };
            ("truncated", format!("The answer was cut: {why}."), Some(hint.to_owned()))
        }
        Delta::Hidden { kinds } => {
            let n: u32 = kinds.values().sum();
            let kind = |(kind, n): (&String, &u32)| if *n == 1 { kind.clone() } else { format!("{kind} ({n})") };
            let what: Vec<String> = kinds.iter().map(kind).collect();
            let hint = "It was sent placeholders. A file that it changes keeps what was there.";
            let message = format!("{n} secret(s) were kept from the model: {}.", what.join(", "));
            ("redacted", message, Some(hint.to_owned()))
        }
        Delta::Text(_) | Delta::Thinking(_) | Delta::ToolCall { .. } | Delta::Spent { .. } => return None,
    };
    Some(RunEvent::Recovery { what: what.into(), message, hint })
}

/// A wait in seconds, as people say it: tenths of a short one, and never none at all.
fn seconds(ms: u64) -> f64 {
    let tenths = ms.div_ceil(100).max(1);
    let tenths = if tenths < 100 { tenths } else { tenths.div_ceil(10) * 10 };
    f64::from(u32::try_from(tenths).unwrap_or(u32::MAX)) / 10.0
}

/// An answer that came. `named` = the model that was asked in the place of the role's; `prompt` = what its prompt
/// was estimated at.
pub(crate) fn came(
    models: &Models,
    named: Option<&str>,
    role: Role,
    run: &RunId,
    prompt: u64,
    reply: &Reply,
) -> (Event, Vec<RunEvent>) {
    let raw = crate::sent::raw(models, role, reply);
    let audit = Event::Audit {
        action: "model_raw".into(),
        detail: json!({ "run": run, "role": role, "model": reply.model, "finish": reply.finish, "usage": reply.usage, "min_logprob": reply.min_logprob, "raw": raw }),
    };
    let asked = match named {
        Some(model) => models.named(model, role),
        None => models.available(role),
    };
    let mut events = vec![RunEvent::Usage(usage(asked.as_ref(), role, prompt, reply))];
    if reply.prompt_cut {
        events.push(RunEvent::Recovery {
            what: "prompt_cut".into(),
            message: "The model's server read less than it was sent.".into(),
            hint: Some("Give the model a larger context.".into()),
        });
    }
    (audit, events)
}

/// None came, after all that was tried.
pub(crate) fn failed(role: Role, run: &RunId, error: &LlmError) -> (Event, RunEvent) {
    let audit = Event::Audit {
        action: "model_failed".into(),
        detail: json!({ "run": run, "role": role, "error": error.code(), "message": error.to_string() }),
    };
    let told = RunEvent::Recovery { what: "model_failed".into(), message: error.to_string(), hint: Some(error.hint()) };
    (audit, told)
}

/// What a call of this model took. `prompt` = what its prompt was estimated at. A runtime may call the
/// model otherwise than our catalogue does: what it costs, the catalogue's entry says.
pub(crate) fn usage(asked: Option<&ModelInfo>, role: Role, prompt: u64, reply: &Reply) -> CallUsage {
    let cost = asked.map_or(Cost(0), |info| info.cost(&reply.usage));
    // A cut prompt says nothing of what the whole would have counted.
    let estimated = if reply.usage.estimated || reply.prompt_cut { 0 } else { prompt };
    let hosted = asked.is_some_and(|info| info.place == Place::Hosted);
    CallUsage { estimated_tokens: estimated, ..counted(&reply.model, hosted, role, &reply.usage, cost) }
}

/// What an attempt took that failed after it had begun, where this says so.
pub(crate) fn spent(delta: &Delta, role: Role) -> Option<CallUsage> {
    let Delta::Spent { model, hosted, usage, cost } = delta else { return None };
    Some(counted(model, *hosted, role, usage, *cost))
}

fn counted(model: &str, hosted: bool, role: Role, usage: &Usage, cost: Cost) -> CallUsage {
    CallUsage {
        model: model.to_owned(),
        hosted,
        role,
        prompt_tokens: usage.prompt_tokens,
        cached_tokens: usage.cached_tokens,
        completion_tokens: usage.completion_tokens,
        elapsed_ms: usage.elapsed_ms,
        cost_millionths: cost.micros(),
        estimated_tokens: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_told_as_long_as_it_is() {
        for (ms, said) in [(0, "0.1"), (180, "0.2"), (1_000, "1"), (1_250, "1.3"), (9_950, "10"), (12_340, "13")] {
            assert_eq!(seconds(ms).to_string(), said, "{ms}");
        }
    }
}
