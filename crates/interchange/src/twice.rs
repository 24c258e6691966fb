//! Keys that stand twice in one JSON object. Which of the two counts is nowhere said, so neither does.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;

/// Where objects with a repeated key are: the first `depth` steps of the way to each, as `/todos/3`. Empty for
/// what is no JSON.
pub(crate) fn keys(text: &str, depth: usize) -> HashSet<String> {
    let mut found = HashSet::new();
    let walk = Walk { way: &mut Vec::new(), found: &mut found, depth };
    let _ = walk.deserialize(&mut serde_json::Deserializer::from_str(text));
    found
}

struct Walk<'w> {
    way: &'w mut Vec<String>,
    found: &'w mut HashSet<String>,
    depth: usize,
}

impl Walk<'_> {
    fn within(&mut self, step: String) -> Walk<'_> {
        self.way.push(step);
        Walk { way: &mut *self.way, found: &mut *self.found, depth: self.depth }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! ignored {
    ($($visit:ident: $of:ty),*) => { $(fn $visit<E>(self, _: $of) -> Result<(), E> { Ok(()) })* };
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    ignored!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        let mut at = 0_usize;
        while seq.next_element_seed(self.within(at.to_string()))?.is_some() {
            self.way.pop();
            at += 1;
        }
        self.way.pop();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if !seen.insert(key.clone()) {
                let way = self.way.iter().take(self.depth);
                self.found.insert(way.map(|step| format!("/{step}")).collect());
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            map.next_value_seed(self.within(key))?;
            self.way.pop();
        }
        Ok(())
    }
}
