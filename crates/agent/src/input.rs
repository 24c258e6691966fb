//! Documented input types: one Rust type gives the JSON schema, the text of a prompt, the example
//! and the parser (R27, S4-30).

use serde_json::{Map, Value, json};

/// One member of an input.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Field {
    /// Its name on the wire.
    pub name: String,
    /// What it means, for the model.
    pub about: String,
    /// It must be given.
    pub required: bool,
    /// Its JSON schema, flat and bounded.
    pub schema: Value,
    /// A value for the example; null = left out of it.
    pub example: Value,
}

impl Field {
    /// Its type in one word, for the prompt.
    pub fn word(&self) -> &str {
        if self.schema.get("enum").is_some() {
            return "one of";
        }
        self.schema.get("type").and_then(Value::as_str).unwrap_or("any")
    }
}

/// A type that describes itself.
pub trait Documented {
    /// What it is for.
    fn about() -> String;
    /// Its members in order.
    fn fields() -> Vec<Field>;
}

/// How a Rust type looks in JSON.
pub trait Shape {
    /// Whether it must be given.
    const REQUIRED: bool = true;
    /// Its schema; `most` bounds texts and lists (MODELS.md, lesson 4).
    fn schema(most: u64) -> Value;
}

impl Shape for String {
    fn schema(most: u64) -> Value {
        json!({ "type": "string", "maxLength": most })
    }
}

impl Shape for u64 {
    fn schema(most: u64) -> Value {
        json!({ "type": "integer", "minimum": 0, "maximum": most })
    }
}

impl Shape for bool {
    fn schema(_: u64) -> Value {
        json!({ "type": "boolean" })
    }
}

impl<T: Shape> Shape for Option<T> {
    const REQUIRED: bool = false;
    fn schema(most: u64) -> Value {
        T::schema(most)
    }
}

impl Shape for Vec<String> {
    fn schema(most: u64) -> Value {
        json!({ "type": "array", "items": { "type": "string", "maxLength": 200 }, "maxItems": most })
    }
}

/// The schema of an object with these members. Names that models use for others are read, too (C4).
pub fn object(fields: &[Field]) -> Value {
    let mut properties = Map::new();
    for field in fields {
        let mut schema = field.schema.clone();
        if let (Value::Object(map), Some(aliases)) = (&mut schema, aliases(&field.name)) {
            map.insert("x-aliases".to_owned(), json!(aliases));
        }
        properties.insert(field.name.clone(), schema);
    }
    let required: Vec<&str> = fields.iter().filter(|f| f.required).map(|f| f.name.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Other names of a member (C4).
fn aliases(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "path" => &["file_path", "filePath", "file", "filename", "file_name", "directory", "dir", "folder"],
        "to" => &["new_path", "newPath", "destination", "target"],
        "content" => &["text", "new_content", "newContent", "contents", "body"],
        "command" => &["cmd", "shell", "script"],
        "query" => &["pattern", "search", "q"],
        "edit" => &["diff", "patch"],
        "scheduledFor" => &["date", "scheduled_for", "due"],
        "timeOfDay" => &["time", "time_of_day"],
        _ => return None,
    })
}

/// Defines a documented input: members with their doc comments, types, examples and bounds.
macro_rules! documented {
    ($(#[doc = $about:literal])+ $name:ident { $( $(#[doc = $doc:literal])+ $field:ident as $wire:literal : $ty:ty, most $most:literal, e.g. $example:tt; )* }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $( $(#[doc = $doc])+ #[serde(rename = $wire)] pub $field: $ty, )* }

        impl $crate::input::Documented for $name {
            fn about() -> String {
                concat!($($about),+).trim().to_owned()
            }
            fn fields() -> Vec<$crate::input::Field> {
                vec![ $( $crate::input::Field {
                    name: $wire.to_owned(),
                    about: concat!($($doc),+).trim().to_owned(),
                    required: <$ty as $crate::input::Shape>::REQUIRED,
                    schema: <$ty as $crate::input::Shape>::schema($most),
                    example: serde_json::json!($example),
                } ),* ]
            }
        }
    };
}
pub(crate) use documented;
