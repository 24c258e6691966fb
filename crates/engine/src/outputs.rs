//! Outputs of tools: kept over the blob store, listed, and queried off the event loop.
//!
//! A model reaches an output only through [`Engine::call_output_tool`], which knows its conversation:
//! ids come from the engine's own records (R29), never from scanning text.

use crate::review::Key;
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::{Actor, ChangeSet};
use countersign_core::command::Command;
use countersign_core::ids::{OutputId, RunId, SessionId};
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_outputs::{
    Document, List, Members, NAMES, OutputList, OutputMode, OutputView, SortBy, SortOrder, Summary, Tool,
};
use countersign_store::{OutputFilter, OutputRow, OutputSort};
use jiff::Timestamp;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// An output may be so long, in bytes.
const MOST: usize = 256 * 1024 * 1024;
/// The name that outputs of commands have.
pub(crate) const COMMANDS: &str = "shell_exec";
/// Among a command's arguments, how many bytes of its output were not stored.
const DROPPED: &str = "dropped";
/// Characters of the stored beginning.
const PREVIEW: usize = 500;
/// A query may take so long.
const LIMIT: Duration = Duration::from_secs(20);
/// Names longer than this are no tool's.
const NAME: usize = 100;

/// An output to keep.
#[derive(Debug, Clone, Default)]
pub struct NewOutput {
    /// The conversation.
    pub session: Option<SessionId>,
    /// The run.
    pub run: Option<RunId>,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub args: Value,
    /// Whether it succeeded.
    pub success: bool,
    /// What it returned.
    pub text: String,
}

/// The document that was queried last, by the hash of its text and for whom: a tree that is opened step by step
/// reads it once.
pub(crate) type Last = Option<(String, For, Arc<Document>)>;

/// Who asks: a model elsewhere is given parts of a text without its secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum For {
    Person,
    Model,
}

/// A first look at a text, made before the turn to write.
pub(crate) struct Looked {
    chars: u64,
    summary: Summary,
    preview: String,
}

impl Looked {
    /// Looks at an output.
    pub(crate) fn at(text: String) -> (Self, Document) {
        let document = Document::new(text);
        let looked = Self {
            chars: document.text().chars().count() as u64,
            summary: countersign_outputs::summary(&document),
            preview: countersign_outputs::preview(document.text(), PREVIEW).0,
        };
        (looked, document)
    }
}

impl Engine {
    /// Keeps an output, and says what was made of it.
    ///
    /// # Errors
    /// `invalid_output` for a name or text that is too long, `not_found` for an unknown conversation.
    pub async fn keep_output(&self, new: NewOutput, actor: Actor, key: Option<Key>) -> Result<OutputView> {
        let bad = |why: &str, path: &'static str| EngineError::Bad(Problem::new("invalid_output", why).at(path));
        if new.tool.trim().is_empty() || new.tool.chars().count() > NAME {
            return Err(bad("the tool's name is empty or longer than 100 characters", "/tool"));
        }
        if new.tool.starts_with("tool_outputs.") {
            return Err(bad("what tool_outputs.* answers is never stored", "/tool"));
        }
        if new.text.len() > MOST {
            return Err(bad("the output is longer than 256 MB", "/text"));
        }
        if let Some(session) = &new.session {
            self.0
                .store
                .session(session)
                .await?
                .ok_or_else(|| EngineError::NotFound(format!("conversation {session}")))?;
        }
        let again = |engine: Self, id| async move { engine.output(&OutputId(id)).await };
        self.once(key, again, move |engine, key| async move {
            let NewOutput { session, run, tool, args, success, text } = new;
            let (looked, document) = blocking(move || Looked::at(text)).await?;
            let mut write = Write::begin(&engine.0).await?;
            let blob = write.tx.put_blob(document.text().as_bytes()).await?;
            let id = OutputId(format!("o{}", write.tx.reserve_output_number().await?));
            let row = row(id, (session, run), (tool, args), success, write.moment.now, looked, blob);
            let detail = json!({ "output": row.id, "tool": row.tool, "chars": row.chars, "content": row.blob });
            write.append(&actor, Event::Audit { action: "output_kept".into(), detail }).await?;
            write.put_output(&row).await?;
            write.makes(key, &row.id).await?;
            write.finish().await?;
            view(&row, Some(PREVIEW))
        })
        .await
    }

