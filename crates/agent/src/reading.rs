//! From a model's text to one validated reply: every dialect is read (S3-10, C2, C3, C4, S4-2),
//! nothing is made up (S3-11), and what is wrong is named so that the model can mend it.

use crate::step::{Action, Kind, Resume, Step, Thinking};
use crate::tool::{Access, Registry, Tool};
use countersign_core::exact;
use countersign_core::model::{Finish, Reply};
use countersign_dialect as dialect;
use countersign_recover::{Finish as Ended, Request, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Most calls of one reply (F/S3).
pub const MOST_CALLS: usize = 10;

/// One call of a tool, checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Names it within the run.
    pub id: String,
    /// The tool's own name.
    pub tool: String,
    /// Its arguments as its input type takes them.
    pub args: Value,
}

/// What a reply says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// Tools are to be called.
    Tools(Vec<ToolCall>),
    /// The person is told something, and it goes on.
    Respond(String),
    /// The task is done.
    Complete(String),
    /// The person is asked.
    Ask {
        /// The question.
        question: String,
        /// What it is about.
        context: Option<String>,
        /// Who reads the answer.
        resume_to: Resume,
    },
    /// It gives up.
    Stop(String),
}

/// A reply that can be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What it says.
    pub said: Said,
    /// What the model says it thinks.
    pub thinking: Option<Thinking>,
    /// Kinds of fixes to the text.
    pub repairs: Vec<String>,
}

