//! Asking servers what they are: kind, dialect, models, context, capabilities, whether they answer.
//!
//! Asks only what the catalogue names, and Ollama's port on this machine when it names nothing.

use crate::catalogue::{BaseUrl, Catalogue, Dialect, Kind, Model, Provider, SelectionRules, Structured, Thinking};
use crate::conversation::{error_of, label, unauthorised};
use crate::error::LlmError;
use crate::knowledge::Server;
use crate::models::{Capabilities, Lamp, ModelStatus, Models, Place, Probed, Target, place};
use crate::transport::{NoResponse, Transport, first_bytes};
use crate::wire::refusal;
use countersign_core::model::{Call, Format, Message, Role, Speaker};
use http::{StatusCode, Uri};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long a question about a server may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a server on this machine is looked for at the first start.
const GLANCE: Duration = Duration::from_millis(800);
/// Bytes of a list of models.
const LIST: usize = 4 * 1024 * 1024;

/// A model that a server lists.
#[derive(Debug, Clone, Default, PartialEq)]
struct Listed {
    id: String,
    owner: String,
    context: Option<u64>,
    /// Changes with the model behind the id, where the server says so.
    version: String,
}

/// What a server speaks and lists.
type Heard = (Kind, Vec<Listed>);

/// GET, or POST with a body; JSON or why not.
async fn ask(
    transport: &Transport,
    provider: &Provider,
    kind: Kind,
    uri: Option<Uri>,
    body: Option<Value>,
    model: &str,
) -> Result<Value, LlmError> {
    let garbage = |why: &str| LlmError::BadResponse { provider: label(provider), why: why.to_owned() };
    let uri = uri.ok_or_else(|| garbage("the address makes no URL"))?;
    let asking = async {
        let sent = transport.send(provider, kind, uri, body.map(|b| b.to_string().into_bytes())).await;
        let response = sent.map_err(|e| match e {
            NoResponse::Unreachable(why) => LlmError::Unreachable { provider: label(provider), why },
            NoResponse::NotHttp(why) => garbage(&why),
        })?;
        let status = response.status();
        let said = first_bytes(response.into_body(), LIST).await;
        if status != StatusCode::OK {
            return Err(error_of(refusal::status(status.as_u16(), &said), None, provider, model));
        }
        serde_json::from_slice(&said).map_err(|_| garbage("this is no JSON"))
    };
    let late = LlmError::Timeout { model: label(provider), after: PATIENCE };
    timeout(PATIENCE, asking).await.unwrap_or(Err(late))
}

async fn kind_of(transport: &Transport, provider: &Provider) -> Result<Kind, LlmError> {
    let version = ask(transport, provider, Kind::Ollama, provider.base_url.beside("/api/version"), None, "").await;
    match version {
        Ok(answer) if answer.get("version").is_some() => return Ok(Kind::Ollama),
        Err(error @ (LlmError::Unreachable { .. } | LlmError::Timeout { .. })) => return Err(error),
        _ => {}
    }
    ask(transport, provider, Kind::OpenAi, provider.base_url.join(Kind::OpenAi, "/models"), None, "").await?;
    Ok(Kind::OpenAi)
}

async fn list(transport: &Transport, provider: &Provider, kind: Kind) -> Result<Vec<Listed>, LlmError> {
    let path = match kind {
        Kind::Ollama => "/api/tags",
        Kind::OpenAi => "/models",
        Kind::Anthropic => "/v1/models",
    };
    let answer = ask(transport, provider, kind, provider.base_url.join(kind, path), None, "").await?;
    let key = if kind == Kind::Ollama { "models" } else { "data" };
    let Some(all) = answer.get(key).and_then(Value::as_array) else {
        return Err(LlmError::BadResponse { provider: label(provider), why: "this is no list of models".to_owned() });
    };
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(all
        .iter()
        .map(|entry| Listed {
            id: if kind == Kind::Ollama { text(entry, "name") } else { text(entry, "id") },
            owner: text(entry, "owned_by"),
            // llama-server's, vLLM's.
            context: ["/meta/n_ctx", "/max_model_len"].iter().find_map(|p| entry.pointer(p).and_then(Value::as_u64)),
            // Ollama's digest; llama-server's size and parameters.
            version: match entry.get("digest").and_then(Value::as_str) {
                Some(digest) => digest.to_owned(),
                None => entry.get("meta").map(Value::to_string).unwrap_or_default(),
            },
        })
        .filter(|listed| !listed.id.is_empty())
        .collect())
}

