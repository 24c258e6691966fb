//! Prints the OpenAPI document: `cargo run -p countersign-server --example openapi > docs/openapi.json`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().lock().write_all(countersign_server::openapi_json().as_bytes())
}