/// Why a reply cannot be used. The texts are part of the contract (S3-9, S3-11).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Invalid {
    /// No JSON object in it.
    #[error("Invalid controller output: the reply is no JSON object")]
    NoObject,
    /// Its JSON is called an example, quoted, or taken back by the words around it.
    #[error("Invalid controller output: the words around the JSON say that it is not your reply; send the reply alone")]
    NotMeant,
    /// It was cut, or a string in it may not be what was written.
    #[error("Invalid controller output: the reply was cut before its end{0}")]
    Cut(String),
    /// A content in it says "the rest is unchanged" in place of the rest.
    #[error("Invalid controller output: {0} leaves something out; write all of it, or use edit_file")]
    Elided(String),
    /// `action` is missing and nothing stands for it.
    #[error("Invalid controller output: action is missing; it is next_step, complete, guardrail_stop or ask_user")]
    NoAction,
    /// An action that there is not.
    #[error("Invalid controller output: unknown action {0:?}; it is next_step, complete, guardrail_stop or ask_user")]
    UnknownAction(String),
    /// A next step of which nobody can say what it is.
    #[error("Invalid controller output: the step's type cannot be determined; give tool, message or question")]
    NoType,
    /// A type that there is not.
    #[error("Invalid controller output: unknown type {0:?}; it is tool, respond or ask_user")]
    UnknownType(String),
    /// A member that this kind of reply needs.
    #[error("Invalid controller output: {0} is missing or empty")]
    Empty(&'static str),
    /// A member of the wrong type.
    #[error("Invalid controller output: {0} is no text")]
    NotText(String),
    /// A tool that there is not.
    #[error("Invalid controller output: unknown tool {name:?}; the tools are {}", known.join(", "))]
    UnknownTool {
        /// As it was called.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// Arguments that a tool does not take.
    #[error("Invalid controller output: {0}")]
    Args(String),
    /// Several replies one after the other: what was made up of a call's result is between them.
    #[error("Invalid controller output: several replies in one; send one, and wait for what its calls give")]
    Several,
    /// Too many calls.
    #[error("Invalid controller output: {0} tool calls in one reply; at most 10")]
    TooMany(usize),
    /// Calls and a final answer in one reply (R36). What is kept if it does so again is in it (C5).
    #[error("Invalid controller output: tool calls and a final answer in one reply; send one or the other")]
    Mixed {
        /// The calls.
        calls: Vec<ToolCall>,
        /// The answer.
        text: String,
    },
}

/// Reads a reply. `from` is the number of the first call in it.
///
/// # Errors
/// What the model must mend.
pub fn read(reply: &Reply, tools: &Registry, from: u32) -> Result<Reading, Invalid> {
    let (value, repairs) = match value_of(reply, tools) {
        Ok(found) => found,
        Err(e) if reply.tool_calls.is_empty() => return Err(e),
        Err(_) => (json!({}), Vec::new()),
    };
    let mut flat = dialect::flat(value, &|name| tools.find(name).is_some());
    // A runtime's own tool calls are one more dialect.
    for call in &reply.tool_calls {
        if reply.finish == Finish::Aborted {
            return Err(Invalid::Cut(String::new()));
        }
        let args = dialect::double_encoded(&Value::String(call.arguments.clone()));
        flat.calls.push((call.name.clone(), args));
    }
    meant_beside(reply, tools)?;
    let said = said(&flat, tools, from);
    if let Ok(Said::Tools(calls)) | Err(Invalid::Mixed { calls, .. }) = &said
        && was_stopped(reply)
        && calls.iter().any(|call| proposes(call, tools))
    {
        return Err(Invalid::Cut(String::new()));
    }
    Ok(Reading { said: said?, thinking: thinking(flat.map.get("thinking")), repairs })
}

/// Whether a runtime's own calls are meant as they stand: no words are among their arguments, and those beside
/// them do not take them back. Of calls that only look nothing is asked.
fn meant_beside(reply: &Reply, tools: &Registry) -> Result<(), Invalid> {
    let recover = |text: &str| countersign_recover::recover(&Request { input: text, schema: None, finish: None });
    let proposed = |name: &str| tools.find(name).is_none_or(|tool| tool.access != Access::Read);
    for call in reply.tool_calls.iter().filter(|call| proposed(&call.name)) {
        let got = recover(&call.arguments);
        if got.value().is_some() && got.repairs.contains(&countersign_recover::Repair::Prose) {
            return Err(Invalid::Args(format!("the arguments of {} hold words beside the JSON object", call.name)));
        }
    }
    let words = reply.text.trim();
    let any = reply.tool_calls.iter().any(|call| proposed(&call.name));
    let texts = [format!("{words}\n{{\"call\":1}}"), format!("{{\"call\":1}}\n{words}")];
    if any && !words.is_empty() && !words.contains('{') && !texts.iter().all(|text| recover(text).is_meant()) {
        return Err(Invalid::NotMeant);
    }
    Ok(())
}

/// Why the runtime stopped is decisive (C32): what closes by chance may not be all of it.
fn was_stopped(reply: &Reply) -> bool {
    matches!(reply.finish, Finish::Length | Finish::Aborted | Finish::Filtered)
}

/// More than looks: files and commands of a reply that was cut need another one (C33).
fn proposes(call: &ToolCall, tools: &Registry) -> bool {
    tools.find(&call.tool).is_some_and(|tool| tool.access != Access::Read)
}

/// The value in a text, closed to its end.
fn value_of(reply: &Reply, tools: &Registry) -> Result<(Value, Vec<String>), Invalid> {
    let finish = match reply.finish {
        Finish::Length => Some(Ended::Length),
        Finish::Aborted | Finish::Filtered => Some(Ended::Aborted),
        Finish::Stop | Finish::ToolCalls => Some(Ended::Stop),
        Finish::Unknown => None,
    };
    if let Some(calls) = dialect::tagged(&reply.text) {
        let all = countersign_recover::recover(&Request { input: &reply.text, schema: None, finish });
        return if all.is_meant() { several(&calls, finish, tools) } else { Err(Invalid::NotMeant) };
    }
    recovered(&reply.text, finish, tools)
}

/// Whether a document says what is to be done: a call, or an action.
fn is_reply(document: &countersign_recover::Json, tools: &Registry) -> bool {
    let flat = dialect::flat(document.to_serde(), &|name| tools.find(name).is_some());
    !flat.calls.is_empty() || flat.map.contains_key("action")
}

fn recovered(text: &str, finish: Option<Ended>, tools: &Registry) -> Result<(Value, Vec<String>), Invalid> {
    // Only the shape is asked for here: what is wrong inside is named below, in the contract's words.
    let schema = Schema::compile(&json!({ "type": ["object", "array"] })).ok();
    let got = countersign_recover::recover(&Request { input: text, schema: schema.as_ref(), finish });
    let repairs = got.repairs.iter().map(|r| r.as_str().to_owned()).collect();
    if !got.complete {
        return Err(if got.best_effort().is_some() { Invalid::Cut(String::new()) } else { Invalid::NoObject });
    }
    if got.before.iter().any(|other| is_reply(other, tools)) {
        return Err(Invalid::Several);
    }
    if !got.is_meant() {
        return Err(Invalid::NotMeant);
    }
    if let Some(dropped) = got.dropped.first() {
        if dropped.reason == countersign_recover::Reason::Elided {
            return Err(Invalid::Elided(dropped.path.clone()));
        }
        return Err(Invalid::Cut(format!(": {} is not whole", dropped.path)));
    }
    match got.value().map(|v| v.into_inner().to_serde()) {
        Some(value @ (Value::Object(_) | Value::Array(_))) => Ok((value, repairs)),
        _ => Err(Invalid::NoObject),
    }
}

/// Calls that stand one after the other, each in its own tag.
fn several(texts: &[String], finish: Option<Ended>, tools: &Registry) -> Result<(Value, Vec<String>), Invalid> {
    let mut all = Vec::new();
    for text in texts {
        let (value, _) = recovered(text, finish, tools)?;
        match value {
            Value::Array(list) => all.extend(list),
            one => all.push(one),
        }
    }
    Ok((Value::Array(all), vec!["tagged".to_owned()]))
}

fn thinking(value: Option<&Value>) -> Option<Thinking> {
    match value? {
        Value::String(line) if line.trim().is_empty() => None,
        value => serde_json::from_value(value.clone()).ok(),
    }
}

/// A member's text; an empty one is none.
fn text<'a>(flat: &'a dialect::Flat, name: &'static str) -> Result<Option<&'a str>, Invalid> {
    match flat.map.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Invalid::NotText(name.to_owned())),
    }
}

