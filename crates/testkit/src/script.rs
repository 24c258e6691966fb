//! What the server says, as values or as JSON.

use crate::painting::Drawing;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Which wire format a server speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// `/api/chat`, `/api/tags`, `/api/show`, `/api/version`.
    Ollama,
    /// `/v1/chat/completions`, `/v1/models`.
    #[default]
    OpenAi,
    /// `/v1/messages`.
    Anthropic,
}

/// A server's whole behaviour.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Script {
    /// What it speaks.
    pub kind: Kind,
    /// What it lists; none = one model named `test`.
    pub models: Vec<Listed>,
    /// `owned_by` in the list, e.g. `llamacpp`.
    pub owner: String,
    /// The key that every request must carry.
    pub key: Option<String>,
    /// Requests it refuses with 400, as runtimes do that do not know a field.
    pub refuses: Vec<Refusal>,
    /// What it answers: the first that fits and is not used up. None fits = 500.
    pub answers: Vec<Answer>,
    /// The pictures it makes: the first that fits and is not used up. None fits = 404.
    pub drawings: Vec<Drawing>,
    /// Requests need not keep the rules: what comes is not this product's.
    pub lenient: bool,
}

/// A model of the list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Listed {
    /// Its name.
    pub id: String,
    /// Tokens it reads.
    pub context: Option<u64>,
    /// Ollama's words: `completion`, `tools`, `thinking`, `vision`.
    pub capabilities: Vec<String>,
}

/// A field that is refused where it is present, at this JSON pointer, with this value if one is given.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Refusal {
    /// E.g. `/response_format`.
    pub pointer: String,
    /// Only this value.
    #[serde(default)]
    pub value: Option<Value>,
    /// What it says.
    pub message: String,
}

/// Which requests an answer is for. All that is given must hold.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct When {
    /// In the last user message.
    pub message: Option<String>,
    /// In the system message.
    pub system: Option<String>,
    /// The schema's name (OpenAI), or a property of its root.
    pub schema: Option<String>,
}

/// One answer.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Answer {
    /// Which requests it is for; absent = all.
    pub when: When,
    /// How often it is given; absent = always.
    pub times: Option<u32>,

    /// The text.
    pub text: String,
    /// Pieces of it, exactly; instead of `text` in pieces of eight characters.
    pub chunks: Vec<String>,
    /// What it thinks first.
    pub thinking: String,
    /// Tool calls: name and arguments.
    pub tools: Vec<(String, Value)>,
    /// The runtime's own word for why it stopped; absent = the usual one; `""` = none is said.
    pub finish: Option<String>,
    /// Prompt and completion tokens; absent = none are said.
    pub usage: Option<(u64, u64)>,
    /// The logarithm of each piece's probability.
    pub logprobs: Vec<f64>,

    /// Milliseconds before each piece.
    pub delay_ms: u64,
    /// Says nothing more after so many pieces, and keeps the connection.
    pub stall_after: Option<usize>,
    /// Breaks the connection after so many bytes of the body.
    pub cut_after: Option<usize>,
    /// Ends properly but without the last frames.
    pub no_end: bool,
    /// An error frame after all pieces, instead of an end.
    pub error: Option<String>,
    /// Gives the last piece so many times more.
    pub repeat: usize,
    /// Drips the body in pieces of so many bytes, each after `delay_ms`.
    pub drip: Option<usize>,

    /// Another status than 200, with `body`.
    pub status: Option<u16>,
    /// More headers; they replace those of the same name.
    pub headers: BTreeMap<String, String>,
    /// This body, exactly, instead of a stream.
    pub body: Option<String>,
    /// Takes the request and never answers.
    pub never: bool,
    /// Bytes that are no HTTP.
    pub raw: Option<String>,
}

impl Answer {
    /// An answer of this text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// An answer with this status and body.
    pub fn status(status: u16, body: impl Into<String>) -> Self {
        Self { status: Some(status), body: Some(body.into()), ..Self::default() }
    }

    /// The same, given once.
    #[must_use]
    pub fn once(self) -> Self {
        Self { times: Some(1), ..self }
    }

    pub(crate) fn pieces(&self) -> Vec<String> {
        let mut pieces = if self.chunks.is_empty() {
            let chars: Vec<char> = self.text.chars().collect();
            chars.chunks(8).map(|c| c.iter().collect()).collect()
        } else {
            self.chunks.clone()
        };
        if let Some(last) = pieces.last().cloned() {
            pieces.extend(std::iter::repeat_n(last, self.repeat));
        }
        pieces
    }
}
