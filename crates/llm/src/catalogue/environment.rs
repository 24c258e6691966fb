//! The environment over the file (S0-9, C19): model, address, key, temperature.
//!
//! Variables come in as a function, so this reads none itself.

use super::reading::built_in;
use super::{BaseUrl, Catalogue, Model, Provider, Secret};
use countersign_core::problem::Problem;

/// The model of every role: a name of `models.json` or of an installed model, `ollama:NAME`, `openai:NAME`,
/// `anthropic:NAME`, `embedded:NAME or /path/to.gguf`, any provider's name before the colon, or `none`.
pub const MODEL: &str = "COUNTERSIGN_MODEL";
/// Where it runs.
pub const MODEL_URL: &str = "COUNTERSIGN_MODEL_URL";
/// Its key.
pub const MODEL_KEY: &str = "COUNTERSIGN_MODEL_KEY";
/// The temperature of every role, 0 to 2.
pub const TEMPERATURE: &str = "COUNTERSIGN_TEMPERATURE";
/// What computes the models in this process: `own`, the default, or `llama.cpp` where it was built with that.
pub const ENGINE: &str = "COUNTERSIGN_ENGINE";
/// Ollama's own variable; only an address on this machine is taken from it.
pub const OLLAMA_HOST: &str = "OLLAMA_HOST";

fn problem(code: &'static str, variable: &str, message: String, hint: &str) -> Problem {
    Problem::new(code, message).hinting(hint).at(variable)
}

/// What the provider at [`MODEL_URL`] is listed as: it has no name.
pub(crate) const ENVIRONMENT: &str = "environment";

