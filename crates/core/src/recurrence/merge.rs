//! A rule as an update gives it: whole, or only what changes (S0-5: updating merges into the old value; R6: absent
//! is unchanged). Never guesses a type: a part without one needs a rule that repeats.
//!
//! A part with a `type` names the pace anew, so `interval` is 1 where it is not given. The days of the old rule stay
//! where the type is the same and no other days are given; its end (`until`, `count`) and `anchor` stay whatever the
//! type. `null` takes an end away.

use super::Recurrence;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Map, Value};

/// What an update does to a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecurrencePatch {
    /// This rule instead; JSON with every field of a rule, the type `none`, or `null`.
    Whole(Recurrence),
    /// These fields, the others stay.
    Part(Map<String, Value>),
}

/// The fields of a rule that an update may leave as they are.
const REST: [&str; 5] = ["byDay", "byMonthDay", "until", "count", "anchor"];

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
            Value::Object(sent) => {
                let rule = Recurrence::parse(value)?;
                let whole = sent.contains_key("interval") && REST.iter().all(|field| sent.contains_key(*field));
                match serde_json::to_value(&rule) {
                    Ok(Value::Object(mut part)) if rule.is_repeating() && !whole => {
                        // The type `weekdays` says its days by itself.
                        let days = !rule.by_day.is_empty();
                        let said = |field: &str| sent.contains_key(field) || (field == "byDay" && days);
                        part.retain(|field, _| !REST.contains(&field.as_str()) || said(field));
                        Ok(Self::Part(part))
                    }
                    _ => Ok(Self::Whole(rule)),
                }
            }
            value => Recurrence::parse(value).map(Self::Whole),
        }
    }

    /// The rule by itself, where it has a type: that of a todo that does not repeat yet.
    pub fn alone(&self) -> Option<Recurrence> {
        match self {
            Self::Whole(rule) => Some(rule.clone()),
            Self::Part(part) if part.contains_key("type") => Recurrence::parse(&Value::Object(part.clone())).ok(),
            Self::Part(_) => None,
        }
    }

    /// The rule with this last day.
    pub fn set_until(&mut self, until: Date) {
        match self {
            Self::Whole(rule) => rule.until = Some(until),
            Self::Part(part) => {
                part.insert("until".to_owned(), until.to_string().into());
            }
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
        match part.get("type") {
            None if !old.is_repeating() => {
                return Err("recurrence.type is missing, and the todo does not repeat yet".to_owned());
            }
            None if part.contains_key("intervalDays") => {
                fields.remove("interval");
            }
            None => {}
            named => {
                let days = ["byDay", "byMonthDay"];
                if named != fields.get("type") || days.iter().any(|field| part.contains_key(*field)) {
                    fields.retain(|field, _| !days.contains(&field.as_str()));
                }
            }
        }
        fields.extend(part.clone());
        Recurrence::parse(&Value::Object(fields))
    }

    /// In words: "repeats every Monday", "no longer repeats", "repetition with until 2026-12-31".
    pub fn describe(&self) -> String {
        match (self.alone(), self) {
            (Some(rule), _) if rule.is_repeating() => format!("repeats {}", rule.describe()),
            (_, Self::Whole(_)) => "no longer repeats".to_owned(),
            (_, Self::Part(part)) => {
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
        assert_eq!(merged(json!({"type":"daily","count":null})).unwrap()["count"], Value::Null);
        assert_eq!(merged(Value::Null).unwrap()["type"], "none");
        for wrong in [json!({}), json!({"every":2}), json!({"interval":0}), json!({"byMonthDay":[3]}), json!("weekly")]
        {
            assert!(merged(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_end_that_nobody_spoke_of_stays() {
        let merged = |old: &Value, part: Value| {
            let old = Recurrence::parse(old).unwrap();
            let patch = RecurrencePatch::parse(&part).unwrap();
            // What is kept of an operation says the same.
            assert_eq!(RecurrencePatch::parse(&serde_json::to_value(&patch).unwrap()).unwrap(), patch);
            serde_json::to_value(patch.over(&old).unwrap()).unwrap()
        };
        let old = json!({"type":"weekly","interval":2,"byDay":["MO","WE"],"until":"2026-12-31","count":5,"anchor":"completion"});
        let rule = |kind: &str, interval: u32, days: Value, month: Value| json!({"type":kind,"interval":interval,"byDay":days,"byMonthDay":month,"until":"2026-12-31","count":5,"anchor":"completion"});
        for (part, new) in [
            (json!({"type":"weekly","byDay":["TU"]}), rule("weekly", 1, json!(["TU"]), json!([]))),
            (json!({"type":"weekly","interval":3}), rule("weekly", 3, json!(["MO", "WE"]), json!([]))),
            (json!({"type":"daily"}), rule("daily", 1, json!([]), json!([]))),
            (json!({"type":"monthly","byMonthDay":[3]}), rule("monthly", 1, json!([]), json!([3]))),
            (json!({"type":"weekdays"}), rule("weekly", 1, json!(["MO", "TU", "WE", "TH", "FR"]), json!([]))),
            (json!({"type":"every_n_days","intervalDays":3}), rule("daily", 3, json!([]), json!([]))),
        ] {
            assert_eq!(merged(&old, part.clone()), new, "{part}");
        }
        let monthly = json!({"type":"monthly","byMonthDay":[31],"until":"2026-12-31"});
        let first = merged(&monthly, json!({"type":"monthly","byDay":["1MO"],"until":"2027-01-31"}));
        assert_eq!((&first["byMonthDay"], &first["until"]), (&json!([]), &json!("2027-01-31")));
        assert_eq!(merged(&monthly, json!({"type":"yearly","until":null}))["until"], Value::Null);
        // A rule with every field is that rule.
        let all = json!({"type":"daily","interval":1,"byDay":[],"byMonthDay":[],"until":null,"count":null,"anchor":"schedule"});
        assert_eq!(merged(&old, all.clone()), all);
        assert_eq!(merged(&old, json!({"type":"none","until":"2026-12-31"}))["until"], Value::Null);
    }

    #[test]
    fn a_part_needs_a_rule() {
        let part = RecurrencePatch::parse(&json!({"interval":2})).unwrap();
        assert!(part.over(&Recurrence::none()).unwrap_err().contains("type is missing"));
        assert!(!part.ends());
        assert!(RecurrencePatch::parse(&json!({"type":"none"})).unwrap().ends());
    }
}
