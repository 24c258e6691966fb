//! The sheet: what a change set comes to, its items, the inspector, and the bar that decides.

use super::{Lines, Look, bar, inspector, put, rule, window};
use crate::desk::sheet::{group, is_open, signable};
use crate::desk::state::{Focus, State};
use crate::screen::text::{Pieces, bare, cut, inked};
use crate::screen::{Ink, Screen, clean, pieces};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, SetStatus};
use countersign_core::wire::{Counts, ItemView, Outcome, SetView};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};

/// Rows of the list that stay when the inspector is open.
const LIST: u16 = 5;
/// Columns before what an item says: mark, verb, number.
const HANG: usize = 9;

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, look: Look) {
    let Some(set) = state.sheet.set() else {
        return empty(frame, area, state, look);
    };
    let head = head(state, set, area.width);
    let foot = bar::sign(state, set, area.width);
    let rows = |lines: &Lines| u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let [above, middle, below] = Layout::vertical([
        Constraint::Length(rows(&head).min(area.height / 3)),
        Constraint::Fill(1),
        Constraint::Length(rows(&foot).min(area.height / 2)),
    ])
    .areas(area);
    put(frame, above, &head, 0, look);
    let list = match state.sheet.tab {
        None => middle,
        Some(tab) => {
            let items = u16::try_from(set.items.len()).unwrap_or(u16::MAX).saturating_add(1);
            let height = items.clamp(2, LIST).min(middle.height / 2);
            let [list, inspector] = Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(middle);
            inspector::draw(frame, inspector, state, set, tab, look);
            list
        }
    };
    let items = items(state, set, list);
    put(frame, list, &items, window(&items, list.height), look);
    put(frame, below, &foot, 0, look);
    bar::cursor(frame, below, state, &foot);
}

fn empty(frame: &mut Frame<'_>, area: Rect, state: &State, look: Look) {
    let mut lines = Lines::default();
    lines.blank();
    match state.standing.inbox {
        ..1 => {
            lines.wrapped(&inked(Ink::Strong, format!(" {}", say!("cli-inbox-empty"))), area.width, 1);
            lines.wrapped(&bare(format!(" {}", say!("cli-desk-sheet-empty"))), area.width, 1);
        }
        count => {
            lines.wrapped(&inked(Ink::Strong, format!(" {}", say!("cli-inbox-total", count = count))), area.width, 1);
            lines.wrapped(&bare(format!(" {}", say!("cli-desk-sheet-inbox"))), area.width, 1);
        }
    }
    put(frame, area, &lines, 0, look);
}

/// `3 to add · 2 to change`.
pub(super) fn counts(counts: &Counts) -> String {
    show::counts(counts, " · ")
}

/// One word for where a set stands.
pub(super) fn standing(state: &State, set: &SetView) -> (String, Ink) {
    let has = |status: ItemStatus| set.items.iter().any(|item| item.status == status);
    let any_applied = has(ItemStatus::Applied);
    match set.status {
        _ if state.sheet.applying.as_ref().is_some_and(|call| call.set() == Some(set.id.0)) => {
            (say!("cli-desk-set-applying"), Ink::Change)
        }
        SetStatus::Expired => (say!("cli-state-expired"), Ink::Faint),
        _ if has(ItemStatus::Unknown) => (say!("cli-status-unknown"), Ink::Danger),
        _ if has(ItemStatus::Drifted) => (say!("cli-status-drifted"), Ink::Change),
        _ if has(ItemStatus::Failed) => (say!("cli-status-failed"), Ink::Danger),
        SetStatus::Resolved if any_applied => (say!("cli-status-applied"), Ink::Signed),
        SetStatus::Resolved if has(ItemStatus::Undone) => (say!("cli-status-undone"), Ink::Faint),
        SetStatus::Resolved => (say!("cli-status-rejected"), Ink::Faint),
        _ if !set.items.is_empty() && set.items.iter().all(|item| item.status == ItemStatus::Invalid) => {
            (say!("cli-status-invalid"), Ink::Danger)
        }
        SetStatus::PartiallyResolved => (say!("cli-desk-set-partly"), Ink::Change),
        SetStatus::Pending => (say!("cli-desk-set-ready"), Ink::Strong),
    }
}

/// Header, what it comes to, and what has happened to it.
fn head(state: &State, set: &SetView, wide: u16) -> Lines {
    let mut lines = Lines::default();
    let (word, ink) = standing(state, set);
    let mut first = inked(Ink::Strong, format!(" #{}  {}   ", set.id, counts(&set.counts)));
    first.extend(inked(ink, word));
    lines.wrapped(&first, wide, 1);
    if !set.title.is_empty() {
        // The conversation has all of it.
        let title = show::in_quotes(&cut(&clean(&set.title), usize::from(wide).saturating_sub(3)));
        lines.push(inked(Ink::Faint, format!(" {title}")));
    }
    let blast = blast(set);
    if !blast.is_empty() {
        let ink = if set.blast.deletes > 0 || !set.blast.reversible { Some(Ink::Danger) } else { None };
        lines.wrapped(&vec![(ink, format!(" {blast}"))], wide, 1);
    }
    for (ink, strip) in strips(state, set) {
        lines.wrapped(&inked(ink, format!(" {strip}")), wide, 1);
    }
    lines
}

