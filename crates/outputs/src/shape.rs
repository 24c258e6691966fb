//! What values have in common: types, names, lengths; gathered in one walk.

use crate::node::{Node, Type, push_name, unquoted};
use crate::select::{Stop, too_much};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// An object that is used as a map has very many names: beyond so many they are pooled.
const NAMES: usize = 200;
/// So many arrays and objects are listed.
const LISTED: usize = 100;

/// How many values there are of each type, at every depth.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct Types {
    object: u64,
    array: u64,
    string: u64,
    number: u64,
    boolean: u64,
    null: u64,
}

impl Types {
    fn add(&mut self, kind: Type) {
        *match kind {
            Type::Object => &mut self.object,
            Type::Array => &mut self.array,
            Type::String => &mut self.string,
            Type::Number => &mut self.number,
            Type::Boolean => &mut self.boolean,
            Type::Null => &mut self.null,
        } += 1;
    }

    pub(crate) fn total(&self) -> u64 {
        self.object + self.array + self.string + self.number + self.boolean + self.null
    }
}

/// What is known of the values at one kind of place, e.g. of all `$.items[*].name`.
#[derive(Debug, Default)]
pub(crate) struct Shape<'d> {
    types: Types,
    /// As `types`, of those that the schema is made from.
    looked: Types,
    fractions: u64,
    items: u64,
    least: Option<u64>,
    most: u64,
    elements: Option<Box<Shape<'d>>>,
    fields: Vec<Field<'d>>,
    /// What the names beyond [`NAMES`] hold.
    others: Option<Box<Shape<'d>>>,
    other_names: u64,
}

#[derive(Debug)]
struct Field<'d> {
    written: &'d str,
    objects: u64,
    shape: Shape<'d>,
}

/// A walk over values.
pub(crate) struct Survey<'s> {
    /// Shapes are gathered so deep.
    pub(crate) max_depth: u32,
    /// Elements of each array that the schema is made from.
    pub(crate) elements: u64,
    /// Of all values.
    pub(crate) types: Types,
    /// How deep they nest; 1 for a value without members.
    pub(crate) depth: u32,
    pub(crate) stop: Stop<'s>,
}

