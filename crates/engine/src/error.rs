//! What the engine refuses, with code, hint and HTTP status in one place.

use crate::{Look, history};
use countersign_core::change_set::execute::Refused;
use countersign_core::change_set::review::Refusal;
use countersign_core::ids::Seq;
use countersign_core::problem::{Problem, hint};
use countersign_core::wire::{BrokenEntry, Confirmation, ErrorBody, SetView, UndoConflict};
use countersign_store::StoreError;
use serde_json::{Value, json};

/// Why a call did nothing. After any of these nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// No such thing.
    #[error("there is no {0}")]
    NotFound(String),
    /// A request that cannot be read.
    #[error("{}", .0.message)]
    Bad(Problem),
    /// Operations with defects, by index in the request (S0-79).
    #[error("{} of the operations cannot be done", .0.len())]
    InvalidOperations(Vec<InvalidOperation>),
    /// A decision or edit that was not taken.
    #[error(transparent)]
    Refusal(#[from] Refusal),
    /// An apply that was not carried out.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The set is not what was shown.
    #[error("the change set has changed since it was shown")]
    Stale(Box<SetView>),
    /// So many deletes or updates need a second confirmation (R11).
    #[error("{}", asked(.0))]
    ConfirmationRequired(Confirmation),
    /// The confirmation is for something else, or too old.
    #[error("the confirmation does not fit: it is for another change, or older than 10 minutes, or was used")]
    WrongConfirmation(Confirmation),
    /// One key, two requests (R5).
    #[error("this idempotency key was used for another request")]
    IdempotencyMismatch,
    /// Later changes are in the way of an undo.
    #[error("{}", in_the_way(.0))]
    UndoConflict(Box<UndoConflict>),
    /// Nothing of that entry can be taken back.
    #[error("nothing there can be taken back: it was not applied, has been undone, or has been changed again since")]
    NothingToUndo,
    /// All is as it was before what is to be taken back: it took away again itself what it did.
    #[error("all is as it was before that: what it did, it took away again itself")]
    AsBefore,
    /// The state after an entry is the one that is there.
    #[error("nothing differs from the state after entry {0}: you are there")]
    AlreadyThere(Seq),
    /// Commands that only look, or changed nothing: there is nothing to take back.
    #[error("{0}")]
    ChangedNothing(String),
    /// What that entry did was done by a command.
    #[error("{0}")]
    CommandRan(String),
    /// The ledger was tampered with or damaged.
    #[error("the ledger is broken at entry {}: {}", .0.seq, .0.message)]
    BrokenLedger(BrokenEntry),
    /// What the ledger makes cannot be read, in words; the ledger is whole unless it is `broken`.
    #[error("{}", damaged(.damage, .broken.as_ref()))]
    Damaged {
        /// What cannot be read.
        damage: Vec<String>,
        /// Where the ledger is broken, too.
        broken: Option<BrokenEntry>,
    },
    /// The question that was answered is not open.
    #[error("that question is no longer open")]
    StaleQuestion,
    /// The plan document is not the one that was edited or shown.
    #[error("{0}")]
    PlanChanged(String),
    /// A setting is another than the one that was built on.
    #[error("{0}")]
    SettingsChanged(String),
    /// The engine only looks.
    #[error("{}", looks(*.0))]
    Looks(Look),
    /// Storage failed.
    #[error(transparent)]
    Store(StoreError),
    /// A task of ours ended before it answered.
    #[error("the work was interrupted: {0}")]
    Interrupted(String),
}

/// One operation of a request with its defects.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct InvalidOperation {
    /// Place in the request, from 0.
    pub index: u32,
    /// As it was sent.
    pub op: Value,
    /// Its defects.
    pub errors: Vec<Problem>,
}

/// Whose changes an undo meets.
fn in_the_way(conflict: &UndoConflict) -> &'static str {
    match conflict.in_the_way.is_empty() {
        true => "what is to be taken back was changed outside Countersign since",
        false => "later changes are in the way",
    }
}

/// What keeps an engine from writing, and what it does all the same.
fn looks(look: Look) -> &'static str {
    match look {
        Look::Full => "nothing can be changed now, only read: the disk was full when the server was started",
        Look::Unwritable => {
            "nothing can be changed now, only read: the data folder could not be written when the server was started"
        }
    }
}

