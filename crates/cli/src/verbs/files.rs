//! `countersign import` and `export`.

use super::{Session, history, read_file};
use crate::args;
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result, cause};
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::problem::Problem;
use countersign_engine::effects;
use serde_json::{Map, json};
use std::path::Path;

/// Proposes what a file holds.
pub(crate) async fn import(s: &mut Session<'_>, args: &args::Import) -> Result<Exit> {
    let text = read_file(&args.file)?;
    let name = args.file.file_name().filter(|name| *name != "-").map(|name| name.to_string_lossy().into_owned());
    let value = s.client.post("/api/import", &json!({ "format": args.format, "text": text, "name": name })).await?;
    let problems: Vec<Problem> = read(&value["problems"])?;
    let unchanged = value["unchanged"].as_u64().unwrap_or(0);
    if !s.screen.is_json() {
        for problem in &problems {
            let place = problem.path.as_deref().unwrap_or_default();
            s.screen.line(s.screen.ink(
                Ink::Change,
                say!("cli-import-problem", place = clean(place), message = clean(&problem.message)),
            ))?;
        }
        if unchanged > 0 {
            s.screen.line(say!("cli-import-unchanged", count = unchanged))?;
        }
    }
    if value.get("items").is_some() {
        return history::proposed(s, value, args.yes, args.confirm).await;
    }
    if let Some(waits) = value["change_set"].as_i64() {
        return history::waiting(s, waits, args.yes, args.confirm).await;
    }
    // Where nothing differs something was read, unless there was nothing in it.
    let unread = unchanged == 0 && !problems.is_empty();
    match (s.screen.is_json(), unread) {
        (true, _) => s.screen.json(&value)?,
        (false, true) => s.screen.error(say!("cli-import-unread"))?,
        (false, false) => s.screen.line(say!("cli-import-nothing"))?,
    }
    Ok(if unread { Exit::Failed } else { Exit::Clear })
}

/// Writes all todos.
pub(crate) async fn export(s: &mut Session<'_>, format: &str, output: Option<&Path>) -> Result<Exit> {
    let path = format!("/api/export/{}", escape(format));
    let text = s.client.text(&path).await?;
    let warnings = s.client.get(&format!("{path}/warnings")).await?["warnings"].clone();
    if !s.screen.is_json() {
        // Beside the file, which may be standard output.
        for warning in read::<Vec<Problem>>(&warnings)? {
            s.screen.error(s.screen.ink(Ink::Change, say!("cli-export-warning", message = clean(&warning.message))))?;
        }
    }
    match output {
        None => {
            let besides = [("format".to_owned(), format.into()), ("warnings".to_owned(), warnings)];
            s.screen.file(&text, Map::from_iter(besides))?;
        }
        Some(path) => {
            let failed = |e: std::io::Error| {
                Failure::new(
                    "unwritable_file",
                    say!("cli-file-unwritable", file = path.display().to_string(), cause = cause(&e)),
                    say!("cli-file-unwritable-hint"),
                )
            };
            effects::write_file(path, text.as_bytes()).map_err(failed)?;
            if s.screen.is_json() {
                s.screen
                    .json(&json!({ "file": path.display().to_string(), "bytes": text.len(), "warnings": warnings }))?;
            } else {
                s.screen.line(say!("cli-exported", file = clean(&path.display().to_string()), bytes = text.len()))?;
            }
        }
    }
    Ok(Exit::Clear)
}
