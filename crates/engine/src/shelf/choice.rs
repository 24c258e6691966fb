//! Which model is used: `selectionRules.default` of `models.json`, the rest of which stays as it is.

use crate::effects;
use countersign_core::problem::Problem;
use countersign_llm::{Catalogue, Models};
use serde_json::{Map, Value, json};
use std::fmt;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

/// Models that are being read.
type Reading = Pin<Box<dyn Future<Output = Result<Models, Problem>> + Send>>;

/// Reads the configured models again, as at the start.
#[derive(Clone)]
pub struct Reload(pub Arc<dyn Fn() -> Reading + Send + Sync>);

impl fmt::Debug for Reload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reload")
    }
}

const FILE: &str = "models.json";
/// The choice of no model: the built-in planner alone.
pub(super) const NONE: &str = "none";

/// The default that the file names; none where it names none or cannot be read.
pub(super) fn chosen(home: &Path) -> Option<String> {
    let value: Value = serde_json::from_slice(&std::fs::read(home.join(FILE)).ok()?).ok()?;
    let rules = value.get("selectionRules").or_else(|| value.get("selection_rules"))?;
    rules["default"].as_str().map(str::to_owned)
}

/// Writes the choice; gives the name that stands in the file.
pub(super) fn choose(home: &Path, name: &str, installed: bool) -> Result<String, Problem> {
    let path = home.join(FILE);
    let old = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => "{}".to_owned(),
        Err(e) => return Err(Problem::new("invalid_models", format!("{FILE} cannot be read: {e}")).hinting(LEFT)),
    };
    Catalogue::read(FILE, &old).map_err(|p| first(p, "is not usable as it is"))?;
    let mut root: Value = serde_json::from_str(old.trim_start_matches('\u{feff}'))
        .map_err(|e| Problem::new("invalid_models", e.to_string()).hinting(LEFT))?;
    let chosen = enter(&mut root, name, installed)
        .ok_or_else(|| Problem::new("invalid_models", format!("{FILE} is no object")).hinting(LEFT))?;
    let text = format!("{root:#}\n");
    // What would not start the next time is not written.
    Catalogue::read(FILE, &text).map_err(|p| first(p, "would not be usable"))?;
    effects::prepare_dir(home).and_then(|()| effects::write_private(&path, text.as_bytes())).map_err(|e| {
        Problem::new("data_unwritable", format!("{FILE} cannot be written: {e}")).hinting("Nothing has been changed.")
    })?;
    Ok(chosen)
}

const LEFT: &str = "Mend it, or move it away. Nothing has been changed.";

fn first(problems: Vec<Problem>, what: &str) -> Problem {
    match problems.into_iter().next() {
        Some(p) => {
            let place = p.path.clone().unwrap_or_else(|| FILE.to_owned());
            let code = if p.code == "unknown_model" { "unknown_model" } else { "invalid_models" };
            Problem::new(code, format!("{place} {what}: {}", p.message))
                .hinting(format!("{} Nothing has been changed.", p.hint))
        }
        None => Problem::new("invalid_models", format!("{FILE} {what}")).hinting(LEFT),
    }
}

/// Enters the model where it is new, and makes it the default.
fn enter(root: &mut Value, name: &str, installed: bool) -> Option<String> {
    let root = root.as_object_mut()?;
    let listed = |root: &Map<String, Value>, name: &str| root.get("models").is_some_and(|m| m.get(name).is_some());
    let (provider, id) = match name.split_once(':') {
        _ if name == NONE || listed(root, name) => (None, name),
        Some(("embedded", id)) => (Some("embedded"), id),
        _ if installed => (Some("embedded"), name),
        Some((provider, id)) => (Some(provider), id),
        None => (None, name),
    };
    let mut chosen = id.to_owned();
    if let Some(provider) = provider {
        let models = root.entry("models").or_insert_with(|| json!({})).as_object_mut()?;
        // The file may know this model under its own name, or another model under this one.
        let same =
            |entry: &Value, key: &str| entry["provider"] == provider && entry["id"].as_str().unwrap_or(key) == id;
        match models.iter().find(|(key, entry)| same(entry, key)).map(|(key, _)| key.clone()) {
            Some(known) => chosen = known,
            None => {
                if models.contains_key(id) {
                    chosen = format!("{provider}:{id}");
                }
                models.insert(chosen.clone(), json!({ "provider": provider, "id": id }));
            }
        }
    }
    let key = if root.contains_key("selection_rules") { "selection_rules" } else { "selectionRules" };
    let rules = root.entry(key).or_insert_with(|| json!({})).as_object_mut()?;
    rules.insert("default".to_owned(), json!(chosen));
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_changes_nothing_else_of_the_file() {
        let mut root = json!({
            "models": {"own": {"provider": "ollama", "id": "qwen3:4b"}, "m": {"provider": "openai"}},
            "selectionRules": {"byTaskType": {"coding": "m"}},
        });
        assert_eq!(enter(&mut root, "ollama:qwen3:4b", false).as_deref(), Some("own"));
        assert_eq!(enter(&mut root, "m", false).as_deref(), Some("m"));
        assert_eq!(enter(&mut root, "m", true).as_deref(), Some("m"), "a name of the file stands for that");
        assert_eq!(enter(&mut root, "embedded:m", true).as_deref(), Some("embedded:m"));
        assert_eq!(
            root,
            json!({
                "models": {
                    "own": {"provider": "ollama", "id": "qwen3:4b"}, "m": {"provider": "openai"},
                    "embedded:m": {"provider": "embedded", "id": "m"},
                },
                "selectionRules": {"byTaskType": {"coding": "m"}, "default": "embedded:m"},
            })
        );
    }

    #[test]
    fn a_file_that_cannot_be_read_is_never_overwritten() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(FILE);
        for text in ["{", "[]", "{\"models\": 3}", "{\"surprise\": 1}"] {
            effects::write_private(&path, text.as_bytes()).unwrap();
            let problem = choose(home.path(), "ollama:qwen3:4b", false).unwrap_err();
            assert!(problem.hint.contains("Nothing has been changed."), "{problem:?}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        effects::remove_file(&path).unwrap();
        assert_eq!(choose(home.path(), "nobody", false).unwrap_err().code, "unknown_model");
        assert!(!path.exists());
        assert_eq!(choose(home.path(), "ollama:qwen3:4b", false).unwrap(), "qwen3:4b");
        assert_eq!(chosen(home.path()).as_deref(), Some("qwen3:4b"));
        assert_eq!(choose(home.path(), NONE, false).unwrap(), NONE);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(Catalogue::read(FILE, &text).unwrap().off && text.contains("qwen3:4b"), "{text}");
    }
}
