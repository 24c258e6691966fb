//! JSON values whose numbers keep the digits they were written with. `serde_json`'s numbers do not
//! (`1e2` becomes `100.0`, long integers become floats), and its feature that keeps them would change
//! every crate of the workspace.

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// A JSON value. Object members keep their order; keys are unique.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number, digit by digit as it was written.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

/// The digits of a JSON number; always valid RFC 8259 number text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number(Box<str>);

impl Number {
    /// The number as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Number {
    /// Integers that fit stay integers; all else is the nearest float (`serde_json`'s own reader is
    /// off by one bit now and then).
    fn to_serde(&self) -> serde_json::Value {
        let float = || {
            self.0
                .parse::<f64>()
                .ok()
                .and_then(serde_json::Number::from_f64)
                .map_or(serde_json::Value::Null, Into::into)
        };
        match (self.0.parse::<i64>(), self.0.parse::<u64>()) {
            (Ok(0), _) if self.0.starts_with('-') => float(),
            (Ok(small), _) => small.into(),
            (_, Ok(large)) => large.into(),
            _ => float(),
        }
    }
}

impl Json {
    pub(crate) fn number(digits: &str) -> Self {
        Self::Number(Number(digits.into()))
    }

    /// The member of an object.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The same in `serde_json`'s types. Numbers beyond `u64` and `i64` become floats, as they do there.
    #[must_use]
    pub fn to_serde(&self) -> serde_json::Value {
        use serde_json::Value;
        match self {
            Self::Null => Value::Null,
            Self::Bool(b) => Value::Bool(*b),
            Self::Number(n) => n.to_serde(),
            Self::String(s) => Value::String(s.clone()),
            Self::Array(items) => Value::Array(items.iter().map(Self::to_serde).collect()),
            Self::Object(members) => Value::Object(members.iter().map(|(k, v)| (k.clone(), v.to_serde())).collect()),
        }
    }
}

impl fmt::Display for Json {
    /// Compact JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Writes digits verbatim where the format is JSON text.
pub(crate) fn serialize_digits<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(small) = digits.parse::<i64>()
        && digits != "-0"
    {
        return serializer.serialize_i64(small);
    }
    RawValue::from_string(digits.to_owned()).map_err(S::Error::custom)?.serialize(serializer)
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(b) => serializer.serialize_bool(*b),
            Self::Number(n) => serialize_digits(n.as_str(), serializer),
            Self::String(s) => serializer.serialize_str(s),
            Self::Array(items) => {
                let mut seq = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| seq.serialize_element(item))?;
                seq.end()
            }
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                members.iter().try_for_each(|(k, v)| map.serialize_entry(k, v))?;
                map.end()
            }
        }
    }
}
