//! `models.json`, the environment, and which model gets what.

use countersign_core::model::{Role, TaskType};
use countersign_llm::catalogue::{Dialect, Kind, Size, Thinking};
use countersign_llm::spending::Cost;
use countersign_llm::{Catalogue, Models, Place};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

fn read(settings: &Value) -> Catalogue {
    Catalogue::read("models.json", &settings.to_string()).unwrap()
}

fn wrong(settings: &Value) -> Vec<(String, String)> {
    let problems = Catalogue::read("models.json", &settings.to_string()).unwrap_err();
    assert!(problems.iter().all(|p| !p.hint.is_empty() && !p.message.is_empty()), "{problems:?}");
    problems.into_iter().map(|p| (p.path.unwrap_or_default(), p.code.into_owned())).collect()
}

fn with(catalogue: Catalogue, variables: &[(&str, &str)]) -> Result<Catalogue, Vec<String>> {
    let set: BTreeMap<&str, &str> = variables.iter().copied().collect();
    let found = catalogue.with_environment(|name| set.get(name).map(|v| (*v).to_owned()));
    found.map_err(|problems| problems.into_iter().map(|p| p.code.into_owned()).collect())
}

#[test]
fn a_full_file_is_read() {
    let catalogue = read(&json!({
        "$schema": "x", "version": 1,
        "providers": {
            "box": { "kind": "openai", "base_url": "http://localhost:8080", "dialect": "vllm", "headers": { "X-Team": "a" } },
            "cloud": { "kind": "anthropic", "apiKeyEnv": "CLAUDE_KEY" },
        },
        "models": {
            "small": { "displayName": "Small one", "provider": "box", "id": "qwen3:4b", "capabilities": ["code"], "contextWindow": 32768,
                       "recommendedFor": ["execution"], "prompt": "Be brief.", "thinking": "low", "outputLimit": 2048 },
            "big": { "provider": "cloud", "id": "claude-opus", "prices": { "input": 3, "cachedInput": 0.3, "output": 15 } },
            "llama3.1:8b": { "provider": "ollama", "contextWindow": 128_000 },
        },
        "roles": { "plan": "big", "chat": { "model": "small", "temperature": 0.5, "outputLimit": 99 } },
        "selectionRules": { "default": "small", "byTaskType": { "architecture": "big" } },
        "thresholds": { "clarifyBelow": 0.6, "minLogprob": -3.5 },
        "timeouts": { "totalSeconds": 120, "stallSeconds": 30, "connectSeconds": 2 },
        "retries": { "most": 1, "firstMs": 10, "longestMs": 1000 },
        "budget": { "perRun": 0.5, "perSession": 5, "tokensPerRun": 100_000 },
    }));
    assert_eq!(catalogue.warnings, []);
    assert_eq!((catalogue.thresholds["clarifyBelow"], catalogue.thresholds["minLogprob"]), (0.6, -3.5));
    let small = catalogue.model("small").unwrap();
    assert_eq!(
        (small.id.as_str(), small.context, small.thinking, small.size),
        ("qwen3:4b", Some(32_768), Thinking::Low, Size::Small)
    );
    let big = catalogue.model("big").unwrap();
    assert_eq!((big.size, big.output_limit), (Size::Large, 16_384));
    let prices = big.prices.unwrap();
    assert_eq!((prices.input, prices.cached_input, prices.output), (3_000_000, Some(300_000), 15_000_000));
    assert_eq!(catalogue.providers["ollama"].kind, Some(Kind::Ollama));
    assert_eq!(catalogue.providers["box"].dialect, Some(Dialect::Vllm));
    assert_eq!(catalogue.limits.total, Duration::from_secs(120));
    assert_eq!(Catalogue::default().limits.total, Duration::from_secs(300), "S1-41");
    assert_eq!(catalogue.budget.run_cost, Cost::dollars(0.5));
    let chosen = |role, task| catalogue.choose(role, task).map(|m| m.name.as_str());
    assert_eq!(chosen(Role::Plan, None), Some("big"));
    assert_eq!(chosen(Role::Chat, None), Some("small"));
    assert_eq!(chosen(Role::Execute, Some(TaskType::Architecture)), Some("big"));
    assert_eq!(chosen(Role::Execute, Some(TaskType::Coding)), Some("small"));
    assert_eq!(chosen(Role::Chat, Some(TaskType::Architecture)), Some("small"), "a task is for who carries it out");
    assert_eq!(chosen(Role::Vision, None), None);
    assert_eq!(catalogue.model("nobody").unwrap_err().code(), "invalid_models");
    let models = Models::open(catalogue).unwrap();
    let info = models.available(Role::Chat).unwrap();
    assert_eq!((info.temperature, info.output_limit, info.place), (0.5, 99, Place::Local));
    assert_eq!(info.prompt.as_deref(), Some("Be brief."));
    assert_eq!(models.available(Role::Plan).unwrap().place, Place::Hosted);
}

