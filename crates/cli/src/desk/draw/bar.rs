//! The two bars: what signing would do, or the question that is open; and the strip at the bottom.

use super::sheet::{between, can_sign};
use super::{Lines, place};
use crate::desk::deciding::effect;
use crate::desk::prompt::{Asked, Prompt, REASONS};
use crate::desk::sheet::is_open;
use crate::desk::state::{Focus, Page, State};
use crate::screen::text::{Pieces, bare, inked, width};
use crate::screen::{Ink, clean};
use crate::show;
use crate::slash::Slash;
use crate::texts::say;
use countersign_core::change_set::ItemStatus;
use countersign_core::wire::SetView;
use ratatui::Frame;
use ratatui::layout::Rect;

/// Later changes that are named before an undo.
const IN_THE_WAY: usize = 8;

/// The foot of the sheet: the effect of signing, or the question that is open.
pub(super) fn sign(state: &State, set: &SetView, wide: u16) -> Lines {
    let mut lines = Lines::default();
    lines.push(between(wide));
    if let Some(prompt) = &state.prompt {
        asked(&mut lines, state, prompt, wide);
        return lines;
    }
    let tally = state.sheet.tally(set);
    let parts = [
        (tally.marked, say!("cli-desk-n-marked", count = tally.marked)),
        (tally.applied, say!("cli-desk-n-applied", count = tally.applied)),
        (tally.rejected, say!("cli-desk-n-rejected", count = tally.rejected)),
        (tally.deferred, say!("cli-desk-n-deferred", count = tally.deferred)),
        (tally.drifted, say!("cli-desk-n-drifted", count = tally.drifted)),
        (tally.open, say!("cli-desk-n-open", count = tally.open)),
    ];
    let said: Vec<String> = parts.into_iter().filter_map(|(n, text)| (n > 0).then_some(text)).collect();
    let mut line = inked(Ink::Faint, format!(" {}", said.join(" · ")));
    let marked = state.sheet.to_apply(set);
    let open = is_open(set);
    let applying = state.sheet.applying.as_ref().is_some_and(|call| call.set() == Some(set.id.0));
    if applying {
        line.extend(bare("   "));
        line.extend(inked(Ink::Change, say!("cli-desk-applying", seconds = state.seconds)));
    } else if open && !marked.is_empty() {
        line.extend(bare("   "));
        line.extend(inked(Ink::Signed, format!("a {}", effect(&marked))));
    }
    lines.wrapped(&line, wide, 1);
    if !applying && !has_changed(set) {
        lines.wrapped(&inked(Ink::Strong, format!(" {}", say!("cli-nothing-changed"))), wide, 1);
    }
    let keys = match can_sign(set) {
        _ if applying => say!("cli-desk-keys-applying"),
        true => say!("cli-desk-keys-sheet"),
        false => say!("cli-desk-keys-done"),
    };
    if state.focus == Focus::Sheet {
        lines.wrapped(&inked(Ink::Faint, format!(" {keys}")), wide, 1);
    }
    lines
}

/// Whether something of the set may have had an effect.
fn has_changed(set: &SetView) -> bool {
    use ItemStatus::{Applied, Applying, Undone, Unknown};
    // A command that ran may have changed anything, whatever it came to.
    set.items.iter().any(|item| {
        matches!(item.status, Applied | Applying | Undone | Unknown) || show::runs(item) && item.failure.is_some()
    })
}