    /// Delivers what a tool returned: whole, or stored and told of (S3-15). `args` and `run` are kept
    /// with a stored one.
    ///
    /// # Errors
    /// As [`Self::keep_output`].
    pub async fn deliver_output(&self, new: NewOutput, mode: OutputMode, actor: Actor) -> Result<Value> {
        let chars = new.text.chars().count() as u64;
        match countersign_outputs::deliver(&new.tool, chars, mode) {
            countersign_outputs::Delivery::Inline => Ok(Value::String(new.text)),
            countersign_outputs::Delivery::Persist => {
                let start = countersign_outputs::preview(&new.text, countersign_outputs::PREVIEW + 1).0;
                let kept = self.keep_output(new, actor, None).await?;
                Ok(countersign_outputs::persisted(
                    &kept.id.0,
                    &kept.tool,
                    kept.size_chars,
                    &start,
                    &kept.summary,
                    countersign_outputs::PREVIEW,
                ))
            }
        }
    }

    /// Outputs of a conversation, or of all.
    ///
    /// # Errors
    /// An option that is not valid, or a store that fails.
    pub async fn outputs(&self, session: Option<&SessionId>, list: &List) -> Result<OutputList> {
        list.check().map_err(EngineError::Bad)?;
        let filter = OutputFilter {
            session: session.cloned(),
            tool: list.tool_name.clone(),
            success: list.success,
            after: moment("after", list.after.as_deref())?,
            before: moment("before", list.before.as_deref())?,
            sort: match list.sort_by {
                SortBy::CreatedAt => OutputSort::CreatedAt,
                SortBy::SizeChars => OutputSort::Chars,
                SortBy::ToolName => OutputSort::Tool,
            },
            ascending: list.sort_order == SortOrder::Asc,
            limit: list.limit,
            offset: list.offset,
        };
        let (rows, total) = self.0.store.outputs(&filter).await?;
        let preview = list.include_preview.then_some(usize::try_from(list.preview_length).unwrap_or(PREVIEW));
        // One that cannot be read hides no other: `verify` and `doctor` name it.
        let outputs: Vec<OutputView> = rows.iter().filter_map(|row| view(row, preview).ok()).collect();
        let has_more = u64::from(list.offset) + u64::from(list.limit) < total;
        Ok(OutputList { outputs, total, has_more })
    }

