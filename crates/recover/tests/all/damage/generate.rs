//! Schemas and documents that satisfy them, from a seed.

use serde_json::{Map, Value, json};

/// SplitMix64: the same numbers from the same seed, everywhere and always.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap()
    }

    pub(crate) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Strings with every hazard of quoting that a document can hold.
const TEXTS: &[&str] = &[
    "Buy milk",
    "",
    "Renew passport, then call Anna",
    "say \"hi\" now",
    "it's Bob's",
    "a: b, c: d",
    "{\"op\":\"delete\"}",
    "[1, 2",
    "C:\\new\\table",
    "line one\nline two\n",
    "tab\there",
    "// no comment",
    "/* nor this */",
    "# heading",
    "https://example.org/a?b=c#d",
    "```js\ncode();\n```",
    "</think>",
    "<tool_call>",
    "null",
    "true",
    "12",
    "1,250",
    "“quoted”",
    "‘single’",
    "naïve façade 日本語 🙂",
    "...",
    "trailing comma,",
    "ends with backslash\\",
    "'",
    "\"",
    "a}b]c",
    "\u{feff}bom",
    "e\u{301}",
    "5 o'clock \"sharp\", ok?",
    " lead and trail ",
    "key\": \"value",
];

/// The same without anything that a quoting dialect would have to escape.
const TAME: &[&str] = &["Buy milk", "Renew passport", "Call Anna", "water plants", "ring 12 people", "read-me_now"];

const WORDS: &[&str] =
    &["title", "notes", "dueDate", "priority", "count", "ratio", "done", "tags", "owner", "items", "stage", "when"];

const CHOICES: &[&[&str]] =
    &[&["low", "medium", "high"], &["todo", "in_progress", "done"], &["mon", "tue", "wed"], &["create", "update"]];

/// What the generator makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Texts {
    Any,
    /// No quotes, brackets, backslashes or line breaks in strings.
    Tame,
}

fn text(random: &mut Random, texts: Texts) -> String {
    let from = if texts == Texts::Tame { TAME } else { TEXTS };
    (*random.pick(from)).to_owned()
}

/// A schema and a value that satisfies it.
fn scalar(random: &mut Random, texts: Texts) -> (Value, Value) {
    match random.below(7) {
        0 | 1 => (json!({"type": "string"}), json!(text(random, texts))),
        2 => (json!({"type": "integer"}), json!(i64::try_from(random.below(100_000)).unwrap() - 50_000)),
        3 => (json!({"type": "number"}), json!(f64::from(u32::try_from(random.below(10_000)).unwrap()) / 8.0)),
        4 => (json!({"type": "boolean"}), json!(random.chance(2))),
        5 => {
            let choices = *random.pick(CHOICES);
            (json!({"enum": choices}), json!(random.pick(choices)))
        }
        _ => {
            let value = if random.chance(2) { Value::Null } else { json!(random.below(1000)) };
            (json!({"type": ["integer", "null"]}), value)
        }
    }
}

fn any(random: &mut Random, texts: Texts, depth: usize) -> (Value, Value) {
    match random.below(if depth == 0 { 5 } else { 9 }) {
        5 | 6 => object(random, texts, depth - 1),
        7 => {
            let (schema, first) = scalar(random, texts);
            let mut items = vec![first];
            for _ in 0..random.below(3) {
                items.push(another(random, texts, &schema));
            }
            (json!({"type": "array", "items": schema}), Value::Array(items))
        }
        8 => {
            let (schema, first) = object(random, texts, depth - 1);
            let mut items = vec![first.clone()];
            for _ in 0..random.below(3) {
                items.push(first.clone());
            }
            (json!({"type": "array", "items": schema}), Value::Array(items))
        }
        _ => scalar(random, texts),
    }
}

/// Another value of a scalar's schema.
fn another(random: &mut Random, texts: Texts, schema: &Value) -> Value {
    if let Some(choices) = schema["enum"].as_array() {
        return random.pick(choices).clone();
    }
    match schema["type"].as_str() {
        Some("string") => json!(text(random, texts)),
        Some("integer") => json!(random.below(99)),
        Some("number") => json!(random.below(99) as f64 + 0.5),
        Some("boolean") => json!(random.chance(2)),
        _ => Value::Null,
    }
}

/// An object whose members are all required and no other is allowed.
fn object(random: &mut Random, texts: Texts, depth: usize) -> (Value, Value) {
    let (mut properties, mut value) = (Map::new(), Map::new());
    for _ in 0..=random.below(4) {
        let key = *random.pick(WORDS);
        if !properties.contains_key(key) {
            let (s, v) = any(random, texts, depth);
            properties.insert(key.to_owned(), s);
            value.insert(key.to_owned(), v);
        }
    }
    let required: Vec<_> = properties.keys().cloned().collect();
    let schema =
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    (schema, Value::Object(value))
}

/// Operations told apart by `op`, as the product asks for them.
fn operations(random: &mut Random, texts: Texts) -> (Value, Value) {
    let (mut branches, mut shapes) = (Vec::new(), Vec::new());
    for op in ["create", "update", "write"] {
        let (mut schema, mut value) = object(random, texts, 1);
        schema["properties"]["op"] = json!({"const": op});
        schema["required"].as_array_mut().unwrap().push(json!("op"));
        value["op"] = json!(op);
        if op == "write" {
            schema["properties"]["content"] = json!({"type": "string"});
            schema["required"].as_array_mut().unwrap().push(json!("content"));
            value["content"] = json!(text(random, texts));
        }
        branches.push(schema);
        shapes.push(value);
    }
    let items: Vec<_> = (0..=random.below(4)).map(|_| random.pick(&shapes).clone()).collect();
    let schema = json!({"type": "object", "required": ["operations"], "additionalProperties": false, "properties": {
        "operations": {"type": "array", "items": {"anyOf": branches}}, "summary": {"type": "string"}}});
    (schema, json!({"summary": text(random, texts), "operations": items}))
}

/// A schema and a document.
pub(crate) fn case(random: &mut Random, texts: Texts) -> (Value, Value) {
    if random.chance(2) {
        return operations(random, texts);
    }
    let (mut schema, mut value) = object(random, texts, 2);
    // Two members at least: one alone may be taken for what is around it.
    schema["properties"]["id"] = json!({"type": "integer"});
    schema["required"].as_array_mut().unwrap().push(json!("id"));
    value["id"] = json!(random.below(500));
    (schema, value)
}
