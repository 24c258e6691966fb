//! Documents of the shapes that models are asked for, with their schemas, from a seed. Knows nothing of
//! the reader's own generator.

use serde_json::{Value, json};

/// Xorshift64*: the same numbers from the same seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..4 {
            dice.roll(2);
        }
        dice
    }

    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).unwrap() % sides
    }

    pub(crate) fn of<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
}

const PHRASES: &[&str] = &[
    "Buy milk",
    "Renew passport, then call Anna",
    "Zahnarzt anrufen – dringend",
    "Déjeuner avec Zoë (12:30)",
    "Plătește factura: 120 lei",
    "買い物に行く",
    "🎂 for Bob's party",
    "say \"hi\" to them",
    "C:\\temp\\new",
    "first line\nsecond line",
    "[urgent] fix {template}",
    "https://example.org/a?b=1,2#c",
    "50 % of 3/4",
    "",
];

const LONG: &str = "The quarterly report needs figures from three teams, and the last one always answers late; \
ask early, remind twice, and keep a copy of what was sent. Numbers (revenue, cost, headcount) go to the first \
sheet: everything else may wait until the end of the month.";

fn phrase(dice: &mut Dice) -> String {
    match dice.roll(12) {
        0 => LONG.to_owned(),
        1 => LONG.chars().take(20 + dice.roll(120)).collect(),
        _ => (*dice.of(PHRASES)).to_owned(),
    }
}

