//! `countersign restored` and `save`: the ways on where the database is not what was written.

use super::Session;
use crate::args::Global;
use crate::client::Client;
use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::screen::{Early, Screen, clean};
use crate::show;
use crate::store::refused;
use crate::texts::say;
use countersign_core::ids::Seq;
use countersign_engine::effects;
use countersign_store::StoreError;
use countersign_store_sqlite::SqliteStore;
use serde_json::json;

/// Accepts what is in the folder in place of what was written, after it was asked.
pub(crate) async fn run(home: &Home, yes: bool, screen: &mut Screen) -> Result<Exit> {
    let in_use = || {
        let dir = home.dir().display().to_string();
        Failure::new("data_in_use", say!("cli-data-in-use", dir = dir), say!("cli-data-in-use-hint"))
    };
    if home.is_nowhere() || Client::running(home).await.is_some() {
        return Err(if home.is_nowhere() { nothing() } else { in_use() });
    }
    let _lock = home.lock()?.ok_or_else(in_use)?;
    let saved = home.saved();
    let lost = home.lost();
    let nothing_left = lost.is_some();
    let opened = match lost {
        Some(message) => Err(StoreError::Corrupt { message }),
        None => SqliteStore::open(home.database()).await,
    };
    let mut kept = None;
    let head = match opened {
        Ok(store) => {
            store.close().await;
            return Err(nothing());
        }
        Err(error @ (StoreError::Missing { .. } | StoreError::Unnoted { .. })) => {
            agreed(screen, yes, &error, &saved, say!("cli-restored-ask"), say!("cli-restored-would"))?;
            // What is in the log and cannot be read goes with the first that is written.
            kept = effects::keep_log(&home.database()).map_err(|e| home.unwritable(&e))?;
            if let Some(dir) = kept.as_ref().filter(|_| !screen.is_json()) {
                screen.line(say!("cli-restored-kept", dir = clean(&dir.display().to_string())))?;
            }
            SqliteStore::accept(home.database()).await.map_err(refused)?
        }
        Err(error) if nothing_left => {
            agreed(screen, yes, &error, &saved, say!("cli-restored-ask"), say!("cli-restored-would"))?;
            Seq(0)
        }
        Err(error @ StoreError::Corrupt { .. }) => {
            agreed(screen, yes, &error, &saved, say!("cli-restored-aside-ask"), say!("cli-restored-aside-would"))?;
            let to = effects::set_aside(&home.database()).map_err(|e| home.unwritable(&e))?;
            if !screen.is_json() {
                screen.line(say!("cli-restored-aside", dir = clean(&to.display().to_string())))?;
            }
            Seq(0)
        }
        Err(error) => return Err(refused(error)),
    };
    // Opened once, so that what else is wrong with it is said here.
    SqliteStore::open(home.database()).await.map_err(refused)?.close().await;
    match screen.is_json() {
        true => screen.json(&json!({ "entries": head.0, "saved": saved, "kept": kept }))?,
        false if head.0 == 0 => screen.line(say!("cli-restored-anew"))?,
        false => screen.line(say!("cli-restored", entry = head.0))?,
    }
    Ok(Exit::Clear)
}

/// Says what is missing and what was saved of it, and waits for a yes.
fn agreed(
    screen: &mut Screen,
    yes: bool,
    error: &StoreError,
    saved: &[String],
    question: String,
    would: String,
) -> Result<()> {
    if !screen.is_json() {
        screen.error(clean(&show::sentence(&error.to_string())))?;
        if !saved.is_empty() {
            screen.error(clean(&say!("cli-saved-here", files = saved.join(", "))))?;
            screen.error(clean(&say!("cli-saved-here-todo")))?;
        }
    }
    if yes || (screen.can_ask() && agrees(screen, &question)?) {
        return Ok(());
    }
    let hint = if screen.can_ask() { say!("cli-restored-not-hint") } else { would };
    Err(Failure::new("not_confirmed", say!("cli-restored-not"), hint))
}

/// As [`Session::agrees`], where nothing is open that others could use.
fn agrees(screen: &mut Screen, question: &str) -> Result<bool> {
    while let Some(said) = screen.ask(question, Early::LeftOut)? {
        match super::yes(&said, false) {
            Some(yes) => return Ok(yes),
            None => screen.line(say!("cli-yes-no"))?,
        }
    }
    Ok(false)
}

fn nothing() -> Failure {
    Failure::new("nothing_missing", say!("cli-restored-nothing"), String::new())
}

/// Writes the database to a new file.
pub(crate) async fn save(global: &Global, screen: &mut Screen) -> Result<Exit> {
    let s = Session::open(global, screen, false).await?;
    if s.client.is_nothing() {
        return Ok(Exit::Clear);
    }
    let value = s.client.post("/api/save", &json!({})).await?;
    match s.screen.is_json() {
        true => s.screen.json(&value)?,
        false => {
            let dir = Home::find(global.data.as_deref())?.dir().display().to_string();
            let file = value["file"].as_str().unwrap_or_default();
            s.screen.line(say!("cli-saved", file = clean(file), dir = clean(&dir)))?;
        }
    }
    Ok(Exit::Clear)
}
