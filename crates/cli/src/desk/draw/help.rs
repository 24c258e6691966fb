//! The keys, on one page (key ?).

use super::{Lines, Look, over};
use crate::desk::state::State;
use crate::screen::Ink;
use crate::screen::text::{bare, inked, width};
use crate::texts::say;
use ratatui::Frame;
use ratatui::layout::Rect;

/// Columns of the keys.
const KEYS: usize = 18;

/// Keys with what they do; a heading has none.
fn table() -> Vec<(&'static str, String)> {
    vec![
        ("", say!("cli-desk-help-sheet")),
        ("j k ↓ ↑", say!("cli-desk-help-move")),
        ("Enter · Esc", say!("cli-desk-help-inspect")),
        ("← →", say!("cli-desk-help-tabs")),
        ("y", say!("cli-desk-help-sign")),
        ("n 1–9", say!("cli-desk-help-reject")),
        ("d", say!("cli-desk-help-defer")),
        ("u", say!("cli-desk-help-undecide")),
        ("e", say!("cli-desk-help-edit")),
        ("w", say!("cli-desk-help-why")),
        ("o", say!("cli-desk-help-side")),
        ("x", say!("cli-desk-help-exclude")),
        ("r", say!("cli-desk-help-rebase")),
        ("A", say!("cli-desk-help-group")),
        ("Y", say!("cli-desk-help-this")),
        ("a · Ctrl+Enter", say!("cli-desk-help-apply")),
        ("/", say!("cli-desk-help-filter")),
        ("", say!("cli-desk-help-write")),
        ("i · Tab", say!("cli-desk-help-focus")),
        ("Enter", say!("cli-desk-help-send")),
        ("1, 2, …", say!("cli-desk-help-answer")),
        ("Alt+1 … 4", say!("cli-desk-help-modes")),
        ("↑ ↓", say!("cli-desk-help-recall")),
        ("Ctrl+J", say!("cli-desk-help-newline")),
        ("PgUp PgDn", say!("cli-desk-help-scroll")),
        ("/inbox", say!("cli-acp-inbox")),
        ("", say!("cli-desk-help-inbox")),
        ("Space", say!("cli-desk-help-pick")),
        ("n · d", say!("cli-desk-help-picked")),
        ("u", say!("cli-desk-help-picked-back")),
        ("", say!("cli-desk-help-anywhere")),
        ("g d · i · t · l", say!("cli-desk-help-pages")),
        ("u", say!("cli-desk-help-undo")),
        ("Ctrl+. · Ctrl+C", say!("cli-desk-help-stop")),
        ("? · F1", say!("cli-desk-help-help")),
        ("Ctrl+Z", say!("cli-desk-help-suspend")),
        ("q · Ctrl+D", say!("cli-desk-help-quit")),
    ]
}

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, _: &State, top: usize, look: Look) {
    let mut lines = Lines::default();
    lines.wrapped(&inked(Ink::Strong, format!(" {}", say!("cli-desk-help-title"))), area.width, 1);
    for (keys, what) in table() {
        if keys.is_empty() {
            lines.blank();
            lines.wrapped(&inked(Ink::Strong, format!(" {what}")), area.width, 1);
            continue;
        }
        let gap = " ".repeat(KEYS.saturating_sub(width(keys)));
        let mut line = bare(format!("   {keys}{gap}"));
        line.extend(bare(what));
        lines.wrapped(&line, area.width, KEYS + 3);
    }
    let most = lines.len().saturating_sub(usize::from(area.height));
    over(frame, area, &lines, top.min(most), look);
}
