//! The ledger: reading and checking it, and going back.

use super::{Session, review};
use crate::args::{self, Conflicts, UndoRef};
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, Source, Verdict};
use countersign_core::command::CommandOutcome;
use countersign_core::ids::Seq;
use countersign_core::label::inside;
use countersign_core::ledger::LOGGED;
use countersign_core::wire::{EntryItem, EntryView, ItemView, LastView, SetView, SignItem, UndoConflict, VerifyReport};
use jiff::tz::TimeZone;
use serde::Deserialize;
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
        path.push_str(&format!("&kind={}", LOGGED.join(",")));
    }
    let value = s.client.get(&path).await?;
    let entries: Vec<EntryView> = read(&value["entries"])?;
    if entries.is_empty() && args.before.is_none() {
        // What has no entries may not exist; the answer then says so. A todo that is gone has some.
        if let Some(set) = args.set {
            review::fetch(s, set).await?;
        }
        if let Some(todo) = args.todo {
            s.client.get(&format!("/api/todos/{todo}")).await?;
        }
    }
    // What is shown of these is not what was written.
    let exit = if entries.iter().any(|entry| entry.damage.is_some()) { Exit::Failed } else { Exit::Clear };
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(exit);
    }
    let status = s.client.get("/api/status").await?;
    let zone = status["zone"].as_str().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
    show::entries(s.screen, &entries, value["current"].as_i64().map(Seq), &zone)?;
    if let (Some(_), Some(last)) = (value.get("next").filter(|next| !next.is_null()), entries.last()) {
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-log-more", entry = last.seq.0)))?;
    }
    Ok(exit)
}

/// `countersign verify`.
pub(crate) async fn verify(s: &mut Session<'_>) -> Result<Exit> {
    // What is left may be sound; it is not what was written.
    if let Some(why) = s.client.looks().filter(|_| s.client.misses()) {
        return Err(Failure::Answered(Box::new(why.clone())));
    }
    let value = s.client.get("/api/ledger/verify").await?;
    let report: VerifyReport = read(&value)?;
    let contents = s.client.get("/api/contents").await?;
    let kept: Kept = read(&contents)?;
    if s.screen.is_json() {
        let mut value = value;
        value["contents"] = contents;
        s.screen.json(&value)?;
    } else {
        show::verified(s.screen, &report)?;
        if kept.lost > 0 {
            s.screen.line(s.screen.ink(Ink::Danger, kept.sentence()))?;
        }
        if kept.unread > 0 {
            s.screen.line(say!("cli-contents-unread", count = kept.unread))?;
        }
    }
    Ok(if report.ok && kept.lost == 0 { Exit::Clear } else { Exit::Failed })
}

/// The answer of `/api/contents`.
#[derive(Debug, Deserialize)]
pub(crate) struct Kept {
    pub(crate) checked: u64,
    pub(crate) unread: u64,
    pub(crate) lost: u64,
    sets: Vec<i64>,
    #[serde(default)]
    waiting: Vec<i64>,
    #[serde(default)]
    images: Vec<String>,
}

impl Kept {
    /// What is lost, and what cannot be taken back, applied or shown for that.
    pub(crate) fn sentence(&self) -> String {
        let listed = |sets: &[i64]| sets.iter().map(|set| format!("#{set}")).collect::<Vec<_>>().join(", ");
        let mut said = vec![say!("cli-contents-lost", count = self.lost)];
        if !self.sets.is_empty() {
            said.push(say!("cli-contents-lost-sets", sets = listed(&self.sets)));
        }
        if !self.waiting.is_empty() {
            said.push(say!("cli-contents-lost-waiting", sets = listed(&self.waiting)));
        }
        if !self.images.is_empty() {
            said.push(say!("cli-contents-lost-images", images = clean(&self.images.join(", "))));
        }
        said.join(" ")
    }
}