/// What a second confirmation is asked for, in one sentence.
fn asked(confirmation: &Confirmation) -> String {
    let counts = &confirmation.counts;
    match counts.sensitive.as_slice() {
        [] if counts.updates == 1 => format!("this deletes {} and updates 1 todo or file; confirm it", counts.deletes),
        [] => format!("this deletes {} and updates {} todos or files; confirm it", counts.deletes, counts.updates),
        [only] => format!("this changes {only}, which decides what gets built, installed or run; confirm it"),
        several => format!(
            "this changes {} files that decide what gets built, installed or run ({}); confirm it",
            several.len(),
            several.join(", ")
        ),
    }
}

impl From<StoreError> for EngineError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::DamagedEntry { seq, wrong } => {
                Self::BrokenLedger(BrokenEntry { seq, what: wrong.word().to_owned(), message: wrong.said(seq) })
            }
            StoreError::WrongEnd(wrong) => Self::BrokenLedger(history::ended(wrong)),
            other => Self::Store(other),
        }
    }
}

/// What cannot be read, and whether the ledger can make it anew.
fn damaged(damage: &[String], broken: Option<&BrokenEntry>) -> String {
    let first = damage.first().map_or("", String::as_str);
    let rest = damage.len().saturating_sub(1);
    match (broken, rest) {
        (None, 0) => format!("{first}; the ledger is whole"),
        (None, more) => format!("{first}, and {more} more; the ledger is whole"),
        (Some(BrokenEntry { seq, message, .. }), 0) => {
            format!("{first}; the ledger is broken at entry {seq}: {message}")
        }
        (Some(BrokenEntry { seq, message, .. }), more) => {
            format!("{first}, and {more} more; the ledger is broken at entry {seq}: {message}")
        }
    }
}

impl EngineError {
    /// The stable code.
    pub fn code(&self) -> &str {
        match self {
            Self::NotFound(_) => "not_found",
            Self::Bad(p) => &p.code,
            Self::InvalidOperations(_) => "invalid_operations",
            Self::Refusal(r) => r.code(),
            Self::Refused(r) => match r {
                Refused::Expired => "expired",
                Refused::Drifted(_) => "drifted",
                Refused::Failed(_) => "cannot_apply",
            },
            Self::Stale(_) => "stale",
            Self::ConfirmationRequired(_) => "confirmation_required",
            Self::WrongConfirmation(_) => "confirmation_mismatch",
            Self::IdempotencyMismatch => "idempotency_mismatch",
            Self::UndoConflict(_) => "undo_conflict",
            Self::NothingToUndo | Self::AlreadyThere(_) | Self::ChangedNothing(_) => "nothing_to_undo",
            Self::AsBefore => "as_before",
            Self::CommandRan(_) => "command_ran",
            Self::BrokenLedger(_) => "broken_ledger",
            Self::Damaged { .. } => "damaged",
            Self::StaleQuestion => "stale_question",
            Self::PlanChanged(_) => "plan_changed",
            Self::SettingsChanged(_) => "settings_changed",
            Self::Looks(Look::Full) => "disk_full",
            Self::Looks(Look::Unwritable) => "read_only",
            Self::Store(e) => match e {
                StoreError::Newer { .. } => "newer_database",
                StoreError::Foreign => "foreign_database",
                StoreError::Replaced => "database_replaced",
                StoreError::Cut => "database_cut",
                StoreError::Corrupt { .. } => "corrupt_database",
                StoreError::Missing { .. } | StoreError::Unnoted { .. } => "missing_entries",
                StoreError::InTheWay { .. } => "in_the_way",
                StoreError::NoFiles { .. } => "too_many_files",
                StoreError::Full { .. } => "disk_full",
                StoreError::Disk { .. } | StoreError::Unsettled { .. } => "disk_failed",
                StoreError::ReadOnly { .. } => "read_only",
                StoreError::Busy { .. } => "busy",
                StoreError::Unreadable { .. } => "unreadable",
                StoreError::DamagedEntry { .. } | StoreError::WrongEnd(_) => "broken_ledger",
                StoreError::OldLibrary { .. } => "old_sqlite",
                StoreError::NoNumbers => "no_numbers",
                StoreError::Other { .. } => "storage_failed",
            },
            Self::Interrupted(_) => "interrupted",
        }
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        match self {
            Self::NotFound(_) | Self::Refusal(Refusal::NoItem(_)) => 404,
            Self::Bad(p) if p.code == "not_found" || p.code == "id_not_found" => 404,
            Self::Bad(p) if p.code == "busy" => 503,
            Self::Bad(p) if p.code == "needs_recovery" => 500,
            Self::Bad(p)
                if matches!(
                    p.code.as_ref(),
                    "already_running"
                        | "not_running"
                        | "not_waiting"
                        | "not_paused"
                        | "rule_exists"
                        | "edit_conflict"
                        | "put_back"
                        | "not_expired"
                        | "proposed_again"
                        | "rewind_behind"
                        | "file_and_folder"
                        | "session_deleted"
                ) =>
            {
                409
            }
            Self::Bad(p) if p.code == "not_a_person" => 403,
            Self::Bad(_) | Self::InvalidOperations(_) | Self::Refusal(Refusal::BadEdit(_)) => 400,
            Self::IdempotencyMismatch => 422,
            Self::Refusal(_)
            | Self::Refused(_)
            | Self::Stale(_)
            | Self::ConfirmationRequired(_)
            | Self::WrongConfirmation(_)
            | Self::UndoConflict(_)
            | Self::NothingToUndo
            | Self::AsBefore
            | Self::AlreadyThere(_)
            | Self::ChangedNothing(_)
            | Self::CommandRan(_)
            | Self::BrokenLedger(_)
            | Self::StaleQuestion
            | Self::PlanChanged(_)
            | Self::SettingsChanged(_) => 409,
            Self::Looks(Look::Full) | Self::Store(StoreError::Full { .. }) => 507,
            Self::Looks(Look::Unwritable) => 503,
            Self::Store(
                StoreError::Busy { .. }
                | StoreError::ReadOnly { .. }
                | StoreError::NoFiles { .. }
                | StoreError::Disk { .. },
            ) => 503,
            Self::Store(_) | Self::Damaged { .. } | Self::Interrupted(_) => 500,
        }
    }

