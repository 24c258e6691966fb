//! `models.json` → [`Catalogue`]: every defect named with its place, code and hint, all at once.
//!
//! Keys are camelCase as in S4-24; snake_case is read too. A key nothing reads is a defect (R2).

use super::selection::size_of;
use super::{
    BaseUrl, Catalogue, DEFAULT_OUTPUT_LIMIT, Dialect, Kind, Limits, Model, Provider, Retries, RoleSettings, Secret,
    SelectionRules, Size, Structured, Thinking,
};
use crate::spending::{Budget, Cost, Prices};
use countersign_core::model::{Role, TaskType};
use countersign_core::problem::Problem;
use countersign_core::twice::twice;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The default that means: no model at all.
const NONE: &str = "none";

/// Below this confidence a router asks (S0-52); usually 0.45.
const CLARIFY_BELOW: &str = "clarifyBelow";
/// Above this confidence its plan is one (S0-52); usually 0.70.
const PLAN_ABOVE: &str = "planAbove";
/// Below this log probability a proposal is asked about.
const MIN_LOGPROB: &str = "minLogprob";

/// Providers that need no entry: name, kind, address, variable of the key.
const BUILT_IN: [(&str, Kind, &str, Option<&str>); 5] = [
    ("ollama", Kind::Ollama, "http://127.0.0.1:11434", None),
    ("llama-server", Kind::OpenAi, "http://127.0.0.1:8080", None),
    ("lmstudio", Kind::OpenAi, "http://127.0.0.1:1234", None),
    ("openai", Kind::OpenAi, "https://api.openai.com/v1", Some("OPENAI_API_KEY")),
    ("anthropic", Kind::Anthropic, "https://api.anthropic.com", Some("ANTHROPIC_API_KEY")),
];

/// The provider that a name stands for where the file has none of that name.
pub(super) fn built_in(name: &str) -> Option<Provider> {
    if name == crate::embedded::PROVIDER {
        return Some(Provider {
            name: name.to_owned(),
            kind: None,
            base_url: BaseUrl::here(),
            key_env: None,
            key: None,
            headers: Vec::new(),
            dialect: None,
        });
    }
    let (name, kind, url, key_env) = BUILT_IN.into_iter().find(|(n, ..)| *n == name)?;
    Some(Provider {
        name: name.to_owned(),
        kind: Some(kind),
        base_url: BaseUrl::parse(url, false).ok()?,
        key_env: key_env.map(str::to_owned),
        key: None,
        headers: Vec::new(),
        dialect: None,
    })
}

/// What is wrong, collected while reading.
struct Findings<'a> {
    file: &'a str,
    errors: RefCell<Vec<Problem>>,
    warnings: RefCell<Vec<Problem>>,
}

impl Findings<'_> {
    fn at(&self, pointer: &str) -> String {
        format!("{}#{pointer}", self.file)
    }

    fn error(&self, pointer: &str, code: &'static str, message: impl Into<String>, hint: impl Into<String>) {
        self.errors.borrow_mut().push(Problem::new(code, message).hinting(hint).at(self.at(pointer)));
    }

    fn warn(&self, pointer: &str, code: &'static str, message: impl Into<String>, hint: impl Into<String>) {
        self.warnings.borrow_mut().push(Problem::new(code, message).hinting(hint).at(self.at(pointer)));
    }
}

/// An object of the file, its pointer, and the keys that were asked for.
struct Object<'a> {
    map: &'a Map<String, Value>,
    pointer: String,
    found: &'a Findings<'a>,
    read: RefCell<BTreeSet<String>>,
}

fn snake(camel: &str) -> String {
    camel.chars().fold(String::new(), |mut out, c| {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
        out
    })
}

fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

impl<'a> Object<'a> {
    fn of(value: &'a Value, pointer: String, found: &'a Findings<'a>) -> Option<Self> {
        match value {
            Value::Object(map) => Some(Self { map, pointer, found, read: RefCell::default() }),
            _ => {
                let message = match pointer.is_empty() {
                    true => format!("{} is no object", found.file),
                    false => "this is no object".to_owned(),
                };
                found.error(&pointer, "invalid_type", message, "Write { … }.");
                None
            }
        }
    }

    /// The pointer and value of a key, in either spelling; null is as good as absent.
    fn get(&self, key: &'static str) -> Option<(String, &'a Value)> {
        for spelling in [key.to_owned(), snake(key)] {
            self.read.borrow_mut().insert(spelling.clone());
            if let Some(value) = self.map.get(&spelling).filter(|v| !v.is_null()) {
                return Some((format!("{}/{}", self.pointer, escape(&spelling)), value));
            }
        }
        None
    }