/// `countersign rebuild`.
pub(crate) async fn rebuild(s: &mut Session<'_>, write: bool) -> Result<Exit> {
    let value = match s.client.restored() {
        // Opening it was all there was to do; of a copy it says what there is to do.
        Some(restored) => {
            let mut value = serde_json::to_value(restored).map_err(std::io::Error::from)?;
            value["written"] = json!(write);
            value
        }
        None => s.client.post("/api/rebuild", &json!({ "write": write })).await?,
    };
    let report: Rebuilt = read(&value)?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        show::differences(s.screen, &report.differences, report.differing)?;
        s.screen.line(match (report.equal, report.written) {
            (true, _) => say!("cli-rebuild-equal", entries = report.entries, todos = report.todos, sets = report.sets),
            (false, true) => say!("cli-rebuild-written", count = report.differing),
            (false, false) => say!("cli-rebuild-differs", count = report.differing),
        })?;
        if let Some(dir) = s.client.aside() {
            s.screen.line(say!("cli-rebuild-aside", dir = clean(&dir.display().to_string())))?;
        }
    }
    Ok(if report.equal || report.written { Exit::Clear } else { Exit::Failed })
}

/// The answer of `/api/rebuild`.
#[derive(Debug, Deserialize)]
pub(crate) struct Rebuilt {
    entries: u64,
    todos: u64,
    sets: u64,
    pub(crate) equal: bool,
    pub(crate) differing: u64,
    differences: Vec<String>,
    written: bool,
}

