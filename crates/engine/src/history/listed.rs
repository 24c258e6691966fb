//! An entry of the ledger as the history shows it.

use countersign_core::change_set::review::preview;
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus, Verdict};
use countersign_core::label::quoted;
use countersign_core::ledger::{Entry, Event};
use countersign_core::prompt::Line;
use countersign_core::reason;
use countersign_core::session::meter::MeterKind;
use countersign_core::session::{SessionChange, SessionState};
use countersign_core::settings::Settings;
use countersign_core::wire::{EntryItem, EntryView};
use countersign_store::{RawEntry, Wrong};
use serde_json::{Map, Value};

/// So much of a setting's value, in characters.
const SETTING: usize = 60;

/// What was done to a conversation, in words.
fn session_title(change: &SessionChange) -> String {
    match change {
        SessionChange::Begun { title: Some(title), .. } => format!("Session {} begun", quoted(title)),
        SessionChange::Begun { title: None, .. } => "Session begun".to_owned(),
        SessionChange::Renamed { before, after } => format!("Session {} renamed to {}", quoted(before), quoted(after)),
        SessionChange::Moved { after: SessionState::Archived, .. } => "Session archived".to_owned(),
        SessionChange::Moved { after: SessionState::Deleted, .. } => "Session deleted".to_owned(),
        SessionChange::Moved { after: SessionState::Active, .. } => "Session restored".to_owned(),
        SessionChange::Carried { carried } => match &carried.from {
            Some(from) => format!("Session handed off from {from}"),
            None => "Session extended".to_owned(),
        },
        SessionChange::Declined { meter: MeterKind::Context, .. } => "Handoff declined".to_owned(),
        SessionChange::Declined { meter: MeterKind::Storage, .. } => "Extension declined".to_owned(),
        SessionChange::BugSettled { bug, resolved: true } => format!("Bug {bug} settled"),
        SessionChange::BugSettled { bug, resolved: false } => format!("Bug {bug} opened again"),
    }
}

/// Which settings were changed, and from what to what, by their names on the wire.
fn settings_title(before: &Settings, after: &Settings) -> String {
    let values = |settings: &Settings| match serde_json::to_value(settings) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    let (before, after) = (values(before), values(after));
    let changed: Vec<String> = after
        .iter()
        .filter_map(|(name, now)| {
            let was = before.get(name).unwrap_or(&Value::Null);
            let shown = |value: &Value| Line::of(value.to_string().chars().take(SETTING).collect::<String>());
            (was != now).then(|| format!("{name} {} → {}", shown(was).as_str(), shown(now).as_str()))
        })
        .collect();
    if changed.is_empty() { "Settings changed".to_owned() } else { format!("Settings changed: {}", changed.join(", ")) }
}

