//! The summary of the work: what the model says was done (a document: defaults are allowed, C7), and
//! what the person says to it (S4-10, S4-11, C25, R35).

use countersign_core::model::Finish;
use countersign_core::wire::{CriterionUpdate, SummaryState, WorkSummary};
use countersign_recover::{Finish as Ended, Request, Schema};
use serde_json::{Value, json};

/// What is asked for.
pub fn schema() -> Value {
    let text = |most: u32| json!({ "type": "string", "maxLength": most });
    json!({
        "type": "object",
        "properties": {
            "log_entry": {
                "type": "object",
                "properties": {
                    "action": text(120), "details": text(600), "result": text(300),
                    "tools_used": { "type": "array", "items": text(60), "maxItems": 20 },
                },
                "required": ["action", "details", "result"],
                "additionalProperties": false,
            },
            "acceptance_criteria_updates": {
                "type": "array", "maxItems": 10,
                "items": {
                    "type": "object",
                    "properties": { "description": text(200), "completed": { "type": "boolean" } },
                    "required": ["description", "completed"],
                    "additionalProperties": false,
                },
            },
            "decisions_made": { "type": "array", "items": text(200), "maxItems": 10 },
        },
        "required": ["log_entry"],
        "additionalProperties": false,
    })
}

/// What is read: a decision may also be an object, as the plan document keeps it (S4-14).
fn readable() -> Value {
    let mut schema = schema();
    for key in ["decisions_made", "decisions_rejected"] {
        schema["properties"][key] = json!({ "type": "array", "maxItems": 10 });
    }
    schema
}

/// A decision as one text: its title, why, and what else there was.
fn decision(said: &Value) -> Option<String> {
    if let Some(text) = said.as_str() {
        return Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    }
    let part = |key: &str| said[key].as_str().map(str::trim).filter(|text| !text.is_empty());
    let mut text = part("title").or_else(|| part("decision")).or_else(|| part("description"))?.to_owned();
    let others: Vec<&str> = said["alternatives"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let why = part("rationale").or_else(|| part("reason"));
    let others = (!others.is_empty()).then(|| format!("(not {})", others.join(", ")));
    let more: Vec<String> = why.map(str::to_owned).into_iter().chain(others).collect();
    if !more.is_empty() {
        text = format!("{text}: {}", more.join(" "));
    }
    Some(text)
}

/// Reads a reply; what is missing comes from `otherwise`, which the product knows itself.
pub fn read(text: &str, finish: Finish, otherwise: WorkSummary) -> WorkSummary {
    let schema = Schema::compile(&readable()).ok();
    let finish = match finish {
        Finish::Length => Some(Ended::Length),
        Finish::Aborted | Finish::Filtered => Some(Ended::Aborted),
        _ => None,
    };
    let got = countersign_recover::recover(&Request { input: text, schema: schema.as_ref(), finish });
    let Some(value) = got.answer().map(|v| v.into_inner().to_serde()) else { return otherwise };
    let entry = &value["log_entry"];
    let said =
        |key: &str, or: String| entry[key].as_str().map(str::trim).filter(|t| !t.is_empty()).map_or(or, str::to_owned);
    let list = |v: &Value| -> Vec<String> { v.as_array().into_iter().flatten().filter_map(decision).collect() };
    let criteria =
        value["acceptance_criteria_updates"].as_array().into_iter().flatten().filter_map(|c| {
            Some(CriterionUpdate::said(c["description"].as_str()?.to_owned(), c["completed"].as_bool()?))
        });
    // What the run noted itself comes first; the model may add to it, not take from it.
    let mut noted = otherwise.criteria;
    for update in criteria {
        match noted.iter_mut().find(|known| known.description == update.description) {
            Some(known) => known.completed |= update.completed,
            None => noted.push(update),
        }
    }
    let mut decisions = otherwise.decisions;
    for title in list(&value["decisions_made"]) {
        if !decisions.contains(&title) {
            decisions.push(title);
        }
    }
    let mut rejected = otherwise.rejected;
    for title in list(&value["decisions_rejected"]) {
        if !rejected.contains(&title) {
            rejected.push(title);
        }
    }
    WorkSummary {
        action: said("action", otherwise.action),
        details: said("details", otherwise.details),
        // What really happened is the product's to say (DESIGN §4: receipts write the status).
        result: otherwise.result,
        tools_used: otherwise.tools_used,
        criteria: noted,
        decisions,
        rejected,
        goal: otherwise.goal,
        state: SummaryState::Pending,
    }
}

/// What a person said to a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Keep it.
    Save,
    /// Keep it corrected.
    Edit,
    /// Keep nothing of it.
    Discard,
    /// Ask again.
    Unclear,
}