    fn hint(&self) -> String {
        match self {
            Self::Bad(p) => p.hint.clone(),
            Self::Refusal(Refusal::Stale { .. }) | Self::Stale(_) => "Look at it again, then decide on what is there now.".into(),
            Self::Refusal(Refusal::Drifted { .. }) | Self::Refused(Refused::Drifted(_)) => "Compare base, now and proposed; then rebase, edit or reject the item. Nothing has been changed.".into(),
            Self::Refusal(Refusal::Blocked { needs, .. }) => format!("Decide item {needs} first."),
            Self::Refusal(Refusal::Settled { .. }) => "Nothing is left to decide on it. What was applied can be undone.".into(),
            Self::Refusal(Refusal::Elsewhere { .. }) => "Look at it as it is now, then decide. Nothing has been changed.".into(),
            Self::Refusal(Refusal::Expired) | Self::Refused(Refused::Expired) => "Ask for it again; a change set can be signed for 7 days.".into(),
            Self::Refused(Refused::Failed(_)) => "Reject or edit these items, or apply with mode best_effort. Nothing has been changed.".into(),
            Self::ConfirmationRequired(_) | Self::WrongConfirmation(_) => "Send the same request again with \"confirm\" set to details.token. Nothing has been changed.".into(),
            Self::IdempotencyMismatch => "Use a new key for a new request.".into(),
            Self::UndoConflict(c) if c.in_the_way.is_empty() => "Leave what was changed there, and take back the rest (conflicts: keep). Nothing has been changed.".into(),
            Self::UndoConflict(c) if !c.keeps => "Undo these too (conflicts: with_later). Nothing has been changed.".into(),
            Self::UndoConflict(_) => "Undo these too (conflicts: with_later), or leave what was changed since (keep). Nothing has been changed.".into(),
            Self::NothingToUndo => "Look at the history: an undone entry can be redone by undoing the undo.".into(),
            Self::AsBefore => "Nothing has been changed. One of its steps can be taken back by its entry in the history.".into(),
            Self::BrokenLedger(_) => "Nothing has been changed. `countersign verify` says where the ledger is broken. Copy the data folder away; the todos as they are can still be exported.".into(),
            Self::Damaged { broken: None, .. } => "Nothing has been changed. `countersign rebuild --write` makes it anew from the ledger and keeps what cannot be read beside it.".into(),
            Self::Damaged { broken: Some(_), .. } => "Nothing has been changed. Copy the data folder away. Put back an earlier copy of it, or save what can be read (`countersign export json --output todos.json`) and import that into a new folder.".into(),
            Self::StaleQuestion => "Send the message again without the question.".into(),
            Self::PlanChanged(_) => "Look at the plan as it is now and at what the edit changes, then accept that. Nothing has been changed.".into(),
            Self::SettingsChanged(_) => "Read the settings again, and send what is to be changed with them. Nothing has been changed.".into(),
            Self::Looks(Look::Full) => "Free some space: the server goes on by itself. What is stored is safe and was not touched.".into(),
            Self::Looks(Look::Unwritable) => "Make the data folder writable: the server goes on by itself. What is stored is safe and was not touched.".into(),
            Self::Store(e) => match e {
                StoreError::Newer { .. } => "Start the newer version, or another data folder. The file has not been touched.".into(),
                StoreError::Foreign => "Nothing was written to it. Start with another data folder, or move that file away.".into(),
                StoreError::Replaced => "Nothing of this request was stored. What was acknowledged before is still in this server's hands: write it to a file with `countersign save` before the server ends.".into(),
                StoreError::Cut => "Nothing of this request was stored, and nothing more is written to it. The todos are still in this server's hands: write them to a file with `countersign export json --output todos.json`, then end the server and run `countersign doctor`.".into(),
                StoreError::Corrupt { .. } => "Nothing was written. End the server, if one runs, and copy the data folder away; then `countersign doctor` says what can still be read, and what to do.".into(),
                StoreError::Missing { .. } => "Nothing has been changed; what is there can be read and exported. Put back the database and its log as they were, or a later copy of the folder. If an earlier copy was put there on purpose: `countersign restored`.".into(),
                StoreError::Unnoted { .. } => "Nothing has been changed; what is there can be read and exported. Look at the newest entries (`countersign log`). If all is there: `countersign restored`. Otherwise put back the database and its log as they were, or a later copy of the folder.".into(),
                StoreError::InTheWay { .. } => "Nothing has been changed. Move it away or set it right, or start with another data folder.".into(),
                StoreError::NoFiles { .. } => "Raise the limit (`ulimit -n 1024`) and try again. What was acknowledged before is safe.".into(),
                StoreError::Full { .. } => "Free some space and try again. What was acknowledged before is safe.".into(),
                StoreError::Disk { .. } => "This says nothing of the data: nothing was overwritten, and what was acknowledged before is kept. Try again; if it comes again, copy the data folder to another disk and have this one checked.".into(),
                StoreError::Unsettled { .. } => "What was acknowledged before is kept. Start the server again and look whether it is there before you do it once more; then copy the data folder to another disk, and have this one checked.".into(),
                StoreError::ReadOnly { .. } => "Make the data folder writable, or start with another. What was acknowledged before is safe.".into(),
                StoreError::Busy { .. } => "Try again in a moment.".into(),
                StoreError::OldLibrary { .. } => "Build with the SQLite this product pins.".into(),
                StoreError::NoNumbers => "Export the todos, leave out the one with the greatest number, and import them into a new data folder. Nothing has been changed.".into(),
                StoreError::DamagedEntry { .. } | StoreError::WrongEnd(_) | StoreError::Unreadable { .. } | StoreError::Other { .. } => "Run `countersign doctor`: it says what is damaged, and what can be done.".into(),
            },
            Self::Interrupted(_) => "Try again; an idempotency key makes that safe.".into(),
            other => hint(other.code()).to_owned(),
        }
    }