/// What a server's list says of the model that answers to a name.
fn version_in(listed: &[Listed], id: &str, provider: &Provider) -> Option<String> {
    let wanted = |l: &&Listed| l.id == id || l.id == format!("{id}:latest");
    let one = listed.iter().find(wanted).or_else(|| listed.first().filter(|_| listed.len() == 1))?;
    let context = one.context.unwrap_or_default();
    Some(match one.version.is_empty() {
        true => format!("{} {} {context}", one.id, provider.base_url),
        false => format!("{} {} {context}", one.id, one.version),
    })
}

/// A file's size and time of change: another file in its place is another model.
fn file_version(path: &Path) -> String {
    let Ok(meta) = path.metadata() else { return String::new() };
    let changed = meta.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    format!("file {} {}", meta.len(), changed.as_millis())
}

/// Models that only embed text cannot answer.
fn answers(id: &str) -> bool {
    let lower = id.to_ascii_lowercase();
    !["embed", "bge-", "rerank", "minilm"].iter().any(|word| lower.contains(word))
}

fn dialect_of(provider: &Provider, kind: Kind, listed: &[Listed]) -> Dialect {
    let owned = |by: &str| listed.iter().any(|l| l.owner == by);
    match kind {
        Kind::Ollama => Dialect::Ollama,
        Kind::Anthropic => Dialect::Anthropic,
        Kind::OpenAi => match provider.base_url.host() {
            "api.openai.com" => Dialect::OpenAi,
            "api.x.ai" => Dialect::Xai,
            _ if owned("llamacpp") => Dialect::LlamaServer,
            _ if owned("vllm") => Dialect::Vllm,
            _ if owned("organization_owner") => Dialect::LmStudio,
            _ => Dialect::Compatible,
        },
    }
}

impl Models {
    /// As [`Models::open`]; where nothing is configured and nothing switched off, a reachable Ollama
    /// on this machine is used (DESIGN §7). The only connection that nobody asked for.
    pub async fn start(catalogue: Catalogue) -> Result<Self, LlmError> {
        if !catalogue.models.is_empty() || catalogue.off {
            return Self::open(catalogue);
        }
        let usual = || BaseUrl::parse("http://127.0.0.1:11434", false).ok();
        let found = match catalogue.ollama.clone().or_else(usual) {
            Some(url) => find_ollama(&catalogue, url).await,
            None => None,
        };
        Self::open(found.unwrap_or(catalogue))
    }

    /// The model with its server, found out at the first call and looked at again from time to time. One
    /// that says nothing of itself just now is taken for what it was.
    pub(crate) async fn target<'a>(&'a self, model: &'a Model) -> Result<Target<'a>, LlmError> {
        let shared = &self.shared;
        let (Some(provider), Some(transport)) = (shared.catalogue.providers.get(&model.provider), &shared.transport)
        else {
            return Err(LlmError::NotConfigured);
        };
        let known = shared.knowledge.looked_at(&model.name);
        let server = match known {
            Some((server, fresh)) if fresh || place(provider) == Place::Hosted => server,
            known => match (self.found(model, provider, transport).await, known) {
                (Ok(server), _) | (Err(_), Some((server, _))) => server,
                (Err(error), None) => return Err(error),
            },
        };
        Ok(Target { model, provider, server })
    }

