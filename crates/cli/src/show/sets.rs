//! Change sets: header, items, what can be done next; the inbox; receipts.

use super::{defect, item_line};
use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, Risk, SetStatus, Source};
use countersign_core::command::CommandOutcome;
use countersign_core::ids::Seq;
use countersign_core::wire::{Counts, ItemView, Outcome, Receipt, SetSummary, SetView};
use std::collections::BTreeSet;

/// So many hex digits of the digest are shown as the base.
const BASE: usize = 8;
/// What stands between two counts of a line.
const LISTED: &str = ", ";

/// The whole set, without a closing line.
pub(crate) fn set(screen: &mut Screen, set: &SetView) -> Result<()> {
    let base: String = set.digest.chars().take(BASE).collect();
    let head = format!("#{}  {}{}", set.id, counts(&set.counts, LISTED), so_far(set));
    screen.line(format!(
        "{}   {}",
        screen.ink(Ink::Strong, head),
        screen.ink(Ink::Faint, say!("cli-base", base = base))
    ))?;
    if !set.title.is_empty() {
        screen.line(screen.ink(Ink::Faint, format!("    {}", super::in_quotes(&set.title))))?;
    }
    if let Some(text) = proposer(&set.source) {
        screen.line(screen.ink(Ink::Faint, format!("    {text}")))?;
    }
    let folders: BTreeSet<&str> = set.items.iter().filter_map(|i| i.workspace()).map(|id| id.0.as_str()).collect();
    if !folders.is_empty() {
        let names = clean(&folders.iter().copied().collect::<Vec<_>>().join(", "));
        screen.line(screen.ink(Ink::Faint, format!("    {}", say!("cli-set-in", folders = names))))?;
    }
    for item in &set.items {
        for line in item_line(screen, item) {
            screen.line(line)?;
        }
        // Which of them, where a set is about several.
        if let Some(id) = item.workspace().filter(|_| folders.len() > 1) {
            screen.line(screen.ink(Ink::Change, format!("         {}", say!("cli-set-in", folders = clean(&id.0)))))?;
        }
        // Nobody asked for it, or not in these words: its reason stands beside it.
        if (matches!(set.source, Source::Wake { .. }) || item.said_by.is_some()) && !item.why.is_empty() {
            let (whose, why) = super::items::why(item);
            let line = if item.said_by.is_none() { clean(&why) } else { format!("{whose}: {}", clean(&why)) };
            screen.line(screen.ink(Ink::Faint, format!("         {line}")))?;
        }
    }
    if set.blast.deletes > 0 {
        // What a command beside them does is said at the command.
        let text = match set.items.iter().any(|item| item.verb == "delete" && item.lasts()) {
            true => say!("cli-blast", deletes = set.blast.deletes),
            false => say!("cli-blast-reversible", deletes = set.blast.deletes),
        };
        screen.line(screen.ink(Ink::Danger, text))?;
    }
    Ok(())
}

/// Which agent proposed it.
fn proposer(source: &Source) -> Option<String> {
    match source {
        Source::Agent { agent } | Source::Wake { agent, .. } => {
            Some(say!("cli-proposed-by", agent = super::agent_name(agent)))
        }
        _ => None,
    }
}

/// Of a set that is partly decided, what has become of its items: ` (2 applied, 1 rejected, 1 open)`.
fn so_far(set: &SetView) -> String {
    if set.status != SetStatus::PartiallyResolved {
        return String::new();
    }
    let count = |is: &dyn Fn(ItemStatus) -> bool| set.items.iter().filter(|item| is(item.status)).count();
    let (applied, rejected) = (count(&|is| is == ItemStatus::Applied), count(&|is| is == ItemStatus::Rejected));
    let (deferred, drifted) = (count(&|is| is == ItemStatus::Deferred), count(&|is| is == ItemStatus::Drifted));
    let (undone, failed) = (count(&|is| is == ItemStatus::Undone), count(&|is| is == ItemStatus::Failed));
    let unknown = count(&|is| is == ItemStatus::Unknown);
    let signed = count(&|is| is == ItemStatus::Confirmed);
    let open = count(&|is| matches!(is, ItemStatus::Pending | ItemStatus::Blocked));
    if applied + rejected + undone + failed + unknown == 0 {
        return String::new();
    }
    let parts: Vec<String> = [
        (applied, say!("cli-desk-n-applied", count = applied)),
        (undone, say!("cli-n-undone", count = undone)),
        (failed, say!("cli-n-failed", count = failed)),
        (unknown, say!("cli-n-unknown", count = unknown)),
        (rejected, say!("cli-desk-n-rejected", count = rejected)),
        (deferred, say!("cli-desk-n-deferred", count = deferred)),
        (drifted, say!("cli-desk-n-drifted", count = drifted)),
        (signed, say!("cli-n-signed", count = signed)),
        (open, say!("cli-desk-n-open", count = open)),
    ]
    .into_iter()
    .filter_map(|(n, text)| (n > 0).then_some(text))
    .collect();
    format!(" ({})", parts.join(LISTED))
}

