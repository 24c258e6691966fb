//! JSON Schema, compiled once and used many times: draft 2020-12, with what older drafts and OpenAPI
//! spell otherwise (`definitions`, `dependencies`, array `items`, `nullable`). References stay inside
//! the document; a reference to anywhere else is an error, for nothing is fetched. `x-aliases` on a
//! property lists other names it is read under: `{"op": {"x-aliases": ["action", "type"]}}`.

mod coerce;
mod compile;
mod decimal;
mod format;
mod names;
mod placeholder;
mod text;
mod validate;
mod wrong;

use crate::find::members::Named;
use crate::gate::body;
use crate::node::{Data, Node};
pub(crate) use coerce::Coercer;
pub(crate) use coerce::keys::same_word;
use decimal::Decimal;
use fancy_regex::Regex;
use serde::Serialize;
use serde_json::Value;
pub(crate) use validate::{fingerprint, no_values};
pub(crate) use wrong::Wrong;

/// Index of a compiled schema.
type Id = usize;

/// A schema, ready for use.
#[derive(Debug)]
pub struct Schema {
    rules: Vec<Rules>,
    root: Id,
}

/// Why a schema cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// A schema is an object or a boolean.
    #[error("{}a schema is an object or a boolean", place(path))]
    NotASchema {
        /// JSON pointer into the schema.
        path: String,
    },
    /// `$ref` to nothing, or to another document.
    #[error("{}`{reference}` refers to nothing in this schema; other documents are not fetched", place(path))]
    UnknownReference {
        /// JSON pointer into the schema.
        path: String,
        /// The reference.
        reference: String,
    },
    /// A regular expression that cannot be read.
    #[error("{}the pattern `{pattern}` cannot be used: {cause}", place(path))]
    Pattern {
        /// JSON pointer into the schema.
        path: String,
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        cause: String,
    },
    /// A keyword whose value has the wrong type.
    #[error("{}the value of `{keyword}` has the wrong type", place(path))]
    Keyword {
        /// JSON pointer into the schema.
        path: String,
        /// The keyword.
        keyword: String,
    },
}

/// Where in the schema, before what is wrong there; nothing for all of it.
fn place(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

/// A place where a value does not satisfy the schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// JSON pointer into the value.
    pub path: String,
    /// What is wrong, in words.
    pub message: String,
}

/// The types of JSON Schema, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Types(u8);

impl Types {
    const NULL: u8 = 1;
    const BOOLEAN: u8 = 1 << 1;
    const INTEGER: u8 = 1 << 2;
    const NUMBER: u8 = 1 << 3;
    const STRING: u8 = 1 << 4;
    const ARRAY: u8 = 1 << 5;
    const OBJECT: u8 = 1 << 6;
    const ALL: u8 = (1 << 7) - 1;
    const NAMES: [(&str, u8); 7] = [
        ("null", Self::NULL),
        ("boolean", Self::BOOLEAN),
        ("integer", Self::INTEGER),
        ("number", Self::NUMBER),
        ("string", Self::STRING),
        ("array", Self::ARRAY),
        ("object", Self::OBJECT),
    ];

    fn has(self, types: u8) -> bool {
        self.0 & types != 0
    }

    fn words(self) -> String {
        let names: Vec<_> = Self::NAMES.iter().filter(|(_, bit)| self.has(*bit)).map(|(name, _)| *name).collect();
        names.join(" or ")
    }
}

/// A declared property.
#[derive(Debug)]
struct Property {
    name: String,
    schema: Id,
    aliases: Vec<String>,
}

