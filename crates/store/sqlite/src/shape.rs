//! Domain values to column texts and back.

use crate::failure::{store_error, unreadable};
use countersign_core::ids::{ImageId, OutputId, RunId, Seq, SessionId, SetId};
use countersign_core::ledger::Decision;
use countersign_core::wire::DecisionView;
use countersign_store::{ImageRow, NumberedEvent, OutputRow, Result, RunRow, SessionRow, StoreError, Taken};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::de::value::{Error as WordError, StrDeserializer};
use serde::{Deserialize, Serialize};

/// A moment as text of one width, so that texts sort as moments do.
pub(crate) fn moment(at: Timestamp) -> String {
    format!("{at:.9}")
}

/// A moment from its text.
pub(crate) fn read_moment(what: &'static str, text: &str) -> Result<Timestamp> {
    text.parse().map_err(|error| unreadable(what, error))
}

/// The wire word of a unit variant such as `PartiallyResolved`.
pub(crate) fn word(value: &impl Serialize) -> Result<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        Ok(other) => Err(unreadable("status", format!("{other} is not a word"))),
        Err(error) => Err(unreadable("status", error)),
    }
}

fn read_word<'de, T: Deserialize<'de>>(what: &'static str, word: &'de str) -> Result<T> {
    T::deserialize(StrDeserializer::<WordError>::new(word)).map_err(|error| unreadable(what, error))
}

/// A value from its JSON.
pub(crate) fn read_json<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| unreadable(what, error))
}

/// An event as its row holds it.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredEvent<E> {
    #[serde(flatten)]
    pub(crate) event: E,
    #[serde(default)]
    pub(crate) at: Option<Timestamp>,
}

/// An event of a row.
pub(crate) fn numbered(n: i64, body: &str) -> Result<NumberedEvent> {
    let StoredEvent { event, at } = read_json("event", body)?;
    Ok(NumberedEvent { n, at, event })
}

/// A row of the decisions.
pub(crate) struct DecisionRow {
    pub(crate) seq: i64,
    pub(crate) set_id: i64,
    pub(crate) at: String,
    pub(crate) actor: String,
    pub(crate) agent: String,
    pub(crate) verdict: String,
    pub(crate) body: String,
}

impl DecisionRow {
    pub(crate) fn taken(self) -> Result<Taken> {
        const WHAT: &str = "decision";
        Ok(Taken {
            seq: Seq(self.seq),
            at: read_moment(WHAT, &self.at)?,
            set: SetId(self.set_id),
            actor: read_json(WHAT, &self.actor)?,
            decision: read_json(WHAT, &self.body)?,
        })
    }

    pub(crate) fn view(self) -> Result<DecisionView> {
        const WHAT: &str = "decision";
        let decision: Decision = read_json(WHAT, &self.body)?;
        Ok(DecisionView {
            entry: Seq(self.seq),
            set: SetId(self.set_id),
            n: decision.n,
            at: read_moment(WHAT, &self.at)?,
            actor: read_json(WHAT, &self.actor)?,
            agent: Some(self.agent).filter(|name| !name.is_empty()),
            kind: decision.op.get("op").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned(),
            verdict: self.verdict,
            fingerprint: decision.shape(),
            todo: decision.todo(),
            reason: decision.reason,
            label: decision.label,
            op: decision.op,
        })
    }
}

/// A row of `sessions`.
pub(crate) struct SessionColumns {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) pending: Option<String>,
    pub(crate) created_at: String,
    pub(crate) updated_at: String,
}

impl SessionColumns {
    pub(crate) fn session(self) -> Result<SessionRow> {
        Ok(SessionRow {
            id: SessionId(self.id),
            title: self.title,
            pending: self.pending,
            created_at: read_moment("session", &self.created_at)?,
            updated_at: read_moment("session", &self.updated_at)?,
        })
    }
}

/// A row of `runs`.
pub(crate) struct RunColumns {
    pub(crate) id: String,
    pub(crate) session: String,
    pub(crate) status: String,
    pub(crate) mode: String,
    pub(crate) message: String,
    pub(crate) decision: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) change_set: Option<i64>,
    pub(crate) created_at: String,
    pub(crate) finished_at: Option<String>,
}

impl RunColumns {
    pub(crate) fn run(self) -> Result<RunRow> {
        Ok(RunRow {
            id: RunId(self.id),
            session: SessionId(self.session),
            status: read_word("run", &self.status)?,
            mode: read_word("run", &self.mode)?,
            message: self.message,
            decision: self.decision,
            text: self.text,
            change_set: self.change_set.map(SetId),
            created_at: read_moment("run", &self.created_at)?,
            finished_at: self.finished_at.map(|at| read_moment("run", &at)).transpose()?,
        })
    }
}

/// A row of `outputs`.
pub(crate) struct OutputColumns {
    pub(crate) id: String,
    pub(crate) session: Option<String>,
    pub(crate) run: Option<String>,
    pub(crate) tool: String,
    pub(crate) args: String,
    pub(crate) success: bool,
    pub(crate) created_at: String,
    pub(crate) chars: i64,
    pub(crate) summary: String,
    pub(crate) preview: String,
    pub(crate) blob: String,
}

impl OutputColumns {
    pub(crate) fn output(self) -> Result<OutputRow> {
        Ok(OutputRow {
            id: OutputId(self.id),
            session: self.session.map(SessionId),
            run: self.run.map(RunId),
            tool: self.tool,
            args: self.args,
            success: self.success,
            created_at: read_moment("output", &self.created_at)?,
            chars: u64::try_from(self.chars).map_err(|error| unreadable("output", error))?,
            summary: self.summary,
            preview: self.preview,
            blob: self.blob,
        })
    }
}

/// A row of `images`.
pub(crate) struct ImageColumns {
    pub(crate) id: String,
    pub(crate) session: Option<String>,
    pub(crate) run: Option<String>,
    pub(crate) created_at: String,
    pub(crate) deleted: bool,
    pub(crate) body: String,
}

impl ImageColumns {
    pub(crate) fn image(self) -> Result<ImageRow> {
        Ok(ImageRow {
            id: ImageId(self.id),
            session: self.session.map(SessionId),
            run: self.run.map(RunId),
            created_at: read_moment("picture", &self.created_at)?,
            deleted: self.deleted,
            body: self.body,
        })
    }
}

/// All rows of a query, each made into a value.
pub(crate) fn each<R, T>(rows: sqlx::Result<Vec<R>>, make: impl Fn(R) -> Result<T>) -> Result<Vec<T>> {
    rows.map_err(store_error)?.into_iter().map(make).collect()
}

/// The same without those that cannot be read: one of them hides no other. They are named by
/// [`unread`](crate::unread).
pub(crate) fn readable<R, T>(rows: sqlx::Result<Vec<R>>, make: impl Fn(R) -> Result<T>) -> Result<Vec<T>> {
    let made = rows.map_err(store_error)?.into_iter().map(make);
    made.filter(|made| !matches!(made, Err(StoreError::Unreadable { .. }))).collect()
}
