//! What a model was sent, for the records of it: a model elsewhere was sent no secret, so none stands in
//! what is kept of the call.

use crate::turns::RAW_KEPT;
use countersign_assistant::CallRecord;
use countersign_core::model::{Reply, Role};
use countersign_llm::veil::{kinds, strings};
use countersign_llm::{Models, Place};

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