/// What applying would do now: "Deletes 45 todos. Writes 3 files. Can be undone."
fn blast(set: &SetView) -> String {
    let ahead = |item: &&ItemView| matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed);
    let left: Vec<&ItemView> = set.items.iter().filter(ahead).collect();
    let files: Vec<&str> = left.iter().filter_map(|item| item.file.as_ref()).map(|f| f.change.as_str()).collect();
    let commands = left.iter().filter(|item| item.verb == "run").count() as u64;
    let gone = files.iter().filter(|change| **change == "delete").count() as u64;
    let written = files.len() as u64 - gone;
    let of = &set.blast;
    let parts = [
        (of.deletes, say!("cli-desk-deletes", count = of.deletes)),
        (of.creates, say!("cli-desk-adds", count = of.creates)),
        (of.updates, say!("cli-desk-changes", count = of.updates)),
        (gone, say!("cli-desk-erases", count = gone)),
        (written, say!("cli-desk-writes", count = written)),
        (commands, say!("cli-desk-runs", count = commands)),
    ];
    let mut said: Vec<String> = parts.into_iter().filter_map(|(n, text)| (n > 0).then_some(text)).collect();
    if !said.is_empty() {
        let all = !left.iter().any(|item| item.lasts());
        said.push(match all && of.reversible {
            true if left.iter().all(|item| item.only_looks()) => say!("cli-desk-only-looks"),
            true => say!("cli-desk-undoable"),
            false => say!("cli-desk-for-good"),
        });
    }
    said.join(" ")
}

/// What has happened to the set, and what is to be known before it is decided.
fn strips(state: &State, set: &SetView) -> Vec<(Ink, String)> {
    let mut strips = Vec::new();
    let id = set.id.0;
    if state.thread.turns.iter().any(|turn| turn.set == Some(id) && turn.is_running()) {
        strips.push((Ink::Faint, say!("cli-desk-early")));
    }
    if let Some(changed) = state.sheet.renewed.get(&id) {
        strips.push((Ink::Change, say!("cli-desk-renewed", version = set.version, count = *changed)));
    }
    let drifted = set.items.iter().filter(|item| item.status == ItemStatus::Drifted).count();
    if drifted > 0 {
        strips.push((Ink::Change, say!("cli-desk-drifted", count = drifted)));
    }
    if state.sheet.unsure.as_ref().is_some_and(|call| call.set() == Some(id)) {
        strips.push((Ink::Danger, say!("cli-desk-unsure")));
    }
    if set.status == SetStatus::Expired {
        strips.push((Ink::Faint, say!("cli-set-expired")));
    }
    if !state.sheet.filter.is_empty() {
        strips.push((Ink::Change, say!("cli-desk-filtered", words = clean(state.sheet.filter.text()))));
    }
    let entry = set.items.iter().find_map(|item| item.applied_by);
    if let Some(entry) = entry.filter(|_| !state.sheet.receipts.contains_key(&id)) {
        strips.push((Ink::Signed, say!("cli-desk-applied-before", entry = format!("@{entry}"))));
    }
    if let Some(receipt) = state.sheet.receipts.get(&id) {
        let ink = match receipt.outcome {
            Outcome::Applied => Ink::Signed,
            Outcome::PartlyApplied | Outcome::NothingChanged => Ink::Strong,
            Outcome::RolledBack | Outcome::NeedsRecovery | Outcome::Unknown => Ink::Danger,
        };
        strips.push((ink, clean(&receipt.text)));
        if let Some(entry) = receipt.entry.filter(|_| receipt.outcome.happened()) {
            let hash: String = receipt.hash.iter().flat_map(|hash| hash.chars().take(12)).collect();
            strips.push((Ink::Faint, say!("cli-desk-receipt", entry = entry.0, hash = hash)));
        }
    }
    strips
}

/// The rows around the cursor: no more than the window can show are made.
fn items(state: &State, set: &SetView, area: Rect) -> Lines {
    let visible = state.sheet.visible();
    let mut lines = Lines::default();
    if visible.is_empty() {
        let text = if set.items.is_empty() { say!("cli-desk-set-empty") } else { say!("cli-desk-filter-none") };
        lines.wrapped(&inked(Ink::Faint, format!(" {text}")), area.width, 1);
        return lines;
    }
    let screen = Screen::kept();
    let at = visible.iter().position(|item| item.n == state.sheet.cursor).unwrap_or(0);
    let around = usize::from(area.height);
    let groups: std::collections::BTreeSet<u8> = visible.iter().map(|item| group(item)).collect();
    let mut last = None;
    for (place, item) in visible.iter().enumerate().take(at + around + 1).skip(at.saturating_sub(around)) {
        if groups.len() > 1 && last != Some(group(item)) {
            last = Some(group(item));
            lines.push(inked(Ink::Faint, format!(" {}", heading(group(item)))));
        }
        let first = lines.len();
        for (n, line) in show::item_row(&screen, item, state.sheet.premarked(set, item)).iter().enumerate() {
            let mut line = pieces(line);
            // Where the keyboard is shows without colour too.
            if n == 0 && place == at {
                point(&mut line);
            }
            lines.wrapped(&line, area.width, HANG);
        }
        if place == at && state.focus == Focus::Sheet {
            lines.chosen = Some((first, first));
        } else if place == at {
            lines.chosen = None;
        }
    }
    lines
}

/// Puts the pointer into the empty first column.
fn point(line: &mut Pieces) {
    if let Some((_, text)) = line.first_mut()
        && let Some(rest) = text.strip_prefix(' ')
    {
        *text = format!("›{rest}");
    }
}

fn heading(group: u8) -> String {
    match group {
        0 => say!("cli-desk-group-add"),
        2 => say!("cli-desk-group-delete"),
        3 => say!("cli-desk-group-files"),
        4 => say!("cli-desk-group-run"),
        _ => say!("cli-desk-group-change"),
    }
}

/// Whether anything of a set can still be signed.
pub(super) fn can_sign(set: &SetView) -> bool {
    is_open(set) && set.items.iter().any(|item: &ItemView| signable(item))
}

/// The line between two parts of the sheet.
pub(super) fn between(wide: u16) -> Pieces {
    rule(wide, false)
}
