//! A rule as an update gives it: whole, or only what changes (S0-5: updating merges into the old value).
//! Never guesses a type: a part needs a rule that repeats.

use super::Recurrence;
use serde::Serialize;
use serde_json::{Map, Value};

/// What an update does to a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecurrencePatch {
    /// This rule instead; JSON with a `type`, or `null`.
    Whole(Recurrence),
    /// These fields, the others stay; JSON without a `type`.
    Part(Map<String, Value>),
}

impl From<Recurrence> for RecurrencePatch {
    fn from(rule: Recurrence) -> Self {
        Self::Whole(rule)
    }
}

impl RecurrencePatch {
    /// Reads the `recurrence` of an update.
    ///
    /// # Errors
    /// What is wrong, as [`Recurrence::parse`] says it. A part is tried on rules of every type, since only the
    /// todo says which it has.
    pub fn parse(value: &Value) -> Result<Self, String> {
        match value {
            Value::Object(part) if !part.contains_key("type") => {
                if part.is_empty() {
                    return Err("recurrence says nothing".to_owned());
                }
                let mut why = String::new();
                for kind in ["weekly", "monthly", "daily"] {
                    let mut fields = part.clone();
                    fields.insert("type".to_owned(), kind.into());
                    match Recurrence::parse(&Value::Object(fields)) {
                        Ok(_) => return Ok(Self::Part(part.clone())),
                        Err(problem) => why = problem,
                    }
                }
                Err(why)
            }
            value => Recurrence::parse(value).map(Self::Whole),
        }
    }

    /// The rule after the update of `old`.
    ///
    /// # Errors
    /// When a part is given to a todo that does not repeat, or does not go with its rule.
    pub fn over(&self, old: &Recurrence) -> Result<Recurrence, String> {
        let part = match self {
            Self::Whole(rule) => return Ok(rule.clone()),
            Self::Part(part) => part,
        };
        let Ok(Value::Object(mut fields)) = serde_json::to_value(old) else { return Ok(old.clone()) };
        if !old.is_repeating() {
            return Err("recurrence.type is missing, and the todo does not repeat yet".to_owned());
        }
        if part.contains_key("intervalDays") {
            fields.remove("interval");
        }
        fields.extend(part.clone());
        Recurrence::parse(&Value::Object(fields))
    }

    /// In words: "repeats every Monday", "no longer repeats", "repetition with until 2026-12-31".
    pub fn describe(&self) -> String {
        match self {
            Self::Whole(rule) if rule.is_repeating() => format!("repeats {}", rule.describe()),
            Self::Whole(_) => "no longer repeats".to_owned(),
            Self::Part(part) => {
                let said = |value: &Value| match value {
                    Value::Null => "none".to_owned(),
                    Value::String(text) => text.clone(),
                    Value::Array(all) => all
                        .iter()
                        .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                        .collect::<Vec<_>>()
                        .join(" "),
                    other => other.to_string(),
                };
                let fields: Vec<String> = part.iter().map(|(key, value)| format!("{key} {}", said(value))).collect();
                format!("repetition with {}", fields.join(", "))
            }
        }
    }

    /// Ends the repetition.
    pub fn ends(&self) -> bool {
        matches!(self, Self::Whole(rule) if !rule.is_repeating())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_part_changes_only_what_it_says() {
        let old = Recurrence::parse(&json!({"type":"weekly","interval":2,"byDay":["MO","WE"],"count":5})).unwrap();
        let merged = |part: Value| {
            RecurrencePatch::parse(&part).and_then(|p| p.over(&old)).map(|rule| serde_json::to_value(rule).unwrap())
        };
        let with = |key: &str, value: Value| {
            let mut all = serde_json::to_value(&old).unwrap();
            all[key] = value;
            Ok(all)
        };
        assert_eq!(merged(json!({"until":"2026-12-31"})), with("until", json!("2026-12-31")));
        assert_eq!(merged(json!({"interval":1})), with("interval", json!(1)));
        assert_eq!(merged(json!({"byDay":["FR"]})), with("byDay", json!(["FR"])));
        assert_eq!(merged(json!({"count":null})), with("count", Value::Null));
        // With its type it is another rule.
        let daily = merged(json!({"type":"daily"})).unwrap();
        assert_eq!((&daily["byDay"], &daily["count"]), (&json!([]), &Value::Null));
        assert_eq!(merged(Value::Null).unwrap()["type"], "none");
        for wrong in [json!({}), json!({"every":2}), json!({"interval":0}), json!({"byMonthDay":[3]}), json!("weekly")]
        {
            assert!(merged(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_part_needs_a_rule() {
        let part = RecurrencePatch::parse(&json!({"interval":2})).unwrap();
        assert!(part.over(&Recurrence::none()).unwrap_err().contains("type is missing"));
        assert!(!part.ends());
        assert!(RecurrencePatch::parse(&json!({"type":"none"})).unwrap().ends());
    }
}
