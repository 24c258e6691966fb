//! The controller's contract: one type from which the schema, the prompt's text and the parser are
//! made (R27, S3-2…S3-9). Flat: no `oneOf`, `anyOf` or `allOf` at any depth.

use crate::input::{Documented, Shape, documented};
use crate::tool::Registry;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Most characters that a small model tells the person at once.
const TOLD: u64 = 1_200;

/// What a reply does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Action {
    NextStep,
    Complete,
    GuardrailStop,
    AskUser,
}

impl Action {
    /// Their wire names, in the order of the schema.
    pub const NAMES: [&'static str; 4] = ["next_step", "complete", "guardrail_stop", "ask_user"];
}

impl Shape for Action {
    fn schema(_: u64) -> Value {
        json!({ "type": "string", "enum": Self::NAMES })
    }
}

/// What a next step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Kind {
    Tool,
    Respond,
    AskUser,
}

impl Kind {
    /// Their wire names.
    pub const NAMES: [&'static str; 3] = ["tool", "respond", "ask_user"];
}

impl Shape for Kind {
    fn schema(_: u64) -> Value {
        json!({ "type": "string", "enum": Self::NAMES })
    }
}

/// Where an answer is read: by who looks back, or by the controller.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Resume {
    Reflecting,
    #[default]
    Controller,
}

impl Shape for Resume {
    fn schema(_: u64) -> Value {
        json!({ "type": "string", "enum": ["reflecting", "controller"] })
    }
}

/// What the model says it thinks (S3-3): a line of a small model, more of a large one. Shown, and
/// used for nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Thinking {
    Line(String),
    Notes {
        #[serde(default)]
        task: String,
        #[serde(default)]
        facts: Vec<String>,
        #[serde(default)]
        decisions: Vec<String>,
        #[serde(default)]
        risks: Vec<String>,
        /// Self-rated; gates nothing (C40, R7).
        #[serde(default)]
        confidence: Option<f64>,
    },
}

impl Shape for Thinking {
    fn schema(most: u64) -> Value {
        json!({ "type": "string", "maxLength": most })
    }
}

/// Arguments of a tool, before they are checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Args(pub Value);

impl Shape for Args {
    fn schema(most: u64) -> Value {
        json!({ "type": "string", "maxLength": most })
    }
}

documented! {
    /// One reply of the controller.
    Step {
        /// What you think, in at most 100 characters.
        thinking as "thinking": Option<Thinking>, most 100, e.g. "I need the file first.";
        /// next_step goes on; complete ends the task; ask_user asks; guardrail_stop gives up.
        action as "action": Action, most 0, e.g. "next_step";
        /// With next_step: tool calls a tool, respond tells the person something.
        kind as "type": Option<Kind>, most 0, e.g. "tool";
        /// One line about this step.
        description as "description": Option<String>, most 200, e.g. null;
        /// The tool's name.
        tool as "tool": Option<String>, most 60, e.g. "read_file";
        /// The tool's arguments.
        args as "args": Option<Args>, most 20000, e.g. {"path": "src/main.rs"};
        /// What the person is told: with complete the result.
        message as "message": Option<String>, most 4000, e.g. null;
        /// With guardrail_stop: why.
        reason as "reason": Option<String>, most 400, e.g. null;
        /// With ask_user: the question.
        question as "question": Option<String>, most 400, e.g. null;
        /// With ask_user: what it is about.
        context as "context": Option<String>, most 400, e.g. null;
        /// With ask_user: reflecting or controller.
        resume_to as "resume_to": Option<Resume>, most 0, e.g. null;
    }
}

/// How the contract is put to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// For a grammar on a small model: bounded, `thinking` a line of 100 characters that comes
    /// first, `args` an object of the arguments that there are (MODELS.md, lessons 3, 4 and 7).
    Small,
    /// For hosted models: no bounds, every member required and null when it is absent, `args` a
    /// JSON text (F/S3: what strict providers take). Every dialect leaves it as it is (S3-20).
    Large,
}

