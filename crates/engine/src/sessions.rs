//! Conversations as the person keeps them: begun, named, found, put away, deleted, brought back.
//! Each change is one signed entry of the ledger; nothing said in one is ever removed.

mod bugs;
mod handoff;
mod meter;
mod transcript;

pub(crate) use meter::since;

use crate::review::Key;
use crate::runs::{OpenQuestion, SessionDetail, run_view};
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::Actor;
use countersign_core::ids::SessionId;
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::session::{SessionChange, SessionMarks, SessionState};
use countersign_core::todos::{normal_title, words};
use countersign_core::wire::{SessionEdit, SessionView, UNREAD_EVENTS};
use countersign_store::SessionRow;
use std::collections::BTreeSet;

/// A name has at most so many characters.
const LONGEST: usize = 200;
/// At most so many messages are searched, newest first.
const SEARCHED: u32 = 100_000;

/// Which conversations.
#[derive(Debug, Clone, Default)]
pub struct SessionQuery {
    /// Only those kept there; none = all.
    pub state: Option<SessionState>,
    /// Only those whose name, messages or answers hold all of these words, upper and lower case
    /// and accents alike.
    pub text: Option<String>,
    /// At most so many.
    pub limit: u32,
}

impl Engine {
    /// Conversations, last used first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn sessions(&self, query: &SessionQuery) -> Result<Vec<SessionView>> {
        let store = &self.0.store;
        let wanted = query.text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(Wanted::new);
        let found = match &wanted {
            Some(wanted) => Some(self.found(wanted).await?),
            None => None,
        };
        let limit = if found.is_some() { u32::MAX } else { query.limit };
        let mut views = Vec::new();
        for (row, marks) in store.kept_sessions(query.state, limit).await? {
            if views.len() >= usize::try_from(query.limit).unwrap_or(usize::MAX) {
                break;
            }
            let named = || wanted.as_ref().is_some_and(|wanted| wanted.is_in(&title(&row, &marks)));
            if found.as_ref().is_none_or(|found| found.contains(&row.id) || named()) {
                let runs = store.runs(&row.id).await?.len() as u64;
                views.push(view(&row, &marks, runs));
            }
        }
        Ok(views)
    }

    /// The conversations in which something holds all of the words.
    async fn found(&self, wanted: &Wanted) -> Result<BTreeSet<SessionId>> {
        let said = self.0.store.said(SEARCHED).await?;
        let hit = |text: &str| wanted.is_in(text);
        Ok(said
            .into_iter()
            .filter(|said| hit(&said.message) || said.text.as_deref().is_some_and(hit))
            .map(|said| said.session)
            .collect())
    }

    /// One conversation with its runs.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn session(&self, id: &SessionId) -> Result<SessionDetail> {
        let row = self.0.session_row(id).await?;
        let marks = self.0.store.marks(id).await?;
        let mut runs = Vec::new();
        for run in self.0.store.runs(id).await? {
            // Before they are read: more may come meanwhile.
            let count = self.0.store.count_events(&run.id).await?;
            let events = self.0.store.events(&run.id, 0).await?;
            let mut view = run_view(&self.as_it_stands(run), &events);
            view.notes.extend((count > events.len() as u64).then(|| UNREAD_EVENTS.to_owned()));
            runs.push(self.pictured(self.ticked(view).await?).await?);
        }
        let clarify =
            row.pending.as_deref().and_then(|t| serde_json::from_str::<OpenQuestion>(t).ok()).map(|q| q.clarify);
        let carried = marks.carried.as_deref().cloned();
        Ok(SessionDetail { session: view(&row, &marks, runs.len() as u64), runs, clarify, carried })
    }

    /// Begins a conversation without a message.
    ///
    /// # Errors
    /// `invalid_title`, or a failing store.
    pub async fn begin_session(&self, title: Option<String>, actor: Actor, key: Option<Key>) -> Result<SessionView> {
        let title = title.map(|title| checked(&title)).transpose()?;
        let again = |engine: Self, id| async move { Ok(engine.session(&SessionId(id)).await?.session) };
        self.once(key, again, |engine, key| async move {
            let mut write = Write::begin(&engine.0).await?;
            let now = write.moment.now;
            let id = SessionId(engine.0.ids.next().to_string());
            let row =
                SessionRow { id: id.clone(), title: String::new(), pending: None, created_at: now, updated_at: now };
            write.tx.put_session(&row).await?;
            let change = SessionChange::Begun { title, parent: None };
            write.append(&actor, Event::Session { session: id.clone(), change }).await?;
            write.makes(key, &id).await?;
            write.finish().await?;
            Ok(view(&row, &engine.0.store.marks(&id).await?, 0))
        })
        .await
    }

    /// Names or moves a conversation, or declines to go on elsewhere. What is so already leaves no entry.
    ///
    /// # Errors
    /// `not_found`, `invalid_title`, or a failing store.
    pub async fn edit_session(&self, id: &SessionId, edit: SessionEdit, actor: Actor) -> Result<SessionView> {
        let named = edit.title.as_deref().map(checked).transpose()?;
        let (engine, id) = (self.clone(), id.clone());
        self.detached(async move {
            let row = engine.0.session_row(&id).await?;
            let declined = match edit.decline {
                Some(meter) => engine.declined(&id, meter).await?,
                None => None,
            };
            let mut write = Write::begin(&engine.0).await?;
            let marks = engine.0.store.marks(&id).await?;
            let before = title(&row, &marks);
            if let Some(after) = named.filter(|after| *after != before) {
                let change = SessionChange::Renamed { before, after };
                write.append(&actor, Event::Session { session: id.clone(), change }).await?;
            }
            if let Some(after) = edit.state.filter(|after| *after != marks.state) {
                let change = SessionChange::Moved { before: marks.state, after };
                write.append(&actor, Event::Session { session: id.clone(), change }).await?;
            }
            if let Some(change) = declined {
                write.append(&actor, Event::Session { session: id.clone(), change }).await?;
            }
            write.finish().await?;
            Ok(engine.session(&id).await?.session)
        })
        .await
    }
}