    fn typed<T>(&self, key: &'static str, what: &str, read: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let (pointer, value) = self.get(key)?;
        let got = read(value);
        if got.is_none() {
            self.found.error(&pointer, "invalid_value", format!("{key} is not {what}"), format!("Use {what}."));
        }
        got
    }

    fn text(&self, key: &'static str) -> Option<&'a str> {
        self.typed(key, "a text that is not empty", |v| v.as_str().filter(|t| !t.trim().is_empty()))
    }

    fn flag(&self, key: &'static str) -> Option<bool> {
        self.typed(key, "true or false", Value::as_bool)
    }

    fn whole(&self, key: &'static str, least: u64, most: u64) -> Option<u64> {
        self.typed(key, &format!("a whole number from {least} to {most}"), |v| {
            v.as_u64().filter(|n| (least..=most).contains(n))
        })
    }

    fn number(&self, key: &'static str, least: f64, most: f64) -> Option<f64> {
        self.typed(key, &format!("a number from {least} to {most}"), |v| {
            v.as_f64().filter(|n| (least..=most).contains(n))
        })
    }

    fn texts(&self, key: &'static str) -> Vec<String> {
        self.typed(key, "a list of texts", |v| {
            v.as_array()?.iter().map(|t| t.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        })
        .unwrap_or_default()
    }

    fn word<T: Copy>(&self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        let list = words.iter().map(|(w, _)| *w).collect::<Vec<_>>().join(", ");
        self.typed(key, &format!("one of {list}"), |v| {
            let given = v.as_str()?;
            words.iter().find(|(word, _)| word.eq_ignore_ascii_case(given)).map(|(_, t)| *t)
        })
    }

    fn object(&self, key: &'static str) -> Option<Object<'a>> {
        let (pointer, value) = self.get(key)?;
        Object::of(value, pointer, self.found)
    }

    /// The members of an object whose keys are names.
    fn named(&self, key: &'static str) -> Vec<(String, String, &'a Value)> {
        self.object(key).map_or_else(Vec::new, |object| {
            let each = |(name, value): (&String, &'a Value)| {
                (name.clone(), format!("{}/{}", object.pointer, escape(name)), value)
            };
            object.map.iter().map(each).collect()
        })
    }

    /// Names what nothing reads.
    fn finish(self) {
        let read = self.read.borrow();
        for key in self.map.keys().filter(|key| !read.contains(*key) && !key.starts_with('$')) {
            let known: Vec<&str> = read.iter().filter(|k| !k.contains('_')).map(String::as_str).collect();
            self.found.error(
                &format!("{}/{}", self.pointer, escape(key)),
                "unknown_key",
                format!("nothing reads {key:?}"),
                format!("Keys here are: {}.", known.join(", ")),
            );
        }
    }
}

impl Catalogue {
    /// Reads `models.json`; `file` names it in what is wrong.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let found = Findings { file, errors: RefCell::default(), warnings: RefCell::default() };
        let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|e| {
            vec![
                Problem::new("invalid_json", format!("{file} is no JSON: {e}"))
                    .hinting("Mend the line and column named, or remove the file to start without models.")
                    .at(found.at("")),
            ]
        })?;
        for place in twice(text.trim_start_matches('\u{feff}')) {
            let message = "this is there twice, and only one of them could count".to_owned();
            found.error(&place, "named_twice", message, "Remove one of them.");
        }
        let mut catalogue = Self::default();
        if let Some(root) = Object::of(&value, String::new(), &found) {
            catalogue.fill(&root);
            root.finish();
        }
        let errors = found.errors.into_inner();
        if !errors.is_empty() {
            return Err(errors);
        }
        catalogue.warnings = found.warnings.into_inner();
        Ok(catalogue)
    }

    fn fill(&mut self, root: &Object<'_>) {
        let _ = root.whole("version", 1, 1);
        for (name, pointer, value) in root.named("providers") {
            if let Some(object) = Object::of(value, pointer, root.found) {
                self.providers.extend(provider(&name, &object).map(|p| (name.clone(), p)));
                object.finish();
            }
        }
        // Where the file describes one provider, models need not name it.
        let only = (self.providers.len() == 1).then(|| self.providers.keys().next().cloned()).flatten();
        for (name, pointer, value) in root.named("models") {
            if let Some(object) = Object::of(value, pointer, root.found) {
                if let Some(model) = self.model_entry(&name, &object, only.as_deref()) {
                    self.models.insert(name, model);
                }
                object.finish();
            }
        }
        self.fill_roles(root);
        self.fill_selection(root);
        self.fill_thresholds(root);
        self.limits = limits(root);
        self.retries = retries(root);
        self.budget = budget(root);
    }

    fn model_entry(&mut self, name: &str, object: &Object<'_>, only: Option<&str>) -> Option<Model> {
        let provider = object.text("provider").map(str::to_owned).or_else(|| {
            if only.is_none() && !object.map.contains_key("provider") {
                object.found.error(
                    &format!("{}/provider", object.pointer),
                    "missing_provider",
                    format!("model {name:?} says no provider"),
                    "Name one of providers, or ollama, openai, anthropic.",
                );
            }
            only.map(str::to_owned)
        });
        // Everything is read even without a provider, so that all defects are told at once.
        let local = provider.as_deref().is_none_or(|p| {
            if !self.providers.contains_key(p) {
                self.providers.extend(built_in(p).map(|found| (p.to_owned(), found)));
            }
            if let Some(known) = self.providers.get(p) {
                return known.is_local();
            }
            object.found.error(
                &format!("{}/provider", object.pointer),
                "unknown_provider",
                format!("there is no provider {p:?}"),
                "Describe it under providers, or use ollama, openai or anthropic.",
            );
            true
        });
        let id = object.text("id").unwrap_or(name).to_owned();
        let thinking = object.get("thinking").and_then(|(pointer, value)| {
            let level = match value {
                Value::Bool(false) => Some(Thinking::Off),
                Value::Bool(true) => Some(Thinking::On),
                Value::String(s) => match s.as_str() {
                    "off" => Some(Thinking::Off),
                    "on" => Some(Thinking::On),
                    "low" => Some(Thinking::Low),
                    "medium" => Some(Thinking::Medium),
                    "high" => Some(Thinking::High),
                    _ => None,
                },
                _ => None,
            };
            if level.is_none() {
                let hint = "Use true, false, \"low\", \"medium\" or \"high\".";
                object.found.error(&pointer, "invalid_value", "thinking is none of these", hint);
            }
            level
        });
        let prices = object.object("prices").map(|prices| {
            let micro = |n: f64| Cost::dollars(n).map_or(0, |c| c.0 / 1_000);
            let one = |key| prices.number(key, 0.0, 1e6).map(micro);
            let read = Prices {
                input: one("input").unwrap_or(0),
                cached_input: one("cachedInput"),
                output: one("output").unwrap_or(0),
                image: prices.number("image", 0.0, 1e3).and_then(Cost::dollars),
            };
            prices.finish();
            read
        });
        let size = object.word("size", &[("small", Size::Small), ("large", Size::Large)]);
        let model = Model {
            name: name.to_owned(),
            size: size.unwrap_or_else(|| size_of(&id, local)),
            id,
            provider: provider.clone().unwrap_or_default(),
            display_name: object.text("displayName").unwrap_or(name).to_owned(),
            capabilities: object.texts("capabilities"),
            recommended_for: object.texts("recommendedFor"),
            prompt: object.text("prompt").map(str::to_owned),
            context: object.whole("contextWindow", 256, 100_000_000),
            output_limit: object
                .whole("outputLimit", 1, 10_000_000)
                .and_then(|n| u32::try_from(n).ok())
                .unwrap_or(DEFAULT_OUTPUT_LIMIT),
            dialect: dialect(object),
            thinking: thinking.unwrap_or_default(),
            structured: object.word(
                "structured",
                &[
                    ("schema", Structured::Schema),
                    ("json_mode", Structured::JsonMode),
                    ("prompt_only", Structured::PromptOnly),
                ],
            ),
            prices,
            logprobs: object.flag("logprobs"),
        };
        provider.map(|_| model)
    }

    fn fill_thresholds(&mut self, root: &Object<'_>) {
        let Some(object) = root.object("thresholds") else { return };
        // Natural logarithms of probabilities are never above 0 (MODELS.md "Confidence").
        for (key, least, most) in [(CLARIFY_BELOW, 0.0, 1.0), (PLAN_ABOVE, 0.0, 1.0), (MIN_LOGPROB, -100.0, 0.0)] {
            self.thresholds.extend(object.number(key, least, most).map(|n| (key.to_owned(), n)));
        }
        let of = |key| self.thresholds.get(key).copied();
        let (clarify, plan) = (of(CLARIFY_BELOW).unwrap_or(0.45), of(PLAN_ABOVE).unwrap_or(0.70));
        if clarify > plan {
            let key = if of(CLARIFY_BELOW).is_some() { CLARIFY_BELOW } else { PLAN_ABOVE };
            object.found.error(
                &format!("{}/{key}", object.pointer),
                "contradictory_thresholds",
                format!("{CLARIFY_BELOW} ({clarify}) is above {PLAN_ABOVE} ({plan})"),
                "What is asked about below one number cannot be planned above a lower one: give planAbove at least clarifyBelow.",
            );
        }
        object.finish();
    }

    fn fill_roles(&mut self, root: &Object<'_>) {
        for (name, pointer, value) in root.named("roles") {
            let Some(role) = Role::ALL.into_iter().find(|role| role.name() == name) else {
                let known = Role::ALL.map(Role::name).join(", ");
                root.found.error(
                    &pointer,
                    "unknown_role",
                    format!("there is no role {name:?}"),
                    format!("Roles: {known}."),
                );
                continue;
            };
            let settings = if let Some(model) = value.as_str() {
                self.known(root, model, &pointer);
                RoleSettings { model: Some(model.to_owned()), ..RoleSettings::default() }
            } else if let Some(object) = Object::of(value, pointer, root.found) {
                let model = object.text("model");
                if let Some(model) = model {
                    self.known(root, model, &format!("{}/model", object.pointer));
                }
                #[allow(clippy::cast_possible_truncation)] // 0 to 2.
                let read = RoleSettings {
                    model: model.map(str::to_owned),
                    temperature: object.number("temperature", 0.0, 2.0).map(|t| t as f32),
                    output_limit: object.whole("outputLimit", 1, 10_000_000).and_then(|n| u32::try_from(n).ok()),
                };
                object.finish();
                read
            } else {
                continue;
            };
            self.roles.insert(role, settings);
        }
    }

    fn fill_selection(&mut self, root: &Object<'_>) {
        let Some(rules) = root.object("selectionRules") else { return };
        let default = rules.text("default");
        self.off = default == Some(NONE);
        if let Some(name) = default.filter(|name| *name != NONE) {
            self.known(root, name, &format!("{}/default", rules.pointer));
        }
        let mut by_task_type = BTreeMap::new();
        for (task, pointer, value) in rules.named("byTaskType") {
            let kind = TaskType::ALL.into_iter().find(|kind| kind.name() == task);
            match (kind, value.as_str()) {
                (Some(kind), Some(name)) => {
                    self.known(root, name, &pointer);
                    by_task_type.insert(kind, name.to_owned());
                }
                (None, _) => {
                    let hint = format!("Name one of: {}.", TaskType::ALL.map(TaskType::name).join(", "));
                    root.found.error(&pointer, "unknown_task_type", format!("there is no kind of task {task:?}"), hint);
                }
                (_, None) => root.found.error(&pointer, "invalid_value", "this is no model's name", "Use a text."),
            }
        }
        rules.finish();
        self.selection =
            SelectionRules { default: default.filter(|name| *name != NONE).map(str::to_owned), by_task_type };
    }

    fn known(&self, root: &Object<'_>, model: &str, pointer: &str) {
        if !self.models.contains_key(model) {
            let problem = self.unknown_model(model);
            root.found.error(pointer, "unknown_model", problem.message, problem.hint);
        }
    }
}

fn dialect(object: &Object<'_>) -> Option<Dialect> {
    object.word(
        "dialect",
        &[
            ("ollama", Dialect::Ollama),
            ("llama-server", Dialect::LlamaServer),
            ("openai", Dialect::OpenAi),
            ("vllm", Dialect::Vllm),
            ("lmstudio", Dialect::LmStudio),
            ("xai", Dialect::Xai),
            ("anthropic", Dialect::Anthropic),
            ("compatible", Dialect::Compatible),
        ],
    )
}

fn provider(name: &str, object: &Object<'_>) -> Option<Provider> {
    let kinds = [("ollama", Kind::Ollama), ("openai", Kind::OpenAi), ("anthropic", Kind::Anthropic)];
    let like = built_in(name);
    let kind = object.word("kind", &kinds).or_else(|| like.as_ref().and_then(|p| p.kind));
    let insecure = object.flag("allowInsecureHttp").unwrap_or(false);
    let base_url = match object.get("baseUrl") {
        None if object.map.contains_key("kind") || like.is_some() => {
            // A kind alone means its usual place.
            let usual = match kind {
                Some(Kind::Ollama) => built_in("ollama"),
                Some(Kind::Anthropic) => built_in("anthropic"),
                Some(Kind::OpenAi) => like.clone().or_else(|| built_in("openai")),
                None => None,
            };
            usual.map(|p| p.base_url)
        }
        None => {
            let hint = "Write e.g. \"baseUrl\": \"http://127.0.0.1:8080\".";
            object.found.error(&object.pointer, "missing_base_url", "this provider has no address", hint);
            None
        }
        Some((pointer, value)) => match BaseUrl::parse(value.as_str().unwrap_or_default(), insecure) {
            Ok(url) => Some(url),
            Err(e) => {
                let hint = match &e {
                    super::address::BadUrl::Insecure(_) => {
                        "Use https://, or say \"allowInsecureHttp\": true if the network is yours."
                    }
                    _ => "Use e.g. http://127.0.0.1:11434 or https://api.example.com/v1; keys go into apiKeyEnv.",
                };
                object.found.error(&pointer, "invalid_base_url", e.to_string(), hint);
                None
            }
        },
    };
    let key_env = object.text("apiKeyEnv").map(str::to_owned);
    if let Some(variable) = key_env.as_deref().filter(|v| !is_variable(v)) {
        // Not echoed: people paste the key itself here.
        let message = format!("apiKeyEnv is no variable's name ({} characters)", variable.chars().count());
        let hint = "Name the environment variable that holds the key, e.g. OPENAI_API_KEY.";
        object.found.error(&format!("{}/apiKeyEnv", object.pointer), "invalid_key_variable", message, hint);
    }
    let key = object.text("apiKey").map(Secret::new);
    if key.is_some() {
        object.found.warn(
            &format!("{}/apiKey", object.pointer),
            "key_in_file",
            "the key is in the file, where backups and copies take it along",
            "Put it into an environment variable and name that in apiKeyEnv.",
        );
    }
    let mut headers = Vec::new();
    for (header, pointer, value) in object.named("headers") {
        let usable = http::HeaderName::from_bytes(header.as_bytes()).is_ok()
            && value.as_str().is_some_and(|v| http::HeaderValue::from_str(v).is_ok());
        match value.as_str().filter(|_| usable) {
            Some(text) => headers.push((header.to_ascii_lowercase(), Secret::new(text))),
            None => object.found.error(&pointer, "invalid_header", "this is no HTTP header", "Use plain texts."),
        }
    }
    let dialect = dialect(object);
    Some(Provider {
        name: name.to_owned(),
        kind: kind.or_else(|| base_url.as_ref().and_then(BaseUrl::kind)),
        base_url: base_url?,
        key_env: key_env.or_else(|| like.filter(|_| object.get("baseUrl").is_none()).and_then(|p| p.key_env)),
        key,
        headers,
        dialect,
    })
}

fn is_variable(text: &str) -> bool {
    text.len() <= 100
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        // What looks like a key is one.
        && !text.starts_with("sk_")
}

fn limits(root: &Object<'_>) -> Limits {
    let usual = Limits::default();
    let Some(object) = root.object("timeouts") else { return usual };
    let seconds = |key, otherwise| object.number(key, 0.1, 86_400.0).map_or(otherwise, Duration::from_secs_f64);
    let read = Limits {
        connect: seconds("connectSeconds", usual.connect),
        total: seconds("totalSeconds", usual.total),
        stall: seconds("stallSeconds", usual.stall),
        ..usual
    };
    object.finish();
    read
}

fn retries(root: &Object<'_>) -> Retries {
    let usual = Retries::default();
    let Some(object) = root.object("retries") else { return usual };
    let millis = |key, otherwise| object.whole(key, 0, 600_000).map_or(otherwise, Duration::from_millis);
    let read = Retries {
        most: object.whole("most", 0, 10).and_then(|n| u32::try_from(n).ok()).unwrap_or(usual.most),
        first: millis("firstMs", usual.first),
        longest: millis("longestMs", usual.longest),
    };
    object.finish();
    read
}

fn budget(root: &Object<'_>) -> Budget {
    let Some(object) = root.object("budget") else { return Budget::default() };
    let money = |key| object.number(key, 0.0, 1e9).and_then(Cost::dollars);
    let tokens = |key| object.whole(key, 0, u64::MAX);
    let read = Budget {
        run_cost: money("perRun"),
        session_cost: money("perSession"),
        run_tokens: tokens("tokensPerRun"),
        session_tokens: tokens("tokensPerSession"),
    };
    object.finish();
    read
}
