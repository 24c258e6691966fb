//! Replies in YAML, TOML and the maps of Ruby and PHP: what the schema makes certain is read, and whatever those
//! languages could mean otherwise is not. A row of the table is a text, a tab and the value, or nothing.

use countersign_recover::{Request, Schema, recover};
use serde_json::json;

#[test]
fn what_another_language_says_for_certain_is_read() {
    let line = json!({"type": "object", "required": ["sku", "qty"], "additionalProperties": false, "properties": {
        "sku": {"type": "string"}, "qty": {"type": "integer"}, "gift": {"type": "boolean"}, "content": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}}}});
    let order =
        json!({"type": "object", "required": ["lines"], "properties": {"lines": {"type": "array", "items": line}}});
    let (line, order) = (Schema::compile(&line).unwrap(), Schema::compile(&order).unwrap());
    let (mut rows, mut wrong) = (0, Vec::new());
    for row in include_str!("languages.txt").lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (text, want) = row.split_once('\t').unwrap_or_else(|| panic!("{row}"));
        let input = text.replace("\\n", "\n");
        let schema = if text.contains("lines") { &order } else { &line };
        let found = recover(&Request { input: &input, schema: Some(schema), finish: None });
        let value = found.answer().map(|value| value.get().to_string()).unwrap_or_default();
        let (want, cut) = want.strip_suffix('…').map_or((want, false), |want| (want, true));
        if (value.as_str(), found.complete) != (want, !cut) {
            wrong.push(format!("{row}\n    {value} {}", found.complete));
        }
        rows += 1;
    }
    assert!(rows >= 40, "{rows}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_a_schema_no_other_language_is_read() {
    for input in ["```yaml\nsku: A\nqty: 2\n```", "```toml\nsku = \"A\"\n```"] {
        assert!(recover(&Request { input, schema: None, finish: None }).value().is_none(), "{input}");
    }
}