/// `countersign undo`.
pub(crate) async fn undo(s: &mut Session<'_>, args: &args::Undo) -> Result<Exit> {
    let (of, items) = match args.what {
        Some(UndoRef::Entry(entry)) => (format!("ledger/{entry}"), None),
        Some(UndoRef::Set(of)) => applied(s, of.set, of.item).await?,
        None => (format!("ledger/{}", newest(s, args.yes).await?), None),
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
    let before = head(s, args.yes).await?;
    let answer = s.client.post(&format!("/api/{of}/undo"), &body).await;
    if let Err(failure) = &answer
        && failure.is("undo_conflict")
        && let Some(details) = failure.details()
        && !s.screen.is_json()
    {
        let conflict: UndoConflict = read(details)?;
        if let Some(why) = conflict.drift.iter().find_map(show::unseen).filter(|_| conflict.in_the_way.is_empty()) {
            return Err(Failure::new("drifted", why, say!("cli-drift-unseen-hint")));
        }
        in_the_way(s.screen, &conflict)?;
        let hint = match (conflict.in_the_way.is_empty(), conflict.keeps) {
            (true, _) => say!("cli-undo-outside-hint"),
            (false, true) => say!("cli-undo-conflict-hint"),
            (false, false) => say!("cli-undo-later-hint"),
        };
        return Err(Failure::new("undo_conflict", failure.to_string(), hint));
    }
    if let Err(failure) = &answer
        && failure.is("as_before")
    {
        // What was asked for is so.
        match s.screen.is_json() {
            true => s.screen.json(&failure.body())?,
            false => s.screen.line(show::sentence(&failure.body().message))?,
        }
        return Ok(Exit::Clear);
    }
    let answer = answer?;
    let ours = made(s, &answer, before).await?;
    offered(s, answer, args.yes, args.confirm, ours).await
}

/// `countersign rewind`.
pub(crate) async fn rewind(s: &mut Session<'_>, entry: i64, yes: bool, confirm: bool) -> Result<Exit> {
    let before = head(s, yes).await?;
    let answer = s.client.post("/api/rewind", &json!({ "to": entry })).await?;
    let ours = made(s, &answer, before).await?;
    offered(s, answer, yes, confirm, ours).await
}

/// The newest entry of the ledger, where it matters whether a set is new.
async fn head(s: &Session<'_>, matters: bool) -> Result<Option<i64>> {
    Ok(match matters {
        true => s.client.get("/api/ledger?limit=1").await?["head"]["seq"].as_i64().or(Some(0)),
        false => None,
    })
}

/// Whether a set was proposed after an entry: taking the same thing back twice gives the set that waits already.
async fn made(s: &Session<'_>, set: &Value, before: Option<i64>) -> Result<bool> {
    let Some(before) = before else { return Ok(false) };
    let newest = s.client.get("/api/ledger?limit=50").await?;
    let is_it = |entry: &Value| entry["kind"] == "proposed" && entry["set"] == set["id"];
    Ok(newest["entries"].as_array().into_iter().flatten().any(|e| is_it(e) && e["seq"].as_i64() > Some(before)))
}

/// Shows a set that was just made, and applies it where that was asked for or is agreed to.
pub(crate) async fn proposed(s: &mut Session<'_>, value: Value, yes: bool, confirm: bool) -> Result<Exit> {
    offered(s, value, yes, confirm, true).await
}

/// Shows a set that waits for the same already, and asks about it like one that was made now.
pub(crate) async fn waiting(s: &mut Session<'_>, set: i64, yes: bool, confirm: bool) -> Result<Exit> {
    let (value, _) = review::fetch(s, set).await?;
    offered(s, value, yes, confirm, false).await
}

/// As [`proposed`]. What is not `ours` waited before, and goes on waiting where it cannot be applied.
async fn offered(s: &mut Session<'_>, value: Value, yes: bool, confirm: bool, ours: bool) -> Result<Exit> {
    let set: SetView = read(&value)?;
    if s.screen.is_json() && !yes {
        s.screen.json(&value)?;
        return Ok(show::exit(&set));
    }
    // It may be long, and is said by now.
    drop(value);
    if !s.screen.is_json() {
        show::set(s.screen, &set)?;
    }
    // "Yes" is to all of it: a part of what was asked for is not what was asked for.
    let invalid = set.items.iter().filter(|item| item.status == ItemStatus::Invalid).count();
    if yes && invalid > 0 {
        if ours {
            withdraw(s, &set).await;
        }
        let text = say!("cli-invalid-items", count = invalid, total = set.items.len());
        return Err(Failure::new("invalid_items", text, say!("cli-invalid-items-hint")));
    }
    let agreed = yes || s.agrees(&say!("cli-apply-all-ask"), false).await?;
    if agreed {
        let applied = review::apply_all(s, &set, confirm).await;
        return match applied {
            Err(failure) if yes && ours => {
                withdraw(s, &set).await;
                Err(withdrawn(failure, &set))
            }
            applied => applied,
        };
    }
    show::after(s.screen, &set)?;
    Ok(show::exit(&set))
}

/// Takes a set back that was only made to be applied at once, and was not. Whether that succeeds
/// changes nothing about why it was not applied, which is what is said.
async fn withdraw(s: &Session<'_>, set: &SetView) {
    let open: Vec<SignItem> = set.items.iter().map(review::sign_item).collect();
    let _ = review::decided(s, set, &open, Verdict::Retracted, None).await;
}

/// Why a set that was taken back was not applied: what is said of the set itself leads nowhere any more.
fn withdrawn(failure: Failure, set: &SetView) -> Failure {
    if failure.is("drifted") {
        if let Some(unseen) = review::unseen(set) {
            return unseen;
        }
        return Failure::new("drifted", say!("cli-withdrawn"), say!("cli-withdrawn-hint"));
    }
    if failure.is("confirmation_required") {
        return Failure::new("confirmation_required", failure.body().message, say!("cli-withdrawn-confirm"));
    }
    failure
}

/// What was changed since, and so is in the way of an undo.
pub(crate) fn in_the_way(screen: &mut Screen, conflict: &UndoConflict) -> Result<()> {
    for later in &conflict.in_the_way {
        screen.line(say!("cli-in-the-way", entry = later.entry.0, item = later.n, label = clean(&later.label)))?;
    }
    for drift in &conflict.drift {
        // Of a file only its digest is known, which says nothing to a person.
        if drift.id.0 == 0 && (drift.now.is_null() || drift.now.as_str().is_some_and(show::is_hash)) {
            let title = inside(&drift.title);
            screen.line(match (conflict.in_the_way.is_empty(), drift.now.is_null()) {
                (true, true) => say!("cli-gone-outside", title = title),
                (true, false) => say!("cli-changed-outside", title = title),
                (false, _) => continue,
            })?;
            continue;
        }
        if let Some(text) = show::came_or_went(drift) {
            screen.line(text)?;
            continue;
        }
        let [base, now, _] = show::drift_values(drift, usize::MAX);
        screen.line(say!(
            "cli-changed-since",
            title = inside(&drift.title),
            field = show::field(&drift.field),
            base = base,
            now = now
        ))?;
    }
    if !conflict.deletes.is_empty() {
        let names: Vec<String> = conflict.deletes.iter().map(|name| inside(name)).collect();
        screen.line(say!("cli-undo-deletes", names = names.join(", ")))?;
    }
    Ok(())
}

/// What is taken back with an item, or with all of a set: an entry, or the set where that took several.
async fn applied(s: &mut Session<'_>, set: i64, item: Option<u32>) -> Result<(String, Option<Vec<u32>>)> {
    let view = review::set(s, set).await?;
    let of: Vec<_> = view.items.iter().filter(|i| item.is_none_or(|n| i.n == n)).collect();
    let entries: BTreeSet<i64> = of.iter().filter_map(|i| i.applied_by).map(|seq| seq.0).collect();
    let items = item.map(|n| vec![n]);
    let of_set = s.client.get(&format!("/api/ledger?set={set}&kind=applied&limit=200")).await?;
    let told: Vec<EntryView> = read(&of_set["entries"])?;
    let back: Vec<i64> =
        told.iter().filter(|e| e.undoable && entries.contains(&e.seq.0)).map(|e| e.seq.0).rev().collect();
    // What was taken back before does not stay, and of what changed nothing there is nothing that could.
    let stays = |i: &&ItemView| i.status != ItemStatus::Undone && !i.only_looks();
    let stands = |entry: &i64| of.iter().any(|i| i.applied_by == Some(Seq(*entry)) && stays(i));
    // Where none can be taken back, it is said why: of the newest that did something, if one did.
    let back: Vec<i64> = match back.is_empty() {
        true => entries.iter().rfind(|entry| stands(entry)).or(entries.last()).copied().into_iter().collect(),
        false => back,
    };
    if !back.is_empty() && back.len() < entries.len() && !s.screen.is_json() {
        let stays = entries.iter().filter(|entry| !back.contains(entry) && stands(entry));
        let stays: Vec<String> = stays.map(|entry| format!("@{entry}")).collect();
        if !stays.is_empty() {
            s.screen.line(say!("cli-undo-stays", set = set, entries = stays.join(", ")))?;
        }
    }
    match back.as_slice() {
        [] => {
            Err(Failure::new("nothing_to_undo", say!("cli-not-applied", set = set), say!("cli-show-hint", set = set)))
        }
        [entry] => Ok((format!("ledger/{entry}"), items)),
        _ => Ok((format!("change-sets/{set}"), None)),
    }
}

/// Whether an entry after the last that can be taken back ran a command in the folder itself that may do more
/// than look. One that took something back is no change of its own, and of one that could be taken back that is
/// done by then.
async fn wrote(s: &Session<'_>, entry: &EntryView) -> Result<bool> {
    let ran = |item: &EntryItem| {
        let stays = |command: &CommandOutcome| {
            let folders = command.made.is_empty() && command.removed.is_empty();
            command.copy.is_none() && !command.recorded && !command.unchanged && folders
        };
        item.command.as_ref().is_some_and(stays)
    };
    let (Some(set), true) = (entry.set, entry.items.iter().any(ran)) else { return Ok(false) };
    let set = review::set(s, set.0).await?;
    if matches!(set.source, Source::Undo { .. } | Source::Rewind { .. }) {
        return Ok(false);
    }
    let looks = |n: u32| {
        let item = set.items.iter().find(|item| item.n == n);
        item.and_then(|item| item.command.as_ref())
            .is_some_and(|command| command.class == "read_only" && command.argv.is_some())
    };
    Ok(entry.items.iter().filter(|item| ran(item)).any(|item| !looks(item.n)))
}

/// What "undo" takes back; a command that was run after it is named.
async fn newest(s: &mut Session<'_>, yes: bool) -> Result<i64> {
    let LastView { undo, redo } = read(&s.client.get("/api/ledger/last").await?)?;
    let undoable = undo.map(|seq| seq.0);
    let value = s.client.get("/api/ledger?limit=200").await?;
    let entries: Vec<EntryView> = read(&value["entries"])?;
    let mut last = None;
    for entry in entries.iter().take_while(|entry| undo.is_none_or(|undo| entry.seq > undo)) {
        if last.is_none() && wrote(s, entry).await? {
            last = Some(entry);
        }
    }
    if let Some(command) = last {
        // What is taken back is not what was done last: that is said, and not done on a mere yes.
        let text = say!("cli-undo-command", entry = command.seq.0, label = clean(&command.title));
        let hint = match undoable {
            Some(before) => say!("cli-undo-command-before", before = before),
            None => say!("cli-undo-command-alone"),
        };
        if yes || undoable.is_none() {
            return Err(Failure::new("command_ran", text, hint));
        }
        if !s.screen.is_json() {
            s.screen.line(text)?;
        }
    }
    undoable.ok_or_else(|| {
        let hint = if redo.is_some() { say!("cli-redo-hint") } else { say!("cli-log-hint") };
        Failure::new("nothing_to_undo", say!("cli-nothing-to-undo"), hint)
    })
}
