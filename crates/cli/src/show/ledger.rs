//! The ledger: its entries, and its check.

use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;
use countersign_core::change_set::{Actor, ItemStatus, Verdict};
use countersign_core::ids::{Seq, TodoId};
use countersign_core::wire::{BrokenEntry, DecisionView, EntryItem, EntryView, VerifyReport};
use jiff::tz::TimeZone;

/// So many items of an entry are listed.
const ITEMS: usize = 10;

/// Entries, as they come; `current` is the last change that stands.
pub(crate) fn entries(screen: &mut Screen, entries: &[EntryView], current: Option<Seq>, zone: &TimeZone) -> Result<()> {
    if entries.is_empty() {
        return screen.line(say!("cli-log-empty"));
    }
    for entry in entries {
        let at = entry.at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
        let set = entry.set.map(|set| format!("  #{set}")).unwrap_or_default();
        let head = screen.ink(Ink::Strong, format!("@{}", entry.seq));
        let undone = |item: &EntryItem| item.undone;
        let undoable = match (entry.undoable, entry.items.iter().filter(|item| item.ok).all(undone)) {
            (true, _) => format!("   {}", screen.ink(Ink::Faint, say!("cli-log-undoable"))),
            (false, true) if entry.items.iter().any(undone) => {
                format!("   {}", screen.ink(Ink::Faint, super::status_word(ItemStatus::Undone)))
            }
            (false, _) => String::new(),
        };
        let current = match current == Some(entry.seq) {
            true => format!("   {}", screen.ink(Ink::Strong, say!("cli-log-current"))),
            false => String::new(),
        };
        let damage = match entry.damage.as_deref() {
            None => String::new(),
            Some("unreadable") => format!("   {}", screen.ink(Ink::Danger, say!("cli-log-unreadable"))),
            Some(_) => format!("   {}", screen.ink(Ink::Danger, say!("cli-log-changed"))),
        };
        screen.line(format!(
            "{head}  {at}  {}  {}{set}  {}{current}{undoable}{damage}",
            who(&entry.actor),
            super::kind(&entry.kind),
            clean(&entry.title)
        ))?;
        // One item without a word of the person's own is its title again.
        let said = matches!(entry.items.as_slice(), [only] if only.ok && only.reason.is_none() && entry.title.contains(&only.label));
        for item in entry.items.iter().take(if said { 0 } else { ITEMS }) {
            let spoken = item.verdict.filter(|v| *v == Verdict::Retracted).and(spoken_of(item.reason.as_deref()));
            let why = item.reason.as_deref().filter(|_| spoken.is_none());
            let verdict =
                item.verdict.map(|v| format!("{}  ", spoken.unwrap_or_else(|| verdict(v)))).unwrap_or_default();
            let failed = match item.problem.as_ref().map(|problem| problem.code.as_ref()) {
                _ if item.undone => format!("   {}", screen.ink(Ink::Faint, super::status_word(ItemStatus::Undone))),
                _ if item.ok => String::new(),
                Some("outcome_unknown") => {
                    format!("   {}", screen.ink(Ink::Danger, super::status_word(ItemStatus::Unknown)))
                }
                Some("interrupted") => format!("   {}", screen.ink(Ink::Faint, say!("cli-log-put-back"))),
                _ => format!("   {}", screen.ink(Ink::Danger, say!("cli-status-failed"))),
            };
            let reason = why.map(|r| format!("   {}", super::in_quotes(&reason(r)))).unwrap_or_default();
            screen.line(format!("      {}  {verdict}{}{reason}{failed}", item.n, clean(&item.label)))?;
        }
        for done in entry.items.iter().take(ITEMS).filter_map(|item| item.command.as_ref()) {
            super::apart(screen, done, "      ")?;
        }
        if entry.items.len() > ITEMS {
            screen.line(format!("      {}", say!("cli-more-items", count = entry.items.len() - ITEMS)))?;
        }
    }
    Ok(())
}

/// Decisions, as they come.
pub(crate) fn decisions(screen: &mut Screen, decisions: &[DecisionView], zone: &TimeZone) -> Result<()> {
    if decisions.is_empty() {
        return screen.line(say!("cli-decisions-empty"));
    }
    for one in decisions {
        let at = one.at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
        let head = screen.ink(Ink::Strong, format!("#{}.{}", one.set, one.n));
        let agent = one.agent.as_deref().map(|name| format!("  {}", clean(name))).unwrap_or_default();
        let spoken = if one.verdict == "retracted" { spoken_of(one.reason.as_deref()) } else { None };
        let why = one.reason.as_deref().filter(|_| spoken.is_none());
        let why = why.map(|r| format!("   {}", super::in_quotes(&reason(r)))).unwrap_or_default();
        let said = spoken.unwrap_or_else(|| said(&one.verdict));
        let place = screen.ink(Ink::Faint, format!("@{}.{}", one.entry, one.n));
        screen.line(format!("{head}  {at}{agent}  {said}  {}{why}  {place}", clean(&one.label)))?;
    }
    Ok(())
}