    /// What is known of an output, with its beginning.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn output(&self, id: &OutputId) -> Result<OutputView> {
        view(&self.0.output_row(id).await?, Some(PREVIEW))
    }

    /// Carries out `tool_outputs.read`, `extract`, `count`, `sample` or `stats` on an output.
    ///
    /// # Errors
    /// `not_found`, and what the tool refuses.
    pub async fn query_output(&self, id: &OutputId, tool: &str, args: Value) -> Result<Box<RawValue>> {
        self.0.query(id, For::Person, tool, args).await
    }

    /// Members of the value at a path of an output: a tree, opened step by step.
    ///
    /// # Errors
    /// `not_found`, `not_json`, `invalid_path`.
    pub async fn output_members(&self, id: &OutputId, path: String, offset: usize, limit: usize) -> Result<Members> {
        self.0
            .ask(id, For::Person, move |document, stop| {
                countersign_outputs::members(document, &path, offset, limit, stop)
            })
            .await
    }

    /// Carries out a call of `tool_outputs.*` as a model of a conversation makes it: only outputs of
    /// that conversation are there, and an id that is left out is filled in when there is one only
    /// (S3-18, R29).
    ///
    /// # Errors
    /// `no_output`, `ambiguous_output`, `not_found`, `unknown_tool`, and what the tool refuses.
    pub async fn call_output_tool(&self, session: &SessionId, tool: &str, args: &Value) -> Result<Box<RawValue>> {
        let tool = NAMES.into_iter().find(|name| *name == tool || name.replace('.', "_") == tool).ok_or_else(|| {
            EngineError::Bad(
                Problem::new("unknown_tool", format!("there is no tool {tool}"))
                    .hinting(format!("Use one of {}.", NAMES.join(", "))),
            )
        })?;
        if tool == "tool_outputs.list" {
            let list: List = countersign_outputs::parse(args).map_err(EngineError::Bad)?;
            list.check().map_err(EngineError::Bad)?;
            let most = usize::try_from(list.preview_length).unwrap_or(PREVIEW);
            let all = u32::try_from(PREVIEW).unwrap_or(u32::MAX);
            let mut found = self.outputs(Some(session), &List { preview_length: all, ..list }).await?;
            let models = self.models();
            for output in &mut found.outputs {
                let start = output.preview.take().map(|start| whole_words(start, output.size_chars));
                let start = start.map(|start| models.veiled_whole(start));
                output.preview = start.map(|start| countersign_outputs::preview(&start, most).0);
            }
            return serde_json::value::to_raw_value(&found).map_err(|e| EngineError::Interrupted(e.to_string()));
        }
        let id = match args.get("id") {
            None | Some(Value::Null) => self.only_output(session).await?,
            Some(Value::String(id)) => OutputId(id.clone()),
            Some(other) => {
                let problem = Problem::new("invalid_option", format!("id is {other}, not a text")).at("/id");
                return Err(EngineError::Bad(problem));
            }
        };
        let row = self.0.output_row(&id).await?;
        if row.session.as_ref() != Some(session) {
            // Of another conversation: as if it were not there.
            return Err(EngineError::NotFound(format!("output {id} in this conversation")));
        }
        self.0.query(&id, For::Model, tool, args.clone()).await
    }

    async fn only_output(&self, session: &SessionId) -> Result<OutputId> {
        let filter = OutputFilter { session: Some(session.clone()), limit: 10, ..OutputFilter::default() };
        let (rows, total) = self.0.store.outputs(&filter).await?;
        let problem = match rows.as_slice() {
            [one] => return Ok(one.id.clone()),
            [] => Problem::new("no_output", "this conversation has no stored output")
                .hinting("Call the tool first; a long output is stored by itself."),
            several => {
                let ids: Vec<&str> = several.iter().map(|row| row.id.0.as_str()).collect();
                Problem::new("ambiguous_output", format!("this conversation has {total} stored outputs"))
                    .hinting(format!("Name one as \"id\": {}.", ids.join(", ")))
            }
        };
        Err(EngineError::Bad(problem.at("/id")))
    }

    /// The tools that query outputs, for a registry of tools.
    pub fn output_tools() -> Vec<Tool> {
        countersign_outputs::tools()
    }
}

impl Inner {
    async fn output_row(&self, id: &OutputId) -> Result<OutputRow> {
        self.store.output(id).await?.ok_or_else(|| EngineError::NotFound(format!("output {id}")))
    }

    async fn query(&self, id: &OutputId, reader: For, tool: &str, args: Value) -> Result<Box<RawValue>> {
        let tool = tool.to_owned();
        self.ask(id, reader, move |document, stop| countersign_outputs::run(&tool, &args, document, stop)).await
    }

    async fn document(&self, row: &OutputRow, reader: For) -> Result<Arc<Document>> {
        let last = || self.last_output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((hash, whose, document)) = &*last()
            && *hash == row.blob
            && *whose == reader
        {
            return Ok(document.clone());
        }
        let bytes = self.store.blob(&row.blob).await?;
        let bytes = bytes.ok_or_else(|| EngineError::NotFound(format!("text of output {}", row.id)))?;
        let models = self.models();
        let document = blocking(move || {
            let text = text_of(bytes);
            Arc::new(Document::new(if reader == For::Model { models.veiled_whole(text) } else { text }))
        })
        .await?;
        *last() = Some((row.blob.clone(), reader, document.clone()));
        Ok(document)
    }

