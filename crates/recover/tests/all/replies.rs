//! Replies as models of many makers write them: the marks of their calls, other notations, damage of every kind, bodies
//! and cuts. The first line of the table has the schemas by name; a row has what is safe of it exactly (`is`), or the
//! values of which one may be, where nothing need be (`at_most`).

use countersign_recover::{Finish, Request, Schema, recover};
use serde_json::{Value, json};
use std::collections::HashMap;

/// As models of many makers write, line by line what RECOVERY.md says, and what somebody tries who has read nothing
/// else; with how many rows there are at least.
const TABLES: [(&str, usize); 3] = [
    (include_str!("replies.jsonl"), 500),
    (include_str!("contract.jsonl"), 250),
    (include_str!("outsider.jsonl"), 290),
];

fn is_nothing(value: &Value) -> bool {
    value.as_object().is_some_and(serde_json::Map::is_empty)
        || *value == json!([])
        || *value == json!({"operations": []})
}

#[test]
fn every_reply_gives_what_it_says_or_nothing() {
    for (table, least) in TABLES {
        each_row_is_right(table, least);
    }
}

fn each_row_is_right(table: &str, least: usize) {
    let mut lines = table.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let named = lines.next().unwrap();
    let compile = |(name, schema): (&String, &Value)| {
        (name.clone(), (!schema.is_null()).then(|| Schema::compile(schema).unwrap()))
    };
    let schemas: HashMap<String, Option<Schema>> = named.as_object().unwrap().iter().map(compile).collect();
    let (mut rows, mut wrong) = (0, Vec::new());
    for row in lines {
        rows += 1;
        let schema = schemas[row["schema"].as_str().unwrap()].as_ref();
        let finish = row["finish"].as_str().map(Finish::read);
        let input = row["text"].as_str().unwrap();
        let found = recover(&Request { input, schema, finish });
        let value = found.answer().map(|value| value.get().to_serde());
        let right = match (row.get("is"), row["at_most"].as_array()) {
            (Some(exact), _) => value.as_ref() == Some(exact),
            (None, Some(some)) => value.as_ref().is_none_or(|value| is_nothing(value) || some.contains(value)),
            (None, None) => false,
        };
        let told = row["complete"].as_bool().is_none_or(|complete| complete == found.complete);
        if !right || !told {
            wrong.push(format!("{row}\n    {value:?} {}", found.complete));
        }
    }
    assert!(rows >= least, "{rows}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
