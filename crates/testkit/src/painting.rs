//! `/v1/images/generations`: what is asked is judged, and what is given may be wrong in many ways.

use crate::pictures;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The request's line.
pub(crate) const LINE: &str = "POST /v1/images/generations";
/// The beginning of the line that asks for a picture at its address.
pub(crate) const PICTURES: &str = "GET /pictures/";

/// A picture that the server makes.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Drawing {
    /// Only for prompts that hold this.
    pub when: Option<String>,
    /// How often; absent = always.
    pub times: Option<u32>,
    /// `png`, `jpeg`, `gif`, `webp`.
    pub kind: String,
    /// Its size.
    pub width: u16,
    /// Its size.
    pub height: u16,
    /// What it says that it made of the prompt.
    pub revised: Option<String>,
    /// Gives an address of its own, whatever was asked for.
    pub by_address: bool,
    /// Gives this address.
    pub address: Option<String>,
    /// Its own address leads here.
    pub redirect: Option<String>,
    /// These bytes instead of a picture.
    pub text: Option<String>,
    /// As many bytes, the picture first.
    pub bytes: Option<usize>,
    /// Another status than 200.
    pub status: Option<u16>,
    /// This body instead of an answer.
    pub body: Option<String>,
    /// More headers.
    pub headers: BTreeMap<String, String>,
    /// Takes the request and never answers.
    pub never: bool,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            when: None,
            times: None,
            kind: "png".to_owned(),
            width: 4,
            height: 3,
            revised: None,
            by_address: false,
            address: None,
            redirect: None,
            text: None,
            bytes: None,
            status: None,
            body: None,
            headers: BTreeMap::new(),
            never: false,
        }
    }
}

/// What is sent.
pub(crate) enum Drawn {
    Never,
    Answer { status: u16, headers: BTreeMap<String, String>, body: Vec<u8> },
}

impl Drawing {
    pub(crate) fn is_for(&self, body: &Value) -> bool {
        let prompt = body.get("prompt").and_then(Value::as_str).unwrap_or_default();
        self.when.as_deref().is_none_or(|part| prompt.contains(part))
    }

    fn data(&self) -> Vec<u8> {
        let (width, height) = (self.width, self.height);
        let mut data = match (&self.text, self.kind.as_str()) {
            (Some(text), _) => text.clone().into_bytes(),
            (None, "jpeg") => pictures::jpeg(width, height),
            (None, "gif") => pictures::gif(width, height),
            (None, "webp") => pictures::webp(width.into(), height.into()),
            (None, _) => pictures::png(width.into(), height.into()),
        };
        if let Some(bytes) = self.bytes {
            data.resize(bytes, 0);
        }
        data
    }
}

/// The answer to a request.
pub(crate) fn answer(drawing: &Drawing, asked: &Value, address: &str) -> Drawn {
    if drawing.never {
        return Drawn::Never;
    }
    let mut headers = drawing.headers.clone();
    headers.entry("content-type".to_owned()).or_insert_with(|| "application/json".to_owned());
    if drawing.status.is_some() || drawing.body.is_some() {
        let body = drawing.body.clone().unwrap_or_default().into_bytes();
        return Drawn::Answer { status: drawing.status.unwrap_or(200), headers, body };
    }
    let url = drawing.address.as_deref().unwrap_or(address);
    let by_address = drawing.by_address || drawing.address.is_some() || asked["response_format"] == "url";
    let mut one = match by_address {
        true => json!({ "url": url }),
        false => json!({ "b64_json": STANDARD.encode(drawing.data()) }),
    };
    if let Some(revised) = &drawing.revised {
        one["revised_prompt"] = json!(revised);
    }
    let body = json!({ "created": 1, "data": [one] }).to_string().into_bytes();
    Drawn::Answer { status: 200, headers, body }
}

/// What is at a picture's own address.
pub(crate) fn file(drawing: &Drawing) -> Drawn {
    match &drawing.redirect {
        Some(to) => {
            let headers = BTreeMap::from([("location".to_owned(), to.clone())]);
            Drawn::Answer { status: 302, headers, body: Vec::new() }
        }
        None => Drawn::Answer { status: 200, headers: BTreeMap::new(), body: drawing.data() },
    }
}

/// What is wrong with a request for a picture.
pub(crate) fn violations(body: &Value, headers: &BTreeMap<String, String>, key: Option<&str>) -> Vec<String> {
    let mut wrong = Vec::new();
    let known = ["model", "prompt", "n", "response_format"];
    let Some(map) = body.as_object() else { return vec!["the body is no object".to_owned()] };
    wrong.extend(map.keys().filter(|k| !known.contains(&k.as_str())).map(|k| format!("unknown field {k:?}")));
    let text = |name: &str| map.get(name).and_then(Value::as_str).is_some_and(|t| !t.trim().is_empty());
    if !text("model") || !text("prompt") {
        wrong.push("model or prompt is missing".to_owned());
    }
    if map.get("n") != Some(&json!(1)) {
        wrong.push("n is not 1: each picture is a call of its own".to_owned());
    }
    if map.get("response_format").is_some_and(|f| f != "b64_json" && f != "url") {
        wrong.push("response_format is neither b64_json nor url".to_owned());
    }
    let sent = headers.get("authorization").and_then(|v| v.strip_prefix("Bearer "));
    if key.is_some() && sent != key {
        wrong.push("the key is not sent as it should be".to_owned());
    }
    wrong
}