impl Catalogue {
    /// This catalogue with what the environment says over it, and with the keys that the providers'
    /// variables hold.
    pub fn with_environment(mut self, variable: impl Fn(&str) -> Option<String>) -> Result<Self, Vec<Problem>> {
        let set = |name: &str| variable(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        let mut problems = Vec::new();
        if let Some(text) = set(TEMPERATURE) {
            match text.parse::<f32>().ok().filter(|t| (0.0..=2.0).contains(t)) {
                Some(t) => self.temperature = Some(t),
                None => problems.push(problem(
                    "invalid_temperature",
                    TEMPERATURE,
                    format!("this is {text:?}"),
                    "Use a number from 0 to 2.",
                )),
            }
        }
        let url = set(MODEL_URL).and_then(|text| {
            BaseUrl::parse(&text, false)
                .map_err(|e| {
                    let hint = "Use e.g. http://127.0.0.1:8080; another machine needs https://, or an entry in \
                                models.json with allowInsecureHttp.";
                    problems.push(problem("invalid_base_url", MODEL_URL, e.to_string(), hint));
                })
                .ok()
        });
        match (set(MODEL), url) {
            (Some(name), _) if ["none", "off"].contains(&name.to_ascii_lowercase().as_str()) => self.off = true,
            (Some(name), None) => match self.named_model(&name) {
                Some(model) => self.use_everywhere(model),
                None => {
                    let hint = "Use a name of models.json, or ollama:NAME, openai:NAME, anthropic:NAME, embedded:NAME, \
                                embedded:/path/to.gguf, or none.";
                    problems.push(problem("unknown_model", MODEL, format!("this is {name:?}"), hint));
                }
            },
            (name, Some(url)) => self.use_at(name.as_deref().unwrap_or_default(), url),
            (None, None) => {}
        }
        match set(ENGINE).map(|name| name.to_ascii_lowercase().replace('-', ".")).as_deref() {
            None | Some("own") => {}
            Some("llama.cpp") if countersign_gguf::LLAMA_CPP => self.llama_cpp = true,
            Some("llama.cpp") => {
                let hint = "Build it with --features llama-cpp (needs cmake and libclang), or leave the variable out.";
                problems.push(problem(
                    "engine_missing",
                    ENGINE,
                    "this program was built without llama.cpp".to_owned(),
                    hint,
                ));
            }
            Some(name) => {
                let hint = "Use own or llama.cpp.";
                problems.push(problem("unknown_engine", ENGINE, format!("this is {name:?}"), hint));
            }
        }
        self.place_ollama(set(OLLAMA_HOST).as_deref());
        self.take_keys(&set);
        if problems.is_empty() { Ok(self) } else { Err(problems) }
    }

    /// The provider and model that `PROVIDER:NAME` or a bare name means, entered if new.
    fn named_model(&mut self, name: &str) -> Option<String> {
        if self.models.contains_key(name) {
            return Some(name.to_owned());
        }
        let (provider, id) = match name.split_once(':') {
            Some((p, id)) if self.providers.contains_key(p) || built_in(p).is_some() => (p, id),
            _ if self.installs(name) => (crate::embedded::PROVIDER, name),
            // Bare names are Ollama's, whose names have colons of their own (`qwen3:4b`), except
            // Anthropic's, which nobody else serves.
            _ if name.starts_with("claude-") => ("anthropic", name),
            _ => ("ollama", name),
        };
        // A path may hold anything; names of models hold no spaces.
        let path = provider == crate::embedded::PROVIDER;
        if id.is_empty() || !path && (id.ends_with(".gguf") || name.contains(char::is_whitespace)) {
            return None;
        }
        let provider = match self.providers.get(provider) {
            Some(known) => known.clone(),
            None => built_in(provider)?,
        };
        // The file may know this model under another name.
        let known = self.models.values().find(|m| m.provider == provider.name && m.id == id).map(|m| m.name.clone());
        let mut model = Model::named(id, &provider);
        // A file is called by its name; where it lies is nobody else's business.
        if let Some(file) = id.strip_suffix(".gguf").filter(|_| path) {
            let name = file.rsplit('/').next().unwrap_or(file);
            (model.name, model.display_name) = (name.to_owned(), name.to_owned());
        }
        self.providers.entry(provider.name.clone()).or_insert(provider);
        Some(known.unwrap_or_else(|| {
            let name = model.name.clone();
            self.models.insert(name.clone(), model);
            name
        }))
    }

    /// A model at an address given outright; without a name, the first that is served there.
    fn use_at(&mut self, name: &str, url: BaseUrl) {
        let spelled = name.split_once(':').and_then(|(p, id)| built_in(p).map(|p| (p, id)));
        let kind = spelled.as_ref().and_then(|(p, _)| p.kind).or_else(|| url.kind());
        let id = spelled.as_ref().map_or(name, |(_, id)| *id).to_owned();
        let provider = Provider {
            name: ENVIRONMENT.to_owned(),
            kind,
            base_url: url,
            key_env: spelled.and_then(|(p, _)| p.key_env).or_else(|| Some(MODEL_KEY.to_owned())),
            key: None,
            headers: Vec::new(),
            dialect: None,
        };
        // What the file knows of a model of this name (context, prices) holds here too.
        let known = self.models.get(&id).cloned();
        let fresh = Model::named(if id.is_empty() { "served" } else { &id }, &provider);
        let model = Model { id, provider: provider.name.clone(), ..known.unwrap_or(fresh) };
        let name = model.name.clone();
        self.providers.insert(provider.name.clone(), provider);
        self.models.insert(name.clone(), model);
        self.use_everywhere(name);
    }

    /// Whether a model of this name is installed.
    fn installs(&self, name: &str) -> bool {
        let named = Some(name).filter(|name| crate::hub::is_name(name));
        named.and_then(|name| crate::embedded::file_of(name, self.folder.as_deref())).is_some_and(|file| file.is_file())
    }

    fn use_everywhere(&mut self, model: String) {
        self.off = false;
        self.roles.values_mut().for_each(|settings| settings.model = None);
        self.models.values_mut().for_each(|m| m.recommended_for.clear());
        self.selection.by_task_type.clear();
        self.selection.default = Some(model);
    }

    /// Ollama listens elsewhere on this machine: its built-in entry follows.
    fn place_ollama(&mut self, host: Option<&str>) {
        let Some(url) = host.and_then(|text| BaseUrl::parse(text, true).ok()) else { return };
        if !url.is_loopback() {
            self.warnings.push(problem(
                "remote_ollama",
                OLLAMA_HOST,
                "this names another machine and is not used".to_owned(),
                "To use it, set COUNTERSIGN_MODEL_URL, or describe it in models.json.",
            ));
            return;
        }
        let usual = built_in("ollama").map(|p| p.base_url);
        if let Some(ollama) = self.providers.get_mut("ollama").filter(|p| Some(&p.base_url) == usual.as_ref()) {
            ollama.base_url = url.clone();
        }
        self.ollama = Some(url);
    }

    fn take_keys(&mut self, set: &impl Fn(&str) -> Option<String>) {
        let chosen = self.selection.default.as_ref().and_then(|m| self.models.get(m)).map(|m| m.provider.clone());
        for provider in self.providers.values_mut() {
            // The general variable is for the chosen model's provider only: a key is not shown to others.
            let general = (Some(&provider.name) == chosen.as_ref()).then(|| set(MODEL_KEY)).flatten();
            if general.is_some() {
                // What is wrong with the key is told of the variable that it came from.
                provider.key_env = Some(MODEL_KEY.to_owned());
            }
            let own = provider.key_env.as_deref().and_then(set);
            if let Some(key) = general.or(own) {
                provider.key = Some(Secret::new(key));
            }
        }
    }
}