/// Reads a word in any of the five languages. An empty one is not yes (R35).
pub fn verdict(said: &str) -> Verdict {
    let word = said.trim().trim_end_matches(['.', '!']).to_lowercase();
    match word.as_str() {
        "save" | "yes" | "y" | "ok" | "okay" | "speichern" | "ja" | "j" | "guardar" | "sí" | "si" | "enregistrer"
        | "oui" | "o" | "salvează" | "salveaza" | "da" => Verdict::Save,
        "edit" | "e" | "change" | "bearbeiten" | "ändern" | "editar" | "modifier" | "editează" | "editeaza" => {
            Verdict::Edit
        }
        "discard" | "no" | "n" | "nein" | "verwerfen" | "descartar" | "non" | "ignorer" | "nu" | "renunță"
        | "renunta" => Verdict::Discard,
        _ => Verdict::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_discards_and_what_is_unclear_is_asked_again() {
        for (said, verdict) in [
            ("yes", Verdict::Save),
            ("Ja", Verdict::Save),
            ("no", Verdict::Discard),
            ("Non.", Verdict::Discard),
            ("edit", Verdict::Edit),
            ("", Verdict::Unclear),
            ("  ", Verdict::Unclear),
            ("maybe", Verdict::Unclear),
            ("yes but no", Verdict::Unclear),
        ] {
            assert_eq!(super::verdict(said), verdict, "{said:?}");
        }
    }

    #[test]
    fn decisions_are_read_as_texts_and_as_the_plan_keeps_them() {
        let known = WorkSummary {
            criteria: vec![CriterionUpdate::said("It opens".into(), false)],
            ..read("", Finish::Stop, blank())
        };
        let text = json!({
            "log_entry": { "action": "a", "details": "d", "result": "r" },
            "acceptance_criteria_updates": [{ "description": "It opens", "completed": true }],
            "decisions_made": [
                "Rust: fast",
                { "title": "SQLite", "rationale": "One file.", "alternatives": ["Redis", "Postgres"] },
                { "title": "axum" },
            ],
            "decisions_rejected": [{ "title": "Redis", "rationale": "a server" }],
        });
        let got = read(&text.to_string(), Finish::Stop, known);
        assert_eq!(got.decisions, ["Rust: fast", "SQLite: One file. (not Redis, Postgres)", "axum"]);
        assert_eq!(got.rejected, ["Redis: a server"]);
        assert_eq!(got.criteria, [CriterionUpdate::said("It opens".into(), true)]);
    }

    fn blank() -> WorkSummary {
        WorkSummary {
            action: String::new(),
            details: String::new(),
            result: String::new(),
            tools_used: vec![],
            criteria: vec![],
            decisions: vec![],
            rejected: vec![],
            goal: None,
            state: SummaryState::Pending,
        }
    }

    #[test]
    fn what_a_model_does_not_say_is_filled_in_and_results_are_never_its_own() {
        let known = WorkSummary {
            action: "a".into(),
            details: "d".into(),
            result: "1 change waits.".into(),
            tools_used: vec!["read_file".into()],
            criteria: vec![],
            decisions: vec![],
            rejected: vec![],
            goal: None,
            state: SummaryState::Pending,
        };
        assert_eq!(read("nothing", Finish::Stop, known.clone()), known);
        let text = r#"{"log_entry":{"action":"Wrote it","details":"","result":"All applied!","tools_used":["rm"]},"decisions_made":["x"]}"#;
        let got = read(text, Finish::Stop, known.clone());
        assert_eq!(got, WorkSummary { action: "Wrote it".into(), decisions: vec!["x".into()], ..known });
    }
}