pub(super) fn entry_view(entry: &Entry, set: Option<&ChangeSet>) -> EntryView {
    let status = |n: u32| set.and_then(|s| s.item(n)).map(|i| (i.status, i.applied_by));
    let blank = |n: u32, label: &str| EntryItem {
        n,
        label: label.to_owned(),
        ok: true,
        verdict: None,
        reason: None,
        changes: Vec::new(),
        changes_total: 0,
        files: Vec::new(),
        command: None,
        undoable: false,
        undone: false,
        problem: None,
    };
    let mut items = Vec::new();
    let title = match &entry.event {
        Event::Proposed { set } => {
            items.extend(set.items.iter().map(|i| blank(i.n, &i.label)));
            format!("Proposed: {}", set.title)
        }
        Event::Revised { items: revised, .. } => {
            items.extend(revised.iter().map(|i| blank(i.n, &i.label)));
            "Edited before signing".to_owned()
        }
        Event::Decided { items: decisions, .. } => {
            items.extend(decisions.iter().map(|d| EntryItem {
                verdict: Some(d.verdict),
                reason: d.reason.clone(),
                ..blank(d.n, &d.label)
            }));
            let said = decisions.iter().filter(|d| d.with.is_none());
            decided(said.map(|d| (d.verdict, d.reason.as_deref())))
        }
        Event::Applied { items: outcomes, direct, .. } => {
            items.extend(outcomes.iter().map(|o| EntryItem {
                ok: o.ok,
                verdict: direct.is_some().then_some(Verdict::Confirmed),
                changes: o.changes.iter().take(10).map(preview).collect(),
                changes_total: o.changes.len() as u64,
                files: o.files.clone(),
                command: o.command.clone(),
                undoable: o.ok && o.can_go_back() && status(o.n) == Some((ItemStatus::Applied, Some(entry.seq))),
                undone: o.ok && status(o.n) == Some((ItemStatus::Undone, Some(entry.seq))),
                problem: o.problem.clone(),
                ..blank(o.n, &o.label)
            }));
            match outcomes.iter().filter(|o| o.ok).collect::<Vec<_>>().as_slice() {
                [] if outcomes.iter().any(|o| o.unknown) => "Outcome unknown".to_owned(),
                [] if outcomes.iter().any(|o| o.put_back && o.problem.as_ref().is_none_or(|p| p.code != "drifted")) => {
                    "Put back as it was".to_owned()
                }
                // What a command had done by then stands.
                [] => match outcomes.iter().filter(|o| o.command.is_some()).count() {
                    0 => "Nothing was applied".to_owned(),
                    1 => "1 command failed".to_owned(),
                    n => format!("{n} commands failed"),
                },
                [one] => one.label.clone(),
                [first, rest @ ..] => format!("{} and {} more", first.label, rest.len()),
            }
        }
        Event::Applying { items: begun, .. } => match begun.as_slice() {
            [_] => "Began to apply 1 item".to_owned(),
            many => format!("Began to apply {} items", many.len()),
        },
        Event::Expired { items: undecided, .. } => {
            items.extend(undecided.iter().map(|d| blank(d.n, &d.label)));
            let waited = |n: u32| undecided.iter().any(|d| d.n == n);
            let signed = set
                .iter()
                .flat_map(|set| &set.items)
                .any(|item| item.status == ItemStatus::Expired && item.decided_at.is_some() && !waited(item.n));
            if signed { "Expired before it was applied".to_owned() } else { "Expired unsigned".to_owned() }
        }
        Event::Extended { items: added, .. } => {
            items.extend(added.iter().map(|i| blank(i.n, &i.label)));
            match added.as_slice() {
                [one] => format!("Proposed as well: {}", one.label),
                many => format!("Proposed as well: {} items", many.len()),
            }
        }
        Event::Settings { before, after } => settings_title(before, after),
        Event::Audit { action, detail } => super::noted::title(action, detail),
        Event::RuleMade { rule } => format!("Rule {} signed: {}", rule.id, rule.grant.name()),
        Event::RuleUsed { rule, item, label, .. } => {
            items.push(blank(*item, label));
            format!("Rule {rule} used")
        }
        Event::RuleSuspended { rule, ended } => format!("Rule {rule} suspended: {}", ended.why),
        Event::RuleRevoked { rule, .. } => format!("Rule {rule} revoked"),
        Event::RuleKept { rule, agent, count, .. } => format!("Rule {rule} kept {agent} from proposing {count}"),
        Event::Memory { label, forgotten: true, .. } => format!("Forgotten: {label}"),
        Event::Memory { label, forgotten: false, .. } => format!("Remembered again: {label}"),
        Event::Session { change, .. } => session_title(change),
        Event::Plan { plan, changed, .. } => {
            format!("Plan document, version {}: {}", plan.metadata.version, changed.join(", "))
        }
    };
    let undoable = items.iter().any(|i| i.undoable);
    EntryView {
        seq: entry.seq,
        at: entry.at,
        actor: entry.actor.clone(),
        kind: entry.event.kind().to_owned(),
        set: entry.event.set(),
        source: match &entry.event {
            Event::Proposed { set } => Some(set.source.clone()),
            _ => None,
        },
        title,
        items,
        files: None,
        undoable,
        damage: None,
        prev: entry.prev.clone(),
        hash: entry.hash.clone(),
    }
}

/// What is left of an entry that cannot be read.
pub(super) fn unreadable(raw: &RawEntry) -> EntryView {
    EntryView {
        seq: raw.seq,
        at: raw.at.parse().unwrap_or_default(),
        actor: serde_json::from_str(&raw.actor).unwrap_or(Actor::System),
        kind: raw.kind.clone(),
        set: raw.set,
        source: None,
        title: String::new(),
        items: Vec::new(),
        files: None,
        undoable: false,
        damage: Some(Wrong::Unreadable.word().to_owned()),
        prev: raw.prev.clone(),
        hash: raw.hash.clone(),
    }
}

fn decided<'a>(verdicts: impl Iterator<Item = (Verdict, Option<&'a str>)>) -> String {
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for (verdict, why) in verdicts {
        let word = match verdict {
            Verdict::Retracted if why == Some(reason::WITHDRAWN) => "withdrawn",
            Verdict::Retracted if why == Some(reason::REPLACED) => "replaced",
            Verdict::Confirmed => "signed",
            Verdict::Rejected => "rejected",
            Verdict::Deferred => "deferred",
            Verdict::Retracted => "retracted",
            Verdict::Undecided => "undecided",
        };
        match counts.iter_mut().find(|(w, _)| *w == word) {
            Some((_, n)) => *n += 1,
            None => counts.push((word, 1)),
        }
    }
    counts.into_iter().map(|(word, n)| format!("{n} {word}")).collect::<Vec<_>>().join(", ")
}
