//! The OpenAPI document is the one in `docs`, served to clients.

use crate::world::World;
use serde_json::Value;

#[tokio::test]
async fn the_document_in_docs_is_the_one_served() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    let made = countersign_server::openapi_json();
    assert!(
        kept == made,
        "docs/openapi.json is not what the routes say: run `cargo run -p countersign-server --example openapi > docs/openapi.json` and review the difference"
    );
    let world = World::new().await;
    assert_eq!(world.ask("GET", "/api/openapi.json", None).await.text, made);
}

#[test]
fn the_document_is_whole() {
    let document: Value = serde_json::from_str(&countersign_server::openapi_json()).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let schemas = document["components"]["schemas"].as_object().unwrap();
    // Every reference leads somewhere.
    let text = document.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schemas.contains_key(reference), "{reference} is not defined");
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["responses"]["default"].is_object(), "{method} {path}");
            assert!(operation["summary"].is_string() || operation["description"].is_string(), "{method} {path}");
        }
    }
}

/// The codes that are made beside their words, in the sources of all that a client may be answered by.
fn codes() -> std::collections::BTreeSet<String> {
    fn sources(dir: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => sources(&entry, found),
                false if entry.extension().is_some_and(|of| of == "rs") => {
                    found.push(std::fs::read_to_string(entry).unwrap());
                }
                false => {}
            }
        }
    }
    let mut texts = Vec::new();
    for of in ["core", "interchange", "llm", "engine", "server"] {
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of).join("src"), &mut texts);
    }
    let mut found = std::collections::BTreeSet::new();
    for text in &texts {
        let text = text.split("mod tests {").next().unwrap_or_default();
        for made in ["Problem::new(", "Failure::bad(", "Failure::new("] {
            for rest in text.split(made).skip(1) {
                let rest = rest.trim_start();
                let rest = match rest.strip_prefix("StatusCode::") {
                    Some(status) => status.split_once(',').map_or("", |(_, rest)| rest.trim_start()),
                    None => rest,
                };
                let code = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()).unwrap_or_default();
                if code.contains('_') && code.chars().all(|c| c.is_ascii_alphabetic() || c == '_') {
                    found.insert(code.to_owned());
                }
            }
        }
    }
    found
}

/// Whoever is answered a code finds it in the reference.
#[test]
fn every_code_is_in_the_reference() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/http.md");
    let reference = std::fs::read_to_string(path).unwrap();
    let tables = reference.split_once("## Error codes").unwrap().1.split_once("## Shapes").unwrap().0;
    let codes = codes();
    assert!(codes.len() > 150, "{}", codes.len());
    let missing: Vec<&String> = codes.iter().filter(|code| !tables.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}: run scripts/http_reference.py");
    for code in ["invalid_clarify", "unterminated_quote", "data_unwritable", "already_running", "disk_full"] {
        assert!(tables.contains(&format!("`{code}`")), "{code}");
    }
}