    /// Runs a query on a thread for such work, for a limited time.
    async fn ask<T: Send + 'static>(
        &self,
        id: &OutputId,
        reader: For,
        query: impl FnOnce(&Document, countersign_outputs::Stop<'_>) -> countersign_outputs::Result<T> + Send + 'static,
    ) -> Result<T> {
        let row = self.output_row(id).await?;
        let document = self.document(&row, reader).await?;
        // Whoever asked is gone when this future is: then the work ends, too.
        let gone = CancellationToken::new();
        let _waits = gone.clone().drop_guard();
        let over = move || {
            let begun = Instant::now();
            query(&document, &|| begun.elapsed() > LIMIT || gone.is_cancelled())
        };
        blocking(over).await?.map_err(EngineError::Bad)
    }
}

impl Write<'_> {
    /// Stores the row of a command's output; its text is the blob that the outcome names.
    pub(crate) async fn keep_command_output(
        &mut self,
        set: &ChangeSet,
        n: u32,
        (command, success): (&Command, bool),
        (looked, blob, dropped): (Looked, String, u64),
    ) -> Result<()> {
        let id = OutputId(format!("cmd-{}.{n}", set.id));
        let mut args = json!({ "workspace": command.workspace, "cwd": command.cwd, "command": command.command });
        if dropped > 0 {
            args[DROPPED] = dropped.into();
        }
        let of = (set.session.clone(), set.run.clone());
        let row = row(id, of, (COMMANDS.to_owned(), args), success, self.moment.now, looked, blob);
        self.put_output(&row).await
    }
}

/// Bytes as a text; what is not UTF-8 is replaced.
pub(crate) fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

fn row(
    id: OutputId,
    (session, run): (Option<SessionId>, Option<RunId>),
    (tool, args): (String, Value),
    success: bool,
    created_at: Timestamp,
    looked: Looked,
    blob: String,
) -> OutputRow {
    OutputRow {
        id,
        session,
        run,
        tool,
        args: args.to_string(),
        success,
        created_at,
        chars: looked.chars,
        summary: serde_json::to_string(&looked.summary).unwrap_or_default(),
        preview: looked.preview,
        blob,
    }
}

fn view(row: &OutputRow, preview: Option<usize>) -> Result<OutputView> {
    let unreadable = |e: serde_json::Error| {
        EngineError::Store(countersign_store::StoreError::Unreadable { what: "output", message: e.to_string() })
    };
    let mut args: Value = serde_json::from_str(&row.args).map_err(unreadable)?;
    let dropped = match row.tool == COMMANDS {
        true => args.as_object_mut().and_then(|args| args.remove(DROPPED)).and_then(|n| n.as_u64()),
        false => None,
    };
    Ok(OutputView {
        id: row.id.clone(),
        session: row.session.clone(),
        run: row.run.clone(),
        tool: row.tool.clone(),
        args,
        success: row.success,
        created_at: row.created_at,
        size_chars: row.chars,
        dropped: dropped.unwrap_or(0),
        summary: serde_json::from_str(&row.summary).map_err(unreadable)?,
        preview: preview.map(|most| countersign_outputs::preview(&row.preview, most).0),
    })
}

/// A beginning without a word that goes on after it: of a secret that was cut nothing tells that it is one.
fn whole_words(mut start: String, of: u64) -> String {
    if (start.chars().count() as u64) < of {
        let word = start.trim_end_matches(|c: char| !(c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';')));
        start.truncate(word.len());
    }
    start
}

fn moment(name: &str, text: Option<&str>) -> Result<Option<Timestamp>> {
    let read = |text: &str| {
        text.parse().map_err(|_| {
            EngineError::Bad(
                Problem::new("invalid_option", format!("{name} is no moment"))
                    .hinting("Write a moment with its zone, e.g. 2026-11-21T10:00:00Z.")
                    .at(format!("/{name}")),
            )
        })
    };
    text.map(read).transpose()
}
