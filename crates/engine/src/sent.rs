//! What a model was sent, for the records of it: a model elsewhere was sent no secret, so none stands in
//! what is kept of the call.

use crate::turns::RAW_KEPT;
use crate::workspace::blocking;
use crate::{Inner, Result};
use countersign_assistant::{CallRecord, Section};
use countersign_core::model::{Reply, Role};
use countersign_core::wire::RunEvent;
use countersign_llm::veil::{kinds, strings};
use countersign_llm::{Models, Place};
use serde_json::Value;
use std::collections::BTreeSet;

impl Inner {
    /// A text of which a model will be shown a part: see [`Models::veiled_whole`].
    pub(crate) async fn veiled(&self, text: String) -> Result<String> {
        let models = self.models();
        blocking(move || models.veiled_whole(text)).await
    }
}

/// Records as they are kept. `named` = the model that was asked in the place of the role's.
pub(crate) fn as_sent<'r>(
    models: &Models,
    named: Option<&str>,
    records: impl IntoIterator<Item = &'r CallRecord>,
) -> Vec<CallRecord> {
    records.into_iter().map(|record| one(models, named, record.clone())).collect()
}

fn one(models: &Models, named: Option<&str>, mut record: CallRecord) -> CallRecord {
    let secrets = models.as_sent(record.role, named, &mut record.messages);
    if secrets.is_empty() {
        return record;
    }
    record.hidden = kinds(&secrets);
    record.raw = secrets.hidden_in(&record.raw);
    let mut texts = Vec::new();
    for value in record.schema.iter_mut().chain(&mut record.parsed) {
        strings(value, &mut texts);
    }
    for text in texts {
        *text = secrets.hidden_in(text);
    }
    record
}

/// An answer's text for the ledger, cut; that of a model elsewhere without secrets.
pub(crate) fn raw(models: &Models, role: Role, reply: &Reply) -> String {
    let raw: String = reply.text.chars().take(RAW_KEPT).collect();
    match models.available(role).is_some_and(|info| info.place == Place::Hosted) {
        true => countersign_redact::redacted(&raw),
        false => raw,
    }
}

/// An answer without the placeholders that stand for absent members: a provider that wants every member
/// of a schema gets them, and the schema as it was asked knows none.
pub(crate) fn as_asked(mut reply: Reply, schema: Option<&Value>) -> Reply {
    if let (Some(schema), Ok(mut value)) = (schema, serde_json::from_str::<Value>(&reply.text)) {
        let sent = value.clone();
        countersign_llm::schema::without_placeholders(&mut value, schema);
        if value != sent {
            reply.text = value.to_string();
        }
    }
    reply
}

/// What of a prompt was cut that somebody counts on, each told once: standing instructions, and what
/// a tool said last. `told` = the names that were told before.
pub(crate) fn cut(sections: &[Section], told: &mut BTreeSet<String>) -> Vec<RunEvent> {
    let counted = |s: &&Section| s.cut && (s.name == "results" || s.name.starts_with("instructions"));
    let (unread, shortened): (Vec<&Section>, Vec<&Section>) =
        sections.iter().filter(counted).filter(|s| told.insert(s.name.clone())).partition(|s| s.tokens == 0);
    let names = |all: &[&Section]| all.iter().map(|s| said(&s.name)).collect::<Vec<_>>().join(", ");
    let event = |message: String, hint: &str| RunEvent::Recovery {
        what: "shortened".into(),
        message,
        hint: Some(hint.to_owned()),
    };
    let mut events = Vec::new();
    if !shortened.is_empty() {
        let message = format!("{} cut to what the model reads: {}.", parts(shortened.len()), names(&shortened));
        events.push(event(message, "Shorten it, or use a model that reads more."));
    }
    if !unread.is_empty() {
        let message = format!("{} left out of what the model reads: {}.", parts(unread.len()), names(&unread));
        events.push(event(message, "Save it as UTF-8 text, or use a model that reads more."));
    }
    events
}

fn parts(n: usize) -> String {
    if n == 1 { "1 part was".to_owned() } else { format!("{n} parts were") }
}

/// A section as its file or thing is called.
fn said(name: &str) -> String {
    match name.strip_prefix("instructions") {
        Some("") => "your AGENTS.md".to_owned(),
        Some(" .") => "AGENTS.md".to_owned(),
        Some(folder) => format!("{}/AGENTS.md", folder.trim()),
        None => "what the tool said last".to_owned(),
    }
}