#[test]
fn a_role_that_needs_more_room_stays_in_its_place_and_size() {
    let with = |models: Value, role: &str, tokens: u64| {
        let catalogue = read(&json!({
            "providers": {
                "box": { "kind": "openai", "baseUrl": "http://localhost:8080" },
                "cloud": { "kind": "anthropic", "apiKeyEnv": "CLAUDE_KEY" },
            },
            "models": models,
            "roles": { "execute": role },
        }));
        Models::open(catalogue).unwrap().roomier(Role::Execute, tokens).map(|info| info.name)
    };
    let model = |provider: &str, size: &str, context: u64| json!({ "provider": provider, "size": size, "contextWindow": context });
    let models = json!({
        "near": model("box", "small", 4_000),
        "wide": model("box", "small", 32_000),
        "huge": model("box", "large", 128_000),
        "far": model("cloud", "large", 8_000),
        "away": model("cloud", "large", 200_000),
    });
    let of = |role: &str, tokens: u64| with(models.clone(), role, tokens);
    assert_eq!(of("near", 4_000), None, "its own reads so many");
    assert_eq!(of("near", 10_000).as_deref(), Some("wide"), "the least that do");
    assert_eq!(of("wide", 64_000).as_deref(), Some("huge"));
    assert_eq!(of("near", 150_000), None, "what stays on this machine does not leave it");
    assert_eq!(of("far", 20_000).as_deref(), Some("huge"), "none smaller, and nearer is fine");
    assert_eq!(of("far", 150_000).as_deref(), Some("away"));
}

#[test]
fn every_defect_is_named_with_its_place() {
    let at = |pointer: &str, code: &str| (format!("models.json#{pointer}"), code.to_owned());
    assert_eq!(Catalogue::read("models.json", "{\"a\":").unwrap_err()[0].code, "invalid_json");
    assert_eq!(wrong(&json!([])), [at("", "invalid_type")]);
    let found = wrong(&json!({
        "providers": {
            "a": { "kind": "olama", "baseUrl": "http://localhost:1" },
            "b": { "baseUrl": "http://example.com" },
            "c": { "kind": "openai", "baseUrl": "https://u:sk-1@h", "apiKeyEnv": "sk-live-123 456" },
            "d": {},
            "e": 5,
        },
        "models": {
            "m/1": { "provider": "a", "contextWindow": "32k", "temprature": 1 },
            "n": { "provider": "nowhere", "thinking": 7, "prices": { "input": -1 } },
        },
        "roles": { "boss": "m/1", "chat": "nobody", "plan": { "temperature": 3 } },
        "selectionRules": { "default": "nobody", "byTaskType": { "coding": 1, "gardening": "n" } },
        "thresholds": { "t": 0.5, "planAbove": 2, "minLogprob": 0.5 },
        "timeouts": { "totalSeconds": 0 },
        "retries": { "most": 99 },
        "budget": { "perRun": "free" },
        "colour": "red",
    }));
    let want = [
        at("/providers/a/kind", "invalid_value"),
        at("/providers/b/baseUrl", "invalid_base_url"),
        at("/providers/c/baseUrl", "invalid_base_url"),
        at("/providers/c/apiKeyEnv", "invalid_key_variable"),
        at("/providers/d", "missing_base_url"),
        at("/providers/e", "invalid_type"),
        at("/models/m~11/contextWindow", "invalid_value"),
        at("/models/m~11/temprature", "unknown_key"),
        at("/models/n/provider", "unknown_provider"),
        at("/models/n/thinking", "invalid_value"),
        at("/models/n/prices/input", "invalid_value"),
        at("/roles/boss", "unknown_role"),
        at("/roles/chat", "unknown_model"),
        at("/roles/plan/temperature", "invalid_value"),
        at("/selectionRules/default", "unknown_model"),
        at("/selectionRules/byTaskType/coding", "invalid_value"),
        at("/selectionRules/byTaskType/gardening", "unknown_task_type"),
        at("/thresholds/t", "unknown_key"),
        at("/thresholds/planAbove", "invalid_value"),
        at("/thresholds/minLogprob", "invalid_value"),
        at("/timeouts/totalSeconds", "invalid_value"),
        at("/retries/most", "invalid_value"),
        at("/budget/perRun", "invalid_value"),
        at("/colour", "unknown_key"),
    ];
    for expected in &want {
        assert!(found.contains(expected), "{expected:?} is not in {found:#?}");
    }
    assert_eq!(found.len(), want.len(), "{found:#?}");
    let told = format!(
        "{:?}",
        Catalogue::read(
            "m",
            &json!({ "providers": { "c": { "baseUrl": "https://u:sk-1@h", "apiKeyEnv": "sk-live-123" } } }).to_string()
        )
    );
    assert!(!told.contains("sk-1") && !told.contains("sk-live"), "{told}");
}