fn said(flat: &dialect::Flat, tools: &Registry, from: u32) -> Result<Said, Invalid> {
    let action = match text(flat, "action")? {
        Some(word) => match word.trim().to_lowercase().replace(['-', ' '], "_").as_str() {
            "respond" => Some(Action::Complete),
            word => Some(serde_json::from_value(json!(word)).map_err(|_| Invalid::UnknownAction(word.to_owned()))?),
        },
        None => None,
    };
    let calls = || calls(flat, tools, from);
    let message = || text(flat, "message");
    // The S4 dialect has no action: calls go on, an answer ends.
    let action = match action {
        Some(action) => action,
        None if !flat.calls.is_empty() => Action::NextStep,
        None if flat.answer => Action::Complete,
        None => return Err(Invalid::NoAction),
    };
    match action {
        Action::Complete | Action::GuardrailStop | Action::AskUser if !flat.calls.is_empty() => {
            Err(Invalid::Mixed { calls: calls()?, text: message()?.unwrap_or_default().to_owned() })
        }
        Action::Complete => Ok(Said::Complete(message()?.ok_or(Invalid::Empty("message"))?.to_owned())),
        Action::GuardrailStop => {
            let (reason, message) = (text(flat, "reason")?, message()?);
            let first = reason.or(message).ok_or(Invalid::Empty("reason"))?;
            // What it says beside the reason is told as well.
            let more = message.filter(|more| *more != first).map(|more| format!(" {more}")).unwrap_or_default();
            Ok(Said::Stop(format!("{first}{more}")))
        }
        Action::AskUser => ask(flat),
        Action::NextStep => {
            let named = text(flat, "type")?.map(|word| {
                let word = word.trim().to_lowercase();
                serde_json::from_value::<Kind>(json!(word)).map_err(|_| Invalid::UnknownType(word))
            });
            let inferred = || match (flat.calls.is_empty(), message(), text(flat, "question")) {
                (false, ..) => Ok(Kind::Tool),
                (true, Ok(Some(_)), _) => Ok(Kind::Respond),
                (true, _, Ok(Some(_))) => Ok(Kind::AskUser),
                _ => Err(Invalid::NoType),
            };
            match named.unwrap_or_else(inferred)? {
                Kind::Tool if flat.answer => {
                    Err(Invalid::Mixed { calls: calls()?, text: message()?.unwrap_or_default().to_owned() })
                }
                Kind::Tool => Ok(Said::Tools(calls()?)),
                Kind::Respond | Kind::AskUser if !flat.calls.is_empty() => {
                    Err(Invalid::Mixed { calls: calls()?, text: message()?.unwrap_or_default().to_owned() })
                }
                Kind::Respond => Ok(Said::Respond(message()?.ok_or(Invalid::Empty("message"))?.to_owned())),
                Kind::AskUser => ask(flat),
            }
        }
    }
}

fn ask(flat: &dialect::Flat) -> Result<Said, Invalid> {
    let question = text(flat, "question")?.or(text(flat, "message")?).ok_or(Invalid::Empty("question"))?;
    let resume_to = match text(flat, "resume_to")? {
        Some("reflecting") => Resume::Reflecting,
        _ => Resume::Controller,
    };
    let context = text(flat, "context")?.map(str::to_owned);
    Ok(Said::Ask { question: question.to_owned(), context, resume_to })
}

fn calls(flat: &dialect::Flat, tools: &Registry, from: u32) -> Result<Vec<ToolCall>, Invalid> {
    if flat.calls.is_empty() {
        return Err(Invalid::Empty("tool"));
    }
    if flat.calls.len() > MOST_CALLS {
        return Err(Invalid::TooMany(flat.calls.len()));
    }
    let mut all = Vec::new();
    for ((name, args), n) in flat.calls.iter().zip(from..) {
        if name.trim().is_empty() {
            return Err(Invalid::Empty("tool"));
        }
        let tool: &Tool = tools
            .find(name)
            .ok_or_else(|| Invalid::UnknownTool { name: name.chars().take(60).collect(), known: tools.names() })?;
        let args = tools.accept(tool, args).map_err(|e| Invalid::Args(e.message))?;
        all.push(ToolCall { id: format!("c{n}"), tool: tool.name.clone(), args });
    }
    Ok(all)
}

/// The contract's own type, for what is already flat: the same rules as [`read`].
///
/// # Errors
/// What is wrong, in the words of [`Invalid`].
pub fn parse(value: &Value) -> Result<Step, Invalid> {
    exact::from_value(value.clone()).map_err(|e| Invalid::Args(e.to_string()))
}
