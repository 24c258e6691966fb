//! Which places of an answer hold what the product itself said. All others (titles, notes, contents,
//! commands, what a person or a model wrote) are never looked at, whatever they say.

use crate::{Language, say};
use serde_json::{Map, Value};

/// Values that belong to a person or a model: nothing within is said again.
const OWN: [&str; 17] = [
    "op",
    "args",
    "arguments",
    "before",
    "after",
    "base",
    "now",
    "proposed",
    "value",
    "todo",
    "extra",
    "grant",
    "plan",
    "input",
    "parameters",
    "schema",
    "settings",
];

/// Says an answer's texts in a language, in place. True when one was.
pub fn answer(value: &mut Value, language: Language) -> bool {
    Walk { language, changed: false }.all(value, "")
}

/// As [`answer`], of an event's data; its kind tells whose words `text` is.
pub fn event(kind: &str, data: &mut Value, language: Language) -> bool {
    let mut walk = Walk { language, changed: false };
    let own = matches!(kind, "thinking" | "said" | "trace" | "usage" | "context");
    if !own {
        if matches!(kind, "summary" | "result" | "command")
            && let Some(map) = data.as_object_mut()
        {
            walk.named(map, &["text", "summary"]);
        }
        walk.inside(data, kind);
    }
    walk.changed
}

struct Walk {
    language: Language,
    changed: bool,
}

impl Walk {
    fn all(mut self, value: &mut Value, name: &str) -> bool {
        self.inside(value, name);
        self.changed
    }