/// The closing lines: what is so, and what can be done next.
pub(crate) fn after(screen: &mut Screen, set: &SetView) -> Result<()> {
    let id = set.id.0;
    match set.status {
        SetStatus::Expired => return screen.line(say!("cli-set-expired", set = id)),
        SetStatus::Resolved => return screen.line(say!("cli-set-resolved")),
        SetStatus::Pending | SetStatus::PartiallyResolved => {}
    }
    let count = |status: ItemStatus| set.items.iter().filter(|item| item.status == status).count();
    let (signed, drifted) = (count(ItemStatus::Confirmed), count(ItemStatus::Drifted));
    let applied = count(ItemStatus::Applied);
    // A command that ran, or a tool that was called, may have changed anything, whatever it came to.
    let ran = set.items.iter().any(|item| {
        let began = item.command.as_ref().is_some_and(|command| command.outcome.is_some())
            || item.tool.as_ref().is_some_and(|tool| tool.outcome.is_some());
        super::runs(item)
            && (began || item.failure.is_some() || matches!(item.status, ItemStatus::Applying | ItemStatus::Unknown))
    });
    if applied == 0 && !ran {
        screen.line(screen.ink(Ink::Strong, say!("cli-nothing-changed")))?;
    }
    if drifted > 0 {
        screen.line(screen.ink(Ink::Change, say!("cli-drifted-next", count = drifted, set = id)))?;
    }
    // Signed before it drifted, an item keeps the others from being applied.
    let held = set.items.iter().any(|item| item.status == ItemStatus::Drifted && item.decided_at.is_some());
    if signed > 0 && !held {
        screen.line(say!("cli-signed-next", count = signed, set = id))?;
    }
    let first =
        |of: &[ItemStatus]| set.items.iter().find(|item| of.contains(&item.status)).map(|item| u64::from(item.n));
    if let Some(item) = first(&[ItemStatus::Failed]) {
        let failed = count(ItemStatus::Failed);
        screen.line(say!("cli-failed-next", count = failed, set = id, item = item))?;
    }
    if let Some(item) = first(&[ItemStatus::Pending]) {
        screen.line(say!("cli-pending-next", set = id, item = item))?;
    } else if let Some(item) = first(&[ItemStatus::Deferred]) {
        // What was put off is taken up by its number alone.
        screen.line(say!("cli-deferred-next", count = count(ItemStatus::Deferred), set = id, item = item))?;
    } else if let Some(invalid) = set.items.iter().find(|item| item.status == ItemStatus::Invalid)
        && signed + drifted + count(ItemStatus::Blocked) == 0
    {
        screen.line(say!("cli-invalid-next", set = id, item = u64::from(invalid.n)))?;
    }
    Ok(())
}

/// What waits, and apart from it what can do nothing as it is; of all sets, each as it stands.
pub(crate) fn inbox(screen: &mut Screen, sets: &[SetSummary], total: u64, all: bool) -> Result<()> {
    let (waiting, idle): (Vec<&SetSummary>, Vec<&SetSummary>) = sets.iter().partition(|set| all || !set.is_idle());
    lines(screen, &waiting)?;
    match total {
        0 => screen.line(say!("cli-inbox-empty"))?,
        _ => screen.line(say!("cli-inbox-total", count = total))?,
    }
    if idle.is_empty() {
        return Ok(());
    }
    screen.line(screen.ink(Ink::Faint, say!("cli-inbox-idle", count = idle.len())))?;
    lines(screen, &idle)
}

fn lines(screen: &mut Screen, sets: &[&SetSummary]) -> Result<()> {
    for set in sets {
        let risk = match (set.risk, screen.is_plain()) {
            (Risk::None, _) => String::new(),
            (Risk::Some, false) => screen.ink(Ink::Change, "   ▲"),
            (Risk::High, false) => screen.ink(Ink::Danger, "   ▲▲"),
            (Risk::Some, true) => format!("   {}", say!("cli-risk-some")),
            (Risk::High, true) => format!("   {}", say!("cli-risk-high")),
        };
        let head = screen.ink(Ink::Strong, format!("#{}", set.id));
        screen.line(format!(
            "{head}  {}   {}{}{risk}   {}{}",
            counts(&set.counts, LISTED),
            state(screen, set),
            drifted(set).map(|text| screen.ink(Ink::Change, text)).unwrap_or_default(),
            super::in_quotes(&set.title),
            proposer(&set.source).map(|text| screen.ink(Ink::Faint, format!("   {text}"))).unwrap_or_default()
        ))?;
        if !set.does.is_empty() {
            screen.line(screen.ink(Ink::Faint, format!("    {}", does(set))))?;
        }
    }
    Ok(())
}

