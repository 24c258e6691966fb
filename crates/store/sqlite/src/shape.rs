//! Domain values to column texts and back.

use crate::failure::{store_error, unreadable};
use countersign_core::ids::{ImageId, OutputId, RunId, Seq, SessionId, SetId};
use countersign_core::ledger::Decision;
use countersign_core::session::SessionMarks;
use countersign_core::wire::DecisionView;
use countersign_store::{ImageRow, NumberedEvent, OutputRow, Result, RunRow, Said, SessionRow, StoreError, Taken};
use futures_util::TryStreamExt;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::de::value::{Error as WordError, StrDeserializer};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteRow;
use sqlx::{Execute, Executor, FromRow, Sqlite, SqlitePool};

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

/// A row of `events`, of one run.
#[derive(FromRow)]
pub(crate) struct EventColumns {
    #[sqlx(rename = "n!")]
    n: i64,
    #[sqlx(rename = "body!")]
    body: String,
}

impl EventColumns {
    pub(crate) fn event(self) -> Result<NumberedEvent> {
        let StoredEvent { event, at } = read_json("event", &self.body)?;
        Ok(NumberedEvent { n: self.n, at, event })
    }
}

/// One of any run of a conversation.
#[derive(FromRow)]
pub(crate) struct RunEventColumns {
    #[sqlx(rename = "run!")]
    run: String,
    #[sqlx(flatten)]
    event: EventColumns,
}

impl RunEventColumns {
    pub(crate) fn event(self) -> Result<(RunId, NumberedEvent)> {
        Ok((RunId(self.run), self.event.event()?))
    }
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
#[derive(FromRow)]
pub(crate) struct SessionColumns {
    #[sqlx(rename = "id!")]
    pub(crate) id: String,
    #[sqlx(rename = "title!")]
    pub(crate) title: String,
    pub(crate) pending: Option<String>,
    #[sqlx(rename = "created_at!")]
    pub(crate) created_at: String,
    #[sqlx(rename = "updated_at!")]
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

/// A row of `sessions` with what the ledger says of it.
#[derive(FromRow)]
pub(crate) struct KeptColumns {
    #[sqlx(flatten)]
    session: SessionColumns,
    marks: Option<String>,
}

impl KeptColumns {
    pub(crate) fn kept(self) -> Result<(SessionRow, SessionMarks)> {
        let marks = self.marks.as_deref().map(|body| read_json("session", body)).transpose()?.unwrap_or_default();
        Ok((self.session.session()?, marks))
    }
}

/// What was said in a run.
#[derive(FromRow)]
pub(crate) struct SaidColumns {
    #[sqlx(rename = "session!")]
    session: String,
    #[sqlx(rename = "message!")]
    message: String,
    text: Option<String>,
}

impl SaidColumns {
    pub(crate) fn said(self) -> Result<Said> {
        Ok(Said { session: SessionId(self.session), message: self.message, text: self.text })
    }
}

/// A row of `runs`.
#[derive(FromRow)]
pub(crate) struct RunColumns {
    #[sqlx(rename = "id!")]
    pub(crate) id: String,
    #[sqlx(rename = "session!")]
    pub(crate) session: String,
    #[sqlx(rename = "status!")]
    pub(crate) status: String,
    #[sqlx(rename = "mode!")]
    pub(crate) mode: String,
    #[sqlx(rename = "message!")]
    pub(crate) message: String,
    pub(crate) decision: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) change_set: Option<i64>,
    #[sqlx(rename = "created_at!")]
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
#[derive(FromRow)]
pub(crate) struct OutputColumns {
    #[sqlx(rename = "id!")]
    pub(crate) id: String,
    pub(crate) session: Option<String>,
    pub(crate) run: Option<String>,
    #[sqlx(rename = "tool!")]
    pub(crate) tool: String,
    #[sqlx(rename = "args!")]
    pub(crate) args: String,
    #[sqlx(rename = "success!: bool")]
    pub(crate) success: bool,
    #[sqlx(rename = "created_at!")]
    pub(crate) created_at: String,
    #[sqlx(rename = "chars!")]
    pub(crate) chars: i64,
    #[sqlx(rename = "summary!")]
    pub(crate) summary: String,
    #[sqlx(rename = "preview!")]
    pub(crate) preview: String,
    #[sqlx(rename = "blob!")]
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
#[derive(FromRow)]
pub(crate) struct ImageColumns {
    #[sqlx(rename = "id!")]
    pub(crate) id: String,
    pub(crate) session: Option<String>,
    pub(crate) run: Option<String>,
    #[sqlx(rename = "created_at!")]
    pub(crate) created_at: String,
    #[sqlx(rename = "deleted!: bool")]
    pub(crate) deleted: bool,
    #[sqlx(rename = "body!")]
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

/// The same without those that cannot be read, be it that a text is none, or that it does not have its shape: one of
/// them hides no other. They are named by [`unread`](crate::unread). Row by row, and not by what the query makes of a
/// row: that ends with the first that it cannot read.
pub(crate) async fn readable<'q, R, T>(
    on: &SqlitePool,
    query: impl Execute<'q, Sqlite> + 'q,
    make: impl Fn(R) -> Result<T>,
) -> Result<Vec<T>>
where
    R: for<'r> FromRow<'r, SqliteRow>,
{
    let mut rows = on.fetch(query);
    let mut out = Vec::new();
    while let Some(row) = rows.try_next().await.map_err(store_error)? {
        match R::from_row(&row).map_err(store_error).and_then(&make) {
            Err(StoreError::Unreadable { .. }) => {}
            made => out.push(made?),
        }
    }
    Ok(out)
}
