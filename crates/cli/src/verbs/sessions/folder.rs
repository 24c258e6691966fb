//! A session's folder: views of what is stored, to be read with `cat`, kept or edited (S4-21, C12).

use super::super::Session;
use super::find;
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result, cause};
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::transcript::{folder_name, session_json};
use countersign_core::wire::{PlanView, RunView, SessionView};
use countersign_engine::effects;
use countersign_plan::{Defaults, load_bytes};
use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the three files. A plan document that somebody edited there is kept beside the new one,
/// never overwritten (R33).
pub(super) async fn export(s: &mut Session<'_>, session: &str, output: &Path) -> Result<Exit> {
    let id = find(s, session).await?;
    let at = format!("/api/sessions/{}", escape(&id));
    let value = s.client.get(&at).await?;
    let one: SessionView = read(&value["session"])?;
    let runs: Vec<RunView> = read(&value["runs"])?;
    let plan = s.client.text(&format!("{at}/plan_doc.md")).await?;
    let log = s.client.text(&format!("{at}/chat_history.log")).await?;
    let model = runs.iter().rev().find_map(|run| run.model.clone());

    let dir = output.join(folder_name(one.created_at));
    effects::prepare_dir(&dir).map_err(|error| unwritable(&dir, &error))?;
    let document = dir.join("plan_doc.md");
    let kept = match std::fs::read(&document) {
        Ok(there) if there != plan.as_bytes() && !written_by_us(s, &at, &there).await? => {
            let kept = beside(&dir);
            write(&kept, &there)?;
            Some(kept)
        }
        _ => None,
    };
    write(&document, plan.as_bytes())?;
    write(&dir.join("chat_history.log"), log.as_bytes())?;
    write(&dir.join("session.json"), session_json(&one, model.as_deref()).as_bytes())?;
    let name = |path: &Path| path.display().to_string();
    if s.screen.is_json() {
        s.screen.json(&json!({ "folder": name(&dir), "kept": kept.as_deref().map(name) }))?;
    } else {
        s.screen.line(say!("cli-session-exported", folder = clean(&name(&dir))))?;
        if let Some(kept) = kept {
            s.screen.line(s.screen.ink(Ink::Change, say!("cli-session-plan-kept", file = clean(&name(&kept)))))?;
        }
    }
    Ok(Exit::Clear)
}

/// Whether a document is one of the versions that are stored: then nothing in it is lost.
async fn written_by_us(s: &Session<'_>, at: &str, there: &[u8]) -> Result<bool> {
    let defaults = Defaults { id: String::new(), at: jiff::Timestamp::UNIX_EPOCH };
    let Ok(found) = load_bytes(there, &defaults) else { return Ok(false) };
    let version = found.plan.metadata.version;
    match s.client.get(&format!("{at}/plan?version={version}")).await {
        Ok(value) => Ok(read::<PlanView>(&value)?.markdown.as_bytes() == there),
        Err(error) if error.is("not_found") => Ok(false),
        Err(error) => Err(error),
    }
}

/// The first free name for a document that is kept.
fn beside(dir: &Path) -> PathBuf {
    let names = (1_u32..).map(|n| dir.join(format!("plan_doc.edited-{n}.md")));
    names.into_iter().find(|path| !path.exists()).unwrap_or_else(|| dir.join("plan_doc.edited.md"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    effects::write_file(path, bytes).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let said = say!("cli-file-unwritable", file = path.display().to_string(), cause = cause(error));
    Failure::new("unwritable_file", said, say!("cli-file-unwritable-hint"))
}