/// What the items of a set do, the first ones by name: what it is called says only what was asked for.
fn does(set: &SetSummary) -> String {
    format!("{}{}", set.does.join(LISTED), if set.does_more > 0 { " …" } else { "" })
}

fn state(screen: &Screen, set: &SetSummary) -> String {
    match set.status {
        SetStatus::Resolved => screen.ink(Ink::Faint, say!("cli-state-resolved")),
        SetStatus::Expired => screen.ink(Ink::Faint, say!("cli-state-expired")),
        SetStatus::Pending | SetStatus::PartiallyResolved if set.unknown > 0 => {
            screen.ink(Ink::Danger, say!("cli-state-unknown", count = set.unknown))
        }
        SetStatus::Pending | SetStatus::PartiallyResolved if set.signed > 0 => {
            screen.ink(Ink::Signed, say!("cli-state-signed", open = set.open, signed = set.signed))
        }
        SetStatus::Pending | SetStatus::PartiallyResolved => say!("cli-state-open", open = set.open),
    }
}

/// How much of a set has drifted, behind what is open of it.
pub(crate) fn drifted(set: &SetSummary) -> Option<String> {
    (set.drifted > 0).then(|| format!("{LISTED}{}", say!("cli-desk-n-drifted", count = set.drifted)))
}

/// `3 to add, 2 to change`, in the page's words; `between` stands between two of them.
pub(crate) fn counts(counts: &Counts, between: &str) -> String {
    let parts: Vec<String> = [
        (counts.add, say!("cli-to-add", count = counts.add)),
        (counts.change, say!("cli-to-change", count = counts.change)),
        (counts.delete, say!("cli-to-delete", count = counts.delete)),
        (counts.run, say!("cli-to-run", count = counts.run)),
    ]
    .into_iter()
    .filter_map(|(n, text)| (n > 0).then_some(text))
    .collect();
    match parts.is_empty() {
        true => say!("cli-to-nothing"),
        false => parts.join(between),
    }
}

/// What an apply came to.
pub(crate) fn receipt(screen: &mut Screen, receipt: &Receipt) -> Result<()> {
    for result in receipt.results.iter().filter(|r| !r.ok) {
        let message = result.problem.as_ref().map(defect).unwrap_or_default();
        screen.line(screen.ink(Ink::Danger, format!(" ✕ {}  {}   {message}", result.n, clean(&result.label))))?;
    }
    let ink = match receipt.outcome {
        Outcome::Applied => Ink::Signed,
        Outcome::PartlyApplied | Outcome::NothingChanged => Ink::Strong,
        Outcome::RolledBack | Outcome::NeedsRecovery | Outcome::Unknown => Ink::Danger,
    };
    screen.line(screen.ink(ink, clean(&receipt.text)))?;
    for result in receipt.results.iter().filter(|r| r.ok) {
        let todo = result.todo.as_ref().map(|t| format!("  #{}", t.id)).unwrap_or_default();
        screen.line(format!(" {}{todo}", clean(&result.label)))?;
    }
    for done in receipt.results.iter().filter_map(|result| result.command.as_ref()) {
        super::apart(screen, done, " ")?;
    }
    let mut entries: Vec<Seq> = receipt.entry.filter(|_| receipt.outcome.happened()).into_iter().collect();
    // A command has an entry of its own; what one did to files in the folder itself, or made there, is taken back by it.
    let moved = receipt.results.iter().filter(|r| {
        let changed = |command: &CommandOutcome| !r.files.is_empty() || !command.made.is_empty();
        r.ok && r.command.as_ref().is_some_and(changed)
    });
    let item = |n: u32| receipt.change_set.items.iter().find(|item| item.n == n);
    entries.extend(moved.filter_map(|result| item(result.n)?.applied_by).filter(|seq| receipt.entry != Some(*seq)));
    entries.dedup();
    let all: BTreeSet<Seq> = receipt.change_set.items.iter().filter_map(|item| item.applied_by).collect();
    let before = |item: &ItemView| item.applied_by.is_some() && !receipt.results.iter().any(|r| r.n == item.n && r.ok);
    let what = match entries.len() {
        0 => Vec::new(),
        // All of the set is taken back at once.
        _ if all.len() > 1 && !receipt.change_set.items.iter().any(before) => vec![receipt.change_set.id.to_string()],
        _ => entries.iter().map(|entry| format!("@{}", entry.0)).collect(),
    };
    for what in what {
        screen.line(screen.ink(Ink::Faint, say!("cli-undo-hint", what = what)))?;
    }
    Ok(())
}
