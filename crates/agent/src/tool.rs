//! Tools as the model sees them: name, description, schema and example, all from one documented
//! input type (S4-30). What a tool does is the engine's; here it only has a shape.

use crate::input::{self, Documented, Field};
use countersign_core::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// Most characters of a file's content, and of any other text, in the answer of a small model.
pub const LONGEST_CONTENT: u64 = 3_000;
const LONGEST: u64 = 600;

/// What a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Looks. Calls of one step run at once.
    Read,
    /// Looks, and tells somebody elsewhere by that: each call is asked about.
    Outside,
    /// Proposes: the call becomes an item of the run's change set, and nothing else happens.
    Write,
}

/// One tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name; may hold a dot.
    pub name: String,
    /// What it does, for the model.
    pub about: String,
    /// What it does to the world.
    pub access: Access,
    /// Its arguments.
    pub fields: Vec<Field>,
    /// Of one that is somewhere else: which one it was when it was offered, in a word that only who offers it
    /// reads. A call of it is of that one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bound: String,
}

impl Tool {
    /// A tool whose arguments are this type.
    pub fn new<T: Documented>(name: &str, access: Access) -> Self {
        Self { name: name.to_owned(), about: T::about(), access, fields: T::fields(), bound: String::new() }
    }

    /// A tool described elsewhere: `schema` is that of its arguments, an object; `example` a value
    /// of it. Members without a schema of one type are taken as text.
    pub fn described(name: &str, about: &str, access: Access, schema: &Value, example: &Value) -> Self {
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let fields = fields
            .map(|(key, schema)| Field {
                name: key.clone(),
                about: schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned(),
                required: required.contains(&key.as_str()),
                schema: schema.clone(),
                example: example.get(key).cloned().unwrap_or_default(),
            })
            .collect();
        Self { name: name.to_owned(), about: about.to_owned(), access, fields, bound: String::new() }
    }

    /// Its name where dots are forbidden (C35).
    pub fn wire_name(&self) -> String {
        self.name.replace(['.', '-'], "_")
    }

    /// The schema of its arguments.
    pub fn schema(&self) -> Value {
        input::object(&self.fields)
    }

    /// Example arguments.
    pub fn example(&self) -> Value {
        let given = self.fields.iter().filter(|f| !f.example.is_null());
        Value::Object(given.map(|f| (f.name.clone(), f.example.clone())).collect::<Map<_, _>>())
    }

    /// Its description in the prompt.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.wire_name(), self.about);
        for field in &self.fields {
            let need = if field.required { "required" } else { "optional" };
            // A text cannot fail to be written to.
            let _ = writeln!(text, "- {}: {} ({need}) - {}", field.name, field.word(), field.about);
        }
        let _ = writeln!(text, "e.g. {}", self.example());
        text
    }
}

/// The tools of a run, in the order the model sees them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Registry(Vec<Tool>);

impl Registry {
    /// With these tools; of two with one wire name the first stays.
    pub fn of(tools: Vec<Tool>) -> Self {
        let mut all = Self::default();
        tools.into_iter().for_each(|tool| all.add(tool));
        all
    }

    /// One more; one whose wire name is taken is left out.
    pub fn add(&mut self, tool: Tool) {
        if !self.0.iter().any(|t| t.wire_name() == tool.wire_name()) {
            self.0.push(tool);
        }
    }

    /// All of another registry.
    pub fn extend(&mut self, other: Self) {
        other.0.into_iter().for_each(|tool| self.add(tool));
    }

    /// Only those that `keep` keeps.
    pub fn retain(&mut self, keep: impl FnMut(&Tool) -> bool) {
        self.0.retain(keep);
    }

    /// By its name in either spelling, in any case, as a function (`functions.read_file`) and in one word (`readfile`);
    /// an operation on todos also by its own name, and a command by the names that models use for it (C2).
    pub fn find(&self, name: &str) -> Option<&Tool> {
        let wanted = name.trim().replace(['.', '-', ' '], "_").to_lowercase();
        let own = ["functions_", "function_", "tools_", "default_api_"].iter().find_map(|set| wanted.strip_prefix(set));
        self.named(&wanted, name).or_else(|| own.and_then(|own| self.named(own, own))).or_else(|| {
            let plain = |name: &str| name.replace('_', "").to_lowercase();
            let wanted = plain(own.unwrap_or(&wanted));
            let mut alike = self.0.iter().filter(|tool| plain(&tool.wire_name()) == wanted);
            alike.next().filter(|_| alike.next().is_none())
        })
    }