/// What one schema object says.
#[derive(Debug, Default)]
struct Rules {
    /// `false`: nothing satisfies it.
    never: bool,
    types: Option<Types>,
    /// The types that a value may have for this and all it refers to.
    reach: Types,
    reference: Option<Id>,
    choices: Option<Vec<Value>>,
    minimum: Option<Decimal>,
    maximum: Option<Decimal>,
    above: Option<Decimal>,
    below: Option<Decimal>,
    multiple_of: Option<Decimal>,
    length: (Option<usize>, Option<usize>),
    pattern: Option<Regex>,
    format: Option<String>,
    prefix: Vec<Id>,
    items: Option<Id>,
    unevaluated_items: Option<Id>,
    item_count: (Option<usize>, Option<usize>),
    unique: bool,
    contains: Option<Id>,
    contain_count: (Option<usize>, Option<usize>),
    properties: Vec<Property>,
    pattern_properties: Vec<(Regex, Id)>,
    additional: Option<Id>,
    unevaluated: Option<Id>,
    property_names: Option<Id>,
    required: Vec<String>,
    property_count: (Option<usize>, Option<usize>),
    dependent_required: Vec<(String, Vec<String>)>,
    dependent: Vec<(String, Id)>,
    all_of: Vec<Id>,
    any_of: Vec<Id>,
    one_of: Vec<Id>,
    not: Option<Id>,
    condition: Option<(Id, Option<Id>, Option<Id>)>,
}

impl Rules {
    /// Whether a number may be too small, too large or between two steps.
    fn bounds_numbers(&self) -> bool {
        [self.minimum, self.maximum, self.above, self.below, self.multiple_of].iter().any(Option::is_some)
    }

    /// Whether it says nothing at all.
    fn is_trivial(&self) -> bool {
        !self.never
            && self.types.is_none()
            && self.reference.is_none()
            && self.choices.is_none()
            && self.properties.is_empty()
            && self.required.is_empty()
            && self.all_of.is_empty()
            && self.any_of.is_empty()
            && self.one_of.is_empty()
            && self.items.is_none()
            && self.prefix.is_empty()
    }
}

