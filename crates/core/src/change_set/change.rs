//! One todo before and after an operation, and how that is written into the ledger.

use crate::ids::TodoId;
use crate::todo::stored::{Stored, put};
use crate::todo::{Field, Todo};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// One todo before and after an operation; `None` = does not exist.
///
/// Written as `{id, before?, after?}`, or, where both are there, as `{id, before, set}` with only
/// what differs. `{id, before, after}` was written before that and is read as well.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Change {
    /// The todo.
    pub id: TodoId,
    /// Its state before.
    pub before: Option<Todo>,
    /// Its state after.
    pub after: Option<Todo>,
}

/// What of `after` differs from `before`. Only for states of one todo.
struct Differing<'c> {
    before: &'c Todo,
    after: &'c Todo,
}

impl Serialize for Differing<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let Self { before, after } = self;
        let mut out = s.serialize_map(None)?;
        for field in Field::ALL.into_iter().filter(|f| !after.equal(before, *f)) {
            put(&mut out, after, field)?;
        }
        if after.version != before.version {
            out.serialize_entry("version", &after.version)?;
        }
        if after.updated_at != before.updated_at {
            out.serialize_entry("updatedAt", &after.updated_at)?;
        }
        out.end()
    }
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_map(None)?;
        out.serialize_entry("id", &self.id)?;
        if let Some(before) = &self.before {
            out.serialize_entry("before", &Stored(before))?;
        }
        match (&self.before, &self.after) {
            (Some(before), Some(after))
                if (before.id, &before.uid, before.created_at) == (after.id, &after.uid, after.created_at) =>
            {
                out.serialize_entry("set", &Differing { before, after })?;
            }
            (_, Some(after)) => out.serialize_entry("after", &Stored(after))?,
            (_, None) => {}
        }
        out.end()
    }
}

impl<'de> Deserialize<'de> for Change {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Shape {
            id: TodoId,
            #[serde(default)]
            before: Option<Todo>,
            #[serde(default)]
            after: Option<Todo>,
            #[serde(default)]
            set: Option<Map<String, Value>>,
        }
        let Shape { id, before, after, set } = Shape::deserialize(deserializer)?;
        let after = match (set, &before) {
            (None, _) => after,
            (Some(set), Some(before)) => Some(apply(before, &set).map_err(serde::de::Error::custom)?),
            (Some(_), None) => return Err(serde::de::Error::custom("\"set\" needs \"before\"")),
        };
        Ok(Self { id, before, after })
    }
}

fn apply(before: &Todo, set: &Map<String, Value>) -> Result<Todo, String> {
    let mut todo = before.clone();
    for (name, value) in set {
        let done = match (name.as_str(), Field::named(name)) {
            ("version", _) => u64::deserialize(value).map(|version| todo.version = version),
            ("updatedAt", _) => jiff::Timestamp::deserialize(value).map(|at| todo.updated_at = at),
            (_, Some(field)) => todo.set(field, value),
            (_, None) => return Err(format!("\"{name}\" is not a field of a todo")),
        };
        done.map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(todo)
}