#[test]
fn a_key_in_the_file_is_taken_with_a_warning_and_never_printed() {
    let catalogue = read(&json!({ "providers": { "p": { "kind": "openai", "apiKey": "sk-abc" } } }));
    assert_eq!(catalogue.warnings[0].code, "key_in_file");
    assert!(!format!("{catalogue:?}").contains("sk-abc"));
}

#[test]
fn the_environment_is_over_the_file() {
    let file = || {
        read(&json!({
            "models": { "a": { "provider": "ollama", "id": "qwen3:4b" }, "b": { "provider": "ollama" } },
            "roles": { "chat": { "model": "b", "temperature": 0.9 } },
            "selectionRules": { "default": "a", "byTaskType": { "coding": "b" } },
        }))
    };
    let chosen = |file: Catalogue, variables: &[(&str, &str)]| {
        let catalogue = with(file, variables).unwrap();
        let model = catalogue.choose(Role::Execute, Some(TaskType::Coding)).cloned();
        let place = model.as_ref().map(|m| catalogue.providers[&m.provider].base_url.to_string());
        (model.map(|m| m.id).unwrap_or_default(), place.unwrap_or_default())
    };
    let local = "http://127.0.0.1:11434";
    for (variables, id, place) in [
        (vec![], "b", local),
        (vec![("COUNTERSIGN_MODEL", "a")], "qwen3:4b", local),
        (vec![("COUNTERSIGN_MODEL", "ollama:qwen3:4b")], "qwen3:4b", local),
        (vec![("COUNTERSIGN_MODEL", "phi3:mini")], "phi3:mini", local),
        (vec![("COUNTERSIGN_MODEL", "openai:gpt-5")], "gpt-5", "https://api.openai.com/v1"),
        (vec![("COUNTERSIGN_MODEL", "claude-haiku-4-5")], "claude-haiku-4-5", "https://api.anthropic.com"),
        (vec![("COUNTERSIGN_MODEL", "lmstudio:foo")], "foo", "http://127.0.0.1:1234"),
        (vec![("COUNTERSIGN_MODEL", "none")], "", ""),
        (vec![("COUNTERSIGN_MODEL", " OFF ")], "", ""),
        (vec![("COUNTERSIGN_MODEL", "")], "b", local),
        (vec![("COUNTERSIGN_MODEL_URL", "localhost:8080")], "", "http://localhost:8080"),
        (
            vec![("COUNTERSIGN_MODEL", "x"), ("COUNTERSIGN_MODEL_URL", "https://h.example/v1")],
            "x",
            "https://h.example/v1",
        ),
        (vec![("COUNTERSIGN_MODEL", "openai:x"), ("COUNTERSIGN_MODEL_URL", "localhost:9")], "x", "http://localhost:9"),
        (vec![("OLLAMA_HOST", "0.0.0.0:12345")], "b", "http://127.0.0.1:12345"),
        (vec![("OLLAMA_HOST", "http://gpu.example:11434")], "b", local),
    ] {
        assert_eq!(chosen(file(), &variables), (id.to_owned(), place.to_owned()), "{variables:?}");
    }
    for (variables, code) in [
        (vec![("COUNTERSIGN_TEMPERATURE", "warm")], "invalid_temperature"),
        (vec![("COUNTERSIGN_ENGINE", "abacus")], "unknown_engine"),
        (vec![("COUNTERSIGN_TEMPERATURE", "2.5")], "invalid_temperature"),
        (vec![("COUNTERSIGN_TEMPERATURE", "NaN")], "invalid_temperature"),
        (vec![("COUNTERSIGN_MODEL", "ollama:")], "unknown_model"),
        (vec![("COUNTERSIGN_MODEL", "two words")], "unknown_model"),
        (vec![("COUNTERSIGN_MODEL_URL", "http://192.168.0.4:8080")], "invalid_base_url"),
        (vec![("COUNTERSIGN_MODEL_URL", "ftp://x")], "invalid_base_url"),
    ] {
        assert_eq!(with(file(), &variables).unwrap_err(), [code], "{variables:?}");
    }
    let engine = with(file(), &[("COUNTERSIGN_ENGINE", "llama.cpp")]);
    if cfg!(feature = "llama-cpp") {
        assert!(engine.unwrap().llama_cpp);
    } else {
        assert_eq!(engine.unwrap_err(), ["engine_missing"]);
    }
    assert!(!with(file(), &[("COUNTERSIGN_ENGINE", "own")]).unwrap().llama_cpp);
    let hot = with(file(), &[("COUNTERSIGN_TEMPERATURE", "0.25")]).unwrap();
    assert_eq!(hot.temperature_of(Role::Chat), 0.25);
    let usual: Vec<f32> = [Role::Chat, Role::Router, Role::Plan, Role::Execute, Role::Summarise]
        .map(|r| file().temperature_of(r))
        .to_vec();
    assert_eq!(usual, [0.9, 0.0, 0.3, 0.2, 0.1]);
}