fn object(properties: &Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn date(dice: &mut Dice) -> String {
    format!("2026-{:02}-{:02}", 1 + dice.roll(12), 1 + dice.roll(28))
}

/// Replies of the assistant: operations told apart by `op`.
fn operations(dice: &mut Dice) -> (Value, Value) {
    let text = json!({"type": "string"});
    let kinds = [
        object(
            &json!({"op": {"const": "create"}, "title": text, "due": {"type": ["string", "null"]},
            "priority": {"enum": ["low", "medium", "high"]}, "tags": {"type": "array", "items": text}}),
            &["op", "title"],
        ),
        object(
            &json!({"op": {"const": "update"}, "id": {"type": "integer"}, "set": object(
            &json!({"title": text, "done": {"type": "boolean"}, "due": {"type": ["string", "null"]}}), &[])}),
            &["op", "id", "set"],
        ),
        object(
            &json!({"op": {"const": "complete"}, "ids": {"type": "array", "items": {"type": "integer"}}}),
            &["op", "ids"],
        ),
    ];
    let items: Vec<_> = (0..=dice.roll(4))
        .map(|_| match dice.roll(3) {
            0 => {
                let tags: Vec<_> = (0..dice.roll(4)).map(|_| *dice.of(&["home", "work", "später", "a b"])).collect();
                let due = if dice.roll(2) == 0 { Value::Null } else { json!(date(dice)) };
                json!({"op": "create", "title": phrase(dice), "due": due,
                    "priority": *dice.of(&["low", "medium", "high"]), "tags": tags})
            }
            1 => {
                let set = json!({"title": phrase(dice), "done": dice.roll(2) == 0});
                json!({"op": "update", "id": dice.roll(900), "set": set})
            }
            _ => {
                let ids: Vec<_> = (0..=dice.roll(4)).map(|_| dice.roll(500)).collect();
                json!({"op": "complete", "ids": ids})
            }
        })
        .collect();
    let schema = object(
        &json!({"reply": text, "operations": {"type": "array", "items": {"anyOf": kinds}}}),
        &["reply", "operations"],
    );
    (schema, json!({"reply": phrase(dice), "operations": items}))
}

/// Replies about a project: bodies that are written as they stand.
fn changes(dice: &mut Dice) -> (Value, Value) {
    let text = json!({"type": "string"});
    let change = object(&json!({"path": text, "content": text}), &["path", "content"]);
    let schema = object(
        &json!({"summary": text, "files": {"type": "array", "items": change}, "command": {"type": ["string", "null"]}}),
        &["summary", "files", "command"],
    );
    let files: Vec<_> =
        (0..=dice.roll(3)).map(|at| json!({"path": format!("src/part_{at}.rs"), "content": phrase(dice)})).collect();
    let command = if dice.roll(2) == 0 { Value::Null } else { json!("cargo test -p core") };
    (schema, json!({"summary": phrase(dice), "files": files, "command": command}))
}

/// A configuration: objects in objects, numbers of every kind.
fn settings(dice: &mut Dice) -> (Value, Value) {
    let number = json!({"type": "number"});
    let limits = object(&json!({"seconds": number, "share": number, "retries": {"type": "integer"}}), &["seconds"]);
    let server = object(
        &json!({"host": {"type": "string"}, "port": {"type": "integer"}, "limits": limits,
            "secure": {"type": "boolean"}}),
        &["host", "port"],
    );
    let schema = object(
        &json!({"name": {"type": "string"}, "server": server, "weights": {"type": "array", "items": number},
            "parent": {"type": ["string", "null"]}}),
        &["name", "server"],
    );
    let limits = json!({"seconds": dice.roll(9000) as f64 / 8.0, "share": -0.25, "retries": dice.roll(9)});
    let weights: Vec<_> = (0..dice.roll(6)).map(|_| dice.roll(4000) as f64 / 16.0 - 100.0).collect();
    let parent = if dice.roll(2) == 0 { Value::Null } else { json!(phrase(dice)) };
    (
        schema,
        json!({"name": phrase(dice), "server": {"host": "localhost", "port": 1024 + dice.roll(60_000),
            "limits": limits, "secure": dice.roll(2) == 0}, "weights": weights, "parent": parent}),
    )
}

/// A list of records at the root.
fn records(dice: &mut Dice) -> (Value, Value) {
    let place = object(&json!({"city": {"type": "string"}, "zip": {"type": "string"}}), &["city"]);
    let record = object(
        &json!({"id": {"type": "integer"}, "name": {"type": "string"}, "at": place, "active": {"type": "boolean"}}),
        &["id", "name"],
    );
    let list: Vec<_> = (0..2 + dice.roll(3))
        .map(|id| {
            json!({"id": id, "name": phrase(dice), "at": {"city": *dice.of(&["Wien", "Cluj", "São Paulo"]),
                "zip": "01067"}, "active": dice.roll(2) == 0})
        })
        .collect();
    (json!({"type": "array", "items": record}), Value::Array(list))
}

/// A tree of any depth.
fn tree(dice: &mut Dice) -> (Value, Value) {
    fn node(dice: &mut Dice, depth: usize) -> Value {
        let below = if depth == 0 { 0 } else { dice.roll(3) };
        let children: Vec<_> = (0..below).map(|_| node(dice, depth - 1)).collect();
        json!({"label": phrase(dice), "size": dice.roll(100), "children": children})
    }
    let schema = json!({"$ref": "#/$defs/node", "$defs": {"node": object(
        &json!({"label": {"type": "string"}, "size": {"type": "integer"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}),
        &["label", "size", "children"])}});
    (schema, node(dice, 3))
}

/// A call of a tool.
fn call(dice: &mut Dice) -> (Value, Value) {
    let arguments = object(
        &json!({"query": {"type": "string"}, "limit": {"type": "integer"}, "exact": {"type": "boolean"},
            "range": {"type": "array", "items": {"type": "integer"}}}),
        &["query"],
    );
    let schema = object(&json!({"name": {"type": "string"}, "arguments": arguments}), &["name", "arguments"]);
    let range = json!([dice.roll(10), 10 + dice.roll(90)]);
    (
        schema,
        json!({"name": "search", "arguments": {"query": phrase(dice), "limit": dice.roll(50),
            "exact": dice.roll(2) == 0, "range": range}}),
    )
}

/// A schema and a document that satisfies it.
pub(crate) fn document(dice: &mut Dice) -> (Value, Value) {
    match dice.roll(8) {
        0..=2 => operations(dice),
        3 => changes(dice),
        4 => settings(dice),
        5 => records(dice),
        6 => tree(dice),
        _ => call(dice),
    }
}