impl Step {
    /// The schema. Flat whatever the tools are.
    pub fn schema(form: Form, tools: &Registry) -> Value {
        let mut properties = Map::new();
        for field in Self::fields() {
            let mut schema = field.schema;
            match (form, field.name.as_str()) {
                (Form::Small, "args") => schema = tools.arguments(),
                (Form::Small, "tool") => schema = json!({ "type": "string", "enum": tools.names() }),
                (Form::Small, "context" | "resume_to" | "description" | "type") => continue,
                (Form::Small, "message") => schema = json!({ "type": "string", "maxLength": TOLD }),
                (Form::Small, _) => {}
                (Form::Large, name) => {
                    schema = match name {
                        "thinking" => notes(),
                        _ => schema,
                    };
                    widen(&mut schema, name != "action");
                    if let Some(map) = schema.as_object_mut() {
                        let about = match name {
                            "args" => "The tool's arguments: a JSON object as text.",
                            "thinking" => NOTES,
                            _ => &field.about,
                        };
                        map.insert("description".to_owned(), about.into());
                    }
                }
            }
            properties.insert(field.name, schema);
        }
        if form == Form::Large {
            properties.insert("tool_calls".to_owned(), several());
        }
        let required: Vec<String> = match form {
            Form::Small => vec!["thinking".to_owned(), "action".to_owned()],
            Form::Large => properties.keys().cloned().collect(),
        };
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }

    /// The contract in words (S3-14).
    pub fn text(form: Form) -> String {
        let mut text = String::from("Reply with one flat JSON object and nothing else. Its members:\n");
        for field in Self::fields() {
            if form == Form::Small && matches!(field.name.as_str(), "context" | "resume_to" | "description" | "type") {
                continue;
            }
            // A reply without it is read all the same (C34).
            let asked = field.required || field.name == "thinking";
            let need = if asked { "required" } else { "optional" };
            let about = match (form, field.name.as_str()) {
                (Form::Large, "thinking") => NOTES,
                _ => &field.about,
            };
            // A text cannot fail to be written to.
            let _ = writeln!(text, "- {} ({need}): {about}", field.name);
        }
        text.push_str(
            "Use the 'thinking' field for what you think, and put it first. Do not output a separate think step.\n\
             Give a tool call or a final answer, never both. Call a tool only when its result is needed.\n",
        );
        if form == Form::Large {
            text.push_str(
                "To call several tools at once: {\"action\":\"next_step\",\"tool_calls\":[{\"name\":\"…\",\"parameters\":{…}}]}, at most 10.\n",
            );
        }
        text
    }
}

/// What a large model's `thinking` is.
const NOTES: &str = "What you think: an object of task, facts, decisions, risks and confidence.";

/// The schema of several calls at once.
fn several() -> Value {
    let call = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "parameters": { "type": "string", "description": "The tool's arguments: a JSON object as text." },
        },
        "required": ["name", "parameters"],
        "additionalProperties": false,
    });
    json!({ "type": ["array", "null"], "items": call, "description": "Several calls at once; else null." })
}

/// The schema of a large model's notes: closed for strict providers, read tolerantly (C34).
fn notes() -> Value {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "type": "object",
        "properties": {
            "task": { "type": "string" }, "facts": list, "decisions": list, "risks": list,
            "confidence": { "type": ["number", "null"] },
        },
        "required": ["task", "facts", "decisions", "risks", "confidence"],
        "additionalProperties": false,
    })
}

/// Takes the bounds away, and lets it be null.
fn widen(schema: &mut Value, null: bool) {
    let Some(map) = schema.as_object_mut() else { return };
    map.shift_remove("maxLength");
    if !null {
        return;
    }
    if let Some(Value::String(one)) = map.get("type").cloned() {
        map.insert("type".to_owned(), json!([one, "null"]));
    }
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        values.push(Value::Null);
    }
}