#[test]
fn a_general_key_goes_to_the_chosen_provider_only() {
    let file = read(&json!({ "models": {
        "a": { "provider": "anthropic" }, "o": { "provider": "openai" } } }));
    let catalogue =
        with(file, &[("COUNTERSIGN_MODEL", "a"), ("COUNTERSIGN_MODEL_KEY", "k"), ("OPENAI_API_KEY", "o")]).unwrap();
    let keys = |name: &str| catalogue.providers[name].key.clone();
    assert_eq!(keys("anthropic"), Some(countersign_llm::catalogue::Secret::new("k")));
    assert_eq!(keys("openai"), Some(countersign_llm::catalogue::Secret::new("o")));
}

#[test]
fn a_model_of_ollama_needs_no_more_than_its_name() {
    let catalogue = read(&json!({ "models": { "qwen2.5-coder:7b": { "provider": "ollama" } } }));
    assert_eq!(catalogue.providers["ollama"].base_url.to_string(), "http://127.0.0.1:11434", "S4-4");
    assert_eq!(catalogue.limits.total, Duration::from_secs(300), "S4-4, S1-41");
    let models = Models::open(catalogue).unwrap();
    let info = |role| models.available(role).unwrap();
    assert_eq!((info(Role::Execute).name.as_str(), info(Role::Execute).temperature), ("qwen2.5-coder:7b", 0.2));
    assert_eq!((info(Role::Plan).temperature, info(Role::Summarise).temperature), (0.3, 0.1), "S4-7, S4-10");
    assert_eq!(info(Role::Execute).output_limit, 16_384, "S1-41");
}

/// R2: what is asked about below one number cannot be planned above a lower one.
#[test]
fn thresholds_that_contradict_each_other_are_a_defect() {
    for (thresholds, at) in [
        (json!({ "clarifyBelow": 0.9, "planAbove": 0.1 }), "models.json#/thresholds/clarifyBelow"),
        (json!({ "clarifyBelow": 0.8 }), "models.json#/thresholds/clarifyBelow"),
        (json!({ "planAbove": 0.2 }), "models.json#/thresholds/planAbove"),
    ] {
        let found = wrong(&json!({ "thresholds": thresholds }));
        assert_eq!(found, [(at.to_owned(), "contradictory_thresholds".to_owned())], "{thresholds}");
    }
    for thresholds in [json!({ "clarifyBelow": 0.7 }), json!({ "clarifyBelow": 0.5, "planAbove": 0.5 })] {
        assert_eq!(read(&json!({ "thresholds": thresholds })).warnings, [], "{thresholds}");
    }
}