    /// What answers for a model.
    async fn found(&self, model: &Model, provider: &Provider, transport: &Transport) -> Result<Server, LlmError> {
        let shared = &self.shared;
        let kind = match provider.kind {
            Some(kind) => kind,
            None => kind_of(transport, provider).await?,
        };
        let said = model.dialect.or(provider.dialect);
        if place(provider) == Place::Hosted && provider.key.is_none() && provider.key_env.is_some() {
            return Err(unauthorised(provider));
        }
        // Only what is not known is asked for.
        let famous = matches!(provider.base_url.host(), "api.openai.com" | "api.x.ai");
        let ask_list = model.id.is_empty() || (kind == Kind::OpenAi && said.is_none() && !famous);
        let (listed, heard) = match ask_list {
            true => match list(transport, provider, kind).await {
                Ok(listed) => (listed, true),
                Err(error) if model.id.is_empty() => return Err(error),
                // The call itself will say what is wrong.
                Err(_) => (Vec::new(), false),
            },
            false => (Vec::new(), true),
        };
        let id = if model.id.is_empty() {
            let first = listed.iter().find(|l| answers(&l.id)).or_else(|| listed.first());
            let none = || LlmError::ModelNotFound { provider: label(provider), model: "any".to_owned() };
            first.map(|l| l.id.clone()).ok_or_else(none)?
        } else {
            model.id.clone()
        };
        let context = listed.iter().find(|l| l.id == id || listed.len() == 1).and_then(|l| l.context);
        let dialect = said.unwrap_or_else(|| dialect_of(provider, kind, &listed));
        let server = Server { kind, dialect, id, context };
        if (!listed.is_empty() || shared.knowledge.is_particular(&model.name))
            && let Ok(version) = self.version_of(model, provider, &server, listed).await
        {
            shared.knowledge.note_version(&model.name, version);
        }
        if heard {
            shared.knowledge.note_server(&model.name, server.clone());
        }
        Ok(server)
    }

    /// What tells the model behind a name from another that may take its place. Models elsewhere, and
    /// those of servers that say no more of them, are known by id and address.
    async fn version_of(
        &self,
        model: &Model,
        provider: &Provider,
        server: &Server,
        listed: Vec<Listed>,
    ) -> Result<String, LlmError> {
        let Some(transport) = self.shared.transport.as_ref().filter(|_| place(provider) == Place::Local) else {
            return Ok(format!("{} {}", server.id, provider.base_url));
        };
        let listed = if listed.is_empty() { list(transport, provider, server.kind).await? } else { listed };
        let none = || LlmError::ModelNotFound { provider: label(provider), model: model.name.clone() };
        version_in(&listed, &server.id, provider).ok_or_else(none)
    }

    /// What probing found out about a model, if it was probed or recalled.
    pub fn probed(&self, model: &str) -> Option<Probed> {
        self.shared.knowledge.probed(model)
    }

    /// Takes in what an earlier start found out. It holds until another version answers.
    pub fn recall(&self, model: &str, probed: Probed) {
        self.shared.knowledge.note_probed(model, probed);
    }

