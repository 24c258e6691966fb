//! The one place where a reply's text becomes a value: nothing cut or guessed comes through
//! (RECOVERY.md; the work is `countersign-recover`'s).

use crate::plain::MOST_OPERATIONS;
use countersign_core::model::{Finish, Reply};
use countersign_dialect as dialect;
use countersign_recover::{Dropped, Finish as Ended, Reason, Request, Schema};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// What is safe of a reply.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Recovered {
    /// Safe to use; absent if nothing is, or if the reply does not give it as its answer.
    pub(crate) value: Option<Value>,
    /// The text closed everything it opened.
    pub(crate) complete: bool,
    /// Kinds of fixes.
    pub(crate) repairs: Vec<String>,
    /// What was left out, with reasons.
    pub(crate) dropped: Vec<String>,
    /// Where it broke the schema.
    pub(crate) violations: Vec<String>,
    /// The operations in it, spelled one way and each once; only of a proposal.
    pub(crate) operations: Vec<Value>,
    /// How many operations only said again what another says: a model in a loop does.
    pub(crate) repeated: usize,
    /// How many operations an answer had before the one that counts, and that has not.
    pub(crate) replaced: usize,
}

impl Recovered {
    /// What a text holds, without a look at operations.
    pub(crate) fn of(got: &countersign_recover::Recovered) -> Self {
        Self {
            value: got.answer().map(|v| v.into_inner().to_serde()),
            complete: got.complete,
            repairs: got.repairs.iter().map(|r| r.as_str().to_owned()).collect(),
            dropped: got.dropped.iter().take(MOST).map(left_out).collect(),
            violations: got.violations.iter().take(MOST).map(|v| format!("{}: {}", v.path, v.message)).collect(),
            ..Self::default()
        }
    }

    fn once(mut self) -> Self {
        let before = self.operations.len();
        let mut seen: HashMap<String, usize> = HashMap::new();
        // What is needed counts from here on without what was said twice.
        let mut numbers = Vec::with_capacity(before);
        let mut kept: Vec<Value> = Vec::with_capacity(before);
        for mut op in std::mem::take(&mut self.operations) {
            if let Some(needs) = op.get_mut("needs").and_then(Value::as_array_mut) {
                let now = |n: &Value| numbers.get(usize::try_from(n.as_u64()?.checked_sub(1)?).ok()?).copied();
                *needs = needs.iter().filter_map(now).map(|n: usize| json!(n)).collect();
            }
            let next = kept.len() + 1;
            let number = *seen.entry(op.to_string()).or_insert(next);
            numbers.push(number);
            if number == next {
                kept.push(op);
            }
        }
        self.operations = kept;
        self.repeated = before - self.operations.len();
        // More than were asked for are kept, since eight are a budget of the prompt (C9); the record says so.
        if self.operations.len() > MOST_OPERATIONS {
            self.violations.push(format!("/operations: {} of at most {MOST_OPERATIONS}", self.operations.len()));
        }
        self
    }
}

/// A part that was left out, in words for people.
fn left_out(part: &Dropped) -> String {
    let why = match part.reason {
        Reason::Unclosed => "cut off",
        Reason::GuessedString => "where a text in it ends is a guess",
        Reason::LossyBody => "a text in it has lost a character",
        Reason::Elided => "a text in it leaves something out",
        Reason::MalformedDiff => "its diff cannot be applied",
        Reason::Violation => "not in the form that was asked for",
        Reason::Duplicate => "said twice, in two ways",
        Reason::Superseded => "another whole answer in the same reply",
        Reason::Denied => "what stands around it says that it is not meant",
    };
    let what = if part.path.is_empty() { "all of it" } else { &part.path };
    format!("{why} ({what})")
}

/// Longest list of remarks that is kept of each kind.
const MOST: usize = 40;

/// Recovers a value of the schema from a reply.
pub(crate) fn recover(text: &str, schema: &Value, finish: Finish) -> Recovered {
    Recovered::of(&read(text, schema, finish))
}

fn read(text: &str, schema: &Value, finish: Finish) -> countersign_recover::Recovered {
    // A schema of ours always compiles (tested); without one nothing would be coerced, and the
    // caller checks every value against its menu anyway.
    let schema = Schema::compile(schema).ok();
    countersign_recover::recover(&Request { input: text, schema: schema.as_ref(), finish: ended(finish) })
}

/// How a reply ended, as recovery is told.
pub(crate) fn ended(finish: Finish) -> Option<Ended> {
    match finish {
        Finish::Length => Some(Ended::Length),
        Finish::Aborted | Finish::Filtered => Some(Ended::Aborted),
        Finish::Stop | Finish::ToolCalls => Some(Ended::Stop),
        Finish::Unknown => None,
    }
}