    fn details(&self) -> Option<Value> {
        match self {
            Self::InvalidOperations(list) => Some(json!(list)),
            Self::Bad(p) => p.path.as_ref().map(|path| json!({ "path": path })),
            Self::Refusal(Refusal::Drifted { n, drift }) => Some(json!({ "items": [{ "n": n, "drift": drift }] })),
            Self::Refusal(Refusal::Invalid { n, problems }) => Some(json!({ "n": n, "problems": problems })),
            Self::Refusal(Refusal::BadEdit(problems)) => Some(json!({ "problems": problems })),
            Self::Refusal(Refusal::Blocked { n, needs }) => Some(json!({ "n": n, "needs": needs })),
            Self::Refusal(Refusal::Elsewhere { n, was, now }) => Some(json!({ "n": n, "was": was, "now": now })),
            Self::Refusal(Refusal::Settled { n, status }) => Some(json!({ "n": n, "status": status })),
            Self::Refused(Refused::Drifted(items)) => Some(
                json!({ "items": items.iter().map(|(n, drift)| json!({ "n": n, "drift": drift })).collect::<Vec<_>>() }),
            ),
            Self::Refused(Refused::Failed(items)) => Some(
                json!({ "items": items.iter().map(|(n, problem)| json!({ "n": n, "problem": problem })).collect::<Vec<_>>() }),
            ),
            Self::Stale(view) => Some(json!({ "change_set": view })),
            Self::ConfirmationRequired(c) | Self::WrongConfirmation(c) => Some(json!(c)),
            Self::UndoConflict(c) => Some(json!(c)),
            Self::Damaged { damage, broken } => {
                let told: Vec<&String> = damage.iter().take(history::TOLD).collect();
                Some(json!({ "damage": told, "broken": broken }))
            }
            Self::Store(e) => cause(e).map(|cause| json!({ "cause": cause })),
            Self::Interrupted(cause) => Some(json!({ "cause": without_paths(cause) })),
            _ => None,
        }
    }

