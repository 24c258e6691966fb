//! A scripted server and the models that talk to it.

use countersign_core::model::{Call, Format, Message, Reply, Role, Speaker};
use countersign_llm::{Catalogue, Delta, LlmError, Models};
use countersign_testkit::{Answer, Kind, ModelServer, Script};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

pub(crate) struct World {
    pub(crate) server: ModelServer,
    pub(crate) models: Models,
}

pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Ollama => "ollama",
        Kind::OpenAi => "openai",
        Kind::Anthropic => "anthropic",
    }
}

pub(crate) const KINDS: [Kind; 3] = [Kind::Ollama, Kind::OpenAi, Kind::Anthropic];

/// `edit` may change the settings before they are read.
pub(crate) async fn world_with(script: Script, edit: impl FnOnce(&mut Value)) -> World {
    let kind = script.kind;
    let server = ModelServer::start(script).await.unwrap();
    let mut settings = json!({
        "providers": { "p": { "kind": kind_name(kind), "baseUrl": server.url } },
        "models": { "test": { "provider": "p" } },
        "timeouts": { "totalSeconds": 30, "stallSeconds": 1, "connectSeconds": 2 },
        "retries": { "most": 2, "firstMs": 1, "longestMs": 100 },
    });
    edit(&mut settings);
    let catalogue = Catalogue::read("models.json", &settings.to_string()).unwrap();
    let catalogue = catalogue.with_environment(|_| None).unwrap();
    World { server, models: Models::open(catalogue).unwrap() }
}

pub(crate) async fn world(kind: Kind, answers: Vec<Answer>) -> World {
    world_with(Script { kind, answers, ..Script::default() }, |_| {}).await
}

pub(crate) fn message(role: Speaker, content: &str) -> Message {
    Message { role, content: content.to_owned() }
}

pub(crate) fn asking(text: &str) -> Call {
    Call {
        role: Role::Propose,
        messages: vec![message(Speaker::System, "Rules."), message(Speaker::User, text)],
        format: None,
        max_tokens: 100,
        temperature: None,
        stop: vec![],
        weighing: None,
    }
}

pub(crate) fn in_format(schema: Value) -> Call {
    Call { format: Some(Format { name: "operations".to_owned(), schema }), ..asking("add milk") }
}

impl World {
    pub(crate) async fn hear(&self, call: Call) -> (Result<Reply, LlmError>, Vec<Delta>) {
        let mut heard = Vec::new();
        let reply = self.models.call(call, &mut |delta| heard.push(delta), &CancellationToken::new()).await;
        (reply, heard)
    }

    pub(crate) async fn ask(&self, text: &str) -> Result<Reply, LlmError> {
        self.hear(asking(text)).await.0
    }
}

pub(crate) fn text_of(heard: &[Delta]) -> String {
    heard.iter().filter_map(|d| if let Delta::Text(t) = d { Some(t.as_str()) } else { None }).collect()
}
