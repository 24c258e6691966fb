//! The ledger: reading and checking it, and going back.

use super::{Session, review};
use crate::args::{self, Conflicts, UndoRef};
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::store::{open, refused};
use crate::texts::say;
use countersign_core::wire::{EntryView, SetView, UndoConflict, VerifyReport};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// `countersign log`.
pub(crate) async fn log(s: &mut Session<'_>, args: &args::Log) -> Result<Exit> {
    let mut path = format!("/api/ledger?limit={}", args.limit);
    for (name, value) in [("before", args.before), ("set", args.set), ("todo", args.todo)] {
        if let Some(value) = value {
            path.push_str(&format!("&{name}={value}"));
        }
    }
    if !args.audit {
        path.push_str("&kind=proposed,revised,decided,applied,expired,settings");
    }
    let value = s.client.get(&path).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let entries: Vec<EntryView> = read(&value["entries"])?;
    let status = s.client.get("/api/status").await?;
    let zone = status["zone"].as_str().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
    show::entries(s.screen, &entries, &zone)?;
    if let (Some(_), Some(last)) = (value.get("next").filter(|next| !next.is_null()), entries.last()) {
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-log-more", entry = last.seq.0)))?;
    }
    Ok(Exit::Clear)
}

/// `countersign verify`.
pub(crate) async fn verify(s: &mut Session<'_>) -> Result<Exit> {
    let value = s.client.get("/api/ledger/verify").await?;
    let report: VerifyReport = read(&value)?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        show::verified(s.screen, &report)?;
    }
    Ok(if report.ok { Exit::Clear } else { Exit::Failed })
}

/// `countersign rebuild`: needs the folder to itself, since it compares or replaces whole tables.
pub(crate) async fn rebuild(home: &Home, moment: &Moment, write: bool, screen: &mut Screen) -> Result<Exit> {
    let Some(_lock) = home.lock()? else {
        return Err(Failure::new("data_in_use", say!("cli-rebuild-in-use"), say!("cli-rebuild-in-use-hint")));
    };
    let (_, engine) = open(home, moment).await?;
    let report = engine.rebuild(write).await.map_err(refused)?;
    if screen.is_json() {
        screen.json(&json!({ "entries": report.entries, "todos": report.todos, "sets": report.sets, "equal": report.equal, "differences": report.differences, "written": write }))?;
    } else {
        for difference in &report.differences {
            screen.line(clean(difference))?;
        }
        screen.line(match (report.equal, write) {
            (true, _) => say!("cli-rebuild-equal", entries = report.entries, todos = report.todos, sets = report.sets),
            (false, true) => say!("cli-rebuild-written", count = report.differences.len()),
            (false, false) => say!("cli-rebuild-differs", count = report.differences.len()),
        })?;
    }
    Ok(if report.equal || write { Exit::Clear } else { Exit::Failed })
}

/// `countersign undo`.
pub(crate) async fn undo(s: &mut Session<'_>, args: &args::Undo) -> Result<Exit> {
    let (entry, items) = match args.what {
        Some(UndoRef::Entry(entry)) => (entry, None),
        Some(UndoRef::Set(of)) => applied(s, of.set, of.item).await?,
        None => (newest(s).await?, None),
    };
    let conflicts = match args.conflicts {
        Conflicts::Stop => "stop",
        Conflicts::WithLater => "with_later",
        Conflicts::Keep => "keep",
    };
    let mut body = json!({ "conflicts": conflicts });
    if let Some(items) = items {
        body["items"] = json!(items);
    }
    let answer = s.client.post(&format!("/api/ledger/{entry}/undo"), &body).await;
    if let Err(failure) = &answer
        && failure.is("undo_conflict")
        && let Some(details) = failure.details()
        && !s.screen.is_json()
    {
        in_the_way(s.screen, &read(details)?)?;
    }
    proposed(s, answer?, args.yes, args.confirm).await
}

/// `countersign rewind`.
pub(crate) async fn rewind(s: &mut Session<'_>, entry: i64, yes: bool, confirm: bool) -> Result<Exit> {
    let answer = s.client.post("/api/rewind", &json!({ "to": entry })).await?;
    proposed(s, answer, yes, confirm).await
}

/// Shows a set of inverses, and applies it where that was asked for or is agreed to.
pub(crate) async fn proposed(s: &mut Session<'_>, value: Value, yes: bool, confirm: bool) -> Result<Exit> {
    let set: SetView = read(&value)?;
    if s.screen.is_json() && !yes {
        s.screen.json(&value)?;
        return Ok(show::exit(&set));
    }
    if !s.screen.is_json() {
        show::set(s.screen, &set)?;
    }
    let agreed =
        yes || (s.screen.can_ask() && matches!(s.screen.ask(&say!("cli-apply-all-ask"))?.as_deref(), Some("y" | "Y")));
    if agreed {
        return review::apply_all(s, &set, confirm).await;
    }
    show::after(s.screen, &set)?;
    Ok(show::exit(&set))
}

fn in_the_way(screen: &mut Screen, conflict: &UndoConflict) -> Result<()> {
    for later in &conflict.in_the_way {
        screen.line(say!("cli-in-the-way", entry = later.entry.0, item = later.n, label = clean(&later.label)))?;
    }
    for drift in &conflict.drift {
        screen.line(say!(
            "cli-changed-since",
            title = clean(&drift.title),
            field = clean(&drift.field),
            base = clean(&drift.base.to_string()),
            now = clean(&drift.now.to_string())
        ))?;
    }
    Ok(())
}

/// The entry that applied an item, or all of a set.
async fn applied(s: &Session<'_>, set: i64, item: Option<u32>) -> Result<(i64, Option<Vec<u32>>)> {
    let (_, view) = review::fetch(s, set).await?;
    let of: Vec<_> = view.items.iter().filter(|i| item.is_none_or(|n| i.n == n)).collect();
    let entries: BTreeSet<i64> = of.iter().filter_map(|i| i.applied_by).map(|seq| seq.0).collect();
    let items = item.map(|n| vec![n]);
    match entries.into_iter().collect::<Vec<_>>().as_slice() {
        [] => {
            Err(Failure::new("nothing_to_undo", say!("cli-not-applied", set = set), say!("cli-show-hint", set = set)))
        }
        [entry] => Ok((*entry, items)),
        several => {
            let list = several.iter().map(|entry| format!("@{entry}")).collect::<Vec<_>>().join(", ");
            Err(Failure::new(
                "several_entries",
                say!("cli-several-entries", set = set, entries = list),
                say!("cli-several-entries-hint"),
            ))
        }
    }
}

/// The newest entry that can be undone.
async fn newest(s: &Session<'_>) -> Result<i64> {
    let value = s.client.get("/api/ledger?limit=200").await?;
    let entries: Vec<EntryView> = read(&value["entries"])?;
    match entries.iter().find(|entry| entry.undoable) {
        Some(entry) => Ok(entry.seq.0),
        None => Err(Failure::new("nothing_to_undo", say!("cli-nothing-to-undo"), say!("cli-log-hint"))),
    }
}
