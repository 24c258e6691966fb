//! A header's value as `mcp.json` words it: with the name of an environment variable (`${NAME}`) in the place of
//! what is secret, as other clients have it. What a variable holds is read when a server is asked.

use http::HeaderValue;

/// Longest value, as it is written.
const MOST: usize = 2_000;

/// A value with variables in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Worded {
    written: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Variable(String),
}

impl Worded {
    /// Reads a value; none where it could be none of a header, or names no variable between `${` and `}`.
    pub(super) fn read(written: &str) -> Option<Self> {
        if written.len() > MOST || HeaderValue::from_str(written).is_err() {
            return None;
        }
        let mut parts = Vec::new();
        let mut rest = written;
        while let Some((before, after)) = rest.split_once("${") {
            let (name, left) = after.split_once('}')?;
            let name = name.strip_prefix("env:").unwrap_or(name);
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(plain) || name.starts_with(|c: char| c.is_ascii_digit()) {
                return None;
            }
            parts.extend([Part::Text(before.to_owned()), Part::Variable(name.to_owned())]);
            rest = left;
        }
        parts.push(Part::Text(rest.to_owned()));
        Some(Self { written: written.to_owned(), parts })
    }

    /// As the file has it.
    pub(super) fn written(&self) -> &str {
        &self.written
    }

    /// With what the variables hold.
    ///
    /// # Errors
    /// The variable that holds nothing, or what no header can.
    pub(super) fn said(&self, variable: impl Fn(&str) -> Option<String>) -> Result<String, String> {
        let mut said = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => said.push_str(text),
                Part::Variable(name) => {
                    let held = variable(name).map(|held| held.trim().to_owned());
                    let held = held.filter(|held| !held.is_empty() && HeaderValue::from_str(held).is_ok());
                    said.push_str(&held.ok_or_else(|| name.clone())?);
                }
            }
        }
        Ok(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_stands_for_what_it_holds_and_one_that_holds_nothing_is_named() {
        let held = |name: &str| match name {
            "KEY" => Some("abc\n".to_owned()),
            "BROKEN" => Some("a\nb".to_owned()),
            "EMPTY" => Some(" ".to_owned()),
            _ => None,
        };
        let said = |text: &str| Worded::read(text).unwrap().said(held);
        assert_eq!(said("Bearer ${KEY}"), Ok("Bearer abc".to_owned()));
        assert_eq!(said("${env:KEY}-${KEY}"), Ok("abc-abc".to_owned()));
        assert_eq!(said("$KEY {}"), Ok("$KEY {}".to_owned()));
        for name in ["NONE", "BROKEN", "EMPTY"] {
            assert_eq!(said(&format!("Bearer ${{{name}}}")), Err(name.to_owned()));
        }
        for text in ["${", "${}", "${A B}", "${input:key}", "${1}", "a\nb"] {
            assert_eq!(Worded::read(text), None, "{text}");
        }
    }
}
