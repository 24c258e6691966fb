//! JSON from outside into its type, as the schema says it: an object is an object, a word is a word.
//!
//! serde's derived types also take a list for an object, its fields in the order in which the code has
//! them, and `{"word": null}` for the word of an enum. Neither is in any schema, and what was meant by it
//! nobody can say: `[]` would be an object whose fields are all left out.

use serde::de::value::{MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};
use std::fmt::{self, Formatter};

/// A value that is read as its schema says.
#[derive(Debug)]
pub struct Exact(pub Value);

/// Reads `value` as a `T`.
///
/// # Errors
/// What does not fit.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Exact(value))
}

/// Reads what is inside an enum with a tag, which serde buffers and no longer reads as its source does
/// (for `#[serde(deserialize_with)]`).
///
/// # Errors
/// What does not fit.
pub fn inside<'de, D: Deserializer<'de>, T: DeserializeOwned>(buffered: D) -> Result<T, D::Error> {
    let value = <Value as serde::Deserialize>::deserialize(buffered)?;
    from_value(value).map_err(D::Error::custom)
}

/// A list where `wanted` is no list.
fn a_list(wanted: &dyn Expected) -> Error {
    Error::invalid_type(Unexpected::Seq, wanted)
}

impl<'de> Deserializer<'de> for Exact {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            // An enum with a tag inside asks for anything, and takes a list whose first element is the tag.
            Value::Array(_) if (&visitor as &dyn Expected).to_string().starts_with("internally tagged enum") => {
                Err(a_list(&visitor))
            }
            Value::Array(list) => {
                let mut all = SeqDeserializer::new(list.into_iter().map(Exact));
                let read = visitor.visit_seq(&mut all)?;
                all.end().map(|()| read)
            }
            Value::Object(map) => {
                let mut all = MapDeserializer::new(map.into_iter().map(|(key, value)| (key, Exact(value))));
                let read = visitor.visit_map(&mut all)?;
                all.end().map(|()| read)
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.0.is_array() { Err(a_list(&visitor)) } else { self.deserialize_any(visitor) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(word.into_deserializer()),
            Value::Object(map) => {
                let mut all = map.into_iter();
                match (all.next(), all.next()) {
                    (Some(one), None) => visitor.visit_enum(Held { one, words }),
                    _ => Err(Error::invalid_type(Unexpected::Map, &OneOf(words))),
                }
            }
            Value::Array(_) => Err(a_list(&OneOf(words))),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for Exact {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

/// The words of an enum, as serde names them where a word is none of them.
struct OneOf(&'static [&'static str]);

impl Expected for OneOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|word| format!("`{word}`")).collect();
        write!(f, "one of {}", words.join(", "))
    }
}

/// `{"variant": content}`.
struct Held {
    one: (String, Value),
    words: &'static [&'static str],
}

impl<'de> EnumAccess<'de> for Held {
    type Error = Error;
    type Variant = Content;
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Content), Error> {
        let Self { one: (name, value), words } = self;
        let name: StringDeserializer<Error> = name.into_deserializer();
        Ok((seed.deserialize(name)?, Content { value, words }))
    }
}

/// What a variant holds.
struct Content {
    value: Value,
    words: &'static [&'static str],
}

impl<'de> VariantAccess<'de> for Content {
    type Error = Error;
    fn unit_variant(self) -> Result<(), Error> {
        Err(Error::invalid_type(Unexpected::Map, &OneOf(self.words)))
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(Exact(self.value))
    }
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        Exact(self.value).deserialize_tuple(len, visitor)
    }
    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        Exact(self.value).deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::{from_value as loose, json};
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Word {
        Done,
        Held(u8),
        Named { n: u8 },
    }
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Tagged {
        One { n: u8 },
        None,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Id(u64);
    #[derive(Debug, PartialEq, Default, Deserialize)]
    #[serde(default)]
    struct All {
        word: Option<Word>,
        tagged: Option<Tagged>,
        inner: Option<Box<All>>,
        list: Vec<Word>,
        pair: Option<(u8, String)>,
        map: BTreeMap<String, All>,
        id: Option<Id>,
        number: Option<f64>,
        any: Value,
    }

    #[test]
    fn what_a_schema_says_is_read_as_ever() {
        for value in [
            json!({}),
            json!({"word": "done", "tagged": {"kind": "one", "n": 1}, "inner": {"list": ["done", {"held": 2}]}}),
            json!({"pair": [1, "a"], "map": {"x": {"word": {"named": {"n": 3}}}}, "id": 7, "number": 1}),
            json!({"number": -1.5, "word": null, "tagged": {"kind": "none"}, "any": [1, {"a": [null]}, "x", true]}),
        ] {
            let read: All = from_value(value.clone()).unwrap();
            assert_eq!(read, loose::<All>(value).unwrap());
        }
    }

    #[test]
    fn a_list_is_no_object_and_an_object_no_word() {
        for value in [
            json!([]),
            json!(["done"]),
            json!({"inner": []}),
            json!({"map": {"x": []}}),
            json!({"word": {"done": null}}),
            json!({"list": [{"done": null}]}),
            json!({"tagged": ["one", 1]}),
            json!({"tagged": ["none"]}),
        ] {
            assert!(loose::<All>(value.clone()).is_ok(), "{value} is refused by serde itself");
            assert!(from_value::<All>(value.clone()).is_err(), "{value}");
        }
        for value in [
            json!({"pair": [1, "a", 2]}),
            json!({"word": "no"}),
            json!({"id": "7"}),
            json!({"word": {}}),
            json!({"word": {"named": [3]}}),
            json!(7),
        ] {
            assert!(from_value::<All>(value.clone()).is_err(), "{value}");
        }
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Holding {
        Some {
            #[serde(default, deserialize_with = "inside")]
            all: Option<Vec<All>>,
        },
    }

    #[test]
    fn what_is_buffered_behind_a_tag_is_read_as_exactly() {
        for good in [json!({"kind": "some"}), json!({"kind": "some", "all": [{"word": "done"}]})] {
            assert_eq!(from_value::<Holding>(good.clone()).unwrap(), loose(good).unwrap());
        }
        for bad in [json!([["done"]]), json!([{"word": {"done": null}}]), json!([{"inner": []}])] {
            assert!(from_value::<Holding>(json!({"kind": "some", "all": bad})).is_err(), "{bad}");
        }
    }
}
