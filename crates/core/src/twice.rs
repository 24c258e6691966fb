//! Names that a JSON text holds twice in one object: of them a reader takes the last without a word.

use serde::Deserializer;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// The places of these names, as JSON pointers. Nothing of a text that is no JSON.
pub fn twice(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    match (Looks { place: String::new(), found: &mut found }).deserialize(&mut reader) {
        Ok(()) => found,
        Err(_) => Vec::new(),
    }
}

/// A name as it stands in a pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Looks at the value at a place.
struct Looks<'f> {
    place: String,
    found: &'f mut Vec<String>,
}

impl Looks<'_> {
    fn within(&mut self, name: &str) -> Looks<'_> {
        Looks { place: format!("{}/{}", self.place, escaped(name)), found: self.found }
    }
}

impl<'de> DeserializeSeed<'de> for Looks<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Looks<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut known = BTreeSet::new();
        while let Some(name) = map.next_key::<String>()? {
            let within = self.within(&name);
            let place = within.place.clone();
            map.next_value_seed(within)?;
            if !known.insert(name) {
                self.found.push(place);
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        let mut at = 0_usize;
        while list.next_element_seed(self.within(&at.to_string()))?.is_some() {
            at += 1;
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_that_stands_twice_is_found_wherever_it_stands() {
        let text = r#"{"a":1,"b":{"c":1,"c":2,"d~/":[{"e":1,"e":1}]},"a":{"a":1}}"#;
        assert_eq!(super::twice(text), ["/b/c", "/b/d~0~1/0/e", "/a"]);
        assert!(super::twice("{\"a\":1,\"a\":").is_empty());
    }
}