/// The open question; its last line is what is typed.
fn asked(lines: &mut Lines, state: &State, prompt: &Prompt, wide: u16) {
    let mut put = |ink: Option<Ink>, text: String| lines.wrapped(&vec![(ink, format!(" {text}"))], wide, 1);
    match &prompt.asked {
        Asked::Reason => {
            let label = state.sheet.item().map(|item| clean(&item.label)).unwrap_or_default();
            put(Some(Ink::Strong), say!("cli-desk-ask-reason", label = label));
            let all = (1..).zip(REASONS).map(|(n, reason)| format!("{n} {}", show::reason(reason)));
            put(None, all.collect::<Vec<_>>().join("  "));
            put(Some(Ink::Faint), say!("cli-desk-ask-reason-how"));
        }
        Asked::Edit { fields, at, .. } => {
            let name = fields.get(*at).map(|(name, _)| show::field(name)).unwrap_or_default();
            put(Some(Ink::Faint), say!("cli-desk-ask-edit-how", n = at + 1, of = fields.len()));
            put(Some(Ink::Strong), name);
        }
        Asked::Exclude { .. } => put(Some(Ink::Strong), say!("cli-desk-ask-exclude")),
        Asked::Filter => put(Some(Ink::Faint), say!("cli-desk-ask-filter")),
        Asked::Sure { text, .. } => return put(Some(Ink::Danger), text.clone()),
        Asked::Count { text, number, .. } => {
            put(Some(Ink::Danger), text.clone());
            put(Some(Ink::Strong), say!("cli-desk-ask-count", number = *number));
        }
        Asked::Conflict { lines, outside, keeps, .. } => {
            lines.iter().take(IN_THE_WAY).for_each(|line| put(None, line.clone()));
            let asks = match (*outside, *keeps) {
                (true, _) => say!("cli-desk-ask-outside"),
                (false, true) => say!("cli-desk-ask-conflict"),
                (false, false) => say!("cli-desk-ask-later"),
            };
            return put(Some(Ink::Danger), asks);
        }
    }
    lines.push(input(prompt, wide));
}

/// What is typed, its end where it is too long.
fn input(prompt: &Prompt, wide: u16) -> Pieces {
    let room = usize::from(wide).saturating_sub(4);
    let mut text = clean(prompt.line.text());
    while width(&text) > room {
        text.remove(0);
    }
    bare(format!(" > {text}"))
}

/// Puts the cursor where a question is answered.
pub(super) fn cursor(frame: &mut Frame<'_>, area: Rect, state: &State, lines: &Lines) {
    let Some(prompt) = state.prompt.as_ref().filter(|prompt| types(prompt)) else { return };
    let after = width(&clean(prompt.line.text())) - width(&clean(prompt.line.before()));
    let shown: usize = lines.all.last().into_iter().flatten().map(|(_, text)| width(text)).sum();
    place(frame, area, shown.saturating_sub(after), lines.len().saturating_sub(1));
}

/// Whether an answer is typed, and not one key.
fn types(prompt: &Prompt) -> bool {
    !matches!(prompt.asked, Asked::Sure { .. } | Asked::Conflict { .. })
}

/// The open question of a page that has no sheet.
pub(super) fn question(state: &State, wide: u16) -> Lines {
    let mut lines = Lines::default();
    if let Some(prompt) = &state.prompt {
        lines.push(between(wide));
        asked(&mut lines, state, prompt, wide);
    }
    lines
}

/// Rows of the strip at the bottom at most.
const STRIP: usize = 3;

/// The strip at the bottom: what was said last, or what keys do here.
pub(super) fn strip(state: &State, wide: u16) -> Lines {
    let mut lines = Lines::default();
    let keys = match (state.page, state.focus) {
        (Page::Inbox, _) => say!("cli-desk-keys-inbox"),
        (Page::Todos, _) => say!("cli-desk-keys-todos"),
        (Page::Ledger, _) => say!("cli-desk-keys-ledger"),
        (Page::Desk, Focus::Composer) => {
            let known: Vec<String> =
                Slash::like(state.composer.text()).map(|one| format!("/{}  {}", one.name(), one.says())).collect();
            if known.is_empty() { say!("cli-desk-keys-composer") } else { known.join("  ") }
        }
        (Page::Desk, Focus::Sheet) => say!("cli-desk-keys-pane"),
        (Page::Desk, Focus::Thread) => say!("cli-desk-keys-thread"),
    };
    let (ink, text) = match (&state.notice, state.away) {
        (Some(notice), _) => {
            let hint = if notice.hint.is_empty() { String::new() } else { format!(" {}", notice.hint) };
            (if notice.failed { Ink::Danger } else { Ink::Strong }, format!("{}{hint}", notice.text))
        }
        (None, true) => (Ink::Danger, say!("cli-desk-away")),
        (None, false) => (Ink::Faint, fitting(&keys, usize::from(wide).saturating_sub(1))),
    };
    lines.wrapped(&inked(ink, format!(" {text}")), wide, 1);
    lines.all.truncate(STRIP);
    lines
}

/// Keys with what they do, as many as fit: the last two, help and close, always stay.
fn fitting(keys: &str, wide: usize) -> String {
    let mut all: Vec<&str> = keys.split("  ").collect();
    while all.len() > 2 && width(&all.join("  ")) > wide {
        all.remove(all.len() - 3);
    }
    all.join("  ")
}