/// Recovers operations in any dialect: a runtime's own calls, calls that the text marks, or JSON. What
/// is wrong inside one is for the core to name and for the model to mend (S0-69, S0-70), so only the
/// shape around them is asked for here (S0-67).
pub(crate) fn recover_operations(reply: &Reply) -> Recovered {
    let calls: Vec<Part<'_>> =
        reply.tool_calls.iter().map(|c| Part { name: Some(&c.name), text: c.arguments.clone() }).collect();
    let mut called = recover_parts(&calls, reply.finish);
    let mut got = recover_text(reply);
    if !called.operations.is_empty() {
        // The words beside a runtime's own calls are another answer, which they stand for.
        called.replaced = unsaid(&got.operations, &called.operations);
        return called.once();
    }
    if got.value.is_none() {
        // Of calls that came to nothing the reasons are still told.
        got.dropped.extend(called.dropped);
    }
    got.once()
}

/// Operations in the words of a reply: in calls that they mark, or as JSON.
fn recover_text(reply: &Reply) -> Recovered {
    let marked: Vec<Part<'_>> =
        dialect::tagged(&reply.text).into_iter().flatten().map(|text| Part { name: None, text }).collect();
    if marked.is_empty() {
        return recover_json(&reply.text, reply.finish);
    }
    let whole = read(&reply.text, &json!({"type": ["object", "array"]}), reply.finish);
    if whole.is_meant() { recover_parts(&marked, reply.finish) } else { Recovered::of(&whole) }
}

/// Operations in a text that is JSON, or has it somewhere.
fn recover_json(text: &str, finish: Finish) -> Recovered {
    let listed = json!({
        "type": "object",
        "properties": {"operations": {"type": "array", "items": {"type": "object"}}},
        "required": ["operations"]
    });
    let has = |v: &Value| v.get("operations").is_some_and(Value::is_array);
    let found = read(text, &listed, finish);
    let first = Recovered::of(&found);
    if !found.is_meant() && found.best_effort().is_some_and(|v| has(&v.to_serde())) {
        // Another reading of the same words would not look at what they say of it.
        return first;
    }
    let is_listed = first.value.as_ref().is_some_and(has);
    let (found, mut got) = if is_listed {
        (found, first.clone())
    } else {
        let found = read(text, &json!({"type": ["object", "array"]}), finish);
        let got = Recovered::of(&found);
        (found, got)
    };
    if !is_listed && got.value.as_ref().and_then(Value::as_array).is_some_and(|list| !list.iter().any(is_container)) {
        // Brackets in prose.
        got.value = None;
    }
    got.operations = got.value.as_ref().map(|v| dialect::operations(v, got.complete)).unwrap_or_default();
    if got.operations.is_empty() && !is_listed && first.dropped.iter().any(|part| part.contains("/operations")) {
        // What stood where the operations should is told, whatever else can be read of it.
        got.dropped = first.dropped;
    }
    if !got.operations.is_empty() && (!is_listed || found.dropped.iter().any(|d| d.reason == Reason::Superseded)) {
        let before: Vec<Value> =
            found.before.iter().flat_map(|answer| dialect::operations(&answer.to_serde(), true)).collect();
        got.replaced = unsaid(&before, &got.operations);
    }
    if got.replaced > 0 {
        // Told by its number.
        got.dropped =
            found.dropped.iter().filter(|d| d.reason != Reason::Superseded).take(MOST).map(left_out).collect();
    }
    got
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// How many operations only stand in answers that do not count, which is all but the last (RECOVERY, part 2): an
/// earlier one is a draft, also where nothing is between them.
fn unsaid(others: &[Value], counted: &[Value]) -> usize {
    let counted: HashSet<String> = counted.iter().map(Value::to_string).collect();
    others.iter().map(Value::to_string).filter(|op| !counted.contains(op)).collect::<HashSet<_>>().len()
}

/// A call that stands by itself.
struct Part<'a> {
    /// Its tool, where that is not in the text.
    name: Option<&'a str>,
    text: String,
}

/// Calls that stand one after the other: only the last can have been cut by the end of the answer.
fn recover_parts(parts: &[Part<'_>], finish: Finish) -> Recovered {
    let mut all = Recovered { complete: true, ..Recovered::default() };
    for (part, n) in parts.iter().zip(1..) {
        let finish = if n == parts.len() { finish } else { Finish::Stop };
        let empty = part.name.is_some() && part.text.trim().is_empty();
        let got = if empty {
            Recovered { value: Some(json!({})), complete: true, ..Recovered::default() }
        } else {
            recover(&part.text, &json!({"type": ["object", "array"]}), finish)
        };
        all.complete &= got.complete;
        all.repairs.extend(got.repairs);
        all.dropped.extend(got.dropped.into_iter().map(|d| format!("call {n} {d}")));
        all.violations.extend(got.violations);
        let value = match (got.value, part.name) {
            (Some(value), Some(name)) if got.complete => json!({"name": name, "arguments": value}),
            (Some(value), _) => value,
            (None, _) => continue,
        };
        all.operations.extend(dialect::operations(&value, got.complete));
    }
    all.value = (!all.operations.is_empty()).then(|| Value::Array(all.operations.clone()));
    all
}