/// What became of a proposal that the person took back in words, or put otherwise, by the reason that is stored for it.
pub(crate) fn spoken_of(reason: Option<&str>) -> Option<String> {
    match reason? {
        "withdrawn" => Some(say!("cli-status-withdrawn")),
        "replaced" => Some(say!("cli-status-replaced")),
        _ => None,
    }
}

/// A verdict's wire word in the person's language.
fn said(word: &str) -> String {
    match word {
        "confirmed" => say!("cli-status-confirmed"),
        "rejected" => say!("cli-status-rejected"),
        "deferred" => say!("cli-status-deferred"),
        "retracted" => say!("cli-status-retracted"),
        "expired" => say!("cli-status-expired"),
        _ => say!("cli-verdict-undecided"),
    }
}

/// A fixed reason in the person's language; other words as they are.
pub(crate) fn reason(text: &str) -> String {
    match text {
        "wrong-target" => say!("cli-reason-wrong-target"),
        "wrong-value" => say!("cli-reason-wrong-value"),
        "my-wording" => say!("cli-reason-my-wording"),
        "not-now" => say!("cli-reason-not-now"),
        "not-needed" => say!("cli-reason-not-needed"),
        "too-risky" => say!("cli-reason-too-risky"),
        "already-done" => say!("cli-reason-already-done"),
        "duplicate" => say!("cli-reason-duplicate"),
        "other" => say!("cli-reason-other"),
        own => clean(own),
    }
}

fn who(actor: &Actor) -> String {
    match actor {
        Actor::User { via } => say!("cli-actor-user", via = through(via)),
        Actor::Agent { name } => clean(name),
        Actor::System => say!("cli-actor-system"),
        Actor::Rule { rule, name } => say!("cli-actor-rule", rule = rule.to_string(), name = clean(name)),
    }
}

/// What a person acted through, by its word on the wire.
fn through(via: &str) -> String {
    match via {
        "page" => say!("cli-via-page"),
        "terminal" => say!("cli-via-terminal"),
        "api" => say!("cli-via-api"),
        "editor" => say!("cli-via-editor"),
        other => clean(other),
    }
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Confirmed => say!("cli-status-confirmed"),
        Verdict::Rejected => say!("cli-status-rejected"),
        Verdict::Deferred => say!("cli-status-deferred"),
        Verdict::Retracted => say!("cli-status-retracted"),
        Verdict::Undecided => say!("cli-verdict-undecided"),
    }
}

/// Where the ledger is broken, and how.
pub(crate) fn verdict_on(broken: &BrokenEntry) -> String {
    let what = match broken.what.as_str() {
        "missing" => say!("cli-broken-missing"),
        "changed" => say!("cli-broken-changed"),
        "reordered" => say!("cli-broken-reordered"),
        "unreadable" => say!("cli-broken-unreadable"),
        other => clean(other),
    };
    say!("cli-verify-broken", entry = broken.seq.0, what = what)
}

/// What can still be relied on.
pub(crate) fn meaning(broken: &BrokenEntry) -> String {
    match broken.seq.0 {
        ..=1 => say!("cli-verify-means-none"),
        seq => say!("cli-verify-means", last = seq - 1, entry = seq),
    }
}

/// Which todos share an identity.
pub(crate) fn doubles(report: &VerifyReport) -> String {
    let group = |ids: &Vec<TodoId>| ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" = ");
    let named = report.doubles.iter().map(group).collect::<Vec<_>>().join(", ");
    say!("cli-doubles", count = report.doubles.len(), todos = named)
}

/// Where what is stored is not what the ledger makes: the first of so many, and how many more there are.
pub(crate) fn differences(screen: &mut Screen, first: &[String], count: u64) -> Result<()> {
    for difference in first {
        screen.line(clean(difference))?;
    }
    match count.saturating_sub(first.len() as u64) {
        0 => Ok(()),
        more => screen.line(say!("cli-differences-more", count = more)),
    }
}

/// What the check of the ledger, and of what is stored, found.
pub(crate) fn verified(screen: &mut Screen, report: &VerifyReport) -> Result<()> {
    if !report.doubles.is_empty() {
        screen.line(screen.ink(Ink::Change, doubles(report)))?;
    }
    match (&report.broken, &report.head) {
        (Some(broken), _) => {
            screen.line(screen.ink(Ink::Danger, verdict_on(broken)))?;
            screen.line(super::sentence(&broken.message))?;
            screen.line(meaning(broken))?;
            screen.line(say!("cli-verify-next"))
        }
        (None, Some(head)) => {
            screen.line(screen.ink(Ink::Signed, say!("cli-verify-ok", count = report.entries)))?;
            screen.line(say!("cli-verify-head", entry = head.seq.0, hash = clean(&head.hash)))?;
            if report.differing > 0 {
                screen.line(screen.ink(Ink::Danger, say!("cli-verify-differs", count = report.differing)))?;
                differences(screen, &report.differences, report.differing)?;
                screen.line(say!("cli-verify-differs-next"))?;
            }
            Ok(())
        }
        (None, None) => screen.line(say!("cli-verify-empty")),
    }
}
