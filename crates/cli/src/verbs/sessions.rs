//! `countersign sessions`: conversations, found, named, put away, brought back.

mod folder;
mod going_on;

use super::Session;
use crate::args::SessionsVerb;
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::session::SessionState;
use countersign_core::wire::{RunStatus, RunView, SessionView, UNREAD_EVENTS};
use http::Method;
use serde_json::{Value, json};

/// Runs it.
pub(crate) async fn run(s: &mut Session<'_>, verb: &SessionsVerb) -> Result<Exit> {
    match verb {
        SessionsVerb::List { state, limit } => {
            list(s, &format!("/api/sessions?state={}&limit={limit}", state.name()), say!("cli-sessions-none")).await
        }
        SessionsVerb::Search { words } => {
            let path = format!("/api/sessions?state=all&limit=200&query={}", escape(&words.join(" ")));
            list(s, &path, say!("cli-sessions-unfound")).await
        }
        SessionsVerb::New { title } => {
            let value = s.client.post("/api/sessions", &json!({ "title": title })).await?;
            told(s, &value, |one| say!("cli-session-begun", id = id(one)))
        }
        SessionsVerb::Show { session } => show(s, session).await,
        SessionsVerb::Rename { session, title } => {
            let value = edit(s, session, json!({ "title": title })).await?;
            told(s, &value, |one| say!("cli-session-renamed", id = id(one), title = clean(&one.title)))
        }
        SessionsVerb::Archive { session } => {
            let value = edit(s, session, json!({ "state": "archived" })).await?;
            told(s, &value, |one| say!("cli-session-archived", id = id(one)))
        }
        SessionsVerb::Delete { session } => {
            let value = edit(s, session, json!({ "state": "deleted" })).await?;
            told(s, &value, |one| say!("cli-session-deleted", id = id(one)))
        }
        SessionsVerb::Export { session, output } => folder::export(s, session, output).await,
        SessionsVerb::Handoff { session, show } => going_on::hand_off(s, session, *show).await,
        SessionsVerb::Extend { session } => going_on::extend(s, session).await,
        SessionsVerb::Stay { session } => going_on::stay(s, session).await,
        SessionsVerb::Bugs { session, report, settle, reopen } => {
            let edit = settle.map(|bug| (bug, true)).or(reopen.map(|bug| (bug, false)));
            going_on::bugs(s, session, *report, edit).await
        }
        SessionsVerb::Folder { session } => going_on::folder(s, session).await,
        SessionsVerb::Restore { session } => {
            let value = edit(s, session, json!({ "state": "active" })).await?;
            told(s, &value, |one| say!("cli-session-restored", id = id(one), title = clean(&one.title)))
        }
    }
}

fn id(one: &SessionView) -> String {
    clean(&one.id.0)
}

/// Those there are, or what is said where there are none.
async fn list(s: &mut Session<'_>, path: &str, none: String) -> Result<Exit> {
    let value = s.client.get(path).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let sessions: Vec<SessionView> = read(&value["sessions"])?;
    if sessions.is_empty() {
        s.screen.line(none)?;
    }
    for one in sessions {
        let title = if one.title.is_empty() { say!("cli-session-untitled") } else { clean(&one.title) };
        let kept = match one.state {
            SessionState::Active => String::new(),
            SessionState::Archived => format!("  {}", say!("cli-session-is-archived")),
            SessionState::Deleted => format!("  {}", say!("cli-session-is-deleted")),
        };
        let when = one.updated_at.strftime("%Y-%m-%d %H:%M").to_string();
        let count = say!("cli-session-messages", count = one.runs);
        let (name, beside) =
            (s.screen.ink(Ink::Faint, id(&one)), s.screen.ink(Ink::Faint, format!("{when}  {count}{kept}")));
        s.screen.line(format!("{name}  {title}  {beside}"))?;
    }
    Ok(Exit::Clear)
}

async fn show(s: &mut Session<'_>, session: &str) -> Result<Exit> {
    let id = find(s, session).await?;
    let mut value = s.client.get(&format!("/api/sessions/{}", escape(&id))).await?;
    let meter = s.client.get(&format!("/api/sessions/{}/meter", escape(&id))).await?;
    if s.screen.is_json() {
        if let Value::Object(map) = &mut value {
            map.insert("meter".to_owned(), meter);
        }
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let one: SessionView = read(&value["session"])?;
    let runs: Vec<RunView> = read(&value["runs"])?;
    s.screen.line(s.screen.ink(Ink::Strong, clean(&one.title)))?;
    for run in runs {
        s.screen.line(format!("> {}", clean(&run.message)))?;
        for line in run.text.as_deref().unwrap_or_default().lines() {
            s.screen.line(format!("  {}", clean(line)))?;
        }
        crate::show::said(s.screen, run.said.as_deref())?;
        match run.status {
            RunStatus::Cancelled => s.screen.line(format!("  {}", say!("cli-session-cancelled")))?,
            RunStatus::Interrupted => s.screen.line(format!("  {}", say!("cli-session-interrupted")))?,
            _ => {}
        }
        if run.notes.iter().any(|note| note == UNREAD_EVENTS) {
            s.screen.line(format!("  {}", say!("cli-session-unread")))?;
        }
        super::images::lines(s, &run.images)?;
        if let Some(set) = run.change_set {
            s.screen.line(s.screen.ink(Ink::Faint, format!("  #{set}")))?;
        }
    }
    going_on::meter(s, &read(&meter)?)?;
    Ok(Exit::Clear)
}

/// Says so when a session is nearly full and the person was not asked yet.
pub(crate) async fn offered(s: &mut Session<'_>, session: &str) -> Result<()> {
    let meter = s.client.get(&format!("/api/sessions/{}/meter", escape(session))).await?;
    going_on::offer(s, &read(&meter)?)
}

async fn edit(s: &Session<'_>, session: &str, body: Value) -> Result<Value> {
    let id = find(s, session).await?;
    s.client.request(Method::PATCH, &format!("/api/sessions/{}", escape(&id)), Some(&body), None).await
}

fn told(s: &mut Session<'_>, value: &Value, text: impl FnOnce(&SessionView) -> String) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(value)?;
    } else {
        let one: SessionView = read(value)?;
        s.screen.line(text(&one))?;
    }
    Ok(Exit::Clear)
}

/// The id of the session that is meant: a whole id, the only one that begins so, or the last used.
pub(crate) async fn find(s: &Session<'_>, meant: &str) -> Result<String> {
    let active = if meant == "last" { "active" } else { "all" };
    let value = s.client.get(&format!("/api/sessions?state={active}&limit=200")).await?;
    let sessions: Vec<SessionView> = read(&value["sessions"])?;
    if meant == "last" {
        let none = || Failure::new("not_found", say!("cli-sessions-none"), say!("cli-session-hint"));
        return sessions.into_iter().next().map(|one| one.id.0).ok_or_else(none);
    }
    let mut fits = sessions.into_iter().filter(|one| one.id.0.starts_with(meant));
    match (fits.next(), fits.next()) {
        (Some(only), None) => Ok(only.id.0),
        (Some(_), Some(_)) => Err(Failure::new(
            "ambiguous_session",
            say!("cli-session-ambiguous", id = clean(meant)),
            say!("cli-session-hint"),
        )),
        // Older than those that were listed, or none: the server knows.
        (None, _) => Ok(meant.to_owned()),
    }
}