impl Schema {
    /// Compiles a schema.
    ///
    /// # Errors
    /// When it is no schema, refers to what is not in it, or has a pattern that cannot be used.
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        compile::compile(schema)
    }

    /// Whether a list, and no object, is wanted.
    pub(crate) fn wants_a_list(&self) -> bool {
        self.resolved(self.root).types.is_some_and(|t| t.has(Types::ARRAY) && !t.has(Types::OBJECT))
    }

    /// Whether it names members that a value may have: then not every object is an answer to it.
    pub(crate) fn declares(&self) -> bool {
        !self.resolved(self.root).properties.is_empty()
    }

    /// Whether some part of it is a call, with its name beside its arguments.
    pub(crate) fn wants_a_call(&self) -> bool {
        self.rules.iter().any(|rules| coerce::calls::of_rules(rules).is_some())
    }

    /// Whether a text holds a key that some part of it declares.
    pub(crate) fn names(&self, text: &str) -> bool {
        let declared = self.rules.iter().flat_map(|rules| &rules.properties);
        declared.flat_map(|property| std::iter::once(&property.name).chain(&property.aliases)).any(|name| {
            text.match_indices(name.as_str()).any(|(at, _)| {
                let after = text.get(at + name.len()..).unwrap_or_default();
                after.trim_start_matches(['"', '\'', '\\']).trim_start().starts_with([':', '='])
            })
        })
    }

    /// What a name is to it. What the answer itself says is no text that holds another, unless it is written or run.
    pub(crate) fn named(&self, name: &str) -> Named {
        let root = self.resolved(self.root);
        let (mut member, mut text) = (false, true);
        for rules in &self.rules {
            for property in rules.properties.iter().filter(|property| coerce::keys::names(property, name)) {
                let types = self.resolved(property.schema).types.map_or(0, |types| types.0);
                let only = types & Types::STRING != 0 && types & !(Types::STRING | Types::NULL) == 0;
                member = true;
                text &= only && (!std::ptr::eq(rules, root) || body(&property.name).is_some());
            }
        }
        match (member, text) {
            (false, _) => Named::Nothing,
            (true, false) => Named::Member,
            (true, true) => Named::Text,
        }
    }

    /// Whether members are those that an element of its list is told by: what all kinds of them need or, where that is
    /// nothing, all that one of them does.
    pub(crate) fn begins_an_element(&self, members: &[(String, Node)]) -> bool {
        let root = self.resolved(self.root);
        let lists = root.properties.iter().filter_map(|list| self.resolved(list.schema).items).chain(root.items);
        let mut kinds: Vec<Vec<&String>> = Vec::new();
        for element in lists {
            let rules = self.resolved(element);
            let mut alternatives = rules.one_of.iter().chain(&rules.any_of).peekable();
            if alternatives.peek().is_none() {
                kinds.push(rules.required.iter().collect());
            }
            kinds.extend(alternatives.map(|id| rules.required.iter().chain(&self.resolved(*id).required).collect()));
        }
        let has = |name: &&String| members.iter().any(|(key, _)| key == *name);
        let (first, others) = match kinds.split_first() {
            Some((first, others)) => (first.as_slice(), others),
            None => return true,
        };
        let mut common = first.iter().filter(|name| others.iter().all(|kind| kind.contains(name))).peekable();
        match common.peek() {
            Some(_) => common.all(has),
            None => kinds.iter().any(|kind| kind.iter().all(has)),
        }
    }

    /// Whether an object is a schema rather than a value of this one: it has members that it does not declare, and
    /// that say what a value is to be.
    pub(crate) fn is_echoed(&self, node: &Node) -> bool {
        let Data::Object(members) = &node.data else { return false };
        let rules = self.resolved(self.root);
        if rules.properties.is_empty() {
            return false;
        }
        if self.names_its_types(node) {
            return true;
        }
        let strange = members.iter().filter(|(key, _)| !rules.properties.iter().any(|p| p.name == *key));
        let mut keywords = 0;
        for (key, value) in strange {
            match (key.as_str(), &value.data) {
                ("type", Data::Text(kind)) if kind == "object" || kind == "array" => return true,
                ("properties", Data::Object(parts)) if parts.iter().any(|(_, part)| is_schema(part)) => return true,
                ("$schema" | "$id" | "$ref", Data::Text(_))
                | ("$defs" | "definitions" | "properties", Data::Object(_))
                | ("required", Data::Array(_))
                | ("additionalProperties", Data::Bool(_) | Data::Object(_)) => keywords += 1,
                _ => {}
            }
        }
        keywords > 1
    }

    /// `{"name": "string", "age": "integer"}`: whether each of several members says what it is to be.
    fn names_its_types(&self, node: &Node) -> bool {
        let Data::Object(members) = &node.data else { return false };
        let rules = self.resolved(self.root);
        let says_its_type = |(key, value): &(String, Node)| {
            let Some(property) = rules.properties.iter().find(|p| p.name == *key) else { return false };
            let Data::Text(text) = &value.data else { return false };
            let of = |types: Types| Types::NAMES.iter().any(|(name, one)| name == text && types.has(*one));
            self.resolved(property.schema).types.is_some_and(of)
        };
        members.len() > 1 && members.iter().all(says_its_type)
    }

    /// Whether any value satisfies it, so that nothing can be coerced.
    pub(crate) fn is_trivial(&self) -> bool {
        self.rules[self.root].is_trivial()
    }
}

/// `{"type": "string"}`: an object that says what a value is to be.
fn is_schema(node: &Node) -> bool {
    let Data::Object(members) = &node.data else { return false };
    members.iter().any(|(key, value)| {
        let type_name =
            |node: &Node| matches!(&node.data, Data::Text(text) if Types::NAMES.iter().any(|(name, _)| name == text));
        match (key.as_str(), &value.data) {
            ("type", Data::Array(types)) => types.iter().all(type_name),
            ("type", _) => type_name(value),
            ("enum" | "const" | "$ref" | "anyOf" | "oneOf", _) => true,
            _ => false,
        }
    })
}