    /// What failed, in words that are ours: what a database says is for `details.cause`.
    fn message(&self) -> String {
        let said = match self {
            Self::Store(StoreError::Full { .. }) => "the disk is full",
            Self::Store(StoreError::Disk { .. }) => "the disk reported an error",
            Self::Store(StoreError::Unsettled { .. }) => {
                "the disk reported an error, and whether this is stored is not known"
            }
            Self::Store(StoreError::ReadOnly { .. }) => "the database cannot be written",
            Self::Store(StoreError::Busy { .. }) => "the database is busy",
            Self::Store(StoreError::Corrupt { .. }) => "the database cannot be read",
            Self::Store(StoreError::Unreadable { what, .. }) => return format!("a stored {what} cannot be read"),
            Self::Store(StoreError::NoFiles { .. }) => "this process may not open any more files",
            Self::Store(StoreError::Other { .. }) => "the database failed",
            Self::Interrupted(_) => "the work was interrupted",
            other => return other.to_string(),
        };
        said.to_owned()
    }

    /// The answer's body: `{error, message, details?, hint?}`. It names no file of this machine:
    /// it is stored with runs and sent over HTTP.
    pub fn body(&self) -> ErrorBody {
        ErrorBody {
            error: self.code().to_owned(),
            message: self.message(),
            details: self.details(),
            hint: Some(self.hint()),
        }
    }
}

/// What the database itself said, for whoever looks into it.
fn cause(error: &StoreError) -> Option<String> {
    match error {
        StoreError::Corrupt { message }
        | StoreError::Full { message }
        | StoreError::Disk { message }
        | StoreError::Unsettled { message }
        | StoreError::ReadOnly { message }
        | StoreError::Busy { message }
        | StoreError::NoFiles { message }
        | StoreError::Unreadable { message, .. }
        | StoreError::Other { message } => Some(without_paths(message)),
        StoreError::Newer { .. }
        | StoreError::Foreign
        | StoreError::Replaced
        | StoreError::Cut
        | StoreError::Missing { .. }
        | StoreError::Unnoted { .. }
        | StoreError::InTheWay { .. }
        | StoreError::DamagedEntry { .. }
        | StoreError::WrongEnd(_)
        | StoreError::OldLibrary { .. }
        | StoreError::NoNumbers => None,
    }
}

/// A text in which every word that is a path is `…`: a word that holds a separator, or ends like a
/// database's file. What follows a path's first space is taken for words.
fn without_paths(text: &str) -> String {
    let path = |word: &str| {
        if word == "I/O" {
            return false;
        }
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        word.contains(['/', '\\']) || [".db", ".db-wal", ".db-shm", ".sqlite"].iter().any(|end| bare.ends_with(end))
    };
    text.split(' ').map(|word| if path(word) { "…" } else { word }).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_database_says_is_a_detail_and_names_no_file() {
        let message = || "unable to open /home/ann/.local/share/countersign/countersign.db: code 14".to_owned();
        let clean = "unable to open … code 14";
        let cases = [
            (StoreError::Full { message: message() }, "disk_full", "the disk is full"),
            (StoreError::Disk { message: message() }, "disk_failed", "the disk reported an error"),
            (
                StoreError::Unsettled { message: message() },
                "disk_failed",
                "the disk reported an error, and whether this is stored is not known",
            ),
            (StoreError::ReadOnly { message: message() }, "read_only", "the database cannot be written"),
            (StoreError::Busy { message: message() }, "busy", "the database is busy"),
            (StoreError::Corrupt { message: message() }, "corrupt_database", "the database cannot be read"),
            (StoreError::Unreadable { what: "todo", message: message() }, "unreadable", "a stored todo cannot be read"),
            (StoreError::Other { message: message() }, "storage_failed", "the database failed"),
        ];
        for (error, code, said) in cases {
            let body = EngineError::from(error).body();
            assert_eq!((body.error.as_str(), body.message.as_str()), (code, said));
            assert_eq!(body.details, Some(json!({ "cause": clean })), "{code}");
        }
    }

    #[test]
    fn words_that_are_paths_are_left_out() {
        for (text, expected) in [
            ("database disk image is malformed", "database disk image is malformed"),
            ("open C:\\Users\\ann\\x.db failed", "open … failed"),
            ("countersign.db-wal: bad", "… bad"),
            ("'./x' (code 5)", "… (code 5)"),
            ("(code: 4874) disk I/O error", "(code: 4874) disk I/O error"),
            ("", ""),
        ] {
            assert_eq!(without_paths(text), expected, "{text}");
        }
    }
}