    fn inside(&mut self, value: &mut Value, name: &str) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(|one| self.inside(one, name)),
            Value::Object(map) => {
                let said = said(map, name);
                self.titled(map);
                self.named(map, &said);
                for (key, value) in map.iter_mut().filter(|(key, _)| !OWN.contains(&key.as_str())) {
                    self.inside(value, key);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Says the fields of these names: a text, or each of a list of texts.
    fn named(&mut self, map: &mut Map<String, Value>, names: &[&str]) {
        for name in names {
            match map.get_mut(*name) {
                Some(Value::Array(list)) => list.iter_mut().for_each(|one| self.text(one)),
                Some(one) => self.text(one),
                None => {}
            }
        }
    }

    fn text(&mut self, value: &mut Value) {
        if let Value::String(text) = value
            && let Some(said) = say(text, self.language)
        {
            *text = said;
            self.changed = true;
        }
    }

    /// A set's or an entry's title: the product's where no person gave it, which its source tells, or
    /// its items, whose labels it is made of.
    fn titled(&mut self, map: &mut Map<String, Value>) {
        let Some(Value::String(title)) = map.get("title") else { return };
        let items = map.get("items").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let labels = || items.iter().filter_map(|i| i.get("label").and_then(Value::as_str));
        let of_labels = |title: &str| {
            labels().next().is_some_and(|first| {
                title == first || (items.len() > 1 && title == format!("{first}{}", more(items.len() - 1)))
            })
        };
        let source = map.get("source").and_then(|s| s.get("kind")).and_then(Value::as_str);
        let is_entry = map.contains_key("seq") && map.contains_key("hash");
        let proposed = title.strip_prefix("Proposed: ").filter(|_| is_entry);
        // One that a person asked for in words has their sentence.
        let taken_back = |title: &str| {
            let counted =
                title.strip_prefix("Undo ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            counted || title.starts_with("Undo: ") || title.starts_with("Go back to entry ")
        };
        let of_items = map.get("called_by_items") == Some(&Value::Bool(true));
        let ours = match (source, proposed) {
            _ if of_items => true,
            (Some("undo" | "rewind"), _) => {
                let title = proposed.unwrap_or(title);
                taken_back(title) || of_labels(title)
            }
            (Some(source), _) => source != "request" || of_labels(proposed.unwrap_or(title)),
            (None, Some(title)) => of_labels(title),
            (None, None) => is_entry,
        };
        // A first label and a number: what is said of the label ends where the label does.
        let first = labels().next().unwrap_or_default();
        let (head, bare) = proposed.map_or(("", title.as_str()), |bare| ("Proposed: ", bare));
        let rest = bare.strip_prefix(first).filter(|rest| items.len() > 1 && *rest == more(items.len() - 1));
        if let (true, Some(rest)) = (ours, rest) {
            let around = format!("{head}…{rest}");
            let around = say(&around, self.language).unwrap_or(around);
            let first = say(first, self.language).unwrap_or_else(|| first.to_owned());
            map.insert("title".to_owned(), Value::String(around.replace('…', &first)));
            self.changed = true;
        } else if ours {
            self.named(map, &["title"]);
        } else if let Some(title) = proposed
            && let Some(said) = say("Proposed: …", self.language)
        {
            let said = said.replace('…', title);
            map.insert("title".to_owned(), Value::String(said));
            self.changed = true;
        }
    }
}

/// What stands behind the first label of so many more.
fn more(n: usize) -> String {
    format!(" and {n} more")
}

/// The fields of an object that the product worded, by what stands beside them.
fn said(map: &Map<String, Value>, name: &str) -> Vec<&'static str> {
    let has = |key: &str| map.contains_key(key);
    let mut out = Vec::new();
    // Problems, refusals, what was left out or dealt with, what is broken or blocked.
    if ["code", "error", "what"].into_iter().any(has) || (has("why") && !has("label")) {
        out.extend(["message", "hint"]);
    }
    // Beside a number stands a todo's name: ours are the marks around it, and what follows.
    let label = map.get("label").and_then(Value::as_str).unwrap_or_default();
    let worded = !map.get("value").is_some_and(Value::is_number) || label.starts_with(['\u{201c}', '#']);
    if has("label") && !has("input_text") && worded {
        out.push("label");
    }
    // A line of the inbox.
    if has("does") && has("risk") {
        out.push("does");
    }
    // An item, and a run of commands.
    if (has("digest") && has("needs")) || has("remaining") {
        out.push("why");
    }
    if name == "ended" {
        out.push("why");
    }
    // A command, as it was judged.
    if has("verdict") && has("class") {
        out.push("reason");
    }
    if has("change") && has("path") {
        out.push("sensitive");
    }
    if has("grant") && has("uses") {
        out.push("name");
    }
    // A step of an agent's run: why it was not done; what it came to is the model's. And what the
    // product knows of the whole work.
    let failed = matches!(map.get("status").and_then(Value::as_str), Some("failed" | "cancelled"));
    if (has("iterations") && failed) || (has("tools_used") && has("state")) {
        out.push("result");
    }
    // A tool call that came to nothing: why. What it found, and what a model queued, is not ours.
    let refused = matches!(map.get("status").and_then(Value::as_str), Some("failed" | "denied"));
    if has("call") && has("tool") && refused {
        out.push("result");
    }
    // A sub-task: why it failed, where that is ours.
    if has("subtaskId") {
        out.push("error");
    }
    if has("question_id") {
        out.push("question");
    }
    // A command of a run that was passed over: why. What one wrote is not ours.
    if has("inserted") && map.get("status").and_then(Value::as_str) == Some("skipped") {
        out.push("preview");
    }
    // A receipt, a wake's report, a run of commands and its steps.
    if has("outcome") || has("not_proposed") || has("remaining") || (has("inserted") && has("unsigned")) {
        out.push("text");
    }
    // A run: what a model said in a conversation is its own.
    if has("usage") && has("consumed") {
        out.push("notes");
        let chat = map.get("decision").and_then(Value::as_str) == Some("chat");
        let model = map.get("model").is_some_and(|m| !m.is_null());
        if !(chat && model) {
            out.push("text");
        }
    }
    // What is stored otherwise than the ledger makes it.
    if has("differing") {
        out.push("differences");
    }
    if name == "reply" || has("next_steps") {
        out.push("recovered");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn german(mut value: Value) -> Value {
        answer(&mut value, Language::German);
        value
    }

    #[test]
    fn problems_labels_and_reasons_are_said() {
        let got = german(json!({
            "error": "not_found", "message": "there is no change set #9", "details": { "problems": [
                { "code": "invalid_title", "message": "title is missing", "hint": "Give a title of 1 to 500 characters." }
            ] }, "hint": "Nothing has been changed."
        }));
        assert_eq!(got["message"], "es gibt keinen Änderungssatz #9");
        assert_eq!(got["hint"], "Es wurde nichts geändert.");
        assert_ne!(got["details"]["problems"][0]["hint"], "Give a title of 1 to 500 characters.");
        let got = german(
            json!({ "n": 1, "label": "Complete “Done”", "target": "Done", "op": { "title": "Delete “a”", "label": "Delete “a”" } }),
        );
        assert_eq!(got["label"], "„Done“ erledigen");
        assert_eq!(got["op"]["label"], "Delete “a”");
        let choice = |label: &str| german(json!({ "value": 5, "label": label }))["label"].clone();
        assert_eq!(choice("“Call; bank” (Sat 2026-11-21)"), "„Call; bank“ (Sa 21.11.2026)");
        assert_eq!(choice("#5 “done” Sat 2026-11-21"), "#5 „done“ Sa 21.11.2026");
        assert_eq!(choice("“done”"), "„done“");
    }

    #[test]
    fn what_a_person_wrote_stays_whatever_it_says() {
        let phrase = "Nothing has been changed.";
        for value in [
            json!({ "id": 1, "title": phrase, "notes": phrase, "labels": ["done"], "status": "open" }),
            json!({ "session": "s", "message": phrase, "status": "done", "decision": "chat", "text": phrase, "usage": {}, "consumed": [], "model": "m", "notes": [] }),
            json!({ "id": 3, "title": "Tidy up", "source": { "kind": "request" }, "counts": {} }),
            json!({ "value": 5, "label": "Keep it" }),
            json!({ "label": "Delete them", "input_text": "x" }),
            json!({ "path": "a", "text": phrase, "state": {} }),
            json!({ "n": 1, "args": { "message": phrase, "code": "x" }, "before": { "code": 1, "message": phrase } }),
            json!({ "heading": phrase, "body": phrase }),
        ] {
            assert_eq!(german(value.clone()), value);
        }
        let mut thought = json!({ "text": phrase, "code": "x", "message": phrase });
        assert!(!event("thinking", &mut thought, Language::German));
    }

    #[test]
    fn how_an_agents_run_ended_is_said_and_what_its_model_found_is_not() {
        let why = "Invalid controller output: the reply is no JSON object. The model was asked 3 times.";
        let said =
            "Unbrauchbare Antwort des Modells: die Antwort ist kein JSON-Objekt. Das Modell wurde 3-mal gefragt.";
        let step = |status: &str| json!({ "n": 1, "title": "Stopped here.", "status": status, "result": why, "iterations": 3 });
        let mut failed = step("failed");
        assert!(event("step", &mut failed, Language::German));
        assert_eq!((&failed["result"], &failed["title"]), (&json!(said), &json!("Stopped here.")));
        assert_eq!(german(json!({ "steps": [step("failed")] }))["steps"][0]["result"], said);
        assert_eq!(german(step("completed")), step("completed"));
        let work = german(json!({
            "action": "Stopped here.", "details": "Stopped here.", "result": "3 of 3 steps done; 2 changes proposed.",
            "tools_used": ["read_file"], "state": "pending"
        }));
        assert_eq!(work["result"], "3 von 3 Schritten erledigt; 2 Änderungen vorgeschlagen.");
        assert_eq!((&work["action"], &work["details"]), (&json!("Stopped here."), &json!("Stopped here.")));
    }

    #[test]
    fn why_a_tool_failed_is_said_and_what_it_found_is_not() {
        let call = |status: &str, result: &str| json!({ "call": "c1", "step": 1, "tool": "edit_file", "args": { "text": result }, "status": status, "result": result });
        let missing = "there is no file a.txt. List the files, or write it anew.";
        let said = "es gibt keine Datei a.txt. Listen Sie die Dateien auf, oder schreiben Sie sie neu.";
        let mut failed = call("failed", missing);
        assert!(event("tool", &mut failed, Language::German));
        assert_eq!((&failed["result"], &failed["args"]["text"]), (&json!(said), &json!(missing)));
        assert_eq!(german(json!({ "tools": [call("failed", missing)] }))["tools"][0]["result"], said);
        let denied = german(call("denied", "edit_file was denied: the person did not allow it."));
        assert_eq!(denied["result"], "edit_file wurde nicht erlaubt: Sie haben es nicht erlaubt.");
        let closed = german(call("failed", "no workspace is open. Ask the person to open a folder."));
        assert_eq!(closed["result"], "kein Arbeitsbereich ist offen. Bitten Sie den Menschen, einen Ordner zu öffnen.");
        for status in ["running", "completed", "queued"] {
            assert_eq!(german(call(status, missing)), call(status, missing));
        }
    }

    #[test]
    fn why_a_command_of_a_run_was_passed_over_is_said_and_what_one_wrote_is_not() {
        let step = |status: &str, preview: &str| {
            german(json!({ "set": 1, "n": 2, "command": "touch x", "status": status, "text": "", "preview": preview, "inserted": false, "unsigned": false }))
                ["preview"]
                .clone()
        };
        assert_eq!(step("skipped", "rejected"), "abgelehnt");
        assert_eq!(step("skipped", "retracted"), "zurückgezogen");
        assert_eq!(step("succeeded", "rejected"), "rejected");
    }

    #[test]
    fn what_does_not_fit_is_said_whole() {
        let got = german(json!({
            "error": "invalid_wakeAt", "message": "\"wakeAt\" does not fit: invalid value: string \"25:00\", expected a time of day as HH:MM",
            "hint": "What fits there: a time of day as HH:MM."
        }));
        assert_eq!(
            got["message"],
            "\"wakeAt\" passt nicht: \"25:00\" ist ungültig, erwartet wird eine Uhrzeit als HH:MM"
        );
        assert_eq!(got["hint"], "Was dort passt: eine Uhrzeit als HH:MM.");
    }

    #[test]
    fn what_became_of_an_answer_is_said() {
        let told = |what: &str, message: &str| german(json!({ "what": what, "message": message }))["message"].clone();
        let left = "Left out of the answer: cut off (/operations/1); not in the form that was asked for (all of it).";
        let said = "Aus der Antwort weggelassen: abgeschnitten (/operations/1); nicht in der verlangten Form (alles).";
        assert_eq!(told("dropped", left), said);
        let mended = told("repaired", "The answer had to be mended: closed; trailing_comma.");
        assert_eq!(mended, "Die Antwort musste ausgebessert werden: closed; trailing_comma.");
        let cut = told("truncated", "The answer was cut: nothing came for 0.5 s.");
        assert_eq!(cut, "Die Antwort wurde abgeschnitten: 0.5 s lang kam nichts.");
    }

    #[test]
    fn titles_of_sets_are_said_where_the_product_gave_them() {
        let of = |title: &str, source: &str, items: Value| {
            german(json!({ "title": title, "source": { "kind": source }, "items": items }))["title"].clone()
        };
        let items = json!([{ "label": "Delete “a”" }, { "label": "Delete “b”" }]);
        assert_eq!(of("Tidy up", "wake", json!([])), "Aufräumen");
        assert_eq!(of("Tidy up", "request", items.clone()), "Tidy up");
        assert_eq!(of("Undo 2 changes of entry 7", "undo", json!([])), "2 Änderungen von Eintrag 7 zurücknehmen");
        assert_eq!(of("Go back to entry 7", "rewind", json!([])), "Zurück zu Eintrag 7");
        for own in ["undo the last 2 changes", "Undo the last 2 changes", "undo adding milk"] {
            assert_eq!(of(own, "undo", items.clone()), own);
        }
        assert_eq!(of("Delete “a” and 1 more", "request", items), "„a“ löschen und 1 weitere");
        // A line of the inbox has no items; it says where its title is made of them.
        let line = |by_items: bool| {
            german(json!({ "id": 1, "title": "Add “Pack ‘bags’” and 3 more", "called_by_items": by_items, "source": { "kind": "request" } }))
                ["title"]
                .clone()
        };
        assert_eq!(line(true), "„Pack ‘bags’“ anlegen und 3 weitere");
        assert_eq!(line(false), "Add “Pack ‘bags’” and 3 more");
        let does = german(json!({ "title": "Delete “a” too", "does": ["Delete “a”", "Delete “b”"], "risk": "high" }));
        assert_eq!(does["does"], json!(["„a“ löschen", "„b“ löschen"]));
        assert_eq!(does["title"], "Delete “a” too");
        let labelled = json!([{ "label": "Add “a”: labels home" }, { "label": "Delete “b”" }]);
        assert_eq!(
            of("Add “a”: labels home and 1 more", "edit", labelled),
            "„a“ anlegen: Etiketten home und 1 weitere"
        );
        let many =
            json!([{ "label": "Change “a”: add label b, c" }, { "label": "Delete “b”" }, { "label": "Delete “c”" }]);
        assert_eq!(
            of("Change “a”: add label b, c and 2 more", "request", many.clone()),
            "„a“ ändern: Etikett dazu b, c und 2 weitere"
        );
        let proposed =
            json!({ "title": "Proposed: Change “a”: add label b, c and 2 more", "seq": 1, "hash": "h", "items": many });
        assert_eq!(german(proposed)["title"], "Vorgeschlagen: „a“ ändern: Etikett dazu b, c und 2 weitere");
        let entry = |title: &str| {
            german(json!({ "title": title, "seq": 1, "hash": "h", "items": [{ "label": "Delete “a”" }] }))["title"]
                .clone()
        };
        assert_eq!(entry("Proposed: Delete “a”"), "Vorgeschlagen: „a“ löschen");
        assert_eq!(entry("Proposed: Tidy up"), "Vorgeschlagen: Tidy up");
        // Where a proposal came from tells whose words its title is.
        let from = |source: &str, title: &str| {
            german(json!({ "title": title, "seq": 1, "hash": "h", "source": { "kind": source }, "items": [{ "label": "Delete “a”" }] }))
                ["title"]
                .clone()
        };
        assert_eq!(
            from("undo", "Proposed: Undo 7 changes of entry 3"),
            "Vorgeschlagen: 7 Änderungen von Eintrag 3 zurücknehmen"
        );
        assert_eq!(from("request", "Proposed: Undo 7 changes of entry 3"), "Vorgeschlagen: Undo 7 changes of entry 3");
        assert_eq!(from("request", "Proposed: Delete “a”"), "Vorgeschlagen: „a“ löschen");
    }
}