impl Survey<'_> {
    /// Takes a value in. `shape` is none below the depth that is told; `looks`: it counts for the schema.
    pub(crate) fn take<'d>(
        &mut self,
        node: &Node<'d>,
        mut shape: Option<&mut Shape<'d>>,
        depth: u32,
        looks: bool,
    ) -> crate::Result<()> {
        let kind = node.kind();
        self.types.add(kind);
        self.depth = self.depth.max(depth);
        if self.types.total().is_multiple_of(8_192) && (self.stop)() {
            return Err(too_much());
        }
        if let Some(shape) = shape.as_deref_mut() {
            shape.types.add(kind);
            if looks {
                shape.looked.add(kind);
                let fraction = kind == Type::Number && node.raw().bytes().any(|b| matches!(b, b'.' | b'e' | b'E'));
                shape.fractions += u64::from(fraction);
            }
        }
        let below = depth < self.max_depth;
        match kind {
            Type::Array => {
                let mut length = 0;
                for member in node.members() {
                    let inner =
                        shape.as_deref_mut().filter(|_| below).map(|s| &mut **s.elements.get_or_insert_default());
                    self.take(&member.node, inner, depth + 1, looks && length < self.elements)?;
                    length += 1;
                }
                if let Some(shape) = shape {
                    shape.items += length;
                    shape.least = Some(shape.least.map_or(length, |least| least.min(length)));
                    shape.most = shape.most.max(length);
                }
            }
            Type::Object => {
                // The names of one object often come in the order of the one before.
                let mut next = 0;
                for member in node.members() {
                    let inner = match shape.as_deref_mut().filter(|_| below) {
                        Some(shape) => Some(shape.field(member.name.unwrap_or_default(), &mut next, looks)),
                        None => None,
                    };
                    self.take(&member.node, inner, depth + 1, looks)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl<'d> Shape<'d> {
    fn field(&mut self, written: &'d str, next: &mut usize, looks: bool) -> &mut Shape<'d> {
        let expected = self.fields.get(*next).is_some_and(|f| f.written == written);
        let place = if expected { Some(*next) } else { self.fields.iter().position(|f| f.written == written) };
        let place = match place {
            Some(place) => place,
            None if self.fields.len() < NAMES => {
                self.fields.push(Field { written, objects: 0, shape: Shape::default() });
                self.fields.len() - 1
            }
            None => {
                self.other_names += 1;
                return self.others.get_or_insert_default();
            }
        };
        *next = place + 1;
        match self.fields.get_mut(place) {
            Some(field) => {
                field.objects += u64::from(looks);
                &mut field.shape
            }
            None => self.others.get_or_insert_default(),
        }
    }

    /// Lists the arrays and objects at the places that are told.
    pub(crate) fn list(&self, path: &str, arrays: &mut Listed, objects: &mut Listed) {
        if self.types.array > 0 {
            arrays.push(json!({
                "path": path, "arrays": self.types.array, "items": self.items,
                "min": self.least.unwrap_or(0), "max": self.most,
            }));
        }
        if self.types.object > 0 {
            let mut names: Vec<Value> = self.fields.iter().take(50).map(|f| json!(unquoted(f.written))).collect();
            if self.fields.len() > names.len() || self.other_names > 0 {
                names.push(json!("…"));
            }
            objects.push(json!({ "path": path, "objects": self.types.object, "keys": names }));
        }
        if let Some(elements) = &self.elements {
            elements.list(&format!("{path}[*]"), arrays, objects);
        }
        for field in &self.fields {
            let mut inner = path.to_owned();
            let name = unquoted(field.written);
            match plain(&name) {
                true => drop(std::fmt::Write::write_fmt(&mut inner, format_args!(".{name}"))),
                false => push_name(&mut inner, &name),
            }
            field.shape.list(&inner, arrays, objects);
        }
    }

    /// A JSON schema that fits all values that were looked at.
    pub(crate) fn schema(&self) -> Value {
        let seen = self.looked;
        let whole = seen.number > 0 && self.fractions == 0;
        let types: Vec<&str> = [
            ("object", seen.object),
            ("array", seen.array),
            ("string", seen.string),
            (if whole { "integer" } else { "number" }, seen.number),
            ("boolean", seen.boolean),
            ("null", seen.null),
        ]
        .into_iter()
        .filter_map(|(name, n)| (n > 0).then_some(name))
        .collect();
        let mut schema = Map::new();
        match types.as_slice() {
            [] => return json!({}),
            [one] => schema.insert("type".to_owned(), json!(one)),
            many => schema.insert("type".to_owned(), json!(many)),
        };
        if seen.object > 0 && !self.fields.is_empty() {
            let shown = self.fields.iter().filter(|f| f.objects > 0);
            let fields: Map<String, Value> =
                shown.clone().map(|f| (unquoted(f.written).into_owned(), f.shape.schema())).collect();
            let always: Vec<Cow<'_, str>> =
                shown.filter(|f| f.objects == seen.object).map(|f| unquoted(f.written)).collect();
            schema.insert("properties".to_owned(), Value::Object(fields));
            if !always.is_empty() {
                schema.insert("required".to_owned(), json!(always));
            }
            if let Some(others) = &self.others {
                schema.insert("additionalProperties".to_owned(), others.schema());
            }
        }
        if let Some(elements) = self.elements.as_ref().filter(|_| seen.array > 0) {
            schema.insert("items".to_owned(), elements.schema());
        }
        Value::Object(schema)
    }
}

/// A list that ends after [`LISTED`] rows.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub(crate) rows: Vec<Value>,
    pub(crate) more: u64,
}

impl Listed {
    fn push(&mut self, row: Value) {
        if self.rows.len() < LISTED {
            self.rows.push(row);
        } else {
            self.more += 1;
        }
    }
}

/// Whether a name can stand after a dot (RFC 9535 2.5.1.1).
fn plain(name: &str) -> bool {
    let first = |c: char| c.is_ascii_alphabetic() || c == '_' || c >= '\u{80}';
    name.chars().next().is_some_and(first) && name.chars().all(|c| first(c) || c.is_ascii_digit())
}
