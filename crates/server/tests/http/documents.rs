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
