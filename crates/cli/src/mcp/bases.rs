//! What stands for the hash of a file of which not all is told: the hash would tell whoever guesses the rest that
//! the guess is right.

use crate::failure::{Failure, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// So many are kept; the file is read again for one that is not.
const MOST: usize = 10_000;

/// So many hexadecimal digits has what is given; a hash has twice as many.
const GIVEN: usize = 32;

/// What this process gave for hashes. Another one knows none of it, and a file is read again there.
#[derive(Debug, Default)]
pub(super) struct Bases {
    given: BTreeMap<String, String>,
    hashes: BTreeMap<String, String>,
    /// Hashes of files of which all was told.
    told: BTreeSet<String>,
}

impl Bases {
    /// What is told for `hash`: the same for the same file as it is, and nothing that can be computed.
    ///
    /// # Errors
    /// Where the system gives no random numbers.
    pub(super) fn cover(&mut self, hash: &str) -> Result<String> {
        if let Some(given) = self.given.get(hash) {
            return Ok(given.clone());
        }
        if self.given.len() >= MOST {
            (self.given, self.hashes) = Default::default();
        }
        let random = || getrandom::u64().map_err(|e| Failure::new("call_failed", e.to_string(), ""));
        let given = format!("{:016x}{:016x}", random()?, random()?);
        self.given.insert(hash.to_owned(), given.clone());
        self.hashes.insert(given.clone(), hash.to_owned());
        Ok(given)
    }

    /// Tells the hash of a file of which all is told.
    pub(super) fn tell(&mut self, hash: String) -> String {
        if self.told.len() >= MOST {
            self.told.clear();
        }
        self.told.insert(hash.clone());
        hash
    }

    /// Puts the hash back where an operation names what was given for it; whether it names none, or one that was given
    /// or told here.
    ///
    /// # Errors
    /// Where that was given by another process: nobody knows for which hash.
    pub(super) fn uncover(&self, operation: &mut Value) -> Result<bool> {
        let Some(Value::String(base)) = operation.get_mut("base") else { return Ok(true) };
        if let Some(hash) = self.hashes.get(base) {
            base.clone_from(hash);
            return Ok(true);
        }
        let is_given = base.len() == GIVEN && base.bytes().all(|b| b.is_ascii_hexdigit());
        match is_given {
            true => Err(unknown()),
            false => Ok(self.told.contains(base)),
        }
    }
}

/// Why a base is not taken that was not given here.
pub(super) fn unknown() -> Failure {
    let why = "a base is none that read_file gave since this server was started";
    Failure::new("base_unknown", why, "Read the file again and propose anew.")
}

#[cfg(test)]
mod tests {
    use super::Bases;
    use serde_json::json;

    #[test]
    fn what_is_given_stands_for_one_hash_and_tells_nothing_of_it() {
        let (mut bases, mut others) = (Bases::default(), Bases::default());
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let given = bases.cover(hash).unwrap();
        assert_eq!(bases.cover(hash).unwrap(), given);
        assert_ne!(bases.cover("other").unwrap(), given);
        assert_ne!(others.cover(hash).unwrap(), given, "another process gives another");
        bases.tell("told".to_owned());
        for (base, becomes, known) in
            [(given.as_str(), hash, true), (hash, hash, false), ("other", "other", false), ("told", "told", true)]
        {
            let mut operation = json!({ "op": "edit_file", "base": base });
            assert_eq!((bases.uncover(&mut operation).unwrap(), &operation["base"]), (known, &json!(becomes)));
        }
        let mut operation = json!({ "op": "edit_file", "base": given });
        assert!(others.uncover(&mut operation).is_err(), "a file is read again there");
    }
}