impl crate::Inner {
    /// A conversation as stored.
    /// Refuses a conversation that was deleted: what is said in it would be seen by nobody.
    pub(crate) async fn not_deleted(&self, id: &SessionId) -> Result<()> {
        match self.store.marks(id).await?.state {
            SessionState::Deleted => {
                Err(EngineError::Bad(Problem::new("session_deleted", "this session is deleted").at("/session")))
            }
            SessionState::Active | SessionState::Archived => Ok(()),
        }
    }

    pub(crate) async fn session_row(&self, id: &SessionId) -> Result<SessionRow> {
        self.store.session(id).await?.ok_or_else(|| EngineError::NotFound(format!("session {id}")))
    }
}

/// A name in one line, within bounds.
fn checked(title: &str) -> Result<String> {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() || line.chars().count() > LONGEST || line.chars().any(char::is_control) {
        let problem = Problem::new("invalid_title", "a name has 1 to 200 characters").at("/title");
        return Err(EngineError::Bad(problem));
    }
    Ok(line)
}

/// What a search is for.
enum Wanted {
    /// All of these words, folded.
    Words(Vec<String>),
    /// A text without a word, such as "%", as it stands.
    Signs(String),
}

impl Wanted {
    fn new(text: &str) -> Self {
        let words = words(text);
        if words.is_empty() { Self::Signs(text.to_owned()) } else { Self::Words(words) }
    }

    fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Words(words) => {
                let folded = normal_title(text);
                words.iter().all(|word| folded.contains(word.as_str()))
            }
            Self::Signs(signs) => text.contains(signs.as_str()),
        }
    }
}

/// The person's own name for it, or its first message.
pub(crate) fn title(row: &SessionRow, marks: &SessionMarks) -> String {
    marks.title.clone().unwrap_or_else(|| row.title.clone())
}

pub(crate) fn view(row: &SessionRow, marks: &SessionMarks, runs: u64) -> SessionView {
    SessionView {
        id: row.id.clone(),
        title: title(row, marks),
        runs,
        waiting: row.pending.is_some(),
        state: marks.state,
        parent: marks.parent.clone(),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}