    /// What a model can do; asked once per version of a model. On this machine that includes one short answer
    /// under a schema, since a runtime may take a schema and not apply it (S0-74, MODELS trap a);
    /// elsewhere it would cost money, and the first real call finds out.
    pub async fn probe(&self, model: &str) -> Result<Capabilities, LlmError> {
        let entry = self.shared.catalogue.model(model)?;
        let known = |version: &str| self.probed(model).filter(|p| p.version == version).map(|p| p.capabilities);
        if let Some(path) = self.embedded_file(entry) {
            let version = file_version(&path);
            if let Some(known) = known(&version) {
                return Ok(known);
            }
            let capabilities = self.probe_embedded(entry, path).await?;
            self.recall(model, Probed { version, capabilities: capabilities.clone(), conceded: None });
            return Ok(capabilities);
        }
        let target = self.target(entry).await?;
        // A server that lists nothing is asked anew by the next start.
        let version = self.version_of(entry, target.provider, &target.server, Vec::new()).await.unwrap_or_default();
        match known(&version) {
            Some(known) => return Ok(known),
            None => self.shared.knowledge.forget(model),
        }
        let (mut listed, mut context) = (Vec::new(), entry.context.or(target.server.context));
        if let (Kind::Ollama, Some(transport)) = (target.server.kind, &self.shared.transport) {
            let uri = target.provider.base_url.join(Kind::Ollama, "/api/show");
            let body = json!({ "model": target.server.id });
            let shown = ask(transport, target.provider, Kind::Ollama, uri, Some(body), model).await?;
            let words = shown.get("capabilities").and_then(Value::as_array);
            listed = words.into_iter().flatten().filter_map(|w| w.as_str().map(str::to_owned)).collect();
            let trained = shown.get("model_info").and_then(Value::as_object).and_then(|info| {
                info.iter().find(|(key, _)| key.ends_with(".context_length")).and_then(|(_, n)| n.as_u64())
            });
            context = entry.context.or(trained);
        }
        let has = |word: &str| listed.iter().chain(&entry.capabilities).any(|w| w == word);
        let (tools, vision) = (has("tools"), has("vision"));
        let thinking = has("thinking") || entry.thinking != Thinking::Off;
        let mut logprobs = entry.logprobs.unwrap_or(false);
        let mut structured = entry.structured;
        if structured.is_none() && place(target.provider) == Place::Local {
            let (rung, given) = self.try_schema(entry).await?;
            structured = Some(rung);
            logprobs |= given;
        }
        let learned = self.shared.knowledge.learned(model).rung;
        let structured = structured.or(learned).unwrap_or(Structured::Schema);
        let capabilities = Capabilities { structured, tools, vision, thinking, logprobs, context };
        self.recall(model, Probed { version, capabilities: capabilities.clone(), conceded: learned });
        Ok(capabilities)
    }

    /// Whether the model's server says that it can be given pictures; only Ollama does. Asked once.
    pub(crate) async fn told_to_see(&self, model: &Model) -> bool {
        if let Some(probed) = self.shared.knowledge.probed(&model.name) {
            return probed.capabilities.vision;
        }
        if let Some(known) = self.shared.knowledge.sight(&model.name) {
            return known;
        }
        let (Ok(target), Some(transport)) = (self.target(model).await, &self.shared.transport) else { return false };
        if target.server.kind != Kind::Ollama {
            return false;
        }
        let uri = target.provider.base_url.join(Kind::Ollama, "/api/show");
        let body = json!({ "model": target.server.id });
        let Ok(shown) = ask(transport, target.provider, Kind::Ollama, uri, Some(body), &model.name).await else {
            return false;
        };
        let words = shown.get("capabilities").and_then(Value::as_array);
        let sees = words.is_some_and(|words| words.iter().any(|word| word == "vision"));
        self.shared.knowledge.note_sight(&model.name, sees);
        sees
    }

    /// Asks for something else than the schema allows: only a runtime that applies it answers in it.
    async fn try_schema(&self, model: &Model) -> Result<(Structured, bool), LlmError> {
        let schema = json!({
            "type": "object", "required": ["answer"], "additionalProperties": false,
            "properties": { "answer": { "type": "string", "enum": ["blue", "green"] } },
        });
        let call = Call {
            role: Role::Router,
            messages: vec![Message { role: Speaker::User, content: "Say the word hello, in plain text.".to_owned() }],
            format: Some(Format { name: "probe".to_owned(), schema }),
            max_tokens: 32,
            temperature: Some(0.0),
            stop: Vec::new(),
        };
        let reply = self.call_named(&model.name, call, &mut |_| {}, &CancellationToken::new()).await?;
        let rung = self.shared.knowledge.learned(&model.name).rung.unwrap_or(Structured::Schema);
        let answer: Option<Value> = serde_json::from_str(&reply.text).ok();
        let fits = answer.as_ref().and_then(|v| v.get("answer")).is_some_and(|w| *w == "blue" || *w == "green");
        let rung = if fits { rung } else { Structured::PromptOnly };
        Ok((rung, reply.min_logprob.is_some()))
    }