/// Every key that the reader knows, and where; and the table in docs/models.md that lists them.
#[test]
fn every_key_of_the_file_is_documented() {
    let odd = json!({ "zzz": 1 });
    let model = json!({ "provider": "ollama", "zzz": 1, "prices": odd });
    let file = json!({
        "providers": { "NAME": { "kind": "ollama", "zzz": 1 } },
        "models": { "NAME": model },
        "roles": { "chat": odd },
        "selectionRules": odd, "thresholds": odd, "timeouts": odd, "retries": odd, "budget": odd, "zzz": 1,
    });
    let problems = Catalogue::read("models.json", &file.to_string()).unwrap_err();
    let mut known = Vec::new();
    for problem in problems.iter().filter(|p| p.code == "unknown_key") {
        let place = problem.path.clone().unwrap_or_default();
        let place = place.trim_start_matches("models.json#/").trim_end_matches("zzz").replace('/', ".");
        let place = place.replace("roles.chat.", "roles.ROLE.");
        let keys = problem.hint.trim_start_matches("Keys here are: ").trim_end_matches('.');
        known.extend(keys.split(", ").map(|key| format!("{place}{key}")));
    }
    assert!(known.len() > 40, "{known:?}");
    let docs = include_str!("../../../../docs/models.md");
    let rows: Vec<&str> = docs.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let missing: Vec<&String> = known.iter().filter(|key| !rows.contains(&key.as_str())).collect();
    assert!(missing.is_empty(), "not in docs/models.md: {missing:?}");
}

/// What is wrong with a key is told of the variable that it came from; one that is a model's temperature is as written.
#[test]
fn a_key_is_told_by_its_own_variable_and_a_temperature_as_it_was_written() {
    let chosen = [("COUNTERSIGN_MODEL", "openai:gpt-5"), ("COUNTERSIGN_MODEL_KEY", "sk-1234567890")];
    let named = |variables: &[(&str, &str)]| {
        with(Catalogue::default(), variables).unwrap().providers["openai"].key_env.clone().unwrap_or_default()
    };
    assert_eq!(named(&chosen), "COUNTERSIGN_MODEL_KEY");
    assert_eq!(named(&chosen[..1]), "OPENAI_API_KEY");
    let warm = with(Catalogue::default(), &[("COUNTERSIGN_MODEL", "x"), ("COUNTERSIGN_TEMPERATURE", "0.7")]).unwrap();
    let info = json!(Models::open(warm).unwrap().available(Role::Chat));
    assert_eq!(info["temperature"].to_string(), "0.7");
}

#[test]
fn a_variable_is_named_once() {
    let set = |name: &str| (name == "COUNTERSIGN_TEMPERATURE").then(|| "abc".to_owned());
    let problems = Catalogue::default().with_environment(set).unwrap_err();
    assert_eq!(
        (problems[0].path.as_deref(), problems[0].message.as_str()),
        (Some("COUNTERSIGN_TEMPERATURE"), "this is \"abc\"")
    );
    let none = Catalogue::read("models.json", "[]").unwrap_err();
    assert_eq!(none[0].message, "models.json is no object");
}

/// Of two keys of one name a reader would take the last without a word.
#[test]
fn a_key_that_stands_twice_is_named_with_its_place() {
    let text = r#"{"version":1,"models":{"a":{"provider":"ollama","id":"x","id":"y"}},"models":{}}"#;
    let problems = Catalogue::read("models.json", text).unwrap_err();
    let found: Vec<(&str, &str)> =
        problems.iter().map(|p| (p.code.as_ref(), p.path.as_deref().unwrap_or_default())).collect();
    assert_eq!(found, [("named_twice", "models.json#/models/a/id"), ("named_twice", "models.json#/models")]);
}
