//! The one place where a reply's text becomes a value: nothing cut or guessed comes through
//! (RECOVERY.md; the work is `countersign-recover`'s).

use countersign_core::model::Finish;
use countersign_recover::{Finish as Ended, Request, Schema};
use serde_json::{Value, json};

/// What is safe of a reply.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Recovered {
    /// Safe to use; absent if nothing is.
    pub(crate) value: Option<Value>,
    /// The text closed everything it opened.
    pub(crate) complete: bool,
    /// Kinds of fixes.
    pub(crate) repairs: Vec<String>,
    /// What was left out, with reasons.
    pub(crate) dropped: Vec<String>,
    /// Where it broke the schema.
    pub(crate) violations: Vec<String>,
}

/// Longest list of remarks that is kept of each kind.
const MOST: usize = 40;

/// Recovers a value of the schema from a reply.
pub(crate) fn recover(text: &str, schema: &Value, finish: Finish) -> Recovered {
    // A schema of ours always compiles (tested); without one nothing would be coerced, and the
    // caller checks every value against its menu anyway.
    let schema = Schema::compile(schema).ok();
    let finish = match finish {
        Finish::Length => Some(Ended::Length),
        Finish::Aborted | Finish::Filtered => Some(Ended::Aborted),
        Finish::Stop | Finish::ToolCalls => Some(Ended::Stop),
        Finish::Unknown => None,
    };
    let got = countersign_recover::recover(&Request { input: text, schema: schema.as_ref(), finish });
    Recovered {
        value: got.value().map(|v| v.into_inner().to_serde()),
        complete: got.complete,
        repairs: got.repairs.iter().map(|r| r.as_str().to_owned()).collect(),
        dropped: got.dropped.iter().take(MOST).map(|d| format!("{}: {:?}", d.path, d.reason)).collect(),
        violations: got.violations.iter().take(MOST).map(|v| format!("{}: {}", v.path, v.message)).collect(),
    }
}

/// Recovers a list of operations. What is wrong inside one is for the core to name and for the model
/// to mend (S0-69, S0-70), so only the shape around them is asked for here (S0-67).
pub(crate) fn recover_operations(text: &str, finish: Finish) -> Recovered {
    let listed = json!({
        "type": "object",
        "properties": {"operations": {"type": "array", "items": {"type": "object"}}},
        "required": ["operations"]
    });
    let got = recover(text, &listed, finish);
    let has = |v: &Value| v.get("operations").is_some_and(Value::is_array);
    if got.value.as_ref().is_some_and(has) { got } else { recover(text, &json!({"type": ["object", "array"]}), finish) }
}