    fn named(&self, wanted: &str, name: &str) -> Option<&Tool> {
        let by_name = |wanted: &str| self.0.iter().find(|t| t.wire_name().to_lowercase() == wanted);
        by_name(wanted).or_else(|| match wanted {
            "create" | "update" | "complete" | "delete" => by_name(&format!("todo_{wanted}")),
            "run_command" | "bash" | "shell" | "execute_command" => by_name("shell_exec"),
            _ if wanted.contains("todo") || wanted.contains("task") => {
                by_name(&format!("todo_{}", countersign_dialect::kind(name)?))
            }
            _ => None,
        })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.0.iter()
    }

    /// Their wire names.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(Tool::wire_name).collect()
    }

    /// The section of the prompt.
    pub fn text(&self) -> String {
        self.0.iter().map(Tool::text).collect::<Vec<_>>().join("\n")
    }

    /// One line for each: its name with its arguments, the optional ones with `?`.
    pub fn brief(&self) -> String {
        let arg = |f: &crate::input::Field| format!("{}{}", f.name, if f.required { "" } else { "?" });
        let line = |t: &Tool| format!("{}({})", t.wire_name(), t.fields.iter().map(arg).collect::<Vec<_>>().join(", "));
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// What each is for.
    pub fn abouts(&self) -> String {
        self.0.iter().map(|t| format!("{}: {}", t.wire_name(), t.about)).collect::<Vec<_>>().join("\n")
    }

    /// Every argument that any tool takes, once: the flat `args` of a grammar. Where two tools
    /// mean different types by one name it is a text, which is read as either. Texts are as long as
    /// an answer has room for: a longer one would be cut, and lost (MODELS.md, lesson 4).
    pub fn arguments(&self) -> Value {
        let mut properties = Map::new();
        for field in self.0.iter().flat_map(|t| &t.fields) {
            let mut schema = field.schema.clone();
            let most = if field.name == "content" { LONGEST_CONTENT } else { LONGEST };
            if let Some(length) = schema.get_mut("maxLength").filter(|length| length.as_u64() > Some(most)) {
                *length = most.into();
            }
            let same = properties.get(&field.name).is_none_or(|known: &Value| known == &schema);
            let text = serde_json::json!({ "type": "string", "maxLength": LONGEST });
            properties.insert(field.name.clone(), if same { schema } else { text });
        }
        serde_json::json!({ "type": "object", "properties": properties, "additionalProperties": false })
    }

    /// Arguments of a tool as its input type takes them: aliases read, "12" made 12, unknown
    /// members refused.
    ///
    /// # Errors
    /// What is wrong with them, by member.
    pub fn accept(&self, tool: &Tool, args: &Value) -> Result<Value, Problem> {
        let bad = |why: String| Problem::new("invalid_args", format!("args of {}: {why}", tool.name));
        let mut args = args.clone();
        if let Value::Object(map) = &mut args {
            // What a strict provider wants said is not there.
            map.retain(|_, value| !value.is_null());
            let known = |key: &str| tool.fields.iter().any(|f| f.name == key);
            let optional = |key: &str| tool.fields.iter().any(|f| f.name == key && !f.required);
            map.retain(|key, value| !(value.as_str() == Some("") && (optional(key) || !known(key))));
        } else if !args.is_null() {
            return Err(bad("they are no object".to_owned()));
        } else {
            args = Value::Object(Map::new());
        }
        let schema = countersign_recover::Schema::compile(&tool.schema()).map_err(|e| bad(e.to_string()))?;
        let text = args.to_string();
        let request = countersign_recover::Request { input: &text, schema: Some(&schema), finish: None };
        let got = countersign_recover::recover(&request);
        if let Some(wrong) = got.violations.first() {
            return Err(bad(format!("{}: {}", if wrong.path.is_empty() { "/" } else { &wrong.path }, wrong.message)));
        }
        if let Some(dropped) = got.dropped.first() {
            return Err(bad(format!("{}: {:?}", dropped.path, dropped.reason).to_lowercase()));
        }
        got.value().map(|v| v.into_inner().to_serde()).ok_or_else(|| bad("they cannot be read".to_owned()))
    }
}