    /// The lamps: servers on this machine are asked, others are judged by their last call.
    pub async fn status(&self) -> Vec<ModelStatus> {
        let shared = &self.shared;
        let mut lists: Vec<(&str, Result<Heard, LlmError>)> = Vec::new();
        if let Some(transport) = &shared.transport {
            for provider in shared.catalogue.providers.values().filter(|p| p.is_local() && !p.base_url.is_here()) {
                let asking = async {
                    let kind = match provider.kind {
                        Some(kind) => kind,
                        None => kind_of(transport, provider).await?,
                    };
                    Ok((kind, list(transport, provider, kind).await?))
                };
                lists.push((&provider.name, asking.await));
            }
        }
        for model in shared.catalogue.models.values() {
            let heard = lists.iter().find(|(name, _)| *name == model.provider);
            if let (Some((_, Ok((_, listed)))), Some(server), Some(provider)) =
                (heard, shared.knowledge.server(&model.name), shared.catalogue.providers.get(&model.provider))
                && let Some(version) = version_in(listed, &server.id, provider)
            {
                shared.knowledge.note_version(&model.name, version);
            }
        }
        let judge = |model: &Model, provider: &Provider| -> (Lamp, Option<String>) {
            let told = |error: &LlmError| (Lamp::Down, Some(format!("{error} {}", error.hint())));
            match lists.iter().find(|(name, _)| *name == provider.name) {
                Some((_, Err(error))) => told(error),
                Some((_, Ok((kind, listed)))) => {
                    // llama-server answers to any name with the one model it has.
                    let has = |id: &str| listed.iter().any(|l| l.id == id || l.id == format!("{id}:latest"));
                    if model.id.is_empty() || *kind == Kind::OpenAi || has(&model.id) {
                        (Lamp::Up, None)
                    } else {
                        told(&LlmError::ModelNotFound { provider: label(provider), model: model.id.clone() })
                    }
                }
                None if provider.key.is_none() && provider.key_env.is_some() => told(&unauthorised(provider)),
                None => match shared.knowledge.outcome(&model.name) {
                    Some(Ok(())) => (Lamp::Up, None),
                    Some(Err(why)) => (Lamp::Down, Some(why)),
                    None => (Lamp::Unknown, Some("It has not been asked yet: it is not on this machine.".to_owned())),
                },
            }
        };
        let models = shared.catalogue.models.values().filter(|_| !shared.catalogue.off);
        models
            .filter_map(|model| {
                let provider = shared.catalogue.providers.get(&model.provider)?;
                let (lamp, reason) = match self.embedded_file(model) {
                    Some(path) => self.lamp_embedded(model, &path),
                    None => judge(model, provider),
                };
                Some(ModelStatus {
                    name: model.name.clone(),
                    display_name: model.display_name.clone(),
                    provider: model.provider.clone(),
                    place: place(provider),
                    lamp,
                    reason,
                })
            })
            .collect()
    }
}

/// The catalogue with the first model that an Ollama at this address has.
async fn find_ollama(catalogue: &Catalogue, url: BaseUrl) -> Option<Catalogue> {
    let provider = Provider {
        name: "ollama".to_owned(),
        kind: Some(Kind::Ollama),
        base_url: url,
        key_env: None,
        key: None,
        headers: Vec::new(),
        dialect: None,
    };
    let transport = Transport::new(&catalogue.limits);
    let listed = timeout(GLANCE, list(&transport, &provider, Kind::Ollama)).await.ok()?.ok()?;
    // The most recently used comes first.
    let first = listed.into_iter().find(|l| answers(&l.id))?;
    let model = Model::named(&first.id, &provider);
    let mut found = catalogue.clone();
    found.selection = SelectionRules { default: Some(model.name.clone()), ..SelectionRules::default() };
    found.models.insert(model.name.clone(), model);
    found.providers.insert(provider.name.clone(), provider);
    Some(found)
}
